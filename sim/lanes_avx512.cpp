#include <immintrin.h>

#include "sim/lanes.hpp"

namespace boxcars::sim {
namespace {

// AVX-512 F, DQ and BW.
struct Registers {
  using Words = __m512i;
  static constexpr int width = 8;

  static Words load(const std::uint64_t* from) { return _mm512_load_si512(from); }
  static void store(void* to, Words words) { _mm512_store_si512(to, words); }

  static Words next(Words state, Words increment) {
    return _mm512_add_epi64(_mm512_mullo_epi64(state, _mm512_set1_epi64(static_cast<std::int64_t>(multiplier))), increment);
  }

  static void store_handfuls(Handful* to, Words a, Words b) {
    const Words lower = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const Words shifted_a = _mm512_srli_epi64(_mm512_xor_si512(_mm512_srli_epi64(a, 18), a), 27);
    const Words shifted_b = _mm512_srli_epi64(_mm512_xor_si512(_mm512_srli_epi64(b, 18), b), 27);
    const Words shifted = _mm512_permutex2var_epi32(shifted_a, lower, shifted_b);
    const Words by = _mm512_permutex2var_epi32(_mm512_srli_epi64(a, 59), lower, _mm512_srli_epi64(b, 59));
    const Words halves = _mm512_rorv_epi32(shifted, by);
    const Words all = _mm512_set1_epi16(handfuls);
    const __mmask32 none = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(halves, all), _mm512_set1_epi16(rejected_below));
    store(to, _mm512_mask_mov_epi16(_mm512_mulhi_epu16(halves, all), none, _mm512_set1_epi16(rejected)));
  }
};

}  // namespace

void fill_avx512(Lanes& lanes, Handful* block) { fill_with<Registers>(lanes, block); }

}  // namespace boxcars::sim
