#include "io/formats/danger_page.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/board_view.hpp"
#include "io/formats/json_values.hpp"
#include "io/formats/pictured.hpp"
#include "io/formats/records.hpp"
#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::io {
namespace {

using ask::Danger;
using ask::DangerFrom;
using ask::DangerHex;

constexpr std::size_t most_listed = 8;

std::string percents(double odds) { return fmt::format("{:.1f}%", 100 * odds); }

// Who sees it: those who fire first, with what they fire, the worst for the unit before others.
std::string seen_from(const DangerHex& hex) {
  constexpr std::size_t most_told = 3;
  std::vector<const DangerFrom*> all;
  for (const DangerFrom& one : hex.seen_by) all.push_back(&one);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->fires != b->fires ? a->fires : a->firepower > b->firepower; });
  std::vector<std::string> told;
  for (const DangerFrom* one : all) {
    if (told.size() == most_told) break;
    told.push_back(one->fires ? fmt::format("{} ({:.0f} {})", one->from, one->firepower, model::with_sign(one->drm))
                              : one->from + " (out of range)");
  }
  const std::string more = all.size() > told.size() ? fmt::format(" and {} more", all.size() - told.size()) : "";
  return fmt::format("{}{}", fmt::join(told, ", "), more);
}

std::string moves(model::Movement moving) {
  switch (moving) {
    case model::Movement::normal:
      return " that moves";
    case model::Movement::assault:
      return " that moves by Assault Movement";
    case model::Movement::hazardous:
      return " in Hazardous Movement";
    case model::Movement::none:
      break;
  }
  return "";
}

// By their odds, the worst first.
std::vector<const DangerHex*> sorted(const Danger& danger) {
  std::vector<const DangerHex*> known;
  for (const DangerHex& hex : danger.hexes) {
    if (hex.odds) known.push_back(&hex);
  }
  std::stable_sort(known.begin(), known.end(), [](const auto* a, const auto* b) { return *a->odds > *b->odds; });
  return known;
}

std::string drawn_danger(const Danger& danger, const Board& board, const Style& style) {
  std::map<model::Hex, const DangerHex*> by_hex;
  for (const DangerHex& hex : danger.hexes) by_hex[hex.hex] = &hex;
  return drawn(board.map, style, "0 to 9: tenths of the odds to be broken or worse; . not seen; ? not known", [&](model::Hex hex) -> Drawn {
    const auto found = by_hex.find(hex);
    if (found == by_hex.end() || !found->second->odds) return {" ?"};
    if (found->second->seen_by.empty()) return {" ."};
    const double odds = *found->second->odds;
    return {fmt::format("{:>2}", std::min(9, static_cast<int>(10 * odds))), odds};
  });
}

Table table_of_hexes(const std::vector<const DangerHex*>& hexes) {
  constexpr auto left = Table::Column::Align::left;
  Table table{.columns = {{"hex", left}, {"broken or worse"}, {"fired at from (FP, DRM)", left}}, .instead = "--format csv"};
  for (const DangerHex* hex : hexes) table.rows.push_back({.cells = {hex->name, percents(*hex->odds), seen_from(*hex)}});
  return table;
}

Document document_of(const Danger& danger, const Board& board) {
  const auto known = sorted(danger);
  const auto unseen = static_cast<std::size_t>(
      std::count_if(danger.hexes.begin(), danger.hexes.end(), [](const DangerHex& hex) { return hex.seen_by.empty(); }));
  Document document{Said{
      fmt::format("where a {}{} is broken or worse, if everybody who sees it fires once", danger.inputs.unit, moves(danger.inputs.moving)),
      Said::As::headline}};
  document.emplace_back(Said{fmt::format("{} of {} hexes are seen by nobody", unseen, danger.hexes.size())});
  for (const std::string& firer : danger.firers) document.emplace_back(Said{"fires from " + firer});
  document.emplace_back(Drawing{[&danger, &board](const Style& style) { return "\n" + drawn_danger(danger, board, style) + "\n"; }});
  std::vector<const DangerHex*> worst(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(std::min(known.size(), most_listed)));
  document.emplace_back(Said{"the worst hexes"});
  document.emplace_back(table_of_hexes(worst));
  std::vector<const DangerHex*> safest;
  for (auto hex = known.rbegin(); hex != known.rend() && safest.size() < most_listed; ++hex) {
    const bool is_fired_at = std::any_of((*hex)->seen_by.begin(), (*hex)->seen_by.end(), [](const DangerFrom& one) { return one.fires; });
    if (is_fired_at) safest.push_back(*hex);
  }
  if (!safest.empty()) {
    document.emplace_back(Gap{});
    document.emplace_back(Said{"the safest of those that are fired at"});
    document.emplace_back(table_of_hexes(safest));
  }
  for (const std::string& note : danger.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

// As they are typed, under their own names.
Json inputs_json(const ask::DangerInputs& in) {
  Json inputs{{"unit", in.unit}, {"moving", std::string(model::name_of(in.moving, model::movement_choices))}};
  inputs[in.map.option] = in.map.file;
  if (!in.map.set.empty()) inputs["set"] = in.map.set;
  if (!in.side.empty()) inputs["side"] = in.side;
  if (!in.defenders.empty()) inputs["defender"] = in.defenders;
  if (in.iift) inputs["iift"] = true;
  return inputs;
}

Json json_of(const Danger& danger) {
  Json root = begun("danger"), hexes = Json::array();
  root["inputs"] = inputs_json(danger.inputs);
  root["unit"] = danger.inputs.unit;
  root["moving"] = std::string(model::name_of(danger.inputs.moving, model::movement_choices));
  for (const DangerHex& hex : danger.hexes) {
    Json seen_by = Json::array(), attacks = Json::array();
    for (const DangerFrom& one : hex.seen_by) {
      seen_by.push_back(one.from);
      if (one.fires) attacks.push_back({{"from", one.from}, {"firepower", one.firepower}, {"drm", one.drm}});
    }
    Json told{{"hex", hex.name},
              {"seen_by", std::move(seen_by)},
              {"exact", hex.odds ? Json(std::stod(fmt::format("{:.12g}", *hex.odds))) : Json()}};
    told["attacks"] = std::move(attacks);
    if (!hex.unknown.empty()) told["unknown"] = hex.unknown;
    hexes.push_back(std::move(told));
  }
  root["firers"] = danger.firers;
  root["hexes"] = std::move(hexes);
  root["notes"] = danger.notes;
  return root;
}

Records records_of(const Danger& danger) {
  Records records{.head = {"hex", "exact", "seen_by", "attacks", "unknown"}};
  for (const DangerHex& hex : danger.hexes) {
    std::vector<std::string> froms, attacks;  // "J6=8/+2": from where, FP and DRM
    for (const DangerFrom& one : hex.seen_by) {
      froms.push_back(one.from);
      if (one.fires) attacks.push_back(fmt::format("{}={:g}/{}", one.from, one.firepower, model::with_sign(one.drm)));
    }
    records.rows.push_back({hex.name, hex.odds ? plain(*hex.odds) : "", fmt::format("{}", fmt::join(froms, " ")),
                            fmt::format("{}", fmt::join(attacks, " ")), hex.unknown});
  }
  return records;
}

}  // namespace

Page page_of(const Danger& danger, const Board& board) {
  return {.document = [&danger, &board] { return document_of(danger, board); },
          .records = [&danger] { return records_of(danger); },
          .json = [&danger] { return printed(json_of(danger)); },
          .pictured =
              [&danger, &board] {
                PicturedMap map{
                    .title = "odds that a " + danger.inputs.unit + moves(danger.inputs.moving) + " is broken or worse, in percent",
                    .board = board};
                for (const DangerHex& hex : danger.hexes) {
                  if (hex.odds && !hex.seen_by.empty()) map.heat[hex.hex] = 100 * *hex.odds;
                }
                return pictured("", {std::move(map)});
              }};
}

}  // namespace boxcars::io
