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
    const bool has_none = option == "--explain" || option == "--show" || option == "--help";
    throw BadInput(option + " within a question " +
                   (has_none ? "(nothing but odds is compared); leave it out" : "(all are answered alike); give it to compare"));
  }
}

ask::Asked asked_of(const std::string& text, const Environment& environment) {
  std::vector<std::string> words = io::words_of(text);
  if (!words.empty() && model::same_word(words.front(), "boxcars")) words.erase(words.begin());  // as people paste it
  if (words.empty()) throw BadInput("no words (what is asked?); give it like \"attack 8 --target 4-4-7\"");
  words = with_question(words);
  const std::string question = words.front();
  words.erase(words.begin());
  require_inputs_only(words);
  return ask(question, words, environment).asked;
}

// The questions, each with a fault of its own told of it.
std::vector<ask::Asked> all_asked(const std::vector<std::string>& texts, const Environment& environment) {
  if (texts.empty()) throw BadInput(std::string("no questions given (two to six are compared); give them in quotes, like ") + example);
  if (texts.size() < ask::least_compared || texts.size() > ask::most_compared)
    throw BadInput(fmt::format("{} question{} given (two to six are compared, each in quotes); give them like {}", texts.size(),
                               texts.size() == 1 ? "" : "s", example));
  std::vector<ask::Asked> asked;
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
  const std::vector<ask::Asked> asked = all_asked(options.questions, environment);
  Destination destination(options.common.printed.output, environment);
  ask::AnswersProgress progress;
  ask::Comparison comparison;
  {
    const ProgressTeller teller(progress.all, environment);
    comparison = ask::compare(asked, called, settings, environment.stop, &progress);
  }
  if (!comparison.interrupted) comparison.precision = options.common.how.precision;
  const ExitStatus printed = destination.print(io::page_of(comparison, options.common.detail()), *options.common.printed.format);
  if (printed != answered || !comparison.interrupted) return printed;
  const bool begun = progress.all.trials > 0;
  environment.err << "boxcars: " << (begun ? io::verdict(comparison).front() : "interrupted before anything was simulated") << "\n";
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
  app.set_footer(
      "Differences are from the first, A: exact where both are, else with their 95%\n"
      "interval. Events and measures that A and another have are compared; each alone\n"
      "gives the same numbers. Within a question words are split as a shell would.");
  return {app, [options](const Environment& environment) { return answer_comparison(*options, environment); }};
}

}  // namespace boxcars::cli
