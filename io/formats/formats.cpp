#include "io/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace boxcars::io {
namespace {

constexpr std::array<Format, 6> all{
    {{"text", [](const Page& page, const Style& style) { return to_text(page.document(), style); }},
     {"json", [](const Page& page, const Style&) { return page.json(); }},
     {"csv", [](const Page& page, const Style&) { return to_csv(page.records()); }, false},
     {"markdown", [](const Page& page, const Style&) { return to_markdown(page.document()); }},
     {"html", [](const Page& page, const Style&) { return to_html(page.document(), page.pictured ? page.pictured() : ""); }},
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
