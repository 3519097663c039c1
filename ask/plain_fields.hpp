#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// Words behind a question's name that say inputs, and those that are left: its main ones, which stand bare.
struct PlainFields {
  GivenInputs inputs{};
  std::vector<std::string> bare{};
};

/// Reads flags by their names, "range 8", "3 shots", words of one of its choices, units, signed DRM, 105mm and 75L. Nothing: the words are
/// all bare.
std::optional<PlainFields> plain_fields(const QuestionKind& kind, const std::vector<std::string>& said);

}  // namespace boxcars::ask
