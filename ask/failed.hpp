#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "model/core/bad_input.hpp"

namespace boxcars::ask {

/// What could not be done though it was asked rightly: no exact odds, a full disk, a store in use. Its what() is one line, with options:
/// the problem (why); what to do.
class Failed : public std::runtime_error {
 public:
  explicit Failed(model::Fault fault) : std::runtime_error(in_words(fault, model::as_option)), fault_(std::move(fault)) {}
  explicit Failed(std::string line) : Failed(model::fault_of(std::move(line))) {}

  const model::Fault& fault() const { return fault_; }

 private:
  model::Fault fault_;
};

/// Only exact odds were asked for, and there are none: simulated ones can be had.
struct NoExactOdds : Failed {
  using Failed::Failed;
};

}  // namespace boxcars::ask
