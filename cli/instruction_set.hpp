#pragma once

#include <string_view>

#include "cli/boxcars.hpp"
#include "sim/trials/instruction_set.hpp"

namespace boxcars::cli {

/// The instruction set that the environment asks for, or the best that this machine has; throws BadInput.
sim::InstructionSet instruction_set_of(const Environment& environment);

/// As users type it.
std::string_view name_of(sim::InstructionSet set);

}  // namespace boxcars::cli
