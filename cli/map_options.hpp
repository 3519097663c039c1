#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/boxcars.hpp"
#include "cli/form.hpp"
#include "model/rules/map_input.hpp"

namespace boxcars::cli {

/// Adds the options that name a map or a board, to a group of options.
void add_map_options(const Form& app, model::MapInput& input, const std::string& group);

/// Reads the map or board that was named; throws BadInput if none was, or if it cannot be read.
void read_map_of(model::MapInput& input, const Environment& environment);

/// The options of a question about one hex: which one, on which board.
struct HexOptions {
  model::MapInput map;
  std::string hex;
};

/// Adds --board, --map, --set and --hex.
void add_hex_options(const Form& app, HexOptions& options, const std::string& group);

/// What the hex holds, and what is to be said about it.
struct HexAsked {
  std::string name;
  model::MapHex holds{};
  std::vector<std::string> notes{};

  /// Fills in what no option has said; a note says where an option overrides the map.
  template <class Value>
  void fill(std::optional<Value>& option, const std::optional<Value>& value, const char* what) {
    if (option && value && *option != *value) notes.push_back(std::string(what) + " is as given, not as " + name + "'s on the map");
    if (!option) option = value;
  }
};

/// What the hex holds, if one was named; throws BadInput if the map or the hex is missing, or cannot be read.
std::optional<HexAsked> hex_asked(HexOptions& options, const Environment& environment);

}  // namespace boxcars::cli
