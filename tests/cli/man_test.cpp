#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include "ask/question_kinds.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

// As it stands in a page, hyphens and all.
std::string in_roff(std::string_view text) {
  std::string roff;
  for (const char c : text) roff += c == '-' ? "\\-" : std::string(1, c);
  return roff;
}

}  // namespace

TEST_CASE("the manual has a page a command, with every field, choice and example of a question") {
  const std::string first = call("man").out;
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    INFO(kind.name);
    const std::string page = call("man " + std::string(kind.name)).out;
    CHECK_THAT(first, Contains("boxcars\\-" + std::string(kind.name)));
    if (kind.name == "assault") continue;  // its fields are those of a file
    for (const std::string_view example : kind.examples) CHECK_THAT(page, Contains(in_roff(example.substr(0, 12))));
    for (const model::FieldInfo& field : kind.fields) {
      CHECK_THAT(page, Contains("\\fB" + in_roff(model::as_option(field.key, "")) + "\\fR"));
      for (const std::string& choice : field.choices) CHECK_THAT(page, Contains(in_roff(choice)));
    }
  }
}

TEST_CASE("no line of the manual is a command by mistake, nor too long for who reads its source") {
  const std::set<std::string> known{".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".br", ".nf", ".fi"};
  const Folder folder;
  REQUIRE(call("man --all " + (folder / "man")).status == 0);
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "man")) {
    ++pages;
    std::istringstream lines(bytes_of(entry.path().string()));
    for (std::string line; std::getline(lines, line);) {
      INFO(entry.path() << ": " << line);
      CHECK(!line.empty());
      if (line[0] == '.' || line[0] == '\'') CHECK(known.contains(line.substr(0, line.find(' '))));
    }
  }
  CHECK(pages > 15);
}

TEST_CASE("a page that there is not is refused, and a folder that cannot be made") {
  check_refused("man atack", "did you mean attack?");
  check_refused("man attack --all x", "(all are written)");
  const Folder folder;
  check_refused("man --all " + folder.file("file", "x") + "/man", "give another folder");
}
