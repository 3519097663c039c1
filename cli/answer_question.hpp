#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/asked.hpp"
#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "io/formats/json.hpp"
#include "io/formats/report.hpp"
#include "io/formats/tables.hpp"
#include "io/formats/text.hpp"
#include "sim/ask.hpp"

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

 private:
  const Environment& environment_;
  std::optional<Output> file_{};
  std::string instead_;
};

/// An answer of any kind, as --format wants it.
template <class Answer>
std::string rendered(const Answer& answer, Format format, const io::Style& style) {
  using io::to_csv, io::to_json, io::to_markdown, io::to_text;
  switch (format) {
    case Format::text:
      return to_text(answer, style);
    case Format::json:
      return to_json(answer);
    case Format::csv:
      return to_csv(answer);
    case Format::markdown:
      return to_markdown(answer);
  }
  return {};
}

/// Prints the report there, and tells the user if it was interrupted.
ExitStatus print(const io::Report& report, Format format, Destination& destination, const Environment& environment, bool interrupted);

/// Answers a question.
ExitStatus answer_question(const ask::Asked& asked, const CommonOptions& options, const Environment& environment);

}  // namespace boxcars::cli
