#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "model/core/bad_input.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/terrain_card.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/snapshots.hpp"

using namespace boxcars;
using namespace boxcars::test;
using namespace boxcars::model;

TEST_CASE("every terrain that an attack knows has a card, and every card its rules") {
  for (const auto& choice : terrain_choices) {
    if (choice.value == Terrain::open || choice.value == Terrain::rowhouse_vertex || is_natural(choice.value)) continue;
    INFO(choice.name);
    CHECK_NOTHROW(terrain_card(choice.name));
  }
  for (const TerrainCard& card : terrain_cards()) {
    INFO(card.type);
    CHECK(terrain_card(card.type).title == card.title);
    CHECK(card.lines.size() >= 6);
    for (const CardLine& line : card.lines) {
      INFO(line.about);
      CHECK_FALSE(line.about.empty());
      CHECK_FALSE(line.text.empty());
      CHECK_FALSE(line.rule.empty());
      CHECK(line.text.find('"') == std::string::npos);
    }
  }
}

TEST_CASE("cards have the numbers of the rules") {
  const auto says = [](const char* type, const char* about) { return std::string(terrain_card(type).text(about)); };
  CHECK(says("multi-story", "TEM") == "+2 wooden, +3 stone");
  CHECK(says("multi-story", "fortified TEM") == "+3 wooden, +4 stone");
  CHECK(says("multi-story", "Bog DRM") == "+3 wooden, +4 stone");
  CHECK(says("two-story", "Kindling") == "7 wooden, 8 stone");
  CHECK(says("two-story", "Spread") == "8 wooden, 9 stone");
  CHECK(says("two-story", "LOS height") == "1 1/2");
  CHECK(says("hut", "Kindling") == "6");
  CHECK(says("hut", "Spread") == "7");
  CHECK(says("hut", "TEM") == "+1");
  CHECK(says("collapsed-hut", "TEM") == "+0");
  CHECK(says("factory", "Bog DRM") == "+1");
  CHECK(says("rubble", "Bog DRM") == "+3 wooden, +3 stone");
  CHECK(says("rubble", "fortified TEM") == "-");
  CHECK(says("rubble", "MF").starts_with("3"));
}

TEST_CASE("cards are printed in every format, at any width") {
  check_snapshot("terrain.txt", call("terrain").out);
  check_snapshot("terrain-rowhouse.txt", call("terrain rowhouse").out);
  check_snapshot("terrain-help.txt", call("terrain --help").out);
  check_snapshot("terrain-hut.md", call("terrain hut --format markdown").out);
  io::Style narrow;
  narrow.width = 40;
  check_width(call("terrain", narrow).out, 40);
  for (const TerrainCard& card : terrain_cards()) check_width(call("terrain " + card.type, narrow).out, 40);
  const auto root = nlohmann::json::parse(call("terrain --format json").out);
  CHECK(root["schema"] == "boxcars/1");
  CHECK(root["terrain"].size() == terrain_cards().size());
  CHECK(root["terrain"][0]["lines"][0]["about"] == "TEM");
  std::size_t lines = 1;
  for (const TerrainCard& card : terrain_cards()) lines += card.lines.size();
  const std::string csv = call("terrain --format csv").out;
  CHECK(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) == lines);
}
