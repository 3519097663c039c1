#include "ask/question_kinds.hpp"

#include "ask/cross_path.hpp"
#include "model/core/choices.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/bombardment.hpp"
#include "model/questions/breach.hpp"
#include "model/questions/check.hpp"
#include "model/questions/clearance.hpp"
#include "model/questions/close_combat.hpp"
#include "model/questions/duel.hpp"
#include "model/questions/entry.hpp"
#include "model/questions/he.hpp"
#include "model/questions/hut.hpp"
#include "model/questions/kill.hpp"
#include "model/questions/kindling.hpp"
#include "model/questions/rubble_chain.hpp"
#include "model/questions/vehicle_close_combat.hpp"

namespace boxcars::ask {

namespace {

QuestionKind in_file(QuestionKind kind) {
  kind.is_in_file = true;
  return kind;
}

std::optional<Question> close_combat_with_vehicle(const model::CloseCombatInputs& in, const std::vector<std::string>& notes) {
  if (!model::has_vehicle(in)) return std::nullopt;
  return Question(std::string(model::close_combat_questionnaire().name), model::VehicleCloseCombat(in), notes);
}

}  // namespace

const std::vector<QuestionKind>& question_kinds() {
  static const std::vector<QuestionKind> kinds{
      kind_of<model::Attack>(model::attack_questionnaire(), model::attack_on_map),
      kind_of<model::He>(model::he_questionnaire(), model::he_on_map),
      kind_of<model::RubbleChain>(model::rubble_chain_questionnaire(), model::rubble_chain_on_map),
      kind_of<model::Entry>(model::entry_questionnaire(), model::entry_on_map),
      kind_of<model::Kindling>(model::kindling_questionnaire(), model::kindling_on_map),
      kind_of<model::Clearance>(model::clearance_questionnaire()),
      kind_of<model::Breach>(model::breach_questionnaire(), model::breach_on_map),
      kind_of<model::Hut>(model::hut_questionnaire(), model::hut_on_map),
      kind_of<model::Bombardment>(model::bombardment_questionnaire(), model::bombardment_on_map),
      kind_of<model::CloseCombat>(model::close_combat_questionnaire(), model::close_combat_on_table, close_combat_with_vehicle),
      kind_of<model::Check>(model::check_questionnaire()),
      cross_kind(),
      kind_of<model::Kill>(model::kill_questionnaire()),
      kind_of<model::Duel>(model::duel_questionnaire()),
      in_file(kind_of<model::Assault>(model::assault_questionnaire(), model::assault_on_map))};
  return kinds;
}

const QuestionKind& question_named(std::string_view name) {
  const auto& kinds = question_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const QuestionKind& kind) { return model::same_word(kind.name, name); });
  if (found == kinds.end()) model::throw_unknown("question", name, model::names(kinds));
  return *found;
}

}  // namespace boxcars::ask
