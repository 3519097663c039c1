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
  if (options.how.show > 0 && (options.format == Format::csv || options.format == Format::markdown)) {
    throw model::BadInput("show", "{show} with a table", "single trials are no rows of it", "give {format text} or json");
  }
  return ask::settings_of(options.how, {instruction_set_of(environment), environment.budget});
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
  ask::Answered found;
  {
    const ProgressTeller teller(progress, environment);
    found = ask::answer(asked, settings, options.how.show, environment.stop, &progress);
  }
  found.report.explain = options.explain;
  return print(found.report, options.format, destination, environment, found.interrupted);
}

}  // namespace boxcars::cli
