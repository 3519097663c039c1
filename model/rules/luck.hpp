#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxcars::model {

/// The odds of what was seen or more of it, and of what was seen or less.
struct Tails {
  double at_least = 1;
  double at_most = 1;
};

/// How often so many dice come to that sum or a higher one, and to that or a lower one: exactly, by convolution.
Tails tails_of_sum(int dice, int sum);

/// How often the longest run of successes in so many trials is at least so long.
double odds_of_run(int trials, int length, double success);

/// How often so many of these come true, or more, and so many or fewer: each with its own probability.
Tails tails_of_successes(std::span<const double> chances, int made);

/// A DR or dr of a game.
struct Thrown {
  std::string player{};
  std::string kind{};           ///< "IFT", "MC", "RS", ...
  int colored = 0;              ///< of a dr the only one
  int white = 0;                ///< 0: it is a dr
  std::optional<int> needed{};  ///< of a DR: it succeeds if it is no higher

  bool is_dr() const { return white == 0; }
  int total() const { return colored + white; }
};

/// All rolls of a kind that a player made.
struct LuckOfKind {
  std::string roll{};  ///< "IFT DR", "all dr"
  int dice = 2;
  int number = 0;
  int total = 0;                 ///< of all of them
  Tails tails{};                 ///< of that total, hence of the mean
  std::array<int, 13> counts{};  ///< how often each value came

  double mean() const { return static_cast<double>(total) / number; }
  double expected() const { return 3.5 * dice; }
};

/// The longest run of DR above 7, or below it.
struct Streak {
  int length = 0;
  double odds = 1;  ///< of one at least so long in as many DR
};

/// Rolls whose needed number is known.
struct Hits {
  int number = 0;
  int made = 0;
  double expected = 0;
  Tails tails{};
};

struct LuckOfPlayer {
  std::string player{};
  std::vector<LuckOfKind> rolls{};  ///< all of them, then kind by kind; first DR, then dr
  Streak above{}, below{};
  std::optional<Hits> hits{};

  /// All with so many dice; nothing if there are none.
  const LuckOfKind* all(int dice) const;
};

/// The luck of each player, in the order in which they first rolled.
std::vector<LuckOfPlayer> luck_of(std::span<const Thrown> rolls);

/// More rolls than these are no games: their odds are not worked out.
constexpr std::size_t most_rolls = 20'000;
constexpr std::size_t most_players = 100;

}  // namespace boxcars::model
