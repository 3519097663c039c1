#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask/answers.hpp"
#include "ask/question.hpp"
#include "ask/varied.hpp"
#include "model/core/description.hpp"
#include "sim/run/answer.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// The odds of `event` for every combination of one or two settings, and which of them comes nearest to the target.
struct Balance {
  std::string name;  ///< of the assault
  std::string event = "attacker wins";
  std::vector<Varied> varied{};  ///< the last one varies fastest
  double target = 0.5;
  sim::Method method = sim::Method::both;
  std::uint64_t seed = 1;
  std::vector<sim::Chance> odds{};      ///< of each combination
  std::vector<std::uint64_t> trials{};  ///< thrown for each
  std::optional<std::size_t> best{};    ///< the nearest to the target of those that are known, unless none can come near
  std::vector<std::size_t> as_near{};   ///< those of them that may be as near
  std::size_t unknown = 0;              ///< settings whose odds are not known
  /// Nothing that was tried changes whether it happens: at all of them it is never so, or always.
  enum class Foregone : std::uint8_t { no, never, always };
  Foregone foregone = Foregone::no;
  std::string why_never{};  ///< if that is known
  std::vector<std::string> notes{};
};

/// "turns = 4, shot.MGs.drm = -1".
std::string in_words(const Balance& balance, std::size_t combination);

/// Sets `best`, `as_near` and `unknown` by what is known of the odds.
void judge(Balance& balance);

/// Which combinations are asked next, with how many trials each.
struct BalanceRound {
  std::vector<std::size_t> combinations{};
  std::uint64_t trials = 0;
  sim::Method method = sim::Method::both;
};

/// What is asked after a round that has been judged: with more trials, those that may be the nearest. Exact odds that it did not give are
/// not sought again. Nothing if it is known which is nearest, or if it would take too long.
std::optional<BalanceRound> round_after(const BalanceRound& before, const Balance& balance);

/// Answers every setting, `asked` in the order of the combinations (fewer, if asking was stopped); then those that may be the nearest with
/// more trials, until one of them is, unless so many `trials` are wanted of each. When `stop` becomes true, what is known by then. Throws
/// Failed for exact odds that there are none of.
void find_best(Balance& balance, const std::vector<Question>& asked, sim::Settings settings, std::optional<std::uint64_t> trials,
               const std::atomic<bool>& stop, AnswersProgress* watched = nullptr);

}  // namespace boxcars::ask
