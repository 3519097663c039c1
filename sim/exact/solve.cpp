#include "sim/exact/solve.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/exact/linear_system.hpp"
#include "sim/resources/memory.hpp"
#include "sim/state_space/outcome_sums.hpp"

namespace boxcars::sim {
namespace {

constexpr std::size_t states_per_poll = 256;  // states expanded between two polls

/// Throws NeverEnds unless every state of the list has a path to a state that is outside the list or not expanded. `local(transition)` is
/// the place in the list of the state that a transition leads to; nothing if it leads outside.
template <class Local>
void require_exits(const Chain& chain, const std::vector<std::uint32_t>& list, Local local) {
  std::vector<std::vector<std::uint32_t>> back(list.size());
  std::vector<char> leaves(list.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    bool exit = !chain.expanded(list[i]) || chain.faces(list[i]) == 0;
    if (!exit) {
      for (const Transition& transition : chain.transitions(list[i])) {
        if (const std::optional<std::uint32_t> to = local(transition))
          back[*to].push_back(i);
        else
          exit = true;
      }
    }
    if (exit) leaves[i] = 1, open.push_back(i);
  }
  while (!open.empty()) {
    const std::uint32_t to = open.back();
    open.pop_back();
    for (const std::uint32_t from : back[to]) {
      if (!leaves[from]) leaves[from] = 1, open.push_back(from);
    }
  }
  if (std::find(leaves.begin(), leaves.end(), 0) != leaves.end()) throw NeverEnds("a loop that cannot be left");
}

/// Pushes probability through a chain that grows meanwhile; see solve().
class Solver {
 public:
  Solver(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
      : chain_(&chain), budget_(budget), stop_(&stop), watched_(watched) {}

  Solution solution() {
    fit();
    outcomes_.add(chain_->labels(), chain_->start_label(), lap_, 1.0);
    arrive(Chain::start, 1.0);
    for (;; ++lap_) {
      for (auto& [stage, list] : waiting_) {  // stages that are found meanwhile lie ahead
        if (list.empty()) continue;
        if (is_stopped()) return {.truncated_mass = 1};
        list_.clear();
        std::swap(list_, list);
        push(stage, list_);
      }
      if (is_stopped()) return {.truncated_mass = 1};
      double left = 0;
      for (const auto& entry : next_lap_) left += entry.second;
      if (left <= budget_.threshold || visits_ > budget_.visits) {
        truncated_mass_ += left;
        break;
      }
      if (chain_->rules().is_last_lap(lap_)) {
        end_laps();
        continue;
      }
      require_exits_of_laps();
      for (const auto& [id, amount] : next_lap_) arrive(id, amount);
      next_lap_.clear();
    }
    return solution_of(odds_of(outcomes_, chain_->labels(), chain_->rules().event_count(), chain_->rules().measure_count()),
                       truncated_mass_);
  }

 private:
  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }

  void fit() {
    mass_.resize(chain_->size());
    missed_.resize(chain_->size());
    list_of_.resize(chain_->size());
    listed_.resize(chain_->size());
  }

  void arrive(std::uint32_t id, double amount) {
    if (chain_->faces(id) == 0) return;
    mass_[id] += amount;
    if (listed_[id]) return;
    listed_[id] = 1;
    if (!list_of_[id]) list_of_[id] = &waiting_[chain_->stage(id)];
    list_of_[id]->push_back(id);
  }

  // After the last lap, what would have begun another one ends instead.
  void end_laps() {
    for (const auto& [id, amount] : next_lap_) {
      const Chain::End end = chain_->find_end(id);
      fit();
      outcomes_.add(chain_->labels(), end.label, lap_, amount);
      arrive(end.state, amount);
    }
    next_lap_.clear();
  }

  // Pushes what waits in a stage; a loop inside the stage appends to the list.
  void push(int stage, std::vector<std::uint32_t>& list) {
    const std::size_t entered = list.size();
    visits_ += entered;
    const auto stays = [&](const Transition& transition) {
      return !transition.lap_begins && chain_->faces(transition.next) > 0 && chain_->stage(transition.next) == stage;
    };

    if (expand(list, entered, stays)) {
      // A state that is hardly ever entered may often be visited from within the loop.
      const auto is_missed = [&](std::uint32_t id) { return !chain_->expanded(id) && is_worth_expanding(id); };
      while (!is_stopped()) {
        const std::vector<double> entry = visit_loop(list, stays);
        const auto behind_entered = list.begin() + static_cast<std::ptrdiff_t>(entered);
        if (chain_->size() >= budget_.states || std::none_of(list.begin(), behind_entered, is_missed)) break;
        expand(list, entered, stays);
        for (std::size_t i = 0; i < list.size(); ++i) mass_[list[i]] = i < entry.size() ? entry[i] : 0;
      }
    }
    if (is_stopped()) return;

    for (const std::uint32_t id : list) {
      const double mass = mass_[id];
      mass_[id] = 0;
      listed_[id] = 0;
      if (!chain_->expanded(id)) {
        missed_[id] += mass;
        truncated_mass_ += mass;
        continue;
      }
      for (const Transition& transition : chain_->transitions(id)) {
        const double amount = mass * transition.faces / chain_->faces(id);
        outcomes_.add(chain_->labels(), transition.label, lap_, amount);
        if (stays(transition)) continue;  // the expected visits count it already
        if (transition.lap_begins)
          next_lap_.emplace_back(transition.next, amount);
        else
          arrive(transition.next, amount);
      }
    }
  }

  bool is_worth_expanding(std::uint32_t id) const { return missed_[id] + mass_[id] > budget_.threshold; }

  // Expands the states of a stage, and appends those that they lead to within it; whether there are any.
  template <class Stays>
  bool expand(std::vector<std::uint32_t>& list, std::size_t entered, Stays stays) {
    bool loops = false;
    for (std::size_t i = 0; i < list.size() && !is_stopped(); ++i) {
      const bool in_budget = i < entered ? is_worth_expanding(list[i]) : i < entered + budget_.loop_states;
      if (!chain_->expanded(list[i])) {
        if (!in_budget || chain_->size() >= budget_.states) continue;
        chain_->expand(list[i]);
        ++expanded_;
        if (watched_) watched_->states.store(chain_->size(), std::memory_order_relaxed);
        if (expanded_ % states_per_poll == 0) {
          if (watched_) watched_->poll();
          memory_.grow(chain_->bytes() + chain_->size() * of_a_state, Memory::Beside::much, *stop_);
        }
        fit();
      }
      for (const Transition& transition : chain_->transitions(list[i])) {
        if (!stays(transition)) continue;
        loops = true;
        if (!listed_[transition.next]) listed_[transition.next] = 1, list.push_back(transition.next);
      }
    }
    return loops;
  }

  // Turns the probability with which each state of a loop inside one stage is entered into its expected number of visits; that probability.
  template <class Stays>
  std::vector<double> visit_loop(const std::vector<std::uint32_t>& list, Stays stays) {
    std::map<std::uint32_t, std::uint32_t> local;
    std::vector<double> entry;
    for (const std::uint32_t id : list) {
      local.emplace(id, static_cast<std::uint32_t>(entry.size()));
      entry.push_back(mass_[id]);
    }
    require_exits(*chain_, list, [&](const Transition& transition) {
      const auto found = local.find(transition.next);
      return transition.lap_begins || found == local.end() ? std::nullopt : std::optional(found->second);
    });
    std::vector<LoopEdge> edges;
    for (const std::uint32_t id : list) {
      if (!chain_->expanded(id)) continue;
      for (const Transition& transition : chain_->transitions(id)) {
        if (stays(transition))
          edges.push_back({local[id], local[transition.next], static_cast<double>(transition.faces) / chain_->faces(id)});
      }
    }
    const auto visits = expected_visits(entry, edges);
    if (!visits) throw NeverEnds("a loop that is as good as never left");
    for (std::size_t i = 0; i < list.size(); ++i) mass_[list[i]] = (*visits)[i];
    return entry;
  }

  // Laps go on as long as any probability is left in them, so every state must have a way out. After growth the states are checked again,
  // though not every time.
  void require_exits_of_laps() {
    if (chain_->rules().laps() > 0) return;  // there is a last lap
    if (expanded_ > checked_ && (expanded_ == expanded_a_lap_ago_ || expanded_ >= 2 * checked_)) {
      std::vector<std::uint32_t> all(chain_->size());
      std::iota(all.begin(), all.end(), 0U);
      require_exits(*chain_, all, [](const Transition& transition) { return std::optional(transition.next); });
      checked_ = expanded_;
    }
    expanded_a_lap_ago_ = expanded_;
  }

  static constexpr std::size_t of_a_state = 2 * sizeof(double) + sizeof(char) + sizeof(void*);  // bytes beside the chain

  Chain* chain_;
  Memory::Part memory_{};
  Budget budget_;
  const std::atomic<bool>* stop_;
  Progress* watched_;
  std::vector<double> mass_;                                // by state: probability of a visit; in a loop, expected visits
  std::vector<double> missed_;                              // by state: probability that came before the state was worth expanding
  std::vector<char> listed_;                                // by state: whether it waits in its stage
  std::map<int, std::vector<std::uint32_t>> waiting_;       // by stage, in order of discovery
  std::vector<std::vector<std::uint32_t>*> list_of_;        // by state: the list of its stage
  std::vector<std::uint32_t> list_;                         // of the stage that is being pushed
  std::vector<std::pair<std::uint32_t, double>> next_lap_;  // states, and the probability that enters them in the next lap
  int lap_ = 1;
  std::uint64_t visits_ = 0;
  double truncated_mass_ = 0;
  OutcomeSums<double> outcomes_;
  std::size_t expanded_ = 0;
  std::size_t checked_ = 0;  // the number of expanded states when all of them had a way out
  std::size_t expanded_a_lap_ago_ = 0;
};

}  // namespace

Solution solution_of(Odds odds, double truncated_mass) {
  if (truncated_mass > max_truncated_mass) return {.truncated_mass = truncated_mass, .lower_bounds = std::move(odds.events)};
  return {.odds = std::move(odds), .truncated_mass = truncated_mass};
}

Solution solve(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  return Solver(chain, budget, stop, watched).solution();
}

}  // namespace boxcars::sim
