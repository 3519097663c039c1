#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/naive_attack.hpp"

namespace boxcars::test {

/// One HE attack on a building, as a player writes it down, for the naive enumeration.
struct NaiveHe {
  int firepower = 0;    // of the calibre
  int column = 0;       // of the attack: what is left of it
  bool rubbles = true;  // 70mm or more, HEAT, DC
  std::string fire{};   // direct, area, indirect (a mortar), oba (and its kin), dc, set dc
  int drm = 0;          // on the men; of a Set DC on the building, too
  bool v1 = false;      // the first edition: nothing is rubbled by fire at the rooftop
  bool stone = false;
  int levels = 0;
  int level = 0;  // fired at; above `levels` is the rooftop
  bool rooftop = false;
  bool fortified = false;
  bool interior = false;
  std::vector<int> los{};  // levels that area fire can see; empty: all
  bool concealed = false;  // to a DC
  int dud = 13;            // of a DC
  int to_hit = 99;         // the highest Original DR that hits; 99: no To Hit DR
  int th_number = 0;
  bool latw = false;
  std::vector<std::pair<int, NaiveUnit>> occupants{};  // the level of each
};

/// The odds of every event by trying every throw in the order of the rulebook (B24.11, B24.12, B23.32, C3.7), and those of
/// "levels rubbled 2" and "falls in direction 3": no state, no rule text of the program.
std::map<std::string, double> naive_he_odds(const NaiveHe& he);

}  // namespace boxcars::test
