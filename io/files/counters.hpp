#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/rules/pieces.hpp"

namespace boxcars::io {

using model::CounterKind;

/// What a counter is, and what is printed on it.
struct Counter {
  CounterKind kind = CounterKind::marker;
  std::string_view strengths{};        ///< "6-4-8", "9-1", "HMG:7-16", "AT:37L"; empty: unknown, or none
  std::optional<int> broken_morale{};  ///< of units
  std::optional<int> breakdown{};      ///< of weapons, if it is not 12
  std::optional<int> rate_of_fire{};
  bool assault_fire = false;
  bool spraying_fire = false;
  bool wounded = false;
};

/// The counter that shows an image, "fi/fi648S.svg"; nothing if it is none that is known. Folders and endings are as the version of VASL
/// has them, and so are no part of its name.
std::optional<Counter> counter_of(std::string_view image);

/// What a marker is, by the name that VASL gives it: "1S Foxhole", "Wire", "Stone Rubble", "DM".
CounterKind kind_of_marker(std::string_view name);

/// The side of a nationality's letters: "fi" is Finnish; empty if they are none.
std::string_view side_of(std::string_view letters);

/// A unit as it is typed, "hs:2-4-8": its kind and its strengths; empty for what is typed in another way.
std::string typed(const Counter& counter);

}  // namespace boxcars::io
