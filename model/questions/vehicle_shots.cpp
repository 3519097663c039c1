#include "model/questions/vehicle_shots.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/to_hit_cases.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {
namespace {

struct Alias {
  std::string_view word;
  std::string_view name;
};
constexpr auto aliases = std::to_array<Alias>({{"baz", "baz44"},         {"bazooka", "baz44"},        {"panzerschreck", "psk"},
                                               {"panzerfaust", "pf"},    {"panzerfaustklein", "pfk"}, {"faust", "pf"},
                                               {"molp", "mol-p"},        {"molotov", "mol"},          {"molotovcocktail", "mol"},
                                               {"flamethrower", "ft"},   {"demolitioncharge", "dc"},  {"satchelcharge", "dc"},
                                               {"antitankrifle", "atr"}, {"machinegun", "mg"},        {"lmg", "mg:3-8"},
                                               {"mmg", "mg:5-12"},       {"hmg", "mg:7-16"},          {".50", ".50:8-16"},
                                               {".50cal", ".50:8-16"},   {"50cal", ".50:8-16"},       {"bazooka43", "baz43"},
                                               {"bazooka44", "baz44"},   {"bazooka45", "baz45"}});

constexpr int atr_range = 12, molotov_range = 1, flamethrower_longest = 2, default_mg_range = 16;
constexpr double default_mg_firepower = 4;

std::string letters(std::string_view text) {
  std::string result;
  for (const char c : in_small_letters(text)) {
    if (c != ' ' && c != '-' && c != '_') result += c;
  }
  return result;
}

TankWeapon machine_gun(double firepower, int range, bool heavy, std::string told) {
  TankWeapon weapon{
      .is = TankWeapon::Is::machine_gun, .told = std::move(told), .firepower = firepower, .longest = range, .shell = Shell::ap};
  weapon.firearm.gun = {.gun = heavy ? "12.7" : "MG", .caliber = heavy ? 12 : 7};
  return weapon;
}

// What a MG is called, and its Normal Range if no other one is given; those of vehicles (D1.8) do not cower.
struct KindOfMg {
  std::string_view name, told;
  int range = default_mg_range;
  bool is_heavy = false, is_vehicular = false;
};
constexpr auto kinds_of_mg = std::to_array<KindOfMg>({{"mg", "MG"},
                                                      {"lmg", "MG"},
                                                      {"mmg", "MG"},
                                                      {"hmg", "MG"},
                                                      {".50", "MG", default_mg_range, true},
                                                      {"12.7mg", "MG", default_mg_range, true},
                                                      {"cmg", "CMG", 12, false, true},
                                                      {"bmg", "BMG", 8, false, true},
                                                      {"aamg", "AAMG", 8, false, true}});

// "mg:7-16", "hmg:7-16", ".50:8-16", "cmg:5".
std::optional<TankWeapon> parse_machine_gun(const std::string& field, const std::string& typed) {
  const std::string text = in_small_letters(typed);
  const auto colon = text.find_first_of(":=");
  const std::string kind = text.substr(0, colon);
  const auto found = std::find_if(kinds_of_mg.begin(), kinds_of_mg.end(), [&](const KindOfMg& one) { return one.name == kind; });
  if (found == kinds_of_mg.end()) return std::nullopt;
  const auto made = [&](double firepower, int range, const std::string& counter) {
    const std::string_view article = counter.empty() && found->told.front() == 'A' ? "an " : "a ";
    TankWeapon weapon = machine_gun(firepower, range, found->is_heavy, std::string(article) + counter + std::string(found->told));
    weapon.firearm.is_vehicle = found->is_vehicular;
    return weapon;
  };
  if (colon == std::string::npos) return made(default_mg_firepower, found->range, "");
  const std::string numbers = text.substr(colon + 1);
  const auto dash = numbers.find('-');
  const auto firepower = whole_number(numbers.substr(0, dash));
  const auto range = dash == std::string::npos ? std::optional(found->range) : whole_number(numbers.substr(dash + 1));
  if (!firepower || *firepower < 1 || *firepower > 36 || !range || *range < 1 || *range > 30)
    throw BadInput(field, "{" + field + "} " + shown(typed) + " cannot be read", "a MG is its FP and range",
                   "give it like {" + field + " mg:5-12}");
  return made(*firepower, *range, std::to_string(*firepower) + "-" + std::to_string(*range) + " ");
}

TankWeapon gun_by_numbers(const Armament& armament) {
  TankWeapon weapon{.told = armament.gun};
  weapon.firearm.gun = armament;
  return weapon;
}

std::optional<TankWeapon> parse_infantry_weapon(const std::string& field, const std::string& typed) {
  std::string word = in_small_letters(typed);
  const std::string plain = letters(typed);
  for (const Alias& alias : aliases) {
    if (plain == alias.word) word = alias.name;
  }
  if (const Latw* latw = find_latw(word)) {
    return TankWeapon{.is = TankWeapon::Is::latw,
                      .told = std::string(latw->is),
                      .latw = latw,
                      .firepower = static_cast<double>(latw->firepower),
                      .longest = latw->longest};
  }
  if (word == "mol") return TankWeapon{.is = TankWeapon::Is::molotov, .told = "a MOL", .firepower = 4, .longest = molotov_range};
  if (word == "ft") return TankWeapon{.is = TankWeapon::Is::flamethrower, .told = "a FT", .firepower = 24, .longest = flamethrower_longest};
  if (word == "dc") return TankWeapon{.is = TankWeapon::Is::dc, .told = "a DC", .firepower = 30, .longest = 0};
  if (const auto list = list_of_atr(typed); word == "atr" || !list.empty()) {
    TankWeapon weapon = gun_by_numbers(*parse_armament("ATR"));
    weapon.told = "an ATR" + (list.empty() ? "" : " (" + std::string(list) + ")");
    weapon.longest = atr_range;
    weapon.firearm.list = list;
    return weapon;
  }
  return parse_machine_gun(field, word);
}

const Supply* supply_of(const TankWeapon& weapon, Shell shell) {
  const auto& supplies = weapon.firearm.supplies;
  const auto found = std::find_if(supplies.begin(), supplies.end(), [&](const Supply& supply) { return supply.shell == shell; });
  return found == supplies.end() ? nullptr : &*found;
}

std::optional<int> basic_number(const TankWeapon& weapon, Shell shell) {
  const Armament& gun = weapon.firearm.gun;
  switch (shell) {
    case Shell::ap:
      if (!gun.has_ap) return std::nullopt;
      return weapon.firearm.ap_number ? weapon.firearm.ap_number : basic_ap(gun.gun, weapon.firearm.list);
    case Shell::apcr:
      return basic_apcr(gun.gun, weapon.firearm.list);
    case Shell::apds:
      return basic_apds(gun.gun);
    case Shell::heat:
      return basic_heat(gun.caliber);
    case Shell::he:
      return basic_he(gun.caliber);
  }
  return std::nullopt;
}

bool is_of_list(const TankWeapon& weapon) { return !weapon.firearm.name.empty(); }

// Why a Gun has not got it; empty if it has.
std::string why_without(const TankWeapon& weapon, Shell shell, std::optional<int> year) {
  if (!basic_number(weapon, shell)) return "no To Kill number is known for it, C7.3";
  if (!is_of_list(weapon) || shell == Shell::ap) return "";
  if (shell == Shell::he) return weapon.firearm.gun.has_he ? "" : "it has no HE";
  if (shell == Shell::apcr && weapon.firearm.only_apcr) return "";
  const Supply* supply = supply_of(weapon, shell);
  if (!supply) return "its counter has none, C8";
  if (year && !supply->numbers.empty() && !depletion_of(weapon, shell, *year)) return "it has none in " + std::to_string(*year) + ", C8.9";
  return "";
}

std::string name(Shell shell) {
  std::string word(name_of(shell, shell_choices));
  for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
  return word;
}

// What a To Kill number is made of, before the armor (C7.2).
struct Basic {
  std::vector<Modifier> rows{};  // the first is the Basic number
  ToKill::Of of = ToKill::Of::armor;
  bool uses_armor = true;
  bool is_doubled_only = false;  // by a critical hit, what follows is added
};

Basic basic_of(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in) {
  Basic basic;
  switch (weapon.is) {
    case TankWeapon::Is::gun:
    case TankWeapon::Is::machine_gun: {
      const auto number = basic_number(weapon, shell);
      const char* rule = shell == Shell::ap ? "C7.31" : shell == Shell::heat ? "C7.33" : shell == Shell::he ? "C7.34" : "C7.32";
      basic.rows.push_back({number.value_or(0), "Basic To Kill number: " + weapon.firearm.gun.gun + " " + name(shell), rule});
      basic.of = weapon.is == TankWeapon::Is::machine_gun ? ToKill::Of::machine_gun
                 : shell == Shell::he                     ? ToKill::Of::he
                                                          : ToKill::Of::armor;
      const auto drm = to_kill_range_drm(shell, weapon.firearm.gun.caliber, *in.aim.range);
      if (!drm || !number) {
        basic.of = ToKill::Of::nothing;
      } else if (*drm != 0) {
        basic.rows.push_back({*drm, "Case D, " + std::to_string(*in.aim.range) + (*in.aim.range == 1 ? " hex" : " hexes"), "C7.24"});
      }
      return basic;
    }
    case TankWeapon::Is::latw:
      basic.rows.push_back({weapon.latw->basic_to_kill, "Basic To Kill number: " + weapon.told, "C7.33"});
      if (weapon.latw->name == "mol-p") {
        basic.of = ToKill::Of::flames;
        basic.uses_armor = false;
        if (target.open_topped) basic.rows.push_back({1, "open-topped", "C7.344"});
      }
      return basic;
    case TankWeapon::Is::molotov:
      basic.rows.push_back({molotov_to_kill, "Basic To Kill number: MOL", "A22.612"});
      basic.uses_armor = false;
      if (target.open_topped) {
        basic.rows.push_back({2, "open-topped", "A22.612"});
      } else if (in.crew_exposed) {
        basic.rows.push_back({1, "crew exposed", "A22.612"});
      }
      if (in.motion) basic.rows.push_back({-2, "moving vehicle", "A22.612"});
      if (in.above) basic.rows.push_back({target.open_topped ? 2 : 1, "from above", "A22.612"});
      basic.of = ToKill::Of::flames;
      return basic;
    case TankWeapon::Is::flamethrower:
      basic.rows.push_back({*in.aim.range > 1 ? flamethrower_to_kill / 2 : flamethrower_to_kill,
                            std::string("Basic To Kill number: FT") + (*in.aim.range > 1 ? ", at Long Range" : ""), "A22.34"});
      if (target.open_topped || in.crew_exposed) basic.rows.push_back({1, "crew exposed", "A22.34, D5.3"});
      if (target.open_topped) basic.rows.push_back({2, "open-topped", "A22.34"});
      basic.of = ToKill::Of::flames;
      basic.uses_armor = false;
      return basic;
    case TankWeapon::Is::dc:
      basic.rows.push_back({dc_to_kill, "Basic To Kill number: DC", "C7.346"});
      return basic;
  }
  return basic;
}

// A MG or FT at a vehicle without any armor attacks on the IFT (A7.308); at any armor a MG has a To Hit and a To Kill DR.
bool attacks_on_the_ift(const TankWeapon& weapon, const VehicleTarget& target) {
  return target.is_unarmored() && (weapon.is == TankWeapon::Is::machine_gun || weapon.is == TankWeapon::Is::flamethrower);
}

// Of Infantry, on Original doubles (A7.9, A22.1).
bool cowers(const TankWeapon& weapon, const VehicleTarget& target, const VehicleShotInputs& in) {
  return attacks_on_the_ift(weapon, target) && !weapon.firearm.is_vehicle && !in.aim.leadership;
}

bool is_at_long_range(const TankWeapon& weapon, int range) {
  constexpr int normal_range_of_ft = 1;
  return range > (weapon.is == TankWeapon::Is::flamethrower ? normal_range_of_ft : *weapon.longest);
}

// Its Firepower on the IFT (A7.21-.22, A22.1).
double ift_firepower(const TankWeapon& weapon, const VehicleTarget& target, int range) {
  if (!attacks_on_the_ift(weapon, target)) return weapon.firepower;
  if (is_at_long_range(weapon, range)) return weapon.firepower / 2;
  if (weapon.is == TankWeapon::Is::flamethrower || range > 1) return weapon.firepower;
  return weapon.firepower * (range == 0 ? 3 : 2);
}

ToKill on_the_vehicle_line(double firepower, IftTable table, bool cowers) {
  const int column = *column_for_firepower(firepower, table);
  const int left = columns_left(column, 1);
  const int number = ift_vehicle_line(column);
  return {number, ToKill::Of::ift, !cowers ? number : left < 0 ? off_the_line : ift_vehicle_line(left)};
}

// The number at what has no armor there.
std::optional<ToKill> unarmored(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in,
                                bool critical) {
  const int times = critical ? 2 : 1;
  if (weapon.is == TankWeapon::Is::latw)
    return ToKill{times * (weapon.latw->name == "mol-p" ? molotov_projector_unarmored : *unarmored_to_kill(Shell::heat, 0)),
                  ToKill::Of::unarmored};
  const IftTable table = table_if(in.iift);
  // A DC of 12 is a dud there, too.
  if (weapon.is == TankWeapon::Is::dc)
    return ToKill{ift_vehicle_line(*column_for_firepower(weapon.firepower, table)), ToKill::Of::unarmored};
  if (weapon.is != TankWeapon::Is::gun)
    return on_the_vehicle_line(ift_firepower(weapon, target, *in.aim.range), table, cowers(weapon, target, in));
  const auto number = unarmored_to_kill(shell, weapon.firearm.gun.caliber);
  if (!number) return std::nullopt;
  return ToKill{times * *number, ToKill::Of::unarmored};
}

Armor armor_at(const VehicleTarget& target, bool turret, TargetFacing facing) {
  switch (facing) {
    case TargetFacing::front:
      return turret ? target.turret_front : target.hull_front;
    case TargetFacing::side:
      return turret ? target.turret_side : target.hull_side;
    case TargetFacing::rear:
      return turret ? target.turret_rear : target.hull_rear;
  }
  return {};
}

// At one Location: the rows, the last of them the armor.
struct AtLocation {
  ToKill kill{};
  std::vector<Modifier> rows{};
};

AtLocation kill_at(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in, bool turret,
                   TargetFacing facing, bool critical, std::optional<Armor> instead = {}) {
  const std::string where = std::string(turret ? "turret" : "hull") + " " + std::string(name_of(facing, target_facing_choices));
  const Armor armor = instead ? *instead : armor_at(target, turret, facing);
  Basic basic = basic_of(weapon, shell, target, in);
  AtLocation at;
  if (!armor && (basic.uses_armor || target.is_unarmored())) {
    const auto kill = unarmored(weapon, shell, target, in, critical);
    if (kill) at.kill = *kill;
    at.rows.push_back({at.kill.number, "Final To Kill number: " + (target.is_unarmored() ? "it" : where) + " has no armor",
                       at.kill.of == ToKill::Of::ift || weapon.is == TankWeapon::Is::dc ? "A7.308" : "C7.3"});
    return at;
  }
  if (critical) basic.rows.insert(basic.rows.begin() + 1, {basic.rows.front().amount, "doubled by a critical hit", "C3.7"});
  const bool rear = facing == TargetFacing::rear && !instead;
  if (rear) basic.rows.push_back({1, "Case A, rear", "C7.21"});
  const bool is_position = weapon.is == TankWeapon::Is::dc;  // height is on its Position DR
  if (in.above && basic.uses_armor && !is_position) basic.rows.push_back({1, "Case B, from above", "C7.22"});
  if (basic.uses_armor && *armor > 0) basic.rows.push_back({-*armor, "armor of the " + where, "D1.6"});
  at.kill = {sum_of(basic.rows), basic.of};
  at.rows = std::move(basic.rows);
  return at;
}

std::string in_hexes(int range) { return std::to_string(range) + (range == 1 ? " hex" : " hexes"); }

void require_in_reach(const TankWeapon& weapon, const VehicleTarget& target, int range) {
  auto longest = weapon.longest ? weapon.longest : weapon.firearm.longest;
  const bool has_long_range = weapon.is == TankWeapon::Is::machine_gun && attacks_on_the_ift(weapon, target);
  if (has_long_range) *longest *= 2;
  if (longest && range > *longest)
    throw BadInput("range", "{range " + std::to_string(range) + "} is too far for " + weapon.told, "it reaches " + in_hexes(*longest),
                   "give at most {range " + std::to_string(*longest) + "}");
  if (range < weapon.firearm.shortest)
    throw BadInput("range", "{range " + std::to_string(range) + "} is too near for " + weapon.told,
                   "its shortest range is " + in_hexes(weapon.firearm.shortest),
                   "give {range " + std::to_string(weapon.firearm.shortest) + "}");
}

bool has_motion_case(const std::vector<CaseGiven>& cases) {
  return std::any_of(cases.begin(), cases.end(), [](const CaseGiven& given) { return given.which->one_of == 'J'; });
}

void require_lawful_cases(const TankWeapon& weapon, const std::vector<CaseGiven>& cases, const VehicleShotInputs& in) {
  constexpr int farthest_immobilization = 6;
  for (const CaseGiven& given : cases) {
    const std::string letter(given.which->letter);
    const auto refuse = [&](const std::string& with, const std::string& why, const std::string& instead) {
      throw BadInput("case", "{case " + in_letters(given) + "} " + with, why, instead);
    };
    if (letter == "L") refuse_derived(given);
    const bool is_of_sw = letter == "A" || letter == "E";  // which a vehicle's ATR is not
    if (is_atr(weapon) && is_of_sw && !weapon.firearm.is_vehicle) refuse("of an ATR", "it is none of a SW, C6.3", "leave it out");
    const bool is_intensive = letter == "F" && (is_atr(weapon) || weapon.is == TankWeapon::Is::machine_gun);
    if (is_intensive) refuse("of " + weapon.told, "Intensive Fire is that of Guns, C5.6", "leave it out");
    if (letter == "N" && !acquires(weapon)) refuse("of " + weapon.told, "Guns of 20mm and more acquire, C6.5", "leave it out");
    if (letter == "N" && is_given(cases, "G"))
      refuse("with Case G", "no acquisition counts for Deliberate Immobilization, C5.7", "leave one out");
    if (letter == "C3" && !weapon.latw && !is_atr(weapon)) refuse("of " + weapon.told, "it is of LATW, C5.34", "give {case B} in the AFPh");
    if (letter == "H" && in.gun_color == GunColor::black) refuse("with {gun_color black}", "captured Guns are red, C5.8", "leave one out");
    const bool has_field = (letter == "Q" && in.tem != 0) || (letter == "R" && in.aim.hindrance != 0);
    if (has_field)
      throw BadInput("case", "{case " + in_letters(given) + "} with " + (letter == "Q" ? "{tem}" : "{hindrance}"),
                     "both are Case " + letter, "leave one out");
    if (given.which->of_infantry)
      throw BadInput("case", "{case " + letter + "} at a vehicle", "it is of Infantry, " + std::string(given.which->rule),
                     letter == "O" ? "leave it out" : "give {case J} for a vehicle that moves");
    if (letter == "E" && *in.aim.range != 0)
      throw BadInput("case", "{case E} with {range " + std::to_string(*in.aim.range) + "}", "it is fire within the own hex, C5.5",
                     "give {range 0}, or leave it out");
    if (letter == "G" && *in.aim.range > farthest_immobilization)
      throw BadInput("case", "{case G} with {range " + std::to_string(*in.aim.range) + "}",
                     "Deliberate Immobilization is at " + std::to_string(farthest_immobilization) + " hexes at most, C5.7",
                     "give a shorter one");
    if (letter == "G" && in.hull_down) throw BadInput("case", "{case G} with {hull_down}", "the hull is not seen, D4.2", "leave one out");
  }
}

// The rows of the To Hit DR (C5, C6), and of its number (C3, C4, C13).
struct NumberAndDrm {
  std::vector<Modifier> number{}, drm{};
  bool doubles_lower_die = false;
};

NumberAndDrm to_hit_rows_at_vehicle(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in) {
  const int range = *in.aim.range;
  const auto cases = parse_cases(in.aim.cases);
  require_lawful_cases(weapon, cases, in);
  if (weapon.is == TankWeapon::Is::latw) require_cases_of_latw(cases);
  NumberAndDrm rows{.doubles_lower_die = is_given(cases, "C4")};
  if (weapon.is == TankWeapon::Is::latw) {
    rows.number.push_back({weapon.latw->to_hit[index(range)], "basic To Hit number: " + weapon.told + ", at " + in_hexes(range), "C13"});
  } else {
    const Armament& gun = weapon.firearm.gun;
    const bool has_barrel = weapon.is == TankWeapon::Is::gun && !is_atr(weapon);
    const bool is_captured = is_given(cases, "H");
    const GunColor color = in.gun_color.value_or(is_captured                        ? GunColor::red
                                                 : has_barrel && is_of_list(weapon) ? gun_color_of(weapon.firearm, in.year)
                                                                                    : GunColor::black);
    rows.number = to_hit_number_rows({.type = TargetType::vehicle,
                                      .range = range,
                                      .color = color,
                                      .barrel = gun.barrel,
                                      .caliber = gun.caliber,
                                      .fires_apcr = shell == Shell::apcr || shell == Shell::apds});
  }
  const auto add = [&](std::string_view letter, int drm, const std::string& what = {}) {
    if (drm != 0) rows.drm.push_back(row_of(*find_case(letter), drm, what));
  };
  for (Modifier& row : rows_of(cases)) rows.drm.push_back(std::move(row));
  const bool is_latw = weapon.is == TankWeapon::Is::latw;  // with To Hit numbers of its own: neither Case E nor L (C6.3)
  const bool is_sw = is_latw || is_atr(weapon);
  if (range == 0 && !is_sw && !is_given(cases, "E")) add("E", *find_case("E")->standard / 2, "own hex");
  if (in.motion && !has_motion_case(cases)) add("J", 2);
  if (!is_latw && !in.motion && !anyone_moves(cases)) add("L", range == 1 ? -2 : range == 2 ? -1 : 0);
  if (weapon.firearm.fires_buttoned_up && !is_given(cases, "I")) {
    const ToHitCase& buttoned_up = *find_case("I");
    rows.drm.push_back({*buttoned_up.standard, "Case I, a turret that fires buttoned up, To Hit DR", "D1.321"});
  }
  if (!is_given(cases, "P")) add("P", target.size);
  if (!is_given(cases, "Q")) add("Q", in.tem);
  if (!is_given(cases, "R")) add("R", in.aim.hindrance);
  if (in.aim.leadership.value_or(0) != 0) rows.drm.push_back({*in.aim.leadership, "directing leader, To Hit DR", "A7.53"});
  return rows;
}

std::vector<Modifier> rows_on_the_ift(const VehicleShotInputs& in) {
  std::vector<Modifier> rows;
  const auto add = [&](int drm, const char* what, const char* rule) {
    if (drm != 0) rows.push_back({drm, std::string(what) + ", IFT DR", rule});
  };
  add(in.aim.leadership.value_or(0), "directing leader", "A7.53");
  add(in.tem, "TEM", "A7.6");
  add(in.aim.hindrance, "Hindrance", "A6.7");
  add(in.drm, "as given", "A7.308");
  return rows;
}

// C13.31, A22.6: by a dr of 3 or less.
std::optional<int> needed_to_fire(const TankWeapon& weapon, const VehicleTarget& target, const VehicleShotInputs& in) {
  if (!in.by || (!is_faust(weapon) && weapon.is != TankWeapon::Is::molotov)) return std::nullopt;
  int drm = usage_check_drm[*in.by == UsedBy::squad ? 0 : *in.by == UsedBy::smc ? 2 : 1];
  if (in.crew_exhausted) ++drm;
  if (target.is_unarmored()) ++drm;  // no AFV
  if (is_faust(weapon) && in.year == 1945) --drm;
  return usage_check_at_most - drm;
}

// C7.346: where it explodes.
int position_drm(const VehicleTarget& target, const VehicleShotInputs& in) {
  int drm = in.drm;
  const TargetFacing facing = in.facing.value_or(TargetFacing::rear);
  if (in.motion) drm += 2;
  if (facing == TargetFacing::front) ++drm;
  if (facing == TargetFacing::rear) --drm;
  if (in.crew_exposed) ++drm;
  if (target.open_topped) drm -= 2;
  if (in.above) drm -= target.open_topped ? 2 : 1;
  return drm;
}

int lowest_hull_armor(const VehicleTarget& target) {
  return std::min({target.hull_front.value_or(0), target.hull_side.value_or(0), target.hull_rear.value_or(0)});
}

}  // namespace

TankWeapon parse_weapon(const std::string& field, const std::string& typed, std::optional<Nationality> of) {
  if (auto weapon = parse_infantry_weapon(field, typed)) {
    const bool has_nation = !weapon->firearm.list.empty();
    if (of && (!is_atr(*weapon) || has_nation))
      throw BadInput("nation", "{nation} of " + weapon->told, has_nation ? "its name says whose it is" : "it is the same for all nations",
                     "leave it out");
    if (of) weapon->firearm.list = list_of(*of);
    return *weapon;
  }
  const bool is_number = !typed.empty() && !std::isalpha(static_cast<unsigned char>(typed.front()));  // R35 is a tank
  if (const auto armament = is_number ? parse_armament(typed) : std::nullopt) {
    TankWeapon weapon = gun_by_numbers(*armament);
    if (of) weapon.firearm.list = list_of(*of);
    return weapon;
  }
  TankWeapon weapon{.firearm = find_firearm(field, typed, of)};
  if (weapon.firearm.gun.flamethrower) {
    weapon.is = TankWeapon::Is::flamethrower;
    weapon.firepower = weapon.firearm.gun.caliber;
    weapon.longest = flamethrower_longest;
  }
  if (weapon.firearm.gun.gun == "ATR") weapon.longest = atr_range;
  weapon.told =
      weapon.firearm.name + (weapon.firearm.gun.gun.empty() || weapon.firearm.gun.flamethrower ? "" : " (" + weapon.firearm.gun.gun + ")");
  return weapon;
}

bool is_atr(const TankWeapon& weapon) { return weapon.firearm.gun.gun == "ATR"; }

bool is_faust(const TankWeapon& weapon) { return weapon.latw && weapon.latw->name.starts_with("pf"); }

bool uses_calibre(const TankWeapon& weapon) { return weapon.is == TankWeapon::Is::gun || weapon.is == TankWeapon::Is::machine_gun; }

bool acquires(const TankWeapon& weapon) {
  constexpr int smallest = 20;
  return weapon.is == TankWeapon::Is::gun && !is_atr(weapon) && weapon.firearm.gun.caliber >= smallest;
}

bool uses_exposed_crew(const TankWeapon& weapon) {
  using Is = TankWeapon::Is;
  return weapon.is == Is::molotov || weapon.is == Is::dc || weapon.is == Is::flamethrower;
}

bool is_infantry_weapon(const std::string& typed) {
  try {
    return parse_infantry_weapon("gun", typed).has_value();
  } catch (const BadInput&) {
    return false;
  }
}

std::optional<int> depletion_of(const TankWeapon& weapon, Shell shell, std::optional<int> year) {
  const Supply* supply = supply_of(weapon, shell);
  if (!supply) return std::nullopt;
  std::optional<int> number;
  for (const Supply::OfYear& of : supply->numbers) {
    if (!of.from || (year && *of.from <= *year)) number = of.number;
  }
  return number;
}

Shell shell_of(const TankWeapon& weapon, std::optional<Shell> asked, std::optional<int> year) {
  if (!uses_calibre(weapon)) {
    if (asked && !(weapon.latw && *asked == Shell::heat))
      throw BadInput("ammo", "{ammo " + std::string(name_of(*asked, shell_choices)) + "} of " + weapon.told, "it has one kind only",
                     "leave it out");
    return Shell::heat;
  }
  if (asked) {
    const std::string why = why_without(weapon, *asked, year);
    if (!why.empty())
      throw BadInput("ammo", "{ammo " + std::string(name_of(*asked, shell_choices)) + "} of " + weapon.told, why, "give another one");
    return *asked;
  }
  if (weapon.firearm.only_apcr && why_without(weapon, Shell::apcr, year).empty()) return Shell::apcr;
  if (is_of_list(weapon) && weapon.firearm.gun.has_ap && !basic_number(weapon, Shell::ap)) {
    const std::string_view other = basic_heat(weapon.firearm.gun.caliber) ? "heat" : "he";
    throw BadInput("gun", "AP of " + weapon.told, "no To Kill number is known for it, C7.31",
                   "give another Gun, or {ammo " + std::string(other) + "}");
  }
  for (const Shell shell : {Shell::ap, Shell::apcr, Shell::heat, Shell::he}) {
    if (why_without(weapon, shell, is_of_list(weapon) ? year : std::nullopt).empty()) return shell;
  }
  throw BadInput("gun", weapon.told + " has nothing for vehicles", "no To Kill number is known for it, C7.3", "give another Gun");
}

namespace {

bool throws_to_hit(const TankWeapon& weapon, const VehicleTarget& target) {
  using Is = TankWeapon::Is;
  return weapon.is == Is::gun || weapon.is == Is::latw || (weapon.is == Is::machine_gun && !attacks_on_the_ift(weapon, target));
}

// What changes nothing of this shot is refused: whoever gives it expects that it does.
void require_possible(const TankWeapon& weapon, const VehicleTarget& target, const VehicleShotInputs& in) {
  if (weapon.firearm.is_mortar)
    throw BadInput("gun", "{gun} " + weapon.told + " at a vehicle",
                   "mortars use the Area Target Type and the IFT, C3.33, which is not asked", "give a Gun that is none");
  const int range = *in.aim.range;
  if (weapon.latw && weapon.latw->name == "piat" && in.above && range <= 1)
    throw BadInput("above", "{above} with a PIAT at " + in_hexes(range), "it is not fired down there, C13.62", "leave it out");
  constexpr int highest_of_aerial = 11;
  const int lowest = lowest_hull_armor(target);
  if (weapon.is == TankWeapon::Is::dc && lowest > highest_of_aerial)
    throw BadInput("target", "a DC at " + target.name,
                   "its Aerial AF is not known: the lowest of its hull, " + std::to_string(lowest) + ", is beyond the table of C7.11",
                   "give another vehicle");
  constexpr std::array<std::pair<int, int>, 2> reach_of_faust{{{1943, 1}, {1944, 2}}};
  for (const auto& [year, hexes] : reach_of_faust) {
    if (weapon.latw && weapon.latw->name == "pf" && in.year && *in.year <= year && range > hexes)
      throw BadInput("range", "{range " + std::to_string(range) + "} of a Panzerfaust in " + std::to_string(*in.year),
                     "it reaches " + in_hexes(hexes) + " then, C13.31", "give a shorter one");
  }
}

void require_used(const TankWeapon& weapon, const VehicleTarget& target, const VehicleShotInputs& in) {
  using Is = TankWeapon::Is;
  const auto require = [&](bool is_used, bool is_given, const char* field, const char* why) {
    if (is_given && !is_used) throw BadInput(field, std::string("{") + field + "} with " + weapon.told, why, "leave it out");
  };
  const bool has_to_hit = throws_to_hit(weapon, target), is_on_the_ift = attacks_on_the_ift(weapon, target);
  const bool is_mg_on_the_ift = is_on_the_ift && weapon.is == Is::machine_gun, is_aimed = has_to_hit || is_mg_on_the_ift;
  const char* no_to_hit = is_mg_on_the_ift ? "it attacks on the IFT, without a To Hit DR, A7.308" : "it has no To Hit DR";
  require(has_to_hit, !in.aim.cases.empty(), "case", no_to_hit);
  require(is_aimed, in.aim.hindrance != 0, "hindrance", no_to_hit);
  require(is_aimed, in.aim.leadership.has_value(), "leadership", no_to_hit);
  require(is_aimed, in.tem != 0, "tem", no_to_hit);
  require(has_to_hit && !weapon.latw, in.gun_color.has_value(), "gun_color", has_to_hit ? "its To Hit numbers are its own" : no_to_hit);
  require(has_to_hit, in.hull_down, "hull_down", no_to_hit);
  require(is_faust(weapon) || weapon.is == Is::molotov, in.by.has_value(), "by", "who uses it matters to a PF or MOL, C13.31, A22.6");
  require(uses_exposed_crew(weapon), in.crew_exposed, "crew_exposed", "it matters to a MOL, FT or DC");
  require(is_on_the_ift || weapon.is == Is::dc, in.drm != 0, "drm",
          "To Hit DRM are {case}, {tem} and {hindrance}; the To Kill DR has none");
  if (is_mg_on_the_ift && *in.aim.range >= far_for_mg && !weapon.firearm.is_vehicle && !in.aim.leadership)
    throw BadInput("range", weapon.told + " at {range " + std::to_string(*in.aim.range) + "}",
                   "beyond 16 hexes a leader must direct it, A9.4", "give {leadership}, too");
  if (is_on_the_ift && ift_firepower(weapon, target, *in.aim.range) < 1)
    throw BadInput("range", weapon.told + " at {range " + std::to_string(*in.aim.range) + "}",
                   "its Firepower at Long Range is below 1, the first column of the IFT, A7.3", "give a shorter one");
}

// Deliberate Immobilization needs a Gun that could pierce its weakest side (C5.7).
void require_immobilizing(const TankWeapon& weapon, Shell shell, const VehicleTarget& target) {
  const int basic = weapon.latw ? weapon.latw->basic_to_kill : basic_number(weapon, shell).value_or(0), armor = lowest_hull_armor(target);
  if (basic > armor) return;
  throw BadInput("case", "{case G} of " + weapon.told,
                 "its Basic To Kill number, " + std::to_string(basic) + ", is not above the lowest armor of the hull, " +
                     std::to_string(armor) + ", C5.7",
                 "leave it out");
}

// Who has no turret has none that faces elsewhere.
void require_turret(const VehicleTarget& target, const VehicleShotInputs& in) {
  if (in.turret && !target.has_turret) throw BadInput("turret", "{turret} of " + target.name, "it has no turret, D1.31", "leave it out");
}

}  // namespace

VehicleShotRows vehicle_shot(const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotInputs& in) {
  const int range = *in.aim.range;
  require_in_reach(weapon, target, range);
  require_used(weapon, target, in);
  require_possible(weapon, target, in);
  require_turret(target, in);
  VehicleShotRows result;
  VehicleShot& shot = result.shot;
  if (throws_to_hit(weapon, target)) {
    const auto rows = to_hit_rows_at_vehicle(weapon, shell, target, in);
    const int number = sum_of(rows.number);
    const bool is_mg = weapon.is == TankWeapon::Is::machine_gun;  // none of its hits is critical (C7.31)
    shot.to_hit = ToHit{.needed = number - sum_of(rows.drm),
                        .number = number,
                        .critical_hits = is_mg ? CriticalHits::none : CriticalHits::area,
                        .doubles_lower_die = rows.doubles_lower_die};
    result.first_dr = rows.number;
    result.first_dr.insert(result.first_dr.end(), rows.drm.begin(), rows.drm.end());
  } else if (attacks_on_the_ift(weapon, target)) {
    result.first_dr = rows_on_the_ift(in);
    shot.effect_drm = sum_of(result.first_dr);
    result.firepower = ift_firepower(weapon, target, range);
  }
  const auto cases = parse_cases(in.aim.cases);
  if (is_given(cases, "G")) require_immobilizing(weapon, shell, target);
  shot.needs_dr = needed_to_fire(weapon, target, in);
  shot.hull_down = in.hull_down;
  shot.immobilizes_only = is_given(cases, "G");
  shot.has_multiple_hits =
      weapon.is == TankWeapon::Is::gun && !is_atr(weapon) && has_multiple_hits(weapon.firearm.gun.caliber, Fire::direct);
  const bool flames = weapon.is == TankWeapon::Is::molotov || weapon.is == TankWeapon::Is::flamethrower || weapon.is == TankWeapon::Is::dc;
  shot.any_facing = range == 0 && !in.facing && !flames && !target.is_unarmored();
  if (weapon.latw) {
    shot.breaks_from = weapon.latw->breaks_from;
    if (is_faust(weapon)) shot.hurts_from = 12;
  }
  if (weapon.is == TankWeapon::Is::flamethrower) shot.breaks_from = 10;
  shot.hurts_on_colored_6 = weapon.is == TankWeapon::Is::molotov;
  if (weapon.is == TankWeapon::Is::dc && target.is_unarmored()) shot.effect_drm = in.drm;
  const TargetFacing facing = in.facing.value_or(flames && range == 0 ? TargetFacing::rear : TargetFacing::front);
  const TargetFacing turret_facing = in.turret.value_or(facing);
  for (std::size_t at = 0; at < shot.kill.size(); ++at) {
    const auto of_dr = static_cast<TargetFacing>(at);
    for (const bool turret : {false, true}) {
      for (const bool critical : {false, true}) {
        const TargetFacing here = shot.any_facing ? (turret && in.turret ? *in.turret : of_dr) : turret ? turret_facing : facing;
        const AtLocation location = kill_at(weapon, shell, target, in, turret, here, critical);
        shot.kill[at][turret ? 1 : 0][critical ? 1 : 0] = location.kill;
        if (at == 0 && !critical) result.kill[turret ? 1 : 0] = location.rows;
      }
    }
  }
  if (weapon.is == TankWeapon::Is::dc) {
    shot.needs_position = !target.is_unarmored();
    shot.position_drm = position_drm(target, in);
    const AtLocation aerial = kill_at(weapon, shell, target, in, true, facing, false, Armor(aerial_armor(lowest_hull_armor(target))));
    if (shot.needs_position) {
      for (auto& of_facing : shot.kill) of_facing[1] = {aerial.kill, aerial.kill};
      result.kill[1] = aerial.rows;
      if (result.kill[1].size() > 1) result.kill[1].back().reason = "Aerial armor";
    }
  }
  return result;
}

}  // namespace boxcars::model
