#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include "model/terrain_card.hpp"
#include "tests/support/cli.hpp"

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> found(const std::string& text, const char* pattern) {
  std::set<std::string> words;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) words.insert((*at)[1]);
  return words;
}

const std::string rules = contents(BOXCARS_SOURCE_DIR "/docs/rules.md");

}  // namespace

TEST_CASE("docs/rules.md has a row for every rule of the chapters that the program or its cards cite") {
  const std::set<std::string> rows = found(rules, R"(\n\| ((?:B2[34]|G5|O)\.\d*[A-C]?) \|)");
  CHECK(rows.size() >= 102);
  std::set<std::string> cited;
  for (const char* room : {"model", "cli"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(BOXCARS_SOURCE_DIR) / room))
      cited.merge(found(contents(entry.path()), R"(\b((?:B2[34]|G5)\.\d+|O\.\d[A-C]?)\b)"));
  }
  CHECK(cited.size() > 50);
  for (const std::string& rule : cited) {
    INFO(rule);
    CHECK(rows.contains(rule));
  }
}

TEST_CASE("docs/rules.md names files, cards and options that there are") {
  for (const std::string& file : found(rules, R"(`([a-z]+/[a-z_]+\.[a-z]+)`)")) {
    INFO(file);
    CHECK(fs::exists(fs::path(BOXCARS_SOURCE_DIR) / file));
  }
  for (const std::string& type : found(rules, R"(card ([a-z-]+))")) {
    INFO(type);
    if (type != "X") CHECK_NOTHROW(boxcars::model::terrain_card(type));
  }
  std::string help;
  for (const char* question : {"attack", "he", "chain", "enter", "kindle", "clear", "breach", "hut", "bombard"})
    help += boxcars::test::call(std::string(question) + " --help").out;
  for (const std::string& option : found(rules, R"((--[a-z][a-z-]*))")) {
    INFO(option);
    CHECK(help.find(option) != std::string::npos);
  }
}
