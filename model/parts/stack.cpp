#include "model/parts/stack.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/parts/heat_of_battle.hpp"
#include "model/rules/morale.hpp"
#include "model/rules/random_selection.hpp"

namespace boxcars::model {
namespace {

// Throws that a unit may owe, in the order in which they are thrown; `by_original_12` is none, but goes with `severity_dr`, and `follow_dr`
// comes by itself.
enum Pending : std::uint8_t { check_dr = 1, sniper_dr = 2, severity_dr = 4, heat_dr = 8, by_original_12 = 16, follow_dr = 32 };
constexpr int throws_a_check = 4;
constexpr int checks_a_unit = 2 * Stack::max_leaders + 1;  // its own, and one for each leader who may be lost

constexpr int help_offset = 4;
const Unit hero_of_battle{.kind = UnitKind::hero, .morale = 9, .broken_morale = 9};

std::vector<FatesOf> fates_with(const CheckOptions& options) {
  std::vector<FatesOf> lists{FatesOf::attacks, options.heat_of_battle_drm ? FatesOf::heat_of_battle : FatesOf::disruption};
  if (options.collapses) lists.push_back(FatesOf::collapse);
  if (options.interdicted) lists.push_back(FatesOf::interdiction);
  return lists;
}

// Of two statuses, of three.
constexpr unsigned bit_of_both(TargetStatus a, TargetStatus b) { return 1U << (static_cast<unsigned>(a) + static_cast<unsigned>(b) - 1); }

// A15.41: all others of the Location may follow a leader who goes berserk, the broken too.
bool may_follow(Condition c) { return !c.eliminated && !c.berserk; }

}  // namespace

// A leader as he was before a check; if the check eliminates or breaks him, what his loss means to the others (A10.2).
struct Stack::Loss {
  int morale = 0;
  int drm = 0;  // his modifier, negated; 0 if it was not negative
  bool unbroken = false;
  bool eliminated = false;

  static Loss of(const Unit& unit, Condition c) {
    return {morale_level(unit, c), std::clamp(-leadership(unit, c), 0, 3), !c.broken, false};
  }
  std::uint8_t packed() const {
    return static_cast<std::uint8_t>(std::clamp(morale, 0, 15) | drm << 4 | (unbroken ? 64 : 0) | (eliminated ? 128 : 0));
  }
  static Loss unpacked(std::uint8_t bits) { return {bits & 15, bits >> 4 & 3, (bits & 64) != 0, (bits & 128) != 0}; }
};

// A leader who has gone berserk, whom the others may follow (A15.41): with what DRM, and in which check.
struct Stack::BerserkLeader {
  int drm = 0;
  int check = 0;  // his MC; or 1 + the loss for which he took a LLMC
  std::uint8_t packed() const { return static_cast<std::uint8_t>(128 | check << 3 | (drm + drm_offset)); }
  static BerserkLeader unpacked(std::uint8_t bits) { return {(bits & 7) - drm_offset, bits >> 3 & 15}; }
  static constexpr int drm_offset = 3;
};

Stack::Stack(const std::vector<UnitEntry>& entries, CheckOptions options, Facts& facts)
    : Stack(
          entries,
          [&] {
            std::vector<int> all(entries.size());
            std::iota(all.begin(), all.end(), 0);
            return all;
          }(),
          options, Fates(entries, fates_with(options), facts)) {
  if (options.attackers_san) sniper_attacks_ = facts.event("attacker's sniper attacks");
}

Stack::Stack(std::vector<UnitEntry> entries, const std::vector<int>& here, CheckOptions options, Fates fates,
             std::vector<std::string> labels)
    : entries_(std::move(entries)), labels_(std::move(labels)), options_(options), fates_(std::move(fates)) {
  for (std::size_t i = labels_.size(); i < entries_.size(); ++i) labels_.push_back(label(entries_, i));
  for (const int entry : here) {
    const UnitEntry& e = entries_[index(entry)];
    for (int i = 0; i < e.count.value_or(1); ++i) members_.push_back({.unit = e.unit, .entry = entry});
  }

  const int limit = options_.heat_of_battle_drm ? max_units_with_heat_of_battle : max_units;
  if (size() > limit) {
    throw BadInput({}, "a Location with " + std::to_string(size()) + " units is too many",
                   "at most " + std::to_string(limit) + (options_.heat_of_battle_drm ? " with Heat of Battle" : "") +
                       "; A5.1 lets three squads and four SMC stack",
                   "ask for less");
  }
  std::stable_partition(members_.begin(), members_.end(), [](const Member& m) { return is_leader(m.unit); });
  leaders_ = static_cast<int>(std::count_if(members_.begin(), members_.end(), [](const Member& m) { return is_leader(m.unit); }));
  if (leaders_ > max_leaders) {
    throw BadInput({}, "a Location with " + std::to_string(leaders_) + " leaders is too many",
                   "at most " + std::to_string(max_leaders) + "; A5.1 lets four SMC stack", "ask for less");
  }
  for (int i = 0; i < size(); ++i) {
    Member& member = members_[index(i)];
    const bool goes_on = i > 0 && members_[index(i) - 1].entry == member.entry;
    member.group_first = goes_on ? members_[index(i) - 1].group_first : i;
    member.group_last = member.group_first + entries_[index(member.entry)].count.value_or(1) - 1;
  }
}

const Stack::Member* Stack::member(const State& s, int place) const {
  if (place >= size()) return nullptr;  // the place of a hero made by Heat of Battle
  return &members_[index(place < leaders_ ? s.leader_at[index(place)] : place)];
}

const Unit& Stack::unit(const State& s, int place) const {
  const Member* m = member(s, place);
  return m ? m->unit : hero_of_battle;
}

std::string_view Stack::name(const State& s, int place) const {
  const Member* m = member(s, place);
  return m ? std::string_view(labels_[index(m->entry)]) : "the new hero";
}

Stack::State Stack::start() const {
  State s;
  for (int i = 0; i < leaders_; ++i) s.leader_at[index(i)] = static_cast<std::uint8_t>(i);
  for (int i = 0; i < size(); ++i) s.units[index(i)] = members_[index(i)].unit.start;
  return s;
}

void Stack::conditions(const State& s, std::span<Condition> units) const {
  assert(!busy(s) && s.heroes == 0 && static_cast<int>(units.size()) == size());
  for (int i = 0; i < size(); ++i) {
    const auto place = index(i);
    units[i < leaders_ ? s.leader_at[place] : place] = s.units[place];
  }
}

Stack::State Stack::awake(std::span<const Condition> units) const {
  State s = start();
  std::copy(units.begin(), units.end(), s.units.begin());
  return s;
}

// A10.2: leaders check first, the best one first. They are ranked as they stand before the attack: by Morale Level, then leadership, then
// in the order in which they were typed.
void Stack::rank_leaders(State& s) const {
  struct Ranked {
    int morale;
    int leadership;
    std::uint8_t leader;
    Condition condition;
  };
  std::array<Ranked, max_leaders> ranked{};
  const auto leaders = std::span(ranked).first(index(leaders_));
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    const Unit& u = unit(s, static_cast<int>(i));
    leaders[i] = {morale_level(u, s.units[i]), leadership(u, s.units[i]), s.leader_at[i], s.units[i]};
  }
  const auto better = [](const Ranked& a, const Ranked& b) {
    return std::tuple(-a.morale, a.leadership, a.leader) < std::tuple(-b.morale, b.leadership, b.leader);
  };
  for (auto next = leaders.begin(); next != leaders.end(); ++next) {  // insertion sort, since leaders are few
    std::rotate(std::upper_bound(leaders.begin(), next, *next, better), next, next + 1);
  }
  for (std::size_t i = 0; i < leaders.size(); ++i) s.leader_at[i] = leaders[i].leader, s.units[i] = leaders[i].condition;
}

int Stack::alive(const State& s) const {
  return static_cast<int>(std::count_if(s.units.begin(), s.units.begin() + size() + s.heroes, [](Condition c) { return !c.eliminated; }));
}

bool Stack::has(const State& s, TargetStatus status) const {
  return std::any_of(s.units.begin(), s.units.begin() + size() + s.heroes,
                     [&](Condition c) { return !c.eliminated && status_of(c) == status; });
}

void Stack::begin(State& s, const StackResults& results, LastAttack last, Outcomes& outcomes) const {
  assert(!busy(s));
  s.results = packed(s, results.normal);
  if (results.critical) s.critical = packed(s, *results.critical);
  s.parted = parted(s, results);
  s.count = static_cast<std::uint8_t>(size() + s.heroes);
  rank_leaders(s);
  enter_selection(s, results.critical && !has_singled_out(s) ? single_out : select);
  proceed(s, last, outcomes);
}

// Nobody has the results that are 0, so that attacks which differ only for others are the same state.
OnEachStatus<std::uint8_t> Stack::packed(const State& s, const OnEachStatus<IftResult>& results) const {
  OnEachStatus<std::uint8_t> packed;
  for (const TargetStatus status : target_statuses)
    packed[status] = results.is_same_for_all() || has(s, status) ? model::packed(results[status]) : std::uint8_t{0};
  return packed;
}

// Only where somebody is selected of both, so that other attacks are the same state.
std::uint8_t Stack::parted(const State& s, const StackResults& results) const {
  const auto selects_both = [](const OnEachStatus<std::uint8_t>& packed, TargetStatus a, TargetStatus b) {
    return packed[a] == packed[b] && selected_by(model::unpacked(packed[a])) > 0;
  };
  std::uint8_t bits = 0;
  for (const TargetStatus a : target_statuses) {
    for (const TargetStatus b : target_statuses) {
      if (b <= a || results.target[a] == results.target[b] || !has(s, a) || !has(s, b)) continue;
      if (selects_both(s.results, a, b) || selects_both(s.critical, a, b)) bits = static_cast<std::uint8_t>(bits | bit_of_both(a, b));
    }
  }
  return bits;
}

bool Stack::are_parted(const State& s, TargetStatus a, TargetStatus b) { return a != b && (s.parted & bit_of_both(a, b)) != 0; }

bool Stack::has_singled_out(const State& s) {
  return std::any_of(s.units.begin(), s.units.end(), [](Condition c) { return c.singled_out != 0; });
}

void Stack::enter_selection(State& s, Pass pass) const {
  enter(s, pass);
  bool is_selection = false;
  for (int place = 0; place < s.count; ++place) {
    Condition& c = s.units[index(place)];
    if (c.eliminated || selected_with(s, place) == 0) continue;
    if (selected_among(s, place) == 0)
      c.selection = 1;  // all of them are: no Random Selection is needed
    else
      is_selection = true;
  }
  if (!is_selection) end_selection(s);
}

// Who is singled out is known before the results select.
void Stack::end_selection(State& s) const {
  if (s.pass == select) return enter_checks(s);
  single_out_selected(std::span(s.units).first(s.count));
  sort_groups(s, s.count);
  enter_selection(s, select);
}

// Of a unit that has not yet taken it: its status may change by that.
std::uint8_t Stack::packed_result_of(const State& s, int place) const {
  const Condition c = s.units[index(place)];
  return (c.singled_out ? s.critical : s.results)[status_of(c)];
}
IftResult Stack::result_of(const State& s, int place) const { return model::unpacked(packed_result_of(s, place)); }

// How many are selected with this unit's dr: by a critical hit its one target.
int Stack::selected_with(const State& s, int place) const { return s.pass == single_out ? 1 : selected_by(result_of(s, place)); }

// Those among whom they are, a bit each; none if they are all of these, or nobody is selected.
std::uint32_t Stack::selected_among(const State& s, int place) const {
  const int selected = selected_with(s, place);
  if (selected == 0) return 0;
  const std::uint8_t packed = packed_result_of(s, place);
  const auto singled_out = s.units[index(place)].singled_out;
  const TargetStatus status = status_of(s.units[index(place)]);
  std::uint32_t among = 0;
  for (int other = 0; other < s.count; ++other) {
    const Condition c = s.units[index(other)];
    const bool is_alike = s.pass == single_out ||
                          (c.singled_out == singled_out && packed_result_of(s, other) == packed && !are_parted(s, status, status_of(c)));
    if (!c.eliminated && is_alike) among |= std::uint32_t{1} << other;
  }
  return selected < std::popcount(among) ? among : 0;
}

void Stack::enter(State& s, std::uint8_t pass) const {
  s.pass = pass;
  s.unit = pass == other_checks ? static_cast<std::uint8_t>(leaders_) : 0;
  s.loss = 0;
  if (pass == other_checks) s.followed = 0;
}

// A7.302: a K/# reduces the units that it selects before the others check. The order decides which of several leaders is lost first. All
// other units are reduced when it is their turn to check, which has the same odds and needs fewer states.
bool Stack::picks_leaders(const State& s) const {
  const auto is_k = [](std::uint8_t packed) { return model::unpacked(packed).kind == IftResult::Kind::K; };
  return leaders_ > 1 && std::any_of(target_statuses.begin(), target_statuses.end(),
                                     [&](TargetStatus status) { return is_k(s.results[status]) || is_k(s.critical[status]); });
}

void Stack::enter_checks(State& s) const {
  s.parted = 0;
  enter(s, picks_leaders(s) ? leader_picks : leader_checks);
}

// Goes on, through everything that needs no throw, to the next throw or the end of the attack.
void Stack::proceed(State& s, LastAttack last, Outcomes& outcomes) const {
  while (busy(s)) {
    if (is_selecting(s)) {
      while (s.unit < s.count && (s.units[s.unit].eliminated || selected_among(s, s.unit) == 0)) ++s.unit;
      if (s.unit < s.count) return;
      for (Condition& c : s.units) c.selection = c.selection > 0;  // the dr of the selection are forgotten
      if (s.alone) return end_alone(s);
      end_selection(s);
      continue;
    }
    if (s.pass == leader_losses && s.unit == 0) seek_follower(s);
    if (s.pending) return;
    const int end = s.pass == other_checks ? s.count : leaders_;
    const bool exhausted = s.pass == leader_losses ? s.loss >= s.losses.size() || s.losses[s.loss] == 0 : s.unit >= end;
    if (exhausted) {
      if (s.pass == leader_picks) {
        enter(s, leader_checks);
      } else if (s.pass == leader_checks) {
        s.help = static_cast<std::uint8_t>(help_for(s, leaders_) + help_offset);
        enter(s, leader_losses);
      } else if (s.pass == leader_losses) {
        if (last == LastAttack::yes) decide_leaders(s, outcomes);
        if (last == LastAttack::of_turn) unpin(s, 0, leaders_);
        if (s.alone) return end_alone(s);
        enter(s, other_checks);
      } else {
        if (s.alone) return end_alone(s);
        finish(s, last);
      }
      continue;
    }
    open(s, outcomes);
    if (!s.pending && s.pass == other_checks) seek_follower(s);
    if (s.pending) return;
    close(s, last, outcomes);
  }
}

// Begins the check of the unit whose turn it is: what happens without a throw, and which throws the unit owes.
void Stack::open(State& s, Outcomes& outcomes) const {
  if (s.units[s.unit].eliminated) return;
  if (is_leader(unit(s, s.unit))) s.leader = Loss::of(unit(s, s.unit), s.units[s.unit]).packed();
  if (s.pass == leader_picks)
    s.pending = s.units[s.unit].selection > 0 && result_of(s, s.unit).kind == IftResult::Kind::K ? severity_dr : 0;
  else if (is_loss_check(s))
    open_loss_check(s);
  else
    open_check(s, outcomes);
}

void Stack::open_check(State& s, Outcomes& outcomes) const {
  const Unit& u = unit(s, s.unit);
  Condition& c = s.units[s.unit];
  const bool selected = c.selection > 0;
  c.selection = 0;
  const Condition before = c;
  const auto casualty_reduction = [&] {
    if (is_smc(u))
      s.pending = severity_dr;
    else
      c = reduced(u, c);
  };
  switch (const IftResult result = result_of(s, s.unit); result.kind) {
    case IftResult::Kind::none:
      break;
    case IftResult::Kind::KIA:  // A7.301
      if (selected)
        c = eliminated(c);
      else if (can_break(u, c))
        c = broken(c);
      else
        casualty_reduction();
      break;
    case IftResult::Kind::K:  // A7.302: a half-squad that the reduction made still takes the MC, a wounded SMC does not
      if (selected && is_leader(u) && picks_leaders(s)) break;
      if (selected) casualty_reduction();
      if (!s.pending && !c.eliminated) s.pending = check_dr;
      break;
    case IftResult::Kind::MC:
      s.pending = check_dr;
      break;
    case IftResult::Kind::PTC:
      if (can_pin(u, c)) s.pending = check_dr;
      break;
  }
  if (c != before) tell_change(s, before, outcomes);
}

void Stack::open_loss_check(State& s) const {
  const Unit& u = unit(s, s.unit);
  const Condition c = s.units[s.unit];
  const Loss loss = current_loss(s);
  if (morale_level(u, c) < loss.morale && (loss.eliminated || can_pin(u, c))) s.pending = check_dr;
}

bool Stack::is_loss_check(const State& s) const { return s.pass == leader_losses || (s.pass == other_checks && s.loss > 0); }

Stack::Loss Stack::current_loss(const State& s) const { return Loss::unpacked(s.losses[s.pass == leader_losses ? s.loss : s.loss - 1U]); }

// Ends the check of the unit whose turn it is: notes a leader's loss, and gives the turn to the next unit.
void Stack::close(State& s, LastAttack last, Outcomes& outcomes) const {
  if (s.leader != 0) {
    Loss loss = Loss::unpacked(s.leader);
    const Condition now = s.units[s.unit];
    loss.eliminated = now.eliminated;
    if (now.eliminated || (now.broken && loss.unbroken)) {
      loss.unbroken = true;  // it no longer matters, and a loss must not be 0
      const auto free = std::find(s.losses.begin(), s.losses.end(), 0);
      if (free != s.losses.end()) *free = loss.packed();  // hardened in between, leaders could break more often than there is room for
      outcomes.tell([&] { return std::string("lower morale checks for the loss of this leader"); });
    }
    s.leader = 0;
  }
  advance(s, last, outcomes);
}

void Stack::advance(State& s, LastAttack last, Outcomes& outcomes) const {
  switch (s.pass) {
    case leader_picks:
      ++s.unit;
      break;
    case leader_checks:
      s.units[s.unit].singled_out = 0;
      ++s.unit;
      break;
    case leader_losses:
      if (++s.unit >= leaders_) s.unit = 0, ++s.loss;
      break;
    case other_checks:
      if (s.loss < s.losses.size() && s.losses[s.loss] != 0) {  // the unit checks for the next lost leader
        ++s.loss;
        break;
      }
      s.units[s.unit].singled_out = 0;
      if (last == LastAttack::of_turn) unpin(s, s.unit, s.unit + 1);
      if (last == LastAttack::yes)
        decide_other(s, s.unit, outcomes);
      else
        sort_group(s, s.unit);
      s.loss = s.followed = 0, ++s.unit;
      break;
    default:
      assert(false);
  }
}

Throw Stack::next_throw(const State& s) const {
  assert(busy(s));
  const std::string_view subject = name(s, s.unit);
  if (is_selecting(s)) return {Dice::dr, "Random Selection dr", s.pass == single_out ? "C3.74" : "A.9", subject};
  if (s.pending & check_dr) {
    if (is_loss_check(s)) return {Dice::DR, current_loss(s).eliminated ? "LLMC DR" : "LLTC DR", "A10.2", subject, Reads::sum};
    if (result_of(s, s.unit).kind == IftResult::Kind::PTC) return {Dice::DR, "PTC DR", "A7.305", subject, Reads::sum};
    return {Dice::DR, "MC DR", "A10.3", subject, Reads::sum};
  }
  if (s.pending & follow_dr) return {Dice::DR, "NTC DR", "A15.41", name(s, s.follower - 1), Reads::sum};
  if (s.pending & sniper_dr) return {Dice::dr, "Sniper dr", "A14.3", "the attacker"};
  if (s.pending & severity_dr) return {Dice::dr, "Wound Severity dr", "A17.11", subject};
  return {Dice::DR, "Heat of Battle DR", "A15.1", subject, Reads::sum};
}

void Stack::next(State& s, Roll roll, LastAttack last, Outcomes& outcomes) const {
  assert(busy(s));
  if (s.alone && last == LastAttack::yes) last = LastAttack::no;  // the fates of a branch are recorded when it is joined
  if (is_selecting(s)) {
    note_selection(std::span(s.units).first(s.count), s.unit, roll.colored, selected_with(s, s.unit), selected_among(s, s.unit));
    sort_group(s, s.unit);
    ++s.unit;
  } else {
    const Condition before = s.units[s.unit];
    if (s.pending & check_dr) {
      s.pending &= static_cast<std::uint8_t>(~check_dr);
      check(s, roll.sum(), outcomes);
    } else if (s.pending & follow_dr) {
      s.pending &= static_cast<std::uint8_t>(~follow_dr);
      follow(s, roll.sum(), outcomes);
    } else if (s.pending & sniper_dr) {
      s.pending &= static_cast<std::uint8_t>(~sniper_dr);
      const bool attacks = roll.colored <= 2;
      if (attacks) s.seen.sniper = 1, outcomes.happened(*sniper_attacks_);
      outcomes.tell([&] { return attacks ? "the attacker's sniper attacks" : "no effect"; });
    } else if (s.pending & severity_dr) {
      const Wound wound = s.pending & by_original_12 ? Wound::by_original_12 : Wound::normal;
      s.pending &= static_cast<std::uint8_t>(~(severity_dr | by_original_12));
      s.units[s.unit] = wounded(before, roll.colored, wound);
      if (s.units[s.unit].eliminated) s.pending = 0;  // A15.1: Heat of Battle comes after the MC, for units that are left
      tell_change(s, before, outcomes);
    } else {
      s.pending = 0;
      heat(s, roll.sum(), last);
      tell_change(s, before, outcomes);
    }
    if (s.pending == 0) end_throws(s, last, outcomes);
  }
  if (s.pending == 0) proceed(s, last, outcomes);
}

// The unit whose turn it is, or who follows a berserk leader, has taken the throws that were owed.
void Stack::end_throws(State& s, LastAttack last, Outcomes& outcomes) const {
  if (s.pass == leader_losses && s.follower) return seek_follower(s);
  if (s.pass == other_checks) seek_follower(s);
  if (!s.pending) close(s, last, outcomes);
}

// To the next unit that may follow one who went berserk in a check that is over: leaders do when all of them have taken it, each other unit
// behind its own.
void Stack::seek_follower(State& s) const {
  const int first = s.pass == leader_losses ? 0 : s.unit, end = s.pass == leader_losses ? leaders_ : s.unit + 1;
  const auto has_leader = [&] {
    return s.followed < s.berserk_leaders.size() && s.berserk_leaders[s.followed] != 0 &&
           BerserkLeader::unpacked(s.berserk_leaders[s.followed]).check <= s.loss;
  };
  for (; has_leader(); ++s.followed, s.follower = 0) {
    for (int place = std::max<int>(first, s.follower); place < end; ++place) {
      if (!may_follow(s.units[index(place)])) continue;
      s.follower = static_cast<std::uint8_t>(place + 1);
      s.pending = follow_dr;
      return;
    }
  }
}

void Stack::follow(State& s, int original_dr, Outcomes& outcomes) const {
  const int place = s.follower - 1, level = morale_level(unit(s, place), s.units[index(place)]);
  const int final_dr = original_dr + BerserkLeader::unpacked(s.berserk_leaders[s.followed]).drm;
  const bool follows = final_dr <= level;
  if (follows) go_berserk(s, place, s.loss);
  wake_sniper(s, original_dr);
  outcomes.tell([&] {
    return "Final " + std::to_string(final_dr) + " against " + std::to_string(level) + "; " + std::string(name(s, place)) +
           (follows ? " goes berserk, too" : " does not follow");
  });
}

// A14.1: a DR of a check that equals the SAN.
void Stack::wake_sniper(State& s, int original_dr) const {
  if (options_.attackers_san == original_dr && !s.seen.sniper) s.pending |= sniper_dr;
}

void Stack::go_berserk(State& s, int place, int check) const {
  const Unit& u = unit(s, place);
  Condition& c = s.units[index(place)];
  c = heated(u, c, HeatOfBattle::berserk);
  if (!is_leader(u)) return;
  const auto free = std::find(s.berserk_leaders.begin(), s.berserk_leaders.end(), 0);
  assert(free != s.berserk_leaders.end());
  *free = BerserkLeader{leadership(u, c), check}.packed();
}

// The DRM of the check for the unit whose turn it is.
int Stack::drm(const State& s) const {
  if (is_loss_check(s)) return current_loss(s).drm;
  const bool is_led = !s.units[s.unit].berserk;  // A15.42
  const int help = !is_led ? 0 : s.pass == leader_checks ? help_for(s, s.unit) : s.help - help_offset;
  return result_of(s, s.unit).number + help;
}

// The leadership DRM for the unit at a place. It is that of one leader who has been checked and is neither broken, pinned nor eliminated.
// He never helps himself, and another leader only if his own Morale Level is higher (A10.7-.72). A place behind the leaders stands for all
// others.
int Stack::help_for(const State& s, int place) const {
  std::optional<int> best;
  for (int j = 0; j < std::min(place, leaders_); ++j) {
    const Condition c = s.units[index(j)];
    if (c.eliminated || c.broken || c.pinned || c.berserk) continue;
    const Unit& leader = unit(s, j);
    const bool helps = place >= leaders_ || morale_level(leader, c) > morale_level(unit(s, place), s.units[index(place)]);
    if (helps) best = std::min(best.value_or(leadership(leader, c)), leadership(leader, c));
  }
  return best.value_or(0);
}

void Stack::check(State& s, int original_dr, Outcomes& outcomes) const {
  const Unit& u = unit(s, s.unit);
  Condition& c = s.units[s.unit];
  const Condition before = c;
  const int total = drm(s);
  const IftResult result = is_loss_check(s) ? IftResult{} : result_of(s, s.unit);
  const bool task_check = is_loss_check(s) ? !current_loss(s).eliminated : result.kind == IftResult::Kind::PTC;
  Wound wound = Wound::none;
  if (task_check) {
    c = pin_task_check(u, c, original_dr, total);
  } else {
    const PinOnPass pin = is_loss_check(s) ? PinOnPass::no : options_.interdicted ? PinOnPass::also_broken : PinOnPass::yes;
    const Checked checked = morale_check(u, c, original_dr, total, pin);
    c = checked.condition;
    wound = checked.wound;
    // A10.53: a leader who goes along, in Voluntary Rout, dies if he fails.
    if (options_.interdicted && !is_loss_check(s) && is_leader(u) && !before.broken && c.broken) c = eliminated(c), wound = Wound::none;
    if (options_.heat_of_battle_drm && has_heat_of_battle(u, c, original_dr)) s.pending |= heat_dr;
  }
  if (wound != Wound::none) s.pending |= severity_dr;
  if (wound == Wound::by_original_12) s.pending |= by_original_12;
  wake_sniper(s, original_dr);

  outcomes.tell([&] {
    const int number = result.number;
    std::string sum;
    if (number != 0) sum += with_sign(number) + " " + to_string(result) + ", ";
    if (total != number) sum += with_sign(total - number) + (is_loss_check(s) ? " lost leader, " : " leader, ");
    if (!sum.empty()) sum += "Final " + std::to_string(original_dr + total) + " ";
    return sum + "against " + std::to_string(morale_level(u, before));
  });
  if (wound != Wound::none)
    outcomes.tell([&] { return std::string(name(s, s.unit)) + " takes a wound"; });
  else
    tell_change(s, before, outcomes);
}

void Stack::heat(State& s, int original_dr, LastAttack last) const {
  const Unit& u = unit(s, s.unit);
  const HeatOfBattle result = heat_of_battle(u, s.units[s.unit], original_dr, *options_.heat_of_battle_drm);
  if (result == HeatOfBattle::berserk) return go_berserk(s, s.unit, s.pass == leader_losses ? s.loss + 1 : 0);
  s.units[s.unit] = heated(u, s.units[s.unit], result);
  const bool hero = result == HeatOfBattle::hero || result == HeatOfBattle::hero_and_hardening;
  // There is room for as many heroes as units; see docs/assumptions.md.
  if (hero && !is_leader(u) && last != LastAttack::yes && size() + s.heroes < max_units) ++s.heroes;
}

void Stack::finish(State& s, LastAttack last) const {
  State done;
  done.seen = s.seen;
  if (last != LastAttack::yes) done.units = s.units, done.leader_at = s.leader_at, done.heroes = s.heroes;
  s = done;
}

void Stack::unpin(State& s, int first, int last) const {
  for (int place = first; place < last; ++place) s.units[index(place)].pinned = 0;
}

void Stack::conclude(State& s, Outcomes& outcomes) const {
  assert(!busy(s));
  decide_leaders(s, outcomes);
  for (int place = leaders_; place < size(); ++place) decide_other(s, place, outcomes);
  finish(s, LastAttack::yes);
}

void Stack::eliminate(State& s) const {
  assert(!busy(s));
  for (Condition& c : std::span(s.units).first(index(size() + s.heroes))) c = eliminated(c);
}

// Records the fates of all leaders, who leave the state.
void Stack::decide_leaders(State& s, Outcomes& outcomes) const {
  std::array<Condition, max_leaders> fates{};  // in the order of the members, so that those of a group stand side by side
  for (int place = 0; place < leaders_; ++place) {
    fates[s.leader_at[index(place)]] = fate(unit(s, place), s.units[index(place)]);
    s.units[index(place)] = {};
  }
  for (int first = 0; first < leaders_;) {
    const Member& m = members_[index(first)];
    fates_.record(m.entry, std::span(fates).subspan(index(first), index(m.group_last - first + 1)), s.seen, outcomes);
    first = m.group_last + 1;
  }
  s.leader_at = {};
}

// Records the fate of a unit that is no leader; that of a group when its last unit is decided.
void Stack::decide_other(State& s, int place, Outcomes& outcomes) const {
  Condition& c = s.units[index(place)];
  if (place >= size()) {  // a hero who was made in play has no events
    c = {};
    return;
  }
  const Member& m = members_[index(place)];
  c = fate(m.unit, c);
  sort_group(s, place);
  if (place < m.group_last) return;
  const auto group = std::span(s.units).subspan(index(m.group_first), index(place - m.group_first + 1));
  fates_.record(m.entry, group, s.seen, outcomes);
  std::fill(group.begin(), group.end(), Condition{});
}

// Forgets the order within the group, up to this place, of equal units that have been treated alike, because they are interchangeable.
// Leaders are not, since they have a rank.
void Stack::sort_group(State& s, int place) const {
  if (place < leaders_ || place >= size()) return;
  const auto first = s.units.begin() + members_[index(place)].group_first;
  std::sort(first, s.units.begin() + place + 1, [](Condition a, Condition b) { return order_of(a) < order_of(b); });
}

void Stack::sort_groups(State& s, int count) const {
  for (int place = leaders_; place < count; ++place) sort_group(s, place);
}

void Stack::sort_group(std::span<Condition> units, std::size_t i) const {
  const auto first = units.begin() + members_[i].group_first;
  std::sort(first, units.begin() + static_cast<std::ptrdiff_t>(i) + 1, [](Condition a, Condition b) { return order_of(a) < order_of(b); });
}

// The number of places: all units, and the heroes that they may make.
int Stack::places() const { return options_.heat_of_battle_drm ? max_units : size(); }

int Stack::stages() const {
  const int selections = 2 * places(), loss_checks = checks_a_unit * leaders_;
  return (throws_a_check + followings()) * (selections + 2 * leaders_ + loss_checks + places() * checks_a_unit);
}

// How many throws to follow a berserk leader can come beside a check's own: NTC DR, and a sniper's dr behind each.
int Stack::followings() const { return options_.heat_of_battle_drm ? 2 * leaders_ * leaders_ : 0; }

// Which throw of a check is next: leaders follow before the next one, other units behind theirs.
int Stack::throw_of(const State& s) const {
  const bool leads = s.pass != other_checks;
  if (s.follower == 0) return (leads ? followings() : 0) + (s.pending ? std::countr_zero(s.pending) : 0);
  const int sniper = s.pending & sniper_dr ? 1 : 0;
  return leads ? 2 * (s.followed * leaders_ + s.follower - 1) + sniper : throws_a_check + 2 * s.followed + sniper;
}

int Stack::stage(const State& s) const {
  const int selections = 2 * places(), loss_checks = checks_a_unit * leaders_;
  int position = 0;
  switch (s.pass) {
    case single_out:
      position = s.unit;
      break;
    case select:
      position = places() + s.unit;
      break;
    case leader_picks:
      position = selections + s.unit;
      break;
    case leader_checks:
      position = selections + leaders_ + s.unit;
      break;
    case leader_losses:
      position = selections + 2 * leaders_ + s.loss * leaders_ + s.unit;
      break;
    case other_checks:
      position = selections + 2 * leaders_ + loss_checks + s.unit * checks_a_unit + s.loss;
      break;
    default:
      break;
  }
  return (throws_a_check + followings()) * position + throw_of(s);
}

// Tells what has become of the unit whose turn it is.
void Stack::tell_change(const State& s, Condition before, Outcomes& outcomes) const {
  outcomes.tell([&] {
    const Unit& u = unit(s, s.unit);
    const Condition now = s.units[s.unit];
    std::vector<std::string_view> words;
    if (now.eliminated) {
      words.emplace_back("is eliminated");
    } else {
      if (now.replaced > before.replaced) words.emplace_back("is replaced");
      if (now.broken && !before.broken) words.emplace_back("breaks");
      if (now.reduced && !before.reduced) words.emplace_back(is_smc(u) ? "is wounded" : "is reduced");
      if (now.pinned && !before.pinned) words.emplace_back(now.broken ? "is pinned: his rout ends" : "is pinned");
      if (now.hardened > before.hardened) words.emplace_back("is battle hardened");
      if (now.made_hero && !before.made_hero) words.emplace_back(is_leader(u) ? "becomes heroic" : "makes a hero");
      if (now.berserk && !before.berserk) words.emplace_back("goes berserk");
      if (now.disrupted && !before.disrupted) words.emplace_back("is disrupted");
    }
    if (words.empty()) words.emplace_back("holds");
    std::string text(name(s, s.unit));
    for (std::size_t w = 0; w < words.size(); ++w) text.append(w == 0 ? " " : " and ").append(words[w]);
    return text;
  });
}

}  // namespace boxcars::model
