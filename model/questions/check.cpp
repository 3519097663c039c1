#include "model/questions/check.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/parts/equals.hpp"
#include "model/parts/heat_of_battle.hpp"
#include "model/questions/vehicle_shots.hpp"
#include "model/rules/armory.hpp"
#include "model/rules/close_combat.hpp"
#include "model/rules/close_combat_vehicle.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/morale.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/rally.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {
namespace {

using Takes = CheckTakes;
constexpr int any_lower = -100, any_higher = 100;

}  // namespace

struct KindOfCheck {
  // What an Original number brings, whatever the drm: an event of the row.
  struct OnOriginal {
    int number = 0;
    int event = 0;
    bool ends = false;  // nothing else comes of it
  };

  std::string_view name;
  CheckKind kind;
  CheckTakes takes;
  Dice dice;
  std::string_view thrown;
  std::string_view rule;
  std::vector<std::string_view> events;
  bool repeats = false;  // whether turns say how often
  Range number{};
  std::string_view who{};  // what is to be given
  std::optional<int> number_if_none{};
  int limit = 0;               // a Final number of at most this brings the first event; 0: the number given
  std::array<int, 3> sizes{};  // drm of a squad, of a half-squad or crew, of a SMC
  int broken = 0;              // drm of a unit that is broken
  OnOriginal on_original{};
  std::optional<int> on_original_of_pinned{};  // the event instead, of a unit that is pinned
  std::vector<BandOfCheck> bands{};            // instead of a limit: of the Final number, above the number given if there is one
  std::string_view measure{};
  std::string_view aside{};  // what else is to be said of it
  bool earns_labor = false;  // who fails has -1 on the next try, and then -2 (B24.8)
};

namespace {

using Band = BandOfCheck;

// In the order of the events: a hero, hardening, berserk, surrender.
std::vector<Band> bands_of_heat_of_battle(const Unit& unit = {}, int surrenders = 12) {
  using enum HeatOfBattle;
  const std::array<std::vector<HeatOfBattle>, 4> events{
      {{hero, hero_and_hardening}, {hero_and_hardening, hardening}, {berserk}, {surrender}}};
  std::vector<Band> bands;
  for (const std::vector<HeatOfBattle>& results : events) {
    Band band{any_higher, any_lower, static_cast<int>(bands.size())};
    for (int final_dr = any_lower; final_dr <= any_higher; ++final_dr) {
      const bool brings = std::find(results.begin(), results.end(), heat_of_battle(unit, {}, final_dr, 0, surrenders)) != results.end();
      if (brings) band.low = std::min(band.low, final_dr), band.high = std::max(band.high, final_dr);
    }
    bands.push_back(band);  // which may be empty
  }
  return bands;
}

const std::vector<KindOfCheck>& kinds_of_check() {
  using enum CheckKind;
  using enum CheckTakes;
  static const std::vector<KindOfCheck> kinds{
      {"MC",
       morale,
       unit,
       Dice::DR,
       "MC DR",
       "A10.3",
       {"passes", "pins", "breaks", "reduced", "wounded", "eliminated", "replaced", "disrupted"}},
      {"PTC", pin_task, unit, Dice::DR, "PTC DR", "A7.305", {"passes", "pins"}},
      {"TC", task, unit, Dice::DR, "TC DR", "A10.3", {"passes", "fails"}},
      {"PAATC", task, unit, Dice::DR, "PAATC DR", "A11.6", {"passes", "pins"}},
      {"rally", rally, unit, Dice::DR, "Rally DR", "A10.6", {"rallies", "reduced", "wounded", "eliminated"}, true},
      {"self-rally", self_rally, unit, Dice::DR, "Rally DR", "A10.63", {"rallies", "reduced", "wounded", "eliminated"}, true},
      {"interdiction", interdiction, unit, Dice::DR, "NMC DR", "A10.53", {"passes", "pins", "reduced", "wounded", "eliminated"}},
      {.name = "heat-of-battle",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::DR,
       .thrown = "Heat of Battle DR",
       .rule = "A15.1",
       .events = {"hero", "battle hardening", "berserk", "surrenders"},
       .broken = +1,
       .bands = bands_of_heat_of_battle(),
       .aside = "; whose it is and how good are --nation and --class"},
      {.name = "leader-creation",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "Leader Creation dr",
       .rule = "A18.11",
       .events = {"creates a leader", "8-1", "8-0", "7-0", "6+1"},
       .broken = +1,
       .bands = {{any_lower, 6, 0}, {any_lower, 1, 1}, {2, 3, 2}, {4, 5, 3}, {6, 6, 4}},
       .aside = "; whose it is is --nation"},
      {"sniper",
       sniper,
       number,
       Dice::DR,
       "DR",
       "A14.1",
       {"sniper attacks", "activated", "attacks on a dr of 1", "attacks on a dr of 2"},
       false,
       {2, 7, "SAN, A14.1"},
       "the SAN"},
      {.name = "sniper-check",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::DR,
       .thrown = "Sniper Check DR",
       .rule = "A14.4",
       .events = {"eliminates the sniper", "pins the sniper"},
       .sizes = {-2, -1, 0},
       .bands = {{any_lower, 2, 0}, {3, 3, 1}}},
      {.name = "rof",
       .kind = rate_of_fire,
       .takes = number,
       .dice = Dice::DR,
       .thrown = "DR",
       .rule = "A9.2",
       .events = {"keeps rate of fire", "malfunctions", "keeps it 2 times", "keeps it 3 times"},
       .repeats = true,
       .number = {1, 3, "rates of fire, A9.2"},
       .who = "the rate of fire, or the weapon",
       .measure = "shots fired"},
      {.name = "concealment",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "Concealment dr",
       .rule = "A12.12",
       .events = {"gains concealment"},
       .limit = 5,
       .sizes = {3, 2, 1},
       .aside = ", in Concealment Terrain or out of sight (A12.12)"},
      {.name = "search",
       .kind = small,
       .takes = nothing,
       .dice = Dice::dr,
       .thrown = "Search dr",
       .rule = "A12.152",
       .events = {"all are searched"},
       .bands = {{any_lower, 0, 0}},
       .measure = "hexes not searched"},
      {.name = "search-casualties",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "Search Casualties dr",
       .rule = "A12.154",
       .events = {"casualties"},
       .limit = 1},
      {.name = "smoke",
       .kind = small,
       .takes = number,
       .dice = Dice::dr,
       .thrown = "SMOKE dr",
       .rule = "A24.1",
       .events = {"smoke placed", "move ends"},
       .number = {1, 6, "SMOKE exponents, A24.1"},
       .who = "the SMOKE exponent",
       .on_original = {6, 1}},
      {.name = "radio",
       .kind = small,
       .takes = number,
       .dice = Dice::DR,
       .thrown = "Contact DR",
       .rule = "C1.2",
       .events = {"contact", "malfunctions"},
       .repeats = true,
       .number = {2, 12, "Contact numbers, C1.2"},
       .who = "the Contact number",
       .on_original = {12, 1, true},
       .aside = "; a 12 breaks it"},
      {"battery-access", battery_access, chits, Dice::DR, "chit", "C1.21", {"access", "battery lost"}, true},
      {.name = "accuracy",
       .kind = accuracy,
       .takes = number,
       .dice = Dice::dr,
       .thrown = "Accuracy dr",
       .rule = "C1.31",
       .events = {"accurate"},
       .number = {1, 4, "accuracy numbers, C1.31"},
       .who = "the accuracy number, or --nation",
       .measure = "hexes off",
       .aside = "; else it is as many hexes off as a dr says"},
      {.name = "recovery",
       .kind = small,
       .takes = nothing,
       .dice = Dice::dr,
       .thrown = "Recovery dr",
       .rule = "A4.44",
       .events = {"recovered"},
       .repeats = true,
       .limit = 5},
      {.name = "repair",
       .kind = small,
       .takes = number,
       .dice = Dice::dr,
       .thrown = "Repair dr",
       .rule = "A9.72",
       .events = {"repaired", "disabled"},
       .repeats = true,
       .number = {1, 5, "repair numbers, A9.72"},
       .who = "the repair number, or the weapon",
       .on_original = {6, 1, true},
       .aside = "; a 6 disables it"},
      {"ambush", CheckKind::ambush, drms, Dice::dr, "Ambush dr", "A11.4", {"attacker ambushes", "defender ambushes"}},
      {"wound", wound, perhaps_unit, Dice::dr, "Wound Severity dr", "A17.11", {"wounded", "eliminated", "reduced"}},
      {.name = "entrench",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::DR,
       .thrown = "Entrenching DR",
       .rule = "B27.11",
       .events = {"entrenches"},
       .repeats = true,
       .limit = 5,
       .sizes = {0, 1, 1},
       .earns_labor = true},
      {.name = "PF",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "PF Check dr",
       .rule = "C13.31",
       .events = {"has a shot", "pins", "breaks"},
       .limit = usage_check_at_most,
       .sizes = usage_check_drm,
       .on_original = {6, 1},
       .on_original_of_pinned = 2},
      {.name = "MOL",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "MOL Check dr",
       .rule = "A22.6",
       .events = {"passes"},
       .limit = usage_check_at_most,
       .sizes = usage_check_drm},
      {.name = "ATMM",
       .kind = small,
       .takes = perhaps_unit,
       .dice = Dice::dr,
       .thrown = "ATMM Check dr",
       .rule = "C13.7",
       .events = {"passes", "pins"},
       .limit = usage_check_at_most,
       .sizes = usage_check_drm,
       .on_original = {6, 1}},
      {.name = "manhandling",
       .kind = small,
       .takes = number,
       .dice = Dice::DR,
       .thrown = "Manhandling DR",
       .rule = "C10.3",
       .events = {"passes"},
       .number = {2, 15, "Manhandling numbers, C10.3"},
       .who = "the Manhandling number",
       .number_if_none = 12},
      {.name = "climbing",
       .kind = small,
       .takes = nothing,
       .dice = Dice::DR,
       .thrown = "Falling DR",
       .rule = "B11.43",
       .events = {"passes", "no progress", "falls"},
       .bands = {{any_lower, 9, 0}, {10, 10, 1}, {11, any_higher, 2}}},
      {.name = "depletion",
       .kind = small,
       .takes = number,
       .dice = Dice::DR,
       .thrown = "DR",
       .rule = "C8.9",
       .events = {"may fire it", "the last round", "has none left"},
       .number = {2, 11, "Depletion Numbers, C8.9"},
       .who = "the Depletion Number",
       .bands = {{any_lower, -1, 0}, {0, 0, 1}, {1, any_higher, 2}}},
      {.name = "crew-survival",
       .kind = small,
       .takes = number,
       .dice = Dice::DR,
       .thrown = "Crew Survival DR",
       .rule = "D5.6",
       .events = {"crew survives"},
       .number = {2, 11, "CS numbers, D5.6"},
       .who = "the CS number, or the vehicle"},
      {"shock", shock, nothing, Dice::dr, "Shock dr", "C7.42", {"recovers", "Unconfirmed Kill", "eliminated"}, true},
      {.name = "hidden-gun",
       .kind = small,
       .takes = number,
       .dice = Dice::dr,
       .thrown = "colored die of the To Hit DR",
       .rule = "A12.34",
       .events = {"revealed"},
       .number = {5, 6, "colored dice that reveal a Gun, A12.34"},
       .who = "5 within 16 hexes, 6 beyond",
       .bands = {{0, any_higher, 0}}},
      {.name = "A-T-mines",
       .kind = small,
       .takes = number,
       .dice = Dice::dr,
       .thrown = "A-T Mine dr",
       .rule = "B28.52",
       .events = {"sets off the mines"},
       .number = {1, 5, "factors of A-T mines, B28.5"},
       .who = "the factors"},
      {.name = "DC-position",
       .kind = small,
       .takes = nothing,
       .dice = Dice::DR,
       .thrown = "DC Position DR",
       .rule = "C7.346",
       .events = {"against the Aerial AF", "against the AF", "no effect on an AFV"},
       .bands = {{any_lower, 5, 0}, {6, 8, 1}, {9, any_higher, 2}}},
      {"wind", wind, nothing, Dice::DR, "Wind Change DR", "B25.65", {"gusts", "another direction", "another force"}},
  };
  return kinds;
}

std::vector<Band> bands_of(const KindOfCheck& row, int number, const Unit& unit, int surrenders) {
  std::vector<Band> bands = row.name == "heat-of-battle" ? bands_of_heat_of_battle(unit, surrenders) : row.bands;
  for (Band& band : bands) band.low += number, band.high += number;
  return bands;
}

// Other names of the same roll, and the number of the MC that they are.
struct OtherName {
  std::string_view name, kind;
};
constexpr std::array<OtherName, 10> other_names{{{"NTC", "TC"},
                                                 {"FPF", "NMC"},
                                                 {"HoB", "heat-of-battle"},
                                                 {"panzerfaust", "PF"},
                                                 {"PFk", "PF"},
                                                 {"entrenching", "entrench"},
                                                 {"wind-change", "wind"},
                                                 {"OBA-accuracy", "accuracy"},
                                                 {"low-ammo", "depletion"},
                                                 {"DC", "DC-position"}}};

constexpr int most_morale_number = 9;
constexpr int heats_on = 2;  // an Original MC DR (A15.1)
constexpr int sniper_eliminates_at = 1, sniper_wounds_at = 2;
constexpr int gusts_at = 12, wind_changes_at = 2, force_from = 5;  // of the Wind Change DR, and of the dr that follows

const KindOfCheck& morale_row() { return kinds_of_check().front(); }
const KindOfCheck& task_row() {
  const auto& kinds = kinds_of_check();
  return *std::find_if(kinds.begin(), kinds.end(), [](const KindOfCheck& row) { return row.name == "TC"; });
}

// "2MC" as its row and number; NMC is 0.
std::pair<const KindOfCheck*, int> read_kind(std::string_view typed) {
  for (const OtherName& other : other_names) {
    if (same_word(other.name, typed)) typed = other.kind;
  }
  const std::string kind = in_small_letters(typed);
  if (kind == "nmc") return {&morale_row(), 0};
  if (kind.ends_with("mc") || kind.ends_with("tc")) {
    const KindOfCheck& row = kind.ends_with("mc") ? morale_row() : task_row();
    const auto number = whole_number(std::string_view(kind).substr(0, kind.size() - 2));
    if (number && *number >= 0 && *number <= most_morale_number) return {&row, *number};
  }
  std::vector<std::string> known{"NMC", "2MC"};
  for (const KindOfCheck& row : kinds_of_check()) {
    if (row.kind == CheckKind::morale) continue;
    if (same_word(row.name, typed)) return {&row, 0};
    known.emplace_back(row.name);
  }
  at_field("kind", [&] { throw_unknown("check", typed, known); });
  return {};
}

// However it is typed.
std::string kind_said(const CheckInputs& in) {
  if (in.kind.empty()) return "";
  const auto [row, number] = read_kind(in.kind);
  if (row->kind == CheckKind::morale && number == 0) return "NMC";
  return (number == 0 ? "" : std::to_string(number)) + std::string(row->name);
}

std::string kind_typed(const CheckInputs& in) { return in.kind.empty() ? "NMC" : in.kind; }
const KindOfCheck& row_of(const CheckInputs& in) { return *read_kind(kind_typed(in)).first; }

[[noreturn]] void refuse_who(const CheckInputs& in, const std::string& why, const std::string& instead) {
  const std::string who = with_between(in.who, " ");
  throw BadInput("who", who.empty() ? "nothing to check " + kind_typed(in) + " with" : shown(who) + " cannot be checked", why, instead);
}

constexpr Range morale_levels{1, 10, "Morale Levels"};

// "7": whoever has this Morale Level, as a squad takes it.
UnitEntry unit_of_morale(int level) {
  require_range("who", level, morale_levels.low, morale_levels.high, std::string(morale_levels.why));
  UnitEntry unit = parse_unit("4-4-7");
  unit.name = "morale " + std::to_string(level);
  unit.unit.morale = unit.unit.broken_morale = level;
  return unit;
}

UnitEntry unit_of(const CheckInputs& in) {
  if (in.who.size() != 1) refuse_who(in, "it is a check of one unit", "give it like boxcars check " + kind_typed(in) + " 4-6-7");
  if (const auto level = whole_number(in.who.front()); level && row_of(in).takes == Takes::unit) return unit_of_morale(*level);
  UnitEntry unit = at_field("who", [&] { return parse_unit(in.who.front()); });
  if (unit.count) refuse_who(in, "it is a check of one unit", "leave the number out");
  return unit;
}

// What a weapon's counter has of both, by its kind; those of a few nations differ.
struct WeaponNumbers {
  std::string_view name;
  int rate_of_fire, repaired_to;
};
constexpr std::array<WeaponNumbers, 5> weapons_of_sort{{{"LMG", 1, 1}, {"MMG", 2, 2}, {"HMG", 3, 3}, {".50", 3, 2}, {"ATR", 0, 1}}};
constexpr int repaired_gun_of_vehicle = 1;  // D3.7

// Of "HMG", "Russian HMG", "mg:6-12", "PaK 38".
WeaponNumbers numbers_of_weapon(const std::string& typed) {
  const auto [name, list] = name_and_list(typed);
  for (const WeaponNumbers& row : weapons_of_sort) {
    if (!same_word(row.name, name)) continue;
    const bool is_light_50 = row.name == ".50" && (list == "japanese" || list == "allied");  // 8-14
    return {row.name, is_light_50 ? 2 : row.rate_of_fire, row.repaired_to};
  }
  if (means_mg(in_small_letters(typed))) {
    const Firer mg = at_field("who", [&] { return parse_firer(typed); });
    const int rate = rate_of_fire_of_mg(mg.firepower, mg.range);
    constexpr int heavy_50 = 8;
    return {"", rate, mg.firepower >= heavy_50 ? 2 : std::max(1, rate)};
  }
  const Firearm gun = find_firearm("who", typed);
  return {"", gun.rate_of_fire, gun.is_vehicle ? repaired_gun_of_vehicle : 0};
}

// Of a weapon instead of a number.
std::optional<int> number_of_weapon(const CheckInputs& in, const KindOfCheck& row) {
  const bool fires = row.kind == CheckKind::rate_of_fire;
  const std::string typed = with_between(in.who, " ");
  if (in.who.empty() || !is_of_weapon(row.name)) return std::nullopt;
  if (row.name == "crew-survival") return find_vehicle("who", typed).crew_survival;
  const WeaponNumbers numbers = numbers_of_weapon(typed);
  const int number = fires ? numbers.rate_of_fire : numbers.repaired_to;
  if (number == 0)
    refuse_who(in, fires ? "it has no rate of fire" : "its repair number stands on its counter, and in no list",
               fires ? "give one that has, or a number" : "give the number");
  return number;
}

UnitClass class_of(const CheckInputs& in) { return in.of.value_or(UnitClass::first_line); }
const NationalNumbers* nation_of(const CheckInputs& in) { return in.nation ? &numbers_of(*in.nation) : nullptr; }
std::string nation_told(const CheckInputs& in) { return std::string(name_of(*in.nation, nation_choices)); }

// Where nothing is typed, and its nation has it.
std::optional<int> number_if_none(const CheckInputs& in, const KindOfCheck& row) {
  if (row.name == "accuracy" && in.nation) return nation_of(in)->accurate_to;
  if (row.name != "radio" || !in.nation) return row.number_if_none;
  if (!nation_of(in)->contact) refuse_who(in, "the Contact number of a " + nation_told(in) + " radio depends on the year, C1.2", "give it");
  return nation_of(in)->contact;
}

int number_of(const CheckInputs& in, const KindOfCheck& row) {
  if (in.who.empty()) {
    if (const auto number = number_if_none(in, row)) return *number;
  }
  const auto typed = in.who.size() == 1 ? whole_number(in.who.front()) : std::nullopt;
  const auto number = typed ? typed : number_of_weapon(in, row);
  if (!number)
    refuse_who(in, "it is rolled against " + std::string(row.who),
               "give it like boxcars check " + std::string(row.name) + " " + std::to_string(row.number.high));
  require_range("who", *number, row.number.low, row.number.high, std::string(row.number.why));
  return *number;
}

// "8/3": black and red.
std::array<int, 2> chits_of(const CheckInputs& in) {
  constexpr int most_chits = 18;
  if (in.who.empty() && in.nation) {
    if (nation_of(in)->chits[0] == 0)
      refuse_who(in, nation_told(in) + " draw piles are of several kinds, C1.211", "give it like boxcars check battery-access 8/3");
    return nation_of(in)->chits;
  }
  if (in.who.size() == 1) {
    const std::string& text = in.who.front();
    const auto slash = text.find('/');
    const auto black = whole_number(std::string_view(text).substr(0, slash));
    const auto red = slash == std::string::npos ? std::nullopt : whole_number(std::string_view(text).substr(slash + 1));
    if (black && red && *black >= 1 && *red >= 1 && *black <= most_chits && *red <= most_chits) return {*black, *red};
  }
  refuse_who(in, "it is the number of black and of red chits, 1 to " + std::to_string(most_chits),
             "give it like boxcars check battery-access 8/3");
}

// Of whoever directs it, however he is given.
std::optional<int> leadership_in_check(const CheckInputs& in) {
  if (in.leader.empty()) return in.leadership;
  return at_field("leader", [&] { return parse_leadership(in.leader); });
}

// The number of a MC, the DRM of a leader, and of what else there is.
Sheet<int> sheet_of_check(const CheckInputs& in, const KindOfCheck& row, int number, const UnitEntry& unit) {
  constexpr int on_it = 0;
  Sheet<int> sheet;
  const std::string rule(row.rule);
  if (number > 0) sheet.add(on_it, {number, std::to_string(number) + std::string(row.name), rule});
  sheet.add(on_it, {leadership_in_check(in).value_or(0), "leader", rule});
  if (row.kind == CheckKind::self_rally) sheet.add(on_it, {self_rally_drm, "Self-Rally", "A10.63"});
  const bool conceals = row.name == "concealment";
  if (in.terrain) {
    if (conceals)
      sheet.add(on_it, {-tem(*in.terrain).amount, "TEM", rule});
    else
      sheet.add(on_it, {rally_drm(*in.terrain), "terrain", "A10.61"});
  }
  if (row.takes == Takes::perhaps_unit && !in.who.empty()) {
    const int size = row.sizes[is_smc(unit.unit) ? 2 : unit.unit.kind == UnitKind::squad ? 0 : 1];
    sheet.add(on_it, {size, "size of the unit", rule});
    const bool is_hero = unit.unit.kind == UnitKind::hero;
    if (row.name == "sniper-check" && is_hero) sheet.add(on_it, {-1, "hero", rule});
    if (conceals && is_hero && !is_stealthy(in.nation, class_of(in))) sheet.add(on_it, {-1, "Stealthy", "A11.17"});
    if (row.name == "leader-creation")
      sheet.add(on_it, {unit.unit.morale >= 8 ? -1 : unit.unit.morale <= 6 ? +1 : 0, "its Morale Level", rule});
    sheet.add(on_it, {unit.unit.start.broken ? row.broken : 0, "broken", rule});
  }
  for (Modifier& modifier : modifiers_of_unit(row.name, in.nation, class_of(in), leadership_in_check(in).has_value()))
    sheet.add(on_it, std::move(modifier));
  sheet.add(on_it, {in.drm, "other DRM, as given", rule});
  return sheet;
}

// Who makes no such roll.
void require_able(const CheckInputs& in, const KindOfCheck& row, const UnitEntry& typed) {
  if (in.who.empty() || (row.takes != Takes::unit && row.takes != Takes::perhaps_unit)) return;
  const Unit& unit = typed.unit;
  const Condition now = unit.start;
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), row.name) != names.end();
  };
  if (!in.leader.empty() && is_leader(unit)) {
    const Unit helper = at_field("leader", [&] { return parse_unit(in.leader); }).unit;
    const bool checks_broken = is({"rally", "interdiction"});
    if (morale_level(helper, helper.start) <= morale_level(unit, checks_broken ? broken(now) : now))
      throw BadInput("leader", "{leader " + in.leader + "} of a leader " + typed.name, "his own Morale Level is not higher, A10.7",
                     "leave it out");
  }
  if (row.kind == CheckKind::wound && !is_smc(unit)) refuse_who(in, "only SMC are wounded, A17.1", "give it like 9-1");
  if (is({"entrench"}) && is_smc(unit)) refuse_who(in, "MMC entrench, B27.11", "give it like 4-6-7");
  if (is({"leader-creation"}) && is_smc(unit)) refuse_who(in, "MMC create leaders, A18.11", "give it like 4-6-7");
  if (is({"heat-of-battle"}) && !has_heat_of_battle(unit, now, heats_on))
    refuse_who(in, "crews, heroes and who is berserk have none, A15.1", "give it like 4-6-7");
  if (is({"rally", "self-rally", "interdiction"}) && (is_heroic(unit, now) || now.berserk))
    refuse_who(in, "it never breaks, A15.2, A15.42", "give another unit");
  if (is({"PAATC"}) && !takes_paatc(unit)) refuse_who(in, "only MMC that are not Fanatic take it, A11.6", "leave it out");
  if (is({"concealment", "sniper-check"}) && now.broken)
    refuse_who(in, "it is for Good Order units, " + std::string(row.rule), "leave it out");
  if (is({"MOL"}) && now.pinned) refuse_who(in, "pinned units throw none, A7.8", "leave it out");
  if (is({"rally", "self-rally"}) && now.pinned) refuse_who(in, "a broken unit is never pinned, A7.8", "leave it out");
  if (is({"sniper-check"}) && now.pinned) refuse_who(in, "it is for unpinned units, A14.4", "leave it out");
  if (is({"entrench", "PF", "MOL", "ATMM"}) && now.broken) refuse_who(in, "broken units do nothing of the kind, A10.4", "leave it out");
}

void require_lawful_check(const CheckInputs& in) {
  require_needs(check_questionnaire(), in);
  const KindOfCheck& row = row_of(in);
  const auto only_for = [&](std::string_view field, bool given, bool fits, const std::string& why) {
    if (given && !fits)
      throw BadInput(std::string(field), "{" + std::string(field) + "} with a check " + std::string(row.name), why, "leave it out");
  };
  const bool rallies = row.kind == CheckKind::rally || row.kind == CheckKind::self_rally;
  only_for("dm", in.dm, rallies, "it is on a Rally DR, A10.62");
  only_for("terrain", in.terrain.has_value(), rallies || row.name == "concealment",
           "it is on a Rally DR and a Concealment dr, A10.61, A12.12");
  only_for("nation", in.nation.has_value(), depends_on_nation(row.name), "it is the same for all nations");
  only_for("class", in.of.has_value(), depends_on_class(row.name), "it is the same for all classes");
  if (row.name == "concealment" && in.terrain && (is_outside_hex(*in.terrain) || *in.terrain == Terrain::pillbox))
    throw BadInput("terrain", "{terrain " + std::string(name_of(*in.terrain, terrain_choices)) + "} with a check concealment",
                   *in.terrain == Terrain::pillbox ? "its TEM is on the counter, B30.3" : "only TEM of the hex counts, A12.12",
                   *in.terrain == Terrain::pillbox ? "give its TEM as {drm}, like {drm -3}" : "leave it out");
  if (row.name == "leader-creation" && in.nation && !numbers_of(*in.nation).leader_creation)
    throw BadInput("nation", "leader creation of a {nation " + nation_told(in) + "} unit", "they create none, A18.11", "leave it out");
  only_for("turns", !in.turns.empty(), row.repeats, "it is thrown once");
  only_for("breakdown", in.breakdown.has_value(), row.kind == CheckKind::rate_of_fire, "it is of a MG or Gun that fires, A9.7");
  constexpr auto led = std::to_array<std::string_view>({"sniper-check", "concealment", "entrench", "search", "search-casualties"});
  const bool directs =
      (row.takes == Takes::unit && row.kind != CheckKind::self_rally) || std::find(led.begin(), led.end(), row.name) != led.end();
  constexpr auto read_as_thrown = std::to_array({CheckKind::sniper, CheckKind::rate_of_fire, CheckKind::battery_access});
  only_for("drm", in.drm != 0, std::find(read_as_thrown.begin(), read_as_thrown.end(), row.kind) == read_as_thrown.end(),
           "it is an Original number that counts");
  const std::string why = row.kind == CheckKind::self_rally ? "with a leader who directs it is a rally, A10.63" : "no leader helps there";
  only_for("leadership", in.leadership.has_value(), directs, why);
  only_for("leader", !in.leader.empty(), directs, why);
  require_lawful(check_questionnaire(), in);
}

std::string tell_sum(int drm, int final_number, int against) {
  return (drm == 0 ? "" : with_sign(drm) + ", Final " + std::to_string(final_number) + " ") + "against " + std::to_string(against);
}

}  // namespace

CheckTakes check_takes(std::string_view kind) { return read_kind(kind).first->takes; }

bool is_of_weapon(std::string_view kind) { return kind == "rof" || kind == "repair" || kind == "crew-survival"; }

bool depends_on_nation(std::string_view kind) {
  constexpr auto of_nation_alone = std::to_array<std::string_view>({"leader-creation", "entrench", "radio", "accuracy", "battery-access"});
  return depends_on_class(kind) || std::find(of_nation_alone.begin(), of_nation_alone.end(), kind) != of_nation_alone.end();
}

bool depends_on_class(std::string_view kind) {
  constexpr auto kinds = std::to_array<std::string_view>({"heat-of-battle", "concealment", "search", "search-casualties", "PAATC", "PF"});
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::vector<Modifier> modifiers_of_unit(std::string_view kind, std::optional<Nation> nation, UnitClass of, bool has_leader) {
  const NationalNumbers numbers = nation ? numbers_of(*nation) : NationalNumbers{};
  const std::string whose(nation ? name_of(*nation, nation_choices) : "");
  const bool inexperienced = is_inexperienced(of, has_leader);
  std::vector<Modifier> all;
  const auto add = [&](bool has, int amount, std::string reason, std::string_view rule) {
    if (has && amount != 0) all.push_back({amount, std::move(reason), std::string(rule)});
  };
  if (kind == "heat-of-battle") {
    add(true, numbers.heat_of_battle, whose, "A15.1");
    add(of == UnitClass::elite, -1, "Elite", "A15.1");
    add(inexperienced, +1, "Inexperienced", "A15.1");
  } else if (kind == "leader-creation") {
    add(true, numbers.leader_creation.value_or(0), whose, "A18.11");
  } else if (kind == "concealment" || kind == "search" || kind == "search-casualties") {
    add(kind == "concealment", numbers.concealment, whose, "A12.12");
    add(is_stealthy(nation, of) && kind != "search-casualties", -1, "Stealthy", "A11.17");
    add(is_lax(nation, of, has_leader), +1, "Lax", "A11.18");
  } else if (kind == "entrench") {
    add(true, numbers.entrench, whose, "B27.11");
  } else if (kind == "PAATC") {
    const bool is_minor = nation == Nation::axis_minor || nation == Nation::allied_minor || nation == Nation::italian;
    const bool is_shaky = is_minor || (nation == Nation::chinese && of == UnitClass::first_line);
    add(inexperienced || (is_shaky && of != UnitClass::elite), +1, "1TC", "A11.6");
  } else if (kind == "PF") {
    add(of == UnitClass::conscript, +1, "Conscripts", "C13.31");
    add(nation == Nation::finnish || nation == Nation::axis_minor, +1, whose, "C13.31");
  }
  return all;
}

const Questionnaire<CheckInputs>& check_questionnaire() {
  using In = CheckInputs;
  const std::string_view roll = "The roll", rally = "Rally";
  static const Questionnaire<In> asks{
      .name = "check",
      .title = "One roll, or a few: a MC, Rally, a sniper.",
      .examples = {"boxcars check 2MC 4-6-7", "boxcars check rally 4-6-7 --dm --leader 9-1 --turns 3", "boxcars check sniper 4",
                   "boxcars check battery-access 8/3 --turns 4"},
      .fields =
          {text("kind", &In::kind, "KIND", "NMC, 2MC, PTC, TC, rally, self-rally, ...; see below")
               .saying([](const In& in) { return as_value(kind_said(in)); })
               .like("2MC")
               .in(roll)
               .bare(),
           words("who", &In::who, FieldKind::unit, "WHO", "the unit, its Morale Level, or the number needed").like("4-6-7").in(roll).bare(),
           integer("drm", &In::drm, any_drm, "all other DRM or drm, added up").in(roll),
           integer("leadership", &In::leadership, leaders_drm, "DRM of a leader who directs it")
               .saying([](const In& in) { return said_unless_0(leadership_in_check(in)); })
               .in(roll),
           leader_field("leader", &In::leader, "or that leader's counter").in(roll),
           word("turns", &In::turns, "T", "number of tries (RPh, shots, Player Turns); default 1")
               .saying([](const In& in) { return times_said("turns", in.turns); })
               .in(roll),
           choice("nation", &In::nation, nation_choices, "whose the unit is, where it has a DRM").in(roll),
           choice("class", &In::of, class_choices, "how good it is; default first-line").in(roll),
           flag("dm", &In::dm, "Desperation Morale, in the first RPh").in(rally),
           choice("terrain", &In::terrain, terrain_choices, "where it rallies or hides: woods, stone, trench, ...").in(rally),
           integer("breakdown", &In::breakdown, {7, 12, "breakdown numbers, A9.7"}, "breakdown number of the weapon; default none")
               .in(roll)},
      .clashes = {{{"leadership"}, Clash::Is::with, {"leader"}, "both are the same"}},
      .needs = {{.one_of = {"kind"},
                 .problem = "no kind of check given",
                 .why = "what is rolled?",
                 .instead = "give it like boxcars check 2MC 4-6-7"}},
      .footer =
          "Kinds: NMC, 1MC, 2MC, ..., PTC, TC (NTC, PAATC), rally, self-rally and\n"
          "interdiction of a UNIT, or of a squad's Morale Level (check 2MC 7); sniper SAN;\n"
          "rof N; smoke EXPONENT; radio N; accuracy N; repair N; depletion N;\n"
          "crew-survival CS; hidden-gun N; A-T-mines FACTORS; battery-access BLACK/RED;\n"
          "manhandling M; rof and repair also of a weapon (HMG, PaK 38);\n"
          "ambush [DRM,DRM]; of a UNIT or of nobody: concealment, entrench, PF, MOL, ATMM,\n"
          "sniper-check, heat-of-battle, leader-creation, wound, search-casualties; search,\n"
          "recovery, climbing, shock, DC-position, wind."};
  return asks;
}

Check::Check(const CheckInputs& in) {
  require_lawful_check(in);
  const auto [found, of_morale] = read_kind(in.kind);
  const KindOfCheck& row = *found;
  row_ = found;
  kind_ = row.kind;
  number_ = row.limit;
  switch (row.takes) {
    case Takes::unit:
      unit_ = unit_of(in);
      break;
    case Takes::perhaps_unit:
      if (!in.who.empty()) unit_ = unit_of(in);
      break;
    case Takes::number:
      number_ = number_of(in, row);
      if (!in.who.empty() && !whole_number(in.who.front())) weapon_ = with_between(in.who, " ");
      break;
    case Takes::drms:
      if (in.who.size() > 1) refuse_who(in, "it is the attacker's drm and the defender's", "give it like boxcars check ambush -1,0");
      if (!in.who.empty()) ambush_drm_ = at_field("who", [&] { return parse_ambush_drm(in.who.front()); });
      break;
    case Takes::chits:
      pile_ = chits_of(in);
      break;
    case Takes::nothing:
      if (!in.who.empty()) refuse_who(in, "a " + std::string(row.name) + " needs no unit", "leave it out; its drm are --drm");
      break;
  }
  require_able(in, row, unit_);
  bands_ = bands_of(row, number_, unit_.unit, surrenders_from(in.nation, class_of(in)));
  sheet_ = sheet_of_check(in, row, of_morale, unit_);
  drm_ = sheet_.on(0);
  repeats_ = !in.turns.empty();
  if (repeats_) {
    const auto turns = parse_times("turns", in.turns);
    if (!turns) throw BadInput("turns", "{turns until}", "a check is for so many tries", "give a number");
    turns_ = *turns;
  }
  desperate_ = in.dm;
  breaks_from_ = in.breakdown.value_or(13);
  add_facts();
  describe(in);
}

void Check::add_facts() {
  const KindOfCheck& row = *row_;
  for (const std::string_view event : row.events) events_.of.push_back(facts_.event(std::string(event)));
  if (!row.measure.empty()) events_.measure = facts_.measure(std::string(row.measure));
  if (!row.repeats || kind_ == CheckKind::rate_of_fire || turns_ == 1) return;
  for (int turn = 1; turn <= turns_; ++turn) {
    const EventId by = facts_.event("by turn " + std::to_string(turn));
    if (turn == 1) events_.by_turn = by;
  }
}

// What the DR or dr is held against.
std::string Check::in_words() const {
  const int level = morale_level(unit_.unit, unit_.unit.start), broken_level = morale_level(unit_.unit, broken(unit_.unit.start));
  const auto at_most = [](int number, std::string_view what) { return std::string(what) + " " + std::to_string(number) + " or less"; };
  switch (kind_) {
    case CheckKind::morale:
    case CheckKind::pin_task:
    case CheckKind::task: {
      const int highest = kind_ == CheckKind::morale ? highest_passing_dr(level, drm_) : level - drm_;
      return "passes on an " + at_most(highest, "Original DR of") + " (Morale Level " + std::to_string(level) + ", DRM " + with_sign(drm_) +
             ")";
    }
    case CheckKind::rally:
    case CheckKind::self_rally: {
      const int drm = drm_ + (desperate_ ? dm_drm : 0);
      return "rallies on an " + at_most(std::min(11, broken_level - drm), "Original DR of") + " (Morale Level " +
             std::to_string(broken_level) + ", DRM " + with_sign(drm) + ")" +
             (desperate_ && turns_ > 1 ? ", later on " + std::to_string(std::min(11, broken_level - drm_)) + " or less" : "");
    }
    case CheckKind::sniper:
      return "a sniper attacks where a DR is its SAN of " + std::to_string(number_) + ", by a dr of 1 or 2";
    case CheckKind::rate_of_fire:
      return at_most(number_, "fires again on a colored dr of") +
             (breaks_from_ > 12 ? "" : ", malfunctions on an Original DR of " + std::to_string(breaks_from_) + " or more");
    case CheckKind::battery_access:
      return std::to_string(pile_[0]) + " black and " + std::to_string(pile_[1]) + " red chits: black is access, the second red is the end";
    case CheckKind::ambush:
      return "who is lower by 3 ambushes";
    case CheckKind::interdiction:
      return "passes on an " + at_most(highest_passing_dr(broken_level, drm_), "Original DR of") + ", pinned on " +
             std::to_string(highest_passing_dr(broken_level, drm_)) + "; else Casualty Reduction (A10.53)";
    case CheckKind::shock:
      return "each RPh a dr: Shock ends on 2 or less and becomes an Unconfirmed Kill otherwise, which ends on 3 or less and is a wreck "
             "otherwise";
    case CheckKind::wind:
      return "gusts on a 12; after a 2 a dr changes the direction on 4 or less, the force on 5 or 6";
    case CheckKind::accuracy:
    case CheckKind::small:
      return small_in_words();
    case CheckKind::wound:
      break;
  }
  return "he dies on a Final dr of 5 or more";
}

// What an Original number brings, by the Final one that it is held against.
std::string Check::small_in_words() const {
  const KindOfCheck& row = *row_;
  const std::string original = std::string("Original ") + (row.dice == Dice::DR ? "DR" : "dr");
  const int lowest = row.dice == Dice::DR ? 2 : 1, highest = row.dice == Dice::DR ? 12 : 6;
  if (row.bands.empty()) return "an " + original + " of " + std::to_string(number_ - drm_) + " or less" + std::string(row.aside);
  std::string text;
  for (const Band& band : bands_) {
    const int low = std::max(lowest, band.low - drm_), high = std::min(highest, band.high - drm_);
    if (low > high) continue;
    text += (text.empty() ? original + ": " : ", ") + std::to_string(low) + (low < high ? " to " + std::to_string(high) : "") + " " +
            std::string(row.events[static_cast<std::size_t>(band.event)]);
  }
  return text + std::string(row.aside);
}

void Check::describe(const CheckInputs& in) {
  description_.inputs = inputs_of(check_questionnaire(), in);
  description_.modifiers = sheet_.modifiers();
  if (desperate_) description_.modifiers.push_back({dm_drm, "Desperation Morale, in the first RPh", "A10.62"});
  if (desperate_ && turns_ > 1) description_.modifiers_of = ModifiersOf::several_rolls;
  description_.summary.push_back((weapon_.empty() ? "" : weapon_ + ": ") + in_words());
  if (row_->earns_labor && turns_ > 1)
    description_.notes.emplace_back("who fails has Labor Status on the next try, -1 and then -2 (B24.8)");
  const KindOfCheck& row = *row_;
  description_.headline.push_back(
      {(kind_ == CheckKind::ambush ? "the " : "") + std::string(row.events.front()), std::string(row.events.front())});
  if (kind_ == CheckKind::ambush) description_.headline.push_back({"the defender ambushes", std::string(row.events[1])});
  if (kind_ == CheckKind::morale) description_.headline.push_back({"breaks", "breaks"});
  if (row.name == "PF" && is_never_pinned()) description_.notes.emplace_back("an Original 6 Reduces it, as it is never pinned (C13.31)");
  switch (kind_) {
    case CheckKind::morale:
      description_.notes.emplace_back("neither Heat of Battle nor a sniper, which attack has");
      break;
    case CheckKind::rally:
      if (!in.leadership && in.leader.empty())
        description_.notes.emplace_back("a Good Order leader of DRM 0 is there, else it is a self-rally");
      [[fallthrough]];
    case CheckKind::self_rally:
      description_.notes.emplace_back("neither Heat of Battle nor leader creation on an Original 2 (A15.1, A18.11)");
      break;
    case CheckKind::sniper:
      description_.notes.emplace_back("of one DR; whom it is at is the player's to see (A14.2)");
      break;
    default:
      break;
  }
}

Check::State Check::start(Outcomes&) const {
  State s;
  s.unit = unit_.unit.start;
  if (kind_ == CheckKind::rally || kind_ == CheckKind::self_rally || kind_ == CheckKind::interdiction) s.unit = broken(s.unit);
  s.desperate = desperate_ ? 1 : 0;
  return s;
}

Throw Check::next_throw(const State& s) const {
  const KindOfCheck& row = *row_;
  switch (s.step) {
    case Step::first:
      return {row.dice, row.thrown, row.rule, "",
              kind_ == CheckKind::rate_of_fire || kind_ == CheckKind::battery_access ? Reads::each_die : Reads::sum};
    case Step::second:
      if (kind_ == CheckKind::ambush) return {Dice::dr, row.thrown, row.rule, "the defender"};
      if (kind_ == CheckKind::wind) return {Dice::dr, "dr of the wind", row.rule};
      if (kind_ == CheckKind::accuracy) return {Dice::dr, "Error dr", row.rule};
      return {Dice::dr, "Sniper dr", "A14.3"};
    case Step::wound:
      return {Dice::dr, "Wound Severity dr", "A17.11"};
    case Step::over:
      break;
  }
  return {};
}

Check::State Check::next(const State& from, Roll roll, Outcomes& outcomes) const {
  if (from.step == Step::wound) return take_wound(from, roll.colored, outcomes);
  switch (kind_) {
    case CheckKind::morale:
    case CheckKind::pin_task:
    case CheckKind::task:
    case CheckKind::interdiction:
      return check(from, roll.sum(), outcomes);
    case CheckKind::rally:
    case CheckKind::self_rally:
      return try_rally(from, roll.sum(), outcomes);
    case CheckKind::sniper:
      return snipe(from, roll, outcomes);
    case CheckKind::rate_of_fire:
      return fire(from, roll, outcomes);
    case CheckKind::battery_access:
      return draw(from, roll, outcomes);
    case CheckKind::ambush:
      return ambush(from, roll.colored, outcomes);
    case CheckKind::wound:
      return take_wound(from, roll.colored + drm_, outcomes);
    case CheckKind::shock:
      return recover_from_shock(from, roll.colored, outcomes);
    case CheckKind::wind:
      return change_wind(from, roll.sum(), outcomes);
    case CheckKind::accuracy:
      return place_fire(from, roll.colored, outcomes);
    case CheckKind::small:
      break;
  }
  return roll_small(from, roll.sum(), outcomes);
}

void Check::happened(std::string_view name, Outcomes& outcomes) const {
  const auto& names = row_->events;
  const auto event = std::find(names.begin(), names.end(), name);
  if (event != names.end()) happened(static_cast<int>(event - names.begin()), outcomes);
}

// What has become of the unit, at the end: of who is eliminated nothing else is told.
void Check::tell_fate(Condition after, Outcomes& outcomes) const {
  const Condition before = unit_.unit.start;
  if (after.eliminated) return happened("eliminated", outcomes);
  const bool is_reduced = after.reduced && !before.reduced;
  if (after.replaced > before.replaced) happened("replaced", outcomes);
  if (after.disrupted && !before.disrupted) happened("disrupted", outcomes);
  if (after.broken && !before.broken) happened("breaks", outcomes);
  if (is_reduced) happened("reduced", outcomes);
  if (kind_ == CheckKind::wound || (is_reduced && is_smc(unit_.unit))) happened("wounded", outcomes);
}

// It is over, in the turn under way.
Check::State Check::succeeded(Outcomes& outcomes) const {
  happened(0, outcomes);
  if (events_.by_turn) outcomes.happened_from_lap(*events_.by_turn, turns_);
  return {.step = Step::over};
}

Check::State Check::again(const State& s, Outcomes& outcomes) const {
  if (turns_ == 1) return end(s, outcomes);
  outcomes.begin_lap();
  return s;
}

Check::State Check::end(const State& from, Outcomes& outcomes) const {
  if (kind_ == CheckKind::rate_of_fire) outcomes.measured(*events_.measure, turns_);
  if (is_rally()) tell_fate(from.unit, outcomes);
  return {.step = Step::over};
}

Check::State Check::check(State s, int original_dr, Outcomes& outcomes) const {
  enum Of { passes, pins };
  const int level = morale_level(unit_.unit, s.unit);
  const int drm = drm_;
  outcomes.tell([&] { return tell_sum(drm, original_dr + drm, level); });
  const Condition before = s.unit;
  if (kind_ == CheckKind::task) {
    happened(original_dr + drm <= level ? 0 : 1, outcomes);
    return {.step = Step::over};
  }
  if (kind_ == CheckKind::pin_task) {
    const bool is_pinned = can_pin(unit_.unit, before) && pin_task_check(unit_.unit, before, original_dr, drm).pinned;
    happened(is_pinned ? pins : passes, outcomes);
    return {.step = Step::over};
  }
  const PinOnPass pin = kind_ == CheckKind::interdiction ? PinOnPass::also_broken : PinOnPass::yes;
  const Checked checked = morale_check(unit_.unit, before, original_dr, drm, pin);
  if (original_dr <= highest_passing_dr(level, drm)) happened(passes, outcomes);
  if (checked.condition.pinned && !before.pinned) happened(pins, outcomes);
  if (checked.wound != Wound::none) return {.unit = checked.condition, .step = Step::wound, .wound = checked.wound};
  tell_fate(checked.condition, outcomes);
  return {.step = Step::over};
}

// A10.6, A10.62: DM is gone at the end of the RPh, whether he has tried or not.
Check::State Check::try_rally(State s, int original_dr, Outcomes& outcomes) const {
  const int level = morale_level(unit_.unit, s.unit), drm = drm_ + (s.desperate ? dm_drm : 0);
  outcomes.tell([&] { return tell_sum(drm, original_dr + drm, level); });
  s.desperate = 0;
  if (original_dr == 12 && is_smc(unit_.unit)) {
    s.step = Step::wound;
    return s;
  }
  if (original_dr == 12) {
    s.unit = reduced(unit_.unit, s.unit);
    return s.unit.eliminated ? end(s, outcomes) : again(s, outcomes);
  }
  if (original_dr + drm > level) return again(s, outcomes);
  tell_fate(s.unit, outcomes);
  return succeeded(outcomes);
}

// A17.11. Who has a wound goes on trying to rally.
Check::State Check::take_wound(State s, int dr, Outcomes& outcomes) const {
  s.unit = wounded(s.unit, dr, std::exchange(s.wound, Wound::none));
  s.step = Step::first;
  if (is_rally()) return s.unit.eliminated ? end(s, outcomes) : again(s, outcomes);
  tell_fate(s.unit, outcomes);
  return {.step = Step::over};
}

// A9.2, A9.7. A shot is a lap.
Check::State Check::fire(const State& s, Roll roll, Outcomes& outcomes) const {
  enum Of { keeps, malfunctions, keeps_twice };
  constexpr int most_told = 3;
  const bool breaks = roll.sum() >= breaks_from_, fires_again = !breaks && roll.colored <= number_;
  outcomes.tell([&] { return std::string(breaks ? "it malfunctions" : fires_again ? "it fires again" : "it has fired"); });
  if (breaks) happened(malfunctions, outcomes);
  const int times = s.drawn + 1;  // that it was kept, if it is now
  if (fires_again && times <= most_told) happened(times == 1 ? keeps : keeps_twice + times - 2, outcomes);
  if (!fires_again) {
    outcomes.measured_lap(*events_.measure);
    return {.step = Step::over};
  }
  outcomes.begin_lap();
  return {.unit = s.unit, .drawn = static_cast<std::uint8_t>(std::min(times, most_told))};
}

// A chit of those that are left, by a lot; a roll that says nothing is thrown again.
Check::State Check::draw(State s, Roll roll, Outcomes& outcomes) const {
  enum Of { access, lost };
  const int left = pile_[0] + pile_[1] - s.drawn, face = 6 * (roll.colored - 1) + roll.white - 1;
  if (face >= 36 - 36 % left) return s;
  if (face % left < pile_[0]) {
    outcomes.tell([] { return "black: access"; });
    return succeeded(outcomes);
  }
  outcomes.tell([] { return "red"; });
  ++s.drawn;
  if (++s.chits < 2) return s.drawn < pile_[0] + pile_[1] ? again(s, outcomes) : State{.step = Step::over};
  happened(lost, outcomes);
  return {.step = Step::over};
}

// A14.1, A14.3.
Check::State Check::snipe(State s, Roll roll, Outcomes& outcomes) const {
  enum Of { attacks, activated, of_1, of_2 };
  if (s.step == Step::first) {
    if (roll.sum() != number_) return {.step = Step::over};
    happened(activated, outcomes);
    s.step = Step::second;
    return s;
  }
  if (roll.colored <= sniper_wounds_at) happened(attacks, outcomes);
  if (roll.colored == sniper_eliminates_at) happened(of_1, outcomes);
  if (roll.colored == sniper_wounds_at) happened(of_2, outcomes);
  return {.step = Step::over};
}

Check::State Check::ambush(State s, int dr, Outcomes& outcomes) const {
  if (s.step == Step::first) {
    s.first = static_cast<std::uint8_t>(dr);
    s.step = Step::second;
    return s;
  }
  const auto by = ambusher_of({{s.first + ambush_drm_[Side::attacker] + drm_, dr + ambush_drm_[Side::defender]}});
  if (by) happened(*by == Side::attacker ? 0 : 1, outcomes);
  return {.step = Step::over};
}

// C7.42: a dr in each RPh.
Check::State Check::recover_from_shock(State s, int dr, Outcomes& outcomes) const {
  enum Of { recovers, unconfirmed, is_eliminated };
  const bool is_unconfirmed = s.drawn != 0;
  if (dr + drm_ <= (is_unconfirmed ? unconfirmed_gone_at : shock_gone_at)) return succeeded(outcomes);
  happened(is_unconfirmed ? is_eliminated : unconfirmed, outcomes);
  if (is_unconfirmed) return {.step = Step::over};
  s.drawn = 1;
  return again(s, outcomes);
}

// B25.65. What has changed is over.
Check::State Check::change_wind(State s, int original, Outcomes& outcomes) const {
  enum Of { gusts, direction, force };
  if (s.step == Step::second) {
    happened(original < force_from ? direction : force, outcomes);
    return {.step = Step::over};
  }
  const int final_number = original + drm_;
  if (final_number >= gusts_at) return succeeded(outcomes);
  if (original != wind_changes_at) return again(s, outcomes);
  s.step = Step::second;
  return s;
}

// C1.31.
Check::State Check::place_fire(State s, int dr, Outcomes& outcomes) const {
  if (s.step == Step::second || dr + drm_ <= number_) {
    outcomes.measured(*events_.measure, s.step == Step::second ? dr : 0);
    return s.step == Step::second ? State{.step = Step::over} : succeeded(outcomes);
  }
  s.step = Step::second;
  return s;
}

// Who is Reduced by what pins others (A7.8).
bool Check::is_never_pinned() const { return is_heroic(unit_.unit, unit_.unit.start) || unit_.unit.start.berserk; }

// What one number decides.
Check::State Check::roll_small(State s, int original, Outcomes& outcomes) const {
  const KindOfCheck& row = *row_;
  const int labor = row.earns_labor ? s.drawn : 0;
  const int final_number = original + drm_ - labor;
  if (row.name == "search") outcomes.measured(*events_.measure, std::clamp(final_number, 0, 6));
  if (row.on_original.number == original) {
    const int event = s.unit.pinned ? row.on_original_of_pinned.value_or(row.on_original.event) : row.on_original.event;
    if (!is_never_pinned() || row.events[static_cast<std::size_t>(event)] != "pins") happened(event, outcomes);
    if (row.on_original.ends) return {.step = Step::over};
  }
  for (const Band& band : bands_) {
    if (band.low <= final_number && final_number <= band.high) happened(band.event, outcomes);
  }
  if (!bands_.empty()) return {.step = Step::over};
  if (final_number <= number_) return succeeded(outcomes);
  if (row.earns_labor) s.drawn = static_cast<std::uint8_t>(std::min(labor + 1, most_labor));
  return again(s, outcomes);
}

}  // namespace boxcars::model
