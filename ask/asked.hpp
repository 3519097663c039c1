#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ask/canonical.hpp"
#include "ask/played.hpp"
#include "model/core/question.hpp"
#include "model/rules/map_input.hpp"
#include "sim/ask.hpp"
#include "sim/prepared.hpp"

namespace boxcars::ask {

/// The hexes of its map that a question names, as they are typed.
struct HexesTyped {
  std::string hex{};                  ///< from which directions are counted
  std::vector<std::string> others{};  ///< what is asked of, too
  std::vector<std::string> own{};
  std::vector<std::string> afvs{};  ///< as parse_afvs() reads them
};

/// A map that a question is about, and hexes on it, by their names.
struct AskedMap {
  model::MapInput map{};
  std::vector<std::string> hexes{};  ///< what is asked of
  std::vector<std::string> own{};    ///< where one's own men are,
  std::vector<std::string> afvs{};   ///< and AFV
};

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
        played_(std::move(process)) {
    question_.typed = std::move(typed);
    question_.notes.insert(question_.notes.end(), more_notes.begin(), more_notes.end());
  }

  const std::string& name() const { return name_; }
  const model::Question& question() const { return question_; }
  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  /// The question with its inputs as one line of text, from which its streams are made.
  const std::string& canonical() const { return canonical_; }

  /// The map that it is about; none: there is none.
  const std::shared_ptr<const AskedMap>& map() const { return map_; }
  /// Is about this map, if it names one, and these hexes of it.
  void on(const model::MapInput& map, const HexesTyped& typed);

  /// How it is played; see Played.
  Play play(const sim::Budget& budget, const std::atomic<bool>& stop, sim::Progress* watched = nullptr) const {
    return played_.play(budget, stop, watched);
  }
  /// The same, if it is known how it is played.
  Asked played_so(Play play) const {
    Asked same = *this;
    same.played_ = Played(std::move(play));
    return same;
  }
  /// The answer to it alone; see sim::ask(). Throws BadInput if the best play is wanted, and cannot be found.
  sim::Findings findings(const sim::Settings& settings, const std::atomic<bool>& stop, sim::Progress* watched) const {
    const Play play = this->play(settings.budget, stop, watched);
    if (!play.rules) return {.why = sim::NoOdds::interrupted, .neglected = 1, .interrupted = true};
    if (!play.best) return sim::ask(play.rules, canonical_, settings, stop, watched);
    sim::Findings findings;
    sim::Settings by_chance = settings;
    by_chance.method = sim::Method::simulate;
    if (settings.method != sim::Method::exact) findings = sim::ask(play.rules, canonical_, by_chance, stop, watched);
    if (settings.method != sim::Method::simulate) findings.odds = play.best->odds;
    return findings;
  }
  /// Ready for its batches to be thrown in any order, by any thread; the question need not outlive it. Nothing if `stop` became true
  /// before it was known how it is played; throws BadInput as above.
  std::unique_ptr<sim::Prepared> prepare(const sim::Budget& budget, sim::Wanted wanted, sim::InstructionSet with,
                                         const std::atomic<bool>& stop, sim::Progress* watched = nullptr) const {
    const Play play = this->play(budget, stop, watched);
    if (!play.rules) return nullptr;
    auto prepared = std::make_unique<sim::Prepared>(play.rules, sim::question_hash(canonical_), budget,
                                                    play.best ? sim::Wanted::trials : wanted, with, stop, watched);
    if (play.best) prepared->odds = play.best->odds;
    return prepared;
  }

 private:
  std::string name_;
  model::Question question_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  std::string canonical_;
  Played played_;
  std::shared_ptr<const AskedMap> map_{};
};

}  // namespace boxcars::ask
