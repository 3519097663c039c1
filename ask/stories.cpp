#include "ask/stories.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/rules/hex_grid.hpp"

namespace boxcars::ask {
namespace of_stories {
namespace {

using enum Means;

template <class Words>
bool is_among(const Words& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}
std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

bool is_unit_word(Means means) {
  return is_one_of(means, std::array{counter, Means::unit, squads, half_squads, crews, heroes, machine_gun, pair});
}

enum class Owner : std::uint8_t { unknown, mine, his };

// Whose what follows is, or who does it: "my", "I have", "you sit".
Owner owner_said(const Item& item) {
  constexpr std::array<std::string_view, 10> mine{"my", "our", "i", "we", "ive", "weve", "im", "mine", "ours", "ill"};
  constexpr std::array<std::string_view, 16> his{"your", "his",    "their",     "you",      "he",   "they",  "enemy", "youve",
                                                 "hes",  "theyve", "opponents", "opponent", "foes", "youre", "yours", "theyre"};
  if (item.means != noise) return Owner::unknown;
  const std::string_view word = first_word(item.typed);
  return is_among(mine, word) ? Owner::mine : is_among(his, word) ? Owner::his : Owner::unknown;
}

// "In L6, ... at N7": where they are on a board that is not asked with them. The range between two is theirs, if none is said.
void read_hexes(LineItems& items) {
  std::vector<model::Hex> hexes_;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != hex_name) continue;
    if (const auto hex = model::read_hex(items[i].value)) hexes_.push_back(*hex);
    std::size_t begin = i;
    while (begin > 0 && !items[begin].apart && items[begin - 1].means == noise) --begin;
    const bool has_relation =
        begin > 0 && !items[begin].apart && is_one_of(items[begin - 1].means, std::array{in, Means::at, Means::hexes});
    items[i].means = noise;
    if (has_relation) items[begin - 1].means = noise;
  }
  if (hexes_.size() != 2 || has(items, means_that(range)) || has(items, means_that(near)) || has(items, means_that(hexes))) return;
  const int far_ = model::distance(hexes_[0], hexes_[1]);
  if (far_ < 1) return;
  items.push_back({.means = range, .apart = true, .typed = "range"});
  items.push_back({.means = number, .value = std::to_string(far_), .number = far_, .typed = std::to_string(far_)});
}

// "Turn 4, your fire": when it happens.
void drop_turn(LineItems& items) {
  constexpr std::array lasting{check, clears, kindles, until, how_many};
  if (has(items, [&](const Item& item) { return is_one_of(item.means, lasting); })) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_date = items[i].means == turns && items[i].typed == "turn" && items[i + 1].means == number && !items[i + 1].apart &&
                         (i + 2 >= items.size() || items[i + 2].apart);
    if (is_date) items[i].means = items[i + 1].means = noise;
  }
}

// "My hero, a 1-4-9", "the crew (a 2-2-8)": one unit, by its kind and by its numbers.
void read_appositions(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    constexpr std::array kinds{squads, half_squads, crews, heroes, leaders};
    if (!is_one_of(items[i].means, kinds) || items[i].is_plural) continue;
    std::size_t next = i + 1;
    while (next < items.size() && items[next].means == noise && (!items[next].apart || next == i + 1) &&
           (is_determiner(items[next]) || first_word(items[next].typed) == "of" || items[next].typed == "yours" ||
            items[next].typed == "mine" || items[next].typed == "his"))
      ++next;
    const bool is_parted =
        next < items.size() && (items[next].apart || (next > i + 1 && items[i + 1].apart) || (next > i + 1 && items[next - 1].apart));
    const bool is_numbered = means_at(items, next) == (items[i].means == leaders ? pair : counter);
    const bool has_article = next > i + 1 && (items[next - 1].typed == "a" || items[next - 1].typed == "an");
    const bool is_single = is_determiner(items[i - 1]) || owner_said(items[i - 1]) != Owner::unknown || items[i - 1].typed == "that";
    if (!is_parted || !is_numbered || !has_article || !is_single) continue;
    items[next].apart = false;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.begin() + static_cast<std::ptrdiff_t>(next));
  }
}

// "Ran a 467 through the woods": he is in them, where nobody has fired before.
void read_way_through(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    std::size_t place = i + 1;
    while (place < items.size() && !items[place].apart && is_determiner(items[place])) ++place;
    constexpr std::array places{terrain, material, building, rubble, fixed_tem};
    const bool is_place_next =
        is_one_of(means_at(items, place), places) || (place == i + 1 && means_at(items, place) == noise);  // through it
    const bool is_into =
        items[i].means == Means::at && (items[i].typed == "into" || items[i].typed == "onto") && is_one_of(means_at(items, place), places);
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
      if (item.means == leaders) return one.means == pair && one.number >= 6 && one.number <= 10;
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
    const bool is_leader =
        item.means == pair && item.number >= 6 && item.number <= 10 && item.second >= -3 && item.second <= 1 && !item.is_plural;
    const std::size_t owner = items[i - 1].typed == "lone" ? i - 1 : i;
    constexpr std::array no_leader{shot, firepower, Means::at, drm, number, leaders};
    if (!is_leader || item.apart || owner == 0 || is_one_of(means_at(items, i + 1), no_leader)) continue;
    const Item& said = items[owner - 1];
    const bool is_owned =
        said.means == noise && is_among(std::array<std::string_view, 6>{"my", "your", "his", "our", "their", "the lone"}, said.typed);
    if (!is_owned && owner == i) continue;
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), {.means = leaders, .value = "leader", .typed = "leader"});
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

// "+1 each", "all +2": of every attack. What each of several units has is another thing.
void read_each(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != not_asked || items[i].typed != "each") continue;
    const bool is_of_drm =
        (i > 0 && (items[i - 1].means == drm || items[i - 1].means == flat)) || means_at(items, past_noise(items, i + 1)) == drm;
    if (is_of_drm) items[i].means = noise;
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

// "Up to four turns", "plus an 8-1": how long, and who else.
void read_plus(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].means != plus) continue;
    const std::size_t behind = past_noise(items, i + 1);
    const bool is_limit = items[i].typed == "up" && items[i + 1].typed == "to" && means_at(items, behind) == number &&
                          is_one_of(means_at(items, behind + 1), std::array{turns, rounds, times});
    if (is_limit) items[i].means = noise;
  }
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
  const std::size_t first = past_noise(items, 0);
  const auto move_behind = [&](std::size_t end) {
    const bool apart = items[first].apart;
    std::rotate(items.begin() + static_cast<std::ptrdiff_t>(first), items.begin() + static_cast<std::ptrdiff_t>(end), items.end());
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
      items[i].means = noise, items[i].typed = "that";
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
    const bool is_it = items[i].means == noise && (items[i].typed == "when" || items[i].typed == "if") &&
                       means_at(items, number_at) == number && means_at(items, verb) == name && items[verb].typed.starts_with("hit") &&
                       (verb + 1 == items.size() || items[verb + 1].apart);
    if (!is_it) continue;
    items[i].means = takes, items[i].typed = "takes";
    items[verb].means = noise;
  }
}

// "A tank over rubble": what it enters.
void read_vehicle_over(LineItems& items) {
  constexpr std::array others{counter, number, by_name, gun, Means::at, takes, firepower, enters, machine_gun, pair, check, weapon};
  const auto is_any = [](const Item& item) { return item.means == vehicle && item.value.empty(); };
  if (!has(items, is_any) || has(items, [&](const Item& item) { return is_one_of(item.means, others); })) return;
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array places{rubble, building, material, hut_word};
    std::size_t place = i + 1;
    while (place < items.size() && is_determiner(items[place])) ++place;
    if (items[i].means == through && is_one_of(means_at(items, place), places)) items[i].means = enters, items[i].typed = "enters";
  }
}

// "With the +2 for concealment", "-2 for concealment": what is said of him already.
void drop_drm_of_concealment(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != drm) continue;
    const std::size_t next = past_noise(items, i + 1);
    if (means_at(items, next) != concealed || items[next].typed != "concealment") continue;
    const auto hidden = std::count_if(items.begin(), items.end(), means_that(concealed));
    const bool is_told =
        hidden > 1 && ((items[i].number == -2 && has(items, means_that(ambush))) ||
                       (items[i].number == 2 && has(items, [](const Item& item) { return item.means == gun || item.means == by_name; })));
    if (is_told) items[i].means = items[next].means = noise;
  }
}

// "The Russians can put a 16 on it", "the Brits are in a house, two 457s": who acts, or whose they are.
void read_nations_acting(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    constexpr std::array<std::string_view, 14> verbs{"have", "has",   "can", "are",  "is",  "will",       "put",
                                                     "puts", "could", "had", "with", "sit", "over there", "got"};
    if (items[i].means != nation || !is_among(verbs, items[i + 1].typed)) continue;
    std::size_t unit = i + 1;
    constexpr std::array passed{noise, number, in, material, building, terrain, fortified, with, quality, storeys};
    while (unit < items.size() && is_one_of(items[unit].means, passed)) ++unit;
    if (means_at(items, unit) == counter && items[i].value != nation_of_counter(items[unit].value)) {
      Item whose = items[i];
      whose.apart = false;
      items[i].means = noise, items[i].typed = "they";
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(unit), whose);
    } else if (means_at(items, unit) == counter) {
      items[i].means = noise, items[i].typed = "they";  // whose numbers say it
    } else if (means_at(items, past_noise(items, i + 1)) == number || means_at(items, past_noise(items, i + 1)) == firepower) {
      items[i].means = noise, items[i].typed = "they";
    }
  }
}

// What a part of the story is about.
struct Clause {
  std::size_t begin, end;
  Owner owner = Owner::unknown;
  bool has_units = false, fires = false, moves = false;
};

std::vector<Clause> clauses_of(const LineItems& items) {
  std::vector<Clause> clauses{{0, 0}};
  for (std::size_t i = 0; i < items.size(); ++i) {
    Clause& last = clauses.back();
    const Owner said = owner_said(items[i]);
    const bool is_other = last.has_units && said != Owner::unknown && last.owner != said;
    if (i > last.begin && (items[i].apart || is_other)) {
      clauses.back().end = i;
      clauses.push_back({i, i});
    }
    Clause& now = clauses.back();
    if (said != Owner::unknown && (now.owner == Owner::unknown || !now.has_units)) now.owner = said;
    now.has_units = now.has_units || is_unit_word(items[i].means);
    now.fires = now.fires || (items[i].means == name && items[i].value == "attack") || items[i].means == phase;
    now.moves = now.moves || is_one_of(items[i].means, std::array{moving, ffmo, ffnam});
  }
  clauses.back().end = items.size();
  return clauses;
}

// "My 9-1 and two 548s are in L6, you have a 467 in the stone house, two hexes away. I fire": who is whose says who fires at whom.
void read_sides_by_owner(LineItems& items) {
  constexpr std::array others{takes,   close_combat, ambush, check,   he,     either, then, firepower, gun,   weapon,        by_name, fire,
                              vehicle, directed_by,  latw,   kindles, clears, enters, sum,  breaches,  slash, Means::to_hit, duels};
  if (has(items, [&](const Item& item) { return is_one_of(item.means, others); })) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != from && items[i].means != Means::at) continue;
    const std::size_t before = before_noise(items, i);
    if (items[i].means == from && before > 0 && items[before - 1].means == hexes) continue;  // at 5 hexes from
    const std::size_t far_ = past_noise(items, i + 1);                                       // from three hexes, at three hexes
    if (means_at(items, far_) != number || means_at(items, past_noise(items, far_ + 1)) != hexes) return;
  }
  std::vector<Clause> clauses = clauses_of(items);
  Owner whose = Owner::unknown;
  for (Clause& clause : clauses) {  // whose it is goes on: "my 467 in woods, an 8-1 beside it"
    if (clause.owner == Owner::unknown) clause.owner = clause.has_units || !clause.fires ? whose : Owner::mine;  // firing it all
    if (clause.has_units) whose = clause.owner;
  }
  const auto owns = [&](Owner owner) {
    return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.has_units && clause.owner == owner; });
  };
  const bool has_mine = owns(Owner::mine), has_his = owns(Owner::his);
  if (!has_mine && !has_his) return;
  for (Clause& clause : clauses) {  // "two 628s next to my 467, and their 9-1"
    if (clause.has_units && clause.owner == Owner::unknown) clause.owner = has_mine ? Owner::his : Owner::mine;
  }
  const auto count = [&](Owner owner, auto is) {
    return std::count_if(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.owner == owner && is(clause); });
  };
  const auto has_units = [](const Clause& clause) { return clause.has_units; };
  const auto fires = [](const Clause& clause) { return clause.fires; };
  const auto moves = [](const Clause& clause) { return clause.has_units && clause.moves; };
  if (count(Owner::mine, has_units) == 0 || count(Owner::his, has_units) == 0) return;
  const bool i_fire = count(Owner::mine, fires) > 0, he_fires = count(Owner::his, fires) > 0;
  const bool i_move = count(Owner::mine, moves) > 0, he_moves = count(Owner::his, moves) > 0;
  Owner firer = Owner::unknown;
  if (i_fire != he_fires)
    firer = i_fire ? Owner::mine : Owner::his;
  else if (!i_fire && i_move != he_moves)
    firer = i_move ? Owner::his : Owner::mine;
  if (firer == Owner::unknown) return;
  LineItems firers, targets, *last = &firers;
  for (const Clause& clause : clauses) {
    if (clause.has_units) last = clause.owner == firer ? &firers : &targets;
    LineItems& side = clause.fires && clause.owner == firer ? firers : *last;
    side.insert(side.end(), items.begin() + static_cast<std::ptrdiff_t>(clause.begin),
                items.begin() + static_cast<std::ptrdiff_t>(clause.end));
  }
  for (LineItems* side : {&firers, &targets}) {
    if (!side->empty() && side->back().means == from) side->pop_back();  // at 5 hexes from
  }
  for (Item& item : targets) {
    if (item.means == through && item.typed == "past") item.means = noise;
    if (item.means == with) item.typed = "and";  // whoever is with them is fired at
  }
  targets.front().apart = false;
  items = std::move(firers);
  items.push_back({.means = Means::at, .value = "at", .typed = "at"});
  items.insert(items.end(), targets.begin(), targets.end());
}

}  // namespace
}  // namespace of_stories

void read_story(LineItems& items) {
  of_stories::read_hexes(items);
  of_stories::drop_turn(items);
  of_stories::read_nations_acting(items);
  of_stories::read_leaders_owned(items);
  of_stories::read_appositions(items);
  of_stories::drop_kinds_again(items);
  of_stories::drop_idle_ends(items);
  of_stories::read_each(items);
  of_stories::read_results_asked(items);
  of_stories::read_plus(items);
  of_stories::read_leader_of_check(items);
  of_stories::read_vehicle_over(items);
  of_stories::read_outcomes_asked(items);
  of_stories::drop_drm_of_concealment(items);
  of_stories::read_run_numbers(items);
  of_stories::read_way_through(items);
  of_stories::read_target_first(items);
  of_stories::read_number_that_hits(items);
  of_stories::read_sides_by_owner(items);
}

}  // namespace boxcars::ask
