#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/trials/instruction_set.hpp"
#include "sim/trials/lanes.hpp"

namespace boxcars::sim {

/// The 64-bit hash (FNV-1a) of a question's canonical text: equal questions throw equal dice, different ones share none but by a collision
/// of hashes.
std::uint64_t question_hash(std::string_view canonical_question);

/// The kernels of an instruction set that this machine has; see lanes.hpp.
Kernels kernels_of(InstructionSet set);

/// Names a stream of dice: that of a batch of the question with this hash, under the user's seed.
struct StreamKey {
  std::uint64_t question = 0;
  std::uint64_t seed = 0;
  std::uint64_t batch = 0;
};

/// The dice of one batch: exact faces from 32 lanes of PCG, one sequence whatever they are thrown with and however many at a time. A
/// throw has 6 faces (dr) or 36 (DR). Dice are never made from a floating point number, and no face is likelier than another. The data that
/// every throw touches lies together, on pages of its own.
class alignas(4096) DiceStream {
 public:
  DiceStream(const StreamKey& key, InstructionSet with) : DiceStream(key, kernels_of(with)) {}
  DiceStream(const StreamKey& key, const Kernels& with) : with_(with) { begin(key); }

  /// Begins another stream.
  void begin(const StreamKey& key);

  /// One face, 0 <= face < faces: the first die of a new handful.
  std::uint32_t face(std::uint32_t faces);

  /// A number below n, all equally likely; n is at most 36 ^ 4.
  std::uint32_t below(std::uint32_t n);

  /// Shuffles numbers into a random order, all orders being equally likely; there are at most 36 ^ 4 numbers.
  void shuffle(std::span<std::uint32_t> numbers);

  /// Throws `throws` times and adds to the counts of the faces' classes: faces with the same number in `class_of_face` are counted
  /// together. The throws begin a new handful, and take four dice of each. Every class is below by_class.size() <= faces.
  void count(std::uint32_t throws, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class);

 private:
  template <class Tally>
  void take(std::uint32_t wanted, Tally tally);
  Handful one();
  template <std::size_t ways>
  void count_handfuls(std::uint32_t wanted, const std::array<const std::uint8_t*, ways>& classes_of_DR, std::span<std::uint32_t> by_class);
  std::array<std::uint32_t, faces_of_DR> count_whole(std::uint32_t wanted);

  using ByHandful = std::array<std::uint16_t, rejected + 1>;  // counts by handful

  alignas(64) std::array<Handful, block_handfuls + block_slack> block_{};
  std::uint32_t next_ = block_handfuls;  // place in the block
  Kernels with_;
  Lanes lanes_;
  ByHandful by_handful_;  // counts of one call of count_handfuls()
};
static_assert(sizeof(DiceStream) == 5 * 4096);

}  // namespace boxcars::sim
