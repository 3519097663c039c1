#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/calls.hpp"

namespace boxcars::sim {

/// A caller and its callees as one Process, whose state holds the caller's, how its callees rest, and that of the one under call.
///
/// A lap in which nobody throws is the last: nothing is different in the next.
template <Caller C>
class Inlined {
 public:
  using Settled = typename C::Settled;
  using Callee = typename C::Callee;
  using Throw = decltype(std::declval<const C&>().next_throw(std::declval<const typename C::State&>()));
  using Roll = decltype(std::declval<const Throw&>().roll(0));

 private:
  // So that there is no padding.
  static constexpr std::size_t align = std::max(alignof(typename C::State), alignof(typename Callee::State));
  static constexpr std::size_t fill = align - (sizeof(typename C::State) + sizeof(typename Callee::State) + C::rest_bytes) % align;

 public:
  struct State {
    typename C::State caller{};
    typename Callee::State active{};
    std::array<std::byte, C::rest_bytes> rests{};  ///< side by side; of the one under call all 0
    std::array<std::uint8_t, fill> callee{};       ///< the first: 1 + the callee under call
  };

  explicit Inlined(C caller) : caller_(std::move(caller)) {
    for (const Callee& callee : caller_.callees()) {
      first_byte_.push_back(first_byte_.empty() ? 0 : first_byte_.back() + rest_size_.back());
      rest_size_.push_back(callee.rest_size());
      stages_ = std::max(stages_, callee.stages() + 2);
    }
    assert(first_byte_.empty() || first_byte_.back() + rest_size_.back() <= C::rest_bytes);
  }

  const C& caller() const { return caller_; }
  const std::vector<Callee>& callees() const { return caller_.callees(); }

  State start(Settled& settled) const {
    State s;
    for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) put(s, i, callee(i).start());
    s.caller = caller_.start(settled);
    proceed(s, settled);
    return s;
  }

  Throw next_throw(const State& s) const { return is_called(s) ? callee(called(s)).next_throw(s.active) : caller_.next_throw(s.caller); }

  State next(const State& from, Roll roll, Settled& settled) const {
    State s = from;
    if (is_called(s)) {
      callee(called(s)).next(s.active, roll, settled);
      if (callee(called(s)).busy(s.active)) return s;
      resume(s, settled);
    } else {
      s.caller = caller_.next(s.caller, roll, settled);
    }
    proceed(s, settled);
    return s;
  }

  /// Of a caller that has choices: see Chooses (sim/chooses.hpp).
  int choices(const State& s) const requires requires(const C c, const typename C::State state) { c.choices(state); }
  { return is_called(s) ? 0 : caller_.choices(s.caller); }
  bool opposes(const State& s) const requires requires(const C c, const typename C::State state) { c.opposes(state); }
  { return caller_.opposes(s.caller); }
  Inlined played() const requires requires(const C c) { c.played(); }
  { return Inlined(caller_.played()); }
  int lap(const State& s) const requires requires(const C c, const typename C::State state) { c.lap(state); }
  { return caller_.lap(s.caller); }
  State without_lap(State s) const requires requires(const C c, const typename C::State state) { c.without_lap(state); }
  {
    s.caller = caller_.without_lap(s.caller);
    return s;
  }
  State choose(const State& from, int alternative, Settled& settled) const requires requires(const C c, const typename C::State state) {
    c.choices(state);
  }
  {
    State s = from;
    s.caller = caller_.choose(s.caller, alternative, settled);
    proceed(s, settled);
    return s;
  }
  /// How a callee rests that is not under call.
  typename Callee::Rest rest_of(const State& s, int i) const {
    typename Callee::Rest rest{};
    const auto from = std::span(s.rests).subspan(first_byte_[static_cast<std::size_t>(i)], rest_size_[static_cast<std::size_t>(i)]);
    if (!from.empty()) std::memcpy(&rest, from.data(), from.size());
    return rest;
  }

  /// The state in which the caller is so, and its callees rest so.
  template <class RestOf>
  State at_rest(const typename C::State& caller, RestOf rest_of) const {
    State s{.caller = caller};
    for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) put(s, i, rest_of(i));
    return s;
  }

  int stage(const State& s) const { return caller_.stage(s.caller) * stages_ + (is_called(s) ? 1 + callee(called(s)).stage(s.active) : 0); }

  int laps() const { return caller_.laps(); }
  State end(const State& begun, Settled& settled) const {
    State s = begun;
    if (is_called(s)) leave(s);
    s.caller = caller_.end(s.caller, settled);
    proceed(s, settled);
    return s;
  }

  std::size_t event_count() const { return caller_.event_count(); }
  std::size_t measure_count() const { return caller_.measure_count(); }
  const auto& event_names() const { return caller_.event_names(); }
  const auto& measure_names() const { return caller_.measure_names(); }

 private:
  bool chooses(const State& s) const {
    if constexpr (requires { caller_.choices(s.caller); }) return caller_.choices(s.caller) > 0;
    return false;
  }
  static bool is_called(const State& s) { return s.callee[0] != 0; }
  static int called(const State& s) { return s.callee[0] - 1; }
  const Callee& callee(int i) const { return caller_.callees()[static_cast<std::size_t>(i)]; }

  std::span<std::byte> bytes_of(State& s, int i) const {
    return std::span(s.rests).subspan(first_byte_[static_cast<std::size_t>(i)], rest_size_[static_cast<std::size_t>(i)]);
  }
  void put(State& s, int i, const typename Callee::Rest& rest) const {
    const auto to = bytes_of(s, i);
    if (!to.empty()) std::memcpy(to.data(), &rest, to.size());
  }
  // The callee under call rests again.
  int leave(State& s) const {
    const int i = called(s);
    put(s, i, callee(i).rest(s.active));
    s.active = {};
    s.callee = {};
    return i;
  }
  void resume(State& s, Settled& settled) const {
    const std::uint32_t value = callee(called(s)).returned(s.active);
    const int i = leave(s);
    s.caller = caller_.resume(s.caller, i, {callee(i).view(rest_of(s, i)), value}, settled);
  }

  // Through everything that needs no throw, to the next throw or the end.
  void proceed(State& s, Settled& settled) const {
    bool begins = settled.lap_begins();
    for (;;) {
      settled.forget_lap();
      if (caller_.calls(s.caller)) {
        const auto call = caller_.take_call(s.caller);
        s.active = callee(call.callee).begin(rest_of(s, call.callee), call.argument, settled);
        s.callee[0] = static_cast<std::uint8_t>(call.callee + 1);
        const auto rest = bytes_of(s, call.callee);
        std::fill(rest.begin(), rest.end(), std::byte{});
        if (callee(call.callee).busy(s.active)) break;
        resume(s, settled);
      } else if (caller_.looks(s.caller)) {
        Totals totals = 0;
        for (int i = 0; i < static_cast<int>(first_byte_.size()); ++i) totals += callee(i).totals(rest_of(s, i));
        s.caller = caller_.look(s.caller, totals, settled);
      } else {
        if (!chooses(s) && caller_.next_throw(s.caller).faces() == 0) begins = false;
        break;
      }
      if (!settled.lap_begins()) continue;
      if (begins) s.caller = caller_.end(s.caller, settled);
      begins = !begins;
    }
    settled.forget_lap();
    if (begins) settled.begin_lap();
  }

  C caller_;
  std::vector<std::size_t> first_byte_;  // of each callee's rest
  std::vector<std::size_t> rest_size_;
  int stages_ = 1;
};

}  // namespace boxcars::sim
