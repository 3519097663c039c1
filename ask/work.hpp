#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/asked.hpp"
#include "ask/common.hpp"
#include "sim/dealer.hpp"

namespace boxcars::ask {

/// Many questions that are answered alike. Any thread may call its functions.
struct Questions {
  std::function<Asked(std::size_t point)> ask;
  std::function<std::uint64_t(std::size_t point)> seed;
  std::function<std::string(std::size_t point)> called;  ///< "the second question"
  sim::Method method = sim::Method::both;
};

/// What is known of a question once it has been prepared.
struct Solved {
  std::size_t point = 0;
  std::uint64_t fingerprint = 0;  ///< of its rules, and of what their events and measures are called
  std::uint64_t states = 0;
  double neglected = 0;
  std::optional<sim::Odds> odds{};
  std::vector<double> least{};  ///< without odds: see sim::Findings
  sim::NoOdds why = sim::NoOdds::not_wanted;
};

/// What a worker has done as an order said.
struct Done {
  sim::Order::Kind kind = sim::Order::Kind::wait;
  Solved solved{};          ///< if it was to prepare
  std::string canonical{};  ///< and which question that was
  sim::Harvest thrown{};    ///< if it was to throw
};

/// Gives what a worker has done, if anything, and gets its next order. Any thread may call it.
using Exchange = std::function<sim::Order(std::optional<Done>)>;

/// How a process works on many questions.
struct Crew {
  int threads = 1;
  Machine machine{};
  sim::Progress* watched = nullptr;  ///< how many states a chain has that it grows
};

/// Does what the orders say, until they say stop or `stop` becomes true. Throws what a worker throws, when all have ended; BadInput for a
/// question that never ends.
void work(const Questions& questions, const Crew& crew, const Exchange& exchange, const std::atomic<bool>& stop);

/// The same on this thread alone.
void work_alone(const Questions& questions, const Crew& crew, const Exchange& exchange, const std::atomic<bool>& stop);

}  // namespace boxcars::ask
