#include "sim/simulate_calls.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <span>

namespace boxcars::sim {
namespace {

// So many trials or fewer go through a call, or throw, one by one.
constexpr std::uint32_t most_one_by_one = 8;

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
  Trials all{.count = trials};
  for (int i = 0; i < graph_->callees(); ++i) all.rest[static_cast<std::size_t>(i)] = graph_->callee(i).start();
  go(graph_->start(), all);
  for (;;) {
    while (!waiting_.empty()) {
      stage_ = waiting_.begin()->first;
      auto& stage = waiting_.begin()->second;
      for (std::size_t i = 0; i < stage.size(); ++i) {  // a loop appends to its own stage
        const Place here = std::exchange(places_[stage[i]], {places_[stage[i]].node, places_[stage[i]].argument});
        const bool is_call = graph_->kind(here.node) == CallGraph::Kind::called;
        if (!(is_call ? call_all(here) : throw_all(here))) return false;
      }
      waiting_.erase(waiting_.begin());
    }
    stage_ = std::numeric_limits<int>::min();
    if (next_lap_.empty()) return true;
    const bool ends = lap_ == program_->laps();
    const auto begun = std::exchange(next_lap_, {});
    if (!ends) ++lap_;
    for (const auto& [node, here] : begun) {
      const CallGraph::Edge edge = ends ? graph_->end(node) : graph_->begin_lap(node);
      settle(edge.settlement, here.count);
      go(edge, here);
    }
  }
}

CallSimulator::Trials CallSimulator::trials_at(const Place& here, std::size_t at) const {
  Trials trials{.count = here.trials[at]};
  std::copy_n(&here.trials[at + 1], stride_ - 1, trials.rest.begin());
  return trials;
}

// Throws for all trials that wait at a throw of the caller.
bool CallSimulator::throw_all(const Place& here) {
  const FaceClasses& classes = graph_->classes(here.node);
  for (std::size_t at = 0; at < here.trials.size(); at += stride_) {
    if (at % (trials_a_look * stride_) == 0 && stop_->load(std::memory_order_relaxed)) return false;
    Trials trials = trials_at(here, at);
    std::array<std::uint32_t, max_faces> by_class;
    throw_dice(trials.count, classes, by_class);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) {
      if (by_class[c] == 0) continue;
      const CallGraph::Edge edge = graph_->follow(here.node, c);
      trials.count = by_class[c];
      settle(edge.settlement, trials.count);
      go(edge, trials);
    }
  }
  return true;
}

// Throws for all trials that wait at a call: those whose callee rests alike one after the other.
bool CallSimulator::call_all(const Place& here) {
  const int i = graph_->callee_of(here.node);
  CalleeChain& callee = graph_->callee(i);
  std::vector<std::uint32_t> rests;
  for (std::size_t at = 0; at < here.trials.size(); at += stride_) {
    const std::uint32_t rest = here.trials[at + 1 + static_cast<std::size_t>(i)];
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
    const CalleeChain::Edge entry = callee.enter(here.argument, rests[group]);
    for (const std::uint32_t at : groups_[group]) call(callee, entry, here, trials_at(here, at));
    groups_[group].clear();
  }
  return true;
}

void CallSimulator::call(CalleeChain& callee, CalleeChain::Edge entry, const Place& here, Trials trials) {
  settle(entry.settlement, trials.count);
  std::uint32_t& rest = trials.rest[static_cast<std::size_t>(graph_->callee_of(here.node))];
  const auto back = [&](std::uint32_t exit, std::uint32_t count) {
    rest = callee.exit(exit).rest;
    const CallGraph::Edge edge = graph_->resume(here.node, callee.exit(exit).back);
    trials.count = count;
    settle(edge.settlement, count);
    go(edge, trials);
  };
  if (trials.count == 1) return back(walk(callee, entry), 1);
  push(callee, entry, trials.count, Of::call);
  for (const auto& [exit, count] : ends_of(Of::call).all()) back(exit, count);
}

// How many of the trials throw each class of faces.
void CallSimulator::throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class) {
  std::fill_n(by_class.begin(), classes.faces.size(), 0U);
  if (count > most_one_by_one) return dice_.count(count, classes.of_face, std::span(by_class).first(classes.faces.size()));
  for (std::uint32_t i = 0; i < count; ++i) ++by_class[classes.of_face[dice_.face(static_cast<std::uint32_t>(classes.total()))]];
}

void CallSimulator::wait(const CallGraph::Edge& edge, const Trials& trials) {
  if (edge.to >= place_of_.size()) place_of_.resize(2 * graph_->nodes());
  auto& by_argument = place_of_[edge.to];
  if (edge.argument >= by_argument.size()) by_argument.resize(edge.argument + 1);
  std::uint32_t& place = by_argument[edge.argument];
  if (place == 0) {
    places_.push_back({edge.to, edge.argument});
    place = static_cast<std::uint32_t>(places_.size());
  }
  Place& here = places_[place - 1];
  if (here.size == 0) waiting_[graph_->stage(edge.to)].push_back(place - 1);
  assert(waiting_.begin()->first >= stage_);
  count_of(here, trials) += trials.count;
}

// How many trials are in the same state as these: so far, or 0.
std::uint32_t& CallSimulator::count_of(Place& here, const Trials& trials) const {
  const std::size_t callees = stride_ - 1;
  const auto hash = [callees](const std::uint32_t* rests) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < callees; ++i) value = (value ^ rests[i]) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(value >> 32);
  };
  if (2 * (here.size + 1) > here.found.size()) {
    here.found.assign(std::max<std::size_t>(16, 4 * here.found.size()), 0);
    for (std::uint32_t at = 0; at < here.trials.size(); at += static_cast<std::uint32_t>(stride_)) {
      std::size_t slot = hash(&here.trials[at + 1]) & (here.found.size() - 1);
      while (here.found[slot] != 0) slot = (slot + 1) & (here.found.size() - 1);
      here.found[slot] = at + 1;
    }
  }
  std::size_t slot = hash(trials.rest.data()) & (here.found.size() - 1);
  for (; here.found[slot] != 0; slot = (slot + 1) & (here.found.size() - 1)) {
    std::uint32_t* const known = &here.trials[here.found[slot] - 1];
    std::size_t alike = 0;  // they are few
    while (alike < callees && trials.rest[alike] == known[alike + 1]) ++alike;
    if (alike == callees) return *known;
  }
  here.found[slot] = static_cast<std::uint32_t>(here.trials.size()) + 1;
  ++here.size;
  here.trials.push_back(0);
  here.trials.insert(here.trials.end(), trials.rest.begin(), trials.rest.begin() + static_cast<std::ptrdiff_t>(callees));
  return here.trials[here.trials.size() - stride_];
}

// Through everything that needs no throw, to the next throw or the end.
void CallSimulator::go(CallGraph::Edge edge, Trials trials) {
  for (;;) {
    switch (graph_->kind(edge.to)) {
      case CallGraph::Kind::over:
        return;
      case CallGraph::Kind::lap:
        next_lap_.emplace_back(edge.to, trials);
        return;
      case CallGraph::Kind::thrown:
        return wait(edge, trials);
      case CallGraph::Kind::called: {
        CalleeChain& callee = graph_->callee(graph_->callee_of(edge.to));
        std::uint32_t& rest = trials.rest[static_cast<std::size_t>(graph_->callee_of(edge.to))];
        const CalleeChain::Edge entry = callee.enter(edge.argument, rest);
        if (!entry.ends()) return wait(edge, trials);
        settle(entry.settlement, trials.count);
        const CalleeChain::Exit& exit = callee.exit(entry.end());
        rest = exit.rest;
        edge = graph_->resume(edge.to, exit.back);
        break;
      }
      case CallGraph::Kind::looked: {
        Totals totals = 0;
        for (int i = 0; i < graph_->callees(); ++i) totals += graph_->callee(i).totals(trials.rest[static_cast<std::size_t>(i)]);
        edge = graph_->look(edge.to, totals);
        break;
      }
    }
    settle(edge.settlement, trials.count);
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
