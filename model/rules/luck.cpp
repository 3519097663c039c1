#include "model/rules/luck.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int faces = 6;
constexpr double chance_of_high = 15. / 36;  // a DR above 7; below 7 is as likely
constexpr double nothing = 1e-60;            // odds that no answer shows: what so many dice hardly ever come to

// The odds of each sum of some dice, without the ends that have next to none.
struct Sums {
  int first = 0;  // the sum that the first odds are of
  std::vector<double> odds{1};
};

// Of the dice of both together.
Sums together(const Sums& one, const Sums& other) {
  std::vector<double> odds(one.odds.size() + other.odds.size() - 1);
  for (std::size_t i = 0; i < one.odds.size(); ++i) {
    for (std::size_t k = 0; k < other.odds.size(); ++k) odds[i + k] += one.odds[i] * other.odds[k];
  }
  const auto is_something = [](double p) { return p > nothing; };
  const auto begin = std::find_if(odds.begin(), odds.end(), is_something);
  const auto end = std::find_if(odds.rbegin(), odds.rend(), is_something).base();
  return {one.first + other.first + static_cast<int>(begin - odds.begin()), std::vector<double>(begin, end)};
}

// Half of the dice, twice.
Sums sums_of(int dice) {
  if (dice == 0) return {};
  const Sums half = sums_of(dice / 2), both = together(half, half);
  return dice % 2 == 0 ? both : together(both, {1, std::vector<double>(faces, 1. / faces)});
}

// Of odds that begin at a number: those of `seen` and beyond, and of `seen` and below.
Tails tails_of(const std::vector<double>& odds, int first, int seen) {
  Tails tails{0, 0};
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const int value = first + static_cast<int>(i);
    if (value >= seen) tails.at_least += odds[i];
    if (value <= seen) tails.at_most += odds[i];
  }
  return {std::min(1., tails.at_least), std::min(1., tails.at_most)};
}

// As VASL has them; others come after these.
constexpr std::array<std::string_view, 10> kinds{"IFT", "TH", "TK", "MC", "TC", "Rally", "CC", "SA", "RS", "Other"};

int order_of(const std::string& kind) { return static_cast<int>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin()); }

void add(LuckOfKind& kind, const Thrown& roll) {
  ++kind.number;
  kind.total += roll.total();
  ++kind.counts[index(std::clamp(roll.total(), 0, 12))];
}

// The rolls of a player with so many dice: together, then kind by kind.
std::vector<LuckOfKind> kinds_of(const std::vector<const Thrown*>& rolls, int dice) {
  const std::string die = dice == 2 ? "DR" : "dr";
  std::vector<std::string> names;
  for (const Thrown* roll : rolls) {
    if (roll->is_dr() == (dice == 1) && std::find(names.begin(), names.end(), roll->kind) == names.end()) names.push_back(roll->kind);
  }
  if (names.empty()) return {};
  std::stable_sort(names.begin(), names.end(), [](const auto& one, const auto& other) { return order_of(one) < order_of(other); });
  std::vector<LuckOfKind> result{{.roll = "all " + die, .dice = dice}};
  const std::string behind = " " + die;
  for (const std::string& name : names) result.push_back({.roll = std::string(name).append(behind), .dice = dice});
  for (const Thrown* roll : rolls) {
    if (roll->is_dr() != (dice == 1)) continue;
    add(result.front(), *roll);
    add(result[1 + index(static_cast<int>(std::find(names.begin(), names.end(), roll->kind) - names.begin()))], *roll);
  }
  for (LuckOfKind& kind : result) kind.tails = tails_of_sum(kind.number * dice, kind.total);
  return result;
}

template <class Is>
Streak longest(const std::vector<const Thrown*>& rolls, Is is) {
  int now = 0, longest = 0, trials = 0;
  for (const Thrown* roll : rolls) {
    if (roll->is_dr()) continue;
    ++trials;
    now = is(roll->total()) ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return {longest, odds_of_run(trials, longest, chance_of_high)};
}

std::optional<Hits> hits_of(const std::vector<const Thrown*>& rolls) {
  std::vector<double> chances;
  Hits hits;
  for (const Thrown* roll : rolls) {
    if (!roll->needed) continue;
    int ways = 0;  // of 36
    for (int colored = 1; colored <= faces; ++colored) ways += std::clamp(*roll->needed - colored, 0, faces);
    chances.push_back(ways / 36.);
    hits.made += roll->total() <= *roll->needed ? 1 : 0;
    hits.expected += chances.back();
  }
  if (chances.empty()) return std::nullopt;
  hits.number = static_cast<int>(chances.size());
  hits.tails = tails_of_successes(chances, hits.made);
  return hits;
}

}  // namespace

const LuckOfKind* LuckOfPlayer::all(int dice) const {
  const auto found = std::find_if(rolls.begin(), rolls.end(), [dice](const LuckOfKind& kind) { return kind.dice == dice; });
  return found == rolls.end() ? nullptr : &*found;
}

Tails tails_of_sum(int dice, int sum) {
  const Sums sums = sums_of(dice);
  return tails_of(sums.odds, sums.first, sum);
}

double odds_of_run(int trials, int length, double success) {
  if (length <= 0) return 1;
  if (length > trials) return 0;
  // running[k]: no such run yet, and the last k trials were successes.
  std::vector<double> running(index(length));
  running[0] = 1;
  double done = 0;
  for (int trial = 0; trial < trials; ++trial) {
    double none = 0;
    for (const double p : running) none += p;
    done += running.back() * success;
    for (std::size_t k = running.size() - 1; k > 0; --k) running[k] = running[k - 1] * success;
    running[0] = none * (1 - success);
  }
  return std::min(1., done);
}

Tails tails_of_successes(std::span<const double> chances, int made) {
  std::vector<double> odds{1};
  for (const double chance : chances) {
    odds.push_back(0);
    for (std::size_t k = odds.size() - 1; k > 0; --k) odds[k] = odds[k] * (1 - chance) + odds[k - 1] * chance;
    odds[0] *= 1 - chance;
  }
  return tails_of(odds, 0, made);
}

std::vector<LuckOfPlayer> luck_of(std::span<const Thrown> rolls) {
  std::vector<LuckOfPlayer> players;
  std::vector<std::vector<const Thrown*>> of_player;
  for (const Thrown& roll : rolls) {
    const auto found = std::find_if(players.begin(), players.end(), [&](const LuckOfPlayer& one) { return one.player == roll.player; });
    const auto at = static_cast<std::size_t>(found - players.begin());
    if (found == players.end()) players.push_back({.player = roll.player}), of_player.emplace_back();
    of_player[at].push_back(&roll);
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    players[i].rolls = kinds_of(of_player[i], 2);
    for (LuckOfKind& kind : kinds_of(of_player[i], 1)) players[i].rolls.push_back(std::move(kind));
    players[i].above = longest(of_player[i], [](int total) { return total > 7; });
    players[i].below = longest(of_player[i], [](int total) { return total < 7; });
    players[i].hits = hits_of(of_player[i]);
  }
  return players;
}

}  // namespace boxcars::model
