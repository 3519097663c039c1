#include "model/core/outcomes.hpp"

namespace boxcars::model {

void Outcomes::thrown(const Throw& thrown, Roll roll) {
  std::string& tale = *tale_;
  tale = thrown.name;
  if (!thrown.subject.empty()) tale.append(" of ").append(thrown.subject);
  tale.append(" (").append(thrown.rule).append("): ").append(std::to_string(roll.colored));
  if (roll.white > 0) tale.append(",").append(std::to_string(roll.white));
  if (roll.white > 0 && thrown.reads != Reads::colored_from) tale.append(" = ").append(std::to_string(roll.sum()));
  nothing_told_ = true;
}

}  // namespace boxcars::model
