#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/process.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

inline constexpr int max_faces = 36;

/// One thing that a throw can settle, numbered: that an event happened, that a measure has a value, or that its value is the number of
/// the lap under way; that of several events the one of that lap and all behind it happened.
struct Fact {
  enum class Kind : std::uint8_t { event, measure, lap_measure, lap_events };
  Kind kind = Kind::event;
  int index = 0;  ///< of the event or measure, or of the first of several events
  int value = 0;  ///< of the measure; how many events
  auto operator<=>(const Fact&) const = default;
};

/// The faces of a throw that lead to the same state and settle the same facts.
struct Branch {
  std::uint32_t next = 0;        ///< state
  std::uint32_t settlement = 0;  ///< what is settled on the way; see Chain::facts()
  std::uint8_t faces = 0;        ///< how many of the throw's faces
  bool lap_begins = false;       ///< the next state is in the next lap
};

/// The states of a process, numbered in the order of their discovery and merged where they are equal. It grows by expand() while it
/// is solved; then it is frozen, and all threads read it without a lock.
template <Process P>
class Chain {
 public:
  using State = typename P::State;
  using Settled = typename P::Settled;
  static constexpr std::uint32_t start = 0;

  explicit Chain(const P& process) : process_(&process), known_(1024, Hash{this}, Equal{this}) {
    settlements_.push_back(0);
    settlements_.push_back(0);
    settlement_ids_.emplace(std::vector<std::uint32_t>{}, 0);
    const State first = process_->start(settled_by_branch_.front());
    start_settlement_ = settlement_id(settled_by_branch_.front());
    id_of(first);
  }
  explicit Chain(const P&&) = delete;  // the process must outlive the chain
  Chain(const Chain&) = delete;        // known_ refers to states_
  Chain& operator=(const Chain&) = delete;

  const P& process() const { return *process_; }
  std::size_t size() const { return states_.size(); }
  const State& state(std::uint32_t id) const { return states_[id]; }
  int stage(std::uint32_t id) const { return nodes_[id].stage; }  ///< from freeze() on 0 <= stage < stages(), in the same order
  int stages() const { return stages_; }
  int faces(std::uint32_t id) const { return nodes_[id].faces; }  ///< of the state's next throw; 0: the trial is over
  bool expanded(std::uint32_t id) const { return nodes_[id].branches > 0 || nodes_[id].faces == 0; }
  std::span<const Branch> branches(std::uint32_t id) const { return {&branches_[nodes_[id].first_branch], nodes_[id].branches}; }
  /// For each face of the state's throw, which of its branches() it takes.
  std::span<const std::uint8_t> branch_of_face(std::uint32_t id) const {
    return {&branch_of_face_[nodes_[id].first_face], static_cast<std::size_t>(nodes_[id].faces)};
  }

  /// What follows the last lap, of a state that would have begun another.
  struct End {
    std::uint32_t state = 0;
    std::uint32_t settlement = 0;
  };
  /// Asks the process for it; then it is known.
  const End& find_end(std::uint32_t id) requires EndsByLaps<P> {
    const auto [at, added] = ends_.try_emplace(id);
    if (added) {
      Settled& settled = settled_by_branch_.front();
      settled.clear();
      const State from = states_[id];
      const State to = process_->end(from, settled);
      at->second = {id_of(to), settlement_id(settled)};
    }
    return at->second;
  }
  /// Nothing if it is not known.
  const End* end_of(std::uint32_t id) const {
    const auto found = ends_.find(id);
    return found == ends_.end() ? nullptr : &found->second;
  }

  /// All facts that any throw so far settles; a settlement is a list of indices into them.
  const std::vector<Fact>& facts() const { return facts_; }
  std::span<const std::uint32_t> settlement(std::uint32_t id) const {
    return {settled_facts_.data() + settlements_[id], settlements_[id + 1] - settlements_[id]};
  }
  std::uint32_t start_settlement() const { return start_settlement_; }

  /// Ends the growth: stages are numbered without gaps.
  void freeze() {
    std::vector<int> stages;
    for (const Node& node : nodes_) stages.push_back(node.stage);
    std::sort(stages.begin(), stages.end());
    stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    for (Node& node : nodes_) node.stage = static_cast<int>(std::lower_bound(stages.begin(), stages.end(), node.stage) - stages.begin());
    stages_ = static_cast<int>(stages.size());
  }

  /// Asks the process where each face of the state's throw leads.
  void expand(std::uint32_t id) {
    assert(!expanded(id));
    const State from = states_[id];
    const auto dice = process_->next_throw(from);
    std::array<Branch, max_faces> found{};
    std::size_t count = 0;
    const auto first_face = static_cast<std::uint32_t>(branch_of_face_.size());
    for (int face = 0; face < nodes_[id].faces; ++face) {
      if (const int twin = dice.twin(face); twin != face) {
        const std::uint8_t branch = branch_of_face_[first_face + static_cast<std::uint32_t>(twin)];
        ++found[branch].faces;
        branch_of_face_.push_back(branch);
        continue;
      }
      Settled& settled = settled_by_branch_[count];
      settled.clear();
      const State to = process_->next(from, dice.roll(face), settled);
      // Most faces do what an earlier one did: to see that needs no look-up.
      std::size_t at = 0;
      while (at < count && !(bytes(states_[found[at].next]) == bytes(to) && same(settled_by_branch_[at], settled))) ++at;
      if (at == count) {
        found[count++] = {id_of(to), settlement_id(settled), 0, settled.lap_begins()};
        assert(settled.lap_begins() || nodes_[found[at].next].faces == 0 || nodes_[found[at].next].stage >= nodes_[id].stage);
      }
      ++found[at].faces;
      branch_of_face_.push_back(static_cast<std::uint8_t>(at));
    }
    nodes_[id].first_face = first_face;
    nodes_[id].first_branch = static_cast<std::uint32_t>(branches_.size());
    nodes_[id].branches = static_cast<std::uint8_t>(count);
    branches_.insert(branches_.end(), found.begin(), found.begin() + count);
  }

 private:
  struct Node {
    std::uint32_t first_branch = 0;
    std::uint32_t first_face = 0;
    int stage = 0;
    std::uint8_t faces = 0;
    std::uint8_t branches = 0;  // 0 until expanded
  };
  static std::string_view bytes(const State& state) { return {reinterpret_cast<const char*>(&state), sizeof(State)}; }
  static bool same(const Settled& a, const Settled& b) {
    return a.events() == b.events() && a.measures() == b.measures() && a.lap_measures() == b.lap_measures() &&
           a.lap_events() == b.lap_events() && a.lap_begins() == b.lap_begins();
  }
  struct Hash {
    using is_transparent = void;
    const Chain* chain;
    std::size_t operator()(const State& state) const { return std::hash<std::string_view>{}(bytes(state)); }
    std::size_t operator()(std::uint32_t id) const { return (*this)(chain->states_[id]); }
  };
  struct Equal {
    using is_transparent = void;
    const Chain* chain;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
    bool operator()(const State& a, std::uint32_t b) const { return bytes(a) == bytes(chain->states_[b]); }
    bool operator()(std::uint32_t a, const State& b) const { return (*this)(b, a); }
  };

  std::uint32_t id_of(const State& state) {
    if (const auto known = known_.find(state); known != known_.end()) return *known;
    const auto id = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    const int faces = process_->next_throw(state).faces();
    assert(faces >= 0 && faces <= max_faces);
    nodes_.push_back({.stage = faces == 0 ? 0 : process_->stage(state), .faces = static_cast<std::uint8_t>(faces)});
    known_.insert(id);
    return id;
  }

  std::uint32_t settlement_id(const Settled& settled) {
    scratch_.clear();
    for (const auto event : settled.events()) scratch_.push_back(fact_id({Fact::Kind::event, static_cast<int>(event), 0}));
    for (const auto& [measure, value] : settled.measures()) scratch_.push_back(fact_id({Fact::Kind::measure, measure, value}));
    for (const auto measure : settled.lap_measures()) scratch_.push_back(fact_id({Fact::Kind::lap_measure, measure, 0}));
    for (const auto& [first, count] : settled.lap_events()) scratch_.push_back(fact_id({Fact::Kind::lap_events, first, count}));
    if (scratch_.empty()) return 0;
    const auto [at, added] = settlement_ids_.try_emplace(scratch_, static_cast<std::uint32_t>(settlements_.size() - 1));
    if (added) {
      settled_facts_.insert(settled_facts_.end(), scratch_.begin(), scratch_.end());
      settlements_.push_back(static_cast<std::uint32_t>(settled_facts_.size()));
    }
    return at->second;
  }

  std::uint32_t fact_id(const Fact& fact) {
    const auto [at, added] = fact_ids_.try_emplace(fact, static_cast<std::uint32_t>(facts_.size()));
    if (added) facts_.push_back(fact);
    return at->second;
  }

  const P* process_;
  std::vector<State> states_;
  std::vector<Node> nodes_;
  int stages_ = 0;
  std::vector<Branch> branches_;
  std::vector<std::uint8_t> branch_of_face_;
  std::unordered_set<std::uint32_t, Hash, Equal> known_;

  std::vector<Fact> facts_;
  std::map<Fact, std::uint32_t> fact_ids_;
  std::vector<std::uint32_t> settled_facts_;  // all settlements, one after the other
  std::vector<std::uint32_t> settlements_;    // where each begins, and the end
  std::map<std::vector<std::uint32_t>, std::uint32_t> settlement_ids_;
  std::uint32_t start_settlement_ = 0;
  std::unordered_map<std::uint32_t, End> ends_;

  std::array<Settled, max_faces + 1> settled_by_branch_;  // of the state being expanded
  std::vector<std::uint32_t> scratch_;
};

/// What has been settled of a chain's facts, in trials or probability; of measures by laps, lap by lap.
template <class Amount>
class Settlements {
 public:
  /// Adds an amount to every fact of a settlement, in the lap under way.
  template <Process P>
  void add(const Chain<P>& chain, std::uint32_t settlement, int lap, Amount amount) {
    for (const std::uint32_t fact : chain.settlement(settlement)) {
      if (fact >= amounts_.size()) amounts_.resize(chain.facts().size()), by_lap_.resize(chain.facts().size());
      const Fact::Kind kind = chain.facts()[fact].kind;
      if (kind != Fact::Kind::lap_measure && kind != Fact::Kind::lap_events) {
        amounts_[fact] += amount;
        continue;
      }
      auto& laps = by_lap_[fact];
      const auto index = static_cast<std::size_t>(lap);
      if (index >= laps.size()) laps.resize(index + 1);
      laps[index] += amount;
    }
  }

  void clear() {
    std::fill(amounts_.begin(), amounts_.end(), Amount{});
    for (auto& laps : by_lap_) laps.clear();
  }

  /// Of the same chain.
  Settlements& operator+=(const Settlements& part) {
    amounts_.resize(std::max(amounts_.size(), part.amounts_.size()));
    by_lap_.resize(amounts_.size());
    for (std::size_t fact = 0; fact < part.amounts_.size(); ++fact) {
      amounts_[fact] += part.amounts_[fact];
      auto& laps = by_lap_[fact];
      laps.resize(std::max(laps.size(), part.by_lap_[fact].size()));
      for (std::size_t lap = 0; lap < part.by_lap_[fact].size(); ++lap) laps[lap] += part.by_lap_[fact][lap];
    }
    return *this;
  }

  /// Adds all of it to a Tally or Odds.
  template <Process P, class Tallied>
  void add_to(Tallied& tallied, const Chain<P>& chain) const {
    for (std::size_t i = 0; i < amounts_.size(); ++i) {
      const Fact& fact = chain.facts()[i];
      const auto index = static_cast<std::size_t>(fact.index);
      if (fact.kind == Fact::Kind::event) tallied.events[index] += amounts_[i];
      if (fact.kind == Fact::Kind::measure && amounts_[i] > 0) tallied.measures[index][fact.value] += amounts_[i];
      for (std::size_t lap = 0; lap < by_lap_[i].size(); ++lap) {
        if (by_lap_[i][lap] == 0) continue;
        if (fact.kind == Fact::Kind::lap_measure)
          tallied.measures[index][static_cast<int>(lap)] += by_lap_[i][lap];
        else
          for (auto event = lap; event <= static_cast<std::size_t>(fact.value); ++event)
            tallied.events[index + event - 1] += by_lap_[i][lap];
      }
    }
  }

 private:
  std::vector<Amount> amounts_;              // by fact
  std::vector<std::vector<Amount>> by_lap_;  // by fact
};

}  // namespace boxcars::sim
