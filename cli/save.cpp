#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/vasl_save.hpp"
#include "io/formats/save_page.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* save_description =
    "What a VASL save holds: its boards, and who is where.\n\n"
    "  boxcars save game.vsav\n"
    "  boxcars save game.vsav --side Finnish         (with what is hidden of theirs)\n"
    "  boxcars save game.vsav --reveal --format json       (umpires, finished games)\n";

struct SaveOptions {
  std::string file;
  io::Viewer viewer{};
  Printed printed{};
};

void add_notes(io::SavedGame& game, const io::Viewer& viewer) {
  const bool sees_some = viewer.umpire || !viewer.side.empty() || !viewer.player.empty();
  if (game.concealed > 0)
    game.notes.push_back(fmt::format("{} concealed counter{} not looked at (--side SIDE for one's own, --reveal for all)", game.concealed,
                                     game.concealed == 1 ? " is" : "s are"));
  if (!sees_some) game.notes.emplace_back("what is hidden (HIP) is not there");
  if (std::any_of(game.boards.begin(), game.boards.end(), [](const auto& board) { return !board.overlays.empty(); }))
    game.notes.emplace_back("the ground under overlays is not known");
}

}  // namespace

Command add_save(const Form& root) {
  const Form app = root.add_command("save", save_description);
  const auto options = std::make_shared<SaveOptions>();
  add_text(app, "file", "FILE", options->file, "a VASL save");
  add_text(app, "--side", "SIDE", options->viewer.side, "show this side's hidden and concealed units: Finnish");
  add_text(app, "--player", "NAME", options->viewer.player, "show this player's hidden and concealed units");
  app.add_flag("--reveal", options->viewer.umpire, "show everything hidden or concealed");
  add_output_options(app, options->printed);
  return {app, [options, app](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no save given (which game?); give it like boxcars save game.vsav");
            const io::VaslGame saved = read_vasl_game(options->file, "save", environment, "VASL's .vsav");
            io::SavedGame game = io::vasl_save_of(saved, options->file, options->viewer);
            add_notes(game, options->viewer);
            Destination destination(options->printed.output, environment);
            io::Page page = io::page_of(game);
            page.repeat = repeating("save", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
