#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/facts.hpp"
#include "sim/program.hpp"
#include "sim/states.hpp"

namespace boxcars::sim {

/// Numbers that stand for nothing yet.
inline constexpr std::uint32_t unknown = ~0U;

/// What waits for strands (Unravels, sim/calls.hpp) to be joined, by all that have been, and how strands end: numbered, as they come up.
/// Nothing in it depends on strands that are still to be joined, so what waits is shared by all that may come.
class Web {
 public:
  /// What has been joined, and what that settles.
  struct Joined {
    std::uint32_t wait = unknown;
    std::uint32_t settlement = 0;
  };

  Web(CalleePlayer& player, FactBook& book, std::size_t state_size);

  std::size_t size() const { return waits_.size(); }

  /// How a strand ends.
  std::uint32_t end_of(const std::byte* ended) { return ends_.id_of(ended).first; }
  /// What waits for so many strands, of a state at such a stage.
  std::uint32_t waiting(const std::byte* state, int strands, int stage);
  /// The same when its next strand, that ends so, has been joined.
  Joined join(std::uint32_t wait, std::uint32_t end) {
    const Wait& here = waits_[wait];
    const auto& number = slots_[here.slot].number_of_end;
    if (end < number.size() && number[end] < here.joined.size()) {
      if (const Joined known = here.joined[number[end]]; known.wait != unknown) return known;
    }
    return find_joined(wait, end);
  }
  const std::byte* state(std::uint32_t wait) const { return states_[wait] + 1; }

 private:
  struct Wait {
    std::uint32_t slot = 0;
    std::uint8_t next = 0;  // the strand that is joined next, of so many
    std::uint8_t strands = 0;
    std::vector<Joined> joined{};  // by its end, numbered within the slot
  };
  // Strands of one place: few ends of all come up there.
  struct Slot {
    std::vector<std::uint32_t> number_of_end{};
    std::uint32_t ends = 0;
  };
  std::uint32_t waiting_here(int next, int strands, int stage);
  Joined find_joined(std::uint32_t wait, std::uint32_t end);

  CalleePlayer* player_;
  FactBook* book_;
  States ends_;
  States states_;  // each behind a byte that says which strand is next, or that none is
  std::vector<Wait> waits_;
  std::map<std::pair<int, int>, std::uint32_t> slot_of_;  // a stage, and which strand is next
  std::vector<Slot> slots_;
  std::vector<int> stage_of_slot_;
  std::vector<std::byte> to_;
};

}  // namespace boxcars::sim
