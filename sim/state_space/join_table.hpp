#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/process/program.hpp"
#include "sim/state_space/label_table.hpp"
#include "sim/state_space/states.hpp"

namespace boxcars::sim {

/// The number that stands for nothing.
inline constexpr std::uint32_t unknown = ~0U;

/// The join table of a component's forks (Forks, sim/process/components.hpp): it numbers what waits for branches to be joined, after each
/// of them, and how branches end. What waits does not depend on branches that are still to be joined, so it is shared by all continuations.
class JoinTable {
 public:
  /// What waits after a join, and the label of what the join records.
  struct Joined {
    std::uint32_t wait = unknown;
    std::uint32_t label = 0;
  };

  JoinTable(ComponentPlayer& player, LabelTable& labels, std::size_t state_size);

  std::size_t size() const { return waits_.size(); }
  /// About how much memory it takes.
  std::size_t bytes() const;

  /// The number of the state in which a branch has ended.
  std::uint32_t end_of(const std::byte* ended) { return ends_.id_of(ended).first; }
  /// The number of what waits for this many branches of a fork at this stage.
  std::uint32_t waiting(const std::byte* state, int branches, int stage);
  /// The number of what waits after the next branch, which ended in `end`, has been joined.
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
    std::uint8_t next = 0;  // the branch that is joined next
    std::uint8_t branches = 0;
    std::vector<Joined> joined{};  // by its end, numbered within the slot
  };
  // All places where the same branch of forks at one stage is joined. Only few ends come up there, so they are numbered anew.
  struct Slot {
    std::vector<std::uint32_t> number_of_end{};
    std::uint32_t ends = 0;
  };
  std::uint32_t waiting_here(int next, int branches, int stage);
  Joined find_joined(std::uint32_t wait, std::uint32_t end);

  ComponentPlayer* player_;
  LabelTable* labels_;
  States ends_;
  States states_;  // each behind a byte that says which branch is next, or that none is
  std::vector<Wait> waits_;
  std::size_t joined_bytes_ = 0;                          // bytes of all lists of joins
  std::map<std::pair<int, int>, std::uint32_t> slot_of_;  // by stage, and the branch that is next
  std::vector<Slot> slots_;
  std::vector<int> stage_of_slot_;
  std::vector<std::byte> to_;
};

}  // namespace boxcars::sim
