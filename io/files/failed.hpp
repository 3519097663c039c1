#pragma once

#include <stdexcept>

namespace boxcars::io {

/// What could not be done though it was asked rightly: a full disk, a store in use. One line: the problem (why) what to do.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The user has had enough before there was anything to show.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace boxcars::io
