#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/attack_inputs.hpp"
#include "model/choices.hpp"
#include "model/ift.hpp"
#include "model/question.hpp"
#include "model/units.hpp"

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
  bool very_dry = false;   ///< EC
  bool rain = false;       ///< it has rained
  int ec = 0;              ///< EC DRM
  bool fortified = false;  ///< it never is
  bool open_topped = false;
  bool crew_exposed = false;
  bool riders = false;
  bool dozer = false;
  bool exits = false;                  ///< the AFV was in it, and leaves
  std::vector<std::string> targets{};  ///< units in the hut
};

/// On the Collapse PTC of a closed-topped AFV's crew (G5.5).
inline constexpr int closed_topped_crew = -1;

/// Whether there is such a PTC (G5.5, G5.41): of an AFV that enters or changes its CA, not of a dozer, nor of one that leaves.
bool has_crew_ptc(const HutInputs& inputs);

/// The heavy payload DRM of the attack (C.7), part of its Original DR.
int payload_drm(const HutInputs& inputs);

/// The attack, as it is resolved; none if nothing is resolved on the IFT. Throws BadInput for what cannot be asked, with the rule that
/// forbids it.
std::optional<IftAttack> attack_of(const HutInputs& inputs);

/// The same by a critical hit, which only OBA has here (C1.53, C3.7). The inputs are those of attack_of().
std::optional<IftAttack> critical_of(const HutInputs& inputs);

/// What was asked, in words, given attack_of() and critical_of() the inputs, and their targets.
Question question_of(const HutInputs& inputs, const std::optional<IftAttack>& attack, const std::optional<IftAttack>& critical,
                     const std::vector<UnitEntry>& units);

}  // namespace boxcars::model
