#include "cli/files.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include "cli/boxcars.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

constexpr std::size_t largest_file = 64 << 20;  // bytes; a file that lists a million points has less

}  // namespace

void FilesRead::add(const std::string& name) {
  struct stat found = {};
  if (stat(name.c_str(), &found) != 0) return;
  const std::scoped_lock lock(mutex_);
  files_.emplace(found.st_dev, found.st_ino);
}

bool FilesRead::has(const std::filesystem::path& path) const {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  const std::scoped_lock lock(mutex_);
  return files_.contains({found.st_dev, found.st_ino});
}

std::string read_file(const std::string& name, const std::string& what, const Environment& environment, const std::string& form) {
  const auto refuse = [&](const std::string& why) {
    throw model::BadInput("the " + what + " " + model::shown(name) + " cannot be read (" + why + "); give a file in " + form);
  };
  std::error_code ignored;
  const auto status = std::filesystem::status(name, ignored);
  if (std::filesystem::is_directory(status)) refuse("it is a folder");
  if (std::filesystem::is_fifo(status) || std::filesystem::is_socket(status)) refuse("it is no file");  // nobody may ever write to it
  environment.read->add(name);
  std::ifstream file(name, std::ios::binary);
  if (!file.is_open()) refuse("there is no such file, or it may not be read");
  std::string text;
  std::array<char, 1 << 14> part;
  do {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest_file) refuse("it is larger than any " + what);
  } while (file);
  if (file.bad()) refuse("it cannot be read to its end");
  return text;
}

io::VaslGame read_vasl_game(const std::string& name, const std::string& what, const Environment& environment, const std::string& form) {
  const std::string bytes = read_file(name, what, environment, form);
  return io::parse_vasl_game(std::as_bytes(std::span(bytes)), name);
}

}  // namespace boxcars::cli
