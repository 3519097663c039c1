#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/support/places.hpp"

namespace boxcars::test {

/// What users see, kept as files; a change is looked at before it is accepted. BOXCARS_UPDATE_SNAPSHOTS=1 writes them anew.
inline void check_snapshot(const std::string& name, const std::string& text) {
  const std::string path = source_path("tests/snapshots/" + name);
  if (std::getenv("BOXCARS_UPDATE_SNAPSHOTS")) std::ofstream(path) << text;
  std::ostringstream kept;
  kept << std::ifstream(path).rdbuf();
  INFO(path);
  CHECK(text == kept.str());
}

}  // namespace boxcars::test
