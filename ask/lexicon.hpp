#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxcars::ask {

/// What a word can be to the reader of a line.
enum class Means : std::uint8_t {
  unknown,
  noise,   ///< it changes nothing: a, please, odds of
  event,   ///< which of the odds is asked for: breaks, pins
  better,  ///< of two: which is better
  number,
  drm,   ///< a number with its sign
  pair,  ///< 9-1: a leader, or 9 FP -1
  sum,
  counter,
  gun,
  unit,         ///< as options have it
  at,           ///< the target stands behind it
  takes,        ///< the target stands before it, who attacks behind
  from,         ///< by, from: who attacks stands behind it
  directs,      ///< a leader before it directs
  directed_by,  ///< a leader behind it does
  with,         ///< and
  slash,        ///< and, between Locations
  either,       ///< or
  in,           ///< where somebody is
  off,          ///< because of: +1 for
  plus,
  minus,
  flat,
  firepower,  ///< 8 FP
  shot,       ///< an 8 shot, 3 shots
  hexes,
  range,
  near,      ///< a range by its name: adjacent
  far,       ///< long range
  levels,    ///< of a building: two levels, level 2
  storeys,   ///< single story
  upstairs,  ///< a level by its name
  times,     ///< once, twice; 3 times
  turns,
  rounds,
  until,
  squads,  ///< kinds of units
  half_squads,
  crews,
  leaders,
  heroes,
  men,  ///< a unit of any kind
  nation,
  quality,  ///< first line, elite
  machine_gun,
  weapon,    ///< ft, dc, mol, mines, ...
  latw,      ///< that rubbles: baz, psk, pf
  fire,      ///< oba, mortar
  ordnance,  ///< AT gun, howitzer
  he,
  by_name,  ///< a Gun or vehicle: 75L of a Panther
  vehicle,
  state,
  concealed,
  exhausted,  ///< CX
  fanatic,
  not_asked,
  material,
  building,
  rubble,
  fortified,
  terrain,
  fixed_tem,  ///< a pillbox
  hinders,    ///< smoke, grain between
  through,
  tem,  ///< causes of a DRM
  hindrance,
  leadership,
  drm_word,
  moving,
  ffmo,
  ffnam,
  phase,
  cowering,
  area_fire,
  assault_fire,
  gun_case,
  acquired,
  rate_of_fire,
  to_hit,
  san,
  elr,
  morale,
  then,
  set,          ///< a field of a question as its value says: hand_to_hand
  chosen_word,  ///< a field and its value: ground_pressure=low
  valued,       ///< a field whose number stands beside it: ec +1
  alone,        ///< of a leader: nobody is with him
  color,        ///< black, red: of chits
  check,        ///< a roll by itself
  close_combat,
  ambush,
  enters,
  clears,
  task,
  breaches,
  bombards,
  kindles,
  hut_word,
  collapses,
  makes_rubble,
  placed,
  thrown,
  roof,
  critical,  ///< a hit
  no,
  how_many,
  sappers,
  bulldozer,
  facing,          ///< of a vehicle
  hull_or_turret,  ///< whose facing it is
  hull_down,
  motion,      ///< of a vehicle
  vehicle_is,  ///< how one is in Close Combat: abandoned
  ammunition,  ///< ap, apcr, apds
  duels,
  hex_name,  ///< of a board: L6
  name       ///< of a question
};

/// A word, or a few, as players say them, without the blanks between.
struct Word {
  std::string_view text;
  Means means;
  std::string_view value{};  ///< as the question has it
  int number = 0;
};

/// Of a vehicle's ground pressure: its models have others.
inline constexpr int varied_pressure = 3;
/// Of a level: all of them.
inline constexpr int every_level = -2;

/// All that the reader knows, in the order of their letters.
const std::vector<Word>& lexicon();
/// Nothing if it is unknown; plurals are known by their singular.
const Word* word_of(std::string_view text);
/// The longest of them has so many parts.
inline constexpr std::size_t most_parts = 7;

/// The known word of which this is a slip of the finger: nothing if there is none, or more than one of different meaning.
const Word* nearly(std::string_view text);
/// Whether it may be a slip of a known word that says something of a game, of whichever meaning.
bool is_slip_of_known(std::string_view text);

/// What counter of a nation has this quality: "German", "first line" -> "4-6-7"; of half-squads theirs, of crews theirs. The nation's
/// commonest if no quality is named. Empty: none is known.
std::string counter_of(std::string_view nation, std::string_view quality, Means kind);

/// The Morale Level of a nation's squad or half-squad when it is broken, of that class if several have its counter; nothing if the lists
/// do not have it.
std::optional<int> broken_morale_of(std::string_view nation, std::string_view quality, std::string_view counter);

/// Which kind of unit a counter is, by the lists of counters: "squad", "hs", "crew", "hero"; two of them with / between; empty: no counter
/// has these numbers.
std::string kind_of_counter(std::string_view counter);

/// Whether some nation's squads or half-squads of this class have these numbers: 4-2-6 are conscripts.
bool is_of_class(std::string_view counter, std::string_view quality);

/// Which class of a nation has this counter, as `counter_of` takes it; empty if the lists do not have it.
std::string_view class_of_counter(std::string_view nation, std::string_view counter);

/// The SMOKE exponent of a squad of this nation, 0 if it has none; nothing if its classes have several, or the lists do not have it.
std::optional<int> smoke_exponent_of(std::string_view nation, std::string_view counter);

/// The MG of a nation, "7-16"; empty if it has none.
std::string machine_gun_of(std::string_view nation, std::string_view type);
/// Whose a squad is by its numbers: "German" of 4-6-7; empty: several have them.
std::string nation_of_counter(std::string_view counter);

}  // namespace boxcars::ask
