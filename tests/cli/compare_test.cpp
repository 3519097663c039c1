#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/compare.hpp"
#include "cli/boxcars.hpp"
#include "io/formats/comparison_page.hpp"
#include "sim/statistics/estimate.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/snapshots.hpp"

using namespace boxcars;
using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string he = "he --caliber 150 stone 2 --level 1 --occupant 1=4-4-7";
const std::string attack = "attack --fp 16 --terrain stone --target 4-4-7";

std::string compare(const std::string& a, const std::string& b, const std::string& more = "") {
  return "compare \"" + a + "\" \"" + b + "\"" + (more.empty() ? "" : " " + more);
}

json answer(const std::string& arguments, sim::Budget budget = {}) {
  const Called called = call(arguments + " --format json", {}, {}, budget);
  INFO(arguments << ": " << called.err);
  REQUIRE(called.status == 0);
  CHECK(called.err.empty());
  return json::parse(called.out);
}

// By name.
std::map<std::string, json> named(const json& list) {
  std::map<std::string, json> all;
  for (const auto& one : list) all[one["name"].get<std::string>()] = one;
  return all;
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

using Words = std::vector<std::string>;

// A question about one event, with its odds.
ask::Compared made(const std::string& question, const std::vector<sim::EventAnswer>& events,
                   const std::vector<std::string>& headline = {}) {
  ask::Compared compared{.name = question};
  for (const auto& name : headline) compared.question.headline.push_back({name, name});
  compared.answer.events = events;
  return compared;
}

sim::EventAnswer exact(const std::string& name, double odds) { return {name, {.exact = odds}}; }

sim::EventAnswer estimated(const std::string& name, std::uint64_t count, std::uint64_t trials) {
  return {name, {.estimate = sim::wilson(count, trials), .count = count}};
}

Words verdict(const ask::Compared& a, const ask::Compared& b) { return io::verdict(ask::compare({a, b})); }

}  // namespace

TEST_CASE("the JSON of a comparison has the questions, what they share, the differences and a verdict") {
  const json root = answer(compare(he, attack, "--trials 100k --seed 7"));
  CHECK(keys_of(root) == Words{"a", "b", "events", "measures", "method", "notes", "question", "schema", "seed", "verdict", "version"});
  CHECK(root["schema"] == "boxcars/1");
  CHECK(root["question"] == "compare");
  CHECK(root["method"] == "both");
  CHECK(root["seed"] == 7);
  CHECK(root["notes"].empty());
  CHECK(keys_of(root["a"]) == Words{"inputs", "notes", "question", "trials"});
  CHECK(root["a"]["question"] == "he");
  CHECK(root["a"]["trials"] == 100'000);
  CHECK(root["a"]["inputs"]["occupant"] == json{"1=4-4-7"});
  CHECK(root["b"]["question"] == "attack");
  CHECK(root["b"]["inputs"] == json{{"fp", 16}, {"target", {"4-4-7"}}, {"terrain", "stone"}});
  for (const auto& event : root["events"]) {
    CHECK(keys_of(event) == Words{"a", "b", "difference", "name"});
    CHECK(keys_of(event["a"]) == Words{"count", "estimate", "exact", "high", "low"});
    CHECK(keys_of(event["b"]) == Words{"count", "estimate", "exact", "high", "low"});
    CHECK(keys_of(event["difference"]) == Words{"estimate", "exact", "high", "low"});
  }
  CHECK(named(root["events"]).contains("any eliminated"));
  CHECK_FALSE(named(root["events"]).contains("rubble"));
  CHECK_FALSE(named(root["events"]).contains("IFT 1KIA"));
}

TEST_CASE("each question's numbers are those that it has alone, and the differences are theirs") {
  struct Pair {
    std::string a, b;
  };
  const std::vector<Pair> pairs{{he, attack},
                                {"attack 8 --target 3x4-4-7", "attack 12 --drm 1 --target 3x4-4-7"},
                                {"kindle --terrain wood --turns 3", "kindle --terrain stone --turns 3"},
                                {"clear --task mines --squads 1 --turns 4", "clear --task mines --squads 2 --turns 4"}};
  for (const auto& [a, b] : pairs) {
    INFO(a << " and " << b);
    const std::string how = " --trials 60k --seed 3";
    const json root = answer(compare(a, b, how));
    const json of_a = answer(a + how), of_b = answer(b + how);
    CHECK(root["a"]["inputs"] == of_a["inputs"]);
    CHECK(root["b"]["inputs"] == of_b["inputs"]);
    CHECK(root["a"]["notes"] == of_a["notes"]);
    const auto events_a = named(of_a["events"]), events_b = named(of_b["events"]);
    std::size_t shared = 0;
    for (const auto& [name, event] : events_a) shared += events_b.contains(name) ? 1 : 0;
    for (auto event : root["events"]) {
      const std::string name = event["name"];
      INFO(name);
      if (name.starts_with("IFT ") && (!events_a.contains(name) || !events_b.contains(name))) continue;  // see below
      --shared;
      json alone_a = events_a.at(name), alone_b = events_b.at(name);
      for (const char* key : {"name", "low_bound", "high_bound"}) {
        alone_a.erase(key);
        alone_b.erase(key);
      }
      CHECK(event["a"] == alone_a);
      CHECK(event["b"] == alone_b);
      const json& d = event["difference"];
      CHECK(d["exact"].get<double>() == Approx(alone_b["exact"].get<double>() - alone_a["exact"].get<double>()).margin(2e-12));
      CHECK(d["estimate"].get<double>() ==
            Approx((alone_b["count"].get<double>() - alone_a["count"].get<double>()) / 60'000).margin(1e-12));
      CHECK(d["low"] <= d["estimate"]);
      CHECK(d["high"] >= d["estimate"]);
    }
    CHECK(shared == 0);
    const auto measures_a = named(of_a["measures"]), measures_b = named(of_b["measures"]);
    shared = 0;
    for (const auto& [name, measure] : measures_a) shared += measures_b.contains(name) ? 1 : 0;
    CHECK(root["measures"].size() == shared);
    for (const auto& measure : root["measures"]) {
      const std::string name = measure["name"];
      INFO(name);
      const json& alone_a = measures_a.at(name);
      const json& alone_b = measures_b.at(name);
      for (const char* key : {"exact_mean", "mean", "standard_error"}) {
        CHECK(measure["a"][key] == alone_a[key]);
        CHECK(measure["b"][key] == alone_b[key]);
      }
      const json& d = measure["difference"];
      CHECK(d["exact"].get<double>() == Approx(alone_b["exact_mean"].get<double>() - alone_a["exact_mean"].get<double>()).margin(1e-11));
      CHECK(d["estimate"].get<double>() == Approx(alone_b["mean"].get<double>() - alone_a["mean"].get<double>()).margin(1e-11));
      const double se_a = alone_a["standard_error"], se_b = alone_b["standard_error"];
      CHECK(d["high"].get<double>() - d["estimate"].get<double>() ==
            Approx(1.9599639845400545 * std::sqrt(se_a * se_a + se_b * se_b)).margin(1e-11));
    }
  }
}

TEST_CASE("the intervals of differences are Newcombe's, and most hold the exact difference") {
  const json root = answer(compare("attack 8 --target 4-4-7", "attack 8 --drm 1 --target 4-4-7", "--trials 200k"));
  int intervals = 0, holding = 0;
  for (const auto& event : root["events"]) {
    const auto& d = event["difference"];
    const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
    const double a = event["a"]["estimate"], a_low = event["a"]["low"], a_high = event["a"]["high"];
    const double b = event["b"]["estimate"], b_low = event["b"]["low"], b_high = event["b"]["high"];
    CHECK(d["low"].get<double>() == Approx(b - a - length(b - b_low, a_high - a)).margin(1e-11));
    CHECK(d["high"].get<double>() == Approx(b - a + length(b_high - b, a - a_low)).margin(1e-11));
    if (event["a"]["exact"] == 0 && event["b"]["exact"] == 0) continue;
    ++intervals;
    if (d["low"] <= d["exact"] && d["exact"] <= d["high"]) ++holding;
  }
  CHECK(intervals >= 10);
  CHECK(holding >= intervals - 2);  // with this seed
}

TEST_CASE("what was not computed is null, and only what is known is told") {
  const json exact = answer(compare(he, attack, "--method exact"));
  for (const char* side : {"a", "b"}) CHECK(exact[side]["trials"] == 0);
  for (const auto& event : exact["events"]) {
    CHECK(event["difference"]["exact"].is_number());
    for (const char* key : {"estimate", "low", "high"}) CHECK(event["difference"][key].is_null());
  }
  CHECK(answer(compare(he, attack, "--trials 1k"))["verdict"] == exact["verdict"]);
  const std::string text = call(compare(he, attack, "--method exact")).out;
  CHECK_THAT(text, !Contains("interval") && !Contains("simulated") && !Contains("--trials"));

  const json simulated = answer(compare(he, attack, "--method simulate --trials 10k"));
  for (const auto& event : simulated["events"]) {
    CHECK(event["difference"]["exact"].is_null());
    CHECK(event["difference"]["low"].is_number());
  }
  CHECK_THAT(call(compare(he, attack, "--method simulate --trials 10k")).out, !Contains("exact"));
}

TEST_CASE("a question that has no exact odds has none here, and the differences are simulated") {
  const std::string large = "attack 30 --target '9-1 8-1 4-4-7 4-6-7' --then 30 --drm -2";
  const json root = answer(compare("attack 8 --target 4-4-7", large, "--trials 1000"), {.states = 1000});
  const json any = named(root["events"]).at("any eliminated");
  CHECK(any["a"]["exact"].is_number());
  CHECK(any["b"]["exact"].is_null());
  CHECK(any["difference"]["exact"].is_null());
  CHECK(any["difference"]["low"] > 0.5);
  CHECK_THAT(root["b"]["notes"].back().get<std::string>(), Contains("budget"));
  CHECK_THAT(root["verdict"][0].get<std::string>(), Contains(" more often, by ") && Contains(" to ") && Contains(" points"));
}

TEST_CASE("a cell of the IFT that one question cannot reach is beside that of the other, with odds of 0") {
  std::vector<std::string> cells;
  double a = 0, b = 0, difference = 0;
  const json both = answer(compare("attack 16 --target 4-4-7", "attack 8 --target 4-4-7"));
  for (const json& event : both["events"]) {
    if (!event["name"].get<std::string>().starts_with("IFT ")) continue;
    cells.push_back(event["name"]);
    a += event["a"]["exact"].get<double>();
    b += event["b"]["exact"].get<double>();
    difference += event["difference"]["exact"].get<double>();
  }
  // The 16 column has K/3 and 3MC, which the 8 column has not; that has K/2.
  for (const char* cell : {"IFT K/3", "IFT 3MC", "IFT K/2", "IFT 1KIA", "IFT -"})
    CHECK(std::count(cells.begin(), cells.end(), std::string(cell)) == 1);
  CHECK(a == Approx(1).margin(1e-11));
  CHECK(b == Approx(1).margin(1e-11));
  CHECK(difference == Approx(0).margin(1e-11));
}

TEST_CASE("the same question twice throws the same dice: no difference, and a note") {
  for (const char* method : {"both", "simulate", "exact"}) {
    const std::string how = std::string("--trials 20k --method ") + method;
    const json root = answer(compare("attack 8 --target 4-4-7", "boxcars attack --target 4-4-7 --fp 4+4 --terrain open", how));
    CHECK(root["verdict"] == json{"the odds are the same"});
    CHECK(root["notes"] == json{"both are the same question: they throw the same dice"});
    for (const auto& event : root["events"]) {
      CHECK(event["a"] == event["b"]);
      for (const auto& [key, value] : event["difference"].items()) CHECK((value.is_null() || value == 0));
    }
  }
}

TEST_CASE("questions without a common event are answered, with a note") {
  const json root = answer(compare("kindle --terrain wood", "breach --building wood", "--trials 1k"));
  CHECK(root["events"].empty());
  CHECK(root["verdict"] == json{"no event is in both questions"});
  REQUIRE(root["notes"].size() == 1);
  CHECK_THAT(root["notes"][0].get<std::string>(), Contains("no event is in both; A has kindled, ") && Contains("; B has "));
  const Called text = call(compare("kindle --terrain wood", "breach --building wood", "--trials 1k"));
  CHECK_THAT(text.out, Contains("note: no event is in both"));
  check_repeats(text.out);
}

TEST_CASE("the verdict names what differs, biggest first, from what both questions are about") {
  const Words headline{"hit", "miss"};
  CHECK(verdict(made("a", {exact("hit", 0.25), exact("miss", 0.5), exact("other", 0.1)}, headline),
                made("b", {exact("hit", 0.2923), exact("miss", 0.4), exact("other", 0.9)}, headline)) ==
        Words{"B: miss less often, by 10.00 points", "B: hit more often, by 4.23 points"});
  // The phrases that only one has do not count.
  CHECK(verdict(made("a", {exact("hit", 0.25), exact("miss", 0.5)}, {"hit"}),
                made("b", {exact("hit", 0.2923), exact("miss", 0.4)}, headline)) == Words{"B: hit more often, by 4.23 points"});
  // At most three.
  const Words many{"p", "q", "r", "s"};
  CHECK(verdict(made("a", {exact("p", 0), exact("q", 0), exact("r", 0), exact("s", 0)}, many),
                made("b", {exact("p", 0.1), exact("q", 0.4), exact("r", 0.3), exact("s", 0.2)}, many)) ==
        Words{"B: q more often, by 40.00 points", "B: r more often, by 30.00 points", "B: s more often, by 20.00 points"});
  // Without a common headline, and where the headline is the same: all that they share.
  CHECK(verdict(made("a", {exact("hit", 0.25)}), made("b", {exact("hit", 0.5)}, {"hit"})) == Words{"B: hit more often, by 25.00 points"});
  CHECK(verdict(made("a", {exact("hit", 0.25), exact("other", 0.1)}, headline),
                made("b", {exact("hit", 0.25), exact("other", 0.2)}, headline)) == Words{"B: other more often, by 10.00 points"});
}

TEST_CASE("the verdict's differences are exact, or as sure as the trials allow") {
  CHECK(verdict(made("a", {exact("hit", 0.25)}), made("b", {exact("hit", 0.25 + 1e-13)})) == Words{"the odds are the same"});
  CHECK(verdict(made("a", {exact("hit", 0.25)}), made("b", {exact("hit", 0.25 + 1e-9)})) == Words{"B: hit more often, by 1.0e-07 points"});
  CHECK(verdict(made("a", {estimated("hit", 250'000, 1'000'000)}), made("b", {estimated("hit", 292'500, 1'000'000)})) ==
        Words{"B: hit more often, by 4.1 to 4.4 points"});
  CHECK(verdict(made("a", {estimated("hit", 292'500, 1'000'000)}), made("b", {estimated("hit", 250'000, 1'000'000)})) ==
        Words{"B: hit less often, by 4.1 to 4.4 points"});
  // An end that rounds to nothing is none.
  CHECK(verdict(made("a", {estimated("hit", 250'000, 1'000'000)}), made("b", {estimated("hit", 251'250, 1'000'000)})) ==
        Words{"B: hit more often, by up to 0.2 points"});
  CHECK(verdict(made("a", {estimated("hit", 250'000, 1'000'000)}), made("b", {estimated("hit", 250'100, 1'000'000)})) ==
        Words{"no difference is seen: all within 0.2 points"});
  // What is exact on one side only is estimated.
  sim::EventAnswer both = estimated("hit", 250'000, 1'000'000);
  both.chance.exact = 0.25;
  CHECK(verdict(made("a", {both}), made("b", {estimated("hit", 292'500, 1'000'000)})) == Words{"B: hit more often, by 4.1 to 4.4 points"});
  CHECK(verdict(made("a", {both}), made("b", {both})) == Words{"the odds are the same"});
  CHECK(verdict(made("a", {exact("hit", 0.25)}), made("b", {{"hit", {}}})).empty());
}

TEST_CASE("an exact difference has no digits of the last bits") {
  const auto difference = [](double a, double b) {
    return ask::compare({made("a", {exact("hit", a)}), made("b", {exact("hit", b)})}).events[0].differences[0].exact.value();
  };
  CHECK(difference(0.1, 0.3) == Approx(0.2).epsilon(1e-15));
  CHECK(difference(0.3, 0.1 + 0.2) == 0);
  CHECK(difference(0.7, 0.7 + 3e-12) == Approx(3e-12).epsilon(1e-12));
}

TEST_CASE("all formats tell the same comparison") {
  const std::string question = compare("attack 8 --target 3x4-4-7", "attack 12 --drm 1 --target 3x4-4-7", "--trials 50k");
  const json root = answer(question);
  REQUIRE_FALSE(root["measures"].empty());
  const Called text = call(question);
  CHECK(text.status == 0);
  CHECK(text.err.empty());
  check_repeats(text.out);
  const std::string markdown = call(question + " --format markdown --verbose").out;
  for (const auto& line : root["verdict"]) {
    CHECK_THAT(text.out, Contains(line.get<std::string>() + "\n"));
    CHECK_THAT(markdown, Contains("**" + line.get<std::string>() + "**\n"));
  }
  for (const char* kind : {"events", "measures"}) {
    for (const auto& one : root[kind]) CHECK_THAT(markdown, Contains("| " + one["name"].get<std::string>() + " |"));
  }
  CHECK_THAT(markdown, Contains("- repeat: `boxcars compare \"attack --fp 8 --target 3x4-4-7\" "));

  std::istringstream csv(call(question + " --format csv").out);
  std::string line;
  std::getline(csv, line);
  CHECK(line == "kind,name,a_exact,a_estimate,b_exact,b_estimate,difference,low,high");
  for (const auto& event : root["events"]) {
    std::getline(csv, line);
    const std::string begin = "event," + event["name"].get<std::string>() + ",";
    CHECK(line.starts_with(begin));
    std::istringstream cells(line.substr(begin.size()));
    std::vector<double> values;
    for (std::string cell; std::getline(cells, cell, ',');) values.push_back(std::stod(cell));
    REQUIRE(values.size() == 7);
    const auto& d = event["difference"];
    CHECK(values == std::vector<double>{event["a"]["exact"], event["a"]["estimate"], event["b"]["exact"], event["b"]["estimate"],
                                        d["exact"], d["low"], d["high"]});
  }
  for (const auto& measure : root["measures"]) {
    std::getline(csv, line);
    CHECK(line.starts_with("measure," + measure["name"].get<std::string>() + ","));
  }
  CHECK_FALSE(std::getline(csv, line));
  CHECK_THAT(call(compare(he, attack, "--method simulate --trials 1k --format csv")).out, Contains("event,1:4-4-7 eliminated,,0."));
}

TEST_CASE("no line of a comparison is wider than the terminal") {
  const std::string pair = compare(he, attack), groups = compare("attack 8 --target '9-1 3x4-4-7'", "attack 12 --target '9-1 3x4-4-7'"),
                    none = compare("chain --map experiments/maps/chateau.toml --hex J8", attack);
  OneOf some(5);
  for (const std::string& question : {pair, groups, none}) {
    for (const char* how : {" --trials 1k", " --trials 300k", " --method exact", " --method simulate --trials 20"}) {
      for (const int width : {40, 60, 80, 120}) {
        if (!some.takes_next()) continue;
        const Called called = call(question + how, {.width = width, .symbols = io::Symbols::ascii});
        CHECK(called.status == 0);
        check_width(called.out, width);
        CHECK(call(question + how, {.width = width}).out == called.out);  // nothing in it is not ASCII
      }
    }
  }
  check_width(call("compare --help").out, 80);
}

TEST_CASE("the bytes of a comparison do not depend on threads", "[threads]") {
  for (const std::string how : {"--trials 400k --format ", "--precision 0.002 --format "}) {
    for (const char* format : {"json", "text", "csv", "markdown"}) {
      const std::string question = compare(he, attack, how) + format;
      const std::string one = call(question + " --threads 1").out;
      CHECK_FALSE(one.empty());
      CHECK(call(question + " --threads 3").out == one);
    }
  }
}

TEST_CASE("the command that a comparison prints repeats it, however its questions were typed") {
  for (const std::string& question :
       {compare(he, attack, "--trials 5k --seed 3"), compare(he, attack, "--method exact"),
        compare("attack 8 --target '9-1 4-4-7'", "boxcars attack 8 --target 9-1 --target 4-4-7,elr=3", "--trials 5k --method simulate"),
        compare("attack 8 --target 4-4-7", "he 150 stone 2 --shots until --occupant 0=4-4-7", "--precision 0.004")}) {
    INFO(question);
    check_repeats(call(question).out);
  }
  CHECK_THAT(call(compare("attack 8 --target 4-4-7", "he 150 stone 2 --occupant 0=4-4-7", "--precision 0.004")).out,
             Contains(" of A, ") || Contains("each"));
}

TEST_CASE("a comparison explains the modifiers of each question") {
  const std::string a = "attack 8 --terrain stone --target 4-4-7", b = "attack 8 --drm -1 --target 4-4-7";
  const json root = answer(compare(a, b, "--explain --method exact"));
  REQUIRE(root["a"]["modifiers"].size() == 1);
  CHECK(root["a"]["modifiers"][0]["amount"] == 3);
  REQUIRE(root["b"]["modifiers"].size() == 1);
  CHECK(root["b"]["modifiers"][0]["amount"] == -1);
  CHECK_FALSE(answer(compare(a, b, "--method exact"))["a"].contains("modifiers"));
  CHECK_THAT(call(compare(a, b, "--explain --method exact")).out, Contains("A\n") && Contains("stone") && Contains("+3 in all"));
}

TEST_CASE("bad input to a comparison costs one line that says which question it is about") {
  const std::string good = "attack 8 --target 4-4-7";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"compare", "no questions given (two to six are compared); give them in quotes, like boxcars compare \"attack"},
      {"compare \"" + good + "\"", "1 question given (two to six are compared, each in quotes); give them like"},
      {compare(good, good, "x x x x x"), "7 questions given (two to six are compared, each in quotes)"},
      {"compare " + good, "unknown option '--target'"},
      {compare("", good), "the first question: no words (what is asked?); give it like"},
      {compare(good, "boxcars"), "the second question: no words"},
      {compare("atack 8", good), "the first question: unknown question 'atack'; did you mean attack?"},
      {compare(good, "terrain hut"), "the second question: unknown question 'terrain' (known: attack, he, chain,"},
      {compare(good, "compare a b"), "the second question: unknown question 'compare'"},
      {compare("he 150", good), "the first question: no building given"},
      {compare(good, "he 150 ston 2"), "the second question: unknown --building 'ston'; did you mean stone?"},
      {compare(good, good + " --drn 1"), "the second question: unknown option '--drn'"},
      {compare(good + " x", good + " --drm"), "the first question: "},
      {compare(good, good + " --drm"), "the second question: --drm has no value"},
      {compare("attack 8 --target '4-4-7", good), "the first question: a quote is not closed in 'attack 8 --target '4-4-7'"},
      {compare(good, good + "\\"), "the second question: a backslash at the end"},
      {compare(good + " --trials 5", good), "the first question: --trials within a question (all are answered alike); give it to compare"},
      {compare(good, good + " --trials=5"), "the second question: --trials within a question"},
      {compare(good + " --precision 0.1", good), "--precision within a question"},
      {compare(good + " --seed 2", good), "--seed within a question"},
      {compare(good + " --threads 2", good), "--threads within a question"},
      {compare(good + " --method exact", good), "--method within a question"},
      {compare(good + " --format json", good), "--format within a question"},
      {compare(good + " --output x", good), "--output within a question"},
      {compare(good + " --explain", good), "--explain within a question (all are answered alike); give it to compare"},
      {compare(good, good + " --show 1"), "the second question: --show within a question (nothing but odds is compared); leave it out"},
      {compare(good, "attack --help"), "the second question: --help within a question"},
      {compare(good, good, "--show 1"), "unknown option '--show'"},
      {compare(good, good, "--trials x"), "--trials 'x' cannot be used"},
      {compare(good, good, "--trials 5 --precision 0.1"), "--trials with --precision (either says when to stop)"},
      {compare(good, good, "--format xml"), "unknown --format 'xml'"},
      {compare(good, good, "--output /no/such/folder/x"), "cannot be written"},
      {compare(good, "clear --task wire --half-squads 1 --leadership 3 --turns until"), "the second question never ends ("},
      {compare("attack 8 --target \x1b[2J", good), "'?[2j'"},
  };
  for (const auto& [arguments, message] : bad) check_refused(arguments, message);
}

TEST_CASE("garbage as a question, or within one, ends in one line") {
  const std::string good = "attack 8 --target 4-4-7";
  for (const char* word : {" ", "-", "--", "--version", "'", "\\", "''", "boxcars boxcars", "\xff\xfe", "a\nb", "[1,2]", "{}", "%%",
                           "--trials", "--trials="}) {
    for (const std::string& text : {std::string(word), "attack " + std::string(word), good + " --drm " + std::string(word)}) {
      INFO(text);
      for (const std::string& arguments : {compare(text, good), compare(good, text)}) {
        const Called called = call(arguments + " --trials 1k");
        CHECK(called.status == 2);
        CHECK(called.out.empty());
        CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
      }
    }
  }
}

TEST_CASE("a comparison that is stopped prints what there is, and status 130") {
  const std::atomic<bool> stop{true};
  std::ostringstream out, err;
  CHECK(cli::run({"compare", "attack 8 --target 4-4-7", "attack 12 --target 4-4-7", "--format", "json"}, {out, err, {}, stop}) == 130);
  seen(out.str());
  const json root = json::parse(out.str());
  CHECK(root["a"]["trials"] == 0);
  CHECK(root["verdict"] == json{"interrupted: nothing is known of A and B"});
  CHECK_THAT(err.str(), Contains("interrupted before anything was simulated"));
  out.str("");
  CHECK(cli::run({"compare", "attack 8 --target 4-4-7", "attack 12 --target 4-4-7"}, {out, err, {}, stop}) == 130);
  CHECK_THAT(out.str(), !Contains("repeat:"));
}

TEST_CASE("snapshots of comparisons - the same bytes from every compiler and instruction set") {
  check_snapshot("compare-help.txt", call("compare --help").out);
  check_snapshot("compare.txt", call(compare(he, attack, "--trials 300k")).out);
  const std::string groups = compare("attack 8 --target '9-1 3x4-4-7'", "attack 6+6 --drm 1 --target '9-1 3x4-4-7'", "--trials 300k");
  check_snapshot("compare-narrow.txt", call(groups, {.width = 40, .symbols = io::Symbols::ascii}).out);
  check_snapshot("compare-simulated.txt", call(groups + " --method simulate").out);
  check_snapshot("compare.json", call(compare(he, attack, "--trials 300k --format json")).out);
  check_snapshot("compare.csv", call(groups + " --format csv").out);
  check_snapshot("compare.md", call(groups + " --format markdown").out);
}
