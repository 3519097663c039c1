#include "model/rules/to_kill.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/places.hpp"

using namespace boxcars::model;
using boxcars::test::source_path;

namespace {

std::vector<std::string> split_at(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

// The rows of what is printed, but for what is said about it.
std::vector<std::vector<std::string>> printed_rows() {
  std::ifstream file(source_path("tests/data/to_kill.csv"));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('#')) rows.push_back(split_at(line, ','));
  }
  return rows;
}

// "37-57" as both.
std::pair<int, int> from_to(const std::string& text) {
  const auto dash = text.find('-');
  return {std::stoi(text.substr(0, dash)), std::stoi(text.substr(dash + 1))};
}

std::optional<int> basic_of_kind(const std::string& kind, const std::string& gun, const std::string& list) {
  if (kind == "ap") return basic_ap(gun, list);
  if (kind == "apcr") return basic_apcr(gun, list);
  if (kind == "apds") return basic_apds(gun);
  if (kind == "heat") return basic_heat(std::stoi(gun));
  return std::nullopt;
}

}  // namespace

TEST_CASE("every number of the To Kill tables is the printed one (C7.31-.34, C13)") {
  int compared = 0;
  for (const auto& row : printed_rows()) {
    INFO(row[0] << " " << row[1] << " " << row[2]);
    const std::string &kind = row[0], &gun = row[1], &lists = row[2];
    if (kind == "ap" || kind == "apcr" || kind == "apds" || kind == "heat") {
      const auto of = lists.empty() ? std::vector<std::string>{"german"} : split_at(lists, ' ');
      for (const std::string& list : of) CHECK(basic_of_kind(kind, gun, list) == std::stoi(row[3]));
    } else if (kind == "he") {
      const auto [from, to] = from_to(gun);
      for (const int millimetres : {from, to}) {
        CHECK(basic_he(millimetres) == std::stoi(row[3]));
        CHECK(unarmored_to_kill(Shell::he, millimetres) == std::stoi(lists));
      }
    } else if (kind == "unarmored") {
      const auto [from, to] = from_to(gun);
      for (const int millimetres : {from, to}) CHECK(unarmored_to_kill(Shell::ap, millimetres) == std::stoi(row[3]));
    } else if (kind == "latw") {
      REQUIRE(find_latw(gun) != nullptr);
      CHECK(find_latw(gun)->basic_to_kill == std::stoi(row[3]));
    } else if (kind == "latw to hit") {
      const auto numbers = split_at(row[3], ' ');
      for (std::size_t range = 0; range < numbers.size(); ++range)
        CHECK(find_latw(gun)->to_hit[range] == (numbers[range] == "-" ? 0 : std::stoi(numbers[range])));
    } else if (kind == "latw breakdown") {
      CHECK(find_latw(gun)->breaks_from == std::stoi(row[3]));
    } else if (kind == "latw firepower") {
      CHECK(find_latw(gun)->firepower == std::stoi(row[3]));
    } else if (kind == "ft") {
      CHECK(flamethrower_to_kill == std::stoi(row[3]));
    } else if (kind == "dc") {
      CHECK(dc_to_kill == std::stoi(row[3]));
    } else if (kind == "mol") {
      CHECK(molotov_to_kill == std::stoi(row[3]));
    } else {
      continue;
    }
    ++compared;
  }
  CHECK(compared == 151);
  CHECK_FALSE(basic_ap("60", "german"));
  CHECK_FALSE(basic_apds("75L"));
  CHECK_FALSE(basic_heat(88));
  CHECK_FALSE(basic_he(19));
}

TEST_CASE("what range does to To Kill numbers is the printed one, cell by cell (C7.24)") {
  const std::vector<std::pair<int, int>> ranges{{0, 1},   {2, 2},   {3, 6},   {7, 12},  {13, 18}, {19, 24}, {25, 30}, {31, 36},
                                                {37, 42}, {43, 48}, {49, 54}, {55, 60}, {61, 66}, {67, 72}, {73, 78}, {79, 200}};
  int compared = 0;
  for (const auto& row : printed_rows()) {
    if (!row[0].starts_with("range ")) continue;
    const std::string kind = row[0].substr(6);
    const Shell shell = kind == "ap" ? Shell::ap : kind == "apcr" ? Shell::apcr : kind == "apds" ? Shell::apds : Shell::he;
    const auto [from, to] = from_to(row[1]);
    const auto numbers = split_at(row[2], ' ');
    REQUIRE(numbers.size() == ranges.size());
    for (std::size_t column = 0; column < ranges.size(); ++column) {
      for (const int range : {ranges[column].first, ranges[column].second}) {
        for (const int millimetres : {from, to}) {
          INFO(row[0] << " " << millimetres << "mm at " << range);
          const auto drm = to_kill_range_drm(shell, millimetres, range);
          CHECK(drm.has_value() == (numbers[column] != "NA"));
          if (drm) CHECK(*drm == std::stoi(numbers[column]));
        }
      }
      ++compared;
    }
  }
  CHECK(compared == 7 * 16);
}

TEST_CASE("armor has its steps, and the vehicle line of the IFT its Kill numbers (D1.6, A7.308)") {
  const std::vector<int> steps{0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(superior_armor(steps[i]) == steps[std::min(i + 1, steps.size() - 1)]);
    CHECK(inferior_armor(steps[i]) == steps[i == 0 ? 0 : i - 1]);
  }
  CHECK(superior_armor(5) == 6);
  CHECK(inferior_armor(5) == 4);
  const std::vector<int> firepower{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
  for (std::size_t i = 0; i < firepower.size(); ++i)
    CHECK(ift_vehicle_line(*column_for_firepower(firepower[i])) == static_cast<int>(i) + 3);
  const std::vector<int> incremental{3, 3, 4, 4,  4,  4,  5,  5,  5,  6,  6,  7,  7,  7,  7,  8,  8,  8,  8,  9,
                                     9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 13, 13};
  for (std::size_t i = 0; i < incremental.size(); ++i)
    CHECK(ift_vehicle_line(*column_for_firepower(i < 9 ? 1 + 0.5 * static_cast<double>(i) : static_cast<double>(i) - 3, IftTable::iift)) ==
          incremental[i]);
  const std::vector<std::pair<int, int>> aerial{{0, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 3}, {6, 3}, {8, 4}, {11, 4}};
  for (const auto& [armor, above] : aerial) CHECK(aerial_armor(armor) == above);
}
