#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/facts.hpp"
#include "sim/rules.hpp"
#include "sim/states.hpp"

namespace boxcars::sim {

/// The faces of a throw that lead to the same state and settle the same facts.
struct Branch {
  std::uint32_t next = 0;        ///< state
  std::uint32_t settlement = 0;  ///< what is settled on the way; see Chain::book()
  std::uint8_t faces = 0;        ///< how many of the throw's faces
  bool lap_begins = false;       ///< the next state is in the next lap
};

/// The states of a question, numbered in the order of their discovery and merged where they are equal. It grows by expand() while it
/// is solved; then it is frozen, and all threads read it without a lock.
class Chain {
 public:
  static constexpr std::uint32_t start = 0;

  explicit Chain(const Rules& rules);
  const Rules& rules() const { return *rules_; }
  std::size_t size() const { return nodes_.size(); }
  const std::byte* state(std::uint32_t id) const { return states_[id]; }
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

  /// What any throw so far settles.
  const FactBook& book() const { return book_; }
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

  std::uint32_t id_of(const std::byte* state);

  const Rules* rules_;
  std::unique_ptr<Player> player_;
  States states_;
  std::vector<Node> nodes_;
  int stages_ = 0;
  std::vector<Branch> branches_;
  std::vector<std::uint8_t> branch_of_face_;

  FactBook book_;
  std::uint32_t start_settlement_ = 0;
  std::unordered_map<std::uint32_t, End> ends_;

  std::vector<std::byte> to_;  // a state on its way
};

}  // namespace boxcars::sim
