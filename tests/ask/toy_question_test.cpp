#include <atomic>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/answer.hpp"
#include "ask/question_kind.hpp"
#include "cli/bind_question.hpp"
#include "io/formats/describe.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/report_page.hpp"
#include "model/core/question_process.hpp"

// A question that is not shipped, in all that it takes: its inputs as a table of fields, what does not go together as rows, its throws.
// A question that is has a line in ask/question_kinds.cpp beside, and its sources in model/.

using namespace boxcars;
using namespace boxcars::model;
using Catch::Matchers::Contains;

namespace {

struct DuelInputs {
  int needed = 2;
  int rounds = 1;
  bool to_the_end = false;
};

const Questionnaire<DuelInputs>& duel_questionnaire() {
  using In = DuelInputs;
  static const Questionnaire<In> asks{
      .name = "duel",
      .title = "Two dr a round: the higher wins by enough, or nobody.",
      .examples = {"boxcars duel --needed 3"},
      .fields = {integer("needed", &In::needed, {1, 5, "dr differ by no more"}, "the difference that wins").with_default(2.0),
                 integer("rounds", &In::rounds, {1, 20, "nobody duels longer"}, "of them").with_default(1.0),
                 flag("to_the_end", &In::to_the_end, "until somebody has won")},
      .clashes = {Clash{{"rounds"}, Clash::Is::with, {"to_the_end"}, "it has no last round", "leave one out"}}};
  return asks;
}

class Duel : public QuestionProcess {
 public:
  struct State {
    std::uint8_t rounds = 0;
    std::uint8_t over = 0;
    bool operator==(const State&) const = default;
  };

  explicit Duel(const DuelInputs& in) : in_(in) {
    require_lawful(duel_questionnaire(), in);
    description_.inputs = inputs_of(duel_questionnaire(), in);
    description_.headline.push_back({"colored wins", "colored wins"});
  }

  State start(Outcomes&) const { return {}; }
  Throw next_throw(const State& s) const { return s.over ? Throw{} : Throw{Dice::DR, "duel DR", "A.2"}; }
  State next(const State& s, Roll roll, Outcomes& outcomes) const {
    const int lead = roll.colored - roll.white;
    const int rounds = in_.to_the_end ? 0 : s.rounds + 1;
    if (lead >= in_.needed) outcomes.happened(colored_wins_);
    if (-lead >= in_.needed) outcomes.happened(white_wins_);
    const bool over = std::abs(lead) >= in_.needed || rounds == in_.rounds;
    return {static_cast<std::uint8_t>(over ? 0 : rounds), over};
  }
  int stage(const State& s) const { return s.rounds; }

 private:
  DuelInputs in_;
  EventId colored_wins_ = facts_.event("colored wins");
  EventId white_wins_ = facts_.event("white wins");
};

const ask::QuestionKind& duel() {
  static const ask::QuestionKind kind = ask::kind_of<Duel>(duel_questionnaire());
  return kind;
}

// By hand: the colored dr is `needed` or more higher in that many of 36 throws, and a round decides in twice as many.
double wins_within(int needed, int rounds) {
  int ways = 0;
  for (int colored = 1; colored <= 6; ++colored)
    for (int white = 1; white <= 6; ++white) ways += colored - white >= needed;
  double wins = 0, undecided = 1;
  for (int round = 0; round < rounds; ++round) {
    wins += undecided * ways / 36;
    undecided *= 1 - 2 * ways / 36.0;
  }
  return wins;
}

struct Said {
  cli::ExitStatus status;
  std::string out;
};

Said typed(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const std::atomic<bool> stop = false;
  const cli::Environment environment{.out = out, .err = err, .style = {.width = 100}, .stop = stop};
  const cli::CommandLine line;
  const cli::Command command = cli::add_question(line.form(), duel());
  line.read(arguments);
  const auto status = command.answer(environment);
  return {status, out.str()};
}

}  // namespace

TEST_CASE("a new question is a table of fields and a process: a command, lines of ask, describe and formats come of themselves") {
  const Said json = typed({"duel", "--needed", "3", "--rounds", "2", "--trials", "10k", "--format", "json"});
  REQUIRE(json.status == cli::ExitStatus::answered);
  const auto answer = nlohmann::json::parse(json.out);
  CHECK(answer.at("inputs").dump() == R"({"needed":3,"rounds":2})");
  CHECK(answer.at("events").at(0).at("name") == "colored wins");
  CHECK(answer.at("events").at(0).at("exact").get<double>() == Approx(wins_within(3, 2)).epsilon(1e-12));

  CHECK_THAT(typed({"duel", "--to-the-end", "--method", "exact"}).out, Contains("colored wins 50%"));
  CHECK_THROWS_WITH(typed({"duel", "--to-the-end", "--rounds", "2"}), Contains("it has no last round"));
  CHECK_THROWS_WITH(typed({"duel", "--needed", "6"}), Contains("dr differ by no more"));

  const auto described = nlohmann::json::parse(io::describe({duel()})).at("questions").at(0);
  CHECK(described.at("fields").size() == 3);
  CHECK(described.at("fields").at(0).at("maximum") == 5);

  const std::atomic<bool> stop = false;
  const ask::Question asked = duel().ask({{"needed", 3.0}, {"rounds", 2.0}}, {});
  sim::Settings settings;
  settings.stop_rule = sim::AfterTrials{10'000};
  const ask::Report report = ask::answer(asked, settings, 0, stop).report;
  CHECK(io::page_of(report).json() == json.out);
  for (const io::Format& format : io::formats()) CHECK_THAT(format.rendered(io::page_of(report), {}), Contains("white wins"));
}
