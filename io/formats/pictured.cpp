#include "io/formats/pictured.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/board_view.hpp"
#include "io/formats/json_values.hpp"

namespace boxcars::io {

std::string pictured(const std::string& answer, const std::vector<PicturedMap>& maps) {
  std::string text = answer.empty() ? "" : "\"answer\":" + answer;
  std::string list;
  for (const auto& [title, board, heat, seen, line, hexes, own, afvs] : maps) {
    list += list.empty() ? "" : ",";
    list += fmt::format("{{\"title\":{},\"board\":{}", on_one_line(title), board_on_one_line(board));
    if (!heat.empty()) {
      Json by_hex = Json::object();
      for (const auto& [hex, value] : heat) by_hex[board.map.name(hex)] = number(value);
      list += ",\"figures\":\"number\",\"heat\":" + on_one_line(by_hex);
    }
    if (!seen.empty()) {
      Json by_hex = Json::object();
      for (const auto& [hex, hindrance] : seen) by_hex[hex] = hindrance ? Json(*hindrance) : Json();
      list += ",\"seen\":" + on_one_line(by_hex);
    }
    if (line) {
      const Json drawn{{"from", line->from}, {"to", line->to}, {"isBlocked", line->blocked}, {"at", line->at}, {"words", line->words}};
      list += ",\"sight\":" + on_one_line(drawn);
    }
    for (const auto& [name, marked] : {std::pair("hexes", &hexes), std::pair("own", &own), std::pair("afvs", &afvs)})
      if (!marked->empty()) list += fmt::format(",\"{}\":{}", name, on_one_line(*marked));
    list += "}";
  }
  if (!list.empty()) text += std::string(text.empty() ? "" : ",") + "\"maps\":[" + list + "]";
  return "{" + text + "}";
}

}  // namespace boxcars::io
