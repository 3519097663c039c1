#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "sim/decisions/decision_process.hpp"
#include "sim/decisions/value_iteration.hpp"
#include "sim/process/flattened.hpp"
#include "sim/process/rules.hpp"

namespace boxcars::ask {

/// The rules by which a question is thrown, with every decision taken; and if somebody had decisions to take, the policy.
struct Decided {
  std::shared_ptr<const sim::Rules> rules{};  ///< none: stopped
  std::shared_ptr<const sim::OptimalPolicy> policy{};
};

/// Throws BadInput, because a position is too large for its best play; `instead` says what may be asked.
[[noreturn]] void refuse_best_play(const sim::TooManyStates& error, std::string_view instead);
inline constexpr std::string_view instead_of_best_play =
    "leave out targets, units, Locations or turns, or let each fire at its first target: boxcars plan FILE --fixed, boxcars balance FILE "
    "... "
    "--fixed";

/// The solver for the decisions of a process, which must outlive it. Throws BadInput if there are too many states.
template <sim::Caller C>
sim::MdpSolver mdp_solver(const sim::Flattened<C>& process, const sim::Budget& budget, const std::atomic<bool>& stop,
                          sim::Progress* watched = nullptr) {
  try {
    return sim::mdp_solver(process, budget, stop, watched);
  } catch (const sim::TooManyStates& error) {
    refuse_best_play(error, instead_of_best_play);
  }
}
/// The same for a process that calls nobody.
template <sim::DecisionProcess P>
sim::MdpSolver mdp_solver(const P& process, const sim::Budget& budget, const std::atomic<bool>& stop, sim::Progress* watched = nullptr) {
  try {
    return sim::mdp_solver(process, budget, stop, watched);
  } catch (const sim::TooManyStates& error) {
    refuse_best_play(error, process.instead_of_best_play());
  }
}

/// The process decided by its optimal policy.
template <sim::Caller C>
Decided decided_by(const sim::Flattened<C>& process, sim::MdpSolver& solver, const std::atomic<bool>& stop) {
  auto policy = std::make_shared<const sim::OptimalPolicy>(solver.optimal_policy(process.caller().objective()));
  if (stop.load(std::memory_order_relaxed)) return {};
  return {sim::rules_of(sim::UnderPolicy<sim::Flattened<C>>(process, policy)), policy};
}

template <sim::DecisionProcess P>
Decided decided_by(const P& process, sim::MdpSolver& solver, const std::atomic<bool>& stop) {
  auto policy = std::make_shared<const sim::OptimalPolicy>(solver.optimal_policy(process.objective()));
  if (stop.load(std::memory_order_relaxed)) return {};
  return {sim::rules_of(sim::UnderPolicy<P>(process, policy)), policy};
}

/// The rules of a process. If it has decisions, the optimal policy is found when the rules are first asked for.
class DecidedOnDemand {
 public:
  /// Rules that are known already.
  explicit DecidedOnDemand(Decided decided) : known_(std::make_shared<Known>()) { known_->decided = std::move(decided); }
  template <sim::Process P>
  requires(!sim::Caller<P>) explicit DecidedOnDemand(P process) : known_(std::make_shared<Known>()) {
    if constexpr (sim::DecisionProcess<P>) {
      if (process.has_choices()) {
        known_->find = [process = std::move(process)](const sim::Budget& budget, const std::atomic<bool>& stop,
                                                      sim::Progress* watched) -> Decided {
          sim::MdpSolver solver = ask::mdp_solver(process, budget, stop, watched);
          return decided_by(process, solver, stop);
        };
        return;
      }
    }
    known_->decided.rules = sim::rules_of(std::move(process));
  }
  template <sim::Caller C>
  explicit DecidedOnDemand(C caller) : known_(std::make_shared<Known>()) {
    if constexpr (sim::DecisionProcess<sim::Flattened<C>>) {
      if (caller.has_choices()) {
        known_->find = [process = sim::Flattened<C>(std::move(caller))](const sim::Budget& budget, const std::atomic<bool>& stop,
                                                                        sim::Progress* watched) -> Decided {
          sim::MdpSolver solver = ask::mdp_solver(process, budget, stop, watched);
          return decided_by(process, solver, stop);
        };
        return;
      }
    }
    known_->decided.rules = sim::rules_of(std::move(caller));
  }

  /// Any thread may ask. Throws BadInput if there are too many states.
  Decided decided(const sim::Budget& budget, const std::atomic<bool>& stop, sim::Progress* watched) const {
    const std::scoped_lock lock(known_->mutex);
    if (!known_->decided.rules && known_->find) known_->decided = known_->find(budget, stop, watched);
    return known_->decided;
  }

 private:
  struct Known {
    std::mutex mutex{};
    std::function<Decided(const sim::Budget&, const std::atomic<bool>&, sim::Progress*)> find{};
    Decided decided{};
  };
  std::shared_ptr<Known> known_;
};

}  // namespace boxcars::ask
