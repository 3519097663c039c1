#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::model {

/// What the user typed about a hex that has just been rubbled.
struct RubbleChainInputs {
  MapInput map{};
  std::string hex{};
  int from_level = 0;
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};
  bool blaze = false;  ///< in a level that falls (B24.6)
};

/// Its fields.
const Questionnaire<RubbleChainInputs>& rubble_chain_questionnaire();
/// Reads the map; throws BadInput if none is named.
std::vector<std::string> rubble_chain_on_map(RubbleChainInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// A hex has just been rubbled from a level up: what its falling rubble does to the map (B24.12, B24.121), as a process. A checked
/// value: what cannot be asked throws BadInput.
class RubbleChain : public QuestionProcess {
 public:
  using State = FallingRubble::State;

  explicit RubbleChain(const RubbleChainInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const { return fall_.busy(s) ? fall_.next_throw(s) : Throw{}; }
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const { return fall_.stage(s); }

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
};

}  // namespace boxcars::model
