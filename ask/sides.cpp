#include "ask/sides.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxcars::ask {

Owner owner_said(const Item& item) {
  constexpr std::array<std::string_view, 10> mine{"my", "our", "i", "we", "ive", "weve", "im", "mine", "ours", "ill"};
  constexpr std::array<std::string_view, 16> his{"your", "his",    "their",     "you",      "he",   "they",  "enemy", "youve",
                                                 "hes",  "theyve", "opponents", "opponent", "foes", "youre", "yours", "theyre"};
  if (item.means != Means::noise) return Owner::unknown;
  const std::string_view word = first_word(item.typed);
  return is_among(mine, word) ? Owner::mine : is_among(his, word) ? Owner::his : Owner::unknown;
}

bool says_owner(const Item& item) { return owner_said(item) != Owner::unknown; }

Owner other_side(Owner owner) { return owner == Owner::unknown ? owner : owner == Owner::mine ? Owner::his : Owner::mine; }

namespace of_sides {
namespace {

using enum Means;

bool is_unit_word(Means means) {
  return is_one_of(means, std::array{counter, Means::unit, squads, half_squads, crews, heroes, machine_gun, pair});
}
bool is_weapon(const Item& item) {
  constexpr std::array weapons{firepower, gun, by_name, fire, sum};
  return is_one_of(item.means, weapons) || (item.means == weapon && (item.value == "ft" || item.value == "dc" || item.value == "mol"));
}

// Past a place that is named there, with what stands before it: "the stone building"; the same, if there is none.
std::size_t past_place(const LineItems& items, std::size_t at) {
  std::size_t end = at;
  while (end < items.size() && items[end].means == noise && (end == at || !items[end].apart)) ++end;
  const std::size_t place = end;
  while (end < items.size() && is_of_place(items[end]) && (end == place || !items[end].apart)) ++end;
  if (end == place) return at;
  const bool is_hex = end < items.size() && items[end].means == hexes && items[end].typed == "hex" && !items[end].apart;
  return is_hex ? end + 1 : end;
}

// What a part of the story is about.
struct Clause {
  std::size_t begin, end;
  Owner owner = Owner::unknown;
  bool has_units = false, fires = false, has_weapon = false, aims = false, moves = false;
  bool is_side() const { return has_units || has_weapon; }
};

// Whether who or what attacks is named behind it: "my | two 467s", "his | 8 FP".
bool owns_something(const LineItems& items, std::size_t at) {
  constexpr std::array before{noise, number, nation, quality, state, concealed, leaders};
  std::size_t what = at + 1;
  while (what < items.size() && is_one_of(items[what].means, before) && !items[what].apart) ++what;
  return what < items.size() && !items[what].apart && (is_unit_word(items[what].means) || is_weapon(items[what]));
}

std::vector<Clause> clauses_of(const LineItems& items) {
  std::vector<Clause> clauses{{0, 0}};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Clause last = clauses.back();
    const Owner said = owner_said(items[i]);
    const bool is_other = last.is_side() && said != Owner::unknown && last.owner != said && owns_something(items, i);
    if (i > last.begin && (items[i].apart || is_other)) {
      clauses.back().end = i;
      clauses.push_back({i, i});
    }
    Clause& now = clauses.back();
    const bool is_subject = now.owner == Owner::unknown && !now.is_side();
    if (said != Owner::unknown && (is_subject || (is_other && i == now.begin))) now.owner = said;
    now.has_units = now.has_units || is_unit_word(items[i].means);
    const bool is_number = items[i].means == number && i > 0 && says_owner(items[i - 1]) &&  // my 12 has a 9-1
                           !is_unit_word(means_at(items, i + 1)) && means_at(items, i + 1) != hexes;
    now.has_weapon = now.has_weapon || is_number || is_weapon(items[i]);
    const std::size_t before = before_noise(items, i);
    const bool fires = is_fire_verb(items[i]) || items[i].means == phase;
    // "They are adjacent to my 467 and fire at it"
    const bool is_of_subject = fires && clauses.size() > 1 && !items[now.begin].apart && before > 0 && items[before - 1].means == with &&
                               items[before - 1].typed == "and" && !has(items, before, i, says_owner);
    Clause& subject = is_of_subject ? clauses[clauses.size() - 2] : now;
    subject.fires = subject.fires || fires;
    now.aims = now.aims || is_one_of(items[i].means, std::array{machine_gun, directs, rate_of_fire, assault_fire, far}) ||
               (items[i].means == from && before > 0 && items[before - 1].means == hexes);
    now.moves = now.moves || is_one_of(items[i].means, std::array{moving, ffmo, ffnam});
  }
  clauses.back().end = items.size();
  return clauses;
}

// "Fires at it", "shooting at all of them": whom is told elsewhere.
void read_aims_at_pronouns(LineItems& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].means != Means::at || i + 1 >= items.size()) continue;
    constexpr std::array<std::string_view, 12> pronouns{"it",  "him",  "them", "me",  "us",          "you",
                                                        "all", "both", "that", "her", "all of them", "both of them"};
    const std::size_t end = past_noise(items, i + 1);
    bool is_pronoun = end > i + 1 && !items[i + 1].apart && is_among(pronouns, items[i + 1].typed);
    for (std::size_t k = i + 1; k < end; ++k) is_pronoun = is_pronoun && (items[k].apart || !is_determiner(items[k]));
    if (!is_pronoun) continue;
    constexpr std::array goes_on{in, from, with, range, near, phase, name, event, Means::at};
    const bool ends = end >= items.size() || items[end].apart || is_one_of(items[end].means, goes_on) ||
                      has(items, i + 2, end, [](const Item& item) { return item.apart; });
    if (!ends) continue;
    const bool is_verb = items[i].typed.find(' ') != std::string::npos;  // firing at
    items[i].means = is_verb ? name : noise;
    items[i].value = is_verb ? "attack" : "";
  }
}

// Whether what is asked is what I do to him, or what he does to me; where nobody is said to fire.
Owner firer_asked(const LineItems& items, const std::vector<Clause>& clauses) {
  constexpr std::array<std::string_view, 9> suffering{"surviv", "live", "hold", "stay", "com", "los", "risk", "make", "get"};
  constexpr std::array<std::string_view, 11> mine{"odds",   "chances", "chance", "shot", "group", "fire",
                                                  "attack", "expect",  "do",     "get",  "first"};
  for (const Clause& clause : clauses) {
    if (clause.is_side() || clause.owner == Owner::his) continue;
    bool says_mine = false, suffers = false;
    for (std::size_t i = clause.begin; i < clause.end; ++i) {
      const bool is_my = items[i].means == noise && (items[i].typed == "my" || items[i].typed == "our" || items[i].typed == "i");
      says_mine = says_mine || (is_my && i + 1 < clause.end && is_among(mine, items[i + 1].typed));
      suffers = suffers || std::any_of(suffering.begin(), suffering.end(), [&](std::string_view word) {
                  return (items[i].means == event || items[i].means == noise) && items[i].typed.starts_with(word);
                });
    }
    if (says_mine && !suffers) return Owner::mine;
  }
  return Owner::unknown;
}

// "How often does it break?": of whom it is said last.
Owner target_asked(const LineItems& items, const std::vector<Clause>& clauses) {
  constexpr std::array<std::string_view, 3> pronouns{"it", "he", "they"};
  Owner last = Owner::unknown;
  for (const Clause& clause : clauses) {
    if (clause.is_side()) last = clause.owner;
    for (std::size_t i = clause.begin + 1; i < clause.end && !clause.is_side(); ++i) {
      if (items[i].means == event && is_among(pronouns, items[i - 1].typed)) return last;
    }
  }
  return Owner::unknown;
}

// Takes out of who fires where the others are: "four hexes from the stone building", "8 FP on his foxhole", "looking at woods".
LineItems take_place_of_others(LineItems& firers) {
  LineItems place;
  for (std::size_t i = 0; i < firers.size(); ++i) {
    const std::size_t before = before_noise(firers, i);
    const bool is_distance = firers[i].means == from && before > 0 && firers[before - 1].means == hexes;
    const bool is_near = (firers[i].means == near && firers[i].number == 1) || (firers[i].means == in && firers[i].typed == "beside");
    const bool is_relation = is_distance || is_near || firers[i].means == Means::at;
    constexpr std::array<std::string_view, 6> looking{"looking at", "watching", "covering", "eyeing", "facing", "watches"};
    const bool is_bare = is_of_place(firers[i]) &&
                         std::any_of(firers.begin() + static_cast<std::ptrdiff_t>(before), firers.begin() + static_cast<std::ptrdiff_t>(i),
                                     [&](const Item& item) { return is_among(looking, item.typed); });
    if (!is_relation && !is_bare) continue;
    const std::size_t begin = is_bare ? i : i + 1, end = past_place(firers, begin);
    if (end == begin) continue;
    if (place.empty()) {
      place = part(firers, begin, end);
      std::erase_if(place, means_any(std::array{noise, hexes}));
      for (Item& item : place) item.apart = false;
    }
    firers.erase(firers.begin() + static_cast<std::ptrdiff_t>(begin), firers.begin() + static_cast<std::ptrdiff_t>(end));
    if (is_bare) {
      --i;  // what stood behind it stands here now
      continue;
    }
    if (is_distance || firers[i].means == Means::at) firers[i].means = noise, firers[i].value.clear();
    if (is_near) firers[i].means = near, firers[i].number = 1, firers[i].typed = "adjacent";
  }
  return place;
}

// "Two 447s who are 3 hexes from my 467 shoot at it": whether where they are leaves open who fires.
bool is_relation_that_fires(const LineItems& told, std::size_t at) {
  const std::size_t before = before_noise(told, at);
  const bool is_relation = (told[at].means == near && told[at].typed.ends_with(" to")) ||
                           (told[at].means == from && before > 0 && told[before - 1].means == hexes);
  if (!is_relation) return false;
  const std::size_t begin = begin_of_clause(told, at), end = end_of_clause(told, at);
  if (!has_counter(told, begin, at) || !has_counter(told, at, end)) return false;
  if (has(told, begin, end, is_fire_verb)) return true;
  int owners = 0;
  for (std::size_t i = begin; i < end; ++i) owners += says_owner(told[i]) && owns_something(told, i) ? 1 : 0;
  return owners < 2 && !has(told, means_any(std::array{name, moving}));
}

// "Two 447s shoot my 467"
bool is_verb_with_object(const LineItems& told, std::size_t at) {
  return told[at].means == name && at + 1 < told.size() && says_owner(told[at + 1]) && has_counter(told, at, end_of_clause(told, at)) &&
         has_counter(told, 0, at) && owns_something(told, at + 1);
}

// Whether nothing in it says who fires at whom, and nothing else is asked than an attack.
bool is_open(const LineItems& told) {
  constexpr std::array others{close_combat, ambush,   check, either, then,  vehicle,      directed_by, latw,   kindles, clears,
                              enters,       breaches, slash, to_hit, duels, makes_rubble, collapses,   levels, storeys, upstairs};
  if (has(told, means_any(others))) return false;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const std::size_t next = past_noise(told, i + 1), before = before_noise(told, i);
    constexpr std::array<std::string_view, 5> unclear{"they", "it", "that", "those", "who"};
    if (is_relation_that_fires(told, i) || is_verb_with_object(told, i)) return false;
    const bool is_someone = told[i].means == name && i > 0 && !told[i].apart && is_among(unclear, told[i - 1].typed);
    if (is_someone) return false;                                                                     // they fire
    if (told[i].means == number && i + 1 < told.size() && told[i + 1].typed == "is") return false;    // who is that?
    if (told[i].means == takes && next < told.size()) return false;                                   // but: what will they suffer?
    const bool is_distance = told[i].means == from && before > 0 && told[before - 1].means == hexes;  // at 5 hexes from
    if ((told[i].means != from && told[i].means != Means::at) || is_distance || means_at(told, next) == drm) continue;  // acquired at -1
    const bool is_range = means_at(told, next) == number && means_at(told, past_noise(told, next + 1)) == hexes;
    const std::size_t behind = past_place(told, i + 1);
    const bool is_at_place = told[i].means == Means::at && behind > i + 1 && means_at(told, behind) != counter;
    if (!is_range && !is_at_place) return false;
  }
  return true;
}

template <class Is>
bool any_clause(const std::vector<Clause>& clauses, Owner owner, Is is) {
  return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.owner == owner && is(clause); });
}
bool is_side(const Clause& clause) { return clause.is_side(); }
bool fires(const Clause& clause) { return clause.fires; }

// Says of each part whose it is, where another part says it. False: both sides are not there.
bool settle_owners(std::vector<Clause>& clauses) {
  const auto moves = [](const Clause& clause) { return clause.is_side() && clause.moves; };
  const bool i_am_there = any_clause(clauses, Owner::mine, is_side), he_is_there = any_clause(clauses, Owner::his, is_side);
  const Owner only = i_am_there == he_is_there ? Owner::unknown : i_am_there ? Owner::mine : Owner::his;
  for (Clause& clause : clauses) {  // "my 467 waits. A 447 runs across the street"
    if (clause.owner == Owner::unknown && moves(clause) && only != Owner::unknown && !any_clause(clauses, only, moves))
      clause.owner = other_side(only);
  }
  Owner whose = Owner::unknown;
  for (Clause& clause : clauses) {  // it goes on: "my 467 in woods, an 8-1 beside it"
    if (clause.owner == Owner::unknown) clause.owner = is_side(clause) || !clause.fires ? whose : Owner::mine;  // firing it all
    if (is_side(clause)) whose = clause.owner;
  }
  const bool has_mine = any_clause(clauses, Owner::mine, is_side);
  if (!has_mine && !any_clause(clauses, Owner::his, is_side)) return false;
  for (Clause& clause : clauses) {  // "two 628s next to my 467, and their 9-1"
    if (is_side(clause) && clause.owner == Owner::unknown) clause.owner = has_mine ? Owner::his : Owner::mine;
  }
  return any_clause(clauses, Owner::mine, is_side) && any_clause(clauses, Owner::his, is_side);
}

// Who has a weapon, or fires; else who does not move; else whoever it is asked of.
Owner firer_of(const LineItems& told, const std::vector<Clause>& clauses) {
  const auto of_one = [&](auto is) {  // who alone does so
    const bool i_do = any_clause(clauses, Owner::mine, is), he_does = any_clause(clauses, Owner::his, is);
    return i_do == he_does ? Owner::unknown : i_do ? Owner::mine : Owner::his;
  };
  Owner firer = of_one([](const Clause& clause) { return clause.has_weapon; });
  if (firer == Owner::unknown) firer = of_one(fires);
  if (firer != Owner::unknown || any_clause(clauses, Owner::mine, fires)) return firer;
  firer = other_side(of_one([](const Clause& clause) { return is_side(clause) && clause.moves; }));
  if (firer == Owner::unknown) firer = of_one([](const Clause& clause) { return clause.aims; });
  if (firer == Owner::unknown) firer = firer_asked(told, clauses);
  return firer == Owner::unknown ? other_side(target_asked(told, clauses)) : firer;
}

struct Sides {
  LineItems firers{}, targets{};
};
Sides sides_of(const LineItems& told, const std::vector<Clause>& clauses, Owner firer) {
  Sides sides;
  const auto first = std::find_if(clauses.begin(), clauses.end(), is_side);
  LineItems* last = first->owner == firer ? &sides.firers : &sides.targets;
  std::size_t end_of_first = 0;  // of what is said first of those who are fired at
  for (const Clause& clause : clauses) {
    if (is_side(clause)) last = clause.owner == firer ? &sides.firers : &sides.targets;
    LineItems& side = clause.fires && clause.owner == firer ? sides.firers : *last;
    const LineItems said = part(told, clause.begin, clause.end);
    side.insert(side.end(), said.begin(), said.end());
    if (&side == &sides.targets && end_of_first == 0 && clause.has_units) end_of_first = side.size();
  }
  for (LineItems* side : {&sides.firers, &sides.targets}) {
    if (!side->empty() && side->back().means == from) side->pop_back();  // at 5 hexes from
  }
  for (Item& item : sides.firers) {
    if (item.means == terrain && item.value == "open") item.means = noise;  // which is nothing to their fire
  }
  LineItems place = take_place_of_others(sides.firers);
  if (!place.empty() && !has(sides.targets, is_of_place)) {
    place.insert(place.begin(), {.means = in, .value = "in", .typed = "in"});
    const auto behind = static_cast<std::ptrdiff_t>(std::min(end_of_first, sides.targets.size()));
    sides.targets.insert(sides.targets.begin() + behind, place.begin(), place.end());
  }
  return sides;
}

// What belongs to those who are fired at, in the words of one who names them behind "at".
void settle_targets(LineItems& targets) {
  for (std::size_t i = 0; i + 1 < targets.size(); ++i) {  // sitting in it
    constexpr std::array<std::string_view, 4> there{"it", "there", "them", "that"};
    const bool goes_on = i + 2 < targets.size() && !targets[i + 2].apart && is_of_place(targets[i + 2]);
    if (targets[i].means == in && targets[i + 1].means == noise && is_among(there, targets[i + 1].typed) && !goes_on)
      targets[i].means = noise;
  }
  for (Item& item : targets) {
    if (item.means == through && item.typed == "past") item.means = noise;
    if (item.means == with) item.typed = "and";  // whoever is with them is fired at
  }
  targets.front().apart = false;
}

}  // namespace
}  // namespace of_sides

void read_sides(LineItems& items) {
  using namespace of_sides;
  if (!has(items, says_owner)) return;
  LineItems told = items;
  read_aims_at_pronouns(told);
  if (!is_open(told)) return;
  std::vector<Clause> clauses = clauses_of(told);
  if (!settle_owners(clauses)) return;
  const Owner firer = firer_of(told, clauses);
  if (firer == Owner::unknown || !any_clause(clauses, other_side(firer), [](const Clause& clause) { return clause.has_units; })) return;
  auto [firers, targets] = sides_of(told, clauses, firer);
  if (firers.empty() || targets.empty()) return;
  settle_targets(targets);
  items = std::move(firers);
  items.push_back({.means = Means::at, .value = "at", .typed = "at"});
  items.insert(items.end(), targets.begin(), targets.end());
}

}  // namespace boxcars::ask
