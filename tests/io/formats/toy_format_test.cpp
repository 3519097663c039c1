#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "ask/answer.hpp"
#include "ask/question_kinds.hpp"
#include "cli/options.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/report_page.hpp"

// A format that is not shipped, in all that it takes: a function of a page, and a row. One that is has its source in io/formats, and its
// row in io/formats/formats.cpp.

using namespace boxcars;
using Catch::Matchers::Contains;

namespace {

// What is said, shouted, and rows with a bar between their cells.
std::string to_toy(const io::Page& page, const io::Style&) {
  std::string text;
  for (const io::Block& block : page.document()) {
    if (const auto* said = std::get_if<io::Said>(&block)) text += said->text + "!\n";
  }
  for (const auto& row : page.records().rows) {
    for (const std::string& cell : row) text += "|" + cell;
    text += "|\n";
  }
  return text;
}

const std::vector<io::Format>& formats_and_toy() {
  static const std::vector<io::Format> formats = [] {
    std::vector<io::Format> all(io::formats().begin(), io::formats().end());
    all.push_back({"toy", to_toy});
    return all;
  }();
  return formats;
}

}  // namespace

TEST_CASE("a new format is a function of a page and a row: --format has it, in help and refusals too, for every answer") {
  const cli::CommandLine line;
  cli::Printed printed;
  cli::add_output_options(line.form(), printed, formats_and_toy());
  CHECK_THROWS_WITH(line.read({"--format", "tpy"}), Contains("did you mean toy?"));
  const cli::CommandLine again("boxcars", "", [] { return std::string(); });
  cli::add_output_options(again.form(), printed, formats_and_toy());
  CHECK_THAT(again.read({"--help"}).value_or(""), Contains("html or toy"));
  const cli::CommandLine third;
  cli::add_output_options(third.form(), printed, formats_and_toy());
  third.read({"--format", "Toy"});
  REQUIRE(printed.format->name == "toy");

  const std::atomic<bool> stop = false;
  std::size_t answers = 0;
  for (const auto& [question, inputs] : std::vector<std::pair<std::string, ask::GivenInputs>>{
           {"breach", {{"building", std::string("stone")}}}, {"kindle", {{"terrain", std::string("wood")}}}}) {
    const auto report = ask::answer(ask::question_named(question).ask(inputs, {}), {.method = sim::Method::exact}, 0, stop).report;
    const std::string text = printed.format->rendered(io::page_of(report), {});
    CHECK_THAT(text, Contains("!\n"));
    CHECK_THAT(text, Contains("|event|" + report.answer.events.front().name + "|"));
    ++answers;
  }
  CHECK(answers == 2);
}
