#pragma once

#include <cstdint>

namespace boxcars::test {

/// How often the tests' operator new has been called.
std::uint64_t allocations();

}  // namespace boxcars::test
