#include "model/falling_rubble.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <set>

#include "model/bad_input.hpp"
#include "model/modifier.hpp"

namespace boxcars::model {
namespace {

enum Happened : std::uint8_t { fell = 1, own_buried = 2 };
constexpr std::size_t bits = 64;

void mark(FallingRubble::Hexes& hexes, std::size_t number) { hexes[number / bits] |= std::uint64_t{1} << number % bits; }
bool has(const FallingRubble::Hexes& hexes, std::size_t number) { return (hexes[number / bits] >> number % bits & 1) != 0; }

// Rubble changes it: a Water Obstacle stays, and rubble can get no worse (B24.121, B24.2).
bool can_be_rubbled(const MapHex& hex) { return !hex.water && !hex.rubble; }
bool goes_on(const MapHex& hex) { return can_be_rubbled(hex) && hex.building && hex.levels > 0; }

}  // namespace

FallingRubble::FallingRubble(const std::vector<int>& own_directions, int first_event)
    : tall_neighbors_(1), first_event_(first_event), own_event_(first_event + 1) {
  sources_.emplace_back();
  for (const int direction : own_directions) sources_[0].targets[static_cast<std::size_t>(direction - 1)].own = true;
  event_names_.emplace_back("rubble falls");
  if (!own_directions.empty()) event_names_.emplace_back("own men buried");
}

FallingRubble::FallingRubble(const HexMap& map, Hex first, const std::vector<Hex>& own, int first_event, int first_measure)
    : on_a_map_(true), first_event_(first_event), first_measure_(first_measure) {
  // What can be reached: the neighbours of the first hex, and of every building with upper levels that can be reached.
  std::vector<Hex> sources{first};
  std::set<Hex> reached;
  for (std::size_t i = 0; i < sources.size() && map.at(first).levels > 0; ++i) {
    for (int direction = 1; direction <= 6; ++direction) {
      const Hex to = neighbor(sources[i], direction);
      if (!map.grid.has(to) || !reached.insert(to).second || to == first) continue;
      if (goes_on(map.at(to))) sources.push_back(to);
    }
  }
  const std::size_t tall = sources.size() - 1;
  std::vector<Hex> hexes(sources.begin() + 1, sources.end());
  for (const Hex hex : reached) {
    if (hex != first && can_be_rubbled(map.at(hex)) && !goes_on(map.at(hex))) hexes.push_back(hex);
  }
  if (hexes.size() > max_hexes) {
    throw BadInput("rubble from " + to_string(first) + " can reach " + std::to_string(hexes.size()) + " hexes (at most " +
                   std::to_string(max_hexes) + " are followed); cut the map smaller, or take buildings away with --set");
  }

  for (std::size_t number = 0; number < tall; ++number) mark(tall_, number);

  event_names_.emplace_back("rubble falls");
  std::map<Hex, int> numbers;
  for (const Hex hex : hexes) numbers.emplace(hex, static_cast<int>(numbers.size()));
  rubblable_.resize(hexes.size());
  for (const auto& [hex, number] : numbers) {  // events in the order of the coordinates
    const MapHex what = map.at(hex);
    rubblable_[static_cast<std::size_t>(number)] = {what.levels, what.building.has_value(),
                                                    first_event + static_cast<int>(event_names_.size())};
    event_names_.push_back(to_string(hex) + " rubbled");
  }
  own_event_ = first_event + static_cast<int>(event_names_.size());
  if (!own.empty()) event_names_.emplace_back("own men buried");
  for (const Hex hex : own) {
    if (!reached.contains(hex) || map.at(hex).water) out_of_reach_.push_back(hex);
  }

  for (const Hex from : sources) {
    Source source{.name = to_string(from)};
    Hexes tall_neighbors{};
    for (int direction = 1; direction <= 6; ++direction) {
      const Hex to = neighbor(from, direction);
      Target& target = source.targets[static_cast<std::size_t>(direction - 1)];
      target.name = map.grid.has(to) ? to_string(to) : "a hex off the map";
      target.own = std::find(own.begin(), own.end(), to) != own.end() && !map.at(to).water;  // into water nothing falls on anybody
      if (const auto number = numbers.find(to); number != numbers.end()) {
        target.hex = number->second;
        if (has(tall_, static_cast<std::size_t>(target.hex))) mark(tall_neighbors, static_cast<std::size_t>(target.hex));
      }
    }
    sources_.push_back(std::move(source));
    tall_neighbors_.push_back(tall_neighbors);
  }
}

std::vector<std::string> FallingRubble::measure_names() const {
  if (!on_a_map_) return {};
  return {"hexes rubbled by falling", "building hexes rubbled by falling"};
}

void FallingRubble::begin(State& s, int levels, LastFall last, Settled& settled) const {
  s.levels = static_cast<std::uint8_t>(levels);
  look_ahead(s, last, settled);
}

// In the last fall nothing is kept but what the rest of it needs; at its end, nothing.
void FallingRubble::look_ahead(State& s, LastFall last, Settled& settled) const {
  if (last == LastFall::no) return;
  if (busy(s))
    forget(s);
  else
    conclude(s, settled);
}

Throw FallingRubble::next_throw(const State& s) const {
  return {Dice::DR, "Falling Rubble DR", "B24.12", sources_[s.at].name, Reads::colored_from, falls_from - s.levels};
}

void FallingRubble::next(State& s, Roll roll, LastFall last, Settled& settled) const {
  assert(busy(s));
  const bool falls = roll.colored + s.levels >= falls_from;
  const auto happens_once = [&](Happened flag, int event) {
    if (s.happened & flag) return;
    s.happened |= flag;
    settled.happened(event);
  };
  settled.tell([&] {
    const std::string sum =
        "colored " + std::to_string(roll.colored) + " " + with_sign(s.levels) + " = " + std::to_string(roll.colored + s.levels);
    return sum + (falls ? ", falls in direction " + std::to_string(roll.white) : ", nothing falls");
  });
  s.levels = 0;
  const Source& source = sources_[s.at];
  if (falls) {
    if (s.at == 0) happens_once(fell, first_event_);
    const Target& target = source.targets[static_cast<std::size_t>(roll.white - 1)];
    const bool rubbles = target.hex != nothing && !has(s.gone, static_cast<std::size_t>(target.hex));
    if (on_a_map_) settled.tell([&] { return "onto " + target.name + (rubbles ? "" : ", which stays as it is"); });
    if (target.own) {
      happens_once(own_buried, own_event_);
      settled.tell([] { return std::string("own men are buried"); });
    }
    if (rubbles) {
      const auto number = static_cast<std::size_t>(target.hex);
      const Rubblable& hit = rubblable_[number];
      settled.happened(hit.event);
      mark(s.gone, number);
      ++s.hexes;
      if (hit.building) ++s.buildings;
      if (has(tall_, number)) {
        s.levels = static_cast<std::uint8_t>(hit.levels);
        s.at = static_cast<std::uint16_t>(number + 1);
        settled.tell([&] { return target.name + " comes down"; });
      }
    }
  }
  if (!busy(s)) s.at = 0;
  look_ahead(s, last, settled);
}

// Of the buildings with upper levels only those count that the chain can still bring down: all others are as good as gone.
void FallingRubble::forget(State& s) const {
  Hexes reach{};
  Hexes open = tall_neighbors_[s.at];
  for (bool grows = true; grows;) {
    Hexes neighbors{};
    grows = false;
    for (std::size_t word = 0; word < tall_.size(); ++word) {
      open[word] &= ~(s.gone[word] | reach[word]);
      reach[word] |= open[word];
      for (std::uint64_t rest = open[word]; rest != 0; rest &= rest - 1) {
        const Hexes& more = tall_neighbors_[word * bits + static_cast<std::size_t>(std::countr_zero(rest)) + 1];
        for (std::size_t i = 0; i < neighbors.size(); ++i) neighbors[i] |= more[i];
        grows = true;
      }
    }
    open = neighbors;
  }
  for (std::size_t word = 0; word < tall_.size(); ++word) s.gone[word] = (s.gone[word] | tall_[word]) & ~reach[word];
}

void FallingRubble::conclude(State& s, Settled& settled) const {
  if (on_a_map_) {
    settled.measured(first_measure_, s.hexes);
    settled.measured(first_measure_ + 1, s.buildings);
  }
  s = {};
}

}  // namespace boxcars::model
