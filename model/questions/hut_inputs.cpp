#include "model/questions/hut_inputs.hpp"

#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int closed_topped_crew = -1;  // on the Collapse PTC of its crew (G5.5)

// What the rules forbid, with the rule.
void require_lawful_hut(const HutInputs& in) {
  require_needs(hut_questionnaire(), in);
  require_lawful(hut_questionnaire(), in);
  if (in.fortified)
    throw BadInput("fortified", "{fortified} of a hut",
                   std::string(why_not_fortified(in.collapsed ? Terrain::collapsed_hut : Terrain::hut)), "leave it out");
}

double firepower_of(const HutInputs& in) {
  if (!in.fp.empty()) return at_field("fp", [&] { return parse_firepower(in.fp); });
  if (in.cause == HutCause::dc) return dc_firepower;
  if (in.cause == HutCause::ft) return flamethrower_firepower;
  return firepower_at(*column_for_caliber(*in.caliber, table_if(in.iift)));
}

// Of the Original DR: of HE as it arrives, of all else by its Firepower.
int column_of(const HutInputs& in) {
  return in.caliber ? require_he_column(*in.caliber, fire_of(in), table_if(in.iift))
                    : *column_for_firepower(firepower_of(in), table_if(in.iift));
}

// The DRM that was given, and a heavy payload.
void add_attack(const HutInputs& in, Sheet<HutRoll>& sheet) {
  const bool mc = in.cause == HutCause::bombardment || in.cause == HutCause::wp;
  if (mc)
    sheet.add(HutRoll::morale_check, {in.drm, "DRM of the MC, as given", "A10.1"});
  else
    sheet.add_to_all({HutRoll::attack, HutRoll::critical_hit}, {in.drm, "DRM of the attack, as given", "A7.3"});
  if (!in.caliber) return;
  const Modifier payload = heavy_payload(*in.caliber, fire_of(in)), whole = heavy_payload(*in.caliber, Fire::direct);
  if (payload == whole) return sheet.add_to_all({HutRoll::original, HutRoll::attack, HutRoll::critical_hit}, payload);
  sheet.add_to_all({HutRoll::original, HutRoll::attack}, payload);
  sheet.add(HutRoll::critical_hit, on_critical_hit(whole));
}

// The TEM turns round; it is part of the DRM that was given, but of direct fire, for which it was on the To Hit DR (C6.8).
void add_critical_hit(const HutInputs& in, const CriticalHit& hit, Sheet<HutRoll>& sheet) {
  const int times = fire_of(in) == Fire::direct ? -1 : -2;
  if (!in.collapsed)
    sheet.add(HutRoll::critical_hit, {times * tem(Terrain::hut).amount, "on a critical hit, the hut's TEM reversed", "C3.7"});
  sheet.add(HutRoll::critical_hit, on_critical_hit(beyond_the_table(hit)));
  for (Modifier& row : rows_of_critical_hit(in.aim)) sheet.add(HutRoll::critical_hit, on_critical_hit(std::move(row)));
}

std::vector<Modifier> tem_on_to_hit_dr(const HutInputs& in) {
  return in.collapsed || fire_of(in) != Fire::direct ? std::vector<Modifier>{} : tem_of(Terrain::hut, false);
}

// The To Hit number of a Gun as it is given, or computed.
std::optional<ToHit> to_hit_of(const HutInputs& in, Sheet<HutRoll>& sheet) {
  if (in.aim.range) {
    ToHitRows rows = to_hit_rows(in.aim, {.fire = fire_of(in), .caliber = *in.caliber, .tem = tem_on_to_hit_dr(in)});
    const ToHit to_hit = to_hit_of(rows, fire_of(in));
    for (Modifier& row : rows.number) sheet.add(HutRoll::to_hit_number, std::move(row));
    for (Modifier& row : rows.drm) sheet.add(HutRoll::to_hit_dr, std::move(row));
    return to_hit;
  }
  if (!in.to_hit) return std::nullopt;
  return given_to_hit(*in.to_hit, in.th_number, tem_on_to_hit_dr(in), fire_of(in));
}

void add_wp_flame(const HutInputs& in, Sheet<HutRoll>& sheet) {
  if (!in.collapsed) sheet.add(HutRoll::kindling, wp_in_building("Flame DR"));
  if (!in.very_dry) sheet.add(HutRoll::kindling, wp_unless_very_dry("Flame DR"));
}

// By which throws the attack starts a Flame; empty if it is no attack.
std::string flames_in_words(const HutInputs& in, const HutSituation& situation) {
  const HutCause cause = *in.cause;
  if (cause == HutCause::bombardment) return in.rain ? "no Flame after rain" : "a Flame on an Original MC DR of 10 or more";
  if (!is_fire(cause)) return "";
  std::string kindled =
      "a DR of " + std::to_string(fire_numbers(Terrain::hut)->kindling - situation.sheet.on(HutRoll::kindling)) + " or more";
  if (cause == HutCause::ft) {
    kindled = "an Original K or KIA and then " + kindled;
    return "a Flame on " +
           (in.rain ? kindled : "an Original DR below " + std::to_string(flamethrower_empty_from(in.x_number, in.non_elite)));
  }
  std::string text = burns_by_colored_dr(in) ? "an Original colored 1" : "";
  if (is_explosive(cause)) text += (text.empty() ? "" : ", or ") + ("an Original KIA and then " + kindled);
  if (text.empty()) return is_infantry_fire(cause) ? std::string("no Flame ") + (in.rain ? "after rain" : "without PBF") : "";
  return "a Flame on " + text;
}

std::vector<std::string> summary_of(const HutInputs& in, const HutSituation& situation) {
  std::vector<std::string> lines;
  if (in.aim.range) lines.push_back(needed_in_words(*situation.to_hit));
  if (const auto& attack = situation.attack) lines.push_back("the " + column_head(attack->column) + " column, " + drm_in_words(*attack));
  if (is_explosive(*in.cause) && !in.collapsed) lines.emplace_back("a Final KIA collapses the hut");
  if (const std::string line = flames_in_words(in, situation); !line.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string> notes_of(const HutInputs& in, const HutSituation& situation, const std::vector<UnitEntry>& units) {
  const HutCause cause = *in.cause;
  const auto& attack = situation.attack;
  const auto& to_hit = situation.to_hit;
  std::vector<std::string> notes;
  if (in.collapsed) {
    notes.emplace_back("nothing is left to collapse (G5.51)");
  } else if (attack && !is_explosive(cause) && cause != HutCause::afv) {
    notes.emplace_back("only HE and DC collapse a hut, and a Blaze: boxcars kindle --terrain hut (G5.5, G5.6)");
  }
  if (cause == HutCause::mol && in.rain) notes.emplace_back("a MOL's own Flame is made after rain, too (A22.6111, G5.61)");
  const bool tem_is_on_to_hit_dr = to_hit && fire_of(in) == Fire::direct;
  if (tem_is_on_to_hit_dr && !in.collapsed) notes.emplace_back("direct HE fire: the TEM is on the To Hit DR, not in --drm (C6.8)");
  if (to_hit && in.to_hit && !in.th_number) notes.push_back(in_words(*to_hit) + "; --th-number N says otherwise");
  if (attack && !tem_is_on_to_hit_dr && !in.collapsed && cause != HutCause::ft)
    notes.emplace_back(in.drm == 0 ? "the hut's TEM of +1 is not counted by itself: --drm 1 has it (G5.3)"
                                   : "--drm is the whole DRM, the hut's TEM of +1 included (G5.3)");
  if (cause == HutCause::wp && !in.collapsed)
    notes.emplace_back("the TEM is a -1 on the NMC by WP, +1 on a critical hit: --drm says so (A24.31)");
  if (cause == HutCause::wp && !has_wp_flame_dr(in))
    notes.emplace_back(
        "after rain WP sets a collapsed hut on fire only if EC are Dry or Very Dry (G5.61, A24.32); add --dry or --very-dry");
  if (cause == HutCause::dc) notes.push_back(original_from(dc_malfunctions_from(in.non_elite)) + " malfunctions: nothing happens (A23.2)");
  if (in.concealed)
    notes.push_back("concealed men are attacked on the " + column_head(situation.at_units->column) + " column, the hut is not (A23.1)");
  if (in.huts > 1)
    notes.push_back("a Flame by the colored dr is in one of " + std::to_string(in.huts) + " huts, by Random Selection (G5.6)");
  if (cause == HutCause::he && !to_hit)
    notes.emplace_back("every shot is taken to hit; --range N or --to-hit N asks for its To Hit DR, and for critical hits (C3.7)");
  if (cause == HutCause::afv && in.dozer) notes.emplace_back("a dozer's crew takes no Collapse PTC (G5.5)");
  if (cause == HutCause::bombardment && !units.empty())
    notes.emplace_back("what the Bombardment does to the units first is not part of this question (C1.82)");
  if (cause == HutCause::backblast && in.collapsed) notes.emplace_back("from a collapsed hut there is no Flame (G5.62)");
  for (auto& note : notes_on(units)) notes.push_back(std::move(note));
  return notes;
}

std::vector<HeadlinePart> headline_of(const HutInputs& in, const HutSituation& situation, const std::vector<UnitEntry>& units) {
  const HutCause cause = *in.cause;
  const auto& attack = situation.attack;
  std::vector<HeadlinePart> parts;
  if (situation.to_hit) parts.insert(parts.end(), {{"hits", "hit"}, {"critically", "critical hit"}});
  if (!in.collapsed && cause != HutCause::wp && (!attack || is_explosive(cause))) parts.push_back({"collapses", "collapses"});
  if (cause != HutCause::afv && cause != HutCause::glider) parts.push_back({"catches fire", "flame"});
  if (has_crew_ptc(in) && !in.collapsed) parts.push_back({"crew fails its PTC", "crew fails PTC"});
  if (units.empty()) return parts;
  for (auto& part : headline_of(units)) parts.push_back(std::move(part));
  return parts;
}

std::vector<std::string> untold_of(const HutInputs& in, const HutSituation& situation, const std::vector<UnitEntry>& units) {
  std::vector<std::string> events = untold_of(units);
  if (!situation.critical) events.emplace_back("critical hit");
  if (in.cause != HutCause::dc) events.emplace_back("malfunctions");
  if (in.cause != HutCause::afv) events.emplace_back("crew fails PTC");
  return events;
}

// The inputs that equal questions have.
HutInputs as_read(HutInputs in) {
  in.aim.cases = cases_as_read(in.aim.cases);
  return in;
}

}  // namespace

Fire fire_of(const HutInputs& in) { return in.fire.value_or(in.cause == HutCause::oba ? Fire::oba : Fire::direct); }

bool has_crew_ptc(const HutInputs& in) { return in.cause == HutCause::afv && !in.dozer && !in.exits; }

bool has_wp_flame_dr(const HutInputs& in) { return in.cause == HutCause::wp && (!in.rain || in.dry || in.very_dry); }

bool burns_by_colored_dr(const HutInputs& in) {
  if (in.cause == HutCause::mol) return true;  // it is thrown one hex at most, which is PBF, and it is as a MOL anywhere (A22.6111)
  const bool at_range = in.pbf || in.cause != HutCause::small_arms;
  return (is_explosive(*in.cause) || is_infantry_fire(*in.cause)) && at_range && !in.rain;
}

HutSituation hut_situation(const HutInputs& in) {
  require_lawful_hut(in);
  HutSituation situation;
  Sheet<HutRoll>& sheet = situation.sheet;
  situation.to_hit = to_hit_of(in, sheet);
  add_attack(in, sheet);
  std::optional<CriticalHit> hit;
  if (is_oba(fire_of(in)) || situation.to_hit) {
    hit = critical_hit_of(firepower_of(in));
    add_critical_hit(in, *hit, sheet);
  }
  sheet.add(HutRoll::kindling, {in.ec, "EC, Kindling DR", "G5.61"});
  if (has_wp_flame_dr(in)) add_wp_flame(in, sheet);
  if (has_crew_ptc(in) && !in.open_topped && !in.collapsed)
    sheet.add(HutRoll::crew_ptc, {closed_topped_crew, "closed-topped AFV, crew's Collapse PTC", "G5.5"});

  const int cowering = cowering_columns(in.cowering, is_infantry_fire(*in.cause) || in.cause == HutCause::ft ? 1 : 0);  // A22.1
  if (is_fire(*in.cause) || !in.fp.empty()) situation.attack = IftAttack{column_of(in), sheet.on(HutRoll::attack), cowering};
  situation.at_units = situation.attack;
  if (in.concealed) situation.at_units->column = *column_for_firepower(firepower_of(in) / 2, table_if(in.iift));
  situation.has_multiple_hits = in.aim.range && has_multiple_hits(*in.caliber, fire_of(in));
  if (hit) situation.critical = IftAttack{hit->column, sheet.on(HutRoll::critical_hit)};
  return situation;
}

Description description_of(const HutInputs& in, const HutSituation& situation, const std::vector<UnitEntry>& units) {
  return {.inputs = inputs_of(hut_questionnaire(), as_read(in)),
          .modifiers = situation.sheet.modifiers(),
          .modifiers_of = situation.sheet.modifiers_of(),
          .notes = notes_of(in, situation, units),
          .summary = summary_of(in, situation),
          .headline = headline_of(in, situation, units),
          .figures = in.aim.range ? figures_of(*situation.to_hit) : std::vector<Figure>{},
          .untold = untold_of(in, situation, units)};
}

}  // namespace boxcars::model
