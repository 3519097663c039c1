#include "ask/vehicle_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ask/weapon_names.hpp"

namespace boxcars::ask {
namespace of_vehicle_words {
namespace {

using enum Means;

// "Tiger or SU-100, who survives?", "who wins, Sherman or Tiger": a duel.
void read_who_wins(LineItems& items, bool is_of_two) {
  const bool survives = is_of_two && has(items, means_that(either)) && !has(items, means_that(Means::at));
  for (Item& item : items) {
    if (survives && item.means == event && item.typed.starts_with("surviv")) item.typed = "wins";
  }
  const bool wins = has(items, [](const Item& item) { return item.means == event && item.typed.starts_with("win"); });
  const bool is_duel = wins || has(items, means_that(duels));
  for (Item& item : items) {
    if (item.means == Means::set && item.value == "no_acquisition" && !is_duel) item.means = noise;  // that nobody asks of others
    if (item.means == either && wins && is_of_two) item.means = Means::at, item.typed = "vs";
  }
}

// "75L v AF 8/4", "88LL vs an 11/6": a target by its armor.
void read_armor(LineItems& items) {
  const auto are_factors = [&](std::size_t front) {
    return means_at(items, front) == number && means_at(items, front + 1) == number && items[front + 1].apart;
  };
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].means == phase && items[i].typed == "af" && are_factors(i + 1)) items[i] = {.means = vehicle, .typed = "armor"};
  }
  constexpr std::array guns{gun, by_name, latw};
  if (!is_one_of(means_at(items, past_noise(items, 0)), guns) || has_counter(items, 0, items.size())) return;
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const std::size_t front = past_noise(items, i + 1);
    if (items[i].means != Means::at || !are_factors(front) || is_one_of(means_at(items, front + 2), std::array{hexes, counter})) continue;
    insert(items, front, {.means = vehicle, .typed = "armor"});
    return;
  }
}

// "If it is hull down", "front or side", "checks for a PF against an IS-2": of vehicles that are named.
void read_said_of_vehicles(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_how = items[i].typed == "if" && is_among(std::array<std::string_view, 3>{"it", "he", "its"}, items[i + 1].typed) &&
                        is_one_of(means_at(items, past_noise(items, i + 1)), std::array{hull_down, moving, motion, facing});
    if (is_how) items[i].typed = "and";
  }
  for (Item& item : items) {
    if (item.means == noise && (item.typed == "side" || item.typed == "sides")) item.means = facing, item.value = "side";
    if (item.means == check && item.value == "PF" && item.typed.starts_with("check")) item.means = latw, item.value = item.typed = "pf";
  }
}

// "If it shoots at the front"
void read_aim_at_facing(LineItems& items) {
  constexpr std::array<std::string_view, 4> who{"it", "he", "i", "she"};
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    const bool is_aim = items[i].typed == "if" && is_among(who, items[i + 1].typed) && items[i + 2].means == Means::at &&
                        means_at(items, past_noise(items, i + 3)) == facing;
    if (is_aim) items[i].means = items[i + 1].means = items[i + 2].means = noise, items[i].typed = "at";
  }
}

// "M4A1 shows its side to a Panther": which is then fired at.
void read_side_shown(LineItems& items) {
  constexpr std::array<std::string_view, 8> shows{"shows", "show", "showing", "shown", "turns", "turned", "turning", "gives"};
  for (std::size_t i = 1; i + 3 < items.size(); ++i) {
    const std::size_t side = past_noise(items, i + 1);
    if (!is_among(shows, items[i].typed) || means_at(items, side) != facing || side + 1 >= items.size() || items[side + 1].typed != "to")
      continue;
    const bool is_to_vehicle = is_one_of(means_at(items, past_noise(items, side + 2)), std::array{vehicle, by_name, gun});
    if (!is_to_vehicle || !has(items, 0, i, means_that(vehicle))) continue;
    items[side + 1].means = takes, items[side + 1].typed = "shot at by";
    return;
  }
}

// How a vehicle is, as `cc` has it; empty: it says nothing of that.
std::string_view state_of_vehicle(const Item& item) {
  switch (item.means) {
    case motion:
    case moving:
      return "motion";
    case vehicle_is:
      return item.value;
    case gun_case:
      return item.value == "I" ? "bu" : "";
    case enters:
      return item.typed == "bogged" ? "bogged" : "";
    case check:
      return item.value == "shock" ? "shocked" : "";
    default:
      return "";
  }
}

// "Two 467s in CC against a moving panther": a unit, with how it is.
void read_vehicle_in_close_combat(LineItems& items) {
  if (!has(items, means_that(close_combat)) && !has(items, means_that(ambush))) return;
  const auto is_vehicle = [](const Item& item) { return item.means == vehicle && weapon_named(item.typed).has_value(); };
  const std::size_t at = first_that(items, is_vehicle);
  constexpr std::array others{by_name, gun, latw, machine_gun};
  if (at == items.size() || std::count_if(items.begin(), items.end(), is_vehicle) > 1 || has(items, means_any(others))) return;
  std::string states;
  const auto take = [&](std::size_t i) {
    const std::string_view how = state_of_vehicle(items[i]);
    if (how.empty()) return false;
    states += "," + std::string(how);
    items[i].means = noise, items[i].value.clear();
    return true;
  };
  for (std::size_t i = at; i > 0;) {  // a bogged, abandoned Panther
    if (!take(--i) && items[i].means != noise) break;
  }
  constexpr std::array goes_on{noise, with, vehicle};
  for (std::size_t i = at + 1; i < items.size() && (take(i) || is_one_of(items[i].means, goes_on)); ++i) {
    if (items[i].means == vehicle) items[i].means = noise;  // a Panther tank
  }
  for (std::size_t i = at + 1; i + 1 < items.size(); ++i) {  // in CC, tank buttoned up
    if (items[i].means == vehicle && items[i].value.empty() && take(i + 1)) items[i].means = noise;
  }
  items[at].means = Means::unit;
  items[at].value = weapon_named(items[at].typed)->name + states;
}

}  // namespace
}  // namespace of_vehicle_words

void read_words_of_vehicles(LineItems& items) {
  using namespace of_vehicle_words;
  const auto named =
      std::count_if(items.begin(), items.end(), [](const Item& item) { return item.means == Means::vehicle && !item.value.empty(); });
  read_who_wins(items, named > 1);
  if (named == 0) read_armor(items);
  if (named > 0) {
    read_said_of_vehicles(items);
    read_side_shown(items);
  }
  read_aim_at_facing(items);
  read_vehicle_in_close_combat(items);
}

}  // namespace boxcars::ask
