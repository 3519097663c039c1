#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/resources/memory.hpp"
#include "sim/state_space/call_graph.hpp"
#include "sim/state_space/outcome_sums.hpp"
#include "sim/statistics/tally.hpp"
#include "sim/trials/dice_stream.hpp"

namespace boxcars::sim {

/// Throws whole batches of trials of a caller and its components. Trials in the same state are counted together, and every die is thrown.
/// Each thread has its own. Its graph grows as trials need it, and is forgotten when it is too large; what a batch gives does not depend on
/// what was known before.
class CallSimulator {
 public:
  /// If the graph has more than `most_nodes` nodes, or there is too little memory for it, nothing is kept from one batch to the next, and
  /// no throws of a component from one group of its calls to the next.
  CallSimulator(const Program& program, std::size_t most_nodes, InstructionSet with, Memory& memory = Memory::of_process(),
                std::size_t states_a_count = 1U << 16);

  /// The end of a batch: all of it was thrown, the stop became true, or there was too little memory beside what others hold.
  enum class Done : std::uint8_t { all, stopped, no_room };
  /// Adds what one batch of `trials` trials gives; nothing if the batch was given up. A simulator that was stopped is of no more use.
  Done batch(const StreamKey& key, std::uint32_t trials, Tally& tally, const std::atomic<bool>& stop);

  /// Waits until there is room, after a batch for which there was none.
  void wait_for_room(const std::atomic<bool>& stop);

  /// The number of nodes and component states.
  std::size_t nodes() const { return graph_->size(); }
  /// The memory that it took when that was last counted: while a batch is thrown, and at its end.
  std::size_t size() const { return bytes_; }

 private:
  static constexpr std::size_t most_components = 8;
  // Trials in the same state: their number, then the component states.
  using Trials = std::array<std::uint32_t, 1 + most_components>;
  // The trials of many states, one state after the other, each of stride_ numbers. The same state may come several times.
  class Bunch {
   public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return bytes_of(numbers_); }
    void clear() { size_ = 0; }
    void shrink(std::size_t size) { size_ = size; }
    std::uint32_t* operator[](std::size_t at) { return &numbers_[at]; }
    const std::uint32_t* operator[](std::size_t at) const { return &numbers_[at]; }
    /// Makes room for more numbers, and gives it.
    std::uint32_t* extend(std::size_t more) {
      if (size_ + more > numbers_.size()) numbers_.resize(2 * (size_ + more));
      return &numbers_[std::exchange(size_, size_ + more)];
    }

   private:
    std::size_t size_ = 0;
    std::vector<std::uint32_t> numbers_{};  // as many or more
  };
  // A place where trials wait for a throw: a throw of the caller, or a call of a component with this argument.
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t argument = 0;
    Bunch trials{};
  };
  // Bunches by number, kept sparsely in the order in which they came up.
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
    std::size_t bytes() const {
      std::size_t bytes = bytes_of(numbers_) + bytes_of(place_) + bytes_of(bunches_);
      for (const Bunch& bunch : bunches_) bytes += bunch.bytes();
      return bytes;
    }
    void clear() {
      for (std::size_t at = 0; at < numbers_.size(); ++at) place_[numbers_[at]] = 0, bunches_[at].clear();
      numbers_.clear();
    }

   private:
    std::vector<std::uint32_t> numbers_{};
    std::deque<Bunch> bunches_{};         // as many or more
    std::vector<std::uint32_t> place_{};  // 1 + place in numbers_; 0: none
  };
  // Numbers of trials by number, kept sparsely in the order in which they came up.
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
    std::size_t bytes() const { return bytes_of(all_) + bytes_of(place_); }
    void clear() {
      for (const auto& [number, trials] : all_) place_[number] = 0;
      all_.clear();
    }

   private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all_{};
    std::vector<std::uint32_t> place_{};  // 1 + place in all_; 0: none
  };
  // Trials under way in a component's chain. The next are those of the lowest stage, in the order in which they came.
  class InComponent {
   public:
    void add(ComponentChain::Edge edge, int stage, std::uint32_t trials);
    bool empty() const { return waiting_.empty(); }
    std::size_t bytes() const { return bytes_of(waiting_) + bytes_of(at_node_) + bytes_of(at_fork_); }
    std::pair<ComponentChain::Edge, std::uint32_t> take_next();

   private:
    struct Waiting {
      int stage = 0;
      std::uint32_t came = 0;
      ComponentChain::Edge edge{};
    };
    static bool later(const Waiting& a, const Waiting& b) { return std::pair(a.stage, a.came) > std::pair(b.stage, b.came); }
    std::vector<std::uint32_t>& trials_at(ComponentChain::Edge edge) { return edge.is_fork() ? at_fork_ : at_node_; }
    std::vector<Waiting> waiting_{};  // a heap
    std::vector<std::uint32_t> at_node_{}, at_fork_{};
    std::uint32_t came_ = 0;
  };

  enum class Of : std::uint8_t { call, branch };
  struct UnderWay {
    InComponent trials{};
    Ends ends{};
  };
  Ends& ends_of(Of of) { return under_way_[static_cast<std::size_t>(of)].ends; }

  bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }
  std::size_t bytes_now() const;
  bool has_room(std::size_t more_trials);
  bool goes_on(std::size_t states) { return !is_stopped() && has_room(states); }
  void end_batch();
  void forget();
  bool throw_trials(std::uint32_t trials);
  bool throw_all(std::uint32_t node, const Bunch& bunch);
  bool call_all(std::uint32_t node, std::uint32_t argument, const Bunch& bunch);
  void call_group(ComponentChain& component, ComponentChain::Edge entry, int i, const Bunch& bunch,
                  const std::vector<std::uint32_t>& group);
  void deal(ComponentChain& component, int i, const Bunch& bunch);
  void leave(ComponentChain& component, std::uint32_t exit, int i, std::uint32_t count, const std::uint32_t* trials);
  void add(Bunch& to, std::uint32_t count, const std::uint32_t* trials) const;
  bool alike(const std::uint32_t* a, const std::uint32_t* b) const;
  std::uint32_t* append(Bunch& to, const std::uint32_t* trials) const;
  void merge(Bunch& bunch);
  void throw_dice(std::uint32_t count, const FaceClasses& classes, std::array<std::uint32_t, max_faces>& by_class);
  void go_all(const CallGraph::Edge& edge, const Bunch& bunch);
  void go(CallGraph::Edge edge, Trials& trials);
  Aggregate aggregate_of(const std::uint32_t* trials) const;
  std::uint32_t walk(ComponentChain& component, ComponentChain::Edge edge);
  void push(ComponentChain& component, ComponentChain::Edge entry, std::uint32_t count, Of of);
  void push_branches(ComponentChain& component, const ComponentChain::ForkNode& fork, std::uint32_t count);
  void record(std::uint32_t label, std::uint32_t count) {
    if (label != 0) outcomes_.add(graph_->labels(), label, lap_, count);
  }
  Bunch& waiting_at(const CallGraph::Edge& edge);

  Memory::Part memory_;  // the first member, so that it is given back after everything else
  const Program* program_;
  std::size_t most_nodes_;
  std::size_t states_a_count_;    // states between two counts of the memory, at least
  std::size_t bytes_ = 0;         // at the last count
  std::size_t states_since_ = 0;  // states that were thrown for since then
  bool no_room_ = false;
  DiceStream dice_;
  std::unique_ptr<CallGraph> graph_;
  std::size_t stride_;
  std::vector<std::vector<std::uint32_t>> place_of_;  // by node, by argument: 1 + the place; 0: none
  std::vector<Place> places_;
  std::map<int, std::vector<std::uint32_t>> waiting_;  // by stage: places with trials, in the order in which they were reached
  Sorted next_lap_, begun_lap_;                        // by node
  Bunch now_;                                          // the trials being thrown for
  Sorted sorted_;                                      // by class of the faces that they have thrown, or by exit of their call
  std::vector<std::uint32_t> found_;                   // by hash, while states are merged: 1 + the place of each state; 0: none
  std::array<UnderWay, 2> under_way_;                  // of calls, and of their branches
  Ends waits_, joined_;                                // trials by what waits, before and after a branch is joined
  std::vector<std::uint32_t> group_of_;                // by component state: 1 + the group of trials that call from it; 0: none
  std::vector<std::vector<std::uint32_t>> groups_;     // places in the bunch
  std::vector<std::uint32_t> dealt_, hand_;  // the places of a group's states that are called together, and the exits dealt out to them
  int stage_ = 0;                            // the stage being thrown
  int lap_ = 1;
  OutcomeSums<std::uint64_t> outcomes_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace boxcars::sim
