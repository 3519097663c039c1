#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "model/rules/terrain_card.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/places.hpp"

using boxcars::test::source_path;

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Words that begin with one of the prefixes, where no letter or digit comes before, and go on with what `goes_on` allows.
template <class GoesOn>
std::set<std::string> words(const std::string& text, const std::vector<std::string>& prefixes, GoesOn goes_on) {
  std::set<std::string> found;
  for (const std::string& prefix : prefixes) {
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
      if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '-')) continue;
      auto end = at + prefix.size();
      while (end < text.size() && goes_on(text[end])) ++end;
      if (end > at + prefix.size()) found.insert(text.substr(at, end - at));
    }
  }
  return found;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_rule(char c) { return is_digit(c) || (c >= 'A' && c <= 'C'); }
bool is_of_option(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

const std::string rules = contents(source_path("docs/rules.md"));

}  // namespace

TEST_CASE("docs/rules.md has a row for every rule of the chapters that the program or its cards cite") {
  std::set<std::string> rows;
  std::istringstream lines(rules);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ")) rows.insert(line.substr(2, line.find(' ', 2) - 2));
  }
  CHECK(rows.size() >= 102);
  std::set<std::string> cited;
  for (const char* room : {"model", "cli"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_path(room))) {
      if (!entry.is_regular_file()) continue;
      const std::string text = contents(entry.path());
      cited.merge(words(text, {"B23.", "B24.", "G5."}, is_digit));
      cited.merge(words(text, {"O."}, is_of_rule));
    }
  }
  CHECK(cited.size() > 50);
  for (const std::string& rule : cited) {
    INFO(rule);
    CHECK(rows.contains(rule));
  }
}

TEST_CASE("docs/rules.md names files, cards and options that there are") {
  int files = 0, cards = 0;
  for (auto at = rules.find('`'); at != std::string::npos; at = rules.find('`', rules.find('`', at + 1) + 1)) {
    const std::string word = rules.substr(at + 1, rules.find('`', at + 1) - at - 1);
    const bool is_file = word.find('/') != std::string::npos && word.find('.') != std::string::npos && word.find(' ') == std::string::npos;
    INFO(word);
    if (is_file) CHECK(fs::exists(source_path(word)));
    files += is_file;
  }
  for (const std::string& card : words(rules, {"card "}, is_of_option)) {
    INFO(card);
    CHECK_NOTHROW(boxcars::model::terrain_card(card.substr(5)));
    ++cards;
  }
  CHECK(files > 50);
  CHECK(cards > 10);
  std::string help;
  for (const char* question :
       {"attack", "he", "chain", "enter", "kindle", "clear", "breach", "hut", "bombard", "cc", "check", "cross", "kill", "duel"})
    help += boxcars::test::call(std::string(question) + " --help").out;
  for (const std::string& option : words(rules, {"--"}, is_of_option)) {
    INFO(option);
    if (option[2] == '-') continue;  // a line of a table
    CHECK(help.find(option) != std::string::npos);
  }
}

TEST_CASE("every assumption names its rule, and why it is open") {
  const std::set<std::string> known{"the book is silent", "not asked", "simplified", "one source", "board or save"};
  std::istringstream lines(contents(source_path("docs/assumptions.md")));
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| rule |")) continue;
    INFO(line);
    ++rows;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(2));
    for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
    REQUIRE(cells.size() == 3);
    // "A7.2-.36", "B9.3, B10.31": each word is a rule of a chapter, or goes on with one.
    std::istringstream of_rule(cells[0]);
    for (std::string word; of_rule >> word;) {
      const bool has_chapter =
          std::isupper(static_cast<unsigned char>(word[0])) && word.find_first_of("0123456789", 1) != std::string::npos;
      CHECK(has_chapter);
    }
    std::string why = cells[2].substr(1, cells[2].size() - 2);
    for (std::size_t at = 0; at <= why.size();) {
      const auto end = std::min(why.find("; ", at), why.size());
      CHECK(known.contains(why.substr(at, end - at)));
      at = end + 2;
    }
  }
  CHECK(rows > 100);
}
