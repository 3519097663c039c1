#include <memory>
#include <string>
#include <vector>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/formats/cards.hpp"
#include "model/rules/terrain_card.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* terrain_description =
    "What the rules say of buildings, rubble and huts.\n\n"
    "  boxcars terrain\n"
    "  boxcars terrain rowhouse\n"
    "  boxcars terrain --format csv\n";

struct TerrainOptions {
  std::string type;
  Printed printed{};
};

}  // namespace

Command add_terrain(const Form& root) {
  const Form app = root.add_command("terrain", terrain_description);
  const auto options = std::make_shared<TerrainOptions>();
  std::vector<std::string> types;
  for (const model::TerrainCard& card : model::terrain_cards()) types.push_back(card.type);
  add_word(app, "type", "TYPE", options->type, "two-story, factory, hut, ...; without it all of them").takes({.choices = types});
  add_output_options(app, options->printed);
  return {app, [options, app](const Environment& environment) {
            const bool all = options->type.empty();
            const auto cards = all ? model::terrain_cards() : std::vector{model::terrain_card(options->type)};
            Destination destination(options->printed.output, environment);
            io::Page page = io::page_of(cards);
            page.repeat = repeating("terrain", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
