#include "model/rules/ift.hpp"
#include "model/rules/ordnance.hpp"

#include <fstream>
#include <sstream>
#include <type_traits>

#include <catch2/catch.hpp>

#include "tests/support/places.hpp"

using namespace boxcars::model;
using boxcars::test::source_path;

TEST_CASE("the table is the printed one, all 176 cells") {
  std::ifstream file(source_path("tests/data/ift.csv"));
  std::string line;
  REQUIRE(std::getline(file, line));
  CHECK(line == "DR,1,2,4,6,8,12,16,20,24,30,36");
  int cells = 0;
  for (int row = 0; std::getline(file, line); ++row) {
    std::istringstream fields(line);
    std::string field;
    std::getline(fields, field, ',');
    for (int column = 0; std::getline(fields, field, ','); ++column, ++cells) CHECK(to_string(ift_result(column, row)) == field);
  }
  CHECK(cells == 176);
}

TEST_CASE("a Final DR off the table counts as its edge") {
  for (int column = 0; column < ift_columns; ++column) {
    CHECK(ift_result(column, -7) == ift_result(column, 0));
    CHECK(ift_result(column, 23) == ift_result(column, 15));
  }
}

TEST_CASE("columns by firepower: the rightmost not above it") {
  const std::vector<std::pair<double, int>> firepower{{1, 1},   {1.5, 1},   {2, 2},   {3, 2},   {4, 4},   {5, 4},   {7, 6},   {11, 8},
                                                      {12, 12}, {15.5, 12}, {16, 16}, {23, 20}, {29, 24}, {35, 30}, {36, 36}, {500, 36}};
  for (const auto& [total, head] : firepower) CHECK(column_firepower(*column_for_firepower(total)) == head);
  CHECK_FALSE(column_for_firepower(0.99));
}

TEST_CASE("columns by calibre, whole and halved") {
  struct Row {
    int caliber, whole, half;
  };
  for (const auto& [caliber, whole, half] : std::vector<Row>{{30, 2, 1},
                                                             {37, 4, 2},
                                                             {50, 6, 2},
                                                             {57, 6, 2},
                                                             {60, 8, 4},
                                                             {70, 12, 6},
                                                             {75, 12, 6},
                                                             {80, 16, 8},
                                                             {88, 16, 8},
                                                             {105, 20, 8},
                                                             {120, 24, 12},
                                                             {150, 30, 12},
                                                             {200, 36, 16},
                                                             {305, 36, 16}}) {
    CHECK(column_firepower(*column_for_caliber(caliber)) == whole);
    CHECK(column_firepower(*he_column(caliber, Fire::area)) == half);
  }
  CHECK(column_firepower(*column_for_caliber(20)) == 1);
  CHECK_FALSE(he_column(20, Fire::mortar));
  CHECK_FALSE(column_for_caliber(19));
}

TEST_CASE("cowering shifts on doubles only, and off the left edge there is no effect") {
  const IftAttack eight{*column_for_firepower(8), 0, 1};
  CHECK(to_string(resolve(eight, 8, false)) == "NMC");
  CHECK(to_string(resolve(eight, 8, true)) == "PTC");
  CHECK(to_string(resolve({0, -5, 1}, 2, true)) == "-");
  CHECK(to_string(resolve({1, -5, 1}, 2, true)) == "1KIA");
  CHECK(to_string(resolve({1, -5, 2}, 2, true)) == "-");
  CHECK(to_string(resolve({0, -5, 0}, 2, true)) == "1KIA");
}

TEST_CASE("only what can occur is possible") {
  std::vector<std::string> names;
  for (const auto& result : possible_results({*column_for_firepower(8), 0, 0})) names.push_back(to_string(result));
  CHECK(names == std::vector<std::string>{"1KIA", "K/2", "2MC", "1MC", "NMC", "PTC", "-"});
  names.clear();
  // On the 1 column with -2, only snake eyes and up to 7 have an effect; doubles have none when they cower.
  for (const auto& result : possible_results({0, -2, 1})) names.push_back(to_string(result));
  CHECK(names == std::vector<std::string>{"K/1", "1MC", "NMC", "PTC", "-"});
}

TEST_CASE("facts have the numbers of their names, and every result its event") {
  static_assert(!std::is_convertible_v<MeasureId, EventId> && !std::is_convertible_v<EventId, MeasureId>);
  static_assert(!std::is_convertible_v<int, EventId> && !std::is_convertible_v<int, MeasureId>);
  Facts facts;
  facts.event("hit");
  const MeasureId measure = facts.measure("turn won");
  const std::vector<IftResult> results{{IftResult::Kind::KIA, 1}, {IftResult::Kind::MC, 0}, {}};
  const auto events = events_of(results, "IFT ", facts);
  CHECK(facts.events() == std::vector<std::string>{"hit", "IFT 1KIA", "IFT NMC", "IFT -"});
  CHECK(facts.measures() == std::vector<std::string>{"turn won"});
  CHECK(facts.measures()[static_cast<std::size_t>(measure.number)] == "turn won");
  for (const IftResult& result : results)
    CHECK(facts.events()[static_cast<std::size_t>(events.at(result).number)] == "IFT " + to_string(result));
}

TEST_CASE("the Incremental table is the printed one, all 640 cells, and its standard columns are those of the IFT (A7.37)") {
  std::ifstream file(source_path("tests/data/iift.csv"));
  std::string line;
  REQUIRE(std::getline(file, line));
  std::vector<std::string> heads;
  std::istringstream first(line);
  for (std::string head; std::getline(first, head, ',');) heads.push_back(head);
  REQUIRE(heads.size() == iift_columns + 1);
  int cells = 0;
  for (int row = 0; std::getline(file, line); ++row) {
    std::istringstream fields(line);
    std::string field;
    std::getline(fields, field, ',');
    for (std::size_t column = 1; std::getline(fields, field, ','); ++column, ++cells) {
      INFO(heads[column] << " on " << row);
      const int incremental = *column_for_firepower(std::stod(heads[column]), IftTable::iift);
      CHECK(column_head(incremental) == heads[column]);
      if (!field.empty() && field.back() == '\r') field.pop_back();
      CHECK(to_string(ift_result(incremental, row)) == field);
      const int standard = *column_for_firepower(std::stod(heads[column]));
      if (column_head(standard) == heads[column]) CHECK(ift_result(standard, row) == ift_result(incremental, row));
    }
  }
  CHECK(cells == 640);
  CHECK(column_head(*column_for_firepower(4.9, IftTable::iift)) == "4.5");
  CHECK(column_head(*column_for_firepower(100, IftTable::iift)) == "36");
  CHECK_FALSE(column_for_firepower(0.5, IftTable::iift));
}

TEST_CASE("a shift from an incremental column goes to those of the IFT, and HE has columns of its own (A7.371)") {
  const auto left = [](double firepower, int count) { return columns_left(*column_for_firepower(firepower, IftTable::iift), count); };
  CHECK(column_head(left(7, 1)) == "4");  // 7 is 6, and one less
  CHECK(column_head(left(8, 1)) == "6");
  CHECK(column_head(left(36, 2)) == "24");
  CHECK(left(1.5, 1) == -1);
  CHECK(column_head(left(7, 0)) == "7");
  CHECK(resolve({*column_for_firepower(7, IftTable::iift), 0, 1}, 6, true) == ift_result(*column_for_firepower(4), 6));
  const std::vector<std::pair<int, const char*>> printed{
      {20, "1"},   {25, "1.5"}, {30, "2"},   {37, "4"},   {45, "5"},   {50, "6"},   {57, "7"},   {60, "8"},   {65, "10"},
      {70, "12"},  {75, "14"},  {80, "16"},  {85, "17"},  {88, "18"},  {95, "19"},  {100, "20"}, {105, "21"}, {107, "22"},
      {120, "24"}, {128, "26"}, {140, "28"}, {150, "30"}, {160, "31"}, {170, "32"}, {183, "34"}, {200, "36"}, {300, "36"}};
  for (const auto& [caliber, name] : printed) CHECK(column_head(*column_for_caliber(caliber, IftTable::iift)) == name);
  CHECK(column_head(*he_column(75, Fire::area, IftTable::iift)) == "7");
  CHECK(column_head(*he_column(150, Fire::barrage, IftTable::iift)) == "24");
  CHECK(column_head(*he_column(105, Fire::barrage, IftTable::iift)) == "16");
  CHECK_FALSE(column_for_caliber(19, IftTable::iift));
}
