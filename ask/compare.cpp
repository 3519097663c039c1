#include "ask/compare.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ask/answer.hpp"
#include "ask/canonical.hpp"

namespace boxcars::ask {
namespace {

template <class Named>
const Named* named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// What the last bits of two exact values differ in is no difference, and no digit of one.
std::optional<double> exact_difference(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  const double value = *b - *a;
  if (std::abs(value) <= sim::exactness * std::max({1.0, std::abs(*a), std::abs(*b)})) return 0.0;
  return std::round(value / sim::exactness) * sim::exactness;
}

template <class Estimated>
std::optional<sim::Estimate> estimated_difference(const std::optional<Estimated>& a, const std::optional<Estimated>& b, bool same) {
  if (!a || !b) return std::nullopt;
  return same ? sim::Estimate{} : sim::difference(*a, *b);
}

Difference difference_of(const sim::Chance& a, const sim::Chance& b, bool same) {
  return {exact_difference(a.exact, b.exact), estimated_difference(a.estimate, b.estimate, same)};
}

Difference difference_of(const sim::MeasureAnswer& a, const sim::MeasureAnswer& b, bool same) {
  return {exact_difference(a.exact_mean, b.exact_mean), estimated_difference(a.mean, b.mean, same)};
}

// Events of cells of the IFT: those that cannot occur are left out, each question's own.
bool is_cell(std::string_view event) { return event.starts_with("IFT "); }

// The same cells in every question, none of which is less likely for that.
void fill_in_cells(std::vector<Compared>& questions) {
  std::vector<std::string> cells;  // each behind those that stand before it
  for (const Compared& compared : questions) {
    std::ptrdiff_t behind = 0;
    for (const sim::EventAnswer& event : compared.answer.events) {
      if (!is_cell(event.name)) continue;
      auto cell = std::find(cells.begin(), cells.end(), event.name);
      if (cell == cells.end()) cell = cells.insert(cells.begin() + behind, event.name);
      behind = cell - cells.begin() + 1;
    }
  }
  for (Compared& compared : questions) {
    auto& events = compared.answer.events;
    const auto first = std::find_if(events.begin(), events.end(), [](const sim::EventAnswer& event) { return is_cell(event.name); });
    if (first == events.end()) continue;
    sim::Chance never;
    if (first->chance.exact) never.exact = 0;
    if (first->chance.count) never.count = 0, never.estimate = sim::wilson(0, compared.answer.trials);
    std::vector<sim::EventAnswer> all;
    for (const std::string& cell : cells) {
      const sim::EventAnswer* own = named(events, cell);
      all.push_back(own ? *own : sim::EventAnswer{cell, never});
    }
    std::copy_if(events.begin(), events.end(), std::back_inserter(all), [](const sim::EventAnswer& event) { return !is_cell(event.name); });
    events = std::move(all);
  }
}

const sim::Chance& known_of(const sim::EventAnswer& event) { return event.chance; }
const sim::MeasureAnswer& known_of(const sim::MeasureAnswer& measure) { return measure; }

// What the first question has of these, and another has, too.
template <class Row, class Named>
std::vector<Row> rows_of(const Comparison& comparison, std::vector<Named> sim::Answer::*all) {
  std::vector<Row> rows;
  for (const Named& first : comparison.questions.front().answer.*all) {
    Row row{.name = first.name, .of = {known_of(first)}};
    bool shared = false;
    for (std::size_t i = 1; i < comparison.questions.size(); ++i) {
      const Named* other = named(comparison.questions[i].answer.*all, first.name);
      row.of.push_back(other ? known_of(*other) : typename decltype(row.of)::value_type{});
      row.differences.push_back(difference_of(row.of.front(), row.of.back(), comparison.same[i]));
      shared = shared || other != nullptr;
    }
    if (shared) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Comparison compare(std::vector<Compared> questions) {
  Comparison comparison{.questions = std::move(questions)};
  const auto text_of = [](const Compared& compared) { return canonical(compared.name, compared.question.inputs); };
  const std::string first = text_of(comparison.questions.front());
  for (const Compared& compared : comparison.questions) comparison.same.push_back(text_of(compared) == first);
  fill_in_cells(comparison.questions);
  comparison.events = rows_of<ComparedEvent>(comparison, &sim::Answer::events);
  comparison.measures = rows_of<ComparedMeasure>(comparison, &sim::Answer::measures);
  return comparison;
}

Comparison compare(const std::vector<Question>& asked, const std::function<std::string(std::size_t)>& called, const sim::Settings& settings,
                   const std::atomic<bool>& stop, AnswersProgress* watched) {
  const auto found = answers(asked, called, settings, stop, watched);
  std::vector<Compared> questions;
  bool interrupted = false;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    require_exact(found[i], settings, " of " + called(i));
    interrupted = interrupted || found[i].interrupted;
    questions.push_back({asked[i].name(), asked[i].description(), sim::answer(found[i], asked[i].event_names(), asked[i].measure_names())});
    for (auto& note : notes_on(found[i], settings)) questions.back().question.notes.push_back(std::move(note));
  }
  Comparison comparison = compare(std::move(questions));
  comparison.method = settings.method;
  comparison.seed = settings.seed;
  comparison.interrupted = interrupted;
  return comparison;
}

std::string letter_of(std::size_t question) { return std::string(1, static_cast<char>('A' + question)); }

}  // namespace boxcars::ask
