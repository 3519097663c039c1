#include "ask/tale.hpp"

#include <cstdint>
#include <string_view>

#include "sim/trials/trial.hpp"

namespace boxcars::ask {

std::vector<std::string> tale(const sim::Rules& rules, const sim::StreamKey& key, sim::InstructionSet with) {
  constexpr std::size_t most_told = 100;
  constexpr std::string_view separator = "; ";  // what is told before the first throw begins with it
  sim::DiceStream dice(key, with);
  std::vector<std::string> lines;
  std::uint64_t untold = 0;
  std::string told;
  sim::Trial trial(rules, &told);
  trial.begin();
  if (told.size() > separator.size()) lines.push_back("at first: " + told.substr(separator.size()));
  while (trial.faces() > 0) {
    trial.step(static_cast<int>(dice.face(static_cast<std::uint32_t>(trial.faces()))), [](const sim::TransitionLabel&, int) {});
    if (lines.size() < most_told)
      lines.push_back(told);
    else
      ++untold;
  }
  if (untold > 0) lines.push_back("... and " + std::to_string(untold) + (untold == 1 ? " more throw" : " more throws"));
  return lines;
}

}  // namespace boxcars::ask
