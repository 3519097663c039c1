#include "model/rules/guns.hpp"

#include <algorithm>
#include <cctype>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int smallest_caliber = 12;
constexpr int largest_caliber = 600;
constexpr int largest_mortar_on_a_rooftop = 82;  // B23.85
constexpr int largest_gun_upstairs = 76;         // B23.93

std::string with_letters(std::string_view text, int (*change)(int)) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return result;
}

// B23.93: set up there, and never moved.
bool may_be_set_up_upstairs(const Gun& gun, const GunPlace& place) {
  const bool of_a_kind = gun.kind == GunKind::art || gun.kind == GunKind::at || gun.kind == GunKind::inf;
  return place.fortified && place.construction == Construction::stone && of_a_kind && gun.caliber <= largest_gun_upstairs;
}

// B23.423.
bool may_be_on_the_ground(const Gun& gun, const GunPlace& place) {
  const bool pushed_in = gun.kind == GunKind::at || gun.kind == GunKind::inf;
  return place.fortified || gun.size == TargetSize::small || (pushed_in && gun.size != TargetSize::large);
}

}  // namespace

Gun parse_gun(std::string_view text) {
  const auto refuse = [&](const std::string& why) {
    throw BadInput({}, "Gun " + shown(text) + " cannot be read", why, "give it like 75AT, 37AT-small or 150INF-large");
  };
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto dash = std::min(text.find('-'), text.size());
  if (digits == 0 || digits >= dash) refuse("it is its calibre and its kind");
  const auto caliber = whole_number(text.substr(0, digits));
  if (!caliber || *caliber < smallest_caliber || *caliber > largest_caliber)
    refuse("Guns have calibres of " + std::to_string(smallest_caliber) + " to " + std::to_string(largest_caliber) + "mm");
  Gun gun{.caliber = *caliber};
  gun.kind = parse_choice("kind of Gun", with_letters(text.substr(digits, dash - digits), std::toupper), gun_kind_choices);
  if (dash < text.size()) gun.size = parse_choice("size of a Gun", with_letters(text.substr(dash + 1), std::tolower), target_size_choices);
  return gun;
}

std::string in_words(const Gun& gun) {
  const std::string caliber = std::to_string(gun.caliber) + "mm ";
  std::string text = gun.size != TargetSize::normal ? "a " + std::string(name_of(gun.size, target_size_choices)) + " "
                     : caliber.starts_with('8')     ? "an "
                                                    : "a ";
  text += caliber;
  return text + (gun.kind == GunKind::mtr ? "mortar" : std::string(name_of(gun.kind, gun_kind_choices)) + " Gun");
}

GunPlace gun_place(Terrain terrain, bool fortified) {
  GunPlace place{.fortified = fortified};
  switch (terrain) {
    case Terrain::open:
    case Terrain::collapsed_hut:
    case Terrain::rowhouse_vertex:
    case Terrain::marketplace:
    case Terrain::debris:
    case Terrain::woods:
    case Terrain::forest:
    case Terrain::brush:
    case Terrain::grain:
    case Terrain::orchard:
    case Terrain::marsh:
    case Terrain::olive_grove:
    case Terrain::crags:
    case Terrain::graveyard:
    case Terrain::shellholes:
    case Terrain::light_jungle:
    case Terrain::dense_jungle:
    case Terrain::wall:
    case Terrain::hedge:
    case Terrain::foxhole:
    case Terrain::trench:
    case Terrain::pillbox:
    case Terrain::light_woods:
    case Terrain::bocage:
    case Terrain::roadblock:
    case Terrain::bridge:
    case Terrain::runway:
    case Terrain::wreck:
    case Terrain::rail_car:
    case Terrain::wrecked_rail_car:
      break;
    case Terrain::wood:
    case Terrain::wood_rubble:
    case Terrain::lumberyard:
    case Terrain::hut:
      place.construction = Construction::wood;
      place.level = GunPlace::Level::ground;
      break;
    case Terrain::stone:
    case Terrain::stone_rubble:
    case Terrain::factory:
      place.level = GunPlace::Level::ground;
      break;
    case Terrain::rooftop:
    case Terrain::quasi_location:  // on the way to or from it
      place.level = GunPlace::Level::rooftop;
      break;
  }
  return place;
}

std::string why_not_there(const Gun& gun, const GunPlace& place) {
  const std::string cannot_be = in_words(gun) + " cannot be ";
  const std::string kinds = ": only ART, AT and INF Guns up to " + std::to_string(largest_gun_upstairs) + "mm, in stone, B23.93";
  switch (place.level) {
    case GunPlace::Level::open:
      return "";
    case GunPlace::Level::ground:
      if (may_be_on_the_ground(gun, place)) return "";
      return cannot_be + "in an unfortified building or rubble: only small targets, and AT and INF Guns that are not large, B23.423";
    case GunPlace::Level::upper:
      if (may_be_set_up_upstairs(gun, place)) return "";
      return cannot_be + (place.fortified ? "upstairs in this fortified building" + kinds : "upstairs, B23.423");
    case GunPlace::Level::rooftop:
      if (gun.kind == GunKind::mtr && gun.caliber <= largest_mortar_on_a_rooftop) return "";
      return cannot_be + "on a rooftop: only mortars up to " + std::to_string(largest_mortar_on_a_rooftop) + "mm, B23.85";
  }
  return "";
}

void require_allowed(const Gun& gun, const GunPlace& place, const std::string& typed) {
  const std::string why = why_not_there(gun, place);
  if (!why.empty()) throw BadInput({}, typed + " cannot be there", why, "give it another place, or leave 'gun' out");
}

}  // namespace boxcars::model
