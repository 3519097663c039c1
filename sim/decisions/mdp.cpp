#include "sim/decisions/mdp.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "sim/state_space/call_graph.hpp"
#include "sim/state_space/chain.hpp"

namespace boxcars::sim {
namespace {

constexpr std::size_t decisions_per_poll = 256;

// Polls, and says whether to go on with the next state. Throws TooManyStates.
bool goes_on(std::uint32_t next, std::size_t states, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  if (states > budget.states) throw TooManyStates(budget.states);
  if (next % decisions_per_poll != 0) return true;
  if (watched) watched->states.store(states, std::memory_order_relaxed), watched->poll();
  return !stop.load(std::memory_order_relaxed);
}

}  // namespace

// Keeps the bytes of a state in which somebody decides.
void Mdp::add_choice(Node& node, const std::byte* state) {
  node.choice = choices_.size() / state_size_;
  choices_.insert(choices_.end(), state, state + state_size_);
}

void Mdp::close(const std::atomic<bool>& stop) {
  if (stop.load(std::memory_order_relaxed)) nodes_.clear();  // transitions may lead to states that were not reached
  nodes_.push_back({.first_transition = transitions_.size(), .first_label = labels_of_calls_.size()});
}

Mdp::Mdp(const Rules& rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
    : state_size_(rules.state_size()) {
  Chain chain(rules);
  std::map<std::uint32_t, std::uint32_t> lap_of;  // by the state that begins it
  const auto step_of = [&](const sim::Transition& transition) -> Step {
    if (!transition.lap_begins) return {transition.next, transition.label};
    const auto [known, added] = lap_of.try_emplace(transition.next, static_cast<std::uint32_t>(laps_.size()));
    if (added) {
      const Chain::End end = chain.find_end(transition.next);
      laps_.push_back({{transition.next, 0}, {end.state, end.label}});
    }
    return {known->second | lap_bit, transition.label};
  };
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    if (!goes_on(id, chain.size(), budget, stop, watched)) break;
    if (!chain.expanded(id)) chain.expand(id);
    Node node{.first_transition = transitions_.size(), .stage = chain.stage(id)};
    if (chain.faces(id) > 0) node.alternatives = choices(chain.state(id));
    if (node.alternatives.count > 0) {
      add_choice(node, chain.state(id));
      for (const std::uint8_t transition : chain.transition_of_face(id))
        transitions_.push_back({1, step_of(chain.transitions(id)[transition])});
    } else if (chain.faces(id) > 0) {
      for (const sim::Transition& transition : chain.transitions(id))
        transitions_.push_back({static_cast<double>(transition.faces) / chain.faces(id), step_of(transition)});
    }
    nodes_.push_back(node);
  }
  close(stop);
  start_ = {Chain::start, chain.start_label()};
  labels_ = chain.labels();
}

// Builds the MDP of a caller and its components. A state is a node of the caller, the argument if the node is a call, and all component
// states.
class Mdp::OfCalls {
 public:
  OfCalls(const Program& program, Mdp& graph)
      : calls_(program), graph_(graph), at_(head + calls_size()), states_(bytes()), laps_(bytes()) {}

  void grow(const Choices& choices, const StateOf& state_of, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
    for (std::size_t i = 0; i < calls_size(); ++i) at_[head + i] = calls_.component(static_cast<int>(i)).start();
    graph_.start_ = step_of(calls_.start());
    for (std::uint32_t id = 0; id < states_.size(); ++id) {
      if (!goes_on(id, states_.size(), budget, stop, watched)) break;
      std::memcpy(at_.data(), states_[id], bytes());
      expand(choices, state_of);
    }
    graph_.labels_ = calls_.labels();
  }

 private:
  static constexpr std::size_t head = 2;  // numbers before those of the component states
  std::size_t calls_size() const { return static_cast<std::size_t>(calls_.components()); }
  std::size_t bytes() const { return at_.size() * sizeof(std::uint32_t); }
  std::uint32_t id_of(States& states) { return states.id_of(reinterpret_cast<const std::byte*>(at_.data())).first; }

  // Where an edge leads from the present component states, through everything that has a single result.
  Step step_of(CallGraph::Edge edge) {
    const std::vector<std::uint32_t> from = at_;
    std::uint32_t label = edge.label;
    for (;;) {
      at_[0] = edge.to;
      at_[1] = calls_.kind(edge.to) == CallGraph::Kind::called ? edge.argument : 0;
      const auto on = only_step();
      if (!on || (on->label != 0 && label != 0)) break;
      label = std::max(label, on->label);
      edge = *on;
    }
    const Step step{state_or_lap(), label};
    at_ = from;
    return step;
  }

  // The next edge, if the node is a query, or a call with a single result.
  std::optional<CallGraph::Edge> only_step() {
    const std::uint32_t node = at_[0];
    if (calls_.kind(node) == CallGraph::Kind::queried) return calls_.query(node, aggregate());
    if (calls_.kind(node) != CallGraph::Kind::called) return std::nullopt;
    ComponentChain& component = calls_.component(calls_.component_of(node));
    std::uint32_t& component_state = at_[head + static_cast<std::size_t>(calls_.component_of(node))];
    const ComponentChain::Row& row = component.row(at_[1], component_state);
    if (row.ends.size() != 1 || !row.labels.empty()) return std::nullopt;
    const ComponentChain::Exit exit = component.exit(row.ends.front().first);
    const CallGraph::Edge on = calls_.resume(node, exit.back);
    if (on.label == 0) component_state = exit.component_state;
    return on.label == 0 ? std::optional(on) : std::nullopt;
  }

  Aggregate aggregate() const {
    Aggregate aggregate = 0;
    for (std::size_t i = 0; i < calls_size(); ++i) aggregate += calls_.component(static_cast<int>(i)).aggregate(at_[head + i]);
    return aggregate;
  }

  std::uint32_t state_or_lap() {
    const std::uint32_t node = at_[0];
    if (calls_.kind(node) == CallGraph::Kind::over) std::fill(at_.begin() + head, at_.end(), 0);
    if (calls_.kind(node) != CallGraph::Kind::lap) return id_of(states_);
    const std::size_t known = laps_.size();
    const std::uint32_t lap = id_of(laps_);
    if (lap == known) {
      graph_.laps_.emplace_back();
      const Step end = step_of(calls_.end(node));
      graph_.laps_[lap].end = end;
      const Step begin = step_of(calls_.begin_lap(node));  // a lap in which nobody throws is the last
      graph_.laps_[lap].begin = begin.next & lap_bit ? graph_.laps_[begin.next & ~lap_bit].end : begin;
    }
    return lap | lap_bit;
  }

  void expand(const Choices& choices, const StateOf& state_of) {
    const std::uint32_t node = at_[0];
    Node added{.first_transition = graph_.transitions_.size(), .first_label = graph_.labels_of_calls_.size(), .stage = calls_.stage(node)};
    switch (calls_.kind(node)) {
      case CallGraph::Kind::over:
      case CallGraph::Kind::lap:
        break;
      case CallGraph::Kind::thrown: {
        added.alternatives = choices(calls_.state(node));
        const FaceClasses& classes = calls_.classes(node);
        if (added.alternatives.count > 0) {
          add_choice(added, node, state_of);
          for (const std::uint8_t face_class : classes.of_face)
            graph_.transitions_.push_back({1, step_of(calls_.follow(node, face_class))});
        } else {
          for (std::uint32_t c = 0; c < classes.faces.size(); ++c)
            graph_.transitions_.push_back({static_cast<double>(classes.faces[c]) / classes.total(), step_of(calls_.follow(node, c))});
        }
        break;
      }
      case CallGraph::Kind::called: {
        ComponentChain& component = calls_.component(calls_.component_of(node));
        std::uint32_t& component_state = at_[head + static_cast<std::size_t>(calls_.component_of(node))];
        const ComponentChain::Row& row = component.row(at_[1], component_state);
        graph_.labels_of_calls_.insert(graph_.labels_of_calls_.end(), row.labels.begin(), row.labels.end());
        for (const auto& [number, odds] : row.ends) {
          const ComponentChain::Exit exit = component.exit(number);
          component_state = exit.component_state;
          graph_.transitions_.push_back({odds, step_of(calls_.resume(node, exit.back))});
        }
        break;
      }
      case CallGraph::Kind::queried:
        graph_.transitions_.push_back({1, step_of(calls_.query(node, aggregate()))});
        break;
    }
    graph_.nodes_.push_back(added);
  }

  void add_choice(Node& added, std::uint32_t node, const StateOf& state_of) {
    std::vector<const std::byte*> component_states;
    for (std::size_t i = 0; i < calls_size(); ++i)
      component_states.push_back(calls_.component(static_cast<int>(i)).component_state(at_[head + i]));
    std::vector<std::byte> state(graph_.state_size_);
    state_of(calls_.state(node), component_states, state.data());
    graph_.add_choice(added, state.data());
  }

  CallGraph calls_;
  Mdp& graph_;
  std::vector<std::uint32_t> at_;  // the state at hand, as numbers
  States states_;
  States laps_;
};

Mdp::Mdp(const Program& program, const Choices& choices, std::size_t state_size, const StateOf& state_of, const Budget& budget,
         const std::atomic<bool>& stop, Progress* watched)
    : state_size_(state_size) {
  OfCalls(program, *this).grow(choices, state_of, budget, stop, watched);
  close(stop);
}

}  // namespace boxcars::sim
