#include "io/files/board_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>

#include "io/files/board_name.hpp"
#include "io/files/map_file.hpp"
#include "io/files/system_words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;
using model::BadInput;

constexpr std::size_t largest_map = 4 << 20;       // bytes; a map with every hex of the largest size has less
constexpr std::size_t largest_archive = 64 << 20;  // the largest VASL boards have less

// The file of the folder whose name is that but for capitals; of several the first.
std::optional<std::string> file_in(const std::string& folder, const std::string& name) {
  std::optional<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string file = entry->path().string();
    std::error_code ignored;
    if (model::same_word(entry->path().filename().string(), name) && entry->is_regular_file(ignored) && (!found || file < *found))
      found = file;
  }
  return found;
}

}  // namespace

Board read_board(const std::string& file) {
  const auto refuse = [&](const char* why) {
    throw BadInput("map " + model::shown(file) + " cannot be read (" + why + "); give a map file in TOML, or a VASL board");
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) refuse("it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("it is no file");  // a pipe may never give anything
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse("there is no such file, or it may not be read");
  std::string text;
  std::array<char, 1 << 14> part;
  bool archive = false;
  do {
    stream.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    archive = is_archive(std::as_bytes(std::span(text)));
    if (text.size() > (archive ? largest_archive : largest_map)) refuse("it is larger than any map");
  } while (stream);
  if (stream.bad()) refuse("it cannot be read");
  if (archive) return parse_vasl_board(std::as_bytes(std::span(text)), file);
  return {.name = board_name(fs::path(file).stem().string()), .map = parse_map(text, file)};
}

std::string find_board(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code ignored;
  if (fs::is_regular_file(name, ignored) || name.find('/') != std::string::npos) return name;
  std::string number = model::same_word(name.substr(0, 2), "bd") ? name.substr(2) : name;
  number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
  for (const std::string& folder : folders) {
    for (const std::string& bare : {name, "bd" + number, "bd0" + number}) {
      for (const char* after : {"", ".zip"}) {
        const fs::path file = fs::path(folder) / (bare + after);
        if (fs::is_regular_file(file, ignored)) return file.string();
        if (const auto in_other_letters = file_in(folder, bare + after)) return *in_other_letters;
      }
    }
  }
  if (fs::exists(name, ignored)) return name;
  throw BadInput("no board " + model::shown(name) + " (neither here nor in $BOXCARS_BOARDS or VASL's folders); give its file, or set " +
                 "BOXCARS_BOARDS to the folder of your boards");
}

namespace {

// Without the bd and zeros of files: bd06 is 6, as printed on it.
std::string name_as_printed(const std::string& file) {
  std::string name = fs::path(file).filename().string();
  if (model::same_word(name.substr(0, 2), "bd")) name.erase(0, 2);
  name.erase(0, std::min(name.find_first_not_of('0'), name.size() - 1));
  return board_name(name);
}

// A board's name on the table as it was typed: 20r is 20 turned, unless there is a board of that name.
struct NameOnTable {
  std::string name, file;
  bool reversed = false;
};

std::optional<NameOnTable> name_on_table(const std::string& typed, const std::vector<std::string>& folders) {
  const auto file_of = [&](const std::string& name) -> std::optional<std::string> {
    try {
      return find_board(name, folders);
    } catch (const BadInput&) {
      return std::nullopt;
    }
  };
  if (typed.empty()) return std::nullopt;
  if (const auto file = file_of(typed)) return NameOnTable{typed, *file};
  if (typed.size() < 2 || (typed.back() != 'r' && typed.back() != 'R')) return std::nullopt;
  const auto file = file_of(typed.substr(0, typed.size() - 1));
  return file ? std::optional(NameOnTable{typed, *file, true}) : std::nullopt;
}

constexpr std::size_t most_boards = 16;

std::vector<std::string> split_at(const std::string& text, char sign) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == sign)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

Board read_table(const std::string& boards, const std::vector<std::string>& folders, const std::function<void(const std::string&)>& found) {
  const auto alone = [&] {
    const std::string file = find_board(boards, folders);
    found(file);
    Board board = read_board(file);
    if (board.map.raster) board.map.only_board = name_as_printed(file);
    return board;
  };
  std::error_code ignored;
  if (fs::exists(boards, ignored)) return alone();
  std::vector<std::vector<NameOnTable>> names;
  std::size_t count = 0;
  for (const std::string& row : split_at(boards, '/')) {
    names.emplace_back();
    for (const std::string& typed : split_at(row, '+')) {
      const auto name = name_on_table(typed, folders);
      if (!name && count == 0) return alone();  // which says that there is no such file
      if (!name) find_board(typed, folders);
      if (!name || ++count > most_boards)
        throw BadInput("boards " + model::shown(boards) + " cannot be placed (they are 20, 20r, 1+6r or 20r/21, 16 at most); give them so");
      names.back().push_back(*name);
    }
  }
  if (count == 1 && !names.front().front().reversed) return alone();
  std::vector<std::vector<PlacedFile>> placed;
  for (const auto& row : names) {
    placed.emplace_back();
    for (const NameOnTable& name : row) {
      found(name.file);
      placed.back().push_back({read_board(name.file), name_as_printed(name.name), name.reversed});
    }
  }
  return placed_boards(placed);
}

std::vector<std::string> boards_in(const std::string& folder_or_file) {
  std::error_code ignored;
  if (!fs::is_directory(folder_or_file, ignored)) return {folder_or_file};
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder_or_file, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (!entry->is_regular_file(ignored)) continue;
    std::array<char, 4> start{};
    std::ifstream(entry->path(), std::ios::binary).read(start.data(), start.size());
    if (is_archive(std::as_bytes(std::span(start))) || entry->path().extension() == ".toml") files.push_back(entry->path().string());
  }
  if (error) throw BadInput("folder " + model::shown(folder_or_file) + " cannot be read (" + in_words(error) + "); give another");
  if (files.empty()) throw BadInput("folder " + model::shown(folder_or_file) + " holds no boards; give one with VASL boards or map files");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace boxcars::io
