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

constexpr std::size_t states_between_looks = 256;

constexpr char unknown_yet = 2;

std::size_t best_of(const std::vector<double>& odds, bool opposes) {
  const auto [least, most] = std::minmax_element(odds.begin(), odds.end());
  const double best = opposes ? *least : *most;
  const auto is_best = [&](double p) { return std::abs(p - best) <= equal_odds; };
  return static_cast<std::size_t>(std::find_if(odds.begin(), odds.end(), is_best) - odds.begin());
}

}  // namespace

ChoiceChain::ChoiceChain(std::shared_ptr<const Rules> rules, const Choices& choices, const Budget& budget, const std::atomic<bool>& stop,
                         Progress* watched)
    : rules_(std::move(rules)), chain_(*rules_), stop_(&stop), laps_(std::max(1, rules_->laps())) {
  for (std::uint32_t id = 0; id < chain_.size(); ++id) {
    if (chain_.size() > budget.states) throw TooLargeToPlay(budget.states);
    if (chain_.expanded(id)) continue;
    chain_.expand(id);
    for (const Branch& branch : chain_.branches(id)) {
      assert(!branch.lap_begins || rules_->laps() > 0);
      if (branch.lap_begins) chain_.find_end(branch.next);
    }
    if (id % states_between_looks != 0) continue;
    if (is_stopped()) return;
    if (watched) watched->states.store(chain_.size(), std::memory_order_relaxed), watched->look();
  }
  for (std::uint32_t id = 0; id < chain_.size(); ++id) {
    if (chain_.faces(id) > 0) stages_[chain_.stage(id)].push_back(id);
    alternatives_.push_back(chain_.faces(id) > 0 ? choices(chain_.state(id)) : Alternatives{});
  }
}

BestPlay ChoiceChain::best(int event) {
  BestPlay play(rules_->state_size());
  std::map<std::uint32_t, std::vector<BestPlay::InLap>> known;  // by state in which is chosen, by lap
  event_ = event;
  settles_.clear();
  odds_.assign(chain_.size(), 0);
  for (lap_ = laps_; lap_ > 0; --lap_) {
    solve_lap();
    if (is_stopped()) return play;
    for (std::uint32_t id = 0; id < chain_.size(); ++id) {
      if (alternatives_[id].count == 0) continue;
      auto& laps = known.try_emplace(id, static_cast<std::size_t>(laps_)).first->second;
      BestPlay::InLap& here = laps[static_cast<std::size_t>(lap_ - 1)];
      here.odds = odds_by_alternative(id);
      here.best = best_of(here.odds, alternatives_[id].opposes);
    }
    if (lap_ > 1) odds_of_next_lap_ = odds_;
  }
  play.odds = push([&](std::uint32_t id, double amount) {
    BestPlay::InLap& here = known.at(id)[static_cast<std::size_t>(lap_ - 1)];
    here.probability += amount;
    return here.best;
  });
  for (auto& [id, laps] : known) play.add(chain_.state(id), std::move(laps));
  return play;
}

Odds ChoiceChain::played_by(const Rule& rule) {
  return push([&](std::uint32_t id, double) { return rule(chain_.state(id), lap_); });
}

// From the last stage to the first. Within a stage, which may be a loop, until they change no more.
void ChoiceChain::solve_lap() {
  for (auto stage = stages_.rbegin(); stage != stages_.rend() && !is_stopped(); ++stage) {
    for (int round = 0; round < most_rounds; ++round) {
      double change = 0;
      for (auto id = stage->second.rbegin(); id != stage->second.rend(); ++id) {
        const double odds = odds_from(*id);
        change = std::max(change, std::abs(odds - odds_[*id]));
        odds_[*id] = odds;
      }
      if (change <= settled_enough) break;
    }
  }
}

// Probability from the start on.
Odds ChoiceChain::push(const Taken& taken) {
  settled_ = {};
  settled_.add(chain_.book(), chain_.start_settlement(), 1, 1.0);
  mass_.assign(chain_.size(), 0);
  mass_of_next_lap_.assign(chain_.size(), 0);
  mass_[Chain::start] = 1;
  for (lap_ = 1; lap_ <= laps_ && !is_stopped(); ++lap_) {
    push_lap(taken);
    std::swap(mass_, mass_of_next_lap_);
  }
  return odds_of(settled_, chain_.book(), rules_->event_count(), rules_->measure_count());
}

void ChoiceChain::push_lap(const Taken& taken) {
  for (const auto& entry : stages_) {
    const int stage = entry.first;
    for (int round = 0; round < most_rounds; ++round) {
      double around = 0;
      for (const std::uint32_t id : entry.second) {
        const double here = std::exchange(mass_[id], 0);
        if (here == 0) continue;
        const auto go = [&](const Branch& branch, double amount) {
          settled_.add(chain_.book(), branch.settlement, lap_, amount);
          if (branch.lap_begins && lap_ < laps_) {
            mass_of_next_lap_[branch.next] += amount;
          } else if (branch.lap_begins) {
            const Chain::End end = *chain_.end_of(branch.next);
            settled_.add(chain_.book(), end.settlement, lap_, amount);
            mass_[end.state] += amount;
          } else if (chain_.faces(branch.next) > 0) {
            mass_[branch.next] += amount;
            if (chain_.stage(branch.next) == stage) around += amount;
          }
        };
        if (alternatives_[id].count > 0) {
          go(branch_of(id, taken(id, here)), here);
        } else {
          for (const Branch& branch : chain_.branches(id)) go(branch, here * branch.faces / chain_.faces(id));
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
    const auto& book = chain_.book();
    const auto facts = book.settlement(settlement);
    known = std::any_of(facts.begin(), facts.end(), [&](std::uint32_t fact) {
      return book.facts()[fact] == Fact{Fact::Kind::event, event_, 0};
    });
  }
  return known != 0;
}

double ChoiceChain::odds_along(const Branch& branch) {
  if (settles(branch.settlement)) return 1;
  if (!branch.lap_begins) return odds_[branch.next];
  if (lap_ < laps_) return odds_of_next_lap_[branch.next];
  const Chain::End end = *chain_.end_of(branch.next);
  return settles(end.settlement) ? 1 : odds_[end.state];
}

std::vector<double> ChoiceChain::odds_by_alternative(std::uint32_t id) {
  std::vector<double> odds;
  for (std::size_t i = 0; i < static_cast<std::size_t>(alternatives_[id].count); ++i) odds.push_back(odds_along(branch_of(id, i)));
  return odds;
}

double ChoiceChain::odds_from(std::uint32_t id) {
  const auto [count, opposes] = alternatives_[id];
  double odds = count > 0 && opposes ? 1 : 0;
  for (const Branch& branch : chain_.branches(id)) {
    if (count == 0)
      odds += odds_along(branch) * branch.faces / chain_.faces(id);
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
