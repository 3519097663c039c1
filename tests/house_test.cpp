#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace {

namespace fs = std::filesystem;

// What a room may include of the house and of libraries; the standard library is free to all.
struct Room {
  std::string folder;
  std::set<std::string> rooms;
  std::set<std::string> libraries;
};

const std::vector<Room> rooms{
    {"model", {"model"}, {}},
    {"sim", {"sim"}, {"Eigen", "pcg_random.hpp", "tbb", "tsl", "emmintrin.h", "immintrin.h"}},
    {"io",
     {"io", "model", "sim"},
     {"fcntl.h", "fmt", "mpi.h", "nlohmann", "pugixml.hpp", "sqlite3.h", "sys", "toml++", "unistd.h", "zip.h", "zlib.h"}},
    {"cli", {"cli", "io", "model", "sim"}, {"fcntl.h", "fmt", "CLI", "sys", "unistd.h"}},
};

std::string first_part(const std::string& path) { return path.substr(0, path.find('/')); }

}  // namespace

TEST_CASE("every room includes only what it may") {
  for (const Room& room : rooms) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(BOXCARS_SOURCE_DIR) / room.folder)) {
      ++files;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("#include")) continue;
        INFO(entry.path() << ": " << line);
        const auto begin = line.find_first_of("<\"") + 1;
        const std::string name = line.substr(begin, line.find_first_of(">\"", begin) - begin);
        if (line[begin - 1] == '"') {
          CHECK(room.rooms.contains(first_part(name)));
        } else {
          const bool standard = name.find_first_of("/.") == std::string::npos;
          CHECK((standard || room.libraries.contains(first_part(name))));
        }
      }
    }
    CHECK(files > 5);
  }
}

TEST_CASE("files for one instruction set emit nothing that others could use: they include next to nothing") {
  const auto included = [](const fs::path& path) {
    std::set<std::string> names;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("#include ")) names.insert(line.substr(9));
    }
    return names;
  };
  const fs::path sim = BOXCARS_SOURCE_DIR "/sim";
  CHECK(included(sim / "lanes.hpp") == std::set<std::string>{"<cstdint>"});
  CHECK(included(sim / "lanes_avx2.cpp") == std::set<std::string>{"<immintrin.h>", "\"sim/lanes.hpp\""});
  CHECK(included(sim / "lanes_avx512.cpp") == std::set<std::string>{"<immintrin.h>", "\"sim/lanes.hpp\""});
  for (const auto& entry : fs::directory_iterator(sim)) {
    if (entry.path().filename().string().starts_with("lanes_")) continue;
    for (const std::string& name : included(entry.path())) CHECK(name.find("mmintrin") == std::string::npos);
  }
}

TEST_CASE("only the runner knows TBB, only linear systems know Eigen") {
  for (const auto& [word, home] :
       std::vector<std::pair<std::string, std::string>>{{"#include <tbb/", "runner.cpp"}, {"#include <Eigen/", "linear_system.cpp"}}) {
    for (const auto& entry : fs::directory_iterator(fs::path(BOXCARS_SOURCE_DIR) / "sim")) {
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (line.starts_with(word)) CHECK(entry.path().filename() == home);
      }
    }
  }
}
