#include <filesystem>
#include <fstream>
#include <random>
#include <span>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/files/board_file.hpp"
#include "io/files/map_file.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

const std::string metadata = "<?xml version='1.0'?><boardMetadata name='77' width='5' height='3'/>";

io::Board parsed(const std::vector<std::byte>& bytes) { return io::parse_vasl_board(bytes, "bd77"); }
io::Board parsed(const PaintedBoard& board) { return parsed(zipped({{"BoardMetadata.xml", metadata}, {"LOSData", board.los_data()}})); }

MapHex at(const io::Board& board, const char* name) { return board.map.at(*read_hex(name)); }

// A folder of its own, gone at the end.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("boxcars-boards-" + std::to_string(std::random_device{}()));
  Folder() { std::filesystem::create_directory(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, const std::vector<std::byte>& bytes) const {
    std::ofstream file(path / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return (path / name).string();
  }
};

PaintedBoard small_town() {
  PaintedBoard town(5, 3);
  town.paint(2, 1, 10, 42);  // C2: stone, two levels
  town.stairwell(2, 1);
  town.paint(1, 1, 10, 51);  // B1: wooden, one level
  return town;
}

}  // namespace

TEST_CASE("a board's hexes hold what is painted in them") {
  PaintedBoard painted = small_town();
  painted.paint(0, 0, 10, 29);         // A1: lumberyard
  painted.paint(4, 0, 10, 59);         // E1: wooden marketplace
  painted.paint(3, 2, 10, 48);         // D2: stone factory
  painted.paint(0, 2, 30, 8);          // A3: water
  painted.paint(4, 2, 8, 130);         // E3: huts
  painted.paint(2, 2, 10, 91);         // C3: wooden rubble
  painted.paint(3, 1, 6, 40, 12, 12);  // D1: stone, its centre dot outside the building
  painted.paint(2, 0, 3, 53);          // C1: a sliver of 49 pixels
  const io::Board board = parsed(painted);
  CHECK(board.name == "77");
  CHECK(board.map.grid.columns == 5);
  CHECK(board.map.grid.rows == 3);
  CHECK(at(board, "C2") == MapHex{.building = Construction::stone, .levels = 2, .stairwell = true});
  CHECK(at(board, "B1") == MapHex{.building = Construction::wood, .levels = 1});
  CHECK(at(board, "A1") == MapHex{.building = Construction::wood, .lumberyard = true});
  CHECK(at(board, "E1") == MapHex{.building = Construction::wood, .levels = 1, .marketplace = true});
  CHECK(at(board, "D2") == MapHex{.building = Construction::stone, .factory = true});
  CHECK(at(board, "A3") == MapHex{.water = true});
  CHECK(at(board, "E3") == MapHex{.hut = true});
  CHECK(at(board, "C3") == MapHex{.rubble = Construction::wood});
  CHECK(at(board, "D1") == MapHex{.building = Construction::stone});
  CHECK(at(board, "C1") == MapHex{});
  CHECK(board.map.hexes.size() == 9);
  CHECK(board.notes.empty());
}

TEST_CASE("a hex gets the building with most pixels, and a black bar makes Rowhouses") {
  PaintedBoard painted(5, 3);
  painted.paint(2, 1, 12, 41);
  painted.paint(2, 1, 5, 52);  // less of another building
  for (int y = -20; y <= 20; ++y)
    painted.pixel(static_cast<int>(PaintedBoard::center_x(2)), static_cast<int>(PaintedBoard::center_y(2, 1)) + y, 77);
  const io::Board board = parsed(painted);
  CHECK(at(board, "C2") == MapHex{.building = Construction::stone, .levels = 1, .rowhouse = true});
}

TEST_CASE("hexes tile the board: a pixel beside a hexside is in one hex only, and half hexes at the edge count") {
  PaintedBoard painted(5, 3);
  painted.paint(1, 0, 10, 40);  // B0, cut by the upper edge
  painted.paint(3, 3, 10, 50);  // D3, by the lower one
  const io::Board board = parsed(painted);
  CHECK(at(board, "B0").building == Construction::stone);
  CHECK(at(board, "D3").building == Construction::wood);
  CHECK(board.map.hexes.size() == 2);
  // Around the corner of A1, B0 and B1: a square of 20 by 20 is shared out among the three, none has all.
  PaintedBoard corner(5, 3);
  corner.paint(0, 0, 10, 40, 37, 0);
  const io::Board shared = parsed(corner);
  CHECK(at(shared, "A1").building);
  CHECK(at(shared, "B0").building);
  CHECK(at(shared, "B1").building);
  CHECK(shared.map.hexes.size() == 3);
}

TEST_CASE("records of any length, unknown codes, and boards without LOSData") {
  const PaintedBoard town = small_town();
  for (const std::size_t record : {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{1} << 20}) {
    const io::Board board = parsed(zipped({{"LOSData", town.los_data(record)}, {"data", "x"}}));
    CHECK(board.map.hexes.size() == 2);
  }
  PaintedBoard strange = small_town();
  strange.pixel(3, 3, 17);
  const io::Board noted = parsed(strange);
  REQUIRE(noted.notes.size() == 1);
  CHECK_THAT(noted.notes[0], Contains("terrain code 17"));
  const io::Board listed = parsed(zipped({{"BoardMetadata.xml",
                                           "<boardMetadata name='x' width='33' height='10'><buildingTypes>"
                                           "<buildingType hexName='J8' buildingTypeName='Stone Building, 2 Level'/>"
                                           "<buildingType hexName='K1' buildingTypeName='Wooden Building'/>"
                                           "<buildingType hexName='ZZ99' buildingTypeName='Wooden Building'/>"
                                           "<buildingType hexName='K2' buildingTypeName='Woods'/>"
                                           "</buildingTypes></boardMetadata>"}}));
  CHECK(listed.map.hexes.size() == 2);
  CHECK(at(listed, "J8") == MapHex{.building = Construction::stone, .levels = 2});
  CHECK_THAT(listed.notes.at(0), Contains("no LOSData"));
}

TEST_CASE("a map written from a board is the same map") {
  PaintedBoard painted = small_town();
  painted.paint(0, 0, 10, 29);
  painted.paint(4, 0, 10, 49);
  painted.paint(3, 2, 10, 47);
  painted.paint(0, 2, 30, 10);
  painted.paint(4, 2, 8, 131);
  painted.paint(2, 2, 10, 90);
  const HexMap map = parsed(painted).map;
  const HexMap again = io::parse_map(io::to_toml(map), "again.toml");
  CHECK(again.hexes == map.hexes);
  CHECK(again.grid.columns == map.grid.columns);
  CHECK(again.grid.rows == map.grid.rows);
}

TEST_CASE("what is no board is refused in one line, whatever it claims") {
  const auto refused = [](const std::vector<std::byte>& bytes, const std::string& why) {
    INFO(why);
    CHECK_THROWS_AS(parsed(bytes), BadInput);
    CHECK_THROWS_WITH(parsed(bytes), Contains(why) && !Contains("\n"));
  };
  const auto of = [](const std::string& text) {
    return std::vector<std::byte>(reinterpret_cast<const std::byte*>(text.data()),
                                  reinterpret_cast<const std::byte*>(text.data()) + text.size());
  };
  refused(of("PK\x03\x04 nonsense"), "no zip archive");
  refused({}, "neither LOSData nor BoardMetadata.xml");
  refused(zipped({{"bd77.gif", "GIF"}}), "neither LOSData nor BoardMetadata.xml");
  refused(zipped({{"BoardMetadata.xml", "<boardMetadata"}}), "no XML");
  refused(zipped({{"BoardMetadata.xml", "<boardMetadata/>"}}), "no size");
  refused(zipped({{"LOSData", "not gzip"}}), "damaged or cut off");
  refused(zipped({{"LOSData", gzipped("\x01\x02\x03\x04")}}), "no Java object stream");
  const std::string magic("\xAC\xED\x00\x05", 4);
  refused(zipped({{"LOSData", gzipped(magic)}}), "damaged or cut off");
  refused(zipped({{"LOSData", gzipped(magic + "t")}}), "more than block data");
  const auto with_header = [&](std::vector<int> numbers, std::size_t zeros) {
    std::string payload;
    for (const int number : numbers)
      for (int shift = 24; shift >= 0; shift -= 8) payload += static_cast<char>(number >> shift & 255);
    payload += std::string(zeros, '\0');
    std::string record = magic + '\x7A';
    for (int shift = 24; shift >= 0; shift -= 8) record += static_cast<char>(payload.size() >> shift & 255);
    return zipped({{"LOSData", gzipped(record + payload)}});
  };
  refused(with_header({-1, 10, 1800, 645}, 10), "no board has such a width");
  refused(with_header({33, 1'000'000, 1800, 645}, 10), "no board has such a height");
  refused(with_header({33, 10, 2'000'000'000, 645}, 10), "no board has such a width in pixels");
  refused(with_header({33, 10, 20'000, 20'000}, 10), "more pixels than any");  // what would take a while is not begun
  refused(with_header({33, 10, 1800, 645}, 1000), "damaged or cut off");
  refused(zipped({{"LOSData", gzipped(magic + std::string("\x77\x00", 2))}}), "empty record");
  refused(with_header({104, 200, 10'000, 10'000}, 10), "more pixels than any");
  refused(zipped({{"LOSData", small_town().los_data()}, {"BoardMetadata.xml", std::string(2 << 20, ' ')}}), "larger than any board's");
  // Entities are not expanded.
  std::string entities =
      "<!DOCTYPE b [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><boardMetadata name='&b;' width='5' height='3'/>";
  CHECK(parsed(zipped({{"BoardMetadata.xml", entities}})).name.size() < 50);
}

TEST_CASE("a damaged archive is a board or is refused, never a crash") {
  const std::vector<std::byte> whole = zipped({{"BoardMetadata.xml", metadata}, {"LOSData", small_town().los_data()}});
  const auto survive = [](const std::vector<std::byte>& bytes) {
    try {
      parsed(bytes);
    } catch (const BadInput&) {
    }
  };
  for (std::size_t length = 0; length < whole.size(); ++length)
    survive({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
  std::mt19937 random(1);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<std::byte> bytes = whole;
    for (int flips = 0; flips < 3; ++flips) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    survive(bytes);
  }
  std::string stream = small_town().stream();
  for (int trial = 0; trial < 200; ++trial) {
    std::string damaged = stream;
    for (int flips = 0; flips < 3; ++flips) damaged[random() % 64] = static_cast<char>(random());
    survive(zipped({{"LOSData", gzipped(damaged)}}));
  }
  SUCCEED();
}

TEST_CASE("boards by name, in questions and on their own") {
  const Folder folder;
  folder.write("bd77", zipped({{"BoardMetadata.xml", metadata}, {"LOSData", small_town().los_data()}}));
  const std::string file = (folder.path / "bd77").string();
  CHECK(io::find_board("77", {"/nowhere", folder.path.string()}) == file);
  CHECK(io::find_board("077", {folder.path.string()}) == file);
  CHECK(io::find_board("bd77", {folder.path.string()}) == file);
  CHECK_THROWS_WITH(io::find_board("78", {folder.path.string()}), Contains("BOXCARS_BOARDS"));
  const auto json = nlohmann::json::parse(call("board " + file + " --format json").out);
  CHECK(json["board"] == "77");
  CHECK(json["columns"] == 5);
  REQUIRE(json["hexes"].size() == 2);
  CHECK(json["hexes"][0] == nlohmann::json{{"hex", "B1"}, {"building", "wood"}, {"levels", 1}, {"stairwell", false}});
  CHECK(json["hexes"][1] == nlohmann::json{{"hex", "C2"}, {"building", "stone"}, {"levels", 2}, {"stairwell", true}});
  CHECK_THAT(call("board " + file).out, Contains("C2   stone          2  stairwell"));
  CHECK_THAT(call("board " + file + " --format csv").out, Contains("C2,stone,2,stairwell"));
  CHECK_THAT(call("board " + file + " --format markdown").out, Contains("| C2 | stone | 2 | stairwell |"));

  const auto odds = [](const std::string& command) {
    const Called called = call(command + " --method exact --format json");
    INFO(command << called.err);
    REQUIRE(called.status == 0);
    return nlohmann::json::parse(called.out)["events"];
  };
  CHECK(odds("enter --board " + file + " --hex C2") == odds("enter --building stone --levels 2"));
  CHECK(odds("attack 8 --target 4-4-7 --board " + file + " --hex B1") == odds("attack 8 --target 4-4-7 --terrain wood"));
  CHECK(odds("attack 8 --target 4-4-7 --board " + file + " --hex B1 --terrain open") == odds("attack 8 --target 4-4-7"));
  CHECK_THAT(call("attack 8 --target 4-4-7 --trials 1k --board " + file + " --hex B1 --terrain open").out,
             Contains("as given, not as B1's"));
  CHECK_THAT(call("chain --trials 1k --board " + file + " --hex C2").out, Contains("B1 rubbled"));
  CHECK_THAT(call("he 150 --trials 1k --board " + file + " --hex C2").out, Contains("a stone building with 2 levels"));
  CHECK(odds("hut --cause afv --set A1=wood:0 --board " + file + " --hex A1") == odds("hut --cause afv"));
  CHECK(call("hut --cause afv --board " + file + " --hex C2").status == 2);
  CHECK(call("enter --board " + file + " --hex A1").status == 2);
  CHECK(call("enter --board " + file).status == 2);
  CHECK(call("enter --hex A1").status == 2);
  CHECK(call("chain --board " + file + " --map " + file + " --hex C2").status == 2);

  // The atlas: C2's rubble falls with 2 levels on a third of all colored dr; B1 is one of six neighbours.
  const auto atlas = nlohmann::json::parse(call("atlas " + folder.path.string() + " --format json").out)["boards"][0];
  CHECK(atlas["hexes"][0]["hex"] == "C2");
  CHECK(atlas["hexes"][0]["rubble_falls"].get<double>() == Approx(1.0 / 3));
  CHECK(atlas["hexes"][0]["mean_building_hexes"].get<double>() == Approx(1.0 / 18));
  CHECK(atlas["hexes"][0]["mean_hexes"].get<double>() == Approx(1.0 / 3 + 1.0 / 18 * (1.0 / 6) * 5 / 6));
  CHECK(atlas["hexes"][1]["hex"] == "B1");
  CHECK_THAT(call("atlas " + file).out, Contains("C2   stone          2   33.3%"));
  CHECK_THAT(call("atlas " + file + " --format csv").out, Contains("77,C2,stone,2,0.333333333333,"));
  // A board alone on which nothing can be hit; a damaged one beside good ones; names that are no text.
  CHECK(parsed(zipped({{"BoardMetadata.xml",
                        "<boardMetadata name='x\xC3\xA9\xFF' width='1' height='1'><buildingTypes><buildingType hexName='A1' "
                        "buildingTypeName='Stone Building, 2 Level'/></buildingTypes></boardMetadata>"}}))
            .name == "x???");
  const std::string alone = folder.write("bd1", zipped({{"BoardMetadata.xml",
                                                         "<boardMetadata name='1' width='1' height='1'><buildingTypes>"
                                                         "<buildingType hexName='A1' buildingTypeName='Stone Building, 2 Level'/>"
                                                         "</buildingTypes></boardMetadata>"}}));
  CHECK_THAT(call("atlas " + alone).out, Contains("A1   stone          2   33.3%  0.0000"));
  folder.write("bd0", zipped({{"nothing", "x"}}));
  const Called all = call("atlas " + folder.path.string() + " --verbose --format csv");
  CHECK(all.status == 0);
  CHECK_THAT(all.err, Contains("left out: board"));
  CHECK_THAT(all.out, Contains("77,C2"));
  CHECK(call("atlas").status == 2);
  CHECK(call("atlas /nowhere").status == 2);
  CHECK(call("board").status == 2);
  io::Style narrow;
  narrow.width = 40;
  for (const char* command : {"board ", "atlas "}) check_width(call(command + file, narrow).out, 40);
}

TEST_CASE("board 6 and board 20 as they are known") {
  const auto bd06 = real_board("bd06");
  if (!bd06) return;
  const io::Board six = io::read_board(*bd06);
  std::string stone, wood;
  int buildings = 0;
  for (const auto& [hex, what] : six.map.hexes) {
    buildings += what.building.has_value();
    if (what.levels == 2) stone += to_string(hex) + " ";
    if (what.levels == 1) wood += to_string(hex) + " ";
  }
  CHECK(buildings == 25);
  CHECK(stone == "J8 K8 K9 M5 M6 N3 N4 N5 O3 O4 ");
  CHECK(wood == "K1 K2 ");
  // B24.12's example on it: from level 2 of J8, raised to three levels as K9.
  const Called told = call("chain --trials 1k --board " + *bd06 + " --set J8=stone:3 K9=stone:3 --hex J8 --from-level 2");
  CHECK_THAT(told.out, Contains("colored dr of 5 or more"));

  const auto bd20 = real_board("bd20");
  if (!bd20) return;
  const io::Board twenty = io::read_board(*bd20);
  CHECK(std::count_if(twenty.map.hexes.begin(), twenty.map.hexes.end(), [](const auto& hex) { return hex.second.building.has_value(); }) ==
        125);
  CHECK_FALSE(twenty.map.at(*read_hex("O4")).building);
  CHECK(twenty.map.at(*read_hex("X6")).rowhouse);
}

TEST_CASE("a board with a marketplace, and boards that are kept as maps") {
  if (const auto bd12 = real_board("bd12")) CHECK(io::read_board(*bd12).map.at(*read_hex("R7")).marketplace);
  for (const char* name : {"bd01", "bd08", "bd10", "bd21", "bd22", "bd23", "bd51"}) {
    const auto file = real_board(name);
    if (!file) continue;
    const io::Board board = io::read_board(*file);
    CHECK(board.notes.empty());
    CHECK(io::parse_map(io::to_toml(board.map), name).hexes == board.map.hexes);
  }
}
