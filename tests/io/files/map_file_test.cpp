#include "io/files/map_file.hpp"

#include "io/files/board_file.hpp"
#include "io/files/toml_document.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"

using namespace boxcars;
using namespace boxcars::model;
using boxcars::test::source_path;
using Catch::Matchers::Contains;

namespace {

const std::string size = "columns = 33\nrows = 10\n";

HexMap parsed(const std::string& text) { return io::parse_map(text, "town.toml"); }

}  // namespace

TEST_CASE("a map file says what every hex holds") {
  const HexMap map = parsed(size + R"(
[[hex]]
name = "J8"
building = "stone"
levels = 2
stairwell = true
[[hex]]
name = "k9"
building = "wood"
rubble = "wood"
rowhouse = true
[[hex]]
name = "B0"
water = true
[[hex]]
name = "GG10"
lumberyard = true
)");
  CHECK(map.grid.columns == 33);
  CHECK(map.grid.rows == 10);
  CHECK(map.hexes.size() == 4);
  CHECK(map.at(*read_hex("J8")) == MapHex{.building = Construction::stone, .levels = 2, .stairwell = true});
  CHECK(map.at(*read_hex("K9")) == MapHex{.building = Construction::wood, .rubble = Construction::wood, .rowhouse = true});
  CHECK(map.at(*read_hex("B0")) == MapHex{.water = true});
  CHECK(map.at(*read_hex("GG10")) == MapHex{.building = Construction::wood, .lumberyard = true});  // B23.211
  CHECK(map.at(*read_hex("A1")) == MapHex{});
}

TEST_CASE("a map file may say the terrain and the elevation of a hex") {
  const HexMap map = parsed(size + R"(
[[hex]]
name = "J8"
terrain = "Woods"
elevation = 2
[[hex]]
name = "K9"
building = "stone"
elevation = -1
[[hex]]
name = "B0"
water = true
[[hex]]
name = "B1"
water = true
terrain = "river"
[[hex]]
name = "C2"
terrain = "cactus patch"
)");
  CHECK(map.ground_at(*read_hex("J8")) == Ground{.terrain = "woods", .elevation = 2});
  CHECK(map.ground_at(*read_hex("K9")) == Ground{.elevation = -1});
  CHECK(map.ground_at(*read_hex("B0")) == Ground{.terrain = "water"});
  CHECK(map.ground_at(*read_hex("B1")) == Ground{.terrain = "river"});
  CHECK(map.ground_at(*read_hex("C2")) == Ground{.terrain = "cactus patch"});
  CHECK(map.ground_at(*read_hex("A1")) == Ground{});
  CHECK(map.hexes.size() == 3);  // where something is built, or water
}

TEST_CASE("what is wrong with a map file is told with line and column, and the nearest key") {
  const std::string hex = size + "[[hex]]\nname = \"J8\"\n";
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {"", "no size of the map"},
           {"columns = 33", "no size of the map"},
           {size + "collumns = 3", "town.toml, line 3, column 1: unknown key 'collumns'; did you mean columns?"},
           {hex + "terrain = \"wods\"", "line 5, column 11: unknown terrain 'wods'"},
           {hex + "terrain = \"wods\"", "did you mean woods?"},
           {hex + "terrain = \"stone\"", "buildings, rubble and huts have keys of their own"},
           {hex + "terrain = \"wall\"", "unknown terrain 'wall'"},
           {hex + "terrain = \"woods\"\nrubble = \"wood\"", "what is built there is its terrain, B23.1"},
           {hex + "elevation = 1.5", "line 5, column 13"},
           {hex + "elevation = 200", "no whole number from -128 to 127"},
           {hex + "terrain = \"woods\"\n[[hex]]\nname = \"J8\"", "hex J8 is there twice"},
           {hex + "level = 2", "town.toml, line 5, column 1: unknown key 'level'; did you mean levels?"},
           {hex + "building = \"stoen\"", "line 5, column 12: unknown building 'stoen'; did you mean stone?"},
           {hex + "building = \"stone\"\nlevels = 9", "line 6, column 10: levels cannot be used (it is no whole number from 0 to 4)"},
           {hex + "building = \"stone\"\nlevels = 1.5", "line 6, column 10"},
           {hex + "building = 3", "line 5, column 12: building cannot be used (it is no text)"},
           {hex + "levels = 2", "line 3, column 1: a hex cannot be this (levels are those of a building)"},
           {hex + "water = 1", "line 5, column 9: water cannot be used (it is true or false)"},
           {hex + "water = true\nbuilding = \"wood\"", "line 3, column 1: a hex cannot be this (a Water Obstacle holds no building"},
           {hex + "lumberyard = true\nlevels = 1", "B23.211"},
           {hex + "lumberyard = true\nbuilding = \"stone\"", "B23.211"},
           {hex + "hut = true\nbuilding = \"wood\"", "G5.1"},
           {hex + "[[hex]]\nname = \"J8\"", "line 6, column 8: hex J8 is there twice"},
           {size + "[[hex]]\nname = \"J11\"", "line 4, column 8: name J11 is not on the map"},
           {size + "[[hex]]\nname = \"8\"", "line 4, column 8: name '8' is no hex"},
           {size + "[[hex]]\nbuilding = \"wood\"", "line 3, column 1: a hex without a name"},
           {size + "hex = 3", "line 3, column 7: hex is no list of tables"},
           {size + "hex = [3]", "line 3, column 8: hex is no list of tables"},
           {"columns = 0\nrows = 10", "line 1, column 11: columns cannot be used"},
           {"columns = 33\nrows = 99999999999999", "line 2, column 8: rows cannot be used"},
           {"columns = \n", "line 1, column 11: it is no TOML"},
           {"\xff\xfe", "beyond ASCII"}}) {
    INFO(text);
    CHECK_THROWS_AS(parsed(text), BadInput);
    CHECK_THROWS_WITH(parsed(text), Contains(why));
  }
}

TEST_CASE("letters beyond ASCII are for texts and comments") {
  CHECK(parsed(size + "# Château\n[[hex]]\nname = \"J8\" # café\nbuilding = \"stone\"\n").hexes.size() == 1);
  CHECK(parsed("\xEF\xBB\xBF" + size).grid.rows == 10);
  for (const std::string letters : {"Stra\xC3\x9F"
                                    "e",
                                    "\xEF\xB3\xBF", "\xF0\x9F\x8E\xB2", "caf\xC3\xA9#'x"}) {
    for (const std::string quote : {"\"", "'"}) {
      if (quote == "'" && letters.find('\'') != std::string::npos) continue;
      CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = " + quote + letters + quote + "\n"),
                        Contains("line 4, column 8: name '" + letters + "' is no hex"));
    }
  }
  // What is no UTF-8: a byte alone, one cut short, longer than it need be, a surrogate, beyond the last letter.
  for (const std::string bytes :
       {"\x80", "\xC3", "\xE2\x82", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF"})
    CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = \"" + bytes + "\"\n"), Contains("line 4") && Contains("a text that is not UTF-8"));
  CHECK_THROWS_WITH(parsed(size + "name = \"\xC2\x9B\"\n"), Contains("line 3") && Contains("control character"));
  CHECK_THROWS_WITH(parsed(size + "name = \"\x1B\"\n"), Contains("line 3") && Contains("control character"));
  CHECK_THROWS_WITH(parsed(size + "name = \"#\\\xEF\xB3\xBF\"\n"), Contains("line 3") && Contains("backslash"));
  CHECK_THROWS_WITH(parsed(size + "name = \"\"\"\n#\xEF\xB3\xBF\"\"\"\n"), Contains("several lines"));
  CHECK_THROWS_WITH(parsed(size + "[[hex]]\nnäme = \"J8\"\n"), Contains("line 4") && Contains("beyond ASCII"));
  // What looks like a text within a value is none to a parser of TOML.
  CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = 5\"ģ\"\n"), Contains("line 4") && Contains("beyond ASCII"));
  CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = 5\"a\", \"ģ\"\n"), Contains("line 4") && Contains("beyond ASCII"));
  for (const std::string value : {"4x=-e='Л'", "2T['φ'", "[1, b='φ'", "{a = 1 = 'φ'}", "[{a = 'b'}, c = 'φ']"})
    CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = " + value + "\n"), Contains("line 4") && Contains("beyond ASCII"));
  CHECK_THROWS_WITH(parsed(size + "[[hex]]\nname = 44" + std::string(1, '\0') + "'φ'\n"),
                    Contains("line 4") && Contains("control character"));
}

TEST_CASE("a control character that is written by its number is none of a text, either") {
  for (const std::string line :
       {R"(x = "a\u009bb")", R"(x = "a\u001bb")", R"(x = ["a", "\u202e"])", R"("a\u007f" = 1)", R"(x = {"\u2066" = 1})", R"(x = "a\nb")"}) {
    INFO(line);
    try {
      const io::TomlDocument document("y = 1\n" + line + "\n", "f.toml", "a map", "give one key a line");
      FAIL_CHECK("it was taken");
    } catch (const model::BadInput& error) {
      CHECK_THAT(error.what(), Catch::Matchers::StartsWith("f.toml, line 2, column ") && Contains("a control character"));
    }
  }
  const io::TomlDocument document(R"(x = "a\tb \u00e9")", "f.toml", "a map", "give one key a line");
  CHECK(document.text(document.root(), "x") == "a\tb é");
}

TEST_CASE("what is no TOML is told in words of the program, with its place") {
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {"columns = 3\ncolumns = 4", "line 2, column 11: it is no TOML (a key or a table is there twice)"},
           {"[a]\n[a]", "(a key or a table is there twice)"},
           {"columns = 1\ncolumns.x = 1", "(a key or a table is there twice)"},
           {"a = { b = 1 }\na.c = 2", "it is no TOML"},
           {"name = \"J8\nrows = 3", "line 1, column 11: it is no TOML (a text is not closed"},
           {"name = \"J8", "(a text, a list or a table is not closed)"},
           {"name = [1,", "(a text, a list or a table is not closed)"},
           {"name = J8", "line 1, column 8: it is no TOML (an unknown value)"},
           {"name = trux", "(an unknown value)"},
           {"name = " + std::string(300, '['), "(lists or tables within each other too deep)"},
           {"rows = 9223372036854775808", "(a number is too large)"},
           {"rows = 0x" + std::string(200, 'f'), "(a number is too"},
           {"name = \"C:\\maps\"", "(a backslash in a text"},
           {"rows 3", "line 1"},
           {"rows = \n", "(a key without a value)"},
           {"rows = 1 2", "it is no TOML here; give one key a line"},
           {"rows = 1__2", "it is no TOML here"},
           {"[[a]\n", "it is no TOML"},
           {"rows = 2026-13-01", "it is no TOML"}}) {
    INFO(text.substr(0, 100));
    CHECK_THROWS_WITH(parsed(text), Contains(why) && Contains("town.toml, line ") && Contains("; "));
    for (const char* word : {"encountered", "expected", "saw", "prohibited", "redefine", "64 bits", "TOML_", "codepoint", "determine"})
      CHECK_THROWS_WITH(parsed(text), !Contains(word));
  }
}

TEST_CASE("keys with many dots are refused, not followed into the depth") {
  std::string deep = size + "a";
  for (int i = 0; i < 250'000; ++i) deep += ".a";
  CHECK_THROWS_WITH(parsed(deep + " = 1"), Contains("line 3: it is no TOML of a map"));
  CHECK_THROWS_AS(parsed(size + "x = " + std::string(100'000, '[')), BadInput);
}

TEST_CASE("files that are no map files are refused in one line") {
  CHECK_THROWS_WITH(io::read_board("/no/such/map.toml"), Contains("there is no such file"));
  CHECK_THROWS_WITH(io::read_board("/tmp"), Contains("it is a folder"));
  CHECK_THROWS_WITH(io::read_board("/dev/zero"), Contains("it is no file"));
  const test::Folder folder;
  CHECK_THROWS_WITH(io::read_board(folder.file("large.toml", std::string(5 << 20, ' '))), Contains("it is larger than any map"));
}

TEST_CASE("the chateau of board 6: 25 building hexes, 12 of them with upper levels") {
  const HexMap map = io::read_board(source_path("experiments/maps/chateau.toml")).map;
  CHECK(map.grid.columns == 33);
  CHECK(map.grid.rows == 10);
  CHECK(map.hexes.size() == 25);
  int tall = 0;
  for (const auto& [hex, what] : map.hexes) {
    CHECK(what.building);
    tall += what.levels > 0;
  }
  CHECK(tall == 12);
  for (const char* stone : {"J8", "K8", "K9", "M5", "M6", "N3", "N4", "N5", "O3", "O4"}) {
    CHECK(map.at(*read_hex(stone)) == MapHex{.building = Construction::stone, .levels = 2});
  }
  for (const char* wood : {"K1", "K2"}) CHECK(map.at(*read_hex(wood)) == MapHex{.building = Construction::wood, .levels = 1});
}
