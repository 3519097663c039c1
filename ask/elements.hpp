#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/items.hpp"
#include "model/rules/nations.hpp"

namespace boxcars::ask {

/// Units of one kind, as somebody names them.
struct Group {
  std::string unit{};  ///< as options have it, without how many and how they are: "4-6-7", "hs:2-4-7", "hmg:7-16", "9-1"
  int count = 1;
  bool is_counted = false;  ///< a number or an article says how many
  bool is_many = false;     ///< 467s: more than one, perhaps
  bool is_typed = false;    ///< the whole as options have it
  bool is_vague = false;    ///< a nation's name alone: the Russians
  bool is_leader = false, is_machine_gun = false;
  bool is_called_leader = false;  ///< "leader 9-1"
  std::string nation{}, machine_gun{};
  std::vector<std::string> states{};
  bool holds = false;  ///< stays concealed in Close Combat
  bool concealed = false, exhausted = false, fanatic = false, state_before = false, assault_fire = false;
  bool is_that_one = false;    ///< "the 467": perhaps one that has been named before
  bool is_told_to_be = false;  ///< "467 is broken"
  bool are_several = false;    ///< "8-0 and 467 are broken"
  bool is_told_of = false;     ///< "the 467 has", "467 fires"
  std::string listed{};        ///< "two squads, 447 and 458": of what the number is, of a list perhaps
  enum class Owner : std::uint8_t { unknown, mine, his } owner = Owner::unknown;
  enum class Role : std::uint8_t { unknown, attacker, defender } role = Role::unknown;  ///< "attacker 467"
  std::optional<int> elr{}, level{};
  std::optional<int> broken_morale{};  ///< where it is another one than the morale, and matters
  std::string kind{};                  ///< of units without numbers: "squad", "hs", "crew", "leader", ""
  std::string quality{};               ///< of them
  std::string told{};                  ///< what was taken for what he said: "German first line: 4-6-7"
};

/// A part of a line that says one thing.
struct Element {
  Means means = Means::unknown;
  std::string value{};
  int number = 0;
  bool has_number = false;
  bool apart = false, slash = false, is_plural = false;
  bool is_wood = false;  ///< "wood", which some say of woods
  std::string typed{};
  Means cause = Means::unknown;  ///< of a DRM
  Group group{};
};

/// What a reading cannot be.
struct Unfit {
  std::string problem, why, instead;
  int rank = 0;         ///< the higher, the more of the line it has understood
  std::string field{};  ///< the key of what is lacking, if one is
};

/// What stands on one reading's ambiguous words: of a number whether it counts units, of 9-1 whether it is FP and a DRM.
using Choices = std::vector<bool>;
/// Which items can be two things.
std::vector<std::size_t> ambiguous(const LineItems& items);
/// The parts of a line; throws Unfit.
std::vector<Element> elements_of(const LineItems& items, const std::vector<std::size_t>& ambiguous, const Choices& choices);

/// All that is said of how they are, in a player's words: "broken", "CX".
std::vector<std::string> states_said(const Group& group);
/// His leadership, if nothing else is said of him: a wounded leader's is another one. Throws Unfit.
int leadership_said(const Group& leader);
/// Throws Unfit for units whose counter is not known.
void require_named(const Group& group);

/// The numbers of its counter, without its kind: "2-4-7" of "hs:2-4-7".
std::string_view counter_of_unit(const Group& group);
/// Whether it is a vehicle, in Close Combat.
bool is_vehicle(const Group& group);
/// Whether it is said to be broken, or what only who is broken is.
bool is_broken(const Group& group);
/// Whose it is, where that is said.
std::optional<model::Nation> nation_of(const Group& group);
/// How good it is: as it is said, or as the counters of its nation (`whose`, if its own is not said) have it.
std::optional<model::UnitClass> class_of(const Group& group, std::string_view whose = {});

/// Its Morale Level when it is broken, where its nation's counter has another one than in front; nothing if its nation is not said.
std::optional<int> other_broken_morale(const Group& group);

/// 467, 467 and a 9-1: two of them, and him.
void merge_equal(std::vector<Group>& groups);
/// "4-6-7,broken", "2x4-6-7".
std::string as_option_unit(const Group& group);
/// Of all, with blanks between.
std::string as_option_units(const std::vector<Group>& groups);
/// "two 4-6-7", "a broken 4-4-7".
std::string in_players_words(const Group& group);
std::string in_players_words(const std::vector<Group>& groups);
/// "a, b and c".
std::string listed_and(const std::vector<std::string>& all);
/// The DRM on a leader's counter: -1 of 9-1.
int leadership_of(std::string_view leader);

}  // namespace boxcars::ask
