#include "io/formats/percent.hpp"

#include <catch2/catch.hpp>

using namespace boxcars;
using namespace boxcars::io;

TEST_CASE("exact percentages: 0% and 100% only if they are") {
  CHECK(exact_percent(0) == "0%");
  CHECK(exact_percent(1) == "100%");
  CHECK(exact_percent(1.0 / 36) == "2.78%");
  CHECK(exact_percent(0.5) == "50.00%");
  CHECK(exact_percent(0.000463) == "0.0463%");
  CHECK(exact_percent(0.999999) == "99.9999%");
  CHECK(exact_percent(0.99999999) == ">99.9999%");
  CHECK(exact_percent(1 - 2e-16) == "100%");
  CHECK(exact_percent(0.00000351) == "0.000351%");
  CHECK(exact_percent(2.5e-9) == "2.5e-07%");
  CHECK(exact_percent(1.0 / 36, 4) == "2.7778%");
}

TEST_CASE("estimates have the digits that their interval supports") {
  CHECK(estimated_percent({0.27784, 0.2770, 0.2787}) == "27.78%");
  CHECK(estimated_percent({0.27784, 0.27780, 0.27788}) == "27.784%");
  CHECK(estimated_percent({0.3, 0.1, 0.5}) == "30%");
  CHECK(interval_percent({0.27784, 0.2770, 0.2787}) == "27.70 to 27.87%");
}

TEST_CASE("headlines are whole percents, but never a false 0% or 100%") {
  CHECK(headline_percent({.exact = 0.694}) == "69%");
  CHECK(headline_percent({.exact = 0.0031}) == "0.3%");
  CHECK(headline_percent({.exact = 0.99999}) == "99.999%");
  CHECK(headline_percent({.exact = 1 - 2e-16}) == "100%");
  CHECK(headline_percent({.estimate = sim::Estimate{0, 0, 0.04}}) == "under 4%");
  CHECK(headline_percent({.estimate = sim::Estimate{1, 0.21, 1}}) == "over 21%");
  CHECK(headline_percent({}).empty());
  CHECK(headline_percent({.exact = 0}) == "0%");
  CHECK(headline_percent({.exact = 1}) == "100%");
  CHECK(headline_percent({.estimate = sim::Estimate{0.5, 0.4, 0.6}}) == "50%");
}

TEST_CASE("numbers in groups of three") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(10'000'000) == "10,000,000");
}

TEST_CASE("differences in percent points have their sign, and the digits that are known") {
  CHECK(exact_points(0.0423) == "+4.23");
  CHECK(exact_points(-1.0 / 36) == "-2.78");
  CHECK(exact_points(-1.0 / 36, 4) == "-2.7778");
  CHECK(exact_points(0.000463) == "+0.0463");
  CHECK(exact_points(-2.5e-9) == "-2.5e-07");
  CHECK(exact_points(0) == "0");
  CHECK(exact_points(1) == "+100");
  CHECK(estimated_points({0.0423, 0.0413, 0.0434}) == "+4.2");
  CHECK(interval_points({0.0423, 0.0413, 0.0434}) == "+4.1 to +4.3");
  CHECK(interval_points({-0.0001, -0.0013, 0.0012}) == "-0.1 to +0.1");
  CHECK(estimated_points({-0.0001, -0.0013, 0.0012}) == "0.0");
  CHECK(interval_points({0, 0, 0}) == "0 to 0");
}
