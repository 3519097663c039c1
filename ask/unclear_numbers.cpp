#include "ask/unclear_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ask/elements.hpp"
#include "ask/place.hpp"

namespace boxcars::ask::of_unclear {
namespace {

using enum Means;

int tem_of(const Item& item) { return item.means == material || item.means == terrain ? tem_of_word(item.value) : 0; }

// Of numbers, whose part in the total is not clear.
void refuse_numbers(const LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Means next = means_at(items, i + 1), behind = means_at(items, i + 2);
    const bool is_sum = items[i].means == pair && next == drm && items[i].value.find('+') != std::string::npos && !items[i + 1].apart &&
                        items[i].number < 30 && items[i].second >= 2;
    if (is_sum)
      throw Unfit{"'" + items[i].typed + " " + items[i + 1].typed + "'", "a sum of FP and a DRM, or two DRM?",
                  "give it like " + items[i].typed + " FP " + items[i + 1].typed, 9};
    if (items[i].means == through && next == number && behind == hinders)
      throw Unfit{"'" + items[i + 1].typed + " " + items[i + 2].typed + "'", "its DRM, or so many hexes?", "give it like hindrance 2", 8};
    const bool is_range = items[i].means == Means::at && next == number && (behind == with || behind == noise) &&
                          means_at(items, i + 3) == number && means_at(items, i + 4) == hexes;
    if (is_range) throw Unfit{"two ranges", "from which hex does who fire?", "ask each by itself, or the group with /", 8};
    // "16 +3 in stone at 467": is it the TEM, or more than that?
    const bool is_of_place = items[i].means == drm && items[i].number > 0 && next == in && !items[i + 1].apart;
    if (is_of_place && i + 2 < items.size() && tem_of(items[i + 2]) == items[i].number)
      throw Unfit{"'" + items[i].typed + " in " + items[i + 2].typed + "'", "is it the TEM, or more than that?",
                  "leave the number out if it is, or put the place behind the target", 9};
  }
}

// "12 +2 (wooden building)", "in woods, so +1", "+2 for wooden building": is it the TEM, or more than that?
void refuse_tem_again(const LineItems& items) {
  const auto tem_at = [&](std::size_t at) { return at < items.size() ? tem_of(items[at]) : 0; };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int n = items[i].means == drm ? items[i].number : 0;
    if (n <= 0) continue;
    const bool is_bracket = i + 1 < items.size() && items[i + 1].apart && tem_at(i + 1) == n;
    std::size_t cause = i + 1;
    while (cause + 1 < items.size() && !(items[cause].means == noise && items[cause].typed == "for")) ++cause;
    const bool is_for = cause + 1 < items.size() && tem_at(past_articles(items, cause + 1)) == n && has_counter(items, i, cause);
    const bool is_so = i > 1 && items[i - 1].typed == "so" && has(items, 0, i, [&](const Item& item) { return tem_of(item) == n; });
    if (is_bracket || is_for || is_so)
      throw Unfit{"'" + items[i].typed + "' beside a place", "is it its TEM, or more than that?", "leave the number out if it is", 9};
  }
}

// "12 -1 with a 9-1": is it his, or more than that?
void refuse_leader_again(const LineItems& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    if (items[i].means != drm || items[i].number >= 0 || items[i + 1].apart || items[i + 1].means != with || items[i + 1].typed != "with")
      continue;
    const std::size_t leader = past_articles(items, i + 2);
    const bool is_his = leader < items.size() && is_rated_as_leader(items[leader]) && items[leader].second == items[i].number;
    if (is_his)
      throw Unfit{"'" + items[i].typed + "' with a " + items[leader].typed, "is it his, or more than that?",
                  "leave the number out if it is his", 9};
  }
}

// "8 total +1 on a 447 in woods": all of it, or what else there is?
void refuse_sum_with_cause(const LineItems& items) {
  constexpr std::array<std::string_view, 15> sums{"net drm", "net drm of", "net of",    "total",     "in total",
                                                  "overall", "net",        "final drm", "total drm", "drm total",
                                                  "sum",     "all in",     "in all",    "all told",  "altogether"};
  const bool says_sum = has(items, [&](const Item& item) {
    const bool is_word = item.means == noise || item.means == drm_word;
    return is_word && is_among(sums, item.typed);
  });
  const bool has_cause = has(items, [](const Item& item) {
    return item.means == material || (item.means == terrain && item.value != "open") || item.means == moving || item.means == rubble;
  });
  if (says_sum && has_cause && std::count_if(items.begin(), items.end(), means_that(drm)) == 1)
    throw Unfit{"a DRM in all, and a place or moving", "is that in it?", "leave out what is in it, or the word for the sum", 9};
}

}  // namespace

// "12 1 467": is it how many, or a DRM whose sign is missing?
void refuse_bare_number(const LineItems& items) {
  constexpr int most = 4;
  const auto is_digits = [](const Item& item) {
    return item.means == number && item.typed.find_first_not_of("0123456789") == std::string::npos && item.times == Token::Times::no;
  };
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const Item &fp = items[i], &bare = items[i + 1], &who = items[i + 2];
    if (!is_digits(fp) || !is_digits(bare) || who.means != counter || bare.apart || who.apart || who.is_plural || fp.is_plural) continue;
    if (bare.number < 1 || bare.number > most || (i > 0 && items[i - 1].means == Means::number)) continue;
    throw Unfit{
        "'" + bare.typed + "' before " + who.typed, "is it how many, or a DRM?",
        "give it like " + fp.typed + " +" + bare.typed + " vs " + who.typed + ", or " + fp.typed + " vs " + bare.typed + "x" + who.typed,
        9};
  }
}

void refuse_unclear_numbers(const LineItems& items) {
  refuse_numbers(items);
  refuse_tem_again(items);
  refuse_leader_again(items);
  refuse_sum_with_cause(items);
}

}  // namespace boxcars::ask::of_unclear
