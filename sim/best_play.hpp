#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/budget.hpp"
#include "sim/facts.hpp"
#include "sim/program.hpp"
#include "sim/progress.hpp"
#include "sim/rules.hpp"
#include "sim/settlements.hpp"
#include "sim/states.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// More states than best play may have.
struct TooLargeToPlay : std::runtime_error {
  explicit TooLargeToPlay(std::size_t most) : std::runtime_error("too many states"), states(most) {}
  std::size_t states;  ///< the bound
};

/// What is best in every state in which somebody chooses, for one event to happen or not to, with everything known; see ChoiceChain.
class BestPlay {
 public:
  /// A state in which is chosen.
  struct Decision {
    const std::byte* state = nullptr;
    int lap = 1;
    double probability = 0;    ///< with which it comes to it, if what is best is chosen
    std::size_t best = 0;      ///< of the alternatives: the first of equals
    std::vector<double> odds;  ///< of the event, by alternative, if what is best is chosen from then on
  };

  explicit BestPlay(std::size_t state_size) : states_(std::make_unique<States>(state_size)) {}

  /// The next state in which is chosen, and what is known of it in each lap.
  struct InLap {
    double probability = 0;
    std::vector<double> odds{};
    std::size_t best = 0;
  };
  void add(const std::byte* state, std::vector<InLap> laps);
  /// Lap by lap, in the order of their discovery. Their states are this object's.
  std::vector<Decision> decisions() const;
  /// Of a state that can come up in that lap.
  int best(const std::byte* state, int lap) const;

  Odds odds{};  ///< exact, of everything

 private:
  std::unique_ptr<States> states_;
  std::vector<std::vector<InLap>> known_;  // by state, by lap
};

/// Everything that can come up, whatever is chosen: states, numbered, of which some are a choice, and where each leads.
class ChoiceGraph {
 public:
  /// How many alternatives a state has; 0: nobody chooses. And whether whoever chooses wants the event not to happen.
  struct Alternatives {
    int count = 0;
    bool opposes = false;
  };
  /// What a state leads to, and what is settled on the way.
  struct Step {
    std::uint32_t next = 0;
    std::uint32_t settlement = 0;
  };
  /// One of the things that a throw or a call may do; of a choice, in their order, an alternative.
  struct Branch {
    double odds = 0;
    Step step{};  ///< next: if a lap begins its number, and the highest bit
    bool lap_begins() const { return (step.next & lap_bit) != 0; }
  };
  /// The state in which a lap begins; and what follows instead, if the last one is over.
  struct Lap {
    Step begin{};
    Step end{};
  };
  static constexpr std::uint32_t lap_bit = 1U << 31;

  using Choices = std::function<Alternatives(const std::byte* state)>;

  /// Of a process whose choices are throws. Throws TooLargeToPlay. Empty if `stop` became true.
  ChoiceGraph(const Rules& rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop, Progress* watched);
  /// Of a caller whose choices are throws, told by its state: all that happens in a call is one step, and settles nothing that somebody
  /// chooses for. `state_of` makes the bytes of the
  /// process that caller and callees are together, in a choice; so many.
  using StateOf = std::function<void(const std::byte* caller, const std::vector<const std::byte*>& rests, std::byte* to)>;
  ChoiceGraph(const Program& program, const Choices& choices, std::size_t state_size, const StateOf& state_of, const Budget& budget,
              const std::atomic<bool>& stop, Progress* watched);

  std::size_t size() const { return nodes_.size() - 1; }
  std::size_t state_size() const { return state_size_; }
  const Step& start() const { return start_; }
  std::span<const Branch> branches(std::uint32_t id) const {
    return {branches_.data() + nodes_[id].first_branch, nodes_[id + 1].first_branch - nodes_[id].first_branch};
  }
  /// What a call settles, whatever it leads to: each with its odds.
  std::span<const std::pair<std::uint32_t, double>> settled(std::uint32_t id) const {
    return {settled_.data() + nodes_[id].first_settled, nodes_[id + 1].first_settled - nodes_[id].first_settled};
  }
  const Lap& lap(const Branch& branch) const { return laps_[branch.step.next & ~lap_bit]; }
  bool is_over(std::uint32_t id) const { return branches(id).empty(); }
  int stage(std::uint32_t id) const { return nodes_[id].stage; }
  const Alternatives& alternatives(std::uint32_t id) const { return nodes_[id].alternatives; }
  /// Of a choice: its bytes.
  const std::byte* state(std::uint32_t id) const { return choices_.data() + nodes_[id].choice * state_size_; }
  const FactBook& book() const { return book_; }

 private:
  struct Node {
    std::size_t first_branch = 0;
    std::size_t first_settled = 0;
    std::size_t choice = 0;  // of all choices
    int stage = 0;
    Alternatives alternatives{};
  };
  class OfCalls;

  void add_choice(Node& node, const std::byte* state);
  void close(const std::atomic<bool>& stop);

  std::size_t state_size_;
  std::vector<Node> nodes_;  // and one behind them
  std::vector<Branch> branches_;
  std::vector<std::pair<std::uint32_t, double>> settled_;
  std::vector<Lap> laps_;
  std::vector<std::byte> choices_;
  Step start_{};
  FactBook book_;
};

/// The states of such a graph, to be played in different ways.
class ChoiceChain {
 public:
  /// Which alternative is taken in a state, in a lap.
  using Rule = std::function<std::size_t(const std::byte* state, int lap)>;

  /// With what an answer has. When `stop` becomes true, now or later, results are of no use.
  struct Asks {
    std::size_t events = 0;
    std::size_t measures = 0;
    int laps = 0;
  };
  ChoiceChain(ChoiceGraph graph, const Asks& asks, const std::atomic<bool>& stop);

  std::size_t states() const { return graph_.size(); }
  int laps() const { return laps_; }

  /// Backwards over all states: the odds of an event from each, if from then on the alternative that is best for whoever chooses is taken;
  /// then forwards.
  BestPlay best(int event);
  /// Exact odds of everything, if a rule says what is taken.
  Odds played_by(const Rule& rule);

 private:
  // The states of a stage, and whether some of them lead to others.
  struct Stage {
    std::vector<std::uint32_t> states{};
    bool has_steps_within = false;
  };
  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }
  void solve_lap();
  // Which alternative is taken in a state, that comes to it with so much probability.
  using Taken = std::function<std::size_t(std::uint32_t id, double amount)>;
  Odds push(const Taken& taken);
  void push_lap(const Taken& taken);
  void settle(std::uint32_t settlement, double amount) { settled_.add(graph_.book(), settlement, lap_, amount); }
  bool settles(std::uint32_t settlement);
  double odds_along(const ChoiceGraph::Branch& branch);
  double odds_from(std::uint32_t id);
  std::vector<double> odds_by_alternative(std::uint32_t id);

  ChoiceGraph graph_;
  Asks asks_;
  const std::atomic<bool>* stop_;
  int laps_;
  int lap_ = 1;  // under way
  int event_ = 0;
  std::map<int, Stage> stages_;
  std::vector<double> odds_;  // by state, in this lap
  std::vector<double> odds_of_next_lap_;
  std::vector<char> settles_;  // by settlement
  std::vector<double> mass_;   // by state, on its way in this lap,
  std::vector<double> mass_of_next_lap_;
  Settlements<double> settled_;  // and what it has settled
};

}  // namespace boxcars::sim
