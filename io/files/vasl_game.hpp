#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace boxcars::io {

/// What a save or a log of VASL's holds, in clear. It comes from strangers, and holds what players hide from each other, their passwords
/// among it: it is shown to nobody as it is.
struct VaslGame {
  std::string commands{};  ///< one after the other
  std::string version{};   ///< of VASL, "6.7.3"; empty: it does not say
};
/// Throws BadInput that names `file` if the archive is none, or of another module.
VaslGame parse_vasl_game(std::span<const std::byte> archive, const std::string& file);

}  // namespace boxcars::io
