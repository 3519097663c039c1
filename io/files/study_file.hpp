#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/studies/study.hpp"

namespace boxcars::io {

/// The keys at the top of every study's file.
const std::vector<std::string>& study_keys();

/// What a study of a question may say.
struct StudyKeys {
  std::vector<std::string> inputs{};  ///< the question's options in snake_case, or the paths of its settings
  std::vector<std::string> tables{};  ///< at the top of the file, beside those of every study
};
/// Throws BadInput for a question that is none.
using KeysOf = std::function<StudyKeys(const std::string& question)>;

/// Reads a study file (schema 1). Throws BadInput with file, line and column for what is wrong, and the nearest known key.
Study parse_study(std::string_view toml, const std::string& file, const KeysOf& keys_of);

}  // namespace boxcars::io
