#include <immintrin.h>

#include "sim/lanes.hpp"

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
    // The halves of each 128 bits by themselves, hence two quarters of the result change places at the end.
    const Words shifted = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(shifted_a), _mm256_castsi256_ps(shifted_b), 0x88));
    const Words upper = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xdd));
    const Words by = _mm256_srli_epi32(upper, 27);
    const Words halves =
        _mm256_or_si256(_mm256_srlv_epi32(shifted, by), _mm256_sllv_epi32(shifted, _mm256_sub_epi32(_mm256_set1_epi32(32), by)));
    const Words all = _mm256_set1_epi16(handfuls);
    const Words low = _mm256_mullo_epi16(halves, all);
    const Words none = _mm256_cmpeq_epi16(_mm256_subs_epu16(low, _mm256_set1_epi16(rejected_below - 1)), _mm256_setzero_si256());
    const Words found = _mm256_blendv_epi8(_mm256_mulhi_epu16(halves, all), _mm256_set1_epi16(rejected), none);
    store(to, _mm256_permute4x64_epi64(found, 0xd8));
  }
};

}  // namespace

void fill_avx2(Lanes& lanes, Handful* block) { fill_with<Registers>(lanes, block); }

}  // namespace boxcars::sim
