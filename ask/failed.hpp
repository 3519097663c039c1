#pragma once

#include <stdexcept>

namespace boxcars::ask {

/// What could not be done though it was asked rightly: no exact odds, a full disk, a store in use. One line: the problem (why) what to do.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace boxcars::ask
