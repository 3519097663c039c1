#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/dice_stream.hpp"
#include "sim/process.hpp"

namespace boxcars::io {

/// What a throw is told with: "MC DR of 4-4-7 (A10.3): 3,5 = 8: ...".
std::string tale_line(std::string_view name, std::string_view subject, std::string_view rule, int colored, int white,
                      std::string_view told);

/// One single trial, told throw by throw.
template <sim::Process P>
std::vector<std::string> tale(const P& process, sim::DiceStream dice) {
  std::vector<std::string> lines;
  std::string told;
  typename P::Settled settled(told);
  auto state = process.start(settled);
  for (;;) {
    const auto next_throw = process.next_throw(state);
    if (next_throw.faces() == 0) return lines;
    const auto roll = next_throw.roll(static_cast<int>(dice.face(static_cast<std::uint32_t>(next_throw.faces()))));
    told.clear();
    state = process.next(state, roll, settled);
    lines.push_back(tale_line(next_throw.name, next_throw.subject, next_throw.rule, roll.colored, roll.white, told));
  }
}

}  // namespace boxcars::io
