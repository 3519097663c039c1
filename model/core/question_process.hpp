#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/core/facts.hpp"
#include "model/core/question.hpp"
#include "model/core/settled.hpp"

namespace boxcars::model {

/// What the processes of all questions have in common: facts to settle, and what was asked in words. It is made before their parts, which
/// are given the facts.
class QuestionProcess {
 public:
  using Settled = model::Settled;

  std::size_t event_count() const { return facts_.events().size(); }
  std::size_t measure_count() const { return facts_.measures().size(); }
  const std::vector<std::string>& event_names() const { return facts_.events(); }
  const std::vector<std::string>& measure_names() const { return facts_.measures(); }
  const Question& question() const { return question_; }

 protected:
  Facts facts_;
  Question question_;
};

}  // namespace boxcars::model
