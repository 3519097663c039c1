#pragma once

#include <string_view>

namespace boxcars::test {

/// What the program gave. JSON in it, of each shape the first, is held against its schema when the tests have ended: by the program of
/// the tests, or, in ctest, for all of them at once.
void seen(std::string_view out);

}  // namespace boxcars::test
