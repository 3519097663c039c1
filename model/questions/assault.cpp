#include "model/questions/assault.hpp"

#include <algorithm>
#include <cassert>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_words.hpp"
#include "model/rules/fire.hpp"

namespace boxcars::model {
namespace {

constexpr int stage_of_lots = 1 << 30;

Defenders defenders_of(const AssaultInputs& in, const AssaultPlan& plan, Facts& facts) {
  try {
    return {plan.units, plan.location_of, static_cast<int>(in.locations.size()), plan.rally_drm, facts};
  } catch (const BadInput& bad) {
    throw BadInputAt("defender", bad.what());
  }
}

std::vector<EventId> by_turn(int turns, Facts& facts) {
  std::vector<EventId> events;
  for (int turn = 1; turn <= turns; ++turn) events.push_back(facts.event("attacker wins by turn " + std::to_string(turn)));
  return events;
}

}  // namespace

Assault::Assault(const AssaultInputs& inputs)
    : in_(inputs),
      plan_(assault_plan(inputs)),
      turns_(inputs.turns),
      events_{.attacker_wins = facts_.event("attacker wins"), .by_turn = by_turn(turns_, facts_)},
      measures_{facts_.measure("turn won"), facts_.measure("defenders in good order"), facts_.measure("defenders eliminated"),
                facts_.measure("defenders broken"), facts_.measure("locations rubbled")},
      defenders_(defenders_of(in_, plan_, facts_)),
      ruins_(plan_.hexes) {
  question_ = question_of(in_, plan_);
  add_events_of_places_and_entries();
  if (plan_.flames.can_be()) measures_.driven_out = facts_.measure("defenders driven out");

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
  stages_ += plan_.flames.stages();

  turns_are_laps_ = !plan_.changes;
  Settled first_turn;
  const State s = start(first_turn);
  if (first_turn.lap_begins() || !next_throw(s).faces()) turns_are_laps_ = false;  // a lap has at least one throw
}

void Assault::add_events_of_places_and_entries() {
  for (const AssaultLocation& location : in_.locations) events_.rubbled.push_back(facts_.event(location.name + " rubbled"));
  for (const AssaultLocation& location : in_.locations) {
    if (plan_.flames.can_be()) events_.ablaze.push_back(facts_.event(location.name + " ablaze"));
  }
  for (std::size_t i = 0; i < in_.locations.size(); ++i) {
    auto& event = events_.collapses.emplace_back();
    if ((plan_.huts & ~plan_.collapsed) >> i & 1U) event = facts_.event(in_.locations[i].name + " collapsed");
  }
  for (std::size_t i = 0; i < plan_.fires.size(); ++i) {
    auto& of_entry = events_.entries.emplace_back();
    if (plan_.fires[i].kind != AssaultFire::Kind::entry) continue;
    const std::string& name = in_.shots[i].name;
    of_entry = {facts_.event(name + " bogs"), facts_.event(name + " falls into cellar"), facts_.event(name + " enters unharmed")};
  }
}

int Assault::stages_before_shots() const { return most_assault_shots + defenders_.stages(); }

int Assault::stages_a_shot() const { return HeAttack::stages() + defenders_.stages() + 1 + ruins_.stages(); }

Assault::State Assault::start(Settled& settled) const {
  State s{.defenders = defenders_.start(), .ruins = ruins_.start()};
  s.collapsed = static_cast<std::uint8_t>(plan_.collapsed);
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
    case wp_lands: {
      Settled unused;
      return next_throw(landed(s, unused));
    }
    case falling:
      return ruins_.next_throw(s.ruins);
    case burning:
      return plan_.flames.next_throw(s.flames);
    default:
      return shot_throw(s);
  }
}

// A rate of fire reads the colored die of the first DR of a shot, cowering the doubles, a hut that may burn the colored die (G5.6).
Throw Assault::shot_throw(const State& s) const {
  Throw thrown{};
  switch (s.step) {
    case to_hit_dr:
      thrown = to_hit_throw();
      break;
    case subsequent_dr:
      thrown = subsequent_throw();
      break;
    case first_of_two_dr:
    case ift_dr: {
      const bool cowers = aim(s).attack.cowering_columns > 0, burns = fire(s).flame_on > 0 && plan_.flames.can_be();
      const char* rule = s.step == ift_dr ? "A7.3" : "C3.8";
      thrown = {Dice::DR, "IFT DR", rule, "", cowers || burns ? Reads::each_die : Reads::sum};
      break;
    }
    case kindling_dr:
      return kindling_throw(in_.locations[index(fire(s).target)].name);
    case bog_check_dr:
      thrown = bog_check_throw(entry(s));
      break;
    case second_bog_check_dr:
      thrown = second_bog_check_throw();
      break;
    default:
      thrown = he_[s.fire]->next_throw(s.he);
  }
  if (thrown.subject.empty()) thrown.subject = in_.shots[s.fire].name;
  if ((is_first_dr(s) && fire(s).rate_of_fire > 0) || (s.step == to_hit_dr && fire(s).has_multiple_hits)) thrown.reads = Reads::each_die;
  return thrown;
}

// The To Hit DR if there is one, else the IFT DR.
bool Assault::is_first_dr(const State& s) const {
  if (s.step == at_building) return he_[s.fire]->is_first_dr(s.he);
  return s.step == to_hit_dr || (s.step == ift_dr && !aim(s).to_hit);
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
          if (s.step != wp_lands) return begin_lap(turn_begins, settled);
          break;
        }
        s.step = burning;
        if (s.flames.burning != 0) plan_.flames.end_turn(s.flames, scene_of_flames(s));
        break;
      case burning:
        if (plan_.flames.busy(s.flames)) return begin_lap(turn_begins, settled);
        // A turn without a throw: nothing can happen any more, unless other shots are made later.
        if (turn_begins && !plan_.changes) return conclude(s, Ends::lost, settled);
        defenders_.end_turn(s.defenders);
        if (s.out != 0) forget_weapons(s);
        if (!turns_are_laps_ && s.turn++ == plan_.turns) return conclude(s, Ends::lost, settled);
        turn_begins = true;
        s.fire = 0;
        s.step = repair;
        break;
      case wp_lands: {
        Settled unused;
        if (landed(s, unused).step != falling) return begin_lap(turn_begins, settled);
        s = landed(s, settled);
        break;
      }
      case at_units:
        if (defenders_.busy(s.defenders)) return;
        end_attack(s);
        break;
      case falling:
        if (ruins_.busy(s.ruins)) return;
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

// Weapons that have nothing left to fire at need no repair.
void Assault::forget_weapons(State& s) const {
  for (std::size_t i = 0; i < plan_.fires.size(); ++i) {
    const AssaultFire& f = plan_.fires[i];
    const bool is_over = !turns_are_laps_ && s.turn >= f.until_turn;
    if (f.kind != AssaultFire::Kind::entry && (is_over || !has_target(s, f))) s.out &= ~(1U << i);
  }
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
bool Assault::has_target(const State& s, const AssaultFire& f) const {
  for (int location = 0; location < locations(); ++location) {
    if ((f.reach >> location & 1U) && defenders_.any_alive(s.defenders, location)) return true;
  }
  if (!f.rubbles || plan_.rubbled.empty()) return false;
  const AssaultHex& hex = plan_.hexes[plan_.hex_of[index(f.target)]];
  const int aimed = f.he->shot.hits_one_location() ? std::min(plan_.level_of[index(f.target)], hex.levels) : 0;  // B23.86
  return aimed < ruins_.intact(s.ruins, plan_.hex_of[index(f.target)]);
}

bool Assault::is_made(const State& s) const {
  const AssaultFire& f = fire(s);
  if (is_out(s) && !f.aim_without_mg) return false;
  if (!turns_are_laps_ && (s.turn < f.from_turn || s.turn > f.until_turn)) return false;
  if (f.condition != AssaultFire::While::always &&
      defenders_.holds(s.defenders, f.condition_at) != (f.condition == AssaultFire::While::holds))
    return false;
  if (f.kind == AssaultFire::Kind::entry) return !plan_.flames.blazes(s.flames, f.target);
  return has_target(s, f);
}

void Assault::begin_shot(State& s) const {
  switch (fire(s).kind) {
    case AssaultFire::Kind::entry:
      s.step = bog_check_dr;
      s.out |= 1U << s.fire;
      break;
    case AssaultFire::Kind::shell_at_building:
      if (const int intact = ruins_.intact(s.ruins, hex_of_target(s)); intact > 0) {
        s.step = at_building;
        s.he.intact = s.he.stays = static_cast<std::uint8_t>(intact);
        he_[s.fire]->begin(s.he);
        break;
      }
      [[fallthrough]];  // at who has survived in a single story house
    case AssaultFire::Kind::small_arms:
    case AssaultFire::Kind::shell:
      s.step = aim(s).without_dr ? wp_lands : aim(s).to_hit ? to_hit_dr : ift_dr;
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

bool Assault::is_rubble(const State& s, int location) const {
  const HexNumber hex = plan_.hex_of[index(location)];
  return ruins_.intact(s.ruins, hex) <= std::min(plan_.level_of[index(location)], plan_.hexes[hex].levels);  // or its rooftop
}

int Assault::rubbled_locations(const State& s) const {
  int count = 0;
  for (int location = 0; location < locations(); ++location)
    count += is_rubble(s, location) && !plan_.hexes[plan_.hex_of[index(location)]].rubble;
  return count;
}

bool Assault::is_won(const State& s) const {
  const AssaultGoal& goal = in_.goal;
  if (goal.good_order && defenders_.good_order(s.defenders) > *goal.good_order) return false;
  if (goal.eliminated && defenders_.eliminated(s.defenders) < *goal.eliminated) return false;
  return std::all_of(plan_.rubbled.begin(), plan_.rubbled.end(), [&](int location) { return is_rubble(s, location); });
}

// Settles everything, but for the lots that are still to be drawn.
void Assault::conclude(State& s, Ends ends, Settled& settled) const {
  if (ends == Ends::lost) {
    settled.measured(measures_.turn_won, 0);
    settled.tell([] { return "the position holds"; });
  } else {
    settled.happened(events_.attacker_wins);
    settled.tell([] { return std::string("the attacker wins"); });
    if (turns_are_laps_) {
      settled.measured_lap(measures_.turn_won);
      settled.happened_from_lap(events_.by_turn.front(), turns_);
    } else {
      settled.measured(measures_.turn_won, s.turn);
      for (int turn = s.turn; turn <= turns_; ++turn) settled.happened(events_.by_turn[index(turn - 1)]);
    }
  }
  settled.measured(measures_.good_order, defenders_.good_order(s.defenders));
  settled.measured(measures_.eliminated, defenders_.eliminated(s.defenders));
  settled.measured(measures_.broken, defenders_.broken(s.defenders));
  settled.measured(measures_.locations_rubbled, rubbled_locations(s));
  if (measures_.driven_out) settled.measured(*measures_.driven_out, defenders_.driven_out(s.defenders));
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
    case bog_check_dr:
    case wp_lands:
      return of_shot(0);
    case subsequent_dr:
    case first_of_two_dr:
    case second_bog_check_dr:
      return of_shot(1);
    case ift_dr:
      return of_shot(2);
    case at_building:
      return of_shot(he_[s.fire]->stage(s.he));
    case at_units:
      return of_shot(HeAttack::stages() + defenders_.stage(s.defenders));
    case kindling_dr:
      return of_shot(HeAttack::stages() + defenders_.stages());
    case falling:
      return of_shot(HeAttack::stages() + defenders_.stages() + 1 + ruins_.stage(s.ruins));
    case burning:
      return of_turn + stages_ - plan_.flames.stages() + plan_.flames.stage(s.flames);
    default:
      return stage_of_lots + defenders_.stage(s.defenders);
  }
}

}  // namespace boxcars::model
