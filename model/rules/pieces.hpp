#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/rules/hex_grid.hpp"
#include "model/rules/nations.hpp"

namespace boxcars::model {

enum class CounterKind : std::uint8_t {
  squad,
  half_squad,
  crew,
  leader,
  hero,
  support_weapon,
  gun,
  vehicle,
  fortification,
  terrain,
  marker
};

/// As answers name it: "half-squad", "support-weapon".
std::string_view name_of(CounterKind kind);

/// A counter on the table, or of concealed ones as many as are to be seen.
struct Piece {
  std::string hex{};  ///< "57-H9"; empty: it lies beside the boards
  int level = 0;
  std::string name{};
  CounterKind kind = CounterKind::marker;
  std::string unit{};                  ///< as it is typed, "hs:2-4-8"; empty: it is typed in another way
  std::string side{};                  ///< "Finnish"; empty: nobody's
  std::string made_by{};               ///< of a captured weapon: whose it was
  std::vector<std::string> states{};   ///< "broken", "pinned", "CX", "in a foxhole"
  std::optional<int> broken_morale{};  ///< if the counter tells it
  std::optional<int> counters{};       ///< how many concealed ones this stands for
  bool known = true;                   ///< of a unit: what it is
  bool assault_fire = false;           ///< its Firepower is underscored
  int x = 0, y = 0;                    ///< on the map, in pixels
  std::size_t stack = 0;               ///< of a save, from 1 on, that it lies in; 0: it was typed
  bool on_hexside = false;             ///< it lies half a hex away from any centre
  std::string gun{};                   ///< of a Gun or a mortar: its kind and calibre, "AT:37L"
  std::optional<int> breakdown{};      ///< of a weapon, if it is not 12
  std::size_t board = 0;               ///< that it lies on, of the save's,
  Hex printed{};                       ///< and the hex of that
  std::optional<Hex> at{};             ///< that hex on the table

  bool is(std::string_view state) const;
};

/// Infantry.
constexpr bool is_man(const Piece& piece) { return piece.kind <= CounterKind::hero; }
/// Concealed counters: what they are is not seen.
inline bool is_concealed_heap(const Piece& piece) { return piece.counters.has_value(); }
inline bool is_unit_counter(const Piece& piece) {
  return is_man(piece) || piece.kind == CounterKind::vehicle || piece.kind == CounterKind::gun;
}

/// How good a MMC is, by the name of its counter ("4-2-6 Csq"); nothing if that does not say.
std::optional<UnitClass> class_of(const Piece& piece);

/// SMOKE, a Blaze, a vehicle or wreck: what hinders lines of sight through its hex, how high it stands there in levels, and what it is.
struct HinderingPiece {
  int drm = 0;
  int height = 0;
  bool is_smoke = false;      ///< one more out of it, and into it (A24.2)
  bool at_its_level = false;  ///< those only who are all on its level see it between them (D9.4)
};
std::optional<HinderingPiece> hindering(const Piece& piece);

/// The rubble that a counter says its hex is, in the word of a map's change: "stone-rubble"; empty: none on the ground.
std::string rubble_of(const Piece& piece);

}  // namespace boxcars::model
