#include "sim/trials/instruction_set.hpp"

namespace boxcars::sim {

bool is_supported(InstructionSet set) {
#if defined(BOXCARS_X86_64)
  switch (set) {
    case InstructionSet::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("popcnt");
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2");
    case InstructionSet::x86_64:
    case InstructionSet::scalar:
      break;
  }
  return true;
#else
  return set == InstructionSet::scalar;
#endif
}

InstructionSet best_instruction_set() {
  InstructionSet best = InstructionSet::scalar;
  for (const InstructionSet set : instruction_sets) {
    if (is_supported(set)) best = set;
  }
  return best;
}

}  // namespace boxcars::sim
