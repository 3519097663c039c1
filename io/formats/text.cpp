#include "io/formats/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t longest_bar = 25;

struct Row {
  std::string name;
  sim::Chance chance;
  bool gap_before = false;
};

// One table for events and the values of measures.
std::string table(const std::vector<Row>& rows, const Style& style, bool with_exact, bool with_estimate) {
  std::vector<Cells> cells{{"", with_exact ? "exact" : "", with_estimate ? "simulated" : "", with_estimate ? "95% interval" : ""}};
  for (const Row& row : rows) {
    const auto& estimate = row.chance.estimate;
    // The exact odds have no fewer digits than the estimate beside them.
    cells.push_back(
        {row.name,
         row.chance.exact && with_exact ? exact_percent(*row.chance.exact, estimate ? std::max(2, supported_decimals(*estimate)) : 2) : "",
         estimate ? estimated_percent(*estimate) : "", estimate ? interval_percent(*estimate) : ""});
  }
  const auto place = static_cast<std::size_t>(style.width);
  const Columns columns(cells, place);
  const std::size_t room = place > columns.width() + 2 ? place - columns.width() - 2 : 0;
  const std::size_t bar_cells = room >= 5 ? std::min(room, longest_bar) : 0;

  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 && rows[i - 1].gap_before) text += "\n";
    const auto known = i > 0 && bar_cells ? best_known(rows[i - 1].chance) : std::nullopt;
    text += columns.line(cells[i], known ? "  " + bar(*known, bar_cells, style) : "");
  }
  return text;
}

std::string and_rarer(std::size_t count, const std::string& of_what) {
  return count == 0 ? "" : fmt::format("   and {} rarer {}{}\n", count, of_what, count == 1 ? "" : "s");
}

bool is_untold(const Report& report, const std::string& name) {
  const auto& untold = report.question.untold;
  return std::find(untold.begin(), untold.end(), name) != untold.end();
}

std::string events_table(const Report& report, const Style& style, bool with_exact, bool with_estimate) {
  std::vector<Row> rows;
  std::string before;
  std::size_t rare = 0;
  for (const auto& event : report.answer.events) {
    if (cannot_happen(event.chance) || is_untold(report, event.name)) continue;
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
  if (rows.size() >= wide_from) text += wrapped("  " + quantiles(measure), style.width);
  if (rows.size() > most_values) return text;
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
    if (!report.question.worked_out.empty()) text += "\n";
    for (const auto& line : report.question.worked_out) text += lines(line);
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
      if (!is_always_zero(measure) && !is_untold(report, measure.name))
        text += "\n" + measure_table(measure, style, with_exact, with_estimate);
    }
  }
  for (std::size_t i = 0; i < report.tales.size(); ++i) {
    text += fmt::format("\ntrial {}\n", i + 1);
    for (const auto& line : report.tales[i]) text += style.tales == Tales::whole ? "- " + line + "\n" : lines("- " + line);
  }
  text += "\n";
  for (const auto& note : report.question.notes) text += lines("note: " + note);
  if (with_estimate) text += lines(trials_line(report));
  if (can_repeat(report)) text += "repeat: " + command(report) + "\n";  // in one piece, to be pasted
  return text;
}

}  // namespace boxcars::io
