#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ask/lexicon.hpp"
#include "ask/tokens.hpp"

namespace boxcars::ask {

/// A word of a line with what it means.
struct Item {
  Means means = Means::unknown;
  std::string value{};  ///< as the question has it, or the word itself
  int number = 0, second = 0;
  Token::Times times = Token::Times::no;
  bool is_plural = false, apart = false, slash = false, glued = false;
  std::string typed{};
};

using LineItems = std::vector<Item>;

/// The words of a line, with what was not understood, and what was read for something else ("stone" for stoen).
struct Items {
  LineItems items{};
  std::vector<std::string> unknown{};
  std::vector<std::string> corrected{};
};
Items items_of(const std::vector<Token>& tokens);

/// What the item there means; unknown behind the last one.
Means means_at(const LineItems& items, std::size_t at);
inline auto means_that(Means means) {
  return [=](const Item& item) { return item.means == means; };
}
/// One of those.
template <class Range>
auto means_any(const Range& all) {
  return [all](const Item& item) { return std::find(all.begin(), all.end(), item.means) != all.end(); };
}
/// A roll by itself, of that kind.
inline auto is_check(std::string_view kind) {
  return [=](const Item& item) { return item.means == Means::check && item.value == kind; };
}
template <class Is>
bool has(const LineItems& items, Is is) {
  return std::any_of(items.begin(), items.end(), is);
}
/// Of those from there to there.
template <class Is>
bool has(const LineItems& items, std::size_t begin, std::size_t end, Is is) {
  return std::any_of(items.begin() + static_cast<std::ptrdiff_t>(begin), items.begin() + static_cast<std::ptrdiff_t>(end), is);
}
template <class Range>
bool is_one_of(Means means, const Range& all) {
  return std::find(all.begin(), all.end(), means) != all.end();
}

template <class Words>
bool is_among(const Words& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}
/// The first that is so; their number: none is.
template <class Is>
std::size_t first_that(const LineItems& items, Is is) {
  return static_cast<std::size_t>(std::find_if(items.begin(), items.end(), is) - items.begin());
}
/// Those from there to there.
LineItems part(const LineItems& items, std::size_t begin, std::size_t end);
void insert(LineItems& items, std::size_t at, Item item);
void insert(LineItems& items, std::size_t at, const LineItems& more);
void erase(LineItems& items, std::size_t begin, std::size_t end);
/// What stands from `first` to `begin` comes to stand behind all the others.
void move_to_end(LineItems& items, std::size_t first, std::size_t begin);
/// Means what it is typed as.
Item word(Means means, std::string_view typed);
/// It stands for the other alternative.
void make_either(Item& item);

/// "vs": it may stand between two sides, and between two alternatives.
bool is_versus(const Item& item);
/// "fires", "shoots at"
bool is_fire_verb(const Item& item);
/// Of a roll: a MC or TC against a Morale Level.
bool is_morale_check(std::string_view kind);
/// A MG by its name, or as options have it.
bool is_machine_gun(const Item& item);
/// Past "a", "the", "my" there.
std::size_t past_determiners(const LineItems& items, std::size_t at);
/// "he" of "he has".
std::string_view first_word(std::string_view text);
/// Whether it says where somebody is.
bool is_place(Means means);
bool is_of_place(const Item& item);
/// "6 hexes", but not "range 6".
bool is_hexes_at(const LineItems& items, std::size_t at);
/// Whether somebody is aimed at from there to there; "at 3 hexes" aims at nobody.
bool has_aim(const LineItems& items, std::size_t begin, std::size_t end);
/// "across the street", "over the road": over what is fired, too.
bool is_way_of_fire(Means means, std::string_view value, std::string_view typed);
/// Whether Close Combat or its Ambush is asked.
bool is_fight(const LineItems& items);
/// "9-1", by what Morale Levels leaders have.
bool is_rated_as_leader(const Item& item);
/// Between commas: where it begins, and where it ends.
template <class Words>
std::size_t begin_of_clause(const Words& words, std::size_t at) {
  while (at > 0 && !words[at].apart) --at;
  return at;
}
template <class Words>
std::size_t end_of_clause(const Words& words, std::size_t at) {
  ++at;
  while (at < words.size() && !words[at].apart) ++at;
  return at;
}
/// Whether a counter is named from there to there.
bool has_counter(const LineItems& items, std::size_t begin, std::size_t end);

/// The first from there on that says something, or the end; and of those before, how many there are up to the last that says something.
std::size_t past_noise(const LineItems& items, std::size_t at);
std::size_t before_noise(const LineItems& items, std::size_t at);
/// "a", "the", "my": what stands before who or what is named.
bool is_determiner(const Item& item);

}  // namespace boxcars::ask
