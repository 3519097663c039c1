#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/description.hpp"
#include "model/core/edition.hpp"
#include "model/core/field.hpp"
#include "model/core/sheet.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/hit_determination.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/target_status.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Who cowers on Original doubles (A7.9); automatic: nobody under a leader's direction or with HE, else normal.
enum class Cowering : std::uint8_t { automatic, none, normal, inexperienced };
inline constexpr std::array<Choice<Cowering>, 4> cowering_choices{
    {{"auto", Cowering::automatic}, {"none", Cowering::none}, {"normal", Cowering::normal}, {"inexperienced", Cowering::inexperienced}}};

/// What attacks, if it is not HE: small arms and the like, a Flamethrower (A22), Residual Firepower (A8.2), an A-P minefield (B28.41), the
/// Interdiction of a routing unit (A10.53), a Placed DC (A23), a Molotov cocktail (A22.6), or White Phosphorus (A24.3).
enum class Weapon : std::uint8_t { small_arms, ft, residual, mines, interdiction, dc, mol, wp };
inline constexpr std::array<Choice<Weapon>, 8> weapon_choices{{{"small-arms", Weapon::small_arms},
                                                               {"ft", Weapon::ft},
                                                               {"residual", Weapon::residual},
                                                               {"mines", Weapon::mines},
                                                               {"interdiction", Weapon::interdiction},
                                                               {"dc", Weapon::dc},
                                                               {"mol", Weapon::mol},
                                                               {"wp", Weapon::wp}}};

/// How the target moves while it is fired at (A4.6, A4.61, A4.62).
enum class Movement : std::uint8_t { none, normal, assault, hazardous };
inline constexpr std::array<Choice<Movement>, 4> movement_choices{
    {{"none", Movement::none}, {"normal", Movement::normal}, {"assault", Movement::assault}, {"hazardous", Movement::hazardous}}};

inline constexpr int most_mol_range = 1;  ///< A22.61

/// What the user typed for an attack.
struct AttackInputs {
  std::string fp{};                    ///< total Firepower, a sum is understood: "4+4+3"; empty with `caliber`
  std::optional<int> caliber{};        ///< HE of so many mm instead
  std::optional<Fire> fire{};          ///< with `caliber` only
  std::vector<std::string> targets{};  ///< units, in one Location
  int drm = 0;
  Terrain terrain = Terrain::open;
  bool fortified = false;
  int hindrance = 0;
  std::optional<int> leadership{};  ///< the directing leader's
  Cowering cowering = Cowering::automatic;
  std::vector<std::string> then{};      ///< further attacks on what is left: their Firepower, or "residual", and what is their own
  std::optional<int> heat_of_battle{};  ///< nationality DRM; none: no Heat of Battle
  std::optional<int> attackers_san{};   ///< Sniper Activation Numbers (A14.1); none: no sniper
  std::optional<int> defenders_san{};
  Weapon weapon = Weapon::small_arms;
  Movement moving = Movement::none;
  Edition edition = Edition::v2;
  int ec = 0;            ///< EC DRM, on a Kindling DR in a lumberyard
  std::string leader{};  ///< who directs, "9-1", instead of his `leadership`
  MapInput map{};
  std::string hex{};                  ///< of the target, on the map
  std::string from{};                 ///< of who fires there, instead of the range
  std::vector<std::string> by{};      ///< who fires, instead of `fp`: its Firepower is computed
  std::optional<int> range{};         ///< of `by`, of a Flamethrower without `fp`, or of a Gun, whose To Hit number is computed
  FirePhase phase = FirePhase::prep;  ///< of `by`
  bool concealed = false;
  int area_fire = 0;
  std::optional<int> x_number{};      ///< of a Flamethrower, as on its counter; none: 10
  bool non_elite = false;             ///< who uses the Flamethrower or DC
  std::optional<int> tem{};           ///< of a pillbox
  int levels_above = 0;               ///< of the building, above the targets: under Indirect Fire and WP (B23.32)
  bool critical_hit = false;          ///< of WP
  std::optional<int> rate_of_fire{};  ///< the highest Original colored dr with which it fires again; of `by` its MG do
  Hardship hardship{};                ///< of an attack that follows: how who fires is,
  Heroism heroism{};                  ///< and the heroes among them (A15.24),
  int own_cowering = 1;               ///< by how many columns they cower if nobody directs them (A7.9)
  HitDetermination gun{};             ///< its barrel, colour and cases
  std::optional<int> to_hit{};        ///< the highest Original DR that hits, instead
  std::optional<int> th_number{};     ///< the Modified To Hit number; none: to_hit, and for direct fire the TEM
  bool overstacked = false;           ///< the targets' DRM of A5.13 counts
  bool iift = false;                  ///< the Incremental table is read (A7.37)
  bool height_advantage = false;      ///< of the targets, over who fires (B10.31)
  bool no_los = false;                ///< asked although the map shows no LOS
  bool known_far_away = false;        ///< no concealed targets of a MG beyond 16 hexes (A9.4): broken, berserk or overstacked
  std::string hindered_by{};          ///< what a Hindrance of the map's is, and where: "grain in G4"
  std::optional<Terrain> also{};      ///< further terrain of the targets' hex, whose TEM counts, too (A2.4)
  std::string tem_of{};               ///< whose TEM it is, if it is the map's: "H5"
};

/// The fields that an attack of `then` may have of its own.
inline constexpr std::array<std::string_view, 6> keys_of_then{"drm", "hindrance", "leadership", "cowering", "moving", "weapon"};

const Questionnaire<AttackInputs>& attack_questionnaire();
/// Has the terrain of the hex that is named, unless it was given; notes on it.
std::vector<std::string> attack_on_map(AttackInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// The leadership DRM that was given, or the given leader's, but for one among those who fire.
std::optional<int> given_leadership(const AttackInputs& inputs);
/// The DRM of the leader who directs, if one does.
std::optional<int> leadership_of(const AttackInputs& inputs);

/// The TEM of the targets, row by row. Throws BadInput as fortified_tem().
std::vector<Modifier> tem_rows(const AttackInputs& inputs);
/// Those of a Gun's To Hit DR (Case Q): the -1 of a runway is on the IFT DR of any fire (B7.3).
std::vector<Modifier> tem_on_to_hit_dr(const AttackInputs& inputs);
/// What of the TEM is that of a hexside or bridge, and makes Residual FP less, whether it is the one that counted or not (A8.26).
int tem_from_outside(const AttackInputs& inputs);

/// Reads total Firepower: numbers of 0 or more, added up: "8", "4+4+3", "4.5". Throws BadInput if it is not that, or below 1.
double parse_firepower(std::string_view text);

/// What is done to the Firepower of those who fire.
FireConditions conditions_of(const AttackInputs& inputs);
/// Of those who fire, with what is done to it (A7.2-.36). Throws BadInput.
Firepower computed_firepower(const AttackInputs& inputs);

/// Without what may stand behind it: 12FP is 12.
std::string without_fp(const std::string& firepower);

/// A field of total Firepower, std::string `fp`: its number by parse_firepower() says what was asked.
template <class In>
Field<In> firepower_field(std::string_view help) {
  FieldInfo info{.key = "fp", .help = help, .metavar = "N[+N...]", .example = "8"};
  Field<In> field{info, [](In& in, const InputValue& given, const FieldInfo& self) { in.fp = without_fp(text_of(self, given)); },
                  [](const In& in) { return as_value(in.fp); }};
  return std::move(field).saying(
      [](const In& in) { return in.fp.empty() ? std::nullopt : std::optional<InputValue>(parse_firepower(in.fp)); });
}

/// How many columns to the left Original doubles shift an attack (A7.9); `automatic` says by how many if nothing else is said.
int cowering_columns(Cowering cowering, int automatic);
/// Of firers whom nobody directs; automatic: as most do.
Cowering undirected_cowering(const std::vector<Firer>& firers);

/// One Original DR, and the column and DRM of it for targets of each status (A.5).
using AttackOnEach = OnEachStatus<IftAttack>;

/// "DRM +1, Original doubles cower 1 column".
std::string drm_in_words(const IftAttack& attack);

/// The rolls of an attack that modifiers are on, and the To Hit number; the Original DR is part of the IFT DR, but not of a critical hit's.
enum class AttackRoll : std::uint8_t { to_hit_number, to_hit_dr, original_dr, ift_dr, critical_hit, rubble_dr, kindling_dr, morale_check };

/// What can start a Flame where the targets are (B25.12-.13).
struct FlameByAttack {
  int column = 0;
  int original_drm = 0;  ///< that counts as part of the Original DR
  IftResult::Kind least_result = IftResult::Kind::KIA;
  std::optional<int> rubble_drm{};  ///< on the rubble dr, if the attack can make rubble (B24.11)
  int kindled_from = 0;             ///< the lowest Original Kindling DR that does
};

/// What a MOL's Original colored dr does beside the attack (A22.6111).
struct MolThrow {
  bool can_burn = false;           ///< where the targets are
  AttackOnEach without_thrower{};  ///< what is left when he breaks: the fire of the others, without his own and the MOL (A22.62)
};

/// The first attack when it is made again by its rate of fire (A9.2, C2.24): who cowers does not fire again (A7.9).
struct FiresAgain {
  static constexpr int most_crews = 6;
  std::vector<std::optional<AttackOnEach>> without{};  ///< by those crews that have cowered, a bit each; none: nothing is left of it
  unsigned can_cower = 0;                              ///< crews
  int others = 0;                                      ///< who can cower beside them in the first attack
  int crews() const { return std::countr_zero(without.size()); }
};

/// What was asked about an attack, checked, but for its targets.
struct AttackSituation {
  TargetStatus status() const { return statuses.front(); }

  std::vector<TargetStatus> statuses{};        ///< that the targets have at first: not empty
  Sheet<AttackRoll> sheet{};                   ///< for the first of them,
  double firepower = 0;                        ///< and what is fired at it, if it is no HE
  std::vector<AttackOnEach> attacks{};         ///< the attack, and those that follow it; of no Firepower if their column is below 0
  std::map<std::size_t, int> if_cowered{};     ///< by attack: the column of Residual FP if the attack before it cowered
  std::vector<Modifier> of_later{};            ///< modifiers that are those of a later attack
  std::optional<AttackOnEach> critical_hit{};  ///< instead of the first: OBA's on an Original 2 (C1.53), a gun's by its To Hit DR (C3.7)
  std::optional<FlameByAttack> flame{};        ///< nothing if it can start none
  std::optional<ToHit> to_hit{};               ///< of a Gun, if its To Hit DR is asked for
  bool has_multiple_hits = false;              ///< C3.8
  std::optional<FiresAgain> again{};           ///< with a rate of fire,
  int rate_of_fire = 0;                        ///< on an Original colored dr of at most this, of a Gun To Hit (C2.24)
  std::optional<int> malfunctions_from{};      ///< the lowest Original DR of these attacks that breaks a MG (A9.7); none: none does
  std::optional<int> dud_from{};               ///< or by which a DC does nothing (A23.2),
  std::optional<int> empty_from{};             ///< or a Flamethrower has no fuel left, after its attack (A22.1)
  std::optional<MolThrow> mol{};               ///< what else a MOL's Original colored dr does
  std::optional<PillboxUnderFire> pillbox{};   ///< that the first attack can eliminate
  std::optional<IftResult> without_dr{};       ///< instead of all attacks: a MC of all
};

/// Throws BadInput for what cannot be asked, with the rule that forbids it.
AttackSituation attack_situation(const AttackInputs& inputs);

/// Whether a To Hit DR comes before the IFT DR.
enum class HasToHitDr : bool { no, yes };

/// The same of a shot within another question, which follows Flames by itself.
AttackSituation shot_situation(const AttackInputs& inputs, HasToHitDr has_to_hit_dr);

/// Throws BadInput if there is no attack, or no target.
void require_given(const AttackInputs& inputs);

/// What was asked, in words.
Description description_of(const AttackInputs& inputs, const AttackSituation& situation, const std::vector<UnitEntry>& units);

}  // namespace boxcars::model
