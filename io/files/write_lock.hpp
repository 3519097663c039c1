#pragma once

#include <string>

namespace boxcars::io {

/// The right to write to a file, for one process: a lock on a byte far behind its end that goes with the process, however it ends.
class WriteLock {
 public:
  /// Makes the file if it is not there. `name` is what its user knows it by; throws Failed if another process has the lock.
  WriteLock(const std::string& path, const std::string& name);
  ~WriteLock();
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

  /// Whether the path still names this file.
  bool is_at(const std::string& path) const;

 private:
  int file_;
};

}  // namespace boxcars::io
