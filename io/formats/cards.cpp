#include "io/formats/cards.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/tables.hpp"

namespace boxcars::io {

using model::CardLine;
using model::TerrainCard;

std::string to_text(const TerrainCard& card, const Style& style) {
  std::size_t about = 0;
  for (const CardLine& line : card.lines) about = std::max(about, line.about.size());
  std::string text = bold(card.title, style) + "\n";
  for (const CardLine& line : card.lines) {
    const std::string said = line.text + (line.rule.empty() ? "" : " (" + line.rule + ")");
    text += wrapped(fmt::format("{:<{}}  ", line.about, about) + said, columns_of(style), std::string(about + 2, ' '));
  }
  return text;
}

std::string to_text(const std::vector<TerrainCard>& cards, const Style& style) {
  static constexpr std::array<std::string_view, 6> columns{"TEM", "fortified TEM", "Bog DRM", "Kindling", "Spread", "MF"};
  static constexpr std::array<std::string_view, 6> heads{"TEM", "fortified", "Bog", "Kindling", "Spread", "MF"};
  // A number for each material: "+2 wooden, +3 stone" is +2/+3; of words, what stands before the first comma.
  const auto in_short = [](std::string_view text) {
    std::string result(text);
    for (const std::string_view word : {" wooden", " stone"}) {
      if (const auto at = result.find(word); at != std::string::npos) result.erase(at, word.size());
    }
    const bool numbers = result != text;
    if (const auto comma = result.find(", "); comma != std::string::npos && numbers) result.replace(comma, 2, "/");
    if (const auto slash = result.find('/'); numbers && result.substr(0, slash) == result.substr(slash + 1)) result.erase(slash);
    result = result.substr(0, result.find_first_of(numbers ? " " : ";, "));
    return std::isdigit(static_cast<unsigned char>(result[0])) || result[0] == '+' ? result : "-";
  };
  std::vector<std::vector<std::string>> rows{{"type"}};
  rows.front().insert(rows.front().end(), heads.begin(), heads.end());
  for (const TerrainCard& card : cards) {
    rows.push_back({card.type});
    for (const auto column : columns) rows.back().push_back(in_short(card.text(column)));
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::size_t shown = 0, width = 0;  // the columns that fit
  while (shown < widths.size() && width + widths[shown] <= static_cast<std::size_t>(columns_of(style))) width += widths[shown++] + 2;
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < shown; ++i) line += fmt::format("{:<{}}", row[i], widths[i] + 2);
    line.erase(line.find_last_not_of(' ') + 1);
    text += (&row == &rows.front() ? bold(line, style) : line) + "\n";
  }
  if (shown < widths.size()) text += wrapped("(more columns in a wider terminal, or with --format csv)", columns_of(style));
  return text + wrapped("wooden/stone where there are two; all of a type: boxcars terrain " + cards.front().type, columns_of(style));
}

std::string to_json(const std::vector<TerrainCard>& cards) {
  nlohmann::ordered_json root, list = nlohmann::ordered_json::array();
  root["schema"] = "boxcars/1";
  root["version"] = version;
  for (const TerrainCard& card : cards) {
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const CardLine& line : card.lines) lines.push_back({{"about", line.about}, {"text", line.text}, {"rule", line.rule}});
    list.push_back({{"type", card.type}, {"title", card.title}, {"lines", std::move(lines)}});
  }
  root["terrain"] = std::move(list);
  return printed(root);
}

std::string to_csv(const std::vector<TerrainCard>& cards) {
  std::string text = "type,about,text,rule\n";
  for (const TerrainCard& card : cards) {
    for (const CardLine& line : card.lines)
      text += fmt::format("{},{},{},{}\n", card.type, csv_field(line.about), csv_field(line.text), line.rule);
  }
  return text;
}

std::string to_markdown(const std::vector<TerrainCard>& cards) {
  std::string text;
  for (const TerrainCard& card : cards) {
    text += (text.empty() ? "" : "\n") + fmt::format("## {} (`{}`)\n\n| about | | rule |\n|---|---|---|\n", card.title, card.type);
    for (const CardLine& line : card.lines) text += fmt::format("| {} | {} | {} |\n", line.about, line.text, line.rule);
  }
  return text;
}

}  // namespace boxcars::io
