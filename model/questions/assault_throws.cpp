#include <algorithm>

#include "model/core/numbers.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/he_words.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/terrain.hpp"

// What every throw of an assault does.
namespace boxcars::model {
namespace {

constexpr int drm_out_of_smoke = +1;  // A24.8
constexpr int disabling_dr = 6;       // A9.72, C2.28

}  // namespace

Assault::State Assault::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (is_to_hit_dr(s) && on_to_hit_dr(s) != 0) {
    outcomes.tell([&] {
      const char* by = smoke_drm(s) == 0 ? " acquired" : smoke_drm(s) == on_to_hit_dr(s) ? " by SMOKE" : " by SMOKE and acquisition";
      return with_sign(on_to_hit_dr(s)) + by + ", Final " + std::to_string(roll.sum() + on_to_hit_dr(s));
    });
  }
  const bool breaks_down = is_first_dr(s) && note_first_dr(s, roll, outcomes);
  switch (s.step) {
    case repair: {
      const bool works = roll.colored <= fire(s).repaired_to, is_disabled = roll.colored == disabling_dr;
      if (works) s.out &= ~(1U << s.fire);
      if (is_disabled) s.disabled |= 1U << s.fire;
      outcomes.tell([&] { return works ? "it works again" : is_disabled ? "it is out for good" : "it does not work"; });
      ++s.fire;
      break;
    }
    case recovering:
      recover(s, roll, outcomes);
      break;
    case at_vehicle:
      take_vehicle_news(s, at_vehicle_[s.fire]->next(s.at_vehicle, roll, scene_of_vehicle(s), outcomes), outcomes);
      if (!ShotAtVehicle::busy(s.at_vehicle)) end_shot_at_vehicle(s);
      break;
    case arriving:
    case arriving_by_hundredths:
      take_chance(s, roll, outcomes);
      break;
    case hitting:
      take_hit(s, roll, outcomes);
      break;
    case ift_dr:
      take_attack(s, ToHitRoll::counting(s.to_hit, roll, outcomes), outcomes);
      break;
    case at_building:
      shell_building(s, roll, outcomes);
      break;
    case kindling_dr: {
      const int target = fire(s).target;
      const bool stands = !is_in_ruins(s, target);
      const int of_wp = wp_drm_unless_very_dry + (stands ? wp_drm_in_building : 0);  // A24.32
      const int drm = (stands && in_.locations[index(target)].fortified ? fortified_fire_drm : 0) + (fire(s).flame_by_wp ? of_wp : 0);
      if (starts_flame(roll.sum() + drm, fire(s).kindled_from, outcomes)) plan_.flames.kindle(s.flames, target);
      s.step = falling;
      break;
    }
    case bog_check_dr:
      enter(s, roll, outcomes);
      break;
    case second_bog_check_dr:
      end_entry(s, second_bog_check(entry(s), roll, outcomes), outcomes);
      break;
    case falling:
      fall(s, roll, outcomes);
      break;
    case fighting:
      melee_.next(s.melee, roll, plan_.ambushes[s.fight - 1U].value_or(BySide<int>{}), outcomes);
      break;
    default:
      burn(s, roll, outcomes);
  }
  if (breaks_down) s.out |= 1U << fire(from).first;  // the shot itself still counted (A9.7)
  advance(s, outcomes);
  return s;
}

// What the DR that counts does to the weapon: it may break down (A9.7), which is the answer, or fire again (A9.2).
bool Assault::note_first_dr(State& s, Roll roll, Outcomes& outcomes) const {
  const AssaultFire& f = fire(s);
  if (roll.sum() >= f.breaks_down_from && !is_out(s)) {
    outcomes.tell([&] {
      const AssaultShot& shot = in_.shots[s.fire];
      if (shot.weapon == Weapon::ft) return shot.name + " has no fuel left";
      return (f.aim_without_mg ? "the MG of " : "") + shot.name + " breaks down";
    });
    return true;
  }
  const bool cowers = s.step == ift_dr && roll.doubles() && cowering_columns(s) > 0;  // A7.9
  if (roll.colored <= f.rate_of_fire && s.made + 1 < f.limit && !cowers) {
    s.again = 1;
    outcomes.tell([&] { return in_.shots[s.fire].name + " keeps its rate of fire"; });
  }
  return false;
}

void Assault::take_hit(State& s, Roll roll, Outcomes& outcomes) const {
  ToHit needed = *aim(s).to_hit;
  needed.needed -= on_to_hit_dr(s);
  const auto result = to_hit(s).next(s.to_hit, roll, needed, outcomes).result;
  if (result == ToHitResult::critical_hit) s.critical = 1;
  if (result == ToHitResult::miss) {
    s.step = falling;
  } else if (result && fire(s).kind == AssaultFire::Kind::smoke) {
    lay_smoke(s, outcomes);
    s.step = falling;
  } else if (!ToHitRoll::busy(s.to_hit)) {
    s.step = ift_dr;
  }
}

void Assault::take_attack(State& s, Roll roll, Outcomes& outcomes) const {
  if (roll.sum() >= fire(s).malfunctions_from) {
    outcomes.tell([] { return "malfunctions"; });
    s.step = falling;
    return;
  }
  if (fire(s).is_oba && roll.sum() == oba_critical_hit) {
    s.critical = 1;
    outcomes.tell([] { return "a critical hit"; });
  }
  const IftAttack how = attack_by(s, roll, HitIs::normal);
  const auto result_of = [&](const IftAttack& attack, std::string_view on) {
    const IftResult result = resolve(attack, roll.sum(), roll.doubles());
    outcomes.tell([&] {
      const bool cowers = roll.doubles() && attack.cowering_columns > 0;
      return std::string(on) + (cowers ? "cowers, " : "") + "Final " + std::to_string(roll.sum() + attack.drm) + " at " +
             in_.locations[index(fire(s).target)].name + ": " + to_string(result);
    });
    return result;
  };
  Forces::Results results{}, critical{};
  auto& on_singled_out = critical[index(fire(s).target)];
  if (s.critical) on_singled_out = result_of(attack_by(s, roll, HitIs::critical), "its one target, ");
  results[index(fire(s).target)] = result_of(how, s.critical ? "the others, " : "");
  const IftResult at_hut = on_singled_out ? *on_singled_out : ift_result(fire(s).original.column, roll.sum() + how.drm);  // A23.1
  if (fire(s).collapses_hut && is_kia(at_hut)) bring_down_hut(s, outcomes);
  if (fire(s).pillbox && eliminates_pillbox(*fire(s).pillbox, roll.sum(), on_singled_out.has_value())) {
    outcomes.tell([&] { return in_.locations[index(fire(s).target)].name + " is eliminated, and all in it"; });
    forces_.eliminate(s.forces, fire(s).target, Forces::GoneBy::pillbox);
    results = critical = {};
  }
  kindle(s, roll, outcomes);
  if (fire(s).leaves_residual) lay_residual(s, roll, columns_left(how.column, roll.doubles() ? how.cowering_columns : 0));
  if (roll.sum() >= GarrisonFire::unpacked(s.firing).breaks_down_from)  // the shot itself still counts (A9.7)
    forces_.break_down(s.forces, fire(s).who, s.fire, roll.sum());
  attack(s, results, critical);
}

// A NMC of all who are there (A24.31), and at a hut a Flame DR (G5.6).
void Assault::land(State& s) const {
  const int target = fire(s).target;
  Forces::Results results{};
  results[index(target)] = *aim(s).without_dr;
  if (fire(s).is_shielded && !is_in_ruins(s, target)) results[index(target)]->number -= levels_above(s, target);
  s.kindles = fire(s).flame_by_wp && plan_.flames.can_be(target) && !plan_.flames.burns(s.flames, target);
  attack(s, results);
}

// Those of the building that stand above a Location; what is rubble on top of them counts as one (B24.3).
int Assault::levels_above(const State& s, int location) const {
  const HexNumber hex = plan_.hex_of[index(location)];
  const int levels = plan_.hexes[hex].levels, top = ruins_.intact(s.ruins, hex) - 1;
  return std::max(0, std::min(top, levels) + (top < levels ? 1 : 0) - plan_.level_of[index(location)]);
}

// Nobody throws for it any more: on to its Kindling DR, if it has one.
void Assault::end_attack(State& s) const {
  s.step = s.kindles ? kindling_dr : falling;
  s.kindles = 0;
}

void Assault::attack(State& s, const Forces::Results& results, const Forces::Results& critical) const {
  forces_.attack(s.forces, results, critical, pins_end_[s.fire], fire(s).mover == no_location ? ~0U : 1U << fire(s).mover);
  s.critical = 0;
  s.firing = 0;
  s.step = at_units;
}

// The Location in which HE at a building starts its Flame (B25.13): that fired at if it is hit, else the highest that is.
int Assault::kindled_at(const State& s) const {
  const HeAttack& he = this->he(s);
  const AssaultHex& hex = plan_.hexes[hex_of_target(s)];
  const auto& locations = hex.location_at;
  const auto burns = [&](int level) {
    const int location = locations[index(level)];
    return location != no_location && he.hits(s.he, level, Effect::attack) && plan_.flames.can_be(location);
  };
  const int top = s.he.intact > hex.levels ? hex.rooftop() : s.he.intact - 1;
  if (const int target = plan_.level_of[index(fire(s).target)]; target <= top && burns(target)) return locations[index(target)];
  for (int level = top; level >= 0; --level) {
    if (burns(level)) return locations[index(level)];
  }
  return no_location;
}

void Assault::shell_building(State& s, Roll roll, Outcomes& outcomes) const {
  const int kindled = plan_.flames.can_be() ? kindled_at(s) : no_location;
  HeAttack::Scene scene{.can_burn = kindled != no_location && !plan_.flames.burns(s.flames, kindled), .on_to_hit_dr = on_to_hit_dr(s)};
  const AssaultHex& hex = plan_.hexes[hex_of_target(s)];
  for (int level = 0; level <= hex.rooftop(); ++level) {
    const int location = hex.location_at[index(level)];
    if (location != no_location && forces_.any_alive(s.forces, location)) scene.singled_out_among |= 1U << level;
  }
  const unsigned news = he(s).next(s.he, roll, scene, outcomes);
  if (news & HeAttack::bit(HeAttack::flame)) plan_.flames.kindle(s.flames, kindled);
  if (!he(s).busy(s.he)) resolve_he(s, outcomes);
}

// All that the shell decides about rubble is known: what comes down, and how the others are attacked.
void Assault::resolve_he(State& s, Outcomes& outcomes) const {
  const HeAttack& he = this->he(s);
  const AssaultHex& hex = plan_.hexes[hex_of_target(s)];
  Forces::Results results{}, critical{};
  const bool rubbles = s.he.stays < s.he.intact;
  const int standing = rubbles ? s.he.stays : hex.rooftop() + 1;
  for (int level = 0; level < standing && he.attacks(s.he); ++level) {
    const int location = hex.location_at[index(level)];
    if (location == no_location || !he.hits(s.he, level, Effect::attack) || !forces_.any_alive(s.forces, location)) continue;
    const auto result_of = [&](HitIs hit) {
      const IftAttack how = he.attack_at(s.he, level, hit);
      outcomes.tell([&] {
        const std::string text = in_words(how, s.he.original_dr, in_.locations[index(location)].name);
        const bool is_of_one = hit == HitIs::critical || he.situation().shot.hits_one_unit;
        return is_of_one ? "for its one target, " + text : text;
      });
      return ift_result(how.column, s.he.original_dr + how.drm);
    };
    const bool hits_one_unit = he.situation().shot.hits_one_unit;
    results[index(location)] = hits_one_unit ? IftResult{} : result_of(HitIs::normal);
    if (he.singles_out(s.he, level))
      critical[index(location)] = result_of(HitIs::critical);
    else if (hits_one_unit)
      critical[index(location)] = result_of(HitIs::normal);
  }
  breach(s, outcomes);
  if (rubbles) take_down(s, ruins_.bring_down(s.ruins, hex_of_target(s), s.he.stays, scene_of_ruins(s)), outcomes);
  s.he = {};
  attack(s, results, critical);
}

// B23.9221, where somebody may yet come through it.
void Assault::breach(State& s, Outcomes& outcomes) const {
  const int target = fire(s).target;
  const HeAttack& he = this->he(s);
  const bool is_open = (~plan_.forces.kept_out_of | s.breached) >> target & 1U;
  if (is_open || !he.attacks(s.he) || !can_breach(*fire(s).he) || plan_.level_of[index(target)] >= s.he.stays) return;
  const IftAttack& wall = he.normal_attack();
  if (!is_kia(ift_result(wall.column, s.he.original_dr + wall.drm))) return;
  s.breached = static_cast<std::uint8_t>(s.breached | 1U << target);
  outcomes.tell([&] { return in_.locations[index(target)].name + " is breached"; });
}

// What an AFV drives into: the building, or what is left of it; and then through other hexes of a Factory.
const EntrySituation& Assault::entry(const State& s) const {
  if (s.made > 0) return fire(s).entry_inside;
  return ruins_.intact(s.ruins, hex_of_target(s)) > 0 ? fire(s).entry : fire(s).entry_of_rubble;
}

// B23.41: it may bring down the building, on everybody there unless it is a single story house.
void Assault::enter(State& s, Roll roll, Outcomes& outcomes) const {
  s.step = falling;
  const BogCheck check = bog_check(entry(s), roll, outcomes);
  if (check.falls_into_cellar) return outcomes.happened(events_.entries[s.fire]->falls_into_cellar);
  if (!check.bogs && !check.rubbles && s.made + 1 < fire(s).limit) {
    ++s.made;
    s.step = bog_check_dr;
    return;
  }
  const bool has_upper_levels = entry(s).levels > 0;
  if (check.rubbles) {
    Ruins::Change change = ruins_.bring_down(s.ruins, hex_of_target(s), 0, scene_of_ruins(s));
    if (!has_upper_levels) change.buried = 0;
    take_down(s, change, outcomes);
  }
  if (check.rubbles && has_upper_levels && !check.bogs)
    s.step = second_bog_check_dr;
  else
    end_entry(s, check.bogs, outcomes);
}

// G5.4: it collapses; what has collapsed is entered without a check (G5.51).
void Assault::enter_hut(State& s, Outcomes& outcomes) const {
  outcomes.happened(events_.entries[s.fire]->enters_unharmed);
  bring_down_hut(s, outcomes);
  s.step = at_units;
}

void Assault::end_entry(State& s, bool it_bogs, Outcomes& outcomes) const {
  const EntryEvents& events = *events_.entries[s.fire];
  outcomes.happened(it_bogs ? events.bogs : events.enters_unharmed);
  s.step = falling;
}

Ruins::Scene Assault::scene_of_ruins(const State& s) const {
  Ruins::Scene scene{.ablaze = plan_.flames.ablaze(s.flames)};
  for (int location = 0; location < locations(); ++location) scene.manned |= forces_.any_alive(s.forces, location) ? 1U << location : 0U;
  return scene;
}

// What has become rubble (B24.11), and who is buried. Flames go out, a Blaze goes on in the rubble (B24.6).
void Assault::take_down(State& s, Ruins::Change change, Outcomes& outcomes) const {
  if (change.hex == no_hex) return;
  s.news = 1;
  const unsigned changed = change.rubbled | change.buried, were_ablaze = plan_.flames.ablaze(s.flames);
  for (int location = 0; location < locations(); ++location) {
    if (!(changed >> location & 1U)) continue;
    const bool rubbled = change.rubbled >> location & 1U, buried = change.buried >> location & 1U;
    if (rubbled) outcomes.happened(events_.rubbled[index(location)]);
    outcomes.tell([&] {
      const std::string& name = in_.locations[index(location)].name;
      return rubbled ? name + " is rubble" : "onto the rubble of " + name;
    });
    if (buried) forces_.eliminate(s.forces, location);
    plan_.flames.put_out(s.flames, location);
  }
  const AssaultHex& hex = plan_.hexes[change.hex];
  const int top = hex.location_at[index(std::min(ruins_.intact(s.ruins, change.hex), hex.levels))];
  if (top == no_location) return;
  if (were_ablaze >> top & 1U)
    plan_.flames.set_ablaze(s.flames, top);
  else if ((change.ablaze || (were_ablaze & changed)) && plan_.flames.can_be(top))
    set_ablaze(s, top, outcomes);
}

void Assault::fall(State& s, Roll roll, Outcomes& outcomes) const {
  take_down(s, ruins_.next(s.ruins, roll, scene_of_ruins(s), outcomes), outcomes);
}

void Assault::burn(State& s, Roll roll, Outcomes& outcomes) const {
  const auto ablaze = plan_.flames.next(s.flames, roll, scene_of_flames(s), outcomes);
  if (!ablaze) return;
  set_ablaze(s, *ablaze, outcomes);
  s.news = 1;
}

// Nobody stays in a Blaze.
void Assault::set_ablaze(State& s, int location, Outcomes& outcomes) const {
  plan_.flames.set_ablaze(s.flames, location);
  outcomes.happened(events_.ablaze[index(location)]);
  if (plan_.huts >> location & 1U) collapse(s, location, outcomes);
  outcomes.tell([&] { return in_.locations[index(location)].name + " is ablaze"; });
  forces_.drive_out(s.forces, location);
}

const AssaultFire::Aim& Assault::aim(const State& s) const {
  const AssaultFire& f = fire(s);
  const bool in_ruins = is_in_ruins(s, f.target);
  if (is_out(s) && f.aim_without_mg) return in_ruins ? f.aim_in_ruins_without_mg : *f.aim_without_mg;
  return in_ruins ? f.aim_in_ruins : f.aim;
}

void Assault::lay_smoke(State& s, Outcomes& outcomes) const {
  const unsigned shift = 4 * static_cast<unsigned>(hex_of_target(s));
  s.smoke = (s.smoke & ~(15U << shift)) | static_cast<unsigned>(fire(s).smoke) << shift;
  outcomes.tell([&] { return "SMOKE in " + plan_.hexes[hex_of_target(s)].name; });
}

// That in the hex fired at, and in that which it is fired from, with one more for fire out of or within SMOKE (A24.8).
int Assault::smoke_drm(const State& s) const {
  if (s.smoke == 0 || fire(s).kind == AssaultFire::Kind::smoke) return 0;
  const HexNumber at = hex_of_target(s);
  if (fire(s).by == no_location) return smoke_in(s, at);
  const HexNumber from = plan_.hex_of[index(fire(s).by)];
  const int own = smoke_in(s, from);
  return (from == at ? 0 : smoke_in(s, at)) + own + (own > 0 ? drm_out_of_smoke : 0);
}

// SMOKE is, and by how far the target is acquired (C6.5).
int Assault::on_to_hit_dr(const State& s) const { return smoke_drm(s) - (s.acquired[s.fire / 4] >> 2 * (s.fire % 4) & 3); }

// A shot is over: one more, up to the most; at its other targets it is lost, and all if it has broken down.
void Assault::note_acquired(State& s) const {
  const AssaultFire& f = fire(s);
  for (int i = f.first; i < f.end; ++i) {
    std::uint8_t& four = s.acquired[index(i / 4)];
    const int at = 2 * (i % 4), before = four >> at & 3;
    const int now = i == s.fire && !is_out(s) ? std::min(before + 1, f.more_acquired) : 0;
    four = static_cast<std::uint8_t>((four & ~(3 << at)) | now << at);
  }
}

// How the shot at hand attacks, by whom it is fired.
IftAttack Assault::attack_by(const State& s, Roll roll, HitIs hit) const {
  IftAttack how = hit == HitIs::critical ? aim(s).critical_hit : aim(s).attack;
  if (aim(s).without_thrower && roll.colored == mol_breaks_thrower_on) how = *aim(s).without_thrower;
  if (fire(s).is_hindered) how.drm += smoke_drm(s);
  if (fire(s).move >= 0 && !forces_.any_unpinned(s.forces, fire(s).mover))
    how.drm -= fire(s).ffnam + fire(s).ffmo;
  else if (smoke_drm(s) > 0)
    how.drm -= fire(s).ffmo;
  if (fire(s).is_residual) return {s.residual[index(fire(s).target)] - 1, how.drm};
  if (!fire(s).musters) return how;
  const GarrisonFire firing = GarrisonFire::unpacked(s.firing);
  return {*firing.column, how.drm + firing.drm, cowering_columns(s)};
}

int Assault::cowering_columns(const State& s) const {
  if (!fire(s).musters) return aim(s).attack.cowering_columns;
  return GarrisonFire::unpacked(s.firing).can_cower ? model::cowering_columns(in_.shots[s.fire].cowering, 1) : 0;
}

// Whether it sets what is fired at on fire (G5.6, A22.6111), or may by a Kindling DR (B25.12, B25.13).
void Assault::kindle(State& s, Roll roll, Outcomes& outcomes) const {
  const AssaultFire& f = fire(s);
  if (!plan_.flames.can_be(f.target) || plan_.flames.burns(s.flames, f.target)) return;
  const bool without_mg = f.musters ? !GarrisonFire::unpacked(s.firing).has_mg : is_out(s);
  const int flame_on = without_mg ? f.flame_on_without_mg : f.flame_on;
  if (roll.colored == flame_on || roll.sum() < f.flame_below) {
    outcomes.tell([] { return "a Flame"; });
    plan_.flames.kindle(s.flames, f.target);
  } else if (f.kindles_from) {
    s.kindles = ift_result(f.original.column, roll.sum() + f.original.drm).kind >= *f.kindles_from;
  }
}

// By the shot at hand: whoever is in it takes a PTC after its attack (G5.5), where pins come to anything.
void Assault::bring_down_hut(State& s, Outcomes& outcomes) const {
  const int target = fire(s).target;
  if (has_collapsed(s, target)) return;
  collapse(s, target, outcomes);
  if (!(pins_end_[s.fire] >> target & 1U)) forces_.collapse(s.forces, target);
}

void Assault::collapse(State& s, int location, Outcomes& outcomes) const {
  if (has_collapsed(s, location)) return;
  s.collapsed = static_cast<std::uint8_t>(s.collapsed | 1U << location);
  outcomes.happened(*events_.collapses[index(location)]);
  outcomes.tell([&] { return in_.locations[index(location)].name + " collapses"; });
}

}  // namespace boxcars::model
