#pragma once

#include <optional>
#include <string>

#include "io/studies/study_run.hpp"

namespace boxcars::io {

/// What workers on other machines say and are told, as text, and back.
std::string to_text(const std::optional<ask::Done>& done);
std::optional<ask::Done> done_of(const std::string& text);
std::string to_text(const sim::Task& task);
sim::Task task_of(const std::string& text);

}  // namespace boxcars::io
