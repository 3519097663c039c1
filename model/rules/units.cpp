#include "model/rules/units.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::model {
namespace {

constexpr int most_in_a_group = 24;
constexpr int highest_morale = 10;  // A.18

[[noreturn]] void refuse(std::string_view text, const std::string& why, const std::string& instead) {
  throw BadInput({}, "unit " + shown(text) + " cannot be read", why, instead);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<int> number(std::string_view text) {
  if (text.starts_with('-') || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  return whole_number(text);
}

struct Limits {
  int low;
  int high;
  bool has(int value) const { return low <= value && value <= high; }
};
std::string to_string(Limits range) { return std::to_string(range.low) + " to " + std::to_string(range.high); }

// What counters of each kind show: firepower, range, morale.
struct MmcCounter {
  UnitKind kind;
  std::string_view prefix;
  std::string_view example;
  Limits firepower;
  Limits range;
  Limits morale;
  bool has(const std::array<int, 3>& values) const { return firepower.has(values[0]) && range.has(values[1]) && morale.has(values[2]); }
};
constexpr std::array<MmcCounter, 4> counters{{
    {UnitKind::squad, "squad", "4-4-7", {2, 10}, {1, 8}, {4, 10}},
    {UnitKind::half_squad, "hs", "hs:2-4-7", {1, 5}, {1, 8}, {4, 10}},
    {UnitKind::crew, "crew", "crew:2-2-8", {1, 2}, {1, 8}, {4, 10}},
    {UnitKind::hero, "hero", "hero:1-4-9", {1, 2}, {1, 4}, {8, 10}},
}};
// A bare counter of this firepower or more can only be a squad; below it could be a squad, a half-squad, a crew or a hero.
constexpr int surely_a_squad = 4;
// 1-3-8 is on the other side of 1-4-9 (A15.2).
constexpr struct { int range = 3, morale = 8; } wounded_hero;
constexpr Limits leader_morale{5, 10};
constexpr Limits leader_drm{-3, +1};
constexpr Limits broken_morale{1, 10};
constexpr Limits experience_level{0, 5};

// Leaders, each one a grade below the next (A15.3, A19.13).
struct LeaderGrade {
  int morale;
  int leadership;
};
constexpr std::array<LeaderGrade, 8> leader_grades{{{6, +1}, {7, 0}, {8, 0}, {8, -1}, {9, -1}, {9, -2}, {10, -2}, {10, -3}}};

// MMC whose next better class has the same Morale Level, as it has of a 4-4-7 that becomes a 4-6-7.
struct MmcClass {
  UnitKind kind;
  int firepower;
  int range;
  int morale;
  bool operator==(const MmcClass&) const = default;
};
constexpr std::array<MmcClass, 11> hardened_alike{{{UnitKind::squad, 3, 3, 6},
                                                   {UnitKind::squad, 3, 3, 7},
                                                   {UnitKind::squad, 3, 4, 7},
                                                   {UnitKind::squad, 4, 3, 7},
                                                   {UnitKind::squad, 4, 4, 7},
                                                   {UnitKind::squad, 5, 3, 6},
                                                   {UnitKind::squad, 5, 4, 6},
                                                   {UnitKind::half_squad, 1, 2, 6},
                                                   {UnitKind::half_squad, 1, 2, 7},
                                                   {UnitKind::half_squad, 1, 3, 7},
                                                   {UnitKind::half_squad, 2, 3, 7}}};

// By how much the unit that it was exchanged for has another Morale Level and leadership: by Battle Hardening (A15.3) or Replacement.
LeaderGrade by_exchange(const Unit& unit, Condition c) {
  if (c.hardened == 0 && c.replaced == 0) return {};
  const int better = c.hardened - c.replaced;
  if (is_leader(unit)) {
    const auto* const grade = std::find_if(leader_grades.begin(), leader_grades.end(),
                                           [&](LeaderGrade g) { return g.morale == unit.morale && g.leadership == unit.leadership; });
    if (grade == leader_grades.end()) return {better, 0};
    const auto at = grade - leader_grades.begin();
    const LeaderGrade now =
        leader_grades[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + better, 0, std::ssize(leader_grades) - 1))];
    return {now.morale - grade->morale, now.leadership - grade->leadership};
  }
  const MmcClass own{unit.kind, unit.firepower, unit.range, unit.morale};
  const bool is_alike = std::find(hardened_alike.begin(), hardened_alike.end(), own) != hardened_alike.end();
  return {better - (is_alike && better > 0 ? 1 : 0), 0};
}

// What was meant, where hyphens were left out: 467; else examples.
std::string counter_like(std::string_view typed) {
  const bool three_digits = typed.size() == 3 && typed.find_first_not_of("0123456789") == std::string_view::npos;
  if (three_digits) return {typed[0], '-', typed[1], '-', typed[2]};
  const bool is_drm = typed.size() == 2 && (typed[0] == '-' || typed[0] == '+');
  if (is_drm) return "{drm " + std::string(typed) + "}, if it is a DRM";
  if (typed.size() > 1 && typed.find('/') != std::string_view::npos) {
    std::string apart(typed.substr(0, 40));
    std::replace(apart.begin(), apart.end(), '/', ' ');
    return apart + ", apart";
  }
  return "4-4-7, hs:2-4-7 or 9-1";
}

// A half-squad has half the FP of its squad, rounded down; that of 8-3-8 is 3-3-8.
int half_squad_firepower(const std::array<int, 3>& squad) { return squad == std::array{8, 3, 8} ? 3 : squad[0] / 2; }

Unit parse_mmc(std::string_view text, std::string_view counter, std::optional<std::string_view> prefix) {
  const auto parts = split(counter, '-');
  std::array<int, 3> values{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = parts.size() == 3 ? number(parts[i]) : std::nullopt;
    if (!value) refuse(text, "a counter is firepower-range-morale", "give it like " + counter_like(counter));
    values[i] = *value;
  }
  const auto [firepower, range, morale] = values;
  if (!prefix) {
    if (firepower < surely_a_squad) {
      std::vector<std::string> possible;
      for (const auto& c : counters) {
        if (c.has(values)) possible.push_back(std::string(c.prefix) + ":" + std::string(counter.substr(0, 20)));
      }
      if (possible.empty()) refuse(text, "no counter has these numbers", "give it like 4-4-7 or hs:2-4-7");
      refuse(text, "it could be more than one kind of unit", "say which: " + listed(possible));
    }
    prefix = "squad";
  }
  const auto kind = std::find_if(counters.begin(), counters.end(), [&](const MmcCounter& c) { return c.prefix == *prefix; });
  if (kind == counters.end()) {
    std::vector<std::string> known;
    for (const auto& c : counters) known.emplace_back(c.prefix);
    throw_unknown("kind of unit", *prefix, known);
  }
  const auto check = [&](const char* what, int value, Limits has) {
    if (has.has(value)) return;
    const std::string name = kind->kind == UnitKind::half_squad ? "half-squad" : std::string(kind->prefix);
    refuse(text, "no " + name + " has " + what + " " + std::to_string(value) + ", only " + to_string(has),
           "give it like " + std::string(kind->example));
  };
  check("firepower", firepower, kind->firepower);
  check("range", range, kind->range);
  check("morale", morale, kind->morale);
  const bool is_squad = kind->kind == UnitKind::squad;
  const bool is_wounded_side = kind->kind == UnitKind::hero && morale == wounded_hero.morale;
  if (is_wounded_side && range != wounded_hero.range)
    refuse(text, "a hero has morale 8 on his wounded side only, A15.2", "give it like hero:1-3-8 or hero:1-4-9");
  const int whole = morale + (is_wounded_side ? 1 : 0);
  return {.kind = kind->kind,
          .morale = whole,
          .broken_morale = whole,
          .half_squad_broken_morale = whole,
          .start = {.reduced = is_wounded_side},
          .firepower = firepower,
          .half_squad_firepower = is_squad ? half_squad_firepower(values) : firepower,
          .range = range};
}

Unit parse_leader(std::string_view text, std::string_view counter) {
  const auto sign = counter.find_first_of("+-");
  const auto morale = number(counter.substr(0, sign));
  const auto modifier = number(sign == std::string_view::npos ? std::string_view() : counter.substr(sign + 1));
  if (!morale || !modifier) refuse(text, "it is no counter", "give it like " + counter_like(counter));
  const int drm = counter[sign] == '-' ? -*modifier : *modifier;
  if (!leader_morale.has(*morale) || !leader_drm.has(drm)) {
    refuse(text, "leaders have morale " + to_string(leader_morale) + " and leadership -3 to +1", "give it like 9-1, 8-0 or 6+1");
  }
  return {.kind = UnitKind::leader, .morale = *morale, .broken_morale = *morale, .half_squad_broken_morale = *morale, .leadership = drm};
}

bool looks_like_a_leader(std::string_view counter) {
  return counter.find('+') != std::string_view::npos || std::count(counter.begin(), counter.end(), '-') == 1;
}

void apply_attribute(std::string_view text, std::string_view attribute, UnitEntry& entry, bool& half_squad_given) {
  Unit& unit = entry.unit;
  if (attribute.empty()) refuse(text, "nothing follows a comma", "give attributes without spaces, like 4-4-7,broken");
  static const std::vector<std::string> known{"broken",    "pinned", "wounded", "encircled", "fanatic",    "berserk",
                                              "disrupted", "bml=N",  "elr=N",   "hs_bml=N",  "self-rally", "gun=75AT"};
  const auto equals = attribute.find('=');
  const std::string_view key = attribute.substr(0, equals);
  const auto value_in = [&](Limits range) {
    const auto value = equals == std::string_view::npos ? std::nullopt : number(attribute.substr(equals + 1));
    if (!value || !range.has(*value)) {
      refuse(text, std::string(key) + " is a number from " + to_string(range),
             "give it like " + std::string(key) + "=" + std::to_string(range.has(6) ? 6 : 3));
    }
    return *value;
  };
  if (attribute == "broken") {
    if (unit.kind == UnitKind::hero) refuse(text, "heroes never break, A15.2", "leave 'broken' out");
    unit.start.broken = 1;
  } else if (attribute == "pinned") {
    if (unit.kind == UnitKind::hero) refuse(text, "heroes are never pinned, A7.8", "leave 'pinned' out");
    unit.start.pinned = 1;
  } else if (attribute == "wounded") {
    if (!is_smc(unit)) refuse(text, "only leaders and heroes are wounded, A17.1", "give a half-squad as hs:2-4-7");
    unit.start.reduced = 1;
  } else if (attribute == "berserk") {
    unit.start.berserk = 1;
  } else if (attribute == "disrupted") {  // A19.12
    if (unit.kind == UnitKind::hero) refuse(text, "heroes never break, A15.2", "leave 'disrupted' out");
    unit.start.broken = unit.start.disrupted = 1;
  } else if (attribute == "encircled") {
    unit.encircled = true;
  } else if (attribute == "fanatic") {
    unit.fanatic = true;
  } else if (attribute == "self-rally") {
    if (unit.kind == UnitKind::hero) refuse(text, "heroes never break, A15.2", "leave 'self-rally' out");
    unit.self_rally = !is_leader(unit) && unit.kind != UnitKind::crew;  // they may in any case
  } else if (key == "bml") {
    if (unit.kind == UnitKind::hero) refuse(text, "heroes have no broken side, A15.2", "leave 'bml' out");
    unit.broken_morale = value_in(broken_morale);
    if (!half_squad_given) unit.half_squad_broken_morale = unit.broken_morale;
  } else if (key == "elr") {
    unit.elr = value_in(experience_level);
  } else if (key == "hs_bml") {
    if (unit.kind != UnitKind::squad) refuse(text, "only a squad becomes a half-squad", "leave 'hs_bml' out");
    unit.half_squad_broken_morale = value_in(broken_morale);
    half_squad_given = true;
  } else if (key == "gun") {
    if (is_smc(unit)) refuse(text, "only crews, half-squads and squads man Guns", "leave 'gun' out");
    entry.gun = parse_gun(equals == std::string_view::npos ? std::string_view() : attribute.substr(equals + 1));
  } else {
    throw_unknown("attribute of unit " + shown(text) + ",", attribute, known);
  }
}

}  // namespace

UnitEntry parse_unit(std::string_view typed, Spirits spirits) {
  const std::string printed = as_printed(typed);
  const std::string_view text = printed;
  const auto fields = split(text, ',');
  UnitEntry entry{.name = std::string(fields[0]), .unit = {}};
  std::string_view counter = fields[0];

  if (const auto times = counter.find('x'); times != std::string_view::npos) {
    if (const auto count = number(counter.substr(0, times))) {
      if (*count < 1 || *count > most_in_a_group) {
        refuse(text, "a group has 1 to " + std::to_string(most_in_a_group) + " units", "give it like 3x4-4-7");
      }
      entry.count = count;
      counter.remove_prefix(times + 1);
    }
  }
  std::optional<std::string_view> prefix;
  if (const auto colon = counter.find(':'); colon != std::string_view::npos) {
    prefix = counter.substr(0, colon);
    counter.remove_prefix(colon + 1);
  }
  const bool leader = prefix ? *prefix == "leader" : looks_like_a_leader(counter);
  entry.unit = leader ? parse_leader(text, counter) : parse_mmc(text, counter, prefix);

  bool half_squad_given = false;
  std::set<std::string_view> given;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    apply_attribute(text, fields[i], entry, half_squad_given);
    if (!given.insert(fields[i].substr(0, fields[i].find('='))).second) refuse(text, "an attribute is given twice", "leave one out");
  }
  const Condition start = entry.unit.start;
  if (start.berserk && (start.broken || start.pinned)) refuse(text, "a berserk unit is neither broken nor pinned, A15.42", "leave one out");
  if (start.broken && start.pinned) refuse(text, "a broken unit is never pinned, A7.8", "leave 'pinned' out");
  if (start.disrupted && entry.unit.fanatic) refuse(text, "Fanatic units are never Disrupted, A10.8", "leave one out");
  if (spirits == Spirits::ordinary && (start.berserk || start.disrupted))
    refuse(text, std::string(start.berserk ? "berserk" : "Disrupted") + " units are known only where they are attacked",
           "ask of attack, he, hut, breach or kindle");
  return entry;
}

std::vector<UnitEntry> parse_units(const std::vector<std::string>& texts, Terrain terrain, bool fortified) {
  std::vector<UnitEntry> units;
  for (const std::string& text : texts) {
    units.push_back(parse_unit(text, Spirits::any));
    if (const auto& gun = units.back().gun) require_allowed(*gun, gun_place(terrain, fortified), "unit " + shown(text));
  }
  return units;
}

std::string label(const std::vector<UnitEntry>& entries, std::size_t entry) {
  return (entries.size() == 1 ? "" : std::to_string(entry + 1) + ":") + entries[entry].name;
}

int parse_leadership(std::string_view text) {
  const bool counter = looks_like_a_leader(text) && text.find_first_not_of("0123456789+-") == std::string_view::npos;
  if (!counter) refuse(text, "{leader} takes a leader's counter alone", "give it like 9-1, 8-0 or 6+1");
  return parse_leader(text, text).leadership;
}

int morale_level(const Unit& unit, Condition c) {
  if (c.berserk) return highest_morale;
  const bool half_squad = unit.kind == UnitKind::squad && c.reduced;
  const int broken_side = half_squad ? unit.half_squad_broken_morale : unit.broken_morale;
  const bool is_lowered = unit.encircled && !is_heroic(unit, c);  // A7.7, A15.2
  const int lower = (is_smc(unit) && c.reduced ? 1 : 0) + (is_lowered ? 1 : 0);
  return std::min((c.broken ? broken_side : unit.morale) + by_exchange(unit, c).morale + (unit.fanatic ? 1 : 0) - lower, highest_morale);
}

int leadership(const Unit& unit, Condition c) {
  assert(is_leader(unit));
  return unit.leadership + by_exchange(unit, c).leadership + (c.reduced ? 1 : 0);
}

void require_none_known(const std::vector<UnitEntry>& units) {
  for (const UnitEntry& entry : units) {
    if (const auto why = never_concealed(entry.unit.start))
      throw BadInput("concealed", "{concealed} with a " + std::string(*why) + " unit", "it is Known, A12.14", "ask of one at a time");
  }
}

std::optional<std::string_view> never_concealed(Condition c) {
  if (c.disrupted) return "Disrupted";
  if (c.berserk) return "berserk";
  return c.broken ? std::optional<std::string_view>("broken") : std::nullopt;
}

void require_concealable(const std::vector<UnitEntry>& units) {
  const auto is_known = [](const UnitEntry& entry) { return never_concealed(entry.unit.start).has_value(); };
  if (units.empty() || !std::all_of(units.begin(), units.end(), is_known)) return;
  throw BadInput("concealed", "{concealed} of nobody but " + std::string(*never_concealed(units.front().unit.start)) + " units",
                 "they are Known, A12.14", "leave it out");
}

bool is_of_lowest_grade(const Unit& unit, Condition c) {
  c.reduced = 0;  // a wound does not lower his grade
  return is_leader(unit) && leadership(unit, c) > 0;
}

int printed_firepower(const Unit& unit, Condition c) {
  return unit.kind == UnitKind::squad && c.reduced ? unit.half_squad_firepower : unit.firepower;
}

Condition eliminated(Condition c) { return {.eliminated = 1, .made_hero = c.made_hero}; }

Condition reduced(const Unit& unit, Condition c) {
  assert(!is_smc(unit));
  if (unit.kind != UnitKind::squad || c.reduced) return eliminated(c);
  c.reduced = 1;
  return c;
}

Condition wounded(Condition c, int severity_dr, Wound wound) {
  if (severity_dr + (c.reduced || wound == Wound::by_original_12 ? 1 : 0) >= 5) return eliminated(c);
  c.reduced = 1;
  return c;
}

}  // namespace boxcars::model
