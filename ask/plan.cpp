#include "ask/plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace boxcars::ask {
namespace {

constexpr std::size_t most_orders = 64;
constexpr std::size_t most_states_of_an_order = 1U << 17;  // if they all are to be tried

// A state in which is chosen, as it is told.
struct Met {
  model::Assault::Choice choice;
  std::string brief, full;
  sim::OptimalPolicy::Decision decision;
  const std::string& best() const { return choice.alternatives[decision.best]; }
};

std::vector<Met> met(const Position& position, const sim::OptimalPolicy& policy) {
  const model::Assault& assault = position.caller();
  std::vector<Met> all;
  for (auto& decision : policy.decisions()) {
    if (decision.probability < never_met) continue;
    const auto state = sim::detail::from_bytes<Position::State>(decision.state);
    std::vector<model::Garrison::ComponentState> component_states;
    for (int i = 0; i < static_cast<int>(assault.components().size()); ++i)
      component_states.push_back(position.component_state_of(state, i));
    using Detail = model::Assault::Detail;
    all.push_back({assault.choice(state.caller, decision.lap), assault.situation(state.caller, component_states, Detail::brief),
                   assault.situation(state.caller, component_states, Detail::full), std::move(decision)});
  }
  return all;
}

// What is told as one: the probabilities add up, the odds are their mean.
Decision together(const std::vector<const Met*>& states, const std::string& situation) {
  const Met& first = *states.front();
  Decision told{.turn = first.choice.turn, .shot = first.choice.shot, .situation = situation, .best = first.best()};
  for (const std::string& target : first.choice.alternatives) told.choices.push_back({target, 0});
  for (const Met* one : states) {
    told.probability += one->decision.probability;
    for (std::size_t i = 0; i < told.choices.size(); ++i) told.choices[i].exact += one->decision.probability * one->decision.odds[i];
  }
  for (Decision::Alternative& choice : told.choices) choice.exact /= told.probability;
  return told;
}

bool agree(const std::vector<const Met*>& states) {
  return std::all_of(states.begin(), states.end(), [&](const Met* one) { return one->best() == states.front()->best(); });
}

bool is_attackers(const model::AssaultInputs& inputs, const model::AssaultShot& shot) {
  return model::side_of(inputs, shot) == model::Side::attacker;
}

// What the defender chooses stays his choice.
model::AssaultInputs at(const model::AssaultInputs& inputs, const std::vector<std::size_t>& targets) {
  model::AssaultInputs in = inputs;
  for (std::size_t i = 0; i < in.shots.size(); ++i) {
    model::AssaultShot& shot = in.shots[i];
    if (!is_attackers(inputs, shot)) continue;
    model::fire_only_at(shot, model::targets_of(shot)[targets[i]]);
  }
  return in;
}

// How a shot chooses.
struct ShotRule {
  enum class Mode : std::uint8_t { at_anybody, who_holds_first, only_who_holds };
  Mode mode = Mode::who_holds_first;
  std::vector<std::size_t> order{};  // of its targets
};

// A choice, as rules see it.
struct Seen {
  std::size_t shot = 0;
  std::vector<std::optional<std::size_t>> targets{};  // by alternative: which of the shot's; nothing: to hold
  std::vector<bool> holds{};                          // by alternative: somebody there is in Good Order
};

Seen seen(const Position& position, const model::AssaultInputs& inputs, const std::byte* bytes) {
  const auto state = sim::detail::from_bytes<Position::State>(bytes);
  const model::Assault::Choice choice = position.caller().choice(state.caller, 1);
  const auto shot = std::find_if(inputs.shots.begin(), inputs.shots.end(), [&](const auto& one) { return one.name == choice.shot; });
  const std::vector<std::string> targets = model::targets_of(*shot);
  Seen seen{.shot = static_cast<std::size_t>(shot - inputs.shots.begin())};
  for (const std::string& name : choice.alternatives) {
    const auto target = std::find(targets.begin(), targets.end(), name);
    const auto location = std::find_if(inputs.locations.begin(), inputs.locations.end(), [&](const auto& one) { return one.name == name; });
    seen.targets.push_back(target == targets.end() ? std::nullopt : std::optional(static_cast<std::size_t>(target - targets.begin())));
    const auto at = static_cast<int>(location - inputs.locations.begin());
    seen.holds.push_back(target != targets.end() &&
                         (position.components()[static_cast<std::size_t>(at)].observation(position.component_state_of(state, at)) &
                          model::Garrison::held) != 0);
  }
  return seen;
}

std::size_t chosen(const Seen& seen, const ShotRule& rule) {
  const auto first = [&](bool only_who_holds) -> std::optional<std::size_t> {
    for (const std::size_t target : rule.order) {
      const auto at = std::find(seen.targets.begin(), seen.targets.end(), std::optional(target));
      const auto alternative = static_cast<std::size_t>(at - seen.targets.begin());
      if (at != seen.targets.end() && (!only_who_holds || seen.holds[alternative])) return alternative;
    }
    return std::nullopt;
  };
  const auto to_hold = std::find(seen.targets.begin(), seen.targets.end(), std::nullopt);
  if (rule.mode != ShotRule::Mode::at_anybody) {
    if (const auto held = first(true)) return *held;
  }
  if (rule.mode == ShotRule::Mode::only_who_holds && to_hold != seen.targets.end())
    return static_cast<std::size_t>(to_hold - seen.targets.begin());
  return first(false).value_or(0);
}

std::vector<ShotRule> rules_for(const model::AssaultShot& shot) {
  constexpr std::size_t most_orders_of_a_shot = 6;
  std::vector<ShotRule> rules;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i <= shot.or_at.size(); ++i) order.push_back(i);
  std::size_t orders = 0;
  do {
    for (const auto mode : {ShotRule::Mode::who_holds_first, ShotRule::Mode::at_anybody, ShotRule::Mode::only_who_holds}) {
      if (mode != ShotRule::Mode::only_who_holds || shot.may_hold) rules.push_back({mode, order});
    }
  } while (++orders < most_orders_of_a_shot && std::next_permutation(order.begin(), order.end()));
  return rules;
}

std::string in_words(const model::AssaultShot& shot, const ShotRule& rule) {
  const std::string who = rule.mode == ShotRule::Mode::at_anybody        ? " at whoever is there"
                          : rule.mode == ShotRule::Mode::who_holds_first ? " at who holds"
                                                                         : " only at who holds";
  std::string order;
  const auto targets = model::targets_of(shot);
  for (const std::size_t target : rule.order) order += (order.empty() ? "" : " before ") + targets[target];
  return shot.name + who + (targets.size() > 1 ? ", " + order : "");
}

}  // namespace

std::optional<RuleOfThumb> rule_of_thumb(const Position& position, const model::AssaultInputs& inputs, sim::MdpSolver& solver,
                                         const std::atomic<bool>& stop) {
  constexpr std::size_t most_states = 1U << 20;  // times laps: each rule that is tried goes through all of them
  constexpr int most_rounds = 3;
  constexpr double gain = 1e-12;
  if (stop.load(std::memory_order_relaxed) || solver.states() * static_cast<std::size_t>(solver.laps()) > most_states) return std::nullopt;
  std::unordered_map<const std::byte*, Seen> sights;
  std::vector<ShotRule> rules;
  for (const model::AssaultShot& shot : inputs.shots) rules.push_back(rules_for(shot).front());
  const auto wins = [&] {
    const sim::Odds odds = solver.evaluate([&](const std::byte* state, int) {
      auto known = sights.find(state);
      if (known == sights.end()) known = sights.emplace(state, seen(position, inputs, state)).first;
      return chosen(known->second, rules[known->second.shot]);
    });
    return odds.events[static_cast<std::size_t>(position.caller().objective())];
  };
  double most = wins();
  for (int round = 0; round < most_rounds; ++round) {
    const double before = most;
    for (std::size_t i = 0; i < inputs.shots.size(); ++i) {
      if (!model::has_choice(inputs.shots[i])) continue;
      ShotRule best = rules[i];
      for (const ShotRule& rule : rules_for(inputs.shots[i])) {
        rules[i] = rule;
        if (const double odds = wins(); odds > most + gain) most = odds, best = rule;
      }
      rules[i] = best;
      if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    }
    if (most <= before + gain) break;
  }
  RuleOfThumb found{.wins = most};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (model::has_choice(inputs.shots[i])) found.words += (found.words.empty() ? "" : "; ") + in_words(inputs.shots[i], rules[i]);
  }
  return found;
}

std::vector<Decision> decisions_of(const Position& position, const sim::OptimalPolicy& policy) {
  const std::vector<Met> all = met(position, policy);
  using Key = std::tuple<int, std::string, std::string, std::vector<std::string>>;
  std::map<Key, std::vector<const Met*>> by_sight;
  for (const Met& one : all) by_sight[{one.choice.turn, one.choice.shot, one.brief, one.choice.alternatives}].push_back(&one);
  std::vector<Decision> decisions;
  for (const auto& [seen, states] : by_sight) {
    if (agree(states)) {
      decisions.push_back(together(states, states.front()->brief));
      continue;
    }
    std::map<std::pair<std::string, std::string>, std::vector<const Met*>> by_detail;  // and, if that is not enough, by what is best
    for (const Met* one : states) by_detail[{one->full, one->best()}].push_back(one);
    for (const auto& [detail, same] : by_detail) decisions.push_back(together(same, detail.first));
  }
  sort_decisions(decisions);
  return decisions;
}

std::vector<Order> orders_of(const model::AssaultInputs& inputs) {
  std::vector<std::size_t> targets(inputs.shots.size());
  std::size_t count = 1;
  std::vector<std::size_t> targets_of_shot;  // that the attacker chooses from
  for (const model::AssaultShot& shot : inputs.shots) {
    targets_of_shot.push_back(is_attackers(inputs, shot) ? 1 + shot.or_at.size() : 1);
    count = std::min(most_orders + 1, count * targets_of_shot.back());
  }
  if (count > most_orders) count = 1;
  std::vector<Order> orders;
  for (std::size_t number = 0; number < count; ++number) {
    std::size_t left = number;
    Order order;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      targets[i] = left % targets_of_shot[i];
      left /= targets_of_shot[i];
    }
    order.inputs = at(inputs, targets);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (targets_of_shot[i] > 1)
        order.words += (order.words.empty() ? "" : ", ") + order.inputs.shots[i].name + " at " + order.inputs.shots[i].target;
    }
    orders.push_back(std::move(order));
  }
  return orders;
}

Answered plan(const model::Assault& assault, const Question& asked, const model::AssaultInputs& inputs, const sim::Settings& settings,
              int show, const std::atomic<bool>& stop, sim::Progress* watched) {
  if (!assault.has_choices()) {
    Answered found = answer(asked, settings, show, stop, watched);
    found.report.decisions.emplace();
    found.report.question.notes.emplace_back("nobody has a choice: several targets of a shot, or may_hold, give one");
    return found;
  }
  const Position position(assault);
  sim::MdpSolver solver = ask::mdp_solver(position, settings.budget, stop, watched);
  const Decided decided = decided_by(position, solver, stop);
  Answered found = answer(asked.with(decided), settings, show, stop, watched);
  found.report.decisions.emplace();
  if (!decided.policy) return found;
  std::vector<std::string>& notes = found.report.question.notes;
  const double most = decided.policy->odds.events[static_cast<std::size_t>(assault.objective())];
  if (most < never_met) {
    notes.insert(notes.begin(), "whatever is chosen, the attacker does not win");
    return found;
  }
  found.report.decisions = decisions_of(position, *decided.policy);
  sim::Settings exact = settings;
  exact.method = sim::Method::exact;
  exact.budget.states = std::min<std::uint32_t>(exact.budget.states, most_states_of_an_order);
  std::optional<std::pair<double, std::string>> best;
  std::size_t solved = 0;
  auto orders = orders_of(inputs);
  if (!inputs.moves.empty()) orders.clear();  // who goes is part of the order
  const bool against_choices = std::any_of(inputs.shots.begin(), inputs.shots.end(), [&](const model::AssaultShot& shot) {
    return model::has_choice(shot) && !is_attackers(inputs, shot);
  });
  if (against_choices && solver.states() > most_states_of_an_order) orders.clear();
  const std::string against = against_choices ? ", against the defender's best play" : "";
  for (const Order& order : orders) {
    const auto odds = Question(asked.name(), model::Assault(order.inputs)).findings(exact, stop, watched).odds;
    if (stop.load(std::memory_order_relaxed)) return found;
    if (!odds) break;
    const double wins = odds->events[static_cast<std::size_t>(assault.objective())];
    if (++solved == 1)
      notes.push_back(fmt::format("each shot at its first target whatever happens{}: the attacker wins {:.2f}%", against, 100 * wins));
    if (!best || wins > best->first) best = {wins, order.words};
  }
  if (solved > 1 && solved == orders.size())
    notes.push_back(fmt::format("the best single order, {}{}: the attacker wins {:.2f}%", best->second, against, 100 * best->first));
  if (against_choices || !inputs.moves.empty()) return found;
  if (const auto rule = rule_of_thumb(position, inputs, solver, stop))
    notes.push_back(fmt::format("a rule of thumb, {}: the attacker wins {:.2f}% of {:.2f}%", rule->words, 100 * rule->wins, 100 * most));
  return found;
}

}  // namespace boxcars::ask
