#pragma once

#include <cstddef>

#include "ask/items.hpp"

/// What the files that refuse unclear lines share.
namespace boxcars::ask::of_unclear {

/// A determiner, or one of the small words that stand for one: its, to, it.
bool is_article(const Item& item);
std::size_t past_articles(const LineItems& items, std::size_t at);
/// A small word that says nothing by itself: of, is, some, that.
bool is_function_word(const Item& item);
/// Whether units are named on both sides of an "at" that stands before it.
bool has_units_both_sides(const LineItems& items, std::size_t before);

/// Who is meant, who is there, and who fires. Throws Unfit.
void refuse_unclear_units(const LineItems& items);
/// Who only stands by, and whose a leader, a place or a state is behind the attack. Throws Unfit.
void refuse_unclear_others(const LineItems& items);
/// Where he is. Throws Unfit.
void refuse_unclear_places(const LineItems& items);
/// What a number is of. Throws Unfit.
void refuse_unclear_numbers(const LineItems& items);
/// Whether it is so. Throws Unfit.
void refuse_unclear_states(const LineItems& items);

/// Once the idioms are read: an attack under a condition. Throws Unfit.
void refuse_conditions(const LineItems& items);
/// Once the idioms are read: "12 1 467". Throws Unfit.
void refuse_bare_number(const LineItems& items);

}  // namespace boxcars::ask::of_unclear
