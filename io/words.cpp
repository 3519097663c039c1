#include "io/words.hpp"

#include "model/bad_input.hpp"

namespace boxcars::io {

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  char quote = 0;       // the one that is open
  bool within = false;  // a word
  const auto add = [&](char c) { words.back() += c; };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (!quote && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (i + 1 == line.size())
        throw model::BadInput("a backslash at the end of " + model::shown(line) + " (nothing follows it); leave it out");
      const char next = line[i + 1];
      // Between double quotes it is itself but before what would mean something there.
      if (!quote || next == '"' || next == '\\' || next == '$' || next == '`') ++i;
      add(line[i]);
    } else {
      add(c);
    }
  }
  if (quote) throw model::BadInput("a quote is not closed in " + model::shown(line) + " (where does it end?); give it another " + quote);
  return words;
}

std::string quoted(const std::string& word) {
  const bool plain =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.,:=_/@%") == std::string::npos;
  if (plain && !word.empty()) return word;
  std::string text(1, '\'');
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace boxcars::io
