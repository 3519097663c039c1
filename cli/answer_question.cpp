#include "cli/answer_question.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "cli/instruction_set.hpp"
#include "cli/messages.hpp"
#include "cli/progress.hpp"
#include "io/files/failed.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report_page.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "sim/resources/runner.hpp"
#include "sim/run/answer.hpp"

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
  tell(environment_, MessageKind::failed, "the answer could not be written (is the disk full?); " + instead_);
  return failed;
}

ExitStatus Destination::print(io::Page page, const io::Format& format) {
  if (!page.repeat.empty() && !environment_.boards_typed.empty()) page.repeat += " --boards " + io::quoted(environment_.boards_typed);
  return print(format.rendered(page, style()));
}

ExitStatus answer_question(const ask::Question& asked, const CommonOptions& options, const Environment& environment) {
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
  if (environment.understood.size() == 1) found.report.understood = environment.understood.front();
  const ExitStatus printed = destination.print(io::page_of(found.report, options.detail()), *options.printed.format);
  if (printed == answered && found.out_of_memory) {
    tell(environment, MessageKind::failed,
         fmt::format("there is too little memory for more (fewer --threads take less); these are the {} trials done so far",
                     io::grouped(found.report.answer.trials)));
    return failed;
  }
  if (printed != answered || !found.interrupted) return printed;
  const std::uint64_t trials = found.report.answer.trials;
  tell(environment, MessageKind::interrupted,
       trials > 0 ? "interrupted; these are the " + io::grouped(trials) + " trials done so far"
                  : "interrupted before anything was simulated");
  return interrupted;
}

}  // namespace boxcars::cli
