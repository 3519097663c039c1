#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/question.hpp"
#include "cli/boxcars.hpp"
#include "cli/form.hpp"
#include "io/files/assault_file.hpp"

namespace boxcars::cli {

/// A position, and what of its file is changed.
struct PositionOptions {
  std::string file{};
  std::optional<int> turns{};
  bool iift = false;
  std::vector<std::string> with{};
};
void add_position(const Form& form, PositionOptions& position);
/// What is changed; throws BadInput.
std::vector<io::StudyInput> settings_of(const PositionOptions& position);

/// The paths of the numbers that such a file gives, as completions have them; throws BadInput.
std::vector<std::string> numbers_in(const std::string& file, const Environment& environment);

/// Reads an assault file; throws BadInput if it cannot be read, or with the place for what is wrong in it.
io::AssaultFile read_assault(const std::string& name, const Environment& environment);

}  // namespace boxcars::cli
