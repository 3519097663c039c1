#include "sim/state_space/chain.hpp"

#include <algorithm>
#include <cassert>

#include "sim/resources/memory.hpp"

namespace boxcars::sim {

Chain::Chain(const Rules& rules) : rules_(&rules), player_(rules.player()), states_(rules.state_size()), to_(rules.state_size()) {
  player_->start(to_.data(), 0);
  start_label_ = labels_.label_id(player_->label(0));
  id_of(to_.data());
}

std::size_t Chain::bytes() const { return states_.bytes() + bytes_of(nodes_) + bytes_of(transitions_) + bytes_of(transition_of_face_); }

Chain::End Chain::find_end(std::uint32_t id) {
  const auto [at, added] = ends_.try_emplace(id);
  if (added) {
    player_->end(state(id), to_.data(), 0);
    at->second = {id_of(to_.data()), labels_.label_id(player_->label(0))};
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
  std::array<Transition, max_faces> found{};
  std::size_t count = 0;
  const auto first_face = static_cast<std::uint32_t>(transition_of_face_.size());
  for (int face = 0; face < nodes_[id].faces; ++face) {
    if (const int twin = player_->twin(face); twin != face) {
      const std::uint8_t transition = transition_of_face_[first_face + static_cast<std::uint32_t>(twin)];
      ++found[transition].faces;
      transition_of_face_.push_back(transition);
      continue;
    }
    player_->next(face, to_.data(), count);
    const TransitionLabel& label = player_->label(count);
    // Most faces do what an earlier face did; comparing with those is quicker than a look-up.
    std::size_t at = 0;
    while (at < count && !(bytes(state(found[at].next)) == bytes(to_.data()) && player_->label(at) == label)) ++at;
    if (at == count) {
      found[count++] = {id_of(to_.data()), labels_.label_id(label), 0, label.lap_begins};
      assert(label.lap_begins || nodes_[found[at].next].faces == 0 || nodes_[found[at].next].stage >= nodes_[id].stage);
    }
    ++found[at].faces;
    transition_of_face_.push_back(static_cast<std::uint8_t>(at));
  }
  nodes_[id].first_face = first_face;
  nodes_[id].first_transition = static_cast<std::uint32_t>(transitions_.size());
  nodes_[id].transitions = static_cast<std::uint8_t>(count);
  transitions_.insert(transitions_.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
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
