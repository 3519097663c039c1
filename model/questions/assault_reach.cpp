#include <algorithm>

#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/ift.hpp"

// Whether the goal can come about at all, by who is fired at.
namespace boxcars::model {
namespace {

// Whether an attack breaks anybody, or does worse, by any DR: the lower, the better.
bool can_harm(const IftAttack& attack) { return ift_result(attack.column, 2 + attack.drm).kind > IftResult::Kind::PTC; }

bool can_harm(const AssaultFire::Aim& aim) { return aim.without_dr || can_harm(aim.attack) || (aim.to_hit && can_harm(aim.critical_hit)); }

// What it is fired with does not change: of those who muster, and of what brings down buildings, it is not looked at.
bool can_harm(const AssaultFire& fire) {
  if (std::any_of(fire.otherwise.begin(), fire.otherwise.end(), [](const AssaultFire& other) { return can_harm(other); })) return true;
  if (fire.kind != AssaultFire::Kind::small_arms && fire.kind != AssaultFire::Kind::shell) return true;
  return fire.musters || fire.is_oba || fire.pillbox || can_harm(fire.aim) || can_harm(fire.aim_in_ruins) ||
         (fire.aim_without_mg && (can_harm(*fire.aim_without_mg) || can_harm(fire.aim_in_ruins_without_mg)));
}

// Every unit of a side is counted: where it is, and what it is by.
template <class Wanted>
int count(const Deployment::Troops& troops, Wanted wanted) {
  int units = 0;
  for (std::size_t i = 0; i < troops.entries.size(); ++i)
    units += wanted(troops.entries[i].unit, troops.location_of[i]) ? troops.entries[i].count.value_or(1) : 0;
  return units;
}

class Reach {
 public:
  explicit Reach(const AssaultPlan& plan) : plan_(plan) {
    for (int location = 0; location < static_cast<int>(plan.hex_of.size()); ++location) {
      if (plan.flames.can_be(location) || may_come_down(plan.hex_of[index(location)])) harmed_ |= 1U << location;
    }
    for (unsigned before = ~harmed_; before != harmed_;) {  // one Location may have to fall before another is fired at
      before = harmed_;
      for (const AssaultFire& fire : plan.fires) {
        if (!may_be_made(fire)) continue;
        fired_at_ |= fire.reach;
        if (can_harm(fire)) harmed_ |= fire.reach;
        if (fire.kind == AssaultFire::Kind::advance) harmed_ |= 1U << fire.who;  // they fight, too
      }
      for (std::size_t home = 0; home < plan.forces.reach.size(); ++home) {  // wherever they are
        harmed_ |= (plan.forces.reach[home] & harmed_) != 0 ? 1U << home : 0U;
        fired_at_ |= (plan.forces.reach[home] & fired_at_) != 0 ? 1U << home : 0U;
      }
    }
  }

  bool harms(int location) const { return harmed_ >> location & 1U; }
  bool fires_at(int location) const { return fired_at_ >> location & 1U; }

 private:
  bool may_come_down(HexNumber hex) const {
    const auto is_rubbled = [&](const AssaultFire& fire) { return fire.rubbles && may_reach(plan_.hex_of[index(fire.target)], hex); };
    return std::any_of(plan_.fires.begin(), plan_.fires.end(), is_rubbled);
  }

  // Rubble falls from hex to hex; here it may, as far as hexes are next to one another.
  bool may_reach(HexNumber from, HexNumber to) const {
    std::vector<HexNumber> open{from};
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] == to) return true;
      for (const HexNumber next : plan_.hexes[open[i]].neighbor) {
        if (next != no_hex && std::find(open.begin(), open.end(), next) == open.end()) open.push_back(next);
      }
    }
    return false;
  }

  bool may_be_made(const AssaultFire& fire) const {
    if (fire.from_turn > plan_.turns) return false;
    if (fire.condition != AssaultFire::While::fallen) return true;
    const auto stays = [&](const Unit& unit, int location) {
      return location == fire.condition_at && !harms(location) && unit.from_turn == 1 && !unit.start.broken;
    };
    return count(plan_.forces.units[Side::defender], stays) + count(plan_.forces.units[Side::attacker], stays) == 0;
  }

  const AssaultPlan& plan_;
  unsigned harmed_ = 0, fired_at_ = 0;
};

// "nobody fires at N5 and N6", "nothing that is fired at N5 breaks anybody there".
std::string why_nobody_is_harmed(const AssaultInputs& in, const Reach& reach, const std::vector<int>& locations) {
  std::vector<std::string> names;
  bool any_fired_at = false;
  for (const int location : locations) {
    names.push_back(in.locations[index(location)].name);
    any_fired_at |= reach.fires_at(location);
  }
  return any_fired_at ? "nothing that is fired at " + listed(names) + " breaks anybody there" : "nobody fires at " + listed(names);
}

}  // namespace

std::string why_never_won(const AssaultInputs& in, const AssaultPlan& plan) {
  const Reach reach(plan);
  const Deployment::Troops& defenders = plan.forces.units[Side::defender];
  std::vector<int> unharmed;
  for (int location = 0; location < static_cast<int>(in.locations.size()); ++location) {
    const auto is_there = [&](const Unit&, int where) { return where == location; };
    if (!reach.harms(location) && count(defenders, is_there) > 0) unharmed.push_back(location);
  }
  const auto why = [&](const std::string& then) {
    return "the attacker cannot win: " + why_nobody_is_harmed(in, reach, unharmed) + ", " + then;
  };
  const int stay =
      count(defenders, [&](const Unit& unit, int location) { return !reach.harms(location) && unit.from_turn == 1 && !unit.start.broken; });
  if (in.goal.good_order && stay > *in.goal.good_order)
    return why("so that " + std::to_string(stay) + (stay == 1 ? " defender stays" : " defenders stay") +
               " in Good Order (goal: " + std::to_string(*in.goal.good_order) + ")");
  const int lost = count(defenders, [&](const Unit& unit, int location) {  // by an Original 12 of a Rally DR, too
    return unit.from_turn <= plan.turns && (reach.harms(location) || (in.rally_drm && unit.start.broken));
  });
  if (in.goal.eliminated && lost < *in.goal.eliminated) {
    if (unharmed.empty())
      return "the attacker cannot win: " + std::to_string(lost) + (lost == 1 ? " defender is" : " defenders are") +
             " there in time (goal: " + std::to_string(*in.goal.eliminated) + " eliminated)";
    return why("so that at most " + std::to_string(lost) + (lost == 1 ? " defender is" : " defenders are") +
               " eliminated (goal: " + std::to_string(*in.goal.eliminated) + ")");
  }
  return "";
}

}  // namespace boxcars::model
