#pragma once

#include <string>
#include <vector>

#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// Whether a line is an attack in plain words: it begins with a number, "12 +1 vs 4-6-7", "150mm vs 4-6-7".
bool is_plain(const std::vector<std::string>& words);

/// What such a line asks of the question `attack`: FP (or 150mm), then in any order signed DRM, `vs` units, `in` a terrain, `by` a leader
/// or units. `rest` is what follows from the first option on. Throws BadInput for a word that means nothing there.
struct PlainAttack {
  GivenInputs inputs{};
  std::vector<std::string> rest{};
};
PlainAttack plain_attack(const std::vector<std::string>& words);

}  // namespace boxcars::ask
