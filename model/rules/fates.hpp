#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/description.hpp"
#include "model/core/facts.hpp"
#include "model/core/outcomes.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// What has been seen of the units whose fate is recorded. All bits are used: it is compared as bytes.
struct Seen {
  std::uint16_t eliminated : 5 = 0;  ///< so many
  std::uint16_t lost : 5 = 0;        ///< so many are broken or eliminated
  std::uint16_t harmed : 1 = 0;      ///< at least one is not unharmed
  std::uint16_t sniper : 1 = 0;      ///< the attacker's sniper has attacked
  std::uint16_t unused : 4 = 0;
  bool operator==(const Seen&) const = default;
};

/// What is told of a unit at the end: of its condition only what a fate asks for. A wound that it came with is not new.
Condition fate(const Unit& unit, Condition c);

/// A list of what is told of each unit: whether it is lost or reduced, where nothing else happens; all that attacks do; and beside these
/// what Heat of Battle, a Collapse PTC and a rout under Interdiction (it ends) do. Of who begins broken a Close Combat tells whether he
/// withdraws, and of who may be Disrupted beyond his ELR an attack whether he is.
enum class FatesOf : std::uint8_t { losses, attacks, heat_of_battle, collapse, interdiction, withdrawal, disruption };

/// What people ask first about units; of those that are broken or pinned already, only what is worse than that.
std::vector<HeadlinePart> headline_of(const std::vector<UnitEntry>& units);

/// What is to be said of units whose fates may surprise.
std::vector<std::string> notes_on(const std::vector<UnitEntry>& units);

/// The events and measures of all units together, and how they are recorded; none without units.
class OverallFates {
 public:
  OverallFates(const std::vector<UnitEntry>& entries, Facts& facts);
  void record(Seen seen, Outcomes& outcomes) const;

 private:
  int units_ = 0;
  std::vector<EventId> events_;
  std::vector<MeasureId> measures_;
};
/// Which of them go without saying: those that are the same as an event of the only unit, or a measure of the only group.
std::vector<std::string> untold_of(const std::vector<UnitEntry>& units);
/// The events and measures of their pins, which go without saying where pins end before the question does.
std::vector<std::string> pins_of(const std::vector<UnitEntry>& units);

/// The fates of the units that were asked about: their names, and how they are recorded. A single unit has an event for each fate
/// ("1:4-4-7 broken"), a group a measure: how many of it.
class Fates {
 public:
  /// Where two sides have units, their names begin with the side: "a1:4-4-7 reduced".
  Fates(const std::vector<UnitEntry>& entries, const std::vector<FatesOf>& lists, Facts& facts, std::string_view side = {});

  /// Records the fates of all units of an entry, given their fate().
  void record(int entry, std::span<const Condition> fates, Seen& seen, Outcomes& outcomes) const;

 private:
  // Of each of the fates, by when it holds, an event, or of a group a measure.
  using Holds = bool (*)(Condition);
  struct Entry {
    std::vector<std::pair<Holds, EventId>> events{};
    std::vector<std::pair<Holds, MeasureId>> measures{};
  };
  std::vector<Entry> entries_;
};

}  // namespace boxcars::model
