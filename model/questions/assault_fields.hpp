#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/core/field.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::model {

/// The fields of the tables that an assault is made of, in the order in which a row says them; the first one names the table.
const Fields<AssaultLocation>& location_fields();
const Fields<AssaultUnit>& unit_fields();  ///< of a defender or an attacker
const Fields<AssaultVehicle>& vehicle_fields();
const Fields<AssaultShot>& shot_fields();
const Fields<AssaultMove>& move_fields();
const Fields<AssaultGoal>& goal_fields();
const Fields<AssaultLoss>& loss_fields();

/// Fields of the tables `rally` and `fires`.
const Fields<AssaultInputs>& rally_fields();
const Fields<AssaultInputs>& fires_fields();

/// The inputs of an assault: a row for each table, like "MGs target=J8.1 fp=12 drm=-1".
const Questionnaire<AssaultInputs>& assault_questionnaire();

/// Reads the map that the inputs name; no notes.
std::vector<std::string> assault_on_map(AssaultInputs& in, const std::set<std::string>& given, const MapReader& read_map);

}  // namespace boxcars::model
