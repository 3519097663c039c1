#include "io/files/study_file.hpp"

#include <random>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

using namespace boxcars;
using Catch::Matchers::Contains;
using io::Study;

namespace {

io::StudyKeys keys_of(const std::string& question) {
  if (question != "he") model::throw_unknown("question", question, {"he", "attack"});
  return {.inputs = {"building", "caliber", "fire", "interior", "level", "levels", "occupant", "own", "shots"}};
}

Study parsed(const std::string& text) { return io::parse_study(text, "study.toml", keys_of); }

const std::string head = "schema = 1\nname = \"s\"\nquestion = \"he\"\n";

// What is said of a text that must be refused.
std::string refusal(const std::string& text) {
  try {
    parsed(text);
  } catch (const model::BadInput& error) {
    return error.what();
  }
  return "it was taken";
}

std::vector<std::string> row(const Study& study, std::size_t point) { return io::row_of(study, io::columns_of(study), point); }

std::vector<std::string> column(const Study& study, std::size_t which) {
  std::vector<std::string> values;
  for (std::size_t point = 0; point < io::points_of(study); ++point) values.push_back(row(study, point).at(which));
  return values;
}

}  // namespace

TEST_CASE("a study file says what is asked, swept and when to stop") {
  const Study study = parsed(R"(schema = 1
name = "he-vs-stone"
question = "he"
seed = 7
method = "simulate"
[inputs]
building = "stone"
interior = true
levels = 2
own = [1, 2]
occupant = ["1=4-4-7", "1=9-1"]
[sweep]
shots = { from = 1, to = 3 }
caliber = [75, 150]
[stop]
trials = 2_000_000
)");
  CHECK(study.name == "he-vs-stone");
  CHECK(study.question == "he");
  CHECK(study.seed == 7);
  CHECK(study.method == sim::Method::simulate);
  CHECK(study.stop == sim::StopRule(sim::AfterTrials{2'000'000}));
  REQUIRE(study.inputs.size() == 5);
  CHECK(study.inputs[0].key == "building");
  CHECK(study.inputs[1].value == model::InputValue(true));
  CHECK(study.inputs[2].value == model::InputValue(2.0));
  CHECK(study.inputs[3].value == model::InputValue(std::vector<double>{1, 2}));
  CHECK(study.inputs[4].value == model::InputValue(std::vector<std::string>{"1=4-4-7", "1=9-1"}));
  CHECK(study.inputs[4].place.line == 11);
  CHECK(io::points_of(study) == 6);
  CHECK(io::columns_of(study) == std::vector<std::string>{"shots", "caliber"});  // as in the file, not as in the alphabet
  CHECK(column(study, 0) == std::vector<std::string>{"1", "1", "2", "2", "3", "3"});
  CHECK(column(study, 1) == std::vector<std::string>{"75", "150", "75", "150", "75", "150"});
}

TEST_CASE("what a study file does not say has a plain default") {
  const Study study = io::parse_study("question = \"he\"", "folder/big-guns.toml", keys_of);
  CHECK(study.name == "big-guns");
  CHECK(study.seed == 1);
  CHECK(study.method == sim::Method::both);
  CHECK(study.stop == sim::StopRule(sim::AfterTrials{1'000'000}));
  CHECK(io::points_of(study) == 1);
  CHECK(io::columns_of(study).empty());
  CHECK(row(study, 0).empty());
}

TEST_CASE("a sweep may hold lists, ranges, flags, lists of texts, seeds, and tables of inputs that go together") {
  const Study ranges = parsed(head + "[sweep]\nlevels = { from = 3, to = -2, step = -2 }\nshots = { to = 9, from = 2, step = 3 }\n");
  CHECK(column(ranges, 0) == std::vector<std::string>{"3", "3", "3", "1", "1", "1", "-1", "-1", "-1"});
  CHECK(column(ranges, 1) == std::vector<std::string>{"2", "5", "8", "2", "5", "8", "2", "5", "8"});
  CHECK(column(parsed(head + "[sweep]\nlevels = { from = 4, to = 2 }"), 0) == std::vector<std::string>{"4", "3", "2"});
  CHECK(column(parsed(head + "[sweep]\nlevels = { from = 4, to = 4 }"), 0) == std::vector<std::string>{"4"});
  CHECK(column(parsed(head + "[sweep]\nlevels = { from = 4, to = 5, step = 1000 }"), 0) == std::vector<std::string>{"4"});

  const Study flags = parsed(head + "[sweep]\ninterior = [false, true]");
  CHECK(column(flags, 0) == std::vector<std::string>{"false", "true"});

  const Study lists = parsed(head + "[sweep]\noccupant = [[\"1=4-4-7\", \"1=9-1\"], [\"1=4-4-7\"], \"0=hero:1-4-9\"]");
  CHECK(column(lists, 0) == std::vector<std::string>{"1=4-4-7 1=9-1", "1=4-4-7", "0=hero:1-4-9"});
  CHECK(io::swept_inputs(lists, 0).front().value == model::InputValue(std::vector<std::string>{"1=4-4-7", "1=9-1"}));

  const Study seeds = parsed("seed = 9\n" + head + "[sweep]\nseed = { from = 0, to = 2 }\nlevels = [1, 2]");
  CHECK(io::seed_of(seeds, 0) == 0);
  CHECK(io::seed_of(seeds, 3) == 1);
  CHECK(io::seed_of(seeds, 5) == 2);
  CHECK(io::seed_of(parsed("seed = 9\n" + head), 0) == 9);

  const Study together = parsed(head +
                                "[sweep]\nhow = [{ fire = \"oba\" }, { level = \"1\", fire = \"direct\" }, {}]\n"
                                "caliber = [75, 150]\n");
  CHECK(io::points_of(together) == 6);
  CHECK(io::columns_of(together) == std::vector<std::string>{"fire", "level", "caliber"});
  CHECK(row(together, 1) == std::vector<std::string>{"oba", "", "150"});
  CHECK(row(together, 2) == std::vector<std::string>{"direct", "1", "75"});
  CHECK(row(together, 4) == std::vector<std::string>{"", "", "75"});
}

TEST_CASE("the columns stand as in the file, however its keys are written") {
  const std::vector<std::string> wanted{"shots", "levels", "caliber"};
  CHECK(io::columns_of(parsed(head + "[sweep]\nshots = [1]\nlevels = [1]\ncaliber = [75]")) == wanted);
  CHECK(io::columns_of(parsed(head + "sweep = { shots = [1], levels = [1], caliber = [75] }")) == wanted);
  const Study dotted =
      parsed(head + "sweep.shots = [1]\nsweep.levels.from = 1\nsweep.levels.to = 2\nsweep.caliber = [75]\ninputs.building = \"wood\"");
  CHECK(io::columns_of(dotted) == wanted);
  CHECK(io::points_of(dotted) == 2);
  CHECK(dotted.inputs.front().key == "building");
  CHECK(io::columns_of(parsed(head + "[sweep]\nshots = [1]\n[sweep.levels]\nfrom = 1\nto = 3\n[[sweep.how]]\ncaliber = 75\n")) == wanted);
}

TEST_CASE("what is wrong in a study file is told with file, line, column, the reason and the nearest key") {
  const std::string sweep = head + "[sweep]\n", inputs = head + "[inputs]\n", stop = head + "[stop]\n";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"", "study.toml: no question"},
      {"schema = 1", "study.toml: no question"},
      {"schema = 2\nquestion = \"he\"", "study.toml, line 1, column 10: schema cannot be used (only schema 1 is known)"},
      {"schema = \"1\"\nquestion = \"he\"", "line 1, column 10"},
      {"question = \"hee\"", "line 1, column 12: unknown question 'hee'; did you mean he?"},
      {"question = 7", "line 1, column 12: question cannot be used (it is no text)"},
      {"question = [\"he\"]", "line 1, column 12"},
      {head + "sede = 3", "line 4, column 1: unknown key 'sede'; did you mean seed?"},
      {head + "[sweeep]\n", "line 4, column 2: unknown key 'sweeep'; did you mean sweep?"},
      {head + "seed = -1", "line 4, column 8"},
      {head + "seed = 1.5", "line 4, column 8"},
      {head + "seed = 9223372036854775808", "(a number is too large); give a smaller one; a larger seed stands in quotes"},
      {head + "seed = \"18446744073709551616\"", "line 4, column 8: a seed that is no whole number from 0 to 18446744073709551615"},
      {head + "seed = \"one\"", "line 4, column 8: a seed that is no whole number"},
      {head + "seed = true", "line 4, column 8: a seed that is no whole number"},
      {head + "method = \"exactly\"", "line 4, column 10: unknown method 'exactly'; did you mean exact?"},
      {head + "method = 1", "line 4, column 10"},
      {head + "inputs = 3", "line 4, column 10: inputs cannot be used (it is no table)"},
      {head + "sweep = [1]", "line 4, column 9: sweep cannot be used (it is no table)"},
      {head + "stop = 1000", "line 4, column 8: stop cannot be used (it is no table)"},
      {head + "seed = 1\nseed = 2", "line 5"},
      {head + "[inputs]\n[inputs]\n", "line 5"},
      {"name = \"a/b\"\nquestion = \"he\"", "line 1, column 8: name cannot be used"},
      {"name = \"../x\"\nquestion = \"he\"", "line 1, column 8"},
      {"name = \"..\"\nquestion = \"he\"", "line 1, column 8"},
      {"name = \"\"\nquestion = \"he\"", "line 1, column 8"},
      {"name = \"a b\"\nquestion = \"he\"", "line 1, column 8"},
      {"name = \"a\\nb\"\nquestion = \"he\"", "line 1, column 8"},
      {"name = 3\nquestion = \"he\"", "line 1, column 8"},

      {inputs + "calibre = 3", "line 5, column 1: unknown key 'calibre'; did you mean caliber?"},
      {inputs + "seed = 3", "line 5, column 1: unknown key 'seed'"},
      {inputs + "caliber = []", "line 5, column 11: caliber cannot be used"},
      {inputs + "caliber = [1, \"2\"]", "line 5, column 11"},
      {inputs + "caliber = [[1]]", "line 5, column 11"},
      {inputs + "caliber = { from = 1, to = 2 }", "line 5, column 11"},
      {inputs + "caliber = inf", "line 5, column 11"},
      {inputs + "caliber = nan", "line 5, column 11"},
      {inputs + "caliber = 2026-11-22", "line 5, column 11"},
      {inputs + "caliber = 9007199254740993", "line 5, column 11"},
      {inputs + "caliber = -9223372036854775808", "line 5, column"},
      {inputs + "levels = 1\nlevels = 2", "line 6"},
      {inputs + "levels = 1\n[sweep]\nlevels = [1]", "line 7, column 1: levels is there twice"},

      {sweep + "calibre = [3]", "line 5, column 1: unknown key 'calibre'; did you mean caliber?"},
      {sweep + "caliber = 3", "line 5, column 11: caliber is no list of values"},
      {sweep + "caliber = \"75\"", "line 5, column 11"},
      {sweep + "caliber = []", "line 5, column 11"},
      {sweep + "caliber = [75, [[1]]]", "line 5, column 16: a value of caliber cannot be used"},
      {sweep + "caliber = [75, []]", "line 5, column 16"},
      {sweep + "caliber = [75, nan]", "line 5, column 16"},
      {sweep + "caliber = [75, { fire = \"oba\" }]", "line 5, column 16"},
      {sweep + "caliber = { from = 1 }", "line 5, column 11: a range without its ends"},
      {sweep + "caliber = {}", "line 5, column 11"},
      {sweep + "caliber = { from = 1, to = 4, stpe = 2 }", "line 5, column 31: unknown key 'stpe'; did you mean step?"},
      {sweep + "caliber = { from = 1, to = 4.5 }", "line 5, column 28"},
      {sweep + "caliber = { from = 1, to = 4, step = 0 }", "line 5, column 11: a range whose step never comes to its end"},
      {sweep + "caliber = { from = 1, to = 4, step = -1 }", "line 5, column 11: a range whose step never comes to its end"},
      {sweep + "caliber = { from = 1, to = 4, step = -10 }", "line 5, column 11: a range whose step never comes to its end"},
      {sweep + "caliber = { from = 4, to = 1, step = 2 }", "line 5, column 11: a range whose step never comes to its end"},
      {sweep + "caliber = { from = 4, to = 1, step = 20 }", "line 5, column 11: a range whose step never comes to its end"},
      {sweep + "caliber = { from = 0, to = 1_000_000 }", "line 5, column 11: a range of more than 1000000 values"},
      {sweep + "caliber = { from = -9007199254740992, to = 9007199254740992 }", "more than 1000000 values"},
      {sweep + "caliber = { from = 0, to = 9223372036854775807 }", "line 5, column 28"},
      {sweep + "caliber = { from = 1, to = 2000 }\nlevels = { from = 1, to = 501 }",
       "line 6, column 10: the sweep has more than 1000000 points"},
      {sweep + "seed = [1, -1]", "line 5, column 12: a seed that is no whole number"},
      {sweep + "seed = [1, 1.5]", "line 5, column 12"},
      {sweep + "seed = [\"one\"]", "line 5, column 9: a seed that is no whole number"},
      {sweep + "seed = [true]", "line 5, column 9"},
      {sweep + "seed = [[1, 2]]", "line 5, column 9"},
      {sweep + "seed = { from = -1, to = 1 }", "line 5, column 8: a seed that is no whole number"},
      {sweep + "seed = [1, \"1\"]", "line 5, column 12: seed = 1 is there twice"},
      {sweep + "caliber = [75, 105, 75]", "line 5, column 21: caliber = 75 is there twice (each value is a point); leave one out"},
      {sweep + "caliber = [75, 75.0]", "line 5, column 16: caliber = 75 is there twice"},
      {sweep + "occupant = [[\"1=4-4-7\"], [\"1=4-4-7\"]]", "line 5, column 26: occupant = 1=4-4-7 is there twice"},
      {sweep + "interior = [true, true]", "line 5, column 19: interior = true is there twice"},
      {sweep + "how = [{ fire = \"oba\", level = 1 }, { level = 1, fire = \"oba\" }]",
       "line 5, column 37: level = 1, fire = oba is there twice"},
      {sweep + "how = [{ fier = \"oba\" }]", "line 5, column 10: unknown key 'fier'; did you mean fire?"},
      {sweep + "how = [{ fire = [] }]", "line 5, column 17"},
      {sweep + "how = [{ fire = \"oba\" }, 3]", "line 5, column 1: unknown key 'how'"},
      {sweep + "fire = [\"oba\"]\nhow = [{ fire = \"direct\" }]", "line 6, column 10: fire is there twice"},
      {sweep + "how = [{ fire = \"oba\" }, { level = 1 }]\nlevel = [1]", "line 6, column 1: level is there twice"},
      {sweep + "a = [{ fire = \"oba\" }]\nb = [{ fire = \"direct\" }]", "line 6, column 8: fire is there twice"},
      {inputs + "fire = \"oba\"\n[sweep]\nhow = [{ fire = \"direct\" }]", "line 7, column 10: fire is there twice"},

      {stop + "trails = 3", "line 5, column 1: unknown key 'trails'; did you mean trials?"},
      {stop + "trials = 0", "line 5, column 10"},
      {stop + "trials = 1.5", "line 5, column 10"},
      {stop + "trials = \"1M\"",
       "line 5, column 10: trials cannot be used (it is no whole number from 1 to 1000000000000000); give it like "
       "trials = 1_000_000"},
      {stop + "precision = 0.01\nmax_trials = \"1k\"", "give it like max_trials = 100_000_000"},
      {stop + "trials = 1_000_000_000_000_001", "line 5, column 10"},
      {stop + "max_trials = 5", "line 5, column 14: max_trials without precision"},
      {stop + "trials = 5\nmax_trials = 5", "line 6, column 14"},
      {stop + "trials = 5\nprecision = 0.01", "line 6, column 13: trials and precision together"},
      {stop + "precision = 0.5", "line 5, column 13: precision cannot be used"},
      {stop + "precision = 0", "line 5, column 13"},
      {stop + "precision = 0.0", "line 5, column 13"},
      {stop + "precision = -0.001", "line 5, column 13"},
      {stop + "precision = 1e-7", "line 5, column 13"},
      {stop + "precision = nan", "line 5, column 13"},
      {stop + "precision = \"0.01\"", "line 5, column 13"},
      {stop + "precision = 0.01\nmax_trials = 0", "line 6, column 14"},
      {"method = \"exact\"\n" + head + "[stop]\ntrials = 5", "stop with method = \"exact\""},

      {"question = he", "line 1"},
      {"question = \"he", "line 1"},
      {"= 3", "line 1"},
      {"[", "line 1"},
      {"question = \"he\"\nname = \"\xc3\x22\"", "line 2: it is no TOML of a study (a text that is not UTF-8)"},
      {"question = \"he\"\nname = \"\\u009b\"", "line 2, column 8: a text cannot be used (it holds a control character"},
      {"question = \"\"\"he\"\"\"", "line 1"},
      {"a" + std::string(200, '.') + "b = 1", "line 1"},
      {std::string("\x00\x01\x02", 3), "line 1"},
      {"\xff\xfe", "line 1"},
      {"SQLite format 3", "line 1"},
      {head + "[[[a]]]\nseed = 1\n", "line 4"},
      {head + "seed = 1\nname = ]\nmethod = \"exact\"\n", "line 5"},
      {head + "seed = 1\n[inputs]\nlevels = ,", "line 6"},
      {std::string(10'000, '['), "line 1"},
      {"a = " + std::string(10'000, '['), "line 1"},
      {"a = " + std::string(10'000, '{'), "line 1"},
  };
  for (const auto& [text, why] : bad) {
    INFO(text.substr(0, 300));
    const std::string said = refusal(text);
    CHECK_THAT(said, Contains(why));
    CHECK_THAT(said, Contains("study.toml"));
    CHECK_THAT(said, Contains("; ") || Contains("(known: "));  // what to do about it
  }
}

TEST_CASE("a study's name and texts may have letters beyond ASCII") {
  const Study study = parsed(
      "name = \"Stra\xc3\x9f"
      "e\"\nquestion = \"he\"\n[inputs]\nbuilding = \"kart\xc3\xa9.toml\"\n");
  CHECK(study.name ==
        "Stra\xc3\x9f"
        "e");
  CHECK(io::in_words(study.inputs) == "building = kart\xc3\xa9.toml");
  CHECK(io::definition(io::study_of(io::definition(study))) == io::definition(study));
}

TEST_CASE("seeds are those of --seed, what TOML has no number for is a text") {
  CHECK(parsed(head + "seed = 9223372036854775807").seed == 9223372036854775807U);
  CHECK(parsed(head + "seed = \"18446744073709551615\"").seed == 18446744073709551615U);
  const Study swept = parsed(head + "[sweep]\nseed = [1, 9007199254740993, \"18446744073709551615\", \"2\"]");
  const Study again = io::study_of(io::definition(swept));
  const std::vector<std::uint64_t> seeds{1, 9007199254740993U, 18446744073709551615U, 2};
  for (std::size_t point = 0; point < seeds.size(); ++point) {
    CHECK(io::seed_of(swept, point) == seeds[point]);
    CHECK(io::seed_of(again, point) == seeds[point]);
    CHECK(row(swept, point) == std::vector{std::to_string(seeds[point])});
  }
}

TEST_CASE("a study survives the line of text that a store keeps of it") {
  const Study study = parsed(head + R"([inputs]
occupant = ["1=4-4-7", "1=9-1"]
interior = true
levels = 2
[sweep]
shots = [1, "until"]
caliber = [75.5, 150]
own = [[1, 2], [3]]
how = [{ fire = "oba" }, { level = "1" }]
)");
  const Study again = io::study_of(io::definition(study));
  CHECK(io::definition(again) == io::definition(study));
  CHECK(io::columns_of(again) == io::columns_of(study));
  for (std::size_t point = 0; point < io::points_of(study); ++point) CHECK(row(again, point) == row(study, point));
}

TEST_CASE("files that chance has damaged are taken or refused, and never more") {
  const std::string whole =
      head + "seed = 3\n[inputs]\nbuilding = \"stone\"\noccupant = [\"1=4-4-7\", \"1=9-1\"]\n[sweep]\n" +
      "levels = { from = 1, to = 4, step = 2 }\nhow = [{ fire = \"oba\" }, { level = \"1\" }]\n[stop]\nprecision = 0.01\n";
  std::mt19937 random(77);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = "\"'[]{}=.,#\n\t 019-_"[random() % 18];
          break;
        case 1:
          text.erase(at, 1 + random() % 4);
          break;
        default:
          text.insert(at, whole.substr(random() % whole.size(), random() % 9));
      }
    }
    const std::string said = refusal(text);
    refused += said != "it was taken";
    INFO(text);
    if (said != "it was taken") CHECK_THAT(said, Contains("study.toml"));
  }
  CHECK(refused > 1000);
}
