#include "io/map_file.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <toml++/toml.h>

#include "model/bad_input.hpp"
#include "model/choices.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;

constexpr int most_dots = 100;  // in a line: keys with dots nest, and a parser that recurses needs an end

// One TOML document: what is wrong in it is told with its place.
class Document {
 public:
  explicit Document(const std::string& file) : file_(&file) {}

  [[noreturn]] void refuse(const toml::source_region& source, const std::string& problem) const {
    throw BadInput(model::printable(*file_) + ", line " + std::to_string(source.begin.line) + ", column " +
                   std::to_string(source.begin.column) + ": " + problem);
  }

  /// What `read` gives; what it refuses is told with the place.
  template <class Read>
  auto at(const toml::source_region& source, Read read) const {
    try {
      return read();
    } catch (const BadInput& error) {
      refuse(source, error.what());
    }
  }

  void require_known(const toml::table& table, const std::vector<std::string>& known) const {
    for (const auto& [key, value] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      at(key.source(), [&, name = key.str()] { model::throw_unknown("key", name, known); });
    }
  }

  std::optional<int> integer(const toml::table& table, const char* key, int low, int high) const {
    const toml::node* node = table.get(key);
    if (!node) return std::nullopt;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < low || *value > high) {
      refuse(node->source(), std::string(key) + " cannot be used (it is no whole number from " + std::to_string(low) + " to " +
                                 std::to_string(high) + "); give it like " + key + " = " + std::to_string(low));
    }
    return static_cast<int>(*value);
  }

  bool boolean(const toml::table& table, const char* key) const {
    const toml::node* node = table.get(key);
    if (!node) return false;
    const auto value = node->value_exact<bool>();
    if (!value) refuse(node->source(), std::string(key) + " cannot be used (it is true or false); give it like " + key + " = true");
    return *value;
  }

  std::optional<std::string> text(const toml::table& table, const char* key) const {
    const toml::node* node = table.get(key);
    if (!node) return std::nullopt;
    const auto value = node->value_exact<std::string>();
    if (!value) refuse(node->source(), std::string(key) + " cannot be used (it is no text); give it in quotes");
    return *value;
  }

  std::optional<model::Construction> construction(const toml::table& table, const char* key) const {
    const auto word = text(table, key);
    if (!word) return std::nullopt;
    return at(table.get(key)->source(), [&] { return model::parse_choice(key, *word, model::construction_choices); });
  }

 private:
  const std::string* file_;
};

// Why the parser is not to see a text, if it is not: no map has such a line.
struct Unreadable {
  int line;
  std::string why;
};
std::optional<Unreadable> unreadable(std::string_view text) {
  int line = 1, dots = 0;
  bool comment = false;
  char quote = 0;                                               // within a text, what ends it
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // some editors begin a file so
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line, dots = 0, comment = false, quote = 0;
    if (!comment && quote) {
      if (c == '\\' && quote == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
      if (c == quote) quote = 0;
    } else if (!comment) {
      const std::string_view three = text.substr(i, 3);
      if (three == "\"\"\"" || three == "'''") return Unreadable{line, "a text of several lines"};
      if (c == '"' || c == '\'') quote = c;
      if (c == '#') comment = true;
    }
    if (c == '.' && ++dots > most_dots) return Unreadable{line, "more than " + std::to_string(most_dots) + " dots"};
    // toml++ 3.3 is not sure what a letter is beyond ASCII.
    if (static_cast<unsigned char>(text[i]) >= 0x80 && !comment) return Unreadable{line, "letters beyond ASCII outside a comment"};
  }
  return std::nullopt;
}

model::MapHex hex_of(const Document& document, const toml::table& table) {
  model::MapHex hex;
  hex.building = document.construction(table, "building");
  const auto levels = document.integer(table, "levels", 0, model::most_levels);
  hex.stairwell = document.boolean(table, "stairwell");
  hex.water = document.boolean(table, "water");
  hex.rubble = document.construction(table, "rubble");
  hex.factory = document.boolean(table, "factory");
  hex.rowhouse = document.boolean(table, "rowhouse");
  hex.lumberyard = document.boolean(table, "lumberyard");
  hex.marketplace = document.boolean(table, "marketplace");
  hex.hut = document.boolean(table, "hut");
  if (hex.lumberyard && !hex.building) hex.building = model::Construction::wood;  // B23.211
  hex.levels = levels.value_or(0);
  if (const auto why = model::contradiction(hex)) {
    document.refuse(table.source(), "a hex cannot be this (" + *why + "); leave a line out");
  }
  return hex;
}

}  // namespace

model::HexMap parse_map(std::string_view toml, const std::string& file) {
  const Document document(file);
  if (const auto found = unreadable(toml)) {
    throw BadInput(model::printable(file) + ", line " + std::to_string(found->line) + ": it is no TOML of a map (" + found->why +
                   "); give a map file");
  }
  try {
    const toml::table root = toml::parse(toml, file);
    document.require_known(root, {"columns", "rows", "hex"});
    model::HexMap map;
    const auto columns = document.integer(root, "columns", 1, model::most_columns);
    const auto rows = document.integer(root, "rows", 1, model::most_rows);
    if (!columns || !rows) {
      throw BadInput(model::printable(file) + ": no size of the map (columns and rows); begin it like columns = 33 and rows = 10");
    }
    map.grid = {*columns, *rows};
    const toml::node* hexes = root.get("hex");
    if (!hexes) return map;
    if (!hexes->is_array()) document.refuse(hexes->source(), "hex is no list of tables; give every hex as [[hex]]");
    for (const toml::node& node : *hexes->as_array()) {
      const toml::table* table = node.as_table();
      if (!table) document.refuse(node.source(), "hex is no list of tables; give every hex as [[hex]]");
      document.require_known(*table, {"name", "building", "levels", "stairwell", "water", "rubble", "factory", "rowhouse", "lumberyard",
                                      "marketplace", "hut"});
      const auto name = document.text(*table, "name");
      if (!name) document.refuse(table->source(), "a hex without a name; give it like name = \"J8\"");
      const model::Hex hex = document.at(table->get("name")->source(), [&] { return model::parse_hex(map, "name", *name); });
      if (!map.hexes.emplace(hex, hex_of(document, *table)).second) {
        document.refuse(table->get("name")->source(), "hex " + to_string(hex) + " is there twice; leave one out");
      }
    }
    return map;
  } catch (const toml::parse_error& error) {
    document.refuse(error.source(), "it is no TOML (" + std::string(error.description()) +
                                        "); give one key a line, and [[hex]] on its own before each hex");
  }
}

}  // namespace boxcars::io
