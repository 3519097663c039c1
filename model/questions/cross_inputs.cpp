#include "model/questions/cross_inputs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/hex_grid.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

constexpr int most_mf_of_a_step = 8, most_range = 60;
// SMOKE grenades (A24.1-.2, A24.7).
constexpr int own_smoke_mf = 1, smoke_mf = 2, smoke_grenade_drm = 2, out_of_smoke_drm = 1, most_exponent = 6;

std::vector<std::string> parts_of(std::string_view text, char sign) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find(sign);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// A hex in capitals; another name as it is typed.
std::string name_typed(std::string_view text) {
  const auto hex = read_hex(text);
  return hex ? to_string(*hex) : std::string(text);
}

// "key=value"; the value is empty without one.
std::pair<std::string, std::string> key_and_value(const std::string& part) {
  const auto sign = part.find('=');
  if (sign == std::string::npos) return {part, ""};
  return {part.substr(0, sign), part.substr(sign + 1)};
}

int number_of_step(const std::string& step, const std::string& part, int low, int high, const std::string& why) {
  const std::string value = key_and_value(part).second;
  const auto number = whole_number(value.starts_with('+') ? std::string_view(value).substr(1) : std::string_view(value));
  if (!number || *number < low || *number > high)
    throw BadInput("step", shown(part) + " in {step} " + shown(step) + " is out of range", why,
                   "give " + std::to_string(low) + " to " + std::to_string(high));
  return *number;
}

// What a shot has that is not the same from everywhere.
struct SeenFrom {
  std::optional<int> range{};
  int hindrance = 0, drm = 0, hexside = 0;
  bool height = false;
  std::map<std::string, int> smoke{};  // what SMOKE there hinders
  int lane = 0, soft = 0;              // of a Fire Lane: which, and the Hindrance that is no DRM of it
};

// A step as it is typed.
struct TypedStep {
  std::string text, hex;
  std::optional<int> halves{};
  Terrain terrain = Terrain::open;
  int drm = 0;
  bool road = false;
  bool says_more = false;             // than its name
  std::string smoke{};                // is thrown there
  bool uphill = false;                // over a crest
  bool bypass = false;                // of the obstacle in it,
  std::optional<Terrain> obstacle{};  // whose TEM counts against Residual FP
  SeenFrom all{};
  std::map<std::string, SeenFrom> from{};
};

int parse_mf(const std::string& step, const std::string& part) {
  const auto mf = real_number(key_and_value(part).second);
  const int halves = mf && *mf > 0 && *mf <= most_mf_of_a_step ? static_cast<int>(*mf * halves_of_mf) : 0;
  if (halves == 0 || halves != *mf * halves_of_mf)
    throw BadInput("step", shown(part) + " in {step} " + shown(step) + " are no MF", "a hex costs half a MF to 8 of them, A4.1",
                   "give it like mf=1.5");
  return halves;
}

// Returns whether the part is of what is seen.
bool read_look(const std::string& step, const std::string& part, SeenFrom& look) {
  const std::string key = in_small_letters(key_and_value(part).first);
  if (key == "hindrance") return look.hindrance = number_of_step(step, part, 0, 5, std::string(hindrance_drm.why)), true;
  if (key == "drm") return look.drm = number_of_step(step, part, any_drm.low, any_drm.high, std::string(any_drm.why)), true;
  if (key == "hexside") return look.hexside = number_of_step(step, part, 0, 2, "a hedge has +1, a wall +2, B9.3"), true;
  if (key == "height") return look.height = true;
  if (key == "soft") return look.soft = number_of_step(step, part, 0, 5, std::string(hindrance_drm.why)), true;
  if (key == "lane" && key_and_value(part).second.empty()) return look.lane = 1, true;
  if (key == "lane") return look.lane = number_of_step(step, part, 1, 6, "a hex has six hex grains, A9.22"), true;
  if (key != "smoke") return false;
  const std::string value = key_and_value(part).second;
  const auto sign = value.find(':');
  const auto drm = sign == std::string::npos ? smoke_grenade_drm : whole_number(std::string_view(value).substr(sign + 1));
  if (value.substr(0, sign).empty() || !drm || *drm < 0 || *drm > most_hindrance)
    throw BadInput("step", shown(part) + " in {step} " + shown(step) + " is no SMOKE", "it lies in a hex on the line, A24.2",
                   "give it like J6=3/smoke=G4");
  return look.smoke[name_typed(value.substr(0, sign))] = *drm, true;
}

TypedStep parse_step(const std::string& text) {
  TypedStep step;
  step.text = text;
  const auto parts = parts_of(text, ',');
  step.hex = name_typed(parts.front());
  if (step.hex.empty() || step.hex.find('=') != std::string::npos)
    throw BadInput("step", "{step} " + shown(text) + " has no name", "it begins with the hex that is entered", "give it like G4,mf=1,J6=3");
  step.says_more = parts.size() > 1;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto said = key_and_value(parts[i]);
    const auto& key = said.first;
    const auto& value = said.second;
    const std::string word = in_small_letters(key);
    if (word == "mf") {
      step.halves = parse_mf(text, parts[i]);
    } else if (word == "road") {
      step.road = true;
    } else if (word == "smoke") {
      step.smoke = name_typed(value.empty() ? step.hex : value);
    } else if (word == "uphill") {
      step.uphill = true;
    } else if (word == "bypass") {
      step.bypass = true;
      if (!value.empty()) step.obstacle = at_field("step", [&] { return parse_choice("terrain", value, terrain_choices); });
    } else if (word == "range") {
      step.all.range = number_of_step(text, parts[i], 1, most_range, "a range is in hexes");
    } else if (word == "terrain") {
      step.terrain = at_field("step", [&] { return parse_choice("terrain", value, terrain_choices); });
    } else if (word == "drm") {
      step.drm = number_of_step(text, parts[i], any_drm.low, any_drm.high, std::string(any_drm.why));
    } else if (read_look(text, parts[i], step.all)) {
      continue;
    } else if (value.empty()) {
      step.terrain = at_field("step", [&] { return parse_choice("terrain", key, terrain_choices); });
    } else {
      const auto of_place = parts_of(parts[i], '/');
      SeenFrom& look = step.from[name_typed(key)];
      look.range = number_of_step(text, of_place.front(), 1, most_range, "a range is in hexes");
      for (std::size_t k = 1; k < of_place.size(); ++k) {
        if (!read_look(text, of_place[k], look))
          at_field("step", [&] {
            throw_unknown("word of {step}", of_place[k], {"hindrance=N", "drm=N", "hexside=N", "height", "smoke=HEX", "lane=N", "soft=N"});
          });
      }
    }
  }
  return step;
}

// "J6=4-4-7": where, and who. Where nobody says where, they are all at one place.
struct TypedDefender {
  std::string name, place, unit;
  int number = 0;  // of the first of them, in the order typed, from 1 on
  std::optional<int> rate_of_fire{};
  bool makes_lanes = false;
  std::string lane_to{};
};

constexpr std::string_view no_name = "defender", rate_is = "rof=";

TypedDefender parse_defender(const std::string& text) {
  TypedDefender typed;
  const auto comma = text.find(',');
  const auto sign = text.substr(0, comma).find('=');
  typed.name = text.substr(0, comma);
  typed.place = sign == std::string::npos ? std::string(no_name) : name_typed(text.substr(0, sign));
  const std::string rest = sign == std::string::npos ? text : text.substr(sign + 1);
  for (const std::string& part : parts_of(rest, ',')) {
    if (part.starts_with(rate_is)) {
      typed.rate_of_fire = whole_number(std::string_view(part).substr(rate_is.size()));
      if (!typed.rate_of_fire || *typed.rate_of_fire < 0 || *typed.rate_of_fire > 3)
        throw BadInput("defender", shown(part) + " of {defender} " + shown(text) + " is no rate of fire", "it is 0 to 3, A9.2",
                       "give it like mg:5-12,rof=2");
      continue;
    }
    constexpr std::string_view breakdown_is = "breakdown=";
    if (part.starts_with(breakdown_is)) {
      typed.unit += ",b=" + part.substr(breakdown_is.size());
      continue;
    }
    if (const auto [key, value] = key_and_value(part); same_word(key, "lane")) {
      typed.makes_lanes = true, typed.lane_to = name_typed(value);
      continue;
    }
    typed.unit += (typed.unit.empty() ? "" : ",") + part;
  }
  if (typed.unit.empty() || typed.place.empty())
    throw BadInput("defender", "{defender} " + shown(text) + " is nobody", "it is a Location and who is there", "give it like J6=4-4-7");
  return typed;
}

// A unit that moves, with what it carries.
struct TypedMover {
  std::string unit;
  int portage = 0, exponent = 0;
  Training training = Training::full;
  bool cx = false;
};
TypedMover parse_mover(const std::string& field, const std::string& text) {
  TypedMover mover;
  for (const std::string& part : parts_of(text, ',')) {
    if (part.starts_with("pp=")) {
      const auto portage = whole_number(std::string_view(part).substr(3));
      if (!portage || *portage < 0 || *portage > 12)
        throw BadInput(field, shown(part) + " of " + shown(text) + " are no PP", "nobody carries more than 12, A4.42",
                       "give it like 4-6-7,pp=3");
      mover.portage = *portage;
    } else if (part.starts_with("smoke=")) {
      const auto exponent = whole_number(std::string_view(part).substr(6));
      if (!exponent || *exponent < 1 || *exponent > most_exponent)
        throw BadInput(field, shown(part) + " of " + shown(text) + " is no SMOKE exponent", "counters have 1 to 5, A24.1",
                       "give it like 4-6-7,smoke=1");
      mover.exponent = *exponent;
    } else if (same_word(part, "green") || same_word(part, "conscript")) {
      mover.training = same_word(part, "green") ? Training::green : Training::conscript;
    } else if (same_word(part, "cx")) {
      mover.cx = true;
    } else {
      mover.unit += (mover.unit.empty() ? "" : ",") + part;
    }
  }
  return mover;
}

// A24.1: a squad throws; which of several alike has done so could not be told.
void require_may_throw(const std::string& field, const UnitEntry& entry) {
  if (entry.unit.kind != UnitKind::squad)
    throw BadInput(field, shown(entry.name) + " has no SMOKE exponent", "squads only throw SMOKE grenades, A24.1", "leave smoke=N out");
  if (entry.count.value_or(1) > 1)
    throw BadInput(field, "several " + shown(entry.name) + " with a SMOKE exponent", "each throws by itself, A24.1",
                   "write them one by one, like 4-6-7,smoke=1 4-6-7,smoke=1");
}

// A4.42, A19: a SMC carries 2 PP at most, and is neither Green nor a Conscript.
void require_smc(const std::string& field, const UnitEntry& entry, const TypedMover& mover) {
  constexpr int most_portage_of_smc = 2;
  if (!is_smc(entry.unit)) return;
  if (mover.portage > most_portage_of_smc)
    throw BadInput(field, shown(entry.name) + " with " + std::to_string(mover.portage) + " PP", "a leader or hero carries 2 at most, A4.42",
                   "give it like pp=1");
  if (mover.training != Training::full)
    throw BadInput(field, shown(entry.name) + " that is Green or a Conscript", "only MMC are, A19", "leave that out");
}

// A4.5: who is CX or wounded moves no Double Time.
void require_double_time(const CrossInputs& in, const UnitEntry& entry, bool cx) {
  if (!in.double_time && !in.double_time_later) return;
  const bool wounded = is_smc(entry.unit) && entry.unit.start.reduced;
  if (cx || wounded)
    throw BadInput(in.double_time ? "double_time" : "double_time_later", "Double Time of " + shown(entry.name),
                   std::string("it is ") + (cx ? "CX" : "wounded") + ", A4.5", "leave it out");
}

void require_may_move(const std::string& field, const UnitEntry& entry) {
  if (entry.unit.start.broken)
    throw BadInput(field, shown(entry.name) + " may not move", "it is broken, A10.4", "leave it out, or let it rally first");
  if (entry.unit.start.pinned) throw BadInput(field, shown(entry.name) + " may not move", "it is pinned, A7.8", "leave it out");
}

// A5.1: three squads, four SMC; half-squads and crews are half of one.
void require_stack(const std::string& field, const std::vector<UnitEntry>& units) {
  int halves = 0, smc = 0, all = 0;
  for (const UnitEntry& entry : units) {
    const int count = entry.count.value_or(1);
    all += count;
    if (is_smc(entry.unit))
      smc += count;
    else
      halves += count * (entry.unit.kind == UnitKind::squad ? 2 : 1);
  }
  if (halves > 6 || smc > 4 || all > most_cross_movers)
    throw BadInput(field, "more than a hex holds move as one stack", "three squads and four SMC may stack, A5.1",
                   "let some of them move after the others, with {then_unit}");
}

struct GroupTexts {
  std::string field;
  std::vector<std::string> units;
};
std::vector<GroupTexts> groups_typed(const CrossInputs& in) {
  std::vector<GroupTexts> groups{{"unit", in.units}};
  for (const std::string& text : in.then_units) {
    GroupTexts& group = groups.emplace_back(GroupTexts{"then_unit", {}});
    for (const std::string& word : words_in(text)) {
      // "6+1" is a leader of one word, so only a + before which a counter is complete separates.
      std::string unit;
      for (const std::string& part : parts_of(word, '+')) {
        const bool goes_on = !unit.empty() && unit.find('-') == std::string::npos;
        if (!unit.empty() && !goes_on)
          group.units.push_back(std::exchange(unit, part));
        else
          unit += (goes_on ? "+" : "") + part;
      }
      group.units.push_back(unit);
    }
  }
  if (groups.size() > most_cross_groups)
    throw BadInput("then_unit", std::to_string(groups.size()) + " stacks are too many",
                   "at most " + std::to_string(most_cross_groups) + " move one after the other", "leave some out");
  return groups;
}

void add_group(const CrossInputs& in, const GroupTexts& typed, bool road, CrossSituation& all) {
  std::vector<TypedMover> movers;
  std::vector<UnitEntry> units;
  for (const std::string& text : typed.units) {
    const TypedMover mover = at_field(typed.field, [&] { return parse_mover(typed.field, text); });
    units.push_back(at_field(typed.field, [&] { return parse_unit(mover.unit); }));
    require_may_move(typed.field, units.back());
    if (mover.exponent > 0) require_may_throw(typed.field, units.back());
    require_smc(typed.field, units.back(), mover);
    require_double_time(in, units.back(), mover.cx);
    movers.push_back(mover);
  }
  if (units.empty()) throw BadInput(typed.field, "nobody moves", "a stack has units", "give them like {unit 4-6-7}");
  require_stack(typed.field, units);
  CrossGroup group;
  const March march{in.double_time, road, in.double_time_later};
  std::vector<Walker> walkers;
  // As a stack has them: leaders first.
  for (const bool leaders : {true, false}) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (is_leader(units[i].unit) != leaders) continue;
      for (int k = 0; k < units[i].count.value_or(1); ++k) {
        walkers.push_back({.unit = units[i].unit, .portage = movers[i].portage, .training = movers[i].training, .cx = movers[i].cx});
        group.entry_of.push_back(static_cast<int>(all.units.size() + i));
        group.exponents.push_back(std::max(0, movers[i].exponent - (in.double_time || movers[i].cx ? 1 : 0)));
      }
    }
  }
  share_portage(walkers, UnitKind::hero);
  for (const Walker& walker : walkers) group.alone.push_back(allotment(walker, march, false));
  share_portage(walkers, UnitKind::leader);
  for (const Walker& walker : walkers) group.allowed.push_back(allotment(walker, march, true));
  if (std::none_of(units.begin(), units.end(), [](const UnitEntry& entry) { return is_leader(entry.unit); })) group.allowed = group.alone;
  for (const UnitEntry& unit : units) {
    group.entries.push_back(static_cast<int>(all.units.size()));
    all.units.push_back(unit);
  }
  all.groups.push_back(std::move(group));
}

// Who fires a MG gives up the least for it: a squad its first, then who has the least Firepower (A7.351, A7.352).
void man_weapons(CrossSituation& all, const CrossPlace& place) {
  std::vector<int> guns, free;
  for (int i = place.first; i < place.end; ++i) {
    if (is_mg(all.firers[index(i)].firer)) guns.push_back(i);
  }
  const auto man = [&](int gun, int unit) {
    all.firers[index(gun)].crew = unit;
    all.firers[index(unit)].weapons.push_back(gun);
  };
  // Each by the unit typed before it that has none yet.
  std::erase_if(guns, [&](int gun) {
    for (int i = gun - 1; i >= place.first; --i) {
      const CrossFirer& unit = all.firers[index(i)];
      if (is_mg(unit.firer) || is_smc(unit.unit) || !unit.weapons.empty()) continue;
      man(gun, i);
      return true;
    }
    return false;
  });
  std::stable_sort(guns.begin(), guns.end(),
                   [&](int a, int b) { return all.firers[index(a)].firer.firepower > all.firers[index(b)].firer.firepower; });
  for (const int gun : guns) {
    std::optional<std::pair<std::array<int, 3>, int>> best;
    for (int i = place.first; i < place.end; ++i) {
      const CrossFirer& unit = all.firers[index(i)];
      if (is_mg(unit.firer) || directs(unit.firer)) continue;
      const bool squad = unit.firer.kind == UnitKind::squad;
      const int has = static_cast<int>(unit.weapons.size());
      if (has >= (squad ? 2 : 1)) continue;
      const bool loses = !squad || has > 0;
      const std::array<int, 3> price{unit.firer.pinned ? 1 : 0, loses && !unit.firer.mg_only ? unit.firer.firepower : 0, has};
      if (!best || price < best->first) best = {price, i};
    }
    if (!best)
      throw BadInput("defender", "nobody at " + place.name + " fires " + shown(all.firers[index(gun)].name),
                     "a squad fires two MG at most, others one, A7.35", "leave it out, or say who fires it");
    man(gun, best->second);
  }
}

// Of several alike the second is "J6=4-4-7 (2)".
std::string named_apart(const std::string& name, const std::vector<CrossFirer>& others) {
  const auto is_like_it = [&](const CrossFirer& other) { return other.name == name || other.name.starts_with(name + " ("); };
  const auto same = std::count_if(others.begin(), others.end(), is_like_it);
  return same == 0 ? name : name + " (" + std::to_string(same + 1) + ")";
}

// A Fire Lane attacks one column left of that of the MG, with twice the FP in the adjacent hex (A9.22).
void make_lanes(const TypedDefender& typed, CrossFirer& firer) {
  const auto column = is_mg(firer.firer) ? column_for_firepower(firer.firer.firepower) : std::nullopt;
  if (!column || *column == 0)
    throw BadInput("defender", "a Fire Lane of " + shown(typed.name), "a MG of 2 FP or more lays it, A9.22", "leave lane out");
  const double fp = firepower_at(*column - 1);
  firer.makes_lanes = true, firer.lane_to = typed.lane_to;
  firer.lane_column = *column - 1, firer.doubled_column = *column_for_firepower(2 * fp);
}

void add_place(const std::vector<TypedDefender>& here, CrossSituation& all) {
  std::vector<std::string> texts;
  for (const TypedDefender& typed : here) texts.push_back(typed.unit);
  const std::vector<Firer> firers = at_field("defender", [&] { return parse_firers(texts); });
  CrossPlace place{.name = here.front().place, .first = static_cast<int>(all.firers.size())};
  for (std::size_t i = 0; i < here.size(); ++i) {
    CrossFirer firer{.name = here[i].name, .place = static_cast<int>(all.places.size()), .firer = firers[i]};
    const int count = std::exchange(firer.firer.count, 1);
    if (here[i].makes_lanes) make_lanes(here[i], firer);
    if (is_mg(firer.firer))
      firer.rate_of_fire = here[i].rate_of_fire.value_or(rate_of_fire_of_mg(firer.firer.firepower, firer.firer.range));
    else
      firer.unit = at_field("defender", [&] { return parse_unit_of_firer(here[i].unit).unit; });
    if (directs(firer.firer)) place.leader = static_cast<int>(all.firers.size());
    const std::string_view unit = std::string_view(here[i].name).substr(here[i].name.find('=') + 1);
    const auto times = unit.find('x');
    for (int k = 0; k < count; ++k) {
      firer.label = "d" + std::to_string(here[i].number + k) + ":" + std::string(count > 1 ? unit.substr(times + 1) : unit);
      all.firers.push_back(firer);
      all.firers.back().name = named_apart(firer.name, {all.firers.begin(), all.firers.end() - 1});
      if (all.firers.size() > most_cross_firers || static_cast<int>(all.firers.size()) - place.first > most_cross_firers_of_a_place)
        throw BadInput("defender", "too many fire",
                       "at most " + std::to_string(most_cross_firers_of_a_place) + " of a Location and " +
                           std::to_string(most_cross_firers) + " in all, MG and leaders among them",
                       "leave some out");
    }
  }
  place.end = static_cast<int>(all.firers.size());
  man_weapons(all, place);
  all.places.push_back(std::move(place));
}

void add_defenders(const CrossInputs& in, CrossSituation& all) {
  std::vector<std::vector<TypedDefender>> places;
  int number = 1;
  for (const std::string& text : in.defenders) {
    TypedDefender typed = parse_defender(text);
    typed.number = number;
    number += at_field("defender", [&] { return parse_firer(typed.unit).count; });
    const auto found = std::find_if(places.begin(), places.end(), [&](const auto& here) { return here.front().place == typed.place; });
    if (found == places.end())
      places.push_back({typed});
    else
      found->push_back(typed);
  }
  if (places.size() > most_cross_places)
    throw BadInput("defender", std::to_string(places.size()) + " Locations fire",
                   "at most " + std::to_string(most_cross_places) + " are followed", "leave some out");
  for (const auto& here : places) add_place(here, all);
}

// A look, with rows for --explain.
CrossLook look_of(const TypedStep& typed, const std::string& place, const SeenFrom& from, bool ffnam, CrossSituation& all) {
  CrossLook look{.range = *from.range};
  const std::string where = ", " + typed.hex + " from " + place;
  const auto add = [&](int amount, const std::string& reason, const std::string& rule) {
    if (amount == 0) return;
    look.drm += amount;
    all.modifiers.push_back({amount, reason + where, rule});
  };
  const int hindrance = from.hindrance + typed.all.hindrance, hexside = std::max(from.hexside, typed.all.hexside);
  const Modifier in_hex = tem(typed.terrain);
  const bool by_hexside = hexside > std::max(0, in_hex.amount);
  const bool height = (from.height || typed.all.height) && in_hex.amount <= 0 && hexside == 0;
  if (by_hexside) add(hexside, hexside > 1 ? "wall" : "hedge", "B9.3");
  if (!by_hexside || in_hex.amount < 0)  // the -1 of a runway is beside any other (B7.3)
    add(in_hex.amount, in_hex.reason, in_hex.rule);
  add(hindrance, "Hindrance", "A6.7");
  add(height ? 1 : 0, "Height Advantage", "B10.31");
  look.open = is_open_ground(typed.terrain) && hindrance == 0 && hexside == 0 && !height;
  look.outside_drm = hindrance + (is_outside_hex(typed.terrain) ? std::max(hexside, in_hex.amount)
                                                                : hexside);  // whether it is the TEM that counts or not (A8.26)
  look.lane = from.lane, look.hard = std::max(0, hindrance - from.soft);
  add(from.drm + typed.drm, "other DRM, as given", "A7.3");
  if (ffnam) all.modifiers.push_back({-1, "FFNAM" + where, "A4.61"});
  if (look.open) all.modifiers.push_back({-1, "FFMO" + where, "A4.6"});
  return look;
}

// The same if SMOKE lies in those hexes, a bit each. Like every Hindrance it takes FFMO away, and six block (A24.2, A6.7). Only what does
// not arise in the target's hex reduces Residual FP (A8.26).
std::optional<CrossLook> look_through_smoke(CrossLook look, const TypedStep& typed, const CrossPlace& place, const SeenFrom& from,
                                            unsigned smoke, const std::vector<std::string>& smokes) {
  int hindrance = from.hindrance + typed.all.hindrance;
  for (std::size_t i = 0; i < smokes.size(); ++i) {
    if ((smoke >> i & 1U) == 0) continue;
    const bool is_in_it = typed.hex == smokes[i], is_out_of_it = place.name.substr(0, place.name.find('.')) == smokes[i];
    const auto said = from.smoke.find(smokes[i]), said_of_all = typed.all.smoke.find(smokes[i]);
    const int drm = said != from.smoke.end()               ? said->second
                    : said_of_all != typed.all.smoke.end() ? said_of_all->second
                    : is_out_of_it                         ? smoke_grenade_drm + out_of_smoke_drm
                    : is_in_it                             ? smoke_grenade_drm
                                                           : 0;
    hindrance += drm, look.drm += drm;
    if (!is_in_it) look.outside_drm += drm;
    if (drm > 0) look.open = false;
  }
  return hindrance < most_hindrance ? std::optional(look) : std::nullopt;
}

int halves_of(const TypedStep& typed) {
  if (typed.halves) return *typed.halves;
  if (!typed.smoke.empty()) return halves_of_mf * (typed.smoke == typed.hex ? own_smoke_mf : smoke_mf);
  if (typed.road) return halves_of_mf;
  const auto cost = entry_cost(typed.terrain);
  if (!cost)
    throw BadInput("step", "what does {step} " + shown(typed.text) + " cost?",
                   std::string(name_of(typed.terrain, terrain_choices)) + " depends on how it is entered, A4.1", "give it like mf=2");
  return *cost;
}

// The hexes into which SMOKE may come: those that are named, and of a crest below them the hex of who throws.
std::vector<std::string> smokes_of(const std::vector<TypedStep>& steps) {
  std::vector<std::string> smokes;
  const auto add = [&](const std::string& hex) {
    if (std::find(smokes.begin(), smokes.end(), hex) == smokes.end()) smokes.push_back(hex);
  };
  for (const TypedStep& step : steps) {
    if (!step.smoke.empty()) add(step.smoke);
    if (!step.smoke.empty() && step.uphill) add(step.hex);
  }
  if (smokes.size() > most_cross_smoke)
    throw BadInput("step", "SMOKE in " + std::to_string(smokes.size()) + " hexes",
                   "at most " + std::to_string(most_cross_smoke) + " are followed, A24.1", "leave some out");
  return smokes;
}

// A4.3: in Bypass they are in the terrain beside the obstacle, and go on from there.
void require_bypass(const std::vector<TypedStep>& steps, const CrossInputs& in) {
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const TypedStep& step = steps[k];
    if (!step.bypass) continue;
    const auto refuse_bypass = [&](const std::string& why, const std::string& instead) {
      throw BadInput("step", "Bypass in {step} " + shown(step.text), why + ", A4.3", instead);
    };
    if (!step.smoke.empty()) refuse_bypass("SMOKE is a step of its own", "write it before or after");
    if (k + 1 == steps.size() || in.minimum_move) refuse_bypass("nobody ends his move in it", "give the hex behind it, too");
    constexpr std::array obstacles{Terrain::wood, Terrain::stone, Terrain::woods, Terrain::forest, Terrain::factory, Terrain::marketplace};
    if (std::find(obstacles.begin(), obstacles.end(), step.terrain) != obstacles.end())
      refuse_bypass("the obstacle is not entered", "give the terrain beside it, like G4,bypass,open");
  }
}

void add_smoke(const TypedStep& typed, bool stays, CrossStep& step, CrossSituation& all) {
  const auto number = [&](const std::string& hex) {
    return static_cast<int>(std::find(all.smokes.begin(), all.smokes.end(), hex) - all.smokes.begin());
  };
  if (number(typed.hex) < static_cast<int>(all.smokes.size())) step.smoke_here = 1U << number(typed.hex);
  if (typed.smoke.empty()) {
    if (typed.uphill)
      throw BadInput("step", "uphill in {step} " + shown(typed.text), "it is of SMOKE that is thrown over a crest, A24.1",
                     "give it like G4,smoke=H4,uphill");
    return;
  }
  if (!all.steps.empty() && !stays)
    throw BadInput("step", "SMOKE from " + typed.hex + " before anybody is there", "it is thrown from where they are, A24.1",
                   "enter " + typed.hex + " by a step before it");
  step.smoke = CrossSmoke{number(typed.smoke), std::nullopt};
  if (typed.uphill && typed.smoke != typed.hex) step.smoke->own = number(typed.hex);
  if (all.steps.empty()) all.begun_in = 1;
  for (const CrossGroup& group : all.groups) {
    if (std::any_of(group.exponents.begin(), group.exponents.end(), [](int exponent) { return exponent > 0; })) return;
  }
  throw BadInput("unit", "nobody who moves has a SMOKE exponent", "squads throw SMOKE grenades by it, one less if they are CX, A24.1",
                 "give it like {unit 4-6-7,smoke=1}");
}

void add_step(const TypedStep& typed, bool ffnam, CrossSituation& all) {
  if (!typed.says_more)
    throw BadInput("step", "{step} " + shown(typed.text) + " says nothing but its name", "what does it cost, or who sees it?",
                   "give it like G4,mf=1,J6=3");
  for (const auto& [name, look] : typed.from) {
    if (std::any_of(all.places.begin(), all.places.end(), [&, &place_name = name](const CrossPlace& p) { return p.name == place_name; }))
      continue;
    std::vector<std::string> known{"mf", "drm", "range", "hindrance", "hexside", "terrain"};
    for (const CrossPlace& place : all.places) known.push_back(place.name);
    at_field("step", [&, &place_name = name] { throw_unknown("Location or word of {step} " + typed.hex + ",", place_name, known); });
  }
  const bool stays = !all.steps.empty() && all.steps.back().hex == typed.hex;
  CrossStep step;
  step.hex = typed.hex, step.halves = halves_of(typed);
  add_smoke(typed, stays, step, all);
  if (typed.terrain == Terrain::pillbox)
    throw BadInput("step", "a pillbox in {step} " + shown(typed.text), "its TEM is on the counter, B30.3", "give it like G4,mf=2,drm=3");
  const bool claims_tem = typed.terrain != Terrain::shellholes || step.halves > halves_of_mf;  // B2.4
  TypedStep counted = typed;
  if (!claims_tem) counted.terrain = Terrain::open;
  // On Residual FP, which in Bypass has the TEM of the obstacle (A8.2, B23.31).
  const Terrain in_hex = without_outside(typed.obstacle.value_or(counted.terrain));
  step.drm = tem(in_hex).amount + typed.drm;
  step.open = is_open_ground(in_hex);
  step.in_smoke.resize(all.smokes.empty() ? 0 : std::size_t{1} << all.smokes.size());
  for (const CrossPlace& place : all.places) {
    const auto found = typed.from.find(place.name);
    SeenFrom from = found == typed.from.end() ? SeenFrom{} : found->second;
    if (!from.range) from.range = typed.all.range;
    step.looks.push_back(from.range ? std::optional(look_of(counted, place.name, from, ffnam, all)) : std::nullopt);
    const auto& clear = step.looks.back();
    for (std::size_t smoke = 0; smoke < step.in_smoke.size(); ++smoke) {
      step.in_smoke[smoke].push_back(clear ? look_through_smoke(*clear, typed, place, from, static_cast<unsigned>(smoke), all.smokes)
                                           : std::nullopt);
    }
    for (std::size_t i = 0; clear && i < all.smokes.size(); ++i) {
      const auto& through = step.in_smoke[std::size_t{1} << i].back();
      if (const int more = through ? through->drm - clear->drm : 0)
        all.modifiers.push_back({more, "SMOKE in " + all.smokes[i] + " once it is there, " + typed.hex + " from " + place.name, "A24.2"});
    }
  }
  step.place = stays ? all.steps.back().place : all.locations++;
  const auto before = std::find_if(all.steps.begin(), all.steps.end(), [&](const CrossStep& other) { return other.hex == typed.hex; });
  step.location = before == all.steps.end() ? step.place : before->location;
  all.steps.push_back(std::move(step));
}

// Nobody goes further than his MF (A4.1).
void require_mf(const CrossInputs& in, const CrossSituation& all) {
  int cost = 0, before = all.begun_in - 1;
  unsigned smoke = 0;
  for (const CrossStep& step : all.steps) {
    cost += step.halves;
    if (step.place > before && (step.smoke_here & smoke)) cost += halves_of_mf;  // A24.7
    if (step.smoke) smoke |= 1U << step.smoke->in;
    before = step.place;
  }
  const std::string field = in.path.empty() ? "step" : "path";
  const bool hurries = in.double_time || in.double_time_later;
  for (const CrossGroup& group : all.groups) {
    const int least = *std::min_element(group.allowed.begin(), group.allowed.end());
    if (in.assault_movement && cost >= least)
      throw BadInput("assault_movement", "Assault Movement for " + mf_in_words(cost) + " MF",
                     "it leaves at least one of " + mf_in_words(least) + " unspent, A4.61", "leave it out, or go less far");
    if (cost > least)
      throw BadInput(
          field, "{" + field + "} costs " + mf_in_words(cost) + " MF" + (all.smokes.empty() ? "" : " with its SMOKE"),
          "who moves has " + mf_in_words(least) + (hurries ? "" : "; Double Time gives 2 more to who is neither CX nor wounded") + ", A4.1",
          all.steps.size() == 1 ? "give {minimum_move}, or go less far" : "go less far");
  }
}

// A4.134: one hex is entered with all MF. What follows, CX and a pin, comes after all First Fire.
void begin_minimum_move(CrossSituation& all) {
  if (all.steps.front().smoke)
    throw BadInput("minimum_move", "a Minimum Move with SMOKE", "it takes all MF for one hex, A4.134", "leave the SMOKE out");
  if (all.steps.size() != 1)
    throw BadInput("minimum_move", "a Minimum Move by " + std::to_string(all.steps.size()) + " steps",
                   "it takes all MF for one hex, A4.134", "give that hex only");
  const int cost = all.steps.front().halves;
  bool is_needed = false;
  for (CrossGroup& group : all.groups) {
    for (int& mf : group.allowed) is_needed = is_needed || mf < cost, mf = cost;
    for (int& mf : group.alone) mf = cost;
  }
  if (!is_needed)
    throw BadInput("minimum_move", "a Minimum Move for " + mf_in_words(cost) + " MF", "who moves has as many, A4.134", "leave it out");
  all.is_minimum_move = true;
  all.notes.emplace_back("after all First Fire a Minimum Move makes them CX and pins them (A4.134): nobody arrives but pinned");
}

// A4.63: across a road, from cover to cover.
void begin_dash(const std::vector<TypedStep>& steps, CrossSituation& all) {
  const auto refuse_dash = [](const std::string& why) {
    throw BadInput("dash", "no Dash", why + ", A4.63", "leave it out, or give the road and the hex behind it");
  };
  if (steps.size() != 2 || all.locations != 2 || all.begun_in > 0) refuse_dash("it is into two hexes, with all MF");
  if (!is_open_ground(steps[0].terrain) || is_open_ground(steps[1].terrain))
    refuse_dash("it leads over a road hex into other than Open Ground");
  all.steps.front().area_fire = 1;
}

// A Fire Lane that is laid through a hex is that in which the hex lies.
void find_lanes(CrossSituation& all) {
  for (CrossFirer& firer : all.firers) {
    if (!firer.makes_lanes) continue;
    const auto in_lane = [&](const CrossStep& step) {
      const auto& look = step.looks[index(firer.place)];
      return look && look->lane > 0 && look->range <= firer.firer.range && (firer.lane_to.empty() || step.hex == firer.lane_to);
    };
    if (std::any_of(all.steps.begin(), all.steps.end(), in_lane)) continue;
    if (!firer.lane_to.empty())
      throw BadInput("defender", "no Fire Lane of " + shown(firer.name) + " through " + firer.lane_to,
                     "it is no hex that they enter on a hex grain, at the level of the MG and within Normal Range, A9.22",
                     "give lane without a hex, or J6=3/lane in the step");
    all.notes.push_back(firer.name + " has no Fire Lane to where they move (A9.22)");
  }
}

void add_notes(CrossSituation& all) {
  for (std::size_t p = 0; p < all.places.size(); ++p) {
    if (std::none_of(all.steps.begin(), all.steps.end(), [&](const CrossStep& step) { return step.looks[p].has_value(); }))
      all.notes.push_back(all.places[p].name + " has no LOS to it that is known, and does not fire");
  }
}

// Hexes in capitals, units as counters have them.
std::string printed_step(const std::string& word) {
  std::string printed;
  for (const std::string& part : parts_of(with_hyphens(word), ',')) {
    const auto sign = part.find('=');
    printed += (printed.empty() ? "" : ",") + name_typed(part.substr(0, sign)) + (sign == std::string::npos ? "" : part.substr(sign));
  }
  return printed;
}
std::string printed_defender(const std::string& word) {
  const std::string text = with_hyphens(word);
  const auto sign = text.substr(0, text.find(',')).find('=');
  return sign == std::string::npos ? as_printed(text) : name_typed(text.substr(0, sign)) + "=" + as_printed(text.substr(sign + 1));
}
std::string printed_stack(const std::string& text) {
  std::string printed;
  for (const std::string& word : words_in(text)) printed += (printed.empty() ? "" : "+") + as_printed(word);
  return printed;
}

template <std::vector<std::string> CrossInputs::*member, std::string (*printed)(const std::string&)>
void read_printed(CrossInputs& in, const InputValue& given, const FieldInfo& self) {
  for (const std::string& word : words_of(self, given)) (in.*member).push_back(printed(word));
}

}  // namespace

double cross_firepower(const CrossSituation& all, int number, int range, int area_fire, const CrossShooting& how) {
  const CrossFirer& one = all.firers[index(number)];
  Firer firer = one.firer;
  const int normal = firer.range;
  if (range > (how.area ? normal : 2 * normal)) return 0;
  const FireConditions conditions{
      .range = range, .phase = FirePhase::defensive, .area_fire = area_fire + (how.area ? 1 : 0), .directed = how.directed};
  if (!is_mg(firer)) {
    if (directs(firer) || firer.mg_only) return 0;
    Condition c;
    c.pinned = how.pinned, c.reduced = how.reduced;
    Firer now = firer_of(firer.name, one.unit, c);
    now.assault_fire = false;
    return total_firepower({now}, conditions);
  }
  if (rate_of_fire_of_mg(firer.firepower, firer.range) == 0 && range > normal) return 0;  // an ATR has no Long Range (A7.22)
  if (range >= far_for_mg && !how.directed) return 0;                                     // A9.4
  Firer crew = all.firers[index(*one.crew)].firer;
  crew.mg_only = true;
  crew.pinned = how.pinned;
  return total_firepower({crew, firer}, conditions);
}

int least_mf(const CrossInputs& in, bool road) {
  CrossSituation all;
  int least = most_mf_of_a_step * halves_of_mf;
  for (const GroupTexts& typed : groups_typed(in)) {
    add_group(in, typed, road, all);
    least = std::min(least, *std::min_element(all.groups.back().allowed.begin(), all.groups.back().allowed.end()));
  }
  return least;
}

CrossSituation cross_situation(const CrossInputs& in) {
  require_needs(cross_questionnaire(), in);
  require_lawful(cross_questionnaire(), in);
  CrossSituation all;
  all.ffnam = !in.assault_movement;
  all.table = table_if(in.iift);
  std::vector<TypedStep> steps;
  for (const std::string& text : in.steps) steps.push_back(parse_step(text));
  if (steps.size() > most_cross_steps)
    throw BadInput(in.path.empty() ? "step" : "path", std::to_string(steps.size()) + " steps", "nobody has MF for as many, A4.1",
                   "give at most " + std::to_string(most_cross_steps));
  require_bypass(steps, in);
  all.smokes = smokes_of(steps);
  // SMOKE on the way takes the road bonus (B3.4).
  const bool road = all.smokes.empty() && std::all_of(steps.begin(), steps.end(), [](const TypedStep& step) { return step.road; });
  for (const GroupTexts& typed : groups_typed(in)) add_group(in, typed, road, all);
  add_defenders(in, all);
  for (const TypedStep& step : steps) add_step(step, all.ffnam, all);
  if (const int entered = all.locations - all.begun_in; in.assault_movement && entered > 1)
    throw BadInput("assault_movement", "Assault Movement over " + std::to_string(entered) + " Locations", "it is into one, A4.61",
                   "leave it out, or give the first of them only");
  if (in.dash) begin_dash(steps, all);
  if (in.minimum_move)
    begin_minimum_move(all);
  else
    require_mf(in, all);
  if (in.fire == CrossFire::greedy) all.notes.emplace_back("who fires plays by a rule of thumb: at best fire at most as many arrive");
  find_lanes(all);
  add_notes(all);
  return all;
}

Clash path_with_step() { return {{"path"}, Clash::Is::with, {"step"}, "either is the way", "leave one out", true}; }

const Questionnaire<CrossInputs>& cross_questionnaire() {
  using In = CrossInputs;
  const std::string_view who = "Who moves", where = "Where", fire = "Who fires";
  static const Questionnaire<In> asks{
      .name = "cross",
      .title = "Movement under fire: who gets across (A4, A8)?",
      .examples = {"boxcars cross --unit 4-6-7 --step G4,J6=3 H5,woods,J6=2 --defender J6=4-4-7"},
      .fields =
          {words("unit", &In::units, FieldKind::unit, "UNIT", "the units that move as one stack; 4-6-7,pp=3: 3 PP")
               .with_attributes({"pp=N", "smoke=N", "cx", "green", "conscript"})
               .like("4-6-7")
               .in(who),
           words("then_unit", &In::then_units, FieldKind::unit, "UNIT", "units that move after them; a stack is 4-6-7+9-1")
               .read_by([](In& in, const InputValue& given, const FieldInfo& self) {
                 for (const std::string& line : lines_of(self, given)) in.then_units.push_back(printed_stack(line));
               })
               .like("4-6-7")
               .in(who),
           words("step", &In::steps, FieldKind::text, "HEX,...", "their expenditures of MF, one after the other")
               .read_by(read_printed<&In::steps, printed_step>)
               .like("G4,mf=1,open,J6=3")
               .in(where),
           words("defender", &In::defenders, FieldKind::location_unit, "HEX=UNIT", "the firers: J6=4-4-7, J6=mg:5-12, J6=9-1")
               .read_by(read_printed<&In::defenders, printed_defender>)
               .like("J6=4-4-7")
               .in(fire),
           choice("fire", &In::fire, cross_fire_choices, "best (default), first, or greedy (a rule of thumb)").in(fire),
           choice("others", &In::others, others_choices, "go-on (default) or stay when somebody cannot go on").in(who),
           flag("assault_movement", &In::assault_movement, "Assault Movement: no FFNAM").in(who),
           flag("double_time", &In::double_time, "Double Time: 2 MF more").in(who),
           flag("double_time_later", &In::double_time_later, "Double Time declared on the way: 1 MF more").in(who),
           flag("minimum_move", &In::minimum_move, "Minimum Move: into one hex with all MF").in(who),
           flag("dash", &In::dash, "Dash: across a road from cover to cover").in(who),
           flag("iift", &In::iift, iift_help).in(fire),
           text("path", &In::path, "HEX,HEX...", "on a board: the start and each hex entered; or best").unsaid().like("F3,G4,H4").in(where),
           words("smoke", &In::smoke, FieldKind::text, "HEX", "on a board: SMOKE thrown here from the hex before it")
               .unsaid()
               .like("G4")
               .in(where),
           text("from", &In::from, "HEX", "with --path best: the start").of_kind(FieldKind::hex).unsaid().like("F3").in(where),
           text("to", &In::to, "HEX", "with --path best: the destination").of_kind(FieldKind::hex).unsaid().like("H5").in(where),
           board_field<In>(MapSays::nothing).in(where),
           map_field<In>(MapSays::nothing).in(where),
           set_field<In>(MapSays::nothing).in(where),
           save_field<In>(MapSays::nothing).in(where),
           side_field<In>().in(where),
           player_field<In>().in(where),
           reveal_field<In>().in(where)},
      .clashes = with_those_of_saves(std::vector<Clash>{
          {{"assault_movement"}, Clash::Is::with, {"double_time"}, "who is CX spends it all, A4.5"},
          {{"assault_movement"}, Clash::Is::with, {"double_time_later"}, "who is CX spends it all, A4.5"},
          {{"double_time_later"}, Clash::Is::with, {"double_time"}, "it is declared once, A4.5"},
          {{"minimum_move"}, Clash::Is::with, {"assault_movement"}, "it takes all MF, A4.134"},
          {{"minimum_move"}, Clash::Is::with, {"double_time"}, "it takes all MF as they are, A4.134"},
          {{"minimum_move"}, Clash::Is::with, {"double_time_later"}, "it takes all MF as they are, A4.134"},
          {{"minimum_move"}, Clash::Is::with, {"dash"}, "a Dash is into two hexes, A4.63"},
          {{"minimum_move"}, Clash::Is::with, {"path", {best_path}}, "it is into one hex", "give the {path}"},
          {{"dash"}, Clash::Is::with, {"assault_movement"}, "a Dash is into two hexes, A4.63"},
          {{"dash"}, Clash::Is::with, {"path", {best_path}}, "it leads across one road", "give the {path}"},
          path_with_step(),
          {{"smoke"}, Clash::Is::with, {"path", {best_path}}, "where it is thrown from depends on the path", "give the {path}"},
          {{"smoke"}, Clash::Is::without, {"path"}, "it is of a path on a board", "give a step like F3,smoke=G4,J6=5"},
          {{"from"}, Clash::Is::without, {"path", {best_path}}, "a path begins where they are", "leave it out, or give {path best}"},
          {{"to"}, Clash::Is::without, {"path", {best_path}}, "a path ends where they go", "leave it out, or give {path best}"},
          map_with_board()}),
      .needs = {{.one_of = {"unit"}, .problem = "nobody moves", .why = "who crosses?", .instead = "give {unit 4-6-7}", .told_by = "save"},
                {.one_of = {"step"},
                 .problem = "no way",
                 .why = "where do they go?",
                 .instead = "give {step G4,mf=1,open,J6=3}, or {board} with {path}",
                 .told_by = "path"},
                {.one_of = {"map", "board", "save"},
                 .problem = "{path} without a board",
                 .why = "where is it?",
                 .instead = "give {board 20}, or the way by {step}",
                 .when = Term{"path"},
                 .at = "path"},
                {.one_of = {"path"},
                 .problem = "a board without {path}",
                 .why = "where do they go on it?",
                 .instead = "give it like {path F3,G4,H4}",
                 .when = Term{"board"}},
                {.one_of = {"path"},
                 .problem = "a save without {path}",
                 .why = "where do they go on it?",
                 .instead = "give it like {path F3,G4,H4}",
                 .when = Term{"save"}},
                {.one_of = {"path"},
                 .problem = "a map without {path}",
                 .why = "where do they go on it?",
                 .instead = "give it like {path F3,G4,H4}",
                 .when = Term{"map"}},
                {.one_of = {"from"},
                 .problem = "{path best} from nowhere",
                 .why = "where are they?",
                 .instead = "give it like {from F3}",
                 .when = Term{"path", {best_path}}},
                {.one_of = {"to"},
                 .problem = "{path best} to nowhere",
                 .why = "where do they go?",
                 .instead = "give it like {to H5}",
                 .when = Term{"path", {best_path}}},
                need_of_map_or_save_for_set(),
                need_of_save("side"),
                need_of_save("player"),
                need_of_save("reveal"),
                {.one_of = {"defender"},
                 .problem = "nobody fires",
                 .why = "under whose fire?",
                 .instead = "give {defender J6=4-4-7}",
                 .told_by = "save"}},
      .footer =
          "A step is the hex, what it costs (mf=N, default by its terrain: open, woods,\n"
          "stone, ...) and who sees it at which range: J6=3,\n"
          "J6=3/hindrance=1/hexside=2/drm=-1/height; range=3 is for all firers. A firer not\n"
          "named does not see it. A MG is fired by a unit with it, with the rate of fire of\n"
          "its counter, or rof=N. F3,smoke=G4 tries to place SMOKE in G4 from F3, by a\n"
          "squad typed with its exponent, 4-6-7,smoke=1; J6=3/smoke=G4: that SMOKE is on\n"
          "the line. A MG typed with lane, J6=mg:5-12,lane, may lay a Fire Lane into steps\n"
          "that have J6=3/lane, along a hex grain. G4,bypass=stone is Bypass of a stone\n"
          "building in G4, which only Residual FP has the TEM of.\n"
          "On a board: --board 20 --path F3,G4,H4 --smoke G4 --defender J6=4-4-7 J6=mg:5-12\n"
          "docs/questions.md#cross explains the events."};
  return asks;
}

}  // namespace boxcars::model
