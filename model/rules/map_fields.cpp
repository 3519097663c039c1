#include "model/rules/map_fields.hpp"

namespace boxcars::model {

void name_map(MapInput& input, std::string_view option, const std::string& file) {
  if (!input.file.empty() && input.option != option)
    throw BadInput(std::string(option), "{map} with {board}", "either is the map", "leave one out");
  input.option = option;
  input.file = file;
}

void require_map_and_hex(const MapInput& input, const std::string& hex) {
  const std::string with_map = "give {board} or {map}, too";
  if (input.file.empty() && !hex.empty()) throw BadInput("hex", "{hex} without a map", "where is it?", with_map);
  if (input.file.empty() && !input.set.empty()) throw BadInput("set", "{set} without a map", "what does it change?", with_map);
  if (!input.file.empty() && hex.empty()) throw BadInput("hex", "a map without {hex}", "which hex is it?", "give it like {hex J8}");
}

std::vector<Clash> with_those_of_from(std::vector<Clash> clashes) {
  std::vector<Clash> all;
  for (const Clash& clash : clashes) {
    if (clash.what.field != "range") continue;
    all.push_back(clash);
    all.back().what.field = "from";
  }
  all.insert(all.end(), clashes.begin(), clashes.end());
  return all;
}

void require_map_of_from(const MapInput& input, const std::string& from) {
  if (input.file.empty() && !from.empty())
    throw BadInput("from", "{from} without a map", "where is it?", "give {board} or {map} with {hex}, too, or {range}");
}

void take_range(const MapInput& input, Hex to, const std::string& from, const std::set<std::string>& given, std::optional<int>& range) {
  if (from.empty()) return;
  if (given.contains("range")) throw BadInput("from", "{from} with {range}", "both are the range", "leave one out");
  range = distance(at_field("from", [&] { return parse_hex(input.map, "{from}", from); }), to);
}

std::optional<HexOnMap> hex_on_map(MapInput& input, const std::string& hex, const MapReader& read_map) {
  require_map_and_hex(input, hex);
  if (input.file.empty()) return std::nullopt;
  at_field(input.option, [&] { read_map(input); });
  const HexMap map = changed_map(input);
  const Hex there = at_field("hex", [&] { return parse_hex(map, "{hex}", hex); });
  return HexOnMap{.hex = there, .name = to_string(there), .holds = map.at(there), .ground = map.ground_at(there), .notes = input.notes};
}

}  // namespace boxcars::model
