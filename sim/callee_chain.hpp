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

#include "sim/facts.hpp"
#include "sim/program.hpp"
#include "sim/states.hpp"
#include "sim/web.hpp"

namespace boxcars::sim {

/// Faces of a throw in classes that the rules cannot tell from each other.
struct FaceClasses {
  std::vector<std::uint8_t> of_face{};  ///< a class for each face
  std::vector<std::uint8_t> faces{};    ///< how many a class has
  std::vector<std::uint8_t> first{};    ///< of them
  int total() const { return static_cast<int>(of_face.size()); }
};

/// Those of a throw with so many faces that a player has in hand, among the patterns, which are few.
std::uint16_t pattern_of(const Thrower& player, int faces, std::deque<FaceClasses>& patterns);

/// A callee's chain: how it rests, numbered, and the throws of its calls. It grows as it is asked. Numbers are those of discovery: who
/// wants the same answer whatever was asked before must not look at their order.
///
/// A state that unravels (sim/calls.hpp) is a knot: its strands, which have throws of their own, and what waits for them.
class CalleeChain {
 public:
  /// Where a call begins, or a throw leads: to another throw; to a knot; to the end of the call, which is an exit back to the caller, or of
  /// a strand.
  struct Edge {
    std::uint32_t to = unknown;
    std::uint32_t settlement = 0;
    bool ends() const { return (to & end_bit) != 0; }
    bool is_knot() const { return (to & (end_bit | knot_bit)) == knot_bit; }
    /// Of an exit, or of how a strand has ended.
    std::uint32_t end() const { return to & ~end_bit; }
    std::uint32_t knot() const { return to & ~knot_bit; }
    static constexpr std::uint32_t end_bit = 1U << 31, knot_bit = 1U << 30;
  };
  /// How the callee rests then, and what its caller is told, numbered.
  struct Exit {
    std::uint32_t rest = 0;
    std::uint32_t back = 0;
  };
  struct Back {
    std::uint8_t view = 0;
    std::uint32_t value = 0;
    bool operator==(const Back&) const = default;
  };
  /// What a knot's strands begin with, one after the other, and what waits for the first.
  struct Knot {
    std::vector<Edge> strands{};
    std::uint32_t waiting = 0;
    int stage = 0;
  };
  /// The odds of a call or a strand: by its end, and what is settled on the way, each by its number.
  struct Row {
    std::vector<std::pair<std::uint32_t, double>> ends{};
    std::vector<std::pair<std::uint32_t, double>> settlements{};
  };

  /// When a row is given up.
  struct Limits {
    std::size_t nodes = ~std::size_t{0};
    std::size_t numbers = ~std::size_t{0};
    std::uint64_t work = ~std::uint64_t{0};
    const std::atomic<bool>* stop = nullptr;
  };

  CalleeChain(std::unique_ptr<CalleePlayer> player, const Program& program, FactBook& book);

  std::uint32_t start() const { return start_; }
  std::size_t nodes() const { return throws_->nodes.size() + throws_->knots.size() + throws_->web.size(); }
  std::size_t rests() const { return rests_.size(); }
  const std::byte* rest(std::uint32_t id) const { return rests_[id]; }
  Totals totals(std::uint32_t rest) const { return totals_[rest]; }
  const Exit& exit(std::uint32_t id) const { return exits_[id]; }
  const Back& back(std::uint32_t id) const { return backs_[id]; }

  /// A number for an argument, by which calls are entered.
  std::uint32_t argument_id(std::uint32_t argument);
  Edge enter(std::uint32_t argument_id, std::uint32_t rest) {
    const auto& entries = throws_->entries;
    if (argument_id < entries.size() && rest < entries[argument_id].size() && entries[argument_id][rest].to != unknown)
      return entries[argument_id][rest];
    return begin(argument_id, rest);
  }
  const FaceClasses& classes(std::uint32_t node) const { return patterns_[throws_->nodes[node].pattern]; }
  int stage(const Edge& edge) const { return edge.is_knot() ? throws_->knots[edge.knot()].stage : throws_->nodes[edge.to].stage; }
  Edge follow(std::uint32_t node, std::uint32_t face_class) {
    const Edge known = throws_->edges[throws_->nodes[node].first + face_class];
    return known.to != unknown ? known : expand(node, face_class);
  }
  const Knot& knot(std::uint32_t id) const { return throws_->knots[id]; }
  /// What waits for strands, when the next one, that ends so, has been joined; and where it goes on when all have.
  Web::Joined join(std::uint32_t waiting, std::uint32_t end) { return throws_->web.join(waiting, end); }
  Edge go_on(std::uint32_t waiting) {
    const auto& known = throws_->goes_on;
    return waiting < known.size() && known[waiting].to != unknown ? known[waiting] : find_way_on(waiting);
  }

  /// What all of it takes, in numbers of 8 bytes: about.
  std::size_t numbers() const;
  /// How much there was to do for all rows: probabilities that were pushed.
  std::uint64_t work() const { return work_; }
  const Row& row(std::uint32_t argument_id, std::uint32_t rest) { return *row(argument_id, rest, {}); }
  /// Or, if it is given up, nothing; what is known of it is kept for partial_row().
  const Row* row(std::uint32_t argument_id, std::uint32_t rest, const Limits& limits);
  const Row& partial_row() const { return partial_row_; }
  /// Keeps how it rests, its arguments and its exits, and no throw.
  void forget_throws();

 private:
  struct Node {
    std::uint32_t first = 0;  // edge
    std::uint16_t pattern = 0;
    int stage = 0;
  };
  // All that can be forgotten.
  struct Throws {
    Throws(CalleePlayer& player, FactBook& book, std::size_t state_size)
        : states(state_size), knot_states(state_size), web(player, book, state_size) {}
    States states;
    std::vector<Node> nodes{};
    std::vector<Edge> edges{};
    States knot_states;
    std::deque<Knot> knots{};  // referred to while it grows
    Web web;
    std::vector<Edge> goes_on{};                           // by what waits
    std::vector<std::vector<Edge>> entries{};              // by argument, by rest
    std::unordered_map<std::uint64_t, Row> strand_rows{};  // by where they begin, with what that settles
  };
  class Amounts;
  class RowMaker;
  Edge begin(std::uint32_t argument_id, std::uint32_t rest);
  Edge expand(std::uint32_t node, std::uint32_t face_class);
  Edge find_way_on(std::uint32_t waiting);
  Edge arrive();
  std::uint32_t knot_here(int strands);
  std::uint32_t exit_here();
  std::uint32_t rest_id();

  std::unique_ptr<CalleePlayer> player_;
  FactBook* book_;
  std::size_t state_size_;
  States rests_;
  std::vector<Totals> totals_;        // by rest
  std::deque<FaceClasses> patterns_;  // referred to while it grows
  std::vector<Exit> exits_;
  std::vector<Back> backs_;
  std::unordered_map<std::uint64_t, std::uint32_t> exit_ids_;
  std::vector<std::uint32_t> arguments_;
  std::unordered_map<std::uint64_t, Row> rows_;
  std::unique_ptr<Throws> throws_;
  std::uint32_t start_ = 0;
  std::vector<std::byte> to_;    // a state on its way
  std::vector<std::byte> rest_;  // and how it rests
  std::size_t row_numbers_ = 0;
  std::uint64_t work_ = 0;
  Row partial_row_{};
  std::vector<double> mass_;          // by node, while a row is made,
  std::vector<double> waiting_mass_;  // by what waits,
  std::vector<double> end_mass_;      // and by exit
};

}  // namespace boxcars::sim
