#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "io/files/vasl_game.hpp"

namespace boxcars::cli {

struct Environment;

/// The files that have been read for an answer: it may not take their place. Several threads may read.
class FilesRead {
 public:
  void add(const std::string& name);
  /// Whether it is one of them, by whatever name.
  bool has(const std::filesystem::path& path) const;

 private:
  mutable std::mutex mutex_;
  std::set<std::pair<dev_t, ino_t>> files_;
};

/// The whole of a file; throws BadInput if it cannot be read. `what` it should be: "study", and in which form.
std::string read_file(const std::string& name, const std::string& what, const Environment& environment, const std::string& form = "TOML");

/// What a save or log of VASL's holds, in clear (io/files/vasl_game.hpp); throws BadInput as both do. `form`: "VASL's .vsav".
io::VaslGame read_vasl_game(const std::string& name, const std::string& what, const Environment& environment, const std::string& form);

}  // namespace boxcars::cli
