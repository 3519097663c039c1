#include <algorithm>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/other_terrain.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/sight.hpp"
#include "model/rules/who_fires.hpp"

namespace boxcars::model {
namespace {

using enum Clash::Is;

std::vector<std::string> own_of_then() {
  std::vector<std::string> words;
  for (const std::string_view key : keys_of_then) words.push_back(std::string(key) + "=");
  return words;
}

// Of the To Hit DR of a Gun those that the attack has not by itself, and the number that is given instead.
void append_to_hit(Fields<AttackInputs>& fields, std::string_view group) {
  for (const auto& field : hit_determination_fields()) {
    const std::string_view key = field.info.key;
    if (key == "barrel" || key == "gun_color" || key == "case")
      fields.push_back(of_part<AttackInputs>(field, &AttackInputs::gun).in(group));
  }
  append_given_number(fields, "or: it hits on an Original DR of N or less", group);
}

Fields<AttackInputs> attack_fields() {
  const std::string_view attack = "The attack", fires = "Who fires, instead of FP", target = "The target",
                         optional_rules = "Optional rules";
  const Range heat_of_battle_drm{-3, +6, "the DRM of A15.1 lie there"};
  const Range san{2, 7, "Sniper Activation Numbers, A14.1"};
  const auto leadership_said = [](const AttackInputs& in) { return as_value(given_leadership(in)); };
  const auto fire_said = [](const AttackInputs& in) -> std::optional<InputValue> {
    if (in.fire.value_or(Fire::direct) == Fire::direct) return std::nullopt;
    return std::string(name_of(*in.fire, fire_choices));
  };
  const auto then_said = [](const AttackInputs& in) -> std::optional<InputValue> {
    if (in.then.empty()) return std::nullopt;
    const bool plain = std::all_of(in.then.begin(), in.then.end(), [](const std::string& typed) {
      return typed.find(',') == std::string::npos && !same_word(typed, "residual");
    });
    if (!plain) return in.then;
    std::vector<double> then;
    for (const std::string& firepower : in.then) then.push_back(parse_firepower(firepower));
    return then;
  };
  return {
      firepower_field<AttackInputs>("total Firepower: 8, 4+4+3").bare().in(attack),
      integer("caliber", &AttackInputs::caliber, he_calibers, "or HE of this caliber, in mm").shown_as("MM").like("75").in(attack),
      choice("weapon", &AttackInputs::weapon, weapon_choices, "small-arms (default), ft, dc, mol, wp, mines, ...").in(attack),
      choice("fire", &AttackInputs::fire, fire_choices, "HE: direct, area, mortar, oba, harassing, barrage").saying(fire_said).in(attack),
      words("by", &AttackInputs::by, FieldKind::unit, "UNIT", "the firers: 4-6-7, 2x4-6-7, mg:5-12, 9-1").like("4-6-7").in(fires),
      integer("range", &AttackInputs::range, {0, longest_range, "hexes of the To Hit table, C3"},
              "range in hexes; a Gun's gives its To Hit number")
          .like("3")
          .in(fires),
      choice("phase", &AttackInputs::phase, fire_phase_choices, "prep (default), defensive, advancing, opportunity").in(fires),
      flag("concealed", &AttackInputs::concealed, "the targets are concealed: Area Fire, half FP").in(target),
      integer("area_fire", &AttackInputs::area_fire, {0, 3, "none is 0, and more causes do not meet, A7.23"},
              "number of other causes of Area Fire")
          .in(fires),
      words("target", &AttackInputs::targets, FieldKind::unit, "UNIT", "4-4-7, hs:2-4-7, crew:2-2-8, 9-1, hero:1-4-9, 3x4-4-7")
          .like("4-4-7")
          .in(target),
      integer("drm", &AttackInputs::drm, any_drm, "all other DRM, added up").in(attack),
      choice("terrain", &AttackInputs::terrain, terrain_choices, "open, wood, stone, woods, wall, ...: its TEM").in(target),
      choice("also", &AttackInputs::also, further_terrain_choices, "further terrain there: woods, wall, foxhole, ...").in(target),
      board_field<AttackInputs>(MapSays::nothing).in(target),
      map_field<AttackInputs>(MapSays::nothing).in(target),
      save_field<AttackInputs>(MapSays::nothing).in(target),
      side_field<AttackInputs>().in(target),
      player_field<AttackInputs>().in(target),
      reveal_field<AttackInputs>().in(target),
      set_field<AttackInputs>(MapSays::nothing).in(target),
      hex_field<AttackInputs>(MapSays::nothing).in(target),
      from_field<AttackInputs>("the firer's hex, instead of the range: F3").in(fires),
      flag("fortified", &AttackInputs::fortified, "a fortified building: TEM +1").in(target),
      integer("hindrance", &AttackInputs::hindrance, hindrance_drm, "Hindrance DRM; SMOKE is one: 3 or 2").in(attack),
      integer("leadership", &AttackInputs::leadership, leaders_drm, "the directing leader's DRM").saying(leadership_said).in(attack),
      leader_field<AttackInputs>("leader", &AttackInputs::leader, "or the directing leader").in(attack),
      choice("cowering", &AttackInputs::cowering, cowering_choices, "auto, none, normal, inexperienced; default auto").in(attack),
      words("then", &AttackInputs::then, FieldKind::text, "N[,drm=N...]", "a further attack on whoever is left: 4; 4,drm=-2")
          .with_words({"residual"})
          .with_attributes(own_of_then())
          .like("8")
          .saying(then_said)
          .in(attack),
      integer("rate_of_fire", &AttackInputs::rate_of_fire, {1, 5, "a colored dr, A9.2"}, "it fires again on a colored dr of N or less")
          .like("2")
          .in(attack),
      choice("moving", &AttackInputs::moving, movement_choices, "normal (FFNAM, FFMO), assault (FFMO), hazardous").in(target),
      choice("edition", &AttackInputs::edition, edition_choices, "edition of B23: v2 (default) or v1").in(target),
      integer("heat_of_battle", &AttackInputs::heat_of_battle, heat_of_battle_drm, "Heat of Battle, with its nationality DRM (A15.1)")
          .in(optional_rules),
      integer("attackers_san", &AttackInputs::attackers_san, san, "attacker's SAN: on the targets' check DR (A14.1)")
          .like("4")
          .in(optional_rules),
      integer("defenders_san", &AttackInputs::defenders_san, san, "defender's SAN: on the IFT DR (A14.1)").like("4").in(optional_rules),
      integer("ec", &AttackInputs::ec, ec_drm, "EC DRM, on the Kindling DR of a lumberyard").in(target),
      integer("x_number", &AttackInputs::x_number, {2, 12, "an Original DR, A22.1"}, "a FT is removed on this DR or more; default 10")
          .like("10")
          .in(attack),
      flag("non_elite", &AttackInputs::non_elite, "Non-Elite use: a DC malfunctions on 10+, FT X# -2").in(attack),
      integer("tem", &AttackInputs::tem, {1, 7, "what is on a pillbox's counter, B30.3"}, "TEM of a pillbox, as on its counter")
          .like("5")
          .in(target),
      integer("levels_above", &AttackInputs::levels_above, {0, 4, "no building is higher, B23.24"},
              "building levels above the target (Indirect Fire, WP)")
          .in(target),
      flag("critical_hit", &AttackInputs::critical_hit, "of WP, or an Air Burst: TEM does not protect").in(attack),
      flag("iift", &AttackInputs::iift, iift_help).in(attack),
      flag("overstacked", &AttackInputs::overstacked, "the target's Location: -1 per squad above three").in(target),
      flag("height_advantage", &AttackInputs::height_advantage, "the target is higher than the firer: +1 (B10.31)").in(target),
      no_los_field<AttackInputs>().in(fires)};
}

Fields<AttackInputs> with_to_hit() {
  auto all = attack_fields();
  append_to_hit(all, "The To Hit DR of a Gun");
  return all;
}

std::vector<Clash> attack_clashes() {
  const std::vector<std::string_view> cowers{"normal", "inexperienced"};
  const auto no_open_ground = words_for(terrain_choices, [](Terrain terrain) { return !is_open_ground(terrain); });
  const auto indirect = words_for(fire_choices, is_indirect);
  const auto hexsides = words_for(terrain_choices, is_hexside);
  const auto whole = words_for(terrain_choices, [](Terrain terrain) {
    return terrain == Terrain::factory || terrain == Terrain::rooftop || terrain == Terrain::rowhouse_vertex ||
           terrain == Terrain::marketplace || terrain == Terrain::quasi_location || terrain == Terrain::pillbox;
  });
  const Term other_weapon{"weapon", {"ft", "residual", "mines", "interdiction", "dc", "wp"}}, interdiction{"weapon", {"interdiction"}};
  const Term never_cowers{"weapon", {"residual", "mines", "interdiction", "dc", "wp"}}, dc{"weapon", {"dc"}}, wp{"weapon", {"wp"}};
  const auto but = [](std::vector<Weapon> kept) {
    std::vector<std::string_view> others;
    for (const auto& choice : weapon_choices) {
      if (std::find(kept.begin(), kept.end(), choice.value) == kept.end()) others.push_back(choice.name);
    }
    return Term{"weapon", others};
  };
  const std::string_view nmc_by_wp = "it is a NMC, not an attack on the IFT, A24.31";
  const std::string_view either = "an attack is one or the other", leave_it_out = "leave it out";
  const std::string_view of_firers = "{fp} is the Firepower after all of A7.2-.36";
  const std::string_view no_leader = "no leader directs it, A22.1, A8.2, B28.41";
  const std::string_view on_to_hit_dr = "it is on the To Hit DR, C6.7";
  const std::string_view of_guns = "only Guns have a To Hit DR here, C3", give_caliber = "give {caliber}, or leave it out";
  const std::string_view give_range = "give {range}, which computes that, or leave it out";
  const std::string_view no_leader_of_he = "no leader modifies the IFT DR of HE, A7.53";
  const auto has_no_levels = [](Terrain t) { return t != Terrain::wood && t != Terrain::stone && t != Terrain::marketplace; };
  std::vector<Clash> all{
      {{"fp"}, with, {"caliber"}, either},
      {{"by"}, with, {"fp"}, "the Firepower of who fires is computed, A7.2"},
      {{"by"}, with, {"caliber"}, either},
      {{"by"}, with, other_weapon, either},
      {{"phase"}, with, but({Weapon::small_arms, Weapon::mol}), "only small arms are halved in the AFPh, A7.24", leave_it_out},
      {{"area_fire"}, with, but({Weapon::small_arms, Weapon::mol}), "it is about small arms, A7.23", leave_it_out},
      {{"phase"}, with, {"caliber"}, "ordnance is not halved, C3.5", leave_it_out},
      {{"area_fire"}, with, {"caliber"}, "ordnance is not halved, C3.5", leave_it_out},
      {{"moving"}, with, {"phase", {"advancing", "opportunity"}}, "only Defensive First Fire has FFNAM and FFMO, A8.1", leave_it_out},
      {{"phase"}, without, {"by"}, of_firers, "say who fires with {by}, or halve {fp} in the AFPh"},
      {{"area_fire"}, without, {"by"}, of_firers, "say who fires with {by}, or halve {fp}: 4 for 8"},
      {{"leader"}, with, {"leadership"}, "both are the directing leader"},
      {{"caliber"}, with, but({Weapon::small_arms}), either},
      {{"leadership"}, with, other_weapon, no_leader},
      {{"leader"}, with, other_weapon, no_leader},
      {{"cowering", cowers}, with, never_cowers, "it never cowers, A7.9"},
      {{"hindrance"}, with, {"weapon", {"mines"}}, "no LOS is traced, B28.41"},
      {{"hindrance"}, with, interdiction, "a hindered hex is not interdicted, A10.53"},
      {{"defenders_san"}, with, interdiction, "there is no IFT DR, A10.53"},
      {{"fp"}, with, interdiction, "it is a NMC, not an attack on the IFT, A10.53"},
      {{"drm"}, with, interdiction, "only leadership modifies its NMC, A10.53"},
      {{"terrain", no_open_ground}, with, interdiction, "only Open Ground can be interdicted, A10.53"},
      {{"then"}, with, {"weapon", {"ft", "interdiction", "dc", "mol", "wp"}}, "it is one attack"},
      {{"moving"}, with, {"weapon", {"mines", "interdiction", "dc", "wp"}}, "it has no FFMO or FFNAM, B28.3, A23"},
      {{"fp"}, with, dc, "its Firepower is fixed, A23"},
      {{"fp"}, with, wp, nmc_by_wp},
      {{"hindrance"}, with, {"weapon", {"dc", "wp"}}, "no LOS is traced, A23, A24.3"},
      {{"defenders_san"}, with, wp, nmc_by_wp},
      {{"terrain", hexsides}, with, dc, "a Placed DC has no TEM of a hexside, A23.3", "give the terrain of the hex"},
      {{"also", hexsides}, with, dc, "a Placed DC has no TEM of a hexside, A23.3", leave_it_out},
      {{"also"}, with, {"terrain", whole}, "nothing else counts there, B23.71, B23.81, B30.3", leave_it_out},
      {{"terrain", {"wreck"}},
       with,
       {"range", {}, Numbers{.high = 0}},
       "not against fire from its own Location, D9.3",
       "give {terrain open}"},
      {{"also", {"wreck"}}, with, {"range", {}, Numbers{.high = 0}}, "not against fire from its own Location, D9.3", leave_it_out},
      {{"terrain", hexsides},
       with,
       {"range", {}, Numbers{.high = 0}},
       "fire within a Location crosses no hexside, B9.3",
       "give the terrain of the hex"},
      {{"also", hexsides}, with, {"range", {}, Numbers{.high = 0}}, "fire within a Location crosses no hexside, B9.3", leave_it_out},
      {{"terrain", {"runway"}}, with, wp, "what its -1 is to a NMC is not known here, B7.3, A24.31", "give {terrain open}"},
      {{"also", {"runway"}}, with, wp, "what its -1 is to a NMC is not known here, B7.3, A24.31", leave_it_out},
      {{"also"}, with, {"critical_hit"}, "WP's critical hit has one TEM here, A24.31", leave_it_out},
      {{"x_number"}, with, but({Weapon::ft}), "it is on the counter of a Flamethrower, A22.1", "leave it out, or give {weapon ft}"},
      {{"non_elite"}, with, but({Weapon::ft, Weapon::dc}), "it is about who uses a DC or Flamethrower, A23.2, A22.3", leave_it_out},
      {{"critical_hit"}, with, but({Weapon::wp}), "only WP's is asked for so, A24.31", "leave it out; he knows those of Guns"},
      {.what = {"terrain", {"pillbox"}},
       .is = without,
       .other = {"tem"},
       .why = "its TEM is on its counter, B30.3",
       .instead = "give it like {tem 5}",
       .unless = {{"weapon", {"ft"}}}},
      {{"tem"}, without, {"terrain", {"pillbox"}}, "other terrain has its own", "give {terrain pillbox}, or what else there is in {drm}"},
      {{"fire"}, without, {"caliber"}, "small arms have no Target Type", "give {caliber}, or leave {fire} out"},
      {.what = {"hindrance"}, .is = with, .other = {"caliber"}, .why = on_to_hit_dr, .instead = give_range, .unless = {{"range"}}},
      {.what = {"leadership"}, .is = with, .other = {"caliber"}, .why = no_leader_of_he, .instead = give_range, .unless = {{"range"}}},
      {.what = {"leader"}, .is = with, .other = {"caliber"}, .why = no_leader_of_he, .instead = give_range, .unless = {{"range"}}},
      {{"barrel"}, without, {"caliber"}, of_guns, give_caliber},
      {{"gun_color"}, without, {"caliber"}, of_guns, give_caliber},
      {{"case"}, without, {"caliber"}, of_guns, give_caliber},
      {{"to_hit"}, without, {"caliber"}, of_guns, give_caliber},
      {{"to_hit"}, with, {"fire", words_for(fire_choices, is_oba)}, "OBA has no To Hit DR, C1.53"},
      {{"th_number"}, without, {"to_hit"}, "it is what the To Hit DR is compared with, C3.3", "give {to_hit}, too"},
      {{"cowering", cowers}, with, {"caliber"}, "ordnance and OBA never cower, A7.9", leave_it_out},
      {{"terrain", {"factory"}},
       with,
       {"fire", indirect},
       "Indirect Fire gets the TEM of the building, B23.741",
       "give {terrain stone} or {terrain wood}"},
      {{"range", {}, Numbers{.low = 2 * flamethrower_range + 1}},
       with,
       {"weapon", {"ft"}},
       "its Normal Range is 1 hex, its Long Range 2 hexes, A22.1",
       "give {range 1} or {range 2}"},
      {{"range", {}, Numbers{.low = most_mol_range + 1}},
       with,
       {"weapon", {"mol"}},
       "a MOL is thrown 1 hex at most, A22.61",
       "give {range 1} or {range 0}"},
      {{"levels_above"},
       with,
       {"terrain", words_for(terrain_choices, has_no_levels)},
       "it has no upper levels, B23.32",
       "give {terrain wood} or {terrain stone}"},
      {.what = {"levels_above"},
       .is = without,
       .other = {"fire", indirect},
       .why = "but for Indirect Fire and WP nothing comes from above, B23.32",
       .instead = "leave it out, or give {fire oba}",
       .unless = {wp}},
      {.what = {"moving"},
       .is = with,
       .other = {"caliber"},
       .why = "it is on the To Hit DR, C6.1",
       .instead = "give {range}, and {case J3} for FFNAM, {case J4} for FFMO, {case O} for Hazardous Movement",
       .unless = {{"fire", words_for(fire_choices, is_oba)}}},
      {.what = {"terrain", {"rowhouse-vertex"}},
       .is = with,
       .other = {"weapon", {"residual"}},
       .why = "in Bypass the building's TEM counts against Residual FP, B23.31",
       .instead = "give {terrain wood} or {terrain stone}, or {edition v1}",
       .unless = {{"edition", {"v1"}}}},
      {.what = {"concealed"},
       .is = with,
       .other = {"caliber"},
       .why = "it is on the To Hit DR, C6.2",
       .instead = "give {range}, and {case K}",
       .unless = {{"fire", words_for(fire_choices, is_oba)}, {"terrain", {"pillbox"}}}},
      {{"overstacked"}, with, {"concealed"}, "overstacked men are never concealed, A12.14", "leave one out"},
      {{"height_advantage"}, with, {"range", {}, Numbers{.high = 0}}, "within one Location there is none, B10.31", leave_it_out},
      {{"also", {"foxhole", "trench"}}, with, {"terrain", {"foxhole", "trench"}}, "a Location has one of them, O.8", leave_it_out},
      {{"also", {"foxhole", "trench"}},
       with,
       {"terrain", {"wood", "stone", "wood-rubble", "stone-rubble"}},
       "there are no entrenchments in buildings and rubble, B23.5, B24.5",
       leave_it_out},
      {{"overstacked"}, with, {"weapon", {"mines", "interdiction", "wp"}}, "it is a DRM of what is fired at them, A5.13", leave_it_out},
      {{"iift"}, with, {"weapon", {"interdiction", "wp"}}, "it makes a MC without the IFT", leave_it_out},
      {{"overstacked"}, with, {"caliber"}, "of which DR of HE it is a DRM is not known here, A5.13", "leave it out, or have it in {drm}"},
      {{"concealed"}, with, {"fire", words_for(fire_choices, is_oba)}, "it changes nothing there, A7.2", leave_it_out},
      {{"concealed"}, with, but({Weapon::small_arms, Weapon::ft, Weapon::dc, Weapon::mol}), "it changes nothing there, A7.2", leave_it_out},
      {.what = {"rate_of_fire"},
       .is = with,
       .other = {"caliber"},
       .why = "it is on the To Hit DR of Guns, C2.24",
       .instead = give_range,
       .unless = {{"range"}, {"to_hit"}}},
      {{"rate_of_fire"}, with, but({Weapon::small_arms}), "only MG and Guns fire again, A9.2", leave_it_out},
      {{"ec"}, without, {"terrain", {"lumberyard"}}, "no other Kindling DR of an attack has EC DRM, B25.5", leave_it_out},
      {.what = {"ec"},
       .is = without,
       .other = {"caliber"},
       .why = "it is on the Kindling DR of HE, a DC or a Flamethrower, B25.5",
       .instead = leave_it_out,
       .unless = {{"weapon", {"ft", "dc"}}}}};
  for (Clash& clash : hit_determination_clashes()) {
    if (clash.what.field != "hindrance" && clash.what.field != "leadership") all.push_back(std::move(clash));
  }
  return with_those_of_fortified(std::move(all), terrain_choices);
}

std::vector<Need> attack_needs() {
  const auto needs_firepower = [](Weapon w) { return w == Weapon::small_arms || w == Weapon::residual || w == Weapon::mines; };
  return with_those_of_saves(with_those_of_from(std::vector<Need>{{.one_of = {"fp", "caliber", "by"},
                                                                   .problem = "no attack given",
                                                                   .why = "neither Firepower nor {caliber} nor who fires",
                                                                   .instead = "give it like {fp 8} or {by 4-6-7}",
                                                                   .when = {{"weapon", words_for(weapon_choices, needs_firepower)}},
                                                                   .told_by = "save"},
                                                                  {.one_of = {"target"},
                                                                   .problem = "no target given",
                                                                   .why = "who is attacked?",
                                                                   .instead = "give it like {target 4-4-7}, or {target 9-1 4-6-7 4-6-7}",
                                                                   .told_by = "save"}}));
}

// Its TEM is for the user to give.
[[noreturn]] void refuse_without_tem(const HexOnMap& hex, const std::optional<std::string>& word) {
  const std::string there = "{hex " + hex.name + "}";
  if (!word)
    throw BadInput("hex", there + " holds no building, rubble or hut", "its board says nothing of what else is there",
                   "give {terrain open} if it is open ground, else its TEM like {drm 1}");
  const auto other = other_terrain(*word);
  throw BadInput("hex", there + " is " + *word, other ? tem_in_words(*other) : "its TEM is not known here",
                 "give " + (other && other->tem ? drm_of(*other) : "its TEM like {drm 1}") + ", or a {terrain} like it");
}

// What is taken from the map, and what is not.
std::string terrain_note(const HexOnMap& hex, const std::optional<std::string>& word, bool has_sight) {
  std::string note = word ? hex.name + " is " + (*word == Ground{}.terrain ? "open ground" : *word) + " on the map"
                          : "what " + hex.name + " is its board does not say";
  const std::string why = word ? why_open(*word) : "";
  if (!why.empty()) note += ", taken as open ground (" + why + ")";
  if (!word || !terrain_of_word(*word)) note += ", its TEM is in --drm";
  if (has_sight) return note;
  return note +
         "; walls and hedges that the fire crosses are not asked for (--terrain wall, B9.3), and LOS and Hindrances are yours to see";
}

// Who is higher than the fire and has no other TEM has that of Height Advantage, but for what the map cannot say: whether it is a hill.
std::optional<std::string> height_note(const AttackInputs& in, const HexOnMap& hex) {
  const auto from = read_hex(in.from);
  const auto below = from ? changed_map(in.map).ground_at(*from) : std::nullopt;
  if (!below || !hex.ground || tem(in.terrain).amount > 0) return std::nullopt;
  const int levels = hex.ground->elevation - below->elevation;
  if (levels <= 0) return std::nullopt;
  return hex.name + " is " + std::to_string(levels) + (levels == 1 ? " level" : " levels") + " above " + to_string(*from) +
         ": --drm 1 if that is Height Advantage (B10.31)";
}

// What an attack on the IFT has of the way there; what was typed stays. Mines and the like trace no LOS.
void take_sight(AttackInputs& in, const Sight& sight, const std::set<std::string>& given, HexOnMap& hex) {
  hex.notes.push_back(sight_note(sight));
  hex.notes.insert(hex.notes.end(), sight.notes.begin(), sight.notes.end());
  if (!given.contains("hindrance") && sight.line.hindrance > 0 && !sight.blocked()) {
    in.hindrance = sight.line.hindrance;
    in.hindered_by = hindrances_in_words(sight);
  }
  if (given.contains("terrain")) return;
  in.tem_of = hex.name;
  const auto of_hexside = sight.hexside ? terrain_of_hexside(sight) : std::nullopt;
  if (of_hexside) in.terrain = *of_hexside;
  if (sight.height_advantage) in.height_advantage = true;
}

// A12.14
bool is_surely_known(const std::string& unit) { return never_concealed(parse_unit(unit, Spirits::any).unit.start).has_value(); }

// Who fires, and who is fired at, of a save; what is typed goes first. Tells all of it in `understood`.
class OnTheTable {
 public:
  OnTheTable(AttackInputs& in, const std::set<std::string>& given) : in_(in), given_(given), at_(place_on_table(in.map, "hex", in.hex)) {
    if (!in.from.empty()) from_.emplace(place_on_table(in.map, "from", in.from));
  }

  void take_men() {
    const bool is_given_fire = !in_.by.empty() || !in_.fp.empty() || in_.caliber || in_.weapon != Weapon::small_arms;
    if (!is_given_fire) take_firers();
    if (in_.targets.empty()) take_targets();
  }
  // What is dug there; open ground if nothing is.
  Terrain dug_in() const {
    if (!targets_ || given_.contains("terrain")) return Terrain::open;
    if (targets_->some_in_pillbox)
      throw BadInput("hex", at_.name + " holds a pillbox", "whether it faces who fires is not known here",
                     "give {terrain pillbox} with {tem}");
    if (targets_->all_in_trenches) return Terrain::trench;
    if (targets_->all_in_foxholes) return Terrain::foxhole;
    return Terrain::open;
  }
  // Who has Wall Advantage has the TEM of the hexside that the fire crosses, and no other (B9.32). Where only one hexside of a hexspine has
  // a wall, a note says that it is the user's to tell.
  void take_wall_advantage(const std::optional<Sight>& sight, HexOnMap& hex) {
    if (!has_wall_advantage() || !sight || given_.contains("terrain")) return;
    const auto is_of_hexspine = [](const std::string& note) { return note.find("hexspine") != std::string::npos; };
    if (std::any_of(sight->notes.begin(), sight->notes.end(), is_of_hexspine)) return;
    Sight seen = *sight;
    with_hexside_alone(seen);
    if (const auto hexside = terrain_of_hexside(seen)) {
      in_.terrain = *hexside;
    } else if (tem(in_.terrain).amount > 0) {
      in_.terrain = Terrain::open;
      hex.notes.push_back("the targets have Wall Advantage, and the fire crosses no wall or hedge of theirs: no TEM (B9.32)");
    }
  }
  void take_fortified() {
    const bool can_be = in_.terrain == Terrain::stone || in_.terrain == Terrain::wood;
    if (is_fortified(at_) && can_be && !given_.contains("fortified") && !given_.contains("terrain")) in_.fortified = true;
  }
  // A wreck or an AFV has TEM where the hex has none (D9.3).
  void take_wreck() {
    const bool is_there = at_.place.level == 0 && (has_wreck(in_.map.pieces, at_.place.hex) || (targets_ && targets_->beside_vehicle));
    if (!is_there || has_wall_advantage() || !wreck_gives_tem(in_.terrain, in_.height_advantage) || in_.range == 0) return;
    if (given_.contains("also") || given_.contains("terrain") || in_.weapon != Weapon::small_arms) return;
    in_.also = Terrain::wreck;
  }
  void tell(const std::optional<Sight>& sight, HexOnMap& hex) {
    if (targets_ && targets_->some_entrenched && dug_in() == Terrain::open && !given_.contains("terrain"))
      hex.notes.push_back("some of them are in an entrenchment, others are not: the TEM of the hex was taken for all");
    std::string text = (from_ ? from_->name + " at " : std::string()) + at_.name;
    if (in_.range) text += ", range " + std::to_string(*in_.range);
    if (!in_.by.empty()) text += ": " + with_between(in_.by, " ");
    text += ", against " + with_between(in_.targets, " ");
    if (in_.concealed) text += ", concealed";
    if (in_.area_fire > 0) text += ", Area Fire";
    if (in_.phase == FirePhase::opportunity && firers_) text += ", Opportunity Fire";
    if (firers_ && firers_->on_wire && !given_.contains("drm")) text += ", on Wire (" + with_sign(drm_on_wire) + ")";
    if (sight && sight->line.hindrance > 0 && in_.hindrance > 0)
      text += ", Hindrance " + with_sign(in_.hindrance) + (in_.hindered_by.empty() ? "" : " (" + in_.hindered_by + ")");
    const int amount = tem(in_.terrain).amount;
    text += ", " + std::string(name_of(in_.terrain, terrain_choices)) + (amount == 0 ? "" : " (" + with_sign(amount) + ")");
    if (in_.fortified && !given_.contains("fortified")) text += ", fortified";
    if (in_.also == Terrain::wreck && !given_.contains("also"))
      text += ", beside a wreck or an AFV (" + with_sign(tem(Terrain::wreck).amount) + ")";
    if (in_.height_advantage && amount <= 0) text += ", Height Advantage (+1)";
    if (!left_out_.empty()) text += "; left out: " + with_between(left_out_, ", ");
    in_.map.understood = text;
    if (firers_ && in_.phase == FirePhase::advancing && firers_->some_on_opportunity_fire)
      hex.notes.push_back("some are marked with Opportunity Fire, others are not: the FP of all was halved (A7.25)");
    if (firers_) {
      for (const std::string& command : commands_apart(firers_->side)) hex.notes.push_back("fires apart: " + command);
    }
  }

 private:
  bool has_wall_advantage() const { return targets_ && targets_->all_have_wall_advantage; }
  void take_firers() {
    if (!from_) throw BadInput("from", "a {save} without {from}", "who fires?", "give it like {from H9}, or {by}");
    try {
      firers_ = firers_at(*from_, in_.map.viewer.side, {in_.range.value_or(0), in_.phase}, left_out_);
    } catch (const BadInput& bad) {
      const auto apart = commands_apart(in_.map.viewer.side);
      if (apart.empty()) throw;
      Fault fault = bad.fault();
      fault.instead = "give " + apart.front();
      throw BadInput(std::move(fault));
    }
    in_.by = firers_->by;
    in_.area_fire += given_.contains("area_fire") ? 0 : firers_->area_fire;
    if (in_.phase == FirePhase::advancing && firers_->all_on_opportunity_fire) in_.phase = FirePhase::opportunity;
    if (firers_->on_wire && !given_.contains("drm")) in_.drm += drm_on_wire;
  }
  void take_targets() {
    const std::string side = firers_ ? firers_->side : std::string();
    targets_ = targets_at(at_, side, left_out_);
    in_.targets = targets_->units;
    in_.concealed = in_.concealed || (targets_->concealed && std::none_of(in_.targets.begin(), in_.targets.end(), is_surely_known));
  }

  // Of Guns, mortars, Flamethrowers and DC in reach what is typed to ask for their attack.
  std::vector<std::string> commands_apart(const std::string& side) const {
    constexpr int reach_of_ft = 2, reach_of_dc = 1;
    std::vector<std::string> commands;
    for (const Piece* piece : from_->pieces) {
      const std::string options = options_apart(*from_, *piece);
      if (options.empty() || !why_idle(*from_, *piece).empty() || (!side.empty() && !same_word(piece->side, side))) continue;
      const int range = in_.range.value_or(0);
      const bool is_dc = piece->gun == "DC";
      if ((piece->gun == "FT" && range > reach_of_ft) || (is_dc && range > reach_of_dc)) continue;
      const bool has_blank = in_.map.file.find(' ') != std::string::npos;
      const std::string file = has_blank ? "\"" + in_.map.file + "\"" : in_.map.file;
      std::string command = "boxcars attack --save ";
      command.append(file).append(is_dc ? "" : " --from " + from_->name).append(" --hex ").append(at_.name);
      if (!in_.map.viewer.side.empty()) command.append(" --side \"").append(in_.map.viewer.side).append("\"");
      if (in_.map.viewer.umpire) command.append(" --reveal");
      commands.push_back(command.append(" ").append(options).append(" (").append(piece->name).append(")"));
    }
    return commands;
  }

  AttackInputs& in_;
  const std::set<std::string>& given_;
  TablePlace at_;
  std::optional<TablePlace> from_{};
  std::optional<TableFirers> firers_{};
  std::optional<TableTargets> targets_{};
  std::vector<std::string> left_out_{};
};

// The ground of a hex under an overlay is not known.
void require_known_ground(const MapInput& input, const HexOnMap& hex) {
  if (const UnknownGround* unknown = unknown_at(input, hex.hex))
    throw BadInput("hex", hex.name + " is under " + unknown->why, "what is drawn on it is not known here", "give its {terrain}");
}

}  // namespace

const Questionnaire<AttackInputs>& attack_questionnaire() {
  static const Questionnaire<AttackInputs> asks{
      .name = "attack",
      .title = "The odds of an attack on the Infantry Fire Table (A7).",
      .examples = {"boxcars attack 8 --target 4-4-7", "boxcars attack 4+4+6 --leader 9-1 --terrain stone --target \"8-1 4-6-7 4-6-7\"",
                   "boxcars attack --caliber 150 --fire oba --terrain wood --target 3x4-4-7,elr=3",
                   "boxcars attack 8 --moving normal --terrain rowhouse-vertex --target 4-4-7",
                   "boxcars attack --by 2x4-6-7 mg:5-12 9-1 --range 3 --target 4-4-7",
                   "boxcars attack --weapon ft --terrain stone --target 4-4-7",
                   "boxcars attack --weapon dc --terrain pillbox --tem 5 --target 4-4-7",
                   "boxcars attack --weapon mol --by 4-4-7 --terrain wood --target 4-6-7"},
      .fields = with_to_hit(),
      .clashes = with_those_of_saves(with_those_of_from(attack_clashes())),
      .needs = attack_needs(),
      .footer =
          "kills: a unit is eliminated. reduced: a squad becomes a half-squad, or a leader\n"
          "or hero is wounded; that is not a kill.\n"
          "Units: FP-range-morale; leaders as 9-1, 8-0, 6+1; 3x4-4-7 is a group of three.\n"
          "After commas: broken, pinned, wounded, encircled, fanatic, berserk, disrupted,\n"
          "bml=6 (broken morale), elr=3, hs_bml=6; for a Gun's crew also gun=75AT, 105ART,\n"
          "81MTR, 88AA, 37AT-small, 150INF-large: one that cannot be there is refused\n"
          "(B23.423).\n"
          "Firers: units as above, with their Firepower and Normal Range; mg:5-12 (or\n"
          "hmg:, mmg:, lmg:) is a MG that one of them fires, mg:5-12,b=11 breaks on an 11;\n"
          "9-1 is a leader, who directs or fires the MG alone. After commas: pinned,\n"
          "cx (+1), encircled (+1), fanatic, assault (Assault Fire), mg-only (without the\n"
          "unit's own FP), range=3, cowering=none (Finns, good British MMC) or\n"
          "cowering=inexperienced.\n"
          "A / separates Locations, each with its leader: 2x4-6-7 9-1 / 4-6-7 8-0.\n"
          "With --rate-of-fire the MG fire again alone. --explain lists the factors.\n"
          "Terrain: open, wood, stone, wood-rubble, stone-rubble, lumberyard, hut,\n"
          "collapsed-hut, factory (fire wholly inside it), rooftop, rowhouse-vertex (in\n"
          "Bypass), marketplace (its ground), quasi-location (B23.88), debris, woods,\n"
          "forest, brush, grain, orchard, marsh, olive-grove, crags, graveyard, shellholes,\n"
          "light-jungle, dense-jungle, light-woods, wall, hedge, bocage, roadblock (crossed\n"
          "by the fire), foxhole, trench, bridge (not along its road), runway (-1), wreck\n"
          "(or an AFV there), rail-car, wrecked-rail-car, pillbox (with --tem, as on its\n"
          "counter; a FT needs none). --also woods: there are woods, too.\n"
          "--then 4 has the modifiers of the first attack, --then 4,drm=-2 its own: drm,\n"
          "hindrance, leadership (or none), cowering, moving, weapon; what is not given\n"
          "stays. --then residual: by the Residual FP of the attack before it.\n"
          "Weapons: small-arms, ft (24 FP, 12 at --range 2), dc (30 FP), mol (4 FP, beside\n"
          "those of --by), wp (a NMC), residual, mines (6, 8, 12), interdiction. SMOKE is\n"
          "in --hindrance."};
  return asks;
}

std::vector<std::string> attack_on_map(AttackInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  require_map_of_from(in.map, in.from);
  const NameAndLevel to = at_field("hex", [&] { return name_and_level("{hex}", in.hex); });
  const NameAndLevel from = at_field("from", [&] { return name_and_level("{from}", in.from); });
  auto hex = hex_on_map(in.map, std::string(to.name), read_map);
  if (!hex) return {};
  take_range(in.map, hex->hex, std::string(from.name), given, in.range);
  // Another Location of the own hex: Point Blank Fire, not Triple (A7.21).
  const bool is_small_arms = !in.caliber && in.weapon == Weapon::small_arms;
  if (is_small_arms && in.range == 0 && from.level != to.level && !given.contains("range")) in.range = 1;
  std::optional<OnTheTable> table;
  if (in.map.has_save()) table.emplace(in, given).take_men();
  // The Firepower that is given is that of the range; the line to it is the board's.
  const bool is_after_range = in.by.empty() && !in.fp.empty() && in.weapon == Weapon::small_arms && in.map.map.raster;
  if (is_after_range && !given.contains("range")) in.range.reset();
  const Terrain dug_in = table ? table->dug_in() : Terrain::open;
  const auto sight = sight_on_map(in.map, in.from, in.hex, in.no_los);
  const auto word = sight && !sight->terrain.empty() ? std::optional(sight->terrain) : terrain_word(hex->holds, hex->ground);
  const auto terrain = word ? terrain_of_word(*word) : std::nullopt;
  const bool has_picture = in.map.map.raster != nullptr || !table;
  if (table && !given.contains("terrain") && dug_in == Terrain::open) require_known_ground(in.map, *hex);
  if (!terrain && !given.contains("terrain") && !given.contains("drm") && dug_in == Terrain::open && has_picture)
    refuse_without_tem(*hex, word);
  hex->fill(given, "terrain", in.terrain, std::optional(terrain.value_or(Terrain::open)));
  if (sight) take_sight(in, *sight, given, *hex);
  const Terrain below = given.contains("terrain") ? in.terrain : dug_in;
  if (tem(below).amount > tem(in.terrain).amount) in.terrain = below, in.tem_of = hex->name, in.height_advantage = false;
  if (table) {
    table->take_wall_advantage(sight, *hex);
    table->take_fortified();
    table->take_wreck();
  }
  const UnknownGround* unknown = unknown_at(in.map, hex->hex);
  if (unknown)
    hex->notes.push_back(hex->name + " is under " + unknown->why);
  else if (!given.contains("terrain") && has_picture)
    hex->notes.push_back(terrain_note(*hex, word, sight.has_value()));
  if (auto height = height_note(in, *hex); height && (!sight || given.contains("terrain"))) hex->notes.push_back(std::move(*height));
  if (hex->holds.factory) hex->notes.push_back(hex->name + " is a Factory: --terrain factory for fire wholly inside it (B23.741)");
  if (table) table->tell(sight, *hex);
  return hex->notes;
}

}  // namespace boxcars::model
