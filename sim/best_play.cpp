#include "sim/best_play.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace boxcars::sim {
namespace {

// Of equal odds the first alternative is taken: equal, but for what sums of numbers lose.
constexpr double equal_odds = 1e-13;

constexpr double settled_enough = 1e-17;  // of the odds of a loop, and of probability that goes round in one
constexpr int most_rounds = 100'000;

constexpr char unknown_yet = 2;

std::size_t best_of(const std::vector<double>& odds, bool opposes) {
  const auto [least, most] = std::minmax_element(odds.begin(), odds.end());
  const double best = opposes ? *least : *most;
  const auto is_best = [&](double p) { return std::abs(p - best) <= equal_odds; };
  return static_cast<std::size_t>(std::find_if(odds.begin(), odds.end(), is_best) - odds.begin());
}

}  // namespace

ChoiceChain::ChoiceChain(ChoiceGraph graph, const Asks& asks, const std::atomic<bool>& stop)
    : graph_(std::move(graph)), asks_(asks), stop_(&stop), laps_(std::max(1, asks.laps)) {
  for (std::uint32_t id = 0; id < graph_.size(); ++id) {
    if (graph_.is_over(id)) continue;
    Stage& stage = stages_[graph_.stage(id)];
    stage.states.push_back(id);
    for (const ChoiceGraph::Branch& branch : graph_.branches(id))
      stage.has_steps_within |=
          !branch.lap_begins() && graph_.stage(branch.step.next) == graph_.stage(id) && !graph_.is_over(branch.step.next);
  }
}

BestPlay ChoiceChain::best(int event) {
  BestPlay play(graph_.state_size());
  std::map<std::uint32_t, std::vector<BestPlay::InLap>> known;  // by state in which is chosen, by lap
  event_ = event;
  settles_.clear();
  odds_.assign(graph_.size(), 0);
  for (lap_ = laps_; lap_ > 0; --lap_) {
    solve_lap();
    if (is_stopped()) return play;
    for (std::uint32_t id = 0; id < graph_.size(); ++id) {
      if (graph_.alternatives(id).count == 0) continue;
      auto& laps = known.try_emplace(id, static_cast<std::size_t>(laps_)).first->second;
      BestPlay::InLap& here = laps[static_cast<std::size_t>(lap_ - 1)];
      here.odds = odds_by_alternative(id);
      here.best = best_of(here.odds, graph_.alternatives(id).opposes);
    }
    if (lap_ > 1) odds_of_next_lap_ = odds_;
  }
  play.odds = push([&](std::uint32_t id, double amount) {
    BestPlay::InLap& here = known.at(id)[static_cast<std::size_t>(lap_ - 1)];
    here.probability += amount;
    return here.best;
  });
  for (auto& [id, laps] : known) play.add(graph_.state(id), std::move(laps));
  return play;
}

Odds ChoiceChain::played_by(const Rule& rule) {
  return push([&](std::uint32_t id, double) { return rule(graph_.state(id), lap_); });
}

// From the last stage to the first. Within a stage, which may be a loop, until they change no more.
void ChoiceChain::solve_lap() {
  for (auto stage = stages_.rbegin(); stage != stages_.rend() && !is_stopped(); ++stage) {
    for (int round = 0; round < most_rounds; ++round) {
      double change = 0;
      const auto& states = stage->second.states;
      for (auto id = states.rbegin(); id != states.rend(); ++id) {
        const double odds = odds_from(*id);
        change = std::max(change, std::abs(odds - odds_[*id]));
        odds_[*id] = odds;
      }
      if (change <= settled_enough || !stage->second.has_steps_within) break;
    }
  }
}

// Probability from the start on.
Odds ChoiceChain::push(const Taken& taken) {
  settled_ = {};
  lap_ = 1;
  mass_.assign(graph_.size(), 0);
  mass_of_next_lap_.assign(graph_.size(), 0);
  if (graph_.size() > 0) {  // not stopped
    settle(graph_.start().settlement, 1);
    mass_[graph_.start().next] = 1;
  }
  for (lap_ = 1; lap_ <= laps_ && !is_stopped(); ++lap_) {
    push_lap(taken);
    std::swap(mass_, mass_of_next_lap_);
  }
  return odds_of(settled_, graph_.book(), asks_.events, asks_.measures);
}

void ChoiceChain::push_lap(const Taken& taken) {
  for (const auto& [number, stage] : stages_) {
    for (int round = 0; round < most_rounds; ++round) {
      double around = 0;
      for (const std::uint32_t id : stage.states) {
        const double here = std::exchange(mass_[id], 0);
        if (here == 0) continue;
        for (const auto& [settlement, odds] : graph_.settled(id)) settle(settlement, here * odds);
        const auto arrive = [&](const ChoiceGraph::Step& step, double amount) {
          settle(step.settlement, amount);
          if (graph_.is_over(step.next)) return;
          mass_[step.next] += amount;
          if (graph_.stage(step.next) == graph_.stage(id)) around += amount;
        };
        const auto go = [&](const ChoiceGraph::Branch& branch, double amount) {
          if (!branch.lap_begins()) return arrive(branch.step, amount);
          settle(branch.step.settlement, amount);
          if (lap_ == laps_) return arrive(graph_.lap(branch).end, amount);
          ++lap_;  // what its beginning settles is of the next
          settle(graph_.lap(branch).begin.settlement, amount);
          --lap_;
          mass_of_next_lap_[graph_.lap(branch).begin.next] += amount;
        };
        if (graph_.alternatives(id).count > 0) {
          go(graph_.branches(id)[taken(id, here)], here);
        } else {
          for (const ChoiceGraph::Branch& branch : graph_.branches(id)) go(branch, here * branch.odds);
        }
      }
      if (around <= settled_enough) break;
    }
  }
}

bool ChoiceChain::settles(std::uint32_t settlement) {
  if (settlement >= settles_.size()) settles_.resize(settlement + 1, unknown_yet);
  char& known = settles_[settlement];
  if (known == unknown_yet) {
    const auto& book = graph_.book();
    const auto facts = book.settlement(settlement);
    known = std::any_of(facts.begin(), facts.end(), [&](std::uint32_t fact) {
      return book.facts()[fact] == Fact{Fact::Kind::event, event_, 0};
    });
  }
  return known != 0;
}

double ChoiceChain::odds_along(const ChoiceGraph::Branch& branch) {
  if (settles(branch.step.settlement)) return 1;
  if (!branch.lap_begins()) return odds_[branch.step.next];
  const ChoiceGraph::Lap& lap = graph_.lap(branch);
  if (lap_ < laps_) return settles(lap.begin.settlement) ? 1 : odds_of_next_lap_[lap.begin.next];
  return settles(lap.end.settlement) ? 1 : odds_[lap.end.next];
}

std::vector<double> ChoiceChain::odds_by_alternative(std::uint32_t id) {
  std::vector<double> odds;
  for (const ChoiceGraph::Branch& branch : graph_.branches(id)) odds.push_back(odds_along(branch));
  return odds;
}

double ChoiceChain::odds_from(std::uint32_t id) {
  const auto [count, opposes] = graph_.alternatives(id);
  double odds = count > 0 && opposes ? 1 : 0;
  for (const ChoiceGraph::Branch& branch : graph_.branches(id)) {
    if (count == 0)
      odds += odds_along(branch) * branch.odds;
    else
      odds = opposes ? std::min(odds, odds_along(branch)) : std::max(odds, odds_along(branch));
  }
  return odds;
}

void BestPlay::add(const std::byte* state, std::vector<InLap> laps) {
  states_->id_of(state);
  known_.push_back(std::move(laps));
}

std::vector<BestPlay::Decision> BestPlay::decisions() const {
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

int BestPlay::best(const std::byte* state, int lap) const {
  const auto id = states_->find(state);
  assert(id);
  return static_cast<int>(known_[*id][static_cast<std::size_t>(lap - 1)].best);
}

}  // namespace boxcars::sim
