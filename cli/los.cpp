#include <algorithm>
#include <istream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/map_options.hpp"
#include "cli/messages.hpp"
#include "io/formats/json.hpp"
#include "io/formats/los_view.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/counters_on_line.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/sight.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;
using model::Sight;

constexpr const char* los_description =
    "Who sees whom on a board (A6), as VASL's LOS has it.\n\n"
    "  boxcars los G4.1 F3 --board 20                 (from level 1 to the ground)\n"
    "  boxcars los F3 --board 20                                (all that it sees)\n"
    "  boxcars los 20-F3 21-H5 --board 20r/21 --format json\n"
    "  boxcars los --board 20 --pairs pairs.txt                 (lines of F3 H5)\n";

constexpr std::size_t longest_line = 1000;

struct LosOptions {
  std::vector<std::string> places;
  std::string pairs;
  MapOptions on;
  Printed printed{};
};

// A map, and what was said of it.
struct Table {
  model::MapInput input;
  io::Board board;
  std::optional<model::Sights> sights{};
};

Table table_of(const LosOptions& options, const Environment& environment) {
  const MapOptions& on = options.on;
  if (on.board.empty() && on.map.empty() && on.save.empty())
    throw BadInput("board", "no board given", "where are they?", "give {board} like 20, or {map}");
  if (!on.board.empty() && !on.map.empty()) throw BadInput("map", "{map} with {board}", "either is the map", "leave one out");
  if (!on.save.empty() && !(on.board.empty() && on.map.empty()))
    throw BadInput("save", "{save} with another map", "either is the map", "leave one out");
  Table table{.input = read_map(on, environment), .board = {}};
  table.board = {.name = table.input.file, .map = changed_map(table.input), .notes = table.input.notes};
  table.sights.emplace(table.board.map, table.input.map);
  return table;
}

struct Ends {
  model::SightPlace from, to;
};

Ends ends_of(const Table& table, const std::string& from, const std::string& to) {
  return {parse_place(table.board.map, "from", from), parse_place(table.board.map, "to", to)};
}

Sight sight_of(const Table& table, const Ends& ends) {
  return model::CountersOnLine(*table.sights, table.input).between(ends.from, ends.to);
}

// A line of FROM TO, answered; an answer a line, so that who asks may wait for it.
ExitStatus answer_lines_of_pairs(std::istream& lines, bool as_json, const Table& table, const Environment& environment) {
  ExitStatus status = answered;
  for (std::string line; !environment.stop && std::getline(lines, line);) {
    std::istringstream words(line.substr(0, longest_line));
    std::string from, to, more;
    if (!(words >> from)) continue;
    std::string text;
    try {
      if (!(words >> to) || words >> more)
        throw BadInput({}, "a line " + model::shown(line), "it is no pair", "give two hexes, like F3 H5");
      const Sight sight = sight_of(table, ends_of(table, from, to));
      text = as_json ? io::sight_on_one_line(sight, table.board) : io::sight_in_words(sight) + "\n";
    } catch (const BadInput& bad) {
      text = as_json ? io::to_json_line(bad.fault()) : std::string(bad.what()) + "\n";
      status = bad_input;
    }
    if (!(environment.out << text)) {
      tell(environment, MessageKind::failed, "the answers could not be written (is the disk full?); give them another place");
      return failed;
    }
  }
  environment.out << std::flush;
  return environment.stop ? interrupted : status;
}

ExitStatus answer_pairs(const LosOptions& options, const Table& table, const Environment& environment) {
  const bool as_json = options.printed.format->name == "json";
  if (!as_json && options.printed.format->name != "text")
    throw BadInput("--pairs has lines of text or JSON (not " + std::string(options.printed.format->name) + "); give one of them");
  if (options.printed.output) throw BadInput("--output with --pairs (an answer a line, as soon as it is known); send it to a file with >");
  if (options.pairs == "-" && environment.in) return answer_lines_of_pairs(*environment.in, as_json, table, environment);
  std::istringstream lines(read_file(options.pairs, "pairs", environment, "lines of FROM TO"));
  return answer_lines_of_pairs(lines, as_json, table, environment);
}

}  // namespace

Command add_los(const Form& root) {
  const Form app = root.add_command("los", los_description);
  const auto options = std::make_shared<LosOptions>();
  add_words(app, "places", "FROM [TO]", options->places, "hexes: F3, or G4.1 for level 1; without TO every hex");
  add_map_options(app, options->on, "or a VASL save: with SMOKE, vehicles and wrecks on it", "in a save: show this side's hidden units");
  add_text(app, "--pairs", "FILE|-", options->pairs, "a file of lines FROM TO; one answer a line");
  add_output_options(app, options->printed);
  app.set_footer(
      "From center dot to center dot: Hindrances, the TEM of the hex or of the hexside\n"
      "that is crossed, Height Advantage, and Open Ground as the firer sees it. VASL's\n"
      "LOS is not always the rulebook's: docs/los.md. With any command, --boards DIR\n"
      "says where boards are, instead of $BOXCARS_BOARDS.");
  return {app, [options, app](const Environment& environment) {
            const Table table = table_of(*options, environment);
            if (!options->pairs.empty()) {
              if (!options->places.empty()) throw BadInput("hexes and --pairs (both say who sees whom); leave one out");
              return answer_pairs(*options, table, environment);
            }
            if (options->places.empty() || options->places.size() > 2)
              throw BadInput("a line of sight of " + std::to_string(options->places.size()) +
                             " hexes (from where, and to where?); give it like boxcars los F3 H5 --board 20");
            Destination destination(options->printed.output, environment);
            if (options->places.size() == 2) {
              const Ends ends = ends_of(table, options->places[0], options->places[1]);
              Sight sight = sight_of(table, ends);
              add_note_of_other_way(*table.sights, ends.from, ends.to, sight);
              io::Page page = io::page_of(sight, table.board);
              page.repeat = repeating("los", app);
              return destination.print(page, *options->printed.format);
            }
            const auto from = parse_place(table.board.map, "from", options->places[0]);
            auto seen = table.sights->from(from);
            const model::CountersOnLine counters(*table.sights, table.input);
            for (Sight& sight : seen) counters.add_to(sight, from, parse_place(table.board.map, "to", sight.to));
            io::Page page = io::page_of(seen, from, table.board);
            page.repeat = repeating("los", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
