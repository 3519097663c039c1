#pragma once

#include <array>
#include <cstdint>

namespace boxcars::sim {

/// The instruction set with which dice are thrown. All give the same bytes; `scalar` is pcg-cpp itself, on any machine.
enum class InstructionSet : std::uint8_t { scalar, x86_64, avx2, avx512 };

/// All instruction sets, from the slowest to the fastest.
inline constexpr std::array instruction_sets{InstructionSet::scalar, InstructionSet::x86_64, InstructionSet::avx2, InstructionSet::avx512};

/// Whether this machine can run it.
bool is_supported(InstructionSet set);

/// The fastest that this machine can run.
InstructionSet best_instruction_set();

}  // namespace boxcars::sim
