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

  sim::Order exchange(std::optional<Done> done) {
    const std::scoped_lock lock(mutex_);
    if (done && done->kind == sim::Order::Kind::prepare) {
      sim::Findings& findings = found_[done->solved.point];
      findings.why = done->solved.why;
      findings.neglected = done->solved.neglected;
      findings.least = std::move(done->solved.least);
      if (with_odds_) findings.odds = std::move(done->solved.odds);
      dealer_.prepared(0, done->solved.point, done->solved.states);
    } else if (done) {
      thrown(done->thrown.tally.trials);
      dealer_.thrown(done->thrown.point, done->thrown.batches, done->thrown.tally);
    }
    gather();
    progress_.all.look();
    return dealer_.next(0);
  }

  std::vector<sim::Findings> found() && { return std::move(found_); }

 private:
  Gathering(std::size_t count, const sim::StopRule& rule, const sim::Settings& settings, AnswersProgress& progress)
      : dealer_(rule, points(count, rule), 1, static_cast<std::size_t>(settings.threads)),
        with_odds_(settings.method != sim::Method::simulate),
        progress_(progress),
        found_(count, sim::Findings{.interrupted = true}) {
    if (const auto* after = std::get_if<sim::AfterTrials>(&rule)) goal_ = count * after->trials;
  }

  static std::vector<sim::Dealer::Point> points(std::size_t count, const sim::StopRule& rule) {
    std::vector<sim::Dealer::Point> points;
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
    for (sim::Harvest& harvest : dealer_.harvest()) {
      auto& tally = found_[harvest.point].tally;
      if (tally)
        *tally += harvest.tally;
      else
        tally = std::move(harvest.tally);
    }
    for (const std::size_t point : dealer_.finished()) {
      found_[point].interrupted = false;
      ++progress_.answered;
    }
  }

  std::mutex mutex_;
  sim::Dealer dealer_;
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
  const Crew crew{settings.threads, {settings.instruction_set, settings.budget}, watched ? &watched->all : nullptr};
  work(
      questions, crew, [&](std::optional<Done> done) { return gathering.exchange(std::move(done)); }, stop);
  return std::move(gathering).found();
}

std::vector<sim::Findings> answers(const std::vector<Asked>& asked, const std::function<std::string(std::size_t)>& called,
                                   const sim::Settings& settings, const std::atomic<bool>& stop, AnswersProgress* watched) {
  const Questions questions{.ask = [&](std::size_t i) { return asked[i]; },
                            .seed = [&](std::size_t) { return settings.seed; },
                            .called = called,
                            .method = settings.method};
  return answers(questions, asked.size(), settings, stop, watched);
}

}  // namespace boxcars::ask
