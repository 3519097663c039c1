#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/naive_attack.hpp"

namespace boxcars::test {

/// Turns of attacks on the levels of one building, as a player writes them down, for the naive enumeration.
struct NaiveAssault {
  struct Shot {
    int level = 0;
    int column = 0;  // of the IFT, as firepower
    int drm = 0;     // on the IFT, all of it
    int cowering_columns = 0;
    bool he = false;        // direct fire that can make rubble
    int firepower = 0;      // of HE, for its critical hits
    int to_hit = 99;        // the highest Original DR that hits; 99: no To Hit DR. The To Hit number is more by the TEM.
    int to_hit_number = 0;  // 0: to_hit and the TEM
    int breakdown = 13;
    int column_after_breakdown = 0;  // of those who fire on; 0: nobody does
    int repair = 0;
    int rate_of_fire = 0;
    int limit = 1;
    int from = 1;
    int until = 99;
  };
  int turns = 1;
  int levels = 0;  // above ground
  bool stone = true;
  std::vector<std::pair<int, NaiveUnit>> defenders{};  // the level of each
  std::vector<Shot> shots{};
  std::optional<int> rally{};     // DRM
  std::map<int, int> rally_at{};  // that of a level, instead
  int good_order = 99;            // goals
  int eliminated = 0;
  std::vector<int> rubbled{};  // levels
};

/// The odds of "1 eliminated", ..., "attacker wins", "wins by turn 2", "level 1 rubbled", "2 in good order", "2 are eliminated": by trying
/// every throw in the order of the rulebook, and adding up what leads to the same counters on the map: no rule text of the program.
std::map<std::string, double> naive_assault_odds(const NaiveAssault& assault);

}  // namespace boxcars::test
