#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/simulate.hpp"
#include "tests/support/child.hpp"
#include "tests/support/folder.hpp"

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

TEST_CASE("a terminal that is closed ends the program as Ctrl-C does, unless nohup is there; nothing is left beside the answer's file") {
  const Folder folder;
  const std::string file = folder / "answer.json";
  const std::vector<std::string> endless{BOXCARS_PROGRAM, "attack", "8",         "--target", "4-4-7",    "--format", "json",
                                         "--trials",      "1e15",   "--threads", "1",        "--output", file};
  const auto files = [&] { return std::distance(std::filesystem::directory_iterator(folder.path()), {}); };
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(400)); };

  const Child child = start(endless);
  pause();
  CHECK(files() == 0);
  kill(child.process, SIGHUP);
  CHECK(wait_for(child).status == 130);
  CHECK(nlohmann::json::parse(bytes_of(file))["question"] == "attack");
  CHECK(files() == 1);

  const Child killed = start(endless);
  pause();
  kill(killed.process, SIGKILL);
  wait_for(killed);
  CHECK(files() == 1);

  std::string words;
  for (const std::string& word : endless) words += " '" + word + "'";
  const Child nohup = start({"sh", "-c", "trap '' HUP; exec" + words});
  pause();
  kill(nohup.process, SIGHUP);
  pause();
  CHECK(is_running(nohup));
  kill(nohup.process, SIGTERM);
  CHECK(wait_for(nohup).status == 130);
}
