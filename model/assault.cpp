#include "model/assault.hpp"

#include <algorithm>
#include <cassert>

#include "model/assault_words.hpp"
#include "model/bad_input.hpp"
#include "model/falling_rubble.hpp"
#include "model/modifier.hpp"

namespace boxcars::model {
namespace {

enum Step : std::uint8_t { over, repair, rally, shooting, to_hit_dr, subsequent_dr, ift_dr, at_building, at_units, falling, lots };

enum Event : int { attacker_wins, first_by_turn };
enum Measure : int { turn_won, in_good_order, are_eliminated, are_broken, locations_rubbled, first_of_units };
constexpr std::array<std::string_view, 5> first_measures{"turn won", "defenders in good order", "defenders eliminated", "defenders broken",
                                                         "locations rubbled"};

constexpr int no_location = AssaultPlan::no_location;
constexpr int stage_of_lots = 1 << 30;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Defenders defenders_of(const AssaultInputs& in, const AssaultPlan& plan) {
  try {
    return {plan.units, plan.location_of, static_cast<int>(in.locations.size()), in.rally_drm, first_by_turn + in.turns, first_of_units};
  } catch (const BadInput& bad) {
    throw BadInputAt("defender", bad.what());
  }
}

}  // namespace

Assault::Assault(const AssaultInputs& inputs)
    : in_(inputs),
      plan_(assault_plan(inputs)),
      turns_(inputs.turns),
      defenders_(defenders_of(in_, plan_)),
      question_(question_of(in_, plan_)) {
  event_names_.emplace_back("attacker wins");
  for (int turn = 1; turn <= turns_; ++turn) event_names_.push_back("attacker wins by turn " + std::to_string(turn));
  event_names_.insert(event_names_.end(), defenders_.event_names().begin(), defenders_.event_names().end());
  first_rubbled_ = static_cast<int>(event_names_.size());
  for (const AssaultLocation& location : in_.locations) event_names_.push_back(location.name + " rubbled");
  measure_names_.assign(first_measures.begin(), first_measures.end());
  measure_names_.insert(measure_names_.end(), defenders_.measure_names().begin(), defenders_.measure_names().end());

  stages_ = stages_before_shots();
  for (std::size_t i = 0; i < plan_.fires.size(); ++i) {
    const AssaultFire& fire = plan_.fires[i];
    he_.push_back(fire.he ? std::optional<HeAttack>(*fire.he) : std::nullopt);
    unsigned later = fire.limit > 1 ? fire.reach : 0U;
    for (std::size_t j = i + 1; j < plan_.fires.size(); ++j) later |= plan_.fires[j].reach;
    // Who wins when nobody is in Good Order finds nobody pinned, either.
    pins_end_.push_back(in_.goal.good_order == 0 ? ~later : 0U);
    first_stage_.push_back(stages_);
    stages_ += fire.limit * stages_a_shot();
  }

  turns_are_laps_ = !plan_.changes;
  Settled first_turn;
  const State s = start(first_turn);
  if (first_turn.lap_begins() || !next_throw(s).faces()) turns_are_laps_ = false;  // a lap has at least one throw
}

int Assault::stages_before_shots() const { return most_assault_shots + defenders_.stages(); }

int Assault::stages_a_shot() const { return HeAttack::stages() + defenders_.stages() + static_cast<int>(plan_.hexes.size()) + 1; }

Assault::State Assault::start(Settled& settled) const {
  State s{.defenders = defenders_.start()};
  for (std::size_t hex = 0; hex < plan_.hexes.size(); ++hex) s.intact[hex] = static_cast<std::uint8_t>(plan_.hexes[hex].levels + 1);
  if (!turns_are_laps_) s.turn = 1;
  s.step = shooting;
  advance(s, settled);
  return s;
}

Throw Assault::next_throw(const State& s) const {
  switch (s.step) {
    case over:
      return {};
    case repair:
      return {Dice::dr, "Repair dr", "A9.72", in_.shots[s.fire].name};
    case rally:
    case at_units:
    case lots:
      return defenders_.next_throw(s.defenders);
    case falling:
      return {Dice::DR,
              "Falling Rubble DR",
              "B24.12",
              plan_.hexes[s.falls_from - 1U].name,
              Reads::colored_from,
              FallingRubble::falls_from - s.falling};
    default:
      return shot_throw(s);
  }
}

// A rate of fire reads the colored die of the first DR of a shot, cowering the doubles.
Throw Assault::shot_throw(const State& s) const {
  const bool cowers = fire(s).attack.cowering_columns > 0;
  Throw thrown{};
  switch (s.step) {
    case to_hit_dr:
      thrown = {Dice::DR, "To Hit DR", "C3.3", "", Reads::sum};
      break;
    case subsequent_dr:
      return {Dice::dr, "subsequent dr", "C3.7", in_.shots[s.fire].name};
    case ift_dr:
      thrown = {Dice::DR, "IFT DR", "A7.3", "", cowers ? Reads::each_die : Reads::sum};
      break;
    default:
      thrown = he_[s.fire]->next_throw(s.he);
  }
  if (thrown.subject.empty()) thrown.subject = in_.shots[s.fire].name;
  if (is_first_dr(s) && fire(s).rate_of_fire > 0) thrown.reads = Reads::each_die;
  return thrown;
}

// The To Hit DR if there is one, else the IFT DR.
bool Assault::is_first_dr(const State& s) const {
  if (s.step == at_building) return he_[s.fire]->is_first_dr(s.he);
  return s.step == to_hit_dr || (s.step == ift_dr && !fire(s).to_hit);
}

Assault::State Assault::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  if (is_first_dr(s)) note_first_dr(s, roll, settled);
  switch (s.step) {
    case repair: {
      const bool works = roll.colored <= fire(s).repaired_to;
      if (works) s.out &= ~(1U << s.fire);
      settled.tell([&] { return works ? "it works again" : "it does not work"; });
      ++s.fire;
      break;
    }
    case to_hit_dr:
      take_hit(s, to_hit_result(*fire(s).to_hit, roll.sum()), settled);
      break;
    case subsequent_dr:
      take_hit(s, result_after_dr(*fire(s).to_hit, roll.colored), settled);
      break;
    case ift_dr:
      take_attack(s, roll, settled);
      break;
    case at_building:
      shell_building(s, roll, settled);
      break;
    case falling:
      fall(s, roll, settled);
      break;
    default:
      defenders_.next(s.defenders, roll, s.step == at_units ? pins_end_[s.fire] : 0U, settled);
  }
  advance(s, settled);
  return s;
}

// Goes on, through everything that needs no throw, to the next throw or the end.
void Assault::advance(State& s, Settled& settled) const {
  bool turn_begins = false;
  for (;;) {
    switch (s.step) {
      case repair:
        if (seek_repair(s)) return begin_lap(turn_begins, settled);
        s.step = rally;
        if (defenders_.rallies()) defenders_.rally(s.defenders);
        break;
      case rally:
        if (!turn_begins && is_won(s)) return conclude(s, Ends::won, settled);
        if (defenders_.busy(s.defenders)) return begin_lap(turn_begins, settled);
        s.step = shooting;
        break;
      case shooting:
        if (seek_shot(s)) {
          begin_shot(s);
          return begin_lap(turn_begins, settled);
        }
        // A turn without a throw: nothing can happen any more, unless other shots are made later.
        if (turn_begins && !plan_.changes) return conclude(s, Ends::lost, settled);
        defenders_.end_turn(s.defenders);
        if (!turns_are_laps_ && s.turn++ == plan_.turns) return conclude(s, Ends::lost, settled);
        turn_begins = true;
        s.fire = 0;
        s.step = repair;
        break;
      case at_units:
        if (defenders_.busy(s.defenders)) return;
        s.step = falling;
        break;
      case falling:
        if (s.falling > 0) return;
        s.falls_from = 0;
        if (is_won(s)) return conclude(s, Ends::won, settled);
        end_shot(s);
        break;
      case lots:
        if (!defenders_.busy(s.defenders)) s = {};
        return;
      default:
        return;
    }
  }
}

// The throw that is next is the first of a turn.
void Assault::begin_lap(bool turn_begins, Settled& settled) const {
  if (!turn_begins) return;
  settled.tell([] { return std::string("the turn ends"); });
  if (turns_are_laps_) settled.begin_lap();
}

bool Assault::seek_repair(State& s) const {
  while (s.fire < plan_.fires.size() && !((s.out >> s.fire & 1U) && fire(s).repaired_to > 0)) ++s.fire;
  if (s.fire < plan_.fires.size()) return true;
  s.fire = 0;
  return false;
}

// The next shot that is made in this turn.
bool Assault::seek_shot(State& s) const {
  for (; s.fire < plan_.fires.size(); ++s.fire, s.made = 0) {
    if (is_made(s)) return true;
  }
  s.fire = 0;
  return false;
}

// A shot needs somebody to hit, or if a goal counts rubble something to bring down.
bool Assault::is_made(const State& s) const {
  const AssaultFire& f = fire(s);
  if (s.out >> s.fire & 1U) return false;
  if (!turns_are_laps_ && (s.turn < f.from_turn || s.turn > f.until_turn)) return false;
  if (f.condition != AssaultFire::While::always &&
      defenders_.holds(s.defenders, f.condition_at) != (f.condition == AssaultFire::While::holds))
    return false;
  const int hex = plan_.hex_of[index(f.target)];
  for (int location = 0; location < static_cast<int>(plan_.hex_of.size()); ++location) {
    if ((f.reach >> location & 1U) && defenders_.any_alive(s.defenders, location)) return true;
  }
  if (!f.rubbles || plan_.rubbled.empty()) return false;
  const int aimed = f.he->shot.hits_one_location() ? plan_.level_of[index(f.target)] : 0;
  return aimed < s.intact[index(hex)];
}

void Assault::begin_shot(State& s) const {
  switch (fire(s).kind) {
    case AssaultFire::Kind::small_arms:
      s.step = ift_dr;
      break;
    case AssaultFire::Kind::shell:
      s.step = fire(s).to_hit ? to_hit_dr : ift_dr;
      break;
    case AssaultFire::Kind::shell_at_building:
      s.step = at_building;
      s.he.intact = s.he.stays = s.intact[index(plan_.hex_of[index(fire(s).target)])];
      he_[s.fire]->begin(s.he);
  }
}

void Assault::end_shot(State& s) const {
  s.step = shooting;
  s.critical = 0;
  if (s.again) {
    s.again = 0;
    ++s.made;
    return;
  }
  s.made = 0;
  ++s.fire;
}

// What the DR that counts does to the weapon: it may break down (A9.7), or fire again (A9.2).
void Assault::note_first_dr(State& s, Roll roll, Settled& settled) const {
  const AssaultFire& f = fire(s);
  if (roll.sum() >= f.breaks_down_from) {
    s.out |= 1U << s.fire;
    settled.tell([&] { return in_.shots[s.fire].name + " breaks down"; });
  } else if (roll.colored <= f.rate_of_fire && s.made + 1 < f.limit) {
    s.again = 1;
    settled.tell([&] { return in_.shots[s.fire].name + " keeps its rate of fire"; });
  }
}

void Assault::take_hit(State& s, ToHitResult result, Settled& settled) const {
  switch (result) {
    case ToHitResult::dr_follows:
      s.step = subsequent_dr;
      return;
    case ToHitResult::miss:
      settled.tell([] { return std::string("misses"); });
      s.step = falling;
      return;
    case ToHitResult::critical_hit:
      s.critical = 1;
      [[fallthrough]];
    case ToHitResult::hit:
      settled.tell([&] { return std::string(s.critical ? "a critical hit" : "hits"); });
      s.step = ift_dr;
  }
}

void Assault::take_attack(State& s, Roll roll, Settled& settled) const {
  const IftAttack& how = s.critical ? fire(s).critical_hit : fire(s).attack;
  const IftResult result = resolve(how, roll.sum(), roll.doubles());
  settled.tell([&] {
    const bool cowers = roll.doubles() && how.cowering_columns > 0;
    return std::string(cowers ? "cowers, " : "") + "Final " + std::to_string(roll.sum() + how.drm) + " at " +
           in_.locations[index(fire(s).target)].name + ": " + to_string(result);
  });
  Defenders::Results results{};
  results[index(fire(s).target)] = result;
  attack(s, results, settled);
}

void Assault::attack(State& s, const Defenders::Results& results, Settled& settled) const {
  defenders_.attack(s.defenders, results, pins_end_[s.fire], settled);
  s.critical = 0;
  s.step = at_units;
}

void Assault::shell_building(State& s, Roll roll, Settled& settled) const {
  HeAttack::Scene scene{.can_burn = false};
  const AssaultHex& hex = plan_.hexes[index(plan_.hex_of[index(fire(s).target)])];
  for (int level = 0; level <= hex.levels; ++level) {
    const int location = hex.location_at[index(level)];
    if (location != no_location && defenders_.any_alive(s.defenders, location)) scene.occupied |= 1U << level;
  }
  he_[s.fire]->next(s.he, roll, scene, settled);
  if (!he_[s.fire]->busy(s.he)) resolve_he(s, settled);
}

// All that the shell decides about rubble is known: what comes down, and how the others are attacked.
void Assault::resolve_he(State& s, Settled& settled) const {
  const HeAttack& he = *he_[s.fire];
  const int number = plan_.hex_of[index(fire(s).target)];
  const AssaultHex& hex = plan_.hexes[index(number)];
  Defenders::Results results{};
  for (int level = 0; level < s.he.stays && he.attacks(s.he); ++level) {
    const int location = hex.location_at[index(level)];
    if (location == no_location || !he.hits(s.he, level, Effect::attack) || !defenders_.any_alive(s.defenders, location)) continue;
    const IftAttack how = he.attack_at(s.he, level);
    const IftResult result = ift_result(how.column, s.he.original_dr + how.drm);
    results[index(location)] = result;
    settled.tell([&] { return in_.locations[index(location)].name + ": " + to_string(result); });
  }
  if (const int stays = s.he.stays; stays < s.he.intact) {
    let_fall(s, number, s.he.intact - std::max(stays, 1));
    rubble(s, number, stays, settled);
  }
  s.he = {};
  attack(s, results, settled);
}

// A hex comes down to the levels that stay, with everybody in the others (B24.11).
void Assault::rubble(State& s, int number, int stays, Settled& settled) const {
  const AssaultHex& hex = plan_.hexes[index(number)];
  for (int level = stays; level < s.intact[index(number)]; ++level) {
    const int location = hex.location_at[index(level)];
    if (location == no_location) continue;
    settled.happened(first_rubbled_ + location);
    settled.tell([&] {
      const std::string units = defenders_.units_at(s.defenders, location);
      return in_.locations[index(location)].name + " is rubble" + (units.empty() ? "" : ", and buries " + units);
    });
    defenders_.eliminate(s.defenders, location);
  }
  s.intact[index(number)] = static_cast<std::uint8_t>(stays);
}

// Rubble of levels above ground may fall (B24.12); where it can hit nothing of the position, nobody throws for it.
void Assault::let_fall(State& s, int number, int levels) const {
  for (const int to : plan_.hexes[index(number)].neighbor) {
    if (to == no_location || s.intact[index(to)] == 0 || levels == 0) continue;
    s.falls_from = static_cast<std::uint8_t>(number + 1);
    s.falling = static_cast<std::uint8_t>(levels);
  }
}

// B24.12, B24.121: what it hits is rubbled, and so on; rubble can get no worse (B24.2), but buries who is there.
void Assault::fall(State& s, Roll roll, Settled& settled) const {
  const bool falls = roll.colored + s.falling >= FallingRubble::falls_from;
  const int to = falls ? plan_.hexes[s.falls_from - 1U].neighbor[index(roll.white - 1)] : no_location;
  settled.tell([&] {
    if (!falls) return std::string("nothing falls");
    return "falls in direction " + std::to_string(roll.white) + (to == no_location ? "" : ", onto " + plan_.hexes[index(to)].name);
  });
  s.falls_from = s.falling = 0;
  if (to == no_location) return;
  const int levels = plan_.hexes[index(to)].levels;
  if (s.intact[index(to)] == levels + 1) {
    rubble(s, to, 0, settled);
    let_fall(s, to, levels);
    return;
  }
  for (const int location : plan_.hexes[index(to)].location_at) {
    if (location != no_location) defenders_.eliminate(s.defenders, location);
  }
}

int Assault::rubbled_locations(const State& s) const {
  int count = 0;
  for (std::size_t location = 0; location < plan_.hex_of.size(); ++location)
    count += s.intact[index(plan_.hex_of[location])] <= plan_.level_of[location];
  return count;
}

bool Assault::is_won(const State& s) const {
  const AssaultGoal& goal = in_.goal;
  if (goal.good_order && defenders_.good_order(s.defenders) > *goal.good_order) return false;
  if (goal.eliminated && defenders_.eliminated(s.defenders) < *goal.eliminated) return false;
  return std::all_of(plan_.rubbled.begin(), plan_.rubbled.end(),
                     [&](int location) { return s.intact[index(plan_.hex_of[index(location)])] <= plan_.level_of[index(location)]; });
}

// Settles everything, but for the lots that are still to be drawn.
void Assault::conclude(State& s, Ends ends, Settled& settled) const {
  if (ends == Ends::lost) {
    settled.measured(turn_won, 0);
  } else {
    settled.happened(attacker_wins);
    settled.tell([] { return std::string("the attacker wins"); });
    if (turns_are_laps_) {
      settled.measured_lap(turn_won);
      settled.happened_from_lap(first_by_turn, turns_);
    } else {
      settled.measured(turn_won, s.turn);
      for (int turn = s.turn; turn <= turns_; ++turn) settled.happened(first_by_turn + turn - 1);
    }
  }
  settled.measured(in_good_order, defenders_.good_order(s.defenders));
  settled.measured(are_eliminated, defenders_.eliminated(s.defenders));
  settled.measured(are_broken, defenders_.broken(s.defenders));
  settled.measured(locations_rubbled, rubbled_locations(s));
  State done{.defenders = s.defenders};
  done.defenders.rally = done.defenders.lone_try = 0;  // whoever else would have tried
  defenders_.conclude(done.defenders, settled);
  done.step = lots;
  s = defenders_.busy(done.defenders) ? done : State{};
}

Assault::State Assault::end(const State& begun, Settled& settled) const {
  State s = begun;
  conclude(s, Ends::lost, settled);
  return s;
}

int Assault::stage(const State& s) const {
  const int of_turn = s.turn * stages_;
  const auto of_shot = [&](int position) { return of_turn + first_stage_[s.fire] + s.made * stages_a_shot() + position; };
  switch (s.step) {
    case repair:
      return of_turn + s.fire;
    case rally:
      return of_turn + most_assault_shots + defenders_.stage(s.defenders);
    case to_hit_dr:
      return of_shot(0);
    case subsequent_dr:
      return of_shot(1);
    case ift_dr:
      return of_shot(2);
    case at_building:
      return of_shot(he_[s.fire]->stage(s.he));
    case at_units:
      return of_shot(HeAttack::stages() + defenders_.stage(s.defenders));
    case falling: {  // every fall but the first comes from a hex that the last one brought down
      const auto fallen = std::count(s.intact.begin(), s.intact.begin() + static_cast<std::ptrdiff_t>(plan_.hexes.size()), 0);
      return of_shot(HeAttack::stages() + defenders_.stages() + static_cast<int>(fallen));
    }
    default:
      return stage_of_lots + defenders_.stage(s.defenders);
  }
}

}  // namespace boxcars::model
