#include <string>

#include "ask/question_kinds.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "io/files/cross_file.hpp"

namespace boxcars::cli {

Command add_cross(const Form& root) {
  const auto read = [](const std::string& file, const Environment& environment) {
    return io::cross_inputs_of(read_file(file, "movement", environment), file);
  };
  return add_question(root, ask::question_named("cross"), {.read = read, .example = io::cross_example()});
}

}  // namespace boxcars::cli
