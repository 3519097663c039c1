#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::cli {

/// A board, a map or a save, as a command that is no question names it: what is changed there, and who looks at it.
struct MapOptions {
  std::string board{}, map{}, save{};
  std::vector<std::string> set{};
  model::Viewer viewer{};
};
/// Adds them to a command; what a save and its side are for, it says.
void add_map_options(const Form& app, MapOptions& options, const std::string& save_help, const std::string& side_help);

/// The one that is given, as it is read. Throws BadInput for who looks at a save where there is none.
model::MapInput read_map(const MapOptions& options, const Environment& environment);

}  // namespace boxcars::cli
