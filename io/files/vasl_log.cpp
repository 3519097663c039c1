#include "io/files/vasl_log.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "io/files/vasl_commands.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t longest_kind = 24, most_kinds = 40;
constexpr std::string_view stars = "***";

// Reads a line from its front.
class Reading {
 public:
  explicit Reading(std::string_view text) : left_(text) {}

  bool take(std::string_view expected) {
    if (!left_.starts_with(expected)) return false;
    left_.remove_prefix(expected.size());
    return true;
  }
  std::optional<int> take_die() {
    if (left_.empty() || left_.front() < '1' || left_.front() > '6') return std::nullopt;
    const int die = left_.front() - '0';
    left_.remove_prefix(1);
    return die;
  }
  std::optional<std::string_view> take_until(std::string_view end) {
    const auto at = left_.find(end);
    if (at == std::string_view::npos) return std::nullopt;
    const auto taken = left_.substr(0, at);
    left_.remove_prefix(at + end.size());
    return taken;
  }
  std::string_view left() const { return left_; }

 private:
  std::string_view left_;
};

// "   <player>   [1 / 3   avg   7.00 (7.67)]": between the name and the bracket may stand whose sniper it was, and behind it what was hit.
std::optional<std::string> player_in(std::string_view text) {
  const auto begin = text.find('<');
  if (begin == std::string_view::npos) return std::nullopt;
  auto end = text.substr(0, text.rfind('[')).rfind('>');
  if (end == std::string_view::npos || end < begin) end = text.rfind('>');  // the bracket is in the name
  if (end == std::string_view::npos || end <= begin + 1) return std::nullopt;
  return as_shown(text.substr(begin + 1, end - begin - 1));
}

bool is_kind(std::string_view kind) {
  return !kind.empty() && kind.size() <= longest_kind &&
         std::all_of(kind.begin(), kind.end(), [](unsigned char c) { return std::isalnum(c) || c == ' ' || c == '-' || c == '/'; });
}

// "*** (IFT DR) 5,2 ***   <player>   [...": nothing if it is anything else.
std::optional<model::Thrown> roll_in(std::string_view line) {
  Reading reading(line);
  if (!reading.take("*** (")) return std::nullopt;
  const auto what = reading.take_until(") ");
  if (!what || what->size() < 4) return std::nullopt;
  const std::string_view kind = what->substr(0, what->size() - 3), dice = what->substr(what->size() - 3);
  const auto colored = reading.take_die();
  if ((dice != " DR" && dice != " dr") || !is_kind(kind) || !colored) return std::nullopt;
  model::Thrown roll{.kind = std::string(kind), .colored = *colored};
  if (dice == " DR") {
    const auto white = reading.take(",") ? reading.take_die() : std::nullopt;
    if (!white) return std::nullopt;
    roll.white = *white;
  }
  if (!reading.take(" ***")) return std::nullopt;
  const auto player = player_in(reading.left());
  if (!player) return std::nullopt;
  roll.player = *player;
  return roll;
}

// What somebody wrote, and who: "<player> - need 8".
struct Written {
  std::string player;
  std::string text;
};

std::optional<Written> written_in(std::string_view line) {
  Reading reading(line);
  if (!reading.take("<")) return std::nullopt;
  const auto player = reading.take_until("> - ");
  if (!player) return std::nullopt;
  std::string text(reading.left().substr(0, 80));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return Written{as_shown(*player), std::move(text)};
}

// "needs 8 or less", "TH# 7": the number, if that is all that is said.
std::optional<int> needed_in(std::string_view text) {
  const auto blanks = [&text] { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); };
  blanks();
  Reading reading(text);
  constexpr std::array<std::string_view, 9> begins{"needs ", "need ", "th# ", "th#", "th ", "to hit ", "tk# ", "tk#", "tk "};
  if (std::none_of(begins.begin(), begins.end(), [&](std::string_view begin) { return reading.take(begin); })) return std::nullopt;
  for (const std::string_view word : {"a ", "an ", "= ", ": "}) reading.take(word);
  text = reading.left();
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = model::whole_number(text.substr(0, digits));
  if (!number || *number < 2 || *number > 12) return std::nullopt;
  text.remove_prefix(digits);
  blanks();
  while (text.ends_with(' ') || text.ends_with('.')) text.remove_suffix(1);
  constexpr std::array<std::string_view, 5> ends{"", "or less", "or lower", "to hit", "to kill"};
  return std::find(ends.begin(), ends.end(), text) == ends.end() ? std::nullopt : number;
}

bool same_roll(const model::Thrown& one, const model::Thrown& other) {
  return one.kind == other.kind && one.colored == other.colored && one.white == other.white;
}

}  // namespace

VaslLog vasl_log_of(std::string_view game) {
  constexpr std::string_view chat = "CHAT";
  VaslLog log;
  std::optional<std::pair<std::string, int>> needed;  // by whom
  std::set<std::string> kinds;
  for (std::string_view command : commands_of(game)) {
    if (!command.starts_with(chat)) continue;
    const std::string_view line = command.substr(chat.size());
    if (const auto written = written_in(line)) {
      const auto number = needed_in(written->text);
      needed = number ? std::optional(std::pair(written->player, *number)) : std::nullopt;
      continue;
    }
    auto roll = roll_in(line);
    if (!roll) {
      log.others += line.starts_with(stars) ? 1U : 0U;
      continue;
    }
    if (kinds.size() < most_kinds || kinds.contains(roll->kind))
      kinds.insert(roll->kind);
    else
      roll->kind = "Other";
    if (needed && needed->first == roll->player && !roll->is_dr()) roll->needed = needed->second;
    needed.reset();
    log.rolls.push_back(*std::move(roll));
    if (log.rolls.size() > model::most_rolls)
      throw model::BadInput("a log has more than " + model::grouped(model::most_rolls) + " rolls (no game has); give logs of games");
  }
  return log;
}

bool is_part_of(const VaslLog& log, const VaslLog& whole) {
  constexpr std::size_t by_chance = 4;
  if (log.rolls.size() <= by_chance || log.rolls.size() > whole.rolls.size()) return false;
  return std::search(whole.rolls.begin(), whole.rolls.end(), log.rolls.begin(), log.rolls.end(), same_roll) != whole.rolls.end();
}

}  // namespace boxcars::io
