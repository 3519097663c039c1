#pragma once

#include <string>

#include "ask/assault_draft.hpp"

namespace boxcars::io {

/// The file that asks what was drafted (io/files/assault_file.hpp), with remarks on what it has and what is left out.
std::string assault_text(const ask::AssaultDraft& draft);

}  // namespace boxcars::io
