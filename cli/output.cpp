#include "cli/output.hpp"

#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw model::BadInput("--output " + model::shown(name) + " cannot be written (" + why + "); give another file");
}

int open_part(const fs::path& part) { return open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); }

// False if it could not all be written; the descriptor is closed.
bool write_all(int descriptor, std::string_view text) {
  bool written = true;
  while (written && !text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else
      written = errno == EINTR;
  }
  return close(descriptor) == 0 && written;
}

}  // namespace

Output::Output(const std::string& name) {
  if (name.empty()) refuse(name, "it has no name");
  std::error_code error;
  path_ = fs::weakly_canonical(name, error);
  if (error) refuse(name, error.message());
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) refuse(name, "it is a folder");
  const bool there = fs::exists(status);
  if (there && access(path_.c_str(), W_OK) != 0) refuse(name, "no permission");

  if (!there || fs::is_regular_file(status)) {
    part_ = path_;
    part_ += ".part" + std::to_string(getpid());
    if (const int part = open_part(part_); part >= 0) {
      close(part);
      fs::remove(part_, error);  // only to see that it can be made: whatever ends the work, nothing is left
      return;
    }
    part_.clear();
    if (!there) refuse(name, "no such folder, or no permission");
  }
  // Its folder takes no new files, or it is no file. A pipe that nobody reads is not waited for.
  in_place_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
  if (in_place_ < 0) refuse(name, errno == ENXIO ? "nobody reads from it" : "no permission");
  fcntl(in_place_, F_SETFL, O_APPEND);
}

Output::~Output() {
  if (in_place_ >= 0) close(in_place_);
}

bool Output::write(const std::string& text) {
  std::error_code error;
  if (in_place_ >= 0) {
    if (fs::is_regular_file(path_, error)) fs::resize_file(path_, 0, error);
    return !error && write_all(std::exchange(in_place_, -1), text);
  }
  const int part = open_part(part_);
  if (part < 0) return false;
  const fs::file_status status = fs::status(path_, error);
  if (fs::exists(status)) fs::permissions(part_, status.permissions(), error);
  bool written = write_all(part, text);
  if (written) fs::rename(part_, path_, error), written = !error;
  if (!written) fs::remove(part_, error);
  return written;
}

}  // namespace boxcars::cli
