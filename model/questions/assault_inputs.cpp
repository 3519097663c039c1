#include "model/questions/assault_inputs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/guns.hpp"

namespace boxcars::model {
namespace {

constexpr std::size_t longest_name = 100;  // bytes

// How many there are when each stands there once for each of its targets.
std::size_t shots_at_one_target(const AssaultInputs& in) {
  std::size_t shots = 0;
  for (const AssaultShot& shot : in.shots) {
    if (shot.alternative == 0 && shot.part == AssaultShot::Part::none) shots += 1 + (is_at_moves(in, shot) ? 0 : shot.or_at.size());
  }
  return shots;
}

void require_names(const AssaultInputs& in) {
  const auto& asks = assault_questionnaire();
  const AssaultInputs fresh;
  if (const Need* need = first_unmet(asks.needs, given_of(asks.fields.all(), &in, &fresh))) throw BadInputAt(fault_of(*need));
  require_at("", "turns", in.turns, 1, most_assault_turns, "Player Turns of the attacker");
  if (in.locations.size() > most_assault_locations) {
    refuse_at("location", std::to_string(in.locations.size()) + " Locations are too many (at most " +
                              std::to_string(most_assault_locations) + " are followed); leave some out");
  }
  const auto parts =
      std::count_if(in.shots.begin(), in.shots.end(), [](const AssaultShot& shot) { return shot.part != AssaultShot::Part::none; });
  if (const std::size_t shots = std::max(in.shots.size() - static_cast<std::size_t>(parts), shots_at_one_target(in));
      shots > most_assault_shots)
    refuse_at("shot", std::to_string(shots) + " shots are too many (at most " + std::to_string(most_assault_shots) +
                          ", each at one target, and OBA at each hex that it hits); leave some out");
  std::set<std::string> names;
  for (const AssaultLocation& location : in.locations) {
    require_name("location." + location.name, location.name, "");
    const auto dot = location.name.find('.');
    const bool two_dots = dot != std::string::npos && location.name.find('.', dot + 1) != std::string::npos;
    if (two_dots || dot == 0 || dot + 1 == location.name.size())
      refuse_at("location." + location.name, "the name " + shown(location.name) + " has no hex before its dot; give it like J8.1");
    if (!names.insert(location.name).second)
      refuse_at("location." + location.name, "two Locations are called " + shown(location.name) + "; give one of them another name");
  }
  names.clear();
  for (const AssaultShot& shot : in.shots) {
    if (shot.alternative > 0 || shot.part != AssaultShot::Part::none) continue;
    require_name("shot." + shot.name, shot.name, ".");
    if (!names.insert(shot.name).second)
      refuse_at("shot." + shot.name, "two shots are called " + shown(shot.name) + "; give one of them another name");
  }
  require_names_of_moves(in);
}

void read_weapon(const AssaultUnit& weapon, const std::string& path, std::vector<Firer>& there) {
  Firer mg = at_path(path, [&] { return parse_firer(weapon.unit); });
  if (mg.pinned || mg.hexes)
    refuse_at(path, shown(weapon.unit) + " says how it fires (whoever is with it does, and the shot says the range); leave that out");
  const int count = std::exchange(mg.count, 1);
  there.insert(there.end(), index(count), mg);
}

void read_units(const AssaultInputs& in, Side side, AssaultPlan& plan) {
  Deployment::Troops& troops = plan.forces.units[side];
  int number = 0;
  std::vector<std::pair<std::string, int>> weapons_at;  // paths, and where
  for (const AssaultUnit& given : side == Side::attacker ? in.attackers : in.defenders) {
    const std::string path = std::string(name_of(side, side_choices)) + "." + std::to_string(++number);
    if (given.unit.empty()) refuse_at(path + ".unit", "no unit given (who is there?); give unit = \"4-6-7\"");
    if (given.location.empty()) refuse_at(path + ".location", "no Location given (where is " + given.unit + "?); give location = \"J8.1\"");
    const int location = find_location(in, path + ".location", given.location);
    const auto& defenders_at = plan.forces.units[Side::defender].location_of;
    if (side == Side::attacker && std::find(defenders_at.begin(), defenders_at.end(), location) != defenders_at.end())
      refuse_at(path + ".location", "both sides are in " + shown(given.location) +
                                        " (Close Combat begins with an advance); give another Location, and a shot with advance = true");
    if (given.from_turn) require_at(path, "from_turn", *given.from_turn, 1, most_assault_turns, "no more turns are played");
    if (means_mg(given.unit)) {
      if (given.from_turn)
        refuse_at(path + ".from_turn", "from_turn of a MG (it fires as soon as somebody is there to fire it); leave it out");
      weapons_at.emplace_back(path, location);
      read_weapon(given, path + ".unit", plan.forces.weapons[index(location)]);
      continue;
    }
    UnitEntry unit = at_path(path + ".unit", [&] { return parse_armed_unit(given.unit); });
    if (unit.gun) {
      const AssaultHex& hex = hex_at(plan, location);
      const AssaultLocation& l = in.locations[index(location)];
      GunPlace where = gun_place(terrain_at(in, plan, location), l.fortified);
      const int level = plan.level_of[index(location)];
      if (hex.building && level > 0 && level != hex.rooftop()) where.level = GunPlace::Level::upper;
      at_path(path + ".unit", [&] { require_allowed(*unit.gun, where, "unit " + shown(given.unit)); });
    }
    unit.unit.from_turn = given.from_turn.value_or(1);
    if (unit.unit.from_turn > 1 && unit.unit.start.pinned)
      refuse_at(path + ".unit", shown(given.unit) + " with from_turn (pins end with the turn, before he comes); leave 'pinned' out");
    troops.entries.push_back(std::move(unit));
    troops.location_of.push_back(location);
    plan.forces.side_of[index(location)] = side;
  }
  for (const auto& [path, location] : weapons_at) {
    if (std::find(troops.location_of.begin(), troops.location_of.end(), location) == troops.location_of.end())
      refuse_at(path + ".location",
                "a MG alone at " + shown(in.locations[index(location)].name) + " (who fires it?, A9.1); add a unit of the same side there");
  }
}

// Whether some shot's rubble, or what falls from it, can come down on a hex.
bool can_be_rubbled(const AssaultPlan& plan, HexNumber hex) {
  std::vector<HexNumber> brought_down;
  for (const AssaultFire& fire : plan.fires) {
    if (fire.rubbles) brought_down.push_back(plan.hex_of[index(fire.target)]);
  }
  return falls_as_far_as(plan, brought_down, hex);
}

// Where somebody rallies, everybody does.
void read_rally(const AssaultInputs& in, AssaultPlan& plan) {
  if (in.rally_drm) require_drm_of_table("rally", *in.rally_drm);
  for (const AssaultLocation& location : in.locations) {
    if (!location.rally_drm) continue;
    if (!in.rally_drm)
      refuse_at("location." + location.name + ".rally_drm", "rally_drm without [rally] (nobody rallies); give [rally] and its drm, too");
    require_at("location." + location.name, "rally_drm", *location.rally_drm, -10, 10, "no DRM is that large");
  }
  if (!in.rally_drm) return;
  for (const AssaultLocation& location : in.locations) {
    plan.forces.rally_drm.push_back(location.rally_drm.value_or(*in.rally_drm));
    const auto before = [&](const AssaultLocation& other) { return other.name < location.name; };
    plan.forces.rally_order.push_back(static_cast<int>(std::count_if(in.locations.begin(), in.locations.end(), before)));
  }
}

// All units of a side, and those in Good Order to begin with.
std::pair<int, int> counted(const Deployment::Troops& troops) {
  int all = 0, good_order = 0;
  for (const UnitEntry& unit : troops.entries) {
    all += unit.count.value_or(1);
    if (!unit.unit.start.broken && unit.unit.from_turn == 1) good_order += unit.count.value_or(1);
  }
  return {all, good_order};
}

// What the goal and the loss say of attackers.
void read_loss(const AssaultInputs& in, const AssaultPlan& plan) {
  const auto counts = counted(plan.forces.units[Side::attacker]);
  const int attackers = counts.first, good_order = counts.second;
  const auto read = [&](const char* table, const char* key, std::optional<int> value, const char* why) {
    if (!value) return;
    const std::string path = std::string(table) + "." + key;
    if (attackers == 0)
      refuse_at(path, std::string(key) + " of the attacker, who has no units (nobody shoots back); give [[attacker]], or leave it out");
    require_at(table, key, *value, 0, attackers, why);
  };
  read("goal", "attackers_left", in.goal.attackers_left, "so many attackers there are");
  read("goal", "own_buried", in.goal.own_buried, "so many attackers there are");
  read("loss", "good_order", in.loss.good_order, "so many attackers there are");
  if (in.loss.good_order.value_or(-1) >= good_order)
    refuse_at("loss.good_order", "good_order " + std::to_string(*in.loss.good_order) + " is lost before the first shot (only " +
                                     std::to_string(good_order) + (good_order == 1 ? " attacker is" : " attackers are") +
                                     " in Good Order); give a smaller number");
  if (in.loss.good_order && in.goal.attackers_left && *in.goal.attackers_left <= *in.loss.good_order)
    refuse_at("goal.attackers_left", "attackers_left " + std::to_string(*in.goal.attackers_left) + " with a loss at good_order " +
                                         std::to_string(*in.loss.good_order) + " (with so many left the defender has won); give at least " +
                                         std::to_string(*in.loss.good_order + 1));
}

void read_goal(const AssaultInputs& in, AssaultPlan& plan) {
  const AssaultGoal& goal = in.goal;
  if (!goal.good_order && !goal.eliminated && goal.rubbled.empty() && !goal.vehicles && goal.held.empty())
    refuse_at("goal", std::string("no goal given (") +
                          (goal.attackers_left || goal.own_buried ? "attackers_left and own_buried alone win nothing"
                                                                  : "when has the attacker won?") +
                          "); give good_order = 0, eliminated = 3, or rubbled = [\"J8.1\"]");
  const auto [defenders, good_order] = counted(plan.forces.units[Side::defender]);
  if (goal.good_order) {
    require_at("goal", "good_order", *goal.good_order, 0, 999, "so many defenders at most");
    if (good_order == 0)
      refuse_at("goal.good_order", "nobody is in Good Order to begin with (what is left to win?); give [[defender]], or another goal");
    if (*goal.good_order >= good_order && !goal.eliminated && goal.rubbled.empty() && !goal.vehicles && goal.held.empty())
      refuse_at("goal.good_order", "good_order " + std::to_string(*goal.good_order) + " is won before the first shot (only " +
                                       std::to_string(good_order) + (good_order == 1 ? " defender is" : " defenders are") +
                                       " in Good Order); give a smaller number");
  }
  if (goal.eliminated) require_at("goal", "eliminated", *goal.eliminated, 1, std::max(1, defenders), "there are no more defenders");
  if (goal.eliminated && defenders == 0)
    refuse_at("goal.eliminated", "nobody can be eliminated (there are no defenders); give [[defender]]");
  if (goal.vehicles) {
    const auto is_his = [](const AssaultVehicle& vehicle) { return vehicle.side == Side::defender; };
    const auto his = static_cast<int>(std::count_if(in.vehicles.begin(), in.vehicles.end(), is_his));
    if (his == 0) refuse_at("goal.vehicles", "the defender has no vehicles (which are to be eliminated?); give [[vehicle]]");
    require_at("goal", "vehicles", *goal.vehicles, 1, his, "there are no more vehicles of the defender");
  }
  std::set<int> named;
  for (const std::string& name : goal.rubbled) {
    const int location = find_location(in, "goal.rubbled", name);
    if (!named.insert(location).second) refuse_at("goal.rubbled", "Location " + shown(name) + " stands there twice; leave one out");
    if (!hex_at(plan, location).building)
      refuse_at("goal.rubbled", "Location " + shown(name) + " is no building (this goal counts buildings); leave it out");
    if (!can_be_rubbled(plan, plan.hex_of[index(location)]))
      refuse_at(
          "goal.rubbled",
          "Location " + shown(name) +
              " is never rubbled (no HE of 70mm or more at its hex can do it, B24.11, nor an AFV that enters, B23.41); give such a shot");
    plan.rubbled.push_back(location);
  }
  std::set<int> held;
  for (const std::string& name : goal.held) {
    const int location = find_location(in, "goal.held", name);
    if (!held.insert(location).second) refuse_at("goal.held", "Location " + shown(name) + " stands there twice; leave one out");
    if (in.attackers.empty())
      refuse_at("goal.held", "nobody of the attacker can be at " + shown(name) + " (he has no units); give [[attacker]], or another goal");
    if (!is_entered_by(in, Side::attacker, name) && side_at(in, name) != Side::attacker)
      refuse_at("goal.held",
                "nobody of the attacker ever comes to " + shown(name) + " (it is to be held); give a [[move]] or an advance there");
    plan.held.push_back(location);
    plan.forces.held |= 1U << location;
  }
  plan.turns = in.turns;
  if (goal.by_turn) {
    require_at("goal", "by_turn", *goal.by_turn, 1, in.turns, "a turn that is played");
    plan.turns = *goal.by_turn;
  }
  plan.player_turns = in.player_turns == PlayerTurns::both ? 2 : 1;
}

}  // namespace

void require_name(const std::string& path, const std::string& name, const char* separators) {
  const auto allowed = [&](char c) {
    return static_cast<unsigned char>(c) > ' ' && std::string_view(separators).find(c) == std::string_view::npos;
  };
  if (name.size() > longest_name)
    refuse_at(path, "the name " + shown(name) + " is too long (at most " + std::to_string(longest_name) + " bytes); give a shorter one");
  if (!name.empty() && std::all_of(name.begin(), name.end(), allowed) && printable(name) == name) return;
  refuse_at(path, "the name " + shown(name) + " cannot be used (names have letters, and no spaces" +
                      (std::string_view(separators).find('.') == std::string_view::npos ? "" : " or dots") + "); give another");
}

std::optional<Side> side_at(const AssaultInputs& in, std::string_view location) {
  const auto is_there = [&](const AssaultUnit& unit) { return unit.location == location; };
  if (std::any_of(in.attackers.begin(), in.attackers.end(), is_there)) return Side::attacker;
  if (std::any_of(in.defenders.begin(), in.defenders.end(), is_there)) return Side::defender;
  return std::nullopt;
}

Side side_of(const AssaultInputs& in, const AssaultShot& shot) {
  if (const auto firing = vehicle_named(in, shot.by)) return in.vehicles[index(*firing)].side;
  if (const auto firing = side_ever_at(in, shot.by)) return *firing;
  if (shot.smoke) return Side::attacker;
  for (const std::string& target : targets_of(shot)) {
    if (const auto held = side_ever_at(in, target)) return enemy_of(*held);
    if (const auto moved = move_named(in, target)) return enemy_of(side_at(in, in.moves[index(*moved)].by).value_or(Side::attacker));
    if (const auto vehicle = vehicle_named(in, target)) return enemy_of(in.vehicles[index(*vehicle)].side);
  }
  return Side::attacker;
}

bool is_entered_by(const AssaultInputs& in, Side side, std::string_view location) {
  return is_moved_into_by(in, side, location) || std::any_of(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) {
           const std::vector<std::string> targets = targets_of(shot);
           return shot.advance && side_of(in, shot) == side && std::find(targets.begin(), targets.end(), location) != targets.end();
         });
}

void refuse_at(const std::string& path, const std::string& what) { throw BadInputAt(path, what); }

void refuse_in_table(const std::string& path, const BadInput& bad) {
  Fault fault = bad.fault();
  fault.field = path + (path.empty() || fault.field.empty() ? "" : ".") + fault.field;
  throw BadInputAt(std::move(fault));
}

void require_at(const std::string& path, const std::string& field, int value, int low, int high, const std::string& why) {
  at_path(path, [&] { require_range(field, value, low, high, why); });
}

void require_drm_of_table(const std::string& table, int drm) {
  require_at(table, "drm", drm, drm_of_tables.low, drm_of_tables.high, std::string(drm_of_tables.why));
}

int find_location(const AssaultInputs& in, const std::string& path, const std::string& name) {
  const auto found = std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == name; });
  if (found != in.locations.end()) return static_cast<int>(found - in.locations.begin());
  std::vector<std::string> known;
  for (const AssaultLocation& location : in.locations) known.push_back(location.name);
  at_path(path, [&] { throw_unknown("Location", name, known); });
  return no_location;
}

std::vector<std::string> targets_of(const AssaultShot& shot) {
  std::vector<std::string> targets{shot.target};
  targets.insert(targets.end(), shot.or_at.begin(), shot.or_at.end());
  return targets;
}

void fire_only_at(AssaultShot& shot, std::string target) {
  shot.target = std::move(target);
  shot.or_at.clear();
  shot.may_hold = false;
}

AssaultInputs at_first_targets(const AssaultInputs& inputs) {
  AssaultInputs in = inputs;
  for (AssaultShot& shot : in.shots) fire_only_at(shot, shot.target);
  for (AssaultMove& move : in.moves) move.may_hold = false;
  return in;
}

AssaultInputs one_target_each(const AssaultInputs& inputs) {
  // Each copy has all targets: of too many none are made, and assault_plan() refuses them.
  if (shots_at_one_target(inputs) > most_assault_shots) return inputs;
  const AssaultInputs typed = with_rout(with_moves(by_phases(inputs)));
  AssaultInputs in = typed;
  in.shots.clear();
  for (const AssaultShot& shot : typed.shots) {
    in.shots.push_back(shot);
    if (is_at_moves(typed, shot)) continue;
    const auto add = [&](const std::string& target, const std::string& blast_of) {
      AssaultShot other = shot;
      other.target = target;
      other.alternative = in.shots.back().alternative + 1;
      other.blast_of = blast_of;
      in.shots.push_back(std::move(other));
    };
    for (const std::string& target : shot.or_at) add(target, "");
    for (const std::string& target : targets_of(shot)) {
      for (const std::string& beside : in_blast_of(typed, shot, target)) add(beside, target);
    }
  }
  return in;
}

bool falls_as_far_as(const AssaultPlan& plan, const std::vector<HexNumber>& brought_down, HexNumber hex) {
  std::vector<HexNumber> open{hex};
  std::set<HexNumber> seen{hex};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const bool comes_down = std::find(brought_down.begin(), brought_down.end(), open[i]) != brought_down.end();
    if (comes_down && (open[i] == hex || plan.hexes[open[i]].levels > 0)) return true;
    for (const HexNumber from : plan.hexes[open[i]].neighbor) {
      if (from != no_hex && plan.hexes[from].levels > 0 && seen.insert(from).second) open.push_back(from);
    }
  }
  return false;
}

AssaultPlan assault_plan(const AssaultInputs& in) {
  require_names(in);
  AssaultPlan plan;
  read_hexes(in, plan);
  for (int location = 0; location < static_cast<int>(in.locations.size()); ++location) {
    const Terrain terrain = terrain_at(in, plan, location);
    if (is_hut(terrain)) plan.huts |= 1U << location;
    if (terrain == Terrain::collapsed_hut) plan.collapsed |= 1U << location;
  }
  plan.forces.side_of.resize(in.locations.size(), Side::defender);
  plan.forces.weapons.resize(in.locations.size());
  read_units(in, Side::defender, plan);
  read_units(in, Side::attacker, plan);
  read_vehicles(in, plan);
  read_rout(in, plan);
  read_moves(in, plan);
  read_shots(in, plan);
  read_residual(plan);
  read_ways(in, plan);
  read_phases(in, plan);
  read_flames(in, plan);
  read_rally(in, plan);
  read_goal(in, plan);
  read_loss(in, plan);
  plan.changes = in.player_turns == PlayerTurns::both;
  plan.forces.stops_at_losses = in.goal.eliminated.has_value();
  plan.forces.most_buried = in.goal.own_buried;
  for (const Deployment::Troops& troops : plan.forces.units.of) {
    for (const UnitEntry& entry : troops.entries) plan.changes = plan.changes || entry.unit.from_turn > 1;
  }
  for (const AssaultFire& fire : plan.fires) {
    plan.changes = plan.changes || fire.from_turn > 1 || fire.until_turn < plan.turns || fire.move >= 0;
    plan.forces.watched |= fire.condition == AssaultFire::While::always ? 0U : 1U << fire.condition_at;
    const bool fires = fire.who != no_location && fire.kind != AssaultFire::Kind::advance && fire.kind != AssaultFire::Kind::march;
    plan.forces.firing |= fires ? 1U << fire.who : 0U;
  }
  return plan;
}

}  // namespace boxcars::model
