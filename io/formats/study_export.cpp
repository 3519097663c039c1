#include "io/formats/study_export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "io/formats/json.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/percent.hpp"
#include "io/formats/report.hpp"
#include "io/formats/tables.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t most_events = 6;  // of a table whose events nobody has chosen

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
class Told {
 public:
  explicit Told(const Store& store) : store_(&store), study_(printable(store.study())) {}

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

Answers answers_of(const Told& store) {
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

// In the order of the points.
std::vector<std::string> all_events(const Told& store, std::vector<std::string> PointNames::*of = &PointNames::events) {
  std::vector<std::string> events;
  std::set<std::string> known;
  for (std::size_t point = 0; point < store.points(); ++point) {
    for (const std::string& name : store.names(point).*of)
      if (known.insert(name).second) events.push_back(name);
  }
  return events;
}

// The events that a table tells: those that are asked for, or what the question is about.
std::vector<std::string> events_to_tell(const Told& store, const std::vector<std::string>& wanted) {
  const auto all = all_events(store);
  for (const std::string& event : wanted) {
    if (std::find(all.begin(), all.end(), event) == all.end()) model::throw_unknown("event", event, all);
  }
  if (!wanted.empty()) return wanted;
  const auto headline = all_events(store, &PointNames::headline);
  auto told = headline.empty() ? all : headline;
  if (told.size() > most_events) told.resize(most_events);
  return told;
}

std::string told(const sim::Chance* chance) {
  if (!chance) return "";
  if (chance->exact) return exact_percent(*chance->exact);
  return chance->estimate ? estimated_percent(*chance->estimate) : "";
}

using Table = std::vector<std::vector<std::string>>;  // the first row is the head

Table table_of(const Told& store, const Answers& answers, const std::vector<std::string>& events) {
  const auto columns = columns_of(store.study());
  Table table{columns};
  table.front().insert(table.front().end(), events.begin(), events.end());
  for (std::size_t point = 0; point < answers.points.size(); ++point) {
    if (!is_known(answers.points[point])) continue;
    auto& row = table.emplace_back(row_of(store.study(), columns, point));
    for (const std::string& event : events) row.push_back(told(chance_of(answers.points[point], event)));
  }
  return table;
}

bool is_number(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789.+-%<>") == std::string::npos; }

// A column of a table: as wide as what stands in it; its head, if it is wider, is broken at its spaces.
struct Column {
  std::size_t width = 0;
  bool right = true;
  std::vector<std::string> head{};
};

Column column_of(const Table& table, std::size_t c) {
  Column column;
  for (std::size_t r = 1; r < table.size(); ++r) {
    column.width = std::max(column.width, table[r][c].size());
    if (!table[r][c].empty() && !is_number(table[r][c])) column.right = false;
  }
  const std::string& head = table.front()[c];
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find(' ', begin), head.size());
    const std::string word = head.substr(begin, end - begin);
    if (!column.head.empty() && column.head.back().size() + 1 + word.size() <= std::max<std::size_t>(column.width, 7))
      column.head.back() += " " + word;
    else
      column.head.push_back(word);
    begin = end + 1;
  }
  for (const std::string& line : column.head) column.width = std::max(column.width, line.size());
  return column;
}

// A table whose first columns say which row it is. Of the others as many as fit; if none does, every row is told in words.
std::string aligned(const Table& table, std::size_t fixed, std::size_t total) {
  std::vector<Column> columns;
  std::size_t taken = 0, lines = 1;
  for (std::size_t c = 0; c < table.front().size(); ++c) {
    Column column = column_of(table, c);
    if (taken + column.width > total) break;
    taken += column.width + 2;
    lines = std::max(lines, column.head.size());
    columns.push_back(std::move(column));
  }
  std::string text;
  if (columns.size() <= fixed && columns.size() < table.front().size()) {
    for (std::size_t r = 1; r < table.size(); ++r) {
      std::string row;
      for (std::size_t c = 0; c < table[r].size(); ++c) {
        if (!table[r][c].empty()) row += (row.empty() ? "" : c == fixed ? ": " : ", ") + table.front()[c] + " " + table[r][c];
      }
      text += wrapped(row, static_cast<int>(total));
    }
    return text;
  }
  const auto line = [&](auto text_of) {
    std::string row;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string cell = text_of(c);
      row += c == 0 ? "" : "  ";
      row += columns[c].right ? fmt::format("{:>{}}", cell, columns[c].width) : fmt::format("{:<{}}", cell, columns[c].width);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    return row + "\n";
  };
  for (std::size_t l = 0; l < lines; ++l) {
    text += line([&](std::size_t c) {
      const std::size_t skipped = lines - columns[c].head.size();
      return l < skipped ? std::string() : columns[c].head[l - skipped];
    });
  }
  for (std::size_t r = 1; r < table.size(); ++r) text += line([&](std::size_t c) { return table[r][c]; });
  if (const std::size_t left = table.front().size() - columns.size(); left > 0)
    text += wrapped(fmt::format("   and {} more event{}: --event NAME", left, left == 1 ? "" : "s"), static_cast<int>(total));
  return text;
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
  Table table{{"event", "exact", "intervals that hold it", "+- mean"}};
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
    table.push_back({event, exact_percent(odds), fmt::format("{:.1f}%", 100 * static_cast<double>(holding) / count),
                     fmt::format("{:.2g}%", 100 * widths / count)});
  }
  return table;
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

}  // namespace

sim::Answer answer_at(const Store& store, std::size_t point) { return answer_of(store, point, *store.row(point).names); }

std::string to_csv(const Store& store) {
  const Told told(store);
  std::string text;
  const auto columns = columns_of(told.study());
  for (const std::string& column : columns) text += csv_field(column) + ",";
  text += std::string(csv_head) + "\n";
  for (std::size_t point = 0; point < store.points(); ++point) {
    const sim::Answer answer = told.answer(point);
    if (!is_known(answer)) continue;
    std::string before;
    for (const std::string& value : row_of(told.study(), columns, point)) before += csv_field(value) + ",";
    text += csv_rows(answer, before);
  }
  return text;
}

std::string to_json(const Store& store) {
  const Study& study = store.study();
  Json root;
  root["schema"] = "boxcars/1";
  root["version"] = version;
  root["study"] = study.name;
  root["question"] = study.question;
  const Json asked = Json::parse(definition(study));
  root["inputs"] = asked.at("inputs");
  root["method"] = std::string(ask::name_of(study.method));
  root["seed"] = study.seed;
  root["points"] = Json::array();
  for (std::size_t point = 0; point < store.points(); ++point) {
    const sim::Answer answer = answer_at(store, point);
    if (!is_known(answer)) continue;
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

std::string to_markdown(const Store& store, const std::vector<std::string>& wanted) {
  const Told told(store);
  const Answers answers = answers_of(told);
  const Table table = table_of(told, answers, events_to_tell(told, wanted));
  std::string text = "**" + told.study().name + "**: " + asked(told.study()) + "\n\n";
  for (std::size_t r = 0; r < table.size(); ++r) {
    for (const std::string& cell : table[r]) text += "| " + cell + " ";
    text += "|\n";
    if (r > 0) continue;
    const std::size_t swept = columns_of(told.study()).size();
    for (std::size_t c = 0; c < table.front().size(); ++c) text += c < swept ? "|---" : "|---:";
    text += "|\n";
  }
  text += "\n- " + size_of(told.study()) + "\n";
  if (const std::string line = coverage(answers); !line.empty()) text += "- " + line + "\n";
  return text;
}

std::string to_text(const Store& store, const std::vector<std::string>& wanted, const Style& style) {
  const Told told(store);
  const Answers answers = answers_of(told);
  const auto events = events_to_tell(told, wanted);
  const Table table = table_of(told, answers, events);
  std::string text = bold(wrapped(told.study().name + ": " + asked(told.study()), columns_of(style)), style);
  text += wrapped(size_of(told.study()), columns_of(style));
  if (table.size() == 1) return text + "nothing is known yet\n";
  if (columns_of(told.study()) == std::vector{std::string(seed_key)} && answers.intervals > 0) {
    text +=
        "\n" + aligned(coverage_table(answers, wanted.empty() ? all_events(told) : wanted), 1, static_cast<std::size_t>(columns_of(style)));
    return text + "\n" + wrapped(coverage(answers), columns_of(style));
  }
  if (!table.front().empty()) text += "\n" + aligned(table, columns_of(told.study()).size(), static_cast<std::size_t>(columns_of(style)));
  if (!events.empty()) {
    if (const std::string drawn = chart(told.study(), answers, events.front(), style); !drawn.empty()) text += "\n" + drawn;
  }
  if (const std::string line = coverage(answers); !line.empty()) text += "\n" + wrapped(line, columns_of(style));
  return text;
}

std::string status(const Store& store, const Style& style) {
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
  const auto line = [&](const std::string& text) { return wrapped(text, columns_of(style)); };
  std::string text = bold(line(study.name + ": " + asked(study)), style);
  text += line(size_of(study));
  text += line(fmt::format("{} of {} points finished, {} begun; {} trials kept", grouped(finished), grouped(states.size()), grouped(begun),
                           grouped(trials)));
  for (const std::string& run : store.runs()) text += line("- " + model::printable(run));
  if (!store.has_checksums()) text += line("made by an earlier version, without checksums: damage may go unnoticed");
  return text;
}

std::string points_table(const Study& asked_for, const Style& style) {
  const Study study = printable(asked_for);
  std::string text = bold(wrapped(study.name + ": " + asked(study), columns_of(style)), style);
  text += wrapped(size_of(study), columns_of(style));
  const auto columns = columns_of(study);
  Table table{columns};
  if (columns.empty()) return text;
  for (std::size_t point = 0; point < points_of(study); ++point) table.push_back(row_of(study, columns, point));
  return text + "\n" + aligned(table, columns.size(), static_cast<std::size_t>(columns_of(style)));
}

}  // namespace boxcars::io
