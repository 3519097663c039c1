#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/call_graph.hpp"
#include "sim/dice_stream.hpp"
#include "sim/settlements.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// Throws whole batches of trials of a caller and its callees: trials in the same state are counted together, and every die is thrown. One
/// per thread. Its graph grows as trials need it, and is forgotten when it is too large: what a batch gives does not depend on what was
/// known before.
class CallSimulator {
 public:
  /// Of a graph of more than `most_nodes` nothing is kept from one batch to the next, and of a callee's throws nothing from one group of
  /// its calls to the next.
  CallSimulator(const Program& program, std::size_t most_nodes, InstructionSet with);

  /// Adds what one batch of `trials` trials gives. When `stop` becomes true it is given up, and false is the result.
  bool batch(const StreamKey& key, std::uint32_t trials, Tally& tally, const std::atomic<bool>& stop);

  std::size_t size() const { return graph_->size(); }

 private:
  static constexpr std::size_t most_callees = 8;
  // Trials in the same state: how many, and how each callee rests.
  struct Trials {
    std::uint32_t count = 0;
    std::array<std::uint32_t, most_callees> rest{};
  };
  // Where trials wait for a throw: of the caller, or of a call to a callee, with what is to be done.
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t argument = 0;
    std::vector<std::uint32_t> trials{};  // counts and rests, one after the other
    std::vector<std::uint32_t> found{};   // 1 + the place of a count, by its rests: a power of two, at least twice as many as there are
    std::uint32_t size = 0;
  };
  // Trials by number, few of many, in the order in which they came up.
  class Ends {
   public:
    void add(std::uint32_t number, std::uint32_t trials) {
      if (number >= place_.size()) place_.resize(2 * std::size_t{number} + 64);
      if (place_[number] == 0) {
        all_.emplace_back(number, 0U);
        place_[number] = static_cast<std::uint32_t>(all_.size());
      }
      all_[place_[number] - 1].second += trials;
    }
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& all() const { return all_; }
    void clear() {
      for (const auto& [number, trials] : all_) place_[number] = 0;
      all_.clear();
    }

   private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all_{};
    std::vector<std::uint32_t> place_{};  // 1 + where it is
  };
  // Trials under way in a callee's chain: the next are those of the lowest stage, in the order in which they came.
  class InCallee {
   public:
    void add(CalleeChain::Edge edge, int stage, std::uint32_t trials);
    bool empty() const { return waiting_.empty(); }
    std::pair<CalleeChain::Edge, std::uint32_t> take_next();

   private:
    struct Waiting {
      int stage = 0;
      std::uint32_t came = 0;
      CalleeChain::Edge edge{};
    };
    static bool later(const Waiting& a, const Waiting& b) { return std::pair(a.stage, a.came) > std::pair(b.stage, b.came); }
    std::vector<std::uint32_t>& trials_at(CalleeChain::Edge edge) { return edge.is_knot() ? at_knot_ : at_node_; }
    std::vector<Waiting> waiting_{};  // a heap
    std::vector<std::uint32_t> at_node_{}, at_knot_{};
    std::uint32_t came_ = 0;
  };

  enum class Of : std::uint8_t { call, strand };
  struct UnderWay {
    InCallee trials{};
    Ends ends{};
  };
  Ends& ends_of(Of of) { return under_way_[static_cast<std::size_t>(of)].ends; }

  bool throw_trials(std::uint32_t trials);
  bool throw_all(const Place& here);
  bool call_all(const Place& here);
  void call(CalleeChain& callee, CalleeChain::Edge entry, const Place& here, Trials trials);
  void throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class);
  void go(CallGraph::Edge edge, Trials trials);
  std::uint32_t walk(CalleeChain& callee, CalleeChain::Edge edge);
  void push(CalleeChain& callee, CalleeChain::Edge entry, std::uint32_t count, Of of);
  void push_strands(CalleeChain& callee, const CalleeChain::Knot& knot, std::uint32_t count);
  void settle(std::uint32_t settlement, std::uint32_t count) {
    if (settlement != 0) settled_.add(graph_->book(), settlement, lap_, count);
  }
  void wait(const CallGraph::Edge& edge, const Trials& trials);
  std::uint32_t& count_of(Place& here, const Trials& trials) const;
  Trials trials_at(const Place& here, std::size_t at) const;

  const Program* program_;
  std::size_t most_nodes_;
  DiceStream dice_;
  std::unique_ptr<CallGraph> graph_;
  std::size_t stride_;
  std::vector<std::vector<std::uint32_t>> place_of_;  // by node, by argument: 1 + the place
  std::vector<Place> places_;
  std::map<int, std::vector<std::uint32_t>> waiting_;       // by stage: places with trials, in the order in which they were reached
  std::vector<std::pair<std::uint32_t, Trials>> next_lap_;  // by node
  std::array<UnderWay, 2> under_way_;                       // of a call, and of a strand of its
  Ends waits_, joined_;                                     // what waits for strands, and for one less
  std::vector<std::uint32_t> group_of_;                     // by rest: 1 + the group of trials that call from it
  std::vector<std::vector<std::uint32_t>> groups_;          // places of their counts
  int stage_ = 0;                                           // under way
  int lap_ = 1;
  Settlements<std::uint64_t> settled_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace boxcars::sim
