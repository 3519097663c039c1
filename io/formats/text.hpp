#pragma once

#include <string>

#include "io/formats/report.hpp"
#include "io/formats/style.hpp"

namespace boxcars::io {

/// The report for people at a gaming table: headline first, then every event that can happen with its odds and a bar. Fits
/// `style.width` columns down to 40 (bars go first, then the intervals), but for the command that repeats it.
std::string to_text(const Report& report, const Style& style);

}  // namespace boxcars::io
