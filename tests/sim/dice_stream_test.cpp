#include "sim/trials/dice_stream.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/trials/simulate.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/reference_dice.hpp"

using namespace boxcars::sim;
using boxcars::test::OneOf;
using boxcars::test::ReferenceDice;

namespace {

// Counts some throws by as many classes as are asked for, and compares with the dice as they are defined.
bool count_is_right(DiceStream& dice, ReferenceDice& reference, std::uint32_t throws, std::uint32_t faces, std::uint32_t classes) {
  std::vector<std::uint8_t> class_of_face(faces);
  for (std::uint32_t face = 0; face < faces; ++face) class_of_face[face] = static_cast<std::uint8_t>(face * 7 % classes);
  std::vector<std::uint32_t> expected(classes, 5), counts(classes, 5);  // they are added to what is there
  for (const int face : reference.throw_dice(static_cast<int>(throws), static_cast<int>(faces)))
    ++expected[class_of_face[static_cast<std::size_t>(face)]];
  dice.count(throws, class_of_face, counts);
  return counts == expected;
}

std::vector<InstructionSet> supported() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : instruction_sets) {
    if (is_supported(set)) sets.push_back(set);
  }
  return sets;
}

}  // namespace

TEST_CASE("every instruction set throws the dice as they are defined, however many at a time") {
  // All small numbers, and those around the ends of blocks, of the ways of counting, and of what the counts can hold.
  std::vector<std::uint32_t> numbers(300);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (const std::uint32_t end : {509U, 512U, 1020U, 1024U, 2048U, 4096U, 8192U, 2 * 65535U}) {
    for (std::uint32_t n = end - 3; n <= end + 3; ++n) numbers.push_back(n);
  }
  numbers.push_back(batch_trials);
  for (const InstructionSet set : supported()) {
    DiceStream dice({77, 5, 3}, set);
    ReferenceDice reference(77, 5, 3);
    bool right = true;
    OneOf some(11);
    for (const std::uint32_t throws : numbers) {
      if (!some.takes_next()) continue;
      for (const std::uint32_t classes : {1U, 2U, 5U, 6U}) right &= count_is_right(dice, reference, throws, 6, classes);
      for (const std::uint32_t classes : {1U, 3U, 8U, 9U, 17U, 19U, 36U}) right &= count_is_right(dice, reference, throws, 36, classes);
    }
    INFO("instruction set " << static_cast<int>(set));
    CHECK(right);
  }
}

TEST_CASE("a single throw is the first dice of a handful") {
  for (const InstructionSet set : supported()) {
    DiceStream dice({1, 2, 3}, set);
    ReferenceDice reference(1, 2, 3);
    bool right = true;
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t faces = i % 3 == 0 ? 6 : 36;
      right &= static_cast<int>(dice.face(faces)) == reference.throw_dice(1, static_cast<int>(faces)).front();
    }
    CHECK(right);
  }
}

TEST_CASE("a number below another is as likely as any, of one handful or two") {
  DiceStream dice({1, 1, 1}, best_instruction_set());
  for (const std::uint32_t n : {1U, 2U, 5U, 36U, 700U, 1295U, 1296U, 1297U, 2000U}) {
    constexpr std::uint32_t each = 2000;
    std::vector<std::uint32_t> counts(n);
    for (std::uint32_t i = 0; i < n * each; ++i) ++counts.at(dice.below(n));
    double chi_square = 0;
    for (const std::uint32_t count : counts) chi_square += (count - double{each}) * (count - double{each}) / each;
    INFO(n);
    CHECK(std::abs(chi_square - (n - 1)) <= 6 * std::sqrt(2.0 * n));
  }
  for (int i = 0; i < 1000; ++i) CHECK(dice.below(36 * 36 * 36 * 36) < 36 * 36 * 36 * 36);
}

TEST_CASE("numbers are shuffled into every order alike") {
  DiceStream dice({2, 1, 1}, best_instruction_set());
  std::map<std::vector<std::uint32_t>, int> orders;
  constexpr int each = 2000;
  for (int i = 0; i < 24 * each; ++i) {
    std::vector<std::uint32_t> numbers{7, 8, 9, 9'000'000};
    dice.shuffle(numbers);
    ++orders[numbers];
  }
  CHECK(orders.size() == 24);
  for (const auto& [order, count] : orders) CHECK(std::abs(count - each) <= 6 * std::sqrt(each));
}

TEST_CASE("counts of the same dice again and again do not overflow") {
  Kernels same = kernels_of(InstructionSet::scalar);
  same.fill = +[](Lanes&, Handful* block) { std::fill_n(block, block_handfuls, Handful{7 << 8 | 7}); };
  DiceStream dice({1, 2, 3}, same);
  std::vector<std::uint8_t> every_face(36);
  std::iota(every_face.begin(), every_face.end(), std::uint8_t{0});
  for (const std::uint32_t throws : {500U, 65536U, 131072U, 131080U, 524288U}) {
    std::vector<std::uint32_t> counts(36);
    dice.count(throws, every_face, counts);
    CHECK(counts[7] == throws);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0U) == throws);
  }
}

TEST_CASE("a stream that begins anew owes nothing to what it threw before") {
  DiceStream dice({1, 2, 3}, best_instruction_set());
  ReferenceDice before(1, 2, 3), after(1, 2, 4);
  CHECK(count_is_right(dice, before, 1001, 36, 4));
  dice.begin({1, 2, 4});
  CHECK(count_is_right(dice, after, 1001, 36, 4));
}

TEST_CASE("streams differ by question, seed and batch") {
  std::set<std::uint64_t> beginnings;
  const auto begin = [](const StreamKey& key) {
    DiceStream dice(key, best_instruction_set());
    std::uint64_t text = 0;
    for (int i = 0; i < 12; ++i) text = text * 36 + dice.face(36);
    return text;
  };
  for (const char* question : {"attack a", "attack b"}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      for (std::uint64_t batch = 0; batch < 100; ++batch) beginnings.insert(begin({question_hash(question), seed, batch}));
    }
  }
  CHECK(beginnings.size() == 2 * 10 * 100);
}

TEST_CASE("FNV-1a known answers") {
  CHECK(question_hash("") == 0xcbf29ce484222325U);
  CHECK(question_hash("a") == 0xaf63dc4c8601ec8cU);
  CHECK(question_hash("foobar") == 0x85944171f73967e8U);
}
