#include "cli/map_options.hpp"

#include "cli/bind_question.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {

void add_map_options(const Form& app, MapOptions& options, const std::string& save_help, const std::string& side_help) {
  add_text(app, "--board", "BOARD", options.board, "a VASL board: its file, or like 20, 20r, 1+6r, 20r/21");
  add_text(app, "--map", "FILE", options.map, "or a map file in TOML, which has no LOS");
  add_text(app, "--save", "FILE", options.save, save_help);
  add_text(app, "--side", "SIDE", options.viewer.side, side_help);
  add_text(app, "--player", "NAME", options.viewer.player, "in a save: show what this player has hidden");
  app.add_flag("--reveal", options.viewer.umpire, "in a save: show everything that is hidden");
  add_words(app, "--set", "HEX=stone:3", options.set, "changes by SSR; also K9=open, =woods");
}

model::MapInput read_map(const MapOptions& options, const Environment& environment) {
  if (options.save.empty() && (!options.viewer.side.empty() || !options.viewer.player.empty() || options.viewer.umpire))
    throw model::BadInput("side", "what is hidden, without {save}", "of which game?", "give {save}, too");
  model::MapInput map{.set = options.set, .viewer = options.viewer};
  if (!options.save.empty())
    map.option = "save", map.file = options.save;
  else if (!options.board.empty())
    map.option = "board", map.file = options.board;
  else
    map.option = "map", map.file = options.map;
  model::at_field(map.option, [&] { map_reader(environment)(map); });
  return map;
}

}  // namespace boxcars::cli
