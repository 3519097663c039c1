#include "io/formats/tally_text.hpp"

#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include "io/formats/json_values.hpp"

namespace boxcars::io {
namespace {

constexpr double rounding = 1e-9;  // and the little mass of a chain that may be truncated

template <class Amount>
Json amounts_json(const std::vector<Amount>& events, const std::vector<std::map<int, Amount>>& measures) {
  Json root;
  root["events"] = events;
  root["measures"] = Json::array();
  for (const auto& values : measures) {
    Json list = Json::array();
    for (const auto& [value, amount] : values) list.push_back({value, amount});
    root["measures"].push_back(std::move(list));
  }
  return root;
}

template <class Amount>
void read_amounts(const std::string& text, std::vector<Amount>& events, std::vector<std::map<int, Amount>>& measures) {
  const Json root = ask::parse_json(text);
  events = root.at("events").get<std::vector<Amount>>();
  for (const Json& list : root.at("measures")) {
    auto& values = measures.emplace_back();
    for (const Json& pair : list) values[pair.at(0).get<int>()] = pair.at(1).get<Amount>();
  }
}

// A number that has been cut or rounded on the way is none that a run has written.
template <class Amounts>
void require_as_written(const std::string& text, const Amounts& amounts) {
  if (ask::to_text(amounts_json(amounts.events, amounts.measures)) != text) throw std::out_of_range("numbers that no run has written");
}

}  // namespace

std::string to_text(const sim::Tally& tally) { return ask::to_text(amounts_json(tally.events, tally.measures)); }

std::string to_text(const sim::Odds& odds) { return ask::to_text(amounts_json(odds.events, odds.measures)); }

sim::Tally tally_of(const std::string& counts, std::uint64_t trials) {
  sim::Tally tally;
  tally.trials = trials;
  read_amounts(counts, tally.events, tally.measures);
  require_as_written(counts, tally);
  for (const std::uint64_t count : tally.events) {
    if (count > trials) throw std::out_of_range("an event more often than there are trials");
  }
  for (const auto& values : tally.measures) {
    std::uint64_t left = trials;
    for (const auto& [value, count] : values) {
      if (count > left) throw std::out_of_range("a measure with more values than there are trials");
      left -= count;
    }
    if (left > 0) throw std::out_of_range("a measure without a value in every trial");
  }
  return tally;
}

sim::Odds odds_of(const std::string& text) {
  sim::Odds odds;
  read_amounts(text, odds.events, odds.measures);
  require_as_written(text, odds);
  const auto can_be = [](double probability) { return probability >= 0 && probability <= 1 + rounding; };
  for (const double probability : odds.events) {
    if (!can_be(probability)) throw std::out_of_range("odds that are no probability");
  }
  for (const auto& values : odds.measures) {
    double sum = 0;
    for (const auto& [value, probability] : values) {
      if (!can_be(probability)) throw std::out_of_range("odds that are no probability");
      sum += probability;
    }
    if (std::abs(sum - 1) > rounding) throw std::out_of_range("a measure whose odds do not add up to 1");
  }
  return odds;
}

}  // namespace boxcars::io
