#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "io/files/map_file.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/archives.hpp"

using namespace boxcars;

// Anything that users may give as a board or a map ends as one or as BadInput. The first byte chooses what the others are: a map file, the
// LOSData or the BoardMetadata.xml of an archive, or an archive as it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] == 'T') {
      io::parse_map(io::to_toml(io::parse_map(rest, "fuzz.toml")), "again.toml");
    } else if (data[0] == 'L') {
      const std::string magic("\xAC\xED\x00\x05", 4);
      io::page_of(io::parse_vasl_board(test::zipped({{"LOSData", test::gzipped(magic + rest)}}), "fuzz")).json();
    } else if (data[0] == 'X') {
      io::page_of(io::parse_vasl_board(test::zipped({{"BoardMetadata.xml", rest}}), "fuzz")).json();
    } else {
      io::parse_vasl_board(std::as_bytes(std::span(data, size)), "fuzz");
    }
  } catch (const model::BadInput&) {
  }
  return 0;
}
