#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/rules/luck.hpp"

namespace boxcars::io {

/// The rolls of a log of VASL's, in their order.
struct VaslLog {
  std::vector<model::Thrown> rolls{};
  std::size_t others = 0;  ///< lines about dice that are neither a DR nor a dr: 3d6, those of extensions
};

/// Reads the commands of a log (vasl_game.hpp). What a DR needed is known where its player wrote it right before: "need 8", "TH 7".
VaslLog vasl_log_of(std::string_view game);

/// Whether all rolls of a log, if they are more than may come so by chance, stand in another, one after the other: it is a part of that.
bool is_part_of(const VaslLog& log, const VaslLog& whole);

}  // namespace boxcars::io
