#include "io/tale.hpp"

#include <fmt/format.h>

namespace boxcars::io {

std::string tale_line(std::string_view name, std::string_view subject, std::string_view rule, int colored, int white,
                      std::string_view told) {
  std::string line(name);
  if (!subject.empty()) line += fmt::format(" of {}", subject);
  line += fmt::format(" ({}): ", rule);
  line += white > 0 ? fmt::format("{},{} = {}", colored, white, colored + white) : fmt::format("{}", colored);
  if (!told.empty()) line += fmt::format(": {}", told);
  return line;
}

}  // namespace boxcars::io
