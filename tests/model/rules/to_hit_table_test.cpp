#include "model/rules/to_hit_table.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/rules/hit_determination.hpp"
#include "model/rules/to_hit_cases.hpp"

using namespace boxcars::model;
using Catch::Matchers::Contains;

namespace {

// As printed: the longest range of each column but the last, and the rows under them.
const std::vector<int> up_to{6, 12, 18, 24, 30, 36, 42, 48, 54};
const std::map<std::string, std::vector<int>> printed{{"infantry black", {8, 7, 6, 5, 4, 3, 2, 1, 0, -1}},
                                                      {"infantry red", {8, 6, 5, 4, 3, 2, 1, 0, -1, -2}},
                                                      {"area", {7, 7, 8, 8, 7, 7, 6, 6, 5, 5}},
                                                      {"", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                                      {"*", {0, 0, -1, -1, -1, -1, -1, -1, -1, -1}},
                                                      {"L", {0, 0, 1, 1, 1, 1, 1, 1, 1, 1}},
                                                      {"LL", {0, 0, 1, 1, 2, 2, 2, 2, 2, 2}},
                                                      {"57", {0, 0, -1, -1, -2, -2, -3, -3, -4, -4}},
                                                      {"40 more", {0, 0, -1, -1, -1, -1, -1, -1, -1, -1}}};

int printed_at(const std::string& row, int range) {
  std::size_t column = 0;
  while (column < up_to.size() && range > up_to[column]) ++column;
  return printed.at(row)[column];
}

int number_of(const Gunnery& gun) {
  int sum = 0;
  for (const Modifier& row : to_hit_number_rows(gun)) sum += row.amount;
  return sum;
}

std::string refused(const std::vector<std::string>& cases) {
  try {
    parse_cases(cases);
  } catch (const BadInput& bad) {
    CHECK(bad.fault().field == "case");
    return bad.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the To Hit table cell by cell, with every barrel and calibre at every range, C3 and C4", "[to hit]") {
  const std::vector<std::pair<Barrel, std::string>> barrels{
      {Barrel::normal, ""}, {Barrel::short_one, "*"}, {Barrel::L, "L"}, {Barrel::LL, "LL"}};
  for (int range = 0; range <= 60; ++range) {
    for (const auto& [type, color, row] : {std::tuple(TargetType::infantry, GunColor::black, "infantry black"),
                                           {TargetType::infantry, GunColor::red, "infantry red"},
                                           {TargetType::area, GunColor::black, "area"},
                                           {TargetType::area, GunColor::red, "area"}}) {
      for (const auto& [barrel, suffix] : barrels) {
        for (const int caliber : {20, 40, 41, 57, 58, 75, 150}) {
          const int expected = printed_at(row, range) + printed_at(suffix, range) + (caliber <= 57 ? printed_at("57", range) : 0) +
                               (caliber <= 40 ? printed_at("40 more", range) : 0);
          INFO(row << " " << suffix << " " << caliber << "mm at " << range);
          CHECK(number_of({.type = type, .range = range, .color = color, .barrel = barrel, .caliber = caliber}) == expected);
        }
      }
    }
  }
}

TEST_CASE("the To Hit numbers of the rulebook's examples", "[to hit]") {
  CHECK(number_of({.range = 37, .barrel = Barrel::L, .caliber = 76}) == 3);
  CHECK(number_of({.range = 6, .barrel = Barrel::LL, .caliber = 57}) == 8);
  CHECK(number_of({.type = TargetType::area, .range = 18, .barrel = Barrel::short_one, .caliber = 76}) == 7);
}

TEST_CASE("Cases of the To Hit DR by their letters, C5 and C6", "[to hit]") {
  const std::map<std::string, int> drm{{"A=1", 1},   {"A=10", 10}, {"B", 2},   {"B=3", 3},   {"C=2", 2}, {"C1", 1}, {"C2", 2},   {"C3", 2},
                                       {"C4=5", 5},  {"D", 2},     {"E", 4},   {"F", 2},     {"G", 5},   {"H", 2},  {"I", 1},    {"J", 2},
                                       {"J1", 3},    {"J2", 4},    {"J3", -1}, {"J4", -1},   {"K", 2},   {"k", 2},  {"k=+2", 2}, {"M", -2},
                                       {"N=-1", -1}, {"N=-2", -2}, {"O", -2},  {"P=-2", -2}, {"P=+2", 2}};
  for (const auto& [typed, expected] : drm) {
    INFO(typed);
    const auto cases = parse_cases({typed});
    REQUIRE(cases.size() == 1);
    CHECK(cases[0].drm == expected);
  }
  std::vector<std::string> letters;
  for (const CaseGiven& given : parse_cases({"n=-1", "k=2", "a=+3", "b"})) letters.push_back(in_letters(given));
  CHECK(letters == std::vector<std::string>{"A=3", "B", "K", "N=-1"});
}

TEST_CASE("Cases that there are not, or not so, are refused with what there is", "[to hit]") {
  CHECK_THAT(refused({"Z"}), Contains("A, B, C, C1, C2, C3, C4, D, E, F, G, H, I, J, J1, J2, J3, J4, K, M, N, O or P"));
  for (const char* nothing : {"", "=2", "C5", "AA", "A3"}) CHECK_THAT(refused({nothing}), Contains("is no Case"));
  const auto at_location = [](const char* letter) {
    try {
      to_hit_rows({.range = 8, .cases = {letter}}, {});
    } catch (const BadInput& bad) {
      return std::string(bad.what());
    }
    return std::string();
  };
  CHECK_THAT(at_location("L=-1"), Contains("--range") && Contains("C6.3"));
  CHECK_THAT(at_location("Q=3"), Contains("TEM") && Contains("C6.8"));
  CHECK_THAT(at_location("R=1"), Contains("--hindrance") && Contains("C6.9"));
  CHECK_THAT(refused({"A"}), Contains("+1 to +10") && Contains("--case A=1"));
  CHECK_THAT(refused({"N"}), Contains("-2 to -1") && Contains("C6.5"));
  for (const char* wrong : {"N=-3", "N=1", "K=3", "K=", "K=x", "A=0", "A=11", "P=3"})
    CHECK_THAT(refused({wrong}), Contains("cannot be used"));
  CHECK_THAT(refused({"K", "k"}), Contains("twice"));
  CHECK_THAT(refused({"J2", "J"}), Contains("one or the other"));
  CHECK_THAT(refused({"C1", "C2"}), Contains("one or the other"));
  CHECK(refused({"C=1", "C1", "C3"}).empty());
}
