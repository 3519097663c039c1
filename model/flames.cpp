#include "model/flames.hpp"

#include <cassert>
#include <utility>

namespace boxcars::model {

Flames::Flames(std::vector<Place> places, std::vector<Way> ways) : places_(std::move(places)), ways_(std::move(ways)) {
  assert(places_.size() <= most_locations);
}

void Flames::set(State& s, int location, Burning burning) {
  s.burning = static_cast<std::uint16_t>((s.burning & ~(3U << 2 * location)) | static_cast<unsigned>(burning) << 2 * location);
}

void Flames::kindle(State& s, int location) const {
  if (!burns(s, location)) set(s, location, kindled_now);
}

void Flames::put_out_flame(State& s, int location) const {
  if (!blazes(s, location)) set(s, location, none);
}

void Flames::end_turn(State& s) const {
  assert(!busy(s));
  s.at = 1;
  seek(s);
}

// On to the next DR of this turn; what was kindled in it has none.
void Flames::seek(State& s) const {
  for (; s.at <= stages(); ++s.at) {
    if (is_way(s) ? blazes(s, way(s).from) && !burns(s, way(s).to) : of(s, flame_at(s)) == flame) return;
  }
  s.at = 0;
  for (int location = 0; location < static_cast<int>(places_.size()); ++location) {
    if (of(s, location) == kindled_now) set(s, location, flame);
  }
}

Throw Flames::next_throw(const State& s) const {
  assert(busy(s));
  if (is_way(s)) return {Dice::DR, "Spread DR", "B25.6", places_[static_cast<std::size_t>(way(s).to)].name, Reads::sum};
  return {Dice::DR, "Flame DR", "B25.15", places_[static_cast<std::size_t>(flame_at(s))].name, Reads::sum};
}

std::optional<int> Flames::next(State& s, Roll roll, Settled& settled) const {
  std::optional<int> ablaze;
  if (is_way(s)) {
    const bool spreads = roll.sum() >= way(s).spreads_from;
    if (spreads) kindle(s, way(s).to);
    settled.tell([&] { return spreads ? "a Flame" : "it does not spread"; });
  } else {
    const int location = flame_at(s);
    const Place& place = places_[static_cast<std::size_t>(location)];
    const bool blazes_now = roll.sum() >= place.blazes_from;
    const bool goes_out = !blazes_now && roll.sum() <= place.out_to;
    if (blazes_now) set(s, location, blaze), ablaze = location;
    if (goes_out) set(s, location, none);
    settled.tell([&] { return blazes_now ? "a Blaze" : goes_out ? "it goes out" : "it goes on"; });
  }
  ++s.at;
  seek(s);
  return ablaze;
}

}  // namespace boxcars::model
