#include "bench/goals.hpp"

#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

namespace boxcars::bench {
namespace {

enum class Unit { billions_a_second, times, ratio, nanoseconds, milliseconds };
enum class Better { higher, lower };

struct Goal {
  std::string work;
  Unit unit;
  Better better;
  double bound;
  std::string of;      // benchmark
  std::string than{};  // benchmark; none: its own time counts
};

const std::vector<Goal> goals{
    {"DR thrown and counted, avx512", Unit::billions_a_second, Better::higher, 4, "dr/avx512/524288"},
    {"DR thrown and counted, avx2", Unit::billions_a_second, Better::higher, 3, "dr/avx2/524288"},
    {"DR thrown and counted, x86-64", Unit::billions_a_second, Better::higher, 2, "dr/x86_64/524288"},
    {"the best of them against mt19937", Unit::times, Better::higher, 14, "dr/best/524288", "naive/dr_mt19937"},
    {"8 FP at a lone squad against the naive program", Unit::times, Better::higher, 40, "batch/lone_squad/524288", "naive/lone_squad"},
    {"he 150 stone 2 --level 1 against the naive program", Unit::times, Better::higher, 25, "batch/he/524288", "naive/he"},
    {"12 FP -1 at a 9-1 and four squads against one trial at a time", Unit::times, Better::higher, 20, "batch/four_squads/524288",
     "walk/four_squads"},
    {"he on board 6 with an occupant against one trial at a time", Unit::times, Better::higher, 20, "batch/he_on_board_6/524288",
     "walk/he_on_board_6"},
    {"falling rubble over 34 linked hexes, two wide, a trial", Unit::nanoseconds, Better::lower, 3, "batch/chain_two_wide/524288"},
    {"falling rubble over 34 linked hexes, three wide, a trial", Unit::nanoseconds, Better::lower, 3, "batch/chain_three_wide/524288"},
    {"simulate against bare dice, lone squad", Unit::ratio, Better::lower, 1.5, "against_bare/lone_squad"},
    {"simulate against bare dice, 9-1 and four squads", Unit::ratio, Better::lower, 1.5, "against_bare/four_squads"},
    {"simulate against bare dice, he on board 6", Unit::ratio, Better::lower, 1.5, "against_bare/he_on_board_6"},
    {"2 threads against 1", Unit::ratio, Better::higher, 1.9, "two_threads/simulate/real_time"},
    {"2 threads against 1, of plain counting with nothing shared", Unit::ratio, Better::higher, 0, "two_threads/count/real_time"},
    {"growing and solving, lone squad", Unit::milliseconds, Better::lower, 0.1, "solve/lone_squad"},
    {"growing and solving, he without a board", Unit::milliseconds, Better::lower, 1, "solve/he"},
    {"growing and solving, 9-1 and four squads", Unit::milliseconds, Better::lower, 10, "solve/four_squads"},
    {"growing and solving, he on board 6", Unit::milliseconds, Better::lower, 300, "solve/he_on_board_6"},
    {"the whole program, a small question", Unit::milliseconds, Better::lower, 30, "program/real_time"},
};

std::string in_words(double value, Unit unit) {
  std::ostringstream text;
  text << std::setprecision(unit == Unit::times && value >= 10 ? 3 : 2 + (value >= 1)) << value;
  switch (unit) {
    case Unit::billions_a_second:
      return text.str() + " G/s";
    case Unit::times:
    case Unit::ratio:
      return text.str() + "x";
    case Unit::nanoseconds:
      return text.str() + " ns";
    case Unit::milliseconds:
      return text.str() + " ms";
  }
  return text.str();
}

std::optional<double> at(const std::map<std::string, double>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> value_of(const Goal& goal, const Measured& measured) {
  if (goal.unit == Unit::ratio) return at(measured.ratios, goal.of);
  const auto of = at(measured.nanoseconds, goal.of);
  if (!of) return std::nullopt;
  switch (goal.unit) {
    case Unit::billions_a_second:
      return 1 / *of;
    case Unit::times:
      if (const auto than = at(measured.nanoseconds, goal.than)) return *than / *of;
      return std::nullopt;
    case Unit::milliseconds:
      return *of / 1e6;
    default:
      return of;
  }
}

}  // namespace

void print_goals(std::ostream& out, const Measured& measured) {
  const auto row = [&](const std::string& work, const std::string& goal, const std::string& value, const std::string& verdict) {
    out << std::left << std::setw(64) << work << std::right << std::setw(11) << goal << std::setw(11) << value << "  " << verdict << "\n";
  };
  row("work", "goal", "measured", "");
  for (const Goal& goal : goals) {
    const std::string bound = goal.bound == 0 ? "" : (goal.better == Better::higher ? ">= " : "<= ") + in_words(goal.bound, goal.unit);
    const auto value = value_of(goal, measured);
    const bool met = value && (goal.better == Better::higher ? *value >= goal.bound : *value <= goal.bound);
    row(goal.work, bound, value ? in_words(*value, goal.unit) : "-",
        !value          ? "not on this machine"
        : bound.empty() ? ""
        : met           ? "met"
                        : "missed");
  }
}

}  // namespace boxcars::bench
