#include <vector>

#include <catch2/catch.hpp>

#include "model/questions/attack.hpp"
#include "model/questions/he.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/towns.hpp"
#include "tests/support/toys.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

// Throws some batches, and the same again and again: what the last round allocates.
template <class Question>
std::uint64_t allocated_when_warm(const Question& question, std::uint32_t trials, sim::Budget budget = {}) {
  const auto rules = sim::rules_of(question);
  sim::Chain chain(*rules);
  sim::solve(chain, budget, never_stop);
  chain.freeze();
  const sim::Tally none(question.event_count(), question.measure_count());
  sim::Simulator simulator(chain);
  sim::Counts counts(none);
  sim::Tally tally = none;
  sim::BatchSum sum(0, none);
  const auto round = [&](std::uint64_t first) {
    for (const std::uint64_t batch : {1U, 0U, 5U, 3U, 4U, 2U, 9U, 8U, 7U, 6U}) {  // some wait, and some join two runs
      simulator.batch({1, 1, batch}, trials, counts, never_stop);
      tally.clear();
      counts.add_to(tally, chain);
      sum.add(first + batch, tally);
    }
  };
  for (const std::uint64_t first : {0U, 10U, 20U, 30U}) round(first);  // every one of the counts that go round has been through all
  const std::uint64_t before = allocations();
  round(40);
  const std::uint64_t allocated = allocations() - before;
  CHECK(std::move(sum).sum().trials == 50 * trials);
  return allocated;
}

}  // namespace

TEST_CASE("once warm, nothing is allocated per trial or per batch") {
  model::AttackInputs in;
  in.fp = "12";
  in.targets = {"9-1", "4-6-7,elr=2", "4-4-7"};
  const model::Attack stack(in);
  CHECK(allocated_when_warm(stack, 50'000) == 0);
  CHECK(allocated_when_warm(stack, 500, {.states = 5}) == 0);  // the trials leave the chain
  CHECK(allocated_when_warm(LapsUntilTen{}, 50'000) == 0);
  const model::MapInput buildings = block(2, 3, 6, 3);
  CHECK(allocated_when_warm(model::RubbleChain({.map = buildings, .hex = "C2"}), 50'000) == 0);
  CHECK(allocated_when_warm(
            model::He({.caliber = 150, .level = "1", .shots = "2", .occupants = {"1=4-4-7"}, .map = buildings, .hex = "C2"}), 50'000) == 0);
}

TEST_CASE("an allocation would be counted") {
  const std::uint64_t before = allocations();
  ::operator delete(::operator new(1));
  CHECK(allocations() == before + 1);
}
