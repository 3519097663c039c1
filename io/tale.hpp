#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/dice.hpp"
#include "sim/dice_stream.hpp"
#include "sim/process.hpp"

namespace boxcars::io {

/// What a throw is told with: "MC DR of 4-4-7 (A10.3): 3,5 = 8: ...".
std::string tale_line(const model::Throw& thrown, model::Roll roll, std::string_view told);

/// The throws of a trial that are told; of what follows only how many.
inline constexpr std::size_t most_told = 100;

/// One single trial, told throw by throw.
template <sim::Process P>
std::vector<std::string> tale(const P& process, const sim::StreamKey& key, sim::InstructionSet with) {
  sim::DiceStream dice(key, with);
  std::vector<std::string> lines;
  std::uint64_t untold = 0;
  std::string told;
  typename P::Settled settled(told);
  auto state = process.start(settled);
  for (int lap = 1;;) {
    const auto next_throw = process.next_throw(state);
    if (next_throw.faces() == 0) break;
    const auto roll = next_throw.roll(static_cast<int>(dice.face(static_cast<std::uint32_t>(next_throw.faces()))));
    told.clear();
    settled.clear();
    state = process.next(state, roll, settled);
    if (settled.lap_begins()) {
      if constexpr (sim::EndsByLaps<P>) {
        if (sim::is_last_lap(process, lap)) state = process.end(state, settled);
      }
      ++lap;
    }
    if (lines.size() < most_told)
      lines.push_back(tale_line(next_throw, roll, told));
    else
      ++untold;
  }
  if (untold > 0) lines.push_back("... and " + std::to_string(untold) + (untold == 1 ? " more throw" : " more throws"));
  return lines;
}

}  // namespace boxcars::io
