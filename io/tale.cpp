#include "io/tale.hpp"

#include <fmt/format.h>

namespace boxcars::io {

std::string tale_line(const model::Throw& thrown, model::Roll roll, std::string_view told) {
  std::string line(thrown.name);
  if (!thrown.subject.empty()) line += fmt::format(" of {}", thrown.subject);
  line += fmt::format(" ({}): {}", thrown.rule, roll.colored);
  if (roll.white > 0) line += fmt::format(",{}", roll.white);
  if (roll.white > 0 && thrown.reads != model::Reads::colored_from) line += fmt::format(" = {}", roll.sum());
  if (!told.empty()) line += fmt::format(": {}", told);
  return line;
}

}  // namespace boxcars::io
