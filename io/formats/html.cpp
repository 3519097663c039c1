#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "io/formats/formats.hpp"
#include "io/formats/pictures.hpp"

namespace boxcars::io {
namespace {

// Nothing is loaded from elsewhere; dark where the reader likes it.
constexpr std::string_view style_sheet =
    ":root{color-scheme:light dark;--bar:#2a7ab8;--line:#8885}"
    "body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem}"
    "h1{font-size:1.25rem}h2{font-size:1.1rem}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{padding:.15rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:bottom}"
    ".n{text-align:right;font-variant-numeric:tabular-nums}"
    ".apart td{border-top:2px solid var(--line)}"
    ".bar{min-width:8rem;width:40%}.bar span{display:block;height:.8rem;min-width:1px;background:var(--bar)}"
    "code{overflow-wrap:anywhere}pre{overflow-x:auto;line-height:1.1}"
    "#pictures{display:grid;gap:1.5rem;margin:1.5rem 0}.whole{grid-column:1/-1}"
    "figure{margin:0;min-width:0;break-inside:avoid}figcaption{font-weight:600;margin-bottom:.4rem}svg{max-width:100%;height:auto}"
    "h1,h2,p,figcaption{overflow-wrap:anywhere}.far{overflow-x:auto}.far svg{min-width:44rem}#pictures "
    "p{margin:0}.exact{color:var(--exact)}.simulated{color:var(--simulated)}"
    ".drawn .bar,.drawn pre{display:none}.drawn body{background:var(--ground);color:var(--ink)}"
    // On paper nothing can be moved about: what is wide is broken, or made smaller.
    "@media print{:root{color-scheme:light}body,.drawn body{max-width:none;padding:0;background:none}"
    "table{display:table;overflow:visible;font-size:.7rem}th,td{padding:.1rem .3rem;overflow-wrap:anywhere}td.n{white-space:nowrap}"
    "thead{display:table-header-group}tr{break-inside:avoid}"
    ".far,pre{overflow:visible}.far svg{min-width:0}pre{white-space:pre-wrap}}";

std::string as_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string element(std::string_view name, std::string_view text) { return fmt::format("<{0}>{1}</{0}>\n", name, as_html(text)); }

std::string table_of(const Table& table) {
  const bool bars = std::any_of(table.rows.begin(), table.rows.end(), [](const Table::Row& row) { return row.share.has_value(); });
  const auto cell = [&](const char* name, std::size_t column, const std::string& text) {
    const bool number = table.columns[column].align == Table::Column::Align::right;
    return fmt::format("<{0}{2}>{1}</{0}>", name, as_html(text), number ? " class=\"n\"" : "");
  };
  const std::vector<std::size_t> columns = columns_that_say(table);
  std::string text = "<table>\n<thead><tr>";
  for (const std::size_t column : columns) text += cell("th", column, table.columns[column].head);
  text += bars ? "<th class=\"bar\"></th></tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n";
  for (const Table::Row& row : table.rows) {
    text += row.apart ? "<tr class=\"apart\">" : "<tr>";
    for (const std::size_t column : columns) text += cell("td", column, row.cells[column]);
    if (row.share) text += fmt::format("<td class=\"bar\"><span style=\"width:{:.2f}%\"></span></td>", 100 * *row.share);
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n";
}

// What is in a list stands together.
struct InHtml {
  bool draws = false;  // a place for pictures is still to come, after the first words
  std::string text{};
  std::string list{};  // its element, while it is open

  void in_list(const std::string& name, std::string_view words) {
    if (list != name) {
      end_list();
      text += "<" + name + ">\n";
      list = name;
    }
    text += element("li", words);
  }
  void end_list() {
    if (!list.empty()) text += "</" + list + ">\n";
    list.clear();
  }
  void operator()(const Said& said) {
    end_list();
    text += element(said.as == Said::As::headline ? "h1" : said.as == Said::As::title ? "h2" : "p", said.text);
  }
  void operator()(const Remark& remark) { in_list("ul", remark.text); }
  void operator()(const Step& step) { in_list("ol", step.text); }
  void operator()(const Typed& typed) {
    end_list();
    text += fmt::format("<p>{}<code>{}</code></p>\n", as_html(typed.label.empty() ? "" : typed.label + ": "), as_html(typed.command));
  }
  void operator()(const Gap&) { end_list(); }
  void operator()(const Table& table) {
    end_list();
    text += table_of(table);
  }
  void operator()(const Drawing& drawing) {
    end_list();
    if (drawing.instead)
      text += table_of(*drawing.instead);
    else
      text += element("pre", drawing.drawn({.width = 100}));
  }
  void draw() {
    if (draws) text += "<div id=\"pictures\"></div>\n";
    draws = false;
  }
};

// Data for the script, which no text of theirs can end.
std::string as_data(std::string_view json) {
  std::string result;
  for (const char c : json) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string title_of(const Document& document) {
  for (const Block& block : document) {
    if (const auto* said = std::get_if<Said>(&block); said && said->as != Said::As::plain) return said->text;
  }
  return "boxcars";
}

}  // namespace

std::string to_html(const Document& document, const std::string& pictured) {
  InHtml page{.draws = !pictured.empty()};
  for (const Block& block : document) {
    if (!std::holds_alternative<Said>(block)) page.draw();
    std::visit(page, block);
  }
  page.end_list();
  page.draw();
  if (!pictured.empty())
    page.text += fmt::format("<script type=\"application/json\" id=\"pictured\">{}</script>\n<script>{}</script>\n", as_data(pictured),
                             pictures_script());
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n"
      "{}<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      element("title", title_of(document)), style_sheet, page.text);
}

}  // namespace boxcars::io
