#include "sim/trials/counts.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace boxcars::sim {

void Counts::clear() {
  trials = 0;
  outcomes.clear();
  walked.clear();
}

Counts& Counts::operator+=(const Counts& part) {
  trials += part.trials;
  outcomes += part.outcomes;
  walked += part.walked;
  return *this;
}

void Counts::add_to(Tally& tally, const Chain& chain) const {
  tally += walked;
  tally.trials += trials;
  outcomes.add_to(tally, chain.labels());
}

void BatchSum::add(std::uint64_t batch, Tally& tally) {
  const std::scoped_lock lock(mutex_);
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), batch, [](std::uint64_t b, const Run& run) { return b < run.begin; });
  const bool joins_before = after != runs_.begin() && std::prev(after)->end == batch;
  const bool joins_after = after != runs_.end() && after->begin == batch + 1;
  assert(after == runs_.begin() || std::prev(after)->end <= batch);
  if (joins_before) {
    Run& run = *std::prev(after);
    run.tally += tally;
    run.end = batch + 1;
    if (!joins_after) return;
    run.tally += after->tally;
    run.end = after->end;
    spare_.push_back(std::move(after->tally));
    runs_.erase(after);
  } else if (joins_after) {
    after->tally += tally;
    after->begin = batch;
  } else {
    if (spare_.empty()) spare_.push_back(none_);
    runs_.insert(after, {batch, batch + 1, std::exchange(tally, std::move(spare_.back()))});
    spare_.pop_back();
  }
}

Tally BatchSum::sum() && {
  if (runs_.empty() || runs_.front().begin != first_) return std::move(none_);
  return std::move(runs_.front().tally);
}

}  // namespace boxcars::sim
