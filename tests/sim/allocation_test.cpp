#include <atomic>
#include <cstdlib>
#include <new>

#include <catch2/catch.hpp>

#include "model/attack.hpp"
#include "model/he.hpp"
#include "model/rubble_chain.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/towns.hpp"
#include "tests/support/toys.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

// Throws some batches, and then the same again: what the second round allocates.
template <class Question>
std::uint64_t allocated_when_warm(const Question& question, std::uint32_t trials, sim::Budget budget = {}) {
  sim::Chain<Question> chain(question);
  sim::solve(chain, budget, never_stop);
  chain.freeze();
  const sim::Counts none(sim::Tally(question.event_count(), question.measure_count()));
  sim::Simulator<Question> simulator(chain);
  sim::Counts counts = none;
  sim::BatchSum sum(0, none);
  const auto round = [&](std::uint64_t first) {
    for (std::uint64_t batch = 0; batch < 10; ++batch) {
      simulator.batch({1, 1, batch}, trials, counts, never_stop);
      sum.add(first + batch, counts);
    }
  };
  round(0);
  const std::uint64_t before = allocations;
  round(10);
  const std::uint64_t allocated = allocations - before;
  CHECK(std::move(sum).sum().trials == 20 * trials);
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
  const std::uint64_t before = allocations;
  CHECK(std::vector<int>(100).size() == 100);
  CHECK(allocations > before);
}
