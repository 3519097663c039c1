#include "model/kindling.hpp"

#include "model/bad_input.hpp"
#include "model/times.hpp"

namespace boxcars::model {
namespace {

enum Event : int { kindled, blaze, out, collapses };
enum Measure : int { turn_of_blaze };

constexpr int out_at = 2;  // the highest Final DR that puts a Flame out (B25.15)

FireNumbers require_burnable(const KindlingInputs& in) {
  if (!in.terrain) throw BadInput("no terrain given (what is to burn?); give it like --terrain wood");
  const auto numbers = fire_numbers(*in.terrain);
  if (!numbers) {
    throw BadInput("--terrain " + std::string(name_of(*in.terrain, terrain_choices)) +
                   " has no Kindling number (B25.11); give wood, stone, lumberyard, hut, collapsed-hut, wood-rubble or stone-rubble");
  }
  if (in.fortified) fortified_tem(*in.terrain);  // whether it can be
  require_drm(in.drm);
  require_range("--spread-drm", in.spread_drm, -30, 30, "no DRM is that large");
  return *numbers;
}

}  // namespace

Kindling::Kindling(const KindlingInputs& in)
    : numbers_(require_burnable(in)),
      drm_(in.drm - (in.fortified ? 1 : 0)),
      spread_drm_(in.spread_drm - (in.fortified ? 1 : 0)),
      hampered_(in.hampered),
      is_hut_(in.terrain == Terrain::hut),
      event_names_{"kindled", "blaze", "out"},
      measure_names_{"turn of blaze"} {
  if (!in.turns.empty()) most_turns_ = parse_times("--turns", in.turns);
  if (is_hut_) event_names_.emplace_back("collapses");

  Inputs& inputs = question_.inputs;
  add(inputs, "terrain", in.terrain, terrain_choices);
  add(inputs, "fortified", in.fortified);
  add(inputs, "drm", in.drm);
  add(inputs, "spread_drm", in.spread_drm);
  if (most_turns_ != 1) inputs.push_back({"turns", times_as_input(most_turns_)});
  add(inputs, "hampered", in.hampered);

  if (in.fortified) question_.modifiers.push_back({-1, "fortified building, every Flame DR", "B23.94"});
  if (in.drm != 0) question_.modifiers.push_back({in.drm, "other DRM on the Kindling DR, as given", "B25.11"});
  if (in.spread_drm != 0) question_.modifiers.push_back({in.spread_drm, "other DRM on the Flame's DR, as given", "B25.15"});
  question_.modifiers_of = ModifiersOf::several_rolls;
  question_.summary.push_back("kindled on an Original DR of " + std::to_string(numbers_.kindling - drm_) + " or more, a Blaze on " +
                              std::to_string(numbers_.spread - spread_drm_) + " or more, out on " + std::to_string(out_at - spread_drm_) +
                              " or less");
  if (in.terrain == Terrain::lumberyard)
    question_.notes.emplace_back("the EC DRM counts in a lumberyard (B23.211); --drm and --spread-drm add it");
  question_.headline = {{"kindled", "kindled"}, {"blazes", "blaze"}};
  if (is_hut_) question_.untold.emplace_back("collapses");
}

Throw Kindling::next_throw(const State& s) const {
  if (s.over) return {};
  if (s.turn == 0) return {Dice::DR, "Kindling DR", "B25.11", "", Reads::sum};
  return {Dice::DR, "Flame DR", "B25.15", "", Reads::sum};
}

Kindling::State Kindling::next(const State& from, Roll roll, Settled& settled) const {
  const State over{.over = 1};
  const auto tell = [&](int final_dr, const char* what) {
    settled.tell([&] { return "Final " + std::to_string(final_dr) + ": " + what; });
  };
  const auto never_blazes = [&] {
    settled.measured(turn_of_blaze, 0);
    return over;
  };
  State s = from;
  if (s.turn == 0) {
    const int final_dr = roll.sum() + drm_;
    if (final_dr < numbers_.kindling) return tell(final_dr, "not kindled"), never_blazes();
    tell(final_dr, "a Flame");
    settled.happened(kindled);
    s.turn = hampered_ && most_turns_ ? 2 : 1;
    if (hampered_ && !most_turns_) settled.begin_lap();
    return most_turns_ && s.turn > *most_turns_ ? never_blazes() : s;
  }
  const int final_dr = roll.sum() + spread_drm_;
  if (final_dr >= numbers_.spread) {
    tell(final_dr, is_hut_ ? "a Blaze, and the hut collapses" : "a Blaze");
    settled.happened(blaze);
    if (is_hut_) settled.happened(collapses);
    if (most_turns_)
      settled.measured(turn_of_blaze, s.turn);
    else
      settled.measured_lap(turn_of_blaze);
    return over;
  }
  if (final_dr <= out_at) {
    tell(final_dr, "it goes out");
    settled.happened(out);
    return never_blazes();
  }
  tell(final_dr, "it goes on");
  if (!most_turns_) {
    settled.begin_lap();
    return s;
  }
  return ++s.turn > *most_turns_ ? never_blazes() : s;
}

}  // namespace boxcars::model
