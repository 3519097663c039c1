#include "model/rules/terrain.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"
#include "model/rules/other_terrain.hpp"

namespace boxcars::model {
namespace {

// What the rules say of a terrain, in numbers.
struct TerrainFacts {
  Terrain terrain;
  int tem;
  const char* reason;
  const char* rule;
  std::optional<FireNumbers> fire;
  int bog;  // DRM; none: no_bog
  const char* bog_rule;
  bool is_open;
  const char* not_fortified;  // why; empty: it can be
};

constexpr int no_bog = -1;
constexpr FireNumbers burns_as_wood{7, 8}, burns_as_stone{8, 9}, burns_as_hut{6, 7};
constexpr std::optional<FireNumbers> no_fire{};
constexpr const char* no_building = "only buildings can be fortified, B23.91";
constexpr const char* no_fortifications = "no Fortifications in rubble, B24.5";

// clang-format off
constexpr std::array<TerrainFacts, terrain_choices.size()> terrain_table{{
    // terrain                  TEM  what it is                          rule       burns            Bog              open
    {Terrain::open,              0, "open ground",                      "B1.2",    no_fire,        no_bog, "",      true,  no_building},
    {Terrain::wood,             +2, "wooden building",                  "B23.3",   burns_as_wood,  3, "B23.41",     false, ""},
    {Terrain::stone,            +3, "stone building",                   "B23.3",   burns_as_stone, 4, "B23.41",     false, ""},
    {Terrain::wood_rubble,      +2, "wooden rubble",                    "B24.3",   burns_as_wood,  3, "B24.4",      false, no_fortifications},
    {Terrain::stone_rubble,     +3, "stone rubble",                     "B24.3",   burns_as_stone, 3, "B24.4",      false, no_fortifications},
    {Terrain::lumberyard,       +2, "lumberyard",                       "B23.211", burns_as_wood,  no_bog, "",      false, ""},
    {Terrain::hut,              +1, "hut",                              "G5.3",    burns_as_hut,   no_bog, "",      false, "a hut is never fortified, G5.3"},
    {Terrain::collapsed_hut,     0, "collapsed hut",                    "G5.51",   burns_as_hut,   0, "G5.51",      false, "it is no building any more, G5.51"},
    {Terrain::factory,          +1, "factory, fire wholly inside it",   "B23.741", no_fire,        1, "B23.742",    false, ""},
    {Terrain::rooftop,           0, "rooftop",                          "B23.81",  no_fire,        no_bog, "",      true,  "a rooftop is never fortified, B23.81"},
    {Terrain::rowhouse_vertex,   0, "Rowhouse vertex, in Bypass",       "B23.71",  no_fire,        no_bog, "",      true,  "a Bypassing unit is not in the building, B23.31"},
    {Terrain::marketplace,       0, "marketplace, ground level",        "B23.73",  no_fire,        no_bog, "",      true,  no_building},
    {Terrain::quasi_location,    0, "quasi-location of a Factory",      "B23.88",  no_fire,        no_bog, "",      false, "its TEM is never that of a Fortified Building, B23.88"},
    {Terrain::debris,           +1, "debris",                           "O1.2",    no_fire,        1, "O1.2",       false, no_building},
    {Terrain::woods,            +1, "woods",                            "B13.3",   no_fire,         3, "D8.21",   false, no_building},
    {Terrain::forest,           +2, "forest",                           "B13.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::brush,             0, "brush",                            "B12.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::grain,             0, "grain",                            "B15.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::orchard,           0, "orchard",                          "B14.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::marsh,             0, "marsh",                            "B16.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::olive_grove,      +1, "olive grove",                      "F13.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::crags,            +1, "crags",                            "B17.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::graveyard,        +1, "graveyard",                        "B18.3",   no_fire,         3, "D8.21",   false, no_building},
    {Terrain::shellholes,       +1, "shellholes",                       "B2.3",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::light_jungle,     +1, "light jungle",                     "G2.2",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::dense_jungle,     +2, "dense jungle",                     "G2.2",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::wall,             +2, "wall",                             "B9.3",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::hedge,            +1, "hedge",                            "B9.3",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::foxhole,          +2, "foxhole",                          "B27.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::trench,           +2, "trench",                           "B27.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::pillbox,           0, "pillbox, as on its counter",       "B30.3",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::light_woods,      +1, "light woods",                      "B13.3",   no_fire,         1, "D8.21",   false, no_building},
    {Terrain::bocage,           +2, "bocage",                           "B9.5",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::roadblock,        +2, "roadblock",                        "B29.5",   no_fire,        no_bog, "",      false, no_building},
    {Terrain::bridge,           +1, "bridge",                           "B6.3",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::runway,           -1, "runway",                           "B7.3",    no_fire,        no_bog, "",      true,  no_building},
    {Terrain::wreck,            +1, "wreck or AFV",                     "D9.3",    no_fire,        no_bog, "",      false, no_building},
    {Terrain::rail_car,         +2, "rail car",                         "B1",      no_fire,        no_bog, "",      false, no_building},
    {Terrain::wrecked_rail_car, +2, "wrecked rail car",                 "B1",      no_fire,        no_bog, "",      false, no_building},
}};

// Where TEM against Indirect Fire is another.
struct TemOfIndirectFire {
  Terrain terrain;
  int mortar;
  int oba;
  const char* reason;
  const char* rule;
};
constexpr std::array<TemOfIndirectFire, 11> indirect_table{{
    {Terrain::woods,            -1, -1, "woods, Air Bursts",            "B13.3"},
    {Terrain::forest,           -1, -1, "forest, Air Bursts",           "B13.3"},
    {Terrain::light_jungle,     -1, -1, "light jungle, Air Bursts",     "B13.3"},
    {Terrain::dense_jungle,     -1, -1, "dense jungle, Air Bursts",     "B13.3"},
    {Terrain::light_woods,      -1, -1, "light woods, Air Bursts",      "B13.3"},
    {Terrain::wall,             +1, +1, "wall",                         "B9.34"},
    {Terrain::bocage,           +1, +1, "bocage",                       "B9.34"},
    {Terrain::roadblock,        +1, +1, "roadblock",                    "B9.34"},
    {Terrain::hedge,             0,  0, "hedge",                        "B9.34"},
    {Terrain::foxhole,          +2, +4, "foxhole",                      "B27.3"},
    {Terrain::trench,           +2, +4, "trench",                       "B27.3"},
}};
// clang-format on

const TerrainFacts& facts_of(Terrain terrain) {
  return *std::find_if(terrain_table.begin(), terrain_table.end(), [&](const TerrainFacts& facts) { return facts.terrain == terrain; });
}

}  // namespace

namespace {

// What people say of where they are, and what it may be.
struct Meant {
  std::string_view word;
  std::string_view why;
  std::string_view instead;
};
constexpr std::array<Meant, 8> all_meant{{
    {"building", "wood or stone?", "give wood or stone"},
    {"buildings", "wood or stone?", "give wood or stone"},
    {"house", "wood or stone?", "give wood or stone"},
    {"rowhouse", "wood or stone? its Bypass is rowhouse-vertex", "give wood or stone"},
    {"rubble", "of wood or of stone?", "give wood-rubble or stone-rubble"},
    {"smoke", "SMOKE is a Hindrance of +3, dispersed +2", "give {hindrance 3}"},
    {"trees", "of which kind?", "give woods, orchard or olive-grove"},
    {"road", "it has no TEM of its own", "give open"},
}};

// What no other TEM is added to.
bool counts_alone(Terrain terrain) {
  return is_hexside(terrain) || terrain == Terrain::foxhole || terrain == Terrain::trench || terrain == Terrain::wreck;
}

}  // namespace

void refuse_word(std::string_view what, std::string_view typed, const std::vector<std::string>& known, Terrain) {
  for (const Meant& meant : all_meant) {
    if (same_word(meant.word, typed))
      throw BadInput({}, "unknown " + std::string(what) + " " + shown(typed), std::string(meant.why), std::string(meant.instead));
  }
  const auto other = other_terrain(typed);
  const std::string problem = "unknown " + std::string(what) + " " + shown(typed);
  if (other && std::find(known.begin(), known.end(), other->name) != known.end())
    throw BadInput({}, problem, "", "did you mean " + std::string(other->name) + "?");
  if (other)
    throw BadInput({}, problem, "neither building, rubble nor hut: " + tem_in_words(*other),
                   "give that in the DRM of an attack, " + drm_of(*other));
  if (!nearest(typed, known).empty() || known.size() < terrain_choices.size()) throw_unknown(what, typed, known);
  throw BadInput({}, problem, "known: " + listed(known), "give the TEM of any other in the DRM of an attack, {drm N}");
}

Modifier tem(Terrain terrain, Against against) {
  const TerrainFacts& facts = facts_of(terrain);
  const auto indirect =
      std::find_if(indirect_table.begin(), indirect_table.end(), [&](const TemOfIndirectFire& row) { return row.terrain == terrain; });
  if (against != Against::direct_fire && indirect != indirect_table.end())
    return {against == Against::oba ? indirect->oba : indirect->mortar, indirect->reason, indirect->rule};
  return {facts.tem, facts.reason, facts.rule};
}

bool has_air_bursts(Terrain terrain) {
  return std::any_of(indirect_table.begin(), indirect_table.end(),
                     [&](const TemOfIndirectFire& row) { return row.terrain == terrain && row.oba < 0; });
}

std::string_view why_not_fortified(Terrain terrain) { return facts_of(terrain).not_fortified; }

Modifier fortified_tem(Terrain terrain) {
  if (const std::string why(why_not_fortified(terrain)); !why.empty()) {
    throw BadInput("fortified", "{fortified} does not go with {terrain " + std::string(name_of(terrain, terrain_choices)) + "}", why,
                   "give {terrain wood} or {terrain stone}");
  }
  return {+1, "fortified building", "B23.921"};
}

std::vector<Modifier> tem_of(Terrain terrain, bool fortified, Against against) {
  std::vector<Modifier> all{tem(terrain, against)};
  if (fortified) all.push_back(fortified_tem(terrain));
  return all;
}

std::vector<Modifier> tem_of(Terrain terrain, std::optional<Terrain> further, bool fortified, Against against) {
  std::vector<Modifier> rows = tem_of(terrain, fortified, against);
  if (!further) return rows;
  const Modifier besides = tem(*further, against);
  const int here = sum_of(rows);
  if ((!counts_alone(terrain) && !counts_alone(*further)) || here < 0 || besides.amount < 0)
    rows.push_back(besides);
  else if (besides.amount > here)
    rows = {besides};
  return rows;
}

std::vector<Modifier> reversed_tem_of(Terrain terrain, bool fortified, Against against) {
  return reversed(tem_of(terrain, fortified, against));
}

std::vector<Modifier> reversed(std::vector<Modifier> all) {
  for (Modifier& modifier : all) {
    if (modifier.amount <= 0) continue;  // Air Bursts are what they are
    modifier.amount = -modifier.amount;
    if (&modifier == &all.front()) modifier.rule = "C3.7";
  }
  return all;
}

void require_factory_of_fire_inside(bool is_factory) {
  if (is_factory) return;
  throw BadInput("fire_inside", "{fire_inside} but in a Factory", "fire within other buildings has their TEM, B23.31, B23.741",
                 "leave it out, or give {factory}");
}

bool is_open_ground(Terrain terrain) { return facts_of(terrain).is_open; }

std::optional<FireNumbers> fire_numbers(Terrain terrain) { return facts_of(terrain).fire; }

std::optional<Modifier> bog_drm(Terrain terrain) {
  const TerrainFacts& facts = facts_of(terrain);
  if (facts.bog == no_bog) return std::nullopt;
  return Modifier{facts.bog, facts.reason, facts.bog_rule};
}

}  // namespace boxcars::model
