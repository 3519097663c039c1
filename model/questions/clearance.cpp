#include "model/questions/clearance.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"
#include "model/core/times.hpp"
#include "model/questions/kindling_inputs.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {
namespace {

constexpr int clears_at = 2;            // the highest Final DR that does (B24.7)
constexpr int hampers_at = 6;           // of a Flame (B24.721)
constexpr int dies_of_wounds_from = 5;  // the Wound Severity dr (A17.11)
constexpr int most_units = 20;
constexpr int most_trail_breaks = 3;           // each crosses two hexsides (B24.71)
constexpr int stages_a_turn = 3 + most_units;  // the attempt, the Flame's DR, or the wounds of heroes and a leader

Clearance::State over() {
  Clearance::State s;
  s.over = 1;
  return s;
}

// The heroes throw first, then the leader.
bool next_wound_is_a_heros(const Clearance::State& s) { return s.wounds > (s.leader ? 1 : 0); }

std::string_view name_of(ClearanceTask task) { return name_of(task, clearance_task_choices); }

// Who may have explosives or machines for it: the marks of B24.7's list.
bool is_explosive_or_wire(ClearanceTask task) {
  return task == ClearanceTask::mines || task == ClearanceTask::set_dc || task == ClearanceTask::wire;
}

// What the rules forbid beyond fields and clashes.
ClearanceTask require_lawful_clearance(const ClearanceInputs& in) {
  require_needs(clearance_questionnaire(), in);
  require_lawful(clearance_questionnaire(), in);
  if (in.terrain) require_fire_numbers(*in.terrain);
  return *in.task;
}

std::vector<Need> clearance_needs() {
  const std::string_view nobody = "no unit clears", like_squads = "give it like {squads 1}";
  return {{.one_of = {"task"},
           .problem = "no task given",
           .why = "clear what? rubble, a flame, wire, mines, ...",
           .instead = "give it like {task wire}"},
          {.one_of = {"squads", "half_squads", "sapper_squads", "sapper_half_squads", "bulldozers"},
           .problem = nobody,
           .why = "at least one squad, half-squad, crew or bulldozer, B24.7",
           .instead = like_squads,
           .when = {{"task", words_for(clearance_task_choices, [](ClearanceTask task) { return !is_explosive_or_wire(task); })}}},
          {.one_of = {"squads", "half_squads", "sapper_squads", "sapper_half_squads", "bulldozers"},
           .problem = nobody,
           .why = "at least one squad, half-squad or crew, B24.7",
           .instead = like_squads,
           .when = {{"task", words_for(clearance_task_choices, is_explosive_or_wire)}}}};
}

}  // namespace

const Questionnaire<ClearanceInputs>& clearance_questionnaire() {
  using In = ClearanceInputs;
  const std::string_view attempt = "The attempt", flame = "The Flame, if it may blaze or go out by itself", who = "Who clears";
  const Range units{0, most_units, "units in one Location"};
  const Term a_flame{"task", {name_of(ClearanceTask::flame)}};
  static const Questionnaire<In> asks{
      .name = "clear",
      .title = "Clearing rubble, Flames, Wire, mines, ... (B24.7).",
      .examples = {"boxcars clear --task rubble --squads 1 --bulldozers 1 --leadership -1",
                   "boxcars clear --task mines --sapper-squads 2 --turns 3",
                   "boxcars clear --task wire --half-squads 1 --labor 1 --turns until",
                   "boxcars clear --task flame --squads 2 --turns until --terrain wood"},
      .fields = {choice("task", &In::task, clearance_task_choices, "rubble, flame, wire, mines, set-dc, roadblock").in(attempt).bare(),
                 integer("squads", &In::squads, units, "squads").in(who),
                 integer("half_squads", &In::half_squads, units, "half-squads and crews").in(who),
                 integer("heroes", &In::heroes, units, "heroes").in(who),
                 integer("sapper_squads", &In::sapper_squads, units, "Sapper squads").in(who),
                 integer("sapper_half_squads", &In::sapper_half_squads, units, "Sapper half-squads").in(who),
                 integer("bulldozers", &In::bulldozers, units, "bulldozers").in(who),
                 integer("leadership", &In::leadership, {-3, 3, "leadership DRM"}, "DRM of a leader who takes part").in(who),
                 integer("ec", &In::ec, ec_drm, "EC DRM (B25.5), for a Flame only").in(attempt),
                 integer("labor", &In::labor, {0, most_labor, "Labor Status, B24.8"}, "Labor Status already earned: 0, 1, 2").in(attempt),
                 word("turns", &In::turns, "T", "attempts, or until; default 1")
                     .saying([](const In& in) { return times_said("turns", in.turns); })
                     .in(attempt),
                 flag("inexperienced", &In::inexperienced, "casualties in mines on an 11 as well").in(who),
                 choice("terrain", &In::terrain, built_terrain_choices, "what burns: wood, stone, lumberyard, hut, ...")
                     .offering(burnable_terrain())
                     .in(flame),
                 flag("fortified", &In::fortified, "a fortified building: -1 on the Flame's DR").in(flame),
                 integer("spread_drm", &In::spread_drm, any_drm, "all other DRM on the Flame's DR").in(flame),
                 integer("trail_breaks", &In::trail_breaks, {1, most_trail_breaks, "each crosses two of six hexsides, B24.71"},
                         "TB needed: 1 (default) to 3, the whole hex")
                     .with_default(1.0)
                     .saying([](const In& in) { return in.trail_breaks == 1 ? std::nullopt : as_value(in.trail_breaks); })
                     .in(attempt)},
      .clashes = with_those_of_fortified(
          {{{"bulldozers"}, Clash::Is::with, {"task", {"wire", "mines", "set-dc"}}, "Infantry only, B24.73-.75", "leave them out"},
           {{"ec"}, Clash::Is::without, a_flame, "the EC DRM is for a Flame only, B24.7", "leave it out"},
           {{"inexperienced"}, Clash::Is::without, {"task", {"mines"}}, "it is about the casualties of mines, B24.74", "leave it out"},
           {{"trail_breaks"}, Clash::Is::without, {"task", {"rubble", "mines"}}, "nothing else has a TB, B24.71, B24.74", "leave it out"},
           {{"terrain"}, Clash::Is::without, a_flame, "only a Flame may blaze or go out by itself, B25.15", "leave it out"},
           {{"fortified"}, Clash::Is::without, {"terrain"}, "it is about the Flame's own DR, B25.15", "leave it out"},
           {{"spread_drm"}, Clash::Is::without, {"terrain"}, "it is about the Flame's own DR, B25.15", "leave it out"}},
          built_terrain_choices),
      .needs = clearance_needs()};
  return asks;
}

Clearance::Clearance(const ClearanceInputs& in)
    : in_(in),
      task_(require_lawful_clearance(in)),
      cleared_(facts_.event("cleared")),
      hampered_(facts_.event("hampered")),
      casualty_reduction_(facts_.event("casualty reduction")),
      turn_cleared_(facts_.measure("turn cleared")) {
  if (!in.turns.empty()) most_turns_ = parse_times("turns", in.turns);
  sheet_ = sheet_of_start();
  if (in.terrain) {
    spread_number_ = require_fire_numbers(*in.terrain).spread;
    blaze_ = facts_.event("blaze");
    out_ = facts_.event("out");
  }

  description_.inputs = inputs_of(clearance_questionnaire(), in);
  describe();
}

// The first attempt's modifiers, and those of the Flame's own DR.
Sheet<ClearanceRoll> Clearance::sheet_of_start() const {
  using enum ClearanceRoll;
  Sheet<ClearanceRoll> sheet;
  Outcomes outcomes;
  for_each_modifier(start(outcomes), [&](int amount, const char* reason, const char* rule) {
    sheet.add(clearance, {amount, reason, rule});
  });
  if (!in_.terrain) return sheet;
  if (in_.fortified) sheet.add(flame, fortified_on("Flame DR"));
  if (ec_drm_counts(*in_.terrain))
    sheet.add(flame, {in_.ec, "Environmental Conditions, Flame DR", in_.terrain == Terrain::lumberyard ? "B23.211" : "B25.15"});
  sheet.add(flame, {in_.spread_drm, "other DRM on the Flame's DR, as given", "B25.15"});
  return sheet;
}

void Clearance::describe() {
  description_.modifiers = sheet_.modifiers();
  description_.modifiers_of = sheet_.modifiers_of();
  const int drm = sheet_.on(ClearanceRoll::clearance), highest = clears_at - drm;
  std::string summary = "DRM " + with_sign(drm) + ": cleared on " + original_to(highest);
  if (most_turns_ != 1) summary += highest >= 12 ? "" : ", and more with Labor";
  description_.summary.push_back(std::move(summary));
  description_.headline = {{most_turns_ == 1 ? "cleared" : "cleared in the end", "cleared"}};
  if (task_ == ClearanceTask::flame) description_.headline.push_back({"hampered", "hampered"});
  if (!is_explosive_or_wire(task_)) {
    if (in_.heroes > 0) description_.notes.emplace_back("heroes help to clear mines, a Set DC and Wire only (B24.7)");
    if (in_.sapper_squads + in_.sapper_half_squads > 0) description_.notes.emplace_back("here Sappers are as other squads (B24.7)");
  }
  if (spread_number_) {
    const int flame_drm = sheet_.on(ClearanceRoll::flame);
    description_.summary.push_back("not cleared nor hampered, the Flame blazes on " + original_from(*spread_number_ - flame_drm) +
                                   " of its own, goes out on " + original_to(flame_out_at - flame_drm));
    description_.headline.push_back({"blazes", "blaze"});
    description_.headline.push_back({"goes out", "out"});
  } else if (task_ == ClearanceTask::flame) {
    description_.notes.emplace_back(
        "the Flame's own DR, by which it may blaze or go out, is not counted (B24.72); --terrain says what burns");
  }
  if (const int wanted = in_.trail_breaks.value_or(1); wanted > 1)
    description_.notes.push_back("cleared: " + std::to_string(wanted) + " TB" +
                                 (wanted == most_trail_breaks ? ", so that nothing is left of it (B24.71, B24.74)" : "") +
                                 "; Labor begins anew with each (B24.8)");
  if (task_ == ClearanceTask::mines)
    description_.headline.push_back({"costs casualties", "casualty reduction"});
  else if (!most_turns_ && !spread_number_)
    description_.headline = {{"half the time cleared by turn", "turn cleared", HeadlinePart::Tells::median}};
}

Clearance::State Clearance::start(Outcomes&) const {
  State s;
  s.labor = static_cast<std::uint8_t>(in_.labor);
  s.heroes = static_cast<std::uint8_t>(in_.heroes);
  s.leader = in_.leadership ? 1 : 0;
  return s;
}

// B24.7's list, as it stands for who is still there.
template <class Add>
void Clearance::for_each_modifier(const State& s, Add add) const {
  const int squads = s.reduced ? 0 : in_.squads + in_.sapper_squads;
  const int half_squads = s.reduced ? in_.squads + in_.sapper_squads : in_.half_squads + in_.sapper_half_squads;
  const int sapper_squads = s.reduced ? 0 : in_.sapper_squads;
  const int sapper_half_squads = s.reduced ? in_.sapper_squads : in_.sapper_half_squads;
  if (s.labor > 0) add(-int{s.labor}, "Labor Status", "B24.8");
  if (s.leader) add(*in_.leadership + s.leader - 1, "leadership", "B24.7");
  if (squads > 0) add(-1, "squad", "B24.7");
  if (squads > 1) add(-2 * (squads - 1), squads == 2 ? "another squad" : "more squads", "B24.7");
  const int required = squads == 0 && in_.bulldozers == 0 ? 1 : 0;  // the one MMC without which nothing is cleared
  if (half_squads > required)
    add(required - half_squads, half_squads - required == 1 ? "another half-squad or crew" : "more half-squads and crews", "B24.7");
  if (in_.ec != 0) add(in_.ec, "Environmental Conditions", "B25.5");
  if (is_explosive_or_wire(task_)) {
    if (s.heroes > 0) add(-int{s.heroes}, s.heroes == 1 ? "hero" : "heroes", "B24.7");
    if (sapper_squads > 0) add(-2 * sapper_squads, sapper_squads == 1 ? "Sapper squad" : "Sapper squads", "B28.8");
    if (sapper_half_squads > 0) add(-sapper_half_squads, sapper_half_squads == 1 ? "Sapper half-squad" : "Sapper half-squads", "B28.8");
  }
  if (in_.bulldozers > 0) add(-5 * in_.bulldozers, in_.bulldozers == 1 ? "bulldozer" : "bulldozers", "B24.7");
}

int Clearance::drm(const State& s) const {
  int sum = 0;
  for_each_modifier(s, [&](int amount, const char*, const char*) { sum += amount; });
  return sum;
}

Throw Clearance::next_throw(const State& s) const {
  if (s.over) return {};
  if (s.wounds > 0) return {Dice::dr, "Wound Severity dr", "A17.11", next_wound_is_a_heros(s) ? "hero" : "leader"};
  if (s.flame_dr) return {Dice::DR, "Flame DR", "B25.15", "", Reads::sum};
  return {Dice::DR, "Clearance DR", "B24.7", name_of(task_), Reads::sum};
}

Clearance::State Clearance::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (s.wounds > 0) {
    const bool is_hero = next_wound_is_a_heros(s);
    const bool dies = roll.colored >= dies_of_wounds_from;
    if (is_hero && dies) --s.heroes;
    if (!is_hero) s.leader = dies ? 0 : 2;
    outcomes.tell([&] { return dies ? "dies" : "is wounded"; });
    return --s.wounds > 0 ? s : turn_ended(s, outcomes);
  }
  if (s.flame_dr) return take_flame_dr(s, roll.sum(), outcomes);
  const int final_dr = roll.sum() + drm(s);
  const bool casualties = task_ == ClearanceTask::mines && roll.sum() >= (in_.inexperienced ? 11 : 12);  // B24.74
  const auto tell = [&](const char* what) { outcomes.tell([&] { return "Final " + std::to_string(final_dr) + ": " + what; }); };
  if (casualties) {
    tell("Casualty Reduction of those who clear");
    if (s.reduced == 0) outcomes.happened(casualty_reduction_);
    if (s.reduced > 0 || in_.squads + in_.sapper_squads == 0) {  // no MMC is left
      outcomes.measured(turn_cleared_, 0);
      return over();
    }
    s.reduced = 1;
    s.wounds = static_cast<std::uint8_t>(s.heroes + (s.leader ? 1 : 0));
    return failed(s, outcomes);
  }
  if (final_dr <= clears_at && s.breaks + 1 < in_.trail_breaks.value_or(1)) {
    tell("a TB");
    ++s.breaks;
    s.labor = 0;  // of the next TB there is none yet (B24.8)
    return turn_ended(s, outcomes);
  }
  if (final_dr <= clears_at) {
    tell("cleared");
    outcomes.happened(cleared_);
    if (most_turns_)
      outcomes.measured(turn_cleared_, s.turns + 1);
    else
      outcomes.measured_lap(turn_cleared_);
    return over();
  }
  const bool hampers = task_ == ClearanceTask::flame && final_dr <= hampers_at;
  tell(hampers ? "not cleared, but hampered" : "not cleared");
  if (hampers && !s.hampered) outcomes.happened(hampered_);
  s.hampered = s.hampered || hampers;
  s.flame_dr = spread_number_ && !hampers;
  return failed(s, outcomes);
}

// B24.72: nobody clears a Blaze.
Clearance::State Clearance::take_flame_dr(State s, int original_dr, Outcomes& outcomes) const {
  const int final_dr = original_dr + sheet_.on(ClearanceRoll::flame);
  const FlameFate fate = flame_fate(final_dr, *spread_number_);
  outcomes.tell([&] { return "Final " + std::to_string(final_dr) + ": " + std::string(in_words(fate)); });
  s.flame_dr = 0;
  if (fate == FlameFate::goes_on) return turn_ended(s, outcomes);
  outcomes.happened(fate == FlameFate::blazes ? *blaze_ : *out_);
  outcomes.measured(turn_cleared_, 0);
  return over();
}

Clearance::State Clearance::failed(State s, Outcomes& outcomes) const {
  s.labor = static_cast<std::uint8_t>(std::min(most_labor, s.labor + 1));
  return s.wounds > 0 || s.flame_dr ? s : turn_ended(s, outcomes);
}

Clearance::State Clearance::turn_ended(State s, Outcomes& outcomes) const {
  if (!most_turns_) {
    outcomes.begin_lap();
    return s;
  }
  if (++s.turns < *most_turns_) return s;
  outcomes.measured(turn_cleared_, 0);
  return over();
}

int Clearance::stage(const State& s) const {
  return s.turns * stages_a_turn + (s.wounds > 0 ? stages_a_turn - s.wounds : s.flame_dr ? 1 : 0);
}

}  // namespace boxcars::model
