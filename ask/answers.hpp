#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// How far many answers are, for who watches them from another thread.
struct AnswersProgress {
  std::atomic<std::size_t> answered{0};
  sim::Progress all{};  ///< of all together
};

/// The answers to questions 0 to count - 1, on all threads of the settings: the same as each alone. When `stop` becomes true, what was
/// found so far, `interrupted` where more was wanted. Throws BadInput for a question that never ends, and what asking throws.
std::vector<sim::Findings> answers(const Questions& questions, std::size_t count, const sim::Settings& settings,
                                   const std::atomic<bool>& stop, AnswersProgress* watched = nullptr);

/// Those that are asked and answered by these settings.
std::vector<sim::Findings> answers(const std::vector<Question>& asked, const std::function<std::string(std::size_t)>& called,
                                   const sim::Settings& settings, const std::atomic<bool>& stop, AnswersProgress* watched = nullptr);

}  // namespace boxcars::ask
