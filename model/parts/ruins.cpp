#include "model/parts/ruins.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "model/core/numbers.hpp"
#include "model/parts/falling_rubble.hpp"

namespace boxcars::model {
namespace {

std::uint8_t& intact_of(Ruins::State& s, HexNumber hex) { return s.intact[static_cast<std::size_t>(hex)]; }
HexNumber falls_from(const Ruins::State& s) { return static_cast<HexNumber>(s.falls_from - 1); }

}  // namespace

Ruins::State Ruins::start() const {
  State s;
  for (const HexNumber hex : hexes_.numbers())
    intact_of(s, hex) = static_cast<std::uint8_t>(hexes_[hex].rubble ? 0 : hexes_[hex].levels + 1);
  return s;
}

// The Locations of the levels from_level to to_level - 1, one bit each.
unsigned Ruins::locations(HexNumber hex, int from_level, int to_level) const {
  unsigned here = 0;
  for (int level = from_level; level < to_level; ++level) {
    const int location = hexes_[hex].location_at[index(level)];
    if (location != no_location) here |= 1U << location;
  }
  return here;
}

unsigned Ruins::standing(const State& s) const {
  unsigned there = 0;
  for (const HexNumber hex : hexes_.numbers()) there |= locations(hex, 0, intact(s, hex) + 1);
  return there;
}

unsigned Ruins::rubble(const State& s) const {
  unsigned there = 0;
  for (const HexNumber hex : hexes_.numbers()) {
    if (const int top = intact(s, hex); top <= hexes_[hex].levels) there |= locations(hex, top, top + 1);
  }
  return there;
}

Ruins::Change Ruins::bring_down(State& s, HexNumber hex, int stays, Scene scene) const {
  const int stood = intact(s, hex);
  const bool was_whole = stood > hexes_[hex].levels;
  const unsigned down = was_whole ? up_to_the_top(hex, stays) : locations(hex, stays, stood);
  intact_of(s, hex) = static_cast<std::uint8_t>(stays);
  const int above_ground = std::max(stays, 1);
  let_fall(s, hex, stood - above_ground, (locations(hex, above_ground, stood) & scene.ablaze) != 0, scene);
  return {.rubbled = down, .buried = down, .hex = hex};
}

// Rubble of levels above ground may fall (B24.12). If it can change nothing in the position, nobody throws for it.
void Ruins::let_fall(State& s, HexNumber hex, int levels, bool ablaze, Scene scene) const {
  for (const HexNumber to : hexes_[hex].neighbor) {
    if (to == no_hex || levels == 0) continue;
    const unsigned here = up_to_the_top(to, 0);
    if (hexes_[to].water || (intact(s, to) == 0 && (here & scene.manned) == 0 && !ablaze)) continue;
    s.falls_from = static_cast<std::uint8_t>(static_cast<int>(hex) + 1);
    s.falling = static_cast<std::uint8_t>(levels);
    s.ablaze = ablaze;
  }
}

Throw Ruins::next_throw(const State& s) const {
  assert(busy(s));
  return FallingRubble::dr(s.falling, hexes_[falls_from(s)].name);
}

// B24.12, B24.121: the hex that is hit is rubbled, and so on. Rubble can get no worse (B24.2), but buries the units that are there.
Ruins::Change Ruins::next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  const HexNumber from = falls_from(s);
  const bool falls = FallingRubble::falls(s.falling, roll), ablaze = s.ablaze;
  const HexNumber to = falls ? hexes_[from].neighbor[index(roll.white - 1)] : no_hex;
  outcomes.tell([&] {
    if (!falls) return std::string("nothing falls");
    return "falls in direction " + std::to_string(roll.white) + (to == no_hex ? "" : ", onto " + hexes_[to].name);
  });
  s.falls_from = s.falling = s.ablaze = 0;
  if (to == no_hex || hexes_[to].water) return {};
  const int levels = hexes_[to].levels;
  Change change;
  if (intact(s, to) == levels + 1)
    change = bring_down(s, to, 0, scene);
  else
    change = {.buried = up_to_the_top(to, 0), .hex = to};
  change.ablaze = ablaze;
  return change;
}

// Every fall but the first comes from a hex that the last one brought down.
int Ruins::stage(const State& s) const {
  return static_cast<int>(std::count(s.intact.begin(), s.intact.begin() + static_cast<std::ptrdiff_t>(hexes_.size()), 0));
}

}  // namespace boxcars::model
