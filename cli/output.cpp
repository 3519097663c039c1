#include "cli/output.hpp"

#include <unistd.h>

#include "model/bad_input.hpp"

namespace boxcars::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw model::BadInput("--output " + model::shown(name) + " cannot be written (" + why + "); give another file");
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
    file_.open(part_, std::ios::binary);
    if (file_.is_open()) {
      if (there) fs::permissions(part_, status.permissions(), error);
      return;
    }
    part_.clear();
    if (!there) refuse(name, "no such folder, or no permission");
  }
  file_.open(path_, std::ios::binary | std::ios::app);  // its folder takes no new files, or it is no file
  if (!file_.is_open()) refuse(name, "no permission");
}

Output::~Output() {
  std::error_code error;
  if (!part_.empty()) fs::remove(part_, error);
}

bool Output::write(const std::string& text) {
  std::error_code error;
  if (part_.empty() && fs::is_regular_file(path_, error)) fs::resize_file(path_, 0, error);
  file_ << text;
  file_.close();
  if (!file_ || error) return false;
  if (part_.empty()) return true;
  fs::rename(part_, path_, error);
  return !error;
}

}  // namespace boxcars::cli
