#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "sim/decisions/mdp.hpp"
#include "sim/state_space/outcome_sums.hpp"
#include "sim/state_space/states.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::sim {

/// The policy that is optimal for one event to happen (or, for the side that opposes, not to), with everything known to both sides. It
/// gives the alternative for every state with a decision in every lap; see MdpSolver.
class OptimalPolicy {
 public:
  /// A state with a decision, in one lap.
  struct Decision {
    const std::byte* state = nullptr;
    int lap = 1;
    double probability = 0;    ///< of reaching the state under the optimal policy
    std::size_t best = 0;      ///< the best alternative, the first of equals
    std::vector<double> odds;  ///< of the event, by alternative, if the policy is optimal from then on
  };

  explicit OptimalPolicy(std::size_t state_size) : states_(std::make_unique<States>(state_size)) {}

  /// What is known of a state with a decision in one lap; add() takes the next state with that of each lap.
  struct InLap {
    double probability = 0;
    std::vector<double> odds{};
    std::size_t best = 0;
  };
  void add(const std::byte* state, std::vector<InLap> laps);
  /// All decisions, lap by lap, in the order of discovery. Their states belong to this object.
  std::vector<Decision> decisions() const;
  /// The alternative that the policy takes in a state that can come up in that lap.
  int alternative(const std::byte* state, int lap) const;

  Odds odds{};  ///< exact odds of everything under the policy

 private:
  std::unique_ptr<States> states_;
  std::vector<std::vector<InLap>> known_;  // by state, by lap
};

/// Solves an MDP by value iteration, and evaluates policies on it.
class MdpSolver {
 public:
  /// A policy: the alternative that is taken in a state in a lap.
  using Policy = std::function<std::size_t(const std::byte* state, int lap)>;

  /// The numbers of events, measures and laps of an answer. When `stop` becomes true, now or later, results are of no use.
  struct Shape {
    std::size_t events = 0;
    std::size_t measures = 0;
    int laps = 0;
  };
  MdpSolver(Mdp mdp, const Shape& shape, const std::atomic<bool>& stop);

  std::size_t states() const { return mdp_.size(); }
  int laps() const { return laps_; }

  /// The optimal policy for an event, by backward value iteration over all states; then a forward pass for its odds.
  OptimalPolicy optimal_policy(int event);
  /// The exact odds of everything under a policy.
  Odds evaluate(const Policy& policy);

 private:
  // The states of a stage, and whether some of them lead to others of it.
  struct Stage {
    std::vector<std::uint32_t> states{};
    bool has_steps_within = false;
  };
  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }
  void iterate_lap();
  // The alternative that is taken in a state, which is reached with probability `amount`.
  using Taken = std::function<std::size_t(std::uint32_t id, double amount)>;
  Odds push(const Taken& taken);
  void push_lap(const Taken& taken);
  void record(std::uint32_t label, double amount) { outcomes_.add(mdp_.labels(), label, lap_, amount); }
  bool has_event(std::uint32_t label);
  double odds_along(const Mdp::Transition& transition);
  double odds_from(std::uint32_t id);
  std::vector<double> odds_by_alternative(std::uint32_t id);

  Mdp mdp_;
  Shape shape_;
  const std::atomic<bool>* stop_;
  int laps_;
  int lap_ = 1;  // the lap under way
  int event_ = 0;
  std::map<int, Stage> stages_;
  std::vector<double> odds_;  // by state, in this lap
  std::vector<double> odds_of_next_lap_;
  std::vector<char> has_event_;  // by label: whether it has the event
  std::vector<double> mass_;     // by state, in this lap
  std::vector<double> mass_of_next_lap_;
  OutcomeSums<double> outcomes_;  // of the forward pass
};

}  // namespace boxcars::sim
