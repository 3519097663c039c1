#include "ask/crew_at_work.hpp"

#include <system_error>
#include <utility>

namespace boxcars::ask {

CrewAtWork::CrewAtWork(Questions questions, const Crew& crew, Exchange exchange, const std::atomic<bool>& stop)
    : questions_(std::move(questions)), crew_(crew), exchange_(std::move(exchange)), stop_(&stop) {
  try {
    thread_ = std::jthread([this] { work(); });
  } catch (const std::system_error&) {
  }
}

void CrewAtWork::run(std::chrono::microseconds pause, const std::function<bool(bool working)>& beside) {
  if (!thread_.joinable()) work_here(beside);
  while (beside(wait(pause))) {
  }
}

void CrewAtWork::work() {
  try {
    ask::work(questions_, crew_, exchange_, halt_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  const std::scoped_lock lock(mutex_);
  working_ = false;
  ended_.notify_one();
}

void CrewAtWork::work_here(const std::function<bool(bool working)>& beside) {
  const auto exchange = [&](std::optional<Done> done) {
    sim::Order order = exchange_(std::move(done));
    beside(true);
    return halted() ? sim::Order{} : order;
  };
  work_alone(questions_, crew_, exchange, *stop_);
  working_ = false;
}

// Waits a little; false when it has ended.
bool CrewAtWork::wait(std::chrono::microseconds at_most) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, at_most, [this] { return !working_; });
  if (!working_ && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return working_;
}

}  // namespace boxcars::ask
