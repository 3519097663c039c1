#include "model/rules/at_the_table.hpp"

#include <algorithm>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::model {

std::vector<std::string> sides_with(const std::vector<Piece>& pieces, bool (*is)(const Piece&)) {
  std::vector<std::string> sides;
  for (const Piece& piece : pieces) {
    if (is(piece) && !piece.side.empty() && std::find(sides.begin(), sides.end(), piece.side) == sides.end()) sides.push_back(piece.side);
  }
  return sides;
}

std::string target_of(const Piece& piece) {
  std::string text = piece.unit;
  for (const char* state : {"broken", "pinned", "wounded", "encircled", "fanatic", "disrupted"}) {
    if (piece.is(state)) text += std::string(",") + state;
  }
  if (piece.is("berserk") && !piece.is("broken") && !piece.is("pinned")) text += ",berserk";
  if (piece.broken_morale && !piece.unit.empty() && piece.kind != CounterKind::hero) text += ",bml=" + std::to_string(*piece.broken_morale);
  return text;
}

std::string named_with(const Piece& piece, std::string_view why) { return piece.name + " (" + std::string(why) + ")"; }

TablePlace place_on_table(const MapInput& input, const std::string& field, std::string_view typed) {
  TablePlace result;
  result.place = at_field(field, [&] { return parse_place(input.map, "{" + field + "}", typed); });
  result.name = input.map.name(result.place.hex);
  if (result.place.level != 0) result.name += "." + std::to_string(result.place.level);
  for (const Piece& piece : input.pieces) {
    if (piece.at != result.place.hex) continue;
    result.of_the_hex.push_back(&piece);
    if (piece.level == result.place.level) result.pieces.push_back(&piece);
  }
  return result;
}

TableTargets targets_at(const TablePlace& at, const std::string& not_of_side, std::vector<std::string>& left_out) {
  TableTargets found;
  bool has_vehicle = false;
  found.all_in_foxholes = found.all_in_trenches = found.all_have_wall_advantage = true;
  const auto is_target = [&](const Piece& piece) {
    return (not_of_side.empty() || piece.side != not_of_side) && is_man(piece) && !is_concealed_heap(piece) && !piece.unit.empty();
  };
  const bool any_known =
      std::any_of(at.pieces.begin(), at.pieces.end(), [&](const Piece* piece) { return is_target(*piece) && !piece->is("concealed"); });
  for (const Piece* piece : at.pieces) {
    found.has_concealed_heaps = found.has_concealed_heaps || is_concealed_heap(*piece);
    if (!not_of_side.empty() && piece->side == not_of_side) continue;
    if (is_concealed_heap(*piece)) {
      left_out.push_back(named_with(*piece, "what they are is not known"));
      continue;
    }
    if (piece->kind == CounterKind::vehicle) {
      has_vehicle = true;
      left_out.push_back(named_with(*piece, "vehicles as targets: kill"));
      continue;
    }
    if (!is_man(*piece) && piece->known) continue;
    if (piece->unit.empty()) {
      left_out.push_back(named_with(*piece, "not known"));
      continue;
    }
    // The same DR is read in another column for those (A11.19).
    if (any_known && piece->is("concealed")) {
      left_out.push_back(named_with(*piece, "concealed, which others are not: the same DR is another result for it"));
      continue;
    }
    if (found.side.empty()) found.side = piece->side;
    found.all_have_wall_advantage = found.all_have_wall_advantage && piece->is("Wall Advantage");
    found.units.push_back(target_of(*piece));
    found.concealed = found.concealed || piece->is("concealed");
    const bool in_foxhole = piece->is("in a foxhole"), in_trench = piece->is("in a trench");
    found.all_in_foxholes = found.all_in_foxholes && in_foxhole;
    found.all_in_trenches = found.all_in_trenches && in_trench;
    found.some_in_pillbox = found.some_in_pillbox || piece->is("in a pillbox");
    found.some_entrenched = found.some_entrenched || in_foxhole || in_trench;
  }
  found.beside_vehicle = at.place.level == 0 && std::any_of(at.pieces.begin(), at.pieces.end(), [&](const Piece* piece) {
                           return piece->kind == CounterKind::vehicle && piece->side == found.side && !piece->is("in Motion");
                         });
  if (!found.units.empty()) return found;
  if (found.has_concealed_heaps)
    throw BadInput("hex", at.name + " holds concealed counters only", "what they are is not known", "give {target} ... {concealed}");
  if (has_vehicle)
    throw BadInput("hex", at.name + " holds vehicles only", "an attack on the IFT is at Infantry", "vehicles as targets: boxcars kill");
  throw BadInput("hex", at.name + " holds nobody to be fired at", "nobody of another side is there", "give {target}, or another {hex}");
}

bool is_fortified(const TablePlace& at) {
  return std::any_of(at.pieces.begin(), at.pieces.end(), [](const Piece* piece) {
    return piece->kind == CounterKind::fortification && in_small_letters(piece->name).starts_with("fort");
  });
}

bool is_blaze(const Piece& piece) { return hindering(piece).has_value() && in_small_letters(piece.name).find("blaz") != std::string::npos; }

bool has_wreck(const std::vector<Piece>& pieces, Hex hex) {
  bool any = false;
  for (const Piece& piece : pieces) {
    if (piece.at != hex || piece.kind != CounterKind::terrain) continue;
    if (is_blaze(piece)) return false;
    const auto is = hindering(piece);
    any = any || (is && !is->is_smoke);
  }
  return any;
}

bool wreck_gives_tem(Terrain terrain, bool height_advantage) {
  const bool is_unbuilt = terrain == Terrain::open || is_natural(terrain);
  return is_unbuilt && tem(terrain).amount == 0 && !height_advantage;
}

}  // namespace boxcars::model
