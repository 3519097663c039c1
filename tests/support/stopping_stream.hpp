#pragma once

#include <atomic>
#include <sstream>

namespace boxcars::test {

/// A stream that stops the program as soon as something is written to it.
class StoppingStream {
 public:
  explicit StoppingStream(std::atomic<bool>& stop) : buffer_(stop) {}
  operator std::ostream&() { return stream_; }
  std::string text() const { return buffer_.str(); }

 private:
  class Buffer : public std::stringbuf {
   public:
    explicit Buffer(std::atomic<bool>& stop) : stop_(stop) {}

   protected:
    std::streamsize xsputn(const char* text, std::streamsize count) override {
      stop_ = true;
      return std::stringbuf::xsputn(text, count);
    }

   private:
    std::atomic<bool>& stop_;
  };
  Buffer buffer_;
  std::ostream stream_{&buffer_};
};

}  // namespace boxcars::test
