#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/formats/document.hpp"
#include "sim/run/answer.hpp"

namespace boxcars::io {

/// A number for programs, to 12 digits; empty if there is none.
std::string plain(std::optional<double> value);

/// The columns of an answer for programs: kind is "event" (value empty), "measure", or "choice" of a plan (name: the situation, value: the
/// target).
extern const std::vector<std::string> answer_columns;

/// Adds the rows of an answer, each after `before`.
void add_rows(Records& records, const sim::Answer& answer, const std::vector<std::string>& before = {});

}  // namespace boxcars::io
