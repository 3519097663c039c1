#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "io/files/board_file.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/places.hpp"

namespace boxcars::test {

/// A board of VASL's, which is no part of the project: from $BOXCARS_BOARDS, or the folder `boards` or `shared/boards` beside the project.
/// Nothing if it is not there; then the test says that it leaves it out.
inline std::optional<std::string> real_board(const std::string& name) {
  const char* own = std::getenv("BOXCARS_BOARDS");
  const std::string beside = source_path("..");
  try {
    return io::find_board(name, {own ? own : "", beside + "/boards", beside + "/shared/boards"});
  } catch (const model::BadInput&) {
    WARN("'" << Catch::getResultCapture().getCurrentTestName() << "' leaves VASL's board " << name
             << " out: set BOXCARS_BOARDS to the folder of your boards");
    return std::nullopt;
  }
}

}  // namespace boxcars::test
