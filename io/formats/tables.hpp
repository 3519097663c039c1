#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/formats/report.hpp"

namespace boxcars::io {

/// A text as a field of CSV: in quotes if it needs them.
std::string csv_field(const std::string& text);

/// A number of CSV; empty if there is none.
std::string csv_number(std::optional<double> value);

/// The columns of an answer in CSV; kind is "event" (value empty) or "measure".
inline constexpr std::string_view csv_head = "kind,name,value,exact,estimate,low,high,count,trials";

/// The rows of an answer, each after `before`.
std::string csv_rows(const sim::Answer& answer, const std::string& before);

/// The report as CSV.
std::string to_csv(const Report& report);

/// The report as Markdown: the headline, a table of events and one of every measure.
std::string to_markdown(const Report& report);

}  // namespace boxcars::io
