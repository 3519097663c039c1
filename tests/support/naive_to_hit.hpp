#pragma once

namespace boxcars::test {

/// The odds of a hit, and of a critical one among them.
struct Chances {
  double hit = 0, critical = 0;
};

/// C3.3, C3.6, C3.7 over the 36 DR, and where one follows, the six dr.
inline Chances chances(int number, int drm, bool infantry) {
  Chances sum;
  const bool improbable = 2 + drm > number;
  for (int colored = 1; colored <= 6; ++colored) {
    for (int white = 1; white <= 6; ++white) {
      for (int dr = 1; dr <= 6; ++dr) {
        const int original = colored + white, final_dr = original + drm;
        bool hits = final_dr <= number, critical = false;
        if (improbable) {
          hits = original == 2 && dr <= 3;
          critical = original == 2 && dr == 1;
        } else if (hits && infantry) {
          critical = final_dr < number / 2.0 || (original == 2 && (dr == 1 || dr <= number / 2.0));
        } else if (hits) {
          critical = original == 2 && (3 + drm <= number || dr == 1);
        }
        sum.hit += hits / 216.0;
        sum.critical += critical / 216.0;
      }
    }
  }
  return sum;
}

}  // namespace boxcars::test
