#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ask/question_kind.hpp"
#include "cli/commands.hpp"

namespace boxcars::cli {

/// A question as a subcommand: its fields as options, those that may stand bare as words, too.
Command add_question(const Form& root, const ask::QuestionKind& kind);

/// A file that asks it as well: its inputs, for which options stand in; and one to start from.
struct QuestionFile {
  std::function<ask::GivenInputs(const std::string& file, const Environment& environment)> read{};
  std::string_view example{};
};
Command add_question(const Form& root, const ask::QuestionKind& kind, const QuestionFile& file);

/// Reads maps and boards for whoever asks.
ask::MapReader map_reader(const Environment& environment);

}  // namespace boxcars::cli
