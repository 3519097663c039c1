#pragma once

#include <string>
#include <vector>

#include "sim/dice_stream.hpp"
#include "sim/rules.hpp"

namespace boxcars::ask {

/// One single trial, told throw by throw: its first hundred throws, and how many follow.
std::vector<std::string> tale(const sim::Rules& rules, const sim::StreamKey& key, sim::InstructionSet with);

}  // namespace boxcars::ask
