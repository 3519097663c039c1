#include "ask/comparisons.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "ask/alternatives.hpp"
#include "ask/elements.hpp"

namespace boxcars::ask {
namespace of_comparisons {
namespace {

using enum Means;

// "1 hex away versus 2", "at 3 hexes or 4": hexes, too.
void read_second_distance(LineItems& items) {
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    std::size_t next = past_noise(items, i + 1);
    if (means_at(items, next) == from || means_at(items, next) == Means::at) next = past_noise(items, next + 1);
    const bool has_distance = before > 1 && items[before - 1].means == hexes && items[before - 2].means == number;
    const bool is_bare =
        means_at(items, next) == number && items[next].times == Token::Times::no && !items[next].is_plural &&
        (next + 1 == items.size() || items[next + 1].apart || items[next + 1].means == event || items[next + 1].means == Means::at);
    const bool has_unit = means_at(items, next + 1) == hexes && means_at(items, next) == number;
    if ((!is_versus(items[i]) && items[i].means != either) || !has_distance || (!is_bare && !has_unit)) continue;
    make_either(items[i]), items[i].typed = "or";
    if (is_bare) insert(items, next + 1, {.means = hexes, .value = "hexes", .typed = "hexes"});
    return;
  }
}

// "467 under OBA, foxhole vs trench", "in stone vs in woods", "fortified vs not fortified", "8-1 vs 9-2 leading 12": one or the other.
bool is_one_or_other(const LineItems& items, std::size_t versus) {
  constexpr std::array told{terrain, material, fixed_tem, fortified, hinders, state, concealed, moving, facing};
  const Item& last = items[versus - 1];
  const std::size_t next = past_noise(items, versus + 1), behind = past_noise(items, next + 1);
  const bool goes_on = is_one_of(means_at(items, next + 1), std::array{counter, squads});  // stone vs woods, and no broken 447
  if (last.means == pair && means_at(items, next) == pair)
    return has(items, means_that(check)) || !has(items, 0, versus - 1, means_any(std::array{counter, number, Means::at}));
  if ((last.means == thrown && means_at(items, next) == placed) || (last.means == placed && means_at(items, next) == thrown)) return true;
  if (!is_one_of(last.means, told) || goes_on) return false;
  if (means_at(items, next) == no) return means_at(items, behind) == last.means;
  const bool are_places =
      is_place(last.means) && (is_place(means_at(items, next)) || (means_at(items, next) == in && is_place(means_at(items, behind))));
  return are_places || means_at(items, next) == last.means;
}

// "467 in stone vs 467 in woods, 12 FP", "12 +1: 447 vs 458": whom of them the attack is at.
bool is_at_either(const LineItems& items, std::size_t versus) {
  if (!has_counter(items, 0, versus) || !has_counter(items, versus, items.size())) return false;
  std::size_t attack = items.size();
  constexpr std::array parts{number, firepower, drm, flat, shot, noise};
  while (attack > 0 && is_one_of(items[attack - 1].means, parts) && !(attack < items.size() && items[attack].apart)) --attack;
  const bool is_taken =
      attack > 0 && attack < items.size() && items[attack - 1].means == takes && items[attack].means == number;  // under 6 +1
  const auto is_of_attack = means_any(std::array{firepower, drm, flat});
  const bool is_last =
      attack < items.size() && items[attack].apart && items[attack].means == number && has(items, attack, items.size(), is_of_attack);
  std::size_t end = past_noise(items, 0);
  while (end < items.size() && is_one_of(items[end].means, parts) && !(end > 0 && items[end].apart)) ++end;
  const bool is_first = means_at(items, past_noise(items, 0)) == number && end < versus && has_counter(items, end, versus) &&
                        has(items, 0, end, is_of_attack);
  return is_taken || is_last || is_first;
}

// "Compare a 467 and a 628 at a 447": one or the other.
void read_compare_and(LineItems& items) {
  const std::size_t first = past_noise(items, 0);
  if (means_at(items, first) != better || items[first].typed != "compare" || has(items, means_that(either))) return;
  constexpr std::array sides{Means::at, takes, close_combat};
  std::size_t end = first, joint = items.size();
  for (; end < items.size() && !is_one_of(items[end].means, sides); ++end) {
    if (items[end].means != with) continue;
    if (joint < items.size() || items[end].typed != "and") return;
    joint = end;
  }
  constexpr std::array compared{counter, machine_gun, gun, by_name, vehicle};
  if (joint < items.size() && has(items, first, joint, means_any(compared)) && has(items, joint, end, means_any(compared)))
    make_either(items[joint]), items[joint].typed = "or";
}

void read_versus(LineItems& items) {
  const bool is_roll = has(items, means_that(check));
  for (std::size_t i = 1; i < items.size(); ++i) {  // rally 447 DM vs no DM
    const bool is_it =
        is_roll && items[i].means == flat && items[i].typed == "no dm" && (is_versus(items[i - 1]) || items[i - 1].means == either);
    if (!is_it) continue;
    items[i] = {.means = no, .value = "no", .typed = "no"};
    insert(items, i + 1, {.means = state, .value = "dm", .typed = "dm"});
  }
  if (is_fight(items)) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_side = items[i - 1].means == facing && (items[i + 1].typed == "side" || items[i + 1].typed == "sides");
    if (is_versus(items[i]) && is_side) items[i + 1].means = facing, items[i + 1].value = "side";
    const std::size_t next = past_noise(items, i + 1);
    const bool is_how = is_versus(items[i]) && is_one_of(means_at(items, next), std::array{state, concealed}) &&
                        items[i - 1].means == counter && !has_counter(items, i, items.size());
    if (is_how) throw Unfit{"'" + items[i].typed + " " + items[next].typed + "'", "what are the two?", "ask each by itself", 9};
    if (is_versus(items[i]) && (is_one_or_other(items, i) || is_at_either(items, i))) make_either(items[i]);
  }
}

// "8 -2 over 12 flat": better than.
void read_over(LineItems& items) {
  if (has(items, means_that(either))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t before = before_noise(items, i);
    const bool is_behind = before > 0 && is_one_of(items[before - 1].means, std::array{number, drm, flat, firepower, pair});
    const std::size_t next = past_noise(items, i + 1);
    const bool is_it =
        items[i].means == through && items[i].typed == "over" && is_behind && means_at(items, next) == number && !is_hexes_at(items, next);
    if (is_it) make_either(items[i]);
  }
}

// "Splitting a 16 +2 into two 8 +2 shots": one or the other.
void read_split_attack(LineItems& items) {
  if (has(items, means_that(either))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_behind = is_one_of(items[i - 1].means, std::array{number, drm, flat, firepower});
    const bool is_it = items[i].means == Means::at && items[i].typed == "into" && is_behind && stands_for(items, i + 1) == Stands::attack;
    if (is_it) make_either(items[i]);
  }
}

// "Does a placed DC beat 24 FP?", "would a foxhole beat woods?": one or the other.
void read_beats(LineItems& items) {
  constexpr std::array attacks{number, weapon, gun, firepower};
  if (has(items, means_that(close_combat)) || has(items, means_that(vehicle)) || has(items, means_that(either))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != event || !items[i].typed.starts_with("beat")) continue;
    const Means next = means_at(items, past_noise(items, i + 1));
    const bool are_places = is_place(items[i - 1].means) && is_place(next), are_attacks = is_one_of(next, attacks);
    if (are_places || (are_attacks && has(items, 0, i, means_any(attacks)))) make_either(items[i]);
  }
}

// "What does SMOKE cost me on a 20 -1 at two 527s": with it and without.
void read_cost(LineItems& items) {
  if (items.size() < 5 || has(items, means_that(either))) return;
  constexpr std::array<std::string_view, 5> costs{"cost", "costs", "change", "help", "matter"};
  const std::size_t does = items[0].typed == "does" ? 0 : items[0].typed == "how" && items[1].typed == "much" ? 2 : 1;
  if (items[does].means != noise || items[does].typed != "does") return;
  constexpr std::size_t longest = 4;
  for (std::size_t i = does + 2; i + 1 < items.size() && i < does + 1 + longest; ++i) {
    if (!is_among(costs, items[i].typed)) continue;
    if (items[does + 1].means == cowering)
      throw Unfit{"what cowering costs", "it is asked of two lines", "give both: boxcars compare \"16 vs 447\" \"16 vs 447 no cowering\"",
                  8};
    items[does] = {.means = either, .value = "without", .typed = "with or without"};
    erase(items, i, i + 1);
    erase(items, 0, does);
    return;
  }
}

}  // namespace
}  // namespace of_comparisons

void read_comparisons(LineItems& items) {
  of_comparisons::read_second_distance(items);
  of_comparisons::read_compare_and(items);
  of_comparisons::read_versus(items);
  of_comparisons::read_over(items);
  of_comparisons::read_split_attack(items);
  of_comparisons::read_beats(items);
  of_comparisons::read_cost(items);
}

}  // namespace boxcars::ask
