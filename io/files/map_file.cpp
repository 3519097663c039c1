#include "io/files/map_file.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/files/toml_document.hpp"
#include "io/files/vasl_terrain.hpp"
#include "model/rules/ground.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;

// Buildings and the like have keys of their own; what attacks know of all else they tell.
[[noreturn]] void refuse_ground(const std::string& word, const std::vector<std::string>& known) {
  const std::string guess = model::nearest(word, known);
  throw BadInput("terrain", "unknown terrain " + model::shown(word), "buildings, rubble and huts have keys of their own",
                 guess.empty() ? "give a word of boxcars attack --terrain like woods" : "did you mean " + guess + "?");
}

model::MapHex hex_of(const TomlDocument& document, const toml::table& table) {
  model::MapHex hex;
  hex.building = document.choice(table, "building", model::construction_choices);
  const auto levels = document.integer(table, "levels", 0, model::most_levels);
  hex.stairwell = document.boolean(table, "stairwell").value_or(false);
  hex.water = document.boolean(table, "water").value_or(false);
  hex.rubble = document.choice(table, "rubble", model::construction_choices);
  hex.factory = document.boolean(table, "factory").value_or(false);
  hex.rowhouse = document.boolean(table, "rowhouse").value_or(false);
  hex.lumberyard = document.boolean(table, "lumberyard").value_or(false);
  hex.marketplace = document.boolean(table, "marketplace").value_or(false);
  hex.hut = document.boolean(table, "hut").value_or(false);
  if (hex.lumberyard && !hex.building) hex.building = model::Construction::wood;  // B23.211
  hex.levels = static_cast<int>(levels.value_or(0));
  if (const auto why = model::contradiction(hex)) {
    document.refuse(table.source(), "a hex cannot be this (" + *why + "); leave a line out");
  }
  return hex;
}

constexpr int lowest_elevation = -128, highest_elevation = 127;  // elevations, as VASL's boards have them

// What is given of it; open ground at level 0 where nothing is.
model::Ground ground_of(const TomlDocument& document, const toml::table& table, const model::MapHex& hex) {
  model::Ground ground{.elevation =
                           static_cast<int>(document.integer(table, "elevation", lowest_elevation, highest_elevation).value_or(0))};
  if (hex.water) ground.terrain = "water";
  const auto word = document.text(table, "terrain");
  if (!word) return ground;
  const toml::source_region& source = table.get("terrain")->source();
  const auto& known = ground_words();
  ground.terrain = model::in_small_letters(*word);
  if (std::find(known.begin(), known.end(), ground.terrain) == known.end()) document.at(source, [&] { refuse_ground(*word, known); });
  if (model::built_terrain(hex))
    document.refuse(source, "a hex cannot be this (what is built there is its terrain, B23.1); leave a line out");
  return ground;
}

// The first hex of the first column, where it is not A1.
void read_first(const TomlDocument& document, const toml::source_region& source, const std::string& name, model::Grid& grid) {
  const auto first = model::read_hex(name);
  if (!first || first->column % 2 == 1 || first->row < 1 || first->row > model::most_rows || first->column >= model::most_columns) {
    document.refuse(source, "first " + model::shown(name) +
                                " is no hex in which a map begins (of a column A, C, ..., row 1 or more); give it like \"Q1\"");
  }
  grid.first_column = first->column;
  grid.first_row = first->row - 1;
}

}  // namespace

model::HexMap parse_map(std::string_view toml, const std::string& file) {
  const TomlDocument document(toml, file, "a map", "give one key a line, and [[hex]] on its own before each hex");
  const toml::table& root = document.root();
  document.require_known(root, {"columns", "rows", "first", "hex"});
  model::HexMap map;
  const auto columns = document.integer(root, "columns", 1, model::most_columns);
  const auto rows = document.integer(root, "rows", 1, model::most_rows);
  if (!columns || !rows) {
    throw BadInput(model::printable(file) + ": no size of the map (columns and rows); begin it like columns = 33 and rows = 10");
  }
  map.grid = {static_cast<int>(*columns), static_cast<int>(*rows)};
  if (const auto first = document.text(root, "first")) read_first(document, root.get("first")->source(), *first, map.grid);
  const toml::node* hexes = root.get("hex");
  if (!hexes) return map;
  if (!hexes->is_array()) document.refuse(hexes->source(), "hex is no list of tables; give every hex as [[hex]]");
  std::set<model::Hex> named;
  for (const toml::node& node : *hexes->as_array()) {
    const toml::table* table = node.as_table();
    if (!table) document.refuse(node.source(), "hex is no list of tables; give every hex as [[hex]]");
    document.require_known(*table, {"name", "building", "levels", "stairwell", "water", "rubble", "factory", "rowhouse", "lumberyard",
                                    "marketplace", "hut", "terrain", "elevation"});
    const auto name = document.text(*table, "name");
    if (!name) document.refuse(table->source(), "a hex without a name; give it like name = \"J8\"");
    const model::Hex hex = document.at(table->get("name")->source(), [&] { return model::parse_hex(map, "name", *name); });
    if (!named.insert(hex).second) {
      document.refuse(table->get("name")->source(), "hex " + to_string(hex) + " is there twice; leave one out");
    }
    const model::MapHex holds = hex_of(document, *table);
    const bool is_ground_only = holds == model::MapHex{} && (table->contains("terrain") || table->contains("elevation"));
    if (!is_ground_only) map.hexes.emplace(hex, holds);
    if (const auto ground = ground_of(document, *table, holds); ground != model::Ground{}) map.ground.emplace(hex, ground);
  }
  return map;
}

}  // namespace boxcars::io
