#include "ask/stories.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/elements.hpp"
#include "ask/sides.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::ask {
namespace of_stories {
namespace {

using enum Means;

// Where somebody may run, or be held; huts are entered.
constexpr std::array grounds{terrain, material, building, rubble, fixed_tem};

// Whose the unit before it is: that of the last owner who is named before it, from `begin` on.
Owner owner_before(const LineItems& items, std::size_t at, std::size_t begin = 0) {
  for (std::size_t i = at; i-- > begin;) {
    if (items[i].typed == "they" || items[i].typed == "he") continue;  // one of those before
    if (const Owner said = owner_said(items[i]); said != Owner::unknown) return said;
  }
  return Owner::unknown;
}

// "In L6, ... at N7": nothing is known of that board, so hexes are left out; of two of them the range follows, if none is said.
void read_hexes(LineItems& items) {
  std::vector<model::Hex> hexes_;
  std::size_t first = 0;
  bool are_parted = false;  // somebody is named between the two
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != hex_name) continue;
    if (const auto hex = model::read_hex(items[i].value)) hexes_.push_back(*hex);
    if (hexes_.size() == 1) first = i;
    if (hexes_.size() == 2) are_parted = has_counter(items, first, i);
    std::size_t begin = i;
    while (begin > 0 && !items[begin].apart && items[begin - 1].means == noise) --begin;
    const bool has_relation =
        begin > 0 && !items[begin].apart && is_one_of(items[begin - 1].means, std::array{in, Means::at, Means::hexes});
    items[i].means = noise;
    if (has_relation) items[begin - 1].means = noise;
  }
  if (hexes_.size() < 2 || has(items, means_that(range)) || has(items, means_that(near)) || has(items, means_that(hexes))) return;
  if (hexes_.size() > 2 || (!are_parted && has(items, means_that(moving))))
    throw Unfit{"so many hexes", "from which to which is it fired?", "give the range, like 3 hexes", 9};
  const int far_ = model::distance(hexes_[0], hexes_[1]);
  if (far_ < 1) throw Unfit{"a hex that is named twice", "do they fire at each other within it?", "say same hex, or give the range", 9};
  items.push_back({.means = range, .apart = true, .typed = "range"});
  items.push_back({.means = number, .value = std::to_string(far_), .number = far_, .typed = std::to_string(far_)});
}

// "Turn 4, your fire": when it happens.
void drop_turn(LineItems& items) {
  constexpr std::array lasting{check, clears, kindles, until, how_many};
  if (has(items, means_any(lasting))) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_date = items[i].means == turns && items[i].typed == "turn" && items[i + 1].means == number && !items[i + 1].apart &&
                         (i + 2 >= items.size() || items[i + 2].apart);
    if (is_date) items[i].means = items[i + 1].means = noise;
  }
}

// "My hero, a 1-4-9", "the crew (a 2-2-8)": one unit, by its kind and by its numbers.
void read_appositions(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array kinds{squads, half_squads, crews, heroes, leaders};
    const bool is_class = items[i].means == quality && items[i].is_plural && items[i + 1].apart && is_determiner(items[i + 1]) &&
                          means_at(items, i + 2) == counter && is_of_class(items[i + 2].value, items[i].value);
    if (is_class) {  // conscripts, a 426
      const bool apart = items[i].apart;
      erase(items, i, i + 1);
      items[i].apart = apart;
    }
    if (i == 0 || !is_one_of(items[i].means, kinds) || items[i].is_plural) continue;
    std::size_t next = i + 1;
    while (next < items.size() && items[next].means == noise && (!items[next].apart || next == i + 1) &&
           (is_determiner(items[next]) || first_word(items[next].typed) == "of" || items[next].typed == "yours" ||
            items[next].typed == "mine" || items[next].typed == "his"))
      ++next;
    const bool is_parted =
        next < items.size() && (items[next].apart || (next > i + 1 && items[i + 1].apart) || (next > i + 1 && items[next - 1].apart));
    const bool is_numbered = means_at(items, next) == (items[i].means == leaders ? pair : counter);
    const bool has_article = next > i + 1 && (items[next - 1].typed == "a" || items[next - 1].typed == "an");
    const bool is_single = is_determiner(items[i - 1]) || says_owner(items[i - 1]) || items[i - 1].typed == "that";
    if (!is_parted || !is_numbered || !has_article || !is_single) continue;
    items[next].apart = false;
    erase(items, i + 1, next);
  }
}

// "Ran a 467 through the woods": behind a verb of moving he is in them.
void read_way_through(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    std::size_t place = i + 1;
    while (place < items.size() && !items[place].apart && is_determiner(items[place])) ++place;
    if (items[i].typed == "past") continue;
    const bool is_place_next =
        is_one_of(means_at(items, place), grounds) || (place == i + 1 && means_at(items, place) == noise);  // through it
    const bool is_into =
        items[i].means == Means::at && (items[i].typed == "into" || items[i].typed == "onto") && is_one_of(means_at(items, place), grounds);
    if ((items[i].means != through || !is_place_next) && !is_into) continue;
    constexpr std::array between{noise, counter, number, with, pair, state};
    std::size_t verb = i;
    while (verb > 0 && !items[verb].apart && is_one_of(items[verb - 1].means, between)) --verb;
    if (verb > 0 && !items[verb].apart && items[verb - 1].means == moving) items[i].means = in;
  }
}

// "Run 24 FP at him for me": the numbers, and nobody runs.
void read_run_numbers(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_run = items[i].means == moving && items[i].typed == "run" && !items[i + 1].apart &&
                        (items[i + 1].means == number || items[i + 1].means == firepower) && means_at(items, i + 2) == firepower;
    if (is_run) items[i].means = noise;
  }
}

// "Chance that it's broken", "odds he is pinned": what is asked, where nobody is named beside it.
void read_outcomes_asked(LineItems& items) {
  constexpr std::array<std::string_view, 8> asking{"chance",     "chances",     "odds",    "likely",
                                                   "likelihood", "probability", "percent", "how likely"};
  bool is_asked = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].apart) is_asked = false;
    if (items[i].means == noise && is_among(asking, items[i].typed)) is_asked = true;
    constexpr std::array others{counter, pair, squads, crews, half_squads, leaders, heroes, Means::at, takes};
    if (is_one_of(items[i].means, others)) is_asked = false;
    constexpr std::array<std::string_view, 9> subjects{"it", "its", "he", "hes", "they", "theyre", "i", "one", "we"};
    const std::size_t before =
        i > 0 && is_among(std::array<std::string_view, 4>{"is", "are", "get", "gets"}, items[i - 1].typed) ? i - 1 : i;
    if (is_asked && items[i].means == state && before > 0 && is_among(subjects, items[before - 1].typed)) items[i].means = event;
    // A 467 is pinned when it has to take a PTC
    const bool is_result = items[i].means == state && i > 0 && (items[i].typed.starts_with("is ") || before < i) && i + 1 < items.size() &&
                           is_among(std::array<std::string_view, 3>{"when", "if", "by"}, items[i + 1].typed) &&
                           has(items, i, items.size(), means_that(check));
    if (is_result) items[i].means = event;
  }
}

// "And does my squad hold?": the one that has been named by its numbers.
void drop_kinds_again(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    constexpr std::array kinds{squads, half_squads, crews, heroes, leaders};
    constexpr std::array<std::string_view, 7> pointing{"my", "your", "the", "that", "his", "our", "their"};
    const Item& item = items[i];
    const std::size_t next = past_noise(items, i + 1);
    constexpr std::array goes_on{counter,     pair,        number,  squads, half_squads, crews,     heroes,
                                 leaders,     nation,      in,      state,  concealed,   exhausted, fanatic,
                                 machine_gun, Means::unit, directs, drm,    moving,      alone,     leadership};
    const bool is_again = is_one_of(item.means, kinds) && items[i - 1].means == noise && is_among(pointing, items[i - 1].typed) &&
                          !item.apart && !is_one_of(means_at(items, next), goes_on) && item.typed != "half";
    if (!is_again) continue;
    const auto is_it = [&](const Item& one) {
      if (item.means == leaders) return is_rated_as_leader(one);
      const std::string kind = one.means == counter ? kind_of_counter(one.value) : "";
      const std::string_view wanted = item.means == squads        ? "squad"
                                      : item.means == half_squads ? "hs"
                                      : item.means == crews       ? "crew"
                                                                  : "hero";
      return one.means == counter && (kind.empty() ? wanted == "squad" : kind.find(wanted) != std::string::npos);
    };
    const auto here = items.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = std::count_if(items.begin(), here, is_it);
    std::ptrdiff_t of_same = 0;  // "my squad", of one that is called mine
    for (std::size_t k = 1; k < i; ++k) of_same += is_it(items[k]) && items[k - 1].typed == items[i - 1].typed ? 1 : 0;
    if ((before != 1 && of_same != 1) || std::any_of(here, items.end(), is_it)) continue;
    items[i].means = noise;
  }
}

// "My 9-1", "your lone 8-0": a leader by his numbers, and no Firepower.
void read_leaders_owned(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Item& item = items[i];
    const bool is_leader = is_rated_as_leader(item) && item.second >= -3 && item.second <= 1 && !item.is_plural;
    const std::size_t owner = items[i - 1].typed == "lone" ? i - 1 : i;
    constexpr std::array no_leader{shot, firepower, Means::at, drm, number, leaders};
    if (!is_leader || item.apart || owner == 0 || is_one_of(means_at(items, i + 1), no_leader)) continue;
    const Item& said = items[owner - 1];
    const bool is_owned =
        said.means == noise && is_among(std::array<std::string_view, 6>{"my", "your", "his", "our", "their", "the lone"}, said.typed);
    if (!is_owned && owner == i) continue;
    insert(items, i, {.means = leaders, .value = "leader", .typed = "leader"});
    ++i;
  }
}

// "A 9-2 who is alone", "I may as well concede, no?"
void drop_idle_ends(LineItems& items) {
  for (Item& item : items) {
    if (item.means == alone && item.value.empty() && has(items, means_that(close_combat))) item.means = noise;
  }
  if (!items.empty() && items.back().means == no && items.back().typed == "no" && items.back().apart) items.pop_back();
}

// "Two 658s, each with a LMG": as many as there are of them; where one group has one kind of MG.
void read_each_with(LineItems& items, std::size_t each) {
  const std::size_t gun = past_noise(items, each + 2);
  const std::size_t unit = before_noise(items, each);
  if (std::count_if(items.begin(), items.end(), means_that(machine_gun)) != 1 || has_counter(items, 0, unit > 0 ? unit - 1 : 0)) return;
  if (means_at(items, each + 1) != with || means_at(items, gun) != machine_gun || unit == 0 || items[unit - 1].means != counter) return;
  const std::size_t counted = before_noise(items, unit - 1);
  if (counted == 0 || items[counted - 1].means != number) return;
  Item count = items[counted - 1];
  count.apart = false;
  items[each].means = noise;
  items[each].apart = items[each + 1].apart = false;
  insert(items, gun, count);
}

// "+1 each", "all +2": of every attack. What each of several units has is another thing.
void read_each(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != not_asked || items[i].typed != "each") continue;
    read_each_with(items, i);
    const bool is_of_drm =
        (i > 0 && (items[i - 1].means == drm || items[i - 1].means == flat)) || means_at(items, past_noise(items, i + 1)) == drm;
    const bool is_of_attacks = i > 0 && items[i - 1].means == firepower && has(items, 0, i, [](const Item& item) {
                                 return item.means == number && item.typed.find("attacks") != std::string::npos;
                               });  // two attacks with 8 FP each
    if (is_of_drm || is_of_attacks) items[i].means = noise;
  }
}

// "Does a 447 go berserk?" of Heat of Battle, "do they bail out?" of Crew Survival: among its odds.
void read_results_asked(LineItems& items) {
  const bool is_heat = has(items, is_check("heat-of-battle"));
  const bool is_survival = has(items, is_check("crew-survival")) ||
                           has(items, [](const Item& item) { return item.means == valued && item.value == "crew_survival"; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_result = is_heat && (items[i].means == state || items[i].means == fanatic) && i > 0 && !items[i].apart &&
                           (items[i].value == "berserk" || items[i].means == fanatic) && items[i].typed.find(' ') != std::string::npos;
    if (is_result || (is_survival && items[i].means == not_asked && items[i].typed.starts_with("bail"))) items[i].means = event;
  }
}

// "Up to four turns": how long.
void drop_up_to(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].means != plus) continue;
    const std::size_t behind = past_noise(items, i + 1);
    const bool is_limit = items[i].typed == "up" && items[i + 1].typed == "to" && means_at(items, behind) == number &&
                          is_one_of(means_at(items, behind + 1), std::array{turns, rounds, times});
    if (is_limit) items[i].means = noise;
  }
}

// "447 assault moves in", where mines or Residual FP are; "my 4 FP shot is next"; "which hurts him more, 12 or 8?"
void drop_ends_of_clauses(LineItems& items) {
  const bool is_trap =
      has(items, [](const Item& item) { return item.means == weapon && (item.value == "mines" || item.value == "residual"); });
  bool asks_better = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    asks_better = asks_better || items[i].means == better;
    const bool ends = i + 1 == items.size() || items[i + 1].apart;
    const bool is_way = is_trap && items[i].means == in && items[i].typed == "in";
    const bool is_next = items[i].means == then && items[i].typed == "next" && i > 0 && items[i - 1].typed == "is";
    const bool is_more = items[i].means == then && items[i].typed == "more" && asks_better;
    const bool does_more =
        items[i].means == then && items[i].typed == "more" && i > 0 && (items[i - 1].typed == "do" || items[i - 1].typed == "does");
    if (does_more) items[i].means = noise;
    if (ends && (is_way || is_next || is_more)) items[i].means = noise;
  }
}

// "A 467 breaches the wall with a DC, behind it a 447": who places it is not behind it.
void drop_breachers(LineItems& items) {
  const auto verb = std::find_if(items.begin(), items.end(), means_that(breaches));
  if (verb == items.end() || std::none_of(verb, items.end(), means_that(counter))) return;
  const auto placer = std::find_if(items.begin(), verb, means_that(counter));
  if (std::count_if(items.begin(), verb, means_that(counter)) != 1 || std::any_of(items.begin(), verb, means_that(in))) return;
  placer->means = noise;
  if (placer != items.begin() && (placer - 1)->means == number) (placer - 1)->means = noise;
}

// "467 with only his HMG": its own.
void read_own_guns(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t gun_at = means_at(items, i + 1) == nation ? i + 2 : i + 1;
    if (items[i].means != noise || (items[i].typed != "his" && items[i].typed != "their") || means_at(items, gun_at) != machine_gun)
      continue;
    for (std::size_t k = i; k > 0 && !items[k].apart; --k) {
      constexpr std::array between{noise, with, name, nation};
      if (items[k - 1].means == counter) items[i].typed = "its";
      if (!is_one_of(items[k - 1].means, between)) break;
    }
  }
}

// "548 fires its LMG too", "467 fires only its German HMG": what fires beside him, or alone.
void read_gun_that_fires(LineItems& items, std::size_t verb) {
  const bool is_using = items[verb].means == noise && (items[verb].typed == "using" || items[verb].typed == "uses");
  if ((items[verb].means != name && !is_using) || verb == 0) return;
  const bool has_gun = has(items, 0, verb, is_machine_gun);
  const bool is_relative = verb > 1 && !items[verb].apart && (items[verb - 1].typed == "that" || items[verb - 1].typed == "who");
  if (items[verb - (is_relative ? 2 : 1)].means != counter && !has_gun) return;
  std::size_t gun_at = verb + 1;
  bool is_alone = false;
  constexpr std::array<std::string_view, 4> only{"only", "just", "its", "his"};
  while (gun_at < items.size() && !items[gun_at].apart &&
         (is_determiner(items[gun_at]) || items[gun_at].means == nation || is_among(only, items[gun_at].typed))) {
    is_alone = is_alone || items[gun_at].typed == "only" || items[gun_at].typed == "just";
    ++gun_at;
  }
  const bool is_numbered =
      means_at(items, gun_at) == pair && means_at(items, gun_at + 1) == machine_gun && !items[gun_at].apart;  // 7-16 HMG
  if (is_numbered) std::swap(items[gun_at], items[gun_at + 1]);
  if (means_at(items, gun_at) != machine_gun || items[gun_at].apart) return;
  const bool is_again =
      has(items, 0, verb, [&](const Item& item) { return item.means == machine_gun && item.value == items[gun_at].value; });
  if (has_gun && is_again && !is_alone && has(items, gun_at, items.size(), means_that(alone))) {  // the HMG instead of its own FP
    items[verb].means = items[gun_at].means = noise, items[verb].value.clear();
    return;
  }
  if (has_gun && is_again && !is_alone && !is_using)
    throw Unfit{"the " + items[gun_at].typed + " again", "does who mans it fire nothing else?",
                "give it like 467,mg-only mmg:5-12 range 8 vs 447", 9};
  if ((has_gun || is_using) && !is_alone) return;
  if (has_gun) {  // with a .50 cal, firing only the MG
    items[verb].means = noise, items[verb].value.clear();
    items[gun_at] = {.means = alone, .typed = "only the MG fires"};
    return;
  }
  items[verb].means = with, items[verb].typed = "with";
  for (std::size_t i = verb + 1; i < gun_at; ++i) {
    if (items[i].means == noise) items[i].typed = "its";  // and nobody else's
  }
  const std::size_t end = means_at(items, gun_at + 1) == pair ? gun_at + 2 : gun_at + 1;
  if (is_alone) insert(items, end, {.means = alone, .typed = "only the MG fires"});
}

// Words that say in a sentence what others say with a sign: "what can a 666 do to a 467?", "one more 12 on it",
// "a 75L has him acquired at -1", "ELR 2 447".
void read_turns_of_phrase(LineItems& items) {
  const bool asks_what_he_does = has(items, [](const Item& item) { return item.means == noise && item.typed == "do"; });
  constexpr std::array sides_said{Means::at, takes};
  const bool has_sides = has(items, means_any(sides_said));
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    std::size_t next = i + 1;
    constexpr std::array<std::string_view, 4> passed{"its", "single", "lone", "poor"};
    while (next < items.size() && !items[next].apart && (is_determiner(items[next]) || is_among(passed, items[next].typed))) ++next;
    std::size_t who = next;  // to a running 447
    while (who < items.size() && !items[who].apart && is_one_of(items[who].means, std::array{moving, state, concealed})) ++who;
    const Means then_ = next < items.size() && !items[next].apart ? items[next].means : Means::unknown;
    read_gun_that_fires(items, i);
    const bool does_to = asks_what_he_does && !has_sides && items[i].means == noise && items[i].typed == "to" &&
                         (means_at(items, who) == counter || (then_ == number && means_at(items, next + 1) == counter)) &&
                         has(items, 0, i, [](const Item& item) {
                           constexpr std::array firing{counter, gun, fire, by_name, vehicle};
                           return is_one_of(item.means, firing);
                         });
    const bool does_to_leader = asks_what_he_does && !has_sides && items[i].means == noise && items[i].typed == "to" && then_ == pair &&
                                has(items, 0, i, means_any(std::array{number, firepower}));
    if (does_to || does_to_leader) items[i].means = Means::at, items[i].typed = "at";
    const bool is_one_more = items[i].means == number && items[i].typed == "one" && items[i + 1].means == then &&
                             items[i + 1].typed == "more" && means_at(items, i + 2) == number;
    if (is_one_more) items[i].means = items[i + 1].means = noise;
    if (items[i].means == acquired && items[i + 1].means == Means::at && means_at(items, i + 2) == drm) items[i + 1].means = noise;
    const bool is_shelling = items[i].means == fire && items[i].typed == "shelling" && i > 0 &&
                             is_one_of(items[i - 1].means, std::array{gun, ordnance, by_name, vehicle});
    if (is_shelling) items[i].means = Means::at, items[i].typed = "shelling";
    const bool is_smoke = items[i].means == hinders && items[i + 1].typed == "so" && means_at(items, i + 2) == drm;  // smoke, so +2
    if (is_smoke) erase(items, i + 1, i + 2), items[i + 1].apart = false;
    const bool is_elr = items[i].means == elr && items[i + 1].means == number && means_at(items, i + 2) == counter && !items[i + 2].apart;
    if (is_elr) {
      const bool apart = items[i].apart;
      std::rotate(items.begin() + static_cast<std::ptrdiff_t>(i), items.begin() + static_cast<std::ptrdiff_t>(i) + 2,
                  items.begin() + static_cast<std::ptrdiff_t>(i) + 3);
      items[i].apart = apart;
      items[i + 1].apart = false;
    }
  }
}

// Words beside a question that says them already: a leader in charge of a Clearance, a Flame that burns, a sapper squad, a rubble hex.
void drop_said_by_question(LineItems& items) {
  const bool clears_ = has(items, means_that(clears)) || has(items, means_that(task)), is_check_ = has(items, means_that(check));
  const bool has_flamethrower = has(items, [](const Item& item) { return item.means == weapon && item.value == "ft"; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool leads = clears_ && items[i].means == directs && i > 0 && items[i - 1].means == pair;
    const bool burns = items[i].means == kindles && items[i].typed.starts_with("burn") &&
                       (clears_ || (has_flamethrower && has(items, means_that(counter))));
    const bool is_beside = is_check_ && items[i].means == near && has(items, means_that(pair)) &&
                           !is_place(means_at(items, past_noise(items, i + 1))) && i + 1 < items.size() &&
                           is_among(std::array<std::string_view, 3>{"him", "it", "them"}, items[i + 1].typed);  // in his hex
    const bool is_hex = items[i].means == hexes && items[i].typed == "hex" && i > 0 && is_place(items[i - 1].means) && !items[i].apart &&
                        !(i > 1 && items[i - 2].means == number);  // one grain hex
    const bool is_sappers = items[i].means == squads && means_at(items, i + 2) == sappers && items[i + 1].typed == "of";
    const bool is_between = items[i].means == not_asked && items[i].typed == "between" && (i + 1 == items.size() || items[i + 1].apart) &&
                            i > 0 && is_one_of(items[i - 1].means, std::array{hinders, drm, hindrance, terrain, number});
    if (is_between && items[i - 1].means == terrain) {  // grain between
      items[i] = std::exchange(items[i - 1], {.means = through, .value = "through", .apart = items[i - 1].apart, .typed = "through"});
      items[i].apart = false;
      continue;
    }
    if (clears_ && items[i].means == directed_by) items[i].means = with, items[i].typed = "with";
    const bool is_end = items[i].means == collapses && has(items, means_that(bombards));
    if (is_end) items[i].means = event;
    const bool is_task_hex = items[i].means == hexes && items[i].typed == "hex" && i > 0 && items[i - 1].means == task && !items[i].apart;
    if (is_task_hex || leads || burns || is_beside || is_hex || is_sappers || is_between) items[i].means = noise;
  }
}

// "Flamethrower from two hexes away, 447 in a building": how far it is, where who is fired at follows.
void read_from_hexes(LineItems& items) {
  if (has(items, means_that(Means::at)) || has(items, means_that(takes))) return;
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    const std::size_t who = past_noise(items, i + 3);
    const std::size_t unit_at = means_at(items, who) == number ? who + 1 : who;
    const bool is_it = items[i].means == from && items[i].typed == "from" && items[i + 1].means == number && items[i + 2].means == hexes &&
                       items[i + 3].apart && means_at(items, unit_at) == counter;
    if (!is_it) continue;
    items[i].means = range, items[i].typed = "at range";
    items[i + 2].means = noise;
  }
}

// "447s times two"
void read_counts_behind(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool says_both = items[i + 1].means == noise && items[i + 1].typed.starts_with("both of ");
    const bool is_some = (items[i + 1].typed == "both" || (items[i + 1].means == number && items[i + 1].number > 1)) &&
                         items[i + 1].number < 10 && items[i + 2].means == noise && items[i + 2].typed.starts_with("of ");
    const std::size_t end = i + (says_both ? 2 : 3);
    constexpr std::array of_some{state, concealed, exhausted, fanatic, near};  // two of them broken
    const bool is_of_them = items[i].means == counter && items[i].is_plural && (says_both || is_some) &&
                            !is_one_of(means_at(items, past_noise(items, end)), of_some);
    if (is_of_them) {  // my 548s, two of them
      Item count = items[i + 1];
      if (count.means == noise) count = word(number, "both"), count.number = 2;
      erase(items, i + 1, end);
      std::size_t begin = i;
      while (begin > 0 && !items[begin].apart && is_one_of(items[begin - 1].means, std::array{state, quality, nation})) --begin;
      count.apart = std::exchange(items[begin].apart, false);
      if (is_one_of(means_at(items, i + 1), std::array{noise, in})) items[i + 1].apart = false;
      insert(items, begin, count);
      continue;
    }
    const bool is_count = items[i].means == counter && items[i + 1].means == times && items[i + 1].typed == "times" &&
                          items[i + 2].means == number && items[i + 2].number < 10 && !items[i + 1].apart && !items[i + 2].apart;
    if (!is_count) continue;
    Item count = items[i + 2];
    count.apart = std::exchange(items[i].apart, false);
    erase(items, i + 1, i + 3);
    insert(items, i, count);
  }
}

// "I've a PSK, and he has parked a Sherman two hexes away": whose vehicle it is says at what is fired.
void read_vehicle_of_other(LineItems& items) {
  constexpr std::array others{Means::at, takes, close_combat, ambush, check, either, enters, counter, duels};
  const auto is_named = [](const Item& item) { return item.means == vehicle && !item.value.empty(); };
  const auto is_gun = [](const Item& item) { return is_one_of(item.means, std::array{latw, by_name, gun}); };
  if (has(items, means_any(others)) || std::count_if(items.begin(), items.end(), is_named) != 1 ||
      std::count_if(items.begin(), items.end(), is_gun) != 1)
    return;
  const auto of = first_that(items, is_gun);
  auto target = first_that(items, is_named);
  const Owner firer = owner_before(items, of);
  if (target < of || firer == Owner::unknown || owner_before(items, target) != other_side(firer)) return;
  while (target > 0 && is_determiner(items[target - 1])) --target;
  items[target].apart = false;
  insert(items, target, {.means = Means::at, .value = "at", .typed = "at"});
}

// "Rally him under a 9-1": who directs.
void read_leader_of_check(LineItems& items) {
  if (!has(items, means_that(check))) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    if (items[i].means == takes && items[i].typed == "under" && means_at(items, past_noise(items, i + 1)) == pair)
      items[i].means = with, items[i].typed = "with";
  }
}

// "At a T-34/85, 10 hexes: PaK 40", "better to be in woods when a 12 hits my 447": what is told first belongs behind who fires.
void read_target_first(LineItems& items) {
  std::size_t first = past_noise(items, 0);
  if (means_at(items, first) == better) first = past_noise(items, first + 1);
  const auto move_behind = [&](std::size_t end) {
    const bool apart = items[first].apart;
    move_to_end(items, first, end);
    items[first].apart = apart;
  };
  if (means_at(items, first) == Means::at && means_at(items, past_noise(items, first + 1)) == vehicle) {
    for (std::size_t i = first + 2; i < items.size(); ++i) {
      const bool is_gun = items[i].apart && is_one_of(means_at(items, past_noise(items, i)), std::array{by_name, vehicle, gun, latw});
      if (!is_gun) continue;
      items[i].apart = false;
      return move_behind(i);
    }
  }
  if (means_at(items, first) != in) return;
  for (std::size_t i = first + 1; i < items.size(); ++i) {
    constexpr std::array places{noise, material, terrain, building, either, in, fortified};
    const bool is_joint = items[i].means == noise && (items[i].typed == "when" || items[i].typed == "if");
    if (is_joint && has(items, means_that(counter))) {
      items[i].typed = "that";
      return move_behind(i);
    }
    if (!is_one_of(items[i].means, places)) return;
  }
}

// "My 447 when a 12 hits": what he takes.
void read_number_that_hits(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const std::size_t number_at = past_noise(items, i + 1);
    const std::size_t verb = means_at(items, number_at + 1) == firepower ? number_at + 2 : number_at + 1;
    constexpr std::array<std::string_view, 5> coming{"comes in", "comes", "lands", "arrives", "coming in"};
    const bool is_verb = verb < items.size() && ((items[verb].means == name && items[verb].typed.starts_with("hit")) ||
                                                 (items[verb].means == noise && is_among(coming, items[verb].typed)));
    const bool is_it = items[i].means == noise && (items[i].typed == "when" || items[i].typed == "if") &&
                       means_at(items, number_at) == number && is_verb && (verb + 1 == items.size() || items[verb + 1].apart);
    if (!is_it) continue;
    items[i].means = takes, items[i].typed = "takes";
    items[verb].means = noise;
  }
}

// "A tank over rubble": what it enters.
void read_vehicle_over(LineItems& items) {
  constexpr std::array others{counter, number, by_name, gun, Means::at, takes, firepower, enters, machine_gun, pair, check, weapon};
  const auto is_any = [](const Item& item) { return item.means == vehicle && item.value.empty(); };
  if (!has(items, is_any) || has(items, means_any(others))) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array places{rubble, building, material, hut_word};
    std::size_t place = i + 1;
    while (place < items.size() && is_determiner(items[place])) ++place;
    if (items[i].means == through && is_one_of(means_at(items, place), places)) items[i].means = enters, items[i].typed = "enters";
  }
}

// "At his 447 with my 9-1", "at his 447 with my LMG": of who fires, though they stand behind the target.
void read_possessed(LineItems& items) {
  const std::size_t aim = first_that(items, means_that(Means::at));
  for (std::size_t i = aim; i + 2 < items.size(); ++i) {
    if (items[i].means != with || !has_counter(items, aim, i)) continue;
    const Owner whose = owner_said(items[i + 1]);
    Owner target = owner_before(items, i, aim);
    if (target == Owner::unknown) target = Owner::his;  // whoever is fired at
    if (whose == Owner::unknown || first_word(items[i + 1].typed) != items[i + 1].typed || target != other_side(whose)) continue;
    std::size_t what = past_noise(items, i + 2);
    while (means_at(items, what) == leaders || means_at(items, what) == heroes) what = past_noise(items, what + 1);
    if (means_at(items, what) == pair) {
      items[i].means = directed_by, items[i].typed = "directed by";
    } else if (means_at(items, what) == machine_gun || means_at(items, what) == counter) {
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + " " + items[what].typed + "' behind the target", "who fires it?",
                  "name all who fire before at", 9};
    }
  }
}

// "His 9-1 directs his 447 in stone, and my 467 fires": he does nothing for my fire.
void read_director_of_others(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != directs || means_at(items, i - 1) != pair) continue;
    const Owner leader = owner_before(items, i), led = owner_said(items[i + 1]);
    if (leader == Owner::unknown) continue;
    Owner firer = Owner::unknown;
    for (std::size_t k = i + 1; k < items.size(); ++k) {
      constexpr std::array attacks{firepower, Means::at};
      const bool is_fire = is_fire_verb(items[k]) || is_one_of(items[k].means, attacks);
      if (!is_fire) continue;
      firer = owner_before(items, k);
      break;
    }
    if (firer != other_side(leader)) continue;
    if (led == leader) {
      items[i].means = with, items[i].typed = "and";
    } else {
      throw Unfit{"'" + items[i].typed + "' of the other side", "he directs nobody who fires here",
                  "leave him out, or name him with his unit", 9};
    }
  }
}

// "A trench that holds one 467": who is there, and nothing that stays hidden.
void read_holding_places(LineItems& items) {
  if (is_fight(items)) return;
  constexpr std::array<std::string_view, 3> asking{"which holds", "who holds", "that holds"};
  for (std::size_t i = 0; i < items.size(); ++i) {  // which holds better?
    const bool asks = items[i].means == concealed && is_among(asking, items[i].typed) && (i == 0 || means_at(items, i + 1) == better);
    if (asks) items[i].means = event;
  }
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    std::size_t who = i + 1;
    while (who < items.size() && !items[who].apart && (is_determiner(items[who]) || items[who].means == number)) ++who;
    const bool is_it = items[i].means == concealed && items[i].value == "holds" && items[i].typed.ends_with(" holds") &&
                       is_one_of(items[i - 1].means, grounds) && who > i + 1 && means_at(items, who) == counter;
    if (is_it) items[i].means = noise;
  }
}

// "With the +2 for concealment", "-2 for concealment": what is said of him already.
void drop_drm_of_concealment(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != drm) continue;
    const std::size_t next = past_noise(items, i + 1);
    if (means_at(items, next) != concealed || items[next].typed != "concealment") continue;
    const auto hidden = std::count_if(items.begin(), items.end(), means_that(concealed));
    const bool is_told = hidden > 1 && ((items[i].number == -2 && has(items, means_that(ambush))) ||
                                        (items[i].number == 2 && has(items, means_any(std::array{gun, by_name}))));
    if (is_told) items[i].means = items[next].means = noise;
  }
}

// "The Russians can put a 16 on it", "the Brits are in a house, two 457s": who acts, or whose they are.
void read_nations_acting(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array<std::string_view, 14> behind_actor{"have", "has",   "can", "are",  "is",  "will",       "put",
                                                            "puts", "could", "had", "with", "sit", "over there", "got"};
    if (items[i].means != nation || !is_among(behind_actor, items[i + 1].typed)) continue;
    std::size_t unit = i + 1;
    constexpr std::array passed{noise, number, in, material, building, terrain, fortified, with, quality, storeys};
    while (unit < items.size() && is_one_of(items[unit].means, passed)) ++unit;
    const bool has_unit = means_at(items, unit) == counter;
    const Means done = means_at(items, past_noise(items, i + 1));
    if (!has_unit && done != number && done != firepower) continue;
    Item whose = items[i];
    whose.apart = false;
    items[i].means = noise, items[i].typed = "they";
    if (has_unit && whose.value != nation_of_counter(items[unit].value))  // else its numbers say it
      insert(items, unit, whose);
  }
}

}  // namespace
}  // namespace of_stories

void read_story(LineItems& items) {
  // Whose they are and who they are comes first, as the others look at that; the sides come last, when each word has its meaning.
  of_stories::read_hexes(items);
  of_stories::drop_turn(items);
  of_stories::read_own_guns(items);
  of_stories::read_nations_acting(items);
  of_stories::read_leaders_owned(items);
  of_stories::read_possessed(items);
  of_stories::read_director_of_others(items);
  of_stories::read_appositions(items);
  of_stories::drop_kinds_again(items);
  of_stories::drop_idle_ends(items);
  of_stories::read_holding_places(items);
  of_stories::read_each(items);
  of_stories::read_results_asked(items);
  of_stories::drop_up_to(items);
  of_stories::drop_ends_of_clauses(items);
  of_stories::read_turns_of_phrase(items);
  of_stories::drop_said_by_question(items);
  of_stories::read_from_hexes(items);
  of_stories::drop_breachers(items);
  of_stories::read_counts_behind(items);
  of_stories::read_vehicle_of_other(items);
  of_stories::read_leader_of_check(items);
  of_stories::read_vehicle_over(items);
  of_stories::read_outcomes_asked(items);
  of_stories::drop_drm_of_concealment(items);
  of_stories::read_run_numbers(items);
  of_stories::read_way_through(items);
  of_stories::read_target_first(items);
  of_stories::read_number_that_hits(items);
  read_sides(items);
}

}  // namespace boxcars::ask
