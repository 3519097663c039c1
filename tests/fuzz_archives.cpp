#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "io/map_file.hpp"
#include "io/vasl_board.hpp"
#include "model/bad_input.hpp"

// Anything that users may give as a board or a map ends as one or as BadInput. A first byte chooses: a board archive, or a map file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    if (data[0] == 'T')
      boxcars::io::parse_map({reinterpret_cast<const char*>(data) + 1, size - 1}, "fuzz.toml");
    else
      boxcars::io::parse_vasl_board(std::as_bytes(std::span(data, size)), "fuzz");
  } catch (const boxcars::model::BadInput&) {
  }
  return 0;
}
