#pragma once

#include <stdexcept>
#include <string>

namespace boxcars::model {

/// What a user asked cannot be answered. One line: the problem (why) what to ask instead.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace boxcars::model
