#include "io/formats/comparison_page.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"
#include "io/formats/report.hpp"
#include "io/formats/report_page.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

using ask::Compared;
using ask::ComparedEvent;
using ask::ComparedMeasure;
using ask::Comparison;
using ask::Difference;
using ask::letter_of;

constexpr std::size_t longest_verdict = 3;
constexpr std::size_t most_named = 8;  // events in a note

std::set<std::string> headline_events(const model::Description& question) {
  std::set<std::string> names;
  for (const auto& part : question.headline) {
    if (part.tells == model::HeadlinePart::Tells::event) names.insert(part.name);
  }
  return names;
}

// An event of the first question and of one of the others.
struct Differing {
  std::string name;
  Difference difference;
};

double best_known(const Difference& difference) {
  return difference.exact ? *difference.exact : difference.estimate ? difference.estimate->value : 0;
}

// Exact odds differ or do not; estimated ones are seen to differ if the interval says so.
bool differs(const Differing& event) {
  const auto& [exact, estimate] = event.difference;
  if (exact) return *exact != 0;
  return estimate && (estimate->low > 0 || estimate->high < 0);
}

// "by 4.23 points", "by 4.1 to 4.4 points".
std::string by_points(const Difference& difference) {
  if (difference.exact) return "by " + exact_points(std::abs(*difference.exact)).substr(1) + " points";
  const sim::Estimate& e = *difference.estimate;
  const int decimals = supported_decimals(e);
  const std::string least = fmt::format("{:.{}f}", 100 * std::min(std::abs(e.low), std::abs(e.high)), decimals);
  const std::string most = fmt::format("{:.{}f}", 100 * std::max(std::abs(e.low), std::abs(e.high)), decimals);
  const bool is_zero = least.find_first_of("123456789") == std::string::npos;
  return "by " + (is_zero ? "up to " : least + " to ") + most + " points";
}

// A number that no interval ends beyond, in points.
std::string widest(const std::vector<Differing>& events) {
  double bound = 0;
  int decimals = 0;
  for (const auto& [name, difference] : events) {
    const sim::Estimate& e = *difference.estimate;
    const double further = 100 * std::max(std::abs(e.low), std::abs(e.high));
    if (further <= bound) continue;
    bound = further;
    decimals = supported_decimals(e);
  }
  const double unit = std::pow(10.0, -decimals);
  return fmt::format("{:.{}f}", std::ceil(bound / unit) * unit, decimals);
}

// How the k-th question differs from the first: the most first.
std::vector<std::string> verdict_on(const Comparison& comparison, std::size_t k) {
  std::vector<Differing> known;
  for (const ComparedEvent& event : comparison.events) {
    const Difference& difference = event.differences[k - 1];
    if (difference.exact || difference.estimate) known.push_back({event.name, difference});
  }
  if (known.empty()) return {};

  // What both questions are about comes first; if that is the same, all that they share is looked at.
  const auto of_first = headline_events(comparison.questions.front().question);
  const auto of_this = headline_events(comparison.questions[k].question);
  std::vector<Differing> first, differing;
  std::copy_if(known.begin(), known.end(), std::back_inserter(first),
               [&](const Differing& e) { return of_first.contains(e.name) && of_this.contains(e.name); });
  for (const auto* events : {&first, &known}) {
    if (!differing.empty()) break;
    std::copy_if(events->begin(), events->end(), std::back_inserter(differing), differs);
  }
  const std::string who = comparison.questions.size() > 2 ? letter_of(k) + ": " : "";
  const bool certain = comparison.same[k] || std::all_of(known.begin(), known.end(), [](const Differing& e) { return e.difference.exact; });
  if (differing.empty() && certain) return {who + "the odds are the same"};
  if (differing.empty()) return {who + "no difference is seen: all within " + widest(known) + " points"};

  std::stable_sort(differing.begin(), differing.end(), [](const Differing& one, const Differing& other) {
    return std::abs(best_known(one.difference)) > std::abs(best_known(other.difference));
  });
  const std::size_t lines_each = comparison.questions.size() > 2 ? 1 : longest_verdict;
  if (differing.size() > lines_each) differing.resize(lines_each);
  std::vector<std::string> lines;
  for (const auto& [name, difference] : differing) {
    const char* how = best_known(difference) > 0 ? "more" : "less";
    lines.push_back(fmt::format("{}: {} {} often, {}", letter_of(k), name, how, by_points(difference)));
  }
  return lines;
}

// "1,000 trials of A, 0 of B".
std::string trials_of_each(const Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.questions.size(); ++i)
    text += fmt::format("{}{}{} of {}", i == 0 ? "" : ", ", grouped(comparison.questions[i].answer.trials), i == 0 ? " trials" : "",
                        letter_of(i));
  return text;
}

// "interrupted: 1,000 trials of A, 0 of B".
std::string interrupted_in_words(const Comparison& comparison) {
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < comparison.questions.size(); ++i) {
    const sim::Answer& answer = comparison.questions[i].answer;
    const bool exact = !answer.events.empty() && answer.events.front().chance.exact;
    if (answer.trials == 0 && !exact) unknown.push_back(letter_of(i));
  }
  return "interrupted: " +
         (unknown.empty() ? trials_of_each(comparison) : fmt::format("nothing is known of {}", fmt::join(unknown, " and ")));
}

// "IFT 1KIA, IFT K/2 and 14 others".
std::string some_of(const std::vector<sim::EventAnswer>& events) {
  std::string text;
  const std::size_t told = events.size() > most_named + 1 ? most_named : events.size();
  for (std::size_t i = 0; i < told; ++i) text += (i == 0 ? "" : ", ") + events[i].name;
  return told == events.size() ? text : text + fmt::format(" and {} others", events.size() - told);
}

// Notes on the comparison; each question has its own besides.
std::vector<std::string> notes_on(const Comparison& comparison) {
  std::vector<std::string> notes;
  const bool two = comparison.questions.size() == 2;
  for (std::size_t k = 1; k < comparison.questions.size(); ++k) {
    if (comparison.same[k])
      notes.push_back(two ? "both are the same question: they throw the same dice"
                          : letter_of(k) + " is the same question as A: they throw the same dice");
  }
  if (comparison.events.empty()) {
    std::string note = two ? "no event is in both" : "no event of A is in another";
    for (std::size_t i = 0; i < comparison.questions.size(); ++i)
      note += "; " + letter_of(i) + " has " + some_of(comparison.questions[i].answer.events);
    notes.push_back(note);
  }
  return notes;
}

// In double quotes, as people type a question: what stands in single ones within it stays as it is.
std::string in_quotes(const std::string& question) {
  const bool plain = question.find_first_of("\"\\$`!") == std::string::npos && model::printable(question) == question;
  return plain ? "\"" + question + "\"" : quoted(question);
}

bool equally_long(const Comparison& comparison) {
  const std::uint64_t trials = comparison.questions.front().answer.trials;
  return std::all_of(comparison.questions.begin(), comparison.questions.end(),
                     [&](const Compared& c) { return c.answer.trials == trials; });
}

bool anything_simulated(const Comparison& comparison) {
  return std::any_of(comparison.questions.begin(), comparison.questions.end(), [](const Compared& c) { return c.answer.trials > 0; });
}

// What a reader is told of odds, means and differences: exact where the differences are, so that the columns agree.
struct Cells {
  std::vector<std::string> of{};
  std::vector<std::string> differences{};
  std::vector<std::string> intervals{};
};

bool are_exact(const std::vector<Difference>& differences) {
  return std::all_of(differences.begin(), differences.end(), [](const Difference& d) { return d.exact || !d.estimate; });
}

Cells told(const ComparedEvent& event) {
  Cells cells;
  const bool exact = are_exact(event.differences);
  int decimals = 2;
  for (const auto& [difference, estimate] : event.differences) {
    if (estimate) decimals = std::max(decimals, supported_decimals(*estimate));
  }
  for (const sim::Chance& chance : event.of) {
    const bool is_exact = chance.exact && (exact || !chance.estimate);
    cells.of.push_back(is_exact ? exact_percent(*chance.exact, decimals) : chance.estimate ? estimated_percent(*chance.estimate) : "");
  }
  for (const auto& [difference, estimate] : event.differences) {
    cells.differences.push_back(difference ? exact_points(*difference, decimals) : estimate ? estimated_points(*estimate) : "");
    cells.intervals.push_back(estimate ? interval_points(*estimate) : "");
  }
  return cells;
}

Cells told(const ComparedMeasure& measure) {
  Cells cells;
  const bool exact = are_exact(measure.differences);
  for (const sim::MeasureAnswer& of : measure.of) {
    const bool is_exact = of.exact_mean && (exact || !of.mean);
    cells.of.push_back(is_exact  ? fmt::format("{:.4g}", *of.exact_mean)
                       : of.mean ? fmt::format("{:.{}f}", of.mean->value, decimals_within(of.mean->standard_error))
                                 : "");
  }
  for (const auto& [difference, estimate] : measure.differences) {
    const int decimals = estimate ? decimals_within(estimate->half_width()) : 0;
    cells.differences.push_back(difference ? (*difference == 0 ? "0" : fmt::format("{:+.4g}", *difference))
                                : estimate ? with_sign(estimate->value, decimals)
                                           : "");
    cells.intervals.push_back(estimate ? with_sign(estimate->low, decimals) + " to " + with_sign(estimate->high, decimals) : "");
  }
  return cells;
}

bool goes_without_saying(const ComparedEvent& event) {
  const auto all = [&](auto is) { return std::all_of(event.of.begin(), event.of.end(), is); };
  return all(is_rare) || all(is_certain);
}
bool goes_without_saying(const ComparedMeasure& measure) {
  const auto same_value = [&](const sim::MeasureAnswer& of) { return is_constant(of) && of.exact_mean == measure.of.front().exact_mean; };
  return std::all_of(measure.of.begin(), measure.of.end(), same_value);
}

Known known_in(const Comparison& comparison) {
  Known known;
  const auto look = [&](const auto& all) {
    for (const auto& one : all) {
      for (const Difference& difference : one.differences) {
        known.exact = known.exact || difference.exact.has_value();
        known.estimated = known.estimated || difference.estimate.has_value();
      }
    }
  };
  look(comparison.events);
  look(comparison.measures);
  return known;
}

// Beside exact differences their intervals are only told in detail, or if there is only one.
template <class All>
void add_table(Document& document, const std::string& head, const All& all, std::size_t questions, Known known, Detail detail) {
  const bool intervals = known.estimated && (detail == Detail::all || questions == 2);
  Table table{.columns = {{head, Table::Column::Align::left}}};
  for (std::size_t i = 0; i < questions; ++i) table.columns.push_back({letter_of(i)});
  for (std::size_t k = 1; k < questions; ++k) table.columns.push_back({questions == 2 ? "difference" : letter_of(k) + "-A"});
  for (std::size_t k = 1; k < questions && intervals; ++k)
    table.columns.push_back({questions == 2 ? "95% interval" : letter_of(k) + "-A, 95% interval"});
  table.extra = intervals ? questions - 1 : 0;
  std::string before;
  for (const auto& one : all) {
    if (detail == Detail::brief && goes_without_saying(one)) continue;
    const Cells cells = told(one);
    Table::Row row{.cells = {one.name}, .apart = !table.rows.empty() && family(one.name) != before};
    before = family(one.name);
    row.cells.insert(row.cells.end(), cells.of.begin(), cells.of.end());
    row.cells.insert(row.cells.end(), cells.differences.begin(), cells.differences.end());
    if (intervals) row.cells.insert(row.cells.end(), cells.intervals.begin(), cells.intervals.end());
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) return;
  document.emplace_back(Gap{});
  document.emplace_back(std::move(table));
}

// What the columns hold.
std::string legend(const Comparison& comparison, Known known) {
  const std::string what = known.exact && known.estimated ? "exact, the intervals simulated" : known.exact ? "exact" : "simulated";
  return std::string(comparison.questions.size() == 2 ? "difference: B minus A" : "differences: each minus A") +
         ", of odds in percent points; " + what;
}

// The notes of all, each told once, and those on the comparison.
void add_notes(Document& document, const Comparison& comparison) {
  const auto holds = [](const Compared& compared, const std::string& note) {
    const auto& notes = compared.question.notes;
    return std::find(notes.begin(), notes.end(), note) != notes.end();
  };
  std::set<std::string> told;
  for (const Compared& one : comparison.questions) {
    for (const std::string& note : one.question.notes) {
      if (!told.insert(note).second) continue;
      std::string who;
      std::size_t having = 0;
      for (std::size_t i = 0; i < comparison.questions.size(); ++i) {
        if (!holds(comparison.questions[i], note)) continue;
        who += (who.empty() ? "" : ", ") + letter_of(i);
        ++having;
      }
      const bool of_all = having == comparison.questions.size();
      document.emplace_back(Remark{of_all ? "note: " + note : fmt::format("note on {}: {}", who, note)});
    }
  }
  for (const auto& note : notes_on(comparison)) document.emplace_back(Remark{"note: " + note});
}

std::string trials_of(const Comparison& comparison) {
  const std::string seed = fmt::format(", seed {}", comparison.seed);
  const std::uint64_t first = comparison.questions.front().answer.trials;
  if (equally_long(comparison)) return fmt::format("simulated: {} trial{} each", grouped(first), first == 1 ? "" : "s") + seed;
  return "simulated: " + trials_of_each(comparison) + seed;
}

std::string as_typed(const Compared& compared) { return typed(compared.name, compared.question); }

Document document_of(const Comparison& comparison, Detail detail) {
  Document document;
  const auto lines = verdict(comparison);
  for (const auto& line : lines) document.emplace_back(Said{line, Said::As::headline});
  if (!lines.empty()) document.emplace_back(Gap{});
  for (std::size_t i = 0; i < comparison.questions.size(); ++i) {
    const std::string& in_words = comparison.questions[i].understood;
    document.emplace_back(Said{letter_of(i) + ": " + (in_words.empty() ? as_typed(comparison.questions[i]) : in_words)});
  }
  for (std::size_t i = 0; comparison.explain && i < comparison.questions.size(); ++i) {
    document.emplace_back(Gap{});
    document.emplace_back(Said{letter_of(i), Said::As::title});
    add_modifiers(document, comparison.questions[i].question);
  }
  const Known known = known_in(comparison);
  add_table(document, "", comparison.events, comparison.questions.size(), known, detail);
  add_table(document, "mean", comparison.measures, comparison.questions.size(), known, detail);
  document.emplace_back(Gap{});
  if (known.exact || known.estimated) document.emplace_back(Remark{legend(comparison, known)});
  add_notes(document, comparison);
  if (anything_simulated(comparison)) document.emplace_back(Remark{trials_of(comparison)});
  return document;
}

std::string key_of(std::size_t question) { return std::string(1, static_cast<char>('a' + question)); }

// "A: 24 FP, ...; B: ..."; empty unless all of them were read from words.
std::string understood(const Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.questions.size(); ++i) {
    const std::string& one = comparison.questions[i].understood;
    if (one.empty()) return "";
    text += (i > 0 ? "; " : "") + letter_of(i) + ": " + one;
  }
  return text;
}

Json question_json(const Compared& compared, bool explain) {
  Json object;
  object["question"] = compared.name;
  if (!compared.understood.empty()) object["understood"] = compared.understood;
  object["inputs"] = inputs_json(compared.question.inputs);
  object["trials"] = compared.answer.trials;
  if (explain) object["modifiers"] = modifiers_json(compared.question);
  object["notes"] = compared.question.notes;
  return object;
}

Json known_json(const sim::Chance& chance) {
  Json object;
  add_chance(object, chance);
  return object;
}

Json known_json(const sim::MeasureAnswer& measure) {
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

// Of two questions there is one difference; of more, one of each but the first.
template <class All>
Json compared_json(const All& all) {
  Json list = Json::array();
  for (const auto& one : all) {
    Json object;
    object["name"] = one.name;
    for (std::size_t i = 0; i < one.of.size(); ++i) object[key_of(i)] = known_json(one.of[i]);
    if (one.of.size() == 2) {
      object["difference"] = difference_json(one.differences.front());
    } else {
      for (std::size_t k = 1; k < one.of.size(); ++k) object["differences"][key_of(k)] = difference_json(one.differences[k - 1]);
    }
    list.push_back(std::move(object));
  }
  return list;
}

std::string json_of(const Comparison& comparison) {
  Json root = begun("compare");
  if (const std::string all = understood(comparison); !all.empty()) root["understood"] = all;
  for (std::size_t i = 0; i < comparison.questions.size(); ++i)
    root[key_of(i)] = question_json(comparison.questions[i], comparison.explain);
  root["method"] = std::string(ask::name_of(comparison.method));
  root["seed"] = comparison.seed;
  root["events"] = compared_json(comparison.events);
  root["measures"] = compared_json(comparison.measures);
  root["verdict"] = verdict(comparison);
  root["notes"] = notes_on(comparison);
  return printed(root);
}

std::optional<double> exact_of(const sim::Chance& chance) { return chance.exact; }
std::optional<double> exact_of(const sim::MeasureAnswer& measure) { return measure.exact_mean; }
std::optional<double> estimated_of(const sim::Chance& chance) {
  return chance.estimate ? std::optional(chance.estimate->value) : std::nullopt;
}
std::optional<double> estimated_of(const sim::MeasureAnswer& measure) {
  return measure.mean ? std::optional(measure.mean->value) : std::nullopt;
}

// Of an event its odds, of a measure its means.
template <class All>
void add_rows_of(Records& records, const std::string& kind, const All& all) {
  for (const auto& one : all) {
    std::vector<std::string> row{kind, one.name};
    for (const auto& of : one.of) row.insert(row.end(), {plain(exact_of(of)), plain(estimated_of(of))});
    for (const auto& [exact, estimate] : one.differences) {
      row.push_back(plain(exact ? exact : estimate ? std::optional(estimate->value) : std::nullopt));
      row.push_back(plain(estimate ? std::optional(estimate->low) : std::nullopt));
      row.push_back(plain(estimate ? std::optional(estimate->high) : std::nullopt));
    }
    records.rows.push_back(std::move(row));
  }
}

Records records_of(const Comparison& comparison) {
  Records records{.head = {"kind", "name"}};
  const std::size_t questions = comparison.questions.size();
  for (std::size_t i = 0; i < questions; ++i) records.head.insert(records.head.end(), {key_of(i) + "_exact", key_of(i) + "_estimate"});
  for (std::size_t k = 1; k < questions; ++k) {
    const std::string before = questions == 2 ? "" : key_of(k) + "_";
    records.head.insert(records.head.end(), {before + "difference", before + "low", before + "high"});
  }
  add_rows_of(records, "event", comparison.events);
  add_rows_of(records, "measure", comparison.measures);
  return records;
}

}  // namespace

std::vector<std::string> verdict(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.interrupted) lines.push_back(interrupted_in_words(comparison));
  if (comparison.events.empty()) lines.emplace_back("no event is in both questions");
  for (std::size_t k = 1; k < comparison.questions.size() && !comparison.events.empty(); ++k) {
    const auto more = verdict_on(comparison, k);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

std::optional<std::string> command(const Comparison& comparison) {
  std::string text = "boxcars compare";
  for (const Compared& compared : comparison.questions) text += " " + in_quotes(typed(compared.name, compared.question));
  if (comparison.method != sim::Method::both) text += " --method " + std::string(ask::name_of(comparison.method));
  if (comparison.method == sim::Method::exact) return text;
  const std::uint64_t trials = comparison.questions.front().answer.trials;
  const bool same_trials = equally_long(comparison) && trials > 0;
  if (!same_trials && !comparison.precision) return std::nullopt;
  text += same_trials ? fmt::format(" --trials {}", trials) : fmt::format(" --precision {}", *comparison.precision);
  return text + fmt::format(" --seed {}", comparison.seed);
}

Page page_of(const Comparison& comparison, Detail detail) {
  const auto again = command(comparison);
  return {.document = [&comparison, detail] { return document_of(comparison, detail); },
          .records = [&comparison] { return records_of(comparison); },
          .json = [&comparison] { return json_of(comparison); },
          .pictured = [&comparison] { return pictured(json_of(comparison)); },
          .repeat = again ? *again + (detail == Detail::all ? " --verbose" : "") : ""};
}

}  // namespace boxcars::io
