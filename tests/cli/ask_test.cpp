// Questions as lines of JSON, and what describes them.
#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/common.hpp"
#include "ask/question_kinds.hpp"
#include "cli/boxcars.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/places.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using json = nlohmann::ordered_json;

namespace {

struct Answers {
  cli::ExitStatus status;
  std::vector<std::string> lines;
};

Answers answers_to(const std::string& lines, sim::Budget budget = {}) {
  const std::atomic<bool> stop{false};
  std::istringstream in(lines);
  std::ostringstream out, err;
  const auto status = cli::run({"ask", "-"}, {.out = out, .err = err, .style = {}, .stop = stop, .budget = budget, .in = &in});
  CHECK(err.str().empty());
  seen(out.str());
  std::istringstream answers(out.str());
  Answers found{status, {}};
  for (std::string line; std::getline(answers, line);) found.lines.push_back(line);
  return found;
}

std::string out_of(const std::string& arguments) {
  const Called called = call(arguments);
  CHECK(called.err.empty());
  return called.out;
}

json error_of(const std::string& line) {
  const Answers answers = answers_to(line);
  INFO(line);
  CHECK(answers.status == 2);
  REQUIRE(answers.lines.size() == 1);
  return json::parse(answers.lines[0]).at("error");
}

}  // namespace

TEST_CASE("a line is answered by the same bytes as the command that asks the same") {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {R"({"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}, "trials": 20000, "seed": 3})",
       "attack 8 --target 4-4-7 --trials 20k --seed 3"},
      {R"({"question": "attack", "inputs": {"by": ["4-6-7"], "map": "experiments/maps/chateau.toml", "hex": "J8", "from": "G6", "target": ["4-4-7"]}, "method": "exact"})",
       "attack --by 4-6-7 --map experiments/maps/chateau.toml --hex J8 --from G6 --target 4-4-7 --method exact"},
      {R"({"question": "he", "inputs": {"caliber": 105, "map": "experiments/maps/chateau.toml", "hex": "J8", "from": "E5"}, "method": "exact"})",
       "he 105 --map experiments/maps/chateau.toml --hex J8 --from E5 --method exact"},
      {R"({"question": "attack", "inputs": {"fp": "4+4", "target": "9-1 4-6-7", "drm": -1, "terrain": "Stone"}, "method": "exact"})",
       "attack 4+4 --target 9-1 4-6-7 --drm -1 --terrain stone --method exact"},
      {R"({"question": "he", "inputs": {"caliber": 150, "building": "stone", "levels": 2, "interior": true, "fire": "oba"}, "trials": "10k"})",
       "he 150 stone 2 --interior --fire oba --trials 10k"},
      {R"({"question": "kindle", "inputs": {"terrain": "wood", "turns": "until"}, "precision": 0.01, "threads": 2})",
       "kindle --terrain wood --turns until --precision 0.01"},
      {R"({"question": "cc", "inputs": {"attacker": ["4-6-7", "9-1"], "defender": "4-4-7", "ambush": "roll", "ambush_drm": "-1,0", "rounds": 2}, "trials": 1e4})",
       "cc --attacker 4-6-7 9-1 --defender 4-4-7 --ambush roll --ambush-drm -1,0 --rounds 2 --trials 10k"},
      {R"({"question": "clear", "inputs": {"task": "mines", "sapper_squads": 2, "turns": 3}, "trials": 1e4, "show": 2})",
       "clear --task mines --sapper-squads 2 --turns 3 --trials 10k --show 2"},
      {R"({"question": "chain", "inputs": {"map": "experiments/maps/chateau.toml", "hex": "J8", "set": ["K9=stone:3"]}, "trials": 5000})",
       "chain --map experiments/maps/chateau.toml --hex J8 --set K9=stone:3 --trials 5000"},
      {R"({"question": "attack", "seed": 18446744073709551615, "inputs": {"fp": 8, "target": ["4-4-7"]}, "trials": 1000})",
       "attack 8 --target 4-4-7 --trials 1000 --seed 18446744073709551615"},
  };
  std::string lines;
  for (const auto& [line, command] : pairs) lines += line + "\n";
  const Answers answers = answers_to(lines);
  CHECK(answers.status == 0);
  REQUIRE(answers.lines.size() == pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    INFO(pairs[i].first);
    CHECK(json::parse(answers.lines[i]).dump() == json::parse(out_of(pairs[i].second + " --format json")).dump());
  }
}

TEST_CASE("a line that cannot be answered says what is at fault, and the others are answered all the same") {
  const Answers answers = answers_to(
      "{\"question\": \"kindle\", \"inputs\": {\"terrain\": \"wood\"}, \"trials\": 100}\n\n"
      "{\"question\": \"kindle\", \"inputs\": {\"terrain\": \"wod\"}}\r\n"
      "nothing\n"
      "{\"question\": \"kindle\", \"inputs\": {\"terrain\": \"stone\"}, \"trials\": 100}");
  CHECK(answers.status == 2);
  REQUIRE(answers.lines.size() == 4);
  CHECK(json::parse(answers.lines[0])["inputs"]["terrain"] == "wood");
  CHECK(json::parse(answers.lines[1])["error"]["field"] == "terrain");
  CHECK(json::parse(answers.lines[2])["error"]["field"].is_null());
  CHECK(json::parse(answers.lines[3])["inputs"]["terrain"] == "stone");

  const auto check = [](const std::string& line, const std::string& field, const std::string& problem, const std::string& instead) {
    const json error = error_of(line);
    INFO(error.dump());
    CHECK(error.at("field") == json(field));
    CHECK_THAT(error.at("problem").get<std::string>(), Contains(problem));
    CHECK_THAT(error.at("instead").get<std::string>(), Contains(instead));
    CHECK_THAT(error.dump(), !Contains("--"));
  };
  const auto kindle = [](const std::string& inputs, const std::string& more = "") {
    return "{\"question\": \"kindle\", \"inputs\": {" + inputs + "}" + more + "}";
  };
  check(kindle(""), "terrain", "no terrain given", "\"terrain\": \"wood\"");
  check(kindle("\"terrain\": \"wood\", \"drm\": 31"), "drm", "drm 31 is out of range", "give -30 to 30");
  check(kindle("\"terrain\": \"wood\", \"drm\": 1.5"), "drm", "drm '1.5' cannot be used", "\"drm\": 1");
  check(kindle("\"terrain\": \"wood\", \"drm\": {}"), "drm", "drm cannot be used", "give a number");
  check(kindle("\"terrain\": \"wood\", \"dry\": 1"), "dry", "dry cannot be used", "\"dry\": true");
  check(kindle("\"terrain\": \"wood\", \"dry\": true"), "dry", "dry without \"by\": \"wp\"", "\"by\": \"wp\"");
  check(kindle("\"terrain\": \"wood\", \"terrian\": \"wood\""), "terrian", "unknown input of kindle", "terrain");
  check(kindle("\"terrain\": \"wood\"", ", \"sead\": 1"), "sead", "unknown key", "seed");
  check(kindle("\"terrain\": \"wood\"", ", \"trials\": 0"), "trials", "trials '0' cannot be used", "250k");
  check(kindle("\"terrain\": \"wood\"", ", \"trials\": 10, \"precision\": 0.1"), "trials", "trials with precision", "leave one out");
  check(kindle("\"terrain\": \"wood\"", ", \"method\": \"exactly\""), "method", "unknown method", "exact");
  check("{\"question\": \"kindel\"}", "question", "unknown question", "kindle");
  check("{\"inputs\": {}}", "question", "no question given", "\"question\": \"attack\"");
  check(R"({"question": 5})", "question", "question cannot be used", R"("question": "attack")");
  check("{\"question\": \"kindle\", \"inputs\": 3}", "inputs", "inputs cannot be used", "give it like");
  check(R"({"question": "assault", "inputs": {"turns": 1, "location": ["A1"], "defender": ["A1=4-4-7"], "goal": "good_order=0",)"
        R"( "shot": ["MG target=A1 may_hold=perhaps fp=8"]}})",
        "shot.MG.may_hold", "may_hold cannot be used", "true");
}

TEST_CASE("a line is one object of few keys, to its end") {
  const std::string line = R"({"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}, "method": "exact"})";
  REQUIRE(answers_to(line).status == 0);
  CHECK_THAT(error_of(line + '\0' + " rubbish").at("problem").get<std::string>(), Contains("no JSON"));
  CHECK_THAT(error_of(line.substr(0, 5) + '\0' + line.substr(5)).at("problem").get<std::string>(), Contains("no JSON"));
  std::string many = R"({"question": "attack", "inputs": {)";
  for (int i = 0; i < 75'000; ++i) many += "\"a" + std::to_string(i) + "\": 1, ";
  CHECK_THAT(error_of(many + R"("fp": 8}})").at("problem").get<std::string>(), Contains("more than 1000 keys"));
}

TEST_CASE("every question is described, with every input that its answers have") {
  const json described = json::parse(out_of("describe"));
  CHECK(described.at("schema") == "boxcars/1");
  const std::set<std::string> kinds{"flag", "integer", "number", "count", "choice", "text", "unit", "location_unit", "hex", "file"};
  const auto check_field = [&](const json& field) {
    INFO(field.dump());
    CHECK(kinds.contains(field.at("kind").get<std::string>()));
    CHECK_FALSE(field.at("key").get<std::string>().empty());
    CHECK_FALSE(field.at("help").get<std::string>().empty());
    CHECK(field.contains("choices") == (field.at("kind") == "choice"));
    CHECK(field.contains("metavar") == (field.at("kind") != "flag"));
    CHECK(field.contains("positional"));
    CHECK(field.contains("repeatable"));
  };
  REQUIRE(described.at("questions").size() == ask::question_kinds().size());
  std::size_t answers = 0;
  for (const json& question : described["questions"]) {
    INFO(question["name"]);
    std::set<std::string> keys;
    for (const json& field : question["fields"]) {
      check_field(field);
      CHECK(keys.insert(field["key"].get<std::string>()).second);
    }
    for (const json& clash : question["clashes"]) {
      CHECK(keys.contains(clash["key"].get<std::string>()));
      CHECK_FALSE(clash["why"].get<std::string>().empty());
    }
    for (const json& example : question["examples"]) {
      const auto text = example.get<std::string>();
      if (text.find(".toml") != std::string::npos && text.find("experiments/") == std::string::npos) continue;  // a file of the user's
      const json answer = json::parse(out_of(text.substr(8) + " --trials 100 --format json"));
      for (const auto& [key, value] : answer["inputs"].items()) {
        INFO(text << ": " << key);
        CHECK(keys.contains(key));
        ++answers;
      }
    }
  }
  CHECK(answers > 20);
  for (const json& field : described["common"]) check_field(field);
  CHECK(json::parse(out_of("describe kindle"))["questions"].size() == 1);
}

TEST_CASE("what burns is described, and every terrain that is offered burns") {
  const std::vector<std::pair<std::string, std::string>> questions{
      {"kindle", R"({"question": "kindle", "method": "exact", "inputs": {)"},
      {"clear", R"({"question": "clear", "method": "exact", "inputs": {"task": "flame", "squads": 1, )"}};
  for (const auto& [name, asked] : questions) {
    std::set<std::string> offered;
    const json described = json::parse(out_of("describe " + name));
    for (const json& field : described.at("questions").at(0).at("fields")) {
      if (field.at("key") == "terrain") offered = field.at("choices").get<std::set<std::string>>();
    }
    CHECK(offered == std::set<std::string>{"wood", "stone", "lumberyard", "hut", "collapsed-hut", "wood-rubble", "stone-rubble"});
    for (const std::string& terrain : offered) {
      const Answers answers = answers_to(asked + "\"terrain\": \"" + terrain + "\"}}\n");
      CHECK(answers.status == 0);
    }
  }
}

TEST_CASE("the borders of common inputs are described") {
  std::map<std::string, json> fields;
  const json described = json::parse(out_of("describe kindle"));
  for (const json& field : described.at("common")) fields[field.at("key").get<std::string>()] = field;
  CHECK(fields["trials"]["minimum"] == 1);
  CHECK(fields["trials"]["maximum"] == 1e15);
  CHECK(fields["precision"]["minimum"] == 1e-6);
  CHECK(fields["seed"]["minimum"] == 0);
}

TEST_CASE("every line is answered, whatever is wrong with it, and the next one as if nothing had been") {
  const std::string good = R"({"question": "kindle", "inputs": {"terrain": "wood"}, "method": "exact"})";
  const std::string cc =
      R"({"question": "cc", "inputs": {"attacker": "4-6-7", "defender": "4-4-7", "attacker_drm": 30, "defender_drm": 30)";
  const std::string clear = R"({"question": "clear", "inputs": {"task": "wire", "half_squads": 1, "leadership": 3, "turns": "until"})";
  const std::string many = R"({"question": "attack", "inputs": {"fp": 8, "target": ["9-2", "4-6-7,elr=3", "4-4-7,elr=2", "6-6-6,elr=4",)"
                           R"( "hs:2-4-7,elr=3", "8-0"], "heat_of_battle": 0}, "method": "exact"})";
  const std::vector<std::pair<std::string, std::string>> wrong{
      {cc + R"(, "rounds": "until"}})", "never ends"},
      {cc + R"(, "rounds": "until"}, "method": "exact"})", "never ends"},
      {cc + R"(, "rounds": "until"}, "method": "simulate", "show": 3})", "never ends"},
      {clear + "}", "never ends"},
      {clear + R"(, "precision": 0.01})", ""},
      {"[1, 2]", "no JSON object"},
      {"", ""},
      {"null", "no JSON object"},
      {"{\"question\": \"kindle\", \"inputs\": {\"terrain\": \"wood\", \"terrain\": \"stone\"}}", "\"terrain\" is given twice"},
      {"{\"question\": \"kindle\", \"question\": \"he\"}", "is given twice"},
      {"{\"question\": \"\xff\"}", "no JSON"},
      {"{\"question\": \"kindle\", \"inputs\": {\"\xff\": 1}}", "no JSON"},
      {std::string(100'000, '['), "no JSON"},
      {std::string(100'000, '[') + std::string(100'000, ']'), "no JSON object"},
      {"{\"question\": \"kindle\", \"inputs\": {\"terrain\": \"" + std::string(2 << 20, 'x') + "\"}}", "no JSON"},
      {R"({"question": "kindle", "inputs": {"terrain": "wood", "drm": 1e999}})", "a number that is too large"},
      {R"({"question": "chain", "inputs": {"map": "experiments", "hex": "J8"}})", "cannot be read"},
      {R"({"question": "chain", "inputs": {"map": "README.md", "hex": "J8"}})", "it is no TOML"},
      {R"({"question": "kindle", "inputs": {"terrain": "wood"}, "trials": 1e16})", "cannot be used"},
      {many, "no exact odds"}};
  std::string lines = good + "\n";
  std::size_t asked = 0;
  for (const auto& [line, problem] : wrong) {
    if (line.empty()) continue;
    lines += line + "\n" + good + "\n";
    ++asked;
  }
  const Answers answers = answers_to(lines, {.states = 100});
  CHECK(answers.status == 2);
  REQUIRE(answers.lines.size() == 1 + 2 * asked);
  std::size_t at = 1;
  for (const auto& [line, problem] : wrong) {
    if (line.empty()) continue;
    INFO(line.substr(0, 200));
    const json answer = json::parse(answers.lines[at]);
    if (!problem.empty()) {
      REQUIRE(answer.contains("error"));
      const std::string told = answer["error"].dump();
      CHECK_THAT(answer["error"]["problem"].get<std::string>() + " " + answer["error"]["why"].get<std::string>(),
                 Contains(problem) || Contains(problem.substr(0, problem.find('"'))));
      CHECK_THAT(told, !Contains("--"));
    }
    CHECK(answers.lines[at + 1] == answers.lines[0]);
    at += 2;
  }
}

TEST_CASE("what is needed is described, and what is required is asked for when nothing is given") {
  const json described = json::parse(out_of("describe"));
  std::size_t required = 0, needs = 0, numbers = 0, told = 0, excused = 0;
  for (const json& question : described["questions"]) {
    INFO(question["name"]);
    std::set<std::string> keys;
    for (const json& field : question["fields"]) keys.insert(field["key"].get<std::string>());
    for (const json& field : question["fields"]) required += field.at("required").get<bool>();
    for (const json& need : question.at("needs")) {
      for (const json& key : need.at("one_of")) CHECK(keys.contains(key.get<std::string>()));
      if (need.contains("when")) CHECK(keys.contains(need["when"].at("key").get<std::string>()));
      for (const char* words : {"problem", "why", "instead"}) {
        CHECK_FALSE(need.at(words).get<std::string>().empty());
        CHECK_THAT(need.at(words).get<std::string>(), !Contains("{") && !Contains("--"));
      }
      ++needs;
    }
    for (const json& clash : question["clashes"]) {
      const json& other = clash.contains("not_with") ? clash["not_with"] : clash["not_without"];
      if (clash.contains("told_by")) CHECK(keys.contains(clash["told_by"].get<std::string>()));
      told += clash.contains("told_by");
      if (clash.contains("unless")) {
        ++excused;
        for (const json& term : clash["unless"]) CHECK(keys.contains(term.at("key").get<std::string>()));
      }
      CHECK(keys.contains(other.at("key").get<std::string>()));
      CHECK_THAT(clash.at("why").get<std::string>() + clash.at("instead").get<std::string>(), !Contains("{") && !Contains("--"));
      for (const json& term : {clash, other}) numbers += term.contains("minimum") || term.contains("maximum");
    }
    // The first thing that is said of nothing is the first need.
    const json error = error_of(json{{"question", question["name"]}}.dump());
    const json& first = question["needs"].front();
    CHECK(error["problem"] == first["problem"]);
    CHECK(error["field"] == first["one_of"].front());
  }
  CHECK(required >= 8);
  CHECK(needs >= 40);
  CHECK(numbers >= 8);
  CHECK(told >= 10);
  CHECK(excused >= 8);
}

TEST_CASE("a row of an assault has each key once, and no map no changes") {
  const auto asked = [](const json& more) {
    json inputs{
        {"turns", 3}, {"location", {"J8"}}, {"defender", {"J8=4-6-7"}}, {"shot", {"MGs target=J8 fp=12"}}, {"goal", "good_order=0"}};
    inputs.update(more);
    return error_of(json{{"question", "assault"}, {"inputs", inputs}}.dump());
  };
  CHECK(asked({{"shot", {"MGs target=J8 fp=12 fp=1"}}})["field"] == "shot.MGs.fp");
  CHECK(asked({{"location", {"J8 building=stone levels=1 building=wood"}}})["problem"] == "'building' is given twice");
  CHECK(asked({{"goal", "good_order=1 good_order=0"}})["problem"] == "'good_order' is given twice");
  CHECK(asked({{"set", {"J8=open"}}})["field"] == "set");
}

TEST_CASE("the schemas that ship have the keys and words of the tables") {
  const auto schema = [](const std::string& name) {
    std::ifstream file(source_path("docs/schema/" + std::string(name) + ".json"));
    return json::parse(file);
  };
  const auto words = [](const json& list) { return list.get<std::set<std::string>>(); };
  std::set<std::string> keys{"question", "inputs"}, methods;
  for (const auto& field : ask::common_questionnaire().fields) keys.emplace(field.info.key);
  for (const auto& method : ask::method_choices) methods.emplace(method.name);
  const json line = schema("line");
  std::set<std::string> of_line;
  for (const auto& [key, value] : line.at("properties").items()) of_line.insert(key);
  CHECK(of_line == keys);
  CHECK(words(line["properties"]["method"]["enum"]) == methods);
  CHECK(words(schema("answer")["definitions"]["answer"]["properties"]["method"]["enum"]) == methods);
  std::set<std::string> kinds;
  for (const ask::QuestionKind& kind : ask::question_kinds())
    for (const model::FieldInfo& field : kind.fields) kinds.emplace(name_of(field.kind));
  for (const auto& field : ask::common_questionnaire().fields) kinds.emplace(name_of(field.info.kind));
  for (const std::string& kind : kinds)
    CHECK(words(schema("describe")["definitions"]["field"]["properties"]["kind"]["enum"]).contains(kind));
}
