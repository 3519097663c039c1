#include "sim/simulate_calls.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <span>

namespace boxcars::sim {
namespace {

// So many trials or fewer go through a call, or throw, one by one.
constexpr std::uint32_t most_one_by_one = 8;

// In a state of so many trials or fewer, calls are made together with those of other states.
constexpr std::uint32_t most_dealt = 8;

constexpr std::size_t trials_a_look = 4096;  // between two looks at the stop

}  // namespace

void CallSimulator::InCallee::add(CalleeChain::Edge edge, int stage, std::uint32_t trials) {
  auto& at = trials_at(edge);
  const std::uint32_t number = edge.is_knot() ? edge.knot() : edge.to;
  if (number >= at.size()) at.resize(2 * std::size_t{number} + 64);
  if (at[number] == 0) {
    waiting_.push_back({stage, came_++, edge});
    std::push_heap(waiting_.begin(), waiting_.end(), later);
  }
  at[number] += trials;
}

std::pair<CalleeChain::Edge, std::uint32_t> CallSimulator::InCallee::take_next() {
  std::pop_heap(waiting_.begin(), waiting_.end(), later);
  const CalleeChain::Edge edge = waiting_.back().edge;
  waiting_.pop_back();
  if (waiting_.empty()) came_ = 0;
  return {edge, std::exchange(trials_at(edge)[edge.is_knot() ? edge.knot() : edge.to], 0U)};
}

CallSimulator::CallSimulator(const Program& program, std::size_t most_nodes, InstructionSet with)
    : program_(&program),
      most_nodes_(most_nodes),
      dice_({}, with),
      graph_(std::make_unique<CallGraph>(program)),
      stride_(static_cast<std::size_t>(program.callees()) + 1) {
  assert(program.callees() <= static_cast<int>(most_callees));
}

bool CallSimulator::batch(const StreamKey& key, std::uint32_t trials, Tally& tally, const std::atomic<bool>& stop) {
  stop_ = &stop;
  dice_.begin(key);
  settled_.clear();
  if (!throw_trials(trials)) return false;
  settled_.add_to(tally, graph_->book());
  tally.trials += trials;
  if (graph_->size() <= most_nodes_) return true;
  graph_ = std::make_unique<CallGraph>(*program_);
  place_of_.clear();
  places_.clear();
  group_of_.clear();
  settled_ = {};
  return true;
}

bool CallSimulator::throw_trials(std::uint32_t trials) {
  lap_ = 1;
  next_lap_.clear();
  Trials all{trials};
  for (int i = 0; i < graph_->callees(); ++i) all[1 + static_cast<std::size_t>(i)] = graph_->callee(i).start();
  settle(graph_->start().settlement, trials);
  go(graph_->start(), all);
  for (;;) {
    while (!waiting_.empty()) {
      stage_ = waiting_.begin()->first;
      auto& stage = waiting_.begin()->second;
      for (std::size_t i = 0; i < stage.size(); ++i) {  // a loop appends to its own stage
        Place& here = places_[stage[i]];
        const std::uint32_t node = here.node, argument = here.argument;
        now_.clear();
        std::swap(now_, here.trials);
        merge(now_);
        const bool is_call = graph_->kind(node) == CallGraph::Kind::called;
        if (!(is_call ? call_all(node, argument, now_) : throw_all(node, now_))) return false;
      }
      waiting_.erase(waiting_.begin());
    }
    stage_ = std::numeric_limits<int>::min();
    if (next_lap_.size() == 0) return true;
    const bool ends = lap_ == program_->laps();
    begun_lap_.clear();
    std::swap(begun_lap_, next_lap_);
    if (!ends) ++lap_;
    for (std::size_t at = 0; at < begun_lap_.size(); ++at) {
      const std::uint32_t node = begun_lap_.number(at);
      merge(begun_lap_.bunch(at));
      go_all(ends ? graph_->end(node) : graph_->begin_lap(node), begun_lap_.bunch(at));
    }
  }
}

inline bool CallSimulator::alike(const std::uint32_t* a, const std::uint32_t* b) const {
  std::uint32_t differs = 0;  // they are few
  for (std::size_t i = 1; i < stride_; ++i) differs |= a[i] ^ b[i];
  return differs == 0;
}

inline std::uint32_t* CallSimulator::append(Bunch& to, const std::uint32_t* trials) const {
  std::uint32_t* const here = to.extend(stride_);
  for (std::size_t i = 0; i < stride_; ++i) here[i] = trials[i];
  return here;
}

// As many of the same state; to the last of the bunch, if that has the same.
inline void CallSimulator::add(Bunch& to, std::uint32_t count, const std::uint32_t* trials) const {
  if (!to.empty() && alike(trials, to[to.size() - stride_]))
    *to[to.size() - stride_] += count;
  else
    *append(to, trials) = count;
}

// Every state once, in the order in which they came first.
void CallSimulator::merge(Bunch& bunch) {
  const std::size_t states = bunch.size() / stride_;
  if (states < 2) return;
  const std::size_t slots = std::bit_ceil(2 * states);
  found_.assign(slots, 0);
  std::size_t merged = 0;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    const std::uint32_t* const here = bunch[at];
    std::uint64_t hash = 0;
    for (std::size_t i = 1; i < stride_; ++i) hash = (hash ^ here[i]) * 0x9E3779B97F4A7C15U;
    std::size_t slot = static_cast<std::size_t>(hash >> 32) & (slots - 1);
    while (found_[slot] != 0 && !alike(here, bunch[found_[slot] - 1])) slot = (slot + 1) & (slots - 1);
    if (found_[slot] != 0) {
      *bunch[found_[slot] - 1] += *here;
      continue;
    }
    for (std::size_t i = 0; i < stride_; ++i) bunch[merged][i] = here[i];
    found_[slot] = static_cast<std::uint32_t>(merged) + 1;
    merged += stride_;
  }
  bunch.cut(merged);
}

// Throws for all trials that wait at a throw of the caller.
bool CallSimulator::throw_all(std::uint32_t node, const Bunch& bunch) {
  const FaceClasses& classes = graph_->classes(node);
  const auto faces = static_cast<std::uint32_t>(classes.total());
  sorted_.clear();
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    if (at % (trials_a_look * stride_) == 0 && stop_->load(std::memory_order_relaxed)) return false;
    if (*bunch[at] <= most_one_by_one) {
      for (std::uint32_t i = 0; i < *bunch[at]; ++i) add(sorted_.of(classes.of_face[dice_.face(faces)]), 1, bunch[at]);
      continue;
    }
    std::array<std::uint32_t, max_faces> by_class;
    throw_dice(*bunch[at], classes, by_class);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) {
      if (by_class[c] != 0) add(sorted_.of(c), by_class[c], bunch[at]);
    }
  }
  for (std::size_t at = 0; at < sorted_.size(); ++at) go_all(graph_->follow(node, sorted_.number(at)), sorted_.bunch(at));
  return true;
}

// Throws for all trials that wait at a call: those whose callee rests alike one after the other.
bool CallSimulator::call_all(std::uint32_t node, std::uint32_t argument, const Bunch& bunch) {
  const int i = graph_->callee_of(node);
  CalleeChain& callee = graph_->callee(i);
  std::vector<std::uint32_t> rests;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    const std::uint32_t rest = bunch[at][1 + static_cast<std::size_t>(i)];
    if (rest >= group_of_.size()) group_of_.resize(2 * callee.rests());
    if (group_of_[rest] == 0) {
      rests.push_back(rest);
      group_of_[rest] = static_cast<std::uint32_t>(rests.size());
      if (groups_.size() < rests.size()) groups_.emplace_back();
    }
    groups_[group_of_[rest] - 1].push_back(static_cast<std::uint32_t>(at));
  }
  for (const std::uint32_t rest : rests) group_of_[rest] = 0;
  for (std::size_t group = 0; group < rests.size(); ++group) {
    if (stop_->load(std::memory_order_relaxed)) return false;
    if (callee.nodes() > most_nodes_) callee.forget_throws();
    call_group(callee, callee.enter(argument, rests[group]), i, bunch, groups_[group]);
    groups_[group].clear();
    for (std::size_t at = 0; at < sorted_.size(); ++at)
      go_all(graph_->resume(node, callee.exit(sorted_.number(at)).back), sorted_.bunch(at));
  }
  return true;
}

// Calls of trials whose callee rests alike: those of a state that few are in are made together, and dealt out again. Leaves them by exit.
void CallSimulator::call_group(CalleeChain& callee, CalleeChain::Edge entry, int i, const Bunch& bunch,
                               const std::vector<std::uint32_t>& group) {
  sorted_.clear();
  dealt_.clear();
  std::uint32_t all = 0, dealt = 0;
  for (const std::uint32_t at : group) {
    all += *bunch[at];
    if (*bunch[at] <= most_dealt && group.size() > 1) {
      dealt += *bunch[at];
      dealt_.push_back(at);
      continue;
    }
    push(callee, entry, *bunch[at], Of::call);
    for (const auto& [exit, count] : ends_of(Of::call).all()) leave(callee, exit, i, count, bunch[at]);
  }
  settle(entry.settlement, all);
  if (dealt == 0) return;
  push(callee, entry, dealt, Of::call);
  deal(callee, i, bunch);
}

// Who of those who were called together has which exit.
void CallSimulator::deal(CalleeChain& callee, int i, const Bunch& bunch) {
  const auto& ends = ends_of(Of::call).all();
  if (ends.size() == 1) {
    for (const std::uint32_t at : dealt_) leave(callee, ends.front().first, i, *bunch[at], bunch[at]);
    return;
  }
  hand_.clear();
  for (const auto& [exit, count] : ends) hand_.insert(hand_.end(), count, exit);
  dice_.shuffle(hand_);
  std::size_t next = 0;
  for (const std::uint32_t at : dealt_) {
    for (std::uint32_t trial = 0; trial < *bunch[at]; ++trial) leave(callee, hand_[next++], i, 1, bunch[at]);
  }
}

void CallSimulator::leave(CalleeChain& callee, std::uint32_t exit, int i, std::uint32_t count, const std::uint32_t* trials) {
  Trials left;
  for (std::size_t at = 1; at < stride_; ++at) left[at] = trials[at];
  left[1 + static_cast<std::size_t>(i)] = callee.exit(exit).rest;
  add(sorted_.of(exit), count, left.data());
}

// How many of the trials throw each class of faces.
void CallSimulator::throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class) {
  std::fill_n(by_class.begin(), classes.faces.size(), 0U);
  if (count > most_one_by_one) return dice_.count(count, classes.of_face, std::span(by_class).first(classes.faces.size()));
  for (std::uint32_t i = 0; i < count; ++i) ++by_class[classes.of_face[dice_.face(static_cast<std::uint32_t>(classes.total()))]];
}

CallSimulator::Bunch& CallSimulator::waiting_at(const CallGraph::Edge& edge) {
  if (edge.to >= place_of_.size()) place_of_.resize(2 * graph_->nodes());
  auto& by_argument = place_of_[edge.to];
  if (edge.argument >= by_argument.size()) by_argument.resize(edge.argument + 1);
  std::uint32_t& place = by_argument[edge.argument];
  if (place == 0) {
    places_.push_back({edge.to, edge.argument});
    place = static_cast<std::uint32_t>(places_.size());
  }
  Place& here = places_[place - 1];
  if (here.trials.empty()) waiting_[graph_->stage(edge.to)].push_back(place - 1);
  assert(waiting_.begin()->first >= stage_);
  return here.trials;
}

// A step of all of them, and through everything that needs no throw.
void CallSimulator::go_all(const CallGraph::Edge& edge, const Bunch& bunch) {
  std::uint32_t all = 0;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) all += *bunch[at];
  settle(edge.settlement, all);
  if (graph_->kind(edge.to) == CallGraph::Kind::thrown) {
    Bunch& there = waiting_at(edge);
    std::copy_n(bunch[0], bunch.size(), there.extend(bunch.size()));
    return;
  }
  Trials trials;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    std::copy_n(bunch[at], stride_, trials.begin());
    go(edge, trials);
  }
}

Totals CallSimulator::totals_of(const std::uint32_t* trials) const {
  Totals totals = 0;
  for (int i = 0; i < graph_->callees(); ++i) totals += graph_->callee(i).totals(trials[1 + static_cast<std::size_t>(i)]);
  return totals;
}

// Through everything that needs no throw, to the next throw or the end; what the step itself settles has been counted.
void CallSimulator::go(CallGraph::Edge edge, Trials& trials) {
  for (;;) {
    switch (graph_->kind(edge.to)) {
      case CallGraph::Kind::over:
        return;
      case CallGraph::Kind::lap:
        append(next_lap_.of(edge.to), trials.data());
        return;
      case CallGraph::Kind::thrown:
        append(waiting_at(edge), trials.data());
        return;
      case CallGraph::Kind::called: {
        CalleeChain& callee = graph_->callee(graph_->callee_of(edge.to));
        std::uint32_t& rest = trials[1 + static_cast<std::size_t>(graph_->callee_of(edge.to))];
        const CalleeChain::Edge entry = callee.enter(edge.argument, rest);
        if (!entry.ends()) {
          append(waiting_at(edge), trials.data());
          return;
        }
        settle(entry.settlement, trials[0]);
        const CalleeChain::Exit& exit = callee.exit(entry.end());
        rest = exit.rest;
        edge = graph_->resume(edge.to, exit.back);
        break;
      }
      case CallGraph::Kind::looked:
        edge = graph_->look(edge.to, totals_of(trials.data()));
        break;
    }
    settle(edge.settlement, trials[0]);
  }
}

// One trial, to the end of the call or strand.
std::uint32_t CallSimulator::walk(CalleeChain& callee, CalleeChain::Edge edge) {
  while (!edge.ends()) {
    if (edge.is_knot()) {
      const CalleeChain::Knot& knot = callee.knot(edge.knot());
      std::uint32_t waiting = knot.waiting;
      for (const CalleeChain::Edge strand : knot.strands) {
        settle(strand.settlement, 1);
        const Web::Joined joined = callee.join(waiting, walk(callee, strand));
        settle(joined.settlement, 1);
        waiting = joined.wait;
      }
      edge = callee.go_on(waiting);
    } else {
      const FaceClasses& classes = callee.classes(edge.to);
      edge = callee.follow(edge.to, classes.of_face[dice_.face(static_cast<std::uint32_t>(classes.total()))]);
    }
    settle(edge.settlement, 1);
  }
  return edge.end();
}

// All of them, to the ends of what is under way: one by one if they are few, else at once, as a Simulator does.
void CallSimulator::push(CalleeChain& callee, CalleeChain::Edge entry, std::uint32_t count, Of of) {
  Ends& ends = ends_of(of);
  ends.clear();
  if (entry.ends()) return ends.add(entry.end(), count);
  if (count <= most_one_by_one) {
    for (std::uint32_t trial = 0; trial < count; ++trial) ends.add(walk(callee, entry), 1);
    return;
  }
  InCallee& under_way = under_way_[static_cast<std::size_t>(of)].trials;
  const auto arrive = [&](CalleeChain::Edge edge, std::uint32_t trials) {
    if (edge.ends()) return ends.add(edge.end(), trials);
    under_way.add(edge, callee.stage(edge), trials);
  };
  arrive(entry, count);
  while (!under_way.empty()) {
    const auto [edge, trials] = under_way.take_next();
    if (edge.is_knot()) {
      push_strands(callee, callee.knot(edge.knot()), trials);
      for (const auto& [wait, part] : waits_.all()) {
        const CalleeChain::Edge on = callee.go_on(wait);
        settle(on.settlement, part);
        arrive(on, part);
      }
      continue;
    }
    const FaceClasses& classes = callee.classes(edge.to);
    std::array<std::uint32_t, max_faces> by_class;
    throw_dice(trials, classes, by_class);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) {
      if (by_class[c] == 0) continue;
      const CalleeChain::Edge next = callee.follow(edge.to, c);
      settle(next.settlement, by_class[c]);
      arrive(next, by_class[c]);
    }
  }
}

// The strands of a knot, one after the other; waits_ are then for no strand any more.
void CallSimulator::push_strands(CalleeChain& callee, const CalleeChain::Knot& knot, std::uint32_t count) {
  waits_.clear();
  waits_.add(knot.waiting, count);
  for (const CalleeChain::Edge strand : knot.strands) {
    settle(strand.settlement, count);
    joined_.clear();
    for (const auto& [wait, trials] : waits_.all()) {
      push(callee, strand, trials, Of::strand);
      for (const auto& [end, part] : ends_of(Of::strand).all()) {
        const Web::Joined joined = callee.join(wait, end);
        settle(joined.settlement, part);
        joined_.add(joined.wait, part);
      }
    }
    std::swap(waits_, joined_);
  }
}

}  // namespace boxcars::sim
