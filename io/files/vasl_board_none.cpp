#include "io/files/vasl_board.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {

Board parse_vasl_board(std::span<const std::byte>, const std::string& file) {
  throw model::BadInput(model::printable(file) +
                        " is a VASL board (this program was built without them, BOXCARS_BOARDS); give a map file in TOML");
}

Board placed_boards(const std::vector<std::vector<PlacedFile>>& rows) {
  throw model::BadInput("boards " + model::shown(rows.front().front().name) +
                        " ... cannot be placed (this program was built without them, BOXCARS_BOARDS); give a map file in TOML");
}

}  // namespace boxcars::io
