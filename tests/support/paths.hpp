#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <vector>

namespace boxcars::test {

/// Enumerates every way that a chance-driven function can go, by running it again and again: an oracle for small questions that
/// shares nothing with the engine.
class Paths {
 public:
  struct RollSeen {
    int sum = 0;
    bool doubles = false;
  };

  int dr() { return 1 + pick({1, 1, 1, 1, 1, 1}); }
  /// The sum of two dice: 2 to 12.
  int DR() { return 2 + pick({1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}); }
  /// The sum of two dice, and whether they are doubles.
  RollSeen DR_with_doubles() {
    static const std::vector<RollSeen> seen{{2, true}, {3, false}, {4, true},  {4, false}, {5, false},  {6, true},   {6, false}, {7, false},
                                            {8, true}, {8, false}, {9, false}, {10, true}, {10, false}, {11, false}, {12, true}};
    return seen[static_cast<std::size_t>(pick({1, 2, 1, 2, 4, 1, 4, 6, 1, 4, 4, 1, 2, 2, 1}))];
  }

  /// What the throw means: ways that mean the same are tried once, with the odds of all of them.
  template <class Meaning>
  auto dr(Meaning meaning) {
    return meaning_of(1, {1, 1, 1, 1, 1, 1}, meaning);
  }
  template <class Meaning>
  auto DR(Meaning meaning) {
    return meaning_of(2, {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}, meaning);
  }
  /// One of the values of a map from each value to the number of its ways.
  template <class Ways>
  auto one_of(const Ways& ways) {
    std::vector<int> weights;
    for (const auto& [value, number] : ways) weights.push_back(number);
    return std::next(ways.begin(), pick(weights))->first;
  }

  /// Calls `trial` for every path, and `seen` with what it returned and the path's probability.
  template <class Trial, class Seen>
  static void enumerate(Trial trial, Seen seen) {
    Paths paths;
    do {
      paths.depth_ = 0;
      paths.probability_ = 1;
      const auto result = trial(paths);
      seen(result, paths.probability_);
    } while (paths.advance());
  }

 private:
  struct Choice {
    int taken = 0;
    int ways = 0;
  };

  template <class Meaning>
  auto meaning_of(int first, std::initializer_list<int> weights, Meaning meaning) -> decltype(meaning(first)) {
    std::vector<decltype(meaning(first))> meanings;
    std::vector<int> ways;
    for (int i = 0; i < static_cast<int>(weights.size()); ++i) {
      const auto meant = meaning(first + i);
      const auto same = std::find(meanings.begin(), meanings.end(), meant);
      if (same == meanings.end())
        meanings.push_back(meant), ways.push_back(weights.begin()[i]);
      else
        ways[static_cast<std::size_t>(same - meanings.begin())] += weights.begin()[i];
    }
    return meanings[static_cast<std::size_t>(pick(ways))];
  }

  int pick(std::initializer_list<int> weights) { return pick(std::span(weights.begin(), weights.size())); }
  int pick(std::span<const int> weights) {
    if (depth_ == choices_.size()) choices_.push_back({0, static_cast<int>(weights.size())});
    const int taken = choices_[depth_++].taken;
    int all = 0;
    for (const int weight : weights) all += weight;
    probability_ *= static_cast<double>(weights[static_cast<std::size_t>(taken)]) / all;
    return taken;
  }

  bool advance() {
    while (!choices_.empty() && ++choices_.back().taken == choices_.back().ways) choices_.pop_back();
    return !choices_.empty();
  }

  std::vector<Choice> choices_;
  std::size_t depth_ = 0;
  double probability_ = 1;
};

}  // namespace boxcars::test
