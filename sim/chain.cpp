#include "sim/chain.hpp"

#include <algorithm>
#include <cassert>

namespace boxcars::sim {

Chain::Chain(const Rules& rules) : rules_(&rules), player_(rules.player()), states_(rules.state_size()), to_(rules.state_size()) {
  player_->start(to_.data(), 0);
  start_settlement_ = book_.settlement_id(player_->settled(0));
  id_of(to_.data());
}

Chain::End Chain::find_end(std::uint32_t id) {
  const auto [at, added] = ends_.try_emplace(id);
  if (added) {
    player_->end(state(id), to_.data(), 0);
    at->second = {id_of(to_.data()), book_.settlement_id(player_->settled(0))};
  }
  return at->second;
}

void Chain::freeze() {
  std::vector<int> stages;
  for (const Node& node : nodes_) stages.push_back(node.stage);
  std::sort(stages.begin(), stages.end());
  stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
  for (Node& node : nodes_) node.stage = static_cast<int>(std::lower_bound(stages.begin(), stages.end(), node.stage) - stages.begin());
  stages_ = static_cast<int>(stages.size());
}

void Chain::expand(std::uint32_t id) {
  assert(!expanded(id));
  player_->take(state(id));
  std::array<Branch, max_faces> found{};
  std::size_t count = 0;
  const auto first_face = static_cast<std::uint32_t>(branch_of_face_.size());
  for (int face = 0; face < nodes_[id].faces; ++face) {
    if (const int twin = player_->twin(face); twin != face) {
      const std::uint8_t branch = branch_of_face_[first_face + static_cast<std::uint32_t>(twin)];
      ++found[branch].faces;
      branch_of_face_.push_back(branch);
      continue;
    }
    player_->next(face, to_.data(), count);
    const Settled& settled = player_->settled(count);
    // Most faces do what an earlier one did: to see that needs no look-up.
    std::size_t at = 0;
    while (at < count && !(bytes(state(found[at].next)) == bytes(to_.data()) && player_->settled(at) == settled)) ++at;
    if (at == count) {
      found[count++] = {id_of(to_.data()), book_.settlement_id(settled), 0, settled.lap_begins};
      assert(settled.lap_begins || nodes_[found[at].next].faces == 0 || nodes_[found[at].next].stage >= nodes_[id].stage);
    }
    ++found[at].faces;
    branch_of_face_.push_back(static_cast<std::uint8_t>(at));
  }
  nodes_[id].first_face = first_face;
  nodes_[id].first_branch = static_cast<std::uint32_t>(branches_.size());
  nodes_[id].branches = static_cast<std::uint8_t>(count);
  branches_.insert(branches_.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
}

std::uint32_t Chain::id_of(const std::byte* state) {
  const auto [id, added] = states_.id_of(state);
  if (!added) return id;
  const Player::Ahead ahead = player_->ahead(state);
  assert(ahead.faces >= 0 && ahead.faces <= max_faces);
  nodes_.push_back({.stage = ahead.stage, .faces = static_cast<std::uint8_t>(ahead.faces)});
  return id;
}

}  // namespace boxcars::sim
