#include "io/formats/los_view.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/board_view.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/pictured.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::io {
namespace {

using model::Hindered;
using model::Sight;

Json json_of(const Sight& sight, Json object) {
  object["from"] = sight.from;
  object["to"] = sight.to;
  object["range"] = sight.line.range;
  object["blocked"] = !sight.clear();
  if (!sight.known()) object["known"] = false;
  object["reason"] = sight.clear() ? Json() : Json(sight.why);
  object["at"] = sight.at.empty() ? Json() : Json(sight.at);
  object["hindrance"] = sight.line.hindrance;
  Json hindrances = Json::array();
  for (const Hindered& hindered : sight.hindrances)
    hindrances.push_back({{"range", hindered.range}, {"drm", hindered.drm}, {"hex", hindered.hex}, {"terrain", hindered.terrain}});
  object["hindrances"] = std::move(hindrances);
  object["height_advantage"] = sight.height_advantage;
  object["tem"] = sight.tem ? Json(*sight.tem) : Json();
  object["terrain"] = sight.terrain;
  if (sight.hexside) object["hexside"] = *sight.hexside;
  object["open_ground"] = sight.open_ground;
  return object;
}

std::string words_on_line(const Sight& sight) {
  if (!sight.known()) return "not known";
  if (sight.blocked()) return "no LOS";
  const std::string hindrance = sight.line.hindrance > 0 ? ", Hindrance " + model::with_sign(sight.line.hindrance) : "";
  return fmt::format("range {}{}", sight.line.range, hindrance);
}

std::string tem_of(const Sight& sight) { return sight.tem ? model::with_sign(*sight.tem) : ""; }

Records records_of(const std::vector<Sight>& sights) {
  Records records{.head = {"from", "to", "range", "blocked", "reason", "at", "hindrance", "tem", "terrain", "height_advantage",
                           "open_ground", "hexside", "known"}};
  const auto yes = [](bool is) { return std::string(is ? "true" : "false"); };
  for (const Sight& sight : sights) {
    records.rows.push_back({sight.from, sight.to, std::to_string(sight.line.range), yes(!sight.clear()), sight.why, sight.at,
                            std::to_string(sight.line.hindrance), sight.tem ? std::to_string(*sight.tem) : "", sight.terrain,
                            yes(sight.height_advantage), yes(sight.open_ground), sight.hexside.value_or(""), yes(sight.known())});
  }
  return records;
}

std::vector<std::string> notes_of(const Sight& sight, const Board& board) {
  std::vector<std::string> notes = sight.notes;
  notes.insert(notes.end(), board.notes.begin(), board.notes.end());
  return notes;
}

Document with_notes(Document document, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

// What is seen of a hex, on a drawn map: its Hindrance, . if there is none.
Document document_of(const std::vector<Sight>& seen, model::SightPlace from, const Board& board) {
  const auto count = std::count_if(seen.begin(), seen.end(), [](const Sight& sight) { return sight.clear(); });
  const std::string here = seen.empty() ? to_string(from.hex) : seen.front().from;
  Document document{Said{fmt::format("{} sees {} of {} hexes of board {}", here, count, seen.size(), board.name), Said::As::headline}};
  const bool any_unknown = std::any_of(seen.begin(), seen.end(), [](const Sight& sight) { return !sight.known(); });
  document.emplace_back(Drawing{[&seen, from, &board, any_unknown](const Style& style) {
    std::map<std::string, const Sight*> by_name;
    for (const Sight& sight : seen) by_name[sight.to] = &sight;
    return "\n" +
           drawn(board.map, style,
                 fmt::format("+ seen, 1 to 5 its Hindrance; blank: not seen;{} @ here", any_unknown ? " ? not known;" : ""),
                 [&](model::Hex hex) -> Drawn {
                   if (hex == from.hex) return {" @", 1};
                   const auto found = by_name.find(board.map.name(hex));
                   if (found == by_name.end() || found->second->blocked()) return {"  "};
                   if (!found->second->known()) return {" ?"};
                   const int hindrance = found->second->line.hindrance;
                   return {hindrance == 0 ? " +" : fmt::format("{:>2}", hindrance), 1 - hindrance / 6.};
                 }) +
           "\n";
  }});
  Table table{.columns = {{"hex", Table::Column::Align::left}, {"range"}, {"Hindrance"}, {"TEM"}, {"", Table::Column::Align::left}}};
  for (const Sight& sight : seen) {
    if (!sight.clear()) continue;
    std::string what = sight.terrain;
    if (sight.hexside) what += " behind " + *sight.hexside;
    if (sight.height_advantage) what += ", Height Advantage";
    if (sight.open_ground) what += ", Open Ground";
    table.rows.push_back(
        {.cells = {sight.to, std::to_string(sight.line.range), model::with_sign(sight.line.hindrance), tem_of(sight), what}});
  }
  document.emplace_back(std::move(table));
  return with_notes(std::move(document), board.notes);
}

}  // namespace

std::string sight_in_words(const Sight& sight) {
  std::string text = sight.from + std::string(in_words_whether_it_sees(sight)) + sight.to + ": range " + std::to_string(sight.line.range);
  if (!sight.clear()) return text + ", " + block_in_words(sight);
  if (sight.line.hindrance > 0) text += ", Hindrance " + model::with_sign(sight.line.hindrance) + " (" + hindrances_in_words(sight) + ")";
  text += sight.tem ? ", TEM " + model::with_sign(*sight.tem) : ", TEM of " + sight.terrain + " not known";
  if (sight.hexside) text += " (" + *sight.hexside + ")";
  if (sight.height_advantage) text += ", Height Advantage +1";
  if (sight.open_ground) text += ", Open Ground";
  return text;
}

std::string sight_on_one_line(const Sight& sight, const Board& board) {
  Json object = json_of(sight, begun(""));
  if (const auto notes = notes_of(sight, board); !notes.empty()) object["notes"] = notes;
  return on_one_line(object);
}

Page page_of(const Sight& sight, const Board& board) {
  const std::vector<std::string> notes = notes_of(sight, board);
  return {.document =
              [&sight, notes] {
                return with_notes({Said{sight_in_words(sight), Said::As::headline}}, notes);
              },
          .records = [&sight] { return records_of(std::vector<Sight>{sight}); },
          .json =
              [&sight, notes] {
                Json object = json_of(sight, begun(""));
                object["notes"] = notes;
                return printed(object);
              },
          .pictured =
              [&sight, &board] {
                PicturedMap map{.title = "the line of sight", .board = board};
                for (const std::string& end : {sight.from, sight.to}) map.hexes.push_back(end.substr(0, end.find('.')));
                map.line = {map.hexes.front(), map.hexes.back(), !sight.clear(), sight.at, words_on_line(sight)};
                return pictured("", {std::move(map)});
              }};
}

Page page_of(const std::vector<Sight>& seen, model::SightPlace from, const Board& board) {
  return {.document = [&seen, from, &board] { return document_of(seen, from, board); },
          .records = [&seen] { return records_of(seen); },
          .json =
              [&seen, &board] {
                Json root = begun(""), hexes = Json::array();
                for (const Sight& sight : seen) hexes.push_back(json_of(sight, Json::object()));
                root["board"] = board.name;
                root["hexes"] = std::move(hexes);
                root["notes"] = board.notes;
                return printed(root);
              },
          .pictured =
              [&seen, &board] {
                const std::string from = seen.empty() ? "" : seen.front().from;
                PicturedMap map{.title = "what " + from + " sees, with its Hindrance; the rest is dark", .board = board};
                map.hexes.push_back(from.substr(0, from.find('.')));
                for (const Sight& sight : seen) map.seen[sight.to] = sight.clear() ? std::optional(sight.line.hindrance) : std::nullopt;
                return pictured("", {std::move(map)});
              }};
}

}  // namespace boxcars::io
