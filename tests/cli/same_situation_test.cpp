#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars;
using namespace boxcars::test;
using nlohmann::json;

// The same situation has the same odds however it is asked.
namespace {

using Odds = std::map<std::string, double>;
using Names = std::vector<std::pair<std::string, std::string>>;

Odds odds_of(const std::string& question) {
  const Called called = call(question + " --method exact --format json");
  INFO(question << "\n" << called.err);
  REQUIRE(called.status == 0);
  Odds odds;
  const json root = json::parse(called.out);
  for (const auto& event : root["events"]) odds[event["name"]] = event["exact"].get<double>();
  return odds;
}

// An assault of one turn: the tables of its Locations, who is where, and one shot.
class Position {
 public:
  explicit Position(std::string locations) : locations_(std::move(locations)) {}
  Position& unit(const std::string& what, const std::string& where) {
    defenders_ += "[[defender]]\nunit = \"" + what + "\"\nlocation = \"" + where + "\"\n";
    return *this;
  }
  Odds shot(const std::string& keys, const std::string& at = "J8.0") const {
    const Folder folder;
    return odds_of("assault " + folder.file("a.toml", "turns = 1\n" + locations_ + defenders_ + "[[shot]]\nname = \"Shot\"\ntarget = \"" +
                                                          at + "\"\n" + keys + "\n[goal]\neliminated = 1\n"));
  }

 private:
  std::string locations_;
  std::string defenders_;
};

std::string location(const std::string& name, const std::string& keys) { return "[[location]]\nname = \"" + name + "\"\n" + keys + "\n"; }

Position house(const std::string& keys, const std::string& unit = "4-4-7") { return Position(location("J8.0", keys)).unit(unit, "J8.0"); }

// Stone with two levels above ground, and somebody on two of them.
Position tower(const std::string& keys) {
  return Position(location("J8.0", "building = \"stone\"\nlevels = 2\nlevel = 0\n" + keys) + location("J8.1", "level = 1\n" + keys))
      .unit("4-4-7", "J8.0")
      .unit("8-1", "J8.1");
}

void check_same(const Odds& one, const Odds& other, const Names& names) {
  for (const auto& [a, b] : names) {
    INFO(a << ", " << b);
    REQUIRE(one.contains(a));
    REQUIRE(other.contains(b));
    CHECK(std::abs(one.at(a) - other.at(b)) < 1e-9);
  }
}

// Of units, by their numbers; pins end with the turn of an assault.
void check_same_units(const Odds& one, const Odds& other) {
  int compared = 0;
  for (const auto& event : one) {
    const std::string& name = event.first;
    const bool lasts =
        name.ends_with(" eliminated") || name.ends_with(" broken") || name.ends_with(" reduced") || name.ends_with(" replaced");
    if (name.find(':') == std::string::npos || !lasts || !other.contains(name)) continue;
    INFO(name);
    CHECK(std::abs(event.second - other.at(name)) < 1e-9);
    ++compared;
  }
  CHECK(compared >= 4);
}

const std::string stone0 = "building = \"stone\"\nlevels = 0", wood0 = "building = \"wood\"\nlevels = 0";

}  // namespace

TEST_CASE("the same on the IFT: attack and assault") {
  check_same_units(odds_of("attack 12 --terrain stone --fortified --leadership -1 --target \"9-1 4-6-7\""),
                   house(stone0 + "\nfortified = true", "9-1").unit("4-6-7", "J8.0").shot("fp = 12\nleadership = -1"));
  for (const std::string terrain : {"open", "wood", "stone", "wood-rubble", "stone-rubble", "lumberyard", "hut", "collapsed-hut", "factory",
                                    "rooftop", "marketplace", "debris"}) {
    INFO(terrain);
    check_same_units(
        odds_of("attack 8 --drm -1 --hindrance 1 --cowering inexperienced --target 4-4-7,elr=2 --terrain " + terrain),
        house("terrain = \"" + terrain + "\"", "4-4-7,elr=2").shot("fp = 8\ndrm = -1\nhindrance = 1\ncowering = \"inexperienced\""));
  }
  check_same_units(odds_of("attack 8 --terrain marketplace --target 4-4-7"),
                   house("building = \"wood\"\nlevels = 1\nmarketplace = true").shot("fp = 8"));
}

TEST_CASE("the same OBA, its critical hits too: attack, he, hut and assault") {
  for (const std::string fire : {"oba", "harassing", "barrage"}) {
    const std::string at_60 = " --caliber 60 --fire " + fire;  // brings nothing down
    const Odds attack = odds_of("attack --terrain stone --target 4-4-7" + at_60);
    CHECK(attack.at("1:4-4-7 eliminated") > 0);
    check_same_units(attack, odds_of("he stone 0 --occupant 0=4-4-7" + at_60));
    check_same_units(attack, house(stone0).shot("caliber = 60\nfire = \"" + fire + "\""));
    check_same(attack, odds_of("he stone 0 --occupant 0=4-4-7" + at_60), {{"flame", "flame"}, {"critical hit", "critical hit"}});
    const std::string heavy = fire == "oba" ? "300" : "200";  // beyond that nothing is spread
    for (const std::string terrain : {"open", "wood-rubble", "stone-rubble", "debris", "hut", "collapsed-hut", "quasi-location"}) {
      INFO(terrain);
      check_same_units(odds_of("attack --caliber " + heavy + " --drm 1 --fire " + fire + " --target 4-4-7 --terrain " + terrain),
                       house("terrain = \"" + terrain + "\"").shot("caliber = " + heavy + "\ndrm = 1\nfire = \"" + fire + "\""));
    }
  }
  // E7: an Original 2 at 30 FP, -2 for the TEM.
  CHECK(odds_of("attack --caliber 80 --fire oba --terrain wood-rubble --target 4-4-7").at("1:4-4-7 eliminated") == Approx(1.0 / 36));
  check_same_units(odds_of("hut --cause oba --caliber 80 --drm 1 --target 4-4-7"),
                   odds_of("attack --caliber 80 --fire oba --terrain hut --target 4-4-7"));
}

TEST_CASE("the same HE at a building: he and assault") {
  const auto check = [](const std::string& he, const Position& position, const std::string& keys, const std::string& at = "J8.0") {
    INFO(he);
    const Odds alone = odds_of("he " + he), in_assault = position.shot(keys, at);
    check_same_units(alone, in_assault);
    check_same(alone, in_assault, {{"whole hex rubbled", "J8.0 rubbled"}});
  };
  const std::string men = " --occupant 0=4-4-7 1=8-1";
  check("150 stone 2 --level 1" + men, tower(""), "caliber = 150", "J8.1");
  check("150 stone 2 --level 1 --to-hit 7 --drm 1" + men, tower(""), "caliber = 150\nto_hit = 7\ndrm = 1", "J8.1");
  check("300 stone 2 --to-hit 8 --th-number 9" + men, tower(""), "caliber = 300\nto_hit = 8\nth_number = 9");
  check("105 stone 2 --to-hit 6 --fortified" + men, tower("fortified = true"), "caliber = 105\nto_hit = 6");
  check("105 stone 2 --fire oba" + men, tower(""), "caliber = 105\nfire = \"oba\"");
  check("105 stone 2 --fire oba --interior --fortified" + men, tower("interior = true\nfortified = true"), "caliber = 105\nfire = \"oba\"");
  check("200 stone 2 --fire harassing" + men, tower(""), "caliber = 200\nfire = \"harassing\"");
  check("120 stone 2 --fire mortar --to-hit 7" + men, tower(""), "caliber = 120\nfire = \"mortar\"\nto_hit = 7");
  check("400 stone 2 --fire area --to-hit 2" + men, tower(""), "caliber = 400\nfire = \"area\"\nto_hit = 2");
  check("--ammo dc stone 2 --level 1" + men, tower(""), "ammo = \"dc\"", "J8.1");
  check("--ammo thrown-dc stone 2" + men, tower(""), "ammo = \"thrown-dc\"");
  check("--ammo set-dc stone 2 --drm 2" + men, tower(""), "ammo = \"set-dc\"\ndrm = 2");
  check("--ammo pf stone 2 --to-hit 8" + men, tower(""), "ammo = \"pf\"\nto_hit = 8");
  check("150 stone 1 --marketplace --fire oba --occupant 0=4-4-7", house("building = \"stone\"\nlevels = 1\nmarketplace = true"),
        "caliber = 150\nfire = \"oba\"");
  check("150 stone --factory --fortified --fire oba --occupant 0=4-4-7", house("building = \"stone\"\nfactory = true\nfortified = true"),
        "caliber = 150\nfire = \"oba\"");
}

TEST_CASE("the same HE where nothing comes down: attack, he and assault") {
  const Odds attack = odds_of("attack --caliber 60 --terrain wood --target \"8-1 4-4-7\"");
  check_same_units(attack, odds_of("he 60 wood 0 --occupant 0=8-1 0=4-4-7"));
  check_same_units(attack, house(wood0, "8-1").unit("4-4-7", "J8.0").shot("caliber = 60"));
  check_same_units(odds_of("attack --caliber 60 --fire area --terrain wood --fortified --drm -1 --target 4-4-7"),
                   odds_of("he 60 wood 0 --fire area --fortified --drm -1 --occupant 0=4-4-7"));
}

TEST_CASE("the same To Hit number: he, assault and --th-number") {
  const auto check = [](const std::string& question, const std::string& same) {
    INFO(question);
    CHECK(odds_of(question) == odds_of(same));
  };
  const std::string man = " --occupant 0=4-6-7";
  check("he 150 stone 1 --to-hit 9" + man, "he 150 stone 1 --to-hit 9 --th-number 12" + man);
  check("he 150 wood 1 --to-hit 9" + man, "he 150 wood 1 --to-hit 9 --th-number 11" + man);
  check("he 150 wood 1 --fortified --to-hit 9" + man, "he 150 wood 1 --fortified --to-hit 9 --th-number 12" + man);
  check("he 75 stone --factory --fortified --to-hit 9" + man, "he 75 stone --factory --fortified --to-hit 9 --th-number 13" + man);
  check("he 75 stone 1 --marketplace --to-hit 9" + man, "he 75 stone 1 --marketplace --to-hit 9 --th-number 9" + man);
  check("he 75 stone 1 --level rooftop --to-hit 9 --occupant rooftop=4-4-7",
        "he 75 stone 1 --level rooftop --to-hit 9 --th-number 9 --occupant rooftop=4-4-7");
  for (const std::string terrain : {"stone", "wood-rubble", "hut", "debris", "open"}) {
    const int tem = terrain == "stone" ? 3 : terrain == "wood-rubble" ? 2 : terrain == "open" ? 0 : 1;
    INFO(terrain);
    const Position position = house("terrain = \"" + terrain + "\"");
    CHECK(position.shot("caliber = 75\nto_hit = 8") == position.shot("caliber = 75\nto_hit = 8\nth_number = " + std::to_string(8 + tem)));
  }
}

TEST_CASE("the same Flame: attack and he") {
  const auto check = [](const std::string& attack, const std::string& he) {
    INFO(attack);
    check_same(odds_of("attack --target 4-4-7 " + attack), odds_of("he " + he), {{"flame", "flame"}});
  };
  check("--caliber 105 --terrain wood", "105 wood 1 --level 1");
  check("--caliber 105 --fire oba --terrain stone", "105 stone 0 --fire oba");
  check("--caliber 105 --fire area --terrain stone --fortified", "105 stone 0 --fire area --fortified");
  check("--caliber 300 --terrain stone", "300 stone 0");
  check("--caliber 150 --terrain rooftop", "150 stone 1 --level rooftop");
  check("--caliber 150 --terrain rooftop --edition v1", "150 stone 1 --level rooftop --edition v1");
  const Folder folder;
  const std::string map = folder.file("m.toml", "columns = 5\nrows = 5\n[[hex]]\nname = \"B2\"\nbuilding = \"wood\"\nlumberyard = true\n");
  for (const std::string ec : {"", " --ec 2", " --ec -3"}) {
    check("--caliber 150 --terrain lumberyard" + ec, "150 --map " + map + " --hex B2" + ec);
    check("--caliber 150 --map " + map + " --hex B2" + ec, "150 --map " + map + " --hex B2" + ec);
  }
}

TEST_CASE("the same at a hut: hut, attack and assault") {
  const Position hut = house("terrain = \"hut\"");
  check_same_units(odds_of("hut --cause he --caliber 150 --target 4-4-7"), hut.shot("caliber = 150"));
  check_same_units(odds_of("hut --cause he --fp 4 --drm 1 --target 4-4-7"), hut.shot("caliber = 60\nfire = \"mortar\""));
  const Names collapses{{"collapses", "J8.0 collapsed"}};
  check_same(odds_of("hut --cause oba --caliber 105 --drm 1 --target 4-4-7"), hut.shot("caliber = 105\nfire = \"oba\""), collapses);
  check_same(odds_of("hut --cause he --caliber 150 --target 4-4-7"), hut.shot("caliber = 150"), collapses);
  check_same_units(odds_of("hut --cause mg --fp 8 --drm 1 --target 4-4-7"), odds_of("attack 8 --terrain hut --target 4-4-7"));
  for (const std::string cowering : {"", " --cowering none"})
    check_same_units(odds_of("hut --cause ft --target 4-4-7" + cowering),
                     odds_of("attack --weapon ft --terrain hut --target 4-4-7" + cowering));
  check_same_units(odds_of("hut --cause ft --target 4-4-7"), hut.shot("weapon = \"ft\""));
  for (const std::string terrain : {"hut", "collapsed-hut"}) {
    const Odds mol = odds_of("attack --weapon mol --target 4-4-7 --terrain " + terrain);
    const Odds at_hut =
        odds_of("hut --cause mol --fp 4 --target 4-4-7" + std::string(terrain == "hut" ? " --drm 1" : " --collapsed --rain"));
    check_same_units(mol, at_hut);
    check_same(mol, at_hut, {{"flame", "flame"}});
  }
}

TEST_CASE("the same rate of fire: attack, he and assault") {
  check_same_units(odds_of("attack 8 --rate-of-fire 3 --target 4-4-7 --terrain woods"),
                   house("terrain = \"woods\"").shot("fp = 8\nrate_of_fire = 3"));
  const Position two =
      Position(location("J8.0", "building = \"stone\"\nlevels = 1\nlevel = 0") + location("J8.1", "level = 1")).unit("4-4-7", "J8.1");
  check_same_units(odds_of("he 81 stone 1 --fire mortar --range 8 --rate-of-fire 3 --occupant 1=4-4-7"),
                   two.shot("caliber = 81\nfire = \"mortar\"\nrange = 8\nrate_of_fire = 3"));
  check_same_units(odds_of("attack --caliber 50 --range 8 --rate-of-fire 2 --target 4-4-7 --terrain wood"),
                   odds_of("he 50 wood 0 --range 8 --rate-of-fire 2 --occupant 4-4-7"));
}

TEST_CASE("the same entry of an AFV: enter and assault") {
  const Names names{{"bogs", "Shot bogs"},
                    {"falls into cellar", "Shot falls into cellar"},
                    {"enters unharmed", "Shot enters unharmed"},
                    {"building rubbled", "J8.0 rubbled"}};
  const auto keys = [](const std::string& construction, int levels) {
    return "building = \"" + construction + "\"\nlevels = " + std::to_string(levels);
  };
  for (const std::string construction : {"wood", "stone"}) {
    for (const int levels : {0, 1, 2}) {
      for (const std::string pressure : {"low", "high"}) {
        INFO(construction << " " << levels << " " << pressure);
        check_same(
            odds_of("enter --building " + construction + " --levels " + std::to_string(levels) + " --drm 1 --ground-pressure " + pressure),
            house(keys(construction, levels)).shot("enter = true\ndrm = 1\nground_pressure = \"" + pressure + "\""), names);
      }
    }
    check_same(odds_of("enter --factory --building " + construction),
               house("building = \"" + construction + "\"\nfactory = true").shot("enter = true"), names);
  }
  check_same(odds_of("enter --rubble"), house("terrain = \"stone-rubble\"").shot("enter = true"),
             {{"bogs", "Shot bogs"}, {"enters unharmed", "Shot enters unharmed"}});
}

TEST_CASE("the same in a study") {
  const Folder folder;
  const auto check = [&](const std::string& question, const std::string& inputs, const std::string& alone) {
    INFO(alone);
    const std::string file = folder.file(question + ".toml", "schema = 1\nname = \"" + question + "\"\nquestion = \"" + question +
                                                                 "\"\n[inputs]\n" + inputs + "\n[stop]\ntrials = 1000\n");
    const std::string store = folder / (question + ".sqlite");
    REQUIRE(call("study run " + file + " --quiet --store " + store).status == 0);
    std::istringstream rows(call("study export " + store).out);
    const Odds odds = odds_of(alone);
    int compared = 0;
    std::string row;
    for (std::getline(rows, row); std::getline(rows, row);) {  // kind,name,value,exact,...
      if (!row.starts_with("event,")) continue;
      const std::string name = row.substr(6, row.find(',', 6) - 6);
      CHECK(std::abs(std::stod(row.substr(row.find(',', row.find(',', 6) + 1) + 1)) - odds.at(name)) < 1e-9);
      ++compared;
    }
    CHECK(compared == static_cast<int>(odds.size()));
  };
  check("he", "caliber = 150\nbuilding = \"stone\"\nlevels = 2\nlevel = 1\nto_hit = 8\nfortified = true\noccupant = [\"1=4-4-7\"]",
        "he 150 stone 2 --level 1 --to-hit 8 --fortified --occupant 1=4-4-7");
  check("attack", "caliber = 150\nfire = \"oba\"\nterrain = \"stone-rubble\"\ntarget = [\"4-4-7\"]",
        "attack --caliber 150 --fire oba --terrain stone-rubble --target 4-4-7");
  check("hut", "cause = \"oba\"\ncaliber = 80\ndrm = 1\ntarget = [\"4-4-7\"]", "hut --cause oba --caliber 80 --drm 1 --target 4-4-7");
}
