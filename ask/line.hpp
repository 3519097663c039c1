#pragma once

#include <string_view>

#include "ask/common.hpp"
#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// A question as a line of JSON has it.
struct Line {
  const QuestionKind* kind;
  GivenInputs inputs{};
  Common common{};
};

/// Reads {"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}, "trials": 100000}; throws BadInput, at what is at fault.
Line parse_line(std::string_view json);

}  // namespace boxcars::ask
