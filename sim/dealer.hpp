#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "sim/prepared.hpp"
#include "sim/stop_rule.hpp"
#include "sim/tally.hpp"

namespace boxcars::sim {

/// What one of many workers is to do next.
struct Order {
  enum class Kind : std::uint8_t {
    prepare,        ///< the point's question: grow, solve and freeze its chain
    throw_batches,  ///< of the point's question, which the worker's crew has prepared
    wait,           ///< there is nothing to do now, but there may be
    stop            ///< there is nothing more to do
  };
  Kind kind = Kind::stop;
  std::size_t point = 0;
  BatchRange batches{};
  std::uint64_t trials = 0;           ///< of the run that the batches belong to, up to its next checkpoint
  std::vector<std::size_t> forget{};  ///< points that the crew prepared and needs no more
};

/// Batches of a point that are done and will never be thrown again, to be kept.
struct Harvest {
  std::size_t point = 0;
  BatchRange batches{};
  Tally tally{};
};

/// Deals out the batches of many points to the workers of one or more crews. A crew is a process whose threads share what they prepare.
/// What a point gives does not depend on who throws what when: batches add up, and a stop rule looks at the tally of the checkpoint
/// before. Not thread-safe.
class Dealer {
 public:
  struct Point {
    std::size_t number = 0;
    std::vector<BatchRange> missing{};  ///< of a run of so many trials; for a precision they follow from the tally
    Tally tally{};                      ///< for a precision: at its last checkpoint
  };

  /// `points` are those on which something is to be done, in order.
  Dealer(const StopRule& rule, std::vector<Point> points, std::size_t crews, std::size_t workers);

  Order next(std::size_t crew);
  /// The crew has done as an order said.
  void prepared(std::size_t crew, std::size_t point, std::uint64_t states);
  void thrown(std::size_t point, BatchRange batches, const Tally& tally);

  bool is_done() const { return open_.empty() && next_ == points_.size(); }

  /// What is done since the last call, and the points that are finished with it.
  std::vector<Harvest> harvest();
  std::vector<std::size_t> finished();

 private:
  enum class Has : std::uint8_t { nothing, asked, prepared };
  struct Open {
    std::size_t number = 0;
    std::deque<BatchRange> missing{};
    Tally tally{};                // at the last checkpoint
    Tally since{};                // since then
    std::uint64_t goal = 0;       // trials at the next checkpoint
    std::uint64_t under_way = 0;  // batches
    std::uint64_t states = 0;
    std::vector<Has> crews{};
  };
  struct Crew {
    std::size_t preparing = 0;
    std::uint64_t states = 0;  // of all that it has prepared
    std::vector<std::size_t> forget{};
  };

  Open& open_point(std::size_t number);
  void begin(Open& point);
  bool complete(Open& point);
  void close_if_done(std::size_t number);
  BatchRange take(Open& point);
  bool may_prepare(const Crew& crew) const;
  Order order_to_prepare(Open& point, std::size_t crew);

  StopRule rule_;
  std::vector<Point> points_;
  std::size_t next_ = 0;  // the first of points_ that is not open yet
  std::size_t workers_;
  std::deque<Open> open_;
  std::vector<Crew> crews_;
  std::vector<Harvest> harvest_;
  std::vector<std::size_t> finished_;
};

/// The I-th of N equal shares of so many things: the first of them and the one behind the last.
BatchRange share(std::uint64_t things, std::uint64_t i, std::uint64_t n);

/// What of `wanted` is in none of `held`, which are in order and do not overlap.
std::vector<BatchRange> missing(BatchRange wanted, const std::vector<BatchRange>& held);

}  // namespace boxcars::sim
