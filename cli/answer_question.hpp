#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "io/json.hpp"
#include "io/report.hpp"
#include "io/tale.hpp"
#include "sim/answer.hpp"
#include "sim/ask.hpp"

namespace boxcars::cli {

/// The settings that the options and the environment ask for; throws BadInput for options that do not go together.
sim::Settings settings_of(const CommonOptions& options, const Environment& environment);

/// What to say of exact odds that could not be had, if anything.
std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings);

/// Where an answer goes: to the file that --output names, which is opened before any work is done, or else to the environment's output.
class Destination {
 public:
  /// Throws BadInput if nothing can be written to the file.
  Destination(const std::optional<std::string>& file, const Environment& environment);

  io::Style style() const;
  /// Tells the user if the text could not be written.
  ExitStatus print(const std::string& text);

 private:
  const Environment& environment_;
  std::optional<Output> file_;
};

/// Prints the report there, and tells the user if it was interrupted.
ExitStatus print(const io::Report& report, Format format, Destination& destination, const Environment& environment, bool interrupted);

/// Answers a question: a process that also knows what was asked and the names of its events and measures. `more_notes` are said too.
template <class Process>
ExitStatus answer_question(const std::string& name, const Process& process, const CommonOptions& options, const Environment& environment,
                           const std::vector<std::string>& more_notes = {}) {
  const sim::Settings settings = settings_of(options, environment);
  Destination destination(options.output, environment);
  const std::string canonical = io::canonical(name, process.question().inputs);
  sim::Progress progress;
  sim::Findings findings;
  {
    const ProgressTeller teller(progress, environment);
    findings = sim::ask(process, canonical, settings, environment.stop, &progress);
  }
  io::Report report{.name = name,
                    .question = process.question(),
                    .method = settings.method,
                    .seed = settings.seed,
                    .answer = sim::answer(findings, process.event_names(), process.measure_names()),
                    .explain = options.explain,
                    .shown = options.show};
  report.question.notes.insert(report.question.notes.end(), more_notes.begin(), more_notes.end());
  for (auto& note : notes_on(findings, settings)) report.question.notes.push_back(std::move(note));
  // Stories have dice of their own, so that asking for them changes no number.
  const auto stories = sim::question_hash(canonical + " show");
  for (int i = 0; i < options.show; ++i) {
    report.tales.push_back(io::tale(process, {stories, settings.seed, static_cast<std::uint64_t>(i)}, settings.instruction_set));
  }
  return print(report, options.format, destination, environment, findings.interrupted);
}

}  // namespace boxcars::cli
