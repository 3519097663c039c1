#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "sim/calls.hpp"
#include "sim/process.hpp"
#include "sim/program.hpp"

namespace boxcars::sim {

/// What a process that unravels is called to by a caller that does nothing else: to throw from its start, a lap, or what follows the last.
enum class SoleCall : std::uint8_t { start, lap, end, none };

/// That caller: its state is a byte, the next call.
std::unique_ptr<CallerPlayer> sole_caller();

namespace detail {

// It rests where a lap begins, as its state, and when it is over; what it gives back is whether a lap begins.
template <Process P>
class SoleCalleeOf final : public StrandsOf<P, typename P::Settled> {
 public:
  using StrandsOf<P, typename P::Settled>::StrandsOf;

  void start(std::byte* rest) const override { std::memset(rest, 0, sizeof(State)); }
  std::uint8_t view(const std::byte*) const override { return 0; }
  Totals totals(const std::byte*) const override { return 0; }
  void begin(const std::byte* rest, std::uint32_t argument, std::byte* to) override {
    this->settle(
        [&](auto& given) {
          if (argument == static_cast<std::uint32_t>(SoleCall::start)) return this->process_->start(given);
          if constexpr (EndsByLaps<P>) {
            if (argument == static_cast<std::uint32_t>(SoleCall::end)) return this->process_->end(from_bytes<State>(rest), given);
          }
          return from_bytes<State>(rest);
        },
        to);
  }
  bool busy(const std::byte* state) const override {
    return !this->settled_.lap_begins && this->process_->next_throw(from_bytes<State>(state)).faces() > 0;
  }
  std::uint32_t returned(const std::byte*) const override { return this->settled_.lap_begins ? 1 : 0; }
  void rest(const std::byte* state, std::byte* to) const override { std::memcpy(to, state, sizeof(State)); }

 private:
  using State = typename P::State;
};

// A process that unravels, as a program.
template <Process P>
class SoleProgram final : public Program {
 public:
  SoleProgram(const P& process, int laps)
      : Program({.state = sizeof(SoleCall),
                 .callee_state = sizeof(typename P::State),
                 .rest = sizeof(typename P::State),
                 .callees = 1,
                 .changing = 1,
                 .unravels = true,
                 .laps = laps}),
        process_(&process) {}
  std::unique_ptr<CallerPlayer> caller() const override { return sole_caller(); }
  std::unique_ptr<CalleePlayer> callee(int) const override { return std::make_unique<SoleCalleeOf<P>>(*process_); }

 private:
  const P* process_;
};

}  // namespace detail

}  // namespace boxcars::sim
