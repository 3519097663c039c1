#pragma once

#include <string>
#include <vector>

#include "sim/process/rules.hpp"
#include "sim/trials/dice_stream.hpp"

namespace boxcars::ask {

/// One single trial, told throw by throw: its first hundred throws, and how many follow.
std::vector<std::string> tale(const sim::Rules& rules, const sim::StreamKey& key, sim::InstructionSet with);

}  // namespace boxcars::ask
