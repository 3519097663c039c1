#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "sim/process/flattened.hpp"
#include "sim/process/label.hpp"
#include "sim/process/process.hpp"
#include "sim/process/program.hpp"
#include "sim/process/single_component.hpp"

namespace boxcars::sim {

/// Plays by the rules of a question for one thread. States are bytes; this is all that the engine knows of a process, so that the engine is
/// compiled once. Labels are kept in slots, so that those of several throws can be compared.
class Player {
 public:
  static constexpr std::size_t slots = max_faces + 1;

  virtual ~Player() = default;

  /// The number of faces of a state's next throw (0: the trial is over), and its place in the order of throws.
  struct Ahead {
    int faces = 0;
    int stage = 0;
  };
  virtual Ahead ahead(const std::byte* state) const = 0;

  virtual void start(std::byte* to, std::size_t slot) = 0;
  /// Takes the state's throw and gives its number of faces; twin() and next() are about that throw.
  virtual int take(const std::byte* state) = 0;
  virtual int twin(int face) const = 0;
  virtual void next(int face, std::byte* to, std::size_t slot) = 0;
  /// What follows the last lap, from a state that would have begun another.
  virtual void end(const std::byte* from, std::byte* to, std::size_t slot) = 0;

  const TransitionLabel& label(std::size_t slot) const { return labels_[slot]; }

 protected:
  std::array<TransitionLabel, slots> labels_{};
};

/// The rules of a question on bytes; see Process. Threads share them; each has a player of its own.
class Rules {
 public:
  virtual ~Rules() = default;

  /// If a tale is given, what each throw does is written into it.
  virtual std::unique_ptr<Player> player(std::string* tale = nullptr) const = 0;

  /// The same question as a caller and its components, if it is one, or if it forks.
  virtual const Program* program() const { return nullptr; }
  /// The same question as a caller and its components for the exact odds alone, if it has one; its trials are thrown as one process.
  virtual const Program* double_for_odds() const { return nullptr; }

  std::size_t state_size() const { return state_size_; }
  std::size_t event_count() const { return event_count_; }
  std::size_t measure_count() const { return measure_count_; }
  /// The number of laps after which a trial ends; 0: there is no last lap. See EndsByLaps.
  int laps() const { return laps_; }
  /// Whether the lap of this number is the last.
  bool is_last_lap(int lap) const { return laps_ > 0 && lap == laps_; }

 protected:
  Rules(std::size_t state_size, std::size_t event_count, std::size_t measure_count, int laps)
      : state_size_(state_size), event_count_(event_count), measure_count_(measure_count), laps_(laps) {}

 private:
  std::size_t state_size_;
  std::size_t event_count_;
  std::size_t measure_count_;
  int laps_;
};

namespace detail {

template <Process P>
class PlayerOf final : public Player {
 public:
  PlayerOf(const P& process, std::string* tale) : process_(&process), tells_(tale != nullptr) {
    if (tale) given_.front() = typename P::Outcomes(*tale);
  }

  Ahead ahead(const std::byte* state) const override {
    const State s = state_of(state);
    const int faces = process_->next_throw(s).faces();
    return {faces, faces == 0 ? 0 : process_->stage(s)};
  }
  void start(std::byte* to, std::size_t slot) override {
    given_[slot].clear();
    record(process_->start(given_[slot]), to, slot);
  }
  int take(const std::byte* state) override {
    from_ = state_of(state);
    throw_ = process_->next_throw(from_);
    return throw_.faces();
  }
  int twin(int face) const override { return throw_.twin(face); }
  void next(int face, std::byte* to, std::size_t slot) override {
    typename P::Outcomes& given = given_[slot];
    given.clear();
    const auto roll = throw_.roll(face);
    if constexpr (requires { given.thrown(throw_, roll); }) {
      if (tells_) given.thrown(throw_, roll);
    }
    record(process_->next(from_, roll, given), to, slot);
  }
  void end([[maybe_unused]] const std::byte* from, [[maybe_unused]] std::byte* to, [[maybe_unused]] std::size_t slot) override {
    if constexpr (EndsByLaps<P>) {
      given_[slot].clear();
      record(process_->end(state_of(from), given_[slot]), to, slot);
    }
  }

 private:
  using State = typename P::State;
  using Throw = decltype(std::declval<const P&>().next_throw(std::declval<const State&>()));

  static State state_of(const std::byte* bytes) { return from_bytes<State>(bytes); }
  void record(const State& state, std::byte* to, std::size_t slot) {
    std::memcpy(to, &state, sizeof state);
    labels_[slot] = read(given_[slot]);
  }

  const P* process_;
  bool tells_;
  State from_{};
  Throw throw_{};
  std::array<typename P::Outcomes, slots> given_{};
};

template <Process P>
class RulesOf : public Rules {
 public:
  explicit RulesOf(P process)
      : Rules(sizeof(typename P::State), process.event_count(), process.measure_count(), laps_of(process)), process_(std::move(process)) {}
  std::unique_ptr<Player> player(std::string* tale) const override { return std::make_unique<PlayerOf<P>>(process_, tale); }

 protected:
  const P& process() const { return process_; }

 private:
  static int laps_of([[maybe_unused]] const P& process) {
    if constexpr (EndsByLaps<P>) return process.laps();
    return 0;
  }
  P process_;
};

template <Caller C>
class RulesOfCaller final : public RulesOf<Flattened<C>> {
 public:
  explicit RulesOfCaller(C caller) : RulesOf<Flattened<C>>(Flattened<C>(std::move(caller))), program_(this->process().caller()) {}
  const Program* program() const override { return &program_; }

 private:
  ProgramOf<C> program_;
};

template <Process P>
class RulesOfForking final : public RulesOf<P> {
 public:
  explicit RulesOfForking(P process) : RulesOf<P>(std::move(process)), program_(this->process(), this->laps()) {}
  const Program* program() const override { return this->process().forks() ? &program_ : nullptr; }

 private:
  SingleComponentProgram<P> program_;
};

template <Process P>
class RulesWithDouble final : public RulesOf<P> {
 public:
  explicit RulesWithDouble(P process) : RulesOf<P>(std::move(process)), caller_(this->process().by_calls()), program_(caller_) {}
  const Program* double_for_odds() const override { return &program_; }

 private:
  decltype(std::declval<const P&>().by_calls()) caller_;
  ProgramOf<decltype(std::declval<const P&>().by_calls())> program_;
};

}  // namespace detail

/// The rules of a process. A process that has by_calls() is solved as that caller where its own chain would be too large.
template <Process P>
requires(!Caller<P>) std::shared_ptr<const Rules> rules_of(P process) {
  if constexpr (requires { process.by_calls(); })
    return std::make_shared<const detail::RulesWithDouble<P>>(std::move(process));
  else if constexpr (Forks<P, typename P::Outcomes>)
    return std::make_shared<const detail::RulesOfForking<P>>(std::move(process));
  else
    return std::make_shared<const detail::RulesOf<P>>(std::move(process));
}
template <Caller C>
std::shared_ptr<const Rules> rules_of(C caller) {
  return std::make_shared<const detail::RulesOfCaller<C>>(std::move(caller));
}

}  // namespace boxcars::sim
