#include "sim/call_graph.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace boxcars::sim {
namespace {

constexpr std::byte lap_mark{255};

}  // namespace

CallGraph::CallGraph(const Program& program) : player_(program.caller()), states_(program.state_size() + 1), to_(program.state_size() + 1) {
  for (int i = 0; i < program.callees(); ++i) callees_.push_back(std::make_unique<CalleeChain>(program.callee(i), program, book_));
  player_->start(to_.data() + 1);
  start_ = arrive();
  assert(kind(start_.to) != Kind::lap);
}

std::size_t CallGraph::size() const {
  std::size_t all = nodes_.size();
  for (const auto& callee : callees_) all += callee->nodes() + callee->rests();
  return all;
}

std::size_t CallGraph::numbers() const {
  std::size_t all = 0;
  for (const auto& callee : callees_) all += callee->numbers();
  return all;
}

std::uint64_t CallGraph::work() const {
  std::uint64_t all = 0;
  for (const auto& callee : callees_) all += callee->work();
  return all;
}

// Where the player has just gone.
CallGraph::Edge CallGraph::arrive() {
  const std::uint32_t settlement = book_.settlement_id(player_->settled());
  if (!player_->settled().lap_begins) return step_from(settlement);
  to_[0] = lap_mark;
  const auto [id, added] = states_.id_of(to_.data());
  if (added) nodes_.push_back({.kind = Kind::lap});
  return {.to = id, .settlement = settlement};
}

CallGraph::Edge CallGraph::step_from(std::uint32_t settlement) {
  Edge edge{.settlement = settlement};
  std::byte* const state = to_.data() + 1;
  const Asks asks = player_->asks(state);
  Node node;
  to_[0] = std::byte{0};
  if (asks == Asks::a_call) {
    const CallerPlayer::Call call = player_->take_call(state);
    edge.argument = callee(call.callee).argument_id(call.argument);
    node.kind = Kind::called;
    node.callee = static_cast<std::uint8_t>(call.callee);
    to_[0] = std::byte(call.callee + 1);
  }
  bool added = false;
  std::tie(edge.to, added) = states_.id_of(to_.data());
  if (!added) return edge;
  if (asks != Asks::nothing) node.stage = player_->stage(state);
  switch (asks) {
    case Asks::nothing:
      break;
    case Asks::a_throw:
      node.kind = Kind::thrown;
      node.pattern = pattern_of(*player_, player_->take(state), patterns_);
      node.first = static_cast<std::uint32_t>(edges_.size());
      edges_.resize(edges_.size() + patterns_[node.pattern].faces.size());
      break;
    case Asks::a_call:
      node.first = static_cast<std::uint32_t>(resumes_.size());
      resumes_.emplace_back();
      break;
    case Asks::the_totals:
      node.kind = Kind::looked;
      node.first = static_cast<std::uint32_t>(looks_.size());
      looks_.emplace_back();
      last_looks_.emplace_back();
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
  const int i = nodes_[node].callee;
  const CalleeChain::Back given = callee(i).back(back);
  player_->resume(state(node), i, given.view, given.value, to_.data() + 1);
  const Edge edge = arrive();
  auto& known = resumes_[nodes_[node].first];
  if (back >= known.size()) known.resize(back + 1);
  return known[back] = edge;
}

CallGraph::Edge CallGraph::find_look(std::uint32_t node, Totals totals) {
  const std::uint32_t number = nodes_[node].first;
  Look found{totals};
  if (const auto known = looks_[number].find(totals); known != looks_[number].end()) {
    found.edge = known->second;
  } else {
    player_->look(state(node), totals, to_.data() + 1);
    found.edge = arrive();
    looks_[number].emplace(totals, found.edge);
  }
  last_looks_[number][hash(totals)] = found;
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
