#include "ask/atlas.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "ask/answer.hpp"
#include "ask/question.hpp"
#include "model/questions/rubble_chain.hpp"
#include "sim/resources/runner.hpp"

namespace boxcars::ask {
namespace {

constexpr std::uint32_t most_states = 1U << 17;  // of each hex: a folder of boards takes seconds, whatever they hold
constexpr double tie = 1e-12;                    // what differs by less is equal: the last bits are not the rules'

double mean(const std::map<int, double>& distribution) {
  double sum = 0;
  for (const auto& [value, odds] : distribution) sum += value * odds;
  return sum;
}

model::RubbleChain question_of(const model::MapInput& map, model::Hex hex) {
  return model::RubbleChain({.map = map, .hex = to_string(hex)});
}

AtlasEntry entry_of(const model::MapInput& map, model::Hex hex, const std::vector<std::string>& names, const sim::Odds& odds) {
  const model::MapHex what = map.map.at(hex);
  AtlasEntry entry{.hex = hex, .building = *what.building, .levels = what.levels};
  entry.falls = odds.events[0];
  for (std::size_t event = 1; event < names.size(); ++event) {
    const std::string_view name = names[event];
    if (!name.ends_with(" rubbled") || odds.events[event] <= entry.worst_odds + tie) continue;
    entry.worst = name.substr(0, name.find(' '));
    entry.worst_odds = odds.events[event];
  }
  entry.hexes = mean(odds.measures[0]);
  entry.buildings = mean(odds.measures[1]);
  return entry;
}

// The most dangerous first.
void sort(std::vector<AtlasEntry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const AtlasEntry& a, const AtlasEntry& b) {
    const auto rank = [](const AtlasEntry& entry) { return -std::llround(entry.hexes / tie); };
    return std::tuple(rank(a), -a.levels, a.hex) < std::tuple(rank(b), -b.levels, b.hex);
  });
}

// A building hex of one of the maps.
struct Task {
  std::size_t map = 0;
  model::Hex hex;
};

std::vector<Task> tasks_of(const std::vector<model::MapInput>& maps) {
  std::vector<Task> tasks;
  for (std::size_t map = 0; map < maps.size(); ++map) {
    for (const auto& [hex, what] : maps[map].map.hexes) {
      if (what.building && what.levels > 0 && !what.rubble) tasks.push_back({map, hex});
    }
  }
  return tasks;
}

}  // namespace

std::size_t atlas_hexes(const std::vector<model::MapInput>& maps) { return tasks_of(maps).size(); }

std::vector<Atlas> atlases(const std::vector<model::MapInput>& maps, const Machine& machine, const std::atomic<bool>& stop,
                           AnswersProgress* watched) {
  const std::vector<Task> tasks = tasks_of(maps);
  sim::Settings settings{.method = sim::Method::exact,
                         .threads = sim::hardware_threads(),
                         .instruction_set = machine.instruction_set,
                         .budget = machine.budget};
  settings.budget.states = std::min(settings.budget.states, most_states);
  std::vector<std::vector<std::string>> event_names(tasks.size());  // each is asked once
  const Questions questions{.ask =
                                [&](std::size_t i) {
                                  Question asked(std::string(model::rubble_chain_questionnaire().name),
                                                 question_of(maps[tasks[i].map], tasks[i].hex));
                                  event_names[i] = asked.event_names();
                                  return asked;
                                },
                            .seed = [](std::size_t) { return std::uint64_t{1}; },
                            .called = [&](std::size_t i) { return "the question of hex " + to_string(tasks[i].hex); },
                            .method = settings.method};
  const auto found = answers(questions, tasks.size(), settings, stop, watched);

  struct Count {
    NotExact left_out;
    std::size_t asked = 0, answered = 0;
  };
  std::vector<Count> counts(maps.size(), Count{NotExact(settings)});
  std::vector<Atlas> all(maps.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto& [map, hex] = tasks[i];
    ++counts[map].asked;
    if (found[i].interrupted) continue;
    ++counts[map].answered;
    counts[map].left_out.add(found[i]);
    if (found[i].odds) all[map].entries.push_back(entry_of(maps[map], hex, event_names[i], *found[i].odds));
  }
  for (std::size_t map = 0; map < maps.size(); ++map) {
    const auto& [left_out, asked, answered] = counts[map];
    for (const auto& [hexes, why] : left_out.reasons())
      all[map].notes.push_back(fmt::format("{} building {} left out: {}", hexes, hexes == 1 ? "hex is" : "hexes are", why));
    if (answered < asked) {
      all[map].notes.push_back(
          fmt::format("interrupted: {} of {} building hex{} here", all[map].entries.size(), asked, asked == 1 ? " is" : "es are"));
    }
    sort(all[map].entries);
  }
  return all;
}

}  // namespace boxcars::ask
