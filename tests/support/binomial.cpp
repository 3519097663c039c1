#include "tests/support/binomial.hpp"

#include <algorithm>

#include <boost/math/distributions/binomial.hpp>

namespace boxcars::test {

double tail(std::uint64_t count, std::uint64_t trials, double probability) {
  if (probability <= 0) return count == 0 ? 1 : 0;
  if (probability >= 1) return count == trials ? 1 : 0;
  const boost::math::binomial_distribution<double> law(static_cast<double>(trials), probability);
  const double at_most = boost::math::cdf(law, static_cast<double>(count));
  const double at_least = count == 0 ? 1 : boost::math::cdf(boost::math::complement(law, static_cast<double>(count) - 1));
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

}  // namespace boxcars::test
