#pragma once

#include <filesystem>
#include <string>

#include "cli/files.hpp"

namespace boxcars::cli {

/// Where --output goes. That it can be written is seen to before any work is done; a file gets the whole text or stays as it was, and so is
/// refused if its folder takes no new file. Devices and pipes are written in place. No store is ever replaced, nor a file that was read.
class Output {
 public:
  /// Takes a file by the name that the user gave; throws BadInput if nothing can be written there. `read`, what was read, outlives this.
  Output(std::string name, const FilesRead& read);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  /// Writes the text and puts the file in place; false if it could not (a full disk). Throws BadInput if it may not any more.
  bool write(const std::string& text);

 private:
  void require_replaceable() const;

  std::string name_;
  const FilesRead* read_;
  std::filesystem::path path_;  // what is to hold the text; links are followed
  int in_place_ = -1;           // the descriptor of what is no file
};

}  // namespace boxcars::cli
