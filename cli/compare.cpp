#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "ask/answers.hpp"
#include "ask/compare.hpp"
#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/messages.hpp"
#include "cli/progress.hpp"
#include "cli/questions.hpp"
#include "io/formats/comparison_page.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/fault_within.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

constexpr const char* compare_description =
    "Two to six questions side by side, and a verdict.\n\n"
    "  boxcars compare \"attack 8 --target 4-4-7\" \"attack 12 --drm 1 --target 4-4-7\"\n"
    "  boxcars compare \"he 150 stone 2 --level 1 --occupant 1=4-4-7\" \\\n"
    "                  \"attack 16 --terrain stone --target 4-4-7\"\n"
    "  boxcars compare \"clear --task wire --squads 1\" \"clear --task wire --squads 2\"\n";

constexpr const char* example = "boxcars compare \"attack 8 --target 4-4-7\" \"attack 12 --target 4-4-7\"";

struct CompareOptions {
  CommonOptions common;
  std::vector<std::string> questions;
};

// "the first question"
std::string called(std::size_t question) {
  static constexpr std::array<std::string_view, ask::most_compared> ordinals{"first", "second", "third", "fourth", "fifth", "sixth"};
  return fmt::format("the {} question", ordinals[question]);
}

// What is said once for all cannot be said within one.
void require_inputs_only(const std::vector<std::string>& words) {
  const auto common = common_options();
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (std::find(common.begin(), common.end(), option) == common.end()) continue;
    const bool has_none = option == "--show" || option == "--help";
    throw BadInput(option + " within a question " +
                   (has_none ? "(nothing but odds is compared); leave it out" : "(all are answered alike); give it to compare"));
  }
}

// A question, and what of it was read from words.
struct InWords {
  ask::Question asked;
  std::string understood;
};

InWords asked_of(const std::string& text, const Environment& environment) {
  std::vector<std::string> words = io::words_of(text);
  if (!words.empty() && model::same_word(words.front(), "boxcars")) words.erase(words.begin());  // as people paste it
  if (words.empty()) throw BadInput("no words (what is asked?); give it like \"attack 8 --target 4-4-7\"");
  AsTyped typed = is_other_command(words.front()) ? AsTyped{words} : with_question(words);
  if (typed.arguments.size() > 1 && typed.arguments.front() == "compare" && !typed.understood.empty())
    throw BadInput("a comparison within a comparison (each question is one); ask it by itself");
  words = std::move(typed.arguments);
  const std::string understood = typed.understood.empty() ? "" : typed.understood.front();
  const std::string question = words.front();
  words.erase(words.begin());
  require_inputs_only(words);
  ask::Question asked = ask(question, words, environment).asked;
  const std::string told = understood.empty() ? asked.understood() : understood;
  return {std::move(asked), told};
}

// The questions, each with a fault of its own told of it.
std::vector<InWords> all_asked(const std::vector<std::string>& texts, const Environment& environment) {
  if (texts.empty()) throw BadInput(std::string("no questions given (two to six are compared); give them in quotes, like ") + example);
  if (texts.size() < ask::least_compared || texts.size() > ask::most_compared)
    throw BadInput(fmt::format("{} question{} given (two to six are compared, each in quotes); give them like {}", texts.size(),
                               texts.size() == 1 ? "" : "s", example));
  std::vector<InWords> asked;
  for (const std::string& text : texts) {
    try {
      asked.push_back(asked_of(text, environment));
    } catch (const BadInput& error) {
      throw BadInput(model::fault_within(called(asked.size()) + ": ", error.fault(), model::as_option));
    }
  }
  return asked;
}

ExitStatus answer_comparison(const CompareOptions& options, const Environment& environment) {
  const sim::Settings settings = settings_of(options.common, environment);
  std::vector<ask::Question> asked;
  std::vector<std::string> understood;
  for (InWords& one : all_asked(options.questions, environment)) {
    asked.push_back(std::move(one.asked));
    understood.push_back(std::move(one.understood));
  }
  if (environment.understood.size() == asked.size()) understood = environment.understood;
  Destination destination(options.common.printed.output, environment);
  ask::AnswersProgress progress;
  ask::Comparison comparison;
  {
    const ProgressTeller teller(progress.all, environment);
    comparison = ask::compare(asked, called, settings, environment.stop, &progress);
  }
  for (std::size_t i = 0; i < understood.size(); ++i) comparison.questions[i].understood = understood[i];
  comparison.explain = options.common.how.explain;
  if (!comparison.interrupted) comparison.precision = options.common.how.precision;
  const ExitStatus printed = destination.print(io::page_of(comparison, options.common.detail()), *options.common.printed.format);
  if (printed != answered || !comparison.interrupted) return printed;
  const bool begun = progress.all.trials > 0;
  tell(environment, MessageKind::interrupted, begun ? io::verdict(comparison).front() : "interrupted before anything was simulated");
  return interrupted;
}

}  // namespace

Command add_compare(const Form& root) {
  const Form app = root.add_command("compare", compare_description);
  const auto options = std::make_shared<CompareOptions>();
  app.add_all(
         "questions", "\"A\" \"B\" ...", [options](const auto& texts) { options->questions = texts; },
         "two to six questions, each in quotes")
      .takes({.is_question = true});
  add_answering_options(app, options->common);
  add_output_options(app, options->common.printed);
  add_verbose(app, options->common.verbose);
  add_common_field(app, options->common.how, "explain");
  app.set_footer(
      "Differences are against the first question, A: exact if both are, else with a\n"
      "95% interval. Events and measures that A shares with another question are\n"
      "compared; each question asked alone gives the same numbers. Words within a\n"
      "question are split as a shell splits them.");
  return {app, [options](const Environment& environment) { return answer_comparison(*options, environment); }};
}

}  // namespace boxcars::cli
