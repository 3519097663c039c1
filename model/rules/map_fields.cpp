#include "model/rules/map_fields.hpp"

#include <algorithm>

#include "model/core/modifier.hpp"
#include "model/rules/counters_on_line.hpp"

namespace boxcars::model {
namespace {

// It fills in the range.

Clash save_with(std::string_view other) { return {{"save"}, Clash::Is::with, {other}, "either is the map"}; }

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
  if (!input.file.empty() && input.option != option)
    refuse(option == "save" || input.option == "save" ? save_with(option == "save" ? input.option : option) : map_with_board(), {}, {});
  input.option = option;
  input.file = file;
}

void require_map_and_hex(const MapInput& input, const std::string& hex) {
  const auto given = [&](std::string_view key) {
    if (key == "hex") return Given{.says = !hex.empty()};
    if (key == "set") return Given{.says = !input.set.empty()};
    return Given{.says = !input.file.empty() && key == input.option};
  };
  static const std::vector<Need> needs = with_those_of_saves(with_those_of_maps(std::vector<Need>{}));
  if (const Need* need = first_unmet(needs, given)) throw BadInput(fault_of(*need));
}

Clash map_with_board() { return {{"map"}, Clash::Is::with, {"board"}, "either is the map"}; }

std::vector<Clash> with_those_of_saves(std::vector<Clash> clashes) {
  clashes.push_back(save_with("map"));
  clashes.push_back(save_with("board"));
  return clashes;
}

std::vector<Need> with_those_of_saves(std::vector<Need> needs) {
  for (Need& need : needs) {
    if (std::find(need.one_of.begin(), need.one_of.end(), "board") != need.one_of.end()) need.one_of.push_back("save");
  }
  needs.push_back(need_of_hex("save"));
  for (const std::string_view viewer : {"side", "player", "reveal"}) needs.push_back(need_of_save(viewer));
  return needs;
}

Need need_of_save(std::string_view viewer) {
  return {.one_of = {"save"},
          .problem = "what is hidden, without {save}",
          .why = "of which game?",
          .instead = "give {save}, too",
          .when = {{viewer}},
          .at = viewer};
}

Need need_of_map_for_set() { return need_of_map("set", "{set} without a map", "what does it change?"); }

Need need_of_map_or_save_for_set() {
  Need need = need_of_map_for_set();
  need.one_of.emplace_back("save");
  return need;
}

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
  return with_those_of_maps(std::move(all));
}

void require_map_of_from(const MapInput& input, const std::string& from) {
  if (input.file.empty() && !from.empty()) throw BadInput(fault_of(need_of_from()));
}

void take_range(const MapInput& input, Hex to, const std::string& from, const std::set<std::string>& given, std::optional<int>& range) {
  if (from.empty()) return;
  const int hexes = distance(at_field("from", [&] { return parse_hex(input.map, "{from}", from); }), to);
  if (!given.contains("range")) range = hexes;  // what is typed goes first
}

std::optional<Sight> sight_on_map(const MapInput& input, const std::string& from, const std::string& hex, bool no_los) {
  if (!input.map.raster || from.empty() || hex.empty()) return std::nullopt;
  const HexMap map = changed_map(input);
  const SightPlace source = at_field("from", [&] { return parse_place(map, "{from}", from); });
  const SightPlace target = at_field("hex", [&] { return parse_place(map, "{hex}", hex); });
  const Sights sights(map, input.map);
  Sight sight = CountersOnLine(sights, input).between(source, target);
  if (!sight.clear() && !no_los)
    throw BadInput("from", sight.from + std::string(in_words_whether_it_sees(sight)) + sight.to, block_in_words(sight),
                   "give another {hex}, or {no_los} to ask all the same");
  add_note_of_other_way(sights, source, target, sight);
  return sight;
}

std::string sight_note(const Sight& sight) {
  std::string text = sight.from + std::string(in_words_whether_it_sees(sight)) + sight.to + " at range " + std::to_string(sight.line.range);
  if (!sight.clear()) text += " (" + block_in_words(sight) + "), as asked all the same";
  if (sight.blocked()) return text;
  if (sight.line.hindrance > 0) text += ", Hindrance " + with_sign(sight.line.hindrance) + " (" + hindrances_in_words(sight) + ")";
  return text + " (VASL's LOS: docs/los.md)";
}

std::optional<Terrain> terrain_of_hexside(const Sight& sight) {
  for (const Terrain terrain : {Terrain::wall, Terrain::hedge}) {
    if (sight.hexside && *sight.hexside == name_of(terrain, terrain_choices) && sight.hexside_tem == tem(terrain).amount) return terrain;
  }
  return std::nullopt;
}

std::optional<HexOnMap> hex_on_map(MapInput& input, const std::string& hex, const MapReader& read_map) {
  require_map_and_hex(input, hex);
  if (input.file.empty()) return std::nullopt;
  at_field(input.option, [&] { read_map(input); });
  const HexMap map = changed_map(input);
  const Hex there = at_field("hex", [&] { return parse_hex(map, "{hex}", hex); });
  return HexOnMap{.hex = there, .name = map.name(there), .holds = map.at(there), .ground = map.ground_at(there), .notes = input.notes};
}

}  // namespace boxcars::model
