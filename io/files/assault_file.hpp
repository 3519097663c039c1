#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question_kind.hpp"
#include "io/studies/study.hpp"
#include "model/core/bad_input.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/assault_inputs.hpp"

namespace boxcars::io {

class TomlDocument;

/// A file about turns of attacks on a position. It may be a study file, too; then what it sweeps and when it stops is not looked at.
///
/// Whatever it says can be changed by its path: "turns", "shot.MGs.drm", "location.J8.1.levels", "defender.1.unit", "rally.drm",
/// "goal.good_order".
class AssaultFile {
 public:
  /// Throws BadInput with the place for what is no such file.
  AssaultFile(std::string_view toml, const std::string& file);

  /// What the file asks, with some settings changed; without its map, whose name is in `map`. Throws BadInput with the place for values
  /// of the wrong kind, and for paths that name nothing.
  model::AssaultInputs inputs(const std::vector<StudyInput>& settings = {}) const;

  /// Every path that can be set; and those of numbers that the file gives.
  std::vector<std::string> paths() const;
  std::vector<std::string> numbers_given() const;

  const std::string& file() const;
  /// As the file has it, or else the file's own.
  std::string name() const;

  /// Throws BadInput: what is wrong, at its place in the file, or with the setting that made it so.
  [[noreturn]] void refuse(const model::BadInputAt& error, const std::vector<StudyInput>& settings) const;

 private:
  std::shared_ptr<const TomlDocument> document_;
};

/// Whether whoever has a choice does what is best, or fires at his first target.
enum class Choosing : bool { best, at_first_targets };

/// What such a file asks, with some settings changed, and its map read; throws BadInput with the place.
ask::Question assault_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const ask::MapReader& read_map,
                         Choosing choosing = Choosing::best);
/// What the file says of it, with its map read; and the position, of such inputs.
model::AssaultInputs inputs_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const ask::MapReader& read_map);
model::Assault position_of(const AssaultFile& file, const std::vector<StudyInput>& settings, const model::AssaultInputs& inputs);
/// What is typed to ask it.
std::string typed(const AssaultFile& file, const std::vector<StudyInput>& settings);

/// The keys of such a file beside those of every study.
const std::vector<std::string>& assault_keys();

/// A small file to start from.
std::string_view assault_example();

}  // namespace boxcars::io
