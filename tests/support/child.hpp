#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace boxcars::test {

/// How a child process is started.
struct Surroundings {
  std::vector<std::pair<std::string, std::string>> variables{};
  std::string folder{};                         ///< to work in; empty: that of the test
  std::optional<std::uint64_t> largest_file{};  ///< bytes: further writes to a file fail, as on a full disk
  std::optional<std::uint64_t> most_threads{};  ///< of the user: no more can be started (but by root)
  bool as_nobody = false;                       ///< whom permissions bind, unlike root
  bool leads_group = false;                     ///< so that it can be killed with all that it has started
};

struct Child {
  pid_t process = 0;
  int out = -1;
  int err = -1;
};

/// What a child process gave. The status of one that a signal has ended is minus the signal.
struct Ended {
  int status = 0;
  std::string out;
  std::string err;
};

constexpr int cannot_start = 127;  ///< the status of a child that did not become the program

namespace detail {

constexpr unsigned nobody = 65534;

// A file without a name: unlike a pipe it never fills up, whoever reads it when.
inline int nameless_file() {
  std::string name = "/tmp/boxcars-child-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  REQUIRE(file >= 0);
  unlink(name.c_str());
  return file;
}

inline std::string taken_from(int file) {
  std::string text;
  std::array<char, 65536> buffer{};
  lseek(file, 0, SEEK_SET);
  for (ssize_t got = 0; (got = read(file, buffer.data(), buffer.size())) > 0;) text.append(buffer.data(), static_cast<std::size_t>(got));
  close(file);
  return text;
}

}  // namespace detail

/// Starts a program; it ends with the test.
inline Child start(std::vector<std::string> arguments, const Surroundings& surroundings = {}) {
  Child child{.out = detail::nameless_file(), .err = detail::nameless_file()};
  std::vector<char*> words;
  for (auto& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  child.process = fork();
  REQUIRE(child.process >= 0);
  if (child.process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (surroundings.leads_group) setpgid(0, 0);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(child.out, STDOUT_FILENO);
    dup2(child.err, STDERR_FILENO);
    if (surroundings.most_threads) setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // which takes a thread
    for (const auto& [name, value] : surroundings.variables) setenv(name.c_str(), value.c_str(), 1);
    if (!surroundings.folder.empty() && chdir(surroundings.folder.c_str()) != 0) _exit(cannot_start);
    if (surroundings.as_nobody && geteuid() == 0 && (setgid(detail::nobody) != 0 || setuid(detail::nobody) != 0)) _exit(cannot_start);
    if (surroundings.largest_file) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{*surroundings.largest_file, RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (surroundings.most_threads) {
      const rlimit limit{*surroundings.most_threads, *surroundings.most_threads};
      setrlimit(RLIMIT_NPROC, &limit);
    }
    execvp(words[0], words.data());
    _exit(cannot_start);
  }
  if (surroundings.leads_group) setpgid(child.process, child.process);
  return child;
}

inline bool is_running(const Child& child) {
  siginfo_t found{};
  return waitid(P_PID, static_cast<id_t>(child.process), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid == 0;
}

namespace detail {

inline std::string folder_of(const Child& child) { return "/proc/" + std::to_string(child.process); }

// Of /proc/N/stat: what stands behind the program's name.
inline std::vector<std::string> state_in(const std::string& file) {
  std::ifstream stat(file);
  std::string text;
  std::getline(stat, text);
  std::istringstream words(text.substr(std::min(text.rfind(')') + 1, text.size())));
  return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace detail

/// Whether it has come so far that it hears a signal: before, that would end it as it ends any program.
inline bool hears(const Child& child, int signal) {
  std::ifstream status(detail::folder_of(child) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1U;
  }
  return false;
}

/// Whether all of its threads wait for something.
inline bool is_asleep(const Child& child) {
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator(detail::folder_of(child) + "/task", gone)) {
    const auto state = detail::state_in(thread.path() / "stat");
    if (state.empty() || state[0] != "S") return false;
  }
  return !gone;
}

/// How long processors have worked for it: one thread is there at least as long.
inline std::chrono::milliseconds has_worked(const Child& child) {
  const auto state = detail::state_in(detail::folder_of(child) + "/stat");
  if (state.size() < 13) return {};
  return std::chrono::milliseconds((std::stoll(state[11]) + std::stoll(state[12])) * 1000 / sysconf(_SC_CLK_TCK));
}

/// What it has said on standard error so far.
inline std::string said(const Child& child) {
  std::string text(65536, '\0');
  const ssize_t got = pread(child.err, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

/// Waits for something that comes on any machine; false, if it does not.
inline bool wait_until(const std::function<bool()>& what) {
  using namespace std::chrono_literals;
  for (const auto end = std::chrono::steady_clock::now() + 5min; std::chrono::steady_clock::now() < end;) {
    if (what()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

inline Ended wait_for(const Child& child) {
  int status = 0;
  waitpid(child.process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), detail::taken_from(child.out), detail::taken_from(child.err)};
}

}  // namespace boxcars::test
