#include "model/rules/map_fields.hpp"

namespace boxcars::model {
namespace {

// It fills in the range.
Clash from_with_range() { return {{"from"}, Clash::Is::with, {"range"}, "both are the range", "leave one out", true}; }

Need need_of_map(std::string_view field, std::string_view problem, std::string_view why) {
  return {
      .one_of = {"map", "board"}, .problem = problem, .why = why, .instead = "give {board} or {map}, too", .when = {{field}}, .at = field};
}

Need need_of_hex(std::string_view map) {
  return {
      .one_of = {"hex"}, .problem = "a map without {hex}", .why = "which hex is it?", .instead = "give it like {hex J8}", .when = {{map}}};
}

Need need_of_from() {
  Need need = need_of_map("from", "{from} without a map", "where is it?");
  need.instead = "give {board} or {map} with {hex}, too, or {range}";
  return need;
}

}  // namespace

void name_map(MapInput& input, std::string_view option, const std::string& file) {
  if (!input.file.empty() && input.option != option) refuse(map_with_board(), {}, {});
  input.option = option;
  input.file = file;
}

void require_map_and_hex(const MapInput& input, const std::string& hex) {
  const auto given = [&](std::string_view key) {
    if (key == "hex") return Given{.says = !hex.empty()};
    if (key == "set") return Given{.says = !input.set.empty()};
    return Given{.says = !input.file.empty() && key == input.option};
  };
  static const std::vector<Need> needs = with_those_of_maps(std::vector<Need>{});
  if (const Need* need = first_unmet(needs, given)) throw BadInput(fault_of(*need));
}

Clash map_with_board() { return {{"map"}, Clash::Is::with, {"board"}, "either is the map"}; }

Need need_of_map_for_set() { return need_of_map("set", "{set} without a map", "what does it change?"); }

std::vector<Clash> with_those_of_maps(std::vector<Clash> clashes) {
  for (Clash& clash : clashes) {
    const std::string_view other = clash.other.field;
    if (!clash.only_told && (other == "building" || other == "levels" || other == "terrain")) clash.told_by = "hex";
  }
  clashes.push_back(map_with_board());
  return clashes;
}

std::vector<Need> with_those_of_maps(std::vector<Need> needs) {
  needs.push_back(need_of_map("hex", "{hex} without a map", "where is it?"));
  needs.push_back(need_of_map_for_set());
  needs.push_back(need_of_hex("map"));
  needs.push_back(need_of_hex("board"));
  return needs;
}

std::vector<Need> with_those_of_from(std::vector<Need> needs) {
  needs = with_those_of_maps(std::move(needs));
  needs.push_back(need_of_from());
  return needs;
}

std::vector<Clash> with_those_of_from(std::vector<Clash> clashes) {
  std::vector<Clash> all;
  for (const Clash& clash : clashes) {
    if (clash.what.field != "range" || clash.what.numbers) continue;
    all.push_back(clash);
    all.back().what.field = "from";
  }
  all.insert(all.end(), clashes.begin(), clashes.end());
  for (Clash& clash : all) {
    if (!clash.only_told && clash.other.field == "range") clash.told_by = "from";
  }
  all.push_back(from_with_range());
  return with_those_of_maps(std::move(all));
}

void require_map_of_from(const MapInput& input, const std::string& from) {
  if (input.file.empty() && !from.empty()) throw BadInput(fault_of(need_of_from()));
}

void take_range(const MapInput& input, Hex to, const std::string& from, const std::set<std::string>& given, std::optional<int>& range) {
  if (from.empty()) return;
  if (given.contains("range")) refuse(from_with_range(), {}, {});
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
