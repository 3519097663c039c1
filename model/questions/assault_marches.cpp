#include <algorithm>
#include <utility>

#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/movement.hpp"

// What an assault's moves do: a stack goes on along its path (A4), under Defensive First Fire (A8.1) and Residual FP (A8.2).
namespace boxcars::model {
namespace {

bool has_bit(unsigned bits, int number) { return (bits >> number & 1U) != 0; }
std::uint8_t with_bit(std::uint8_t bits, int number) { return static_cast<std::uint8_t>(bits | 1U << number); }

}  // namespace

// Nothing: a turn is not divided.
std::optional<Side> Assault::whose_turn(const State& s) const {
  if (plan_.player_turns == 1) return std::nullopt;
  return is_first_player_turn(s) ? Side::attacker : Side::defender;
}

bool Assault::is_in_time(const State& s, const AssaultFire& f) const {
  if (!turns_are_laps_ && (turn_of(s) < f.from_turn || turn_of(s) > f.until_turn)) return false;
  if (whose_turn(s).value_or(f.in_turn_of) != f.in_turn_of) return false;
  return f.condition == AssaultFire::While::always || forces_.holds(s.forces, f.condition_at) == (f.condition == AssaultFire::While::holds);
}

bool Assault::can_be_fired(const State& s, const AssaultFire& f) const { return forces_.can_fire(s.forces, f.who); }

// Into a Location without an enemy (A4.14), as far as its MF may reach, by those who have not fired before (A3.3).
bool Assault::can_march(const State& s, const AssaultFire& f) const {
  const bool goes_on = s.moving == f.move + 1;
  const AssaultMove& move = in_.moves[index(f.move)];
  if (!forces_.can_go_on(s.forces, f.mover) || forces_.place_of(s.forces, f.mover) != f.from || has_bit(s.prepared, f.mover)) return false;
  if (goes_on && move.assault_movement) return false;  // one Location (A4.61)
  if ((goes_on ? s.spent : 0) + f.halves > plan_.moves[index(f.move)].most_halves) return false;
  return !has_bit(forces_.manned_by(s.forces, enemy_of(f.side)) | closed(s), f.target) && !forces_.in_melee(s.forces, f.from);
}

// What a march gave back: the MF of who is left.
void Assault::march(State& s, int halves, Outcomes& outcomes) const {
  const AssaultFire& f = fire(s);
  const AssaultPlan::Move& move = plan_.moves[index(f.move)];
  const int allowed = move.mf_halves > 0 ? move.mf_halves : halves, spent = s.spent + f.halves;
  s.step = falling;
  if (spent > allowed || (in_.moves[index(f.move)].assault_movement && spent == allowed)) return;
  forces_.move_to(s.forces, f.mover, f.target);
  s.moving = static_cast<std::uint8_t>(f.move + 1);
  s.spent = static_cast<std::uint8_t>(spent);
  if (has_bit(plan_.prepares, f.mover)) s.moved = with_bit(s.moved, f.mover);
  outcomes.tell([&] { return in_.moves[index(f.move)].name + " enters " + in_.locations[index(f.target)].name; });
}

// Whether who moves has just come to where this is fired, and who fires has not done so before (A8.1); or Residual FP is there.
bool Assault::is_under_way(const State& s, const AssaultFire& f) const {
  const bool is_there = s.moving == f.move + 1 && forces_.place_of(s.forces, f.mover) == f.target && forces_.is_alive(s.forces, f.mover);
  return is_there && (f.is_residual ? s.residual[index(f.target)] > 0 : !has_bit(s.fired, f.firing_as));
}

// Who has fired at who moves, or before he moves, or has moved, does not fire as if he had not (A3.2-.5, A8.1).
bool Assault::is_allowed_by_phase(const State& s, const AssaultFire& f) const {
  if (f.move >= 0 || f.who == no_location || plan_.moves.empty()) return true;
  switch (in_.shots[index(static_cast<int>(&f - plan_.fires.data()))].phase) {
    case FirePhase::prep:
      return !has_bit(s.moved, f.who);
    case FirePhase::defensive:
      return !has_bit(s.fired, f.who);
    case FirePhase::advancing:
      return !has_bit(s.prepared, f.who);
    case FirePhase::opportunity:
      break;
  }
  return true;
}

void Assault::note_fired(State& s) const {
  const AssaultFire& f = fire(s);
  if (f.firing_as >= 0 && !f.is_residual) s.fired |= 1U << f.firing_as;
  if (f.move < 0 && f.who != no_location && in_.shots[s.fire].phase == FirePhase::prep && has_bit(plan_.movers, f.who))
    s.prepared = with_bit(s.prepared, f.who);
}

// Of the column that was fired on; what breaks down leaves none (A8.2-.26).
void Assault::lay_residual(State& s, Roll roll, int column) const {
  const AssaultFire& f = fire(s);
  const GarrisonFire firing = GarrisonFire::unpacked(s.firing);
  if (roll.sum() >= firing.breaks_down_from || column < 0) return;
  const int smoke = f.by == no_location ? 0 : smoke_drm(s) - smoke_in(s, hex_of_target(s));
  const auto left = residual_column(column, f.outside_drm + firing.outside_drm + smoke);
  std::uint8_t& counter = s.residual[index(f.target)];
  if (left) counter = std::max(counter, static_cast<std::uint8_t>(*left + 1));
}

// The move under way is over. Whether what is to be held may be now.
bool Assault::end_move(State& s, Outcomes& outcomes) const {
  if (s.moving == 0) return false;
  const int number = s.moving - 1;
  const AssaultPlan::Move& move = plan_.moves[index(number)];
  s.moving = s.spent = 0;
  if (forces_.place_of(s.forces, move.by) == move.path.back() && forces_.can_go_on(s.forces, move.by)) {
    outcomes.happened(events_.arrives[index(number)]);
    outcomes.tell([&] { return in_.moves[index(number)].name + " arrives"; });
  }
  return !plan_.held.empty();
}

bool Assault::is_held(const State& s) const {
  return std::all_of(plan_.held.begin(), plan_.held.end(), [&](int location) {
    return s.moving == 0 && forces_.any_in_good_order(s.forces, location, Side::attacker) &&
           !forces_.any_in_good_order(s.forces, location, Side::defender);
  });
}

}  // namespace boxcars::model
