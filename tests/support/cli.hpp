#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "cli/boxcars.hpp"
#include "tests/support/answers_seen.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/places.hpp"

namespace boxcars::test {

/// Examples name files of the project from its top folder: tests run there.
inline const bool at_the_top = (std::filesystem::current_path(source_path()), true);

/// What a call of the program gave.
struct Called {
  int status = 0;
  std::string out;
  std::string err;
};

/// Calls the program within the test; the arguments are split at spaces, but not within double quotes.
inline Called call(const std::string& arguments, io::Style style = {}, const std::string& instruction_set = {}, sim::Budget budget = {}) {
  std::vector<std::string> words;
  bool quoted = false, open = false;
  for (const char c : arguments) {
    if (c == '"') {
      quoted = !quoted;
      if (quoted) words.emplace_back(), open = true;
    } else if (c == ' ' && !quoted) {
      open = false;
    } else {
      if (!open) words.emplace_back(), open = true;
      words.back() += c;
    }
  }
  std::ostringstream out, err;
  const int status = cli::run(words, {out, err, style, never_stop, cli::ShowProgress::never, instruction_set, {}, budget});
  seen(out.str());
  return {status, out.str(), err.str()};
}

/// Checks that the arguments are refused in one line that says so: of the program, not of a library or an exception.
inline void check_refused(const std::string& arguments, const std::string& message) {
  INFO(arguments);
  const Called called = call(arguments);
  CHECK(called.status == 2);
  CHECK(called.out.empty());
  CHECK_THAT(called.err, Catch::Matchers::Contains(message));
  CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
  CHECK(called.err.starts_with("boxcars: "));
  for (const char* leak : {"std::", "what()", "terminate", "TEXT", "Assertion"}) CHECK_THAT(called.err, !Catch::Matchers::Contains(leak));
}

/// Checks that no line of a text is wider, but for the command that is to be pasted.
inline void check_width(const std::string& text, int width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    if (!line.starts_with("repeat: ")) CHECK(static_cast<int>(line.size()) <= width);
  }
}

/// Checks that the command that an answer in text ends with gives the same text.
inline void check_repeats(const std::string& text) {
  const std::string before = "repeat: boxcars ";
  const auto at = text.find(before);
  REQUIRE(at != std::string::npos);
  const auto begin = at + before.size();
  std::string command = text.substr(begin, text.find('\n', begin) - begin);
  std::replace(command.begin(), command.end(), '\'', '"');  // as call() quotes
  CHECK(call(command).out == text);
}

}  // namespace boxcars::test
