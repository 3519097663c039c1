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

/// A pool of workers, each used by one thread at a time. Idle workers are kept. All workers together are no larger than `most` by their
/// size(), unless a single one is.
template <class Worker>
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t most) : most_(most) {}

  /// A worker on loan. It is put back when this object is destroyed, provided that is_of_use() was called.
  class Taken {
   public:
    Taken(WorkerPool& workers, std::unique_ptr<Worker> worker) : workers_(&workers), worker_(std::move(worker)) {}
    Taken(Taken&& other) noexcept : workers_(std::exchange(other.workers_, nullptr)), worker_(std::move(other.worker_)) {}
    Taken& operator=(Taken&&) = delete;
    ~Taken() {
      if (workers_) workers_->put_back(std::move(worker_), is_of_use_);
    }
    Worker* operator->() { return worker_.get(); }
    void is_of_use() { is_of_use_ = true; }

   private:
    WorkerPool* workers_;
    std::unique_ptr<Worker> worker_;
    bool is_of_use_ = false;
  };

  /// An idle worker for which fits(worker) is true, or a new one of at least `size` if there is room; else waits until one is put back.
  /// Idle workers that do not fit are thrown away.
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
  void put_back(std::unique_ptr<Worker> worker, bool is_of_use) {
    const std::size_t size = worker->size();
    if (!is_of_use) worker.reset();
    const std::scoped_lock lock(mutex_);
    largest_ = std::max(largest_, size);
    if (worker) idle_.push_back(std::move(worker));
    --at_work_;
    put_back_.notify_one();
  }

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable put_back_;
  std::vector<std::unique_ptr<Worker>> idle_;
  std::size_t largest_ = 0;  // of those that were put back
  std::size_t at_work_ = 0;
};

}  // namespace boxcars::sim
