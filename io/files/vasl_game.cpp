#include "io/files/vasl_game.hpp"

#include <optional>
#include <string_view>

#include "io/files/zip_archive.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

constexpr std::size_t largest_game = 32 << 20;  // bytes; a game of 209 pieces has half a million, and two bytes stand for one
constexpr std::size_t largest_about = 1 << 16;  // what it says of its module
constexpr std::string_view hidden = "!VCSK";    // what a game begins with that is not written in clear

int nibble(std::byte byte) {
  const char c = static_cast<char>(byte);
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Two digits a byte, each under the same key, which the first two are; nothing if it is anything else.
std::optional<std::string> in_clear(std::span<const std::byte> digits) {
  if (digits.size() < 2 || digits.size() % 2 != 0) return std::nullopt;
  std::string text;
  text.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = nibble(digits[i]), low = nibble(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    text += static_cast<char>(high << 4 | low);
  }
  const char key = text.front();
  for (char& c : text) c = static_cast<char>(c ^ key);
  return text.substr(1);
}

std::string_view as_text(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// What the archive tells of its module, by the name of the element; nothing if it does not.
std::optional<std::string_view> element_text(std::string_view about, const std::string& element) {
  const std::string before = "<" + element + ">";
  const auto begin = about.find(before), end = about.find("</" + element + ">");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return std::nullopt;
  return about.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace

VaslGame parse_vasl_game(std::span<const std::byte> archive, const std::string& file) {
  const auto refuse = [&file](const std::string& why) {
    throw model::BadInput("game " + model::shown(file) + " cannot be read (" + why + "); give a save or a log of VASL's, .vsav or .vlog");
  };
  const ZipArchive zip(archive, refuse);
  const auto game = zip.entry("savedGame", largest_game, "larger than any game's");
  if (!game) refuse("there is no savedGame in it");
  VaslGame result;
  if (const auto about = zip.entry("moduledata", largest_about, "larger than any game's")) {
    result.version = element_text(as_text(*about), "version").value_or("");
    const auto module = element_text(as_text(*about), "name");
    if (module && module->find("VASL") == std::string_view::npos && module->find("Squad Leader") == std::string_view::npos)
      refuse("it is a game of another module, " + model::shown(*module));
  }
  std::optional<std::string> text{std::string(as_text(*game))};
  if (text->starts_with(hidden)) text = in_clear(std::span(*game).subspan(hidden.size()));
  if (!text) refuse("its savedGame is damaged or cut off");
  if (!text->starts_with("begin_save")) refuse("its savedGame is none that VASL writes");
  result.commands = *std::move(text);
  return result;
}

}  // namespace boxcars::io
