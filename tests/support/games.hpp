#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"

namespace boxcars::test {

/// The commands as VASL hides them: two digits a byte, under a key.
inline std::string obfuscated(const std::string& game, unsigned char key = 0x5a) {
  const std::string digits = "0123456789abcdef";
  std::string text = "!VCSK";
  const auto add = [&](unsigned byte) { text += digits[byte >> 4U & 15U], text += digits[byte & 15U]; };
  add(key);
  for (const char c : game) add(static_cast<unsigned char>(c) ^ static_cast<unsigned>(key));
  return text;
}

/// A save or log of VASL's with these commands after those that every game begins with.
inline std::string game_text(const std::vector<std::string>& commands) {
  std::string text = "begin_save\x1b";
  for (const std::string& command : commands) text += command + "\x1b";
  return text;
}

/// The archive of such a game, as bytes of a file.
inline std::string game_file(const std::vector<std::string>& commands) {
  const auto bytes = zipped({{"savedGame", obfuscated(game_text(commands))}});
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A log of these lines of chat.
inline std::vector<std::string> logged(const std::vector<std::string>& lines) {
  std::vector<std::string> commands{"end_save"};
  for (const std::string& line : lines) commands.push_back("LOG\tCHAT" + line);
  return commands;
}

/// A trait of a piece: what it is, and its state.
using Trait = std::pair<std::string, std::string>;

/// What VASL writes of a piece with these traits, the outermost first, and of a stack of some, from its bottom to its top.
inline std::string piece_command(const std::string& id, const std::vector<Trait>& traits) {
  const auto nested = [](const std::vector<std::string>& parts) {
    std::string text, before = "\t";
    for (const std::string& part : parts) {
      text += (&part == &parts.front() ? "" : before) + part;
      if (&part != &parts.front()) before.insert(0, "\\");
    }
    std::string escaped;
    for (const char c : text) escaped += c == '/' ? std::string("\\/") : std::string(1, c);
    return escaped;
  };
  std::vector<std::string> types, states;
  for (const auto& [type, state] : traits) types.push_back(type), states.push_back(state);
  return "+/" + id + "/" + nested(types) + "/" + nested(states);
}
inline std::string stack_command(const std::string& id, int x, int y, const std::vector<std::string>& pieces) {
  std::string text = "+/" + id + "/stack/Main Map;" + std::to_string(x) + ";" + std::to_string(y);
  for (const std::string& piece : pieces) text += ";" + piece;
  return text + ";@@2";
}
/// A layer with one level, shown or not; and the counter itself, somewhere on the map.
inline Trait layer(const std::string& image, const std::string& label, bool shown = true) {
  return {"emb2;;128;A;;128;;;128;;;;0;false;0;0;" + image + ";" + label + ";false;;;;false;;1", shown ? "1" : "-1"};
}
inline Trait basic_piece(const std::string& image, const std::string& name, int x = 0, int y = 0) {
  return {"piece;K;D;" + image + ";" + name, "Main Map;" + std::to_string(x) + ";" + std::to_string(y) + ";1"};
}

/// Somebody else's save or log, which is no part of the project: from $BOXCARS_SAVES, or the folder `saves` or `shared/saves` beside the
/// project. Nothing if it is not there; then the test says that it leaves it out.
inline std::optional<std::string> real_game(const std::string& name) {
  const char* own = std::getenv("BOXCARS_SAVES");
  const std::string beside = source_path("..");
  for (const std::string& folder :
       {std::string(own ? own : ""), beside + "/saves", beside + "/shared/saves", beside + "/../shared/saves"}) {
    if (!folder.empty() && std::filesystem::is_regular_file(folder + "/" + name)) return folder + "/" + name;
  }
  WARN("'" << Catch::getResultCapture().getCurrentTestName() << "' leaves VASL's game " << name
           << " out: set BOXCARS_SAVES to a folder that has it");
  return std::nullopt;
}

}  // namespace boxcars::test
