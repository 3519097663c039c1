#include "ask/question.hpp"

#include <optional>

#include "model/rules/hex_grid.hpp"

namespace boxcars::ask {
namespace {

using model::Hex;

// Of an AFV that is typed K9,ot, 3 or here; directions are from the hex that is asked of.
std::optional<Hex> hex_of_afv(const std::string& typed, const std::optional<Hex>& here) {
  const std::string where = typed.substr(0, typed.find(','));
  const auto direction = model::read_direction(where);
  if (where == "here" || !here) return where == "here" ? here : model::read_hex(where);
  return direction ? model::neighbor(*here, *direction) : model::read_hex(where);
}

void add(std::vector<std::string>& names, const std::optional<Hex>& hex) {
  if (hex) names.push_back(to_string(*hex));
}

}  // namespace

void Question::on(const model::MapInput& map, const HexesTyped& typed) {
  if (map.file.empty()) return;
  AskedMap about{.map = map};
  const auto here = model::read_hex(typed.hex);
  add(about.hexes, here);
  for (const std::string& other : typed.others) add(about.hexes, model::read_hex(other));
  for (const std::string& own : typed.own) add(about.own, model::read_hex(own));
  for (const std::string& afv : typed.afvs) add(about.afvs, hex_of_afv(afv, here));
  map_ = std::make_shared<const AskedMap>(std::move(about));
}

}  // namespace boxcars::ask
