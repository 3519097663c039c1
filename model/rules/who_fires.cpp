#include "model/rules/who_fires.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/armory.hpp"
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

// Its Firepower at that range, none beyond its reach (A7.22).
double strength_at(const Piece& piece, int range) {
  const Firer firer = parse_firer(piece.unit);
  const int reach = is_atr(firer) ? firer.range : 2 * firer.range;
  if (range > reach) return 0;
  return range > firer.range ? firer.firepower / 2.0 : firer.firepower;
}

std::string why_apart(const Piece& piece) {
  const std::string options = options_apart(piece);
  return options.empty() ? "is asked for apart" : "an attack of its own: " + options;
}

// The leader who directs best, if that is any better than to do without (A7.53); a pinned one directs nobody (A7.8).
const Piece* who_directs(const Pieces& leaders, int range, bool all_fire_again, std::vector<std::string>& left_out) {
  const auto why_not = [&](const Piece& leader) -> std::string_view {
    if (leader.is("pinned")) return "a pinned leader directs nobody";
    if (has_fired_once(leader) && !all_fire_again) return "has fired";
    if (parse_leadership(leader.unit) > 0 && range < far_for_mg) return "nobody has to be directed by him";
    return "";
  };
  const Piece* best = nullptr;
  for (const Piece* leader : leaders) {
    if (!why_not(*leader).empty()) continue;
    if (!best || parse_leadership(leader->unit) < parse_leadership(best->unit)) best = leader;
  }
  for (const Piece* leader : leaders) {
    if (leader == best) continue;
    const std::string_view why = why_not(*leader);
    left_out.push_back(named_with(*leader, why.empty() ? "one leader directs" : why));
  }
  return best;
}

// Where nobody else is, two leaders fire a MG at its full Firepower, one at half (A9.12).
Pieces leaders_at_a_gun(const Pieces& leaders, std::vector<std::string>& left_out) {
  constexpr std::size_t most = 2;
  Pieces gunners;
  for (const Piece* leader : leaders) {
    const std::string_view why = leader->is("pinned") ? "pinned" : has_fired_once(*leader) ? "has fired" : "";
    if (why.empty() && gunners.size() < most)
      gunners.push_back(leader);
    else
      left_out.push_back(named_with(*leader, why.empty() ? "two leaders fire a MG" : why));
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

std::string why_not_by(const Piece& holder) {
  const std::string why(why_not_firing(holder));
  return why == "has fired" ? "who holds it has fired" : "who holds it is " + why;
}

// A unit that may fire, and the SW that it holds.
struct Shooter {
  const Piece* unit = nullptr;
  bool has_fired = false;  // itself: what it holds may have kept its rate of fire
  Pieces weapons{};        // the strongest first
  Pieces fired_weapons{};  // that have fired once
};

// What a unit fires: its own Firepower, and so many of its weapons.
struct Use {
  bool own = false;
  std::size_t weapons = 0;
  double firepower = 0;
};

// A squad fires one weapon beside its own Firepower or two instead of it, others one instead (A7.351, A7.352). A hero fires on beside
// others: the -1 for him is worth more (A15.24).
Use best_use(const Shooter& shooter, int range, bool is_alone) {
  const double own = shooter.has_fired ? 0 : strength_at(*shooter.unit, range);
  const auto strength = [&](std::size_t i) { return i < shooter.weapons.size() ? strength_at(*shooter.weapons[i], range) : 0; };
  const double one = strength(0), second = strength(1);
  if (shooter.unit->kind == CounterKind::squad) {
    if (second > own) return {false, 2, one + second};
    return {own > 0, one > 0 ? std::size_t{1} : 0, own + one};
  }
  const bool may = shooter.unit->kind != CounterKind::hero || is_alone;
  if (may && one > 0 && one >= own) return {false, 1, one};
  return {own > 0, 0, own};
}

// Those of a side in a Location who may fire.
struct Roster {
  std::vector<Shooter> shooters{};
  Pieces leaders{};
  Pieces of_leaders{};  // the SW that they hold
  Pieces of_nobody{};   // those whose holder is not known
};

void add_weapon(Roster& roster, const Piece& weapon, const Piece* holder, std::vector<std::string>& left_out) {
  if (weapon.stack == 0) {
    roster.of_nobody.push_back(&weapon);
  } else if (!holder) {
    left_out.push_back(named_with(weapon, "nobody holds it"));
  } else if (is_concealed_heap(*holder)) {
    left_out.push_back(named_with(weapon, "who holds it is not known"));
  } else if (holder->kind == CounterKind::leader && why_not_firing(*holder).empty()) {
    roster.of_leaders.push_back(&weapon);
  } else {
    const auto held_by = [&](const Shooter& shooter) { return shooter.unit == holder; };
    const auto shooter = std::find_if(roster.shooters.begin(), roster.shooters.end(), held_by);
    if (shooter == roster.shooters.end())
      left_out.push_back(named_with(weapon, why_not_by(*holder)));
    else
      (has_fired_once(weapon) ? shooter->fired_weapons : shooter->weapons).push_back(&weapon);
  }
}

Roster roster_of(const TablePlace& from, const std::string& side, int range, std::vector<std::string>& left_out) {
  Roster roster;
  for (const Piece* piece : from.pieces) {
    if (piece->side != side || !could_fire(*piece) || is_concealed_heap(*piece)) continue;
    const auto why = why_not_firing(*piece);
    const bool is_man_who_has_fired = piece->is("Prep Fire") && why == "has fired" && is_man(*piece);
    if (!why.empty() && !(is_man_who_has_fired && piece->kind != CounterKind::leader)) {
      left_out.push_back(named_with(*piece, why));
    } else if (piece->on_hexside) {
      left_out.push_back(named_with(*piece, "on a hexside"));
    } else if (piece->unit.empty()) {
      const std::string idle = is_man(*piece) ? "" : why_idle(from, *piece);
      left_out.push_back(named_with(*piece, idle.empty() ? why_apart(*piece) : idle));
    } else if (piece->kind == CounterKind::leader) {
      roster.leaders.push_back(piece);
    } else if (piece->kind != CounterKind::support_weapon) {
      roster.shooters.push_back({.unit = piece, .has_fired = is_man_who_has_fired || has_fired_once(*piece)});
    } else if (strength_at(*piece, range) > 0) {
      add_weapon(roster, *piece, who_mans(from, *piece), left_out);
    } else {
      left_out.push_back(named_with(*piece, "out of range"));
    }
  }
  return roster;
}

// SW whose holder is not known go to whom they help most, the strongest first; what is left, a leader may fire.
void deal(Roster& roster, int range) {
  const auto stronger = [range](const Piece* a, const Piece* b) { return strength_at(*a, range) > strength_at(*b, range); };
  std::stable_sort(roster.of_nobody.begin(), roster.of_nobody.end(), stronger);
  const bool is_alone = roster.shooters.size() == 1;
  for (const Piece* weapon : roster.of_nobody) {
    Shooter* whose = nullptr;
    double most = 0;
    for (Shooter& shooter : roster.shooters) {
      Shooter with = shooter;
      with.weapons.push_back(weapon);
      const Use before = best_use(shooter, range, is_alone), after = best_use(with, range, is_alone);
      const double gain = after.firepower - before.firepower;
      if (after.weapons > before.weapons && gain >= 0 && (!whose || gain > most)) whose = &shooter, most = gain;
    }
    if (whose)
      whose->weapons.push_back(weapon);
    else
      roster.of_leaders.push_back(weapon);
  }
  for (Shooter& shooter : roster.shooters) std::stable_sort(shooter.weapons.begin(), shooter.weapons.end(), stronger);
  std::stable_sort(roster.of_leaders.begin(), roster.of_leaders.end(), stronger);
}

// Those who fire: who has not yet, or has a weapon that may again. Where there is nobody else, and the targets are adjacent, those who have
// fired once, with all that has (A8.3, A8.4).
std::vector<Shooter> take_turns(std::vector<Shooter> all, int range, int& area_fire, std::vector<std::string>& left_out) {
  const auto is_fresh = [](const Shooter& shooter) { return !shooter.has_fired || !shooter.weapons.empty(); };
  const auto may_again = [&](const Shooter& shooter) { return !is_fresh(shooter) && !shooter.unit->is("Prep Fire"); };
  const bool any_fresh = std::any_of(all.begin(), all.end(), is_fresh), any_again = std::any_of(all.begin(), all.end(), may_again);
  const bool again = !any_fresh && any_again && range <= 1;
  area_fire = again ? 1 : 0;
  std::vector<Shooter> firing;
  for (Shooter& shooter : all) {
    if (again && may_again(shooter)) {
      shooter.has_fired = false;
      shooter.weapons.swap(shooter.fired_weapons);
    } else if (!is_fresh(shooter)) {
      left_out.push_back(named_with(*shooter.unit, range <= 1 && may_again(shooter) ? "has fired, and others have not" : "has fired"));
    }
    for (const Piece* weapon : shooter.fired_weapons) left_out.push_back(named_with(*weapon, "has fired"));
    if (is_fresh(shooter)) firing.push_back(std::move(shooter));
  }
  return firing;
}

}  // namespace

namespace {

// As most Guns of a nation have them (A25): "Allied Minor".
GunColor usual_color_of(std::string side) {
  std::replace(side.begin(), side.end(), ' ', '-');
  const auto nation = find_choice(side, nationality_choices);
  return nation ? gun_color_of(Firearm{.list = list_of(*nation)}, std::nullopt) : GunColor::black;
}

}  // namespace

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
                  .is_mortar = piece.gun.starts_with("MTR"),
                  .color = usual_color_of(piece.side)};
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

const Piece* who_mans(const TablePlace& at, const Piece& weapon) {
  const Piece* holder = nullptr;
  for (const Piece* piece : at.pieces) {
    if (weapon.kind == CounterKind::gun) {
      const bool could = piece->kind != CounterKind::leader && is_man(*piece) && !is_concealed_heap(*piece) && piece->side == weapon.side;
      if (could && (!holder || (!why_not_firing(*holder).empty() && why_not_firing(*piece).empty()))) holder = piece;
      continue;
    }
    if (piece == &weapon) return holder;
    if (piece->stack != weapon.stack) continue;
    if (is_man(*piece) || is_concealed_heap(*piece)) holder = piece;
  }
  return holder;
}

std::string why_idle(const TablePlace& at, const Piece& weapon) {
  if (const auto why = why_not_firing(weapon); !why.empty()) return std::string(why);
  if (has_fired_once(weapon)) return "has fired";
  if (weapon.on_hexside) return "on a hexside";
  const Piece* holder = who_mans(at, weapon);
  if (!holder) return weapon.kind == CounterKind::gun ? "nobody mans it" : "nobody holds it";
  if (is_concealed_heap(*holder)) return "who holds it is not known";
  return holder->is("Prep Fire") || why_not_firing(*holder).empty() ? "" : why_not_by(*holder);
}

TableFirers firers_at(const TablePlace& from, const std::string& wanted, int range, std::vector<std::string>& left_out) {
  TableFirers found{.side = side_of_firers(from, wanted)};
  Roster roster = roster_of(from, found.side, range, left_out);
  deal(roster, range);
  const std::vector<Shooter> firing = take_turns(std::move(roster.shooters), range, found.area_fire, left_out);
  const bool has_leader = std::any_of(from.pieces.begin(), from.pieces.end(), [&](const Piece* piece) {
    return piece->kind == CounterKind::leader && piece->side == found.side && !piece->is("broken");
  });
  const auto text_of = [&](const Piece* piece) { return firer_text(*piece, has_leader); };
  const bool all_pinned = std::all_of(firing.begin(), firing.end(), [](const Shooter& shooter) { return shooter.unit->is("pinned"); });
  found.all_wait_for_fire =
      !firing.empty() && std::all_of(firing.begin(), firing.end(), [](const Shooter& one) { return one.unit->is("Opportunity Fire"); });
  found.on_wire = std::any_of(firing.begin(), firing.end(), [](const Shooter& one) { return one.unit->is("on Wire"); });
  for (const Shooter& shooter : firing) {
    const Use use = best_use(shooter, range, firing.size() == 1);
    if (use.firepower > 0)
      found.by.push_back(text_of(shooter.unit) + (use.own ? "" : ",mg-only"));
    else
      left_out.push_back(named_with(*shooter.unit, "out of range"));
    for (std::size_t i = 0; i < shooter.weapons.size(); ++i) {
      // Who else is there does not fire it for him.
      const bool says_pinned = shooter.unit->is("pinned") && !all_pinned && shooter.weapons[i]->stack != 0;
      if (i < use.weapons)
        found.by.push_back(text_of(shooter.weapons[i]) + (says_pinned ? ",pinned" : ""));
      else
        left_out.push_back(named_with(*shooter.weapons[i], "who holds it has no more FP with it"));
    }
  }
  const bool leaders_fire = found.by.empty() && !roster.of_leaders.empty();
  const Pieces gunners = leaders_fire ? leaders_at_a_gun(roster.leaders, left_out) : Pieces{};
  if (!gunners.empty()) found.by.push_back(text_of(roster.of_leaders.front()));
  for (const Piece* leader : gunners) found.by.push_back(text_of(leader));
  for (std::size_t i = gunners.empty() ? 0 : 1; i < roster.of_leaders.size(); ++i) {
    const Piece& weapon = *roster.of_leaders[i];
    left_out.push_back(named_with(weapon, weapon.stack == 0 ? "nobody is left to fire it" : "a leader holds it"));
  }
  if (found.by.empty())
    throw BadInput("from", from.name + " has nobody of the " + found.side + " who can fire",
                   left_out.empty() ? "no units" : with_between(left_out, ", "), "give {by}");
  const Piece* leader = gunners.empty() ? who_directs(roster.leaders, range, found.area_fire > 0, left_out) : nullptr;
  if (leader) found.by.push_back(text_of(leader));
  return found;
}

}  // namespace boxcars::model
