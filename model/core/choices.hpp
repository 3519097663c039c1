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

/// In small letters.
std::string in_small_letters(std::string_view text);

/// With the hyphens that word processors made dashes of: 4–6–7 is 4-6-7.
std::string with_hyphens(std::string_view text);

/// The words of a text, which blanks separate.
std::vector<std::string> words_in(const std::string& text);

/// The known word nearest to what was typed (edit distance, a swap of neighbours counts as one), or an empty one if none is near.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

/// "one, two or three".
std::string listed(const std::vector<std::string>& words);

/// Throws BadInput: an unknown `what`, with the known ones and the nearest.
[[noreturn]] void throw_unknown(std::string_view what, std::string_view typed, const std::vector<std::string>& known);

/// A word that users type and the value it stands for. A table of them is the one place where an enum has its names.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

/// Throws BadInput for a word that is none of the choices. What a kind of choices has to say beyond that, it says in an overload of its
/// own.
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

/// The choice of this very name; nothing if it is none.
template <class Choices>
auto find_choice(std::string_view name, const Choices& choices) -> std::optional<decltype(choices.begin()->value)> {
  for (const auto& choice : choices) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

/// The value of a word, typed in any case; throws BadInput with the known words and the nearest. The choices are any range of them.
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
