#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/core/description.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::model {

/// What is typed about rubble that falls from a building. On a map the chain goes on, and `own` are hexes of it; without a map only the
/// directions of neighbours are known. AFV may be in either, and "here".
struct FallInputs {
  MapInput map{};
  std::string hex{};
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};
};

/// The inputs, read.
struct FallScene {
  std::optional<HexMap> map{};  ///< with the building that is asked about
  Hex hex{};                    ///< the hex from which rubble falls
  std::vector<Hex> own{};
  std::vector<int> own_directions{};
  std::vector<Afv> afvs{};
};
/// Reads and checks the inputs. Throws BadInput.
FallScene fall_scene(const FallInputs& inputs, std::optional<Construction> building, int levels);

FallingRubble fall_of(const FallScene& scene, Facts& facts, FallsAblaze falls_ablaze = FallsAblaze::no);

/// What `own` says as an input, as it was read.
std::optional<InputValue> own_said(const FallInputs& inputs);

}  // namespace boxcars::model
