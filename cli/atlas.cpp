#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <ostream>
#include <tuple>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/atlas.hpp"
#include "io/board_file.hpp"
#include "model/bad_input.hpp"
#include "model/rubble_chain.hpp"
#include "sim/chain.hpp"
#include "sim/runner.hpp"
#include "sim/solve.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* description =
    "Every building of a board, if it came down (B24.12).\n\n"
    "  boxcars atlas bd20\n"
    "  boxcars atlas boards --format csv --output atlas.csv\n"
    "  boxcars atlas experiments/maps/chateau.toml\n";

struct Options {
  std::string file;
  std::vector<std::string> set;
  Format format = Format::text;
  std::optional<std::string> output;
};

constexpr std::uint32_t most_states = 1U << 17;  // of each hex: a folder of boards takes seconds, whatever they hold
constexpr double tie = 1e-12;                    // what differs by less is equal: the last bits are not the rules'

double mean(const std::map<int, double>& distribution) {
  double sum = 0;
  for (const auto& [value, odds] : distribution) sum += value * odds;
  return sum;
}

// Nothing if the states do not fit the budget, or `stop` has become true.
std::optional<io::AtlasEntry> entry_of(const model::MapInput& map, model::Hex hex, const std::atomic<bool>& stop) {
  const model::RubbleChain process({.map = map, .hex = to_string(hex)});
  const auto rules = sim::rules_of(process);
  sim::Chain chain(*rules);
  const auto odds = sim::solve(chain, {.states = most_states}, stop).odds;
  if (!odds) return std::nullopt;
  const model::MapHex what = map.map.at(hex);
  io::AtlasEntry entry{.hex = hex, .building = *what.building, .levels = what.levels};
  const auto& names = process.event_names();
  entry.falls = odds->events[0];
  for (std::size_t event = 1; event < names.size(); ++event) {
    const std::string_view name = names[event];
    if (!name.ends_with(" rubbled") || odds->events[event] <= entry.worst_odds + tie) continue;
    entry.worst = name.substr(0, name.find(' '));
    entry.worst_odds = odds->events[event];
  }
  entry.hexes = mean(odds->measures[0]);
  entry.buildings = mean(odds->measures[1]);
  return entry;
}

std::vector<io::Atlas> atlases_of(const Options& options, const Environment& environment) {
  std::vector<io::Atlas> atlases;
  std::vector<model::MapInput> maps;
  std::vector<std::pair<std::size_t, model::Hex>> todo;
  const std::vector<std::string> files = io::boards_in(io::find_board(options.file, environment.board_folders));
  for (const std::string& file : files) {
    io::Board board;
    try {
      board = io::read_board(file);
    } catch (const model::BadInput& error) {
      if (files.size() == 1) throw;
      environment.err << "boxcars: left out: " << model::printable(error.what()) << "\n";
      continue;
    }
    model::MapInput map{.file = file, .map = board.map, .set = options.set};
    board.map = map.map = model::changed_map(map);
    map.set.clear();
    for (const auto& [hex, what] : board.map.hexes) {
      if (what.building && what.levels > 0 && !what.rubble) todo.emplace_back(atlases.size(), hex);
    }
    atlases.push_back({.board = std::move(board)});
    maps.push_back(std::move(map));
  }
  if (atlases.empty()) throw model::BadInput("no board in " + model::shown(options.file) + " can be read; give other boards");
  std::mutex one_at_a_time;
  std::vector<int> left_out(atlases.size());
  sim::run_batches(0, todo.size(), sim::hardware_threads(), environment.stop, [&](int, std::uint64_t task) {
    const auto [board, hex] = todo[task];
    const auto entry = entry_of(maps[board], hex, environment.stop);
    const std::lock_guard lock(one_at_a_time);
    if (entry)
      atlases[board].entries.push_back(*entry);
    else
      ++left_out[board];
  });
  for (std::size_t i = 0; i < atlases.size(); ++i) {
    io::Atlas& atlas = atlases[i];
    if (left_out[i] > 0)
      atlas.board.notes.push_back(std::to_string(left_out[i]) + " building hexes are left out: more states than the budget");
    std::sort(atlas.entries.begin(), atlas.entries.end(), [](const io::AtlasEntry& a, const io::AtlasEntry& b) {
      const auto rank = [](const io::AtlasEntry& entry) { return -std::llround(entry.hexes / tie); };
      return std::tuple(rank(a), -a.levels, a.hex) < std::tuple(rank(b), -b.levels, b.hex);
    });
  }
  return atlases;
}

}  // namespace

Command add_atlas(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("atlas", description);
  const auto options = std::make_shared<Options>();
  add_text(app, "file", "FILE", options->file, "a VASL board, a map file, or a folder of them");
  add_words(app, "--set", "HEX=stone:3", options->set, "changes by SSR; also K9=open, =water, =stone-rubble");
  add_output_options(app, options->format, options->output);
  return {&app, [options](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file or folder?); give it like boxcars atlas bd20");
            Destination destination(options->output, environment);
            const auto atlases = atlases_of(*options, environment);
            if (environment.stop) {
              environment.err << "boxcars: interrupted\n";
              return interrupted;
            }
            return destination.print(rendered(atlases, options->format, destination.style()));
          }};
}

}  // namespace boxcars::cli
