#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ask/canonical.hpp"
#include "ask/decided.hpp"
#include "ask/decision.hpp"
#include "model/core/description.hpp"
#include "model/rules/map_input.hpp"
#include "sim/run/ask.hpp"
#include "sim/run/compiled_model.hpp"

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
class Question {
 public:
  /// `name` is the question's ("he"); `more_notes` are said too; `typed` is what is typed to ask it, if not its inputs as options.
  template <sim::Process P>
  Question(std::string name, P process, const std::vector<std::string>& more_notes = {}, std::string typed = {})
      : name_(std::move(name)),
        description_(process.description()),
        event_names_(process.event_names()),
        measure_names_(process.measure_names()),
        canonical_(ask::canonical(name_, description_.inputs)),
        decides_(decides(process)),
        decided_(std::move(process)) {
    description_.typed = std::move(typed);
    description_.notes.insert(description_.notes.end(), more_notes.begin(), more_notes.end());
  }

  const std::string& name() const { return name_; }
  const model::Description& description() const { return description_; }
  const std::vector<std::string>& event_names() const { return event_names_; }
  const std::vector<std::string>& measure_names() const { return measure_names_; }
  /// The question with its inputs as one line of text, from which its streams are made.
  const std::string& canonical() const { return canonical_; }

  /// The map that it is about; none: there is none.
  const std::shared_ptr<const AskedMap>& map() const { return map_; }
  /// Is about this map, if it names one, and these hexes of it.
  void on(const model::MapInput& map, const HexesTyped& typed);

  /// What was taken from a save: who does what, in words; empty: nothing was.
  const std::string& understood() const { return understood_; }
  void understand(std::string understood) { understood_ = std::move(understood); }

  /// The best of several paths, of which the first is the one asked.
  void rank(std::vector<model::RankedPath> paths) { description_.paths = std::move(paths); }

  /// Its rules with every decision taken; see DecidedOnDemand.
  Decided decided(const sim::Budget& budget, const std::atomic<bool>& stop, sim::Progress* watched = nullptr) const {
    return decided_.decided(budget, stop, watched);
  }
  /// The decisions that its policy takes; nothing if the answer to the question does not tell them.
  std::optional<std::vector<Decision>> decisions(const Decided& decided) const {
    if (!decides_ || !decided.policy) return std::nullopt;
    return decides_(*decided.policy);
  }
  /// The same question with decisions that are known.
  Question with(Decided decided) const {
    Question same = *this;
    same.decided_ = DecidedOnDemand(std::move(decided));
    return same;
  }
  /// The answer to it alone; see sim::ask(). Throws BadInput if the best play is wanted, and cannot be found.
  sim::Findings findings(const sim::Settings& settings, const std::atomic<bool>& stop, sim::Progress* watched) const {
    const Decided found = this->decided(settings.budget, stop, watched);
    if (!found.rules) return {.why = sim::NoOdds::interrupted, .truncated_mass = 1, .interrupted = true};
    if (!found.policy) return sim::ask(found.rules, canonical_, settings, stop, watched);
    sim::Findings findings;
    sim::Settings by_chance = settings;
    by_chance.method = sim::Method::simulate;
    if (settings.method != sim::Method::exact) findings = sim::ask(found.rules, canonical_, by_chance, stop, watched);
    if (settings.method != sim::Method::simulate) findings.odds = found.policy->odds;
    return findings;
  }
  /// Ready for its batches to be thrown in any order, by any thread; the question need not outlive it. Nothing if `stop` became true
  /// before its policy was found; throws BadInput as above.
  std::unique_ptr<sim::CompiledModel> prepare(const sim::Budget& budget, sim::Wanted wanted, sim::InstructionSet with,
                                              const std::atomic<bool>& stop, sim::Progress* watched = nullptr) const {
    const Decided found = this->decided(budget, stop, watched);
    if (!found.rules) return nullptr;
    auto compiled = std::make_unique<sim::CompiledModel>(found.rules, sim::question_hash(canonical_), budget,
                                                         found.policy ? sim::Wanted::trials : wanted, with, stop, watched);
    if (found.policy) compiled->odds = found.policy->odds;
    return compiled;
  }

 private:
  using Decides = std::function<std::vector<Decision>(const sim::OptimalPolicy&)>;
  template <sim::Process P>
  static Decides decides(const P& process) {
    if constexpr (requires(typename P::State state) { process.choice(state); }) {
      return [process](const sim::OptimalPolicy& policy) { return decisions_of(process, policy); };
    } else {
      return {};
    }
  }

  std::string name_;
  model::Description description_;
  std::vector<std::string> event_names_;
  std::vector<std::string> measure_names_;
  std::string canonical_;
  Decides decides_;
  DecidedOnDemand decided_;
  std::shared_ptr<const AskedMap> map_{};
  std::string understood_{};
};

}  // namespace boxcars::ask
