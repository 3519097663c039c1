#include <emmintrin.h>

#include "sim/trials/lanes.hpp"

namespace boxcars::sim {
namespace {

// Needs SSE2, which every x86-64 has.
struct Registers {
  using Words = __m128i;
  static constexpr int width = 2;

  static Words load(const std::uint64_t* from) { return _mm_load_si128(reinterpret_cast<const Words*>(from)); }
  static void store(void* to, Words words) { _mm_store_si128(static_cast<Words*>(to), words); }

  static Words next(Words state, Words increment) {
    const Words low = _mm_set1_epi64x(static_cast<std::int64_t>(multiplier & 0xffffffff));
    const Words high = _mm_set1_epi64x(static_cast<std::int64_t>(multiplier >> 32));
    const Words carried = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(state, 32), low), _mm_mul_epu32(state, high));
    return _mm_add_epi64(_mm_add_epi64(_mm_mul_epu32(state, low), increment), _mm_slli_epi64(carried, 32));
  }

  static void store_handfuls(Handful* to, Words a, Words b) {
    const Words shifted = lower_halves(_mm_srli_epi64(_mm_xor_si128(_mm_srli_epi64(a, 18), a), 27),
                                       _mm_srli_epi64(_mm_xor_si128(_mm_srli_epi64(b, 18), b), 27));
    const Words halves = rotated_right(shifted, _mm_srli_epi32(upper_halves(a, b), 27));
    const Words faces = _mm_set1_epi16(faces_of_DR);
    const Words first = _mm_mulhi_epu16(halves, faces), component_state = _mm_mullo_epi16(halves, faces);
    const Words second = _mm_mulhi_epu16(component_state, faces), low = _mm_mullo_epi16(component_state, faces);
    const Words none = _mm_cmpeq_epi16(_mm_subs_epu16(low, _mm_set1_epi16(rejected_below - 1)), _mm_setzero_si128());
    store(to, _mm_min_epu8(_mm_or_si128(_mm_or_si128(first, _mm_slli_epi16(second, 8)), none), _mm_set1_epi16(rejected)));
  }

 private:
  static Words lower_halves(Words a, Words b) { return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88)); }
  static Words upper_halves(Words a, Words b) { return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xdd)); }
  // SSE2 has no shift by a variable number of bits, so the words are multiplied by a power of two, which is made as a float's exponent; the
  // upper half of the product is what is rotated out.
  static Words rotated_right(Words words, Words by) {
    const Words left = _mm_and_si128(_mm_sub_epi32(_mm_setzero_si128(), by), _mm_set1_epi32(31));
    const Words exponent = _mm_add_epi32(_mm_slli_epi32(left, 23), _mm_set1_epi32(127 << 23));
    const Words power = _mm_cvttps_epi32(_mm_castsi128_ps(exponent));  // 2^31 is out of range and becomes 0x80000000, which is right
    const Words even = _mm_mul_epu32(words, power);
    const Words odd = _mm_mul_epu32(_mm_srli_epi64(words, 32), _mm_srli_epi64(power, 32));
    return _mm_shuffle_epi32(_mm_or_si128(lower_halves(even, odd), upper_halves(even, odd)), 0xd8);
  }
};

}  // namespace

void fill_x86_64(Lanes& lanes, Handful* block) { fill_with<Registers>(lanes, block); }

}  // namespace boxcars::sim
