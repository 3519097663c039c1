#include <algorithm>
#include <cstddef>
#include <variant>

#include "io/formats/formats.hpp"

namespace boxcars::io {
namespace {

// Words as they are: what would begin HTML, code, a picture or a link there, or end a cell, is only letters.
std::string as_letters(const std::string& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char c = words[i], next = i + 1 < words.size() ? words[i + 1] : ' ';
    const bool begins_html = c == '<' && next != ' ' && next != '=' && (next < '0' || next > '9');
    const bool ends_name_of_link = c == ']' && (next == '(' || next == '[' || next == ':');
    if (begins_html)
      text += "&lt;";
    else
      text += (c == '\\' || c == '|' || c == '`' || ends_name_of_link ? "\\" : "") + std::string(1, c);
  }
  return text;
}

// As code: between more of the marks than it has side by side.
std::string as_code(const std::string& words) {
  std::size_t most = 0, side_by_side = 0;
  for (const char c : words) most = std::max(most, side_by_side = c == '`' ? side_by_side + 1 : 0);
  const std::string marks(most + 1, '`'), apart = most > 0 ? " " : "";
  return marks + apart + words + apart + marks;
}

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + as_letters(cell) + " |";
  return text + "\n";
}

std::string table(const Table& table) {
  const std::vector<std::size_t> columns = columns_that_say(table);
  std::vector<std::string> heads;
  std::string rule = "|";
  for (const std::size_t at : columns) {
    heads.push_back(table.columns[at].head);
    rule += table.columns[at].align == Table::Column::Align::right ? "---:|" : "---|";
  }
  std::string text = row(heads) + rule + "\n";
  for (const Table::Row& one : table.rows) {
    std::vector<std::string> cells;
    for (const std::size_t at : columns) cells.push_back(one.cells[at]);
    text += row(cells);
  }
  return text;
}

// What is in a list stands together; everything else is apart.
struct InMarkdown {
  std::string text{};
  bool in_list = false;

  void apart(const std::string& block) {
    if (!text.empty()) text += "\n";
    text += block;
    in_list = false;
  }
  void item(const std::string& words) {
    if (!in_list && !text.empty()) text += "\n";
    text += "- " + words + "\n";
    in_list = true;
  }
  void operator()(const Said& said) {
    const bool title = said.as == Said::As::title, headline = said.as == Said::As::headline;
    apart((title ? "## " : headline ? "**" : "") + as_letters(said.text) + (headline ? "**" : "") + "\n");
  }
  void operator()(const Remark& remark) { item(as_letters(remark.text)); }
  void operator()(const Typed& typed) { item((typed.label.empty() ? "" : typed.label + ": ") + as_code(typed.command)); }
  void operator()(const Step& step) { item(as_letters(step.text)); }
  void operator()(const Gap&) { in_list = false; }
  void operator()(const Table& one) { apart(table(one)); }
  void operator()(const Drawing& drawing) {
    if (drawing.instead) apart(table(*drawing.instead));
  }
};

}  // namespace

std::string to_markdown(const Document& document) {
  InMarkdown page;
  for (const Block& block : document) std::visit(page, block);
  return page.text;
}

}  // namespace boxcars::io
