#include "io/files/assault_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace boxcars::io {
namespace {

using model::AssaultDefender;
using model::AssaultGoal;
using model::AssaultInputs;
using model::AssaultLocation;
using model::AssaultShot;
using model::BadInput;
using model::BadInputAt;
using model::InputValue;

constexpr double largest = 1e9;

// One key of a table: how its value is read.
template <class Item>
struct Field {
  std::string name;
  std::function<void(Item&, const InputValue&)> set;
  bool is_number = false;
};

[[noreturn]] void refuse_value(const std::string& key, const char* why, const std::string& example) {
  throw BadInput(key + " cannot be used (" + why + "); give it like " + key + " = " + example);
}

template <class Item, class Target>
Field<Item> number(std::string key, Target Item::*member) {
  const auto set = [key, member](Item& item, const InputValue& value) {
    const double* given = std::get_if<double>(&value);
    if (!given || *given != std::floor(*given) || std::abs(*given) > largest) refuse_value(key, "it is no whole number", "2");
    item.*member = static_cast<int>(*given);
  };
  return {std::move(key), set, true};
}

template <class Item>
Field<Item> flag(std::string key, bool Item::*member) {
  const auto set = [key, member](Item& item, const InputValue& value) {
    const bool* given = std::get_if<bool>(&value);
    if (!given) refuse_value(key, "it is true or false", "true");
    item.*member = *given;
  };
  return {std::move(key), set};
}

template <class Item>
Field<Item> text(std::string key, std::string Item::*member, const std::string& example) {
  const auto set = [key, member, example](Item& item, const InputValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (!given) refuse_value(key, "it is no text", example);
    item.*member = *given;
  };
  return {std::move(key), set};
}

// 12, or "4+4+4".
template <class Item>
Field<Item> sum(std::string key, std::string Item::*member) {
  const auto set = [key, member](Item& item, const InputValue& value) {
    const double* given = std::get_if<double>(&value);
    const auto* words = std::get_if<std::string>(&value);
    if (!given && !words) refuse_value(key, "it is no number, nor a sum in quotes", "12");
    item.*member = given ? fmt::format("{}", *given) : *words;
  };
  return {std::move(key), set, true};
}

// One text or several.
template <class Item>
Field<Item> texts(std::string key, std::vector<std::string> Item::*member, const std::string& example) {
  const auto set = [key, member, example](Item& item, const InputValue& value) {
    const auto* one = std::get_if<std::string>(&value);
    const auto* several = std::get_if<std::vector<std::string>>(&value);
    if (!one && !several) refuse_value(key, "it is no text, nor a list of them", example);
    item.*member = one ? std::vector{*one} : *several;
  };
  return {std::move(key), set};
}

template <class Item, class Target, class Value, std::size_t N>
Field<Item> choice(std::string key, Target Item::*member, const std::array<model::Choice<Value>, N>& choices) {
  const auto set = [key, member, &choices](Item& item, const InputValue& value) {
    const auto* given = std::get_if<std::string>(&value);
    if (!given) refuse_value(key, "it is no text", "\"" + std::string(choices.front().name) + "\"");
    item.*member = model::parse_choice(key, *given, choices);
  };
  return {std::move(key), set};
}

// The keys of every table of the file.
const std::vector<Field<AssaultLocation>>& location_fields() {
  using L = AssaultLocation;
  static const std::vector<Field<L>> fields{
      text("name", &L::name, "\"J8.1\""),  text("hex", &L::hex, "\"J8\""), choice("building", &L::building, model::construction_choices),
      number("levels", &L::levels),        number("level", &L::level),     choice("terrain", &L::terrain, model::terrain_choices),
      flag("fortified", &L::fortified),    flag("interior", &L::interior), flag("factory", &L::factory),
      flag("marketplace", &L::marketplace)};
  return fields;
}

const std::vector<Field<AssaultDefender>>& defender_fields() {
  using D = AssaultDefender;
  static const std::vector<Field<D>> fields{text("unit", &D::unit, "\"4-6-7\""), text("location", &D::location, "\"J8.1\"")};
  return fields;
}

const std::vector<Field<AssaultShot>>& shot_fields() {
  using S = AssaultShot;
  static const std::vector<Field<S>> fields{text("name", &S::name, "\"MGs\""),
                                            text("target", &S::target, "\"J8.1\""),
                                            sum("fp", &S::fp),
                                            number("caliber", &S::caliber),
                                            choice("fire", &S::fire, model::fire_choices),
                                            choice("ammo", &S::ammo, model::ammo_choices),
                                            flag("enter", &S::enter),
                                            choice("ground_pressure", &S::ground_pressure, model::ground_pressure_choices),
                                            number("drm", &S::drm),
                                            number("hindrance", &S::hindrance),
                                            number("leadership", &S::leadership),
                                            choice("cowering", &S::cowering, model::cowering_choices),
                                            number("to_hit", &S::to_hit),
                                            number("th_number", &S::th_number),
                                            number("breakdown", &S::breakdown),
                                            number("repair", &S::repair),
                                            number("rate_of_fire", &S::rate_of_fire),
                                            number("limit", &S::limit),
                                            number("from_turn", &S::from_turn),
                                            number("until_turn", &S::until_turn),
                                            text("while", &S::condition, "\"J8.1 holds\"")};
  return fields;
}

const std::vector<Field<AssaultGoal>>& goal_fields() {
  using G = AssaultGoal;
  static const std::vector<Field<G>> fields{number("good_order", &G::good_order), number("eliminated", &G::eliminated),
                                            texts("rubbled", &G::rubbled, "\"J8.1\""), number("by_turn", &G::by_turn)};
  return fields;
}

const std::vector<Field<AssaultInputs>>& rally_fields() {
  static const std::vector<Field<AssaultInputs>> fields{number("drm", &AssaultInputs::rally_drm)};
  return fields;
}

const std::vector<Field<AssaultInputs>>& fires_fields() {
  static const std::vector<Field<AssaultInputs>> fields{number("drm", &AssaultInputs::fires_drm)};
  return fields;
}

const std::vector<Field<AssaultInputs>>& root_fields() {
  static const std::vector<Field<AssaultInputs>> fields{number("turns", &AssaultInputs::turns)};
  return fields;
}

template <class Item>
std::vector<std::string> keys_of(const std::vector<Field<Item>>& fields) {
  std::vector<std::string> keys;
  for (const auto& field : fields) keys.push_back(field.name);
  return keys;
}

template <class Item>
const Field<Item>* find_field(const std::vector<Field<Item>>& fields, const std::string& key) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field<Item>& field) { return field.name == key; });
  return found == fields.end() ? nullptr : &*found;
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
    const auto words = element.value_exact<std::string>();
    if (!words) return std::nullopt;
    texts.push_back(*words);
  }
  return texts;
}

// Reads the fields of a table that it has; what is unknown or wrong is told with its place.
template <class Item>
void read(const TomlDocument& document, const toml::table& table, const std::vector<Field<Item>>& fields, Item& item) {
  document.require_known(table, keys_of(fields));
  for (const auto& field : fields) {
    const toml::node* node = table.get(field.name);
    if (!node) continue;
    const auto value = value_of(*node);
    if (!value) document.refuse(node->source(), field.name + " cannot be used (it is no value of this key); give a number or a text");
    document.at(node->source(), [&] { field.set(item, *value); });
  }
}

template <class Item>
std::vector<Item> read_list(const TomlDocument& document, const char* key, const std::vector<Field<Item>>& fields) {
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

std::string name_of(const std::vector<AssaultDefender>&, std::size_t i) { return std::to_string(i + 1); }
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
  each("defender", in.defenders, defender_fields());
  each("shot", in.shots, shot_fields());
  if (in.rally_drm) visit(std::string("rally."), rally_fields(), in);
  if (in.fires_drm) visit(std::string("fires."), fires_fields(), in);
  visit(std::string("goal."), goal_fields(), in.goal);
}

std::vector<std::string> paths_of(AssaultInputs in) {
  std::vector<std::string> paths;
  for_each_table(in, [&](const std::string& before, const auto& fields, auto&) {
    for (const auto& field : fields)
      if (field.name != "name") paths.push_back(before + field.name);
  });
  return paths;
}

const std::vector<std::string> keys_of_studies{"schema", "name", "question", "seed", "method", "sweep", "stop"};

}  // namespace

const std::vector<std::string>& assault_keys() {
  static const std::vector<std::string> keys{"turns", "map", "board", "set", "location", "defender", "shot", "rally", "fires", "goal"};
  return keys;
}

AssaultFile::AssaultFile(std::string_view toml, const std::string& file)
    : document_(toml, file, "an assault", "give one key a line, and [[shot]] on its own before each shot") {
  auto known = keys_of_studies;
  known.insert(known.end(), assault_keys().begin(), assault_keys().end());
  document_.require_known(document_.root(), known);
  document_.require_schema();
  if (const auto question = document_.text(document_.root(), "question"); question && !model::same_word(*question, "assault"))
    document_.refuse(document_.root().get("question")->source(),
                     "the question is no assault (this file asks " + model::shown(*question) + "); give boxcars study run such a file");
  inputs();
}

AssaultInputs AssaultFile::inputs(const std::vector<StudyInput>& settings) const {
  const toml::table& root = document_.root();
  AssaultInputs in;
  in.turns = static_cast<int>(document_.integer(root, "turns", 1, model::most_assault_turns).value_or(0));
  in.locations = read_list(document_, "location", location_fields());
  in.defenders = read_list(document_, "defender", defender_fields());
  in.shots = read_list(document_, "shot", shot_fields());
  if (const toml::table* rally = document_.table(root, "rally")) {
    in.rally_drm = 0;
    read(document_, *rally, rally_fields(), in);
  }
  if (const toml::table* fires = document_.table(root, "fires")) {
    in.fires_drm = 0;
    read(document_, *fires, fires_fields(), in);
  }
  if (const toml::table* goal = document_.table(root, "goal")) read(document_, *goal, goal_fields(), in.goal);
  for (const char* option : {"map", "board"}) {
    const auto name = document_.text(root, option);
    if (!name) continue;
    if (!in.map.file.empty()) document_.refuse(root.get(option)->source(), "map and board together (either is the map); leave one out");
    if (name->empty())
      document_.refuse(root.get(option)->source(), std::string(option) + " is empty (which file?); name one, or leave it out");
    in.map.option = option;
    in.map.file = *name;
  }
  if (const toml::node* set = root.get("set")) {
    if (in.map.file.empty())
      document_.refuse(set->source(), "set without a map (what does it change?); give map = \"FILE\" or board = \"20\", too");
    const auto value = value_of(*set);
    const auto* several = value ? std::get_if<std::vector<std::string>>(&*value) : nullptr;
    if (!several)
      document_.refuse(set->source(), "set is no list of texts (it changes hexes of the map); give it like set = [\"J8=stone:3\"]");
    in.map.set = *several;
  }

  for (const StudyInput& setting : settings) {
    if (setting.key == seed_key) continue;
    bool found = false;
    for_each_table(in, [&](const std::string& before, const auto& fields, auto& item) {
      if (found || !setting.key.starts_with(before)) return;
      const auto* field = find_field(fields, setting.key.substr(before.size()));
      if (!field || field->name == "name") return;
      found = true;
      try {
        field->set(item, setting.value);
      } catch (const BadInput& error) {
        throw BadInput(setting.key + ": " + error.what());
      }
    });
    if (!found) model::throw_unknown("setting", setting.key, paths());
    if (setting.key == "turns" && in.turns == 0)  // which would mean that none are given
      throw BadInput(fmt::format("turns: turns 0 is out of range (Player Turns of the attacker); give 1 to {}", model::most_assault_turns));
  }
  return in;
}

std::string AssaultFile::name() const {
  return document_.text(document_.root(), "name").value_or(std::filesystem::path(document_.file()).stem().string());
}

std::vector<std::string> AssaultFile::paths() const { return paths_of(inputs()); }

std::vector<std::string> AssaultFile::numbers_given() const {
  std::vector<std::string> given;
  AssaultInputs in = inputs();
  for_each_table(in, [&](const std::string& before, const auto& fields, auto&) {
    for (const auto& field : fields) {
      if (field.is_number && find(before + field.name).is_there) given.push_back(before + field.name);
    }
  });
  return given;
}

// The node of a path, or else the nearest thing above it that the file has.
AssaultFile::Found AssaultFile::find(const std::string& path) const {
  const toml::node* node = &document_.root();
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

void AssaultFile::refuse(const BadInputAt& error, const std::vector<StudyInput>& settings) const {
  for (const StudyInput& setting : settings) {
    if (setting.key == error.path) throw BadInput(setting.key + ": " + error.what());
  }
  const Place place = TomlDocument::place(find(error.path).node->source());
  document_.refuse(place.line > 0 ? place : Place{1, 1}, error.what());
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
