#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
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
  using Trials = std::array<std::uint32_t, 1 + most_callees>;
  // The same of many states, one after the other, each of stride_ numbers. The same state may come several times.
  class Bunch {
   public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }
    void cut(std::size_t size) { size_ = size; }
    std::uint32_t* operator[](std::size_t at) { return &numbers_[at]; }
    const std::uint32_t* operator[](std::size_t at) const { return &numbers_[at]; }
    /// Room for so many numbers more.
    std::uint32_t* extend(std::size_t more) {
      if (size_ + more > numbers_.size()) numbers_.resize(2 * (size_ + more));
      return &numbers_[std::exchange(size_, size_ + more)];
    }

   private:
    std::size_t size_ = 0;
    std::vector<std::uint32_t> numbers_{};  // as many or more
  };
  // Where trials wait for a throw: of the caller, or of a call to a callee, with what is to be done.
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t argument = 0;
    Bunch trials{};
  };
  // Bunches by number, few of many, in the order in which they came up.
  class Sorted {
   public:
    Bunch& of(std::uint32_t number) {
      if (number >= place_.size()) place_.resize(2 * std::size_t{number} + 64);
      if (place_[number] == 0) {
        if (numbers_.size() == bunches_.size()) bunches_.emplace_back();
        numbers_.push_back(number);
        place_[number] = static_cast<std::uint32_t>(numbers_.size());
      }
      return bunches_[place_[number] - 1];
    }
    std::size_t size() const { return numbers_.size(); }
    std::uint32_t number(std::size_t at) const { return numbers_[at]; }
    Bunch& bunch(std::size_t at) { return bunches_[at]; }
    void clear() {
      for (std::size_t at = 0; at < numbers_.size(); ++at) place_[numbers_[at]] = 0, bunches_[at].clear();
      numbers_.clear();
    }

   private:
    std::vector<std::uint32_t> numbers_{};
    std::deque<Bunch> bunches_{};         // as many or more
    std::vector<std::uint32_t> place_{};  // 1 + where it is
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
  bool throw_all(std::uint32_t node, const Bunch& bunch);
  bool call_all(std::uint32_t node, std::uint32_t argument, const Bunch& bunch);
  void call_group(CalleeChain& callee, CalleeChain::Edge entry, int i, const Bunch& bunch, const std::vector<std::uint32_t>& group);
  void deal(CalleeChain& callee, int i, const Bunch& bunch);
  void leave(CalleeChain& callee, std::uint32_t exit, int i, std::uint32_t count, const std::uint32_t* trials);
  void add(Bunch& to, std::uint32_t count, const std::uint32_t* trials) const;
  bool alike(const std::uint32_t* a, const std::uint32_t* b) const;
  std::uint32_t* append(Bunch& to, const std::uint32_t* trials) const;
  void merge(Bunch& bunch);
  void throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class);
  void go_all(const CallGraph::Edge& edge, const Bunch& bunch);
  void go(CallGraph::Edge edge, Trials& trials);
  Totals totals_of(const std::uint32_t* trials) const;
  std::uint32_t walk(CalleeChain& callee, CalleeChain::Edge edge);
  void push(CalleeChain& callee, CalleeChain::Edge entry, std::uint32_t count, Of of);
  void push_strands(CalleeChain& callee, const CalleeChain::Knot& knot, std::uint32_t count);
  void settle(std::uint32_t settlement, std::uint32_t count) {
    if (settlement != 0) settled_.add(graph_->book(), settlement, lap_, count);
  }
  Bunch& waiting_at(const CallGraph::Edge& edge);

  const Program* program_;
  std::size_t most_nodes_;
  DiceStream dice_;
  std::unique_ptr<CallGraph> graph_;
  std::size_t stride_;
  std::vector<std::vector<std::uint32_t>> place_of_;  // by node, by argument: 1 + the place
  std::vector<Place> places_;
  std::map<int, std::vector<std::uint32_t>> waiting_;  // by stage: places with trials, in the order in which they were reached
  Sorted next_lap_, begun_lap_;                        // by node
  Bunch now_;                                          // under way
  Sorted sorted_;                                      // by the class of faces that they have thrown, or the exit of their call
  std::vector<std::uint32_t> found_;                   // while states are merged: 1 + where each is, by its hash
  std::array<UnderWay, 2> under_way_;                  // of a call, and of a strand of its
  Ends waits_, joined_;                                // what waits for strands, and for one less
  std::vector<std::uint32_t> group_of_;                // by rest: 1 + the group of trials that call from it
  std::vector<std::vector<std::uint32_t>> groups_;     // where they are in their bunch
  std::vector<std::uint32_t> dealt_, hand_;            // those of a group who are called together, and their exits, by place
  int stage_ = 0;                                      // under way
  int lap_ = 1;
  Settlements<std::uint64_t> settled_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace boxcars::sim
