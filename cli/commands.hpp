#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/answer_question.hpp"
#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "io/studies/asked.hpp"

namespace boxcars::cli {

/// A subcommand: its options, and what to do once they are read.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitStatus(const Environment&)> answer{};
  std::function<io::Asked(const Environment&)> ask{};  ///< if it is a question: what is asked
  const CommonOptions* common = nullptr;               ///< and how it is to be answered; as long as `ask` lives
  std::vector<Command> actions{};                      ///< subcommands of its own: study run
};

/// A question as a subcommand. `Options` has its common options as `common`; `ask` makes a question of them.
template <class Options, class Ask>
Command question(CLI::App& app, const std::shared_ptr<Options>& options, Ask ask) {
  const auto asked = [options, ask](const Environment& environment) { return io::Asked(ask(*options, environment)); };
  const auto answer = [options, asked](const Environment& environment) {
    return answer_question(asked(environment), options->common, environment);
  };
  return {&app, answer, asked, &options->common};
}

/// Within a catch: says in one line what went wrong, and gives the exit status.
ExitStatus tell_failure(const Environment& environment);

Command add_attack(CLI::App& root);
Command add_he(CLI::App& root);
Command add_chain(CLI::App& root);
Command add_enter(CLI::App& root);
Command add_kindle(CLI::App& root);
Command add_clear(CLI::App& root);
Command add_breach(CLI::App& root);
Command add_hut(CLI::App& root);
Command add_bombard(CLI::App& root);
Command add_terrain(CLI::App& root);
Command add_board(CLI::App& root);
Command add_atlas(CLI::App& root);
Command add_study(CLI::App& root);
Command add_assault(CLI::App& root);
Command add_balance(CLI::App& root);
Command add_compare(CLI::App& root);

}  // namespace boxcars::cli
