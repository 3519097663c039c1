#include "io/files/study_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "ask/common.hpp"
#include "io/files/toml_document.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::io {
namespace {

constexpr auto most_trials = static_cast<std::int64_t>(ask::most_trials);
constexpr std::int64_t largest = std::int64_t{1} << 53;  // whole numbers are exact up to here

const std::string no_seed = "seed that is no whole number from 0 to 18446744073709551615 (dice are thrown by it)";

// TOML's numbers end before seeds do: a larger one is a text.
std::optional<std::uint64_t> seed_of(const toml::node& node) {
  if (const auto number = node.value_exact<std::int64_t>(); number && *number >= 0) return static_cast<std::uint64_t>(*number);
  const auto text = node.value_exact<std::string>();
  return text ? model::whole_number<std::uint64_t>(*text) : std::nullopt;
}

const std::vector<std::string>& stop_keys() {
  static const std::vector<std::string> keys{"trials", "precision", "max_trials"};
  return keys;
}

// Reads what a study asks: its inputs, known by the question, each at most once.
class Inputs {
 public:
  Inputs(const TomlDocument& document, std::vector<std::string> known) : document_(&document), known_(std::move(known)) {}

  std::vector<StudyInput> fixed(const toml::table& table) {
    std::vector<StudyInput> inputs;
    for (const std::string& key : keys_in_order(table)) {
      require_known(table, key, key, known_);
      const toml::node& node = *table.get(key);
      const auto value = single(node);
      if (!value)
        document_->refuse(node.source(),
                          key + " cannot be used (it is no value of an option); give a number, a text, true or a list of texts");
      claim(table, key, key);
      inputs.push_back({key, *value, TomlDocument::place(node.source())});
    }
    return inputs;
  }

  // A table that is no range has keys with dots: shot.MGs.drm = [1, 2] is the same as "shot.MGs.drm" = [1, 2].
  std::vector<Axis> sweep(const toml::table& table, const std::string& before = "") {
    std::vector<Axis> axes;
    std::size_t points = 1;
    for (const std::string& key : keys_in_order(table)) {
      const toml::table* inner = table.get(key)->as_table();
      if (inner && !inner->empty() && !inner->contains("from") && !inner->contains("to")) {
        for (Axis& further : sweep(*inner, before + key + ".")) axes.push_back(std::move(further)), points *= axes.back().size();
      } else {
        axes.push_back(axis(table, key, before + key));
        points *= axes.back().size();
      }
      if (points > most_points) {
        document_->refuse(table.get(key)->source(), "the sweep has more than " + std::to_string(most_points) +
                                                        " points (every combination is one); leave values out");
      }
    }
    return axes;
  }

 private:
  void require_known(const toml::table& table, const std::string& key, const std::string& name,
                     const std::vector<std::string>& known) const {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    if (const std::string place = place_of(name); !place.empty())
      document_->refuse(key_of(table, key).source(),
                        "unknown key " + model::shown(name) + " (it is about the study, not about the question); give it " + place);
    constexpr std::size_t most_listed = 12;
    if (known.size() > most_listed && model::nearest(name, known).empty())
      document_->refuse(key_of(table, key).source(),
                        "unknown key " + model::shown(name) + " (the question has no such input); see its --help, with _ for -");
    document_->at(key_of(table, key).source(), [&] { model::throw_unknown("key", name, known); });
  }

  // Where the keys of the study itself stand.
  static std::string place_of(std::string_view name) {
    const auto is_among = [&](const std::vector<std::string>& keys) { return std::find(keys.begin(), keys.end(), name) != keys.end(); };
    if (is_among(study_keys())) return "at the top of the file, before the first [table]";
    return is_among(stop_keys()) ? "in [stop]" : "";
  }

  static const toml::key& key_of(const toml::table& table, const std::string& key) { return table.find(key)->first; }

  void claim(const toml::table& table, const std::string& key, const std::string& name) {
    if (claimed_.insert(name).second) return;
    document_->refuse(key_of(table, key).source(), name + " is there twice (a question has it once); leave one out");
  }

  // A seed of a sweep: as a number where that is exact, else as a text.
  model::InputValue seed(const toml::node& node) const {
    const auto seed = seed_of(node);
    if (!seed) document_->refuse(node.source(), "a " + no_seed + "; give it like seed = [1, 2]");
    if (*seed <= static_cast<std::uint64_t>(largest)) return static_cast<double>(*seed);
    return std::to_string(*seed);
  }

  static bool is_exact(std::int64_t whole) { return -largest <= whole && whole <= largest; }

  // The value of one option: a flag, a number, a text, or texts for one that is repeated.
  static std::optional<model::InputValue> single(const toml::node& node) {
    if (const auto flag = node.value_exact<bool>()) return *flag;
    if (const auto whole = node.value_exact<std::int64_t>(); whole && is_exact(*whole)) return static_cast<double>(*whole);
    if (const auto real = node.value_exact<double>(); real && std::isfinite(*real)) return *real;
    if (const auto text = node.value_exact<std::string>()) return *text;
    const toml::array* list = node.as_array();
    if (!list || list->empty()) return std::nullopt;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    for (const toml::node& element : *list) {
      if (const auto text = element.value_exact<std::string>()) texts.push_back(*text);
      if (const auto whole = element.value_exact<std::int64_t>(); whole && is_exact(*whole)) numbers.push_back(static_cast<double>(*whole));
    }
    if (texts.size() == list->size()) return texts;
    if (numbers.size() == list->size()) return numbers;
    return std::nullopt;
  }

  // `key` is that of the table, `name` the input's.
  Axis axis(const toml::table& table, const std::string& key, const std::string& name) {
    const toml::node& node = *table.get(key);
    const toml::array* list = node.as_array();
    const bool several = list && !list->empty() && list->is_homogeneous(toml::node_type::table);
    if (several) return several_at_once(*list);
    auto known = known_;
    known.emplace_back(seed_key);
    require_known(table, key, name, known);
    claim(table, key, name);
    const Place place = TomlDocument::place(node.source());
    Axis axis;
    if (const toml::table* range = node.as_table()) {
      for (const double value : values_of(*range)) {
        if (name == seed_key && value < 0)
          document_->refuse(range->source(), "a " + no_seed + "; give it like seed = { from = 1, to = 9 }");
        axis.push_back({{name, value, place}});
      }
    } else {
      if (!list || list->empty())
        document_->refuse(node.source(),
                          name + " is no list of values (a sweep varies it); give it like " + key + " = [1, 2] or { from = 1, to = 4 }");
      std::set<model::InputValue> different;
      for (const toml::node& element : *list) {
        const auto value = name == seed_key ? seed(element) : single(element);
        if (!value)
          document_->refuse(
              element.source(),
              "a value of " + name + " cannot be used (it is none of an option); give a number, a text, true or a list of texts");
        if (!different.insert(*value).second)
          document_->refuse(element.source(), in_words({{name, *value}}) + " is there twice (each value is a point); leave one out");
        axis.push_back({{name, *value, TomlDocument::place(element.source())}});
      }
    }
    return axis;
  }

  // Each value is a table of inputs that go together.
  Axis several_at_once(const toml::array& list) {
    Axis axis;
    std::set<std::string> keys;
    const std::set<std::string> claimed_before = claimed_;
    std::set<std::map<std::string, model::InputValue>> different;
    for (const toml::node& element : list) {
      claimed_ = claimed_before;
      axis.push_back(fixed(*element.as_table()));
      keys.insert(claimed_.begin(), claimed_.end());
      std::map<std::string, model::InputValue> values;
      for (const StudyInput& input : axis.back()) values.emplace(input.key, input.value);
      if (!different.insert(std::move(values)).second)
        document_->refuse(element.source(), in_words(axis.back()) + " is there twice (each value is a point); leave one out");
    }
    claimed_ = std::move(keys);
    return axis;
  }

  std::vector<double> values_of(const toml::table& range) const {
    document_->require_known(range, {"from", "to", "step"});
    const auto from = document_->integer(range, "from", -largest, largest);
    const auto to = document_->integer(range, "to", -largest, largest);
    if (!from || !to) document_->refuse(range.source(), "a range without its ends (from and to); give it like { from = 1, to = 4 }");
    const std::int64_t step = document_->integer(range, "step", -largest, largest).value_or(*from <= *to ? 1 : -1);
    if (step == 0 || (*from != *to && (*from < *to) != (step > 0)))
      document_->refuse(range.source(), "a range whose step never comes to its end; give it like { from = 1, to = 9, step = 2 }");
    if (static_cast<std::size_t>((*to - *from) / step) >= most_points)
      document_->refuse(range.source(), "a range of more than " + std::to_string(most_points) + " values; give a larger step");
    std::vector<double> values;
    for (std::int64_t value = *from; step > 0 ? value <= *to : value >= *to; value += step) values.push_back(static_cast<double>(value));
    return values;
  }

  const TomlDocument* document_;
  std::vector<std::string> known_;
  std::set<std::string> claimed_;
};

sim::StopRule stop_of(const TomlDocument& document, const toml::table& table) {
  document.require_known(table, stop_keys());
  const auto trials = document.count(table, "trials", 1, most_trials, "1_000_000");
  const auto max_trials = document.count(table, "max_trials", 1, most_trials, "100_000_000");
  const toml::node* precision = table.get("precision");
  if (!precision) {
    if (max_trials)
      document.refuse(table.get("max_trials")->source(), "max_trials without precision (trials says it all); give precision = 0.001, too");
    return sim::AfterTrials{static_cast<std::uint64_t>(trials.value_or(static_cast<std::int64_t>(sim::AfterTrials{}.trials)))};
  }
  if (trials) document.refuse(precision->source(), "trials and precision together (either says when to stop); leave one out");
  const auto within = precision->value_exact<double>();
  if (!within || !(*within >= ask::finest_precision && *within < 0.5))
    document.refuse(precision->source(),
                    "precision cannot be used (it is no probability from 0.000001 to below 0.5); give it like precision = 0.001");
  sim::AtPrecision rule{.within = *within};
  if (max_trials) rule.most_trials = static_cast<std::uint64_t>(*max_trials);
  return rule;
}

// Whether a file can be named so everywhere: letters, those beyond ASCII too, digits, - and _.
bool is_plain(std::string_view name) {
  if (name.empty() || name.starts_with('.')) return false;
  while (!name.empty()) {
    const char c = name.front();
    const bool ascii = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    const std::size_t bytes = ascii ? 1 : letter_at(name);
    if (bytes == 0 || model::control_at(name) > 0) return false;
    name.remove_prefix(bytes);
  }
  return true;
}

void require_name(const TomlDocument& document, const toml::table& root, const std::string& name) {
  if (is_plain(name)) return;
  const std::string problem = "name cannot be used (files are named by it); give letters, digits, - and _, like name = \"he-vs-stone\"";
  if (const toml::node* node = root.get("name")) document.refuse(node->source(), problem);
  throw model::BadInput(model::printable(document.file()) + ": " + problem);
}

}  // namespace

const std::vector<std::string>& study_keys() {
  static const std::vector<std::string> keys{"schema", "name", "question", "seed", "method"};
  return keys;
}

Study parse_study(std::string_view toml, const std::string& file, const KeysOf& keys_of) {
  const TomlDocument document(toml, file, "a study", "give one key a line, and [inputs], [sweep] and [stop] on lines of their own");
  const toml::table& root = document.root();
  document.require_schema();
  Study study;
  study.name = document.text(root, "name").value_or(std::filesystem::path(file).stem().string());
  require_name(document, root, study.name);
  const auto question = document.text(root, "question");
  if (!question)
    throw model::BadInput(model::printable(file) + ": no question (what is asked at every point?); give it like question = \"he\"");
  study.question = model::in_small_letters(*question);
  StudyKeys keys = document.at(root.get("question")->source(), [&] { return keys_of(study.question); });
  std::vector<std::string> known = study_keys();
  known.insert(known.end(), {"inputs", "sweep", "stop"});
  known.insert(known.end(), keys.tables.begin(), keys.tables.end());
  document.require_known(root, known);
  Inputs inputs(document, std::move(keys.inputs));
  if (const toml::node* node = root.get("seed")) {
    const auto seed = seed_of(*node);
    if (!seed) document.refuse(node->source(), "a " + no_seed + "; give it like seed = 1, a very large one in quotes");
    study.seed = *seed;
  }
  study.method = document.choice(root, "method", ask::method_choices).value_or(sim::Method::both);
  if (const toml::table* table = document.table(root, "inputs")) study.inputs = inputs.fixed(*table);
  if (const toml::table* table = document.table(root, "sweep")) study.sweep = inputs.sweep(*table);
  if (const toml::table* table = document.table(root, "stop")) study.stop = stop_of(document, *table);
  if (study.method == sim::Method::exact) {
    if (root.get("stop")) document.refuse(root.get("stop")->source(), "stop with method = \"exact\" (nothing is simulated); leave one out");
    study.stop = sim::AfterTrials{0};
  }
  return study;
}

}  // namespace boxcars::io
