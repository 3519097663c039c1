#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <ostream>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "io/files/board_file.hpp"
#include "io/formats/atlas.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/rubble_chain.hpp"
#include "sim/ask.hpp"
#include "sim/runner.hpp"

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
  bool verbose = false;
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

sim::Settings settings_of(const Environment& environment) {
  sim::Settings settings{.method = sim::Method::exact, .budget = environment.budget};
  settings.budget.states = std::min(settings.budget.states, most_states);
  return settings;
}

model::RubbleChain question_of(const model::MapInput& map, model::Hex hex) {
  return model::RubbleChain({.map = map, .hex = to_string(hex)});
}

io::AtlasEntry entry_of(const model::MapInput& map, model::Hex hex, const std::vector<std::string>& names, const sim::Odds& odds) {
  const model::MapHex what = map.map.at(hex);
  io::AtlasEntry entry{.hex = hex, .building = *what.building, .levels = what.levels};
  entry.falls = odds.events[0];
  for (std::size_t event = 1; event < names.size(); ++event) {
    const std::string_view name = names[event];
    if (!name.ends_with(" rubbled") || odds.events[event] <= entry.worst_odds + tie) continue;
    entry.worst = name.substr(0, name.find(' '));
    entry.worst_odds = odds.events[event];
  }
  entry.hexes = mean(odds.measures[0]);
  entry.buildings = mean(odds.measures[1]);
  return entry;
}

// The boards that could be read, each with the map that its hexes are asked of.
struct Boards {
  std::vector<io::Atlas> atlases{};
  std::vector<model::MapInput> maps{};
};

// What is told of the boards of a folder that cannot be read: that they are left out, or with --verbose each with the reason.
void tell_left_out(const std::vector<std::string>& reasons, std::size_t files, bool verbose, const Environment& environment) {
  if (reasons.empty()) return;
  for (const std::string& reason : verbose ? reasons : std::vector<std::string>{})
    environment.err << "boxcars: left out: " << model::printable(reason) << "\n";
  environment.err << fmt::format("boxcars: {} of {} boards {} left out, as {} be read{}\n", reasons.size(), files,
                                 reasons.size() == 1 ? "is" : "are", reasons.size() == 1 ? "it cannot" : "they cannot",
                                 verbose ? "" : "; --verbose lists them");
}

Boards read_boards(const Options& options, const Environment& environment) {
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
      boards.atlases.push_back({.board = std::move(board)});
      boards.maps.push_back(std::move(map));
    }
  }
  if (!boards.atlases.empty()) tell_left_out(left_out, files.size(), options.verbose, environment);
  if (boards.atlases.empty() && !environment.stop)
    throw model::BadInput("no board in " + model::shown(options.file) + " can be read; give other boards");
  return boards;
}

// The most dangerous first.
void sort(std::vector<io::AtlasEntry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const io::AtlasEntry& a, const io::AtlasEntry& b) {
    const auto rank = [](const io::AtlasEntry& entry) { return -std::llround(entry.hexes / tie); };
    return std::tuple(rank(a), -a.levels, a.hex) < std::tuple(rank(b), -b.levels, b.hex);
  });
}

// Until `stop` becomes true: what is known by then is an atlas, too.
std::vector<io::Atlas> atlases_of(Boards boards, const Environment& environment) {
  auto& atlases = boards.atlases;
  std::vector<std::pair<std::size_t, model::Hex>> todo;
  for (std::size_t board = 0; board < atlases.size(); ++board) {
    for (const auto& [hex, what] : atlases[board].board.map.hexes) {
      if (what.building && what.levels > 0 && !what.rubble) todo.emplace_back(board, hex);
    }
  }
  const sim::Settings settings = settings_of(environment);
  struct Count {
    ask::NotExact left_out;
    std::size_t asked = 0, answered = 0;
  };
  std::vector<Count> counts(atlases.size(), Count{ask::NotExact(settings)});
  for (const auto& task : todo) ++counts[task.first].asked;
  std::mutex one_at_a_time;
  std::atomic<std::size_t> done{0};
  {
    const ProgressTeller teller(
        [&] { return fmt::format("{} of {} building hex{}", done.load(), todo.size(), todo.size() == 1 ? "" : "es"); }, environment);
    sim::run_batches(0, todo.size(), sim::hardware_threads(), environment.stop, [&](int, std::uint64_t task) {
      const auto [board, hex] = todo[task];
      const model::RubbleChain question = question_of(boards.maps[board], hex);
      const sim::Findings findings = sim::ask(sim::rules_of(question), "", settings, environment.stop);
      if (findings.interrupted) return;
      ++done;
      const std::lock_guard lock(one_at_a_time);
      ++counts[board].answered;
      counts[board].left_out.add(findings);
      if (findings.odds) atlases[board].entries.push_back(entry_of(boards.maps[board], hex, question.event_names(), *findings.odds));
    });
  }
  for (std::size_t i = 0; i < atlases.size(); ++i) {
    const auto& [left_out, asked, answered] = counts[i];
    auto& notes = atlases[i].board.notes;
    for (const auto& [hexes, why] : left_out.reasons())
      notes.push_back(fmt::format("{} building {} left out: {}", hexes, hexes == 1 ? "hex is" : "hexes are", why));
    if (answered < asked)
      notes.push_back(
          fmt::format("interrupted: {} of {} building hex{} here", atlases[i].entries.size(), asked, asked == 1 ? " is" : "es are"));
    sort(atlases[i].entries);
  }
  return std::move(atlases);
}

}  // namespace

Command add_atlas(const Form& root) {
  const Form app = root.add_command("atlas", description);
  const auto options = std::make_shared<Options>();
  add_text(app, "file", "FILE", options->file, "a VASL board, a map file, or a folder of them");
  add_words(app, "--set", "HEX=stone:3", options->set, "changes by SSR; also K9=open, =water, =stone-rubble");
  app.add_flag("--verbose", options->verbose, "of a folder: every board that cannot be read, and why");
  add_output_options(app, options->format, options->output);
  return {app, [options](const Environment& environment) {
            if (options->file.empty()) throw model::BadInput("no board given (which file or folder?); give it like boxcars atlas bd20");
            Boards boards = read_boards(*options, environment);
            Destination destination(options->output, environment);
            const auto atlases = atlases_of(std::move(boards), environment);
            const ExitStatus printed = destination.print(rendered(atlases, options->format, destination.style()));
            if (printed != answered || !environment.stop) return printed;
            environment.err << "boxcars: interrupted; this is what was known by then\n";
            return interrupted;
          }};
}

}  // namespace boxcars::cli
