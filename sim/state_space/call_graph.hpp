#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/process/program.hpp"
#include "sim/state_space/component_chain.hpp"
#include "sim/state_space/label_table.hpp"
#include "sim/state_space/states.hpp"

namespace boxcars::sim {

/// The state space of a caller and its components: the caller's throws, calls and queries are numbered nodes, and each component has a
/// chain of its own. The graph grows as it is asked.
class CallGraph {
 public:
  enum class Kind : std::uint8_t { over, thrown, called, queried, lap };
  /// Where a step leads. If that is a call, the edge has the number of its argument, too.
  struct Edge {
    std::uint32_t to = unknown;
    std::uint32_t argument = 0;
    std::uint32_t label = 0;
  };

  explicit CallGraph(const Program& program);

  const LabelTable& labels() const { return labels_; }
  int components() const { return static_cast<int>(components_.size()); }
  ComponentChain& component(int i) { return *components_[static_cast<std::size_t>(i)]; }
  const ComponentChain& component(int i) const { return *components_[static_cast<std::size_t>(i)]; }
  /// The number of nodes and component states.
  std::size_t size() const;
  /// bytes() is about how much memory the graph takes with its components' chains; work() is the number of probabilities that were pushed
  /// for their rows.
  std::size_t bytes() const;
  std::uint64_t work() const;
  std::size_t nodes() const { return nodes_.size(); }

  const Edge& start() const { return start_; }
  Kind kind(std::uint32_t node) const { return nodes_[node].kind; }
  int stage(std::uint32_t node) const { return nodes_[node].stage; }
  const std::byte* state(std::uint32_t node) const { return states_[node] + 1; }  ///< the caller's state
  int component_of(std::uint32_t node) const { return nodes_[node].component; }
  const FaceClasses& classes(std::uint32_t node) const { return patterns_[nodes_[node].pattern]; }
  /// Successor of a throw, by class of faces.
  Edge follow(std::uint32_t node, std::uint32_t face_class) {
    const Edge known = edges_[nodes_[node].first + face_class];
    return known.to != unknown ? known : expand(node, face_class);
  }
  /// Successor of a call, by return-value id.
  Edge resume(std::uint32_t node, std::uint32_t back) {
    const auto& known = resumes_[nodes_[node].first];
    return back < known.size() && known[back].to != unknown ? known[back] : expand_resume(node, back);
  }
  /// Successor of a query, by aggregate.
  Edge query(std::uint32_t node, Aggregate aggregate) {
    const Query& last = recent_queries_[nodes_[node].first][hash(aggregate)];
    return last.edge.to != unknown && last.aggregate == aggregate ? last.edge : find_query(node, aggregate);
  }
  /// Successor of the end of a lap: begin_lap() leads into the next lap, end() to what follows the last.
  Edge begin_lap(std::uint32_t node);
  Edge end(std::uint32_t node);

 private:
  struct Node {
    std::uint32_t first = 0;  // of a throw's edges, a call's resumes or a query's answers
    int stage = 0;
    std::uint16_t pattern = 0;
    Kind kind = Kind::over;
    std::uint8_t component = 0;
  };
  struct Query {
    Aggregate aggregate = 0;
    Edge edge{};
  };
  static constexpr unsigned query_bits = 6;
  using RecentQueries = std::array<Query, 1U << query_bits>;
  static std::size_t hash(Aggregate aggregate) { return static_cast<std::size_t>(aggregate * 0x9E3779B97F4A7C15U >> (64 - query_bits)); }
  Edge find_query(std::uint32_t node, Aggregate aggregate);
  Edge arrive();
  Edge step_from(std::uint32_t label);
  Edge expand(std::uint32_t node, std::uint32_t face_class);
  Edge expand_resume(std::uint32_t node, std::uint32_t back);

  std::unique_ptr<CallerPlayer> player_;
  LabelTable labels_;
  std::vector<std::unique_ptr<ComponentChain>> components_;
  States states_;  // each behind a byte: 1 + the component that is called, the mark of a lap's end, or 0
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::deque<FaceClasses> patterns_;  // a deque, since references to its elements are held while it grows
  std::vector<std::vector<Edge>> resumes_;
  std::size_t resumed_ = 0;  // edges in all of resumes_
  std::vector<std::unordered_map<Aggregate, Edge>> queries_;
  std::size_t queried_ = 0;                    // edges in all of queries_
  std::vector<RecentQueries> recent_queries_;  // by node and hash: the last answers given, for a quick look-up
  std::unordered_map<std::uint32_t, Edge> begun_laps_;
  std::unordered_map<std::uint32_t, Edge> ends_;
  Edge start_;
  std::vector<std::byte> to_;
};

}  // namespace boxcars::sim
