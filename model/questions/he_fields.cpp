#include <algorithm>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/questions/he_inputs.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/who_fires.hpp"

namespace boxcars::model {
namespace {

// A level above the ground, as a number, or the rooftop.
std::optional<InputValue> level_said(const HeInputs& in) {
  const auto level = whole_number(in.level);
  return level ? said_unless_0(level) : as_value(in.level);
}

std::optional<InputValue> shots_said(const HeInputs& in) {
  if (in.shots.empty()) return std::nullopt;
  const ShotsTyped typed = shots_typed(in);
  const auto times = parse_times("shots", typed.times);
  if (typed.acquire) return std::string(typed.times) + ",acquire";
  return times_as_input(times);
}

Fields<HeInputs> own_fields() {
  const std::string_view building = "The building", fire = "The fire", men = "The men";
  return {
      integer("caliber", &HeInputs::caliber, he_calibers, "caliber of the HE or HEAT").in(fire).shown_as("MM").like("150").bare(),
      choice("building", &HeInputs::building, construction_choices, "wood or stone").in(building).like("stone").bare(),
      integer("levels", &HeInputs::levels, levels_above_ground, "levels above ground: 0 (single story) to 4").in(building).like("2").bare(),
      word("level", &HeInputs::level, "L", "level fired at: 0 (ground, default), 1, ..., rooftop").saying(level_said).in(fire),
      choice("fire", &HeInputs::fire, fire_choices, "direct, area, mortar, oba, harassing, barrage").in(fire),
      choice("ammo", &HeInputs::ammo, ammo_choices, "he (default), heat, dc, baz, psk, pf, thrown-dc, ...").in(fire),
      flag("factory", &HeInputs::factory, "a Factory: no upper levels, perhaps a rooftop").in(building),
      flag("marketplace", &HeInputs::marketplace, "a marketplace: its ground level is open").in(building),
      flag("interior", &HeInputs::interior, "an Interior Building Hex: OBA hits only its top").in(building),
      flag("fortified", &HeInputs::fortified, "TEM +1").in(building),
      flag("rooftop", &HeInputs::rooftop, "its rooftop is in play (B23.8)").in(building),
      flag("concealed", &HeInputs::concealed, "the occupants are concealed: a DC is halved").in(men),
      flag("non_elite", &HeInputs::non_elite, "Non-Elite use of a DC: it malfunctions on 10 or more").in(fire),
      integer("drm", &HeInputs::drm, any_drm, "all other DRM of the attack on the occupants").in(men),
      integer("to_hit", &HeInputs::to_hit, drs_that_hit, "each shot hits on an Original DR of N or less").in(fire).like("7"),
      integer("th_number", &HeInputs::th_number, modified_to_hit_numbers, "Modified To Hit number (C3.7); default: --to-hit + TEM")
          .in(fire)
          .like("9"),
      word("shots", &HeInputs::shots, "N|until", "number of shots, or until it is rubble; 3,acquire").saying(shots_said).in(fire),
      words("los", &HeInputs::los, FieldKind::text, "LEVELS", "levels in LOS of area fire: 0,1; default all").in(fire),
      words("occupant", &HeInputs::occupants, FieldKind::location_unit, "L=UNIT", "level=unit: 1=4-4-7, rooftop=9-1; repeatable").in(men),
      board_field<HeInputs>(MapSays::itself).in(building),
      map_field<HeInputs>(MapSays::itself).in(building),
      set_field<HeInputs>(MapSays::itself).in(building),
      hex_field<HeInputs>(MapSays::itself, "the building on that map: J8").in(building),
      afv_field<HeInputs>("HEX|1-6[,ot|ce]", "AFV nearby: K9,ot 3,ce here,high (see chain --help)").in(men),
      choice("edition", &HeInputs::edition, edition_choices, "edition of B23: v2 (default) or v1").in(building),
      words("own", &HeInputs::own, FieldKind::hex, "HEX|1-6", "where your own units are")
          .saying([](const HeInputs& in) { return own_said(fall_inputs(in)); })
          .in(men),
      integer("ec", &HeInputs::ec, ec_drm, "EC DRM, on the Kindling DR of a lumberyard").in(building)};
}

Fields<HeInputs> fields() {
  auto all = own_fields();
  append_fields(all, &HeInputs::aim, "Its To Hit number");
  all.push_back(from_field<HeInputs>().in("Its To Hit number"));
  all.push_back(
      integer("rate_of_fire", &HeInputs::rate_of_fire, {1, 5, "a colored dr, C2.24"}, "it fires again on a colored dr of N or less")
          .in("The fire")
          .like("2"));
  all.push_back(integer("fortified_to", &HeInputs::fortified_to, levels_above_ground, "or fortified from the ground up to this level only")
                    .in("The building")
                    .like("0"));
  all.push_back(flag("fire_inside", &HeInputs::fire_inside, "fired within the Factory: TEM +1").in("The fire"));
  all.push_back(integer("enemy_units", &HeInputs::enemy_units, units_in_the_way, "Set DC: enemy units there, +1 each").in("The fire"));
  all.push_back(flag("iift", &HeInputs::iift, iift_help).in("The fire"));
  all.push_back(no_los_field<HeInputs>().in("Its To Hit number"));
  append_save_fields(all, MapSays::itself, "The building");
  return all;
}

std::vector<Clash> own_clashes() {
  const Term oba{"fire", {"oba", "harassing", "barrage"}}, a_dc{"ammo", {"dc", "thrown-dc", "set-dc"}};
  const std::vector<std::string_view> without_caliber{"dc", "baz", "psk", "pf", "thrown-dc", "set-dc"};
  const std::vector<std::string_view> but_he{"heat", "dc", "baz", "psk", "pf", "thrown-dc", "set-dc"};
  const std::vector<std::string_view> but_direct{"area", "mortar", "oba", "harassing", "barrage"};
  const std::vector<std::string_view> latw{"baz", "psk", "pf"};
  return {{{"caliber"}, Clash::Is::with, {"ammo", without_caliber}, "its Firepower is fixed, C13, A23"},
          {{"ammo", but_he}, Clash::Is::with, {"fire", but_direct}, "only HE is fired so, C8.3, A23"},
          {{"to_hit"}, Clash::Is::with, oba, "OBA has no To Hit DR, C1.5"},
          {{"to_hit"}, Clash::Is::with, a_dc, "a DC has no To Hit DR, A23.3"},
          {{"th_number"}, Clash::Is::without, {"to_hit"}, "it is what the To Hit DR is compared with, C3.3", "give {to_hit}, too"},
          {{"shots"}, Clash::Is::with, oba, "OBA attacks once a phase, C1.5"},
          {{"concealed"},
           Clash::Is::without,
           a_dc,
           "it is on the To Hit DR of a gun, C6.2, and nothing to OBA, C1.5; it halves a DC only, A23.1",
           "leave it out"},
          {{"non_elite"}, Clash::Is::without, a_dc, "it is about a DC, A23.2", "leave it out"},
          {{"los"}, Clash::Is::without, {"fire", {"area"}}, "only the Area Target Type needs it, C3.33", "leave it out"},
          {{"fortified"}, Clash::Is::with, {"fortified_to"}, "it is all of it, or some, B23.912"},
          {{"fire_inside"},
           Clash::Is::with,
           {"fire", {"mortar", "oba", "harassing", "barrage"}},
           "Indirect Fire has the building's TEM, B23.741"},
          {{"enemy_units"}, Clash::Is::without, {"ammo", {"set-dc"}}, "they are in the way of a Set DC only, A23.7", "leave it out"},
          {{"factory"}, Clash::Is::with, {"marketplace"}, "it is one or the other, B23.7"},
          factory_with_levels(),
          marketplace_without_levels(),
          {{"range"}, Clash::Is::with, oba, "OBA has no To Hit DR, C1.5"},
          {{"range"}, Clash::Is::with, a_dc, "a DC has no To Hit DR, A23.3"},
          {{"barrel"}, Clash::Is::with, {"ammo", latw}, "LATW have To Hit numbers of their own, C13"},
          {{"gun_color"}, Clash::Is::with, {"ammo", latw}, "LATW have To Hit numbers of their own, C13"}};
}

std::vector<Clash> clashes() {
  auto all = hit_determination_clashes();
  const auto own = own_clashes();
  all.insert(all.end(), own.begin(), own.end());
  return with_those_of_saves(with_those_of_from(std::move(all)));
}

std::vector<Need> needs() {
  const auto caliber_of = [](std::string_view ammo, std::string_view why) {
    return Need{.one_of = {"caliber"},
                .problem = "no calibre given",
                .why = why,
                .instead = "give it like {caliber 150}",
                .when = {{"ammo", {ammo}}}};
  };
  Need levels = need_of_levels();
  levels.one_of.push_back("factory");
  levels.told_by = "hex";
  return with_those_of_saves(with_those_of_from(std::vector<Need>{caliber_of(name_of(Ammo::he, ammo_choices), "HE of how many mm?"),
                                                                  caliber_of(name_of(Ammo::heat, ammo_choices), "HEAT of how many mm?"),
                                                                  {.one_of = {"building"},
                                                                   .problem = "no building given",
                                                                   .why = "wood or stone?",
                                                                   .instead = "give it like {building stone}",
                                                                   .told_by = "hex"},
                                                                  levels}));
}

}  // namespace

Clash marketplace_without_levels() {
  return {{"marketplace"}, Clash::Is::with, {"levels", {}, Numbers{0, 0}}, "its level 1 is what is built, B23.731", "give {levels 1}"};
}

const Questionnaire<HeInputs>& he_questionnaire() {
  static const Questionnaire<HeInputs> asks{.name = "he",
                                            .title = "HE at a building: rubble, and who is in it (B24.11).",
                                            .examples = {"boxcars he 150 stone 2 --level 1 --occupant 1=4-4-7 --own 3",
                                                         "boxcars he 105 wood 1 --fire oba --occupant 0=4-6-7 1=8-0 1=4-6-7",
                                                         "boxcars he 75 wood 1 --to-hit 8 --shots 4 --occupant 0=4-4-7",
                                                         "boxcars he 105 stone 1 --range 10 --barrel L --case K --shots 3,acquire",
                                                         "boxcars he --ammo dc stone 2 --level 1 --occupant 1=4-4-7",
                                                         "boxcars he 150 --map experiments/maps/chateau.toml --hex J8 --own K7",
                                                         "boxcars he 105 --map experiments/maps/chateau.toml --hex J8 --from E5"},
                                            .fields = fields(),
                                            .clashes = clashes(),
                                            .needs = needs(),
                                            .footer =
                                                "Ammo: he, heat, dc (Placed), thrown-dc, set-dc, baz, psk, pf.\n"
                                                "Units: boxcars attack --help; 1=crew:2-2-8,gun=75AT mans a Gun, which some\n"
                                                "Locations cannot hold (B23.423, B23.85, B23.93).\n"
                                                "Map files: boxcars chain --help. Without a map your own units are in directions:\n"
                                                "1 is the hexside with the coordinate, then clockwise.\n"
                                                "Without --to-hit or --range every shot hits. Area and mortar fire hit the whole\n"
                                                "hex; --shots until ends when all of it is rubble. --shots 3,acquire: C6.5.\n"
                                                "--rate-of-fire adds its shots to those of --shots."};
  return asks;
}

FallInputs fall_inputs(const HeInputs& in) { return {.map = in.map, .hex = in.hex, .own = in.own, .afvs = in.afvs}; }

namespace {

// The first Gun of a Location that is fired, as it is typed: its numbers, its To Hit numbers' color, and what its crew has on the DR. The
// side that fires it.
std::string take_gun(HeInputs& in, const TablePlace& from, const std::set<std::string>& given, std::vector<std::string>& left_out) {
  if (given.contains("caliber") || given.contains("ammo")) {
    if (!in.map.viewer.side.empty()) return in.map.viewer.side;
    const auto man = std::find_if(from.pieces.begin(), from.pieces.end(), [](const Piece* piece) { return is_man(*piece); });
    return man == from.pieces.end() ? "" : (*man)->side;
  }
  const Piece* fired = nullptr;
  for (const Piece* piece : from.pieces) {
    if (piece->gun.empty()) continue;
    const bool is_of_others = !in.map.viewer.side.empty() && !same_word(piece->side, in.map.viewer.side);
    const std::string why = is_of_others ? "of another side" : fired ? "one Gun is asked for" : why_idle(from, *piece);
    if (!why.empty())
      left_out.push_back(named_with(*piece, why));
    else if (gun_of(*piece))
      fired = piece;
  }
  if (!fired)
    throw BadInput("from", from.name + " has no Gun that can fire",
                   left_out.empty() ? "the save shows none there" : with_between(left_out, ", "), "give {caliber}, or another {from}");
  const TableGun gun = *gun_of(*fired);
  require_range("caliber", gun.caliber, he_calibers.low, he_calibers.high, std::string(he_calibers.why));
  in.caliber = gun.caliber;
  if (!given.contains("barrel")) in.aim.barrel = gun.barrel;
  if (!given.contains("fire") && gun.is_mortar) in.fire = Fire::mortar;
  if (!given.contains("gun_color")) in.aim.gun_color = gun.color;
  if (!given.contains("case")) in.aim.cases = cases_of_crew(from, *fired);
  return fired->side;
}

// The men of a save in the building, by their level, and the Gun that fires at them; what is typed goes first.
void take_table(HeInputs& in, const std::set<std::string>& given) {
  const TablePlace at = place_on_table(in.map, "hex", in.hex);
  std::vector<std::string> left_out;
  std::string side;
  bool any_concealed = false, any_known = false;  // of those that it is aimed at
  if (!in.from.empty()) {
    const TablePlace from = place_on_table(in.map, "from", in.from);
    side = take_gun(in, from, given, left_out);
  }
  if (in.occupants.empty()) {
    for (int level = 0; level <= most_levels; ++level) {
      TablePlace there{.name = at.name, .place = {at.place.hex, level}};  // who is fired at
      bool has_men = false, has_heap = false;
      for (const Piece* piece : at.of_the_hex) {
        if (piece->level != level || (!side.empty() && same_word(piece->side, side))) continue;
        there.pieces.push_back(piece);
        has_men = has_men || (is_man(*piece) && !is_concealed_heap(*piece));
        has_heap = has_heap || is_concealed_heap(*piece);
      }
      if (has_heap && !has_men) left_out.push_back(std::string("? at level ") + std::to_string(level) + " (what they are is not known)");
      if (!has_men) continue;
      const TableTargets targets = targets_at(there, "", left_out);
      for (const std::string& unit : targets.units) in.occupants.push_back(std::to_string(level) + "=" + unit);
      const bool is_aimed_at = in.fire != Fire::direct || level == whole_number(in.level).value_or(0);
      if (is_aimed_at) (targets.concealed ? any_concealed : any_known) = true;
    }
  }
  if (any_concealed && !any_known && in.caliber && !in.from.empty() && !given.contains("case")) in.aim.cases.emplace_back("K");
  std::string text = in.from.empty() ? "" : in.from + " at ";
  text += at.name;
  if (in.caliber) text += ": " + std::to_string(*in.caliber) + "mm";
  if (in.aim.gun_color == GunColor::red) text += ", red To Hit numbers";
  if (!in.aim.cases.empty()) text += ", Case " + with_between(in.aim.cases, " ");
  if (!in.occupants.empty()) text += ", there " + with_between(in.occupants, " ");
  if (!left_out.empty()) text += "; left out: " + with_between(left_out, ", ");
  in.map.understood = text;
}

}  // namespace

std::vector<std::string> he_on_map(HeInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  require_map_of_from(in.map, in.from);
  require_map_and_hex(in.map, in.hex);
  if (in.map.file.empty()) return {};
  at_field(in.map.option, [&] { read_map(in.map); });
  if (in.map.has_save()) take_table(in, given);
  if (in.from.empty()) return {};
  const Hex hex = at_field("hex", [&] { return parse_hex(in.map.map, "{hex}", in.hex); });
  const NameAndLevel from = at_field("from", [&] { return name_and_level("{from}", in.from); });
  take_range(in.map, hex, std::string(from.name), given, in.aim.range);
  // Levels that are given may be none of the board's: then its ground is what is seen.
  const int level = given.contains("levels") ? 0 : whole_number(in.level).value_or(0);
  const auto sight = sight_on_map(in.map, in.from, in.hex + (level > 0 ? "." + std::to_string(level) : ""), in.no_los);
  if (!sight) return {};
  if (!given.contains("hindrance") && !sight->blocked()) in.aim.hindrance = sight->line.hindrance;
  return {sight_note(*sight)};
}

}  // namespace boxcars::model
