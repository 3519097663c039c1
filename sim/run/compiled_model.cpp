#include "sim/run/compiled_model.hpp"

#include <algorithm>
#include <utility>

#include "sim/run/fingerprint.hpp"

namespace boxcars::sim {
namespace {

// States whose counts (a few bytes each) all workers together hold, unless one worker alone needs more.
constexpr std::size_t most_counted = std::size_t{1} << 27;

// Nodes that the simulator of a caller keeps.
constexpr std::size_t most_nodes = std::size_t{1} << 19;

// Bytes that all simulators of callers may hold, unless one alone needs more.
constexpr std::size_t most_of_callers = std::size_t{7} << 28;

// The trials whose tally is the fingerprint of a caller's rules.
constexpr std::uint32_t pilot_trials = 1U << 10;

// If the pilot trials alone reach more nodes than this, hardly any node is reached twice, and trials are thrown as those of one process.
constexpr std::size_t most_pilot_nodes = std::size_t{1} << 15;

// The trials of a batch in a run of `trials`.
std::uint32_t trials_of(std::uint64_t batch, std::uint64_t trials) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(batch_trials, trials - batch * batch_trials));
}

}  // namespace

CompiledModel::CompiledModel(std::shared_ptr<const Rules> rules, std::uint64_t question, const Budget& budget, Wanted wanted,
                             InstructionSet with, const std::atomic<bool>& stop, Progress* watched)
    : rules_(std::move(rules)),
      question_(question),
      with_(with),
      selection_(*rules_, budget, wanted, stop, watched),
      workers_(most_counted),
      callers_(most_of_callers) {
  truncated_mass = selection_.truncated_mass();
  odds = selection_.odds();
  lower_bounds = selection_.lower_bounds();
  why = selection_.why();
  if (selection_.calls()) {
    auto caller = take_caller();
    Tally pilot = no_trials();
    caller->batch({}, pilot_trials, pilot, stop);
    states = caller->nodes();
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

// Long runs of few states are faster through all of them, once those are grown; very long runs with a single component are faster through
// the likeliest states.
const Chain* CompiledModel::chain_at(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) {
  if (calls_) {
    if (batch < levels[1].first) return nullptr;
    if (const Chain* whole = selection_.whole_chain(stop, watched)) return whole;
    if (batch < levels[2].first || rules_->program()->changing_components() > 1) return nullptr;
  }
  return &selection_.chain_of(batch, stop, watched);
}

void CompiledModel::prepare_for(std::uint64_t batch, const std::atomic<bool>& stop, Progress* watched) { chain_at(batch, stop, watched); }

bool CompiledModel::throw_batches(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop,
                                  Tally& tally) {
  tally.clear();
  for (std::uint64_t first = batches.first; first < batches.last; first = end_of_level(first, batches.last)) {
    const BatchRange level{first, end_of_level(first, batches.last)};
    const Chain* chain = chain_at(first, stop);
    if (!(chain ? throw_through(*chain, level, trials, seed, stop, tally) : throw_calls(level, trials, seed, stop, tally))) return false;
  }
  return true;
}

bool CompiledModel::throw_calls(BatchRange batches, std::uint64_t trials, std::uint64_t seed, const std::atomic<bool>& stop, Tally& tally) {
  for (std::uint64_t batch = batches.first; batch < batches.last; ++batch) {
    auto caller = take_caller();
    const auto done = [&] { return caller->batch({question_, seed, batch}, trials_of(batch, trials), tally, stop); };
    CallSimulator::Done how = done();
    for (; how == CallSimulator::Done::no_room; how = done()) caller->wait_for_room(stop);
    if (how == CallSimulator::Done::stopped) return false;
    caller.is_of_use();
  }
  return true;
}

bool CompiledModel::throw_through(const Chain& chain, BatchRange batches, std::uint64_t trials, std::uint64_t seed,
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

// A worker for this chain: those for another level's chain are thrown away with their memory.
WorkerPool<CompiledModel::Worker>::Taken CompiledModel::take_worker(const Chain& chain) {
  return workers_.take(
      chain.size(), [&](const Worker& worker) { return worker.chain == &chain; },
      [&] {
        const Counts none(no_trials());
        return std::make_unique<Worker>(Worker{&chain, Simulator(chain, with_), none, none});
      });
}

WorkerPool<CallSimulator>::Taken CompiledModel::take_caller() {
  return callers_.take(
      0, [](const CallSimulator&) { return true; }, [&] { return std::make_unique<CallSimulator>(*rules_->program(), most_nodes, with_); });
}

}  // namespace boxcars::sim
