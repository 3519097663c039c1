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

// The steps in the order of the throws. Two stand for an attack that is over: without effect on anybody, or with one.
enum HeAttackStep : std::uint8_t {
  idle,
  hitting,
  ift_dr,
  kia_dr,
  level_selection,
  whole_hex_dr,
  critical_selection,
  is_over,
  is_over_and_attacks
};

constexpr int whole_hex_from = 6;  // dr + levels above, by B24.11

}  // namespace

HeAttack::HeAttack(HeSituation situation)
    : situation_(std::move(situation)),
      to_hit_({situation_.shot.has_multiple_hits, situation_.shot.rate_of_fire, Reads::sum, doubles_lower_die(situation_.shot.to_hit)}),
      rubble_drm_(rubble_drm(situation_.building.construction)),
      kia_(rubble_drm_, kindled_from(situation_)) {
  for (int location = 0; location <= situation_.building.rooftop_location(); ++location) {
    normal_[index(location)] = model::attack_at(situation_, location, HitIs::normal);
    critical_[index(location)] = model::attack_at(situation_, location, HitIs::critical);
  }
  for (std::size_t dr = 2; dr < number_of_kia_.size(); ++dr)
    number_of_kia_[dr] = static_cast<std::uint8_t>(kia_number(situation_, static_cast<int>(dr)));
}

void HeAttack::begin(State& s) const {
  s.step = situation_.shot.to_hit ? hitting : ift_dr;
  if (s.step == hitting) to_hit_.begin(s.to_hit);
}

bool HeAttack::is_first_dr(const State& s) const { return situation_.shot.to_hit ? is_to_hit_dr(s) : s.step == ift_dr; }

bool HeAttack::busy(const State& s) const { return s.step != idle && s.step < is_over; }

bool HeAttack::attacks(const State& s) const { return s.step == is_over_and_attacks; }

void HeAttack::finish(State& s) const { s = {.intact = s.stays, .stays = s.stays}; }

Throw HeAttack::next_throw(const State& s) const {
  const auto name = [&](int location) { return place_name(situation_.building, location); };
  switch (s.step) {
    case hitting:
      return to_hit_.next_throw(s.to_hit);
    case ift_dr:
      return {Dice::DR, "IFT DR", "A7.3", "", Reads::sum};
    case kia_dr:
      return kia_.next_throw(s.kia);
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

unsigned HeAttack::next(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  switch (s.step) {
    case hitting:
      return take_hit(s, roll, scene, outcomes);
    case ift_dr:
      return take_attack(s, to_hit_.counting(s.to_hit, roll, outcomes).sum(), scene, outcomes);
    case kia_dr:
      return take_kia(s, roll, scene, outcomes);
    case level_selection:
      if (select(s, roll.colored, scene)) rubble_level(s, scene, outcomes);
      return 0;
    case whole_hex_dr:
      take_whole_hex_dr(s, roll.colored, outcomes);
      choose_critical(s, scene);
      return 0;
    default:
      assert(s.step == critical_selection);
      if (select(s, roll.colored, scene)) s.step = is_over_and_attacks;
      return 0;
  }
}

unsigned HeAttack::take_hit(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  ToHit to_hit = *situation_.shot.to_hit;
  to_hit.needed -= scene.on_to_hit_dr;
  const ToHitRoll::News news = to_hit_.next(s.to_hit, roll, to_hit, outcomes);
  const unsigned again = news.keeps_rate_of_fire ? bit(keeps_rate_of_fire) : 0;
  if (news.result == ToHitResult::miss) {
    s.step = is_over;
    return again;
  }
  if (!to_hit_.busy(s.to_hit)) s.step = ift_dr;
  if (!news.result) return again;
  s.critical = news.result == ToHitResult::critical_hit;
  return again | bit(hit) | (s.critical ? bit(critical_hit) : 0);
}

unsigned HeAttack::take_kia(State& s, Roll roll, Scene scene, Outcomes& outcomes) const {
  const FlameOfKia::News news = kia_.next(s.kia, roll, burns(s, scene), outcomes);
  const bool comes_down = news == FlameOfKia::News::rubble;
  if (comes_down || news == FlameOfKia::News::no_rubble) {
    outcomes.tell([&] {
      const std::string sum =
          rubble_drm_ != 0 ? with_sign(rubble_drm_) + " stone = " + std::to_string(roll.colored + rubble_drm_) + " " : "";
      return sum + "against a " + std::to_string(number_of_kia_[s.original_dr]) + "KIA, " + (comes_down ? "rubble" : "no rubble");
    });
  }
  if (comes_down)
    choose_level(s, scene, outcomes);
  else
    go_on(s, scene);
  return news == FlameOfKia::News::flame ? bit(flame) : 0;
}

void HeAttack::take_whole_hex_dr(State& s, int dr, Outcomes& outcomes) {
  const int above = s.intact - 1 - s.stays;
  const bool whole = dr + above >= whole_hex_from;
  if (whole) s.stays = 0;
  outcomes.tell([&] {
    const std::string sum = above > 0 ? with_sign(above) + " levels above = " + std::to_string(dr + above) + ": " : "";
    return sum + (whole ? "the whole hex is rubbled" : "the levels below hold");
  });
}

unsigned HeAttack::take_attack(State& s, int original_dr, Scene scene, Outcomes& outcomes) const {
  if (original_dr >= situation_.shot.malfunctions_from) {
    outcomes.tell([] { return std::string("malfunctions"); });
    s.step = is_over;
    return bit(malfunctions);
  }
  unsigned news = 0;
  s.original_dr = static_cast<std::uint8_t>(original_dr);
  if (is_oba(situation_.shot.fire) && original_dr == oba_critical_hit) {
    s.critical = 1;
    news |= bit(critical_hit);
    outcomes.tell([] { return std::string("a critical hit"); });
  }
  const HeShot& shot = situation_.shot;
  const int kia = number_of_kia_[s.original_dr];
  if (kia == 0) {
    choose_critical(s, scene);
    return news;
  }
  s.step = kia_dr;
  if (shot.can_rubble && candidates(s, scene) != 0) {
    news |= bit(structural_damage);
    outcomes.tell([&] { return std::to_string(kia) + "KIA, structural damage"; });
    if (shot.final_kia_rubbles) {
      choose_level(s, scene, outcomes);
      return news;
    }
    kia_.begin(s.kia, kia, burns(s, scene));
  } else {
    kia_.begin_kindling(s.kia, burns(s, scene));
  }
  go_on(s, scene);
  return news;
}

// One Flame is enough, and only something that was hit burns, which the open ground level of a marketplace is not.
FlameOfKia::Scene HeAttack::burns(const State& s, Scene scene) const {
  bool burns = false;
  for (int location = situation_.building.marketplace ? 1 : 0; location <= situation_.building.rooftop_location(); ++location) {
    burns = burns || hits(s, location, Effect::attack);
  }
  return burns && scene.can_burn ? FlameOfKia::Scene::can_burn : FlameOfKia::Scene::nothing_burns;
}

// Goes on after a throw that has brought nothing down.
void HeAttack::go_on(State& s, Scene scene) const {
  if (!kia_.busy(s.kia)) choose_critical(s, scene);
}

void HeAttack::choose_level(State& s, Scene scene, Outcomes& outcomes) const {
  s.step = level_selection;
  if (select(s, scene))
    rubble_level(s, scene, outcomes);
  else
    outcomes.tell([] { return std::string("which level?"); });
}

// The level that was selected comes down, with all above it; of tied levels the lowest counts.
void HeAttack::rubble_level(State& s, Scene scene, Outcomes& outcomes) const {
  const int level = std::min(std::countr_zero(s.selected), s.intact - 1);
  s.stays = static_cast<std::uint8_t>(level);
  outcomes.tell([&] {
    const std::string tie = std::popcount(s.selected) > 1 ? "tied, the lowest counts: " : "";
    if (level == 0) return tie + "the whole hex is rubbled";
    return tie + "level " + std::to_string(level) + (s.intact - 1 > level ? " and up are" : " is") + " rubbled";
  });
  if (level > 0)
    s.step = whole_hex_dr;
  else
    choose_critical(s, scene);
}

// The Locations, one bit each, among which the step's Random Selection chooses: those hit, or those that a critical hit can single out.
unsigned HeAttack::candidates(const State& s, Scene scene) const {
  const int rooftop = situation_.building.rooftop_location();
  unsigned locations = 0;
  for (int location = 0; location <= rooftop; ++location) {
    const bool survives = location < s.stays || (location == rooftop && s.stays == s.intact);
    const bool can_be_singled_out = survives && (scene.singled_out_among >> location & 1U);
    const bool takes_part =
        s.step == critical_selection ? can_be_singled_out && hits(s, location, Effect::attack) : hits(s, location, Effect::rubble);
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

// B24.11: whoever survived the rubble is attacked next, and a critical hit singles out one of them.
void HeAttack::choose_critical(State& s, Scene scene) const {
  if (s.critical) {
    s.step = critical_selection;
    if (!select(s, scene)) return;
  }
  s.step = is_over_and_attacks;
}

// B23.32: the levels above the Location that stood before the attack count; those that have come down count as one level of rubble (B24.3).
IftAttack HeAttack::attack_at(const State& s, int location, HitIs hit) const {
  IftAttack attack = (hit == HitIs::critical ? critical_ : normal_)[index(location)];
  if (is_indirect(situation_.shot.fire)) attack.drm -= std::max(0, situation_.building.levels - s.intact);
  return attack;
}

int HeAttack::stage(const State& s) const {
  constexpr int selection = Occupants::max_locations, hit_from = 1, ift = hit_from + ToHitRoll::stages(), kia_from = ift + 1,
                level = kia_from + FlameOfKia::stages(), whole_hex = level + 1 + selection, critical = whole_hex + 1;
  switch (s.step) {
    case hitting:
      return hit_from + to_hit_.stage(s.to_hit);
    case ift_dr:
      return ift;
    case kia_dr:
      return kia_from + kia_.stage(s.kia);
    case level_selection:
      return level + s.selecting;
    case whole_hex_dr:
      return whole_hex;
    default:
      assert(s.step == critical_selection);
      return critical + s.selecting;
  }
}

int HeAttack::stages() { return 1 + ToHitRoll::stages() + 1 + FlameOfKia::stages() + 1 + 1 + 2 * Occupants::max_locations; }

}  // namespace boxcars::model
