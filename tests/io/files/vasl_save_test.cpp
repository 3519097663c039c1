#include "io/files/vasl_save.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "io/files/counters.hpp"
#include "io/files/vasl_game.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/games.hpp"

using namespace boxcars;
using namespace boxcars::io;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

const std::string unit_mark = "mark;DBCounterType";

// A counter with the traits that VASL gives those of units.
std::vector<Trait> unit(const std::string& image, const std::string& label, std::vector<Trait> outside = {}) {
  outside.push_back({unit_mark, "unit"});
  outside.push_back(layer(image, label));
  outside.push_back(basic_piece(" ", label));
  return outside;
}
Trait hidden_by(const std::string& id) { return {"hide;72,130;HIP;;player:;0.3;;false", id}; }
Trait concealed_by(const std::string& id, const std::string& letters) {
  return {"conceal;C;" + letters + "/" + letters + "qmark.svg;" + letters + ";;", id + ";|1|null"};
}
Trait owned_by(const std::string& name) { return {"PROP;Owner;false,0,100,false;:77,650:P,$PlayerName$;", name}; }

// One board, whole: hex A1's centre is at (400, 432.25).
const std::string one_board = "bd\t0\t0\t20\tVER\t6.5\t";

SavedGame saved(std::vector<std::string> commands, const Viewer& viewer = {}, const std::string& boards = one_board) {
  commands.push_back(boards);
  commands.emplace_back("end_save");
  return vasl_save_of({.commands = game_text(commands)}, "a.vsav", viewer);
}

const SavedPiece& piece_named(const SavedGame& game, const std::string& name) {
  const auto found = std::find_if(game.pieces.begin(), game.pieces.end(), [&](const SavedPiece& piece) { return piece.name == name; });
  INFO(name);
  REQUIRE(found != game.pieces.end());
  return *found;
}

std::string in_line(const SavedPiece& piece) {
  std::string text = piece.hex + " " + (piece.unit.empty() ? piece.name : piece.unit);
  for (const std::string& state : piece.states) text += ", " + state;
  return text;
}

}  // namespace

TEST_CASE("counters are known by their image, whatever folder and ending it has") {
  for (const char* image : {"fi/fi648S.svg", "fi648S", "dyo/x/FI648s.gif", "fi/fi648S.png"}) {
    const auto squad = counter_of(image);
    REQUIRE(squad);
    CHECK(squad->kind == CounterKind::squad);
    CHECK(typed(*squad) == "6-4-8");
    CHECK(squad->assault_fire);
  }
  CHECK(typed(*counter_of("ge/ge247H")) == "hs:2-4-7");
  CHECK(counter_of("ge/ge247H")->broken_morale == 6);
  CHECK(typed(*counter_of("ge/ge468S")) == "4-6-8");
  CHECK(typed(*counter_of("ru/ru228C")) == "crew:2-2-8");
  CHECK(typed(*counter_of("ge/geL92")) == "9-2");
  CHECK(typed(*counter_of("ge/geHMG")) == "hmg:7-16");
  CHECK(typed(*counter_of("ru/ruLMG")) == "lmg:2-6");
  CHECK(counter_of("ru/ruLMG")->breakdown == 11);
  CHECK(counter_of("ge/geHMG")->rate_of_fire == 3);
  CHECK(counter_of("ru/gun/ruAT37L.svg")->kind == CounterKind::gun);
  CHECK(counter_of("ru/veh/T26M332.svg")->kind == CounterKind::vehicle);
  CHECK_FALSE(counter_of("ML/Foxhole"));
  CHECK_FALSE(counter_of(""));
  CHECK(side_of("fi") == "Finnish");
  CHECK(side_of("zz").empty());
}

// The centre of a hex is worked out here from its column and row, with no look at how the program does it.
TEST_CASE("a counter is in the hex in which it lies, on boards turned and cut") {
  const auto hex_at = [](double x, double y, const std::string& boards) {
    const auto game = saved({piece_command("1", unit("ge/ge467S", "4-6-7 1sq")),
                             stack_command("2", static_cast<int>(x + 0.5), static_cast<int>(y + 0.5), {"1"})},
                            {}, boards);
    return game.pieces.empty() ? std::string("beside") : game.pieces.front().hex;
  };
  const auto x_of = [](int column) { return 56.25 * column; };
  const auto y_of = [](int column, int row) { return column % 2 == 0 ? 64.5 * row - 32.25 : 64.5 * row; };
  for (int column = 0; column <= 32; ++column) {
    for (int row = column % 2 == 0 ? 1 : 0; row <= 10; ++row) {
      const std::string name =
          (column < 26 ? std::string(1, static_cast<char>('A' + column)) : std::string(2, static_cast<char>('A' + column - 26))) +
          std::to_string(row);
      const double x = x_of(column), y = y_of(column, row);
      INFO(name);
      CHECK(hex_at(400 + x, 400 + y, one_board) == "20-" + name);
      CHECK(hex_at(400 + 1800 - x, 400 + 645 - y, "bd\t0\t0\tr20\tVER\t6.5\t") == "20-" + name);
      if (y > 5 && y < 640) {
        CHECK(hex_at(400 + x, 400 + 645 + y, one_board + "bd\t0\t1\tr57\tVER\t6.5\t").starts_with("57-"));
        CHECK(hex_at(400 + x, 400 + 645 + y, one_board + "bd\t0\t1\t57\tVER\t6.5\t") == "57-" + name);
      }
      // Of a board of which what is right of column P has been cut away, turned; beside it lies another one.
      if (x > 5 && x < 839) CHECK(hex_at(400 + 844 - x, 400 + 645 - y, "bd\t0\t0\tr20\t0\t0\t844\t-1\tVER\t6.5\t") == "20-" + name);
      if (x > 5) CHECK(hex_at(400 + 844 + x, 400 + y, "bd\t0\t0\t20\t0\t0\t844\t-1\tVER\t6.5\tbd\t1\t0\t4\tVER\t6.5\t") == "4-" + name);
    }
  }
  CHECK(hex_at(100, 100, one_board) == "beside");
  CHECK(hex_at(2300, 700, one_board) == "beside");
  const auto between = saved({piece_command("1", unit("ge/ge467S", "4-6-7 1sq")), stack_command("2", 400, 400 + 65, {"1"})});
  CHECK(between.pieces.at(0).on_hexside);
}

TEST_CASE("layers say what a counter is and how it is") {
  const auto game =
      saved({piece_command("1", unit("ru/ru328H.svg", "3-2-8 Ehs", {layer("ru/ruh8b.svg", "broken +"), layer("CIDs/class_E.svg", "")})),
             piece_command("2", unit("ru/ru628S.svg", "6-2-8 Esq", {layer("ru/ru328H.svg", "3-2-8 Ehs", false)})),
             piece_command("3", unit("ru/ruL91.svg", "9-1")),
             piece_command("4", {{unit_mark, "unit"}, layer("x/mimmo 1.svg", ""), basic_piece("ru/veh/T26M332.svg", "T-26 M33")}),
             piece_command("5", {layer("ML/Foxhole", "1S +"), basic_piece("", "Foxhole")}),
             piece_command("6", {{unit_mark, "unit"}, basic_piece("xx/strange.svg", "Strange thing")}),
             stack_command("7", 400 + 225, 400 + 96, {"1", "2", "3", "5", "4", "6"})});
  REQUIRE(game.pieces.size() == 6);
  CHECK(in_line(game.pieces[0]) == "20-E2 hs:3-2-8, broken, in a foxhole");
  CHECK(game.pieces[0].kind == CounterKind::half_squad);
  CHECK(game.pieces[0].side == "Russian");
  CHECK(in_line(game.pieces[1]) == "20-E2 6-2-8, in a foxhole");
  CHECK(in_line(game.pieces[2]) == "20-E2 9-1, in a foxhole");
  CHECK(game.pieces[2].name == "9-1");
  CHECK(game.pieces[3].name == "1S Foxhole");
  CHECK(game.pieces[3].kind == CounterKind::fortification);
  CHECK(in_line(game.pieces[4]) == "20-E2 T-26 M33");
  CHECK(game.pieces[4].kind == CounterKind::vehicle);
  CHECK_FALSE(game.pieces[5].known);
  CHECK(game.pieces[5].name == "Strange thing");
}

TEST_CASE("markers are of the counters below them, and levels of those above") {
  const auto marker = [](const std::string& id, const std::string& name) { return piece_command(id, {basic_piece("MS/x.svg", name)}); };
  const auto squad = [](const std::string& id, std::vector<Trait> outside = {}) {
    return piece_command(id, unit("ge/ge467S", "4-6-7 1sq", std::move(outside)));
  };
  const auto broken = layer("ge/ges7b", "broken +");
  const auto game = saved({squad("1"), squad("2"), marker("3", "Pin"), marker("4", "Building Level 2"), squad("5", {broken}), squad("6"),
                           marker("7", "DM"), piece_command("8", unit("ru/ruLMG", "LMG")), marker("9", "First Fire"),
                           stack_command("s", 400 + 225, 400 + 96, {"1", "2", "3", "4", "5", "6", "7", "8", "9"})});
  std::vector<std::string> lines;
  for (const SavedPiece& piece : game.pieces) lines.push_back(std::to_string(piece.level) + " " + in_line(piece));
  CHECK(lines == std::vector<std::string>{"0 20-E2 4-6-7", "0 20-E2 4-6-7, pinned", "0 20-E2 Pin", "2 20-E2 Building Level 2",
                                          "2 20-E2 4-6-7, broken, DM, First Fire", "2 20-E2 4-6-7, First Fire", "2 20-E2 DM",
                                          "2 20-E2 lmg:2-6, captured, First Fire", "2 20-E2 First Fire"});
  CHECK(game.pieces[7].side == "German");
}

TEST_CASE("what others have hidden is not there, and what is concealed is so many counters") {
  const std::vector<std::string> commands{
      piece_command("1", unit("fi/fi648S.svg", "6-4-8 1sq", {owned_by("Al"), concealed_by("secret-1", "fi"), hidden_by("null")})),
      piece_command("2", unit("fi/fiL91.svg", "9-1", {owned_by("Al"), concealed_by("secret-1", "fi"), hidden_by("null")})),
      piece_command("3", {{"concealment;secret-1;fi", ""}, basic_piece("fi/fiqmark.svg", "?")}),
      piece_command("4", unit("fi/fi838S.svg", "8-3-8 Esq", {owned_by("Al"), concealed_by("null", "fi"), hidden_by("secret-1")})),
      piece_command("5", unit("ru/ru447S.svg", "4-4-7 1sq", {owned_by("Bo"), concealed_by("null", "ru"), hidden_by("secret-2")})),
      piece_command("6", unit("fi/fi648S.svg", "6-4-8 1sq", {owned_by("Al"), concealed_by("null", "fi"), hidden_by("null")})),
      stack_command("s", 400 + 225, 400 + 96, {"1", "2", "3"}),
      stack_command("t", 400 + 225, 400 + 161, {"4", "5", "6"})};
  const auto lines = [&](const Viewer& viewer) {
    std::vector<std::string> all;
    for (const SavedPiece& piece : saved(commands, viewer).pieces) all.push_back(in_line(piece));
    return all;
  };
  const std::vector<std::string> finnish{"20-E2 6-4-8, concealed", "20-E2 9-1, concealed", "20-E2 ?", "20-E3 8-3-8, hidden", "20-E3 6-4-8"};
  CHECK(lines({}) == std::vector<std::string>{"20-E2 ? (3 counters), concealed", "20-E3 6-4-8"});
  CHECK(lines({.side = "finnish"}) == finnish);
  CHECK(lines({.player = "Al"}) == std::vector<std::string>{"20-E2 6-4-8, concealed", "20-E2 9-1, concealed",
                                                            "20-E2 ? (1 counter), concealed", "20-E3 8-3-8, hidden", "20-E3 6-4-8"});
  // A password is nobody's name, and is not repeated.
  CHECK_THROWS_WITH(saved(commands, {.player = "secret-1"}), Contains("--player owns nothing") && !Contains("secret"));
  CHECK(lines({.side = "Russian"}) == std::vector<std::string>{"20-E2 ? (3 counters), concealed", "20-E3 4-4-7, hidden", "20-E3 6-4-8"});
  CHECK(lines({.umpire = true}).size() == 6);
  CHECK(saved(commands).concealed == 3);
  CHECK_THROWS_WITH(saved(commands, {.side = "Japanese"}), Contains("has nobody in this save (there are Finnish or Russian)"));
}

TEST_CASE("what a layer without a label says of a vehicle, and a plus that is part of a name") {
  const auto vehicle = [](const std::string& image) {
    const SavedGame game =
        saved({piece_command("1", {{unit_mark, "unit"}, layer(image, ""), basic_piece("ru/veh/t26", "T-26 M33", 625, 496)})});
    return game.pieces.at(0).states;
  };
  using Strings = std::vector<std::string>;
  CHECK(vehicle("mimmo 1.svg") == Strings{"Immobilized"});
  CHECK(vehicle("mBMG malf.svg") == Strings{"BMG malfunctioned"});
  CHECK(vehicle("mMA X") == Strings{"MA disabled"});
  CHECK(vehicle("mBogged_smaller_for_RMG.svg") == Strings{"bogged"});
  CHECK(vehicle("CApointer.gif").empty());
  CHECK(vehicle("m malf").empty());
  const SavedGame game =
      saved({piece_command("1", {{unit_mark, "unit"}, layer("ru/ruL61.svg", "6\\+1"), basic_piece(" ", "6\\+1", 625, 496)})});
  CHECK(game.pieces.at(0).name == "6+1");
  CHECK(game.pieces.at(0).unit == "6+1");
}

TEST_CASE("VASL's version is told, and a save that has no end") {
  const std::vector<std::string> commands{piece_command("1", {basic_piece("ge/ge467S", "4-6-7", 625, 496)}), one_board, "end_save"};
  const auto of_version = [&](const std::string& version) {
    return vasl_save_of({.commands = game_text(commands), .version = version}, "a.vsav");
  };
  CHECK(of_version("6.7.3").version == "6.7.3");
  for (const char* known : {"6.4", "6.4.1", "6.5.0", "6.6", "6.7.10", ""}) CHECK(of_version(known).notes.empty());
  for (const char* other : {"6.3.9", "6.8", "6.70", "7.0"}) CHECK_THAT(of_version(other).notes.at(0), Contains(other));
  CHECK(of_version("6\x1b[1m").version.find('\x1b') == std::string::npos);
  const SavedGame cut_off = vasl_save_of({.commands = game_text({commands[0], commands[1]})}, "a.vsav");
  CHECK(cut_off.pieces.size() == 1);
  CHECK_THAT(cut_off.notes.at(0), Contains("the save has no end"));
}

TEST_CASE("a save is bounded, and nothing of it is shown that a terminal acts on") {
  const auto game = saved({piece_command("1", {basic_piece("x\x1f", "evil\x07[31m\xff")}), stack_command("2", 600, 600, {"1", "1", "9"})});
  CHECK(game.pieces.at(0).name == "evil?[31m?");
  std::vector<std::string> crowd;
  for (int i = 0; i <= 20'000; ++i) crowd.push_back("+/" + std::to_string(i) + "/piece;K;D;;x/Main Map;1;1;1");
  CHECK_THROWS_WITH(saved(crowd), Contains("more than 20,000 pieces") && !Contains("\n"));
  CHECK(saved({}, {}, "bd\t").boards.empty());
  CHECK(saved({}, {}, "bd\t0\t0\t../../etc/passwd\tVER\t6.5\t").boards.front().name.find('/') == std::string::npos);
  CHECK(saved({"+/1/stack/Main Map;99999999999;-1;1", "+/", "+/1", "+//", "bd", "bd\t-1\t0\tx", "bd\t0\t0\t"}, {}, "").pieces.empty());
  // A trait a thousand deep.
  std::vector<Trait> deep;
  for (int i = 0; i < 1000; ++i) deep.push_back({"moved;m", "false"});
  deep.push_back(basic_piece("ge/ge467S", "4-6-7"));
  CHECK_NOTHROW(saved({piece_command("1", deep)}));
}

TEST_CASE("a damaged save is a save or is refused, never a crash", "[fuzz]") {
  std::vector<std::string> commands{
      piece_command("1", unit("fi/fi648S.svg", "6-4-8 1sq", {owned_by("Al"), concealed_by("secret-1", "fi"), hidden_by("null")})),
      piece_command("3", {{"concealment;secret-1;fi", ""}, basic_piece("fi/fiqmark.svg", "?")}),
      piece_command("4", unit("ru/ru328H.svg", "3-2-8 Ehs", {layer("ru/ruh8b.svg", "broken +")})),
      stack_command("s", 625, 496, {"1", "3", "4"}),
      "bd\t0\t0\tr20\t0\t0\t844\t-1\tVER\t6.5\tOVR\to5\th4\tg4\tSSR\tNoGrain\t",
      "end_save"};
  const std::string whole = game_text(commands);
  const std::vector<std::string> pieces_of_it{"\t", "\\", "/", ";", "\x1b", "+/", "bd\t", "emb2;", "secret-1", ",", "999999999999", "-1"};
  std::minstd_rand random(11);
  for (int i = 0; i < 4000; ++i) {
    std::string damaged = whole;
    for (auto many = random() % 6 + 1; many > 0; --many) {
      const std::size_t at = random() % damaged.size();
      if (random() % 3 == 0)
        damaged.erase(at, random() % 60);
      else if (random() % 2 == 0)
        damaged.insert(at, pieces_of_it[random() % pieces_of_it.size()]);
      else
        damaged[at] = static_cast<char>(random());
      if (damaged.empty()) damaged = "x";
    }
    try {
      for (const SavedPiece& piece : vasl_save_of({.commands = damaged}, "a.vsav", {}).pieces) {
        CHECK(piece.name.size() < 200);
        CHECK(piece.name.find('\x1b') == std::string::npos);
      }
    } catch (const model::BadInput& refused) {
      CHECK(std::string(refused.what()).find('\n') == std::string::npos);
    }
  }
}

namespace {

std::optional<SavedGame> real_save(const std::string& name, const Viewer& viewer = {}) {
  const auto file = real_game(name);
  if (!file) return std::nullopt;
  const std::string bytes = bytes_of(*file);
  return vasl_save_of(parse_vasl_game(std::as_bytes(std::span(bytes)), name), name, viewer);
}

}  // namespace

// Read off the save by hand: its pixels, layers and markers.
TEST_CASE("a game in play is read hex by hex") {
  const auto game = real_save("in-play.vsav", {.umpire = true});
  if (!game) return;
  REQUIRE(game->boards.size() == 2);
  CHECK(game->boards[0].name == "69");
  CHECK(game->boards[1].name == "57");
  CHECK(game->boards[1].reversed);
  CHECK(game->boards[1].row == 1);
  CHECK(game->boards[1].column == 0);
  CHECK(game->boards[1].width == 844);
  CHECK(game->boards[1].overlays.size() == 3);
  CHECK(game->pieces.size() == 77);
  const std::vector<std::string> expected{"57-E8 hs:3-2-8, broken, DM",
                                          "57-E8 lmg:2-6",
                                          "57-E8 DM",
                                          "57-F10 mg:1-12",
                                          "57-G2 4-4-7, concealed",
                                          "57-G2 4-4-7, concealed",
                                          "57-G2 ?",
                                          "57-G3 4-4-7",
                                          "57-G3 mmg:4-10",
                                          "57-G3 7-0",
                                          "57-G3 4-4-7",
                                          "57-G3 lmg:2-6",
                                          "57-G9 mmg:4-10, in Melee",
                                          "57-G9 hs:2-3-7, in Melee",
                                          "57-G9 10-0, in Melee",
                                          "57-G9 hs:2-4-8, in Melee",
                                          "57-H10 6-4-8, broken",
                                          "57-H10 9-1, broken",
                                          "57-H10 DC",
                                          "57-H10 8-3-8",
                                          "57-H8 4-4-7, in a foxhole",
                                          "57-H8 8-0, in a foxhole",
                                          "57-H8 1S Foxhole",
                                          "57-H9 6-4-8, in a foxhole",
                                          "57-H9 lmg:2-6",
                                          "57-H9 1S Foxhole",
                                          "57-I2 1S Foxhole",
                                          "57-K3 crew:2-2-8",
                                          "69-D1 9-1",
                                          "69-E1 6-2-8",
                                          "69-E1 DC",
                                          "69-E2 6-2-8",
                                          "69-F1 T-26 M33, vca4, tca4, BU, BMG malfunctioned, Immobilized",
                                          "69-G2 T-26 M33, vca5, tca4, BU",
                                          "69-H1 6-4-8, pinned",
                                          "69-H1 Pin",
                                          "69-H5 hs:2-4-8",
                                          "69-H5 mg:1-12, captured",
                                          "69-H7 6-4-8",
                                          "69-I7 6-4-8",
                                          "69-J1 6-4-8, concealed",
                                          "69-J1 lmg:2-6, captured",
                                          "69-J6 6-4-8",
                                          "69-J6 lmg:2-6",
                                          "69-K7 crew:2-2-8, concealed",
                                          "69-K7 9-0",
                                          "69-K7 DC"};
  std::map<std::string, int> lines;
  for (const SavedPiece& piece : game->pieces) ++lines[in_line(piece)];
  for (const std::string& line : expected) {
    INFO(line);
    CHECK(lines[line] >= std::max<int>(1, static_cast<int>(std::count(expected.begin(), expected.end(), line))));
  }
  CHECK(std::none_of(game->pieces.begin(), game->pieces.end(), [](const SavedPiece& piece) { return !piece.known; }));
  CHECK(piece_named(*game, "8-3-8 Esq").broken_morale == 8);
  CHECK(piece_named(*game, "50* MTR").side == "Russian");
  // As anybody sees it.
  const auto fair = real_save("in-play.vsav");
  std::map<std::string, int> seen;
  for (const SavedPiece& piece : fair->pieces) ++seen[in_line(piece)];
  CHECK(seen["57-G2 ? (3 counters), concealed"] == 1);
  CHECK(seen["69-K7 ? (2 counters), concealed"] == 1);
  CHECK(seen["69-J1 ? (2 counters), concealed"] == 1);
  CHECK(seen["57-G2 4-4-7, concealed"] == 0);
  int concealed = 0;
  for (const SavedPiece& piece : fair->pieces) concealed += piece.counters.value_or(0);
  CHECK(concealed == 7);
}

TEST_CASE("what is hidden and concealed in others' saves stays so") {
  const auto fair = real_save("hip-concealed.vsav");
  if (!fair) return;
  const auto names = [](const SavedGame& game) {
    std::string text;
    for (const auto* pieces : {&game.pieces, &game.beside}) {
      for (const SavedPiece& piece : *pieces) text += piece.name + ";";
    }
    return text;
  };
  CHECK_THAT(names(*fair), !Contains("SU-152;") && !Contains("PzKw VIE") && Contains("? (2 counters)"));
  CHECK_THAT(names(*real_save("hip-concealed.vsav", {.side = "German"})), !Contains("SU-152;") && Contains("PzKw VIE"));
  CHECK_THAT(names(*real_save("hip-concealed.vsav", {.side = "Russian"})), Contains("SU-152;") && !Contains("PzKw VIE"));
  CHECK_THAT(names(*real_save("hip-concealed.vsav", {.umpire = true})), Contains("SU-152;") && Contains("PzKw VIE"));
}

TEST_CASE("set-ups of every version are read, and their units known") {
  struct Setup {
    const char* name;
    std::size_t units, unknown;
    std::string boards;
  };
  for (const auto& [name, units, unknown, boards] : std::vector<Setup>{{"hill-621.vsav", 123, 0, "02 04 03 "},
                                                                       {"hill-621-old.vsav", 123, 0, "02 04 03 "},
                                                                       {"hubes-pocket.vsav", 80, 0, "05 02 04 "},
                                                                       {"streets.vsav", 150, 0, "01 "},
                                                                       {"basic.vsav", 12, 0, ""},
                                                                       {"full.vsav", 4, 0, "00 "}}) {
    const auto game = real_save(name, {.umpire = true});
    if (!game) return;
    INFO(name);
    std::size_t known = 0, others = 0;
    for (const auto* pieces : {&game->pieces, &game->beside}) {
      for (const SavedPiece& piece : *pieces) {
        known += piece.kind < CounterKind::fortification ? 1U : 0U;
        others += piece.known ? 0U : 1U;
      }
    }
    CHECK(known >= units);
    CHECK(others == unknown);
    std::string told;
    for (const SavedBoard& board : game->boards) told += board.name + " ";
    CHECK(told == boards);
  }
}
