#include "ask/reading.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "ask/idioms.hpp"
#include "ask/input_words.hpp"
#include "ask/question_kinds.hpp"
#include "ask/typed_words.hpp"
#include "ask/unclear.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::ask {
namespace of_lines {
namespace {

using enum Means;

// More is no question that anybody asks, and would take its time.
constexpr std::size_t most_tokens = 64, most_ambiguous = 6;

bool same_inputs(const PlainQuestion& a, const PlainQuestion& b) {
  return a.question == b.question &&
         std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                    [](const GivenInput& x, const GivenInput& y) { return x.key == y.key && x.value == y.value; });
}

// A line that asks the same, as it can be typed.
std::string as_line(const PlainQuestion& asked) {
  const auto said = [&](std::string_view key) {
    std::string text;
    for (const GivenInput& input : asked.inputs) {
      if (input.key == key) text += (text.empty() ? "" : " ") + in_words(input.value);
    }
    return text;
  };
  const auto is_plain = [&] {
    constexpr std::array plain{"fp", "drm", "target", "terrain", "leader", "by", "range"};
    return asked.question == "attack" && std::all_of(asked.inputs.begin(), asked.inputs.end(), [&](const GivenInput& input) {
             return std::find(plain.begin(), plain.end(), input.key) != plain.end();
           });
  };
  if (is_plain()) {
    std::string text = said("fp") + said("by");
    if (!said("drm").empty()) text += std::string(" ") + (said("drm").front() == '-' ? "" : "+") + said("drm");
    if (!said("range").empty()) text += " range " + said("range");
    if (!said("leader").empty()) text += (said("by").empty() ? " by " : " ") + said("leader");
    text += " vs " + said("target");
    if (!said("terrain").empty()) text += " in " + said("terrain");
    return text;
  }
  if (asked.question == "kill") {
    std::string text = said("gun") + " vs " + said("target");
    if (!said("facing").empty()) text += " " + said("facing");
    if (!said("range").empty()) text += " at " + said("range") + " hexes";
    return text;
  }
  std::string text = asked.question;
  for (const auto& [key, value] : asked.inputs) {
    text += " " + model::as_option(key, "");
    if (!std::holds_alternative<bool>(value)) text += " " + in_words(value);
  }
  return text;
}

// How a unit may be, for each question: of anything else that is said of one the question knows nothing, and it is refused.
struct StatesTaken {
  std::string_view question;
  std::vector<std::string_view> states;
};
bool takes_state(const std::string& question, const std::string& said) {
  static const std::vector<StatesTaken> taken{
      {"attack",
       {"broken", "dm", "berserk", "disrupted", "pinned", "wounded", "encircled", "concealed", "CX", "fanatic", "ELR", "assault fire"}},
      {"cc", {"broken", "dm", "pinned", "wounded", "encircled", "concealed", "CX", "fanatic", "ELR", "stealthy", "lax"}},
      {"he", {"broken", "dm", "berserk", "disrupted", "pinned", "wounded", "encircled", "concealed", "fanatic", "ELR"}},
      {"breach", {"broken", "dm", "berserk", "disrupted", "pinned", "wounded", "encircled", "concealed", "fanatic", "ELR"}},
      {"hut", {"broken", "dm", "berserk", "disrupted", "pinned", "wounded", "encircled", "fanatic", "ELR"}},
      {"check", {"broken", "dm", "pinned", "wounded", "encircled", "fanatic", "ELR", "CX", "stealthy", "lax"}}};
  const auto found = std::find_if(taken.begin(), taken.end(), [&](const StatesTaken& row) { return row.question == question; });
  return found != taken.end() && std::find(found->states.begin(), found->states.end(), said) != found->states.end();
}

void refuse_states_unknown_to(const std::string& question, const std::vector<Element>& elements) {
  for (const Element& element : elements) {
    std::vector<std::string> said = states_said(element.group);
    if (element.means == state) said.push_back(element.value);
    if (element.means == concealed) said.emplace_back("concealed");
    if (element.means == exhausted) said.emplace_back("CX");
    if (element.means == fanatic) said.emplace_back("fanatic");
    for (const std::string& one : said) {
      if (!takes_state(question, one))
        throw Unfit{"'" + one + "'", "of it the question " + question + " knows nothing", "leave it out if it makes no difference", 6};
    }
  }
}

// What is said by the names of fields is the question's as it stands: "overstacked", "EC +1". The rest is read.
struct NamedFields {
  GivenInputs inputs{};
  std::vector<Element> rest{};
  std::string told{};
};
NamedFields named_fields(const std::string& question, const std::vector<Element>& elements) {
  NamedFields named;
  const auto& kinds = question_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const QuestionKind& one) { return one.name == question; });
  for (const Element& element : elements) {
    if (element.means != Means::set && element.means != chosen_word && element.means != valued) {
      named.rest.push_back(element);
      continue;
    }
    const auto equals = element.value.find('=');
    const std::string key = element.value.substr(0, equals);
    if (kind == kinds.end() || !kind->field(key))
      throw Unfit{"'" + element.typed + "'", "of it the question " + question + " knows nothing", "leave it out if it makes no difference",
                  6};
    if (element.means == valued && !element.has_number)
      throw Unfit{"'" + element.typed + "' without its number", "which?", "give it like " + element.typed + " 2", 4};
    const bool is_said = std::any_of(named.inputs.begin(), named.inputs.end(), [&](const GivenInput& input) { return input.key == key; });
    if (is_said && element.means == Means::set) continue;
    if (is_said) throw Unfit{"'" + element.typed + "' is given twice", "it has one value", "leave one out", 5};
    std::string words = key;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (key == "height_advantage") words.insert(0, "+1 ");
    if (element.means == Means::set) {
      named.inputs.push_back({key, true});
    } else if (element.means == chosen_word) {
      words.insert(0, element.value.substr(equals + 1).append(" "));
      named.inputs.push_back({key, element.value.substr(equals + 1)});
    } else {
      const int n = key == "labor" ? std::abs(element.number) : element.number;  // which is a -1 on its counter
      words += " " + std::to_string(n);
      named.inputs.push_back({key, std::to_string(n)});
    }
    if (element.means == chosen_word) named.rest.push_back(element);
    named.told += ", " + words;
  }
  return named;
}

PlainQuestion reading_of(const std::string& question, const std::vector<Element>& elements, Completed completed);

PlainQuestion question_of(const std::vector<Element>& elements, Completed completed) {
  const std::string question = question_asked(elements);
  refuse_states_unknown_to(question, elements);
  NamedFields named = named_fields(question, elements);
  PlainQuestion asked = reading_of(question, named.rest, completed);
  for (GivenInput& input : named.inputs) {
    std::erase_if(asked.inputs, [&](const GivenInput& implied) { return implied.key == input.key; });  // of the vehicle that is named
    asked.inputs.push_back(std::move(input));
  }
  const auto aside = std::min(asked.understood.find("; "), asked.understood.size());
  asked.understood.insert(aside, named.told);
  return asked;
}

// "a 467 fires at a 447 in woods at 5": where both sides are named, the last number is the range.
std::vector<Element> with_range_at_end(std::vector<Element> elements) {
  constexpr int farthest = 40;
  const std::size_t n = elements.size();
  if (n < 4 || elements[n - 1].means != number || elements[n - 2].means != Means::at || elements[n - 2].typed != "at") return elements;
  const auto count = [&](auto is) { return std::count_if(elements.begin(), elements.end() - 2, is); };
  const bool has_sides =
      count([](const Element& e) { return e.means == Means::unit && !e.group.is_leader && !e.group.is_machine_gun; }) >= 2 &&
      count([](const Element& e) { return e.means == Means::at || e.means == takes || e.means == from || e.means == name; }) > 0;
  constexpr std::array others{number, firepower, range, near, gun, weapon};
  const bool has_others = count([&](const Element& e) { return std::find(others.begin(), others.end(), e.means) != others.end(); }) > 0;
  if (!has_sides || has_others || elements[n - 1].number > farthest) return elements;
  elements[n - 1].means = range;
  elements.erase(elements.end() - 2);
  return elements;
}

PlainQuestion reading_of(const std::string& question, const std::vector<Element>& elements, Completed completed) {
  if (question == "attack") return attack_of(with_range_at_end(elements), completed);
  if (question == "cc") return close_combat_of(elements, completed);
  if (question == "he") return at_building_of(elements);
  if (question == "check") return check_of(elements);
  return other_of(question, elements);
}

// What a line may mean, or why it means nothing.
struct Outcome {
  std::vector<PlainQuestion> readings{};  ///< of the least cost, no two the same
  Unfit unfit{"nothing", "nothing is asked", "give it like 12 +1 vs 467 in stone", -1};
};

// Every word is used by each of them.
Outcome outcome_of(const LineItems& items, Completed completed) {
  Outcome outcome;
  try {
    if (auto shot = shot_at_vehicle_of(items)) {
      outcome.readings.push_back(std::move(*shot));
      return outcome;
    }
  } catch (const Unfit& unfit) {
    outcome.unfit = unfit;
    return outcome;
  }
  const std::vector<std::size_t> open = ambiguous(items);
  if (open.size() > most_ambiguous) {
    outcome.unfit = {"so many numbers and units", "which are FP, and which are men?", "say it shorter", 9};
    return outcome;
  }
  for (std::size_t choice = 0; choice < (std::size_t{1} << open.size()); ++choice) {
    Choices choices;
    int cost = 0;
    for (std::size_t k = 0; k < open.size(); ++k) {
      choices.push_back(((choice >> k) & 1U) != 0);
      constexpr int most_counted = 9;  // "2 447": how many, unless nothing else fits
      if (choices.back() && (items[open[k]].means == Means::pair || items[open[k]].number <= most_counted)) ++cost;
    }
    try {
      PlainQuestion asked = question_of(elements_of(items, open, choices), completed);
      asked.cost = cost;
      const int least = outcome.readings.empty() ? cost : outcome.readings.front().cost;
      if (cost > least || std::any_of(outcome.readings.begin(), outcome.readings.end(),
                                      [&](const PlainQuestion& known) { return same_inputs(known, asked); }))
        continue;
      if (cost < least) outcome.readings.clear();
      outcome.readings.push_back(std::move(asked));
    } catch (const Unfit& unfit) {
      if (unfit.rank > outcome.unfit.rank) outcome.unfit = unfit;
    }
  }
  return outcome;
}

[[noreturn]] void refuse(const Unfit& unfit) { throw model::BadInput(unfit.field, unfit.problem, unfit.why, unfit.instead); }

[[noreturn]] void refuse_two(const PlainQuestion& a, const PlainQuestion& b) {
  throw model::BadInput({}, "two meanings", "'" + a.understood + "' or '" + b.understood + "'",
                        "give it like boxcars " + as_line(a) + ", or boxcars " + as_line(b));
}

LineItems without(const LineItems& items, std::size_t begin, std::size_t end) {
  LineItems rest(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), items.begin() + static_cast<std::ptrdiff_t>(end), items.end());
  return rest;
}

// What always changes the odds where it is said, or is told to make no difference.
bool must_be_used(Means means, const PlainQuestion& asked) {
  if (asked.question == "check" && (means == state || means == san || means == hinders || means == machine_gun || means == rate_of_fire))
    return false;  // whoever rallies is broken, and a number says itself what it is
  constexpr std::array used{state,     concealed,     exhausted,  fanatic,     fortified,  elr,      san,
                            to_hit,    rate_of_fire,  Means::set, rounds,      until,      acquired, assault_fire,
                            area_fire, Means::valued, hinders,    chosen_word, machine_gun};
  return std::find(used.begin(), used.end(), means) != used.end();
}

// "Fanatic or a normal one", "concealed or already revealed": or not.
void read_or_not(LineItems& items) {
  constexpr std::array<std::string_view, 6> plain{"normal", "ordinary", "regular", "plain", "usual", "average"};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != either || !items[i].value.empty()) continue;
    // "12 with a 9-1 or 16 without": without him.
    for (std::size_t k = i + 1; k < items.size(); ++k) {
      const bool ends = k + 1 == items.size() || items[k + 1].apart || items[k + 1].means == Means::at;
      const bool is_without =
          items[k].means == no && items[k].typed == "without" && ends && is_one_of(items[k - 1].means, std::array{number, firepower, drm});
      if (is_without && has(items, 0, i, means_that(pair))) items[k].means = alone, items[k].value = "no leader";
    }
    const auto is_of = [&](std::string_view said) {
      return has(items, i, items.size(), [&](const Item& item) { return item.typed == said; });
    };
    const bool is_plain = std::any_of(plain.begin(), plain.end(), is_of) && items.back().typed == "one";
    const bool is_known = items.back().means == noise && (items.back().typed.ends_with("revealed") || items.back().typed == "unconcealed");
    const bool is_only = std::all_of(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.end(),
                                     [](const Item& item) { return item.means == noise || item.typed == "one"; });
    if ((!is_plain && !is_known) || !is_only) continue;
    items.resize(i + 1);
    items.push_back({.means = no, .value = "not", .typed = "not"});
    return;
  }
}

// "Is it rubble then, or is it too small?": what follows says nothing else that could be asked.
void drop_idle_alternative(LineItems& items) {
  const auto or_at = std::find_if(items.begin(), items.end(), [](const Item& item) { return item.means == either && item.value.empty(); });
  constexpr std::array<std::string_view, 18> asking{"it",  "is",    "am",   "are", "do", "does", "will",     "would",     "should",
                                                    "can", "could", "what", "not", "so", "have", "whatever", "something", "nothing"};
  constexpr std::array<std::string_view, 5> others{"if", "when", "nobody", "none", "neither"};  // another case
  // "Passes or not?"
  if (or_at != items.begin() && or_at != items.end() && or_at + 2 == items.end() && (or_at + 1)->means == no && (or_at - 1)->means == event)
    return void(items.erase(or_at, items.end()));
  const bool is_idle = or_at != items.begin() && or_at != items.end() && or_at + 1 != items.end() &&
                       is_among(asking, first_word((or_at + 1)->typed)) && std::all_of(or_at + 1, items.end(), [&](const Item& item) {
                         return (item.means == noise || item.means == event) && !is_among(others, first_word(item.typed));
                       });
  if (is_idle) items.erase(or_at, items.end());
}

// "How many break?": that is among the odds; "how many 8s to break him?" is another question.
void read_how_many(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != how_many || items[i].typed != "how many") continue;
    const std::size_t next = past_noise(items, i + 1);
    if (next >= items.size() || items[next].means == event) items[i].means = noise;
  }
}

// A word that the reading has dropped: without it the line asks the same. Said twice it is left out in both places.
void refuse_dropped(const LineItems& items, const PlainQuestion& asked, Completed completed) {
  if (asked.understood.find("makes no difference") != std::string::npos) return;
  if (asked.question == "kill" || asked.question == "duel") return;  // whose reader takes every word or refuses it
  const bool has_hindrance = has(items, means_that(hindrance));
  std::vector<std::pair<Means, std::string>> tried;
  for (const Item& item : items) {
    const std::pair<Means, std::string> what{item.means, item.value};
    if (item.value.starts_with("gun_color")) continue;  // which a nation says, too
    if (item.value.starts_with("ground_pressure") && has(items, [](const Item& one) { return one.means == vehicle; }))
      continue;                                              // which its name says, too
    if (item.means == hinders && has_hindrance) continue;    // which says how much
    if (item.means == to_hit && item.number == 0) continue;  // "an 88 to hit a squad"
    const auto is_said = [&](std::string_view state_) { return has(items, [&](const Item& other) { return other.value == state_; }); };
    if (item.value == "broken" && is_said("interdiction")) continue;  // who routs is broken
    if (item.means == concealed && is_said("holds")) continue;
    if (item.means == state && is_said("broken") && is_said("dm")) continue;  // who is under DM is broken
    if (!must_be_used(item.means, asked) || std::find(tried.begin(), tried.end(), what) != tried.end()) continue;
    tried.push_back(what);
    LineItems rest;
    std::copy_if(items.begin(), items.end(), std::back_inserter(rest),
                 [&](const Item& other) { return other.means != what.first || other.value != what.second; });
    bool is_same = false;
    try {
      std::vector<std::size_t> open = ambiguous(rest);
      if (open.size() > most_ambiguous) continue;
      for (std::size_t choice = 0; choice < (std::size_t{1} << open.size()) && !is_same; ++choice) {
        Choices choices;
        for (std::size_t k = 0; k < open.size(); ++k) choices.push_back(((choice >> k) & 1U) != 0);
        try {
          is_same = same_inputs(asked, question_of(elements_of(rest, open, choices), completed));
        } catch (const Unfit&) {
        }
      }
    } catch (const Unfit&) {
    }
    if (is_same) throw Unfit{"'" + item.typed + "'", "it changes nothing of what is asked", "leave it out, or say it of a unit", 6};
  }
}

PlainQuestion one_of(const LineItems& items, Completed completed) {
  const Outcome outcome = outcome_of(items, completed);
  if (outcome.readings.empty()) refuse(outcome.unfit);
  if (outcome.readings.size() > 1) refuse_two(outcome.readings[0], outcome.readings[1]);
  try {
    refuse_dropped(items, outcome.readings.front(), completed);
  } catch (const Unfit& unfit) {
    refuse(unfit);
  }
  return outcome.readings.front();
}

// What stands for what, on the two sides of "or".
enum class Stands : std::uint8_t { attack, units, place, state, times, leader, distance, other };
// "2 hexes", "adjacent"
bool is_distance(const LineItems& items, std::size_t at) {
  at = past_noise(items, at);
  const Means means = means_at(items, at);
  return means == near || means == range || (means == number && means_at(items, at + 1) == hexes);
}
Stands stands_for(const LineItems& items, std::size_t at) {
  at = past_noise(items, at);
  if (at >= items.size()) return Stands::other;
  switch (items[at].means) {
    case number: {
      if (is_distance(items, at)) return Stands::distance;
      const std::size_t next = past_noise(items, at + 1);
      const Means then = next < items.size() ? items[next].means : Means::unknown;
      if (then == pair && items[next].is_plural) return stands_for(items, next);  // two 6+2s
      return then == counter || then == squads || then == half_squads || then == nation || then == quality || then == state ||
                     then == Means::unit
                 ? Stands::units
                 : Stands::attack;
    }
    case firepower:
    case sum:
    case gun:
    case weapon:
    case latw:
    case fire:
    case vehicle:
    case by_name:
      return Stands::attack;
    case pair:
      if (items[at].second < -3) return Stands::other;                                                   // of a MG
      if (items[at].number > 10 || items[at].number < 6 || items[at].second > 2) return Stands::attack;  // 12+2, and no leader
      [[fallthrough]];
    case counter:
    case Means::unit:
    case squads:
    case half_squads:
    case crews:
    case heroes:
    case leaders:
    case nation:
    case quality:
      return Stands::units;
    case placed:
    case thrown:
      return means_at(items, past_noise(items, at + 1)) == weapon ? Stands::attack : Stands::other;
    case material:
    case terrain:
    case building:
    case fixed_tem:
    case hut_word:
    case in:
      return Stands::place;
    case near: {  // an adjacent FT
      const std::size_t next = past_noise(items, at + 1);
      constexpr std::array attacks{firepower, gun, weapon, latw, by_name, vehicle};
      return next < items.size() && is_one_of(items[next].means, attacks) && !items[next].apart ? Stands::attack : Stands::distance;
    }
    case range:
    case hexes:
      return Stands::distance;
    case from:
    case Means::at:
      return is_distance(items, at + 1) ? Stands::distance : Stands::other;
    case state:
    case concealed:
    case fanatic:
    case exhausted:
    case moving:
      return Stands::state;
    case times:
      return Stands::times;
    default:
      return Stands::other;
  }
}

// Whether what stands before it goes on with it: two | 467s, at | a 447.
bool is_within(const LineItems& items, std::size_t at) {
  const std::size_t before = before_noise(items, at);
  if (before == 0) return false;
  for (std::size_t k = before; k < at; ++k) {  // "8 -2 when he moves"
    if (items[k].typed == "when" || items[k].typed == "once" || items[k].typed == "if" || items[k].typed == "while") return true;
  }
  constexpr std::array openers{Means::at, in, takes, from, with, plus, minus, through, directed_by, then};
  const bool is_counted = items[at].means == times && items[before - 1].means == number;  // 4 twice
  if (is_counted) return true;
  if (items[at].means == then) return true;  // an attack that follows is of the same alternative
  const Means last = items[before - 1].means;
  if (std::find(openers.begin(), openers.end(), last) != openers.end()) return true;
  return stands_for(items, before - 1) == Stands::units && stands_for(items, at) == Stands::units && last == number;
}

// A leader behind who is attacked is with them; with or without him may be meant of who directs, too.
void refuse_leader_of_either(const PlainQuestion& with_him, const PlainQuestion& without_him) {
  const auto said = [](const PlainQuestion& asked, std::string_view key) {
    std::vector<model::InputValue> values;
    for (const GivenInput& input : asked.inputs) {
      if (input.key == key) values.push_back(input.value);
    }
    return values;
  };
  if (with_him.question != "attack" || said(with_him, "fp").empty()) return;
  const bool directs =
      said(with_him, "leader") != said(without_him, "leader") || said(with_him, "leadership") != said(without_him, "leadership");
  if (directs || said(with_him, "target") == said(without_him, "target")) return;
  throw Unfit{"with or without somebody, behind the target", "does he direct, or is he attacked?",
              "give it like with or without 9-1 directing, or both lines: boxcars compare \"12 vs 447\" \"12 vs 447 9-1\"", 6};
}

// "With the 9-1 or without, 12 +2 at a 447": nothing if it is not said so.
std::vector<PlainQuestion> with_him_or_without(const LineItems& items, std::size_t either_at) {
  const std::size_t without_at = past_noise(items, either_at + 1), end = without_at + 1;
  if (without_at >= items.size() || items[without_at].means != no || !items[without_at].typed.starts_with("w")) return {};
  if (end < items.size() && !items[end].apart && items[end].means != Means::noise) return {};
  std::size_t joint = either_at;
  while (joint > 0 && items[joint - 1].means != Means::with && items[joint - 1].means != directed_by) --joint;
  if (joint == 0) return {};
  const Outcome a = outcome_of(without(items, either_at, end), Completed::by_itself);
  const Outcome b = outcome_of(without(items, joint - 1, end), Completed::by_itself);
  if (a.readings.size() != 1 || b.readings.size() != 1 || same_inputs(a.readings.front(), b.readings.front())) return {};
  refuse_leader_of_either(a.readings.front(), b.readings.front());
  return {a.readings.front(), b.readings.front()};
}

// "With +3 smoke or no smoke", "concealed or without concealment": with it and without; nothing if it is not said so.
std::vector<PlainQuestion> with_it_or_not(const LineItems& items, std::size_t either_at) {
  const std::size_t no_at = past_noise(items, either_at + 1), it = past_noise(items, no_at + 1);
  if (means_at(items, no_at) != no || it >= items.size() || (it + 1 < items.size() && !items[it + 1].apart)) return {};
  std::size_t begin = either_at;
  while (begin > 0 && items[begin - 1].means != items[it].means) --begin;
  if (begin == 0) return {};
  const std::size_t end = begin--;
  while (begin > 0 && !items[begin].apart &&
         (items[begin - 1].means == drm || items[begin - 1].means == noise || items[begin - 1].typed == "with"))
    --begin;
  const Outcome a = outcome_of(without(items, either_at, it + 1), Completed::by_itself);
  const Outcome b = outcome_of(without(without(items, either_at, it + 1), begin, end), Completed::by_itself);
  if (a.readings.size() != 1 || b.readings.size() != 1 || same_inputs(a.readings.front(), b.readings.front())) return {};
  return {a.readings.front(), b.readings.front()};
}

// With or without somebody: as few words as leave a line.
std::vector<PlainQuestion> with_or_without(const LineItems& items, std::size_t either_at) {
  LineItems with_him = items;
  with_him[either_at].means = Means::with;
  for (std::size_t end = either_at + 2; end <= items.size(); ++end) {
    if (end < items.size() && items[end - 1].means == Means::noise) continue;
    const Outcome a = outcome_of(with_him, Completed::by_itself), b = outcome_of(without(items, either_at, end), Completed::by_itself);
    if (a.readings.size() == 1 && b.readings.size() == 1 && !same_inputs(a.readings.front(), b.readings.front())) {
      refuse_leader_of_either(a.readings.front(), b.readings.front());
      return {a.readings.front(), b.readings.front()};
    }
  }
  throw Unfit{"'with or without'", "whom?", "give both lines to compare: boxcars compare \"16 by 9-1 vs 467\" \"16 vs 467\"", 5};
}

// How many attacks it takes, how long it lasts: one, two, ... of them side by side, or until it is done.
std::vector<PlainQuestion> as_many_as_needed(PlainQuestion asked) {
  constexpr int most = 4;
  if (asked.question == "check") return {asked};  // how many shots a ROF gives is among its measures
  if (asked.question == "clear" || asked.question == "kindle" || asked.question == "he" || asked.question == "cc") {
    const std::string key = asked.question == "he" ? "shots" : asked.question == "cc" ? "rounds" : "turns";
    std::erase_if(asked.inputs, [&](const GivenInput& input) { return input.key == key; });
    asked.inputs.push_back({key, std::string("until")});
    asked.understood.insert(std::min(asked.understood.find("; "), asked.understood.size()), ", until it is done");
    return {asked};
  }
  const auto fp = std::find_if(asked.inputs.begin(), asked.inputs.end(), [](const GivenInput& input) { return input.key == "fp"; });
  const bool has_then = std::any_of(asked.inputs.begin(), asked.inputs.end(), [](const GivenInput& input) { return input.key == "then"; });
  if (asked.question != "attack" || fp == asked.inputs.end() || has_then)
    throw Unfit{"how many", "it is counted of attacks of so many FP", "give it like how many 8s to break a 447", 5};
  const model::InputValue again = fp->value;
  std::vector<PlainQuestion> all;
  for (int n = 1; n <= most; ++n) {
    all.push_back(asked);
    if (n == 1) all.back().understood += "; once";
    for (int k = 1; k < n; ++k) all.back().inputs.push_back({"then", again});
    if (n > 1) all.back().understood += "; " + std::to_string(n) + " times";
  }
  return all;
}

// Whether a DRM begins there: "-1", "at -1", "up 1".
bool begins_drm(const LineItems& items, std::size_t at) {
  while (at < items.size() && (items[at].means == noise || items[at].means == Means::at || items[at].means == with)) ++at;
  constexpr std::array drms{drm, flat, plus, minus};
  return at < items.size() && std::find(drms.begin(), drms.end(), items[at].means) != drms.end();
}

// "12 +1 | and 4 +1": whether another attack is joined there; and whether one that begins there is joined to one before.
bool joins_attacks(const LineItems& items, std::size_t at) {
  return at < items.size() && items[at].means == with && stands_for(items, at + 1) == Stands::attack;
}
bool is_joined_attack(const LineItems& items, std::size_t at) {
  const std::size_t before = before_noise(items, at);
  return before > 0 && items[before - 1].means == with &&
         has(items, 0, before, [](const Item& item) { return item.means == number || item.means == firepower; });
}

// Of a hex with two: "at a 467 in stone or at a 447 in woods" means two hexes.
bool has_second_terrain(const PlainQuestion& asked) {
  return std::any_of(asked.inputs.begin(), asked.inputs.end(), [](const GivenInput& input) { return input.key == "also"; });
}

// Whether nothing but a unit that is named stands from there to there.
bool is_only_unit(const LineItems& items, std::size_t begin, std::size_t end) {
  return !has(items, begin, end, [](const Item& item) { return item.means != counter && item.means != noise && item.means != squads; });
}

// "In stone, woods or open"
bool has_third(const LineItems& items, std::size_t either_at) {
  const std::size_t next = past_noise(items, either_at + 1), last = before_noise(items, either_at);
  const auto is_terrain = [&](std::size_t at) { return is_one_of(means_at(items, at), std::array{terrain, material, fixed_tem}); };
  if (last < 2 || !is_terrain(next) || !is_terrain(last - 1)) return false;
  const std::size_t first = before_noise(items, last - 1);
  return first > 0 && is_terrain(first - 1) && has(items, first, last, [](const Item& item) { return item.apart; });
}

// A or B: what stands before "or" and what stands behind it, each with the rest of the line.
std::vector<PlainQuestion> two_of(const LineItems& items, std::size_t either_at) {
  const std::size_t n = items.size(), p = either_at;
  const auto follows = [&](const Item& item) { return item.means == then; };
  if (has_third(items, p)) throw Unfit{"three to compare", "two are compared", "ask two of them", 9};
  if (has(items, 0, p, follows))
    throw Unfit{"'then' before 'or'", "is it a part of what is compared?",
                "give both lines: boxcars compare \"12 +1 vs 467 then 8\" \"20 vs 467\"", 9};
  struct Found {
    int penalty;
    std::vector<PlainQuestion> both;
    LineItems a, b;
  };
  std::optional<Found> best;
  Unfit unfit{"two things to compare", "what are they?", "give it like 16 or two 8s at a 467", 0};
  int tried = 0, least_same = std::numeric_limits<int>::max();
  constexpr int most_tried = 160;
  const std::size_t first = past_noise(items, p + 1);
  if (first >= n) throw unfit;
  const bool is_or_not = items[first].means == no;
  const Stands wanted = stands_for(items, first);
  for (std::size_t j = first + 1; j <= n; ++j) {
    if (j < n && (items[j].means == noise || is_within(items, j))) continue;
    std::optional<PlainQuestion> a;
    for (std::size_t k = p; k > 0; --k) {
      for (std::size_t i = k; i-- > 0;) {
        const std::size_t sign = before_noise(items, i);
        const bool is_drm = items[i].means == number && sign > 0 && (items[sign - 1].means == plus || items[sign - 1].means == minus);
        const bool fits =
            is_drm      ? false  // the 1 of "8 up 1"
            : is_or_not ? (i + 1 == k && stands_for(items, i) == Stands::state && is_only_unit(items, k, p))
                        : items[i].means != noise &&
                              ((items[i].means == pair && items[first].means == pair) ||
                               (stands_for(items, i) == wanted && (wanted != Stands::other || items[i].means == items[first].means)) ||
                               (wanted == Stands::attack && items[i].means == times));
        if (!fits || ++tried > most_tried) continue;
        if (!a) {
          const Outcome of_a = outcome_of(without(items, p, j), Completed::by_itself);
          if (of_a.readings.size() != 1) {
            if (of_a.readings.empty() && of_a.unfit.rank > unfit.rank) unfit = of_a.unfit;
            tried += most_tried / 16;
            i = 0, k = 1;
            break;
          }
          a = of_a.readings.front();
        }
        LineItems b(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i));
        if (!is_or_not)
          b.insert(b.end(), items.begin() + static_cast<std::ptrdiff_t>(first), items.begin() + static_cast<std::ptrdiff_t>(j));
        b.insert(b.end(), items.begin() + static_cast<std::ptrdiff_t>(k), items.begin() + static_cast<std::ptrdiff_t>(p));
        b.insert(b.end(), items.begin() + static_cast<std::ptrdiff_t>(j), items.end());
        const Outcome of_b = outcome_of(b, Completed::by_itself);
        if (of_b.readings.size() != 1) continue;
        if ((a->question == "cc") != (of_b.readings.front().question == "cc")) continue;
        const bool counts = items[first].means == number && first + 1 < n && items[first + 1].means == number;  // one 12
        const bool is_counted =
            counts && i > 0 && (items[i - 1].means == shot || items[i - 1].typed == "of" || items[i - 1].means == number);
        const bool is_of_both =
            j < n && j > 0 && (items[j - 1].typed == "all" || items[j - 1].typed == "each" || items[j - 1].typed == "both");
        const bool splits_shot = wanted == Stands::attack && begins_drm(items, j) && !is_of_both;
        const auto is_halved = [&](std::size_t at) {  // 6 | FP fire lane, 6 FP | fire lane
          return at > 0 && at < n &&
                 ((items[at].means == firepower && items[at - 1].means == number) ||
                  (items[at - 1].means == near && stands_for(items, at) == Stands::attack) ||
                  (items[at].means == weapon && items[at - 1].means == firepower));
        };
        const bool splits_firepower = is_halved(i) || is_halved(j);
        const bool splits_count = counts && j == first + 1;  // two | 4s
        const bool has_targets = has(items, 0, p, means_that(counter));
        // Where he is, and whether he moves: of whom it is told; where only the last is told of it, of both.
        constexpr std::array places{in, terrain, material, building, fixed_tem, moving, ffmo, ffnam};
        const auto is_told = [&](const Item& item) { return is_one_of(item.means, places); };
        const std::size_t behind = past_noise(items, j);
        const bool tells_more = behind < n && !has(items, j, behind + 1, [](const Item& item) { return item.apart; }) &&
                                (is_told(items[behind]) || stands_for(items, behind) == Stands::place);
        const bool tells_first = has(items, 0, p, is_told);
        const bool tells_last = has(items, first, j, is_told);
        const bool splits_place =
            wanted == Stands::attack && has_targets && tells_first && tells_more && !has(items, p, items.size(), means_that(counter));
        const bool joins_place =
            wanted == Stands::attack && has_targets && !tells_first && tells_last && !has(items, p, items.size(), means_that(counter));
        const bool splits_list = wanted == Stands::attack && (joins_attacks(items, j) || is_joined_attack(items, i));
        // "Three 447s with an 8-1 or two 628s": those with him are of it; "three 447s or a 9-2": so is how many they are.
        const bool is_led = wanted == Stands::units && items[i].means == pair && items[first].means != pair &&
                            items[first].means != leaders && i > 0 &&
                            items[before_noise(items, i) > 0 ? before_noise(items, i) - 1 : 0].means == with;
        // "At the pinned 447 in woods or the 447 in stone": what is told of each stays with him.
        const bool is_own = wanted == Stands::units && has(items, p, first + 1, is_determiner);
        const bool tells_replaced = has(items, i, p, is_told);
        constexpr std::array grounds{in, terrain, material, building, fixed_tem};
        const bool moves_there = has(items, i, p, [&](const Item& item) { return is_one_of(item.means, grounds); });
        const bool splits_told =
            (wanted == Stands::state && moves_there && tells_more) ||
            (is_own && ((tells_more && tells_replaced) || (i > 0 && is_one_of(items[i - 1].means, std::array{state, concealed, number}))));
        const bool is_count_left =
            wanted == Stands::units && i > 0 && items[i - 1].means == number && items[i].means == counter && items[first].means != counter;
        // "8 at his 447 running or a 16 at the same squad in woods": each with whom it is at.
        const auto aims_in = [&](std::size_t begin, std::size_t end) {
          for (std::size_t at_ = begin; at_ < end; ++at_) {
            const Stands whom = items[at_].means == Means::at ? stands_for(items, at_ + 1) : Stands::other;
            if (whom == Stands::units || whom == Stands::state ||
                (items[at_].means == Means::at && means_at(items, past_noise(items, at_ + 1)) == squads))
              return at_;
          }
          return end;
        };
        const std::size_t aims_at_other = aims_in(p, n);
        const bool splits_target = wanted == Stands::attack && aims_in(0, p) < p && aims_at_other < n && j < n && !items[j].apart;
        const bool splits_stack = wanted != Stands::attack && j < n && items[j].means == with && !items[j].apart;  // a 467 | and a 9-1
        // "A 9-2 directing 12 better than an 8-1": of a leader the attack stays.
        const auto attacks = [](const Item& item) { return item.means == number || item.means == firepower; };
        const bool drops_attack = items[first].means == pair && wanted == Stands::units && has(items, i, k, attacks);
        const auto is_at_range = [&](std::size_t at) {  // at 5 or 2 shots | at 10
          return at + 1 < n && items[at].means == Means::at && items[at].typed == "at" && items[at + 1].means == number;
        };
        // "30 without a leader or 24 | directed by a 9-2": whose leader he is.
        const bool splits_leader = wanted == Stands::attack && j < n && !items[j].apart &&
                                   (items[j].means == directed_by || items[j].means == directs || items[j].means == with) &&
                                   has(items, 0, p, [](const Item& item) { return item.means == alone && item.value == "no leader"; });
        bool splits_range = false;
        for (std::size_t k_ = 0; k_ < p && is_at_range(j); ++k_) splits_range = splits_range || is_at_range(k_);
        const bool joins_places = has_second_terrain(*a) || has_second_terrain(of_b.readings.front());
        const int penalty = static_cast<int>(j - first) + 2 * static_cast<int>(p - k) + static_cast<int>(k - i) + (splits_shot ? 40 : 0) +
                            (is_counted ? 30 : 0) + (joins_places ? 50 : 0) + (splits_stack ? 8 : 0) + (splits_range ? 60 : 0) +
                            (drops_attack ? 20 : 0) +
                            (splits_count || splits_list || splits_place || splits_firepower || splits_leader || is_led || is_count_left ||
                                     splits_target || splits_told || joins_place
                                 ? 60
                                 : 0);
        if (same_inputs(*a, of_b.readings.front())) {
          least_same = std::min(least_same, penalty);
          continue;
        }
        if (!best || penalty < best->penalty) best = Found{penalty, {*a, of_b.readings.front()}, without(items, p, j), b};
      }
    }
  }
  constexpr int too_odd = 60;  // it splits what belongs together
  if (!best || best->penalty >= too_odd) throw unfit;
  if (least_same < best->penalty) throw Unfit{"two alternatives", "both ask the same", "leave one out", 7};
  refuse_dropped(best->a, best->both[0], Completed::by_itself);
  refuse_dropped(best->b, best->both[1], Completed::by_itself);
  return best->both;
}

// Whether a line without its unknown words may be offered: where who attacks and who is attacked is said by words that are known, and the
// unknown one stands beside nothing whose meaning it may turn: a state, who directs, a roll.
bool is_sure_without(const LineItems& items) {
  const auto is_unknown = means_that(Means::unknown);
  if (std::count_if(items.begin(), items.end(), is_unknown) > 2) return false;
  constexpr std::array turned{drm,    state,  concealed, exhausted, fanatic,    fortified, directs,     directed_by, leadership, leaders,
                              moving, thrown, hinders,   turns,     Means::set, valued,    chosen_word, no,          fire,       cowering};
  const auto may_turn = [&](std::size_t at) {
    return at < items.size() && std::find(turned.begin(), turned.end(), items[at].means) != turned.end();
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!is_unknown(items[i])) continue;
    const std::size_t before = before_noise(items, i), behind = past_noise(items, i + 1);
    if (may_turn(behind) || (before > 0 && may_turn(before - 1))) return false;
  }
  constexpr std::array sides{Means::at, takes, firepower, sum, clears, breaches, bombards, kindles, enters, makes_rubble, close_combat};
  return has(items,
             [&](const Item& item) { return item.typed == "clear" || std::find(sides.begin(), sides.end(), item.means) != sides.end(); });
}

std::string listed_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < 4; ++i) text += (i == 0 ? "'" : ", '") + model::printable(words[i].substr(0, 30)) + "'";
  return text;
}

// Where two attacks are set against each other, before whom they are at; the end: nowhere.
std::size_t attacks_between(const LineItems& items) {
  const auto is_unit_word = [](const Item& item) { return item.means == counter || item.means == Means::unit || item.means == squads; };
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (is_unit_word(items[i])) break;
    if (items[i].means != at || !is_between_sides(items[i].typed) || stands_for(items, i + 1) != Stands::attack) continue;
    if (!has(items, 0, i, means_that(number))) continue;
    for (std::size_t k = i + 1; k < items.size(); ++k) {
      if (is_unit_word(items[k])) break;
      const bool is_at_units =
          items[k].means == at && (stands_for(items, k + 1) == Stands::units || stands_for(items, k + 1) == Stands::state);
      if (is_at_units) return i;
    }
  }
  return items.size();
}

// "Pins or breaks a 436": either of them is asked for, and nothing is compared.
void join_events(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != either || !items[i].value.empty()) continue;
    const bool is_taken = means_at(items, i + 1) == takes && items[i + 1].typed.ends_with(" by");  // wounded or killed by 20 FP
    if (is_taken && i > 0 && (items[i - 1].means == state || items[i - 1].means == event)) {
      items[i].means = items[i - 1].means = noise;
      continue;
    }
    const std::size_t before = before_noise(items, i),
                      behind = means_at(items, i + 1) == noise && items[i + 1].typed == "die" ? i + 1 : past_noise(items, i + 1);
    constexpr std::array outcomes{event, enters, collapses, makes_rubble};
    const auto is_outcome = [&](std::size_t at) { return is_one_of(items[at].means, outcomes) || items[at].typed == "die"; };
    if (before > 0 && behind < items.size() && is_outcome(before - 1) && is_outcome(behind)) items[i].means = noise;
  }
}

// "I shoot with 8 FP or with 6 FP": what fires.
void drop_with_firepower(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_verb = i == past_noise(items, 0) && items[i].means == from && items[i].typed.ends_with(" with");
    const bool is_other = i > 0 && items[i].typed == "with" && items[i - 1].means == either;
    if ((is_verb || is_other) && items[i + 1].means == number && items[i + 2].means == firepower) items[i].means = noise;
  }
}

std::vector<PlainQuestion> questions_of(LineItems items, Completed completed) {
  drop_with_firepower(items);
  join_events(items);
  read_or_not(items);
  drop_idle_alternative(items);
  read_how_many(items);
  try {
    read_idioms(items);
    refuse_unclear_attacks(items);
  } catch (const Unfit& unfit) {
    refuse(unfit);
  }
  const bool wants_better = has(items, means_that(better));
  const bool is_of_two = has(items, [](const Item& item) { return item.means == either || item.means == at; });
  const auto which =
      std::find_if(items.begin(), items.end(), [](const Item& item) { return item.means == better && item.typed == "which one"; });
  if (which != items.end() && !is_of_two) refuse({"'which one'", "of what?", "name the one that is meant", 8});
  std::erase_if(items, means_that(better));
  // Who ambushes, A or B: that is one fight.
  const auto who_or_whom = std::find_if(items.begin(), items.end(), means_that(either));
  if (has(items, means_that(ambush)) && std::any_of(who_or_whom, items.end(), means_that(counter)) && !has(items, means_that(Means::at)))
    who_or_whom->means = Means::at;
  const auto or_at = std::find_if(items.begin(), items.end(), means_that(either));
  try {
    if (or_at != items.end() && or_at->value == "without") return with_or_without(items, static_cast<std::size_t>(or_at - items.begin()));
    if (or_at != items.end()) {
      if (auto both = with_him_or_without(items, static_cast<std::size_t>(or_at - items.begin())); !both.empty()) return both;
      if (auto both = with_it_or_not(items, static_cast<std::size_t>(or_at - items.begin())); !both.empty()) return both;
    }
    const auto fights = means_that(close_combat);
    const auto fires = [](const Item& item) { return item.means == firepower || item.means == drm || item.means == Means::name; };
    const bool is_mixed = or_at != items.end() && ((std::any_of(items.begin(), or_at, fights) && std::any_of(or_at, items.end(), fires)) ||
                                                   (std::any_of(or_at, items.end(), fights) && std::any_of(items.begin(), or_at, fires)));
    if (is_mixed)
      throw Unfit{"fire, or Close Combat", "they are two questions", "ask each by itself, like 8 -1 vs 447, and cc 467 vs 447", 9};
    if (or_at != items.end()) return two_of(items, static_cast<std::size_t>(or_at - items.begin()));
    if (const std::size_t between = attacks_between(items); between < items.size()) {  // one 16 vs two 8s on a 447
      LineItems as_or = items;
      as_or[between].means = either;
      return two_of(as_or, between);
    }
    if (wants_better) {  // 8 flat vs 6 -1 on a 447, which is better
      for (std::size_t i = 0; i < items.size(); ++i) {
        const bool is_between = items[i].means == at && is_between_sides(items[i].typed);
        const bool is_joint = items[i].means == with && before_noise(items, i) > 0 &&  // compare 24 +3 and 30 +3
                              (items[before_noise(items, i) - 1].means == drm || items[before_noise(items, i) - 1].means == number);
        if (!is_between && !is_joint) continue;
        if (stands_for(items, i + 1) != Stands::attack) continue;
        LineItems as_or = items;
        as_or[i].means = either;
        return two_of(as_or, i);
      }
    }
  } catch (const Unfit& unfit) {
    refuse(unfit);
  }
  if (!has(items, means_that(how_many))) return {one_of(items, completed)};
  std::erase_if(items, [](const Item& item) {
    const bool says_nothing = (item.means == times && item.number == 0) || (item.means == turns && item.is_plural) ||
                              (item.means == rounds && item.is_plural) || (item.means == shot && item.is_plural);
    return item.means == how_many || item.means == until || says_nothing;
  });
  PlainQuestion asked = one_of(items, completed);
  try {
    return as_many_as_needed(std::move(asked));
  } catch (const Unfit& unfit) {
    refuse(unfit);
  }
}

}  // namespace
}  // namespace of_lines

bool has_known_words(std::string_view line) {
  constexpr std::size_t enough = 400;
  const auto tokens = tokens_of(line.substr(0, enough));
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const Word* phrase = word_of(tokens[i - 1].text + " " + tokens[i].text);  // "wound check"
    if (phrase && phrase->means != Means::noise) return true;
  }
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    if (token.is != Token::Is::word) return token.is != Token::Is::number || token.text.size() == 3;
    const Word* word = word_of(token.text);
    return word && word->means != Means::noise;
  });
}

std::vector<PlainQuestion> read_line(std::string_view line, Completed completed) {
  const std::vector<Token> tokens = tokens_of(line);
  if (tokens.size() > of_lines::most_tokens)
    throw model::BadInput({}, "a line of so many words", "one attack is said in fewer", "give it like 12 +1 vs 467 in stone");
  Items all = items_of(tokens);
  // "2 x 4-5-8"
  std::erase_if(all.unknown, [](const std::string& word) { return word == "x"; });
  if (!all.unknown.empty()) {
    LineItems rest;
    std::copy_if(all.items.begin(), all.items.end(), std::back_inserter(rest),
                 [](const Item& item) { return item.means != Means::unknown; });
    std::string instead = "say it in other words";
    try {
      const auto known = of_lines::questions_of(rest, completed);
      if (known.size() == 1 && of_lines::is_sure_without(all.items)) instead = "without that: boxcars " + of_lines::as_line(known.front());
    } catch (const model::BadInput& bad) {
      if (!bad.fault().instead.empty() && all.items.size() < 2 + all.unknown.size()) instead = bad.fault().instead;
    }
    const bool one = all.unknown.size() == 1;
    throw model::BadInput({}, "not understood: " + of_lines::listed_words(all.unknown),
                          one ? "boxcars does not know the word" : "boxcars does not know these words", instead);
  }
  auto questions = of_lines::questions_of(std::move(all.items), completed);
  for (PlainQuestion& asked : questions) {
    for (const std::string& corrected : all.corrected) asked.understood += "; " + corrected;
  }
  return questions;
}

}  // namespace boxcars::ask
