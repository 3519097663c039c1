#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/description.hpp"
#include "model/core/field.hpp"
#include "model/core/sheet.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/rules/hit_determination.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// What happens to a hut (G5.32, G5.4, G5.43, G5.5, G5.6, G5.62).
enum class HutCause : std::uint8_t { he, dc, oba, small_arms, mg, mol, ft, afv, glider, bombardment, wp, backblast };
inline constexpr std::array<Choice<HutCause>, 12> hut_cause_choices{{{"he", HutCause::he},
                                                                     {"dc", HutCause::dc},
                                                                     {"oba", HutCause::oba},
                                                                     {"small-arms", HutCause::small_arms},
                                                                     {"mg", HutCause::mg},
                                                                     {"mol", HutCause::mol},
                                                                     {"ft", HutCause::ft},
                                                                     {"afv", HutCause::afv},
                                                                     {"glider", HutCause::glider},
                                                                     {"bombardment", HutCause::bombardment},
                                                                     {"wp", HutCause::wp},
                                                                     {"backblast", HutCause::backblast}}};
constexpr bool is_explosive(HutCause cause) { return cause == HutCause::he || cause == HutCause::dc || cause == HutCause::oba; }
constexpr bool is_infantry_fire(HutCause cause) { return cause == HutCause::small_arms || cause == HutCause::mg || cause == HutCause::mol; }
/// Whether it is resolved on the IFT by itself: of all others only an AFV's Overrun is.
constexpr bool is_fire(HutCause cause) { return is_explosive(cause) || is_infantry_fire(cause) || cause == HutCause::ft; }

/// What the user typed about a hut.
struct HutInputs {
  std::optional<HutCause> cause{};
  std::string fp{};  ///< total Firepower; of an AFV, its Overrun's
  std::optional<int> caliber{};
  int drm = 0;  ///< the whole DRM of the attack, or of the MC
  bool pbf = false;
  Cowering cowering = Cowering::automatic;
  bool collapsed = false;  ///< already
  bool dry = false;        ///< EC
  bool very_dry = false;   ///< EC
  bool iift = false;       ///< the Incremental table is read (A7.37)
  bool rain = false;       ///< it has rained
  int ec = 0;              ///< EC DRM
  bool fortified = false;  ///< it never is
  bool open_topped = false;
  bool crew_exposed = false;
  bool riders = false;
  bool dozer = false;
  bool exits = false;                  ///< the AFV was in it, and leaves
  std::vector<std::string> targets{};  ///< units in the hut
  MapInput map{};
  std::string hex{};               ///< of the hut, on the map
  std::optional<int> to_hit{};     ///< of a Gun's HE: the highest Original DR that hits
  std::optional<int> th_number{};  ///< the Modified To Hit number; none: to_hit and the TEM
  HitDetermination aim{};
  std::optional<Fire> fire{};     ///< how HE arrives; none: direct, or OBA's Concentration
  bool concealed = false;         ///< the units, to a DC
  bool non_elite = false;         ///< who uses a DC or Flamethrower
  std::optional<int> x_number{};  ///< of a Flamethrower
  int huts = 1;                   ///< that one attack can set on fire, with this one
};

const Questionnaire<HutInputs>& hut_questionnaire();
/// Sees that the hex that is named holds a hut, or what is one in PTO Terrain (G5.1); notes on it.
std::vector<std::string> hut_on_map(HutInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// What the modifiers of a hut's question are on. What is on the Original DR counts for the Kindling DR that may follow it (B25.13).
enum class HutRoll : std::uint8_t { to_hit_number, to_hit_dr, original, attack, critical_hit, morale_check, kindling, crew_ptc };

/// Whether there is such a PTC (G5.5, G5.41): of an AFV that enters or changes its CA, not of a dozer, nor of one that leaves.
bool has_crew_ptc(const HutInputs& inputs);

/// Whether WP's Flame DR is made: to a collapsed hut, once it has rained, only in Dry or Very Dry EC (G5.61, A24.32).
bool has_wp_flame_dr(const HutInputs& inputs);

/// Whether an Original colored 1 of the attack starts a Flame (G5.6): small arms' at PBF only; after rain a MOL's alone (G5.61).
bool burns_by_colored_dr(const HutInputs& inputs);

/// What was asked about it, checked.
struct HutSituation {
  Sheet<HutRoll> sheet{};
  std::optional<IftAttack> attack{};    ///< none: nothing is resolved on the IFT
  std::optional<IftAttack> at_units{};  ///< the same against them
  std::optional<IftAttack> critical{};  ///< of OBA, on an Original 2 (C1.53, C3.7), and of Guns
  std::optional<ToHit> to_hit{};        ///< none: it hits
  bool has_multiple_hits = false;       ///< C3.8
};

/// How its HE arrives.
Fire fire_of(const HutInputs& inputs);

/// Throws BadInput for what cannot be asked, with the rule that forbids it.
HutSituation hut_situation(const HutInputs& inputs);

/// What was asked, in words, given its targets.
Description description_of(const HutInputs& inputs, const HutSituation& situation, const std::vector<UnitEntry>& units);

}  // namespace boxcars::model
