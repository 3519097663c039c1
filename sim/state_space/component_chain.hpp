#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/process/program.hpp"
#include "sim/resources/memory.hpp"
#include "sim/state_space/join_table.hpp"
#include "sim/state_space/label_table.hpp"
#include "sim/state_space/states.hpp"

namespace boxcars::sim {

/// The faces of a throw in classes that the rules cannot tell from each other.
struct FaceClasses {
  std::vector<std::uint8_t> of_face{};  ///< the class of each face
  std::vector<std::uint8_t> faces{};    ///< the number of faces of each class
  std::vector<std::uint8_t> first{};    ///< the first face of each class
  int total() const { return static_cast<int>(of_face.size()); }
};

/// The pattern of the throw that the player has taken, as an index into `patterns`, which are few.
std::uint16_t pattern_of(const Thrower& player, int faces, std::deque<FaceClasses>& patterns);

/// The chain of a component: its component states and the throws of its calls, numbered in the order of discovery. It grows as it is asked,
/// so an answer that must not depend on what was asked before must not depend on the order of numbers.
///
/// A state that forks (sim/process/components.hpp) is a fork node: its branches, which have throws of their own, and what waits for them.
class ComponentChain {
 public:
  /// Where a call begins or a throw leads: to another throw, to a fork node, or to an end. The end of a call is an exit back to the caller;
  /// the end of a branch is what the branch comes to.
  struct Edge {
    std::uint32_t to = unknown;
    std::uint32_t label = 0;
    bool ends() const { return (to & end_bit) != 0; }
    bool is_fork() const { return (to & (end_bit | fork_bit)) == fork_bit; }
    /// The number of the exit, or of the end of the branch.
    std::uint32_t end() const { return to & ~end_bit; }
    std::uint32_t fork() const { return to & ~fork_bit; }
    static constexpr std::uint32_t end_bit = 1U << 31, fork_bit = 1U << 30;
  };
  /// An exit: the component state after the call, and the number of what the caller is told.
  struct Exit {
    std::uint32_t component_state = 0;
    std::uint32_t back = 0;
  };
  struct Back {
    std::uint8_t observation = 0;
    std::uint32_t value = 0;
    bool operator==(const Back&) const = default;
  };
  /// The first edges of a fork node's branches, in order, and what waits for the first of them.
  struct ForkNode {
    std::vector<Edge> branches{};
    std::uint32_t waiting = 0;
    int stage = 0;
  };
  /// The distribution of a call or a branch: probability by end, and by label of what is recorded on the way.
  struct Row {
    std::vector<std::pair<std::uint32_t, double>> ends{};
    std::vector<std::pair<std::uint32_t, double>> labels{};
  };

  /// The bounds beyond which a row is given up.
  struct Limits {
    std::size_t nodes = ~std::size_t{0};
    std::size_t bytes = ~std::size_t{0};
    std::uint64_t work = ~std::uint64_t{0};
    const std::atomic<bool>* stop = nullptr;
    Memory::Part* memory = nullptr;  // the share of whoever wants the row
    std::size_t held = 0;            // bytes that whoever wants the row holds beside this chain
  };

  ComponentChain(std::unique_ptr<ComponentPlayer> player, const Program& program, LabelTable& labels);

  std::uint32_t start() const { return start_; }
  std::size_t nodes() const { return throws_->nodes.size() + throws_->forks.size() + throws_->join_table.size(); }
  std::size_t component_states() const { return component_states_.size(); }
  const std::byte* component_state(std::uint32_t id) const { return component_states_[id]; }
  Aggregate aggregate(std::uint32_t component_state) const { return aggregates_[component_state]; }
  const Exit& exit(std::uint32_t id) const { return exits_[id]; }
  const Back& back(std::uint32_t id) const { return backs_[id]; }

  /// The number of an argument, by which calls are entered.
  std::uint32_t argument_id(std::uint32_t argument);
  Edge enter(std::uint32_t argument_id, std::uint32_t component_state) {
    const auto& entries = throws_->entries;
    if (argument_id < entries.size() && component_state < entries[argument_id].size() &&
        entries[argument_id][component_state].to != unknown)
      return entries[argument_id][component_state];
    return begin(argument_id, component_state);
  }
  const FaceClasses& classes(std::uint32_t node) const { return patterns_[throws_->nodes[node].pattern]; }
  int stage(const Edge& edge) const { return edge.is_fork() ? throws_->forks[edge.fork()].stage : throws_->nodes[edge.to].stage; }
  Edge follow(std::uint32_t node, std::uint32_t face_class) {
    const Edge known = throws_->edges[throws_->nodes[node].first + face_class];
    return known.to != unknown ? known : expand(node, face_class);
  }
  const ForkNode& fork(std::uint32_t id) const { return throws_->forks[id]; }
  /// join() gives what waits after the next branch has ended in `end`; go_on() gives the edge that follows when all branches have been
  /// joined.
  JoinTable::Joined join(std::uint32_t waiting, std::uint32_t end) { return throws_->join_table.join(waiting, end); }
  Edge go_on(std::uint32_t waiting) {
    const auto& known = throws_->goes_on;
    return waiting < known.size() && known[waiting].to != unknown ? known[waiting] : find_way_on(waiting);
  }

  /// About how much memory the chain takes.
  std::size_t bytes() const;
  /// The number of probabilities that were pushed for all rows.
  std::uint64_t work() const { return work_; }
  const Row& row(std::uint32_t argument_id, std::uint32_t component_state) { return *row(argument_id, component_state, {}); }
  /// The row of a call; null if it has not been made yet.
  const Row* known_row(std::uint32_t argument_id, std::uint32_t component_state) const {
    const auto known = rows_.find(key_of(argument_id, component_state));
    return known == rows_.end() ? nullptr : &known->second;
  }
  /// The row of a call; null if it is given up, and then partial_row() has what is known of it.
  const Row* row(std::uint32_t argument_id, std::uint32_t component_state, const Limits& limits);
  const Row& partial_row() const { return partial_row_; }
  /// Forgets all throws; component states, arguments and exits are kept.
  void forget_throws();

 private:
  struct Node {
    std::uint32_t first = 0;  // its first edge
    std::uint16_t pattern = 0;
    int stage = 0;
  };
  // Everything that forget_throws() forgets.
  struct Throws {
    Throws(ComponentPlayer& player, LabelTable& labels, std::size_t state_size)
        : states(state_size), fork_states(state_size), join_table(player, labels, state_size) {}
    States states;
    std::vector<Node> nodes{};
    std::vector<Edge> edges{};
    States fork_states;
    std::deque<ForkNode> forks{};  // a deque, since references to its elements are held while it grows
    JoinTable join_table;
    std::vector<Edge> goes_on{};                           // by number of what waits
    std::vector<std::vector<Edge>> entries{};              // by argument and component state
    std::unordered_map<std::uint64_t, Row> branch_rows{};  // by where the branch begins, together with the label there
    std::size_t branch_row_numbers = 0;
  };
  static std::uint64_t key_of(std::uint32_t argument_id, std::uint32_t component_state) {
    return std::uint64_t{argument_id} << 32 | component_state;
  }
  class Amounts;
  class RowMaker;
  Edge begin(std::uint32_t argument_id, std::uint32_t component_state);
  Edge expand(std::uint32_t node, std::uint32_t face_class);
  Edge find_way_on(std::uint32_t waiting);
  Edge arrive();
  std::uint32_t fork_here(int branches);
  std::uint32_t exit_here();
  std::uint32_t component_state_id();

  std::unique_ptr<ComponentPlayer> player_;
  LabelTable* labels_;
  std::size_t state_size_;
  States component_states_;
  std::vector<Aggregate> aggregates_;  // by component state
  std::deque<FaceClasses> patterns_;   // a deque, since references to its elements are held while it grows
  std::vector<Exit> exits_;
  std::vector<Back> backs_;
  std::unordered_map<std::uint64_t, std::uint32_t> exit_ids_;
  std::vector<std::uint32_t> arguments_;
  std::unordered_map<std::uint64_t, Row> rows_;
  std::unique_ptr<Throws> throws_;
  std::uint32_t start_ = 0;
  std::vector<std::byte> to_;               // scratch space for a state
  std::vector<std::byte> component_state_;  // scratch space for a component state
  std::size_t row_numbers_ = 0;
  std::uint64_t work_ = 0;
  Row partial_row_{};
  std::vector<double> mass_;          // by node, all 0 except while a row is made
  std::vector<double> waiting_mass_;  // by number of what waits, all 0 except while a row is made
  std::vector<double> end_mass_;      // by exit, all 0 except while a row is made
};

}  // namespace boxcars::sim
