// A race put there on purpose, through the same runner that the program uses: under ThreadSanitizer this must be reported.
#include <cstdio>

#include "sim/resources/runner.hpp"

int main() {
  long shared = 0;  // so often that the others have begun before the first thread is done
  const std::atomic<bool> stop{false};
  boxcars::sim::run_batches(0, 3'000'000, 4, stop, [&](int, std::uint64_t) { ++shared; });
  std::printf("%ld\n", shared);
}
