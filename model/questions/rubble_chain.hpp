#pragma once

#include <string>
#include <vector>

#include "model/parts/falling_rubble.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"
#include "model/core/question.hpp"

namespace boxcars::model {

/// What the user typed about a hex that has just been rubbled.
struct RubbleChainInputs {
  MapInput map{};
  std::string hex{};
  int from_level = 0;
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};
};

/// A hex has just been rubbled from a level up: what its falling rubble does to the map (B24.12, B24.121), as a process. A checked
/// value: what cannot be asked throws BadInput.
class RubbleChain {
 public:
  using Settled = model::Settled;
  using State = FallingRubble::State;

  explicit RubbleChain(const RubbleChainInputs& inputs);

  State start(Settled& settled) const;
  Throw next_throw(const State& s) const { return fall_.busy(s) ? fall_.next_throw(s) : Throw{}; }
  State next(const State& from, Roll roll, Settled& settled) const;
  int stage(const State& s) const { return fall_.stage(s); }
  std::size_t event_count() const { return fall_.event_names().size(); }
  std::size_t measure_count() const { return measure_names_.size(); }

  const std::vector<std::string>& event_names() const { return fall_.event_names(); }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  const Question& question() const { return question_; }

 private:
  // What was asked, checked.
  struct Situation {
    explicit Situation(const RubbleChainInputs& inputs);
    HexMap map;
    Hex hex;
    int levels;  // that have just been rubbled above ground
    std::vector<Hex> own;
    std::vector<Afv> afvs;
  };

  RubbleChain(const RubbleChainInputs& inputs, const Situation& situation);

  int levels_ = 0;
  FirstHex first_ = FirstHex::rubbled;
  FallingRubble fall_;
  std::vector<std::string> measure_names_;
  Question question_;
};

}  // namespace boxcars::model
