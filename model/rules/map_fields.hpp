#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/field.hpp"
#include "model/rules/afv.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/sight.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

/// Whether the map itself is among the inputs by which questions are told apart, or only what is taken from it.
enum class MapSays : bool { nothing, itself };

/// Takes the map that is named by `option`, "map" or "board"; throws BadInput if there is one already.
void name_map(MapInput& input, std::string_view option, const std::string& file);

/// Fields of a question about a hex on a map, whose inputs have them as MapInput `map` and std::string `hex`: the map, as a file or a
/// board, what SSR change of it, and the hex.
template <class In>
Field<In> map_file(std::string_view key, MapSays says, std::string_view metavar, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::file, .help = help, .metavar = metavar};
  Field<In> field{info, [](In& in, const InputValue& given, const FieldInfo& self) { name_map(in.map, self.key, text_of(self, given)); },
                  [key](const In& in) { return in.map.option == key ? as_value(in.map.file) : std::nullopt; }};
  if (says == MapSays::nothing) return std::move(field).unsaid();
  return std::move(field).meaning([](const In& in) { return in_one_line(changed_map(in.map)); });
}
template <class In>
Field<In> board_field(MapSays says) {
  return map_file<In>("board", says, "BOARD", "a VASL board: its number, like 20, or its file");
}
template <class In>
Field<In> map_field(MapSays says) {
  return map_file<In>("map", says, "FILE", "or a map file in TOML");
}
/// The save of a game on the table instead, and who looks at it.
template <class In>
Field<In> save_field(MapSays says) {
  return map_file<In>("save", says, "FILE", "or a VASL save (.vsav): its boards and counters");
}
template <class In>
Field<In> side_field() {
  FieldInfo info{.key = "side", .help = "in a save: show this side's hidden units: Finnish", .metavar = "SIDE", .example = "Finnish"};
  Field<In> field{info, [](In& in, const InputValue& given, const FieldInfo& self) { in.map.viewer.side = text_of(self, given); },
                  [](const In& in) { return as_value(in.map.viewer.side); }};
  return std::move(field).unsaid();
}
template <class In>
Field<In> player_field() {
  FieldInfo info{.key = "player", .help = "in a save: show what this player has hidden", .metavar = "NAME", .example = "Anna"};
  Field<In> field{info, [](In& in, const InputValue& given, const FieldInfo& self) { in.map.viewer.player = text_of(self, given); },
                  [](const In& in) { return as_value(in.map.viewer.player); }};
  return std::move(field).unsaid();
}
template <class In>
Field<In> reveal_field() {
  FieldInfo info{.key = "reveal", .kind = FieldKind::flag, .help = "in a save: show everything that is hidden"};
  Field<In> field{info, [](In& in, const InputValue& given, const FieldInfo& self) { in.map.viewer.umpire = flag_of(self, given); },
                  [](const In& in) { return said_if(in.map.viewer.umpire); }};
  return std::move(field).unsaid();
}
/// All of them.
template <class In>
void append_save_fields(Fields<In>& fields, MapSays says, std::string_view group) {
  fields.push_back(save_field<In>(says).in(group));
  fields.push_back(side_field<In>().in(group));
  fields.push_back(player_field<In>().in(group));
  fields.push_back(reveal_field<In>().in(group));
}
template <class In>
Fields<In> with_save_fields(Fields<In> fields, MapSays says, std::string_view group) {
  append_save_fields(fields, says, group);
  return fields;
}
template <class In>
Field<In> set_field(MapSays says) {
  FieldInfo info{.key = "set",
                 .help = "changes by SSR; also K9=open, =factory, all=wood",
                 .metavar = "HEX=stone:3",
                 .example = "K9=stone:3",
                 .repeatable = true};
  Field<In> field{info,
                  [](In& in, const InputValue& given, const FieldInfo& self) {
                    for (const std::string& word : words_of(self, given)) in.map.set.push_back(as_printed(word));
                  },
                  [](const In& in) { return as_value(in.map.set); }};
  return says == MapSays::nothing ? std::move(field).unsaid() : field;
}
template <class In>
Field<In> hex_field(MapSays says, std::string_view help = "the hex on that map: J8") {
  auto field = text("hex", &In::hex, "NAME", help).of_kind(FieldKind::hex).like("J8");
  if (says == MapSays::nothing) return std::move(field).unsaid();
  return std::move(field).saying([](const In& in) {
    const auto hex = read_hex(in.hex);
    return as_value(hex ? to_string(*hex) : in.hex);
  });
}

/// Where AFV are, as parse_afvs() reads it.
template <class In>
Field<In> afv_field(std::string_view metavar, std::string_view help) {
  return words("afv", &In::afvs, FieldKind::text, metavar, help)
      .with_words({"here"})
      .with_attributes({afv_attributes.begin(), afv_attributes.end()});
}

/// The hex of whoever fires at `hex`, as std::string `from`: the range is taken from the map, and says what was asked.
template <class In>
Field<In> from_field(std::string_view help = "or the firer's hex on the map: F3") {
  return text("from", &In::from, "NAME", help).of_kind(FieldKind::hex).like("F3").unsaid();
}

/// The field that asks all the same where the map shows no LOS, as bool `no_los`.
template <class In>
Field<In> no_los_field() {
  return flag("no_los", &In::no_los, "answer even if the board shows no LOS").unsaid();
}

/// What is seen from `from` at `hex` ("F3.1"), if the map has a picture and both are named; throws BadInput at `from` if nothing is, and
/// that is not asked for.
std::optional<Sight> sight_on_map(const MapInput& input, const std::string& from, const std::string& hex, bool no_los);
/// The line of sight, as a note.
std::string sight_note(const Sight& sight);
/// Whose TEM that of its hexside is: a wall's or a hedge's, in full.
std::optional<Terrain> terrain_of_hexside(const Sight& sight);

/// What a field about who looks at a save needs: one.
Need need_of_save(std::string_view viewer);
/// With what a save needs and clashes with, beside what a map and a board do.
std::vector<Need> with_those_of_saves(std::vector<Need> needs);
std::vector<Clash> with_those_of_saves(std::vector<Clash> clashes);

/// A map, and what is changed on one.
Clash map_with_board();
Need need_of_map_for_set();
/// The same of a question that has a save for a map, too.
Need need_of_map_or_save_for_set();

/// With the clashes of a map's fields.
std::vector<Clash> with_those_of_maps(std::vector<Clash> clashes = {});
/// With those, and with the clashes of the field `range` those of `from`, which is at fault before it.
std::vector<Clash> with_those_of_from(std::vector<Clash> clashes);

/// With what a map, its hex and what is changed on it need of each other.
std::vector<Need> with_those_of_maps(std::vector<Need> needs);
/// With those, and what `from` needs.
std::vector<Need> with_those_of_from(std::vector<Need> needs);

/// Takes the range to a hex of the map from the hex `from`, if that is given. Throws BadInput if it is not on the map, or both are given.
void take_range(const MapInput& input, Hex to, const std::string& from, const std::set<std::string>& given, std::optional<int>& range);

/// Throws BadInput if `from` is given without a map.
void require_map_of_from(const MapInput& input, const std::string& from);

/// What a hex of a map holds, and what is to be said about it.
struct HexOnMap {
  Hex hex{};
  std::string name;
  MapHex holds{};
  std::optional<Ground> ground{};  ///< nothing if the map does not tell
  std::vector<std::string> notes{};

  /// Has what is on the map in a field that was not given; a note says where one that was overrides it.
  template <class Target, class Value>
  void fill(const std::set<std::string>& given, const std::string& field, Target& target, const std::optional<Value>& on_map) {
    if (!on_map) return;
    if (!given.contains(field))
      target = *on_map;
    else if (target != *on_map)
      notes.push_back(as_option(field, "") + " is as given, not as " + name + "'s on the map");
  }
};

/// Throws BadInput if the hex or a change of the map is given without a map, or a map without the hex.
void require_map_and_hex(const MapInput& input, const std::string& hex);

/// What the hex holds; nothing if neither it nor a map is named. Throws BadInput if one of them is missing, or cannot be read.
std::optional<HexOnMap> hex_on_map(MapInput& input, const std::string& hex, const MapReader& read_map);

}  // namespace boxcars::model
