// What an attack does to whom, asked of the library: the odds of every event, exact and of a million trials.
#include <atomic>
#include <cstdio>

#include "ask/answer.hpp"
#include "ask/question_kinds.hpp"
#include "model/core/bad_input.hpp"

int main() {
  using namespace boxcars;
  const ask::GivenInputs inputs{{"fp", "12"}, {"target", std::vector<std::string>{"4-6-7", "9-1"}}, {"terrain", "stone"}};
  const auto no_maps = [](model::MapInput&) { throw model::BadInput("no maps are read here; leave it out"); };
  const std::atomic<bool> stop{false};
  try {
    const ask::Question asked = ask::question_named("attack").ask(inputs, no_maps);
    const ask::Answered found = ask::answer(asked, {.method = sim::Method::both, .threads = 2}, 0, stop);
    for (const sim::EventAnswer& event : found.report.answer.events)
      std::printf("%-28s %8.4f%% %8.4f%%\n", event.name.c_str(), 100 * event.chance.exact.value_or(0),
                  100 * (event.chance.estimate ? event.chance.estimate->value : 0));
  } catch (const model::BadInput& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
