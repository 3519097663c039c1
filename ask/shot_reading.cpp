#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/reading.hpp"
#include "ask/weapon_names.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/armory.hpp"

namespace boxcars::ask {
namespace of_shots {
namespace {

using enum Means;

template <class Range, class Value>
bool is_one_of(const Range& all, const Value& value) {
  return std::find(all.begin(), all.end(), value) != all.end();
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

// A weapon where a line names it.
struct Mention {
  WeaponName weapon{};
  std::size_t begin = 0, end = 0;
};

class Reader {
 public:
  explicit Reader(const LineItems& items) : items_(items) {
    for (std::size_t i = 0; i < items_.size();) {
      auto found = mention_at(i);
      if (!found) {
        ++i;
        continue;
      }
      i = found->end;
      name_as_before(*found);
      if (!says_same_again(*found)) mentions_.push_back(std::move(*found));
    }
  }

  std::optional<PlainQuestion> read() {
    const auto second =
        std::find_if(mentions_.begin(), mentions_.end(), [&](const Mention& one) { return !is_same(one, mentions_.front()); });
    if (second == mentions_.end()) return std::nullopt;
    const bool has_third = std::any_of(second, mentions_.end(),
                                       [&](const Mention& one) { return !is_same(one, mentions_.front()) && !is_same(one, *second); });
    if (has_third) return std::nullopt;
    first_ = mentions_.front(), second_ = *second;
    is_duel_ = has([](const Item& item) { return item.means == duels || (item.means == event && item.typed.starts_with("win")); });
    is_turned_ = is_turned();
    if (!target().weapon.is_vehicle || (is_duel_ && !fires().weapon.is_vehicle)) return std::nullopt;
    if (!takes_men()) return std::nullopt;
    refuse_other_verb();
    for (std::size_t i = 0; i < items_.size();) {
      const Mention* const named = named_at(i);
      i = named ? named->end : is_taken(i) ? i + 1 : take(i);
    }
    return question();
  }

 private:
  const Mention& fires() const { return is_turned_ ? second_ : first_; }
  const Mention& target() const { return is_turned_ ? first_ : second_; }
  // Who is named there, and who last before it; none.
  const Mention* named_at(std::size_t i) const {
    const auto found = std::find_if(mentions_.begin(), mentions_.end(), [&](const Mention& one) { return one.begin == i; });
    return found == mentions_.end() ? nullptr : &*found;
  }
  const Mention* named_before(std::size_t i) const {
    const auto found = std::find_if(mentions_.rbegin(), mentions_.rend(), [&](const Mention& one) { return one.end <= i; });
    return found == mentions_.rend() ? nullptr : &*found;
  }
  // The King Tiger is the Tiger, too, when it is named again.
  static bool is_same(const Mention& a, const Mention& b) {
    const std::string one = model::in_small_letters(a.weapon.name), other = model::in_small_letters(b.weapon.name);
    return one == other || one.ends_with(" " + other) || other.ends_with(" " + one);
  }
  template <class Is>
  bool has(Is is) const {
    return std::any_of(items_.begin(), items_.end(), is);
  }
  Means means_at(std::size_t i) const { return i < items_.size() ? items_[i].means : unknown; }
  std::string_view typed_at(std::size_t i) const { return i < items_.size() ? std::string_view(items_[i].typed) : std::string_view(); }
  bool is_number_at(std::size_t i) const { return means_at(i) == number || means_at(i) == drm; }
  std::size_t past_articles(std::size_t i) const {
    while (i < items_.size() && is_determiner(items_[i])) ++i;
    return i;
  }
  std::size_t before_articles(std::size_t i) const {
    while (i > 0 && is_determiner(items_[i - 1])) --i;
    return i;
  }
  std::size_t past_noise(std::size_t i) const { return ask::past_noise(items_, i); }

  // --- who fires at what ---

  // "armor 8/4": front, and side and rear.
  std::optional<Mention> armor_at(std::size_t i) const {
    const bool is_armor = items_[i].means == vehicle && (items_[i].typed == "armor" || items_[i].typed == "armour");
    if (!is_armor || means_at(i + 1) != number || means_at(i + 2) != number || !items_[i + 2].apart) return std::nullopt;
    const std::string both = items_[i + 1].value + "/" + items_[i + 2].value;
    return Mention{{.name = "armor=" + both, .shown = "armor " + both, .is_vehicle = true}, i, i + 3};
  }

  // "hmg 7-16", "7-16 hmg", "german hmg", "hmg".
  Mention machine_gun_at(std::size_t i) const {
    Mention named{{.name = model::in_small_letters(items_[i].value)}, i, i + 1};
    const auto is_strength = [&](std::size_t at) { return means_at(at) == pair && items_[at].second < 0; };
    if (is_strength(i + 1)) return {{.name = "mg:" + items_[i + 1].value}, i, i + 2};
    if (i > 0 && is_strength(i - 1)) return {{.name = "mg:" + items_[i - 1].value}, i - 1, i + 1};
    const bool is_before = i > 0 && means_at(i - 1) == nation;
    if (!is_before && means_at(i + 1) != nation) return named;
    const std::string& whose = items_[is_before ? i - 1 : i + 1].value;
    const std::string strength = machine_gun_of(whose, items_[i].value);
    if (strength.empty()) return named;
    named.weapon = {.name = "mg:" + strength, .told = model::in_small_letters(whose + " " + items_[i].value) + ": " + strength};
    (is_before ? named.begin : named.end) += is_before ? std::size_t(-1) : 1;
    return named;
  }

  std::optional<Mention> mention_at(std::size_t i) const {
    const Item& item = items_[i];
    if (auto armor = armor_at(i)) return armor;
    const auto of = [&](std::optional<WeaponName> weapon_, std::size_t length = 1) -> std::optional<Mention> {
      if (!weapon_) return std::nullopt;
      return Mention{std::move(*weapon_), i, i + length};
    };
    switch (item.means) {
      case vehicle:
        return of(weapon_named(item.typed));
      case by_name: {
        auto named = weapon_named(item.typed);
        if (named && means_at(i + 1) == number && items_[i + 1].value == armament_of(*named)) return of(std::move(named), 2);  // StuH 105
        return of(named ? std::move(named) : barrel_named(item.value));
      }
      case gun: {
        constexpr std::array of_tanks{37, 45, 47, 50, 57, 75, 76};
        constexpr std::array<std::string_view, 6> anti_tank{"at gun", "at guns", "atg", "anti tank gun", "antitank gun", "pak"};
        const bool is_bare = item.typed.find_first_not_of("0123456789m") == std::string::npos;
        if (is_bare && is_one_of(of_tanks, item.number) && means_at(i + 1) == ordnance && is_one_of(anti_tank, items_[i + 1].typed)) {
          const std::string barrel = std::to_string(item.number) + "L";  // as all of them are
          return of(WeaponName{.name = barrel, .told = std::to_string(item.number) + "mm " + items_[i + 1].typed + ": " + barrel}, 2);
        }
        return of(barrel_named(item.typed));
      }
      case latw:
        if (means_at(i + 1) == number && !items_[i + 1].apart) {  // bazooka 45
          if (auto model_ = weapon_named(item.value + items_[i + 1].value)) return of(std::move(model_), 2);
        }
        if (!weapon_named(without_blanks(item.typed))) return of(WeaponName{.name = item.value, .shown = item.typed});
        return of(weapon_named(without_blanks(item.typed)));
      case weapon:
        return item.value == "mol" || item.value == "ft" || item.value == "dc" ? of(WeaponName{.name = item.value, .shown = item.typed})
                                                                               : std::nullopt;
      case machine_gun:
        return machine_gun_at(i);
      case unit:
        return item.value.starts_with("mg:") ? of(WeaponName{.name = item.value}) : std::nullopt;
      case number: {  // an 88
        constexpr int calibre = 88;
        const bool is_eighty_eight = item.number == calibre && means_at(i + 1) != hexes;
        return is_eighty_eight ? of(weapon_named("88")) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  // "Panther G against T-34/85, the T-34 shoots first": who has been named, by the beginning of his name.
  void name_as_before(Mention& found) const {
    const auto is_begin = [&](const Mention& one) {
      const std::string name_ = model::in_small_letters(one.weapon.name), said = model::in_small_letters(found.weapon.name);
      return name_ != said && ((name_.starts_with(said) && std::isalnum(static_cast<unsigned char>(name_[said.size()])) == 0) ||
                               items_[one.begin].typed.starts_with(items_[found.begin].typed + " "));
    };
    if (mentions_.size() < 2 || std::any_of(mentions_.begin(), mentions_.end(), [&](const Mention& one) { return is_same(one, found); }))
      return;
    if (std::count_if(mentions_.begin(), mentions_.end(), is_begin) == 1)
      found.weapon = std::find_if(mentions_.begin(), mentions_.end(), is_begin)->weapon;
  }

  // "50L PaK 38", "88L flak": its calibre, and its name; "Sherman 75L".
  bool says_same_again(const Mention& found) {
    if (mentions_.empty() || mentions_.back().end != found.begin) return false;
    Mention& last = mentions_.back();
    const auto is_barrel = [&](const Mention& one) { return means_at(one.begin) == gun; };
    const bool are_of_gun = !last.weapon.is_vehicle && !found.weapon.is_vehicle && is_barrel(last) != is_barrel(found);
    const auto is_its_gun = [&](const Mention& barrel, const Mention& whose) {
      return is_barrel(barrel) && whose.weapon.is_vehicle && armament_of(whose.weapon) == barrel.weapon.name;
    };
    const bool is_kind =
        last.weapon.is_vehicle && items_[found.begin].means == vehicle && items_[found.begin].value.empty();  // a GAZ-MM truck
    if (!are_of_gun && !is_kind && !is_its_gun(found, last) && !is_its_gun(last, found)) return false;
    if (is_barrel(last)) last.weapon = found.weapon;  // a 75mm Sherman
    last.end = found.end;
    return true;
  }

  // "A Sherman hit by a Tiger", "kill a Sherman with a PSK": who is named first is the target.
  bool is_turned() const {
    if (!first_.weapon.is_vehicle || has([](const Item& item) { return item.means == duels; })) return false;
    if (is_first_told_of()) return true;
    const std::size_t before = before_articles(first_.begin);
    const bool is_goal = before > 0 && (items_[before - 1].means == event || items_[before - 1].typed == "against");
    // What is best to kill a KV-1: a PaK 40; it killed the Sherman, a Panther.
    const bool is_named_behind = items_[before_articles(second_.begin)].apart && is_goal && items_[before - 1].means == event;
    if (is_goal && (!second_.weapon.is_vehicle || is_named_behind)) return true;
    for (std::size_t i = first_.end; i < second_.begin; ++i) {
      const Item& item = items_[i];
      // A Sherman surviving a Tiger; one that dies to it.
      const bool is_fate =
          item.typed.find("surviv") != std::string::npos || item.typed.starts_with("die") || item.typed.starts_with("lose");
      if (item.means == event && is_fate) return true;
      constexpr std::array<std::string_view, 5> agents{"by", "with", "using", "from", "under"};
      const auto last_word = std::string_view(item.typed).substr(item.typed.rfind(' ') + 1);
      const bool is_agent =
          (item.means == from || item.means == with || item.means == takes || item.means == noise) && is_one_of(agents, last_word);
      const bool is_taken_by = is_agent || (item.means == takes && !item.typed.starts_with("fac"));
      const bool gets = item.means == takes && (item.typed == "get" || item.typed == "gets" || item.typed == "getting");
      if (!is_taken_by || gets) continue;  // a Tiger gets a Sherman
      const std::size_t next = past_articles(i + 1);
      if (item.typed == "by" && !user_at(next).empty()) continue;                              // a PF by a squad
      if (item.typed == "from" && (is_number_at(next) || !facing_at(next).empty())) continue;  // from 1 hex, from the side
      const bool goes_on = std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(i),
                                       items_.begin() + static_cast<std::ptrdiff_t>(second_.begin), means_any(std::array{at, event}));
      if (goes_on) continue;  // a Tiger with its leader vs a Sherman; an SU-152 with HE wrecks a Panther
      return true;
    }
    return false;
  }

  // "Sherman hull down, Tiger fires", "a Sherman, which a Tiger shoots at": the first is told of, the second has the verb.
  bool is_first_told_of() const {
    bool is_parted = false;
    for (std::size_t i = first_.end; i <= second_.begin; ++i) {
      is_parted = is_parted || items_[i].apart;
      const bool is_distance = items_[i].typed == "at" && means_at(i + 1) == number;
      constexpr std::array verbs{at, name, event, takes, from, with};
      if (i < second_.begin && is_one_of(verbs, items_[i].means) && !is_distance) return false;
    }
    const std::size_t verb = past_noise(second_.end);
    const bool is_aimed = means_at(verb) == at &&
                          (typed_at(verb).find("fire") != std::string_view::npos || typed_at(verb).find("shoot") != std::string_view::npos);
    const bool fires_ = means_at(verb) == name || is_aimed;
    const bool is_told_of =
        std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(first_.end), items_.begin() + static_cast<std::ptrdiff_t>(second_.begin),
                    means_any(std::array{hull_down, motion, moving}));
    if (is_parted && is_told_of && !fires_ && second_.weapon.is_vehicle)
      throw Unfit{"'" + second_.weapon.name + "' behind the comma", "who fires at whom?",
                  "give it like " + second_.weapon.name + " vs " + first_.weapon.name, 7};
    return is_parted && fires_ && second_.weapon.is_vehicle;
  }

  // "Tiger vs Sherman at 10, the Sherman shoots": who?
  void refuse_other_verb() const {
    for (std::size_t i = second_.end + 1; i < items_.size(); ++i) {
      const bool is_someone = means_at(i) == name && (typed_at(i - 1) == "he" || typed_at(i - 1) == "it" || typed_at(i - 1) == "they");
      if (is_someone && !is_duel_ && !items_[i].apart)
        throw Unfit{"'" + items_[i - 1].typed + " " + items_[i].typed + "'", "who fires at whom?",
                    "give it like " + fires().weapon.name + " vs " + target().weapon.name, 8};
    }
    for (const Mention& one : mentions_) {
      const bool is_again = one.begin > second_.begin && is_same(one, target());
      if (!is_duel_ && is_again && means_at(past_noise(one.end)) == name)
        throw Unfit{"'" + one.weapon.name + "' that fires, too", "who fires at whom?",
                    "give it like " + target().weapon.name + " vs " + fires().weapon.name, 8};
    }
  }

  // --- men beside weapons ---

  // Who uses a PF or the like, as --by has it; empty: nobody is named there.
  std::string user_at(std::size_t i) const {
    if (i >= items_.size()) return "";
    const Item& item = items_[i];
    if (item.means == counter) {
      const std::string kind = kind_of_counter(item.value);
      return kind.find('/') == std::string::npos ? kind : "";
    }
    if (item.means == squads) return "squad";
    if (item.means == half_squads) return "hs";
    if (item.means == crews) return "crew";
    return item.means == leaders || item.means == heroes || item.typed == "smc" ? "smc" : "";
  }

  // "By a squad", "a squad with a PF", "my squad wants to try a PF".
  bool uses_weapon(std::size_t i) const {
    const std::size_t before = before_articles(i);
    if (before > 0 && means_at(before - 1) == from && typed_at(before - 1) == "by") return true;
    std::size_t behind = past_noise(i + 1);
    constexpr std::array uses{with, thrown, name};
    while (is_one_of(uses, means_at(behind))) behind = past_noise(behind + 1);
    const std::size_t first = std::min(fires().begin, target().begin);
    return i < first && (behind == fires().begin || behind >= first);
  }

  // "9-1 armor leader": who directs.
  bool takes_armor_leader(std::size_t i) {
    if (means_at(i) != pair) return false;
    std::size_t behind = i + 1;
    while (means_at(behind) == vehicle && items_[behind].value.empty()) ++behind;
    if (means_at(behind) != leaders && !(means_at(behind) == directed_by && typed_at(behind).starts_with("leader"))) return false;
    leadership_ = items_[i].second;
    for (std::size_t k = i; k <= behind; ++k) taken_.push_back(k);
    if (means_at(behind + 1) == drm && items_[behind + 1].number == *leadership_) taken_.push_back(behind + 1);
    return true;
  }

  bool is_taken(std::size_t i) const { return is_one_of(taken_, i); }

  // False: the line is of men.
  bool takes_men() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (takes_armor_leader(i) || is_taken(i)) continue;
      const std::string who = user_at(i);
      const bool is_user = !who.empty() && !is_duel_ && uses_weapon(i);
      if (is_user) {
        by_ = who;
        taken_.push_back(i);
        continue;
      }
      constexpr std::array men_of_lines{counter, squads, half_squads, crews, heroes, unit};
      const bool is_in_mention =
          std::any_of(mentions_.begin(), mentions_.end(), [&](const Mention& one) { return one.begin <= i && i < one.end; });
      if (is_one_of(men_of_lines, items_[i].means) && !is_in_mention) return false;
    }
    return true;
  }

  // --- what is said of the shot ---

  // "front", "side", "rear"; empty: nothing of a facing.
  std::string_view facing_at(std::size_t i) const {
    if (means_at(i) == facing) return items_[i].value;
    if (means_at(i) == noise && (typed_at(i) == "side" || typed_at(i) == "sides")) return "side";
    std::size_t place = past_noise(i + 1);
    while (means_at(place) == number || means_at(place) == material) place = past_noise(place + 1);
    const bool is_place = means_at(place) == terrain || means_at(place) == event || means_at(place) == building;
    return means_at(i) == in && typed_at(i) == "behind" && !is_place ? "rear" : "";
  }

  // Whose it is, in a duel: of who is named right behind it, or last before it.
  bool is_of_first(std::size_t i) const {
    std::size_t next = past_noise(i + 1);
    while (means_at(next) == hull_down || means_at(next) == moving || means_at(next) == motion) next = past_noise(next + 1);
    const Mention *const behind = named_at(next), *const last = named_before(i);
    if (behind && !items_[next].apart) return is_same(*behind, first_);
    return !last || is_same(*last, first_);
  }

  // Whether it is told of that one, who has been named again.
  bool is_behind_again(std::size_t i, const Mention& who) const {
    const Mention* const last = named_before(i);
    const std::size_t both = std::max(fires().begin, target().begin);
    return last && last->begin > both && is_same(*last, who);
  }

  // Said of the target, where its name is nearer: "Tiger vs hull down Sherman". Of who fires it is another DRM.
  bool is_of_target(std::size_t i) const {
    std::size_t next = past_articles(i + 1);
    if (typed_at(next).starts_with("target")) return true;
    if (is_behind_again(i, fires())) return false;                            // Tiger vs Sherman, the Tiger moving
    if (next == target().begin && target().begin > fires().end) return true;  // PaK 40 15 hexes hull down Sherman
    const std::size_t first = std::min(fires().end, target().end), second = std::max(fires().begin, target().begin);
    std::size_t joint = first;
    const auto joins = [&](const Item& item) {
      return is_turned_ ? item.means == from || item.means == with || item.means == takes
                        : item.means == at || item.means == name || item.means == event;
    };
    while (joint < second && !joins(items_[joint])) ++joint;
    const bool is_of_first_named = i < first || (i < second && i < joint);
    return is_turned_ ? is_of_first_named || i >= second : !is_of_first_named && (i >= second || (joint < second && i > joint));
  }

  [[noreturn]] void refuse(std::size_t i) const {
    throw Unfit{"'" + items_[i].typed + "'", is_duel_ ? "of a duel it says nothing" : "of a shot at a vehicle it says nothing",
                is_duel_ ? "see boxcars duel --help" : "leave it out if it makes no difference", 5};
  }
  void require_of_target(std::size_t i) const {
    if (is_duel_) refuse(i);
    if (!is_of_target(i))
      throw Unfit{"'" + items_[i].typed + "' of " + fires().weapon.name, "what of who fires is a DRM has its Case",
                  "say it of the target: vs a " + items_[i].typed + " " + target().weapon.name, 8};
  }

  template <class Value>
  static void say_once(std::optional<Value>& said, Value what, const char* of) {
    if (said && *said != what) throw Unfit{std::string(of) + " is given twice", "it has one value", "leave one out", 6};
    said = std::move(what);
  }
  void say_range(int n) { say_once(range_, n, "the range"); }

  // Takes what begins there, and says where the next begins.
  std::size_t take(std::size_t i) {
    if (const std::string_view of_facing = facing_at(i); !of_facing.empty()) return take_facing(i, of_facing);
    const Item& item = items_[i];
    switch (item.means) {
      case number:
      case drm:
        return take_number(i);
      case range:
        if (is_number_at(past_noise(i + 1))) {
          const std::size_t n = past_noise(i + 1);
          say_range(items_[n].number);
          return means_at(n + 1) == hexes ? n + 2 : n + 1;
        }
        return i + 1;
      case near:
        say_range(item.number);
        return i + 1;
      case times:
        if (item.number > 1) say_once(shots_, item.number, "how often");
        return i + 1;
      case rate_of_fire: {
        const std::size_t n = past_noise(i + 1);
        if (means_at(n) != number) refuse(i);
        rate_of_fire_ = items_[n].number;
        return n + 1;
      }
      case gun_case:
        if (is_behind_again(i, target())) refuse(i);  // it is of who fires
        return take_case(i);
      case acquired:
        if (means_at(i + 1) == drm || (means_at(i + 1) == number && items_[i + 1].number <= 2))
          return say_acquired(items_[i + 1].number), i + 2;
        acquires_ = true;
        return i + 1;
      case hinders:
      case hindrance:
        if (hindrance_ == 0) hindrance_ = is_number_at(i + 1) ? items_[i + 1].number : std::max(item.number, 1);
        return is_number_at(i + 1) ? i + 2 : i + 1;
      case hull_down:
        if (i > 0 && (typed_at(before_articles(i) - 1) == "from" || typed_at(i - 1) == "while")) refuse(i);  // of who fires
        if (is_duel_)
          (is_of_first(i) ? hull_down_a_ : hull_down_b_) = true;
        else
          require_of_target(i), hull_down_ = true;
        return i + 1;
      case enters:
        if (!item.typed.starts_with("driv")) refuse(i);
        [[fallthrough]];
      case moving:
      case motion:
        require_of_target(i);
        motion_ = true;
        return i + 1;
      case concealed:
        require_of_target(i);
        add_case("K");
        return i + 1;
      case state:
        if (item.value != "pinned") refuse(i);
        add_case("D");
        return i + 1;
      case terrain:
        return take_place(i);
      case ammunition:
        say_once(ammo_, item.value, "the ammunition");
        return i + 1;
      case he:
        if (item.value == "heat" || item.typed.find("he") == 0)
          say_once(ammo_, item.value.empty() ? std::string("he") : item.value, "the ammunition");
        return i + 1;
      case nation:
        return take_nation(i);
      case to_hit:
        if (item.number > 0 || is_number_at(past_noise(i + 1))) refuse(i);
        return i + 1;
      case leadership:
        if (!is_number_at(past_noise(i + 1))) refuse(i);
        leadership_ = items_[past_noise(i + 1)].number;
        return past_noise(i + 1) + 1;
      case hull_or_turret:
        if (item.value == "turret" ? facing_at(i + 1).empty() && !begins_with_facing(i) : !says_facing()) refuse(i);  // which side of it?
        return i + 1;
      case check:
        if (item.value != "PF" && item.value != "MOL") refuse(i);
        return i + 1;
      case no: {  // "any chance it doesn't burn?"
        const std::size_t next = past_noise(i + 1);
        if (means_at(next) != event && means_at(next) != kindles) refuse(i);
        return next;
      }
      case either:
      case unknown:
        refuse(i);
      default:
        break;
    }
    constexpr std::array idle{plus,   noise,  at,     takes, from,    with,  in,    name,   event, shot, ordnance, vehicle,
                              better, placed, thrown, duels, through, hexes, turns, rounds, men,   off,  directs,  how_many};
    if (item.means == kindles && item.typed.starts_with("burn")) return i + 1;  // one of the odds
    if (item.means == Means::set && item.value == "no_acquisition") {
      no_acquisition_ = true;
      return i + 1;
    }
    const bool is_size =
        item.means == noise && (item.typed == "small" || item.typed == "large" || item.typed == "big" || item.typed == "tiny");
    if (is_size && target().weapon.name.starts_with("armor=")) refuse(i);
    const bool has_rate = has([](const Item& one) { return one.means == rate_of_fire; });
    if (item.means == name && item.typed.starts_with("keep") && !has_rate) refuse(i);
    if (!is_one_of(idle, item.means) || (item.means == noise && item.typed == "if" && says_of_him(i))) refuse(i);
    constexpr std::array counted{turns, rounds, shot};
    if (is_one_of(counted, item.means) && means_at(i + 1) == number) refuse(i);  // turn 2
    const bool is_first = item.typed == "first" || item.typed.ends_with("first shot") || item.typed == "starts" || item.typed == "begins";
    if (item.means == noise && is_first && (is_duel_ || item.typed == "first")) say_first(i);
    if (is_duel_ && item.typed == "starting" && means_at(i + 1) == with) {
      const Mention* const who = named_at(past_noise(i + 2));
      if (!who) refuse(i);
      first_to_fire_ = is_same(*who, first_) ? "A" : "B";
    }
    return i + 1;
  }
  bool says_of_him(std::size_t i) const {
    constexpr std::array<std::string_view, 3> him{"it", "he", "they"};
    return is_one_of(him, typed_at(i + 1));
  }

  bool says_facing() const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!facing_at(i).empty()) return true;
    }
    return false;
  }
  // "Side turret, front hull", and not "turret side, hull front".
  bool begins_with_facing(std::size_t i) const {
    std::size_t begin = i;
    while (begin > 0 && !items_[begin].apart && (means_at(begin - 1) == hull_or_turret || !facing_at(begin - 1).empty())) --begin;
    return means_at(begin) != hull_or_turret;
  }
  std::size_t take_facing(std::size_t i, std::string_view of_facing) {
    const std::size_t part = begins_with_facing(i) ? i + 1 : i - 1;  // of what it is said
    const bool is_of_turret = means_at(part) == hull_or_turret && items_[part].value == "turret" && !(part > i && items_[part].apart);
    if (is_of_turret) return turret_ = of_facing, i + 1;
    const std::size_t behind = past_noise(i + 1);
    if (means_at(behind) == facing && !items_[behind].apart) return i + 1;  // side, frontal
    if (is_duel_) {
      (is_of_first(i) ? facing_a_ : facing_b_) = of_facing;
      return i + 1;
    }
    const bool is_of_shot = means_at(i + 1) == shot || typed_at(i + 1).starts_with("hit") || typed_at(i).ends_with("shot");
    const bool is_beside_firer = fires().begin <= mentions_.front().begin && (i == fires().end || i + 1 == fires().begin);
    if (is_beside_firer && !is_of_shot)
      throw Unfit{"'" + items_[i].typed + "' beside who fires", "whose " + items_[i].typed + " is it?",
                  "say it of the target, like vs " + target().weapon.name + " " + items_[i].typed, 8};
    facing_ = of_facing;
    return i + 1;
  }

  static constexpr int farthest_bare = 40;  // of a range that is a number at the end

  std::size_t take_number(std::size_t i) {
    const Item& item = items_[i];
    const std::size_t next = past_noise(i + 1);
    const Means behind = means_at(i + 1), before = i > 0 ? means_at(i - 1) : unknown;
    const bool is_signed = item.means == drm;
    if (behind == hindrance || behind == hinders || (is_signed && (means_at(next) == hindrance || means_at(next) == hinders))) {
      hindrance_ = item.number;
      return (behind == hindrance || behind == hinders ? i + 1 : next) + 1;
    }
    if (behind == acquired && !items_[i + 1].apart && std::abs(item.number) <= 2) return say_acquired(item.number), i + 2;
    if (is_signed && (before == terrain || behind == tem)) {  // woods (+1): its TEM
      if (before != terrain) tem_ = item.number;
      return behind == tem ? i + 2 : i + 1;
    }
    if (item.number >= 39 && item.number <= 45 && before == in) return year_ = 1900 + item.number, i + 1;  // in 44
    if (item.number >= 1939 && item.number <= 1945) return year_ = item.number, i + 1;
    if (is_signed && (means_at(next) == leadership || means_at(next) == leaders)) return leadership_ = item.number, next + 1;
    if (is_signed) refuse(i);
    if (behind == hexes) return say_range(item.number), i + 2;
    if ((behind == shot && (items_[i + 1].is_plural || item.number > 1)) || behind == times) {
      say_once(shots_, item.number, "how often");
      return i + 2;
    }
    if (behind == shot) return i + 2;
    if (behind == rounds && !is_duel_) return say_once(shots_, item.number, "how often"), i + 2;
    if (behind == turns || behind == rounds) return turns_ = item.number, i + 2;
    if (named_at(next) && item.number > 1 && behind != hexes) refuse(i);  // two Shermans
    if (named_at(next) && item.number == 1) return i + 1;
    const bool is_behind_at = before == at || before == from;
    const bool is_last = next >= items_.size();
    const bool is_word = item.typed.find_first_of("0123456789") == std::string::npos;
    if ((is_behind_at || (is_last && !range_)) && item.number <= farthest_bare) return say_range(item.number), i + 1;
    if (is_word && item.number == 1) return i + 1;                                                     // one of them
    const bool is_calibre = std::any_of(mentions_.begin(), mentions_.end(), [&](const Mention& one) {  // Sherman 75
      return (one.end == i || one.begin == i + 1) && armament_of(one.weapon).starts_with(item.value);
    });
    if (!is_calibre) refuse(i);
    return i + 1;
  }

  // "Case A is +3", "case N=-1".
  std::size_t take_case(std::size_t i) {
    std::string said = items_[i].value;
    const std::size_t next = past_noise(i + 1);
    const bool has_number = said.find('=') == std::string::npos && said.size() == 1 && means_at(next) == drm;
    if (has_number) said += "=" + std::to_string(items_[next].number);
    add_case(said);
    return has_number ? next + 1 : i + 1;
  }
  void say_acquired(int n) { add_case("N=-" + std::to_string(std::abs(n))); }
  void add_case(const std::string& said) {
    if (!is_one_of(cases_, said)) cases_.push_back(said);
  }

  // Where the target is: woods, or what makes no difference.
  std::size_t take_place(std::size_t i) {
    const std::size_t before = before_articles(i);
    if (items_[i].value == "open" || items_[i].value == "wreck") return i + 1;
    const bool is_of_firer = before > 0 && (means_at(before - 1) == from || (before > 1 && means_at(before - 2) == from));
    if (is_of_firer) return i + 1;
    const bool is_through = before > 0 && means_at(before - 1) == through;
    if (items_[i].value != "woods" || is_through) refuse(i);
    require_of_target(i);
    tem_ = 1;
    return i + 1;
  }

  // "The Russian shoots first", "a Russian 57LL".
  std::size_t take_nation(std::size_t i) {
    const std::size_t next = past_noise(i + 1);
    const bool is_of_barrel = (next == fires().begin || means_at(next) == ordnance) && means_at(fires().begin) == gun;
    if (is_of_barrel) nation_ = items_[i].value;
    const Mention* const named = named_at(next);
    if (!is_of_barrel && !named && !is_duel_) refuse(i);
    const std::string list = model::in_small_letters(items_[i].value);
    if (named && named->weapon.is_vehicle && !named->weapon.name.starts_with("armor=")) {
      if (!list.starts_with(model::find_vehicle("target", named->weapon.name).list))  // a British Sherman
        throw Unfit{"'" + items_[i].value + " " + named->weapon.name + "'", "the counter of that name is another nation's",
                    "name theirs, like Sherman III(a)", 7};
    }
    if (next == first_.begin || next == second_.begin || !is_duel_) return i + 1;
    const auto is_theirs = [&](const Mention& one) { return model::find_vehicle("a", one.weapon.name).list == list; };
    if (!says_first_behind(i)) return i + 1;
    if (is_theirs(first_) == is_theirs(second_)) refuse(i);
    first_to_fire_ = is_theirs(first_) ? "A" : "B";
    return i + 1;
  }
  bool says_first_behind(std::size_t i) const {
    for (std::size_t k = i + 1; k < items_.size(); ++k) {
      if (typed_at(k) == "first" || typed_at(k).starts_with("start") || typed_at(k) == "begins") return true;
      if (items_[k].means != noise && items_[k].means != name && items_[k].means != shot) return false;
    }
    return false;
  }
  // "The Panther fires first."
  void say_first(std::size_t i) {
    if (!is_duel_) throw Unfit{"'first' of one shot", "who else shoots?", "give it like Tiger duels T-34/85", 6};
    if (!first_to_fire_.empty()) return;
    const Mention* const last = named_before(i);
    const bool is_parted =
        last && std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(last->end), items_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            [](const Item& one) { return one.apart; });
    if (is_parted) throw Unfit{"'first' behind a comma", "who of them?", "give it like " + first_.weapon.name + " first", 6};
    first_to_fire_ = is_of_first(i) ? "A" : "B";
  }

  // --- the question ---

  std::string at_range() const { return range_ ? " at " + std::to_string(*range_) + (*range_ == 1 ? " hex" : " hexes") : std::string(); }

  void add(const char* key, const std::string& value) { asked_.inputs.push_back({key, value}); }
  void say(const char* key, const std::string& value, const std::string& words) {
    if (is_duel_) throw Unfit{"'" + words + "' of a duel", "whose is it?", "see boxcars duel --help", 6};
    add(key, value);
    asked_.understood += ", " + words;
  }
  void say_of_duel(const char* key, std::string_view value, const Mention& who, const std::string& words) {
    if (value.empty()) return;
    asked_.inputs.push_back({key, std::string(value)});
    asked_.understood += ", " + who.weapon.in_words() + " " + words;
  }

  PlainQuestion question() {
    asked_.question = is_duel_ ? "duel" : "kill";
    add(is_duel_ ? "a" : "gun", fires().weapon.name);
    add(is_duel_ ? "b" : "target", target().weapon.name);
    std::string& told = asked_.understood;
    told = fires().weapon.in_words() + (is_duel_ ? " against " : " at ") + target().weapon.in_words();
    if (range_) add("range", std::to_string(*range_));
    told += at_range();
    if (!facing_.empty()) say("facing", facing_, "at its " + facing_);
    say_of_duel("facing_a", facing_a_, first_, "shows its " + facing_a_);
    say_of_duel("facing_b", facing_b_, second_, "shows its " + facing_b_);
    const auto say_flag = [&](const char* key, bool is_so, const std::string& words) {
      if (!is_so) return;
      asked_.inputs.push_back({key, true});
      told += ", " + words;
    };
    say_flag("hull_down", hull_down_, "hull down");
    say_flag("hull_down_a", hull_down_a_, first_.weapon.in_words() + " hull down");
    say_flag("hull_down_b", hull_down_b_, second_.weapon.in_words() + " hull down");
    say_flag("motion", motion_, "moving");
    const std::string& weapon_ = fires().weapon.name;
    if (weapon_ == "dc" && has([](const Item& item) { return item.means == thrown; })) say("drm", "2", "+2 thrown");  // C7.346
    const bool is_checked = weapon_.starts_with("pf") || weapon_.starts_with("panzerfaust") || weapon_.starts_with("mol");
    if (!by_.empty() && is_checked) say("by", by_, "by a " + (by_ == "smc" ? std::string("SMC") : by_));
    if (!turret_.empty()) say("turret", turret_, "its turret's " + turret_);
    if (tem_ > 0) say("tem", std::to_string(tem_), "in woods (+1)");
    if (ammo_) say("ammo", *ammo_, "firing " + *ammo_);
    if (!nation_.empty()) say("nation", nation_, nation_);
    if (year_) add("year", std::to_string(*year_)), told += ", in " + std::to_string(*year_);
    for (const std::string& letter : cases_) say("case", letter, "Case " + letter);
    if (hindrance_ > 0) {
      add("hindrance", std::to_string(hindrance_));
      told += ", Hindrance +" + std::to_string(hindrance_);
    }
    if (leadership_) say("leadership", std::to_string(*leadership_), "leader " + model::with_sign(*leadership_));
    if (rate_of_fire_) say("rate_of_fire", std::to_string(*rate_of_fire_), "with a rate of fire of " + std::to_string(*rate_of_fire_));
    if (acquires_ && !shots_)
      throw Unfit{"acquisition", "how much, or of how many shots?", "give it like acquired -1, or 3 shots, acquiring", 6};
    say_flag("no_acquisition", no_acquisition_ && is_duel_, "without acquisition");
    if (shots_)
      say("shots", std::to_string(*shots_) + (acquires_ ? ",acquire" : ""),
          std::to_string(*shots_) + (acquires_ ? " shots, acquiring" : " shots"));
    if (is_duel_) told += ", " + (first_to_fire_ == "B" ? target() : fires()).weapon.in_words() + " first";
    if (!first_to_fire_.empty()) add("first", first_to_fire_);
    if (turns_) {
      if (!is_duel_) throw Unfit{"turns of shots at a vehicle", "each is a shot", "give it like 3 shots", 6};
      add("turns", std::to_string(*turns_));
      told += ", " + std::to_string(*turns_) + " turns";
    }
    for (const Mention* named : {&fires(), &target()}) {
      if (!named->weapon.told.empty()) told += "; " + named->weapon.told;
    }
    return std::move(asked_);
  }

  const LineItems& items_;
  std::vector<Mention> mentions_{};
  Mention first_{}, second_{};
  bool is_duel_ = false, is_turned_ = false;
  std::vector<std::size_t> taken_{};
  std::optional<int> year_{}, range_{}, shots_{}, rate_of_fire_{}, turns_{}, leadership_{};
  std::optional<std::string> ammo_{};
  int hindrance_ = 0, tem_ = 0;
  std::string by_{}, facing_{}, facing_a_{}, facing_b_{}, turret_{}, first_to_fire_{}, nation_{};
  std::vector<std::string> cases_{};
  bool hull_down_ = false, hull_down_a_ = false, hull_down_b_ = false, motion_ = false, acquires_ = false, no_acquisition_ = false;
  PlainQuestion asked_{};
};

}  // namespace
}  // namespace of_shots

std::optional<PlainQuestion> shot_at_vehicle_of(const LineItems& items) {
  const bool names_vehicle = std::any_of(items.begin(), items.end(), [](const Item& item) { return item.means == Means::vehicle; });
  if (!names_vehicle) return std::nullopt;
  return of_shots::Reader(items).read();
}

}  // namespace boxcars::ask
