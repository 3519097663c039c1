#include "ask/reading.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "ask/alternatives.hpp"
#include "ask/idioms.hpp"
#include "ask/input_words.hpp"
#include "ask/question_kinds.hpp"
#include "ask/typed_words.hpp"
#include "ask/unclear.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

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
      count([](const Element& e) {
        return e.means == Means::at || e.means == takes || e.means == from || e.means == name || e.means == phase;
      }) > 0;
  constexpr std::array others{number, firepower, range, near, gun, weapon};
  const bool has_others = count([&](const Element& e) { return is_one_of(e.means, others); }) > 0;
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

// What always changes the odds where it is said, or is told to make no difference.
bool must_be_used(Means means, const PlainQuestion& asked) {
  if (asked.question == "check" && (means == state || means == san || means == hinders || means == machine_gun || means == rate_of_fire))
    return false;  // whoever rallies is broken, and a number says itself what it is
  constexpr std::array used{state,     concealed,     exhausted,  fanatic,     fortified,  elr,      san,
                            to_hit,    rate_of_fire,  Means::set, rounds,      until,      acquired, assault_fire,
                            area_fire, Means::valued, hinders,    chosen_word, machine_gun};
  return is_one_of(means, used);
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
    if (item.value.starts_with("gun_color")) continue;                                           // which a nation says, too
    if (item.value.starts_with("ground_pressure") && has(items, means_that(vehicle))) continue;  // which its name says, too
    if (item.means == hinders && has_hindrance) continue;                                        // which says how much
    if (item.means == to_hit && item.number == 0) continue;                                      // "an 88 to hit a squad"
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

// Who is not with his leader rallies by himself (A10.63).
PlainQuestion alone_if_rally(PlainQuestion without_him) {
  const auto is = [](const GivenInput& input, std::string_view key) { return input.key == key; };
  const bool is_led = std::any_of(without_him.inputs.begin(), without_him.inputs.end(),
                                  [&](const GivenInput& input) { return is(input, "leader") || is(input, "leadership"); });
  for (GivenInput& input : without_him.inputs) {
    if (without_him.question != "check" || is_led || !is(input, "kind") || in_words(input.value) != "rally") continue;
    input.value = std::string("self-rally");
    without_him.understood = "Self-" + without_him.understood;
  }
  return without_him;
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
  if (with_him.question != "attack" || (said(with_him, "fp").empty() && said(with_him, "by").empty())) return;
  const bool directs =
      said(with_him, "leader") != said(without_him, "leader") || said(with_him, "leadership") != said(without_him, "leadership");
  if (directs || said(with_him, "target") == said(without_him, "target")) return;
  throw Unfit{"with or without somebody, behind the target", "does he direct, or is he attacked?",
              "give it like with or without 9-1 directing, or both lines: boxcars compare \"12 vs 447\" \"12 vs 447 9-1\"", 6};
}

// What the two lines ask; nothing, if one of them asks nothing, or both the same.
std::vector<PlainQuestion> both_of(const LineItems& first, const LineItems& second) {
  const Outcome a = outcome_of(first, Completed::by_itself), b = outcome_of(second, Completed::by_itself);
  if (a.readings.size() != 1 || b.readings.size() != 1 || same_inputs(a.readings.front(), b.readings.front())) return {};
  return {a.readings.front(), b.readings.front()};
}

// "With the 9-1 or without, 12 +2 at a 447": nothing if it is not said so.
std::vector<PlainQuestion> with_him_or_without(const LineItems& items, std::size_t either_at) {
  const std::size_t without_at = past_noise(items, either_at + 1), end = without_at + 1;
  if (without_at >= items.size() || items[without_at].means != no || !items[without_at].typed.starts_with("w")) return {};
  if (end < items.size() && !items[end].apart && items[end].means != Means::noise) return {};
  std::size_t joint = either_at;
  while (joint > 0 && items[joint - 1].means != Means::with && items[joint - 1].means != directed_by) --joint;
  if (joint == 0) return {};
  const auto both = both_of(without(items, either_at, end), without(items, joint - 1, end));
  if (both.empty()) return {};
  refuse_leader_of_either(both[0], both[1]);
  return {both[0], alone_if_rally(both[1])};
}

// "With +3 smoke or no smoke", "concealed or without concealment": with it and without; nothing if it is not said so.
std::vector<PlainQuestion> with_it_or_not(const LineItems& items, std::size_t either_at) {
  const std::size_t no_at = past_noise(items, either_at + 1), it = past_noise(items, no_at + 1);
  if (means_at(items, no_at) != no || it >= items.size() ||
      (it + 1 < items.size() && !items[it + 1].apart && !is_one_of(items[it + 1].means, std::array{with, Means::at, directed_by})))
    return {};
  std::size_t begin = either_at;
  while (begin > 0 && items[begin - 1].means != items[it].means) --begin;
  if (begin == 0) return {};
  const std::size_t end = begin--;
  while (begin > 0 && !items[begin].apart &&
         (items[begin - 1].means == drm || items[begin - 1].means == noise || items[begin - 1].typed == "with"))
    --begin;
  const LineItems with_it = without(items, either_at, it + 1);
  return both_of(with_it, without(with_it, begin, end));
}

// "With a 9-1 directing or without a leader": nothing if it is not said so.
std::vector<PlainQuestion> with_leader_or_none(const LineItems& items, std::size_t or_at) {
  const std::size_t none = past_noise(items, or_at + 1);
  const bool says_none = means_at(items, none) == alone && items[none].value == "no leader" && past_noise(items, none + 1) == items.size();
  if (!says_none) return {};
  std::size_t begin = or_at;
  while (begin > 0 && items[begin - 1].means != Means::with && items[begin - 1].means != directed_by) --begin;
  if (begin == 0 || !has(items, begin, or_at, means_that(pair))) return {};
  const auto both = both_of(without(items, or_at, items.size()), without(items, begin - 1, items.size()));
  if (both.empty()) return {};
  return {both[0], alone_if_rally(both[1])};
}

// With or without somebody: as few words as leave a line.
std::vector<PlainQuestion> with_or_without(const LineItems& items, std::size_t either_at) {
  if (means_at(items, past_noise(items, either_at + 1)) == cowering)
    throw Unfit{"with or without cowering", "it is asked of two lines",
                "give both: boxcars compare \"16 vs 447\" \"16 vs 447 no cowering\"", 8};
  LineItems with_him = items;
  with_him[either_at].means = Means::with;
  const Outcome a = outcome_of(with_him, Completed::by_itself);
  for (std::size_t end = either_at + 2; end <= items.size() && a.readings.size() == 1; ++end) {
    if (end < items.size() && items[end - 1].means == Means::noise) continue;
    constexpr std::array numbered{acquired, hindrance, tem, leadership};  // acquisition | -2
    if (end < items.size() && is_one_of(items[end - 1].means, numbered) && is_one_of(items[end].means, std::array{drm, number})) continue;
    const Outcome b = outcome_of(without(items, either_at, end), Completed::by_itself);
    if (b.readings.size() == 1 && !same_inputs(a.readings.front(), b.readings.front())) {
      refuse_leader_of_either(a.readings.front(), b.readings.front());
      return {a.readings.front(), alone_if_rally(b.readings.front())};
    }
  }
  throw Unfit{"'with or without'", "whom?", "give both lines to compare: boxcars compare \"16 by 9-1 vs 467\" \"16 vs 467\"", 5};
}

// "Should my three 467s fire together or one at a time?": one attack of all, or one of each.
std::vector<PlainQuestion> together_or_apart(const LineItems& items, std::size_t or_at) {
  const Unfit unfit{"together or one at a time", "of one kind of units, without a leader and at no range is it asked",
                    "give both: boxcars compare \"two 467s at 447\" \"467 at 447 then 4\"", 6};
  const Outcome all = outcome_of(without(items, or_at, or_at + 1), Completed::by_itself);
  if (all.readings.size() != 1 || all.readings.front().question != "attack") throw unfit;
  const PlainQuestion& a = all.readings.front();
  PlainQuestion b = a;
  std::string by;
  for (GivenInput& input : b.inputs) {
    constexpr std::array<std::string_view, 4> others{"leader", "range", "then", "fp"};
    if (is_among(others, input.key)) throw unfit;
    if (input.key == "by") by = in_words(input.value), input.value = by.substr(std::min(by.find('x') + 1, by.size()));
  }
  const auto count = model::whole_number(by.substr(0, by.find('x')));
  const bool is_one_kind = count && *count > 1 && by.find(' ') == std::string::npos && by.find(',') == std::string::npos;
  if (!is_one_kind) throw unfit;
  const std::string firepower_(1, by[by.find('x') + 1]);
  for (int n = 1; n < *count; ++n) b.inputs.push_back({"then", firepower_});
  b.understood += "; one after the other";
  return {a, b};
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

// Of a hex with two: "at a 467 in stone or at a 447 in woods" means two hexes.
bool has_second_terrain(const PlainQuestion& asked) {
  return std::any_of(asked.inputs.begin(), asked.inputs.end(), [](const GivenInput& input) { return input.key == "also"; });
}

// A or B: what stands before "or" and what stands behind it, each with the rest of the line.
std::vector<PlainQuestion> two_of(const LineItems& items, std::size_t or_at) {
  if (has_third(items, or_at)) throw Unfit{"three to compare", "two are compared", "ask two of them", 9};
  if (has(items, 0, or_at, means_that(then)))
    throw Unfit{"'then' before 'or'", "is it a part of what is compared?",
                "give both lines: boxcars compare \"12 +1 vs 467 then 8\" \"20 vs 467\"", 9};
  struct Found {
    int odd;
    Alternatives two;
    std::vector<PlainQuestion> both;
  };
  std::optional<Found> best;
  Unfit unfit{"two things to compare", "what are they?", "give it like 16 or two 8s at a 467", 0};
  int tried = 0, least_same = too_odd;
  constexpr int most_tried = 160, of_first = most_tried / 16;
  const std::size_t second = past_noise(items, or_at + 1);
  if (second >= items.size()) throw unfit;
  const Stands wanted = stands_for(items, second);
  for (std::size_t second_end = second + 1; second_end <= items.size(); ++second_end) {
    if (second_end < items.size() && (items[second_end].means == noise || is_within(items, second_end))) continue;
    std::optional<Outcome> first;
    for (std::size_t end = or_at; end > 0; --end) {
      for (std::size_t begin = end; begin-- > 0;) {
        const Alternatives two{begin, end, or_at, second, second_end};
        if (!may_stand_for(items, two, wanted) || ++tried > most_tried) continue;
        int odd = oddness(items, two, wanted);
        if (odd >= too_odd) continue;
        if (!first) {
          first = outcome_of(first_of(items, two), Completed::by_itself);
          if (first->readings.size() != 1) tried += of_first;
          if (first->readings.empty() && first->unfit.rank > unfit.rank) unfit = first->unfit;
        }
        if (first->readings.size() != 1) continue;
        const PlainQuestion& a = first->readings.front();
        const Outcome other = outcome_of(second_of(items, two), Completed::by_itself);
        if (other.readings.size() != 1) continue;
        const PlainQuestion& b = other.readings.front();
        if ((a.question == "cc") != (b.question == "cc")) continue;
        constexpr int of_two_hexes = 50;
        if (has_second_terrain(a) || has_second_terrain(b)) odd += of_two_hexes;
        if (same_inputs(a, b))
          least_same = std::min(least_same, odd);
        else if (odd < (best ? best->odd : too_odd))
          best = Found{odd, two, {a, b}};
      }
    }
  }
  if (!best) throw unfit;
  if (least_same < best->odd) throw Unfit{"two alternatives", "both ask the same", "leave one out", 7};
  refuse_dropped(first_of(items, best->two), best->both[0], Completed::by_itself);
  refuse_dropped(second_of(items, best->two), best->both[1], Completed::by_itself);
  return best->both;
}

// Whether a line without its unknown words may be offered: where who attacks and who is attacked is said by words that are known, and the
// unknown one stands beside nothing whose meaning it may turn: a state, who directs, a roll.
bool is_sure_without(const LineItems& items) {
  const auto is_unknown = means_that(Means::unknown);
  if (std::count_if(items.begin(), items.end(), is_unknown) > 2) return false;
  constexpr std::array turned{drm,    state,  concealed, exhausted, fanatic,    fortified, directs,     directed_by, leadership, leaders,
                              moving, thrown, hinders,   turns,     Means::set, valued,    chosen_word, no,          fire,       cowering};
  const auto may_turn = [&](std::size_t at) { return at < items.size() && is_one_of(items[at].means, turned); };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!is_unknown(items[i])) continue;
    const std::size_t before = before_noise(items, i), behind = past_noise(items, i + 1);
    if (may_turn(behind) || (before > 0 && may_turn(before - 1))) return false;
  }
  constexpr std::array sides{Means::at, takes, firepower, sum, clears, breaches, bombards, kindles, enters, makes_rubble, close_combat};
  return has(items, [&](const Item& item) { return item.typed == "clear" || is_one_of(item.means, sides); });
}

std::string listed_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < 4; ++i) text += (i == 0 ? "'" : ", '") + model::printable(words[i].substr(0, 30)) + "'";
  return text;
}

// What a line with an "or" there compares.
std::vector<PlainQuestion> compared(const LineItems& items, std::size_t or_at) {
  if (items[or_at].value == "apart") return together_or_apart(items, or_at);
  if (items[or_at].value == "without") return with_or_without(items, or_at);
  for (const auto read : {with_him_or_without, with_it_or_not, with_leader_or_none}) {
    if (auto both = read(items, or_at); !both.empty()) return both;
  }
  const auto fights = means_that(close_combat);
  const auto fires = means_any(std::array{firepower, drm, Means::name});
  const bool is_mixed = (has(items, 0, or_at, fights) && has(items, or_at, items.size(), fires)) ||
                        (has(items, 0, or_at, fires) && has(items, or_at, items.size(), fights));
  if (is_mixed)
    throw Unfit{"fire, or Close Combat", "they are two questions", "ask each by itself, like 8 -1 vs 447, and cc 467 vs 447", 9};
  return two_of(items, or_at);
}

std::vector<PlainQuestion> questions_of(LineItems items, Completed completed) {
  settle_alternatives(items);
  read_how_many(items);
  try {
    read_idioms(items);
    refuse_unclear_attacks(items);
  } catch (const Unfit& unfit) {
    refuse(unfit);
  }
  const bool wants_better = has(items, means_that(better));
  const bool is_of_two = has(items, means_any(std::array{either, at}));
  const bool says_which = has(items, [](const Item& item) { return item.means == better && item.typed == "which one"; });
  if (says_which && !is_of_two) refuse({"'which one'", "of what?", "name the one that is meant", 8});
  std::erase_if(items, means_that(better));
  // Who ambushes, A or B: that is one fight.
  const std::size_t who_or_whom = first_that(items, means_that(either));
  if (has(items, means_that(ambush)) && has(items, who_or_whom, items.size(), means_that(counter)) && !has(items, means_that(Means::at)))
    items[who_or_whom].means = Means::at;
  try {
    if (const std::size_t or_at = first_that(items, means_that(either)); or_at < items.size()) return compared(items, or_at);
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
