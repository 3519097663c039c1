#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/callee_chain.hpp"
#include "sim/facts.hpp"
#include "sim/program.hpp"
#include "sim/states.hpp"

namespace boxcars::sim {

/// The throws, calls and looks of a caller, numbered, and its callees' chains. It grows as it is asked.
class CallGraph {
 public:
  enum class Kind : std::uint8_t { over, thrown, called, looked, lap };
  /// Where a step leads; to a call with what is to be done, numbered.
  struct Edge {
    std::uint32_t to = unknown;
    std::uint32_t argument = 0;
    std::uint32_t settlement = 0;
  };

  explicit CallGraph(const Program& program);

  const FactBook& book() const { return book_; }
  int callees() const { return static_cast<int>(callees_.size()); }
  CalleeChain& callee(int i) { return *callees_[static_cast<std::size_t>(i)]; }
  const CalleeChain& callee(int i) const { return *callees_[static_cast<std::size_t>(i)]; }
  /// Nodes, rests and all.
  std::size_t size() const;
  /// What its callees' chains take, in numbers of 8 bytes, and how much there was to do for their rows.
  std::size_t numbers() const;
  std::uint64_t work() const;
  std::size_t nodes() const { return nodes_.size(); }

  const Edge& start() const { return start_; }
  Kind kind(std::uint32_t node) const { return nodes_[node].kind; }
  int stage(std::uint32_t node) const { return nodes_[node].stage; }
  const std::byte* state(std::uint32_t node) const { return states_[node] + 1; }  ///< the caller's
  int callee_of(std::uint32_t node) const { return nodes_[node].callee; }
  const FaceClasses& classes(std::uint32_t node) const { return patterns_[nodes_[node].pattern]; }
  /// Of a throw.
  Edge follow(std::uint32_t node, std::uint32_t face_class) {
    const Edge known = edges_[nodes_[node].first + face_class];
    return known.to != unknown ? known : expand(node, face_class);
  }
  /// Of a call, by what it gives back, numbered by the callee.
  Edge resume(std::uint32_t node, std::uint32_t back) {
    const auto& known = resumes_[nodes_[node].first];
    return back < known.size() && known[back].to != unknown ? known[back] : expand_resume(node, back);
  }
  /// Of a look at the totals.
  Edge look(std::uint32_t node, Totals totals) {
    const Look& last = last_looks_[nodes_[node].first][hash(totals)];
    return last.edge.to != unknown && last.totals == totals ? last.edge : find_look(node, totals);
  }
  /// Of the end of a lap: how the next one begins, or what follows the last.
  Edge begin_lap(std::uint32_t node);
  Edge end(std::uint32_t node);

 private:
  struct Node {
    std::uint32_t first = 0;  // edge of a throw, resumes of a call, looks
    int stage = 0;
    std::uint16_t pattern = 0;
    Kind kind = Kind::over;
    std::uint8_t callee = 0;
  };
  struct Look {
    Totals totals = 0;
    Edge edge{};
  };
  static constexpr unsigned look_bits = 6;
  using LastLooks = std::array<Look, 1U << look_bits>;
  static std::size_t hash(Totals totals) { return static_cast<std::size_t>(totals * 0x9E3779B97F4A7C15U >> (64 - look_bits)); }
  Edge find_look(std::uint32_t node, Totals totals);
  Edge arrive();
  Edge step_from(std::uint32_t settlement);
  Edge expand(std::uint32_t node, std::uint32_t face_class);
  Edge expand_resume(std::uint32_t node, std::uint32_t back);

  std::unique_ptr<CallerPlayer> player_;
  FactBook book_;
  std::vector<std::unique_ptr<CalleeChain>> callees_;
  States states_;  // each behind a byte that says which callee it has called, or that a lap ends
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::deque<FaceClasses> patterns_;  // referred to while it grows
  std::vector<std::vector<Edge>> resumes_;
  std::vector<std::unordered_map<Totals, Edge>> looks_;
  std::vector<LastLooks> last_looks_;  // the same, as they are asked for again
  std::unordered_map<std::uint32_t, Edge> begun_laps_;
  std::unordered_map<std::uint32_t, Edge> ends_;
  Edge start_;
  std::vector<std::byte> to_;
};

}  // namespace boxcars::sim
