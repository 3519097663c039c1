#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/common.hpp"
#include "ask/decision.hpp"
#include "ask/question.hpp"
#include "model/core/description.hpp"
#include "sim/run/answer.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// A question with its answer: everything that any format prints.
struct Report {
  std::string name{};  ///< of the question: "attack"
  model::Description question{};
  sim::Method method = sim::Method::both;
  std::uint64_t seed = 1;
  sim::Answer answer{};
  bool explain = false;                              ///< the modifiers are wanted in text, too
  int shown = 0;                                     ///< tales asked for
  std::vector<std::vector<std::string>> tales{};     ///< of single trials, a line a throw
  std::string command{};                             ///< that asked it, if not the question's own
  std::optional<std::vector<Decision>> decisions{};  ///< of a plan, and of fire at who moves
  std::shared_ptr<const AskedMap> map{};             ///< that it is about, if it is about one
  std::string understood{};                          ///< what was read from words or a save, in a player's words
};

/// Why there are no exact odds, though they were asked for; nothing if there are, or if they were not.
std::optional<std::string> why_not_exact(const sim::Findings& findings, const sim::Settings& settings);

/// The same of many questions: how many have none, and why.
class NotExact {
 public:
  explicit NotExact(const sim::Settings& settings) : settings_(settings) {}
  /// An interrupted one says nothing.
  void add(const sim::Findings& findings);

  struct Reason {
    std::size_t questions = 0;
    std::string why{};
  };
  /// One for each of sim::NoOdds, with the largest truncated mass.
  std::vector<Reason> reasons() const;

 private:
  struct Counted {
    std::size_t questions = 0;
    sim::Findings worst{};
  };
  sim::Settings settings_;
  std::map<sim::NoOdds, Counted> counted_;
};

/// With the method exact throws Failed if there are none (an answer without any odds is none), but of an interrupted question. `of_what` is
/// " of " something, if more than one is asked.
void require_exact(const sim::Findings& findings, const sim::Settings& settings, const std::string& of_what = "");

/// What to say of exact odds that could not be had, if anything.
std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings);

/// The answer to a question, with `show` single trials told; throws Failed for exact odds that there are none of. When `stop` becomes
/// true it is what was known by then, and `interrupted`; so it is when memory is gone.
struct Answered {
  Report report;
  bool interrupted = false;
  bool out_of_memory = false;
};
Answered answer(const Question& asked, const sim::Settings& settings, int show, const std::atomic<bool>& stop,
                sim::Progress* watched = nullptr);

}  // namespace boxcars::ask
