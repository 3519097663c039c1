#include <algorithm>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/questions/close_combat.hpp"
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

// Whether they never attack (A11.16).
bool all_broken(const std::vector<UnitEntry>& units) {
  return std::all_of(units.begin(), units.end(), [](const UnitEntry& entry) -> bool { return entry.unit.start.broken; });
}

}  // namespace

const Questionnaire<CloseCombatInputs>& close_combat_questionnaire() {
  const std::string_view attacker = "The attacker", defender = "The defender", fight = "The fight", ambush = "Ambush";
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
                   "boxcars cc --attacker 6-6-6 --defender 4-4-7,broken hero:1-4-9 --rounds until"},
      .fields =
          {words("attacker", &CloseCombatInputs::attackers, FieldKind::unit, "UNIT",
                 "4-6-7, hs:2-4-7, crew:2-2-8, 9-1, hero:1-4-9, 3x4-6-7")
               .like("4-6-7")
               .in(attacker),
           words("defender", &CloseCombatInputs::defenders, FieldKind::unit, "UNIT", "the same").like("4-4-7").in(defender),
           integer("attacker_drm", &CloseCombatInputs::attacker_drm, any_drm, "every other DRM on the attacker's attack").in(attacker),
           integer("defender_drm", &CloseCombatInputs::defender_drm, any_drm, "every other DRM on the defender's attack").in(defender),
           choice("concealed", &CloseCombatInputs::concealed, side_choices, "who is: attacker, defender; halves the enemy's FP").in(fight),
           flag("hand_to_hand", &CloseCombatInputs::hand_to_hand, "by SSR: the Kill Numbers are two higher (J2.31)").in(fight),
           choice("ambush", &CloseCombatInputs::ambush, ambush_choices, "none (default), attacker, defender, or roll for it").in(ambush),
           word("ambush_drm", &CloseCombatInputs::ambush_drm, "A,D", "drm on the attacker's Ambush dr and on the defender's")
               .like("-1,0")
               .saying(ambush_drm_said)
               .in(ambush),
           word("rounds", &CloseCombatInputs::rounds, "N", "CC Phases, or until one side is gone; default 1")
               .saying([](const CloseCombatInputs& in) { return times_said("rounds", in.rounds); })
               .in(fight)},
      .clashes = {{{"ambush_drm"}, Clash::Is::without, {"ambush", {"roll"}}, "it is on the Ambush dr, A11.4", "leave it out"}},
      .needs = {{.one_of = {"attacker"},
                 .problem = "no attacker given",
                 .why = "Close Combat has two sides, A11.1",
                 .instead = "give it like {attacker 4-6-7}"},
                {.one_of = {"defender"},
                 .problem = "no defender given",
                 .why = "Close Combat has two sides, A11.1",
                 .instead = "give it like {defender 4-6-7}"}},
      .footer =
          "Units: FP-range-morale; leaders as 9-1, 8-0, 6+1; 3x4-4-7 is a group of three.\n"
          "After commas: broken, pinned, wounded.\n"
          "All units of a side attack together, all of the enemy's. reduced: a squad is a\n"
          "half-squad now, or a leader or hero has been wounded.\n"
          "A side that is CX has +1 on its attack and gives the enemy's -1 (A4.51).\n"
          "drm of the Ambush dr (A11.4): leadership, -2 if all are concealed, -1 Stealthy,\n"
          "+1 Lax, +1 if CX or pinned."};
  return asks;
}

namespace {

const CloseCombatInputs& needed(const CloseCombatInputs& in) {
  require_needs(close_combat_questionnaire(), in);
  return in;
}

}  // namespace

CloseCombatants::CloseCombatants(const CloseCombatInputs& in)
    : units{{parse_side(Side::attacker, needed(in).attackers), parse_side(Side::defender, in.defenders)}},
      ambush_drm(parse_ambush_drm(in.ambush_drm)),
      rounds(in.rounds.empty() ? 1 : parse_times("rounds", in.rounds)) {
  require_lawful(close_combat_questionnaire(), in);
  if (all_broken(units[Side::attacker]) && all_broken(units[Side::defender]))
    throw BadInput("attacker", "nobody attacks", "all units of both sides are broken, A11.16", "leave 'broken' out for one");
  for (const Side side : {Side::attacker, Side::defender}) {
    const std::string name(name_of(side, side_choices));
    if (all_broken(units[side]) && name == name_of(in.ambush, ambush_choices))
      throw BadInput("ambush", "the " + name + " does not attack, so ambushes nobody", "all of his units are broken, A11.16",
                     "give {ambush none}");
  }
}

}  // namespace boxcars::model
