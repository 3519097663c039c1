#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/questions.hpp"
#include "io/formats/comparison.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "sim/solve.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* description =
    "Two questions side by side, and a verdict.\n\n"
    "  boxcars compare \"attack 8 --target 4-4-7\" \"attack 12 --drm 1 --target 4-4-7\"\n"
    "  boxcars compare \"he 150 stone 2 --level 1 --occupant 1=4-4-7\" \\\n"
    "                  \"attack 16 --terrain stone --target 4-4-7\"\n"
    "  boxcars compare \"clear --task wire --squads 1\" \"clear --task wire --squads 2\"\n";

constexpr const char* example = "boxcars compare \"attack 8 --target 4-4-7\" \"attack 12 --target 4-4-7\"";

struct Options {
  CommonOptions common;
  std::vector<std::string> questions;
};

// One of the two: how it is called, and what it asks.
struct Side {
  std::string_view name;     // "A"
  std::string_view ordinal;  // "the first question"
};
constexpr std::array<Side, 2> sides{{{"A", "the first question"}, {"B", "the second question"}}};

// What is said once for both cannot be said within one.
void require_inputs_only(const std::vector<std::string>& words) {
  const auto common = common_options();
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (std::find(common.begin(), common.end(), option) == common.end()) continue;
    const bool has_none = option == "--explain" || option == "--show" || option == "--help";
    throw BadInput(option + " within a question " +
                   (has_none ? "(nothing but odds is compared); leave it out" : "(both are answered alike); give it to compare"));
  }
}

ask::Asked asked_of(const std::string& text, const Environment& environment) {
  std::vector<std::string> words = io::words_of(text);
  if (!words.empty() && model::same_word(words.front(), "boxcars")) words.erase(words.begin());  // as people paste it
  if (words.empty()) throw BadInput("no words (what is asked?); give it like \"attack 8 --target 4-4-7\"");
  const std::string question = words.front();
  words.erase(words.begin());
  require_inputs_only(words);
  return ask(question, words, environment).asked;
}

ask::Asked asked_of(const Side& side, const std::string& text, const Environment& environment) {
  try {
    return asked_of(text, environment);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: {}", side.ordinal, error.what()));
  }
}

sim::Findings findings_of(const Side& side, const ask::Asked& asked, const sim::Settings& settings, const Environment& environment) {
  sim::Progress progress;
  const ProgressTeller teller(progress, environment, fmt::format("{}: ", side.name));
  try {
    sim::Findings findings = asked.findings(settings, environment.stop, &progress);
    ask::require_exact(findings, settings, fmt::format(" of {}", side.ordinal));
    return findings;
  } catch (const sim::NeverEnds& error) {
    throw BadInput(fmt::format("{} never ends ({}); ask it with a limit", side.ordinal, error.what()));
  }
}

io::Compared compared(const ask::Asked& asked, const sim::Findings& findings, const sim::Settings& settings) {
  io::Compared result{asked.name(), asked.question(), sim::answer(findings, asked.event_names(), asked.measure_names())};
  for (auto& note : ask::notes_on(findings, settings)) result.question.notes.push_back(std::move(note));
  return result;
}

// "interrupted: of B nothing is known".
std::string interrupted_in_words(const sim::Findings& a, const sim::Findings& b) {
  const auto known = [](const sim::Findings& findings) { return findings.odds || (findings.tally && findings.tally->trials > 0); };
  if (!known(a) && !known(b)) return "interrupted: nothing is known of A and B";
  if (!known(a) || !known(b)) return fmt::format("interrupted: nothing is known of {}", known(a) ? sides[1].name : sides[0].name);
  const auto trials = [](const sim::Findings& findings) { return io::grouped(findings.tally ? findings.tally->trials : 0); };
  return fmt::format("interrupted: {} trials of A, {} of B", trials(a), trials(b));
}

ExitStatus print(const io::Comparison& comparison, const Options& options, Destination& destination, const Environment& environment,
                 bool was_interrupted) {
  const std::string text = rendered(comparison, options.common.format, destination.style());
  if (const ExitStatus status = destination.print(text); status != answered) return status;
  if (!was_interrupted) return answered;
  const std::uint64_t a = comparison.a.answer.trials, b = comparison.b.answer.trials;
  if (a + b > 0) {
    environment.err << fmt::format("boxcars: interrupted; {} trials of A and {} of B are done so far\n", io::grouped(a), io::grouped(b));
  } else {
    environment.err << "boxcars: interrupted before anything was simulated\n";
  }
  return interrupted;
}

ExitStatus answer(const Options& options, const Environment& environment) {
  const auto& texts = options.questions;
  if (texts.empty()) throw BadInput(std::string("no questions given (two are compared); give them in quotes, like ") + example);
  if (texts.size() != 2)
    throw BadInput(fmt::format("{} question{} given (two are compared, each in quotes); give them like {}", texts.size(),
                               texts.size() == 1 ? "" : "s", example));
  const sim::Settings settings = settings_of(options.common, environment);
  const ask::Asked a = asked_of(sides[0], texts[0], environment);
  const ask::Asked b = asked_of(sides[1], texts[1], environment);
  Destination destination(options.common.output, environment);
  const sim::Findings of_a = findings_of(sides[0], a, settings, environment);
  const sim::Findings of_b = findings_of(sides[1], b, settings, environment);
  const bool was_interrupted = of_a.interrupted || of_b.interrupted;
  const io::ComparedAlike alike{
      .method = settings.method, .seed = settings.seed, .precision = was_interrupted ? std::nullopt : options.common.how.precision};
  io::Comparison comparison = io::compare(compared(a, of_a, settings), compared(b, of_b, settings), alike);
  if (was_interrupted) comparison.verdict.insert(comparison.verdict.begin(), interrupted_in_words(of_a, of_b));
  return print(comparison, options, destination, environment, was_interrupted);
}

}  // namespace

Command add_compare(const Form& root) {
  const Form app = root.add_command("compare", description);
  const auto options = std::make_shared<Options>();
  app.add_all(
      "questions", "\"A\" \"B\"", [options](const auto& texts) { options->questions = texts; }, "two questions, A and B, each in quotes");
  add_answering_options(app, options->common);
  add_output_options(app, options->common.format, options->common.output);
  app.set_footer(
      "Differences are B minus A: exact where both are, else with their 95% interval.\n"
      "Events and measures that both questions have are compared; each question alone\n"
      "gives the same numbers. Within a question words are split as a shell would.");
  return {app, [options](const Environment& environment) { return answer(*options, environment); }};
}

}  // namespace boxcars::cli
