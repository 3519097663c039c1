#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// MF are counted in halves, as grain in season costs one and a half (B15.4).
inline constexpr int halves_of_mf = 2;
/// "1.5" of 3 halves.
std::string mf_in_words(int halves);

/// What a hex of the terrain costs Infantry to enter, in halves of a MF (A4.1, chapter B); nothing where that is all of it, or depends on
/// more than the terrain.
std::optional<int> entry_cost(Terrain terrain);
/// As entry_cost(), of a hex whose word on a map is no Terrain: "palm-trees". Nothing if it is not known.
std::optional<int> entry_cost(std::string_view word);

inline constexpr int wounded_mf = 3;  ///< of a wounded SMC (A17.2)

/// What a MMC has fewer MF for (A19.2, A19.3): Green ones without a leader, Conscripts always.
enum class Training : std::uint8_t { full, green, conscript };
/// A unit that moves, as far as its MF go (A4.1, A4.4).
struct Walker {
  Unit unit{};
  int portage = 0;  ///< PP that it carries
  Training training = Training::full;
  bool cx = false;
  int helped = 0;  ///< PP of it that SMC who move with it carry (A4.42)
};
/// What Infantry does with its MPh.
struct March {
  bool double_time = false;  ///< declared before the first MF (A4.5)
  bool road = false;         ///< all of it along a road (B3.4)
  bool later = false;        ///< Double Time, but declared on the way
};
/// The MF of a walker, in halves; `led` by a leader who moves with it from the start (A4.12).
int allotment(const Walker& walker, const March& march, bool led);

/// Leaders, or heroes, who carry nothing take a PP each from the MMC that they move with, from the most laden first (A4.42).
void share_portage(std::vector<Walker>& walkers, UnitKind by);

/// How often one unit or weapon may fire at who has spent so much in a Location (A8.1): once a whole MF, at least once.
constexpr int shots_for(int halves) { return halves < 2 * halves_of_mf ? 1 : halves / halves_of_mf; }

inline constexpr double most_residual_fp = 12;  ///< A8.2
/// The column of the Residual FP that an attack on a column leaves: of half of it, one less for every +1 that did not arise in the target's
/// hex, one more by Air Bursts, and in the end at most 12 FP (A8.2-.26); nothing: none is left.
enum class AirBursts : bool { no, yes };
std::optional<int> residual_column(int column, int outside_drm, AirBursts air_bursts = AirBursts::no);

}  // namespace boxcars::model
