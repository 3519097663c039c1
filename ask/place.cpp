#include "ask/place.hpp"

#include <algorithm>

#include "model/core/choices.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace {

int tem_of_word(const std::string& word) {
  const auto terrain_ = model::find_choice(word, model::terrain_choices);
  return terrain_ && *terrain_ != model::Terrain::pillbox ? model::tem(*terrain_).amount : 0;
}

}  // namespace

bool Place::take(const Element& element) {
  switch (element.means) {
    case Means::material:
      if (!material.empty() && material != element.value) throw Unfit{"wood and stone", "which is it?", "leave one out", 5};
      material = element.value;
      says_wood = says_wood || element.number == 1;
      return true;
    case Means::building:
      building = true;
      rowhouse = rowhouse || element.value == "rowhouse";
      factory = factory || element.value == "factory";
      return true;
    case Means::rubble:
      return rubble = true;
    case Means::fortified:
      return fortified = true;
    case Means::roof:
      return roof = true;
    case Means::hut_word:
      return hut = true;
    case Means::fixed_tem:
      terrain = element.value;
      if (element.has_number) tem = element.number;
      return true;
    case Means::terrain:
      if (terrain.empty() || terrain == "open" || terrain == element.value) {
        terrain = element.value;
      } else if (element.value != "open") {
        const bool is_higher = tem_of_word(element.value) > tem_of_word(terrain);
        second = is_higher ? terrain : element.value;
        if (is_higher) terrain = element.value;
      }
      return true;
    case Means::storeys:
      if (element.number > 0) levels = element.number - 1;
      return element.number > 0;
    default:
      return false;
  }
}

std::string Place::as_terrain() const {
  if (hut) return "hut";
  if (roof) return "rooftop";
  if (rubble) {
    if (material.empty()) throw Unfit{"rubble", "of wood or of stone?", "give it like in stone rubble", 5};
    return material + "-rubble";
  }
  const bool is_building = building || !material.empty();
  if (is_building && !terrain.empty() && terrain != "open") {
    if (terrain == "wall" || terrain == "hedge")
      throw Unfit{"a building behind a " + terrain, "one TEM counts", "leave out the lower, the " + terrain, 5};
    throw Unfit{"a building and " + terrain, "the target is in one terrain", "leave one out", 5};
  }
  if (material.empty() && factory) return "factory";
  if (material.empty() && building) throw Unfit{"a building", "wood or stone?", "give it like in stone", 5};
  if (is_building && !material.empty()) return material;
  if (fortified) throw Unfit{"fortified", "a building is, of wood or stone", "give it like in a fortified stone building", 5};
  return terrain == "open" ? "" : terrain;
}

}  // namespace boxcars::ask
