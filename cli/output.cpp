#include "cli/output.hpp"

#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "io/files/draft.hpp"
#include "io/files/output_path.hpp"
#include "io/files/system_words.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw model::BadInput("--output " + model::shown(name) + " cannot be written (" + why + "); give another file");
}

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

Output::Output(std::string as_given, const FilesRead& read) : name_(std::move(as_given)), read_(&read) {
  const std::string& name = name_;
  if (name.empty()) refuse(name, "it has no name");
  std::error_code error;
  path_ = io::followed(name, error);
  if (error) refuse(name, io::in_words(error));
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) refuse(name, "it is a folder");
  require_replaceable();
  const bool there = fs::exists(status);
  if (there && access(path_.c_str(), W_OK) != 0) refuse(name, "no permission");

  if (!there || fs::is_regular_file(status)) {
    try {
      const io::Draft made(path_);  // only to see that it can be: whatever ends the work, nothing is left
      return;
    } catch (const std::system_error& failure) {
      refuse(name, failure.code() == std::errc::no_such_file_or_directory
                       ? "there is no such folder"
                       : "its folder takes no new file: " + io::in_words(failure.code()));
    }
  }
  // A pipe that nobody reads is not waited for.
  in_place_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
  if (in_place_ < 0) refuse(name, errno == ENXIO ? "nobody reads from it" : "no permission");
  fcntl(in_place_, F_SETFL, O_APPEND);
}

Output::~Output() {
  if (in_place_ >= 0) close(in_place_);
}

// What was read is known by more than its first bytes, which are not looked at then: closing a store gives up the locks on it.
void Output::require_replaceable() const {
  if (read_->has(path_)) refuse(name_, "it is what is read");
  if (const auto why = io::why_not_replaced(path_)) refuse(name_, *why);
}

bool Output::write(const std::string& text) {
  if (in_place_ >= 0) return write_all(std::exchange(in_place_, -1), text);
  require_replaceable();
  try {
    io::Draft draft(path_);
    std::error_code error;
    const int file = open(draft.path().c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const fs::file_status status = fs::status(path_, error);
    if (fs::exists(status)) fs::permissions(draft.path(), status.permissions(), error);
    return write_all(file, text) && !draft.replace();
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace boxcars::cli
