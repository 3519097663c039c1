#include "ask/unclear.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ask/elements.hpp"
#include "ask/everyday.hpp"
#include "model/core/choices.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace of_unclear {
namespace {

using enum Means;

bool is_article(const Item& item) {
  return is_determiner(item) || (item.means == noise && (item.typed == "its" || item.typed == "to" || item.typed == "it"));
}
std::size_t past_articles(const LineItems& items, std::size_t at) {
  while (at < items.size() && is_article(items[at])) ++at;
  return at;
}

// The TEM of a place by its name alone; 0 if it has none.
int tem_of(const Item& item) {
  if (item.means != material && item.means != terrain) return 0;
  const auto place = model::find_choice(item.value, model::terrain_choices);
  if (!place || *place == model::Terrain::pillbox) return 0;
  return model::tem(*place).amount;
}

// "A | decimated 467"
bool is_article_before(const LineItems& items, std::size_t at) { return at > 0 && is_article(items[at - 1]) && !items[at].apart; }

// Whether units are named on both sides of an "at" that stands before it.
bool has_units_both_sides(const LineItems& items, std::size_t before) {
  const auto end = items.begin() + static_cast<std::ptrdiff_t>(before);
  const auto aimed = std::find_if(items.begin(), end, means_that(Means::at));
  return aimed != end && std::any_of(items.begin(), aimed, means_that(counter)) && std::any_of(aimed, end, means_that(counter));
}

// "Smoke gone", "a 9-1 slept", "that saw the woods", "soon concealed": a deed or a doubt beside what it may turn.
void refuse_turned(const LineItems& items) {
  constexpr std::array turned{state,       concealed,  exhausted, fanatic,   moving, ffmo,        ffnam,  hinders,
                              terrain,     material,   fortified, fixed_tem, roof,   machine_gun, pair,   directs,
                              directed_by, leadership, leaders,   building,  near,   far,         ambush, rate_of_fire};
  constexpr std::array turned_behind{hinders, concealed, roof, terrain, state, machine_gun, ambush};
  constexpr std::array turned_at_once{counter, vehicle, by_name};  // a decimated 467
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_gone = items[i].means == event && items[i].typed == "gone";
    if (!is_gone && (items[i].means != noise || !is_turning(items[i].typed))) continue;
    const std::size_t next = past_articles(items, i + 1);
    const bool goes_on = next < items.size() && !has(items, i + 1, next + 1, [](const Item& item) { return item.apart; });
    const bool ends = i + 1 >= items.size() || items[i + 1].apart;
    const Means before = i > 0 && !items[i].apart ? items[i - 1].means : Means::unknown;
    const bool is_object = next > i + 1 && is_determiner(items[next - 1]) && is_one_of(items[next].means, std::array{state, concealed}) &&
                           means_at(items, next + 1) == counter;  // mob a pinned 467
    const bool turns_next = goes_on && !is_object &&
                            (is_one_of(items[next].means, turned) ||
                             (next == i + 1 && is_one_of(items[next].means, turned_at_once) && is_article_before(items, i)));
    const bool turns_last = before == pair || (ends && is_one_of(before, turned_behind));
    if (turns_next || turns_last)
      throw Unfit{"'" + items[i].typed + "' beside '" + items[turns_next ? next : i - 1].typed + "'", "is it so, or not?",
                  "leave it out if it makes no difference", 9};
  }
}

// "Sherman's BMG and CMG at 467": with how much?
void refuse_tank_guns(const LineItems& items) {
  const bool is_vehicles = has(items, [](const Item& item) { return item.means == vehicle && !item.value.empty(); });
  const auto marked = std::find_if(items.begin(), items.end(), [](const Item& item) {
    return item.means == cowering && (item.typed.find("mg") != std::string::npos || item.typed.find("coax") != std::string::npos);
  });
  if (is_vehicles && marked != items.end() && has_counter(items, 0, items.size()) &&
      !has(items, [&](const Item& item) { return item.means == firepower; }))
    throw Unfit{"the '" + marked->typed + "' of a vehicle", "how many FP has it?", "give it like 8 FP by tank MG at 447", 9};
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
  const bool says_i_fire = has(items, [](const Item& item) { return item.means == name; }) &&
                           has(items, [](const Item& item) { return item.typed == "i" || item.typed == "we"; });
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

// "12 +2 (wooden building)", "in woods, so +1", "+2 for wooden building": is it the TEM, or more than that?
void refuse_tem_again(const LineItems& items) {
  const auto tem_at = [&](std::size_t at) { return at < items.size() ? tem_of(items[at]) : 0; };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int n = items[i].means == drm ? items[i].number : 0;
    if (n <= 0) continue;
    const bool is_bracket = i + 1 < items.size() && items[i + 1].apart && tem_at(i + 1) == n;
    std::size_t cause = i + 1;
    while (cause + 1 < items.size() && !(items[cause].means == noise && items[cause].typed == "for")) ++cause;
    const bool is_for = cause + 1 < items.size() && tem_at(past_articles(items, cause + 1)) == n && has_counter(items, i, cause);
    const bool is_so = i > 1 && items[i - 1].typed == "so" && has(items, 0, i, [&](const Item& item) { return is_place(item.means); });
    if (is_bracket || is_for || is_so)
      throw Unfit{"'" + items[i].typed + "' beside a place", "is it its TEM, or more than that?", "leave the number out if it is", 9};
  }
}

// "In woods, same but stone", "stands in the open", "beside two 447s": another question, or not there.
void refuse_other_case(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_same = items[i].typed == "same" && (items[i + 1].typed == "but" || items[i + 1].typed == "except");
    if (is_same) throw Unfit{"'same but'", "another question", "ask each by itself", 9};
    const std::size_t next = past_articles(items, i + 1);
    const bool is_beside = items[i].means == in && items[i].typed == "beside" && next < items.size() &&
                           (items[next].means == counter || (items[next].means == number && means_at(items, next + 1) == counter) ||
                            (items[next].means == number && means_at(items, next + 1) == state));
    if (is_beside && has_counter(items, 0, i))
      throw Unfit{"'beside' other units", "are they in the same hex?", "name all who are there with and, or leave them out", 9};
    const bool is_smoke_hex = items[i].means == from && next < items.size() && items[next].means == hinders;
    if (is_smoke_hex)
      throw Unfit{"fire out of SMOKE", "it has a Hindrance of its own, A24.8", "give the Hindrance in all, like hindrance 4", 9};
    const bool is_thin = items[i].means == hinders && items[i].value == "smoke" && items[i + 1].means == drm && items[i + 1].number == 1 &&
                         !items[i + 1].apart;
    const bool is_nobody = items[i].means == either && (items[i + 1].typed == "nobody" || items[i + 1].typed == "no one");
    if (is_nobody) throw Unfit{"'" + items[i + 1].typed + "' behind 'or'", "without whom?", "ask each by itself", 9};
    const bool is_clause = items[i].means == Means::at && items[i].typed.starts_with('v') && next < items.size() &&
                           has_counter(items, 0, i) && !has_counter(items, i, items.size()) &&
                           (items[past_noise(items, i + 1)].means == moving);
    if (is_clause)
      throw Unfit{"'" + items[i].typed + "' before '" + items[next].typed + "'", "two things to compare?", "put or between them", 9};
    if (is_thin) throw Unfit{"SMOKE of +1", "it is +3, dispersed +2, A24.2", "give it like smoke, or hindrance 1", 9};
  }
  const auto last_one = std::find_if(items.begin(), items.end(), means_that(either));
  for (auto i = last_one; i != items.end(); ++i) {
    const bool ends = i + 1 == items.end() || (i + 1)->means == in || (i + 1)->apart;
    if (i->means == number && i->typed == "one" && ends && i != last_one)
      throw Unfit{"'one' behind 'or'", "which unit is it?", "name it, like or a 447 in the open", 9};
  }
}

// "Starts in woods, moves in the open": where is he when he is shot at?
void refuse_two_grounds(const LineItems& items) {
  constexpr std::array<std::string_view, 8> covers{"woods", "brush", "grain", "orchard", "forest", "graveyard", "marsh", "rubble"};
  if (has(items, means_that(either)) || has(items, means_that(close_combat)) || has(items, means_that(check))) return;
  const auto is_unit_between = [&](std::size_t a, std::size_t b) { return has_counter(items, std::min(a, b), std::max(a, b)); };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != terrain || items[i].value != "open") continue;
    for (std::size_t k = 0; k < items.size(); ++k) {
      const bool is_cover = (items[k].means == terrain && is_among(covers, items[k].value)) || items[k].means == material;
      const bool is_in = k > 0 && items[before_noise(items, k) > 0 ? before_noise(items, k) - 1 : 0].means == in;
      if (is_cover && is_in && !is_unit_between(i, k))
        throw Unfit{"'" + items[k].typed + "' and '" + items[i].typed + "'", "where is he when he is shot at?", "name one of them", 9};
    }
  }
}

// "447 that will move", "both 447" of two hexes: not now, or not there.
void refuse_elsewhere(const LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool will_move = items[i].typed == "will" && items[i + 1].means == moving &&
                           is_among(std::array<std::string_view, 3>{"that", "who", "which"}, items[i - 1].typed);
    if (will_move) throw Unfit{"'will " + items[i + 1].typed + "'", "does he move now?", "leave it out if he does not", 9};
    const bool is_named = means_at(items, i + 1) == counter &&
                          has(items, 0, i, [&](const Item& item) { return item.means == counter && item.value == items[i + 1].value; });
    const bool is_both = items[i].typed == "both" && means_at(items, i + 1) == counter && (is_named || has(items, means_that(either)));
    if (is_both) throw Unfit{"'both'", "which of those who are named?", "say it of each where he is named", 9};
  }
}

// "447 loses its concealment", "once-concealed": is he hidden?
void refuse_lost_concealment(const LineItems& items) {
  constexpr std::array<std::string_view, 14> losing{"loses", "lose", "lost", "losing",   "gives",   "gave",    "give",
                                                    "sheds", "shed", "once", "formerly", "removed", "without", "revealed"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != concealed) continue;
    for (std::size_t k = i; k > 0 && i - k < 3 && !items[k].apart; --k) {
      if (is_among(losing, items[k - 1].typed))
        throw Unfit{"'" + items[k - 1].typed + "' before '" + items[i].typed + "'", "is he concealed?", "leave it out if he is not", 9};
    }
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

// "Fires SMOKE": a round of its own.
void refuse_smoke_rounds(const LineItems& items) {
  constexpr std::array guns{vehicle, gun, by_name, ordnance};
  if (!has(items, [&](const Item& item) { return is_one_of(item.means, guns); })) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_shot = items[i + 1].means == hinders && !items[i + 1].apart &&
                         (items[i].means == name || (items[i].means == with && means_at(items, i + 2) == Means::at));
    if (is_shot) throw Unfit{"SMOKE that a Gun fires", "of it nothing is asked", "ask for the Hindrance, like 75L vs 447 through smoke", 9};
  }
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
    const bool is_bound =
        items[i].means == noise && is_among(bounds, items[i].typed) && items[i + 1].means == number && means_at(items, i + 2) == hexes;
    if (is_bound) throw Unfit{"'" + items[i].typed + "' of a range", "how far is it?", "give it like 6 hexes", 9};
  }
}

// "Behind a building", "next to the woods": who is there is not in it; "advances into woods" fights nobody.
void refuse_beside_place(const LineItems& items) {
  constexpr std::array<std::string_view, 6> covers{"wall", "hedge", "bocage", "wreck", "roadblock", "open"};
  const bool fights = has(items, means_that(ambush)) || std::count_if(items.begin(), items.end(), means_that(close_combat)) > 1;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::string& typed = items[i].typed;
    const bool is_beside = (items[i].means == in && (typed == "beside" || typed.ends_with("behind"))) ||
                           (items[i].means == near && (typed.ends_with(" to") || typed == "next door")) ||
                           (items[i].means == Means::at && (typed == "on top of" || typed.starts_with("toward")));
    const bool is_jump = items[i].means == close_combat && items[i].value == "jump" && typed.ends_with("into") && !fights;
    std::size_t place = past_articles(items, i + 1);
    const bool is_wall = means_at(items, place) == material && means_at(items, place + 1) == terrain;  // behind a stone wall
    if ((!is_beside && !is_jump) || place >= items.size() || !is_place(items[place].means) || is_wall) continue;
    const bool is_cover = items[place].means == terrain && is_among(covers, items[place].value);
    const bool is_dug = items[place].means == fixed_tem || (items[place].means == terrain && items[place].value == "foxhole") ||
                        items[place].means == rubble;
    const bool is_with_them = items[i].means == near && has_counter(items, place, items.size());
    if (is_with_them) continue;  // next to a stone building with a 447
    if (is_jump || !(is_cover || is_dug))
      throw Unfit{"'" + typed + "' before '" + items[place].typed + "'", "is he in it?", "say in it if he is, or leave it out", 9};
  }
}

// "Moves out of the woods", "emerges from the building", "charges at the stone building": where is he when he is shot at?
void refuse_way(const LineItems& items) {
  const auto place_behind = [&](std::size_t at) {
    const std::size_t place = past_articles(items, at);
    return place < items.size() && is_place(items[place].means) ? place : items.size();
  };
  const auto aimed = static_cast<std::size_t>(std::find_if(items.begin(), items.end(), means_that(Means::at)) - items.begin());
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_out = items[i].typed == "of" && i > 0 && (items[i - 1].typed == "out" || items[i - 1].typed.ends_with(" out"));
    const std::size_t left = is_out || (items[i].means == from && items[i].typed == "from") ? place_behind(i + 1) : items.size();
    constexpr std::array<std::string_view, 18> leaving{"emerges", "emerge", "emerged", "emerging", "comes", "come",
                                                       "came",    "coming", "goes",    "go",       "went",  "going",
                                                       "steps",   "step",   "stepped", "leaves",   "runs",  "appears"};
    std::size_t verb = is_out ? i - 1 : i;
    while (verb > 0 && items[verb - 1].means == noise && !items[verb].apart && !is_among(leaving, items[verb - 1].typed)) --verb;
    const bool is_verb = verb > 0 && !items[verb].apart && (items[verb - 1].means == moving || is_among(leaving, items[verb - 1].typed));
    if (left < items.size() && (is_out || is_verb))
      throw Unfit{"'" + items[is_out ? i - 1 : i].typed + "' of " + items[left].typed, "where is he when he is shot at?",
                  "say where he is, like moving 447 in the open", 9};
    if (left < items.size() && aimed < i && i > 0 && items[i - 1].means == name &&
        items[i].means == from)  // 8 at a 447 that fires from stone
      throw Unfit{"'from' behind the target", "whose place is it?", "say in it of who is there", 9};
    const bool is_toward = items[i].means == moving &&
                           (items[i + 1].means == Means::at || items[i + 1].typed == "to" || items[i + 1].typed == "for") &&
                           !items[i + 1].apart && items[i + 1].typed != "into" && items[i + 1].typed != "onto";
    const std::size_t goal = is_toward ? place_behind(i + 2) : items.size();
    if (goal < items.size() && means_at(items, past_noise(items, goal + 1)) != counter)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + "' a place", "where is he when he is shot at?",
                  "say where he is, like moving 447 in the open", 9};
    if (items[i].means == through && items[i].typed == "past" && place_behind(i + 1) < items.size())
      throw Unfit{"'past' a place", "he is not in it", "say where he is, like moving 447 in the open", 9};
  }
}

// "Once broken", "may be pinned", "was moving but is in woods now", "stopped moving": is it so, or not?
void refuse_past(const LineItems& items) {
  constexpr std::array<std::string_view, 5> doubts{"may", "might", "could", "can", "should"};
  constexpr std::array<std::string_view, 3> pasts{"was", "were", "had"};
  constexpr std::array states_{state, concealed, exhausted, fanatic, moving};
  const bool says_now =
      has(items, [](const Item& item) { return item.typed == "now" || item.typed == "anymore" || item.typed == "no longer"; });
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    if (next >= items.size()) return;  // each of them is of what stands behind it
    const bool is_once = items[i].means == times && items[i].typed == "once" && next == i + 1 && items[next].means == state;
    const bool is_doubt = items[i].means == noise && is_among(doubts, items[i].typed) && items[i + 1].typed == "be" && next == i + 2 &&
                          is_one_of(items[next].means, states_);
    constexpr std::array<std::string_view, 3> relatives{"that", "which", "who"};
    const bool is_relative = i > 0 && is_among(relatives, items[i - 1].typed);
    const bool is_doubt_of = is_relative && is_among(doubts, items[i].typed) && next == i + 1 && items[next].means == event &&
                             items[next].typed.starts_with("be ");  // that may be pinned
    const bool is_place_told =
        items[next].means == in && past_articles(items, next + 1) < items.size() && is_place(items[past_articles(items, next + 1)].means);
    const bool is_past = items[i].means == noise && is_among(pasts, items[i].typed) && next <= i + 2 &&
                         (is_one_of(items[next].means, states_) || is_place_told) &&
                         (items[i].typed == "had" ? items[i + 1].typed == "been" : says_now);
    const bool was_moving = items[i].means == moving && items[i].typed.starts_with("was ") && says_now;
    constexpr std::array<std::string_view, 5> plans{"about", "plans", "planning", "intends", "planned"};
    const bool is_plan = items[i].means == noise &&
                         (is_among(plans, items[i].typed) || items[i].typed == "about to" || items[i].typed == "is about to") &&
                         next <= i + 2 && items[next].means == moving;
    const bool is_over = items[i].means == event && items[i].typed.starts_with("stop") && next == i + 1 && items[next].means == moving;
    if (is_once || is_doubt || is_doubt_of || is_past || was_moving || is_over || is_plan)
      throw Unfit{"'" + items[i].typed + "' of '" + items[next].typed + "'", "is it so now, or not?", "say how he is when he is shot at",
                  9};
  }
}

bool is_function_word(const Item& item) {
  constexpr std::array<std::string_view, 20> words{"of",    "x",     "is",   "are", "was",  "were", "be",   "all",  "each", "both",
                                                   "these", "those", "some", "its", "your", "two",  "that", "this", "also", "as"};
  return is_determiner(item) || is_among(words, item.typed);
}

// "His 447 fires at my 467 and I shoot back": another attack.
void refuse_fire_back(const LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means == name && items[i].typed.ends_with(" back") && has_units_both_sides(items, i))
      throw Unfit{"'" + items[i].typed + "'", "which of the two attacks is asked?", "ask each by itself", 9};
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
    const bool has_other_target = std::count_if(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.end(), means_that(counter)) > 0;
    if (deed && fires_behind && has_other_target && (is_passive || !is_joined))
      throw Unfit{"'" + deed->typed + "' between " + items[first].typed + " and " + items[i].typed, "who of them fires?",
                  "name only who fires, like a 467 and a 447 fire at", 9};
  }
}

// "With LMG ... no ammo": a weapon that does not fire.
void refuse_empty_weapons(const LineItems& items) {
  constexpr std::array weapons{machine_gun, by_name, gun, vehicle, weapon, latw};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_empty = items[i].typed.starts_with("no ammo") || items[i].typed.starts_with("no ammunition");
    if (is_empty && has(items, [&](const Item& item) { return is_one_of(item.means, weapons); }))
      throw Unfit{"'" + items[i].typed + "' beside a weapon", "does it fire?", "leave it out if it does not", 9};
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
  const bool has_levels = has(items, [&](const Item& item) { return is_one_of(item.means, of_levels); });
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

// "A 447 heading for the woods", "looking into the building": is he in it?
void refuse_goal(const LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!is_place(items[i].means) || is_place(items[i - 1].means) || items[i].apart) continue;
    std::size_t before = i;
    bool has_deed = false;
    while (before > 0 && !items[before].apart && (items[before - 1].means == noise || items[before - 1].typed == "into")) {
      const Item& word = items[before - 1];
      const bool is_preposition = word.typed == "for" || word.typed == "of" || word.typed == "into";
      has_deed = has_deed || (is_preposition && before > 1 && items[before - 2].means == noise && !is_function_word(items[before - 2]));
      --before;
    }
    if (!has_deed || before == 0 || items[before].apart) continue;
    if (items[before - 1].means == counter || items[before - 1].means == state || items[before - 1].means == pair)
      throw Unfit{"'" + items[before].typed + "' before '" + items[i].typed + "'", "is he in it?", "say in it if he is, or leave it out",
                  9};
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
                          has(items, [](const Item& item) { return item.means == hull_or_turret; });
    if (is_given) throw Unfit{"'" + items[i].typed + " hit'", "does it hit already?", "ask for the shot: each of its odds is said", 9};
  }
}

// "There 447": a slip of three?
void refuse_there(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == noise && items[i].typed == "there" && items[i + 1].means == counter && !items[i + 1].apart;
    if (is_it) throw Unfit{"'there' before " + items[i + 1].typed, "is it three?", "give how many they are, like three 447s", 9};
  }
}

// Of numbers, whose part in the total is not clear.
void refuse_numbers(const LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Means next = means_at(items, i + 1), behind = means_at(items, i + 2);
    const bool is_sum = items[i].means == pair && next == drm && items[i].value.find('+') != std::string::npos && !items[i + 1].apart &&
                        items[i].number < 30 && items[i].second >= 2;
    if (is_sum)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + "'", "a sum of FP and a DRM, or two DRM?",
                  "give it like " + items[i].typed + " FP " + items[i + 1].typed, 9};
    if (items[i].means == through && next == number && behind == hinders)
      throw Unfit{"'" + items[i + 1].typed + " " + items[i + 2].typed + "'", "its DRM, or so many hexes?", "give it like hindrance 2", 8};
    const bool is_range = items[i].means == Means::at && next == number && (behind == with || behind == noise) &&
                          means_at(items, i + 3) == number && means_at(items, i + 4) == hexes;
    if (is_range) throw Unfit{"two ranges", "from which hex does who fire?", "ask each by itself, or the group with /", 8};
    // "16 +3 in stone at 467": is it the TEM, or more than that?
    const bool is_of_place = items[i].means == drm && items[i].number > 0 && next == in && !items[i + 1].apart;
    if (is_of_place && i + 2 < items.size() && tem_of(items[i + 2]) == items[i].number)
      throw Unfit{"'" + items[i].typed + " in " + items[i + 2].typed + "'", "is it the TEM, or more than that?",
                  "leave the number out if it is, or put the place behind the target", 9};
  }
}

// "8 total +1 on a 447 in woods": all of it, or what else there is?
void refuse_sum_with_cause(const LineItems& items) {
  constexpr std::array<std::string_view, 12> sums{"net drm", "net drm of", "net of",    "total",     "in total", "overall",
                                                  "net",     "final drm",  "total drm", "drm total", "sum",      "all in"};
  const bool says_sum = has(items, [&](const Item& item) {
    const bool is_word = item.means == noise || item.means == drm_word;
    return is_word && is_among(sums, item.typed);
  });
  const bool has_cause = has(items, [](const Item& item) {
    return item.means == material || (item.means == terrain && item.value != "open") || item.means == moving || item.means == rubble;
  });
  if (says_sum && has_cause && std::count_if(items.begin(), items.end(), means_that(drm)) == 1)
    throw Unfit{"a DRM in all, and a place or moving", "is that in it?", "leave out what is in it, or the word for the sum", 9};
}

// "then 8 if he is pinned": each attack is at whoever is left, whatever has become of him.
void refuse_conditions(const LineItems& items) {
  const auto is_condition = [](const Item& item) { return item.typed == "if" || item.typed == "unless" || item.typed == "in case"; };
  if (!has(items, [](const Item& item) { return item.means == then; })) return;
  bool has_attack = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    has_attack = has_attack || items[i].means == counter || items[i].means == Means::unit || items[i].means == squads;
    if (!is_condition(items[i])) continue;
    std::size_t next = i + 1;
    while (next < items.size() && (items[next].means == no || items[next].means == noise)) ++next;
    const bool is_outcome = next < items.size() && (items[next].means == state || items[next].means == event);
    if (is_outcome && has_attack)
      throw Unfit{"an attack under a condition ('" + items[i].typed + " " + items[next].typed + "')",
                  "boxcars makes every attack at whoever is left", "leave the condition out", 9};
  }
}

// "12 1 467": is it how many, or a DRM whose sign is missing?
void refuse_bare_number(const LineItems& items) {
  constexpr int most = 4;
  const auto is_digits = [](const Item& item) {
    return item.means == number && item.typed.find_first_not_of("0123456789") == std::string::npos && item.times == Token::Times::no;
  };
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const Item &fp = items[i], &bare = items[i + 1], &who = items[i + 2];
    if (!is_digits(fp) || !is_digits(bare) || who.means != counter || bare.apart || who.apart || who.is_plural || fp.is_plural) continue;
    if (bare.number < 1 || bare.number > most || (i > 0 && items[i - 1].means == Means::number)) continue;
    throw Unfit{
        "'" + bare.typed + "' before " + who.typed, "is it how many, or a DRM?",
        "give it like " + fp.typed + " +" + bare.typed + " vs " + who.typed + ", or " + fp.typed + " vs " + bare.typed + "x" + who.typed,
        9};
  }
}

}  // namespace
}  // namespace of_unclear

void refuse_unclear(const LineItems& items) {
  of_unclear::refuse_turned(items);
  of_unclear::refuse_tank_guns(items);
  of_unclear::refuse_elsewhere(items);
  of_unclear::refuse_pronoun_that_fires(items);
  of_unclear::refuse_relation_alone(items);
  of_unclear::refuse_idle_leader(items);
  of_unclear::refuse_led_stack(items);
  of_unclear::refuse_tem_again(items);
  of_unclear::refuse_other_case(items);
  of_unclear::refuse_two_grounds(items);
  of_unclear::refuse_lost_concealment(items);
  of_unclear::refuse_some_of_them(items);
  of_unclear::refuse_smoke_rounds(items);
  of_unclear::refuse_of_nobody(items);
  of_unclear::refuse_part(items);
  of_unclear::refuse_others_unnamed(items);
  of_unclear::refuse_not_there(items);
  of_unclear::refuse_beside_place(items);
  of_unclear::refuse_way(items);
  of_unclear::refuse_past(items);
  of_unclear::refuse_deeds_between(items);
  of_unclear::refuse_fire_back(items);
  of_unclear::refuse_empty_weapons(items);
  of_unclear::refuse_absent(items);
  of_unclear::refuse_goal(items);
  of_unclear::refuse_there(items);
  of_unclear::refuse_given_hits(items);
  of_unclear::refuse_numbers(items);
  of_unclear::refuse_sum_with_cause(items);
}

void refuse_unclear_attacks(const LineItems& items) {
  of_unclear::refuse_conditions(items);
  of_unclear::refuse_bare_number(items);
}

}  // namespace boxcars::ask
