#include "model/questions/attack_inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/fire.hpp"
#include "model/rules/movement.hpp"
#include "model/rules/to_hit_cases.hpp"

namespace boxcars::model {
namespace {

constexpr double most_firepower = 1000;
constexpr int most_attacks = 20;
constexpr int most_mc_drm = 7, least_mc_drm = -8;

// Firepower that stands behind an option with several values was read as one of those.
std::string read_elsewhere(const AttackInputs& in) {
  for (const auto* words : {&in.targets, &in.then}) {
    for (const std::string& word : *words) {
      const bool number = word.find_first_not_of("0123456789+.") == std::string::npos;
      if (number) return "; " + shown(word) + " was read as a " + (words == &in.targets ? "{target}" : "{then}");
    }
  }
  return "";
}

double firepower_of(const AttackInputs& in);

std::vector<Firer> firers_of(const AttackInputs& in) {
  return at_field("by", [&] { return parse_firers(in.by); });
}

bool is_mol(const AttackInputs& in) { return in.weapon == Weapon::mol; }

constexpr int far_for_concealment = 16;  // A12.14: beyond it nobody sees a move

// Whether their concealment halves what is fired at them: not in a pillbox (B30.7).
bool is_halved_by_concealment(const AttackInputs& in) { return in.concealed && in.terrain != Terrain::pillbox; }

Fire fire_of(const AttackInputs& in) { return in.fire.value_or(Fire::direct); }

bool is_direct_he(const AttackInputs& in) { return in.caliber && fire_of(in) == Fire::direct; }

bool is_residual(const AttackInputs& in) { return in.weapon == Weapon::residual; }

bool is_interdiction(const AttackInputs& in) { return in.weapon == Weapon::interdiction; }
bool is_wp(const AttackInputs& in) { return in.weapon == Weapon::wp; }
bool is_ft(const AttackInputs& in) { return in.weapon == Weapon::ft; }
bool is_dc(const AttackInputs& in) { return in.weapon == Weapon::dc; }

// Whether a Gun's To Hit DR is asked for.
bool throws_to_hit(const AttackInputs& in) { return in.caliber && (in.range || in.to_hit); }

// Whether it is small arms' fire, of which a MOL is part (A22.611).
bool is_small_arms(const AttackInputs& in) { return in.weapon == Weapon::small_arms || is_mol(in); }

// A22.2: none against a Flamethrower. B28.3: nothing modifies a minefield's attack but the weather; A10.53: Interdiction is a NMC.
bool has_tem(const AttackInputs& in) { return (is_small_arms(in) || is_residual(in) || is_dc(in)) && !is_direct_he(in); }

// What TEM on the IFT DR is against.
Against against(const AttackInputs& in) {
  if (!in.caliber || !is_indirect(fire_of(in))) return Against::direct_fire;
  return is_oba(fire_of(in)) ? Against::oba : Against::mortar;
}

// As FFMO asks for it; Hazardous Movement has a DRM of its own (A4.62).
bool moves(const AttackInputs& in) { return in.moving == Movement::normal || in.moving == Movement::assault; }

// Where they are: Residual FP ignores what is outside the hex.
Terrain terrain_of(const AttackInputs& in) { return is_residual(in) ? without_outside(in.terrain) : in.terrain; }
std::optional<Terrain> further_terrain_of(const AttackInputs& in) {
  return is_residual(in) && in.also && is_outside_hex(*in.also) ? std::nullopt : in.also;
}

// FFMO is cancelled by what hinders, and by TEM (A4.6).
bool is_in_open_ground(const AttackInputs& in) {
  return is_open_ground(terrain_of(in)) && is_open_ground(further_terrain_of(in).value_or(Terrain::open));
}
// Only what is fired from below is fired at a higher target (B10.31).
bool has_height_advantage(const AttackInputs& in) {
  return in.height_advantage && (is_small_arms(in) || is_ft(in) || in.caliber.has_value());
}
bool is_in_the_open(const AttackInputs& in) { return is_in_open_ground(in) && in.hindrance == 0 && !has_height_advantage(in); }

// What HE bursts in (B16.31).
Terrain bursts_in(const AttackInputs& in) { return in.also == Terrain::marsh ? Terrain::marsh : in.terrain; }

bool all_berserk(const AttackInputs& in) {
  const auto is_berserk = [](const std::string& target) { return parse_unit(target, Spirits::any).unit.start.berserk != 0; };
  return !in.targets.empty() && std::all_of(in.targets.begin(), in.targets.end(), is_berserk);
}

// As it is fired at who stands so: who is pinned does not move any more (A7.83, A4.62), who is broken not by Assault Movement (A4.61), and
// he is known to a MG far away (A9.4).
AttackInputs fired_at(AttackInputs in, TargetStatus status) {
  if (status == TargetStatus::pinned) in.moving = Movement::none;
  if (status == TargetStatus::broken && in.moving == Movement::assault) in.moving = Movement::normal;
  in.known_far_away = status == TargetStatus::broken || in.overstacked || all_berserk(in);
  return in;
}

bool is_alike_at_all(const AttackInputs& in) { return in.moving == Movement::none && in.by.empty(); }

// What is so for each status.
template <class Of>
auto on_each(const AttackInputs& in, Of of) -> OnEachStatus<decltype(of(in))> {
  if (is_alike_at_all(in)) return of(in);
  OnEachStatus<decltype(of(in))> all;
  for (const TargetStatus status : target_statuses) all[status] = of(fired_at(in, status));
  return all;
}

// Those of the targets; of an assault, whose targets come later, none of them is broken or pinned.
std::vector<TargetStatus> statuses_of(const AttackInputs& in) {
  const auto units = at_field("target", [&] { return parse_units(in.targets, in.terrain, in.fortified); });
  std::vector<TargetStatus> all;
  for (const TargetStatus status : target_statuses) {
    const auto has_it = [&](const UnitEntry& entry) { return status_of(entry.unit.start) == status; };
    if (std::any_of(units.begin(), units.end(), has_it)) all.push_back(status);
  }
  return all.empty() ? std::vector{TargetStatus::unpinned} : all;
}

bool is_told_to_cower(const AttackInputs& in) { return in.cowering == Cowering::normal || in.cowering == Cowering::inexperienced; }

// Whether it can start a Flame at all (B25.12-.13), in what is no hut (G5.6).
bool can_kindle(const AttackInputs& in) {
  return (in.caliber || is_ft(in) || is_dc(in)) && fire_numbers(burns_as(in.terrain)) && !is_hut(in.terrain);
}

// The building in which its rubble dr is thrown: of a rooftop the one beneath it, in the first edition none (B24.11, B23.86).
std::optional<Construction> rubbled_building(const AttackInputs& in) {
  const bool is_strong_enough = is_dc(in) || in.caliber.value_or(0) >= smallest_rubbling_caliber;
  if (!is_strong_enough || !can_be_rubbled(burns_as(in.terrain))) return std::nullopt;
  if (in.terrain == Terrain::rooftop && in.edition == Edition::v1) return std::nullopt;
  return burns_as(in.terrain) == Terrain::stone ? Construction::stone : Construction::wood;
}

// An attack that follows: its Firepower, or "residual", and what it has of its own, "4,drm=-2,moving=normal".
struct Following {
  std::string firepower;
  std::string own{};
  bool is_residual() const { return same_word(firepower, "residual"); }
  bool is_like_the_first() const { return own.empty() && !is_residual(); }
};
Following following_of(const std::string& typed) {
  const auto comma = std::min(typed.find(','), typed.size());
  return {typed.substr(0, comma), typed.substr(std::min(comma + 1, typed.size()))};
}

// "drm=-2", of its own.
void set_own(AttackInputs& in, const std::string& word) {
  const auto equals = word.find('=');
  const std::string key = word.substr(0, equals);
  if (std::find(keys_of_then.begin(), keys_of_then.end(), key) == keys_of_then.end())
    throw_unknown("setting of {then},", key, {keys_of_then.begin(), keys_of_then.end()});
  if (equals == std::string::npos)
    throw BadInput({}, shown(word) + " of {then} has no value", "",
                   "give it like {then 4," + key + "=" + (key == "moving" ? "normal" : "0") + "}");
  const std::string value = word.substr(equals + 1);
  if (key == "hindrance") in.hindered_by.clear();
  const bool is_of_first = key == "weapon" && (same_word(value, "dc") || same_word(value, "mol") || same_word(value, "wp"));
  if (is_of_first)
    throw BadInput({}, "{then} with " + word, "what else it does is asked of the first attack only",
                   "ask for it by {weapon " + value + "}");
  if (key == "leadership") {
    in.leader.clear();
    in.leadership.reset();
    if (value == "none") return;
  }
  const AnyField* field = attack_questionnaire().fields.find(key);
  field->read(&in, value, field->info);
}

// Whoever fires it no leader directs it, and nobody cowers.
void forget_who_directs(AttackInputs& in) {
  in.leader.clear();
  in.leadership.reset();
  in.heroism = {};
  in.cowering = Cowering::automatic;
}

// An attack by something else than the Gun of the first has neither its To Hit DR nor its Air Bursts.
void forget_gun(AttackInputs& in) {
  in.caliber.reset(), in.fire.reset();
  in.levels_above = 0;
}

// What is asked about it: all that stays as it was, and what is its own.
AttackInputs inputs_of(const AttackInputs& first, const Following& following) {
  AttackInputs in = first;
  in.then.clear();
  in.rate_of_fire.reset();
  in.fp.clear();
  if (!in.by.empty()) {
    const auto firers = firers_of(in);
    in.leadership = leadership_of(first);
    in.leader.clear();
    in.hardship = hardship_of(firers);
    in.heroism = heroism_of(firers, conditions_of(first));
    in.own_cowering = undirected_cowering_columns(firers);
    in.by.clear(), in.range.reset(), in.phase = FirePhase::prep, in.concealed = false, in.area_fire = 0;
  }
  std::string_view rest = following.own;
  const auto has_own = [&](std::string_view setting) { return rest.find(setting) != std::string_view::npos; };
  const bool is_residual_fp = following.is_residual() || has_own("weapon=residual");
  if (is_residual_fp || has_own("weapon=")) forget_gun(in);
  if (is_residual_fp || (has_own("weapon=") && !has_own("weapon=small-arms"))) forget_who_directs(in);
  if (is_residual_fp) {
    in.hindrance = in.ec = 0;
    in.hardship = {};
    in.concealed = in.height_advantage = false;
    in.weapon = Weapon::residual;
  }
  if (has_own("weapon=mines")) in.hardship = {};  // nobody fires them
  std::set<std::string> given;
  while (!rest.empty()) {
    const auto comma = std::min(rest.find(','), rest.size());
    const std::string own(rest.substr(0, comma)), key = own.substr(0, own.find('='));
    if (!given.insert(key).second) throw BadInput({}, shown(key) + " of {then} is given twice", "it has one value", "leave one out");
    set_own(in, own);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return in;
}

// Of who fires; an attack that follows has them from the first.
std::vector<Modifier> heroic_rows(const AttackInputs& in) {
  return in.by.empty() ? in.heroism.rows() : heroism_of(firers_of(in), conditions_of(in)).rows();
}
Hardship hardship_of(const AttackInputs& in) { return in.by.empty() ? in.hardship : model::hardship_of(firers_of(in)); }

bool leaves_residual_fp(const AttackInputs& in) {
  return !is_residual(in) && in.weapon != Weapon::mines && !(in.caliber && is_oba(fire_of(in)));
}

bool has_air_bursts(const AttackInputs& in) {
  return in.caliber && is_indirect(fire_of(in)) && (has_air_bursts(in.terrain) || has_air_bursts(in.also.value_or(Terrain::open)));
}

// The DRM that come from outside the hex (A8.26), as far as they are positive; -1: none is left.
int residual_left(const AttackInputs& left_by, int column) {
  const int outside =
      left_by.hindrance + std::max(0, leadership_of(left_by).value_or(0)) + hardship_of(left_by).drm() + tem_from_outside(left_by);
  return residual_column(column, outside, has_air_bursts(left_by) ? AirBursts::yes : AirBursts::no).value_or(-1);
}

// Each attack's.
void require_lawful_firepower(const AttackInputs& in, const std::string& field, const std::string& attack) {
  const double firepower = at_field(field, [&] { return parse_firepower(attack); });
  if (in.weapon == Weapon::mines && firepower != 6 && firepower != 8 && firepower != 12)
    throw BadInput(field, "a minefield of " + shown(attack) + " factors", "it has 6, 8 or 12, B28.1", "give one of them");
  if (is_residual(in) && firepower > most_residual_fp)
    throw BadInput(field, shown(attack) + " of Residual FP", "at most 12 is left, A8.2", "give what is on the counter");
}

// Of who fires.
void require_lawful_firers(const AttackInputs& in) {
  const double firepower = computed_firepower(in).total;
  if (firepower < 1)
    throw BadInput("by", without_zeros(firepower) + " FP is no attack", "below 1 FP there is none, A7.3", "let more of them fire");
  if (model::leadership_of(firers_of(in)) && given_leadership(in))
    throw BadInput(in.leader.empty() ? "leadership" : "leader", "a leader among {by}, and another", "the DRM of one counts, A7.53",
                   "leave one out");
}

// Of the MG (A9.2); where only Firepower is known, of all that it is of.
FiredAgain fired_again(const AttackInputs& in) {
  return in.by.empty() ? FiredAgain{.crews = {{firepower_of(in), true}}} : model::fired_again(firers_of(in), conditions_of(in));
}
double firepower_again(const AttackInputs& in) {
  return in.by.empty() ? firepower_of(in) : model::firepower_again(firers_of(in), conditions_of(in));
}

void require_lawful_rate_of_fire(const AttackInputs& in) {
  if (in.phase == FirePhase::advancing)
    throw BadInput("rate_of_fire", "{rate_of_fire} with {phase advancing}", "in the AFPh only Opportunity Fire keeps it, A9.2, A7.25",
                   "leave one out, or give {phase opportunity}");
  if (in.caliber) return require_rate_of_fire_kept(in.gun, fire_of(in));
  const bool has_residual = std::any_of(in.then.begin(), in.then.end(), [](const auto& then) { return following_of(then).is_residual(); });
  if (has_residual)
    throw BadInput("rate_of_fire", "{rate_of_fire} with {then residual}", "which of its attacks leaves the most is not known before, A8.2",
                   "leave one out");
  if (in.by.empty()) return;
  const auto firers = firers_of(in);
  if (std::none_of(firers.begin(), firers.end(), is_mg))
    throw BadInput("rate_of_fire", "{rate_of_fire} without a MG", "nobody else among {by} fires again, A9.2", "add it, like mg:5-12");
  if (const double again = firepower_again(in); again < 1)
    throw BadInput("rate_of_fire", "{rate_of_fire} of MG with " + without_zeros(again) + " FP",
                   "alone they are no attack, A7.3; those fired by who is pinned have none, A7.8", "leave it out");
  if (fired_again(in).crews.size() > FiresAgain::most_crews)
    throw BadInput("rate_of_fire", "{rate_of_fire} of MG that more than " + std::to_string(FiresAgain::most_crews) + " units fire",
                   "who of them cowers is told apart, A7.9", "let fewer of them fire");
}

// Of what is asked about {by}, or of a weapon with Firepower of its own.
void require_lawful_range(const AttackInputs& in) {
  if (!in.by.empty() || !in.range || (is_ft(in) && in.fp.empty()) || (in.caliber && !is_oba(fire_of(in)))) return;
  const std::string field = in.from.empty() ? "range" : "from";
  if (in.caliber) throw BadInput(field, "{" + field + "} with OBA", "it has no To Hit DR, C1.53", "leave it out");
  if (in.weapon != Weapon::small_arms)
    throw BadInput(field, "{" + field + "} with {weapon " + std::string(name_of(in.weapon, weapon_choices)) + "}",
                   "it changes nothing there, A7.2", "leave it out");
  throw BadInput(field, "{" + field + "} without {by}", "{fp} is the Firepower after all of A7.2-.36",
                 "say who fires with {by}, or double {fp} at PBF, halve it at Long Range");
}

// A7.8.
void require_thrower(const AttackInputs& in) {
  if (!is_mol(in) || in.by.empty()) return;
  const auto firers = firers_of(in);
  if (std::none_of(firers.begin(), firers.end(), throws_mol))
    throw BadInput("by", "a MOL of who is pinned", "pinned units throw none, A7.8", "leave 'pinned' out");
  const auto mg_of = [](const std::vector<Firer>& of) {
    int count = 0;
    for (const Firer& firer : of) count += is_mg(firer) ? firer.count : 0;
    return count;
  };
  if (mg_of(without_thrower(firers)) < mg_of(firers))
    throw BadInput("by", "a MOL and a MG of one unit", "who throws a MOL uses no SW besides, A22.6", "leave a MG out, or add who fires it");
}

// Whether some of the targets are broken from the start, and others are not.
bool is_broken_in_part(const AttackInputs& in) {
  const auto units = at_field("target", [&] { return parse_units(in.targets, in.terrain, in.fortified); });
  const auto broken = std::count_if(units.begin(), units.end(), [](const UnitEntry& entry) { return entry.unit.start.broken; });
  return broken > 0 && broken < static_cast<std::ptrdiff_t>(units.size());
}

// In a pillbox nobody is encircled, and concealment is no Case K (B30.7).
void require_lawful_pillbox(const AttackInputs& in) {
  if (in.terrain != Terrain::pillbox) return;
  if (is_given(parse_cases(in.gun.cases), "K"))
    throw BadInput("case", "{case K} at a pillbox", "concealment in it is no DRM, B30.7", "leave it out");
  const auto units = at_field("target", [&] { return parse_units(in.targets, in.terrain, in.fortified); });
  if (std::any_of(units.begin(), units.end(), [](const UnitEntry& entry) { return entry.unit.encircled; }))
    throw BadInput("target", "an encircled unit in {terrain pillbox}", "nobody in a pillbox is encircled, B30", "leave it out");
}

// What the rules forbid, with the rule, beyond fields and clashes.
void require_lawful_attack(const AttackInputs& in) {
  require_lawful(attack_questionnaire(), in);
  if (in.concealed) require_none_known(at_field("target", [&] { return parse_units(in.targets, in.terrain, in.fortified); }));
  require_lawful_pillbox(in);
  if (in.then.size() >= most_attacks)
    throw BadInput("then", "too many attacks", "at most " + std::to_string(most_attacks), "leave some {then} out");
  for (const std::string& attack : in.then) {
    if (following_of(attack).is_like_the_first()) require_lawful_firepower(in, "then", attack);
  }
  if (!in.fp.empty()) require_lawful_firepower(in, "fp", in.fp);
  if (!in.fp.empty() && firepower_of(in) < 1)
    throw BadInput("fp", without_zeros(firepower_of(in)) + " FP at a concealed target is no attack", "below 1 FP there is none, A7.3",
                   "give more, or leave {concealed} out");
  if (!in.by.empty()) require_lawful_firers(in);
  if (in.rate_of_fire) require_lawful_rate_of_fire(in);
  require_lawful_range(in);
  require_thrower(in);
  const auto by_the_same = [](const std::string& then) {
    const Following following = following_of(then);
    return following.is_like_the_first() || following.own.find("weapon=") == std::string::npos;
  };
  if (in.weapon == Weapon::mines && std::any_of(in.then.begin(), in.then.end(), by_the_same) && is_broken_in_part(in))
    throw BadInput("then", "{then} of a minefield with broken and unbroken units",
                   "who is broken routs through it, the others stay if they break", "ask of one at a time");
  if (in.also == in.terrain)
    throw BadInput("also", "{also " + std::string(name_of(*in.also, terrain_choices)) + "} of the same terrain", "its TEM counts once",
                   "leave it out");
  if (throws_to_hit(in) && !in.then.empty())
    throw BadInput("then", "{then} behind a To Hit DR", "each shot has its own, C3.3", "give {rate_of_fire}, or leave one out");
}

// That of a concealed target, where its Firepower is known (A7.23).
double of_concealed(const AttackInputs& in, double firepower) { return is_halved_by_concealment(in) ? firepower / 2 : firepower; }

double firepower_of(const AttackInputs& in) {
  if (!in.fp.empty()) return of_concealed(in, parse_firepower(in.fp));
  if (!in.by.empty()) return computed_firepower(in).total;
  if (is_mol(in)) return mol_firepower;
  if (is_dc(in)) return of_concealed(in, dc_firepower);
  if (is_ft(in)) return of_concealed(in, flamethrower_firepower) / (in.range.value_or(0) > flamethrower_range ? 2 : 1);
  return 1;  // Interdiction and WP have none
}

// The column that the attack begins on: of the Firepower, or of the calibre.
int first_column(const AttackInputs& in) {
  if (!in.caliber) return column_for_firepower(firepower_of(in), table_if(in.iift)).value_or(-1);
  return require_he_column(*in.caliber, fire_of(in), table_if(in.iift), bursts_in(in));
}

// If nothing else is said: under a leader's direction nobody does.
int own_cowering_columns(const AttackInputs& in) {
  if (is_ft(in)) return 1;  // A22.1
  if (!is_small_arms(in) || in.caliber || leadership_of(in)) return 0;
  return in.by.empty() ? in.own_cowering : cowering_columns(firers_of(in));
}

// What `he` asks of the same, where rubble is part of it.
std::string he_instead(const AttackInputs& in) {
  const bool is_simple = (in.terrain == Terrain::wood || in.terrain == Terrain::stone) && !throws_to_hit(in) && in.then.empty();
  if (!is_simple) return "boxcars he asks for it";
  std::string he = "boxcars he " + (is_dc(in) ? "--ammo dc" : std::to_string(*in.caliber)) + " " +
                   std::string(name_of(in.terrain, terrain_choices)) + " " + std::to_string(in.levels_above);
  if (in.caliber && fire_of(in) != Fire::direct) he += " --fire " + std::string(name_of(fire_of(in), fire_choices));
  for (const auto& [is_given, option] : {std::pair(in.fortified, " --fortified"), std::pair(in.concealed && is_dc(in), " --concealed"),
                                         std::pair(in.non_elite, " --non-elite")})
    if (is_given) he += option;
  if (in.drm != 0) he += " --drm " + std::to_string(in.drm);
  he += " --occupant";
  for (const std::string& target : in.targets) he += " " + target;
  return he;
}

// A5.1: in half-squads.
constexpr int most_half_squads = 6;
int half_squads(UnitKind kind, int count) {
  if (kind == UnitKind::leader || kind == UnitKind::hero) return 0;
  return kind == UnitKind::squad ? 2 * count : count;
}

// So many squads more than may stack, as a DRM of who fires at them; fractions are dropped.
int overstacked_by(const std::vector<UnitEntry>& units) {
  int all = 0;
  for (const UnitEntry& entry : units) all += half_squads(entry.unit.kind, entry.count.value_or(1));
  return std::max(0, all - most_half_squads) / 2;
}

// A5.13.
void notes_on_stacking(const AttackInputs& in, const std::vector<UnitEntry>& units, std::vector<std::string>& notes) {
  const int over = overstacked_by(units);
  if (over > 0 && !in.overstacked)
    notes.push_back("overstacked: more than three squads, a DRM of -" + std::to_string(over) +
                    " on what is fired at them (A5.13), is not counted by itself: --overstacked");
  std::map<int, int> firing;
  if (!in.by.empty()) {
    for (const Firer& firer : firers_of(in)) {
      if (firer.kind) firing[firer.location] += half_squads(*firer.kind, firer.count);
    }
  }
  for (const auto& [location, here] : firing) {
    if (here >= most_half_squads + 2)
      notes.push_back("who fires is overstacked, more than three squads in one Location: +" +
                      std::to_string((here - most_half_squads) / 2) + " on what they fire (A5.13), which --drm has");
  }
}

// Of a DC that does nothing, a Flamethrower, a MOL and WP.
void notes_on_weapon(const AttackInputs& in, const AttackSituation& situation, std::vector<std::string>& notes) {
  const auto on_or_more = [](int dr) { return "an Original DR of " + std::to_string(dr) + (dr < 12 ? " or more" : ""); };
  if (is_ft(in) && in.terrain == Terrain::pillbox)
    notes.emplace_back("no TEM against a Flamethrower within a pillbox's Covered Arc; from elsewhere --drm has it (A22.2)");
  else if (is_ft(in) && (in.terrain != Terrain::open || in.also))
    notes.emplace_back("no TEM against a Flamethrower (A22.2)");
  if (is_ft(in) && in.cowering == Cowering::automatic)
    notes.emplace_back("Original doubles cower, as of an Infantry Flamethrower (A22.1, A7.9); of a vehicle's: --cowering none");
  if (situation.empty_from) notes.push_back(on_or_more(*situation.empty_from) + " leaves it without fuel, after this attack (A22.1)");
  if (is_dc(in)) {
    const char* thrown = situation.pillbox ? "; a thrown DC, whose KIA is 2 less to the pillbox, is not asked here (A23.6, B30.92)"
                                           : "; thrown: --drm 2 (A23.6)";
    notes.push_back(on_or_more(*situation.dud_from) + " malfunctions: nothing happens (A23.2)" + thrown);
  }
  if (situation.pillbox && situation.pillbox->by_critical_hit && *in.caliber < smallest_caliber_through_grey)
    notes.push_back("a critical hit of Indirect Fire eliminates the pillbox, a grey counter's but from " +
                    std::to_string(smallest_caliber_through_grey) + "mm (B30.92)");
  if (is_mol(in) && in.fortified)
    notes.emplace_back("how far a Fortified Building prevents the Flame of a MOL (B23.94, A22.6111) is not known here: none is told");
  if (in.concealed && in.terrain == Terrain::pillbox)
    notes.emplace_back("concealed men in a pillbox are fired at with full Firepower (B30.7)" +
                       std::string(in.by.empty() ? "" : "; --area-fire 1 halves it"));
  if (is_mol(in))
    notes.emplace_back(
        "the MOL Check dr that comes first is not part of this question (A22.61), nor is what burns where it is thrown from");
  if (is_wp(in)) notes.emplace_back("a NMC with the TEM as a negative DRM (A24.31); its Flame: boxcars kindle --by wp (A24.32)");
}

std::vector<std::string> notes_of(const AttackInputs& in, const AttackSituation& situation, const std::vector<UnitEntry>& units) {
  std::vector<std::string> notes;
  if (is_direct_he(in)) {
    notes.emplace_back("direct HE fire: the TEM is on the To Hit DR, not on the IFT DR (C6.8)");
  }
  if (in.caliber && !throws_to_hit(in) && !is_oba(fire_of(in)))
    notes.emplace_back("it is taken to hit, and critical hits (C3.7) are not part of that: --range N or --to-hit N asks for its To Hit DR");
  if (in.to_hit && !in.th_number) notes.push_back(in_words(*situation.to_hit) + "; --th-number N says otherwise");
  if (in.caliber && in.range && in.drm != 0) notes.emplace_back(drm_is_of_effects);
  if (in.caliber && in.rate_of_fire) notes.emplace_back("no shot acquires for the next (C6.5)");
  if (in.terrain == Terrain::factory && !is_residual(in))
    notes.emplace_back("fire wholly inside the Factory; from outside it is its building: --terrain stone or wood (B23.741)");
  if (leadership_of(in) && is_told_to_cower(in))
    notes.emplace_back("the firers cower as asked, although a leader who directs all of them prevents it (A7.9)");
  const bool all_broken = std::all_of(units.begin(), units.end(), [](const UnitEntry& e) { return e.unit.start.broken; });
  if (is_interdiction(in) && !all_broken) notes.emplace_back("who routs is broken (A10.5): give units like 4-4-7,broken");
  notes_on_weapon(in, situation, notes);
  const bool is_seen = in.moving == Movement::normal || (moves(in) && is_in_open_ground(in));
  if (in.concealed && is_seen && in.range.value_or(0) <= far_for_concealment)
    notes.push_back("who moves so within " + std::to_string(far_for_concealment) +
                    " hexes, in the LOS of the enemy, is concealed no more (A12.14): ask it without --concealed");
  if (in.weapon == Weapon::mines && (in.terrain != Terrain::open || in.also)) notes.emplace_back("no TEM against mines (B28.3)");
  if (in.weapon == Weapon::mines && situation.attacks.size() > 1)
    notes.emplace_back(situation.statuses.front() == TargetStatus::unpinned
                           ? "who leaves the minefield is attacked again; who is pinned or broken then stays in it (B28.41)"
                           : "who leaves the minefield is attacked again; who is pinned stays in it (B28.41)");
  if (moves(in) && in.terrain == Terrain::rooftop)
    notes.emplace_back("a rooftop is in the open for fire from its height or above only (B23.81); --hindrance or --drm 1 for lower firers");
  if (situation.flame && situation.flame->rubble_drm)
    notes.push_back("rubble, which kills who is in it (B24.11), is not part of this question, but that it prevents a Flame (B24.6): " +
                    he_instead(in));
  notes_on_stacking(in, units, notes);
  if (situation.flame && in.terrain == Terrain::rooftop)
    notes.emplace_back("the rooftop burns as a stone building's (B23.8); of a wooden one: boxcars he --level rooftop");
  if (situation.flame && in.terrain == Terrain::lumberyard && in.ec == 0)
    notes.emplace_back("a lumberyard's Kindling DR has the EC DRM (B23.211): --ec; none is taken");
  if (in.edition == Edition::v1 && !(is_residual(in) && in.terrain == Terrain::rowhouse_vertex))
    notes.emplace_back("--edition has no effect: the editions differ in Residual FP at a Rowhouse vertex only (B23.31)");
  if (is_natural(in.terrain) && (in.caliber || is_ft(in) || is_dc(in) || is_mol(in)))
    notes.emplace_back("whether it burns is not part of this question: a Flame is, of buildings and rubble (B25)");
  const bool is_shelled_again =
      in.caliber && std::any_of(in.then.begin(), in.then.end(), [](const auto& then) { return following_of(then).is_like_the_first(); });
  if (is_shelled_again) notes.emplace_back("the attacks that follow are HE, as the first: --then 8,weapon=small-arms is none (C6.8)");
  const bool goes_on = situation.attacks.size() > 1 || situation.again;
  const bool differs = std::any_of(situation.attacks.begin(), situation.attacks.end(), [](const AttackOnEach& attack) {
    return attack[TargetStatus::pinned].drm != attack[TargetStatus::unpinned].drm;
  });
  if (differs && (goes_on || situation.statuses.size() > 1 || situation.status() != TargetStatus::unpinned))
    notes.emplace_back("who is pinned has no DRM for his movement any more, and has it again when he breaks (A7.83, A4.61)");
  if (goes_on)
    notes.emplace_back(situation.flame ? "IFT results and the Flame are those of the first attack"
                                       : "IFT results are those of the first attack");
  if (is_hut(in.terrain) && (in.caliber || is_ft(in) || is_dc(in) || is_small_arms(in)))
    notes.emplace_back("what becomes of the hut: boxcars hut (G5)");
  for (auto& note : notes_on(units)) notes.push_back(std::move(note));
  return notes;
}

// "; on who is pinned DRM +0", where targets that are there at first have another (A.5).
std::string others_in_words(const AttackSituation& situation, const AttackOnEach& attack) {
  std::string text;
  const IftAttack& first = attack[situation.status()];
  for (const TargetStatus status : situation.statuses) {
    if (attack[status] == first || attack[status].column < 0) continue;
    text.append(text.empty() ? "; " : ", ").append("on who is ").append(in_words(status));
    if (attack[status].column != first.column) text += " the " + column_head(attack[status].column) + " column,";
    text += " DRM " + with_sign(attack[status].drm);
  }
  return text;
}

std::string summary_of(const AttackInputs& in, std::size_t number, const AttackSituation& situation) {
  const IftAttack& attack = situation.attacks[number][situation.status()];
  std::optional<double> firepower;
  const Following following = number == 0 ? Following{} : following_of(in.then[number - 1]);
  if (number > 0 && following.is_residual() && attack.column < 0)
    return "then no Residual FP is left: half of the column, less one for every +1 from outside the hex, is below 1 (A8.26)";
  if (number > 0 && attack.column < 0) return "then nobody leaves the minefield (B28.41)";
  if (number > 0 && following.is_residual())
    return "then Residual FP of " + std::to_string(column_firepower(attack.column)) + ", " + drm_in_words(attack);
  if (number > 0)
    firepower = parse_firepower(following.firepower);
  else if (!in.caliber)
    firepower = situation.firepower;
  std::string text = number == 0 ? "" : "then ";
  if (firepower)
    text += without_zeros(*firepower) + " FP";
  else
    text += std::to_string(*in.caliber) + "mm HE, " + std::string(name_of(fire_of(in), fire_choices)) +
            (is_oba(fire_of(in)) || throws_to_hit(in) ? "" : ", once it has hit,") +
            (bursts_in(in) == Terrain::marsh ? ", half of it in marsh (B16.31)," : "");
  text += " on the " + column_head(attack.column) + " column" + (in.iift ? " of the IIFT" : "");
  if (is_last_column(attack.column)) {
    text += " (the last)";
  } else if (firepower && !is_dc(in)) {
    const double next = firepower_at(attack.column + 1);
    text += " (" + without_zeros(next - *firepower) + " more FP for the " + column_head(attack.column + 1) + " column)";
  } else if (in.caliber) {
    int larger = *in.caliber;
    const auto column_of = [&](int millimetres) { return *he_column(millimetres, fire_of(in), table_if(in.iift), bursts_in(in)); };
    while (larger < 200 && column_of(larger) == attack.column) ++larger;
    const int next = column_of(larger);
    if (next > attack.column) text += " (" + std::to_string(larger) + "mm for the " + column_head(next) + " column)";
  }
  if (number > 0 && following.is_like_the_first()) return text;  // the modifiers are the same
  return text + ", " + drm_in_words(attack) + others_in_words(situation, situation.attacks[number]);
}

int require_overstacked(const AttackInputs& in) {
  const int over = at_field("target", [&] { return overstacked_by(parse_units(in.targets, in.terrain, in.fortified)); });
  if (over == 0) throw BadInput("overstacked", "{overstacked} of three squads or less", "so many may stack, A5.1", "leave it out");
  return over;
}

// On the IFT DR, of a critical hit, too; a Gun's Hindrance and leader are on its To Hit DR.
std::vector<Modifier> other_drm_of(const AttackInputs& in) {
  std::vector<Modifier> all;
  if (in.hindrance > 0 && !in.caliber)
    all.push_back({in.hindrance, in.hindered_by.empty() ? "Hindrance" : "Hindrance (" + in.hindered_by + ")", "A6.7"});
  if (in.moving == Movement::hazardous) all.push_back({-2, "Hazardous Movement", "A4.62"});
  if (in.moving == Movement::normal) all.push_back({-1, "FFNAM", "A4.61"});
  if (moves(in) && is_in_the_open(in)) all.push_back({-1, "FFMO", "A4.6"});
  if (const auto leadership = leadership_of(in); leadership && !in.caliber) all.push_back({*leadership, "directing leader", "A7.53"});
  for (Modifier& hero : heroic_rows(in)) all.push_back(std::move(hero));
  for (Modifier& row : hardship_of(in).rows()) all.push_back(std::move(row));
  if (in.overstacked) all.push_back({-require_overstacked(in), "overstacked targets", "A5.13"});
  if (!is_wp(in)) all.push_back({in.levels_above, "levels above", "B23.32"});
  all.push_back({in.drm, "other DRM, as given", "A7.3"});
  return all;
}

CriticalHit critical_hit(const AttackInputs& in) {
  return critical_hit_of(firepower_at(*column_for_caliber(*in.caliber, table_if(in.iift))), table_if(in.iift));
}

// Reversed, but Height Advantage is not: what is on the To Hit DR is not on the IFT DR (C3.71). Of a pillbox what is not the TEM of its
// Covered Arc counts nothing (B30.113).
std::vector<Modifier> tem_rows_of_critical_hit(const AttackInputs& in) {
  if (in.terrain == Terrain::pillbox && is_indirect(fire_of(in))) return {};
  AttackInputs level = in;
  level.height_advantage = false;
  return reversed(tem_rows(level));
}

// The NMC by WP: TEM helps against it, but not of a critical hit (A24.31); what is above does in any case (B23.32).
Sheet<AttackRoll> sheet_of_wp(const AttackInputs& in) {
  Sheet<AttackRoll> sheet;
  for (Modifier& row : in.critical_hit ? tem_rows(in) : reversed(tem_rows(in))) {
    row.reason += ", NMC";
    row.rule = "A24.31";
    sheet.add(AttackRoll::morale_check, std::move(row));
  }
  sheet.add(AttackRoll::morale_check, {-in.levels_above, "levels above, NMC", "B23.32"});
  sheet.add(AttackRoll::morale_check, {in.drm, "other DRM of the NMC, as given", "A10.1"});
  return sheet;
}

Sheet<AttackRoll> sheet_of(const AttackInputs& in, bool can_be_critical) {
  if (is_wp(in)) return sheet_of_wp(in);
  Sheet<AttackRoll> sheet;
  for (Modifier& of_terrain : tem_rows(in)) {  // refused even where it would not count
    if (has_tem(in) || (is_direct_he(in) && of_terrain.amount < 0)) sheet.add(AttackRoll::ift_dr, std::move(of_terrain));
  }
  if (in.caliber) sheet.add(AttackRoll::original_dr, heavy_payload(*in.caliber, fire_of(in), bursts_in(in)));
  for (Modifier& other : other_drm_of(in)) sheet.add(AttackRoll::ift_dr, std::move(other));
  if (can_be_critical) {
    for (Modifier& of_terrain : tem_rows_of_critical_hit(in)) sheet.add(AttackRoll::critical_hit, on_critical_hit(of_terrain));
    for (Modifier& strength : strength_on_critical_hit(critical_hit(in), in.caliber))
      sheet.add(AttackRoll::critical_hit, std::move(strength));
    for (Modifier& other : other_drm_of(in)) sheet.add(AttackRoll::critical_hit, on_critical_hit(other));
    for (Modifier& row : rows_of_critical_hit(in.gun)) sheet.add(AttackRoll::critical_hit, on_critical_hit(row));
  }
  return sheet;
}

int ift_drm(const Sheet<AttackRoll>& sheet) { return sheet.on(AttackRoll::original_dr) + sheet.on(AttackRoll::ift_dr); }

// That it can eliminate.
std::optional<PillboxUnderFire> pillbox_of(const AttackInputs& in, const Sheet<AttackRoll>& sheet) {
  constexpr int lowest_dr = 2;
  if (in.terrain != Terrain::pillbox) return std::nullopt;
  PillboxUnderFire pillbox;
  if (is_dc(in))
    pillbox = {.column = *column_for_firepower(dc_firepower, table_if(in.iift)), .least_kia = in.tem.value_or(0) - dc_at_pillbox};
  else if (is_direct_he(in))
    pillbox = {.column = first_column(in), .original_drm = sheet.on(AttackRoll::original_dr), .least_kia = in.tem};
  else
    pillbox.by_critical_hit = in.caliber && is_indirect(fire_of(in)) && *in.caliber >= smallest_caliber_through_roof;
  return eliminates_pillbox(pillbox, lowest_dr, true) ? std::optional(pillbox) : std::nullopt;
}

// Adds what is on its rolls to the sheet.
FlameByAttack flame_of(const AttackInputs& in, Sheet<AttackRoll>& sheet) {
  if (const auto construction = rubbled_building(in)) sheet.add(AttackRoll::rubble_dr, on_rubble_dr(*construction));
  if (in.fortified) sheet.add(AttackRoll::kindling_dr, fortified_on("Kindling DR"));
  sheet.add(AttackRoll::kindling_dr, ec_on_kindling_dr(in.ec));
  const int column = is_dc(in) ? *column_for_firepower(dc_firepower, table_if(in.iift)) : first_column(in);  // not halved for it (A23.1)
  FlameByAttack flame{.column = column, .original_drm = sheet.on(AttackRoll::original_dr)};
  flame.least_result = least_kindling_result(is_ft(in) ? KindledBy::flamethrower : KindledBy::explosion);
  if (rubbled_building(in)) flame.rubble_drm = sheet.on(AttackRoll::rubble_dr);
  flame.kindled_from = fire_numbers(burns_as(in.terrain))->kindling - sheet.on(AttackRoll::kindling_dr);
  return flame;
}

}  // namespace

FireConditions conditions_of(const AttackInputs& in) {
  return {.range = in.range,
          .phase = in.phase,
          .concealed = in.concealed,
          .area_fire = in.area_fire,
          .directed = given_leadership(in).has_value(),
          .in_pillbox = in.terrain == Terrain::pillbox,
          .known_far_away = in.known_far_away,
          .table = table_if(in.iift)};
}

Firepower computed_firepower(const AttackInputs& in) {
  FireConditions conditions = conditions_of(in);
  if (!is_mol(in)) return firepower_of(firers_of(in), conditions);
  if (!conditions.range) conditions.range = most_mol_range;
  Firepower firepower = firepower_of(firers_of(in), conditions);
  firepower.total += mol_firepower;
  firepower.lines.push_back("MOL: " + without_zeros(mol_firepower) + " FP more, which nothing modifies (A22.611)");
  return firepower;
}

std::vector<Modifier> tem_rows(const AttackInputs& in) {
  if (in.terrain == Terrain::pillbox) return {pillbox_tem(in.tem.value_or(0))};
  std::vector<Modifier> rows = tem_of(terrain_of(in), further_terrain_of(in), in.fortified, against(in));
  if (!in.tem_of.empty()) rows.front().reason += ", " + in.tem_of;
  int total = 0;
  for (const Modifier& row : rows) total += row.amount;
  if (has_height_advantage(in) && total <= 0 && against(in) == Against::direct_fire) rows.push_back({+1, "Height Advantage", "B10.31"});
  return rows;
}

std::vector<Modifier> tem_on_to_hit_dr(const AttackInputs& in) {
  std::vector<Modifier> rows = tem_rows(in);
  std::erase_if(rows, [](const Modifier& row) { return row.amount < 0; });
  return rows;
}

int tem_from_outside(const AttackInputs& in) {
  int most = 0;
  for (const auto terrain : {std::optional(in.terrain), in.also}) {
    if (terrain && is_outside_hex(*terrain)) most = std::max(most, tem(*terrain, against(in)).amount);
  }
  return most;
}

double parse_firepower(std::string_view text) {
  const auto refuse = [&](const char* why) {
    throw BadInput({}, "Firepower " + shown(text) + " cannot be used", why, "give it like 8 or 4+4+3");
  };
  double sum = 0;
  std::string_view rest = text;
  for (;;) {
    const auto plus = rest.find('+');
    const std::string_view part = rest.substr(0, plus);
    const auto value = real_number(part);
    const bool digits = part.find_first_not_of("0123456789.") == std::string_view::npos;
    if (!value || !digits) refuse("it is no sum of numbers");
    sum += *value;
    if (plus == std::string_view::npos) break;
    rest.remove_prefix(plus + 1);
  }
  sum = std::round(1000 * sum) / 1000;  // sums of tenths are what they look like
  if (sum < 1) refuse("below 1 FP there is no attack, A7.3");
  if (sum > most_firepower) refuse("nothing fires with more than 1000 FP");
  return sum;
}

std::string without_fp(const std::string& firepower) {
  constexpr std::string_view unit = "fp";
  const bool has_unit =
      firepower.size() > unit.size() && same_word(std::string_view(firepower).substr(firepower.size() - unit.size()), unit);
  return has_unit ? firepower.substr(0, firepower.size() - unit.size()) : firepower;
}

std::optional<int> given_leadership(const AttackInputs& in) {
  return in.leader.empty() ? in.leadership : at_field("leader", [&] { return std::optional(parse_leadership(in.leader)); });
}

std::optional<int> leadership_of(const AttackInputs& in) {
  const auto given = given_leadership(in);
  return given || in.by.empty() ? given : model::leadership_of(firers_of(in));
}

Cowering undirected_cowering(const std::vector<Firer>& firers) {
  const int columns = undirected_cowering_columns(firers);
  return columns == 0 ? Cowering::none : columns == 1 ? Cowering::automatic : Cowering::inexperienced;
}

int cowering_columns(Cowering cowering, int automatic) {
  switch (cowering) {
    case Cowering::automatic:
      return automatic;
    case Cowering::none:
      return 0;
    case Cowering::normal:
      return 1;
    case Cowering::inexperienced:
      return 2;
  }
  return 0;
}

std::string drm_in_words(const IftAttack& attack) {
  std::string text = "DRM " + with_sign(attack.drm);
  if (attack.cowering_columns == 0) return text;
  return text + ", Original doubles cower " + std::to_string(attack.cowering_columns) +
         (attack.cowering_columns == 1 ? " column" : " columns");
}

void require_given(const AttackInputs& in) {
  const AttackInputs fresh;
  const Need* need = first_unmet(attack_questionnaire().needs, given_of(attack_questionnaire().fields.all(), &in, &fresh));
  if (!need) return;
  Fault fault = fault_of(*need);
  if (fault.field == "fp") fault.why += read_elsewhere(in);
  throw BadInput(std::move(fault));
}

namespace {

// The To Hit number as it is given, or computed.
void add_to_hit(const AttackInputs& in, AttackSituation& situation) {
  const std::vector<Modifier> tem = is_direct_he(in) ? tem_on_to_hit_dr(in) : std::vector<Modifier>{};
  if (in.to_hit) {
    situation.to_hit = given_to_hit(*in.to_hit, in.th_number, tem, fire_of(in));
    return;
  }
  HitDetermination gun = in.gun;
  gun.range = in.range;
  gun.hindrance = in.hindrance;
  gun.leadership = leadership_of(in);
  ToHitRows rows = to_hit_rows(gun, {.fire = fire_of(in),
                                     .caliber = *in.caliber,
                                     .tem = tem,
                                     .doubles_own_hex = doubles_own_hex(in.terrain) || (in.also && doubles_own_hex(*in.also)),
                                     .may_be_open = is_in_open_ground(in)});
  situation.to_hit = to_hit_of(rows, fire_of(in));
  situation.has_multiple_hits = has_multiple_hits(*in.caliber, fire_of(in));
  for (Modifier& row : rows.number) situation.sheet.add(AttackRoll::to_hit_number, std::move(row));
  for (Modifier& row : rows.drm) situation.sheet.add(AttackRoll::to_hit_dr, std::move(row));
}

}  // namespace

AttackSituation attack_situation(const AttackInputs& in) {
  AttackSituation situation = shot_situation(in, throws_to_hit(in) ? HasToHitDr::yes : HasToHitDr::no);
  if (throws_to_hit(in)) add_to_hit(in, situation);
  if (can_kindle(in)) situation.flame = flame_of(in, situation.sheet);
  return situation;
}

namespace {

// Whether who has been attacked as he entered a minefield stays in it (B28.41): the pinned, and the broken unless they were before, and
// rout through it.
bool stays_in_minefield(const AttackInputs& before, const AttackInputs& in, TargetStatus status,
                        const std::vector<TargetStatus>& at_first) {
  if (before.weapon != Weapon::mines || in.weapon != Weapon::mines || status == TargetStatus::unpinned) return false;
  return status == TargetStatus::pinned || std::find(at_first.begin(), at_first.end(), TargetStatus::broken) == at_first.end();
}

// Adds one that is not like the first, of that phase; `before` is the attack before it.
void add_own_attack(AttackSituation& situation, FirePhase first, const AttackInputs& before, const AttackInputs& in,
                    const Following& following) {
  require_lawful_attack(in);
  int column = 0;
  if (following.is_residual()) {
    const IftAttack& left_by = situation.attacks.back()[situation.status()];
    if (!leaves_residual_fp(before))
      throw BadInput({}, "{then residual} where no Residual FP is left", "OBA, mines and Residual FP leave none, A8.2", "leave it out");
    if (first == FirePhase::advancing || first == FirePhase::opportunity)
      throw BadInput({}, "{then residual} where no Residual FP is left", "only fire of the enemy's MPh leaves it, A8.2", "leave it out");
    column = residual_left(before, left_by.column);
    if (left_by.cowering_columns > 0)
      situation.if_cowered[situation.attacks.size()] = residual_left(before, columns_left(left_by.column, left_by.cowering_columns));
  } else {
    require_lawful_firepower(in, "then", following.firepower);
    column = *column_for_firepower(parse_firepower(following.firepower), table_if(in.iift));
  }
  const auto sheets = on_each(in, [](const AttackInputs& at) { return sheet_of(at, false); });
  const int cowering = cowering_columns(in.cowering, own_cowering_columns(in));
  AttackOnEach& attack = situation.attacks.emplace_back();
  for (const TargetStatus status : target_statuses)
    attack[status] = {stays_in_minefield(before, in, status, situation.statuses) ? -1 : column, ift_drm(sheets[status]), cowering};
  for (Modifier& modifier : sheets[situation.status()].modifiers()) {
    modifier.reason += ", attack " + std::to_string(situation.attacks.size());
    situation.of_later.push_back(std::move(modifier));
  }
}

// What it refuses is at {then}.
template <class Read>
void at_then(Read read) {
  try {
    read();
  } catch (const BadInput& bad) {
    Fault fault = bad.fault();
    fault.field = "then";
    throw BadInput(std::move(fault));
  }
}

}  // namespace

namespace {

// By its rate of fire: what is left of it for each set of crews that have cowered.
FiresAgain fires_again(const AttackInputs& in, const AttackOnEach& first) {
  if (in.caliber) return {.without = {first, std::nullopt}};
  OnEachStatus<FiredAgain> on;
  for (const TargetStatus status : target_statuses) on[status] = fired_again(fired_at(in, status));
  const FiredAgain& all = on[TargetStatus::unpinned];
  FiresAgain again{.others = all.others};
  const int heroic = in.by.empty() ? 0 : heroism_of(firers_of(in), conditions_of(in)).drm();
  const int exhausted = hardship_of(in).exhausted ? 1 : 0;
  for (std::size_t i = 0; i < all.crews.size(); ++i) again.can_cower |= all.crews[i].can_cower ? 1U << i : 0U;
  if (again.can_cower == 0 && all.others == 0) again.can_cower = (1U << all.crews.size()) - 1;  // told to, all the same
  for (unsigned cowered = 0; cowered < 1U << all.crews.size(); ++cowered) {
    AttackOnEach attack = first;
    bool is_attack = false;
    for (const TargetStatus status : target_statuses) {
      double firepower = 0;
      for (std::size_t i = 0; i < all.crews.size(); ++i) firepower += cowered >> i & 1U ? 0 : on[status].crews[i].firepower;
      const auto column = column_for_firepower(firepower, table_if(in.iift));
      attack[status].column = column.value_or(-1);
      attack[status].drm += all.heroic_drm - heroic + (all.exhausted ? 1 : 0) - exhausted;
      is_attack |= column.has_value();
    }
    again.without.push_back(is_attack ? std::optional(attack) : std::nullopt);
  }
  return again;
}

// A22.62: the MOL is lost, and all that he who throws it has brought to the attack.
AttackOnEach when_thrower_breaks(const AttackInputs& in, const AttackOnEach& all) {
  const auto firers = in.by.empty() ? std::vector<Firer>{} : firers_of(in);
  const auto left = firers.empty() ? firers : without_thrower(firers);
  AttackOnEach attack = all;
  for (const TargetStatus status : target_statuses) attack[status].column = -1;
  if (left.empty()) return attack;
  FireConditions conditions = conditions_of(in);
  if (!conditions.range) conditions.range = most_mol_range;
  const auto column = column_for_firepower(firepower_of(left, conditions).total, table_if(in.iift));
  const auto drm_of = [&](const std::vector<Firer>& who) {
    return given_leadership(in).value_or(model::leadership_of(who).value_or(0)) + heroism_of(who, conditions).drm() +
           model::hardship_of(who).drm();
  };
  const int drm = drm_of(left) - drm_of(firers);
  const int cowering = cowering_columns(in.cowering, given_leadership(in) ? 0 : cowering_columns(left));
  for (const TargetStatus status : target_statuses) attack[status] = {column.value_or(-1), attack[status].drm + drm, cowering};
  return attack;
}

IftResult mc_by_wp(const Sheet<AttackRoll>& sheet) {
  const int drm = sheet.on(AttackRoll::morale_check);
  if (drm < least_mc_drm || drm > most_mc_drm)
    throw BadInput("drm", "a NMC with " + with_sign(drm) + " in all", "no MC by WP has such a DRM, A24.31", "give another {drm}");
  return {IftResult::Kind::MC, drm};
}

}  // namespace

AttackSituation shot_situation(const AttackInputs& in, HasToHitDr has_to_hit_dr) {
  const std::vector<TargetStatus> statuses = statuses_of(in);
  const AttackInputs at_first = fired_at(in, statuses.front());
  AttackInputs asked = in;
  asked.known_far_away = at_first.known_far_away;
  require_lawful_attack(asked);
  const bool can_be_critical = in.caliber && (is_oba(fire_of(in)) || has_to_hit_dr == HasToHitDr::yes);
  const auto sheets = on_each(in, [&](const AttackInputs& at) { return sheet_of(at, can_be_critical); });
  const auto columns = on_each(in, first_column);
  AttackSituation situation{.statuses = statuses, .sheet = sheets[statuses.front()]};
  if (!in.caliber) situation.firepower = firepower_of(at_first);
  const int cowering = cowering_columns(in.cowering, own_cowering_columns(in));
  AttackOnEach& first = situation.attacks.emplace_back();
  for (const TargetStatus status : target_statuses) first[status] = {columns[status], ift_drm(sheets[status]), cowering};
  if (in.rate_of_fire) {
    situation.rate_of_fire = *in.rate_of_fire;
    situation.again = fires_again(in, situation.attacks.front());
  }
  AttackInputs before = in;
  for (const std::string& then : in.then) {
    const Following following = following_of(then);
    at_then([&] {
      AttackInputs asked = inputs_of(in, following);
      if (following.is_like_the_first()) {
        const int column = *column_for_firepower(parse_firepower(then), table_if(in.iift));
        AttackOnEach attack = situation.attacks.front();
        for (const TargetStatus status : target_statuses)
          attack[status].column = stays_in_minefield(before, asked, status, statuses) ? -1 : column;
        situation.attacks.push_back(attack);
      } else {
        add_own_attack(situation, in.phase, before, asked, following);
      }
      before = std::move(asked);
    });
  }
  if (!in.by.empty()) situation.malfunctions_from = breakdown_of(firers_of(in));
  if (is_dc(in)) situation.dud_from = dc_malfunctions_from(in.non_elite);
  if (is_ft(in)) situation.empty_from = flamethrower_empty_from(in.x_number, in.non_elite);
  if (is_mol(in)) {
    const bool can_burn = fire_numbers(burns_as(in.terrain)) && !in.fortified;
    situation.mol = MolThrow{can_burn, when_thrower_breaks(in, situation.attacks.front())};
  }
  situation.pillbox = pillbox_of(in, situation.sheet);
  if (is_interdiction(in)) situation.without_dr = IftResult{IftResult::Kind::MC, 0};  // A10.53
  if (is_wp(in)) situation.without_dr = mc_by_wp(situation.sheet);
  if (can_be_critical) {
    AttackOnEach& critical = situation.critical_hit.emplace();
    for (const TargetStatus status : target_statuses)
      critical[status] = {critical_hit(in).column, sheets[status].on(AttackRoll::critical_hit)};
  }
  return situation;
}

namespace {

// The inputs that equal questions have.
AttackInputs as_read(AttackInputs in) {
  in.gun.cases = cases_as_read(in.gun.cases);
  return in;
}

}  // namespace

Description description_of(const AttackInputs& in, const AttackSituation& situation, const std::vector<UnitEntry>& units) {
  Description description{.inputs = model::inputs_of(attack_questionnaire(), as_read(in)),
                          .modifiers = situation.sheet.modifiers(),
                          .notes = notes_of(in, situation, units)};
  if (!situation.of_later.empty()) description.modifiers_of = ModifiersOf::several_rolls;
  description.modifiers.insert(description.modifiers.end(), situation.of_later.begin(), situation.of_later.end());
  const auto is_modified = [&](AttackRoll roll) { return situation.sheet.on(roll) != 0; };
  if (situation.critical_hit || is_modified(AttackRoll::rubble_dr) || is_modified(AttackRoll::kindling_dr))
    description.modifiers_of = ModifiersOf::several_rolls;
  description.headline = headline_of(units);
  description.untold = untold_of(units);
  if (situation.to_hit) description.headline.insert(description.headline.begin(), {{"hits", "hit"}, {"critically", "critical hit"}});
  if (situation.flame || (situation.mol && situation.mol->can_burn)) description.headline.push_back({"starts a Flame", "flame"});
  if (situation.pillbox) description.headline.push_back({"eliminates the pillbox", "pillbox eliminated"});
  if (in.attackers_san) description.headline.push_back({"the attacker's sniper attacks", "attacker's sniper attacks"});
  if (in.defenders_san) description.headline.push_back({"the defender's sniper attacks", "defender's sniper attacks"});
  if (in.range && situation.to_hit) {
    description.figures = figures_of(*situation.to_hit);
    description.summary.push_back(needed_in_words(*situation.to_hit));
  }
  if (!in.by.empty()) {
    Firepower firepower = computed_firepower(fired_at(in, situation.status()));
    description.figures = {{"firepower", firepower.total}};
    description.worked_out = std::move(firepower.lines);
  } else if (!in.fp.empty() && is_halved_by_concealment(in)) {
    description.figures = {{"firepower", situation.firepower}};
    description.worked_out = {without_zeros(parse_firepower(in.fp)) +
                              " FP, x1/2 concealed target, Area Fire (A7.23): " + without_zeros(situation.firepower) + " FP"};
  }
  if (is_wp(in)) {
    description.summary.push_back("WP: a NMC, DRM " + with_sign(situation.without_dr->number) + " (A24.31)");
    return description;
  }
  if (is_interdiction(in)) {
    description.summary.emplace_back("Interdiction: a NMC; who is broken and fails it loses men (A10.53)");
    return description;
  }
  for (std::size_t i = 0; i < situation.attacks.size(); ++i) {
    description.summary.push_back(summary_of(in, i, situation));
    if (i == 0 && situation.again && in.caliber)
      description.summary.push_back("again on a colored To Hit dr of " + std::to_string(situation.rate_of_fire) +
                                    (situation.rate_of_fire > 1 ? " or less" : "") + " (C2.24)");
    else if (i == 0 && situation.again)
      description.summary.push_back("again on a colored dr of " + std::to_string(situation.rate_of_fire) +
                                    (situation.rate_of_fire > 1 ? " or less" : "") +
                                    " (A9.2): " + without_zeros(firepower_again(fired_at(in, situation.status()))) + " FP on the " +
                                    column_head((*situation.again->without.front())[situation.status()].column) + " column");
  }
  if (const auto& critical = situation.critical_hit; critical && !situation.to_hit)
    description.summary.front() += "; on an Original 2 a critical hit on one target, the " +
                                   column_head((*critical)[situation.status()].column) + " column, DRM " +
                                   with_sign((*critical)[situation.status()].drm);
  return description;
}

}  // namespace boxcars::model
