#include "model/rules/hex_map.hpp"

#include <cmath>
#include <map>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/rules/map_input.hpp"

using namespace boxcars::model;
using Catch::Matchers::Contains;

namespace {

// Where a hex's centre is on the board, in pixels (VASL): a picture, not a table of steps.
std::pair<double, double> centre(Hex hex) {
  const bool second = hex.column % 2 == 1;
  const int row = second ? hex.row : hex.row - 1;
  return {56.25 * hex.column, 32.25 + 64.5 * row - (second ? 32.25 : 0)};
}

HexMap board() { return {.grid = {33, 10}}; }

}  // namespace

TEST_CASE("hexes are read and written as printed") {
  for (const char* name : {"A1", "J8", "B0", "Z10", "AA1", "GG10"}) CHECK(to_string(read_hex(name).value()) == name);
  CHECK(read_hex("j8") == Hex{9, 8});
  CHECK(read_hex("gg10") == Hex{32, 10});
  for (const char* bad : {"", "8", "J", "8J", "J-8", "JK8", "J8x", "J08", "J99999", "JJJJJ8", "J 8",
                          "\xff"
                          "8"})
    CHECK_FALSE(read_hex(bad));
}

TEST_CASE("B8: direction 3 from J8 is K9, as in the example of B24.12") {
  CHECK(to_string(neighbor(*read_hex("J8"), 3)) == "K9");
  CHECK(to_string(neighbor(*read_hex("J8"), 1)) == "J7");
  CHECK(to_string(neighbor(*read_hex("K9"), 6)) == "J8");
}

TEST_CASE("the neighbour in direction k lies 60 degrees times k - 1 clockwise from above") {
  for (const Hex hex : {Hex{8, 5}, Hex{9, 5}, Hex{25, 7}, Hex{26, 7}}) {
    for (int direction = 1; direction <= 6; ++direction) {
      const double angle = (direction - 1) * std::acos(-1.0) / 3;
      const auto [x, y] = centre(hex);
      const auto [to_x, to_y] = centre(neighbor(hex, direction));
      INFO(to_string(hex) << " " << direction);
      CHECK(to_x - x == Approx(64.5 * std::sin(angle)).margin(1));
      CHECK(to_y - y == Approx(-64.5 * std::cos(angle)).margin(1));
      CHECK(neighbor(neighbor(hex, direction), (direction + 2) % 6 + 1) == hex);
    }
  }
}

TEST_CASE("the range between two hexes is the number of steps from neighbour to neighbour") {
  for (const char* from : {"A1", "B0", "J8", "K9", "GG10"}) {
    std::map<Hex, int> steps{{*read_hex(from), 0}};
    for (std::vector<Hex> open{*read_hex(from)}, next; !open.empty(); open.swap(next), next.clear()) {
      for (const Hex hex : open) {
        for (int direction = 1; direction <= 6; ++direction) {
          const Hex to = neighbor(hex, direction);
          if (board().grid.has(to) && steps.emplace(to, steps.at(hex) + 1).second) next.push_back(to);
        }
      }
    }
    CHECK(steps.size() == 33 * 10 + 16);
    for (const auto& [to, range] : steps) {
      INFO(from << " " << to_string(to));
      CHECK(distance(*read_hex(from), to) == range);
      CHECK(distance(to, *read_hex(from)) == range);
    }
  }
}

TEST_CASE("columns A, C, ... begin at row 1, the others at row 0") {
  const Grid grid{33, 10};
  for (const char* name : {"A1", "A10", "B0", "B10", "GG1", "GG10"}) CHECK(grid.has(*read_hex(name)));
  for (const char* name : {"A0", "A11", "B11", "GG0", "HH1"}) CHECK_FALSE(grid.has(*read_hex(name)));
}

TEST_CASE("SSR change a map") {
  HexMap map = board();
  set_hex(map, "K9=stone:3");
  CHECK(map.at(*read_hex("K9")) == MapHex{.building = Construction::stone, .levels = 3});
  set_hex(map, "K9=wood:0");
  CHECK(map.at(*read_hex("K9")) == MapHex{.building = Construction::wood});
  set_hex(map, "k9=stone-rubble");
  CHECK(map.at(*read_hex("K9")) == MapHex{.rubble = Construction::stone});
  set_hex(map, "K9=water");
  CHECK(map.at(*read_hex("K9")) == MapHex{.water = true});
  set_hex(map, "K9=open");
  CHECK(map.hexes.empty());
  map.hexes[*read_hex("C3")] = {.building = Construction::wood, .lumberyard = true};
  for (const auto& [setting, why] : std::vector<std::pair<std::string, std::string>>{{"K9", "it has no ="},
                                                                                     {"K9=stone", "holds no building that it could change"},
                                                                                     {"K9=stone:5", "0 to 4 levels"},
                                                                                     {"C3=wood:1", "B23.211"},
                                                                                     {"K9=stone:-1", "0 to 4 levels"},
                                                                                     {"K9=stone:", "0 to 4 levels"},
                                                                                     {"K9=ston:2", "did you mean stone?"},
                                                                                     {"K11=stone:2", "not on the map (it has A1 to GG10)"},
                                                                                     {"9K=stone:2", "is no hex"}}) {
    INFO(setting);
    CHECK_THROWS_WITH(set_hex(map, setting), Contains(why));
  }
}

TEST_CASE("SSR change the ground, which keeps its elevation") {
  HexMap map = board();
  const Hex k9 = *read_hex("K9");
  map.ground[k9] = {.terrain = "woods", .elevation = 2};
  set_hex(map, "K9=stone:1");
  CHECK(map.ground_at(k9) == Ground{.elevation = 2});
  set_hex(map, "K9=brush");
  CHECK(map.hexes.empty());
  CHECK(map.ground_at(k9) == Ground{.terrain = "brush", .elevation = 2});
  set_hex(map, "K9=water");
  CHECK(map.ground_at(k9)->terrain == "water");
  set_hex(map, "K9=open");
  CHECK(map.ground_at(k9)->terrain == "open");
  for (const char* no_ground : {"K9=hedge", "K9=hut", "K9=rooftop", "K9=bamboo"}) CHECK_THROWS_AS(set_hex(map, no_ground), BadInput);
  map.tells_ground = false;
  CHECK(map.ground_at(k9));
  CHECK_FALSE(map.ground_at(*read_hex("K8")));
}

TEST_CASE("maps that differ in anything differ in their line") {
  HexMap one = board();
  set_hex(one, "K9=stone:3");
  const std::string line = in_one_line(one);
  CHECK(line == "33x10 K9=stone:3");
  for (const auto change :
       {+[](MapHex& h) { h.water = true; }, +[](MapHex& h) { h.rubble = Construction::wood; }, +[](MapHex& h) { h.factory = true; },
        +[](MapHex& h) { h.stairwell = true; }, +[](MapHex& h) { h.levels = 2; }, +[](MapHex& h) { h.rowhouse = true; },
        +[](MapHex& h) { h.marketplace = true; }, +[](MapHex& h) { h.building = Construction::wood; },
        +[](MapHex& h) { h.lumberyard = true; }, +[](MapHex& h) { h.hut = true; }}) {
    HexMap other = one;
    change(other.hexes.begin()->second);
    CHECK(in_one_line(other) != line);
  }
}

TEST_CASE("SSR change the building that is there, or all of them") {
  HexMap map = board();
  const Hex x3 = *read_hex("X3"), f3 = *read_hex("F3"), c3 = *read_hex("C3"), m1 = *read_hex("M1"), w1 = *read_hex("W1");
  const MapHex x3_was{.building = Construction::stone, .levels = 2, .stairwell = true};
  const MapHex market{.building = Construction::stone, .levels = 1, .marketplace = true};
  map.hexes = {{x3, x3_was},
               {f3, {.building = Construction::stone, .levels = 1, .stairwell = true}},
               {c3, {.building = Construction::wood, .lumberyard = true}},
               {m1, market},
               {w1, {.water = true}}};
  map.ground[f3] = {.terrain = "woods", .elevation = 1};
  set_hex(map, "X3=factory");
  CHECK(map.at(x3) == MapHex{.building = Construction::stone, .stairwell = true, .factory = true});
  set_hex(map, "F3=wood");
  CHECK(map.at(f3) == MapHex{.building = Construction::wood, .levels = 1, .stairwell = true});
  set_hex(map, "F3=single-story");
  CHECK(map.at(f3) == MapHex{.building = Construction::wood});
  CHECK(map.ground_at(f3) == Ground{.terrain = "woods", .elevation = 1});
  map.hexes[x3] = x3_was;
  set_hex(map, "all=stone");
  CHECK(map.at(f3).building == Construction::stone);
  CHECK(map.at(c3).building == Construction::wood);
  set_hex(map, "all=single-story");
  CHECK(map.at(x3) == MapHex{.building = Construction::stone});
  CHECK(map.at(m1) == market);
  set_hex(map, "all=wood");
  CHECK(map.at(x3) == MapHex{.building = Construction::wood});
  CHECK(map.at(w1) == MapHex{.water = true});
  for (const auto& [setting, why] : std::vector<std::pair<std::string, std::string>>{{"K9=factory", "holds no building"},
                                                                                     {"W1=wood", "holds no building"},
                                                                                     {"C3=stone", "B23.211"},
                                                                                     {"all=factory", "wood, stone or single-story"},
                                                                                     {"all=stone:2", "wood, stone or single-story"},
                                                                                     {"all=open", "wood, stone or single-story"}}) {
    INFO(setting);
    CHECK_THROWS_WITH(set_hex(map, setting), Contains(why));
  }
}

TEST_CASE("what SSR say of all buildings comes first, and nothing is changed twice") {
  const auto changed = [](std::vector<std::string> set) {
    MapInput input{.map = board(), .set = std::move(set)};
    input.map.hexes = {{*read_hex("X3"), {.building = Construction::stone, .levels = 2}},
                       {*read_hex("F3"), {.building = Construction::stone, .levels = 1}}};
    return changed_map(input);
  };
  const HexMap map = changed({"X3=wood:3", "F3=factory", "all=wood", "all=single-story"});
  CHECK(map.at(*read_hex("X3")) == MapHex{.building = Construction::wood, .levels = 3});
  CHECK(map.at(*read_hex("F3")) == MapHex{.building = Construction::wood, .factory = true});
  CHECK(changed({"X3=wood", "X3=single-story"}).at(*read_hex("X3")) == MapHex{.building = Construction::wood});
  CHECK_THROWS_WITH(changed({"X3=factory", "X3=single-story"}), Contains("X3 is changed already"));
  CHECK_THROWS_WITH(changed({"X3=wood", "X3=stone:1"}), Contains("X3 is changed already"));
  CHECK_THROWS_WITH(changed({"all=wood", "all=stone"}), Contains("all buildings are changed already"));
}
