#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/simulate.hpp"

namespace {

struct Child {
  pid_t process = 0;
  int out = 0;
};

Child start(std::vector<std::string> arguments) {
  std::array<int, 2> pipe_ends{};
  REQUIRE(pipe(pipe_ends.data()) == 0);
  const pid_t process = fork();
  REQUIRE(process >= 0);
  if (process == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    std::vector<char*> words;
    for (auto& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
  }
  close(pipe_ends[1]);
  return {process, pipe_ends[0]};
}

struct Ended {
  int status = 0;
  std::string out;
};

Ended wait_for(const Child& child) {
  Ended ended;
  std::array<char, 65536> buffer{};
  for (ssize_t got = 0; (got = read(child.out, buffer.data(), buffer.size())) > 0;)
    ended.out.append(buffer.data(), static_cast<std::size_t>(got));
  close(child.out);
  int status = 0;
  waitpid(child.process, &status, 0);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return ended;
}

}  // namespace

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
