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
#include "io/formats/report_page.hpp"
#include "model/core/bad_input.hpp"
#include "sim/answer.hpp"
#include "sim/runner.hpp"

namespace boxcars::cli {

sim::Settings settings_of(const CommonOptions& options, const Environment& environment) {
  if (options.how.show > 0 && !options.printed.format->tells_trials) {
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

ExitStatus answer_question(const ask::Asked& asked, const CommonOptions& options, const Environment& environment) {
  return print_answer(options, environment, [&](const sim::Settings& settings, sim::Progress* watched) {
    return ask::answer(asked, settings, options.how.show, environment.stop, watched);
  });
}

ExitStatus print_answer(const CommonOptions& options, const Environment& environment, const Find& find) {
  const sim::Settings settings = settings_of(options, environment);
  Destination destination(options.printed.output, environment);
  sim::Progress progress;
  ask::Answered found;
  {
    const ProgressTeller teller(progress, environment);
    found = find(settings, &progress);
  }
  found.report.explain = options.how.explain;
  const ExitStatus printed = destination.print(io::page_of(found.report, options.detail()), *options.printed.format);
  if (printed != answered || !found.interrupted) return printed;
  if (const std::uint64_t trials = found.report.answer.trials; trials > 0)
    environment.err << "boxcars: interrupted; these are the " << io::grouped(trials) << " trials done so far\n";
  else
    environment.err << "boxcars: interrupted before anything was simulated\n";
  return interrupted;
}

}  // namespace boxcars::cli
