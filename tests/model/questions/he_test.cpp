#include "model/questions/he.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/naive_he.hpp"
#include "tests/support/scripted.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<He>);

namespace {

HeInputs he(int caliber, Construction building, int levels, Fire fire = Fire::direct) {
  return {.caliber = caliber, .building = building, .levels = levels, .fire = fire};
}

HeInputs without_caliber(Ammo ammo, Construction building, int levels) { return {.building = building, .levels = levels, .ammo = ammo}; }

constexpr Construction wood = Construction::wood;
constexpr Construction stone = Construction::stone;

double rubble_odds(const HeInputs& in) { return exact_odds(He(in)).at("rubble"); }

// C.7 and C3.33 from the printed line of calibres, not from the program's.
int firepower_of(int caliber) {
  int firepower = 0;
  for (const auto& [from, fp] :
       {std::pair(20, 1), {30, 2}, {37, 4}, {50, 6}, {60, 8}, {70, 12}, {80, 16}, {100, 20}, {120, 24}, {150, 30}, {200, 36}}) {
    if (caliber >= from) firepower = fp;
  }
  return firepower;
}

int column_left(int firepower, Fire fire) {
  static const std::vector<int> columns{1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36};
  double left = firepower;
  if (fire == Fire::area || fire == Fire::mortar) left /= 2;
  if (fire == Fire::harassing) left /= 3;
  int column = 0;
  for (const int c : columns) {
    if (fire == Fire::barrage ? c < firepower : c <= left) column = c;
  }
  return column;
}

NaiveHe naive(const HeInputs& in) {
  NaiveHe he;
  he.firepower = firepower_of(*in.caliber);
  he.column = column_left(he.firepower, in.fire);
  he.rubbles = *in.caliber >= 70;
  he.fire = in.fire == Fire::direct ? "direct" : in.fire == Fire::area ? "area" : in.fire == Fire::mortar ? "indirect" : "oba";
  he.stone = in.building == stone;
  he.levels = *in.levels;
  he.rooftop = in.rooftop || in.level == "rooftop";
  he.level = in.level == "rooftop" ? he.levels + 1 : in.level.empty() ? 0 : std::stoi(in.level);
  he.fortified = in.fortified;
  he.drm = in.drm;
  he.v1 = in.edition == Edition::v1;
  he.interior = in.interior;
  he.to_hit = in.to_hit.value_or(99);
  // The TEM is in the To Hit DR of direct fire.
  const int tem = in.fire == Fire::direct && he.level <= he.levels ? (he.stone ? 3 : 2) + in.fortified : 0;
  he.th_number = in.th_number.value_or(he.to_hit + tem);
  return he;
}

void check_against_naive(const HeInputs& in, const NaiveHe& naive) {
  const He question(in);
  const auto ours = exact_odds(question);
  auto expected = naive_he_odds(naive);
  if (in.own.size() == 1) expected["own men buried"] = expected["falls in direction " + in.own[0]];
  for (const auto& event : ours) {
    const std::string& name = event.first;
    const bool unit = std::isdigit(static_cast<unsigned char>(name[0])) != 0;
    const std::string plain = unit ? name.substr(0, name.find(':')) + name.substr(name.rfind(' ')) : name;
    const double odds = plain == "some effect" ? 1 - expected["no effect"] : expected[plain];
    INFO(name);
    CHECK(event.second == Approx(odds).margin(1e-11).epsilon(0));
  }
  const auto measures = exact_measures(question);
  for (const auto& value : measures.at("levels rubbled")) {
    INFO("levels rubbled " << value.first);
    CHECK(value.second == Approx(expected["levels rubbled " + std::to_string(value.first)]).margin(1e-11).epsilon(0));
  }
}

const NaiveUnit squad7{}, squad6{.morale = 6, .broken_morale = 6}, elite{.morale = 8, .broken_morale = 8};
const NaiveUnit leader{.kind = 'l', .morale = 8, .broken_morale = 8, .leadership = -1};

}  // namespace

TEST_CASE("rubble in fractions of 216, by calibre and construction") {
  struct Row {
    std::vector<int> calibers;
    Fire fire;
    int wood, stone;
  };
  for (const Row& row : std::vector<Row>{{{70, 75, 79}, Fire::direct, 1, 0},
                                         {{80, 88, 105, 119}, Fire::oba, 4, 1},
                                         {{120, 122, 149}, Fire::direct, 10, 4},
                                         {{150, 199}, Fire::barrage, 10, 4},
                                         {{150, 152, 199}, Fire::direct, 20, 10},
                                         {{200, 210}, Fire::oba, 35, 20},
                                         {{70, 105, 152, 199}, Fire::area, 1, 0},
                                         {{200}, Fire::mortar, 4, 1},
                                         {{70, 99}, Fire::harassing, 0, 0},
                                         {{100, 150}, Fire::harassing, 1, 0},
                                         {{200}, Fire::harassing, 1, 0},
                                         {{20, 37, 50, 69}, Fire::direct, 0, 0}}) {
    for (const int caliber : row.calibers) {
      for (const int levels : {0, 2}) {
        INFO(caliber << " " << name_of(row.fire, fire_choices) << " " << levels);
        CHECK(rubble_odds(he(caliber, wood, levels, row.fire)) == Approx(row.wood / 216.0).margin(1e-15));
        CHECK(rubble_odds(he(caliber, stone, levels, row.fire)) == Approx(row.stone / 216.0).margin(1e-15));
      }
    }
  }
  for (const bool concealed : {false, true}) {
    for (const auto& [construction, odds] : {std::pair(wood, 20), std::pair(stone, 10)}) {
      HeInputs dc = without_caliber(Ammo::dc, construction, 1);
      dc.concealed = concealed;  // not for rubble, A23.1
      CHECK(rubble_odds(dc) == Approx(odds / 216.0));
    }
  }
  CHECK(rubble_odds(without_caliber(Ammo::baz, wood, 1)) == Approx(1 / 216.0));
  CHECK(rubble_odds(without_caliber(Ammo::psk, wood, 1)) == Approx(1 / 216.0));
  CHECK(rubble_odds(without_caliber(Ammo::pf, wood, 1)) == Approx(4 / 216.0));
  HeInputs heat = he(50, wood, 1);
  heat.ammo = Ammo::heat;  // any calibre; a column left of HE: 4, with no KIA on an Original DR
  CHECK(rubble_odds(heat) == 0);
  heat.caliber = 75;  // 8
  CHECK(rubble_odds(heat) == Approx(1 / 216.0));
  // C.7: a heavy payload is part of the Original DR. 300mm: two less, so a DR of 2 to 8 causes a KIA of 7 to 1.
  const int ways[] = {1, 2, 3, 4, 5, 6, 5};
  int sum = 0;
  for (int dr = 2; dr <= 8; ++dr) sum += ways[dr - 2] * std::min(6, 9 - dr);
  CHECK(rubble_odds(he(300, wood, 1)) == Approx(sum / 216.0));
}

TEST_CASE("every calibre, construction, height, level and kind of fire - naive enumeration", "[thorough]") {
  for (const int caliber : {50, 70, 81, 105, 120, 150, 200}) {
    for (const Construction construction : {wood, stone}) {
      for (const int levels : {0, 1, 2}) {
        for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar, Fire::oba, Fire::harassing, Fire::barrage}) {
          for (int level = 0; level <= (fire == Fire::direct ? levels : 0); ++level) {
            HeInputs in = he(caliber, construction, levels, fire);
            if (level > 0) in.level = std::to_string(level);
            if (levels > 0) in.own = {"3"};
            INFO(caliber << " " << name_of(construction, construction_choices) << " " << levels << " " << name_of(fire, fire_choices) << " "
                         << level);
            check_against_naive(in, naive(in));
          }
        }
      }
    }
  }
}

TEST_CASE("three levels, rooftops and interior hexes - naive enumeration", "[thorough]") {
  for (const Fire fire : {Fire::direct, Fire::area, Fire::oba}) {
    for (const int variant : {0, 1, 2}) {
      HeInputs in = he(200, wood, variant == 0 ? 3 : 2, fire);
      in.rooftop = variant == 1;
      if (variant == 1 && fire == Fire::direct) in.level = "rooftop";
      in.interior = variant == 2;
      INFO(name_of(fire, fire_choices) << " " << variant);
      check_against_naive(in, naive(in));
    }
  }
}

TEST_CASE("occupants on several levels under one Original DR - naive enumeration", "[thorough]") {
  const auto check = [](HeInputs in, std::vector<std::string> occupants, std::vector<std::pair<int, NaiveUnit>> naive_occupants) {
    NaiveHe plain = naive(in);
    in.occupants = std::move(occupants);
    plain.occupants = std::move(naive_occupants);
    if (std::any_of(in.occupants.begin(), in.occupants.end(), [](const std::string& o) { return o.starts_with("rooftop"); }))
      plain.rooftop = true;
    INFO(*in.caliber << " " << name_of(in.fire, fire_choices) << " " << in.occupants.front());
    check_against_naive(in, plain);
  };
  for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar, Fire::oba, Fire::harassing, Fire::barrage}) {
    for (const Construction construction : {wood, stone}) {
      check(he(105, construction, 1, fire), {"0=4-4-7", "1=4-4-6"}, {{0, squad7}, {1, squad6}});
      HeInputs high = he(150, construction, 2, fire);
      high.level = "2";
      high.fortified = construction == wood;
      check(high, {"2=8-1", "4-4-7", "0=6-5-8"}, {{2, leader}, {2, squad7}, {0, elite}});
    }
    HeInputs roof = he(120, stone, 1, fire);
    roof.level = "rooftop";
    check(roof, {"rooftop=4-4-7", "1=4-4-7"}, {{2, squad7}, {1, squad7}});
    if (fire != Fire::direct) {
      HeInputs interior = he(150, wood, 2, fire);
      interior.interior = true;
      check(interior, {"rooftop=4-4-7", "2=4-4-6", "1=4-4-7"}, {{3, squad7}, {2, squad6}, {1, squad7}});
    }
  }
}

TEST_CASE("area fire at the levels that it can see - naive enumeration", "[thorough]") {
  for (const std::vector<int>& los : std::vector<std::vector<int>>{{0}, {2}, {0, 1}, {1, 2}}) {
    for (const bool interior : {false, true}) {
      HeInputs in = he(200, wood, 2, Fire::area);
      in.interior = interior;
      NaiveHe plain = naive(in);
      for (const int level : los) in.los.push_back(std::to_string(level));
      plain.los = los;
      in.occupants = {"2=4-4-7", "1=4-4-6", "0=6-5-8"};
      plain.occupants = {{2, squad7}, {1, squad6}, {0, elite}};
      INFO(los.front() << " and " << los.size() - 1 << " more, interior " << interior);
      check_against_naive(in, plain);
    }
  }
}

TEST_CASE("critical hits of guns and of LATW - naive enumeration", "[thorough]") {
  for (const auto& [needed, number] : {std::pair(8, 8), std::pair(6, 9), std::pair(2, 7), std::pair(0, 5), std::pair(11, 8)}) {
    for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar}) {
      HeInputs in = he(105, stone, 1, fire);
      in.to_hit = needed;
      in.th_number = number;
      in.fortified = needed == 6;
      in.occupants = {"0=4-4-7", "1=4-4-6"};
      NaiveHe plain = naive(in);
      plain.occupants = {{0, squad7}, {1, squad6}};
      INFO(needed << " " << number << " " << name_of(fire, fire_choices));
      check_against_naive(in, plain);
    }
    HeInputs rocket = without_caliber(Ammo::psk, wood, 1);
    rocket.level = "1";
    rocket.to_hit = needed;
    rocket.th_number = number;
    rocket.occupants = {"1=4-4-7"};
    check_against_naive(rocket, {.firepower = 12,
                                 .column = 12,
                                 .fire = "direct",
                                 .levels = 1,
                                 .level = 1,
                                 .to_hit = needed,
                                 .th_number = number,
                                 .latw = true,
                                 .occupants = {{1, squad7}}});
  }
}

TEST_CASE("critical hits with the To Hit number that is taken if none is given - naive enumeration", "[thorough]") {
  for (const int needed : {6, 7, 8, 9}) {
    for (const bool fortified : {false, true}) {
      HeInputs in = he(150, stone, 1);
      in.to_hit = needed;
      in.fortified = fortified;
      in.occupants = {"0=4-6-7"};
      NaiveHe plain = naive(in);
      plain.occupants = {{0, squad7}};
      check_against_naive(in, plain);
      const int number = needed + (fortified ? 4 : 3);
      CHECK(plain.th_number == number);
      const auto notes = He(in).description().notes;
      CHECK(std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
        return note.find("Modified To Hit number is taken as " + std::to_string(number)) != std::string::npos;
      }));
    }
  }
  // 9 and the TEM of 3: a Final DR below 6 is an Original 2; that needs a dr of 6 at most.
  HeInputs in = he(150, stone, 1);
  in.to_hit = 9;
  CHECK(exact_odds(He(in)).at("critical hit") == Approx(1.0 / 36));
  // Whether it is given or not, it is the same question.
  HeInputs given = in;
  given.th_number = 12;
  CHECK(He(given).description().inputs == He(in).description().inputs);
  given.th_number = 9;
  CHECK(He(given).description().inputs != He(in).description().inputs);
  CHECK(exact_odds(He(given)).at("critical hit") == Approx(6.0 / 36));
}

TEST_CASE("an Interior Building Hex is not known from a map, but named") {
  HeInputs in = he(200, stone, 2, Fire::oba);
  in.map = town({"J8=stone:2", "J7=stone:2", "K8=stone:2", "K9=stone:2", "J9=stone:2", "I9=stone:2", "I8=stone:2"});
  in.hex = "J8";
  const auto names_it = [](const HeInputs& asked) {
    const auto notes = He(asked).description().notes;
    return std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("--interior") != std::string::npos; });
  };
  CHECK(names_it(in));
  HeInputs other = in;
  other.interior = true;
  CHECK_FALSE(names_it(other));
  other = in;
  other.map.set[3] = "K9=wood:2";
  CHECK_FALSE(names_it(other));
  other = in;
  other.fire = Fire::direct;
  CHECK_FALSE(names_it(other));
}

TEST_CASE("Demolition Charges - naive enumeration", "[thorough]") {
  for (const bool concealed : {false, true}) {
    for (const bool elite_user : {false, true}) {
      HeInputs dc = without_caliber(Ammo::dc, stone, 2);
      dc.level = "1";
      dc.concealed = concealed;
      dc.non_elite = !elite_user;
      dc.fortified = concealed;
      dc.occupants = {"1=4-4-7", "2=4-4-6", "0=6-5-8"};
      check_against_naive(dc, {.firepower = 30,
                               .column = 30,
                               .fire = "dc",
                               .stone = true,
                               .levels = 2,
                               .level = 1,
                               .fortified = concealed,
                               .concealed = concealed,
                               .dud = elite_user ? 12 : 10,
                               .occupants = {{1, squad7}, {2, squad6}, {0, elite}}});
    }
  }
}

TEST_CASE("Thrown and Set DC, and DRM - naive enumeration", "[thorough]") {
  for (const bool concealed : {false, true}) {
    for (const int drm : {-1, 0, 2}) {
      HeInputs dc = without_caliber(Ammo::thrown_dc, concealed ? stone : wood, 1);
      dc.level = "1";
      dc.drm = drm;
      dc.concealed = concealed;
      dc.occupants = {"1=4-4-7", "0=4-4-6"};
      NaiveHe plain{.firepower = 30,
                    .column = 30,
                    .fire = "dc",
                    .drm = drm + 2,
                    .stone = concealed,
                    .levels = 1,
                    .level = 1,
                    .concealed = concealed,
                    .dud = 12,
                    .occupants = {{1, squad7}, {0, squad6}}};
      check_against_naive(dc, plain);
      dc.ammo = Ammo::set_dc;
      plain.fire = "set dc";
      plain.column = plain.firepower = 36;
      plain.drm = drm - 3;
      check_against_naive(dc, plain);
    }
  }
  // A Final KIA on the 36 column: an Original 9 or less.
  CHECK(rubble_odds(without_caliber(Ammo::set_dc, stone, 0)) == Approx(30.0 / 36));
}

TEST_CASE("a Final KIA breaches a fortified wall, and the first edition's rooftops are spared - naive enumeration", "[thorough]") {
  for (const int drm : {-2, 0, 1}) {
    HeInputs in = he(105, stone, 1);
    in.fortified = true;
    in.drm = drm;
    in.occupants = {"0=4-4-7"};
    NaiveHe plain = naive(in);
    plain.occupants = {{0, squad7}};
    check_against_naive(in, plain);
  }
  for (const Fire fire : {Fire::direct, Fire::area, Fire::mortar}) {
    for (const Edition edition : {Edition::v1, Edition::v2}) {
      HeInputs in = he(200, wood, 1, fire);
      in.level = "rooftop";
      in.edition = edition;
      in.occupants = {"rooftop=4-4-7"};
      NaiveHe plain = naive(in);
      plain.occupants = {{2, squad7}};
      check_against_naive(in, plain);
      if (fire != Fire::direct || edition == Edition::v2) continue;
      in.shots = "until";
      CHECK_THROWS_WITH(He(in), Contains("never makes rubble"));
    }
  }
}

TEST_CASE("a Factory has no levels, maybe a rooftop, and nothing more against Indirect Fire if fortified - naive enumeration",
          "[thorough]") {
  for (const Fire fire : {Fire::direct, Fire::oba, Fire::mortar}) {
    HeInputs in = he(150, stone, 0, fire);
    in.factory = in.fortified = true;
    in.rooftop = true;
    in.occupants = {"0=4-4-7", "rooftop=4-4-6"};
    NaiveHe plain = naive(in);
    plain.occupants = {{0, squad7}, {1, squad6}};
    const auto odds = exact_odds(He(in));
    plain.fortified = false;
    auto expected = naive_he_odds(plain);
    for (const char* event : {"1 eliminated", "1 broken", "2 eliminated", "2 broken"}) {
      INFO(event);
      const std::string name = std::string(event[0] == '1' ? "1:4-4-7" : "2:4-4-6") + (event + 1);
      CHECK(odds.at(name) == Approx(expected[event]).margin(1e-12));
    }
    CHECK(odds.at("rubble") == Approx(expected["rubble"]).margin(1e-12));
  }
  HeInputs tall = he(150, stone, 2);
  tall.factory = true;
  CHECK_THROWS_WITH(He(tall), Contains("B23.74"));
}

TEST_CASE("an Original KIA without rubble may start a Flame") {
  const auto flame = [](const HeInputs& in) { return exact_odds(He(in)).at("flame"); };
  CHECK(flame(he(37, wood, 0)) == 0);                                   // no KIA on the 4 column
  CHECK(flame(he(60, wood, 0)) == Approx(1.0 / 36 * 21 / 36));          // too small for rubble: 7 or more
  CHECK(flame(he(75, stone, 1)) == Approx(1.0 / 36 * 15 / 36));         // a 1KIA is no rubble of stone
  CHECK(flame(he(75, wood, 1)) == Approx(1.0 / 36 * 5 / 6 * 21 / 36));  // a 1 is rubble
  HeInputs fortified = he(75, stone, 1);
  fortified.fortified = true;
  CHECK(flame(fortified) == Approx(1.0 / 36 * 10 / 36));
}

TEST_CASE("the example of B24.11: a 150mm hit, Original DR 3, stone: rubble on a 1 or 2, else a 3KIA") {
  HeInputs in = he(150, stone, 2);
  in.occupants = {"0=4-4-7"};
  for (const int dr : {1, 2}) {
    const Told told = play(He(in), {{2, 1}, {dr}, {1, 1}});
    CHECK(told.happened("structural damage"));
    CHECK(told.happened("rubble"));
    CHECK(told.happened("1:4-4-7 eliminated"));
  }
  for (const int dr : {3, 4, 5, 6}) {
    const Told told = play(He(in), {{2, 1}, {dr}, {3, 4}});  // no Flame on a 7
    CHECK_FALSE(told.happened("rubble"));
    CHECK(told.happened("1:4-4-7 eliminated"));  // 3KIA
  }
  // As an FFE: +3 TEM, so a K/4; the +1 for each level above does not count at the top.
  in.fire = Fire::oba;
  in.occupants = {"2=4-4-7"};
  const Told told = play(He(in), {{2, 1}, {3}, {3, 4}, {1, 1}});  // K/4: reduced, then a 4MC: 2 + 4 = 6
  CHECK(told.happened("1:4-4-7 reduced"));
  CHECK_FALSE(told.happened("1:4-4-7 eliminated"));
}

TEST_CASE("the example of B23.32: +3 on the ground of a wooden Two Story House, +4 at level 1 of a stone Multi-Story Building") {
  const auto drm = [](Construction construction, int levels, int level) {
    HeInputs in = he(81, construction, levels, Fire::mortar);
    in.occupants = {std::to_string(level) + "=4-4-7"};
    int sum = 0;
    const He question(in);
    for (const Modifier& modifier : question.description().modifiers) {
      if (modifier.rule != "B24.11") sum += modifier.amount;
    }
    return sum;
  };
  CHECK(drm(wood, 1, 0) == 3);
  CHECK(drm(stone, 2, 1) == 4);
}

TEST_CASE("rubble of an upper level may bring down the whole hex: a 6, one less for every level above") {
  HeInputs in = he(150, wood, 3);
  in.level = "1";
  CHECK_FALSE(play(He(in), {{1, 1}, {1}, {3}, {6, 1}}).happened("whole hex rubbled"));
  CHECK(play(He(in), {{1, 1}, {1}, {4}, {6, 1}}).happened("whole hex rubbled"));
  in.level = "3";
  CHECK_FALSE(play(He(in), {{1, 1}, {1}, {5}, {6, 1}}).happened("whole hex rubbled"));
  CHECK(play(He(in), {{1, 1}, {1}, {6}, {3, 1}}).measures[0] == std::pair<std::string, int>("levels rubbled", 4));
}

TEST_CASE("shots at a level without effects on it are independent until it comes down") {
  HeInputs in = he(150, stone, 2);
  in.level = "1";
  const double p = rubble_odds(in);
  in.shots = "4";
  CHECK(exact_odds(He(in)).at("rubble") == Approx(1 - std::pow(1 - p, 4)));
  const auto fired = exact_measures(He(in)).at("shots fired");
  for (int shot = 1; shot <= 3; ++shot) CHECK(fired.at(shot) == Approx(p * std::pow(1 - p, shot - 1)));
  CHECK(fired.at(4) == Approx(std::pow(1 - p, 3)));
  in.shots = "until";
  CHECK(exact_odds(He(in)).at("rubble") == Approx(1).epsilon(1e-12));
  const auto mean_shots = [&] {
    const auto measures = exact_measures(He(in));
    double mean = 0;
    for (const auto& value : measures.at("shots fired")) mean += value.first * value.second;
    return mean;
  };
  CHECK(mean_shots() == Approx(1 / p).epsilon(1e-9));
  in.to_hit = 5;
  CHECK(mean_shots() == Approx(3.6 / p).epsilon(1e-9));
}

TEST_CASE("occupants keep their state between shots: HE that makes no rubble is an attack and those that follow it", "[thorough]") {
  HeInputs in = he(60, stone, 1);
  in.shots = "3";
  in.occupants = {"0=8-1", "2x4-4-7", "0=4-4-6,elr=2"};
  AttackInputs attack{.caliber = 60, .targets = {"8-1", "2x4-4-7", "4-4-6,elr=2"}, .then = {"8", "8"}};
  const auto expected = exact_odds(Attack(attack));
  for (const auto& event : exact_odds(He(in))) {
    INFO(event.first);
    if (expected.contains(event.first)) CHECK(event.second == Approx(expected.at(event.first)).margin(1e-12));
  }
  const auto measures = exact_measures(Attack(attack));
  const auto ours = exact_measures(He(in));
  for (const auto& measure : measures) {
    for (const auto& value : measure.second) CHECK(ours.at(measure.first).at(value.first) == Approx(value.second).margin(1e-12));
  }
}

TEST_CASE("rubble on top shields from later mortar fire as a level does, B24.3, and no shot follows the whole hex") {
  HeInputs in = he(200, wood, 2, Fire::mortar);
  in.shots = "2";
  in.occupants = {"0=4-4-7"};
  // 1KIA; dr 1 is rubble; the top level throws highest; it does not take the hex along; the men hold (2MC); nothing falls. Then DR 6 on
  // the 16 column with +2 TEM +2 (level 1, and the rubble on it) is Final 10: NMC, which a 7 passes exactly.
  const Told told = play(He(in), {{1, 2}, {1}, {1}, {1}, {6}, {1}, {1, 3}, {1, 1}, {3, 3}, {3, 4}});
  CHECK(told.happened("1:4-4-7 pinned"));
  CHECK_FALSE(told.happened("whole hex rubbled"));
  const Told whole = play(He(in), {{1, 1}, {1}, {6}, {1}, {1}, {6, 1}});
  CHECK(whole.happened("whole hex rubbled"));
  CHECK(whole.measures[1] == std::pair<std::string, int>("shots fired", 1));
}

TEST_CASE("rubble that falls twice from a hex finds what the first fall left") {
  HeInputs in = he(200, wood, 2, Fire::mortar);
  in.shots = "2";
  in.map = town({"J8=wood:2", "K9=wood:1"});
  in.hex = "J8";
  // First only level 2, which falls onto K9, whose level falls on to K10; then level 1, which falls onto K9 again, in vain.
  const Told told = play(He(in), {{1, 1}, {1}, {1}, {1}, {6}, {1}, {6, 3}, {6, 4}, {1, 1}, {1}, {1}, {6}, {1}, {6, 3}});
  CHECK(std::count(told.events.begin(), told.events.end(), "rubble falls") == 1);
  CHECK(std::count(told.events.begin(), told.events.end(), "K9 rubbled") == 1);
  CHECK(std::count(told.measures.begin(), told.measures.end(), std::pair<std::string, int>("hexes rubbled by falling", 2)) == 1);
}

TEST_CASE("with a map the chain goes on as in chain") {
  HeInputs in = he(150, stone, 2);
  in.caliber = 150;
  in.building.reset();
  in.levels.reset();
  in.map = town({"J8=stone:2", "K9=stone:2", "K8=stone:2", "K10=wood:0"});
  in.hex = "J8";
  in.own = {"K10"};
  const auto odds = exact_odds(He(in));
  RubbleChainInputs chain{.map = in.map, .hex = "J8", .own = {"K10"}};
  const auto after_rubble = exact_odds(RubbleChain(chain));  // fire at the ground level rubbles both upper levels
  const double p = 10 / 216.0;
  for (const auto& event : after_rubble) {
    INFO(event.first);
    CHECK(odds.at(event.first) == Approx(p * event.second).margin(1e-13));
  }
  // What is given beside the map overrides it.
  in.levels = 3;
  CHECK(exact_odds(He(in)).at("rubble falls") == Approx(p * 3 / 6));
  CHECK_THAT(He(in).description().notes.back(), Contains("J8 is taken as a stone building with 3 levels above ground"));
}

TEST_CASE("simulated HE has the exact odds", "[thorough]") {
  constexpr std::uint64_t trials = 3'000'000;
  std::vector<HeInputs> questions(3);
  questions[0] = he(150, stone, 2);
  questions[0].map = town({"J8=stone:2", "K9=stone:2", "K8=stone:2", "K10=wood:0"});
  questions[0].hex = "J8";
  questions[0].occupants = {"0=9-1", "4-4-7"};
  questions[0].own = {"K9"};
  questions[0].to_hit = 7;
  questions[0].shots = "until";
  questions[1] = he(200, wood, 2, Fire::oba);
  questions[1].occupants = {"rooftop=4-4-7", "2=8-0", "2=4-6-7,elr=3", "0=hero:1-4-9"};
  questions[2] = he(150, wood, 2, Fire::area);
  questions[2].occupants = {"1=4-4-7,broken", "0=4-4-7"};
  questions[2].los = {"0,1"};
  questions[2].shots = "3";
  questions[2].to_hit = 9;
  for (const HeInputs& in : questions) {
    const He question(in);
    const sim::Tally tally = simulated(question, trials, 2);
    check_agreement(question, tally, solved(question).odds.value());
  }
}

TEST_CASE("who is given first and without a level is at the level fired at") {
  HeInputs in = he(150, stone, 2);
  in.level = "1";
  in.occupants = {"4-4-7,elr=3", "0=9-1", "8-1"};
  HeInputs with_levels = in;
  with_levels.occupants = {"1=4-4-7,elr=3", "0=9-1", "0=8-1"};
  CHECK(He(in).event_names() == He(with_levels).event_names());
  CHECK(exact_odds(He(in)) == exact_odds(He(with_levels)));
}

TEST_CASE("a To Hit number that no DR is above is noted") {
  for (const auto& [to_hit, always] : {std::pair(11, false), std::pair(12, true), std::pair(13, true)}) {
    HeInputs in = he(105, wood, 1);
    in.to_hit = to_hit;
    const auto notes = He(in).description().notes;
    const std::string note = "--to-hit " + std::to_string(to_hit) + ": every shot hits, as no DR is higher";
    CHECK((std::find(notes.begin(), notes.end(), note) != notes.end()) == always);
  }
}

TEST_CASE("what the rules forbid of HE is refused, with the rule") {
  const auto refused = [](auto change, const char* why) {
    HeInputs in = he(150, stone, 2);
    change(in);
    INFO(why);
    CHECK_THROWS_AS(He(in), BadInput);
    CHECK_THROWS_WITH(He(in), Contains(why));
    check_at_a_field(he_questionnaire(), [&] { He question(in); });
  };
  refused([](auto& in) { in.caliber.reset(); }, "no calibre given");
  refused([](auto& in) { in.building.reset(); }, "no building given");
  refused([](auto& in) { in.levels.reset(); }, "no levels given");
  refused([](auto& in) { in.caliber = 19; }, "HE begins at 20mm");
  refused([](auto& in) { in.caliber = 20, in.fire = Fire::mortar; }, "C3.33");
  refused([](auto& in) { in.caliber = 20, in.ammo = Ammo::heat; }, "C8.31");
  refused([](auto& in) { in.levels = 5; }, "0 to 4");
  refused([](auto& in) { in.level = "3"; }, "no level of the building (it has 0, the ground, to 2)");
  refused([](auto& in) { in.level = "roof"; }, "no level of the building");
  refused([](auto& in) { in.levels = 0, in.level = "rooftop"; }, "B23.8");
  refused([](auto& in) { in.levels = 0, in.rooftop = true; }, "B23.8");
  refused([](auto& in) { in.ammo = Ammo::dc; }, "A23");
  refused([](auto& in) { in.ammo = Ammo::heat, in.fire = Fire::oba; }, "C8.3");
  refused([](auto& in) { in.to_hit = 7, in.fire = Fire::oba; }, "C1.5");
  refused([](auto& in) { in.caliber.reset(), in.ammo = Ammo::dc, in.to_hit = 7; }, "A23.3");
  refused([](auto& in) { in.th_number = 7; }, "--th-number without --to-hit");
  refused([](auto& in) { in.ec = 1; }, "B25.5");
  refused([](auto& in) { in.ec = 3; }, "B25.5");
  refused([](auto& in) { in.shots = "2", in.fire = Fire::harassing; }, "C1.5");
  refused([](auto& in) { in.shots = "0"; }, "a number from 1 to 1000, or until");
  refused([](auto& in) { in.shots = "often"; }, "a number from 1 to 1000, or until");
  refused([](auto& in) { in.shots = "until", in.caliber = 60; }, "B24.11");
  refused([](auto& in) { in.shots = "until", in.caliber = 75; }, "B24.11");
  refused([](auto& in) { in.building = wood, in.shots = "until", in.fire = Fire::area, in.los = {"1"}; }, "level 0 is not in --los");
  refused([](auto& in) { in.concealed = true; }, "C6.2");
  refused([](auto& in) { in.non_elite = true; }, "A23.2");
  refused([](auto& in) { in.los = {"1"}; }, "C3.33");
  refused([](auto& in) { in.fire = Fire::area, in.los = {"1,7"}; }, "--los '7' is no level");
  refused([](auto& in) { in.occupants = {"3=4-4-7"}; }, "--occupant '3' is no level");
  refused([](auto& in) { in.occupants = {"1=4-4"}; }, "give it like 9-1");
  refused([](auto& in) { in.occupants = {"0=13x4-4-7", "1=12x4-4-7"}; }, "25 occupants are too many");
  refused([](auto& in) { in.own = {"7"}; }, "is no direction");
  refused([](auto& in) { in.own = {"K9"}; }, "is no direction");
  refused([](auto& in) { in.hex = "J8"; }, "--hex without a map");
  refused([](auto& in) { in.map = town({}); }, "a map without --hex");
  refused([](auto& in) { in.map.set = {"J8=wood:1"}; }, "--set without a map");
  refused([](auto& in) { in.building.reset(), in.map = town({}), in.hex = "J8"; }, "J8 holds no building");
  refused([](auto& in) { in.map = town({}), in.hex = "J11"; }, "not on the map");
}

TEST_CASE("the ground level of a marketplace is open, but shielded by what is above it") {
  HeInputs in = he(150, stone, 1, Fire::oba);
  in.marketplace = true;
  in.occupants = {"0=4-4-7"};
  // OBA: no TEM, +1 for level 1; only level 1 can be selected for rubble, and with it the hex comes down on a 6 (no level above it).
  const auto odds = exact_odds(He(in));
  CHECK(odds.at("rubble") == Approx(10.0 / 216));
  CHECK(odds.at("whole hex rubbled") == Approx(10.0 / 216 / 6));
  const Told told = play(He(in), {{2, 2}, {6}, {1, 1}});  // Final 5 on the 30 column: 1KIA
  CHECK(told.happened("1:4-4-7 eliminated"));
  in.fire = Fire::direct;
  CHECK(exact_odds(He(in)).at("rubble") == 0);
  CHECK(exact_odds(He(in)).at("flame") == 0);
}

TEST_CASE("how many of all levels are lost, against the naive enumeration of each level") {
  HeInputs in = he(50, wood, 1, Fire::mortar);
  in.occupants = {"0=4-4-7", "0=crew:2-2-8", "1=2x4-4-7"};
  const std::vector<NaiveUnit> below{{}, {.kind = 'c', .morale = 8, .broken_morale = 8}}, above{{}, {}};
  std::map<int, double> eliminated, lost;
  for (int dr = 2; dr <= 12; ++dr) {  // half of 6 FP, wooden building +2, +1 for the level above
    const double odds = (6 - std::abs(dr - 7)) / 36.0;
    for (const auto& [there, p] : naive_losses(below, printed_cell(2, 0, dr + 3))) {
      for (const auto& [upstairs, q] : naive_losses(above, printed_cell(2, 0, dr + 2))) {
        eliminated[there.eliminated + upstairs.eliminated] += odds * p * q;
        lost[there.broken_or_eliminated + upstairs.broken_or_eliminated] += odds * p * q;
      }
    }
  }
  const auto ours = exact_measures(He(in));
  for (const auto& [count, odds] : eliminated) CHECK(ours.at("units eliminated").at(count) == Approx(odds).margin(1e-12).epsilon(0));
  for (const auto& [count, odds] : lost) CHECK(ours.at("units broken or eliminated").at(count) == Approx(odds).margin(1e-12).epsilon(0));
  CHECK(exact_odds(He(in)).at("any broken or eliminated") == Approx(1 - lost[0]).epsilon(1e-12));
}

TEST_CASE("a Panzerfaust hits one unit, by Random Selection (C13)") {
  HeInputs in = without_caliber(Ammo::pf, stone, 1);
  in.occupants = {"0=4-4-7", "0=4-6-7"};
  std::map<std::string, double> expected;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      const int dr = colored + white;
      const double rubble = dr == 2 ? 1.0 / 6 : 0;  // a 2KIA, and a dr of 1, +1 for stone
      for (const char* event : {"any broken or eliminated", "all broken or eliminated"}) expected[event] += rubble / 36;
      NaiveCells cells("-");
      cells.on_struck = printed_cell(16, 0, dr);
      for (const auto& [events, p] : naive_result({{}, {}}, cells)) {
        for (const std::string& event : events) expected[event] += p * (1 - rubble) / 36;
      }
    }
  }
  const auto odds = exact_odds(He(in));
  for (const char* event : {"any broken or eliminated", "all broken or eliminated"})
    CHECK(odds.at(event) == Approx(expected.at(event)).epsilon(1e-12));
  AssaultInputs assault{.turns = 1};
  assault.locations = {{.name = "J8", .building = stone, .levels = 1}};
  assault.defenders = {{"4-4-7", "J8"}, {"4-6-7", "J8"}};
  assault.shots = {{.name = "PF", .target = "J8", .ammo = Ammo::pf}};
  assault.goal = {.eliminated = 2};
  const auto of_assault = exact_odds(Assault(assault));
  for (const char* event : {"1:4-4-7 broken", "1:4-4-7 eliminated", "2:4-6-7 broken", "2:4-6-7 reduced"})
    CHECK(of_assault.at(event) == Approx(odds.at(event)).epsilon(1e-12));
}
