#include "ask/unclear_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ask/elements.hpp"

namespace boxcars::ask::of_unclear {
namespace {

using enum Means;

bool is_man(const Item& item) { return item.means == counter || is_rated_as_leader(item); }

// The last unit before it, in the same part of the line; the end: there is none.
std::size_t man_before(const LineItems& items, std::size_t at) {
  constexpr std::array boundaries{Means::at, takes, close_combat, either, then, ambush, check, slash, name, from};
  while (at > 0 && !is_one_of(items[at - 1].means, boundaries)) {
    --at;
    if (is_man(items[at])) return at;
  }
  return items.size();
}

[[noreturn]] void refuse_bystander(const Item& who) {
  throw Unfit{"'" + who.typed + "' beside them", "does he take part?", "name only who fires, and who is fired at", 9};
}

// "467 fires at a 447 that is adjacent to a 458", "with a 458 next to it", "a 447 sheltering behind a 458", "over my own 548".
void refuse_bystanders(const LineItems& items) {
  constexpr std::array<std::string_view, 14> about{"while",    "ignoring", "guarding", "guards",  "killed", "helping",  "help",
                                                   "relieves", "saves",    "save",     "protect", "watch",  "protects", "because"};
  constexpr std::array<std::string_view, 5> idle{"watching", "watches", "waiting", "waits", "holds"};
  constexpr std::array<std::string_view, 3> pronouns{"it", "him", "them"};
  if (has(items, means_any(std::array{vehicle, either, check, levels, storeys, upstairs}))) return;
  const bool is_attack = has(items, means_that(Means::at)) || has(items, means_that(takes));
  if (!is_attack) return;
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!is_man(items[i]) || man_before(items, i) >= items.size()) continue;
    std::size_t before = i;
    while (before > 0 && (is_determiner(items[before - 1]) || items[before - 1].means == number || items[before - 1].typed == "own"))
      --before;
    if (before == 0 || items[i].apart) continue;
    const Item& joint = items[before - 1];
    const bool is_near = joint.means == near && joint.typed.find(' ') != std::string::npos && joint.typed != "next hex" && before > 1 &&
                         items[before - 2].means != with;
    const bool is_behind = joint.means == in && (joint.typed.ends_with("behind") || joint.typed == "beside");
    const bool is_over = joint.means == through && (joint.typed == "over" || joint.typed == "past" || joint.typed == "across");
    const bool is_about = joint.means == noise && is_among(about, joint.typed);
    const bool next_to_it =
        i + 2 < items.size() && items[i + 1].means == near && !items[i + 1].apart && is_among(pronouns, items[i + 2].typed);
    const bool is_idle_ = i + 1 < items.size() && !items[i + 1].apart && items[i + 1].means == noise && is_among(idle, items[i + 1].typed);
    const std::size_t fires = first_that(items, means_that(Means::at));
    const bool is_target_side = i > fires || fires == items.size();
    if (is_target_side && (is_near || is_behind || is_about || is_over || next_to_it || is_idle_)) refuse_bystander(items[i]);
  }
}

// "447 takes 8 and so does his 8-1", "with his 9-1", "467 at 447, my leader 9-1": is he fired at, or does he direct?
void refuse_leader_of_whom(const LineItems& items) {
  constexpr std::array<std::string_view, 4> his{"his", "its", "their", "mine"};
  constexpr std::array<std::string_view, 6> too{"too", "as well", "also", "so does", "for company", "along"};
  const std::size_t hit = first_that(items, means_that(takes)), aim = first_that(items, means_that(Means::at));
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!is_rated_as_leader(items[i]) || has(items, means_any(std::array{check, either, vehicle}))) continue;
    std::size_t before = i;
    while (before > 0 && (items[before - 1].means == leaders || items[before - 1].means == leadership)) --before;
    if (before == 0) continue;
    const Item& owner = items[before - 1];
    const bool is_owned = !items[i].apart && owner.means == noise;
    const bool is_his = is_owned && is_among(his, owner.typed);
    const bool is_mine = is_owned && (owner.typed == "my" || owner.typed == "mine" || owner.typed == "our");
    const bool is_too = i + 1 < items.size() && items[i + 1].means == noise && is_among(too, items[i + 1].typed);
    const bool is_with_hit = hit < i && has_counter(items, 0, hit) && !has_counter(items, hit, items.size()) && (is_his || is_too);
    const bool is_firers = aim < i && has_counter(items, 0, aim) && has_counter(items, aim, i) && is_mine &&
                           !has(items, i, items.size(), means_that(directs)) &&
                           !has(items, aim, i, means_any(std::array{directs, directed_by}));
    if (is_with_hit || is_firers)
      throw Unfit{"'" + items[i].typed + "' behind the attack", "does he direct it, or is he fired at?",
                  is_firers ? "name him with who fires" : "name all who are fired at before takes, or say directed by him", 9};
  }
}

// "467 at 447, I'm in stone, he's in woods", "stone for me": of who fires.
void refuse_place_of_mine(const LineItems& items) {
  constexpr std::array<std::string_view, 6> me{"im", "me", "mine", "ours", "were", "us"};
  const std::size_t aim = first_that(items, means_that(Means::at));
  for (std::size_t i = aim + 1; i < items.size(); ++i) {
    if (items[i].means != noise || !is_among(me, items[i].typed) || !has_counter(items, aim, i)) continue;
    const bool is_before = means_at(items, i + 1) == in && is_place(means_at(items, past_articles(items, i + 2)));
    const bool is_behind = i > 1 && items[i - 1].typed == "for" && is_place(items[i - 2].means);
    if (is_before || is_behind)
      throw Unfit{"where you are ('" + items[i].typed + "')", "only the target's place counts", "leave it out", 9};
  }
}

// "467 at 447, my guys pinned": who is it?
void refuse_state_of_mine(const LineItems& items) {
  constexpr std::array<std::string_view, 6> men_{"guys", "boys", "men", "lads", "squad", "squads"};
  const std::size_t aim = first_that(items, means_that(Means::at));
  for (std::size_t i = aim + 1; i + 2 < items.size(); ++i) {
    const bool is_mine = items[i].means == noise && (items[i].typed == "my" || items[i].typed == "our");
    const std::size_t said = past_noise(items, i + 2);
    const bool is_state = said < items.size() && is_one_of(items[said].means, std::array{state, exhausted, concealed});
    if (is_mine && is_among(men_, items[i + 1].typed) && is_state && has_counter(items, aim, i))
      throw Unfit{"'" + items[said].typed + "' of your men", "who fires is named before", "say it there, like pinned 467 at 447", 9};
  }
}

// "467 vs 447, both CX", "everyone pinned": one of them, or each?
void refuse_all_of_them(const LineItems& items) {
  constexpr std::array<std::string_view, 4> all{"both", "all", "everyone", "everybody"};
  constexpr std::array states_{state, exhausted, concealed};
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    const bool is_it = is_among(all, items[i].typed) && items[i].apart && next < items.size() && is_one_of(items[next].means, states_);
    const std::size_t versus = first_that(items, [](const Item& item) { return is_versus(item) || item.means == Means::at; });
    if (is_it && versus < i && has_counter(items, 0, versus) && has_counter(items, versus, i))
      throw Unfit{"'" + items[i].typed + " " + items[next].typed + "'", "of both sides?", "say it of each, where he is named", 9};
  }
}

// "447 NMC, his 9-1 already broken": he helps nobody.
void refuse_broken_helper(const LineItems& items) {
  if (!has(items, means_that(check))) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    const bool is_it = is_rated_as_leader(items[i]) && next < items.size() && items[next].means == state && items[next].value == "broken" &&
                       !items[next].apart && has_counter(items, 0, i);
    const bool goes_on = next + 1 < items.size() && !items[next + 1].apart && items[next + 1].means == counter;  // with a 9-1, broken 447
    if (is_it && !goes_on)
      throw Unfit{"'" + items[next].typed + "' behind " + items[i].typed, "a broken leader helps nobody, A10.7", "leave him out", 9};
  }
}

// "447 2 hexes from a stone building": in it he is not.
void refuse_distance_to_place(const LineItems& items) {
  for (std::size_t i = 0; i + 3 < items.size(); ++i) {
    if (!is_hexes_at(items, i) || items[i + 2].means != from) continue;
    const std::size_t place = past_articles(items, i + 3);
    if (place >= items.size() || !is_place(items[place].means)) continue;
    std::size_t end = place;
    while (end < items.size() && is_place(items[end].means)) ++end;
    const bool is_of_unit = end < items.size() && (items[end].means == counter || items[end].means == with || items[end].means == number);
    if (!is_of_unit)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + " from' " + items[place].typed, "where is he?", "say where he is", 8};
  }
}

// "8 -1 and then 4 -1 residual": which of them?
void refuse_residual_behind(const LineItems& items) {
  const std::size_t last = first_that(items, [](const Item& item) { return item.means == weapon && item.value == "residual"; });
  if (last >= items.size() || last == 0) return;
  std::size_t after = last;
  while (after > 0 && items[after - 1].means != then) --after;
  const bool has_numbers = after > 0 && has(items, after, last, means_any(std::array{pair, drm}));
  if (has_numbers && has(items, 0, after - 1, means_any(std::array{number, pair})))
    throw Unfit{"'" + items[last].typed + "' behind the last attack", "which of them is it?", "give it like 8 -1 vs 447 then residual 4",
                9};
}

// "467 with a 9-1 in the next hex fires at 447", "rally 447 next to a 9-1": he helps in his own Location only (A7.53, A10.7).
void refuse_leader_elsewhere(const LineItems& items) {
  const bool is_check = has(items, means_that(check)), is_attack = has(items, means_that(Means::at)) || has(items, means_that(takes));
  if ((!is_check && !is_attack) || has(items, means_any(std::array{vehicle, either}))) return;
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!is_rated_as_leader(items[i]) || !has_counter(items, 0, items.size())) continue;
    std::size_t next = i + 1;
    while (next < items.size() &&
           (is_determiner(items[next]) || items[next].means == in || items[next].typed == "is" || items[next].means == leaders))
      ++next;
    const bool is_near = means_at(items, next) == near && items[next].number == 1 &&
                         (items[next].typed.find("next") != std::string::npos || items[next].typed.find("hex") != std::string::npos);
    const std::size_t before = past_articles(items, i) == i && i > 0 && is_determiner(items[i - 1]) ? i - 1 : i;
    const bool is_beside = is_check && before > 0 && items[before - 1].means == near;
    const bool is_there = is_near && next + 1 < items.size() && items[next + 1].means != counter && !items[next].apart;
    if (is_beside || is_there || (is_near && is_check) || (is_near && next + 1 == items.size() && items[i].apart))
      throw Unfit{"'" + items[i].typed + "' in another hex", "a leader counts in his own Location only", "leave him out if he is not there",
                  9};
  }
}

// "467 at 447, mine pinned", "they are pinned", "I have a 9-1": whose is it?
void refuse_pronoun_behind(const LineItems& items) {
  constexpr std::array<std::string_view, 5> mine{"mine", "they", "i have", "we have", "he has"};
  const std::size_t aim = first_that(items, means_that(Means::at));
  if (has(items, means_any(std::array{check, either, vehicle, close_combat, takes}))) return;
  for (std::size_t i = aim + 1; i + 1 < items.size(); ++i) {
    if (!items[i].apart || !is_among(mine, items[i].typed) || !has_counter(items, 0, aim) || !has_counter(items, aim, i)) continue;
    const std::size_t next = past_noise(items, i + 1);
    constexpr std::array told{state, exhausted, concealed, with, moving, pair, machine_gun};
    if (next < items.size() && is_one_of(items[next].means, told))
      throw Unfit{"'" + items[i].typed + "' behind the attack", "which of the two sides is it?", "say it where they are named", 9};
  }
}

// "Over 6 hexes away": how far is it?
void refuse_beyond(const LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_it = items[i].means == through && (items[i].typed == "over" || items[i].typed == "past") && is_hexes_at(items, i + 1) &&
                       !items[i + 1].apart && !(i + 3 < items.size() && items[i + 3].typed == "of");
    const bool is_between = i > 0 && is_hexes_at(items, i) && i + 2 < items.size() && items[i + 2].typed == "in between";
    if (is_it || is_between)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + " hexes'", "how far is it?", "give the range, like at 7 hexes", 9};
  }
}

// "8 on a broken or pinned 447": which?
void refuse_either_state(const LineItems& items) {
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_it =
        items[i].means == event && items[i].typed == "broken or pinned" && items[i + 1].means == counter && !items[i + 1].apart;
    if (is_it) throw Unfit{"'" + items[i].typed + "' of a unit", "which is it?", "ask each by itself", 9};
  }
}

// "447 looking at a stone building": is he in it?
void refuse_looking_at(const LineItems& items) {
  constexpr std::array<std::string_view, 8> looking{"looking", "covering", "around", "watching", "facing", "watches", "covers", "near"};
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    std::size_t place = past_articles(items, i + 1);
    if (means_at(items, place) == Means::at) place = past_articles(items, place + 1);
    const bool is_it = items[i].means == noise && is_among(looking, items[i].typed) && items[i - 1].means == counter && !items[i].apart;
    if (is_it && place < items.size() && (items[place].means == material || items[place].means == building))
      throw Unfit{"'" + items[i].typed + "' before '" + items[place].typed + "'", "is he in it?", "say in it if he is, or leave it out", 9};
  }
}

// "Up to 2 shots of 8", "8 FP down to 4": how many?
void refuse_up_to(const LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool is_up = items[i].typed == "up" && means_at(items, i + 3) == shot;
    const bool is_down =
        items[i].typed == "down" && i > 0 &&
        (items[i - 1].means == number || items[i - 1].means == firepower || items[i - 1].typed == "knocked" || items[i - 1].typed == "cut");
    if ((is_up || is_down) && items[i + 1].typed == "to" && items[i + 2].means == number)
      throw Unfit{"'" + items[i].typed + " to " + items[i + 2].typed + "'", "how much is it?", "give the number that counts", 9};
  }
}

}  // namespace

void refuse_unclear_others(const LineItems& items) {
  refuse_bystanders(items);
  refuse_leader_of_whom(items);
  refuse_place_of_mine(items);
  refuse_state_of_mine(items);
  refuse_all_of_them(items);
  refuse_broken_helper(items);
  refuse_distance_to_place(items);
  refuse_residual_behind(items);
  refuse_looking_at(items);
  refuse_up_to(items);
  refuse_leader_elsewhere(items);
  refuse_pronoun_behind(items);
  refuse_beyond(items);
  refuse_either_state(items);
}

}  // namespace boxcars::ask::of_unclear
