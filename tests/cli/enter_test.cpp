#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

constexpr const char* town = R"(columns = 33
rows = 10
[[hex]]
name = "L9"
building = "stone"
factory = true
[[hex]]
name = "L8"
factory = true
[[hex]]
name = "K9"
building = "wood"
levels = 1
factory = true
[[hex]]
name = "B2"
lumberyard = true
[[hex]]
name = "B3"
lumberyard = true
rubble = "wood"
)";

json answer(const std::string& question) {
  const Called called = call(question + " --method exact --format json");
  INFO(called.err);
  REQUIRE(called.status == 0);
  return json::parse(called.out);
}

double exact(const json& root, const std::string& event) {
  for (const json& e : root["events"]) {
    if (e["name"] == event) return e["exact"].get<double>();
  }
  FAIL(event);
  return -1;
}

}  // namespace

TEST_CASE("a Factory's hex on a map is entered by its wall, and inside only where that is said (B23.742)") {
  const Folder folder;
  const std::string map = "enter --map " + folder.file("town.toml", town) + " --hex ";
  // Normal ground pressure +1, stone +4: 7 or more; within the Factory +1: 10 or more.
  const json outside = answer(map + "L9");
  CHECK(exact(outside, "bogs") == Approx(21.0 / 36));
  CHECK(exact(outside, "building rubbled") == 0);
  CHECK(exact(outside, "falls into cellar") == 0);
  CHECK_THAT(outside["notes"].dump(), Contains("L9 is a Factory, entered by its wall"));
  CHECK(outside["events"] == answer("enter --factory --building stone --levels 0")["events"]);
  const json inside = answer(map + "L9 --factory");
  CHECK(exact(inside, "bogs") == Approx(6.0 / 36));
  CHECK_THAT(inside["notes"].dump(), !Contains("as given"));
  CHECK(exact(answer(map + "L8 --building wood"), "building rubbled") == Approx(1.0 / 6));
  check_refused(map + "L8", "L8 is a Factory (of wood or stone?");
  check_refused(map + "K9", "a Factory has none, B23.74");
  CHECK(exact(answer(map + "K9 --set K9=wood:0"), "building rubbled") == Approx(1.0 / 6));
}

TEST_CASE("no vehicle enters a lumberyard but in Bypass (B23.211)") {
  const Folder folder;
  const std::string map = "enter --map " + folder.file("town.toml", town) + " --hex ";
  check_refused(map + "B2", "--hex B2 is a lumberyard (vehicles enter it in Bypass only, B23.211)");
  CHECK(exact(answer(map + "B3"), "bogs") == Approx(15.0 / 36));  // its rubble: +1 +3
}
