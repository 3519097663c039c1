#pragma once

#include <cstddef>

namespace boxcars::test {

/// How much a test tries: what release has to, or what is enough for a sanitizer, which has to see each line of code once.
template <class Number>
constexpr Number effort([[maybe_unused]] Number in_release, [[maybe_unused]] Number with_sanitizers) {
#ifdef BOXCARS_SANITIZED
  return with_sanitizers;
#else
  return in_release;
#endif
}

/// Which of many cases a test takes: in release all of them, with sanitizers one of `n`. With a prime number it is not always the same one
/// of those that a loop has.
class OneOf {
 public:
  explicit OneOf(std::size_t n) : n_(effort<std::size_t>(1, n)) {}
  bool takes_next() { return seen_++ % n_ == 0; }

 private:
  std::size_t n_;
  std::size_t seen_ = 0;
};

}  // namespace boxcars::test
