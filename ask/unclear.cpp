#include "ask/unclear.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ask/unclear_parts.hpp"

namespace boxcars::ask {
namespace of_unclear {

bool is_article(const Item& item) {
  return is_determiner(item) || (item.means == Means::noise && (item.typed == "its" || item.typed == "to" || item.typed == "it"));
}

std::size_t past_articles(const LineItems& items, std::size_t at) {
  while (at < items.size() && is_article(items[at])) ++at;
  return at;
}

bool is_function_word(const Item& item) {
  constexpr std::array<std::string_view, 20> words{"of",    "x",     "is",   "are", "was",  "were", "be",   "all",  "each", "both",
                                                   "these", "those", "some", "its", "your", "two",  "that", "this", "also", "as"};
  return is_determiner(item) || is_among(words, item.typed);
}

bool has_units_both_sides(const LineItems& items, std::size_t before) {
  const std::size_t aim = first_that(items, means_that(Means::at));
  return aim < before && has_counter(items, 0, aim) && has_counter(items, aim, before);
}

}  // namespace of_unclear

void refuse_unclear(const LineItems& items) {
  of_unclear::refuse_unclear_states(items);
  of_unclear::refuse_unclear_units(items);
  of_unclear::refuse_unclear_others(items);
  of_unclear::refuse_unclear_places(items);
  of_unclear::refuse_unclear_numbers(items);
}

void refuse_unclear_attacks(const LineItems& items) {
  of_unclear::refuse_conditions(items);
  of_unclear::refuse_bare_number(items);
}

}  // namespace boxcars::ask
