#include "model/rules/ground.hpp"

#include <catch2/catch.hpp>

#include "io/files/vasl_terrain.hpp"

using namespace boxcars;
using namespace boxcars::model;

TEST_CASE("what is built in a hex is its terrain, else its ground is (B23.1)") {
  const Ground woods{.terrain = "woods"};
  CHECK(terrain_word({}, woods) == "woods");
  CHECK(terrain_word({}, Ground{}) == "open");
  CHECK_FALSE(terrain_word({}, {}));
  CHECK(terrain_word({.building = Construction::wood}, woods) == "wood");
  CHECK(terrain_word({.building = Construction::stone, .factory = true}, woods) == "stone");
  CHECK(terrain_word({.building = Construction::stone, .marketplace = true}, {}) == "marketplace");
  CHECK(terrain_word({.building = Construction::wood, .lumberyard = true}, {}) == "lumberyard");
  CHECK(terrain_word({.building = Construction::stone, .rubble = Construction::wood}, {}) == "wood-rubble");
  CHECK(terrain_word({.hut = true}, {}) == "hut");
  CHECK(terrain_word({.water = true}, Ground{}) == "water");
  CHECK(terrain_word({.water = true}, Ground{.terrain = "river"}) == "river");
}

TEST_CASE("every terrain of an attack is what it is, water and gullies are as open ground, all else is not known") {
  for (const auto& choice : terrain_choices) CHECK(terrain_of_word(choice.name) == choice.value);
  for (const char* word : {"water", "river", "gully", "shallow stream", "plowed field"}) {
    CHECK(terrain_of_word(word) == Terrain::open);
    CHECK_FALSE(why_open(word).empty());
  }
  for (const char* word : {"bamboo", "cactus patch", "single hex stone bridge", "no such thing"}) CHECK_FALSE(terrain_of_word(word));
  CHECK(why_open("woods").empty());
}

TEST_CASE("codes of VASL's boards have the words of attacks where there are such") {
  const std::vector<std::pair<int, const char*>> known{
      {0, "open"},     {14, "marsh"},   {15, "shellholes"},   {20, "foxhole"},       {24, "grain"},         {25, "brush"},
      {26, "crags"},   {27, "debris"},  {28, "graveyard"},    {60, "woods"},         {61, "forest"},        {62, "woods"},
      {63, "orchard"}, {64, "orchard"}, {118, "olive-grove"}, {126, "light-jungle"}, {127, "dense-jungle"}, {131, "collapsed-hut"}};
  for (const auto& [code, word] : known) {
    INFO(code);
    CHECK(io::vasl_terrain(code) == word);
    CHECK(terrain_of_word(word));
    CHECK_FALSE(io::is_over_ground(code));
  }
  CHECK(io::vasl_terrain(1) == "plowed field");
  CHECK(io::vasl_terrain(128) == "bamboo");
  CHECK(io::vasl_terrain(17).empty());
  CHECK(io::vasl_terrain(255).empty());
  for (const int code : {2, 41, 52, 65, 66, 70, 72, 73, 77, 112, 130}) CHECK(io::is_over_ground(code));
  for (const std::string& word : io::ground_words()) {
    const auto terrain = terrain_of_word(word);
    CHECK((!terrain || is_ground(*terrain)));
  }
}
