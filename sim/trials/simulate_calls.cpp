#include "sim/trials/simulate_calls.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <span>
#include <type_traits>

namespace boxcars::sim {
namespace {

// Up to this number of trials go through a call, or throw, one by one.
constexpr std::uint32_t most_one_by_one = 8;

// States with up to this number of trials make their calls together with other states.
constexpr std::uint32_t most_dealt = 8;

constexpr std::size_t trials_per_check = 4096;  // trials between two checks of the stop

}  // namespace

void CallSimulator::InComponent::add(ComponentChain::Edge edge, int stage, std::uint32_t trials) {
  auto& at = trials_at(edge);
  const std::uint32_t number = edge.is_fork() ? edge.fork() : edge.to;
  if (number >= at.size()) at.resize(2 * std::size_t{number} + 64);
  if (at[number] == 0) {
    waiting_.push_back({stage, came_++, edge});
    std::push_heap(waiting_.begin(), waiting_.end(), later);
  }
  at[number] += trials;
}

std::pair<ComponentChain::Edge, std::uint32_t> CallSimulator::InComponent::take_next() {
  std::pop_heap(waiting_.begin(), waiting_.end(), later);
  const ComponentChain::Edge edge = waiting_.back().edge;
  waiting_.pop_back();
  if (waiting_.empty()) came_ = 0;
  return {edge, std::exchange(trials_at(edge)[edge.is_fork() ? edge.fork() : edge.to], 0U)};
}

CallSimulator::CallSimulator(const Program& program, std::size_t most_nodes, InstructionSet with, Memory& memory,
                             std::size_t states_a_count)
    : memory_(memory),
      program_(&program),
      most_nodes_(most_nodes),
      states_a_count_(states_a_count),
      dice_({}, with),
      graph_(std::make_unique<CallGraph>(program)),
      stride_(static_cast<std::size_t>(program.components()) + 1) {
  assert(program.components() <= static_cast<int>(most_components));
}

CallSimulator::Done CallSimulator::batch(const StreamKey& key, std::uint32_t trials, Tally& tally, const std::atomic<bool>& stop) {
  stop_ = &stop;
  dice_.begin(key);
  outcomes_.clear();
  if (!throw_trials(trials) || is_stopped()) return no_room_ ? Done::no_room : Done::stopped;
  outcomes_.add_to(tally, graph_->labels());
  tally.trials += trials;
  end_batch();
  return Done::all;
}

// Keeps or forgets the graph between two batches.
void CallSimulator::end_batch() {
  bytes_ = bytes_now();
  if (graph_->size() <= most_nodes_ && memory_.may_keep(bytes_)) return;
  forget();
  memory_.may_keep(0);
}

// Forgets the graph and frees all memory.
void CallSimulator::forget() {
  const auto renew = [](auto&... what) { ((what = std::remove_reference_t<decltype(what)>()), ...); };
  graph_ = std::make_unique<CallGraph>(*program_);
  renew(place_of_, places_, waiting_, next_lap_, begun_lap_, now_, sorted_, found_, under_way_, waits_, joined_, group_of_, groups_, dealt_,
        hand_, outcomes_);
}

void CallSimulator::wait_for_room(const std::atomic<bool>& stop) {
  forget();
  no_room_ = false;
  memory_.wait_for_room(bytes_, stop);
}

std::size_t CallSimulator::bytes_now() const {
  std::size_t bytes = graph_->bytes() + bytes_of(place_of_) + bytes_of(places_) + next_lap_.bytes() + begun_lap_.bytes() + now_.bytes() +
                      sorted_.bytes() + bytes_of(found_) + waits_.bytes() + joined_.bytes() + bytes_of(group_of_) + bytes_of(groups_) +
                      bytes_of(dealt_) + bytes_of(hand_);
  for (const Place& place : places_) bytes += place.trials.bytes();
  for (const UnderWay& one : under_way_) bytes += one.trials.bytes() + one.ends.bytes();
  return bytes;
}

// Called after trials of `more_trials` further states were thrown. The memory is counted only now and then, since counting takes as long as
// the nodes are many.
bool CallSimulator::has_room(std::size_t more_trials) {
  states_since_ += more_trials;
  if (states_since_ < std::max(states_a_count_, graph_->size())) return true;
  states_since_ = 0;
  bytes_ = bytes_now();
  no_room_ = !memory_.fits(bytes_);
  return !no_room_;
}

bool CallSimulator::throw_trials(std::uint32_t trials) {
  lap_ = 1;
  next_lap_.clear();
  Trials all{trials};
  for (int i = 0; i < graph_->components(); ++i) all[1 + static_cast<std::size_t>(i)] = graph_->component(i).start();
  record(graph_->start().label, trials);
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
        if (!(is_call ? call_all(node, argument, now_) : throw_all(node, now_)) || !has_room(now_.size() / stride_)) return false;
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
  std::uint32_t differs = 0;  // no early exit: the numbers are few
  for (std::size_t i = 1; i < stride_; ++i) differs |= a[i] ^ b[i];
  return differs == 0;
}

inline std::uint32_t* CallSimulator::append(Bunch& to, const std::uint32_t* trials) const {
  std::uint32_t* const here = to.extend(stride_);
  for (std::size_t i = 0; i < stride_; ++i) here[i] = trials[i];
  return here;
}

// Adds trials of a state; if the last state of the bunch is the same, to that.
inline void CallSimulator::add(Bunch& to, std::uint32_t count, const std::uint32_t* trials) const {
  if (!to.empty() && alike(trials, to[to.size() - stride_]))
    *to[to.size() - stride_] += count;
  else
    *append(to, trials) = count;
}

// Merges equal states, in the order in which they came first.
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
  bunch.shrink(merged);
}

// Throws for all trials that wait at a throw of the caller.
bool CallSimulator::throw_all(std::uint32_t node, const Bunch& bunch) {
  const FaceClasses& classes = graph_->classes(node);
  const auto faces = static_cast<std::uint32_t>(classes.total());
  sorted_.clear();
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    if (at % (trials_per_check * stride_) == 0 && is_stopped()) return false;
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

// Throws for all trials that wait at a call, one group after the other. The trials of a group have the same component state.
bool CallSimulator::call_all(std::uint32_t node, std::uint32_t argument, const Bunch& bunch) {
  const int i = graph_->component_of(node);
  ComponentChain& component = graph_->component(i);
  std::vector<std::uint32_t> component_states;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) {
    const std::uint32_t component_state = bunch[at][1 + static_cast<std::size_t>(i)];
    if (component_state >= group_of_.size()) group_of_.resize(2 * component.component_states());
    if (group_of_[component_state] == 0) {
      component_states.push_back(component_state);
      group_of_[component_state] = static_cast<std::uint32_t>(component_states.size());
      if (groups_.size() < component_states.size()) groups_.emplace_back();
    }
    groups_[group_of_[component_state] - 1].push_back(static_cast<std::uint32_t>(at));
  }
  for (const std::uint32_t component_state : component_states) group_of_[component_state] = 0;
  for (std::size_t group = 0; group < component_states.size(); ++group) {
    if (!goes_on(groups_[group].size())) return false;
    if (component.nodes() > most_nodes_) component.forget_throws();
    call_group(component, component.enter(argument, component_states[group]), i, bunch, groups_[group]);
    groups_[group].clear();
    for (std::size_t at = 0; at < sorted_.size(); ++at)
      go_all(graph_->resume(node, component.exit(sorted_.number(at)).back), sorted_.bunch(at));
  }
  return true;
}

// Makes the calls of trials with the same component state. States of few trials make theirs together, and the results are dealt out again.
// Leaves the trials in sorted_, by exit.
void CallSimulator::call_group(ComponentChain& component, ComponentChain::Edge entry, int i, const Bunch& bunch,
                               const std::vector<std::uint32_t>& group) {
  sorted_.clear();
  dealt_.clear();
  std::uint32_t all = 0, dealt = 0;
  for (const std::uint32_t at : group) {
    if (is_stopped()) return;
    all += *bunch[at];
    if (*bunch[at] <= most_dealt && group.size() > 1) {
      dealt += *bunch[at];
      dealt_.push_back(at);
      continue;
    }
    push(component, entry, *bunch[at], Of::call);
    for (const auto& [exit, count] : ends_of(Of::call).all()) leave(component, exit, i, count, bunch[at]);
  }
  record(entry.label, all);
  if (dealt == 0) return;
  push(component, entry, dealt, Of::call);
  if (!is_stopped()) deal(component, i, bunch);
}

// Deals the exits of calls that were made together out to their trials.
void CallSimulator::deal(ComponentChain& component, int i, const Bunch& bunch) {
  const auto& ends = ends_of(Of::call).all();
  if (ends.size() == 1) {
    for (const std::uint32_t at : dealt_) leave(component, ends.front().first, i, *bunch[at], bunch[at]);
    return;
  }
  hand_.clear();
  for (const auto& [exit, count] : ends) hand_.insert(hand_.end(), count, exit);
  dice_.shuffle(hand_);
  std::size_t next = 0;
  for (const std::uint32_t at : dealt_) {
    for (std::uint32_t trial = 0; trial < *bunch[at]; ++trial) leave(component, hand_[next++], i, 1, bunch[at]);
  }
}

void CallSimulator::leave(ComponentChain& component, std::uint32_t exit, int i, std::uint32_t count, const std::uint32_t* trials) {
  Trials left;
  for (std::size_t at = 1; at < stride_; ++at) left[at] = trials[at];
  left[1 + static_cast<std::size_t>(i)] = component.exit(exit).component_state;
  add(sorted_.of(exit), count, left.data());
}

// Counts how many of the trials throw each class of faces.
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

// Moves all trials along an edge, and on through everything that needs no throw.
void CallSimulator::go_all(const CallGraph::Edge& edge, const Bunch& bunch) {
  std::uint32_t all = 0;
  for (std::size_t at = 0; at < bunch.size(); at += stride_) all += *bunch[at];
  record(edge.label, all);
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

Aggregate CallSimulator::aggregate_of(const std::uint32_t* trials) const {
  Aggregate aggregate = 0;
  for (int i = 0; i < graph_->components(); ++i) aggregate += graph_->component(i).aggregate(trials[1 + static_cast<std::size_t>(i)]);
  return aggregate;
}

// Goes on through everything that needs no throw, to the next throw or the end. The label of the given edge has been counted.
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
        ComponentChain& component = graph_->component(graph_->component_of(edge.to));
        std::uint32_t& component_state = trials[1 + static_cast<std::size_t>(graph_->component_of(edge.to))];
        const ComponentChain::Edge entry = component.enter(edge.argument, component_state);
        if (!entry.ends()) {
          append(waiting_at(edge), trials.data());
          return;
        }
        record(entry.label, trials[0]);
        const ComponentChain::Exit& exit = component.exit(entry.end());
        component_state = exit.component_state;
        edge = graph_->resume(edge.to, exit.back);
        break;
      }
      case CallGraph::Kind::queried:
        edge = graph_->query(edge.to, aggregate_of(trials.data()));
        break;
    }
    record(edge.label, trials[0]);
  }
}

// Takes one trial to the end of the call or branch.
std::uint32_t CallSimulator::walk(ComponentChain& component, ComponentChain::Edge edge) {
  while (!edge.ends()) {
    if (edge.is_fork()) {
      const ComponentChain::ForkNode& fork = component.fork(edge.fork());
      std::uint32_t waiting = fork.waiting;
      for (const ComponentChain::Edge branch : fork.branches) {
        record(branch.label, 1);
        const JoinTable::Joined joined = component.join(waiting, walk(component, branch));
        record(joined.label, 1);
        waiting = joined.wait;
      }
      edge = component.go_on(waiting);
    } else {
      const FaceClasses& classes = component.classes(edge.to);
      edge = component.follow(edge.to, classes.of_face[dice_.face(static_cast<std::uint32_t>(classes.total()))]);
    }
    record(edge.label, 1);
  }
  return edge.end();
}

// Takes all trials to the ends of the call or branch: one by one if they are few, else by counts, as a Simulator does.
void CallSimulator::push(ComponentChain& component, ComponentChain::Edge entry, std::uint32_t count, Of of) {
  Ends& ends = ends_of(of);
  ends.clear();
  if (entry.ends()) return ends.add(entry.end(), count);
  if (count <= most_one_by_one) {
    for (std::uint32_t trial = 0; trial < count; ++trial) ends.add(walk(component, entry), 1);
    return;
  }
  InComponent& under_way = under_way_[static_cast<std::size_t>(of)].trials;
  const auto arrive = [&](ComponentChain::Edge edge, std::uint32_t trials) {
    if (edge.ends()) return ends.add(edge.end(), trials);
    under_way.add(edge, component.stage(edge), trials);
  };
  arrive(entry, count);
  while (!under_way.empty() && !is_stopped()) {
    const auto [edge, trials] = under_way.take_next();
    if (edge.is_fork()) {
      push_branches(component, component.fork(edge.fork()), trials);
      if (is_stopped()) return;
      for (const auto& [wait, part] : waits_.all()) {
        const ComponentChain::Edge on = component.go_on(wait);
        record(on.label, part);
        arrive(on, part);
      }
      continue;
    }
    const FaceClasses& classes = component.classes(edge.to);
    std::array<std::uint32_t, max_faces> by_class;
    throw_dice(trials, classes, by_class);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) {
      if (by_class[c] == 0) continue;
      const ComponentChain::Edge next = component.follow(edge.to, c);
      record(next.label, by_class[c]);
      arrive(next, by_class[c]);
    }
  }
}

// Pushes the branches of a fork node one after the other. Afterwards waits_ holds what waits for no branch any more.
void CallSimulator::push_branches(ComponentChain& component, const ComponentChain::ForkNode& fork, std::uint32_t count) {
  waits_.clear();
  waits_.add(fork.waiting, count);
  for (const ComponentChain::Edge branch : fork.branches) {
    record(branch.label, count);
    joined_.clear();
    for (const auto& [wait, trials] : waits_.all()) {
      if (is_stopped()) return;
      push(component, branch, trials, Of::branch);
      for (const auto& [end, part] : ends_of(Of::branch).all()) {
        const JoinTable::Joined joined = component.join(wait, end);
        record(joined.label, part);
        joined_.add(joined.wait, part);
      }
    }
    std::swap(waits_, joined_);
  }
}

}  // namespace boxcars::sim
