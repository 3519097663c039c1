#include "io/formats/balance_page.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "ask/input_words.hpp"
#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"
#include "io/formats/report.hpp"

namespace boxcars::io {
namespace {

using ask::Balance;
using ask::Varied;

std::string percent(const sim::Chance& chance) {
  if (chance.exact) return exact_percent(*chance.exact);
  return chance.estimate ? estimated_percent(*chance.estimate) : "?";
}

std::optional<double> known(const Balance& balance, std::size_t combination) { return best_known(balance.odds[combination]); }

// "no setting comes near 50%: attacker wins 0% at all of them".
std::string foregone_in_words(const Balance& balance) {
  const bool exact = std::all_of(balance.odds.begin(), balance.odds.end(), [](const auto& odds) { return odds.exact.has_value(); });
  const std::string why = balance.foregone == Balance::Foregone::never && !balance.why_never.empty() ? "; " + balance.why_never : "";
  return fmt::format("no setting comes near {:.4g}%: {} {}{}{}", 100 * balance.target, balance.event, percent(balance.odds.front()),
                     exact ? " at every one that was tried" : " in the trials at every one that was tried", why);
}

// "shot.MGs.drm = -1 is nearest to 50%: attacker wins 47.20%."
std::string verdict_on(const Balance& balance) {
  if (balance.foregone != Balance::Foregone::no) return foregone_in_words(balance);
  if (!balance.best) return "the odds of no setting are known";
  const std::size_t best = *balance.best;
  std::string text = fmt::format("{} is nearest to {:.4g}%: {} {}", ask::in_words(balance, best), 100 * balance.target, balance.event,
                                 percent(balance.odds[best]));
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < std::min(balance.as_near.size(), most_named); ++i) {
    const sim::Chance& odds = balance.odds[balance.as_near[i]];
    const char* how = odds.exact && balance.odds[best].exact ? "is as near" : "may be as near";
    text += fmt::format("; {} ({}) {}", ask::in_words(balance, balance.as_near[i]), percent(odds), how);
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
    text += (text.empty() ? "" : ", ") +
            fmt::format("{} gives {}", ask::in_words(balance.varied[0].values[neighbor]), percent(balance.odds[neighbor]));
  }
  const bool is_scale = std::holds_alternative<double>(balance.varied[0].values[best]);
  const bool is_at_end = is_scale && last > 0 && (best == 0 || best == last) && known(balance, best == 0 ? 1 : best - 1);
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
  for (const auto& value : varied.values) width = std::max(width, ask::in_words(value).size());
  std::string text =
      fmt::format("{:>{}}  {:>8}{}\n", varied.path, width, "exact", with_estimate ? fmt::format("  {:>9}", "simulated") : "");
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    const auto& [exact, estimate, count] = balance.odds[i];
    std::string line = fmt::format("{:>{}}  {:>8}", ask::in_words(varied.values[i]), width, exact ? exact_percent(*exact) : "");
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
  for (const auto& value : down.values) label = std::max(label, ask::in_words(value).size());
  std::size_t cell = 7;  // "100.0%*"
  for (const auto& value : across.values) cell = std::max(cell, ask::in_words(value).size() + 1);
  const auto columns = across.values.size();
  // What is too wide is a list.
  if (label + columns * (cell + 2) > static_cast<std::size_t>(columns_of(style))) {
    std::string text;
    for (std::size_t i = 0; i < balance.odds.size(); ++i)
      text +=
          wrapped(ask::in_words(balance, i) + ": " + percent(balance.odds[i]) + (i == balance.best ? "  nearest" : ""), columns_of(style));
    return text;
  }
  std::string text = wrapped(down.path + " (down) and " + across.path, columns_of(style));
  text += fmt::format("{:>{}}", "", label);
  for (const auto& value : across.values) text += fmt::format("  {:>{}} ", ask::in_words(value), cell - 1);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  for (std::size_t r = 0; r < down.values.size(); ++r) {
    std::string row = fmt::format("{:>{}}", ask::in_words(down.values[r]), label), below(label, ' ');
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
  for (const auto& [path, value] : ask::settings_of(balance.varied, combination)) object["values"][path] = to_json(value);
  add_chance(object, balance.odds[combination]);
  object["trials"] = balance.trials[combination];
  return object;
}

Table table_of(const Balance& balance) {
  Table table{.fixed = balance.varied.size()};
  for (const Varied& varied : balance.varied) table.columns.push_back({varied.path});
  table.columns.insert(table.columns.end(), {{"exact"}, {"simulated"}, {"95% interval"}});
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    Table::Row row;
    for (const auto& setting : ask::settings_of(balance.varied, i)) row.cells.push_back(ask::in_words(setting.value));
    const auto& [exact, estimate, count] = balance.odds[i];
    row.cells.insert(row.cells.end(), {exact ? exact_percent(*exact) : "", estimate ? estimated_percent(*estimate) : "",
                                       estimate ? interval_percent(*estimate) : ""});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Document document_of(const Balance& balance, Detail detail) {
  Document document{Said{balance.name + ": " + verdict_on(balance), Said::As::headline}};
  if (std::string more = around(balance); !more.empty()) document.emplace_back(Said{std::move(more)});
  document.emplace_back(Gap{});
  const auto drawn = [&balance](const Style& style) { return balance.varied.size() == 1 ? list(balance, style) : grid(balance, style); };
  document.emplace_back(Drawing{drawn, table_of(balance)});
  if (detail == Detail::all) {
    document.emplace_back(Gap{});
    document.emplace_back(table_of(balance));
  }
  const auto most = std::max_element(balance.trials.begin(), balance.trials.end());
  const bool simulated = most != balance.trials.end() && *most > 0;
  if (simulated || !balance.notes.empty()) document.emplace_back(Gap{});
  if (simulated) document.emplace_back(Remark{fmt::format("simulated: up to {} trials a setting, seed {}", grouped(*most), balance.seed)});
  for (const std::string& note : balance.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

std::string json_of(const Balance& balance) {
  Json root = begun("balance");
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
  root["verdict"] = verdict_on(balance);
  root["notes"] = balance.notes;
  return printed(root);
}

Records records_of(const Balance& balance) {
  Records records;
  for (const Varied& varied : balance.varied) records.head.push_back(varied.path);
  records.head.insert(records.head.end(), answer_columns.begin(), answer_columns.end());
  for (std::size_t i = 0; i < balance.odds.size(); ++i) {
    std::vector<std::string> before;
    for (const auto& setting : ask::settings_of(balance.varied, i)) before.push_back(ask::in_words(setting.value));
    add_rows(records, {.trials = balance.trials[i], .events = {{balance.event, balance.odds[i]}}}, before);
  }
  return records;
}

}  // namespace

Page page_of(const Balance& balance, Detail detail) {
  return {.document = [&balance, detail] { return document_of(balance, detail); },
          .records = [&balance] { return records_of(balance); },
          .json = [&balance] { return json_of(balance); },
          .pictured = [&balance] { return pictured(json_of(balance)); }};
}

}  // namespace boxcars::io
