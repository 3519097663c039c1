#include "model/rules/afv.hpp"

#include <algorithm>

#include "model/core/bad_input.hpp"

namespace boxcars::model {
namespace {

Afv parse_afv(const std::string& word, const HexMap* map, std::optional<Hex> first) {
  Afv afv{.typed = word, .label = "AFV " + word};
  const auto comma = word.find(',');
  const std::string where = word.substr(0, comma);
  if (where != "here") {
    if (const auto direction = read_direction(where); map && first && direction) {
      const Hex beside = map->beside(*first, *direction);
      if (!map->grid.has(beside) && !map->boards.empty())
        throw BadInput("afv", "{afv " + where + "} is not on the map", "nothing lies in that direction", "give a hex of it");
      afv.hex =
          at_field("afv", [&] { return map->grid.has(beside) ? beside : parse_hex(*map, "{afv " + where + "}:", to_string(beside)); });
    } else if (map) {
      afv.hex = at_field("afv", [&] { return parse_hex(*map, "{afv}", where); });
    } else {
      afv.direction = read_direction(where);
      if (!afv.direction) throw_no_direction("afv", word, "{afv 3,ot}, or {afv here}");
    }
  }
  std::vector<std::string> given;
  for (std::size_t at = comma; at != std::string::npos;) {
    const auto next = word.find(',', at + 1);
    const std::string attribute = word.substr(at + 1, next == std::string::npos ? next : next - at - 1);
    const auto refuse = [&](const char* why) {
      throw BadInput("afv", "{afv} " + shown(word) + " cannot be used", why, "give it like 3,ot");
    };
    if (attribute.empty()) refuse("nothing follows a comma");
    if (std::find(given.begin(), given.end(), attribute) != given.end()) refuse("an attribute is given twice");
    given.push_back(attribute);
    if (std::count(given.begin(), given.end(), "low") + std::count(given.begin(), given.end(), "high") > 1)
      refuse("ground pressure is low or high");
    if (attribute == "ot")
      afv.open_topped = true;
    else if (attribute == "ce")
      afv.crew_exposed = true;
    else if (attribute == "low")
      afv.ground_pressure = GroundPressure::low;
    else if (attribute == "high")
      afv.ground_pressure = GroundPressure::high;
    else
      at_field("afv", [&] { throw_unknown("attribute of {afv}", attribute, {afv_attributes.begin(), afv_attributes.end()}); });
    at = next;
  }
  return afv;
}

}  // namespace

Modifier bog_modifier(GroundPressure pressure) {
  return {static_cast<int>(pressure), std::string(name_of(pressure, ground_pressure_choices)) + " ground pressure", "D8.21"};
}

bool resolve_bog_check(int final_dr, Outcomes& outcomes) {
  const bool bogs = final_dr >= bogs_from;
  outcomes.tell([&] { return "Final " + std::to_string(final_dr) + (bogs ? ": it bogs" : ": it goes on"); });
  return bogs;
}

std::vector<Afv> parse_afvs(const std::vector<std::string>& words, const HexMap* map, std::optional<Hex> first) {
  std::vector<Afv> afvs;
  for (const std::string& word : words) afvs.push_back(parse_afv(word, map, first));
  if (afvs.size() > most_afvs) {
    throw BadInput("afv", std::to_string(afvs.size()) + " AFV are too many", "at most " + std::to_string(most_afvs), "ask for less");
  }
  return afvs;
}

}  // namespace boxcars::model
