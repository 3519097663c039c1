#pragma once

#include <string_view>
#include <vector>

#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// Every question that there is; the only list of them.
const std::vector<QuestionKind>& question_kinds();

/// The one of this name, typed in any case; throws BadInput for another.
const QuestionKind& question_named(std::string_view name);

}  // namespace boxcars::ask
