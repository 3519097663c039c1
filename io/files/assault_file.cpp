#include "io/files/assault_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "ask/question_kind.hpp"
#include "ask/varied.hpp"
#include "io/files/study_file.hpp"
#include "io/files/toml_document.hpp"
#include "io/formats/words.hpp"
#include "model/core/fault_within.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/assault_fields.hpp"

namespace boxcars::io {
namespace {

using model::AssaultGoal;
using model::AssaultInputs;
using model::AssaultLocation;
using model::AssaultShot;
using model::AssaultUnit;
using model::BadInput;
using model::BadInputAt;
using model::InputValue;

using model::AnyField, model::Field, model::Fields;
using model::goal_fields, model::loss_fields, model::rally_fields, model::fires_fields;
using model::location_fields, model::unit_fields, model::shot_fields, model::move_fields, model::vehicle_fields;

// The keys of the file's root that are none of a table.
const Fields<AssaultInputs>& root_fields() {
  static const Fields<AssaultInputs> fields = [] {
    Fields<AssaultInputs> found;
    constexpr std::array<std::string_view, 4> keys{"turns", "player_turns", "iift", "edition"};
    for (const auto& field : model::assault_questionnaire().fields)
      if (std::find(keys.begin(), keys.end(), field.info.key) != keys.end()) found.push_back(Field<AssaultInputs>(field));
    return found;
  }();
  return fields;
}

template <class Item>
std::vector<std::string> keys_of(const Fields<Item>& fields) {
  std::vector<std::string> keys;
  for (const auto& field : fields) keys.emplace_back(field.info.key);
  return keys;
}

std::optional<InputValue> value_of(const toml::node& node) {
  if (const auto set = node.value_exact<bool>()) return *set;
  if (const auto whole = node.value_exact<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto real = node.value_exact<double>()) return *real;
  if (const auto words = node.value_exact<std::string>()) return *words;
  const toml::array* list = node.as_array();
  if (!list) return std::nullopt;
  std::vector<std::string> texts;
  for (const toml::node& element : *list) {
    auto words = element.value_exact<std::string>();
    if (const auto whole = element.value_exact<std::int64_t>()) words = std::to_string(*whole);
    if (!words) return std::nullopt;
    texts.push_back(*words);
  }
  return texts;
}

template <class Item>
void read_given(const TomlDocument& document, const toml::table& table, const Fields<Item>& fields, Item& item);

// Reads the fields of a table that it has; what is unknown or wrong is told with its place.
template <class Item>
void read(const TomlDocument& document, const toml::table& table, const Fields<Item>& fields, Item& item) {
  document.require_known(table, keys_of(fields));
  read_given(document, table, fields, item);
}

template <class Item>
void read_given(const TomlDocument& document, const toml::table& table, const Fields<Item>& fields, Item& item) {
  for (const auto& field : fields) {
    const toml::node* node = table.get(field.info.key);
    if (!node) continue;
    const auto value = value_of(*node);
    if (!value)
      document.refuse(node->source(),
                      std::string(field.info.key) + " cannot be used (it is no value of this key); give a number or a text");
    document.at(node->source(), [&] { field.read(&item, *value, field.info); });
  }
}

template <class Item>
std::vector<Item> read_list(const TomlDocument& document, const char* key, const Fields<Item>& fields) {
  std::vector<Item> items;
  const toml::node* node = document.root().get(key);
  if (!node) return items;
  const std::string what = std::string(key) + " is no list of tables; give each as [[" + key + "]]";
  if (!node->is_array()) document.refuse(node->source(), what);
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_table()) document.refuse(element.source(), what);
    read(document, *element.as_table(), fields, items.emplace_back());
  }
  return items;
}

std::string name_of(const std::vector<AssaultUnit>&, std::size_t i) { return std::to_string(i + 1); }
template <class Item>
std::string name_of(const std::vector<Item>& items, std::size_t i) {
  return items[i].name;
}

// Calls visit(path, fields, item) for every table of the inputs.
template <class Visit>
void for_each_table(AssaultInputs& in, Visit visit) {
  visit(std::string(), root_fields(), in);
  const auto each = [&](const char* table, auto& items, const auto& fields) {
    for (std::size_t i = 0; i < items.size(); ++i) visit(std::string(table) + "." + name_of(items, i) + ".", fields, items[i]);
  };
  each("location", in.locations, location_fields());
  each("defender", in.defenders, unit_fields());
  each("attacker", in.attackers, unit_fields());
  each("vehicle", in.vehicles, vehicle_fields());
  each("shot", in.shots, shot_fields());
  each("move", in.moves, move_fields());
  if (in.rally_drm) visit(std::string("rally."), rally_fields(), in);
  if (in.fires_drm) visit(std::string("fires."), fires_fields(), in);
  visit(std::string("goal."), goal_fields(), in.goal);
  if (!in.attackers.empty()) visit(std::string("loss."), loss_fields(), in.loss);
}

std::vector<std::string> paths_of(AssaultInputs in) {
  std::vector<std::string> paths;
  for_each_table(in, [&](const std::string& before, const auto& fields, auto&) {
    for (const auto& field : fields)
      if (field.info.key != "name") paths.push_back(before + std::string(field.info.key));
  });
  return paths;
}

// The node of a path, or else the nearest thing above it that the file has.
struct Found {
  const toml::node* node;
  bool is_there;
};
Found find(const TomlDocument& document, const std::string& path) {
  const toml::node* node = &document.root();
  std::string rest = path;
  while (!rest.empty()) {
    const toml::node* inner = nullptr;
    std::size_t taken = 0;
    const auto look = [&](const std::string& name, const toml::node& element) {
      // Names may have dots: J8.1 of location.J8.1.levels.
      if (!rest.starts_with(name) || (rest.size() > name.size() && rest[name.size()] != '.')) return;
      if (inner && taken > name.size()) return;  // of J8 and J8.1 the longer
      inner = &element;
      taken = std::min(name.size() + 1, rest.size());
    };
    if (const toml::table* table = node->as_table()) {
      for (const auto& [key, element] : *table) look(std::string(key.str()), element);
    } else if (const toml::array* items = node->as_array()) {
      std::size_t number = 0;
      for (const toml::node& element : *items) {
        const toml::table* item = element.as_table();
        ++number;
        look(item ? (*item)["name"].value_or(std::to_string(number)) : std::to_string(number), element);
      }
    }
    if (!inner) return {node, false};
    node = inner;
    rest.erase(0, taken);
  }
  return {node, true};
}

}  // namespace

ask::Question assault_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const ask::MapReader& read_map,
                         Choosing choosing) {
  model::AssaultInputs inputs = inputs_of(file, settings, read_map);
  if (choosing == Choosing::at_first_targets) inputs = at_first_targets(inputs);
  ask::Question asked(std::string(model::assault_questionnaire().name), position_of(file, settings, inputs), {}, typed(file, settings));
  asked.on(inputs.map, ask::hexes_typed(inputs));
  return asked;
}

model::AssaultInputs inputs_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const ask::MapReader& read_map) {
  model::AssaultInputs in = file.inputs(settings);
  if (in.map.file.empty()) return in;
  try {
    model::at_field(in.map.option, [&] { read_map(in.map); });
  } catch (const BadInput& error) {
    file.refuse(BadInputAt(error.fault()), settings);
  }
  return in;
}

model::Assault position_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const model::AssaultInputs& inputs) {
  try {
    return model::Assault(inputs);
  } catch (const model::BadInputAt& error) {
    file.refuse(error, settings);
  }
}

std::string typed(const AssaultFile& file, const std::vector<StudyInput>& settings) {
  std::string typed = quoted(file.file());
  for (const StudyInput& setting : settings) {
    if (setting.key != seed_key) typed += " --with " + quoted(setting.key + "=" + in_words(setting.value));
  }
  return typed;
}

const std::vector<std::string>& assault_keys() {
  static const std::vector<std::string> keys = keys_of(model::assault_questionnaire().fields);
  return keys;
}

AssaultFile::AssaultFile(std::string_view toml, const std::string& file)
    : document_(std::make_shared<TomlDocument>(toml, file, "an assault", "give one key a line, and [[shot]] on its own before each shot")) {
  auto known = study_keys();
  known.insert(known.end(), {"sweep", "stop"});
  known.insert(known.end(), assault_keys().begin(), assault_keys().end());
  document_->require_known(document_->root(), known);
  document_->require_schema();
  if (const auto question = document_->text(document_->root(), "question");
      question && !model::same_word(*question, model::assault_questionnaire().name))
    document_->refuse(document_->root().get("question")->source(),
                      "the question is no assault (this file asks " + model::shown(*question) + "); give boxcars study run such a file");
  constexpr std::size_t longest_name = 200;  // bytes
  if (const auto name = document_->text(document_->root(), "name"); name && name->size() > longest_name)
    document_->refuse(document_->root().get("name")->source(),
                      fmt::format("name cannot be used (it is longer than {} bytes); give a shorter one", longest_name));
  inputs();
}

AssaultInputs AssaultFile::inputs(const std::vector<StudyInput>& settings) const {
  const toml::table& root = document_->root();
  AssaultInputs in;
  in.turns = static_cast<int>(document_->integer(root, "turns", 1, model::most_assault_turns).value_or(0));
  in.locations = read_list(*document_, "location", location_fields());
  in.defenders = read_list(*document_, "defender", unit_fields());
  in.attackers = read_list(*document_, "attacker", unit_fields());
  in.vehicles = read_list(*document_, "vehicle", vehicle_fields());
  in.shots = read_list(*document_, "shot", shot_fields());
  in.moves = read_list(*document_, "move", move_fields());
  if (const toml::table* rally = document_->table(root, "rally")) {
    in.rally_drm = 0;
    read(*document_, *rally, rally_fields(), in);
  }
  if (const toml::table* fires = document_->table(root, "fires")) {
    in.fires_drm = 0;
    read(*document_, *fires, fires_fields(), in);
  }
  for (const auto& field : root_fields()) {
    if (field.info.key != "turns") read_given(*document_, root, Fields<AssaultInputs>{Field<AssaultInputs>(field)}, in);
  }
  if (const toml::table* goal = document_->table(root, "goal")) read(*document_, *goal, goal_fields(), in.goal);
  if (const toml::table* loss = document_->table(root, "loss")) {
    read(*document_, *loss, loss_fields(), in.loss);
    if (!in.loss.good_order) document_->refuse(loss->source(), "no loss given (when has the defender won?); give good_order = 0");
  }
  for (const char* option : {"map", "board", "save"}) {
    const auto name = document_->text(root, option);
    if (!name) continue;
    if (!in.map.file.empty())
      document_->refuse(root.get(option)->source(), in.map.option + " and " + option + " together (either is the map); leave one out");
    if (name->empty())
      document_->refuse(root.get(option)->source(), std::string(option) + " is empty (which file?); name one, or leave it out");
    in.map.option = option;
    in.map.file = *name;
  }
  if (const toml::node* set = root.get("set")) {
    if (in.map.file.empty())
      document_->refuse(set->source(), "set without a map (what does it change?); give map = \"FILE\" or board = \"20\", too");
    const auto value = value_of(*set);
    const auto* several = value ? std::get_if<std::vector<std::string>>(&*value) : nullptr;
    if (!several)
      document_->refuse(set->source(), "set is no list of texts (it changes hexes of the map); give it like set = [\"J8=stone:3\"]");
    in.map.set = *several;
  }

  for (const StudyInput& setting : settings) {
    if (setting.key == seed_key) continue;
    bool found = false;
    for_each_table(in, [&](const std::string& before, const auto& fields, auto& item) {
      if (found || !setting.key.starts_with(before)) return;
      const AnyField* field = fields.find(setting.key.substr(before.size()));
      if (!field || field->info.key == "name") return;
      found = true;
      try {
        field->read(&item, setting.value, field->info);
      } catch (const BadInput& error) {
        throw BadInput(model::fault_within(setting.key + ": ", error.fault(), model::as_key));
      }
    });
    if (!found) model::throw_unknown("setting", setting.key, paths());
    if (setting.key == "turns" && in.turns == 0)  // which would mean that none are given
      throw BadInput(fmt::format("turns: turns 0 is out of range (Player Turns of the attacker); give 1 to {}", model::most_assault_turns));
  }
  return in;
}

const std::string& AssaultFile::file() const { return document_->file(); }

std::string AssaultFile::name() const {
  return document_->text(document_->root(), "name").value_or(std::filesystem::path(document_->file()).stem().string());
}

std::vector<std::string> AssaultFile::paths() const { return paths_of(inputs()); }

std::vector<std::string> AssaultFile::numbers_given() const {
  std::vector<std::string> given;
  AssaultInputs in = inputs();
  for_each_table(in, [&](const std::string& before, const auto& fields, auto&) {
    for (const auto& field : fields) {
      if (field.info.kind == model::FieldKind::integer && find(*document_, before + std::string(field.info.key)).is_there)
        given.push_back(before + std::string(field.info.key));
    }
  });
  return given;
}

void AssaultFile::refuse(const BadInputAt& error, const std::vector<StudyInput>& settings) const {
  for (const StudyInput& setting : settings) {
    if (setting.key == error.fault().field) throw BadInput(model::fault_within(setting.key + ": ", error.fault(), model::as_key));
  }
  const Place place = TomlDocument::place(find(*document_, error.fault().field).node->source());
  document_->refuse(place.line > 0 ? place : Place{1, 1}, error.fault());
}

std::string_view assault_example() {
  return R"(# Six turns of fire at a squad and its leader on the first floor of a stone building.
schema = 1
name = "chateau"
question = "assault"
turns = 6

[[location]]                # where defenders are; J8.1 and J8.0 would be one hex
name = "J8.1"
building = "stone"
levels = 2
level = 1

[[defender]]
unit = "4-6-7"
location = "J8.1"

[[defender]]
unit = "8-0"
location = "J8.1"

[[shot]]                    # each turn, in this order
name = "MGs"
fp = 12
drm = -1
cowering = "none"
target = "J8.1"

[[shot]]
name = "SU-152"
caliber = 152
to_hit = 7
target = "J8.1"
breakdown = 12              # an Original DR this high puts it out

[rally]                     # without this table nobody rallies
drm = -1

[goal]
good_order = 0              # the attacker wins as soon as nobody is in Good Order
)";
}

}  // namespace boxcars::io
