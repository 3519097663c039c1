#include "bench/goals.hpp"

#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

#include "sim/trials/simulate.hpp"

namespace boxcars::bench {
namespace {

enum class Unit { billions_a_second, times, nanoseconds, milliseconds };
enum class Better { higher, lower };

struct Goal {
  std::string work;
  Unit unit;
  Better better;
  double bound;
  std::string of;  // benchmark
};

const std::string batch = std::to_string(sim::batch_trials);

const std::vector<Goal> goals{
    {"DR thrown and counted, avx512", Unit::billions_a_second, Better::higher, 4, "dr/avx512/" + batch},
    {"DR thrown and counted, avx2", Unit::billions_a_second, Better::higher, 3, "dr/avx2/" + batch},
    {"DR thrown and counted, x86-64", Unit::billions_a_second, Better::higher, 2, "dr/x86_64/" + batch},
    {"the best of them against mt19937", Unit::times, Better::higher, 14, "faster_than/mt19937"},
    {"8 FP at a lone squad against the naive program", Unit::times, Better::higher, 40, "faster_than_naive/lone_squad"},
    {"he 150 stone 2 --level 1 against the naive program", Unit::times, Better::higher, 25, "faster_than_naive/he"},
    {"12 FP -1 at a 9-1 and four squads against one trial at a time", Unit::times, Better::higher, 20, "faster_than_walk/four_squads"},
    {"he on board 6 with an occupant against one trial at a time", Unit::times, Better::higher, 20, "faster_than_walk/he_on_board_6"},
    {"the same over 34 linked hexes of three levels", Unit::times, Better::higher, 20, "faster_than_walk/he_over_34_hexes"},
    {"assault, 9-1 and two squads, two shots, against the naive program", Unit::times, Better::higher, 20,
     "faster_than_naive/small_assault"},
    {"assault, 9-1 and five squads, four shots, against it", Unit::times, Better::higher, 3, "faster_than_naive/large_assault"},
    {"assault, three Locations and ten units, against it", Unit::times, Better::higher, 1.5, "faster_than_naive/big_assault"},
    {"its first million trials", Unit::milliseconds, Better::lower, 1000, "first_million/big_assault/iterations:1"},
    {"its exact odds", Unit::milliseconds, Better::lower, 15000, "exact_odds/big_assault/iterations:1"},
    {"9-1 and five squads: the first million trials", Unit::milliseconds, Better::lower, 1000, "first_million/large_assault/iterations:1"},
    {"its exact odds", Unit::milliseconds, Better::lower, 15000, "exact_odds/large_assault/iterations:1"},
    {"falling rubble over 34 linked hexes, two wide, a trial", Unit::nanoseconds, Better::lower, 3, "batch/chain_two_wide/" + batch},
    {"falling rubble over 34 linked hexes, three wide, a trial", Unit::nanoseconds, Better::lower, 3, "batch/chain_three_wide/" + batch},
    {"simulate against bare dice, lone squad", Unit::times, Better::lower, 1.5, "slower_than_bare_dice/lone_squad"},
    {"simulate against bare dice, 9-1 and four squads", Unit::times, Better::lower, 1.5, "slower_than_bare_dice/four_squads"},
    {"simulate against bare dice, he on board 6", Unit::times, Better::lower, 1.5, "slower_than_bare_dice/he_on_board_6"},
    {"simulate against bare dice, he over 34 hexes", Unit::times, Better::lower, 1.5, "slower_than_bare_dice/he_over_34_hexes"},
    {"2 threads against 1", Unit::times, Better::higher, 1.9, "two_threads/simulate/real_time"},
    {"2 threads against 1, of plain counting with nothing shared", Unit::times, Better::higher, 0, "two_threads/count/real_time"},
    {"growing and solving, lone squad", Unit::milliseconds, Better::lower, 0.1, "solve/lone_squad"},
    {"growing and solving, he without a board", Unit::milliseconds, Better::lower, 1, "solve/he"},
    {"growing and solving, 9-1 and four squads", Unit::milliseconds, Better::lower, 10, "solve/four_squads"},
    {"growing and solving, he on board 6", Unit::milliseconds, Better::lower, 300, "solve/he_on_board_6"},
    {"growing and solving, he over 34 hexes", Unit::milliseconds, Better::lower, 300, "solve/he_over_34_hexes"},
    {"a study of 1,000 points at a million trials against growing, solving and simulating them", Unit::times, Better::lower, 1.2,
     "slower_than_its_parts/iterations:1/real_time"},
    {"the status of a store with 100,000 points", Unit::milliseconds, Better::lower, 1000, "status/iterations:1/real_time"},
    {"the export of it", Unit::milliseconds, Better::lower, 3000, "exported/iterations:1/real_time"},
    {"growing and solving, assault with two squads", Unit::milliseconds, Better::lower, 500, "solve/small_assault"},
    {"best fire at a squad over six hexes, three Locations with a MG each", Unit::milliseconds, Better::lower, 2000,
     "best_play/across_six_hexes/iterations:1"},
    {"a line of ask, a small exact question: 2,000 a second", Unit::milliseconds, Better::lower, 0.5, "ask_lines"},
    {"all that a hex of a board sees: 346 lines of sight", Unit::milliseconds, Better::lower, 3.46, "los/from_one_hex"},
    {"the whole program, a small question", Unit::milliseconds, Better::lower, 30, "program/real_time"},
};

std::string in_words(double value, Unit unit) {
  std::ostringstream text;
  text << std::setprecision(unit == Unit::times && value >= 10 ? 3 : 2 + (value >= 1)) << value;
  switch (unit) {
    case Unit::billions_a_second:
      return text.str() + " G/s";
    case Unit::times:
      return text.str() + "x";
    case Unit::nanoseconds:
      return text.str() + " ns";
    case Unit::milliseconds:
      return text.str() + " ms";
  }
  return text.str();
}

std::optional<double> value_of(const Goal& goal, const Measured& measured) {
  const auto& values = goal.unit == Unit::times ? measured.ratios : measured.nanoseconds;
  const auto found = values.find(goal.of);
  if (found == values.end()) return std::nullopt;
  switch (goal.unit) {
    case Unit::billions_a_second:
      return 1 / found->second;
    case Unit::milliseconds:
      return found->second / 1e6;
    case Unit::times:
    case Unit::nanoseconds:
      break;
  }
  return found->second;
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
        !value          ? "not measured here"
        : bound.empty() ? ""
        : met           ? "met"
                        : "missed");
  }
}

}  // namespace boxcars::bench
