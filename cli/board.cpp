#include <memory>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* board_description =
    "What a VASL board or a map file holds.\n\n"
    "  boxcars board bd20\n"
    "  boxcars board 20 --all --format csv\n"
    "  boxcars board 20 --format toml --output mine.toml\n"
    "  boxcars board experiments/maps/chateau.toml --format json\n";

struct BoardOptions {
  std::string file;
  bool all = false;
  Printed printed{};
};

}  // namespace

Command add_board(const Form& root) {
  const Form app = root.add_command("board", board_description);
  const auto options = std::make_shared<BoardOptions>();
  add_text(app, "file", "FILE", options->file, "a VASL board, its file or like 20, or a map file");
  app.add_flag("--all", options->all, "every hex, with its terrain and elevation");
  add_output_options(app, options->printed, io::file_formats());
  app.set_footer("--board 20 is looked for in $BOXCARS_BOARDS, then in VASL's boards folders.");
  return {app, [options, app](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file?); give it like boxcars board bd20");
            const std::string file = io::find_board(options->file, environment.board_folders);
            environment.read->add(file);
            const io::Board board = io::read_board(file);
            Destination destination(options->printed.output, environment);
            io::Page page = io::page_of(board, options->all ? io::HexesTold::all : io::HexesTold::with_buildings);
            page.repeat = repeating("board", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
