#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/files/vasl_board.hpp"

namespace boxcars::io {

/// A line of sight drawn on a map: green, or red with the hex that blocks it, and its words.
struct PicturedLine {
  std::string from, to;
  bool blocked = false;
  std::string at{};
  std::string words{};
};

/// A map with something for some of its hexes.
struct PicturedMap {
  std::string title{};
  Board board{};
  std::map<model::Hex, double> heat{};               ///< numbers; none: the odds of the answer's events about hexes
  std::map<std::string, std::optional<int>> seen{};  ///< hexes by their names, with their Hindrance; nothing: it is not seen
  std::optional<PicturedLine> line{};
  std::vector<std::string> hexes{};  ///< that it is about
  std::vector<std::string> own{};    ///< where one's own men are,
  std::vector<std::string> afvs{};   ///< and AFV
};

/// What is drawn of an answer, given as JSON, and of maps, in JSON on one line: a Pictured of web/src/pictures. Without an answer ("") only
/// the maps are.
std::string pictured(const std::string& answer, const std::vector<PicturedMap>& maps = {});

}  // namespace boxcars::io
