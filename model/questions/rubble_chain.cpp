#include "model/questions/rubble_chain.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"
#include "model/rules/map_fields.hpp"

namespace boxcars::model {
namespace {

Need need_of_hex() {
  return {.one_of = {"hex"}, .problem = "no hex given", .why = "whose rubble falls?", .instead = "give it like {hex J8}"};
}

Hex first_hex(const RubbleChainInputs& in, const HexMap& map) {
  if (in.hex.empty()) throw BadInput(fault_of(need_of_hex()));
  const Hex hex = at_field("hex", [&] { return parse_hex(map, "{hex}", in.hex); });
  if (!map.at(hex).building) {
    throw BadInput("hex", "{hex " + map.name(hex) + "} holds no building", "nothing can come down there",
                   "give a building's hex, or {set " + map.name(hex) + "=stone:2}");
  }
  return hex;
}

int levels_rubbled(const RubbleChainInputs& in, const HexMap& map, Hex hex) {
  const int levels = map.at(hex).levels;
  if (in.from_level > levels) {
    throw BadInput("from_level", "{from_level " + std::to_string(in.from_level) + "} is no level of " + map.name(hex),
                   "it has 0, the ground, to " + std::to_string(levels), "give one of them");
  }
  return in.from_level == 0 ? levels : levels - in.from_level + 1;
}

HexMap lawful_map(const RubbleChainInputs& in) {
  require_lawful(rubble_chain_questionnaire(), in);
  return changed_map(in.map);
}

}  // namespace

const Questionnaire<RubbleChainInputs>& rubble_chain_questionnaire() {
  using In = RubbleChainInputs;
  const std::string_view hex = "The hex that has just been rubbled";
  static const Questionnaire<In> asks{
      .name = "chain",
      .title = "What falling rubble does to a map (B24.12, B24.121).",
      .examples = {"boxcars chain --map experiments/maps/chateau.toml --hex J8",
                   "boxcars chain --map experiments/maps/chateau.toml --hex J8 --from-level 2",
                   "boxcars chain --map town.toml --set J8=stone:3 K10=water --hex J8 --own K9"},
      .fields = with_save_fields<In>(
          {board_field<In>(MapSays::itself).in(hex), map_field<In>(MapSays::itself).in(hex), set_field<In>(MapSays::itself).in(hex),
           hex_field<In>(MapSays::itself, "its coordinate: J8").in(hex),
           integer("from_level", &In::from_level, levels_above_ground, "rubbled from this level up; default 0 (ground)").in(hex),
           words("own", &In::own, FieldKind::hex, "HEX", "where your own units are")
               .saying([](const In& in) { return own_said(in.map.map, parse_own(changed_map(in.map), in.own)); })
               .in(hex),
           afv_field<In>("HEX[,ot|ce]", "AFV nearby: K9, K9,ot, here,ce,high; see below").in(hex),
           flag("blaze", &In::blaze, "a Blaze is in a level that falls (B24.6)").in(hex)},
          MapSays::itself, hex),
      .clashes = with_those_of_saves(with_those_of_maps(std::vector<Clash>{})),
      .needs = {{.one_of = {"map", "board", "save"},
                 .problem = "no map given",
                 .why = "where does the rubble fall?",
                 .instead = "give it like {map chateau.toml}, or {board 20}"},
                need_of_hex(),
                need_of_save("side"),
                need_of_save("player"),
                need_of_save("reveal")},
      .footer =
          "A map file, for example:\n"
          "  columns = 33\n"
          "  rows = 10\n"
          "  [[hex]]\n"
          "  name = \"J8\"\n"
          "  building = \"stone\"\n"
          "  levels = 2\n"
          "Columns are A to GG; rows 1 to 10 in A, C, ..., 0 to 10 in B, D, ... Hexes\n"
          "not listed are open ground. Levels are above ground, 0 if left out. Instead of\n"
          "a building: water = true, rubble = \"stone\", terrain = \"woods\"; elevation = 1.\n"
          "Direction 1 is the hexside with the coordinate, then clockwise.\n"
          "AFV: ot is open-topped, ce has its crew exposed, low and high are its ground\n"
          "pressure; here is the hex itself."};
  return asks;
}

std::vector<std::string> rubble_chain_on_map(RubbleChainInputs& in, const std::set<std::string>&, const MapReader& read_map) {
  require_needs(rubble_chain_questionnaire(), in);
  at_field(in.map.option, [&] { read_map(in.map); });
  return {};
}

RubbleChain::Situation::Situation(const RubbleChainInputs& in)
    : map(lawful_map(in)),
      hex(first_hex(in, map)),
      levels(levels_rubbled(in, map, hex)),
      own(parse_own(map, in.own)),
      afvs(parse_afvs(in.afvs, &map)) {}

RubbleChain::RubbleChain(const RubbleChainInputs& in) : RubbleChain(in, Situation(in)) {}

RubbleChain::RubbleChain(const RubbleChainInputs& in, const Situation& situation)
    : levels_(situation.levels), first_(in.from_level == 0 ? FirstHex::rubbled : FirstHex::stands), fall_(at_field("hex", [&] {
        return FallingRubble(situation.map, situation.hex, situation.own, situation.afvs, facts_,
                             in.blaze ? FallsAblaze::yes : FallsAblaze::no);
      })) {
  const Hex hex = situation.hex;
  const MapHex what = situation.map.at(hex);
  description_.inputs = inputs_of(rubble_chain_questionnaire(), in);

  std::string summary = situation.map.name(hex) + ", a " + building_in_words(*what.building, what.levels, what.factory) + ", is rubbled";
  if (in.from_level > 0) summary += " from level " + std::to_string(in.from_level) + " up";
  if (levels_ > 0) {
    summary += ": rubble falls on a colored dr of " + std::to_string(FallingRubble::falls_from - FallingRubble::drm(levels_)) + " or more";
    description_.modifiers.push_back(FallingRubble::modifier(levels_));
    description_.headline = {{"rubble falls", "rubble falls"},
                             {"brings another building hex down", "building hexes rubbled by falling", HeadlinePart::Tells::at_least_one},
                             {"buries your own men", "own men buried"}};
  } else {
    description_.notes.emplace_back("without a level above ground nothing falls (B24.12)");
  }
  if (in.blaze && levels_ == 0)
    throw BadInput("blaze", "{blaze} with no level that falls", "a Blaze on the ground stays there, in the rubble, B24.6", "leave it out");
  if (in.blaze) {
    description_.headline.push_back({"sets another hex ablaze", "sets another hex ablaze"});
    description_.notes.emplace_back("what burns where burning levels come down is ablaze; what they bring down falls without fire (B24.6)");
  }
  fall_.append_modifiers(description_);
  description_.summary.push_back(std::move(summary));
  description_.notes.insert(description_.notes.end(), in.map.notes.begin(), in.map.notes.end());
  append_notes_on_reach(description_.notes, fall_);
  if (std::find(situation.own.begin(), situation.own.end(), hex) != situation.own.end()) {
    description_.notes.push_back("of men in " + situation.map.name(hex) + " itself only those count on whom rubble falls back");
  }
}

RubbleChain::State RubbleChain::start(Outcomes& outcomes) const {
  State s;
  fall_.begin(s, levels_, first_, LastFall::yes, outcomes);
  return s;
}

RubbleChain::State RubbleChain::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  fall_.next(s, roll, LastFall::yes, outcomes);
  return s;
}

}  // namespace boxcars::model
