#include "sim/resources/runner.hpp"

#include <mutex>
#include <set>

#include <catch2/catch.hpp>

using boxcars::sim::run_batches;

TEST_CASE("every batch is done once, by workers in range that do not overlap", "[threads]") {
  for (const int threads : {1, 2, 7}) {
    const std::atomic<bool> stop{false};
    std::vector<std::atomic<int>> busy(static_cast<std::size_t>(threads));
    std::mutex lock;
    std::multiset<std::uint64_t> done;
    bool overlapped = false;
    const auto end = run_batches(5, 105, threads, stop, [&](int worker, std::uint64_t batch) {
      const bool alone = busy.at(static_cast<std::size_t>(worker)).fetch_add(1) == 0;
      {
        const std::lock_guard guard(lock);
        overlapped |= !alone;
        done.insert(batch);
      }
      busy[static_cast<std::size_t>(worker)].fetch_sub(1);
    });
    CHECK(end == 105);
    CHECK_FALSE(overlapped);
    REQUIRE(done.size() == 100);
    CHECK(std::set(done.begin(), done.end()).size() == 100);
    CHECK((*done.begin() == 5 && *done.rbegin() == 104));
  }
}

TEST_CASE("stopped early, what is done is an unbroken beginning", "[threads]") {
  for (const int threads : {1, 3}) {
    std::atomic<bool> stop{false};
    std::mutex lock;
    std::set<std::uint64_t> done;
    const auto end = run_batches(0, 1'000'000, threads, stop, [&](int, std::uint64_t batch) {
      const std::lock_guard guard(lock);
      done.insert(batch);
      if (done.size() >= 20) stop.store(true);
    });
    CHECK(done.size() >= 20);
    CHECK(done.size() <= 20U + static_cast<unsigned>(threads));
    CHECK(done.size() == end);
    CHECK(*done.rbegin() == end - 1);
  }
}
