#include "model/parts/close_combat_troops.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr unsigned bits_of_a_stand = 32, bits_of_what = 2;
constexpr std::uint32_t two_bits = 3;

}  // namespace

std::uint32_t CloseCombatOrder::packed() const {
  return static_cast<std::uint32_t>(what) | std::uint32_t{std::bit_cast<std::uint8_t>(hits)} << bits_of_what;
}

CloseCombatOrder CloseCombatOrder::unpacked(std::uint32_t argument) {
  return {.what = static_cast<What>(argument & two_bits),
          .hits = std::bit_cast<CloseCombatHits>(static_cast<std::uint8_t>(argument >> bits_of_what))};
}

CloseCombatTroops::CloseCombatTroops(Side side, std::vector<Equals> equals, Fates fates)
    : side_(side), equals_(std::move(equals)), fates_(std::move(fates)), losses_(equals_) {}

CloseCombatTroops::ComponentState CloseCombatTroops::start() const {
  ComponentState component_state{};
  for (const Equals& equals : equals_) std::fill_n(component_state.begin() + equals.first, equals.size, equals.unit.start);
  return component_state;
}

CloseCombatForce CloseCombatTroops::force(std::span<const Condition> units) const {
  CloseCombatForce all;
  for (const Equals& equals : equals_) {
    for (int i = equals.first; i < equals.first + equals.size; ++i) {
      const Condition c = units[index(i)];
      if (c.apart)
        ++all.withdrawn;
      else if (!c.eliminated)
        all.add(equals.unit, c);
    }
  }
  return all;
}

void CloseCombatTroops::forget_pins(Scene units) {
  for (Condition& c : units) c.pinned = 0;
}

void CloseCombatTroops::withdraw(Scene units, Outcomes& outcomes) const {
  for (const Equals& equals : equals_) {
    for (Condition& c : units.subspan(index(equals.first), index(equals.size))) {
      if (!c.broken || c.eliminated || c.apart) continue;
      c.apart = !c.pinned;
      c.pinned = 0;
      if (c.apart) outcomes.tell([&] { return equals.label + " withdraws"; });
    }
  }
}

Aggregate CloseCombatTroops::aggregate(const ComponentState& component_state) const {
  const Aggregate stand = force(component_state).stand().packed();
  return side_ == Side::attacker ? stand : stand << bits_of_a_stand;
}

CloseCombatStand CloseCombatTroops::stand_in(Aggregate aggregate, Side side) {
  return CloseCombatStand::unpacked(static_cast<std::uint32_t>(side == Side::attacker ? aggregate : aggregate >> bits_of_a_stand));
}

CloseCombatTroops::State CloseCombatTroops::begin(const ComponentState& component_state, std::uint32_t argument, Outcomes& outcomes) const {
  State s{.units = component_state};
  const CloseCombatOrder order = CloseCombatOrder::unpacked(argument);
  switch (order.what) {
    case CloseCombatOrder::What::take:
      losses_.begin(s.losses, order.hits, units_of(s.units), outcomes);
      break;
    case CloseCombatOrder::What::forget_pins:
      forget_pins(s.units);
      break;
    case CloseCombatOrder::What::withdraw:
      withdraw(units_of(s.units), outcomes);
      break;
    case CloseCombatOrder::What::conclude:
      conclude(units_of(s.units), outcomes);
      seek_lot(s);
      break;
  }
  return s;
}

Throw CloseCombatTroops::next_throw(const State& s) const { return s.lot != 0 ? lot_throw(s.lot - 1) : losses_.next_throw(s.losses); }

void CloseCombatTroops::next(State& s, Roll roll, Outcomes& outcomes) const {
  if (s.lot == 0)
    losses_.next(s.losses, roll, units_of(s.units), outcomes);
  else if (draw(units_of(s.units), s.lot - 1, roll, outcomes))
    seek_lot(s);
}

CloseCombatTroops::ComponentState CloseCombatTroops::component_state(const State& s) const {
  ComponentState component_state = s.units;
  losses_.sort(units_of(component_state), size());
  return component_state;
}

void CloseCombatTroops::seek_lot(State& s) const {
  const int lot = next_lot(units_of(s.units), s.lot);
  s.lot = static_cast<std::uint8_t>(lot < lots() ? lot + 1 : 0);
}

void CloseCombatTroops::conclude(Scene units, Outcomes& outcomes) const {
  for (const Equals& equals : equals_) {
    for (int i = equals.first; i < equals.first + equals.size; ++i) units[index(i)] = fate(equals.unit, units[index(i)]);
  }
  losses_.sort(units, size());
  for (const Equals& equals : equals_) {
    if (equals.group || !needs_lot(units, equals)) record(units, equals, 0, outcomes);
  }
}

int CloseCombatTroops::next_lot(std::span<const Condition> units, int from) const {
  while (from < lots() && !needs_lot(units, equals_[index(from)])) ++from;
  return from;
}

bool CloseCombatTroops::draw(Scene units, int lot, Roll roll, Outcomes& outcomes) const {
  const auto shift = shift_of(equals_[index(lot)], roll);
  if (shift) record(units, equals_[index(lot)], *shift, outcomes);
  return shift.has_value();
}

bool CloseCombatTroops::needs_lot(std::span<const Condition> units, const Equals& equals) {
  return units[index(equals.first)] != units[index(equals.first + equals.size - 1)];
}

// Records the fates of equal units, each with that of the one `shift` places on, and forgets them.
void CloseCombatTroops::record(Scene units, const Equals& equals, int shift, Outcomes& outcomes) const {
  const auto all = units.subspan(index(equals.first), index(equals.size));
  std::rotate(all.begin(), all.begin() + shift, all.end());
  Seen seen;
  for (std::size_t i = 0; i < equals.entries.size(); ++i)
    fates_.record(equals.entries[i], equals.group ? all : all.subspan(i, 1), seen, outcomes);
  std::fill(all.begin(), all.end(), Condition{});
}

}  // namespace boxcars::model
