#include "io/files/board_name.hpp"

#include <algorithm>
#include <array>

namespace boxcars::io {

std::string board_name(std::string_view text) {
  std::string name(text.substr(0, 40));
  for (char& c : name) {
    if (c < ' ' || c > '~') c = '?';
  }
  return name;
}

bool is_archive(std::span<const std::byte> bytes) {
  constexpr std::array<std::byte, 2> magic{std::byte{'P'}, std::byte{'K'}};
  return bytes.size() >= 4 && std::equal(magic.begin(), magic.end(), bytes.begin());
}

}  // namespace boxcars::io
