#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "sim/best_play.hpp"
#include "sim/chooses.hpp"
#include "sim/inlined.hpp"
#include "sim/rules.hpp"

namespace boxcars::ask {

/// What a question is thrown by, with nothing left to choose; and if somebody had a choice, what is best.
struct Play {
  std::shared_ptr<const sim::Rules> rules{};  ///< none: stopped
  std::shared_ptr<const sim::BestPlay> best{};
};

/// Throws BadInput: a position is too large for its best play.
[[noreturn]] void refuse_best_play(const sim::TooLargeToPlay& error);

/// Everything that can come up where somebody chooses; the process must outlive it. Throws BadInput if that is too much.
template <sim::Caller C>
sim::ChoiceChain choice_chain(const sim::Inlined<C>& process, const sim::Budget& budget, const std::atomic<bool>& stop,
                              sim::Progress* watched = nullptr) {
  try {
    return sim::choice_chain(process, budget, stop, watched);
  } catch (const sim::TooLargeToPlay& error) {
    refuse_best_play(error);
  }
}

/// What is best in it.
template <sim::Caller C>
Play best_of(const sim::Inlined<C>& process, sim::ChoiceChain& chain, const std::atomic<bool>& stop) {
  auto best = std::make_shared<const sim::BestPlay>(chain.best(process.caller().objective()));
  if (stop.load(std::memory_order_relaxed)) return {};
  return {sim::rules_of(sim::Played<sim::Inlined<C>>(process, best)), best};
}

/// The rules of a process. Where somebody chooses, the best play is found when they are first asked for.
class Played {
 public:
  /// It is known.
  explicit Played(Play play) : known_(std::make_shared<Known>()) { known_->play = std::move(play); }
  template <sim::Process P>
  requires(!sim::Caller<P>) explicit Played(P process) : known_(std::make_shared<Known>()) {
    known_->play.rules = sim::rules_of(std::move(process));
  }
  template <sim::Caller C>
  explicit Played(C caller) : known_(std::make_shared<Known>()) {
    if constexpr (sim::Chooses<sim::Inlined<C>>) {
      if (caller.has_choices()) {
        known_->find = [process = sim::Inlined<C>(std::move(caller))](const sim::Budget& budget, const std::atomic<bool>& stop,
                                                                      sim::Progress* watched) -> Play {
          sim::ChoiceChain chain = ask::choice_chain(process, budget, stop, watched);
          return best_of(process, chain, stop);
        };
        return;
      }
    }
    known_->play.rules = sim::rules_of(std::move(caller));
  }

  /// Any thread may ask. Throws BadInput if there are too many states.
  Play play(const sim::Budget& budget, const std::atomic<bool>& stop, sim::Progress* watched) const {
    const std::scoped_lock lock(known_->mutex);
    if (!known_->play.rules && known_->find) known_->play = known_->find(budget, stop, watched);
    return known_->play;
  }

 private:
  struct Known {
    std::mutex mutex{};
    std::function<Play(const sim::Budget&, const std::atomic<bool>&, sim::Progress*)> find{};
    Play play{};
  };
  std::shared_ptr<Known> known_;
};

}  // namespace boxcars::ask
