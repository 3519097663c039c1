#include "io/formats/study_export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/records.hpp"
#include "io/formats/report.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t most_events = 6;     // of a table whose events nobody has chosen
constexpr std::size_t most_measures = 4;   // the first ones are what it is about
constexpr std::size_t most_drawn = 5'000;  // points: nobody sees more

bool is_known(const sim::Answer& answer) {
  return answer.trials > 0 ||
         std::any_of(answer.events.begin(), answer.events.end(), [](const auto& e) { return e.chance.exact.has_value(); }) ||
         std::any_of(answer.measures.begin(), answer.measures.end(), [](const auto& m) { return m.exact_mean.has_value(); });
}

const sim::Chance* chance_of(const sim::Answer& answer, const std::string& event) {
  const auto found = std::find_if(answer.events.begin(), answer.events.end(), [&](const sim::EventAnswer& e) { return e.name == event; });
  return found == answer.events.end() ? nullptr : &found->chance;
}

std::vector<std::string> printable(std::vector<std::string> texts) {
  for (std::string& text : texts) text = model::printable(text);
  return texts;
}

struct ToPrintable {
  model::InputValue operator()(const std::string& text) const { return model::printable(text); }
  model::InputValue operator()(const std::vector<std::string>& texts) const { return printable(texts); }
  template <class Value>
  model::InputValue operator()(const Value& value) const {
    return value;
  }
};

void make_printable(std::vector<StudyInput>& inputs) {
  for (StudyInput& input : inputs) {
    input.key = model::printable(input.key);
    input.value = std::visit(ToPrintable{}, input.value);
  }
}

Study printable(Study study) {
  study.name = model::printable(study.name);
  study.question = model::printable(study.question);
  make_printable(study.inputs);
  for (Axis& axis : study.sweep) {
    for (auto& inputs : axis) make_printable(inputs);
  }
  return study;
}

sim::Answer answer_of(const Store& store, std::size_t point, const PointNames& names) {
  sim::Findings findings;
  findings.tally = store.tally(point);
  if (auto solved = store.solved(point)) findings.odds = std::move(solved->odds);
  return sim::answer(findings, names.events, names.measures);
}

// A store as it is told: whoever has made it, its texts do nothing to a terminal.
class ToldStudy {
 public:
  explicit ToldStudy(const Store& store) : store_(&store), study_(printable(store.study())) {}

  const Study& study() const { return study_; }
  std::size_t points() const { return store_->points(); }
  const PointNames& names(std::size_t point) const {
    const auto names = store_->row(point).names;
    const auto [told, is_new] = names_.try_emplace(names);
    if (is_new) told->second = {printable(names->events), printable(names->measures), printable(names->headline)};
    return told->second;
  }
  sim::Answer answer(std::size_t point) const { return answer_of(*store_, point, names(point)); }

 private:
  const Store* store_;
  Study study_;
  mutable std::map<std::shared_ptr<const PointNames>, PointNames> names_;  // by those of the store
};

// The answers of all points, and how many of their 95% intervals hold the exact odds.
struct Answers {
  std::vector<sim::Answer> points{};
  std::uint64_t intervals = 0;
  std::uint64_t holding = 0;
};

Answers answers_of(const ToldStudy& store) {
  Answers answers;
  for (std::size_t point = 0; point < store.points(); ++point) {
    answers.points.push_back(store.answer(point));
    for (const auto& event : answers.points.back().events) {
      const auto& [exact, estimate, count] = event.chance;
      if (!exact || !estimate || *exact <= 0 || *exact >= 1) continue;
      ++answers.intervals;
      if (estimate->low <= *exact && *exact <= estimate->high) ++answers.holding;
    }
  }
  return answers;
}

std::string coverage(const Answers& answers) {
  if (answers.intervals == 0) return "";
  return fmt::format("95% intervals that hold the exact odds: {} of {} ({:.2f}%)", grouped(answers.holding), grouped(answers.intervals),
                     100 * static_cast<double>(answers.holding) / static_cast<double>(answers.intervals));
}

// What is left of an answer of those events that are asked for; all of it if none are.
sim::Answer narrowed(sim::Answer answer, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return answer;
  std::erase_if(answer.events, [&](const auto& event) { return std::find(wanted.begin(), wanted.end(), event.name) == wanted.end(); });
  answer.measures.clear();
  return answer;
}

// In the order of the points.
std::vector<std::string> all_names(const ToldStudy& store, std::vector<std::string> PointNames::*of) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (std::size_t point = 0; point < store.points(); ++point) {
    for (const std::string& name : store.names(point).*of)
      if (known.insert(name).second) names.push_back(name);
  }
  return names;
}

std::vector<std::string> all_events(const ToldStudy& store) { return all_names(store, &PointNames::events); }

// Throws BadInput for an event that no point has.
void require_known(const ToldStudy& store, const std::vector<std::string>& wanted) {
  const auto all = all_events(store);
  for (const std::string& event : wanted) {
    if (std::find(all.begin(), all.end(), event) == all.end()) model::throw_unknown("event", event, all);
  }
}

// The events that a table tells: those that are asked for, or what the question is about.
std::vector<std::string> events_to_tell(const ToldStudy& store, const std::vector<std::string>& wanted) {
  if (!wanted.empty()) return wanted;
  const auto all = all_events(store);
  const auto headline = all_names(store, &PointNames::headline);
  auto told = headline.empty() ? all : headline;
  if (told.size() > most_events) told.resize(most_events);
  return told;
}

std::string told(const sim::Chance* chance) {
  if (!chance) return "";
  if (chance->exact) return exact_percent(*chance->exact);
  return chance->estimate ? estimated_percent(*chance->estimate) : "";
}

bool is_number(const std::string& text) { return text.find_first_not_of("0123456789.+-%<>") == std::string::npos; }

// Columns of numbers to the right, others to the left.
Table table_with(std::vector<std::string> heads, std::size_t fixed, std::vector<std::vector<std::string>> rows) {
  Table table{.fixed = fixed, .instead = "--event NAME"};
  for (std::size_t c = 0; c < heads.size(); ++c) {
    const bool numbers = std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return is_number(row[c]); });
    table.columns.push_back({std::move(heads[c]), numbers ? Table::Column::Align::right : Table::Column::Align::left});
  }
  for (auto& row : rows) table.rows.push_back({.cells = std::move(row)});
  return table;
}

// The measures that a table tells of: those that are not the same in every trial of every point.
std::vector<std::string> measures_to_tell(const ToldStudy& store, const Answers& answers) {
  std::set<std::string> open;
  for (const sim::Answer& answer : answers.points) {
    for (const sim::MeasureAnswer& measure : answer.measures)
      if (!is_constant(measure)) open.insert(measure.name);
  }
  auto told = all_names(store, &PointNames::measures);
  std::erase_if(told, [&](const std::string& measure) { return !open.contains(measure); });
  if (told.size() > most_measures) told.resize(most_measures);
  return told;
}

std::string mean_of(const sim::Answer& answer, const std::string& measure) {
  const auto found = std::find_if(answer.measures.begin(), answer.measures.end(), [&](const auto& m) { return m.name == measure; });
  return found == answer.measures.end() ? "" : mean_in_short(*found);
}

Table table_of(const ToldStudy& store, const Answers& answers, const std::vector<std::string>& events,
               const std::vector<std::string>& measures) {
  const auto columns = columns_of(store.study());
  std::vector<std::string> heads = columns;
  heads.insert(heads.end(), events.begin(), events.end());
  for (const std::string& measure : measures) heads.push_back("mean " + measure);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t point = 0; point < answers.points.size(); ++point) {
    if (!is_known(answers.points[point])) continue;
    auto& row = rows.emplace_back(row_of(store.study(), columns, point));
    for (const std::string& event : events) row.push_back(told(chance_of(answers.points[point], event)));
    for (const std::string& measure : measures) row.push_back(mean_of(answers.points[point], measure));
  }
  Table table = table_with(std::move(heads), columns.size(), std::move(rows));
  table.extra = measures.size();
  return table;
}

// The axes that really vary.
std::vector<std::size_t> dimensions(const Study& study) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < study.sweep.size(); ++axis)
    if (study.sweep[axis].size() > 1) axes.push_back(axis);
  return axes;
}

std::string label(const std::vector<StudyInput>& values) {
  std::string text;
  for (const StudyInput& input : values) text += (text.empty() ? "" : " ") + in_words(input.value);
  return text;
}

std::string axis_name(const Axis& axis) {
  std::string text;
  for (const StudyInput& input : axis.front()) text += (text.empty() ? "" : ", ") + input.key;
  return text;
}

std::optional<double> odds_at(const Answers& answers, std::size_t point, const std::string& event) {
  const sim::Chance* chance = chance_of(answers.points[point], event);
  return chance ? best_known(*chance) : std::nullopt;
}

std::string bars(const Study& study, const Axis& axis, const Answers& answers, const std::string& event, const Style& style) {
  std::size_t width = 0;
  for (const auto& values : axis) width = std::max(width, label(values).size());
  width = std::min(width, static_cast<std::size_t>(columns_of(style)) / 2);
  const auto cells = static_cast<std::size_t>(columns_of(style)) - width - 2;
  std::string text = wrapped(event + ", by " + axis_name(axis), columns_of(style));
  for (std::size_t point = 0; point < points_of(study); ++point) {
    const auto odds = odds_at(answers, point, event);
    text += fmt::format("{:>{}}", label(axis[point]).substr(0, width), width);
    if (odds) text += "  " + bar(*odds, cells, style);
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string shade(double odds, const Style& style) {
  static constexpr std::array<const char*, 5> blocks{" ", "░", "▒", "▓", "█"};
  static constexpr std::array<const char*, 5> letters{" ", ".", ":", "+", "#"};
  const auto level = static_cast<std::size_t>(std::clamp(std::floor(odds * 5), 0.0, 4.0));
  return style.symbols == Symbols::ascii ? letters[level] : blocks[level];
}

// In four characters.
std::string rough_percent(double odds) {
  if (odds > 0 && odds < 0.01) return "<1%";
  if (odds > 0.99 && odds < 1) return ">99%";
  return fmt::format("{:.0f}%", 100 * odds);
}

std::string grid(const Study& study, std::size_t down, std::size_t across, const Answers& answers, const std::string& event,
                 const Style& style) {
  const Axis &rows = study.sweep[down], &columns = study.sweep[across];
  std::size_t width = 0, cell = 5;  // "#100%"
  for (const auto& values : rows) width = std::max(width, label(values).size());
  for (const auto& values : columns) cell = std::max(cell, label(values).size());
  if (width + columns.size() * (cell + 2) > static_cast<std::size_t>(columns_of(style))) return "";  // the table has it all
  std::string text = wrapped(fmt::format("{}, by {} (down) and {}", event, axis_name(rows), axis_name(columns)), columns_of(style));
  text += fmt::format("{:>{}}", "", width);
  for (const auto& values : columns) text += fmt::format("  {:>{}}", label(values), cell);
  text += "\n";
  std::size_t block = 1;
  for (std::size_t axis = across + 1; axis < study.sweep.size(); ++axis) block *= study.sweep[axis].size();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += fmt::format("{:>{}}", label(rows[r]), width);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto odds = odds_at(answers, (r * columns.size() + c) * block, event);
      // Shades are wider in bytes than they look.
      text += odds ? fmt::format("  {:>{}}{}{:>4}", "", cell - 5, shade(*odds, style), rough_percent(*odds))
                   : fmt::format("  {:>{}}", "", cell);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string chart(const Study& study, const Answers& answers, const std::string& event, const Style& style) {
  const auto axes = dimensions(study);
  if (axes.size() == 1) return bars(study, study.sweep[axes[0]], answers, event, style);
  if (axes.size() == 2) return grid(study, axes[0], axes[1], answers, event, style);
  return "";
}

// Where only the dice vary: how often the intervals of each event hold its odds.
Table coverage_table(const Answers& answers, const std::vector<std::string>& events) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& event : events) {
    std::size_t points = 0, holding = 0;
    double widths = 0, odds = 0;
    for (const sim::Answer& answer : answers.points) {
      const sim::Chance* chance = chance_of(answer, event);
      if (!chance || !chance->exact || !chance->estimate) continue;
      ++points;
      odds = *chance->exact;
      widths += chance->estimate->half_width();
      if (chance->estimate->low <= odds && odds <= chance->estimate->high) ++holding;
    }
    if (points == 0 || odds <= 0 || odds >= 1) continue;
    const auto count = static_cast<double>(points);
    rows.push_back({event, exact_percent(odds), fmt::format("{:.1f}%", 100 * static_cast<double>(holding) / count),
                    fmt::format("{:.2g}%", 100 * widths / count)});
  }
  return table_with({"event", "exact", "intervals that hold it", "+- mean"}, 1, std::move(rows));
}

std::string asked(const Study& study) {
  std::string text = study.question;
  for (const StudyInput& input : study.inputs) {
    if (input.key != study.question) text += fmt::format(", {} = {}", input.key, in_words(input.value));  // an assault is a file long
  }
  return text;
}

std::string size_of(const Study& study) {
  const std::size_t points = points_of(study);
  std::string text = fmt::format("{} point{}", grouped(points), points == 1 ? "" : "s");
  if (study.method == sim::Method::exact) return text + ", exact odds only";
  return text + ", " + in_words(study.stop) + fmt::format(" each, seed {}", study.seed);
}

Records records_of(const Store& store, const std::vector<std::string>& wanted) {
  const ToldStudy told(store);
  const auto columns = columns_of(told.study());
  Records records{.head = columns};
  records.head.insert(records.head.end(), answer_columns.begin(), answer_columns.end());
  for (std::size_t point = 0; point < store.points(); ++point) {
    const sim::Answer answer = told.answer(point);
    if (is_known(answer)) add_rows(records, narrowed(answer, wanted), row_of(told.study(), columns, point));
  }
  return records;
}

std::string json_of(const Store& store, const std::vector<std::string>& wanted) {
  const Study& study = store.study();
  Json root = begun("");
  root["study"] = study.name;
  root["question"] = study.question;
  const Json asked = ask::parse_json(definition(study));
  root["inputs"] = asked.at("inputs");
  root["method"] = std::string(ask::name_of(study.method));
  root["seed"] = study.seed;
  root["points"] = Json::array();
  for (std::size_t point = 0; point < store.points(); ++point) {
    sim::Answer answer = answer_at(store, point);
    if (!is_known(answer)) continue;
    answer = narrowed(std::move(answer), wanted);
    Json object;
    object["inputs"] = Json::object();
    for (const StudyInput& input : swept_inputs(study, point)) object["inputs"][input.key] = to_json(input.value);
    object["trials"] = answer.trials;
    object["events"] = events_json(answer);
    object["measures"] = measures_json(answer);
    root["points"].push_back(std::move(object));
  }
  return printed(root);
}

// An axis by all of its keys, and its settings; where they have different ones, each setting with its own.
Json axis_json(const Axis& axis) {
  const auto keys = columns_of(std::span(&axis, 1));
  const bool alike = std::all_of(axis.begin(), axis.end(), [&](const auto& values) { return values.size() == keys.size(); });
  std::string name;
  for (const std::string& key : keys) name += (name.empty() ? "" : ", ") + key;
  Json labels = Json::array();
  for (const auto& values : axis) {
    std::string words;
    for (const StudyInput& input : values) words += (words.empty() ? "" : ", ") + input.key + " " + in_words(input.value);
    labels.push_back(alike ? label(values) : words);
  }
  return {{"name", name}, {"labels", std::move(labels)}};
}

// What is drawn of a study: the events that its table has. Where only the dice vary, there is nothing to see.
std::string pictured_of(const Store& store, const std::vector<std::string>& wanted) {
  const ToldStudy told(store);
  if (columns_of(told.study()) == std::vector{std::string(seed_key)} || told.points() > most_drawn) return "";
  const auto events = events_to_tell(told, wanted);
  const Study& study = told.study();
  const auto axes = dimensions(study);
  Json root{{"study", study.name}, {"axes", Json::array()}, {"points", Json::array()}};
  for (const std::size_t axis : axes) root["axes"].push_back(axis_json(study.sweep[axis]));
  for (std::size_t point = 0; point < told.points(); ++point) {
    const sim::Answer answer = told.answer(point);
    if (!is_known(answer)) continue;
    Json at = Json::array();
    const auto places = places_of(study, point);
    for (const std::size_t axis : axes) at.push_back(places[axis]);
    root["points"].push_back({{"at", std::move(at)}, {"events", events_json(narrowed(answer, events))}});
  }
  return fmt::format("{{\"answer\":{},\"events\":{}}}", on_one_line(root), on_one_line(events));
}

void add_begin(Document& document, const Study& study) {
  document.emplace_back(Said{study.name + ": " + asked(study), Said::As::headline});
  document.emplace_back(Said{size_of(study)});
}

void add_coverage(Document& document, const Answers& answers) {
  if (answers.intervals == 0) return;
  document.emplace_back(Gap{});
  document.emplace_back(Remark{coverage(answers)});
}

Document document_of(const Store& store, const std::vector<std::string>& wanted) {
  const ToldStudy told(store);
  const Answers answers = answers_of(told);
  const auto events = events_to_tell(told, wanted);
  Table table = table_of(told, answers, events, wanted.empty() ? measures_to_tell(told, answers) : std::vector<std::string>{});
  Document document;
  add_begin(document, told.study());
  if (table.rows.empty()) {
    document.emplace_back(Said{"nothing is known yet"});
    return document;
  }
  document.emplace_back(Gap{});
  if (columns_of(told.study()) == std::vector{std::string(seed_key)} && answers.intervals > 0) {
    document.emplace_back(coverage_table(answers, wanted.empty() ? all_events(told) : wanted));
    add_coverage(document, answers);
    return document;
  }
  if (!table.columns.empty()) document.emplace_back(std::move(table));
  if (!events.empty()) {
    document.emplace_back(Drawing{[study = told.study(), answers, event = events.front()](const Style& style) {
      const std::string drawn = chart(study, answers, event, style);
      return drawn.empty() ? drawn : "\n" + drawn;
    }});
  }
  add_coverage(document, answers);
  return document;
}

}  // namespace

sim::Answer answer_at(const Store& store, std::size_t point) { return answer_of(store, point, *store.row(point).names); }

std::vector<std::string> event_names(const Store& store) { return all_events(ToldStudy(store)); }

Page page_of(const Store& store, const std::vector<std::string>& events) {
  require_known(ToldStudy(store), events);
  return {.document = [&store, events] { return document_of(store, events); },
          .records = [&store, events] { return records_of(store, events); },
          .json = [&store, events] { return json_of(store, events); },
          .pictured = [&store, events] { return pictured_of(store, events); }};
}

Document status(const Store& store) {
  const Study study = printable(store.study());
  const auto states = store.states();
  std::uint64_t trials = 0;
  std::size_t finished = 0, begun = 0;
  for (const PointState& state : states) {
    trials += state.trials;
    if (state.finished)
      ++finished;
    else if (state.solved)
      ++begun;
  }
  Document document;
  add_begin(document, study);
  document.emplace_back(Said{fmt::format("{} of {} points finished, {} begun; {} trials kept", grouped(finished), grouped(states.size()),
                                         grouped(begun), grouped(trials))});
  for (const std::string& run : store.runs()) document.emplace_back(Remark{"- " + model::printable(run)});
  if (!store.has_checksums()) document.emplace_back(Said{"made by an earlier version, without checksums: damage may go unnoticed"});
  return document;
}

Document points_table(const Study& asked_for) {
  const Study study = printable(asked_for);
  Document document;
  add_begin(document, study);
  const auto columns = columns_of(study);
  if (columns.empty()) return document;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t point = 0; point < points_of(study); ++point) rows.push_back(row_of(study, columns, point));
  document.emplace_back(Gap{});
  document.emplace_back(table_with(columns, columns.size(), std::move(rows)));
  return document;
}

}  // namespace boxcars::io
