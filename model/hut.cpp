#include "model/hut.hpp"

#include <algorithm>

#include "model/bad_input.hpp"
#include "model/modifier.hpp"
#include "model/ordnance.hpp"
#include "model/terrain.hpp"

namespace boxcars::model {
namespace {

enum Event : int { collapses, flame, crew_fails_ptc, critical_hit, malfunctions, first_of_units };

constexpr int flame_on = 1;                 // the Original colored dr (G5.6)
constexpr int ptc_morale = 8;               // of every unit (G5.5)
constexpr int closed_topped_crew = -1;      // G5.5
constexpr int bombardment_morale = 7;       // of the hut (G5.32)
constexpr int bombardment_flame_from = 10;  // the Original DR (G5.32)
constexpr int most_wp_drm = 4;              // of the MC by WP

bool is_explosive(HutCause cause) { return cause == HutCause::he || cause == HutCause::dc || cause == HutCause::oba; }
bool is_infantry_fire(HutCause cause) { return cause == HutCause::small_arms || cause == HutCause::mg || cause == HutCause::mol; }

std::string with_cause(HutCause cause) { return "--cause " + std::string(name_of(cause, hut_cause_choices)); }

HutCause require_lawful(const HutInputs& in) {
  if (!in.cause) throw BadInput("no cause given (what happens to the hut?); give it like --cause he --caliber 105, or --cause afv");
  const HutCause cause = *in.cause;
  const std::string with = with_cause(cause);
  const bool fires = is_explosive(cause) || is_infantry_fire(cause) || cause == HutCause::ft;
  const bool of_afv = cause == HutCause::afv;
  forbid(!in.fp.empty() && in.caliber, "--fp", "--caliber", "an attack is one or the other");
  forbid(!in.fp.empty() && !fires && !of_afv, "--fp", with, "it is not resolved on the IFT");
  forbid(in.caliber && cause != HutCause::he && cause != HutCause::oba, "--caliber", with, "a calibre is of HE, C.7");
  const bool has_its_own = cause == HutCause::dc || cause == HutCause::ft;
  if (fires && !has_its_own && in.fp.empty() && !in.caliber) {
    throw BadInput(with + (is_explosive(cause) ? " without a calibre (HE of how many mm?); give it like --caliber 105"
                                               : " without Firepower (how much of it?); give it like --fp 8"));
  }
  forbid(in.pbf && !is_infantry_fire(cause), "--pbf", with, "PBF is of small arms, A7.21");
  forbid(in.cowering != Cowering::automatic && !is_infantry_fire(cause), "--cowering", with, "it never cowers, A7.9");
  if (in.fortified) fortified_tem(in.collapsed ? Terrain::collapsed_hut : Terrain::hut);
  forbid(in.rain && !in.collapsed, "--rain", "a hut that stands", "rain is nothing to it, G5.61");
  forbid(in.very_dry && cause != HutCause::wp, "--very-dry", with, "EC are nothing to a hut but under WP, G5.61");
  forbid(in.ec != 0 && !(in.collapsed && (is_explosive(cause) || cause == HutCause::ft)), "--ec", in.collapsed ? with : "a hut that stands",
         "only the Kindling DR of HE or FT against a collapsed hut has it, G5.61");
  require_range("--ec", in.ec, -3, 2, "EC DRM, B25.5");
  require_drm(in.drm);
  if (cause == HutCause::wp) require_range("--drm", in.drm, -most_wp_drm, most_wp_drm, "DRM of the MC by WP, A24.31");
  if (in.drm != 0 && !fires && cause != HutCause::bombardment && cause != HutCause::wp && !(of_afv && !in.fp.empty()))
    throw BadInput("--drm with " + with + (of_afv ? " (without an Overrun's --fp nothing is resolved on the IFT)" : " (no DR has it)") +
                   "; leave it out");
  for (const auto& [set, option] : {std::pair(in.open_topped, "--open-topped"), std::pair(in.crew_exposed, "--crew-exposed"),
                                    std::pair(in.riders, "--riders"), std::pair(in.dozer, "--dozer"), std::pair(in.exits, "--exits")})
    forbid(set && !of_afv, option, with, "it is about the AFV that enters");
  forbid(in.exits && !in.fp.empty(), "--exits", "--fp", "an Overrun enters, G5.42");
  if (of_afv && !in.collapsed && !in.exits) {
    if (in.riders) throw BadInput("such an AFV may not enter a hut (it has Riders, G5.4); leave that out for one that may");
    if (in.crew_exposed && !in.dozer)
      throw BadInput("such an AFV may not enter a hut (it is not buttoned up, G5.4); leave that out, or give --dozer");
  }
  return cause;
}

int cowering_columns(const HutInputs& in) {
  if (!is_infantry_fire(*in.cause) || in.cowering == Cowering::none) return 0;
  return in.cowering == Cowering::inexperienced ? 2 : 1;
}

double firepower_of(const HutInputs& in) {
  if (!in.fp.empty()) return parse_firepower(in.fp);
  if (in.cause == HutCause::dc) return dc_firepower;
  if (in.cause == HutCause::ft) return flamethrower_firepower;
  return column_firepower(*column_for_caliber(*in.caliber));
}

int payload_drm(const HutInputs& in) { return in.caliber ? heavy_payload_drm(*in.caliber, Fire::direct) : 0; }

std::optional<IftAttack> attack_of(const HutInputs& in) {
  const HutCause cause = require_lawful(in);
  if (in.caliber) require_caliber(*in.caliber);
  const bool fires = is_explosive(cause) || is_infantry_fire(cause) || cause == HutCause::ft || !in.fp.empty();
  if (!fires) return std::nullopt;
  return IftAttack{*column_for_firepower(firepower_of(in)), in.drm + payload_drm(in), cowering_columns(in)};
}

// C3.7: the Firepower doubled, what it has above 36 FP a DRM; the hut's TEM is part of the DRM, and turns round.
std::optional<IftAttack> critical_of(const HutInputs& in) {
  if (in.cause != HutCause::oba) return std::nullopt;
  const double doubled = 2 * firepower_of(in);
  const int above = -std::max(0, static_cast<int>(doubled) - column_firepower(ift_columns - 1)) / 8;
  return IftAttack{*column_for_firepower(doubled), in.drm + payload_drm(in) + above - (in.collapsed ? 0 : 2 * tem(Terrain::hut).amount)};
}

// The first unit from `first` on that is alive, or the number of them.
std::uint8_t next_alive(std::span<const Condition> units, std::size_t first) {
  while (first < units.size() && units[first].eliminated) ++first;
  return static_cast<std::uint8_t>(first);
}

// G5.5, G5.41: of an AFV that enters or changes its CA, not of a dozer, nor of one that leaves.
bool has_crew_ptc(const HutInputs& in) { return in.cause == HutCause::afv && !in.dozer && !in.exits; }

bool is_kia(IftResult result) { return result.kind == IftResult::Kind::KIA; }

// By which throws the attack starts a Flame; empty if it is no attack.
std::string flames_in_words(const HutInputs& in) {
  const HutCause cause = *in.cause;
  if (cause == HutCause::bombardment) return in.rain ? "no Flame after rain" : "a Flame on an Original MC DR of 10 or more";
  if (!is_explosive(cause) && !is_infantry_fire(cause) && cause != HutCause::ft) return "";
  std::string kindled = "a DR of " + std::to_string(fire_numbers(Terrain::hut)->kindling - in.ec) + " or more";
  if (cause == HutCause::ft) {
    kindled = "an Original K or KIA and then " + kindled;
    return "a Flame on " + (in.rain ? kindled : "an Original DR below " + std::to_string(flamethrower_x));
  }
  const bool needs_pbf = (cause == HutCause::small_arms || cause == HutCause::mol) && !in.pbf;
  std::string text = needs_pbf || in.rain ? "" : "an Original colored 1";
  if (is_explosive(cause)) text += (text.empty() ? "" : ", or ") + ("an Original KIA and then " + kindled);
  if (text.empty()) return is_infantry_fire(cause) ? std::string("no Flame ") + (in.rain ? "after rain" : "without PBF") : "";
  return "a Flame on " + text;
}

// What a throw came to, "Final 4 on the 20 column: 1KIA".
std::string in_words(const IftAttack& attack, int original_dr, IftResult result) {
  return "Final " + std::to_string(original_dr + attack.drm) + " on the " + std::to_string(column_firepower(attack.column)) +
         " column: " + to_string(result);
}

}  // namespace

Hut::Hut(const HutInputs& in)
    : in_(in),
      attack_(attack_of(in)),
      critical_(critical_of(in)),
      stack_(parse_units(in.targets, in.collapsed ? Terrain::collapsed_hut : Terrain::hut, false), {.collapses = true}, first_of_units, 0),
      event_names_{"collapses", "flame", "crew fails PTC", "critical hit", "malfunctions"},
      measure_names_(stack_.measure_names()) {
  cause_ = *in.cause;
  for (auto& name : stack_.event_names()) event_names_.push_back(std::move(name));
  overall_events_ = static_cast<int>(event_names_.size());
  const std::vector<UnitEntry>& units = stack_.entries();
  if (!units.empty()) {
    for (auto& name : overall_event_names()) event_names_.push_back(std::move(name));
  }

  Inputs& inputs = question_.inputs;
  add(inputs, "cause", in.cause, hut_cause_choices);
  if (!in.fp.empty()) inputs.push_back({"fp", parse_firepower(in.fp)});
  add(inputs, "caliber", in.caliber);
  add(inputs, "drm", in.drm);
  add(inputs, "pbf", in.pbf);
  add(inputs, "cowering", in.cowering, cowering_choices, std::optional(Cowering::automatic));
  add(inputs, "collapsed", in.collapsed);
  add(inputs, "very_dry", in.very_dry);
  add(inputs, "rain", in.rain);
  add(inputs, "ec", in.ec);
  add(inputs, "open_topped", in.open_topped);
  add(inputs, "dozer", in.dozer);
  add(inputs, "exits", in.exits);
  add(inputs, "target", in.targets);

  std::vector<Modifier>& modifiers = question_.modifiers;
  question_.modifiers_of = ModifiersOf::several_rolls;
  if (in.drm != 0) {
    const bool mc = cause_ == HutCause::bombardment || cause_ == HutCause::wp;
    modifiers.push_back({in.drm, mc ? "DRM of the MC, as given" : "DRM of the attack, as given", mc ? "A10.1" : "A7.3"});
  }
  if (const int payload = payload_drm(in); payload != 0) modifiers.push_back({payload, "heavy payload", "C.7"});
  if (critical_ && critical_->drm != attack_->drm)
    modifiers.push_back({critical_->drm - attack_->drm, "on a critical hit, the hut's TEM reversed", "C3.7"});
  if (in.ec != 0) modifiers.push_back({in.ec, "EC, Kindling DR", "G5.61"});
  if (cause_ == HutCause::wp) {
    if (!in.collapsed) modifiers.push_back({wp_drm_in_building, "WP in a building, Flame DR", "A24.32"});
    if (!in.very_dry) modifiers.push_back({wp_drm_unless_very_dry, "EC not Very Dry, Flame DR", "A24.32"});
  }
  if (has_crew_ptc(in) && !in.open_topped && !in.collapsed)
    modifiers.push_back({closed_topped_crew, "closed-topped AFV, crew's Collapse PTC", "G5.5"});

  std::vector<std::string>& summary = question_.summary;
  std::vector<std::string>& notes = question_.notes;
  if (attack_) {
    std::string line = "the " + std::to_string(column_firepower(attack_->column)) + " column, DRM " + with_sign(attack_->drm);
    if (attack_->cowering_columns > 0)
      line += ", Original doubles cower " + std::to_string(attack_->cowering_columns) +
              (attack_->cowering_columns == 1 ? " column" : " columns");
    summary.push_back(std::move(line));
  }
  if (is_explosive(cause_) && !in.collapsed) summary.emplace_back("a Final KIA collapses the hut");
  if (const std::string line = flames_in_words(in); !line.empty()) summary.push_back(line);
  if (in.collapsed) {
    notes.emplace_back("nothing is left to collapse (G5.51)");
  } else if (attack_ && !is_explosive(cause_) && cause_ != HutCause::afv) {
    notes.emplace_back("only HE and DC collapse a hut, and a Blaze: boxcars kindle --terrain hut (G5.5, G5.6)");
  }
  if (cause_ == HutCause::mol) notes.emplace_back("the Flame of the MOL itself is not part of this question (A22.6111)");
  if (attack_ && !in.collapsed && cause_ != HutCause::ft)
    notes.emplace_back("--drm is the whole DRM: where the hut's TEM of +1 applies, it includes it (G5.3)");
  if (cause_ == HutCause::wp && !in.collapsed)
    notes.emplace_back("the TEM is a -1 on the NMC by WP, +1 on a critical hit: --drm says so (A24.31)");
  if (cause_ == HutCause::dc) notes.emplace_back("an Original DR of 12 malfunctions: nothing happens (A23.2)");
  if (cause_ == HutCause::he) notes.emplace_back("the shot is taken to hit; critical hits of Guns are not part of this question (C3.7)");
  if (cause_ == HutCause::afv && in.dozer) notes.emplace_back("a dozer's crew takes no Collapse PTC (G5.5)");
  if (cause_ == HutCause::bombardment && !units.empty())
    notes.emplace_back("what the Bombardment does to the units first is not part of this question (C1.82)");
  if (cause_ == HutCause::backblast && in.collapsed) notes.emplace_back("from a collapsed hut there is no Flame (G5.62)");
  for (auto& note : notes_on(units)) notes.push_back(std::move(note));

  if (!in.collapsed && cause_ != HutCause::wp && (!attack_ || is_explosive(cause_)))
    question_.headline.push_back({"collapses", "collapses"});
  if (cause_ != HutCause::afv && cause_ != HutCause::glider) question_.headline.push_back({"catches fire", "flame"});
  if (has_crew_ptc(in) && !in.collapsed) question_.headline.push_back({"crew fails its PTC", "crew fails PTC"});
  if (!units.empty()) {
    for (auto& part : headline_of(units)) question_.headline.push_back(std::move(part));
    question_.untold = untold_of(units);
  }
  if (!critical_) question_.untold.emplace_back("critical hit");
  if (cause_ != HutCause::dc) question_.untold.emplace_back("malfunctions");
  if (cause_ != HutCause::afv) question_.untold.emplace_back("crew fails PTC");
}

Hut::State Hut::start(Settled& settled) const {
  State s{.stack = stack_.start()};
  const bool throws = attack_ || cause_ == HutCause::bombardment || cause_ == HutCause::wp;
  if (throws) return s;
  if (cause_ == HutCause::backblast) {
    if (!in_.collapsed) settled.happened(flame);
    stack_.conclude(s.stack, settled);
    finish(s, settled);
  } else {
    begin_attack(s, {}, !in_.collapsed, settled);
  }
  return s;
}

Throw Hut::next_throw(const State& s) const {
  switch (s.step) {
    case Step::first_dr:
      if (cause_ == HutCause::bombardment) return {Dice::DR, "Bombardment MC DR", "G5.32", "the hut", Reads::sum};
      if (cause_ == HutCause::wp) return {Dice::DR, "Flame DR", "A24.32", "", Reads::sum};
      return {Dice::DR, "IFT DR", "A7.3", "", Reads::each_die};
    case Step::kindling_dr:
      return {Dice::DR, "Kindling DR", "B25.13", "", Reads::sum};
    case Step::at_units:
      return stack_.next_throw(s.stack);
    case Step::collapse_ptc:
      return {Dice::DR, "Collapse PTC DR", "G5.5", stack_.resting_name(s.unit), Reads::sum};
    case Step::crew_ptc:
      return {Dice::DR, "Collapse PTC DR", "G5.5", "the crew", Reads::sum};
    case Step::over:
      break;
  }
  return {};
}

Hut::State Hut::next(const State& from, Roll roll, Settled& settled) const {
  State s = from;
  switch (s.step) {
    case Step::first_dr:
      if (cause_ == HutCause::bombardment) {
        bombard(s, roll.sum(), settled);
      } else if (cause_ == HutCause::wp) {
        const int final_dr = roll.sum() + (in_.collapsed ? 0 : wp_drm_in_building) + (in_.very_dry ? 0 : wp_drm_unless_very_dry);
        const bool burns = final_dr >= fire_numbers(Terrain::hut)->kindling;
        settled.tell([&] { return "Final " + std::to_string(final_dr) + (burns ? ": a Flame" : ": no Flame"); });
        if (burns) settled.happened(flame);
        begin_attack(s, {IftResult::Kind::MC, in_.drm}, false, settled);
      } else {
        attack(s, roll, settled);
      }
      break;
    case Step::kindling_dr: {
      const int final_dr = roll.sum() + in_.ec;
      const bool burns = final_dr >= fire_numbers(Terrain::hut)->kindling;
      settled.tell([&] { return "Final " + std::to_string(final_dr) + (burns ? ": a Flame" : ": no Flame"); });
      if (burns) settled.happened(flame);
      s.kindles = 0;
      proceed(s, settled);
      break;
    }
    case Step::at_units:
      stack_.next(s.stack, roll, s.collapses ? LastAttack::no : LastAttack::yes, settled);
      proceed(s, settled);
      break;
    case Step::collapse_ptc:
      take_ptc(s, roll.sum(), settled);
      break;
    case Step::crew_ptc: {
      const int final_dr = roll.sum() + (in_.open_topped ? 0 : closed_topped_crew);
      const bool fails = final_dr > ptc_morale;
      settled.tell([&] { return "Final " + std::to_string(final_dr) + " against 8: the crew " + (fails ? "fails" : "passes"); });
      if (fails) settled.happened(crew_fails_ptc);
      finish(s, settled);
      break;
    }
    case Step::over:
      break;
  }
  return s;
}

void Hut::attack(State& s, Roll roll, Settled& settled) const {
  const int original = roll.sum();
  if (cause_ == HutCause::dc && original >= dc_malfunctions_from(false)) {
    settled.tell([] { return "the DC malfunctions"; });
    settled.happened(malfunctions);
    stack_.conclude(s.stack, settled);
    finish(s, settled);
    return;
  }
  const bool critical = critical_ && original == 2;
  const IftAttack& resolved = critical ? *critical_ : *attack_;
  const IftResult result = resolve(resolved, original, roll.colored == roll.white);
  settled.tell([&] { return (critical ? "a critical hit, " : "") + in_words(resolved, original, result); });
  if (critical) settled.happened(critical_hit);

  const bool at_range_to_burn = in_.pbf || (cause_ != HutCause::small_arms && cause_ != HutCause::mol);
  const bool by_colored = (is_explosive(cause_) || is_infantry_fire(cause_)) && roll.colored == flame_on && at_range_to_burn;
  const bool by_flamethrower = cause_ == HutCause::ft && original < flamethrower_x;
  const bool burns_at_once = (by_colored || by_flamethrower) && !in_.rain;  // G5.61
  if (burns_at_once) {
    settled.tell([] { return "a Flame"; });
    settled.happened(flame);
  }
  const bool collapsing = cause_ == HutCause::afv || (is_explosive(cause_) && is_kia(result));
  const IftResult of_original = ift_result(attack_->column, original + payload_drm(in_));
  const bool may_kindle =
      (is_explosive(cause_) && is_kia(of_original)) || (cause_ == HutCause::ft && of_original.kind >= IftResult::Kind::K);  // B25.12-.13
  const bool kindles = may_kindle && !burns_at_once;
  s.kindles = kindles;
  begin_attack(s, result, collapsing && !in_.collapsed, settled);
}

void Hut::bombard(State& s, int original_dr, Settled& settled) const {
  const bool fails = original_dr + in_.drm > bombardment_morale;
  const bool burns = original_dr >= bombardment_flame_from && !in_.rain;
  settled.tell([&] {
    if (in_.collapsed) return std::string(burns ? "a Flame" : "no effect");
    return "Final " + std::to_string(original_dr + in_.drm) + " against 7: the hut " + (fails ? "fails" : "holds") +
           (burns ? ", a Flame" : "");
  });
  if (burns) settled.happened(flame);
  begin_attack(s, {}, fails && !in_.collapsed, settled);
}

// G5.5: the attack is resolved on all who are there, and then the hut collapses.
void Hut::begin_attack(State& s, IftResult result, bool collapsing, Settled& settled) const {
  s.collapses = collapsing;
  if (collapsing) settled.happened(collapses);
  if (!stack_.entries().empty()) stack_.begin(s.stack, result, collapsing ? LastAttack::no : LastAttack::yes, settled);
  proceed(s, settled);
}

// On to the Kindling DR, to what the units still throw for, to the Collapse PTC, or to the end.
void Hut::proceed(State& s, Settled& settled) const {
  if (s.kindles) {
    s.step = Step::kindling_dr;
    return;
  }
  if (stack_.busy(s.stack)) {
    s.step = Step::at_units;
    return;
  }
  if (s.collapses)
    begin_ptc(s, settled);
  else
    finish(s, settled);
}

// Changes the conditions of a stack at rest.
template <class Change>
void Hut::change_units(State& s, Change change) const {
  std::array<Condition, Stack::max_units> conditions{};
  const auto units = std::span(conditions).first(static_cast<std::size_t>(stack_.size()));
  stack_.rest(s.stack, units);
  change(units);
  s.stack = stack_.awake(units);
}

// Of the units' conditions nothing matters any more but their fates.
void Hut::begin_ptc(State& s, Settled& settled) const {
  change_units(s, [&](std::span<Condition> units) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      units[i] = fate(stack_.resting_unit(static_cast<int>(i)), units[i]);
      stack_.sort_group(units, i);
    }
    s.unit = next_alive(units, 0);
  });
  proceed_ptc(s, settled);
}

// G5.5: whoever fails is pinned, heroes too; a broken unit stays what it is.
void Hut::take_ptc(State& s, int original_dr, Settled& settled) const {
  const bool fails = original_dr > ptc_morale;
  settled.tell([&] { return std::string(stack_.resting_name(s.unit)) + (fails ? " fails" : " passes"); });
  change_units(s, [&](std::span<Condition> units) {
    Condition& c = units[s.unit];
    if (fails) c.failed_ptc = 1, c.pinned = !c.broken;
    stack_.sort_group(units, s.unit);
    s.unit = next_alive(units, s.unit + 1U);
  });
  proceed_ptc(s, settled);
}

void Hut::proceed_ptc(State& s, Settled& settled) const {
  if (s.unit < stack_.size()) {
    s.step = Step::collapse_ptc;
    return;
  }
  stack_.conclude(s.stack, settled);
  s.unit = 0;
  if (has_crew_ptc(in_))
    s.step = Step::crew_ptc;
  else
    finish(s, settled);
}

// Once the fates of all units are settled.
void Hut::finish(State& s, Settled& settled) const {
  if (!stack_.entries().empty()) settle_overall(s.stack.seen, overall_events_, settled);
  s = {};
  s.step = Step::over;
}

int Hut::stage(const State& s) const {
  const int step = static_cast<int>(s.step);
  constexpr int at_units = static_cast<int>(Step::at_units);
  if (step < at_units) return step;
  if (s.step == Step::at_units) return step + stack_.stage(s.stack);
  return step + stack_.stages() + (s.step == Step::collapse_ptc ? s.unit : Stack::max_units);
}

}  // namespace boxcars::model
