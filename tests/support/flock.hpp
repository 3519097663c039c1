#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/core/calls.hpp"
#include "model/core/dice.hpp"
#include "model/core/settled.hpp"

namespace boxcars::test {

/// Sheep, as a callee that unravels (sim/calls.hpp). A storm throws a dr for the whole flock, how bad it is; then one for each sheep that
/// is still there, and again on a 6: it is lost if that is at most so bad, which is settled at once. It gives back how bad it was.
class Flock {
 public:
  static constexpr int sheep = 4;
  struct Rest {
    std::array<std::uint8_t, sheep> lost{};
    bool operator==(const Rest&) const = default;
  };
  struct State {
    Rest flock{};
    std::uint8_t step = 0;
    std::uint8_t bad = 0;
    std::uint8_t whose = 0;  ///< turn it is; of a strand, and of what waits, the first
    std::uint8_t alone = 0;  ///< a strand: 1 + its sheep
    bool operator==(const State&) const = default;
  };

  std::size_t rest_size() const { return sizeof(Rest); }
  Rest start() const { return {}; }
  std::uint8_t view(const Rest& rest) const { return there(rest) > 0; }
  std::uint64_t totals(const Rest& rest) const { return there(rest); }

  State begin(const Rest& rest, std::uint32_t, model::Settled&) const { return {.flock = rest, .step = storm}; }
  bool busy(const State& s) const { return s.step != over; }
  model::Throw next_throw(const State& s) const { return {model::Dice::dr, s.step == storm ? "storm dr" : "sheep dr", "A.2"}; }
  void next(State& s, model::Roll roll, model::Settled& settled) const {
    if (s.step == storm) {
      s.bad = static_cast<std::uint8_t>(roll.colored / 2);
      s.step = each;
      seek(s);
    } else if (roll.colored < 6) {
      if (roll.colored <= s.bad) s.flock.lost[s.whose] = 1, settled.happened(model::EventId{s.whose});
      ++s.whose;
      s.alone ? end(s) : seek(s);
    }
  }
  int stage(const State& s) const { return s.step == storm ? 0 : 1 + s.whose; }
  int stages() const { return 1 + sheep; }
  std::uint32_t returned(const State& s) const { return s.bad; }
  Rest rest(const State& s) const { return s.flock; }

  bool unravels() const { return true; }
  int strands(const State& s) const { return s.step == each && !s.alone ? sheep - s.whose : 0; }
  State strand(const State& s, int i, model::Settled&) const {
    State alone{.step = each, .bad = s.bad, .whose = static_cast<std::uint8_t>(s.whose + i), .alone = 1};
    alone.flock.lost[alone.whose] = s.flock.lost[alone.whose];
    if (s.flock.lost[alone.whose]) ++alone.whose, end(alone);
    return alone;
  }
  bool ended(const State& s) const { return s.alone && s.step == over; }
  State waiting(State s) const {
    for (int i = s.whose; i < sheep; ++i) s.flock.lost[static_cast<std::size_t>(i)] = 0;
    return s;
  }
  State join(State waiting, int i, const State& ended, model::Settled&) const {
    const auto place = static_cast<std::size_t>(waiting.whose + i);
    waiting.flock.lost[place] = ended.flock.lost[place];
    return waiting;
  }
  State go_on(State waiting, model::Settled&) const { return {.flock = waiting.flock, .bad = waiting.bad}; }

 private:
  enum Step : std::uint8_t { over, storm, each };
  static std::uint64_t there(const Rest& rest) {
    std::uint64_t count = 0;
    for (const std::uint8_t lost : rest.lost) count += lost == 0;
    return count;
  }
  // The next sheep that is there, or the end of the storm.
  void seek(State& s) const {
    while (s.whose < sheep && s.flock.lost[s.whose]) ++s.whose;
    if (s.whose == sheep) s = {.flock = s.flock, .bad = s.bad};
  }
  void end(State& s) const { s = {.flock = s.flock, .alone = 1}; }
};

/// Two years of storms over a flock, as a caller. Events: each sheep is lost; measures: how many are left, and the worst storm.
class Shepherd {
 public:
  using Callee = Flock;
  using Settled = model::Settled;
  static constexpr std::size_t rest_bytes = sizeof(Flock::Rest);
  static constexpr int years = 2;

  struct State {
    std::uint8_t step = 0;
    std::uint8_t worst = 0;
    bool operator==(const State&) const = default;
  };

  const std::vector<Flock>& callees() const { return flocks_; }
  std::size_t event_count() const { return Flock::sheep; }
  std::size_t measure_count() const { return 2; }
  int laps() const { return 0; }

  State start(Settled&) const { return {}; }
  bool calls(const State& s) const { return s.step % 2 == 0 && s.step < 2 * years; }
  model::Call take_call(State& s) const { return ++s.step, model::Call{0, 0}; }
  State resume(State s, int, model::Returned back, Settled&) const {
    s.worst = std::max(s.worst, static_cast<std::uint8_t>(back.value));
    ++s.step;
    return s;
  }
  bool looks(const State& s) const { return s.step == 2 * years; }
  State look(State s, std::uint64_t totals, Settled& settled) const {
    settled.measured(model::MeasureId{0}, static_cast<int>(totals));
    settled.measured(model::MeasureId{1}, s.worst);
    return {.step = 2 * years + 1};
  }
  model::Throw next_throw(const State&) const { return {}; }
  State next(State s, model::Roll, Settled&) const { return s; }
  State end(const State& s, Settled&) const { return s; }
  int stage(const State& s) const { return s.step; }

 private:
  std::vector<Flock> flocks_{{}};
};

}  // namespace boxcars::test
