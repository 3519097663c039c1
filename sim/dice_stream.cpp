#include "sim/dice_stream.hpp"

namespace boxcars::sim {
namespace {

// The finalizer of splitmix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

std::uint64_t question_hash(std::string_view canonical_question) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : canonical_question) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

DiceStream::DiceStream(std::uint64_t question, std::uint64_t seed, std::uint64_t batch) {
  const std::uint64_t run = mixed(mixed(question) ^ seed);
  const std::uint64_t key = mixed(run ^ batch);
  engine_.seed(key, mixed(key));
}

void DiceStream::count(std::uint32_t throws, std::span<std::uint32_t> counts_by_face) {
  const auto faces = static_cast<std::uint32_t>(counts_by_face.size());
  for (std::uint32_t i = 0; i < throws; ++i) ++counts_by_face[face(faces)];
}

}  // namespace boxcars::sim
