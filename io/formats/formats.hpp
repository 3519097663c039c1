#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/formats/page.hpp"
#include "io/formats/style.hpp"

namespace boxcars::io {

/// A page for a terminal of this style.
std::string to_text(const Document& document, const Style& style);
/// A page of Markdown.
std::string to_markdown(const Document& document);
/// A page of HTML that needs nothing else: its tables, and above them, where scripts run, pictures of what is `pictured`.
std::string to_html(const Document& document, const std::string& pictured = "");
/// Rows of CSV, with their head.
std::string to_csv(const Records& records);

/// What --format may be.
struct Format {
  std::string_view name;
  std::string (*rendered)(const Page&, const Style&);
  bool tells_trials = true;  ///< has a place for the story of a single trial
};

/// Those of every answer, the default first; and those of what is a file of users', too.
std::span<const Format> formats();
std::span<const Format> file_formats();

/// The one of this name, which there is.
const Format& format_of(std::string_view name);

}  // namespace boxcars::io
