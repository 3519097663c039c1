#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxcars::model {

/// Whether two words are the same but for capitals.
bool same_word(std::string_view a, std::string_view b);

/// The text in small letters.
std::string in_small_letters(std::string_view text);

/// The text with plain hyphens for the dashes that word processors make of them: 4–6–7 is 4-6-7.
std::string with_hyphens(std::string_view text);

/// The text with plain blanks for non-breaking ones, as pages and word processors have them.
std::string with_blanks(std::string_view text);

/// The words of a text, which blanks separate.
std::vector<std::string> words_in(const std::string& text);

/// The known word nearest to what was typed (by edit distance, where a swap of neighbours counts as one); empty if none is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

/// The words as a list: "one, two or three".
std::string listed(const std::vector<std::string>& words);
/// The words, joined by a sign.
std::string with_between(const std::vector<std::string>& words, std::string_view between);

/// Throws BadInput: an unknown `what`, with the known ones and the nearest.
[[noreturn]] void throw_unknown(std::string_view what, std::string_view typed, const std::vector<std::string>& known);

/// A word that users type and the value it stands for. A table of them is the one place where an enum has its names.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

/// Throws BadInput for a word that is none of the choices. A kind of choices that has more to say about it has an overload of its own.
template <class Value>
[[noreturn]] void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Value) {
  throw_unknown(what, typed, known);
}

template <class Choices>
std::vector<std::string> names(const Choices& choices) {
  std::vector<std::string> result;
  for (const auto& choice : choices) result.emplace_back(choice.name);
  return result;
}

/// The choice with exactly this name; nothing if there is none.
template <class Choices>
auto find_choice(std::string_view name, const Choices& choices) -> std::optional<decltype(choices.begin()->value)> {
  for (const auto& choice : choices) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

/// The value of a word, typed in any case. Throws BadInput with the known words and the nearest one. The choices may be any range.
template <class Choices>
auto parse_choice(std::string_view what, std::string_view typed, const Choices& choices) {
  for (const auto& choice : choices) {
    if (same_word(choice.name, typed)) return choice.value;
  }
  refuse_word(what, typed, names(choices), choices.begin()->value);
}

template <class Value, std::size_t N>
std::string_view name_of(Value value, const std::array<Choice<Value>, N>& choices) {
  for (const auto& choice : choices) {
    if (choice.value == value) return choice.name;
  }
  return {};
}

}  // namespace boxcars::model
