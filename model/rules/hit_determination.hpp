#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/field.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/to_hit.hpp"
#include "model/rules/to_hit_table.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {

/// What the user typed of a To Hit number to be computed (C3 to C6).
struct HitDetermination {
  std::optional<int> range{};  ///< in hexes; none: nothing is computed
  Barrel barrel = Barrel::normal;
  GunColor gun_color = GunColor::black;
  std::vector<std::string> cases{};  ///< of C5 and C6, by their letters
  int hindrance = 0;                 ///< DRM, that of SMOKE too
  std::optional<int> leadership{};   ///< the directing leader's DRM
};

/// The cases that are given, which may have commas between them.
std::vector<std::string> cases_in(const FieldInfo& field, const InputValue& given);

/// Its fields; what the clashes do not say is in to_hit_rows().
const Fields<HitDetermination>& hit_determination_fields();
/// What is not asked without a range, or with a number that is given. The question has the fields to_hit and th_number.
std::vector<Clash> hit_determination_clashes();

/// They, as fields of a question.
template <class In>
void append_fields(Fields<In>& fields, HitDetermination In::*part, std::string_view group) {
  for (const auto& field : hit_determination_fields()) fields.push_back(of_part<In>(field, part).in(group));
}

/// A To Hit number that is given, of a question's int `to_hit` and `th_number`.
inline constexpr Range drs_that_hit{-10, 20, "an Original DR that hits"}, modified_to_hit_numbers{-10, 30, "Modified To Hit numbers"};
template <class In>
void append_given_number(Fields<In>& fields, std::string_view help, std::string_view group) {
  fields.push_back(integer("to_hit", &In::to_hit, drs_that_hit, help).in(group).like("7"));
  fields.push_back(integer("th_number", &In::th_number, modified_to_hit_numbers, "Modified To Hit number (C3.7); default: --to-hit + TEM")
                       .in(group)
                       .like("9"));
}

/// What is fired at, and with what.
struct FiredAt {
  Fire fire = Fire::direct;  ///< direct, area or mortar
  int caliber = 75;
  std::vector<Modifier> tem{};  ///< of the Location that direct fire is at
  bool doubles_own_hex = true;  ///< Case E, by its terrain
  bool may_be_open = true;      ///< by its terrain it can be Open Ground (A4.6)
  const Latw* latw = nullptr;   ///< with its own To Hit numbers (C13), instead of a Gun's
};

/// What a To Hit DR is compared with, and what is on it, row by row.
struct ToHitRows {
  std::vector<Modifier> number{};  ///< the basic To Hit number, and C4
  std::vector<Modifier> drm{};     ///< C5, C6 and the leader's
  bool doubles_lower_die = false;  ///< Case C4
};
/// Throws BadInput for what the rules forbid.
ToHitRows to_hit_rows(const HitDetermination& in, const FiredAt& at);
/// What they come to: less the DRM it is the highest Original DR that hits.
ToHit to_hit_of(const ToHitRows& rows, Fire fire);
/// Of what hits after all DRM; if the Modified To Hit number is not given either, they are the TEM (C6.8).
ToHit given_to_hit(int needed, std::optional<int> number, const std::vector<Modifier>& tem, Fire fire);
/// Which rule says when its hits are critical.
constexpr CriticalHits critical_hits_of(Fire fire) { return fire == Fire::direct ? CriticalHits::infantry : CriticalHits::area; }

/// The Cases as equal questions have them: in order, each as short as it goes.
std::vector<std::string> cases_as_read(const std::vector<std::string>& cases);

inline constexpr int most_acquired = 2;

/// What its Cases have on the IFT DR of a critical hit, too (C3.71).
std::vector<Modifier> rows_of_critical_hit(const HitDetermination& in);

/// Of an answer with a To Hit DR and a DRM that is given.
inline constexpr std::string_view drm_is_of_effects =
    "--drm is on the IFT DR; what is on the To Hit DR is a Case, as acquisition is --case N=-2";
/// The acquisition that the first shot has already (C6.5): 0 to 2.
int acquired_before(const HitDetermination& in);

/// Throws BadInput, at the field `rate_of_fire`, if it is kept by no such fire.
void require_rate_of_fire_kept(const HitDetermination& in, Fire fire);

/// Whether two hits come of Original doubles (C3.8): a Gun of 15 to 40mm, not on the Area Target Type.
constexpr bool has_multiple_hits(int millimetres, Fire fire) { return fire == Fire::direct && 15 <= millimetres && millimetres <= 40; }

}  // namespace boxcars::model
