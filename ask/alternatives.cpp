#include "ask/alternatives.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ask/typed_words.hpp"

namespace boxcars::ask {
namespace of_alternatives {
namespace {

using enum Means;

// Where somebody is.
constexpr std::array grounds{in, terrain, material, building, fixed_tem};
// That, and whether he moves.
constexpr std::array places{in, terrain, material, building, fixed_tem, moving, ffmo, ffnam};
bool is_told(const Item& item) { return is_one_of(item.means, places); }

// "2 hexes", "adjacent"
bool is_distance(const LineItems& items, std::size_t at) {
  at = past_noise(items, at);
  const Means means = means_at(items, at);
  return means == near || means == range || is_hexes_at(items, at);
}

// Whether a DRM begins there: "-1", "at -1", "up 1".
bool begins_drm(const LineItems& items, std::size_t at) {
  while (at < items.size() && (items[at].means == noise || items[at].means == Means::at || items[at].means == with)) ++at;
  constexpr std::array drms{drm, flat, plus, minus};
  return is_one_of(means_at(items, at), drms);
}

// "12 +1 | and 4 +1": whether another attack is joined there; and whether one that begins there is joined to one before.
bool joins_attacks(const LineItems& items, std::size_t at) {
  return at < items.size() && items[at].means == with && stands_for(items, at + 1) == Stands::attack;
}
bool is_joined_attack(const LineItems& items, std::size_t at) {
  const std::size_t before = before_noise(items, at);
  return before > 0 && items[before - 1].means == with && has(items, 0, before, means_any(std::array{number, firepower}));
}

// Whether nothing but a unit that is named stands from there to there.
bool is_only_unit(const LineItems& items, std::size_t begin, std::size_t end) {
  return !has(items, begin, end, [](const Item& item) { return item.means != counter && item.means != noise && item.means != squads; });
}

std::size_t size(const Alternatives& two) { return (two.end - two.begin) + (two.second_end - two.second) + 2 * (two.or_at - two.end); }

// What stands last before it and says something.
const Item* before(const LineItems& items, std::size_t at) {
  const std::size_t end = before_noise(items, at);
  return end > 0 ? &items[end - 1] : nullptr;
}

// "Two | 4s", "one 12 | 8": numbers of which the first says how many.
bool counts(const LineItems& items, const Alternatives& two) {
  return items[two.second].means == number && means_at(items, two.second + 1) == number;
}

// "6 | FP fire lane", "an adjacent | FT"
bool splits_firepower(const LineItems& items, std::size_t at) {
  if (at == 0 || at >= items.size()) return false;
  const Item &last = items[at - 1], &next = items[at];
  return (next.means == firepower && last.means == number) || (last.means == near && stands_for(items, at) == Stands::attack) ||
         (next.means == weapon && last.means == firepower);
}

// Whether where he is or moves is told from there on, without a comma.
bool tells_more(const LineItems& items, std::size_t at) {
  const std::size_t behind = past_noise(items, at);
  return behind < items.size() && !has(items, at, behind + 1, [](const Item& item) { return item.apart; }) &&
         (is_told(items[behind]) || stands_for(items, behind) == Stands::place);
}

// "447 takes 12 in the open or 8 in stone": what is told of one attack; "447 takes 12 or 16 in stone": what is told of both.
bool splits_place(const LineItems& items, const Alternatives& two) {
  const std::size_t p = two.or_at;
  if (!has_counter(items, 0, p) || has_counter(items, p, items.size())) return false;
  return has(items, 0, p, is_told) ? tells_more(items, two.second_end) : has(items, two.second, two.second_end, is_told);
}

// Whether somebody is aimed at from there to there.
bool aims(const LineItems& items, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (items[i].means != Means::at) continue;
    const Stands whom = stands_for(items, i + 1);
    if (whom == Stands::units || whom == Stands::state) return true;
  }
  return false;
}
// "8 at his 447 running or a 16 at the same squad in woods": each with whom it is at, and what is told of him.
bool splits_target(const LineItems& items, const Alternatives& two) {
  const std::size_t n = items.size(), j = two.second_end;
  return aims(items, 0, two.or_at) && aims(items, two.or_at, n) && j < n && !items[j].apart;
}

// "30 without a leader or 24 | directed by a 9-2", "20 or 16 | with a 9-2": whose leader he is.
bool splits_leader(const LineItems& items, const Alternatives& two) {
  const std::size_t j = two.second_end;
  if (j >= items.size() || items[j].apart || !is_one_of(items[j].means, std::array{directed_by, directs, with})) return false;
  const bool says_none = has(items, 0, two.or_at, [](const Item& item) { return item.means == alone && item.value == "no leader"; });
  return says_none || means_at(items, past_noise(items, j + 1)) == pair;
}

bool splits_attack(const LineItems& items, const Alternatives& two) {
  const std::size_t i = two.begin;
  const bool leaves_count = i > 0 && items[i - 1].means == number && items[i].means == number;  // two | 4 +0 shots
  return leaves_count || joins_attacks(items, two.second_end) || is_joined_attack(items, two.begin) || splits_place(items, two) ||
         splits_target(items, two) || splits_leader(items, two);
}

// "2 467s vs 447 in CC or 3 467s": for the 467s.
bool replaces_other_side(const LineItems& items, const Alternatives& two) {
  if (!has(items, means_that(close_combat))) return false;
  const auto at = [&](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto second = std::find_if(at(two.second), at(two.second_end), means_that(counter));
  if (second == at(two.second_end)) return false;
  const auto is_same = [&](const Item& item) { return item.means == counter && item.value == second->value; };
  return std::any_of(at(0), at(two.or_at), is_same) && std::none_of(at(two.begin), at(two.end), is_same);
}

bool splits_units(const LineItems& items, const Alternatives& two) {
  const Item &replaced = items[two.begin], &second = items[two.second];
  const Item* const last = before(items, two.begin);
  // "Three 447s with an 8-1 or two 628s": those with him are of it, too; "three 447s or a 9-2": so is how many they are.
  const bool leaves_led = replaced.means == pair && second.means != pair && second.means != leaders && last && last->means == with;
  const bool leaves_count = two.begin > 0 && items[two.begin - 1].means == number && replaced.means == counter && second.means != counter;
  const std::size_t j = two.second_end;
  constexpr std::array kinds{squads, half_squads, crews, heroes, nation, quality, leaders};
  const bool splits_name = j < items.size() && !items[j].apart && is_one_of(items[j].means, std::array{counter, pair}) &&
                           is_one_of(items[j - 1].means, kinds);  // squad | 447
  if (leaves_led || leaves_count || splits_name || replaces_other_side(items, two)) return true;
  // "At the pinned 447 in woods or the 447 in stone": what is told of each stays with him.
  const bool is_own = has(items, two.or_at, two.second + 1, is_determiner);
  const bool leaves_state = two.begin > 0 && is_one_of(items[two.begin - 1].means, std::array{state, concealed, number});
  return is_own && (leaves_state || (tells_more(items, two.second_end) && has(items, two.begin, two.or_at, is_told)));
}

// "Assault moving in the open or moving normally | in woods": where he moves.
bool splits_state(const LineItems& items, const Alternatives& two) {
  return tells_more(items, two.second_end) && has(items, two.begin, two.or_at, means_any(grounds));
}

// "At 5 or 2 shots | at 10": a range of each.
bool splits_range(const LineItems& items, const Alternatives& two) {
  const auto is_at_range = [&](std::size_t at) {
    return at + 1 < items.size() && items[at].means == Means::at && items[at].typed == "at" && items[at + 1].means == number;
  };
  if (!is_at_range(two.second_end)) return false;
  for (std::size_t i = 0; i < two.or_at; ++i) {
    if (is_at_range(i)) return true;
  }
  return false;
}

bool splits(const LineItems& items, const Alternatives& two, Stands wanted) {
  if (counts(items, two) && two.second_end == two.second + 1) return true;  // two | 4s
  if (splits_firepower(items, two.begin) || splits_firepower(items, two.second_end) || splits_range(items, two)) return true;
  switch (wanted) {
    case Stands::attack:
      return splits_attack(items, two);
    case Stands::units:
      return splits_units(items, two);
    case Stands::state:
      return splits_state(items, two);
    default:
      return false;
  }
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
    const bool is_only = !has(items, i + 1, items.size(), [](const Item& item) { return item.means != noise && item.typed != "one"; });
    if ((!is_plain && !is_known) || !is_only) continue;
    items.resize(i + 1);
    items.push_back({.means = no, .value = "not", .typed = "not"});
    return;
  }
}

// "A 447 in woods or one in stone": the same unit.
void read_one_again(LineItems& items) {
  const auto or_at = first_that(items, means_that(either));
  if (or_at == items.size() || std::count_if(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(or_at), means_that(counter)) != 1)
    return;
  std::size_t one = or_at + 1;  // 16 at a 447 in stone or 8 at one in the open
  while (one < items.size() && !(items[one].means == number && items[one].typed == "one")) ++one;
  const bool is_aim = one < items.size() && (items[one - 1].means == Means::at || one == past_noise(items, or_at + 1));
  const Means place = means_at(items, one + 1);
  if (one == items.size() || !is_aim || (place != in && place != terrain)) return;
  items[one] = items[first_that(items, means_that(counter))];
  items[one].apart = false, items[one].is_plural = false;
  insert(items, one, {.means = noise, .value = "a", .typed = "a"});
}

// "Is it rubble then, or is it too small?": what follows says nothing else that could be asked.
void drop_idle_alternative(LineItems& items) {
  const auto or_at = std::find_if(items.begin(), items.end(), [](const Item& item) { return item.means == either && item.value.empty(); });
  constexpr std::array<std::string_view, 18> asking{"it",  "is",    "am",   "are", "do", "does", "will",     "would",     "should",
                                                    "can", "could", "what", "not", "so", "have", "whatever", "something", "nothing"};
  constexpr std::array<std::string_view, 5> others{"if", "when", "nobody", "none", "neither"};  // another case
  // "Passes or not?"
  if (or_at != items.begin() && or_at != items.end() && items.end() - or_at == 2 && (or_at + 1)->means == no && (or_at - 1)->means == event)
    return void(items.erase(or_at, items.end()));
  const bool is_idle = or_at != items.begin() && or_at != items.end() && or_at + 1 != items.end() &&
                       is_among(asking, first_word((or_at + 1)->typed)) && std::all_of(or_at + 1, items.end(), [&](const Item& item) {
                         return (item.means == noise || item.means == event) && !is_among(others, first_word(item.typed));
                       });
  if (is_idle) items.erase(or_at, items.end());
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
    constexpr std::array attacks{firepower, number, drm, flat, shot};
    const bool is_attack = items[i + 1].means == number && is_one_of(items[i + 2].means, attacks);
    if (is_attack && (is_other || (is_verb && items[i + 2].means == firepower))) items[i].means = noise;
  }
}

}  // namespace
}  // namespace of_alternatives

Stands stands_for(const LineItems& items, std::size_t here) {
  using enum Means;
  using of_alternatives::is_distance;
  here = past_noise(items, here);
  if (here >= items.size()) return Stands::other;
  switch (items[here].means) {
    case number: {
      if (is_distance(items, here)) return Stands::distance;
      const std::size_t next = past_noise(items, here + 1);
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
      if (items[here].second < -3) return Stands::other;                                                       // of a MG
      if (items[here].number > 10 || items[here].number < 6 || items[here].second > 2) return Stands::attack;  // 12+2, and no leader
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
      return means_at(items, past_noise(items, here + 1)) == weapon ? Stands::attack : Stands::other;
    case material:
    case terrain:
    case building:
    case fixed_tem:
    case hut_word:
    case in:
      return Stands::place;
    case near: {  // an adjacent FT
      const std::size_t next = past_noise(items, here + 1);
      constexpr std::array attacks{firepower, gun, weapon, latw, by_name, vehicle};
      return next < items.size() && is_one_of(items[next].means, attacks) && !items[next].apart ? Stands::attack : Stands::distance;
    }
    case range:
      return Stands::distance;
    case from:
    case Means::at:
      return is_distance(items, here + 1) ? Stands::distance : Stands::other;
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

bool is_within(const LineItems& items, std::size_t here) {
  using enum Means;
  const std::size_t before = before_noise(items, here);
  if (before == 0) return false;
  for (std::size_t k = before; k < here; ++k) {  // "8 -2 when he moves"
    if (items[k].typed == "when" || items[k].typed == "once" || items[k].typed == "if" || items[k].typed == "while") return true;
  }
  constexpr std::array openers{Means::at, in, takes, from, with, plus, minus, through, directed_by, then};
  const bool is_counted = items[here].means == times && items[before - 1].means == number;  // 4 twice
  if (is_counted) return true;
  if (items[here].means == then) return true;  // an attack that follows is of the same alternative
  const Means last = items[before - 1].means;
  if (is_one_of(last, openers)) return true;
  return stands_for(items, before - 1) == Stands::units && stands_for(items, here) == Stands::units && last == number;
}

LineItems without(const LineItems& items, std::size_t begin, std::size_t end) {
  LineItems rest = items;
  erase(rest, begin, end);
  return rest;
}

bool may_stand_for(const LineItems& items, const Alternatives& two, Stands wanted) {
  using enum Means;
  const Item &replaced = items[two.begin], &second = items[two.second];
  const Item* const sign = of_alternatives::before(items, two.begin);
  if (replaced.means == number && sign && (sign->means == plus || sign->means == minus)) return false;  // the 1 of "8 up 1"
  const Stands stands = stands_for(items, two.begin);
  if (second.means == no)
    return two.begin + 1 == two.end && stands == Stands::state && of_alternatives::is_only_unit(items, two.end, two.or_at);
  if (replaced.means == noise) return false;
  return (replaced.means == pair && second.means == pair) ||
         (stands == wanted && (wanted != Stands::other || replaced.means == second.means)) ||
         (wanted == Stands::attack && replaced.means == times);
}

int oddness(const LineItems& items, const Alternatives& two, Stands wanted) {
  using enum Means;
  using namespace of_alternatives;
  const std::size_t i = two.begin, j = two.second_end, n = items.size();
  if (splits(items, two, wanted)) return too_odd;
  const bool is_counted =
      counts(items, two) && i > 0 && (items[i - 1].means == shot || items[i - 1].typed == "of" || items[i - 1].means == number);
  const bool is_of_both = j < n && (items[j - 1].typed == "all" || items[j - 1].typed == "each" || items[j - 1].typed == "both");
  const bool splits_shot = wanted == Stands::attack && begins_drm(items, j) && !is_of_both;
  const bool splits_stack =
      wanted != Stands::attack && wanted != Stands::place && j < n && items[j].means == with && !items[j].apart;  // a 467 | and a 9-1
  // "A 9-2 directing 12 better than an 8-1": of a leader the attack stays.
  const auto attacks = means_any(std::array{number, firepower});
  const bool drops_attack = items[two.second].means == pair && wanted == Stands::units && has(items, i, two.end, attacks);
  return static_cast<int>(size(two)) + (splits_shot ? 40 : 0) + (is_counted ? 30 : 0) + (drops_attack ? 20 : 0) + (splits_stack ? 8 : 0);
}

LineItems first_of(const LineItems& items, const Alternatives& two) { return without(items, two.or_at, two.second_end); }

LineItems second_of(const LineItems& items, const Alternatives& two) {
  LineItems line = without(items, two.or_at, two.second_end);
  erase(line, two.begin, two.end);
  if (items[two.second].means != Means::no) insert(line, two.begin, part(items, two.second, two.second_end));
  return line;
}

bool has_third(const LineItems& items, std::size_t or_at) {
  using enum Means;
  const std::size_t next = past_noise(items, or_at + 1), last = before_noise(items, or_at);
  const auto is_terrain = [&](std::size_t at) { return is_one_of(means_at(items, at), std::array{terrain, material, fixed_tem}); };
  if (last < 2 || !is_terrain(next) || !is_terrain(last - 1)) return false;
  const std::size_t first = before_noise(items, last - 1);
  return first > 0 && is_terrain(first - 1) && has(items, first, last, [](const Item& item) { return item.apart; });
}

std::size_t attacks_between(const LineItems& items) {
  using enum Means;
  const auto is_unit_word = means_any(std::array{counter, Means::unit, squads});
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

void settle_alternatives(LineItems& items) {
  using namespace of_alternatives;
  drop_with_firepower(items);
  join_events(items);
  read_or_not(items);
  read_one_again(items);
  drop_idle_alternative(items);
}

}  // namespace boxcars::ask
