#include "model/core/choices.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <sstream>

#include "model/core/bad_input.hpp"

namespace boxcars::model {
namespace {

// Damerau's distance with adjacent swaps (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

char small(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return small(x) == small(y); });
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), small);
  return result;
}

namespace {

std::string with_each(std::string_view text, std::initializer_list<std::string_view> replaced, std::string_view by) {
  std::string result(text);
  for (const std::string_view sign : replaced) {
    for (auto at = result.find(sign); at != std::string::npos; at = result.find(sign, at)) result.replace(at, sign.size(), by);
  }
  return result;
}

}  // namespace

std::string with_hyphens(std::string_view text) {
  return with_each(text, {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"}, "-");
}

std::string with_blanks(std::string_view text) { return with_each(text, {"\u00a0", "\u2007", "\u202f"}, " "); }

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(with_blanks(text));
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string nearest(std::string_view typed, const std::vector<std::string>& known) {
  const std::string lower = in_small_letters(typed.substr(0, 64));
  std::string best;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : known) {
    // A word that is typed in part is as near as a word with one wrong letter.
    const bool part = lower.size() >= 3 && word.find(lower) != std::string::npos;
    const std::size_t distance = part ? 1 : edit_distance(lower, word);
    if (distance < best_distance) best = word, best_distance = distance;
  }
  return best_distance <= std::max<std::size_t>(1, lower.size() / 3) ? best : "";
}

std::string with_between(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? std::string() : std::string(between)) + word;
  return text;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

void throw_unknown(std::string_view what, std::string_view typed, const std::vector<std::string>& known) {
  const std::string guess = nearest(typed, known);
  throw BadInput({}, "unknown " + std::string(what) + " " + shown(typed), guess.empty() ? "known: " + listed(known) : "",
                 guess.empty() ? "" : "did you mean " + guess + "?");
}

}  // namespace boxcars::model
