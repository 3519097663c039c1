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
  using Ends = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // with trials

  bool throw_trials(std::uint32_t trials);
  bool throw_all(const Place& here);
  bool call_all(const Place& here);
  void call(CalleeChain& callee, CalleeChain::Edge entry, const Place& here, Trials trials);
  void throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class);
  void go(CallGraph::Edge edge, Trials trials);
  std::uint32_t walk(CalleeChain& callee, CalleeChain::Edge edge);
  void push(CalleeChain& callee, CalleeChain::Edge entry, std::uint32_t count, Ends& ends);
  void push_strands(CalleeChain& callee, const CalleeChain::Knot& knot, std::uint32_t count, Ends& waits);
  static void leave(Ends& ends, std::uint32_t end, std::uint32_t count);
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
  Ends exits_;                                              // of the call under way
  std::vector<std::uint32_t> in_callee_;                    // by node, while trials are pushed through a callee
  std::vector<std::uint32_t> group_of_;                     // by rest: 1 + the group of trials that call from it
  std::vector<std::vector<std::uint32_t>> groups_;          // places of their counts
  int stage_ = 0;                                           // under way
  int lap_ = 1;
  Settlements<std::uint64_t> settled_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace boxcars::sim
