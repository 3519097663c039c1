#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "ask/question_kinds.hpp"
#include "cli/answer_question.hpp"
#include "cli/assault.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/instruction_set.hpp"
#include "cli/progress.hpp"
#include "cli/questions.hpp"
#include "io/files/failed.hpp"
#include "io/files/study_file.hpp"
#include "io/files/study_store.hpp"
#include "io/files/system_words.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/study_export.hpp"
#include "io/formats/words.hpp"
#include "io/studies/ranks.hpp"
#include "io/studies/study_messages.hpp"
#include "io/studies/study_run.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "sim/estimate.hpp"
#include "sim/runner.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr const char* description =
    "Many questions, kept, resumed and merged.\n\n"
    "  boxcars study run experiments/rubble.toml\n"
    "  boxcars study show results/rubble.sqlite\n"
    "  boxcars study export results/rubble.sqlite --output results/rubble.csv\n"
    "  boxcars study run experiments/rubble.toml --shard 0/2 --store part0.sqlite\n"
    "  boxcars study merge part0.sqlite part1.sqlite --output whole.sqlite\n";

constexpr const char* default_folder = "results";             // of stores
constexpr const char* elsewhere = "send it to another file";  // what standard output does not take, where there is no --output
constexpr auto a_wave = 500ms;

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

// What a study of a question may say; an assault is in the study's own file.
io::StudyKeys keys_of(const std::string& question, const std::string& text, const std::string& file) {
  if (question != "assault") return {input_keys(question), {}};
  return {io::AssaultFile(text, file).paths(), io::assault_keys()};
}

// A study as it is asked.
struct StudyAsked {
  io::Study study;
  std::optional<io::AssaultFile> assault{};
};

StudyAsked parse(const std::string& text, const std::string& file, const Environment& environment) {
  StudyAsked asked{io::parse_study(text, file, [&](const std::string& question) { return keys_of(question, text, file); })};
  if (asked.study.question != "assault") return asked;
  asked.assault.emplace(text, file);
  // What the file says beside its sweep is the only input.
  asked.study.inputs = {{"assault", assault_of(*asked.assault, {}, environment).canonical(), {}}};
  return asked;
}

using SharedNames = std::shared_ptr<const io::PointNames>;

struct ByContent {
  bool operator()(const SharedNames& a, const SharedNames& b) const { return *a < *b; }
};

// Asks a study's points. What a question refuses is told at the place in the file where the field is given.
class Points {
 public:
  Points(const StudyAsked& asked, std::string file, const Environment& environment)
      : study_(&asked.study), assault_(asked.assault ? &*asked.assault : nullptr), file_(std::move(file)), environment_(&environment) {}

  ask::Asked operator()(std::size_t point) const {
    auto inputs = study_->inputs;
    const auto swept = io::swept_inputs(*study_, point);
    if (assault_) return assault_of(*assault_, swept, *environment_);
    inputs.insert(inputs.end(), swept.begin(), swept.end());
    ask::GivenInputs given;
    for (const io::StudyInput& input : inputs) {
      if (input.key != io::seed_key) given.push_back({input.key, input.value});
    }
    try {
      return ask::find_question(study_->question)->ask(given, map_reader(*environment_));
    } catch (const BadInput& bad) {
      refuse(inputs, swept, bad.fault());
    }
  }

  ask::Questions questions() const {
    return {.ask = [this](std::size_t point) { return (*this)(point); },
            .seed = [this](std::size_t point) { return io::seed_of(*study_, point); },
            .called =
                [this](std::size_t point) {
                  const std::string here = io::in_words(io::swept_inputs(*study_, point));
                  return "the question" + (here.empty() ? "" : " at " + here);
                },
            .method = study_->method};
  }

  // All points as rows of a store, asked by several threads; those that differ in their seeds alone are one question. Throws Interrupted.
  std::vector<io::PointRow> rows(int threads) const {
    const auto alike = io::first_alike(*study_);
    std::vector<io::PointRow> rows(alike.size());
    std::set<SharedNames, ByContent> names;
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::pair<std::size_t, std::exception_ptr> first{rows.size(), nullptr};  // what is wrong at the first point where something is
    {
      const auto told = [&] {
        return fmt::format("{} of {} points asked", io::grouped(std::min(next.load(), rows.size())), io::grouped(rows.size()));
      };
      const ProgressTeller teller(told, *environment_);
      sim::run_workers(threads, [&](int) {
        for (std::size_t point = next++; point < rows.size() && !environment_->stop; point = next++) {
          if (alike[point] != point) continue;
          try {
            rows[point] = io::row_of((*this)(point), io::seed_of(*study_, point));
            const std::scoped_lock lock(mutex);
            rows[point].names = *names.insert(rows[point].names).first;
          } catch (...) {
            const std::scoped_lock lock(mutex);
            if (point < first.first) first = {point, std::current_exception()};
            next = rows.size();
          }
        }
      });
    }
    if (first.second) std::rethrow_exception(first.second);
    if (environment_->stop) throw io::Interrupted("nothing was written");
    for (std::size_t point = 0; point < rows.size(); ++point) {
      if (alike[point] != point) rows[point] = {rows[alike[point]].canonical, io::seed_of(*study_, point), rows[alike[point]].names};
    }
    return rows;
  }

 private:
  [[noreturn]] void refuse(const std::vector<io::StudyInput>& inputs, const std::vector<io::StudyInput>& swept,
                           const model::Fault& fault) const {
    const std::string problem = in_words(fault, model::as_key) + (swept.empty() ? "" : " (at " + io::in_words(swept) + ")");
    const auto given = std::find_if(inputs.rbegin(), inputs.rend(), [&](const io::StudyInput& input) { return input.key == fault.field; });
    if (given != inputs.rend()) io::refuse_at(file_, given->place, problem);
    throw BadInput(model::printable(file_) + ": " + problem);
  }

  const io::Study* study_;
  const io::AssaultFile* assault_;
  std::string file_;
  const Environment* environment_;
};

// The store, with the study in it; throws BadInput if it holds another.
io::Store open_store(const RunOptions& options, const std::string& path, const io::Study& study, const Points& points, int threads,
                     const Environment& environment) {
  std::error_code error;
  if (!options.store.empty()) io::require_place_of_store(path);
  std::vector<io::PointRow> rows;  // asked before there is a file
  const bool there = std::filesystem::exists(path, error) && std::filesystem::file_size(path, error) > 0;
  if (!there) rows = points.rows(threads);
  if (options.store.empty() && (std::filesystem::create_directory(default_folder, error), error))
    throw io::Failed(fmt::format("folder {} cannot be made ({}); give --store a file elsewhere", default_folder, io::in_words(error)));
  io::Store store = io::Store::write(path, &environment.stop);
  if (store.empty()) {
    store.begin(study, there ? points.rows(threads) : rows);
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

ask::Crew crew_of(const RunOptions& options, const Environment& environment) {
  return {.threads = options.how.threads.value_or(sim::hardware_threads()),
          .machine = {instruction_set_of(environment), environment.budget}};
}

// A crew of threads at work beside the thread that made it; if the machine has no other to spare, on that one alone.
class CrewAtWork {
 public:
  CrewAtWork(ask::Questions questions, const ask::Crew& crew, ask::Exchange exchange, const std::atomic<bool>& stop)
      : questions_(std::move(questions)), crew_(crew), exchange_(std::move(exchange)), stop_(&stop) {
    try {
      thread_ = std::jthread([this] { work(); });
    } catch (const std::system_error&) {
    }
  }
  ~CrewAtWork() { halt(); }
  CrewAtWork(const CrewAtWork&) = delete;
  CrewAtWork& operator=(const CrewAtWork&) = delete;

  void halt() { halt_ = true; }
  bool halted() const { return halt_; }

  /// Calls beside(whether it works) after every pause, or between two orders, until that gives false. Throws what went wrong in it.
  void run(std::chrono::microseconds pause, const std::function<bool(bool working)>& beside) {
    if (!thread_.joinable()) work_here(beside);
    while (beside(wait(pause))) {
    }
  }

 private:
  void work() {
    try {
      ask::work(questions_, crew_, exchange_, halt_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    working_ = false;
    ended_.notify_one();
  }

  void work_here(const std::function<bool(bool working)>& beside) {
    const auto exchange = [&](std::optional<ask::Done> done) {
      sim::Order order = exchange_(std::move(done));
      beside(true);
      return halted() ? sim::Order{} : order;
    };
    ask::work_alone(questions_, crew_, exchange, *stop_);
    working_ = false;
  }

  // Waits a little; false when it has ended.
  bool wait(std::chrono::microseconds at_most) {
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, at_most, [this] { return !working_; });
    if (!working_ && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return working_;
  }

  ask::Questions questions_;
  ask::Crew crew_;
  ask::Exchange exchange_;
  const std::atomic<bool>* stop_;
  std::atomic<bool> halt_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool working_ = true;
  std::exception_ptr failure_;
  std::jthread thread_;  // last, so that it ends first
};

// Works on the study, wave by wave; true when nothing is left of the part.
bool run_first_rank(io::Store& store, io::Part part, const Points& points, const ask::Crew& crew, io::Ranks& ranks, bool quiet,
                    const Environment& environment) {
  io::Gathering gathering(store, part, ranks.size(), ranks.size() * static_cast<std::size_t>(crew.threads));
  const auto began = Clock::now();
  std::optional<ProgressTeller> teller;
  if (!quiet) teller.emplace([&] { return in_words(gathering.progress(), Clock::now() - began); }, environment);
  CrewAtWork at_work(
      points.questions(), crew, [&](std::optional<ask::Done> done) { return gathering.exchange(0, std::move(done)); }, environment.stop);
  const auto answer = [&](std::size_t rank, const std::string& text) {
    sim::Order order = gathering.exchange(rank, io::done_of(text));
    if (at_work.halted()) order = {};
    return io::to_text(order);
  };
  const auto pause = ranks.size() > 1 ? std::chrono::microseconds(300) : std::chrono::microseconds(20'000);
  auto kept = Clock::now();
  at_work.run(pause, [&](bool working) {
    if (ranks.serve(answer)) working = true;
    if (environment.stop.load(std::memory_order_relaxed) || (ranks.gone() > 0 && !gathering.is_done())) at_work.halt();
    if (working && Clock::now() - kept < a_wave) return true;
    if (const io::Wave wave = gathering.wave(); !wave.empty()) store.keep(wave);
    kept = Clock::now();
    return working;
  });
  return gathering.is_done();
}

void run_other_rank(const Points& points, const ask::Crew& crew, io::Ranks& ranks, const Environment& environment) {
  CrewAtWork at_work(
      points.questions(), crew, [&](const std::optional<ask::Done>& done) { return io::order_of(ranks.ask(io::to_text(done))); },
      environment.stop);
  at_work.run(20ms, [&](bool working) {
    if (environment.stop.load(std::memory_order_relaxed)) at_work.halt();
    return working;
  });
  ranks.leave();
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
  const StudyAsked asked = parse(text, options.file, environment);
  const io::Study& study = asked.study;
  const Points points(asked, options.file, environment);
  const ask::Crew crew = crew_of(options, environment);
  const std::string path = options.store.empty() ? fmt::format("{}/{}.sqlite", default_folder, study.name) : options.store;
  io::Store store = open_store(options, path, study, points, crew.threads, environment);
  store.begin_run({.command = command_of(options), .part = options.shard, .threads = crew.threads});
  ranks.from_first(text);
  const bool done = run_first_rank(store, part, points, crew, ranks, options.quiet, environment);
  store.require_there();
  if (!done) {
    environment.err << "boxcars: interrupted; what is done is kept, and this goes on: " << command_of(options) << "\n";
    return interrupted;
  }
  return options.quiet ? answered : Destination(std::nullopt, environment, kept_in(path)).print(summary(store, path));
}

ExitStatus run_other(const RunOptions& options, io::Ranks& ranks, const Environment& environment) {
  const StudyAsked asked = parse(ranks.from_first(""), options.file, environment);
  run_other_rank(Points(asked, options.file, environment), crew_of(options, environment), ranks, environment);
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

// Seconds of one thread, from the least to the most.
struct Cost {
  double least = 0;
  double most = 0;
};

// Half-widths shrink as the root of the trials.
double trials_to_throw(const io::Study& study, const sim::Tally& games) {
  if (const auto* rule = std::get_if<sim::AfterTrials>(&study.stop)) return static_cast<double>(rule->trials);
  const auto& rule = std::get<sim::AtPrecision>(study.stop);
  double widest = 0;
  for (const std::uint64_t happened : games.events) widest = std::max(widest, sim::wilson(happened, games.trials).half_width());
  const double wanted = static_cast<double>(games.trials) * (widest / rule.within) * (widest / rule.within);
  return std::clamp(wanted, static_cast<double>(sim::batch_trials), static_cast<double>(rule.most_trials));
}

// As a few games of the point take; nothing if it was interrupted. Its chain is grown for trials only: exact odds may take all of the
// budget, in the same time a state.
std::optional<Cost> cost_of(const io::Study& study, const Points& points, std::size_t point, const ask::Crew& crew,
                            const std::atomic<bool>& stop) {
  constexpr std::uint32_t few = 20'000;
  const auto seconds_since = [](Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); };
  const auto began = Clock::now();
  const auto prepared = points(point).prepare(crew.machine.budget, sim::Wanted::trials, crew.machine.instruction_set, stop);
  const double preparing = seconds_since(began);
  const bool solves_more = study.method != sim::Method::simulate && prepared->states >= sim::levels.front().states;
  Cost cost{preparing, preparing * (solves_more ? static_cast<double>(crew.machine.budget.states) / sim::levels.front().states : 1)};
  if (study.method == sim::Method::exact) return cost;
  const auto thrown = Clock::now();
  sim::Tally games = prepared->no_trials();
  if (!prepared->throw_batches({0, 1}, few, io::seed_of(study, point), stop, games)) return std::nullopt;
  const double throwing = seconds_since(thrown) * trials_to_throw(study, games) / few;
  return Cost{cost.least + throwing, cost.most + throwing};
}

// What the study will cost, judged by some of its points. Throws Interrupted.
std::string cost(const io::Study& study, const Points& points, const ask::Crew& crew, const Environment& environment) {
  const std::size_t count = io::points_of(study);
  const std::set<std::size_t> judged{0, count / 2, count - 1};
  Cost sum;
  for (const std::size_t point : judged) {
    const auto cost = cost_of(study, points, point, crew, environment.stop);
    if (!cost || environment.stop) throw io::Interrupted("what it costs is not known");
    sum.least += cost->least;
    sum.most += cost->most;
  }
  const double all = static_cast<double>(count) / static_cast<double>(judged.size()) / crew.threads;
  const std::string to = sum.most > 1.1 * sum.least ? fmt::format(" to {:.2g}", sum.most * all) : "";
  return fmt::format("boxcars: about {:.2g}{} s on {} thread{}, judged by {} of its points\n", sum.least * all, to, crew.threads,
                     crew.threads == 1 ? "" : "s", judged.size());
}

ExitStatus dry_run(const RunOptions& options, const Environment& environment) {
  const StudyAsked asked = parse(read_study(options.file, environment), options.file, environment);
  const io::Study& study = asked.study;
  const Points points(asked, options.file, environment);
  const ask::Crew crew = crew_of(options, environment);
  points.rows(crew.threads);
  std::string text = io::to_text(io::points_table(study), environment.style);
  if (const auto* rule = std::get_if<sim::AfterTrials>(&study.stop); rule && rule->trials > 0) {
    const std::size_t count = io::points_of(study);
    text +=
        fmt::format("\n{} trials in {} batches\n", io::grouped(count * rule->trials), io::grouped(count * sim::batches_of(rule->trials)));
  }
  if (const ExitStatus printed = Destination(std::nullopt, environment, elsewhere).print(text); printed != answered) return printed;
  environment.err << cost(study, points, crew, environment);
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

void require_store(const std::string& store, const char* example) {
  if (store.empty()) throw BadInput(std::string("no store given (which file?); give it like ") + example);
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

struct TableOptions {
  std::string store;
  std::vector<std::string> events;
  Printed printed{.format = &io::format_of("csv")};
};

ExitStatus print_study(const TableOptions& options, const Environment& environment, const char* instead) {
  const io::Store store = io::Store::read(options.store, &environment.stop);
  environment.read->add(options.store);
  Destination destination(options.printed.output, environment, instead);
  // All of the store is read before anything is written: it may turn out to be damaged.
  const std::string text = options.printed.format->rendered(io::page_of(store, options.events), destination.style());
  std::size_t left = 0;
  for (const io::PointState& state : store.states()) left += state.finished ? 0 : 1;
  const ExitStatus status = destination.print(text);
  if (left > 0)
    environment.err << fmt::format("boxcars: {} of {} points are not finished\n", io::grouped(left), io::grouped(store.points()));
  return status;
}

Command add_export(const Form& study) {
  const Form app = study.add_command("export", "A study's results as CSV, JSON or Markdown.");
  const auto options = std::make_shared<TableOptions>();
  add_text(app, "store", "STORE", options->store, "of the study");
  add_output_options(app, options->printed);
  return {app, [options](const Environment& environment) {
            require_store(options->store, "boxcars study export results/rubble.sqlite");
            return print_study(*options, environment, "give --output another file");
          }};
}

Command add_show(const Form& study) {
  const Form app = study.add_command("show", "A study's results as a table and a chart.");
  const auto options = std::make_shared<TableOptions>();
  options->printed.format = &io::format_of("text");
  add_text(app, "store", "STORE", options->store, "of the study");
  app.add_all(
      "--event", "NAME", [options](const auto& names) { options->events = names; }, "instead of what the question is about; repeatable");
  return {app, [options](const Environment& environment) {
            require_store(options->store, "boxcars study show results/rubble.sqlite");
            return print_study(*options, environment, elsewhere);
          }};
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
  const Form app = root.add_command("study", description);
  std::vector<Command> actions{add_run(app), add_status(app), add_show(app), add_export(app), add_merge(app)};
  const auto answer = [](const Environment&) -> ExitStatus {
    throw BadInput("no action given (run, status, show, export or merge); give it like boxcars study run experiments/rubble.toml");
  };
  return {.form = app, .answer = answer, .actions = std::move(actions)};
}

}  // namespace boxcars::cli
