#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ask/canonical.hpp"
#include "ask/tale.hpp"
#include "model/core/question.hpp"
#include "sim/ask.hpp"
#include "sim/prepared.hpp"

namespace boxcars::ask {

/// A question as it was asked, checked, whatever its process: all that answers, studies and comparisons need of it.
class Asked {
 public:
  /// `name` is the question's ("he"); `more_notes` are said too; `typed` is what is typed to ask it, if not its inputs as options.
  template <sim::Process P>
  Asked(std::string name, P process, const std::vector<std::string>& more_notes = {}, std::string typed = {})
      : name_(std::move(name)),
        question_(process.question()),
        event_names_(process.event_names()),
        measure_names_(process.measure_names()),
        canonical_(ask::canonical(name_, question_.inputs)),
        rules_(sim::rules_of(std::move(process))) {
    question_.typed = std::move(typed);
    question_.notes.insert(question_.notes.end(), more_notes.begin(), more_notes.end());
  }

  const std::string& name() const { return name_; }
  const model::Question& question() const { return question_; }
  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  /// The question with its inputs as one line of text, from which its streams are made.
  const std::string& canonical() const { return canonical_; }

  /// The answer to it alone; see sim::ask().
  sim::Findings findings(const sim::Settings& settings, const std::atomic<bool>& stop, sim::Progress* watched) const {
    return sim::ask(rules_, canonical_, settings, stop, watched);
  }
  /// Ready for its batches to be thrown in any order, by any thread; the question need not outlive it.
  std::unique_ptr<sim::Prepared> prepare(const sim::Budget& budget, sim::Wanted wanted, sim::InstructionSet with,
                                         const std::atomic<bool>& stop, sim::Progress* watched = nullptr) const {
    return std::make_unique<sim::Prepared>(rules_, sim::question_hash(canonical_), budget, wanted, with, stop, watched);
  }
  /// One single trial, told throw by throw.
  std::vector<std::string> tale(const sim::StreamKey& key, sim::InstructionSet with) const { return ask::tale(*rules_, key, with); }

 private:
  std::string name_;
  model::Question question_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  std::string canonical_;
  std::shared_ptr<const sim::Rules> rules_;
};

}  // namespace boxcars::ask
