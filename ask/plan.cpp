#include "ask/plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace boxcars::ask {
namespace {

constexpr std::size_t most_orders = 64;
constexpr std::size_t most_states_of_an_order = 1U << 17;  // if they all are to be tried

constexpr double never_met = 1e-12;

using Position = sim::Inlined<model::Assault>;

// A state in which is chosen, as it is told.
struct Met {
  model::Assault::Choice choice;
  std::string brief, full;
  sim::BestPlay::Decision decision;
  const std::string& best() const { return choice.alternatives[decision.best]; }
};

std::vector<Met> met(const model::Assault& assault, const sim::BestPlay& play) {
  const Position position(assault);
  std::vector<Met> all;
  for (auto& decision : play.decisions()) {
    if (decision.probability < never_met) continue;
    const auto state = sim::detail::from_bytes<Position::State>(decision.state);
    std::vector<model::Garrison::Rest> rests;
    for (int i = 0; i < static_cast<int>(assault.callees().size()); ++i) rests.push_back(position.rest_of(state, i));
    using Detail = model::Assault::Detail;
    all.push_back({assault.choice(state.caller, decision.lap), assault.situation(state.caller, rests, Detail::brief),
                   assault.situation(state.caller, rests, Detail::full), std::move(decision)});
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

model::AssaultInputs at(const model::AssaultInputs& inputs, const std::vector<std::size_t>& targets) {
  model::AssaultInputs in = inputs;
  for (std::size_t i = 0; i < in.shots.size(); ++i) {
    model::AssaultShot& shot = in.shots[i];
    if (targets[i] > 0) shot.target = inputs.shots[i].or_at[targets[i] - 1];
    shot.or_at.clear();
    shot.may_hold = false;
  }
  return in;
}

}  // namespace

std::vector<Decision> decisions_of(const model::Assault& assault, const sim::BestPlay& play) {
  const std::vector<Met> all = met(assault, play);
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
  std::stable_sort(decisions.begin(), decisions.end(), [](const Decision& a, const Decision& b) {
    return std::pair(-a.probability, a.turn) < std::pair(-b.probability, b.turn);
  });
  return decisions;
}

std::vector<Order> orders_of(const model::AssaultInputs& inputs) {
  std::vector<std::size_t> targets(inputs.shots.size());
  std::size_t count = 1;
  for (const model::AssaultShot& shot : inputs.shots) count = std::min(most_orders + 1, count * (1 + shot.or_at.size()));
  if (count > most_orders) count = 1;
  std::vector<Order> orders;
  for (std::size_t number = 0; number < count; ++number) {
    std::size_t rest = number;
    Order order;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      targets[i] = rest % (1 + inputs.shots[i].or_at.size());
      rest /= 1 + inputs.shots[i].or_at.size();
    }
    order.inputs = at(inputs, targets);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (!inputs.shots[i].or_at.empty())
        order.words += (order.words.empty() ? "" : ", ") + order.inputs.shots[i].name + " at " + order.inputs.shots[i].target;
    }
    orders.push_back(std::move(order));
  }
  return orders;
}

Answered plan(const model::Assault& assault, const Asked& asked, const model::AssaultInputs& inputs, const sim::Settings& settings,
              int show, const std::atomic<bool>& stop, sim::Progress* watched) {
  Answered found = answer(asked, settings, show, stop, watched);
  found.report.decisions.emplace();
  std::vector<std::string>& notes = found.report.question.notes;
  const Play play = asked.play(settings.budget, stop, watched);
  if (!play.best) {
    if (play.rules) notes.emplace_back("nobody has a choice: several targets of a shot, or may_hold, give one");
    return found;
  }
  found.report.decisions = decisions_of(assault, *play.best);
  sim::Settings exact = settings;
  exact.method = sim::Method::exact;
  exact.budget.states = std::min<std::uint32_t>(exact.budget.states, most_states_of_an_order);
  std::optional<std::pair<double, std::string>> best;
  std::size_t solved = 0;
  const auto orders = orders_of(inputs);
  for (const Order& order : orders) {
    const auto odds = Asked(asked.name(), model::Assault(order.inputs)).findings(exact, stop, watched).odds;
    if (stop.load(std::memory_order_relaxed)) return found;
    if (!odds) break;
    const double wins = odds->events[static_cast<std::size_t>(assault.objective())];
    if (++solved == 1)
      notes.push_back(fmt::format("each shot at its first target whatever happens: the attacker wins {:.2f}%", 100 * wins));
    if (!best || wins > best->first) best = {wins, order.words};
  }
  if (solved > 1 && solved == orders.size())
    notes.push_back(fmt::format("the best single order, {}: the attacker wins {:.2f}%", best->second, 100 * best->first));
  return found;
}

}  // namespace boxcars::ask
