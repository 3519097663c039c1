#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "cli/boxcars.hpp"

namespace boxcars::cli {

/// A subcommand: its options, and what to do once they are read.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitStatus(const Environment&)> answer{};
};

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

}  // namespace boxcars::cli
