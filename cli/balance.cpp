#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "cli/assault.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/messages.hpp"
#include "cli/progress.hpp"
#include "io/formats/balance_page.hpp"
#include "io/formats/percent.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_words.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* balance_description =
    "Which setting makes an assault fifty-fifty?\n\n"
    "  boxcars balance chateau.toml --vary shot.MGs.drm --from -3 --to 3\n"
    "  boxcars balance chateau.toml --vary turns --values 4,6,8 --target 0.6\n"
    "  boxcars balance chateau.toml --vary turns --values 4,6 --vary rally.drm --values -2,0\n";

constexpr std::size_t most_settings = 10'000;
constexpr std::string_view attacker_wins = "attacker wins";  // the event that is asked for unless another is named

struct BalanceOptions {
  CommonOptions common;
  std::string file;
  std::vector<std::string> vary;
  std::vector<std::string> from, to, step, values;
  std::string event{attacker_wins};
  double target = 0.5;
  bool best = false;
  bool fixed = false;
};

double parse_target(const std::string& text) {
  const double value = model::real_number(text).value_or(0);
  if (!(value > 0 && value < 1))
    throw BadInput("--target " + model::shown(text) + " cannot be used (it is no probability between 0 and 1); give it like --target 0.5");
  return value;
}

// The values of "4,6,8" or "9-1,9-2".
std::vector<model::InputValue> parse_values(const std::string& text) {
  std::vector<model::InputValue> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = model::with_hyphens(text.substr(begin, end - begin));
    if (word.find_first_not_of(" \t") == std::string::npos)
      throw BadInput("--values " + model::shown(text) + " has an empty value (it says nothing); give them like --values 4,6,8");
    values.push_back(ask::typed_value(word));
    begin = end + 1;
  }
  return values;
}

std::vector<model::InputValue> range(int from, int to, int step) {
  if (step == 0 || (std::int64_t{to} - from) / step < 0)
    throw BadInput("--step " + std::to_string(step) + " never comes from --from to --to; give it like --step 1");
  std::vector<model::InputValue> values;
  for (std::int64_t value = from; step > 0 ? value <= to : value >= to; value += step) {
    values.emplace_back(static_cast<double>(value));
    if (values.size() > most_settings) throw BadInput("--from and --to span too many settings (every one is tried); give a larger --step");
  }
  return values;
}

// Each --vary has its --values, or its --from and --to, in the same order.
std::vector<ask::Varied> varied_of(const BalanceOptions& o) {
  if (o.vary.empty()) throw BadInput("nothing to vary (which value of the file?); give it like --vary shot.MGs.drm --from -3 --to 3");
  if (o.vary.size() > 2) throw BadInput("--vary more than twice (one setting is a list, two are a grid); leave one out");
  if (o.from.size() != o.to.size()) throw BadInput("--from without --to, or the other way round (a range has two ends); give both");
  if (o.step.size() > o.from.size()) throw BadInput("--step without --from and --to (it is of a range); leave it out");
  if (o.values.size() + o.from.size() != o.vary.size())
    throw BadInput("each --vary has --from and --to, or --values (there are " + std::to_string(o.vary.size()) + " and " +
                   std::to_string(o.values.size() + o.from.size()) + "); give them like --vary turns --from 4 --to 8");
  if (!o.values.empty() && !o.from.empty())
    throw BadInput("--values and --from together (which of them is whose?); give both settings as --values");
  std::vector<ask::Varied> varied;
  for (std::size_t i = 0; i < o.vary.size(); ++i) {
    if (!o.values.empty()) {
      varied.push_back({o.vary[i], parse_values(o.values[i])});
      const std::set<model::InputValue> different(varied[i].values.begin(), varied[i].values.end());
      if (different.size() < varied[i].values.size())
        throw BadInput("--values " + o.values[i] + " has a value twice (each is tried once); leave one out");
      continue;
    }
    const int from = parse_int("--from", o.from[i], -3), to = parse_int("--to", o.to[i], 3);
    const int step = i < o.step.size() ? parse_int("--step", o.step[i]) : from <= to ? 1 : -1;
    varied.push_back({o.vary[i], range(from, to, step)});
  }
  if (ask::combinations_of(ask::sizes_of(varied)) > most_settings)
    throw BadInput("too many settings (every one is tried: " + std::to_string(ask::combinations_of(ask::sizes_of(varied))) +
                   "); give fewer values");
  if (varied.size() == 2 && varied[0].path == varied[1].path)
    throw BadInput("--vary " + varied[0].path + " twice (the two are one setting); leave one out");
  return varied;
}

void require_numbers(const io::AssaultFile& file, const std::vector<ask::Varied>& varied) {
  const auto known = file.paths();
  for (const ask::Varied& v : varied) {
    if (std::find(known.begin(), known.end(), v.path) == known.end()) model::throw_unknown("setting", v.path, file.numbers_given());
  }
}

std::vector<io::StudyInput> settings_at(const std::vector<ask::Varied>& varied, std::size_t combination) {
  std::vector<io::StudyInput> settings;
  for (const auto& [path, value] : ask::settings_of(varied, combination)) settings.push_back({path, value, {}});
  return settings;
}

ask::Question ask_at(const io::AssaultFile& file, const std::vector<ask::Varied>& varied, std::size_t combination, io::Choosing choosing,
                     const Environment& environment) {
  return io::assault_of(file, settings_at(varied, combination), map_reader(environment), choosing);
}

std::vector<std::string> events_in(const std::string& file, const Environment& environment) {
  return io::assault_of(read_assault(file, environment), {}, map_reader(environment)).event_names();
}

void require_lawful(const BalanceOptions& o) {
  if (o.best && o.fixed) throw BadInput("--best and --fixed together (a choice is made either way); leave one out");
  if (o.common.how.precision)
    throw BadInput("--precision with balance (it simulates until the nearest setting is known); give --trials, or nothing");
  for (const auto& [given, option] : {std::pair(o.common.how.show > 0, "--show"), std::pair(o.common.how.explain, "--explain")})
    if (given) throw BadInput(std::string(option) + " with balance (many settings are asked); leave it out, or give it to boxcars assault");
}

// Every setting as a question: what is wrong is said before any work. Fewer if it is stopped.
std::vector<ask::Question> all_asked(const io::AssaultFile& file, const ask::Balance& balance, io::Choosing choosing,
                                     const Environment& environment) {
  const std::size_t count = ask::combinations_of(ask::sizes_of(balance.varied));
  std::vector<ask::Question> asked;
  const ProgressTeller teller([&] { return fmt::format("{} settings to try", count); }, environment);
  while (asked.size() < count && !environment.stop) {
    const auto& events = asked.emplace_back(ask_at(file, balance.varied, asked.size(), choosing, environment)).event_names();
    if (std::find(events.begin(), events.end(), balance.event) == events.end()) model::throw_unknown("event", balance.event, events);
  }
  return asked;
}

// `repeat` is the command that does it again.
ExitStatus answer_balance(const BalanceOptions& o, const std::string& repeat, const Environment& environment) {
  const sim::Settings settings = settings_of(o.common, environment);
  require_lawful(o);
  const io::AssaultFile file = read_assault(o.file, environment);
  ask::Balance balance{
      .name = file.name(), .event = o.event, .varied = varied_of(o), .target = o.target, .method = settings.method, .seed = settings.seed};
  require_numbers(file, balance.varied);
  const auto choosing = o.fixed ? io::Choosing::at_first_targets : io::Choosing::best;
  const std::vector<ask::Question> asked = all_asked(file, balance, choosing, environment);
  const model::AssaultInputs inputs = file.inputs();
  balance.notes.push_back(model::what_is_played(o.fixed ? at_first_targets(inputs) : inputs));
  if (o.event == attacker_wins)
    balance.why_never = model::why_never_won(io::inputs_of(file, settings_at(balance.varied, 0), map_reader(environment)));
  balance.odds.resize(ask::combinations_of(ask::sizes_of(balance.varied)));
  balance.trials.resize(balance.odds.size());
  Destination destination(o.common.printed.output, environment);
  const std::size_t count = balance.odds.size();
  ask::AnswersProgress progress;
  {
    const auto told = [&] { return fmt::format("{} of {} settings", std::min(progress.answered.load(), count), count); };
    const ProgressTeller teller(progress.all, told, environment);
    ask::find_best(balance, asked, settings, o.common.how.trials, environment.stop, &progress);
  }
  const std::string how_many = fmt::format("{} of {} settings were tried", std::min(progress.answered.load(), count), count);
  if (environment.stop) balance.notes.push_back("interrupted: " + how_many);
  io::Page page = io::page_of(balance, o.common.detail());
  page.repeat = repeat;
  const ExitStatus printed = destination.print(page, *o.common.printed.format);
  if (printed != answered || !environment.stop) return printed;
  tell(environment, MessageKind::interrupted, "interrupted; " + how_many);
  return interrupted;
}

}  // namespace

Command add_balance(const Form& root) {
  const Form app = root.add_command("balance", balance_description);
  const auto options = std::make_shared<BalanceOptions>();
  add_text(app, "file", "FILE", options->file, "an assault: boxcars assault --help");
  const std::string varied = "What is varied";
  add_repeated(app, "--vary", "PATH", options->vary, "a number in the file: shot.MGs.drm; twice for a grid")
      .group(varied)
      .takes({.in_file = numbers_in});
  add_repeated(app, "--from", "N", options->from, "its first value").group(varied);
  add_repeated(app, "--to", "N", options->to, "its last value").group(varied);
  add_repeated(app, "--step", "N", options->step, "default 1").group(varied);
  add_repeated(app, "--values", "N,N,...", options->values, "or a list").group(varied);
  app.add_one(
         "--target", "P", [options](const auto& text) { options->target = parse_target(text); }, "the odds to aim for; default 0.5")
      .group(varied);
  add_text(app, "--event", "NAME", options->event, "an event other than attacker wins").group(varied).takes({.in_file = events_in});
  app.add_flag("--best", options->best, "each side makes its best choices (default)").group(varied);
  app.add_flag("--fixed", options->fixed, "or every shot fires at its first target").group(varied);
  add_common_options(app, options->common);
  app.set_footer(
      "Settings without exact odds are simulated until the nearest one is known, unless\n"
      "--trials is given.");
  return {app, [options, app](const Environment& environment) { return answer_balance(*options, repeating("balance", app), environment); }};
}

}  // namespace boxcars::cli
