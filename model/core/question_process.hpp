#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/core/description.hpp"
#include "model/core/facts.hpp"
#include "model/core/outcomes.hpp"

namespace boxcars::model {

/// What the processes of all questions have in common: the events and measures to record, and what was asked in words. It is made before
/// their parts, which take the numbers of their events and measures from it.
class QuestionProcess {
 public:
  using Outcomes = model::Outcomes;

  std::size_t event_count() const { return facts_.events().size(); }
  std::size_t measure_count() const { return facts_.measures().size(); }
  const std::vector<std::string>& event_names() const { return facts_.events(); }
  const std::vector<std::string>& measure_names() const { return facts_.measures(); }
  const Description& description() const { return description_; }

 protected:
  Facts facts_;
  Description description_;
};

}  // namespace boxcars::model
