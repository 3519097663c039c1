#include "model/questions/cross.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/morale.hpp"

namespace boxcars::model {
namespace {

constexpr int sustained_fire_breaks = 2;  // lower is the breakdown number of a MG (A9.3)
constexpr int never_breaks = 13;
constexpr std::uint16_t was_left = 1;                                  // in the selection of a Condition: its unit was left behind
constexpr int smoke_here_drm = 2, ends_move = 6, gets_over_crest = 3;  // SMOKE grenades (A24.1-.2)
constexpr int wounded_halves = wounded_mf * halves_of_mf;
constexpr int most_in_parts = 3;           // of a Location: up to so many fire in any parts of it
constexpr std::uint8_t residual_fp = 255;  // what attacks, beside Fire Lanes
constexpr std::array<std::string_view, 3> fire_names{"First Fire DR", "Subsequent First Fire DR", "Final Protective Fire DR"};
constexpr std::array<std::string_view, 3> fire_rules{"A8.1", "A8.3", "A8.31"};

std::string of_group(std::size_t group, const std::string& what) {
  return group == 0 ? what : "group " + std::to_string(group + 1) + " " + what;
}

bool is_stopped(Condition c) { return c.eliminated || c.broken || c.pinned; }

// Whether he is wounded, and has fewer MF than have been spent (A17.2).
bool is_beyond_his_mf(const Unit& unit, Condition c, int spent) { return is_smc(unit) && c.reduced && spent > wounded_halves; }

// How often a unit is not stopped by a result.
double goes_on(const Unit& unit, Condition now, IftResult result, int help) {
  constexpr std::array<int, 13> ways_of_at_most{0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36};
  const int morale = morale_level(unit, now);
  int most = 12;
  if (result.kind == IftResult::Kind::KIA) return 0;
  if (result.kind == IftResult::Kind::PTC) most = can_pin(unit, now) ? morale - help : 12;
  if (result.kind == IftResult::Kind::MC || result.kind == IftResult::Kind::K) most = morale - 1 - result.number - help;
  return ways_of_at_most[index(std::clamp(most, 0, 12))] / 36.0;
}

// What a firer's Firepower is looked up by.
struct Shooting : CrossShooting {
  std::size_t number() const { return (area ? 1U : 0U) | (pinned ? 2U : 0U) | (reduced ? 4U : 0U) | (directed ? 8U : 0U); }
  static constexpr std::size_t all = 16;
  static Shooting of(std::size_t number) { return {{(number & 1U) != 0, (number & 2U) != 0, (number & 4U) != 0, (number & 8U) != 0}}; }
};

}  // namespace

void Cross::Options::add(const Option& option) {
  const auto known = all.begin() + count;
  const auto same = [&](const Option& other) {
    return other.place == option.place && other.firing == option.firing && other.kind == option.kind && other.lane == option.lane &&
           other.undirected == option.undirected;
  };
  if (option.firing == 0 || known == all.end() || std::any_of(all.begin(), known, same)) return;
  *known = option;
  ++count;
}

std::string_view Cross::instead_of_best_play() {
  return "leave out defenders, units, stacks or hexes, or let them fire by a rule of thumb: --fire greedy, --fire first";
}

Cross::Cross(const CrossInputs& in) : all_(cross_situation(in)), fire_(in.fire), others_(in.others) {
  add_facts(in);
  find_reach();
  find_smoke();
  describe(in);
}

void Cross::add_facts(const CrossInputs&) {
  for (std::size_t g = 0; g < all_.groups.size(); ++g) {
    GroupFacts facts{facts_.event(of_group(g, "arrives")),
                     facts_.event(of_group(g, "arrives or pinned there")),
                     {},
                     facts_.measure(of_group(g, "hexes entered"))};
    for (const CrossStep& one : all_.steps) {  // once, if a hex comes twice
      const auto first = std::find_if(all_.steps.begin(), all_.steps.end(), [&](const CrossStep& other) { return other.hex == one.hex; });
      const auto before = static_cast<std::size_t>(first - all_.steps.begin());
      facts.stopped.push_back(before < facts.stopped.size() ? facts.stopped[before] : facts_.event(of_group(g, "stopped at " + one.hex)));
    }
    groups_.push_back(std::move(facts));
  }
  objective_ = groups_.front().arrives;
  if (groups_.size() > 1) {
    groups_arrive_ = facts_.measure("groups that arrive");
    objective_ = facts_.event("a group drawn by lot arrives");
  }
  const Fates fates(all_.units, {FatesOf::attacks}, facts_);
  for (const CrossGroup& group : all_.groups) {
    stacks_.emplace_back(all_.units, group.entries, CheckOptions{}, fates);
    stack_stages_ = std::max(stack_stages_, stacks_.back().stages());
  }
  overall_.emplace(all_.units, facts_);
  for (const std::string& hex : all_.smokes) smoke_facts_.push_back(facts_.event("SMOKE in " + hex));
  for (const CrossFirer& one : all_.firers) {
    FirerFacts& facts = firer_facts_.emplace_back();
    if (model::directs(one.firer)) continue;
    facts.first = facts_.event(one.label + " First Fire"), facts.final = facts_.event(one.label + " Final Fire");
    if (is_mg(one.firer)) facts.malfunctions = facts_.event(one.label + " malfunctions");
    if (one.makes_lanes) facts.lane = facts_.event(one.label + " Fire Lane");
  }
}

void Cross::find_reach() {
  for (std::size_t f = 0; f < all_.firers.size(); ++f) {
    const CrossFirer& one = all_.firers[f];
    Reach reach;
    for (std::size_t k = 0; k < all_.steps.size(); ++k) {
      const auto& seen = all_.steps[k].looks[static_cast<std::size_t>(one.place)];
      for (std::size_t number = 0; number < Shooting::all; ++number) {
        const Shooting how = Shooting::of(number);
        const double fp = seen ? cross_firepower(all_, static_cast<int>(f), seen->range, all_.steps[k].area_fire, how) : 0;
        firepower_.push_back(fp);
        if (fp == 0 || how.pinned || how.reduced) continue;
        const auto at = static_cast<std::uint16_t>(1U << k);
        if (!how.area) reach.steps[first] |= at;
        if (how.area) reach.steps[subsequent] |= at;
        if (how.area && seen->range <= 1) reach.steps[protective] |= at;
      }
    }
    reach_.push_back(reach);
  }
  own_reach_ = reach_;
  // Who only fires a MG does what that does.
  for (std::size_t f = 0; f < all_.firers.size(); ++f) {
    for (const int weapon : all_.firers[f].weapons) {
      for (const int kind : {subsequent, protective}) reach_[f].steps[index(kind)] |= reach_[index(weapon)].by(kind);
    }
  }
}

void Cross::find_smoke() {
  smoke_from_.assign(all_.steps.size() + 1, 0);
  for (std::size_t k = all_.steps.size(); k-- > 0;) {
    const CrossStep& one = all_.steps[k];
    unsigned& from = smoke_from_[k];
    from = smoke_from_[k + 1] | one.smoke_here;
    if (one.smoke) from |= 1U << one.smoke->in;
    if (one.smoke && one.smoke->own) from |= 1U << *one.smoke->own;
    for (std::size_t i = 0; i < all_.smokes.size(); ++i) {
      if (one.in_smoke[std::size_t{1} << i] != one.looks) from |= 1U << i;
    }
  }
}

std::uint8_t Cross::bit(int number) const { return static_cast<std::uint8_t>(1U << (number - place(firer(number).place).first)); }

template <class Each>
void Cross::for_each(int at, std::uint8_t bits, Each each) const {
  for (int number = place(at).first; number < place(at).end; ++number) {
    if (bits & bit(number)) each(number);
  }
}

int Cross::alive(const State& s) const {
  const auto units = std::span(s.stack.units).first(index(stack(s).size()));
  return static_cast<int>(std::count_if(units.begin(), units.end(), [](Condition c) { return !c.eliminated; }));
}

int Cross::unstopped(const State& s) const {
  const auto units = std::span(s.stack.units).first(index(stack(s).size()));
  return static_cast<int>(std::count_if(units.begin(), units.end(), [](Condition c) { return !is_stopped(c); }));
}

Condition Cross::condition(const State& s, int number) const {
  Condition c = firer(number).unit.start;
  if (mark(s, number).pinned) c.pinned = 1;
  if (mark(s, number).reduced) c.reduced = 1;
  return c;
}

Cross::State Cross::start(Outcomes& outcomes) const {
  State s;
  for (std::size_t f = 0; f < all_.firers.size(); ++f) s.marks[f].pinned = all_.firers[f].firer.pinned ? 1 : 0;
  begin_group(s, outcomes);
  return s;
}

void Cross::begin_group(State& s, Outcomes& outcomes) const {
  stand(s, stack(s).start());
  s.step = s.faced = s.spent = s.thrown = 0;
  s.doomed = all_.is_minimum_move && is_last_group(s) ? 1 : 0;
  enter(s, outcomes);
}

// What a step costs, in halves of a MF: entering a hex with SMOKE one MF more (A24.7).
int Cross::cost(const State& s, int number) const {
  const CrossStep& one = all_.steps[index(number)];
  const int before = number == 0 ? all_.begun_in - 1 : all_.steps[index(number - 1)].place;
  return one.halves + (one.place > before && (one.smoke_here & s.smoke) ? halves_of_mf : 0);
}

// The member of the stack that tries to place SMOKE here: nobody if there is some.
std::optional<int> Cross::who_throws(const State& s) const {
  if (s.smoke >> step(s).smoke->in & 1U) return std::nullopt;
  const CrossGroup& group = all_.groups[s.group];
  std::optional<int> best;
  for (std::size_t i = 0; i < group.exponents.size(); ++i) {
    const Condition now = s.stack.units[i];
    const bool may = group.exponents[i] > 0 && !is_stopped(now) && !now.reduced && !(s.thrown >> i & 1U);
    if (may && (!best || group.exponents[i] > group.exponents[index(*best)])) best = static_cast<int>(i);
  }
  return best;
}

// Whether everybody still has the MF for all of the way, with the SMOKE in it.
bool Cross::has_mf_for_smoke(const State& s) const {
  State then = s;
  then.smoke = static_cast<std::uint8_t>(s.smoke | 1U << step(s).smoke->in);
  int most = s.spent + cost(s, s.step);
  for (int k = s.step + 1; k < static_cast<int>(all_.steps.size()); ++k) most += all_.steps[index(k)].smoke ? 0 : cost(then, k);
  return has_mf(s, most);
}

// Whether all who can go on have so many MF, in halves.
bool Cross::has_mf(const State& s, int halves) const {
  const CrossGroup& group = all_.groups[s.group];
  std::array<Condition, Stack::max_units> units{};
  stack(s).conditions(s.stack, std::span(units).first(index(stack(s).size())));
  const bool led = std::any_of(units.begin(), units.begin() + stack(s).leaders(), [](Condition c) { return !is_stopped(c); });
  for (std::size_t i = 0; i < group.allowed.size(); ++i) {
    if (!is_stopped(units[i]) && halves > (led ? group.allowed : group.alone)[i]) return false;
  }
  return true;
}

// A24.1: an Original 6 ends the move of who throws.
void Cross::place_smoke(State& s, int dr, Outcomes& outcomes) const {
  const CrossSmoke& tried = *step(s).smoke;
  const int who = *who_throws(s);
  s.thrown = static_cast<std::uint8_t>(s.thrown | 1U << who);
  if (dr == ends_move) s.ended = static_cast<std::uint8_t>(1U << who);
  if (dr == ends_move && !is_last_step(s)) s.doomed = 1;
  const bool placed = dr <= all_.groups[s.group].exponents[index(who)];
  if (placed && tried.own) {
    s.phase = crest_dr;
    return;
  }
  if (placed) smoke_lies(s, tried.in, outcomes);
  outcomes.tell([&] { return std::string(placed ? "SMOKE" : dr == ends_move ? "none, and its move ends" : "none"); });
  after_smoke(s, outcomes);
}

// Else it lands in the own hex (A24.1).
void Cross::cross_crest(State& s, int dr, Outcomes& outcomes) const {
  const CrossSmoke& tried = *step(s).smoke;
  smoke_lies(s, dr <= gets_over_crest ? tried.in : *tried.own, outcomes);
  after_smoke(s, outcomes);
}

void Cross::smoke_lies(State& s, int where, Outcomes& outcomes) const {
  if (s.smoke >> where & 1U) return;
  s.smoke = static_cast<std::uint8_t>(s.smoke | 1U << where);
  outcomes.happened(smoke_facts_[index(where)]);
}

void Cross::after_smoke(State& s, Outcomes& outcomes) const {
  // Nobody else of this group throws later: who has thrown is forgotten.
  const auto tries = [](const CrossStep& one) { return one.smoke.has_value(); };
  if (std::none_of(all_.steps.begin() + s.step + 1, all_.steps.end(), tries)) s.thrown = 0;
  suffer(s, outcomes);
}

// Residual FP, and then Fire Lanes, attack before anybody fires, each once in a Location (A8.2, A9.22).
void Cross::suffer(State& s, Outcomes& outcomes) const {
  s.raking = 0;
  if (alive(s) > 0 && s.residual[index(step(s).location)] > s.faced) {
    s.raking = residual_fp, s.phase = residual_dr;
    return;
  }
  for (int number = 0; alive(s) > 0 && number < static_cast<int>(all_.firers.size()); ++number) {
    const auto at = static_cast<std::uint16_t>(1U << number);
    const unsigned lane = mark(s, number).lane;
    if (lane == 0 || (s.crossed & at) || !look(s, firer(number).place) || lane_at(number, s.step) != static_cast<int>(lane)) continue;
    s.crossed = static_cast<std::uint16_t>(s.crossed | at);
    s.raking = static_cast<std::uint8_t>(1 + number), s.phase = lane_dr;
    return;
  }
  declare(s, outcomes);
}

// The Fire Lane of a MG in which a step lies; 0: it lies in none.
int Cross::lane_at(int number, int at) const {
  const auto& seen = all_.steps[index(at)].looks[index(firer(number).place)];
  return firer(number).makes_lanes && seen && seen->range <= firer(number).firer.range ? seen->lane : 0;
}

// Whether it may lay one by its shot at this step (A9.22).
bool Cross::lays_lane(const State& s, int number) const {
  const CrossFirer& one = firer(number);
  const int lane = lane_at(number, s.step);
  if (lane == 0 || mark(s, number).pinned || mark(s, *one.crew).pinned) return false;
  if (one.lane_to.empty()) return true;
  for (int k = 0; k < static_cast<int>(all_.steps.size()); ++k) {
    if (all_.steps[index(k)].hex == one.lane_to && lane_at(number, k) == lane) return true;
  }
  return false;
}

// Of who has fired, but has not cowered or malfunctioned.
void Cross::lay_lanes(State& s, Outcomes& outcomes) const {
  if (!std::exchange(s.lane, std::uint8_t{0})) return;
  for_each(s.place, s.firing, [&](int number) {
    if (!is_mg(firer(number).firer) || !lays_lane(s, number)) return;
    Mark& has = mark(s, number);
    if (has.out || has.counter != first_fire) return;
    has.lane = static_cast<unsigned>(lane_at(number, s.step)) & 7U;
    outcomes.happened(*firer_facts_[index(number)].lane);
    outcomes.tell([&] { return firer(number).name + " lays a Fire Lane"; });
  });
}

// Of those that a unit fires.
void Cross::end_lanes(State& s, int unit) const {
  for (const int weapon : firer(unit).weapons) mark(s, weapon).lane = 0;
}

// Whether somebody may still come into it.
bool Cross::lane_matters(const State& s, int number) const {
  const int lane = static_cast<int>(mark(s, number).lane);
  if (lane == 0) return false;
  for (int k = is_last_group(s) ? s.step : 0; k < static_cast<int>(all_.steps.size()); ++k) {
    if (lane_at(number, k) == lane) return true;
  }
  return false;
}

// A9.22: hard Hindrances are a DRM of it, others only take FFMO away. Its DR may break the MG.
void Cross::face_lane(State& s, Roll roll, Outcomes& outcomes) const {
  const int number = s.raking - 1;
  const CrossFirer& one = firer(number);
  const CrossLook& seen = *look(s, one.place);
  const int column = *column_for_firepower(firepower_at(seen.range <= 1 ? one.doubled_column : one.lane_column), all_.table);
  const StackResults results = results_of(s, {column, step(s).drm + seen.hard}, step(s).open && seen.open, roll, outcomes);
  if (roll.sum() >= one.firer.breakdown.value_or(never_breaks)) break_down(s, number, outcomes);
  begin_attack(s, results, outcomes);
}

// Who moves spends MF there: first comes Residual FP, then other fire (A8.2). SMOKE that is placed hinders it.
void Cross::enter(State& s, Outcomes& outcomes) const {
  s.movers = static_cast<std::uint8_t>(alive(s));
  for (Mark& one : s.marks) one.shots = 0;
  s.settled = {};
  if (s.step == 0 || step(s).place != all_.steps[s.step - 1U].place) s.faced = 0, s.crossed = 0;
  if (is_last_group(s)) {  // nobody meets it any more
    for (std::size_t k = 0; k < s.step; ++k) {
      if (!comes_again(all_.steps[k].location, s.step)) s.residual[index(all_.steps[k].location)] = 0;
    }
  }
  if (step(s).smoke && !(who_throws(s) && has_mf_for_smoke(s))) return end_step(s, outcomes);
  s.spent = static_cast<std::uint8_t>(s.spent + cost(s, s.step));
  forget(s, outcomes);
  if (step(s).smoke)
    s.phase = smoke_dr;
  else
    after_smoke(s, outcomes);
}

// Whom is fired at next, or that is over at this step.
void Cross::declare(State& s, Outcomes& outcomes) const {
  const bool as_soon_as_may_be = fire_ == CrossFire::first || (s.doomed && is_last_group(s) && unstopped(s) > 0);
  if ((s.doomed && !as_soon_as_may_be) || alive(s) == 0) return end_step(s, outcomes);
  if (fire_ == CrossFire::greedy && !as_soon_as_may_be) {
    if (const auto shot = greedy_fire(s))
      fire(s, *shot);
    else
      end_step(s, outcomes);
    return;
  }
  const Options found = options(s, Wanted::first);
  if (found.count == 0) return end_step(s, outcomes);
  if (as_soon_as_may_be)
    fire(s, found.all.front());
  else
    s.phase = choosing;
}

int Cross::choices(const State& s) const { return s.phase == choosing ? options(s).count + 1 : 0; }

Cross::State Cross::choose(State s, int alternative, Outcomes& outcomes) const {
  const Options found = options(s);
  if (alternative < found.count)
    fire(s, found.all[index(alternative)]);
  else
    end_step(s, outcomes);
  return s;
}

Cross::Options Cross::options(const State& s, Wanted wanted) const {
  Options found;
  for (int at = 0; at < static_cast<int>(all_.places.size()); ++at) {
    if (look(s, at)) add_options(s, at, found);
    if (wanted == Wanted::first && found.count > 0) break;
  }
  return found;
}

// Where several may fire, they do so together (A7.55); a MG by itself, too, as it may have a rate of fire.
void Cross::add_options(const State& s, int at, Options& to) const {
  for (const FireKind kind : {first, subsequent, protective}) add_of_kind(s, at, kind, to);
}

void Cross::add_of_kind(const State& s, int at, FireKind kind, Options& to) const {
  const std::uint8_t who = those_who_can(s, at, kind);
  const auto add = [&](unsigned bits) {
    Option option{static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(bits), kind};
    if (bits == 0 || firepower(s, option) < 1) return;
    bool lane = false;
    for_each(at, option.firing, [&](int number) { lane = lane || (kind == first && is_mg(firer(number).firer) && lays_lane(s, number)); });
    for (const bool with_lane : {true, false}) {
      if (with_lane && !lane) continue;
      option.lane = with_lane;
      to.add(option);
      if (fire_ != CrossFire::best || s.doomed || !may_withhold_leader(s, option)) continue;
      option.undirected = true;
      to.add(option);
      option.undirected = false;
    }
  };
  add(who);
  if (fire_ == CrossFire::first || s.doomed) return;
  unsigned units = 0;
  for_each(at, who, [&](int number) {
    if (!is_mg(firer(number).firer)) units |= bit(number);
  });
  if (kind == first && std::popcount(who) <= most_in_parts) {
    for (unsigned part = who; part != 0; part = (part - 1) & who) add(part);
    return;
  }
  if (kind == first) {
    add(units);
    for_each(at, who, [&](int number) {
      if (is_mg(firer(number).firer)) add(bit(number));
    });
    return;
  }
  for_each(at, static_cast<std::uint8_t>(units), [&](int number) {
    unsigned alone = bit(number);
    for (const int weapon : firer(number).weapons) alone |= bit(weapon) & who;
    add(alone);
  });
  if (kind == subsequent && fire_ == CrossFire::best) for_each(at, those_who_can_without_mg(s, at), [&](int number) { add(bit(number)); });
}

// Who has a -DRM for the others he does best to use it, unless that binds him to a part of his Location (A7.53).
bool Cross::may_withhold_leader(const State& s, const Option& option) const {
  if (!directs(s, option)) return false;
  if (leadership_there(s, option.place) > 0) return true;
  unsigned others = 0;
  for (int number = place(option.place).first; number < place(option.place).end; ++number) {
    const bool is_out = mark(s, number).out || model::directs(firer(number).firer);
    if (!is_out && !(option.firing & bit(number))) others |= bit(number);
  }
  return others != 0 && s.directed[option.place] == 0;
}

bool Cross::can_fire(const State& s, int number) const {
  const Mark& one = mark(s, number);
  if (one.out || one.shots >= shots(s)) return false;
  const auto& crew = firer(number).crew;
  return !crew || !mark(s, *crew).out;
}

// Those of a Location who may still fire at this expenditure (A7.55).
unsigned Cross::settled_there(const State& s, int at) { return s.settled[index(at)] ? s.settled[index(at)] : ~0U; }

// Who may do so at this step, with all that he fires (A8.1, A8.3, A8.31).
std::uint8_t Cross::those_who_can(const State& s, int at, FireKind kind) const {
  const auto now = 1U << s.step;
  const unsigned settled = settled_there(s, at);
  unsigned who = 0;
  if (kind == protective && look(s, at)->range > 1) return 0;
  if (kind == subsequent && !is_nearest(s, at)) return 0;
  for (int number = place(at).first; number < place(at).end; ++number) {
    const CrossFirer& one = firer(number);
    if (model::directs(one.firer) || !can_fire(s, number)) continue;
    const Mark& has = mark(s, number);
    if (kind == first) {
      const bool is_second_of_half_squad =
          one.crew && mark(s, *one.crew).reduced && firer(*one.crew).weapons.front() != number && !is_smc(firer(*one.crew).unit);
      if (has.counter == unmarked && (reach_[index(number)].by(first) & now) && !is_second_of_half_squad) who |= bit(number) & settled;
      continue;
    }
    if (is_mg(one.firer) || has.counter != (kind == subsequent ? first_fire : final_fire)) continue;
    if (!(reach_[index(number)].by(kind) & now)) continue;
    if (fire_ != CrossFire::best && !one.firer.mg_only && !(own_reach_[index(number)].by(kind) & now)) continue;
    unsigned bits = bit(number);
    bool all_can = !(is_smc(one.unit) && !one.weapons.empty());  // a lone SMC has no Sustained Fire (A9.3)
    for (const int weapon : one.weapons) {
      if (mark(s, weapon).out) continue;
      all_can = all_can && can_fire(s, weapon) && (fire_ == CrossFire::best || (reach_[index(weapon)].by(kind) & now));
      bits |= bit(weapon);
    }
    if (all_can && (bits & ~settled) == 0) who |= bits;
  }
  return static_cast<std::uint8_t>(who);
}

// Whose inherent Firepower may do Subsequent First Fire without their MG, which are lost by it but for Final Protective Fire (A8.3).
std::uint8_t Cross::those_who_can_without_mg(const State& s, int at) const {
  if (!is_nearest(s, at)) return 0;
  unsigned who = 0;
  for (int number = place(at).first; number < place(at).end; ++number) {
    const CrossFirer& one = firer(number);
    const bool has_mg = std::any_of(one.weapons.begin(), one.weapons.end(), [&](int weapon) { return !mark(s, weapon).out; });
    if (is_mg(one.firer) || model::directs(one.firer) || one.firer.mg_only || !has_mg) continue;
    const bool is_in_reach = own_reach_[index(number)].by(subsequent) >> s.step & 1U;
    if (is_in_reach && can_fire(s, number) && mark(s, number).counter == first_fire) who |= bit(number) & settled_there(s, at);
  }
  return static_cast<std::uint8_t>(who);
}

// Nobody who was left behind is nearer: else there is no Subsequent First Fire (A8.3).
bool Cross::is_nearest(const State& s, int at) const {
  for (const CrossStep& other : all_.steps) {
    const auto& seen = other.looks[index(at)];
    if ((s.left >> other.place & 1U) && seen && seen->range < look(s, at)->range) return false;
  }
  return true;
}

double Cross::firepower_of(const State& s, const Option& option, int number) const {
  const CrossFirer& one = firer(number);
  const Mark& has = mark(s, number);
  bool pinned = has.pinned;
  if (one.crew) pinned = pinned || mark(s, *one.crew).pinned;
  if (!one.crew) {
    int weapons = 0;
    for (const int weapon : one.weapons) weapons += (option.firing & bit(weapon)) ? 1 : 0;
    const bool squad = one.firer.kind == UnitKind::squad && !has.reduced;
    if (squad ? weapons > 1 : weapons > 0 && option.kind == first) return 0;  // A7.351, A7.352
  }
  const Shooting how{{option.kind != first, pinned, has.reduced != 0, directs(s, option)}};
  return firepower_[(index(number) * all_.steps.size() + s.step) * Shooting::all + how.number()];
}

double Cross::firepower(const State& s, const Option& option) const {
  double total = 0;
  for_each(option.place, option.firing, [&](int number) { total += firepower_of(s, option, number); });
  return total;
}

std::optional<int> Cross::column_of(const State& s, const Option& option) const {
  return column_for_firepower(firepower(s, option), all_.table);
}

// A leader directs one attack, and again those only whom he has directed (A7.53).
bool Cross::directs(const State& s, const Option& option) const {
  const auto& leader = place(option.place).leader;
  if (option.undirected || !leader || mark(s, *leader).out || mark(s, *leader).pinned) return false;
  if (fire_ != CrossFire::best && leadership_there(s, option.place) > 0) return false;
  const std::uint8_t before = s.directed[option.place];
  return before == 0 || (option.firing & ~unsigned{before}) == 0;
}

int Cross::leadership_there(const State& s, int at) const {
  const int leader = *place(at).leader;
  return leadership(firer(leader).unit, condition(s, leader));
}

// FFNAM and FFMO, which who is pinned has no more (A7.83), and who is broken both: a break ends Assault Movement (A4.61).
OnEachStatus<int> Cross::on_movers(bool open) const {
  const int ffmo = open ? -1 : 0;
  OnEachStatus<int> drm{(all_.ffnam ? -1 : 0) + ffmo};
  drm[TargetStatus::pinned] = 0;
  drm[TargetStatus::broken] = -1 + ffmo;
  return drm;
}

StackResults Cross::results_of(const State& s, IftAttack attack, bool open, Roll roll, Outcomes& outcomes, std::optional<Option> by) const {
  const OnEachStatus<int> on = on_movers(open);
  StackResults results{.target = on.alike()};
  const int drm = attack.drm;
  for (const TargetStatus status : target_statuses) {
    attack.drm = drm + on[status];
    results.normal[status] = model::resolve(attack, roll.sum(), roll.doubles());
  }
  outcomes.tell([&] {
    std::string text = by ? in_words(*by) + (s.cowered ? ", cowers" : "") : std::string();
    const bool is_several = std::count_if(target_statuses.begin(), target_statuses.end(),
                                          [&](TargetStatus status) { return stack(s).has(s.stack, status); }) > 1;
    for (const TargetStatus status : target_statuses) {
      if (!stack(s).has(s.stack, status)) continue;
      text.append(text.empty() ? "" : ", ").append(is_several ? std::string(model::in_words(status)) + ": " : "");
      text += "Final " + std::to_string(roll.sum() + drm + on[status]) + ": " + to_string(results.normal[status]);
    }
    return text;
  });
  return results;
}

int Cross::drm_of(const State& s, const Option& option) const {
  return drm_of_fire(s, option) + on_movers(look(s, option.place)->open)[TargetStatus::unpinned];
}

int Cross::drm_of_fire(const State& s, const Option& option) const {
  const CrossLook& seen = *look(s, option.place);
  int drm = seen.drm;
  if (directs(s, option)) drm += leadership_there(s, option.place);
  for_each(option.place, option.firing, [&](int number) {
    const CrossFirer& one = firer(number);
    const CrossFirer& by = one.crew ? firer(*one.crew) : one;
    if (by.firer.kind != UnitKind::hero || firepower_of(s, option, number) == 0) return;
    drm += (seen.range <= one.firer.range ? -1 : 0) + (one.crew ? 1 : 0);  // A15.24, A15.23
  });
  return drm + hardship(s, option).drm();
}

// A unit's own, by itself or by what it fires, and that of the leader who directs.
Hardship Cross::hardship(const State& s, const Option& option) const {
  Hardship hardship;
  const auto add = [&](const Firer& one) {
    hardship.encircled |= one.encircled;
    hardship.exhausted |= one.exhausted;
  };
  for_each(option.place, option.firing, [&](int number) { add(firer(firer(number).crew.value_or(number)).firer); });
  if (directs(s, option)) add(firer(*place(option.place).leader).firer);
  return hardship;
}

// Units, by themselves or by what they fire (A7.9, A10.8).
std::uint8_t Cross::who_can_cower(const Option& option) const {
  unsigned who = 0;
  for_each(option.place, option.firing, [&](int number) {
    const int unit = firer(number).crew.value_or(number);
    const Firer& one = firer(unit).firer;
    if (!is_smc(firer(unit).unit) && !one.fanatic && one.cowering_columns > 0) who |= bit(unit);
  });
  return static_cast<std::uint8_t>(who);
}

int Cross::cowering_columns(int place, std::uint8_t who) const {
  int columns = 0;
  for_each(place, who, [&](int number) { columns = std::max(columns, firer(number).firer.cowering_columns); });
  return columns;
}

void Cross::fire(State& s, const Option& option) const {
  s.place = option.place, s.firing = option.firing, s.kind = option.kind, s.lane = option.lane ? 1 : 0;
  if (s.settled[option.place] == 0) s.settled[option.place] = option.firing;
  s.directs = directs(s, option) ? 1 : 0;
  s.phase = ift_dr;
}

// The shot that is likeliest to stop somebody, if the same shot is not likelier to do so further on.
std::optional<Cross::Option> Cross::greedy_fire(const State& s) const {
  constexpr double equal_odds = 1e-12;
  const Options found = options(s);
  std::optional<Option> best;
  double most = 0;
  for (int i = 0; i < found.count; ++i) {
    const Option& option = found.all[index(i)];
    const double now = stops(s, option);
    if (now <= most + equal_odds) continue;
    double later = 0;
    State then = s;
    for (std::size_t k = s.step + 1U; k < all_.steps.size() && later <= now + equal_odds; ++k) {
      then.step = static_cast<std::uint8_t>(k);
      if (look(then, option.place)) later = std::max(later, stops(then, option));
    }
    if (later <= now + equal_odds) best = option, most = now;
  }
  return best;
}

// How often a shot stops somebody, if each checks by himself.
double Cross::stops(const State& s, const Option& option) const {
  const auto column = column_of(s, option);
  if (!column) return 0;
  const IftAttack attack{*column, drm_of(s, option), directs(s, option) ? 0 : cowering_columns(option.place, who_can_cower(option))};
  const Stack& here = stack(s);
  const auto& entry_of = all_.groups[s.group].entry_of;
  std::array<Condition, Stack::max_units> units{};
  here.conditions(s.stack, std::span(units).first(index(here.size())));
  double none = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const IftResult result = model::resolve(attack, colored + white, colored == white);
      double go_on = 1.0 / 36;
      for (std::size_t i = 0; i < entry_of.size(); ++i) {
        if (is_stopped(units[i])) continue;
        int help = 0;
        for (std::size_t k = 0; k < index(here.leaders()); ++k) {
          if (k != i && !is_stopped(units[k])) help = std::min(help, leadership(all_.units[index(entry_of[k])].unit, units[k]));
        }
        go_on *= goes_on(all_.units[index(entry_of[i])].unit, units[i], result, help);
      }
      none += go_on;
    }
  }
  return 1 - none;
}

Throw Cross::next_throw(const State& s) const {
  const auto where = [&] { return std::string_view(step(s).hex); };
  const auto name_of_lowest = [&](const State& selecting) {
    std::string_view name;
    for_each(selecting.place, lowest_of(selecting.lot), [&](int number) { name = firer(number).name; });
    return name;
  };
  switch (s.phase) {
    case smoke_dr:
      return {Dice::dr, "SMOKE dr", "A24.1", where()};
    case crest_dr:
      return {Dice::dr, "SMOKE over the crest dr", "A24.1", where()};
    case residual_dr:
      return {Dice::DR, "Residual FP DR", "A8.2", where(), Reads::sum};
    case lane_dr:
      return {Dice::DR, "Fire Lane DR", "A9.22", firer(s.raking - 1).name, Reads::sum};
    case cowering_selection:
      return {Dice::dr, "Random Selection dr", "A7.9", name_of_lowest(s)};
    case breakdown_selection:
      return {Dice::dr, "Random Selection dr", "A9.71", name_of_lowest(s)};
    case at_units:
      return stack(s).next_throw(s.stack);
    case protective_selection:
      return {Dice::dr, "Random Selection dr", "A8.31", name_of_lowest(s)};
    case protective_wound:
      return {Dice::dr, "Wound Severity dr", "A17.11", place(s.place).name};
    case ift_dr:
      return {Dice::DR, fire_names[s.kind], fire_rules[s.kind], place(s.place).name};
    case drawing_group:
      return {Dice::DR, "lot: which group", ""};
    default:
      return {};
  }
}

Cross::State Cross::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  switch (s.phase) {
    case smoke_dr:
      place_smoke(s, roll.colored, outcomes);
      break;
    case crest_dr:
      cross_crest(s, roll.colored, outcomes);
      break;
    case residual_dr:
      face_residual(s, roll, outcomes);
      break;
    case lane_dr:
      face_lane(s, roll, outcomes);
      break;
    case ift_dr:
      resolve(s, roll, outcomes);
      break;
    case cowering_selection:
      if (const auto who = selected(s, roll.colored)) {
        for_each(s.place, *who, [&](int number) { cower(s, number, outcomes); });
        after_cowering(s, outcomes);
      }
      break;
    case breakdown_selection:
      if (const auto which = selected(s, roll.colored)) {
        for_each(s.place, *which, [&](int number) { break_down(s, number, outcomes); });
        after_breakdown(s, outcomes);
      }
      break;
    case at_units:
      stack(s).next(s.stack, roll, LastAttack::no, outcomes);
      if (!stack(s).busy(s.stack)) after_attack(s, outcomes);
      break;
    case protective_selection:
      if (const auto struck = selected(s, roll.colored)) check_protectors(s, *struck, outcomes);
      break;
    case protective_wound:
      take_wound(s, roll.colored, outcomes);
      break;
    case drawing_group: {
      const int face = 6 * (roll.colored - 1) + roll.white - 1, count = static_cast<int>(all_.groups.size());
      if (face % count < s.arrived) outcomes.happened(objective_);
      s = {};
      break;
    }
    default:
      break;
  }
  return s;
}

// A.9: each throws a dr, the first of them first.
void Cross::begin_selection(State& s, Phase phase, std::uint8_t among) {
  s.lot = among;
  s.phase = phase;
}

std::uint8_t Cross::lowest_of(std::uint8_t bits) { return static_cast<std::uint8_t>(bits & -bits); }

// The highest dr, and all who tie; nothing while somebody is still to throw.
std::optional<std::uint8_t> Cross::selected(State& s, int dr) {
  const std::uint8_t who = lowest_of(s.lot);
  if (dr > s.choice_dr) s.choice_dr = static_cast<std::uint8_t>(dr), s.chosen = 0;
  if (dr == s.choice_dr) s.chosen = static_cast<std::uint8_t>(s.chosen | who);
  s.lot = static_cast<std::uint8_t>(s.lot & ~unsigned{who});
  if (s.lot) return std::nullopt;
  s.choice_dr = 0;
  return std::exchange(s.chosen, std::uint8_t{0});
}

void Cross::face_residual(State& s, Roll roll, Outcomes& outcomes) const {
  const std::uint8_t counter = s.residual[index(step(s).location)];
  const bool smoke = (step(s).smoke_here & s.smoke) != 0;
  s.faced = counter;
  const IftAttack attack{counter - 1, step(s).drm + (smoke ? smoke_here_drm : 0)};
  begin_attack(s, results_of(s, attack, step(s).open && !smoke, roll, outcomes), outcomes);
}

Cross::Option Cross::fired(const State& s) { return {.place = s.place, .firing = s.firing, .kind = s.kind, .undirected = s.directs == 0}; }

void Cross::resolve(State& s, Roll roll, Outcomes& outcomes) const {
  const Option option = fired(s);
  const std::uint8_t cowards = s.directs ? std::uint8_t{0} : who_can_cower(option);
  s.cowered = cowards != 0 && roll.doubles() ? 1 : 0;
  const StackResults results = results_of(s, {*column_of(s, option), drm_of_fire(s, option), cowering_columns(s.place, cowards)},
                                          look(s, s.place)->open, roll, outcomes, option);
  for (const TargetStatus status : target_statuses) {
    if (stack(s).has(s.stack, status)) s.results[status] = packed(results.normal[status]);
  }
  if (s.kind == protective) s.dr = static_cast<std::uint8_t>(roll.sum());
  note_shot(s, roll);
  if (s.cowered && s.kind == first) s.lot = cowards;
  for_each(s.place, s.firing, [&](int number) {
    const int breaks_from = firer(number).firer.breakdown.value_or(never_breaks) - (s.kind == first ? 0 : sustained_fire_breaks);
    if (is_mg(firer(number).firer) && roll.sum() >= breaks_from) s.breaks = static_cast<std::uint8_t>(s.breaks | bit(number));
  });
  if (std::popcount(s.lot) == 1) {
    for_each(s.place, s.lot, [&](int number) { cower(s, number, outcomes); });
    s.lot = 0;
  }
  if (s.lot)
    begin_selection(s, cowering_selection, s.lot);
  else
    after_cowering(s, outcomes);
}

// The counters of who has fired (A8.1, A8.3): none of a MG that keeps its rate of fire (A9.2).
void Cross::note_shot(State& s, Roll roll) const {
  if (s.directs) s.directed[s.place] = static_cast<std::uint8_t>(s.directed[s.place] | s.firing);
  for_each(s.place, s.firing, [&](int number) {
    const CrossFirer& one = firer(number);
    Mark& has = mark(s, number);
    has.shots = has.shots + 1U;
    if (s.kind != first) return mark_final_fire(s, number);
    if (!is_mg(one.firer)) {
      put_counter(s, number, first_fire);
      return use_up_weapons(s, number);
    }
    const bool pinned = has.pinned || mark(s, *one.crew).pinned;
    if (roll.colored > one.rate_of_fire || pinned || (s.lane && lays_lane(s, number))) put_counter(s, number, first_fire);
    const CrossFirer& crew = firer(*one.crew);
    if (crew.firer.kind != UnitKind::squad || crew.firer.mg_only) put_counter(s, *one.crew, first_fire);
  });
}

void Cross::put_counter(State& s, int number, Counter counter) const {
  Mark& has = mark(s, number);
  if (has.counter < counter) has.counter = counter & 3U;
}

// Once, when it does not change any more.
void Cross::tell_counter(const State& s, int number, Outcomes& outcomes) const {
  const FirerFacts& facts = firer_facts_[index(number)];
  const unsigned counter = mark(s, number).counter;
  if (counter == unmarked || mark(s, number).out) return;
  outcomes.happened(counter == final_fire ? *facts.final : *facts.first);
}

// Who has fired himself fires no more MG than a squad does beside it (A7.351, A7.352).
void Cross::use_up_weapons(State& s, int unit) const {
  const CrossFirer& one = firer(unit);
  if (one.firer.mg_only) return;
  const int beside = one.firer.kind == UnitKind::squad && !mark(s, unit).reduced ? 1 : 0;
  int left = beside;
  for (const int weapon : one.weapons) left -= (s.firing & bit(weapon)) ? 1 : 0;
  if (left < 0) return;  // it has fired them instead
  for (const int weapon : one.weapons) {
    if ((s.firing & bit(weapon)) || mark(s, weapon).counter != unmarked) continue;
    if (left-- <= 0) put_counter(s, weapon, first_fire);
  }
}

// Of a unit with all its weapons, used or not (A8.3).
void Cross::mark_final_fire(State& s, int number) const {
  put_counter(s, number, final_fire);
  end_lanes(s, number);
  for (const int weapon : firer(number).weapons) put_counter(s, weapon, final_fire);
}

void Cross::cower(State& s, int unit, Outcomes& outcomes) const {
  mark_final_fire(s, unit);
  outcomes.tell([&] { return firer(unit).name + " is marked Final Fire"; });
}

// Broken or worse, he fires no more, and neither do his weapons.
void Cross::leave(State& s, int number, Outcomes& outcomes) const {
  tell_counter(s, number, outcomes);
  mark(s, number).out = 1;
}

void Cross::break_down(State& s, int weapon, Outcomes& outcomes) const {
  mark(s, weapon).out = 1, mark(s, weapon).lane = 0;
  outcomes.happened(*firer_facts_[index(weapon)].malfunctions);
  outcomes.tell([&] { return firer(weapon).name + " malfunctions"; });
}

void Cross::after_cowering(State& s, Outcomes& outcomes) const {
  const std::uint8_t breaks = std::exchange(s.breaks, std::uint8_t{0});
  if (std::popcount(breaks) > 1) return begin_selection(s, breakdown_selection, breaks);
  for_each(s.place, breaks, [&](int number) { break_down(s, number, outcomes); });
  after_breakdown(s, outcomes);
}

void Cross::after_breakdown(State& s, Outcomes& outcomes) const {
  lay_residual(s);
  lay_lanes(s, outcomes);
  StackResults results{.target = on_movers(look(s, s.place)->open).alike()};
  for (const TargetStatus status : target_statuses) results.normal[status] = unpacked(s.results[status]);
  s.results = {};
  begin_attack(s, results, outcomes);
}

// Whether somebody is still to spend MF in this Location.
bool Cross::leaves_residual(const State& s) const { return !is_last_group(s) || comes_again(step(s).location, s.step + 1U); }

// At that step or later.
bool Cross::comes_again(int location, std::size_t from) const {
  return std::any_of(all_.steps.begin() + static_cast<std::ptrdiff_t>(from), all_.steps.end(),
                     [&](const CrossStep& one) { return one.location == location; });
}

// By those who have fired, but MG that keep their rate of fire or have malfunctioned (A8.2-.26).
void Cross::lay_residual(State& s) const {
  if (!leaves_residual(s)) return;
  const Option option = fired(s);
  double fp = 0;
  for_each(s.place, s.firing, [&](int number) {
    const bool is_weapon = is_mg(firer(number).firer);
    if (!is_weapon || (!mark(s, number).out && mark(s, number).counter != unmarked)) fp += firepower_of(s, option, number);
  });
  const int leadership = s.directs ? std::max(0, leadership_there(s, s.place)) : 0;
  const int outside = look(s, s.place)->outside_drm + leadership + hardship(s, option).drm();
  const auto column = column_for_firepower(fp, all_.table);
  const int cowered = s.cowered ? cowering_columns(option.place, who_can_cower(option)) : 0;
  const auto left = column ? residual_column(columns_left(*column, cowered), outside) : std::nullopt;
  std::uint8_t& counter = s.residual[index(step(s).location)];
  if (left) counter = std::max(counter, static_cast<std::uint8_t>(*left + 1));
}

void Cross::begin_attack(State& s, const StackResults& results, Outcomes& outcomes) const {
  s.cowered = 0;
  s.phase = at_units;
  if (s.kind != protective) end_shot(s, outcomes);  // whoever has fired: their checks are the same
  stack(s).begin(s.stack, results, LastAttack::no, outcomes);
  if (!stack(s).busy(s.stack)) after_attack(s, outcomes);
}

// They stand so; what has been seen of them stays.
void Cross::stand(State& s, Stack::State units) {
  units.seen = s.stack.seen;
  s.stack = units;
}

// Who is wounded here, beyond what he then has, is pinned (A17.2).
void Cross::pin_wounded(State& s) const {
  if (s.spent <= wounded_halves || alive(s) == 0) return;
  const Stack& here = stack(s);
  std::array<Condition, Stack::max_units> all{};
  const auto units = std::span(all).first(index(here.size()));
  here.conditions(s.stack, units);
  bool any = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Unit& unit = here.idle_unit(static_cast<int>(i));
    if (units[i].eliminated || unit.start.reduced || !is_beyond_his_mf(unit, units[i], s.spent) || !can_pin(unit, units[i])) continue;
    units[i].pinned = 1;
    any = true;
  }
  if (any) stand(s, here.awake(units));
}

void Cross::after_attack(State& s, Outcomes& outcomes) const {
  pin_wounded(s);
  if (unstopped(s) < stack(s).size()) s.doomed = 1;
  if (s.raking) return suffer(s, outcomes);
  if (s.kind != protective) return declare(s, outcomes);
  const std::uint8_t struck = s.dr == 12 ? protectors(s) : std::uint8_t{0};
  if (std::popcount(struck) > 1) return begin_selection(s, protective_selection, struck);
  check_protectors(s, struck, outcomes);
}

// All units that have used Final Protective Fire, and who directed it.
std::uint8_t Cross::protectors(const State& s) const {
  unsigned who = s.directs ? bit(*place(s.place).leader) : 0U;
  for_each(s.place, s.firing, [&](int number) { who |= bit(firer(number).crew.value_or(number)); });
  return static_cast<std::uint8_t>(who);
}

// A8.31: the Original DR is a NMC of all of them, the leader first; an Original 12 breaks them, and strikes some.
void Cross::check_protectors(State& s, std::uint8_t struck, Outcomes& outcomes) const {
  const int dr = std::exchange(s.dr, std::uint8_t{0});
  int drm = 0;
  unsigned wounds = 0;
  const auto check = [&](int number, int by) {
    const CrossFirer& one = firer(number);
    const Condition before = condition(s, number);
    Checked checked = morale_check(one.unit, before, dr, by, PinOnPass::yes);
    if (dr == 12 && !(struck & bit(number))) checked = {can_break(one.unit, before) ? broken(before) : before};
    if (checked.wound != Wound::none) wounds |= bit(number);
    if (checked.wound == Wound::by_original_12) s.dr = 12;
    Mark& has = mark(s, number);
    has.pinned = checked.condition.pinned && !before.broken;
    has.reduced = checked.condition.reduced && !one.unit.start.reduced;
    if (checked.condition.eliminated || checked.condition.broken) leave(s, number, outcomes);
    if (has.out || has.pinned) end_lanes(s, number);
    outcomes.tell([&] {
      return one.name + (checked.condition.eliminated ? " is eliminated"
                         : checked.condition.broken   ? " breaks"
                         : checked.condition.pinned   ? " is pinned"
                                                      : " holds");
    });
  };
  if (s.directs) {
    const int leader = *place(s.place).leader, led = leadership_there(s, s.place);
    check(leader, 0);
    if (!mark(s, leader).out && !mark(s, leader).pinned) drm = led;
  }
  for_each(s.place, protectors(s), [&](int number) {
    if (!s.directs || number != *place(s.place).leader) check(number, drm);
  });
  // Who is out of it anyway needs no dr.
  for_each(s.place, static_cast<std::uint8_t>(wounds), [&](int number) {
    if (mark(s, number).out) wounds &= ~unsigned{bit(number)};
  });
  s.lot = static_cast<std::uint8_t>(wounds);
  if (s.lot)
    s.phase = protective_wound;
  else
    after_shot(s, outcomes);
}

void Cross::take_wound(State& s, int dr, Outcomes& outcomes) const {
  const std::uint8_t lowest = lowest_of(s.lot);
  for_each(s.place, lowest, [&](int number) {
    const Condition now = wounded(condition(s, number), dr, s.dr == 12 ? Wound::by_original_12 : Wound::normal);
    mark(s, number).reduced = 1;
    if (now.eliminated) leave(s, number, outcomes), end_lanes(s, number);
  });
  s.lot = static_cast<std::uint8_t>(s.lot & ~unsigned{lowest});
  if (!s.lot) after_shot(s, outcomes);
}

void Cross::end_shot(State& s, Outcomes& outcomes) const {
  s.place = s.firing = s.kind = s.directs = s.dr = 0;
  forget(s, outcomes);
}

void Cross::after_shot(State& s, Outcomes& outcomes) const {
  end_shot(s, outcomes);
  declare(s, outcomes);
}

// After all First Fire (A4.134).
void Cross::pin_all(State& s, std::span<Condition> units) const {
  const Stack& here = stack(s);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].eliminated && can_pin(here.idle_unit(static_cast<int>(i)), units[i])) units[i].pinned = 1;
  }
  for (std::size_t i = 0; i < units.size(); ++i) here.sort_group(units, i);
  stand(s, here.awake(units));
}

// Fire at this step is over: who can, goes on (A8.1).
void Cross::end_step(State& s, Outcomes& outcomes) const {
  const Stack& here = stack(s);
  const CrossGroup& group = all_.groups[s.group];
  const auto size = index(here.size());
  std::array<Condition, Stack::max_units> units{};
  here.conditions(s.stack, std::span(units).first(size));
  if (all_.is_minimum_move) pin_all(s, std::span(units).first(size));
  // SMOKE is not tried if it would take MF that are not there.
  const int spent = s.spent + (is_last_step(s) || all_.steps[s.step + 1U].smoke ? 0 : cost(s, s.step + 1));
  const std::uint8_t ended = is_last_step(s) ? std::uint8_t{0} : s.ended;
  s.ended = 0;
  // A leader lends no MF that he has not.
  const auto is_at_his_end = [&](std::size_t i) { return is_beyond_his_mf(here.idle_unit(static_cast<int>(i)), units[i], spent); };
  bool led = false;
  for (std::size_t i = 0; i < index(here.leaders()); ++i) led = led || (!is_stopped(units[i]) && !is_at_his_end(i));
  std::array<bool, Stack::max_units> goes{};
  std::size_t going = 0, whole = 0, unbroken = 0;
  for (std::size_t i = 0; i < size; ++i) {
    goes[i] = !is_stopped(units[i]) && spent <= (led ? group.allowed : group.alone)[i] && !is_at_his_end(i) && !(ended >> i & 1U);
    going += goes[i] ? 1 : 0;
    whole += is_stopped(units[i]) ? 0 : 1;
    unbroken += units[i].eliminated || units[i].broken ? 0 : 1;
  }
  if (going < s.movers) s.doomed = 1;
  if (is_last_step(s) || going == 0 || (others_ == Others::stay && going < s.movers)) {
    if (!is_last_step(s) || whole == 0) outcomes.happened(groups_[s.group].stopped[s.step]);
    const bool all_here = is_last_step(s) && s.movers == size;
    return end_group(s, all_here && whole == size && !all_.is_minimum_move, all_here && unbroken == size, outcomes);
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (goes[i] || units[i].eliminated) continue;
    if (!is_smc(here.idle_unit(static_cast<int>(i)))) s.left = static_cast<std::uint16_t>(s.left | 1U << step(s).place);
    s.behind[i] = units[i];
    s.behind[i].selection = was_left;
    units[i] = eliminated(Condition{});
  }
  // Of equal units it is forgotten which was left behind.
  for (std::size_t i = 0; i < size; ++i)
    here.sort_group(std::span(units).first(size), i), here.sort_group(std::span(s.behind).first(size), i);
  stand(s, here.awake(std::span(units).first(size)));
  ++s.step;
  if (is_last_group(s)) s.smoke = static_cast<std::uint8_t>(s.smoke & smoke_from_[s.step]);
  enter(s, outcomes);
}

// Who was left behind takes the place of one of his equals who is not there.
void Cross::put_back(const State& s, std::span<Condition> units) const {
  const std::vector<int>& entry_of = all_.groups[s.group].entry_of;
  for (std::size_t i = 0; i < units.size(); ++i) {
    Condition left = s.behind[i];
    if (left.selection != was_left) continue;
    left.selection = 0;
    for (std::size_t k = 0; k < units.size(); ++k) {
      if (!units[k].eliminated || entry_of[k] != entry_of[i]) continue;
      units[k] = left;
      break;
    }
  }
}

void Cross::end_group(State& s, bool arrives, bool arrives_or_pinned, Outcomes& outcomes) const {
  const GroupFacts& facts = groups_[s.group];
  if (arrives) outcomes.happened(facts.arrives), ++s.arrived;
  if (arrives_or_pinned) outcomes.happened(facts.arrives_or_pinned);
  outcomes.measured(facts.hexes, step(s).place + 1 - all_.begun_in);
  const Stack& here = stack(s);
  const auto size = index(here.size());
  std::array<Condition, Stack::max_units> units{};
  here.conditions(s.stack, std::span(units).first(size));
  bool any_left = false;
  for (std::size_t i = 0; i < size; ++i) any_left = any_left || (!units[i].eliminated && !is_smc(here.idle_unit(static_cast<int>(i))));
  if (any_left) s.left = static_cast<std::uint16_t>(s.left | 1U << step(s).place);
  put_back(s, std::span(units).first(size));
  stand(s, here.awake(std::span(units).first(size)));
  here.conclude(s.stack, outcomes);
  s.behind = {};
  if (is_last_group(s)) return finish(s, outcomes);
  ++s.group;
  begin_group(s, outcomes);
}

void Cross::finish(State& s, Outcomes& outcomes) const {
  overall_->record(s.stack.seen, outcomes);
  for (std::size_t f = 0; f < all_.firers.size(); ++f) tell_counter(s, static_cast<int>(f), outcomes);
  const std::uint8_t arrived = s.arrived;
  s = {};
  if (!groups_arrive_) return;
  outcomes.measured(*groups_arrive_, arrived);
  if (arrived == all_.groups.size())
    outcomes.happened(objective_);
  else if (arrived > 0)
    s.phase = drawing_group, s.arrived = arrived;
}

// What no later fire depends on. Shots of who may fire again are counted all the same: they say how far this step has come.
void Cross::forget(State& s, Outcomes& outcomes) const {
  for (std::size_t p = 0; p < all_.places.size(); ++p) {
    const CrossPlace& here = all_.places[p];
    bool anybody = false;
    for (int number = here.first; number < here.end; ++number) {
      if (!firer(number).crew && !model::directs(firer(number).firer)) anybody = forget_unit(s, number, outcomes) || anybody;
    }
    if (anybody) continue;
    s.directed[p] = 0;
    if (here.leader) mark(s, *here.leader) = {.out = 1};
  }
}

// Whether it can still do so: at this step if it has a shot left, or later.
bool Cross::can_still(const State& s, int number, FireKind kind) const {
  const unsigned all_steps = (1U << all_.steps.size()) - 1U;
  unsigned later = is_last_group(s) ? all_steps & ~((1U << s.step) - 1U) : all_steps;
  if (mark(s, number).shots >= shots(s) && is_last_group(s)) later &= ~(1U << s.step);
  return (reach_[index(number)].by(kind) & later) != 0;
}

// Of a unit and its weapons; whether one of them can fire any more.
bool Cross::forget_unit(State& s, int unit, Outcomes& outcomes) const {
  Mark& has = mark(s, unit);
  const CrossFirer& one = firer(unit);
  const bool lone_smc = is_smc(one.unit) && !one.weapons.empty();
  const bool goes_on =
      !has.out && !lone_smc && ((has.counter != final_fire && can_still(s, unit, subsequent)) || can_still(s, unit, protective));
  bool weapons = false;
  for (const int weapon : one.weapons) {
    Mark& of_weapon = mark(s, weapon);
    const bool fires_first = !has.out && !of_weapon.out && of_weapon.counter == unmarked && can_still(s, weapon, first);
    weapons = weapons || fires_first;
    const auto lane = static_cast<std::uint16_t>(lane_matters(s, weapon) ? of_weapon.lane : 0U);
    if (of_weapon.out || (!fires_first && !goes_on)) {
      tell_counter(s, weapon, outcomes);
      of_weapon = {.out = 1};
    } else if (!fires_first) {
      of_weapon = {.counter = of_weapon.counter, .shots = of_weapon.shots, .pinned = of_weapon.pinned};
    }
    of_weapon.lane = lane & 7U;
  }
  const bool fires_first = !has.out && has.counter == unmarked && can_still(s, unit, first);
  if (fires_first || goes_on) return true;
  if (weapons) {
    has = Mark{.counter = has.counter, .shots = has.shots, .pinned = has.pinned, .reduced = has.reduced};
  } else {
    tell_counter(s, unit, outcomes);
    has = Mark{.out = 1};
  }
  return weapons;
}

int Cross::stage(const State& s) const {
  constexpr int most_shots = 16, most_sum = (most_shots + 1) * most_cross_firers;
  constexpr int all_there = most_cross_firers_of_a_place, before_units = 3 + 2 * all_there;
  const int after_units = before_units + stack_stages_, sub_stages = after_units + 2 * all_there + 3;
  const int have_thrown = all_there - std::popcount(s.lot);
  const int of_group = static_cast<int>(all_.steps.size()) * most_sum * sub_stages;
  int sub = 0;
  switch (s.phase) {
    case smoke_dr:
      break;
    case crest_dr:
      sub = 1;
      break;
    case residual_dr:
    case lane_dr:
      sub = 2;
      break;
    case cowering_selection:
      sub = 3 + have_thrown;
      break;
    case breakdown_selection:
      sub = 3 + all_there + have_thrown;
      break;
    case at_units:
      sub = before_units + stack(s).stage(s.stack);
      break;
    case protective_selection:
      sub = after_units + have_thrown;
      break;
    case protective_wound:
      sub = after_units + all_there + have_thrown;
      break;
    case choosing:
      sub = sub_stages - 2;
      break;
    case ift_dr:
      sub = sub_stages - 1;
      break;
    default:
      return most_cross_groups * of_group;
  }
  int sum = std::popcount(s.crossed);
  for (const Mark& one : s.marks) sum += one.out ? most_shots - 1 : one.shots;
  return s.group * of_group + (s.step * most_sum + sum) * sub_stages + sub;
}

std::string Cross::in_words(const Option& option) const {
  std::string who;
  for_each(option.place, option.firing, [&](int number) {
    const std::string& name = firer(number).name;
    const auto sign = name.find('=');
    who += (who.empty() ? "" : " and ") + name.substr(sign == std::string::npos ? 0 : sign + 1);
  });
  constexpr std::array<std::string_view, 3> kinds{"First Fire", "Subsequent First Fire", "Final Protective Fire"};
  return place(option.place).name + ": " + who + ", " + std::string(kinds[option.kind]) + (option.lane ? " and a Fire Lane" : "") +
         (option.undirected ? ", undirected" : "");
}

Cross::Choice Cross::choice(const State& s) const {
  Choice told{.step = s.step + 1, .hex = step(s).hex};
  const Options found = options(s);
  for (int i = 0; i < found.count; ++i) told.alternatives.push_back(in_words(found.all[index(i)]));
  told.alternatives.emplace_back("hold");
  const auto add = [&](const std::string& what) { told.situation += (told.situation.empty() ? "" : ", ") + what; };
  if (all_.groups.size() > 1) add("group " + std::to_string(s.group + 1));
  for (std::size_t i = 0; i < all_.smokes.size(); ++i) {
    if (s.smoke >> i & 1U) add("SMOKE in " + all_.smokes[i]);
  }
  for (std::size_t f = 0; f < all_.firers.size(); ++f) {
    const Mark& has = s.marks[f];
    constexpr std::array<std::string_view, 3> counters{"", " First Fire", " Final Fire"};
    if (has.lane)
      add(all_.firers[f].name + " has a Fire Lane");
    else if (has.counter != unmarked || has.out || has.pinned)
      add(all_.firers[f].name + std::string(has.out ? " out" : counters[has.counter]) + (has.pinned && !has.out ? " pinned" : ""));
  }
  if (told.situation.empty()) told.situation = "nobody has fired";
  const auto movers = std::span(s.stack.units).first(index(stack(s).size()));
  if (std::any_of(movers.begin(), movers.end(), [](Condition c) { return c.reduced && !c.eliminated; }))
    told.situation += ", one is reduced";
  return told;
}

// What SMOKE that is tried changes, if all of it is placed.
std::string Cross::in_smoke(const State& s, const Option& option) const {
  State then = s;
  then.smoke = static_cast<std::uint8_t>((1U << all_.smokes.size()) - 1U);
  if (all_.smokes.empty()) return "";
  if (!look(then, option.place)) return " (not through SMOKE)";
  const int drm = drm_of(then, option);
  return drm == drm_of(s, option) ? "" : " (in SMOKE " + with_sign(drm) + ")";
}

void Cross::describe(const CrossInputs& in) {
  description_.inputs = inputs_of(cross_questionnaire(), in);
  description_.modifiers = all_.modifiers;
  description_.modifiers_of = ModifiersOf::several_rolls;
  const State fresh = [&] {
    State s;
    s.stack = stacks_.front().start();
    for (std::size_t f = 0; f < all_.firers.size(); ++f) s.marks[f].pinned = all_.firers[f].firer.pinned ? 1 : 0;
    return s;
  }();
  for (std::size_t k = 0; k < all_.steps.size(); ++k) {
    State s = fresh;
    s.step = static_cast<std::uint8_t>(k);
    const CrossStep& one = all_.steps[k];
    std::string line = one.hex + ", " + mf_in_words(one.halves) + " MF";
    if (one.smoke) line += " for SMOKE in " + all_.smokes[index(one.smoke->in)];
    for (int at = 0; at < static_cast<int>(all_.places.size()); ++at) {
      if (!look(s, at)) continue;
      const Option option{static_cast<std::uint8_t>(at), those_who_can(s, at, first), first};
      const auto column = column_of(s, option);
      line += "; " + place(at).name + " at range " + std::to_string(look(s, at)->range) + ": " +
              (column ? without_zeros(firepower(s, option)) + " FP, " + with_sign(drm_of(s, option)) : "no fire") + in_smoke(s, option);
    }
    description_.summary.push_back(std::move(line));
  }
  description_.headline = {{"arrives", "arrives"}, {"arrives, or pinned there", "arrives or pinned there"}};
  description_.notes = all_.notes;
  for (std::string& note : notes_on(all_.units)) description_.notes.push_back(std::move(note));
  description_.untold = untold_of(all_.units);
  if (all_.groups.size() > 1) description_.untold.emplace_back("a group drawn by lot arrives");
}

}  // namespace boxcars::model
