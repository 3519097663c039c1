#include "model/rules/terrain_card.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

// What a type may be made of: its numbers are those of model/terrain.
constexpr std::array of_wood_or_stone{Terrain::wood, Terrain::stone};
constexpr std::array of_lumber{Terrain::lumberyard};
constexpr std::array of_factory{Terrain::factory};
constexpr std::array of_rooftop{Terrain::rooftop};
constexpr std::array of_market{Terrain::marketplace};
constexpr std::array of_rubble{Terrain::wood_rubble, Terrain::stone_rubble};
constexpr std::array of_hut{Terrain::hut};
constexpr std::array of_collapsed_hut{Terrain::collapsed_hut};
constexpr std::array of_quasi{Terrain::quasi_location};
constexpr std::array of_debris{Terrain::debris};

// What is told of a type in words; an empty text says nothing.
struct Said {
  const char* text = "";
  const char* rule = "";
};
struct Type {
  const char* name;
  const char* title;
  std::span<const Terrain> made_of;
  Said los;
  Said rubbled;  // the LOS height after rubble
  Said levels;
  Said mf;
  Said mp;
  Said who;
  Said setup;
  std::vector<CardLine> more;
};

constexpr Said infantry_enters{"2; 1 to change levels at a stairwell", "B23.4"};
constexpr Said half_mp{"half the printed MP, +1/4 for an Overrun", "B23.41"};
constexpr Said afv_enters{"Infantry; AFV that are fully tracked, CT, BU and without Riders", "B23.41"};
constexpr Said guns_on_the_ground{"Guns on the ground level only: small targets, or AT/INF not large; no mortar or AA fire", "B23.423"};
constexpr Said rubble_above{"rubbled from level L up: L and a half; wholly: a half", "B24.2"};
const CardLine rallies{"rally", "-1", "A10.61"};
const CardLine fortified_guns{"fortified",
                              "any Gun on the ground; upstairs in stone ART/AT/INF of 76mm or less; set up only, never moved in", "B23.93"};
const CardLine fortified_from_below{"fortified", "from the ground level up, before play", "B23.912"};

std::vector<Type> types() {
  return {
      {"building",
       "Building",
       of_wood_or_stone,
       {"by its levels: 1, 1 1/2, 2 1/2 or 3 1/2", "B23.2"},
       rubble_above,
       {"ground and up; each with a Location of its own", "B23.42"},
       infantry_enters,
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"indirect fire", "+1 for every level above the target, rooftops not counted; interior hexes: rooftop and top level only",
         "B23.32"},
        {"Bypass", "no TEM but against Residual FP", "B23.31"},
        {"scaling", "Commandos only: a level a turn, no Falling DR", "B23.424"},
        rallies,
        fortified_from_below,
        fortified_guns,
        {"LOS inside", "to ADJACENT units only: the next hex on the same level, or up and down a stairwell", "B23.25"},
        {"stairwell", "fire reaches one level up or down", "B23.26"},
        {"Close Combat", "between levels only by an advance of one level at a stairwell", "B23.422"},
        {"fortified", "secret until entered, Searched, or hit with a result that its TEM changes", "B23.911"},
        {"fortified", "no entry past an unpinned Good Order squad, but by a breach", "B23.922"},
        {"sewer", "leads into a Fortified Building only who could enter from outside", "O.2"},
        {"tunnel", "leads its own side into a Fortified Building, enemies inside or not", "O.2A"},
        {"Wall Advantage", "never of a Gun in a Fortified Building", "O.2B"},
        {"fire", "-1 on every Flame DR in a Fortified Building", "B23.94"},
        {"set up", "mines are the only other Fortification", "B23.5"}}},
      {"single-story",
       "Single Story House",
       of_wood_or_stone,
       {"1", "B23.21"},
       {"a half", "B24.2"},
       {"ground", "B23.21"},
       {"2", "B23.4"},
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {rallies, {"AFV", "rubble by its entry hurts nobody inside; -1 drm on the colored dr", "B23.41"}, fortified_guns}},
      {"two-story",
       "Two Story House",
       of_wood_or_stone,
       {"1 1/2", "B23.22"},
       rubble_above,
       {"ground, 1", "B23.22"},
       infantry_enters,
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"stairs", "inherent in every hex", "B23.22"}, rallies, fortified_from_below, fortified_guns}},
      {"multi-story",
       "Multi-Story Building",
       of_wood_or_stone,
       {"2 1/2", "B23.23"},
       rubble_above,
       {"ground, 1, 2", "B23.23"},
       infantry_enters,
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"stairs", "printed ones only", "B23.23"}, rallies, fortified_from_below, fortified_guns}},
      {"third-level",
       "Third Level Structure",
       of_wood_or_stone,
       {"3 1/2", "B23.24"},
       rubble_above,
       {"ground, 1, 2, 3", "B23.24"},
       infantry_enters,
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"stairs", "inherent where none is printed or given by SSR", "B23.24"}, rallies, fortified_from_below, fortified_guns}},
      {"split-level",
       "Split Level Building",
       of_wood_or_stone,
       {"2 1/2 in the lower hex, 1 1/2 above its own ground in the higher", "B23.72"},
       rubble_above,
       {"one less in the higher hex; its level n joins level n+1 of the lower", "B23.72"},
       {"2; ground to ground of the other hex as in a Rowhouse, 4 uphill", "B23.721"},
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"rooftops", "no move from one to the other hex's", "B23.721"},
        {"LOS", "none between the top levels if SSR make one hex higher", "B23.722"},
        rallies,
        fortified_guns}},
      {"rowhouse",
       "Rowhouse",
       of_wood_or_stone,
       {"1 1/2, with a printed stairwell 2 1/2", "B23.71"},
       rubble_above,
       {"ground and up, each hex a house of its own", "B23.71"},
       {"2; 3 from the next Rowhouse, by way of a vertex", "B23.71"},
       half_mp,
       afv_enters,
       guns_on_the_ground,
       {{"black bar", "blocks LOS and movement until breached, or both hexes are rubble", "B23.71"},
        {"at the vertex", "FFMO, FFNAM and Interdiction; mines of either hex (boxcars attack --terrain rowhouse-vertex)", "B23.71"},
        {"breach", "by a DC (boxcars breach), or by an AFV that drives through", "B23.711"},
        {"rout", "each hex is a building of its own for rout and Mopping Up, not for Control", "B23.71"},
        {"OBA, Residual FP", "attack who goes to the next Rowhouse in the hex that he leaves", "B23.71"},
        rallies,
        fortified_guns}},
      {"lumberyard",
       "Lumberyard",
       of_lumber,
       {"1", "B23.211"},
       {"a half", "B24.2"},
       {"ground", "B23.211"},
       {"2", "B23.4"},
       {"Bypass only", "B23.211"},
       {"Infantry; vehicles in Bypass only; motorcycles are pushed", "B23.211"},
       {"Guns as in buildings, but mortars and AA Guns fire from it", "B23.211"},
       {{"rally, rout", "no building", "B23.211"}, {"fire", "the EC DRM counts", "B23.211"}, {"Overrun", "never", "B23.211"}}},
      {"marketplace",
       "Marketplace",
       of_market,
       {"open below, level 1 is a 1 1/2 level obstacle", "B23.732"},
       rubble_above,
       {"ground (open), 1", "B23.731"},
       {"1 below; 1 by the outer stairs, in the open", "B23.731"},
       {"as open ground", "B23.73"},
       {"all units, on the ground", "B23.73"},
       {"Wire and roadblocks", "B23.733"},
       {{"level 1", "a building Location: its TEM is that of wood or stone", "B23.731"},
        {"rout", "Interdiction on the ground level", "B23.733"},
        {"indirect fire", "+1 for level 1 above, on the ground too", "B23.32"}}},
      {"factory",
       "Factory",
       of_factory,
       {"1 1/2, with a printed stairwell 2 1/2", "B23.74"},
       {"a half; no Hindrance over rubble", "B23.743"},
       {"ground (and the rooftop)", "B23.74"},
       {"2; 1 from Factory hex to Factory hex", "B23.742"},
       {"inside 1/4 (FRU); out through a wall half the MP; Entrance as Open Ground", "B23.742"},
       {"as other buildings; any vehicle by a vehicular-sized Entrance", "B23.742"},
       guns_on_the_ground,
       {{"TEM", "+2 wooden, +3 stone against fire from outside, Indirect Fire and snipers", "B23.741"},
        {"LOS inside", "half a level of Hindrance for every Factory hex", "B23.741"},
        {"fire", "as wood or stone: Kindling 7 or 8, Spread 8 or 9", "B23.6"},
        {"TEM", "+1 from outside, too, where the LOS comes over rubble of the same Factory", "B23.743"},
        {"Residual FP", "the building's TEM if the hexside is no building hexside or in Bypass, else +1", "B23.741"},
        {"fortified", "nothing more against Indirect Fire", "B23.741"},
        {"AFV", "Bog Check in every hex, after a VCA change, and in or out by a wall (boxcars enter --factory); no cellars", "B23.742"}}},
      {"rooftop",
       "Rooftop",
       of_rooftop,
       {"half a level above the top level; no obstacle of its own", "B23.8"},
       {"gone with any level below", "B23.86"},
       {"above the top level, by SSR; never on a Single Story House", "B23.8"},
       {"2 from rooftop to rooftop, 1 by the stairs", "B23.8"},
       {"", ""},
       {"Infantry", "B23.8"},
       {"dm mortars up to 82mm; no Emplacement", "B23.85"},
       {{"height", "+1 Height Advantage where it applies", "B23.81"},
        {"in the open", "FFMO, rout and Interdiction from the same height or above", "B23.81"},
        {"rally", "no bonus; no building for rout and Victory Conditions", "B23.83"},
        {"concealment", "for setup; later only without Good Order enemies in LOS within 16 hexes, as high or higher", "B23.82"},
        {"rubble", "HE at it is checked for at the level beneath", "B23.86"}}},
      {"access-point",
       "Factory Rooftop Access Point",
       of_quasi,
       {"", ""},
       {"gone when rubbled or roofless", "B23.87"},
       {"a printed stairwell or a road hexside; the levels between are quasi-locations", "B23.87"},
       {"2, in a 2 1/2 level Factory 3, between ground and rooftop", "B23.87"},
       {"", ""},
       {"Infantry", "B23.87"},
       {"", ""},
       {{"attacked there", "from outside with the building's TEM, never a fortified one; inside none; no Hindrance; no Open Ground",
         "B23.88"},
        {"pinned, broken", "back to the level that it was leaving", "B23.88"},
        {"rooftop, ground", "ADJACENT: PBF; +1 Height Advantage above, Factory TEM below", "B23.88"}}},
      {"rubble",
       "Rubble",
       of_rubble,
       {"a half; on level L, L and a half within the depiction", "B24.2"},
       {"", ""},
       {"its own and none above; levels below stay", "B24.3"},
       {"3, by stairs too", "B24.4"},
       {"half the MP allotment", "B24.4"},
       {"Infantry; fully tracked vehicles; no Bypass", "B24.4"},
       {"no Fortifications; Guns as in buildings", "B24.5"},
       {{"below it", "levels keep their TEM, and +1 against Indirect Fire", "B24.3"},
        {"fortified", "the TEM is lost", "B24.3"},
        {"cleared", "by a TB (boxcars clear --task rubble), not where a building stood", "B24.71"},
        {"road", "none but by a TB", "O.1"},
        {"cellars", "none", "B24.4"},
        {"sewer", "no exit but along a road with a full TB", "B24.4"},
        {"fire", "ADJACENT rubble is part of the same building", "B24.6"},
        {"gully", "an obstacle at Crest and Depression level; 4 MF up to Crest", "B24.2"},
        {"gully", "shellholes are in the Depression only", "O.3A"}}},
      {"hut",
       "Hut",
       of_hut,
       {"a one-level +1 Hindrance, never an obstacle", "G5.2"},
       {"collapsed: +1 Hindrance, no level", "G5.51"},
       {"ground", "G5.1"},
       {"see the PTO Terrain Chart", "G5.4"},
       {"see the PTO Terrain Chart", "G5.4"},
       {"Infantry; AFV that are BU, not Recalled and without Riders: it collapses; dozers", "G5.4"},
       {"any AFV", "G5.41"},
       {rallies,
        {"collapses", "by a KIA of HE or DC, by AFV, gliders, a CA change in it, a Blaze (boxcars hut)", "G5.5"},
        {"glider", "+1 Crash drm", "G5.43"},
        {"HEAT", "no building; TEM on the To Hit DR at a vehicle or Gun", "G5.31"},
        {"Bombardment", "Morale Level 7", "G5.32"},
        {"Fire Lane", "not hindered, but no FFMO where the hut hinders", "G5.21"},
        {"Bypass", "as of a building; an Overrun has to enter", "G5.42"},
        {"falling rubble", "makes the hex rubble (boxcars chain)", "B24.121"},
        {"shellholes", "end the hut", "G5.7"}}},
      {"collapsed-hut",
       "Collapsed hut",
       of_collapsed_hut,
       {"+1 Hindrance, no level", "G5.51"},
       {"", ""},
       {"ground", "G5.51"},
       {"see the PTO Terrain Chart", "G5.51"},
       {"see the PTO Terrain Chart; Bog Check unless tracked (boxcars enter --collapsed-hut)", "G5.51"},
       {"all but motorcycle Riders and wagons", "G5.51"},
       {"Wire, mines, panjis; Emplaced Guns; mortars and AA Guns fire from it", "G5.51"},
       {{"rally, rout", "no building", "G5.51"},
        {"open ground", "no", "G5.51"},
        {"cleared", "never", "G5.51"},
        {"fire", "after rain only as B25 says, by MOL, or by WP in Dry or Very Dry EC", "G5.61"}}},
      {"debris",
       "Debris",
       of_debris,
       {"none, but a Hindrance", "B23.88"},
       {"", ""},
       {"ground", "O1.2"},
       {"", ""},
       {"", ""},
       {"", ""},
       {"armored cupolas, too", "O.7"},
       {{"road", "none but by a TB", "O.1"}, {"Hindrance", "none at a quasi-location of an access point; else see O1.2", "B23.88"}}},
  };
}

// "+2 wooden building, +3 stone building" of what the type may be made of; nothing if there is no such number.
template <class Number>
std::string by_material(std::span<const Terrain> made_of, Number number) {
  std::string text;
  for (const Terrain terrain : made_of) {
    const std::optional<std::string> value = number(terrain);
    if (!value) continue;
    const bool one_of_two = made_of.size() > 1;
    const char* material = !one_of_two ? "" : terrain == made_of.front() ? " wooden" : " stone";
    text += (text.empty() ? "" : ", ") + *value + material;
  }
  return text;
}

TerrainCard card_of(const Type& type) {
  TerrainCard card{.type = type.name, .title = type.title};
  const auto say = [&](const char* about, std::string text, std::string rule) {
    if (!text.empty()) card.lines.push_back({about, std::move(text), std::move(rule)});
  };
  const Terrain first = type.made_of.front();
  say("TEM", by_material(type.made_of, [](Terrain t) { return std::optional(with_sign(tem(t).amount)); }), tem(first).rule);
  const bool may_be_fortified = why_not_fortified(first).empty();
  say("fortified TEM",
      !may_be_fortified
          ? ""
          : by_material(type.made_of, [](Terrain t) { return std::optional(with_sign(tem(t).amount + fortified_tem(t).amount)); }),
      "B23.921");
  const auto words = [&](const char* about, const Said& said) { say(about, said.text, said.rule); };
  words("LOS height", type.los);
  words("after rubble", type.rubbled);
  words("levels", type.levels);
  words("MF", type.mf);
  words("MP", type.mp);
  const auto bog = [](Terrain t) {
    const auto drm = bog_drm(t);
    return drm ? std::optional(with_sign(drm->amount)) : std::nullopt;
  };
  say("Bog DRM", by_material(type.made_of, bog), bog_drm(first) ? bog_drm(first)->rule : "");
  const auto number = [](int FireNumbers::*which) {
    return [which](Terrain t) {
      const auto numbers = fire_numbers(t);
      return numbers ? std::optional(std::to_string((*numbers).*which)) : std::nullopt;
    };
  };
  const char* fire_rule = first == Terrain::hut || first == Terrain::collapsed_hut ? "G5.6"
                          : first == Terrain::wood_rubble                          ? "B24.6"
                                                                                   : "B23.6";
  say("Kindling", by_material(type.made_of, number(&FireNumbers::kindling)), fire_rule);
  say("Spread", by_material(type.made_of, number(&FireNumbers::spread)), fire_rule);
  words("who enters", type.who);
  words("set up", type.setup);
  if (!may_be_fortified) {  // "why, RULE"
    const std::string why(why_not_fortified(first));
    const auto comma = why.rfind(", ");
    say("not fortified", why.substr(0, comma), why.substr(comma + 2));
  }
  card.lines.insert(card.lines.end(), type.more.begin(), type.more.end());
  return card;
}

}  // namespace

std::string_view TerrainCard::text(std::string_view about) const {
  const auto line = std::find_if(lines.begin(), lines.end(), [&](const CardLine& l) { return l.about == about; });
  return line == lines.end() ? "-" : std::string_view(line->text);
}

std::vector<TerrainCard> terrain_cards() {
  std::vector<TerrainCard> cards;
  for (const Type& type : types()) cards.push_back(card_of(type));
  return cards;
}

TerrainCard terrain_card(std::string_view type) {
  std::vector<std::string> known;
  for (const Type& card : types()) {
    if (card.name == type) return card_of(card);
    known.emplace_back(card.name);
  }
  // Or as --terrain says it: the first card of what is made so.
  for (const auto& choice : terrain_choices) {
    for (const Type& card : types()) {
      const bool covers = std::find(card.made_of.begin(), card.made_of.end(), choice.value) != card.made_of.end();
      if (choice.name == type && covers) return card_of(card);
    }
  }
  throw_unknown("terrain type", type, known);
}

}  // namespace boxcars::model
