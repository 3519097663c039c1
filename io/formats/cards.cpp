#include "io/formats/cards.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"

namespace boxcars::io {

using model::CardLine;
using model::TerrainCard;

namespace {

// A number for each material: "+2 wooden, +3 stone" is +2/+3; of words, what stands before the first comma.
std::string in_short(std::string_view text) {
  std::string result(text);
  for (const std::string_view word : {" wooden", " stone"}) {
    if (const auto at = result.find(word); at != std::string::npos) result.erase(at, word.size());
  }
  const bool numbers = result != text;
  if (const auto comma = result.find(", "); comma != std::string::npos && numbers) result.replace(comma, 2, "/");
  if (const auto slash = result.find('/'); numbers && result.substr(0, slash) == result.substr(slash + 1)) result.erase(slash);
  result = result.substr(0, result.find_first_of(numbers ? " " : ";, "));
  return std::isdigit(static_cast<unsigned char>(result[0])) || result[0] == '+' ? result : "-";
}

Document document_of(const TerrainCard& card) {
  constexpr auto left = Table::Column::Align::left;
  Document document{Said{card.title, Said::As::title}};
  Table table{.columns = {{"about", left}, {"", left}}, .wraps = Table::Wraps::always};
  for (const CardLine& line : card.lines)
    table.rows.push_back({.cells = {line.about, line.text + (line.rule.empty() ? "" : " (" + line.rule + ")")}});
  document.emplace_back(std::move(table));
  return document;
}

// All of them in short: a number for each material.
Document document_of(const std::vector<TerrainCard>& cards) {
  if (cards.size() == 1) return document_of(cards.front());
  static constexpr std::array<std::pair<std::string_view, const char*>, 6> columns{
      {{"TEM", "TEM"}, {"fortified TEM", "fortified"}, {"Bog DRM", "Bog"}, {"Kindling", "Kindling"}, {"Spread", "Spread"}, {"MF", "MF"}}};
  Table table{.columns = {{"type", Table::Column::Align::left}}, .instead = "--format csv"};
  for (const auto& [about, head] : columns) table.columns.push_back({head, Table::Column::Align::left});
  for (const TerrainCard& card : cards) {
    Table::Row row{.cells = {card.type}};
    for (const auto& [about, head] : columns) row.cells.push_back(in_short(card.text(about)));
    table.rows.push_back(std::move(row));
  }
  Document document{std::move(table)};
  document.emplace_back(Remark{"wooden/stone where there are two; all of a type: boxcars terrain " + cards.front().type});
  return document;
}

std::string json_of(const std::vector<TerrainCard>& cards) {
  Json root = begun(""), list = Json::array();
  for (const TerrainCard& card : cards) {
    Json lines = Json::array();
    for (const CardLine& line : card.lines) lines.push_back({{"about", line.about}, {"text", line.text}, {"rule", line.rule}});
    list.push_back({{"type", card.type}, {"title", card.title}, {"lines", std::move(lines)}});
  }
  root["terrain"] = std::move(list);
  return printed(root);
}

Records records_of(const std::vector<TerrainCard>& cards) {
  Records records{.head = {"type", "about", "text", "rule"}};
  for (const TerrainCard& card : cards) {
    for (const CardLine& line : card.lines) records.rows.push_back({card.type, line.about, line.text, line.rule});
  }
  return records;
}

}  // namespace

Page page_of(const std::vector<TerrainCard>& cards) {
  return {.document = [&cards] { return document_of(cards); },
          .records = [&cards] { return records_of(cards); },
          .json = [&cards] { return json_of(cards); }};
}

}  // namespace boxcars::io
