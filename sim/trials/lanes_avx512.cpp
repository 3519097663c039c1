#include <immintrin.h>

#include "sim/trials/lanes.hpp"

namespace boxcars::sim {
namespace {

// Needs AVX-512 F, DQ and BW.
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
    const Words faces = _mm512_set1_epi16(faces_of_DR);
    const Words first = _mm512_mulhi_epu16(halves, faces), component_state = _mm512_mullo_epi16(halves, faces);
    const Words second = _mm512_mulhi_epu16(component_state, faces), low = _mm512_mullo_epi16(component_state, faces);
    const __mmask32 none = _mm512_cmplt_epu16_mask(low, _mm512_set1_epi16(rejected_below));
    store(to, _mm512_mask_mov_epi16(_mm512_or_si512(first, _mm512_slli_epi16(second, 8)), none, _mm512_set1_epi16(rejected)));
  }

  static Words load_unaligned(const void* from) { return _mm512_loadu_si512(from); }
  static Words larger(Words a, Words b) { return _mm512_max_epu8(a, b); }

  // A table of classes in three registers. The first gives the class by the last four bits of the DR; the others hold what DR from 16 and
  // from 32 on differ from that. The class of a rejected DR is 255.
  class Table {
   public:
    explicit Table(const std::uint8_t* class_of_DR) {
      const auto load = [&](int from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(class_of_DR + from)); };
      const __m128i first = load(0), second = load(16), third = _mm_or_si128(_mm_srli_si128(load(20), 12), _mm_set_epi32(-1, -1, -1, 0));
      first_ = _mm512_broadcast_i32x4(first);
      second_ = _mm512_broadcast_i32x4(_mm_xor_si128(second, first));
      third_ = _mm512_broadcast_i32x4(_mm_xor_si128(third, second));
    }
    Words operator[](Words DR) const {
      const Words b = _mm512_shuffle_epi8(second_, _mm512_sub_epi8(DR, _mm512_set1_epi8(16)));  // the shuffle gives 0 for indices below 0
      const Words c = _mm512_shuffle_epi8(third_, _mm512_sub_epi8(DR, _mm512_set1_epi8(32)));
      return _mm512_xor_si512(_mm512_xor_si512(_mm512_shuffle_epi8(first_, DR), b), c);
    }

   private:
    Words first_, second_, third_;
  };

  static std::uint32_t count_of(std::uint8_t byte, const std::uint8_t* bytes, std::uint32_t size) {
    const Words wanted = _mm512_set1_epi8(static_cast<char>(byte));
    std::int64_t count = 0;
    for (std::uint32_t i = 0; i < size; i += sizeof(Words))
      count += _mm_popcnt_u64(_mm512_cmpeq_epi8_mask(_mm512_load_si512(bytes + i), wanted));
    return static_cast<std::uint32_t>(count);
  }
};

}  // namespace

void fill_avx512(Lanes& lanes, Handful* block) { fill_with<Registers>(lanes, block); }

std::uint32_t count_avx512(const Handful* first, std::uint32_t number, const std::uint8_t* class_of_DR, std::uint32_t classes,
                           std::uint32_t* by_class) {
  return count_with<Registers>(first, number, class_of_DR, classes, by_class);
}

}  // namespace boxcars::sim
