#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/instruction_set.hpp"
#include "cli/messages.hpp"
#include "cli/progress.hpp"
#include "io/files/failed.hpp"
#include "io/files/study_file.hpp"
#include "io/files/study_store.hpp"
#include "io/files/system_words.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/study_export.hpp"
#include "io/formats/words.hpp"
#include "io/studies/ranks.hpp"
#include "io/studies/study_cost.hpp"
#include "io/studies/study_points.hpp"
#include "io/studies/study_ranks.hpp"
#include "io/studies/study_run.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "sim/resources/runner.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;
using Clock = std::chrono::steady_clock;

constexpr const char* study_description =
    "Many questions, kept, resumed and merged.\n\n"
    "  boxcars study run experiments/rubble.toml\n"
    "  boxcars study show results/rubble.sqlite\n"
    "  boxcars study export results/rubble.sqlite --output results/rubble.csv\n"
    "  boxcars study run experiments/rubble.toml --shard 0/2 --store part0.sqlite\n"
    "  boxcars study merge part0.sqlite part1.sqlite --output whole.sqlite\n";

constexpr const char* default_folder = "results";             // of stores
constexpr const char* elsewhere = "send it to another file";  // what standard output does not take, where there is no --output

struct RunOptions {
  std::string file;
  std::string store;
  std::string shard;
  ask::Common how;
  bool quiet = false;
  bool dry_run = false;
};

std::string read_study(const std::string& name, const Environment& environment) {
  if (name.empty()) throw BadInput("no study given (which file?); give it like boxcars study run experiments/rubble.toml");
  return read_file(name, "study", environment);
}

// "I/N", counted from 0.
io::Part parse_shard(const std::string& text) {
  if (text.empty()) return {};
  const auto slash = std::min(text.find('/'), text.size());
  const std::string_view all = text;
  const auto i = model::whole_number<std::uint64_t>(all.substr(0, slash));
  const auto n = model::whole_number<std::uint64_t>(all.substr(std::min(slash + 1, all.size())));
  if (!i || !n || *i >= *n)
    throw BadInput("--shard " + model::shown(text) +
                   " cannot be used (it is I/N, counted from 0); give it like --shard 0/4 to --shard 3/4");
  return {*i, *n};
}

io::StudyPoints points_of(const std::string& text, const std::string& file, const Environment& environment) {
  return {text, file, map_reader(environment)};
}

// All points, and how many have been asked by now.
std::vector<io::PointRow> rows_of(const io::StudyPoints& points, int threads, const Environment& environment) {
  std::atomic<std::size_t> asked{0};
  const std::size_t count = io::points_of(points.study());
  const ProgressTeller teller(
      [&] { return fmt::format("{} of {} points asked", io::grouped(std::min(asked.load(), count)), io::grouped(count)); }, environment);
  return points.rows(threads, asked, environment.stop);
}

// The store, with the study in it; throws BadInput if it holds another.
io::Store open_store(const RunOptions& options, const std::string& path, const io::StudyPoints& points, int threads,
                     const Environment& environment) {
  const io::Study& study = points.study();
  std::error_code error;
  if (!options.store.empty()) io::require_place_of_store(path);
  std::vector<io::PointRow> rows;  // asked before there is a file
  const bool there = std::filesystem::exists(path, error) && std::filesystem::file_size(path, error) > 0;
  if (!there) rows = rows_of(points, threads, environment);
  if (options.store.empty() && (std::filesystem::create_directory(default_folder, error), error))
    throw io::Failed(fmt::format("folder {} cannot be made ({}); give --store a file elsewhere", default_folder, io::in_words(error)));
  io::Store store = io::Store::write(path, &environment.stop);
  if (store.empty()) {
    store.begin(study, there ? rows_of(points, threads, environment) : rows);
    return store;
  }
  const auto refuse = [&](const std::string& why) {
    throw BadInput("the store " + model::shown(path) + " holds another study (" + why + "); give --store another file");
  };
  const io::Study& held = store.study();
  if (held.question != study.question || definition(held) != definition(study)) refuse("its inputs are others: " + definition(held));
  if (held.seed != study.seed) refuse(fmt::format("its seed is {}, not {}", held.seed, study.seed));
  if (held.stop == study.stop) return store;
  // More trials go on from those that are there; anything else would not be what the plain command gives.
  const auto* before = std::get_if<sim::AfterTrials>(&held.stop);
  const auto* now = std::get_if<sim::AfterTrials>(&study.stop);
  if (!before || !now || now->trials < before->trials)
    refuse("it stops at " + io::in_words(held.stop) + ", not " + io::in_words(study.stop));
  store.go_on_to(study.stop);
  return store;
}

std::string in_words(const io::StudyProgress& progress, std::chrono::duration<double> running) {
  std::string text = fmt::format("{} of {} points", io::grouped(progress.finished), io::grouped(progress.points));
  const double seconds = std::max(running.count(), 1e-3);
  if (progress.trials > 0) text += fmt::format(", {:.3g}M trials a second", static_cast<double>(progress.trials) / seconds / 1e6);
  if (progress.widest > 0) text += fmt::format(", intervals within +-{:.2g}%", 100 * progress.widest);
  if (progress.to_throw > 0 && progress.trials > 0) {
    const double share = static_cast<double>(progress.trials) / static_cast<double>(progress.to_throw);
    text += fmt::format(", {:.0f} s left", std::ceil(seconds * (1 - share) / share));
  }
  return text;
}

// The command that goes on with a study.
std::string command_of(const RunOptions& options) {
  std::string text = "boxcars study run " + io::quoted(options.file);
  if (!options.store.empty()) text += " --store " + io::quoted(options.store);
  if (!options.shard.empty()) text += " --shard " + options.shard;
  return text;
}

ask::WorkerGroup group_of(const RunOptions& options, const Environment& environment) {
  return {.threads = options.how.threads.value_or(sim::hardware_threads()),
          .machine = {instruction_set_of(environment), environment.budget}};
}

std::string summary(const io::Store& store, const std::string& path) {
  const auto states = store.states();
  std::uint64_t trials = 0;
  std::size_t finished = 0;
  for (const io::PointState& state : states) {
    trials += state.trials;
    if (state.finished) ++finished;
  }
  return fmt::format("{}: {} of {} points finished, {} trials, kept in {}\n", model::printable(store.study().name), io::grouped(finished),
                     io::grouped(states.size()), io::grouped(trials), model::printable(path));
}

// What to do if the last line cannot be printed.
std::string kept_in(const std::string& path) { return "the store is kept: boxcars study status " + io::quoted(path); }

ExitStatus run_first(const RunOptions& options, io::Ranks& ranks, const Environment& environment) {
  const io::Part part = parse_shard(options.shard);
  const std::string text = read_study(options.file, environment);
  const io::StudyPoints points = points_of(text, options.file, environment);
  const ask::WorkerGroup group = group_of(options, environment);
  const std::string path = options.store.empty() ? fmt::format("{}/{}.sqlite", default_folder, points.study().name) : options.store;
  io::Store store = open_store(options, path, points, group.threads, environment);
  store.begin_run({.command = command_of(options), .part = options.shard, .threads = group.threads});
  ranks.from_first(text);
  io::Gathering gathering(store, part, ranks.size(), ranks.size() * static_cast<std::size_t>(group.threads));
  const auto began = Clock::now();
  std::optional<ProgressTeller> teller;
  if (!options.quiet) teller.emplace([&] { return in_words(gathering.progress(), Clock::now() - began); }, environment);
  const bool done = io::work_as_first(gathering, store, points.questions(), group, ranks, environment.stop);
  teller.reset();
  store.require_there();
  if (!done) {
    tell(environment, MessageKind::interrupted, "interrupted; what is done is kept, and this goes on: " + command_of(options));
    return interrupted;
  }
  return options.quiet ? answered : Destination(std::nullopt, environment, kept_in(path)).print(summary(store, path));
}

ExitStatus run_other(const RunOptions& options, io::Ranks& ranks, const Environment& environment) {
  const io::StudyPoints points = points_of(ranks.from_first(""), options.file, environment);
  io::work_as_other(points.questions(), group_of(options, environment), ranks, environment.stop);
  return answered;
}

ExitStatus run(const RunOptions& options, const Environment& environment) {
  io::Ranks ranks;
  try {
    return ranks.rank() == 0 ? run_first(options, ranks, environment) : run_other(options, ranks, environment);
  } catch (...) {
    if (ranks.size() == 1) throw;
    ranks.end_all(tell_failure(environment));
  }
}

ExitStatus dry_run(const RunOptions& options, const Environment& environment) {
  const io::StudyPoints points = points_of(read_study(options.file, environment), options.file, environment);
  const io::Study& study = points.study();
  const ask::WorkerGroup group = group_of(options, environment);
  rows_of(points, group.threads, environment);
  std::string text = io::to_text(io::points_table(study), environment.style);
  if (const auto* rule = std::get_if<sim::AfterTrials>(&study.stop); rule && rule->trials > 0) {
    const std::size_t count = io::points_of(study);
    text +=
        fmt::format("\n{} trials in {} batches\n", io::grouped(count * rule->trials), io::grouped(count * sim::batches_of(rule->trials)));
  }
  if (const ExitStatus printed = Destination(std::nullopt, environment, elsewhere).print(text); printed != answered) return printed;
  const io::StudyCost cost = io::cost_of(points, group, environment.stop);
  const std::string to = cost.most > 1.1 * cost.least ? fmt::format(" to {:.2g}", cost.most) : "";
  tell(environment, MessageKind::note,
       fmt::format("about {:.2g}{} s on {} thread{}, judged by {} of its points", cost.least, to, group.threads,
                   group.threads == 1 ? "" : "s", cost.judged));
  return answered;
}

Command add_run(const Form& study) {
  const Form app = study.add_command("run", "Asks all of a study; goes on where it stopped.");
  const auto options = std::make_shared<RunOptions>();
  add_text(app, "file", "FILE", options->file, "the study, in TOML");
  add_text(app, "--store", "FILE", options->store, "what holds the results; or results/NAME.sqlite");
  add_text(app, "--shard", "I/N", options->shard, "only the I-th of N parts, counted from 0");
  add_common_field(app, options->how, "threads");
  app.add_flag("--quiet", options->quiet, "say nothing but what goes wrong");
  app.add_flag("--dry-run", options->dry_run, "the points and what they will cost, nothing else");
  app.set_footer(
      "A study file:\n"
      "  schema = 1\n"
      "  name = \"he-vs-stone\"\n"
      "  question = \"he\"\n"
      "  seed = 1\n"
      "  [inputs]              # the question's options: --to-hit 7 is to_hit = 7\n"
      "  building = \"stone\"\n"
      "  interior = true\n"
      "  [sweep]               # every combination is a point\n"
      "  caliber = [75, 105, 150]\n"
      "  levels = { from = 0, to = 3 }\n"
      "  how = [{ fire = \"oba\" }, { fire = \"direct\", level = \"1\" }]\n"
      "  [stop]\n"
      "  trials = 1_000_000    # or precision = 0.001, max_trials = 100_000_000\n"
      "Values that go together are tables, as in how. seed may be swept, too. With\n"
      "method = \"exact\" nothing is simulated, method = \"simulate\" gives no exact odds.");
  return {app, [options](const Environment& environment) {
            return options->dry_run ? dry_run(*options, environment) : run(*options, environment);
          }};
}

void require_store(const std::string& store, const std::string& example) {
  if (store.empty()) throw BadInput("no store given (which file?); give it like " + example);
}

Command add_status(const Form& study) {
  const Form app = study.add_command("status", "How far a study is, and who threw what.");
  const auto store = std::make_shared<std::string>();
  add_text(app, "store", "STORE", *store, "of the study");
  return {app, [store](const Environment& environment) {
            require_store(*store, "boxcars study status results/rubble.sqlite");
            Destination destination(std::nullopt, environment, elsewhere);
            return destination.print(io::to_text(io::status(io::Store::read(*store, &environment.stop)), destination.style()));
          }};
}

struct ResultsOptions {
  std::string store;
  std::vector<std::string> events;
  Printed printed{};
};

// `repeat` is the command that shows them again.
ExitStatus print_study(const ResultsOptions& options, const std::string& repeat, const Environment& environment) {
  const io::Store store = io::Store::read(options.store, &environment.stop);
  environment.read->add(options.store);
  Destination destination(options.printed.output, environment);
  // All of the store is read before anything is written: it may turn out to be damaged.
  io::Page page = io::page_of(store, options.events);
  page.repeat = repeat;
  const std::string text = options.printed.format->rendered(page, destination.style());
  std::size_t left = 0;
  for (const io::PointState& state : store.states()) left += state.finished ? 0 : 1;
  const ExitStatus status = destination.print(text);
  if (left > 0)
    tell(environment, MessageKind::note, fmt::format("{} of {} points are not finished", io::grouped(left), io::grouped(store.points())));
  return status;
}

// Two names for one thing, which differ in their format if none is asked for.
Command add_results(const Form& study, const std::string& name, const std::string& description, std::string_view format,
                    const std::string& of_events) {
  const Form app = study.add_command(name, description);
  const auto options = std::make_shared<ResultsOptions>();
  options->printed.format = &io::format_of(format);
  add_text(app, "store", "STORE", options->store, "of the study");
  app.add_all(
         "--event", "NAME", [options](const auto& names) { options->events = names; }, of_events + "; repeatable")
      .takes({.in_file = [](const std::string& file, const Environment&) { return io::event_names(io::Store::read(file)); }});
  add_output_options(app, options->printed);
  return {app, [options, name, app](const Environment& environment) {
            require_store(options->store, "boxcars study " + name + " results/rubble.sqlite");
            return print_study(*options, repeating("study show", app), environment);
          }};
}

Command add_show(const Form& study) {
  return add_results(study, "show", "A study's results as a table and a chart.", "text", "instead of what the question is about");
}

Command add_export(const Form& study) {
  return add_results(study, "export", "A study's results as CSV, JSON, Markdown or HTML.", "csv", "only this event, and no measures");
}

Command add_merge(const Form& study) {
  const Form app = study.add_command("merge", "Puts the parts of a study together, whoever made them.");
  struct Options {
    std::vector<std::string> stores;
    std::string output;
  };
  const auto options = std::make_shared<Options>();
  app.add_all(
      "stores", "STORE ...", [options](const auto& stores) { options->stores = stores; }, "the parts");
  add_text(app, "--output", "FILE", options->output, "the store to make");
  return {app, [options](const Environment& environment) {
            constexpr const char* example = "boxcars study merge part0.sqlite part1.sqlite --output whole.sqlite";
            if (options->stores.empty()) throw BadInput(std::string("no parts given (which files?); give them like ") + example);
            if (options->output.empty())
              throw BadInput(std::string("no --output (which file is to hold the whole?); give it like ") + example);
            io::merge(options->stores, options->output, &environment.stop);
            return Destination(std::nullopt, environment, kept_in(options->output))
                .print(summary(io::Store::read(options->output), options->output));
          }};
}

}  // namespace

Command add_study(const Form& root) {
  const Form app = root.add_command("study", study_description);
  std::vector<Command> actions{add_run(app), add_status(app), add_show(app), add_export(app), add_merge(app)};
  const auto answer = [](const Environment&) -> ExitStatus {
    throw BadInput("no action given (run, status, show, export or merge); give it like boxcars study run experiments/rubble.toml");
  };
  return {.form = app, .answer = answer, .actions = std::move(actions)};
}

}  // namespace boxcars::cli
