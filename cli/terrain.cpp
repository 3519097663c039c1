#include <memory>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/formats/cards.hpp"
#include "model/rules/terrain_card.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "What the rules say of buildings, rubble and huts.\n\n"
    "  boxcars terrain\n"
    "  boxcars terrain rowhouse\n"
    "  boxcars terrain --format csv\n";

struct Options {
  std::string type;
  Format format = Format::text;
  std::optional<std::string> output;
};

std::string rendered(const Options& options, const io::Style& style) {
  const bool all = options.type.empty();
  const auto cards = all ? model::terrain_cards() : std::vector{model::terrain_card(options.type)};
  switch (options.format) {
    case Format::text:
      return all ? io::to_text(cards, style) : io::to_text(cards.front(), style);
    case Format::json:
      return io::to_json(cards);
    case Format::csv:
      return io::to_csv(cards);
    case Format::markdown:
      return io::to_markdown(cards);
  }
  return {};
}

}  // namespace

Command add_terrain(const Form& root) {
  const Form app = root.add_command("terrain", description);
  const auto options = std::make_shared<Options>();
  add_word(app, "type", "TYPE", options->type, "two-story, factory, hut, ...; without it all of them");
  add_output_options(app, options->format, options->output);
  return {app, [options](const Environment& environment) {
            Destination destination(options->output, environment);
            return destination.print(rendered(*options, destination.style()));
          }};
}

}  // namespace boxcars::cli
