#include "model/terrain.hpp"

#include "model/bad_input.hpp"

namespace boxcars::model {

Modifier tem(Terrain terrain) {
  switch (terrain) {
    case Terrain::open:
      return {0, "open ground", "B1.2"};
    case Terrain::wood:
      return {+2, "wooden building", "B23.3"};
    case Terrain::stone:
      return {+3, "stone building", "B23.3"};
    case Terrain::wood_rubble:
      return {+2, "wooden rubble", "B24.3"};
    case Terrain::stone_rubble:
      return {+3, "stone rubble", "B24.3"};
    case Terrain::lumberyard:
      return {+2, "lumberyard", "B23.211"};
    case Terrain::hut:
      return {+1, "hut", "G5.3"};
    case Terrain::collapsed_hut:
      return {0, "collapsed hut", "G5.51"};
    case Terrain::factory:
      return {+1, "factory, fire wholly inside it", "B23.741"};
    case Terrain::rooftop:
      return {0, "rooftop", "B23.81"};
  }
  return {};
}

Modifier fortified_tem(Terrain terrain) {
  const auto refuse = [&](const char* why) {
    throw BadInput("--fortified does not go with --terrain " + std::string(name_of(terrain, terrain_choices)) + " (" + why +
                   "); give --terrain wood or stone");
  };
  switch (terrain) {
    case Terrain::open:
      refuse("only buildings can be fortified, B23.91");
      break;
    case Terrain::wood_rubble:
    case Terrain::stone_rubble:
      refuse("no Fortifications in rubble, B24.5");
      break;
    case Terrain::hut:
      refuse("a hut is never fortified, G5.3");
      break;
    case Terrain::collapsed_hut:
      refuse("it is no building any more, G5.51");
      break;
    case Terrain::rooftop:
      refuse("a rooftop is never fortified, B23.81");
      break;
    case Terrain::wood:
    case Terrain::stone:
    case Terrain::lumberyard:
    case Terrain::factory:
      break;
  }
  return {+1, "fortified building", "B23.921"};
}

std::optional<FireNumbers> fire_numbers(Terrain terrain) {
  switch (terrain) {
    case Terrain::wood:
    case Terrain::wood_rubble:
    case Terrain::lumberyard:
      return FireNumbers{7, 8};
    case Terrain::stone:
    case Terrain::stone_rubble:
      return FireNumbers{8, 9};
    case Terrain::hut:
    case Terrain::collapsed_hut:
      return FireNumbers{6, 7};
    case Terrain::open:
    case Terrain::factory:
    case Terrain::rooftop:
      break;
  }
  return std::nullopt;
}

}  // namespace boxcars::model
