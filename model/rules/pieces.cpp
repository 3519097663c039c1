#include "model/rules/pieces.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace boxcars::model {
namespace {

bool has(std::string_view name, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(name.begin(), name.end(), word.begin(), word.end(), same) != name.end();
}

// By a word of its name, the first that fits: A24.2-.31, B25.2, D9.4.
struct HinderingName {
  std::string_view word;
  HinderingPiece is;
};
constexpr std::array<HinderingName, 12> hindering_names{{{"+3 smoke", {3, 2, true, false}},
                                                         {"+2 smoke", {2, 2, true, false}},
                                                         {"smoke grenade", {2, 2, true, false}},
                                                         {"+2 wp", {2, 4, true, false}},
                                                         {"+1 wp", {1, 4, true, false}},
                                                         {"wp grenade", {1, 4, true, false}},
                                                         {"1-level blaze", {3, 4, true, false}},
                                                         {"2-level blaze", {3, 5, true, false}},
                                                         {"3-level blaze", {3, 6, true, false}},
                                                         {"4-level blaze", {3, 7, true, false}},
                                                         {"blazing building", {3, 4, true, false}},
                                                         {"blaze", {3, 2, true, false}}}};
// As VASL's names of squads and half-squads end.
constexpr std::array<std::pair<std::string_view, UnitClass>, 6> class_letters{{{"SS", UnitClass::elite},
                                                                               {"E", UnitClass::elite},
                                                                               {"1", UnitClass::first_line},
                                                                               {"2", UnitClass::second_line},
                                                                               {"G", UnitClass::green},
                                                                               {"C", UnitClass::conscript}}};
constexpr HinderingPiece vehicle_or_wreck{1, 0, false, true};

}  // namespace

std::string_view name_of(CounterKind kind) {
  constexpr std::array<std::string_view, 11> names{"squad", "half-squad", "crew",          "leader",  "hero",  "support-weapon",
                                                   "gun",   "vehicle",    "fortification", "terrain", "marker"};
  return names[static_cast<std::size_t>(kind)];
}

bool Piece::is(std::string_view state) const { return std::find(states.begin(), states.end(), state) != states.end(); }

std::optional<UnitClass> class_of(const Piece& piece) {
  const std::string_view ending = piece.kind == CounterKind::squad ? "sq" : piece.kind == CounterKind::half_squad ? "hs" : "";
  std::string_view name = piece.name;
  if (ending.empty() || !name.ends_with(ending)) return std::nullopt;
  name.remove_suffix(ending.size());
  name.remove_prefix(name.rfind(' ') + 1);
  for (const auto& [letters, of] : class_letters) {
    if (name == letters) return of;
  }
  return std::nullopt;
}

std::optional<HinderingPiece> hindering(const Piece& piece) {
  if (piece.kind == CounterKind::vehicle) return vehicle_or_wreck;
  if (piece.kind != CounterKind::terrain) return std::nullopt;
  for (const auto& [word, is] : hindering_names) {
    if (has(piece.name, word)) return is;
  }
  if (has(piece.name, "wreck")) return vehicle_or_wreck;
  return std::nullopt;
}

std::string rubble_of(const Piece& piece) {
  if (piece.kind != CounterKind::terrain || !has(piece.name, "rubble")) return "";
  const bool is_upstairs = has(piece.name, "level 1") || has(piece.name, "level 2") || has(piece.name, "level 3");
  if (is_upstairs) return "";
  return has(piece.name, "stone") ? "stone-rubble" : has(piece.name, "wood") ? "wood-rubble" : "";
}

}  // namespace boxcars::model
