#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace boxcars::sim {

/// The memory, in bytes, that all solvers and throwers hold together. It is bounded, whatever is asked by however many threads. A solver
/// that needs much waits for the others; a thrower gives its batch up, and throws it again when there is room. No answer depends on it.
class Memory {
 public:
  /// All together may hold `most`, of which one at a time may take `most_of_one`.
  Memory(std::size_t most, std::size_t most_of_one) : most_(most), most_of_one_(most_of_one) {}

  /// The memory of this process: 2 GiB, less an allowance for what is not counted.
  static Memory& of_process();

  /// How much all may hold while one more grows without waiting.
  enum class Beside : bool { little, much };

  /// The share that one of them holds.
  class Part {
   public:
    explicit Part(Memory& memory = of_process()) : memory_(&memory) {}
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    /// Sets the share to this size. If that is too much beside the others, it waits until it may be the one that holds much. False if
    /// `stop` became true meanwhile.
    bool grow(std::size_t bytes, Beside beside, const std::atomic<bool>& stop);
    /// Sets the share to this size, at work. False if there is no room for it while others are at work.
    bool fits(std::size_t bytes);
    /// Sets the share to 0, and waits until there is room for this size, or nobody else is at work; then that room is reserved for it.
    void wait_for_room(std::size_t bytes, const std::atomic<bool>& stop);
    /// Sets the share to this size, idle. False if it may not keep that; then it has to free everything.
    bool may_keep(std::size_t bytes);

   private:
    void set(std::size_t bytes);
    void set_at_work(bool at_work);
    Memory* memory_;
    std::size_t bytes_ = 0;
    std::size_t kept_for_it_ = 0;
    bool at_work_ = false;
  };

 private:
  std::size_t little() const { return most_ - most_of_one_; }
  std::size_t most_of_others() const { return one_ ? little() : most_; }

  std::size_t most_;
  std::size_t most_of_one_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t held_ = 0;       // by all but the one that may hold much
  std::size_t waiting_ = 0;    // by those that wait to be that one
  const Part* one_ = nullptr;  // the one that may hold much
  int at_work_ = 0;
};

/// About how many bytes containers take.
template <class T, class A>
std::size_t bytes_of(const std::vector<T, A>& all) {
  return all.capacity() * sizeof(T);
}
template <class T>
std::size_t bytes_of(const std::vector<std::vector<T>>& all) {
  constexpr std::size_t of_a_block = 16;
  std::size_t bytes = all.capacity() * sizeof(std::vector<T>);
  for (const auto& one : all) bytes += one.capacity() == 0 ? 0 : bytes_of(one) + of_a_block;
  return bytes;
}
template <class Key, class T>
std::size_t bytes_of(const std::unordered_map<Key, T>& all) {
  constexpr std::size_t of_a_node = 3 * sizeof(void*);
  return all.size() * (sizeof(std::pair<const Key, T>) + of_a_node) + all.bucket_count() * sizeof(void*);
}
template <class Key, class T>
std::size_t bytes_of(const std::vector<std::unordered_map<Key, T>>& all) {
  std::size_t bytes = all.capacity() * sizeof(std::unordered_map<Key, T>);
  for (const auto& one : all) bytes += bytes_of(one);
  return bytes;
}
template <class T>
std::size_t bytes_of(const std::deque<T>& all) {
  return all.size() * sizeof(T);
}

}  // namespace boxcars::sim
