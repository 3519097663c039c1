#pragma once

#include <filesystem>
#include <system_error>

namespace boxcars::io {

/// A new, empty file beside another, to be written before it takes that one's name. It goes with this, with what SQLite puts beside it. A
/// name that is taken, by another process or by what a killed one has left, is not used: nobody else's file is written to or removed.
class Draft {
 public:
  /// Throws std::system_error if it cannot be made.
  explicit Draft(std::filesystem::path of);
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Gives it the name that it was made for, in place of what has that.
  std::error_code replace();
  /// The same, if nothing has that name.
  std::error_code take_free_name();

 private:
  std::filesystem::path of_;
  std::filesystem::path path_;  // empty when it has its name
};

}  // namespace boxcars::io
