#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// When it is fired: in the AFPh Firepower is halved, but that of Opportunity Fire (A7.24, A7.25).
enum class FirePhase : std::uint8_t { prep, defensive, advancing, opportunity };
inline constexpr std::array<Choice<FirePhase>, 4> fire_phase_choices{{{"prep", FirePhase::prep},
                                                                      {"defensive", FirePhase::defensive},
                                                                      {"advancing", FirePhase::advancing},
                                                                      {"opportunity", FirePhase::opportunity}}};

/// Who takes part in an attack by small arms, as its counter says: a unit, a MG that one of them fires, or the leader who directs.
struct Firer {
  std::string name;                ///< as typed, up to the first comma
  std::optional<UnitKind> kind{};  ///< of a unit; a MG is none
  int firepower = 0;               ///< of one
  int range = 0;                   ///< Normal Range
  int count = 1;
  int leadership = 0;          ///< DRM of a leader
  int location = 0;            ///< of those of the Fire Group, from 0 on (A7.5)
  std::optional<int> hexes{};  ///< from the target; none: as many as all
  bool pinned = false;
  bool assault_fire = false;       ///< its Firepower is underscored (A7.36)
  bool encircled = false;          ///< (A7.7)
  bool exhausted = false;          ///< CX (A4.51)
  bool mg_only = false;            ///< of a unit: its own Firepower is none of it
  std::optional<int> breakdown{};  ///< of a MG: the lowest Original DR that breaks it (A9.7)
  bool fanatic = false;            ///< it never cowers (A10.8)
  int cowering_columns = 1;        ///< by which it cowers (A7.9): 2 if it is Inexperienced, 0 if its nation never does
  bool mans_mg = false;            ///< of a leader: nobody else is there to fire a MG, so that he does (A9.12)
  bool by_one_man = false;         ///< of a MG: one such leader fires it
};
constexpr bool directs(const Firer& firer) { return firer.kind == UnitKind::leader && !firer.mans_mg; }
constexpr bool is_mg(const Firer& firer) { return !firer.kind; }
/// An anti-tank rifle, typed as the MG that it is to Infantry, mg:1-12: it has no Long Range (A7.22).
constexpr bool is_atr(const Firer& firer) { return is_mg(firer) && firer.firepower == 1 && firer.range == 12; }
/// What a MG is called, before the colon and its numbers.
inline constexpr std::array<std::string_view, 4> machine_guns{"mg", "lmg", "mmg", "hmg"};
/// The rate of fire of a MG by its Firepower and range, as nearly all counters of such numbers have it (A9.2); an ATR has none. And the
/// Original DR from which it breaks down, where all counters agree (A9.7): 11 of a 2-6; else 12.
int rate_of_fire_of_mg(int firepower, int range);
inline constexpr int best_breakdown = 12, worst_breakdown = 8;
int breakdown_of_mg(int firepower, int range);
/// Whether a text means a MG: "mg:5-12", "2xmg:3-8", "hmg:7-16".
bool means_mg(std::string_view text);

/// Reads "4-6-7", "2x6-6-6,assault", "hs:2-4-7,pinned", "4-6-7,mg-only", "4-2-6,cowering=inexperienced", "mg:5-12,range=9", "mg:7-16,b=11",
/// "9-1". Throws BadInput for who cannot fire.
Firer parse_firer(std::string_view text);
/// A unit as it stands: a leader directs with what leadership he has left, and of a reduced squad a half-squad fires.
Firer firer_of(const std::string& name, const Unit& unit, Condition c);
/// Reads a unit that may have Assault Fire, too: "6-6-6,assault,elr=3". Throws BadInput as parse_unit() does.
UnitEntry parse_armed_unit(std::string_view text);
/// The unit of a firer that is none of a MG, without how it fires. Throws BadInput as parse_unit() does.
UnitEntry parse_unit_of_firer(std::string_view text);
/// Between the Locations of a Fire Group.
inline constexpr std::string_view next_location = "/";
/// All of them. A leader whom nobody else is with fires the MG, two of them together at its full Firepower (A9.12). Throws BadInput if in a
/// Location nobody fires, a MG has nobody to fire it, or more than one leader directs.
std::vector<Firer> parse_firers(const std::vector<std::string>& texts);

/// What modifies Firepower, beyond what is done to who fires (A7.2-.36).
struct FireConditions {
  std::optional<int> range{};  ///< in hexes; none: Normal Range of all, and no Point Blank Fire
  FirePhase phase = FirePhase::prep;
  bool concealed = false;          ///< the targets are
  int area_fire = 0;               ///< other causes of Area Fire
  bool directed = false;           ///< by a leader who is none of those who fire
  bool in_pillbox = false;         ///< the targets are: their concealment halves nothing (B30.7)
  bool known_far_away = false;     ///< the targets are broken, berserk or overstacked: no concealed ones for a MG far away (A9.4)
  IftTable table = IftTable::ift;  ///< on which it is read
};
/// From so many hexes on a MG fires only if a leader directs it, and then as at concealed men (A9.4).
inline constexpr int far_for_mg = 17;

/// What has been made of the Firepower of who fires, and a line for each of them on how, with rule numbers. Fractions are kept.
struct Firepower {
  double total = 0;
  std::vector<std::string> lines{};
};
/// Throws BadInput for a range beyond twice the Normal one of somebody (A7.22), or of a MG far away that nobody directs (A9.4).
Firepower firepower_of(const std::vector<Firer>& firers, const FireConditions& conditions);

/// What of that can be fired again by a rate of fire (A9.2): the MG which nobody pinned fires (A7.8).
struct FiredAgain {
  /// Who fires them, each with all of his: if he cowers, none is fired again (A7.9).
  struct Crew {
    double firepower = 0;
    bool can_cower = true;
  };
  std::vector<Crew> crews{};
  int others = 0;          ///< who can cower as well, in the attack that all make
  int heroic_drm = 0;      ///< of those crews
  bool exhausted = false;  ///< one of those crews is CX, or a leader who directs them
};
FiredAgain fired_again(const std::vector<Firer>& firers, const FireConditions& conditions);
/// Of all crews.
double firepower_again(const std::vector<Firer>& firers, const FireConditions& conditions);

/// What heroes have on the DR of an attack that they take part in: -1 each within Normal Range, of the MG if he fires one (A15.24), and
/// then a +1 (A15.23).
struct Heroism {
  int heroes = 0;
  int with_mg = 0;
  constexpr int drm() const { return with_mg - heroes; }
  std::vector<Modifier> rows() const;
};
Heroism heroism_of(const std::vector<Firer>& firers, const FireConditions& conditions);

/// Of those who are at a Location, unbroken, who takes part in its attack: units in range, or with a MG that is; of the MG as many as
/// they can fire, those with the most Firepower first (A7.35); and of the leaders whoever directs best, if he is not pinned (A7.53).
/// Where there are leaders only, one or two of them fire the strongest MG (A9.12). Nobody: nobody can fire.
std::vector<Firer> taking_part(const std::vector<Firer>& there, const FireConditions& conditions);
/// The sum of what firepower_of() tells of those of one Location.
double total_firepower(const std::vector<Firer>& here, const FireConditions& conditions);

/// Of what parse_firers() reads who fires on when the MG have broken down: those in range (A7.22), in Locations where there are any.
std::vector<std::string> without_mg(const std::vector<std::string>& texts, const FireConditions& conditions);

/// Whether he can throw a MOL: who is pinned throws none (A7.8).
constexpr bool throws_mol(const Firer& firer) { return !directs(firer) && !is_mg(firer) && !firer.pinned; }
/// Of those who fire with a MOL who is left when its thrower breaks (A22.62): the first who can throw is gone, with a MG that nobody else
/// can fire then, and a leader who has nobody left to direct. Nobody: nobody is left.
std::vector<Firer> without_thrower(const std::vector<Firer>& firers);

/// A number of Firepower: 12, 4.5.
std::string without_zeros(double firepower);

/// The leadership DRM of the leaders who direct: the worst, and none if there is a Location without one (A7.53).
std::optional<int> leadership_of(const std::vector<Firer>& firers);
/// What is on the IFT DR of who fires, and makes their Residual FP less (A8.26): +1 if one of them is encircled (A7.7), and +1 if one is CX
/// (A4.51), a leader who directs among them.
struct Hardship {
  bool encircled = false;
  bool exhausted = false;
  constexpr int drm() const { return (encircled ? 1 : 0) + (exhausted ? 1 : 0); }
  std::vector<Modifier> rows() const;
};
Hardship hardship_of(const std::vector<Firer>& firers);
/// By how many columns they cower on Original doubles, 0 to 2: not under a leader's direction, nor SMC and Fanatics alone (A7.9, A10.8).
int cowering_columns(const std::vector<Firer>& firers);
/// As if no leader directed them.
int undirected_cowering_columns(const std::vector<Firer>& firers);
inline bool can_cower(const std::vector<Firer>& firers) { return cowering_columns(firers) > 0; }
/// What says so of a unit that fires: ",cowering=none" and ",cowering=inexperienced"; nothing for the usual column.
std::string cowering_attribute(int columns);
/// The lowest Original DR that breaks one of the MG (A9.7).
std::optional<int> breakdown_of(const std::vector<Firer>& firers);

}  // namespace boxcars::model
