#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ask/question_kind.hpp"
#include "ask/work.hpp"
#include "io/files/assault_file.hpp"
#include "io/files/study_store.hpp"
#include "io/studies/study.hpp"

namespace boxcars::io {

/// The questions of a study's file. Any thread may ask them; the front end reads maps.
class StudyPoints {
 public:
  /// Throws BadInput with the place for what is no study.
  StudyPoints(const std::string& text, std::string file, ask::MapReader read_map);

  const Study& study() const { return study_; }

  /// Throws BadInput: what a question refuses, at the place in the file where the field is given.
  ask::Question operator()(std::size_t point) const;

  /// All of them for who works on them; the points outlive them.
  ask::Questions questions() const;

  /// All points as rows of a store, asked by several threads; those that differ in their seeds alone are one question. `asked` counts them.
  /// Throws what is wrong with the first that is; when `stop` becomes true, Interrupted.
  std::vector<PointRow> rows(int threads, std::atomic<std::size_t>& asked, const std::atomic<bool>& stop) const;

 private:
  [[noreturn]] void refuse(const std::vector<StudyInput>& inputs, const std::vector<StudyInput>& swept, const model::Fault& fault) const;

  std::string file_;
  ask::MapReader read_map_;
  Study study_;
  std::optional<AssaultFile> assault_{};  // an assault is in the study's own file
};

}  // namespace boxcars::io
