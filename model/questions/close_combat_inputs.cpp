#include <algorithm>
#include <set>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/questions/close_combat.hpp"
#include "model/questions/vehicle_close_combat.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/close_combat_vehicle.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

std::vector<UnitEntry> parse_side(Side side, const std::vector<std::string>& texts) {
  const std::string field(name_of(side, side_choices));
  return at_field(field, [&] {
    std::vector<UnitEntry> entries;
    int units = 0;
    for (const std::string& text : texts) {
      entries.push_back(parse_unit(text));
      units += entries.back().count.value_or(1);
      if (entries.back().gun)
        throw BadInput({}, "unit " + shown(text) + " has a Gun", "SW and Guns count for nothing in CC, A11.13", "leave 'gun' out");
    }
    if (units > CloseCombat::max_units)
      throw BadInput({}, std::to_string(units) + " units of a side are too many",
                     "at most " + std::to_string(CloseCombat::max_units) + "; A5.1 lets three squads and four SMC stack", "ask for less");
    return entries;
  });
}

// The units of a side, the words of a vehicle's name together.
template <std::vector<std::string> CloseCombatInputs::*member>
void read_side(CloseCombatInputs& in, const InputValue& given, const FieldInfo& self) {
  (in.*member).clear();
  for (const std::string& line : lines_of(self, given)) {
    for (std::string& unit : close_combat_units_in(line)) (in.*member).push_back(std::move(unit));
  }
}

// Whether they never attack (A11.16).
bool all_broken(const std::vector<UnitEntry>& units) {
  return std::all_of(units.begin(), units.end(), [](const UnitEntry& entry) -> bool { return entry.unit.start.broken; });
}

}  // namespace

const Questionnaire<CloseCombatInputs>& close_combat_questionnaire() {
  const std::string_view attacker = "The attacker", defender = "The defender", fight = "The fight", ambush = "Ambush",
                         vehicle = "With a vehicle";
  const auto ambush_drm_said = [](const CloseCombatInputs& in) -> std::optional<InputValue> {
    const BySide<int> drm = parse_ambush_drm(in.ambush_drm);
    if (drm == BySide<int>{}) return std::nullopt;
    return std::to_string(drm[Side::attacker]) + "," + std::to_string(drm[Side::defender]);
  };
  static const Questionnaire<CloseCombatInputs> asks{
      .name = "cc",
      .title = "Close Combat and Ambush, round by round (A11).",
      .examples = {"boxcars cc --attacker 4-6-7 9-1 --defender 4-4-7",
                   "boxcars cc --attacker 2x4-6-7 --defender 4-4-7 --ambush roll --ambush-drm -1,0",
                   "boxcars cc --attacker 6-6-6 --defender 4-4-7,broken hero:1-4-9 --rounds until",
                   "boxcars cc --attacker 4-6-7 9-1 --defender \"Panther G\""},
      .fields =
          {words("attacker", &CloseCombatInputs::attackers, FieldKind::unit, "UNIT",
                 "4-6-7, hs:2-4-7, 9-1, hero:1-4-9, 3x4-6-7, \"Panther G\"")
               .read_by(read_side<&CloseCombatInputs::attackers>)
               .like("4-6-7")
               .in(attacker),
           words("defender", &CloseCombatInputs::defenders, FieldKind::unit, "UNIT", "the same")
               .read_by(read_side<&CloseCombatInputs::defenders>)
               .like("4-4-7")
               .in(defender),
           integer("attacker_drm", &CloseCombatInputs::attacker_drm, any_drm, "all other DRM on the attacker's attack").in(attacker),
           integer("defender_drm", &CloseCombatInputs::defender_drm, any_drm, "all other DRM on the defender's attack").in(defender),
           choice("concealed", &CloseCombatInputs::concealed, side_choices, "concealed side, attacker or defender").in(fight),
           choice("holds", &CloseCombatInputs::holds, side_choices, "concealed side that does not attack, to stay concealed").in(fight),
           flag("hand_to_hand", &CloseCombatInputs::hand_to_hand, "by SSR: Kill Numbers are two higher (J2.31)").in(fight),
           choice("ambush", &CloseCombatInputs::ambush, ambush_choices, "none (default), attacker, defender, or roll for it").in(ambush),
           word("ambush_drm", &CloseCombatInputs::ambush_drm, "A,D", "drm on the attacker's Ambush dr and on the defender's")
               .like("-1,0")
               .saying(ambush_drm_said)
               .in(ambush),
           word("rounds", &CloseCombatInputs::rounds, "N", "CC Phases, or until one side is gone; default 1")
               .saying([](const CloseCombatInputs& in) { return times_said("rounds", in.rounds); })
               .in(fight),
           choice("first", &CloseCombatInputs::first, attacks_first_choices, "who attacks first: attacker (default), defender, both")
               .in(vehicle),
           choice("paatc", &CloseCombatInputs::paatc, paatc_choices, "PAATC of advancing Infantry: ntc (default), 1tc, none").in(vehicle),
           flag("street_fighting", &CloseCombatInputs::street_fighting, "-1 on attacks at the vehicle, +1 on its own (A11.8)").in(vehicle),
           integer("ccv", &CloseCombatInputs::close_combat_value, {-3, 3, "changes of a Close Combat Value, A11.5"},
                   "added to CCV: +1 Assault Engineers, -1 Inexperienced")
               .like("1")
               .in(vehicle),
           save_field<CloseCombatInputs>(MapSays::nothing).in(fight), side_field<CloseCombatInputs>().in(fight),
           player_field<CloseCombatInputs>().in(fight), reveal_field<CloseCombatInputs>().in(fight),
           hex_field<CloseCombatInputs>(MapSays::nothing, "in a save: where they fight: 57-H9").in(fight)},
      .clashes = {{{"ambush_drm"}, Clash::Is::without, {"ambush", {"roll"}}, "it is on the Ambush dr, A11.4", "leave it out"},
                  {{"holds"},
                   Clash::Is::without,
                   {"concealed"},
                   "only who is concealed stays so by not attacking, A11.41",
                   "give both, or neither"}},
      .needs = {{.one_of = {"attacker"},
                 .problem = "no attacker given",
                 .why = "Close Combat has two sides, A11.1",
                 .instead = "give it like {attacker 4-6-7}",
                 .told_by = "save"},
                {.one_of = {"defender"},
                 .problem = "no defender given",
                 .why = "Close Combat has two sides, A11.1",
                 .instead = "give it like {defender 4-6-7}",
                 .told_by = "save"},
                {.one_of = {"hex"},
                 .problem = "a {save} without {hex}",
                 .why = "where do they fight?",
                 .instead = "give it like {hex H9}",
                 .when = {{"save"}}},
                {.one_of = {"save"},
                 .problem = "{hex} without {save}",
                 .why = "who is there?",
                 .instead = "give {save}, too",
                 .when = {{"hex"}},
                 .at = "hex"},
                need_of_save("side"),
                need_of_save("player"),
                need_of_save("reveal")},
      .footer =
          "Units: FP-range-morale; leaders as 9-1, 8-0, 6+1; 3x4-4-7 is a group of three.\n"
          "After commas: broken, pinned, wounded.\n"
          "Each side attacks with all its units, at all enemy units. reduced: a squad\n"
          "becomes a half-squad, or a leader or hero is wounded. withdraws: a broken unit\n"
          "leaves, as it must from the second round on (A11.16).\n"
          "A CX side has +1 on its own attack and -1 on attacks against it (A4.51).\n"
          "drm of the Ambush dr (A11.4), each if any unit of the side qualifies: -2\n"
          "concealed, -1 Stealthy, +1 Lax, CX, broken, pinned, berserk; and leadership.\n"
          "One vehicle can fight Infantry: by the name on its counter, or a usual one\n"
          "(Panther), or as vehicle,mg=5 with its FP in Close Combat, armor=8/4, ot,\n"
          "unarmored. After commas: motion, immobile, bogged, ce, bu, abandoned, shocked,\n"
          "stunned, escort=N (+1 a half-squad, +2 a squad with it), mg=N, morale=N."};
  return asks;
}

namespace {

const CloseCombatInputs& needed(const CloseCombatInputs& in) {
  require_needs(close_combat_questionnaire(), in);
  return in;
}

}  // namespace

std::vector<std::string> close_combat_on_table(CloseCombatInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  if (in.map.file.empty() || in.hex.empty()) return {};
  at_field(in.map.option, [&] { read_map(in.map); });
  const TablePlace at = place_on_table(in.map, "hex", in.hex);
  const auto fights = [](const Piece* piece) { return is_man(*piece) && !is_concealed_heap(*piece) && !piece->unit.empty(); };
  std::string attackers = in.map.viewer.side;
  for (const Piece* piece : at.pieces) {
    if (attackers.empty() && fights(piece)) attackers = piece->side;
  }
  std::vector<std::string> left_out;
  BySide<bool> concealed{};
  BySide<std::set<std::string>> penalties{};
  BySide<std::string> sides{};
  for (const Piece* piece : at.pieces) {
    const Side side = same_word(piece->side, attackers) ? Side::attacker : Side::defender;
    if (!fights(piece)) {
      if (is_unit_counter(*piece) || is_concealed_heap(*piece))
        left_out.push_back(piece->name +
                           (is_concealed_heap(*piece) ? " (what they are is not known)" : " (no Infantry: give it by its name)"));
      continue;
    }
    auto& units = side == Side::attacker ? in.attackers : in.defenders;
    if (!given.contains(side == Side::attacker ? "attacker" : "defender")) units.push_back(target_of(*piece));
    sides[side] = piece->side;
    concealed[side] = concealed[side] || piece->is("concealed");
    for (const char* state : {"CX", "TI", "on Wire"}) {
      if (piece->is(state)) penalties[side].insert(state);
    }
  }
  for (const Side side : {Side::attacker, Side::defender}) {
    const auto& units = side == Side::attacker ? in.attackers : in.defenders;
    if (units.empty())
      throw BadInput("hex", at.name + " has no two sides",
                     left_out.empty() ? "nobody " + std::string(side == Side::attacker ? "attacks" : "defends") + " there"
                                      : "there are " + with_between(left_out, ", "),
                     "give {" + std::string(name_of(side, side_choices)) + "}, or another {hex}");
  }
  const bool all_given = given.contains("concealed");
  if (!all_given && concealed[Side::attacker] != concealed[Side::defender])
    in.concealed = concealed[Side::attacker] ? Side::attacker : Side::defender;
  // Each has +1 on their own attack, and the enemy -1 (A4.51, A11.2, B26.3).
  const int of_attackers = static_cast<int>(penalties[Side::attacker].size()),
            of_defenders = static_cast<int>(penalties[Side::defender].size());
  if (!given.contains("attacker_drm")) in.attacker_drm = of_attackers - of_defenders;
  if (!given.contains("defender_drm")) in.defender_drm = of_defenders - of_attackers;
  in.map.understood = at.name + ": " + with_between(in.attackers, " ") +
                      (sides[Side::attacker].empty() ? "" : " (" + sides[Side::attacker] + ")") + " against " +
                      with_between(in.defenders, " ") + (sides[Side::defender].empty() ? "" : " (" + sides[Side::defender] + ")");
  std::set<std::string> counted = penalties[Side::attacker];
  counted.insert(penalties[Side::defender].begin(), penalties[Side::defender].end());
  if (!counted.empty()) in.map.understood += ", " + with_between({counted.begin(), counted.end()}, " and ") + " counted";
  if (!left_out.empty()) in.map.understood += "; left out: " + with_between(left_out, ", ");
  return {};
}

bool has_vehicle(const CloseCombatInputs& in) {
  const auto is_one = [](const std::string& unit) { return is_close_combat_vehicle(unit); };
  return std::any_of(in.attackers.begin(), in.attackers.end(), is_one) || std::any_of(in.defenders.begin(), in.defenders.end(), is_one);
}

namespace {

// What is said of a fight with a vehicle only.
void require_no_word_of_vehicle(const CloseCombatInputs& in) {
  const auto refuse = [](const char* field) {
    throw BadInput(field, "{" + std::string(field) + "} without a vehicle", "it is of Infantry and a vehicle, A11.5",
                   "leave it out, or give a vehicle like {defender Panther}");
  };
  if (in.first) refuse("first");
  if (in.paatc) refuse("paatc");
  if (in.street_fighting) refuse("street_fighting");
  if (in.close_combat_value != 0) refuse("ccv");
}

// Which side the vehicle is of; a fight has one.
Side side_of_vehicle(const CloseCombatInputs& in) {
  std::optional<Side> found;
  for (const Side side : {Side::attacker, Side::defender}) {
    const auto& typed = side == Side::attacker ? in.attackers : in.defenders;
    const std::string field(name_of(side, side_choices));
    const auto vehicles = std::count_if(typed.begin(), typed.end(), [](const std::string& unit) { return is_close_combat_vehicle(unit); });
    if (vehicles == 0) continue;
    if (found) throw BadInput(field, "vehicles of both sides", "they do not attack each other in Close Combat", "see boxcars duel --help");
    if (vehicles > 1)
      throw BadInput(field, "more than one vehicle", "who attacks which is for the players to choose", "ask it of one at a time");
    if (typed.size() > 1)
      throw BadInput(field, "a vehicle and Infantry of one side", "who attacks whom is for the players to choose",
                     "ask of the vehicle alone, with the Infantry as its escort: escort=2 for a squad, escort=1 for a half-squad");
    found = side;
  }
  return found.value_or(Side::defender);
}

}  // namespace

namespace {

std::optional<int> paatc_of(const CloseCombatInputs& in, Side infantry, const CloseCombatVehicle& vehicle) {
  const bool is_concealed = in.concealed == enemy_of(infantry);
  const bool is_needed = infantry == Side::attacker && !vehicle.is_unarmored && !vehicle.is_abandoned && !is_concealed;
  const Paatc check = in.paatc.value_or(is_needed ? Paatc::ntc : Paatc::none);
  if (check != Paatc::none && infantry == Side::defender)
    throw BadInput("paatc", "{paatc} of defending Infantry", "who advances takes it, A11.6", "leave it out");
  if (check != Paatc::none && !is_needed)
    throw BadInput("paatc",
                   "{paatc} before " +
                       std::string(vehicle.is_unarmored   ? "an unarmored"
                                   : vehicle.is_abandoned ? "an abandoned"
                                                          : "a concealed") +
                       " vehicle",
                   "only a Known, manned AFV calls for it, A11.6", "leave it out");
  if (check == Paatc::none) return std::nullopt;
  return check == Paatc::one_tc ? 1 : 0;
}

}  // namespace

VehicleCombatants::VehicleCombatants(const CloseCombatInputs& in)
    : infantry(enemy_of(side_of_vehicle(needed(in)))),
      units(parse_side(infantry, infantry == Side::attacker ? in.attackers : in.defenders)),
      ambush_drm(parse_ambush_drm(in.ambush_drm)),
      rounds(in.rounds.empty() ? 1 : parse_times("rounds", in.rounds)) {
  require_lawful(close_combat_questionnaire(), in);
  if (in.concealed == infantry) require_concealable(units);
  const Side other = enemy_of(infantry);
  vehicle = parse_close_combat_vehicle(std::string(name_of(other, side_choices)),
                                       (other == Side::attacker ? in.attackers : in.defenders).front());
  paatc = paatc_of(in, infantry, vehicle);
  if (std::none_of(units.begin(), units.end(), [](const UnitEntry& entry) { return takes_paatc(entry.unit); })) paatc.reset();
  if (in.holds)
    throw BadInput("holds", "{holds} with a vehicle", "who fights it one by one is for the players to choose, A11.5", "leave it out");
  if (in.hand_to_hand) throw BadInput("hand_to_hand", "{hand_to_hand} with a vehicle", "it is between Infantry, J2.31", "leave it out");
  if (all_broken(units) && !vehicle.attacks())
    throw BadInput(std::string(name_of(infantry, side_choices)), "nobody attacks",
                   "all Infantry is broken, A11.16, and the vehicle has no MG that fires", "leave 'broken' out for one");
  const std::string by(name_of(in.ambush, ambush_choices));
  if (by == name_of(infantry, side_choices) && all_broken(units))
    throw BadInput("ambush", "the " + by + " does not attack, so ambushes nobody", "all of his units are broken, A11.16",
                   "give {ambush none}");
  if (by == name_of(other, side_choices) && !vehicle.attacks())
    throw BadInput("ambush", "the " + by + " does not attack, so ambushes nobody", "the vehicle has no MG that fires in CC",
                   "give {ambush none}");
  if ((in.ambush == Ambush::attacker || in.ambush == Ambush::defender) && in.first)
    throw BadInput("first", "{first} with {ambush}", "the ambusher attacks first, A11.4", "leave one out");
}

CloseCombatants::CloseCombatants(const CloseCombatInputs& in)
    : units{{parse_side(Side::attacker, needed(in).attackers), parse_side(Side::defender, in.defenders)}},
      terms{.drm = {{in.attacker_drm, in.defender_drm}},
            .concealed = in.concealed,
            .holds = in.holds.has_value(),
            .hand_to_hand = in.hand_to_hand,
            .ambush = in.ambush,
            .ambush_drm = parse_ambush_drm(in.ambush_drm),
            .rounds = in.rounds.empty() ? 1 : parse_times("rounds", in.rounds)} {
  require_lawful(close_combat_questionnaire(), in);
  require_no_word_of_vehicle(in);
  if (in.holds && in.holds != in.concealed)
    throw BadInput("holds", "{holds} of the side that is not concealed", "only who is concealed stays so by not attacking, A11.41",
                   "give {holds " + std::string(name_of(*in.concealed, side_choices)) + "}");
  if (in.concealed) require_concealable(units[*in.concealed]);
  if (all_broken(units[Side::attacker]) && all_broken(units[Side::defender]))
    throw BadInput("attacker", "nobody attacks", "all units of both sides are broken, A11.16", "leave 'broken' out for one");
  if (in.holds && all_broken(units[enemy_of(*in.holds)]))
    throw BadInput("holds", "nobody attacks", "the one side holds, and all units of the other are broken, A11.16", "leave {holds} out");
  for (const Side side : {Side::attacker, Side::defender}) {
    const std::string name(name_of(side, side_choices));
    if (all_broken(units[side]) && name == name_of(in.ambush, ambush_choices))
      throw BadInput("ambush", "the " + name + " does not attack, so ambushes nobody", "all of his units are broken, A11.16",
                     "give {ambush none}");
  }
}

}  // namespace boxcars::model
