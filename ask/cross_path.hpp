#pragma once

#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// Movement under fire as it is asked; with the path "best" along the one of all paths by which they arrive most often. The next three are
/// in its notes.
QuestionKind cross_kind();

}  // namespace boxcars::ask
