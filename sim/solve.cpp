#include "sim/solve.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/linear_system.hpp"
#include "sim/settlements.hpp"

namespace boxcars::sim {
namespace {

constexpr std::size_t states_a_look = 256;  // expanded, from one look at how far it is to the next

/// Throws NeverEnds unless every state of the list has a path to one that is not in it, or not expanded. `local(branch)` is the place
/// in the list of the state that it leads to, or nothing.
template <class Local>
void require_exits(const Chain& chain, const std::vector<std::uint32_t>& list, Local local) {
  std::vector<std::vector<std::uint32_t>> back(list.size());
  std::vector<char> leaves(list.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    bool exit = !chain.expanded(list[i]) || chain.faces(list[i]) == 0;
    if (!exit) {
      for (const Branch& branch : chain.branches(list[i])) {
        if (const std::optional<std::uint32_t> to = local(branch))
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

/// Probability on its way through a chain that grows; see solve().
class Solver {
 public:
  Solver(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
      : chain_(&chain), budget_(budget), stop_(&stop), watched_(watched) {}

  Solution solution() {
    fit();
    settled_.add(chain_->book(), chain_->start_settlement(), lap_, 1.0);
    arrive(Chain::start, 1.0);
    for (;; ++lap_) {
      for (auto& [stage, list] : waiting_) {  // stages that are found on the way lie ahead
        if (list.empty()) continue;
        if (is_stopped()) return {.neglected = 1};
        list_.clear();
        std::swap(list_, list);
        push(stage, list_);
      }
      if (is_stopped()) return {.neglected = 1};
      double left = 0;
      for (const auto& entry : next_lap_) left += entry.second;
      if (left <= budget_.cut || visits_ > budget_.visits) {
        neglected_ += left;
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
    return solution_of(odds_of(settled_, chain_->book(), chain_->rules().event_count(), chain_->rules().measure_count()), neglected_);
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

  // What would begin another lap after the last one ends instead.
  void end_laps() {
    for (const auto& [id, amount] : next_lap_) {
      const Chain::End end = chain_->find_end(id);
      fit();
      settled_.add(chain_->book(), end.settlement, lap_, amount);
      arrive(end.state, amount);
    }
    next_lap_.clear();
  }

  // Pushes what waits in a stage on; a loop inside the stage appends to the list.
  void push(int stage, std::vector<std::uint32_t>& list) {
    const std::size_t entered = list.size();
    visits_ += entered;
    const auto stays = [&](const Branch& branch) {
      return !branch.lap_begins && chain_->faces(branch.next) > 0 && chain_->stage(branch.next) == stage;
    };

    bool loops = false;
    for (std::size_t i = 0; i < list.size() && !is_stopped(); ++i) {
      const bool in_budget = i < entered ? missed_[list[i]] + mass_[list[i]] > budget_.cut : i < entered + budget_.loop_states;
      if (!chain_->expanded(list[i])) {
        if (!in_budget || chain_->size() >= budget_.states) continue;
        chain_->expand(list[i]);
        ++expanded_;
        if (watched_) watched_->states.store(chain_->size(), std::memory_order_relaxed);
        if (watched_ && expanded_ % states_a_look == 0) watched_->look();
        fit();
      }
      for (const Branch& branch : chain_->branches(list[i])) {
        if (!stays(branch)) continue;
        loops = true;
        if (!listed_[branch.next]) listed_[branch.next] = 1, list.push_back(branch.next);
      }
    }
    if (is_stopped()) return;
    if (loops) visit_loop(list, stays);

    for (const std::uint32_t id : list) {
      const double mass = mass_[id];
      mass_[id] = 0;
      listed_[id] = 0;
      if (!chain_->expanded(id)) {
        missed_[id] += mass;
        neglected_ += mass;
        continue;
      }
      for (const Branch& branch : chain_->branches(id)) {
        const double amount = mass * branch.faces / chain_->faces(id);
        settled_.add(chain_->book(), branch.settlement, lap_, amount);
        if (stays(branch)) continue;  // the visits count it already
        if (branch.lap_begins)
          next_lap_.emplace_back(branch.next, amount);
        else
          arrive(branch.next, amount);
      }
    }
  }

  // The states of a loop inside one stage: from the probability with which each is entered to its expected number of visits.
  template <class Stays>
  void visit_loop(const std::vector<std::uint32_t>& list, Stays stays) {
    std::map<std::uint32_t, std::uint32_t> local;
    std::vector<double> entry;
    for (const std::uint32_t id : list) {
      local.emplace(id, static_cast<std::uint32_t>(entry.size()));
      entry.push_back(mass_[id]);
    }
    require_exits(*chain_, list, [&](const Branch& branch) {
      const auto found = local.find(branch.next);
      return branch.lap_begins || found == local.end() ? std::nullopt : std::optional(found->second);
    });
    std::vector<LoopEdge> edges;
    for (const std::uint32_t id : list) {
      if (!chain_->expanded(id)) continue;
      for (const Branch& branch : chain_->branches(id)) {
        if (stays(branch)) edges.push_back({local[id], local[branch.next], static_cast<double>(branch.faces) / chain_->faces(id)});
      }
    }
    const auto visits = expected_visits(entry, edges);
    if (!visits) throw NeverEnds("a loop that is as good as never left");
    for (std::size_t i = 0; i < list.size(); ++i) mass_[list[i]] = (*visits)[i];
  }

  // Laps go on as long as anybody is left in them, so every state must have a way out. What is new is looked at again, but not every time.
  void require_exits_of_laps() {
    if (chain_->rules().laps() > 0) return;  // there is a last one
    if (expanded_ > checked_ && (expanded_ == expanded_a_lap_ago_ || expanded_ >= 2 * checked_)) {
      std::vector<std::uint32_t> all(chain_->size());
      std::iota(all.begin(), all.end(), 0U);
      require_exits(*chain_, all, [](const Branch& branch) { return std::optional(branch.next); });
      checked_ = expanded_;
    }
    expanded_a_lap_ago_ = expanded_;
  }

  Chain* chain_;
  Budget budget_;
  const std::atomic<bool>* stop_;
  Progress* watched_;
  std::vector<double> mass_;                                // by state: probability of a visit (of visits, in loops)
  std::vector<double> missed_;                              // by state: what came before it was worth expanding
  std::vector<char> listed_;                                // by state: waits in its stage
  std::map<int, std::vector<std::uint32_t>> waiting_;       // by stage, in order of discovery
  std::vector<std::vector<std::uint32_t>*> list_of_;        // by state: that of its stage
  std::vector<std::uint32_t> list_;                         // of the stage being pushed
  std::vector<std::pair<std::uint32_t, double>> next_lap_;  // what enters a state in the next lap
  int lap_ = 1;
  std::uint64_t visits_ = 0;
  double neglected_ = 0;
  Settlements<double> settled_;
  std::size_t expanded_ = 0;
  std::size_t checked_ = 0;  // as many states as were expanded when all had a way out
  std::size_t expanded_a_lap_ago_ = 0;
};

}  // namespace

Solution solution_of(Odds settled, double neglected) {
  if (neglected > max_neglected) return {.neglected = neglected, .least = std::move(settled.events)};
  return {.odds = std::move(settled), .neglected = neglected};
}

Solution solve(Chain& chain, const Budget& budget, const std::atomic<bool>& stop, Progress* watched) {
  return Solver(chain, budget, stop, watched).solution();
}

}  // namespace boxcars::sim
