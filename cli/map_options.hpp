#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "model/map_input.hpp"

namespace boxcars::cli {

/// Adds the options that name a map, to a group of options.
void add_map_options(CLI::App& app, model::MapInput& input, const std::string& group);

/// Reads the map that was named; throws BadInput if none was, or if it cannot be read.
void read_map_of(model::MapInput& input);

}  // namespace boxcars::cli
