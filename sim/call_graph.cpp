#include "sim/call_graph.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace boxcars::sim {
namespace {

// The classes of the faces of the throw that a player has in hand: there are few different ones.
std::uint16_t pattern_of(const Thrower& player, int faces, std::deque<FaceClasses>& patterns) {
  FaceClasses found;
  for (int face = 0; face < faces; ++face) {
    if (const int twin = player.twin(face); twin != face) {
      found.of_face.push_back(found.of_face[static_cast<std::size_t>(twin)]);
      ++found.faces[found.of_face.back()];
    } else {
      found.of_face.push_back(static_cast<std::uint8_t>(found.faces.size()));
      found.faces.push_back(1);
      found.first.push_back(static_cast<std::uint8_t>(face));
    }
  }
  const auto known = std::find_if(patterns.begin(), patterns.end(), [&](const FaceClasses& p) { return p.of_face == found.of_face; });
  if (known == patterns.end()) {
    patterns.push_back(std::move(found));
    return static_cast<std::uint16_t>(patterns.size() - 1);
  }
  return static_cast<std::uint16_t>(known - patterns.begin());
}

constexpr std::byte lap_mark{255};

constexpr double least_on_the_way = 1e-25;  // of a row: what goes round less likely than this is left out

}  // namespace

CalleeChain::CalleeChain(std::unique_ptr<CalleePlayer> player, const Program& program, FactBook& book)
    : player_(std::move(player)),
      book_(&book),
      rests_(program.rest_size()),
      states_(std::make_unique<States>(program.callee_state_size())),
      to_(program.callee_state_size()),
      rest_(program.rest_size()) {
  player_->start(rest_.data());
  start_ = rest_id();
}

std::uint32_t CalleeChain::rest_id() {
  const auto [id, added] = rests_.id_of(rest_.data());
  if (added) totals_.push_back(player_->totals(rest_.data()));
  return id;
}

std::uint32_t CalleeChain::argument_id(std::uint32_t argument) {
  const auto known = std::find(arguments_.begin(), arguments_.end(), argument);
  if (known != arguments_.end()) return static_cast<std::uint32_t>(known - arguments_.begin());
  arguments_.push_back(argument);
  entries_.emplace_back();
  return static_cast<std::uint32_t>(arguments_.size() - 1);
}

// Where the player has just gone.
CalleeChain::Edge CalleeChain::arrive() {
  const std::uint32_t settlement = book_->settlement_id(player_->settled());
  if (player_->busy(to_.data())) {
    const auto [id, added] = states_->id_of(to_.data());
    if (added) {
      const std::uint16_t pattern = pattern_of(*player_, player_->take(to_.data()), patterns_);
      nodes_.push_back({static_cast<std::uint32_t>(edges_.size()), pattern, player_->stage(to_.data())});
      edges_.resize(edges_.size() + patterns_[pattern].faces.size());
    }
    return {id, settlement};
  }
  player_->rest(to_.data(), rest_.data());
  const Back back{player_->view(rest_.data()), player_->returned(to_.data())};
  const std::uint32_t rest = rest_id();
  const auto known = std::find(backs_.begin(), backs_.end(), back);
  const auto number = static_cast<std::uint32_t>(known - backs_.begin());
  if (known == backs_.end()) backs_.push_back(back);
  const auto [at, added] = exit_ids_.try_emplace(std::uint64_t{rest} << 32 | number, static_cast<std::uint32_t>(exits_.size()));
  if (added) exits_.push_back({rest, number});
  return {at->second | 1U << 31, settlement};
}

CalleeChain::Edge CalleeChain::begin(std::uint32_t argument_id, std::uint32_t rest) {
  player_->begin(rests_[rest], arguments_[argument_id], to_.data());
  const Edge edge = arrive();
  auto& entries = entries_[argument_id];
  if (rest >= entries.size()) entries.resize(std::max<std::size_t>(rests_.size(), rest + 1));
  return entries[rest] = edge;
}

CalleeChain::Edge CalleeChain::expand(std::uint32_t node, std::uint32_t face_class) {
  player_->take((*states_)[node]);
  player_->next(classes(node).first[face_class], to_.data());
  const Edge edge = arrive();
  return edges_[nodes_[node].first + face_class] = edge;
}

void CalleeChain::forget_throws() {
  states_ = std::make_unique<States>(states_->state_size());
  nodes_ = {};
  edges_ = {};
  mass_ = {};
  for (auto& entries : entries_) entries = {};
}

const CalleeChain::Row& CalleeChain::row(std::uint32_t argument_id, std::uint32_t rest) {
  const auto [at, added] = rows_.try_emplace(std::uint64_t{argument_id} << 32 | rest);
  if (!added) return at->second;
  std::map<std::uint32_t, double> exits, settlements;
  std::map<int, std::vector<std::uint32_t>> waiting;  // by stage
  const auto go = [&](Edge edge, double amount) {
    if (edge.settlement != 0) settlements[edge.settlement] += amount;
    if (edge.returns()) {
      exits[edge.exit()] += amount;
      return;
    }
    if (edge.to >= mass_.size()) mass_.resize(2 * nodes_.size());
    if (mass_[edge.to] == 0) waiting[nodes_[edge.to].stage].push_back(edge.to);
    mass_[edge.to] += amount;
  };
  go(enter(argument_id, rest), 1.0);
  while (!waiting.empty()) {
    auto& list = waiting.begin()->second;
    for (std::size_t i = 0; i < list.size(); ++i) {  // a throw that is made again is appended
      const std::uint32_t node = list[i];
      const double amount = std::exchange(mass_[node], 0);
      if (amount < least_on_the_way) continue;
      const std::uint16_t pattern = nodes_[node].pattern;
      for (std::uint32_t c = 0; c < patterns_[pattern].faces.size(); ++c)
        go(follow(node, c), amount * patterns_[pattern].faces[c] / patterns_[pattern].total());
    }
    waiting.erase(waiting.begin());
  }
  Row& row = rows_[std::uint64_t{argument_id} << 32 | rest];
  row.exits.assign(exits.begin(), exits.end());
  row.settlements.assign(settlements.begin(), settlements.end());
  return row;
}

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
