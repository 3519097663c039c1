#include <memory>

#include "ask/question_kinds.hpp"
#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/formats/describe.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* describe_description =
    "Every question with its inputs, as JSON.\n\n"
    "  boxcars describe\n"
    "  boxcars describe attack\n";

std::vector<ask::QuestionKind> kinds_named(const std::string& name) {
  if (name.empty()) return ask::question_kinds();
  return {ask::question_named(name)};
}

}  // namespace

Command add_describe(const Form& root) {
  const Form app = root.add_command("describe", describe_description);
  const auto name = std::make_shared<std::string>();
  add_text(app, "question", "QUESTION", *name, "one question; without it all of them")
      .takes({.choices = model::names(ask::question_kinds())});
  return {app, [name](const Environment& environment) {
            return Destination(std::nullopt, environment).print(io::describe(kinds_named(*name)));
          }};
}

}  // namespace boxcars::cli
