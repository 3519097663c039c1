#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "ask/place.hpp"
#include "ask/reading.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace of_attack {
namespace {

using enum Means;

enum class Side : std::uint8_t { unknown, attacker, target, director };

constexpr int last_column = 36;

// The parts of a DRM, as they are told.
struct Part {
  int amount;
  std::string reason;
};

class AttackReader {
 public:
  AttackReader(const std::vector<Element>& elements, Completed completed)
      : e_(elements), completed_(completed), sides_(elements.size(), Side::unknown) {
    take_directors();
    take_sides();
    for (std::size_t i = 0; i < e_.size(); ++i) take(i);
    settle_units();
    settle_attack();
    settle_place();
    settle_critical();
    settle_moving();
    settle_drm();
    write();
  }

  PlainQuestion question() && { return std::move(asked_); }

 private:
  static bool is_attack(const Element& element) {
    constexpr std::array attacks{firepower, gun, weapon, fire, number, vehicle, by_name, ordnance};
    return is_one_of(element.means, attacks);
  }
  bool is_boundary(std::size_t i) const { return e_[i].means == at || e_[i].means == takes || e_[i].means == from; }
  template <class Is>
  bool has(std::size_t begin, std::size_t end, Is is) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is(i)) return true;
    }
    return false;
  }
  bool has_units(std::size_t begin, std::size_t end) const {
    return has(begin, end, [&](std::size_t i) { return e_[i].means == unit && sides_[i] != Side::director; });
  }
  bool has_units_of(Side side, std::size_t begin, std::size_t end) const {
    return has(begin, end, [&](std::size_t i) { return e_[i].means == unit && sides_[i] == side; });
  }
  bool has_attack(std::size_t begin, std::size_t end) const {
    return has(begin, end, [&](std::size_t i) { return is_attack(e_[i]); });
  }
  bool is_leader_at(std::size_t i) const { return i < e_.size() && e_[i].means == unit && e_[i].group.is_leader; }

  // Leaders beside "directing", "led by", or beside what he directs: "12 with a 9-1".
  void take_directors() {
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (is_attack(e_[i]) && e_[i].means != weapon) take_director_behind(i);
      if (e_[i].means == directs) {
        std::size_t before = i;
        while (before > 0 && !is_leader_at(before - 1)) --before;
        if (before > 0 && sides_[before - 1] == Side::director) continue;                            // "16 FP and a 9-1 directing"
        const bool is_told = has(0, i, [&](std::size_t k) { return sides_[k] == Side::director; });  // "with a 9-2 directing"
        if (before > 0)
          sides_[before - 1] = Side::director;
        else if (is_told)
          continue;
        else if (is_leader_at(i + 1))
          sides_[i + 1] = Side::director;
        else if (!has(0, i, [&](std::size_t k) { return e_[k].means == drm && (e_[k].cause == leaders || e_[k].cause == leadership); }))
          throw Unfit{"'" + e_[i].typed + "' without a leader", "who directs?", "give it like 9-1 directing", 3};
      }
      const bool is_under = e_[i].means == takes && e_[i].typed == "under";
      if (e_[i].means != directed_by && !is_under) continue;
      const bool by_drm = i + 1 < e_.size() && e_[i + 1].means == drm && (e_[i + 1].cause == leaders || e_[i + 1].cause == leadership);
      const bool is_behind = e_[i].means == directed_by && i > 0 && is_leader_at(i - 1) && !is_leader_at(i + 1);  // a 9-1 firing leader
      if (is_leader_at(i + 1))
        sides_[i + 1] = Side::director;
      else if (is_behind)
        sides_[i - 1] = Side::director;
      else if (!by_drm && !is_under)
        throw Unfit{"'" + e_[i].typed + "' without a leader", "who directs?", "give it like led by 9-1", 3};
      if (is_under && (by_drm || is_leader_at(i + 1))) ignored_.push_back(i);
    }
  }

  void take_director_behind(std::size_t attack) {
    std::size_t joint = attack + 1;
    while (joint < e_.size() && (e_[joint].means == drm || e_[joint].means == shot || e_[joint].means == phase)) ++joint;
    if (joint >= e_.size() || e_[joint].means != with || !is_leader_at(joint + 1)) return;
    const std::size_t behind = joint + 2;
    const bool goes_on = behind < e_.size() && (e_[behind].means == with || (e_[behind].means == unit && !e_[behind].apart));
    const bool has_others = has(0, e_.size(), [&](std::size_t i) { return e_[i].means == unit && i != joint + 1; });
    if (!goes_on && has_others) sides_[joint + 1] = Side::director;
  }

  bool has_assault_fire() const {
    return assault_fire_ || std::any_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.assault_fire; });
  }

  // "odds of a KIA with 20 +1", "at least a NMC on 8 +2".
  bool asks_for_cells() const {
    constexpr std::array<std::string_view, 11> cells{
        "kia", "nmc", "1mc", "2mc", "1 mc", "2 mc", "3 mc", "ptc", "mc or", "k/", "casualty reduction"};
    return std::any_of(e_.begin(), e_.end(), [&](const Element& element) {
      if (element.means == check) return element.value.ends_with("MC") || element.value == "PTC";
      return element.means == event &&
             std::any_of(cells.begin(), cells.end(), [&](std::string_view cell) { return element.typed.find(cell) != std::string::npos; });
    });
  }

  // Who stands on which side of "at", "takes", "by".
  void take_sides() {
    std::vector<std::size_t> bounds;
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (is_boundary(i) && std::find(ignored_.begin(), ignored_.end(), i) == ignored_.end()) bounds.push_back(i);
    }
    // One with nothing behind it that is on a side is none.
    for (std::size_t k = bounds.size(); k-- > 0;) {
      const std::size_t begin = bounds[k] + 1, end = k + 1 < bounds.size() ? bounds[k + 1] : e_.size();
      if (has_units(begin, end) || has_attack(begin, end)) continue;
      if (begin == e_.size() && e_[bounds[k]].means != from && completed_ == Completed::by_itself)
        throw Unfit{"'" + e_[bounds[k]].typed + "' with nothing behind it", "at whom?", "give it like 12 +1 vs 467", 3};
      bounds.erase(bounds.begin() + static_cast<std::ptrdiff_t>(k));
    }
    if (bounds.empty()) return take_sides_by_verb();
    std::vector<Side> of(bounds.size() + 1, Side::unknown);
    const auto begin_of = [&](std::size_t s) { return s == 0 ? 0 : bounds[s - 1] + 1; };
    const auto end_of = [&](std::size_t s) { return s == bounds.size() ? e_.size() : bounds[s]; };
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      const Means means = e_[bounds[k]].means;
      const bool left_units = has_units(begin_of(k), end_of(k)), right_units = has_units(begin_of(k + 1), end_of(k + 1));
      const bool left_attack = has_attack(begin_of(k), end_of(k)), right_attack = has_attack(begin_of(k + 1), end_of(k + 1));
      const bool is_turned = means == at && left_units && !left_attack && right_attack && !right_units;  // 447 vs 8 +1
      if (means == at) {
        of[k + 1] = is_turned ? Side::attacker : Side::target;
        if (of[k] == Side::unknown) of[k] = is_turned ? Side::target : Side::attacker;
      } else if (means == takes) {
        of[k + 1] = Side::attacker;
        if (of[k] == Side::unknown) of[k] = Side::target;
        if (!left_units && right_units) of[k + 1] = Side::unknown;
      } else {
        of[k + 1] = Side::attacker;
        if (of[k] == Side::unknown) of[k] = left_attack && !left_units ? Side::attacker : Side::target;
      }
    }
    int places = 0;
    for (std::size_t k = 0; k < bounds.size(); ++k)
      places += e_[bounds[k]].means == at && of[k + 1] == Side::target && has_units(begin_of(k + 1), end_of(k + 1)) ? 1 : 0;
    if (places > 1) throw Unfit{"two targets", "an attack has one Location", "give who is in one Location with and between them", 5};
    for (std::size_t s = 0; s < of.size(); ++s) {
      for (std::size_t i = begin_of(s); i < end_of(s); ++i) {
        if (sides_[i] == Side::unknown) sides_[i] = of[s];
      }
    }
    if (has(0, e_.size(), [&](std::size_t i) { return sides_[i] == Side::unknown && e_[i].means == unit; })) {
      for (Side& side : sides_) {
        if (side == Side::unknown) side = Side::target;
      }
    }
  }

  // Whoever is on no side yet: from there on that one, before it the other one.
  void take_sides_from(std::size_t split, Side side) {
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (sides_[i] == Side::unknown) sides_[i] = (i >= split) == (side == Side::attacker) ? Side::attacker : Side::target;
    }
  }

  // "Concealed 447 in wood, adjacent 628 opens up": who fires is named last.
  bool take_sides_by_last_verb() {
    for (std::size_t i = e_.size(); i-- > 0;) {
      const std::size_t clause = begin_of_clause(e_, i);
      const bool fires_last = e_[i].means == name && e_[i].value == "attack" && clause > 0 && !has_units(i + 1, e_.size()) &&
                              has_units(clause, i) && has_units(0, clause);
      if (!fires_last) continue;
      take_sides_from(clause, Side::attacker);
      return true;
    }
    return false;
  }

  // 467 shoots a 447; 8 +1 447: no word says who is who but a verb, or nothing.
  void take_sides_by_verb() {
    const bool attacks = has_attack(0, e_.size());
    if (!attacks && take_sides_by_last_verb()) return;
    for (std::size_t i = e_.size(); i-- > 0;) {
      constexpr std::array verbs{name, event, placed, thrown, near};
      const bool throws = e_[i].means == weapon && e_[i].value == "mol" && e_[i].typed.ends_with('s');  // 447 MOLs a 467
      const bool is_verb = throws || is_one_of(e_[i].means, verbs);
      if (!is_verb || !has_units(0, i) || !has_units(i + 1, e_.size())) continue;
      if (attacks && e_[i].means == event && has(i, e_.size(), [&](std::size_t k) { return e_[k].means == with; }))
        throw Unfit{"'" + e_[i].typed + "' between units, and an attack", "who fires?", "give it like 12 +1 vs 447 and 9-1", 6};
      const bool survives = e_[i].means == event && e_[i].typed.starts_with("surviv");  // whom is he attacked by?
      return take_sides_from(i, survives ? Side::attacker : Side::target);
    }
    if (!attacks) {
      if (completed_ == Completed::by_options || take_sides_by_place()) return;
      throw Unfit{"no attack", has_units(0, e_.size()) ? "who fires at whom, or with how many FP?" : "what is asked?",
                  "give it like 12 +1 vs 467, or 467 vs 447", 1};
    }
    for (std::size_t k = 1; k + 1 < e_.size(); ++k) {  // 467 in woods, 447 has 4 FP
      const bool goes_on = e_[k - 1].means == unit || e_[k - 1].means == with;
      const bool has_weapon = e_[k].means == unit && e_[k].apart && !goes_on && has_units(0, k) && is_attack(e_[k + 1]) && !e_[k + 1].apart;
      if (has_weapon)
        throw Unfit{"'" + e_[k].group.unit + "' before '" + e_[k + 1].typed + "'", "does he fire, or is he fired at?",
                    "put at between who fires and who is fired at", 7};
    }
    std::optional<std::size_t> first;
    for (std::size_t k = 0; k < e_.size(); ++k) {
      if (sides_[k] != Side::unknown) continue;
      sides_[k] = Side::target;
      if (e_[k].means == unit && !first) first = k;
    }
    // A leader first, and others behind him: does he direct, or is he among them?
    if (!first || !e_[*first].group.is_leader || *first == 0) return;
    std::size_t next = *first + 1;
    while (next < e_.size() && e_[next].means != unit) ++next;
    const bool is_with_them = next < e_.size() && next > *first + 1 && e_[next - 1].means == with;
    if (next < e_.size() && !is_with_them)
      throw Unfit{"the leader " + e_[*first].group.unit + " before the others", "does he direct, or is he fired at?",
                  "say by " + e_[*first].group.unit + ", or put him behind them", 7};
  }

  // "two 467 and a 9-1 at range 4, 447 in woods": who has a range fires, and who has a place is fired at; both, or neither, says nothing.
  bool take_sides_by_place() {
    std::vector<std::size_t> begins;  // of those who stand together, with what is said of them
    for (std::size_t i = 0; i < e_.size(); ++i) {
      const bool goes_on = i > 0 && (e_[i - 1].means == unit || e_[i - 1].means == with);
      if (e_[i].means == unit && !goes_on) begins.push_back(i);
    }
    if (begins.size() == 1) {  // "a 666 and MMG, 8-1 leader, 447 in trench": the last behind a comma are others
      std::vector<std::size_t> behind;
      for (std::size_t i = begins[0] + 1; i < e_.size(); ++i) {
        if (e_[i].means == unit && e_[i].apart && !e_[i].group.is_leader && !e_[i].group.is_machine_gun) behind.push_back(i);
      }
      if (behind.size() == 1) begins.push_back(behind.front());
    }
    if (begins.size() != 2) return false;
    const bool is_parted = e_[begins[1]].apart || has(begins[0], begins[1], [&](std::size_t i) {
                             return e_[i].means == range || e_[i].means == near || e_[i].means == phase;
                           });
    if (!is_parted) return false;
    const auto is_fire = [&](std::size_t i) {
      constexpr std::array firing{range, near, far, name, phase, assault_fire, rate_of_fire, directs};
      return is_one_of(e_[i].means, firing);
    };
    const auto is_aim = [&](std::size_t i) {
      constexpr std::array aims{moving, ffmo, ffnam, concealed};
      return is_place(e_[i].means) || is_one_of(e_[i].means, aims);
    };
    const std::size_t split = begins[1], end = e_.size();
    // A range that ends the line is of both.
    const std::size_t last = !e_.empty() && (e_.back().means == range || e_.back().means == near) ? end - 1 : end;
    const bool has_guns = has(0, split, [&](std::size_t i) { return e_[i].means == unit && e_[i].group.is_machine_gun; });
    const bool first_fires = (has(0, split, is_fire) || has_guns || last < end) && !has(0, split, is_aim) && has(split, end, is_aim) &&
                             !has(split, last, is_fire);
    const bool second_fires = has(split, end, is_fire) && !has(split, end, is_aim) && has(0, split, is_aim) && !has(0, split, is_fire);
    if (!first_fires && !second_fires) return false;
    take_sides_from(split, first_fires ? Side::target : Side::attacker);
    return true;
  }

  void take(std::size_t i) {
    const Element& element = e_[i];
    switch (element.means) {
      case number:
        if (i > 0 && e_[i - 1].means == through) return;  // of the hexes behind it
        return take_firepower(element);
      case firepower:
        return take_firepower(element);
      case times:
        return take_times(element);
      case gun:
        return take_gun(element);
      case vehicle:
      case by_name:
        return take_named_gun(element);
      case weapon:
        if (std::exchange(skips_weapon_, false)) return;
        if (std::exchange(then_open_, false)) {
          if (element.value != "residual")
            throw Unfit{"then " + element.typed, "another attack has its FP, or is residual", "give it like then 4", 4};
          const bool is_numbered = i + 1 < e_.size() && e_[i + 1].means == firepower && !e_[i + 1].apart;  // then resid 6
          then_.push_back(is_numbered ? e_[i + 1].value + ",weapon=residual" : "residual");
          skips_fp_ = is_numbered;
          return;
        }
        if (element.value == "ft" || element.value == "dc" || weapon_.empty()) say_once(weapon_, element.value, "what attacks");
        is_fire_lane_ = is_fire_lane_ || element.number == 1;
        return;
      case latw:
        throw Unfit{"'" + element.typed + "' at men", "it is asked at buildings, for rubble",
                    "give it like " + element.value + " at a stone building with 2 levels", 5};
      case fire:
        if (fire_ == "oba" && (element.value == "harassing" || element.value == "barrage")) fire_.clear();  // how OBA comes
        if (element.value == "oba" && (fire_ == "harassing" || fire_ == "barrage")) return;
        say_once(fire_, element.value, "how it comes");
        return;
      case ordnance:
        is_gun_ = true;
        return;
      case he:
        if (element.value == "heat") throw Unfit{"HEAT at men", "it is asked at buildings", "give it like he 75 stone 2 heat", 4};
        is_he_ = true;
        return;
      case drm:
        return take_drm(i);
      case unit:
        return take_units(i);
      case state:
      case concealed:
      case exhausted:
      case fanatic:
        lone_states_.push_back(i);
        return;
      case material:
      case building:
      case rubble:
      case fortified:
      case terrain:
      case fixed_tem:
      case hut_word:
      case roof:
      case storeys:
        return take_place(i);
      case hinders:
        if (!then_open_) refuse_behind_then(i);
        return take_hinders(i);
      case near:
        return say_near(element);
      case range:
        if (is_count_of_hexes(i)) return;
        return say_range(element.number);
      case far:
        long_range_ = true;
        return;
      case enters:  // "moving into woods"
        if (element.typed.find("cellar") != std::string::npos || element.typed.find("bog") != std::string::npos)
          throw Unfit{"'" + element.typed + "' in an attack", "it is asked of a vehicle that enters", "ask it by itself", 6};
        refuse_of_firers(i);
        return take_moving("normal");
      case moving:
        if (is_before_advancing_fire(i)) return;
        refuse_of_firers(i);
        refuse_behind_then(i);
        passes_through_ = passes_through_ || is_way_through(i);
        return take_moving(element.value);
      case ffmo:
        refuse_behind_then(i);
        ffmo_ = true;
        return;
      case ffnam:
        refuse_behind_then(i);
        ffnam_ = true;
        return;
      case phase:
        return take_phase(i);
      case critical:
        is_critical_ = true;
        return;
      case cowering:
        say_once(cowering_, element.value, "how they cower");
        return;
      case area_fire:
        ++area_fire_;
        is_halved_ = is_halved_ || element.typed.starts_with("hal");
        return;
      case assault_fire:
        assault_fire_ = true;
        return;
      case gun_case:
        cases_.push_back(element.value);
        return;
      case acquired:
        if (!element.has_number) throw Unfit{"'" + element.typed + "' without its number", "-1 or -2?", "give it like acquired -2", 4};
        cases_.push_back("N=" + model::with_sign(element.number));
        return;
      case rate_of_fire:
        if (!element.has_number) throw Unfit{"ROF without its number", "which?", "give it like rof 2", 4};
        if (rof_) throw Unfit{"ROF is given twice", "it has one value", "leave one out", 5};
        rof_ = element.number;
        return;
      case to_hit:
        if (element.has_number) to_hit_ = element.number;
        return;
      case san:
        if (element.value.empty() || !element.has_number)
          throw Unfit{"SAN of which side", "the attacker's waits for their checks, the defender's for the IFT DR, A14.1",
                      "give it like attacker san 4", 4};
        (element.value == "attackers_san" ? attackers_san_ : defenders_san_) = element.number;
        return;
      case then:
        then_open_ = true;
        return;
      case thrown:
        is_thrown_ = true;
        return;
      case levels:
      case upstairs:  // for small arms every level has the TEM of its building
        if (element.means == upstairs && level_ && *level_ != element.number && !firers_.empty())
          throw Unfit{"two levels", "are they of one building?", "give the range, and the target's place alone", 8};
        if (element.means == upstairs) level_ = element.number;
        is_above_ = is_above_ || element.number > 0;
        return;
      case morale:
        if (element.has_number) morale_ = element.number;
        return;
      case tem:
      case hindrance:
      case leadership:
      case drm_word:
        throw Unfit{"'" + element.typed + "' without its number", "how much?", "give it like +1 " + element.typed, 4};
      case check: {
        const bool is_result =
            element.value.ends_with("MC") || element.value == "PTC" || element.value == "TC";  // which odds are asked for
        if (is_result) return;
        throw Unfit{"'" + element.typed + "' in an attack", "a roll by itself is a question of its own", "ask it by itself", 6};
      }
      case hexes:
        if (element.typed != "hex") throw Unfit{"'" + element.typed + "' without a number", "how far?", "give it like 6 hexes", 3};
        return;
      case alone:
        says_no_leader_ = says_no_leader_ || e_[i].value == "no leader";
        if (e_[i].value.empty() && has(0, i, [&](std::size_t k) { return e_[k].means == unit && e_[k].group.is_machine_gun; }))
          gun_alone_ = true;
        return;
      case chosen_word:
      case placed:
      case shot:
      case through:
      case better:
      case event:
      case name:
      case at:
      case takes:
      case from:
      case directs:
      case directed_by:
      case with:
      case in:
        return;
      case not_asked:
        throw Unfit{"'" + element.typed + "'", "boxcars does not ask " + element.value, "ask an attack, like 12 +1 vs 467", 8};
      case elr:
        if (elr_ || !element.has_number) throw elr_of_nobody();
        elr_ = element.number;
        return;
      default:
        throw Unfit{"the word '" + element.typed + "'", "of an attack it says nothing", "leave it out", 2};
    }
  }

  // "Prep 12 then advancing 4": each FP has its own.
  void take_phase(std::size_t i) {
    const std::string& value = e_[i].value;
    if (has(0, i, [&](std::size_t k) { return e_[k].means == then || e_[k].means == phase; }) &&
        has(0, e_.size(), [&](std::size_t k) { return e_[k].means == then; })) {
      phases_of_shots_ = true;
      return;
    }
    if (value == "sff" || value == "fpf") {
      is_final_ = value == "fpf";
      is_subsequent_ = true;
      return say_once(phase_, "defensive", "the phase");
    }
    say_once(phase_, value, "the phase");
  }

  static void say_once(std::string& said, const std::string& what, const char* of) {
    if (!said.empty() && said != what)
      throw Unfit{std::string(of) + " is given twice: " + said + ", and " + what, "it has one value", "leave one out", 5};
    said = what;
  }

  void take_firepower(const Element& element) {
    const bool is_bare = element.means == number;
    constexpr int most_shots = 6;
    const bool counts_shots = is_bare && &element != &e_.back() && (&element + 1)->means == firepower && !(&element + 1)->apart &&
                              element.number > 1 && element.number <= most_shots && !fp_ && !then_open_;
    if (counts_shots) {  // "two 8 FP shots"
      Element several = element;
      several.value = "each";
      return take_times(several);
    }
    if (std::exchange(skips_fp_, false)) return;
    const auto at_ = static_cast<std::size_t>(&element - e_.data());
    if (!then_open_ && fp_ && begins_another(at_)) then_open_ = true;
    if (then_open_) {
      then_at_ = at_;
      const bool is_residual = &element != &e_.back() && (&element + 1)->means == weapon && (&element + 1)->value == "residual";
      then_.push_back(element.value + (is_residual ? ",weapon=residual" : ""));
      skips_weapon_ = is_residual;
      then_open_ = false;
      return;
    }
    if (fp_) {
      // "one 16 shot": the number of shots stands before
      if (is_bare)
        throw Unfit{"two numbers, " + *fp_ + " and " + element.value, "which is the FP?", "give it like 12 +1 vs 467, sums as 4+4+2 FP", 3};
      if (*fp_ == "1" && is_bare_fp_) {
        fp_ = element.value;
        is_bare_fp_ = false;
        return;
      }
      throw Unfit{"two Firepowers, " + *fp_ + " and " + element.value, "which counts?", "give sums as 4+4+2 FP, a second attack as then 4",
                  3};
    }
    fp_ = element.value;
    is_bare_fp_ = is_bare || element.typed != "FP";
  }

  // "6 -1, 6 -1": FP behind a comma or "and", each with its DRM.
  bool begins_another(std::size_t i) const {
    const auto has_own_drm = [&](std::size_t k) {
      return k + 1 < e_.size() && (e_[k].means == number || e_[k].means == firepower) && e_[k + 1].means == drm && !e_[k + 1].apart &&
             e_[k + 1].cause == Means::unknown;
    };
    return has_own_drm(i) && i > 1 && (e_[i].apart || e_[i - 1].means == with) && has(0, i, has_own_drm) && times_ == 0 &&
           !has(0, i, [&](std::size_t k) { return e_[k].means == unit || is_boundary(k); });
  }

  void take_times(const Element& element) {
    if (element.value == "shots" && e_.size() > 0 && has(0, e_.size(), [&](std::size_t i) { return e_[i].means == gun; }))
      throw Unfit{std::to_string(element.number) + " shots of a Gun", "each is an attack of its own",
                  "give rof 2, or ask at a building: 81mm mortar wood 1 3 shots", 4};
    if (then_open_ || !then_.empty())
      throw Unfit{"'" + element.typed + "' behind 'then'", "which attack, how often?", "give each, like 8 then 4 then 4", 6};
    is_total_ = element.value != "each" && (element.typed.find("shot") != std::string::npos ||
                                            element.typed.find("attack") != std::string::npos || element.value == "shots");
    if (!fp_ && element.value != "each") {
      const auto* const next = &element + 1;
      times_before_ = true;
      times_apart_ = &element != &e_.back() && next->apart;
    }
    if (times_ > 0 && times_ != element.number) throw Unfit{"how often is given twice", "it has one value", "leave one out", 4};
    times_ = element.number;
  }

  void take_gun(const Element& element) {
    if (caliber_ && *caliber_ != element.number) throw Unfit{"two calibres", "one Gun attacks", "leave one out", 4};
    caliber_ = element.number;
    if (!element.value.empty() && element.value != "mm") barrel_ = element.value == "l" ? "L" : element.value == "ll" ? "LL" : "short";
  }

  void take_named_gun(const Element& element) {
    if (element.value.empty()) {
      is_vehicle_ = true;
      return;
    }
    const auto digits = element.value.find_first_not_of("0123456789");
    named_gun_ = {model::whole_number(std::string_view(element.value).substr(0, digits)).value_or(0),
                  digits == std::string::npos ? "" : element.value.substr(digits), element.typed};
    if (element.means == vehicle) is_vehicle_ = true;
    constexpr std::array<std::string_view, 6> russian{"t34", "kv", "is", "js", "su", "isu"};
    std::string letters = element.typed;
    std::erase(letters, ' ');
    if (element.means == vehicle &&
        std::any_of(russian.begin(), russian.end(), [&](std::string_view name_) { return letters.starts_with(name_); }))
      say_nation("Russian");
  }

  // The TEM of what is named there, "stone building"; 0 if it has none.
  int place_tem_of(std::size_t i) const { return tem_of_word(e_[e_[i].means == building && i > 0 ? i - 1 : i].value); }

  void take_drm(std::size_t i) {
    const Element& element = e_[i];
    const int n = element.number;
    const bool is_tem =
        i > 0 && (e_[i - 1].means == material || e_[i - 1].means == building || e_[i - 1].means == terrain) && n == place_tem_of(i - 1);
    const bool is_behind_place = i > 0 && is_place(e_[i - 1].means) && (!element.apart || is_tem) && element.cause == Means::unknown;
    const bool is_behind_then = i > 0 && element.cause == Means::unknown && !then_.empty() && then_at_ == i - 1;
    if (is_behind_then && !element.apart) {  // 8 +1, then 4 +2
      then_.back() += ",drm=" + std::to_string(n);
      return;
    }
    const auto is_first_drm = [&](std::size_t k) { return e_[k].means == drm && e_[k].cause == Means::unknown; };
    if (is_behind_then && has(0, i, is_first_drm)) {  // 30, +3, then 16, +3
      if (n == drm_) return;
      throw Unfit{"'" + element.typed + "' behind 'then'", "of that attack, or of both?", "give it like 8 +1 vs 447 then 4 +2", 8};
    }
    const bool is_behind_moving = i > 0 && !element.apart && element.cause == Means::unknown &&
                                  (e_[i - 1].means == moving || e_[i - 1].means == ffmo || e_[i - 1].means == ffnam);
    if (is_behind_moving) {
      moving_drm_ = moving_drm_.value_or(0) + n;
      return;
    }
    if (is_one_of(element.cause, std::array{hindrance, leadership, leaders})) refuse_behind_then(i);
    std::size_t leader = i > 0 && e_[i - 1].means == directs ? i - 1 : i;
    if (leader > 0 && is_leader_at(leader - 1) && element.cause == Means::unknown && sides_[leader - 1] != Side::target &&
        leadership_of(e_[leader - 1].group.unit) == n)
      return;                                 // 9-1 (-1)
    if (is_behind_place && !behind_place_) {  // "stone +3": settled when its TEM is known
      behind_place_ = n;
      return;
    }
    switch (element.cause) {
      case leadership:
      case leaders:
        leaders_drm_ = leaders_drm_.value_or(0) + n;
        return;
      case hindrance:
        if (n < 0) throw Unfit{"a hindrance of " + model::with_sign(n), "it hinders, A6.7", "give it like hindrance 1", 5};
        if (hinder_number_) throw Unfit{"two Hindrances", "they are added up", "give their sum", 5};
        hinder_number_ = n;
        return;
      case material:
      case building:
      case terrain:
      case fortified:
      case rubble:
      case hut_word:
        place_drm_ = place_drm_ ? throw Unfit{"two numbers of a place", "one TEM counts", "leave one out", 5} : n;
        return;
      case moving:
      case ffmo:
      case ffnam:
        moving_drm_ = moving_drm_.value_or(0) + n;
        return;
      case exhausted:
        exhausted_drm_ = n;
        return;
      case tem:
        if (tem_number_) throw Unfit{"two numbers of TEM", "one TEM counts", "leave one out", 5};
        tem_number_ = n;
        return;
      default:
        add_drm(n, "");
        return;
    }
  }

  void add_drm(int n, std::string reason) {
    has_drm_ = true;
    drm_ += n;
    if (n != 0) parts_.push_back({n, std::move(reason)});
  }

  // "Then another 467", "then 8 with a 9-1"
  void refuse_units_behind_then(std::size_t i) const {
    const bool takes_it = has(i, e_.size(), [&](std::size_t k) { return e_[k].means == takes; });
    if (then_open_ && !takes_it)
      throw Unfit{"'" + e_[i].group.unit + "' behind 'then'", "with how many FP does it fire?", "give it like then 4", 8};
    if (sides_[i] == Side::director) refuse_behind_then(i);
  }

  void take_units(std::size_t i) {
    refuse_units_behind_then(i);
    const Group& group = e_[i].group;
    constexpr std::array guns{gun, by_name, vehicle, ordnance, fire};
    const bool is_before_gun = i + 1 < e_.size() && !e_[i + 1].apart && is_one_of(e_[i + 1].means, guns);
    if (group.is_vague && is_before_gun) return say_nation(group.nation);
    const bool says_fp = has(0, e_.size(), [&](std::size_t k) { return e_[k].means == firepower || e_[k].means == number; });
    if (group.is_vague && sides_[i] == Side::attacker && (says_fp || has(0, e_.size(), [&](std::size_t k) { return e_[k].means == gun; })))
      return say_nation(group.nation);                                                        // the Russians fire 12
    const bool is_called_firer = group.role == Group::Role::attacker && !group.told.empty();  // firers Finnish
    if (is_called_firer && says_fp) {
      firers_.push_back(group);
      return;
    }
    const bool uses_charge =
        has(0, e_.size(), [&](std::size_t k) { return e_[k].means == weapon && (e_[k].value == "dc" || e_[k].value == "ft"); });
    if (uses_charge && sides_[i] == Side::attacker && group.unit.empty()) return;  // a squad uses a DC
    const bool has_morale_said = has(0, e_.size(), [&](std::size_t k) { return e_[k].means == morale && e_[k].has_number; });
    if (group.unit.empty() && group.kind == "squad" && group.nation.empty() && has_morale_said && sides_[i] != Side::attacker) {
      squads_ = group.count;  // "a squad with 7 morale"
      return;
    }
    const bool is_any_squad = group.unit.empty() && group.kind == "squad" && group.nation.empty() && group.quality.empty();
    if (is_any_squad && sides_[i] == Side::attacker && has(0, e_.size(), [&](std::size_t k) { return e_[k].means == firepower; })) return;
    const bool are_firers = group.unit.empty() && group.kind.empty() && group.nation.empty() && group.quality.empty();
    if (are_firers && group.role == Group::Role::attacker && sides_[i] == Side::attacker && says_fp) return;
    const bool may_count = i > 0 && e_[i - 1].means == number && !e_[i].apart;  // "3 conscripts": FP, or so many?
    if (group.unit.empty() && !group.quality.empty() && sides_[i] == Side::attacker && says_fp && !may_count) return say_class(group);
    const bool is_said_by_fp = sides_[i] == Side::attacker && group.is_many && says_fp;
    if (!is_said_by_fp) require_named(group);
    if (group.is_machine_gun && sides_[i] == Side::target && !has_units_of(Side::target, 0, i))
      throw Unfit{"a MG that nobody fires", "who fires it stands before it", "give it like 467 with HMG vs 447", 4};
    if (sides_[i] == Side::director) {
      directors_.push_back(group);
    } else if (sides_[i] == Side::attacker) {
      if (i > 0 && e_[i].slash && !firers_.empty()) firers_.push_back({.unit = "/"});
      firers_.push_back(group);
    } else {
      if (i > 0 && e_[i].slash && !targets_.empty() && !targets_.back().is_machine_gun) has_slash_ = true;
      const bool is_of_either = group.is_called_leader && !group.is_counted && e_[i].apart && i > 0 && e_[i - 1].means != with &&
                                has_units_of(Side::target, 0, i) && says_fp;
      if (is_of_either)
        throw Unfit{"'leader " + group.unit + "' behind the target", "does he direct, or is he fired at?",
                    "say " + group.unit + " directing, or and a " + group.unit, 9};
      const bool says_who_fires = !is_bare_fp_ || has(0, e_.size(), [&](std::size_t k) { return is_boundary(k); });
      if (group.is_machine_gun && !says_who_fires)
        throw Unfit{"a MG, and the number " + fp_.value_or(""), "who fires at whom?", "give it like 467 with HMG at 8 hexes vs 447", 8};
      if (group.is_machine_gun)
        carried_ = true;
      else
        targets_.push_back(group);
    }
    if (!group.told.empty()) told_.push_back(group.told);
  }

  void say_nation(const std::string& nation_) {
    if (nation_of_gun_.empty()) nation_of_gun_ = nation_;
  }

  // "12 FP of conscripts": how they cower.
  void say_class(const Group& group) {
    const bool are_commandos = group.quality == "stealthy";  // Gurkhas, too
    const auto of = are_commandos ? model::UnitClass::elite : class_of(group);
    const auto nation = are_commandos ? model::Nation::british : nation_of(group);
    if (!cowering_.empty() || !of) return;
    if (model::is_inexperienced(*of, false)) {
      cowering_ = "inexperienced";
      told_.emplace_back("they are Inexperienced");
    } else if (nation && model::never_cowers(*nation, *of)) {
      cowering_ = "none";
      told_.push_back("such squads never cower");
    }
  }

  // "The Finns fire 12": of the nation's usual squads.
  void settle_cowering_of_nation() {
    const auto nation = nation_of({.nation = nation_of_gun_});
    if (!cowering_.empty() || !fp_ || caliber_ || !nation || !model::never_cowers(*nation, model::UnitClass::first_line)) return;
    cowering_ = "none";
    told_.push_back(nation_of_gun_ + " squads never cower" +
                    (nation_of_gun_ == "British" ? ", but second line and Green" : ", but conscripts"));
  }

  // Whether the To Hit numbers of the nation's Guns are red, which has a list of that name: "Axis Minor" is axis.
  bool has_red_numbers() const {
    const std::string list = model::in_small_letters(nation_of_gun_.substr(0, nation_of_gun_.find(' ')));
    model::Firearm gun;
    gun.list = list;
    return model::gun_color_of(gun, {}) == model::GunColor::red;
  }

  // Those of a captured Gun are red, too (A21.11).
  void settle_color() {
    const bool is_captured = std::find(cases_.begin(), cases_.end(), "H") != cases_.end();
    const bool says_color = std::any_of(e_.begin(), e_.end(), [](const Element& element) { return element.means == chosen_word; });
    const bool is_red = is_captured || has_red_numbers();
    if (!caliber_ || !range_ || is_oba(fire_) || says_color || !is_red || to_hit_) return;
    add("gun_color", "red");
    told_.push_back("red To Hit numbers" + (nation_of_gun_.empty() ? std::string(": captured") : " (" + nation_of_gun_ + ")"));
  }

  static bool hinders_between(const Element& element) {
    constexpr std::array<std::string_view, 6> hindering{"grain", "brush", "orchard", "olive-grove", "marsh", "graveyard"};
    return element.means == terrain && std::find(hindering.begin(), hindering.end(), element.value) != hindering.end();
  }
  // "3 hexes of grain"
  bool is_count_of_hexes(std::size_t i) const {
    return e_[i].value == "hexes" && i + 1 < e_.size() && !e_[i + 1].apart && hinders_between(e_[i + 1]);
  }

  // Through grain: a Hindrance, of so many hexes.
  bool take_between(std::size_t i) {
    std::size_t before = i;
    const bool is_counted = i > 0 && e_[i - 1].means == range && is_count_of_hexes(i - 1);
    if (is_counted) --before;
    while (before > 0 && e_[before - 1].means == number) --before;
    const bool is_through = is_counted || (before > 0 && e_[before - 1].means == through);
    if (e_[i].means != terrain || !is_through || e_[i].value == "wall" || e_[i].value == "hedge" || e_[i].value == "open") return false;
    if (!hinders_between(e_[i]))
      throw Unfit{"fire through " + e_[i].typed, "what is between is a Hindrance", "give it like hindrance 1", 6};
    between_ += before < i ? e_[i - 1].number : 1;
    const bool is_numbered = before > 1 && e_[before - 2].means == drm && e_[before - 2].cause == Means::unknown && !e_[before - 1].apart;
    if (is_numbered)  // "+1 through grain"
      throw Unfit{e_[before - 2].typed + " through " + e_[i].typed, "is it the Hindrance, or more than that?",
                  "give it like hindrance 1, or with a comma before through", 9};
    parts_hindrance_ = e_[i].value + " between";
    return true;
  }

  bool has_place_of(Side side) const {
    return has(0, e_.size(), [&](std::size_t i) { return sides_[i] == side && is_place(e_[i].means) && e_[i].means != storeys; });
  }

  // Where who fires is, makes no difference.
  void take_place(std::size_t i) {
    if (take_between(i)) return;
    require_one_place(i);
    const bool is_stone_wall = e_[i].means == material && i + 1 < e_.size() && e_[i + 1].means == terrain && e_[i + 1].value == "wall";
    if (is_stone_wall && !e_[i + 1].apart) return;
    std::size_t begin = i;
    while (begin > 0 && (is_place(e_[begin - 1].means))) --begin;
    if (is_from(begin)) {  // 8 from stone vs 447, 467 vs 447 from stone
      firers_place_.take(e_[i]);
      return;
    }
    const bool before_firers = sides_[i] == Side::attacker && has_units_of(Side::attacker, 0, e_.size());
    const bool is_way = is_way_of_fire(e_[i].means, e_[i].value, e_[i].typed);
    if (before_firers && is_way) return;                                   // over what they fire
    const bool is_behind_unit = begin > 0 && e_[begin - 1].means == unit;  // 467 (stone) fires at 447 (woods)
    if (before_firers && is_behind_unit && has_place_of(Side::target)) {
      firers_place_.take(e_[i]);
      return;
    }
    if (before_firers) {
      if (e_[begin].apart && e_[begin].means != storeys && !place_.is_said() &&
          !(begin > 0 && e_[begin - 1].means == in)) {  // 447 shot at by 467, stone
        place_.take(e_[i]);
        return;
      }
      const bool is_in = begin > 0 && e_[begin - 1].means == in;
      const bool goes_on = has_units_of(Side::target, i, e_.size());
      if (is_in && !goes_on && !place_.is_said())  // 447 shot at by 467 in woods
        throw Unfit{"'" + e_[i].typed + "' behind who fires", "whose place is it?",
                    "give it behind the target, like vs 447 in " + e_[i].typed, 8};
      const bool is_behind_firer = has_units_of(Side::attacker, 0, i);
      if (!is_in || !is_behind_firer)
        throw Unfit{"'" + e_[i].typed + "' beside who fires", "whose place is it?",
                    "give it behind the target, like vs 447 in " + e_[i].typed, 5};
      firers_place_.take(e_[i]);
      return;
    }
    place_.take(e_[i]);
    place_at_ = i;
  }
  // 447 in woods and 467 in brush.
  void require_one_place(std::size_t i) const {
    const bool is_said = e_[i].value == place_.terrain || e_[i].value == place_.material || e_[i].means == building;
    if (!place_at_ || is_said || !has_units_of(Side::target, *place_at_, i)) return;
    throw Unfit{"'" + e_[*place_at_].typed + "' and '" + e_[i].typed + "', each of other units", "the attack has one target Location",
                "ask of one at a time", 8};
  }
  // Whether what stands there is where somebody fires from, and no end of a distance.
  bool is_from(std::size_t begin) const {
    if (begin > 1 && (e_[begin - 1].means == in || e_[begin - 1].means == through) && e_[begin - 1].typed == "behind") --begin;
    const bool is_distance = begin > 1 && (e_[begin - 2].means == range || e_[begin - 2].means == near);
    return begin > 0 && e_[begin - 1].means == from && e_[begin - 1].typed == "from" && !is_distance;
  }
  static bool is_place(Means means) {
    constexpr std::array places{material, building, rubble, fortified, terrain, fixed_tem, hut_word, roof, storeys};
    return is_one_of(means, places);
  }

  void take_hinders(std::size_t i) {
    const bool is_out_of_it = i > 0 && e_[i - 1].means == in && sides_[i] == Side::attacker && has_units_of(Side::attacker, 0, i);
    smoke_ += e_[i].number + (is_out_of_it ? 1 : 0);  // A24.8
    parts_hindrance_ = (is_out_of_it ? "out of " : "") + e_[i].value;
  }

  bool is_before_advancing_fire(std::size_t i) const {
    const bool fires_then = has(0, e_.size(), [&](std::size_t k) { return e_[k].means == phase && e_[k].value == "advancing"; });
    return fires_then && e_[i].typed.starts_with("moved") && sides_[i] == Side::attacker;
  }

  // "Moving 467 fires at 447"; who has moved fires in the AFPh, and that is told by the phase.
  void refuse_of_firers(std::size_t i) const {
    const bool is_of_gun = has(0, e_.size(), [&](std::size_t k) {
      return sides_[k] == Side::attacker && (e_[k].means == gun || e_[k].means == vehicle || e_[k].means == by_name);
    });
    if (sides_[i] == Side::attacker && (is_of_gun || has_units_of(Side::attacker, 0, e_.size())))
      throw Unfit{"'" + e_[i].typed + "' of who fires", "what of that is a DRM here?", "if the target moves, say it of him: vs moving 447",
                  8};
  }

  // "12 on a 447, then 4 -2 as it moves": of the second attack, or of both?
  void refuse_behind_then(std::size_t i) const {
    if (then_open_) throw Unfit{"'" + e_[i].typed + "' behind 'then'", "of which attack?", "ask each attack by itself", 8};
    if (then_.empty() || !then_at_ || i < *then_at_) return;
    constexpr std::array of_unit{unit, state, concealed, then};
    const bool is_before_unit = i + 1 < e_.size() && is_one_of(e_[i + 1].means, of_unit);
    const bool is_of_target = has(*then_at_, i, [&](std::size_t k) { return e_[k].means == unit; });
    if (is_before_unit || is_of_target || e_[i].apart) return;
    throw Unfit{"'" + e_[i].typed + "' behind 'then'", "of that attack, or of both?",
                "say it of the target, like on a moving 447, or ask each by itself", 8};
  }

  // "moves through", "crosses": in and out again.
  bool is_way_through(std::size_t i) const {
    const std::string& typed = e_[i].typed;
    const bool says_so = typed.find("through") != std::string::npos || typed.find("thru") != std::string::npos ||
                         typed.find("cross") != std::string::npos || typed.find("over") != std::string::npos;
    return says_so || (i + 1 < e_.size() && e_[i + 1].means == through);
  }

  void say_near(const Element& element) {
    if (near_.empty()) near_ = element.typed;
    say_range(element.number);
  }
  void say_range(int hexes_) {
    if (range_ && *range_ != hexes_)
      throw Unfit{"the range is given twice: " + std::to_string(*range_) + ", and " + std::to_string(hexes_), "it has one value",
                  "leave one out", 5};
    range_ = hexes_;
  }

  void take_moving(const std::string& how) {
    if (!moving_.empty() && moving_ != how) {
      if (moving_ == "normal" || how == "normal") {
        moving_ = moving_ == "normal" ? how : moving_;
        return;
      }
      throw Unfit{"how it moves is given twice", "it has one value", "leave one out", 5};
    }
    moving_ = how;
  }

  // --- what all of it comes to ---

  bool is_gun_attack() const { return caliber_.has_value(); }

  // A state that stands alone is of the one who can have it.
  void settle_units() {
    for (const std::size_t i : lone_states_) {
      const bool of_firers = sides_[i] == Side::attacker && !firers_.empty();
      if (e_[i].means == concealed && !of_firers) {
        concealed_ = true;
        continue;
      }
      if (e_[i].means == exhausted) {
        if (of_firers || (sides_[i] == Side::attacker))
          exhausted_ = true;
        else
          target_exhausted_ = true;
        continue;
      }
      std::vector<Group>& side = of_firers ? firers_ : targets_;
      if (side.empty() && completed_ == Completed::by_itself)
        throw Unfit{"'" + e_[i].typed + "' of nobody", "who is?", "give it like broken 447", 3};
      if (side.size() > 1) throw Unfit{"'" + e_[i].typed + "' behind several units", "whose is it?", "give it like broken 447, 467", 5};
      if (e_[i].means == fanatic)
        side.front().fanatic = true;
      else if (e_[i].means == state)
        side.front().states.push_back(e_[i].value);
      else if (!side.empty())
        side.front().concealed = true;
    }
    for (Group& group : targets_) {
      concealed_ = concealed_ || group.concealed;
      target_exhausted_ = target_exhausted_ || group.exhausted;
    }
    if (std::any_of(targets_.begin(), targets_.end(), [](const Group& group) { return group.nation == "Japanese"; }))
      throw Unfit{"Japanese as targets", "their step losses are not asked", "ask it of another nation's 447", 8};
    merge_equal(targets_);
    settle_elr();
    const bool are_all_exhausted = exhausted_ || exhausted_drm_;
    for (Group& group : firers_) {
      if (group.is_machine_gun && std::exchange(group.exhausted, false) && &group != &firers_.front()) (&group - 1)->exhausted = true;
      if (are_all_exhausted && !group.is_machine_gun && !group.is_leader && group.unit != "/") group.exhausted = true;
      exhausted_ = exhausted_ || group.exhausted;
      if (std::find(group.states.begin(), group.states.end(), "broken") != group.states.end())
        throw Unfit{"a broken " + group.unit + " that fires", "who is broken does not, A10.4", "leave it out", 5};
    }
    if (has_slash_ && targets_.size() > 1 && !has(0, e_.size(), [&](std::size_t i) { return e_[i].means == with; })) slash_targets_ = true;
    // A state before several units: of the first, or of all?
    for (std::size_t k = 0; k + 1 < targets_.size(); ++k) {
      if (targets_[k].state_before && k == 0 && !targets_[k].states.empty() && targets_[k + 1].states.empty() &&
          !targets_[k + 1].is_counted && !targets_[k + 1].is_leader && !targets_[k + 1].is_typed)
        throw Unfit{"'" + targets_[k].states.front() + "' before several units", "of the first, or of all?",
                    "say it of each, or give a number to the next: " + targets_[k].states.front() + " 447 and one 467", 6};
    }
  }

  static Unfit elr_of_nobody() { return {"an ELR of nobody", "it is a unit's", "give it like 467 elr 3", 4}; }
  // "Does ELR 2 matter when a 447 takes 16": of the only unit that has one.
  void settle_elr() {
    if (!elr_) return;
    const auto has_one = [](const Group& group) { return !group.is_leader && !group.is_typed && !group.unit.starts_with("hero:"); };
    if (std::count_if(targets_.begin(), targets_.end(), has_one) != 1) throw elr_of_nobody();
    Group& whose = *std::find_if(targets_.begin(), targets_.end(), has_one);
    if (whose.elr && *whose.elr != *elr_) throw Unfit{"two ELR of a unit", "it has one", "leave one out", 5};
    whose.elr = elr_;
  }

  // MMC that rout are broken; a leader may go along with them unbroken (A10.53, A10.711).
  void settle_router() {
    for (Group& group : targets_) {
      if (!group.is_leader && !group.unit.starts_with("hero:") && !group.is_typed && !is_broken(group)) group.states.emplace_back("broken");
    }
  }

  void settle_attack() {
    if (then_open_) throw Unfit{"'then' with nothing behind it", "which attack?", "give it like then 4", 4};
    const bool ends_open = !e_.empty() && (e_.back().means == in || e_.back().means == from || e_.back().means == through);
    if (ends_open) throw Unfit{"'" + e_.back().typed + "' with nothing behind it", "what is it?", "give it like 12 +1 vs 467 in stone", 4};
    if (weapon_ == "ft" && fp_ && model::whole_number(*fp_).value_or(0) < 12)
      throw Unfit{*fp_ + " FP of a FT", "it has 24, or 12 at long range, A22.1", "leave it out", 1};
    if (named_gun_) {
      const auto& [size, barrel, called] = *named_gun_;
      if (fp_ && is_bare_fp_ && model::whole_number(*fp_) == size) fp_.reset();  // Sherman 75
      if (caliber_ && *caliber_ != size) {
        told_.push_back(called + ": " + std::to_string(*caliber_));
      } else {
        if (!fp_ || !caliber_) told_.push_back(called + ": " + std::to_string(size) + (barrel.empty() ? "" : barrel));
        caliber_ = size;
        if (barrel_.empty()) barrel_ = barrel == "*" ? "short" : barrel;
      }
    }
    if (is_vehicle_ && !caliber_)
      throw Unfit{"a vehicle in an attack on men", "it fires MG or its Gun", "give its FP, or its Gun like 75 HE at range 8", 5};
    if (fp_ && fp_->find_first_not_of("0123456789") == std::string::npos && !caliber_ && is_bare_fp_) {
      const int n = model::whole_number(*fp_).value_or(0);
      if (is_gun_ || (is_he_ && n >= 37)) {
        caliber_ = n;
        fp_.reset();
      } else if (n > last_column) {
        throw Unfit{"an attack of '" + *fp_ + "'", "FP, or the caliber of HE?", "give it like " + *fp_ + "mm or " + *fp_ + "fp", 9};
      }
    }
    if (is_gun_ && !caliber_ && !fp_ && fire_.empty())
      throw Unfit{"a Gun without its calibre", "which?", "give it like 75L vs 447 at range 8", 4};
    if (!fire_.empty() && !caliber_) {
      throw Unfit{fire_ == "oba" ? "OBA without its calibre" : "'" + fire_ + "' without a calibre", "of which size?",
                  fire_ == "oba" ? "give it like 100mm OBA" : "give it like 81mm mortar", 6};
    }
    if (caliber_ && fp_) throw Unfit{"FP and a calibre", "an attack is one or the other", "leave one out", 4};
    if (weapon_ == "interdiction") settle_router();
    if (weapon_ == "small-arms") weapon_.clear();
    if (weapon_ == "mines" || weapon_ == "dc" || weapon_ == "wp") moving_.clear(), ffmo_ = ffnam_ = false;  // they have no FFMO or FFNAM
    // Who uses them makes no difference to a FT or DC.
    if (weapon_ == "ft" || weapon_ == "dc" || weapon_ == "wp" || weapon_ == "residual" || weapon_ == "mines") {
      for (const Group& group : firers_) {
        if (group.is_leader && weapon_ != "ft" && weapon_ != "dc") directors_.push_back(group);
      }
      firers_.clear();
      if (weapon_ == "ft" || weapon_ == "dc") directors_.clear();
    }
    if (weapon_ == "dc" && range_ && *range_ <= 1) range_.reset(), near_.clear();
    if (weapon_ == "dc" && is_thrown_) add_drm(+2, "thrown");
    if (fp_ && (weapon_ == "dc" || weapon_ == "wp") && *fp_ != "30")
      throw Unfit{*fp_ + " FP of a " + weapon_, "its Firepower is fixed, A23", "leave it out", 4};
    if (fp_ && weapon_ == "dc") fp_.reset();
    if (weapon_ == "mol" && fp_ && *fp_ == "4" && is_bare_fp_ == false) mol_fp_ = true;
    if (weapon_ == "mines" && fp_ && then_.empty() && passes_through_) then_.push_back(*fp_);
    if ((weapon_ == "mines" || weapon_ == "residual") && !fp_)
      throw Unfit{"'" + weapon_ + "' without its FP", "how many?", "give it like " + weapon_ + " 8 vs 447", 6};
    if (weapon_.empty() && caliber_) {
      std::vector<Group> kept;
      for (const Group& group : firers_) {
        if (group.is_leader)
          directors_.push_back(group);
        else if (group.unit.starts_with("crew:") || !named_gun_)
          kept.push_back(group);
      }
      for (const Group& group : kept) {
        if (!group.unit.starts_with("crew:") && !group.is_machine_gun)
          throw Unfit{"'" + group.unit + "' who fires, and a Gun", "an attack is one or the other", "leave one out", 4};
      }
      firers_.clear();
    }
    // A leader among who fires a known FP directs it.
    if (fp_ && weapon_ != "mol") {
      std::vector<Group> others;
      for (const Group& group : firers_) (group.is_leader ? directors_ : others).push_back(group);
      firers_ = std::move(others);
      const bool is_certain = !is_bare_fp_ || has(0, e_.size(), [&](std::size_t i) {
        return e_[i].means == number && i + 1 < e_.size() && e_[i + 1].means == drm && !e_[i + 1].apart;
      });
      const bool are_men = std::none_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.unit == "/"; });
      // "Russian conscripts shoot 8": no counter is typed.
      const bool are_called = std::all_of(firers_.begin(), firers_.end(), [](const Group& group) { return !group.told.empty(); });
      if (directors_.empty()) settle_cowering();
      if (!firers_.empty() && (is_certain || are_called) && are_men) {
        told_.push_back("fired by " + in_players_words(firers_) + ": " + *fp_ + " FP are taken as they are said");
        firers_.clear();
      }
      if (!firers_.empty())
        throw Unfit{"'" + firers_.front().unit + "' who fires, and " + *fp_ + " FP", "the FP of who fires is computed", "leave one out", 4};
    }
    settle_cowering_of_nation();
    settle_firers();
    const bool attacks = fp_ || caliber_ || !weapon_.empty() || !by_.empty();
    if (!attacks && completed_ == Completed::by_itself)
      throw Unfit{"no attack", targets_.empty() ? "what is asked?" : "who fires, or with how many FP?",
                  "give it like 12 +1 vs 467, or 467 vs 447", 1};
    if (targets_.empty() && morale_) {
      constexpr int highest_morale = 10;
      if (*morale_ < 1 || *morale_ > highest_morale)
        throw Unfit{"morale " + std::to_string(*morale_), "it is 1 to 10", "give it like morale 7", 5};
      targets_.push_back({.unit = "4-4-" + std::to_string(*morale_), .count = squads_});
      told_.push_back("morale " + std::to_string(*morale_) + ": " + (squads_ == 1 ? "a squad" : "squads"));
      morale_.reset();
    }
    const auto has_morale = [&](const Group& group) { return group.unit.ends_with("-" + std::to_string(*morale_)); };
    if (morale_ && targets_.size() == 1 && has_morale(targets_.front())) morale_.reset();  // a 7 morale squad, 447
    if (morale_) throw Unfit{"'morale'", "of an attack it says nothing beside the counter", "leave it out", 4};
    if (targets_.empty() && fp_ && asks_for_cells()) {  // which are the same whoever is fired at
      targets_.push_back({.unit = "4-6-7"});
      told_.emplace_back("the IFT's cells do not ask who is fired at");
    }
    if (targets_.empty() && completed_ == Completed::by_itself)
      throw Unfit{"no target", "at whom?", "give it like 12 +1 vs 467", 2, "target"};
    if (slash_targets_)
      throw Unfit{"units on both sides of a /", "in one Location, or in two?", "give who is in one Location with and between them", 5};
    const bool is_list = times_before_ && !then_.empty() && times_ > 1;  // twice: 8 then 4
    const bool is_told_each = (is_total_ || is_list) && !then_.empty();  // two shots, 8 then 4
    if (is_list && !is_total_ && !times_apart_)
      throw Unfit{"how often, before attacks that are told one by one", "are they all, or is the first one repeated?",
                  "give each, like 8 then 8 then 4", 6};
    if (is_told_each && static_cast<int>(then_.size()) + 1 != times_)
      throw Unfit{std::to_string(times_) + " shots, and " + std::to_string(then_.size() + 1) + " that are told", "how many are there?",
                  "give each, like 8 then 4", 6};
    if (times_ > 1 && !is_told_each) {
      if (!fp_) throw Unfit{"several attacks of other than FP", "each is an attack of its own", "give their FP, like two shots of 8", 5};
      for (int n = 1; n < times_; ++n) then_.insert(then_.begin(), *fp_ + (weapon_ == "residual" ? ",weapon=residual" : ""));
    }
    if (fp_ && range_ && weapon_ != "ft" && weapon_ != "mol") {
      if (*range_ <= 1)
        throw Unfit{"'" + (near_.empty() ? "range " + std::to_string(*range_) : near_) + "' of " + *fp_ + " FP",
                    "is it doubled by then, or not?", "give " + *fp_ + " without it, or twice as much", 8};
      told_.push_back("range " + std::to_string(*range_) + ": " + *fp_ + " FP are taken as after Long Range");
      range_.reset();
    }
    if (weapon_ == "ft" && long_range_ && !range_) range_ = 2;  // A22.1
    if (weapon_ == "ft") long_range_ = false;
    settle_long_range();
    if (fp_ && long_range_)
      throw Unfit{"long range of " + *fp_ + " FP", "is it halved by then, or not?", "give the FP after all, without it", 6};
    if (fp_ && area_fire_ > 0)
      throw Unfit{"Area Fire of " + *fp_ + " FP", "is it halved by then, or not?", "give the FP after all, without it", 6};
    settle_subsequent();
    if (phases_of_shots_ && fp_) {
      told_.emplace_back("each FP is taken as it is in its phase");
      phase_.clear();
    }
    if (!phase_.empty() && by_.empty()) {
      if (phase_ == "advancing")
        throw Unfit{"the AFPh with " + (fp_ ? *fp_ + " FP" : std::string("it")), "is it halved by then, or not?",
                    "give the FP after all, without it", 6};
      phase_.clear();
    }
  }

  // Subsequent First Fire is Area Fire within Normal Range, and Final Protective Fire is that at who is ADJACENT (A8.3, A8.31).
  void settle_subsequent() {
    if (!is_subsequent_) return;
    if (fp_)
      throw Unfit{(is_final_ ? "Final Protective Fire of " : "Subsequent First Fire of ") + *fp_ + " FP", "is it halved by then, or not?",
                  "give the FP after all, without it", 6};
    if (by_.empty())
      throw Unfit{is_final_ ? "Final Protective Fire" : "Subsequent First Fire", "who fires?", "give it like sff by 467 vs 447", 6};
    if (is_final_ && !range_) range_ = 1;
    for (const Group& group : firers_) {
      const auto reach = group.unit == "/" || group.is_leader ? std::nullopt : reach_of(group.unit);
      if (range_ && reach && *range_ > (is_final_ ? 1 : *reach))
        throw Unfit{(is_final_ ? "Final Protective Fire at " : "Subsequent First Fire at ") + std::to_string(*range_) + " hexes",
                    is_final_ ? "it is at who is ADJACENT, A8.31" : "it is within Normal Range, A8.3", "leave one out", 6};
      if (group.unit.starts_with("hs:") || group.unit.starts_with("crew:"))
        if (firers_.size() > 1)
          throw Unfit{"a half-squad or crew in Subsequent First Fire with others", "its own halved FP is added then, A8.3",
                      "give the FP after all", 6};
    }
    if (area_fire_ == 0) area_fire_ = 1;
    told_.emplace_back(is_final_ ? "Final Protective Fire is Area Fire, A8.31; its NMC of who fires is not among the odds"
                                 : "Subsequent First Fire is Area Fire, A8.3");
  }

  // The hit is a critical one: twice the FP, and the TEM turned round (C3.7).
  void settle_critical() {
    if (!is_critical_) return;
    const auto column = caliber_ ? model::column_for_caliber(*caliber_) : std::nullopt;
    if (!column || !(fire_.empty() || fire_ == "direct") || !then_.empty())
      throw Unfit{"a critical hit", "it is asked of a Gun's HE by direct fire, C3.7", "give it like critical hit of 75mm at 467 in stone",
                  6};
    int targets = 0;
    for (const Group& group : targets_) targets += group.count;
    if (targets > 1)
      throw Unfit{"a critical hit at several units", "it is on one of them, by Random Selection, C3.74",
                  "give one of them, or ask for the shot", 6};
    const int firepower_ = 2 * model::column_firepower(*column);
    told_.push_back(std::to_string(*caliber_) + "mm HE: " + std::to_string(firepower_ / 2) + " FP, doubled by the critical hit (C3.7)");
    fp_ = std::to_string(firepower_);
    caliber_.reset();
    const int movement = moving_drm_.value_or(movement_drm());
    barrel_.clear(), fire_.clear(), moving_.clear(), cases_.clear(), case_told_.clear();
    range_.reset(), to_hit_.reset(), rof_.reset();
    concealed_ = ffmo_ = ffnam_ = false;
    smoke_ = between_ = hindrance_ = 0;
    hinder_number_.reset(), leaders_drm_.reset(), moving_drm_.reset(), directors_.clear(), parts_hindrance_.clear();
    cowering_ = "none";
    if (const auto of = model::find_choice(terrain_, model::terrain_choices)) {
      if (*of == model::Terrain::pillbox)
        throw Unfit{"a critical hit on a pillbox", "it may be eliminated, B30.92", "ask for the shot, with its range", 6};
      int amount = 0;
      for (const model::Modifier& row : model::reversed(place_rows(model::Against::direct_fire))) amount += row.amount;
      add_drm(amount, (fortified_ ? "fortified " : "") + terrain_ + ", turned round");
      has_drm_ = amount != 0;
    }
    if (movement != 0) add_drm(movement, "moving");  // C3.71
    terrain_.clear(), also_.clear();
    fortified_ = false;
    place_ = {};
  }

  // "467 at long range vs 447": beyond the Normal Range of all, where each hex is as good as the other.
  void settle_long_range() {
    if (by_.empty() || fp_ || (!long_range_ && area_fire_ == 0)) return;
    std::optional<int> normal;
    for (const Group& group : firers_) {
      if (group.unit == "/" || group.is_leader) continue;
      const auto reach = reach_of(group.unit);
      if (!reach) return;
      if (normal && *normal != *reach) {
        if (long_range_ && !range_) throw Unfit{"long range of several", "beyond whose Normal Range?", "give it like at 8 hexes", 6};
        return;
      }
      normal = reach;
    }
    if (!normal) return;
    const bool is_beyond = range_ && *range_ > *normal;
    if (is_beyond && is_halved_)
      throw Unfit{"half FP at " + std::to_string(*range_) + " hexes", "for the range, or for something else, too?",
                  "leave it out, or say area fire", 7};
    if (!long_range_) return;
    if (range_ && !is_beyond)
      throw Unfit{"long range at " + std::to_string(*range_) + " hexes", "its Normal Range is " + std::to_string(*normal), "leave one out",
                  6};
    if (range_) return;
    range_ = *normal + 1;
    told_.push_back("long range: beyond " + std::to_string(*normal) + " hexes");
  }
  // Who cannot fire has none, and is refused later.
  static std::optional<int> reach_of(std::string_view unit_) {
    try {
      return model::parse_firer(unit_).range;
    } catch (const model::BadInput&) {
      return std::nullopt;
    }
  }

  // The nation of who fires, if all of them never cower (A7.9).
  std::optional<model::Nation> never_cower() const {
    std::optional<model::Nation> whose;
    std::string_view name_;
    for (const Group& group : firers_) {
      if (group.is_machine_gun || group.is_leader) continue;
      if (!group.nation.empty()) whose = nation_of(group), name_ = group.nation;
      const auto of = class_of(group, name_);
      const bool is_steady = whose && model::never_cowers(*whose, of.value_or(model::UnitClass::second_line));
      if (!is_steady) return std::nullopt;
    }
    return whose;
  }
  // Conscripts are, and Green squads that nobody leads (A19.3).
  bool are_inexperienced() const {
    return std::any_of(firers_.begin(), firers_.end(), [](const Group& group) {
      const auto of = class_of(group);
      return !group.is_leader && of && model::is_inexperienced(*of, false);
    });
  }
  bool says_how_each_cowers() const {
    return std::any_of(firers_.begin(), firers_.end(), [](const Group& group) {
      return group.unit.find("cowering=") != std::string::npos ||
             std::any_of(group.states.begin(), group.states.end(), [](const auto& state) { return state.starts_with("cowering="); });
    });
  }
  void settle_cowering() {
    if (!cowering_.empty() || says_how_each_cowers()) return;
    if (const auto steady = never_cower()) {
      cowering_ = "none";
      told_.push_back(std::string(model::name_of(*steady, model::nation_choices)) + " squads never cower");
    } else if (are_inexperienced() && directors_.empty()) {
      cowering_ = "inexperienced";
      told_.emplace_back("they are Inexperienced");
    }
  }

  // "HMG only", "467 with HMG only": whoever mans it.
  void settle_gun_alone() {
    const auto is_man = [](const Group& group) { return !group.is_machine_gun && !group.is_leader; };
    const bool leader_mans_it = std::any_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.is_leader; });
    if (leader_mans_it && std::none_of(firers_.begin(), firers_.end(), is_man)) return;  // he fires it himself (A9.12)
    if (std::none_of(firers_.begin(), firers_.end(), is_man)) firers_.insert(firers_.begin(), {.unit = "4-6-7"});
    for (Group& group : firers_) {
      if (is_man(group)) group.states.emplace_back("mg-only");
    }
    told_.emplace_back("who mans the MG fires nothing else");
  }

  // "A PzIV and a 467 vs 447": he makes an attack of his own.
  void refuse_men_beside_vehicle() const {
    const auto is_man = [](const Group& group) {
      return !group.is_machine_gun && !group.is_leader && !group.unit.starts_with("crew:") && group.kind != "crew" && group.unit != "/";
    };
    const bool is_vehicle = has(0, e_.size(), [&](std::size_t i) { return e_[i].means == vehicle && sides_[i] == Side::attacker; });
    if (is_vehicle && !fp_ && std::any_of(firers_.begin(), firers_.end(), is_man))
      throw Unfit{"a vehicle and Infantry that fire", "they make two attacks", "ask each by itself", 7};
  }

  // MG get their strength, and leaders direct.
  void settle_firers() {
    refuse_men_beside_vehicle();
    const auto is_gun = [](const Group& group) { return group.is_machine_gun; };
    if (gun_alone_ || (!firers_.empty() && std::all_of(firers_.begin(), firers_.end(), is_gun))) settle_gun_alone();
    std::string nation_;
    for (const Group& group : firers_) {
      if (!group.nation.empty())
        nation_ = group.nation;
      else if (nation_.empty() && !group.is_machine_gun)
        nation_ = nation_of_counter(group.unit.substr(group.unit.find(':') + 1));
    }
    const bool is_several = std::any_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.unit == "/"; });
    const bool leaders_fire =
        !is_several &&  // where there is nobody else for the MG (A9.12)
        std::any_of(firers_.begin(), firers_.end(), is_gun) &&
        std::any_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.is_leader; }) &&
        std::all_of(firers_.begin(), firers_.end(), [](const Group& group) { return group.is_machine_gun || group.is_leader; });
    bool has_mmc = leaders_fire;
    for (Group& group : firers_) {
      if (group.unit == "/") {
        by_.push_back("/");
        continue;
      }
      if (group.is_machine_gun && group.unit.empty()) {
        const std::string whose = nation_.empty() ? "German" : nation_;
        const std::string strength = machine_gun_of(whose, group.machine_gun);
        if (strength.empty()) throw Unfit{"a MG without its numbers", "which?", "give it like MG 5-12, or HMG", 5};
        group.unit = model::in_small_letters(group.machine_gun) + ":" + strength;
        std::string told = whose;
        for (const std::string& part : {std::string(" "), group.machine_gun, std::string(": "), strength}) told += part;
        told_.push_back(std::move(told));
      }
      if (group.is_leader && !is_several && !leaders_fire) {
        directors_.push_back(group);
        continue;
      }
      has_mmc = has_mmc || !group.is_machine_gun;
      if (assault_fire_ || group.assault_fire) {
        if (!group.is_machine_gun && !group.is_leader) group.states.emplace_back("assault");
      }
      group.concealed = false;
      if (&group != &firers_.front() && (&group - 1)->unit == group.unit && (&group - 1)->states == group.states &&
          (&group - 1)->exhausted == group.exhausted && !group.is_machine_gun && !group.is_typed) {
        group.count += (&group - 1)->count;  // 628 628
        by_.pop_back();
        by_told_.pop_back();
      }
      by_.push_back(as_option_unit(group) + (group.exhausted ? ",cx" : ""));
      by_told_.push_back(in_players_words(group));
    }
    if (leaders_fire && firers_.front().is_machine_gun)
      throw Unfit{"a MG and a leader", "who fires it: squads whom he directs, or he alone, A9.12?",
                  "give it like 467 with HMG and 9-1, or 9-1 with HMG", 7};
    if (phase_.empty() && !by_.empty() && has_assault_fire()) phase_ = "advancing";  // which it is only in, A7.36
    if (!by_.empty() && !has_mmc)
      throw Unfit{"a MG that nobody fires", "who fires it stands before it", "give it like 467 with HMG vs 447", 4};
    settle_cowering();
    if (directors_.size() > 1)
      throw Unfit{"two leaders, " + directors_[0].unit + " and " + directors_[1].unit + ", who direct",
                  "one does in each Location, which / keeps apart, A7.53", "leave one out", 5};
    if (by_.empty() && !fp_ && !caliber_ && weapon_.empty() && !directors_.empty() && completed_ == Completed::by_itself)
      throw Unfit{"a leader '" + directors_[0].unit + "' who fires", "he has no FP", "give the FP that he directs", 2};
    for (Group& group : directors_) {  // his +1 is the attack's
      if (group.exhausted && !by_.empty() && !fp_) group.exhausted = false, by_.front() += ",cx", by_told_.front() += " under a CX leader";
    }
    for (const Group& group : directors_) {
      if (group.exhausted || group.fanatic || group.concealed)
        throw Unfit{"a leader who is " + states_said(group).front() + " and directs", "what is that to his leadership?",
                    "give it as it is, like -1 leadership", 6};
    }
    if (!directors_.empty() && says_no_leader_)
      throw Unfit{"a leader " + directors_[0].unit + ", and none", "who directs?", "leave one out", 8};
    if (!directors_.empty() && leaders_drm_) {
      const std::string& unit_ = directors_[0].unit;
      if (leadership_of(unit_) != *leaders_drm_)
        throw Unfit{"a leader " + unit_ + " and " + model::with_sign(*leaders_drm_), "his DRM is on his counter", "leave one out", 6};
      leaders_drm_.reset();
    }
    if (mol_fp_) fp_.reset();
  }

  void settle_place() {
    const bool is_bare = place_.building && place_.material.empty() && !place_.rubble && !place_.factory;
    if (is_bare && place_drm_ && (*place_drm_ == 2 || *place_drm_ == 3)) place_.material = *place_drm_ == 3 ? "stone" : "wood";  // +3 bldg
    const Place::Terrains where = place_.as_terrains();
    terrain_ = where.first, also_ = where.second;
    fortified_ = place_.fortified;
    if (terrain_ == "pillbox") {
      tem_ = place_.tem;
      if (place_drm_ && *place_drm_ > 1) tem_ = place_drm_, place_drm_.reset();
      if (!tem_) tem_ = tem_number_;
      if (!tem_ && weapon_ != "ft")
        throw Unfit{"a pillbox without its TEM", "which, from within its Covered Arc or from elsewhere?",
                    "give it like in a +3 pillbox, or +5", 8};
    }
    if (tem_number_ && !terrain_.empty() && *tem_number_ != place_tem())
      throw Unfit{model::with_sign(*tem_number_) + " TEM, and " + terrain_,
                  "its TEM is " + model::with_sign(place_tem()) + ": is " + model::with_sign(*tem_number_) + " another one?",
                  "leave one out", 9};
    if (tem_number_ && terrain_.empty()) add_drm(*tem_number_, "TEM");
    if (behind_place_ && *behind_place_ != place_tem()) add_drm(*behind_place_, "");
    if (is_above_ && terrain_.empty() && !tem_number_ && !is_gun_attack())
      throw Unfit{"a level without its building", "of which?", "give it like in a stone building, level 2", 7};
    refuse_sum_of_causes();
    refuse_number_of_cause();
    if (place_drm_) settle_place_drm();
    if (place_.says_wood && !place_.building && !place_.rubble) told_.push_back("wood: a wooden building +2 (woods are +1)");
    if (firers_place_.terrain == "marsh")
      throw Unfit{"fire out of marsh", "it is Area Fire, and not by all weapons, B16.32", "give what is left of the FP", 6};
    if (firers_place_.is_said()) told_.push_back("the firer's own terrain makes no difference");
    if (carried_) told_.push_back("what the target carries makes no difference");
    if ((weapon_ == "ft" || weapon_ == "dc") && !firers_.empty())
      told_.push_back("who uses the " + std::string(weapon_ == "ft" ? "FT" : "DC") + " makes no difference");
  }

  // "8 +2 (stone +3, leader -1)": is +2 all of it?
  void refuse_sum_of_causes() const {
    const bool says_causes = (place_drm_ || (behind_place_ && *behind_place_ == place_tem())) && leaders_drm_;
    if (!says_causes || parts_.size() != 1 || !parts_.front().reason.empty() ||
        drm_ != place_tem() + *leaders_drm_ + hinder_number_.value_or(0))
      return;
    throw Unfit{model::with_sign(drm_) + " beside all its causes", "is it their sum, or more than that?", "leave it out, or the causes", 9};
  }

  // "8+8 at 447", "8 -3 at moving 467": is it a DRM, and all of it?
  void refuse_number_of_cause() const {
    if (parts_.size() != 1 || !parts_.front().reason.empty() || place_drm_ || behind_place_ || is_gun_attack()) return;
    const int n = parts_.front().amount;
    const std::string sign = model::with_sign(n);
    constexpr int least_likely = 7, most_of_moving = -3;
    if (n >= least_likely && fp_)
      throw Unfit{*fp_ + sign, "a DRM of " + sign + ", or their sum?", "give it like " + *fp_ + sign + " FP, or --drm " + sign.substr(1),
                  9};
    if (n > 1 && n == smoke_)
      throw Unfit{sign + ", and SMOKE", "is it that of the SMOKE, or more than that?", "leave the number out if it is, or say +3 more", 9};
    if (n <= most_of_moving && moving_ == "normal" && has_ffmo())
      throw Unfit{sign + ", and moving", "is FFMO and FFNAM in it, or more than that?", "give all of it, without moving", 9};
  }

  int place_tem() const { return tem_ ? *tem_ : model::sum_of(place_rows(model::Against::direct_fire)); }
  // By Residual FP (A8.26).
  bool is_ignored(model::Terrain terrain) const { return weapon_ == "residual" && model::is_outside_hex(terrain); }
  // Of both terrains; of a pillbox none.
  std::vector<model::Modifier> place_rows(model::Against against) const {
    const auto found = model::find_choice(terrain_, model::terrain_choices);
    if (!found || *found == model::Terrain::pillbox) return {};
    if (is_ignored(*found)) return {};
    const auto also = model::find_choice(also_, model::terrain_choices);
    const bool is_fortified = fortified_ && model::why_not_fortified(*found).empty();
    return model::tem_of(*found, also, is_fortified, against);
  }

  // "+3 stone" is the stone, once.
  void settle_place_drm() {
    const int n = *place_drm_;
    if (n == place_tem()) return;
    if (terrain_.empty() && n != 0) {  // "+1 in the open"
      add_drm(n, "");
      return;
    }
    throw Unfit{model::with_sign(n) + " " + terrain_,
                "its TEM is " + model::with_sign(place_tem()) + ": is " + model::with_sign(n) + " all, or more than that?",
                "give " + model::with_sign(n) + " without it, or with a comma: " + model::with_sign(n) + ", in " + terrain_, 9};
  }

  bool is_open() const {
    const auto found =
        terrain_.empty() ? model::Terrain::open : model::find_choice(terrain_, model::terrain_choices).value_or(model::Terrain::open);
    const auto also = model::find_choice(also_, model::terrain_choices);
    if (is_ignored(found)) return true;
    return model::is_open_ground(found) && model::is_open_ground(also.value_or(model::Terrain::open)) && !fortified_;
  }
  bool has_ffmo() const { return is_open() && hindrance_ == 0; }
  int movement_drm() const {
    if (moving_ == "hazardous") return -2;
    const bool has_ffnam = ffnam_ || moving_ == "normal";
    return (has_ffnam ? -1 : 0) + ((ffmo_ || !moving_.empty()) && has_ffmo() ? -1 : 0);
  }

  void settle_moving() {
    for (std::string& other : then_) {  // "then 8 -2" at who moves: its number, once
      const std::string_view said = moving_ == "normal" ? ",drm=-2" : moving_ == "assault" ? ",drm=-1" : "";
      const auto found = said.empty() || !is_open() ? std::string::npos : other.find(said);
      const auto end = found + said.size();
      if (found != std::string::npos && (end == other.size() || other[end] == ',')) other.erase(found, said.size());
    }
    // "thru grain, +1 hindrance" is the grain, once.
    if (between_ > 0 && hinder_number_ && *hinder_number_ != between_)
      throw Unfit{model::with_sign(*hinder_number_) + " Hindrance, and " + parts_hindrance_, "is the one a part of the other?",
                  "give the Hindrance in all, like hindrance 2", 8};
    if ((between_ > 0 || smoke_ == hinder_number_) && hinder_number_) hinder_number_.reset();
    hindrance_ = hinder_number_.value_or(0) + smoke_ + between_;
    if (ffmo_ && ffnam_)
      take_moving("normal");
    else if (ffmo_ && moving_.empty())
      moving_ = "assault";
    else if (ffnam_ && moving_.empty()) {
      if (has_ffmo() && !moving_drm_ && !is_gun_attack()) {
        add_drm(-1, "FFNAM");
        return;
      }
      moving_ = "normal";
    }
    // "8 -2 vs moving 447": its number, once.
    if (!moving_drm_ && moving_ == "normal" && has_ffmo() && drm_ == -2 && parts_.size() == 1 && parts_.front().reason.empty() &&
        (!is_gun_attack() || fire_ == "oba")) {
      const bool has_other =
          std::any_of(then_.begin(), then_.end(), [](const std::string& one) { return one.find(",drm=") != std::string::npos; });
      if (has_other)
        throw Unfit{"-2 of who moves, and another DRM behind 'then'", "is that all of it, or more?", "ask each attack by itself", 8};
      has_drm_ = false;
      drm_ = 0;
      parts_.clear();
      return;
    }
    // "8 -1 vs a 447 assault moving": likewise.
    if (!moving_drm_ && moving_ == "assault" && has_ffmo() && drm_ == -1 && parts_.size() == 1 && parts_.front().reason.empty() &&
        (!is_gun_attack() || fire_ == "oba")) {
      has_drm_ = false;
      drm_ = 0;
      parts_.clear();
      return;
    }
    if (!moving_drm_) return;
    const int n = *moving_drm_;
    const bool open = has_ffmo();
    if (ffnam_ && !ffmo_ && n == -1) {
      moving_.clear();
      if (open)
        add_drm(-1, "FFNAM");
      else
        moving_ = "normal";
      return;
    }
    if (moving_.empty() || moving_ == "normal") {
      if (n == (open ? -2 : -1))
        moving_ = "normal";
      else if (n == -1 && open)
        moving_ = "assault";
      else
        throw Unfit{model::with_sign(n) + " for moving", "FFMO and FFNAM are -1 each, A4.6", "give moving without the number", 6};
    } else if (moving_ == "assault" && n != -1) {
      throw Unfit{model::with_sign(n) + " for assault movement", "FFMO is -1, A4.6", "give it without the number", 6};
    }
  }

  void settle_drm() {
    if (exhausted_ || exhausted_drm_) {
      if (exhausted_drm_ && *exhausted_drm_ != 1)
        throw Unfit{"CX of " + model::with_sign(*exhausted_drm_), "it is +1", "give it without the number", 5};
      if (is_gun_attack())
        throw Unfit{"CX at a Gun", "what it is to its To Hit DR is not asked here", "leave it out if it makes no difference", 6};
      if (by_.empty()) add_drm(+1, "CX");
    }
    if (!is_gun_attack() || !range_ || fire_ == "oba") return;
    const bool says_i = std::find(cases_.begin(), cases_.end(), "I") != cases_.end();
    if (!says_i && !to_hit_ && named_gun_ && caliber_ == named_gun_->caliber && model::fires_buttoned_up(named_gun_->called))
      cases_.emplace_back("I"), case_told_.emplace_back("its turret fires buttoned up: Case I (D1.321)");
    if (std::exchange(concealed_, false)) cases_.emplace_back("K"), case_told_.emplace_back("concealed");
    const std::string how = moving_;
    if (how.empty() || how == "none") return;
    if (how == "hazardous") cases_.emplace_back("O");
    if (how == "normal") cases_.emplace_back("J3");
    if (how != "hazardous" && has_ffmo()) cases_.emplace_back("J4");
    if (how == "assault" && !has_ffmo() && fire_.empty() && range_ && *range_ <= 2)
      throw Unfit{"Assault Movement near a Gun", "there is no Case L then (C6.3), which cannot be said of this",
                  "give it two hexes farther away", 7};
    case_told_.emplace_back(how == "normal" ? "moving" : how == "assault" ? "assault moving" : "hazardous movement");
    moving_.clear();
  }

  // --- inputs, and the tale ---

  void add(const char* key, const std::string& value) {
    if (!value.empty()) asked_.inputs.push_back({key, value});
  }

  void write() {
    asked_.question = "attack";
    std::string by;
    for (const std::string& firer : by_) by += (by.empty() ? "" : " ") + firer;
    add("fp", fp_.value_or(""));
    if (caliber_) add("caliber", std::to_string(*caliber_));
    add("fire", fire_);
    add("weapon", weapon_);
    if (has_drm_) add("drm", std::to_string(drm_));
    if (weapon_ == "residual" || caliber_) {  // the others are of who fires
      for (std::string& other : then_) {
        const bool says_what = other.find("residual") != std::string::npos || other.find("weapon=") != std::string::npos;
        if (!says_what) other += ",weapon=small-arms";
      }
    }
    for (Group& group : targets_) {
      if (is_broken(group) || !then_.empty()) group.broken_morale = other_broken_morale(group);
    }
    add("target", as_option_units(targets_));
    add("terrain", terrain_);
    add("also", also_);
    if (fortified_) asked_.inputs.push_back({"fortified", true});
    add("moving", moving_);
    if (!directors_.empty())
      add("leader", directors_.front().unit + states_of(directors_.front()));
    else if (leaders_drm_)
      add("leadership", std::to_string(*leaders_drm_));
    add("by", by);
    if (range_) add("range", std::to_string(*range_));
    add("phase", phase_);
    if (concealed_) asked_.inputs.push_back({"concealed", true});
    if (area_fire_ > 0) add("area_fire", std::to_string(area_fire_));
    if (hindrance_ != 0) add("hindrance", std::to_string(hindrance_));
    for (const std::string& then_fp : then_) add("then", then_fp);
    add("cowering", cowering_);
    if (tem_ && terrain_ == "pillbox") add("tem", std::to_string(*tem_));
    if (rof_) add("rate_of_fire", std::to_string(*rof_));
    if (to_hit_) add("to_hit", std::to_string(*to_hit_));
    if (attackers_san_) add("attackers_san", std::to_string(*attackers_san_));
    if (defenders_san_) add("defenders_san", std::to_string(*defenders_san_));
    add("barrel", barrel_);
    for (const std::string& one : cases_) add("case", one);
    settle_color();
    tell();
  }
  static std::string states_of(const Group& group) {
    std::string text;
    for (const std::string& state_ : group.states) text += "," + state_;
    return text;
  }

  void tell() {
    std::string text;
    const auto say = [&](const std::string& what) {
      if (!what.empty()) text += (text.empty() ? "" : ", ") + what;
    };
    if (fp_)
      say(*fp_ + " FP" + (is_fire_lane_ ? " of a Fire Lane" : weapon_.empty() ? "" : " of " + weapon_));
    else if (caliber_)
      say(std::to_string(*caliber_) +
          (barrel_ == "short"                       ? "*"
           : barrel_.empty() || barrel_ == "normal" ? "mm"
                                                    : barrel_) +
          (fire_.empty() ? " HE" : " " + fire_));
    else if (!weapon_.empty())
      say(weapon_ == "ft" ? "FT" : weapon_ == "dc" ? "DC" : weapon_ == "mol" ? "MOL" : weapon_);
    if (!by_told_.empty()) say((weapon_ == "mol" ? "thrown by " : "fired by ") + listed_and(by_told_));
    if (range_) say("range " + std::to_string(*range_));
    if (!phase_.empty()) say(phase_ + " fire");
    int total = 0, count = 0;
    const auto part = [&](int amount, const std::string& reason) {
      say(model::with_sign(amount) + (reason.empty() ? "" : " " + reason));
      total += amount;
      ++count;
    };
    for (const Part& one : parts_) part(one.amount, one.reason);
    const bool is_on_ift = !caliber_ || is_oba(fire_);
    if (terrain_ == "factory")
      part(place_tem(), "fire wholly within the factory");
    else if (!terrain_.empty() && weapon_ == "ft")
      say("no TEM of " + terrain_ + " against a FT");
    else if (!terrain_.empty())
      tell_tem(part);
    if (hindrance_ != 0)
      part(hindrance_, parts_hindrance_.empty() ? "Hindrance" : hinder_number_ ? "Hindrance and " + parts_hindrance_ : parts_hindrance_);
    if (!directors_.empty()) {
      const std::string& leader = directors_.front().unit;
      part(leadership_of(leader), "by the " + leader);
    } else if (leaders_drm_) {
      part(*leaders_drm_, "leader");
    }
    for (const model::Modifier& row : rows_of_firers()) part(row.amount, row.reason);
    if (moving_ == "normal") part(has_ffmo() ? -2 : -1, has_ffmo() ? "moving in the open" : "moving");
    if (moving_ == "assault") part(has_ffmo() ? -1 : 0, "assault moving");
    if (moving_ == "hazardous") part(-2, "hazardous movement");
    if (to_hit_) say("To Hit " + std::to_string(*to_hit_));
    if (rof_) say("ROF " + std::to_string(*rof_));
    if (attackers_san_) say("attacker's SAN " + std::to_string(*attackers_san_));
    if (defenders_san_) say("defender's SAN " + std::to_string(*defenders_san_));
    for (const std::string& one : case_told_) say(one);
    for (const std::string& one : cases_) {
      if (one.starts_with("N=")) say("acquired " + one.substr(2));
      if (one == "F") say("Intensive Fire");
    }
    if (concealed_) say("concealed, so half");
    if (area_fire_ > 0) say("Area Fire, so half");
    if (is_on_ift) text += count == 0 ? ", +0" : count == 1 ? "" : " = " + model::with_sign(total);
    if (!targets_.empty()) text += ", at " + in_players_words(targets_);
    if (terrain_.empty() && !targets_.empty() && weapon_ != "mines" && weapon_ != "residual" && moving_.empty() && !place_.terrain.empty())
      text += " in the open";
    for (const std::string& one : then_) text += ", then " + attack_behind(one);
    std::string aside;
    const auto remark = [&](const std::string& what) { aside += (aside.empty() ? "" : "; ") + what; };
    const bool can_cower = weapon_.empty() || weapon_ == "mol";
    if (!caliber_ && can_cower) {
      const bool is_directed = cowering_ != "none" && (!directors_.empty() || leaders_drm_);
      const int columns = own_cowering_columns();
      if (cowering_ == "inexperienced" || (cowering_.empty() && !is_directed && columns == 2))
        remark("Inexperienced, so doubles cower two columns");
      else if (is_directed)
        remark("a leader directs, so nobody cowers");
      else if (cowering_ == "none" || columns == 0)
        remark("nobody cowers");
      else
        remark("no leader directs, so doubles cower");
    }
    const bool counts_one = !also_.empty() && place_rows(against()).size() == 1;
    if (counts_one) remark("of " + terrain_ + " and " + also_ + " the higher TEM counts");
    if (target_exhausted_) remark("a CX target makes no difference");
    for (const Group& group : targets_) {
      if (group.fanatic) remark("Fanatic: Morale one higher, A10.8");
    }
    for (const std::string& one : told_) remark(one);
    asked_.understood = text + (aside.empty() ? "" : "; " + aside);
  }

  // "8,drm=2", "residual"
  static std::string attack_behind(const std::string& typed) {
    const auto comma = typed.find(',');
    if (typed == "residual") return "Residual FP";
    std::string text = typed.substr(0, comma) + " FP";
    if (comma != std::string::npos && typed.compare(comma + 1, 4, "drm=") == 0)
      text += " " + model::with_sign(model::whole_number(typed.substr(comma + 5, typed.find(',', comma + 1) - comma - 5)).value_or(0));
    return text;
  }

  // Against OBA and mortars it may be Air Bursts (B13.3), against WP it is turned round (A24.31).
  template <class Tell>
  void tell_tem(const Tell& part) const {
    const auto where = model::find_choice(terrain_, model::terrain_choices);
    if (where && is_ignored(*where)) return part(0, terrain_ + " makes no difference to Residual FP");
    std::vector<model::Modifier> rows = place_rows(against());
    if (weapon_ == "wp") rows = model::reversed(std::move(rows));
    if (also_.empty()) return part(tem_ ? *tem_ : model::sum_of(rows), (fortified_ ? "fortified " : "") + terrain_);
    for (const model::Modifier& row : rows) part(row.amount, row.reason);
  }
  model::Against against() const {
    if (!caliber_ || (fire_ != "mortar" && !is_oba(fire_))) return model::Against::direct_fire;
    return fire_ == "mortar" ? model::Against::mortar : model::Against::oba;
  }
  static bool is_oba(std::string_view fire) { return fire == "oba" || fire == "harassing" || fire == "barrage"; }

  // What those who fire have on the DR: heroes (A15.24), who is encircled or CX (A7.7, A4.51). And whether anybody of them cowers. Who
  // cannot fire is refused later.
  std::vector<model::Modifier> rows_of_firers() const {
    try {
      if (by_.empty()) return {};
      const auto firers = model::parse_firers(by_);
      std::vector<model::Modifier> rows = model::heroism_of(firers, {.range = range_}).rows();
      for (model::Modifier& row : model::hardship_of(firers).rows()) rows.push_back(std::move(row));
      return rows;
    } catch (const model::BadInput&) {
      return {};
    }
  }
  int own_cowering_columns() const {
    try {
      return by_.empty() ? 1 : model::cowering_columns(model::parse_firers(by_));
    } catch (const model::BadInput&) {
      return 1;
    }
  }

  struct NamedGun {
    int caliber;
    std::string barrel, called;
  };

  const std::vector<Element>& e_;
  Completed completed_;
  std::vector<Side> sides_;
  std::vector<std::size_t> ignored_{}, lone_states_{};
  std::optional<std::string> fp_{};
  std::optional<int> level_{};
  std::optional<std::size_t> then_at_{};  // where the FP of the last attack that follows is
  bool phases_of_shots_ = false, is_critical_ = false, is_subsequent_ = false, is_final_ = false;
  bool passes_through_ = false;
  bool is_bare_fp_ = false, gun_alone_ = false, says_no_leader_ = false, then_open_ = false, skips_weapon_ = false, skips_fp_ = false,
       mol_fp_ = false;
  int times_ = 0, squads_ = 1;
  bool times_before_ = false, times_apart_ = false;  // "twice: 8 then 4": said before the first attack
  bool is_total_ = false;
  std::vector<std::string> then_{};
  std::optional<int> caliber_{};
  std::string barrel_{}, weapon_{}, fire_{};
  std::optional<NamedGun> named_gun_{};
  bool is_vehicle_ = false, is_gun_ = false, is_he_ = false, is_thrown_ = false, is_fire_lane_ = false;
  bool has_drm_ = false;
  int drm_ = 0, smoke_ = 0, between_ = 0, hindrance_ = 0, area_fire_ = 0;
  std::vector<Part> parts_{};
  std::string parts_hindrance_{};
  std::optional<int> tem_number_{}, behind_place_{}, leaders_drm_{}, hinder_number_{}, place_drm_{}, moving_drm_{}, exhausted_drm_{},
      tem_{}, range_{}, morale_{}, elr_{}, rof_{}, to_hit_{}, attackers_san_{}, defenders_san_{};
  std::string nation_of_gun_{}, near_{}, moving_{}, phase_{}, cowering_{}, terrain_{}, also_{};
  bool long_range_ = false, ffmo_ = false, ffnam_ = false, assault_fire_ = false, concealed_ = false, exhausted_ = false,
       target_exhausted_ = false, fortified_ = false, carried_ = false, is_above_ = false, is_halved_ = false;
  bool has_slash_ = false, slash_targets_ = false;
  Place place_{}, firers_place_{};
  std::optional<std::size_t> place_at_{};  // what said the last of it
  std::vector<Group> targets_{}, firers_{}, directors_{};
  std::vector<std::string> by_{}, by_told_{}, cases_{}, case_told_{}, told_{};
  PlainQuestion asked_{};
};

}  // namespace
}  // namespace of_attack

PlainQuestion attack_of(const std::vector<Element>& elements, Completed completed) {
  return of_attack::AttackReader(elements, completed).question();
}

}  // namespace boxcars::ask
