#include "model/parts/he_attack.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/parts/occupants.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/rubble.hpp"

namespace boxcars::model {
namespace {

// In the order of the throws; of an attack that is over: without effect on anybody, or with.
enum HeAttackStep : std::uint8_t {
  idle,
  to_hit_dr,
  subsequent_dr,
  first_of_two_dr,
  ift_dr,
  rubble_dr,
  kindling_dr,
  level_selection,
  whole_hex_dr,
  critical_selection,
  is_over,
  is_over_and_attacks
};

constexpr int whole_hex_from = 6;  // dr + levels above, B24.11

}  // namespace

HeAttack::HeAttack(HeSituation situation)
    : situation_(std::move(situation)),
      rubble_drm_(situation_.sheet.on({HeRoll::rubble_dr})),
      least_rubbling_kia_(least_rubbling_kia(situation_)),
      kindled_from_(kindled_from(situation_)) {
  for (int location = 0; location <= situation_.building.rooftop_location(); ++location) {
    normal_[index(location)] = model::attack_at(situation_, location, HitIs::normal);
    critical_[index(location)] = model::attack_at(situation_, location, HitIs::critical);
  }
  for (std::size_t dr = 2; dr < kia_.size(); ++dr) kia_[dr] = static_cast<std::uint8_t>(kia_number(situation_, static_cast<int>(dr)));
}

void HeAttack::begin(State& s) const { s.step = situation_.shot.to_hit ? to_hit_dr : ift_dr; }

bool HeAttack::is_first_dr(const State& s) const { return s.step == (situation_.shot.to_hit ? to_hit_dr : ift_dr); }

bool HeAttack::busy(const State& s) const { return s.step != idle && s.step < is_over; }

bool HeAttack::attacks(const State& s) const { return s.step == is_over_and_attacks; }

void HeAttack::finish(State& s) const { s = {.intact = s.stays, .stays = s.stays}; }

Throw HeAttack::next_throw(const State& s) const {
  const auto name = [&](int location) { return place_name(situation_.building, location); };
  switch (s.step) {
    case to_hit_dr: {
      Throw thrown = to_hit_throw();
      if (situation_.shot.rate_of_fire > 0 || situation_.shot.has_multiple_hits) thrown.reads = Reads::each_die;
      return thrown;
    }
    case subsequent_dr:
      return subsequent_throw();
    case first_of_two_dr:
      return {Dice::DR, "IFT DR", "C3.8", "", Reads::sum};
    case ift_dr:
      return {Dice::DR, "IFT DR", "A7.3", "", Reads::sum};
    case rubble_dr:
      return rubble_throw();
    case kindling_dr:
      return kindling_throw();
    case level_selection:
      return {Dice::dr, "Random Selection dr", "B24.11", name(s.selecting)};
    case whole_hex_dr:
      return {Dice::dr, "whole hex dr", "B24.11"};
    case critical_selection:
      return {Dice::dr, "Random Selection dr", "C3.7", name(s.selecting)};
    default:
      return {};
  }
}

unsigned HeAttack::next(State& s, Roll roll, Scene scene, Settled& settled) const {
  switch (s.step) {
    case to_hit_dr:
    case subsequent_dr:
      return take_hit(s, roll, scene, settled);
    case first_of_two_dr:
      s.original_dr = static_cast<std::uint8_t>(roll.sum());
      s.step = ift_dr;
      return 0;
    case ift_dr:
      return take_attack(s, better_of_two(s, roll.sum(), settled), scene, settled);
    case rubble_dr:
      take_rubble_dr(s, roll.colored, scene, settled);
      return 0;
    case kindling_dr:
      choose_critical(s, scene);
      return starts_flame(roll.sum(), kindled_from_, settled) ? bit(flame) : 0;
    case level_selection:
      if (select(s, roll.colored, scene)) rubble_level(s, scene, settled);
      return 0;
    case whole_hex_dr:
      take_whole_hex_dr(s, roll.colored, settled);
      choose_critical(s, scene);
      return 0;
    default:
      assert(s.step == critical_selection);
      if (select(s, roll.colored, scene)) s.step = is_over_and_attacks;
      return 0;
  }
}

unsigned HeAttack::take_hit(State& s, Roll roll, Scene scene, Settled& settled) const {
  const HeShot& shot = situation_.shot;
  const bool is_first = s.step == to_hit_dr;
  ToHit to_hit = *shot.to_hit;
  to_hit.needed -= scene.on_to_hit_dr;
  const ToHitResult result = take_to_hit(to_hit, roll, settled);
  unsigned news = 0;
  if (is_first && roll.colored <= shot.rate_of_fire) {
    news |= bit(keeps_rate_of_fire);
    settled.tell([] { return std::string("keeps its rate of fire"); });
  }
  s.step = result == ToHitResult::dr_follows ? subsequent_dr : result == ToHitResult::miss ? is_over : ift_dr;
  if (s.step != ift_dr) return news;
  s.critical = result == ToHitResult::critical_hit;
  const bool of_doubles = !is_first || roll.doubles();  // a dr follows an Original 2
  if (shot.has_multiple_hits && of_doubles && !s.critical) {
    s.step = first_of_two_dr;
    settled.tell([] { return std::string("two hits"); });
  }
  return news | bit(hit) | (s.critical ? bit(critical_hit) : 0);
}

// Of two hits the better DR counts, the lower one (C3.8).
int HeAttack::better_of_two(const State& s, int dr, Settled& settled) {
  if (s.original_dr == 0) return dr;
  const int better = std::min<int>(s.original_dr, dr);
  settled.tell([&] { return "of two hits the " + std::to_string(better) + " counts"; });
  return better;
}

void HeAttack::take_rubble_dr(State& s, int dr, Scene scene, Settled& settled) const {
  const int drm = rubble_drm_;
  const int kia = kia_[s.original_dr];
  const bool comes_down = is_rubbled(dr, drm, kia);
  settled.tell([&] {
    const std::string sum = drm != 0 ? with_sign(drm) + " stone = " + std::to_string(dr + drm) + " " : "";
    return sum + "against a " + std::to_string(kia) + "KIA, " + (comes_down ? "rubble" : "no rubble");
  });
  if (comes_down)
    choose_level(s, scene, settled);
  else
    kindle(s, scene);
}

void HeAttack::take_whole_hex_dr(State& s, int dr, Settled& settled) {
  const int above = s.intact - 1 - s.stays;
  const bool whole = dr + above >= whole_hex_from;
  if (whole) s.stays = 0;
  settled.tell([&] {
    const std::string sum = above > 0 ? with_sign(above) + " levels above = " + std::to_string(dr + above) + ": " : "";
    return sum + (whole ? "the whole hex is rubbled" : "the levels below hold");
  });
}

unsigned HeAttack::take_attack(State& s, int original_dr, Scene scene, Settled& settled) const {
  if (original_dr >= situation_.shot.malfunctions_from) {
    settled.tell([] { return std::string("malfunctions"); });
    s.step = is_over;
    return bit(malfunctions);
  }
  unsigned news = 0;
  s.original_dr = static_cast<std::uint8_t>(original_dr);
  if (is_oba(situation_.shot.fire) && original_dr == oba_critical_hit) {
    s.critical = 1;
    news |= bit(critical_hit);
    settled.tell([] { return std::string("a critical hit"); });
  }
  const HeShot& shot = situation_.shot;
  const int kia = kia_[s.original_dr];
  if (kia == 0) {
    choose_critical(s, scene);
    return news;
  }
  if (shot.can_rubble && candidates(s, scene) != 0) {
    news |= bit(structural_damage);
    settled.tell([&] { return std::to_string(kia) + "KIA, structural damage"; });
    if (shot.final_kia_rubbles) {
      choose_level(s, scene, settled);
      return news;
    }
    if (kia >= least_rubbling_kia_) {
      s.step = rubble_dr;
      return news;
    }
  }
  kindle(s, scene);
  return news;
}

// B25.13: an Original KIA that made no rubble (B24.6) may start a Flame; one is enough.
void HeAttack::kindle(State& s, Scene scene) const {
  bool burns = false;  // something that was hit: not the open ground level of a marketplace
  for (int location = situation_.building.marketplace ? 1 : 0; location <= situation_.building.rooftop_location(); ++location) {
    burns = burns || hits(s, location, Effect::attack);
  }
  if (burns && scene.can_burn)
    s.step = kindling_dr;
  else
    choose_critical(s, scene);
}

void HeAttack::choose_level(State& s, Scene scene, Settled& settled) const {
  s.step = level_selection;
  if (select(s, scene))
    rubble_level(s, scene, settled);
  else
    settled.tell([] { return std::string("which level?"); });
}

// The level that was selected comes down, with all above it; of tied levels the lowest counts.
void HeAttack::rubble_level(State& s, Scene scene, Settled& settled) const {
  const int level = std::min(std::countr_zero(s.selected), s.intact - 1);
  s.stays = static_cast<std::uint8_t>(level);
  settled.tell([&] {
    const std::string tie = std::popcount(s.selected) > 1 ? "tied, the lowest counts: " : "";
    if (level == 0) return tie + "the whole hex is rubbled";
    return tie + "level " + std::to_string(level) + (s.intact - 1 > level ? " and up are" : " is") + " rubbled";
  });
  if (level > 0)
    s.step = whole_hex_dr;
  else
    choose_critical(s, scene);
}

// The Locations, one bit each, among which the step's Random Selection chooses: those hit, or of a critical hit the occupied ones.
unsigned HeAttack::candidates(const State& s, Scene scene) const {
  const int rooftop = situation_.building.rooftop_location();
  unsigned locations = 0;
  for (int location = 0; location <= rooftop; ++location) {
    const bool survives = location < s.stays || (location == rooftop && s.stays == s.intact);
    const bool occupied = survives && (scene.occupied >> location & 1U);
    const bool takes_part =
        s.step == critical_selection ? occupied && hits(s, location, Effect::attack) : hits(s, location, Effect::rubble);
    if (takes_part) locations |= 1U << location;
  }
  return locations;
}

// Selects the only candidate, if any, or begins to throw for them; false if it takes throws.
bool HeAttack::select(State& s, Scene scene) const {
  const unsigned locations = candidates(s, scene);
  s.selection_dr = 0;
  if (std::popcount(locations) <= 1) {
    s.selected = static_cast<std::uint8_t>(locations);
    return true;
  }
  s.selected = 0;
  s.selecting = static_cast<std::uint8_t>(std::countr_zero(locations));
  return false;
}

// The dr of one candidate (A.9); true if all have thrown, and `selected` are those who threw highest.
bool HeAttack::select(State& s, int dr, Scene scene) const {
  if (dr > s.selection_dr) s.selected = 0, s.selection_dr = static_cast<std::uint8_t>(dr);
  if (dr == s.selection_dr) s.selected |= static_cast<std::uint8_t>(1U << s.selecting);
  const unsigned later = candidates(s, scene) >> (s.selecting + 1);
  if (later == 0) return true;
  s.selecting = static_cast<std::uint8_t>(s.selecting + 1 + std::countr_zero(later));
  return false;
}

// B24.11: whoever survived the rubble is attacked next. Of a critical hit only one Location gets the effects.
void HeAttack::choose_critical(State& s, Scene scene) const {
  if (s.critical) {
    s.step = critical_selection;
    if (!select(s, scene)) return;
  }
  s.step = is_over_and_attacks;
}

// B23.32: the levels above it that stood before the attack count; of those that have come down the rubble, as one (B24.3).
IftAttack HeAttack::attack_at(const State& s, int location) const {
  IftAttack attack = (s.critical && (s.selected >> location & 1) ? critical_ : normal_)[index(location)];
  if (is_indirect(situation_.shot.fire)) attack.drm -= std::max(0, situation_.building.levels - s.intact);
  return attack;
}

int HeAttack::stage(const State& s) const {
  constexpr int selection = Occupants::max_locations;
  switch (s.step) {
    case level_selection:
      return s.step + s.selecting;
    case whole_hex_dr:
      return s.step + selection;
    case critical_selection:
      return s.step + selection + s.selecting;
    default:
      return s.step;
  }
}

int HeAttack::stages() { return critical_selection + 2 * Occupants::max_locations; }

}  // namespace boxcars::model
