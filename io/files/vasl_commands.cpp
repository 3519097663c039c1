#include "io/files/vasl_commands.hpp"

#include <algorithm>

#include "io/files/toml_document.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

constexpr char between_commands = '\x1b';

}  // namespace

std::vector<std::string_view> commands_of(std::string_view game) {
  constexpr std::string_view logged = "LOG\t";
  std::vector<std::string_view> commands;
  while (!game.empty()) {
    const auto end = std::min(game.find(between_commands), game.size());
    std::string_view command = game.substr(0, end);
    game.remove_prefix(std::min(end + 1, game.size()));
    while (command.ends_with('\\')) command.remove_suffix(1);
    while (command.starts_with(logged)) command.remove_prefix(logged.size());
    if (!command.empty()) commands.push_back(command);
  }
  return commands;
}

std::string as_shown(std::string_view written, std::size_t longest) {
  std::string shown;
  while (!written.empty() && shown.size() < longest) {
    const bool ascii = static_cast<unsigned char>(written.front()) < 0x80;
    const std::size_t size = ascii ? 1 : letter_at(written);
    if (size == 0 || model::control_at(written) > 0)
      shown += '?';
    else
      shown += written.substr(0, size);
    written.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return shown;
}

}  // namespace boxcars::io
