#include "cli/instruction_set.hpp"

#include <array>
#include <string>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::cli {
namespace {

using sim::InstructionSet;

constexpr std::array<model::Choice<InstructionSet>, 4> choices{{{"scalar", InstructionSet::scalar},
                                                                {"x86-64", InstructionSet::x86_64},
                                                                {"avx2", InstructionSet::avx2},
                                                                {"avx512", InstructionSet::avx512}}};

}  // namespace

InstructionSet instruction_set_of(const Environment& environment) {
  if (environment.instruction_set.empty()) return sim::best_instruction_set();
  const auto set = model::parse_choice("BOXCARS_INSTRUCTION_SET", environment.instruction_set, choices);
  if (!is_supported(set)) {
    throw model::BadInput("BOXCARS_INSTRUCTION_SET " + environment.instruction_set +
                          " (this machine cannot run it); unset it for the best: " + std::string(name_of(sim::best_instruction_set())));
  }
  return set;
}

std::string_view name_of(InstructionSet set) { return model::name_of(set, choices); }

}  // namespace boxcars::cli
