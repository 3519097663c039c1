#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sim/process/rules.hpp"

namespace boxcars::sim {

/// A single trial, throw by throw.
class Trial {
 public:
  /// If a tale is given, what each throw does is written into it. The trial has not begun yet.
  explicit Trial(const Rules& rules, std::string* tale = nullptr)
      : rules_(&rules), player_(rules.player(tale)), state_(rules.state_size()) {}

  /// Begins at the start. What the start records is handed to nobody, since all trials have it in common, and is counted from the chain.
  void begin() {
    player_->start(state_.data(), 0);
    take_throw(1);
  }
  /// Begins at any state in any lap.
  void begin(const std::byte* state, int lap) {
    std::copy_n(state, state_.size(), state_.begin());
    take_throw(lap);
  }

  /// The number of faces of the next throw; 0: the trial is over.
  int faces() const { return faces_; }

  /// Goes on by a face of the next throw. take(label, lap) is called for its label, and for that of the end of the last lap.
  template <class Take>
  void step(int face, Take take) {
    player_->next(face, state_.data(), 0);
    take(player_->label(0), lap_);
    if (!player_->label(0).lap_begins) return take_throw(lap_);
    if (rules_->is_last_lap(lap_)) return end(take);
    take_throw(lap_ + 1);
  }

  /// Ends the last lap, at a state that would have begun another.
  template <class Take>
  void end(Take take) {
    player_->end(state_.data(), state_.data(), 0);
    take(player_->label(0), lap_);
    take_throw(lap_ + 1);
  }

 private:
  void take_throw(int lap) {
    lap_ = lap;
    faces_ = player_->take(state_.data());
  }

  const Rules* rules_;
  std::unique_ptr<Player> player_;
  std::vector<std::byte> state_;
  int faces_ = 0;
  int lap_ = 1;
};

}  // namespace boxcars::sim
