#include "ask/elements.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <utility>

#include "ask/weapon_names.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace composing {
namespace {

using enum Means;

bool is_leader_pair(int morale, int drm, char sign) {
  return morale >= 6 && morale <= 10 && drm >= -3 && drm <= 1 && !(sign == '+' && drm == 0);
}

bool is_of_unit(Means means) {
  constexpr std::array parts{counter, pair,   unit,    squads,      half_squads, crews,     leaders,   heroes,
                             men,     nation, quality, machine_gun, state,       concealed, exhausted, fanatic};
  return is_one_of(means, parts);
}
bool is_kind(Means means) {
  constexpr std::array kinds{squads, half_squads, crews, leaders, heroes, men};
  return is_one_of(means, kinds);
}
bool is_article(const Item& item) { return item.means == Means::noise && (item.typed == "a" || item.typed == "an"); }

// Terrain and what else is a cause of a DRM when it is named beside it.
bool is_cause(Means means) {
  constexpr std::array causes{tem,     hindrance, leadership, drm_word, moving,    ffmo,      ffnam,  material, building,
                              terrain, fixed_tem, hinders,    leaders,  exhausted, fortified, rubble, acquired, hut_word};
  return is_one_of(means, causes);
}

// Puts the parts of a line together, from left to right.
class Composer {
 public:
  Composer(const LineItems& items, const std::vector<std::size_t>& ambiguous, const Choices& choices)
      : items_(items), ambiguous_(ambiguous), choices_(choices) {
    refuse_qualified();
    while (at_ < items_.size()) take();
  }
  std::vector<Element> elements() && {
    name_whose();
    share_states();
    leave_who_is_known();
    share_counts();
    name_once();
    refuse_named_again();
    return std::move(elements_);
  }

 private:
  bool is_before(std::size_t at, bool (*is)(Means)) const {
    return std::any_of(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(at), [&](const Item& item) { return is(item.means); });
  }

  // Small words that make something of the line hold in a part of the cases only.
  void refuse_qualified() const {
    constexpr std::array uncertain{state, concealed, exhausted, moving, in, terrain, material, fortified};
    constexpr std::array<std::string_view, 4> doubts{"maybe", "perhaps", "possibly", "probably"};
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].means != noise) continue;
      const std::string& typed = items_[i].typed;
      const std::size_t next = past_noise(i + 1);
      const Means then_ = means_at(next);
      const std::size_t before = before_noise(items_, i);
      const Means last = before > 0 ? items_[before - 1].means : unknown;
      const bool counts_ = then_ == number && is_of_unit(means_at(past_noise(next + 1)));
      if (is_among(doubts, typed) && is_before(i, is_of_unit) && is_one_of(then_, uncertain))
        throw Unfit{"'" + typed + " " + items_[next].typed + "'", "is it so, or not?", "ask each by itself", 9};
      if (typed == "if" && (last == then || (then_ == event && is_before(i, is_of_unit) && is_before(i, is_firepower_like))))
        throw Unfit{"'if' behind the attack", "what happens if not?", "ask each case by itself", 9};
      const bool is_odds_of = i > 1 && (items_[i - 2].typed == "odds" || items_[i - 2].typed == "chances");  // what are the odds of
      const bool is_of_some = (typed == "which" || typed == "whom") && i > 0 && items_[i - 1].typed == "of" && !is_odds_of &&
                              then_ != state && then_ != number &&
                              !(i + 1 < items_.size() &&
                                is_among(std::array<std::string_view, 3>{"probability", "possibility", "chance"}, items_[i + 1].typed));
      const bool is_gun_alone = (typed == "only" || typed == "just") && then_ == machine_gun;
      if (is_gun_alone)
        throw Unfit{"'" + typed + "' the " + items_[next].typed, "does who mans it fire nothing else?",
                    "give it like 467,mg-only mmg:5-12 range 8 vs 447", 9};
      constexpr std::array parts{levels, storeys, upstairs, rounds, turns, times, building, hexes};
      const Means counted = then_ == number ? means_at(past_noise(next + 1)) : unknown;
      const bool is_of_place = std::find(parts.begin(), parts.end(), counted) != parts.end();  // only one upper level
      const bool is_alone = typed == "only" && is_before(i, is_of_unit) && !is_of_place &&
                            (is_of_unit(then_) || counts_ || (then_ == number && is_spelled_number(items_[next])));
      if (is_of_some || is_alone)
        throw Unfit{std::string("'") + (is_of_some ? "of " : "") + typed + "' of those who are named", "who of them?",
                    "name only who does it", 9};
    }
  }
  static bool is_spelled_number(const Item& item) { return item.typed.find_first_of("0123456789") == std::string::npos; }
  static bool is_firepower_like(Means means) { return means == number || means == firepower || means == gun || means == weapon; }

  // "The Germans (two 467s and an 8-1)": whose those are who are named.
  void name_whose() {
    for (std::size_t i = 0; i + 1 < elements_.size(); ++i) {
      Element& next = elements_[i + 1];
      if (elements_[i].means != unit || !elements_[i].group.is_vague || next.means != unit || !next.apart || !next.group.nation.empty() ||
          next.group.unit.empty() || next.group.is_typed)
        continue;
      next.group.nation = elements_[i].group.nation;
      next.apart = elements_[i].apart;
      elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // "His 8-0 and 447 are pinned": both of them.
  void share_states() {
    for (std::size_t i = 2; i < elements_.size(); ++i) {
      const Group& said = elements_[i].group;
      if (elements_[i].means != unit || !said.are_several || said.count > 1) continue;
      for (std::size_t k = i; k >= 2 && elements_[k - 1].means == with && elements_[k - 2].means == unit; k -= 2) {
        Group& other = elements_[k - 2].group;
        if (states_said(other).empty()) other.states = said.states, other.concealed = said.concealed;
      }
    }
  }

  // "HE hits a hut with a 447: what gets the squad?": a kind of unit by itself is who is named already, if one of that kind is.
  void leave_who_is_known() {
    const auto is_kind_of = [](const Group& group, std::string_view kind) {
      if (kind == "leader") return group.is_leader;
      if (group.is_leader || group.is_machine_gun || group.is_typed || group.unit.empty()) return false;
      return kind.empty() || kind_of_counter(counter_of_unit(group)).find(kind) != std::string::npos;
    };
    std::erase_if(elements_, [&](const Element& element) {
      const Group& group = element.group;
      const auto* const next = &element + 1;
      const bool is_explained = &element != &elements_.back() && next->means == unit && next->apart;  // my squad, a 666
      const bool is_bare = element.means == unit && group.unit.empty() && (group.is_that_one || is_explained) && group.count == 1 &&
                           group.nation.empty() && group.quality.empty() && group.machine_gun.empty() && !group.is_machine_gun &&
                           states_said(group).empty();
      if (!is_bare) return false;
      const auto known = std::count_if(elements_.begin(), elements_.end(), [&](const Element& other) {
        return &other != &element && other.means == unit && is_kind_of(other.group, group.kind);
      });
      return known == 1;
    });
  }

  // "Two squads, 447 and 458": so many are listed, one of each.
  void share_counts() {
    const auto is_of_kind = [](const Group& group, const Group& first) {
      if (group.is_machine_gun || group.is_typed || group.is_counted || !group.kind.empty()) return false;
      if (first.is_leader) return group.is_leader;
      if (first.listed == "unit") return true;
      return !group.is_leader && (group.unit.find(':') == std::string::npos || group.unit.starts_with("squad:")) ==
                                     (first.unit.find(':') == std::string::npos || first.unit.starts_with("squad:"));
    };
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      Group& first = elements_[i].group;
      if (elements_[i].means != unit || first.listed.empty() || first.count < 2) continue;
      int listed = 1;
      for (std::size_t k = i + 1; k < elements_.size(); ++k) {
        if (elements_[k].means == with) continue;
        if (elements_[k].means != unit || !is_of_kind(elements_[k].group, first)) break;
        ++listed;
      }
      if (listed == 1) continue;
      if (listed != first.count)
        throw Unfit{std::to_string(first.count) + " of them, and " + std::to_string(listed) + " that are named", "how many of each?",
                    "give each with its number, like two 447 and one 458", 8};
      first.count = 1;
    }
  }

  // "447 fires at 467 at 4 hexes, 467 in a house": behind a comma and other things, on the same side.
  bool is_named_again(std::size_t i) const {
    constexpr std::array sides{at, takes, from};
    const auto is_side = [&](const Element& element) { return is_one_of(element.means, sides); };
    const Group& again = elements_[i].group;
    const bool is_listed = elements_[i - 1].means == unit &&  // but: a 447 with an 8-0, 447 in woods
                           !(elements_[i - 1].group.is_leader && i > 1 && elements_[i - 2].means == with && i + 1 < elements_.size() &&
                             elements_[i + 1].means == in);
    if (!elements_[i].apart || elements_[i].slash || again.is_counted || again.is_leader || is_listed || elements_[i - 1].means == with)
      return false;
    const auto here = elements_.begin() + static_cast<std::ptrdiff_t>(i);
    const auto side = std::find_if(std::make_reverse_iterator(here), elements_.rend(), is_side).base();  // behind the last of them
    return side != elements_.begin() && std::any_of(side, here, [&](const Element& element) {
             return element.means == unit && element.group.unit == again.unit && element.group.count == 1;
           });
  }

  // A unit that is named again to tell more of it: the same one. What is told then is of who has been named last, or it is refused.
  void refuse_named_again() {
    constexpr std::array told{in,       terrain, material, building, rubble,  fortified, fixed_tem,
                              hut_word, moving,  ffmo,     ffnam,    storeys, upstairs,  levels};
    for (std::size_t i = 1; i < elements_.size(); ++i) {
      const Group& again = elements_[i].group;
      if (elements_[i].means != unit ||
          !(again.is_that_one || again.is_told_of || again.is_told_to_be || again.owner != Group::Owner::unknown || is_named_again(i)))
        continue;
      std::vector<std::size_t> before;
      for (std::size_t k = 0; k < i; ++k) {
        const Group& known = elements_[k].group;
        if (elements_[k].means != unit || known.unit.empty() || known.unit != again.unit) continue;
        if (again.owner == known.owner || again.owner == Group::Owner::unknown) before.push_back(k);
      }
      if (before.empty()) continue;
      const bool is_last = before.size() == 1 && std::none_of(elements_.begin() + static_cast<std::ptrdiff_t>(before.front()) + 1,
                                                              elements_.begin() + static_cast<std::ptrdiff_t>(i),
                                                              [](const Element& element) { return element.means == unit; });
      std::size_t end = i + 1;
      while (end < elements_.size() && is_one_of(elements_[end].means, told)) ++end;
      const bool is_of_it = elements_[i].group.count <= elements_[before.front()].group.count || elements_[i].is_plural;
      const std::size_t joint = i - 1;
      if (is_last && (again.is_that_one || is_named_again(i)) && end == elements_.size() && end > i + 1 && is_of_it &&
          states_said(again).empty()) {
        const std::size_t begin = elements_[joint].means == with ? joint : i;
        elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(begin), elements_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return;
      }
      throw Unfit{"'" + again.unit + "' again", "the same, or another one?", "say all of it where it is named first", 9};
    }
  }

  static bool is_fight(Means means) { return means == close_combat || means == ambush; }
  bool has_side(std::size_t begin, std::size_t end) const {
    constexpr std::array sides{at, takes, from, close_combat};
    return std::any_of(elements_.begin() + static_cast<std::ptrdiff_t>(begin), elements_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Element& element) { return is_one_of(element.means, sides); });
  }

  // "CC 447 vs 467, the 467 is broken": one that is named again to say how it is.
  void name_once() {
    const bool are_fighters =
        std::any_of(elements_.begin(), elements_.end(), [](const Element& element) { return is_fight(element.means); });
    for (std::size_t i = 1; i < elements_.size(); ++i) {
      const Group& again = elements_[i].group;
      constexpr std::array joints{at, takes, from, with, in, directs, directed_by, close_combat, ambush};
      if (elements_[i].means != unit || again.is_counted || again.state_before || states_said(again).empty()) continue;
      std::vector<std::size_t> before;
      for (std::size_t k = 0; k < i; ++k) {
        if (elements_[k].means == unit && elements_[k].group.unit == again.unit) before.push_back(k);
      }
      if (before.empty()) continue;
      const Means joint = elements_[i - 1].means;
      // "467 and 447 in melee, 447 broken", "ambush 467 vs 447 with 467 concealed"
      const bool is_of_fighters = are_fighters && (is_fight(joint) ? elements_[i].apart : joint == with && has_side(before.back(), i));
      const bool goes_on = is_one_of(joint, joints) && !is_of_fighters;
      if (goes_on || !(elements_[i].apart || again.is_told_to_be || is_of_fighters)) continue;
      Group& known = elements_[before.front()].group;
      const bool is_another = !again.is_that_one && !again.is_told_to_be && !are_fighters;  // 467, 467 pinned
      if (is_another || before.size() > 1 || !states_said(known).empty() || (known.count > 1 && !elements_[i].is_plural))
        throw Unfit{"'" + again.unit + "' again", "the same, or another one that is " + states_said(again).front() + "?",
                    "say how each is, like a broken 467 and a 467", 7};
      known.states = again.states;
      known.concealed = again.concealed;
      known.exhausted = again.exhausted;
      known.fanatic = again.fanatic;
      elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i));
      --i;
    }
  }

  Means means_at(std::size_t at) const { return at < items_.size() ? items_[at].means : unknown; }
  auto here(std::size_t at) const { return items_.begin() + static_cast<std::ptrdiff_t>(at); }
  // The next that says something.
  std::size_t past_noise(std::size_t at) const { return ask::past_noise(items_, at); }
  // Whether a number may say how many units there are.
  bool counts_units(std::size_t at) const {
    const std::size_t next = past_noise(at + 1);
    return next < items_.size() && !items_[next].apart && is_of_unit(items_[next].means);
  }
  // Of "not": what it may be of.
  std::size_t past_last_noise() const {
    const std::size_t next = past_noise(at_ + 1);
    return next < items_.size() ? next : items_.size() - 1;
  }
  bool chosen(std::size_t at) const {
    const auto found = std::find(ambiguous_.begin(), ambiguous_.end(), at);
    return found != ambiguous_.end() && choices_[static_cast<std::size_t>(found - ambiguous_.begin())];
  }

  Element& add(const Item& item, Means means) {
    elements_.push_back({.means = means,
                         .value = item.value,
                         .number = item.number,
                         .apart = item.apart || apart_,
                         .slash = item.slash,
                         .is_plural = item.is_plural,
                         .typed = item.typed});
    apart_ = false;
    return elements_.back();
  }
  Element& add_number(const Item& item, Means means, int number) {
    Element& element = add(item, means);
    element.number = number;
    element.has_number = true;
    return element;
  }

  void take() {
    const Item& item = items_[at_];
    switch (item.means) {
      case noise:
        apart_ = apart_ || item.apart;
        ++at_;
        return;
      case number:
        return take_number();
      case drm:
        return take_drm();
      case plus:
      case minus:
        return take_sign();
      case flat:
        add_number(item, drm, 0), ++at_;
        return;
      case firepower:
        return take_firepower_word();
      case sum:
        return take_sum();
      case pair:
        return take_pair();
      case gun:
        return take_gun();
      case range:
        return take_range();
      case at:
      case in:
        return take_place_of();
      case levels:
      case storeys:
        return take_levels();
      case tem:
      case hindrance:
      case leadership:
      case drm_word:
      case acquired:
        return take_cause();
      case hinders:
        return take_hinders();
      case fixed_tem:
        return take_fixed_tem();
      case rate_of_fire:
      case to_hit:
      case san:
      case elr:
      case morale:
      case valued:
        return take_valued();
      case from:
        add(item, is_distance_to() ? Means::at : Means::from), ++at_;
        return;
      case then: {
        const std::size_t number_at = past_noise(at_ + 1);
        const bool is_of_units = item.typed == "and another" && is_of_unit(means_at(number_at));  // and another 467
        if (is_of_units) {
          add(item, with);
          ++at_;
          return;
        }
        const bool are_turns = item.typed == "next" && means_at(number_at) == number && means_at(past_noise(number_at + 1)) == turns;
        if (!are_turns) add(item, item.means);  // the next two turns
        ++at_;
        const bool is_with = means_at(at_) == with && items_[at_].typed == "with" && means_at(past_noise(at_ + 1)) == number;
        if (is_with) ++at_;  // after that with 8
        return;
      }
      case directed_by:
      case with:
        add(item, item.means), ++at_;
        return;
      case no:
        throw Unfit{"'" + item.typed + "'" + (at_ + 1 < items_.size() ? " before '" + items_[past_last_noise()].typed + "'" : ""),
                    "what is not so?", "leave out what is not so", 9};
      case color:
        if (means_at(past_noise(at_ + 1)) == gun && !items_[past_noise(at_ + 1)].apart) {  // a red 76L
          add(item, chosen_word).value = "gun_color=" + item.value;
          ++at_;
          return;
        }
        break;
      case weapon:
      case fire:
        return take_weapon();
      case phase: {
        constexpr std::array attacks{number, pair, firepower};
        const Means next = means_at(past_noise(at_ + 1));
        if (item.typed == "advancing" && std::find(attacks.begin(), attacks.end(), next) == attacks.end())
          throw Unfit{"'advancing'", "does it move, or fire in the AFPh?", "give it like moving 467, or AFPh", 8};
        break;
      }
      default:
        break;
    }
    if (item.means == leaders) {  // leader -1, a leader of -1, a leader with -1
      std::size_t number_at = past_noise(at_ + 1);
      if (means_at(number_at) == with && items_[number_at].typed == "with") number_at = past_noise(number_at + 1);
      const bool is_his =
          means_at(number_at) == drm && std::none_of(here(at_ + 1), here(number_at + 1), [](const Item& one) { return one.apart; });
      if (is_his) {
        add_number(item, drm, items_[number_at].number).cause = leaders;
        at_ = number_at + 1;
        return;
      }
    }
    if (is_of_unit(item.means)) return take_units(1, false);
    const bool is_tried = item.means == ambush && item.value == "roll" && (says_tries_before(at_) || asks_for_ambush());
    add(item, item.means);
    if (is_tried) elements_.back().value = "try";
    ++at_;
  }

  // "5 hexes from a 447", "next hex from him", by whom nothing fires yet.
  bool is_distance_to() const {
    const auto is = [](Means means) { return [means](const Element& element) { return element.means == means; }; };
    return items_[at_].typed == "from" && !items_[at_].apart && !elements_.empty() &&
           (elements_.back().means == range || elements_.back().means == near) &&
           std::none_of(elements_.begin(), elements_.end(), is(Means::at)) &&
           std::none_of(elements_.begin(), elements_.end(),
                        [](const Element& element) { return element.means == takes && element.typed != "under"; }) &&
           std::any_of(elements_.begin(), elements_.end(),
                       [](const Element& element) {
                         constexpr std::array firing{unit, weapon, gun, fire, by_name};
                         return is_one_of(element.means, firing);
                       }) &&
           (is_of_unit(means_at(past_noise(at_ + 1))) || counts_units(past_noise(at_ + 1)));
  }

  // "447 tries to ambush 467"
  bool says_tries_before(std::size_t at) const {
    constexpr std::array<std::string_view, 7> tries{"tries", "try", "trying", "attempts", "can", "may", "could"};
    while (at > 0 && items_[at - 1].means == noise && !is_among(tries, items_[at - 1].typed)) --at;
    return at > 0 && items_[at - 1].means == noise;
  }

  // "Chance that 467 ambushes 447", where no fight is asked for.
  bool asks_for_ambush() const {
    constexpr std::array<std::string_view, 5> asking{"does", "will", "chance", "chances", "likely"};
    const auto fights = means_that(close_combat);
    const auto asks = [&](const Item& item) { return item.means == noise && is_among(asking, item.typed); };
    const auto here = items_.begin() + static_cast<std::ptrdiff_t>(at_);
    return items_[at_].typed.starts_with("ambush") && std::none_of(items_.begin(), items_.end(), fights) &&
           std::any_of(items_.begin(), here, asks);
  }

  bool says_tries(std::size_t at) const {
    constexpr std::array<std::string_view, 5> tries{"tries", "attempts", "try", "attempt", "rolls"};
    return at < items_.size() && items_[at].means == noise && is_among(tries, items_[at].typed);
  }

  // FP 12
  void take_firepower_word() {
    const std::size_t next = at_ + 1;
    if (means_at(next) == number && !items_[next].apart) {
      Element& fp = add_number(items_[next], firepower, items_[next].number);
      fp.value = items_[next].value;
      fp.typed = "FP";
      at_ = next + 1;
      return;
    }
    add(items_[at_], firepower);
    ++at_;
  }

  // What a number says by the word behind it, or before it.
  void take_number() {
    const Item& item = items_[at_];
    const int n = item.number;
    const std::size_t next = past_noise(at_ + 1);
    // 8, 447 in woods; with 6, the enemy is a 447
    const bool is_parted = std::any_of(here(at_ + 1), here(std::min(next + 1, items_.size())), [](const Item& one) {
      return one.apart || (one.means == noise && (one.typed == "a" || one.typed == "an"));
    });
    const Means then = is_parted ? Means::unknown : means_at(next);
    if (item.times == Token::Times::behind && !elements_.empty() && elements_.back().means == unit) {
      elements_.back().group.count = n;
      elements_.back().group.is_counted = true;
      ++at_;
      return;
    }
    if (take_how_many_of_them(n)) return;
    constexpr int most_repeated = 6;
    const bool is_behind_attack =
        !elements_.empty() && (elements_.back().means == drm || elements_.back().means == firepower || elements_.back().means == number);
    if (item.times == Token::Times::behind && is_behind_attack && n <= most_repeated && !is_of_unit(then)) {  // 12 flat x2
      add_number(item, times, n).value = "each";
      ++at_;
      return;
    }
    const std::size_t other = next < items_.size() && items_[next].typed == "x" && then == unknown ? past_noise(next + 1) : next;
    const bool is_repeated = (other > next || item.times == Token::Times::before) && means_at(other) == number && n <= most_repeated &&
                             !items_[other].apart && items_[other].times == Token::Times::no &&
                             (means_at(other + 1) == drm || means_at(other + 1) == flat || means_at(other + 1) == firepower ||
                              (item.times == Token::Times::before && !is_of_unit(means_at(past_noise(other + 1)))));
    if (is_repeated) {  // 3 x 4 -1
      Element& fp = add_number(items_[other], firepower, items_[other].number);
      fp.value = items_[other].value;
      add_number(item, times, n).value = "each";
      at_ = other + 1;
      while (means_at(at_) == firepower) ++at_;
      return;
    }
    const bool are_hits = then == gun && n > 1 && n <= most_repeated && next + 1 < items_.size() &&
                          (items_[next + 1].typed.starts_with("hits") || items_[next + 1].typed == "shots");
    if (are_hits) {  // three 150mm hits
      Element& gun_ = add_number(items_[next], gun, items_[next].number);
      gun_.value = items_[next].value.substr(std::min(items_[next].value.find_first_not_of("0123456789"), items_[next].value.size()));
      add_number(item, times, n).value = "shots";
      at_ = next + 2;
      return;
    }
    // "what's the chance that one breaks": of whom is settled by who is there.
    const bool is_spelled = item.typed.find_first_of("0123456789") == std::string::npos;
    if (says_tries(at_ + 1)) {  // 4 tries
      add_number(item, turns, n);
      at_ += 2;
      return;
    }
    constexpr int most_told_apart = 3;
    if (is_spelled && then == event && n <= most_told_apart && !(at_ > 0 && is_article(items_[at_ - 1]))) {
      ++at_;
      return;
    }
    if (n == 1 && then == gun && is_spelled) {  // one 150mm
      ++at_;
      return;
    }
    if (is_spelled && n == 1 && then == number && !items_[next].is_plural) {  // one 24
      ++at_;
      return;
    }
    const bool is_sum = then == plus && means_at(next + 1) == number && means_at(next + 2) == firepower;
    if (is_sum) {  // 8 + 8 FP
      Element& fp = add_number(item, firepower, n);
      fp.value = item.value + "+" + items_[next + 1].value;
      fp.typed = "FP";
      at_ = next + 3;
      return;
    }
    if (then == terrain && means_at(next + 1) == hexes && items_[next + 1].is_plural == (n != 1) && !items_[next + 1].apart) {
      add_number(item, range, n).value = "hexes";  // "2 brush hexes"
      add(items_[next], terrain);
      at_ = next + 2;
      return;
    }
    switch (then) {
      case firepower:
        return take_firepower(next);
      case shot:
        return take_shots(next);
      case hexes:
        add_number(item, range, n).value = "hexes", at_ = next + 1;
        return;
      case times:
        if (items_[next].number > 0) break;  // 8 twice
        add_number(item, times, n), at_ = next + 1;
        return;
      case turns:
        add_number(item, turns, n).value = items_[next].typed, at_ = next + 1;
        return;
      case rounds:
        add_number(item, rounds, n), at_ = next + 1;
        return;
      case levels:
        if (means_at(next + 1) == number && !items_[next].is_plural && (next + 2 == items_.size() || means_at(next + 2) == Means::at)) {
          add_number(item, levels, n).value = "count", at_ = next;  // stone 2 level 1: of two
          return;
        }
        add_number(item, levels, n).value = items_[next].is_plural || items_[next].typed.starts_with("upper") ? "many" : "count",
                                 at_ = next + 1;
        return;
      case storeys:
        add_number(item, storeys, n), at_ = next + 1;
        return;
      case morale:
        add_number(items_[next], morale, n), at_ = next + 1;
        return;
      case ordnance:
      case he:
        return take_caliber(next);
      case fire:
        return take_caliber_of_fire(next);
      case weapon:
        return take_amount_of_weapon(next);
      case sappers:
      case bulldozer:
        add_number(items_[next], then, n), at_ = next + 1;
        return;
      default:
        break;
    }
    // two 8s; "two 447s" is of units
    const bool are_attacks =
        next + 1 < items_.size() &&
        (((items_[next + 1].means == shot || items_[next + 1].means == drm) && items_[next + 1].is_plural) ||  // two 8 +2s
         ((items_[next + 1].means == drm || items_[next + 1].means == flat) && means_at(next + 2) == shot && items_[next + 2].is_plural) ||
         items_[next + 1].typed.starts_with("attacks"));
    const bool are_pairs = then == pair && items_[next].is_plural && n <= 9 && !is_leader_shaped(items_[next]);
    if (are_pairs) {  // two 8+2s
      Element& fp = add_number(items_[next], firepower, items_[next].number);
      fp.value = std::to_string(items_[next].number);
      add_number(item, times, n).value = "each";
      Item drm_ = items_[next];
      drm_.apart = false;
      at_ = next;
      return take_drm_of(drm_, items_[next].second);
    }
    const bool is_one_of_two = is_spelled && n > 1 && n <= 4 && means_at(next + 1) == drm && !items_[next + 1].apart;  // two 8 +2
    const bool is_many_of =
        item.typed.ends_with(" of") && (means_at(next + 1) == drm || means_at(next + 1) == firepower || item.typed.ends_with("attacks of"));
    const bool is_of = is_one_of_two || is_many_of;  // a pair of 8 +2
    if (then == number && (items_[next].is_plural || are_attacks || is_of) && n <= 9) {
      Element& fp = add_number(items_[next], firepower, items_[next].number);
      fp.value = items_[next].value;
      Element& many = add_number(item, times, n);
      many.value = "each";
      at_ = next + 1;
      while (is_of && means_at(at_) == firepower) ++at_;
      return;
    }
    constexpr int most_counted = 9;
    if (item.times == Token::Times::before && !is_of_unit(then) && then != sappers)
      throw Unfit{"'" + item.value + "x' of nothing", "how many of whom?", "give it like 2x 467", 1};
    const bool counts = item.times == Token::Times::before || then == counter || is_of_unit(then);
    const bool is_units = is_of_unit(then) || then == sappers;
    if ((counts && is_units) && (item.times == Token::Times::before || !chosen(at_))) {
      if (n > most_counted && item.times != Token::Times::before)
        throw Unfit{item.value + " before " + items_[next].typed, "so many of them, or FP?",
                    "give it like " + item.value + "x " + items_[next].typed + " vs 447, or " + item.value + " by 9-1 vs 447", 4};
      apart_ = apart_ || item.apart;
      ++at_;
      return take_units(n, true);
    }
    // "2 x 4-5-8"
    if (then == unknown && next < items_.size() && items_[next].typed == "x" && is_of_unit(means_at(past_noise(next + 1)))) {
      at_ = next + 1;
      return take_units(n, true);
    }
    Element& element = add_number(item, number, n);
    element.value = item.value;
    ++at_;
  }

  // "467s in stone, two of them": so many, where nothing else of some of them is told.
  bool take_how_many_of_them(int n) {
    const std::size_t next = at_ + 1;
    if (next >= items_.size() || items_[next].means != noise || !(items_[next].typed.starts_with("of th") || items_[next].typed == "of em"))
      return false;
    constexpr std::array told{state, concealed, exhausted, fanatic, event, leaders, number};
    const std::size_t behind = past_noise(next);
    const bool tells_more = behind < items_.size() && !items_[behind].apart && is_one_of(items_[behind].means, told);
    const auto last = std::find_if(elements_.rbegin(), elements_.rend(), [](const Element& element) { return element.means == unit; });
    if (tells_more || last == elements_.rend() || last->group.is_counted || last->group.is_typed || last->group.is_leader) return false;
    last->group.count = n;
    last->group.is_counted = true;
    at_ = next + 1;
    return true;
  }

  // 8 FP, but "one shot of 8 FP" has said its number before.
  void take_firepower(std::size_t word) {
    const Item& item = items_[at_];
    Element& fp = add_number(item, firepower, item.number);
    fp.value = item.value;
    fp.typed = "FP";
    at_ = word + 1;
    while (means_at(at_) == firepower || (means_at(at_) == shot && !items_[at_].is_plural)) ++at_;
  }

  // An 8 shot; 3 shots; two shots of 8.
  void take_shots(std::size_t word) {
    const Item& item = items_[at_];
    const std::size_t behind = past_noise(word + 1);
    const bool says_of_what = means_at(behind) == number && (items_[word].typed.ends_with("of") || behind > word + 1);
    constexpr int last_column = 36;
    if (says_of_what && items_[behind].number > last_column) {  // 3 shots of 105
      add_number(item, times, item.number).value = "shots";
      add_number(items_[behind], gun, items_[behind].number).value.clear();
      at_ = behind + 1;
      return;
    }
    if (says_of_what && item.number <= 9) {
      Element& fp = add_number(items_[behind], firepower, items_[behind].number);
      fp.value = items_[behind].value;
      add_number(item, times, item.number).value = "each";
      at_ = behind + 1;
      if (means_at(at_) == firepower) ++at_;
      return;
    }
    if (items_[word].is_plural || items_[word].typed == "shots of") {
      add_number(item, times, item.number).value = "shots";
    } else {
      Element& fp = add_number(item, firepower, item.number);
      fp.value = item.value;
      fp.typed = "FP";
    }
    at_ = word + 1;
  }

  void take_caliber(std::size_t word) {
    if (items_[at_].number < 12) return add_bare();
    Element& gun_ = add_number(items_[at_], gun, items_[at_].number);
    gun_.value.clear();
    at_ = word;
  }
  void take_caliber_of_fire(std::size_t word) {
    if (items_[at_].number < 30) return add_bare();
    take_caliber(word);
  }
  void add_bare() {
    Element& element = add_number(items_[at_], number, items_[at_].number);
    element.value = items_[at_].value;
    ++at_;
  }
  // 8 mines, 4 resid; "24 ft"
  void take_amount_of_weapon(std::size_t word) {
    const std::string& which = items_[word].value;
    if (which != "mines" && which != "residual" && which != "ft") return add_bare();
    Element& fp = add_number(items_[at_], firepower, items_[at_].number);
    fp.value = items_[at_].value;
    fp.typed = "FP";
    at_ = word;
  }

  // mines 8, oba 100, mortar 81, ft 24
  void take_weapon() {
    const Item& item = items_[at_];
    add(item, item.means);
    ++at_;
    while (means_at(at_) == fire || means_at(at_) == ordnance || (means_at(at_) == firepower)) {
      if (means_at(at_) == fire) add(items_[at_], fire);
      ++at_;
    }
    const std::size_t next = at_;
    if (means_at(next) != number || items_[next].is_plural || says_tries(next + 1)) return;
    if (items_[next].apart && counts_units(next)) return;  // mines, two 447s
    const std::size_t behind = past_noise(next + 1);
    constexpr std::array counted{hexes, turns, times};
    const bool is_distance = is_one_of(means_at(behind), counted);
    const int n = items_[next].number;
    if (item.means == fire && n >= 30 && !is_distance) {
      add_number(items_[next], gun, n).value.clear();
      ++at_;
    } else if (item.means == weapon && !is_distance &&
               (item.value == "mines" || item.value == "residual" || (item.value == "ft" && n > 9))) {
      Element& fp = add_number(items_[next], firepower, n);
      fp.value = items_[next].value;
      fp.typed = "FP";
      ++at_;
      if (means_at(at_) == firepower) ++at_;
    }
  }

  void take_sign() {
    const Item& item = items_[at_];
    const int sign = item.means == plus ? +1 : -1;
    const std::size_t next = past_noise(at_ + 1);
    const bool is_behind_firepower = !elements_.empty() && (elements_.back().means == number || elements_.back().means == firepower) &&
                                     !item.apart && (item.typed == "up" || item.typed == "down");  // 6 up 1, 447; 6 up 1 447
    const bool is_apart = next + 1 < items_.size() && items_[next + 1].apart;
    const bool counts = !is_behind_firepower && !is_apart &&
                        (is_of_unit(means_at(next + 1)) || (is_of_unit(means_at(past_noise(next + 1))) && items_[next + 1].typed == "of" &&
                                                            means_at(past_noise(next + 1)) != leaders));
    if (means_at(next) == number && !items_[next].is_plural && items_[next].number <= 9 && !counts && means_at(next + 1) != levels) {
      Item drm_ = items_[next];
      drm_.apart = item.apart;
      at_ = next;
      return take_drm_of(drm_, sign * items_[next].number);
    }
    // one up, two down
    if (item.typed != "+" && item.typed != "-" && !elements_.empty() && elements_.back().means == number && elements_.back().number <= 9) {
      const Element before = elements_.back();
      elements_.pop_back();
      Item drm_ = item;
      return take_drm_of(drm_, sign * before.number);
    }
    if (item.means == plus) {
      add(item, with);
    } else {
      throw Unfit{"'" + item.typed + "' without a number", "a DRM?", "give it like 12 -1 vs 447"};
    }
    ++at_;
  }

  void take_drm() {
    const Item item = items_[at_];
    take_drm_of(item, item.number);
  }

  // "-2 by the 9-2", "+1 by woods": by its cause.
  bool is_by_cause(std::size_t at, int n) const {
    const std::size_t cause = past_noise(at + 1);
    const bool is_leader = means_at(cause) == pair && items_[cause].second == n;
    return items_[at].typed == "by" &&
           (is_leader || means_at(cause) == terrain || means_at(cause) == material || means_at(cause) == hinders);
  }

  // With the word that names its cause, beside it: behind it, perhaps "for the".
  void take_drm_of(const Item& item, int n) {
    Element& element = add_number(item, drm, n);
    const auto may_name = [&](std::size_t before) {  // me -1, him at +0
      return before > 0 && !item.apart && (items_[before - 1].means == noise || items_[before - 1].typed == "at");
    };
    for (std::size_t before = at_; may_name(before); --before) {
      const std::string& said = items_[before - 1].typed;
      if (said == "me" || said == "i" || said == "mine" || said == "my" || said == "us") element.group.owner = Group::Owner::mine;
      if (said == "him" || said == "his" || said == "them" || said == "their" || said == "enemy" || said == "he" || said == "they")
        element.group.owner = Group::Owner::his;
    }
    std::size_t next = at_ + 1;
    const bool is_named_behind = element.group.owner == Group::Owner::unknown && means_at(next) == noise && !items_[next].apart;
    if (is_named_behind && (items_[next].typed == "me" || items_[next].typed == "us")) element.group.owner = Group::Owner::mine;
    if (is_named_behind && (items_[next].typed == "him" || items_[next].typed == "them")) element.group.owner = Group::Owner::his;
    bool is_linked = false;
    const auto links = [&](std::size_t at) {
      return at < items_.size() && !items_[at].apart &&
             (items_[at].means == noise || items_[at].means == off || items_[at].means == in ||
              (items_[at].means == from && (items_[at].typed == "from" || is_by_cause(at, n))));
    };
    const bool may_link = links(next) && means_at(next) != in;
    std::size_t linked = next;
    if (may_link) {
      while (links(linked)) {
        is_linked = is_linked || items_[linked].means != noise || items_[linked].typed == "for";
        ++linked;
      }
    }
    const bool ends_here = next < items_.size() && items_[next].apart && !(next < items_.size() && items_[next].glued);
    if (is_linked && is_cause(means_at(linked)))
      next = linked;
    else if (means_at(next) == noise && is_cause(means_at(past_noise(next))) && !items_[past_noise(next)].apart)
      next = past_noise(next);
    else if (ends_here && !is_linked)
      next = items_.size();
    const bool is_hindrance = means_at(next) == terrain && means_at(next + 1) == hindrance;  // "+1 orchard hindrance"
    if (is_hindrance) ++next;
    const Means cause = means_at(next);
    at_ = at_ + 1;
    const std::size_t leader_at = past_noise(next + 1);
    if (cause == leaders && means_at(leader_at) == pair && items_[leader_at].second == n && !items_[leader_at].apart) {  // -1 leader 9-1
      element.cause = leaders;
      at_ = next;
      return;
    }
    if (is_cause(cause) && !(cause == leaders && means_at(leader_at) == pair)) {
      element.cause = cause;
      if (cause == tem || cause == leadership || cause == drm_word || cause == leaders || cause == hindrance) {
        at_ = next + 1;
        while (means_at(at_) == drm_word || (cause == hinders && means_at(at_) == hindrance) ||
               (cause == leaders && means_at(at_) == drm_word))
          ++at_;
        const bool is_other = means_at(at_) == drm && !items_[at_].apart && items_[at_].number < 0 &&
                              !is_cause(means_at(past_noise(at_ + 1))) && (cause == leadership || cause == leaders);
        if (is_other) throw Unfit{"two numbers of a leader", "which is his?", "give one beside him, and a comma before the other", 7};
      }
      // Others are parts of their own, to which the number belongs.
      else
        at_ = next;
    } else if (is_linked && means_at(linked) == pair && items_[linked].second == n) {
      element.cause = leaders;  // -1 from the 9-1
      at_ = linked;
    }
  }

  void take_sum() {
    const Item& item = items_[at_];
    const std::size_t next = past_noise(at_ + 1);
    if (means_at(next) == fixed_tem)
      throw Unfit{"the pillbox " + item.typed, "which of its TEM: from within its Covered Arc, or from elsewhere?",
                  "give it like in a " + item.typed.substr(item.typed.rfind('+')) + " pillbox", 9};
    if (means_at(next) != firepower)
      throw Unfit{"the sum '" + item.typed + "'", "Firepower in all, or a DRM in it?", "give it like " + item.typed + " FP", 5};
    Element& fp = add(item, firepower);
    fp.value = item.value;
    fp.typed = "FP";
    at_ = next + 1;
  }

  void take_pair() {
    const Item& item = items_[at_];
    const std::size_t next = past_noise(at_ + 1);
    const char sign = item.value[item.value.find_first_of("+-")];
    if (sign == '+' && means_at(next) == firepower) {  // 4+4 FP
      Element& fp = add(item, firepower);
      fp.value = item.value;
      fp.typed = "FP";
      at_ = next + 1;
      return;
    }
    const bool is_leader = is_leader_pair(item.number, item.second, sign);
    if (sign == '-' && means_at(next) == machine_gun && item.second < -3) return take_units(1, false);
    if (is_leader && !chosen(at_)) return take_units(1, false);
    Element& fp = add_number(item, firepower, item.number);
    fp.value = std::to_string(item.number);
    fp.typed = item.typed;
    Item drm_ = item;
    drm_.apart = false;
    take_drm_of(drm_, item.second);
    if (means_at(at_) == shot && !items_[at_].is_plural) ++at_;
  }

  void take_gun() {
    Element& gun_ = add_number(items_[at_], gun, items_[at_].number);
    const std::string& text = items_[at_].value;
    gun_.value = text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
    ++at_;
  }

  void take_range() {
    const Item& item = items_[at_];
    const std::size_t next = past_noise(at_ + 1);
    if (means_at(next) == number) {
      add_number(item, range, items_[next].number);
      at_ = next + 1;
      if (means_at(at_) == hexes) ++at_;
      return;
    }
    if (means_at(next) == near) {
      at_ = next;
      return;
    }
    throw Unfit{"'" + item.typed + "' without its hexes", "how far?", "give it like range 6"};
  }

  // At range 3, on level 2, in the open: of no other one than what stands behind it.
  void take_place_of() {
    const Item& item = items_[at_];
    const std::size_t next = past_noise(at_ + 1), behind = past_noise(next + 1);
    const Means then = means_at(next);
    const bool is_of_target = item.means == at && then == near && stands_before_unit(next + 1);  // at an adjacent moving 447
    const bool is_place = then == levels || then == upstairs || then == roof || then == range || (then == near && !is_of_target) ||
                          then == far || then == phase || (then == number && (means_at(behind) == hexes || means_at(behind) == levels)) ||
                          then == drm || then == gun_case || then == set || then == plus || then == minus || then == flat ||
                          then == close_combat || then == ambush;
    const bool is_storey = then == quality && means_at(behind) == storeys;
    const bool ends = item.typed == "inside" && (at_ + 1 >= items_.size() || items_[at_ + 1].apart);  // a stone house, 467 inside
    constexpr std::array places{material, building, hut_word, fixed_tem, terrain, rubble};
    if (ends && std::any_of(items_.begin(), items_.end(), [&](const Item& place) { return is_one_of(place.means, places); })) {
      ++at_;
      return;
    }
    if (is_place || is_storey || (item.means == at && (then == material || then == terrain) && !is_of_unit(means_at(behind)) && false)) {
      apart_ = false;
      ++at_;
      return;
    }
    add(item, item.means);
    ++at_;
  }

  bool stands_before_unit(std::size_t at) const {
    constexpr std::array how{noise, moving, state, concealed};
    while (at < items_.size() && !items_[at].apart && is_one_of(items_[at].means, how)) ++at;
    return at < items_.size() && !items_[at].apart && is_of_unit(items_[at].means);
  }

  // Level 2; of a building with its levels, "levels 2".
  void take_levels() {
    const Item& item = items_[at_];
    const std::size_t next = at_ + 1;
    if (item.means == levels && means_at(next) == number && !items_[next].is_plural && means_at(past_noise(next + 1)) != hexes) {
      add_number(item, levels, items_[next].number).value = item.is_plural ? "many" : "which";
      at_ = next + 1;
      return;
    }
    if (item.means == storeys && item.number > 0) {
      add_number(item, storeys, item.number);
    } else {
      add(item, item.means);
    }
    ++at_;
  }

  // TEM +3, hindrance 2, leadership -1: its number stands beside it.
  void take_cause() {
    const Item& item = items_[at_];
    std::size_t next = past_noise(at_ + 1);
    if (item.means == hindrance && means_at(next) == off) next = past_noise(next + 1);
    int sign = +1;
    if ((means_at(next) == plus || means_at(next) == minus) && means_at(past_noise(next + 1)) == number) {
      sign = means_at(next) == minus ? -1 : +1;
      next = past_noise(next + 1);
    }
    const bool is_signed = means_at(next) == drm, is_number = means_at(next) == number && !items_[next].is_plural &&
                                                              (next == at_ + 1 || !counts_units(next)) &&
                                                              means_at(past_noise(next + 1)) != hexes &&
                                                              !(items_[next].apart && item.means == hindrance && !elements_.empty() &&
                                                                elements_.back().means == number);  // 2 hindrance, 12 at
    const bool may_be_unsigned = item.means != drm_word || next > at_ + 1 || sign < 0;
    if (is_signed || (is_number && may_be_unsigned)) {
      if (item.means == acquired) {
        add_number(item, acquired, is_signed ? items_[next].number : -items_[next].number);
      } else {
        Element& element = add_number(item, drm, sign * items_[next].number);
        element.cause = item.means;
      }
      at_ = next + 1;
      return;
    }
    if (means_at(next) == flat) {  // net flat
      ++at_;
      return;
    }
    if (item.means == drm_word && !elements_.empty() && elements_.back().means == drm) {  // +1 in all
      ++at_;
      return;
    }
    // "1 hindrance", "one hindrance"
    if (item.means == hindrance && !elements_.empty() && elements_.back().means == number && elements_.back().number <= 6) {
      elements_.back().means = drm;
      elements_.back().cause = hindrance;
      ++at_;
      return;
    }
    add(item, item.means);
    ++at_;
  }

  // SMOKE with its number: "smoke +2", "smoke hindrance 2".
  void take_hinders() {
    Element& element = add(items_[at_], hinders);
    if (elements_.size() > 1 && elements_[elements_.size() - 2].means == drm && elements_[elements_.size() - 2].cause == hinders) {
      element.number = elements_[elements_.size() - 2].number;
      elements_.erase(elements_.end() - 2);
    }
    ++at_;
    const std::size_t word = past_noise(at_);
    if (means_at(word) == hinders) {  // smoke, dispersed
      elements_.back().number = std::min(elements_.back().number, items_[word].number);
      at_ = word + 1;
    }
    std::size_t next = at_;
    if (means_at(next) == hindrance) ++next;
    const bool is_number = (means_at(next) == drm || means_at(next) == number) && (items_[next].number == 2 || items_[next].number == 3);
    const std::size_t behind = past_noise(next + 1);
    const bool is_its = means_at(next) == drm || (is_number && !is_of_unit(means_at(behind)) && means_at(behind) != hexes);
    if (is_number && is_its) {
      elements_.back().number = items_[next].number;
      at_ = next + 1;
      if (means_at(at_) == hinders) ++at_;
    } else if (next > at_ && means_at(next) != drm && means_at(next) != number) {
      at_ = next;
    }
  }

  // A pillbox with what is on its counter.
  void take_fixed_tem() {
    Element& element = add(items_[at_], fixed_tem);
    if (elements_.size() > 1 && elements_[elements_.size() - 2].means == drm && elements_[elements_.size() - 2].cause == fixed_tem) {
      element.number = elements_[elements_.size() - 2].number;
      element.has_number = true;
      elements_.erase(elements_.end() - 2);
    } else if (elements_.size() > 1 && elements_[elements_.size() - 2].means == sum) {
      elements_.erase(elements_.end() - 2);
    }
    ++at_;
    const std::size_t next = past_noise(at_);
    if (means_at(next) == drm && items_[next].number > 1 && !elements_.back().has_number) {
      elements_.back().number = items_[next].number;
      elements_.back().has_number = true;
      at_ = next + 1;
      if (means_at(at_) == tem) ++at_;
    }
  }

  void take_valued() {
    const Item& item = items_[at_];
    const bool is_behind_drm = item.means == valued && !item.apart && !elements_.empty() && elements_.back().means == drm &&
                               elements_.back().cause == Means::unknown;
    if (is_behind_drm) {  // +1 EC
      const int n = elements_.back().number;
      elements_.pop_back();
      add_number(item, valued, n);
      ++at_;
      return;
    }
    std::size_t next = past_noise(at_ + 1);
    const bool is_value = means_at(next) == number || means_at(next) == drm;
    if (item.means == elr && !is_value) throw Unfit{"ELR without its number", "which?", "give it like elr 3"};
    if (is_value && (item.means != morale || means_at(past_noise(next + 1)) != morale)) {
      add_number(item, item.means, items_[next].number);
      at_ = next + 1;
      if (item.means == to_hit) {
        while (means_at(past_noise(at_)) == to_hit) at_ = past_noise(at_) + 1;
      }
      if (item.means == elr && !elements_.empty()) {
        const Element value = elements_.back();
        for (auto before = elements_.rbegin() + 1; before != elements_.rend(); ++before) {
          if (before->means != unit) continue;
          before->group.elr = value.number;
          elements_.pop_back();
          return;
        }
      }
      return;
    }
    add(item, item.means);
    ++at_;
  }

  // Units of one kind with all that is said of them.
  void take_units(int count, bool is_counted) {
    Group group{.count = count, .is_counted = is_counted};
    std::size_t article = at_;
    bool is_adjacent = true;  // "the odds of 467" are no words of it
    while (article > 0 && !items_[article].apart &&
           (items_[article - 1].means == noise || (is_counted && items_[article - 1].means == number))) {
      const Item& said = items_[article - 1];
      if (is_article(said) && !is_counted) group.is_counted = true;
      const bool points = said.typed == "the" || said.typed == "that" || said.typed == "this";
      if (points && is_adjacent) group.is_that_one = true;
      is_adjacent = is_adjacent && said.means == number;
      if (is_among(mine, said.typed)) group.owner = Group::Owner::mine;
      if (is_among(his, said.typed)) group.owner = Group::Owner::his;
      if (said.typed == "attacker" || said.typed == "attacking") group.role = Group::Role::attacker;
      if (said.typed == "defender" || said.typed == "defending") group.role = Group::Role::defender;
      --article;
      if (items_[article].apart) break;
    }
    const Item first = items_[at_];
    std::string core, kind, quality_;
    bool has_core = false, has_kind = false, kind_plural = false;
    std::string nation_, mg;
    for (; at_ < items_.size(); ++at_) {
      const Item& item = items_[at_];
      const bool is_first = !has_core && !has_kind && nation_.empty() && quality_.empty() && group.states.empty() && !group.concealed &&
                            !group.exhausted && !group.fanatic && mg.empty();
      const bool is_in_brackets = (item.means == counter && has_kind && !has_core) ||                                 // two squads (467)
                                  (item.means == nation && !mg.empty() && nation_.empty() && !begins_next(at_ + 1));  // a MMG (German)
      if (item.apart && !is_first && item.means != state && item.means != concealed && !is_in_brackets) break;
      if (item.means == noise) {
        const std::size_t next = past_noise(at_);
        const Means then = means_at(next);
        bool articles = false;
        for (std::size_t i = at_; i < next; ++i) articles = articles || is_article(items_[i]);
        const bool goes_on = (!has_core && (then == counter || (then == pair && has_kind))) ||
                             (!has_core && !articles && is_of_unit(then)) ||
                             (has_core && !articles && (then == state || then == concealed) && !begins_next(next));
        if (!goes_on || next >= items_.size()) break;
        for (std::size_t i = at_; i < next; ++i) {
          group.is_told_to_be = group.is_told_to_be || (has_core && says_is(items_[i].typed));
          group.are_several = group.are_several || (has_core && items_[i].typed == "are");
        }
        at_ = next - 1;
        continue;
      }
      if (item.means == nation && !has_core && nation_.empty()) {
        nation_ = item.value;
        if (item.is_plural && item.typed.ends_with('s') && item.typed != "us") kind_plural = true;
      } else if (item.means == nation && (has_core || !mg.empty()) && nation_.empty() && !begins_next(at_ + 1)) {
        nation_ = item.value;
      } else if (item.means == quality && quality_.empty() && (!has_core || is_kind(means_at(at_ + 1)))) {
        quality_ = item.value;
        if (item.is_plural && quality_ != "SS" && quality_ != "G") has_kind = true, kind = "squad";
      } else if (item.means == quality &&
                 (has_core ? quality_.empty() && !group.is_leader && is_of_class(core, item.value) && !begins_next(at_ + 1)
                           : !quality_.empty() && item.value == "SMG")) {
        quality_ = item.value;  // three 426 conscripts; elite SMG squad
      } else if (is_kind(item.means) && (!has_kind || (quality_ != "" && kind == "squad" && !has_core))) {
        const bool ends_here = at_ + 1 < items_.size() && items_[at_ + 1].apart;  // an 8-1 leader, 447
        if (has_core && !ends_here && begins_next(at_ + 1) && item.means != men && next_is_core(at_ + 1)) break;
        has_kind = true;
        kind = kind_name(item.means);
        group.is_many = group.is_many || item.typed == "squads" || item.typed == "half squads" || item.typed == "crews";
        if (!has_core && is_counted) group.listed = kind.empty() ? "unit" : kind;
        if (item.typed == "attackers" || item.typed == "firers" || item.typed == "shooters") group.role = Group::Role::attacker;
        if (item.typed == "defenders") group.role = Group::Role::defender;
      } else if (item.means == squads && kind == "hs" && !has_core && !item.apart && items_[at_ - 1].typed == "half") {
        // a half, of squads
      } else if (item.means == counter && !has_core) {
        core = item.value;
        has_core = true;
        group.is_many = group.is_many || (item.is_plural && means_at(at_ + 1) != machine_gun);  // not 467's HMG
      } else if (item.means == pair && !has_core && mg.empty() && quality_.empty()) {
        const char sign = item.value[item.value.find_first_of("+-")];
        const bool is_gun = sign == '-' && means_at(at_ + 1) == machine_gun && item.second < 0 && !is_leader_shaped(item);
        if (!is_gun && chosen(at_)) break;
        if (!is_gun && !is_leader_pair(item.number, item.second, sign)) break;
        core = item.value;
        has_core = true;
        if (!is_gun) group.is_leader = true;
        group.is_called_leader = group.is_leader && kind == "leader";
      } else if (item.means == machine_gun && mg.empty() && (!has_core || core.find('-') == core.rfind('-'))) {
        if (has_core && group.is_leader) break;
        if (has_kind) break;
        mg = item.value;
        if (!has_core && means_at(at_ + 1) == pair && items_[at_ + 1].second < 0 && !is_leader_shaped(items_[at_ + 1])) {
          ++at_;
          core = items_[at_].value;
          has_core = true;
        }
      } else if (item.means == unit && !has_core) {
        core = item.value;
        has_core = true;
        group.is_typed = true;
      } else if (item.means == state) {
        const bool is_of_some = is_counted && !has_core;  // one is broken
        if (!is_of_some && (item.typed.starts_with("is ") || item.typed.starts_with("are "))) refuse_outcome(item);
        if ((has_core || has_kind) && begins_next(at_ + 1)) {
          const bool is_checked = has(items_, means_that(check));
          if (!item.apart && !items_[at_ + 1].apart && !is_article_or_count(at_ + 1) && !is_checked)
            throw Unfit{"'" + item.typed + "' between two units", "whose is it?", "give it like 467 " + item.typed + ", 447", 4};
          if (item.apart) break;
        }
        if (std::find(group.states.begin(), group.states.end(), item.value) == group.states.end()) group.states.push_back(item.value);
        group.is_told_to_be = group.is_told_to_be || (has_core && says_is(item.typed));
        group.are_several = group.are_several || (has_core && item.typed.starts_with("are "));
        group.state_before = group.state_before || !has_core;
      } else if (item.means == concealed) {
        if (has_core && begins_next(at_ + 1)) break;
        group.concealed = true;
        group.holds = group.holds || item.value == "holds";
      } else if (item.means == exhausted) {
        group.exhausted = true;
      } else if (item.means == fanatic) {
        group.fanatic = true;
      } else if (item.means == number && item.times == Token::Times::behind && has_core) {
        group.count = item.number;
        group.is_counted = true;
      } else if (item.means == unknown && item.typed == "x" && has_core && means_at(at_ + 1) == number) {
        group.count = items_[at_ + 1].number;
        group.is_counted = true;
        ++at_;
      } else if (item.means == assault_fire && has_core) {
        group.assault_fire = true;
      } else {
        break;
      }
    }
    if (group.is_many && !is_counted && count == 1 && group.count == 1) group.is_counted = false;  // "a stack of 447s"
    const bool says_state = !group.states.empty() || group.concealed || group.exhausted || group.fanatic;
    const bool is_nameless = !has_core && !has_kind && nation_.empty() && quality_.empty() && mg.empty();
    if (is_nameless && says_state && is_counted && take_some_of(group)) return;
    if (is_nameless && (!says_state || is_counted)) throw Unfit{"so many of nobody", "of whom?", "give it like two 467s", 0};
    if (is_nameless) {
      // A state by itself: of whom is settled by who is there.
      Element& element = add(first, group.concealed ? concealed : group.exhausted ? exhausted : group.fanatic ? fanatic : state);
      if (!group.states.empty()) element.value = group.states.front();
      element.group = group;
      return;
    }
    // "Russian 447 conscript 426": one unit, or two?
    const bool runs_on =
        at_ < items_.size() && !items_[at_].apart &&
        (items_[at_].means == quality || items_[at_].means == nation || (!has_core && mg.empty() && items_[at_].means == counter));
    if (runs_on) throw Unfit{"'" + items_[at_].typed + "' behind another unit", "one unit, or two?", "give and between them", 7};
    if (kind_plural && is_counted && !has_core && !has_kind) has_kind = true, kind = "squad";
    name(group, core, kind, nation_, quality_, mg, has_core, has_kind);
    if (!has_core) group.listed.clear();
    const bool is_told = at_ < items_.size() && items_[at_].means == noise && !items_[at_].apart;
    group.is_told_of = is_told && tells_of(items_[at_].typed);
    constexpr std::array<std::string_view, 5> defending{"defends", "defend", "is defending", "are defending", "is the defender"};
    if (is_told && is_among(defending, items_[at_].typed)) group.role = Group::Role::defender;  // a 447 defends
    Element& element = add(first, unit);
    element.group = std::move(group);
  }

  static bool tells_of(const std::string& typed) {
    constexpr std::array<std::string_view, 4> verbs{"has", "have", "is", "are"};
    return is_among(verbs, typed);
  }

  // "Three 467s, one pinned": of those before, so many are another way.
  bool take_some_of(const Group& how) {
    if (elements_.empty() || elements_.back().means != unit || elements_.back().group.count <= how.count ||
        elements_.back().group.is_typed || !states_said(elements_.back().group).empty())
      return false;
    Element some = elements_.back();
    elements_.back().group.count -= how.count;
    some.group.count = how.count;
    some.group.states = how.states;
    some.group.concealed = how.concealed;
    some.group.exhausted = how.exhausted;
    some.group.fanatic = how.fanatic;
    some.apart = false;
    elements_.push_back(std::move(some));
    return true;
  }

  // "What's the chance that a 447 is broken": it may be what is asked for.
  void refuse_outcome(const Item& item) const {
    constexpr std::array<std::string_view, 10> asking{"chance",     "chances",     "odds",          "odd", "likely",
                                                      "likelihood", "probability", "probabilities", "how", "percent"};
    if (ask::has(items_, is_check("rally")) || ask::has(items_, is_check("self-rally"))) return;  // who rallies is broken
    const std::vector<Item> before(items_.data(), &item);
    const auto is_named = [&](const Item& one) { return one.means == counter && one.value == before.back().value; };
    // "CC 447 vs 467, the 467 is broken": named again to say so.
    if (before.empty()) return;
    if (before.back().means == counter && std::count_if(before.begin(), before.end(), is_named) > 1) return;
    if (std::any_of(before.begin(), before.end(), [&](const Item& one) { return one.means == noise && is_among(asking, one.typed); }))
      throw Unfit{"'" + item.typed + "'", "is that so already, or what you ask for?", "give it like a broken 447 if it is, or leave it out",
                  8};
  }

  static constexpr std::array<std::string_view, 7> mine{"my", "our", "me", "i have", "we have", "ive got", "weve got"};
  static constexpr std::array<std::string_view, 15> his{"your",   "you have",  "youve got", "his",        "their",
                                                        "enemy",  "her",       "him",       "opponents",  "opposing",
                                                        "he has", "they have", "hes got",   "theyve got", "defending"};
  static bool says_is(const std::string& typed) {
    return typed == "is" || typed == "are" || typed == "was" || typed.starts_with("is ") || typed.starts_with("are ");
  }

  static bool is_leader_shaped(const Item& item) {
    const char sign = item.value[item.value.find_first_of("+-")];
    return is_leader_pair(item.number, item.second, sign);
  }
  bool next_is_core(std::size_t at) const {
    const Means then = means_at(past_noise(at));
    return then == counter || then == pair || then == unit;
  }
  bool is_article_or_count(std::size_t at) const {
    return at < items_.size() && (is_article(items_[at]) || items_[at].means == number || items_[at].means == with);
  }
  // Whether other units begin there.
  bool begins_next(std::size_t at) const {
    std::size_t next = past_noise(at);
    if (means_at(next) == number && items_[next].times != Token::Times::behind) next = past_noise(next + 1);
    const Means then = means_at(next);
    return then == counter || then == unit || (then == pair && !chosen(next)) || then == nation || then == quality || is_kind(then);
  }

  static std::string kind_name(Means means) {
    switch (means) {
      case squads:
        return "squad";
      case half_squads:
        return "hs";
      case crews:
        return "crew";
      case leaders:
        return "leader";
      case heroes:
        return "hero";
      default:
        return "";
    }
  }

  static std::string name_of_class(const std::string& quality_) {
    constexpr std::array<model::Choice<std::string_view>, 11> names{{{"", "first line "},
                                                                     {"1", "first line "},
                                                                     {"2", "second line "},
                                                                     {"E", "elite "},
                                                                     {"stealthy", "elite "},
                                                                     {"C", "conscript "},
                                                                     {"G", "green "},
                                                                     {"M", "marine "},
                                                                     {"P", "airborne "},
                                                                     {"AE", "assault engineer "},
                                                                     {"SMG", "SMG "}}};
    return std::string(model::find_choice(quality_, names).value_or(""));
  }

  // The counter that is meant.
  static void name(Group& group, const std::string& core, const std::string& kind, const std::string& nation_, const std::string& quality_,
                   const std::string& mg, bool has_core, bool has_kind) {
    group.nation = nation_;
    group.quality = quality_;
    if (!mg.empty()) {
      group.is_machine_gun = true;
      group.machine_gun = mg;
      if (has_core) group.unit = (mg == "LMG" ? "lmg:" : mg == "MMG" ? "mmg:" : mg == "HMG" ? "hmg:" : "mg:") + core;
      return;
    }
    if (group.is_typed) {
      group.unit = core;
      if (is_vehicle(group)) {
        if (const auto weapon_ = weapon_named(core.substr(0, core.find(',')))) group.told = weapon_->told;
        return;
      }
      group.is_leader =
          core.find(':') == std::string::npos &&
          std::count(core.begin(), core.begin() + static_cast<std::ptrdiff_t>(std::min(core.find(','), core.size())), '-') < 2;
      group.is_machine_gun = core.find("mg:") != std::string::npos;
      return;
    }
    if (group.is_leader) {
      if (has_kind && !kind.empty() && kind != "leader")
        throw Unfit{"a " + kind + " '" + core + "'", "its numbers are a leader's", "give it like squad 467, or leader 9-1", 4};
      group.unit = core;
      return;
    }
    if (has_core) return name_by_numbers(group, core, kind, nation_, quality_);
    if (kind == "hero") {
      group.unit = "hero:1-4-9";
      group.told = "hero: 1-4-9";
      return;
    }
    group.kind = kind;
    if (kind == "leader") return;
    if (kind == "crew" || kind == "hs" || !nation_.empty() || !quality_.empty()) {
      const Means of = kind == "crew" ? crews : kind == "hs" ? half_squads : squads;
      const std::string known = counter_of(nation_.empty() && kind == "crew" ? "German" : nation_, quality_, of);
      group.is_vague = !has_kind && quality_.empty();
      if (known.empty()) return;
      group.unit = (of == squads ? (known < "4" ? "squad:" : "") : of == crews ? "crew:" : "hs:") + known;
      const std::string of_class = name_of_class(quality_);
      group.told = (nation_.empty() ? quality_ : nation_) + " " +
                   (of == crews ? "crew" : of_class + (of == squads ? "squad" : "half-squad")) + ": " + known;
      return;
    }
  }

  static void name_by_numbers(Group& group, const std::string& core, std::string kind, const std::string& nation_,
                              const std::string& quality_) {
    const std::string known = kind_of_counter(core);
    if (kind == "leader") throw Unfit{"a leader '" + core + "'", "a leader has two numbers", "give it like 9-1", 4};
    if (kind.empty()) {
      if (known.find('/') != std::string::npos) {
        const std::string digits{core[0], core[2], core[4]};
        const bool is_crew = known.ends_with("crew");
        if (nation_ == "American" || nation_ == "German" || nation_ == "Finnish")
          kind = "hs";
        else if (nation_ == "Italian" || nation_ == "Japanese" || nation_ == "Partisan" || nation_ == "Chinese" || nation_ == "Axis Minor")
          kind = "squad";
        else
          throw Unfit{"a unit '" + core + "'", is_crew ? "half-squad or crew?" : "squad or half-squad?",
                      std::string("give it like ") + (is_crew ? "crew " : "squad ") + digits + " or hs " + digits, 6};
      } else {
        kind = known.empty() ? "squad" : known;
      }
    }
    if (kind == "hs" && known == "squad")
      throw Unfit{"a half-squad '" + core + "'", "these are the numbers of a squad", "give its own, like hs 247", 6};
    group.unit = (kind == "squad" ? (core[0] < '4' && core[1] == '-' ? "squad:" : "") : kind + ":") + core;
    if (group.nation.empty() && quality_ == "SS") group.nation = "German";
  }

  const LineItems& items_;
  const std::vector<std::size_t>& ambiguous_;
  const Choices& choices_;
  std::size_t at_ = 0;
  bool apart_ = false;
  std::vector<Element> elements_{};
};

// "467 and 8-1": numbers of a leader behind units, or behind "with" where something attacks, are his.
bool is_beside_units(const LineItems& items, std::size_t at) {
  const std::size_t before = before_noise(items, at);
  if (before == 0) return false;
  const Means last = items[before - 1].means;
  if (last == with)
    return std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(before), [](const Item& item) {
      return item.means == number || item.means == firepower || item.means == sum || is_of_unit(item.means);
    });
  return is_of_unit(last);
}

// Two, three, ... before a unit say how many there are.
bool is_spelled_count(const Item& item) {
  constexpr int most_counted = 9;
  return item.number <= most_counted && item.typed.find_first_of("0123456789") == std::string::npos;
}

// "9-1 and 467 take a NMC": a roll of theirs, and no attack.
bool is_roll_of_units(const LineItems& items) {
  const auto has = [&](Means means) { return std::any_of(items.begin(), items.end(), means_that(means)); };
  const bool is_morale =
      std::any_of(items.begin(), items.end(), [](const Item& item) { return item.means == check && is_morale_check(item.value); });
  bool has_number = false;  // but of how many there are
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    has_number = has_number || (items[i].means == number && !(next < items.size() && is_of_unit(items[next].means)));
  }
  return is_morale && !has(at) && !has(firepower) && !has(shot) && !has_number && !has(sum);
}

// "An 8-0 leader", "led by an 8-1": it is no 8 FP.
bool is_surely_leader(const LineItems& items, std::size_t at) {
  const std::size_t next = past_noise(items, at + 1);
  const Means then = means_at(items, next);
  if (then == leaders && !items[next].apart && next == at + 1) return true;
  const std::size_t before = before_noise(items, at);
  const bool leads = before > 0 && before < at && items[before - 1].means == directed_by;
  std::size_t unit = next + 1;  // 9-1 with two 467s
  constexpr std::array counted{noise, number, state, concealed, exhausted, nation, quality};
  while (unit < items.size() && !items[unit].apart && is_one_of(items[unit].means, counted)) ++unit;
  const bool is_with_unit = (then == with || then == plus) && !items[next].apart && means_at(items, unit) == counter && !items[unit].apart;
  return (leads && then != shot) || is_with_unit;
}

std::vector<std::size_t> open_items(const LineItems& items) {
  std::vector<std::size_t> found;
  const bool is_roll = is_roll_of_units(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t next = past_noise(items, i + 1);
    const Means then = next < items.size() ? items[next].means : unknown;
    const bool is_with_them = i + 1 < items.size() && items[i + 1].means == noise && items[i + 1].typed.starts_with("with ");
    if (items[i].means == pair && then != firepower && then != machine_gun && !is_with_them && !is_beside_units(items, i) && !is_roll) {
      const char sign = items[i].value[items[i].value.find_first_of("+-")];
      if (is_leader_pair(items[i].number, items[i].second, sign) && !is_surely_leader(items, i)) found.push_back(i);
    }
    const std::size_t last = before_noise(items, i);
    const bool is_drm = last > 0 && next > i + 1 && items[i + 1].typed != "of" &&
                        (items[last - 1].means == plus || items[last - 1].means == minus);  // up 2 to a 447
    const bool is_firepower = is_drm || (i > 0 && items[i - 1].means == firepower);         // FP 12
    if (items[i].means == number && !is_firepower && items[i].times == Token::Times::no && is_of_unit(then) && !items[next].apart &&
        items[i].number > 0 && !items[i].value.empty() && !is_spelled_count(items[i]))
      found.push_back(i);
  }
  return found;
}

}  // namespace
}  // namespace composing

std::vector<std::size_t> ambiguous(const LineItems& items) { return composing::open_items(items); }

std::vector<Element> elements_of(const LineItems& items, const std::vector<std::size_t>& ambiguous, const Choices& choices) {
  return composing::Composer(items, ambiguous, choices).elements();
}

void require_named(const Group& group) {
  if (group.is_many && !group.is_counted && group.count == 1 && !group.unit.empty())
    throw Unfit{"several " + group.unit, "how many are there?", "give it like two " + group.unit, 7};
  if (group.is_vague) throw Unfit{"'" + group.nation + "' without a unit", "which one?", "give it like German first line squad, or 467", 5};
  if (!group.unit.empty() || group.is_machine_gun) return;
  if (group.kind == "leader") throw Unfit{"a leader without his numbers", "which one?", "give it like 9-1", 4};
  if (group.kind == "squad" || group.kind == "hs" || !group.nation.empty() || !group.quality.empty())
    throw Unfit{std::string("a ") + (group.kind == "hs" ? "half-squad" : "squad") + " without its numbers", "whose, and of which class?",
                std::string("give it like ") + (group.kind == "hs" ? "247" : "467") + ", or German first line " +
                    (group.kind == "hs" ? "half squad" : "squad"),
                4};
  throw Unfit{"a unit without its numbers", "which one?", "give it like 467, hs 247 or 9-1", 4};
}

std::vector<std::string> states_said(const Group& group) {
  std::vector<std::string> said = group.states;
  if (group.concealed) said.emplace_back("concealed");
  if (group.exhausted) said.emplace_back("CX");
  if (group.fanatic) said.emplace_back("fanatic");
  if (group.elr) said.emplace_back("ELR");
  if (group.assault_fire) said.emplace_back("assault fire");
  return said;
}

int leadership_said(const Group& leader) {
  const auto said = states_said(leader);
  if (!said.empty() || leader.unit.find(',') != std::string::npos)
    throw Unfit{"a leader who is " + (said.empty() ? leader.unit : said.front()), "his leadership may be another one",
                "give it as it is, like -1 leadership", 6};
  return leadership_of(leader.unit);
}

bool is_vehicle(const Group& group) {
  return group.is_typed && !group.unit.empty() && std::isalpha(static_cast<unsigned char>(group.unit.front())) &&
         group.unit.find_first_of(":=") == std::string::npos;
}

std::string_view counter_of_unit(const Group& group) {
  const auto colon = group.unit.find(':');
  return std::string_view(group.unit).substr(colon == std::string::npos ? 0 : colon + 1);
}

bool is_broken(const Group& group) {
  constexpr auto broken = std::to_array<std::string_view>({"broken", "dm", "disrupted"});
  return std::any_of(group.states.begin(), group.states.end(),
                     [&](const std::string& said) { return std::find(broken.begin(), broken.end(), said) != broken.end(); });
}

std::optional<model::Nation> nation_of(const Group& group) {
  std::string name = group.nation;
  std::replace(name.begin(), name.end(), ' ', '-');
  return model::find_choice(name, model::nation_choices);
}

std::optional<model::UnitClass> class_of(const Group& group, std::string_view whose) {
  using enum model::UnitClass;
  const std::string_view nation = group.nation.empty() ? whose : std::string_view(group.nation);
  const std::string_view counter = counter_of_unit(group);
  const std::string_view quality = !group.quality.empty() ? std::string_view(group.quality)
                                   : counter == "4-2-6"   ? "C"  // of whomever
                                                          : class_of_counter(nation, counter);
  constexpr std::array<model::Choice<model::UnitClass>, 11> classes{{{"E", elite},
                                                                     {"SS", elite},
                                                                     {"P", elite},
                                                                     {"M", elite},
                                                                     {"AE", elite},
                                                                     {"SMG", elite},
                                                                     {"stealthy", elite},
                                                                     {"1", first_line},
                                                                     {"2", second_line},
                                                                     {"G", green},
                                                                     {"C", conscript}}};
  return model::find_choice(quality, classes);
}

std::optional<int> other_broken_morale(const Group& group) {
  if (group.nation.empty() || group.is_typed || group.is_leader) return std::nullopt;
  const std::string_view counter = counter_of_unit(group);
  const auto broken = broken_morale_of(group.nation, group.quality, counter);
  return broken && counter.ends_with("-" + std::to_string(*broken)) ? std::nullopt : broken;
}

void merge_equal(std::vector<Group>& groups) {
  std::vector<Group> merged;
  for (const Group& group : groups) {
    Group* before = merged.empty() ? nullptr : &merged.back();
    const bool is_same = before && before->unit == group.unit && before->states == group.states && before->elr == group.elr &&
                         before->fanatic == group.fanatic && before->concealed == group.concealed && before->exhausted == group.exhausted &&
                         !group.is_leader && !group.is_typed && !group.unit.starts_with("hero:");
    if (is_same)
      before->count += group.count;
    else
      merged.push_back(group);
  }
  groups = std::move(merged);
}

std::string as_option_unit(const Group& group) {
  std::string text = (group.count > 1 ? std::to_string(group.count) + "x" : "") + group.unit;
  std::vector<std::string> states_;  // who is under DM is broken
  for (const std::string& state_ : group.states) {
    const std::string option = state_ == "dm" ? "broken" : state_;
    if (std::find(states_.begin(), states_.end(), option) == states_.end()) states_.push_back(option);
  }
  for (const std::string& state_ : states_) text += "," + state_;
  const bool is_said = group.is_machine_gun || group.unit.find(",fanatic") != std::string::npos;
  if (group.fanatic && !is_said) text += ",fanatic";  // A10.8
  if (group.elr) text += ",elr=" + std::to_string(*group.elr);
  if (group.broken_morale) text += ",bml=" + std::to_string(*group.broken_morale);
  return text;
}

std::string as_option_units(const std::vector<Group>& groups) {
  std::string text;
  for (const Group& group : groups) text += (text.empty() ? "" : " ") + as_option_unit(group);
  return text;
}

std::string listed_and(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
  return text;
}

int leadership_of(std::string_view leader) {
  const auto sign = leader.find_first_of("+-");
  return sign == std::string_view::npos ? 0 : model::whole_number(leader.substr(leader[sign] == '+' ? sign + 1 : sign)).value_or(0);
}

std::string in_players_words(const Group& group) {
  static constexpr std::array<std::string_view, 10> numbers{"no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  std::string text =
      group.count < 10 ? std::string(numbers[static_cast<std::size_t>(std::max(group.count, 0))]) : std::to_string(group.count);
  const bool is_dm = std::find(group.states.begin(), group.states.end(), "dm") != group.states.end();
  for (const std::string& state_ : group.states) {
    if (state_ == "broken" && is_dm) continue;
    text += state_ == "dm" ? std::string(" broken (DM)") : " " + state_;
  }
  if (group.exhausted) text += " CX";
  if (group.fanatic) text += " fanatic";
  if (group.concealed) text += " concealed";
  if (is_vehicle(group)) {
    const auto comma = std::min(group.unit.find(','), group.unit.size());
    std::string how = group.unit.substr(std::min(comma + 1, group.unit.size()));
    for (const auto& [state_, said] : {std::pair{"motion", "in Motion"}, std::pair{"ce", "crew exposed"}, std::pair{"bu", "buttoned up"}}) {
      if (how == state_) how = said;
    }
    return text + " " + group.unit.substr(0, comma) + (how.empty() ? "" : " (" + how + ")");
  }
  const auto colon = group.unit.find(':');
  const std::string kind = group.is_typed || colon == std::string::npos ? "" : group.unit.substr(0, colon);
  const std::string numbers_only = kind.empty() ? group.unit : group.unit.substr(colon + 1);
  const bool is_vowel = text == "a" ? numbers_only.starts_with('8') : text.starts_with("a e");
  if (is_vowel) text.replace(0, 1, "an");
  text += " " + numbers_only;
  if (kind == "hs")
    text += group.count > 1 ? " half-squads" : " half-squad";
  else if (!kind.empty() && kind != "squad")
    text += " " + kind + (group.count > 1 ? "s" : "");
  if (group.elr) text += " of ELR " + std::to_string(*group.elr);
  if (group.broken_morale) text += " of broken morale " + std::to_string(*group.broken_morale);
  return text;
}

std::string in_players_words(const std::vector<Group>& groups) {
  std::vector<std::string> words;
  for (const Group& group : groups) words.push_back(in_players_words(group));
  return listed_and(words);
}

}  // namespace boxcars::ask
