#pragma once

#include <string>
#include <string_view>

#include "io/formats/report.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {

/// The program's version, as in JSON and --version.
inline constexpr std::string_view version = BOXCARS_VERSION;

/// The report in the schema boxcars/1, with a newline at its end. Doubles have 12 significant digits.
std::string to_json(const Report& report);
/// The same on one line.
std::string to_json_line(const Report& report);

/// {"error": {"field": "to_hit", "problem": ...}} on one line.
std::string to_json_line(const model::Fault& fault);

}  // namespace boxcars::io
