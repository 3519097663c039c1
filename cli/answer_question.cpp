#include "cli/answer_question.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "cli/instruction_set.hpp"
#include "cli/progress.hpp"
#include "io/files/failed.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/tables.hpp"
#include "io/formats/text.hpp"
#include "model/core/bad_input.hpp"
#include "sim/answer.hpp"
#include "sim/runner.hpp"

namespace boxcars::cli {
sim::Settings settings_of(const CommonOptions& options, const Environment& environment) {
  if (options.trials && options.precision) {
    throw model::BadInput("--trials and --precision together (either says when to stop); leave one out");
  }
  if (options.show > 0 && (options.format == Format::csv || options.format == Format::markdown)) {
    throw model::BadInput("--show with a table (single trials are no rows of it); give --format text or json");
  }
  sim::Settings settings;
  settings.method = options.method;
  settings.seed = options.seed;
  settings.threads = options.threads.value_or(sim::hardware_threads());
  settings.instruction_set = instruction_set_of(environment);
  settings.budget = environment.budget;
  if (options.precision) settings.stop_rule = sim::AtPrecision{*options.precision};
  if (options.trials) settings.stop_rule = sim::AfterTrials{*options.trials};
  return settings;
}

std::optional<std::string> why_not_exact(const sim::Findings& findings, const sim::Settings& settings) {
  if (findings.odds) return std::nullopt;
  const std::string budget = "the budget of " + io::grouped(settings.budget.states);
  switch (findings.why) {
    case sim::NoOdds::not_wanted:
      return std::nullopt;
    case sim::NoOdds::interrupted:
      return "interrupted before they were solved";
    case sim::NoOdds::too_many_states:
      return "the question has more states than " + budget;
    case sim::NoOdds::would_not_fit:
      return "the question has so many states that they would not fit " + budget;
    case sim::NoOdds::too_much_neglected:
      return fmt::format("{:.2g} of the probability would be neglected", findings.neglected);
    case sim::NoOdds::too_little_memory:
      return "there is too little memory for all of its states";
  }
  return std::nullopt;
}

void NotExact::add(const sim::Findings& findings) {
  if (findings.interrupted || !why_not_exact(findings, settings_)) return;
  auto& [questions, worst] = counted_[findings.why];
  ++questions;
  worst.why = findings.why;
  worst.neglected = std::max(worst.neglected, findings.neglected);
}

std::vector<NotExact::Reason> NotExact::reasons() const {
  std::vector<Reason> reasons;
  for (const auto& [what, counted] : counted_) reasons.push_back({counted.questions, *why_not_exact(counted.worst, settings_)});
  return reasons;
}

void require_exact(const sim::Findings& findings, const sim::Settings& settings, const std::string& of_what) {
  if (settings.method != sim::Method::exact || findings.interrupted) return;
  if (const auto why = why_not_exact(findings, settings))
    throw io::Failed("no exact odds" + of_what + " (" + *why + "); --method both simulates it");
}

std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings) {
  const auto why = why_not_exact(findings, settings);
  return why ? std::vector{"no exact odds: " + *why} : std::vector<std::string>{};
}

Destination::Destination(const std::optional<std::string>& file, const Environment& environment, std::string instead)
    : environment_(environment), instead_(std::move(instead)) {
  if (file) file_.emplace(*file, *environment.read);
}

io::Style Destination::style() const {
  io::Style style = environment_.style;
  if (file_) style.color = io::Color::off, style.tales = io::Tales::whole;
  return style;
}

ExitStatus Destination::print(const std::string& text) {
  const bool written = file_ ? file_->write(text) : static_cast<bool>(environment_.out << text << std::flush);
  if (written) return answered;
  environment_.err << "boxcars: the answer could not be written (is the disk full?); " << instead_ << "\n";
  return failed;
}

ExitStatus print(const io::Report& report, Format format, Destination& destination, const Environment& environment, bool was_interrupted) {
  const std::string text = rendered(report, format, destination.style());
  if (const ExitStatus status = destination.print(text); status != answered) return status;
  if (!was_interrupted) return answered;
  if (report.answer.trials > 0) {
    environment.err << "boxcars: interrupted; these are the " << io::grouped(report.answer.trials) << " trials done so far\n";
  } else {
    environment.err << "boxcars: interrupted before anything was simulated\n";
  }
  return interrupted;
}

ExitStatus answer_question(const ask::Asked& asked, const CommonOptions& options, const Environment& environment) {
  const sim::Settings settings = settings_of(options, environment);
  Destination destination(options.output, environment);
  sim::Progress progress;
  sim::Findings findings;
  {
    const ProgressTeller teller(progress, environment);
    findings = asked.findings(settings, environment.stop, &progress);
  }
  require_exact(findings, settings);
  io::Report report{.name = asked.name(),
                    .question = asked.question(),
                    .method = settings.method,
                    .seed = settings.seed,
                    .answer = sim::answer(findings, asked.event_names(), asked.measure_names()),
                    .explain = options.explain,
                    .shown = options.show};
  for (auto& note : notes_on(findings, settings)) report.question.notes.push_back(std::move(note));
  // Stories have dice of their own, so that asking for them changes no number.
  const auto stories = sim::question_hash(asked.canonical() + " show");
  for (int i = 0; i < options.show; ++i) {
    report.tales.push_back(asked.tale({stories, settings.seed, static_cast<std::uint64_t>(i)}, settings.instruction_set));
  }
  return print(report, options.format, destination, environment, findings.interrupted);
}

}  // namespace boxcars::cli
