#include "sim/best_play.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "sim/chain.hpp"
#include "sim/settlements.hpp"

namespace boxcars::sim {
namespace {

// Of equal odds the first alternative is taken: equal, but for what sums of numbers lose.
constexpr double equal_odds = 1e-13;

constexpr double settled_enough = 1e-17;  // of the odds of a loop, and of probability that goes round in one
constexpr int most_rounds = 100'000;

constexpr std::size_t states_between_looks = 256;

// The whole chain with its states by stage, and what is known of them.
class Backwards {
 public:
  Backwards(const Rules& rules, const std::function<int(const std::byte*)>& choices, int event)
      : chain_(rules), choices_(choices), event_(event), laps_(std::max(1, rules.laps())) {}

  // False if it was stopped.
  bool grow(const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
    for (std::uint32_t id = 0; id < chain_.size(); ++id) {
      if (chain_.size() > budget.states) throw TooLargeToPlay(budget.states);
      if (chain_.expanded(id)) continue;
      chain_.expand(id);
      for (const Branch& branch : chain_.branches(id)) {
        assert(!branch.lap_begins || chain_.rules().laps() > 0);
        if (branch.lap_begins) chain_.find_end(branch.next);
      }
      if (id % states_between_looks != 0) continue;
      if (stop.load(std::memory_order_relaxed)) return false;
      if (watched) watched->states.store(chain_.size(), std::memory_order_relaxed), watched->look();
    }
    for (std::uint32_t id = 0; id < chain_.size(); ++id) {
      if (chain_.faces(id) > 0) stages_[chain_.stage(id)].push_back(id);
      alternatives_.push_back(chain_.faces(id) > 0 ? choices_(chain_.state(id)) : 0);
      if (alternatives_.back() > 0) known_[id].resize(static_cast<std::size_t>(laps_));
    }
    return true;
  }

  // The odds from each state, from the last lap to the first.
  void solve() {
    odds_.resize(chain_.size());
    for (lap_ = laps_; lap_ > 0; --lap_) {
      solve_lap();
      for (auto& [id, laps] : known_) {
        BestPlay::InLap& here = laps[static_cast<std::size_t>(lap_ - 1)];
        here.odds = odds_of(id);
        here.best = best_of(here.odds);
      }
      if (lap_ > 1) odds_of_next_lap_ = odds_;
    }
  }

  // Probability from the start on, along the best alternatives; then what is known of each choice.
  BestPlay play() {
    std::vector<double> mass(chain_.size());
    mass[Chain::start] = 1;
    settled_.add(chain_.book(), chain_.start_settlement(), 1, 1.0);
    for (lap_ = 1; lap_ <= laps_; ++lap_) mass = push_lap(std::move(mass));
    const Rules& rules = chain_.rules();
    BestPlay play(rules.state_size());
    for (auto& [id, laps] : known_) play.add(chain_.state(id), std::move(laps));
    play.odds = {std::vector<double>(rules.event_count()), std::vector<std::map<int, double>>(rules.measure_count())};
    settled_.add_to(play.odds, chain_.book());
    play.states = chain_.size();
    return play;
  }

 private:
  // From the last stage to the first. Within a stage, which may be a loop, until they change no more.
  void solve_lap() {
    for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
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

  // What comes to the next lap of what has come to this one.
  std::vector<double> push_lap(std::vector<double> mass) {
    std::vector<double> next(chain_.size());
    for (const auto& [stage, list] : stages_) {
      for (int round = 0; round < most_rounds; ++round) {
        double around = 0;
        for (const std::uint32_t id : list) {
          const double here = std::exchange(mass[id], 0);
          if (here == 0) continue;
          const auto go = [&](const Branch& branch, double amount) {
            settled_.add(chain_.book(), branch.settlement, lap_, amount);
            if (branch.lap_begins && lap_ < laps_) {
              next[branch.next] += amount;
            } else if (branch.lap_begins) {
              const Chain::End end = *chain_.end_of(branch.next);
              settled_.add(chain_.book(), end.settlement, lap_, amount);
              mass[end.state] += amount;
            } else {
              mass[branch.next] += amount;
              if (chain_.faces(branch.next) > 0 && chain_.stage(branch.next) == stage) around += amount;
            }
          };
          if (alternatives_[id] > 0) {
            BestPlay::InLap& known = known_[id][static_cast<std::size_t>(lap_ - 1)];
            known.probability += here;
            go(branch_of(id, known.best), here);
          } else {
            for (const Branch& branch : chain_.branches(id)) go(branch, here * branch.faces / chain_.faces(id));
          }
        }
        if (around <= settled_enough) break;
      }
    }
    return next;
  }

  static std::size_t best_of(const std::vector<double>& odds) {
    const double most = *std::max_element(odds.begin(), odds.end());
    return static_cast<std::size_t>(std::find_if(odds.begin(), odds.end(), [&](double p) { return p >= most - equal_odds; }) -
                                    odds.begin());
  }
  bool settles(std::uint32_t settlement) {
    if (settlement >= settles_.size()) settles_.resize(settlement + 1, unknown);
    char& known = settles_[settlement];
    if (known == unknown) {
      const auto& book = chain_.book();
      const auto facts = book.settlement(settlement);
      known = std::any_of(facts.begin(), facts.end(), [&](std::uint32_t fact) {
        return book.facts()[fact] == Fact{Fact::Kind::event, event_, 0};
      });
    }
    return known != 0;
  }
  double odds_along(const Branch& branch) {
    if (settles(branch.settlement)) return 1;
    if (!branch.lap_begins) return odds_[branch.next];
    if (lap_ < laps_) return odds_of_next_lap_[branch.next];
    const Chain::End end = *chain_.end_of(branch.next);
    return settles(end.settlement) ? 1 : odds_[end.state];
  }
  const Branch& branch_of(std::uint32_t id, std::size_t face) const { return chain_.branches(id)[chain_.branch_of_face(id)[face]]; }
  std::vector<double> odds_of(std::uint32_t id) {
    std::vector<double> odds;
    for (std::size_t i = 0; i < static_cast<std::size_t>(alternatives_[id]); ++i) odds.push_back(odds_along(branch_of(id, i)));
    return odds;
  }
  double odds_from(std::uint32_t id) {
    double odds = 0;
    for (const Branch& branch : chain_.branches(id)) {
      if (alternatives_[id] > 0)
        odds = std::max(odds, odds_along(branch));
      else
        odds += odds_along(branch) * branch.faces / chain_.faces(id);
    }
    return odds;
  }

  static constexpr char unknown = 2;
  Chain chain_;
  const std::function<int(const std::byte*)>& choices_;
  int event_;
  int laps_;
  int lap_ = 1;  // under way
  std::map<int, std::vector<std::uint32_t>> stages_;
  std::vector<int> alternatives_;  // by state
  std::vector<double> odds_;       // by state, in this lap
  std::vector<double> odds_of_next_lap_;
  std::map<std::uint32_t, std::vector<BestPlay::InLap>> known_;  // by state in which is chosen, by lap
  std::vector<char> settles_;                                    // by settlement
  Settlements<double> settled_;
};

}  // namespace

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

BestPlay best_play(const Rules& rules, const std::function<int(const std::byte*)>& choices, int event, const Budget& budget,
                   const std::atomic<bool>& stop, Progress* watched) {
  Backwards backwards(rules, choices, event);
  if (!backwards.grow(budget, stop, watched)) return BestPlay(rules.state_size());
  backwards.solve();
  return backwards.play();
}

}  // namespace boxcars::sim
