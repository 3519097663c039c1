#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/simulate.hpp"
#include "tests/support/child.hpp"

using namespace boxcars::test;

TEST_CASE("Ctrl-C prints what was simulated so far, and that is a run of so many trials") {
  const std::vector<std::string> question{BOXCARS_PROGRAM, "attack", "8", "--target", "4-4-7", "--format", "json", "--threads", "3"};
  auto endless = question;
  endless.insert(endless.end(), {"--trials", "1e15"});
  const Child child = start(endless);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  kill(child.process, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child.process, SIGINT);  // as some programs send it: to the process, and to its group
  const Ended ended = wait_for(child);
  CHECK(ended.status == 130);
  const auto root = nlohmann::json::parse(ended.out);
  const auto trials = root["trials"].get<std::uint64_t>();
  CHECK(trials > 0);
  CHECK(trials % boxcars::sim::batch_trials == 0);

  auto again = question;
  again.insert(again.end(), {"--trials", std::to_string(trials)});
  const Ended whole = wait_for(start(again));
  CHECK(whole.status == 0);
  CHECK(whole.out == ended.out);
}
