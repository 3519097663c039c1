#pragma once

#include <cstdint>
#include <string_view>

namespace boxcars::model {

/// The dice of a throw. DR: both dice; dr: one die (A.2); none: nothing is left to throw.
enum class Dice : std::uint8_t { none, dr, DR };

/// What the rules look at of two dice: each of them, their sum only, or the white one if the colored one shows at least a number.
enum class Reads : std::uint8_t { each_die, sum, colored_from };

/// What the dice show. A dr is on the colored die, and its white one is 0.
struct Roll {
  int colored = 0;
  int white = 0;
  constexpr int sum() const { return colored + white; }
  constexpr bool doubles() const { return colored == white; }
  bool operator==(const Roll&) const = default;
};

/// A throw that the rules ask for: its dice, its name, its rule and what it is thrown for (a unit, a hex; may be empty).
struct Throw {
  Dice dice = Dice::none;
  std::string_view name{};
  std::string_view rule{};
  std::string_view subject{};
  Reads reads = Reads::each_die;
  int least = 1;  ///< for Reads::colored_from: what the colored die must show

  constexpr int faces() const { return dice == Dice::DR ? 36 : dice == Dice::dr ? 6 : 0; }
  /// Face 0 <= face < faces() as dice: every pair of colored and white die once.
  constexpr Roll roll(int face) const { return dice == Dice::DR ? Roll{face / 6 + 1, face % 6 + 1} : Roll{face + 1, 0}; }
  /// The first face that the rules cannot tell from this one.
  constexpr int twin(int face) const {
    if (dice != Dice::DR || reads == Reads::each_die) return face;
    if (reads == Reads::colored_from) return face / 6 + 1 < least ? 0 : (least > 1 ? least - 1 : 0) * 6 + face % 6;
    const int sum = face / 6 + face % 6;
    return sum <= 5 ? sum : (sum - 5) * 6 + 5;
  }
};

}  // namespace boxcars::model
