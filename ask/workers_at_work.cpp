#include "ask/workers_at_work.hpp"

#include <system_error>
#include <utility>

namespace boxcars::ask {

WorkersAtWork::WorkersAtWork(Questions questions, const WorkerGroup& group, Exchange exchange, const std::atomic<bool>& stop)
    : questions_(std::move(questions)), group_(group), exchange_(std::move(exchange)), stop_(&stop) {
  try {
    thread_ = std::jthread([this] { work(); });
  } catch (const std::system_error&) {
  }
}

void WorkersAtWork::run(std::chrono::microseconds pause, const std::function<bool(bool working)>& beside) {
  if (!thread_.joinable()) work_here(beside);
  while (beside(wait(pause))) {
  }
}

void WorkersAtWork::work() {
  try {
    ask::work(questions_, group_, exchange_, halt_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  const std::scoped_lock lock(mutex_);
  working_ = false;
  ended_.notify_one();
}

void WorkersAtWork::work_here(const std::function<bool(bool working)>& beside) {
  const auto exchange = [&](std::optional<Done> done) {
    sim::Task task = exchange_(std::move(done));
    beside(true);
    return halted() ? sim::Task{} : task;
  };
  work_alone(questions_, group_, exchange, *stop_);
  working_ = false;
}

// Waits a little; false when it has ended.
bool WorkersAtWork::wait(std::chrono::microseconds at_most) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, at_most, [this] { return !working_; });
  if (!working_ && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return working_;
}

}  // namespace boxcars::ask
