#pragma once

#include <string>

#include "model/core/bad_input.hpp"

namespace boxcars::model {

/// A fault of something inside what was asked, for whoever passes it on: the same field, problem, reason and advice, spelled as they are
/// given there, with the place before the problem: "the first question: ".
inline Fault fault_within(const std::string& where, const Fault& fault, Spelling spelling) {
  return {.field = fault.field,
          .problem = where + place_of(fault) + spelled(fault.problem, spelling),
          .why = spelled(fault.why, spelling),
          .instead = spelled(fault.instead, spelling)};
}

}  // namespace boxcars::model
