#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "io/failed.hpp"
#include "io/study_store.hpp"
#include "model/bad_input.hpp"

namespace boxcars::io {
namespace {

namespace fs = std::filesystem;
using model::BadInput;

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

}  // namespace

void merge(const std::vector<std::string>& parts, const std::string& output) {
  std::error_code error;
  if (fs::exists(output, error))
    throw BadInput("--output " + model::shown(output) + " is there already (a merge makes a new store); give another file");
  const std::string temporary = output + ".part" + std::to_string(getpid());
  struct Removed {
    std::string path;
    ~Removed() {
      std::error_code ignored;
      for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix, ignored);
    }
  } const removed{temporary};
  {
    Store whole = Store::write(temporary);
    Study study;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Store part = Store::read(parts[i]);
      if (i == 0) {
        study = part.study();
        std::vector<PointRow> rows;
        for (std::size_t point = 0; point < part.points(); ++point) rows.push_back(part.row(point));
        whole.begin(study, rows);
      } else {
        require_same(study, part.study(), parts[i]);
      }
      Wave wave;
      const auto states = part.states();
      const auto so_far = whole.states();
      if (states.size() != so_far.size()) throw BadInput(model::shown(parts[i]) + " is damaged (points are missing); make it anew");
      for (std::size_t point = 0; point < states.size(); ++point) {
        if (!states[point].solved) continue;
        if (i > 0 && part.row(point).canonical != whole.row(point).canonical) {
          throw BadInput(fmt::format("{} does not fit (point {} has other inputs: a file that it names has changed?); leave it out",
                                     model::shown(parts[i]), point));
        }
        wave.solved.push_back(*part.solved(point));
        for (auto& batches : part.batches(point)) wave.harvest.push_back(std::move(batches));
        if (is_finished(study, states[point].finished, so_far[point].trials + states[point].trials)) wave.finished.push_back(point);
      }
      try {
        whole.keep(wave);
      } catch (const BadInput& refused) {
        std::string why = refused.what();
        throw BadInput("the parts do not add up at " + model::shown(parts[i]) + ": " + why);
      }
      whole.add_runs_of(part);
    }
  }
  fs::rename(temporary, output, error);
  if (error) throw Failed("--output " + model::shown(output) + " cannot be written (" + error.message() + "); give another file");
}

}  // namespace boxcars::io
