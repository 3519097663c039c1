#include "ask/firers_told.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ask/sides.hpp"

namespace boxcars::ask {
namespace of_firers_told {
namespace {

using enum Means;

// Whether another word says who fires, or another question is asked.
bool is_told_otherwise(const LineItems& items) {
  return has(items, means_any(std::array{takes, close_combat, vehicle, either, then, check})) || has_aim(items, 0, items.size());
}

bool faces(const Item& item) {
  constexpr std::array<std::string_view, 3> words{"facing", "faces", "face"};
  return item.means == takes && is_among(words, item.typed);
}

bool watches(const Item& item) {
  constexpr std::array<std::string_view, 12> verbs{"sees",   "see",   "watches",  "watch",  "watching", "spots",
                                                   "covers", "cover", "covering", "guards", "eyes",     "overlooks"};
  return item.means == noise && is_among(verbs, item.typed);
}

void make_fire_verb(Item& item) { item.means = name, item.value = "attack", item.typed = "fires"; }

bool fires_at_pronoun(const Item& item) {
  constexpr std::array<std::string_view, 4> pronouns{" at it", " at him", " on it", " at them"};
  constexpr std::array<std::string_view, 3> lights{"light it", "light him", "light them"};
  constexpr std::array<std::string_view, 3> against{"against it", "against him", "against them"};
  const auto ends = [&](std::string_view ending) { return item.typed.ends_with(ending); };
  const auto begins = [&](std::string_view verb) { return item.typed.starts_with(verb); };
  if (item.means == noise) return is_among(against, item.typed);
  return item.means == name && (std::any_of(pronouns.begin(), pronouns.end(), ends) || item.typed.starts_with("lights ") ||
                                std::any_of(lights.begin(), lights.end(), begins) || item.typed.find(" a bead ") != std::string::npos);
}

// "A 467 facing a 447" says nothing where another word says who fires.
LineItems without_facing(LineItems items) {
  for (Item& item : items) {
    if (faces(item)) item = word(noise, item.typed);
  }
  return items;
}

// Somebody who can be fired at: "a 447", "an 8-0 leader".
bool has_target(const LineItems& items, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (items[i].means == counter || (items[i].means == pair && means_at(items, i + 1) == leaders)) return true;
  }
  return false;
}

// Where whoever does that is named: the last comma, or "if", before it.
std::size_t begin_of_deed(const LineItems& items, std::size_t deed) {
  constexpr std::array<std::string_view, 4> joints{"when", "if", "while", "as"};  // breaks when a 447 fires at it
  while (deed > 0 && !items[deed].apart && !(items[deed].means == noise && is_among(joints, items[deed].typed))) --deed;
  return deed;
}

void put_takes(LineItems& items, std::size_t before) {
  const Item takes_it{.means = takes, .value = "takes", .apart = true, .typed = "hit by"};
  items[before].apart = false;
  if (items[before].means == with)
    items[before] = takes_it;
  else
    insert(items, before, takes_it);
}

// "My 447 runs, and a 467 shoots at it from two hexes": who is named in that clause fires.
void read_shooting_at_it(LineItems& items) {
  if (has(items, means_any(std::array{Means::at, takes, close_combat}))) return;
  const std::size_t shoots = first_that(items, fires_at_pronoun);
  if (shoots == items.size()) return;
  const std::size_t clause = begin_of_deed(items, shoots);
  if (clause > 0 && has_counter(items, 0, clause) && has_counter(items, clause, shoots)) put_takes(items, clause);
}

// "A 447 runs while a 467 sees it at 6 hexes", "breaking a 447 if a 467 fires from 3 hexes": nobody is named behind what he does.
void read_deed_behind_if(LineItems& items) {
  if (is_told_otherwise(items)) return;
  for (std::size_t deed = 1; deed < items.size(); ++deed) {
    if (!is_fire_verb(items[deed]) && !watches(items[deed])) continue;
    const std::size_t clause = begin_of_deed(items, deed);
    const bool is_condition = clause > 0 && !items[clause].apart && has_target(items, 0, clause) && has_counter(items, clause, deed) &&
                              !has_counter(items, deed, items.size());
    // A 467 who covers while a 447 fires is no target.
    const bool is_of_target = is_condition && has(items, 0, clause, means_any(std::array{moving, event}));
    if (!is_of_target || has(items, 0, clause, means_any(std::array{name, from}))) continue;
    make_fire_verb(items[deed]);
    return put_takes(items, clause);
  }
}

// Those who stand together: "a 9-2 and two 666".
struct Together {
  std::size_t begin, end;
  int count = 0;
  std::string counter{};  // of the last
};

bool is_someone(const LineItems& items, std::size_t at) {
  constexpr int best_leadership = -3;
  const bool is_rated = is_rated_as_leader(items[at]) && items[at].second >= best_leadership;
  return items[at].means == counter || (is_rated && (at == 0 || items[at - 1].means != machine_gun));
}

// The first item of whoever is named there, with how many and how they are; and how many.
std::size_t begin_of_someone(const LineItems& items, std::size_t at, int& count) {
  constexpr std::array before{noise,   number, state,       concealed, exhausted, fanatic, nation,
                              quality, squads, half_squads, crews,     leaders,   heroes};
  count = 1;
  while (at > 0 && !items[at].apart && is_one_of(items[at - 1].means, before)) {
    const bool is_verb =
        items[at - 1].means == noise && !is_determiner(items[at - 1]) && items[at - 1].typed != "of" && items[at - 1].typed != "lone";
    if (is_verb) break;
    --at;
    if (items[at].means == number) count = items[at].number;
  }
  return at;
}

std::vector<Together> groups_of(const LineItems& items, std::size_t end) {
  constexpr std::array joints{with,   noise,       number, state,   concealed, exhausted,   fanatic, nation, quality,
                              squads, half_squads, crews,  leaders, heroes,    machine_gun, pair,    plus};
  std::vector<Together> groups;
  for (std::size_t i = 0; i < end; ++i) {
    if (!is_someone(items, i)) continue;
    int count = 1;
    const std::size_t begin = begin_of_someone(items, i, count);
    const bool goes_on = !groups.empty() && !items[begin].apart &&
                         !has(items, groups.back().end, begin, [&](const Item& item) { return !is_one_of(item.means, joints); });
    if (!goes_on) groups.push_back({.begin = begin, .end = i + 1});
    groups.back().end = i + 1;
    groups.back().count += count;
    groups.back().counter = items[i].value;
  }
  return groups;
}

// Whom the subject means that stands right before a verb: "they", "he", "both", "all three", "the 527".
class Subject {
 public:
  Subject(const LineItems& items, std::size_t verb) : items_(items), last_(verb - 1) {
    has_article_ = items_[last_ - 1].typed == "the";
    is_again_ = items_[last_].means == counter && (has_article_ || items_[last_].apart);
    is_counted_ = items_[last_].means == number && items_[last_ - 1].typed == "all";
  }

  std::size_t begin() const { return has_article_ || is_counted_ ? last_ - 1 : last_; }
  bool is_named() const { return is_again_; }
  bool is_pronoun() const { return is_one() || items_[last_].typed == "they"; }
  bool means(const Together& group) const {
    constexpr std::array<std::string_view, 2> all{"all", "all of them"};
    if (is_again_) return group.counter == items_[last_].value;
    if (items_[last_].typed == "both") return group.count == 2;
    if (items_[last_].means == number) return is_counted_ && group.count == items_[last_].number;
    if (is_among(all, items_[last_].typed)) return group.count > 1;
    return is_pronoun() && begins() && is_one() == (group.count == 1);
  }

 private:
  bool is_one() const { return items_[last_].typed == "he" || items_[last_].typed == "it"; }
  bool begins() const {  // but: next to it
    constexpr std::array<std::string_view, 6> openers{"and", "if", "when", "so", "but", "while"};
    return items_[last_].apart || is_among(openers, items_[last_ - 1].typed);
  }

  const LineItems& items_;
  std::size_t last_;
  bool has_article_, is_again_, is_counted_;
};

// "467 and 447 at 4 hexes, 467 fires": two who are named together, and one of them fires.
std::vector<Together> parted(const LineItems& items, std::vector<Together> groups) {
  if (groups.size() != 1 || groups[0].count != 2) return groups;
  std::size_t joint = groups[0].begin;
  while (joint < groups[0].end && items[joint].means != with && !faces(items[joint])) ++joint;
  if (joint == groups[0].end || joint == groups[0].begin) return groups;
  const auto both = groups_of(part(items, groups[0].begin, joint), joint - groups[0].begin);
  if (both.size() != 1 || both[0].count != 1) return groups;
  Together first = both[0], second = groups[0];
  first.begin += groups[0].begin, first.end += groups[0].begin;
  second.begin = joint, second.count = 1;
  return {first, second};
}

// "Two 628s in brush, a 467 in a trench: they fire", "a 447, two 467s: both shoot", "a 527 beside a 467, the 527 fires": who that is.
void read_subject_that_fires(LineItems& items) {
  if (is_told_otherwise(without_facing(items))) return;
  for (std::size_t verb = 2; verb < items.size(); ++verb) {
    if (!is_fire_verb(items[verb]) || items[verb].apart || has_counter(items, verb, items.size())) continue;
    const Subject subject(items, verb);
    const std::size_t begin = subject.begin();
    if (subject.is_pronoun() && has(items, 0, begin, says_owner)) continue;  // my, his: they?
    std::vector<Together> groups = groups_of(items, begin);
    if (subject.is_named()) groups = parted(items, std::move(groups));
    if (groups.size() != 2 || subject.means(groups[0]) == subject.means(groups[1])) continue;
    const bool first_fires = subject.means(groups[0]);
    const std::size_t split = groups[1].begin;
    constexpr std::array<std::string_view, 4> objects{"it", "him", "them", "us"};
    const bool has_object = verb + 1 < items.size() && is_among(objects, items[verb + 1].typed);
    erase(items, begin, verb + (has_object ? 2 : 1));
    for (std::size_t i = groups[0].end; i < split; ++i) {  // two hexes from a 467
      if (items[i].means == from) items[i].means = noise;
    }
    items = without_facing(std::move(items));
    if (items[split].means == with) items[split] = word(noise, items[split].typed);
    if (first_fires)
      items[split].apart = false, insert(items, split, word(Means::at, "at"));
    else
      put_takes(items, split);
    return;
  }
}

// "467 with MMG covers a gap 11 hexes away, a 666 crosses it": who moves is fired at.
void read_watching_street(LineItems& items) {
  if (is_told_otherwise(items)) return;
  const std::size_t deed = first_that(items, watches);
  if (deed == items.size() || !has_counter(items, 0, deed) || has(items, means_any(std::array{name, from}))) return;
  const std::size_t end = end_of_clause(items, deed);
  if (end >= items.size() || has_counter(items, deed, end) || !has_counter(items, end, items.size())) return;
  if (has(items, 0, end, means_that(moving)) || !has(items, end, items.size(), means_that(moving))) return;
  if (has(items, deed + 1, items.size(), watches)) return;
  for (std::size_t i = deed + 1; i < end; ++i) {  // what he watches
    if (is_of_place(items[i]) || items[i].means == in) items[i].means = noise;
  }
  make_fire_verb(items[deed]);
  items[end].apart = false;
  insert(items, end, word(Means::at, "at"));
}

// "467 runs down the road, 9 hexes from a 447": who moves does not fire.
void read_distance_of_mover(LineItems& items) {
  if (is_told_otherwise(items) || has(items, means_that(name))) return;
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const bool is_distance = items[i].means == from && items[i - 1].means == hexes && is_hexes_at(items, i - 2);
    if (!is_distance || !has_counter(items, 0, i) || !has_counter(items, i, items.size())) continue;
    const bool moves_before = has(items, 0, i, means_that(moving)), moves_behind = has(items, i, items.size(), means_that(moving));
    const bool fires_before = has(items, 0, i, means_that(machine_gun)),
               fires_behind = has(items, i, items.size(), means_that(machine_gun));
    const bool is_placed = has(items, 0, i, is_of_place) && !has(items, i, items.size(), is_of_place);
    if (!((moves_before && !moves_behind) || (is_placed && fires_behind && !fires_before))) return;
    items[i] = word(takes, "hit by");
    return;
  }
}

// "He has a 447 in stone and I'm firing two 467s": those fire.
void read_i_am_firing(LineItems& items) {
  if (is_told_otherwise(items)) return;
  constexpr std::array<std::string_view, 4> firing{"firing", "shooting", "attacking", "blasting"};
  for (std::size_t i = 2; i + 1 < items.size(); ++i) {
    const bool is_me = items[i - 1].means == noise && (items[i - 1].typed == "im" || items[i - 1].typed == "am");
    if (!is_fire_verb(items[i]) || !is_among(firing, items[i].typed) || !is_me) continue;
    if (!has_counter(items, 0, i) || !has_counter(items, i, items.size())) return;
    std::size_t begin = i - 1;
    if (items[begin].typed == "am" && items[begin - 1].typed == "i") --begin;
    if (begin > 0 && items[begin - 1].means == with) --begin;
    erase(items, begin, i + 1);
    return put_takes(items, begin);
  }
}

// "447 in woods point blank from two 628s"
void read_point_blank_from(LineItems& items) {
  if (is_told_otherwise(items) || has(items, is_fire_verb)) return;
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const bool is_it = items[i].means == from && items[i - 1].means == near && items[i - 1].typed.find("blank") != std::string::npos;
    if (is_it && has_counter(items, 0, i) && has_counter(items, i, items.size())) items[i] = word(takes, "hit by");
  }
}

// "447 against two 467s firing": who is named last fires.
void read_against_firing(LineItems& items) {
  const std::size_t against =
      first_that(items, [](const Item& item) { return item.means == Means::at && (is_versus(item) || item.typed == "against"); });
  if (against >= items.size() || has(items, means_any(std::array{takes, close_combat, vehicle, either, then, check}))) return;
  const std::size_t verb =
      first_that(items, [](const Item& item) { return is_fire_verb(item) && (item.typed == "firing" || item.typed == "shooting"); });
  const bool is_last = verb < items.size() && verb > against && !items[verb].apart && items[verb - 1].means == counter &&
                       !has_counter(items, verb, items.size()) && has_counter(items, 0, against);
  const bool has_other = has(items, 0, against, is_fire_verb) || has(items, 0, against, means_that(machine_gun));
  if (!is_last || has_other) return;
  items[against] = word(takes, "hit by");
  items[verb].means = noise, items[verb].value.clear();
}

// "447 holds woods, 467 fires at 3 hexes": at whoever is named before.
void read_firing_behind_comma(LineItems& items) {
  if (has(items, means_any(std::array{takes, close_combat, vehicle, either, then, check, name, from}))) return;
  if (has_aim(items, 0, items.size())) return;
  for (std::size_t verb = 2; verb < items.size(); ++verb) {
    const bool is_verb = items[verb].means == Means::at && is_hexes_at(items, verb + 1) &&
                         (items[verb].typed.starts_with("fire") || items[verb].typed.starts_with("shoot"));
    if (!is_verb || has_counter(items, verb, items.size())) continue;
    const std::size_t clause = begin_of_deed(items, verb);
    const bool is_told = clause > 0 && items[clause].apart && has_target(items, 0, clause) && has_counter(items, clause, verb);
    const bool has_mg = has(items, 0, clause, means_any(std::array{machine_gun, directs}));
    if (!is_told || has_mg) return;
    items[verb].means = name, items[verb].value = "attack";
    return put_takes(items, clause);
  }
}

}  // namespace
}  // namespace of_firers_told

void read_firers_told(LineItems& items) {
  of_firers_told::read_subject_that_fires(items);
  of_firers_told::read_shooting_at_it(items);
  of_firers_told::read_deed_behind_if(items);
  of_firers_told::read_watching_street(items);
  of_firers_told::read_distance_of_mover(items);
  of_firers_told::read_i_am_firing(items);
  of_firers_told::read_point_blank_from(items);
  of_firers_told::read_against_firing(items);
  of_firers_told::read_firing_behind_comma(items);
}

}  // namespace boxcars::ask
