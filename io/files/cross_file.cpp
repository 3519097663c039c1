#include "io/files/cross_file.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "ask/question_kinds.hpp"
#include "io/files/toml_document.hpp"
#include "model/rules/firepower.hpp"

namespace boxcars::io {
namespace {

using model::InputValue;

const ask::QuestionKind& kind() { return ask::question_named("cross"); }

std::optional<std::string> word_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto real = node.value_exact<double>()) return model::without_zeros(*real);
  return std::nullopt;
}

[[noreturn]] void refuse_value(const TomlDocument& document, const toml::node& node, const std::string& key) {
  document.refuse(node.source(), key + " cannot be used (it is no value of this key); give a number or a text");
}

std::string word_at(const TomlDocument& document, const toml::node& node, const std::string& key) {
  const auto word = word_of(node);
  if (!word) refuse_value(document, node, key);
  return *word;
}

// ",mf=1.5"; of a flag that is set only its name.
std::string said(const TomlDocument& document, const toml::node& node, const std::string& key, char sign) {
  if (const auto set = node.value_exact<bool>()) return *set ? sign + key : "";
  return sign + key + "=" + word_at(document, node, key);
}

// "J6=3/hindrance=1", of J6 = 3 or J6 = { range = 3, hindrance = 1 }.
std::string look_said(const TomlDocument& document, const toml::node& node, const std::string& place) {
  const toml::table* look = node.as_table();
  if (!look) return "," + place + "=" + word_at(document, node, place);
  document.require_known(*look, {"range", "hindrance", "hexside", "drm", "height", "smoke", "lane", "soft"});
  const toml::node* range = look->get("range");
  if (!range) document.refuse(look->source(), place + " has no range (how far away is it?); give it like { range = 3 }");
  std::string text = "," + place + "=" + word_at(document, *range, "range");
  for (const std::string& key : keys_in_order(*look)) {
    if (key != "range") text += said(document, *look->get(key), key, '/');
  }
  return text;
}

std::string step_of(const TomlDocument& document, const toml::table& table) {
  document.require_known(
      table, {"hex", "mf", "terrain", "drm", "hindrance", "hexside", "range", "height", "road", "smoke", "uphill", "bypass", "from"});
  const toml::node* hex = table.get("hex");
  if (!hex) document.refuse(table.source(), "a step without hex (where is it?); give it like hex = \"G4\"");
  std::string text = word_at(document, *hex, "hex");
  for (const std::string& key : keys_in_order(table)) {
    if (key != "hex" && key != "from") text += said(document, *table.get(key), key, ',');
  }
  const toml::node* from = table.get("from");
  if (!from) return text;
  if (!from->is_table()) document.refuse(from->source(), "from is no table; give it like from = { J6 = 3 }");
  for (const std::string& place : keys_in_order(*from->as_table())) text += look_said(document, *from->as_table()->get(place), place);
  return text;
}

std::string defender_of(const TomlDocument& document, const toml::table& table) {
  document.require_known(table, {"unit", "location"});
  const toml::node* unit = table.get("unit");
  if (!unit) document.refuse(table.source(), "a defender without unit (who is it?); give it like unit = \"4-4-7\"");
  const toml::node* location = table.get("location");
  return (location ? word_at(document, *location, "location") + "=" : "") + word_at(document, *unit, "unit");
}

InputValue list_of(const TomlDocument& document, const toml::array& list, const std::string& key) {
  std::vector<std::string> texts;
  for (const toml::node& element : list) {
    const toml::table* table = element.as_table();
    if (table && key == "step")
      texts.push_back(step_of(document, *table));
    else if (table && key == "defender")
      texts.push_back(defender_of(document, *table));
    else
      texts.push_back(word_at(document, element, key));
  }
  return texts;
}

InputValue value_of(const TomlDocument& document, const toml::node& node, const std::string& key) {
  if (const toml::array* list = node.as_array()) return list_of(document, *list, key);
  if (const auto set = node.value_exact<bool>()) return *set;
  return word_at(document, node, key);
}

}  // namespace

ask::GivenInputs cross_inputs_of(std::string_view toml, const std::string& file) {
  const TomlDocument document(toml, file, "movement under fire", "boxcars cross --example prints one to start from");
  document.require_schema();
  const toml::table* inputs = document.root().get_as<toml::table>("inputs");
  const toml::table& table = inputs ? *inputs : document.root();
  std::vector<std::string> known;
  for (const model::FieldInfo& field : kind().fields) known.emplace_back(field.key);
  if (!inputs) known.insert(known.end(), {"schema", "name", "question"});
  document.require_known(table, known);
  ask::GivenInputs given;
  for (const std::string& key : keys_in_order(table)) {
    if (!kind().field(key)) continue;
    const toml::node& node = *table.get(key);
    const ask::GivenInput input{key, value_of(document, node, key)};
    document.at(node.source(), [&] { kind().check(input); });
    given.push_back(input);
  }
  return given;
}

std::string_view cross_example() {
  return R"(schema = 1
name = "across-the-street"
question = "cross"
unit = ["4-6-7", "9-1"]     # who moves, as one stack
then_unit = ["4-6-7"]       # and who moves after them
fire = "best"               # or first: as soon as he may

[[defender]]
unit = "4-4-7"
location = "J6"
[[defender]]
unit = "mg:5-12"            # fired by who is there with it
location = "J6"

[[step]]                    # what they spend MF for, one after the other
hex = "G4"
mf = 1
terrain = "open"
from = { J6 = 3 }           # who sees it, at which range
[[step]]
hex = "H4"
mf = 1
terrain = "open"
from = { J6 = { range = 2, hindrance = 1 } }
[[step]]
hex = "H5"
mf = 2
terrain = "woods"
from = { J6 = 2 }
)";
}

}  // namespace boxcars::io
