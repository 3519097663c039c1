// The same fault at the same field, whichever way a question is asked: the command line, a line of JSON, a study, the file of an assault.
#include <atomic>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/input_json.hpp"
#include "ask/question_kinds.hpp"
#include "cli/boxcars.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

std::optional<model::Fault> fault_of(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  try {
    kind.ask(given, {});
  } catch (const model::BadInput& bad) {
    return bad.fault();
  }
  return std::nullopt;
}

ask::Json json_of(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  ask::Json line;
  line["question"] = kind.name;
  line["inputs"] = ask::Json::object();
  for (const auto& [key, value] : given) line["inputs"][key] = ask::to_json(value);
  return line;
}

ask::Json error_of_line(const ask::Json& line) {
  const std::atomic<bool> stop{false};
  std::istringstream in(line.dump() + "\n");
  std::ostringstream out, err;
  CHECK(cli::run({"ask", "-"}, {.out = out, .err = err, .style = {}, .stop = stop, .in = &in}) == 2);
  const auto answer = ask::Json::parse(out.str());
  return answer.contains("error") ? answer["error"] : answer;
}

std::string error_of_command(const std::vector<std::string>& arguments) {
  const std::atomic<bool> stop{false};
  std::ostringstream out, err;
  CHECK(cli::run(arguments, {out, err, {}, stop}) == 2);
  return err.str();
}

std::vector<std::string> command_of(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  std::vector<std::string> arguments{std::string(kind.name)};
  for (const auto& [key, value] : given) {
    arguments.push_back(model::as_option(key, ""));
    if (const auto* text = std::get_if<std::string>(&value)) arguments.push_back(*text);
    if (const auto* number = std::get_if<double>(&value)) arguments.push_back(std::to_string(static_cast<int>(*number)));
  }
  return arguments;
}

std::string study_of(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  std::string text = "schema = 1\nname = \"x\"\nquestion = \"" + std::string(kind.name) + "\"\n[inputs]\n";
  for (const auto& [key, value] : given) text += key + " = " + ask::to_json(value).dump() + "\n";
  return text;
}

// Checks that all ways tell it alike. Whether it is at the first field: something else may be missed first.
int check_all_ways(const ask::QuestionKind& kind, const ask::GivenInputs& given, const Folder& folder) {
  const auto fault = fault_of(kind, given);
  INFO(json_of(kind, given).dump());
  REQUIRE(fault);
  const int at_field = fault->field == given.front().key ? 1 : 0;
  const auto error = error_of_line(json_of(kind, given));
  CHECK(error["field"] == fault->field);
  CHECK(error["problem"] == model::spelled(fault->problem, model::as_member));
  CHECK(error["why"] == model::spelled(fault->why, model::as_member));
  CHECK(error["instead"] == model::spelled(fault->instead, model::as_member));
  if (kind.name == "assault") return at_field;  // its own file follows
  CHECK(error_of_command(command_of(kind, given)) == "boxcars: " + in_words(*fault, model::as_option) + "\n");
  const std::string study =
      error_of_command({"study", "run", folder.file("study.toml", study_of(kind, given)), "--store", folder / "s.sqlite"});
  CHECK_THAT(study, Contains(in_words(*fault, model::as_key)));
  if (at_field) CHECK_THAT(study, Contains("study.toml, line 5, column "));
  return at_field;
}

// A value that the field may have, other than its default.
model::InputValue some_value(const model::FieldInfo& field, const std::vector<std::string_view>& among) {
  if (!among.empty()) return std::string(among.front());
  if (field.kind == model::FieldKind::flag) return true;
  if (field.kind == model::FieldKind::choice) return field.choices.back();
  if (field.kind == model::FieldKind::integer) return static_cast<double>(field.range.is_bounded() ? field.range.high : 2);
  return std::string(field.example);
}

// A question that is answered, but for one input that stands before all others.
ask::GivenInputs with(const ask::QuestionKind& kind, ask::GivenInput first) {
  const std::vector<std::pair<std::string_view, ask::GivenInputs>> all{
      {"attack", {{"fp", 8.0}, {"target", std::string("4-4-7")}}},
      {"he", {{"caliber", 150.0}, {"building", std::string("stone")}, {"levels", 2.0}}},
      {"enter", {{"building", std::string("wood")}, {"levels", 1.0}}},
      {"kindle", {{"terrain", std::string("wood")}}},
      {"clear", {{"task", std::string("mines")}, {"squads", 2.0}}},
      {"breach", {{"building", std::string("stone")}}},
      {"hut", {{"cause", std::string("he")}, {"caliber", 105.0}}},
      {"bombard", {{"building", std::string("stone")}, {"levels", 1.0}}},
      {"cc", {{"attacker", std::string("4-6-7")}, {"defender", std::string("4-4-7")}}},
      {"assault",
       {{"turns", 2.0},
        {"location", std::vector<std::string>{"J8.1 building=stone levels=2"}},
        {"defender", std::vector<std::string>{"J8.1=4-4-7"}},
        {"shot", std::vector<std::string>{"MGs target=J8.1 fp=8"}},
        {"goal", std::string("good_order=0")}}}};
  ask::GivenInputs given{std::move(first)};
  for (const auto& [name, inputs] : all) {
    for (const ask::GivenInput& input : inputs) {
      if (name == kind.name && input.key != given.front().key) given.push_back(input);
    }
  }
  return given;
}

}  // namespace

TEST_CASE("what is out of its range or misspelt is told alike, whichever way it is asked") {
  const Folder folder;
  int out_of_range = 0, misspelt = 0;
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::FieldInfo& field : kind.fields) {
      const std::string key(field.key);
      if (field.kind == model::FieldKind::integer && field.range.is_bounded()) {
        for (const int value : {field.range.low - 1, field.range.high + 1})
          out_of_range += check_all_ways(kind, with(kind, {key, static_cast<double>(value)}), folder);
      }
      if (field.kind == model::FieldKind::integer) misspelt += check_all_ways(kind, with(kind, {key, std::string("2x")}), folder);
      if (field.kind == model::FieldKind::choice) misspelt += check_all_ways(kind, with(kind, {key, std::string("xyzzy")}), folder);
    }
  }
  CHECK(out_of_range >= 80);
  CHECK(misspelt >= 80);
}

TEST_CASE("what does not go together is told alike, whichever way it is asked") {
  const Folder folder;
  int told = 0;
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::Clash& clash : kind.clashes) {
      const auto* what = kind.field(clash.what.field);
      const auto* other = kind.field(clash.other.field);
      REQUIRE(what);
      REQUIRE(other);
      ask::GivenInputs given = with(kind, {std::string(clash.what.field), some_value(*what, clash.what.values)});
      std::erase_if(given, [&](const ask::GivenInput& input) { return input.key == clash.other.field; });
      if (clash.is == model::Clash::Is::with) given.push_back({std::string(clash.other.field), some_value(*other, clash.other.values)});
      told += check_all_ways(kind, given, folder);
    }
  }
  CHECK(told >= 60);
}

TEST_CASE("the file of an assault tells a fault of its tables as a row of JSON does, with the line") {
  const Folder folder;
  const ask::QuestionKind& kind = ask::question_named("assault");
  const std::string before =
      "schema = 1\nname = \"x\"\nquestion = \"assault\"\nturns = 2\n[goal]\ngood_order = 0\n[[location]]\nname = \"J8.1\"\n"
      "building = \"stone\"\nlevels = 2\n[[defender]]\nunit = \"4-4-7\"\nlocation = \"J8.1\"\n[[shot]]\nname = \"MGs\"\n"
      "target = \"J8.1\"\n";
  for (const auto& [key, row, text] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"fire", "caliber=75 fire=xyzzy", "caliber = 75\nfire = \"xyzzy\"\n"},
           {"caliber", "caliber=10", "caliber = 10\n"},
           {"to_hit", "caliber=75 to_hit=99", "caliber = 75\nto_hit = 99\n"},
           {"drm", "fp=8 drm=99", "fp = 8\ndrm = 99\n"},
           {"breakdown", "fp=8 breakdown=13", "fp = 8\nbreakdown = 13\n"},
           {"hindrance", "fp=8 hindrance=9", "fp = 8\nhindrance = 9\n"},
           {"cowering", "fp=8 cowering=2", "fp = 8\ncowering = \"2\"\n"},
           {"to_hit", "fp=8 to_hit=7", "fp = 8\nto_hit = 7\n"},
           {"leadership", "caliber=75 leadership=-1", "caliber = 75\nleadership = -1\n"}}) {
    const auto fault = fault_of(kind, {{"turns", 2.0},
                                       {"location", std::vector<std::string>{"J8.1 building=stone levels=2"}},
                                       {"defender", std::vector<std::string>{"J8.1=4-4-7"}},
                                       {"shot", std::vector<std::string>{"MGs target=J8.1 " + row}},
                                       {"goal", std::string("good_order=0")}});
    INFO(row);
    REQUIRE(fault);
    CHECK(fault->field == "shot.MGs." + key);
    const std::string file = before + text;
    const auto line = std::count(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(file.find("\n" + key + " = ")), '\n') + 2;
    CHECK_THAT(error_of_command({"assault", folder.file("a.toml", file)}),
               Contains("a.toml, line " + std::to_string(line) + ",") && Contains(in_words(*fault, model::as_key)));
  }
}
