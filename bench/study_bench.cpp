#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/work.hpp"
#include "io/files/study_store.hpp"
#include "model/questions/attack.hpp"
#include "sim/run/ask.hpp"
#include "tests/support/places.hpp"

namespace boxcars::bench {
namespace {

const std::atomic<bool> never_stop{false};

namespace fs = std::filesystem;

// A folder that goes when the benchmark ends.
struct Folder {
  fs::path path = fs::temp_directory_path() / "boxcars_study_bench";
  Folder() {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

constexpr int firepowers = 40;
constexpr std::array terrains{model::Terrain::open, model::Terrain::wood, model::Terrain::stone, model::Terrain::hut,
                              model::Terrain::factory};

// 1,000 attacks on a leader and two squads.
constexpr const char* study = R"(question = "attack"
[inputs]
target = ["8-1 4-6-7 4-6-7"]
cowering = "none"
[sweep]
fp = { from = 1, to = 40 }
terrain = ["open", "wood", "stone", "hut", "factory"]
drm = { from = -2, to = 2 }
)";

// The same points, each asked by itself, with nothing kept.
void ask_all() {
  for (int fp = 1; fp <= firepowers; ++fp) {
    for (const model::Terrain terrain : terrains) {
      for (int drm = -2; drm <= 2; ++drm) {
        model::AttackInputs in;
        in.fp = std::to_string(fp);
        in.terrain = terrain;
        in.drm = drm;
        in.targets = {"8-1", "4-6-7", "4-6-7"};
        in.cowering = model::Cowering::none;
        const model::Attack attack(in);
        benchmark::DoNotOptimize(sim::ask(sim::rules_of(attack), "point", {.threads = 1}, never_stop));
      }
    }
  }
}

// The whole program, from reading the file to a store that is whole, against that.
void slower_than_its_parts(benchmark::State& state) {
  const Folder folder;
  const fs::path file = folder.path / "study.toml", store = folder.path / "store";
  std::ofstream(file) << study;
  bool failed = false;
  in_turn(state, Work{1, [] { ask_all(); }}, Work{1, [&] {
                                                    fs::remove(store);
                                                    const std::string command = test::program_path() +
                                                                                " study run --quiet --threads 1 --store " + store.string() +
                                                                                " " + file.string();
                                                    failed = failed || std::system(command.c_str()) != 0;
                                                  }});
  if (failed) state.SkipWithError("it failed");
}

// What the program does with a store of 100,000 points.
void of_a_large_store(benchmark::State& state, const std::string& what) {
  const Folder folder;
  const std::string file = (folder.path / "store").string();
  constexpr std::size_t points = 100'000;
  {
    io::Store store = io::Store::write(file);
    io::Study many{.name = "many", .question = "clear"};
    many.sweep.emplace_back();
    const io::PointNames plain{{"cleared", "hampered"}, {"turn cleared"}, {"cleared"}};
    const auto names = std::make_shared<const io::PointNames>(plain);
    std::vector<io::PointRow> rows;
    io::Wave wave;
    for (std::size_t point = 0; point < points; ++point) {
      many.sweep.front().push_back({{"turns", static_cast<double>(point), {}}});
      rows.push_back({"clear " + std::to_string(point), 1, names});
      sim::Tally tally(2, 1);
      tally.trials = 1'000'000;
      tally.events = {point, 2 * point};
      tally.measures = {{{0, 1'000'000 - point}, {1, point}}};
      wave.solved.push_back({point, point, 10, 0, std::nullopt});
      wave.results.push_back({point, {0, 2}, tally});
      wave.finished.push_back(point);
    }
    store.begin(many, rows);
    store.keep(wave);
  }
  const std::string command = test::program_path() + " study " + what + " " + file + " > /dev/null";
  for (auto _ : state) {
    if (std::system(command.c_str()) != 0) return state.SkipWithError("it failed");
  }
}

void status(benchmark::State& state) { of_a_large_store(state, "status"); }
void exported(benchmark::State& state) { of_a_large_store(state, "export"); }

BENCHMARK(slower_than_its_parts)->Iterations(1)->UseRealTime();
BENCHMARK(status)->Iterations(1)->UseRealTime();
BENCHMARK(exported)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace boxcars::bench
