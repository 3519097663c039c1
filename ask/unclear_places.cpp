#include "ask/unclear_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ask/elements.hpp"

namespace boxcars::ask::of_unclear {
namespace {

using enum Means;

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
  const auto aimed = first_that(items, means_that(Means::at));
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

// "Through grain and brush": two of them are a sum. "Takes 8, then 4 when in woods": of which attack?
void refuse_two_between(const LineItems& items) {
  const auto follows = first_that(items, means_that(then));
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const std::size_t place = past_articles(items, i + 1);
    const std::size_t first = means_at(items, place) == number ? place + 1 : place;
    const std::size_t joint = means_at(items, first + 1) == hexes ? first + 2 : first + 1;
    const bool is_listed = joint < items.size() && (items[joint].means == with || items[joint].apart);
    const std::size_t other = joint < items.size() ? past_articles(items, items[joint].means == with ? joint + 1 : joint) : joint;
    const bool is_joined =
        items[i].means == through && means_at(items, first) == terrain && is_listed &&
        (means_at(items, other) == terrain || (means_at(items, other) == number && means_at(items, other + 1) == terrain));
    const bool is_long = items[i].means == through && is_hexes_at(items, i + 1) && i + 3 < items.size() && items[i + 3].typed == "of" &&
                         means_at(items, past_articles(items, i + 4)) == weapon;
    if (is_long) throw Unfit{"'" + items[i].typed + "' several hexes", "each has an attack", "ask it of one hex", 8};
    if (is_joined) throw Unfit{"two terrains between", "each has its Hindrance", "give the Hindrance in all, like hindrance 2", 8};
    const bool is_between = means_at(items, i) == terrain && means_at(items, i + 1) == with && means_at(items, i + 2) == through;
    if (is_between) throw Unfit{"two terrains between", "each has its Hindrance", "give the Hindrance in all, like hindrance 2", 8};
  }
  const auto from_place = [&](std::size_t i) { return items[i].means == from && is_place(means_at(items, past_articles(items, i + 1))); };
  std::size_t places_of_fire = 0;
  for (std::size_t i = 0; i < items.size(); ++i) places_of_fire += from_place(i) ? 1 : 0;
  if (places_of_fire > 1) throw Unfit{"fire from two places", "which / keeps apart", "give it like 467 / 467 at 447", 8};
  for (std::size_t i = follows; i + 1 < items.size(); ++i) {
    constexpr std::array<std::string_view, 4> joints{"when", "as", "once", "while"};
    const bool is_late = (is_among(joints, items[i].typed) || items[i].means == enters) && has_counter(items, 0, follows);
    const std::size_t next = past_noise(items, i + 1), place = means_at(items, next) == in ? past_noise(items, next + 1) : next;
    if (is_late && is_place(means_at(items, place)))
      throw Unfit{"'" + items[place].typed + "' behind 'then'", "of that attack, or of both?", "ask each attack by itself", 8};
  }
}

// "8 at a 447 in stone, then 8 in woods": each attack with a place of its own.
void refuse_place_behind_then(const LineItems& items) {
  const auto follows = first_that(items, means_that(then));
  if (follows >= items.size() || !has_counter(items, 0, follows) || has_counter(items, follows, items.size()) || is_fight(items)) return;
  const bool has_place = has(items, 0, follows, is_of_place);
  bool attacks = false;
  for (std::size_t i = follows; i < items.size(); ++i) {
    attacks = attacks || items[i].means == number || items[i].means == firepower;
    const bool is_open = items[i].means == terrain && items[i].value == "open";
    if (attacks && !items[i].apart && !items[i - 1].apart && is_of_place(items[i]) && (has_place || !is_open))
      throw Unfit{"'" + items[i].typed + "' behind 'then'", "of that attack, or of both?", "ask each attack by itself", 8};
  }
}

// "In woods, same but stone", "stands in the open", "beside two 447s": another question, or not there.
void refuse_other_case(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_better_cover = items[i].means == better && (items[i + 1].typed == "cover" || items[i + 1].typed == "terrain");
    if (is_better_cover) throw Unfit{"'better " + items[i + 1].typed + "'", "which?", "name it, like in stone", 9};
    const bool is_same = (items[i].typed == "same" && (items[i + 1].typed == "but" || items[i + 1].typed == "except")) ||
                         (is_versus(items[i]) && items[i + 1].typed == "same");
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
    const bool is_nobody = items[i].means == either && (items[i + 1].typed == "nobody" || items[i + 1].typed == "no one");
    if (is_nobody) throw Unfit{"'" + items[i + 1].typed + "' behind 'or'", "without whom?", "ask each by itself", 9};
    const bool is_clause = is_versus(items[i]) && next < items.size() && has_counter(items, 0, i) && !has_counter(items, i, items.size()) &&
                           means_at(items, past_noise(items, i + 1)) == moving;
    if (is_clause)
      throw Unfit{"'" + items[i].typed + "' before '" + items[next].typed + "'", "two things to compare?", "put or between them", 9};
  }
  const auto last_one = std::find_if(items.begin(), items.end(), means_that(either));
  for (auto i = last_one; i != items.end(); ++i) {
    const bool ends = i + 1 == items.end() || (i + 1)->means == in || (i + 1)->apart;
    if (i->means == number && i->typed == "one" && ends && i != last_one)
      throw Unfit{"'one' behind 'or'", "which unit is it?", "name it, like or a 447 in the open", 9};
  }
}

}  // namespace

void refuse_unclear_places(const LineItems& items) {
  refuse_beside_place(items);
  refuse_way(items);
  refuse_goal(items);
  refuse_two_grounds(items);
  refuse_two_between(items);
  refuse_place_behind_then(items);
  refuse_other_case(items);
}

}  // namespace boxcars::ask::of_unclear
