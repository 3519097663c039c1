#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <span>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/files/board_file.hpp"
#include "io/files/map_file.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/ground.hpp"
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

// What the list of a real board's BoardMetadata.xml names: its LOSData taken away.
std::map<Hex, MapHex> listed_buildings(const std::string& file) {
  return io::parse_vasl_board(zipped({{"BoardMetadata.xml", entry_of(file, "BoardMetadata.xml")}}), file).map.hexes;
}

PaintedBoard small_town() {
  PaintedBoard town(5, 3);
  town.paint(2, 1, 10, 42);  // C2: stone, two levels
  town.stairwell(2, 1);
  town.paint(1, 1, 10, 51);  // B1: wooden, one level
  return town;
}

}  // namespace

TEST_CASE("what else the metadata of a board list is told once, if its name is a word") {
  const auto notes = [](const std::string& listed) {
    return parsed(zipped({{"BoardMetadata.xml", "<boardMetadata name='77' width='5' height='3'>" + listed + "</boardMetadata>"},
                          {"LOSData", small_town().los_data()}}))
        .notes;
  };
  CHECK(notes("<buildingTypes/><colors><color/></colors><overlaySSRules/><colorSSRules/>").empty());
  CHECK(notes("<slopes><slope/></slopes><slopes/><partialOrchards/><a\xC3\xA9/><x1/><" + std::string(41, 'y') + "/>") ==
        std::vector<std::string>{"lines of sight do not know what the metadata of board 77 list: slopes, partialOrchards"});
}

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

TEST_CASE("a hex has the terrain and the elevation of its center dot, or what else covers most of it beneath a road") {
  PaintedBoard painted(5, 3);
  painted.paint(0, 1, 25, 60);         // A2: woods, with
  painted.paint(0, 1, 5, 66);          // a road over the dot
  painted.raise(0, 1, 25, 2);          // on a hill
  painted.paint(2, 1, 25, 25);         // C2: brush, but
  painted.paint(2, 1, 3, 30);          // a gully at the dot
  painted.raise(2, 1, 3, -1);          // which is a depression
  painted.paint(4, 1, 25, 66);         // E2: next to nothing but road
  painted.paint(1, 1, 25, 25);         // B1: brush, and
  painted.paint(1, 1, 3, 72);          // a wall over the dot
  painted.paint(3, 1, 25, 62);         // D1: pine woods
  painted.paint(3, 2, 25, 128);        // D2: bamboo, which no attack knows
  painted.paint(0, 0, 6, 41, 10, 10);  // A1: a building beside the dot
  painted.paint(0, 0, 4, 60);
  painted.paint(2, 2, 10, 131);  // C3: collapsed huts
  painted.paint(4, 2, 10, 8);    // E3: water
  const io::Board board = parsed(painted);
  const auto told = [&](const char* name) {
    const Hex hex = *read_hex(name);
    return std::pair(*terrain_word(board.map.at(hex), board.map.ground_at(hex)), board.map.ground_at(hex)->elevation);
  };
  const std::vector<std::pair<const char*, std::pair<std::string, int>>> expected{
      {"A2", {"woods", 2}},  {"C2", {"gully", -1}}, {"E2", {"open", 0}},          {"B1", {"brush", 0}}, {"D1", {"woods", 0}},
      {"D2", {"bamboo", 0}}, {"A1", {"stone", 0}},  {"C3", {"collapsed-hut", 0}}, {"E3", {"water", 0}}, {"C1", {"open", 0}}};
  for (const auto& [hex, what] : expected) {
    INFO(hex);
    CHECK(told(hex) == what);
  }
  CHECK(board.map.tells_ground);
  CHECK(board.map.ground.size() == 5 * 3 + 2);
  // As a map file it is the same.
  const HexMap again = io::parse_map(io::to_toml(board.map), "again.toml");
  CHECK(again.hexes == board.map.hexes);
  for (const auto& [hex, ground] : board.map.ground) {
    INFO(to_string(hex));
    CHECK(again.ground_at(hex) == ground);
  }
}

TEST_CASE("all hexes are told with their terrain and elevation, in column then row order") {
  const Folder folder;
  PaintedBoard town = small_town();
  town.paint(4, 0, 25, 60);
  town.raise(4, 0, 25, 1);
  const std::string file = folder.write("bd77", zipped({{"BoardMetadata.xml", metadata}, {"LOSData", town.los_data()}}));
  const auto json = nlohmann::json::parse(call("board " + file + " --all --format json").out);
  std::vector<std::string> names;
  for (const auto& hex : json["hexes"]) names.push_back(hex["hex"]);
  CHECK(names ==
        std::vector<std::string>{"A1", "A2", "A3", "B0", "B1", "B2", "B3", "C1", "C2", "C3", "D0", "D1", "D2", "D3", "E1", "E2", "E3"});
  CHECK(json["hexes"][0] == nlohmann::json{{"hex", "A1"}, {"terrain", "open"}, {"elevation", 0}});
  CHECK(json["hexes"][4] ==
        nlohmann::json{{"hex", "B1"}, {"terrain", "wood"}, {"elevation", 0}, {"building", "wood"}, {"levels", 1}, {"stairwell", false}});
  CHECK(json["hexes"][14] == nlohmann::json{{"hex", "E1"}, {"terrain", "woods"}, {"elevation", 1}});
  const std::string csv = call("board " + file + " --all --format csv").out;
  CHECK_THAT(csv, Contains("hex,terrain,elevation,building,levels,features"));
  CHECK_THAT(csv, Contains("E1,woods,1,,,"));
  CHECK_THAT(csv, Contains("C2,stone,0,stone,2,stairwell"));
  CHECK_THAT(call("board " + file + " --all").out, Contains("E1   woods            1"));
  // A map file has what it says; a board without LOSData tells neither.
  CHECK_THAT(call("board experiments/maps/chateau.toml --all --format csv").out, Contains("A1,open,0,,,"));
  const std::string listed = folder.write("bd78", zipped({{"BoardMetadata.xml", metadata}}));
  CHECK(nlohmann::json::parse(call("board " + listed + " --all --format json").out)["hexes"][0] == nlohmann::json{{"hex", "A1"}});
}

TEST_CASE("an attack has its terrain and its range from the map, and so has a gun at a building") {
  const Folder folder;
  PaintedBoard town = small_town();
  town.paint(4, 0, 25, 60);  // E1: woods
  town.raise(4, 0, 25, 1);
  town.paint(4, 2, 25, 30);   // E3: a gully
  town.paint(0, 2, 25, 128);  // A3: bamboo
  town.paint(0, 1, 25, 129);  // A2: palm trees
  const std::string on = " --board " + folder.write("bd77", zipped({{"BoardMetadata.xml", metadata}, {"LOSData", town.los_data()}}));
  const auto answer = [](const std::string& command) {
    const Called called = call(command + " --method exact --format json");
    INFO(command << called.err);
    REQUIRE(called.status == 0);
    return nlohmann::json::parse(called.out);
  };
  const auto same = [&](const std::string& on_map, const std::string& typed) {
    INFO(on_map);
    const auto one = answer(on_map), other = answer(typed);
    CHECK(one["events"] == other["events"]);
    return one["inputs"] == other["inputs"];
  };
  const std::string fire = "attack --by 2x4-6-7 --target 4-4-7";
  // From A1 to E1 are 4 columns, none of them more than half a row up or down for each.
  CHECK(same(fire + on + " --hex E1 --from A1", fire + " --range 4 --terrain woods"));
  CHECK(same(fire + on + " --hex E1 --from d0", fire + " --range 1 --terrain woods"));
  CHECK(same(fire + on + " --hex E1 --from E1", fire + " --range 0 --terrain woods"));
  CHECK(same(fire + on + " --hex E3 --from E1", fire + " --range 2"));
  CHECK(same(fire + on + " --hex B1 --from A1", fire + " --range 1 --terrain wood"));
  CHECK(same(fire + on + " --hex E1 --from A1 --terrain wall", fire + " --range 4 --terrain wall"));
  CHECK(same(fire + on + " --hex E1 --from A1 --set E1=brush", fire + " --range 4 --terrain brush --height-advantage"));
  CHECK(same(fire + on + " --hex A3 --from A1 --drm 1", fire + " --range 2 --drm 1 --hindrance 1"));  // palm trees in A2
  const std::string shell = "attack --caliber 75 --target 4-4-7";
  CHECK(same(shell + on + " --hex E1 --from A1", shell + " --range 4 --terrain woods"));
  const auto notes = [&](const std::string& command) { return answer(command)["notes"].dump(); };
  CHECK_THAT(notes(fire + on + " --hex E1"), Contains("E1 is woods on the map") && Contains("--terrain wall, B9.3"));
  CHECK_THAT(notes(fire + on + " --hex E3"), Contains("taken as open ground (no TEM, B19)"));
  CHECK_THAT(notes(fire + on + " --hex E1 --from A1 --terrain open"), Contains("E1 is 1 level above A1") && Contains("B10.31"));
  CHECK_THAT(notes(fire + on + " --hex E1 --from A1"), !Contains("B10.31"));
  const auto refused = [&](const std::string& command, const std::string& why) {
    INFO(command);
    const Called called = call(command);
    CHECK(called.status == 2);
    CHECK_THAT(called.err, Contains(why));
  };
  refused(fire + on + " --hex A3", "--hex A3 is bamboo (its TEM is not known here); give its TEM like --drm 1");
  refused(fire + on + " --hex A2", "--hex A2 is palm trees (its TEM is +0, a Hindrance, and no Open Ground); give --drm 0");
  refused(fire + on + " --hex E1 --from F1", "--from F1 is not on the map (it has A1 to E3)");
  refused(fire + on + " --hex E1 --from Q", "--from 'Q' is no hex");
  CHECK(answer(fire + on + " --hex E1 --from A1 --range 3")["inputs"]["range"] == 3);  // what is typed goes first
  refused(fire + on + " --from A1", "a map without --hex");
  refused(fire + " --from A1", "--from without a map");
  const auto by_firepower = answer("attack 8 --target 4-4-7 --hex E1 --from A1" + on);  // which is as it is; the line is the board's
  CHECK_FALSE(by_firepower["inputs"].contains("range"));
  CHECK_THAT(by_firepower["notes"].dump(), Contains("A1 sees E1 at range 4"));
  refused("attack --caliber 75 --fire oba --target 4-4-7 --hex E1 --from A1" + on, "--from with OBA");

  const std::string gun = "he 75 --occupant 4-4-7";
  same(gun + on + " --hex C2 --from E1 --case K", gun + on + " --hex C2 --range 2 --case K");
  same(gun + on + " --hex C2 --from C2", gun + on + " --hex C2 --range 0");
  auto aimed = answer(gun + on + " --hex C2 --from E1"), ranged = answer(gun + on + " --hex C2 --range 2");
  CHECK_THAT(aimed["notes"].dump(), Contains("E1 sees C2 at range 2"));
  aimed.erase("notes"), ranged.erase("notes");
  CHECK(aimed == ranged);
  CHECK(answer(gun + on + " --hex C2 --from E1 --range 3")["inputs"]["range"] == 3);
  refused(gun + on + " --hex C2 --from E9", "--from E9 is not on the map");
  refused(gun + on + " --hex C2 --from E1 --to-hit 7", "--from with --to-hit");
  refused(gun + on + " --hex C2 --from E1 --fire oba", "--from with --fire oba");
  refused("he --ammo dc --from E1 --hex C2" + on, "--from with --ammo dc");

  refused(gun + " stone 2 --from E1", "--from without a map");
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

TEST_CASE("hexes are called as on the board, which may begin with another than A1") {
  const auto named = [](const std::string& attributes) {
    const std::string xml = "<boardMetadata name='77' width='5' height='3' hexWidth='56.25' hexHeight='64.5' " + attributes + "/>";
    return zipped({{"BoardMetadata.xml", xml}, {"LOSData", small_town().los_data()}});
  };
  const io::Board plain = parsed(named("A1CenterX='0' A1CenterY='32.25'"));
  CHECK(at(plain, "C2").levels == 2);
  CHECK(plain.map.grid == Grid{5, 3});
  // 16 columns left of it, and ten rows above: C2 is S12, B1 is R11, and there is no A1.
  const io::Board moved = parsed(named("A1CenterX='-901' A1CenterY='-612.75'"));
  CHECK(moved.map.grid == Grid{5, 3, 16, 10});
  CHECK(at(moved, "S12") == at(plain, "C2"));
  CHECK(at(moved, "R11") == at(plain, "B1"));
  CHECK(moved.map.hexes.size() == plain.map.hexes.size());
  CHECK_THROWS_WITH(parse_hex(moved.map, "{hex}", "C2"), Contains("it has Q11 to U13"));
  for (const char* name : {"Q11", "Q13", "R10", "R13", "U13"}) CHECK(moved.map.grid.has(*read_hex(name)));
  for (const char* name : {"Q10", "Q14", "R9", "R14", "V11", "P11"}) CHECK_FALSE(moved.map.grid.has(*read_hex(name)));
  // As a map file it is the same.
  const HexMap again = io::parse_map(io::to_toml(moved.map), "again.toml");
  CHECK(again.grid == moved.map.grid);
  CHECK(again.hexes == moved.map.hexes);
  CHECK(in_one_line(again) != in_one_line(plain.map));
  // The list of the XML has the board's own names.
  const std::string list =
      "<buildingTypes><buildingType hexName='S12' buildingTypeName='Stone Building'/>"
      "<buildingType hexName='C2' buildingTypeName='Stone Building'/></buildingTypes>";
  const io::Board listed =
      parsed(zipped({{"BoardMetadata.xml",
                      "<boardMetadata name='77' width='5' height='3' A1CenterX='-901' A1CenterY='-612.75'>" + list + "</boardMetadata>"}}));
  CHECK(listed.map.hexes.size() == 1);
  CHECK(at(listed, "S12").building == Construction::stone);
  // A margin of less than a hex, and what cannot be told.
  CHECK(parsed(named("A1CenterX='20' A1CenterY='33'")).map.grid == Grid{5, 3});
  for (const char* untold : {"A1CenterX='-28'", "A1CenterX='-56.25'", "A1CenterX='173'", "A1CenterY='-20'", "A1CenterY='200'",
                             "altHexGrain='TRUE'", "HexGridConfig='TopLeftHalfHeight'"}) {
    INFO(untold);
    CHECK_THROWS_WITH(parsed(named(untold)), Contains("do not tell how its hexes are called") && !Contains("\n"));
  }
}

TEST_CASE("real boards have the buildings that their metadata name, under those names") {
  for (const char* name : {"bd01", "bd02", "bd03", "bd04", "bd05", "bd06", "bd08", "bd10", "bd12", "bd20", "bd21", "bd22", "bd23", "bd51",
                           "bd57", "bd69", "bd8b"}) {
    const auto file = real_board(name);
    if (!file) continue;
    INFO(name);
    const HexMap map = io::read_board(*file).map;
    int wrong = 0, all = 0;
    for (const auto& [hex, holds] : listed_buildings(*file)) {
      ++all;
      if (holds.rubble) continue;
      const MapHex there = map.grid.has(hex) ? map.at(hex) : MapHex{};
      if (there.building != holds.building || there.levels != holds.levels || there.factory != holds.factory) ++wrong;
    }
    CHECK(wrong == 0);
    if (std::string(name) == "bd8b") CHECK(all == 14);
  }
  if (const auto file = real_board("bd8b")) {
    const HexMap map = io::read_board(*file).map;
    CHECK(map.grid == Grid{17, 20, 16, 0});
    CHECK(map.at(*read_hex("W3")) == MapHex{.building = Construction::stone, .levels = 1, .stairwell = map.at(*read_hex("W3")).stairwell});
    CHECK_FALSE(map.at(*read_hex("Q5")).building);
  }
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

TEST_CASE("the ground of real boards, as another reader has it") {
  struct Known {
    const char* board;
    std::map<std::string, int> hexes;  // by terrain
    std::map<int, int> elevations;
  };
  const std::vector<Known> all{
      {"bd01", {{"open", 204}, {"stone", 64}, {"wood", 31}, {"woods", 47}}, {{0, 346}}},
      {"bd06", {{"grain", 22}, {"open", 203}, {"orchard", 33}, {"stone", 16}, {"wood", 9}, {"woods", 63}}, {{0, 346}}},
      {"bd08", {{"open", 116}, {"water", 158}, {"wood", 44}, {"woods", 28}}, {{-1, 158}, {0, 130}, {1, 40}, {2, 18}}},
      {"bd10", {{"grain", 11}, {"open", 190}, {"orchard", 12}, {"stone", 27}, {"water", 2}, {"wood", 12}, {"woods", 92}}, {{0, 346}}},
      {"bd12",
       {{"brush", 2},
        {"grain", 13},
        {"graveyard", 8},
        {"gully", 24},
        {"marketplace", 1},
        {"open", 228},
        {"orchard", 5},
        {"stone", 18},
        {"wood", 16},
        {"woods", 31}},
       {{-1, 24}, {0, 320}, {1, 2}}},
      {"bd20", {{"gully", 6}, {"open", 172}, {"orchard", 9}, {"stone", 66}, {"wood", 59}, {"woods", 34}}, {{-1, 6}, {0, 340}}},
      {"bd21", {{"brush", 4}, {"graveyard", 5}, {"open", 193}, {"stone", 55}, {"wood", 52}, {"woods", 37}}, {{0, 346}}},
      {"bd22",
       {{"brush", 9},
        {"open", 181},
        {"orchard", 5},
        {"shallow stream", 15},
        {"single hex stone bridge", 1},
        {"stone", 18},
        {"wood", 62},
        {"woods", 55}},
       {{-1, 15}, {0, 331}}},
      {"bd23",
       {{"open", 178}, {"orchard", 13}, {"single hex stone bridge", 1}, {"stone", 38}, {"water", 41}, {"wood", 32}, {"woods", 43}},
       {{-1, 40}, {0, 306}}},
      {"bd51", {{"lumberyard", 1}, {"open", 147}, {"orchard", 10}, {"stone", 163}, {"wood", 5}, {"woods", 20}}, {{0, 346}}},
  };
  for (const Known& known : all) {
    const auto file = real_board(known.board);
    if (!file) continue;
    INFO(known.board);
    const HexMap map = io::read_board(*file).map;
    std::map<std::string, int> hexes;
    std::map<int, int> elevations;
    for (const auto& [hex, ground] : map.ground) ++hexes[*terrain_word(map.at(hex), ground)], ++elevations[ground.elevation];
    CHECK(hexes == known.hexes);
    CHECK(elevations == known.elevations);
  }
  if (const auto file = real_board("bd20")) {
    CHECK_THAT(call("attack --board " + *file + " --from F3 --hex H5 --by 2x4-6-7 --target 4-4-7 --trials 1k").out,
               Contains("--by 2x4-6-7 --range 3"));
  }
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
