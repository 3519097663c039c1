#include "sim/counts.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace boxcars::sim {

void Counts::clear() {
  trials = 0;
  settled.clear();
  walked.clear();
}

Counts& Counts::operator+=(const Counts& part) {
  trials += part.trials;
  settled += part.settled;
  walked += part.walked;
  return *this;
}

Tally tally_of(const Counts& counts, const Chain& chain) {
  Tally tally(chain.rules().event_count(), chain.rules().measure_count());
  tally += counts.walked;
  tally.trials = counts.trials;
  counts.settled.add_to(tally, chain);
  return tally;
}

void BatchSum::add(std::uint64_t batch, Counts& counts) {
  const std::scoped_lock lock(mutex_);
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), batch, [](std::uint64_t b, const Run& run) { return b < run.begin; });
  const bool joins_before = after != runs_.begin() && std::prev(after)->end == batch;
  const bool joins_after = after != runs_.end() && after->begin == batch + 1;
  assert(after == runs_.begin() || std::prev(after)->end <= batch);
  if (joins_before) {
    Run& run = *std::prev(after);
    run.counts += counts;
    run.end = batch + 1;
    if (!joins_after) return;
    run.counts += after->counts;
    run.end = after->end;
    spare_.push_back(std::move(after->counts));
    runs_.erase(after);
  } else if (joins_after) {
    after->counts += counts;
    after->begin = batch;
  } else {
    if (spare_.empty()) spare_.push_back(none_);
    runs_.insert(after, {batch, batch + 1, std::exchange(counts, std::move(spare_.back()))});
    spare_.pop_back();
  }
}

Counts BatchSum::sum() && {
  if (runs_.empty() || runs_.front().begin != first_) return std::move(none_);
  return std::move(runs_.front().counts);
}

}  // namespace boxcars::sim
