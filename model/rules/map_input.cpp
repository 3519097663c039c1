#include "model/rules/map_input.hpp"

#include <algorithm>
#include <set>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

HexMap changed_map(const MapInput& input) {
  HexMap map = input.map;
  std::set<Hex> changed;
  for (const std::string& setting : input.set) {
    const Hex hex = at_field("set", [&] { return set_hex(map, setting); });
    if (!changed.insert(hex).second)
      throw BadInput("set", "{set} " + shown(setting) + " cannot be used", to_string(hex) + " is changed already", "leave one out");
  }
  return map;
}

std::vector<Hex> parse_own(const HexMap& map, const std::vector<std::string>& own) {
  std::vector<Hex> hexes;
  for (const std::string& text : own) {
    const Hex hex = at_field("own", [&] { return parse_hex(map, "{own}", text); });
    if (std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
  return hexes;
}

std::vector<int> parse_own_directions(const std::vector<std::string>& own, const std::string& instead) {
  std::vector<int> directions;
  for (const std::string& text : own) {
    const auto direction = read_direction(text);
    if (!direction) throw_no_direction("own", text, instead);
    directions.push_back(*direction);
  }
  return directions;
}

std::optional<InputValue> own_said(const std::vector<Hex>& own) {
  if (own.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const Hex hex : own) names.push_back(to_string(hex));
  return names;
}

std::optional<InputValue> own_said(const std::vector<int>& directions) {
  if (directions.empty()) return std::nullopt;
  return std::vector<double>(directions.begin(), directions.end());
}

}  // namespace boxcars::model
