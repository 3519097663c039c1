#include "io/files/vasl_game.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {

VaslGame parse_vasl_game(std::span<const std::byte>, const std::string& file) {
  throw model::BadInput(model::printable(file) +
                        " is a game of VASL's (this program was built without them, BOXCARS_BOARDS); use another build");
}

}  // namespace boxcars::io
