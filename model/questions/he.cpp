#include "model/questions/he.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string_view>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/he_words.hpp"

namespace boxcars::model {
namespace {

enum HeStep : std::uint8_t { ended, in_attack, at_units, falling };

// The news of an attack, in their order.
constexpr std::array<const char*, 8> news_names{"hit",    "critical hit",      "malfunctions", "structural damage",
                                                "rubble", "whole hex rubbled", "flame",        "breached"};

constexpr int last_stages = 1 << 30;  // above those of all shots: a shot has less than 10,000, and there are most_shots at most, or laps
static_assert(most_levels + 2 <= Occupants::max_locations);

std::vector<EventId> news_of(Facts& facts) {
  std::vector<EventId> news;
  for (const char* name : news_names) news.push_back(facts.event(name));
  return news;
}

Occupants occupants_of(const HeSituation& situation, Facts& facts) {
  return at_field("occupant", [&] { return Occupants(situation.units, situation.location_of, facts); });
}

}  // namespace

He::He(const HeInputs& inputs)
    : attack_(he_situation(inputs)),
      news_(news_of(facts_)),
      levels_rubbled_(facts_.measure("levels rubbled")),
      shots_fired_(situation().counts_shots ? std::optional(facts_.measure("shots fired")) : std::nullopt),
      fall_(fall_of(situation().fall, facts_)),
      occupants_(occupants_of(situation(), facts_)) {
  description_ = description_of(inputs, situation());
  append_notes_on_reach(description_.notes, fall_);
}

He::State He::start(Outcomes& outcomes) const {
  State s;
  s.occupants = occupants_.start();
  s.attack.intact = s.attack.stays = static_cast<std::uint8_t>(situation().building.levels + 1);
  if (!situation().shot.to_hit) outcomes.happened(news_[HeAttack::hit]);
  begin_shot(s);
  return s;
}

void He::begin_shot(State& s) const {
  if (situation().most_shots && !s.again) ++s.shots;
  s.again = 0;
  s.step = in_attack;
  attack_.begin(s.attack);
}

Throw He::next_throw(const State& s) const {
  switch (s.step) {
    case in_attack:
      return attack_.next_throw(s.attack);
    case at_units:
      return occupants_.next_throw(s.occupants);
    case falling:
      return fall_.next_throw(s.fall);
    default:
      return {};
  }
}

He::State He::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  switch (s.step) {
    case in_attack: {
      const unsigned news = attack_.next(s.attack, roll, scene(s), outcomes);
      if (news & HeAttack::bit(HeAttack::keeps_rate_of_fire)) s.again = 1;
      const unsigned events = news & (HeAttack::bit(HeAttack::keeps_rate_of_fire) - 1);
      for (unsigned left = events; left != 0; left &= left - 1) happens(s, static_cast<HeAttack::News>(std::countr_zero(left)), outcomes);
      if (!attack_.busy(s.attack)) resolve(s, outcomes);
      break;
    }
    case at_units:
      occupants_.next(s.occupants, roll, last_attack(s), outcomes);
      if (!ended(s)) proceed(s, outcomes);
      break;
    default:
      assert(s.step == falling);
      fall_.next(s.fall, roll, s.last ? LastFall::yes : LastFall::no, outcomes);
      proceed(s, outcomes);
  }
  return s;
}

HeAttack::Scene He::scene(const State& s) const {
  return {.can_burn = !(s.happened & HeAttack::bit(HeAttack::flame)), .on_to_hit_dr = -s.acquired};
}

// Records an event that may happen in several shots the first time that it does.
void He::happens(State& s, HeAttack::News event, Outcomes& outcomes) const {
  const auto flag = static_cast<std::uint8_t>(HeAttack::bit(event));
  if (s.happened & flag) return;
  s.happened |= flag;
  outcomes.happened(news_[index(event)]);
}

// What the shot does to the occupants of each Location: the rubble eliminates them, or its attack has this result.
Occupants::Results He::hit_occupants(State& s, Outcomes& outcomes) const {
  const Building& building = situation().building;
  const HeAttack::State& a = s.attack;
  const bool attacks = attack_.attacks(a), rubbles = a.stays < a.intact;
  Occupants::Results results{};
  const auto result_of = [&](int location, HitIs hit) {
    const IftAttack attack = attack_.attack_at(a, location, hit);
    outcomes.tell([&] {
      const std::string text = in_words(attack, a.original_dr, place_name(building, location));
      const bool is_of_one = hit == HitIs::critical || situation().shot.hits_one_unit;
      return is_of_one ? "for its one target, if it is there: " + text : text;
    });
    return ift_result(attack.column, a.original_dr + attack.drm);
  };
  for (int location = 0; location <= building.rooftop_location(); ++location) {
    if (!occupants_.any_alive(s.occupants, location)) continue;
    if (rubbles && location >= a.stays) {
      occupants_.eliminate(s.occupants, location);
      outcomes.tell([&] { return units_at(situation(), location) + " eliminated by the rubble"; });
    } else if (attacks && attack_.hits(a, location, Effect::attack)) {
      const bool hits_one_unit = situation().shot.hits_one_unit;
      if (!hits_one_unit) results[index(location)].normal = result_of(location, HitIs::normal);
      if (attack_.is_critical(a))
        results[index(location)].critical = result_of(location, HitIs::critical);
      else if (hits_one_unit)
        results[index(location)].critical = result_of(location, HitIs::normal);
    }
  }
  return results;
}

// B23.9221.
void He::breach(State& s, Outcomes& outcomes) const {
  const HeAttack::State& a = s.attack;
  if (!attack_.attacks(a) || !can_breach(situation()) || situation().shot.target >= a.stays) return;
  const IftAttack& wall = attack_.normal_attack();
  if (is_kia(ift_result(wall.column, a.original_dr + wall.drm))) happens(s, HeAttack::breached, outcomes);
}

// All that this shot decides about rubble is known: puts its results on the occupants, and lets the rubble fall.
void He::resolve(State& s, Outcomes& outcomes) const {
  const Occupants::Results results = hit_occupants(s, outcomes);
  breach(s, outcomes);
  const Building& building = situation().building;
  HeAttack::State& a = s.attack;
  const bool rubbles = a.stays < a.intact;
  const FirstHex hex = rubbles && a.stays == 0 ? FirstHex::rubbled : FirstHex::stands;
  int levels_that_fall = 0;
  if (rubbles) {
    if (a.intact == building.levels + 1) outcomes.happened(news_[HeAttack::rubble]);
    if (a.stays == 0) outcomes.happened(news_[HeAttack::whole_hex_rubbled]);
    levels_that_fall = a.intact - std::max<int>(a.stays, 1);
  }
  attack_.finish(a);
  const int ends_at = situation().shot.hits_one_location() ? std::min(situation().shot.target, building.levels) : 0;
  const bool is_last = a.intact <= ends_at || (s.shots == situation().most_shots && !s.again);
  if (is_last) end_shots(s, outcomes);
  fall_.begin(s.fall, levels_that_fall, hex, is_last ? LastFall::yes : LastFall::no, outcomes);
  occupants_.begin(s.occupants, results, is_last ? LastAttack::yes : LastAttack::no, outcomes);
  proceed(s, outcomes);
}

// Records what is known of the shots, since no shot follows.
void He::end_shots(State& s, Outcomes& outcomes) const {
  outcomes.measured(levels_rubbled_, situation().building.levels + 1 - s.attack.intact);
  if (shots_are_laps())
    outcomes.measured_lap(*shots_fired_);
  else if (shots_fired_)
    outcomes.measured(*shots_fired_, static_cast<int>(s.shots));
  s.shots = 0;
  s.acquired = s.again = 0;
  s.attack = {};
  s.happened = 0;
  s.last = 1;
}

// On to what the shot still has to throw for, to the next shot, or to the end.
void He::proceed(State& s, Outcomes& outcomes) const {
  if (occupants_.busy(s.occupants)) {
    s.step = at_units;
  } else if (fall_.busy(s.fall)) {
    s.step = falling;
  } else if (s.last) {
    s = {};
  } else {
    if (shots_are_laps()) outcomes.begin_lap();
    if (s.acquired < situation().shot.more_acquired) ++s.acquired;
    begin_shot(s);
  }
}

const Stack* He::stack_at(const State& s) const { return s.step == at_units ? &occupants_.stack(s.occupants) : nullptr; }

He::State He::alone(const State& s, const Stack::State& branch) {
  return {.occupants = {.active = branch, .location = s.occupants.location, .busy = 1}, .step = at_units};
}

void He::after_stack(State& s, Outcomes& outcomes) const {
  occupants_.after_stack(s.occupants, last_attack(s), outcomes);
  proceed(s, outcomes);
}

int He::stage(const State& s) const {
  const int units_end = HeAttack::stages() + occupants_.stages();
  int position = 0;
  switch (s.step) {
    case in_attack:
      position = attack_.stage(s.attack);
      break;
    case at_units:
      position = HeAttack::stages() + occupants_.stage(s.occupants);
      break;
    case falling:
      position = units_end + fall_.stage(s.fall);
      break;
    default:
      break;
  }
  if (s.last) return last_stages + position;
  return static_cast<int>(s.shots) * (units_end + fall_.stages()) + position;
}

}  // namespace boxcars::model
