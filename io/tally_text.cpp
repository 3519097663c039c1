#include "io/tally_text.hpp"

#include <map>
#include <stdexcept>
#include <vector>

#include "io/json_values.hpp"

namespace boxcars::io {
namespace {

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
  const Json root = Json::parse(text);
  events = root.at("events").get<std::vector<Amount>>();
  for (const Json& list : root.at("measures")) {
    auto& values = measures.emplace_back();
    for (const Json& pair : list) values[pair.at(0).get<int>()] = pair.at(1).get<Amount>();
  }
}

}  // namespace

std::string to_text(const sim::Tally& tally) { return amounts_json(tally.events, tally.measures).dump(); }

std::string to_text(const sim::Odds& odds) { return amounts_json(odds.events, odds.measures).dump(); }

sim::Tally tally_of(const std::string& counts, std::uint64_t trials) {
  sim::Tally tally;
  tally.trials = trials;
  read_amounts(counts, tally.events, tally.measures);
  for (const std::uint64_t count : tally.events) {
    if (count > trials) throw std::out_of_range("an event more often than there are trials");
  }
  for (const auto& values : tally.measures) {
    std::uint64_t sum = 0;
    for (const auto& [value, count] : values) sum += count;
    if (sum != trials) throw std::out_of_range("a measure without a value in every trial");
  }
  return tally;
}

sim::Odds odds_of(const std::string& text) {
  sim::Odds odds;
  read_amounts(text, odds.events, odds.measures);
  return odds;
}

}  // namespace boxcars::io
