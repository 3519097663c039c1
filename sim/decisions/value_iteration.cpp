#include "sim/decisions/value_iteration.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace boxcars::sim {
namespace {

// Odds that differ by no more than rounding errors are equal; of equal odds the first alternative is taken.
constexpr double equal_odds = 1e-13;

constexpr double small_enough = 1e-17;  // convergence: of the odds in a loop, and of the probability that stays in one
constexpr int most_rounds = 100'000;

constexpr char unknown_yet = 2;

std::size_t best_of(const std::vector<double>& odds, bool opposes) {
  const auto [least, most] = std::minmax_element(odds.begin(), odds.end());
  const double best = opposes ? *least : *most;
  const auto is_best = [&](double p) { return std::abs(p - best) <= equal_odds; };
  return static_cast<std::size_t>(std::find_if(odds.begin(), odds.end(), is_best) - odds.begin());
}

}  // namespace

MdpSolver::MdpSolver(Mdp mdp, const Shape& shape, const std::atomic<bool>& stop)
    : mdp_(std::move(mdp)), shape_(shape), stop_(&stop), laps_(std::max(1, shape.laps)) {
  for (std::uint32_t id = 0; id < mdp_.size(); ++id) {
    if (mdp_.is_over(id)) continue;
    Stage& stage = stages_[mdp_.stage(id)];
    stage.states.push_back(id);
    for (const Mdp::Transition& transition : mdp_.transitions(id))
      stage.has_steps_within |=
          !transition.lap_begins() && mdp_.stage(transition.step.next) == mdp_.stage(id) && !mdp_.is_over(transition.step.next);
  }
}

OptimalPolicy MdpSolver::optimal_policy(int event) {
  OptimalPolicy policy(mdp_.state_size());
  std::map<std::uint32_t, std::vector<OptimalPolicy::InLap>> known;  // by state with a decision, by lap
  event_ = event;
  has_event_.clear();
  odds_.assign(mdp_.size(), 0);
  for (lap_ = laps_; lap_ > 0; --lap_) {
    iterate_lap();
    if (is_stopped()) return policy;
    for (std::uint32_t id = 0; id < mdp_.size(); ++id) {
      if (mdp_.alternatives(id).count == 0) continue;
      auto& laps = known.try_emplace(id, static_cast<std::size_t>(laps_)).first->second;
      OptimalPolicy::InLap& here = laps[static_cast<std::size_t>(lap_ - 1)];
      here.odds = odds_by_alternative(id);
      here.best = best_of(here.odds, mdp_.alternatives(id).opposes);
    }
    if (lap_ > 1) odds_of_next_lap_ = odds_;
  }
  policy.odds = push([&](std::uint32_t id, double amount) {
    OptimalPolicy::InLap& here = known.at(id)[static_cast<std::size_t>(lap_ - 1)];
    here.probability += amount;
    return here.best;
  });
  for (auto& [id, laps] : known) policy.add(mdp_.state(id), std::move(laps));
  return policy;
}

Odds MdpSolver::evaluate(const Policy& policy) {
  return push([&](std::uint32_t id, double) { return policy(mdp_.state(id), lap_); });
}

// One sweep of value iteration, from the last stage to the first. Within a stage, which may be a loop, it is repeated until the odds
// converge.
void MdpSolver::iterate_lap() {
  for (auto stage = stages_.rbegin(); stage != stages_.rend() && !is_stopped(); ++stage) {
    for (int round = 0; round < most_rounds; ++round) {
      double change = 0;
      const auto& states = stage->second.states;
      for (auto id = states.rbegin(); id != states.rend(); ++id) {
        const double odds = odds_from(*id);
        change = std::max(change, std::abs(odds - odds_[*id]));
        odds_[*id] = odds;
      }
      if (change <= small_enough || !stage->second.has_steps_within) break;
    }
  }
}

// Pushes the probability 1 from the start on, with decisions as taken.
Odds MdpSolver::push(const Taken& taken) {
  outcomes_ = {};
  lap_ = 1;
  mass_.assign(mdp_.size(), 0);
  mass_of_next_lap_.assign(mdp_.size(), 0);
  if (mdp_.size() > 0) {  // an Mdp that was stopped is empty
    record(mdp_.start().label, 1);
    mass_[mdp_.start().next] = 1;
  }
  for (lap_ = 1; lap_ <= laps_ && !is_stopped(); ++lap_) {
    push_lap(taken);
    std::swap(mass_, mass_of_next_lap_);
  }
  return odds_of(outcomes_, mdp_.labels(), shape_.events, shape_.measures);
}

void MdpSolver::push_lap(const Taken& taken) {
  for (const auto& [number, stage] : stages_) {
    for (int round = 0; round < most_rounds; ++round) {
      double around = 0;
      for (const std::uint32_t id : stage.states) {
        const double here = std::exchange(mass_[id], 0);
        if (here == 0) continue;
        for (const auto& [label, odds] : mdp_.labels_of_call(id)) record(label, here * odds);
        const auto arrive = [&](const Mdp::Step& step, double amount) {
          record(step.label, amount);
          if (mdp_.is_over(step.next)) return;
          mass_[step.next] += amount;
          if (mdp_.stage(step.next) == mdp_.stage(id)) around += amount;
        };
        const auto go = [&](const Mdp::Transition& transition, double amount) {
          if (!transition.lap_begins()) return arrive(transition.step, amount);
          record(transition.step.label, amount);
          if (lap_ == laps_) return arrive(mdp_.lap(transition).end, amount);
          ++lap_;  // the outcomes of the next lap's beginning belong to it
          record(mdp_.lap(transition).begin.label, amount);
          --lap_;
          mass_of_next_lap_[mdp_.lap(transition).begin.next] += amount;
        };
        if (mdp_.alternatives(id).count > 0) {
          go(mdp_.transitions(id)[taken(id, here)], here);
        } else {
          for (const Mdp::Transition& transition : mdp_.transitions(id)) go(transition, here * transition.odds);
        }
      }
      if (around <= small_enough) break;
    }
  }
}

bool MdpSolver::has_event(std::uint32_t label) {
  if (label >= has_event_.size()) has_event_.resize(label + 1, unknown_yet);
  char& known = has_event_[label];
  if (known == unknown_yet) {
    const auto& labels = mdp_.labels();
    const auto outcomes = labels.label(label);
    known = std::any_of(outcomes.begin(), outcomes.end(), [&](std::uint32_t outcome) {
      return labels.outcomes()[outcome] == Outcome{Outcome::Kind::event, event_, 0};
    });
  }
  return known != 0;
}

double MdpSolver::odds_along(const Mdp::Transition& transition) {
  if (has_event(transition.step.label)) return 1;
  if (!transition.lap_begins()) return odds_[transition.step.next];
  const Mdp::Lap& lap = mdp_.lap(transition);
  if (lap_ < laps_) return has_event(lap.begin.label) ? 1 : odds_of_next_lap_[lap.begin.next];
  return has_event(lap.end.label) ? 1 : odds_[lap.end.next];
}

std::vector<double> MdpSolver::odds_by_alternative(std::uint32_t id) {
  std::vector<double> odds;
  for (const Mdp::Transition& transition : mdp_.transitions(id)) odds.push_back(odds_along(transition));
  return odds;
}

double MdpSolver::odds_from(std::uint32_t id) {
  const auto [count, opposes] = mdp_.alternatives(id);
  double odds = count > 0 && opposes ? 1 : 0;
  for (const Mdp::Transition& transition : mdp_.transitions(id)) {
    if (count == 0)
      odds += odds_along(transition) * transition.odds;
    else
      odds = opposes ? std::min(odds, odds_along(transition)) : std::max(odds, odds_along(transition));
  }
  return odds;
}

void OptimalPolicy::add(const std::byte* state, std::vector<InLap> laps) {
  states_->id_of(state);
  known_.push_back(std::move(laps));
}

std::vector<OptimalPolicy::Decision> OptimalPolicy::decisions() const {
  std::vector<Decision> all;
  const std::size_t laps = known_.empty() ? 0 : known_.front().size();
  for (std::size_t lap = 0; lap < laps; ++lap) {
    for (std::uint32_t id = 0; id < known_.size(); ++id) {
      const InLap& here = known_[id][lap];
      all.push_back({(*states_)[id], static_cast<int>(lap + 1), here.probability, here.best, here.odds});
    }
  }
  return all;
}

int OptimalPolicy::alternative(const std::byte* state, int lap) const {
  const auto id = states_->find(state);
  assert(id);
  return static_cast<int>(known_[*id][static_cast<std::size_t>(lap - 1)].best);
}

}  // namespace boxcars::sim
