#include "tests/support/places.hpp"

namespace boxcars::test {

std::string source_path(std::string_view from_top) {
  std::string path = BOXCARS_SOURCE_DIR;
  if (!from_top.empty()) path.append("/").append(from_top);
  return path;
}

std::string program_path() { return BOXCARS_PROGRAM; }

std::string mpi_program_path() {
#ifdef BOXCARS_MPI_PROGRAM
  return BOXCARS_MPI_PROGRAM;
#else
  return {};
#endif
}

std::string killer_path() {
#ifdef BOXCARS_KILLER
  return BOXCARS_KILLER;
#else
  return {};
#endif
}

}  // namespace boxcars::test
