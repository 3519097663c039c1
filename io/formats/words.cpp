#include "io/formats/words.hpp"

#include <charconv>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

[[noreturn]] void refuse_open_quote(std::string_view line, char quote) {
  throw model::BadInput("a quote is not closed in " + model::shown(line) + " (where does it end?); give it another " + quote);
}

// What $'...' says from behind its quote on, with \x1b for a byte; gives where it ends.
std::size_t add_escaped(std::string_view line, std::size_t i, std::string& word) {
  for (; i < line.size() && line[i] != '\''; ++i) {
    unsigned byte = 0;
    const bool hex = line[i] == '\\' && i + 3 < line.size() && line[i + 1] == 'x' &&
                     std::from_chars(&line[i + 2], &line[i + 2] + 2, byte, 16).ptr == &line[i + 2] + 2;
    if (line[i] == '\\') i += hex ? 3 : 1;
    if (i < line.size()) word += hex ? static_cast<char>(byte) : line[i];
  }
  if (i >= line.size()) refuse_open_quote(line, '\'');
  return i;
}

std::string escaped_word(const std::string& word) {
  std::string text = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\')
      text += std::string("\\") + c;
    else
      text += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return text + "'";
}

}  // namespace

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
    if (line.substr(i).starts_with("$'") && !quote) {
      i = add_escaped(line, i + 2, words.back());
    } else if (c == quote) {
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
  if (quote) refuse_open_quote(line, quote);
  return words;
}

std::string quoted(const std::string& word) {
  const bool plain =
      !word.starts_with('=') &&  // zsh takes =ls for where ls is
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.,:=_/@%") == std::string::npos;
  if (plain && !word.empty()) return word;
  if (model::printable(word) != word) return escaped_word(word);
  std::string text(1, '\'');
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace boxcars::io
