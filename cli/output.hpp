#pragma once

#include <filesystem>
#include <string>

namespace boxcars::cli {

/// Where --output goes. That it can be written is seen to before any work is done; a file gets the whole text or stays as it was, and so is
/// refused if its folder takes no new file. Devices and pipes are written in place.
class Output {
 public:
  /// Takes a file by the name that the user gave; throws BadInput if nothing can be written there.
  explicit Output(const std::string& name);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  /// Writes the text and puts the file in place; false if it could not (a full disk).
  bool write(const std::string& text);

 private:
  std::filesystem::path path_;  // what is to hold the text; links are followed
  int in_place_ = -1;           // the descriptor of what is no file
};

}  // namespace boxcars::cli
