#include <variant>

#include "io/formats/formats.hpp"

namespace boxcars::io {
namespace {

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
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
    apart((title ? "## " : headline ? "**" : "") + said.text + (headline ? "**" : "") + "\n");
  }
  void operator()(const Remark& remark) { item(remark.text); }
  void operator()(const Typed& typed) { item((typed.label.empty() ? "" : typed.label + ": ") + "`" + typed.command + "`"); }
  void operator()(const Step& step) { item(step.text); }
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
