#include "io/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace boxcars::io {
namespace {

// What people are told, and at its end the command that repeats it, below its remarks or apart.
Document told(const Page& page) {
  Document document = page.document();
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
