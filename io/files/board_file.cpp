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
