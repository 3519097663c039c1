#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "sim/process/components.hpp"
#include "sim/process/process.hpp"
#include "sim/process/program.hpp"

namespace boxcars::sim {

/// The calls of a caller that has one component, a process that forks: throw from the start, throw a lap, or throw what follows the last
/// lap.
enum class SingleComponentCall : std::uint8_t { start, lap, end, none };

/// The caller; its state is one byte, the next call.
std::unique_ptr<CallerPlayer> single_component_caller();

namespace detail {

// The component. Its state between calls is the process's state where a lap begins, or at the end; it returns whether a lap begins.
template <Process P>
class SingleComponentOf final : public BranchesOf<P, typename P::Outcomes> {
 public:
  using BranchesOf<P, typename P::Outcomes>::BranchesOf;

  void start(std::byte* component_state) const override { std::memset(component_state, 0, sizeof(State)); }
  std::uint8_t observation(const std::byte*) const override { return 0; }
  Aggregate aggregate(const std::byte*) const override { return 0; }
  void begin(const std::byte* component_state, std::uint32_t argument, std::byte* to) override {
    this->record(
        [&](auto& given) {
          if (argument == static_cast<std::uint32_t>(SingleComponentCall::start)) return this->process_->start(given);
          if constexpr (EndsByLaps<P>) {
            if (argument == static_cast<std::uint32_t>(SingleComponentCall::end))
              return this->process_->end(from_bytes<State>(component_state), given);
          }
          return from_bytes<State>(component_state);
        },
        to);
  }
  bool busy(const std::byte* state) const override {
    return !this->label_.lap_begins && this->process_->next_throw(from_bytes<State>(state)).faces() > 0;
  }
  std::uint32_t returned(const std::byte*) const override { return this->label_.lap_begins ? 1 : 0; }
  void component_state(const std::byte* state, std::byte* to) const override { std::memcpy(to, state, sizeof(State)); }

 private:
  using State = typename P::State;
};

// A process that forks, as a program with that one component.
template <Process P>
class SingleComponentProgram final : public Program {
 public:
  SingleComponentProgram(const P& process, int laps)
      : Program({.state = sizeof(SingleComponentCall),
                 .call_state = sizeof(typename P::State),
                 .component_state = sizeof(typename P::State),
                 .components = 1,
                 .changing = 1,
                 .forks = true,
                 .laps = laps}),
        process_(&process) {}
  std::unique_ptr<CallerPlayer> caller() const override { return single_component_caller(); }
  std::unique_ptr<ComponentPlayer> component(int) const override { return std::make_unique<SingleComponentOf<P>>(*process_); }

 private:
  const P* process_;
};

}  // namespace detail

}  // namespace boxcars::sim
