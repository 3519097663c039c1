#include "ask/unclear_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ask/elements.hpp"
#include "ask/everyday.hpp"

namespace boxcars::ask::of_unclear {
namespace {

using enum Means;

// "A | decimated 467"
bool is_article_before(const LineItems& items, std::size_t at) { return at > 0 && is_article(items[at - 1]) && !items[at].apart; }

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
    constexpr std::array<std::string_view, 4> passed{"already", "now", "is", "just"};  // DM already gone
    std::size_t last = i;
    while (last > 0 && !items[last].apart && is_among(passed, items[last - 1].typed)) --last;
    const Means before = last > 0 && !items[last].apart ? items[last - 1].means : Means::unknown;
    const bool is_object = goes_on && next > i + 1 && is_determiner(items[next - 1]) &&
                           is_one_of(items[next].means, std::array{state, concealed}) &&
                           means_at(items, next + 1) == counter;  // mob a pinned 467
    const bool turns_next = goes_on && !is_object &&
                            (is_one_of(items[next].means, turned) ||
                             (next == i + 1 && is_one_of(items[next].means, turned_at_once) && is_article_before(items, i)));
    const bool is_of_leader = i > 0 && !items[i].apart && items[i - 1].means == pair;
    const bool turns_last = is_of_leader || (ends && is_one_of(before, turned_behind));
    if (turns_next || turns_last)
      throw Unfit{"'" + items[i].typed + "' beside '" + items[turns_next ? next : last - 1].typed + "'", "is it so, or not?",
                  "leave it out if it makes no difference", 9};
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

// "A reduced 447", "447 reduced takes 6", "a hurt 9-1": no odds are asked, it is told how he is.
void refuse_told_losses(const LineItems& items) {
  constexpr std::array<std::string_view, 4> losses{"reduced", "hurt", "injured", "shot up"};
  const auto is_man = [&](std::size_t at) { return at < items.size() && (items[at].means == counter || items[at].means == pair); };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if ((items[i].means != event && items[i].means != noise) || !is_among(losses, items[i].typed)) continue;
    const bool is_before = is_man(i + 1) && !items[i + 1].apart && (i == 0 || is_article_before(items, i) || items[i].apart);
    const bool is_behind =
        i > 0 && is_man(i - 1) && !items[i].apart && i + 1 < items.size() && is_one_of(items[i + 1].means, std::array{takes, name});
    if (is_before || is_behind)
      throw Unfit{"'" + items[i].typed + "' of a unit", "what is left of it?", "give what it is now, like hs:2-4-7, or a wounded 9-1", 9};
  }
}

// "A good order broken 447"
void refuse_good_order_broken(const LineItems& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].typed.ends_with("good order") && items[i + 1].means == state && items[i + 1].value == "broken";
    if (is_it && !items[i + 1].apart) throw Unfit{"'good order' beside 'broken'", "is it so, or not?", "leave one out", 9};
  }
}

// "12 at a 447 concealed and a 458": the other one, too?
void refuse_half_concealed(const LineItems& items) {
  if (is_fight(items)) return;
  const auto is_concealed = means_that(concealed);
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const std::size_t next = past_articles(items, i + 2);
    const bool is_between = items[i].means == concealed && items[i - 1].means == counter && !items[i].apart &&
                            items[i + 1].typed == "and" && means_at(items, next) == counter;
    if (is_between && !has(items, 0, i - 1, means_any(std::array{counter, concealed})) && !has(items, i + 1, items.size(), is_concealed) &&
        !has(items, i, items.size(), means_any(std::array{Means::at, takes, name})))
      throw Unfit{"'" + items[i].typed + "' between two units", "is the other one concealed, too?", "say it before both, or of each", 8};
  }
}

}  // namespace

// "then 8 if he is pinned": each attack is at whoever is left, whatever has become of him.
void refuse_conditions(const LineItems& items) {
  const auto is_condition = [](const Item& item) { return item.typed == "if" || item.typed == "unless" || item.typed == "in case"; };
  if (!has(items, means_that(then))) return;
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

void refuse_unclear_states(const LineItems& items) {
  refuse_turned(items);
  refuse_past(items);
  refuse_lost_concealment(items);
  refuse_told_losses(items);
  refuse_half_concealed(items);
  refuse_good_order_broken(items);
}

}  // namespace boxcars::ask::of_unclear
