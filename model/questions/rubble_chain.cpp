#include "model/questions/rubble_chain.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"

namespace boxcars::model {
namespace {

Hex first_hex(const RubbleChainInputs& in, const HexMap& map) {
  if (in.hex.empty()) throw BadInput("no hex given (whose rubble falls?); give it like --hex J8");
  const Hex hex = parse_hex(map, "--hex", in.hex);
  if (!map.at(hex).building) {
    throw BadInput("--hex " + to_string(hex) + " holds no building (nothing can come down there); give a building's hex, or --set " +
                   to_string(hex) + "=stone:2");
  }
  return hex;
}

int levels_rubbled(const RubbleChainInputs& in, const HexMap& map, Hex hex) {
  const int levels = map.at(hex).levels;
  if (in.from_level < 0 || in.from_level > levels) {
    throw BadInput("--from-level " + std::to_string(in.from_level) + " is no level of " + to_string(hex) + " (it has 0, the ground, to " +
                   std::to_string(levels) + "); give one of them");
  }
  return in.from_level == 0 ? levels : levels - in.from_level + 1;
}

}  // namespace

RubbleChain::Situation::Situation(const RubbleChainInputs& in)
    : map(changed_map(in.map)),
      hex(first_hex(in, map)),
      levels(levels_rubbled(in, map, hex)),
      own(parse_own(map, in.own)),
      afvs(parse_afvs(in.afvs, &map)) {}

RubbleChain::RubbleChain(const RubbleChainInputs& in) : RubbleChain(in, Situation(in)) {}

RubbleChain::RubbleChain(const RubbleChainInputs& in, const Situation& situation)
    : levels_(situation.levels),
      first_(in.from_level == 0 ? FirstHex::rubbled : FirstHex::stands),
      fall_(situation.map, situation.hex, situation.own, situation.afvs, facts_) {
  const Hex hex = situation.hex;
  const MapHex what = situation.map.at(hex);
  append_inputs(question_.inputs, in.map, situation.map);
  question_.inputs.push_back({"hex", to_string(hex)});
  add(question_.inputs, "from_level", in.from_level);
  append_own(question_.inputs, situation.own);
  add(question_.inputs, "afv", in.afvs);

  std::string summary = to_string(hex) + ", a " + building_in_words(*what.building, what.levels) + ", is rubbled";
  if (in.from_level > 0) summary += " from level " + std::to_string(in.from_level) + " up";
  if (levels_ > 0) {
    summary += ": rubble falls on a colored dr of " + std::to_string(FallingRubble::falls_from - FallingRubble::drm(levels_)) + " or more";
    question_.modifiers.push_back(FallingRubble::modifier(levels_));
    question_.headline = {{"rubble falls", "rubble falls"},
                          {"brings another building hex down", "building hexes rubbled by falling", HeadlinePart::Tells::at_least_one},
                          {"buries your own men", "own men buried"}};
  } else {
    question_.notes.emplace_back("without a level above ground nothing falls (B24.12)");
  }
  fall_.append_modifiers(question_);
  question_.summary.push_back(std::move(summary));
  question_.notes.insert(question_.notes.end(), in.map.notes.begin(), in.map.notes.end());
  append_notes_on_reach(question_.notes, fall_);
  if (std::find(situation.own.begin(), situation.own.end(), hex) != situation.own.end()) {
    question_.notes.push_back("of men in " + to_string(hex) + " itself only those count on whom rubble falls back");
  }
}

RubbleChain::State RubbleChain::start(Settled& settled) const {
  State s;
  fall_.begin(s, levels_, first_, LastFall::yes, settled);
  return s;
}

RubbleChain::State RubbleChain::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  fall_.next(s, roll, LastFall::yes, settled);
  return s;
}

}  // namespace boxcars::model
