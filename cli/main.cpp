#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/boxcars.hpp"

namespace {

// A signal handler can reach nothing but what is global.
std::atomic<bool> stop{false};
std::atomic<bool> is_waiting{false};      // for who gives standard input or takes standard output
std::atomic<std::int64_t> stopped_at{0};  // milliseconds; 0: not yet

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

extern "C" void on_interrupt(int) {
  std::int64_t before = 0;
  if (stopped_at.compare_exchange_strong(before, now())) {  // the first, whatever other thread has the next one
    stop = true;
    if (is_waiting) _exit(boxcars::cli::interrupted);
  } else if (now() - before > 500) {   // not the same Ctrl-C, sent to the process and to its group
    _exit(boxcars::cli::interrupted);  // the second one ends it at once
  }
}

template <class Wait>
auto watched(Wait wait) {
  is_waiting = true;
  const auto result = wait();
  is_waiting = false;
  return result;
}

// Standard output, knowing when it is being written to: nothing is left to be done then but to wait for who reads, perhaps for ever.
class Watched : public std::streambuf {
 public:
  explicit Watched(std::streambuf* buffer) : buffer_(buffer) {}

 protected:
  int_type overflow(int_type c) override {
    return watched([&] {
      return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c) : buffer_->sputc(traits_type::to_char_type(c));
    });
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return watched([&] { return buffer_->sputn(text, size); });
  }
  int sync() override {
    return watched([&] { return buffer_->pubsync(); });
  }

 private:
  std::streambuf* buffer_;
};

// Standard input, knowing when it is waited for, as well.
class WatchedInput : public std::streambuf {
 protected:
  int_type underflow() override {
    const ssize_t size = watched([&] { return read(STDIN_FILENO, bytes_.data(), bytes_.size()); });
    if (size <= 0) return traits_type::eof();
    setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::array<char, 1 << 16> bytes_{};
};

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// $BOXCARS_BOARDS, then where VASL's players have their boards.
std::vector<std::string> board_folders() {
  std::vector<std::string> folders;
  if (const std::string_view own = variable("BOXCARS_BOARDS"); !own.empty()) folders.emplace_back(own);
  const std::string home(variable("HOME"));
  if (home.empty()) return folders;
  for (const char* folder : {"/boards", "/vasl/boards", "/VASL/boards", "/Documents/VASL/boards", "/Documents/vasl/boards"})
    folders.push_back(home + folder);
  return folders;
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = variable(name);
    if (value.empty()) continue;
    for (const char* name_of_utf8 : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (value.find(name_of_utf8) != std::string_view::npos) return true;
    }
    return false;
  }
  return false;
}

boxcars::io::Style style_of_standard_output() {
  boxcars::io::Style style;
  winsize size{};
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) style.width = size.ws_col;
  if (const int columns = std::atoi(std::string(variable("COLUMNS")).c_str()); columns > 0) style.width = std::clamp(columns, 1, 1000);
  if (terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb") style.color = boxcars::io::Color::on;
  if (!terminal && variable("COLUMNS").empty()) style.tales = boxcars::io::Tales::whole;
  if (!locale_is_utf8()) style.symbols = boxcars::io::Symbols::ascii;
  return style;
}

boxcars::cli::ShowProgress progress_on_standard_error() {
  const bool terminal = isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  return terminal ? boxcars::cli::ShowProgress::on_one_line : boxcars::cli::ShowProgress::in_lines;
}

// What is opened gets the lowest number that is free: without this, a store that is opened first would be standard output's or error's, and
// whatever is said there would be written into it. Standard output is opened so that writing to it fails, and is told.
void occupy_standard_descriptors() {
  constexpr std::array<std::pair<int, int>, 3> all{{{STDIN_FILENO, O_RDONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_WRONLY}}};
  for (const auto& [descriptor, mode] : all) {
    if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", mode) != descriptor) std::abort();
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);                                              // as a cluster ends a job whose time is over
  if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup wants it to go on
  std::signal(SIGXFSZ, SIG_IGN);                                                   // a file that may not grow is an error like a full disk
  Watched watched(std::cout.rdbuf());
  std::ostream out(&watched);
  WatchedInput watched_input;
  std::istream in(&watched_input);
  return boxcars::cli::run({argv + 1, argv + argc}, {out,
                                                     std::cerr,
                                                     style_of_standard_output(),
                                                     stop,
                                                     progress_on_standard_error(),
                                                     std::string(variable("BOXCARS_INSTRUCTION_SET")),
                                                     board_folders(),
                                                     {},
                                                     &in});
}
