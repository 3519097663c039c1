#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/formats/page.hpp"
#include "model/rules/luck.hpp"

namespace boxcars::io {

/// The luck of the players of some logs, under the names by which they are told.
struct LuckTold {
  std::size_t logs = 0;
  std::vector<model::LuckOfPlayer> players{};
  std::vector<std::string> notes{};
};

/// By player and kind of roll: how many, their mean, and how often one as high or as low comes up.
Page page_of(const LuckTold& luck);

}  // namespace boxcars::io
