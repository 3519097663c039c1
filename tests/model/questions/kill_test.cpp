#include "model/questions/kill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<Kill>);

namespace {

using Odds = std::map<std::string, double>;

// A shot by hand: what the To Hit DR and the To Kill DR are compared with, and the vehicle.
struct ByHand {
  int number = 0, drm = 0;         // of the To Hit DR
  bool doubles_lower_die = false;  // C5.35
  bool has_critical = true;
  std::array<int, 2> kill{}, kill_on_critical{};  // Final, at hull and turret
  bool he = false, unarmored = false, hull_down = false, two_hits = false;
  int morale = 8, cs = 5;
  bool red = false;
};

double chance_at_most(int number) {
  int faces = 0;
  for (int c = 1; c <= 6; ++c) {
    for (int w = 1; w <= 6; ++w) faces += c + w <= number ? 1 : 0;
  }
  return faces / 36.0;
}

// What a To Kill DR does, with its odds.
void add_effect(const ByHand& shot, std::size_t turret, bool critical, int dr, double odds, Odds& to) {
  const int number = critical ? shot.kill_on_critical[turret] : shot.kill[turret];
  const auto add_no_effect = [&](double part) { to["no effect"] += part; };
  if (dr == 12) return add_no_effect(odds);
  if (dr < number) {
    to["kills"] += odds;
    if (dr - (shot.red ? 1 : 0) <= number / 2.0)
      to["burns"] += odds;
    else
      to["crew survives"] += odds * chance_at_most(shot.cs);
    return;
  }
  if (dr == number || (shot.he && !shot.unarmored && dr == number + 1)) {
    if (turret == 1 && !shot.unarmored)
      to["shocked"] += odds;
    else
      to["immobilized"] += odds, to["crew abandons"] += odds * (1 - chance_at_most(shot.morale));
    return;
  }
  if (!shot.he && !shot.unarmored && dr == number + 1) {
    const double fails = 1 - chance_at_most(shot.morale);
    to["shocked"] += odds * fails;
    return add_no_effect(odds * (1 - fails));
  }
  add_no_effect(odds);
}

// Every face of every throw.
Odds by_hand(const ByHand& shot) {
  Odds odds;
  for (const char* name :
       {"hit", "turret hit", "hull hit", "critical hit", "kills", "burns", "shocked", "immobilized", "crew survives", "no effect"})
    odds[name] = 0;
  const auto hits = [&](int c, int w, bool critical, double part, bool at_turret = false) {
    int turret = c < w || at_turret ? 1 : 0;
    if (shot.hull_down && critical) turret = 1;
    if (shot.hull_down && turret == 0) {
      odds["no effect"] += part;
      return;
    }
    odds["hit"] += part;
    odds[turret == 1 ? "turret hit" : "hull hit"] += part;
    if (critical) odds["critical hit"] += part;
    const bool twice = shot.two_hits && c == w && !critical;
    for (int face = 0; face < (twice ? 1296 : 36); ++face) {
      const int first = face % 6 + face / 6 % 6 + 2, second = face / 36 % 6 + face / 216 + 2;
      add_effect(shot, static_cast<std::size_t>(turret), critical, twice ? std::min(first, second) : first, part / (twice ? 1296 : 36),
                 odds);
    }
  };
  for (int c = 1; c <= 6; ++c) {
    for (int w = 1; w <= 6; ++w) {
      const int best = 2 + shot.drm + (shot.doubles_lower_die ? 1 : 0);
      if (best > shot.number) {  // C3.6
        if (c + w > 2) {
          odds["no effect"] += 1.0 / 36;
          continue;
        }
        hits(c, w, shot.has_critical, 1.0 / 216);
        hits(c, w, false, 1.0 / 216, true);
        hits(c, w, false, 1.0 / 216);
        odds["no effect"] += 3.0 / 216;
      } else if (c + w + shot.drm + (shot.doubles_lower_die ? std::min(c, w) : 0) > shot.number) {
        odds["no effect"] += 1.0 / 36;
      } else if (c + w == 2 && best == shot.number) {
        hits(c, w, shot.has_critical, 1.0 / 216);
        hits(c, w, false, 5.0 / 216);
      } else {
        hits(c, w, c + w == 2 && shot.has_critical, 1.0 / 36);
      }
    }
  }
  return odds;
}

void check_same(const Odds& expected, Odds actual) {
  for (const auto& [name, odds] : expected) {
    INFO(name);
    CHECK(actual.at(name) == Approx(odds).margin(1e-12));
  }
}

// Tables written anew: To Hit of vehicles by six hexes a column, and what range does to AP from 65mm, from 37mm and below.
constexpr std::array<int, 10> black{10, 9, 8, 7, 6, 6, 5, 4, 3, 2}, red_numbers{10, 8, 7, 6, 5, 4, 3, 2, 1, 0};
constexpr std::array<int, 10> long_barrel{0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, longest_barrel{0, 0, 1, 1, 2, 2, 2, 2, 2, 2},
    short_barrel{0, 0, -1, -1, -1, -1, -1, -1, -1, -1}, small{0, 0, -1, -1, -2, -2, -3, -3, -4, -4},
    smallest{0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
constexpr std::array<int, 10> large_by_range{0, 0, 0, -1, -1, -2, -2, -3, -3, -4}, medium_by_range{0, 0, 0, -1, -2, -2, -3, -4, -4, -5};

struct GunByHand {
  const char* name;
  bool is_black;
  int calibre;
  char barrel;  // '*', ' ', 'L', '2'
  int kill;
  bool buttoned_up = false;  // a turret of one man, or a slow and cramped one
};
const std::vector<GunByHand> guns{{"Panther", true, 75, '2', 23},         {"Tiger", true, 88, 'L', 20},
                                  {"PzKpfw IVH", true, 75, 'L', 17},      {"T-34/85", false, 85, 'L', 17},
                                  {"T-34 M43", false, 76, 'L', 13, true}, {"IS-2", false, 122, 'L', 25},
                                  {"M4A3(76)W", true, 76, 'L', 17},       {"M4A1", true, 75, ' ', 14},
                                  {"PaK 38", true, 50, 'L', 13},          {"3.7cm PaK 35/36", true, 37, 'L', 9}};
struct VehicleByHand {
  const char* name;
  int front, side, turret_front, turret_side, size, cs, morale;
  bool red;
};
const std::vector<VehicleByHand> vehicles{{"M4A1", 11, 4, 8, 6, -1, 5, 7, true},      {"Panther", 18, 6, 14, 6, -1, 6, 8, false},
                                          {"T-34/85", 11, 6, 11, 8, 0, 6, 8, false},  {"Tiger", 11, 8, 14, 8, -1, 6, 8, false},
                                          {"PzKpfw IVH", 8, 3, 6, 4, 0, 6, 8, false}, {"StuG IIIG", 8, 3, 8, 3, 1, 4, 8, false}};

ByHand hand_of(const GunByHand& gun, const VehicleByHand& vehicle, int range, bool from_front, bool from_rear) {
  const auto column = static_cast<std::size_t>(range == 0 ? 0 : std::min((range - 1) / 6, 9));
  ByHand shot;
  shot.number = (gun.is_black ? black : red_numbers)[column];
  shot.number += gun.barrel == 'L'   ? long_barrel[column]
                 : gun.barrel == '2' ? longest_barrel[column]
                 : gun.barrel == '*' ? short_barrel[column]
                                     : 0;
  if (gun.calibre <= 57) shot.number += small[column];
  if (gun.calibre <= 40) shot.number += smallest[column];
  shot.drm = vehicle.size + (range == 1 ? -2 : range == 2 ? -1 : 0) + (gun.buttoned_up ? 1 : 0);
  int by_range = gun.calibre >= 65 ? large_by_range[column] : medium_by_range[column];
  if (range <= 1) by_range = 1;
  if (range == 2) by_range = gun.calibre >= 65 ? 0 : 1;
  if (range >= 25 && range <= 30 && gun.calibre >= 65) by_range = -1;
  if (range >= 19 && range <= 24) by_range = -1;
  const std::array<int, 2> armor{from_front ? vehicle.front : vehicle.side, from_front ? vehicle.turret_front : vehicle.turret_side};
  for (std::size_t at = 0; at < 2; ++at) {
    const int more = by_range + (from_rear ? 1 : 0) - armor[at];
    shot.kill[at] = gun.kill + more;
    shot.kill_on_critical[at] = 2 * gun.kill + more;
  }
  shot.two_hits = gun.calibre <= 40;
  shot.morale = vehicle.morale;
  shot.cs = vehicle.cs;
  shot.red = vehicle.red;
  return shot;
}

Kill kill(const std::string& gun, const std::string& target, int range, const std::function<void(KillInputs&)>& change = {}) {
  KillInputs in{.gun = gun, .target = target};
  in.shot.aim.range = range;
  if (change) change(in);
  return Kill(in);
}

std::string refused(const std::string& gun, const std::string& target, int range, const std::function<void(KillInputs&)>& change = {}) {
  try {
    kill(gun, target, range, change);
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Guns at vehicles, at every facing and some ranges, of all faces (C3, C7, D5)", "[kill]") {
  for (const GunByHand& gun : guns) {
    for (const VehicleByHand& vehicle : vehicles) {
      for (const int range : {1, 2, 6, 10, 17, 24, 30}) {
        for (const auto facing : {TargetFacing::front, TargetFacing::side, TargetFacing::rear}) {
          if ((range % 2 == 0) == (facing == TargetFacing::side)) continue;
          INFO(gun.name << " at " << vehicle.name << " at " << range << " facing " << static_cast<int>(facing));
          const Kill question = kill(gun.name, vehicle.name, range, [&](KillInputs& in) { in.shot.facing = facing; });
          check_same(by_hand(hand_of(gun, vehicle, range, facing == TargetFacing::front, facing == TargetFacing::rear)),
                     exact_odds(question));
        }
      }
    }
  }
}

TEST_CASE("a shot by numbers is the shot by names", "[kill]") {
  const auto by_name = exact_odds(kill("Panther", "M4A1", 10));
  const auto by_numbers = exact_odds(kill("75LL", "armor=11/4,turret=-F/+SR,size=-1,cs=5,morale=7,red", 10));
  CHECK(by_name == by_numbers);
  CHECK(exact_odds(kill("T-34 M43", "Tiger", 6)) == exact_odds(kill("russian T-34 M43", "armor=11/8,turret=14/8,size=-1,cs=6", 6)));
}

TEST_CASE("an elite crew has a Morale Level of 8, a year may be given in short", "[kill]") {
  const auto elite = [](KillInputs& in) { in.elite = true; };
  CHECK(exact_odds(kill("75L", "M4A1", 10, elite)) == exact_odds(kill("75L", "M4A1", 10, [](KillInputs& in) { in.crew_morale = 8; })));
  CHECK(exact_odds(kill("75L", "M4A1", 10, elite)) != exact_odds(kill("75L", "M4A1", 10)));
  CHECK(exact_odds(kill("75L", "Tiger", 10, elite)) == exact_odds(kill("75L", "Tiger", 10)));
  const AnyField& year = *kill_questionnaire().fields.find("year");
  for (const auto& [typed, meant] : {std::pair{"43", 1943}, std::pair{"1944", 1944}}) {
    KillInputs in;
    year.read(&in, std::string(typed), year.info);
    CHECK(in.shot.year == meant);
  }
}

TEST_CASE("hull down, moving, hidden behind TEM and Hindrance, pinned and acquired (C5, C6, D4.2)", "[kill]") {
  ByHand shot = hand_of(guns[2], vehicles[2], 10, true, false);
  shot.hull_down = true;
  check_same(by_hand(shot), exact_odds(kill("PzKpfw IVH", "T-34/85", 10, [](KillInputs& in) { in.shot.hull_down = true; })));
  shot.hull_down = false;
  shot.drm = 2 + 1 + 2 - 1 + 2;
  check_same(by_hand(shot), exact_odds(kill("PzKpfw IVH", "T-34/85", 10, [](KillInputs& in) {
               in.shot.motion = true;
               in.shot.tem = 1;
               in.shot.aim.hindrance = 2;
               in.shot.aim.leadership = -1;
               in.shot.aim.cases = {"D"};
             })));
  shot.drm = 7;  // improbable at 9 - 7 = 2, then beyond
  check_same(by_hand(shot), exact_odds(kill("PzKpfw IVH", "T-34/85", 10, [](KillInputs& in) { in.shot.aim.cases = {"J2", "D", "I"}; })));
  shot.drm = 8;
  check_same(by_hand(shot), exact_odds(kill("PzKpfw IVH", "T-34/85", 10, [](KillInputs& in) { in.shot.aim.cases = {"J2", "D", "K"}; })));
  // In the own hex the facing is a dr, and Case E +2.
  Odds mixed;
  for (const int facing : {0, 1, 2}) {
    ByHand one = hand_of(guns[2], vehicles[2], 0, facing == 0, facing == 2);
    one.drm = 2;
    for (const auto& [name, odds] : by_hand(one)) mixed[name] += odds / 3;
  }
  check_same(mixed, exact_odds(kill("PzKpfw IVH", "T-34/85", 0)));
}

TEST_CASE("HE, APCR, HEAT and what has no armor (C7.3)", "[kill]") {
  // HE of a 105 at 8 hexes: Basic 10, no range; one above is still immobilized.
  ByHand he{.number = 9, .drm = 0, .kill = {{10 - 4, 10 - 4}}, .kill_on_critical = {{20 - 4, 20 - 4}}, .he = true};
  check_same(by_hand(he), exact_odds(kill("105", "armor=8/4", 8, [](KillInputs& in) {
               in.ammo = Shell::he;
               in.shot.facing = TargetFacing::side;
             })));
  // APCR of a 50L at 14 hexes: 8 + 1 - 1 - 1 = 7; Basic 17 - 2.
  ByHand apcr{.number = 7, .drm = 0, .kill = {{17 - 2 - 8, 17 - 2 - 8}}, .kill_on_critical = {{34 - 2 - 8, 34 - 2 - 8}}};
  check_same(by_hand(apcr), exact_odds(kill("50L", "armor=8/4", 14, [](KillInputs& in) { in.ammo = Shell::apcr; })));
  ByHand heat{.number = 7, .drm = 0, .kill = {{13 - 8, 13 - 8}}, .kill_on_critical = {{26 - 8, 26 - 8}}};
  check_same(by_hand(heat), exact_odds(kill("75*", "armor=8/4", 14, [](KillInputs& in) { in.ammo = Shell::heat; })));
  ByHand truck{.number = 9, .drm = 1, .kill = {{9, 9}}, .kill_on_critical = {{18, 18}}, .unarmored = true};
  check_same(by_hand(truck), exact_odds(kill("75L", "unarmored,size=1", 10)));
  // An ATR is a Gun there, too: 7 at any range, doubled by a critical hit.
  for (const int range : {4, 9}) {
    ByHand by_atr{.number = 10 - (range == 9 ? 1 : 0), .drm = 1, .kill = {{7, 7}}, .kill_on_critical = {{14, 14}}, .unarmored = true};
    check_same(by_hand(by_atr), exact_odds(kill("atr", "unarmored,size=1", range)));
    by_atr.two_hits = true;  // C3.8
    check_same(by_hand(by_atr), exact_odds(kill("15", "unarmored,size=1", range)));
  }
  // A MG at armor 1: 4 + 1 - 1 at 5 hexes, and 4 on the dot is a Stun; none of its hits is critical.
  const double hit = chance_at_most(10);
  auto odds = exact_odds(kill("mg:5-12", "armor=1", 5));
  CHECK(odds.at("kills") == Approx(hit * chance_at_most(3)));
  CHECK(odds.at("stunned") == Approx(hit * 3 / 36));
  CHECK(odds.at("critical hit") == 0);
  CHECK(odds.at("shocked") == 0);
}

TEST_CASE("a MG or FT at a vehicle without armor attacks on the vehicle line of the IFT (A7.308-.309)", "[kill]") {
  // The Kill numbers of the columns 1, 2, 4, ..., by hand over all faces: on doubles it is that of the column to the left, and an
  // Original 2 has a dr of its own.
  constexpr std::array<double, 11> columns{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
  const auto check = [&](const std::string& gun, double firepower, int drm, bool cowers, int range, const auto& change) {
    INFO(gun << " at " << range << ", " << drm);
    std::size_t column = 0;
    while (column + 1 < columns.size() && columns[column + 1] <= firepower) ++column;
    double kills = 0, burns = 0, immobilized = 0;
    for (int c = 1; c <= 6; ++c) {
      for (int w = 1; w <= 6; ++w) {
        const bool left = cowers && c == w;
        if (left && column == 0) continue;
        const int number = 3 + static_cast<int>(column) - (left ? 1 : 0), dr = c + w + drm;
        int worst = 2 * dr <= number ? 3 : dr < number ? 2 : dr == number ? 1 : 0;
        for (int extra = 1; extra <= 6; ++extra) {
          const int by_extra = c + w > 2 || extra > 3 ? 0 : 4 - extra, result = std::max(worst, by_extra);
          kills += result >= 2 ? 1.0 / 216 : 0, burns += result == 3 ? 1.0 / 216 : 0, immobilized += result == 1 ? 1.0 / 216 : 0;
        }
      }
    }
    const auto odds = exact_odds(kill(gun, "unarmored", range, change));
    CHECK(odds.at("hit") == Approx(1));
    CHECK(odds.at("kills") == Approx(kills));
    CHECK(odds.at("burns") == Approx(burns));
    CHECK(odds.at("immobilized") == Approx(immobilized));
  };
  const auto plain = [](KillInputs&) {};
  check("mg:7-16", 7, 0, true, 5, plain);
  check("mg:7-16", 14, 0, true, 1, plain);    // Point Blank
  check("mg:7-16", 21, 0, true, 0, plain);    // Triple Point Blank
  check("mg:5-12", 2.5, 0, true, 14, plain);  // Long Range
  check("mg:2-8", 1, 0, true, 16, plain);
  check("cmg", 4, 0, false, 5, plain);  // of a vehicle
  check("ft", 24, 0, true, 1, plain);
  check("ft", 12, 0, true, 2, plain);
  check("mg:7-16", 7, 0, false, 5, [](KillInputs& in) { in.shot.aim.leadership = 0; });
  check("mg:7-16", 3.5, -1, false, 20, [](KillInputs& in) { in.shot.aim.leadership = -1; });
  check("mg:7-16", 7, 6, true, 5, [](KillInputs& in) { in.shot.tem = 3, in.shot.aim.hindrance = 1, in.shot.drm = 2; });
  // The book's own example: 8 FP, directed, at a truck; 7 immobilizes it, 4 to 6 eliminate it, 2 and 3 burn it.
  const auto truck = exact_odds(kill("mg:8-12", "unarmored", 4, [](KillInputs& in) { in.shot.aim.leadership = 0; }));
  CHECK(truck.at("immobilized") == Approx(6.0 / 36));
  CHECK(truck.at("burns") == Approx(3.0 / 36));
  CHECK(truck.at("kills") == Approx(15.0 / 36));
  // At an unarmored side of an AFV it has a To Hit DR, and a To Kill DR at that number: an Original 2 has no other dr.
  const auto side = exact_odds(kill("mg:1-8", "armor=1/*", 5, [](KillInputs& in) { in.shot.facing = TargetFacing::side; }));
  CHECK(side.at("kills") == Approx(chance_at_most(10) / 36));
  CHECK(side.at("burns") == 0);
  // It breaks down, and keeps its rate of fire, on that DR.
  const auto odds = exact_odds(kill("mg:4-10", "unarmored", 5, [](KillInputs& in) { in.breakdown = 11; }));
  CHECK(odds.at("malfunctions") == Approx(3.0 / 36));
  // With ROF 2: 6 of 36 faces kill, 7 others have a colored dr of 1 or 2.
  const auto again = exact_odds(kill("cmg", "unarmored", 5, [](KillInputs& in) { in.rate_of_fire = 2; }));
  CHECK(again.at("kills") == Approx(6.0 / 29));
  CHECK_THAT(refused("mg:7-16", "unarmored", 17, plain), Contains("a leader must direct it, A9.4"));
  CHECK_THAT(refused("mg:7-16", "unarmored", 33, plain), Contains("it reaches 32 hexes"));
  CHECK_THAT(refused("mg:1-6", "unarmored", 8, plain), Contains("below 1"));
  check("mg:7-16", 7, 0, true, 5, [](KillInputs& in) { in.shot.motion = true; });
  CHECK_THAT(refused("mg:7-16", "unarmored", 5, [](KillInputs& in) { in.shot.aim.cases = {"J"}; }), Contains("A7.308"));
  CHECK_THAT(refused("mol", "unarmored", 1, [](KillInputs& in) { in.breakdown = 11; }), Contains("does not break down"));
}

TEST_CASE("LATW have To Hit numbers of their own (C13)", "[kill]") {
  const std::map<std::string, std::pair<std::vector<int>, int>> printed{
      {"baz43", {{11, 9, 8, 7, 4}, 13}}, {"baz44", {{11, 9, 8, 7, 4}, 16}}, {"psk", {{11, 9, 8, 7, 4}, 26}},
      {"piat", {{11, 9, 7, 5}, 15}},     {"pf", {{10, 8, 6, 4}, 31}},       {"pfk", {{10, 8}, 22}}};
  for (const auto& [name, numbers] : printed) {
    for (std::size_t range = 1; range < numbers.first.size(); ++range) {
      INFO(name << " at " << range);
      ByHand shot{.number = numbers.first[range],  // without Case L (C6.3)
                  .kill = {{numbers.second - 11, numbers.second - 8}},
                  .kill_on_critical = {{2 * numbers.second - 11, 2 * numbers.second - 8}}};
      check_same(by_hand(shot), exact_odds(kill(name, "armor=11/4,turret=8/6", static_cast<int>(range))));
    }
  }
  CHECK_THROWS_WITH(kill("baz44", "armor=8/4", 1, [](KillInputs& in) { in.shot.aim.cases = {"M"}; }), Contains("C6.3"));
  auto odds = exact_odds(kill("psk", "M4", 4));
  CHECK(odds.at("malfunctions") == Approx(6.0 / 36));
  CHECK(exact_odds(kill("pf", "M4", 1)).at("firer is hurt") == Approx(1.0 / 36));
  // The check dr of a half-squad: 2 or less.
  const auto checked = exact_odds(kill("pf", "M4", 1, [](KillInputs& in) { in.shot.by = UsedBy::hs; }));
  CHECK(checked.at("not fired") == Approx(4.0 / 6));
  CHECK(checked.at("kills") == Approx(exact_odds(kill("pf", "M4", 1)).at("kills") * 2 / 6));
  CHECK(checked.at("no effect") == Approx(1 - checked.at("kills") - checked.at("shocked") - checked.at("immobilized")));
}

TEST_CASE("a Gun by its numbers has the To Kill number of the nation that is said (C7.31, C7.32)", "[kill]") {
  const auto number_of = [](const Kill& question) {
    const auto& figures = question.description().figures;
    const auto found = std::find_if(figures.begin(), figures.end(), [](const Figure& figure) { return figure.name == "to_kill_hull"; });
    REQUIRE(found != figures.end());
    return static_cast<int>(found->number);
  };
  // An ATR of 5, but Russia's, and those of 20mm; at 3 hexes +1, of a hull's side of 3.
  for (const auto& [name, basic] : std::vector<std::pair<std::string, int>>{{"ATR", 5},
                                                                            {"German ATR", 5},
                                                                            {"british atr", 5},
                                                                            {"Russian ATR", 6},
                                                                            {"Soviet ATR", 6},
                                                                            {"Finnish ATR", 5},
                                                                            {"Polish ATR", 5},
                                                                            {"Axis Minor ATR", 5},
                                                                            {"Japanese ATR", 6},
                                                                            {"Boys ATR(b)", 5},
                                                                            {"Lahti ATR", 6},
                                                                            {"Type 97 Automatic Gun", 6},
                                                                            {"Solothurn s/18-1100", 6}}) {
    INFO(name);
    CHECK(number_of(kill(name, "armor=3/3", 3)) == basic + 1 - 3);
  }
  struct Row {
    const char* gun;
    Nationality of;
    std::optional<Shell> ammo;
    int others, its;  // without armor's 8
  };
  for (const Row& row : {Row{"76L", Nationality::russian, {}, 17, 13}, Row{"76L", Nationality::japanese, {}, 17, 13},
                         Row{"76L", Nationality::german, {}, 17, 17}, Row{"76LL", Nationality::russian, {}, 23, 16},
                         Row{"90L", Nationality::italian, {}, 21, 20}, Row{"76L", Nationality::russian, Shell::apcr, 20, 14},
                         Row{"76L", Nationality::american, Shell::apcr, 20, 22}, Row{"76LL", Nationality::finnish, Shell::apcr, 0, 18},
                         Row{"atr", Nationality::russian, {}, 5, 6}, Row{"atr", Nationality::finnish, {}, 5, 5}}) {
    INFO(row.gun << " " << static_cast<int>(row.of));
    const auto with_ammo = [&](KillInputs& in) { in.ammo = row.ammo; };
    CHECK(number_of(kill(row.gun, "armor=8/8", 10, [&](KillInputs& in) { in.ammo = row.ammo, in.nation = row.of; })) == row.its - 8);
    if (row.others != 0) CHECK(number_of(kill(row.gun, "armor=8/8", 10, with_ammo)) == row.others - 8);
  }
  // Black numbers unless they are said to be red, whosever it is.
  const auto red = [](KillInputs& in) { in.nation = Nationality::russian, in.shot.gun_color = GunColor::red; };
  ByHand shot{.number = 9, .kill = {{13 - 8, 13 - 8}}, .kill_on_critical = {{26 - 8, 26 - 8}}};
  check_same(by_hand(shot), exact_odds(kill("76L", "armor=8/8", 10, [](KillInputs& in) { in.nation = Nationality::russian; })));
  shot.number = 8;
  check_same(by_hand(shot), exact_odds(kill("76L", "armor=8/8", 10, red)));
  CHECK_THAT(refused("psk", "M4", 2, [](KillInputs& in) { in.nation = Nationality::german; }), Contains("the same for all nations"));
  CHECK_THAT(refused("Russian ATR", "M4", 2, [](KillInputs& in) { in.nation = Nationality::german; }), Contains("its name says whose"));
}

TEST_CASE("MOL, FT and DC have no To Hit DR (A22, A23)", "[kill]") {
  // It burns below the number, and is eliminated at it; a MOL's colored 6 loses the MOL (A22.34, A22.612, A22.62).
  const auto check_flames = [](const Kill& question, int number, bool is_mol) {
    double burns = 0, at_number = 0;
    for (int colored = 1; colored <= (is_mol ? 5 : 6); ++colored) {
      for (int white = 1; white <= 6; ++white) {
        burns += colored + white < number ? 1.0 / 36 : 0;
        at_number += colored + white == number ? 1.0 / 36 : 0;
      }
    }
    const auto odds = exact_odds(question);
    INFO(number << (is_mol ? " MOL" : " FT"));
    CHECK(odds.at("burns") == Approx(burns));
    CHECK(odds.at("kills") == Approx(burns + at_number));
    CHECK(odds.at("immobilized") == 0);
    CHECK(odds.at("shocked") == 0);
    CHECK(odds.at("hit") == 1);
  };
  const auto exposed = [](KillInputs& in) { in.shot.crew_exposed = true; };
  const auto above = [](KillInputs& in) { in.shot.above = true; };
  check_flames(kill("mol", "M4", 1), 6, true);
  check_flames(kill("mol", "M4", 1, exposed), 7, true);
  check_flames(kill("mol", "M4", 1, above), 7, true);
  check_flames(kill("mol", "M10", 1), 8, true);  // open-topped
  check_flames(kill("mol", "M10", 1, exposed), 8, true);
  check_flames(kill("mol", "M10", 1, above), 10, true);
  check_flames(kill("ft", "Tiger", 1), 8, false);
  check_flames(kill("ft", "Tiger", 1, exposed), 9, false);
  check_flames(kill("ft", "M10", 1), 11, false);  // the crew of an open-topped AFV is exposed (D5.3)
  check_flames(kill("ft", "M10", 1, exposed), 11, false);
  check_flames(kill("ft", "Tiger", 2), 4, false);
  CHECK(exact_odds(kill("ft", "Tiger", 1)).at("malfunctions") == Approx(6.0 / 36));
  // A DC at the side of a Tiger: Aerial 4 by 5 or less, 8 by 6 to 8, nothing by more.
  auto odds = exact_odds(kill("dc", "Tiger", 0, [](KillInputs& in) { in.shot.facing = TargetFacing::side; }));
  const double aerial = chance_at_most(5), at_side = chance_at_most(8) - aerial;
  CHECK(odds.at("hit") == Approx(aerial + at_side));
  CHECK(odds.at("kills") == Approx(aerial * chance_at_most(11) + at_side * chance_at_most(7)));
  CHECK(odds.at("critical hit") == 0);
  // From a higher level it lies a step better, on an open-topped one two.
  const auto side_from_above = [](KillInputs& in) { in.shot.facing = TargetFacing::side, in.shot.above = true; };
  odds = exact_odds(kill("dc", "Tiger", 0, side_from_above));
  CHECK(odds.at("hit") == Approx(chance_at_most(9)));
  CHECK(odds.at("kills") == Approx(chance_at_most(6) * chance_at_most(11) + (chance_at_most(9) - chance_at_most(6)) * chance_at_most(7)));
  CHECK(exact_odds(kill("dc", "M10", 0, side_from_above)).at("hit") == Approx(chance_at_most(8 + 2 + 2)));
}

TEST_CASE("shots one after the other, with acquisition, rate of fire, breakdown and depletion (C6.5, C2.24, C8.9)", "[kill]") {
  // No crew's number matters: what kills a vehicle in four shots, each at its acquisition. An Original 12 is the last shot, a hit or not.
  std::vector<double> each, breaks_only;
  for (const int acquired : {0, 1, 2}) {
    ByHand shot = hand_of(guns[0], vehicles[0], 10, true, false);
    shot.drm -= acquired;
    each.push_back(by_hand(shot).at("kills"));
    const bool hits = shot.number - shot.drm >= 12;
    breaks_only.push_back((hits ? 1 - chance_at_most(std::min(shot.kill[0] - 1, 11)) : 1) / 36);
  }
  const Kill question = kill("Panther", "M4A1", 10, [](KillInputs& in) { in.shots = "4,acquire"; });
  auto odds = exact_odds(question);
  double left = 1, killed = 0;
  auto measures = exact_measures(question);
  for (std::size_t i = 0; i < 4; ++i) {
    const double kills = each[std::min<std::size_t>(i, 2)], breaks = breaks_only[std::min<std::size_t>(i, 2)];
    if (i < 3) CHECK(measures.at("shots fired").at(static_cast<int>(i) + 1) == Approx(left * (kills + breaks)));
    killed += left * kills;
    left *= 1 - kills - breaks;
    CHECK(odds.at("kills by shot " + std::to_string(i + 1)) == Approx(killed));
  }
  CHECK(odds.at("kills") == Approx(killed));
  check_agreement(question, simulated(question, 200'000), solved(question).odds.value());

  // Rate of fire 2: a third of all shots that do not kill is followed by another one, whatever they hit. By hand, on each face.
  const Kill again = kill("75L", "armor=8/4", 10, [](KillInputs& in) { in.rate_of_fire = 2; });
  const double kills_each = exact_odds(kill("75L", "armor=8/4", 10)).at("kills");
  double goes_on = 0;  // a colored 1 or 2, and it has not killed
  const double hull = chance_at_most(17 - 8 - 1), on_critical = chance_at_most(11);
  for (int c = 1; c <= 2; ++c) {
    for (int w = 1; w <= 6; ++w) goes_on += (1 - (c + w == 2 ? on_critical : c + w <= 9 ? hull : 0)) / 36;
  }
  CHECK(exact_odds(again).at("kills") == Approx(kills_each / (1 - goes_on)));
  check_agreement(again, simulated(again, 200'000), solved(again).odds.value());

  // A shot that keeps the rate of fire is the same shot.
  const Kill thrice = kill("75L", "armor=8/4", 10, [](KillInputs& in) { in.shots = "3", in.rate_of_fire = 2; });
  const auto by_shot = exact_odds(thrice), in_one = exact_odds(again);
  for (int shot = 1; shot <= 3; ++shot) {
    for (const std::string news : {"hit", "kills", "burns"}) {
      INFO(news << " by shot " << shot);
      // Who breaks down misses: a 12 is no hit.
      const double kills = in_one.at("kills"), goes_on_after = 1 - kills - in_one.at("malfunctions");
      double killed_by = 0;
      for (int earlier = 0; earlier < shot; ++earlier) killed_by += kills * std::pow(goes_on_after, earlier);
      if (news == "kills") CHECK(by_shot.at("kills by shot " + std::to_string(shot)) == Approx(killed_by));
      if (shot == 1) CHECK(by_shot.at(news + " by shot 1") == Approx(in_one.at(news)));
      if (shot == 3) CHECK(by_shot.at(news + " by shot 3") == Approx(by_shot.at(news)));
    }
  }
  check_agreement(thrice, simulated(thrice, 200'000), solved(thrice).odds.value());
  const auto plain = exact_odds(kill("75L", "armor=8/4", 10, [](KillInputs& in) { in.shots = "2"; }));
  CHECK(plain.at("hit by shot 1") == Approx(exact_odds(kill("75L", "armor=8/4", 10)).at("hit")));
  CHECK(plain.at("burns by shot 2") == Approx(plain.at("burns")));

  const Kill breaks = kill("75L", "armor=8/4", 10, [](KillInputs& in) { in.shots = "2", in.breakdown = 11; });
  CHECK(exact_odds(breaks).at("kills") == Approx(kills_each + (33.0 / 36 - kills_each) * kills_each));
}

TEST_CASE("special ammunition may be absent: then the shot is not taken (C8.9, C8.2)", "[kill]") {
  // Depletion 5: 10 of 36 fire it. 20 + 0 - 14 on either Location; later shots are AP.
  const auto scarce = [](KillInputs& in) { in.ammo = Shell::apcr, in.depletion = 5; };
  const double of_hit = chance_at_most(5), of_critical = chance_at_most(11);
  const double by_apcr = (9.0 / 36) * of_hit + (1.0 / 36) * of_critical;
  auto odds = exact_odds(kill("75L", "armor=14/8", 10, scarce));
  CHECK(odds.at("kills") == Approx(by_apcr));
  CHECK(odds.at("hit") == Approx(10.0 / 36));
  CHECK(odds.at("ammunition absent") == Approx(26.0 / 36));
  CHECK(odds.at("malfunctions") == Approx(1.0 / 36));
  // Absent on 6 to 11: AP next; of 12 it breaks down. A 5 was the last round.
  const double by_ap = exact_odds(kill("75L", "armor=14/8", 10)).at("kills");
  const double second = ((25.0 + 4 * (1 - of_hit)) * by_ap + (5 * (1 - of_hit) + 1 - of_critical) * by_apcr) / 36;
  odds = exact_odds(kill("75L", "armor=14/8", 10, [&](KillInputs& in) { scarce(in), in.shots = "2"; }));
  CHECK(odds.at("kills by shot 1") == Approx(by_apcr));
  CHECK(odds.at("kills by shot 2") == Approx(by_apcr + second));
  // A breakdown number within the absent ones counts all the same.
  odds = exact_odds(kill("75L", "armor=14/8", 10, [&](KillInputs& in) { scarce(in), in.breakdown = 11; }));
  CHECK(odds.at("ammunition absent") == Approx(26.0 / 36));
  CHECK(odds.at("malfunctions") == Approx(3.0 / 36));
  // Of a counter by its year, one more for an elite crew: 75L has A3 in 1944.
  const auto in_1944 = [](KillInputs& in) { in.ammo = Shell::apcr, in.shot.year = 1944; };
  CHECK(exact_odds(kill("PaK 40", "T-34/85", 10, in_1944)).at("ammunition absent") == Approx(33.0 / 36));
  CHECK(exact_odds(kill("PaK 40", "T-34/85", 10, [&](KillInputs& in) { in_1944(in), in.elite = true; })).at("ammunition absent") ==
        Approx(30.0 / 36));
  CHECK(exact_odds(kill("75L", "armor=14/8", 10, [&](KillInputs& in) { scarce(in), in.elite = true; })).at("ammunition absent") ==
        Approx(26.0 / 36));
}

TEST_CASE("a Gun fires no more from its breakdown number on (A9.7, C5.6, D3.71)", "[kill]") {
  const auto breaks = [](const std::string& gun, const std::function<void(KillInputs&)>& change = {}) {
    return exact_odds(kill(gun, "armor=8/4", 6, change)).at("malfunctions") * 36;
  };
  const auto with_case = [](const char* letter) { return [letter](KillInputs& in) { in.shot.aim.cases = {letter}; }; };
  CHECK(breaks("75L") == Approx(1));
  CHECK(breaks("mg:5-12") == Approx(1));
  CHECK(breaks("ISU-152") == Approx(6));  // B10
  CHECK(breaks("IS-2") == Approx(3));     // B11
  CHECK(breaks("IS-3") == Approx(1));     // its 11 is that of low ammunition
  CHECK(breaks("OT-34") == Approx(1));    // X10 is that of its flamethrower
  CHECK(breaks("75L", with_case("F")) == Approx(6));
  CHECK(breaks("75L", with_case("H")) == Approx(6));
  CHECK(breaks("IS-2", with_case("F")) == Approx(10));
  CHECK(breaks("IS-2", [](KillInputs& in) { in.breakdown = 10, in.shot.aim.cases = {"F"}; }) == Approx(6));  // as it is typed
  // A captured Gun has red numbers, too: 10 of 8 at 12 hexes less 2, instead of 9 less 2.
  const auto captured = [](KillInputs& in) { in.shot.aim.cases = {"H"}; };
  CHECK(exact_odds(kill("75L", "armor=8/4", 12, captured)).at("hit") == Approx(chance_at_most(8 - 2)));
}

TEST_CASE("who fires from a moving vehicle doubles the lower die, who fires from some turrets is buttoned up (C5.35, D1.321)", "[kill]") {
  ByHand shot{.number = 10, .drm = 4, .doubles_lower_die = true, .kill = {{13 - 6, 13 - 6}}, .kill_on_critical = {{26 - 6, 26 - 6}}};
  for (const int drm : {1, 4, 6, 7, 8, 9, 12}) {
    INFO(drm);
    shot.drm = drm;
    const std::string letter = "C4=" + std::to_string(drm);
    const Kill moving = kill("50L", "armor=6/6", 6, [&](KillInputs& in) { in.shot.aim.cases = {letter}; });
    check_same(by_hand(shot), exact_odds(moving));
    if (drm == 4) check_agreement(moving, simulated(moving, 200'000), solved(moving).odds.value());
  }
  const auto with_case_i = [](KillInputs& in) { in.shot.aim.cases = {"I"}; };
  CHECK(exact_odds(kill("T-34 M43", "Tiger", 6, with_case_i)) == exact_odds(kill("T-34 M43", "Tiger", 6)));
  ByHand tiger = hand_of(guns[1], vehicles[2], 6, true, false);
  tiger.drm += 1;
  check_same(by_hand(tiger), exact_odds(kill("Tiger", "T-34/85", 6, with_case_i)));
}

TEST_CASE("Cases P, Q and R may be said as such at a vehicle (C6)", "[kill]") {
  const auto said = [](std::vector<std::string> cases) {
    return exact_odds(kill("75L", "armor=8/4,size=1", 6, [&](KillInputs& in) { in.shot.aim.cases = std::move(cases); }));
  };
  CHECK(said({"Q=2", "R=1"}) == exact_odds(kill("75L", "armor=8/4,size=1", 6, [](KillInputs& in) {
          in.shot.tem = 2;
          in.shot.aim.hindrance = 1;
        })));
  CHECK(said({"P=-1"}) == exact_odds(kill("75L", "armor=8/4,size=-1", 6)));
  const auto refused_with = [](const char* letter, const std::function<void(KillInputs&)>& change) {
    return refused("75L", "M4", 6, [&](KillInputs& in) { in.shot.aim.cases = {letter}, change(in); });
  };
  CHECK_THAT(refused_with("R=1", [](KillInputs& in) { in.shot.aim.hindrance = 1; }), Contains("--case R=1 with --hindrance"));
  CHECK_THAT(refused_with("Q=1", [](KillInputs& in) { in.shot.tem = 1; }), Contains("--case Q=1 with --tem"));
  CHECK_THAT(refused_with("L=-1", [](KillInputs&) {}), Contains("Case L comes from --range"));
}

TEST_CASE("Deliberate Immobilization, and what Shock comes to (C5.7, C7.42)", "[kill]") {
  const auto by_g = [](KillInputs& in) { in.shot.aim.cases = {"G"}; };
  const auto odds = exact_odds(kill("75L", "armor=26/14", 6, by_g));
  double hull = 0;  // 10 - 5
  for (int c = 1; c <= 6; ++c) {
    for (int w = 1; w <= c; ++w) hull += c + w <= 5 ? 1.0 / 36 : 0;
  }
  CHECK(odds.at("immobilized") == Approx(hull));
  CHECK(odds.at("hull hit") == Approx(hull));
  CHECK(odds.at("hit") == Approx(hull));
  CHECK(odds.at("kills") == 0);
  CHECK(odds.at("critical hit") == 0);
  const auto twice = exact_odds(kill("75L", "armor=26/14", 6, [&](KillInputs& in) { by_g(in), in.shots = "2"; }));
  CHECK(twice.at("immobilized") == Approx(hull + (1 - hull - 1.0 / 36) * hull));
  CHECK(exact_measures(kill("75L", "armor=26/14", 6, [&](KillInputs& in) { by_g(in), in.shots = "2"; })).at("shots fired").at(1) ==
        Approx(hull + 1.0 / 36));
  CHECK_THAT(refused("75L", "armor=26/18", 6, by_g),
             Contains("its Basic To Kill number, 17, is not above the lowest armor of the hull, 18"));
  const auto shock = exact_odds(kill("75L", "armor=8/4", 10));
  CHECK(shock.at("wreck after Shock") == Approx(shock.at("shocked") * 4 / 6 * 3 / 6));
}

TEST_CASE("the crew of an immobile vehicle checks again if a DR of 5 would have killed (D5.5)", "[kill]") {
  // Shots of a 75L at armor=8/4 at 10 hexes, all on 9 or less at Final 9; an Original 2 at 26. By hand.
  struct Left {
    bool immobile = false, shaken = false, abandoned = false;
  };
  double kills = 0, abandons = 0, survives = 0;
  const double stays = chance_at_most(8);
  const std::function<void(int, Left, double, bool)> shoot = [&](int left, Left was, double part, bool breaks_off) {
    if (left == 0 || breaks_off) {
      abandons += was.abandoned ? part : 0;
      return;
    }
    for (int c = 1; c <= 6; ++c) {
      for (int w = 1; w <= 6; ++w) {
        const double of_dr = part / 36;
        const auto goes_on = [&](Left now, double odds) { shoot(left - 1, now, odds, c + w == 12); };
        if (c + w > 9) {
          goes_on(was, of_dr);
          continue;
        }
        const int number = c + w == 2 ? 34 - 8 : 17 - 8;
        for (int dr = 2; dr <= 12; ++dr) {
          const double odds = of_dr * (6 - std::abs(7 - dr)) / 36;
          Left now = was;
          if (dr < number && dr < 12) {
            kills += odds;
            abandons += was.abandoned ? odds : 0;
            if (2 * dr > number && !was.abandoned) survives += odds * chance_at_most(5 - (was.shaken ? 1 : 0));
            continue;
          }
          const bool may_leave = was.immobile && !was.abandoned && number > 5;
          bool checks = may_leave;
          if (dr == number && dr < 12) {
            if (c < w) {
              now.shaken = true, checks = false;
            } else {
              now.immobile = true, checks = !was.abandoned;
            }
          }
          if (dr == number + 1 && dr < 12 && !was.abandoned) {  // possible Shock
            now.shaken = true;
            goes_on(now, odds * (1 - stays));
            now.shaken = was.shaken;
            goes_on(now, odds * stays * (may_leave ? stays : 1));
            now.abandoned = true;
            if (may_leave) goes_on(now, odds * stays * (1 - stays));
            continue;
          }
          goes_on(now, odds * (checks ? stays : 1));
          now.abandoned = true;
          if (checks) goes_on(now, odds * (1 - stays));
        }
      }
    }
  };
  shoot(3, {}, 1, false);
  const auto odds = exact_odds(kill("75L", "armor=8/8", 10, [](KillInputs& in) { in.shots = "3"; }));
  CHECK(odds.at("kills") == Approx(kills));
  CHECK(odds.at("crew abandons") == Approx(abandons));
  CHECK(odds.at("crew survives") == Approx(survives));
}

TEST_CASE("what each weapon has of its own at armor and at none (C3.8, A22.34, C7.346, C13.31)", "[kill]") {
  // An ATR has no second hit by doubles: 32 of 36 hit at Final 5 + 1 - 1, an Original 2 at 10 + 1 - 1.
  auto odds = exact_odds(kill("atr", "armor=1/0", 3));
  CHECK(odds.at("kills") == Approx((32 * chance_at_most(4) + chance_at_most(9)) / 36));
  // A DC is a dud by 12.
  odds = exact_odds(kill("dc", "unarmored", 0));
  CHECK(odds.at("kills") == Approx(chance_at_most(11)));
  CHECK(odds.at("immobilized") == 0);
  CHECK(odds.at("no effect") == Approx(1.0 / 36));
  // In the own hex a DC is at the rear, which is -1 on its Position DR and +1 for it.
  CHECK(exact_odds(kill("dc", "armor=4/4", 0)) ==
        exact_odds(kill("dc", "armor=4/4", 0, [](KillInputs& in) { in.shot.facing = TargetFacing::rear; })));
  CHECK(exact_odds(kill("dc", "armor=4/4", 0)).at("hit") == Approx(chance_at_most(9)));
  // One more on the check dr at what is no AFV.
  const auto by = [](UsedBy who) { return [who](KillInputs& in) { in.shot.by = who; }; };
  CHECK(exact_odds(kill("pf", "unarmored", 1, by(UsedBy::squad))).at("not fired") == Approx(4.0 / 6));
  CHECK(exact_odds(kill("mol", "unarmored", 1, by(UsedBy::hs))).at("not fired") == Approx(5.0 / 6));
  CHECK(exact_odds(kill("mol", "unarmored", 1, by(UsedBy::smc))).at("not fired") == Approx(1));
  // No hit at a turret without armor immobilizes what is hull down (D4.2).
  const auto hull_down = [](KillInputs& in) { in.shot.hull_down = true; };
  CHECK(exact_odds(kill("75L", "armor=3/1,turret=*", 5, hull_down)).at("immobilized") == 0);
  CHECK(exact_odds(kill("75L", "armor=3/1,turret=*", 5)).at("immobilized") > 0);
  // AP and HE of some counters are limited, too: the PzKpfw IVF1 has AP7.
  CHECK(exact_odds(kill("PzKpfw IVF1", "T-34/85", 5)).at("ammunition absent") == Approx(1 - chance_at_most(7)));
  CHECK(exact_odds(kill("PzKpfw IVF1", "T-34/85", 5, [](KillInputs& in) { in.ammo = Shell::heat; })).at("ammunition absent") ==
        Approx(1 - chance_at_most(6)));
  // A number that another Gun of the vehicle has is none of its MA.
  CHECK(exact_odds(kill("B1-bis", "armor=3/1", 6)).count("ammunition absent") == 0);
  // A DRM on a DC at what has no armor is on the IFT DR.
  CHECK(exact_odds(kill("dc", "unarmored", 0, [](KillInputs& in) { in.shot.drm = 3; })).at("kills") == Approx(chance_at_most(8)));
  // R35 is a tank, not a calibre; the To Hit numbers of this Gun are black, those of its list red.
  CHECK_THAT(kill("R35", "M4A1", 10).description().summary.front(), Contains("R35 (37*)"));
  CHECK(exact_odds(kill("Resita M43", "armor=8/4", 10)).at("hit") == Approx(chance_at_most(9)));
}

TEST_CASE("what cannot be asked of shots at vehicles is refused with the rule", "[kill]") {
  CHECK_THAT(refused("psk", "M4", 5), Contains("--range 5 is too far for a Panzerschreck (it reaches 4 hexes)"));
  CHECK_THAT(refused("PaK 38", "M4", 80), Contains("it reaches 75 hexes"));
  CHECK_THAT(refused("PaK 40", "M4", 8, [](KillInputs& in) { in.ammo = Shell::apds; }), Contains("no To Kill number is known for it"));
  CHECK_THAT(refused("T-34/85", "Tiger", 8,
                     [](KillInputs& in) {
                       in.ammo = Shell::apcr;
                       in.shot.year = 1943;
                     }),
             Contains("it has none in 1943"));
  CHECK_THAT(refused("7.5cm leIG 18", "M4", 8, [](KillInputs& in) { in.ammo = Shell::ap; }), Contains("no To Kill number"));
  CHECK_THAT(refused("75L", "M4", 8, [](KillInputs& in) { in.shot.aim.cases = {"J4"}; }), Contains("give --case J"));
  CHECK_THAT(refused("75L", "M4", 8, [](KillInputs& in) { in.shot.aim.cases = {"G"}; }), Contains("at 6 hexes at most, C5.7"));
  CHECK_THAT(refused("psk", "M4", 2, [](KillInputs& in) { in.rate_of_fire = 1; }), Contains("it has none, C2.24"));
  CHECK_THAT(refused("75L", "M4", 2, [](KillInputs& in) { in.shots = "until"; }), Contains("may never be killed"));
  CHECK_THAT(refused("Pantehr", "M4", 2), Contains("the nearest are PzKpfw VG"));
  const auto turned = [](KillInputs& in) { in.shot.turret = TargetFacing::side; };
  CHECK_THAT(refused("75L", "StuG IIIG", 5, turned), Contains("--turret of StuG IIIG (it has no turret, D1.31)"));
  CHECK_THAT(refused("75L", "Opel", 5, turned), Contains("it has no turret"));
  for (const char* name : {"Panther", "T-34 M43", "T-34/85", "M4A1"}) CHECK(refused("75L", name, 5, turned).empty());
  const auto with_cases = [](std::vector<std::string> cases) { return [cases](KillInputs& in) { in.shot.aim.cases = cases; }; };
  const auto acquiring = [](KillInputs& in) { in.shots = "2,acquire"; };
  CHECK_THAT(refused("75L", "M4", 5, with_cases({"G", "N=-2"})), Contains("C5.7"));
  CHECK_THAT(refused("75L", "M4", 5, [&](KillInputs& in) { with_cases({"G"})(in), acquiring(in); }), Contains("C5.7"));
  for (const char* gun : {"mg:4-10", "12.7", "15", "atr", ".50:8-16"}) {
    INFO(gun);
    CHECK_THAT(refused(gun, "armor=1/0", 5, acquiring), Contains("Guns of 20mm and more acquire, C6.5"));
    CHECK_THAT(refused(gun, "armor=1/0", 5, with_cases({"N=-1"})), Contains("C6.5"));
  }
  for (const char* letter : {"A=1", "E"}) {
    CHECK_THAT(refused("atr", "armor=1/0", 0, with_cases({letter})), Contains("C6.3"));
    CHECK(refused("Morris CS9", "armor=1/0", 0, with_cases({letter})).empty());  // a vehicle's is no SW
  }
  for (const char* gun : {"atr", "mg:5-12"}) CHECK_THAT(refused(gun, "armor=1/0", 3, with_cases({"F"})), Contains("that of Guns, C5.6"));
  CHECK(refused("atr", "armor=1/0", 3, with_cases({"C3"})).empty());
  CHECK_THAT(refused("75L", "M4", 1, with_cases({"C3"})), Contains("give --case B"));
  CHECK_THAT(refused("psk", "M4", 1, with_cases({"B"})), Contains("give --case C3"));
  CHECK_THAT(refused("psk", "M4", 1, [](KillInputs& in) { in.shot.gun_color = GunColor::red; }), Contains("To Hit numbers are its own"));
  CHECK_THAT(refused("75L", "M4", 1,
                     [&](KillInputs& in) {
                       with_cases({"H"})(in);
                       in.shot.gun_color = GunColor::black;
                     }),
             Contains("captured Guns are red, C5.8"));
  for (const char* mortar : {"8cm GrW 34", "SPW 251/2", "M21 MC", "3-in. MTR"}) {
    INFO(mortar);
    CHECK_THAT(refused(mortar, "M4", 20), Contains("C3.33"));
  }
  for (const char* gun : {"StuPz IV", "15cm sIG 33", "M8 HMC", "StuH 42", "ISU-122"}) CHECK(refused(gun, "M4", 10).empty());
  CHECK_THAT(refused("piat", "M4", 1, [](KillInputs& in) { in.shot.above = true; }), Contains("C13.62"));
  CHECK(refused("piat", "M4", 2, [](KillInputs& in) { in.shot.above = true; }).empty());
  CHECK_THAT(refused("dc", "PzKpfw VIII Maus", 0), Contains("C7.11"));
  CHECK_THAT(refused("Centurion III", "T-34/85", 5), Contains("no To Kill number is known for it, C7.31"));
  const auto other_notes = kill("76.2L", "T-34/85", 5).description().notes;
  CHECK(std::any_of(other_notes.begin(), other_notes.end(), [](const std::string& note) { return note.ends_with("it fires HEAT"); }));
  for (const char* once : {"pf", "pfk", "mol", "dc"})
    CHECK_THAT(refused(once, "M4", once[0] == 'd' ? 0 : 1, [](KillInputs& in) { in.shots = "2"; }), Contains("it is used up by one"));
  CHECK_THAT(refused("pf", "M4", 2, [](KillInputs& in) { in.shot.year = 1943; }), Contains("it reaches 1 hex then"));
  CHECK_THAT(refused("pf", "M4", 3, [](KillInputs& in) { in.shot.year = 1944; }), Contains("it reaches 2 hexes then"));
  CHECK(refused("pf", "M4", 3, [](KillInputs& in) { in.shot.year = 1945; }).empty());
  // What cannot hurt it is answered.
  const Kill weak = kill("37L", "Panther", 6);
  CHECK(exact_odds(weak).at("kills") == 0);
  CHECK_THAT(weak.description().notes.front(),
             Contains("it cannot kill by a hit at the hull: a Basic To Kill number of 21 would, of 9 it is"));
  CHECK_THAT(kill("50L", "Panther", 6).description().notes.front(), Contains("but by a critical hit"));
  CHECK_THROWS_AS(Kill(KillInputs{.gun = "75L", .target = "M4"}), BadInput);
}
