#include "io/formats/save_page.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "io/formats/json_values.hpp"

namespace boxcars::io {
namespace {

// "57, turned": a board as it lies there.
std::string board_in_words(const SavedBoard& board) {
  std::string text = board.name + (board.reversed ? ", turned" : "");
  if (board.left.value_or(0) > 0 || board.top.value_or(0) > 0 || board.width || board.height) text += ", a part of it";
  if (!board.overlays.empty()) text += "; overlays " + fmt::format("{}", fmt::join(board.overlays, ", "));
  if (!board.rules.empty()) text += "; SSR " + fmt::format("{}", fmt::join(board.rules, ", "));
  return text;
}

std::size_t hexes_of(const SavedGame& game) {
  std::set<std::string> hexes;
  for (const SavedPiece& piece : game.pieces) hexes.insert(piece.hex);
  return hexes.size();
}

std::vector<const SavedPiece*> unknown_in(const SavedGame& game) {
  std::vector<const SavedPiece*> unknown;
  for (const auto* pieces : {&game.pieces, &game.beside}) {
    for (const SavedPiece& piece : *pieces) {
      if (!piece.known) unknown.push_back(&piece);
    }
  }
  return unknown;
}

std::string states_of(const SavedPiece& piece, const char* between) {
  std::vector<std::string> states = piece.states;
  if (piece.on_hexside) states.emplace_back("on a hexside");
  return fmt::format("{}", fmt::join(states, between));
}

Table save_table(const std::vector<SavedPiece>& pieces) {
  constexpr auto left = Table::Column::Align::left;
  Table table{.columns = {{"hex", left}, {"level"}, {"side", left}, {"counter", left}, {"as typed", left}, {"", left}},
              .instead = "--format csv"};
  for (const SavedPiece& piece : pieces)
    table.rows.push_back({.cells = {piece.hex, piece.level == 0 ? "" : std::to_string(piece.level), piece.side, piece.name,
                                    piece.unit == piece.name ? "" : piece.unit, states_of(piece, ", ")}});
  return table;
}

Document save_document(const SavedGame& game) {
  Document document;
  for (const SavedBoard& board : game.boards) document.emplace_back(Said{"board " + board_in_words(board), Said::As::title});
  if (!game.version.empty()) document.emplace_back(Said{"VASL " + game.version});
  document.emplace_back(
      Said{fmt::format("{} counters in {} hexes, {} beside the boards", game.pieces.size(), hexes_of(game), game.beside.size())});
  document.emplace_back(Gap{});
  if (!game.pieces.empty()) document.emplace_back(save_table(game.pieces));
  if (game.pieces.empty() && !game.beside.empty()) {
    document.emplace_back(Said{"beside the boards"});
    document.emplace_back(save_table(game.beside));
  }
  document.emplace_back(Gap{});
  if (const auto unknown = unknown_in(game); !unknown.empty()) {
    std::vector<std::string> names;
    for (const SavedPiece* piece : unknown) names.push_back(piece->name + (piece->hex.empty() ? "" : " in " + piece->hex));
    document.emplace_back(Remark{"note: not known: " + fmt::format("{}", fmt::join(names, ", "))});
  }
  for (const std::string& note : game.notes) document.emplace_back(Remark{"note: " + note});
  return document;
}

Json json_of(const SavedBoard& board) {
  Json object;
  object["board"] = board.name;
  object["reversed"] = board.reversed;
  object["row"] = board.row;
  object["column"] = board.column;
  for (const auto& [name, value] :
       {std::pair("left", board.left), std::pair("top", board.top), std::pair("width", board.width), std::pair("height", board.height)}) {
    if (value) object[name] = *value;
  }
  if (!board.overlays.empty()) object["overlays"] = board.overlays;
  if (!board.rules.empty()) object["ssr"] = board.rules;
  return object;
}

Json json_of(const SavedPiece& piece) {
  Json object;
  object["hex"] = piece.hex.empty() ? Json() : Json(piece.hex);
  object["level"] = piece.level;
  object["name"] = piece.counters ? "?" : piece.name;
  object["kind"] = name_of(piece.kind);
  if (!piece.unit.empty()) object["unit"] = piece.unit;
  if (piece.broken_morale) object["broken_morale"] = *piece.broken_morale;
  object["side"] = piece.side.empty() ? Json(nullptr) : Json(piece.side);
  object["states"] = piece.states;
  if (piece.counters) object["count"] = *piece.counters;
  if (piece.on_hexside) object["on_hexside"] = true;
  return object;
}

std::string save_json(const SavedGame& game) {
  Json root = begun("");
  root["vasl"] = game.version.empty() ? Json() : Json(game.version);
  for (const char* list : {"boards", "pieces", "beside", "unknown"}) root[list] = Json::array();
  for (const SavedBoard& board : game.boards) root["boards"].push_back(json_of(board));
  for (const SavedPiece& piece : game.pieces) root["pieces"].push_back(json_of(piece));
  for (const SavedPiece& piece : game.beside) root["beside"].push_back(json_of(piece));
  for (const SavedPiece* piece : unknown_in(game)) root["unknown"].push_back(json_of(*piece));
  root["notes"] = game.notes;
  return printed(root);
}

Records save_records(const SavedGame& game) {
  Records records{.head = {"hex", "level", "side", "kind", "name", "unit", "states"}};
  for (const auto* pieces : {&game.pieces, &game.beside}) {
    for (const SavedPiece& piece : *pieces)
      records.rows.push_back({piece.hex, std::to_string(piece.level), piece.side, std::string(name_of(piece.kind)), piece.name, piece.unit,
                              states_of(piece, " ")});
  }
  return records;
}

}  // namespace

Page page_of(const SavedGame& game) {
  return {.document = [&game] { return save_document(game); },
          .records = [&game] { return save_records(game); },
          .json = [&game] { return save_json(game); }};
}

}  // namespace boxcars::io
