#pragma once

#include <functional>
#include <string>

#include "io/formats/document.hpp"

namespace boxcars::io {

/// Which odds an answer has, so that it has their columns.
struct Known {
  bool exact = false;
  bool estimated = false;
};

/// An answer of any kind, in all that a format can be made of. What it was made of outlives it.
struct Page {
  /// All that people are told, but for the command that repeats it.
  std::function<Document()> document;
  std::function<Records()> records;
  std::function<std::string()> json;
  std::function<std::string()> toml{};      ///< of what is a file of users', too: a map
  std::function<std::string()> pictured{};  ///< of what has pictures: JSON to draw them from, a Pictured of web/src/pictures
  std::string repeat{};                     ///< the command that repeats it, if there is one
};

}  // namespace boxcars::io
