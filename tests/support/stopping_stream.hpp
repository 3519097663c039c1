#pragma once

#include <atomic>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

#include "tests/support/allocations.hpp"

namespace boxcars::test {

/// A stream that stops the program as soon as something is written to it, or as soon as it has been told a certain thing.
class StoppingStream {
 public:
  explicit StoppingStream(std::atomic<bool>& stop, std::string told = "") : buffer_(stop, std::move(told)) {}
  operator std::ostream&() { return stream_; }
  std::string text() const { return buffer_.str(); }
  /// How often operator new has been called since then: what the program still did.
  std::uint64_t allocations_since() const { return allocations() - buffer_.allocations_then(); }

 private:
  class Buffer : public std::stringbuf {
   public:
    Buffer(std::atomic<bool>& stop, std::string told) : stop_(stop), told_(std::move(told)) {}
    std::uint64_t allocations_then() const { return allocations_then_; }

   protected:
    std::streamsize xsputn(const char* text, std::streamsize count) override {
      const std::streamsize written = std::stringbuf::xsputn(text, count);
      if (!stop_ && str().find(told_) != std::string::npos) {
        stop_ = true;
        allocations_then_ = allocations();  // later, if this thread is made to wait: never more than what is still done
        stop_.notify_all();
      }
      return written;
    }

   private:
    std::atomic<bool>& stop_;
    std::string told_;
    std::uint64_t allocations_then_ = 0;
  };
  Buffer buffer_;
  std::ostream stream_{&buffer_};
};

}  // namespace boxcars::test
