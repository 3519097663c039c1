#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/places.hpp"

using boxcars::test::source_path;

namespace {

namespace fs = std::filesystem;

// What a room may include of the house and of libraries; the standard library is free to all.
struct Room {
  std::string folder;
  std::set<std::string> rooms;
  std::set<std::string> libraries;
};

const std::vector<Room> all_rooms{
    {"model/core", {"model/core"}, {}},
    {"model/rules", {"model/core", "model/rules"}, {}},
    {"model/parts", {"model/core", "model/rules", "model/parts"}, {}},
    {"model/questions", {"model/core", "model/rules", "model/parts", "model/questions"}, {}},
    {"sim/process", {"sim/process"}, {}},
    {"sim/resources", {"sim/resources"}, {"malloc.h", "tbb"}},
    {"sim/statistics", {"sim/statistics"}, {}},
    {"sim/state_space", {"sim/process", "sim/resources", "sim/statistics", "sim/state_space"}, {"tsl"}},
    {"sim/exact", {"sim/process", "sim/resources", "sim/statistics", "sim/state_space", "sim/exact"}, {"Eigen"}},
    {"sim/trials",
     {"sim/process", "sim/resources", "sim/statistics", "sim/state_space", "sim/trials"},
     {"pcg_random.hpp", "emmintrin.h", "immintrin.h"}},
    {"sim/decisions", {"sim/process", "sim/resources", "sim/statistics", "sim/state_space", "sim/decisions"}, {}},
    {"sim/run", {"sim/process", "sim/resources", "sim/statistics", "sim/state_space", "sim/exact", "sim/trials", "sim/run"}, {}},
    {"ask", {"ask", "model", "sim"}, {"fmt", "nlohmann"}},
    {"io",
     {"io", "ask", "model", "sim"},
     {"fcntl.h", "fmt", "mpi.h", "nlohmann", "pugixml.hpp", "sqlite3.h", "sys", "toml++", "unistd.h", "zip.h", "zlib.h"}},
    {"cli", {"cli", "io", "ask", "model", "sim"}, {"fcntl.h", "fmt", "CLI", "sys", "unistd.h"}},
};

std::string first_part(const std::string& path) { return path.substr(0, path.find('/')); }

bool is_in(const std::string& path, const std::set<std::string>& rooms) {
  return std::any_of(rooms.begin(), rooms.end(), [&](const std::string& room) { return path.starts_with(room + "/"); });
}

// Every source of a room, through all of its folders, as its path in the project.
std::vector<std::string> sources_in(const std::string& room) {
  std::vector<std::string> sources;
  for (const auto& entry : fs::recursive_directory_iterator(source_path(room))) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".hpp" || extension == ".cpp") sources.push_back(fs::relative(entry.path(), source_path()).string());
  }
  return sources;
}

std::string text_of(const std::string& source) {
  std::ifstream file(source_path(source));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// What a file includes, with its sign: "model/core/dice.hpp", <vector>.
std::vector<std::string> includes_of(const std::string& source) {
  std::vector<std::string> includes;
  std::ifstream file(source_path(source));
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("#include")) continue;
    const auto begin = line.find_first_of("<\"");
    includes.push_back(line.substr(begin, line.find_first_of(">\"", begin + 1) - begin));
  }
  return includes;
}

}  // namespace

TEST_CASE("every room includes only what it may, and every source is in a room") {
  std::size_t files = 0;
  for (const Room& room : all_rooms) {
    const auto sources = sources_in(room.folder);
    CHECK(sources.size() > 4);
    files += sources.size();
    for (const std::string& source : sources) {
      for (const std::string& include : includes_of(source)) {
        INFO(source << ": " << include);
        const std::string name = include.substr(1);
        const bool standard = include[0] == '<' && name.find_first_of("/.") == std::string::npos;
        CHECK((standard || (include[0] == '"' ? is_in(name, room.rooms) : room.libraries.contains(first_part(name)))));
      }
    }
  }
  std::size_t all = 0;
  for (const char* folder : {"model", "sim", "ask", "io", "cli"}) all += sources_in(folder).size();
  CHECK(files == all);
}

TEST_CASE("everything in model/parts that has a state is held to what a part is") {
  std::size_t parts = 0;
  std::string headers;
  for (const std::string& source : sources_in("model/parts")) {
    if (source.ends_with(".hpp")) headers += text_of(source);
  }
  const std::string in_class = "\nclass ", state = "\n  struct State {";
  for (auto at = headers.find(state); at != std::string::npos; at = headers.find(state, at + 1)) {
    const auto name = headers.rfind(in_class, at) + in_class.size();
    const std::string part = headers.substr(name, headers.find_first_of(" ;", name) - name);
    INFO(part);
    const std::vector<std::string> concepts{"Part", "CallingPart", "PartOfCalls", "CalledPart"};
    CHECK(std::any_of(concepts.begin(), concepts.end(), [&](const std::string& name_of_concept) {
      return headers.find("\nstatic_assert(" + name_of_concept + "<" + part + ">);") != std::string::npos;
    }));
    ++parts;
  }
  CHECK(parts >= 12);
}

TEST_CASE("the process that docs/design.md shows is the tests' own") {
  const std::string page = text_of("docs/design.md"), before = "```cpp\n";
  const auto begin = page.find(before) + before.size();
  const std::string shown = page.substr(begin, page.find("```", begin) - begin);
  CHECK(shown.starts_with("struct "));
  CHECK(text_of("tests/support/toys.hpp").find(shown) != std::string::npos);
}

TEST_CASE("a library is known to few files") {
  const std::vector<std::tuple<std::string, std::string, std::size_t>> most{
      {"sim", "<tbb/", 1},     {"sim", "<Eigen/", 1}, {"sim", "<tsl/", 1}, {"io", "<toml++/", 2},
      {"io", "<sqlite3.h", 1}, {"io", "<zip.h", 1},   {"io", "<mpi.h", 1}, {"cli", "<CLI/", 1}};
  for (const auto& [room, library, files] : most) {
    std::size_t found = 0;
    for (const std::string& source : sources_in(room)) {
      const auto includes = includes_of(source);
      found += std::any_of(includes.begin(), includes.end(),
                           [&, prefix = library](const std::string& include) { return include.starts_with(prefix); });
    }
    INFO(library << " in " << room);
    CHECK(found >= 1);
    CHECK(found <= files);
  }
}

// All else of the engine is compiled once, and knows states as bytes.
TEST_CASE("what sim has for every type of process is its adapter") {
  const std::set<std::string> adapter{"sim/process/rules.hpp", "sim/process/program.hpp", "sim/process/single_component.hpp",
                                      "sim/process/flattened.hpp", "sim/decisions/decision_process.hpp"};
  const std::set<std::string> contracts{"sim/process/process.hpp", "sim/process/components.hpp"};  // concepts
  for (const std::string& source : sources_in("sim")) {
    const std::string text = text_of(source);
    bool is_of_processes = false;
    for (const char* of : {"template <Process", "template <Caller", "template <Component", "template <DecisionProcess", "template <class P",
                           "template <class C"}) {
      for (auto at = text.find(of); at != std::string::npos; at = text.find(of, at + 1))
        is_of_processes |= std::string_view(" >,").find(text[at + std::string_view(of).size()]) != std::string_view::npos;
    }
    INFO(source);
    CHECK(is_of_processes == (adapter.contains(source) || contracts.contains(source)));
  }
}

TEST_CASE("the recipes of CONTRIBUTING.md name files that there are") {
  std::ifstream file(source_path("CONTRIBUTING.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::size_t paths = 0;
  // A question touches 8 files at most, a format 2 and the list of sources.
  for (const auto& [recipe, most] :
       std::vector<std::pair<std::string, std::size_t>>{{"## A new rule\n", 12}, {"## A new question\n", 8}, {"## A new format\n", 3}}) {
    INFO(recipe);
    std::set<std::string> touched;  // what the numbered steps name
    const auto begin = page.find(recipe);
    REQUIRE(begin != std::string::npos);
    const std::string text = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    for (auto at = text.find('`'); at != std::string::npos;) {
      const auto end = text.find('`', at + 1);
      const std::string name = text.substr(at + 1, end - at - 1);
      at = text.find('`', end + 1);
      if (name.find('/') == std::string::npos) continue;
      INFO(name);
      CHECK(std::filesystem::exists(source_path(name)));
      ++paths;
    }
    std::istringstream lines(text);
    bool in_steps = false;
    for (std::string line; std::getline(lines, line);) {
      in_steps = line.size() > 2 && (line.substr(1, 2) == ". " || (in_steps && line.starts_with("   ")));
      for (auto begin_of = line.find('`'); in_steps && begin_of != std::string::npos;) {
        const auto end = line.find('`', begin_of + 1);
        if (end == std::string::npos) break;
        const std::string name = line.substr(begin_of + 1, end - begin_of - 1);
        if (name.find('/') != std::string::npos) touched.insert(name);
        begin_of = line.find('`', end + 1);
      }
    }
    CHECK_FALSE(touched.empty());
    CHECK(touched.size() <= most);
  }
  CHECK(paths >= 18);
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
  const fs::path trials = source_path("sim/trials");
  CHECK(included(trials / "lanes.hpp") == std::set<std::string>{"<cstdint>"});
  CHECK(included(trials / "lanes_avx2.cpp") == std::set<std::string>{"<immintrin.h>", "\"sim/trials/lanes.hpp\""});
  CHECK(included(trials / "lanes_avx512.cpp") == std::set<std::string>{"<immintrin.h>", "\"sim/trials/lanes.hpp\""});
  for (const std::string& source : sources_in("sim")) {
    const fs::path path = source_path(source);
    if (path.filename().string().starts_with("lanes_")) continue;
    for (const std::string& name : included(path)) CHECK(name.find("mmintrin") == std::string::npos);
  }
}
