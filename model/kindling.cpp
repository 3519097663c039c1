#include "model/kindling.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "model/bad_input.hpp"
#include "model/modifier.hpp"
#include "model/numbers.hpp"
#include "model/times.hpp"

namespace boxcars::model {
namespace {

enum Event : int { kindled, blaze, out, collapses };
enum Measure : int { turn_of_blaze };

constexpr int out_at = 2;        // the highest Final DR that puts a Flame out (B25.15)
constexpr int collapse_at = 12;  // the Original Wind Change DR (B25.66)

// What may follow a neighbor's terrain.
struct Attribute {
  std::string_view name;
  int drm;
  const char* reason;
  const char* rule;
};
constexpr std::array<Attribute, 4> attributes{{{"fortified", fortified_fire_drm, "fortified building", "B23.94"},
                                               {"detached", -2, "not directly attached", "B25.6"},
                                               {"higher", +1, "higher", "B25.6"},
                                               {"lower", -1, "lower", "B25.6"}}};

bool is_building(Terrain terrain) { return can_be_rubbled(terrain) || terrain == Terrain::hut; }

// What burns, as users type it.
std::vector<Choice<Terrain>> burnable_choices() {
  std::vector<Choice<Terrain>> choices;
  std::copy_if(terrain_choices.begin(), terrain_choices.end(), std::back_inserter(choices),
               [](const Choice<Terrain>& choice) { return fire_numbers(choice.value).has_value(); });
  return choices;
}

FireNumbers require_burnable(const std::string& option, Terrain terrain) {
  if (const auto numbers = fire_numbers(terrain)) return *numbers;
  throw BadInput(option + " " + std::string(name_of(terrain, terrain_choices)) +
                 " has no Kindling number (B25.11); give wood, stone, lumberyard, hut, collapsed-hut, wood-rubble or stone-rubble");
}

FireNumbers require_lawful(const KindlingInputs& in) {
  if (!in.terrain) throw BadInput("no terrain given (what is to burn?); give it like --terrain wood");
  const FireNumbers numbers = require_burnable("--terrain", *in.terrain);
  if (in.fortified) fortified_tem(*in.terrain);  // whether it can be
  require_drm(in.drm);
  require_range("--spread-drm", in.spread_drm, -30, 30, "no DRM is that large");
  const std::string by = "--by " + std::string(name_of(in.by, kindling_by_choices));
  const std::string on = "--terrain " + std::string(name_of(*in.terrain, terrain_choices));
  const bool by_wp = in.by == KindlingBy::wp;
  if (in.leadership) {
    forbid(by_wp, "--leadership", by, "a leader helps only with a Kindling attempt, B25.11");
    require_range("--leadership", *in.leadership, -3, +1, "leaders have -3 to +1");
  }
  for (const auto& [set, option] : {std::pair(in.dry, "--dry"), std::pair(in.very_dry, "--very-dry")}) {
    if (set && !by_wp)
      throw BadInput(std::string(option) + " with " + by + " (only WP asks for it, A24.32); leave it out, or give --by wp");
  }
  forbid(in.dry && in.very_dry, "--dry", "--very-dry", "EC are one or the other, B25.5");
  if (by_wp && !is_hut(*in.terrain) && !in.dry && !in.very_dry)
    throw BadInput(by + " with " + on + " (only huts burn by WP unless EC are Dry or Very Dry, A24.32, G5.6); add --dry or --very-dry");
  if (in.fire_collapse && !can_be_rubbled(*in.terrain))
    throw BadInput("--fire-collapse with " + on + " (only a building that stands collapses by it, B25.66); leave it out");
  if (in.neighbors.size() > Kindling::most_neighbors) {
    throw BadInput("--neighbor is given " + std::to_string(in.neighbors.size()) + " times (no more than " +
                   std::to_string(Kindling::most_neighbors) + " are counted); leave some out");
  }
  return numbers;
}

// On the first DR, beside --drm and the Fortified building's.
std::vector<Modifier> modifiers_by(const KindlingInputs& in) {
  std::vector<Modifier> modifiers;
  switch (in.by) {
    case KindlingBy::attempt:
      break;
    case KindlingBy::smc:
      modifiers.push_back({-2, "SMC, Kindling DR", "B25.11"});
      break;
    case KindlingBy::half_squad:
      modifiers.push_back({-1, "half-squad or crew, Kindling DR", "B25.11"});
      break;
    case KindlingBy::mol:
      modifiers.push_back({+2, "MOL, Kindling DR", "B25.11"});
      break;
    case KindlingBy::wp:
      if (is_building(*in.terrain)) modifiers.push_back({wp_drm_in_building, "WP in a building, Kindling DR", "A24.32"});
      if (!in.very_dry) modifiers.push_back({wp_drm_unless_very_dry, "EC not Very Dry, Kindling DR", "A24.32"});
      break;
  }
  if (in.leadership.value_or(0) != 0) modifiers.push_back({-*in.leadership, "leadership reversed, Kindling DR", "B25.11"});
  return modifiers;
}

int sum_of(const std::vector<Modifier>& modifiers) {
  int sum = 0;
  for (const Modifier& modifier : modifiers) sum += modifier.amount;
  return sum;
}

}  // namespace

int Kindling::Neighbor::drm() const { return sum_of(modifiers); }

Kindling::Neighbor Kindling::parse_neighbor(const std::string& text, std::size_t number) {
  const auto refuse = [&](const std::string& why, const std::string& instead) {
    throw BadInput("--neighbor " + shown(text) + " cannot be used (" + why + "); " + instead);
  };
  std::string_view rest(text);
  const auto next_field = [&] {
    const std::string_view field = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    return field;
  };
  const std::string_view word = next_field();
  const auto burnable = burnable_choices();
  const auto choice = std::find_if(burnable.begin(), burnable.end(), [&](const Choice<Terrain>& c) { return c.name == word; });
  if (choice == burnable.end()) {
    std::vector<std::string> known;
    for (const Choice<Terrain>& c : burnable) known.emplace_back(c.name);
    throw_unknown("--neighbor", word, known);
  }
  const Terrain terrain = choice->value;
  Neighbor neighbor{std::to_string(number) + ":" + std::string(word), require_burnable("--neighbor", terrain).spread, {}};
  if (text.ends_with(',')) refuse("nothing follows a comma", "give attributes without spaces, like stone,fortified");
  const std::string of = ", Spread DR of " + neighbor.label;
  std::vector<std::string_view> given;
  while (!rest.empty()) {
    const std::string_view field = next_field(), key = field.substr(0, field.find('='));
    if (std::find(given.begin(), given.end(), key) != given.end()) refuse("an attribute is given twice", "leave one out");
    given.push_back(key);
    if (key == "drm" && field != key) {
      std::string_view value = field.substr(key.size() + 1);
      if (value.starts_with('+') && !value.starts_with("+-")) value.remove_prefix(1);
      const auto drm = whole_number(value);
      if (!drm || *drm < -30 || *drm > 30) refuse("drm is a number from -30 to 30", "give it like stone,drm=1");
      if (*drm != 0) neighbor.modifiers.push_back({*drm, "other DRM, as given" + of, "B25.6"});
      continue;
    }
    const auto known = std::find_if(attributes.begin(), attributes.end(), [&](const Attribute& a) { return a.name == field; });
    if (known == attributes.end()) {
      std::vector<std::string> names{"drm=N"};
      for (const Attribute& attribute : attributes) names.emplace_back(attribute.name);
      throw_unknown("attribute of --neighbor " + shown(text) + ",", field, names);
    }
    if (known->name == "fortified" && !why_not_fortified(terrain).empty())
      refuse(std::string(why_not_fortified(terrain)), "leave 'fortified' out");
    neighbor.modifiers.push_back({known->drm, known->reason + of, known->rule});
  }
  const auto has = [&](std::string_view name) { return std::find(given.begin(), given.end(), name) != given.end(); };
  if (has("higher") && has("lower")) refuse("it is higher or lower, B25.6", "leave one out");
  return neighbor;
}

Kindling::Kindling(const KindlingInputs& in)
    : numbers_(require_lawful(in)),
      drm_(in.drm + (in.fortified ? fortified_fire_drm : 0) + sum_of(modifiers_by(in))),
      spread_drm_(in.spread_drm + (in.fortified ? fortified_fire_drm : 0)),
      hampered_(in.hampered),
      is_hut_(in.terrain == Terrain::hut),
      by_wp_(in.by == KindlingBy::wp),
      fire_collapse_(in.fire_collapse),
      event_names_{"kindled", "blaze", "out"},
      measure_names_{"turn of blaze"} {
  if (!in.turns.empty()) most_turns_ = parse_times("--turns", in.turns);
  for (const std::string& text : in.neighbors) neighbors_.push_back(parse_neighbor(text, neighbors_.size() + 1));
  if (is_hut_) event_names_.emplace_back("collapses");
  first_neighbor_ = static_cast<int>(event_names_.size());
  for (const Neighbor& neighbor : neighbors_) event_names_.push_back("flame in " + neighbor.label);
  if (fire_collapse_) event_names_.emplace_back("fire collapse");

  Inputs& inputs = question_.inputs;
  add(inputs, "terrain", in.terrain, terrain_choices);
  add(inputs, "fortified", in.fortified);
  add(inputs, "drm", in.drm);
  add(inputs, "spread_drm", in.spread_drm);
  if (most_turns_ != 1) inputs.push_back({"turns", times_as_input(most_turns_)});
  add(inputs, "hampered", in.hampered);
  add(inputs, "by", in.by, kindling_by_choices, std::optional(KindlingBy::attempt));
  add(inputs, "leadership", in.leadership.value_or(0));
  add(inputs, "dry", in.dry && !is_hut(*in.terrain));  // it is nothing to a hut
  add(inputs, "very_dry", in.very_dry);
  add(inputs, "neighbor", in.neighbors);
  add(inputs, "fire_collapse", in.fire_collapse);

  std::vector<Modifier>& modifiers = question_.modifiers;
  if (in.fortified) modifiers.push_back({fortified_fire_drm, "fortified building, every Flame DR", "B23.94"});
  if (in.drm != 0) modifiers.push_back({in.drm, "other DRM on the Kindling DR, as given", by_wp_ ? "A24.32" : "B25.11"});
  if (in.spread_drm != 0) modifiers.push_back({in.spread_drm, "other DRM on the Flame's DR, as given", "B25.15"});
  for (Modifier& modifier : modifiers_by(in)) modifiers.push_back(std::move(modifier));
  for (const Neighbor& neighbor : neighbors_) modifiers.insert(modifiers.end(), neighbor.modifiers.begin(), neighbor.modifiers.end());
  question_.modifiers_of = ModifiersOf::several_rolls;

  std::vector<std::string>& summary = question_.summary;
  summary.push_back("kindled on " + original_from(numbers_.kindling - drm_) + ", a Blaze on " +
                    original_from(numbers_.spread - spread_drm_) + ", out on " + original_to(out_at - spread_drm_));
  for (const Neighbor& neighbor : neighbors_) {
    const int least = neighbor.spread - neighbor.drm();
    summary.push_back("it spreads to " + neighbor.label + " on " + original_from(least));
    if (least > 12 && !most_turns_ && !fire_collapse_)
      throw BadInput("--turns until without end (" + neighbor.label + " never catches fire, B25.6); give a number of turns");
  }
  if (fire_collapse_)
    summary.push_back("a Blaze and an Original Wind Change DR of " + std::to_string(collapse_at) + ": the building falls");

  std::vector<std::string>& notes = question_.notes;
  if (in.terrain == Terrain::lumberyard) {
    notes.emplace_back(by_wp_ ? "the EC DRM counts in a lumberyard (B23.211), but not on WP's DR (A24.32); --spread-drm adds it"
                              : "the EC DRM counts in a lumberyard (B23.211); --drm and --spread-drm add it");
  }
  if (in.by == KindlingBy::smc) notes.emplace_back("a SMC must pass a NTC first (B25.11), which is not in these odds");
  if (!neighbors_.empty()) notes.emplace_back("the wind's DRM, and EC DRM where they count, are drm=N of a --neighbor (B25.6)");
  const int first_turn = hampered_ ? 3 : 2;
  if ((fire_collapse_ || !neighbors_.empty()) && most_turns_ && *most_turns_ < first_turn) {
    notes.push_back("before Player Turn " + std::to_string(first_turn) + " nothing spreads or falls (B25.6, B25.66); --turns " +
                    std::to_string(first_turn) + " or more");
  }
  question_.headline = {{"kindled", "kindled"}, {"blazes", "blaze"}};
  for (const Neighbor& neighbor : neighbors_) question_.headline.push_back({"spreads to " + neighbor.label, "flame in " + neighbor.label});
  if (fire_collapse_) question_.headline.push_back({"falls", "fire collapse"});
  if (is_hut_) question_.untold.emplace_back("collapses");
}

Throw Kindling::next_throw(const State& s) const {
  if (s.step == over) return {};
  if (s.step == wind) return {Dice::DR, "Wind Change DR", "B25.66", "", Reads::sum};
  if (s.step >= first_spread) return {Dice::DR, "Spread DR", "B25.6", neighbors_[s.step - first_spread].label, Reads::sum};
  if (s.turn == 0) return {Dice::DR, "Kindling DR", by_wp_ ? "A24.32" : "B25.11", "", Reads::sum};
  return {Dice::DR, "Flame DR", "B25.15", "", Reads::sum};
}

Kindling::State Kindling::next(const State& from, Roll roll, Settled& settled) const {
  if (from.step == wind) {
    const bool falls = roll.sum() >= collapse_at;
    settled.tell([&] { return falls ? "the burning building collapses" : "it stands"; });
    if (!falls) return next_after_blaze(from, settled);
    settled.happened(first_neighbor_ + static_cast<int>(neighbors_.size()));
    return {.step = over};
  }
  return from.step >= first_spread ? take_spread_dr(from, roll.sum(), settled) : take_flame_dr(from, roll.sum(), settled);
}

// The Kindling DR, and then the Flame's own in each turn until it blazes.
Kindling::State Kindling::take_flame_dr(State s, int original_dr, Settled& settled) const {
  const auto tell = [&](int final_dr, const char* what) {
    settled.tell([&] { return "Final " + std::to_string(final_dr) + ": " + what; });
  };
  const auto never_blazes = [&] {
    settled.measured(turn_of_blaze, 0);
    return State{.step = over};
  };
  if (s.turn == 0) {
    const int final_dr = original_dr + drm_;
    if (final_dr < numbers_.kindling) return tell(final_dr, "not kindled"), never_blazes();
    tell(final_dr, "a Flame");
    settled.happened(kindled);
    const bool may_blaze = next_turn(s, settled) && (!hampered_ || next_turn(s, settled));
    return may_blaze ? s : never_blazes();
  }
  const int final_dr = original_dr + spread_drm_;
  if (final_dr >= numbers_.spread) {
    tell(final_dr, is_hut_ ? "a Blaze, and the hut collapses" : "a Blaze");
    settled.happened(blaze);
    if (is_hut_) settled.happened(collapses);
    if (most_turns_)
      settled.measured(turn_of_blaze, s.turn);
    else
      settled.measured_lap(turn_of_blaze);
    s.step = first_spread + most_neighbors;  // the turn is at its end: only in the next one it spreads
    return next_after_blaze(s, settled);
  }
  if (final_dr <= out_at) {
    tell(final_dr, "it goes out");
    settled.happened(out);
    return never_blazes();
  }
  tell(final_dr, "it goes on");
  return next_turn(s, settled) ? s : never_blazes();
}

Kindling::State Kindling::take_spread_dr(State s, int original_dr, Settled& settled) const {
  const int index = s.step - first_spread;
  const Neighbor& neighbor = neighbors_[static_cast<std::size_t>(index)];
  const int final_dr = original_dr + neighbor.drm();
  const bool spreads = final_dr >= neighbor.spread;
  settled.tell([&] { return "Final " + std::to_string(final_dr) + (spreads ? ": a Flame" : ": it does not spread"); });
  if (spreads) {
    settled.happened(first_neighbor_ + index);
    s.aflame = static_cast<std::uint8_t>(s.aflame | 1 << index);
  }
  return next_after_blaze(s, settled);
}

// On to the next Player Turn; false: there is none.
bool Kindling::next_turn(State& s, Settled& settled) const {
  if (most_turns_) return ++s.turn <= *most_turns_;
  // Without an end, turns are laps and not counted. The first one begins with the question.
  if (s.turn != 0) settled.begin_lap();
  s.turn = 1;
  return true;
}

// Whether nothing is left to happen to a Blaze. "until" waits for its neighbors, or, if it has none, for its collapse.
bool Kindling::is_done(const State& s) const {
  const bool all_aflame = s.aflame == (1 << neighbors_.size()) - 1;
  return all_aflame && !(fire_collapse_ && (most_turns_ || neighbors_.empty()));
}

// On to what a Blaze calls for next, in this Player Turn or the next one.
Kindling::State Kindling::next_after_blaze(State s, Settled& settled) const {
  if (is_done(s)) return {.step = over};
  for (;;) {
    const int after_last = first_spread + static_cast<int>(neighbors_.size());
    while (++s.step < after_last) {
      if (s.step == wind ? fire_collapse_ : (s.aflame >> (s.step - first_spread) & 1) == 0) return s;
    }
    if (!next_turn(s, settled)) return {.step = over};
    s.step = flame;
  }
}

}  // namespace boxcars::model
