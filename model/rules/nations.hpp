#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/core/choices.hpp"

namespace boxcars::model {

/// Whose a unit is, as far as a roll by itself depends on it.
enum class Nation : std::uint8_t {
  german,
  russian,
  american,
  british,
  italian,
  french,
  japanese,
  finnish,
  partisan,
  chinese,
  axis_minor,
  allied_minor
};
inline constexpr std::array<Choice<Nation>, 12> nation_choices{{{"German", Nation::german},
                                                                {"Russian", Nation::russian},
                                                                {"American", Nation::american},
                                                                {"British", Nation::british},
                                                                {"Italian", Nation::italian},
                                                                {"French", Nation::french},
                                                                {"Japanese", Nation::japanese},
                                                                {"Finnish", Nation::finnish},
                                                                {"Partisan", Nation::partisan},
                                                                {"Chinese", Nation::chinese},
                                                                {"Axis-Minor", Nation::axis_minor},
                                                                {"Allied-Minor", Nation::allied_minor}}};

/// How good it is (A19).
enum class UnitClass : std::uint8_t { elite, first_line, second_line, green, conscript };
inline constexpr std::array<Choice<UnitClass>, 5> class_choices{{{"elite", UnitClass::elite},
                                                                 {"first-line", UnitClass::first_line},
                                                                 {"second-line", UnitClass::second_line},
                                                                 {"green", UnitClass::green},
                                                                 {"conscript", UnitClass::conscript}}};

inline constexpr int never_surrenders = 100;

/// What a nation has on some rolls. Nothing where it depends on more than the nation, or is not known.
struct NationalNumbers {
  int heat_of_battle = 0;                  ///< DRM (A15.1)
  int surrenders_from = 12;                ///< Final Heat of Battle DR, of those that are not elite (A15.5)
  std::optional<int> leader_creation = 0;  ///< drm (A18.11); none: it creates none
  std::optional<int> contact{};            ///< number of its radios (C1.2)
  int entrench = 0;                        ///< DRM (B27.11)
  int concealment = 0;                     ///< drm (A12.12), beside that of who is Stealthy or Lax
  int accurate_to = 1;                     ///< a Final Accuracy dr (C1.31)
  std::array<int, 2> chits{};              ///< black and red ones of its draw pile (C1.211); 0: it has several piles
};
/// In the order of the choices.
inline constexpr std::array<NationalNumbers, nation_choices.size()> national_numbers{
    {{.leader_creation = -1, .contact = 8, .accurate_to = 2},
     {.heat_of_battle = +2, .leader_creation = +1, .entrench = -1, .chits = {5, 2}},
     {.leader_creation = -1, .contact = 8, .accurate_to = 2, .chits = {10, 3}},
     {.heat_of_battle = -1, .leader_creation = -1, .contact = 8, .accurate_to = 2},
     {.heat_of_battle = +3, .surrenders_from = 10, .leader_creation = +1, .contact = 8, .chits = {7, 3}},
     {.heat_of_battle = +1, .contact = 7, .chits = {6, 2}},
     {.heat_of_battle = +4, .surrenders_from = never_surrenders, .leader_creation = {}, .contact = 8, .concealment = -2, .chits = {5, 2}},
     {.heat_of_battle = -1, .leader_creation = {}, .contact = 8},
     {.heat_of_battle = +1, .surrenders_from = never_surrenders},
     {.leader_creation = +1},
     {.heat_of_battle = +3, .surrenders_from = 10, .contact = 7, .chits = {6, 3}},
     {.heat_of_battle = +2, .contact = 7, .chits = {6, 3}}}};

constexpr const NationalNumbers& numbers_of(Nation nation) { return national_numbers[static_cast<std::size_t>(nation)]; }

/// From which Final Heat of Battle DR on such a unit surrenders (A15.5). Elite Italians and Axis Minors have the usual 12.
constexpr int surrenders_from(std::optional<Nation> nation, UnitClass of) {
  const int number = nation ? numbers_of(*nation).surrenders_from : 12;
  return of == UnitClass::elite && number < 12 ? 12 : number;
}

/// Whether Conscripts, or Green MMC that no leader is with, do worse than others (A19.3).
constexpr bool is_inexperienced(UnitClass of, bool has_leader) {
  return of == UnitClass::conscript || (of == UnitClass::green && !has_leader);
}
/// Whether all units of that kind are (A11.17).
constexpr bool is_stealthy(std::optional<Nation> nation, UnitClass of) {
  return nation == Nation::partisan || (nation == Nation::finnish && (of == UnitClass::elite || of == UnitClass::first_line));
}
/// Whether squads of that kind never cower, whoever leads them (A7.9).
constexpr bool never_cowers(Nation nation, UnitClass of) {
  if (nation == Nation::finnish) return of != UnitClass::conscript;
  return nation == Nation::british && (of == UnitClass::elite || of == UnitClass::first_line);
}
/// A11.18.
constexpr bool is_lax(std::optional<Nation> nation, UnitClass of, bool has_leader) {
  return is_inexperienced(of, has_leader) || (nation == Nation::italian && of != UnitClass::elite);
}

}  // namespace boxcars::model
