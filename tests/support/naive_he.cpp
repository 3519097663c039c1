#include "tests/support/naive_he.hpp"

#include <algorithm>
#include <set>

#include "tests/support/paths.hpp"

namespace boxcars::test {
namespace {

struct Outcome {
  std::set<std::string> events;
  std::map<int, NaiveCells> results;  // by level: what its occupants take
};

int number_of_kia(int column, int dr) {
  const std::string cell = printed_cell(column, 0, dr);
  return cell.find("KIA") == std::string::npos ? 0 : cell[0] - '0';
}

int column_of(int firepower) {
  int best = 0;
  for (const int column : {1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36}) {
    if (column <= firepower) best = column;
  }
  return best;
}

enum class Hit { no, yes, critical };

// Who needs a 6 or less with a Modified To Hit number of 8 has +2 on the DR.
Hit to_hit(const NaiveHe& he, Paths& dice) {
  const int dr = dice.DR();
  if (he.to_hit < 2) {
    if (dr != 2) return Hit::no;
    const int then = dice.dr();
    return then == 1 ? Hit::critical : then <= 3 ? Hit::yes : Hit::no;
  }
  if (dr > he.to_hit) return Hit::no;
  if (he.fire == "direct" && !he.latw) {
    const double half = he.th_number / 2.0;
    if (dr + (he.th_number - he.to_hit) < half) return Hit::critical;
    if (dr != 2) return Hit::yes;
    const int then = dice.dr();
    return then == 1 || then <= half ? Hit::critical : Hit::yes;
  }
  if (dr != 2) return Hit::yes;
  if (he.to_hit > 2) return Hit::critical;
  return dice.dr() == 1 ? Hit::critical : Hit::yes;
}

std::vector<int> highest_of(const std::vector<int>& candidates, Paths& dice) {
  if (candidates.size() < 2) return candidates;
  std::vector<int> rolls;
  for (std::size_t i = 0; i < candidates.size(); ++i) rolls.push_back(dice.dr());
  std::vector<int> highest;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (rolls[i] == *std::max_element(rolls.begin(), rolls.end())) highest.push_back(candidates[i]);
  }
  return highest;
}

Outcome play(const NaiveHe& he, Paths& dice) {
  Outcome outcome;
  const int rooftop = he.levels + 1;
  int rubbled = 0;
  const auto over = [&] {
    outcome.events.insert("levels rubbled " + std::to_string(rubbled));
    return outcome;
  };

  bool critical = false;
  if (he.to_hit < 99) {
    const Hit hit = to_hit(he, dice);
    if (hit == Hit::no) return over();
    critical = hit == Hit::critical;
  }
  outcome.events.insert("hit");
  const int dr = dice.DR();
  if (dr >= he.dud) {
    outcome.events.insert("malfunctions");
    return over();
  }
  if (he.fire == "oba" && dr == 2) critical = true;
  if (critical) outcome.events.insert("critical hit");

  // Who is hit.
  std::vector<int> hit, seen;  // for rubble, and the men
  const bool set = he.fire == "set dc", one = he.fire == "direct" || he.fire == "dc" || set;
  for (int level = 0; level <= rooftop; ++level) {
    if (level == rooftop && !he.rooftop) continue;
    if (one) {
      if (level != he.level) continue;
    } else if (he.fire == "area") {
      if (!he.los.empty() && std::find(he.los.begin(), he.los.end(), level) == he.los.end()) continue;
    }
    const bool at_the_top = one || !he.interior || level >= he.levels;
    if (at_the_top && !(he.v1 && level == rooftop)) hit.push_back(level);
    if (at_the_top || he.fire == "area") seen.push_back(level);
  }

  // The rubble.
  int lowest = 99;
  const int kia = number_of_kia(he.column, dr + (set ? he.drm : 0));
  bool made_rubble = false;
  if (kia > 0 && he.rubbles && !hit.empty()) {
    outcome.events.insert("structural damage");
    if (set || dice.dr() + (he.stone ? 1 : 0) <= kia) {
      made_rubble = true;
      outcome.events.insert("rubble");
      const std::vector<int> tied = highest_of(hit, dice);
      lowest = std::min(*std::min_element(tied.begin(), tied.end()), he.levels);
      if (lowest > 0 && dice.dr() + (he.levels - lowest) >= 6) lowest = 0;
      if (lowest == 0) outcome.events.insert("whole hex rubbled");
      rubbled = he.levels - lowest + 1;
      const int above_ground = lowest == 0 ? he.levels : rubbled;
      if (above_ground > 0 && dice.dr() + above_ground >= 7) {
        outcome.events.insert("rubble falls");
        outcome.events.insert("falls in direction " + std::to_string(dice.dr()));
      }
    }
  }

  // The fire, and the hole in the wall.
  if (kia > 0 && !made_rubble && dice.DR() >= (he.stone ? 8 : 7) + (he.fortified ? 1 : 0)) outcome.events.insert("flame");
  const bool through_the_wall = he.fortified && he.fire == "direct" && he.level < rooftop && he.level < lowest;
  if (through_the_wall && number_of_kia(he.column, dr + he.drm) > 0) outcome.events.insert("breached");

  // The men.
  std::set<int> occupied;
  for (const auto& [level, unit] : he.occupants) occupied.insert(level);
  std::vector<int> attacked;
  for (const int level : occupied) {
    if (level >= lowest)
      outcome.results.emplace(level, "gone");
    else if (std::find(seen.begin(), seen.end(), level) != seen.end())
      attacked.push_back(level);
  }
  std::vector<int> targets;
  for (std::size_t i = 0; i < he.occupants.size(); ++i) {
    if (std::find(attacked.begin(), attacked.end(), he.occupants[i].first) != attacked.end()) targets.push_back(static_cast<int>(i));
  }
  const std::vector<int> struck = critical ? highest_of(targets, dice) : std::vector<int>{};
  for (const int level : attacked) {
    const int tem = level == rooftop ? 0 : (he.stone ? 3 : 2) + (he.fortified ? 1 : 0);
    const int above = (he.fire == "indirect" || he.fire == "oba") && level != rooftop ? he.levels - level : 0;
    const int column = he.concealed ? column_of(he.column / 2) : he.column;
    NaiveCells cells = printed_cell(column, 0, dr + above + (he.fire == "direct" || set ? 0 : tem) + he.drm);
    std::size_t number = 0;  // at this level
    for (std::size_t i = 0; i < he.occupants.size(); ++i) {
      if (he.occupants[i].first != level) continue;
      if (std::find(struck.begin(), struck.end(), static_cast<int>(i)) != struck.end()) cells.struck.push_back(number);
      ++number;
    }
    const int doubled = 2 * he.firepower;
    const int beyond = doubled > 36 ? (doubled - 36) / 8 : 0;
    if (!cells.struck.empty()) cells.on_struck = printed_cell(column_of(doubled), 0, dr - tem + above - beyond + he.drm);
    outcome.results.emplace(level, cells);
  }
  return over();
}

}  // namespace

std::map<std::string, double> naive_he_odds(const NaiveHe& he) {
  // Levels are independent once their results are known, so each is enumerated by itself.
  std::map<int, std::vector<NaiveUnit>> units;
  std::map<int, std::vector<std::string>> numbers;
  for (std::size_t i = 0; i < he.occupants.size(); ++i) {
    units[he.occupants[i].first].push_back(he.occupants[i].second);
    numbers[he.occupants[i].first].push_back(std::to_string(i + 1));
  }
  using Fates = std::map<std::vector<std::string>, double>;
  std::map<std::pair<int, NaiveCells>, Fates> known;
  const auto fates = [&](int level, const NaiveCells& results) -> const Fates& {
    const auto [at, added] = known.try_emplace({level, results});
    if (added) at->second = naive_result(units[level], results);
    return at->second;
  };

  std::map<std::string, double> odds;
  const std::vector<std::string> any{"any eliminated", "any broken or eliminated"},
      every{"all eliminated", "all broken or eliminated", "no effect"};
  Paths::enumerate(
      [&](Paths& dice) { return play(he, dice); },
      [&](const Outcome& outcome, double p) {
        for (const std::string& event : outcome.events) odds[event] += p;
        if (units.empty()) return;
        std::map<std::string, double> joint;
        for (const auto* names : {&any, &every}) {
          for (const std::string& name : *names) joint[name] = 1;
        }
        for (const auto& [level, there] : units) {
          const auto result = outcome.results.find(level);
          std::map<std::string, double> here;
          for (const auto& [events, probability] : fates(level, result == outcome.results.end() ? NaiveCells("-") : result->second)) {
            for (const std::string& event : events) here[event] += probability;
          }
          for (const auto& [event, probability] : here) {
            if (joint.contains(event)) continue;
            const auto index = static_cast<std::size_t>(std::stoi(event)) - 1;
            odds[numbers[level][index] + event.substr(event.find(' '))] += p * probability;
          }
          for (const std::string& event : any) joint[event] *= 1 - here[event];
          for (const std::string& event : every) joint[event] *= here[event];
        }
        for (const std::string& event : any) joint[event] = 1 - joint[event];
        for (const auto& [event, probability] : joint) odds[event] += p * probability;
      });
  return odds;
}

}  // namespace boxcars::test
