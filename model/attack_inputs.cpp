#include "model/attack_inputs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "model/bad_input.hpp"
#include "model/fates.hpp"

namespace boxcars::model {
namespace {

constexpr double most_firepower = 1000;
constexpr int most_attacks = 20;

std::string in_words(double firepower) {
  std::string text = std::to_string(firepower);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// Firepower that stands behind an option with several values was read as one of those.
std::string read_elsewhere(const AttackInputs& in) {
  for (const auto* words : {&in.targets, &in.then}) {
    for (const std::string& word : *words) {
      const bool number = word.find_first_not_of("0123456789+.") == std::string::npos;
      if (number) return "; " + shown(word) + " was read as a --" + (words == &in.targets ? "target" : "then");
    }
  }
  return "";
}

Fire fire_of(const AttackInputs& in) { return in.fire.value_or(Fire::direct); }

bool is_direct_he(const AttackInputs& in) { return in.caliber && fire_of(in) == Fire::direct; }

bool is_told_to_cower(const AttackInputs& in) { return in.cowering == Cowering::normal || in.cowering == Cowering::inexperienced; }

// What the rules forbid, with the rule.
void require_lawful(const AttackInputs& in) {
  if (in.fp.empty() && !in.caliber)
    throw BadInput("no attack given (neither Firepower nor --caliber" + read_elsewhere(in) +
                   "); give it first: boxcars attack 8 --target 4-4-7");
  if (!in.fp.empty() && in.caliber) throw BadInput("--fp and --caliber together (an attack is one or the other); leave one out");
  if (in.targets.empty()) throw BadInput("no target given; give it like --target 4-4-7, or --target \"9-1 4-6-7 4-6-7\"");
  if (in.then.size() >= most_attacks)
    throw BadInput("too many attacks (at most " + std::to_string(most_attacks) + "); leave some --then out");
  require_drm(in.drm);
  require_range("--hindrance", in.hindrance, 0, 5, "none is 0, and +6 or more blocks the LOS, A6.7");
  if (in.leadership) require_range("--leadership", *in.leadership, -3, +1, "leaders have -3 to +1");
  if (in.heat_of_battle) require_range("--heat-of-battle", *in.heat_of_battle, -3, +6, "the DRM of A15.1 lie there");
  if (in.attackers_san) require_range("--attackers-san", *in.attackers_san, 2, 7, "Sniper Activation Numbers, A14.1");
  if (in.defenders_san) require_range("--defenders-san", *in.defenders_san, 2, 7, "Sniper Activation Numbers, A14.1");
  if (in.fire && !in.caliber)
    throw BadInput("--fire without --caliber (small arms have no Target Type); give --caliber, or leave --fire out");
  if (!in.caliber) return;
  if (in.hindrance > 0) throw BadInput("--hindrance with --caliber (it is on the To Hit DR, C6.7); leave it out");
  if (in.leadership) throw BadInput("--leadership with --caliber (no leader modifies the IFT DR of HE, A7.53); leave it out");
  if (is_told_to_cower(in)) {
    throw BadInput("--cowering with --caliber (ordnance and OBA never cower, A7.9); leave it out");
  }
  if (in.terrain == Terrain::factory && is_indirect(fire_of(in))) {
    throw BadInput("--terrain factory with --fire " + std::string(name_of(fire_of(in), fire_choices)) +
                   " (Indirect Fire gets the TEM of the building, B23.741); give --terrain stone or wood");
  }
}

// The column that the attack begins on: of the Firepower, or of the calibre.
int first_column(const AttackInputs& in) {
  if (!in.caliber) return *column_for_firepower(parse_firepower(in.fp));
  require_caliber(*in.caliber);
  return require_he_column(*in.caliber, fire_of(in));
}

std::vector<Modifier> modifiers_of(const AttackInputs& in) {
  std::vector<Modifier> all;
  const bool tem_on_to_hit = is_direct_he(in);
  if (in.terrain != Terrain::open && !tem_on_to_hit) all.push_back(tem(in.terrain));
  if (in.fortified) {
    const Modifier fortified = fortified_tem(in.terrain);  // refused even where it would not count
    if (!tem_on_to_hit) all.push_back(fortified);
  }
  if (const int payload = in.caliber ? heavy_payload_drm(*in.caliber, fire_of(in)) : 0; payload != 0)
    all.push_back({payload, "heavy payload", "C.7"});
  if (in.hindrance > 0) all.push_back({in.hindrance, "Hindrance", "A6.7"});
  if (in.leadership) all.push_back({*in.leadership, "directing leader", "A7.53"});
  if (in.drm != 0) all.push_back({in.drm, "other DRM, as given", "A7.3"});
  return all;
}

int cowering_columns(const AttackInputs& in) {
  switch (in.cowering) {
    case Cowering::automatic:
      return in.leadership || in.caliber ? 0 : 1;
    case Cowering::none:
      return 0;
    case Cowering::normal:
      return 1;
    case Cowering::inexperienced:
      return 2;
  }
  return 0;
}

Inputs inputs_of(const AttackInputs& in) {
  Inputs inputs;
  add(inputs, "caliber", in.caliber);
  if (!in.caliber) inputs.push_back({"fp", parse_firepower(in.fp)});
  add(inputs, "fire", in.fire, fire_choices, std::optional(Fire::direct));
  add(inputs, "target", in.targets);
  add(inputs, "drm", in.drm);
  add(inputs, "terrain", in.terrain, terrain_choices, std::optional(Terrain::open));
  add(inputs, "fortified", in.fortified);
  add(inputs, "hindrance", in.hindrance);
  add(inputs, "leadership", in.leadership);
  add(inputs, "cowering", in.cowering, cowering_choices, std::optional(Cowering::automatic));
  if (!in.then.empty()) {
    std::vector<double> then;
    for (const std::string& firepower : in.then) then.push_back(parse_firepower(firepower));
    inputs.push_back({"then", std::move(then)});
  }
  add(inputs, "heat_of_battle", in.heat_of_battle);
  add(inputs, "attackers_san", in.attackers_san);
  add(inputs, "defenders_san", in.defenders_san);
  return inputs;
}

std::vector<std::string> notes_of(const AttackInputs& in, const std::vector<UnitEntry>& units) {
  std::vector<std::string> notes;
  if (is_direct_he(in)) {
    notes.emplace_back("direct HE fire: the TEM is on the To Hit DR, not on the IFT DR (C6.8)");
  }
  if (in.caliber && !is_direct_he(in)) {
    notes.emplace_back("critical hits are not part of this question (C3.7, C1.53)");
  }
  if (in.leadership && is_told_to_cower(in))
    notes.emplace_back("the firers cower as asked, although a leader who directs all of them prevents it (A7.9)");
  for (auto& note : notes_on(units)) notes.push_back(std::move(note));
  return notes;
}

std::string summary_of(const AttackInputs& in, std::size_t number, const IftAttack& attack) {
  std::optional<double> firepower;
  if (number > 0)
    firepower = parse_firepower(in.then[number - 1]);
  else if (!in.caliber)
    firepower = parse_firepower(in.fp);
  std::string text = number == 0 ? "" : "then ";
  if (firepower)
    text += in_words(*firepower) + " FP";
  else
    text += std::to_string(*in.caliber) + "mm HE, " + std::string(name_of(fire_of(in), fire_choices)) +
            (is_direct_he(in) ? ", once it has hit," : "");
  text += " on the " + std::to_string(column_firepower(attack.column)) + " column";
  if (attack.column + 1 == ift_columns) {
    text += " (the last)";
  } else if (firepower) {
    const int next = column_firepower(attack.column + 1);
    text += " (" + in_words(next - *firepower) + " more FP for the " + std::to_string(next) + " column)";
  } else {
    int larger = *in.caliber;
    while (larger < 200 && *he_column(larger, fire_of(in)) == attack.column) ++larger;
    const int next = *he_column(larger, fire_of(in));
    if (next > attack.column) text += " (" + std::to_string(larger) + "mm for the " + std::to_string(column_firepower(next)) + " column)";
  }
  if (number > 0) return text;  // the modifiers are the same
  text += ", DRM " + with_sign(attack.drm);
  if (attack.cowering_columns > 0) {
    text += ", Original doubles cower " + std::to_string(attack.cowering_columns) + (attack.cowering_columns == 1 ? " column" : " columns");
  }
  return text;
}

}  // namespace

double parse_firepower(std::string_view text) {
  const auto refuse = [&](const char* why) {
    throw BadInput("Firepower " + shown(text) + " cannot be used (" + why + "); give it like 8 or 4+4+3");
  };
  double sum = 0;
  std::string_view rest = text;
  for (;;) {
    const auto plus = rest.find('+');
    const std::string_view part = rest.substr(0, plus);
    double value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, std::chars_format::fixed);
    const bool digits = part.find_first_not_of("0123456789.") == std::string_view::npos;
    if (error != std::errc{} || end != part.data() + part.size() || !digits) refuse("it is no sum of numbers");
    sum += value;
    if (plus == std::string_view::npos) break;
    rest.remove_prefix(plus + 1);
  }
  sum = std::round(1000 * sum) / 1000;  // sums of tenths are what they look like
  if (sum < 1) refuse("below 1 FP there is no attack, A7.3");
  if (sum > most_firepower) refuse("nothing fires with more than 1000 FP");
  return sum;
}

std::vector<IftAttack> attacks_of(const AttackInputs& in) {
  require_lawful(in);
  const auto modifiers = modifiers_of(in);
  const int drm = std::accumulate(modifiers.begin(), modifiers.end(), 0, [](int sum, const Modifier& m) { return sum + m.amount; });
  std::vector<IftAttack> attacks{{first_column(in), drm, cowering_columns(in)}};
  for (const std::string& then : in.then) attacks.push_back({*column_for_firepower(parse_firepower(then)), drm, cowering_columns(in)});
  return attacks;
}

Question question_of(const AttackInputs& in, const std::vector<IftAttack>& attacks, const std::vector<UnitEntry>& units) {
  Question question{.inputs = inputs_of(in), .modifiers = modifiers_of(in), .notes = notes_of(in, units), .headline = headline_of(units)};
  question.untold = untold_of(units);
  for (std::size_t i = 0; i < attacks.size(); ++i) question.summary.push_back(summary_of(in, i, attacks[i]));
  return question;
}

}  // namespace boxcars::model
