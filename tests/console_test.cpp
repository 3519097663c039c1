#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <sys/types.h>

#include <catch2/catch.hpp>

#include "tests/support/child.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/places.hpp"

using boxcars::test::program_path;
using boxcars::test::source_path;

namespace {

namespace fs = std::filesystem;

// A line of a page; of a command in a ```console block with the lines of its output.
struct Line {
  std::string text;
  bool is_command = false;
  std::string output{};
};

std::vector<Line> lines_of(const fs::path& page) {
  std::vector<Line> lines;
  std::ifstream file(page);
  bool inside = false;
  for (std::string text; std::getline(file, text);) {
    if (text.starts_with("```")) {
      inside = text == "```console";
      lines.push_back({text});
    } else if (inside && !text.starts_with("$ ") && lines.back().is_command) {
      lines.back().output += text + "\n";
    } else {
      lines.push_back({text, inside && text.starts_with("$ ")});
    }
  }
  return lines;
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(("cd \"" + source_path() + "\" && { " + command + "; } 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe)) text += buffer.data();
  pclose(pipe);
  return text;
}

// Without what a slow machine says on the way: progress is for those who wait.
std::string without_progress(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool progress = line.starts_with("boxcars: solving: ") ||
                          (line.starts_with("boxcars: ") && (line.find(" trials (") != std::string::npos ||
                                                             line.find(" points") != std::string::npos || line.ends_with(" settings")));
    if (!progress) kept += line + "\n";
  }
  return kept;
}

}  // namespace

TEST_CASE("without root and packages, set-up prints the exact line and fails") {
  const fs::path fakes = fs::temp_directory_path() / "boxcars_fakes";
  fs::create_directories(fakes);
  std::ofstream(fakes / "id") << "#!/bin/sh\necho 1000\n";
  // Everything but Eigen and fmt is there.
  std::ofstream(fakes / "dpkg-query") << "#!/bin/sh\ncase $3 in libeigen3-dev|libfmt-dev) exit 1;; *) echo installed;; esac\n";
  for (const char* name : {"id", "dpkg-query"}) fs::permissions(fakes / name, fs::perms::owner_all);
  const std::string command = "unset BOXCARS; PATH='" + fakes.string() + "':\"$PATH\" ./run.sh --version; echo status $?";
  CHECK(output_of(command) ==
        "boxcars needs packages that are not installed; as root: apt-get update && apt-get install -y --no-install-recommends "
        "libeigen3-dev libfmt-dev\nstatus 1\n");
  fs::remove_all(fakes);
}

namespace {

// run.sh somewhere else, with packages that are all there and a build that takes as long as is said.
class Checkout {
 public:
  Checkout() {
    for (const char* folder : {"fakes", "here"}) fs::create_directories(folder_ / folder);
    for (const char* script : {"run.sh", "setup.sh"}) fs::copy_file(source_path(script), folder_ / ("here/" + std::string(script)));
    fake("dpkg-query", "echo installed\n");
    fake("cmake",
         "case $* in *--build*) ;; *) mkdir -p build/release; echo CMAKE_HOME_DIRECTORY:INTERNAL=$PWD >build/release/CMakeCache.txt\n"
         "  touch build/release/build.ninja; exit ;; esac\n"
         "mkdir busy || echo two at once >>said\n"
         "sleep ${SLEEP:-0.3} & echo $! >../asleep; wait; rmdir busy\n"
         "printf '#!/bin/sh\\necho run $*\\n' >build/release/boxcars; chmod +x build/release/boxcars\n");
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  // What goes before a command.
  std::string within() const { return "unset BOXCARS; cd " + folder_.path() + "; PATH=" + *this / "fakes" + ":$PATH; "; }

 private:
  void fake(const std::string& name, const std::string& what) {
    folder_.file("fakes/" + name, "#!/bin/sh\n" + what);
    fs::permissions(folder_ / ("fakes/" + name), fs::perms::owner_all);
  }
  boxcars::test::Folder folder_;
};

}  // namespace

TEST_CASE("run.sh is found through a link, and BOXCARS from where it is called") {
  const Checkout checkout;
  fs::create_symlink("here/run.sh", checkout / "link.sh");
  CHECK_THAT(output_of(checkout.within() + "./link.sh a"), Catch::Matchers::EndsWith("\nrun a\n"));
  const std::string own = "cd / && BOXCARS=bin/echo '" + source_path("run.sh") + "'";
  CHECK(output_of(own + " a") == "a\n");
  CHECK_THAT(output_of(own), Catch::Matchers::StartsWith("he 150 --map "));
}

TEST_CASE("two run.sh do not build at once, and one that is ended leaves nothing at work") {
  const Checkout checkout;
  const std::string both = output_of(checkout.within() + "here/run.sh a & here/run.sh b & wait");
  CHECK_THAT(both, Catch::Matchers::Contains("run a\n") && Catch::Matchers::Contains("run b\n"));
  CHECK(!fs::exists(checkout / "here/said"));

  fs::remove(checkout / "asleep");
  using namespace boxcars::test;
  const Child child = start({"sh", "-c", checkout.within() + "export SLEEP=10000; exec here/run.sh"});
  const auto asleep = [&] {
    std::ifstream file(checkout / "asleep");
    pid_t process = 0;
    return file >> process ? process : 0;
  };
  REQUIRE(wait_until([&] { return asleep() > 0; }));
  kill(child.process, SIGTERM);
  CHECK(wait_for(child).status == 143);
  const auto state = [&] { return detail::state_in("/proc/" + std::to_string(asleep()) + "/stat"); };
  CHECK(wait_until([&] { return state().empty() || state()[0] == "Z"; }));
}

// BOXCARS_UPDATE_SNAPSHOTS=1 writes them anew.
TEST_CASE("every console block of the documents does what it shows", "[documents]") {
  setenv("BOXCARS", program_path().c_str(), 1);  // run.sh runs the program of this build
  setenv("PATH", (fs::path(program_path()).parent_path().string() + ":" + std::getenv("PATH")).c_str(), 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("COLUMNS");
  std::vector<fs::path> pages{source_path("README.md")};
  for (const char* folder : {"docs", "bench", "experiments"}) {
    for (const auto& entry : fs::directory_iterator(source_path(folder))) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  std::size_t run = 0;
  for (const auto& page : pages) {
    std::vector<Line> lines = lines_of(page);
    for (Line& line : lines) {
      if (!line.is_command) continue;
      const std::string output = without_progress(output_of(line.text.substr(2)));
      if (std::getenv("BOXCARS_UPDATE_SNAPSHOTS")) line.output = output;
      INFO(page << ": " << line.text);
      CHECK(output == line.output);
      CHECK(output.find(" differ: ") == std::string::npos);  // kept results are what their command gives
      ++run;
    }
    if (!std::getenv("BOXCARS_UPDATE_SNAPSHOTS")) continue;
    std::ofstream written(page);
    for (const Line& line : lines) written << line.text << "\n" << line.output;
  }
  CHECK(run >= 8);
}
