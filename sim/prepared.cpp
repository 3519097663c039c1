#include "sim/prepared.hpp"

#include <algorithm>
#include <utility>

#include "sim/fingerprint.hpp"

namespace boxcars::sim {
namespace {

// States of which all workers together hold counts (a few bytes each), unless one worker alone needs more.
constexpr std::size_t most_counted = std::size_t{1} << 27;

// Nodes that a caller's simulator keeps, and that all of them together may have, unless one alone needs more.
constexpr std::size_t most_nodes = std::size_t{1} << 19;
constexpr std::size_t most_nodes_of_all = std::size_t{1} << 22;

// Trials by which the rules of a caller are known again.
constexpr std::uint32_t pilot_trials = 1U << 10;

// If these alone reach more nodes, hardly any is reached twice, and trials are thrown as those of one process.
constexpr std::size_t most_pilot_nodes = std::size_t{1} << 15;

// Of a batch in a run of so many.
std::uint32_t trials_of(std::uint64_t batch, std::uint64_t trials) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
}

}  // namespace

Prepared::Prepared(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted, InstructionSet with,
                   const std::atomic<bool>& stop, Progress* watched)
    : rules_(std::move(rules)),
      question_(question),
      with_(with),
      grown_(*rules_, budget, wanted, stop, watched),
      workers_(most_counted),
      callers_(most_nodes_of_all) {
  neglected = grown_.neglected();
  odds = grown_.odds();
  least = grown_.least();
  why = grown_.why();
  if (grown_.calls()) {
    auto caller = take_caller();
    Tally pilot = no_trials();
    caller->batch({}, pilot_trials, pilot, stop);
    states = caller->size();
    fingerprint = sim::fingerprint(pilot);
    calls_ = states <= most_pilot_nodes;
    caller.is_of_use();
  }
  if (!calls_) {
    const Chain& chain = *chain_at(0, stop, watched);
    states = chain.size();
    fingerprint = sim::fingerprint(chain);
  }
}

// A long run of few states is faster through all of them, once they are grown; a very long one of one callee alone through the likeliest.
const Chain* Prepared::chain_at(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) {
  if (calls_) {
    if (batch < levels[1].first) return nullptr;
    if (const Chain* whole = grown_.whole_chain(stop, watched)) return whole;
    if (batch < levels[2].first || rules_->program()->changing_callees() > 1) return nullptr;
  }
  return &grown_.chain_of(batch, stop, watched);
}

void Prepared::prepare_for(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) { chain_at(batch, stop, watched); }

bool Prepared::throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  tally.clear();
  for (std::uint64_t first = batches.first; first < batches.last; first = end_of_level(first, batches.last)) {
    const BatchRange level{first, end_of_level(first, batches.last)};
    const Chain* chain = chain_at(first, stop);
    if (!(chain ? throw_through(*chain, level, trials, seed, stop, tally) : throw_calls(level, trials, seed, stop, tally))) return false;
  }
  return true;
}

bool Prepared::throw_calls(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  auto caller = take_caller();
  for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
    if (!caller->batch({question_, seed, batch}, trials_of(batch, trials), tally, stop)) return false;
  }
  caller.is_of_use();
  return true;
}

bool Prepared::throw_through(const Chain& chain, BatchRange batches, std::uint64_t trials, std::uint64_t seed,
                             const std::atomic<bool>& stop, Tally& tally) {
  auto worker = take_worker(chain);
  worker->sum.clear();
  for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
    if (!worker->simulator.batch({question_, seed, batch}, trials_of(batch, trials), worker->counts, stop)) return false;
    worker->sum += worker->counts;
  }
  worker->sum.add_to(tally, chain);
  worker.is_of_use();
  return true;
}

// Of the same chain: those of another level are thrown away, and so is their memory.
Workers<Prepared::Worker>::Taken Prepared::take_worker(const Chain& chain) {
  return workers_.take(
      chain.size(), [&](const Worker& worker) { return worker.chain == &chain; },
      [&] {
        const Counts none(no_trials());
        return std::make_unique<Worker>(Worker{&chain, Simulator(chain, with_), none, none});
      });
}

Workers<CallSimulator>::Taken Prepared::take_caller() {
  return callers_.take(
      0, [](const CallSimulator&) { return true; }, [&] { return std::make_unique<CallSimulator>(*rules_->program(), most_nodes, with_); });
}

}  // namespace boxcars::sim
