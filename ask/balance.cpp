#include "ask/balance.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ask/answer.hpp"

namespace boxcars::ask {
namespace {

constexpr std::uint64_t trials_at_first = 1'000'000;

std::optional<double> known(const Balance& balance, std::size_t combination) { return best_known(balance.odds[combination]); }

// The least and the most that the odds may be away from the target.
struct Distance {
  double least = 0;
  double most = 0;
};

Distance distance_of(const sim::Chance& chance, double target) {
  const auto away = [&](double odds) { return std::abs(odds - target); };
  if (chance.exact) return {away(*chance.exact), away(*chance.exact)};
  const auto& [value, low, high] = *chance.estimate;
  const bool around = low <= target && target <= high;
  return {around ? 0 : std::min(away(low), away(high)), std::max(away(low), away(high))};
}

}  // namespace

std::string in_words(const Balance& balance, std::size_t combination) {
  return settings_in_words(settings_of(balance.varied, combination));
}

void judge(Balance& balance) {
  using Foregone = Balance::Foregone;
  constexpr double surely = 1e-12;
  const auto away = [&](std::size_t i) { return std::abs(*known(balance, i) - balance.target); };
  const auto all = [&](auto are) {
    return std::all_of(balance.odds.begin(), balance.odds.end(), [&](const sim::Chance& odds) {
      const auto value = best_known(odds);
      return value && are(*value);
    });
  };
  const auto is_never = [](double odds) { return odds < surely; };
  balance.foregone = all(is_never) ? Foregone::never : all([](double odds) { return odds > 1 - surely; }) ? Foregone::always : Foregone::no;
  balance.best.reset();
  balance.as_near.clear();
  balance.unknown = 0;
  // What never happens at a setting is not near to anything.
  const auto counts = [&](std::size_t i) { return known(balance, i) && !is_never(*known(balance, i)); };
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    if (!known(balance, i)) ++balance.unknown;
    if (counts(i) && balance.foregone == Foregone::no && (!balance.best || away(i) < away(*balance.best))) balance.best = i;
  }
  if (!balance.best) return;
  const Distance best = distance_of(balance.odds[*balance.best], balance.target);
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    if (i == *balance.best || !counts(i)) continue;
    const Distance other = distance_of(balance.odds[i], balance.target);
    const bool is_exact = balance.odds[i].exact && balance.odds[*balance.best].exact;
    if (is_exact ? other.least - best.least < 1e-12 : other.least <= best.most) balance.as_near.push_back(i);
  }
}

std::optional<BalanceRound> round_after(const BalanceRound& before, const Balance& balance) {
  constexpr std::uint64_t times_the_trials = 4, trials_of_a_round = 64'000'000;
  BalanceRound next{.trials = times_the_trials * before.trials, .method = sim::Method::simulate};
  if (next.trials > trials_of_a_round || balance.as_near.empty()) return std::nullopt;
  next.combinations = balance.as_near;
  next.combinations.push_back(*balance.best);
  std::erase_if(next.combinations, [&](std::size_t i) { return balance.odds[i].exact.has_value(); });
  return next.combinations.empty() ? std::nullopt : std::optional(next);
}

void find_best(Balance& balance, const std::vector<Question>& asked, sim::Settings settings, std::optional<std::uint64_t> trials,
               const std::atomic<bool>& stop, AnswersProgress* watched) {
  NotExact not_exact(settings);
  BalanceRound first{.trials = trials.value_or(trials_at_first), .method = settings.method};
  for (std::size_t i = 0; i < asked.size(); ++i) first.combinations.push_back(i);
  for (std::optional round(first); round && !stop; round = round_after(*round, balance)) {
    settings.method = round->method;
    settings.stop_rule = sim::AfterTrials{round->trials};
    const Questions questions{.ask = [&](std::size_t i) { return asked[round->combinations[i]]; },
                              .seed = [&](std::size_t) { return settings.seed; },
                              .called = [&](std::size_t i) { return "the question at " + in_words(balance, round->combinations[i]); },
                              .method = settings.method};
    const auto found = answers(questions, round->combinations.size(), settings, stop, watched);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t combination = round->combinations[i];
      require_exact(found[i], settings, " of " + in_words(balance, combination));
      if (settings.method != sim::Method::simulate) not_exact.add(found[i]);
      const sim::Answer answer = sim::answer(found[i], asked[combination].event_names(), asked[combination].measure_names());
      const auto event =
          std::find_if(answer.events.begin(), answer.events.end(), [&](const sim::EventAnswer& e) { return e.name == balance.event; });
      if (!event->chance.exact && answer.trials < balance.trials[combination]) continue;  // interrupted: what was thrown before is more
      balance.odds[combination] = event->chance;
      balance.trials[combination] = answer.trials;
    }
    judge(balance);
    if (trials) break;
  }
  if (stop) return;
  for (const auto& [count, why] : not_exact.reasons())
    balance.notes.push_back(fmt::format("no exact odds of {} setting{}: {}", count, count == 1 ? "" : "s", why));
}

}  // namespace boxcars::ask
