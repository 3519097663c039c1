#pragma once

namespace boxcars::test {

/// The odds that a DR is at least so high.
inline double at_least(int dr) {
  int ways = 0;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) ways += colored + white >= dr;
  }
  return ways / 36.0;
}

/// Calls with both dice of every DR.
template <class Work>
void each_dr(Work work) {
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) work(colored, white);
  }
}

}  // namespace boxcars::test
