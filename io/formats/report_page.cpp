#include "io/formats/report_page.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"

namespace boxcars::io {
namespace {

Known known_of(const sim::Answer& answer) {
  const auto any = [&](auto member) {
    return std::any_of(answer.events.begin(), answer.events.end(), [&](const auto& event) { return (event.chance.*member).has_value(); });
  };
  return {any(&sim::Chance::exact), any(&sim::Chance::estimate)};
}

// Of odds: less makes no difference.
constexpr double least_difference = 1e-9;

// A table of events, or of the values of a measure. Beside the exact odds an estimate needs no interval.
class Odds {
 public:
  Odds(Known known, Detail detail, Table::Column::Align names) : known_(known), detail_(detail) {
    table_.columns = {{"", names}, {"exact"}, {"simulated"}};
    if (with_interval()) table_.columns.push_back({"95% interval"});
    table_.extra = with_interval() ? 1 : 0;
  }
  void add(const std::string& name, const sim::Chance& chance, const std::optional<sim::Bounds>& bounds = {}, bool apart = false) {
    const auto& estimate = chance.estimate;
    // The exact odds have no fewer digits than the estimate beside them.
    Table::Row row{
        .cells = {name, chance.exact ? exact_percent(*chance.exact, estimate ? std::max(2, supported_decimals(*estimate)) : 2) : "",
                  estimate ? estimated_percent(*estimate) : ""},
        .share = best_known(chance),
        .apart = apart};
    if (with_interval()) row.cells.push_back(estimate ? interval_of(*estimate, bounds) : "");
    table_.rows.push_back(std::move(row));
  }
  void left_out() { ++rarer_; }
  void add_to(Document& document, const std::string& of_what) && {
    if (!table_.rows.empty()) document.emplace_back(std::move(table_));
    if (rarer_ > 0) document.emplace_back(Said{fmt::format("and {} rarer {}{}: --verbose", rarer_, of_what, rarer_ == 1 ? "" : "s")});
  }
  bool is_empty() const { return table_.rows.empty() && rarer_ == 0; }

 private:
  // Bounds that are closer than the interval leave nothing to chance.
  static std::string interval_of(const sim::Estimate& estimate, const std::optional<sim::Bounds>& bounds) {
    if (!bounds || bounds->high - bounds->low >= estimate.high - estimate.low) return interval_percent(estimate);
    return interval_percent({.value = estimate.value, .low = bounds->low, .high = bounds->high}) + " for certain";
  }
  bool with_interval() const { return known_.estimated && (!known_.exact || detail_ == Detail::all); }

  Known known_;
  Detail detail_;
  Table table_{};
  std::size_t rarer_ = 0;
};

bool is_untold(const Report& report, const std::string& name) {
  const auto& untold = report.question.untold;
  return std::find(untold.begin(), untold.end(), name) != untold.end();
}

Odds events_of(const Report& report, Known known, Detail detail, bool with_certain) {
  Odds odds(known, detail, Table::Column::Align::left);
  std::string before;
  for (const auto& [name, chance, bounds] : report.answer.events) {
    if (detail == Detail::brief) {
      if (cannot_happen(chance) || (is_certain(chance) && !with_certain) || is_untold(report, name)) continue;
      if (is_rare(chance)) {
        odds.left_out();
        continue;
      }
    }
    const std::string now = family(name);
    odds.add(name, chance, bounds, !odds.is_empty() && now != before);
    before = now;
  }
  return odds;
}

void add_measure(Document& document, const sim::MeasureAnswer& measure, Known known, Detail detail) {
  Odds odds(known, detail, Table::Column::Align::right);
  for (const auto& [value, chance] : measure.distribution) {
    if (detail == Detail::brief && is_rare(chance))
      odds.left_out();
    else
      odds.add(std::to_string(value), chance);
  }
  document.emplace_back(Gap{});
  document.emplace_back(Said{measure.name + ": " + means(measure)});
  if (measure.distribution.size() >= wide_from) document.emplace_back(Said{quantiles(measure)});
  if (measure.distribution.size() <= most_values || detail == Detail::all) std::move(odds).add_to(document, "value");
}

// Those most often met, if what is chosen makes a difference.
void add_decisions(Document& document, const std::vector<ask::Decision>& decisions, bool of_movement, Detail detail) {
  constexpr std::size_t most_told = 12;
  Table table{.columns = {{of_movement ? "step" : "turn"},
                          {of_movement ? "hex" : "shot", Table::Column::Align::left},
                          {"the best first; the situation", Table::Column::Align::left}},
              .wraps = Table::Wraps::always};
  std::size_t left_out = 0;
  for (const ask::Decision& decision : decisions) {
    const auto [least, most] = std::minmax_element(decision.choices.begin(), decision.choices.end(),
                                                   [](const auto& a, const auto& b) { return a.exact < b.exact; });
    if (detail == Detail::brief && most->exact - least->exact < least_difference) continue;
    if (detail == Detail::brief && table.rows.size() == most_told) {
      ++left_out;
      continue;
    }
    auto choices = decision.choices;  // the best first
    std::stable_sort(choices.begin(), choices.end(), [&](const auto& x, const auto& y) {
      return std::pair(x.target != decision.best, -x.exact) < std::pair(y.target != decision.best, -y.exact);
    });
    std::string told;
    for (const auto& choice : choices) told += (told.empty() ? "" : ", ") + choice.target + " " + exact_percent(choice.exact);
    const std::string met = decision.probability < 1 - least_difference ? fmt::format(" (in {})", exact_percent(decision.probability)) : "";
    table.rows.push_back(
        {.cells = {fmt::format("{}", decision.turn), decision.shot, fmt::format("{}: {}{}", told, decision.situation, met)}});
  }
  if (table.rows.empty()) return;
  document.emplace_back(Gap{});
  document.emplace_back(Said{of_movement ? "who fires: the best first, and how often they arrive then"
                                         : "what to do: the best first, and how often the attacker wins then"});
  document.emplace_back(std::move(table));
  if (left_out > 0) document.emplace_back(Said{fmt::format("and {} situations that are met less often: --verbose", left_out)});
}

Document document_of(const Report& report, Detail detail) {
  Document document;
  if (!report.understood.empty()) document.emplace_back(Said{report.understood});
  if (const std::string first = headline(report); !first.empty()) document.emplace_back(Said{first, Said::As::headline});
  for (const auto& line : report.question.summary) document.emplace_back(Said{line});
  if (report.explain) add_modifiers(document, report.question);
  if (report.decisions) add_decisions(document, *report.decisions, report.name == "cross", detail);
  const Known known = known_of(report.answer);
  if (known.exact || known.estimated) {
    Odds events = events_of(report, known, detail, false);
    if (events.is_empty()) events = events_of(report, known, detail, true);
    if (!events.is_empty()) document.emplace_back(Gap{});
    std::move(events).add_to(document, "event");
    for (const auto& measure : report.answer.measures) {
      const bool goes_without_saying = is_constant(measure) || is_untold(report, measure.name);
      if (!goes_without_saying || detail == Detail::all) add_measure(document, measure, known, detail);
    }
  }
  for (std::size_t i = 0; i < report.tales.size(); ++i) {
    document.emplace_back(Gap{});
    document.emplace_back(Said{fmt::format("trial {}", i + 1)});
    for (const auto& line : report.tales[i]) document.emplace_back(Step{line});
  }
  document.emplace_back(Gap{});
  const auto& summary = report.question.summary;
  for (const auto& note : report.question.notes) {
    if (std::find(summary.begin(), summary.end(), note) == summary.end()) document.emplace_back(Remark{"note: " + note});
  }
  if (known.estimated) document.emplace_back(Remark{trials_line(report)});
  return document;
}

Records records_of(const Report& report) {
  Records records{.head = answer_columns};
  add_rows(records, report.answer);
  for (const ask::Decision& decision : report.decisions.value_or(std::vector<ask::Decision>{})) {
    const std::string name = fmt::format("turn {}, {}: {}", decision.turn, decision.shot, decision.situation);
    for (const auto& choice : decision.choices)
      records.rows.push_back({"choice", name, choice.target, plain(choice.exact), "", "", "", "", "0"});
  }
  return records;
}

// What is drawn of a report: not what is told in words only.
std::string pictured_of(const Report& report) {
  Report drawn = report;
  drawn.decisions.reset();
  drawn.tales.clear();
  if (!report.map) return pictured(to_json_line(drawn));
  const auto& [map, hexes, own, afvs] = *report.map;
  const std::string title = map.option + " " + map.file;
  return pictured(to_json_line(drawn), {{.title = title, .board = {map.file, changed_map(map)}, .hexes = hexes, .own = own, .afvs = afvs}});
}

}  // namespace

void add_modifiers(Document& document, const model::Description& question) {
  if (!question.worked_out.empty()) document.emplace_back(Gap{});
  for (const auto& line : question.worked_out) document.emplace_back(Step{line});
  document.emplace_back(Gap{});
  document.emplace_back(Said{question.modifiers.empty() ? "no modifiers" : "modifiers"});
  int total = 0;
  Table table{.columns = {{"DRM"}, {"reason", Table::Column::Align::left}}, .wraps = Table::Wraps::always};
  for (const auto& [amount, reason, rule] : question.modifiers) {
    table.rows.push_back({.cells = {fmt::format("{:+}", amount), fmt::format("{} ({})", reason, rule)}});
    total += amount;
  }
  if (!table.rows.empty()) document.emplace_back(std::move(table));
  if (!question.modifiers.empty() && question.modifiers_of == model::ModifiersOf::one_roll)
    document.emplace_back(Said{fmt::format("{:+} in all", total)});
}

Page page_of(const Report& report, Detail detail) {
  return {.document = [&report, detail] { return document_of(report, detail); },
          .records = [&report] { return records_of(report); },
          .json = [&report] { return to_json(report); },
          .pictured = [&report] { return pictured_of(report); },
          .repeat = can_repeat(report) ? command(report) + (detail == Detail::all ? " --verbose" : "") : ""};
}

}  // namespace boxcars::io
