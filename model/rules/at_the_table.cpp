#include "model/rules/at_the_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {
namespace {

using Pieces = std::vector<const Piece*>;

// Why somebody does not fire, by what is on his counter or laid on it.
struct NoFire {
  std::string_view state, why;
};
constexpr std::array<NoFire, 10> no_fire{{{"broken", "broken"},
                                          {"in Melee", "in Melee"},
                                          {"TI", "TI"},
                                          {"Prep Fire", "has fired"},
                                          {"Final Fire", "has fired"},
                                          {"Bounding Fire", "has fired"},
                                          {"disrupted", "Disrupted"},
                                          {"malfunctioned", "malfunctioned"},
                                          {"dismantled", "dismantled"},
                                          {"on a hexside", "on a hexside: where it is is not known"}}};

std::string_view why_not_firing(const Piece& piece) {
  for (const auto& [state, why] : no_fire) {
    if (piece.is(state)) return why;
  }
  return "";
}

// Subsequent First Fire, or Final Fire of who has fired once: Area Fire at those adjacent or in the same hex (A8.3, A8.4). What is farther
// away depends on the phase and on who else is near.
bool has_fired_once(const Piece& piece) { return piece.is("First Fire"); }

// By its nation and class (A7.9, A19.3); who is not known to differ cowers as most do.
int cowering_columns_of(const Piece& piece, bool has_leader) {
  if (piece.is("fanatic")) return 1;  // which says so already
  const auto of = class_of(piece);
  if (of && is_inexperienced(*of, has_leader)) return 2;
  const auto nation = find_choice(piece.side, nation_choices);
  const bool is_mmc = piece.kind == CounterKind::squad || piece.kind == CounterKind::half_squad;
  return is_mmc && nation && never_cowers(*nation, of.value_or(UnitClass::second_line)) ? 0 : 1;
}

std::string firer_text(const Piece& piece, bool has_leader) {
  std::string text = piece.unit;
  if (is_man(piece) && piece.is("pinned")) text += ",pinned";
  if (is_man(piece) && piece.is("encircled")) text += ",encircled";
  if (is_man(piece) && piece.is("CX")) text += ",cx";
  if (piece.kind == CounterKind::leader && piece.is("wounded")) text += ",wounded";
  if (is_man(piece) && piece.is("fanatic")) text += ",fanatic";
  if (piece.kind == CounterKind::squad && piece.assault_fire) text += ",assault";
  if (is_man(piece)) text += cowering_attribute(cowering_columns_of(piece, has_leader));
  if (piece.kind == CounterKind::support_weapon && piece.breakdown) text += ",b=" + std::to_string(*piece.breakdown);
  return text;
}

// As far as it has Firepower (A7.22).
int reach_of(const Piece& piece) {
  const Firer firer = parse_firer(piece.unit);
  return is_atr(firer) ? firer.range : 2 * firer.range;
}

std::string why_apart(const Piece& piece) {
  const std::string options = options_apart(piece);
  return options.empty() ? "is asked for apart" : "an attack of its own: " + options;
}

std::string named_with(const Piece& piece, std::string_view why) { return piece.name + " (" + std::string(why) + ")"; }

// The leader who directs best; a pinned one directs nobody (A7.8).
const Piece* who_directs(const Pieces& leaders, std::vector<std::string>& left_out) {
  const Piece* best = nullptr;
  for (const Piece* leader : leaders) {
    if (leader->is("pinned")) continue;
    if (!best || parse_leadership(leader->unit) < parse_leadership(best->unit)) best = leader;
  }
  for (const Piece* leader : leaders) {
    if (leader != best)
      left_out.push_back(named_with(*leader, leader->is("pinned") ? "a pinned leader directs nobody" : "one leader directs"));
  }
  return best;
}

// Where nobody else is, two leaders fire a MG at its full Firepower, one at half (A9.12).
Pieces leaders_at_a_gun(const Pieces& leaders, std::vector<std::string>& left_out) {
  constexpr std::size_t most = 2;
  Pieces gunners;
  for (const Piece* leader : leaders) {
    if (!leader->is("pinned") && gunners.size() < most)
      gunners.push_back(leader);
    else
      left_out.push_back(named_with(*leader, leader->is("pinned") ? "pinned" : "two leaders fire a MG"));
  }
  return gunners;
}

// The side of those who fire: that which is asked for, or the only one there.
std::string side_of_firers(const TablePlace& from, const std::string& wanted) {
  std::string side;
  for (const Piece* piece : from.pieces) {
    if (!is_unit_counter(*piece) || (!wanted.empty() && !same_word(piece->side, wanted))) continue;
    if (side.empty()) side = piece->side;
    if (piece->side != side) throw BadInput("from", from.name + " has men of two sides", side + " and " + piece->side, "give {side}");
  }
  if (!side.empty()) return side;
  if (std::any_of(from.pieces.begin(), from.pieces.end(), [](const Piece* piece) { return is_concealed_heap(*piece); }))
    throw BadInput("from", from.name + " has nobody who is seen to fire", "what is concealed is not looked at", "give {side}, or {by}");
  throw BadInput("from", from.name + " has nobody who can fire", "the save has no units there", "give another {from}, or {by}");
}

bool could_fire(const Piece& piece) { return is_unit_counter(piece) || piece.kind == CounterKind::support_weapon; }

}  // namespace

std::vector<std::string> sides_with(const std::vector<Piece>& pieces, bool (*is)(const Piece&)) {
  std::vector<std::string> sides;
  for (const Piece& piece : pieces) {
    if (is(piece) && !piece.side.empty() && std::find(sides.begin(), sides.end(), piece.side) == sides.end()) sides.push_back(piece.side);
  }
  return sides;
}

std::optional<TableGun> gun_of(const Piece& piece) {
  const auto colon = piece.gun.find(':');
  if (colon == std::string::npos || piece.gun.starts_with("dm") || piece.is("malfunctioned") || piece.is("dismantled")) return std::nullopt;
  const std::string_view size = std::string_view(piece.gun).substr(colon + 1);
  const std::size_t digits = std::min(size.find_first_not_of("0123456789"), size.size());
  const auto caliber = whole_number(size.substr(0, digits));
  if (!caliber) return std::nullopt;
  const std::string_view barrel = size.substr(digits);
  return TableGun{.caliber = *caliber,
                  .barrel = barrel == "LL"  ? Barrel::LL
                            : barrel == "L" ? Barrel::L
                            : barrel == "*" ? Barrel::short_one
                                            : Barrel::normal,
                  .is_mortar = piece.gun.starts_with("MTR")};
}

std::string options_apart(const Piece& piece) {
  if (piece.gun == "FT") {
    constexpr int usual = 10;
    const int x_number = piece.breakdown.value_or(usual);
    return "--weapon ft" + (x_number == usual ? std::string() : " --x-number " + std::to_string(x_number));
  }
  if (piece.gun == "DC") return "--weapon dc";
  const auto gun = gun_of(piece);
  if (!gun) return "";
  std::string text = "--caliber " + std::to_string(gun->caliber);
  if (gun->barrel != Barrel::normal) text += " --barrel " + std::string(name_of(gun->barrel, barrel_choices));
  return text + (gun->is_mortar ? " --fire mortar" : "");
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

TableFirers firers_at(const TablePlace& from, const std::string& wanted, int range, std::vector<std::string>& left_out) {
  TableFirers found{.side = side_of_firers(from, wanted)};
  Pieces leaders, guns, squads, others, fired_once, too_far;
  for (const Piece* piece : from.pieces) {
    if (piece->side != found.side || !could_fire(*piece) || is_concealed_heap(*piece)) continue;
    if (const auto why = why_not_firing(*piece); !why.empty()) {
      left_out.push_back(named_with(*piece, why));
    } else if (piece->on_hexside) {
      left_out.push_back(named_with(*piece, "on a hexside"));
    } else if (piece->unit.empty()) {
      left_out.push_back(named_with(*piece, why_apart(*piece)));
    } else if (piece->kind == CounterKind::leader) {
      leaders.push_back(piece);
    } else if (reach_of(*piece) < range) {
      if (is_man(*piece))
        too_far.push_back(piece);
      else
        left_out.push_back(named_with(*piece, "out of range"));
    } else if (has_fired_once(*piece)) {
      fired_once.push_back(piece);
    } else {
      (piece->kind == CounterKind::support_weapon ? guns : piece->kind == CounterKind::squad ? squads : others).push_back(piece);
    }
  }
  const bool only_again = squads.empty() && others.empty() && range <= 1;
  for (const Piece* piece : fired_once) {
    if (!only_again) {
      left_out.push_back(named_with(*piece, range <= 1 ? "has fired, and others have not" : "has fired"));
      continue;
    }
    found.area_fire = 1;
    (piece->kind == CounterKind::support_weapon ? guns : piece->kind == CounterKind::squad ? squads : others).push_back(piece);
  }
  const bool has_leader = std::any_of(from.pieces.begin(), from.pieces.end(), [&](const Piece* piece) {
    return piece->kind == CounterKind::leader && piece->side == found.side && !piece->is("broken");
  });
  const auto text_of = [&](const Piece* piece) { return firer_text(*piece, has_leader); };
  // The strongest first; who gives up his own Firepower for one takes none that has less.
  const auto strength = [](const Piece* piece) { return parse_firer(piece->unit).firepower; };
  std::stable_sort(guns.begin(), guns.end(), [&](const Piece* a, const Piece* b) { return strength(a) > strength(b); });
  std::size_t used = 0;
  for (const Piece* squad : squads) {
    found.by.push_back(text_of(squad));
    if (used < guns.size()) found.by.push_back(text_of(guns[used++]));
  }
  // Who does not reach so far himself fires a MG that does, a squad a second one if nobody else is left for it (A7.35).
  std::size_t spare = guns.size() - std::min(guns.size(), used + too_far.size());
  for (const Piece* unit : too_far) {
    if (used == guns.size()) {
      left_out.push_back(named_with(*unit, "out of range"));
      continue;
    }
    found.by.push_back(text_of(unit) + ",mg-only");
    found.by.push_back(text_of(guns[used++]));
    if (unit->kind == CounterKind::squad && spare > 0) --spare, found.by.push_back(text_of(guns[used++]));
  }
  for (const Piece* other : others) {
    const bool gains = used < guns.size() && (strength(guns[used]) >= strength(other) || parse_firer(other->unit).range < range);
    const bool with_gun = gains && (other->kind != CounterKind::hero || found.by.empty());
    found.by.push_back(text_of(other) + (with_gun ? ",mg-only" : ""));
    if (with_gun) found.by.push_back(text_of(guns[used++]));
  }
  const Pieces gunners = found.by.empty() && used < guns.size() ? leaders_at_a_gun(leaders, left_out) : Pieces{};
  if (!gunners.empty()) found.by.push_back(text_of(guns[used++]));
  for (const Piece* leader : gunners) found.by.push_back(text_of(leader));
  for (; used < guns.size(); ++used) left_out.push_back(named_with(*guns[used], "nobody is left to fire it"));
  if (found.by.empty())
    throw BadInput("from", from.name + " has nobody of the " + found.side + " who can fire",
                   left_out.empty() ? "no units" : with_between(left_out, ", "), "give {by}");
  const Piece* leader = gunners.empty() ? who_directs(leaders, left_out) : nullptr;
  if (leader) found.by.push_back(text_of(leader));
  return found;
}

TableTargets targets_at(const TablePlace& at, const std::string& not_of_side, std::vector<std::string>& left_out) {
  TableTargets found;
  bool has_vehicle = false;
  found.all_in_foxholes = found.all_in_trenches = true;
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
    if (found.side.empty()) found.side = piece->side;
    found.units.push_back(target_of(*piece));
    found.concealed = found.concealed || piece->is("concealed");
    const bool in_foxhole = piece->is("in a foxhole"), in_trench = piece->is("in a trench");
    found.all_in_foxholes = found.all_in_foxholes && in_foxhole;
    found.all_in_trenches = found.all_in_trenches && in_trench;
    found.some_in_pillbox = found.some_in_pillbox || piece->is("in a pillbox");
    found.some_entrenched = found.some_entrenched || in_foxhole || in_trench;
  }
  if (!found.units.empty()) return found;
  if (found.has_concealed_heaps)
    throw BadInput("hex", at.name + " holds concealed counters only", "what they are is not known", "give {target} ... {concealed}");
  if (has_vehicle)
    throw BadInput("hex", at.name + " holds vehicles only", "an attack on the IFT is at Infantry", "vehicles as targets: boxcars kill");
  throw BadInput("hex", at.name + " holds nobody to be fired at", "nobody of another side is there", "give {target}, or another {hex}");
}

std::vector<int> hexes_on_line(const Battlefield& field, int from, int to) {
  std::vector<int> crossed{from};
  const auto &a = field.hex(from).center, &b = field.hex(to).center;
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length < 1) return crossed;
  constexpr double beside = 1.5;  // pixels, so that a line along a hexside is in both of its hexes
  const bool along = line_of_sight(field, {from, 0}, {to, 0}).along_hexside;
  const auto add = [&](double x, double y) {
    const int px = static_cast<int>(x), py = static_cast<int>(y);
    if (!field.is_on_map(px, py)) return;
    const int hex = field.hex_at(px, py);
    if (hex >= 0 && std::find(crossed.begin(), crossed.end(), hex) == crossed.end()) crossed.push_back(hex);
  };
  for (double t = 0; t < length; t += 1) {
    const double x = a.x + dx * t / length, y = a.y + dy * t / length;
    if (!along) add(x, y);
    if (along) add(x - beside * dy / length, y + beside * dx / length), add(x + beside * dy / length, y - beside * dx / length);
  }
  if (std::find(crossed.begin(), crossed.end(), to) == crossed.end()) crossed.push_back(to);
  return crossed;
}

CountersOnLine::CountersOnLine(const Sights& sights, const MapInput& input) : sights_(sights), unknown_(input.unknown) {
  for (const Piece& piece : input.pieces) {
    if (!piece.at) continue;
    if (const auto is = hindering(piece)) hindering_.push_back({sights.index_of(*piece.at), *is, piece.name});
    if (piece.is("Wall Advantage") && is_unit_counter(piece)) with_wall_advantage_.push_back(*piece.at);
  }
}

Sight CountersOnLine::between(SightPlace from, SightPlace to) const {
  Sight sight = sights_.between(from, to);
  add_to(sight, from, to);
  return sight;
}

void CountersOnLine::add_to(Sight& sight, SightPlace from, SightPlace to) const {
  const auto has_advantage = [&](Hex hex) {
    return std::find(with_wall_advantage_.begin(), with_wall_advantage_.end(), hex) != with_wall_advantage_.end();
  };
  if (sight.line.range == 1 && has_advantage(from.hex)) without_hexside(sight);
  if (sight.line.range == 1 && has_advantage(to.hex)) with_hexside_alone(sight);
  if (hindering_.empty() && unknown_.empty()) return;
  const Battlefield& field = sights_.field();
  const int source = sights_.index_of(from.hex), target = sights_.index_of(to.hex);
  const auto crossed = hexes_on_line(field, source, target);
  const auto is_crossed = [&](int hex) { return std::find(crossed.begin(), crossed.end(), hex) != crossed.end(); };
  const int from_level = field.hex(source).base + from.level, to_level = field.hex(target).base + to.level;
  const int lower = std::min(from_level, to_level), higher = std::max(from_level, to_level);
  for (const Hinders& there : hindering_) {
    if (!is_crossed(there.hex)) continue;
    const bool is_end = there.hex == source || there.hex == target;
    if (is_end && !there.is.is_smoke) continue;
    const int top = field.hex(there.hex).base + there.is.height, base = top - there.is.height;
    if (there.is.at_its_level && (lower != base || higher != base)) continue;
    if (lower > top) continue;
    // Who looks over it from above sees what is behind it but for blind hexes (A6.4).
    if (higher > top && !is_end) {
      const int to_lower = field.range(there.hex, from_level < to_level ? source : target);
      const int to_higher = field.range(there.hex, from_level < to_level ? target : source);
      if (to_lower > std::max(2 * top + to_higher / 5 - higher - lower + 1, 1)) continue;
    }
    add_hindrance(sight, there, field.range(source, there.hex), there.hex == source);
  }
  std::vector<std::string> told;
  for (const UnknownGround& unknown : unknown_) {
    const int hex = sights_.index_of(unknown.hex);
    if (!unknown.surely || !is_crossed(hex)) continue;
    if (hex == target) without_ground(sight, unknown.why);
    if (hex == source || hex == target) continue;
    leave_unknown(sight, hex, sights_.name_of(hex), unknown.why);
    told.push_back(unknown.why);
  }
  for (const UnknownGround& unknown : unknown_) {
    const int hex = sights_.index_of(unknown.hex);
    if (!is_crossed(hex) || std::find(told.begin(), told.end(), unknown.why) != told.end()) continue;
    told.push_back(unknown.why);
    sight.notes.push_back(unknown.why + " lies or may reach where the line crosses " + sights_.name_of(hex) +
                          ": what is there is not known, and the board below it was looked at");
  }
  if (sight.line.hindrance > 0) sight.open_ground = false;
  if (sight.line.hindrance >= most_hindrance && !sight.blocked()) {
    sight.line.unseen = Unseen::hindrances;
    sight.why = std::string(words_of(Unseen::hindrances)) + ", " + std::string(rule_of(Unseen::hindrances));
  }
}

void CountersOnLine::add_hindrance(Sight& sight, const Hinders& there, int range, bool out_of_it) const {
  const std::string name = sights_.name_of(there.hex);
  constexpr int most_smoke = 3;  // of a Location (A24.2)
  int drm = there.is.drm;
  for (const Hindered& other : sight.hindrances) {
    if (other.range != range || other.hex.empty()) continue;
    if (!there.is.is_smoke) return;  // of one range only the most counts, and all others have at least 1
    if (other.is_smoke && other.hex == name) drm = std::min(drm, most_smoke - other.drm);
    if (other.is_smoke && other.hex != name) drm = std::max(0, drm - other.drm);
  }
  if (drm <= 0) return;
  const bool has_smoke = std::any_of(sight.hindrances.begin(), sight.hindrances.end(),
                                     [&](const Hindered& other) { return other.is_smoke && other.hex == name; });
  if (out_of_it && !has_smoke) ++drm;
  Hindered added{range, drm, name, there.name, there.is.is_smoke};
  const auto behind =
      std::find_if(sight.hindrances.begin(), sight.hindrances.end(), [&](const Hindered& other) { return other.range > range; });
  sight.hindrances.insert(behind, std::move(added));
  sight.line.hindrance += drm;
}

}  // namespace boxcars::model
