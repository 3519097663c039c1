#include "sim/facts.hpp"

namespace boxcars::sim {

FactBook::FactBook() : settlements_{0, 0} { settlement_ids_.emplace(std::vector<std::uint32_t>{}, 0); }

std::uint32_t FactBook::settlement_id(const Settled& settled) {
  scratch_.clear();
  for_each_fact(settled, [this](const Fact& fact) { scratch_.push_back(fact_id(fact)); });
  if (scratch_.empty()) return 0;
  const auto [at, added] = settlement_ids_.try_emplace(scratch_, static_cast<std::uint32_t>(settlements_.size() - 1));
  if (added) {
    settled_facts_.insert(settled_facts_.end(), scratch_.begin(), scratch_.end());
    settlements_.push_back(static_cast<std::uint32_t>(settled_facts_.size()));
  }
  return at->second;
}

std::uint32_t FactBook::fact_id(const Fact& fact) {
  const auto [at, added] = fact_ids_.try_emplace(fact, static_cast<std::uint32_t>(facts_.size()));
  if (added) facts_.push_back(fact);
  return at->second;
}

}  // namespace boxcars::sim
