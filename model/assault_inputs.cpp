#include "model/assault_inputs.hpp"

#include <algorithm>
#include <set>

#include "model/bad_input.hpp"
#include "model/guns.hpp"
#include "model/ift.hpp"
#include "model/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int no_location = AssaultPlan::no_location;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

[[noreturn]] void refuse(const std::string& path, const std::string& what) { throw BadInputAt(path, what); }

// What the other questions say of their options, said of the keys of a file: "--to-hit 21" is "to_hit 21".
std::string in_keys(std::string_view text, std::string& first_key) {
  std::string words;
  while (!text.empty()) {
    if (!text.starts_with("--")) {
      words += text.front();
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(2);
    std::string key;
    for (; !text.empty() && ((text.front() >= 'a' && text.front() <= 'z') || text.front() == '-'); text.remove_prefix(1))
      key += text.front() == '-' ? '_' : text.front();
    if (first_key.empty()) first_key = key;
    words += key;
  }
  return words;
}

// Does what may throw BadInput about options, of what stands at a path.
template <class Work>
auto at(const std::string& path, Work work) {
  try {
    return work();
  } catch (const BadInputAt&) {
    throw;
  } catch (const BadInput& bad) {
    std::string key;
    const std::string words = in_keys(bad.what(), key);
    throw BadInputAt(key.empty() ? path : path + "." + key, words);
  }
}

void require(const std::string& path, std::string_view key, int value, int low, int high, std::string_view why) {
  at(path, [&] { require_range(key, value, low, high, why); });
}

std::string hex_part(const std::string& name) { return name.substr(0, name.find('.')); }

void require_name(const std::string& path, const std::string& name, const char* separators) {
  const auto allowed = [&](char c) {
    return static_cast<unsigned char>(c) > ' ' && std::string_view(separators).find(c) == std::string_view::npos;
  };
  if (!name.empty() && std::all_of(name.begin(), name.end(), allowed)) return;
  refuse(path, "the name " + shown(name) + " cannot be used (names have letters, and no spaces" +
                   (std::string_view(separators).find('.') == std::string_view::npos ? "" : " or dots") + "); give another");
}

int find_location(const AssaultInputs& in, const std::string& path, const std::string& name) {
  const auto found = std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return l.name == name; });
  if (found != in.locations.end()) return static_cast<int>(found - in.locations.begin());
  std::vector<std::string> known;
  for (const AssaultLocation& location : in.locations) known.push_back(location.name);
  at(path, [&] { throw_unknown("Location", name, known); });
  return no_location;
}

void require_names(const AssaultInputs& in) {
  if (in.turns == 0) refuse("turns", "no turns given (how many Player Turns attack?); give turns = 6");
  require("turns", "turns", in.turns, 1, most_assault_turns, "Player Turns of the attacker");
  if (in.locations.empty()) refuse("location", "no Location given (where are the defenders?); give a table [[location]]");
  if (in.locations.size() > most_assault_locations) {
    refuse("location", std::to_string(in.locations.size()) + " Locations are too many (at most " + std::to_string(most_assault_locations) +
                           " are followed); leave some out");
  }
  if (in.shots.size() > most_assault_shots)
    refuse("shot", std::to_string(in.shots.size()) + " shots are too many (at most " + std::to_string(most_assault_shots) + ")");
  std::set<std::string> names;
  for (const AssaultLocation& location : in.locations) {
    require_name("location." + location.name, location.name, "");
    const auto dot = location.name.find('.');
    const bool two_dots = dot != std::string::npos && location.name.find('.', dot + 1) != std::string::npos;
    if (two_dots || dot == 0 || dot + 1 == location.name.size())
      refuse("location." + location.name, "the name " + shown(location.name) + " has no hex before its dot; give it like J8.1");
    if (!names.insert(location.name).second)
      refuse("location." + location.name, "two Locations are called " + shown(location.name) + "; give one of them another name");
  }
  names.clear();
  for (const AssaultShot& shot : in.shots) {
    require_name("shot." + shot.name, shot.name, ".");
    if (!names.insert(shot.name).second)
      refuse("shot." + shot.name, "two shots are called " + shown(shot.name) + "; give one of them another name");
  }
}

// What the Locations of a hex, and the map, say of its building; each of them may be silent, and none may contradict.
class HexReader {
 public:
  // `there`: what the map holds; without a map open ground.
  HexReader(const AssaultInputs& in, const MapHex& there, AssaultHex& hex) : in_(in), there_(there), hex_(hex) {}

  void read(int location) {
    const AssaultLocation& l = in_.locations[index(location)];
    const std::string path = "location." + l.name;
    if (l.building && hex_.building && l.building != hex_.building) refuse_other(path + ".building");
    if (l.building) hex_.building = l.building;
    hex_.interior |= l.interior;
    hex_.factory |= l.factory;
    hex_.marketplace |= l.marketplace;
    if (!l.levels) return;
    at(path, [&] { return require_levels(l.levels); });
    if (levels_ != unknown && levels_ != *l.levels) refuse_other(path + ".levels");
    levels_ = *l.levels;
  }

  void finish(int location) {
    if (!hex_.building) hex_.building = there_.building;
    hex_.factory |= there_.factory;
    hex_.marketplace |= there_.marketplace;
    if (there_.hut) hex_.terrain = Terrain::hut;
    if (there_.rubble) hex_.terrain = there_.rubble == Construction::stone ? Terrain::stone_rubble : Terrain::wood_rubble;
    if (levels_ == unknown && there_.building) levels_ = there_.levels;
    const AssaultLocation& l = in_.locations[index(location)];
    const std::string path = "location." + l.name;
    if (!hex_.building && levels_ != unknown) refuse(path + ".levels", "levels without a building (wood or stone?); give building, too");
    if (hex_.building && levels_ == unknown && !hex_.factory)
      refuse(path + ".building", "no levels given (how many above ground? 0 is a single story house)");
    hex_.levels = std::max(levels_, 0);
  }

 private:
  static constexpr int unknown = -1;

  [[noreturn]] void refuse_other(const std::string& path) const {
    refuse(path, "the Locations of hex " + hex_.name + " contradict each other (they are one building); give the same");
  }

  const AssaultInputs& in_;
  const MapHex& there_;
  AssaultHex& hex_;
  int levels_ = unknown;
};

void place(const AssaultInputs& in, AssaultPlan& plan, AssaultHex& hex, int location) {
  const AssaultLocation& l = in.locations[index(location)];
  const std::string path = "location." + l.name;
  if (l.terrain && hex.building) refuse(path + ".terrain", "terrain with a building (its TEM is the building's); leave one out");
  if (l.level < 0 || l.level > hex.levels) {
    refuse(path + ".level", "level " + std::to_string(l.level) + " is none of hex " + hex.name + " (it has the ground level 0" +
                                (hex.levels > 0 ? " to " + std::to_string(hex.levels) : " only") + "); give one of them");
  }
  int& there = hex.location_at[index(l.level)];
  if (there != no_location)
    refuse(path + ".level", "hex " + hex.name + " has two Locations at level " + std::to_string(l.level) + "; give each its own");
  there = location;
  plan.level_of[index(location)] = l.level;
  if (l.fortified) at(path, [&] { return fortified_tem(hex.building ? terrain_of(*hex.building) : l.terrain.value_or(hex.terrain)); });
}

void read_hexes(const AssaultInputs& in, AssaultPlan& plan) {
  std::optional<HexMap> map;
  if (!in.map.file.empty()) map = at("map", [&] { return changed_map(in.map); });
  plan.level_of.resize(in.locations.size());
  for (std::size_t i = 0; i < in.locations.size(); ++i) {
    const std::string name = hex_part(in.locations[i].name);
    const auto known = std::find_if(plan.hexes.begin(), plan.hexes.end(), [&](const AssaultHex& hex) { return hex.name == name; });
    plan.hex_of.push_back(static_cast<int>(known - plan.hexes.begin()));
    if (known == plan.hexes.end()) plan.hexes.push_back({.name = name});
  }
  for (std::size_t h = 0; h < plan.hexes.size(); ++h) {
    AssaultHex& hex = plan.hexes[h];
    hex.location_at.fill(no_location);
    hex.coordinate = read_hex(hex.name);
    std::vector<int> here;
    for (std::size_t i = 0; i < in.locations.size(); ++i) {
      if (plan.hex_of[i] == static_cast<int>(h)) here.push_back(static_cast<int>(i));
    }
    MapHex there;
    if (map)
      there = map->at(at("location." + in.locations[index(here.front())].name, [&] { return parse_hex(*map, "location", hex.name); }));
    HexReader reader(in, there, hex);
    for (const int location : here) reader.read(location);
    for (const int location : here) reader.finish(location);
    for (const int location : here) place(in, plan, hex, location);
  }
  for (AssaultHex& hex : plan.hexes) {
    hex.neighbor.fill(no_location);
    for (int direction = 1; hex.coordinate && direction <= 6; ++direction) {
      const Hex to = neighbor(*hex.coordinate, direction);
      const auto found =
          std::find_if(plan.hexes.begin(), plan.hexes.end(), [&](const AssaultHex& other) { return other.coordinate == to; });
      if (found != plan.hexes.end()) hex.neighbor[index(direction - 1)] = static_cast<int>(found - plan.hexes.begin());
    }
  }
}

const AssaultHex& hex_at(const AssaultPlan& plan, int location) { return plan.hexes[index(plan.hex_of[index(location)])]; }

// The terrain that its TEM is of.
Terrain terrain_at(const AssaultInputs& in, const AssaultPlan& plan, int location) {
  const AssaultLocation& l = in.locations[index(location)];
  const AssaultHex& hex = hex_at(plan, location);
  if (!hex.building) return l.terrain.value_or(hex.terrain);
  return hex.marketplace && l.level == 0 ? Terrain::marketplace : terrain_of(*hex.building);
}

void read_defenders(const AssaultInputs& in, AssaultPlan& plan) {
  int number = 0;
  for (const AssaultDefender& defender : in.defenders) {
    const std::string path = "defender." + std::to_string(++number);
    const int location = find_location(in, path + ".location", defender.location);
    UnitEntry unit = at(path + ".unit", [&] { return parse_unit(defender.unit); });
    if (unit.gun) {
      const AssaultHex& hex = hex_at(plan, location);
      const AssaultLocation& l = in.locations[index(location)];
      GunPlace where = gun_place(terrain_at(in, plan, location), l.fortified);
      if (hex.building && l.level > 0) where.level = GunPlace::Level::upper;
      at(path + ".unit", [&] { require_allowed(*unit.gun, where, "unit " + shown(defender.unit)); });
    }
    plan.units.push_back(std::move(unit));
    plan.location_of.push_back(location);
  }
}

// C3.7 for a shell where no building stands: twice the Firepower, the TEM reversed.
IftAttack critical_hit(const AssaultShot& shot, Terrain terrain, const AttackInputs& as_attack) {
  const int doubled = 2 * column_firepower(*column_for_caliber(*shot.caliber));
  const int beyond = std::max(0, doubled - column_firepower(ift_columns - 1)) / 8;
  const int fortified = as_attack.fortified ? fortified_tem(terrain).amount : 0;
  return {*column_for_firepower(doubled),
          shot.drm - tem(terrain).amount - fortified - beyond + heavy_payload_drm(*shot.caliber, Fire::direct)};
}

void aim(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  const AssaultLocation& l = in.locations[index(fire.target)];
  const AssaultHex& hex = hex_at(plan, fire.target);
  const bool on_the_ift = !shot.fp.empty();
  if (on_the_ift) {
    for (const auto& [given, key] : {std::pair(shot.caliber.has_value(), "caliber"),
                                     {shot.ammo != Ammo::he, "ammo"},
                                     {shot.to_hit.has_value(), "to_hit"},
                                     {shot.th_number.has_value(), "th_number"},
                                     {shot.fire != Fire::direct, "fire"}})
      if (given) refuse(path + "." + key, "fp with " + std::string(key) + " (an attack is either on the IFT or of HE); leave one out");
  } else {
    for (const auto& [given, key] : {std::pair(shot.hindrance != 0, "hindrance"),
                                     {shot.leadership.has_value(), "leadership"},
                                     {shot.cowering != Cowering::automatic, "cowering"}})
      if (given) refuse(path + "." + key, std::string(key) + " with HE (it belongs to the To Hit DR, C3, or to small arms); leave it out");
    if (has_caliber(shot.ammo) && !shot.caliber) refuse(path, "no attack given (neither fp nor caliber); give one of them");
  }
  if (on_the_ift || !hex.building) {
    AttackInputs attack{.fp = shot.fp,
                        .caliber = shot.caliber,
                        .targets = {"4-4-7"},
                        .drm = shot.drm,
                        .terrain = terrain_at(in, plan, fire.target),
                        .fortified = l.fortified,
                        .hindrance = shot.hindrance,
                        .leadership = shot.leadership,
                        .cowering = shot.cowering};
    if (shot.caliber) attack.fire = shot.fire;
    if (!on_the_ift && (shot.ammo != Ammo::he || is_oba(shot.fire)))
      refuse(path + (is_oba(shot.fire) ? ".fire" : ".ammo"),
             "only guns and mortars with HE fire at a Location that is no building here; give fp");
    fire.kind = on_the_ift ? AssaultFire::Kind::small_arms : AssaultFire::Kind::shell;
    fire.attack = at(path, [&] { return attacks_of(attack).front(); });
    fire.reach = 1U << fire.target;
    if (on_the_ift) return;
    if (shot.to_hit) {
      fire.to_hit = ToHit{*shot.to_hit, shot.th_number.value_or(*shot.to_hit),
                          shot.fire == Fire::direct ? CriticalHits::infantry : CriticalHits::area};
      fire.critical_hit = critical_hit(shot, attack.terrain, attack);
    }
    return;
  }
  fire.kind = AssaultFire::Kind::shell_at_building;
  const HeInputs he{.caliber = shot.caliber,
                    .building = hex.building,
                    .levels = hex.levels,
                    .level = std::to_string(l.level),
                    .fire = shot.fire,
                    .ammo = shot.ammo,
                    .interior = hex.interior,
                    .fortified = l.fortified,
                    .drm = shot.drm,
                    .to_hit = shot.to_hit,
                    .th_number = shot.th_number,
                    .factory = hex.factory && hex.levels == 0,
                    .marketplace = hex.marketplace};
  fire.he = at(path, [&] { return he_situation(he); });
  fire.rubbles = makes_rubble(*fire.he);
  for (const int location : hex.location_at) {
    if (location == no_location || (location != fire.target && fire.he->shot.hits_one_location())) continue;
    fire.reach |= 1U << location;
    if (in.locations[index(location)].fortified != l.fortified)
      refuse(path + ".fire",
             "such fire hits all levels of hex " + hex.name + ", and not all are fortified (their TEM differ, B23.921); make them alike");
  }
}

void read_condition(const AssaultInputs& in, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  if (shot.condition.empty()) return;
  const auto space = shot.condition.find(' ');
  const std::string word = space == std::string::npos ? "" : shot.condition.substr(space + 1);
  if (word != "holds" && word != "fallen")
    refuse(path + ".while", "while " + shown(shot.condition) + " cannot be read (a Location, and holds or fallen); give it like \"" +
                                in.locations.front().name + " holds\"");
  fire.condition = word == "holds" ? AssaultFire::While::holds : AssaultFire::While::fallen;
  fire.condition_at = find_location(in, path + ".while", shot.condition.substr(0, space));
}

void read_shots(const AssaultInputs& in, AssaultPlan& plan) {
  for (const AssaultShot& shot : in.shots) {
    const std::string path = "shot." + shot.name;
    AssaultFire fire{.target = find_location(in, path + ".target", shot.target), .until_turn = in.turns};
    aim(in, plan, shot, path, fire);
    if (shot.breakdown) {
      require(path, "--breakdown", *shot.breakdown, 2, 12, "an Original DR, A9.7");
      fire.breaks_down_from = *shot.breakdown;
    }
    if (shot.repair) {
      if (!shot.breakdown) refuse(path + ".repair", "repair without breakdown (it never breaks down); give breakdown, too");
      require(path, "--repair", *shot.repair, 1, 5, "a dr, A9.72");
      fire.repaired_to = *shot.repair;
    }
    if (shot.rate_of_fire) {
      require(path, "--rate-of-fire", *shot.rate_of_fire, 1, 5, "a colored dr, A9.2");
      require(path, "--limit", shot.limit, 1, 6, "shots a turn");
      fire.rate_of_fire = *shot.rate_of_fire;
      fire.limit = shot.limit;
    }
    if (shot.from_turn)
      require(path, "--from-turn", *shot.from_turn, 1, in.turns, "a turn that is played"), fire.from_turn = *shot.from_turn;
    if (shot.until_turn)
      require(path, "--until-turn", *shot.until_turn, 1, in.turns, "a turn that is played"), fire.until_turn = *shot.until_turn;
    if (fire.from_turn > fire.until_turn) refuse(path + ".until_turn", "it ends before it begins (from_turn is later); give a later turn");
    read_condition(in, shot, path, fire);
    plan.fires.push_back(std::move(fire));
  }
}

// Whether some shot's rubble, or what falls from it, can come down on a hex.
bool can_be_rubbled(const AssaultPlan& plan, int hex) {
  std::vector<int> open{hex};
  std::set<int> seen{hex};
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const AssaultFire& fire : plan.fires) {
      const int at = plan.hex_of[index(fire.target)];
      if (fire.rubbles && at == open[i] && (at == hex || plan.hexes[index(at)].levels > 0)) return true;
    }
    for (const int from : plan.hexes[index(open[i])].neighbor) {
      if (from != no_location && plan.hexes[index(from)].levels > 0 && seen.insert(from).second) open.push_back(from);
    }
  }
  return false;
}

void read_goal(const AssaultInputs& in, AssaultPlan& plan) {
  const AssaultGoal& goal = in.goal;
  if (!goal.good_order && !goal.eliminated && goal.rubbled.empty())
    refuse("goal", "no goal given (when has the attacker won?); give good_order = 0, eliminated = 3, or rubbled = [\"J8.1\"]");
  int defenders = 0, good_order = 0;
  for (const UnitEntry& unit : plan.units) {
    defenders += unit.count.value_or(1);
    if (!unit.unit.start.broken) good_order += unit.count.value_or(1);
  }
  if (goal.good_order) {
    require("goal", "--good-order", *goal.good_order, 0, 999, "so many defenders at most");
    if (*goal.good_order >= good_order)
      refuse("goal.good_order", "good_order " + std::to_string(*goal.good_order) + " is won before the first shot (only " +
                                    std::to_string(good_order) + (good_order == 1 ? " defender is" : " defenders are") +
                                    " in Good Order); give a smaller number");
  }
  if (goal.eliminated) require("goal", "--eliminated", *goal.eliminated, 1, std::max(1, defenders), "there are no more defenders");
  if (goal.eliminated && defenders == 0) refuse("goal.eliminated", "nobody can be eliminated (there are no defenders); give [[defender]]");
  std::set<int> named;
  for (const std::string& name : goal.rubbled) {
    const int location = find_location(in, "goal.rubbled", name);
    if (!named.insert(location).second) refuse("goal.rubbled", "Location " + shown(name) + " stands there twice; leave one out");
    if (!hex_at(plan, location).building)
      refuse("goal.rubbled", "Location " + shown(name) + " is no building (only buildings are rubbled, B24.11); leave it out");
    if (!can_be_rubbled(plan, plan.hex_of[index(location)]))
      refuse("goal.rubbled",
             "Location " + shown(name) + " is never rubbled (no HE of 70mm or more at its hex can do it, B24.11); give such a shot");
    plan.rubbled.push_back(location);
  }
  plan.turns = in.turns;
  if (goal.by_turn) {
    require("goal", "--by-turn", *goal.by_turn, 1, in.turns, "a turn that is played");
    plan.turns = *goal.by_turn;
  }
}

}  // namespace

AssaultPlan assault_plan(const AssaultInputs& in) {
  require_names(in);
  AssaultPlan plan;
  read_hexes(in, plan);
  read_defenders(in, plan);
  read_shots(in, plan);
  if (in.rally_drm) require("rally", "--drm", *in.rally_drm, -10, 10, "no DRM is that large");
  read_goal(in, plan);
  if (in.shots.empty()) refuse("shot", "no shot given (nobody attacks); give a table [[shot]]");
  for (const AssaultFire& fire : plan.fires) plan.changes = plan.changes || fire.from_turn > 1 || fire.until_turn < plan.turns;
  return plan;
}

}  // namespace boxcars::model
