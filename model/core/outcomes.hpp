#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/facts.hpp"

namespace boxcars::model {

/// The outcomes of a throw: events that happened, measures whose value is known, and, if somebody listens, the tale of the throw.
class Outcomes {
 public:
  Outcomes() = default;
  explicit Outcomes(std::string& tale) : tale_(&tale) {}

  void happened(EventId event) { events_.push_back(event.number); }
  void measured(MeasureId measure, int value) { measures_.emplace_back(measure.number, value); }
  /// Records that the measure's value is the number of the lap under way, from 1: which shot, which turn.
  void measured_lap(MeasureId measure) { lap_measures_.push_back(measure.number); }
  /// Records, of `count` events numbered from `first` on, the one of the lap under way and all after it: "by turn 1", "by turn 2", ...
  void happened_from_lap(EventId first, int count) { lap_events_.emplace_back(first.number, count); }
  /// The throw ends a lap of a loop, and the next shot or turn begins.
  void begin_lap() { lap_begins_ = true; }
  /// Takes begin_lap() back, because the lap that begins has no throw.
  void forget_lap() { lap_begins_ = false; }

  /// Begins the tale of a throw anew: "MC DR of 4-4-7 (A10.3): 3,5 = 8". It does so only if somebody listens.
  void thrown(const Throw& thrown, Roll roll);
  /// Tells what the throw did; `text` is called for the words only if somebody listens.
  template <class Text>
  void tell(Text&& text) {
    if (!tale_) return;
    *tale_ += std::exchange(nothing_told_, false) ? ": " : "; ";
    *tale_ += text();
  }

  /// Tells it, unless it was just told.
  void tell_once(std::string_view text) {
    if (tale_ && !tale_->ends_with(text)) tell([&] { return std::string(text); });
  }

  const std::vector<int>& events() const { return events_; }
  const std::vector<std::pair<int, int>>& measures() const { return measures_; }
  const std::vector<int>& lap_measures() const { return lap_measures_; }
  const std::vector<std::pair<int, int>>& lap_events() const { return lap_events_; }
  bool lap_begins() const { return lap_begins_; }
  void clear() {
    events_.clear();
    measures_.clear();
    lap_measures_.clear();
    lap_events_.clear();
    lap_begins_ = false;
  }

 private:
  std::vector<int> events_;
  std::vector<std::pair<int, int>> measures_;
  std::vector<int> lap_measures_;
  std::vector<std::pair<int, int>> lap_events_;
  bool lap_begins_ = false;
  std::string* tale_ = nullptr;
  bool nothing_told_ = false;  // of the throw under way
};

}  // namespace boxcars::model
