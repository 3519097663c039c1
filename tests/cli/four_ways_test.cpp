// The same fault at the same field, whichever way a question is asked: the command line, a line of JSON, a study, the file of an assault.
#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/input_json.hpp"
#include "ask/question_kinds.hpp"
#include "cli/bind_question.hpp"
#include "cli/boxcars.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/assault_fields.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

std::optional<model::Fault> fault_of(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  try {
    const std::atomic<bool> stop{false};
    std::ostringstream out, err;
    kind.ask(given, cli::map_reader({out, err, {}, stop}));
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
  seen(out.str());
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
    if (const auto* number = std::get_if<double>(&value)) arguments.push_back(model::without_zeros(*number));
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) arguments.insert(arguments.end(), texts->begin(), texts->end());
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
  CHECK(error["field"] == (fault->field.empty() ? ask::Json(nullptr) : ask::Json(fault->field)));
  CHECK(error["problem"] == model::spelled(fault->problem, model::as_member));
  CHECK(error["why"] == model::spelled(fault->why, model::as_member));
  CHECK(error["instead"] == model::spelled(fault->instead, model::as_member));
  if (kind.is_in_file) return at_field;  // of its own file below
  CHECK(error_of_command(command_of(kind, given)) == "boxcars: " + in_words(*fault, model::as_option) + "\n");
  const std::string study =
      error_of_command({"study", "run", folder.file("study.toml", study_of(kind, given)), "--store", folder / "s.sqlite"});
  CHECK_THAT(study, Contains(in_words(*fault, model::as_key)));
  if (at_field) CHECK_THAT(study, Contains("study.toml, line 5, column "));
  return at_field;
}

// A value that the field may have, other than its default.
model::InputValue some_value(const model::FieldInfo& field, const model::Term& term) {
  if (!term.values.empty()) return std::string(term.values.front());
  if (term.numbers) return static_cast<double>(std::max(term.numbers->low, std::min(term.numbers->high, field.range.low)));
  switch (field.kind) {
    case model::FieldKind::flag:
      return true;
    case model::FieldKind::choice:
      return field.choices.back();
    case model::FieldKind::integer:
      return static_cast<double>(field.range.is_bounded() ? field.range.high : 2);
    case model::FieldKind::file:
      return std::string("experiments/maps/chateau.toml");
    case model::FieldKind::hex:
      return std::string("J8");
    default:
      return std::string(field.example);
  }
}

model::GivenOf given_in(const ask::QuestionKind& kind, const ask::GivenInputs& given) {
  return [&kind, &given](std::string_view key) {
    const auto found = std::find_if(given.begin(), given.end(), [&](const ask::GivenInput& input) { return input.key == key; });
    return found == given.end() ? model::Given{kind.field(key)->standard} : model::Given{found->value, true};
  };
}

// With what is needed beside it, as the table says, but for one field.
ask::GivenInputs with_needs(const ask::QuestionKind& kind, ask::GivenInputs given, std::string_view but = "") {
  while (const model::Need* need = model::first_unmet(kind.needs, given_in(kind, given))) {
    const auto found = std::find_if(need->one_of.begin(), need->one_of.end(), [&](std::string_view key) { return key != but; });
    if (found == need->one_of.end()) break;
    given.push_back({std::string(*found), some_value(*kind.field(*found), {})});
  }
  return given;
}

bool is_whole(const model::FieldInfo& field) { return field.kind == model::FieldKind::integer; }
bool is_word(const model::FieldInfo& field) { return field.kind != model::FieldKind::flag && !is_whole(field); }

}  // namespace

TEST_CASE("what is out of its range or misspelt is told alike, whichever way it is asked") {
  const Folder folder;
  int out_of_range = 0, misspelt = 0, taken = 0;
  OneOf some(7);
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::FieldInfo& field : kind.fields) {
      if (!some.takes_next()) continue;
      const auto wrong = [&](model::InputValue value) { return with_needs(kind, {{std::string(field.key), std::move(value)}}); };
      if (is_whole(field) && field.range.is_bounded()) {
        for (const int value : {field.range.low - 1, field.range.high + 1})
          out_of_range += check_all_ways(kind, wrong(static_cast<double>(value)), folder);
      }
      if (is_whole(field)) {
        for (const auto& value : {model::InputValue(1.5), model::InputValue(std::string("2x"))})
          misspelt += check_all_ways(kind, wrong(value), folder);
      }
      if (!is_word(field)) continue;
      if (fault_of(kind, wrong(std::string("xyzzy"))))
        misspelt += check_all_ways(kind, wrong(std::string("xyzzy")), folder);
      else
        ++taken;
    }
  }
  CHECK(out_of_range >= effort(80, 8));
  CHECK(misspelt >= effort(200, 20));
  CHECK(taken == 0);
}

TEST_CASE("a field that there is none of is told by its name, whichever way it is asked") {
  const Folder folder;
  OneOf some(5);
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::FieldInfo& field : kind.fields) {
      if (!some.takes_next()) continue;
      const std::string key = std::string(field.key) + "y";
      if (kind.field(key)) continue;
      const auto given = with_needs(kind, {{key, some_value(field, {})}});
      INFO(json_of(kind, given).dump());
      const auto error = error_of_line(json_of(kind, given));
      CHECK(error["field"] == key);
      CHECK_THAT(error["problem"].get<std::string>(), Contains("'" + key + "'"));
      if (kind.is_in_file) continue;
      CHECK_THAT(error_of_command(command_of(kind, given)), Contains("'" + model::as_option(key, "") + "'"));
      const std::string study = folder.file("study.toml", study_of(kind, given));
      CHECK_THAT(error_of_command({"study", "run", study, "--store", folder / "s.sqlite"}),
                 Contains("study.toml, line 5, column 1: unknown key '" + key + "'"));
    }
  }
}

TEST_CASE("what does not go together is told alike, whichever way it is asked") {
  const Folder folder;
  int told = 0;
  OneOf some(5);
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::Clash& clash : kind.clashes) {
      if (!some.takes_next()) continue;
      const auto* what = kind.field(clash.what.field);
      const auto* other = kind.field(clash.other.field);
      REQUIRE(what);
      REQUIRE(other);
      ask::GivenInputs given{{std::string(clash.what.field), some_value(*what, clash.what)}};
      const bool is_without = clash.is == model::Clash::Is::without;
      if (!is_without) given.push_back({std::string(clash.other.field), some_value(*other, clash.other)});
      told += check_all_ways(kind, with_needs(kind, std::move(given), is_without ? clash.other.field : ""), folder);
    }
  }
  CHECK(told >= effort(150, 25));
}

TEST_CASE("what is needed and not given is told alike, whichever way it is asked") {
  const Folder folder;
  int told = 0;
  OneOf some(5);
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    for (const model::Need& need : kind.needs) {
      if (!some.takes_next()) continue;
      ask::GivenInputs given;
      if (need.when) given.push_back({std::string(need.when->field), some_value(*kind.field(need.when->field), *need.when)});
      const auto says = [&](const model::Need& met) {
        return met.one_of.front() == need.one_of.front() || (!need.told_by.empty() && met.one_of.front() == need.told_by);
      };
      // All that is needed before it.
      for (const model::Need& before : kind.needs) {
        if (&before == &need) break;
        const model::Need* unmet = model::first_unmet({before}, given_in(kind, given));
        if (unmet && !says(before))
          given.push_back({std::string(before.one_of.front()), some_value(*kind.field(before.one_of.front()), {})});
      }
      if (given.empty()) given.push_back({std::string(kind.fields.back().key), some_value(kind.fields.back(), {})});
      const auto fault = fault_of(kind, given);
      INFO(json_of(kind, given).dump());
      REQUIRE(fault);
      told += fault->problem == need.problem;
      check_all_ways(kind, given, folder);
    }
  }
  CHECK(told >= effort(40, 8));
}

TEST_CASE("an option that there is none of is told before the word behind it is taken for something else") {
  CHECK(error_of_command({"attack", "--leadr", "9-1", "--fp", "8", "--target", "4-4-7"}) ==
        "boxcars: unknown option '--leadr'; did you mean --leader?\n");
  CHECK(error_of_command({"attack", "--fp", "8", "--fp", "9", "--target", "4-4-7"}) ==
        "boxcars: --fp is given more than once (it has one value); leave one out\n");
}

namespace {

// The file of an assault, with one more key in one of its tables; and the same as the rows of JSON.
struct Position {
  std::string file = "schema = 1\nname = \"x\"\nquestion = \"assault\"\nturns = 2\n";
  ask::GivenInputs given{{"turns", 2.0}};
  std::size_t line = 0;  // of the key

  Position(const std::string& table, const std::string& key, const std::string& in_file, const std::string& in_row) {
    const auto add = [&](const std::string& name, const std::string& rows, std::string row, bool is_list) {
      file += (is_list ? "[[" : "[") + name + (is_list ? "]]\n" : "]\n") + rows;
      if (name == table) {
        file += key + " = " + in_file + "\n";
        line = static_cast<std::size_t>(std::count(file.begin(), file.end(), '\n'));
        row += " " + key + "=" + in_row;
      }
      if (is_list)
        given.push_back({name, std::vector<std::string>{row}});
      else
        given.push_back({name, row});
    };
    add("goal", "good_order = 0\n", "good_order=0", false);
    add("location", "name = \"J8.1\"\n", "J8.1", true);
    add("defender", "unit = \"4-4-7\"\nlocation = \"J8.1\"\n", "J8.1=4-4-7", true);
    add("shot", "name = \"MGs\"\ntarget = \"J8.1\"\n", "MGs target=J8.1", true);
  }
};

// Checks that both tell a wrong value of each field alike, of those that the position does not give.
template <class Item>
void check_table(const std::string& table, const model::Fields<Item>& fields, const std::set<std::string_view>& given_there,
                 const Folder& folder, int& told) {
  const ask::QuestionKind& kind = ask::question_named("assault");
  for (const model::AnyField& field : fields) {
    if (given_there.contains(field.info.key)) continue;
    std::vector<std::pair<std::string, std::string>> wrong;  // in the file, in a row
    if (is_whole(field.info)) wrong = {{"\"2x\"", "2x"}, {"1.5", "1.5"}, {"99999", "99999"}, {"-999", "-999"}};
    if (field.info.kind == model::FieldKind::choice) wrong = {{"\"xyzzy\"", "xyzzy"}};
    for (const auto& [in_file, in_row] : wrong) {
      const std::string key(field.info.key);
      const Position position(table, key, in_file, in_row);
      const auto fault = fault_of(kind, position.given);
      INFO(position.file);
      if (!fault) {  // half a Firepower, say
        CHECK(call("assault " + folder.file("a.toml", position.file) + " --method simulate --trials 1").status == 0);
        continue;
      }
      const std::string error = error_of_command({"assault", folder.file("a.toml", position.file)});
      CHECK_THAT(error, Contains(in_words(*fault, model::as_key)));
      if (!fault->field.ends_with("." + key)) continue;
      CHECK_THAT(error, Contains("a.toml, line " + std::to_string(position.line) + ","));
      ++told;
    }
  }
}

}  // namespace

TEST_CASE("the file of an assault tells a fault of every field of its tables as a row of JSON does, with the line") {
  const Folder folder;
  int told = 0;
  check_table("location", model::location_fields(), {"name"}, folder, told);
  check_table("defender", model::unit_fields(), {"unit", "location"}, folder, told);
  check_table("shot", model::shot_fields(), {"name", "target"}, folder, told);
  check_table("goal", model::goal_fields(), {"good_order"}, folder, told);
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
