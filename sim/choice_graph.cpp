#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "sim/best_play.hpp"
#include "sim/call_graph.hpp"
#include "sim/chain.hpp"

namespace boxcars::sim {
namespace {

constexpr std::size_t states_between_looks = 256;

// Whether to go on to the next of so many states; throws TooLargeToPlay.
bool goes_on(std::uint32_t next, std::size_t states, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  if (states > budget.states) throw TooLargeToPlay(budget.states);
  if (next % states_between_looks != 0) return true;
  if (watched) watched->states.store(states, std::memory_order_relaxed), watched->look();
  return !stop.load(std::memory_order_relaxed);
}

}  // namespace

// Its bytes are kept.
void ChoiceGraph::add_choice(Node& node, const std::byte* state) {
  node.choice = choices_.size() / state_size_;
  choices_.insert(choices_.end(), state, state + state_size_);
}

void ChoiceGraph::close(const std::atomic<bool>& stop) {
  if (stop.load(std::memory_order_relaxed)) nodes_.clear();  // steps may lead to states that were not looked at
  nodes_.push_back({.first_branch = branches_.size(), .first_settled = settled_.size()});
}

ChoiceGraph::ChoiceGraph(const Rules& rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
    : state_size_(rules.state_size()) {
  Chain chain(rules);
  std::map<std::uint32_t, std::uint32_t> lap_of;  // of the state that begins it
  const auto step_of = [&](const sim::Branch& branch) -> Step {
    if (!branch.lap_begins) return {branch.next, branch.settlement};
    const auto [known, added] = lap_of.try_emplace(branch.next, static_cast<std::uint32_t>(laps_.size()));
    if (added) {
      const Chain::End end = chain.find_end(branch.next);
      laps_.push_back({{branch.next, 0}, {end.state, end.settlement}});
    }
    return {known->second | lap_bit, branch.settlement};
  };
  for (std::uint32_t id = 0; id < chain.size(); ++id) {
    if (!goes_on(id, chain.size(), budget, stop, watched)) break;
    if (!chain.expanded(id)) chain.expand(id);
    Node node{.first_branch = branches_.size(), .stage = chain.stage(id)};
    if (chain.faces(id) > 0) node.alternatives = choices(chain.state(id));
    if (node.alternatives.count > 0) {
      add_choice(node, chain.state(id));
      for (const std::uint8_t branch : chain.branch_of_face(id)) branches_.push_back({1, step_of(chain.branches(id)[branch])});
    } else if (chain.faces(id) > 0) {
      for (const sim::Branch& branch : chain.branches(id))
        branches_.push_back({static_cast<double>(branch.faces) / chain.faces(id), step_of(branch)});
    }
    nodes_.push_back(node);
  }
  close(stop);
  start_ = {Chain::start, chain.start_settlement()};
  book_ = chain.book();
}

// States are a node of the caller, what is to be done there if it is a call, and how every callee rests.
class ChoiceGraph::OfCalls {
 public:
  OfCalls(const Program& program, ChoiceGraph& graph)
      : calls_(program), graph_(graph), at_(head + calls_size()), states_(bytes()), laps_(bytes()) {}

  void grow(const Choices& choices, const StateOf& state_of, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
    for (std::size_t i = 0; i < calls_size(); ++i) at_[head + i] = calls_.callee(static_cast<int>(i)).start();
    graph_.start_ = step_of(calls_.start());
    for (std::uint32_t id = 0; id < states_.size(); ++id) {
      if (!goes_on(id, states_.size(), budget, stop, watched)) break;
      std::memcpy(at_.data(), states_[id], bytes());
      expand(choices, state_of);
    }
    graph_.book_ = calls_.book();
  }

 private:
  static constexpr std::size_t head = 2;  // numbers before those of the rests
  std::size_t calls_size() const { return static_cast<std::size_t>(calls_.callees()); }
  std::size_t bytes() const { return at_.size() * sizeof(std::uint32_t); }
  std::uint32_t id_of(States& states) { return states.id_of(reinterpret_cast<const std::byte*>(at_.data())).first; }

  // Where an edge leads, given how the callees rest now; through all that needs no throw.
  Step step_of(CallGraph::Edge edge) {
    const std::vector<std::uint32_t> from = at_;
    std::uint32_t settlement = edge.settlement;
    for (;;) {
      at_[0] = edge.to;
      at_[1] = calls_.kind(edge.to) == CallGraph::Kind::called ? edge.argument : 0;
      const auto on = sole_step();
      if (!on || (on->settlement != 0 && settlement != 0)) break;
      settlement = std::max(settlement, on->settlement);
      edge = *on;
    }
    const Step step{state_or_lap(), settlement};
    at_ = from;
    return step;
  }

  // What a look at the totals or a call comes to, if that is one thing.
  std::optional<CallGraph::Edge> sole_step() {
    const std::uint32_t node = at_[0];
    if (calls_.kind(node) == CallGraph::Kind::looked) return calls_.look(node, totals());
    if (calls_.kind(node) != CallGraph::Kind::called) return std::nullopt;
    CalleeChain& callee = calls_.callee(calls_.callee_of(node));
    std::uint32_t& rest = at_[head + static_cast<std::size_t>(calls_.callee_of(node))];
    const CalleeChain::Row& row = callee.row(at_[1], rest);
    if (row.ends.size() != 1 || !row.settlements.empty()) return std::nullopt;
    const CalleeChain::Exit exit = callee.exit(row.ends.front().first);
    const CallGraph::Edge on = calls_.resume(node, exit.back);
    if (on.settlement == 0) rest = exit.rest;
    return on.settlement == 0 ? std::optional(on) : std::nullopt;
  }

  Totals totals() const {
    Totals totals = 0;
    for (std::size_t i = 0; i < calls_size(); ++i) totals += calls_.callee(static_cast<int>(i)).totals(at_[head + i]);
    return totals;
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
    Node added{.first_branch = graph_.branches_.size(), .first_settled = graph_.settled_.size(), .stage = calls_.stage(node)};
    switch (calls_.kind(node)) {
      case CallGraph::Kind::over:
      case CallGraph::Kind::lap:
        break;
      case CallGraph::Kind::thrown: {
        added.alternatives = choices(calls_.state(node));
        const FaceClasses& classes = calls_.classes(node);
        if (added.alternatives.count > 0) {
          add_choice(added, node, state_of);
          for (const std::uint8_t face_class : classes.of_face) graph_.branches_.push_back({1, step_of(calls_.follow(node, face_class))});
        } else {
          for (std::uint32_t c = 0; c < classes.faces.size(); ++c)
            graph_.branches_.push_back({static_cast<double>(classes.faces[c]) / classes.total(), step_of(calls_.follow(node, c))});
        }
        break;
      }
      case CallGraph::Kind::called: {
        CalleeChain& callee = calls_.callee(calls_.callee_of(node));
        std::uint32_t& rest = at_[head + static_cast<std::size_t>(calls_.callee_of(node))];
        const CalleeChain::Row& row = callee.row(at_[1], rest);
        graph_.settled_.insert(graph_.settled_.end(), row.settlements.begin(), row.settlements.end());
        for (const auto& [number, odds] : row.ends) {
          const CalleeChain::Exit exit = callee.exit(number);
          rest = exit.rest;
          graph_.branches_.push_back({odds, step_of(calls_.resume(node, exit.back))});
        }
        break;
      }
      case CallGraph::Kind::looked:
        graph_.branches_.push_back({1, step_of(calls_.look(node, totals()))});
        break;
    }
    graph_.nodes_.push_back(added);
  }

  void add_choice(Node& added, std::uint32_t node, const StateOf& state_of) {
    std::vector<const std::byte*> rests;
    for (std::size_t i = 0; i < calls_size(); ++i) rests.push_back(calls_.callee(static_cast<int>(i)).rest(at_[head + i]));
    std::vector<std::byte> state(graph_.state_size_);
    state_of(calls_.state(node), rests, state.data());
    graph_.add_choice(added, state.data());
  }

  CallGraph calls_;
  ChoiceGraph& graph_;
  std::vector<std::uint32_t> at_;  // the state at hand
  States states_;
  States laps_;
};

ChoiceGraph::ChoiceGraph(const Program& program, const Choices& choices, std::size_t state_size, const StateOf& state_of,
                         const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
    : state_size_(state_size) {
  OfCalls(program, *this).grow(choices, state_of, budget, stop, watched);
  close(stop);
}

}  // namespace boxcars::sim
