#include "model/questions/kill.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/to_hit_cases.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {
namespace {

constexpr int stages_of_shock = 1 << 20;
constexpr int elite_morale = 8, elite_depletion = 1;  // D5.1, C8.2

struct NameOfNews {
  ShotAtVehicle::News news;
  std::string_view name;
};
constexpr auto always_told = std::to_array<NameOfNews>({{ShotAtVehicle::hit, "hit"},
                                                        {ShotAtVehicle::turret_hit, "turret hit"},
                                                        {ShotAtVehicle::hull_hit, "hull hit"},
                                                        {ShotAtVehicle::critical_hit, "critical hit"},
                                                        {ShotAtVehicle::kills, "kills"},
                                                        {ShotAtVehicle::burns, "burns"},
                                                        {ShotAtVehicle::shocked, "shocked"},
                                                        {ShotAtVehicle::immobilized, "immobilized"},
                                                        {ShotAtVehicle::survives, "crew survives"}});

// With several shots: by which of them.
constexpr auto told_by_shot =
    std::to_array<NameOfNews>({{ShotAtVehicle::hit, "hit"}, {ShotAtVehicle::kills, "kills"}, {ShotAtVehicle::burns, "burns"}});

// "3,acquire" as the number and whether the target is acquired.
std::pair<std::string_view, bool> shots_typed(const KillInputs& in) {
  const std::string_view text = in.shots;
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return {text, false};
  if (text.substr(comma + 1) != "acquire")
    throw BadInput("shots", "{shots} " + shown(text) + " cannot be used", "after the comma only acquire, C6.5",
                   "give them like {shots 4,acquire}");
  return {text.substr(0, comma), true};
}

std::optional<InputValue> shots_said(const KillInputs& in) {
  if (in.shots.empty()) return std::nullopt;
  const auto [number, acquires] = shots_typed(in);
  const auto times = parse_times("shots", number);
  if (acquires) return std::string(number) + ",acquire";
  return times == 1 ? std::nullopt : std::optional(times_as_input(times));
}

Field<KillInputs> aim_field(std::string_view key, std::string_view group) {
  const AnyField within_shot = of_part<VehicleShotInputs>(*hit_determination_fields().find(key), &VehicleShotInputs::aim);
  return of_part<KillInputs>(within_shot, &KillInputs::shot).in(group);
}

template <class F>
Field<KillInputs> shot_field(F field, std::string_view group) {
  return of_part<KillInputs>(field, &KillInputs::shot).in(group);
}

// "1944", and 44 for short.
template <class In>
Field<In> with_short_years(Field<In> field, std::optional<int> In::*year) {
  return std::move(field).read_by([year](In& in, const InputValue& given, const FieldInfo& self) {
    constexpr int century = 1900;
    const int number = integer_of(self, given);
    in.*year = 0 <= number && number < 100 ? century + number : number;
  });
}

Fields<KillInputs> kill_fields() {
  using In = KillInputs;
  using Shot = VehicleShotInputs;
  const std::string_view fire = "Who fires", at = "The vehicle", hits = "Its To Hit number";
  constexpr Range years{1935, 1953, "the years of the lists"};
  return {
      text("gun", &In::gun, "GUN", "75L, 88LL, Panther, \"PaK 40\", psk, pf, atr; see below")
          .with_words(firearm_names())
          .like("75L")
          .in(fire)
          .bare(),
      text("target", &In::target, "VEHICLE", "M4A1, \"T-34/85\", or armor=8/4,turret=11/4,size=1")
          .with_words(vehicle_names())
          .like("M4A1")
          .in(at)
          .bare(),
      choice("nation", &In::nation, nationality_choices, "whose Gun: for To Kill numbers of 76L, 90L, ATR, ...").in(fire),
      aim_field("range", fire),
      choice("ammo", &In::ammo, shell_choices, "ap (default), apcr, apds, heat, he").in(fire),
      shot_field(choice("facing", &Shot::facing, target_facing_choices, "side that is hit: front (default), side, rear"), at),
      shot_field(choice("turret", &Shot::turret, target_facing_choices, "the turret's side, if it differs"), at),
      shot_field(flag("hull_down", &Shot::hull_down, "hull down: only its turret can be hit"), at),
      shot_field(flag("motion", &Shot::motion, "it moves, or is in Motion: Case J, +2"), at),
      shot_field(flag("above", &Shot::above, "the firer is higher: To Kill +1 (Case B)"), fire),
      shot_field(flag("crew_exposed", &Shot::crew_exposed, "its crew is exposed (MOL, FT, DC)"), at),
      integer("crew_morale", &In::crew_morale, {2, 10, "Morale Levels"}, "its crew's morale; default: the best of its nation")
          .in(at)
          .like("8"),
      word("shots", &In::shots, "N", "shots until it is killed; 3,acquire (C6.5)").saying(shots_said).in(fire),
      integer("rate_of_fire", &In::rate_of_fire, {1, 3, "rates of fire, C2.24"}, "it fires again on a colored dr of N or less")
          .in(fire)
          .like("2"),
      integer("breakdown", &In::breakdown, {9, 12, "breakdown numbers, A9.7"}, "number that ends its shots; default: its own, or 12")
          .in(fire)
          .like("12"),
      integer("depletion", &In::depletion, {1, 12, "Depletion Numbers, C8.9"}, "Depletion Number of that ammunition").in(fire).like("5"),
      shot_field(with_short_years(integer("year", &Shot::year, years, "year, for Depletion Numbers and To Hit colors"), &Shot::year), fire)
          .like("1944"),
      flag("elite", &In::elite, "elite crews: Depletion Number +1, Morale Level 8").in(fire),
      shot_field(choice("by", &Shot::by, used_by_choices, "who uses a PF or MOL: squad, hs, crew, smc"), fire),
      shot_field(flag("cx", &Shot::crew_exhausted, "the user is CX: +1 on the PF or MOL Check"), fire),
      shot_field(flag("iift", &Shot::iift, iift_help), fire),
      shot_field(choice("gun_color", &Shot::gun_color, gun_color_choices, "black or red To Hit numbers; default: its nation's"), hits),
      aim_field("case", hits),
      shot_field(integer("tem", &Shot::tem, {-2, 5, "TEM at vehicles, C6.8"}, "TEM of its hex (Case Q)"), hits),
      aim_field("hindrance", hits),
      aim_field("leadership", hits),
      shot_field(integer("drm", &Shot::drm, any_drm, "DRM on a DC's Position DR, or on the IFT DR"), fire)};
}

// Its own, of a Gun or MG of no list 12; nothing lowers one that is typed.
int breakdown_number(const TankWeapon& weapon, const VehicleShot& shot, const VehicleShotInputs& in) {
  const auto cases = parse_cases(in.aim.cases);
  return (uses_calibre(weapon) ? weapon.firearm.breaks_from : shot.breaks_from) -
         (is_given(cases, "F") ? breaks_lower_by_intensive_fire : 0) - (is_given(cases, "H") ? breaks_lower_captured : 0);
}

std::string with_all_letters(const std::vector<Modifier>& rows, int number) {
  std::string told = "Final " + std::to_string(number);
  if (rows.size() < 2) return told;
  told += " (" + std::to_string(rows.front().amount);
  for (std::size_t i = 1; i < rows.size(); ++i) told += " " + with_sign(rows[i].amount);
  return told + ")";
}

std::string capital(Shell shell) {
  std::string word(name_of(shell, shell_choices));
  for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
  return word;
}

}  // namespace

const Questionnaire<KillInputs>& kill_questionnaire() {
  using In = KillInputs;
  static const Questionnaire<In> asks{
      .name = "kill",
      .title = "Shots at a vehicle: To Hit and To Kill (C3, C7).",
      .examples = {"boxcars kill --gun Panther --target M4A1 --range 10", "boxcars kill 75L armor=8/4,size=1 --range 8 --facing side",
                   "boxcars kill \"PaK 40\" T-34/85 --range 12 --shots 3,acquire --rate-of-fire 2",
                   "boxcars kill psk \"T-34 M43\" --range 2 --case C3", "boxcars kill pf M4 --range 1 --by squad"},
      .fields = kill_fields(),
      .clashes = {{{"cx"}, Clash::Is::without, {"by"}, "it is on the check of who uses it, C13.31", "give {by squad}, too"}},
      .needs = {{.one_of = {"gun"}, .problem = "nothing that fires given", .why = "by what?", .instead = "give it like {gun 75L}"},
                {.one_of = {"target"}, .problem = "no vehicle given", .why = "what is fired at?", .instead = "give it like {target M4A1}"}},
      .footer =
          "Guns and vehicles: by the names on their counters, or usual ones (Panther), or\n"
          "armor=front/side, * is none; turret=front/side, or +sr, -f as on counters;\n"
          "size=, cs=, morale=, ot (open-topped), ce (crew exposed), red (its CS number).\n"
          "Infantry weapons: baz43, baz44, baz45, psk, piat, pf, pfk, atr, mol, mol-p, ft,\n"
          "dc, mg:FP-RANGE, cmg, bmg, aamg."};
  return asks;
}

Kill::Kill(const KillInputs& in) {
  require_needs(kill_questionnaire(), in);
  require_lawful(kill_questionnaire(), in);
  const TankWeapon weapon = parse_weapon("gun", in.gun, in.nation);
  VehicleTarget target = is_by_numbers(in.target) ? parse_vehicle_numbers("target", in.target) : find_vehicle("target", in.target);
  if (in.elite && !is_by_numbers(in.target)) target.crew_morale = std::max(target.crew_morale, elite_morale);
  if (in.crew_morale) target.crew_morale = *in.crew_morale;
  VehicleShotInputs how = in.shot;
  how.crew_exposed = how.crew_exposed || (target.crew_exposed && uses_exposed_crew(weapon));
  if (!how.aim.range) {
    if (!weapon.longest || *weapon.longest > 1) throw BadInput("range", "no range given", "how far is it?", "give it like {range 10}");
    how.aim.range = *weapon.longest;
  }
  const Shell shell = shell_of(weapon, in.ammo, how.year);
  VehicleShotRows rows = vehicle_shot(weapon, shell, target, how);
  std::optional<int> depletion = in.depletion;
  if (!depletion && !weapon.firearm.only_apcr) depletion = depletion_of(weapon, shell, how.year);
  if (depletion && !in.depletion && in.elite) *depletion += elite_depletion;
  rows.shot.depletion = depletion;
  const int breaks_from = breakdown_number(weapon, rows.shot, how);
  if (in.breakdown && breaks_from > 12)
    throw BadInput("breakdown", "{breakdown} of " + weapon.told, "it does not break down", "leave it out");
  rows.shot.breaks_from = in.breakdown.value_or(breaks_from);
  if (in.rate_of_fire) {
    if (!uses_calibre(weapon)) throw BadInput("rate_of_fire", "{rate_of_fire} of " + weapon.told, "it has none, C2.24", "leave it out");
    require_rate_of_fire_kept(how.aim, Fire::direct);
    rows.shot.rate_of_fire = *in.rate_of_fire;
  }
  const auto [times, acquires] = shots_typed(in);
  if (!times.empty()) {
    const auto number = parse_times("shots", times);
    if (!number) throw BadInput("shots", "{shots until}", "a vehicle may never be killed", "give a number of shots");
    most_shots_ = *number;
    const bool is_used_up = weapon.is == TankWeapon::Is::molotov || weapon.is == TankWeapon::Is::dc || is_faust(weapon);
    if (is_used_up && most_shots_ > 1)
      throw BadInput("shots", "{shots " + std::to_string(most_shots_) + "} of " + weapon.told, "it is used up by one", "leave it out");
  }
  if (acquires) {
    if (!model::acquires(weapon))
      throw BadInput("shots", "{shots " + in.shots + "} of " + weapon.told, "Guns of 20mm and more acquire, C6.5", "leave acquire out");
    if (rows.shot.immobilizes_only)
      throw BadInput("shots", "{shots " + in.shots + "} with {case G}", "no acquisition counts for Deliberate Immobilization, C5.7",
                     "leave acquire out");
    more_acquired_ = most_acquired - acquired_before(how.aim);
  }
  std::optional<VehicleShot> other;
  if (depletion) {
    for (const Shell usual : {Shell::ap, Shell::he}) {
      if (other || usual == shell) continue;
      try {
        other = vehicle_shot(weapon, shell_of(weapon, usual, {}), target, how).shot;
        other->breaks_from = rows.shot.breaks_from;
        other->rate_of_fire = rows.shot.rate_of_fire;
      } catch (const BadInput&) {
        continue;  // it has none of that either
      }
    }
  }
  has_other_ammunition_ = other.has_value();
  ends_with_immobilization_ = rows.shot.immobilizes_only;
  counts_by_laps_ = !in.rate_of_fire;
  shot_.emplace(rows.shot, other,
                ShotAtVehicle::Crew{.morale = target.crew_morale, .survival = target.crew_survival, .burns_easily = target.burns_easily});
  add_facts();
  const auto optional_event = [&](ShotAtVehicle::News news, bool is, const char* name) {
    if (is) news_[news] = facts_.event(name);
  };
  optional_event(ShotAtVehicle::stunned, weapon.is == TankWeapon::Is::machine_gun && rows.shot.to_hit, "stunned");
  optional_event(ShotAtVehicle::malfunctions, rows.shot.breaks_from <= 12, "malfunctions");
  optional_event(ShotAtVehicle::hurts, rows.shot.hurts_from <= 12 || rows.shot.hurts_on_colored_6, "firer is hurt");
  optional_event(ShotAtVehicle::not_fired, rows.shot.needs_dr.has_value(), "not fired");
  optional_event(ShotAtVehicle::absent, depletion.has_value(), "ammunition absent");
  for (const NameOfNews& row : told_by_shot) {
    for (int shot = 1; most_shots_ > 1 && shot <= most_shots_; ++shot) {
      const EventId by = facts_.event(std::string(row.name) + " by shot " + std::to_string(shot));
      if (shot == 1) by_shot_[row.news] = by;
    }
  }
  if (most_shots_ > 1 || !counts_by_laps_) shots_fired_ = facts_.measure("shots fired");
  describe(in, weapon, shell, target, rows);
}

void Kill::add_facts() {
  for (const NameOfNews& row : always_told) news_[row.news] = facts_.event(std::string(row.name));
  no_effect_ = facts_.event("no effect");
  news_[ShotAtVehicle::dud] = facts_.event("dud");
  news_[ShotAtVehicle::abandons] = facts_.event("crew abandons");
  wreck_by_shock_ = facts_.event("wreck after Shock");
}

void Kill::describe(const KillInputs& in, const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotRows& rows) {
  description_.inputs = inputs_of(kill_questionnaire(), in);
  description_.modifiers_of = ModifiersOf::several_rolls;
  description_.modifiers = rows.first_dr;
  const VehicleShot& shot = rows.shot;
  const bool one_number = rows.kill[0] == rows.kill[1];
  for (std::size_t location = 0; location < rows.kill.size(); ++location) {
    if (location == 1 && (one_number || shot.immobilizes_only)) break;
    for (std::size_t i = 0; i < rows.kill[location].size(); ++i) {
      const Modifier& row = rows.kill[location][i];
      const bool is_shared = location == 1 && std::find(rows.kill[0].begin(), rows.kill[0].end(), row) != rows.kill[0].end();
      if (row.amount == 0 || is_shared) continue;
      Modifier told = row;
      if (i > 0) told.reason += ", To Kill number";
      description_.modifiers.push_back(std::move(told));
    }
  }
  const bool is_gun = weapon.is == TankWeapon::Is::gun;
  description_.summary.push_back(weapon.told + (is_gun ? " " + capital(shell) : "") + " at " + target.name +
                                 (target.dates.empty() ? "" : " (" + target.dates + ")"));
  if (shot.to_hit) {
    description_.summary.push_back(needed_in_words(*shot.to_hit));
    description_.figures = figures_of(*shot.to_hit);
  }
  if (rows.firepower) {
    description_.figures.push_back({"firepower", *rows.firepower});
    const ToKill& kill = shot.kill[0][0][0];
    description_.summary.push_back("on the IFT: " + without_zeros(*rows.firepower) + " FP, DRM " + with_sign(shot.effect_drm) +
                                   (kill.if_cowering != kill.number ? ", Original doubles cower" : ""));
  }
  const bool is_dc = weapon.is == TankWeapon::Is::dc && shot.needs_position;
  const std::array<std::string, 2> where{is_dc ? "its facing" : "hull", is_dc ? "from above" : "turret"};
  std::string told = "To Kill: ";
  for (std::size_t location = 0; location < 2; ++location) {
    const ToKill& kill = shot.kill[0][location][0];
    if (!one_number) told += (location == 0 ? "" : "; ") + where[location] + " ";
    told += kill.of == ToKill::Of::nothing ? "none at that range" : with_all_letters(rows.kill[location], kill.number);
    description_.figures.push_back({std::string("to_kill_") + (location == 0 ? "hull" : "turret"), static_cast<double>(kill.number)});
    if (one_number) break;
  }
  if (one_number) description_.figures.push_back({"to_kill_turret", static_cast<double>(shot.kill[0][1][0].number)});
  const auto& critical = shot.kill[0];
  const bool tells_critical = shot.to_hit && shot.to_hit->critical_hits != CriticalHits::none && critical[0][1].of != ToKill::Of::nothing;
  if (tells_critical && !shot.immobilizes_only) {
    told += ", a critical hit " + std::to_string(critical[0][1].number);
    if (critical[0][1].number != critical[1][1].number) told += " and " + std::to_string(critical[1][1].number);
  }
  description_.summary.push_back(shot.immobilizes_only ? "Deliberate Immobilization: a hit immobilizes it (C5.7)" : told);
  constexpr int kills_at_all = 3;  // a DR of 2 is below it
  for (std::size_t location = 0; location < 2 && !shot.immobilizes_only; ++location) {
    const ToKill& kill = shot.kill[0][location][0];
    const bool may_kill = kill.of == ToKill::Of::nothing || kill.of == ToKill::Of::ift || kill.number >= kills_at_all;
    if (may_kill || is_dc || (location == 1 && one_number)) continue;
    const int basic = rows.kill[location].front().amount;
    const bool critically = tells_critical && critical[location][1].number >= kills_at_all;
    description_.notes.push_back("it cannot kill by a hit at the " + (one_number ? "vehicle" : where[location]) +
                                 ": a Basic To Kill number of " + std::to_string(basic + kills_at_all - kill.number) + " would, of " +
                                 std::to_string(basic) + " it is" + (critically ? ", but by a critical hit" : ""));
  }
  description_.headline = {{"kills", "kills"}, {"burns", "burns"}, {"immobilized", "immobilized"}};
  if (shot.to_hit || shot.needs_position) description_.headline.insert(description_.headline.begin() + 1, {"hits", "hit"});
  constexpr int largest_mg = 15;
  const bool may_be_mg = weapon.is == TankWeapon::Is::gun && !is_atr(weapon) && weapon.firearm.gun.caliber <= largest_mg;
  if (may_be_mg && target.is_unarmored())
    description_.notes.emplace_back("as of a Gun (C7.3); a MG attacks there on the IFT with its Firepower (A7.308): give it like mg:8-16");
  note_assumptions(in, weapon, shell, shot);
  description_.untold = {"dud", "crew abandons", "wreck after Shock"};
  if (is_gun && !shots_fired_) description_.untold.emplace_back("malfunctions");
}

void Kill::note_assumptions(const KillInputs& in, const TankWeapon& weapon, Shell shell, const VehicleShot& shot) {
  const auto note = [&](std::string text) { description_.notes.push_back(std::move(text)); };
  const bool is_gun = weapon.is == TankWeapon::Is::gun;
  if (shot.any_facing) note("the facing is by a dr: 1-2 rear, 3-4 side, 5-6 front (C3.9)");
  if (is_by_numbers(in.target) && in.target.find("cs=") == std::string::npos)
    note("its CS number is taken as 5; cs=N says another one (D5.6)");
  note("crew survives: of a wreck that does not burn (D5.6)");
  if (weapon.is == TankWeapon::Is::machine_gun && !shot.to_hit && in.shot.motion)
    note("that it moves is no DRM of an attack on the IFT (A7.308)");
  if (!in.shot.by && (is_faust(weapon) || weapon.is == TankWeapon::Is::molotov))
    note("it is fired without its check dr; --by squad (or hs, crew, smc) has it (C13.31, A22.6)");
  if (weapon.latw && weapon.latw->name != "piat" && weapon.latw->name != "mol-p")
    note("no backblast; from a building it is --case C3 (C13.8)");
  if (shot.to_hit && shot.to_hit->doubles_lower_die)
    note("of a stabilized Gun no die is doubled: give Case C and what C4 comes to, and 1 more (C5.35)");
  if (is_gun && shots_fired_) note("its breakdown number is " + std::to_string(shot.breaks_from) + ": that Original DR ends its shots");
  if (weapon.firearm.name.starts_with("IS-2")) note("its breakdown number of 11 may be that of low ammunition, as the IS-3's is (D3.71)");
  if (is_gun && !in.ammo && shell != Shell::ap && weapon.firearm.name.empty())
    note("no To Kill number of its AP is known (C7.31): it fires " + capital(shell));
  const bool is_special = shell == Shell::apcr || shell == Shell::apds || shell == Shell::heat;
  if (is_special && is_gun && !shot.depletion)
    note("it has enough of that ammunition; --depletion N, or of a counter --year, says how much (C8.9)");
  if (shot.depletion)
    note("Depletion Number " + std::to_string(*shot.depletion) + ": where the ammunition is absent the shot is not taken" +
         (has_other_ammunition_ ? ", and it may fire another one; later shots do (C8.9)" : " (C8.9)"));
  if (in.shot.gun_color || !is_gun || is_atr(weapon)) return;
  if (weapon.firearm.list == "american" && !in.shot.year)
    note("its To Hit numbers are black, as from 1944; before, --gun-color red (A25)");
  else if (in.nation && weapon.firearm.name.empty() && gun_color_of(weapon.firearm, in.shot.year) == GunColor::red)
    note("a Gun by its numbers has black To Hit numbers; those of that nation are red: --gun-color red (A25)");
}

ShotAtVehicle::Scene Kill::scene(const State& s) const {
  return {.other_ammunition = s.other_ammunition != 0,
          .acquired = s.acquired,
          .is_immobile = (s.vehicle & immobile) != 0,
          .is_shaken = (s.vehicle & shaken) != 0,
          .is_abandoned = (s.vehicle & abandoned) != 0};
}

Kill::State Kill::start(Outcomes& outcomes) const {
  State s;
  begin_shot(s, outcomes);
  return s;
}

void Kill::begin_shot(State& s, Outcomes& outcomes) const {
  if (!counts_by_laps_ && s.again == 0) ++s.shots;
  s.again = 0;
  s.step = shooting;
  const auto news = shot_->begin(s.shot, scene(s));
  take_news(s, news, outcomes);
}

Throw Kill::next_throw(const State& s) const {
  switch (s.step) {
    case shooting:
      return shot_->next_throw(s.shot, scene(s));
    case shock_over:
      return {Dice::dr, "Shock dr", "C7.42"};
    case unconfirmed_kill:
      return {Dice::dr, "Unconfirmed Kill dr", "C7.42"};
    default:
      return {};
  }
}

// From this shot on; a shot that keeps its rate of fire is the same one.
void Kill::happened_by_shot(EventId first, const State& s, Outcomes& outcomes) const {
  if (counts_by_laps_) return outcomes.happened_from_lap(first, most_shots_);
  for (int shot = s.shots; shot <= most_shots_; ++shot) outcomes.happened(EventId{first.number + shot - 1});
}

// What may come again is settled the first time.
void Kill::take_news(State& s, std::uint32_t news, Outcomes& outcomes) const {
  using Shot = ShotAtVehicle;
  const auto has = [&](Shot::News one) { return (news & Shot::bit(one)) != 0; };
  for (std::uint32_t left = news & ~s.happened; left != 0; left &= left - 1) {
    const auto one = static_cast<std::size_t>(std::countr_zero(left));
    if (news_[one]) outcomes.happened(*news_[one]);
    if (by_shot_[one]) happened_by_shot(*by_shot_[one], s, outcomes);
  }
  if (most_shots_ > 1 || !counts_by_laps_) s.happened |= news;
  if (has(Shot::immobilized)) {
    s.vehicle |= immobile | touched;
    if (ends_with_immobilization_) s.is_over = 1;
  }
  if (has(Shot::shocked)) s.vehicle |= shaken | in_shock | touched;
  if (has(Shot::stunned)) s.vehicle |= shaken | touched;
  if (has(Shot::abandons)) s.vehicle |= abandoned;
  if (has(Shot::keeps_rate_of_fire)) s.again = 1;
  if (has(Shot::last_round) && s.other_ammunition == 0) s.happened |= Shot::bit(Shot::last_round);
  if (has(Shot::absent)) {
    if (has_other_ammunition_)
      s.other_ammunition = 1;
    else
      s.is_over = 1;
  }
  if (has(Shot::malfunctions)) s.is_over = 1;
  if (has(Shot::kills)) {
    s.is_over = 1;
    s.vehicle = static_cast<std::uint8_t>((s.vehicle | touched) & ~in_shock);  // it is a wreck anyhow
  }
}

Kill::State Kill::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (s.step == shock_over) {
    if (roll.colored <= shock_gone_at) return {};
    s.step = unconfirmed_kill;
    return s;
  }
  if (s.step == unconfirmed_kill) {
    if (roll.colored > unconfirmed_gone_at) outcomes.happened(*wreck_by_shock_);
    return {};
  }
  take_news(s, shot_->next(s.shot, roll, scene(from), outcomes), outcomes);
  return ShotAtVehicle::busy(s.shot) ? s : shot_is_over(s, outcomes);
}

Kill::State Kill::shot_is_over(State s, Outcomes& outcomes) const {
  const auto last_round = ShotAtVehicle::bit(ShotAtVehicle::last_round);
  if ((s.happened & last_round) != 0) {
    s.happened &= ~last_round;
    if (has_other_ammunition_)
      s.other_ammunition = 1;
    else
      s.is_over = 1;
  }
  const bool last = s.is_over != 0 || (!counts_by_laps_ && s.shots == most_shots_ && s.again == 0) || (counts_by_laps_ && most_shots_ == 1);
  if (last) {
    if (shots_fired_) outcomes.measured_lap(*shots_fired_);
    return conclude(s, outcomes);
  }
  if (s.acquired < more_acquired_) ++s.acquired;
  outcomes.begin_lap();
  begin_shot(s, outcomes);
  return s;
}

// The shots are over; what Shock comes to is still to be seen.
Kill::State Kill::conclude(State s, Outcomes& outcomes) const {
  if ((s.vehicle & touched) == 0) outcomes.happened(*no_effect_);
  State left;
  if ((s.vehicle & in_shock) != 0) left.step = shock_over;
  return left;
}

Kill::State Kill::end(const State& from, Outcomes& outcomes) const {
  if (shots_fired_) outcomes.measured(*shots_fired_, most_shots_);
  return conclude(from, outcomes);
}

int Kill::stage(const State& s) const {
  if (s.step == shooting) return static_cast<int>(s.shots) * (ShotAtVehicle::stages() + 1) + ShotAtVehicle::stage(s.shot);
  return stages_of_shock + s.step;
}

}  // namespace boxcars::model
