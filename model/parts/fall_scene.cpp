#include "model/parts/fall_scene.hpp"

#include "model/core/bad_input.hpp"

namespace boxcars::model {
namespace {

std::vector<int> own_directions(const FallInputs& in) { return parse_own_directions(in.own, "{own 3}, or {map} and {hex}"); }

}  // namespace

FallScene fall_scene(const FallInputs& in, std::optional<Construction> building, int levels) {
  if (in.map.file.empty()) return {.own_directions = own_directions(in), .afvs = parse_afvs(in.afvs, nullptr)};
  FallScene scene{.map = changed_map(in.map)};
  scene.hex = at_field("hex", [&] { return parse_hex(*scene.map, "{hex}", in.hex); });
  scene.own = parse_own(*scene.map, in.own);
  scene.afvs = parse_afvs(in.afvs, &*scene.map, scene.hex);
  MapHex& there = scene.map->hexes[scene.hex];
  there.building = building;
  there.levels = levels;
  return scene;
}

FallingRubble fall_of(const FallScene& scene, Facts& facts, FallsAblaze falls_ablaze) {
  if (!scene.map) return {scene.own_directions, scene.afvs, facts};
  return at_field("hex", [&] { return FallingRubble(*scene.map, scene.hex, scene.own, scene.afvs, facts, falls_ablaze); });
}

std::optional<InputValue> own_said(const FallInputs& in) {
  return in.map.file.empty() ? own_said(own_directions(in)) : own_said(in.map.map, parse_own(changed_map(in.map), in.own));
}

}  // namespace boxcars::model
