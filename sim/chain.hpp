#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tsl/robin_set.h>

#include "sim/rules.hpp"

namespace boxcars::sim {

/// One thing that a throw can settle, numbered: that an event happened, that a measure has a value, or that its value is the number of
/// the lap under way; that of several events the one of that lap and all behind it happened.
struct Fact {
  enum class Kind : std::uint8_t { event, measure, lap_measure, lap_events };
  Kind kind = Kind::event;
  int index = 0;  ///< of the event or measure, or of the first of several events
  int value = 0;  ///< of the measure; how many events
  auto operator<=>(const Fact&) const = default;
};

/// Calls each(fact) for all that was settled.
template <class Each>
void for_each_fact(const Settled& settled, Each each) {
  for (const int event : settled.events) each(Fact{Fact::Kind::event, event, 0});
  for (const auto& [measure, value] : settled.measures) each(Fact{Fact::Kind::measure, measure, value});
  for (const int measure : settled.lap_measures) each(Fact{Fact::Kind::lap_measure, measure, 0});
  for (const auto& [first, count] : settled.lap_events) each(Fact{Fact::Kind::lap_events, first, count});
}

/// The faces of a throw that lead to the same state and settle the same facts.
struct Branch {
  std::uint32_t next = 0;        ///< state
  std::uint32_t settlement = 0;  ///< what is settled on the way; see Chain::facts()
  std::uint8_t faces = 0;        ///< how many of the throw's faces
  bool lap_begins = false;       ///< the next state is in the next lap
};

/// The states of a question, numbered in the order of their discovery and merged where they are equal. It grows by expand() while it
/// is solved; then it is frozen, and all threads read it without a lock.
class Chain {
 public:
  static constexpr std::uint32_t start = 0;

  explicit Chain(const Rules& rules);
  Chain(const Chain&) = delete;  // known_ refers to states_
  Chain& operator=(const Chain&) = delete;

  const Rules& rules() const { return *rules_; }
  std::size_t size() const { return nodes_.size(); }
  const std::byte* state(std::uint32_t id) const { return states_.data() + id * rules_->state_size(); }
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
  /// Asks the rules for it; then it is known. Of rules that end by laps only.
  End find_end(std::uint32_t id);
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

  /// Asks the rules where each face of the state's throw leads.
  void expand(std::uint32_t id);

  /// Ends the growth: stages are numbered without gaps.
  void freeze();

 private:
  struct Node {
    std::uint32_t first_branch = 0;
    std::uint32_t first_face = 0;
    int stage = 0;
    std::uint8_t faces = 0;
    std::uint8_t branches = 0;  // 0 until expanded
  };
  std::string_view bytes(const std::byte* state) const { return {reinterpret_cast<const char*>(state), rules_->state_size()}; }
  struct Hash {
    using is_transparent = void;
    const Chain* chain;
    std::size_t operator()(std::string_view state) const { return std::hash<std::string_view>{}(state); }
    std::size_t operator()(std::uint32_t id) const { return (*this)(chain->bytes(chain->state(id))); }
  };
  struct Equal {
    using is_transparent = void;
    const Chain* chain;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a == chain->bytes(chain->state(b)); }
    bool operator()(std::uint32_t a, std::string_view b) const { return (*this)(b, a); }
  };

  std::uint32_t id_of(const std::byte* state);
  std::uint32_t settlement_id(const Settled& settled);
  std::uint32_t fact_id(const Fact& fact);

  const Rules* rules_;
  std::unique_ptr<Player> player_;
  std::vector<std::byte> states_;  // one after the other
  std::vector<Node> nodes_;
  int stages_ = 0;
  std::vector<Branch> branches_;
  std::vector<std::uint8_t> branch_of_face_;
  tsl::robin_set<std::uint32_t, Hash, Equal, std::allocator<std::uint32_t>, true> known_;  // with their hashes

  std::vector<Fact> facts_;
  std::map<Fact, std::uint32_t> fact_ids_;
  std::vector<std::uint32_t> settled_facts_;  // all settlements, one after the other
  std::vector<std::uint32_t> settlements_;    // where each begins, and the end
  std::map<std::vector<std::uint32_t>, std::uint32_t> settlement_ids_;
  std::uint32_t start_settlement_ = 0;
  std::unordered_map<std::uint32_t, End> ends_;

  std::vector<std::byte> to_;  // a state on its way
  std::vector<std::uint32_t> scratch_;
};

}  // namespace boxcars::sim
