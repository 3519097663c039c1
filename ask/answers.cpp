#include "ask/answers.hpp"

#include <mutex>
#include <utility>
#include <variant>

namespace boxcars::ask {
namespace {

// Deals out the questions, and gathers what is found.
class Gathering {
 public:
  Gathering(std::size_t count, const sim::Settings& settings, AnswersProgress& progress)
      : Gathering(count, settings.method == sim::Method::exact ? sim::AfterTrials{0} : settings.stop_rule, settings, progress) {}

  sim::Task exchange(std::optional<Done> done) {
    const std::scoped_lock lock(mutex_);
    if (done && done->kind == sim::Task::Kind::prepare) {
      sim::Findings& findings = found_[done->solved.point];
      findings.why = done->solved.why;
      findings.truncated_mass = done->solved.truncated_mass;
      findings.lower_bounds = std::move(done->solved.lower_bounds);
      if (with_odds_) findings.odds = std::move(done->solved.odds);
      scheduler_.prepared(0, done->solved.point, done->solved.states);
    } else if (done) {
      thrown(done->thrown.tally.trials);
      scheduler_.thrown(done->thrown.point, done->thrown.batches, done->thrown.tally);
    }
    gather();
    progress_.all.poll();
    return scheduler_.next(0);
  }

  std::vector<sim::Findings> found() && { return std::move(found_); }

 private:
  Gathering(std::size_t count, const sim::StopRule& rule, const sim::Settings& settings, AnswersProgress& progress)
      : scheduler_(rule, points(count, rule), 1, static_cast<std::size_t>(settings.threads)),
        with_odds_(settings.method != sim::Method::simulate),
        progress_(progress),
        found_(count, sim::Findings{.interrupted = true}) {
    if (const auto* after = std::get_if<sim::AfterTrials>(&rule)) goal_ = count * after->trials;
  }

  static std::vector<sim::Scheduler::Point> points(std::size_t count, const sim::StopRule& rule) {
    std::vector<sim::Scheduler::Point> points;
    const auto* after = std::get_if<sim::AfterTrials>(&rule);
    const std::uint64_t batches = after ? sim::batches_of(after->trials) : 0;
    for (std::size_t number = 0; number < count; ++number) {
      points.push_back({.number = number});
      if (batches > 0) points.back().missing = {{0, batches}};
    }
    return points;
  }

  void thrown(std::uint64_t trials) {
    sim::Progress& all = progress_.all;
    all.trials += trials;
    all.goal = goal_.value_or(all.trials);
    all.goal_is_end = goal_.has_value();
  }

  void gather() {
    for (sim::BatchResult& result : scheduler_.results()) {
      auto& tally = found_[result.point].tally;
      if (tally)
        *tally += result.tally;
      else
        tally = std::move(result.tally);
    }
    for (const std::size_t point : scheduler_.finished()) {
      found_[point].interrupted = false;
      ++progress_.answered;
    }
  }

  std::mutex mutex_;
  sim::Scheduler scheduler_;
  bool with_odds_;
  std::optional<std::uint64_t> goal_{};  // trials of all; nothing if a precision says
  AnswersProgress& progress_;
  std::vector<sim::Findings> found_;
};

}  // namespace

std::vector<sim::Findings> answers(const Questions& questions, std::size_t count, const sim::Settings& settings,
                                   const std::atomic<bool>& stop, AnswersProgress* watched) {
  AnswersProgress unwatched;
  Gathering gathering(count, settings, watched ? *watched : unwatched);
  const WorkerGroup group{settings.threads, {settings.instruction_set, settings.budget}, watched ? &watched->all : nullptr};
  work(
      questions, group, [&](std::optional<Done> done) { return gathering.exchange(std::move(done)); }, stop);
  return std::move(gathering).found();
}

std::vector<sim::Findings> answers(const std::vector<Question>& asked, const std::function<std::string(std::size_t)>& called,
                                   const sim::Settings& settings, const std::atomic<bool>& stop, AnswersProgress* watched) {
  const Questions questions{.ask = [&](std::size_t i) { return asked[i]; },
                            .seed = [&](std::size_t) { return settings.seed; },
                            .called = called,
                            .method = settings.method};
  return answers(questions, asked.size(), settings, stop, watched);
}

}  // namespace boxcars::ask
