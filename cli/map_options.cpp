#include "cli/map_options.hpp"

#include "cli/options.hpp"
#include "io/files/board_file.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

void add_map_option(const Form& app, const std::string& name, const std::string& type, model::MapInput& input, const std::string& help,
                    const std::string& group) {
  const auto read = [&input, name](const std::string& text) {
    if (!input.file.empty()) throw BadInput("--map and --board together (either is the map); leave one out");
    if (text.find_first_not_of(" \t\n") == std::string::npos)
      throw BadInput("--" + name + " has an empty value (it says nothing); give one, or leave it out");
    input.option = name;
    input.file = text;
  };
  app.add_one("--" + name, type, read, help).group(group);
}

}  // namespace

void add_map_options(const Form& app, model::MapInput& input, const std::string& group) {
  add_map_option(app, "board", "BOARD", input, "a VASL board: its file, or like 20", group);
  add_map_option(app, "map", "FILE", input, "or a map file in TOML", group);
  add_words(app, "--set", "HEX=stone:3", input.set, "changes by SSR; also K9=open, =water, =stone-rubble").group(group);
}

void read_map_of(model::MapInput& input, const Environment& environment) {
  if (input.file.empty()) throw BadInput("no map given (where does the rubble fall?); give it like --map chateau.toml, or --board 20");
  const std::string file = input.option == "board" ? io::find_board(input.file, environment.board_folders) : input.file;
  environment.read->add(file);
  io::Board board = io::read_board(file);
  input.map = std::move(board.map);
  input.notes = std::move(board.notes);
}

void add_hex_options(const Form& app, HexOptions& options, const std::string& group) {
  add_map_options(app, options.map, group);
  add_text(app, "--hex", "NAME", options.hex, "the hex on it: J8").group(group);
}

std::optional<HexAsked> hex_asked(HexOptions& options, const Environment& environment) {
  if (options.map.file.empty() && options.hex.empty()) return std::nullopt;
  if (options.map.file.empty()) throw BadInput("--hex without a map (where is it?); give --board or --map, too");
  if (options.hex.empty()) throw BadInput("a map without --hex (which hex is it?); give it like --hex J8");
  read_map_of(options.map, environment);
  const model::HexMap map = model::changed_map(options.map);
  const model::Hex hex = model::parse_hex(map, "--hex", options.hex);
  return HexAsked{.name = to_string(hex), .holds = map.at(hex), .notes = options.map.notes};
}

}  // namespace boxcars::cli
