#pragma once

#include "ask/question_kind.hpp"
#include "cli/commands.hpp"

namespace boxcars::cli {

/// A question as a subcommand: its fields as options, those that may stand bare as words, too.
Command add_question(const Form& root, const ask::QuestionKind& kind);

/// Reads maps and boards for whoever asks.
ask::MapReader map_reader(const Environment& environment);

}  // namespace boxcars::cli
