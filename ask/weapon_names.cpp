#include "ask/weapon_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "ask/lexicon.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/vehicle_shots.hpp"
#include "model/rules/armory.hpp"

namespace boxcars::ask {
namespace {

// Whom players mean by a name that several counters have: the commonest.
struct Commonest {
  std::string_view said;
  std::string_view name;
};
// clang-format off
constexpr auto commonest = std::to_array<Commonest>({
    {"sherman", "M4A1"}, {"t34", "T-34 M43"}, {"t3476", "T-34 M43"}, {"kv", "KV-1 M41"}, {"kv1", "KV-1 M41"}, {"pziv", "PzKpfw IVH"}, {"panzeriv", "PzKpfw IVH"},
    {"pz4", "PzKpfw IVH"}, {"mk4", "PzKpfw IVH"}, {"mark4", "PzKpfw IVH"}, {"mk3", "PzKpfw IIIJ"}, {"mark3", "PzKpfw IIIJ"}, {"mkiii", "PzKpfw IIIJ"}, {"markiii", "PzKpfw IIIJ"}, {"stug3", "StuG IIIG"}, {"panzer4", "PzKpfw IVH"}, {"mkiv", "PzKpfw IVH"}, {"markiv", "PzKpfw IVH"}, {"pziii", "PzKpfw IIIJ"}, {"panzeriii", "PzKpfw IIIJ"},
    {"pz3", "PzKpfw IIIJ"}, {"panzer3", "PzKpfw IIIJ"}, {"stug", "StuG IIIG"}, {"stugs", "StuG IIIG"}, {"stugiii", "StuG IIIG"}, {"stuart", "M5A1"},
    {"churchill", "Churchill IV"}, {"cromwell", "Cromwell IV"}, {"marder", "Marder III(t)M"}, {"valentine", "Valentine V"}, {"crusader", "Crusader III"},
    {"su85", "SU-85"}, {"t70", "T-70"}, {"charb1", "B1-bis"}, {"charb", "B1-bis"}, {"b1bis", "B1-bis"},
    {"charb1bis", "B1-bis"}, {"pz4h", "PzKpfw IVH"}, {"pz4j", "PzKpfw IVJ"}, {"pz3j", "PzKpfw IIIJ"}, {"pzii", "PzKpfw IIF"}, {"panzerii", "PzKpfw IIF"}, {"pz2", "PzKpfw IIF"},
    {"panzer2", "PzKpfw IIF"}, {"pz38t", "PzKpfw 38(t)A"}, {"pzkpfw38t", "PzKpfw 38(t)A"}, {"38t", "PzKpfw 38(t)A"}, {"bt7", "BT-7 M37"}, {"m3halftrack", "M3 ht"}, {"m3ht", "M3 ht"},
    {"truck", "21/2-Ton Truck(a)"}, {"m36", "M36 GMC"}, {"opel", "Opel 6700 (Blitz)"}, {"opelblitz", "Opel 6700 (Blitz)"}, {"zis3", "76.2mm P obr. 39"}, {"75mmsherman", "M4A1"}, {"75sherman", "M4A1"}, {"sherman75", "M4A1"}, {"sherman75mm", "M4A1"},
    {"76mmsherman", "M4A1(76)W"}, {"76sherman", "M4A1(76)W"}, {"sherman76", "M4A1(76)W"}, {"is2", "IS-2"}, {"88", "8.8cm FlaK 18 o. 36"}, {"88s", "8.8cm FlaK 18 o. 36"},
});
// clang-format on

// Without the s of several.
std::string_view singular(std::string_view letters) {
  constexpr std::size_t shortest = 4;
  if (letters.size() > shortest && letters.ends_with('s')) letters.remove_suffix(1);
  return letters;
}

// "king tiger" as a name is written, "King Tiger"; "pz ivh" is "PZ IVH".
std::string as_name(std::string_view said) {
  constexpr std::size_t longest_mark = 3;
  std::string name;
  for (std::string word : model::words_in(std::string(said))) {
    const bool is_mark = word.size() <= longest_mark || word.find_first_of("0123456789") != std::string::npos;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i == 0 || is_mark) word[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[i])));
    }
    name += (name.empty() ? "" : " ") + word;
  }
  return name;
}

// Of a counter of the lists: "T-34/85" is it as typed in other letters, "Tiger" is told what it was taken for.
WeaponName of_counter(std::string_view said, const std::string& counter, bool is_vehicle) {
  WeaponName named{.name = counter, .is_vehicle = is_vehicle};
  if (model::letters_of_name(counter) == model::letters_of_name(said)) return named;
  named.name = as_name(said);
  named.told = named.name + ": " + counter;
  return named;
}

}  // namespace

std::optional<WeaponName> weapon_named(std::string_view said) {
  std::string text(said);
  if (text.starts_with("pzkw")) text.replace(0, 4, "pzkpfw");
  const std::string letters = model::letters_of_name(text);
  for (const std::string_view one : {std::string_view(letters), singular(letters)}) {
    const auto usual = std::find_if(commonest.begin(), commonest.end(), [&](const Commonest& row) { return row.said == one; });
    if (usual == commonest.end()) continue;
    WeaponName named = of_counter(text, std::string(usual->name), model::is_vehicle_name(usual->name));
    named.name = usual->name;
    return named;
  }
  const auto gun = [&](const std::string& one) { return of_counter(one, model::find_firearm("gun", one).name, false); };
  const Word* known = word_of(text);
  const bool is_gun = known && known->means == Means::by_name;  // of which a vehicle may have its name
  if (is_gun && model::names_one_firearm(text)) return gun(text);
  for (const std::string& one : {text, std::string(singular(text))}) {
    if (model::names_one_vehicle(one)) return of_counter(one, model::find_vehicle("target", one).name, true);
    if (model::names_one_firearm(one)) return gun(one);
    if (model::is_infantry_weapon(one)) return WeaponName{.name = one};
  }
  return std::nullopt;
}

bool names_two(std::string_view first, std::string_view both) {
  const auto one = weapon_named(first), other = weapon_named(both.substr(first.size()));
  if (!one || !other || !one->is_vehicle || !other->is_vehicle) return false;
  const auto list = [](const WeaponName& weapon) { return model::find_vehicle("target", weapon.name).list; };
  const auto is_lend_lease = [](std::string_view whose) { return whose == "american" || whose == "british"; };
  return list(*one) != list(*other) && !(is_lend_lease(list(*one)) && is_lend_lease(list(*other)));
}

std::optional<WeaponName> barrel_named(std::string_view said) {
  if (said.ends_with("mm")) {
    const std::string calibre(said.substr(0, said.size() - 2));
    if (!model::whole_number(calibre) || !model::parse_armament(calibre)) return std::nullopt;
    return WeaponName{.name = calibre, .shown = std::string(said)};
  }
  if (!model::parse_armament(said)) return std::nullopt;
  std::string shown(said);
  std::replace(shown.begin(), shown.end(), 'l', 'L');
  return WeaponName{.name = shown};
}

std::string armament_of(const WeaponName& weapon) {
  if (!weapon.is_vehicle && !model::names_one_firearm(weapon.name)) return "";
  try {
    return model::find_firearm("gun", weapon.name).gun.gun;
  } catch (const model::BadInput&) {
    return "";
  }
}

}  // namespace boxcars::ask
