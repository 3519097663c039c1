#include <immintrin.h>

#include "sim/trials/lanes.hpp"

namespace boxcars::sim {
namespace {

struct Registers {
  using Words = __m256i;
  static constexpr int width = 4;

  static Words load(const std::uint64_t* from) { return _mm256_load_si256(reinterpret_cast<const Words*>(from)); }
  static void store(void* to, Words words) { _mm256_store_si256(static_cast<Words*>(to), words); }

  static Words next(Words state, Words increment) {
    const Words low = _mm256_set1_epi64x(static_cast<std::int64_t>(multiplier & 0xffffffff));
    const Words high = _mm256_set1_epi64x(static_cast<std::int64_t>(multiplier >> 32));
    const Words carried = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(state, 32), low), _mm256_mul_epu32(state, high));
    return _mm256_add_epi64(_mm256_add_epi64(_mm256_mul_epu32(state, low), increment), _mm256_slli_epi64(carried, 32));
  }

  static void store_handfuls(Handful* to, Words a, Words b) {
    const Words shifted_a = _mm256_srli_epi64(_mm256_xor_si256(_mm256_srli_epi64(a, 18), a), 27);
    const Words shifted_b = _mm256_srli_epi64(_mm256_xor_si256(_mm256_srli_epi64(b, 18), b), 27);
    // Each 128 bits are packed by themselves, so two quarters of the result change places at the end.
    const Words shifted = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(shifted_a), _mm256_castsi256_ps(shifted_b), 0x88));
    const Words upper = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xdd));
    const Words by = _mm256_srli_epi32(upper, 27);
    const Words halves =
        _mm256_or_si256(_mm256_srlv_epi32(shifted, by), _mm256_sllv_epi32(shifted, _mm256_sub_epi32(_mm256_set1_epi32(32), by)));
    const Words faces = _mm256_set1_epi16(faces_of_DR);
    const Words first = _mm256_mulhi_epu16(halves, faces), component_state = _mm256_mullo_epi16(halves, faces);
    const Words second = _mm256_mulhi_epu16(component_state, faces), low = _mm256_mullo_epi16(component_state, faces);
    const Words none = _mm256_cmpeq_epi16(_mm256_subs_epu16(low, _mm256_set1_epi16(rejected_below - 1)), _mm256_setzero_si256());
    const Words found =
        _mm256_min_epu8(_mm256_or_si256(_mm256_or_si256(first, _mm256_slli_epi16(second, 8)), none), _mm256_set1_epi16(rejected));
    store(to, _mm256_permute4x64_epi64(found, 0xd8));
  }

  static Words load_unaligned(const void* from) { return _mm256_loadu_si256(static_cast<const Words*>(from)); }
  static Words larger(Words a, Words b) { return _mm256_max_epu8(a, b); }

  // A table of classes in three registers. The first gives the class by the last four bits of the DR; the others hold what DR from 16 and
  // from 32 on differ from that. The class of a rejected DR is 255.
  class Table {
   public:
    explicit Table(const std::uint8_t* class_of_DR) {
      const auto load = [&](int from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(class_of_DR + from)); };
      const __m128i first = load(0), second = load(16), third = _mm_or_si128(_mm_srli_si128(load(20), 12), _mm_set_epi32(-1, -1, -1, 0));
      first_ = _mm256_broadcastsi128_si256(first);
      second_ = _mm256_broadcastsi128_si256(_mm_xor_si128(second, first));
      third_ = _mm256_broadcastsi128_si256(_mm_xor_si128(third, second));
    }
    Words operator[](Words DR) const {
      const Words b = _mm256_shuffle_epi8(second_, _mm256_sub_epi8(DR, _mm256_set1_epi8(16)));  // the shuffle gives 0 for indices below 0
      const Words c = _mm256_shuffle_epi8(third_, _mm256_sub_epi8(DR, _mm256_set1_epi8(32)));
      return _mm256_xor_si256(_mm256_xor_si256(_mm256_shuffle_epi8(first_, DR), b), c);
    }

   private:
    Words first_, second_, third_;
  };

  static std::uint32_t count_of(std::uint8_t byte, const std::uint8_t* bytes, std::uint32_t size) {
    const Words wanted = _mm256_set1_epi8(static_cast<char>(byte));
    Words counts = _mm256_setzero_si256();
    for (std::uint32_t i = 0; i < size; i += sizeof(Words))
      counts = _mm256_sub_epi8(counts, _mm256_cmpeq_epi8(_mm256_load_si256(reinterpret_cast<const Words*>(bytes + i)), wanted));
    const Words sums = _mm256_sad_epu8(counts, _mm256_setzero_si256());
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(two) + _mm_extract_epi16(two, 4));
  }
};

}  // namespace

void fill_avx2(Lanes& lanes, Handful* block) { fill_with<Registers>(lanes, block); }

std::uint32_t count_avx2(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                         std::uint32_t* by_class) {
  return count_with<Registers>(first, number, class_of_DR, classes, by_class);
}

}  // namespace boxcars::sim
