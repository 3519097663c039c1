#include "io/files/output_path.hpp"

#include <cerrno>
#include <fstream>
#include <string_view>

#include "io/files/system_words.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_bytes_of_sqlite{"SQLite format 3\0", 16};  // with the zero at its end

enum class Holds { database, other, unknown };

Holds looked_into(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return Holds::other;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Holds::unknown;
  std::string bytes(first_bytes_of_sqlite.size(), ' ');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes == first_bytes_of_sqlite ? Holds::database : Holds::other;
}

}  // namespace

fs::path followed(const fs::path& name, std::error_code& error) {
  constexpr int most_links = 40;  // as the system follows
  fs::path path = fs::weakly_canonical(name, error);
  for (int links = 0; !error && fs::is_symlink(fs::symlink_status(path, error)); ++links) {
    if (links == most_links) error = std::error_code(ELOOP, std::generic_category());
    const fs::path target = error ? fs::path() : fs::read_symlink(path, error);
    if (!error) path = fs::weakly_canonical(path.parent_path() / target, error);
  }
  if (error == std::errc::no_such_file_or_directory) error.clear();  // nothing is there yet
  return path;
}

std::optional<std::string> why_not_replaced(const fs::path& path) {
  switch (looked_into(path)) {
    case Holds::database:
      return "it is a store, or another database";
    case Holds::unknown:
      return "it may be a store, and may not be read";
    case Holds::other:
      break;
  }
  return why_beside_store(path);
}

std::optional<std::string> why_beside_store(const fs::path& path) {
  const std::string name = path.string();
  for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
    if (!name.ends_with(suffix)) continue;
    if (looked_into(name.substr(0, name.size() - suffix.size())) == Holds::database) return "it belongs to the store beside it";
  }
  return std::nullopt;
}

std::optional<std::string> why_no_folder(const fs::path& path) {
  const fs::path folder = path.parent_path();
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (folder.empty() || fs::is_directory(status)) return std::nullopt;
  if (status.type() == fs::file_type::not_found) return "there is no folder " + model::shown(folder.string());
  return fs::exists(status) ? model::shown(folder.string()) + " is no folder" : "its folder: " + in_words(error);
}

}  // namespace boxcars::io
