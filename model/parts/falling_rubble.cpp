#include "model/parts/falling_rubble.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <set>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

enum Happened : std::uint8_t { fell = 1, own_buried = 2 };
constexpr std::size_t bits = 64;

void mark(FallingRubble::Hexes& hexes, std::size_t number) { hexes[number / bits] |= std::uint64_t{1} << number % bits; }
bool has(const FallingRubble::Hexes& hexes, std::size_t number) { return (hexes[number / bits] >> number % bits & 1) != 0; }

std::uint8_t bit(std::size_t afv) { return static_cast<std::uint8_t>(1U << afv); }

// Whether rubble changes the hex: a Water Obstacle stays, and rubble can get no worse (B24.121, B24.2).
bool can_be_rubbled(const MapHex& hex) { return !hex.water && !hex.rubble; }
bool goes_on(const MapHex& hex) { return can_be_rubbled(hex) && hex.building && hex.levels > 0; }

// The hexes that rubble from a hex can reach: the neighbours of that hex, and of every building with upper levels that can be reached.
struct Reach {
  std::vector<Hex> sources;  // the first hex, then the reached buildings with upper levels
  std::set<Hex> reached{};
};

Reach reach_of(const HexMap& map, Hex first) {
  Reach reach{.sources = {first}};
  for (std::size_t i = 0; i < reach.sources.size() && map.at(first).levels > 0; ++i) {
    for (int direction = 1; direction <= 6; ++direction) {
      const Hex to = neighbor(reach.sources[i], direction);
      if (!map.grid.has(to) || !reach.reached.insert(to).second || to == first) continue;
      if (goes_on(map.at(to))) reach.sources.push_back(to);
    }
  }
  return reach;
}

// The reached hexes that rubble changes: the buildings with upper levels, then all others.
std::vector<Hex> rubblable_of(const HexMap& map, const std::vector<Hex>& sources, const std::set<Hex>& reached) {
  const Hex first = sources.front();
  std::vector<Hex> hexes(sources.begin() + 1, sources.end());
  for (const Hex hex : reached) {
    if (hex != first && can_be_rubbled(map.at(hex)) && !goes_on(map.at(hex))) hexes.push_back(hex);
  }
  if (hexes.size() > FallingRubble::max_hexes) {
    throw BadInput({}, "rubble from " + to_string(first) + " can reach " + std::to_string(hexes.size()) + " hexes",
                   "at most " + std::to_string(FallingRubble::max_hexes) + " are followed",
                   "cut the map smaller, or take buildings away with {set}");
  }
  return hexes;
}

}  // namespace

FallingRubble::FallingRubble(const std::vector<int>& own_directions, std::vector<Afv> afvs, Facts& facts)
    : tall_neighbors_(1), falls_(facts.event("rubble falls")), afvs_(std::move(afvs)) {
  sources_.emplace_back();
  for (const int direction : own_directions) sources_[0].targets[index(direction - 1)].own = true;
  if (!own_directions.empty()) own_men_buried_ = facts.event("own men buried");
  for (std::size_t i = 0; i < afvs_.size(); ++i) {
    const auto direction = afvs_[i].direction;
    (direction ? sources_[0].targets[index(*direction - 1)].afvs : afvs_in_first_) |= bit(i);
  }
  prepare_afvs(facts);
}

FallingRubble::FallingRubble(const HexMap& map, Hex first, const std::vector<Hex>& own, std::vector<Afv> afvs, Facts& facts,
                             FallsAblaze falls_ablaze)
    : falls_(facts.event("rubble falls")),
      measures_(Measures{facts.measure("hexes rubbled by falling"), facts.measure("building hexes rubbled by falling")}),
      afvs_(std::move(afvs)) {
  const auto [sources, reached] = reach_of(map, first);
  const std::vector<Hex> hexes = rubblable_of(map, sources, reached);
  for (std::size_t number = 0; number + 1 < sources.size(); ++number) mark(tall_, number);

  std::map<Hex, int> numbers;
  for (const Hex hex : hexes) numbers.emplace(hex, static_cast<int>(numbers.size()));
  std::map<Hex, EventId> rubbled;  // in the order of the coordinates
  for (const auto& [hex, number] : numbers) rubbled.emplace(hex, facts.event(map.name(hex) + " rubbled"));
  for (const Hex hex : hexes) {
    const MapHex what = map.at(hex);
    rubblable_.push_back({what.levels, what.building.has_value(), rubbled.at(hex)});
  }
  if (!own.empty()) own_men_buried_ = facts.event("own men buried");
  for (const Hex hex : own) {
    if (!reached.contains(hex) || map.at(hex).water) out_of_reach_.push_back(map.name(hex));
  }

  const auto afvs_in = [&](Hex hex) {
    std::uint8_t there = 0;
    for (std::size_t i = 0; i < afvs_.size(); ++i) {
      if (afvs_[i].hex.value_or(first) == hex) there |= bit(i);
    }
    return there;
  };
  afvs_in_first_ = afvs_in(first);
  for (const Afv& afv : afvs_) {
    const Hex at = afv.hex.value_or(first);
    if (at != first && (!reached.contains(at) || map.at(at).water)) afvs_out_of_reach_.push_back(afv.typed);
  }
  prepare_afvs(facts);

  for (const Hex from : sources) {
    Source source{.name = map.name(from)};
    Hexes tall_neighbors{};
    for (int direction = 1; direction <= 6; ++direction) {
      const Hex to = neighbor(from, direction);
      Target& target = source.targets[index(direction - 1)];
      target.name = map.grid.has(to) ? map.name(to) : "a hex off the map";
      target.own = std::find(own.begin(), own.end(), to) != own.end() && !map.at(to).water;  // nothing that falls into water buries anybody
      if (!map.at(to).water) target.afvs = afvs_in(to);
      if (const auto number = numbers.find(to); number != numbers.end()) {
        target.hex = number->second;
        if (has(tall_, index(target.hex))) mark(tall_neighbors, index(target.hex));
      }
    }
    sources_.push_back(std::move(source));
    tall_neighbors_.push_back(tall_neighbors);
  }
  if (falls_ablaze == FallsAblaze::yes) prepare_fire(map, first, facts);
}

// A hex falls once at most, so each of these events happens once at most.
void FallingRubble::prepare_fire(const HexMap& map, Hex first, Facts& facts) {
  sets_ablaze_ = facts.event("sets another hex ablaze");
  std::map<Hex, Target*> burnable;  // in the order of the coordinates
  for (int direction = 1; direction <= 6; ++direction) {
    const Hex to = neighbor(first, direction);
    if (map.grid.has(to) && is_burnable(map.at(to), map.ground_at(to))) burnable.emplace(to, &sources_[0].targets[index(direction - 1)]);
  }
  for (const auto& [hex, target] : burnable) target->ablaze = facts.event(map.name(hex) + " ablaze");
}

void FallingRubble::begin(State& s, int levels, FirstHex first, LastFall last, Outcomes& outcomes) const {
  s.levels = static_cast<std::uint8_t>(levels);
  if (first == FirstHex::rubbled) hit_afvs(s, afvs_in_first_, outcomes);
  look_ahead(s, last, outcomes);
}

// Forgets in the last fall everything that the rest of it does not need; at its end, everything.
void FallingRubble::look_ahead(State& s, LastFall last, Outcomes& outcomes) const {
  if (last == LastFall::no) return;
  if (busy(s))
    forget(s);
  else
    conclude(s, outcomes);
}

Throw FallingRubble::next_throw(const State& s) const {
  assert(busy(s));
  if (s.afvs_to_check) {
    const auto afv = index(std::countr_zero(s.afvs_to_check));
    return {Dice::DR, "Bog Check DR", "B24.121", afvs_[afv].label, Reads::sum};
  }
  return dr(s.levels, sources_[s.at].name);
}

void FallingRubble::next(State& s, Roll roll, LastFall last, Outcomes& outcomes) const {
  assert(busy(s));
  if (s.afvs_to_check)
    check_for_bog(s, roll.sum(), outcomes);
  else
    fall(s, roll, outcomes);
  look_ahead(s, last, outcomes);
}

// B24.121: an open-topped AFV is eliminated, the exposed crew of another stunned, and it checks for Bog.
void FallingRubble::hit_afvs(State& s, std::uint8_t afvs, Outcomes& outcomes) const {
  for (std::size_t i = 0; i < afvs_.size(); ++i) {
    const std::uint8_t mask = bit(i);
    if (!(afvs & mask)) continue;
    const Afv& afv = afvs_[i];
    const bool only_once = afv.open_topped || afv.crew_exposed;
    if (!(s.afvs_hit & mask)) {
      if (afv.open_topped) outcomes.happened(afv_events_[i].eliminated);
      if (!afv.open_topped && afv.crew_exposed) outcomes.happened(afv_events_[i].stunned);
      if (only_once) s.afvs_hit |= mask;
      outcomes.tell([&] { return afv.label + (afv.open_topped ? " is eliminated" : afv.crew_exposed ? " is stunned" : " is hit"); });
    }
    if (!afv.open_topped && !(s.afvs_bogged & mask)) s.afvs_to_check |= mask;
  }
}

void FallingRubble::check_for_bog(State& s, int original_dr, Outcomes& outcomes) const {
  const auto i = index(std::countr_zero(s.afvs_to_check));
  s.afvs_to_check &= static_cast<std::uint8_t>(s.afvs_to_check - 1);
  if (!resolve_bog_check(original_dr + bog_checks_.on(i), outcomes)) return;
  s.afvs_bogged |= bit(i);
  outcomes.happened(afv_events_[i].bogs);
}

// Prepares the events of the AFV, once it is known where they are, and the Bog Checks of those that survive (B24.121).
void FallingRubble::prepare_afvs(Facts& facts) {
  for (std::size_t i = 0; i < afvs_.size(); ++i) {
    const Afv& afv = afvs_[i];
    const std::string name = std::to_string(i + 1) + ":AFV ";
    afv_events_.push_back({facts.event(name + "eliminated"), facts.event(name + "stunned"), facts.event(name + "bogs")});
    const bool out_of_reach = std::find(afvs_out_of_reach_.begin(), afvs_out_of_reach_.end(), afv.typed) != afvs_out_of_reach_.end();
    if (afv.open_topped || out_of_reach) continue;
    const std::string on = ", Bog Check of " + afv.label;
    Modifier pressure = bog_modifier(afv.ground_pressure);
    pressure.reason += on;
    bog_checks_.add(i, {bog_drm(Terrain::stone_rubble)->amount, "rubble" + on, "B24.121"});
    bog_checks_.add(i, std::move(pressure));
  }
}

Throw FallingRubble::dr(int levels, std::string_view from) {
  return {Dice::DR, "Falling Rubble DR", "B24.12", from, Reads::colored_from, falls_from - drm(levels)};
}

Modifier FallingRubble::modifier(int levels, std::string_view on) {
  return {drm(levels), std::string(levels == 1 ? "one level above ground rubbled" : "levels above ground rubbled").append(on), "B24.12"};
}

void FallingRubble::append_modifiers(Description& description) const {
  const auto more = bog_checks_.modifiers();
  if (more.empty()) return;
  description.modifiers.insert(description.modifiers.end(), more.begin(), more.end());
  description.modifiers_of = ModifiersOf::several_rolls;
}

int FallingRubble::stage(const State& s) const {
  const int afvs = static_cast<int>(afvs_.size());
  const int fall = s.buildings * stages_a_fall() + afvs;
  if (!s.afvs_to_check) return fall;
  const int check = std::countr_zero(s.afvs_to_check);
  return s.levels > 0 ? fall - afvs + check : fall + 1 + check;
}

void FallingRubble::fall(State& s, Roll roll, Outcomes& outcomes) const {
  const int of_levels = drm(s.levels);
  const bool comes_down = falls(s.levels, roll);
  const auto happens_once = [&](Happened flag, EventId event) {
    if (s.happened & flag) return;
    s.happened |= flag;
    outcomes.happened(event);
  };
  outcomes.tell([&] {
    const std::string sum =
        "colored " + std::to_string(roll.colored) + " " + with_sign(of_levels) + " = " + std::to_string(roll.colored + of_levels);
    return sum + (comes_down ? ", falls in direction " + std::to_string(roll.white) : ", nothing falls");
  });
  s.levels = 0;
  const Source& source = sources_[s.at];
  if (comes_down) {
    if (s.at == 0) happens_once(fell, falls_);
    const Target& target = source.targets[index(roll.white - 1)];
    const bool rubbles = target.hex != nothing && !has(s.gone, index(target.hex));
    if (measures_) outcomes.tell([&] { return "onto " + target.name + (rubbles ? "" : ", which stays as it is"); });
    if (target.own) {
      happens_once(own_buried, *own_men_buried_);
      outcomes.tell([] { return std::string("own men are buried"); });
    }
    if (s.at == 0 && target.ablaze) {
      outcomes.happened(*sets_ablaze_);
      outcomes.happened(*target.ablaze);
      outcomes.tell([&] { return target.name + " is ablaze"; });
    }
    hit_afvs(s, target.afvs, outcomes);
    if (rubbles) {
      const auto number = index(target.hex);
      const Rubblable& hit = rubblable_[number];
      outcomes.happened(hit.rubbled);
      mark(s.gone, number);
      ++s.hexes;
      if (hit.building) ++s.buildings;
      if (has(tall_, number)) {
        s.levels = static_cast<std::uint8_t>(hit.levels);
        s.at = static_cast<std::uint16_t>(number + 1);
        outcomes.tell([&] { return target.name + " comes down"; });
      }
    }
  }
  if (s.levels == 0) s.at = 0;
}

// Forgets the buildings with upper levels that the chain can no longer bring down, as if they were gone.
void FallingRubble::forget(State& s) const {
  if (s.levels == 0) {  // only Bog Checks are left
    s.gone = {};
    s.happened = s.afvs_hit = s.afvs_bogged = 0;
    return;
  }
  Hexes reach{};
  Hexes open = tall_neighbors_[s.at];
  for (bool grows = true; grows;) {
    Hexes neighbors{};
    grows = false;
    for (std::size_t word = 0; word < tall_.size(); ++word) {
      open[word] &= ~(s.gone[word] | reach[word]);
      reach[word] |= open[word];
      for (std::uint64_t rest = open[word]; rest != 0; rest &= rest - 1) {
        const Hexes& more = tall_neighbors_[word * bits + index(std::countr_zero(rest)) + 1];
        for (std::size_t i = 0; i < neighbors.size(); ++i) neighbors[i] |= more[i];
        grows = true;
      }
    }
    open = neighbors;
  }
  for (std::size_t word = 0; word < tall_.size(); ++word) s.gone[word] = (s.gone[word] | tall_[word]) & ~reach[word];
}

void FallingRubble::conclude(State& s, Outcomes& outcomes) const {
  if (measures_) {
    outcomes.measured(measures_->hexes, s.hexes);
    outcomes.measured(measures_->buildings, s.buildings);
  }
  s = {};
}

void append_notes_on_reach(std::vector<std::string>& notes, const FallingRubble& fall) {
  for (const std::string& afv : fall.afvs_out_of_reach()) notes.push_back("no rubble from here can hit AFV " + afv);
  for (const std::string& hex : fall.own_out_of_reach()) notes.push_back("no rubble from here can bury men in " + hex);
}

}  // namespace boxcars::model
