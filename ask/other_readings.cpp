#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "ask/place.hpp"
#include "ask/question_kinds.hpp"
#include "ask/reading.hpp"
#include "ask/weapon_names.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/check.hpp"
#include "model/rules/nations.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/rally.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace of_others {
namespace {

using enum Means;

// What joins the parts of any line.
bool is_joint(Means means) {
  constexpr std::array joints{event, better, at, takes, from, with, in, off, name, through, flat, shot, alone};
  return is_one_of(means, joints);
}

[[noreturn]] void refuse_word(const Element& element, const std::string& question) {
  if (element.means == Means::not_asked)
    throw Unfit{"'" + element.typed + "'", "boxcars does not ask " + element.value, "ask an attack, like 12 +1 vs 467", 8};
  throw Unfit{"the word '" + (element.typed.empty() ? element.value : element.typed) + "'", "of " + question + " it says nothing",
              "leave it out", 2};
}

// "0=4-4-7", as options have it; "4-4-7,elr=3" has none.
bool has_level(const Group& group) {
  const auto equals = group.unit.find('=');
  return group.is_typed && equals != std::string::npos && equals < group.unit.find(',') && equals < group.unit.find('-');
}

const Element* element_that(const std::vector<Element>& elements, Means means) {
  const auto found = std::find_if(elements.begin(), elements.end(), [&](const Element& element) { return element.means == means; });
  return found == elements.end() ? nullptr : &*found;
}

// Two sides in Close Combat.
class CloseCombatReader {
 public:
  CloseCombatReader(const std::vector<Element>& elements, Completed completed) : e_(elements) {
    const std::size_t split = boundary();
    const bool is_turned = split < e_.size() &&
                           ((e_[split].means == ambush && (e_[split].value == "by" || e_[split].value == "ed") && !ambushes_next(split)) ||
                            e_[split].means == takes || e_[split].means == from);
    const bool says_roles = std::any_of(e_.begin(), e_.end(), [](const Element& e) { return e.group.role != Group::Role::unknown; });
    const bool is_joined = split < e_.size() && (e_[split].means == with || e_[split].means == in);  // no word says who attacks
    const bool says_owners = is_joined && has_owner(Group::Owner::mine, 0, e_.size()) && has_owner(Group::Owner::his, 0, e_.size());
    const bool is_fight_with =
        split + 1 < e_.size() && e_[split].means == close_combat && (e_[split].typed.ends_with(" with") || e_[split + 1].typed == "with");
    const bool is_begun = (is_joined || is_fight_with) && begins_at_defenders(split);
    bool defends = false, defends_behind = false;
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (const Group::Role role = role_of(i, split); role != Group::Role::unknown) defends = role == Group::Role::defender;
      if (says_owners && e_[i].group.owner != Group::Owner::unknown) defends = e_[i].group.owner == Group::Owner::his;
      const bool is_first_side = is_turned || is_begun || owner_ == Group::Owner::mine;  // who is named last attacks
      if (i > split && e_[i].means == unit && (says_roles || says_owners)) defends_behind = defends;
      take(i, says_roles || says_owners ? defends : (i > split) != is_first_side);
    }
    if (attackers_.empty() && completed == Completed::by_itself)
      throw Unfit{"no attacker", "who fights whom?", "give it like cc 467 vs 447", 3};
    if (defenders_.empty() && completed == Completed::by_itself)
      throw Unfit{"no defender", "who fights whom?", "give it like cc 467 vs 447", 3};
    merge_equal(attackers_), merge_equal(defenders_);
    refuse_pinned_advance();
    tell_of_melee();
    settle_exhausted();
    settle_ambush(split, is_turned, defends_behind);
    write();
  }
  PlainQuestion question() && { return std::move(asked_); }

 private:
  bool is_fighter(std::size_t i) const { return e_[i].means == unit; }
  bool has_fighters(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_fighter(i)) return true;
    }
    return false;
  }

  // "447 and 8-1 defend against 467": as it is said of him, or of another one of his side; the other side has the other one.
  Group::Role role_of(std::size_t i, std::size_t split) const {
    if (!is_fighter(i) || e_[i].group.role != Group::Role::unknown || split >= e_.size()) return e_[i].group.role;
    for (std::size_t k = 0; k < e_.size(); ++k) {
      const Group::Role said = e_[k].group.role;
      if (said == Group::Role::unknown) continue;
      if ((k < split) == (i < split)) return said;
      return said == Group::Role::defender ? Group::Role::attacker : Group::Role::defender;
    }
    return Group::Role::unknown;
  }

  bool has_owner(Group::Owner owner, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_fighter(i) && e_[i].group.owner == owner) return true;
    }
    return false;
  }

  // "advance on a concealed 447 with my 467": who is named first is attacked, and who is "with" attacks.
  bool begins_at_defenders(std::size_t split) const {
    if (e_[split].means != close_combat && e_[split].typed != "with") return false;
    constexpr std::array<std::string_view, 7> goals{"kill", "beat", "elim", "take out", "taking out", "wip", "destroy"};
    for (std::size_t i = 0; !is_fighter(i); ++i) {
      const bool is_goal = e_[i].means == event && std::any_of(goals.begin(), goals.end(), [&](std::string_view goal) {
                             return e_[i].typed.find(goal) != std::string::npos;
                           });
      if ((e_[split].means != close_combat && (e_[i].means == at || e_[i].means == close_combat)) || is_goal) return true;
    }
    return has_owner(Group::Owner::mine, split, e_.size()) && !has_owner(Group::Owner::mine, 0, split);
  }

  // "467 ambushed the 447", not by it.
  bool ambushes_next(std::size_t i) const {
    return e_[i].value == "ed" && i + 1 < e_.size() && is_fighter(i + 1) && !e_[i + 1].apart && !e_[i].apart;
  }

  // What stands between the sides.
  std::size_t boundary() {
    const auto between = [&](auto is) {
      for (std::size_t i = 0; i < e_.size(); ++i) {
        if (is(e_[i]) && has_fighters(0, i) && has_fighters(i + 1, e_.size())) return i;
      }
      return e_.size();
    };
    for (const auto& is :
         {+[](const Element& e) { return e.means == at; },
          +[](const Element& e) { return e.means == takes || (e.means == from && (e.typed == "by" || e.typed == "from")); },
          +[](const Element& e) { return e.means == close_combat; },
          +[](const Element& e) { return e.means == ambush || e.means == takes; },
          +[](const Element& e) { return e.means == name || e.means == event; }}) {
      if (const std::size_t found = between(is); found < e_.size()) return found;
    }
    if (const std::size_t found = before_other_owner(); found < e_.size()) return found;
    if (const std::size_t found = between([](const Element& e) { return e.means == slash; }); found < e_.size()) return found;
    if (const std::size_t found = between([](const Element& e) { return e.means == with || e.means == in; }); found < e_.size()) {
      const bool is_led =
          e_[found].means == with && is_fighter(found + 1) && e_[found + 1].group.is_leader && has_fighters(found + 2, e_.size());
      if (!is_led) return found;  // three 447s with an 8-0, and a 467
    }
    throw Unfit{"Close Combat of one side", "who fights whom?", "give it like cc 467 vs 447", 3};
  }

  // "CC with a concealed 628, I have two 467s": behind the comma; the end if it is not said so.
  std::size_t before_other_owner() {
    for (std::size_t i = 1; i < e_.size(); ++i) {
      const Group::Owner owner = e_[i].group.owner;
      if (!is_fighter(i) || owner == Group::Owner::unknown || !e_[i].apart) continue;
      if (!has_fighters(0, i) || has_owner(owner, 0, i)) continue;
      owner_ = owner;
      return i - 1;
    }
    return e_.size();
  }

  void take(std::size_t i, bool defends) {
    const Element& element = e_[i];
    switch (element.means) {
      case unit:
        require_named(element.group);
        if (element.group.is_machine_gun) return;
        (defends ? defenders_ : attackers_).push_back(element.group);
        if (!element.group.told.empty()) told_.push_back(element.group.told);
        if (element.group.holds) holds_ = defends ? "defender" : "attacker";
        if (element.group.concealed) hide(defends);
        return;
      case concealed:
        if (element.group.holds || element.value == "holds") holds_ = defends ? "defender" : "attacker";
        return hide(defends);
      case event:
        if (element.typed == "pin" && i > 0 && is_fighter(i - 1)) {  // 467 (pin)
          (defends ? defenders_ : attackers_).back().states.emplace_back("pinned");
          return;
        }
        if (element.typed == "holds" || element.typed == "hold")
          throw Unfit{"'" + element.typed + "' in Close Combat", "does it stay concealed?", "say stays concealed, or leave it out", 6};
        return;
      case exhausted:
      case fanatic: {
        auto& side = defends ? defenders_ : attackers_;
        if (side.size() != 1) throw Unfit{"'" + element.typed + "' by itself", "whose is it?", "give it like CX 447", 4};
        (element.means == exhausted ? side.front().exhausted : side.front().fanatic) = true;
        return;
      }
      case state: {
        auto& side = defends ? defenders_ : attackers_;
        if (side.size() != 1) throw Unfit{"'" + element.typed + "' by itself", "whose is it?", "give it like broken 447", 4};
        side.front().states.push_back(element.value);
        return;
      }
      case directed_by:  // a squad with leader 8-1
        return;
      case ambush:
        if (ambush_.empty() || ambush_ == "roll")
          ambush_ = element.value == "ed" ? "by" : element.value;
        else if (element.value != "roll" && element.value != ambush_)
          throw Unfit{"Ambush is given twice", "it has one value", "leave one out", 5};
        return;
      case rounds:
        if (!element.has_number) throw Unfit{"'" + element.typed + "' without their number", "how many?", "give it like 3 rounds", 4};
        rounds_ = std::to_string(element.number);
        return;
      case until:
        rounds_ = "until";
        return;
      case turns:
        throw Unfit{"turns of Close Combat", "each Player Turn has one CC Phase", "give it like 3 rounds", 6};
      case material:
      case building:
      case terrain:
      case hut_word:
      case rubble:
      case storeys:
      case near:
      case close_combat:
      case directs:
        in_jungle_ = in_jungle_ || (element.means == terrain && element.value.ends_with("jungle"));
        return;
      case drm:
        if (element.group.owner != Group::Owner::unknown && rolls_for_ambush()) {
          (element.group.owner == Group::Owner::mine ? my_ambush_drm_ : his_ambush_drm_) = element.number;
          return;
        }
        if (is_of_attackers(i, defends)) {
          typed_drm_ += element.number;
          return;
        }
        [[fallthrough]];
      case number:
        throw Unfit{"'" + element.typed + "'", "whose DRM is it?", "give it behind who attacks, like cc 467 -1 vs 447", 4};
      default:
        if (!is_joint(element.means)) refuse_word(element, "Close Combat");
    }
  }
  bool rolls_for_ambush() const {
    return std::any_of(e_.begin(), e_.end(), [](const Element& element) {
      return element.means == ambush && (element.value == "roll" || element.value == "try");
    });
  }
  // "467 -1 vs 447", "467 at -1 vs 447": behind a unit that attacks, before the other side.
  bool is_of_attackers(std::size_t i, bool defends) const {
    std::size_t before = i;
    while (before > 0 && e_[before - 1].means == at) --before;
    const bool has_others = has_fighters(i + 1, e_.size());
    return !defends && has_others && before > 0 && is_fighter(before - 1) && !e_[i].apart &&
           (e_[i].cause == Means::unknown || e_[i].cause == drm_word);
  }

  // "My pinned 467 advances into CC": who is pinned does not (A7.81).
  void refuse_pinned_advance() const {
    const bool advances = std::any_of(e_.begin(), e_.end(), [](const Element& element) {
      return element.means == close_combat && (element.typed.find("advanc") != std::string::npos || element.typed.starts_with("jump"));
    });
    const auto is_pinned = [](const Group& group) {
      return std::find(group.states.begin(), group.states.end(), "pinned") != group.states.end();
    };
    if (advances && std::any_of(attackers_.begin(), attackers_.end(), is_pinned))
      throw Unfit{"a pinned unit that advances", "who is pinned does not, A7.81", "leave pinned out, or say in CC with", 7};
  }

  // Who is broken withdraws from Melee, but not in the first round (A11.16).
  void tell_of_melee() {
    const bool is_melee = std::any_of(e_.begin(), e_.end(), [](const Element& element) {
      return element.means == close_combat && element.typed.find("melee") != std::string::npos;
    });
    const bool has_broken =
        std::any_of(attackers_.begin(), attackers_.end(), is_broken) || std::any_of(defenders_.begin(), defenders_.end(), is_broken);
    if (is_melee && has_broken) told_.emplace_back("the first CC Phase, in which nobody withdraws");
  }

  // CX: +1 on its attack, -1 on the attack on it (A4.51); of a side all are, as there is one attack.
  void settle_exhausted() {
    for (const bool defends : {false, true}) {
      const std::vector<Group>& side = defends ? defenders_ : attackers_;
      const auto tired = std::count_if(side.begin(), side.end(), [](const Group& group) { return group.exhausted; });
      if (tired == 0) continue;
      if (tired < static_cast<std::ptrdiff_t>(side.size()))
        throw Unfit{"CX of a part of a side", "each side makes one attack", "ask it of a side that is CX", 6};
      (defends ? defenders_drm_ : attackers_drm_) += 1;
    }
  }

  // Whose side is mine: as it is said, or the one that is named first.
  bool i_attack() const {
    const auto is = [](const std::vector<Group>& side, Group::Owner owner) {
      return std::any_of(side.begin(), side.end(), [&](const Group& group) { return group.owner == owner; });
    };
    return !is(defenders_, Group::Owner::mine) && !is(attackers_, Group::Owner::his);
  }

  void settle_ambush(std::size_t split, bool is_turned, bool defends_behind) {
    const bool is_between = split < e_.size() && e_[split].means == ambush;
    if (is_turned && ambush_ == "by") ambush_ = defends_behind ? "defender" : "attacker";
    if (is_between && ambush_ == "by" && ambushes_next(split)) ambush_ = "attacker";
    if (ambush_ == "try") {  // "447 tries to ambush 467"
      ambush_ = "roll";
      return;
    }
    if (is_between && (ambush_ == "roll" || ambush_ == "mine" || ambush_ == "his")) ambush_ = "attacker";  // 447 ambushes 467
    if (ambush_ == "mine" || ambush_ == "his") ambush_ = (ambush_ == "mine") == i_attack() ? "attacker" : "defender";
    if (ambush_ == "by") throw Unfit{"'ambushed'", "who is, by whom?", "give it like 447 ambushes 467", 6};
  }

  void hide(bool defends) {
    const std::string side = defends ? "defender" : "attacker";
    if (!concealed_.empty() && concealed_ != side) throw Unfit{"both sides concealed", "one at most is asked", "leave one out", 5};
    concealed_ = side;
  }

  // The drm of an Ambush dr that the counters say: each kind counts once, if any unit of the side has it (A11.4).
  static int ambush_drm_of(const std::vector<Group>& side, bool is_hidden) {
    const auto any = [&](auto is) { return std::any_of(side.begin(), side.end(), is); };
    const auto any_is = [&](std::string_view said) {
      return any([&](const Group& group) { return std::find(group.states.begin(), group.states.end(), said) != group.states.end(); });
    };
    std::optional<int> leadership_;
    for (const Group& group : side) {
      const bool is_pinned = std::find(group.states.begin(), group.states.end(), "pinned") != group.states.end();
      const bool leads = group.is_leader && side.size() > 1 && !is_pinned && !is_broken(group);
      if (leads) leadership_ = std::min(leadership_.value_or(leadership_of(group.unit)), leadership_of(group.unit));
    }
    const bool is_led = any([](const Group& group) { return group.is_leader; });
    const bool is_stealthy =
        any_is("stealthy") || any([](const Group& group) {
          const auto of = class_of(group).value_or(model::UnitClass::first_line);
          return group.unit.starts_with("hero:") || group.quality == "stealthy" || model::is_stealthy(nation_of(group), of);
        });
    const bool is_lax = any_is("lax") || any([&](const Group& group) {
                          const auto of = class_of(group).value_or(model::UnitClass::first_line);
                          return !group.is_leader && model::is_lax(nation_of(group), of, is_led);
                        });
    return leadership_.value_or(0) + (is_hidden ? -2 : 0) + (is_stealthy ? -1 : 0) + (is_lax ? 1 : 0) + (any_is("pinned") ? 1 : 0) +
           (any(is_broken) ? 1 : 0);
  }

  void write() {
    asked_.question = "cc";
    const auto add = [&](const char* key, const std::string& value) {
      if (!value.empty()) asked_.inputs.push_back({key, value});
    };
    add("ambush", ambush_ == "none" ? "" : ambush_);
    add("concealed", concealed_);
    add("holds", holds_);
    add("rounds", rounds_);
    const int exhausted_drm = attackers_drm_ - defenders_drm_;
    const bool says_ambush_drm = my_ambush_drm_ || his_ambush_drm_;
    const int mine = my_ambush_drm_.value_or(0), his = his_ambush_drm_.value_or(0);
    const int ambush_of_attackers = says_ambush_drm
                                        ? (i_attack() ? mine : his)
                                        : ambush_drm_of(attackers_, concealed_ == "attacker") + attackers_drm_ + (in_jungle_ ? 1 : 0);
    const int ambush_of_defenders =
        says_ambush_drm ? (i_attack() ? his : mine) : ambush_drm_of(defenders_, concealed_ == "defender") + defenders_drm_;
    for (auto* side : {&attackers_, &defenders_}) {
      for (Group& group : *side) {
        const auto erased = std::erase_if(group.states, [](const std::string& said) { return said == "stealthy" || said == "lax"; });
        if (erased > 0 && ambush_ != "roll")
          throw Unfit{"who is Stealthy or Lax", "it is a drm of an Ambush dr only, A11.4", "leave it out, or ask for an ambush roll", 6};
      }
    }
    add("attacker", as_option_units(attackers_));
    if (exhausted_drm + typed_drm_ != 0) add("attacker_drm", std::to_string(exhausted_drm + typed_drm_));
    add("defender", as_option_units(defenders_));
    if (exhausted_drm != 0) add("defender_drm", std::to_string(-exhausted_drm));
    std::string text = "Close Combat: " + in_players_words(attackers_) + " against " + in_players_words(defenders_);
    if (!concealed_.empty()) text += ", the " + concealed_ + "s " + (holds_.empty() ? "concealed" : "stay concealed");
    if (typed_drm_ != 0) text += ", " + model::with_sign(typed_drm_) + " on the attackers' attack";
    if (exhausted_drm != 0)
      text += ", " + model::with_sign(exhausted_drm) + " CX on the attackers' attack, " + model::with_sign(-exhausted_drm) +
              " on the defenders'";
    if (ambush_ == "roll") {
      if (ambush_of_attackers != 0 || ambush_of_defenders != 0)
        add("ambush_drm", std::to_string(ambush_of_attackers) + "," + std::to_string(ambush_of_defenders));
      text += ", Ambush dr " + model::with_sign(ambush_of_attackers) + " against " + model::with_sign(ambush_of_defenders);
    } else if (ambush_ == "attacker" || ambush_ == "defender") {
      text += ", the " + ambush_ + "s ambush";
    }
    if (!rounds_.empty())
      text += rounds_ == "until" ? ", until one side is gone" : ", " + rounds_ + (rounds_ == "1" ? " round" : " rounds");
    for (const std::string& one : told_) text += "; " + one;
    asked_.understood = text;
  }

  const std::vector<Element>& e_;
  Group::Owner owner_ = Group::Owner::unknown;  // of those behind the boundary, where nothing else says who is who
  std::vector<Group> attackers_{}, defenders_{};
  std::vector<std::string> told_{};
  std::string ambush_{}, concealed_{}, holds_{}, rounds_{};
  int attackers_drm_ = 0, defenders_drm_ = 0;              // of CX
  int typed_drm_ = 0;                                      // of the attackers
  std::optional<int> my_ambush_drm_{}, his_ambush_drm_{};  // as they are typed
  bool in_jungle_ = false;
  PlainQuestion asked_{};
};

// HE and the like at a building.
class BuildingReader {
 public:
  explicit BuildingReader(const std::vector<Element>& elements) : e_(elements) {
    for (std::size_t i = 0; i < e_.size(); ++i) take(i);
    write();
  }
  PlainQuestion question() && { return std::move(asked_); }

 private:
  void take(std::size_t i) {
    const Element& element = e_[i];
    switch (element.means) {
      case gun:
        if (caliber_ && *caliber_ != element.number)
          throw Unfit{"two calibres, " + std::to_string(*caliber_) + " and " + std::to_string(element.number),
                      "which fires, and which is the Gun of who is there?", "give the latter like crew:2-2-8,gun=75AT", 7};
        caliber_ = element.number;
        if (!element.value.empty() && element.value != "mm") barrel_ = element.value == "l" ? "L" : element.value == "ll" ? "LL" : "short";
        return;
      case number:
        if (caliber_ && element.number == *caliber_) return;  // StuH 105
        if (caliber_ || element.number < 20)
          throw Unfit{"the number " + element.value, "of what?", "give it like 105mm at a stone building with 2 levels", 3};
        caliber_ = element.number;
        return;
      case vehicle:
      case by_name: {
        if (element.value.empty()) return;
        const auto digits = element.value.find_first_not_of("0123456789");
        if (!caliber_) caliber_ = model::whole_number(std::string_view(element.value).substr(0, digits));
        if (digits != std::string::npos) barrel_ = element.value.substr(digits) == "*" ? "short" : element.value.substr(digits);
        return;
      }
      case fire:
        fire_ = element.value;
        return;
      case ordnance:
        return;
      case area_fire:
        fire_ = "area";
        return;
      case he:
        if (element.value == "heat") ammo_ = "heat";
        return;
      case latw:
        if (element.value == "piat")
          throw Unfit{"a PIAT at a building", "it is asked at vehicles", "ask a bazooka or panzerschreck here", 6};
        ammo_ = element.value;
        return;
      case weapon:
        if (element.value != "dc")
          throw Unfit{"'" + element.typed + "' at a building with levels", "it makes no rubble", "leave the levels out", 5};
        ammo_ = "dc";
        return;
      case thrown:
        is_thrown_ = true;
        return;
      case placed:
        return;
      case material:
      case building:
      case fortified:
      case rubble:
        place_.take(element);
        return;
      case storeys:
        if (element.number > 0) place_.levels = element.number - 1;
        return;
      case levels:
        if (!element.has_number) return;
        if (element.value == "which" && is_before_unit(i) && tells_level_first()) return;
        if (element.value == "which") return say_level(element.number);
        place_.levels = element.number;
        return;
      case upstairs:
        if (is_before_unit(i) && tells_level_first()) return;
        return say_level(element.number);  // every_level, too
      case roof:
        say_level(-1);
        return;
      case unit: {
        require_named(element.group);
        if (element.group.is_machine_gun) return;
        Group group = element.group;
        if (group.is_leader && i + 1 < e_.size() && e_[i + 1].means == directs) {
          leadership_ = leadership_said(group);
          return;
        }
        if (uses_weapon(i)) return;  // 467 with a panzerfaust at a 447
        concealed_ = concealed_ || group.concealed;
        if (!group.told.empty()) told_.push_back(group.told);
        if (tells_level_first() && i > 0 && !group.level) group.level = level_before(i);
        men_.push_back(std::move(group));
        return;
      }
      case range:
      case near:
        range_ = element.number;
        return;
      case hinders:
        hindrance_ += element.number;
        return;
      case drm:
        if (element.cause == hindrance)
          hindrance_ += element.number;
        else if (element.cause == leadership || element.cause == leaders)
          leadership_ = element.number;
        else if (element.cause == Means::unknown || element.cause == drm_word)
          drm_ += element.number;
        else if (element.cause != tem && element.cause != material && element.cause != building)
          refuse_word(element, "HE at a building");
        return;
      case rate_of_fire:
        if (element.has_number) rof_ = element.number;
        return;
      case to_hit:
        if (element.has_number) to_hit_ = element.number;
        return;
      case times:
        shots_ = std::to_string(element.number);
        return;
      case until:
        shots_ = "until";
        return;
      case concealed:
        concealed_ = true;
        return;
      case state:
      case fanatic: {
        if (men_.size() != 1) throw Unfit{"'" + element.typed + "' by itself", "whose is it?", "give it like broken 447", 4};
        if (element.means == fanatic)
          men_.front().fanatic = true;
        else
          men_.front().states.push_back(element.value);
        return;
      }
      case directs:
        return;
      case gun_case:
        cases_.push_back(element.value);
        return;
      case acquired:
        if (element.has_number) cases_.push_back("N=" + model::with_sign(element.number));
        return;
      case collapses:
      case makes_rubble:
      case name:
      case chosen_word:
        return;
      default:
        if (!is_joint(element.means)) refuse_word(element, "HE at a building");
    }
  }

  // Whoever fires a LATW or a DC makes no difference; he stands before "at", or behind "takes".
  bool uses_weapon(std::size_t i) const {
    if (e_[i].group.is_leader) return false;
    const auto has = [&](std::size_t begin, std::size_t end, Means means) {
      for (std::size_t k = begin; k < end; ++k) {
        if (e_[k].means == means) return true;
      }
      return false;
    };
    const bool is_used = has(0, e_.size(), latw) || has(0, e_.size(), weapon);
    const bool is_before_target = has(i + 1, e_.size(), at) && has(i + 1, e_.size(), unit);
    const bool is_behind_target = (has(0, i, takes) || has(0, i, from)) && has(0, i, unit);
    return is_used && (is_before_target || is_behind_target);
  }

  // Of those who stand before it, or of what is fired at.
  void say_level(int level) {
    bool of_men = false;
    for (Group& group : men_) {
      if (!group.level) group.level = level, of_men = true;
    }
    if (!of_men) level_ = level;
  }

  // "On the ground a 228, and on level 2 a 9-1": each behind where he is, as what comes first among them says.
  bool is_level(std::size_t i) const {
    return e_[i].means == upstairs || (e_[i].means == levels && e_[i].has_number && e_[i].value == "which");
  }
  bool is_before_unit(std::size_t i) const { return is_level(i) && i + 1 < e_.size() && e_[i + 1].means == unit; }
  bool tells_level_first() const {
    std::size_t before = 0, behind = 0;
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (!is_level(i)) continue;
      before += is_before_unit(i) ? 1 : 0;
      behind += i > 0 && e_[i - 1].means == unit ? 1 : 0;
    }
    return before > 1 && behind == 0;
  }
  std::optional<int> level_before(std::size_t i) const { return is_level(i - 1) ? std::optional(e_[i - 1].number) : std::nullopt; }

  // "A 467 on each floor"
  void spread_over_levels() {
    std::vector<Group> spread;
    for (const Group& group : men_) {
      if (group.level != every_level) {
        spread.push_back(group);
        continue;
      }
      for (int level = 0; level <= *place_.levels; ++level) {
        spread.push_back(group);
        spread.back().level = level;
      }
    }
    men_ = std::move(spread);
    if (level_ == every_level) throw Unfit{"every level fired at", "which one?", "give it like level 1, or who is on each level", 5};
  }

  void write() {
    if (!caliber_ && (ammo_.empty() || ammo_ == "heat"))
      throw Unfit{"HE without its calibre", "of which size?", "give it like 105mm at a stone building with 2 levels", 4};
    if (place_.material.empty()) throw Unfit{"a building", "wood or stone?", "give it like a stone building with 2 levels", 5};
    if (place_.hut || (!place_.terrain.empty() && place_.terrain != "open"))
      throw Unfit{place_.hut ? "a hut and a building" : "a building and " + place_.terrain, "HE is asked at one of them", "leave one out",
                  6};
    const bool is_on_roof = level_ == -1 || std::any_of(men_.begin(), men_.end(), [](const Group& group) { return group.level == -1; });
    int highest = std::max(level_.value_or(0), 0);
    for (const Group& group : men_) highest = std::max(highest, group.level.value_or(0));
    if (place_.factory) place_.levels = 0;
    if (!place_.levels) {
      const bool is_each = std::any_of(men_.begin(), men_.end(), [](const Group& group) { return group.level == every_level; });
      if (is_each)
        throw Unfit{"every level of a building without their number", "how many above the ground?",
                    "give it like a " + place_.material + " building with 1 level, or two story " + place_.material + " house", 7};
      place_.levels = std::max(highest, 0);
      told_.push_back(highest == 0 && !is_on_roof
                          ? "a single story, as nothing else is said"
                          : "as high as who is in it: " + std::to_string(*place_.levels) + " levels above the ground");
    }
    spread_over_levels();
    asked_.question = "he";
    const auto add = [&](const char* key, const std::string& value) {
      if (!value.empty()) asked_.inputs.push_back({key, value});
    };
    if (caliber_) add("caliber", std::to_string(*caliber_));
    add("building", place_.material);
    if (place_.factory)
      asked_.inputs.push_back({"factory", true});
    else
      add("levels", std::to_string(*place_.levels));
    const auto name_of_level = [](int level) { return level == -1 ? std::string("rooftop") : std::to_string(level); };
    std::optional<int> fired_at = level_;
    const bool is_at_one = fire_.empty() || fire_ == "direct";
    if (!fired_at && is_at_one && men_.size() == 1 && men_.front().level) fired_at = men_.front().level;
    if (fired_at && *fired_at != 0 && is_at_one) add("level", name_of_level(*fired_at));
    add("fire", fire_);
    add("ammo", ammo_ == "dc" && is_thrown_ ? "thrown-dc" : ammo_);
    if (place_.fortified) asked_.inputs.push_back({"fortified", true});
    if (concealed_) asked_.inputs.push_back({"concealed", true});
    if (drm_ != 0) add("drm", std::to_string(drm_));
    if (to_hit_) add("to_hit", std::to_string(*to_hit_));
    add("shots", shots_);
    std::vector<std::string> occupants;
    std::string text = (caliber_ ? std::to_string(*caliber_) +
                                       (barrel_.empty()      ? "mm"
                                        : barrel_ == "short" ? "*"
                                                             : barrel_) +
                                       " "
                                 : "") +
                       (!ammo_.empty()   ? ammo_ == "dc" ? (is_thrown_ ? "thrown DC" : "DC") : ammo_
                        : fire_.empty()  ? "HE"
                        : fire_ == "oba" ? "OBA"
                                         : fire_);
    text += " at a " + std::string(place_.fortified ? "fortified " : "") + place_.material;
    text += place_.factory
                ? " factory"
                : " building with " + std::to_string(*place_.levels) + " level" + (*place_.levels == 1 ? "" : "s") + " above the ground";
    if (to_hit_) text += ", To Hit " + std::to_string(*to_hit_);
    if (drm_ != 0) text += ", " + model::with_sign(drm_);
    for (const std::string& one : cases_) text += ", " + (one.starts_with("N=") ? "acquired " + one.substr(2) : "Case " + one);
    if (fired_at && is_at_one)
      text += ", at " + (*fired_at == -1  ? std::string("the rooftop")
                         : *fired_at == 0 ? std::string("the ground level")
                                          : "level " + std::to_string(*fired_at));
    for (const Group& group : men_) {
      const int level = group.level.value_or(std::max(fired_at.value_or(0), -1));
      occupants.push_back(has_level(group) ? as_option_unit(group) : name_of_level(level) + "=" + as_option_unit(group));
      text += ", " + in_players_words(group) +
              (level == -1  ? " on the rooftop"
               : level == 0 ? " on the ground"
                            : " on level " + std::to_string(level));
    }
    if (range_) add("range", std::to_string(*range_)), text += ", range " + std::to_string(*range_);
    if (range_) add("barrel", barrel_);  // it is a part of the To Hit number
    for (const std::string& one : cases_) add("case", one);
    if (hindrance_ != 0) add("hindrance", std::to_string(hindrance_)), text += ", Hindrance +" + std::to_string(hindrance_);
    if (leadership_) add("leadership", std::to_string(*leadership_)), text += ", leader " + model::with_sign(*leadership_);
    if (rof_) add("rate_of_fire", std::to_string(*rof_)), text += ", ROF " + std::to_string(*rof_);
    if (!shots_.empty()) text += shots_ == "until" ? ", until it is rubble" : ", " + shots_ + " shots";
    for (std::string& one : occupants) asked_.inputs.push_back({"occupant", std::move(one)});
    for (const std::string& one : told_) text += "; " + one;
    asked_.understood = text;
  }

  const std::vector<Element>& e_;
  std::optional<int> caliber_{}, level_{}, range_{}, rof_{}, to_hit_{}, leadership_{};
  std::string barrel_{}, fire_{}, ammo_{}, shots_{};
  int drm_ = 0, hindrance_ = 0;
  bool is_thrown_ = false, concealed_ = false;
  Place place_{};
  std::vector<Group> men_{};
  std::vector<std::string> cases_{}, told_{};
  PlainQuestion asked_{};
};

bool is_truck(const Element& element) { return element.typed.starts_with("truck"); }
bool is_fully_tracked(const Element& element) {
  constexpr std::array<std::string_view, 5> others{"halftrack", "ht", "car", "armored car", "ac"};
  return std::find(others.begin(), others.end(), element.typed) == others.end();
}

// What the questions about buildings and obstacles take of a line.
class OtherReader {
 public:
  OtherReader(const std::string& question, const std::vector<Element>& elements) : e_(elements) {
    asked_.question = question;
    for (const Element& element : e_) {
      if (!take(element) && !is_joint(element.means))
        refuse_word(element, question == "enter" ? "Bog" : question == "clear" ? "Clearance" : "it");
    }
    if (question == "enter")
      write_entry();
    else if (question == "breach")
      write_breach();
    else if (question == "bombard")
      write_bombardment();
    else if (question == "clear")
      write_clearance();
    else if (question == "kindle")
      write_kindling();
    else
      write_hut();
    for (const std::string& one : told_) asked_.understood += "; " + one;
  }
  PlainQuestion question() && { return std::move(asked_); }

 private:
  bool take(const Element& element) {
    const std::string& q = asked_.question;
    if (place_.take(element)) return true;
    switch (element.means) {
      case enters:
        return q == "enter" || q == "hut";
      case breaches:
        return q == "breach";
      case bombards:
        return q == "bombard" || q == "hut";
      case clears:
        return q == "clear";
      case kindles:
        return q == "kindle" || q == "hut";
      case collapses:
        return q == "hut" || q == "breach";
      case task:
        task_ = element.value;
        return q == "clear" || q == "kindle";
      case levels:
        if (element.has_number && element.value != "which") place_.levels = element.number;
        return q != "clear" && q != "kindle";
      case storeys:
      case upstairs:
        return q != "clear" && q != "kindle";
      case vehicle:
        if (!element.value.empty()) vehicle_ = element.typed, pressure_ = element.number;
        is_truck_ = is_truck_ || is_truck(element);
        is_tracked_ = is_tracked_ && !is_truck_ && is_fully_tracked(element);
        if (q == "hut") cause_ = "afv";
        return q == "enter" || q == "hut";
      case chosen_word:
        return q == "enter";
      case moving:
        return q == "enter" || (q == "hut" && element.typed.ends_with(" over"));
      case range:
        if (element.has_number && place_.factory) hexes_ = element.number;
        return q == "enter" && hexes_ > 0;
      case alone:
        is_alone_ = is_alone_ || element.value.empty();
        return true;
      case drm:
        if (element.cause == leadership || element.cause == leaders) return leadership_ = element.number, true;
        if (element.cause != Means::unknown && element.cause != drm_word) return false;
        drm_ += element.number;
        return true;
      case unit: {
        const Group& group = element.group;
        const bool is_sapper_squad = &element != &e_.front() && (&element - 1)->means == sappers && !element.apart && !group.is_counted;
        if (q == "clear" && is_sapper_squad && group.kind == "squad") return true;
        if (q == "clear") return take_worker(group);
        const bool sets_charge = q == "breach" && group.unit.empty() && men_.empty();  // engineers breach a wall
        if (sets_charge) return true;
        if (q == "breach" || q == "hut") {
          require_named(group);
          concealed_ = concealed_ || group.concealed;
          men_.push_back(group);
          return true;
        }
        if (q == "kindle") return take_kindler(group, element.typed);
        return q == "enter" && group.kind == "crew";
      }
      case sappers:
        sappers_ = element.has_number ? element.number : 1;
        return q == "clear";
      case bulldozer:
        bulldozers_ = element.has_number ? element.number : 1;
        return q == "clear";
      case turns:
        if (element.has_number) turns_ = std::to_string(element.number);
        return q == "clear" || q == "kindle";
      case times:
        turns_ = std::to_string(element.number);
        return q == "clear";
      case until:
        turns_ = "until";
        return q == "clear" || q == "kindle";
      case weapon:
        weapon_ = element.value;
        if (q == "clear" && element.value == "mines") return task_ = "mines", true;
        if (q == "kindle") return element.value == "mol" || element.value == "wp";
        return (q == "breach" && element.value == "dc") || q == "hut";
      case gun:
      case number:
        caliber_ = element.number;
        return q == "hut";
      case fire:
        if (element.value == "oba" || element.value == "harassing" || element.value == "barrage") cause_ = "oba";
        if (element.value != "oba") fire_ = element.value;
        return q == "hut";
      case he:
        return q == "hut";
      case thrown:
      case placed:
        return q == "breach" || q == "hut" || q == "kindle";
      case cowering:
        inexperienced_ = element.value == "inexperienced";
        return q == "clear" && inexperienced_;
      case concealed:
        return q == "breach" && (concealed_ = true);
      case makes_rubble:
        return q == "enter" || q == "bombard";
      case firepower:
        return q == "hut" && (fp_ = element.value, true);
      default:
        return false;
    }
  }

  bool take_worker(const Group& group) {
    if (group.is_leader) return take_helper(group);
    if (group.is_many && !group.is_counted && group.count == 1)
      throw Unfit{"several squads", "how many are there?", "give it like two squads", 6};
    std::string kind = group.kind;
    if (!group.unit.empty()) kind = group.unit.find(':') == std::string::npos ? "squad" : group.unit.substr(0, group.unit.find(':'));
    if (kind == "squad" && group.quality == "AE")
      sappers_ += group.count;
    else if (kind == "squad")
      squads_ += group.count;
    else if (kind == "hs" || kind == "crew")
      half_squads_ += group.count;
    else if (kind == "hero")
      heroes_ += group.count;
    else
      require_named(group);
    return true;
  }

  bool take_helper(const Group& leader) {
    if (leadership_) throw Unfit{"two leaders", "one helps", "leave one out", 5};
    leadership_ = leadership_said(leader);
    return true;
  }

  // A squad kindles, or less; a leader beside it helps, and alone he kindles himself (B25.11).
  bool take_kindler(const Group& group, const std::string& typed) {
    const auto of_kind = [&](std::string_view kind) { return group.kind == kind || group.unit.starts_with(std::string(kind) + ":"); };
    if (group.is_leader) return take_helper(group);
    if (!kindler_.empty()) throw Unfit{"two who kindle", "one tries", "leave one out", 5};
    if (group.unit.empty() && group.kind.empty() && typed != "smc") return true;  // men
    kindler_ = of_kind("hs") || of_kind("crew") ? "half-squad" : of_kind("hero") || typed == "smc" ? "smc" : "attempt";
    return true;
  }

  void add(const char* key, const std::string& value) {
    if (!value.empty()) asked_.inputs.push_back({key, value});
  }
  void add_number(const char* key, int value) {
    if (value != 0) asked_.inputs.push_back({key, std::to_string(value)});
  }
  std::string building_with_levels() const {
    return "a " + std::string(place_.fortified ? "fortified " : "") + place_.material + (place_.rowhouse ? " rowhouse" : " building") +
           (place_.levels ? " with " + std::to_string(*place_.levels) + " level" + (*place_.levels == 1 ? "" : "s") + " above the ground"
                          : "");
  }
  void require_material() const {
    if (place_.material.empty()) throw Unfit{"a building", "wood or stone?", "give it like a stone building", 5};
  }

  // Of a place what the question knows nothing of.
  void refuse_place(bool is_fortified_taken) const {
    const char* of = place_.hut                                                                        ? "a hut"
                     : place_.roof                                                                     ? "a rooftop"
                     : !place_.terrain.empty() && place_.terrain != "wall" && place_.terrain != "open" ? place_.terrain.c_str()
                     : place_.fortified && !is_fortified_taken                                         ? "fortified"
                                                                                                       : nullptr;
    if (of) throw Unfit{std::string("'") + of + "'", "of it the question " + asked_.question + " knows nothing", "leave it out", 6};
  }

  void write_entry() {
    if (model::find_choice(place_.terrain, model::bog_terrain_choices) && place_.as_terrain() == place_.terrain) {
      add("terrain", place_.terrain);
      asked_.understood = std::string(is_truck_     ? "a truck"
                                      : is_tracked_ ? "an AFV"
                                                    : "a vehicle that is not fully tracked") +
                          " enters " + (place_.terrain == "graveyard" ? "a " : "") + place_.terrain;
      return write_vehicle();
    }
    refuse_place(false);
    if (place_.rubble) {
      asked_.inputs.push_back({"rubble", true});
      asked_.understood = "an AFV enters rubble";
    } else if (place_.factory && place_.material.empty()) {
      asked_.inputs.push_back({"factory", true});
      add_number("hexes", hexes_);
      asked_.understood =
          "an AFV drives within a factory" + (hexes_ > 0 ? ", through " + std::to_string(hexes_) + " hexes" : std::string());
    } else {
      require_material();
      if (!place_.levels) place_.levels = 0, told_.push_back("a single story, as nothing else is said");
      add("building", place_.material);
      add("levels", std::to_string(*place_.levels));
      if (place_.rowhouse) asked_.inputs.push_back({"rowhouse", true});
      asked_.understood = "an AFV enters " + building_with_levels();
    }
    write_vehicle();
  }
  void write_vehicle() {
    if (!is_tracked_) asked_.inputs.push_back({"not_fully_tracked", true});
    if (is_truck_) ++drm_;  // truck-type MP, D8.21
    const bool says_pressure = std::any_of(e_.begin(), e_.end(), [](const Element& element) { return element.means == chosen_word; });
    if (pressure_ == varied_pressure && !says_pressure)
      throw Unfit{"a " + vehicle_, "its ground pressure is not the same in every model", "give it like low ground pressure tank", 6};
    if (pressure_ > 0 && pressure_ != varied_pressure) {
      add("ground_pressure", pressure_ == 2 ? "high" : "low");
      asked_.understood += std::string(", ") + (pressure_ == 2 ? "high" : "low") + " ground pressure (" + vehicle_ + ")";
    }
    if (pressure_ == 0 && !vehicle_.empty() && !says_pressure) asked_.understood += ", normal ground pressure (" + vehicle_ + ")";
    add_number("drm", drm_);
    if (drm_ != 0) asked_.understood += ", " + model::with_sign(drm_);
  }

  void write_breach() {
    refuse_place(true);
    if (place_.rubble) throw Unfit{"rubble", "of a breach it says nothing", "leave it out", 6};
    require_material();
    add("building", place_.material);
    if (place_.fortified) asked_.inputs.push_back({"fortified", true});
    add_number("drm", drm_);
    if (concealed_) asked_.inputs.push_back({"concealed", true});
    add("target", as_option_units(men_));
    place_.levels.reset();
    asked_.understood =
        "a DC at the wall of " + building_with_levels() + (men_.empty() ? "" : ", " + in_players_words(men_) + " behind it");
  }

  void write_bombardment() {
    refuse_place(true);
    if (place_.rubble) throw Unfit{"rubble", "of a Bombardment it says nothing", "leave it out", 6};
    require_material();
    if (!place_.levels)
      throw Unfit{"a building without its levels", "how many above the ground?",
                  "give it like bombardment of a " + place_.material + " building with 1 level", 7};
    add("building", place_.material);
    add("levels", std::to_string(*place_.levels));
    if (place_.fortified) asked_.inputs.push_back({"fortified", true});
    add_number("drm", drm_);
    asked_.understood = "Bombardment of " + building_with_levels();
  }

  void write_clearance() {
    if (drm_ != 0) throw Unfit{"a DRM of " + model::with_sign(drm_), "of what?", "give it like leader -1, or ec 1", 6};
    if (place_.rubble) task_ = "rubble";
    if (weapon_ == "dc" && task_.empty()) task_ = "set-dc";
    if (task_.empty())
      throw Unfit{"Clearance of nothing", "rubble, a flame, wire, mines, a set DC or a roadblock?",
                  "give it like clear rubble with 2 squads", 5};
    add("task", task_);
    add_number("squads", squads_);
    add_number("half_squads", half_squads_);
    add_number("heroes", heroes_);
    add_number("sapper_squads", sappers_);
    add_number("bulldozers", bulldozers_);
    if (leadership_) add("leadership", std::to_string(*leadership_));
    add("turns", turns_);
    if (inexperienced_) asked_.inputs.push_back({"inexperienced", true});
    if (task_ == "flame" && !place_.material.empty()) add("terrain", place_.material);
    std::string by;
    const auto say = [&](int n, const char* one, const char* many) {
      if (n > 0) by += (by.empty() ? "" : " and ") + std::to_string(n) + " " + (n == 1 ? one : many);
    };
    say(squads_, "squad", "squads");
    say(half_squads_, "half-squad", "half-squads");
    say(heroes_, "hero", "heroes");
    say(sappers_, "sapper squad", "sapper squads");
    say(bulldozers_, "bulldozer", "bulldozers");
    if (by.empty()) throw Unfit{"Clearance by nobody", "who clears?", "give it like clear " + task_ + " with 2 squads", 5};
    asked_.understood = "Clearance of " + task_ + " by " + by + (leadership_ ? ", leader " + model::with_sign(*leadership_) : "") +
                        (turns_.empty()      ? ""
                         : turns_ == "until" ? ", until it is cleared"
                                             : ", " + turns_ + " turns");
  }

  void write_kindling() {
    std::string terrain = place_.as_terrain();
    if (terrain.empty() || (terrain != "wood" && terrain != "stone" && terrain != "hut" && terrain != "lumberyard" &&
                            terrain != "wood-rubble" && terrain != "stone-rubble"))
      throw Unfit{terrain.empty() ? "a fire in nothing" : "a fire in " + terrain, "a building, rubble, a hut or a lumberyard burns here",
                  "give it like set fire to a wooden building", 6};
    if (task_ == "flame")
      throw Unfit{"a flame as it burns already", "boxcars asks a Kindling attempt, and what becomes of its Flame",
                  "give it like kindle a stone building, becomes a blaze in 4 turns", 8};
    if (!turns_.empty() && !find_blaze())
      throw Unfit{turns_ + " turns", "one Kindling attempt is asked, and in further turns whether its Flame becomes a Blaze",
                  "leave the turns out, or give it like kindle wood " + turns_ + " turns", 8};
    if (is_alone_ && leadership_ && (kindler_.empty() || kindler_ == "smc")) kindler_ = "smc", leadership_.reset();
    add("terrain", terrain);
    if (place_.fortified) asked_.inputs.push_back({"fortified", true});
    add_number("drm", drm_);
    add("turns", turns_);
    if (weapon_ == "mol" || weapon_ == "wp")
      add("by", weapon_);
    else if (kindler_ == "half-squad" || kindler_ == "smc")
      add("by", kindler_);
    if (leadership_) add("leadership", std::to_string(*leadership_));
    asked_.understood = "one Kindling attempt at " +
                        std::string(place_.material.empty() ? "a " + terrain
                                    : place_.rubble         ? place_.material + " rubble"
                                                            : building_with_levels()) +
                        (weapon_ == "mol" || weapon_ == "wp"             ? " by " + weapon_
                         : kindler_ == "half-squad" || kindler_ == "smc" ? " by a " + kindler_
                                                                         : "") +
                        (drm_ != 0 ? ", " + model::with_sign(drm_) : "") +
                        (leadership_ ? ", leader " + model::with_sign(*leadership_) : "") +
                        (turns_.empty()      ? ""
                         : turns_ == "until" ? ", until it is over"
                                             : ", and " + turns_ + " further Player Turns");
  }
  bool find_blaze() const {
    return turns_ == "until" ||
           std::any_of(e_.begin(), e_.end(), [](const Element& element) { return element.means == kindles && element.value == "blaze"; });
  }

  void write_hut() {
    if (cause_.empty())
      cause_ = weapon_ == "dc" || weapon_ == "mol" || weapon_ == "ft" || weapon_ == "wp" ? weapon_
               : caliber_                                                                ? "he"
               : element_that(e_, bombards)                                              ? "bombardment"
               : fp_.empty()                                                             ? ""
                                                                                         : "small-arms";
    if (cause_.empty()) throw Unfit{"a hut", "by what may it collapse?", "give it like 105mm collapses a hut", 5};
    add("cause", cause_);
    if (caliber_) add("caliber", std::to_string(*caliber_));
    add("fire", fire_);
    add("fp", fp_);
    add_number("drm", drm_);
    add("target", as_option_units(men_));
    asked_.understood = (caliber_ ? std::to_string(*caliber_) + "mm " : "") + (fire_.empty() ? "" : fire_ + " ") + cause_ + " at a hut" +
                        (men_.empty() ? "" : " with " + in_players_words(men_));
  }

  const std::vector<Element>& e_;
  Place place_{};
  std::string task_{}, vehicle_{}, turns_{}, weapon_{}, cause_{}, fire_{}, fp_{}, kindler_{};
  bool is_alone_ = false;
  bool is_truck_ = false, is_tracked_ = true;
  int hexes_ = 0, pressure_ = 0, drm_ = 0, squads_ = 0, half_squads_ = 0, heroes_ = 0, sappers_ = 0, bulldozers_ = 0;
  bool inexperienced_ = false, concealed_ = false;
  std::optional<int> leadership_{}, caliber_{};
  std::vector<Group> men_{};
  std::vector<std::string> told_{};
  PlainQuestion asked_{};
};

// "Morale check for a 447", where nothing attacks him.
const Element* find_morale_check(const std::vector<Element>& elements) {
  const auto found = std::find_if(elements.begin(), elements.end(), [](const Element& element) {
    return element.means == event && element.typed.starts_with("morale check");
  });
  return found == elements.end() ? nullptr : &*found;
}

// "Keeps its rate".
bool is_of_rate(const Element& element) {
  return element.means == event && (element.typed.ends_with(" rof") || element.typed.find(" rate") != std::string::npos);
}

// A roll by itself, or a few: a Morale Check, a Rally, what a number is rolled against.
class CheckReader {
 public:
  explicit CheckReader(const std::vector<Element>& elements) {
    if (!element_that(elements, check) && !element_that(elements, ambush) && !element_that(elements, rate_of_fire) &&
        !element_that(elements, san) && !find_morale_check(elements) && !element_that(elements, hinders))
      kind_ = "rally";
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i > 0 && says_cause_of(elements[i - 1], elements[i]) && !drms_.empty()) drms_.pop_back();
      const bool is_said = i > 0 && (says_cause_of(elements[i], elements[i - 1]) || is_of_leader(elements[i], elements[i - 1]));
      if (!is_said) take(elements[i]);
    }
    if (is_dice_) settle_dice(elements);
    settle();
    write();
  }
  PlainQuestion question() && { return std::move(asked_); }

 private:
  // "5 or less on 2d6": of two dice, and with which numbers.
  void settle_dice(const std::vector<Element>& elements) const {
    constexpr int highest_of_one = 6;
    const auto says = [&](std::string_view word) {
      return std::any_of(elements.begin(), elements.end(),
                         [&](const Element& element) { return element.means == check && element.typed.find(word) != std::string::npos; });
    };
    const bool are_two = says("dice") || says("d6") || (!numbers_.empty() && numbers_.front() > highest_of_one);
    if (!are_two) throw Unfit{"a roll of so much", "with one die, or with two?", "give it like 5 or less on 2d6", 6};
    if (!says("or ") || element_that(elements, takes))
      throw Unfit{"a roll with two dice", "of which numbers?", "give it like 5 or less on 2d6", 6};
  }
  bool is_rally() const { return kind_ == "rally" || kind_ == "self-rally"; }
  bool is_of_weapon() const { return model::is_of_weapon(kind_); }
  bool is_usage_check() const { return kind_ == "PF" || kind_ == "MOL" || kind_ == "ATMM"; }
  // "9-2 -2" is his leadership, once.
  static bool is_of_leader(const Element& number, const Element& leader) {
    return number.means == drm && leader.means == unit && leader.group.is_leader && !leader.group.unit.empty() &&
           leadership_said(leader.group) == number.number;
  }
  // "-1 woods" of a Rally is the DRM that woods have, and "in woods -1" too.
  static bool says_cause_of(const Element& number, const Element& place) {
    Place here;
    const bool is_place = here.take(place);
    if (!is_place || number.means != drm || number.cause == leadership || number.cause == leaders) return false;
    if (here.building && here.material.empty()) here.material = "stone";
    const auto terrain = model::find_choice(here.as_terrain(), model::terrain_choices);
    return terrain && model::rally_drm(*terrain) == number.number;
  }
  model::CheckTakes takes_what() const { return model::check_takes(kind_); }
  bool is_of_unit() const { return takes_what() == model::CheckTakes::unit; }

  void take(const Element& element) {
    if (place_.take(element)) return;
    switch (element.means) {
      case rate_of_fire:
        say_kind("rof");
        if (element.has_number) numbers_.push_back(element.number);
        return;
      case check:
        if (element.typed.find("phone") != std::string::npos) is_phone_ = true;
        if (element.typed == "snipers" && !numbers_.empty())
          throw Unfit{"several snipers", "each side has one", "give it like sniper 4", 6};
        return say_kind(element.value);
      case event:
        if (element.typed.starts_with("morale check") && kind_.empty()) kind_ = "NMC";
        if (is_of_rate(element)) {  // keeps ROF 2
          if (kind_ == "rally") kind_.clear();
          say_kind("rof");
        }
        return;
      case ambush:
        return say_kind("ambush");
      case san:
        if (kind_.empty()) kind_ = "sniper";
        [[fallthrough]];
      case number:
      case morale:
        if (element.has_number) numbers_.push_back(element.number);
        return;
      case color:
        if (numbers_.empty()) throw Unfit{"'" + element.typed + "' without their number", "how many?", "give it like 7 black and 2 red", 5};
        (element.value == "black" ? black_ : red_) = numbers_.back();
        return;
      case unit:
        if (nation_.empty()) nation_ = element.group.nation;
        if (element.group.is_machine_gun) {  // that fires, or is repaired, or recovered
          gun_exhausted_ = gun_exhausted_ || element.group.exhausted;
          weapon_ = !element.group.unit.empty()    ? element.group.unit
                    : element.group.nation.empty() ? element.group.machine_gun
                                                   : element.group.nation + " " + element.group.machine_gun;
          return;
        }
        if (!element.group.quality.empty()) quality_ = element.group.quality;
        if (element.group.unit.empty() && element.group.kind == "leader") {  // "wound severity of a leader"
          is_any_leader_ = true;
          return;
        }
        if (element.group.unit.empty()) {
          unnamed_.push_back(element.group);
          return;
        }
        is_behind_roll_ = !kind_.empty() && units_.size() == 1;
        is_joined_ = is_joined_ || (!units_.empty() && (&element - 1)->means == with && (&element - 1)->typed == "and");
        units_.push_back(element.group);
        return;
      case state:
      case exhausted:
      case fanatic:
        lone_.push_back(&element);
        return;
      case drm:
        if (element.cause == leadership || element.cause == leaders)
          say_leadership(element.number);
        else
          drms_.push_back(element);
        return;
      case turns:
        if (element.value == "enemy") is_enemy_phase_ = true;
        [[fallthrough]];
      case times:
        if (element.means == times && kind_ == "rof" && element.value != "shots" && element.typed.find("shot") == std::string::npos)
          return;  // keeps it twice
        if (element.number > 0) turns_ = std::to_string(element.number);
        return;
      case directs:
      case directed_by:
      case leadership:
        return;
      case alone:
        is_alone_ = true;
        return;
      case hinders:
        if (kind_ == "smoke") return;
        if (element.typed.starts_with("smoke")) return say_kind("smoke");
        refuse_word(element, "a roll");
      case by_name:
      case vehicle:
        if (element.value.empty()) {
          is_of_tank_ = true;
          return;
        }
        if (!weapon_.empty()) refuse_word(element, "a roll");
        if (const auto named = weapon_named(element.typed))
          weapon_ = named->name;
        else
          weapon_ = element.typed;
        return;
      case gun:
        if (!weapon_.empty()) return;  // 88L flak
        weapon_ = std::to_string(element.number) + (element.value == "l" || element.value == "ll" ? element.value : "");
        return;
      case ordnance:
        is_of_gun_ = true;
        return;
      case fire:
        if (element.value != "oba") refuse_word(element, "a roll");
        is_of_oba_ = true;
        return;
      case close_combat:
        if (kind_ != "leader-creation") refuse_word(element, "a roll");
        return;
      case at:
        is_at_ = true;
        return;
      case name:
        if (is_under_fire_) throw Unfit{"'under fire'", "is it under DM, or is it attacked?", "say under DM, or ask the attack", 6};
        return;
      case takes:
        is_under_fire_ = element.typed == "under";
        return;
      case near:
        is_elsewhere_ = element.number == 1;
        return;
      default:
        if (!is_joint(element.means)) refuse_word(element, "a roll");
    }
  }
  void say_kind(const std::string& kind) {
    if (kind == "DR") {  // as a Task Check is
      is_dice_ = true;
      return say_kind("TC");
    }
    if ((kind_ == "shock" && kind == "recovery") || (kind_ == "recovery" && kind == "shock")) {  // "shocked tank recovers"
      kind_ = "shock";
      return;
    }
    if (is_phone_ && kind_ == "radio" && kind == "radio") return;
    const bool is_of_himself = (kind_ == "rally" && kind == "self-rally") || (kind_ == "self-rally" && kind == "rally");
    if (is_of_himself) {
      kind_ = "self-rally";
      return;
    }
    if (!kind_.empty() && kind_ != kind) throw Unfit{"two kinds of checks", "one is rolled", "leave one out", 5};
    kind_ = kind;
  }
  void say_leadership(int n) {
    if (leadership_ && *leadership_ != n) throw Unfit{"two leaders", "one directs", "leave one out", 5};
    leadership_ = n;
  }

  void settle() {
    if (kind_ == "ambush") return settle_ambush();
    const bool has_place = (!is_of_tank_ || kind_ == "shock" || kind_ == "crew-survival" || kind_ == "A-T-mines" || is_of_weapon()) &&
                           (!is_of_gun_ || kind_ == "manhandling" || is_of_weapon() || kind_ == "hidden-gun") &&
                           (!is_of_oba_ || kind_ == "battery-access" || kind_ == "radio" || kind_ == "accuracy");
    if (!has_place || (!weapon_.empty() && !is_of_weapon() && kind_ != "recovery"))
      throw Unfit{"a weapon", "of a check " + kind_ + " it says nothing", "leave it out", 5};
    settle_weapon();
    if (is_elsewhere_ && has_leader())
      throw Unfit{"a leader in another hex", "he helps in his own Location only, A10.7", "leave him out if he is not there", 9};
    if (is_alone_ && kind_ == "rally") kind_ = "self-rally";
    if (is_any_leader_ && kind_ != "wound") throw Unfit{"a leader without his numbers", "which one?", "give it like 9-1", 4};
    for (const Element& one : drms_) typed_drm_ += one.number;
    drm_ = typed_drm_;
    settle_unnamed();
    settle_nation();
    if (kind_ == "battery-access") return settle_access();
    if (!is_of_unit() && takes_what() != model::CheckTakes::perhaps_unit) {
      if (kind_ == "smoke") {  // who throws it says nothing beside the exponent, but that he is CX
        for (const Group& who : units_) {
          if (who.exhausted) add_exhaustion();
        }
        if (numbers_.empty() && units_.size() == 1) settle_exponent(units_.front());
        units_.clear();
      }
      if (kind_ == "search" && units_.size() == 1 && units_.front().is_leader) {
        say_leadership(leadership_said(units_.front()));
        units_.clear();
      }
      if (!units_.empty()) throw Unfit{"a unit", "of a check " + kind_ + " it says nothing", "leave it out", 5};
      settle_lone(nullptr);
      if (numbers_.size() > 1) refuse_number(numbers_.back());
      if (!numbers_.empty()) who_ = told_ = std::to_string(numbers_.front());
      if (told_.empty() && !who_.empty()) told_ = who_;
      const bool needs_number = takes_what() == model::CheckTakes::number && of_nation_.empty();
      if (who_.empty() && !needs_number) return;
      if (who_.empty() == needs_number)
        throw Unfit{"a check " + kind_ + (needs_number ? " without its number" : " with a number"), needs_number ? "which?" : "of what?",
                    "give it like " + kind_ + (needs_number ? " 3" : " +1"), 5};
      return;
    }
    settle_unit();
  }

  // A MG's numbers are FP and range.
  void settle_weapon() {
    const auto strength = weapon_.find(':');
    if (strength == std::string::npos) return;
    const auto range_ = model::whole_number(std::string_view(weapon_).substr(weapon_.find('-', strength) + 1));
    constexpr int shortest = 5;
    if (range_ && *range_ < shortest)
      throw Unfit{"'" + weapon_.substr(strength + 1) + "' of a MG", "is it what it is repaired on?", "give it like repair 2", 6};
  }

  // "PTC for a morale 8 unit", "does my half squad get a PF": all that is asked of it is its size, or nothing.
  void settle_unnamed() {
    if (unnamed_.empty()) return;
    const Group& who = unnamed_.front();
    const bool is_of_size = takes_what() == model::CheckTakes::perhaps_unit && kind_ != "leader-creation";
    if (is_of_size && units_.empty() && (who.kind == "squad" || who.kind == "hs" || who.kind == "crew")) {
      Group any = who;
      any.unit = who.kind == "squad" ? "4-4-7" : who.kind == "hs" ? "hs:2-4-7" : "crew:2-2-8";
      units_.push_back(any);
      told_ = who.kind == "hs" ? "a half-squad" : "a " + who.kind;
      return;
    }
    const bool is_told = !numbers_.empty() || takes_what() == model::CheckTakes::number || (is_of_size && units_.empty());
    if (!is_told || !who.states.empty()) require_named(who);
  }

  // What whose he is and how good has on the roll, where it is said.
  void settle_nation() {
    const auto nation = nation_of({.nation = nation_});
    const auto of = class_said();
    if (nation && model::depends_on_nation(kind_)) of_nation_ = model::name_of(*nation, model::nation_choices);
    const model::UnitClass is = of.value_or(model::UnitClass::first_line);
    if (of && model::depends_on_class(kind_)) of_class_ = model::name_of(is, model::class_choices);
    if (kind_ == "heat-of-battle" && quality_ == "stealthy")
      throw Unfit{"Heat of Battle of Gurkhas or commandos", "Gurkhas do not surrender, A15.5", "give its nation, like British elite 458",
                  6};
    if (kind_ == "concealment" && quality_ == "stealthy") {
      drm_ -= 1;
      told_of_nation_ += ", -1 Stealthy";
    }
    for (const model::Modifier& one : model::modifiers_of_unit(kind_, nation, is, leadership_.has_value() || has_leader())) {
      told_of_nation_ += ", " + model::with_sign(one.amount) + " " + one.reason;
      manners_.push_back(model::in_small_letters(one.reason));
    }
    const bool has_its_own = nation && kind_ == "heat-of-battle" && model::surrenders_from(nation, is) != model::surrenders_from({}, is);
    if (has_its_own)
      told_of_nation_ += model::surrenders_from(nation, is) == model::never_surrenders
                             ? ", berserk instead of surrender"
                             : ", surrenders from a Final " + std::to_string(model::surrenders_from(nation, is));
    settle_artillery();
    if (kind_ == "PF" && !numbers_.empty()) settle_year();
    if (is_of_weapon() && numbers_.empty()) {
      who_ = weapon_;
      std::erase_if(unnamed_, [](const Group& who) { return who.kind == "crew"; });
    }
    if (is_at_) settle_target();
  }

  // Of Radio Contact, its batteries and their accuracy a nation has the number, where none is said.
  void settle_artillery() {
    if (kind_ != "radio" && kind_ != "battery-access" && kind_ != "accuracy") return;
    const auto is_vague = [](const Group& who) { return who.is_vague; };
    std::erase_if(units_, is_vague);
    std::erase_if(unnamed_, is_vague);
    constexpr int contact_by_phone = 11;  // C1.23
    if (is_phone_ && numbers_.empty()) numbers_.push_back(contact_by_phone);
    if (!numbers_.empty()) of_nation_.clear();
  }

  // Of whoever rolls; he himself is none.
  bool has_leader() const {
    return units_.size() > 1 && std::any_of(units_.begin(), units_.end(), [](const Group& who) { return who.is_leader; });
  }

  // As it is said of anybody in the line, or as the nation's counter has it.
  std::optional<model::UnitClass> class_said() const {
    Group of{.nation = nation_, .quality = quality_};
    if (!units_.empty()) of.unit = units_.front().unit;
    return class_of(of);
  }

  // "PF check against infantry": one more than against an AFV (C13.31, A22.6).
  void settle_target() {
    if (!is_usage_check()) return;
    if (units_.size() > 1)
      throw Unfit{"a " + kind_ + " check with a target", "whose check is it?", "give it like " + kind_ + " check of a 467 against infantry",
                  6};
    if (kind_ == "ATMM") throw Unfit{"ATMM against Infantry", "they are used against vehicles, C13.7", "ask it without the target", 6};
    drm_ += 1;
    told_of_nation_ += ", +1 as the target is no AFV";
  }

  // As its counter has it.
  void settle_exponent(const Group& who) {
    const std::string counter_ = who.unit.substr(who.unit.find(':') == std::string::npos ? 0 : who.unit.find(':') + 1);
    const auto exponent = smoke_exponent_of(nation_.empty() ? nation_of_counter(counter_) : nation_, counter_);
    if (!exponent)
      throw Unfit{"the SMOKE exponent of " + who.unit, "it is not the same in every nation and class", "give it like smoke 2", 6};
    if (*exponent == 0) throw Unfit{"SMOKE of " + who.unit, "it has no SMOKE exponent, A24.1", "give it like smoke 2", 6};
    numbers_.push_back(*exponent);
    told_of_nation_ += ", of a " + counter_;
  }

  // C13.31: -1 in 1945, +1 in two months of 1943.
  void settle_year() {
    constexpr int first = 1943, last = 1945;
    const int year = numbers_.front() < 100 ? 1900 + numbers_.front() : numbers_.front();
    if (numbers_.size() != 1 || year < first || year > last) refuse_number(numbers_.front());
    if (year == first)
      throw Unfit{"PF in 1943", "the check is +1 in August and September only, C13.31", "give it like PF check +1, or PF check", 6};
    numbers_.clear();
    drm_ += year == last ? -1 : 0;
    told_of_nation_ += std::string(year == last ? ", -1" : ",") + " in " + std::to_string(year);
  }

  void settle_unit() {
    if (units_.size() > 2) throw Unfit{"several units", "one rolls", "leave the others out", 5};
    const bool is_morale = is_morale_check(kind_);
    if (units_.size() == 2 && units_.front().is_leader && is_behind_roll_ && is_morale)
      throw Unfit{"a leader who takes a " + kind_ + " with others", "who rolls: he, or they?", "give it like " + kind_ + " of a 447, -1",
                  6};
    if (units_.size() == 2) {  // a leader directs, whoever of them is named first
      const std::size_t leader = units_[1].is_leader ? 1 : 0;
      if (!units_[leader].is_leader) throw Unfit{"two units", "one rolls", "leave one out", 5};
      const auto& of_leader = units_[leader].states;
      if (units_[leader].state_before && std::find(of_leader.begin(), of_leader.end(), "broken") != of_leader.end())
        throw Unfit{"a broken leader who directs", "he has no DRM for anybody, A10.7", "leave him out", 6};
      if (is_joined_ && (kind_.ends_with("MC") || kind_ == "interdiction"))
        throw Unfit{"a " + kind_ + " of two units", "the leader checks first, and may break",
                    "ask it of one, like " + kind_ + " of a 447 with -1 leadership", 6};
      Group& roller = units_[1 - leader];  // "467 with 8-0, DM": who directs is none of it
      for (std::string& said : units_[leader].states) {
        if (said == "dm" || said == "broken") roller.states.push_back(std::move(said));
      }
      std::erase_if(units_[leader].states, [](const std::string& said) { return said.empty() || said == "dm" || said == "broken"; });
      say_leadership(leadership_said(units_[leader]));
      if (units_[1 - leader].is_leader) helper_ = units_[leader].unit;  // he may be no better
      units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(leader));
    }
    std::vector<std::string> of_number;
    if (!numbers_.empty() && !units_.empty() && units_.front().is_leader) {  // 9-1 rallies a 7
      of_number = std::exchange(units_.front().states, {});
      say_leadership(leadership_said(units_.front()));
      units_.clear();
    }
    if (numbers_.size() + units_.size() > 1) refuse_number(numbers_.back());
    if (units_.empty() && numbers_.empty()) {
      if (!is_of_unit()) return settle_lone(nullptr);
      throw Unfit{"a " + kind_ + " of nobody", "who?", "give it like " + kind_ + " of a 467, or of morale 7", 5};
    }
    if (units_.empty()) {
      if (takes_what() == model::CheckTakes::perhaps_unit && kind_ != "leader-creation") refuse_number(numbers_.front());
      constexpr int highest_morale = 10;
      if (numbers_.front() < 1 || numbers_.front() > highest_morale) refuse_number(numbers_.front());
      units_.push_back({.unit = "4-4-" + std::to_string(numbers_.front()), .states = of_number});
      told_ = "morale " + std::to_string(numbers_.front());
      if (is_dice_) told_ = std::to_string(numbers_.front()) + " or less, as a Task Check passes";
    }
    Group& rolls = units_.front();
    settle_lone(&rolls);
    dm_ = is_rally() && std::erase(rolls.states, "dm") > 0;
    const bool says_dm = std::any_of(drms_.begin(), drms_.end(), [](const Element& one) { return one.number == model::dm_drm; });
    if (dm_ && says_dm) drm_ -= model::dm_drm, typed_drm_ -= model::dm_drm;  // the +4 is that of DM
    if (is_rally()) std::erase(rolls.states, "broken");                      // who rallies is
    if (std::exchange(rolls.exhausted, false)) add_exhaustion();
    std::erase_if(rolls.states, [&](const std::string& said) { return take_manner(said); });
    const bool is_mmc = !rolls.is_leader && !rolls.unit.starts_with("hero:");
    if (kind_ == "self-rally" && is_enemy_phase_ && is_mmc)
      throw Unfit{"Self-Rally of a MMC in the enemy's RPh", "without a leader MMC rally in their own RPh only, A18.11", "", 6};
    const bool is_broken = std::find(rolls.states.begin(), rolls.states.end(), "broken") != rolls.states.end();
    if (is_rally() || is_broken || kind_ == "interdiction") rolls.broken_morale = other_broken_morale(rolls);
    who_ = as_option_unit(rolls);
    if (told_.empty()) told_ = in_players_words(rolls);
    for (const std::string& said : rolls.states) {
      if (told_.starts_with("morale")) told_ += ", " + said;
    }
  }

  // Whether it is Stealthy or Lax (A11.17-.18), whose drm is added once.
  bool take_manner(const std::string& said) {
    if (said != "stealthy" && said != "lax") return false;
    if (kind_ != "concealment" && kind_ != "search") throw Unfit{"'" + said + "'", "of this roll it says nothing", "leave it out", 5};
    if (std::find(manners_.begin(), manners_.end(), said) != manners_.end()) return true;
    const int drm = said == "lax" ? 1 : -1;
    drm_ += drm;
    told_of_nation_ += ", " + model::with_sign(drm) + " " + said;
    return true;
  }

  void add_exhaustion() {
    if (!takes_exhaustion()) throw Unfit{"CX", "of this roll it says nothing", "leave it out", 5};
    drm_ += 1;
    told_of_nation_ += ", +1 CX";
  }

  // A4.51: of which rolls CX is a drm.
  bool takes_exhaustion() const {
    constexpr auto kinds = std::to_array<std::string_view>({"recovery", "search", "smoke", "entrench", "PF", "MOL", "ATMM"});
    return std::find(kinds.begin(), kinds.end(), kind_) != kinds.end();
  }

  // How somebody is, said by itself: of the one who rolls; CX of the roll, of those dice that it is a drm of (A4.51).
  void settle_lone(Group* rolls) {
    if (gun_exhausted_) {  // a MMG while CX
      if (rolls || kind_ != "recovery") throw Unfit{"CX", "of this roll it says nothing", "leave it out", 5};
      add_exhaustion();
    }
    for (const Element* one : lone_) {
      if (take_manner(one->value)) continue;
      if (one->means == exhausted && takes_exhaustion())
        add_exhaustion();
      else if (!rolls)
        refuse_word(*one, "a check " + kind_);
      else if (one->means == fanatic)
        rolls->fanatic = true;
      else if (one->means == exhausted)
        rolls->exhausted = true;
      else if (std::find(rolls->states.begin(), rolls->states.end(), one->value) == rolls->states.end())
        rolls->states.push_back(one->value);
    }
  }

  void settle_access() {
    if (numbers_.empty() && !of_nation_.empty()) {
      told_ = "the " + of_nation_ + " draw pile";
      return;
    }
    if (!units_.empty() || !lone_.empty()) throw Unfit{"a unit", "of Battery Access it says nothing", "leave it out", 5};
    if (numbers_.size() != 2)
      throw Unfit{"Battery Access", "how many black chits, and how many red ones?", "give it like 7 black and 2 red", 5};
    const bool is_turned = red_ == numbers_.front() && black_ == numbers_.back() && numbers_.front() != numbers_.back();
    who_ = std::to_string(numbers_[is_turned ? 1 : 0]) + "/" + std::to_string(numbers_[is_turned ? 0 : 1]);
    told_ = std::to_string(numbers_[is_turned ? 1 : 0]) + " black and " + std::to_string(numbers_[is_turned ? 0 : 1]) + " red chits";
  }

  // Two drm: mine, and his.
  void settle_ambush() {
    if (!units_.empty() || !lone_.empty())
      throw Unfit{"units in an Ambush dr", "it is asked with its drm", "give it like ambush dr -1 against 0", 5};
    std::vector<int> both;
    std::vector<Group::Owner> owners;
    for (const Element& one : drms_) both.push_back(one.number), owners.push_back(one.group.owner);
    for (const int n : numbers_) both.push_back(n), owners.push_back(Group::Owner::unknown);
    if (both.empty()) {
      told_ = "no drm";
      return;
    }
    if (both.size() != 2) throw Unfit{"an Ambush dr", "with which drm on each side?", "give it like ambush dr, me -1, him +0", 5};
    if (owners[0] == Group::Owner::his && owners[1] == Group::Owner::mine) std::swap(both[0], both[1]);
    who_ = std::to_string(both[0]) + "," + std::to_string(both[1]);
    told_ = model::with_sign(both[0]) + " against " + model::with_sign(both[1]);
  }

  [[noreturn]] static void refuse_number(int n) { throw Unfit{"the number " + std::to_string(n), "of what?", "leave it out", 4}; }

  void write() {
    asked_.question = "check";
    const auto add = [&](const char* key, const std::string& value) {
      if (!value.empty()) asked_.inputs.push_back({key, value});
    };
    add("kind", kind_);
    add("who", who_);
    if (drm_ != 0) add("drm", std::to_string(drm_));
    add("nation", of_nation_);
    add("class", of_class_);
    if (!helper_.empty())
      add("leader", helper_);
    else if (leadership_)
      add("leadership", std::to_string(*leadership_));
    if (dm_) asked_.inputs.push_back({"dm", true});
    if (place_.building && place_.material.empty()) place_.material = "stone";  // for a roll it makes no difference
    const bool is_only_place = is_morale_check(kind_);                          // it says where they are
    if (!is_only_place) add("terrain", place_.as_terrain());
    add("turns", turns_);
    asked_.understood =
        (is_dice_ ? "two dice" : kind_) + (told_.empty() ? "" : (is_of_unit() ? " of " : ": ") + told_) + told_of_nation_ +
        (typed_drm_ != 0 ? ", " + model::with_sign(typed_drm_) : "") +
        (leadership_ ? ", " + model::with_sign(*leadership_) + " by a leader" : "") + (dm_ ? ", under Desperation Morale" : "") +
        (place_.as_terrain().empty() ? "" : (is_only_place ? ", whose place changes nothing: " : ", in ") + place_.as_terrain()) +
        (turns_.empty() ? "" : ", " + turns_ + " times");
  }

  std::string kind_{}, who_{}, told_{}, turns_{}, helper_{};  // who helps another leader
  int drm_ = 0, typed_drm_ = 0;
  bool is_dice_ = false, is_joined_ = false, is_behind_roll_ = false, dm_ = false, gun_exhausted_ = false, is_alone_ = false,
       is_any_leader_ = false, is_at_ = false, is_enemy_phase_ = false, is_of_tank_ = false, is_of_gun_ = false, is_of_oba_ = false,
       is_phone_ = false, is_under_fire_ = false, is_elsewhere_ = false;
  std::optional<int> leadership_{}, black_{}, red_{};
  std::vector<int> numbers_{};
  std::string nation_{}, quality_{}, of_nation_{}, of_class_{}, weapon_{}, told_of_nation_{};
  std::vector<Group> units_{}, unnamed_{};
  std::vector<std::string> manners_{};  // stealthy, lax: which its nation or class is
  std::vector<Element> drms_{};
  std::vector<const Element*> lone_{};
  Place place_{};
  PlainQuestion asked_{};
};

std::string question_of_parts(const std::vector<Element>& elements) {
  const auto has = [&](Means means) { return element_that(elements, means) != nullptr; };
  const auto count = [&](Means means) {
    return std::count_if(elements.begin(), elements.end(), [&](const Element& element) { return element.means == means; });
  };
  for (std::size_t i = 1; i < elements.size(); ++i) {
    constexpr int fewest_as_morale = 5;  // a 7 NMC is of morale 7
    const Element &before = elements[i - 1], &rolled = elements[i];
    const bool is_of_morale = rolled.means == check && is_morale_check(rolled.value);
    if (is_of_morale && before.means == number && before.has_number && 1 < before.number && before.number < fewest_as_morale)
      throw Unfit{std::to_string(before.number) + " checks", "one is rolled", "give it like " + rolled.value + " of a 467", 8};
  }
  const Element* refused = element_that(elements, not_asked);
  if (refused) throw Unfit{"'" + refused->typed + "'", "boxcars does not ask " + refused->value, "ask an attack, like 12 +1 vs 467", 8};
  const bool has_men = std::any_of(elements.begin(), elements.end(),
                                   [](const Element& element) { return element.means == unit && !element.group.is_machine_gun; });
  const bool is_rate_alone = has(rate_of_fire) && !has_men && !has(fire) && !has(material) && !has(firepower) && !has(at) && !has(takes);
  // "Keeps ROF 2", "will the HMG keep its rate": no target stands there.
  const bool has_target = has(at) || has(takes) || has(firepower) || has(drm);
  const bool keeps_rate = !has_target && count(unit) + count(by_name) + count(vehicle) + count(number) + count(gun) > 0 && !has_men &&
                          std::any_of(elements.begin(), elements.end(), [](const Element& element) { return is_of_rate(element); });
  const bool is_sniper = has(san) && !has(firepower) && !has(number) && !has(unit);
  // "Smoke grenade odds for a 467"
  const Element* smoke = element_that(elements, hinders);
  const bool throws_smoke =
      smoke && smoke->typed.starts_with("smoke grenade") && count(unit) <= 1 && !has(number) && !has(at) && !has(through);
  const Element* kind = element_that(elements, check);
  const std::string kind_named = kind ? kind->value : "";
  if (has(check) || is_rate_alone || keeps_rate || is_sniper || throws_smoke || find_morale_check(elements)) {
    const bool is_of_oba = kind_named == "battery-access" || kind_named == "radio" || kind_named == "accuracy";
    const bool is_of_gun = kind_named == "repair" || is_rate_alone || keeps_rate || kind_named == "recovery";
    const bool is_attacked = has(firepower) || (has(gun) && !is_of_gun) || has(weapon) || (has(fire) && !is_of_oba);
    const bool fires = has(number) && std::any_of(elements.begin(), elements.end(), [](const Element& element) {
                         return element.means == unit && !element.group.is_leader && !element.group.is_machine_gun;
                       });
    const bool takes_no_unit = kind && kind->value != "DR" && model::check_takes(kind->value) != model::CheckTakes::unit;
    if (!is_attacked && (!fires || takes_no_unit) && (!has(close_combat) || kind_named == "leader-creation")) {
      const bool is_known =
          std::any_of(question_kinds().begin(), question_kinds().end(), [](const QuestionKind& one) { return one.name == "check"; });
      if (!is_known) throw Unfit{"a roll", "a roll by itself is not asked", "ask an attack, like 12 +1 vs 467", 8};
      return "check";
    }
  }
  // The next two rally phases are those of a Rally.
  const bool rallies = std::any_of(elements.begin(), elements.end(), [](const Element& element) {
    return element.means == turns && (element.value.find("rally") != std::string::npos || element.value.find("rph") != std::string::npos);
  });
  if (rallies && !has(firepower) && !has(number)) return "check";
  // A tank into a house, or over a hut.
  const bool is_tank = has(vehicle) && element_that(elements, vehicle)->value.empty() && !has(gun) && !has(he) && !has(fire) &&
                       !has(number) && !has(firepower);
  const bool runs_over = is_tank && has(hut_word) && has(moving);
  const bool is_afv = is_tank && !is_truck(*element_that(elements, vehicle)) && is_fully_tracked(*element_that(elements, vehicle));
  if (runs_over || (is_afv && has(hut_word) && has(enters))) return "hut";
  const bool goes = std::any_of(elements.begin(), elements.end(), [](const Element& element) {
    return element.typed == "into" || (element.means == moving && element.value == "normal");
  });
  const bool drives_in = is_tank && !has(unit) && (has(material) || has(building) || has(rubble)) && goes;
  if (drives_in) return "enter";
  // Of HE at a hut, not of men in one.
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const bool is_charged = has(weapon) && element_that(elements, weapon)->value == "dc";
    const bool is_aimed = elements[i].means == hut_word && (elements[i - 1].means == at || elements[i - 1].means == name);
    const bool takes_it = i == 1 && elements[0].means == hut_word && elements[1].means == takes;  // a hut hit by
    if ((is_aimed || takes_it) && (has(gun) || has(fire) || has(he) || is_charged)) return "hut";
  }
  const bool has_fighters = count(unit) > 1;
  if (has(ambush) && !has_fighters && !has(close_combat)) return "check";
  const bool is_hand_to_hand = std::any_of(elements.begin(), elements.end(), [](const Element& element) {
    return element.means == Means::set && element.value == "hand_to_hand";
  });
  if (has(close_combat) || has(ambush) || is_hand_to_hand) return "cc";
  if (has(bombards)) return has(hut_word) ? "hut" : "bombard";
  const bool is_at_wall = has(weapon) && element_that(elements, weapon)->value == "dc" && element_that(elements, building) &&
                          element_that(elements, building)->value == "rowhouse" && has(terrain) &&
                          element_that(elements, terrain)->value == "wall";
  if (has(breaches) || is_at_wall) return "breach";
  if (has(hut_word) && has(collapses)) return "hut";
  if (has(hut_word) && has(kindles) && has(weapon) && element_that(elements, weapon)->value == "ft") return "hut";
  const bool is_attack = has(firepower) || has(number) || has(weapon) || (has_fighters && has(at));
  const bool is_on_foot = has_men && !has(vehicle) && is_attack;  // fired at as they enter
  if (has(enters) && !is_on_foot) return "enter";
  const bool says_clear = std::any_of(elements.begin(), elements.end(), [](const Element& element) { return element.typed == "clear"; });
  const bool has_mines = has(weapon) && element_that(elements, weapon)->value == "mines";
  const bool has_obstacle = has(rubble) || has_mines || has(task);
  const bool is_obstacle_alone =
      has_obstacle && (has(sappers) || has(bulldozer) || (has(task) && element_that(elements, task)->value == "roadblock"));
  const bool is_clearing =
      has(clears) || is_obstacle_alone || (says_clear && (has(task) || has(rubble) || has_mines || elements.front().typed == "clear"));
  if (is_clearing && !has(firepower)) return "clear";
  if (has(kindles)) return "kindle";
  const bool is_unarmored = has(unit);
  if (count(vehicle) >= 2 || (has(vehicle) && !is_unarmored && !has(material) && !has(building)))
    throw Unfit{"'" + element_that(elements, vehicle)->typed + "' as a target", "which Gun or weapon fires at which vehicle?",
                "give it like PaK 40 vs Sherman at 10 hexes", 8};
  const bool is_he = has(gun) || has(fire) || has(latw) || has(by_name) || (has(weapon) && element_that(elements, weapon)->value == "dc") ||
                     (has(ordnance) && has(number)) || has(vehicle) || has(he);
  const bool has_levels = has(levels) || has(upstairs) || has(storeys) || has(roof);
  const bool at_building = has(material) || has(building);
  const bool has_levelled = std::any_of(elements.begin(), elements.end(),
                                        [](const Element& element) { return element.means == unit && has_level(element.group); });
  if (has(makes_rubble) || has(latw) || has_levelled) return "he";
  const bool is_of_factory = at_building && element_that(elements, building) && element_that(elements, building)->value == "factory";
  if (is_he && at_building && (has_levels || !is_unarmored || is_of_factory)) return "he";
  const bool is_large = has(number) && element_that(elements, number)->number > 36;  // 105s at a two story house
  if (is_large && at_building && (has_levels || !is_unarmored)) return "he";
  return "attack";
}

}  // namespace
}  // namespace of_others

PlainQuestion close_combat_of(const std::vector<Element>& elements, Completed completed) {
  return of_others::CloseCombatReader(elements, completed).question();
}
PlainQuestion check_of(const std::vector<Element>& elements) { return of_others::CheckReader(elements).question(); }
PlainQuestion at_building_of(const std::vector<Element>& elements) { return of_others::BuildingReader(elements).question(); }
PlainQuestion other_of(const std::string& question, const std::vector<Element>& elements) {
  return of_others::OtherReader(question, elements).question();
}

std::string question_asked(const std::vector<Element>& elements) { return of_others::question_of_parts(elements); }

}  // namespace boxcars::ask
