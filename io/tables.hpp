#pragma once

#include <string>

#include "io/report.hpp"

namespace boxcars::io {

/// A text as a field of CSV: in quotes if it needs them.
std::string csv_field(const std::string& text);

/// The report as CSV: kind,name,value,exact,estimate,low,high,count,trials; kind is "event" (value empty) or "measure".
std::string to_csv(const Report& report);

/// The report as Markdown: the headline, a table of events and one of every measure.
std::string to_markdown(const Report& report);

}  // namespace boxcars::io
