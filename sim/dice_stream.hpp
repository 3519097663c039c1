#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <pcg_random.hpp>

namespace boxcars::sim {

/// The 64-bit hash (FNV-1a) of a question's canonical text: equal questions throw equal dice, different ones do not share any.
std::uint64_t question_hash(std::string_view canonical_question);

/// The dice of one batch: exact faces from one PCG stream. Never made from a floating point number; no face is likelier than another.
class DiceStream {
 public:
  /// The stream of batch `batch` of the question with this hash, under the user's seed.
  DiceStream(std::uint64_t question, std::uint64_t seed, std::uint64_t batch);

  /// One face, 0 <= face < faces. Multiply and reject (Lemire, "Fast Random Integer Generation in an Interval", 2019).
  std::uint32_t face(std::uint32_t faces) {
    std::uint64_t product = std::uint64_t{engine_()} * faces;
    if (static_cast<std::uint32_t>(product) < faces) {
      const std::uint32_t threshold = (0U - faces) % faces;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{engine_()} * faces;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Throws `throws` times and adds each face to its count; the same sequence as `throws` calls of face().
  void count(std::uint32_t throws, std::span<std::uint32_t> counts_by_face);

 private:
  pcg32 engine_;
};

}  // namespace boxcars::sim
