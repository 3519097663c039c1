#pragma once

#include <string>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

/// A fault of something within what was asked, for whoever passes it on: the same field, problem, why and instead, spelled as they are
/// given there, and before the problem where that is: "the first question: ".
inline Fault fault_within(const std::string& where, const Fault& fault, Spelling spelling) {
  return {fault.field, where + spelled(fault.problem, spelling), spelled(fault.why, spelling), spelled(fault.instead, spelling)};
}

}  // namespace boxcars::model
