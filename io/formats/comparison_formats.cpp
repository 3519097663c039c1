#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/formats/comparison.hpp"
#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/tables.hpp"

namespace boxcars::io {
namespace {

// What a reader is told of odds, means and differences: exact where the difference is, so that the columns agree.
Cells cells_of(const ComparedEvent& event) {
  const auto& exact = event.difference.exact;
  const auto& estimate = event.difference.estimate;
  const int decimals = estimate ? std::max(2, supported_decimals(*estimate)) : 2;
  const auto odds = [&](const sim::Chance& chance) -> std::string {
    if (chance.exact && (exact || !chance.estimate)) return exact_percent(*chance.exact, decimals);
    return chance.estimate ? estimated_percent(*chance.estimate) : "";
  };
  return {event.name, odds(event.a), odds(event.b),
          exact      ? exact_points(*exact, decimals)
          : estimate ? estimated_points(*estimate)
                     : "",
          estimate ? interval_points(*estimate) : ""};
}

Cells cells_of(const ComparedMeasure& measure) {
  const auto& exact = measure.difference.exact;
  const auto& estimate = measure.difference.estimate;
  const auto mean = [&](const sim::MeasureAnswer& of) -> std::string {
    if (of.exact_mean && (exact || !of.mean)) return fmt::format("{:.4g}", *of.exact_mean);
    return of.mean ? fmt::format("{:.{}f}", of.mean->value, decimals_within(of.mean->standard_error)) : "";
  };
  Cells cells{measure.a.name, mean(measure.a), mean(measure.b), "", ""};
  const int decimals = estimate ? decimals_within(estimate->half_width()) : 0;
  if (estimate) cells[3] = with_sign(estimate->value, decimals);
  if (exact) cells[3] = *exact == 0 ? "0" : fmt::format("{:+.4g}", *exact);
  if (estimate) cells[4] = with_sign(estimate->low, decimals) + " to " + with_sign(estimate->high, decimals);
  return cells;
}

bool is_untold(const ComparedEvent& event) { return is_rare(event.a) && is_rare(event.b); }
bool is_untold(const ComparedMeasure& measure) { return is_always_zero(measure.a) && is_always_zero(measure.b); }

struct Known {
  bool exact = false;
  bool estimated = false;
};

Known known_in(const Comparison& comparison) {
  Known known;
  const auto look = [&](const auto& all) {
    for (const auto& one : all) {
      if (one.difference.exact) known.exact = true;
      if (one.difference.estimate) known.estimated = true;
    }
  };
  look(comparison.events);
  look(comparison.measures);
  return known;
}

Cells head(const std::string& name, Known known) { return {name, "A", "B", "difference", known.estimated ? "95% interval" : ""}; }

// What the columns hold.
std::string legend(Known known) {
  const std::string what = known.exact && known.estimated ? "exact, the intervals simulated" : known.exact ? "exact" : "simulated";
  return "difference: B minus A, of odds in percent points; " + what;
}

std::string events_table(const Comparison& comparison, const Style& style, Known known) {
  std::vector<Cells> rows{head("", known)};
  std::vector<std::string> families{""};
  for (const ComparedEvent& event : comparison.events) {
    if (is_untold(event)) continue;
    rows.push_back(cells_of(event));
    families.push_back(family(event.name));
  }
  if (rows.size() == 1) return "";
  const Columns columns(rows, static_cast<std::size_t>(style.width));
  std::string text = "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 1 && families[i] != families[i - 1]) text += "\n";
    text += columns.line(rows[i]);
  }
  return text;
}

std::string measures_table(const Comparison& comparison, const Style& style, Known known) {
  std::vector<Cells> rows{head("mean", known)};
  for (const ComparedMeasure& measure : comparison.measures) {
    if (!is_untold(measure)) rows.push_back(cells_of(measure));
  }
  if (rows.size() == 1) return "";
  const Columns columns(rows, static_cast<std::size_t>(style.width));
  std::string text = "\n";
  for (const Cells& row : rows) text += columns.line(row);
  return text;
}

// The notes of both, each told once, and those on the comparison.
std::vector<std::string> notes_of(const Comparison& comparison) {
  const auto& of_a = comparison.a.question.notes;
  const auto& of_b = comparison.b.question.notes;
  const auto holds = [](const std::vector<std::string>& notes, const std::string& note) {
    return std::find(notes.begin(), notes.end(), note) != notes.end();
  };
  std::vector<std::string> lines;
  for (const auto& note : of_a) lines.push_back((holds(of_b, note) ? "note: " : "note on A: ") + note);
  for (const auto& note : of_b) {
    if (!holds(of_a, note)) lines.push_back("note on B: " + note);
  }
  for (const auto& note : comparison.notes) lines.push_back("note: " + note);
  return lines;
}

std::string trials_of(const Comparison& comparison) {
  const std::uint64_t a = comparison.a.answer.trials, b = comparison.b.answer.trials;
  const std::string seed = fmt::format(", seed {}", comparison.alike.seed);
  if (a == b) return fmt::format("simulated: {} trial{} each", grouped(a), a == 1 ? "" : "s") + seed;
  return fmt::format("simulated: {} trials of A, {} of B", grouped(a), grouped(b)) + seed;
}

std::string as_typed(const Compared& compared) { return typed(compared.name, compared.question); }

bool anything_simulated(const Comparison& comparison) { return comparison.a.answer.trials + comparison.b.answer.trials > 0; }

Json question_json(const Compared& compared) {
  Json object;
  object["question"] = compared.name;
  object["inputs"] = inputs_json(compared.question.inputs);
  object["trials"] = compared.answer.trials;
  object["notes"] = compared.question.notes;
  return object;
}

Json chance_json(const sim::Chance& chance) {
  Json object;
  add_chance(object, chance);
  return object;
}

Json means_json(const sim::MeasureAnswer& measure) {
  Json object;
  add_means(object, measure);
  return object;
}

Json difference_json(const Difference& difference) {
  Json object;
  object["exact"] = number(difference.exact);
  object["estimate"] = difference.estimate ? number(difference.estimate->value) : Json(nullptr);
  object["low"] = difference.estimate ? number(difference.estimate->low) : Json(nullptr);
  object["high"] = difference.estimate ? number(difference.estimate->high) : Json(nullptr);
  return object;
}

std::optional<double> value_of(const auto& estimate) { return estimate ? std::optional(estimate->value) : std::nullopt; }

// Of an event its odds, of a measure its means.
std::string csv_row(const std::string& kind, const std::string& name, std::optional<double> a_exact, const auto& a,
                    std::optional<double> b_exact, const auto& b, const Difference& difference) {
  const auto& [exact, estimate] = difference;
  return fmt::format("{},{},{},{},{},{},{},{},{}\n", kind, csv_field(name), csv_number(a_exact), csv_number(value_of(a)),
                     csv_number(b_exact), csv_number(value_of(b)), csv_number(exact ? exact : value_of(estimate)),
                     csv_number(estimate ? std::optional(estimate->low) : std::nullopt),
                     csv_number(estimate ? std::optional(estimate->high) : std::nullopt));
}

std::string markdown_table(const std::string& head, const std::vector<Cells>& rows) {
  if (rows.empty()) return "";
  std::string text = "| " + head + " | A | B | difference | 95% interval |\n|---|---:|---:|---:|---:|\n";
  for (const Cells& row : rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
  return text + "\n";
}

template <class All>
std::vector<Cells> rows_of(const All& all) {
  std::vector<Cells> rows;
  for (const auto& one : all) rows.push_back(cells_of(one));
  return rows;
}

}  // namespace

std::string to_text(const Comparison& comparison, const Style& wanted) {
  Style style = wanted;
  style.width = columns_of(style);
  const auto lines = [&](const std::string& text) { return wrapped(text, style.width); };
  std::string text;
  for (const auto& line : comparison.verdict) text += bold(lines(line), style);
  if (!comparison.verdict.empty()) text += "\n";
  text += lines("A: " + as_typed(comparison.a)) + lines("B: " + as_typed(comparison.b));
  const Known known = known_in(comparison);
  text += events_table(comparison, style, known) + measures_table(comparison, style, known) + "\n";
  if (known.exact || known.estimated) text += lines(legend(known));
  for (const auto& note : notes_of(comparison)) text += lines(note);
  if (anything_simulated(comparison)) text += lines(trials_of(comparison));
  if (const auto again = command(comparison)) text += "repeat: " + *again + "\n";  // in one piece, to be pasted
  return text;
}

std::string to_json(const Comparison& comparison) {
  Json root;
  root["schema"] = "boxcars/1";
  root["version"] = version;
  root["question"] = "compare";
  root["a"] = question_json(comparison.a);
  root["b"] = question_json(comparison.b);
  root["method"] = std::string(ask::name_of(comparison.alike.method));
  root["seed"] = comparison.alike.seed;
  root["events"] = Json::array();
  for (const ComparedEvent& event : comparison.events) {
    Json object;
    object["name"] = event.name;
    object["a"] = chance_json(event.a);
    object["b"] = chance_json(event.b);
    object["difference"] = difference_json(event.difference);
    root["events"].push_back(std::move(object));
  }
  root["measures"] = Json::array();
  for (const ComparedMeasure& measure : comparison.measures) {
    Json object;
    object["name"] = measure.a.name;
    object["a"] = means_json(measure.a);
    object["b"] = means_json(measure.b);
    object["difference"] = difference_json(measure.difference);
    root["measures"].push_back(std::move(object));
  }
  root["verdict"] = comparison.verdict;
  root["notes"] = comparison.notes;
  return printed(root);
}

std::string to_csv(const Comparison& comparison) {
  std::string text = "kind,name,a_exact,a_estimate,b_exact,b_estimate,difference,low,high\n";
  for (const auto& [name, a, b, difference] : comparison.events)
    text += csv_row("event", name, a.exact, a.estimate, b.exact, b.estimate, difference);
  for (const auto& [a, b, difference] : comparison.measures)
    text += csv_row("measure", a.name, a.exact_mean, a.mean, b.exact_mean, b.mean, difference);
  return text;
}

std::string to_markdown(const Comparison& comparison) {
  std::string text;
  for (const auto& line : comparison.verdict) text += "**" + line + "**\n\n";
  text += "- A: `" + as_typed(comparison.a) + "`\n- B: `" + as_typed(comparison.b) + "`\n\n";
  text += markdown_table("event", rows_of(comparison.events)) + markdown_table("mean", rows_of(comparison.measures));
  if (const Known known = known_in(comparison); known.exact || known.estimated) text += "- " + legend(known) + "\n";
  for (const auto& note : notes_of(comparison)) text += "- " + note + "\n";
  if (anything_simulated(comparison)) text += "- " + trials_of(comparison) + "\n";
  if (const auto again = command(comparison)) text += "- repeat: `" + *again + " --format markdown`\n";
  return text;
}

}  // namespace boxcars::io
