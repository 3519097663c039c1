#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/asked.hpp"
#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "io/formats/json.hpp"
#include "io/formats/report.hpp"
#include "sim/ask.hpp"

namespace boxcars::cli {

/// The settings that the options and the environment ask for; throws BadInput for options that do not go together.
sim::Settings settings_of(const CommonOptions& options, const Environment& environment);

/// Why there are no exact odds, though they were asked for; nothing if there are, or if they were not.
std::optional<std::string> why_not_exact(const sim::Findings& findings, const sim::Settings& settings);

/// The same of many questions: how many have none, and why.
class NotExact {
 public:
  explicit NotExact(const sim::Settings& settings) : settings_(settings) {}
  /// An interrupted one says nothing.
  void add(const sim::Findings& findings);

  struct Reason {
    std::size_t questions = 0;
    std::string why{};
  };
  /// One for each of sim::NoOdds, with the most that is neglected.
  std::vector<Reason> reasons() const;

 private:
  struct Counted {
    std::size_t questions = 0;
    sim::Findings worst{};
  };
  sim::Settings settings_;
  std::map<sim::NoOdds, Counted> counted_;
};

/// With --method exact throws Failed if there are none (an answer without any odds is none), but of an interrupted question. `of_what` is
/// " of " something, if more than one is asked.
void require_exact(const sim::Findings& findings, const sim::Settings& settings, const std::string& of_what = "");

/// What to say of exact odds that could not be had, if anything.
std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings);

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
