#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <span>

#include "model/core/numbers.hpp"
#include "model/parts/stack.hpp"

namespace boxcars::model {
namespace {

// In a selection alone, a unit's condition is its rank among the conditions of its group, because all that matters is whether the unit is
// there, which units are equal, and, where results differ, its status, whether it is singled out, and whether it is selected without a dr.
constexpr int bits_before_rank = 3;  // eliminated, broken, pinned
int rank_of(Condition ranked) {
  ranked.selection = ranked.singled_out = 0;
  return order_of(ranked) >> bits_before_rank;
}
Condition ranked(Condition c, int rank, bool results_differ) {
  Condition all{.eliminated = c.eliminated, .selection = c.selection};
  if (results_differ) all.broken = c.broken, all.pinned = c.pinned, all.singled_out = c.singled_out;
  const auto ranked = std::bit_cast<Condition>(static_cast<std::uint16_t>(order_of(all) | rank << bits_before_rank));
  assert(rank_of(ranked) == rank && ranked.selection == c.selection);
  return ranked;
}

}  // namespace

// A stack does not fork with Heat of Battle, which makes units, or with a sniper, who attacks only once.
bool Stack::forks() const { return size() > 1 && !options_.heat_of_battle_drm && !options_.attackers_san; }

int Stack::branches(const State& s) const {
  if (!forks() || !busy(s) || s.alone) return 0;
  if (s.pass == other_checks) return s.count - s.unit;
  return is_selecting(s) || size() > leaders_ ? 1 : 0;
}

Stack::State Stack::branch(const State& s, int i, LastAttack last) const {
  if (is_selecting(s)) return selection_alone(s);
  return s.pass == other_checks ? unit_alone(s, i, last) : leaders_alone(s);
}

Stack::State Stack::selection_alone(const State& s) const {
  State alone{.pass = select, .unit = s.unit, .count = s.count, .alone = 1};
  const bool results_differ = s.pass == select && (has_singled_out(s) || !s.results.is_same_for_all() || s.parted != 0);
  if (results_differ)
    alone.results = s.results, alone.critical = s.critical, alone.parted = s.parted;
  else
    alone.results = model::packed({IftResult::Kind::KIA, selected_with(s, s.unit)});
  for (int place = 0; place < s.count; ++place) {
    const Member& m = members_[index(place)];
    const Condition c = s.units[index(place)];
    std::array<std::uint16_t, max_units> lower{};  // different conditions in its group that are lower than its own
    auto end = lower.begin();
    for (int other = m.group_first; place >= leaders_ && other <= m.group_last; ++other) {
      if (order_of(s.units[index(other)]) < order_of(c)) *end++ = order_of(s.units[index(other)]);
    }
    std::sort(lower.begin(), end);
    alone.units[index(place)] = ranked(c, static_cast<int>(std::unique(lower.begin(), end) - lower.begin()), results_differ);
  }
  return alone;
}

Stack::State Stack::leaders_alone(const State& s) const {
  State alone = s;
  std::fill(alone.units.begin() + leaders_, alone.units.end(), Condition{});
  alone.count = static_cast<std::uint8_t>(leaders_);
  alone.alone = 1;
  return alone;
}

// The branch of the i-th unit from the one whose turn it is, which owes a throw already. It is told as the first of its group, so that
// units that are treated alike share a branch.
Stack::State Stack::unit_alone(const State& s, int i, LastAttack last) const {
  const int place = members_[index(s.unit + i)].group_first;
  State alone{.losses = s.losses,
              .pass = other_checks,
              .unit = static_cast<std::uint8_t>(place),
              .loss = i == 0 ? s.loss : std::uint8_t{0},
              .pending = i == 0 ? s.pending : std::uint8_t{0},
              .help = s.help,
              .count = static_cast<std::uint8_t>(place + 1),
              .alone = 1};
  Condition& c = alone.units[index(place)] = s.units[index(s.unit + i)];
  alone.results[status_of(c)] = packed_result_of(s, s.unit + i);
  c.singled_out = 0;
  Outcomes nothing;
  if (i > 0) proceed(alone, last == LastAttack::yes ? LastAttack::no : last, nothing);
  return alone;
}

// Keeps only what the other branches need.
void Stack::end_alone(State& s) const {
  State ended{.units = s.units, .alone = 1};
  if (s.pass == select) {
    sort_groups(ended, s.count);
  } else if (s.pass == leader_losses) {
    ended.losses = s.losses;
    ended.leader_at = s.leader_at;
    ended.help = s.help;
  }
  s = ended;
}

Stack::State Stack::waiting(State s) const {
  const bool for_units = s.pass == other_checks;
  if (for_units) std::fill(s.units.begin() + s.unit, s.units.begin() + s.count, Condition{});
  if (for_units) s.losses = {}, s.results = s.critical = {}, s.loss = s.help = s.pending = 0;
  if (for_units || is_selecting(s)) return s;
  std::fill(s.units.begin(), s.units.begin() + leaders_, Condition{});
  return {.units = s.units, .pass = leader_losses, .results = s.results, .critical = s.critical, .count = s.count, .seen = s.seen};
}

void Stack::join(State& waiting, int i, const State& ended, LastAttack last, Outcomes& outcomes) const {
  if (is_selecting(waiting)) return join_selection(waiting, ended);
  if (waiting.pass == other_checks) {
    const int place = waiting.unit + i;
    waiting.units[index(place)] = ended.units[index(members_[index(place)].group_first)];
    return last == LastAttack::yes ? decide_other(waiting, place, outcomes) : sort_group(waiting, place);
  }
  std::copy_n(ended.units.begin(), leaders_, waiting.units.begin());
  waiting.losses = ended.losses;
  waiting.leader_at = ended.leader_at;
  waiting.help = ended.help;
}

// Of equal units it does not matter which one has been selected.
void Stack::join_selection(State& waiting, const State& selected) const {
  const State ranks = selection_alone(waiting);
  std::array<bool, max_units> found{};
  for (int place = 0; place < waiting.count; ++place) {
    const Condition c = selected.units[index(place)];
    const Member& m = members_[index(place)];
    int unit = place < leaders_ ? place : m.group_first;
    while (found[index(unit)] || (place >= leaders_ && rank_of(ranks.units[index(unit)]) != rank_of(c))) ++unit;
    found[index(unit)] = true;
    waiting.units[index(unit)].selection = c.selection;
  }
  sort_groups(waiting, waiting.count);
}

void Stack::go_on(State& waiting, LastAttack last, Outcomes& outcomes) const {
  if (waiting.pass == other_checks) return finish(waiting, last);
  if (is_selecting(waiting)) {
    end_selection(waiting);
  } else {
    if (last == LastAttack::yes) decide_leaders(waiting, outcomes);
    enter(waiting, other_checks);
  }
  proceed(waiting, last, outcomes);
}

}  // namespace boxcars::model
