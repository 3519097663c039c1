#include "model/rules/close_combat_vehicle.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::model {
namespace {

constexpr std::string_view vehicle_prefix = "vehicle";
constexpr int most_escort = 6, most_machine_gun_firepower = 36;

std::vector<std::string> in_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

// "vehicle:T-34" without what says that it is one, and without quotes.
std::string without_vehicle_prefix(std::string_view typed) {
  std::string text;
  for (const char c : typed) {
    if (c != '"') text += c;
  }
  const std::string small = in_small_letters(text);
  if (!small.starts_with(vehicle_prefix)) return text;
  const std::size_t length = vehicle_prefix.size();
  if (small.size() > length && small[length] != ':' && small[length] != ',') return text;
  text.erase(0, small.size() > length && small[length] == ':' ? length + 1 : length);
  return text;
}

bool has_vehicle_prefix(std::string_view typed) { return without_vehicle_prefix(typed).size() < typed.size() && typed.front() != '"'; }

// What the armory reads of a vehicle by its numbers.
bool is_number_of_armory(std::string_view key) {
  constexpr auto keys =
      std::to_array<std::string_view>({"armor", "armour", "af", "turret", "size", "cs", "ot", "red", "unarmored", "unarmoured"});
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

class VehicleReader {
 public:
  VehicleReader(std::string field, const std::string& typed) : field_(std::move(field)), typed_(typed) {
    std::vector<std::string> parts = in_commas(without_vehicle_prefix(typed));
    by_numbers_ = parts.front().empty() || is_by_numbers(parts.front());
    vehicle_.name = parts.front().empty() ? std::string(vehicle_prefix) : parts.front();
    std::string numbers = by_numbers_ ? parts.front() : std::string();
    parts.erase(parts.begin());
    for (const std::string& part : parts) {
      const std::string small = in_small_letters(part);
      if (by_numbers_ && is_number_of_armory(small.substr(0, small.find('='))))
        numbers += (numbers.empty() ? "" : ",") + small;
      else
        take(small);
    }
    const VehicleTarget target = !by_numbers_         ? find_vehicle(field_, vehicle_.name)
                                 : numbers.empty()    ? VehicleTarget{}
                                 : has_armor(numbers) ? parse_vehicle_numbers(field_, numbers)
                                                      : parse_vehicle_numbers(field_, "armor=0," + numbers);
    complete(target);
  }
  CloseCombatVehicle vehicle() && { return std::move(vehicle_); }

 private:
  static bool has_armor(std::string_view numbers) {
    return numbers.starts_with("a") || numbers.find(",a") != std::string_view::npos || numbers.find("unarm") != std::string_view::npos;
  }

  [[noreturn]] void refuse(const std::string& why, const std::string& instead) const {
    throw BadInput(field_, "vehicle " + shown(typed_) + " cannot be read", why, instead);
  }

  int number_in(std::string_view part, int low, int high) const {
    const auto equals = part.find('=');
    const auto value = equals == std::string_view::npos ? std::nullopt : whole_number(part.substr(equals + 1));
    if (!value || *value < low || *value > high) {
      const std::string key(part.substr(0, equals));
      refuse(key + " is a number from " + std::to_string(low) + " to " + std::to_string(high),
             "give it like " + key + "=" + std::to_string(low + 2));
    }
    return *value;
  }

  void take(const std::string& part) {
    const std::string key = part.substr(0, part.find('='));
    if (part == "motion" || part == "moving" || part == "non-stopped") {
      vehicle_.in_motion = true;
    } else if (part == "immobile" || part == "immobilized" || part == "immobilised" || part == "bogged" || part == "mired") {
      vehicle_.is_immobile = true;
    } else if (part == "ce" || part == "bu") {
      if (exposed_ && *exposed_ != (part == "ce")) refuse("its crew is exposed or buttoned up, not both, D5.2", "leave one out");
      exposed_ = part == "ce";
    } else if (part == "abandoned") {
      vehicle_.is_abandoned = true;
    } else if (part == "shocked" || part == "stunned") {
      vehicle_.is_inactive = true;
    } else if (key == "escort") {
      vehicle_.escort = number_in(part, 0, most_escort);
    } else if (key == "mg") {
      machine_gun_ = number_in(part, 0, most_machine_gun_firepower);
    } else if (key == "morale") {
      morale_ = number_in(part, 2, 10);
    } else if (part.empty()) {
      refuse("nothing follows a comma", "give attributes without spaces, like Panther,motion");
    } else {
      throw BadInput(field_, "unknown attribute " + shown(part) + " of a vehicle",
                     "it is one of " + listed(close_combat_vehicle_attributes()),
                     by_numbers_ ? "with numbers also armor=8/4, ot, unarmored" : "leave it out");
    }
  }

  void complete(const VehicleTarget& target) {
    vehicle_.told = by_numbers_ ? vehicle_.name : target.name;
    vehicle_.is_unarmored = target.is_unarmored();
    const auto bare = {target.hull_front, target.hull_side, target.hull_rear, target.turret_front, target.turret_side, target.turret_rear};
    const bool is_partly = std::any_of(bare.begin(), bare.end(), [](const Armor& armor) { return !armor; });
    vehicle_.is_open = !vehicle_.is_unarmored && (target.open_topped || is_partly);
    const bool is_closed = !target.open_topped && !vehicle_.is_unarmored;
    const bool is_exposed = exposed_.value_or(!is_closed);
    vehicle_.is_exposed = is_closed && is_exposed;
    const MachineGuns& guns = target.machine_guns;
    const int anti_aircraft = is_exposed ? guns.anti_aircraft : 0;
    vehicle_.firepower = machine_gun_.value_or(guns.coaxial + guns.rear + anti_aircraft);
    const bool has_any = machine_gun_ ? *machine_gun_ > 0 : guns.bow + guns.coaxial + guns.rear + anti_aircraft > 0 || guns.has_ife;
    vehicle_.has_machine_gun = has_any && !vehicle_.is_abandoned;
    vehicle_.crew_morale = morale_.value_or(target.crew_morale);
    require_possible();
  }

  void require_possible() const {
    if (by_numbers_ && !machine_gun_)
      refuse("the FP of its MG in Close Combat is not known, A11.62", "give it like mg=5, or mg=0 if it has none");
    if (vehicle_.in_motion && (vehicle_.is_immobile || vehicle_.is_abandoned))
      refuse(std::string("what is ") + (vehicle_.is_immobile ? "immobile" : "abandoned") + " is not in Motion, D2.4", "leave one out");
    if (vehicle_.is_inactive && exposed_.value_or(false)) refuse("who is Shocked or Stunned is buttoned up, D5.34", "leave one out");
    if (vehicle_.is_abandoned && (vehicle_.is_inactive || exposed_)) refuse("an abandoned vehicle has no crew, D5.4", "leave one out");
  }

  std::string field_;
  const std::string& typed_;
  CloseCombatVehicle vehicle_{};
  bool by_numbers_ = false;
  std::optional<bool> exposed_{};
  std::optional<int> machine_gun_{}, morale_{};
};

// What is a unit's counter, or begins with the word for its kind: "4-6-7", "3x4-6-7", "9-1", "hs:2-4-7".
bool begins_as_counter(std::string_view word) {
  constexpr auto kinds = std::to_array<std::string_view>({"squad", "hs", "crew", "hero", "leader"});
  const auto colon = word.find(':');
  if (std::find(kinds.begin(), kinds.end(), word.substr(0, colon)) != kinds.end()) return true;
  const auto behind = word.find_first_not_of("0123456789x");
  if (behind == std::string_view::npos) return true;
  if (behind == 0 || behind + 1 == word.size()) return false;
  return (word[behind] == '-' || word[behind] == '+') && std::isdigit(static_cast<unsigned char>(word[behind + 1])) != 0;
}

std::string up_to_comma(std::string_view text) { return std::string(text.substr(0, text.find(','))); }

}  // namespace

bool is_close_combat_vehicle(std::string_view typed) {
  if (typed.empty()) return false;
  if (has_vehicle_prefix(typed)) return true;
  const std::string text = without_vehicle_prefix(typed);
  if (is_by_numbers(text)) return true;
  if (text.empty() || begins_as_counter(text)) return false;
  const std::string name = up_to_comma(text);
  return is_vehicle_name(name) || is_vehicle_name(name.substr(0, name.find(' ')));
}

CloseCombatVehicle parse_close_combat_vehicle(const std::string& field, const std::string& typed) {
  return VehicleReader(field, typed).vehicle();
}

// A side has one vehicle: words that no counter begins with are one name, known or not.
std::vector<std::string> close_combat_units_in(std::string_view text) {
  constexpr std::size_t most_words_of_a_name = 5;
  const std::vector<std::string> words = words_in(std::string(text));
  std::vector<std::string> units;
  for (std::size_t i = 0; i < words.size();) {
    const std::size_t end = begins_as_counter(words[i]) ? i + 1 : std::min(words.size(), i + most_words_of_a_name);
    std::string unit = words[i++];
    while (i < end && words[i - 1].find(',') == std::string::npos && !begins_as_counter(words[i])) unit += " " + words[i++];
    units.push_back(std::move(unit));
  }
  return units;
}

const std::vector<std::string>& close_combat_vehicle_attributes() {
  static const std::vector<std::string> all{"motion",  "immobile", "bogged",   "ce",   "bu",      "abandoned",
                                            "shocked", "stunned",  "escort=N", "mg=N", "morale=N"};
  return all;
}

int close_combat_value(const Unit& unit, Condition c) {
  constexpr int of_squad = 5, of_crew = 4, of_half_squad = 3;
  switch (unit.kind) {
    case UnitKind::squad:
      return c.reduced ? of_half_squad : of_squad;
    case UnitKind::crew:
      return of_crew;
    case UnitKind::half_squad:
      return of_half_squad;
    case UnitKind::leader:
    case UnitKind::hero:
      break;
  }
  return close_combat_value_of_smc;
}

std::vector<VehicleDrm> drm_on_vehicle(const CloseCombatVehicle& vehicle, bool is_immobile) {
  std::vector<VehicleDrm> rows;
  const auto add = [&](bool is, int amount, const char* reason) {
    if (is) rows.push_back({amount, reason});
  };
  add(vehicle.is_unarmored, -3, "unarmored vehicle");
  add(!vehicle.has_machine_gun, -1, "it has no MG or IFE that is manned and usable");
  add(vehicle.is_open, -2, "open-topped or partially armored");
  add(vehicle.is_abandoned && !vehicle.is_open, -1, "abandoned");
  add(vehicle.is_exposed && !vehicle.is_abandoned, -1, "closed-topped AFV, crew exposed");
  add(is_immobile, -1, "immobile vehicle");
  add(vehicle.in_motion && !is_immobile, +2, "vehicle in Motion");  // D2.4
  add(vehicle.escort > 0, vehicle.escort, "escort in its Location");
  return rows;
}

bool takes_paatc(const Unit& unit) { return !is_smc(unit) && !unit.fanatic && !unit.start.broken && !unit.start.pinned; }

}  // namespace boxcars::model
