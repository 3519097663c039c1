#include "model/he_inputs.hpp"

#include <algorithm>
#include <charconv>

#include "model/bad_input.hpp"
#include "model/falling_rubble.hpp"
#include "model/fates.hpp"
#include "model/ift.hpp"
#include "model/occupants.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int most_shots = 1000;
constexpr int most_drm = 30;
constexpr int smallest_rubbling_caliber = 70;  // B24.11

std::string option_with(std::string_view option, std::string_view value) { return "--" + std::string(option) + " " + std::string(value); }
std::string with_ammo(Ammo ammo) { return option_with("ammo", name_of(ammo, ammo_choices)); }
std::string with_fire(Fire fire) { return option_with("fire", name_of(fire, fire_choices)); }

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// As it is typed.
std::string location_name(const Building& building, int location) {
  return location == building.rooftop_location() ? "rooftop" : std::to_string(location);
}

// "2" or "rooftop" as a Location of the building.
int parse_location(std::string_view option, std::string_view text, const Building& building) {
  if (text == "rooftop") {
    if (building.levels == 0) {
      throw BadInput("--" + std::string(option) + " rooftop of a single story house (nobody can be on it, B23.8); give another level");
    }
    return building.rooftop_location();
  }
  const auto level = whole_number(text);
  if (!level || *level < 0 || *level > building.levels) {
    throw BadInput("--" + std::string(option) + " " + shown(text) + " is no level of the building (it has " +
                   (building.levels == 0 ? "the ground level 0 only" : "0, the ground, to " + std::to_string(building.levels)) +
                   "); give one of them" + (building.levels > 0 ? ", or rooftop" : ""));
  }
  return *level;
}

bool takes_to_hit_dr(const HeInputs& in) { return in.ammo != Ammo::dc && !is_oba(in.fire); }

// What the rules forbid, with the rule.
void require_lawful(const HeInputs& in) {
  const auto forbid = [](bool both, const std::string& one, const std::string& other, const char* why) {
    if (both) throw BadInput(one + " with " + other + " (" + why + "); leave one out");
  };
  if (has_caliber(in.ammo) && !in.caliber) {
    throw BadInput("no calibre given (HE of how many mm?); give it first: boxcars he 150 stone 2");
  }
  if (in.caliber) {
    forbid(!has_caliber(in.ammo), "--caliber", with_ammo(in.ammo), "its Firepower is fixed, C13, A23");
    require_range("--caliber", *in.caliber, 20, 800, "HE begins at 20mm, C.7, and no shell is larger");
  }
  forbid(in.ammo != Ammo::he && in.fire != Fire::direct, with_ammo(in.ammo), with_fire(in.fire), "only HE is fired so, C8.3, A23");
  if (in.to_hit) {
    forbid(is_oba(in.fire), "--to-hit", with_fire(in.fire), "OBA has no To Hit DR, C1.5");
    forbid(in.ammo == Ammo::dc, "--to-hit", "--ammo dc", "a DC has no To Hit DR, A23.3");
    require_range("--to-hit", *in.to_hit, -10, 20, "an Original DR that hits");
  }
  if (in.th_number) {
    if (!in.to_hit) throw BadInput("--th-number without --to-hit (it is what the To Hit DR is compared with, C3.3); give --to-hit too");
    require_range("--th-number", *in.th_number, -10, 30, "Modified To Hit numbers");
  }
  if (!in.shots.empty()) forbid(is_oba(in.fire), "--shots", with_fire(in.fire), "OBA attacks once a phase, C1.5");
  forbid(in.concealed && in.ammo != Ammo::dc, "--concealed", in.ammo == Ammo::he ? with_fire(in.fire) : with_ammo(in.ammo),
         "it is on the To Hit DR of a gun, C6.2, and nothing to OBA, C1.5; it halves a DC only, A23.1");
  forbid(in.non_elite && in.ammo != Ammo::dc, "--non-elite", with_ammo(in.ammo), "it is about a DC, A23.2");
  forbid(!in.los.empty() && in.fire != Fire::area, "--los", in.ammo == Ammo::he ? with_fire(in.fire) : with_ammo(in.ammo),
         "only the Area Target Type needs it, C3.33");
  require_range("--drm", in.drm, -most_drm, most_drm, "no DRM is that large");
  if (in.levels) require_range("--levels", *in.levels, 0, most_levels, "levels above the ground, B23.2");
  if (!in.hex.empty() && in.map.file.empty()) throw BadInput("--hex without a map (where is it?); give --map FILE too");
  if (!in.map.file.empty() && in.hex.empty()) throw BadInput("a map without --hex (which hex is fired at?); give it like --hex J8");
  if (!in.map.set.empty() && in.map.file.empty()) throw BadInput("--set without a map (what does it change?); give --map FILE too");
}

// Whether the rooftop is in play: asked for, or because something is there.
bool has_rooftop(const HeInputs& in) {
  const auto mentions = [](const std::vector<std::string>& words, std::string_view with) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return word.find(with) != std::string::npos; });
  };
  return in.rooftop || in.level == "rooftop" || mentions(in.los, "rooftop") || mentions(in.occupants, "rooftop=");
}

// The building: from the options, or from the map where those say nothing.
Building building_of(const HeInputs& in, const std::optional<MapHex>& hex) {
  Building building{.rooftop = has_rooftop(in)};
  const auto construction = in.building ? in.building : hex ? hex->building : std::nullopt;
  if (!construction) {
    if (hex && hex->hut) throw BadInput("--hex " + in.hex + " holds a hut (it collapses by rules of its own, G5); give a building's hex");
    if (hex) throw BadInput("--hex " + in.hex + " holds no building; give a building's hex, or --building and --levels");
    throw BadInput("no building given (wood or stone?); give it like boxcars he 150 stone 2");
  }
  building.construction = *construction;
  if (!in.levels && !(hex && hex->building)) {
    throw BadInput("no levels given (how many above ground? 0 is a single story house); give them like boxcars he 150 stone 2");
  }
  building.levels = in.levels ? *in.levels : hex->levels;
  if (building.rooftop && building.levels == 0) {
    throw BadInput("--rooftop of a single story house (nobody can be on it, B23.8); leave it out, or give more --levels");
  }
  return building;
}

int firepower_of(const HeInputs& in) {
  switch (in.ammo) {
    case Ammo::he:
      return column_firepower(*column_for_caliber(*in.caliber));
    case Ammo::heat:
      return column_firepower(*heat_column(*in.caliber));
    case Ammo::dc:
      return 30;  // A23
    case Ammo::baz:
      return 8;  // C8.31
    case Ammo::psk:
      return 12;
    case Ammo::pf:
      return 16;
  }
  return 0;
}

std::array<bool, most_levels + 2> los_of(const HeInputs& in, const Building& building) {
  std::array<bool, most_levels + 2> los{};
  if (in.los.empty()) los.fill(true);
  for (const std::string& word : in.los) {
    for (std::string_view rest = word;;) {
      const auto comma = rest.find(',');
      los[static_cast<std::size_t>(parse_location("los", rest.substr(0, comma), building))] = true;
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return los;
}

HeShot shot_of(const HeInputs& in, const Building& building) {
  HeShot shot{.fire = in.fire, .placed = in.ammo == Ammo::dc, .drm = in.drm};
  std::optional<int> column;
  if (in.ammo == Ammo::he) {
    column = he_column(*in.caliber, in.fire);
    shot.payload_drm = heavy_payload_drm(*in.caliber, in.fire);
  } else if (in.ammo == Ammo::heat) {
    column = heat_column(*in.caliber);
  } else {
    column = column_for_firepower(firepower_of(in));
  }
  if (!column) {
    throw BadInput("--caliber " + std::to_string(*in.caliber) + " with " + (in.ammo == Ammo::he ? with_fire(in.fire) : with_ammo(in.ammo)) +
                   " (less than 1 FP is left, " +
                   (in.ammo == Ammo::heat      ? "C8.31"
                    : in.fire == Fire::barrage ? "A7.371"
                                               : "C3.33") +
                   "); give a larger one");
  }
  shot.column = shot.column_at_units = *column;
  if (in.concealed) shot.column_at_units = *column_for_firepower(firepower_of(in) / 2.0);
  // C3.7: the full Firepower doubled; what it has above 36 FP is a DRM.
  const int doubled = 2 * firepower_of(in);
  shot.column_of_critical_hit = *column_for_firepower(doubled);
  shot.drm_of_critical_hit = -std::max(0, doubled - column_firepower(ift_columns - 1)) / 8;
  if (in.ammo == Ammo::he) shot.drm_of_critical_hit += heavy_payload_drm(*in.caliber, Fire::direct);
  shot.can_rubble = in.ammo != Ammo::he || *in.caliber >= smallest_rubbling_caliber;
  if (in.ammo == Ammo::dc) shot.malfunctions_from = in.non_elite ? 10 : 12;
  if (in.to_hit) {
    const bool by_gun_at_infantry = has_caliber(in.ammo) && in.fire == Fire::direct;
    shot.to_hit = ToHit{*in.to_hit, in.th_number.value_or(*in.to_hit), by_gun_at_infantry ? CriticalHits::infantry : CriticalHits::area};
  }
  shot.target = in.level.empty() ? 0 : parse_location("level", in.level, building);
  shot.los = los_of(in, building);
  return shot;
}

// "1=4-4-7", or a unit alone at the level of the one before it.
void read_occupants(const HeInputs& in, HeSituation& situation) {
  std::optional<int> location;
  for (const std::string& word : in.occupants) {
    const auto equals = word.find('=');
    const auto comma = word.find(',');
    const bool names_level = equals != std::string::npos && (comma == std::string::npos || equals < comma);
    if (names_level) location = parse_location("occupant", std::string_view(word).substr(0, equals), situation.building);
    if (!location) {
      throw BadInput("--occupant " + shown(word) + " says no level (where is it?); give it like --occupant 0=4-4-7, or rooftop=9-1");
    }
    situation.units.push_back(parse_unit(names_level ? std::string_view(word).substr(equals + 1) : word));
    situation.location_of.push_back(*location);
  }
}

bool is_until(const HeInputs& in) { return in.shots == "until"; }

int largest_kia(const HeShot& shot) { return kia_number(shot, 2); }

bool makes_rubble(const HeSituation& situation) {
  return situation.shot.can_rubble && largest_kia(situation.shot) >= 1 + rubble_drm(situation.building);
}

void read_shots(const HeInputs& in, HeSituation& situation) {
  if (in.shots.empty()) return;
  situation.counts_shots = true;
  if (!is_until(in)) {
    const auto shots = whole_number(in.shots);
    if (!shots || *shots < 1 || *shots > most_shots) {
      throw BadInput("--shots " + shown(in.shots) + " cannot be used (it is a number from 1 to " + std::to_string(most_shots) +
                     ", or until); give it like --shots 3");
    }
    situation.most_shots = shots;
    return;
  }
  situation.most_shots.reset();
  if (!makes_rubble(situation)) {
    throw BadInput("--shots until without end (this fire never makes rubble, B24.11); give a number of shots");
  }
  for (int level = 0; level <= (situation.interior ? situation.building.levels : 0); ++level) {
    if (situation.shot.los[static_cast<std::size_t>(level)]) continue;
    throw BadInput("--shots until without end (level " + std::to_string(level) +
                   " is not in --los, so the hex may never be rubbled whole); add it");
  }
}

void read_own(const HeInputs& in, HeSituation& situation) {
  if (situation.map) {
    situation.own = parse_own(*situation.map, in.own);
    return;
  }
  for (const std::string& direction : in.own) {
    const auto number = whole_number(direction);
    if (!number || *number < 1 || *number > 6) {
      throw BadInput(
          "--own " + shown(direction) +
          " is no direction (without a map they are 1, the hexside with the coordinate, then clockwise to 6); give it like --own 3, "
          "or --map and --hex");
    }
    situation.own_directions.push_back(*number);
  }
}

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
    if (situation.shot.los[static_cast<std::size_t>(location)]) words.push_back(location_name(situation.building, location));
  }
  return words;
}

Inputs inputs_of(const HeInputs& in, const HeSituation& situation) {
  Inputs inputs;
  const auto add_number = [&](const char* name, std::optional<int> value) {
    if (value) inputs.push_back({name, static_cast<double>(*value)});
  };
  const auto add_flag = [&](const char* name, bool set) {
    if (set) inputs.push_back({name, true});
  };
  const auto add_words = [&](const char* name, const std::vector<std::string>& words) {
    if (!words.empty()) inputs.push_back({name, words});
  };
  add_number("caliber", in.caliber);
  if (in.building) inputs.push_back({"building", std::string(name_of(*in.building, construction_choices))});
  add_number("levels", in.levels);
  if (const int target = situation.shot.target; target == situation.building.rooftop_location())
    inputs.push_back({"level", std::string("rooftop")});
  else if (target > 0)
    add_number("level", target);
  if (in.fire != Fire::direct) inputs.push_back({"fire", std::string(name_of(in.fire, fire_choices))});
  if (in.ammo != Ammo::he) inputs.push_back({"ammo", std::string(name_of(in.ammo, ammo_choices))});
  add_flag("interior", in.interior);
  add_flag("fortified", in.fortified);
  add_flag("rooftop", situation.building.rooftop);
  add_flag("concealed", in.concealed);
  add_flag("non_elite", in.non_elite);
  if (in.drm != 0) add_number("drm", in.drm);
  add_number("to_hit", in.to_hit);
  if (in.th_number != in.to_hit) add_number("th_number", in.th_number);
  if (is_until(in))
    inputs.push_back({"shots", in.shots});
  else if (situation.counts_shots)
    add_number("shots", situation.most_shots);
  add_words("los", los_as_read(in, situation));
  add_words("occupant", occupants_as_read(in, situation));
  if (situation.map) {
    append_inputs(inputs, in.map);
    inputs.push_back({"hex", to_string(situation.hex)});
  }
  std::vector<std::string> own;
  for (const Hex hex : situation.own) own.push_back(to_string(hex));
  add_words("own", own);
  if (!situation.own_directions.empty()) {
    inputs.push_back({"own", std::vector<double>(situation.own_directions.begin(), situation.own_directions.end())});
  }
  return inputs;
}

// Whether fire at the building as it stands attacks a Location (B23.32).
bool is_attacked(const HeSituation& situation, int location) {
  const HeShot& shot = situation.shot;
  if (shot.hits_one_location()) return location == shot.target;
  if (situation.interior && is_indirect(shot.fire)) return location >= situation.building.levels;
  return shot.fire != Fire::area || shot.los[static_cast<std::size_t>(location)];
}

Modifier tem_of(const HeSituation& situation) {
  return tem(situation.building.construction == Construction::stone ? Terrain::stone : Terrain::wood);
}

std::vector<Modifier> modifiers_of(const HeSituation& situation) {
  std::vector<Modifier> all;
  const HeShot& shot = situation.shot;
  const Building& building = situation.building;
  if (shot.can_rubble && building.construction == Construction::stone) all.push_back({+1, "stone building, rubble dr", "B24.11"});
  if (shot.payload_drm != 0) all.push_back({shot.payload_drm, "heavy payload", "C.7"});
  if (situation.units.empty()) return all;
  const auto occupied = [&](int location) {
    return std::find(situation.location_of.begin(), situation.location_of.end(), location) != situation.location_of.end();
  };
  bool in_building = false;  // attacked, and not on the rooftop
  for (int level = 0; level <= building.levels; ++level) in_building = in_building || (occupied(level) && is_attacked(situation, level));
  if (in_building) {
    const std::string roof = occupied(building.rooftop_location()) ? ", not on the rooftop" : "";
    if (shot.tem_counts()) {
      all.push_back({tem_of(situation).amount, tem_of(situation).reason + roof, tem_of(situation).rule});
      if (situation.fortified) all.push_back({+1, "fortified building" + roof, "B23.921"});
    }
    if (shot.to_hit || is_oba(shot.fire)) {
      all.push_back({-tem_of(situation).amount, tem_of(situation).reason + ", on a critical hit", "C3.7"});
      if (situation.fortified) all.push_back({-1, "fortified building, on a critical hit", "B23.921"});
    }
  }
  if (is_indirect(shot.fire)) {
    for (int level = 0; level < building.levels; ++level) {
      if (!occupied(level) || !is_attacked(situation, level)) continue;
      all.push_back({building.levels - level, "levels above level " + std::to_string(level), "B23.32"});
    }
  }
  if ((shot.to_hit || is_oba(shot.fire)) && shot.drm_of_critical_hit != 0) {
    all.push_back({shot.drm_of_critical_hit, "Firepower above 36, on a critical hit", "C3.7"});
  }
  if (shot.drm != 0) all.push_back({shot.drm, "other DRM, as given", "A7.3"});
  return all;
}

std::vector<std::string> notes_of(const HeInputs& in, const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  std::vector<std::string> notes;
  if (!shot.can_rubble) {
    notes.emplace_back("HE below 70mm never makes rubble (B24.11)");
  } else if (!makes_rubble(situation)) {
    notes.push_back(largest_kia(shot) == 0 ? "no KIA on this column, so no rubble (B24.11)"
                                           : "a 1KIA at most, and +1 on the rubble dr for stone: this never makes rubble (B24.11)");
  }
  if (!in.to_hit && takes_to_hit_dr(in)) notes.emplace_back("every shot is taken to hit; --to-hit N asks for its To Hit DR");
  for (int location = 0; location <= situation.building.rooftop_location(); ++location) {
    if (const std::string units = units_at(situation, location); !units.empty() && !is_attacked(situation, location)) {
      notes.push_back(std::string(place_name(situation.building, location)) + " is not fired at: only rubble can hit " + units +
                      (shot.hits_one_location() ? "; --level " + location_name(situation.building, location) + " fires at it" : ""));
    }
  }
  if (in.concealed) {
    notes.push_back("concealed men are attacked on the " + std::to_string(column_firepower(shot.column_at_units)) +
                    " column, not for rubble (A23.1)");
  }
  if (shot.drm != 0 && situation.units.empty()) notes.emplace_back("--drm has no effect: nobody is attacked");
  if (std::find(situation.own.begin(), situation.own.end(), situation.hex) != situation.own.end()) {
    notes.push_back("of own men in " + to_string(situation.hex) +
                    " itself only those count on whom rubble falls back; the others are --occupant");
  }
  if (!shot.tem_counts() && !situation.units.empty()) {
    notes.emplace_back("direct HE fire: the TEM is on the To Hit DR, not on the IFT DR (C6.8)");
  }
  if (shot.hits_one_location() && situation.interior) notes.emplace_back("--interior has no effect on direct fire (B23.32)");
  if (!shot.hits_one_location() && !in.level.empty()) {
    notes.emplace_back("--level has no effect: this fire is at the whole hex, the level that may fall comes by Random Selection (B24.11)");
  }
  if (situation.map) {
    const MapHex there = changed_map(in.map).at(situation.hex);
    const bool other = (in.building && there.building != in.building) || (in.levels && there.levels != *in.levels);
    if (other) {
      notes.push_back(to_string(situation.hex) + " is taken as a " +
                      building_in_words(situation.building.construction, situation.building.levels) + ", as given, not as on the map");
    }
  }
  for (auto& note : notes_on(situation.units)) notes.push_back(std::move(note));
  return notes;
}

// "the 8 column (20 FP, halved)".
std::string column_in_words(const HeInputs& in, const HeShot& shot) {
  std::string text = "the " + std::to_string(column_firepower(shot.column)) + " column";
  const std::string full = std::to_string(firepower_of(in)) + " FP";
  if (in.fire == Fire::area || in.fire == Fire::mortar) text += " (" + full + ", halved)";
  if (in.fire == Fire::harassing) text += " (a third of " + full + ")";
  if (in.fire == Fire::barrage) text += " (one left of " + full + ")";
  if (in.ammo == Ammo::heat) text += " (one left of the HE)";
  return text;
}

std::vector<std::string> summary_of(const HeInputs& in, const HeSituation& situation) {
  const HeShot& shot = situation.shot;
  const Building& building = situation.building;
  std::string first;
  switch (in.ammo) {
    case Ammo::he:
      first = std::to_string(*in.caliber) + "mm HE, " + std::string(name_of(in.fire, fire_choices));
      break;
    case Ammo::heat:
      first = std::to_string(*in.caliber) + "mm HEAT";
      break;
    case Ammo::dc:
      first = "a Demolition Charge";
      break;
    case Ammo::baz:
      first = "a bazooka or PIAT";
      break;
    case Ammo::psk:
      first = "a Panzerschreck";
      break;
    case Ammo::pf:
      first = "a Panzerfaust";
      break;
  }
  first += shot.hits_one_location() ? ", at " : ", on the whole hex of ";
  if (shot.hits_one_location() && building.levels > 0) first += std::string(place_name(building, shot.target)) + " of ";
  if (situation.map) first += to_string(situation.hex) + ", ";
  first += "a " + std::string(situation.fortified ? "fortified " : "") + building_in_words(building.construction, building.levels) + ": ";
  first += column_in_words(in, shot);
  std::vector<std::string> lines{first};
  if (makes_rubble(situation)) {
    int highest = 2;
    while (highest < 12 && kia_number(shot, highest + 1) > rubble_drm(building)) ++highest;
    lines.push_back("rubble: " +
                    std::string(highest == 12  ? "any Original DR"
                                : highest == 2 ? "an Original DR of 2"
                                               : "Original DR 2 to " + std::to_string(highest)) +
                    ", then dr" + (rubble_drm(building) ? " +1 (stone)" : "") + " at most the KIA number");
  }
  if (situation.units.size() > 1) {
    std::string places;
    for (int location = 0; location <= building.rooftop_location(); ++location) {
      if (const std::string units = units_at(situation, location); !units.empty())
        places += (places.empty() ? "" : "; ") + std::string(place_name(building, location)) + ": " + units;
    }
    lines.push_back(places);
  }
  if (is_until(in)) lines.push_back(shot.hits_one_location() ? "shots until that level is rubble" : "shots until the whole hex is rubble");
  return lines;
}

}  // namespace

std::string_view place_name(const Building& building, int location) {
  static constexpr std::array<std::string_view, most_levels + 1> levels{"the ground level", "level 1", "level 2", "level 3", "level 4"};
  return location == building.rooftop_location() ? "the rooftop" : levels[static_cast<std::size_t>(location)];
}

std::string units_at(const HeSituation& situation, int location) {
  std::string units;
  for (std::size_t i = 0; i < situation.units.size(); ++i) {
    if (situation.location_of[i] == location) units += (units.empty() ? "" : ", ") + label(situation.units, i);
  }
  return units;
}

int rubble_drm(const Building& building) { return building.construction == Construction::stone ? 1 : 0; }

int kia_number(const HeShot& shot, int original_dr) {
  const IftResult result = ift_result(shot.column, original_dr + shot.payload_drm);
  return result.kind == IftResult::Kind::KIA ? result.number : 0;
}

int tem_drm(const HeSituation& situation, int location) {
  if (location == situation.building.rooftop_location()) return 0;
  return tem_of(situation).amount + (situation.fortified ? 1 : 0);
}

HeSituation he_situation(const HeInputs& in) {
  require_lawful(in);
  HeSituation situation{.fortified = in.fortified, .interior = in.interior};
  std::optional<MapHex> there;
  if (!in.map.file.empty()) {
    situation.map = changed_map(in.map);
    situation.hex = parse_hex(*situation.map, "--hex", in.hex);
    there = situation.map->at(situation.hex);
  }
  situation.building = building_of(in, there);
  if (situation.map) {
    MapHex& hex = situation.map->hexes[situation.hex];
    hex.building = situation.building.construction;
    hex.levels = situation.building.levels;
  }
  situation.shot = shot_of(in, situation.building);
  read_occupants(in, situation);
  read_shots(in, situation);
  read_own(in, situation);
  return situation;
}

Question question_of(const HeInputs& in, const HeSituation& situation) {
  Question question{.inputs = inputs_of(in, situation),
                    .modifiers = modifiers_of(situation),
                    .notes = notes_of(in, situation),
                    .summary = summary_of(in, situation)};
  question.modifiers_of = ModifiersOf::several_rolls;
  if (!in.to_hit) question.untold.emplace_back("hit");
  if (situation.units.size() == 1 && !situation.units.front().count) {
    for (auto& twin : twins_of_a_single_unit()) question.untold.push_back(std::move(twin));
  }
  if (is_until(in)) {  // that it ends in rubble goes without saying
    question.headline.push_back({"half the time rubble by shot", "shots fired", HeadlinePart::Tells::median});
  } else {
    if (in.to_hit) question.headline.push_back({"hits", "hit"});
    if (!situation.units.empty()) {
      for (auto& part : headline_of(situation.units)) question.headline.push_back(std::move(part));
    }
    question.headline.push_back({"makes rubble", "rubble"});
  }
  if (situation.building.levels > 0) question.headline.push_back({"rubble falls", "rubble falls"});
  question.headline.push_back({"buries your own men", "own men buried"});
  return question;
}

}  // namespace boxcars::model
