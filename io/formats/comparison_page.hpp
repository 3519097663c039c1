#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/compare.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

/// How the others differ from the first question, in plain words, of an interruption first; empty if nothing is known.
std::vector<std::string> verdict(const ask::Comparison& comparison);

/// The command that repeats the comparison, count for count; nothing if no command does (it was interrupted).
std::optional<std::string> command(const ask::Comparison& comparison);

/// The comparison: the verdict, the questions, a table of odds and one of means.
Page page_of(const ask::Comparison& comparison, Detail detail = Detail::brief);

}  // namespace boxcars::io
