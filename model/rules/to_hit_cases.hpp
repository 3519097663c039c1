#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/modifier.hpp"

namespace boxcars::model {

/// On which lines of the To Hit table a Case counts (C5, C6).
enum class CaseCounts : std::uint8_t { on_all, not_on_area, at_vehicles_only };

/// A DRM of the To Hit DR, by its letter.
struct ToHitCase {
  std::string_view letter;
  std::string_view what;
  std::string_view rule;
  int low;                      ///< its DRM is from low
  int high;                     ///< to high
  std::optional<int> standard;  ///< if no number is given; none: it needs one
  CaseCounts counts;
  std::string_view from{};  ///< what says that it applies, if not its letter; at a vehicle Q and R may be given
  char one_of{};            ///< of those with the same only one applies
  bool no_rate_of_fire{};   ///< who fires so keeps none
  std::string_view over{};  ///< those whose letters begin so do not count beside it
  bool of_infantry{};       ///< how it moves: at no vehicle, and on the IFT DR of a critical hit, too (C3.71)
};

/// That of a letter; nothing if there is none.
const ToHitCase* find_case(std::string_view letter);

/// Those that can be given, as they are typed: "K", and "A=" of those that need a number.
std::vector<std::string> words_of_cases();

/// One that applies, with its DRM.
struct CaseGiven {
  const ToHitCase* which;
  int drm;
};

/// Reads Cases, "A=3", "k"; in the order of their letters. Throws BadInput, at the field `case`.
std::vector<CaseGiven> parse_cases(const std::vector<std::string>& words);

/// Throws BadInput for one that something else says.
[[noreturn]] void refuse_derived(const CaseGiven& given);
/// Throws BadInput for those that LATW with To Hit numbers of their own never have (C6.3): A, B, E, F, I, M, N.
void require_cases_of_latw(const std::vector<CaseGiven>& cases);

/// As it is typed: "A=3", "K".
std::string in_letters(const CaseGiven& given);

/// The rows of the To Hit DR: of Bore Sighting and acquisition only the former (C6.4), of Hazardous Movement and any Case J only that
/// (C6.6).
std::vector<Modifier> rows_of(const std::vector<CaseGiven>& cases);

/// What they have on the IFT DR of a critical hit, too: FFNAM, FFMO and Hazardous Movement (C3.71).
std::vector<Modifier> rows_of_critical_hit(const std::vector<CaseGiven>& cases);

/// The one with this letter; nothing if it is not given.
const CaseGiven* find_given(const std::vector<CaseGiven>& cases, std::string_view letter);
bool is_given(const std::vector<CaseGiven>& cases, std::string_view letter);
/// Whether who fires or what is fired at moves, by one of them: then there is no Case L (C6.3).
bool anyone_moves(const std::vector<CaseGiven>& cases);

/// The row of the To Hit DR.
Modifier row_of(const ToHitCase& which, int drm, const std::string& what = {});

}  // namespace boxcars::model
