#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/process/program.hpp"
#include "sim/process/rules.hpp"
#include "sim/resources/budget.hpp"
#include "sim/resources/progress.hpp"
#include "sim/state_space/label_table.hpp"

namespace boxcars::sim {

/// Thrown if an MDP has more states than it may have.
struct TooManyStates : std::runtime_error {
  explicit TooManyStates(std::size_t most) : std::runtime_error("too many states"), states(most) {}
  std::size_t states;  ///< the bound
};

/// A Markov decision process; with two sides that decide, a stochastic game. It holds all states that can come up under any policy,
/// numbered, and where each leads. In some states a side decides between alternatives; in all others a throw or a call decides by its odds.
class Mdp {
 public:
  /// The number of alternatives of a state (0: nobody decides), and whether the side that decides there wants the event not to happen.
  struct Alternatives {
    int count = 0;
    bool opposes = false;
  };
  /// Where a state leads, and the label of the outcomes on the way.
  struct Step {
    std::uint32_t next = 0;
    std::uint32_t label = 0;
  };
  /// A transition of a state. In a state with a decision there is one for each alternative, in their order.
  struct Transition {
    double odds = 0;
    Step step{};  ///< step.next is the next state; if a lap begins, it is the lap's number with lap_bit set
    bool lap_begins() const { return (step.next & lap_bit) != 0; }
  };
  /// Where a lap begins, and where the process goes instead if the last lap is over.
  struct Lap {
    Step begin{};
    Step end{};
  };
  static constexpr std::uint32_t lap_bit = 1U << 31;

  using Choices = std::function<Alternatives(const std::byte* state)>;

  /// The MDP of a process whose decisions are told as throws. Throws TooManyStates. Empty if `stop` became true.
  Mdp(const Rules& rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop, Progress* watched);
  /// The MDP of a caller whose decisions are told as throws. Everything that happens in a call is one step, and a call has no outcomes on
  /// which a decision depends. `state_of` makes the state, of `state_size` bytes, that the flattened process has at a decision.
  using StateOf = std::function<void(const std::byte* caller, const std::vector<const std::byte*>& component_states, std::byte* to)>;
  Mdp(const Program& program, const Choices& choices, std::size_t state_size, const StateOf& state_of, const Budget& budget,
      const std::atomic<bool>& stop, Progress* watched);

  std::size_t size() const { return nodes_.size() - 1; }
  std::size_t state_size() const { return state_size_; }
  const Step& start() const { return start_; }
  std::span<const Transition> transitions(std::uint32_t id) const {
    return {transitions_.data() + nodes_[id].first_transition, nodes_[id + 1].first_transition - nodes_[id].first_transition};
  }
  /// The labels of what a call records, whatever it leads to, each with its probability.
  std::span<const std::pair<std::uint32_t, double>> labels_of_call(std::uint32_t id) const {
    return {labels_of_calls_.data() + nodes_[id].first_label, nodes_[id + 1].first_label - nodes_[id].first_label};
  }
  const Lap& lap(const Transition& transition) const { return laps_[transition.step.next & ~lap_bit]; }
  bool is_over(std::uint32_t id) const { return transitions(id).empty(); }
  int stage(std::uint32_t id) const { return nodes_[id].stage; }
  const Alternatives& alternatives(std::uint32_t id) const { return nodes_[id].alternatives; }
  /// The bytes of a state with a decision.
  const std::byte* state(std::uint32_t id) const { return choices_.data() + nodes_[id].choice * state_size_; }
  const LabelTable& labels() const { return labels_; }

 private:
  struct Node {
    std::size_t first_transition = 0;
    std::size_t first_label = 0;
    std::size_t choice = 0;  // place among all states with a decision
    int stage = 0;
    Alternatives alternatives{};
  };
  class OfCalls;

  void add_choice(Node& node, const std::byte* state);
  void close(const std::atomic<bool>& stop);

  std::size_t state_size_;
  std::vector<Node> nodes_;  // and one behind the last, for the ends
  std::vector<Transition> transitions_;
  std::vector<std::pair<std::uint32_t, double>> labels_of_calls_;
  std::vector<Lap> laps_;
  std::vector<std::byte> choices_;
  Step start_{};
  LabelTable labels_;
};

}  // namespace boxcars::sim
