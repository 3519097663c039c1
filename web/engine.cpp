// The program for JavaScript, which gives the arguments, standard input and what the place of its output can show, and takes the bytes of
// standard output and error (engine.js).
#include <array>
#include <atomic>
#include <cstddef>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <emscripten/em_js.h>

#include "cli/boxcars.hpp"
#include "sim/resources/budget.hpp"

// As many of the bytes of standard input as there are, at most `size`; 0 at its end.
EM_JS(int, boxcars_read, (char* to, int size), { return Module.call.read(to, size); });
// Bytes for standard output (1) or error (2); false if they cannot be written.
EM_JS(bool, boxcars_write, (int stream, const char* from, int size), { return Module.call.write(stream, from, size); });
// Tells how far it is; true if the user has had enough.
EM_JS(bool, boxcars_progress, (const char* text, int size), { return Module.call.progress(text, size); });
// Whether he has, where there is nothing to tell.
EM_JS(bool, boxcars_is_stopped, (), { return Module.call.isStopped(); });

namespace {

// What reads or writes looks whether to stop: many short answers tell of no progress.
void look(std::atomic<bool>& stop) {
  if (boxcars_is_stopped()) stop = true;
}

class Input : public std::streambuf {
 public:
  explicit Input(std::atomic<bool>& stop) : stop_(&stop) {}

 protected:
  int_type underflow() override {
    const int size = boxcars_read(bytes_.data(), static_cast<int>(bytes_.size()));
    look(*stop_);
    if (size <= 0) return traits_type::eof();
    setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::atomic<bool>* stop_;
  std::array<char, 1 << 16> bytes_{};
};

// Its bytes go out when it is flushed, or when there are many.
class Output : public std::streambuf {
 public:
  Output(int stream, std::atomic<bool>& stop) : stream_(stream), stop_(&stop) {}

 protected:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) bytes_ += traits_type::to_char_type(c);
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    bytes_.append(text, static_cast<std::size_t>(size));
    return size;
  }
  int sync() override {
    const bool written = bytes_.empty() || boxcars_write(stream_, bytes_.data(), static_cast<int>(bytes_.size()));
    bytes_.clear();
    look(*stop_);
    return written ? 0 : -1;
  }

 private:
  int stream_;
  std::atomic<bool>* stop_;
  std::string bytes_;
};

// The words of a text that has a zero behind each.
std::vector<std::string> words_of(const char* text, int size) {
  std::vector<std::string> words;
  for (const char* const end = text + size; text < end; text += words.back().size() + 1) words.emplace_back(text);
  return words;
}

// A part of what the program may take for exact odds: the less, the sooner it says that there are none.
boxcars::sim::Budget part_of_budget(double part) {
  boxcars::sim::Budget budget;
  const auto of = [part](auto& count) { count = static_cast<std::remove_reference_t<decltype(count)>>(static_cast<double>(count) * part); };
  of(budget.states);
  of(budget.entries);
  return budget;
}

}  // namespace

/// Answers the question in the words of `arguments`, one behind the other with a zero behind each, and `folders` like it are those of
/// boards. Without columns the output is no terminal's. `budget` is the part of the native one that may be taken. Gives the exit status.
extern "C" int boxcars_run(const char* arguments, int size, const char* folders, int folders_size, int columns, bool color, bool unicode,
                           double budget) {
  using namespace boxcars;
  std::atomic<bool> stop{false};
  Input input(stop);
  Output output(1, stop), errors(2, stop);
  std::istream in(&input);
  std::ostream out(&output), err(&errors);
  const auto told = [&stop](const std::string& how_far) {
    if (boxcars_progress(how_far.data(), static_cast<int>(how_far.size()))) stop = true;
  };
  io::Style style;
  if (columns > 0) style.width = columns;
  if (color) style.color = io::Color::on;
  if (!unicode) style.symbols = io::Symbols::ascii;
  if (columns <= 0) style.tales = io::Tales::whole;
  static const auto maps = std::make_shared<cli::MapsRead>();  // for as long as the engine lives
  const cli::Environment environment{.out = out,
                                     .err = err,
                                     .style = style,
                                     .stop = stop,
                                     .board_folders = words_of(folders, folders_size),
                                     .budget = part_of_budget(budget),
                                     .in = &in,
                                     .maps = maps,
                                     .watcher = told};
  const cli::ExitStatus status = cli::run(words_of(arguments, size), environment);
  out.flush();
  err.flush();
  return status;
}
