#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boxcars::test {

/// A unit as a player writes it down, for the naive enumeration.
struct NaiveUnit {
  char kind = 's';  // s squad, h half-squad, c crew, l leader, H hero
  int morale = 7;
  int broken_morale = 7;
  int leadership = 0;
  int elr = 99;
  bool broken = false;
  bool pinned = false;
  bool wounded = false;
  bool berserk = false;
  bool disrupted = false;
  bool hardens_alike = false;  // to a class of the same morale, as a 4-4-7 to a 4-6-7
  auto operator<=>(const NaiveUnit&) const = default;
};

/// A cell of the printed table; `shift` columns left of the firepower's, "-" off the left edge.
std::string printed_cell(int firepower, int shift, int final_dr);

/// What a DR gives on those who are neither pinned nor broken, who are pinned, and who are broken; and of a critical hit on whom it
/// strikes: these, or whoever throws highest.
struct NaiveCells {
  std::string whole, pinned, broken;
  std::array<int, 3> drm{};  // of these three: those who have the same are one target, with one Random Selection
  std::string on_struck{};
  std::vector<std::size_t> struck{};
  NaiveCells(const std::string& all) : whole(all), pinned(all), broken(all) {}  // NOLINT: a cell for all
  NaiveCells(const char* all) : NaiveCells(std::string(all)) {}                 // NOLINT
  NaiveCells(std::string on_whole, std::string on_pinned, std::string on_broken, std::array<int, 3> with_drm)
      : whole(std::move(on_whole)), pinned(std::move(on_pinned)), broken(std::move(on_broken)), drm(with_drm) {}
  auto operator<=>(const NaiveCells&) const = default;
};

struct NaiveAttack {
  std::vector<int> columns;  // of each attack, as firepower: 1, 2, 4, ... 36
  int drm = 0;
  int cowering_columns = 0;
  std::vector<NaiveUnit> units;
  std::optional<int> heat_of_battle{};
  std::optional<int> attackers_san{};
  std::optional<int> drm_on_pinned{};  // where it is another
  std::optional<int> drm_on_broken{};
};

/// The odds of each unit's fates ("1 eliminated") and of "any eliminated", "all eliminated", "any broken or eliminated", "all broken or
/// eliminated", "no effect", "attacker's sniper attacks", by trying every throw in the order of the rulebook (A7.3, A10.2, A.9, A15.1): no
/// state, no merging, no rule text of the program.
std::map<std::string, double> naive_odds(const NaiveAttack& attack);

/// How many units are lost at the end.
struct NaiveLosses {
  int eliminated = 0;
  int broken_or_eliminated = 0;
  auto operator<=>(const NaiveLosses&) const = default;
};

/// The odds of each number of them, by the same enumeration: of an attack, and of one result.
std::map<NaiveLosses, double> naive_losses(const NaiveAttack& attack);
std::map<NaiveLosses, double> naive_losses(const std::vector<NaiveUnit>& units, const std::string& result);

/// The odds of what one result does to the units of a Location, by the same enumeration: for each way that they can stand afterwards,
/// which of the events above happened. "gone" eliminates them all.
std::map<std::vector<std::string>, double> naive_result(const std::vector<NaiveUnit>& units, const NaiveCells& results);

/// The same: the units as they are afterwards, as one would write them down then; of the dead, the kind is 'x'.
std::map<std::vector<NaiveUnit>, double> naive_units_after(const std::vector<NaiveUnit>& units, const NaiveCells& results);

}  // namespace boxcars::test
