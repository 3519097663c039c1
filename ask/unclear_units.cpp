#include "ask/unclear_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ask/elements.hpp"
#include "ask/everyday.hpp"

namespace boxcars::ask::of_unclear {
namespace {

using enum Means;

// Whether a unit or a weapon of that name is named before.
bool is_named_before(const LineItems& items, std::size_t at) {
  return has(items, 0, at, [&](const Item& item) { return item.means == items[at].means && item.value == items[at].value; });
}

// "I am pinned", "my dice are broken": of nobody who is named.
void refuse_of_nobody(const LineItems& items) {
  constexpr std::array<std::string_view, 6> me{"i", "we", "im", "ive", "weve", "were"};
  constexpr std::array<std::string_view, 8> being{"is", "are", "was", "were", "am", "have", "been", "being"};
  constexpr std::array states_{state, concealed, exhausted};
  const auto is_being = [&](const Item& item) { return item.means == noise && is_among(being, item.typed); };
  for (std::size_t i = 1; i < items.size(); ++i) {
    const std::size_t next = past_articles(items, i + 1);
    const bool has_moved = items[i].means == moving && items[i - 1].means == noise && (next >= items.size() || items[next].apart) &&
                           (items[i - 1].typed == "i" || items[i - 1].typed == "we");
    if (has_moved)
      throw Unfit{"'" + items[i - 1].typed + " " + items[i].typed + "'", "who fires does not move", "say it of the target, if he moves", 9};
    const bool is_in_place = items[i].means == in && next < items.size() && is_place(items[next].means);
    if (!is_one_of(items[i].means, states_) && !is_in_place) continue;
    std::size_t who = i;
    while (who > 0 && is_being(items[who - 1]) && !items[who].apart) --who;
    const bool says_being = who < i || items[i].typed.starts_with("is ") || items[i].typed.starts_with("are ");
    if (who == 0 || !says_being || items[who].apart || items[who - 1].means != noise) continue;
    const std::string& subject = items[who - 1].typed;
    const bool is_me = is_among(me, subject) || (who >= 2 && subject == "am");
    const bool is_behind = next >= items.size() || items[past_noise(items, i + 1) < items.size() ? past_noise(items, i + 1) : i].apart;
    if ((is_me && (is_behind || is_in_place)) || is_idle(subject) || is_turning(subject))
      throw Unfit{"'" + subject + "' that is '" + items[i].typed + "'", "which unit is it?", "say it of the unit, like pinned 467", 9};
  }
}

// "One of two 467s", "the last of them": whom of them?
void refuse_part(const LineItems& items) {
  constexpr std::array<std::string_view, 6> parts{"first", "last", "some", "most", "remains", "part"};
  constexpr std::array men_named{counter, squads, half_squads, pair, number};
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const std::size_t who = past_noise(items, i + 2);
    const bool is_of = items[i + 1].typed == "of" && is_one_of(means_at(items, who), men_named);
    const bool is_some = items[i].means == noise && is_among(parts, items[i].typed);
    const bool asks_for_one =
        i > 0 && (items[i - 1].means == event || items[i - 1].typed.starts_with("at "));  // kills at least one of them
    const bool is_one = items[i].typed == "one" && means_at(items, who) == number && items[who].number > 1 && !asks_for_one;
    if (is_of && (is_some || is_one)) throw Unfit{"'" + items[i].typed + " of'", "how many are they?", "name only those who are meant", 9};
  }
}

// "A 467 and friends"
void refuse_others_unnamed(const LineItems& items) {
  constexpr std::array<std::string_view, 8> others{"friend", "friends", "company", "buddy", "buddies", "comrade", "comrades", "pals"};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t who = past_articles(items, i + 1);
    const bool is_other = items[i].means == with && items[i].typed == "and" && who < items.size() && items[who].means == noise &&
                          is_among(others, items[who].typed);
    if (is_other) throw Unfit{"'" + items[who].typed + "' beside a unit", "how many are they?", "name them, like and two 447s", 9};
  }
}

// "A dead 467", "a broken MG", "at least 6 hexes"
void refuse_not_there(const LineItems& items) {
  constexpr std::array men_named{counter, squads, half_squads, pair, number};
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array<std::string_view, 5> fates{"dead", "killed", "eliminated", "gone", "replaced"};
    const bool has_article = i > 0 && is_article(items[i - 1]);
    const bool is_fate = items[i].means == event && is_among(fates, items[i].typed);
    const bool is_dead =
        is_fate && (has_article || items[i].typed == "dead") && !items[i + 1].apart && is_one_of(items[i + 1].means, men_named);
    if (is_dead)
      throw Unfit{"'" + items[i].typed + "' before '" + items[i + 1].typed + "'", "who is dead is not there", "leave him out", 9};
    const bool is_broken_weapon = items[i].means == state && items[i].value == "broken" && !items[i + 1].apart &&
                                  is_one_of(items[i + 1].means, std::array{weapon, machine_gun, latw, gun, ordnance});
    if (is_broken_weapon && !has(items, is_check("repair")))
      throw Unfit{"'" + items[i].typed + "' before '" + items[i + 1].typed + "'", "what is out of order does not fire", "leave it out", 9};
    constexpr std::array<std::string_view, 3> bounds{"at least", "at most", "at best"};
    const bool is_bound = items[i].means == noise && is_among(bounds, items[i].typed) && is_hexes_at(items, i + 1);
    if (is_bound) throw Unfit{"'" + items[i].typed + "' of a range", "how far is it?", "give it like 6 hexes", 9};
  }
}

// Where one unit is said to be near another one; the end: nowhere.
std::size_t relation_between_units(const LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_near = items[i].means == near && items[i].typed.ends_with(" to");
    const std::size_t before = before_noise(items, i);
    const bool is_far = items[i].means == from && before > 0 && items[before - 1].means == hexes;
    if ((is_near || is_far) && has_counter(items, 0, i) && has_counter(items, i, items.size())) return i;
  }
  return items.size();
}

// "My 467 in stone is adjacent to two 447s", "447 two hexes from three 467s takes fire": who fires?
void refuse_relation_alone(const LineItems& items) {
  const std::size_t relation = relation_between_units(items);
  if (relation == items.size() || has(items, means_that(Means::at))) return;
  const auto is_in_place = [&](std::size_t begin, std::size_t end) {
    return has(items, begin, end, [](const Item& item) { return is_place(item.means) && item.value != "open"; });
  };
  const bool says_i_fire =
      has(items, means_that(name)) && has(items, [](const Item& item) { return item.typed == "i" || item.typed == "we"; });
  const bool takes_fire = has(items, relation, items.size(), means_that(takes));
  if (takes_fire ||
      (is_in_place(0, relation) && !is_in_place(relation, items.size()) && !says_i_fire && !has(items, means_that(firepower))))
    throw Unfit{"'" + items[relation].typed + "' another unit", "who fires at whom?", "name who fires, then at, then at whom", 8};
}

// "447 vs 467 at 4 hexes, they fire", "447 vs 467: who takes a 12 better": who of them?
void refuse_pronoun_that_fires(const LineItems& items) {
  constexpr std::array<std::string_view, 5> pronouns{"they", "he", "it", "who", "that"};
  const std::size_t relation = relation_between_units(items);
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_verb = items[i].means == name || items[i].means == takes;
    if (!is_verb || items[i].apart || !is_among(pronouns, items[i - 1].typed) || !(has_units_both_sides(items, i) || relation < i))
      continue;
    if ((items[i].means == takes) != (items[i - 1].typed == "who")) continue;
    if (has(items, i, items.size(), means_that(counter))) continue;
    throw Unfit{"'" + items[i - 1].typed + " " + items[i].typed + "'", "who fires at whom?", "name who fires, then at, then at whom", 9};
  }
}

// "Two 467s with LMGs": how many?
void refuse_uncounted_guns(const LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    const bool is_counted = before > 0 && items[before - 1].means == number;
    if (items[i].means != machine_gun || !(items[i].typed.ends_with("gs") || items[i].typed == "brens") || is_counted) continue;
    throw Unfit{"several " + items[i].typed, "how many are there?", "give it like two " + items[i].value, 7};
  }
}

// "A 467 covers while a 447 fires", "a 447 seen by a 467 fires": whose deed it is.
void refuse_deeds_between(const LineItems& items) {
  constexpr std::array boundaries{Means::at, takes, close_combat, either, then, ambush, check, slash};
  constexpr std::array joints{with,    number,      state, concealed,    exhausted, fanatic, nation,      quality,
                              squads,  half_squads, crews, heroes,       leaders,   men,     machine_gun, pair,
                              counter, Means::unit, elr,   assault_fire, drm,       plus};
  std::size_t last = items.size();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_one_of(items[i].means, boundaries)) last = items.size();
    if (items[i].means != counter) continue;
    const std::size_t first = std::exchange(last, i);
    if (first == items.size()) continue;
    const Item* deed = nullptr;
    bool is_joined = false, is_passive = false;
    for (std::size_t k = first + 1; k < i; ++k) {
      is_joined = is_joined || items[k].means == with || items[k].apart;
      const bool is_by = items[k].means == from && items[k].typed == "by";
      is_passive = is_passive || (is_by && deed && deed->means == noise);
      const bool is_said = is_one_of(items[k].means, joints) || (items[k].means == noise && is_function_word(items[k]));
      if (!is_said && !is_by && (items[k].means == noise || items[k].means == event)) deed = &items[k];
    }
    const bool fires_behind = has(items, i, items.size(), means_that(Means::at)) || has(items, i, items.size(), means_that(name));
    const bool has_other_target = has_counter(items, i + 1, items.size());
    if (deed && fires_behind && has_other_target && (is_passive || !is_joined))
      throw Unfit{"'" + deed->typed + "' between " + items[first].typed + " and " + items[i].typed, "who of them fires?",
                  "name only who fires, like a 467 and a 447 fire at", 9};
  }
}

// "467 and 447 in stone, 467 fires at the 447": the 467 of before, or another one?
void refuse_firer_again(const LineItems& items) {
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const bool fires =
        items[i].means == counter && items[i].apart && !items[i].slash && (is_fire_verb(items[i + 1]) || items[i + 1].means == Means::at);
    if (fires && items[i - 1].means != counter && items[i - 1].means != with && is_named_before(items, i))
      throw Unfit{"'" + items[i].typed + "' again", "the same, or another one?", "name each of them once", 9};
  }
}

// "His 447 fires at my 467 and I shoot back": another attack.
void refuse_fire_back(const LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    constexpr std::array<std::string_view, 3> returns{"return fire", "returns fire", "returned fire"};
    const bool is_back = items[i].typed.ends_with(" back") || (is_among(returns, items[i].typed) && has_aim(items, 0, i));
    if (items[i].means == name && is_back && has_units_both_sides(items, i))
      throw Unfit{"'" + items[i].typed + "'", "which of the two attacks is asked?", "ask each by itself", 9};
  }
}

// "CC 447 vs 467 or 447 vs 447", "12 vs 16 vs 447": who against whom?
void refuse_two_versus(const LineItems& items) {
  const auto first = std::find_if(items.begin(), items.end(), is_versus);
  const auto second = first == items.end() ? first : std::find_if(first + 1, items.end(), is_versus);
  if (second == items.end()) return;
  if (is_fight(items) || std::none_of(first, second, means_that(either)))
    throw Unfit{"two '" + second->typed + "'", "who against whom?", "give both lines: boxcars compare \"cc 467 vs 447\" \"cc 467 vs 458\"",
                9};
}

// "CC two 447 on 467; three 447 on 467": two fights.
void refuse_two_fights(const LineItems& items) {
  constexpr std::array joints{Means::at, close_combat};
  if (!has(items, means_that(close_combat)) || has(items, means_that(either))) return;
  std::size_t last = items.size();
  int sides = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!is_one_of(items[i].means, joints) || !has_counter(items, 0, i) || !has_counter(items, i, items.size())) continue;
    if (last == items.size() || has_counter(items, last, i)) ++sides;
    last = i;
  }
  if (sides > 1) throw Unfit{"two fights", "who against whom?", "ask each by itself", 9};
}

// "Does the 9-1 die if 16 hits the 447 and the 9-1": one leader, or two?
void refuse_leader_twice(const LineItems& items) {
  constexpr std::array others{either, close_combat, ambush, check};
  if (has(items, means_any(others))) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_named = i > 0 && items[i - 1].typed == "the" && is_rated_as_leader(items[i]);
    const bool is_again =
        is_named && has(items, i + 1, items.size(), [&](const Item& item) { return item.means == pair && item.value == items[i].value; });
    if (is_again) throw Unfit{"'" + items[i].typed + "' twice", "one leader, or two?", "name him once", 9};
  }
}

// "9-1, two 467s; 447 in woods": a leader, or FP and DRM, and who fires?
void refuse_leader_before_two(const LineItems& items) {
  const std::size_t head = past_noise(items, 0);
  if (head >= items.size() || !is_rated_as_leader(items[head])) return;
  constexpr std::array who_and_where{noise, pair, counter, number, squads, state, concealed, in, material, building, terrain, rubble};
  if (!std::all_of(items.begin(), items.end(), means_any(who_and_where))) return;
  const std::size_t first = first_that(items, means_that(counter));
  if (first >= items.size() || !has_counter(items, end_of_clause(items, first), items.size())) return;
  throw Unfit{"'" + items[head].typed + "' before two groups", "is he a leader, and who fires at whom?",
              "give it like 467 with 9-1 vs 447, or 9 -1 vs 447", 9};
}

// "A concealed 447 and an unconcealed 467": who is halved?
void refuse_some_concealed(const LineItems& items) {
  const bool says_other = has(items, [](const Item& item) { return item.typed == "unconcealed" || item.typed == "revealed"; });
  if (says_other && !is_fight(items) && has(items, means_that(concealed)) && !has(items, means_that(either)))
    throw Unfit{"concealed and unconcealed units", "the attack is halved against some of them", "ask it of each kind by itself", 9};
}

// "Has to cross two hexes of 6 -2": how many attacks?
void refuse_hexes_under_fire(const LineItems& items) {
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    const bool moves = items[i].means == moving || (items[i].means == takes && items[i].typed.ends_with("cross"));
    const bool is_way = moves && items[i + 1].means == number && items[i + 1].number > 1 && items[i + 2].means == hexes;
    const bool is_fire =
        (items[i + 3].typed == "of" || items[i + 3].means == takes) && means_at(items, past_articles(items, i + 4)) == number;
    if (is_way && is_fire)
      throw Unfit{"'" + items[i + 1].typed + " " + items[i + 2].typed + "' under fire", "how many attacks are made?",
                  "give them, like two shots of 6 -2", 8};
  }
}

// "8-0 directs nothing", "9-1 leads nobody"
void refuse_idle_leader(const LineItems& items) {
  constexpr std::array<std::string_view, 4> nobody{"nobody", "nothing", "none", "no one"};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means == directs && is_among(nobody, items[i + 1].typed) && !items[i + 1].apart)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + "'", "he makes no difference then", "leave him out", 9};
  }
}

// "At the stack led by the 9-1, two 447s": is he fired at?
void refuse_led_stack(const LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    const bool is_it = items[i].means == directed_by && before > 0 && items[before - 1].means == Means::at && before < i &&
                       has_counter(items, i, items.size()) && !has_counter(items, 0, i);
    if (is_it)
      throw Unfit{"'" + items[i].typed + "' behind '" + items[before - 1].typed + "'", "is he fired at?",
                  "name all who are fired at with and", 9};
  }
}

// "Its 9-1 dead", "the 9-1 stays behind", "a 9-1 upstairs", "an LMG that was dropped": who or what is not there.
void refuse_absent(const LineItems& items) {
  constexpr std::array<std::string_view, 10> absent{"busy", "absent",  "elsewhere", "away", "late",
                                                    "left", "reserve", "behind",    "out",  "unavailable"};
  constexpr std::array<std::string_view, 9> fates{"dead", "killed", "eliminated", "gone", "stays", "stay", "is killed", "dies", "is lost"};
  constexpr std::array<std::string_view, 8> losing{"dropped", "drops", "lost", "loses", "lacks", "abandons", "abandoned", "leaves"};
  constexpr std::array weapons{machine_gun, weapon, latw};
  constexpr std::array of_levels{levels, storeys, fire, gun, by_name, he};
  const bool has_levels = has(items, means_any(of_levels));
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::size_t next = past_articles(items, i + 1);
    if (next < items.size() && is_among(losing, items[i].typed) && is_one_of(items[next].means, weapons))
      throw Unfit{"'" + items[i].typed + "' before '" + items[next].typed + "'", "is it there?", "leave it out if it is not", 9};
    const bool is_gone_of =
        items[i].typed == "of" && i > 0 && items[i - 1].typed == "out" && next < items.size() && items[next].means != noise;
    if (is_gone_of) throw Unfit{"'out of " + items[next].typed + "'", "is it there?", "leave it out if it is not", 9};
    if (items[i].means != pair) continue;
    for (std::size_t k = i + 1; k < items.size() && !items[k].apart; ++k) {
      const bool is_fate = items[k].means == event && is_among(fates, items[k].typed);
      const bool is_coming = items[k].typed == "way" && items[k - 1].means == noise && k >= i + 3 && items[k - 2].typed == "on";
      const bool is_away =
          (items[k].means == upstairs && !has_levels) || is_coming || (items[k].means == noise && is_among(absent, items[k].typed));
      if (is_fate || is_away)
        throw Unfit{"'" + items[k].typed + "' of " + items[i].typed, "is he with them?", "leave him out if he is not", 9};
      const bool is_elsewhere = items[k].means == in && items[k - 1].typed == "is";
      const std::size_t place = past_articles(items, k + 1);
      const bool ends =
          place + 1 < items.size() && is_place(items[place].means) && items[place + 1].apart && has_counter(items, place, items.size());
      if (is_elsewhere && ends && !has_counter(items, 0, i))
        throw Unfit{"where " + items[i].typed + " is", "is he with who fires?", "name him with them if he is, or leave him out", 9};
      if (items[k].means != noise) break;
    }
  }
}

// "447 that will move", "both 447" of two hexes: not now, or not there.
void refuse_elsewhere(const LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool will_move = items[i].typed == "will" && items[i + 1].means == moving &&
                           is_among(std::array<std::string_view, 3>{"that", "who", "which"}, items[i - 1].typed);
    if (will_move) throw Unfit{"'will " + items[i + 1].typed + "'", "does he move now?", "leave it out if he does not", 9};
    const bool is_named = means_at(items, i + 1) == counter && is_named_before(items, i + 1);
    const bool is_both = items[i].typed == "both" && means_at(items, i + 1) == counter && (is_named || has(items, means_that(either)));
    if (is_both) throw Unfit{"'both'", "which of those who are named?", "say it of each where he is named", 9};
  }
}

// "One of them at long range"
void refuse_some_of_them(const LineItems& items) {
  constexpr std::array of_some{far, state, concealed, exhausted, moving};
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_one = (items[i].typed == "one" || items[i].typed == "some" || items[i].typed == "half") &&
                        (items[i + 1].typed == "of them" || items[i + 1].typed == "of those");
    const std::size_t next = past_noise(items, i + 2);
    if (is_one && is_one_of(means_at(items, means_at(items, next) == Means::at ? next + 1 : next), of_some))
      throw Unfit{"'" + items[i].typed + " of them'", "and the others?", "name each as he is", 9};
  }
}

// "447 on ground, 467 on first": of the building?
void refuse_ordinal_alone(const LineItems& items) {
  constexpr std::array<std::string_view, 3> ordinals{"first", "second", "third"};
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_last = i + 2 == items.size() || items[i + 2].apart;
    if (items[i].means == Means::at && items[i].typed == "on" && is_last && items[i + 1].means == noise &&
        is_among(ordinals, items[i + 1].typed))
      throw Unfit{"'on " + items[i + 1].typed + "'", "which level is it?", "give it like on level 1", 8};
  }
}

// "467 with an HMG, the HMG fires": does he fire, too?
void refuse_gun_again(const LineItems& items) {
  constexpr std::array<std::string_view, 3> same{"the", "its", "his"};
  for (std::size_t i = 2; i < items.size(); ++i) {
    const bool is_same =
        items[i].means == machine_gun && items[i - 1].means == noise && is_among(same, items[i - 1].typed) && is_named_before(items, i);
    const bool is_firing = means_at(items, i + 1) == name || means_at(items, i + 1) == Means::at ||
                           has(items, 0, i, [](const Item& item) { return item.means == name || item.means == directs; });
    if (is_same && is_firing && !has(items, means_any(std::array{alone, either, rate_of_fire, event})))
      throw Unfit{"'" + items[i - 1].typed + " " + items[i].typed + "' again", "does who mans it fire, too?",
                  "name it once, like 467,mg-only mmg:5-12 range 8 vs 447", 9};
  }
}

// "Two 467s, one after the other, at a 447": how many attacks?
void refuse_one_by_one(const LineItems& items) {
  constexpr std::array<std::string_view, 3> apart_{"one after the other", "one after another", "after each other"};
  const std::size_t said = first_that(items, [&](const Item& item) { return item.means == noise && is_among(apart_, item.typed); });
  if (said == items.size()) return;
  const bool has_attacks = has(items, means_any(std::array{then, either, times, close_combat, check, firepower})) ||
                           has(items, [](const Item& item) { return item.means == number && item.is_plural; });
  if (!has_attacks && has_counter(items, 0, said) && has_aim(items, 0, items.size()))
    throw Unfit{"'" + items[said].typed + "'", "an attack of each?", "ask one, or: together or separately", 8};
}

// "CC 467 attacks 447, 447 ambushes": the same?
void refuse_ambusher_again(const LineItems& items) {
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const bool is_again = items[i].means == counter && items[i].apart && items[i + 1].means == ambush && !items[i + 1].apart;
    if (is_again && is_named_before(items, i))
      throw Unfit{"'" + items[i].typed + "' again", "the same, or another one?", "say who ambushes, like defender ambushes", 9};
  }
}

// "467 in woods vs 447 who fires"
void refuse_who_fires_last(const LineItems& items) {
  const std::size_t last = items.size() - 1;
  if (items.size() < 4 || !is_fire_verb(items[last]) || items[last - 1].typed != "who" || items[last].apart) return;
  if (items[last - 2].means == counter && !items[last - 1].apart && has(items, 0, last - 2, is_versus))
    throw Unfit{"'who " + items[last].typed + "' behind both", "who of them fires?", "name who fires, then at, then at whom", 9};
}

// "8 on 447 and it takes a 1MC", "12 +1 and 1MC": another attack, or one of the odds?
void refuse_check_behind_attack(const LineItems& items) {
  if (has(items, means_any(std::array{either, event})) && !has(items, [](const Item& item) { return item.typed.starts_with("surviv"); }))
    return;
  for (std::size_t i = 2; i < items.size(); ++i) {
    if (items[i].means != check || !is_morale_check(items[i].value) || past_noise(items, i + 1) < items.size()) continue;
    std::size_t before = i;
    while (before > 0 && (is_determiner(items[before - 1]) || items[before - 1].means == takes)) --before;
    while (before > 0 && items[before - 1].means == noise) --before;
    const bool follows = before > 0 && items[before - 1].typed == "and" && has_counter(items, 0, before - 1) &&
                         has(items, 0, before - 1, means_any(std::array{number, firepower, drm}));
    if (follows) throw Unfit{"'" + items[i].typed + "' behind an attack", "is it one more, or one of the odds?", "ask each by itself", 9};
  }
}

// "There 447": a slip of three?
void refuse_there(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == noise && items[i].typed == "there" && items[i + 1].means == counter && !items[i + 1].apart;
    if (is_it) throw Unfit{"'there' before " + items[i + 1].typed, "is it three?", "give how many they are, like three 447s", 9};
  }
}

// "A 467 throws a MOL at a wooden building", "a 467 with a FT burns a house": nobody is named there.
void refuse_thrower_alone(const LineItems& items) {
  const std::size_t arm =
      first_that(items, [](const Item& item) { return item.means == weapon && (item.value == "mol" || item.value == "ft"); });
  constexpr std::array others{hut_word, vehicle, takes, from, close_combat};
  if (arm == items.size() || has(items, means_any(others))) return;
  std::size_t before = arm;
  while (before > 0 && is_determiner(items[before - 1])) --before;
  const bool is_used =
      before > 1 && (items[before - 1].means == thrown || items[before - 1].means == with) && items[before - 2].means == counter;
  if (is_used && !has(items, arm, items.size(), means_that(Means::at)) && has_counter(items, arm, items.size()))
    throw Unfit{"the " + items[arm].typed + " of " + items[before - 2].typed, "at whom?",
                "name who is fired at behind at, like at 447 in wood", 9};
  if (is_used && !has_counter(items, arm, items.size()) && has(items, arm, items.size(), means_any(std::array{material, building})))
    throw Unfit{"no target of the " + items[arm].typed, "who is in there?",
                "name him, like MOL at 447 in wood; a fire by itself: kindle a house with a MOL", 9};
}

// "467 with height advantage at 447": that of who fires is none (B10.31).
void refuse_firers_height(const LineItems& items) {
  const std::size_t aim = first_that(items, means_that(Means::at));
  for (std::size_t i = 1; i < aim && aim < items.size(); ++i) {
    const bool is_told =
        items[i].means == Means::set && items[i].value == "height_advantage" && items[i].typed.ends_with("height advantage");
    if (is_told && has_counter(items, 0, i) && has_counter(items, aim, items.size()) && !items[i].typed.starts_with("target"))
      throw Unfit{"'" + items[i].typed + "' of who fires", "only the target's counts, B10.31", "leave it out", 9};
  }
}

// "With LMG ... no ammo": a weapon that does not fire.
void refuse_empty_weapons(const LineItems& items) {
  constexpr std::array weapons{machine_gun, by_name, gun, vehicle, weapon, latw};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_empty = items[i].typed.starts_with("no ammo") || items[i].typed.starts_with("no ammunition");
    if (is_empty && has(items, means_any(weapons)))
      throw Unfit{"'" + items[i].typed + "' beside a weapon", "does it fire?", "leave it out if it does not", 9};
  }
}

// "Sherman's BMG and CMG at 467": with how much?
void refuse_tank_guns(const LineItems& items) {
  const bool is_vehicles = has(items, [](const Item& item) { return item.means == vehicle && !item.value.empty(); });
  const auto marked = std::find_if(items.begin(), items.end(), [](const Item& item) {
    return item.means == cowering && (item.typed.find("mg") != std::string::npos || item.typed.find("coax") != std::string::npos);
  });
  if (is_vehicles && marked != items.end() && has_counter(items, 0, items.size()) && !has(items, means_that(firepower)))
    throw Unfit{"the '" + marked->typed + "' of a vehicle", "how many FP has it?", "give it like 8 FP by tank MG at 447", 9};
}

// "Fires SMOKE": a round of its own.
void refuse_smoke_rounds(const LineItems& items) {
  constexpr std::array guns{vehicle, gun, by_name, ordnance};
  if (!has(items, means_any(guns))) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_shot = items[i + 1].means == hinders && !items[i + 1].apart &&
                         (items[i].means == name || (items[i].means == with && means_at(items, i + 2) == Means::at));
    if (is_shot) throw Unfit{"SMOKE that a Gun fires", "of it nothing is asked", "ask for the Hindrance, like 75L vs 447 through smoke", 9};
  }
}

// "Two groups of 12, one with the leader", "hull front hit": a part of it, or what is asked.
void refuse_given_hits(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::size_t next = past_articles(items, i + 1);
    if (items[i].means == with && items[i].typed == "one with" && next < items.size() && items[next].typed == "leader" &&
        means_at(items, next + 1) != pair)
      throw Unfit{"'one with' the leader", "what does the other one have?", "ask each by itself", 9};
    const bool is_given = items[i].means == facing && items[i + 1].means == name && items[i + 1].typed == "hit" && !items[i + 1].apart &&
                          has(items, means_that(hull_or_turret));
    if (is_given) throw Unfit{"'" + items[i].typed + " hit'", "does it hit already?", "ask for the shot: each of its odds is said", 9};
  }
}

}  // namespace

void refuse_unclear_units(const LineItems& items) {
  refuse_of_nobody(items);
  refuse_part(items);
  refuse_others_unnamed(items);
  refuse_not_there(items);
  refuse_relation_alone(items);
  refuse_pronoun_that_fires(items);
  refuse_uncounted_guns(items);
  refuse_deeds_between(items);
  refuse_fire_back(items);
  refuse_firer_again(items);
  refuse_two_versus(items);
  refuse_some_concealed(items);
  refuse_two_fights(items);
  refuse_leader_twice(items);
  refuse_leader_before_two(items);
  refuse_hexes_under_fire(items);
  refuse_idle_leader(items);
  refuse_led_stack(items);
  refuse_absent(items);
  refuse_elsewhere(items);
  refuse_some_of_them(items);
  refuse_ordinal_alone(items);
  refuse_there(items);
  refuse_check_behind_attack(items);
  refuse_gun_again(items);
  refuse_one_by_one(items);
  refuse_ambusher_again(items);
  refuse_who_fires_last(items);
  refuse_thrower_alone(items);
  refuse_firers_height(items);
  refuse_empty_weapons(items);
  refuse_tank_guns(items);
  refuse_smoke_rounds(items);
  refuse_given_hits(items);
}

}  // namespace boxcars::ask::of_unclear
