#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/field.hpp"
#include "model/rules/guns.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {

enum class UnitKind : std::uint8_t { squad, half_squad, crew, leader, hero };

/// What play has done to a unit so far. All bits are used: it is compared as bytes.
struct Condition {
  std::uint16_t eliminated : 1 = 0;
  std::uint16_t broken : 1 = 0;
  std::uint16_t pinned : 1 = 0;       ///< of who is broken: his rout has ended (A10.53), or he was hurt while he withdrew (A11.2)
  std::uint16_t reduced : 1 = 0;      ///< a squad is a half-squad, an SMC is wounded
  std::uint16_t replaced : 2 = 0;     ///< how often by a lower quality (A19.13)
  std::uint16_t hardened : 2 = 0;     ///< how often by a higher one: Battle Hardening (A15.3)
  std::uint16_t singled_out : 1 = 0;  ///< by the critical hit of the attack under way (C3.74)
  std::uint16_t berserk : 1 = 0;      ///< A15.4
  std::uint16_t disrupted : 1 = 0;
  std::uint16_t made_hero : 1 = 0;
  std::uint16_t selection : 3 = 0;  ///< its dr in the Random Selection under way; 0: not, or no longer, selected
  std::uint16_t apart : 1 = 0;      ///< not, or no longer, in the CC (A11.6, A11.2); of a hut: it failed its Collapse PTC (G5.5)
  bool operator==(const Condition&) const = default;
};
static_assert(sizeof(Condition) == 2);

/// A number that is another for every other condition: equal units are sorted by it.
inline std::uint16_t order_of(Condition c) { return std::bit_cast<std::uint16_t>(c); }

inline constexpr int most_labor = 2;  ///< how much Labor Status who fails a Clearance or Entrenching DR can have on the next (B24.8)

/// A unit as its counter says. Its condition changes in play, the counter does not.
struct Unit {
  UnitKind kind = UnitKind::squad;
  int morale = 7;
  int broken_morale = 7;
  int half_squad_broken_morale = 7;  ///< of the half-squad that a squad may become
  int leadership = 0;                ///< DRM of a leader
  std::optional<int> elr{};          ///< without it no Replacement
  Condition start{};
  int firepower = 0;             ///< that is printed; a leader has none
  int half_squad_firepower = 0;  ///< of the half-squad that a squad may become
  int range = 0;                 ///< Normal Range; a leader has none
  bool assault_fire = false;     ///< its Firepower is underscored (A7.36)
  bool encircled = false;        ///< one lower in morale, and +1 on what it fires (A7.7)
  bool fanatic = false;          ///< one higher in morale, and it never cowers (A10.8)
  int from_turn = 1;             ///< of an assault: in which it comes
  bool self_rally = false;       ///< a MMC that may, as Finns may (A10.63); of crews it need not be said
  bool operator==(const Unit&) const = default;
};

/// What one unit argument says: a single unit, or with `count` a group of equal ones ("3x4-4-7").
struct UnitEntry {
  std::string name;  ///< as typed, up to the first comma
  Unit unit;
  std::optional<int> count{};
  std::optional<Gun> gun{};  ///< that it mans; it says only where the unit may be
};

/// Whether a unit may begin berserk or Disrupted. It may where it is attacked and nothing else happens.
enum class Spirits : bool { ordinary, any };
/// Reads "4-4-7", "hs:2-4-7,broken", "9-1,elr=3", "3x4-4-7", "4-4-7,berserk"; throws BadInput for what no counter has.
UnitEntry parse_unit(std::string_view text, Spirits spirits = Spirits::ordinary);

/// All of them, each as its argument says, on the ground of a terrain, in any spirits. Throws BadInput for a Gun that may not be there,
/// too.
std::vector<UnitEntry> parse_units(const std::vector<std::string>& texts, Terrain terrain, bool fortified);

/// How a story names one of several units: as its events do, "2:4-4-7"; a unit alone by its name.
std::string label(const std::vector<UnitEntry>& entries, std::size_t entry);

/// Reads a leader's counter ("9-1") for its leadership DRM; throws BadInput for anything else.
int parse_leadership(std::string_view text);

/// A field of such a counter, as it is given.
template <class In>
Field<In> leader_field(std::string_view key, std::string In::*member, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::unit, .help = help, .metavar = "9-1", .example = "9-1"};
  Field<In> field{info,
                  [member](In& in, const InputValue& given, const FieldInfo& self) {
                    std::string leader = text_of(self, given);
                    parse_leadership(leader);  // whether it is one
                    in.*member = std::move(leader);
                  },
                  [member](const In& in) { return as_value(in.*member); }};
  return std::move(field).unsaid();
}

constexpr bool is_leader(const Unit& unit) { return unit.kind == UnitKind::leader; }
/// A leader or a hero: a Single Man Counter (A1.11).
constexpr bool is_smc(const Unit& unit) { return is_leader(unit) || unit.kind == UnitKind::hero; }
/// Who may try to rally without a leader, each in every RPh (A10.63, A18.11).
constexpr bool may_self_rally(const Unit& unit) { return is_leader(unit) || unit.kind == UnitKind::crew || unit.self_rally; }
/// A hero, or a leader whom Heat of Battle has made heroic (A15.21).
constexpr bool is_heroic(const Unit& unit, Condition c) { return unit.kind == UnitKind::hero || (is_leader(unit) && c.made_hero); }
/// Heroes and what is heroic never break (A15.2); neither does what is berserk (A15.42).
constexpr bool can_break(const Unit& unit, Condition c) { return !c.broken && !c.berserk && !is_heroic(unit, c); }
/// Broken, berserk and heroic units are not pinned (A7.8).
constexpr bool can_pin(const Unit& unit, Condition c) { return !c.pinned && can_break(unit, c); }

/// Who is broken, berserk or Disrupted is Known (A12.14): what he is, or nullopt.
std::optional<std::string_view> never_concealed(Condition c);
/// Throws BadInput if one of them is never concealed (A12.14).
void require_none_known(const std::vector<UnitEntry>& units);
/// Throws BadInput for the field `concealed` where none of them can be it (A12.14).
void require_concealable(const std::vector<UnitEntry>& units);

/// The Morale Level a unit checks against now, at most 10 (A.18): its broken side if broken, one lower if wounded (A17.2), one higher if it
/// is Fanatic (A10.8), 10 if berserk (A15.42). Replaced (A19.13) or hardened (A15.3) a leader is of another grade; a MMC has one less or
/// more, but for those whose next better class has the same.
int morale_level(const Unit& unit, Condition c);

/// A leader's leadership DRM now: that of his grade, one worse if wounded (A17.2).
int leadership(const Unit& unit, Condition c);

/// Whether no leader is worse: one beyond his ELR is Disrupted, not Replaced (A19.12).
bool is_of_lowest_grade(const Unit& unit, Condition c);

/// The FP that its counter shows now: of a reduced squad that of its half-squad.
int printed_firepower(const Unit& unit, Condition c);

/// An eliminated unit: nothing of its condition matters any more, but that it may have made a hero.
Condition eliminated(Condition c);

/// Casualty Reduction (A7.302): a squad becomes a half-squad, a half-squad or crew is eliminated. An SMC is wounded instead, which
/// takes a dr; see wounded().
Condition reduced(const Unit& unit, Condition c);

/// Whether an SMC takes a wound severity dr; by an Original 12 who cannot break has a +1 on it (A10.31).
enum class Wound : std::uint8_t { none, normal, by_original_12 };

/// An SMC after its wound severity dr: it dies on 5 or more, +1 if it was wounded already, or as if it were (A17.11, A10.31).
Condition wounded(Condition c, int severity_dr, Wound wound = Wound::normal);

}  // namespace boxcars::model
