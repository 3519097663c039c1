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
constexpr std::array<NoFire, 11> no_fire{{{"broken", "broken"},
                                          {"in Melee", "in Melee"},
                                          {"TI", "TI"},
                                          {"Prep Fire", "has fired"},
                                          {"Final Fire", "has fired"},
                                          {"Bounding Fire", "has fired"},
                                          {"Intensive Fire", "has fired"},
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
  if (piece.is("berserk")) return 0;  // A15.4
  const auto of = class_of(piece);
  if (of && is_inexperienced(*of, has_leader)) return 2;
  const auto nation = find_choice(piece.side, nation_choices);
  const bool is_mmc = piece.kind == CounterKind::squad || piece.kind == CounterKind::half_squad;
  return is_mmc && nation && never_cowers(*nation, of.value_or(UnitClass::second_line)) ? 0 : 1;
}

std::string unit_text(const Piece& piece, bool has_leader) {
  std::string text = piece.unit;
  if (piece.is("pinned")) text += ",pinned";
  if (piece.is("encircled")) text += ",encircled";
  if (piece.is("CX")) text += ",cx";
  if (piece.kind == CounterKind::leader && piece.is("wounded")) text += ",wounded";
  if (piece.is("fanatic")) text += ",fanatic";
  if (piece.kind == CounterKind::squad && piece.assault_fire) text += ",assault";
  return text + cowering_attribute(cowering_columns_of(piece, has_leader));
}

// A unit that may fire, and the SW that it holds.
struct Shooter {
  const Piece* unit = nullptr;
  bool has_fired = false;    // itself: what it holds may have kept its rate of fire
  bool fires_again = false;  // who has fired once: SFF, or Final Fire at adjacent units
  Pieces weapons{};          // the strongest first
  Pieces fired_weapons{};    // that have fired once
};

// Captured: B# -2; Inexperienced user: B# -1; Sustained Fire: B# -2 (A21.11, A19.33, A9.3).
std::string weapon_text(const Piece& weapon, const Shooter& shooter, bool has_leader) {
  const Firer mg = parse_firer(weapon.unit);
  const int usual = breakdown_of_mg(mg.firepower, mg.range);
  const auto of = class_of(*shooter.unit);
  int breakdown = weapon.breakdown.value_or(usual);
  if (weapon.is("captured")) breakdown -= 2;
  if (of && is_inexperienced(*of, has_leader)) breakdown -= 1;
  if (shooter.fires_again) breakdown -= 2;
  breakdown = std::max(breakdown, worst_breakdown);
  const bool says = weapon.breakdown || breakdown != usual;
  return weapon.unit + (says ? ",b=" + std::to_string(breakdown) : "");
}

// Its Firepower at that range, none beyond its reach (A7.22).
double strength_at(const Piece& piece, int range) {
  const Firer firer = parse_firer(piece.unit);
  const int reach = is_atr(firer) ? firer.range : 2 * firer.range;
  if (range > reach) return 0;
  return range > firer.range ? firer.firepower / 2.0 : firer.firepower;
}

std::string why_apart(const TablePlace& at, const Piece& piece) {
  const std::string options = options_apart(at, piece);
  return options.empty() ? "is asked for apart" : "an attack of its own: " + options;
}

// The side of those who fire: that which is asked for, or the only one that has men there.
std::string side_of_firers(const TablePlace& from, const std::string& wanted) {
  std::string side;
  for (const auto may : {&is_man, &is_unit_counter}) {
    for (const Piece* piece : from.pieces) {
      if (!may(*piece) || (!wanted.empty() && !same_word(piece->side, wanted))) continue;
      if (side.empty()) side = piece->side;
      if (piece->side != side) throw BadInput("from", from.name + " has men of two sides", side + " and " + piece->side, "give {side}");
    }
    if (!side.empty()) return side;
  }
  if (std::any_of(from.pieces.begin(), from.pieces.end(), [](const Piece* piece) { return is_concealed_heap(*piece); }))
    throw BadInput("from", from.name + " has nobody who is seen to fire", "what is concealed is not looked at", "give {side}, or {by}");
  throw BadInput("from", from.name + " has nobody who can fire", "the save has no units there", "give another {from}, or {by}");
}

bool could_fire(const Piece& piece) { return is_unit_counter(piece) || piece.kind == CounterKind::support_weapon; }

std::string why_not_by(const Piece& holder) {
  const std::string why(why_not_firing(holder));
  return why == "has fired" ? "who holds it has fired" : "who holds it is " + why;
}

// What a unit fires: its own Firepower, and so many of its weapons.
struct Use {
  bool own = false;
  std::size_t weapons = 0;
  double firepower = 0;
};

// A squad fires one weapon beside its own Firepower or two instead of it, others one instead (A7.351, A7.352, A15.23).
Use best_use(const Shooter& shooter, int range) {
  const double own = shooter.has_fired ? 0 : strength_at(*shooter.unit, range);
  const auto strength = [&](std::size_t i) { return i < shooter.weapons.size() ? strength_at(*shooter.weapons[i], range) : 0; };
  const double one = strength(0), second = strength(1);
  if (shooter.unit->kind == CounterKind::squad) {
    if (second > own) return {false, 2, one + second};
    return {own > 0, one > 0 ? std::size_t{1} : 0, own + one};
  }
  if (one > 0 && one >= own) return {false, 1, one};
  return {own > 0, 0, own};
}

// Those of a side in a Location who may fire.
struct Roster {
  std::vector<Shooter> shooters{};
  std::vector<Shooter> leaders{};
  Pieces of_nobody{};  // the SW whose holder is not known
};

void add_weapon(Roster& roster, const Piece& weapon, const Piece* holder, std::vector<std::string>& left_out) {
  if (weapon.stack == 0) {
    roster.of_nobody.push_back(&weapon);
  } else if (!holder) {
    left_out.push_back(named_with(weapon, "nobody holds it"));
  } else if (is_concealed_heap(*holder)) {
    left_out.push_back(named_with(weapon, "who holds it is not known"));
  } else {
    auto& those = holder->kind == CounterKind::leader ? roster.leaders : roster.shooters;
    const auto shooter = std::find_if(those.begin(), those.end(), [&](const Shooter& one) { return one.unit == holder; });
    if (shooter == those.end())
      left_out.push_back(named_with(weapon, why_not_by(*holder)));
    else
      (has_fired_once(weapon) ? shooter->fired_weapons : shooter->weapons).push_back(&weapon);
  }
}

Roster roster_of(const TablePlace& from, const std::string& side, const WhenFired& when, std::vector<std::string>& left_out) {
  // Whoever has fired may hold a MG that has kept its rate of fire, until the phase is over (A9.2).
  const bool same_phase = when.phase == FirePhase::prep || when.phase == FirePhase::defensive;
  Roster roster;
  for (const Piece* piece : from.pieces) {
    if (piece->side != side || !could_fire(*piece) || is_concealed_heap(*piece)) continue;
    const auto why = why_not_firing(*piece);
    const bool has_fired = is_man(*piece) && (has_fired_once(*piece) || (same_phase && piece->is("Prep Fire") && why == "has fired"));
    if (!why.empty() && !has_fired) {
      left_out.push_back(named_with(*piece, why));
    } else if (piece->on_hexside) {
      left_out.push_back(named_with(*piece, "on a hexside"));
    } else if (piece->unit.empty()) {
      const std::string idle = is_man(*piece) ? "" : why_idle(from, *piece);
      left_out.push_back(named_with(*piece, idle.empty() ? why_apart(from, *piece) : idle));
    } else if (piece->kind != CounterKind::support_weapon) {
      (piece->kind == CounterKind::leader ? roster.leaders : roster.shooters).push_back({.unit = piece, .has_fired = has_fired});
    } else if (strength_at(*piece, when.range) > 0) {
      add_weapon(roster, *piece, who_mans(from, *piece), left_out);
    } else {
      left_out.push_back(named_with(*piece, "out of range"));
    }
  }
  return roster;
}

// SW whose holder is not known go to whom they help most, the strongest first; what is left, leaders may fire.
void deal(Roster& roster, int range) {
  const auto stronger = [range](const Piece* a, const Piece* b) { return strength_at(*a, range) > strength_at(*b, range); };
  std::stable_sort(roster.of_nobody.begin(), roster.of_nobody.end(), stronger);
  Pieces left;
  for (const Piece* weapon : roster.of_nobody) {
    Shooter* whose = nullptr;
    double most = 0;
    for (Shooter& shooter : roster.shooters) {
      Shooter with = shooter;
      with.weapons.push_back(weapon);
      const Use before = best_use(shooter, range), after = best_use(with, range);
      const double gain = after.firepower - before.firepower;
      if (after.weapons > before.weapons && gain >= 0 && (!whose || gain > most)) whose = &shooter, most = gain;
    }
    if (whose)
      whose->weapons.push_back(weapon);
    else
      left.push_back(weapon);
  }
  roster.of_nobody = std::move(left);
  for (auto* those : {&roster.shooters, &roster.leaders}) {
    for (Shooter& shooter : *those) std::stable_sort(shooter.weapons.begin(), shooter.weapons.end(), stronger);
  }
}

// Those who fire: who has not yet, or has a weapon that may again. Where there is nobody else, and the targets are adjacent, those who have
// fired once fire again (A8.3, A8.4).
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
      shooter.fires_again = true;
      // A lone SMC has no Sustained Fire (A9.3).
      if (shooter.unit->kind != CounterKind::hero) shooter.weapons.swap(shooter.fired_weapons);
    } else if (!is_fresh(shooter)) {
      left_out.push_back(named_with(*shooter.unit, range <= 1 && may_again(shooter) ? "has fired, and others have not" : "has fired"));
    }
    for (const Piece* weapon : shooter.fired_weapons) left_out.push_back(named_with(*weapon, "has fired"));
    if (is_fresh(shooter)) firing.push_back(std::move(shooter));
  }
  return firing;
}

// The leader who directs best, if that is any better than to do without (A7.53); a pinned one directs nobody (A7.8).
const Piece* who_directs(const std::vector<Shooter>& leaders, int range, bool all_fire_again, std::vector<std::string>& left_out) {
  const auto why_not = [&](const Shooter& leader) -> std::string_view {
    if (leader.unit->is("pinned")) return "a pinned leader directs nobody";
    if (leader.has_fired && !all_fire_again) return "has fired";
    if (parse_leadership(leader.unit->unit) > 0 && range < far_for_mg) return "nobody has to be directed by him";
    return "";
  };
  const Piece* best = nullptr;
  for (const Shooter& leader : leaders) {
    if (!why_not(leader).empty()) continue;
    if (!best || parse_leadership(leader.unit->unit) < parse_leadership(best->unit)) best = leader.unit;
  }
  for (const Shooter& leader : leaders) {
    if (leader.unit == best) continue;
    const std::string_view why = why_not(leader);
    left_out.push_back(named_with(*leader.unit, why.empty() ? "one leader directs" : why));
  }
  return best;
}

// Where nobody else fires, a leader fires the MG that he holds: two leaders at its full Firepower, one alone at half (A9.12).
struct LeadersMg {
  const Piece* weapon = nullptr;
  Pieces gunners{};
};

LeadersMg mg_of_leaders(const Roster& roster, int range, std::vector<std::string>& left_out) {
  constexpr std::size_t most = 2;
  LeadersMg best;
  const Piece* holder = nullptr;  // null: whoever is there
  const auto take = [&](const Piece* weapon, const Piece* its_holder) {
    if (!best.weapon || strength_at(*weapon, range) > strength_at(*best.weapon, range)) best.weapon = weapon, holder = its_holder;
  };
  const auto is_free = [](const Shooter& leader) { return !leader.has_fired && !leader.unit->is("pinned"); };
  for (const Shooter& leader : roster.leaders) {
    for (const Piece* weapon : leader.weapons) {
      if (!leader.unit->is("pinned")) take(weapon, leader.unit);
    }
  }
  if (std::any_of(roster.leaders.begin(), roster.leaders.end(), is_free)) {
    for (const Piece* weapon : roster.of_nobody) take(weapon, nullptr);
  }
  if (!best.weapon) return best;
  std::size_t room = holder ? most - 1 : most;
  for (const Shooter& leader : roster.leaders) {
    if (leader.unit == holder) {
      best.gunners.push_back(leader.unit);
    } else if (is_free(leader) && room > 0) {
      --room;
      best.gunners.push_back(leader.unit);
    } else {
      left_out.push_back(named_with(*leader.unit, leader.unit->is("pinned") ? "pinned"
                                                  : leader.has_fired        ? "has fired"
                                                                            : "two leaders fire a MG"));
    }
  }
  return best;
}

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
                  .color = usual_color_of(piece.made_by.empty() ? piece.side : piece.made_by)};
}

std::string options_apart(const TablePlace& at, const Piece& piece) {
  const bool is_ft = piece.gun == "FT";
  const auto gun = gun_of(piece);
  if (!is_ft && piece.gun != "DC" && !gun) return "";
  const Piece* holder = who_mans(at, piece);
  if (!gun) {
    constexpr int usual = 10;
    const int x_number = piece.breakdown.value_or(usual);
    const auto of = holder ? class_of(*holder) : std::nullopt;
    return (is_ft ? "--weapon ft" : "--weapon dc") +
           (is_ft && x_number != usual ? " --x-number " + std::to_string(x_number) : std::string()) +
           (of && *of != UnitClass::elite ? " --non-elite" : "");
  }
  std::string text = "--caliber " + std::to_string(gun->caliber);
  if (gun->barrel != Barrel::normal) text += " --barrel " + std::string(name_of(gun->barrel, barrel_choices));
  if (gun->color != GunColor::black) text += " --gun-color " + std::string(name_of(gun->color, gun_color_choices));
  if (gun->is_mortar) text += " --fire mortar";
  for (const std::string& one : cases_of_crew(at, piece)) text += " --case " + one;
  return text;
}

std::vector<std::string> cases_of_crew(const TablePlace& at, const Piece& gun) {
  std::vector<std::string> cases;
  const Piece* crew = who_mans(at, gun);
  if (crew && crew->is("pinned")) cases.emplace_back("D");
  if (gun.is("captured")) cases.emplace_back("H");
  return cases;
}

const Piece* who_mans(const TablePlace& at, const Piece& weapon) {
  const bool is_gun = weapon.kind == CounterKind::gun;
  const auto could_man = [&](const Piece& piece) {
    return is_man(piece) && !is_concealed_heap(piece) && piece.kind != CounterKind::leader && piece.side == weapon.side;
  };
  const Piece* beneath = nullptr;
  for (const Piece* piece : at.pieces) {
    if (piece == &weapon) break;
    if (piece->stack == weapon.stack && (is_gun ? could_man(*piece) : is_man(*piece) || is_concealed_heap(*piece))) beneath = piece;
  }
  if (beneath || !is_gun) return beneath;
  const Piece* anybody = nullptr;
  for (const Piece* piece : at.pieces) {
    if (!could_man(*piece)) continue;
    if (!anybody || (!why_not_firing(*anybody).empty() && why_not_firing(*piece).empty())) anybody = piece;
  }
  return anybody;
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

TableFirers firers_at(const TablePlace& from, const std::string& wanted, const WhenFired& when, std::vector<std::string>& left_out) {
  const int range = when.range;
  TableFirers found{.side = side_of_firers(from, wanted)};
  Roster roster = roster_of(from, found.side, when, left_out);
  deal(roster, range);
  const std::vector<Shooter> firing = take_turns(std::move(roster.shooters), range, found.area_fire, left_out);
  const bool has_leader = std::any_of(from.pieces.begin(), from.pieces.end(), [&](const Piece* piece) {
    return piece->kind == CounterKind::leader && piece->side == found.side && !piece->is("broken");
  });
  const bool all_pinned = std::all_of(firing.begin(), firing.end(), [](const Shooter& shooter) { return shooter.unit->is("pinned"); });
  found.all_on_opportunity_fire = !firing.empty();
  for (const Shooter& shooter : firing) {
    const bool waits = shooter.unit->is("Opportunity Fire");
    found.all_on_opportunity_fire = found.all_on_opportunity_fire && waits;
    found.some_on_opportunity_fire = found.some_on_opportunity_fire || waits;
    found.on_wire = found.on_wire || shooter.unit->is("on Wire");
    const Use use = best_use(shooter, range);
    if (use.firepower > 0)
      found.by.push_back(unit_text(*shooter.unit, has_leader) + (use.own ? "" : ",mg-only"));
    else
      left_out.push_back(named_with(*shooter.unit, "out of range"));
    for (std::size_t i = 0; i < shooter.weapons.size(); ++i) {
      const Piece& weapon = *shooter.weapons[i];
      // Nobody else in the Location fires it for him.
      const bool says_pinned = shooter.unit->is("pinned") && !all_pinned && weapon.stack != 0;
      if (i < use.weapons)
        found.by.push_back(weapon_text(weapon, shooter, has_leader) + (says_pinned ? ",pinned" : ""));
      else
        left_out.push_back(named_with(weapon, "who holds it has no more FP with it"));
    }
  }
  const LeadersMg mg = found.by.empty() ? mg_of_leaders(roster, range, left_out) : LeadersMg{};
  if (mg.weapon) found.by.push_back(weapon_text(*mg.weapon, {.unit = mg.gunners.front()}, has_leader));
  for (const Piece* leader : mg.gunners) {
    found.by.push_back(unit_text(*leader, has_leader));
    found.on_wire = found.on_wire || leader->is("on Wire");
  }
  if (mg.weapon) found.all_on_opportunity_fire = mg.weapon->is("Opportunity Fire");
  for (const Piece* weapon : roster.of_nobody) {
    if (weapon != mg.weapon) left_out.push_back(named_with(*weapon, "nobody is left to fire it"));
  }
  for (const Shooter& leader : roster.leaders) {
    for (const Piece* weapon : leader.weapons) {
      if (weapon != mg.weapon) left_out.push_back(named_with(*weapon, "a leader holds it"));
    }
    for (const Piece* weapon : leader.fired_weapons) left_out.push_back(named_with(*weapon, "has fired"));
  }
  if (found.by.empty())
    throw BadInput("from", from.name + " has nobody of the " + found.side + " who can fire",
                   left_out.empty() ? "no units" : with_between(left_out, ", "), "give {by}");
  const Piece* leader = mg.weapon ? nullptr : who_directs(roster.leaders, range, found.area_fire > 0, left_out);
  if (leader) found.by.push_back(unit_text(*leader, has_leader));
  return found;
}

}  // namespace boxcars::model
