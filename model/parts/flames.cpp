#include "model/parts/flames.hpp"

#include <cassert>
#include <utility>

#include "model/core/numbers.hpp"
#include "model/rules/fire.hpp"

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

unsigned Flames::ablaze(const State& s) const {
  unsigned all = 0;
  for (int location = 0; location < static_cast<int>(places_.size()); ++location) all |= blazes(s, location) ? 1U << location : 0U;
  return all;
}

void Flames::end_turn(State& s, Scene scene) const {
  assert(!busy(s));
  s.at = 1;
  seek(s, scene);
}

int Flames::drm(int location, Scene scene) const {
  const Place& place = places_[index(location)];
  return place.drm + (scene.rubble >> location & 1U ? 0 : place.standing_drm);
}

// The Original DR from which fire spreads along the way. B24.6: rubble is one building with the rubble next to it, and with nothing else.
int Flames::spreads_from(const State& s, Scene scene) const {
  const Way& w = way(s);
  const int spreads_from = places_[index(w.to)].spread_number - w.drm - drm(w.to, scene);
  if (w.kind == Way::Kind::upright) return spreads_from;
  const bool from = scene.rubble >> w.from & 1U, to = scene.rubble >> w.to & 1U;
  const bool attached = from == to && (from || w.kind == Way::Kind::attached);
  return spreads_from - (attached ? 0 : detached_spread_drm);
}

// Whether there is a DR at this place of the order.
bool Flames::throws(const State& s, Scene scene) const {
  if (!is_way(s)) return of(s, flame_at(s)) == flame;
  const Way& w = way(s);
  return blazes(s, w.from) && !burns(s, w.to) && (scene.standing >> w.to & 1U) && spreads_from(s, scene) <= 12;
}

// Goes on to the next DR of this turn; Flames that were kindled in the turn have none.
void Flames::seek(State& s, Scene scene) const {
  for (; s.at <= stages(); ++s.at) {
    if (throws(s, scene)) return;
  }
  s.at = 0;
  for (int location = 0; location < static_cast<int>(places_.size()); ++location) {
    if (of(s, location) == kindled_now) set(s, location, flame);
  }
}

Throw Flames::next_throw(const State& s) const {
  assert(busy(s));
  if (is_way(s)) return {Dice::DR, "Spread DR", "B25.6", places_[index(way(s).to)].name, Reads::sum};
  return {Dice::DR, "Flame DR", "B25.15", places_[index(flame_at(s))].name, Reads::sum};
}

std::optional<int> Flames::next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  std::optional<int> ablaze;
  if (is_way(s)) {
    const bool spreads = roll.sum() >= spreads_from(s, scene);
    if (spreads) kindle(s, way(s).to);
    outcomes.tell([&] { return spreads ? "a Flame" : "it does not spread"; });
  } else {
    const int location = flame_at(s);
    const FlameFate fate = flame_fate(roll.sum() + drm(location, scene), places_[index(location)].spread_number);
    if (fate == FlameFate::blazes) set(s, location, blaze), ablaze = location;
    if (fate == FlameFate::goes_out) set(s, location, none);
    outcomes.tell([&] { return in_words(fate); });
  }
  ++s.at;
  seek(s, scene);
  return ablaze;
}

}  // namespace boxcars::model
