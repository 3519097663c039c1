#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/question.hpp"
#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "io/formats/page.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::cli {

/// The settings that the options and the environment ask for; throws BadInput for options that do not go together.
sim::Settings settings_of(const CommonOptions& options, const Environment& environment);

/// Where an answer goes: to the file that --output names, which is opened before any work is done, or else to the environment's output.
class Destination {
 public:
  /// Throws BadInput if nothing can be written to the file. `instead` is what to do if the answer cannot be written after all.
  Destination(const std::optional<std::string>& file, const Environment& environment, std::string instead = "give --output another file");

  io::Style style() const;
  /// Tells the user if the text could not be written.
  ExitStatus print(const std::string& text);
  /// With --boards in the command that repeats it, if that was given.
  ExitStatus print(io::Page page, const io::Format& format);

 private:
  const Environment& environment_;
  std::optional<Output> file_{};
  std::string instead_;
};

/// Prints what is found, and tells the user if that was interrupted.
using Find = std::function<ask::Answered(const sim::Settings&, sim::Progress*)>;
ExitStatus print_answer(const CommonOptions& options, const Environment& environment, const Find& find);

/// Answers a question.
ExitStatus answer_question(const ask::Question& asked, const CommonOptions& options, const Environment& environment);

}  // namespace boxcars::cli
