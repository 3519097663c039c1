#include "model/questions/assault.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_words.hpp"
#include "model/rules/fire.hpp"

namespace boxcars::model {
namespace {

constexpr int stages_of_arrival = 2;
constexpr int certain = 100;  // a chance in hundredths

// Of the totals.
enum class Count : int { good_order, eliminated, broken, driven_out };
int count(Aggregate aggregate, Count what, Side side = Side::defender) {
  return static_cast<int>(aggregate >> (aggregate_shift(side) + 8 * static_cast<int>(what)) & 255);
}

Forces forces_of(const AssaultPlan& plan, Facts& facts) {
  try {
    return {plan.forces, facts};
  } catch (const BadInput& bad) {
    Fault fault = bad.fault();
    fault.field = plan.forces.units[Side::attacker].entries.empty() ? "defender" : "attacker";
    throw BadInputAt(std::move(fault));
  }
}

std::vector<EventId> by_turn(int turns, Facts& facts) {
  std::vector<EventId> events;
  for (int turn = 1; turn <= turns; ++turn) events.push_back(facts.event("attacker wins by turn " + std::to_string(turn)));
  return events;
}

}  // namespace

Assault::Assault(const AssaultInputs& inputs)
    : in_(one_target_each(inputs)),
      plan_(assault_plan(in_)),
      turns_(inputs.turns),
      events_{.attacker_wins = facts_.event("attacker wins"),
              .by_turn = by_turn(turns_, facts_),
              .defender_wins = in_.attackers.empty() ? std::nullopt : std::optional(facts_.event("defender wins"))},
      measures_{facts_.measure("turn won"), facts_.measure("defenders in good order"), facts_.measure("defenders eliminated"),
                facts_.measure("defenders broken"), facts_.measure("locations rubbled")},
      forces_(forces_of(plan_, facts_)),
      ruins_(plan_.hexes) {
  description_ = description_of(in_, plan_);
  add_events_of_places_and_entries();
  if (plan_.flames.can_be() || !plan_.forces.rout.empty()) measures_.driven_out = facts_.measure("defenders driven out");
  if (!in_.attackers.empty()) {
    measures_.attackers_in_good_order = facts_.measure("attackers in good order");
    measures_.attackers_eliminated = facts_.measure("attackers eliminated");
  }
  add_events_of_vehicles();
  for (const AssaultMove& move : in_.moves) events_.arrives.push_back(facts_.event(move.name + " arrives"));

  stages_ = stages_before_shots();
  for (std::size_t i = 0; i < plan_.fires.size(); ++i) {
    const AssaultFire& fire = plan_.fires[i];
    auto& he = he_.emplace_back();
    if (fire.he) he.emplace_back(*fire.he);
    for (const AssaultFire& other : fire.otherwise) {
      if (other.he) he.emplace_back(*other.he);
    }
    auto& at = at_vehicle_.emplace_back();
    if (fire.vehicle_shot) {
      const VehicleTarget& target = plan_.vehicles[index(fire.at_vehicle)];
      at.emplace(*fire.vehicle_shot, std::nullopt,
                 ShotAtVehicle::Crew{.morale = target.crew_morale, .survival = target.crew_survival, .burns_easily = target.burns_easily});
    }
    unsigned later = 0;
    for (std::size_t j = fire.is_blast ? i + 1 : index(fire.limit > 1 ? fire.first : fire.end); j < plan_.fires.size(); ++j)
      later |= plan_.fires[j].reach;
    // Who wins when nobody is in Good Order finds nobody pinned, either; but who is pinned shoots back with half his Firepower.
    pins_end_.push_back(in_.goal.good_order == 0 && in_.attackers.empty() && in_.moves.empty() ? ~later : 0U);
    const int behind = fire.is_blast ? fire.limit + static_cast<int>(i) - fire.blast : 0;
    first_stage_.push_back(stages_ + behind * stages_a_shot());
    if (static_cast<int>(i) + 1 == fire.over) stages_ += (fire.limit + fire.over - fire.end) * stages_a_shot();
  }
  stages_ += stages_of_fights() + plan_.flames.stages();

  turns_are_laps_ = !plan_.changes;
  if (turns_are_laps_ && !first_turn_has_throw()) turns_are_laps_ = false;  // a lap has something to throw for
}

// Through the calls that throw for nothing: who fires may have too little Firepower.
bool Assault::first_turn_has_throw() const {
  Outcomes outcomes;
  std::vector<Garrison::ComponentState> component_states;
  for (const Garrison& garrison : components()) component_states.push_back(garrison.start());
  State s = start(outcomes);
  while (calls(s) && !outcomes.lap_begins()) {
    const Call call = take_call(s);
    const Garrison& called = components()[index(call.component)];
    Garrison::ComponentState& component_state = component_states[index(call.component)];
    const Garrison::State done = called.begin(component_state, call.argument, outcomes);
    if (called.busy(done)) return true;
    component_state = called.component_state(done);
    s = resume(s, call.component, {called.observation(component_state), called.returned(done)}, outcomes);
  }
  return !outcomes.lap_begins() && s.step != counting;
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

int Assault::stages_before_shots() const { return most_assault_fires + most_assault_vehicles + Forces::stages(); }

int Assault::stages_a_shot() const { return stages_of_arrival + HeAttack::stages() + Forces::stages() + 1 + ruins_.stages() + 1; }

Assault::State Assault::start(Outcomes& outcomes) const {
  State s{.forces = forces_.start(), .ruins = ruins_.start()};
  s.collapsed = static_cast<std::uint8_t>(plan_.collapsed);
  for (const AssaultFire& fire : plan_.fires) s.absent |= fire.stays && fire.chance < certain ? 1U << fire.first : 0U;
  if (!turns_are_laps_) s.turn = 1;
  s.step = shooting;
  advance(s, outcomes);
  return s;
}

Throw Assault::next_throw(const State& s) const {
  switch (s.step) {
    case over:
      return {};
    case repair:
      return {Dice::dr, "Repair dr", "A9.72", in_.shots[s.fire].name};
    case recovering:
      return {Dice::dr, (s.vehicles[s.fire] & in_shock) != 0 ? "Shock dr" : "Unconfirmed Kill dr", "C7.42", in_.vehicles[s.fire].name};
    case judging:
    case counting:
    case fates:
      return {};
    case falling:
      return ruins_.next_throw(s.ruins);
    case arriving:
    case arriving_by_hundredths:
      return {Dice::DR, "Arrival DR", "SSR", in_.shots[s.fire].name, Reads::each_die};
    case fighting:
      return melee_.next_throw(s.melee);
    case burning:
      return plan_.flames.next_throw(s.flames);
    default:
      return shot_throw(s);
  }
}

// Cowering reads the doubles, a hut that may burn the colored die (G5.6).
Reads Assault::read_of_ift_dr(const State& s) const {
  const bool burns = fire(s).flame_on > 0 && plan_.flames.can_be();
  return cowering_columns(s) > 0 || burns ? Reads::each_die : Reads::sum;
}

// A rate of fire reads the colored die of the first DR of a shot.
Throw Assault::shot_throw(const State& s) const {
  Throw thrown{};
  switch (s.step) {
    case hitting:
      thrown = to_hit(s).next_throw(s.to_hit);
      if (ToHitRoll::is_first_of_two_dr(s.to_hit)) thrown.reads = read_of_ift_dr(s);
      break;
    case ift_dr:
      thrown = {Dice::DR, "IFT DR", "A7.3", "", read_of_ift_dr(s)};
      break;
    case kindling_dr:
      return kindling_throw(in_.locations[index(fire(s).target)].name);
    case bog_check_dr:
      thrown = bog_check_throw(entry(s));
      break;
    case second_bog_check_dr:
      thrown = second_bog_check_throw();
      break;
    case at_vehicle:
      thrown = at_vehicle_[s.fire]->next_throw(s.at_vehicle, scene_of_vehicle(s));
      break;
    default:
      thrown = he(s).next_throw(s.he);
  }
  if (thrown.subject.empty()) thrown.subject = in_.shots[s.fire].name;
  if (is_first_dr(s) && fire(s).rate_of_fire > 0) thrown.reads = Reads::each_die;
  return thrown;
}

// The To Hit DR if there is one, else the IFT DR.
bool Assault::is_first_dr(const State& s) const {
  if (s.step == at_building) return he(s).is_first_dr(s.he);
  return is_to_hit_dr(s) || (s.step == ift_dr && !aim(s).to_hit);
}

bool Assault::is_to_hit_dr(const State& s) const {
  return s.step == at_building ? he(s).is_to_hit_dr(s.he) : ToHitRoll::is_to_hit_dr(s.to_hit);
}

// Goes on, through everything that needs neither a throw nor a call nor a look at the totals, to the next of them or the end.
void Assault::advance(State& s, Outcomes& outcomes) const {
  while (!calls(s)) {
    switch (s.step) {
      case repair:
        if (seek_repair(s)) return;
        s.step = recovering;
        break;
      case recovering:
        if (seek_recovery(s)) return;
        s.step = rally;
        if (forces_.rallies()) forces_.rally(s.forces, whose_turn(s));
        break;
      case rally:
        s.step = shooting;
        if (const bool came = std::exchange(s.news, std::uint8_t{0}) != 0; (in_.goal.attackers_left && (came || forces_.rallies())) ||
                                                                           (in_.goal.vehicles && came) ||
                                                                           (!plan_.held.empty() && (came || forces_.rallies())))
          judge_or(s, shooting);  // his men may be back
        if (s.step == judging) return;
        break;
      case shooting:
        if (is_blast(s)) {
          begin_shot(s, outcomes);
          break;
        }
        if (const Options options = seek_shot(s); options.count > 0) {
          if (s.moving > 0 && fire(s).move != s.moving - 1 && end_move(s, outcomes)) {
            judge_or(s, shooting);
            if (s.step == judging) return;
          }
          if (is_awaited(s)) {
            s.step = arriving;
            return;
          }
          if (options.count > 1) {
            s.step = choosing;
            return;
          }
          s.fire = options.fires.front();
          begin_shot(s, outcomes);
          break;
        }
        s.step = fighting;
        s.smoke = 0;  // nobody fires any more until it disperses
        s.residual = {};
        if (end_move(s, outcomes)) {
          judge_or(s, fighting);
          if (s.step == judging) return;
        }
        break;
      case fighting:
        if (melee_.busy(s.melee)) {
          const auto call = melee_.call(s.melee);
          if (!call) return;
          forces_.ask(s.forces, forces_.garrison_of(s.fight - 1, call->first), call->second);
          break;
        }
        if (s.fight > 0 && std::exchange(s.news, std::uint8_t{0})) {
          judge_or(s, fighting);
          if (s.step == judging) return;
        }
        if (seek_fight(s)) break;
        s.step = burning;
        if (s.flames.burning != 0) plan_.flames.end_turn(s.flames, scene_of_flames(s));
        break;
      case burning:
        if (std::exchange(s.news, std::uint8_t{0})) {
          judge_or(s, burning);
          if (s.step == judging) return;
        }
        if (plan_.flames.busy(s.flames)) return;
        forces_.end_turn(s.forces);
        s.fired = s.prepared = s.moved = 0;
        for (std::uint8_t& vehicle : s.vehicles) vehicle = static_cast<std::uint8_t>(vehicle & ~stunned);
        if ((s.out | s.absent) != 0) forget_weapons(s);
        if (!turns_are_laps_ && s.turn++ == plan_.turns * plan_.player_turns) return conclude(s, Ends::lost, outcomes);
        if (outcomes.lap_begins()) {  // a turn in which nothing can happen, nor in the next
          outcomes.forget_lap();
          return conclude(s, Ends::lost, outcomes);
        }
        outcomes.tell_once(is_first_player_turn(s) ? "the turn ends" : "the attacker's Player Turn ends");
        if (turns_are_laps_) outcomes.begin_lap();
        s.fire = 0;
        s.step = repair;
        if (const unsigned coming = is_first_player_turn(s) ? forces_.coming(turn_of(s)) : 0U)
          forces_.arrive(s.forces, coming & ~closed(s));
        s.news = s.forces.arriving != 0;
        break;
      case at_units:
        end_attack(s);
        break;
      case falling:
        if (ruins_.busy(s.ruins)) return;
        end_shot(s);
        if (is_blast(s)) break;  // all hexes are hit before anybody has won
        if (std::exchange(s.news, std::uint8_t{0})) judge_or(s, shooting);
        break;
      case fates:
        s = {};
        return;
      default:
        return;
    }
  }
}

Assault::State Assault::resume(State s, int location, Returned back, Outcomes& outcomes) const {
  forces_.resume(s.forces, location, back);
  if (s.step == mustering) {
    s.firing = back.value;
    load(s);
  } else if (s.step == marching) {
    march(s, static_cast<int>(back.value), outcomes);
  } else if (s.step == at_units || s.step == falling || (s.step == fighting && melee_.resume(s.melee, back.value)))
    s.news = 1;
  if (s.forces.lost) {
    s.forces.lost = 0;
    judge_or(s, rally);
    if (s.step == judging) return s;
  }
  if (s.step == counting && !calls(s)) return {.step = counting};
  advance(s, outcomes);
  return s;
}

// Looks whether a side has won, if that can be; then goes on with a step.
void Assault::judge_or(State& s, Step then) const {
  s.step = may_be_won(s) || in_.loss.good_order ? judging : then;
  s.then = s.step == judging ? then : over;
}

Assault::State Assault::query(State s, Aggregate aggregate, Outcomes& outcomes) const {
  if (s.step == counting) {
    outcomes.measured(measures_.good_order, count(aggregate, Count::good_order));
    outcomes.measured(measures_.eliminated, count(aggregate, Count::eliminated));
    outcomes.measured(measures_.broken, count(aggregate, Count::broken));
    if (measures_.driven_out) outcomes.measured(*measures_.driven_out, count(aggregate, Count::driven_out));
    if (measures_.attackers_in_good_order) {
      outcomes.measured(*measures_.attackers_in_good_order, count(aggregate, Count::good_order, Side::attacker));
      outcomes.measured(*measures_.attackers_eliminated, count(aggregate, Count::eliminated, Side::attacker));
    }
    s.step = fates;
    forces_.conclude(s.forces);
  } else {
    s.step = std::exchange(s.then, std::uint8_t{over});
    if (is_won(s, aggregate))
      conclude(s, Ends::won, outcomes);
    else if (is_lost(aggregate))
      conclude(s, Ends::lost, outcomes);
  }
  advance(s, outcomes);
  return s;
}

bool Assault::seek_repair(State& s) const {
  const auto is_repaired = [&] {
    return s.fire == fire(s).first && is_out(s) && !(s.disabled >> fire(s).first & 1U) && fire(s).repaired_to > 0 &&
           (fire(s).by == no_location || can_be_fired(s, fire(s))) && (fire(s).by_vehicle < 0 || vehicle_can_fire(s, fire(s).by_vehicle)) &&
           whose_turn(s).value_or(fire(s).side) == fire(s).side;
  };
  while (s.fire < plan_.fires.size() && !is_repaired()) ++s.fire;
  if (s.fire < plan_.fires.size()) return true;
  s.fire = 0;
  return false;
}

// Where nobody can come: into a Blaze, or to a level that is no more.
unsigned Assault::closed(const State& s) const {
  unsigned closed = plan_.flames.ablaze(s.flames);
  for (int location = 0; location < locations(); ++location) {
    if (plan_.level_of[index(location)] > 0 && is_rubble(s, location)) closed |= 1U << location;
  }
  return closed;
}

// Weapons that have nothing left to fire at, or nobody to fire them, need no repair.
void Assault::forget_weapons(State& s) const {
  const unsigned to_come = forces_.to_come(turn_of(s));
  for (std::size_t i = 0; i < plan_.fires.size(); i = index(plan_.fires[i].over)) {
    const AssaultFire& f = plan_.fires[i];
    const bool is_over = !turns_are_laps_ && s.turn >= f.until_turn * plan_.player_turns;
    const auto one_shot = std::span(plan_.fires).subspan(i, index(f.over) - i);
    const bool has_any = std::any_of(one_shot.begin(), one_shot.end(), [&](const AssaultFire& other) {
      const Side enemy = enemy_of(other.side);
      const unsigned may_come = (to_come & forces_.held_by(enemy)) | forces_.entered_by(s.forces, enemy, to_come) |
                                forces_.moved_into_by(s.forces, enemy, to_come);
      return has_target(s, other) || (other.reach & (forces_.manned_by(s.forces, enemy) | may_come)) != 0;
    });
    const bool is_unserved =
        (f.who != no_location && !((s.forces.alive | to_come) >> f.who & 1U)) || (f.by_vehicle >= 0 && is_vehicle_lost(s, f.by_vehicle));
    const bool needs_target = f.kind != AssaultFire::Kind::entry && f.kind != AssaultFire::Kind::smoke;
    const bool is_useless = (needs_target && !has_any) || is_unserved;
    if (is_over || is_useless) s.absent &= ~(1U << i);
    if ((is_over && f.kind != AssaultFire::Kind::entry) || is_useless) s.out &= ~(1U << i);
    s.disabled &= s.out;
  }
}

// As what stands in the hexes that its line goes past lets it.
int Assault::aimed_as(const State& s, const AssaultFire& f) const {
  if (f.past.empty()) return 0;
  std::size_t number = 0;
  for (const HexNumber hex : f.past)
    number = number * static_cast<std::size_t>(plan_.hexes[hex].levels + 2) + static_cast<std::size_t>(ruins_.intact(s.ruins, hex));
  return f.aimed_as[number];
}

const HeAttack& Assault::he(const State& s) const { return he_[s.fire][index(std::max(aimed_as(s, plan_.fires[s.fire]), 0))]; }

// The next shot that is made in this turn, with what may be chosen; nothing: there is none.
Assault::Options Assault::seek_shot(State& s) const {
  for (; s.fire < plan_.fires.size(); s.fire = static_cast<std::uint8_t>(fire(s).over), s.made = s.present = 0) {
    if (fire(s).move < 0) s.residual = {};  // their MPh is over
    if (s.fire >= plan_.moves_end) s.fired &= plan_.remembered;
    const Options options = this->options(s);
    if (options.count > (fire(s).may_hold ? 1U : 0U)) return options;
  }
  s.fire = 0;
  return {};
}

Assault::Options Assault::options(const State& s) const {
  Options options;
  for (int i = fire(s).first; i < fire(s).end; ++i) {
    if (is_made(s, plan_.fires[index(i)])) options.fires[options.count++] = static_cast<std::uint8_t>(i);
  }
  if (fire(s).may_hold) options.fires[options.count++] = hold;
  return options;
}

Assault::State Assault::choose(State s, int alternative, Outcomes& outcomes) const {
  const std::uint8_t chosen = options(s).fires[index(alternative)];
  if (chosen == hold) {
    outcomes.tell([&] {
      return in_.shots[s.fire].name +
             (fire(s).kind == AssaultFire::Kind::advance || fire(s).kind == AssaultFire::Kind::march ? " stays" : " holds its fire");
    });
    pass_over(s);
  } else {
    s.fire = chosen;
    outcomes.tell([&] { return in_.shots[s.fire].name + " chooses " + in_.shots[s.fire].target; });
    begin_shot(s, outcomes);
  }
  advance(s, outcomes);
  return s;
}

bool Assault::has_choices() const {
  return std::any_of(in_.shots.begin(), in_.shots.end(),
                     [&](const AssaultShot& shot) { return shot.may_hold || (!shot.or_at.empty() && !move_named(in_, shot.target)); });
}

Assault Assault::unrolled() const {
  Assault same = *this;
  same.turn_is_lap_ = turns_are_laps_;
  same.turns_are_laps_ = false;
  return same;
}

Assault::State Assault::without_lap(State s) const {
  if (turn_is_lap_) s.turn = 0;
  return s;
}

Assault::Choice Assault::choice(const State& s, int lap) const {
  Choice choice{.turn = turns_are_laps_ ? lap : turn_of(s), .shot = in_.shots[s.fire].name};
  const Options options = this->options(s);
  for (std::size_t i = 0; i < options.count; ++i)
    choice.alternatives.push_back(options.fires[i] == hold ? std::string(word_for_no_target) : in_.shots[options.fires[i]].target);
  return choice;
}

std::string Assault::situation(const State& s, const std::vector<Garrison::ComponentState>& component_states, Detail detail) const {
  std::string words;
  const auto say = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  for (int location = 0; location < locations(); ++location) {
    const Garrison& garrison = forces_.garrisons()[index(location)];
    const Aggregate aggregate = garrison.aggregate(component_states[index(location)]);
    const Side side = garrison.side();
    const int holding = count(aggregate, Count::good_order, side), broken = count(aggregate, Count::broken, side);
    const std::string& home = in_.locations[index(location)].name;
    const std::string& name = in_.locations[index(forces_.place_of(s.forces, location))].name;
    if (is_rubble(s, location) && !plan_.hexes[plan_.hex_of[index(location)]].rubble)
      say(home + " is rubble");
    else if (plan_.flames.blazes(s.flames, location))
      say(home + " is ablaze");
    else if (holding + broken > 0)
      say(name + (holding > 0 ? " holds" : " is broken") +
          (detail == Detail::full ? " (" + garrison.in_words(component_states[index(location)]) + ")" : ""));
    else if (garrison.size() > 0 && !forces_.any_alive(s.forces, location))
      say(name + " is empty");
  }
  for (int i = 0; i < forces_.parties(); ++i) {
    const std::size_t number = index(locations() + i);
    const std::string who = forces_.garrisons()[number].in_words(component_states[number]);
    const Deployment::Party party = forces_.party(i);
    if (!who.empty())
      say(in_.locations[index(party.from)].name + "'s men in " + in_.locations[index(party.to)].name +
          (detail == Detail::full ? " (" + who + ")" : ""));
  }
  if (s.made > 0) say("shot " + std::to_string(s.made + 1) + " of the turn");
  for (std::size_t i = 0; i < plan_.fires.size() && detail == Detail::full; ++i) {
    if (s.out >> i & 1U) say(in_.shots[i].name + " is out");
  }
  for (std::size_t i = 0; i < in_.vehicles.size(); ++i) {
    if (s.vehicles[i] & (wreck | abandoned)) say(in_.vehicles[i].name + (s.vehicles[i] & wreck ? " is a wreck" : " is abandoned"));
    if (s.vehicles[i] & (in_shock | unconfirmed_kill)) say(in_.vehicles[i].name + " is in Shock");
  }
  return words;
}

// A shot needs somebody to hit, or if a goal counts rubble something to bring down; OBA in any of the hexes that it hits.
bool Assault::has_target(const State& s, const AssaultFire& f) const {
  if (f.at_vehicle >= 0) return !is_vehicle_lost(s, f.at_vehicle);
  for (int i = f.blast; i < f.blast_end; ++i) {
    if (hits_enemies(s, plan_.fires[index(i)])) return true;
  }
  return hits_enemies(s, f);
}

bool Assault::hits_enemies(const State& s, const AssaultFire& f) const {
  if (f.reach & forces_.manned_by(s.forces, enemy_of(f.side))) return true;
  if (!f.rubbles || (plan_.rubbled.empty() && !f.opens_los)) return false;
  const AssaultHex& hex = plan_.hexes[plan_.hex_of[index(f.target)]];
  const int aimed = f.he->shot.hits_one_location() ? std::min(plan_.level_of[index(f.target)], hex.levels) : 0;  // B23.86
  return aimed < ruins_.intact(s.ruins, plan_.hex_of[index(f.target)]);
}

// Of OBA, in one of its hexes: whoever is there is hit, one's own men, too.
bool Assault::hits_something(const State& s, const AssaultFire& f) const {
  return (f.reach & forces_.manned_by(s.forces, f.side)) != 0 || hits_enemies(s, f);
}

// Of the shot whose turn it is, at one of its targets.
bool Assault::is_made(const State& s, const AssaultFire& f) const {
  if (f.kind == AssaultFire::Kind::at_move) return false;
  if (f.kind == AssaultFire::Kind::rout) return forces_.may_rout(s.forces) != 0;
  if (f.kind == AssaultFire::Kind::march) return is_in_time(s, f) && can_march(s, f);
  if (f.move >= 0 && !is_under_way(s, f)) return false;
  if (is_out(s) && !f.aim_without_mg) return false;
  const bool advances = f.kind == AssaultFire::Kind::advance;
  if (f.by != no_location && !(advances ? forces_.can_advance(s.forces, f.who) : can_be_fired(s, f))) return false;
  if (!is_in_time(s, f) || !is_allowed_by_phase(s, f) || aimed_as(s, f) == AssaultFire::unseen) return false;
  if (f.by != no_location && (forces_.place_of(s.forces, f.who) != f.by || forces_.in_melee(s.forces, f.by))) return false;
  if (f.by_vehicle >= 0 && !vehicle_can_fire(s, f.by_vehicle)) return false;
  if (f.at_vehicle >= 0) return has_target(s, f);
  if (advances) return can_enter(s, f);
  if (f.kind == AssaultFire::Kind::smoke) return smoke_in(s, plan_.hex_of[index(f.target)]) < f.smoke;
  if (f.kind == AssaultFire::Kind::entry) return !plan_.flames.blazes(s.flames, f.target);
  const bool hits_own_men = (forces_.parties() > 0 || !plan_.moves.empty()) && (forces_.manned_by(s.forces, f.side) >> f.target & 1U);
  return !hits_own_men && has_target(s, f);
}

// Where there is an enemy to fight, and no squad in a Fortified Building that has no breach keeps everybody out (B23.922).
bool Assault::can_enter(const State& s, const AssaultFire& f) const {
  if (closed(s) >> f.target & 1U) return false;
  if (!(forces_.manned_by(s.forces, enemy_of(f.side)) >> f.target & 1U)) return false;
  return is_in_ruins(s, f.target) || (s.breached >> f.target & 1U) || !forces_.is_kept_out(s.forces, f.target);
}

// The next Location where both sides are.
bool Assault::seek_fight(State& s) const {
  for (int party = s.fight; party < forces_.parties(); ++party) {
    if (!forces_.in_melee(s.forces, forces_.party(party).to)) continue;
    s.fight = static_cast<std::uint8_t>(party + 1);
    const bool may_ambush = s.ambushes >> party & 1U;
    s.ambushes = static_cast<std::uint8_t>(s.ambushes & ~(1U << party));
    melee_.begin(s.melee, may_ambush ? Melee::MayAmbush::yes : Melee::MayAmbush::no);
    return true;
  }
  s.fight = s.ambushes = 0;
  return false;
}

void Assault::begin_shot(State& s, Outcomes& outcomes) const {
  if ((fire(s).is_blast || fire(s).blast < fire(s).blast_end) && !hits_something(s, fire(s))) {
    s.step = falling;
    return;
  }
  switch (fire(s).kind) {
    case AssaultFire::Kind::entry:
      s.out |= 1U << fire(s).first;
      if (fire(s).enters_hut && !is_rubble(s, fire(s).target)) return enter_hut(s, outcomes);
      s.step = bog_check_dr;
      break;
    case AssaultFire::Kind::at_vehicle:
      return fire_at_vehicle(s, outcomes);
    case AssaultFire::Kind::march:
      s.step = marching;
      return forces_.march(s.forces, fire(s).mover);
    case AssaultFire::Kind::rout:
      s.step = at_units;
      return forces_.rout(s.forces);
    case AssaultFire::Kind::at_move:
      s.step = falling;
      return;
    case AssaultFire::Kind::advance:
      if (plan_.ambushes[index(fire(s).party)] && !forces_.in_melee(s.forces, fire(s).target))
        s.ambushes = static_cast<std::uint8_t>(s.ambushes | 1U << fire(s).party);
      s.step = at_units;
      return forces_.advance(s.forces, fire(s).party);
    case AssaultFire::Kind::smoke:
      if (aim(s).to_hit) return begin_hitting(s);
      s.step = falling;
      lay_smoke(s, outcomes);
      break;
    case AssaultFire::Kind::shell_at_building:
      if (const int intact = ruins_.intact(s.ruins, hex_of_target(s)); intact > 0) {
        s.step = at_building;
        s.he.intact = s.he.stays = static_cast<std::uint8_t>(intact);
        he(s).begin(s.he);
        break;
      }
      [[fallthrough]];  // at who has survived in a single story house
    case AssaultFire::Kind::small_arms:
    case AssaultFire::Kind::shell:
      if (fire(s).musters) {
        s.step = mustering;
        return forces_.muster(s.forces, fire(s).who, s.fire);
      }
      load(s);
  }
}

// Who fires is known: on to the first DR.
void Assault::load(State& s) const {
  if (fire(s).musters && s.firing == 0) {
    s.step = falling;  // nobody has enough Firepower
    return;
  }
  note_fired(s);
  if (aim(s).without_dr)
    land(s);
  else if (aim(s).to_hit)
    begin_hitting(s);
  else
    s.step = ift_dr;
}

void Assault::begin_hitting(State& s) const {
  s.step = hitting;
  ToHitRoll::begin(s.to_hit);
}

void Assault::end_shot(State& s) const {
  if (fire(s).more_acquired > 0) note_acquired(s);
  if (fire(s).is_used_up) s.out |= 1U << fire(s).first;
  s.step = shooting;
  s.critical = 0;
  if (const int next = fire(s).is_blast ? s.fire + 1 : fire(s).blast; next < fire(s).blast_end) {
    s.fire = static_cast<std::uint8_t>(next);
    return;
  }
  if (s.again) {
    s.again = 0;
    ++s.made;
    s.fire = static_cast<std::uint8_t>(fire(s).first);
    return;
  }
  pass_over(s);
}

void Assault::pass_over(State& s) const {
  s.step = shooting;
  s.made = s.present = 0;
  s.fire = static_cast<std::uint8_t>(fire(s).over);
}

// Whether it is thrown for whether the shot can be made at all.
bool Assault::is_awaited(const State& s) const {
  if (s.present || fire(s).chance == certain) return false;
  return !fire(s).stays || (s.absent >> fire(s).first & 1U);
}

// A digit by the colored die, of 1 to 5, and half of the white one; a 6 is thrown again. If it is not that which decides, another one is.
void Assault::take_chance(State& s, Roll roll, Outcomes& outcomes) const {
  const int digit = 2 * (roll.colored - 1) + (roll.white > 3 ? 1 : 0);
  if (roll.colored == 6) return;
  const int limit = s.step == arriving ? fire(s).chance / 10 : fire(s).chance % 10;
  if (s.step == arriving && digit == limit && fire(s).chance % 10 > 0) {
    s.step = arriving_by_hundredths;
    return;
  }
  const bool comes = digit < limit;
  outcomes.tell([&] { return "digit " + std::to_string(digit) + ", " + in_.shots[s.fire].name + (comes ? " is there" : " is not there"); });
  if (!comes) return pass_over(s);
  s.present = 1;
  s.absent &= ~(1U << fire(s).first);
  s.step = shooting;
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

// As far as rubble and vehicles go.
bool Assault::may_be_won(const State& s) const {
  return std::all_of(plan_.rubbled.begin(), plan_.rubbled.end(), [&](int location) { return is_rubble(s, location); }) && is_held(s) &&
         !(in_.goal.vehicles && lost_vehicles(s) < *in_.goal.vehicles);
}

bool Assault::is_won(const State& s, Aggregate aggregate) const {
  const AssaultGoal& goal = in_.goal;
  return may_be_won(s) && !(goal.own_buried && forces_.buried_attackers(s.forces) > *goal.own_buried) &&
         !(goal.attackers_left && count(aggregate, Count::good_order, Side::attacker) < *goal.attackers_left) &&
         !(goal.good_order && count(aggregate, Count::good_order) > *goal.good_order) &&
         !(goal.eliminated && count(aggregate, Count::eliminated) < *goal.eliminated);
}

bool Assault::is_lost(Aggregate aggregate) const {
  return in_.loss.good_order && count(aggregate, Count::good_order, Side::attacker) <= *in_.loss.good_order;
}

// Records everything but who is left.
void Assault::conclude(State& s, Ends ends, Outcomes& outcomes) const {
  end_move(s, outcomes);
  if (ends == Ends::lost) {
    outcomes.measured(measures_.turn_won, 0);
    if (events_.defender_wins) outcomes.happened(*events_.defender_wins);
    outcomes.tell([&] { return events_.defender_wins ? "the defender wins" : "the position holds"; });
  } else {
    outcomes.happened(events_.attacker_wins);
    outcomes.tell([] { return std::string("the attacker wins"); });
    if (turns_are_laps_) {
      outcomes.measured_lap(measures_.turn_won);
      outcomes.happened_from_lap(events_.by_turn.front(), turns_);
    } else {
      outcomes.measured(measures_.turn_won, turn_of(s));
      for (int turn = turn_of(s); turn <= turns_; ++turn) outcomes.happened(events_.by_turn[index(turn - 1)]);
    }
  }
  outcomes.measured(measures_.locations_rubbled, rubbled_locations(s));
  s = {.forces = {.unpinned = s.forces.unpinned}, .step = counting};
}

Assault::State Assault::end(const State& begun, Outcomes& outcomes) const {
  State s = begun;
  conclude(s, Ends::lost, outcomes);
  return s;
}

int Assault::stage(const State& s) const { return stage_of(s, s.step == judging ? s.then : s.step); }

int Assault::stage_of(const State& s, std::uint8_t step) const {
  const int of_turn = s.turn * stages_;
  const auto of_shot = [&](int position) {
    return of_turn + first_stage_[s.fire] + s.made * stages_a_shot() + stages_of_arrival + position;
  };
  const int units = HeAttack::stages(), rubble = units + Forces::stages() + 1;
  switch (step) {
    case repair:
      return of_turn + s.fire;
    case recovering:
      return of_turn + most_assault_fires + s.fire;
    case rally:
      return of_turn + most_assault_fires + most_assault_vehicles + forces_.stage(s.forces);
    case shooting:  // of a shot that is over
      return s.fire < first_stage_.size() ? of_shot(s.present ? 0 : -stages_of_arrival)
                                          : of_turn + stages_ - stages_of_fights() - plan_.flames.stages();
    case arriving:
    case arriving_by_hundredths:
      return of_shot(-stages_of_arrival) + (s.step == arriving ? 0 : 1);
    case choosing:
    case mustering:
    case marching:
    case bog_check_dr:
      return of_shot(0);
    case hitting:
      return of_shot(ToHitRoll::is_to_hit_dr(s.to_hit) ? 0 : 1);
    case second_bog_check_dr:
      return of_shot(1);
    case ift_dr:
      return of_shot(2);
    case at_building:
      return of_shot(he(s).stage(s.he));
    case at_vehicle:
      return of_shot(ShotAtVehicle::stage(s.at_vehicle));
    case at_units:
      return of_shot(units + forces_.stage(s.forces));
    case kindling_dr:
      return of_shot(units + Forces::stages());
    case falling:
      return of_shot(rubble + (ruins_.busy(s.ruins) ? ruins_.stage(s.ruins) : ruins_.stages()));
    case fighting:
      return of_turn + stages_ - stages_of_fights() - plan_.flames.stages() +
             (s.fight == 0 ? 0 : (s.fight - 1) * Melee::stages() + (melee_.busy(s.melee) ? melee_.stage(s.melee) : Melee::stages()));
    case burning:
      return of_turn + stages_ - plan_.flames.stages() +
             (plan_.flames.busy(s.flames) ? plan_.flames.stage(s.flames) : plan_.flames.stages());
    default: {  // the turns are over: pins end, units are counted, fates are recorded
      const int after = (turns_are_laps_ ? 1 : plan_.turns * plan_.player_turns + 2) * (stages_ + 1), at = s.forces.at;
      return after + (step == fates ? Forces::max_locations + 1 + at : at > 0 ? at - 1 : Forces::max_locations);
    }
  }
}

}  // namespace boxcars::model
