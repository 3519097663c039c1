#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "io/files/map_file.hpp"
#include "io/files/vasl_board.hpp"
#include "io/formats/board_view.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/los.hpp"
#include "tests/support/archives.hpp"

using namespace boxcars;

constexpr std::size_t most_pixels_seen = 1 << 16;

// From the first hex to all, and back.
void see(const model::Battlefield& field) {
  for (std::size_t hex = 0; hex < field.hexes().size(); ++hex) {
    for (const model::SightLocation& location : field.hexes()[hex].locations) {
      const model::SightEnd first{0, 0}, there{static_cast<int>(hex), location.level};
      model::line_of_sight(field, first, there);
      model::line_of_sight(field, there, first);
    }
  }
}

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
      const io::Board board = io::parse_vasl_board(test::zipped({{"LOSData", test::gzipped(magic + rest)}}), "fuzz");
      io::page_of(board).json();
      if (board.map.raster && board.map.raster->pixels.size() < most_pixels_seen) see(model::Battlefield(*board.map.raster));
    } else if (data[0] == 'X') {
      io::page_of(io::parse_vasl_board(test::zipped({{"BoardMetadata.xml", rest}}), "fuzz")).json();
    } else {
      io::parse_vasl_board(std::as_bytes(std::span(data, size)), "fuzz");
    }
  } catch (const model::BadInput&) {
  }
  return 0;
}
