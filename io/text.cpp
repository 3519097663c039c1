#include "io/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "io/lines.hpp"
#include "io/percent.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t longest_bar = 25;
constexpr double too_rare = 1e-6;  // for what never came

struct Row {
  std::string name;
  sim::Chance chance;
  bool gap_before = false;
};

// One table for events and the values of measures: its columns are as wide as what stands in them.
std::string table(const std::vector<Row>& rows, const Style& style, bool with_exact, bool with_estimate) {
  struct Cells {
    std::string name, exact, estimate, interval;
  };
  std::vector<Cells> cells{{"", with_exact ? "exact" : "", with_estimate ? "simulated" : "", with_estimate ? "95% interval" : ""}};
  for (const Row& row : rows) {
    const auto& estimate = row.chance.estimate;
    // The exact odds have no fewer digits than the estimate beside them.
    cells.push_back(
        {row.name,
         row.chance.exact && with_exact ? exact_percent(*row.chance.exact, estimate ? std::max(2, supported_decimals(*estimate)) : 2) : "",
         estimate ? estimated_percent(*estimate) : "", estimate ? interval_percent(*estimate) : ""});
  }
  const auto width_of = [&](std::string Cells::*column) {
    std::size_t width = 0;
    for (const Cells& row : cells) width = std::max(width, (row.*column).size());
    return width;
  };
  const auto total = static_cast<std::size_t>(style.width);
  const std::size_t exact = width_of(&Cells::exact);
  const std::size_t estimate = width_of(&Cells::estimate);
  std::size_t interval = width_of(&Cells::interval);
  std::size_t name = width_of(&Cells::name);
  const auto taken = [&] { return name + (exact ? 2 + exact : 0) + (estimate ? 2 + estimate : 0) + (interval ? 2 + interval : 0); };
  if (taken() > total) interval = 0;
  if (taken() > total) name = total - (taken() - name);
  const std::size_t room = total > taken() + 2 ? total - taken() - 2 : 0;
  const std::size_t bar_cells = room >= 5 ? std::min(room, longest_bar) : 0;

  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cells& row = cells[i];
    if (i > 0 && rows[i - 1].gap_before) text += "\n";
    // A name that does not fit has a line of its own.
    if (row.name.size() > name) text += row.name + "\n";
    std::string line = fmt::format("{:<{}}", row.name.size() > name ? "" : row.name, name);
    if (exact) line += fmt::format("  {:>{}}", row.exact, exact);
    if (estimate) line += fmt::format("  {:>{}}", row.estimate, estimate);
    if (interval) line += fmt::format("  {:>{}}", row.interval, interval);
    if (i > 0 && bar_cells) {
      const sim::Chance& chance = rows[i - 1].chance;
      if (const auto known = best_known(chance)) line += "  " + bar(*known, bar_cells, style);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

// Events of one unit, and those of the IFT, stand together: what comes before the event's own name.
std::string family(const std::string& event) {
  const auto space = event.find(' ');
  if (space == std::string::npos) return "";
  const std::string first = event.substr(0, space);
  return first == "IFT" || first.find(':') != std::string::npos ? first : "";
}

// "Replaced" without an ELR and the like: true zeros are for programs to read.
bool cannot_happen(const sim::Chance& chance) { return chance.exact == 0.0 && chance.count.value_or(0) == 0; }

// What nobody needs a line for: it never came, and is hardly ever to be expected.
bool is_rare(const sim::Chance& chance) { return chance.exact.value_or(0) < too_rare && chance.count.value_or(0) == 0; }

std::string and_rarer(std::size_t count, const std::string& of_what) {
  return count == 0 ? "" : fmt::format("   and {} rarer {}{}\n", count, of_what, count == 1 ? "" : "s");
}

bool is_always_zero(const sim::MeasureAnswer& measure) {
  return std::all_of(measure.distribution.begin(), measure.distribution.end(),
                     [](const sim::ValueAnswer& v) { return v.value == 0 || cannot_happen(v.chance); }) &&
         measure.exact_mean.has_value();
}

std::string events_table(const Report& report, const Style& style, bool with_exact, bool with_estimate) {
  std::vector<Row> rows;
  std::string before;
  std::size_t rare = 0;
  for (const auto& event : report.answer.events) {
    const auto& untold = report.question.untold;
    if (cannot_happen(event.chance) || std::find(untold.begin(), untold.end(), event.name) != untold.end()) continue;
    if (is_rare(event.chance)) {
      ++rare;
      continue;
    }
    const std::string now = family(event.name);
    rows.push_back({event.name, event.chance, !rows.empty() && now != before});
    before = now;
  }
  if (rows.empty()) return "";
  return "\n" + table(rows, style, with_exact, with_estimate) + and_rarer(rare, "event");
}

std::string measure_table(const sim::MeasureAnswer& measure, const Style& style, bool with_exact, bool with_estimate) {
  std::vector<Row> rows;
  std::size_t rare = 0;
  for (const auto& value : measure.distribution) {
    if (is_rare(value.chance))
      ++rare;
    else
      rows.push_back({fmt::format("{:>4}", value.value), value.chance});
  }
  std::string text = wrapped(measure.name + ": " + means(measure), style.width);
  if (rows.size() > most_values) return text + wrapped("  " + quantiles(measure), style.width);
  text += table(rows, style, with_exact, with_estimate);
  return text + and_rarer(rare, "value");
}

}  // namespace

std::string to_text(const Report& report, const Style& wanted) {
  Style style = wanted;
  style.width = columns_of(style);
  const auto known = [&](auto member) {
    return std::any_of(report.answer.events.begin(), report.answer.events.end(),
                       [&](const sim::EventAnswer& e) { return (e.chance.*member).has_value(); });
  };
  const bool with_exact = known(&sim::Chance::exact);
  const bool with_estimate = known(&sim::Chance::estimate);
  const auto lines = [&](const std::string& text, const std::string& indent = "  ") { return wrapped(text, style.width, indent); };

  std::string text;
  if (const std::string first = headline(report); !first.empty()) text += bold(lines(first), style);
  for (const auto& line : report.question.summary) text += lines(line);
  if (report.explain) {
    int total = 0;
    text += report.question.modifiers.empty() ? "\nno modifiers\n" : "\nmodifiers\n";
    for (const auto& modifier : report.question.modifiers) {
      text += lines(fmt::format("{:+} {} ({})", modifier.amount, modifier.reason, modifier.rule), "   ");
      total += modifier.amount;
    }
    if (!report.question.modifiers.empty() && report.question.modifiers_of == model::ModifiersOf::one_roll)
      text += fmt::format("{:+} in all\n", total);
  }
  if (with_exact || with_estimate) {
    text += events_table(report, style, with_exact, with_estimate);
    for (const auto& measure : report.answer.measures) {
      if (!is_always_zero(measure)) text += "\n" + measure_table(measure, style, with_exact, with_estimate);
    }
  }
  for (std::size_t i = 0; i < report.tales.size(); ++i) {
    text += fmt::format("\ntrial {}\n", i + 1);
    for (const auto& line : report.tales[i]) text += lines("- " + line);
  }
  text += "\n";
  for (const auto& note : report.question.notes) text += lines("note: " + note);
  if (with_estimate) text += lines(trials_line(report));
  if (can_repeat(report)) text += "repeat: " + command(report) + "\n";  // in one piece, to be pasted
  return text;
}

}  // namespace boxcars::io
