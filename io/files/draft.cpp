#include "io/files/draft.hpp"

#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;

// Whose process it is does not make a name new: numbers of processes come again, and other machines have theirs.
fs::path made_beside(const fs::path& of) {
  for (int number = 1;; ++number) {
    fs::path path = of;
    path += ".part" + std::to_string(getpid()) + (number > 1 ? "." + std::to_string(number) : "");
    if (const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); file >= 0) {
      close(file);
      return path;
    }
    if (errno != EEXIST) throw std::system_error(errno, std::generic_category());
  }
}

}  // namespace

Draft::Draft(fs::path of) : of_(std::move(of)), path_(made_beside(of_)) {}

Draft::~Draft() {
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    if (!path_.empty()) fs::remove(fs::path(path_) += suffix, ignored);
  }
}

std::error_code Draft::replace() {
  std::error_code error;
  fs::rename(path_, of_, error);
  if (!error) path_.clear();
  return error;
}

std::error_code Draft::take_free_name() {
  std::error_code error;
  fs::create_hard_link(path_, of_, error);  // unlike a new name it takes no other's place
  if (!error || error == std::errc::file_exists) return error;
  if (fs::exists(of_, error)) return std::make_error_code(std::errc::file_exists);
  return replace();  // of a file system without links
}

}  // namespace boxcars::io
