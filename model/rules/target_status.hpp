#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/rules/units.hpp"

namespace boxcars::model {

/// How a target stands. One Original DR of an attack can have a Final DR for each (A.5): who is pinned does not move any more (A7.83), who
/// is broken has no Assault Movement (A4.61) and is no concealed target of a MG far away (A9.4).
enum class TargetStatus : std::uint8_t { unpinned, pinned, broken };
inline constexpr std::array<TargetStatus, 3> target_statuses{TargetStatus::unpinned, TargetStatus::pinned, TargetStatus::broken};

constexpr TargetStatus status_of(Condition c) {
  return c.broken ? TargetStatus::broken : c.pinned ? TargetStatus::pinned : TargetStatus::unpinned;
}

constexpr std::string_view in_words(TargetStatus status) {
  return status == TargetStatus::broken ? "broken" : status == TargetStatus::pinned ? "pinned" : "unpinned";
}

/// A value for each status.
template <class Value>
class OnEachStatus {
 public:
  constexpr OnEachStatus() = default;
  /// The same for all.
  constexpr explicit(false) OnEachStatus(const Value& value) { values_.fill(value); }

  constexpr Value& operator[](TargetStatus status) { return values_[static_cast<std::size_t>(status)]; }
  constexpr const Value& operator[](TargetStatus status) const { return values_[static_cast<std::size_t>(status)]; }
  constexpr bool is_same_for_all() const { return values_[0] == values_[1] && values_[0] == values_[2]; }
  /// For each status the number of the first one that has an equal value.
  constexpr OnEachStatus<std::uint8_t> alike() const {
    OnEachStatus<std::uint8_t> first;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      std::uint8_t k = 0;
      while (!(values_[k] == values_[i])) ++k;
      first[target_statuses[i]] = k;
    }
    return first;
  }
  bool operator==(const OnEachStatus&) const = default;

 private:
  std::array<Value, target_statuses.size()> values_{};
};

}  // namespace boxcars::model
