#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/answer_question.hpp"
#include "cli/commands.hpp"
#include "io/files/vasl_log.hpp"
#include "io/formats/luck_page.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::cli {
namespace {

constexpr const char* luck_description =
    "Was it the dice? The rolls of VASL's logs, by player.\n\n"
    "  boxcars luck game.vlog\n"
    "  boxcars luck first.vlog second.vlog --names\n"
    "  boxcars luck game.vlog --format html --output luck.html\n";

struct LuckOptions {
  std::vector<std::string> files;
  bool names = false;
  Printed printed{};
};

// A log, and the name of its file.
struct NamedLog {
  std::string file;
  io::VaslLog log;
};

std::vector<NamedLog> read_logs(const std::vector<std::string>& files, const Environment& environment) {
  std::vector<NamedLog> logs;
  std::size_t rolls = 0;
  for (const std::string& file : files) {
    logs.push_back({file, io::vasl_log_of(read_vasl_game(file, "log", environment, "VASL's .vlog").commands)});
    rolls += logs.back().log.rolls.size();
    if (rolls > model::most_rolls)
      throw model::BadInput(fmt::format("these logs have more than {} rolls (their odds would take too long); give fewer logs",
                                        model::grouped(model::most_rolls)));
  }
  return logs;
}

// Names of files are often those of players: without them a log is a number. Its folders are nobody's business.
std::string label_of_log(const std::vector<NamedLog>& logs, std::size_t i, bool names) {
  const std::string& file = logs[i].file;
  return names ? model::shown(file.substr(file.rfind('/') + 1)) : "log " + std::to_string(i + 1);
}

// Another log that has all its rolls, too; of two that are equal the second is in the first.
std::optional<std::size_t> log_containing(const std::vector<NamedLog>& logs, std::size_t i) {
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const bool may = i != k && (logs[i].log.rolls.size() < logs[k].log.rolls.size() || i > k);
    if (may && io::is_part_of(logs[i].log, logs[k].log)) return k;
  }
  return std::nullopt;
}

// All of them, each roll once, with what is to be said of that.
struct AllRolls {
  std::vector<model::Thrown> rolls{};
  std::vector<std::string> notes{};
};

AllRolls all_rolls(const std::vector<NamedLog>& logs, bool names) {
  AllRolls all;
  std::size_t others = 0;
  for (const auto& [file, log] : logs) others += log.others;
  if (others > 0)
    all.notes.push_back(fmt::format("{} line{} about other dice (3d6 and the like) left out", others, others == 1 ? "" : "s"));
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto& rolls = logs[i].log.rolls;
    const auto whole = log_containing(logs, i);
    if (whole)
      all.notes.push_back(
          fmt::format("all rolls of {} are in {}, too: they count once", label_of_log(logs, i, names), label_of_log(logs, *whole, names)));
    else
      all.rolls.insert(all.rolls.end(), rolls.begin(), rolls.end());
    if (rolls.empty()) all.notes.push_back(fmt::format("{} has no rolls: a save has none", label_of_log(logs, i, names)));
  }
  return all;
}

// A, B, ... AA, AB, ...
std::string letters_of(std::size_t player) {
  const std::string last(1, static_cast<char>('A' + player % 26));
  return player < 26 ? last : letters_of(player / 26 - 1) + last;
}

io::LuckTold told(const std::vector<NamedLog>& logs, bool names) {
  const auto& [rolls, notes] = all_rolls(logs, names);
  std::set<std::string_view> players;
  for (const model::Thrown& roll : rolls) players.insert(roll.player);
  if (players.size() > model::most_players)
    throw model::BadInput(fmt::format("these logs have more than {} players (no games of yours do); give fewer logs", model::most_players));
  io::LuckTold luck{.logs = logs.size(), .players = model::luck_of(rolls), .notes = notes};
  if (!names) {
    for (std::size_t i = 0; i < luck.players.size(); ++i) luck.players[i].player = letters_of(i);
  }
  if (!luck.players.empty())
    luck.notes.emplace_back("high is bad for most rolls, so what is as high is as bad or worse; for RS neither is");
  return luck;
}

}  // namespace

Command add_luck(const Form& root) {
  const Form app = root.add_command("luck", luck_description);
  const auto options = std::make_shared<LuckOptions>();
  app.add_all(
      "file", "FILE", [options](const std::vector<std::string>& files) { options->files = files; }, "one or more VASL logs");
  app.add_flag("--names", options->names, "show the players' names, not A, B, ...");
  add_output_options(app, options->printed);
  return {app, [options, app](const Environment& environment) {
            if (options->files.empty()) throw model::BadInput("no log given (whose luck?); give it like boxcars luck game.vlog");
            const io::LuckTold luck = told(read_logs(options->files, environment), options->names);
            Destination destination(options->printed.output, environment);
            io::Page page = io::page_of(luck);
            if (options->names) page.repeat = repeating("luck", app);
            return destination.print(page, *options->printed.format);
          }};
}

}  // namespace boxcars::cli
