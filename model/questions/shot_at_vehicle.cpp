#include "model/questions/shot_at_vehicle.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr int dud_dr = 12;            // C7.35
constexpr int survives_shaken = 1;    // D5.6
constexpr int burns_easily_drm = -1;  // D5.7
constexpr int most_of_aerial = 5, most_of_position = 8;

// Which of the three facings a dr of a shot in the own hex is: 1-2 rear, 3-4 side, 5-6 front.
std::uint8_t facing_by(int dr) { return dr <= 2 ? 2 : dr <= 4 ? 1 : 0; }

constexpr int lowest_ift_dr = 2;

bool is_at_armor(ToKill::Of of) { return of == ToKill::Of::armor || of == ToKill::Of::he || of == ToKill::Of::machine_gun; }

}  // namespace

std::uint32_t ShotAtVehicle::begin(State& s, const Scene& scene) const {
  s = {};
  const VehicleShot& now = shot(scene);
  if (now.needs_dr) {
    s.step = firing_dr;
  } else if (now.to_hit) {
    s.step = to_hit_dr;
  } else if (now.needs_position) {
    s.step = position_dr;
  } else {
    s.step = now.any_facing ? facing_dr : to_kill_dr;
    return bit(hit);
  }
  return 0;
}

Throw ShotAtVehicle::to_kill_throw(const State& s, const VehicleShot& now) {
  const bool is_on_the_ift = now.kill[s.facing][s.turret][s.critical].of == ToKill::Of::ift;
  const bool reads_each_die = now.hurts_on_colored_6 || is_on_the_ift;
  return {Dice::DR, is_on_the_ift && !now.to_hit ? "IFT DR" : "To Kill DR", is_on_the_ift ? "A7.308" : "C7", "",
          reads_each_die ? Reads::each_die : Reads::sum};
}

Throw ShotAtVehicle::next_throw(const State& s, const Scene& scene) const {
  switch (s.step) {
    case firing_dr:
      return {Dice::dr, "check dr", "C13.31"};
    case to_hit_dr:
      return to_hit_throw(Reads::each_die);
    case subsequent_dr:
      return subsequent_throw();
    case position_dr:
      return {Dice::DR, "Position DR", "C7.346", "", Reads::sum};
    case facing_dr:
      return {Dice::dr, "facing dr", "C3.9"};
    case first_of_two_dr:
    case to_kill_dr:
      return to_kill_throw(s, shot(scene));
    case improbable_dr:
      return {Dice::dr, "dr of an Original 2", "A7.309"};
    case shock_dr:
      return {Dice::DR, "crew's NTC DR", "C7.42", "", Reads::sum};
    case abandon_dr:
      return {Dice::DR, "crew's TC DR", "D5.5", "", Reads::sum};
    case crew_survival_dr:
      return {Dice::DR, "Crew Survival DR", "D5.6", "", Reads::sum};
    default:
      return {};
  }
}

std::uint32_t ShotAtVehicle::next(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const {
  const VehicleShot& now = shot(scene);
  switch (s.step) {
    case firing_dr: {
      if (roll.colored > *now.needs_dr) {
        s = {};
        outcomes.tell([] { return "it is not fired"; });
        return bit(not_fired);
      }
      s.step = now.to_hit ? to_hit_dr : now.any_facing ? facing_dr : to_kill_dr;
      return now.to_hit ? 0 : bit(hit);
    }
    case to_hit_dr:
      return take_to_hit_dr(s, roll, scene, outcomes);
    case subsequent_dr: {
      ToHit to_hit = *now.to_hit;
      to_hit.needed += scene.acquired;
      const ToHitResult result = take_to_hit(to_hit, roll, outcomes);
      if (result == ToHitResult::miss) {
        s = {};
        return 0;
      }
      constexpr int hits_turret = 2;  // C3.6
      const bool turret = is_improbable(to_hit) && roll.colored == hits_turret;
      return has_hit(s, turret, result == ToHitResult::critical_hit, scene, outcomes);
    }
    case position_dr: {
      const int position = roll.sum() + now.position_drm;
      if (position > most_of_position) {
        s = {};
        outcomes.tell([] { return "no effect on it there"; });
        return 0;
      }
      s.turret = position <= most_of_aerial ? 1 : 0;
      outcomes.tell([&] { return s.turret != 0 ? "against its Aerial armor" : "against the armor of its facing"; });
      s.step = now.any_facing && s.turret == 0 ? facing_dr : to_kill_dr;
      return bit(hit);
    }
    case facing_dr:
      s.facing = facing_by(roll.colored);
      outcomes.tell([&] { return s.facing == 0 ? "front" : s.facing == 1 ? "side" : "rear"; });
      s.step = s.two_hits != 0 ? first_of_two_dr : to_kill_dr;
      s.two_hits = 0;
      return 0;
    case first_of_two_dr:
      s.first_dr = static_cast<std::uint8_t>(roll.sum());
      s.step = to_kill_dr;
      return 0;
    case to_kill_dr:
      return take_effect(s, roll, scene, outcomes);
    case improbable_dr:
      return take_improbable_dr(s, roll.colored, scene, outcomes);
    case shock_dr: {
      const bool fails = roll.sum() > crew_.morale;
      outcomes.tell([&] { return fails ? "fails: Shock" : "passes"; });
      const ToKill& kill = now.kill[s.facing][s.turret][s.critical];
      s = {};
      if (!fails) check_crew(s, kill, scene);
      return fails ? bit(shocked) : 0;
    }
    case abandon_dr: {
      const bool fails = roll.sum() > crew_.morale;
      outcomes.tell([&] { return fails ? "fails: the crew abandons it" : "passes"; });
      s = {};
      return fails ? bit(abandons) : 0;
    }
    default: {
      assert(s.step == crew_survival_dr);
      const bool lives = roll.sum() + (scene.is_shaken ? survives_shaken : 0) <= crew_.survival;
      outcomes.tell([&] { return lives ? "the crew survives" : "the crew does not survive"; });
      s = {};
      return lives ? bit(survives) : 0;
    }
  }
}

std::uint32_t ShotAtVehicle::take_to_hit_dr(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const {
  const VehicleShot& now = shot(scene);
  std::uint32_t news = 0;
  if (now.depletion && roll.sum() > *now.depletion) {
    const bool breaks = roll.sum() >= now.breaks_from;
    outcomes.tell([&] { return breaks ? "there is none of that ammunition, and it malfunctions" : "there is none of that ammunition"; });
    if (!scene.fires_other_at_once || breaks) s = {};
    return bit(absent) | (breaks ? bit(malfunctions) : 0);
  }
  if (now.depletion && roll.sum() == *now.depletion) news |= bit(last_round);
  if (roll.sum() >= now.breaks_from) news |= bit(malfunctions);
  if (roll.sum() >= now.hurts_from) news |= bit(hurts);
  if (roll.colored <= now.rate_of_fire && roll.sum() < now.breaks_from) news |= bit(keeps_rate_of_fire);
  ToHit to_hit = *now.to_hit;
  to_hit.needed += scene.acquired;
  const ToHitResult result = take_to_hit(to_hit, roll, outcomes);
  if (result == ToHitResult::dr_follows) {
    s.step = subsequent_dr;
    s.two_hits = now.has_multiple_hits ? 1 : 0;
    return news;
  }
  if (result == ToHitResult::miss) {
    s = {};
    return news;
  }
  if (now.has_multiple_hits && roll.doubles()) s.two_hits = 1;
  return news | has_hit(s, roll.colored < roll.white, result == ToHitResult::critical_hit, scene, outcomes);
}

// C3.9: a colored dr below the white one is the turret; of a hull down vehicle a critical hit is at it, too.
std::uint32_t ShotAtVehicle::has_hit(State& s, bool turret, bool critical, const Scene& scene, Outcomes& outcomes) const {
  const VehicleShot& now = shot(scene);
  if (now.immobilizes_only) {
    outcomes.tell([&] { return turret ? "the turret, without effect" : "its tracks or wheels"; });
    s = {};
    if (turret) return 0;
    return bit(hit) | bit(hull_hit) | immobilizes(s, scene, outcomes);
  }
  if (now.hull_down && critical) turret = true;
  if (now.hull_down && !turret) {
    outcomes.tell([] { return "the hull, which is down"; });
    s = {};
    return 0;
  }
  outcomes.tell([&] { return turret ? "the turret" : "the hull"; });
  s.turret = turret ? 1 : 0;
  s.critical = critical ? 1 : 0;
  if (critical) s.two_hits = 0;
  if (now.any_facing) {
    s.step = facing_dr;
  } else {
    s.step = s.two_hits != 0 ? first_of_two_dr : to_kill_dr;
    s.two_hits = 0;
  }
  return bit(hit) | bit(turret ? turret_hit : hull_hit) | (critical ? bit(critical_hit) : 0);
}

std::uint32_t ShotAtVehicle::immobilizes(State& s, const Scene& scene, Outcomes& outcomes) const {
  outcomes.tell([] { return "immobilized"; });
  s = {};
  if (!scene.is_immobile && !scene.is_abandoned) s.step = abandon_dr;
  return bit(immobilized);
}

// The crew of an immobile AFV checks again if a To Kill DR of 5 would have been its end (D5.5).
void ShotAtVehicle::check_crew(State& s, const ToKill& kill, const Scene& scene) {
  constexpr int deadly_dr = 5;
  if (scene.is_immobile && !scene.is_abandoned && is_at_armor(kill.of) && deadly_dr < kill.number) s.step = abandon_dr;
}

// Of a MOL or FT below the number it burns, and at the number it is eliminated (A22.34, A22.612, C7.344).
std::uint32_t ShotAtVehicle::take_flames(State& s, int dr, int number, const Scene& scene, Outcomes& outcomes) {
  outcomes.tell([&] { return dr < number ? "a burning wreck" : dr == number ? "eliminated" : "no effect"; });
  if (dr > number) return 0;
  if (dr == number && !scene.is_abandoned) s.step = crew_survival_dr;
  return bit(kills) | (dr < number ? bit(burns) : 0);
}

int ShotAtVehicle::burning_drm() const { return crew_.burns_easily ? burns_easily_drm : 0; }

std::uint32_t ShotAtVehicle::eliminates(State& s, bool on_fire, const Scene& scene, Outcomes& outcomes) {
  outcomes.tell([&] { return on_fire ? "a burning wreck" : "eliminated"; });
  s = {};
  if (!on_fire && !scene.is_abandoned) s.step = crew_survival_dr;
  return bit(kills) | (on_fire ? bit(burns) : 0);
}

VehicleLoss ShotAtVehicle::loss_without_armor(const VehicleShot& now, const ToKill& kill, int original, bool doubles) const {
  const VehicleLoss loss = vehicle_loss(original + now.effect_drm, doubles ? kill.if_cowering : kill.number, burning_drm());
  return loss == VehicleLoss::immobilized && now.hull_down ? VehicleLoss::none : loss;
}

std::uint32_t ShotAtVehicle::take_loss(State& s, VehicleLoss loss, const Scene& scene, Outcomes& outcomes) const {
  if (loss == VehicleLoss::immobilized) return immobilizes(s, scene, outcomes);
  if (loss != VehicleLoss::none) return eliminates(s, loss == VehicleLoss::burns, scene, outcomes);
  s = {};
  outcomes.tell([] { return "no effect"; });
  return 0;
}

// A7.309: the worse of both.
std::uint32_t ShotAtVehicle::take_improbable_dr(State& s, int dr, const Scene& scene, Outcomes& outcomes) const {
  const VehicleShot& now = shot(scene);
  const VehicleLoss loss = loss_without_armor(now, now.kill[s.facing][s.turret][s.critical], lowest_ift_dr, true);
  return take_loss(s, std::max(loss, unlikely_vehicle_loss(dr)), scene, outcomes);
}

// C7.4, C7.7, D5.6.
std::uint32_t ShotAtVehicle::take_effect(State& s, Roll roll, const Scene& scene, Outcomes& outcomes) const {
  const VehicleShot& now = shot(scene);
  const ToKill& kill = now.kill[s.facing][s.turret][s.critical];
  const bool turret = s.turret != 0;
  std::uint32_t news = 0;
  if (!now.to_hit) {
    if (roll.sum() >= now.breaks_from) news |= bit(malfunctions);
    if (roll.colored <= now.rate_of_fire && roll.sum() < now.breaks_from) news |= bit(keeps_rate_of_fire);
  }
  if (now.hurts_on_colored_6 && roll.colored == 6) news |= bit(hurts);
  const State at = s;
  const int original = s.first_dr == 0 ? roll.sum() : std::min<int>(s.first_dr, roll.sum());
  s = {};
  if (kill.of == ToKill::Of::nothing) {
    outcomes.tell([] { return "beyond its To Kill table"; });
    return news;
  }
  if (original == dud_dr && kill.of != ToKill::Of::ift) {
    outcomes.tell([] { return "a dud"; });
    check_crew(s, kill, scene);
    return news | bit(dud);
  }
  if (now.hurts_on_colored_6 && (news & bit(hurts)) != 0) {
    outcomes.tell([] { return "the thrower breaks: the MOL is lost"; });
    return news;
  }
  if (kill.of == ToKill::Of::ift || kill.of == ToKill::Of::unarmored) {
    const VehicleLoss loss = loss_without_armor(now, kill, original, roll.doubles());
    // A7.309: an Original 2 on the IFT has a dr of its own.
    const bool may_be_improbable =
        kill.of == ToKill::Of::ift && !now.to_hit && original == lowest_ift_dr && kill.if_cowering != off_the_line;
    if (!may_be_improbable || loss == VehicleLoss::burns) return news | take_loss(s, loss, scene, outcomes);
    s = {.step = improbable_dr, .turret = at.turret, .critical = at.critical, .facing = at.facing};
    return news;
  }
  const int dr = original + now.effect_drm;
  if (kill.of == ToKill::Of::flames) return news | take_flames(s, dr, kill.number, scene, outcomes);
  if (dr < kill.number) return news | eliminates(s, 2 * (dr + burning_drm()) <= kill.number, scene, outcomes);
  const bool just = dr == kill.number || (kill.of == ToKill::Of::he && dr == kill.number + 1);
  if (just && kill.of == ToKill::Of::machine_gun) {
    outcomes.tell([] { return "Stun"; });
    check_crew(s, kill, scene);
    return news | bit(stunned);
  }
  if (just && !turret) {
    news |= immobilizes(s, scene, outcomes);
    check_crew(s, kill, scene);
    return news;
  }
  if (just) {
    outcomes.tell([] { return "Shock"; });
    return news | bit(shocked);
  }
  if (kill.of == ToKill::Of::armor && dr == kill.number + 1 && !scene.is_abandoned) {
    outcomes.tell([] { return "possible Shock"; });
    s = {.step = shock_dr, .turret = at.turret, .critical = at.critical, .facing = at.facing};
    return news;
  }
  outcomes.tell([] { return "no effect"; });
  check_crew(s, kill, scene);
  return news;
}

}  // namespace boxcars::model
