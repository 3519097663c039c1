#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/question_kinds.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

using Json = nlohmann::json;

const Json& named(const Json& list, const Json& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Json& item) { return item["name"] == name; });
  if (found == list.end()) throw std::runtime_error("there is none that is called " + name.get<std::string>());
  return *found;
}

bool same_odds(const Json& a, const Json& b) {
  if (a.is_null() || b.is_null()) return a.is_null() && b.is_null();
  return std::abs(a.get<double>() - b.get<double>()) < 1e-12;
}

}  // namespace

// docs/promises.md: what an answer had it keeps; more may stand beside it.
// Counts that a later version throws in another order are not in an earlier version's file, but in its own.
TEST_CASE("the answers of earlier versions are given still") {
  const auto version = GENERATE(as<std::string>(), "1.0.0", "1.1.0", "1.2.0");
  std::ifstream golden("tests/golden/" + version + ".jsonl");
  std::set<std::string> asked;
  OneOf some(5);
  for (std::string line; std::getline(golden, line);) {
    const Json kept = Json::parse(line);
    const auto command = kept["command"].get<std::string>();
    INFO(command);
    if (!some.takes_next()) continue;
    const Called called = call(command + " --format json");
    REQUIRE(called.status == 0);
    const Json answer = Json::parse(called.out);
    asked.insert(answer["question"]);
    CHECK(answer["schema"] == "boxcars/1");
    CHECK(answer["inputs"] == kept["inputs"]);
    for (const Json& event : kept["events"]) {
      INFO(event);
      const Json& now = named(answer["events"], event["name"]);
      CHECK(same_odds(now["exact"], event["exact"]));
      CHECK((!event.contains("count") || now["count"] == event["count"]));
    }
    for (const Json& measure : kept["measures"]) {
      INFO(measure);
      const Json& now = named(answer["measures"], measure["name"])["distribution"];
      REQUIRE(now.size() == measure["distribution"].size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        const Json& value = measure["distribution"][i];
        CHECK(now[i]["value"] == value[0]);
        CHECK(same_odds(now[i]["exact"], value[1]));
        CHECK((value.size() == 2 || now[i]["count"] == value[2]));
      }
    }
  }
  REQUIRE(!asked.empty());
  if (effort(false, true) || version != "1.2.0") return;  // the last one knows them all, where all are asked
  for (const ask::QuestionKind& kind : ask::question_kinds()) CHECK(asked.contains(std::string(kind.name)));
}
