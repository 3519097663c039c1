#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

namespace boxcars::io {

/// The processes that work on one study: alone, or as many as mpirun has started. Rank 0 has the store; the others ask it.
class Ranks {
 public:
  /// Joins the others, if the program was built for that.
  Ranks();
  ~Ranks();  // NOLINT(performance-trivially-destructible): not with MPI
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }
  /// On rank 0: how many of the others have left.
  std::size_t gone() const { return gone_; }

  /// On rank 0: answers what others have asked meanwhile. False when all of them have gone.
  bool serve(const std::function<std::string(std::size_t rank, const std::string& asked)>& answer);
  /// On another rank: asks rank 0 something and waits for its answer. Any thread may call it.
  std::string ask(const std::string& what);
  /// On another rank: says that it asks nothing any more.
  void leave();
  /// Ends all of them at once: those that go on would wait for this one for ever.
  [[noreturn]] void end_all(int status);
  /// One text that rank 0 gives to all.
  std::string from_first(const std::string& text);

 private:
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
  std::size_t gone_ = 0;  // of the others
  std::mutex mutex_;      // one message at a time
};

}  // namespace boxcars::io
