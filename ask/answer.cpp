#include "ask/answer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ask/failed.hpp"
#include "ask/tale.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {

std::optional<std::string> why_not_exact(const sim::Findings& findings, const sim::Settings& settings) {
  if (findings.odds) return std::nullopt;
  const std::string budget = "the budget of " + model::grouped(settings.budget.states);
  switch (findings.why) {
    case sim::NoOdds::not_wanted:
      return std::nullopt;
    case sim::NoOdds::interrupted:
      return "interrupted before they were solved";
    case sim::NoOdds::too_many_states:
      return "the question has more states than " + budget;
    case sim::NoOdds::would_not_fit:
      return "the question has so many states that they would not fit " + budget;
    case sim::NoOdds::too_much_truncated:
      return fmt::format("{:.2g} of the probability would be neglected", findings.truncated_mass);
    case sim::NoOdds::too_little_memory:
      return "there is too little memory for all of its states";
  }
  return std::nullopt;
}

void NotExact::add(const sim::Findings& findings) {
  if (findings.interrupted || !why_not_exact(findings, settings_)) return;
  auto& [questions, worst] = counted_[findings.why];
  ++questions;
  worst.why = findings.why;
  worst.truncated_mass = std::max(worst.truncated_mass, findings.truncated_mass);
}

std::vector<NotExact::Reason> NotExact::reasons() const {
  std::vector<Reason> reasons;
  for (const auto& [what, counted] : counted_) reasons.push_back({counted.questions, *why_not_exact(counted.worst, settings_)});
  return reasons;
}

void require_exact(const sim::Findings& findings, const sim::Settings& settings, const std::string& of_what) {
  if (settings.method != sim::Method::exact || findings.interrupted) return;
  if (const auto why = why_not_exact(findings, settings))
    throw NoExactOdds(model::Fault{.problem = "no exact odds" + of_what, .why = *why, .instead = "{method both} simulates it"});
}

std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings) {
  std::vector<std::string> notes;
  if (const auto why = why_not_exact(findings, settings)) notes.push_back("no exact odds: " + *why);
  if (findings.out_of_memory) notes.emplace_back("no more trials: there is too little memory for them");
  return notes;
}

Answered answer(const Question& asked, const sim::Settings& settings, int show, const std::atomic<bool>& stop, sim::Progress* watched) {
  const sim::Findings findings = asked.findings(settings, stop, watched);
  require_exact(findings, settings);
  Report report{.name = asked.name(),
                .question = asked.description(),
                .method = settings.method,
                .seed = settings.seed,
                .answer = sim::answer(findings, asked.event_names(), asked.measure_names()),
                .shown = show,
                .map = asked.map(),
                .understood = asked.understood()};
  for (auto& note : notes_on(findings, settings)) report.question.notes.push_back(std::move(note));
  if (!findings.interrupted) report.decisions = asked.decisions(asked.decided(settings.budget, stop));
  // Stories have dice of their own, so that asking for them changes no number.
  const auto stories = sim::question_hash(asked.canonical() + " show");
  const Decided decided = show > 0 ? asked.decided(settings.budget, stop) : Decided{};
  for (int i = 0; i < show && decided.rules; ++i)
    report.tales.push_back(tale(*decided.rules, {stories, settings.seed, static_cast<std::uint64_t>(i)}, settings.instruction_set));
  return {std::move(report), findings.interrupted, findings.out_of_memory};
}

}  // namespace boxcars::ask
