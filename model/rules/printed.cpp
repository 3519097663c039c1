#include "model/rules/printed.hpp"

#include <algorithm>

#include "model/core/choices.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::model {
namespace {

char capital(char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// A word between the signs of a longer one: J8, rooftop, 76ART-small.
std::string part_as_printed(std::string_view part, bool is_gun) {
  std::string text = in_small_letters(part);
  const auto end = is_gun ? std::min(text.find('-'), text.size()) : read_hex(text) ? text.size() : 0;
  std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), text.begin(), capital);
  return text;
}

}  // namespace

std::string as_printed(std::string_view typed) {
  const std::string text = with_hyphens(typed);
  std::string result;
  bool is_gun = false;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("=,:", begin), text.size());
    const std::string part = part_as_printed(std::string_view(text).substr(begin, end - begin), is_gun);
    result += part;
    if (end < text.size()) result += text[end];
    is_gun = part == "gun" && end < text.size() && text[end] == '=';
    begin = end + 1;
  }
  return result;
}

AnyField word_at(Place place, std::string_view key, std::string_view metavar, std::string_view help) {
  return field_at<std::string>(
      place, {.key = key, .help = help, .metavar = metavar},
      [](std::string& word, const InputValue& given, const FieldInfo& self) { word = as_printed(text_of(self, given)); },
      [](const std::string& word) { return as_value(word); });
}

AnyField words_at(Place place, std::string_view key, FieldKind kind, std::string_view metavar, std::string_view help) {
  return field_at<std::vector<std::string>>(
      place, {.key = key, .kind = kind, .help = help, .metavar = metavar, .repeatable = true},
      [](std::vector<std::string>& words, const InputValue& given, const FieldInfo& self) {
        for (const std::string& word : words_of(self, given)) words.push_back(as_printed(word));
      },
      [](const std::vector<std::string>& words) { return as_value(words); });
}

}  // namespace boxcars::model
