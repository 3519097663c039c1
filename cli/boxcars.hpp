#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "cli/files.hpp"
#include "cli/maps_read.hpp"
#include "io/formats/style.hpp"
#include "sim/resources/budget.hpp"

namespace boxcars::cli {

enum ExitStatus : int { answered = 0, failed = 1, bad_input = 2, interrupted = 130 };

/// How standard error speaks: to people, or one object of JSON a line to a program.
enum class Messages { in_words, as_json };

/// How to tell that a question takes its time.
enum class ShowProgress { never, in_lines, on_one_line };

/// What the program has around it: a terminal, a pipe, or a test.
struct Environment {
  std::ostream& out;
  std::ostream& err;
  io::Style style;                                                  ///< of `out`
  const std::atomic<bool>& stop;                                    ///< becomes true when the user has had enough
  ShowProgress progress = ShowProgress::never;                      ///< on `err`
  std::string instruction_set{};                                    ///< as BOXCARS_INSTRUCTION_SET has it; empty: the best
  std::vector<std::string> board_folders{};                         ///< where --board 20 is looked for
  sim::Budget budget{};                                             ///< of exact odds
  std::istream* in = nullptr;                                       ///< questions to boxcars ask
  std::shared_ptr<FilesRead> read = std::make_shared<FilesRead>();  ///< by this call
  std::shared_ptr<MapsRead> maps = std::make_shared<MapsRead>();    ///< of questions before this one
  std::vector<std::string> understood{};                            ///< of the questions: what was read from words
  std::function<void(const std::string& how_far)> watcher{};        ///< is told it, in a program of one thread
  std::string boards_typed{};                                       ///< the folder of --boards; empty: none was given
  Messages messages = Messages::in_words;                           ///< on `err`, and to the watcher
};

/// The whole program, but for its process: answers the question in `arguments` (without the program's name). Data goes to `out`, all
/// else to `err`. Throws nothing.
ExitStatus run(const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace boxcars::cli
