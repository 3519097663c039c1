#include <atomic>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "ask/answers.hpp"
#include "ask/atlas.hpp"
#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/instruction_set.hpp"
#include "cli/messages.hpp"
#include "cli/progress.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/atlas.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* atlas_description =
    "Every building of a board, if it came down (B24.12).\n\n"
    "  boxcars atlas bd20\n"
    "  boxcars atlas boards --format csv --output atlas.csv\n"
    "  boxcars atlas experiments/maps/chateau.toml\n";

struct AtlasOptions {
  std::string file;
  std::vector<std::string> set;
  bool verbose = false;
  Printed printed{};
};

// The boards that could be read, each with the map that its hexes are asked of.
struct Boards {
  std::vector<io::Atlas> atlases{};
  std::vector<model::MapInput> maps{};
};

// What is told of the boards of a folder that cannot be read: that they are left out, or with --verbose each with the reason.
void tell_left_out(const std::vector<std::string>& reasons, std::size_t files, bool verbose, const Environment& environment) {
  if (reasons.empty()) return;
  for (const std::string& reason : verbose ? reasons : std::vector<std::string>{})
    tell(environment, MessageKind::note, "left out: " + reason);
  tell(environment, MessageKind::note,
       fmt::format("{} of {} boards {} left out, as {} be read{}", reasons.size(), files, reasons.size() == 1 ? "is" : "are",
                   reasons.size() == 1 ? "it cannot" : "they cannot", verbose ? "" : "; --verbose lists them"));
}

Boards read_boards(const AtlasOptions& options, const Environment& environment) {
  const std::vector<std::string> files = io::boards_in(io::find_board(options.file, environment.board_folders));
  Boards boards;
  std::vector<std::string> left_out;
  {
    std::atomic<std::size_t> read{0};
    const ProgressTeller teller([&] { return fmt::format("{} of {} boards read", read.load(), files.size()); }, environment);
    for (const std::string& file : files) {
      if (environment.stop) break;
      ++read;
      environment.read->add(file);
      io::Board board;
      try {
        board = io::read_board(file);
      } catch (const model::BadInput& error) {
        if (files.size() == 1) throw;
        left_out.emplace_back(error.what());
        continue;
      }
      model::MapInput map{.file = file, .map = board.map, .set = options.set};
      board.map = map.map = model::changed_map(map);
      map.set.clear();
      board.map.raster = map.map.raster = nullptr;  // no line of sight is asked for, and a folder has hundreds of boards
      boards.atlases.push_back({.board = std::move(board)});
      boards.maps.push_back(std::move(map));
    }
  }
  if (!boards.atlases.empty()) tell_left_out(left_out, files.size(), options.verbose, environment);
  if (boards.atlases.empty() && !environment.stop)
    throw model::BadInput("no board in " + model::shown(options.file) + " can be read; give other boards");
  return boards;
}

// Until `stop` becomes true: what is known by then is an atlas, too.
std::vector<io::Atlas> atlases_of(Boards boards, const Environment& environment) {
  const std::size_t hexes = ask::atlas_hexes(boards.maps);
  ask::AnswersProgress progress;
  const auto told = [&] { return fmt::format("{} of {} building hex{}", progress.answered.load(), hexes, hexes == 1 ? "" : "es"); };
  const ProgressTeller teller(progress.all, told, environment);
  auto found = ask::atlases(boards.maps, {instruction_set_of(environment), environment.budget}, environment.stop, &progress);
  for (std::size_t i = 0; i < found.size(); ++i) {
    io::Atlas& atlas = boards.atlases[i];
    atlas.entries = std::move(found[i].entries);
    atlas.board.notes.insert(atlas.board.notes.end(), found[i].notes.begin(), found[i].notes.end());
  }
  return std::move(boards.atlases);
}

}  // namespace

Command add_atlas(const Form& root) {
  const Form app = root.add_command("atlas", atlas_description);
  const auto options = std::make_shared<AtlasOptions>();
  add_text(app, "file", "FILE", options->file, "a VASL board, a map file, or a folder of them");
  add_words(app, "--set", "HEX=stone:3", options->set, "changes by SSR; also K9=open, =factory, all=wood");
  app.add_flag("--verbose", options->verbose, "of a folder: every board that cannot be read, and why");
  add_output_options(app, options->printed);
  return {app, [options, app](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file or folder?); give it like boxcars atlas bd20");
            Boards boards = read_boards(*options, environment);
            Destination destination(options->printed.output, environment);
            const auto atlases = atlases_of(std::move(boards), environment);
            io::Page page = io::page_of(atlases);
            page.repeat = repeating("atlas", app, {"--verbose"});
            const ExitStatus printed = destination.print(page, *options->printed.format);
            if (printed != answered || !environment.stop) return printed;
            tell(environment, MessageKind::interrupted, "interrupted; this is what was known by then");
            return interrupted;
          }};
}

}  // namespace boxcars::cli
