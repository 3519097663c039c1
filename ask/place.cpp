#include "ask/place.hpp"

#include <algorithm>

#include "model/core/choices.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {

int tem_of_word(std::string_view word) {
  const auto terrain_ = model::find_choice(word, model::terrain_choices);
  return terrain_ && *terrain_ != model::Terrain::pillbox ? model::tem(*terrain_).amount : 0;
}

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
        if (!also.empty() && also != element.value)
          throw Unfit{terrain + ", " + also + " and " + element.value, "two terrains are followed, not three", "leave one out", 5};
        const bool is_higher = tem_of_word(element.value) > tem_of_word(terrain);
        also = is_higher ? terrain : element.value;
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
  const Terrains all = as_terrains();
  if (!all.second.empty()) throw Unfit{all.first + " and " + all.second, "one terrain is asked of here", "leave one out", 5};
  return all.first;
}

Place::Terrains Place::as_terrains() const {
  const std::string natural = terrain == "open" ? "" : terrain;
  if (hut || roof || rubble || building || !material.empty()) {
    if (!also.empty()) throw Unfit{"a building, " + terrain + " and " + also, "two terrains are followed, not three", "leave one out", 5};
    return {as_building(), natural};
  }
  if (fortified) throw Unfit{"fortified", "a building is, of wood or stone", "give it like in a fortified stone building", 5};
  return {natural, also};
}

std::string Place::as_building() const {
  if (hut) return "hut";
  if (roof) return "rooftop";
  if (rubble && material.empty()) throw Unfit{"rubble", "of wood or of stone?", "give it like in stone rubble", 5};
  if (rubble) return material + "-rubble";
  if (material.empty() && factory) return "factory";
  if (material.empty()) throw Unfit{"a building", "wood or stone?", "give it like in stone", 5};
  return material;
}

}  // namespace boxcars::ask
