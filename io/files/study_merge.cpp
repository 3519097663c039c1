#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "io/files/draft.hpp"
#include "io/files/failed.hpp"
#include "io/files/output_path.hpp"
#include "io/files/study_store.hpp"
#include "io/files/system_words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/fault_within.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;
using model::BadInput;

constexpr std::size_t points_at_once = 1'000;  // kept in one transaction

// Throws BadInput unless a part is of the same study as the first.
void require_same(const Study& first, const Study& other, const std::string& part) {
  const auto refuse = [&](const std::string& what, const std::string& here, const std::string& there) {
    throw BadInput(fmt::format("{} does not fit (it has another {}: {}, not {}); leave it out", model::shown(part), what, here, there));
  };
  if (first.seed != other.seed) refuse("seed", std::to_string(other.seed), std::to_string(first.seed));
  if (first.question != other.question) refuse("question", other.question, first.question);
  if (definition(first) != definition(other)) {
    throw BadInput(fmt::format("{} does not fit (it has other inputs, {}); leave it out", model::shown(part), definition(other)));
  }
  if (first.stop != other.stop) refuse("stop rule", in_words(other.stop), in_words(first.stop));
}

// A point is finished when all its batches are there; where a precision says when, whoever finished it knows.
bool is_finished(const Study& study, bool finished_there, std::uint64_t trials) {
  const auto* rule = std::get_if<sim::AfterTrials>(&study.stop);
  return finished_there || (rule && trials == rule->trials);
}

[[noreturn]] void refuse_taken(const std::string& output) {
  throw BadInput("--output " + model::shown(output) + " is there already (a merge makes a new store); give another file");
}

[[noreturn]] void fail_to_write(const std::string& output, const std::error_code& error) {
  throw Failed("--output " + model::shown(output) + " cannot be written (" + in_words(error) + "); give another file");
}

// Adds what a part holds; `trials` are those of each point so far.
void add(Store& whole, const Store& part, const std::string& name, std::vector<std::uint64_t>& trials) {
  const auto states = part.states();
  Wave wave;
  const auto keep = [&] {
    try {
      whole.keep(std::exchange(wave, {}));
    } catch (const BadInput& refused) {
      throw BadInput(model::fault_within("the parts do not add up at " + model::shown(name) + ": ", refused.fault(), model::as_option));
    }
  };
  for (std::size_t point = 0; point < states.size(); ++point) {
    if (!states[point].solved) continue;
    if (part.row(point).canonical != whole.row(point).canonical) {
      throw BadInput(fmt::format("{} does not fit (point {} has other inputs: a file that it names has changed?); leave it out",
                                 model::shown(name), point));
    }
    wave.solved.push_back(*part.solved(point));
    for (auto& batches : part.batches(point)) wave.results.push_back(std::move(batches));
    trials[point] += states[point].trials;
    if (is_finished(whole.study(), states[point].finished, trials[point])) wave.finished.push_back(point);
    if (wave.solved.size() == points_at_once) keep();
  }
  keep();
  whole.add_runs_of(part);
}

}  // namespace

void merge(const std::vector<std::string>& parts, const std::string& output, Store::Stop stop) {
  std::error_code error;
  if (fs::exists(output, error)) refuse_taken(output);
  if (const auto why = why_no_folder(output))
    throw BadInput("--output " + model::shown(output) + " cannot be written (" + *why + "); make it, or give another file");
  if (const auto why = why_not_replaced(output))
    throw BadInput("--output " + model::shown(output) + " cannot be written (" + *why + "); give another file");
  std::optional<Draft> draft;
  try {
    draft.emplace(output);
  } catch (const std::system_error& failure) {
    fail_to_write(output, failure.code());
  }
  {
    Store whole = Store::write(draft->path(), output, stop);
    std::vector<std::uint64_t> trials;
    for (const std::string& name : parts) {
      const Store part = Store::read(name, stop);
      if (whole.empty()) {
        std::vector<PointRow> rows;
        for (std::size_t point = 0; point < part.points(); ++point) rows.push_back(part.row(point));
        whole.begin(part.study(), rows);
        trials.resize(part.points());
      }
      require_same(whole.study(), part.study(), name);
      add(whole, part, name, trials);
    }
  }
  error = draft->take_free_name();
  if (error == std::errc::file_exists) refuse_taken(output);
  if (error) fail_to_write(output, error);
}

}  // namespace boxcars::io
