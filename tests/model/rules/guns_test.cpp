#include "model/rules/guns.hpp"

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he_inputs.hpp"
#include "tests/support/ask.hpp"

using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

using Level = GunPlace::Level;

// The places that the rules tell apart, each with the Guns of a few calibres, kinds and sizes that may be there, by hand.
bool may_be(int caliber, GunKind kind, TargetSize size, Level level, bool fortified, bool stone) {
  const bool rifled = kind == GunKind::at || kind == GunKind::inf;
  if (level == Level::rooftop) return kind == GunKind::mtr && caliber <= 82;                                           // B23.85
  if (level == Level::upper) return fortified && stone && (rifled || kind == GunKind::art) && caliber <= 76;           // B23.93
  if (level == Level::ground) return fortified || size == TargetSize::small || (rifled && size != TargetSize::large);  // B23.423
  return true;
}

}  // namespace

TEST_CASE("Guns are read in upper and lower case") {
  CHECK(parse_gun("75AT") == Gun{75, GunKind::at, TargetSize::normal});
  CHECK(parse_gun("50mtr") == Gun{50, GunKind::mtr, TargetSize::normal});
  CHECK(parse_gun("37AT-small") == Gun{37, GunKind::at, TargetSize::small});
  CHECK(parse_gun("150inf-LARGE") == Gun{150, GunKind::inf, TargetSize::large});
  CHECK(parse_gun("88AA-normal") == Gun{88, GunKind::aa, TargetSize::normal});
  CHECK(in_words(parse_gun("105art")) == "a 105mm ART Gun");
  CHECK(in_words(parse_gun("81MTR")) == "an 81mm mortar");
  CHECK(in_words(parse_gun("37AT-small")) == "a small 37mm AT Gun");
  for (const char* wrong : {"", "AT", "75", "AT75", "-small", "75-AT", "75AT-", "75AT-tiny", "75XY", "0AT", "11AT", "601AT",
                            "99999999999AT", "75 AT", "+75AT", "75AT-small-large"}) {
    INFO(wrong);
    CHECK_THROWS_AS(parse_gun(wrong), BadInput);
  }
}

TEST_CASE("where Guns may be in buildings") {
  for (const int caliber : {37, 76, 77, 82, 83, 150}) {
    for (const auto& kind : gun_kind_choices) {
      for (const auto& size : target_size_choices) {
        const Gun gun{caliber, kind.value, size.value};
        for (const Level level : {Level::open, Level::ground, Level::upper, Level::rooftop}) {
          for (const Construction construction : {Construction::wood, Construction::stone}) {
            for (const bool fortified : {false, true}) {
              INFO(in_words(gun) << " " << static_cast<int>(level) << " " << static_cast<int>(construction) << fortified);
              const std::string why = why_not_there(gun, {level, construction, fortified});
              CHECK(why.empty() == may_be(caliber, kind.value, size.value, level, fortified, construction == Construction::stone));
              if (why.empty()) continue;
              const char* rule = level == Level::rooftop ? "B23.85" : level == Level::upper && fortified ? "B23.93" : "B23.423";
              CHECK_THAT(why, Contains("cannot be ") && Catch::EndsWith(std::string(", ") + rule));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("where Guns may be in every terrain") {
  const Gun art{105, GunKind::art, TargetSize::normal}, at{105, GunKind::at, TargetSize::normal},
      mortar{50, GunKind::mtr, TargetSize::small};
  const auto may = [](const Gun& gun, Terrain terrain, bool fortified) {
    return why_not_there(gun, gun_place(terrain, fortified)).empty();
  };
  for (const Terrain terrain :
       {Terrain::wood, Terrain::stone, Terrain::wood_rubble, Terrain::stone_rubble, Terrain::lumberyard, Terrain::hut, Terrain::factory}) {
    INFO(name_of(terrain, terrain_choices));
    CHECK_FALSE(may(art, terrain, false));
    CHECK((may(at, terrain, false) && may(mortar, terrain, false) && may(art, terrain, true)));
  }
  for (const Terrain terrain : {Terrain::rooftop, Terrain::quasi_location}) {
    CHECK_FALSE((may(art, terrain, false) || may(at, terrain, false)));
    CHECK(may(mortar, terrain, false));
  }
  for (const Terrain terrain : {Terrain::open, Terrain::collapsed_hut, Terrain::rowhouse_vertex, Terrain::marketplace, Terrain::debris})
    CHECK((may(art, terrain, false) && may(at, terrain, false) && may(mortar, terrain, false)));
}

TEST_CASE("the occupants of a building man Guns where they may be") {
  const auto situation = [](std::vector<std::string> occupants, bool fortified) {
    return he_situation(
        {.caliber = 150, .building = Construction::stone, .levels = 2, .fortified = fortified, .occupants = std::move(occupants)});
  };
  const auto lawful =
      situation({"0=crew:2-2-8,gun=150INF-large", "1=crew:2-2-8,gun=76ART", "hs:2-4-7,gun=37AT", "rooftop=4-4-7,gun=82MTR"}, true);
  CHECK(lawful.units[0].gun == Gun{150, GunKind::inf, TargetSize::large});
  CHECK(lawful.location_of == std::vector<int>{0, 1, 1, 3});
  CHECK_THROWS_WITH(situation({"2=crew:2-2-8,gun=77ART"}, true), Contains("B23.93"));
  CHECK_THROWS_WITH(situation({"1=crew:2-2-8", "hs:2-4-7,gun=37AT-small"}, false), Contains("upstairs, B23.423"));
  CHECK_THROWS_WITH(situation({"0=crew:2-2-8,gun=150INF-large"}, false), Contains("not large, B23.423"));
  CHECK_THROWS_WITH(situation({"rooftop=crew:2-2-8,gun=50AT"}, true), Contains("B23.85"));
}

TEST_CASE("a Gun changes no odds") {
  CHECK(exact_odds(Attack({.fp = "8", .targets = {"8-1", "crew:2-2-8,gun=75AT"}, .terrain = Terrain::wood})) ==
        exact_odds(Attack({.fp = "8", .targets = {"8-1", "crew:2-2-8"}, .terrain = Terrain::wood})));
}
