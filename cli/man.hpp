#pragma once

#include <string>
#include <vector>

#include "cli/form.hpp"

namespace boxcars::cli {

/// A manual page in roff, and the file it belongs in: boxcars-attack.1.
struct ManualPage {
  std::string file;
  std::string text;
};

/// The manual of the program, or of one of its commands, made of what their forms say.
ManualPage manual_page(const Form& root, const Form& command);
ManualPage manual_page(const Form& root);

}  // namespace boxcars::cli
