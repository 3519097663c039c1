#pragma once

#include <string>
#include <vector>

#include "model/questions/assault_inputs.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/side.hpp"

namespace boxcars::ask {

/// An assault to start from, and what is to be said of it.
struct AssaultDraft {
  model::AssaultInputs inputs{};
  model::BySide<std::string> sides{};                   ///< by their names: "Finnish"
  std::vector<std::string> of_locations{};              ///< of each Location what the map has there
  std::vector<std::vector<std::string>> could_be_at{};  ///< of each shot at one target all that it could be at, if they are several
  std::vector<std::string> left_out{};                  ///< who and what, each with its place and why
};

/// Of who is on a save's table: at most so many Locations as an assault follows, those first that are nearest to an enemy whom they see.
/// What has been fired and who is CX or TI by now is forgotten, as the assault begins with a turn. Of a side without a name all are who are
/// not of the other. Throws BadInput if there are not two sides, and if nobody can fire at anybody.
AssaultDraft assault_draft(const model::MapInput& table, const model::BySide<std::string>& sides);

}  // namespace boxcars::ask
