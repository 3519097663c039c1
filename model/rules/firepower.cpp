#include "model/rules/firepower.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::model {
namespace {

constexpr int most_firers = 24;          // of a kind,
constexpr int most_firers_in_all = 200;  // and in an attack
constexpr int most_hexes = 60;
constexpr int largest_mg_firepower = 20, longest_mg_range = 30;

[[noreturn]] void refuse_firer(std::string_view text, const std::string& why, const std::string& instead) {
  throw BadInput({}, shown(text) + " cannot fire", why, instead);
}

// The word up to a sign, which goes with it.
std::string_view cut(std::string_view& text, char sign) {
  const auto end = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// Firepower and range, which stand before the morale: "4-6-7", of a MG "5-12".
void read_firepower(std::string_view counter, Firer& firer) {
  firer.firepower = whole_number(cut(counter, '-')).value_or(0);
  firer.range = whole_number(cut(counter, '-')).value_or(0);
}

constexpr std::string_view range_is = "range=", fires_mg_only = "mg-only", is_exhausted = "cx", cowering_is = "cowering=";
// By how many columns (A7.9).
constexpr std::array<std::pair<std::string_view, int>, 3> cowering_words{{{"none", 0}, {"normal", 1}, {"inexperienced", 2}}};

int parse_hexes(std::string_view text, std::string_view attribute) {
  const auto hexes = whole_number(attribute.substr(range_is.size()));
  if (!hexes || *hexes < 0 || *hexes > most_hexes) refuse_firer(text, "a range is in hexes, 0 to 60", "give it like 4-6-7,range=3");
  return *hexes;
}

Firer parse_mg(std::string_view text, std::string_view counter, std::string_view attributes) {
  Firer mg;
  const std::string like = "give it like mg:5-12: Firepower and range";
  if (std::count(counter.begin(), counter.end(), '-') != 1) refuse_firer(text, "a MG is given by its Firepower and range", like);
  read_firepower(counter, mg);
  mg.breakdown = breakdown_of_mg(mg.firepower, mg.range);
  if (mg.firepower < 1 || mg.firepower > largest_mg_firepower || mg.range < 1 || mg.range > longest_mg_range)
    refuse_firer(text, "no MG has this Firepower and range", like);
  while (!attributes.empty()) {
    const std::string_view attribute = cut(attributes, ',');
    if (attribute == "pinned") {
      mg.pinned = true;
    } else if (attribute.starts_with(range_is)) {
      mg.hexes = parse_hexes(text, attribute);
    } else if (attribute.starts_with("b=")) {
      mg.breakdown = whole_number(attribute.substr(2));
      if (!mg.breakdown || *mg.breakdown < worst_breakdown || *mg.breakdown > best_breakdown)
        refuse_firer(text, "a breakdown number is 8 to 12, A9.7", "give it like mg:5-12,b=12");
    } else {
      throw_unknown("attribute of " + shown(text) + ",", attribute, {"pinned", "b=N", "range=N"});
    }
  }
  return mg;
}

// A unit's text without the attributes that are read elsewhere: takes(attribute) says so.
template <class Takes>
std::string without_attributes(std::string_view text, Takes takes) {
  std::string plain;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = cut(rest, ',');
    if (!takes(part)) plain += (plain.empty() ? "" : ",") + std::string(part);
  }
  return plain;
}

// Whether it says what of a unit fires and how, not who it is.
bool is_of_fire(std::string_view attribute) {
  return attribute == fires_mg_only || attribute == is_exhausted || attribute.starts_with(range_is) || attribute.starts_with(cowering_is);
}

bool is_armed_unit(const Firer& firer) { return !is_mg(firer) && !directs(firer); }

// Under nobody's direction (A7.9).
bool can_cower_at_all(const Firer& firer) {
  return is_armed_unit(firer) && firer.kind != UnitKind::hero && firer.kind != UnitKind::leader && !firer.fanatic &&
         firer.cowering_columns > 0;
}

int parse_cowering(std::string_view text, std::string_view attribute) {
  for (const auto& [word, columns] : cowering_words) {
    if (attribute.substr(cowering_is.size()) == word) return columns;
  }
  refuse_firer(text, "a unit cowers none, normal or inexperienced, A7.9", "give it like 4-2-6,cowering=inexperienced");
}

Firer parse_unit_that_fires(std::string_view text) {
  std::optional<int> hexes, cowering;
  bool mg_only = false, exhausted = false;
  const UnitEntry entry = parse_armed_unit(without_attributes(text, [&](std::string_view part) {
    mg_only |= part == fires_mg_only;
    exhausted |= part == is_exhausted;
    const bool is_range = part.starts_with(range_is), is_cowering = part.starts_with(cowering_is);
    if ((is_range && hexes) || (is_cowering && cowering)) refuse_firer(text, "it says one thing twice", "give it once");
    if (is_range) hexes = parse_hexes(text, part);
    if (is_cowering) cowering = parse_cowering(text, part);
    return is_of_fire(part);
  }));
  if (entry.unit.start.broken) refuse_firer(text, "broken units do not fire, A10.4", "leave it out");
  Firer firer = firer_of(entry.name, entry.unit, entry.unit.start);
  firer.count = entry.count.value_or(1);
  firer.hexes = hexes;
  firer.mg_only = mg_only;
  firer.exhausted = exhausted;
  firer.cowering_columns = cowering.value_or(firer.cowering_columns);
  if (cowering && !can_cower_at_all(firer) && *cowering > 0)
    refuse_firer(text, "SMC and Fanatics never cower, A7.9", "leave 'cowering' out");
  if (entry.unit.start.berserk && exhausted) refuse_firer(text, "who is berserk is never CX, A15.4", "leave one out");
  if (directs(firer) && mg_only) refuse_firer(text, "who directs a MG fires none, A7.53", "leave 'mg-only' out");
  if (directs(firer) && firer.pinned) refuse_firer(text, "a pinned leader directs nobody, A7.8", "leave it out");
  return firer;
}

std::string in_words(double firepower) { return without_zeros(firepower) + " FP"; }

// One unit's or MG's Firepower, factor by factor.
class Modified {
 public:
  enum class Told : bool { no, yes };
  Modified(const Firer& firer, Told told) : firepower_(firer.firepower), told_(told) {
    if (told_ == Told::yes) line_ = firer.name + ": " + in_words(firer.firepower);
  }
  void times(double factor, const char* what) {
    firepower_ *= factor;
    if (told_ == Told::yes) line_ += ", x" + std::string(factor < 1 ? "1/2" : without_zeros(factor)) + " " + what;
  }
  void assault_fire() {
    firepower_ = std::ceil(firepower_ + 1);
    if (told_ == Told::yes) line_ += ", +1 and rounded up for Assault Fire (A7.36)";
  }
  double firepower() const { return firepower_; }
  std::string line(int count) const {
    const std::string all = count == 1 ? "" : std::to_string(count) + " x " + in_words(firepower_) + " = ";
    return line_ + ": " + all + in_words(count * firepower_);
  }

 private:
  double firepower_;
  Told told_;
  std::string line_;
};

// Beyond twice its Normal Range nobody has Firepower (A7.22).
bool is_out_of_range(const Firer& firer, std::optional<int> hexes) { return hexes.value_or(0) > 2 * firer.range; }

// How far away he is, who may be nearer or farther than the others.
std::optional<int> hexes_to(const Firer& firer, const FireConditions& at) { return firer.hexes ? firer.hexes : at.range; }

bool is_out_of_range(const Firer& firer, const FireConditions& at) { return is_out_of_range(firer, hexes_to(firer, at)); }

bool is_far_for(const Firer& firer, const FireConditions& at) { return is_mg(firer) && hexes_to(firer, at).value_or(0) >= far_for_mg; }

Modified modified(const Firer& firer, FireConditions at, bool pinned, Modified::Told told) {
  Modified modified(firer, told);
  if (firer.hexes) at.range = firer.hexes;
  const bool long_range = at.range && *at.range > firer.range;
  if (is_out_of_range(firer, at.range))
    throw BadInput("range", shown(firer.name) + " cannot fire at {range " + std::to_string(*at.range) + "}",
                   "beyond twice its Normal Range of " + std::to_string(firer.range) + " it has no Firepower, A7.22",
                   "leave it out, or give a shorter {range}");
  if (long_range && is_atr(firer))
    throw BadInput("range", shown(firer.name) + " cannot fire at {range " + std::to_string(*at.range) + "}",
                   "an ATR has no Long Range, A7.22", "leave it out, or give a shorter {range}");
  if (at.range == 0) modified.times(3, "Triple Point Blank Fire (A7.212)");
  if (at.range == 1) modified.times(2, "Point Blank Fire (A7.21)");
  if (long_range) modified.times(0.5, "Long Range (A7.22)");
  if (at.phase == FirePhase::advancing) modified.times(0.5, "AFPh (A7.24)");
  if (is_far_for(firer, at) && !at.directed)
    throw BadInput("range", shown(firer.name) + " cannot fire at {range " + std::to_string(*at.range) + "}",
                   "beyond 16 hexes a MG needs a leader who directs it, A9.4",
                   "add one besides who fires, like 8-0, or give a shorter {range}");
  if (at.concealed && !at.in_pillbox)
    modified.times(0.5, "concealed target, Area Fire (A7.23)");
  else if (is_far_for(firer, at) && !at.known_far_away && !at.in_pillbox)
    modified.times(0.5, "beyond 16 hexes, as at a concealed target (A9.4)");
  if (firer.by_one_man) modified.times(0.5, "a leader alone fires it, Area Fire (A9.12)");
  for (int i = 0; i < at.area_fire; ++i) modified.times(0.5, "Area Fire (A7.23)");
  if (pinned) modified.times(0.5, "pinned (A7.8)");
  if (firer.assault_fire && at.phase == FirePhase::advancing && !long_range) modified.assault_fire();
  return modified;
}

// Throws if those of one Location cannot fire together.
void require_lawful(const std::vector<Firer>& firers) {
  const auto any = [&](auto is) { return std::any_of(firers.begin(), firers.end(), is); };
  int leaders = 0;
  for (const Firer& firer : firers) leaders += directs(firer) ? firer.count : 0;
  if (leaders > 1)
    throw BadInput({}, std::to_string(leaders) + " leaders who direct", "the DRM of one counts, A7.53",
                   "give one, or a / between the Locations");
  if (firers.empty()) throw BadInput({}, "nobody beside a /", "it stands between two Locations, A7.5", "leave it out, or say who is there");
  if (any(is_armed_unit)) return;
  if (any(is_mg))
    throw BadInput({}, "a MG alone", "who fires it?, A9.1",
                   "add the unit that does, like 4-6-7, or 4-6-7,mg-only if it fires nothing else");
  throw BadInput({}, "nobody fires", "a leader directs, and has no Firepower, A7.53", "add a unit, like 4-6-7");
}

// A9.12: where there is nobody else, one or two leaders fire the MG.
void let_leaders_fire(std::vector<Firer>& here) {
  constexpr int most_leaders = 2;
  int leaders = 0, mg = 0;
  for (const Firer& firer : here) {
    if (is_armed_unit(firer)) return;
    (is_mg(firer) ? mg : leaders) += firer.count;
  }
  if (mg == 0 || leaders == 0 || leaders > most_leaders) return;
  for (Firer& firer : here) {
    if (is_mg(firer))
      firer.by_one_man = leaders < 2 * mg;
    else
      firer.mans_mg = firer.mg_only = true;
  }
}

// So many MG can a unit fire (A7.35).
int most_mg(const Firer& unit) { return unit.kind == UnitKind::squad ? 2 : 1; }

// A MG that a unit may fire: what it gives up for it.
struct Post {
  std::size_t unit = 0;
  int one = 0;     ///< of those units
  int second = 0;  ///< it fires another MG already
  double loses = 0;
  bool pinned = false;
};

// A MG, and who fires it.
struct Manned {
  std::size_t mg = 0, unit = 0;
  int one = 0;  ///< of those units
  bool pinned = false;
};

// What is fired from a Location: of each how many give up their own Firepower for a MG; of each MG how many are fired by who is pinned.
struct Manning {
  std::vector<int> silent{};
  std::vector<int> pinned{};
  std::vector<Manned> mg{};
};

// How far away a Location is, if one of those there says so. Throws if two do not agree.
std::optional<int> hexes_of(const std::vector<Firer>& firers) {
  std::optional<int> hexes;
  for (const Firer& firer : firers) {
    if (hexes && firer.hexes && hexes != firer.hexes)
      throw BadInput({}, "two ranges from one Location", "it is as far away for all, A7.2", "give one, or a / between the Locations");
    if (firer.hexes) hexes = firer.hexes;
  }
  return hexes;
}

// Of the texts of one Location. How far away it is may be known of a MG only, and is said of who is left.
std::vector<std::string> those_without_mg(const std::vector<std::string>& texts, const FireConditions& conditions) {
  std::vector<Firer> firers;
  for (const std::string& text : texts) firers.push_back(parse_firer(text));
  const std::optional<int> said = hexes_of(firers), hexes = said ? said : conditions.range;
  std::vector<std::string> left;
  bool is_fire = false;
  for (std::size_t i = 0; i < firers.size(); ++i) {
    const Firer& firer = firers[i];
    if (is_mg(firer) || firer.mg_only || (is_armed_unit(firer) && is_out_of_range(firer, hexes))) continue;
    left.push_back(texts[i] + (said && !firer.hexes ? "," + std::string(range_is) + std::to_string(*said) : ""));
    is_fire = is_fire || is_armed_unit(firer);
  }
  return is_fire ? left : std::vector<std::string>{};
}

// One unit's own, or one MG's; none for a unit beyond twice its range that is there for a MG.
double firepower_of_one(const Firer& firer, const FireConditions& conditions, bool pinned) {
  if (is_armed_unit(firer) && (firer.mg_only || is_out_of_range(firer, conditions))) return 0;
  return modified(firer, conditions, pinned, Modified::Told::no).firepower();
}

// A squad fires a MG beside its own Firepower, a second one instead of it; others one instead (A7.351, A7.352). Cheapest first, and
// nobody a second one before all have one.
std::vector<Post> posts(const std::vector<Firer>& here, const FireConditions& conditions, bool pinned) {
  std::vector<Post> all;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (!is_armed_unit(here[i]) || here[i].pinned != pinned) continue;
    const double own = firepower_of_one(here[i], conditions, pinned);
    for (int one = 0; one < here[i].count; ++one) {
      if (most_mg(here[i]) > 1) all.push_back({i, one, 0, 0, pinned});
      all.push_back({i, one, most_mg(here[i]) > 1 ? 1 : 0, own, pinned});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Post& a, const Post& b) { return std::pair(a.loses, a.second) < std::pair(b.loses, b.second); });
  return all;
}

// Of those of one Location, so that they have the most Firepower with all of their MG. Throws if there are more than can be fired.
Manning manned(const std::vector<Firer>& here, const FireConditions& conditions) {
  Manning manning{std::vector<int>(here.size()), std::vector<int>(here.size()), {}};
  std::vector<std::size_t> mg;  // each, the weakest first: a pinned unit fires that
  for (std::size_t i = 0; i < here.size(); ++i) mg.insert(mg.end(), index(is_mg(here[i]) ? here[i].count : 0), i);
  if (mg.empty()) return manning;
  const auto whole = [&](std::size_t i) { return firepower_of_one(here[i], conditions, here[i].pinned); };
  std::stable_sort(mg.begin(), mg.end(), [&](std::size_t a, std::size_t b) { return whole(a) < whole(b); });
  const std::vector<Post> free = posts(here, conditions, false), pinned = posts(here, conditions, true);
  if (mg.size() > free.size() + pinned.size())
    throw BadInput({}, "more MG than they can fire", "a squad fires two at most, others one, A7.35",
                   "leave some out, or add who fires them");
  std::optional<double> least;
  for (std::size_t by_pinned = 0; by_pinned <= std::min(mg.size(), pinned.size()); ++by_pinned) {
    if (mg.size() - by_pinned > free.size()) continue;
    Manning tried{std::vector<int>(here.size()), std::vector<int>(here.size()), {}};
    double lost = 0;
    for (std::size_t i = 0; i < mg.size(); ++i) {
      const Post& post = i < by_pinned ? pinned[i] : free[i - by_pinned];
      lost += post.loses;
      tried.mg.push_back({mg[i], post.unit, post.one, post.pinned || here[mg[i]].pinned});
      if (post.loses > 0 || here[post.unit].kind != UnitKind::squad) ++tried.silent[post.unit];
      if (post.pinned && !here[mg[i]].pinned) lost += whole(mg[i]) / 2, ++tried.pinned[mg[i]];
    }
    if (!least || lost < *least) least = lost, manning = std::move(tried);
  }
  return manning;
}

// That of one Location, and, if they are asked for, a line for each.
double firepower_here(const std::vector<Firer>& here, const FireConditions& conditions, std::vector<std::string>* lines) {
  const auto tell = [&](const auto& line) {
    if (lines) lines->push_back(line());
  };
  const Manning manning = manned(here, conditions);
  const bool has_mg = std::any_of(here.begin(), here.end(), [](const Firer& firer) { return is_mg(firer); });
  double total = 0;
  const auto add = [&](const Firer& firer, int count, bool pinned) {
    if (count == 0) return;
    const Modified one = modified(firer, conditions, pinned, Modified::Told{lines != nullptr});
    total += count * one.firepower();
    tell([&] { return one.line(count); });
  };
  for (std::size_t i = 0; i < here.size(); ++i) {
    const Firer& firer = here[i];
    if (directs(firer)) continue;
    if (firer.mg_only) {
      tell([&] { return firer.name + ": fires its MG only"; });
      continue;
    }
    if (manning.silent[i] > 0)
      tell([&] {
        return (manning.silent[i] == firer.count ? "" : std::to_string(manning.silent[i]) + " of ") + firer.name +
               ": no FP beside a MG (A7.352)";
      });
    const int count = firer.count - manning.silent[i];
    if (count > 0 && has_mg && is_armed_unit(firer) && is_out_of_range(firer, conditions)) {
      tell([&] { return firer.name + ": no FP beyond twice its Normal Range (A7.22), but for a MG"; });
      continue;
    }
    add(firer, count - manning.pinned[i], firer.pinned);
    add(firer, manning.pinned[i], true);
  }
  return total;
}

// Whether a MG can be fired at this range: an ATR has no Long Range (A7.22).
bool reaches(const Firer& mg, std::optional<int> hexes) {
  return !is_out_of_range(mg, hexes) && !(is_atr(mg) && hexes.value_or(0) > mg.range);
}

// Within its Normal Range a hero lowers the DR (A15.24).
bool is_within_normal_range(const Firer& firer, const FireConditions& at) {
  return (firer.hexes ? firer.hexes : at.range).value_or(0) <= firer.range;
}

// Of those of one Location: all, or those who fire a MG that is fired again.
Heroism heroism_here(const std::vector<Firer>& here, const FireConditions& conditions, const Manning& manning, bool again) {
  Heroism heroism;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (here[i].kind != UnitKind::hero) continue;
    int own = here[i].mg_only || again ? 0 : here[i].count;
    for (const Manned& fired : manning.mg) {
      if (fired.unit != i || (again && fired.pinned)) continue;
      ++heroism.with_mg;
      if (is_within_normal_range(here[fired.mg], conditions)) ++heroism.heroes;
      own = std::max(0, own - 1);
    }
    if (is_within_normal_range(here[i], conditions)) heroism.heroes += own;
  }
  return heroism;
}

// Adds those of one Location.
void add_crews(const std::vector<Firer>& here, const FireConditions& conditions, FiredAgain& again) {
  const Manning manning = manned(here, conditions);
  std::vector<std::pair<std::size_t, int>> units;  // that fire MG which are fired again
  const std::size_t first = again.crews.size();
  for (const Manned& fired : manning.mg) {
    if (fired.pinned) continue;
    const std::pair unit(fired.unit, fired.one);
    const auto known = static_cast<std::size_t>(std::find(units.begin(), units.end(), unit) - units.begin());
    if (known == units.size()) units.push_back(unit), again.crews.push_back({0, can_cower_at_all(here[fired.unit])});
    again.exhausted |= here[fired.unit].exhausted;
    again.crews[first + known].firepower += firepower_of_one(here[fired.mg], conditions, false);
  }
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (directs(here[i])) again.exhausted |= here[i].exhausted;
    if (!can_cower_at_all(here[i])) continue;
    const auto crews = std::count_if(units.begin(), units.end(), [&](const auto& unit) { return unit.first == i; });
    again.others += here[i].count - static_cast<int>(crews);
  }
  again.heroic_drm += heroism_here(here, conditions, manning, true).drm();
}

// A leader among those who fire directs them, if there is one in each Location (A7.53).
FireConditions with_leader(const std::vector<Firer>& firers, FireConditions conditions) {
  conditions.directed = conditions.directed || leadership_of(firers).has_value();
  return conditions;
}

std::vector<Firer> at_location(const std::vector<Firer>& firers, int location) {
  std::vector<Firer> there;
  std::copy_if(firers.begin(), firers.end(), std::back_inserter(there), [&](const Firer& firer) { return firer.location == location; });
  return there;
}

// A9.12, the strongest MG first: one or two leaders fire it. Of a group of leaders each is one.
std::vector<Firer> leaders_with_mg(const std::vector<Firer>& leaders, const std::vector<Firer>& mg) {
  if (leaders.empty() || mg.empty()) return {};
  std::vector<Firer> here{mg.front()};
  here.front().count = 1;
  int room = 2;
  for (Firer leader : leaders) {
    leader.count = std::min(leader.count, room);
    room -= leader.count;
    if (leader.count > 0) here.push_back(leader);
  }
  let_leaders_fire(here);
  return here;
}

}  // namespace

std::string without_zeros(double firepower) {
  std::string text = std::to_string(firepower);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

int rate_of_fire_of_mg(int firepower, int range) {
  constexpr int light = 3, medium = 5;
  const bool is_atr = firepower == 1 && range == 12;
  const bool is_light_50 = firepower == 8 && range == 14;
  return is_atr ? 0 : firepower <= light ? 1 : firepower <= medium || is_light_50 ? 2 : 3;
}

int breakdown_of_mg(int firepower, int range) {
  const bool is_light = firepower == 2 && (range == 5 || range == 6), is_long_atr = firepower == 1 && range == 16;
  return is_light || is_long_atr ? 11 : best_breakdown;
}

bool means_mg(std::string_view text) {
  const auto times = text.find('x');
  if (times != std::string_view::npos && whole_number(text.substr(0, times))) text.remove_prefix(times + 1);
  const auto colon = text.find(':');
  return colon != std::string_view::npos &&
         std::find(machine_guns.begin(), machine_guns.end(), text.substr(0, colon)) != machine_guns.end();
}

Firer firer_of(const std::string& name, const Unit& unit, Condition c) {
  Firer firer{.name = name,
              .kind = unit.kind,
              .range = unit.range,
              .pinned = c.pinned != 0,
              .assault_fire = unit.assault_fire,
              .encircled = unit.encircled,
              .fanatic = unit.fanatic};
  if (unit.kind == UnitKind::squad && c.reduced) firer.kind = UnitKind::half_squad, firer.assault_fire = false;
  if (is_leader(unit))
    firer.leadership = leadership(unit, c);
  else
    firer.firepower = printed_firepower(unit, c);
  return firer;
}

UnitEntry parse_armed_unit(std::string_view text) {
  bool assault_fire = false;
  UnitEntry entry = parse_unit(without_attributes(text, [&](std::string_view part) {
    const bool is_it = part == "assault";
    assault_fire |= is_it;
    return is_it;
  }));
  if (assault_fire && entry.unit.kind != UnitKind::squad) refuse_firer(text, "only squads have Assault Fire, A7.36", "leave 'assault' out");
  entry.unit.assault_fire = assault_fire;
  return entry;
}

UnitEntry parse_unit_of_firer(std::string_view text) { return parse_armed_unit(without_attributes(text, is_of_fire)); }

Firer parse_firer(std::string_view typed) {
  const std::string printed = as_printed(typed);
  std::string_view attributes = printed;
  const std::string_view name = cut(attributes, ',');
  if (const auto slash = name.find('/'); slash != std::string_view::npos)
    refuse_firer(printed, "a / between two Locations stands alone, A7.5",
                 "give it like " + std::string(name.substr(0, slash)) + " / " + std::string(name.substr(slash + 1)));
  std::string_view counter = name;
  int count = 1;
  if (const auto times = counter.find('x'); times != std::string_view::npos) {
    count = whole_number(counter.substr(0, times)).value_or(0);
    counter.remove_prefix(times + 1);
  }
  const auto colon = counter.find(':');
  const bool mg = means_mg(name);
  if (colon != std::string_view::npos) counter.remove_prefix(colon + 1);
  Firer firer = mg ? parse_mg(printed, counter, attributes) : parse_unit_that_fires(printed);
  firer.name = name;
  if (mg) firer.count = count;
  if (firer.count < 1 || firer.count > most_firers)
    refuse_firer(printed, "1 to " + std::to_string(most_firers) + " of a kind fire", "give it like 2x4-6-7");
  return firer;
}

std::vector<Firer> parse_firers(const std::vector<std::string>& texts) {
  std::vector<Firer> firers;
  int location = 0, count = 0;
  for (const std::string& text : texts) {
    if (text == next_location) {
      ++location;
      continue;
    }
    firers.push_back(parse_firer(text));
    count += firers.back().count;
    if (count > most_firers_in_all)
      throw BadInput({}, "more than " + std::to_string(most_firers_in_all) + " firers", "no attack has as many", "give fewer");
    firers.back().location = location;
  }
  std::vector<Firer> all;
  for (int i = 0; i <= location; ++i) {
    auto here = at_location(firers, i);
    let_leaders_fire(here);
    require_lawful(here);
    const std::optional<int> hexes = hexes_of(here);
    for (Firer& firer : here) firer.hexes = hexes;
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

Firepower firepower_of(const std::vector<Firer>& firers, const FireConditions& conditions) {
  const FireConditions at = with_leader(firers, conditions);
  Firepower all;
  for (int location = 0; location <= firers.back().location; ++location)
    all.total += firepower_here(at_location(firers, location), at, &all.lines);
  return all;
}

FiredAgain fired_again(const std::vector<Firer>& firers, const FireConditions& conditions) {
  const FireConditions at = with_leader(firers, conditions);
  FiredAgain again;
  for (int location = 0; location <= firers.back().location; ++location) add_crews(at_location(firers, location), at, again);
  return again;
}

double firepower_again(const std::vector<Firer>& firers, const FireConditions& conditions) {
  double total = 0;
  for (const FiredAgain::Crew& crew : fired_again(firers, conditions).crews) total += crew.firepower;
  return total;
}

std::vector<Modifier> Heroism::rows() const {
  std::vector<Modifier> rows;
  if (heroes != 0) rows.push_back({-heroes, heroes == 1 ? "hero" : "heroes", "A15.24"});
  if (with_mg != 0) rows.push_back({with_mg, "hero alone with a MG", "A15.23"});
  return rows;
}

Heroism heroism_of(const std::vector<Firer>& firers, const FireConditions& conditions) {
  const FireConditions at = with_leader(firers, conditions);
  Heroism all;
  for (int location = 0; location <= firers.back().location; ++location) {
    const std::vector<Firer> here = at_location(firers, location);
    const Heroism heroism = heroism_here(here, at, manned(here, at), false);
    all.heroes += heroism.heroes, all.with_mg += heroism.with_mg;
  }
  return all;
}

std::vector<Firer> taking_part(const std::vector<Firer>& there, const FireConditions& conditions) {
  std::vector<Firer> units, mg, leaders;
  std::optional<Firer> leader;
  int can_fire = 0;  // so many MG
  for (const Firer& firer : there) {
    if (is_mg(firer)) {
      if (reaches(firer, conditions.range)) mg.push_back(firer);
    } else if (directs(firer)) {
      if (firer.pinned) continue;
      leaders.push_back(firer);
      if (!leader || firer.leadership < leader->leadership) leader = firer;
    } else {
      units.push_back(firer);
      can_fire += firer.count * most_mg(firer);
    }
  }
  const bool is_directed = conditions.directed || (leader && !units.empty());
  if (!is_directed) std::erase_if(mg, [&](const Firer& firer) { return is_far_for(firer, conditions); });
  std::stable_sort(mg.begin(), mg.end(), [](const Firer& a, const Firer& b) { return a.firepower > b.firepower; });
  if (units.empty()) return leaders_with_mg(leaders, mg);
  for (Firer& one : mg) {
    one.count = std::min(one.count, can_fire);
    can_fire -= one.count;
  }
  std::erase_if(mg, [](const Firer& firer) { return firer.count == 0; });
  if (mg.empty()) std::erase_if(units, [&](const Firer& firer) { return is_out_of_range(firer, conditions.range); });
  if (units.empty()) return {};
  units.insert(units.end(), mg.begin(), mg.end());
  if (leader) leader->count = 1, units.push_back(*leader);
  return units;
}

double total_firepower(const std::vector<Firer>& here, const FireConditions& conditions) {
  return firepower_here(here, with_leader(here, conditions), nullptr);
}

std::vector<std::string> without_mg(const std::vector<std::string>& texts, const FireConditions& conditions) {
  std::vector<std::string> all;
  for (auto begin = texts.begin(); begin != texts.end();) {
    const auto end = std::find(begin, texts.end(), next_location);
    const auto here = those_without_mg({begin, end}, conditions);
    if (!all.empty() && !here.empty()) all.emplace_back(next_location);
    all.insert(all.end(), here.begin(), here.end());
    begin = end == texts.end() ? end : std::next(end);
  }
  return all;
}

std::vector<Firer> without_thrower(const std::vector<Firer>& firers) {
  std::vector<Firer> left = firers;
  const auto thrower = std::find_if(left.begin(), left.end(), throws_mol);
  if (thrower != left.end() && --thrower->count == 0) left.erase(thrower);
  std::vector<Firer> all;
  for (int location = 0; location <= firers.back().location; ++location) {
    std::vector<Firer> here = at_location(left, location);
    int can_fire = 0;  // so many MG
    for (const Firer& firer : here) can_fire += is_armed_unit(firer) ? firer.count * most_mg(firer) : 0;
    if (can_fire == 0) continue;
    std::stable_sort(std::stable_partition(here.begin(), here.end(), [](const Firer& firer) { return !is_mg(firer); }), here.end(),
                     [](const Firer& a, const Firer& b) { return a.firepower > b.firepower; });
    for (Firer& firer : here) {
      if (is_mg(firer)) firer.count = std::min(firer.count, can_fire), can_fire -= firer.count;
    }
    std::erase_if(here, [](const Firer& firer) { return firer.count == 0; });
    const int next = all.empty() ? 0 : all.back().location + 1;
    for (Firer& firer : here) firer.location = next;
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

std::optional<int> leadership_of(const std::vector<Firer>& firers) {
  std::optional<int> worst;
  for (int location = 0; location <= firers.back().location; ++location) {
    const auto leader = std::find_if(firers.begin(), firers.end(), [&](const Firer& f) { return directs(f) && f.location == location; });
    if (leader == firers.end()) return std::nullopt;
    worst = std::max(worst.value_or(leader->leadership), leader->leadership);
  }
  return worst;
}

std::vector<Modifier> Hardship::rows() const {
  std::vector<Modifier> rows;
  if (encircled) rows.push_back({+1, "encircled firers", "A7.7"});
  if (exhausted) rows.push_back({+1, "CX firers", "A4.51"});
  return rows;
}

Hardship hardship_of(const std::vector<Firer>& firers) {
  const auto any = [&](bool Firer::*is_so) { return std::any_of(firers.begin(), firers.end(), [&](const Firer& f) { return f.*is_so; }); };
  return {any(&Firer::encircled), any(&Firer::exhausted)};
}

int cowering_columns(const std::vector<Firer>& firers) { return leadership_of(firers) ? 0 : undirected_cowering_columns(firers); }

int undirected_cowering_columns(const std::vector<Firer>& firers) {
  int columns = 0;
  for (const Firer& firer : firers) columns = std::max(columns, can_cower_at_all(firer) ? firer.cowering_columns : 0);
  return columns;
}

std::string cowering_attribute(int columns) {
  for (const auto& [word, each] : cowering_words) {
    if (each == columns && columns != 1) return "," + std::string(cowering_is) + std::string(word);
  }
  return "";
}

std::optional<int> breakdown_of(const std::vector<Firer>& firers) {
  std::optional<int> lowest;
  for (const Firer& firer : firers) {
    if (firer.breakdown) lowest = std::min(lowest.value_or(*firer.breakdown), *firer.breakdown);
  }
  return lowest;
}

}  // namespace boxcars::model
