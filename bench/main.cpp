#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/goals.hpp"

namespace {

using namespace boxcars;

// Keeps the fastest repetition of each: on a machine that is shared, it is the one that was disturbed least. Of ratios, all.
class Kept : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const std::string name = run.run_name.str();
      if (const auto ratio = run.counters.find("ratio"); ratio != run.counters.end()) {
        ratios_[name].push_back(ratio->second.value);
        continue;
      }
      const auto items = run.counters.find("items_per_second");
      const double seconds =
          items != run.counters.end() ? 1 / items->second.value : run.real_accumulated_time / static_cast<double>(run.iterations);
      const auto [kept, added] = nanoseconds_.try_emplace(name, seconds * 1e9);
      if (!added) kept->second = std::min(kept->second, seconds * 1e9);
    }
  }

  bench::Measured measured() const {
    bench::Measured measured{nanoseconds_, {}};
    for (auto [name, ratios] : ratios_) {
      std::sort(ratios.begin(), ratios.end());
      measured.ratios[name] = ratios[ratios.size() / 2];
    }
    return measured;
  }

 private:
  std::map<std::string, double> nanoseconds_;
  std::map<std::string, std::vector<double>> ratios_;
};

}  // namespace

// With arguments: Google Benchmark as it is. Without: all benchmarks in turn and again, and the goals.
int main(int argc, char** argv) {
  if (argc > 1) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
  }
  std::vector<std::string> arguments{argv[0], "--benchmark_repetitions=25", "--benchmark_min_time=0.01",
                                     "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  std::cerr << "all benchmarks, 25 times in random order: this takes a minute or two\n";
  Kept kept;
  benchmark::RunSpecifiedBenchmarks(&kept);
  const bench::Measured measured = kept.measured();
  std::cout << std::left << std::setw(60) << "fastest, for each DR, trial or question" << std::right << std::setw(14) << "ns\n";
  for (const auto& [name, time] : measured.nanoseconds)
    std::cout << std::left << std::setw(60) << name << std::right << std::fixed << std::setprecision(time < 100 ? 3 : 0) << std::setw(13)
              << time << "\n";
  std::cout << "\n"
            << std::left << std::setw(60) << "ratio, measured in turn: the median"
            << "\n";
  for (const auto& [name, ratio] : measured.ratios)
    std::cout << std::left << std::setw(60) << name << std::right << std::setprecision(2) << std::setw(13) << ratio << "\n";
  std::cout << std::defaultfloat << "\n";
  bench::print_goals(std::cout, measured);
}
