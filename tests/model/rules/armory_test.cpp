#include "model/rules/armory.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/rules/vehicle_list.hpp"

using namespace boxcars::model;
using Catch::Matchers::Contains;

namespace {

// FNV-1a of all rows, each with its line end.
std::uint64_t sum_of_rows(std::span<const std::string_view> rows) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  const auto add = [&](char c) { sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U; };
  for (const std::string_view row : rows) {
    for (const char c : row) add(c);
    add('\n');
  }
  return sum;
}

std::string refused(const std::string& name, bool as_gun = false) {
  try {
    if (as_gun)
      find_firearm("gun", name);
    else
      find_vehicle("target", name);
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "";
}

std::vector<int> armor_of(const VehicleTarget& v) {
  std::vector<int> all;
  for (const Armor& armor : {v.hull_front, v.hull_side, v.hull_rear, v.turret_front, v.turret_side, v.turret_rear})
    all.push_back(armor.value_or(-1));
  return all;
}

}  // namespace

TEST_CASE("the lists have every cell of their source") {
  // The sums were made of the source by another program.
  CHECK(vehicle_rows().size() == 1012);
  CHECK(gun_rows().size() == 527);
  CHECK(sum_of_rows(vehicle_rows()) == 0x8512aa6ebf8d7b7bU);
  CHECK(sum_of_rows(gun_rows()) == 0x4dce79d51b42092dU);
}

TEST_CASE("every vehicle and Gun of the lists can be asked for by its name, or is one of several") {
  for (const std::string& name : vehicle_names()) {
    INFO(name);
    const std::string why = refused(name);
    if (!why.empty()) CHECK_THAT(why, Contains("is several") && Contains(name) && Contains("), "));  // two of them, at least
  }
  for (const std::string& name : firearm_names()) {
    if (name.size() < 6) continue;  // Infantry's
    INFO(name);
    const std::string why = refused(name, true);
    if (!why.empty()) CHECK_THAT(why, Contains("is several") && Contains(name) && Contains("), "));
  }
}

TEST_CASE("a whole name is that counter, with its fractions and marks") {
  CHECK(find_vehicle("target", "Sherman II(a)").name == "Sherman II(a)");
  CHECK(find_vehicle("target", "LVT2").name == "LVT2");
  CHECK(find_vehicle("target", "¾-Ton Truck(a)").name == "3/4-Ton Truck(a)");
  CHECK(find_vehicle("target", "1½-ton truck(a)").name == "11/2-Ton Truck(a)");
  CHECK(find_vehicle("target", "Citroën 23").name == "Citroen 23");
  CHECK(find_vehicle("target", "¼-Ton Jeep(a)").name == "1/4-Ton Jeep(a)");
  CHECK(find_vehicle("target", "Panther").name == "PzKpfw VG");
  CHECK(find_vehicle("target", "M3 (ht, 41-45)") == find_vehicle("target", "M3 ht"));  // as it is told where it is one of several
  CHECK(find_vehicle("target", "BT-7").name == "BT-7 M37");                            // and not that of the Finns
  CHECK_THAT(refused("Pz III"), Contains("PzKpfw IIIJ") && Contains("PzKpfw III(Fl)"));
  CHECK_THAT(refused("Pz II"), Contains("PzKpfw IIF") && !Contains("PzKpfw III"));
}

TEST_CASE("a vehicle has the numbers of its counter") {
  using Numbers = std::vector<int>;
  const auto check = [](const std::string& name, const Numbers& armor, int size, int cs, bool burns_easily) {
    INFO(name);
    const VehicleTarget vehicle = find_vehicle("target", name);
    CHECK(armor_of(vehicle) == armor);
    CHECK(vehicle.size == size);
    CHECK(vehicle.crew_survival == cs);
    CHECK(vehicle.burns_easily == burns_easily);
  };
  check("Panther", {18, 6, 6, 14, 6, 6}, -1, 6, false);
  check("panther d", {18, 6, 6, 14, 6, 6}, -1, 5, true);
  check("M4A1 Sherman", {11, 4, 4, 8, 6, 6}, -1, 5, true);
  check("m4", {8, 4, 4, 8, 6, 6}, -1, 5, true);
  check("T-34/85", {11, 6, 6, 11, 8, 8}, 0, 6, false);
  check("t34/85", {11, 6, 6, 11, 8, 8}, 0, 6, false);
  check("Tiger", {11, 8, 8, 14, 8, 8}, -1, 6, false);
  check("King Tiger", {26, 8, 8, 18, 11, 11}, -2, 6, false);
  check("Pz IVH", {8, 3, 3, 6, 4, 4}, 0, 6, false);
  check("Marder II", {3, 1, 1, 2, 0, -1}, 0, 4, true);  // 3/1/*T, -FSR
  check("M12 GMC", {4, 1, -1, 3, 1, -1}, 0, find_vehicle("target", "M12 GMC").crew_survival,
        find_vehicle("target", "M12 GMC").burns_easily);
  CHECK(find_vehicle("target", "M10").open_topped);
  CHECK_FALSE(find_vehicle("target", "M4").open_topped);
  CHECK(find_vehicle("target", "Opel").is_unarmored());
  CHECK(find_vehicle("target", "M4").crew_morale == 7);
  CHECK(find_vehicle("target", "Tiger").crew_morale == 8);
}

TEST_CASE("a Gun has its barrel, rate of fire, breakdown, range, ammunition and color") {
  const Firearm pak38 = find_firearm("gun", "PaK 38");
  CHECK(pak38.gun.gun == "50L");
  CHECK(pak38.rate_of_fire == 3);
  CHECK(pak38.longest == 75);
  REQUIRE(pak38.supplies.size() == 1);
  CHECK(pak38.supplies[0].numbers.size() == 4);
  CHECK(pak38.supplies[0].numbers[2].number == 5);
  CHECK(pak38.supplies[0].numbers[2].from == 1943);
  CHECK(find_firearm("gun", "PaK 40").list == "german");
  CHECK(find_firearm("gun", "ISU-152").breaks_from == 10);
  CHECK(gun_color_of(find_firearm("gun", "Panther"), {}) == GunColor::black);
  CHECK(gun_color_of(find_firearm("gun", "T-34/85"), {}) == GunColor::red);
  CHECK(gun_color_of(find_firearm("gun", "M10"), 1943) == GunColor::red);
  CHECK(gun_color_of(find_firearm("gun", "M10"), 1944) == GunColor::black);
  CHECK(find_firearm("gun", "7.5cm leIG 18").gun.has_ap == false);
  CHECK(find_firearm("gun", "Resita M43").ap_number == 18);
  CHECK(parse_armament("76LL")->barrel == Barrel::LL);
  CHECK(parse_armament("T~75*")->has_ap == false);
  CHECK(parse_armament("_40L")->has_he == false);
  CHECK_FALSE(parse_armament("Panther"));
  CHECK_FALSE(parse_armament("75LLL"));
}

TEST_CASE("who is unknown is told the nearest three, who is several all of them with their dates") {
  CHECK_THAT(refused("Pantehr"), Contains("in no list (the nearest are PzKpfw VG"));
  CHECK_THAT(refused("T-34"), Contains("T-34 M41 (MT, 6/41-44), T-34 M43 (MT, 10/42-45), T-34/85 (MT, 4/44-45)"));
  CHECK_THAT(refused("Sherman"), Contains("M4A1 (MT, 12/42-45)") && Contains("M4A3(76)W (MT, 7/44-5/45)"));
  CHECK_THAT(refused("Opel", true), Contains("has no Gun"));
  CHECK_THAT(refused("M3"), Contains("M3 (LT, 41-5/43)"));
  CHECK(find_vehicle("target", "M3 LT").hull_front == 4);
  CHECK_THAT(refused(""), Contains("in no list"));
}

TEST_CASE("a vehicle by its numbers") {
  CHECK(armor_of(parse_vehicle_numbers("target", "armor=8/4")) == std::vector<int>{8, 4, 4, 8, 4, 4});
  CHECK(armor_of(parse_vehicle_numbers("target", "armor=8/4,turret=11/6,size=-1,ot")) == std::vector<int>{8, 4, 4, 11, 6, 6});
  CHECK(armor_of(parse_vehicle_numbers("target", "armor=8/4,turret=-F/+SR")) == std::vector<int>{8, 4, 4, 6, 6, 6});
  CHECK(armor_of(parse_vehicle_numbers("target", "armor=0/*")) == std::vector<int>{0, -1, -1, 0, -1, -1});
  CHECK(parse_vehicle_numbers("target", "unarmored,size=1").is_unarmored());
  CHECK(parse_vehicle_numbers("target", "armor=3,size=+1").size == 1);
  for (const char* bad :
       {"armor=", "armor=8/", "armor=a", "armor=8/4,size=9", "armor=8/4,zzz", "armor=99", "armor=8/4,turret=", "size=1"}) {
    INFO(bad);
    CHECK_THROWS_AS(parse_vehicle_numbers("target", bad), BadInput);
  }
}
