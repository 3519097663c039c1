#include "model/map_input.hpp"

#include <algorithm>

namespace boxcars::model {

HexMap changed_map(const MapInput& input) {
  HexMap map = input.map;
  for (const std::string& setting : input.set) set_hex(map, setting);
  return map;
}

void append_inputs(Inputs& inputs, const MapInput& input, const HexMap& changed) {
  inputs.push_back({"map", input.file, in_one_line(changed)});
  if (!input.set.empty()) inputs.push_back({"set", input.set});
}

std::vector<Hex> parse_own(const HexMap& map, const std::vector<std::string>& own) {
  std::vector<Hex> hexes;
  for (const std::string& text : own) {
    const Hex hex = parse_hex(map, "--own", text);
    if (std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
  return hexes;
}

void append_own(Inputs& inputs, const std::vector<Hex>& own) {
  if (own.empty()) return;
  std::vector<std::string> names;
  for (const Hex hex : own) names.push_back(to_string(hex));
  inputs.push_back({"own", std::move(names)});
}

void append_notes_on_own(std::vector<std::string>& notes, const FallingRubble& fall) {
  for (const Hex hex : fall.own_out_of_reach()) notes.push_back("no rubble from here can bury men in " + to_string(hex));
}

}  // namespace boxcars::model
