#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/trials/simulate.hpp"
#include "tests/support/child.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"

using namespace boxcars::test;
using namespace std::chrono_literals;

namespace {

// It tells how far it is once it has thrown trials for a second.
bool has_thrown(const Child& child) { return said(child).find(" left") != std::string::npos; }

}  // namespace

TEST_CASE("Ctrl-C prints what was simulated so far, and that is a run of so many trials", "[threads]") {
  const std::vector<std::string> question{program_path(), "attack", "8", "--target", "4-4-7", "--format", "json", "--threads", "3"};
  auto endless = question;
  endless.insert(endless.end(), {"--trials", "1e15"});
  const Child child = start(endless);
  REQUIRE(wait_until([&] { return has_thrown(child); }));
  // Two at once, as some programs send it: to the process, and to its group.
  for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) kill(child.process, signal);
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

TEST_CASE("a terminal that is closed ends the program as Ctrl-C does, unless nohup is there, nothing is left beside the answer's file",
          "[threads]") {
  const Folder folder;
  const std::string file = folder / "answer.json";
  const std::vector<std::string> endless{program_path(), "attack", "8",         "--target", "4-4-7",    "--format", "json",
                                         "--trials",     "1e15",   "--threads", "1",        "--output", file};
  const auto files = [&] { return std::distance(std::filesystem::directory_iterator(folder.path()), {}); };

  const Child child = start(endless);
  REQUIRE(wait_until([&] { return has_thrown(child); }));
  CHECK(hears(child, SIGHUP));
  CHECK(files() == 0);
  kill(child.process, SIGHUP);
  CHECK(wait_for(child).status == 130);
  CHECK(nlohmann::json::parse(bytes_of(file))["question"] == "attack");
  CHECK(files() == 1);

  const Child killed = start(endless);
  REQUIRE(wait_until([&] { return has_thrown(killed); }));
  kill(killed.process, SIGKILL);
  wait_for(killed);
  CHECK(files() == 1);

  std::string words;
  for (const std::string& word : endless) words += " '" + word + "'";
  const Child nohup = start({"sh", "-c", "trap '' HUP; exec" + words});
  REQUIRE(wait_until([&] { return has_thrown(nohup); }));
  kill(nohup.process, SIGHUP);
  const auto before = has_worked(nohup);
  wait_until([&] { return !is_running(nohup) || has_worked(nohup) > before + 500ms; });  // who hears it has no more to do than a batch
  CHECK(is_running(nohup));
  kill(nohup.process, SIGTERM);
  CHECK(wait_for(nohup).status == 130);
}

TEST_CASE("who waits for a full pipe that nobody reads ends at Ctrl-C, with what was simulated or without") {
  const Folder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string trials : {"1k", "1e15"}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      INFO(trials << " trials, signal " << signal);
      const int reader = open(pipe.c_str(), O_RDWR | O_CLOEXEC);  // which never reads
      REQUIRE(reader >= 0);
      fcntl(reader, F_SETPIPE_SZ, 4096);
      const Child child = start(
          {"sh", "-c", "exec '" + program_path() + "' attack 8 --target 4-4-7 --show 1000 --threads 1 --trials " + trials + " > " + pipe});
      const bool is_endless = trials == "1e15";
      if (is_endless) {
        REQUIRE(wait_until([&] { return has_thrown(child); }));
        kill(child.process, signal);  // it has something to print
      }
      const auto is_full = [&] {
        int bytes = 0;
        return ioctl(reader, FIONREAD, &bytes) == 0 && bytes >= 4096;
      };
      REQUIRE(wait_until([&] { return is_full() && is_asleep(child); }));
      CHECK(is_running(child));
      kill(child.process, signal);
      const bool ends = wait_until([&] {
        if (is_endless) kill(child.process, signal);  // for half a second it is the first one, sent to the group as well
        return !is_running(child);
      });
      CHECK(ends);
      if (!ends) kill(child.process, SIGKILL);
      CHECK(wait_for(child).status == 130);
      close(reader);
    }
  }
}

#if !defined(BOXCARS_SANITIZED)  // sanitizers need more memory than is left here
namespace {

Ended in_memory(const std::string& kilobytes, const std::string& arguments) {
  return wait_for(start({"/bin/sh", "-c", "ulimit -v " + kilobytes + " && exec " + program_path() + " " + arguments}));
}

}  // namespace

TEST_CASE("who is asked line by line, and waits for the next, ends at the first Ctrl-C") {
  const Folder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int writer = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(writer >= 0);
  const Child child = start({"sh", "-c", "exec '" + program_path() + "' ask - < " + pipe});
  const std::string line = R"({"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}, "method": "exact"})"
                           "\n";
  REQUIRE(write(writer, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  REQUIRE(wait_until([&] {
    struct stat answers {};
    return fstat(child.out, &answers) == 0 && answers.st_size > 0 && is_asleep(child);
  }));
  kill(child.process, SIGINT);
  const Ended ended = wait_for(child);
  CHECK(ended.status == 130);
  CHECK(nlohmann::json::parse(ended.out)["question"] == "attack");
  close(writer);
}

TEST_CASE("a line without an end is no reason not to hear") {
  const Child child = start({"sh", "-c", "exec '" + program_path() + "' ask - < /dev/zero"});
  REQUIRE(wait_until([&] { return has_worked(child) > 100ms; }));
  kill(child.process, SIGINT);
  const bool ends = wait_until([&] { return !is_running(child); });
  CHECK(ends);
  if (!ends) kill(child.process, SIGKILL);
  CHECK(wait_for(child).status == 130);
}

TEST_CASE("with too few threads or too little memory the trials are thrown all the same, or it costs one line", "[threads]") {
  const std::string question = "attack 8 --target 4-4-7 --trials 21M --format json --threads ";  // 41 batches
  const std::string answer = wait_for(start({"/bin/sh", "-c", program_path() + " " + question + "1"})).out;
  for (int kilobytes = 200'000; kilobytes <= 1'200'000; kilobytes += 100'000) {  // a thread sets some 70,000 aside
    INFO(kilobytes);
    const Ended few_threads = in_memory(std::to_string(kilobytes), question + "41");
    CHECK(few_threads.status == 0);
    CHECK(few_threads.out == answer);
  }

  const std::string many_states =
      "attack 12 --target \"9-1 4x4-4-7,elr=3\" --then 8 --attackers-san 4 --trials 1k --threads 1 --format json";
  const Ended no_odds = in_memory("230000", many_states);  // on a busy machine the thread that tells how far it is has a share
  CHECK(no_odds.status == 0);
  const auto root = nlohmann::json::parse(no_odds.out);
  CHECK(root["notes"].dump().find("too little memory") != std::string::npos);
  CHECK(root["events"][0]["exact"].is_null());
  CHECK(root["events"][0]["count"].get<int>() > 0);
  const Ended exact = in_memory("230000", many_states + " --method exact");
  CHECK(exact.status == 1);
  CHECK(exact.out.empty());

  const Ended none = in_memory("40000", many_states);
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK_THAT(none.err,
             Catch::Matchers::EndsWith("boxcars: failed (there is too little memory for it); give fewer --threads, or ask for less\n"));
}
#endif
