#pragma once

#include <string>
#include <vector>

#include "ask/question_kind.hpp"

namespace boxcars::io {

/// The questions with all that is known of their inputs, as JSON with a newline at its end.
std::string describe(const std::vector<ask::QuestionKind>& kinds);

}  // namespace boxcars::io
