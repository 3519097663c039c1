#include "ask/word_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "ask/alternatives.hpp"

namespace boxcars::ask {
namespace of_word_order {
namespace {

using enum Means;

// Their comma is of what follows.
LineItems cut(LineItems& items, std::size_t begin, std::size_t end) {
  LineItems found = part(items, begin, end);
  if (end < items.size()) items[end].apart = items[end].apart || items[begin].apart;
  erase(items, begin, end);
  return found;
}
bool fights(const Item& item) {
  return item.means == close_combat || item.means == duels || item.means == ambush ||
         (item.means == Means::set && item.value == "hand_to_hand");
}
// The first counter from there on, where nothing but how many, how and whose they are stands before it; the end: there is none.
std::size_t unit_at(const LineItems& items, std::size_t at) {
  constexpr std::array before{noise, number, state, concealed, nation, quality, squads, half_squads};
  const std::size_t begin = at;
  while (at < items.size() && (is_one_of(items[at].means, before) || items[at].typed == "x")) ++at;  // 2 x 447
  if (means_at(items, at) == counter) return at;
  while (at > begin && items[at - 1].means == noise) --at;
  const bool is_named = at > begin + 1 && is_one_of(items[at - 1].means, std::array{squads, half_squads}) &&
                        is_one_of(items[at - 2].means, std::array{nation, quality});  // a Russian squad
  return is_named ? at - 1 : items.size();
}
// Where whoever is named there begins: "two | broken | 447s".
std::size_t begin_of_unit(const LineItems& items, std::size_t at) {
  constexpr std::array before{noise, number, state, concealed, nation, quality};
  while (at > 0 && at < items.size() && !items[at].apart && is_one_of(items[at - 1].means, before)) --at;
  return at;
}

// "Hand to hand between a 448 and a 458": who fights whom.
void read_between(LineItems& items) {
  const auto between = first_that(items, [](const Item& item) { return item.means == not_asked && item.typed == "between"; });
  if (between == items.size() || !has(items, 0, between, fights)) return;
  for (std::size_t i = between + 1; i < items.size(); ++i) {
    const bool is_joint = items[i].means == with && items[i].typed == "and" && has_counter(items, between, i) &&
                          (items[i - 1].means == counter || items[i - 1].means == vehicle) && unit_at(items, i + 1) < items.size();
    if (!is_joint) continue;
    items[between].means = noise;
    items[i] = word(Means::at, "vs");
    return;
  }
}

// "Runs 8 hexes from a 467": how far he is, and not how far he runs.
void read_range_of_mover(LineItems& items) {
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    const bool is_it = items[i - 1].means == moving && is_hexes_at(items, i) && !items[i].apart && items[i + 2].means == from;
    if (is_it) insert(items, i, word(range, "range"));
  }
}

// "447 is jumped by a 467", "a 447 in stone, two 467s advance on it": who attacks is told behind.
void read_attackers_behind(LineItems& items) {
  const std::size_t deed = first_that(items, means_that(close_combat));
  if (deed == items.size() || deed == 0 || has(items, means_any(std::array{Means::at, either, check}))) return;
  constexpr std::array<std::string_view, 3> pronouns{"it", "him", "them"};
  const bool is_by = items[deed].value == "by", is_pronoun = deed + 1 < items.size() && is_among(pronouns, items[deed + 1].typed);
  const std::size_t begin = is_by ? deed + 1 : begin_of_clause(items, deed), end = is_by ? end_of_clause(items, deed) : deed;
  const std::size_t split = is_by ? deed : begin;
  const auto is_someone = [](const Item& item) { return item.means == counter || is_rated_as_leader(item); };
  if ((!is_by && !is_pronoun) || split == 0 || !has(items, 0, split, is_someone) || !has(items, begin, end, is_someone)) return;
  LineItems attackers = part(items, begin, end), others = part(items, 0, split);
  for (Item& item : attackers) {
    if (item.means == ambush && item.value != "by") item.value = "attacker";  // who ambush him
  }
  attackers.front().apart = others.front().apart = false;
  attackers.push_back(word(close_combat, "cc"));
  attackers.insert(attackers.end(), others.begin(), others.end());
  erase(items, 0, is_by ? end : deed + 2);
  insert(items, 0, attackers);
}

// "NMC on an 8-0": whose roll it is, and no attack.
void drop_on_behind_check(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_it = items[i].means == Means::at && items[i].typed == "on" && items[i - 1].means == check && !items[i].apart &&
                       is_morale_check(items[i - 1].value);
    if (is_it && !has(items, 0, i, means_any(std::array{number, firepower, sum, counter}))) items[i].means = noise;
  }
}

// "Jump a broken 467 and an 8-0 with a 447 in CC": who fights, behind whom.
void read_jump_with(LineItems& items) {
  const std::size_t jumps = first_that(items, [](const Item& item) { return item.means == close_combat && item.typed == "jump"; });
  if (jumps == items.size() || has_counter(items, 0, jumps) || has(items, means_any(std::array{Means::at, takes, either}))) return;
  std::size_t joint = items.size();
  while (--joint > jumps && !(items[joint].means == with && items[joint].typed == "with")) {
  }
  if (joint == jumps || unit_at(items, joint + 1) == items.size() || !has_counter(items, jumps, joint)) return;
  std::size_t end = joint + 1;
  while (end < items.size() && !items[end].apart && items[end].means != close_combat) ++end;
  const LineItems who = part(items, joint + 1, end);
  erase(items, joint, end);
  insert(items, jumps, who);
}

// "8 hexes into the woods at a 447": where he is.
void read_into_place(LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    if (items[i].means != Means::at || !items[i].typed.ends_with("into")) continue;
    const std::size_t place = past_determiners(items, i + 1);
    std::size_t end = place;
    while (end < items.size() && is_of_place(items[end])) ++end;
    if (end == place || means_at(items, end) != Means::at) continue;
    const std::size_t who = unit_at(items, end + 1);
    if (who == items.size()) continue;
    insert(items, who + 1, part(items, place, end));
    insert(items, who + 1, word(in, "in"));
    const bool is_verb = items[i].typed.find(' ') != std::string::npos;  // fires into
    if (is_verb) insert(items, i, word(name, "fires")), items[i].value = "attack";
    const std::size_t begin = is_verb ? i + 1 : i;
    cut(items, begin, begin + end - i);
    return;
  }
}

// "A stone house held by a 447", "the stone house, inside is a 447": who is in it.
void read_held_place(LineItems& items) {
  constexpr std::array<std::string_view, 6> held{"held", "occupied", "defended", "garrisoned", "manned", "owned"};
  constexpr std::array<std::string_view, 4> being{"is", "are", "sits", "sit"};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    std::size_t who = items.size();
    if (items[i].means == noise && is_among(held, items[i].typed) && items[i + 1].means == from && items[i + 1].typed == "by")
      who = unit_at(items, i + 2);
    if (items[i].means == in && items[i].typed.starts_with("inside") && is_among(being, items[i + 1].typed)) who = unit_at(items, i + 2);
    if (who == items.size()) continue;
    std::size_t end = i;
    while (end > 0 && (items[end - 1].means == near || items[end - 1].means == noise)) --end;
    std::size_t place = end;
    while (place > 0 && is_of_place(items[place - 1])) --place;
    if (place == end) continue;
    LineItems said = part(items, place, end);
    for (Item& item : said) item.apart = false;
    said.insert(said.begin(), word(in, "in"));
    insert(items, who + 1, said);
    const std::size_t verb_end = items[i].means == in ? i + 1 : i + 2;
    cut(items, i, verb_end);
    items[i].apart = false;
    cut(items, place, end);
    return;
  }
}

// "Opportunity Fire by two 467s, range 4, 447 behind a hedge": at whom, behind the comma.
void read_target_behind_comma(LineItems& items) {
  constexpr std::array boundaries{Means::at, takes, close_combat, ambush, check, either, duels, directs, directed_by};
  if (has(items, means_any(boundaries))) return;
  const auto by = first_that(items, means_that(from));
  if (by == items.size() || has_counter(items, 0, by)) return;
  const std::size_t firer = unit_at(items, by + 1);
  if (firer == items.size()) return;
  std::size_t target = items.size();
  for (std::size_t i = firer + 1; i < items.size(); ++i) {
    if (items[i].means != counter) continue;
    const std::size_t begin = begin_of_unit(items, i);
    if (!items[begin].apart || target != items.size()) return;
    target = begin;
  }
  const bool is_placed = target < items.size() && (has(items, target, items.size(), is_of_place) ||
                                                   has(items, firer, items.size(), means_any(std::array{moving, ffmo, ffnam})));
  if (!is_placed) return;
  items[target].apart = false;
  insert(items, target, word(Means::at, "at"));
}

// "Which is better against a T-34/85 at 14 hexes, a Tiger or a PaK 40?": what is compared stands before whom it is at.
void read_target_of_better(LineItems& items) {
  std::size_t first = past_noise(items, 0);
  if (means_at(items, first) != better) return;
  while (means_at(items, first) == better) first = past_noise(items, first + 1);
  if (means_at(items, first) != Means::at) return;
  const auto or_at = first_that(items, means_that(either));
  if (or_at == items.size()) return;
  for (std::size_t i = or_at - 1; i > first; --i) {
    if (!items[i].apart) continue;
    items[i].apart = false;
    move_to_end(items, first, i);
    return;
  }
}

// "What hurts a 447 in woods more: a 467 with HMG, or three 467s", "467 in stone at 2 hexes: three 447s or two 628s": who fires.
void read_target_of_choice(LineItems& items) {
  constexpr std::array boundaries{Means::at, takes, from, close_combat, ambush, check, name, duels, vehicle, directs};
  const auto or_at = first_that(items, means_that(either));
  const std::size_t first = past_noise(items, 0);
  const bool is_asked = means_at(items, first) == event;  // what hurts
  const std::size_t target = begin_of_unit(items, unit_at(items, is_asked ? first + 1 : 0));
  if (or_at == items.size() || target >= or_at) return;
  std::size_t split = items.size();
  for (std::size_t i = unit_at(items, target); i < or_at; ++i) {
    const bool begins = has_counter(items, i, or_at) || (is_asked && stands_for(items, i) == Stands::attack);
    if (split == items.size() && items[i].apart && begins) split = i;
    const bool is_range = items[i].means == Means::at && is_hexes_at(items, i + 1);
    const bool is_drm = items[i].means == Means::at && (is_one_of(means_at(items, i + 1), std::array{drm, flat}) ||
                                                        (means_at(items, i + 1) == number && items[i + 1].number == 0));
    if (is_one_of(items[i].means, boundaries) && !is_range && !is_drm) return;
  }
  const auto says_more = [](const Item& item) { return item.means == better || (item.means == then && item.typed == "more"); };
  const bool is_placed = split < or_at && has(items, target, split, is_of_place);
  const bool is_more = split < or_at && has(items, target, split, says_more);
  const bool is_second = has_counter(items, or_at, items.size()) || (is_asked && stands_for(items, or_at + 1) == Stands::attack);
  if (split >= or_at || !is_second || !(is_asked ? is_more : is_placed && target == 0)) return;
  LineItems told = cut(items, target, split);
  std::erase_if(told, says_more);
  items[target].apart = false;
  items.push_back(word(Means::at, "at"));
  told.front().apart = false;
  items.insert(items.end(), told.begin(), told.end());
}

// "Fires across the street at a 628": over what, which is no place of his.
void drop_way_of_fire(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_way = is_way_of_fire(items[i].means, items[i].value, items[i].typed) && items[i - 1].means == name;
    if (is_way && has(items, i, items.size(), means_that(Means::at))) items[i].means = noise;
  }
}

// "447 AM in the open": Assault Movement, and nobody's "am".
void read_assault_mark(LineItems& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_behind = items[i - 1].means == counter && !items[i].apart;
    const bool is_mark =
        items[i].means == noise && items[i].typed == "am" && (is_behind || (items[i].apart && means_at(items, i + 1) == in));
    if (is_mark) items[i] = {.means = moving, .value = "assault", .typed = "assault moving"};
  }
}

// "2 hexes to a 467 in stone": at whom.
void read_hexes_to(LineItems& items) {
  if (has(items, means_any(std::array{Means::at, takes, close_combat}))) return;
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == noise && items[i].typed == "to" && !items[i].apart && items[i - 1].means == hexes &&
                       items[i - 2].means == number && unit_at(items, i + 1) < items.size() && has_counter(items, 0, i);
    if (is_it) items[i] = word(Means::at, "at");
  }
}

// "A 9-2 along": with them.
void read_leader_along(LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    if (items[i].means != pair || items[i + 1].typed != "along") continue;
    if (i + 2 < items.size() && !items[i + 2].apart) continue;
    items[i + 1].means = noise;
    const std::size_t begin = begin_of_unit(items, i);
    items[begin].apart = false;
    insert(items, begin, word(with, "with"));
    return;
  }
}

// "A leader, wounded 9-1", "three inexperienced 426s", "an MMG squad 467": each word where it is read.
void read_words_before_unit(LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const auto swap_with_next = [&](std::size_t at) {
      std::swap(items[at], items[at + 1]);
      std::swap(items[at].apart, items[at + 1].apart);
    };
    if (items[i].means == leaders && items[i + 1].means == state && items[i + 2].means == pair) swap_with_next(i);
    const bool is_inexperienced = items[i].means == number && items[i + 1].means == cowering && items[i + 1].value == "inexperienced" &&
                                  items[i + 2].means == counter && !items[i + 1].apart;
    if (is_inexperienced) swap_with_next(i), items[i + 1].apart = false;
    const bool is_strength = items[i].means == machine_gun && items[i + 1].means == pair && items[i + 1].second < -3;
    if (is_strength) items[i + 1].apart = false;  // its HMG, 7-16
    const bool is_near = items[i].means == number && items[i + 1].means == near && items[i + 1].typed.starts_with("adj") &&
                         items[i + 2].means == counter && !items[i + 1].apart;  // three adjacent 447s
    if (is_near) swap_with_next(i), items[i + 1].apart = false;
    const bool is_armed = items[i].means == machine_gun && (items[i + 1].means == squads || items[i + 1].means == crews) &&
                          items[i + 2].means == counter && !items[i + 1].apart && !items[i + 2].apart;
    if (is_armed) {
      const Item gun_ = items[i];
      items[i] = items[i + 2];
      items[i].apart = gun_.apart;
      items[i + 1] = word(with, "with");
      items[i + 2] = gun_;
      items[i + 2].apart = false;
    }
  }
}

// "Who stands up better to a 12, a 447 or a 548?": who takes it.
void read_takers_behind(LineItems& items) {
  const std::size_t first = past_noise(items, 0);
  if (means_at(items, first) != takes || items[first].typed.find("better") == std::string::npos) return;
  std::size_t split = first + 1;
  while (split < items.size() && !(items[split].apart && unit_at(items, split) < items.size())) ++split;
  if (split >= items.size() || !has(items, split, items.size(), means_that(either))) return;
  items[split].apart = false;
  move_to_end(items, first, split);
}

// "A crew on the 7-16", "467 uses only his 7-16": a MG by its numbers.
void name_machine_guns(LineItems& items) {
  constexpr int least_range = 5, most_firepower = 9;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_strength =
        items[i].means == pair && -items[i].second >= least_range && items[i].number <= most_firepower && !items[i].is_plural;
    const bool is_named = (i > 0 && items[i - 1].means == machine_gun) || means_at(items, i + 1) == machine_gun;
    const bool is_typed = i > 0 && items[i - 1].means == Means::unit && items[i - 1].value.find("mg:") != std::string::npos;
    if (!is_strength || is_named || is_typed || !has_counter(items, 0, i)) continue;
    Item gun_{.means = machine_gun, .value = "MG", .apart = std::exchange(items[i].apart, false), .typed = "mg"};
    insert(items, i, std::move(gun_));
    ++i;
  }
}

// "Runs across the road in front of my 467": who fires at him.
void read_running_past(LineItems& items) {
  if (has(items, means_any(std::array{Means::at, takes, close_combat, check, either, vehicle}))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == noise && (items[i].typed == "in front of my" || items[i].typed == "in front of our");
    if (!is_it || !has_counter(items, 0, i) || !has(items, 0, i, means_that(moving)) || unit_at(items, i + 1) == items.size()) continue;
    items[i] = word(takes, "hit by");
    return;
  }
}

// "What will my 467 do to your 447?": at whom.
void read_doing_to(LineItems& items) {
  if (has(items, means_any(std::array{takes, close_combat, check}))) return;
  for (std::size_t i = 1; i + 2 < items.size(); ++i) {
    if (items[i].means == Means::at) return;
    const bool is_it = items[i].means == noise && items[i].typed == "do" && items[i + 1].typed == "to" && has_counter(items, 0, i) &&
                       unit_at(items, i + 2) < items.size();
    if (is_it) items[i + 1] = word(Means::at, "at");
  }
}

// "A +1 hindrance between my 12 FP and a 548": at whom.
void read_fire_between(LineItems& items) {
  const auto between = first_that(items, [](const Item& item) { return item.means == not_asked && item.typed == "between"; });
  if (between == items.size() || has(items, means_any(std::array{Means::at, takes, close_combat}))) return;
  for (std::size_t i = between + 2; i + 1 < items.size(); ++i) {
    if (items[i].means != with || items[i].typed != "and") continue;
    const bool is_fire = has(items, between, i, means_that(firepower)) && !has_counter(items, between, i);
    if (!is_fire || unit_at(items, i + 1) == items.size()) return;
    for (std::size_t k = between; k < i; ++k) {
      if (items[k].means == name && items[k].typed == "fire") items[k].means = noise;  // a base of fire
    }
    items[between].means = noise;
    items[i] = word(Means::at, "at");
    return;
  }
}

// "Runs in front of 8 FP": what he takes; "stands in front of a 447 and fires": at whom.
void read_in_front_of(LineItems& items) {
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    const bool is_it = items[i].means == in && items[i + 1].means == facing && items[i + 1].typed == "front" && items[i + 2].typed == "of";
    const bool is_aim =
        is_it && has_counter(items, 0, i) && unit_at(items, i + 3) < items.size() &&
        !has(items, means_any(std::array{Means::at, takes, close_combat})) && !has(items, means_any(std::array{moving, firepower})) &&
        has(items, i + 3, items.size(), [](const Item& item) { return is_fire_verb(item) || item.typed == "fire everything"; });
    if (is_aim) {
      items[i] = word(Means::at, "at");
      cut(items, i + 1, i + 3);
      return;
    }
    if (!is_it || !is_one_of(means_at(items, past_noise(items, i + 3)), std::array{number, firepower, pair}) ||
        has(items, means_that(vehicle)))
      continue;
    items[i] = word(takes, "takes");
    cut(items, i + 1, i + 3);
    return;
  }
}

// "Front or side better for a 76L on a Tiger": of whom it is at.
void read_facing_first(LineItems& items) {
  const std::size_t first = past_noise(items, 0);
  if (means_at(items, first) != facing || !has_aim(items, 0, items.size())) return;
  std::size_t end = first;
  constexpr std::array said{facing, either, noise, hull_or_turret};
  while (end < items.size() && is_one_of(items[end].means, said)) ++end;
  for (std::size_t i = first; i < end; ++i) {
    if (items[i].typed == "side" || items[i].typed == "sides") items[i].means = facing, items[i].value = "side";
  }
  while (end > first && items[end - 1].means == noise) --end;
  move_to_end(items, first, end);
}

// "Cromwell IV side on and moving, PaK 40 at 8": who is told of first is fired at.
void read_vehicle_first(LineItems& items) {
  constexpr std::array of_target{facing, motion, hull_down, moving, hull_or_turret};
  const std::size_t side = first_that(items, [](const Item& item) { return item.means != noise || item.typed == "side"; });
  const bool is_side_first =
      side + 1 < items.size() && (items[side].means == facing || items[side].typed == "side") && items[side + 1].typed == "of";
  if (is_side_first && items[side].means == noise) items[side].means = facing, items[side].value = "side";
  const std::size_t target = past_noise(items, 0);
  std::size_t named = target;
  while (named < items.size() && (is_one_of(items[named].means, of_target) || items[named].means == noise)) ++named;
  if (means_at(items, named) != vehicle || has(items, means_that(duels))) return;
  const auto is_at_it = [](const Item& item) {  // a 76L firing at it
    return item.means == name && (item.typed.ends_with(" it") || item.typed.ends_with(" him"));
  };
  constexpr std::array verbs{name, takes, event};
  std::size_t gun_at = items.size();
  for (std::size_t i = named + 1; i < items.size(); ++i) {
    const bool is_distance = items[i].means == from && is_hexes_at(items, i + 1);
    if ((is_one_of(items[i].means, verbs) && !is_at_it(items[i])) || (items[i].means == from && !is_distance)) return;
    const bool is_gun = is_one_of(items[i].means, std::array{by_name, gun, latw}) || (is_side_first && items[i].means == vehicle);
    if (gun_at == items.size() && is_gun && items[begin_of_unit(items, i)].apart) gun_at = begin_of_unit(items, i);
  }
  if (gun_at == items.size() || !has(items, target, gun_at, means_any(of_target))) return;
  for (Item& item : items) {
    if (is_at_it(item)) item.means = noise;
  }
  const bool has_range = means_at(items, items.size() - 1) == number && items[items.size() - 2].typed == "at";
  items[gun_at].apart = false;
  move_to_end(items, target, gun_at);
  const std::size_t again = target + items.size() - gun_at;
  insert(items, again, word(Means::at, "at"));
  if (has_range) insert(items, again, word(hexes, "hexes"));
}

// "548 and a 9-1 street fighting a T-34": whom they fight.
void read_street_fight(LineItems& items) {
  if (has(items, means_that(Means::at)) || has(items, means_that(close_combat))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_verb = items[i].means == Means::set && items[i].value == "street_fighting" &&
                         is_one_of(items[i - 1].means, std::array{counter, pair, squads}) &&
                         is_one_of(means_at(items, past_determiners(items, i + 1)), std::array{vehicle, counter});
    if (!is_verb) continue;
    insert(items, i + 1, word(close_combat, "cc"));
    return;
  }
}

}  // namespace
}  // namespace of_word_order

void read_word_order(LineItems& items) {
  of_word_order::name_machine_guns(items);
  of_word_order::read_in_front_of(items);
  of_word_order::read_takers_behind(items);
  of_word_order::drop_way_of_fire(items);
  of_word_order::read_assault_mark(items);
  of_word_order::read_between(items);
  of_word_order::read_fire_between(items);
  of_word_order::read_running_past(items);
  of_word_order::read_doing_to(items);
  of_word_order::read_range_of_mover(items);
  of_word_order::read_jump_with(items);
  of_word_order::read_attackers_behind(items);
  of_word_order::drop_on_behind_check(items);
  of_word_order::read_held_place(items);
  of_word_order::read_into_place(items);
  of_word_order::read_target_behind_comma(items);
  of_word_order::read_target_of_better(items);
  of_word_order::read_leader_along(items);
  of_word_order::read_words_before_unit(items);
  of_word_order::read_target_of_choice(items);
  of_word_order::read_hexes_to(items);
  of_word_order::read_facing_first(items);
  of_word_order::read_vehicle_first(items);
  of_word_order::read_street_fight(items);
}

}  // namespace boxcars::ask
