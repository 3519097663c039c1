#include "io/studies/study_points.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "ask/question_kinds.hpp"
#include "io/files/failed.hpp"
#include "io/files/study_file.hpp"
#include "io/studies/study_run.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/fault_within.hpp"
#include "sim/resources/runner.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;

using SharedNames = std::shared_ptr<const PointNames>;

struct ByContent {
  bool operator()(const SharedNames& a, const SharedNames& b) const { return *a < *b; }
};

// What a study of a question may say.
StudyKeys keys_of(const std::string& question, const std::string& text, const std::string& file) {
  const ask::QuestionKind& kind = ask::question_named(question);
  if (kind.is_in_file) return {AssaultFile(text, file).paths(), assault_keys()};
  StudyKeys keys;
  for (const model::FieldInfo& field : kind.fields) keys.inputs.emplace_back(field.key);
  std::sort(keys.inputs.begin(), keys.inputs.end());
  return keys;
}

}  // namespace

StudyPoints::StudyPoints(const std::string& text, std::string file, ask::MapReader read_map)
    : file_(std::move(file)),
      read_map_(std::move(read_map)),
      study_(parse_study(text, file_, [&](const std::string& question) { return keys_of(question, text, file_); })) {
  const ask::QuestionKind& kind = ask::question_named(study_.question);
  if (!kind.is_in_file) return;
  assault_.emplace(text, file_);
  // What the file says beside its sweep is the only input.
  study_.inputs = {{std::string(kind.name), assault_of(*assault_, {}, read_map_).canonical(), {}}};
}

ask::Question StudyPoints::operator()(std::size_t point) const {
  auto inputs = study_.inputs;
  const auto swept = swept_inputs(study_, point);
  if (assault_) return assault_of(*assault_, swept, read_map_);
  inputs.insert(inputs.end(), swept.begin(), swept.end());
  ask::GivenInputs given;
  for (const StudyInput& input : inputs) {
    if (input.key != seed_key) given.push_back({input.key, input.value});
  }
  try {
    return ask::question_named(study_.question).ask(given, read_map_);
  } catch (const BadInput& bad) {
    refuse(inputs, swept, bad.fault());
  }
}

ask::Questions StudyPoints::questions() const {
  return {.ask = [this](std::size_t point) { return (*this)(point); },
          .seed = [this](std::size_t point) { return seed_of(study_, point); },
          .called =
              [this](std::size_t point) {
                const std::string here = in_words(swept_inputs(study_, point));
                return "the question" + (here.empty() ? "" : " at " + here);
              },
          .method = study_.method};
}

std::vector<PointRow> StudyPoints::rows(int threads, std::atomic<std::size_t>& asked, const std::atomic<bool>& stop) const {
  const auto alike = first_alike(study_);
  std::vector<PointRow> rows(alike.size());
  std::set<SharedNames, ByContent> names;
  std::mutex mutex;
  std::pair<std::size_t, std::exception_ptr> first{rows.size(), nullptr};  // what is wrong at the first point where something is
  sim::run_workers(threads, [&](int) {
    for (std::size_t point = asked++; point < rows.size() && !stop; point = asked++) {
      if (alike[point] != point) continue;
      try {
        rows[point] = row_of((*this)(point), seed_of(study_, point));
        const std::scoped_lock lock(mutex);
        rows[point].names = *names.insert(rows[point].names).first;
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (point < first.first) first = {point, std::current_exception()};
        asked = rows.size();
      }
    }
  });
  if (first.second) std::rethrow_exception(first.second);
  if (stop) throw Interrupted("nothing was written");
  for (std::size_t point = 0; point < rows.size(); ++point) {
    if (alike[point] != point) rows[point] = {rows[alike[point]].canonical, seed_of(study_, point), rows[alike[point]].names};
  }
  return rows;
}

void StudyPoints::refuse(const std::vector<StudyInput>& inputs, const std::vector<StudyInput>& swept, const model::Fault& fault) const {
  model::Fault here = fault;
  std::string& last = !fault.instead.empty() ? here.instead : fault.why.empty() ? here.problem : here.why;
  if (!swept.empty()) last += " (at " + in_words(swept) + ")";
  const auto given = std::find_if(inputs.rbegin(), inputs.rend(), [&](const StudyInput& input) { return input.key == fault.field; });
  if (given != inputs.rend()) refuse_at(file_, given->place, here);
  throw BadInput(model::fault_within(model::printable(file_) + ": ", here, model::as_key));
}

}  // namespace boxcars::io
