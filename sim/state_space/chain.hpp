#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/process/rules.hpp"
#include "sim/state_space/label_table.hpp"
#include "sim/state_space/states.hpp"

namespace boxcars::sim {

/// A transition of the chain: all faces of a throw that lead to the same state with the same outcomes.
struct Transition {
  std::uint32_t next = 0;   ///< the state that it leads to
  std::uint32_t label = 0;  ///< of its outcomes; see Chain::labels()
  std::uint8_t faces = 0;   ///< the number of the throw's faces that take it
  bool lap_begins = false;  ///< whether the next state is in the next lap
};

/// The state space of a question: states are numbered in the order of their discovery, and equal states are one. The chain grows by
/// expand() while it is solved; then it is frozen, and all threads read it without a lock.
class Chain {
 public:
  static constexpr std::uint32_t start = 0;

  explicit Chain(const Rules& rules);
  const Rules& rules() const { return *rules_; }
  std::size_t size() const { return nodes_.size(); }
  /// About how much memory it takes.
  std::size_t bytes() const;
  const std::byte* state(std::uint32_t id) const { return states_[id]; }
  int stage(std::uint32_t id) const { return nodes_[id].stage; }  ///< from freeze() on 0 <= stage < stages(), in the same order
  int stages() const { return stages_; }
  int faces(std::uint32_t id) const { return nodes_[id].faces; }  ///< of the state's next throw; 0: the trial is over
  bool expanded(std::uint32_t id) const { return nodes_[id].transitions > 0 || nodes_[id].faces == 0; }
  std::span<const Transition> transitions(std::uint32_t id) const {
    return {&transitions_[nodes_[id].first_transition], nodes_[id].transitions};
  }
  /// The transition that each face of the state's throw takes, as an index into transitions().
  std::span<const std::uint8_t> transition_of_face(std::uint32_t id) const {
    return {&transition_of_face_[nodes_[id].first_face], static_cast<std::size_t>(nodes_[id].faces)};
  }

  /// What follows the last lap, from a state that would have begun another.
  struct End {
    std::uint32_t state = 0;
    std::uint32_t label = 0;
  };
  /// Asks the rules what follows the last lap, and remembers it. For rules that end by laps only.
  End find_end(std::uint32_t id);
  /// What find_end() has found; null if it was not asked.
  const End* end_of(std::uint32_t id) const {
    const auto found = ends_.find(id);
    return found == ends_.end() ? nullptr : &found->second;
  }

  /// The labels of all transitions so far.
  const LabelTable& labels() const { return labels_; }
  std::uint32_t start_label() const { return start_label_; }

  /// Asks the rules where each face of the state's throw leads.
  void expand(std::uint32_t id);

  /// Ends the growth: stages are renumbered without gaps.
  void freeze();

 private:
  struct Node {
    std::uint32_t first_transition = 0;
    std::uint32_t first_face = 0;
    int stage = 0;
    std::uint8_t faces = 0;
    std::uint8_t transitions = 0;  // 0 until the state is expanded
  };
  std::string_view bytes(const std::byte* state) const { return {reinterpret_cast<const char*>(state), rules_->state_size()}; }

  std::uint32_t id_of(const std::byte* state);

  const Rules* rules_;
  std::unique_ptr<Player> player_;
  States states_;
  std::vector<Node> nodes_;
  int stages_ = 0;
  std::vector<Transition> transitions_;
  std::vector<std::uint8_t> transition_of_face_;

  LabelTable labels_;
  std::uint32_t start_label_ = 0;
  std::unordered_map<std::uint32_t, End> ends_;

  std::vector<std::byte> to_;  // scratch space for one state
};

}  // namespace boxcars::sim
