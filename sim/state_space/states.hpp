#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_set.h>

namespace boxcars::sim {

/// States of one size in bytes, numbered in the order of their discovery. Equal bytes are one state.
class States {
 public:
  explicit States(std::size_t state_size) : size_(state_size), known_(64, Hash{this}, Equal{this}) {}
  States(const States&) = delete;  // known_ refers to this object
  States& operator=(const States&) = delete;

  std::size_t state_size() const { return size_; }
  std::size_t size() const { return count_; }
  const std::byte* operator[](std::uint32_t id) const { return bytes_.data() + id * size_; }
  /// About how much memory it takes.
  std::size_t bytes() const {
    constexpr std::size_t of_a_bucket = 16;
    return bytes_.capacity() + known_.bucket_count() * of_a_bucket;
  }

  /// The number of a state; nothing if it is not known.
  std::optional<std::uint32_t> find(const std::byte* state) const {
    const auto known = known_.find(view(state));
    return known == known_.end() ? std::nullopt : std::optional(*known);
  }

  /// The number of a state, and whether it is new.
  std::pair<std::uint32_t, bool> id_of(const std::byte* state) {
    if (const auto known = known_.find(view(state)); known != known_.end()) return {*known, false};
    const std::uint32_t id = count_++;
    bytes_.insert(bytes_.end(), state, state + size_);
    known_.insert(id);
    return {id, true};
  }

 private:
  std::string_view view(const std::byte* state) const { return {reinterpret_cast<const char*>(state), size_}; }
  struct Hash {
    using is_transparent = void;
    const States* states;
    std::size_t operator()(std::string_view state) const { return std::hash<std::string_view>{}(state); }
    std::size_t operator()(std::uint32_t id) const { return (*this)(states->view((*states)[id])); }
  };
  struct Equal {
    using is_transparent = void;
    const States* states;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a == states->view((*states)[b]); }
    bool operator()(std::uint32_t a, std::string_view b) const { return (*this)(b, a); }
  };

  std::size_t size_;
  std::uint32_t count_ = 0;
  std::vector<std::byte> bytes_;  // of all states, one after the other
  tsl::robin_set<std::uint32_t, Hash, Equal, std::allocator<std::uint32_t>, true>
      known_;  // a set of numbers that is searched by state, with hashes stored
};

}  // namespace boxcars::sim
