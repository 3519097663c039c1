#include "model/rules/fates.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace boxcars::model {
namespace {

constexpr std::uint16_t most_seen = 31;  // what Seen has room for; there are never more units

// The fates that are recorded of a unit, in the order of their events.
struct Fate {
  std::string_view name;
  bool (*holds)(Condition);
};
constexpr Fate is_eliminated{"eliminated", [](Condition c) -> bool { return c.eliminated; }};
constexpr Fate is_reduced{"reduced", [](Condition c) -> bool { return c.reduced; }};
constexpr Fate is_disrupted{"disrupted", [](Condition c) -> bool { return c.disrupted; }};
bool is_apart(Condition c) { return c.apart; }
constexpr std::array<Fate, 6> common_fates{{
    is_eliminated,
    {"broken", [](Condition c) -> bool { return c.broken; }},
    {"pinned", [](Condition c) -> bool { return c.pinned && !c.broken; }},
    is_reduced,
    {"replaced", [](Condition c) -> bool { return c.replaced > 0; }},
    {"unharmed", [](Condition c) -> bool { return !c.eliminated && !c.broken && !c.pinned && !c.reduced; }},
}};
constexpr std::array<Fate, 4> heat_of_battle_fates{{
    {"makes a hero", [](Condition c) -> bool { return c.made_hero; }},
    {"battle hardened", [](Condition c) -> bool { return c.hardened > 0; }},
    {"berserk", [](Condition c) -> bool { return c.berserk; }},
    is_disrupted,
}};
constexpr std::array<Fate, 2> losses{{is_eliminated, is_reduced}};
constexpr std::array<Fate, 1> interdiction_fates{{
    {"stopped", [](Condition c) -> bool { return c.pinned; }},
}};
constexpr std::array<Fate, 1> collapse_fates{{
    {"fails Collapse PTC", is_apart},
}};

constexpr std::array<Fate, 1> withdrawals{{
    {"withdraws", is_apart},
}};
constexpr std::array<Fate, 1> disruptions{{
    is_disrupted,
}};

// What a list tells of a unit.
std::span<const Fate> told_of(FatesOf list, const Unit& unit) {
  constexpr std::span<const Fate> nothing;
  switch (list) {
    case FatesOf::losses:
      return losses;
    case FatesOf::attacks:
      return common_fates;
    case FatesOf::heat_of_battle:
      return heat_of_battle_fates;
    case FatesOf::collapse:
      return collapse_fates;
    case FatesOf::interdiction:
      return interdiction_fates;
    case FatesOf::withdrawal:
      return unit.start.broken ? withdrawals : nothing;
    case FatesOf::disruption:
      return unit.elr && is_of_lowest_grade(unit, unit.start) ? disruptions : nothing;
  }
  return nothing;
}

std::string name_of(const std::vector<UnitEntry>& entries, std::size_t entry, std::string_view fate) {
  return std::to_string(entry + 1) + ":" + entries[entry].name + " " + std::string(fate);
}

bool is_one_unit(const std::vector<UnitEntry>& units) { return units.size() == 1 && !units.front().count; }

// The events and measures of all units together, of whom there are so many.
struct OverallEvent {
  std::string_view name;
  bool (*holds)(Seen, int units);
};
constexpr std::array<OverallEvent, 6> overall_events{{
    {"any eliminated", [](Seen seen, int) -> bool { return seen.eliminated > 0; }},
    {"all eliminated", [](Seen seen, int units) -> bool { return seen.eliminated == units; }},
    {"all broken or eliminated", [](Seen seen, int units) -> bool { return seen.lost == units; }},
    {"some effect", [](Seen seen, int) -> bool { return seen.harmed; }},
    {"no effect", [](Seen seen, int) -> bool { return !seen.harmed; }},
    {"any broken or eliminated", [](Seen seen, int) -> bool { return seen.lost > 0; }},
}};
struct OverallMeasure {
  std::string_view name;
  int (*value)(Seen);
};
constexpr std::array<OverallMeasure, 2> overall_measures{{
    {"units broken or eliminated", [](Seen seen) -> int { return seen.lost; }},
    {"units eliminated", [](Seen seen) -> int { return seen.eliminated; }},
}};

}  // namespace

std::vector<HeadlinePart> headline_of(const std::vector<UnitEntry>& units) {
  const bool one = is_one_unit(units);
  const bool fresh =
      std::none_of(units.begin(), units.end(), [](const UnitEntry& e) { return e.unit.start.broken || e.unit.start.pinned; });
  const bool whole = std::none_of(units.begin(), units.end(), [](const UnitEntry& e) { return e.unit.start.broken; });
  std::vector<HeadlinePart> parts;
  if (fresh) parts.push_back({"some effect", "some effect"});
  if (whole && !one) parts.push_back({"breaks at least one", "any broken or eliminated"});
  if (whole) parts.push_back({one ? "breaks or worse" : "all broken or worse", "all broken or eliminated"});
  if (!whole && one) parts.push_back({"reduces", "1:" + units.front().name + " reduced"});
  parts.push_back({one ? "kills" : "kills at least one", "any eliminated"});
  if (!whole && !one) parts.push_back({"kills all", "all eliminated"});
  return parts;
}

std::vector<std::string> notes_on(const std::vector<UnitEntry>& units) {
  std::vector<std::string> notes;
  for (const UnitEntry& entry : units) {
    const bool immune = entry.unit.kind == UnitKind::crew || entry.unit.kind == UnitKind::hero;
    if (entry.unit.elr && immune) notes.push_back(entry.name + " is never Replaced, its elr has no effect (A19.1)");
    if (entry.unit.start.broken)
      notes.push_back(entry.name + " is broken from the start: as long as it is, it counts as broken, not as unharmed");
    if (entry.unit.start.pinned)
      notes.push_back(entry.name + " is pinned from the start: as long as it is, it counts as pinned, not as unharmed");
  }
  return notes;
}

OverallFates::OverallFates(const std::vector<UnitEntry>& entries, Facts& facts) {
  if (entries.empty()) return;
  for (const UnitEntry& entry : entries) units_ += entry.count.value_or(1);
  for (const OverallEvent& event : overall_events) events_.push_back(facts.event(std::string(event.name)));
  for (const OverallMeasure& measure : overall_measures) measures_.push_back(facts.measure(std::string(measure.name)));
}

void OverallFates::record(Seen seen, Outcomes& outcomes) const {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (overall_events[i].holds(seen, units_)) outcomes.happened(events_[i]);
  }
  for (std::size_t i = 0; i < measures_.size(); ++i) outcomes.measured(measures_[i], overall_measures[i].value(seen));
}

std::vector<std::string> untold_of(const std::vector<UnitEntry>& units) {
  if (is_one_unit(units))
    return {"any eliminated", "all eliminated", "no effect", "any broken or eliminated", "units broken or eliminated", "units eliminated"};
  return units.size() == 1 ? std::vector<std::string>{"units eliminated"} : std::vector<std::string>{};
}

std::vector<std::string> pins_of(const std::vector<UnitEntry>& units) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < units.size(); ++i) names.push_back(name_of(units, i, "pinned"));
  return names;
}

Condition fate(const Unit& unit, Condition c) {
  c.reduced = c.reduced && !unit.start.reduced;
  c.replaced = c.replaced > 0;
  c.hardened = c.hardened > 0;
  return c;
}

Fates::Fates(const std::vector<UnitEntry>& entries, const std::vector<FatesOf>& lists, Facts& facts, std::string_view side) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries_.emplace_back();
    for (const FatesOf list : lists) {
      for (const Fate& fate : told_of(list, entries[i].unit)) {
        std::string name = std::string(side) + name_of(entries, i, fate.name);
        if (entries[i].count)
          entry.measures.emplace_back(fate.holds, facts.measure(std::move(name)));
        else
          entry.events.emplace_back(fate.holds, facts.event(std::move(name)));
      }
    }
  }
}

void Fates::record(int entry, std::span<const Condition> fates, Seen& seen, Outcomes& outcomes) const {
  for (const Condition c : fates) {
    seen.eliminated = static_cast<std::uint16_t>(seen.eliminated + c.eliminated) & most_seen;
    seen.lost = static_cast<std::uint16_t>(seen.lost + (c.eliminated || c.broken)) & most_seen;
    if (c.eliminated || c.broken || c.pinned || c.reduced) seen.harmed = 1;
  }
  const Entry& of = entries_[static_cast<std::size_t>(entry)];
  for (const auto& [holds, event] : of.events) {
    if (std::any_of(fates.begin(), fates.end(), holds)) outcomes.happened(event);
  }
  for (const auto& [holds, measure] : of.measures)
    outcomes.measured(measure, static_cast<int>(std::count_if(fates.begin(), fates.end(), holds)));
}

}  // namespace boxcars::model
