#include "sim/dice_stream.hpp"

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

constexpr std::uint32_t faces_of_DR = 36;

// From as many handfuls on they are counted whole, and their dice afterwards. Which way makes no difference to the counts.
constexpr std::uint32_t least_counted_whole = 256;

template <std::size_t faces>
constexpr std::uint32_t in_a_handful = faces == faces_of_DR ? 2 : 4;

// A handful as dice of so many faces.
template <std::size_t faces>
constexpr auto dice_of_handful = [] {
  constexpr std::size_t dice = in_a_handful<faces>;
  std::array<std::array<std::uint8_t, dice>, handfuls> all{};
  for (std::size_t handful = 0; handful < handfuls; ++handful) {
    std::size_t left = handful;
    for (std::size_t i = dice; i-- > 0; left /= faces) all[handful][i] = static_cast<std::uint8_t>(left % faces);
  }
  return all;
}();

// Adds the dice of the counted handfuls. Written so that compilers use vectors of whole rows.
void fold(std::span<const std::uint16_t, handfuls + 1> by_handful, std::array<std::uint32_t, faces_of_DR>& by_DR) {
  constexpr std::uint32_t two_rows = 2 * faces_of_DR;
  std::array<std::uint16_t, two_rows> sums{};
  for (std::uint32_t row = 0; row < handfuls; row += two_rows) {
    for (std::uint32_t i = 0; i < two_rows; ++i) sums[i] = static_cast<std::uint16_t>(sums[i] + by_handful[row + i]);
  }
  for (std::uint32_t first = 0; first < faces_of_DR; ++first) {
    std::uint16_t sum = 0;
    for (std::uint32_t i = 0; i < faces_of_DR; ++i) sum = static_cast<std::uint16_t>(sum + by_handful[first * faces_of_DR + i]);
    by_DR[first] += sum + sums[first] + sums[faces_of_DR + first];
  }
}

template <std::size_t faces>
std::array<std::uint32_t, faces> by_face(const std::array<std::uint32_t, faces_of_DR>& by_DR) {
  if constexpr (faces == faces_of_DR) {
    return by_DR;
  } else {
    std::array<std::uint32_t, faces> counts{};
    for (std::uint32_t i = 0; i < faces_of_DR; ++i) counts[i / faces] += by_DR[i], counts[i % faces] += by_DR[i];
    return counts;
  }
}

// Counts of up to 8 * words classes, a byte each, in registers: counted in memory, a throw would wait for the last one of its class.
template <std::size_t words>
class Packed {
 public:
  static constexpr std::uint32_t most = 255;  // counted before they are added

  void count(std::size_t number) {
    for (std::size_t word = 0; word < words; ++word) counts_[word] += one[number][word];
  }
  void add_to(std::span<std::uint32_t> by_class) const {
    for (std::size_t number = 0; number < by_class.size(); ++number)
      by_class[number] += static_cast<std::uint8_t>(counts_[number / 8] >> (number % 8 * 8));
  }

 private:
  static constexpr auto one = [] {
    std::array<std::array<std::uint64_t, words>, 8 * words> all{};
    for (std::size_t number = 0; number < all.size(); ++number) all[number][number / 8] = std::uint64_t{1} << (number % 8 * 8);
    return all;
  }();
  std::array<std::uint64_t, words> counts_{};
};

}  // namespace

std::uint64_t question_hash(std::string_view canonical_question) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : canonical_question) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

Fill* fill_of(InstructionSet set) {
  assert(is_supported(set));
  switch (set) {
#if defined(BOXCARS_X86_64)
    case InstructionSet::avx512:
      return fill_avx512;
    case InstructionSet::avx2:
      return fill_avx2;
    case InstructionSet::x86_64:
      return fill_x86_64;
#else
    case InstructionSet::avx512:
    case InstructionSet::avx2:
    case InstructionSet::x86_64:
#endif
    case InstructionSet::scalar:
      break;
  }
  return fill_scalar;
}

void DiceStream::begin(const StreamKey& key) {
  // Hashing to fresh lanes costs less than moving a generator on.
  std::uint64_t hash = mixed(mixed(mixed(key.question) ^ key.seed) ^ key.batch);
  for (std::uint64_t& state : lanes_.state) state = mixed(hash += golden);
  for (std::uint64_t& increment : lanes_.increment) increment = mixed(hash += golden) | 1;
  next_ = block_handfuls;
}

// Handfuls in runs of at most so many, until there are as many as wanted: tally(first, last) says how many of a run were rejected.
template <class Tally>
void DiceStream::take(std::uint32_t wanted, std::uint32_t most, Tally tally) {
  while (wanted > 0) {
    if (next_ == block_handfuls) fill_(lanes_, block_.data()), next_ = 0;
    const std::uint32_t taken = std::min({wanted, most, block_handfuls - next_});
    const Handful* first = block_.data() + next_;
    next_ += taken;
    wanted -= taken - tally(first, first + taken);
  }
}

Handful DiceStream::one() {
  Handful handful = rejected;
  take(1, 1, [&](const Handful* first, const Handful*) { return (handful = *first) == rejected; });
  return handful;
}

std::uint32_t DiceStream::face(std::uint32_t faces) {
  assert(faces == 6 || faces == faces_of_DR);
  return one() * faces / handfuls;
}

template <std::size_t faces>
void DiceStream::count_whole(std::uint32_t wanted, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class) {
  constexpr std::uint32_t most = std::numeric_limits<ByHandful::value_type>::max();  // that no sum of them overflows
  std::array<std::uint32_t, faces_of_DR> by_DR{};
  while (wanted > 0) {
    const std::uint32_t some = std::min(wanted, most);
    by_handful_.fill(0);
    take(some, block_handfuls, [this](const Handful* first, const Handful* last) {
      by_handful_[rejected] = 0;
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
  const auto counts = by_face<faces>(by_DR);
  std::array<std::uint32_t, faces> classes;
  std::copy(class_of_face.begin(), class_of_face.end(), classes.begin());
  for (std::uint32_t number = 0; number < by_class.size(); ++number) {
    std::uint32_t sum = 0;
    for (std::size_t face = 0; face < faces; ++face) sum += classes[face] == number ? counts[face] : 0;
    by_class[number] += sum;
  }
}

template <std::size_t faces, std::size_t words>
void DiceStream::count_singly(std::uint32_t wanted, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class) {
  take(wanted, Packed<words>::most / in_a_handful<faces>, [&](const Handful* first, const Handful* last) {
    Packed<words> counts;
    std::uint32_t none = 0;
    for (; first < last; ++first) {
      if (*first == rejected) {
        ++none;
        continue;
      }
      for (const std::uint8_t face : dice_of_handful<faces>[*first]) counts.count(class_of_face[face]);
    }
    counts.add_to(by_class);
    return none;
  });
}

template <std::size_t faces>
void DiceStream::count(std::uint32_t throws, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class) {
  const std::uint32_t wanted = throws / in_a_handful<faces>;
  if (wanted >= least_counted_whole)
    count_whole<faces>(wanted, class_of_face, by_class);
  else if (by_class.size() <= 8)
    count_singly<faces, 1>(wanted, class_of_face, by_class);
  else
    count_singly<faces, 5>(wanted, class_of_face, by_class);
  if (const std::uint32_t rest = throws % in_a_handful<faces>; rest > 0) {
    const auto& dice = dice_of_handful<faces>[one()];
    for (std::uint32_t i = 0; i < rest; ++i) ++by_class[class_of_face[dice[i]]];
  }
}

void DiceStream::count(std::uint32_t throws, std::span<const std::uint8_t> class_of_face, std::span<std::uint32_t> by_class) {
  assert(class_of_face.size() == 6 || class_of_face.size() == faces_of_DR);
  assert(by_class.size() <= class_of_face.size());
  assert(std::all_of(class_of_face.begin(), class_of_face.end(), [&](std::uint8_t number) { return number < by_class.size(); }));
  if (class_of_face.size() == 6)
    count<6>(throws, class_of_face, by_class);
  else
    count<faces_of_DR>(throws, class_of_face, by_class);
}

}  // namespace boxcars::sim
