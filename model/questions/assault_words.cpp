#include "model/questions/assault_words.hpp"

#include <algorithm>
#include <set>

#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/movement.hpp"

namespace boxcars::model {
namespace {

// As equal assaults have it: what says nothing new is not said.
AssaultInputs as_told(AssaultInputs in, const AssaultPlan& plan) {
  for (std::size_t i = 0; i < in.shots.size(); ++i) {
    AssaultShot& shot = in.shots[i];
    if (shot.th_number == plan.fires[i].th_number) shot.th_number.reset();
  }
  std::erase_if(in.shots, [](const AssaultShot& shot) { return shot.alternative > 0 || shot.part != AssaultShot::Part::none; });
  return in;
}

// A shot, with its target if it has several.
std::string called(const AssaultShot& shot) {
  return shot.or_at.empty() && shot.blast_of.empty() && shot.part == AssaultShot::Part::none ? shot.name : shot.name + " at " + shot.target;
}

// What OBA hits beside its target.
std::vector<std::string> hit_beside(const AssaultInputs& in, const AssaultFire& fire) {
  std::vector<std::string> names;
  for (int i = fire.blast; i < fire.blast_end && !fire.is_blast; ++i) names.push_back(in.shots[index(i)].target);
  return names;
}

// Where no building gives its -1 (A10.61), or it may not: what the DRM of all should not be.
std::string_view why_no_bonus(const AssaultInputs& in, const AssaultPlan& plan, int location) {
  const Terrain terrain = terrain_at(in, plan, location);
  if (hex_at(plan, location).lumberyard || terrain == Terrain::lumberyard) return "a lumberyard, B23.211";
  if (terrain == Terrain::rooftop) return "a rooftop, B23.83";
  if (terrain == Terrain::collapsed_hut) return "a collapsed hut, G5.51";
  return "";
}

void add_notes_on_rally(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  if (!in.rally_drm) notes.emplace_back("nobody rallies; a table [rally] lets them (A10.6)");
  if (!in.defenders.empty() && plan.forces.rout.empty())
    notes.emplace_back("nobody routs (A10.5): who is broken stays where he is, beside the enemy, too");
  for (int location = 0; location < static_cast<int>(plan.forces.rally_drm.size()); ++location) {
    const AssaultLocation& l = in.locations[index(location)];
    const auto why = why_no_bonus(in, plan, location);
    if (*in.rally_drm < 0 && !l.rally_drm && !why.empty())
      notes.push_back("who rallies at " + l.name + " has the table's " + with_sign(*in.rally_drm) + ", though it is " + std::string(why) +
                      ", which gives none; its rally_drm = 0 says so");
  }
}

// What each shot takes of its To Hit DR.
void add_notes_on_to_hit(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const AssaultFire& fire = plan.fires[i];
    const AssaultShot& shot = in.shots[i];
    if ((fire.kind == AssaultFire::Kind::shell || fire.kind == AssaultFire::Kind::shell_at_building) && !shot.to_hit && !shot.range &&
        !is_oba(shot.fire) && !is_dc(shot.ammo) && shot.weapon != Weapon::dc)
      notes.push_back("every shot of " + shot.name + " is taken to hit; range = N or to_hit = N asks for its To Hit DR");
  }
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const auto& to_hit = plan.fires[i].he ? plan.fires[i].he->shot.to_hit : plan.fires[i].aim.to_hit;
    if (to_hit && always_hits(*to_hit))
      notes.push_back("every shot of " + in.shots[i].name + " hits: no DR is above " +
                      (in.shots[i].to_hit ? "to_hit = " + std::to_string(*in.shots[i].to_hit) : std::to_string(to_hit->needed)));
    if (to_hit && in.shots[i].to_hit && !in.shots[i].th_number && to_hit->critical_hits == CriticalHits::infantry)
      notes.push_back(in.shots[i].name + ", " + in_words(*to_hit) + "; th_number = N says otherwise");
  }
}

// Which shots are made, and what they do not do.
void add_notes_on_targets(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < plan.fires.size() && plan.flames.can_be(); ++i) {
    if (plan.fires[i].aim.without_dr && !plan.fires[i].flame_by_wp)
      notes.push_back(in.shots[i].name + " starts no Flame here: in Dry EC WP may (A24.32), boxcars kindle --by wp");
  }
  for (std::size_t i = 0; i < in.shots.size() && in.goal.rubbled.empty(); ++i) {
    bool any_there = plan.fires[i].kind == AssaultFire::Kind::entry || plan.fires[i].kind == AssaultFire::Kind::smoke ||
                     plan.fires[i].kind == AssaultFire::Kind::at_vehicle || plan.fires[i].kind == AssaultFire::Kind::at_move ||
                     in.shots[i].part != AssaultShot::Part::none;
    for (std::size_t l = 0; l < in.locations.size(); ++l)
      any_there |= (plan.fires[i].reach >> l & 1U) != 0 && side_ever_at(in, in.locations[l].name);
    any_there |= plan.fires[i].opens_los || plan.fires[i].is_blast || plan.fires[i].blast < plan.fires[i].blast_end;
    if (!any_there) notes.push_back(in.shots[i].name + " is never made: nobody is at " + in.shots[i].target);
  }
  for (const AssaultShot& shot : in.shots) {
    if (shot.concealed) notes.push_back("whom " + shot.name + " fires at is concealed in every turn, whatever has happened (A12.14)");
  }
}

// Where OBA falls, on whomever (C1.51).
void add_notes_on_blasts(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const AssaultFire& fire = plan.fires[i];
    const AssaultShot& shot = in.shots[i];
    if (fire.is_blast || !is_oba(shot.fire) || !shot.caliber) continue;
    if (shot.fire == Fire::barrage)
      notes.push_back(shot.name + " hits only the hex aimed at here: how a Barrage lies is not played (E12.5)");
    else if (!hex_at(plan, fire.target).coordinate)
      notes.push_back(shot.name + " hits only " + shot.target + ": which hexes are next to it is not known (C1.51); hex = \"J8\" says it");
    for (const std::string& beside : hit_beside(in, fire)) {
      if (side_at(in, beside) == fire.side) notes.push_back(shot.name + " hits its own men at " + beside + ", too (C1.51)");
    }
  }
}

// What stands where they are fired at.
void add_notes_on_buildings(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  std::set<HexNumber> hexes;
  for (const AssaultFire& fire : plan.fires) {
    const AssaultHex& hex = hex_at(plan, fire.target);
    if (!fire.he || !hexes.insert(plan.hex_of[index(fire.target)]).second) continue;
    if (hex.may_be_interior && !hex.interior && hex.levels > 0 && !fire.he->shot.hits_one_location())
      notes.push_back(hex.name + " has buildings on all six sides: interior = true if it is an Interior Building Hex (B23.32)");
    if (hex.lumberyard && plan.flames.can_be())
      notes.push_back("no EC DRM is on the Kindling DR of the lumberyard " + hex.name + " (B23.211)");
  }
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const AssaultFire& fire = plan.fires[i];
    const AssaultLocation& l = in.locations[index(fire.target)];
    if (fire.kind == AssaultFire::Kind::shell && l.terrain && can_be_rubbled(*l.terrain))
      notes.push_back(in.shots[i].name + " brings nothing down: the terrain of " + l.name + " is its TEM; building and levels make it one");
  }
}

// Who advances.
void add_notes_on_advances(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < in.shots.size(); ++i) {
    if (!in.shots[i].advance) continue;
    const std::string& target = in.shots[i].target;
    if (in.locations[index(plan.fires[i].target)].fortified)
      notes.push_back("nobody advances into " + target +
                      " while an unpinned squad in Good Order is in it, unless HE has breached it (B23.922, B23.9221)");
    if (plan.ambushes[index(plan.fires[i].party)] && in.shots[i].ambush_drm.empty())
      notes.push_back("no drm is on the Ambush dr at " + target + " (A11.4); ambush_drm = \"A,D\" has that of each side");
    notes.push_back("who has advanced into " + target + " stays there, without MG, and fires no more");
  }
}

// Who moves.
void add_notes_on_moves(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  if (in.moves.empty()) return;
  notes.emplace_back(
      "who moves together stays together: nobody goes on while one of them is broken or pinned; each move may be a stack of its own");
  notes.emplace_back(
      "who is fired at while he moves is fired at as soon as he is seen, by First Fire only (A8.1), unless may_hold is true");
  for (const AssaultPlan::Move& move : plan.moves) {
    const AssaultMove& typed = in.moves[index(static_cast<int>(&move - plan.moves.data()))];
    if (!plan.forces.weapons[index(move.by)].empty() && !typed.mf)
      notes.push_back("what " + typed.name + " carries costs no MF here (A4.42); mf = 3 says what is left");
  }
  for (std::size_t i = 0; i < in.shots.size(); ++i) {
    const AssaultShot& shot = in.shots[i];
    if (plan.fires[i].kind != AssaultFire::Kind::at_move || shot.part != AssaultShot::Part::none) continue;
    bool is_fired = false;
    for (std::size_t k = 0; k < in.shots.size(); ++k)
      is_fired |= in.shots[k].part == AssaultShot::Part::first_fire && in.shots[k].name == shot.name &&
                  plan.fires[k].kind != AssaultFire::Kind::at_move;
    if (!is_fired)
      notes.push_back(shot.name + " never fires at " + shot.target + ": it is too far, not seen, or the path has no range, as in K7/" +
                      (shot.by.empty() ? "J8" : shot.by) + "=3");
  }
}

// What is fortified above what is not.
void add_notes_on_fortifications(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (const HexNumber number : plan.hexes.numbers()) {
    const AssaultHex& hex = plan.hexes[number];
    for (int level = hex.marketplace ? 2 : 1; level <= hex.levels; ++level) {
      const int above = hex.location_at[index(level)], below = hex.location_at[index(level - 1)];
      if (above != no_location && below != no_location && in.locations[index(above)].fortified && !in.locations[index(below)].fortified)
        notes.push_back(in.locations[index(above)].name + " is fortified and " + in.locations[index(below)].name +
                        " is not: Improvements are from the ground up (B23.912)");
    }
  }
}

// Whom an AFV's entry and a Thrown DC would reach besides.
void add_notes_on_who_is_left_out(const AssaultInputs& in, const AssaultPlan& plan, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const std::string& name = in.shots[i].name;
    if (plan.fires[i].enters_hut) notes.push_back("the Collapse PTC of " + name + "'s crew is not made; boxcars hut --cause afv (G5.5)");
    if (in.shots[i].ammo == Ammo::thrown_dc)
      notes.push_back("at the Location from which " + name + " is thrown it attacks nobody here (A23.6)");
  }
}

std::vector<std::string> notes_of(const AssaultInputs& in, const AssaultPlan& plan) {
  std::vector<std::string> notes;
  if (!in.map.file.empty()) notes.insert(notes.end(), in.map.notes.begin(), in.map.notes.end());
  notes.insert(notes.end(), plan.notes.begin(), plan.notes.end());
  if (std::string never = why_never_won(in, plan); !never.empty()) notes.push_back(std::move(never));
  notes.emplace_back("turn won is 0 where the attacker does not win");
  add_notes_on_rally(in, plan, notes);
  for (const auto* units : {&in.defenders, &in.attackers}) {
    for (const AssaultUnit& unit : *units) {
      if (unit.from_turn.value_or(1) > plan.turns) notes.push_back(unit.unit + " of " + unit.location + " comes too late to be seen");
    }
  }
  for (const auto add : {add_notes_on_to_hit, add_notes_on_targets, add_notes_on_blasts, add_notes_on_buildings, add_notes_on_advances,
                         add_notes_on_moves, add_notes_on_fortifications, add_notes_on_who_is_left_out})
    add(in, plan, notes);
  if (plan.flames.can_be()) notes.emplace_back("who is in a Blaze leaves the position: he holds it no more, but is not eliminated");
  for (const Side side : {Side::defender, Side::attacker}) {
    for (auto& note : notes_on(plan.forces.units[side].entries)) {  // how a unit begins is not how it stays: pins end, the broken rally
      if (note.find("from the start") == std::string::npos) notes.push_back(std::move(note));
    }
  }
  std::vector<std::string> once;  // what is said of a shot may be so of each of its targets
  for (std::string& note : notes) {
    if (std::find(once.begin(), once.end(), note) == once.end()) once.push_back(std::move(note));
  }
  return once;
}

// "who is broken at J7 routs out of the position, after a NMC".
std::vector<std::string> rout_in_words(const AssaultInputs& in) {
  std::vector<std::string> lines;
  for (const AssaultLocation& location : in.locations) {
    if (!location.rout) continue;
    const bool stays = location.rout == GarrisonCall::Rout::eliminated;
    lines.push_back("who is broken at " + location.name + " at the end of a turn " +
                    (stays ? "is eliminated, as he cannot rout" : "routs out of the position") +
                    (location.rout == GarrisonCall::Rout::interdicted ? ", after a NMC by Interdiction" : ""));
  }
  return lines;
}

// "rush moves from K5 by K6 (1 MF), K7 (2 MF), with 4 MF a turn".
std::string move_in_words(const AssaultInputs& in, const AssaultPlan& plan, int number) {
  const AssaultMove& move = in.moves[index(number)];
  std::string words = move.name + " moves from " + move.by + " by ";
  bool any = false;
  for (const AssaultFire& fire : plan.fires) {
    if (fire.kind != AssaultFire::Kind::march || fire.move != number) continue;
    words += (any ? ", " : "") + in.locations[index(fire.target)].name + " (" + mf_in_words(fire.halves) + " MF)";
    any = true;
  }
  return words + ", with " + (move.mf ? "" : "at most ") + mf_in_words(plan.moves[index(number)].most_halves) + " MF a turn" +
         (move.assault_movement ? ", by Assault Movement" : "");
}

std::vector<std::string> summary_of(const AssaultInputs& in, const AssaultPlan& plan) {
  std::vector<std::string> lines;
  if (std::string never = why_never_won(in, plan); !never.empty()) lines.push_back(std::move(never));
  const auto shots = std::count_if(in.shots.begin(), in.shots.end(),
                                   [](const AssaultShot& shot) { return shot.alternative == 0 && shot.part == AssaultShot::Part::none; });
  const std::string turns = plan.player_turns == 1 ? " turn" : " Game Turn";
  std::string first =
      std::to_string(plan.turns) + turns + (plan.turns == 1 ? " of " : "s of ") + std::to_string(shots) + (shots == 1 ? " shot" : " shots");
  if (!in.moves.empty()) first += " and " + std::to_string(in.moves.size()) + (in.moves.size() == 1 ? " move" : " moves");
  if (in.rally_drm) first += ", with Rally";
  if (plan.player_turns > 1) first += ", the attacker's Player Turn first";
  lines.push_back(std::move(first));
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const AssaultFire& fire = plan.fires[i];
    if (fire.is_blast || fire.is_residual || fire.kind == AssaultFire::Kind::at_move) continue;
    if (fire.kind == AssaultFire::Kind::rout) {
      for (std::string& line : rout_in_words(in)) lines.push_back(std::move(line));
      continue;
    }
    if (fire.kind == AssaultFire::Kind::march) {
      if (in.shots[i].step == 0) lines.push_back(move_in_words(in, plan, in.shots[i].move));
      continue;
    }
    if (fire.kind == AssaultFire::Kind::entry) {
      const std::string drives = in.shots[i].name + " drives into " + in.shots[i].target;
      const bool stands = !(plan.collapsed >> fire.target & 1U);
      lines.push_back(drives + (fire.enters_hut ? std::string(stands ? ", which collapses" : "") + ", with no Bog Check"
                                                : ": Bog Check DRM " + with_sign(fire.entry.drm)));
      continue;
    }
    if (fire.kind == AssaultFire::Kind::advance) {
      lines.push_back(in.shots[i].name + " advances from " + in.shots[i].by + " into " + in.shots[i].target + ": " +
                      odds_of_advance(plan, fire) + ", at full strength");
      continue;
    }
    if (fire.kind == AssaultFire::Kind::at_vehicle) {
      lines.push_back(in.shots[i].name + " at " + in.shots[i].target + ": " + shot_at_vehicle_in_words(fire));
      continue;
    }
    if (fire.kind == AssaultFire::Kind::smoke) {
      lines.push_back(called(in.shots[i]) + " lays SMOKE in " + hex_at(plan, fire.target).name + ": " + with_sign(fire.smoke) +
                      " on fire at it and from it" + (fire.aim.to_hit ? ", " + needed_in_words(*fire.aim.to_hit) : ""));
      continue;
    }
    if (fire.aim.without_dr) {
      lines.push_back(in.shots[i].name + " at " + in.shots[i].target + ": a NMC of all, DRM " + with_sign(fire.aim.without_dr->number));
      continue;
    }
    const IftAttack& attack = fire.musters ? fire.at_first : fire.aim.attack;
    const int column = fire.he ? fire.he->shot.column : attack.column;
    const std::string from = fire.by == no_location ? "" : " from " + in.shots[i].by;
    const std::string whom = fire.move < 0 ? "" : in.moves[index(fire.move)].name + " in ";
    std::string line = in.shots[i].name;
    line += from;
    line += " at ";
    line += whom;
    line += in.shots[i].target + ": the " + column_head(column) + " column";
    if (!fire.he) line += ", DRM " + with_sign(attack.drm);
    if (const auto beside = hit_beside(in, fire); !beside.empty())
      line += "; each hex beside it by a DR of its own: " + with_between(beside, ", ");
    if (fire.musters) line += ", at full strength";
    if (fire.more_acquired > 0) line += ", which it acquires";
    const auto& to_hit = fire.he ? fire.he->shot.to_hit : fire.aim.to_hit;
    if (to_hit && in.shots[i].range) line += ", " + needed_in_words(*to_hit);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string what_is_played(const AssaultInputs& in) {
  std::string words = in.attackers.empty() ? "played: the attacker's fire" : "played: the fire of both sides";
  if (in.rally_drm) words += ", Rally";
  words += ", rubble";
  const bool advances = std::any_of(in.shots.begin(), in.shots.end(), [](const AssaultShot& shot) { return shot.advance; });
  if (advances) words += ", Close Combat of who advances";
  if (in.fires_drm) words += ", fires";
  if (std::any_of(in.shots.begin(), in.shots.end(), has_choice)) words += ", the best choices";
  if (!in.moves.empty()) words += ", the moves of the file";
  const bool routs = std::any_of(in.locations.begin(), in.locations.end(), [](const AssaultLocation& l) { return l.rout.has_value(); });
  if (routs) words += ", rout";
  std::vector<std::string> left_out;
  if (in.attackers.empty()) left_out.emplace_back("fire at the attacker");
  if (in.moves.empty()) left_out.emplace_back("movement");
  if (!routs) left_out.emplace_back("rout");
  if (!in.map.map.raster) left_out.emplace_back("LOS");
  if (!advances) left_out.emplace_back("Close Combat");
  return words + (left_out.empty() ? "" : "; not: " + with_between(left_out, ", "));
}

std::string why_never_won(const AssaultInputs& inputs) {
  const AssaultInputs in = one_target_each(inputs);
  return why_never_won(in, assault_plan(in));
}

Description description_of(const AssaultInputs& in, const AssaultPlan& plan) {
  Description description{
      .inputs = inputs_of(assault_questionnaire(), as_told(in, plan)), .notes = notes_of(in, plan), .summary = summary_of(in, plan)};
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    for (const Modifier& m : plan.fires[i].modifiers)
      description.modifiers.push_back({m.amount, called(in.shots[i]) + ": " + m.reason, m.rule});
  }
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    for (const std::string& line : plan.fires[i].worked_out) description.worked_out.push_back(called(in.shots[i]) + ": " + line);
  }
  description.modifiers_of = ModifiersOf::several_rolls;
  description.headline.push_back({"the attacker wins", "attacker wins"});
  if (in.goal.good_order == 0 && in.attackers.empty())  // who wins so leaves nobody who is pinned, and turns end pins
    description.untold = pins_of(plan.forces.units[Side::defender].entries);
  return description;
}

}  // namespace boxcars::model
