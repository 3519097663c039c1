#pragma once

#include <cstdint>

#include "model/rules/units.hpp"

namespace boxcars::model {

/// Whether passing a Morale Check with the highest DR that passes pins (A7.8): on the IFT it does, in a LLMC it does not, and under
/// Interdiction it does who is broken, too (A10.53).
enum class PinOnPass : std::uint8_t { no, yes, also_broken };

/// A unit after a Morale Check; `wound` says whether an SMC still takes its wound severity dr.
struct Checked {
  Condition condition;
  Wound wound = Wound::none;
  bool operator==(const Checked&) const = default;
};

/// The highest Original DR with which a unit passes a Morale Check: an Original 12 never does (A10.31), so at most 11.
int highest_passing_dr(int morale_level, int drm);

/// A Morale Check (A10.3, A10.31, A15.2, A15.42, A19.13) with this Original DR and the total of its DRM.
Checked morale_check(const Unit& unit, Condition c, int original_dr, int drm, PinOnPass pin);

/// A Pin Task Check or LLTC (A7.305, A10.2): failing it pins. For units that can_pin().
Condition pin_task_check(const Unit& unit, Condition c, int original_dr, int drm);

/// A unit that an attack breaks without a check (#KIA, A7.301).
Condition broken(Condition c);

}  // namespace boxcars::model
