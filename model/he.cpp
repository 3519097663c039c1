#include "model/he.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string_view>

#include "model/he_words.hpp"
#include "model/modifier.hpp"

namespace boxcars::model {
namespace {

enum Step : std::uint8_t {
  over,
  to_hit_dr,
  subsequent_dr,
  ift_dr,
  rubble_dr,
  kindling_dr,
  level_selection,
  whole_hex_dr,
  critical_selection,
  at_units,
  falling
};

// The events before those of falling rubble and of the occupants.
enum Event : int { hit, critical_hit, malfunctions, structural_damage, rubble, whole_hex_rubbled, flame, breached };
constexpr std::array<std::string_view, 8> first_events{"hit",    "critical hit",      "malfunctions", "structural damage",
                                                       "rubble", "whole hex rubbled", "flame",        "breached"};

constexpr int whole_hex_from = 6;     // dr + levels above, B24.11
constexpr int last_stages = 1 << 30;  // above those of all shots: a shot has less than 10,000, and there are most_shots at most, or laps
static_assert(most_levels + 2 <= Occupants::max_locations);

// "level 1: +3, Final 10 on the 30 column, 2MC".
std::string in_words(const IftAttack& attack, int original_dr, std::string_view place) {
  const int final_dr = original_dr + attack.drm;
  const std::string sum = attack.drm == 0 ? "" : with_sign(attack.drm) + ", Final " + std::to_string(final_dr) + " ";
  return std::string(place) + ": " + sum + "on the " + std::to_string(column_firepower(attack.column)) + " column, " +
         to_string(ift_result(attack.column, final_dr));
}

// The measures before those of falling rubble and of the occupants.
enum Measure : int { levels_rubbled, shots_fired };
std::vector<std::string> first_measures(const HeSituation& situation) {
  std::vector<std::string> names{"levels rubbled"};
  if (situation.counts_shots) names.emplace_back("shots fired");
  return names;
}

FallingRubble fall_of(const HeSituation& situation) {
  const int first_event = static_cast<int>(first_events.size());
  if (!situation.map) return {situation.own_directions, situation.afvs, first_event};
  HexMap map = *situation.map;  // with the building that was asked about
  map.hexes[situation.hex].building = situation.building.construction;
  map.hexes[situation.hex].levels = situation.building.levels;
  return {map, situation.hex, situation.own, situation.afvs, first_event, static_cast<int>(first_measures(situation).size())};
}

}  // namespace

He::He(const HeInputs& inputs)
    : situation_(he_situation(inputs)),
      fall_(fall_of(situation_)),
      occupants_(situation_.units, situation_.location_of, static_cast<int>(first_events.size() + fall_.event_names().size()),
                 static_cast<int>(first_measures(situation_).size() + fall_.measure_names().size())),
      measure_names_(first_measures(situation_)),
      question_(question_of(inputs, situation_)) {
  event_names_.assign(first_events.begin(), first_events.end());
  for (const auto* names : {&fall_.event_names(), &occupants_.event_names()}) {
    event_names_.insert(event_names_.end(), names->begin(), names->end());
  }
  for (auto& name : fall_.measure_names()) measure_names_.push_back(std::move(name));
  for (const auto& name : occupants_.measure_names()) measure_names_.push_back(name);
  append_notes_on_reach(question_.notes, fall_);
}

He::State He::start(Settled& settled) const {
  State s;
  s.occupants = occupants_.start();
  s.intact = s.stays = static_cast<std::uint8_t>(situation_.building.levels + 1);
  if (!situation_.shot.to_hit) settled.happened(hit);
  begin_shot(s);
  return s;
}

void He::begin_shot(State& s) const {
  if (situation_.most_shots) ++s.shots;
  s.step = situation_.shot.to_hit ? to_hit_dr : ift_dr;
}

Throw He::next_throw(const State& s) const {
  const auto name = [&](int location) { return place_name(situation_.building, location); };
  switch (s.step) {
    case to_hit_dr:
      return {Dice::DR, "To Hit DR", "C3.3", "", Reads::sum};
    case subsequent_dr:
      return {Dice::dr, "subsequent dr", "C3.7"};
    case ift_dr:
      return {Dice::DR, "IFT DR", "A7.3", "", Reads::sum};
    case rubble_dr:
      return {Dice::dr, "rubble dr", "B24.11"};
    case kindling_dr:
      return {Dice::DR, "Kindling DR", "B25.13", "", Reads::sum};
    case level_selection:
      return {Dice::dr, "Random Selection dr", "B24.11", name(s.selecting)};
    case whole_hex_dr:
      return {Dice::dr, "whole hex dr", "B24.11"};
    case critical_selection:
      return {Dice::dr, "Random Selection dr", "C3.7", name(s.selecting)};
    case at_units:
      return occupants_.next_throw(s.occupants);
    case falling:
      return fall_.next_throw(s.fall);
    default:
      return {};
  }
}

He::State He::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  switch (s.step) {
    case to_hit_dr:
      take_hit(s, to_hit_result(*situation_.shot.to_hit, roll.sum()), settled);
      break;
    case subsequent_dr:
      take_hit(s, result_after_dr(*situation_.shot.to_hit, roll.colored), settled);
      break;
    case ift_dr:
      take_attack(s, roll.sum(), settled);
      break;
    case rubble_dr: {
      const int drm = rubble_drm(situation_.building.construction);
      const int kia = kia_number(situation_.shot, s.original_dr);
      const bool rubble = roll.colored + drm <= kia;
      settled.tell([&] {
        const std::string sum = drm != 0 ? with_sign(drm) + " stone = " + std::to_string(roll.colored + drm) + " " : "";
        return sum + "against a " + std::to_string(kia) + "KIA, " + (rubble ? "rubble" : "no rubble");
      });
      if (rubble)
        choose_level(s, settled);
      else
        kindle(s, settled);
      break;
    }
    case kindling_dr: {
      const bool burns = roll.sum() >= kindled_from(situation_);
      settled.tell([&] { return burns ? "a Flame" : "no Flame"; });
      if (burns) happens(s, flame, settled);
      choose_critical(s, settled);
      break;
    }
    case level_selection:
      if (select(s, roll.colored)) rubble_level(s, settled);
      break;
    case whole_hex_dr: {
      const int above = s.intact - 1 - s.stays;
      const bool whole = roll.colored + above >= whole_hex_from;
      if (whole) s.stays = 0;
      settled.tell([&] {
        const std::string sum = above > 0 ? with_sign(above) + " levels above = " + std::to_string(roll.colored + above) + ": " : "";
        return sum + (whole ? "the whole hex is rubbled" : "the levels below hold");
      });
      choose_critical(s, settled);
      break;
    }
    case critical_selection:
      if (select(s, roll.colored)) resolve(s, true, settled);
      break;
    case at_units:
      occupants_.next(s.occupants, roll, s.last ? LastAttack::yes : LastAttack::no, settled);
      proceed(s, settled);
      break;
    default:
      assert(s.step == falling);
      fall_.next(s.fall, roll, s.last ? LastFall::yes : LastFall::no, settled);
      proceed(s, settled);
  }
  return s;
}

// Settles an event that may happen in several shots the first time that it does.
void He::happens(State& s, int event, Settled& settled) const {
  const auto flag = static_cast<std::uint8_t>(1 << event);
  if (s.happened & flag) return;
  s.happened |= flag;
  settled.happened(event);
}

void He::take_hit(State& s, ToHitResult result, Settled& settled) const {
  switch (result) {
    case ToHitResult::dr_follows:
      s.step = subsequent_dr;
      return;
    case ToHitResult::miss:
      settled.tell([] { return std::string("misses"); });
      resolve(s, false, settled);
      return;
    case ToHitResult::critical_hit:
      s.critical = 1;
      happens(s, critical_hit, settled);
      [[fallthrough]];
    case ToHitResult::hit:
      happens(s, hit, settled);
      settled.tell([&] { return std::string(s.critical ? "a critical hit" : "hits"); });
      s.step = ift_dr;
  }
}

void He::take_attack(State& s, int original_dr, Settled& settled) const {
  if (original_dr >= situation_.shot.malfunctions_from) {
    happens(s, malfunctions, settled);
    settled.tell([] { return std::string("malfunctions"); });
    resolve(s, false, settled);
    return;
  }
  s.original_dr = static_cast<std::uint8_t>(original_dr);
  if (is_oba(situation_.shot.fire) && original_dr == 2) {
    s.critical = 1;
    happens(s, critical_hit, settled);
    settled.tell([] { return std::string("a critical hit"); });
  }
  const HeShot& shot = situation_.shot;
  const int kia = kia_number(shot, original_dr);
  if (kia == 0) {
    choose_critical(s, settled);
    return;
  }
  if (shot.can_rubble && candidates(s) != 0) {
    happens(s, structural_damage, settled);
    settled.tell([&] { return std::to_string(kia) + "KIA, structural damage"; });
    if (shot.final_kia_rubbles) {
      choose_level(s, settled);
      return;
    }
    if (kia >= 1 + rubble_drm(situation_.building.construction)) {
      s.step = rubble_dr;
      return;
    }
  }
  kindle(s, settled);
}

// B25.13: an Original KIA that made no rubble (B24.6) may start a Flame; one is enough.
void He::kindle(State& s, Settled& settled) const {
  bool burns = false;  // something that was hit: not the open ground level of a marketplace
  for (int location = situation_.building.marketplace ? 1 : 0; location <= situation_.building.rooftop_location(); ++location) {
    burns = burns || hits(s, location, Effect::attack);
  }
  if (!burns || s.happened & 1U << flame)
    choose_critical(s, settled);
  else
    s.step = kindling_dr;
}

void He::choose_level(State& s, Settled& settled) const {
  s.step = level_selection;
  if (select(s))
    rubble_level(s, settled);
  else
    settled.tell([] { return std::string("which level?"); });
}

// The level that was selected comes down, with all above it; of tied levels the lowest counts.
void He::rubble_level(State& s, Settled& settled) const {
  const int level = std::min(std::countr_zero(s.selected), s.intact - 1);
  s.stays = static_cast<std::uint8_t>(level);
  settled.tell([&] {
    const std::string tie = std::popcount(s.selected) > 1 ? "tied, the lowest counts: " : "";
    if (level == 0) return tie + "the whole hex is rubbled";
    return tie + "level " + std::to_string(level) + (s.intact - 1 > level ? " and up are" : " is") + " rubbled";
  });
  if (level > 0)
    s.step = whole_hex_dr;
  else
    choose_critical(s, settled);
}

// The Locations, one bit each, among which the step's Random Selection chooses: those hit, or of a critical hit the occupied ones.
unsigned He::candidates(const State& s) const {
  const int rooftop = situation_.building.rooftop_location();
  unsigned locations = 0;
  for (int location = 0; location <= rooftop; ++location) {
    const bool survives = location < s.stays || (location == rooftop && s.stays == s.intact);
    const bool occupied = survives && occupants_.any_alive(s.occupants, location);
    const bool takes_part =
        s.step == critical_selection ? occupied && hits(s, location, Effect::attack) : hits(s, location, Effect::rubble);
    if (takes_part) locations |= 1U << location;
  }
  return locations;
}

// Selects the only candidate, if any, or begins to throw for them; false if it takes throws.
bool He::select(State& s) const {
  const unsigned locations = candidates(s);
  s.selection_dr = 0;
  if (std::popcount(locations) <= 1) {
    s.selected = static_cast<std::uint8_t>(locations);
    return true;
  }
  s.selected = 0;
  s.selecting = static_cast<std::uint8_t>(std::countr_zero(locations));
  return false;
}

// The dr of one candidate (A.9); true if all have thrown, and `selected` are those who threw highest.
bool He::select(State& s, int dr) const {
  if (dr > s.selection_dr) s.selected = 0, s.selection_dr = static_cast<std::uint8_t>(dr);
  if (dr == s.selection_dr) s.selected |= static_cast<std::uint8_t>(1U << s.selecting);
  const unsigned later = candidates(s) >> (s.selecting + 1);
  if (later == 0) return true;
  s.selecting = static_cast<std::uint8_t>(s.selecting + 1 + std::countr_zero(later));
  return false;
}

// B24.11: whoever survived the rubble is attacked next. Of a critical hit only one Location gets the effects.
void He::choose_critical(State& s, Settled& settled) const {
  if (s.critical) {
    s.step = critical_selection;
    if (!select(s)) return;
  }
  resolve(s, true, settled);
}

// B23.32: the levels above it that stood before the attack; rubble on top of them still shields (B24.3).
int He::levels_above(const State& s, int location) const {
  if (location == situation_.building.rooftop_location()) return 0;
  const bool rubble_on_top = s.intact <= situation_.building.levels;
  return s.intact - 1 - location + (rubble_on_top ? 1 : 0);
}

// How a Location is attacked; of the columns and DRM of a critical hit see C3.7.
IftAttack He::attack_at(const State& s, int location) const {
  const HeShot& shot = situation_.shot;
  const int shield = is_indirect(shot.fire) ? levels_above(s, location) : 0;
  if (s.critical && (s.selected >> location & 1)) {
    return {shot.column_of_critical_hit, -tem_drm(situation_, location) + shield + shot.drm + shot.drm_of_critical_hit};
  }
  const int tem = shot.tem_counts ? tem_drm(situation_, location) : 0;
  return {shot.column_at_units, shot.payload_drm + tem + shield + shot.charge_drm + shot.drm};
}

// All that this shot decides about rubble is known: puts its results on the occupants, and lets the rubble fall.
void He::resolve(State& s, bool attacks, Settled& settled) const {
  const Building& building = situation_.building;
  const bool rubbles = s.stays < s.intact;
  Occupants::Results results{};
  for (int location = 0; location <= building.rooftop_location(); ++location) {
    if (!occupants_.any_alive(s.occupants, location)) continue;
    if (rubbles && location >= s.stays) {
      occupants_.eliminate(s.occupants, location);
      settled.tell([&] { return units_at(situation_, location) + " eliminated by the rubble"; });
    } else if (attacks && hits(s, location, Effect::attack)) {
      const IftAttack attack = attack_at(s, location);
      results[static_cast<std::size_t>(location)] = ift_result(attack.column, s.original_dr + attack.drm);
      settled.tell([&] { return in_words(attack, s.original_dr, place_name(building, location)); });
    }
  }
  if (attacks && can_breach(situation_) && situation_.shot.target < s.stays) {
    const HeShot& shot = situation_.shot;
    const int final_dr = s.original_dr + shot.payload_drm + shot.drm;
    if (ift_result(shot.column, final_dr).kind == IftResult::Kind::KIA) happens(s, breached, settled);
  }
  const FirstHex hex = rubbles && s.stays == 0 ? FirstHex::rubbled : FirstHex::stands;
  int levels_that_fall = 0;
  if (rubbles) {
    if (s.intact == building.levels + 1) settled.happened(rubble);
    if (s.stays == 0) settled.happened(whole_hex_rubbled);
    levels_that_fall = s.intact - std::max<int>(s.stays, 1);
    s.intact = s.stays;
  }
  const int ends_at = situation_.shot.hits_one_location() ? std::min(situation_.shot.target, building.levels) : 0;
  const bool is_last = s.intact <= ends_at || s.shots == situation_.most_shots;
  s.original_dr = s.critical = s.selecting = s.selection_dr = s.selected = 0;
  if (is_last) {
    settled.measured(levels_rubbled, building.levels + 1 - s.intact);
    if (!situation_.most_shots)
      settled.measured_lap(shots_fired);
    else if (situation_.counts_shots)
      settled.measured(shots_fired, static_cast<int>(s.shots));
    s.shots = 0;
    s.intact = s.stays = s.happened = 0;
    s.last = 1;
  }
  fall_.begin(s.fall, levels_that_fall, hex, is_last ? LastFall::yes : LastFall::no, settled);
  occupants_.begin(s.occupants, results, is_last ? LastAttack::yes : LastAttack::no, settled);
  proceed(s, settled);
}

// On to what the shot still has to throw for, to the next shot, or to the end.
void He::proceed(State& s, Settled& settled) const {
  if (occupants_.busy(s.occupants)) {
    s.step = at_units;
  } else if (fall_.busy(s.fall)) {
    s.step = falling;
  } else if (s.last) {
    s = {};
  } else {
    if (!situation_.most_shots) settled.begin_lap();
    begin_shot(s);
  }
}

int He::stage(const State& s) const {
  constexpr int selection = Occupants::max_locations;
  constexpr int before_units = critical_selection + 2 * selection;
  const int units_end = before_units + occupants_.stages();
  int position = s.step;
  switch (s.step) {
    case level_selection:
      position += s.selecting;
      break;
    case whole_hex_dr:
      position += selection;
      break;
    case critical_selection:
      position += selection + s.selecting;
      break;
    case at_units:
      position = before_units + occupants_.stage(s.occupants);
      break;
    case falling:
      position = units_end + fall_.stage(s.fall);
      break;
    default:
      break;
  }
  if (s.last) return last_stages + position;
  return static_cast<int>(s.shots) * (units_end + fall_.stages()) + position;
}

}  // namespace boxcars::model
