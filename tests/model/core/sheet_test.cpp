#include "model/core/sheet.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/naive_attack.hpp"
#include "tests/support/towns.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;

// What --explain lists is what is thrown with: the odds are worked out from the listed amounts alone, by the printed table.
namespace {

using Row = std::pair<int, std::string>;

// How the question's one squad, a 4-4-7, is attacked, as a player reads it off the charts.
struct Shot {
  int column = 0;
  int critical_column = 0;
  double hits = 1;
  double criticals = 0;        // of all shots
  bool on_original_2 = false;  // OBA's critical hits, instead
  bool rubbles = false;        // makes rubble, or would but for being asked about as an attack
  bool buries = true;
  int kindling = 0;  // number; 0: nothing burns
  int duds = 13;     // from this Original DR on
  bool final_kia = false;
  bool at_squad = true;  // else at nobody
};

// The listed amounts, by the roll that they are on.
struct Listed {
  int original = 0, normal = 0, critical = 0, rubble = 0, kindling = 0;

  explicit Listed(const std::vector<Modifier>& modifiers) {
    for (const Modifier& m : modifiers) {
      const auto says = [&](const char* words) { return m.reason.find(words) != std::string::npos; };
      if (says("critical hit"))
        critical += m.amount;
      else if (says("rubble dr"))
        rubble += m.amount;
      else if (says("Kindling DR"))
        kindling += m.amount;
      else
        normal += m.amount, original += says("heavy payload") ? m.amount : 0;
    }
  }
};

int kia_of(int column, int dr) {
  const std::string cell = printed_cell(column, 0, dr);
  return cell.find("KIA") == std::string::npos ? 0 : cell[0] - '0';
}

// The odds that the squad is "eliminated", "broken", and of "rubble" and "flame".
std::map<std::string, double> expected(const Shot& shot, const Listed& listed) {
  std::map<std::string, double> odds{{"eliminated", 0}, {"broken", 0}};
  for (int dr = 2; dr < shot.duds && dr <= 12; ++dr) {
    const double p = at_least(dr) - at_least(dr + 1);
    const int kia = kia_of(shot.column, dr + (shot.final_kia ? listed.normal : listed.original));
    double rubble = 0;
    for (int face = 1; face <= 6; ++face)
      rubble += shot.rubbles && kia > 0 && (shot.final_kia || face + listed.rubble <= kia) ? 1 / 6.0 : 0;
    odds["rubble"] += shot.hits * p * rubble;
    if (kia > 0 && shot.kindling > 0) odds["flame"] += shot.hits * p * (1 - rubble) * at_least(shot.kindling - listed.kindling);
    const double buried = shot.buries ? rubble : 0;
    odds["eliminated"] += shot.hits * p * buried;
    const double critical = shot.on_original_2 ? (dr == 2 ? shot.hits : 0) : shot.criticals;
    for (const bool is_critical : {true, false}) {
      const double share = is_critical ? critical : shot.hits - critical;
      if (share == 0) continue;
      const std::string cell =
          is_critical ? printed_cell(shot.critical_column, 0, dr + listed.critical) : printed_cell(shot.column, 0, dr + listed.normal);
      for (const auto& [events, q] : naive_result({{}}, cell)) {
        for (const std::string& event : events) {
          if (event == "1 eliminated" || event == "1 broken") odds[event.substr(2)] += share * p * (1 - buried) * q;
        }
      }
    }
  }
  return odds;
}

// Checks the rows that are listed, and that the odds are those of these rows.
template <class Question>
void check(const Question& question, const Shot& shot, const std::vector<Row>& rows, const std::string& prefix = "") {
  std::vector<Row> listed;
  for (const Modifier& m : question.description().modifiers) {
    listed.emplace_back(m.amount, m.reason);
    CHECK_FALSE(m.rule.empty());
  }
  std::vector<Row> all = rows;
  for (Row& row : all) row.second = prefix + row.second;
  CHECK(listed == all);
  const auto odds = exact_odds(question);
  int of_squad_checked = 0, of_hex_checked = 0;
  for (const auto& [event, p] : expected(shot, Listed(question.description().modifiers))) {
    for (const auto& [name, is] : odds) {
      const bool of_squad = name == "1:4-4-7 " + event, of_hex = name == event && (event == "rubble" || event == "flame");
      if (!of_squad && !of_hex) continue;
      ++(of_squad ? of_squad_checked : of_hex_checked);
      INFO(name);
      CHECK(is == Approx(p).epsilon(0).margin(1e-12));
    }
  }
  CHECK(of_squad_checked == (shot.at_squad ? 2 : 0));
  CHECK(of_squad_checked + of_hex_checked > 0);
}

AttackInputs attack(const std::string& fp) { return {.fp = fp, .targets = {"4-4-7"}, .cowering = Cowering::none}; }
AttackInputs attack(int caliber, Fire fire, Terrain terrain) {
  return {.caliber = caliber, .fire = fire, .targets = {"4-4-7"}, .terrain = terrain};
}

HeInputs he(int caliber, Construction building, int levels, Fire fire) {
  return {.caliber = caliber, .building = building, .levels = levels, .fire = fire, .occupants = {"0=4-4-7"}};
}

// One shot, once, at a squad.
AssaultInputs assault(AssaultLocation location, AssaultShot shot) {
  AssaultInputs in{.turns = 1};
  in.locations = {std::move(location)};
  in.defenders = {{"4-4-7", "J8.0"}};
  in.shots = {std::move(shot)};
  in.goal.eliminated = 1;
  return in;
}

// C3.7, Infantry Target Type: a Final DR below half the number, or an Original 2 and then a dr of 1 or of half the number at most.
double infantry_criticals(int needed, int number) {
  double all = 0;
  for (int dr = 2; dr <= needed; ++dr) {
    const double p = at_least(dr) - at_least(dr + 1);
    if (2 * (dr + number - needed) < number)
      all += p;
    else if (dr == 2)
      all += p * std::max(1, std::min(6, number / 2)) / 6;
  }
  return all;
}
double at_most(int dr) { return 1 - at_least(dr + 1); }

const Construction wood = Construction::wood, stone = Construction::stone;

}  // namespace

TEST_CASE("a sheet adds up by roll, and lists what it adds") {
  enum class Roll { one, other };
  Sheet<Roll> sheet;
  sheet.add(Roll::one, {+2, "wood", "B23.3"});
  sheet.add(Roll::other, {-1, "FFNAM", "A4.61"});
  sheet.add(Roll::one, {0, "nothing", "-"});
  sheet.add(Roll::one, {-3, "leader", "A7.53"});
  CHECK(sheet.on(Roll::one) == -1);
  CHECK(sheet.on(Roll::other) == -1);
  CHECK(sheet.modifiers() == std::vector<Modifier>{{2, "wood", "B23.3"}, {-1, "FFNAM", "A4.61"}, {-3, "leader", "A7.53"}});
}

TEST_CASE("attack: every modifier alone, and some together, is listed as it is thrown with") {
  const auto check_attack = [](const AttackInputs& in, const Shot& shot, const std::vector<Row>& rows) {
    INFO(in.fp << " " << in.caliber.value_or(0) << " " << name_of(in.terrain, terrain_choices));
    check(Attack(in), shot, rows);
  };
  const auto at = [](Terrain terrain) {
    AttackInputs in = attack("8");
    in.terrain = terrain;
    return in;
  };
  const Shot eight{.column = 8};
  check_attack(at(Terrain::open), eight, {});
  check_attack(at(Terrain::wood), eight, {{2, "wooden building"}});
  check_attack(at(Terrain::stone), eight, {{3, "stone building"}});
  check_attack(at(Terrain::wood_rubble), eight, {{2, "wooden rubble"}});
  check_attack(at(Terrain::stone_rubble), eight, {{3, "stone rubble"}});
  check_attack(at(Terrain::lumberyard), eight, {{2, "lumberyard"}});
  check_attack(at(Terrain::hut), eight, {{1, "hut"}});
  check_attack(at(Terrain::factory), eight, {{1, "factory, fire wholly inside it"}});
  check_attack(at(Terrain::debris), eight, {{1, "debris"}});
  check_attack(at(Terrain::woods), eight, {{1, "woods"}});
  check_attack(at(Terrain::forest), eight, {{2, "forest"}});
  check_attack(at(Terrain::olive_grove), eight, {{1, "olive grove"}});
  check_attack(at(Terrain::crags), eight, {{1, "crags"}});
  check_attack(at(Terrain::graveyard), eight, {{1, "graveyard"}});
  check_attack(at(Terrain::shellholes), eight, {{1, "shellholes"}});
  check_attack(at(Terrain::light_jungle), eight, {{1, "light jungle"}});
  check_attack(at(Terrain::dense_jungle), eight, {{2, "dense jungle"}});
  check_attack(at(Terrain::wall), eight, {{2, "wall"}});
  check_attack(at(Terrain::hedge), eight, {{1, "hedge"}});
  check_attack(at(Terrain::foxhole), eight, {{2, "foxhole"}});
  check_attack(at(Terrain::trench), eight, {{2, "trench"}});
  check_attack(at(Terrain::light_woods), eight, {{1, "light woods"}});
  check_attack(at(Terrain::bocage), eight, {{2, "bocage"}});
  check_attack(at(Terrain::roadblock), eight, {{2, "roadblock"}});
  check_attack(at(Terrain::bridge), eight, {{1, "bridge"}});
  check_attack(at(Terrain::runway), eight, {{-1, "runway"}});
  check_attack(at(Terrain::wreck), eight, {{1, "wreck or AFV"}});
  check_attack(at(Terrain::rail_car), eight, {{2, "rail car"}});
  check_attack(at(Terrain::wrecked_rail_car), eight, {{2, "wrecked rail car"}});
  // Of an entrenchment, a hexside, a wreck and anything else one TEM counts, of the rest both (A2.4, B9.3, B27.3, D9.3).
  const auto both = [&](Terrain terrain, Terrain also) {
    AttackInputs in = at(terrain);
    in.also = also;
    return in;
  };
  check_attack(both(Terrain::wood, Terrain::woods), eight, {{2, "wooden building"}, {1, "woods"}});
  check_attack(both(Terrain::woods, Terrain::foxhole), eight, {{2, "foxhole"}});
  check_attack(both(Terrain::stone, Terrain::wall), eight, {{3, "stone building"}});
  check_attack(both(Terrain::woods, Terrain::wall), eight, {{2, "wall"}});
  check_attack(both(Terrain::wreck, Terrain::woods), eight, {{1, "wreck or AFV"}});
  check_attack(both(Terrain::foxhole, Terrain::runway), eight, {{2, "foxhole"}, {-1, "runway"}});
  {
    AttackInputs moving = at(Terrain::runway);  // besides FFMO
    moving.moving = Movement::normal;
    check_attack(moving, eight, {{-1, "runway"}, {-1, "FFNAM"}, {-1, "FFMO"}});
    moving.also = Terrain::brush;
    check_attack(moving, eight, {{-1, "runway"}, {-1, "FFNAM"}});
  }
  for (const Terrain hinders : {Terrain::brush, Terrain::grain, Terrain::orchard, Terrain::marsh}) {
    check_attack(at(hinders), eight, {});
    AttackInputs moving = at(hinders);
    moving.moving = Movement::normal;
    check_attack(moving, eight, {{-1, "FFNAM"}});  // no FFMO
  }
  for (const Terrain none : {Terrain::collapsed_hut, Terrain::rooftop, Terrain::rowhouse_vertex, Terrain::marketplace})
    check_attack(at(none), eight, {});
  const auto with = [&](auto change) {
    AttackInputs in = attack("8");
    change(in);
    return in;
  };
  check_attack(with([](auto& in) { in.terrain = Terrain::stone, in.fortified = true; }), eight,
               {{3, "stone building"}, {1, "fortified building"}});
  check_attack(with([](auto& in) { in.hindrance = 2; }), eight, {{2, "Hindrance"}});
  check_attack(with([](auto& in) { in.moving = Movement::hazardous; }), eight, {{-2, "Hazardous Movement"}});
  check_attack(with([](auto& in) { in.moving = Movement::normal; }), eight, {{-1, "FFNAM"}, {-1, "FFMO"}});
  check_attack(with([](auto& in) { in.moving = Movement::assault; }), eight, {{-1, "FFMO"}});
  check_attack(with([](auto& in) { in.moving = Movement::normal, in.hindrance = 1; }), eight, {{1, "Hindrance"}, {-1, "FFNAM"}});
  check_attack(with([](auto& in) { in.leadership = -2; }), eight, {{-2, "directing leader"}});
  check_attack(with([](auto& in) { in.drm = 3; }), eight, {{3, "other DRM, as given"}});
  check_attack(with([](auto& in) { in.weapon = Weapon::residual, in.terrain = Terrain::wood, in.drm = -1; }), eight,
               {{2, "wooden building"}, {-1, "other DRM, as given"}});
  check_attack(with([](auto& in) { in.weapon = Weapon::mines, in.terrain = Terrain::wood; }), eight, {});
}

TEST_CASE("attack: what is on HE's rolls, a critical hit's too, is listed as it is thrown with") {
  const auto check_he = [](const AttackInputs& in, Shot shot, const std::vector<Row>& rows) {
    INFO(*in.caliber << " " << name_of(*in.fire, fire_choices) << " " << name_of(in.terrain, terrain_choices));
    shot.buries = false;
    check(Attack(in), shot, rows);
  };
  check_he(attack(105, Fire::direct, Terrain::wood), {.column = 20, .rubbles = true, .kindling = 7}, {});
  check_he(attack(150, Fire::direct, Terrain::stone), {.column = 30, .rubbles = true, .kindling = 8}, {{1, "stone building, rubble dr"}});
  check_he(attack(300, Fire::direct, Terrain::open), {.column = 36}, {{-2, "heavy payload"}});
  check_he(attack(300, Fire::mortar, Terrain::wood), {.column = 16, .rubbles = true, .kindling = 7},
           {{2, "wooden building"}, {-1, "heavy payload"}});
  AttackInputs fortified = attack(150, Fire::area, Terrain::stone);
  fortified.fortified = true;
  check_he(fortified, {.column = 12, .rubbles = true, .kindling = 8},
           {{3, "stone building"}, {1, "fortified building"}, {1, "stone building, rubble dr"}, {-1, "fortified building, Kindling DR"}});
  AttackInputs lumber = attack(75, Fire::direct, Terrain::lumberyard);
  lumber.ec = -2;
  check_he(lumber, {.column = 12, .rubbles = true, .kindling = 7}, {{-2, "EC, Kindling DR"}});
  const Shot oba80{.column = 16, .critical_column = 30, .on_original_2 = true};
  check_he(attack(80, Fire::oba, Terrain::open), oba80, {});
  check_he(attack(80, Fire::oba, Terrain::debris), oba80, {{1, "debris"}, {-1, "debris, on a critical hit"}});
  check_he(attack(80, Fire::mortar, Terrain::woods), {.column = 8}, {{-1, "woods, Air Bursts"}});
  check_he(attack(80, Fire::area, Terrain::woods), {.column = 8}, {{1, "woods"}});
  check_he(attack(80, Fire::oba, Terrain::forest), oba80, {{-1, "forest, Air Bursts"}, {-1, "forest, Air Bursts, on a critical hit"}});
  check_he(attack(80, Fire::mortar, Terrain::foxhole), {.column = 8}, {{2, "foxhole"}});
  check_he(attack(80, Fire::oba, Terrain::foxhole), oba80, {{4, "foxhole"}, {-4, "foxhole, on a critical hit"}});
  check_he(attack(80, Fire::oba, Terrain::wall), oba80, {{1, "wall"}, {-1, "wall, on a critical hit"}});
  check_he(attack(80, Fire::oba, Terrain::hedge), oba80, {});
  check_he(attack(80, Fire::oba, Terrain::bocage), oba80, {{1, "bocage"}, {-1, "bocage, on a critical hit"}});
  check_he(attack(80, Fire::mortar, Terrain::light_woods), {.column = 8}, {{-1, "light woods, Air Bursts"}});
  check_he(attack(80, Fire::oba, Terrain::runway), oba80, {{-1, "runway"}, {-1, "runway, on a critical hit"}});
  check_he(attack(80, Fire::direct, Terrain::runway), {.column = 16}, {{-1, "runway"}});
  AttackInputs entrenched = attack(80, Fire::oba, Terrain::woods);
  entrenched.also = Terrain::foxhole;
  check_he(entrenched, oba80,
           {{-1, "woods, Air Bursts"}, {4, "foxhole"}, {-1, "woods, Air Bursts, on a critical hit"}, {-4, "foxhole, on a critical hit"}});
  AttackInputs moving = attack(80, Fire::oba, Terrain::open);
  moving.moving = Movement::normal;
  check_he(moving, oba80, {{-1, "FFNAM"}, {-1, "FFMO"}, {-1, "FFNAM, on a critical hit"}, {-1, "FFMO, on a critical hit"}});
  AttackInputs drm = attack(80, Fire::oba, Terrain::hut);
  drm.drm = 4;
  check_he(drm, oba80,
           {{1, "hut"}, {4, "other DRM, as given"}, {-1, "hut, on a critical hit"}, {4, "other DRM, as given, on a critical hit"}});
  // Twice 36 FP: four times 8 above 36.
  check_he(attack(500, Fire::oba, Terrain::open), {.column = 36, .critical_column = 36, .on_original_2 = true},
           {{-6, "heavy payload"}, {-4, "Firepower above 36, on a critical hit"}, {-6, "heavy payload, on a critical hit"}});
  AttackInputs both = attack(300, Fire::oba, Terrain::stone);
  both.fortified = true;
  check_he(both, {.column = 36, .critical_column = 36, .on_original_2 = true, .rubbles = true, .kindling = 8},
           {{3, "stone building"},
            {1, "fortified building"},
            {-2, "heavy payload"},
            {-3, "stone building, on a critical hit"},
            {-1, "fortified building, on a critical hit"},
            {-4, "Firepower above 36, on a critical hit"},
            {-2, "heavy payload, on a critical hit"},
            {1, "stone building, rubble dr"},
            {-1, "fortified building, Kindling DR"}});
}

TEST_CASE("he: every modifier alone, and some together, is listed as it is thrown with") {
  const auto check_he = [](const HeInputs& in, const Shot& shot, const std::vector<Row>& rows) {
    INFO(in.caliber.value_or(0) << " " << name_of(in.ammo, ammo_choices) << " " << name_of(in.fire, fire_choices));
    check(He(in), shot, rows);
  };
  const auto with = [](HeInputs in, auto change) {
    change(in);
    return in;
  };
  check_he(he(60, wood, 0, Fire::direct), {.column = 8, .kindling = 7}, {});
  check_he(he(150, stone, 0, Fire::direct), {.column = 30, .rubbles = true, .kindling = 8}, {{1, "stone building, rubble dr"}});
  check_he(with(he(150, wood, 0, Fire::direct), [](auto& in) { in.drm = 2; }), {.column = 30, .rubbles = true, .kindling = 7},
           {{2, "other DRM, as given"}});
  check_he(with(he(105, wood, 0, Fire::direct), [](auto& in) { in.fortified = true; }), {.column = 20, .rubbles = true, .kindling = 7},
           {{-1, "fortified building, Kindling DR"}});
  check_he(he(300, wood, 0, Fire::direct), {.column = 36, .rubbles = true, .kindling = 7}, {{-2, "heavy payload"}});
  check_he(he(105, wood, 0, Fire::area), {.column = 8, .rubbles = true, .kindling = 7}, {{2, "wooden building"}});
  // At the top level, where only it can be rubbled.
  const auto top = with(he(105, wood, 2, Fire::mortar), [](auto& in) { in.occupants = {"2=4-4-7"}, in.interior = true; });
  check_he(top, {.column = 8, .rubbles = true, .kindling = 7}, {{2, "wooden building"}});
  check_he(with(he(60, wood, 2, Fire::mortar), [](auto& in) { in.drm = -1; }), {.column = 4},
           {{2, "wooden building"}, {2, "levels above level 0"}, {-1, "other DRM, as given"}});
  check_he(with(he(60, stone, 2, Fire::mortar), [](auto& in) { in.occupants = {"1=4-4-7"}; }), {.column = 4},
           {{3, "stone building"}, {1, "levels above level 1"}});
  check_he(with(he(60, stone, 2, Fire::mortar), [](auto& in) { in.occupants = {"rooftop=4-4-7"}; }), {.column = 4}, {});
  check_he(with(he(60, stone, 2, Fire::mortar), [](auto& in) { in.marketplace = true; }), {.column = 4}, {{2, "levels above level 0"}});
  // Charges.
  const HeInputs placed{.building = stone, .levels = 0, .ammo = Ammo::dc, .occupants = {"0=4-4-7"}};
  const Shot charge{.column = 30, .rubbles = true, .kindling = 8, .duds = 12};
  const Row rubble{1, "stone building, rubble dr"};
  check_he(placed, charge, {{3, "stone building"}, rubble});
  check_he(with(placed, [](auto& in) { in.ammo = Ammo::thrown_dc; }), charge, {{3, "stone building"}, {2, "Thrown DC"}, rubble});
  const auto set = with(placed, [](auto& in) { in.ammo = Ammo::set_dc, in.drm = 4; });
  check_he(set, {.column = 36, .rubbles = true, .duds = 12, .final_kia = true}, {{-3, "Set DC"}, {4, "other DRM, as given"}});
  check_he(with(set, [](auto& in) { in.occupants.clear(); }),
           {.column = 36, .rubbles = true, .duds = 12, .final_kia = true, .at_squad = false}, {{-3, "Set DC"}, {4, "other DRM, as given"}});
  // A lumberyard.
  HeInputs lumber{.caliber = 75, .occupants = {"0=4-4-7"}, .map = town({}), .hex = "J8", .ec = 2};
  lumber.map.map.hexes[{9, 8}] = {.building = wood, .lumberyard = true};
  check_he(lumber, {.column = 12, .rubbles = true, .kindling = 7}, {{2, "EC, Kindling DR"}});
}

TEST_CASE("he: a breach of the wall has the DRM that are listed, though nobody is attacked") {
  for (const int drm : {0, 2, -1}) {
    const HeInputs in{.caliber = 300, .building = stone, .levels = 0, .fortified = true, .drm = drm};
    const He question(in);
    const Listed listed(question.description().modifiers);
    CHECK(listed.normal == drm - 2);
    double breached = 0;
    for (int dr = 2; dr <= 12; ++dr) {
      const int kia = kia_of(36, dr + listed.original);
      double stands = 0;
      for (int face = 1; face <= 6; ++face) stands += kia == 0 || face + listed.rubble > kia ? 1 / 6.0 : 0;
      if (kia_of(36, dr + listed.normal) > 0) breached += (at_least(dr) - at_least(dr + 1)) * stands;
    }
    CHECK(exact_odds(question).at("breached") == Approx(breached).epsilon(0).margin(1e-12));
  }
}

TEST_CASE("he: critical hits have the modifiers that are listed for them") {
  const auto check_he = [](HeInputs in, const Shot& shot, const std::vector<Row>& rows) {
    INFO(*in.caliber << " " << name_of(in.fire, fire_choices));
    check(He(in), shot, rows);
  };
  const auto by_gun = [](HeInputs in, int needed, int number) {
    in.to_hit = needed;
    in.th_number = number;
    return in;
  };
  const auto infantry = [](Shot shot, int needed, int number) {
    shot.hits = at_most(needed);
    shot.criticals = infantry_criticals(needed, number);
    return shot;
  };
  // One above 8 at 60mm: twice 8 is 16; at 150mm, twice 30 is 24 above 36.
  check_he(by_gun(he(60, wood, 0, Fire::direct), 8, 8), infantry({.column = 8, .critical_column = 16, .kindling = 7}, 8, 8),
           {{-2, "wooden building, on a critical hit"}});
  const Shot big = infantry({.column = 30, .critical_column = 36, .rubbles = true, .kindling = 8}, 7, 9);
  const Row rubble{1, "stone building, rubble dr"}, reversed{-3, "stone building, on a critical hit"},
      above{-3, "Firepower above 36, on a critical hit"};
  check_he(by_gun(he(150, stone, 0, Fire::direct), 7, 9), big, {reversed, above, rubble});
  HeInputs changed = by_gun(he(150, stone, 0, Fire::direct), 7, 9);
  changed.fortified = true;
  check_he(changed, big, {reversed, {-1, "fortified building, on a critical hit"}, above, rubble, {-1, "fortified building, Kindling DR"}});
  changed.fortified = false;
  changed.drm = 2;
  check_he(changed, big, {{2, "other DRM, as given"}, reversed, above, {2, "other DRM, as given, on a critical hit"}, rubble});
  // A heavy payload and Firepower above 36 are two rows.
  check_he(
      by_gun(he(300, stone, 1, Fire::direct), 7, 7), infantry({.column = 36, .critical_column = 36, .rubbles = true, .kindling = 8}, 7, 7),
      {{-2, "heavy payload"}, reversed, {-4, "Firepower above 36, on a critical hit"}, {-2, "heavy payload, on a critical hit"}, rubble});
  // Area Target Type and OBA: an Original 2. The levels above shield from those, too.
  HeInputs mortar = he(60, wood, 2, Fire::mortar);
  mortar.to_hit = 7;
  check_he(mortar, {.column = 4, .critical_column = 16, .hits = at_most(7), .criticals = 1 / 36.0},
           {{2, "wooden building"},
            {2, "levels above level 0"},
            {-2, "wooden building, on a critical hit"},
            {2, "levels above level 0, on a critical hit"}});
  check_he(he(60, stone, 1, Fire::oba), {.column = 8, .critical_column = 16, .on_original_2 = true, .kindling = 8},
           {{3, "stone building"},
            {1, "levels above level 0"},
            {-3, "stone building, on a critical hit"},
            {1, "levels above level 0, on a critical hit"}});
}

TEST_CASE("assault: every modifier alone, and some together, is listed as it is thrown with") {
  const std::string place = "J8.0", gun = "Gun";
  const auto check_shot = [](const AssaultLocation& at, const AssaultShot& fire, const Shot& shot, const std::vector<Row>& rows) {
    INFO(fire.fp << " " << fire.caliber.value_or(0) << " " << name_of(fire.ammo, ammo_choices) << " " << name_of(fire.fire, fire_choices));
    check(Assault(assault(at, fire)), shot, rows, "Gun: ");
  };
  const AssaultLocation open{.name = place}, house{.name = place, .building = stone, .levels = 0},
      fort{.name = place, .building = stone, .levels = 0, .fortified = true}, hut{.name = place, .terrain = Terrain::hut},
      rubble{.name = place, .terrain = Terrain::stone_rubble}, debris{.name = place, .terrain = Terrain::debris};
  const Shot eight{.column = 8};
  const auto mg = [&](int drm = 0, int hindrance = 0, std::optional<int> leadership = {}) {
    return AssaultShot{
        .name = gun, .target = place, .fp = "8", .drm = drm, .hindrance = hindrance, .leadership = leadership, .cowering = Cowering::none};
  };
  check_shot(open, mg(), eight, {});
  check_shot(house, mg(), eight, {{3, "stone building"}});
  check_shot(fort, mg(), eight, {{3, "stone building"}, {1, "fortified building"}});
  check_shot(hut, mg(), eight, {{1, "hut"}});
  check_shot(rubble, mg(-2), eight, {{3, "stone rubble"}, {-2, "other DRM, as given"}});
  check_shot(open, mg(0, 2), eight, {{2, "Hindrance"}});
  check_shot(open, mg(0, 0, -1), eight, {{-1, "directing leader"}});
  check_shot(open, mg(3), eight, {{3, "other DRM, as given"}});
  // Shells where no building stands, their critical hits too.
  check_shot(debris, {.name = gun, .target = place, .caliber = 60}, eight, {});
  check_shot(debris, {.name = gun, .target = place, .caliber = 60, .fire = Fire::mortar}, {.column = 4}, {{1, "debris"}});
  check_shot(debris, {.name = gun, .target = place, .caliber = 60, .fire = Fire::mortar, .to_hit = 7},
             {.column = 4, .critical_column = 16, .hits = at_most(7), .criticals = 1 / 36.0},
             {{1, "debris"}, {-1, "debris, on a critical hit"}});
  check_shot({.name = place, .terrain = Terrain::lumberyard}, {.name = gun, .target = place, .caliber = 300, .to_hit = 7, .th_number = 9},
             {.column = 36, .critical_column = 36, .hits = at_most(7), .criticals = infantry_criticals(7, 9)},
             {{-2, "heavy payload"},
              {-2, "lumberyard, on a critical hit"},
              {-4, "Firepower above 36, on a critical hit"},
              {-2, "heavy payload, on a critical hit"}});
  check_shot({.name = place, .terrain = Terrain::stone, .fortified = true},
             {.name = gun, .target = place, .caliber = 80, .fire = Fire::oba, .drm = 2},
             {.column = 16, .critical_column = 30, .on_original_2 = true},
             {{3, "stone building"},
              {1, "fortified building"},
              {2, "other DRM, as given"},
              {-3, "stone building, on a critical hit"},
              {-1, "fortified building, on a critical hit"},
              {2, "other DRM, as given, on a critical hit"}});
  // At a building.
  const Row on_dr{1, "stone building, rubble dr"};
  check_shot(house, {.name = gun, .target = place, .caliber = 300, .drm = 1}, {.column = 36, .rubbles = true},
             {{-2, "heavy payload"}, {1, "other DRM, as given"}, on_dr});
  check_shot(fort, {.name = gun, .target = place, .caliber = 150, .to_hit = 6, .th_number = 8},
             {.column = 30, .critical_column = 36, .hits = at_most(6), .criticals = infantry_criticals(6, 8), .rubbles = true},
             {{-3, "stone building, on a critical hit"},
              {-1, "fortified building, on a critical hit"},
              {-3, "Firepower above 36, on a critical hit"},
              on_dr});
  check_shot({.name = place, .building = wood, .levels = 2}, {.name = gun, .target = place, .caliber = 60, .fire = Fire::oba},
             {.column = 8, .critical_column = 16, .on_original_2 = true},
             {{2, "wooden building"},
              {2, "levels above level 0"},
              {-2, "wooden building, on a critical hit"},
              {2, "levels above level 0, on a critical hit"}});
  check_shot(house, {.name = gun, .target = place, .ammo = Ammo::thrown_dc}, {.column = 30, .rubbles = true, .duds = 12},
             {{3, "stone building"}, {2, "Thrown DC"}, on_dr});
  check_shot(house, {.name = gun, .target = place, .ammo = Ammo::set_dc}, {.column = 36, .rubbles = true, .duds = 12, .final_kia = true},
             {{-3, "Set DC"}});
  // A Kindling DR, where there are fires: a Blaze in the second turn, on 9 and the 1 of the fortification.
  AssaultInputs fires = assault(fort, {.name = gun, .target = place, .caliber = 60, .drm = 20, .until_turn = 1});
  fires.turns = 2;
  fires.fires_drm = 0;
  const Assault burning(fires);
  check(burning, {.column = 8}, {{20, "other DRM, as given"}, {-1, "fortified building, Kindling DR"}}, "Gun: ");
  const Listed listed(burning.description().modifiers);
  CHECK(exact_odds(burning).at("J8.0 ablaze") == Approx(1.0 / 36 * at_least(8 - listed.kindling) * at_least(10)).epsilon(0).margin(1e-12));
}
