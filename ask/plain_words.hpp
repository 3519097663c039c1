#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// Whether a line is an attack in plain words: it begins with a number, a weapon or who fires, "12 +1 vs 4-6-7", "150mm vs 4-6-7", "ft vs
/// 4-6-7", "mines 8 vs 4-6-7", "oba 100 vs 4-6-7", "2x4-6-7 9-1 vs 4-4-7"; or Close Combat, "cc 4-6-7 vs 4-4-7".
bool is_plain(const std::vector<std::string>& words);

/// What a line in plain words asks: of `attack` FP (150mm, ft), then in any order signed DRM, `vs` units, `in` a terrain, `by` a leader or
/// units, `then` the FP of another attack; units and terrain without such a word, too; how many there are and how they are, before a unit
/// or behind. Of `cc` who fights whom. Of HE at a building with its levels, "oba 100 stone 2", and behind the name of any other question
/// what plain_fields() reads.
struct PlainQuestion {
  std::string question;
  std::vector<std::string> bare{};
  GivenInputs inputs{};
  std::vector<std::string> rest{};  ///< from the first option on
};
/// Nothing: it is not in plain words. Throws BadInput for a word that means nothing there.
std::optional<PlainQuestion> plain_question(const std::vector<std::string>& words);

/// What begins a part of such a line, and which input of `attack` that is: "vs" and "against" are of the target. The usual word comes
/// first.
struct PlainWord {
  std::string_view word;
  std::string_view key;
};
const std::vector<PlainWord>& plain_words();

}  // namespace boxcars::ask
