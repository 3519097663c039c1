#include "sim/resources/memory.hpp"

#include <algorithm>
#include <chrono>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace boxcars::sim {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t negligible = mebibyte;
constexpr std::size_t worth_giving_back = 16 * mebibyte;
constexpr auto a_while = 10ms;  // a stop does not notify the condition variable

// Gives freed memory back to the machine, since other threads cannot use what this thread has freed.
void give_back() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace

Memory& Memory::of_process() {
  static Memory memory(1984 * mebibyte, 1824 * mebibyte);
  return memory;
}

Memory::Part::~Part() {
  if (bytes_ > worth_giving_back) give_back();
  const std::scoped_lock lock(memory_->mutex_);
  set(0);
  set_at_work(false);
  if (memory_->one_ == this) memory_->one_ = nullptr;
  memory_->changed_.notify_all();
}

void Memory::Part::set(std::size_t bytes) {
  if (memory_->one_ != this) memory_->held_ += bytes - bytes_;
  bytes_ = bytes;
}

void Memory::Part::set_at_work(bool at_work) {
  memory_->at_work_ += static_cast<int>(at_work) - static_cast<int>(at_work_);
  at_work_ = at_work;
}

bool Memory::Part::grow(std::size_t bytes, Beside beside, const std::atomic<bool>& stop) {
  if (bytes < bytes_ + negligible && bytes_ < bytes + negligible) return true;
  std::unique_lock lock(memory_->mutex_);
  set(bytes);
  const auto fits = [&] {
    const std::size_t most = beside == Beside::much && !memory_->one_ ? memory_->most_of_one_ : memory_->little();
    return memory_->one_ == this || memory_->held_ <= most;
  };
  if (fits()) return true;
  memory_->waiting_ += bytes_;
  while (!fits() && !stop.load(std::memory_order_relaxed)) {
    if (!memory_->one_ && memory_->held_ - memory_->waiting_ <= memory_->little()) {
      memory_->held_ -= bytes_;
      memory_->one_ = this;
    } else {
      memory_->changed_.wait_for(lock, a_while);
    }
  }
  memory_->waiting_ -= bytes_;
  return fits();
}

bool Memory::Part::fits(std::size_t bytes) {
  const std::scoped_lock lock(memory_->mutex_);
  set_at_work(true);
  set(std::max(bytes, kept_for_it_));
  return memory_->held_ <= memory_->most_of_others() || (memory_->at_work_ == 1 && !memory_->one_);
}

void Memory::Part::wait_for_room(std::size_t bytes, const std::atomic<bool>& stop) {
  give_back();
  std::unique_lock lock(memory_->mutex_);
  set(0);
  set_at_work(false);
  memory_->changed_.notify_all();
  const auto has_room = [&] { return memory_->held_ + bytes <= memory_->most_of_others() || (memory_->at_work_ == 0 && !memory_->one_); };
  while (!has_room() && !stop.load(std::memory_order_relaxed)) memory_->changed_.wait_for(lock, a_while);
  set_at_work(true);
  set(kept_for_it_ = bytes);
}

bool Memory::Part::may_keep(std::size_t bytes) {
  if (bytes_ > bytes + worth_giving_back) give_back();
  const std::scoped_lock lock(memory_->mutex_);
  set_at_work(false);
  set(bytes);
  kept_for_it_ = 0;
  memory_->changed_.notify_all();
  const bool is_wanted = memory_->one_ || memory_->waiting_ > 0;
  return bytes == 0 || memory_->held_ <= (is_wanted ? memory_->little() : memory_->most_ / 2);
}

}  // namespace boxcars::sim
