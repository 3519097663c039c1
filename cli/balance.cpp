#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "cli/assault.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "io/formats/balance.hpp"
#include "io/formats/percent.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* description =
    "Which setting makes an assault fifty-fifty?\n\n"
    "  boxcars balance chateau.toml --vary shot.MGs.drm --from -3 --to 3\n"
    "  boxcars balance chateau.toml --vary turns --values 4,6,8 --target 0.6\n"
    "  boxcars balance chateau.toml --vary turns --values 4,6 --vary rally.drm --values -2,0\n";

constexpr std::size_t most_settings = 10'000;
constexpr std::uint64_t trials_at_first = 1'000'000;

struct Options {
  CommonOptions common;
  std::string file;
  std::vector<std::string> vary;
  std::vector<std::string> from, to, step, values;
  std::string event = "attacker wins";
  double target = 0.5;
};

double parse_target(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value > 0 && value < 1))
    throw BadInput("--target " + model::shown(text) + " cannot be used (it is no probability between 0 and 1); give it like --target 0.5");
  return value;
}

// The numbers of "4,6,8".
std::vector<int> parse_values(const std::string& text) {
  std::vector<int> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(parse_int("--values", text.substr(begin, end - begin), 4));
    begin = end + 1;
  }
  return values;
}

std::vector<int> range(int from, int to, int step) {
  if (step == 0 || (std::int64_t{to} - from) / step < 0)
    throw BadInput("--step " + std::to_string(step) + " never comes from --from to --to; give it like --step 1");
  std::vector<int> values;
  for (std::int64_t value = from; step > 0 ? value <= to : value >= to; value += step) {
    values.push_back(static_cast<int>(value));
    if (values.size() > most_settings) throw BadInput("--from and --to span too many settings (every one is tried); give a larger --step");
  }
  return values;
}

// Each --vary has its --values, or its --from and --to, in the same order.
std::vector<io::Varied> varied_of(const Options& o) {
  if (o.vary.empty()) throw BadInput("nothing to vary (which number of the file?); give it like --vary shot.MGs.drm --from -3 --to 3");
  if (o.vary.size() > 2) throw BadInput("--vary more than twice (one setting is a list, two are a grid); leave one out");
  if (o.from.size() != o.to.size()) throw BadInput("--from without --to, or the other way round (a range has two ends); give both");
  if (o.step.size() > o.from.size()) throw BadInput("--step without --from and --to (it is of a range); leave it out");
  if (o.values.size() + o.from.size() != o.vary.size())
    throw BadInput("each --vary has --from and --to, or --values (there are " + std::to_string(o.vary.size()) + " and " +
                   std::to_string(o.values.size() + o.from.size()) + "); give them like --vary turns --from 4 --to 8");
  if (!o.values.empty() && !o.from.empty())
    throw BadInput("--values and --from together (which of them is whose?); give both settings as --values");
  std::vector<io::Varied> varied;
  for (std::size_t i = 0; i < o.vary.size(); ++i) {
    if (!o.values.empty()) {
      varied.push_back({o.vary[i], parse_values(o.values[i])});
      const std::set<int> different(varied[i].values.begin(), varied[i].values.end());
      if (different.size() < varied[i].values.size())
        throw BadInput("--values " + o.values[i] + " has a value twice (each is tried once); leave one out");
      continue;
    }
    const int from = parse_int("--from", o.from[i], -3), to = parse_int("--to", o.to[i], 3);
    const int step = i < o.step.size() ? parse_int("--step", o.step[i]) : from <= to ? 1 : -1;
    varied.push_back({o.vary[i], range(from, to, step)});
  }
  if (io::combinations_of(varied) > most_settings)
    throw BadInput("too many settings (every one is tried: " + std::to_string(io::combinations_of(varied)) + "); give fewer values");
  if (varied.size() == 2 && varied[0].path == varied[1].path)
    throw BadInput("--vary " + varied[0].path + " twice (the two are one setting); leave one out");
  return varied;
}

void require_numbers(const io::AssaultFile& file, const std::vector<io::Varied>& varied) {
  const auto known = file.paths();
  for (const io::Varied& v : varied) {
    if (std::find(known.begin(), known.end(), v.path) == known.end()) model::throw_unknown("setting", v.path, file.numbers_given());
  }
}

ask::Asked ask_at(const io::AssaultFile& file, const std::vector<io::Varied>& varied, std::size_t combination,
                  const Environment& environment) {
  std::vector<io::StudyInput> settings;
  const auto values = io::values_of(varied, combination);
  for (std::size_t i = 0; i < values.size(); ++i) settings.push_back({varied[i].path, static_cast<double>(values[i]), {}});
  return assault_of(file, settings, environment);
}

// The odds of one setting.
void try_setting(io::Balance& balance, std::size_t combination, const ask::Asked& asked, const sim::Settings& settings,
                 ask::NotExact& not_exact, const Environment& environment) {
  const sim::Findings findings = asked.findings(settings, environment.stop, nullptr);
  ask::require_exact(findings, settings, " of " + io::in_words(balance, combination));
  if (settings.method != sim::Method::simulate) not_exact.add(findings);
  const sim::Answer answer = sim::answer(findings, asked.event_names(), asked.measure_names());
  const auto event =
      std::find_if(answer.events.begin(), answer.events.end(), [&](const sim::EventAnswer& e) { return e.name == balance.event; });
  if (!event->chance.exact && answer.trials < balance.trials[combination]) return;  // interrupted: what was thrown before is more
  balance.odds[combination] = event->chance;
  balance.trials[combination] = answer.trials;
}

void require_lawful(const Options& o) {
  if (o.common.how.precision)
    throw BadInput("--precision with balance (it simulates until the nearest setting is known); give --trials, or nothing");
  for (const auto& [given, option] : {std::pair(o.common.how.show > 0, "--show"), std::pair(o.common.explain, "--explain")})
    if (given) throw BadInput(std::string(option) + " with balance (many settings are asked); leave it out, or give it to boxcars assault");
}

// Every setting as a question: what is wrong is said before any work. Fewer if it is stopped.
std::vector<ask::Asked> all_asked(const io::AssaultFile& file, const io::Balance& balance, const Environment& environment) {
  const std::size_t count = io::combinations_of(balance.varied);
  std::vector<ask::Asked> asked;
  const ProgressTeller teller([&] { return fmt::format("{} settings to try", count); }, environment);
  while (asked.size() < count && !environment.stop) {
    const auto& events = asked.emplace_back(ask_at(file, balance.varied, asked.size(), environment)).event_names();
    if (std::find(events.begin(), events.end(), balance.event) == events.end()) model::throw_unknown("event", balance.event, events);
  }
  return asked;
}

// Tries every setting; then those that may be the nearest are thrown more often, until one of them is. The number of settings tried.
std::size_t try_all(io::Balance& balance, const std::vector<ask::Asked>& asked, const Options& o, sim::Settings settings,
                    const Environment& environment) {
  std::atomic<std::size_t> tried{0};
  const ProgressTeller teller([&] { return fmt::format("{} of {} settings", tried.load(), balance.odds.size()); }, environment);
  ask::NotExact not_exact(settings);
  io::BalanceRound first{.trials = o.common.how.trials.value_or(trials_at_first), .method = settings.method};
  for (std::size_t i = 0; i < asked.size(); ++i) first.combinations.push_back(i);
  for (std::optional round(first); round && !environment.stop; round = io::round_after(*round, balance)) {
    settings.method = round->method;
    settings.stop_rule = sim::AfterTrials{round->trials};
    for (const std::size_t i : round->combinations) {
      if (environment.stop) break;
      try_setting(balance, i, asked[i], settings, not_exact, environment);
      if (!environment.stop && tried < asked.size()) ++tried;
    }
    io::judge(balance);
    if (o.common.how.trials) break;
  }
  if (environment.stop) return tried;
  for (const auto& [count, why] : not_exact.reasons())
    balance.notes.push_back(fmt::format("no exact odds of {} setting{}: {}", count, count == 1 ? "" : "s", why));
  return tried;
}

ExitStatus answer(const Options& o, const Environment& environment) {
  const sim::Settings settings = settings_of(o.common, environment);
  require_lawful(o);
  const io::AssaultFile file = read_assault(o.file, environment);
  io::Balance balance{
      .name = file.name(), .event = o.event, .varied = varied_of(o), .target = o.target, .method = settings.method, .seed = settings.seed};
  require_numbers(file, balance.varied);
  const std::vector<ask::Asked> asked = all_asked(file, balance, environment);
  Destination destination(o.common.output, environment);
  const std::size_t count = io::combinations_of(balance.varied);
  balance.odds.resize(count);
  balance.trials.resize(count);
  const std::size_t tried = try_all(balance, asked, o, settings, environment);
  const std::string how_many = fmt::format("{} of {} settings were tried", tried, count);
  if (environment.stop) balance.notes.push_back("interrupted: " + how_many);
  const ExitStatus printed = destination.print(rendered(balance, o.common.format, destination.style()));
  if (printed != answered || !environment.stop) return printed;
  environment.err << "boxcars: interrupted; " << how_many << "\n";
  return interrupted;
}

}  // namespace

Command add_balance(const Form& root) {
  const Form app = root.add_command("balance", description);
  const auto options = std::make_shared<Options>();
  add_text(app, "file", "FILE", options->file, "an assault: boxcars assault --help");
  const std::string varied = "What is varied";
  add_repeated(app, "--vary", "PATH", options->vary, "a number of the file: shot.MGs.drm; twice for a grid").group(varied);
  add_repeated(app, "--from", "N", options->from, "its first value").group(varied);
  add_repeated(app, "--to", "N", options->to, "its last value").group(varied);
  add_repeated(app, "--step", "N", options->step, "default 1").group(varied);
  add_repeated(app, "--values", "N,N,...", options->values, "or a list").group(varied);
  app.add_one(
         "--target", "P", [options](const auto& text) { options->target = parse_target(text); }, "the odds that are wanted; default 0.5")
      .group(varied);
  add_text(app, "--event", "NAME", options->event, "of another event than attacker wins").group(varied);
  add_common_options(app, options->common);
  app.set_footer("Without --trials, settings without exact odds are simulated until it is known\nwhich one is nearest.");
  return {app, [options](const Environment& environment) { return answer(*options, environment); }};
}

}  // namespace boxcars::cli
