#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sim/process/components.hpp"
#include "sim/process/label.hpp"

namespace boxcars::sim {

/// What a state of a caller asks for next.
enum class Request : std::uint8_t { nothing, a_throw, a_call, an_aggregate };

/// Makes the throws of a process: take() takes the throw of a state, and twin() and next() are about that throw. The label is that of the
/// last step.
class Thrower {
 public:
  virtual ~Thrower() = default;
  virtual int take(const std::byte* state) = 0;
  virtual int twin(int face) const = 0;
  virtual void next(int face, std::byte* to) = 0;
  virtual int stage(const std::byte* state) const = 0;
  const TransitionLabel& label() const { return label_; }

 protected:
  TransitionLabel label_{};
};

/// Plays the caller of a program (see Caller) for one thread.
class CallerPlayer : public Thrower {
 public:
  virtual Request request(const std::byte* state) const = 0;
  virtual void start(std::byte* to) = 0;
  struct Call {
    int component = 0;
    std::uint32_t argument = 0;
  };
  /// Gives the next call, and takes it out of the state.
  virtual Call take_call(std::byte* state) const = 0;
  virtual void resume(const std::byte* from, int component, std::uint8_t observation, std::uint32_t value, std::byte* to) = 0;
  virtual void query(const std::byte* from, Aggregate aggregate, std::byte* to) = 0;
  virtual void end(const std::byte* from, std::byte* to) = 0;
};

/// Plays one component of a program (see Component) for one thread.
class ComponentPlayer : public Thrower {
 public:
  virtual void start(std::byte* component_state) const = 0;
  virtual std::uint8_t observation(const std::byte* component_state) const = 0;
  virtual Aggregate aggregate(const std::byte* component_state) const = 0;
  virtual void begin(const std::byte* component_state, std::uint32_t argument, std::byte* to) = 0;
  virtual bool busy(const std::byte* state) const = 0;
  virtual std::uint32_t returned(const std::byte* state) const = 0;
  virtual void component_state(const std::byte* state, std::byte* to) const = 0;
  /// See Forks. A component without forks has no branches, and none that have ended.
  virtual int branches(const std::byte* state) const = 0;
  virtual void branch(const std::byte* state, int i, std::byte* to) = 0;
  virtual bool ended(const std::byte* branch) const = 0;
  virtual void waiting(const std::byte* state, std::byte* to) const = 0;
  virtual void join(const std::byte* waiting, int i, const std::byte* ended, std::byte* to) = 0;
  virtual void go_on(const std::byte* waiting, std::byte* to) = 0;
};

/// A caller and its components as programs on bytes. Threads share it; each has players of its own.
class Program {
 public:
  virtual ~Program() = default;
  virtual std::unique_ptr<CallerPlayer> caller() const = 0;
  virtual std::unique_ptr<ComponentPlayer> component(int i) const = 0;

  std::size_t state_size() const { return shape_.state; }
  std::size_t call_state_size() const { return shape_.call_state; }
  std::size_t component_state_size() const { return shape_.component_state; }
  int components() const { return shape_.components; }
  /// The number of components whose state can change.
  int changing_components() const { return shape_.changing; }
  /// Whether any component forks (see Forks).
  bool forks() const { return shape_.forks; }
  /// The number of laps of a trial; 0: there is no last lap.
  int laps() const { return shape_.laps; }

 protected:
  struct Shape {
    std::size_t state = 0;  // in bytes
    std::size_t call_state = 0;
    std::size_t component_state = 0;
    int components = 0;
    int changing = 0;
    bool forks = false;
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

// The outcomes of a process as the label that the engine reads.
template <class Given>
TransitionLabel read(const Given& given) {
  return {given.events(), given.measures(), given.lap_measures(), given.lap_events(), given.lap_begins()};
}

// The throws of a caller or a component.
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
    record([&](auto& given) { return process_->next(from_, throw_.roll(face), given); }, to);
  }
  int stage(const std::byte* state) const override { return process_->stage(from_bytes<State>(state)); }

 protected:
  using State = typename P::State;
  template <class Step>
  void record(Step step, std::byte* to) {
    given_.clear();
    const State state = step(given_);
    std::memcpy(to, &state, sizeof state);
    this->label_ = read(given_);
  }
  const P* process_;

 private:
  using Given = typename P::Outcomes;
  State from_{};
  decltype(std::declval<const P&>().next_throw(std::declval<const State&>())) throw_{};
  Given given_{};
};

template <Caller C>
class CallerPlayerOf final : public ThrowerOf<C, CallerPlayer> {
 public:
  using Base = ThrowerOf<C, CallerPlayer>;
  using Base::Base;

  Request request(const std::byte* state) const override {
    const State s = from_bytes<State>(state);
    if (process().calls(s)) return Request::a_call;
    if (process().queries(s)) return Request::an_aggregate;
    return process().next_throw(s).faces() > 0 ? Request::a_throw : Request::nothing;
  }
  void start(std::byte* to) override {
    this->record([&](auto& given) { return process().start(given); }, to);
  }
  CallerPlayer::Call take_call(std::byte* state) const override {
    State s = from_bytes<State>(state);
    const auto call = process().take_call(s);
    std::memcpy(state, &s, sizeof s);
    return {call.component, call.argument};
  }
  void resume(const std::byte* from, int component, std::uint8_t observation, std::uint32_t value, std::byte* to) override {
    this->record([&](auto& given) { return process().resume(from_bytes<State>(from), component, {observation, value}, given); }, to);
  }
  void query(const std::byte* from, Aggregate aggregate, std::byte* to) override {
    this->record([&](auto& given) { return process().query(from_bytes<State>(from), aggregate, given); }, to);
  }
  void end(const std::byte* from, std::byte* to) override {
    this->record([&](auto& given) { return process().end(from_bytes<State>(from), given); }, to);
  }

 private:
  using State = typename C::State;
  const C& process() const { return *this->process_; }
};

// The branches of a process, if it forks.
template <class P, class Given>
class BranchesOf : public ThrowerOf<P, ComponentPlayer> {
 public:
  using Base = ThrowerOf<P, ComponentPlayer>;
  using Base::Base;

  int branches([[maybe_unused]] const std::byte* state) const override {
    if constexpr (Forks<P, Given>) return this->process_->branches(from_bytes<State>(state));
    return 0;
  }
  void branch([[maybe_unused]] const std::byte* state, [[maybe_unused]] int i, [[maybe_unused]] std::byte* to) override {
    if constexpr (Forks<P, Given>)
      this->record([&](auto& given) { return this->process_->branch(from_bytes<State>(state), i, given); }, to);
  }
  bool ended([[maybe_unused]] const std::byte* branch) const override {
    if constexpr (Forks<P, Given>) return this->process_->ended(from_bytes<State>(branch));
    return false;
  }
  void waiting([[maybe_unused]] const std::byte* state, [[maybe_unused]] std::byte* to) const override {
    if constexpr (Forks<P, Given>) {
      const State waits = this->process_->waiting(from_bytes<State>(state));
      std::memcpy(to, &waits, sizeof waits);
    }
  }
  void join([[maybe_unused]] const std::byte* waiting, [[maybe_unused]] int i, [[maybe_unused]] const std::byte* ended,
            [[maybe_unused]] std::byte* to) override {
    if constexpr (Forks<P, Given>) {
      this->record([&](auto& given) { return this->process_->join(from_bytes<State>(waiting), i, from_bytes<State>(ended), given); }, to);
    }
  }
  void go_on([[maybe_unused]] const std::byte* waiting, [[maybe_unused]] std::byte* to) override {
    if constexpr (Forks<P, Given>) this->record([&](auto& given) { return this->process_->go_on(from_bytes<State>(waiting), given); }, to);
  }

 private:
  using State = typename P::State;
};

// A component as a process whose outcomes are of its caller's type.
template <Component C, class Given>
struct RecordingComponent {
  using State = typename C::State;
  using Outcomes = Given;
  const C* component;
  auto next_throw(const State& s) const { return component->next_throw(s); }
  template <class Roll>
  State next(State s, Roll roll, Given& outcomes) const {
    component->next(s, roll, outcomes);
    return s;
  }
  int stage(const State& s) const { return component->stage(s); }

  bool forks() const requires Forks<C, Given> { return component->forks(); }
  int branches(const State& s) const requires Forks<C, Given> { return component->branches(s); }
  State branch(const State& s, int i, Given& outcomes) const requires Forks<C, Given> { return component->branch(s, i, outcomes); }
  bool ended(const State& s) const requires Forks<C, Given> { return component->ended(s); }
  State waiting(const State& s) const requires Forks<C, Given> { return component->waiting(s); }
  State join(const State& waiting, int i, const State& ended, Given& outcomes) const requires Forks<C, Given> {
    return component->join(waiting, i, ended, outcomes);
  }
  State go_on(const State& waiting, Given& outcomes) const requires Forks<C, Given> { return component->go_on(waiting, outcomes); }
};

template <Component C, class Given>
class ComponentPlayerOf final : public BranchesOf<RecordingComponent<C, Given>, Given> {
 public:
  using Process = RecordingComponent<C, Given>;
  using Base = BranchesOf<Process, Given>;
  static_assert(Forks<Process, Given> == Forks<C, Given>, "who passes branches on forks as its component does");
  explicit ComponentPlayerOf(const C& component) : Base(process_here_), process_here_{&component} {}

  void start(std::byte* component_state) const override { put(component().start(), component_state); }
  std::uint8_t observation(const std::byte* component_state) const override {
    return component().observation(from_bytes<ComponentState>(component_state));
  }
  Aggregate aggregate(const std::byte* component_state) const override {
    return component().aggregate(from_bytes<ComponentState>(component_state));
  }
  void begin(const std::byte* component_state, std::uint32_t argument, std::byte* to) override {
    this->record([&](auto& given) { return component().begin(from_bytes<ComponentState>(component_state), argument, given); }, to);
  }
  bool busy(const std::byte* state) const override { return component().busy(from_bytes<State>(state)); }
  std::uint32_t returned(const std::byte* state) const override { return component().returned(from_bytes<State>(state)); }
  void component_state(const std::byte* state, std::byte* to) const override {
    put(component().component_state(from_bytes<State>(state)), to);
  }

 private:
  using State = typename C::State;
  using ComponentState = typename C::ComponentState;
  const C& component() const { return *process_here_.component; }
  static void put(const ComponentState& component_state, std::byte* to) { std::memcpy(to, &component_state, sizeof component_state); }
  Process process_here_;
};

}  // namespace detail

/// The program of a caller, which must outlive it.
template <Caller C>
class ProgramOf final : public Program {
 public:
  explicit ProgramOf(const C& caller)
      : Program({.state = sizeof(typename C::State),
                 .call_state = sizeof(typename C::Component::State),
                 .component_state = sizeof(typename C::Component::ComponentState),
                 .components = static_cast<int>(caller.components().size()),
                 .changing = changing(caller.components()),
                 .forks = forks(caller.components()),
                 .laps = caller.laps()}),
        caller_(&caller) {}
  std::unique_ptr<CallerPlayer> caller() const override { return std::make_unique<detail::CallerPlayerOf<C>>(*caller_); }
  std::unique_ptr<ComponentPlayer> component(int i) const override {
    return std::make_unique<detail::ComponentPlayerOf<typename C::Component, typename C::Outcomes>>(
        caller_->components()[static_cast<std::size_t>(i)]);
  }

 private:
  static int changing(const std::vector<typename C::Component>& components) {
    return static_cast<int>(
        std::count_if(components.begin(), components.end(), [](const auto& component) { return component.component_state_size() > 0; }));
  }
  static bool forks([[maybe_unused]] const std::vector<typename C::Component>& components) {
    if constexpr (Forks<typename C::Component, typename C::Outcomes>)
      return std::any_of(components.begin(), components.end(), [](const auto& component) { return component.forks(); });
    return false;
  }
  const C* caller_;
};

}  // namespace boxcars::sim
