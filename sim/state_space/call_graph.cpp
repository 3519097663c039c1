#include "sim/state_space/call_graph.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "sim/resources/memory.hpp"

namespace boxcars::sim {
namespace {

constexpr std::byte lap_mark{255};

}  // namespace

CallGraph::CallGraph(const Program& program) : player_(program.caller()), states_(program.state_size() + 1), to_(program.state_size() + 1) {
  for (int i = 0; i < program.components(); ++i)
    components_.push_back(std::make_unique<ComponentChain>(program.component(i), program, labels_));
  player_->start(to_.data() + 1);
  start_ = arrive();
  assert(kind(start_.to) != Kind::lap);
}

std::size_t CallGraph::size() const {
  std::size_t all = nodes_.size();
  for (const auto& component : components_) all += component->nodes() + component->component_states();
  return all;
}

std::size_t CallGraph::bytes() const {
  constexpr std::size_t of_a_list = 16, of_a_query = 64;  // bytes beside the elements themselves
  std::size_t all = states_.bytes() + bytes_of(nodes_) + bytes_of(edges_) +
                    resumes_.capacity() * (sizeof(decltype(resumes_)::value_type) + of_a_list) + resumed_ * sizeof(Edge) +
                    queries_.capacity() * (sizeof(decltype(queries_)::value_type) + of_a_query) + queried_ * (sizeof(Query) + of_a_query) +
                    bytes_of(recent_queries_) + bytes_of(begun_laps_) + bytes_of(ends_);
  for (const auto& component : components_) all += component->bytes();
  return all;
}

std::uint64_t CallGraph::work() const {
  std::uint64_t all = 0;
  for (const auto& component : components_) all += component->work();
  return all;
}

// The edge to where the player's last step has led.
CallGraph::Edge CallGraph::arrive() {
  const std::uint32_t label = labels_.label_id(player_->label());
  if (!player_->label().lap_begins) return step_from(label);
  to_[0] = lap_mark;
  const auto [id, added] = states_.id_of(to_.data());
  if (added) nodes_.push_back({.kind = Kind::lap});
  return {.to = id, .label = label};
}

CallGraph::Edge CallGraph::step_from(std::uint32_t label) {
  Edge edge{.label = label};
  std::byte* const state = to_.data() + 1;
  const Request request = player_->request(state);
  Node node;
  to_[0] = std::byte{0};
  if (request == Request::a_call) {
    const CallerPlayer::Call call = player_->take_call(state);
    edge.argument = component(call.component).argument_id(call.argument);
    node.kind = Kind::called;
    node.component = static_cast<std::uint8_t>(call.component);
    to_[0] = std::byte(call.component + 1);
  }
  bool added = false;
  std::tie(edge.to, added) = states_.id_of(to_.data());
  if (!added) return edge;
  if (request != Request::nothing) node.stage = player_->stage(state);
  switch (request) {
    case Request::nothing:
      break;
    case Request::a_throw:
      node.kind = Kind::thrown;
      node.pattern = pattern_of(*player_, player_->take(state), patterns_);
      node.first = static_cast<std::uint32_t>(edges_.size());
      edges_.resize(edges_.size() + patterns_[node.pattern].faces.size());
      break;
    case Request::a_call:
      node.first = static_cast<std::uint32_t>(resumes_.size());
      resumes_.emplace_back();
      break;
    case Request::an_aggregate:
      node.kind = Kind::queried;
      node.first = static_cast<std::uint32_t>(queries_.size());
      queries_.emplace_back();
      recent_queries_.emplace_back();
      break;
  }
  nodes_.push_back(node);
  return edge;
}

CallGraph::Edge CallGraph::expand(std::uint32_t node, std::uint32_t face_class) {
  player_->take(state(node));
  player_->next(classes(node).first[face_class], to_.data() + 1);
  const Edge edge = arrive();
  return edges_[nodes_[node].first + face_class] = edge;
}

CallGraph::Edge CallGraph::expand_resume(std::uint32_t node, std::uint32_t back) {
  const int i = nodes_[node].component;
  const ComponentChain::Back given = component(i).back(back);
  player_->resume(state(node), i, given.observation, given.value, to_.data() + 1);
  const Edge edge = arrive();
  auto& known = resumes_[nodes_[node].first];
  if (back >= known.size()) resumed_ += back + 1 - known.size(), known.resize(back + 1);
  return known[back] = edge;
}

CallGraph::Edge CallGraph::find_query(std::uint32_t node, Aggregate aggregate) {
  const std::uint32_t number = nodes_[node].first;
  Query found{aggregate};
  if (const auto known = queries_[number].find(aggregate); known != queries_[number].end()) {
    found.edge = known->second;
  } else {
    player_->query(state(node), aggregate, to_.data() + 1);
    found.edge = arrive();
    queries_[number].emplace(aggregate, found.edge);
    ++queried_;
  }
  recent_queries_[number][hash(aggregate)] = found;
  return found.edge;
}

CallGraph::Edge CallGraph::begin_lap(std::uint32_t node) {
  if (const auto known = begun_laps_.find(node); known != begun_laps_.end()) return known->second;
  std::copy_n(state(node), to_.size() - 1, to_.begin() + 1);
  const Edge edge = step_from(0);
  begun_laps_.emplace(node, edge);
  return edge;
}

CallGraph::Edge CallGraph::end(std::uint32_t node) {
  if (const auto known = ends_.find(node); known != ends_.end()) return known->second;
  player_->end(state(node), to_.data() + 1);
  const Edge edge = arrive();
  ends_.emplace(node, edge);
  return edge;
}

}  // namespace boxcars::sim
