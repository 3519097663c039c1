#include <memory>
#include <string>

#include "ask/plan.hpp"
#include "cli/answer_question.hpp"
#include "cli/assault.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "model/questions/assault_fields.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* plan_description =
    "What should I do? The best play of an assault.\n\n"
    "  boxcars plan chateau.toml\n"
    "  boxcars plan chateau.toml --fixed\n";

struct PlanOptions {
  CommonOptions common;
  PositionOptions position;
  bool fixed = false;
};

ExitStatus answer_plan(const PlanOptions& o, const Environment& environment) {
  const auto settings = settings_of(o.position);
  const io::AssaultFile file = read_assault(o.position.file, environment);
  const model::AssaultInputs inputs = io::inputs_of(file, settings, map_reader(environment));
  model::Assault position = io::position_of(file, settings, inputs);
  if (o.fixed) position = io::position_of(file, settings, model::at_first_targets(inputs));
  const std::string name(model::assault_questionnaire().name);
  const ask::Question asked(name, position, {}, io::typed(file, settings) + (o.fixed ? " --fixed" : ""));
  return print_answer(o.common, environment, [&](const sim::Settings& how, sim::Progress* watched) {
    ask::Answered found = o.fixed ? ask::answer(asked, how, o.common.how.show, environment.stop, watched)
                                  : ask::plan(position, asked, inputs, how, o.common.how.show, environment.stop, watched);
    found.report.command = "plan";
    if (o.fixed) found.report.decisions.emplace();
    return found;
  });
}

}  // namespace

Command add_plan(const Form& root) {
  const Form app = root.add_command("plan", plan_description);
  const auto options = std::make_shared<PlanOptions>();
  add_position(app, options->position);
  app.add_flag("--fixed", options->fixed, "every shot fires at its first target instead");
  add_common_options(app, options->common);
  app.set_footer(
      "A shot with target = [\"J8.1\", \"J8.0\"] or may_hold = true has a choice each time:\n"
      "docs/assault.md.");
  return {app, [options](const Environment& environment) { return answer_plan(*options, environment); }};
}

}  // namespace boxcars::cli
