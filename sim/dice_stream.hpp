#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <pcg_random.hpp>

namespace boxcars::sim {

/// The 64-bit hash (FNV-1a) of a question's canonical text: equal questions throw equal dice, different ones share none but by a collision
/// of hashes.
std::uint64_t question_hash(std::string_view canonical_question);

/// The face that a random word stands for, or none: multiply and reject, so that every face has the same number of words (Lemire,
/// "Fast Random Integer Generation in an Interval", 2019).
constexpr std::optional<std::uint32_t> face_of(std::uint32_t word, std::uint32_t faces) {
  const std::uint64_t product = std::uint64_t{word} * faces;
  const auto low = static_cast<std::uint32_t>(product);
  if (low < faces && low < (0U - faces) % faces) return std::nullopt;
  return static_cast<std::uint32_t>(product >> 32);
}

/// The dice of one batch: exact faces from one PCG stream. Never made from a floating point number; no face is likelier than another.
class DiceStream {
 public:
  /// The stream of batch `batch` of the question with this hash, under the user's seed.
  DiceStream(std::uint64_t question, std::uint64_t seed, std::uint64_t batch);

  /// One face, 0 <= face < faces.
  std::uint32_t face(std::uint32_t faces) {
    for (;;) {
      if (const auto face = face_of(engine_(), faces)) return *face;
    }
  }

  /// Throws `throws` times and adds each face to its count; the same sequence as `throws` calls of face().
  void count(std::uint32_t throws, std::span<std::uint32_t> counts_by_face);

 private:
  pcg32 engine_;
};

}  // namespace boxcars::sim
