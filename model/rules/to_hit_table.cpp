#include "model/rules/to_hit_table.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

// By range: 0-6 hexes, 7-12, ..., 49-54, and beyond.
constexpr int columns = 10, hexes_a_column = 6;
using Row = std::array<int, columns>;

// clang-format off
constexpr Row infantry_black{8, 7, 6, 5, 4, 3, 2, 1, 0, -1};
constexpr Row infantry_red  {8, 6, 5, 4, 3, 2, 1, 0, -1, -2};
constexpr Row vehicle_black {10, 9, 8, 7, 6, 6, 5, 4, 3, 2};
constexpr Row vehicle_red   {10, 8, 7, 6, 5, 4, 3, 2, 1, 0};
constexpr Row area          {7, 7, 8, 8, 7, 7, 6, 6, 5, 5};

constexpr Row normal_barrel {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
constexpr Row short_barrel  {0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
constexpr Row L_barrel      {0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr Row LL_barrel     {0, 0, 1, 1, 2, 2, 2, 2, 2, 2};
constexpr Row up_to_57mm    {0, 0, -1, -1, -2, -2, -3, -3, -4, -4};
constexpr Row up_to_40mm    {0, 0, -1, -1, -1, -1, -1, -1, -1, -1};  // that of 57mm, too
constexpr Row apcr_or_apds  {0, 0, -1, -1, -2, -2, -3, -3, -4, -4};
// clang-format on

int column_of(int range) {
  assert(range >= 0);
  return std::min((range - 1) / hexes_a_column, columns - 1);
}

const Row& basic(const Gunnery& gun) {
  if (gun.type == TargetType::area) return area;
  if (gun.type == TargetType::vehicle) return gun.color == GunColor::black ? vehicle_black : vehicle_red;
  return gun.color == GunColor::black ? infantry_black : infantry_red;
}

const Row& of_barrel(Barrel barrel) {
  switch (barrel) {
    case Barrel::normal:
      break;
    case Barrel::short_one:
      return short_barrel;
    case Barrel::L:
      return L_barrel;
    case Barrel::LL:
      return LL_barrel;
  }
  return normal_barrel;
}

const char* rule_of(TargetType type) { return type == TargetType::area ? "C3.33" : type == TargetType::vehicle ? "C3.31" : "C3.32"; }

// "Infantry Target Type, black, at 7 hexes".
std::string in_words(const Gunnery& gun) {
  const std::string at = ", at " + std::to_string(gun.range) + (gun.range == 1 ? " hex" : " hexes");
  if (gun.type == TargetType::area) return "Area Target Type" + at;
  return std::string(gun.type == TargetType::vehicle ? "Vehicle" : "Infantry") + " Target Type, " +
         std::string(name_of(gun.color, gun_color_choices)) + at;
}

}  // namespace

std::vector<Modifier> to_hit_number_rows(const Gunnery& gun) {
  const auto at = [column = index(column_of(gun.range))](const Row& row) { return row[column]; };
  std::vector<Modifier> rows{{at(basic(gun)), "basic To Hit number: " + in_words(gun), rule_of(gun.type)}};
  const auto add = [&](int amount, const std::string& why) {
    if (amount != 0) rows.push_back({amount, why + ", To Hit number", "C4"});
  };
  add(at(of_barrel(gun.barrel)), gun.barrel == Barrel::short_one ? "short barrel" : std::string(name_of(gun.barrel, barrel_choices)));
  if (gun.caliber <= 57) add(at(up_to_57mm), "57mm or less");
  if (gun.caliber <= 40) add(at(up_to_40mm), "40mm or less");
  if (gun.fires_apcr) add(at(apcr_or_apds), "APCR or APDS");
  return rows;
}

}  // namespace boxcars::model
