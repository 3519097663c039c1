#pragma once

#include <string>

#include "io/report.hpp"

namespace boxcars::io {

/// The report as CSV: kind,name,value,exact,estimate,low,high,count,trials; kind is "event" (value empty) or "measure".
std::string to_csv(const Report& report);

/// The report as Markdown: the headline, a table of events and one of every measure.
std::string to_markdown(const Report& report);

}  // namespace boxcars::io
