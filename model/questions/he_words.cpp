#include "model/questions/he_words.hpp"

#include <algorithm>

#include "model/core/numbers.hpp"
#include "model/questions/he_sheet.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {
namespace {

// As it is typed.
std::string location_name(const Building& building, int location) {
  return location == building.rooftop_location() ? "rooftop" : std::to_string(location);
}

bool takes_to_hit_dr(const HeInputs& in) { return !is_dc(in.ammo) && !is_oba(in.fire); }

std::vector<std::string> occupants_as_read(const HeInputs& in, const HeSituation& situation) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < in.occupants.size(); ++i) {
    const std::string& word = in.occupants[i];
    const std::string level = location_name(situation.building, situation.location_of[i]) + "=";
    words.push_back(word.starts_with(level) ? word : level + word);
  }
  return words;
}

std::vector<std::string> los_as_read(const HeInputs& in, const HeSituation& situation) {
  std::vector<std::string> words;
  for (int location = 0; location <= situation.building.rooftop_location() && !in.los.empty(); ++location) {
    if (situation.shot.los[index(location)]) words.push_back(location_name(situation.building, location));
  }
  return words;
}

// The inputs that equal questions have: everything by its name, and nothing that goes without saying.
HeInputs as_read(HeInputs in, const HeSituation& situation) {
  in.occupants = occupants_as_read(in, situation);
  in.los = los_as_read(in, situation);
  in.level = location_name(situation.building, situation.shot.target);
  in.rooftop = situation.building.rooftop;
  in.aim.cases = cases_as_read(in.aim.cases);
  if (in.th_number && in.th_number == default_th_number(in, situation)) in.th_number.reset();
  return in;
}

// Whether the first shot attacks a Location.
bool is_attacked(const HeSituation& situation, int location) {
  return is_hit(situation, location, situation.building.levels + 1, Effect::attack);
}

using Notes = std::vector<std::string>;

// Why it never makes rubble.
void append_no_rubble(const HeSituation& situation, Notes& notes) {
  if (!situation.shot.can_rubble) {
    notes.emplace_back("HE below 70mm never makes rubble (B24.11)");
  } else if (!makes_rubble(situation)) {
    const bool spared = is_target_spared(situation);
    notes.push_back(spared && situation.building.marketplace ? "the open ground level cannot be rubbled (B23.73)"
                    : spared                                 ? "nothing that can be rubbled is fired at (B23.86)"
                    : kia_number(situation, 2) == 0
                        ? "no KIA on this column, so no rubble (B24.11)"
                        : "a 1KIA at most, and +1 on the rubble dr for stone: this never makes rubble (B24.11)");
  }
}

void append_to_hit(const HeInputs& in, const HeShot& shot, Notes& notes) {
  if (!shot.to_hit && takes_to_hit_dr(in)) notes.emplace_back("every shot is taken to hit; --to-hit N asks for its To Hit DR");
  if (shot.to_hit && always_hits(*shot.to_hit))
    notes.push_back((in.to_hit ? "--to-hit " + std::to_string(*in.to_hit) + ": " : "") + "every shot hits, as no DR is higher");
  if (in.to_hit && !in.th_number && shot.to_hit->critical_hits == CriticalHits::infantry)
    notes.push_back(in_words(*shot.to_hit) + "; --th-number N says otherwise");
}

// Acquisition is counted only where it is asked for: the Gun may have fired at something else between.
void append_acquisition(const HeInputs& in, const HeSituation& situation, Notes& notes) {
  const HeShot& shot = situation.shot;
  if (!shot.to_hit || !has_caliber(in.ammo)) return;
  const bool may_acquire = !shots_typed(in).acquire && acquired_before(in.aim) < most_acquired;
  const bool is_several = !situation.most_shots || *situation.most_shots > 1 || shot.rate_of_fire > 0;
  const bool matters = !always_hits(*shot.to_hit) || shot.to_hit->critical_hits == CriticalHits::infantry;
  if (may_acquire && is_several && matters)
    notes.push_back("no shot acquires for the next (C6.5); --shots " +
                    (situation.most_shots ? std::to_string(*situation.most_shots) : "until") + ",acquire counts it");
}

// Who is attacked, and how.
void append_attacked(const HeInputs& in, const HeSituation& situation, Notes& notes) {
  const HeShot& shot = situation.shot;
  for (int location = 0; location <= situation.building.rooftop_location(); ++location) {
    if (const std::string units = units_at(situation, location); !units.empty() && !is_attacked(situation, location)) {
      notes.push_back(std::string(place_name(situation.building, location)) + " is not fired at: only rubble can hit " + units +
                      (shot.hits_one_location() ? "; --level " + location_name(situation.building, location) + " fires at it" : ""));
    }
  }
  if (in.concealed) {
    notes.push_back("concealed men are attacked on the " + column_head(shot.column_at_units) + " column, not for rubble (A23.1)");
  }
  if (in.aim.range && in.drm != 0 && !situation.units.empty()) notes.emplace_back(drm_is_of_effects);
  if (in.drm != 0 && situation.units.empty() && !can_breach(situation) && !shot.final_kia_rubbles)
    notes.emplace_back("--drm has no effect: nobody is attacked");
  if (const FallScene& fall = situation.fall; std::find(fall.own.begin(), fall.own.end(), fall.hex) != fall.own.end()) {
    notes.push_back("of own men in " + (fall.map ? fall.map->name(fall.hex) : to_string(fall.hex)) +
                    " itself only those count on whom rubble falls back; the others are --occupant");
  }
  if (situation.building.factory && situation.fortified && is_indirect(shot.fire))
    notes.emplace_back("a fortified Factory has nothing more against Indirect Fire (B23.741)");
  if (in.ammo == Ammo::thrown_dc)
    notes.emplace_back("its thrower's own Location is attacked, too: boxcars attack 30 --drm 3 --cowering none (A23.6)");
}

// What this fire makes of the options about it.
void append_options(const HeInputs& in, const HeSituation& situation, Notes& notes) {
  const HeShot& shot = situation.shot;
  if (situation.edition == Edition::v1 && !situation.building.rooftop)
    notes.emplace_back("--edition has no effect: the editions differ in fire at the rooftop only (B23.86)");
  if (situation.edition == Edition::v1 && situation.building.rooftop)
    notes.emplace_back("first edition: fire at the rooftop rubbles nothing (B23.86)");
  if (shot.is_gunfire && !shot.tem_counts && !situation.units.empty()) {
    notes.emplace_back("direct HE fire: the TEM is on the To Hit DR, not on the IFT DR (C6.8)");
  }
  if (shot.hits_one_location() && situation.interior) notes.emplace_back("--interior has no effect on direct fire (B23.32)");
  if (!shot.hits_one_location() && !in.level.empty()) {
    notes.emplace_back("--level has no effect: this fire is at the whole hex, the level that may fall comes by Random Selection (B24.11)");
  }
  if (situation.building.lumberyard && in.ec == 0 && kia_number(situation, 2) > 0)
    notes.emplace_back("a lumberyard's Kindling DR has the EC DRM (B23.211): --ec; none is taken");
}

void append_map(const HeInputs& in, const HeSituation& situation, Notes& notes) {
  if (!situation.fall.map) return;
  const Hex hex = situation.fall.hex;
  if (!in.interior && !situation.shot.hits_one_location() && situation.building.levels > 0 && may_be_interior(*situation.fall.map, hex))
    notes.push_back(situation.fall.map->name(hex) +
                    " has buildings on all six sides: --interior if it is an Interior Building Hex (B23.32)");
  notes.insert(notes.end(), in.map.notes.begin(), in.map.notes.end());
  const MapHex there = changed_map(in.map).at(hex);
  const bool other =
      (in.factory && !there.factory) || (in.building && there.building != in.building) || (in.levels && there.levels != *in.levels);
  if (other) {
    notes.push_back(situation.fall.map->name(hex) + " is taken as a " +
                    building_in_words(situation.building.construction, situation.building.levels, situation.building.factory) +
                    ", as given, not as on the map");
  }
}

Notes notes_of(const HeInputs& in, const HeSituation& situation) {
  Notes notes;
  append_no_rubble(situation, notes);
  append_to_hit(in, situation.shot, notes);
  append_acquisition(in, situation, notes);
  append_attacked(in, situation, notes);
  append_options(in, situation, notes);
  append_map(in, situation, notes);
  for (auto& note : notes_on(situation.units)) notes.push_back(std::move(note));
  return notes;
}

// "the 8 column (20 FP, halved)".
std::string column_in_words(const HeInputs& in, const HeShot& shot) {
  std::string text = "the " + column_head(shot.column) + " column" + (in.iift ? " of the IIFT" : "");
  const std::string full = without_zeros(firepower_of(in)) + " FP";
  if (in.fire == Fire::area || in.fire == Fire::mortar) text += " (" + full + ", halved)";
  if (in.fire == Fire::harassing) text += " (a third of " + full + ")";
  if (in.fire == Fire::barrage) text += " (one left of " + full + ")";
  if (in.ammo == Ammo::heat) text += " (one left of the HE)";
  return text;
}

// "150mm HE, direct", "a Panzerfaust".
std::string ammo_in_words(const HeInputs& in) {
  switch (in.ammo) {
    case Ammo::he:
      return std::to_string(*in.caliber) + "mm HE, " + std::string(name_of(in.fire, fire_choices));
    case Ammo::heat:
      return std::to_string(*in.caliber) + "mm HEAT";
    case Ammo::dc:
      return "a Demolition Charge";
    case Ammo::thrown_dc:
      return "a Thrown Demolition Charge";
    case Ammo::set_dc:
      return "a Set Demolition Charge";
    case Ammo::baz:
      return "a bazooka or PIAT";
    case Ammo::psk:
      return "a Panzerschreck";
    case Ammo::pf:
      return "a Panzerfaust";
  }
  return "";
}

// "150mm HE, direct, at level 1 of a stone building ...: the 30 column".
std::string shot_in_words(const HeInputs& in, const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  const Building& building = situation.building;
  std::string text = ammo_in_words(in) + (shot.hits_one_location() ? ", at " : ", on the whole hex of ");
  if (shot.hits_one_location() && building.levels > 0) text += std::string(place_name(building, shot.target)) + " of ";
  if (situation.fall.map) text += situation.fall.map->name(situation.fall.hex) + ", ";
  text += "a " + std::string(is_all_fortified(situation) ? "fortified " : "") +
          building_in_words(building.construction, building.levels, building.factory);
  if (situation.fortified && !is_all_fortified(situation)) text += ", fortified to level " + std::to_string(situation.fortified_to);
  text += ": ";
  return text + column_in_words(in, shot);
}

// By which throws it makes rubble, if it can.
std::string rubble_in_words(const HeSituation& situation) {
  int highest = 2;
  while (highest < 12 && kia_number(situation, highest + 1) >= least_rubbling_kia(situation)) ++highest;
  const std::string then =
      std::string(", then dr") + (rubble_drm(situation.building.construction) ? " +1 (stone)" : "") + " at most the KIA number";
  return "rubble: " +
         std::string(highest == 12  ? "any Original DR"
                     : highest == 2 ? "an Original DR of 2"
                                    : "Original DR 2 to " + std::to_string(highest)) +
         (situation.shot.final_kia_rubbles ? ", a Final KIA" : then);
}

// "the ground level: 1:4-4-7; level 1: 2:8-1".
std::string places_in_words(const HeSituation& situation) {
  std::string places;
  for (int location = 0; location <= situation.building.rooftop_location(); ++location) {
    if (const std::string units = units_at(situation, location); !units.empty())
      places += (places.empty() ? "" : "; ") + std::string(place_name(situation.building, location)) + ": " + units;
  }
  return places;
}

// With "; once acquired an Original DR of 7 or less; again on a colored dr of 2 or less".
std::string to_hit_of_shots(const HeInputs& in, const HeShot& shot) {
  std::string text =
      in.aim.range ? needed_in_words(*shot.to_hit) : "To Hit: " + original_to(shot.to_hit->needed) + ", TEM and every other DRM in it";
  if (shot.more_acquired > 0) text += "; once acquired " + original_to(shot.to_hit->needed + shot.more_acquired);
  if (shot.rate_of_fire > 0)
    text += "; again on a colored dr of " + std::to_string(shot.rate_of_fire) + (shot.rate_of_fire > 1 ? " or less" : "");
  return text;
}

std::vector<std::string> summary_of(const HeInputs& in, const HeSituation& situation) {
  std::vector<std::string> lines{shot_in_words(in, situation)};
  if (situation.shot.to_hit && (in.aim.range || !always_hits(*situation.shot.to_hit))) lines.push_back(to_hit_of_shots(in, situation.shot));
  if (makes_rubble(situation)) lines.push_back(rubble_in_words(situation));
  if (is_dc(in.ammo))
    lines.push_back("malfunctions on " + original_from(situation.shot.malfunctions_from) +
                    (in.enemy_units > 0 ? ": +1 for each enemy unit there (A23.2, A23.7)" : " (A23.2)"));
  if (situation.units.size() > 1) lines.push_back(places_in_words(situation));
  if (situation.units.size() > 1 && situation.shot.hits_one_unit) lines.emplace_back("it hits one of them, by Random Selection (C13)");
  if (!situation.most_shots)
    lines.push_back(situation.shot.hits_one_location() ? "shots until that level is rubble" : "shots until the whole hex is rubble");
  else if (*situation.most_shots > 1)
    lines.push_back(std::to_string(*situation.most_shots) + " shots" +
                    (situation.shot.rate_of_fire > 0 ? ", each with those that its rate of fire gives besides" : ""));
  if (const auto& own = situation.fall.own_directions; !own.empty()) {
    std::vector<std::string> directions;
    for (const int direction : own) directions.push_back(std::to_string(direction));
    lines.push_back("your own men: in the hex in direction " + listed(directions));
  }
  return lines;
}

}  // namespace

Description description_of(const HeInputs& in, const HeSituation& situation) {
  Description description{.inputs = inputs_of(he_questionnaire(), as_read(in, situation)),
                          .modifiers = situation.sheet.modifiers(),
                          .notes = notes_of(in, situation),
                          .summary = summary_of(in, situation)};
  description.modifiers_of = ModifiersOf::several_rolls;
  if (!situation.shot.to_hit) description.untold.emplace_back("hit");
  if (in.aim.range) description.figures = figures_of(*situation.shot.to_hit);
  if (!can_breach(situation)) description.untold.emplace_back("breached");
  for (auto& event : untold_of(situation.units)) description.untold.push_back(std::move(event));
  if (!situation.most_shots) {  // that it ends in rubble goes without saying
    description.headline.push_back({"half the time rubble by shot", "shots fired", HeadlinePart::Tells::median});
  } else {
    if (situation.shot.to_hit) description.headline.insert(description.headline.end(), {{"hits", "hit"}, {"critically", "critical hit"}});
    if (!situation.units.empty()) {
      for (auto& part : headline_of(situation.units)) description.headline.push_back(std::move(part));
    }
    description.headline.push_back({"makes rubble", "rubble"});
  }
  if (situation.building.levels > 0) description.headline.push_back({"rubble falls", "rubble falls"});
  description.headline.push_back({"buries your own men", "own men buried"});
  return description;
}

}  // namespace boxcars::model
