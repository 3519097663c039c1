#include <memory>
#include <string>
#include <vector>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/printed.hpp"

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
  std::vector<std::string> set{};
  Printed printed{};
};

}  // namespace

Command add_board(const Form& root) {
  const Form app = root.add_command("board", board_description);
  const auto options = std::make_shared<BoardOptions>();
  add_text(app, "file", "FILE", options->file, "a VASL board (20, or its file), or a map file");
  app.add_flag("--all", options->all, "every hex, with its terrain and elevation");
  add_words(app, "--set", "HEX=stone:3", options->set, "changes by SSR; also K9=open, =factory, all=wood");
  add_output_options(app, options->printed, io::file_formats());
  app.set_footer("--board 20 is looked for in $BOXCARS_BOARDS, then in VASL's boards folders.");
  return {app, [options, app](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file?); give it like boxcars board bd20");
            const auto read = [&environment](const std::string& file) { environment.read->add(file); };
            io::Board board = io::read_table(options->file, environment.board_folders, read);
            model::MapInput input{.map = board.map};
            for (const std::string& setting : options->set) input.set.push_back(model::as_printed(setting));
            board.map = model::changed_map(input);
            Destination destination(options->printed.output, environment);
            io::Page page = io::page_of(board, options->all ? io::HexesTold::all : io::HexesTold::with_buildings);
            page.repeat = repeating("board", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
