#pragma once

#include <cstddef>
#include <string>

#include "io/formats/style.hpp"

namespace boxcars::io {

/// The columns that text is made for: as many as there are, but at least 40.
int columns_of(const Style& style);

/// Words of text in lines of at most `width` columns, each with a newline; continued lines begin with `indent`.
std::string wrapped(const std::string& text, int width, const std::string& indent = "  ");

/// A probability as a bar, at most so many cells long.
std::string bar(double probability, std::size_t cells, const Style& style);

/// Text in bold where there is color.
std::string bold(const std::string& text, const Style& style);

}  // namespace boxcars::io
