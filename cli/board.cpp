#include <memory>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "What a VASL board or a map file holds.\n\n"
    "  boxcars board bd20\n"
    "  boxcars board 20 --format toml --output mine.toml\n"
    "  boxcars board experiments/maps/chateau.toml --format json\n";

enum class BoardFormat : std::uint8_t { text, json, csv, markdown, toml };
constexpr std::array<model::Choice<BoardFormat>, 5> format_choices{{{"text", BoardFormat::text},
                                                                    {"json", BoardFormat::json},
                                                                    {"csv", BoardFormat::csv},
                                                                    {"markdown", BoardFormat::markdown},
                                                                    {"toml", BoardFormat::toml}}};

struct Options {
  std::string file;
  BoardFormat format = BoardFormat::text;
  std::optional<std::string> output;
};

std::string rendered(const io::Board& board, BoardFormat format, const io::Style& style) {
  switch (format) {
    case BoardFormat::text:
      return io::to_text(board, style);
    case BoardFormat::json:
      return io::to_json(board);
    case BoardFormat::csv:
      return io::to_csv(board);
    case BoardFormat::markdown:
      return io::to_markdown(board);
    case BoardFormat::toml:
      return io::to_toml(board.map);
  }
  return {};
}

}  // namespace

Command add_board(const Form& root) {
  const Form app = root.add_command("board", description);
  const auto options = std::make_shared<Options>();
  add_text(app, "file", "FILE", options->file, "a VASL board, its file or like 20, or a map file");
  add_choice(app, "--format", options->format, format_choices, "text, json, csv, markdown, or toml: as a map file");
  app.add_one(
      "--output", "FILE", [options](const auto& text) { options->output = text; }, "a file instead of standard output");
  app.set_footer("--board 20 is looked for in $BOXCARS_BOARDS, then in VASL's boards folders.");
  return {app, [options](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file?); give it like boxcars board bd20");
            const std::string file = io::find_board(options->file, environment.board_folders);
            environment.read->add(file);
            const io::Board board = io::read_board(file);
            Destination destination(options->output, environment);
            return destination.print(rendered(board, options->format, destination.style()));
          }};
}

}  // namespace boxcars::cli
