#include "io/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

// A terminal would act on some of what names may have, wherever they come from.
void keep_printable(std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += (begin > 0 ? "\n" : "") + model::printable(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  text = std::move(result);
}

struct KeepPrintable {
  void operator()(Said& said) const { keep_printable(said.text); }
  void operator()(Remark& remark) const { keep_printable(remark.text); }
  void operator()(Typed& typed) const { keep_printable(typed.command); }
  void operator()(Step& step) const { keep_printable(step.text); }
  void operator()(Gap&) const {}
  void operator()(Table& table) const {
    for (Table::Column& column : table.columns) keep_printable(column.head);
    for (Table::Row& row : table.rows) std::for_each(row.cells.begin(), row.cells.end(), keep_printable);
  }
  void operator()(Drawing& drawing) const {
    if (drawing.instead) (*this)(*drawing.instead);
  }
};

// What people are told, and at its end the command that repeats it, below its remarks or apart.
Document told(const Page& page) {
  Document document = page.document();
  for (Block& block : document) std::visit(KeepPrintable{}, block);
  if (page.repeat.empty()) return document;
  const bool goes_on =
      !document.empty() && (std::holds_alternative<Remark>(document.back()) || std::holds_alternative<Gap>(document.back()));
  if (!goes_on) document.emplace_back(Gap{});
  document.emplace_back(Typed{"repeat", page.repeat});
  return document;
}

constexpr std::array<Format, 6> all{
    {{"text", [](const Page& page, const Style& style) { return to_text(told(page), style); }},
     {"json", [](const Page& page, const Style&) { return page.json(); }},
     {"csv", [](const Page& page, const Style&) { return to_csv(page.records()); }, false},
     {"markdown", [](const Page& page, const Style&) { return to_markdown(told(page)); }},
     {"html", [](const Page& page, const Style&) { return to_html(told(page), page.pictured ? page.pictured() : ""); }},
     {"toml", [](const Page& page, const Style&) { return page.toml(); }}}};

}  // namespace

std::span<const Format> formats() { return std::span(all).first(5); }

std::span<const Format> file_formats() { return all; }

const Format& format_of(std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Format& format) { return format.name == name; });
  assert(found != all.end());
  return *found;
}

}  // namespace boxcars::io
