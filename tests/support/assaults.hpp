#pragma once

#include <string>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"

namespace boxcars::test {

/// Why an assault cannot be played; empty: it can.
inline std::string refused(const model::AssaultInputs& in) {
  try {
    model::Assault assault(in);
  } catch (const model::BadInputAt& bad) {
    return bad.what();
  }
  return "";
}

}  // namespace boxcars::test
