#include "sim/trials/dice_stream.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

namespace boxcars::sim {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

// The finalizer of splitmix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
std::uint64_t mixed(std::uint64_t x) {
  x += golden;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// One of the dice of a handful, which are two of 36 faces or four of 6.
std::uint32_t face_of(Handful handful, std::uint32_t die, std::uint32_t faces) {
  if (faces == faces_of_DR) return handful >> 8 * die & 0xff;
  const std::uint32_t DR = handful >> 8 * (die / 2) & 0xff;
  return die % 2 == 0 ? DR / 6 : DR % 6;
}

// Adds the DR of the counted handfuls. Written so that compilers use vectors of whole rows.
void fold(std::span<const std::uint16_t, rejected + 1> by_handful, std::array<std::uint32_t, faces_of_DR>& by_DR) {
  std::array<std::uint16_t, faces_of_DR> sums{};
  for (std::uint32_t second = 0; second < faces_of_DR; ++second) {
    for (std::uint32_t first = 0; first < faces_of_DR; ++first)
      sums[first] = static_cast<std::uint16_t>(sums[first] + by_handful[second << 8 | first]);
  }
  for (std::uint32_t second = 0; second < faces_of_DR; ++second) {
    std::uint16_t sum = 0;
    for (std::uint32_t first = 0; first < faces_of_DR; ++first) sum = static_cast<std::uint16_t>(sum + by_handful[(second << 8) + first]);
    by_DR[second] += sum + sums[second];
  }
}

}  // namespace

std::uint64_t question_hash(std::string_view canonical_question) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : canonical_question) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

Kernels kernels_of(InstructionSet set) {
  assert(is_supported(set));
  switch (set) {
#if defined(BOXCARS_X86_64)
    case InstructionSet::avx512:
      return {fill_avx512, count_avx512, 2048, 18};
    case InstructionSet::avx2:
      return {fill_avx2, count_avx2, 2048, 8};
    case InstructionSet::x86_64:
      return {fill_x86_64, count_scalar, 256, 0};
#else
    case InstructionSet::avx512:
    case InstructionSet::avx2:
    case InstructionSet::x86_64:
#endif
    case InstructionSet::scalar:
      break;
  }
  return {fill_scalar, count_scalar, 256, 0};
}

void DiceStream::begin(const StreamKey& key) {
  // Hashing to fresh lanes costs less than moving a generator on.
  std::uint64_t hash = mixed(mixed(mixed(key.question) ^ key.seed) ^ key.batch);
  for (std::uint64_t& state : lanes_.state) state = mixed(hash += golden);
  for (std::uint64_t& increment : lanes_.increment) increment = mixed(hash += golden) | 1;
  next_ = block_handfuls;
}

// Takes handfuls in runs until the wanted number is reached: tally(first, number) says how many of a run were rejected.
template <class Tally>
void DiceStream::take(std::uint32_t wanted, Tally tally) {
  while (wanted > 0) {
    if (next_ == block_handfuls) with_.fill(lanes_, block_.data()), next_ = 0;
    const std::uint32_t taken = std::min(wanted, block_handfuls - next_);
    const Handful* first = block_.data() + next_;
    next_ += taken;
    wanted -= taken - tally(first, taken);
  }
}

Handful DiceStream::one() {
  Handful handful = rejected;
  take(1, [&](const Handful* first, std::uint32_t) { return (handful = *first) == rejected; });
  return handful;
}

std::uint32_t DiceStream::face(std::uint32_t faces) {
  assert(faces == 6 || faces == faces_of_DR);
  return face_of(one(), 0, faces);
}

// By Lemire 2019, whose method needs no power of 2.
std::uint32_t DiceStream::below(std::uint32_t n) {
  constexpr std::uint32_t of_one = faces_of_DR * faces_of_DR, of_two = of_one * of_one;
  assert(n >= 1 && n <= of_two);
  const auto number = [this] {
    const Handful handful = one();
    return (handful & 0xffU) * faces_of_DR + (handful >> 8);
  };
  const auto scaled = [n](std::uint64_t any, std::uint32_t of, std::uint32_t& into) {
    const std::uint64_t product = any * n;
    into = static_cast<std::uint32_t>(product / of);
    const auto left = static_cast<std::uint32_t>(product % of);
    return left >= n || left >= of % n;
  };
  std::uint32_t into = 0;
  if (n <= of_one) {
    while (!scaled(number(), of_one, into)) continue;
  } else {
    std::uint64_t high = number();
    while (!scaled(high * of_one + number(), of_two, into)) high = number();
  }
  return into;
}

void DiceStream::shuffle(std::span<std::uint32_t> numbers) {
  for (auto n = static_cast<std::uint32_t>(numbers.size()); n > 1; --n) std::swap(numbers[n - 1], numbers[below(n)]);
}

std::array<std::uint32_t, faces_of_DR> DiceStream::count_whole(std::uint32_t wanted) {
  constexpr std::uint32_t most = std::numeric_limits<ByHandful::value_type>::max();  // so that no sum of counts overflows
  std::array<std::uint32_t, faces_of_DR> by_DR{};
  while (wanted > 0) {
    const std::uint32_t some = std::min(wanted, most);
    for (std::uint32_t second = 0; second < faces_of_DR; ++second) std::fill_n(&by_handful_[second << 8], faces_of_DR, std::uint16_t{0});
    take(some, [this](const Handful* first, std::uint32_t number) {
      by_handful_[rejected] = 0;
      const Handful* const last = first + number;
      for (; last - first >= 4; first += 4) {
        std::uint64_t four = 0;
        std::memcpy(&four, first, sizeof four);
        ++by_handful_[four & 0xffff];
        ++by_handful_[four >> 16 & 0xffff];
        ++by_handful_[four >> 32 & 0xffff];
        ++by_handful_[four >> 48];
      }
      for (; first < last; ++first) ++by_handful_[*first];
      return by_handful_[rejected];
    });
    fold(by_handful_, by_DR);
    wanted -= some;
  }
  return by_DR;
}

// Counts both DR of this many handfuls by each of the classes. The number of ways makes no difference to the counts.
template <std::size_t ways>
void DiceStream::count_handfuls(std::uint32_t wanted, const std::array<const std::uint8_t*, ways>& classes_of_DR,
                                std::span<std::uint32_t> by_class) {
  const auto classes = static_cast<std::uint32_t>(by_class.size());
  if (wanted >= with_.many_handfuls && classes > with_.few_classes) {
    const auto by_DR = count_whole(wanted);
    for (const std::uint8_t* class_of_DR : classes_of_DR) {
      for (std::uint32_t DR = 0; DR < faces_of_DR; ++DR) by_class[class_of_DR[DR]] += by_DR[DR];
    }
  } else {
    take(wanted, [&](const Handful* first, std::uint32_t number) {
      std::uint32_t none = 0;
      for (const std::uint8_t* class_of_DR : classes_of_DR) none = with_.count(first, number, class_of_DR, classes, by_class.data());
      return none;
    });
  }
}

void DiceStream::count(std::uint32_t throws, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class) {
  assert(class_of_face.size() == 6 || class_of_face.size() == faces_of_DR);
  assert(by_class.size() <= class_of_face.size());
  assert(std::all_of(class_of_face.begin(), class_of_face.end(), [&](std::uint8_t number) { return number < by_class.size(); }));
  const auto faces = static_cast<std::uint32_t>(class_of_face.size());
  const std::uint32_t in_a_handful = faces == faces_of_DR ? 2 : 4;
  const std::uint32_t wanted = throws / in_a_handful;
  if (wanted > 0 && faces == faces_of_DR) {
    count_handfuls(wanted, std::array{class_of_face.data()}, by_class);
  } else if (wanted > 0) {  // the first dr of each DR is one way, the second the other
    std::array<std::uint8_t, faces_of_DR> of_first, of_second;
    for (std::uint32_t dr = 0; dr < 6; ++dr) {
      std::fill_n(&of_first[6 * dr], 6, class_of_face[dr]);
      std::copy_n(class_of_face.begin(), 6, &of_second[6 * dr]);
    }
    count_handfuls(wanted, std::array<const std::uint8_t*, 2>{of_first.data(), of_second.data()}, by_class);
  }
  if (const std::uint32_t component_state = throws % in_a_handful; component_state > 0) {
    const Handful handful = one();
    for (std::uint32_t die = 0; die < component_state; ++die) ++by_class[class_of_face[face_of(handful, die, faces)]];
  }
}

}  // namespace boxcars::sim
