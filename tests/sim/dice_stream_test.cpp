#include "sim/dice_stream.hpp"

#include <array>
#include <numeric>
#include <set>

#include <catch2/catch.hpp>
#include <pcg_random.hpp>

using boxcars::sim::DiceStream;
using boxcars::sim::face_of;
using boxcars::sim::question_hash;

TEST_CASE("a die is uniform: of all 2^32 words, every face gets equally many") {
  // The words of a face lie side by side: it is enough to look at both ends of each run, and to count the words between.
  constexpr std::uint64_t all = std::uint64_t{1} << 32;
  for (const std::uint32_t faces : {6U, 36U}) {
    std::uint64_t rejected = 0;
    for (std::uint32_t face = 0; face < faces; ++face) {
      const auto first = static_cast<std::uint32_t>((face * all + faces - 1) / faces);           // whose product reaches this face
      const auto last = static_cast<std::uint32_t>(((face + 1) * all + faces - 1) / faces - 1);  // the last before the next face
      std::uint32_t begin = first;
      while (!face_of(begin, faces)) ++begin, ++rejected;
      CHECK(face_of(begin, faces) == face);
      CHECK(face_of(last, faces) == face);
      CHECK(std::uint64_t{last} - begin + 1 == all / faces);
    }
    CHECK(rejected == all % faces);
  }
}

TEST_CASE("faces come from pcg32's words") {
  // The same seeding, spelled out, against the library's own generator.
  const auto mixed = [](std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  };
  const std::uint64_t key = mixed(mixed(mixed(77) ^ 5) ^ 3);
  pcg32 reference(key, mixed(key));
  DiceStream dice(77, 5, 3);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t faces = i % 2 == 0 ? 36 : 6;
    std::optional<std::uint32_t> face;
    while (!face) face = face_of(static_cast<std::uint32_t>(reference()), faces);
    REQUIRE(dice.face(faces) == *face);
  }
}

TEST_CASE("counting throws the same sequence as throwing one by one") {
  DiceStream one_by_one(1, 2, 3), counted(1, 2, 3);
  for (const std::uint32_t throws : {0U, 1U, 7U, 35U, 36U, 1000U}) {
    std::array<std::uint32_t, 36> expected{}, counts{};
    for (std::uint32_t i = 0; i < throws; ++i) ++expected[one_by_one.face(36)];
    counted.count(throws, counts);
    CHECK(counts == expected);
  }
}

TEST_CASE("streams differ by question, seed and batch") {
  std::set<std::uint64_t> beginnings;
  const auto begin = [](DiceStream dice) {
    std::uint64_t text = 0;
    for (int i = 0; i < 12; ++i) text = text * 36 + dice.face(36);
    return text;
  };
  for (const char* question : {"attack a", "attack b"}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      for (std::uint64_t batch = 0; batch < 100; ++batch) beginnings.insert(begin(DiceStream(question_hash(question), seed, batch)));
    }
  }
  CHECK(beginnings.size() == 2 * 10 * 100);
}

TEST_CASE("FNV-1a known answers") {
  CHECK(question_hash("") == 0xcbf29ce484222325U);
  CHECK(question_hash("a") == 0xaf63dc4c8601ec8cU);
  CHECK(question_hash("foobar") == 0x85944171f73967e8U);
}
