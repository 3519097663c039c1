#include "io/formats/balance.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/tables.hpp"

namespace boxcars::io {
namespace {

// The least and the most that the odds may be away from the target.
struct Distance {
  double least = 0;
  double most = 0;
};

Distance distance_of(const sim::Chance& chance, double target) {
  const auto away = [&](double odds) { return std::abs(odds - target); };
  if (chance.exact) return {away(*chance.exact), away(*chance.exact)};
  const auto& [value, low, high] = *chance.estimate;
  const bool around = low <= target && target <= high;
  return {around ? 0 : std::min(away(low), away(high)), std::max(away(low), away(high))};
}

std::string percent(const sim::Chance& chance) {
  if (chance.exact) return exact_percent(*chance.exact);
  return chance.estimate ? estimated_percent(*chance.estimate) : "?";
}

std::optional<double> known(const Balance& balance, std::size_t combination) { return best_known(balance.odds[combination]); }

// "shot.MGs.drm = -1 is nearest to 50%: attacker wins 47.20%."
std::string verdict(const Balance& balance) {
  if (!balance.best) return "the odds of no setting are known";
  const std::size_t best = *balance.best;
  std::string text = fmt::format("{} is nearest to {:.4g}%: {} {}", in_words(balance, best), 100 * balance.target, balance.event,
                                 percent(balance.odds[best]));
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < std::min(balance.as_near.size(), most_named); ++i) {
    const sim::Chance& odds = balance.odds[balance.as_near[i]];
    const char* how = odds.exact && balance.odds[best].exact ? "is as near" : "may be as near";
    text += fmt::format("; {} ({}) {}", in_words(balance, balance.as_near[i]), percent(odds), how);
  }
  if (balance.as_near.size() > most_named) text += fmt::format("; and {} more", balance.as_near.size() - most_named);
  if (balance.unknown > 0) text += fmt::format("; of {} more nothing is known", balance.unknown);
  return text;
}

bool crosses(const Balance& balance, std::size_t a, std::size_t b) {
  const auto first = known(balance, a), second = known(balance, b);
  return first && second && (*first - balance.target) * (*second - balance.target) < 0;
}

// The settings around the best one, where one setting is varied: what one step more or less makes of it.
std::string around(const Balance& balance) {
  std::string text;
  if (balance.varied.size() != 1 || !balance.best) return text;
  const std::size_t best = *balance.best, last = balance.odds.size() - 1;
  for (const int step : {-1, 1}) {
    const auto at = static_cast<std::ptrdiff_t>(best) + step;
    if (at < 0 || at > static_cast<std::ptrdiff_t>(last)) continue;
    const auto neighbor = static_cast<std::size_t>(at);
    if (!known(balance, neighbor)) continue;
    text += (text.empty() ? "" : ", ") + fmt::format("{} gives {}", balance.varied[0].values[neighbor], percent(balance.odds[neighbor]));
  }
  const bool is_at_end = last > 0 && (best == 0 || best == last) && known(balance, best == 0 ? 1 : best - 1);
  const bool all_alike = balance.as_near.size() + 1 == balance.odds.size();
  if (is_at_end && !all_alike && !crosses(balance, best, best == 0 ? 1 : best - 1))
    text += "; it is at the end of what was tried, beyond it may be nearer";
  return text;
}

std::string list(const Balance& balance, const Style& style) {
  const Varied& varied = balance.varied.front();
  const bool with_estimate = std::any_of(balance.odds.begin(), balance.odds.end(), [](const auto& o) { return o.estimate.has_value(); });
  constexpr std::string_view nearest = "  nearest";
  std::size_t width = varied.path.size();
  for (const int value : varied.values) width = std::max(width, std::to_string(value).size());
  std::string text =
      fmt::format("{:>{}}  {:>8}{}\n", varied.path, width, "exact", with_estimate ? fmt::format("  {:>9}", "simulated") : "");
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    const auto& [exact, estimate, count] = balance.odds[i];
    std::string line = fmt::format("{:>{}}  {:>8}", varied.values[i], width, exact ? exact_percent(*exact) : "");
    if (with_estimate) line += fmt::format("  {:>9}", estimate ? estimated_percent(*estimate) : "");
    const std::size_t taken = line.size() + 2 + nearest.size();
    const auto room = static_cast<std::size_t>(columns_of(style)) > taken ? static_cast<std::size_t>(columns_of(style)) - taken : 0;
    if (room >= 8 && known(balance, i)) line += "  " + bar(*known(balance, i), std::min<std::size_t>(room, 40), style);
    if (i == balance.best) line += nearest;
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
    if (i + 1 < balance.odds.size() && crosses(balance, i, i + 1))
      text += fmt::format("{:->{}}  {:.4g}%\n", "", width, 100 * balance.target);
  }
  return text;
}

// Odds by two settings; a line stands between neighbours on two sides of the target.
std::string grid(const Balance& balance, const Style& style) {
  const Varied &down = balance.varied[0], &across = balance.varied[1];
  std::size_t label = 0;
  for (const int value : down.values) label = std::max(label, std::to_string(value).size());
  constexpr std::size_t cell = 7;  // "100.0%*"
  const auto columns = across.values.size();
  // What is too wide is a list.
  if (label + columns * (cell + 2) > static_cast<std::size_t>(columns_of(style))) {
    std::string text;
    for (std::size_t i = 0; i < balance.odds.size(); ++i)
      text += wrapped(in_words(balance, i) + ": " + percent(balance.odds[i]) + (i == balance.best ? "  nearest" : ""), columns_of(style));
    return text;
  }
  std::string text = wrapped(down.path + " (down) and " + across.path, columns_of(style));
  text += fmt::format("{:>{}}", "", label);
  for (const int value : across.values) text += fmt::format("  {:>{}} ", value, cell - 1);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  for (std::size_t r = 0; r < down.values.size(); ++r) {
    std::string row = fmt::format("{:>{}}", down.values[r], label), below(label, ' ');
    bool line = false;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t i = r * columns + c;
      const bool left = c > 0 && crosses(balance, i - 1, i);
      const bool under = r + 1 < down.values.size() && crosses(balance, i, i + columns);
      row += fmt::format(" {}{:>{}}{}", left ? '|' : ' ', known(balance, i) ? fmt::format("{:.1f}%", 100 * *known(balance, i)) : "?",
                         cell - 1, i == balance.best ? '*' : ' ');
      below += fmt::format("  {}", std::string(cell, under ? '-' : ' '));
      line = line || under;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
    below.erase(below.find_last_not_of(' ') + 1);
    if (line) text += below + "\n";
  }
  if (!balance.best) return text;
  return text + wrapped(fmt::format("* nearest to {:.4g}%; lines: between more and less", 100 * balance.target), columns_of(style));
}

Json setting_json(const Balance& balance, std::size_t combination) {
  Json object;
  object["values"] = Json::object();
  const auto values = values_of(balance.varied, combination);
  for (std::size_t i = 0; i < values.size(); ++i) object["values"][balance.varied[i].path] = values[i];
  add_chance(object, balance.odds[combination]);
  object["trials"] = balance.trials[combination];
  return object;
}

}  // namespace

std::size_t combinations_of(const std::vector<Varied>& varied) {
  std::size_t count = 1;
  for (const Varied& v : varied) count *= v.values.size();
  return count;
}

std::vector<int> values_of(const std::vector<Varied>& varied, std::size_t combination) {
  std::vector<int> values(varied.size());
  for (std::size_t i = varied.size(); i-- > 0;) {
    values[i] = varied[i].values[combination % varied[i].values.size()];
    combination /= varied[i].values.size();
  }
  return values;
}

std::string in_words(const Balance& balance, std::size_t combination) {
  const auto values = values_of(balance.varied, combination);
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (text.empty() ? "" : ", ") + fmt::format("{} = {}", balance.varied[i].path, values[i]);
  return text;
}

void judge(Balance& balance) {
  const auto away = [&](std::size_t i) { return std::abs(*known(balance, i) - balance.target); };
  balance.best.reset();
  balance.unknown = 0;
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    if (!known(balance, i))
      ++balance.unknown;
    else if (!balance.best || away(i) < away(*balance.best))
      balance.best = i;
  }
  balance.as_near.clear();
  if (!balance.best) return;
  const Distance best = distance_of(balance.odds[*balance.best], balance.target);
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    if (i == *balance.best || !known(balance, i)) continue;
    const Distance other = distance_of(balance.odds[i], balance.target);
    const bool is_exact = balance.odds[i].exact && balance.odds[*balance.best].exact;
    if (is_exact ? other.least - best.least < 1e-12 : other.least <= best.most) balance.as_near.push_back(i);
  }
}

std::optional<BalanceRound> round_after(const BalanceRound& before, const Balance& balance) {
  constexpr std::uint64_t times_the_trials = 4, most_trials = 64'000'000;
  BalanceRound next{.trials = times_the_trials * before.trials, .method = sim::Method::simulate};
  if (next.trials > most_trials || balance.as_near.empty()) return std::nullopt;
  next.combinations = balance.as_near;
  next.combinations.push_back(*balance.best);
  std::erase_if(next.combinations, [&](std::size_t i) { return balance.odds[i].exact.has_value(); });
  return next.combinations.empty() ? std::nullopt : std::optional(next);
}

std::string to_text(const Balance& balance, const Style& style) {
  std::string text = bold(wrapped(balance.name + ": " + verdict(balance), columns_of(style)), style);
  if (const std::string more = around(balance); !more.empty()) text += wrapped(more, columns_of(style));
  text += "\n" + (balance.varied.size() == 1 ? list(balance, style) : grid(balance, style));
  const auto most = std::max_element(balance.trials.begin(), balance.trials.end());
  const bool simulated = most != balance.trials.end() && *most > 0;
  if (simulated || !balance.notes.empty()) text += "\n";
  if (simulated)
    text += wrapped(fmt::format("simulated: up to {} trials a setting, seed {}", grouped(*most), balance.seed), columns_of(style));
  for (const std::string& note : balance.notes) text += wrapped("note: " + note, columns_of(style));
  return text;
}

std::string to_json(const Balance& balance) {
  Json root;
  root["schema"] = "boxcars/1";
  root["version"] = version;
  root["question"] = "balance";
  root["name"] = balance.name;
  root["event"] = balance.event;
  root["vary"] = Json::array();
  for (const Varied& varied : balance.varied) root["vary"].push_back(varied.path);
  root["target"] = number(balance.target);
  root["method"] = std::string(ask::name_of(balance.method));
  root["seed"] = balance.seed;
  root["settings"] = Json::array();
  for (std::size_t i = 0; i < balance.odds.size(); ++i) root["settings"].push_back(setting_json(balance, i));
  root["best"] = balance.best ? setting_json(balance, *balance.best) : Json(nullptr);
  root["verdict"] = verdict(balance);
  root["notes"] = balance.notes;
  return printed(root);
}

std::string to_csv(const Balance& balance) {
  std::string text;
  for (const Varied& varied : balance.varied) text += csv_field(varied.path) + ",";
  text += std::string(csv_head) + "\n";
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    std::string before;
    for (const int value : values_of(balance.varied, i)) before += std::to_string(value) + ",";
    sim::Answer answer;
    answer.trials = balance.trials[i];
    answer.events.push_back({balance.event, balance.odds[i]});
    text += csv_rows(answer, before);
  }
  return text;
}

std::string to_markdown(const Balance& balance) {
  std::string text = "**" + balance.name + ": " + verdict(balance) + "**\n\n";
  for (const Varied& varied : balance.varied) text += "| " + varied.path + " ";
  text += "| exact | simulated | 95% interval |\n";
  for (std::size_t i = 0; i < balance.varied.size(); ++i) text += "|---:";
  text += "|---:|---:|---:|\n";
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    for (const int value : values_of(balance.varied, i)) text += fmt::format("| {} ", value);
    const auto& [exact, estimate, count] = balance.odds[i];
    text += fmt::format("| {} | {} | {} |\n", exact ? exact_percent(*exact) : "", estimate ? estimated_percent(*estimate) : "",
                        estimate ? interval_percent(*estimate) : "");
  }
  text += "\n";
  for (const std::string& note : balance.notes) text += "- " + note + "\n";
  return text;
}

}  // namespace boxcars::io
