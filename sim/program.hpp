#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sim/calls.hpp"
#include "sim/settled.hpp"

namespace boxcars::sim {

/// What a state of a caller asks for.
enum class Asks : std::uint8_t { nothing, a_throw, a_call, the_totals };

/// One who plays the throws of some process: take() takes a state's throw in hand, twin() and next() are about that. What is settled is
/// read until the next step.
class Thrower {
 public:
  virtual ~Thrower() = default;
  virtual int take(const std::byte* state) = 0;
  virtual int twin(int face) const = 0;
  virtual void next(int face, std::byte* to) = 0;
  virtual int stage(const std::byte* state) const = 0;
  const Settled& settled() const { return settled_; }

 protected:
  Settled settled_{};
};

/// One who plays the caller of a program, see Caller; of one thread.
class CallerPlayer : public Thrower {
 public:
  virtual Asks asks(const std::byte* state) const = 0;
  virtual void start(std::byte* to) = 0;
  struct Call {
    int callee = 0;
    std::uint32_t argument = 0;
  };
  /// Takes it out of the state.
  virtual Call take_call(std::byte* state) const = 0;
  virtual void resume(const std::byte* from, int callee, std::uint8_t view, std::uint32_t value, std::byte* to) = 0;
  virtual void look(const std::byte* from, Totals totals, std::byte* to) = 0;
  virtual void end(const std::byte* from, std::byte* to) = 0;
};

/// One who plays one of its callees, see Callee; of one thread.
class CalleePlayer : public Thrower {
 public:
  virtual void start(std::byte* rest) const = 0;
  virtual std::uint8_t view(const std::byte* rest) const = 0;
  virtual Totals totals(const std::byte* rest) const = 0;
  virtual void begin(const std::byte* rest, std::uint32_t argument, std::byte* to) = 0;
  virtual bool busy(const std::byte* state) const = 0;
  virtual std::uint32_t returned(const std::byte* state) const = 0;
  virtual void rest(const std::byte* state, std::byte* to) const = 0;
  /// See Unravels; one that does not has no strands, and nothing that has ended.
  virtual int strands(const std::byte* state) const = 0;
  virtual void strand(const std::byte* state, int i, std::byte* to) = 0;
  virtual bool ended(const std::byte* strand) const = 0;
  virtual void waiting(const std::byte* state, std::byte* to) const = 0;
  virtual void join(const std::byte* waiting, int i, const std::byte* ended, std::byte* to) = 0;
  virtual void go_on(const std::byte* waiting, std::byte* to) = 0;
};

/// A caller and its callees, told in bytes. Shared by threads, each with players of its own.
class Program {
 public:
  virtual ~Program() = default;
  virtual std::unique_ptr<CallerPlayer> caller() const = 0;
  virtual std::unique_ptr<CalleePlayer> callee(int i) const = 0;

  std::size_t state_size() const { return shape_.state; }
  std::size_t callee_state_size() const { return shape_.callee_state; }
  std::size_t rest_size() const { return shape_.rest; }
  int callees() const { return shape_.callees; }
  /// Of which so many are not always the same.
  int changing_callees() const { return shape_.changing; }
  /// Whether their states may, see Unravels.
  bool unravels() const { return shape_.unravels; }
  /// Of a trial; 0: whenever it likes.
  int laps() const { return shape_.laps; }

 protected:
  struct Shape {
    std::size_t state = 0;  // bytes
    std::size_t callee_state = 0;
    std::size_t rest = 0;
    int callees = 0;
    int changing = 0;
    bool unravels = false;
    int laps = 0;
  };
  explicit Program(Shape shape) : shape_(shape) {}

 private:
  Shape shape_;
};

namespace detail {

template <class T>
T from_bytes(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// What a process settled, as the engine reads it.
template <class Given>
Settled read(const Given& given) {
  return {given.events(), given.measures(), given.lap_measures(), given.lap_events(), given.lap_begins()};
}

// The throws of a caller or callee, given how it goes on.
template <class P, class Base>
class ThrowerOf : public Base {
 public:
  explicit ThrowerOf(const P& process) : process_(&process) {}

  int take(const std::byte* state) override {
    from_ = from_bytes<State>(state);
    throw_ = process_->next_throw(from_);
    return throw_.faces();
  }
  int twin(int face) const override { return throw_.twin(face); }
  void next(int face, std::byte* to) override {
    settle([&](auto& given) { return process_->next(from_, throw_.roll(face), given); }, to);
  }
  int stage(const std::byte* state) const override { return process_->stage(from_bytes<State>(state)); }

 protected:
  using State = typename P::State;
  template <class Step>
  void settle(Step step, std::byte* to) {
    given_.clear();
    const State state = step(given_);
    std::memcpy(to, &state, sizeof state);
    this->settled_ = read(given_);
  }
  const P* process_;

 private:
  using Given = typename P::Settled;
  State from_{};
  decltype(std::declval<const P&>().next_throw(std::declval<const State&>())) throw_{};
  Given given_{};
};

template <Caller C>
class CallerPlayerOf final : public ThrowerOf<C, CallerPlayer> {
 public:
  using Base = ThrowerOf<C, CallerPlayer>;
  using Base::Base;

  Asks asks(const std::byte* state) const override {
    const State s = from_bytes<State>(state);
    if (process().calls(s)) return Asks::a_call;
    if (process().looks(s)) return Asks::the_totals;
    return process().next_throw(s).faces() > 0 ? Asks::a_throw : Asks::nothing;
  }
  void start(std::byte* to) override {
    this->settle([&](auto& given) { return process().start(given); }, to);
  }
  CallerPlayer::Call take_call(std::byte* state) const override {
    State s = from_bytes<State>(state);
    const auto call = process().take_call(s);
    std::memcpy(state, &s, sizeof s);
    return {call.callee, call.argument};
  }
  void resume(const std::byte* from, int callee, std::uint8_t view, std::uint32_t value, std::byte* to) override {
    this->settle([&](auto& given) { return process().resume(from_bytes<State>(from), callee, {view, value}, given); }, to);
  }
  void look(const std::byte* from, Totals totals, std::byte* to) override {
    this->settle([&](auto& given) { return process().look(from_bytes<State>(from), totals, given); }, to);
  }
  void end(const std::byte* from, std::byte* to) override {
    this->settle([&](auto& given) { return process().end(from_bytes<State>(from), given); }, to);
  }

 private:
  using State = typename C::State;
  const C& process() const { return *this->process_; }
};

// The strands of a process, if it has any.
template <class P, class Given>
class StrandsOf : public ThrowerOf<P, CalleePlayer> {
 public:
  using Base = ThrowerOf<P, CalleePlayer>;
  using Base::Base;

  int strands([[maybe_unused]] const std::byte* state) const override {
    if constexpr (Unravels<P, Given>) return this->process_->strands(from_bytes<State>(state));
    return 0;
  }
  void strand([[maybe_unused]] const std::byte* state, [[maybe_unused]] int i, [[maybe_unused]] std::byte* to) override {
    if constexpr (Unravels<P, Given>)
      this->settle([&](auto& given) { return this->process_->strand(from_bytes<State>(state), i, given); }, to);
  }
  bool ended([[maybe_unused]] const std::byte* strand) const override {
    if constexpr (Unravels<P, Given>) return this->process_->ended(from_bytes<State>(strand));
    return false;
  }
  void waiting([[maybe_unused]] const std::byte* state, [[maybe_unused]] std::byte* to) const override {
    if constexpr (Unravels<P, Given>) {
      const State waits = this->process_->waiting(from_bytes<State>(state));
      std::memcpy(to, &waits, sizeof waits);
    }
  }
  void join([[maybe_unused]] const std::byte* waiting, [[maybe_unused]] int i, [[maybe_unused]] const std::byte* ended,
            [[maybe_unused]] std::byte* to) override {
    if constexpr (Unravels<P, Given>) {
      this->settle([&](auto& given) { return this->process_->join(from_bytes<State>(waiting), i, from_bytes<State>(ended), given); }, to);
    }
  }
  void go_on([[maybe_unused]] const std::byte* waiting, [[maybe_unused]] std::byte* to) override {
    if constexpr (Unravels<P, Given>)
      this->settle([&](auto& given) { return this->process_->go_on(from_bytes<State>(waiting), given); }, to);
  }

 private:
  using State = typename P::State;
};

// A callee's process settles as its caller's does.
template <Callee C, class Given>
struct SettlingCallee {
  using State = typename C::State;
  using Settled = Given;
  const C* callee;
  auto next_throw(const State& s) const { return callee->next_throw(s); }
  template <class Roll>
  State next(State s, Roll roll, Given& settled) const {
    callee->next(s, roll, settled);
    return s;
  }
  int stage(const State& s) const { return callee->stage(s); }

  bool unravels() const requires Unravels<C, Given> { return callee->unravels(); }
  int strands(const State& s) const requires Unravels<C, Given> { return callee->strands(s); }
  State strand(const State& s, int i, Given& settled) const requires Unravels<C, Given> { return callee->strand(s, i, settled); }
  bool ended(const State& s) const requires Unravels<C, Given> { return callee->ended(s); }
  State waiting(const State& s) const requires Unravels<C, Given> { return callee->waiting(s); }
  State join(const State& waiting, int i, const State& ended, Given& settled) const requires Unravels<C, Given> {
    return callee->join(waiting, i, ended, settled);
  }
  State go_on(const State& waiting, Given& settled) const requires Unravels<C, Given> { return callee->go_on(waiting, settled); }
};

template <Callee C, class Given>
class CalleePlayerOf final : public StrandsOf<SettlingCallee<C, Given>, Given> {
 public:
  using Process = SettlingCallee<C, Given>;
  using Base = StrandsOf<Process, Given>;
  static_assert(Unravels<Process, Given> == Unravels<C, Given>, "who passes strands on unravels as its callee does");
  explicit CalleePlayerOf(const C& callee) : Base(process_here_), process_here_{&callee} {}

  void start(std::byte* rest) const override { put(callee().start(), rest); }
  std::uint8_t view(const std::byte* rest) const override { return callee().view(from_bytes<Rest>(rest)); }
  Totals totals(const std::byte* rest) const override { return callee().totals(from_bytes<Rest>(rest)); }
  void begin(const std::byte* rest, std::uint32_t argument, std::byte* to) override {
    this->settle([&](auto& given) { return callee().begin(from_bytes<Rest>(rest), argument, given); }, to);
  }
  bool busy(const std::byte* state) const override { return callee().busy(from_bytes<State>(state)); }
  std::uint32_t returned(const std::byte* state) const override { return callee().returned(from_bytes<State>(state)); }
  void rest(const std::byte* state, std::byte* to) const override { put(callee().rest(from_bytes<State>(state)), to); }

 private:
  using State = typename C::State;
  using Rest = typename C::Rest;
  const C& callee() const { return *process_here_.callee; }
  static void put(const Rest& rest, std::byte* to) { std::memcpy(to, &rest, sizeof rest); }
  Process process_here_;
};

}  // namespace detail

/// A caller, which must outlive it, as the engine takes it.
template <Caller C>
class ProgramOf final : public Program {
 public:
  explicit ProgramOf(const C& caller)
      : Program({.state = sizeof(typename C::State),
                 .callee_state = sizeof(typename C::Callee::State),
                 .rest = sizeof(typename C::Callee::Rest),
                 .callees = static_cast<int>(caller.callees().size()),
                 .changing = changing(caller.callees()),
                 .unravels = unravels(caller.callees()),
                 .laps = caller.laps()}),
        caller_(&caller) {}
  std::unique_ptr<CallerPlayer> caller() const override { return std::make_unique<detail::CallerPlayerOf<C>>(*caller_); }
  std::unique_ptr<CalleePlayer> callee(int i) const override {
    return std::make_unique<detail::CalleePlayerOf<typename C::Callee, typename C::Settled>>(
        caller_->callees()[static_cast<std::size_t>(i)]);
  }

 private:
  static int changing(const std::vector<typename C::Callee>& callees) {
    return static_cast<int>(std::count_if(callees.begin(), callees.end(), [](const auto& callee) { return callee.rest_size() > 0; }));
  }
  static bool unravels([[maybe_unused]] const std::vector<typename C::Callee>& callees) {
    if constexpr (Unravels<typename C::Callee, typename C::Settled>)
      return std::any_of(callees.begin(), callees.end(), [](const auto& callee) { return callee.unravels(); });
    return false;
  }
  const C* caller_;
};

}  // namespace boxcars::sim
