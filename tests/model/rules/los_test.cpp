#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <zlib.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/files/board_file.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/los.hpp"
#include "model/rules/sight.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/places.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint8_t woods = 60, grain = 24, wall = 72, stone = 40, stone_two_levels = 42, gully = 30, cliff = 75, hillock = 105,
                       hillock_summit = 106;

// The lines of a file that gzip has packed, as JSON; nothing if $BOXCARS_LOS_FIGURES does not say where it is.
std::vector<nlohmann::json> figures(const std::string& name) {
  std::vector<nlohmann::json> lines;
  const char* folder = std::getenv("BOXCARS_LOS_FIGURES");
  const std::string path = (folder ? std::string(folder) : source_path("../shared/los")) + "/" + name;
  gzFile file = std::ifstream(path) ? gzopen(path.c_str(), "rb") : nullptr;
  if (!file) {
    WARN(name << " is left out: set BOXCARS_LOS_FIGURES to the folder of VASL's answers");
    return lines;
  }
  std::string line;
  std::vector<char> part(1 << 16);
  while (gzgets(file, part.data(), static_cast<int>(part.size()))) {
    line += part.data();
    if (!line.ends_with('\n')) continue;
    lines.push_back(nlohmann::json::parse(line));
    line.clear();
  }
  gzclose(file);
  return lines;
}

// The map of that name in the figures; nothing if its boards are not here.
const Battlefield* field_of(const std::string& map) {
  static std::map<std::string, std::unique_ptr<Battlefield>> fields;
  if (const auto found = fields.find(map); found != fields.end()) return found->second.get();
  std::string boards = map.substr(0, map.find(':'));
  for (auto at = boards.find("bd"); at != std::string::npos; at = boards.find("bd")) boards.erase(at, 2);
  const auto any = real_board("bd01");
  std::unique_ptr<Battlefield> field;
  if (any) {
    const std::string folder = any->substr(0, any->rfind('/'));
    try {
      const io::Board board = io::read_table(boards, {folder}, [](const std::string&) {});
      Raster raster = *board.map.raster;
      const std::map<std::string, std::map<int, int>> changes{
          {"DenseJungle", {{60, 127}}}, {"Bamboo", {{25, 128}}}, {"PalmTrees", {{63, 129}}}, {"Grain>Open_Ground", {{24, 0}}}};
      for (const auto& [ssr, change] : changes) {
        if (map.find(ssr) == std::string::npos) continue;
        for (Pixel& pixel : raster.pixels) {
          if (const auto to = change.find(pixel.terrain); to != change.end()) pixel.terrain = static_cast<std::uint8_t>(to->second);
        }
      }
      field = std::make_unique<Battlefield>(std::move(raster));
    } catch (const BadInput&) {
    }
  }
  return (fields[map] = std::move(field)).get();
}

enum class Pairs : std::uint8_t {
  usual,    // that both versions of VASL answer alike, with no end in a cellar or on a rooftop
  newer,    // that they answer differently: those of 2025 count
  special,  // with such an end
};

Pairs kind_of(const nlohmann::json& pair) {
  if (pair["special"].get<bool>()) return Pairs::special;
  return pair["agree"].get<bool>() ? Pairs::usual : Pairs::newer;
}

// How many pairs of a kind are answered so here: there are at least so many, and no more of them differ.
void agree(const std::string& file, Pairs kind, std::size_t fewest, std::size_t most_that_differ) {
  std::size_t all = 0, same = 0;
  for (const auto& pair : figures(file)) {
    if (kind_of(pair) != kind) continue;
    const Battlefield* field = field_of(pair["map"]);
    if (!field) continue;
    const auto end = [&](const char* which) {
      const auto& place = pair[which];
      return SightEnd{field->index_of(place["col"], place["row"]), place["level"]};
    };
    const LineOfSight los = line_of_sight(*field, end("from"), end("to"));
    CHECK(los.range == pair["range"].get<int>());
    const bool blocked = pair["blocked"];
    ++all;
    if (los.blocked() == blocked && (blocked || los.hindrance == pair["hindrance"].get<int>()))
      ++same;
    else
      UNSCOPED_INFO(pair["map"] << " " << pair["from"]["hex"] << " " << pair["to"]["hex"]);
  }
  if (all == 0) return;
  CHECK(all >= fewest);
  CHECK(all - same <= most_that_differ);
}

}  // namespace

TEST_CASE("a line of sight meets what is drawn on it") {
  const Picture open;
  CHECK_FALSE(open.los({1, 3}, {7, 3}).blocked());
  CHECK(open.los({1, 3}, {7, 3}).range == 6);
  // Woods between, and beside the line; the ends' own do not count.
  CHECK(Picture().paint(4, 2, 12, woods).los({4, 0}, {4, 4}).unseen == Unseen::higher);
  CHECK_FALSE(Picture().paint(4, 2, 12, woods, 0, 22, 0).los({4, 0}, {4, 4}).blocked());
  CHECK_FALSE(Picture().paint(4, 0, 12, woods).paint(4, 4, 12, woods).los({4, 0}, {4, 4}).blocked());
  // Grain hinders by the hex; its own hexes do not.
  const LineOfSight hindered = Picture().paint(4, 1, 12, grain).paint(4, 2, 12, grain).paint(4, 4, 12, grain).los({4, 0}, {4, 4});
  CHECK_FALSE(hindered.blocked());
  CHECK(hindered.hindrance == 2);
  CHECK(hindered.at_ranges[0].range == 1);
  CHECK(hindered.at_ranges[1].range == 2);
}

TEST_CASE("a hill blocks, and hides what is just behind it") {
  Picture hill;
  hill.paint(4, 2, 20, 0, 1);
  CHECK(hill.los({4, 0}, {4, 4}).unseen == Unseen::ground);
  CHECK_FALSE(hill.los({4, 0}, {4, 2}).blocked());
  CHECK(hill.los({4, 0}, {4, 2}).blocked() == hill.los({4, 2}, {4, 0}).blocked());
  // From level 2 of a building over woods: the hex behind them is blind (A6.4).
  Picture town;
  town.paint(4, 0, 12, stone_two_levels).paint(4, 2, 12, woods);
  CHECK(town.los({4, 0}, {4, 3}, 2).unseen == Unseen::blind_hex);
  CHECK_FALSE(town.los({4, 0}, {4, 5}, 2).blocked());
  CHECK(town.los({4, 0}, {4, 5}, 0).unseen == Unseen::higher);
}

TEST_CASE("walls block but those of either end") {
  // A wall along the south side of E2, row 1.
  const auto walled = [](int row) {
    Picture picture;
    for (int dx = -18; dx <= 18; dx += 3) picture.paint(4, row, 2, wall, 0, dx, 32);
    return picture;
  };
  CHECK(walled(2).los({4, 0}, {4, 5}).unseen == Unseen::hexside);
  CHECK_FALSE(walled(0).los({4, 0}, {4, 5}).blocked());
  CHECK_FALSE(walled(4).los({4, 0}, {4, 5}).blocked());
  CHECK_FALSE(walled(1).los({4, 1}, {4, 2}).blocked());
}

TEST_CASE("a cliff hides one hex more than a slope, but not at the firer's own hexside") {
  // A plateau of level 2 from row 3 on, and a hill behind it.
  const auto plateau = [](int level_of_hill, bool has_cliff) {
    Picture picture;
    for (int row = 3; row <= 4; ++row) picture.paint(4, row, 30, 0, 2);
    picture.paint(4, 5, 30, 0, level_of_hill);
    for (int dx = -18; has_cliff && dx <= 18; dx += 3) picture.paint(4, 3, 2, cliff, 0, dx, -29);
    return picture;
  };
  CHECK_FALSE(plateau(3, false).los({4, 1}, {4, 5}).blocked());
  CHECK(plateau(3, true).los({4, 1}, {4, 5}).unseen == Unseen::blind_ground);
  CHECK_FALSE(plateau(3, true).los({4, 0}, {4, 5}).blocked());
  CHECK_FALSE(plateau(4, false).los({4, 2}, {4, 5}).blocked());
  CHECK_FALSE(plateau(4, true).los({4, 2}, {4, 5}).blocked());
  CHECK(plateau(4, true).los({4, 5}, {4, 2}).unseen == Unseen::blind_ground);  // as VASL has it: the firer's hexside alone
}

TEST_CASE("what a hillock hides is not known, but between hexes of its level, or if something else hides it") {
  const auto raised = [](int row) { return Picture().paint(4, row, 31, 0, 1); };
  CHECK(Picture().paint(4, 2, 12, hillock).los({4, 0}, {4, 4}).unseen == Unseen::half_level);
  const LineOfSight over = raised(0).paint(4, 2, 12, hillock).paint(4, 3, 12, grain, 0, 0, 8).los({4, 0}, {4, 5});
  CHECK_FALSE(over.known());
  CHECK_FALSE(over.clear());
  CHECK_FALSE(over.blocked());
  CHECK_FALSE(Picture().paint(4, 2, 12, hillock_summit).los({4, 0}, {4, 4}).known());
  CHECK_FALSE(Picture().paint(4, 0, 12, hillock).paint(4, 2, 12, hillock).los({4, 0}, {4, 4}).known());
  CHECK(raised(0).paint(4, 2, 12, hillock).paint(4, 3, 12, woods).los({4, 0}, {4, 4}).blocked());
  CHECK(Picture().paint(4, 2, 12, hillock).los({3, 2}, {4, 2}).clear());
  CHECK(raised(0).paint(4, 2, 12, hillock).paint(4, 4, 31, 0, 1).los({4, 0}, {4, 4}).clear());
}

TEST_CASE("within a building only stairs lead to the next level") {
  Picture house;
  house.paint(4, 2, 12, stone_two_levels);
  CHECK(house.los({4, 2}, {4, 2}, 0, 1).unseen == Unseen::levels_of_a_building);
  house.raster.stairwells[house.raster.index(4, 2)] = 1;
  CHECK_FALSE(house.los({4, 2}, {4, 2}, 0, 1).blocked());
  CHECK(house.los({4, 2}, {4, 2}, 0, 2).blocked());
  CHECK_FALSE(Picture().paint(4, 2, 12, stone).los({4, 2}, {4, 2}).blocked());
}

TEST_CASE("who is in a gully is seen from next to it, and along it") {
  Picture ditch;
  for (int row = 0; row < 6; ++row) {
    for (int dy = -30; dy <= 30; dy += 6) ditch.paint(4, row, 6, gully, -1, 0, dy);
  }
  CHECK_FALSE(ditch.los({4, 1}, {4, 4}).blocked());
  CHECK_FALSE(ditch.los({3, 2}, {4, 2}).blocked());
  CHECK(ditch.los({1, 2}, {4, 2}).blocked());
}

TEST_CASE("boards that are turned and joined show the same") {
  Picture picture;
  picture.paint(2, 1, 12, woods).paint(3, 4, 12, grain).paint(6, 2, 12, stone_two_levels).paint(6, 4, 14, 0, 1);
  const Battlefield plain(picture.raster), twice(turned(turned(picture.raster)));
  CHECK(std::equal(plain.raster().pixels.begin(), plain.raster().pixels.end(), twice.raster().pixels.begin(),
                   [](Pixel a, Pixel b) { return a.terrain == b.terrain && a.elevation == b.elevation; }));
  const Battlefield beside(joined({{picture.raster, turned(picture.raster)}}, {{"1", "1r"}}));
  CHECK(beside.raster().columns == 17);
  for (int column = 0; column < 8; ++column) {
    for (int row = 0; row < plain.raster().rows_in(column); ++row) {
      const LineOfSight alone = line_of_sight(plain, {plain.index_of(1, 3), 0}, {plain.index_of(column, row), 0});
      const LineOfSight one_of_two = line_of_sight(beside, {beside.index_of(1, 3), 0}, {beside.index_of(column, row), 0});
      CHECK(alone.blocked() == one_of_two.blocked());
      CHECK(alone.hindrance == one_of_two.hindrance);
    }
  }
  Picture small;
  small.raster.rows = 5, small.raster.height = 322;
  CHECK_THROWS_WITH(joined({{picture.raster, small.raster}}, {{"1", "2"}}), Contains("do not fit"));
}

TEST_CASE("the hexes of real boards are what VASL makes of them", "[thorough]") {
  std::size_t all = 0, wrong = 0;
  for (const auto& told : figures("hexes.jsonl.gz")) {
    const Battlefield* field = field_of(told["map"]);
    if (!field) continue;
    const FieldHex& hex = field->hex(field->index_of(told["col"], told["row"]));
    bool same = hex.base == told["base"].get<int>() && hex.stairwell == told["stairway"].get<bool>() &&
                hex.center.x == told["x"].get<int>() && hex.center.y == told["y"].get<int>() &&
                hex.locations.size() == told["chain"].size();
    const auto is = [](std::uint8_t code, const nlohmann::json& name) {
      return name.is_null() ? code == 0 : los_terrain(code).name == in_small_letters(name.get<std::string>());
    };
    same = same && is(hex.terrain, told["terrain"]);
    for (std::size_t s = 0; s < 6 && same; ++s) {
      const auto& side = told["hexsides"][s];
      same = is(hex.edges[s], side["edge"]) && hex.on_map[s] == side["on_map"].get<bool>() &&
             hex.depression_sides[s] == side["depression"].get<bool>();
    }
    ++all;
    if (!same) ++wrong;
  }
  // Three huts of wood on 12, 21 and 22 have rooftops at levels 1 and 2 there; nobody can be on that of a single story house (B23.8).
  CHECK(wrong <= 3);
  if (all > 0) CHECK(all == 3460);
}

TEST_CASE("a hex that is painted anew is what it would always have been") {
  Picture picture;
  picture.paint(4, 2, 14, stone_two_levels).paint(5, 2, 20, stone).paint(3, 2, 20, woods).paint(6, 4, 10, gully);
  for (int dx = -18; dx <= 18; dx += 3) picture.paint(4, 2, 2, wall, 0, dx, -32);
  const auto are_equal = [](const Battlefield& a, const Battlefield& b) {
    for (std::size_t i = 0; i < a.hexes().size(); ++i) {
      const FieldHex &one = a.hexes()[i], &other = b.hexes()[i];
      const bool same = one.base == other.base && one.terrain == other.terrain && one.depression == other.depression &&
                        one.stairwell == other.stairwell && one.has_bridge == other.has_bridge && one.edges == other.edges &&
                        one.at_sides == other.at_sides && one.depression_sides == other.depression_sides &&
                        std::equal(one.locations.begin(), one.locations.end(), other.locations.begin(), other.locations.end(),
                                   [](const SightLocation& x, const SightLocation& y) {
                                     return x.level == y.level && x.terrain == y.terrain && x.in_depression == y.in_depression;
                                   });
      if (!same) return false;
    }
    return true;
  };
  const auto try_all = [&](const Battlefield& drawn, std::size_t step) {
    Battlefield field = drawn;
    Raster raster = drawn.raster();
    for (std::size_t i = 0; i < drawn.hexes().size(); i += step) {
      const int hex = static_cast<int>(i);
      const std::uint8_t code = i % 2 == 0 ? 90 : 41;
      field.paint(hex, field.pixels_of(hex), code, false);
      for (const std::size_t pixel : drawn.pixels_of(hex)) raster.pixels[pixel].terrain = code;
      raster.stairwells[i] = 0;
    }
    CHECK(are_equal(field, Battlefield(raster)));
    for (std::size_t i = 0; i < drawn.hexes().size(); i += step) field.restore(static_cast<int>(i), drawn);
    CHECK(are_equal(field, drawn));
  };
  try_all(Battlefield(picture.raster), 3);
  if (const Battlefield* field = field_of("bd20")) try_all(*field, 37);
}

TEST_CASE("lines of sight on real boards are VASL's", "[thorough]") {
  agree("pairs.jsonl.gz", Pairs::usual, 4000, 1);
  agree("pairs.jsonl.gz", Pairs::newer, 116, 0);
  agree("pairs.jsonl.gz", Pairs::special, 155, 2);
}
TEST_CASE("on real boards one sees whom one is seen by, but where VASL asks the firer alone", "[thorough]") {
  for (const auto& [board, most_of_1000] : {std::pair("bd06", 1), std::pair("bd08", 3), std::pair("bd20", 1), std::pair("bd51", 1)}) {
    const Battlefield* field = field_of(board);
    if (!field) continue;
    const int hexes = static_cast<int>(field->hexes().size());
    int all = 0, differ = 0;
    for (int a = 0; a < hexes; a += 3) {
      for (int b = a + 1; b < hexes; b += 7, ++all)
        differ += line_of_sight(*field, {a, 0}, {b, 0}).blocked() != line_of_sight(*field, {b, 0}, {a, 0}).blocked();
    }
    INFO(board);
    CHECK(all > 2000);
    CHECK(differ * 1000 <= all * most_of_1000);
  }
}
TEST_CASE("lines of sight where SSR change the terrain are VASL's") { agree("ssr.jsonl.gz", Pairs::usual, 150, 1); }

TEST_CASE("boards on a table have their hexes by their names, and shots take the line of sight") {
  const auto any = real_board("bd20");
  if (!any || !real_board("bd21")) return;
  const std::string folder = any->substr(0, any->rfind('/'));
  const auto los = [&](const std::string& rest) { return call("los --boards " + folder + " " + rest); };
  CHECK_THAT(los("F3 H5 --board 20").out, Contains("F3") && Contains("range 3"));
  const auto json = nlohmann::json::parse(los("20-H5 21-F3 --board 20r/21 --format json").out);
  CHECK(json["from"] == "20-H5");
  CHECK(json["to"] == "21-F3");
  CHECK_THAT(los("ZZ99 H5 --board 20").err, Contains("is not on the map"));
  CHECK_THAT(los("F3.4 H5 --board 20").err, Contains("has no level 4"));
  CHECK_THAT(los("F3.-2 H5 --board 20").err, Contains("has no such level"));
  CHECK_THAT(los("F3.-1 H5 --board 20").err, Contains("has no level -1"));
  CHECK_THAT(los("O5.-1 O6 --board 20").out, Contains("O5.-1 sees O6: range 1"));  // from a cellar
  CHECK_THAT(los("F3 H5 --board 20+").err, Contains("cannot be placed") || Contains("no board"));
  CHECK_THAT(los("F3 H5 --board 20r/21").err, Contains("is on several boards"));
  CHECK(los("F3 --board 20").status == 0);
  CHECK_THAT(los("F3 --board 20r").out, Contains("\n   GGFFEE"));
  CHECK_THAT(los("Y9 X7 --board 08").out, Contains("does not see") && Contains("the other way, X7 sees Y9"));
  CHECK_THAT(los("X7 Y9 --board 08").out, Contains("X7 sees Y9") && Contains("the other way, Y9 does not see X7"));
  CHECK_THAT(los("F3 G4 --board 20").out, !Contains("the other way"));
  CHECK_THAT(los("F3 G4.3 --board 20").out, Contains("TEM +0, Height Advantage +1"));  // a rooftop
  CHECK_THAT(call("attack 8 --target 4-4-7 --boards " + folder + " --board 20 --from F3 --hex G4.3 --explain").out, Contains("+1 in all"));
  // Rubble falls in hexes by their own names, too; a direction is the hex's, as it is printed: 4 of J8 is J9.
  const auto chain = [&](const std::string& rest) { return call("chain --trials 1k --boards " + folder + " " + rest); };
  CHECK_THAT(chain("--hex J8 --board 06r").out, Contains("J8, a stone building") && Contains("J9 rubbled") && !Contains("X2"));
  CHECK_THAT(chain("--hex 20-T7 --set 20-T7=stone:2 --board 20r/21").out, Contains("20-T7, a stone building") && Contains("20-T8 rubbled"));
  CHECK_THAT(chain("--hex 20-T7 --set 20-T7=stone:2 --own 20-T8 --board 20r/21 --format json").out, Contains("\"20-T8\""));
}
