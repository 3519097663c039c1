#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <tuple>

#include "model/rules/los.hpp"

namespace {

using namespace boxcars::model;

// A board of usual size with a village, woods, grain, a hill and walls, at places that a generator chooses.
Raster village() {
  Raster raster{.columns = 33, .rows = 10, .width = 1800, .height = 645};
  raster.pixels.resize(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height));
  raster.stairwells.resize(raster.hex_count());
  const auto paint = [&](int x, int y, int wide, int high, std::uint8_t code, int elevation) {
    for (int i = x; i < x + wide && i < raster.width; ++i) {
      for (int j = y; j < y + high && j < raster.height; ++j) {
        Pixel& pixel = raster.pixels[static_cast<std::size_t>(i) * static_cast<std::size_t>(raster.height) + static_cast<std::size_t>(j)];
        pixel = {code, static_cast<std::int8_t>(elevation)};
      }
    }
  };
  paint(1200, 150, 300, 300, 0, 1);
  std::mt19937 dice(1);
  for (const auto& [code, wide, high] : {std::tuple{60, 50, 50}, std::tuple{24, 60, 60}, std::tuple{41, 30, 20}, std::tuple{72, 40, 3}}) {
    for (int i = 0; i < 30; ++i)
      paint(static_cast<int>(dice() % 1750), static_cast<int>(dice() % 600), wide, high, static_cast<std::uint8_t>(code), 0);
  }
  return raster;
}

// All that is seen from a hex, from one hex after the other.
void from_one_hex(benchmark::State& state) {
  const Battlefield field(village());
  const int hexes = static_cast<int>(field.hexes().size());
  int from = 0, seen = 0;
  for (auto step : state) {
    (void)step;
    for (int to = 0; to < hexes; ++to) seen += line_of_sight(field, {from, 0}, {to, 0}).blocked() ? 0 : 1;
    from = (from + 1) % hexes;
  }
  benchmark::DoNotOptimize(seen);
}

}  // namespace

BENCHMARK(from_one_hex)->Name("los/from_one_hex");
