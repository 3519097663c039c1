#include <algorithm>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/counters_on_line.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/map_fields.hpp"

// What the map says of the way from who fires to the target.
namespace boxcars::model {
namespace {

// Whether it is small arms or a Gun that aims along a LOS; others are laid, thrown, placed, or walk there.
bool traces_los(const AssaultShot& shot, const AssaultFire& fire) {
  const bool is_on_the_way = shot.advance || shot.enter || fire.is_blast;
  return !is_on_the_way && shot.weapon != Weapon::dc && !is_dc(shot.ammo) && !is_oba(shot.fire);
}

// Whether its To Hit number is computed.
bool is_aimed(const AssaultShot& shot) { return shot.caliber && !shot.to_hit && !shot.smoke && !is_oba(shot.fire); }

SightPlace place_of(const AssaultPlan& plan, int location) {
  return {hex_at(plan, location).coordinate.value_or(Hex{}), plan.level_of[index(location)]};
}

// Where a shot is fired from; nothing if nobody says it.
std::optional<SightPlace> source_of(const AssaultInputs& in, const AssaultPlan& plan, const SeenMap& seen, const std::string& path,
                                    const AssaultShot& shot, const AssaultFire& fire) {
  if (fire.by != no_location) return place_of(plan, fire.by);
  if (shot.from.empty()) return std::nullopt;
  const auto named =
      std::find_if(in.locations.begin(), in.locations.end(), [&](const AssaultLocation& l) { return same_word(l.name, shot.from); });
  if (named != in.locations.end()) return place_of(plan, static_cast<int>(named - in.locations.begin()));
  return at_path(path + ".from", [&] { return parse_place(seen.map, "from", shot.from); });
}

// A line from who fires to the target, and what the shot that takes it says itself.
struct ShotLine {
  SightPlace source{}, target{};
  const AssaultLocation& there;
  const AssaultShot& shot;
};

// What the shot takes of a sight; nothing: it is not made.
std::optional<SeenTarget> taken(const Sight& sight, const ShotLine& line) {
  SeenTarget seen{.hindrance = line.shot.hindrance};
  if (!sight.clear() && !line.shot.no_los) return std::nullopt;
  if (sight.blocked()) return seen;
  if (seen.hindrance == 0 && !line.shot.to_hit && !line.shot.smoke) seen.hindrance = sight.line.hindrance;
  if (line.there.terrain) return seen;
  seen.hexside = terrain_of_hexside(sight);
  seen.height_advantage = sight.height_advantage && !line.shot.caliber;
  return seen;
}

// The hexes on a line, both ends too, that may come down.
std::vector<HexNumber> hexes_that_fall(const AssaultPlan& plan, const SeenMap& seen, const ShotLine& line) {
  std::vector<HexNumber> past;
  if (seen.brought_down.empty()) return past;
  const Battlefield& field = seen.sights->field();
  const auto index_of = [&](Hex hex) {
    const Cell cell = seen.map.grid.cell(hex);
    return field.index_of(cell.column, cell.row);
  };
  const std::vector<int> crossed = hexes_on_line(field, index_of(line.source.hex), index_of(line.target.hex));
  for (const HexNumber number : plan.hexes.numbers()) {
    const AssaultHex& hex = plan.hexes[number];
    const bool stands = hex.building && !hex.rubble;
    if (!stands || std::find(crossed.begin(), crossed.end(), index_of(*hex.coordinate)) == crossed.end()) continue;
    if (falls_as_far_as(plan, seen.brought_down, number)) past.push_back(number);
  }
  return past;
}

// How many ways there are in which they stand or have come down: by the levels that are left of each.
std::size_t ways_to_stand(const AssaultPlan& plan, const std::vector<HexNumber>& hexes) {
  std::size_t ways = 1;
  for (const HexNumber hex : hexes) ways *= static_cast<std::size_t>(plan.hexes[hex].levels + 2);
  return ways;
}

// What a map holds where so many levels are left; nothing: what it does without rubble. Rubble on top of levels that stand is as high as
// one level more of them (B24.3).
std::optional<MapHex> remains(const HexMap& map, const AssaultHex& hex, int intact) {
  if (intact > hex.levels) return std::nullopt;
  if (intact == 0) return MapHex{.rubble = hex.building};
  MapHex there = map.at(*hex.coordinate);
  if (!there.building || there.levels <= intact) return std::nullopt;
  there.levels = intact;
  return there;
}

// On what is left there.
SightPlace lowered(SightPlace place, const AssaultHex& hex, int intact) {
  return hex.coordinate == place.hex ? SightPlace{place.hex, std::min(place.level, intact)} : place;
}

// The line in one of the ways in which its hexes may stand.
std::optional<SeenTarget> taken_past(const AssaultInputs& in, const AssaultPlan& plan, SeenMap& seen, const std::vector<HexNumber>& past,
                                     std::size_t way, const ShotLine& line, std::vector<int>& standing) {
  SightPlace source = line.source, target = line.target;
  for (std::size_t i = past.size(); i-- > 0;) {
    const AssaultHex& hex = plan.hexes[past[i]];
    const auto ways = static_cast<std::size_t>(hex.levels + 2);
    const int intact = static_cast<int>(way % ways);
    way /= ways;
    if (std::exchange(standing[i], intact) != intact) seen.sights->change(*hex.coordinate, remains(seen.map, hex, intact));
    source = lowered(source, hex, intact);
    target = lowered(target, hex, intact);
  }
  if (!seen.sights->has(source) || !seen.sights->has(target)) return std::nullopt;
  return taken(CountersOnLine(*seen.sights, in.map).between(source, target), line);
}

// All that may be seen along a line as hexes come down, as they stand at first before all else.
std::vector<SeenTarget> all_that_is_seen(const AssaultInputs& in, const AssaultPlan& plan, SeenMap& seen,
                                         const std::vector<HexNumber>& past, const ShotLine& line, AssaultFire& fire) {
  std::vector<SeenTarget> all;
  std::vector<int> standing;
  for (const HexNumber hex : past) standing.push_back(plan.hexes[hex].levels + 1);
  std::vector<std::int8_t> aimed_as(ways_to_stand(plan, past), AssaultFire::unseen);
  for (std::size_t way = aimed_as.size(); way-- > 0;) {
    const auto now = taken_past(in, plan, seen, past, way, line, standing);
    if (!now) continue;
    const auto known = std::find(all.begin(), all.end(), *now);
    aimed_as[way] = static_cast<std::int8_t>(known - all.begin());
    if (known == all.end()) all.push_back(*now);
  }
  for (const HexNumber hex : past) seen.sights->change(*plan.hexes[hex].coordinate, std::nullopt);
  const bool always_same = std::all_of(aimed_as.begin(), aimed_as.end(), [&](std::int8_t as) { return as == aimed_as.back(); });
  if (always_same) return all;
  fire.past = past;
  fire.aimed_as = std::move(aimed_as);
  return all;
}

std::string named(const AssaultPlan& plan, const std::vector<HexNumber>& hexes) {
  std::vector<std::string> names;
  for (const HexNumber hex : hexes) names.push_back(plan.hexes[hex].name);
  return listed(names);
}

// What is told of a line that changes with rubble.
std::string change_in_words(const AssaultPlan& plan, const AssaultFire& fire, const Sight& at_first) {
  const std::string what = named(plan, fire.past);
  if (fire.aimed_as.back() == AssaultFire::unseen)
    return at_first.from + " sees " + at_first.to + " only after rubble in " + what + " (" + block_in_words(at_first) +
           "): the shot is not made before";
  const bool may_be_blocked = std::find(fire.aimed_as.begin(), fire.aimed_as.end(), AssaultFire::unseen) != fire.aimed_as.end();
  return std::string(may_be_blocked ? "LOS" : "Hindrance and TEM") + " from " + at_first.from + " to " + at_first.to +
         " may change with rubble in " + what + (may_be_blocked ? ": without LOS the shot is not made" : "");
}

// The most ways in which the hexes of a line may stand that are looked at.
constexpr std::size_t most_ways_to_stand = 256;

std::vector<SeenTarget> take_line(const AssaultInputs& in, SeenMap& seen, const std::string& path, const ShotLine& line, AssaultFire& fire,
                                  AssaultPlan& plan) {
  const AssaultShot& shot = line.shot;
  const Sight sight = CountersOnLine(*seen.sights, in.map).between(line.source, line.target);
  std::vector<SeenTarget> all;
  if (const auto past = hexes_that_fall(plan, seen, line); ways_to_stand(plan, past) <= most_ways_to_stand) {
    all = all_that_is_seen(in, plan, seen, past, line, fire);
  } else {
    plan.notes.push_back(shot.name + ": LOS from " + sight.from + " to " + sight.to +
                         " is that of the start, as too much may come down on it");
    if (const auto now = taken(sight, line)) all.push_back(*now);
  }
  if (all.empty() && shot.part != AssaultShot::Part::first_fire)
    refuse_at(path, sight.from + std::string(in_words_whether_it_sees(sight)) + sight.to + " (" + block_in_words(sight) +
                        "); give another target, or no_los = true to fire all the same");
  if (all.empty()) fire.kind = AssaultFire::Kind::at_move;
  const bool is_at_first = fire.past.empty() || fire.aimed_as.back() != AssaultFire::unseen;
  if (is_at_first) plan.notes.push_back(shot.name + ": " + sight_note(sight));
  if (!fire.past.empty()) plan.notes.push_back(shot.name + ": " + change_in_words(plan, fire, sight));
  if (all.empty() || !is_at_first) return all;
  for (const std::string& note : sight.notes) plan.notes.push_back(shot.name + ": " + note);
  return all;
}

}  // namespace

void SeenTarget::give(AssaultShot& shot, AssaultFire& fire) const {
  shot.hindrance = hindrance;
  fire.hexside = hexside;
  fire.height_advantage = height_advantage;
}

std::optional<SeenMap> seen_map(const AssaultInputs& in, const AssaultPlan& plan) {
  if (in.map.file.empty()) return std::nullopt;
  SeenMap seen{.map = at_path("map", [&] { return changed_map(in.map); })};
  if (!seen.map.raster) return seen;
  seen.sights.emplace(seen.map, in.map.map);
  seen.brought_down = brought_down(in, plan);
  return seen;
}

std::vector<SeenTarget> take_sight(const AssaultInputs& in, std::optional<SeenMap>& seen, const std::string& path, AssaultShot& shot,
                                   AssaultFire& fire, AssaultPlan& plan) {
  if (!shot.from.empty() && fire.by != no_location)
    refuse_at(path + ".from", "from with by = " + shown(shot.by) + " (they fire from there); leave one out");
  if (!shot.from.empty() && !seen)
    refuse_at(path + ".from", "from without a map (where is it?); give board = \"20\" or map = \"FILE\" at the top, or range");
  if (shot.no_los && !(seen && seen->sights))
    refuse_at(path + ".no_los", "no_los without a board (only there LOS is looked at); leave it out");
  if (!seen && shot.part == AssaultShot::Part::first_fire && !shot.by.empty() && !shot.range) fire.kind = AssaultFire::Kind::at_move;
  if (!seen || !traces_los(shot, fire)) return {};
  const auto source = source_of(in, plan, *seen, path, shot, fire);
  if (!source) return {};
  const SightPlace target = place_of(plan, fire.target);
  if (!shot.from.empty() && !shot.range && (is_aimed(shot) || !shot.by.empty()))
    shot.range = std::max(1, distance(source->hex, target.hex));
  if (!seen->sights || source->hex == target.hex) return {};
  const AssaultLocation& there = in.locations[index(fire.target)];
  if (!seen->sights->has(*source) || !seen->sights->has(target)) {
    plan.notes.push_back(shot.name + ": LOS to " + there.name + " is not known, as the board has no such level; it is taken as clear");
    return {};
  }
  std::vector<SeenTarget> all = take_line(in, *seen, path, {*source, target, there, shot}, fire, plan);
  if (all.empty()) return {};
  all.front().give(shot, fire);
  return {all.begin() + 1, all.end()};
}

}  // namespace boxcars::model
