#include "ask/idioms.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ask/comparisons.hpp"
#include "ask/firers_told.hpp"
#include "ask/stories.hpp"
#include "ask/unclear.hpp"
#include "ask/vehicle_words.hpp"
#include "ask/word_order.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::ask {
namespace of_idioms {
namespace {

using enum Means;

auto count(const LineItems& items, Means means) { return std::count_if(items.begin(), items.end(), means_that(means)); }

// "Interdicted 467 with an 8-1 routing": MMC that rout are broken, and he need not be.
void read_routers(LineItems& items) {
  if (!has(items, [](const Item& item) { return item.means == weapon && item.value == "interdiction"; })) return;
  for (Item& item : items) {
    if (item.means == state && item.typed.starts_with("rout")) item.means = noise;
  }
}

// What is repaired is out of order, chits are drawn, and a lone leader rallies himself.
void read_states_of_checks(LineItems& items) {
  if (has(items, is_check("repair"))) {
    for (Item& item : items) {
      const bool is_out_of_order =
          item.means == state ? item.value == "broken" : item.value == "weapons out of order, other than their repair";
      if ((item.means == state || item.means == not_asked) && is_out_of_order) item.means = noise;
    }
  }
  if (has(items, means_that(color)) || has(items, is_check("battery-access"))) {
    for (Item& item : items) {
      if (item.means == not_asked && item.value == "draws other than those of chits") item.means = noise;
    }
  }
  if (has(items, is_check("crew-survival")) && !has(items, means_that(enters))) {  // crew survival roll, CS 5
    for (Item& item : items) {
      if (item.means == valued && item.value == "crew_survival") item.means = noise;
    }
  }
  if (has(items, is_check("smoke"))) {  // placing SMOKE grenades with an exponent of 2
    for (Item& item : items) {
      if (is_one_of(item.means, std::array{placed, thrown, hinders})) item.means = noise;
    }
  }
  if (has(items, is_check("rally"))) {
    for (Item& item : items) {
      if (item.typed == "lone") item.means = alone;
    }
  }
  if (has(items, is_check("sniper-check")) && has(items, means_that(san))) {  // sniper check, SAN is 3: whether he fires
    for (Item& item : items) {
      if (item.means == check) item.value = "sniper", item.typed = "sniper";
      if (item.means == san) item.means = noise;
    }
  }
}

// "A 447 breaks when a 467 shoots": who takes it stands before.
void read_breaking_when(LineItems& items) {
  constexpr std::array boundaries{Means::at, takes, close_combat, either, check};
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {  // shoots at | range 4
    const bool is_range = is_one_of(items[i + 1].means, std::array{range, near}) || is_hexes_at(items, i + 1);
    if (items[i].means == Means::at && items[i].typed.starts_with("shoot") && is_range) items[i].means = name, items[i].value = "attack";
  }
  if (has(items, means_any(boundaries))) return;
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const bool is_joint = items[i].means == noise && (items[i].typed == "when" || items[i].typed == "if") && items[i - 1].means == event;
    if (!is_joint || !has_counter(items, 0, i)) continue;
    for (std::size_t verb = i + 1; verb < items.size(); ++verb) {
      if (items[verb].means != name || items[verb].value != "attack") continue;
      if (!has_counter(items, i, verb) || has_counter(items, verb, items.size())) return;
      items[i] = {.means = takes, .value = "takes", .typed = "hit by"};
      items[verb].means = noise, items[verb].value.clear();
      return;
    }
  }
}

// "Both sides have a sniper", "both levels": no number, unless it counts units.
void drop_both(LineItems& items) {
  constexpr std::array units{counter, squads, half_squads, crews,       heroes,      leaders, men,   nation,
                             quality, state,  concealed,   Means::unit, machine_gun, pair,    number};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != number || items[i].typed != "both") continue;
    const bool is_of_one = i + 1 < items.size() && (items[i + 1].typed == "a" || items[i + 1].typed == "an");  // both an MMG and a LMG
    if (is_of_one || !is_one_of(means_at(items, past_noise(items, i + 1)), units)) items[i].means = noise;
  }
}

// "How many shots will a HMG get with its rate of fire?", "keep rate on a ROF 3 gun": the roll alone.
void read_rate_alone(LineItems& items) {
  const bool is_asked = has(items, [](const Item& item) {
    return item.means == how_many || (item.means == event && (item.typed.starts_with("keep") || item.typed.starts_with("maintain")));
  });
  constexpr std::array attacks{counter, squads, firepower, check, gun, drm, vehicle};
  if (!is_asked || !has(items, means_that(rate_of_fire)) || has(items, means_any(attacks))) return;
  for (Item& item : items) {
    const bool is_verb = item.means == takes && item.typed.starts_with("get");
    if (is_verb || item.means == ordnance || item.means == with || item.means == Means::at) item.means = noise;
  }
}

// Words of an attack that name a roll where nothing attacks: "concealment for a 447", "heat of battle 467".
void name_rolls(LineItems& items) {
  const std::size_t first = past_noise(items, 0);
  constexpr std::array attacks{firepower, sum, gun,    weapon,  latw, fire,    takes, Means::at, close_combat, ambush,
                               check,     he,  enters, by_name, drm,  kindles, shot,  phase,     moving};
  if (has(items, means_any(attacks))) return;
  const bool has_number = has(items, means_that(number));
  const bool counts_shots = has(items, means_any(std::array{how_many, event}));
  const bool has_rate = has(items, means_that(rate_of_fire)) && counts_shots && count(items, counter) == 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Item& item = items[i];
    if (has_rate && (item.means == ordnance || item.means == with || (item.means == how_many && item.typed != "how many")))
      item.means = noise;  // on a ROF 3 gun
    const bool is_hidden = item.means == concealed && item.typed == "concealment" && !has_number;
    const bool is_heated = item.means == valued && item.value == "heat_of_battle" && !has_number;
    const bool survives = item.means == valued && item.value == "crew_survival";
    const auto counters = count(items, counter);
    const bool throws_smoke = item.means == hinders && item.typed.starts_with("smoke") && i == first &&
                              means_at(items, i + 1) != hindrance && counters <= (has_number ? 0 : 1);
    if (!is_hidden && !is_heated && !survives && !throws_smoke) continue;
    const bool is_first = !has(items, means_that(check));
    item.means = is_first ? check : noise;  // crew survival, CS 5
    item.value = is_hidden ? "concealment" : is_heated ? "heat-of-battle" : survives ? "crew-survival" : "smoke";
  }
}

// Past what says where somebody is, who stands before it.
std::size_t before_place(const LineItems& items, std::size_t at) {
  constexpr std::array places{in, through, material, terrain, building, noise};
  std::size_t before = at;
  while (before > 1 && is_one_of(items[before - 1].means, places)) --before;
  return before;
}

// "467 @8 vs 447", "447 in woods, 467 @4": of who fires, a range.
void read_ranges(LineItems& items) {
  constexpr int farthest = 40;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const Item& distance = items[i + 1];
    const std::size_t before = before_noise(items, i), behind = past_noise(items, i + 2);
    const bool is_sign = items[i].typed == "@";
    if (items[i].means != Means::at || (!is_sign && items[i].typed != "at") || distance.means != number ||
        distance.times != Token::Times::no || distance.number < 1 || distance.number > farthest)
      continue;
    constexpr std::array firers{counter, machine_gun, pair, state, exhausted};
    constexpr std::array weapons{gun, by_name, vehicle, fire, number, firepower};
    constexpr std::array goes_on{with, directed_by, phase, from, Means::at, takes, in};
    const Means last = before > 0 ? items[before_place(items, before) - 1].means : Means::unknown;
    const bool is_of_leader = last == pair && before > 1 && !is_one_of(means_at(items, before - 2), std::array{Means::at, takes});
    const bool is_of_unit = is_one_of(last, firers) && (last != pair || is_of_leader);
    const bool is_of_weapon = is_sign && is_one_of(last, weapons);
    const Means next = means_at(items, behind);
    const bool has_target =
        next == Means::at || next == takes ||
        (is_sign && is_one_of(next, goes_on) && has(items, behind, items.size(), means_any(std::array{Means::at, takes})));
    const bool is_last = behind >= items.size() && has(items, means_that(counter)) && count(items, number) == 1 &&
                         !has(items, means_that(firepower)) && count(items, Means::at) == 1 && !has(items, means_that(takes)) &&
                         count(items, counter) == 2;
    const bool is_before_target = is_sign && next == counter;  // 467 @8 447
    // "37L HE on a 447 in open at 4"
    const bool ends_shot = behind >= items.size() && has(items, means_any(std::array{gun, by_name})) && count(items, number) == 1 &&
                           has(items, means_that(counter)) && has(items, 0, i, means_that(Means::at));
    if (ends_shot) {
      items[i].means = range, items[i].typed = "at range";
      break;
    }
    if (!is_of_unit && !is_of_weapon) continue;
    if (!has_target && !is_last && !is_before_target) continue;
    items[i].means = range, items[i].typed = "at range";
    if (is_before_target) insert(items, i + 2, {.means = Means::at, .value = "at", .typed = "at"});
  }
  for (Item& item : items) {
    if (item.means == Means::at && item.typed == "@") item.typed = "at";
  }
}

// "8 and then 8 again": the word for another one, twice.
void read_again(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].means != then || (items[i].typed != "again" && items[i].typed != "more")) continue;
    std::size_t before = i;
    while (before > 0 && (is_one_of(items[before - 1].means, std::array{number, firepower, noise, drm, shot}))) --before;
    if (before > 0 && before < i && items[before - 1].means == then) items[i].means = noise;
  }
}

// "8 then 6, all at +1": the DRM of all stands with the first.
void read_drm_of_all(LineItems& items) {
  const auto first_then = std::find_if(items.begin(), items.end(), means_that(then));
  if (first_then == items.end()) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].typed != "all" && items[i].typed != "each" && items[i].typed != "both") continue;
    std::size_t sign = i + 1;
    while (sign < items.size() && (items[sign].means == noise || items[sign].means == Means::at)) ++sign;
    if (means_at(items, sign) != drm) continue;
    Item of_all = items[sign];
    of_all.apart = false;
    erase(items, i, sign + 1);
    items.insert(std::find_if(items.begin(), items.end(), means_that(then)), of_all);
    return;
  }
}

// "Do I get ambushed?" asks for the roll, "I get ambushed" tells how it came.
void read_ambush_asked(LineItems& items) {
  constexpr std::array<std::string_view, 9> asking{"do", "does", "did", "will", "would", "can", "could", "may", "might"};
  constexpr std::array<std::string_view, 6> odds{"likelihood", "probability", "chance", "chances", "odds", "possibility"};
  constexpr std::array<std::string_view, 7> conditions{"if", "when", "once", "after", "unless", "as", "since"};
  bool is_asked = false, asks_odds = false, asked_odds = false;
  for (Item& item : items) {
    asks_odds = asks_odds || (item.means == noise && is_among(odds, item.typed));
    asks_odds = asks_odds && item.means == noise;
    asked_odds = asked_odds || asks_odds;
    if ((asks_odds && item.typed == "that") || (asked_odds && item.typed == "to"))
      is_asked = true;  // the odds that I ambush him, for me to ambush him
    if (item.means == noise && is_among(conditions, item.typed)) return;
    if (item.means == noise && is_among(asking, first_word(item.typed))) is_asked = true;  // does he
    const bool is_to = item.means == ambush && item.value == "roll" && &item != &items.front() && (&item - 1)->typed == "to";
    const bool is_told = item.means == ambush && item.value != "none" && (item.value != "roll" || is_to) && item.value != "try";
    if (is_asked && is_told) {
      // who by whom says nothing of the roll; where it stands between two, it parts them
      item.value = "try";
      return;
    }
  }
}

// "2 smoke hindrance": how much it is.
void read_hindrance_of_smoke(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_counted = items[i - 1].means == number || items[i - 1].means == drm;
    if (items[i].means != hinders || items[i + 1].means != hindrance || !is_counted || items[i].apart || items[i + 1].apart) continue;
    erase(items, i, i + 1);
    return;
  }
}

// "Ambush, then CC": one fight.
void read_ambush_first(LineItems& items) {
  if (!has(items, means_that(ambush)) || !has(items, means_that(close_combat))) return;
  for (Item& item : items) {
    if (item.means == then) item.means = noise;
  }
}

// "8 0 447": the DRM.
void read_zero(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    const bool is_zero = items[i].means == number && items[i].number == 0 && items[i].times == Token::Times::no &&
                         (items[i].typed == "0" || items[i].typed == "zero");
    if (is_zero && before > 0 && is_one_of(items[before - 1].means, std::array{number, firepower})) items[i].means = flat;
  }
}

// "At a 447 with leader 8-1": he is with whom is fired at; who leads "a 447 led by an 8-1" is not clear.
void read_leader_of_target(LineItems& items) {
  const auto aimed = std::find_if(items.begin(), items.end(), means_that(Means::at));
  for (auto i = aimed; i != items.end(); ++i) {
    const auto at = static_cast<std::size_t>(i - items.begin());
    const std::size_t before = before_noise(items, at);
    const bool is_of_target = i->means == directed_by && before > 0 && items[before - 1].means == counter;
    if (is_of_target && i->typed == "with leader") i->means = with;
    const bool leads_target = i->means == directs && (i->typed == "leading" || i->typed == "leads") && before > 1 &&
                              items[before - 1].means == pair && i != aimed;
    const bool is_under = i->means == takes && i->typed == "under" && before > 0 && items[before - 1].means == counter &&
                          means_at(items, past_noise(items, at + 1)) == pair;
    if (leads_target && has(items, means_that(number)) && has_counter(items, static_cast<std::size_t>(aimed - items.begin()), at))
      throw Unfit{"'" + i->typed + "' behind the target", "does he direct, or is he fired at?", "say directing, or and a leader", 9};
    if (is_under)
      throw Unfit{"'under' a leader behind the target", "does he direct, or is he fired at?", "say directed by him, or and with him", 9};
    if (is_of_target && (i->typed == "led by" || i->typed.starts_with("under")))
      throw Unfit{"'led by' behind the target", "does he direct, or is he fired at?", "say directed by him, or and with him", 9};
  }
}

// "Shoot at a 447 in woods with two 467s", "break a 447 with a 667": who is named behind "with" fires.
void read_with_firers(LineItems& items) {
  constexpr std::array others{firepower, sum, drm, gun, weapon, latw, fire, takes, by_name, vehicle, close_combat, ambush, check, he};
  if (has(items, means_any(others))) return;
  for (std::size_t i = 0; i < items.size(); ++i) {  // from 3 hexes
    if (items[i].means == from && (means_at(items, i + 1) != number || means_at(items, i + 2) != hexes)) return;
  }
  constexpr std::array<std::string_view, 12> verbs{"break",   "kill",    "pin",         "eliminate",     "breaking",      "killing",
                                                   "pinning", "to kill", "eliminating", "kill or break", "break or kill", "stop"};
  const auto begins = [&](const Item& item) {
    const bool is_goal = item.means == event && is_among(verbs, item.typed);
    return item.means == Means::at || item.means == name || is_goal;
  };
  const auto is_man = means_any(std::array{counter, squads});
  const auto men = [&](std::size_t begin, std::size_t end) {
    return std::count_if(items.begin() + static_cast<std::ptrdiff_t>(begin), items.begin() + static_cast<std::ptrdiff_t>(end), is_man);
  };
  const auto verb = first_that(items, begins);
  for (std::size_t joint = items.size(); joint-- > verb;) {
    if (items[joint].means != with || items[joint].typed != "with") continue;
    constexpr std::array before_counter{noise, number, nation, quality};
    std::size_t next = joint + 1;
    while (next < items.size() && is_one_of(items[next].means, before_counter)) ++next;
    const bool aims_behind = has_aim(items, verb + 1, joint);  // fire two 467s into a house with a 447
    const bool is_behind_target = men(verb, joint) > 0 && men(0, verb) == 0 && !aims_behind;
    const bool is_behind_verb =
        men(0, verb) > 0 && men(verb, joint) == 0 && items[verb].means == name && !has(items, verb, joint, means_that(Means::at));
    if (next >= items.size() || !is_man(items[next]) || (!is_behind_target && !is_behind_verb)) continue;
    items[joint].means = from, items[joint].typed = "from";
    return;
  }
}

// "Moves 2 hexes": how far he goes is no range, if it is not farther than anybody goes.
void read_hexes_moved(LineItems& items) {
  constexpr int far_to_go = 4;
  const auto is_way = [&](std::size_t i) {
    return items[i + 1].number <= far_to_go && items[i].typed.find(" in the open") == std::string::npos;
  };
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_count = items[i].means == moving && items[i + 1].means == number && items[i + 2].means == hexes && !items[i + 1].apart &&
                          (items[i + 2].typed == "hexes" || items[i + 2].typed == "hex");
    if (is_count && is_way(i)) items[i + 1].means = items[i + 2].means = noise;
    const bool is_within = items[i].means == moving && items[i].value == "assault" && items[i + 1].means == through;
    if (is_within) items[i + 1].means = in;  // assault moving through grain
  }
}

// "A 9-1 is with them", behind the Firepower: he is where they are.
void read_leader_with_them(LineItems& items) {
  constexpr std::array<std::string_view, 4> theirs{"with them", "with it", "with him", "beside them"};
  const auto target_ends = std::find_if(items.begin(), items.end(), means_that(takes));
  if (target_ends == items.end()) return;
  for (auto leader = target_ends; leader != items.end(); ++leader) {
    if (leader->means != pair) continue;
    const bool is_theirs = std::any_of(leader + 1, items.end(), [&](const Item& item) {
      return item.means == noise &&
             std::any_of(theirs.begin(), theirs.end(), [&](std::string_view word) { return item.typed.ends_with(word); });
    });
    if (!is_theirs) continue;
    auto unit = target_ends;
    while (unit != items.begin() && (unit - 1)->means != counter) --unit;
    if (unit == items.begin()) return;
    Item he_ = *leader;
    he_.apart = false;
    auto begin = leader;
    while (begin != target_ends && ((begin - 1)->means == noise || (begin - 1)->means == leaders)) --begin;
    const auto at_unit = unit - items.begin();
    items.erase(begin, leader + 1);
    items.insert(items.begin() + at_unit, {{.means = with, .value = "with", .typed = "with"}, he_});
    return;
  }
}

// "Two 467s vs 447, one 467 broken": one of those before.
void read_one_of_them(LineItems& items) {
  for (std::size_t i = 2; i < items.size(); ++i) {
    const Item &who = items[i], &n = items[i - 1];
    const Means how = means_at(items, past_noise(items, i + 1));
    if (who.means != counter || n.means != number || !(n.apart || items[i - 2].means == with) || how != state) continue;
    std::size_t first = 0, found = 0;
    for (std::size_t k = 1; k + 1 < i; ++k) {
      if (items[k].means == counter && items[k].value == who.value) first = k, ++found;
    }
    if (found != 1 || items[first - 1].means != number || items[first - 1].number <= n.number) continue;
    const std::size_t said = past_noise(items, i + 1);
    const LineItems some{n, items[said], who};
    const int left = items[first - 1].number - n.number;
    const std::size_t begin = items[i - 2].means == with ? i - 2 : i - 1;
    erase(items, begin, said + 1);
    items[first - 1].number = left;
    items[first - 1].value = std::to_string(left);
    LineItems joined{{.means = with, .value = "with", .typed = "with"}};
    joined.insert(joined.end(), some.begin(), some.end());
    for (Item& item : joined) item.apart = false;
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(first) + 1, joined.begin(), joined.end());
    return;
  }
}

// "228 crew with 76L, 9 hexes, 447 in woods": who has a weapon that fires by itself is none of those fired at.
void read_armed_firers(LineItems& items) {
  constexpr std::array boundaries{Means::at, takes, from, close_combat, check};
  if (has(items, means_any(boundaries))) return;
  for (std::size_t i = 2; i < items.size(); ++i) {
    constexpr std::array weapons{gun, by_name, latw};
    const bool is_armed = is_one_of(items[i].means, weapons) && items[i - 1].means == with &&
                          (items[i - 2].means == counter || items[i - 2].means == crews || items[i - 2].means == half_squads);
    if (!is_armed) continue;
    auto target = std::find_if(items.begin() + static_cast<std::ptrdiff_t>(i), items.end(), means_that(counter));
    if (target == items.end()) return;
    while ((target - 1)->means == noise || (target - 1)->means == number || (target - 1)->means == state) --target;
    items.insert(target, {.means = Means::at, .value = "at", .typed = "at"});
    return;
  }
}

// "With 91": the leader's numbers without their sign.
void read_leaders(LineItems& items) {
  struct Leader {
    std::string_view typed, value;
    int morale, drm;
  };
  constexpr std::array<Leader, 7> known{{{"70", "7-0", 7, 0},
                                         {"80", "8-0", 8, 0},
                                         {"81", "8-1", 8, -1},
                                         {"91", "9-1", 9, -1},
                                         {"92", "9-2", 9, -2},
                                         {"102", "10-2", 10, -2},
                                         {"103", "10-3", 10, -3}}};
  constexpr std::array guns{fire, ordnance, gun, firepower, hexes, he, number, shot};
  for (std::size_t i = 1; i < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    if (items[i].means != number || before < 2 || items[before - 1].means != with || items[before - 2].means != counter ||
        is_one_of(means_at(items, past_noise(items, i + 1)), guns))
      continue;
    for (const Leader& leader : known) {
      if (items[i].typed != leader.typed) continue;
      items[i].means = pair, items[i].value = leader.value, items[i].number = leader.morale, items[i].second = leader.drm;
    }
  }
}

// Words that stand for what is told already: "Right then, my 458", ".50 cal 8-16", "on a hill" of who has Height Advantage.
void drop_words(LineItems& items) {
  for (std::size_t i = 0; i < items.size() && (items[i].means == noise || items[i].typed == "then"); ++i) items[i].means = noise;
  const bool is_higher = has(items, [](const Item& item) { return item.means == Means::set && item.value == "height_advantage"; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Means next = means_at(items, i + 1);
    if (items[i].means == not_asked && items[i].value == "hills by that word" && is_higher) items[i].means = noise;
    if (items[i].means == nation && i + 1 < items.size() && items[i + 1].typed == "player") items[i].means = noise;
    if (items[i].means == Means::unit && next == pair && items[i].value.ends_with(":" + items[i + 1].value)) items[i + 1].means = noise;
    const bool is_acquired = items[i].means == drm && next == acquired && means_at(items, i + 2) != drm && means_at(items, i + 2) != number;
    if (is_acquired) std::swap(items[i], items[i + 1]);  // a -2 acquisition
    const bool is_one_place = items[i].means == number && items[i].number == 1 && i > 0 && items[i - 1].means == in &&
                              is_one_of(next, std::array{material, terrain});  // in one stone hex
    const bool is_way = items[i].means == from && items[i].typed == "by" && means_at(items, past_noise(items, i + 1)) == moving;
    const bool is_owner = items[i].means == men && items[i].typed == "defenders" && i + 1 < items.size() && items[i + 1].typed == "have";
    if (is_one_place || is_way || is_owner) items[i].means = noise;
  }
}

// "Two 467s under a 9-1 take 12": he is with those who are attacked.
void read_led_targets(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool leads = items[i].means == directed_by || (items[i].means == takes && items[i].typed == "under");
    if (!leads) continue;
    const std::size_t leader = past_noise(items, i + 1);
    std::size_t verb = past_noise(items, leader + 1);
    constexpr std::array places{in, material, terrain, building, noise};
    while (verb < items.size() && is_one_of(items[verb].means, places)) ++verb;
    if (means_at(items, leader) != pair || means_at(items, verb) != takes) continue;
    const bool fires = has(items, 0, i, means_any(std::array{firepower, drm, sum}));
    if (!fires) items[i].means = with, items[i].typed = "with";
  }
}

// "hmg only", "HMG 7-16 only": who mans it fires nothing else.
void read_gun_alone(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_behind_numbers = items[i - 1].means == pair && i > 1 && items[i - 2].means == machine_gun;
    if (items[i].means == noise && items[i].typed == "only" && (items[i - 1].means == machine_gun || is_behind_numbers))
      items[i].means = alone, items[i].value = "";
    const bool is_again =
        items[i].means == alone && items[i - 1].means == machine_gun && items[i - 1].apart && has(items, 0, i - 1, is_machine_gun);
    if (is_again) items[i - 1].means = noise;  // with a .50 cal, MG only
  }
}

// "2 orchard hindrances": how much it is.
void read_hindrance_of_terrain(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_counted = items[i].means == terrain && items[i + 1].means == hindrance && items[i - 1].means == number &&
                            !items[i].apart && !items[i + 1].apart;
    if (is_counted) erase(items, i, i + 1);
  }
}

// "A half-squad on the .50 cal": who mans it.
void read_on_gun(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t gun_at = past_noise(items, i + 1), before = before_noise(items, i);
    const bool is_gun = means_at(items, gun_at) == machine_gun ||
                        (means_at(items, gun_at) == pair && means_at(items, gun_at + 1) == machine_gun) ||
                        (means_at(items, gun_at) == Means::unit && items[gun_at].value.starts_with("mg:"));
    constexpr std::array men_of_it{counter, half_squads, squads, crews, heroes, pair, alone};
    const bool mans =
        (items[i].means == Means::at && items[i].typed == "on") || (items[i].means == not_asked && items[i].typed == "manning");
    if (mans && is_gun && before > 0 && is_one_of(items[before - 1].means, men_of_it)) items[i].means = with, items[i].typed = "with";
  }
}

// "Mine 447 is shot at", "he moved": whose it is and who, and neither mines nor HE.
void read_pronouns(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Means next = means_at(items, i + 1), before = i > 0 ? items[i - 1].means : Means::unknown;
    const bool is_mine = items[i].means == weapon && items[i].typed == "mine" && before != number && before != firepower && before != sum &&
                         next != firepower && next != check && next != number;
    constexpr std::array deeds{moving, state, concealed, name, takes, event, enters, ffmo};
    const bool is_asked = i > 0 && (items[i - 1].typed == "is" || items[i - 1].typed == "was" || items[i - 1].typed == "has") &&
                          next == noise &&
                          is_among(std::array<std::string_view, 4>{"going", "likely", "able", "about"}, items[i + 1].typed);
    constexpr std::array<std::string_view, 16> verbs{"is",  "was", "will", "would", "had",  "has",  "does",  "just",
                                                     "can", "may", "come", "comes", "goes", "gets", "stays", "shows"};
    const bool is_verb = next == noise && is_among(verbs, items[i + 1].typed);
    constexpr std::array<std::string_view, 27> joints{"and",    "but",    "when",    "if",          "because",     "as",      "while",
                                                      "where",  "so",     "that",    "since",       "did",         "will",    "would",
                                                      "odds",   "chance", "chances", "probability", "possibility", "whether", "often",
                                                      "likely", "thinks", "says",    "hopes",       "then",        "now"};
    const bool is_joint = i > 0 && is_among(joints, items[i - 1].typed);
    const bool is_he = items[i].means == he && items[i].typed == "he" && i + 1 < items.size() && !items[i + 1].apart &&
                       (is_one_of(next, deeds) || is_verb) && (items[i].apart || i == 0 || is_joint);
    if (is_mine || is_he || (is_asked && items[i].typed == "he")) items[i].means = noise;
  }
}

// "At a 447, their leader is a 9-2", "his leader is an 8-0 with two 447s", "his 8-0 leader is alone", "-2 leader directing".
void read_leader_is(LineItems& items) {
  constexpr std::array<std::string_view, 4> of_others{"their", "his", "enemy", "whose"};
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].means != directed_by || !items[i].typed.starts_with("leader")) continue;
    Item& last = items[i - 1];
    if (last.means == drm) items[i].means = leaders, items[i].typed = "leader";
    if (items[i].typed != "leader is") continue;
    const std::size_t next = past_noise(items, i + 1);
    const bool is_aimed = has(items, 0, i, means_that(Means::at));
    const bool leads_others =
        last.means == noise && means_at(items, next) == pair && means_at(items, next + 1) == with && items[next + 1].typed == "with";
    const bool is_subject = last.means == pair && is_one_of(means_at(items, next), std::array{alone, in, with});
    if (is_aimed && is_among(of_others, last.typed))
      items[i].means = with, items[i].typed = "and", items[i].apart = last.apart = false;
    else if (is_subject || (leads_others && !is_aimed))
      items[i].means = noise;
  }
}

// "A 458 with a Bren", "Vickers HMG": British, and one MG.
void read_british_guns(LineItems& items) {
  constexpr std::array<std::string_view, 4> names{"bren", "brens", "vickers", "bren gun"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != machine_gun || !is_among(names, items[i].typed)) continue;
    Item british{.means = nation, .value = "British", .apart = items[i].apart, .typed = "british"};
    if (means_at(items, i + 1) == machine_gun && !items[i + 1].apart) erase(items, i, i + 1);
    items[i].apart = false;
    if (i == 0 || items[i - 1].means != nation) insert(items, i++, std::move(british));
  }
}

// "Through a wreck", "with a wreck in between": its Hindrance (D9.4).
void read_wreck_between(LineItems& items, std::size_t at) {
  const bool is_wreck = items[at].means == event && (items[at].typed == "wreck" || items[at].typed == "wrecks");
  std::size_t before = at;
  while (before > 0 && is_determiner(items[before - 1])) --before;
  if (!is_wreck || before == 0) return;
  const bool lies_between =
      items[before - 1].means == with && at + 1 < items.size() && items[at + 1].typed.find("between") != std::string::npos;
  if (items[before - 1].means != through && !lies_between) return;
  items[at].means = hinders, items[at].value = "wreck", items[at].number = 1;
  if (lies_between) items[before - 1].means = noise, items[at + 1].means = noise;
}

// "Does a hut burn or fall down?", "Finns don't cower": odds that are all told, and a nation that is said again.
void read_said_in_passing(LineItems& items) {
  constexpr std::array fates{kindles, collapses};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_or = items[i].means == either && is_one_of(items[i - 1].means, fates) && is_one_of(items[i + 1].means, fates);
    const bool is_again = items[i].means == nation && items[i].apart && items[i + 1].means == cowering &&
                          has(items, 0, i, [&](const Item& item) { return item.means == nation && item.value == items[i].value; });
    if (!is_or && !is_again) continue;
    items[i].means = noise;
    if (is_or) items[i - 1].means = noise;
    return;
  }
}

// What stands beside a number or a word that says all of it: "+2 gunshield", "ROF 2, while it has rate", "both opened fire".
void drop_said_again(LineItems& items) {
  const bool has_rate = [&] {
    for (std::size_t i = 0; i + 1 < items.size(); ++i) {
      if (items[i].means == rate_of_fire && means_at(items, past_noise(items, i + 1)) == number) return true;
    }
    return false;
  }();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Means next = means_at(items, past_noise(items, i + 1));
    const bool is_shield = i > 0 && items[i].means == not_asked && items[i].value.starts_with("Guns and their crews") &&
                           (items[i - 1].means == drm || next == drm);
    const bool is_rate = has_rate && items[i].means == rate_of_fire && next != number;
    constexpr std::array both_of{counter, squads,  half_squads, crews, heroes,    leaders,     men,
                                 nation,  quality, number,      state, concealed, Means::unit, machine_gun};
    const bool is_both = items[i].typed == "both" && (next == name || next == event || next == Means::at || next == Means::unknown ||
                                                      (!is_one_of(next, both_of) && items[past_noise(items, i + 1)].apart));
    const bool is_turn =
        items[i].means == noise && items[i].typed.ends_with("n turn") && i + 1 < items.size() && items[i + 1].means == number;
    const bool is_breaking = items[i].means == valued && items[i].value == "breakdown" && next == check;
    const bool is_survival = items[i].means == check && items[i].value == "crew-survival" && has(items, means_that(enters)) &&
                             has(items, [](const Item& item) { return item.means == valued && item.value == "crew_survival"; });
    const bool is_flame = items[i].means == task && items[i].value == "flame" &&
                          has(items, 0, i, [](const Item& item) { return item.means == kindles && item.value.empty(); });
    const bool is_cowering = items[i].means == cowering && items[i].value == "normal" &&
                             has(items, [](const Item& item) { return item.means == cowering && item.value == "inexperienced"; });
    const std::size_t before = before_noise(items, i);
    const bool is_mud = items[i].means == not_asked && items[i].value.starts_with("mud") && before > 0 && items[before - 1].means == drm &&
                        has(items, means_that(enters));
    const bool is_side = items[i].means == Means::at && i + 1 < items.size() && items[i + 1].typed.find("side of the") != std::string::npos;
    const bool is_late = items[i].means == phase && items[i].typed == "advancing" && has(items, means_that(ambush));
    // "Will he suffer?"
    const bool is_asked = items[i].means == takes && past_noise(items, i + 1) >= items.size() && items[i].typed != "under";
    // "Hiding in a wreck's hex"
    const bool is_wreck =
        items[i].means == event && (items[i].typed == "wreck" || items[i].typed == "wrecks") && before > 0 && items[before - 1].means == in;
    if (is_wreck) items[i].means = terrain, items[i].value = "wreck";
    read_wreck_between(items, i);
    if (is_asked || is_shield || is_rate || is_both || is_breaking || is_survival || is_flame || is_cowering || is_mud || is_side ||
        is_late)
      items[i].means = noise;
    if (is_turn) items[i + 1].means = noise;
  }
}

// "A 9-1 led group": he directs.
void read_led_group(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].means == leadership && items[i].typed == "led" && items[i - 1].means == pair && !items[i].apart)
      items[i].means = directs, items[i].typed = "directing";
  }
}

// "8 FP first and 4 FP after that": one after the other.
void read_after_that(LineItems& items) {
  if (items.empty()) return;
  std::size_t last = items.size();
  while (last > 0 && (items[last - 1].means == noise || items[last - 1].means == event)) --last;
  if (last == 0 || items[last - 1].means != then || (items[last - 1].typed != "after that" && items[last - 1].typed != "afterwards"))
    return;
  for (std::size_t i = last - 1; i-- > 1;) {
    const std::size_t next = past_noise(items, i + 1), before = before_noise(items, i);
    const bool is_joint = items[i].means == with && means_at(items, next) == number && before > 0 &&
                          (items[before - 1].means == firepower || items[before - 1].means == drm || items[before - 1].means == number);
    if (!is_joint) continue;
    items[i].means = then, items[i].typed = "then";
    items[last - 1].means = noise;
    return;
  }
}

// "One time with 12", "twice with 6": how often which attack is made.
void read_times_with(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_of_times = items[i].means == with && items[i].typed == "with" && items[i - 1].means == times;
    if (is_of_times && means_at(items, i + 1) == number) items[i].means = noise;
  }
}

// "The German 88": the FlaK, as no FP is so large.
void read_eighty_eight(LineItems& items) {
  constexpr int calibre = 88;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Item& before = items[i - 1];
    const bool is_named = before.means == nation || is_determiner(before);
    constexpr std::array goes_on{firepower, hexes, fire, ordnance};
    if (items[i].means != number || items[i].number != calibre || !is_named || is_one_of(means_at(items, i + 1), goes_on)) continue;
    items[i].means = by_name, items[i].value = "88L";
  }
}

// "CX (+1) 467", "9-1 (-1)", "through grain (+1)": a cause and its number, once.
void drop_told_numbers(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_in_brackets = items[i + 1].means == drm && items[i + 1].apart && (i + 2 == items.size() || items[i + 2].apart);
    if (!is_in_brackets) continue;
    const std::size_t before = i > 0 && is_determiner(items[i - 1]) ? i - 1 : i;
    const bool is_between = items[i].means == terrain && before > 0 && items[before - 1].means == through;
    const int told = is_rated_as_leader(items[i]) ? items[i].second : items[i].means == exhausted || is_between ? 1 : 0;
    if (told != 0 && items[i + 1].number == told) erase(items, i + 1, i + 2);
  }
}

// "12 FP +3 -1 = +2": what it comes to, once.
void read_sum_of_drm(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != not_asked || items[i].typed != "equals" || items[i + 1].means != drm) continue;
    if (items[i - 1].means == drm_word) items[i].means = noise;  // DRM = +2
    std::size_t begin = i;
    int sum = 0;
    while (begin > 0 && items[begin - 1].means == drm) sum += items[--begin].number;
    if (begin < i && sum == items[i + 1].number) erase(items, begin, i + 1);
    return;
  }
  if (!items.empty() && items.back().typed == "equals") items.back().means = noise;  // 12+2, 467 = ?
}

// "105 HE at the upper level of a stone building", "447 in stone, upper floor": the first above the ground, if no more are told.
void read_upper_level(LineItems& items) {
  constexpr std::array<std::string_view, 5> upper{"upper level", "upper floor", "upper lvl", "level above", "floor above"};
  if (!has(items, means_any(std::array{he, fire, gun, by_name})) || has(items, means_any(std::array{storeys, upstairs}))) return;
  if (std::count_if(items.begin(), items.end(), means_that(levels)) != 1) return;
  const std::size_t at_level = first_that(items, means_that(levels));
  const std::size_t before = before_noise(items, at_level);
  const bool is_counted = before > 0 && items[before - 1].means == number && before == at_level;
  if (!is_among(upper, items[at_level].typed) || is_counted || means_at(items, at_level + 1) == number) return;
  items[at_level].means = upstairs, items[at_level].value.clear(), items[at_level].number = 1;
}

// "12 +1 broke three 447s", "he pinned my 447 with an 8", "my 447 broke on 8 +2", "odds of a 447 going berserk": what comes of it.
void read_outcomes(LineItems& items) {
  constexpr std::array<std::string_view, 5> verbs{"broke", "broken", "pinned", "goes berserk", "went berserk"};
  constexpr std::array<std::string_view, 4> asking{"odds", "chance", "chances", "probability"};
  constexpr std::array<std::string_view, 6> relatives{"who", "that", "which", "just", "already", "previously"};
  constexpr std::array<std::string_view, 5> subjects{"he", "they", "have", "i", "it"};
  if (has(items, means_any(std::array{check, close_combat, vehicle}))) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != state) continue;
    const std::string& typed = items[i].typed;
    const std::size_t object = past_determiners(items, i + 1);
    const bool is_counted = means_at(items, object) == number && means_at(items, object + 1) == counter;
    const bool has_object =
        object < items.size() && !items[i + 1].apart && (is_counted || (object > i + 1 && items[object].means == counter));
    const bool has_subject =
        i > 0 && !items[i].apart &&
        (items[i - 1].means == drm || items[i - 1].means == number || items[i - 1].means == pair ||
         (items[i - 1].means == noise && is_among(subjects, items[i - 1].typed)) || (i > 1 && items[i - 1].typed == "have"));
    const bool is_of_unit = i > 0 && items[i - 1].means == counter && !items[i].apart;
    const bool is_past = typed == "broke" && is_of_unit && i + 1 < items.size() && items[i + 1].means == Means::at &&
                         items[i + 1].typed == "on" && means_at(items, i + 2) == number;
    const bool is_going = typed == "going berserk" && is_of_unit &&
                          has(items, 0, i, [&](const Item& item) { return item.means == noise && is_among(asking, item.typed); });
    const bool is_told_of_him = i > 0 && is_among(relatives, items[i - 1].typed);
    if (is_told_of_him || !((is_among(verbs, typed) && has_object && has_subject) || is_past || is_going)) continue;
    items[i].means = event;
    if (is_past) items[i + 1] = word(takes, "takes");
  }
}

// "In a two hex stone building", "a nine hex factory": how large it is changes nothing for who is fired at.
void drop_size_of_building(LineItems& items) {
  if (has(items, means_any(std::array{enters, he, fire, levels}))) return;
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const bool is_size = items[i].means == number && items[i + 1].means == hexes && items[i + 1].typed == "hex" && !items[i + 1].apart &&
                         (items[i + 2].means == material || items[i + 2].means == building) && !items[i + 2].apart;
    const std::size_t before = before_noise(items, i);
    if (is_size && before > 0 && items[before - 1].means == in) erase(items, i, i + 2);
  }
}

// "447 in wood (+1)": woods, by their number.
void read_wood_of_one(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == material && items[i].typed == "wood" && items[i + 1].means == drm && items[i + 1].number == 1 &&
                       (!items[i + 1].apart || i + 2 == items.size() || items[i + 2].apart);
    if (is_it) items[i].means = terrain, items[i].value = items[i].typed = "woods";
  }
}

// "A 447 advances on my 467 and has ambush", "CC 447 vs a 467 who has ambush": who advances, and who is named last.
void read_ambush_of_subject(LineItems& items) {
  const std::size_t fight = first_that(items, means_that(close_combat));
  constexpr std::array<std::string_view, 5> having{"has", "have", "gets", "get", "wins"};
  constexpr std::array<std::string_view, 3> relatives{"who", "which", "that"};
  if (fight == items.size()) return;
  for (std::size_t i = 3; i < items.size(); ++i) {
    const bool is_told =
        items[i].means == ambush && items[i].typed == "ambush" && items[i - 1].means == noise && is_among(having, items[i - 1].typed);
    const bool is_of_subject = items[i - 2].typed == "and" && fight + 2 < i && has_counter(items, fight, i);
    const bool is_of_last = (is_among(relatives, items[i - 2].typed) && items[i - 3].means == counter) || items[i - 2].means == counter;
    if (!is_told || (!is_of_subject && !is_of_last)) continue;
    const std::size_t who = items[i - 2].means == counter ? i - 2 : i - 3;
    const bool is_behind = is_of_last && has_counter(items, 0, who);  // of the two
    const bool is_passive = items[fight].value == "by";
    items[i].value = is_behind != is_passive ? "defender" : "attacker";
    erase(items, items[i - 2].means == counter ? i - 1 : i - 2, i);
    return;
  }
}

// "A broken 447 next to an enemy rallies": under DM (A10.62).
void read_rally_beside_enemy(LineItems& items) {
  if (!has(items, is_check("rally")) || has(items, [](const Item& item) { return item.means == state && item.value == "dm"; })) return;
  constexpr std::array<std::string_view, 4> enemies{"enemy", "enemies", "opponent", "foe"};
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::size_t who = past_determiners(items, i + 1);
    if (items[i].means != near || who >= items.size() || items[who].means != noise || !is_among(enemies, items[who].typed)) continue;
    items[i] = {.means = state, .value = "dm", .apart = items[i].apart, .typed = "dm"};
    erase(items, i + 1, who + 1);
    return;
  }
}

// "447 runs, 8-1 with it, 467 fires": he is where the 447 is.
void read_leader_with_it(LineItems& items) {
  constexpr std::array<std::string_view, 3> him{"it", "him", "them"};
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const bool is_it = items[i].means == pair && items[i].apart && is_rated_as_leader(items[i]) && items[i + 1].typed == "with" &&
                       items[i + 2].means == noise && is_among(him, items[i + 2].typed) && i + 3 < items.size() && items[i + 3].apart;
    std::size_t who = i;
    while (who > 0 && items[who - 1].means != counter) --who;
    if (!is_it || who == 0 || has(items, 0, i, means_any(std::array{Means::at, takes, close_combat, name}))) continue;
    Item leader = items[i];
    leader.apart = false;
    erase(items, i, i + 3);
    insert(items, who, LineItems{word(with, "and"), leader});
    return;
  }
}

// "With +1 for height advantage": what it is, once.
void read_drm_of_height(LineItems& items) {
  const auto is_height = [&](std::size_t at) {
    return at < items.size() && items[at].means == Means::set && items[at].value == "height_advantage";
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != drm) continue;
    std::size_t next = i + 1;
    while (next < items.size() && !items[next].apart && (items[next].means == noise || items[next].means == off)) ++next;
    const bool is_before = is_height(next) && !items[next].apart;
    const bool is_behind = i > 0 && is_height(i - 1) && !items[i].apart;
    if (!is_before && !is_behind) continue;
    if (items[i].number != 1)
      throw Unfit{model::with_sign(items[i].number) + " height advantage", "it is +1, B10.31",
                  "leave the number out, or put a comma behind it", 8};
    items[i].means = noise;
  }
}

// "How many 447s out of three break": so many are there.
void read_out_of(LineItems& items) {
  for (std::size_t i = 0; i + 4 < items.size(); ++i) {
    const bool is_it = items[i].means == how_many && items[i + 1].means == counter && items[i + 2].typed == "out" &&
                       items[i + 3].typed == "of" && items[i + 4].means == number;
    if (!is_it) continue;
    items[i] = items[i + 4];
    items[i].apart = false;
    erase(items, i + 2, i + 5);
    return;
  }
}

// "A 75L or a 105": of millimetres, too. "Shelled by a 75": no FP.
void read_calibres(LineItems& items) {
  constexpr int most_firepower = 36;
  constexpr std::array goes_on{hexes, firepower, fire, ordnance};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_drawn =
        items[i].means == not_asked && items[i].typed.starts_with("draw") && means_at(items, past_noise(items, i + 1)) == number;
    if (is_drawn && !has(items, means_that(color)) && !has(items, means_that(check))) items[i].means = takes;  // draws eight FP

    if (items[i].means != number || items[i].number <= most_firepower || is_one_of(means_at(items, i + 1), goes_on)) continue;
    const std::size_t before = before_noise(items, i);
    if (i > 0 && is_determiner(items[i - 1]) && has(items, means_that(acquired)) && !has(items, means_that(gun))) items[i].means = gun;
    const bool is_shelled = before > 0 && items[before - 1].means == takes && items[before - 1].typed.find("shelled") != std::string::npos;
    const bool is_other = before > 1 && items[before - 1].means == either && items[before - 2].means == gun;
    if (is_shelled || is_other) items[i].means = gun;
  }
}

// "Better to spray a 447 with 4 -2 now, or wait and hit him with 8 +1?": the other attack.
void read_or_with(LineItems& items) {
  constexpr std::array passed{noise, name, with, thrown};
  for (std::size_t p = 1; p + 3 < items.size(); ++p) {
    if (items[p].means != either) continue;
    std::size_t end = p + 1;
    while (end < items.size() && is_one_of(items[end].means, passed) && items[end].typed != "with") ++end;
    const bool has_verb = has(items, p, end, means_that(name));
    if (!has_verb || end >= items.size() || items[end].typed != "with" ||
        !is_one_of(means_at(items, past_noise(items, end + 1)), std::array{number, sum, pair, gun, weapon}))
      continue;
    erase(items, p + 1, end + 1);
    return;
  }
}

// "In CC with a 458 on the attack": who attacks.
void read_on_the_attack(LineItems& items) {
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const bool is_it = items[i].means == Means::at && items[i].typed == "on" && items[i + 1].typed == "the" &&
                       items[i + 2].typed == "attack" && items[i - 1].means == counter;
    if (!is_it) continue;
    items[i + 2] = {.means = men, .typed = "attackers"};
    erase(items, i, i + 2);
    return;
  }
}

// "A Panther gone after in CC", "2 CCPh of 458 against 447": who fights.
void read_words_of_fights(LineItems& items) {
  const bool fights = has(items, means_that(close_combat));
  constexpr std::array<std::string_view, 4> asking{"can", "could", "will", "would"};
  const bool is_asked = fights && has(items, [&](const Item& item) { return item.means == noise && is_among(asking, item.typed); });
  for (std::size_t i = 0; i < items.size(); ++i) {
    // Can he take a 447? A Panther gone after; 447 faces a 467.
    const bool is_taken = is_asked && items[i].means == takes && items[i].typed == "take";
    const bool is_hunted = fights && items[i].means == clears && items[i].typed.find("after") != std::string::npos;
    if (is_taken || is_hunted) items[i].means = Means::at, items[i].typed = "at";
    if (fights && items[i].means == takes && items[i].typed.starts_with("fac")) items[i] = word(Means::at, "vs");
    if (fights || items[i].means != rounds || !items[i].typed.starts_with("cc")) continue;
    items.push_back({.means = close_combat, .value = "cc", .typed = "in cc"});
    return;
  }
}

// "Does it rubble?", "does it become rubble?": what is asked of HE.
void read_rubble_asked(LineItems& items) {
  constexpr std::array<std::string_view, 5> asking{"it", "building", "become", "becomes", "to"};
  constexpr std::array guns{gun, fire, by_name, ordnance, vehicle, he};
  const bool is_fired =
      has(items, means_any(guns)) || has(items, [](const Item& item) { return item.means == weapon && item.value == "dc"; });
  if (!is_fired) return;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    const bool ends = i + 1 == items.size() || items[i + 1].apart;
    const bool is_asked = (items[i - 1].means == noise || items[i - 1].means == building) && is_among(asking, items[i - 1].typed);
    const bool is_of_building = items[i].apart && next == items.size() && has(items, 0, i, means_that(material));  // in stone, rubble?
    const bool is_made = means_at(items, i + 1) == from && (items[i - 1].typed == "is" || items[i - 1].typed == "was");
    if (items[i].means == rubble && ((ends && is_asked) || is_of_building || is_made)) items[i].means = makes_rubble;
  }
}

// "Turns a building into rubble", "kindle it once", "a hex of grain in the way"
void read_small_words(LineItems& items) {
  const bool falls = has(items, means_that(makes_rubble));
  const bool is_tried = has(items, means_any(std::array{kindles, clears}));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_verb = falls && items[i].means == turns && (i == 0 || items[i - 1].means != number);
    const bool is_once = is_tried && items[i].means == times && items[i].number == 1;
    const bool is_one_try =
        items[i].means == number && items[i].number == 1 && means_at(items, i + 1) == kindles && has(items, 0, i, means_that(kindles));
    if (is_verb || is_once || is_one_try) items[i].means = noise;
    const bool is_with_leader = is_tried && items[i].means == squads && means_at(items, i + 1) == pair && !items[i + 1].apart;
    if (is_with_leader) insert(items, i + 1, word(with, "with"));
    const bool is_hex = i + 3 < items.size() && items[i].means == number && items[i + 1].typed == "hex of" &&
                        items[i + 2].means == terrain && items[i + 2].value != "open" && items[i + 3].typed == "in the way";
    if (!is_hex) continue;
    items[i + 1] = std::exchange(items[i + 2], {.means = hexes, .value = "hexes", .typed = "hex"});  // one grain hex
    insert(items, i, {.means = through, .value = "through", .apart = std::exchange(items[i].apart, false), .typed = "through"});
    ++i;
  }
}

// "There is a crew in", behind the place: in it.
void drop_last_in(LineItems& items) {
  if (items.size() < 3 || items.back().means != in || items.back().typed != "in") return;
  const bool has_place = has(items, 0, items.size() - 1, [](const Item& item) { return is_place(item.means); });
  if (has_place && has_counter(items, 0, items.size())) items.back().means = noise;
}

// "Three acquiring shots of a 75L"
void read_acquiring_shots(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].means != number || items[i + 1].means != acquired || items[i + 2].means != shot) continue;
    move_to_end(items, i + 1, i + 2);
  }
}

// "Two factory hexes": within it.
void read_hexes_of_factory(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].means == number && items[i + 1].means == building && items[i + 1].value == "factory" && items[i + 2].means == hexes)
      std::swap(items[i + 1], items[i + 2]);
  }
}

// "I need a 7 to hit": the same.
void read_number_to_hit(LineItems& items) {
  constexpr int most = 12;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == number && items[i].number <= most && items[i + 1].means == to_hit &&
                       items[i + 1].typed == "to hit" && !items[i + 1].apart &&
                       !is_one_of(means_at(items, past_noise(items, i + 2)), std::array{number, counter});
    if (is_it) std::swap(items[i], items[i + 1]);
  }
}

// "hits with 8 or less": a To Hit number.
void read_to_hit(LineItems& items) {
  constexpr std::array guns{gun, by_name, vehicle, fire, he};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t before = before_noise(items, i), verb = before > 0 ? before_noise(items, before - 1) : 0;
    const bool is_hit =
        (before > 0 && items[before - 1].typed.starts_with("hit")) ||
        (verb > 0 && (items[before - 1].means == with || items[before - 1].means == Means::at) && items[verb - 1].typed.starts_with("hit"));
    const bool is_less = items[i + 1].means == check && items[i + 1].value == "DR";
    if (items[i].means != number || !is_less || !is_hit || !has(items, means_any(guns))) continue;
    items[i + 1].means = noise;
    items[before - 1].means = to_hit, items[before - 1].value.clear(), items[before - 1].typed = "to hit";
  }
}

// "An 8, a 4 and then a 2": each with its article is an attack of its own.
void read_volleys(LineItems& items) {
  if (!has(items, means_that(takes)) && !has(items, means_that(Means::at))) return;
  const auto is_volley = [&](std::size_t i) {
    const bool has_article = i > 0 && items[i - 1].means == noise && (items[i - 1].typed == "a" || items[i - 1].typed == "an");
    constexpr std::array goes_on{counter, gun, hexes, levels, squads, half_squads, pair, machine_gun, nation, quality, storeys};
    return has_article && means_at(items, i + 1) != number && items[i].means == number && items[i].times == Token::Times::no &&
           items[i].number < 40 && !items[i].is_plural && !is_one_of(means_at(items, past_noise(items, i + 1)), goes_on);
  };
  for (std::size_t i = 2; i < items.size(); ++i) {
    if (!is_volley(i)) continue;
    std::size_t joint = i - 1;
    constexpr std::array between{noise, with, event};
    while (joint > 0 && is_one_of(items[joint - 1].means, between)) --joint;
    std::size_t last = joint;
    while (last > 0 && (items[last - 1].means == drm || items[last - 1].means == firepower || items[last - 1].means == shot)) --last;
    const bool is_joined = has(items, joint, i, [](const Item& item) { return item.means == with || item.apart; });
    if (last == 0 || !is_volley(last - 1) || !is_joined) continue;
    items[i - 1].means = then, items[i - 1].value.clear(), items[i - 1].typed = "then";
    for (std::size_t k = joint; k + 1 < i; ++k) items[k].means = noise;
  }
}

// Wall Advantage gives who has it the TEM of the hexside that is named (B9.32).
void read_wall_advantage(LineItems& items) {
  const auto wall = std::find_if(items.begin(), items.end(), [](const Item& item) {
    return item.means == terrain && (item.value == "wall" || item.value == "hedge" || item.value == "bocage") &&
           !item.typed.ends_with("advantage");
  });
  for (Item& item : items) {
    if (item.means == terrain && item.typed.ends_with("advantage") && wall != items.end()) item.means = noise;
  }
}

// "Shoots with 8 again", "will it ever work again": no attack follows.
void read_last_again(LineItems& items) {
  constexpr std::array attacks{number, firepower, pair, gun, weapon, shot, by_name, vehicle};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != then || (items[i].typed != "again" && items[i].typed != "once more" && items[i].typed != "more")) continue;
    const std::size_t next = past_noise(items, i + 1), before = before_noise(items, i);
    const bool is_behind_attack =
        before > 0 && (items[before - 1].means == number || items[before - 1].means == firepower) && has(items, 0, i, means_that(then));
    if (!is_one_of(means_at(items, next), attacks) && (is_behind_attack || next >= items.size() || !has(items, means_that(firepower))))
      items[i].means = noise;
  }
}

// "A 467 gets jumped by a 527 that ambushes him": who is named last.
void read_ambush_by_last(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_his = items[i].means == ambush && items[i].value == "mine" &&
                        (items[i].typed.ends_with("him") || items[i].typed.ends_with("them") || items[i].typed.ends_with("me"));
    const bool is_clause =
        items[i - 1].means == noise && (items[i - 1].typed == "that" || items[i - 1].typed == "who" || items[i - 1].typed == "which");
    if (!is_his || !is_clause) continue;
    const auto here = items.begin() + static_cast<std::ptrdiff_t>(i);
    const bool is_behind_by = std::any_of(items.begin(), here, [](const Item& item) {
      return (item.means == from && item.typed == "by") || (item.means == takes && item.typed.ends_with("by")) || item.value == "by";
    });
    items[i].value = is_behind_by ? "attacker" : "defender";
  }
}

// "447 adjacent to a 467 in stone", where nothing else says at whom.
void read_adjacent_to(LineItems& items) {
  const auto first = first_that(items, means_that(counter));
  if (has(items, first, items.size(), means_that(from)) || has(items, means_any(std::array{Means::at, takes, close_combat}))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != near || !items[i].typed.ends_with(" to")) continue;
    const std::size_t next = past_noise(items, i + 1);
    if (means_at(items, next) != counter || !has_counter(items, 0, i)) continue;
    insert(items, i + 1, {.means = Means::at, .value = "at", .typed = "at"});
    return;
  }
}

}  // namespace
}  // namespace of_idioms

void read_idioms(LineItems& items) {
  of_idioms::read_pronouns(items);
  read_word_order(items);
  of_idioms::read_breaking_when(items);
  of_idioms::drop_both(items);
  of_idioms::read_rate_alone(items);
  of_idioms::read_british_guns(items);
  read_comparisons(items);
  of_idioms::read_calibres(items);
  of_idioms::read_or_with(items);
  of_idioms::read_on_the_attack(items);
  of_idioms::read_words_of_fights(items);
  of_idioms::read_rubble_asked(items);
  of_idioms::read_small_words(items);
  of_idioms::drop_last_in(items);
  of_idioms::read_out_of(items);
  of_idioms::read_acquiring_shots(items);
  of_idioms::read_drm_of_height(items);
  of_idioms::read_wood_of_one(items);
  of_idioms::read_sum_of_drm(items);
  of_idioms::read_upper_level(items);
  of_idioms::read_outcomes(items);
  of_idioms::drop_told_numbers(items);
  of_idioms::drop_size_of_building(items);
  of_idioms::read_ambush_of_subject(items);
  of_idioms::read_rally_beside_enemy(items);
  of_idioms::read_leader_with_it(items);
  of_idioms::read_said_in_passing(items);
  read_story(items);
  read_firers_told(items);
  read_words_of_vehicles(items);
  // What says nothing goes first, as the others look at neighbors; what has two meanings is refused before one of them is taken.
  of_idioms::drop_words(items);
  of_idioms::read_adjacent_to(items);
  of_idioms::read_leader_is(items);
  of_idioms::drop_said_again(items);
  of_idioms::read_hindrance_of_terrain(items);
  of_idioms::read_on_gun(items);
  of_idioms::read_led_group(items);
  of_idioms::read_after_that(items);
  of_idioms::read_times_with(items);
  of_idioms::read_eighty_eight(items);
  of_idioms::read_hexes_of_factory(items);
  of_idioms::read_volleys(items);
  of_idioms::read_wall_advantage(items);
  of_idioms::read_last_again(items);
  of_idioms::read_ambush_by_last(items);
  of_idioms::read_to_hit(items);
  of_idioms::read_number_to_hit(items);
  refuse_unclear(items);
  of_idioms::read_one_of_them(items);
  of_idioms::read_armed_firers(items);
  of_idioms::read_leaders(items);
  of_idioms::read_routers(items);
  of_idioms::read_states_of_checks(items);
  of_idioms::name_rolls(items);
  of_idioms::read_with_firers(items);
  of_idioms::read_hexes_moved(items);
  of_idioms::read_leader_with_them(items);
  of_idioms::read_ranges(items);
  of_idioms::read_again(items);
  of_idioms::read_drm_of_all(items);
  of_idioms::read_ambush_asked(items);
  of_idioms::read_hindrance_of_smoke(items);
  of_idioms::read_ambush_first(items);
  of_idioms::read_zero(items);
  of_idioms::read_led_targets(items);
  of_idioms::read_leader_of_target(items);
  of_idioms::read_gun_alone(items);
}

}  // namespace boxcars::ask
