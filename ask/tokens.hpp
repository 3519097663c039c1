#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace boxcars::ask {

/// A piece of a line as a player types it, by its looks alone: what it means is the lexicon's, and what stands around it.
struct Token {
  enum class Is : std::uint8_t {
    word,     ///< "stone", "pak40"
    number,   ///< "12", "467", "8s"; 2x, x3
    drm,      ///< "+1", "-2"
    pair,     ///< "9-1", "8+2", "7-16": two numbers with a sign between them
    sum,      ///< "4+4+6"
    counter,  ///< "4-6-7", "4-6-7s"
    gun,      ///< "105mm", "75L", "88LL", "76*"
    unit      ///< as options have it: "hs:2-4-7,broken", "mg:5-12", "4-6-7,range=3", "0=9-1"
  };
  enum class Times : std::uint8_t { no, before, behind };  ///< 2x, x3
  Is is = Is::word;
  std::string text{};  ///< in small letters, without what stands around it: "4-6-7", "75l"
  int number = 0;      ///< of a number, a DRM, a Gun's calibre, the first of a pair
  int second = 0;      ///< of a pair, with its sign
  Times times = Times::no;
  bool is_plural = false;  ///< 8s, 467s
  bool apart = false;      ///< a comma or the like stands before it
  bool slash = false;      ///< a slash
  bool glued = false;      ///< nothing stands before it
  bool bound = false;      ///< only a bracket or a slash does: 38(t), 251/1
};

/// The pieces of a line. Who says it ("<Hans>") and what only decorates it ("***") is none of it; no line is too odd for it.
std::vector<Token> tokens_of(std::string_view line);

}  // namespace boxcars::ask
