#pragma once

#include <cstddef>
#include <string>
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

/// The words of a line, with what was not understood, and what was read for something else ("stone" for stoen).
struct Items {
  std::vector<Item> items{};
  std::vector<std::string> unknown{};
  std::vector<std::string> corrected{};
};
Items items_of(const std::vector<Token>& tokens);
/// The first from there on that says something, or the end; and of those before, how many there are up to the last that says something.
std::size_t past_noise(const std::vector<Item>& items, std::size_t at);
std::size_t before_noise(const std::vector<Item>& items, std::size_t at);
/// "a", "the", "my": what stands before who or what is named.
bool is_determiner(const Item& item);

}  // namespace boxcars::ask
