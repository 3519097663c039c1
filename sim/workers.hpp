#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace boxcars::sim {

/// Workers, each of one thread at a time: kept while they are idle, and so many that all of them together, by their size(), are no more
/// than `most`, unless one alone is.
template <class Worker>
class Workers {
 public:
  explicit Workers(std::size_t most) : most_(most) {}

  /// A worker that is taken. It is put back when this is gone, if it is still of use().
  class Taken {
   public:
    Taken(Workers& workers, std::unique_ptr<Worker> worker) : workers_(&workers), worker_(std::move(worker)) {}
    Taken(Taken&& other) noexcept : workers_(std::exchange(other.workers_, nullptr)), worker_(std::move(other.worker_)) {}
    Taken& operator=(Taken&&) = delete;
    ~Taken() {
      if (workers_) workers_->put_back(is_of_use_ ? std::move(worker_) : nullptr);
    }
    Worker* operator->() { return worker_.get(); }
    void is_of_use() { is_of_use_ = true; }

   private:
    Workers* workers_;
    std::unique_ptr<Worker> worker_;
    bool is_of_use_ = false;
  };

  /// One that is idle and fits(worker), or a new one, of at least `size`, while there is room; else the next that is put back. Those that
  /// do not fit are thrown away.
  template <class Fits, class Make>
  Taken take(std::size_t size, Fits fits, Make make) {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (!idle_.empty()) {
        auto worker = std::move(idle_.back());
        idle_.pop_back();
        if (!fits(*worker)) continue;
        ++at_work_;
        return {*this, std::move(worker)};
      }
      if (at_work_ == 0 || (at_work_ + 1) * std::max(size, largest_) <= most_) {
        try {
          std::unique_ptr<Worker> worker = make();
          ++at_work_;
          return {*this, std::move(worker)};
        } catch (const std::bad_alloc&) {
          if (at_work_ == 0) throw;
        }
      }
      put_back_.wait(lock);
    }
  }

 private:
  void put_back(std::unique_ptr<Worker> worker) {
    const std::scoped_lock lock(mutex_);
    if (worker) {
      largest_ = std::max(largest_, worker->size());
      idle_.push_back(std::move(worker));
    }
    --at_work_;
    put_back_.notify_one();
  }

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable put_back_;
  std::vector<std::unique_ptr<Worker>> idle_;
  std::size_t largest_ = 0;  // that was put back
  std::size_t at_work_ = 0;
};

}  // namespace boxcars::sim
