#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/core/choices.hpp"

namespace boxcars::model {

enum class Side : std::uint8_t { attacker, defender };
inline constexpr std::array<Choice<Side>, 2> side_choices{{{"attacker", Side::attacker}, {"defender", Side::defender}}};
constexpr Side enemy_of(Side side) { return side == Side::attacker ? Side::defender : Side::attacker; }
constexpr std::string_view in_words(Side side) { return side == Side::attacker ? "the attacker" : "the defender"; }

/// Something of each side.
template <class T>
struct BySide {
  std::array<T, 2> of{};
  T& operator[](Side side) { return of[static_cast<std::size_t>(side)]; }
  const T& operator[](Side side) const { return of[static_cast<std::size_t>(side)]; }
  bool operator==(const BySide&) const = default;
};

}  // namespace boxcars::model
