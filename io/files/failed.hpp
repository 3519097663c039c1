#pragma once

#include <stdexcept>

#include "ask/failed.hpp"

namespace boxcars::io {

using ask::Failed;

/// The user has had enough before there was anything to show.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace boxcars::io
