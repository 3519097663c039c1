#include "model/questions/duel.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {
namespace {

constexpr int most_acquired_in_duel = 2;            // C6.5
constexpr int repairs_at = 1, disables_gun_at = 6;  // D3.7
constexpr int turns_if_not_given = 6;
constexpr std::array<std::string_view, 2> letters_of_duel{"A", "B"};

// A vehicle with its Gun.
struct Duelist {
  TankWeapon weapon;
  VehicleTarget vehicle;
};

Duelist parse_duelist(const std::string& field, const std::string& typed) {
  if (is_by_numbers(typed))
    throw BadInput(field, "{" + field + "} " + shown(typed) + " has no Gun", "both shoot",
                   "give a vehicle's name like {" + field + " Panther}");
  Duelist duelist{.weapon = parse_weapon(field, typed), .vehicle = {}};
  if (!is_vehicle_name(typed))
    throw BadInput(field, "{" + field + "} " + shown(typed) + " is no vehicle", "both are shot at as vehicles",
                   "give one like {" + field + " Panther}; shots by a Gun are boxcars kill");
  duelist.vehicle = find_vehicle(field, typed);
  if (duelist.weapon.is != TankWeapon::Is::gun || !duelist.weapon.firearm.is_vehicle)
    throw BadInput(field, "{" + field + "} " + shown(typed) + " has no Gun", "both shoot", "give another one");
  return duelist;
}

VehicleShotInputs shot_inputs(const DuelInputs& in, const DuelistInputs& shooter, const DuelistInputs& target) {
  VehicleShotInputs shot;
  shot.aim.range = in.range;
  shot.aim.hindrance = in.hindrance;
  shot.facing = target.facing;
  shot.hull_down = target.hull_down;
  shot.tem = shooter.drm;
  shot.year = in.year;
  return shot;
}

// What a shot kills with, of all faces: what the best ammunition is chosen by.
double kills_by(const VehicleShot& shot) {
  double odds = 0;
  for (int face = 0; face < 36; ++face) {
    const int colored = face / 6 + 1, white = face % 6 + 1;
    if (shot.depletion && colored + white > *shot.depletion) continue;
    const ToHitResult result = to_hit_result(*shot.to_hit, colored + white);
    if (result == ToHitResult::miss) continue;
    const bool turret = colored < white || (shot.hull_down && result == ToHitResult::critical_hit);
    if (shot.hull_down && !turret) continue;
    const ToKill& kill = shot.kill[0][turret ? 1 : 0][result == ToHitResult::critical_hit ? 1 : 0];
    if (kill.of == ToKill::Of::nothing) continue;
    int kills = 0;
    for (int dr = 0; dr < 36; ++dr) {
      const int sum = dr / 6 + dr % 6 + 2;
      if (sum < 12 && sum < kill.number) ++kills;
    }
    odds += kills / 1296.0;
  }
  return odds;
}

// The shot with what is asked for, or with what kills most often; and what is fired where there is none of it left.
struct Fired {
  Shell shell = Shell::ap;
  VehicleShot shot{};
  std::optional<VehicleShot> other{};
  bool was_chosen = false;
  std::vector<Modifier> to_hit{};
};

Fired shot_of(const Duelist& shooter, const VehicleTarget& target, std::optional<Shell> asked, const VehicleShotInputs& how) {
  const auto with = [&](Shell shell) {
    VehicleShotRows rows = vehicle_shot(shooter.weapon, shell, target, how);
    if (how.year && shell != Shell::ap && shell != Shell::he && !shooter.weapon.firearm.only_apcr)
      rows.shot.depletion = depletion_of(shooter.weapon, shell, *how.year);
    rows.shot.rate_of_fire = shooter.weapon.firearm.rate_of_fire;
    rows.shot.breaks_from = shooter.weapon.firearm.breaks_from;
    return rows;
  };
  const Shell usual = shell_of(shooter.weapon, {}, how.year);
  const VehicleShotRows of_usual = with(usual);
  Fired fired{.shell = usual, .shot = of_usual.shot, .to_hit = of_usual.first_dr};
  if (asked) {
    fired.shell = shell_of(shooter.weapon, asked, how.year);
    const VehicleShotRows rows = with(fired.shell);
    fired.shot = rows.shot;
    fired.to_hit = rows.first_dr;
  } else {
    for (const Shell shell : {Shell::apcr, Shell::apds, Shell::heat, Shell::he}) {
      if (shell == usual || (!how.year && shell != Shell::he)) continue;  // how much there is of it is not known
      try {
        const VehicleShotRows rows = with(shell_of(shooter.weapon, shell, how.year));
        const double left = rows.shot.depletion ? kills_by(of_usual.shot) : 0;
        double fires = 1;
        if (rows.shot.depletion) {
          fires = 0;
          for (int dr = 0; dr < 36; ++dr) fires += dr / 6 + dr % 6 + 2 <= *rows.shot.depletion ? 1.0 / 36 : 0;
        }
        if (kills_by(rows.shot) + (1 - fires) * left > kills_by(fired.shot)) {
          fired.shell = shell;
          fired.shot = rows.shot;
          fired.to_hit = rows.first_dr;
          fired.was_chosen = true;
        }
      } catch (const BadInput&) {
        continue;  // it has none
      }
    }
  }
  if (fired.shot.depletion && fired.shell != usual) fired.other = of_usual.shot;
  return fired;
}

// The same shot as Intensive Fire (C5.6), which has no rate of fire.
Fired as_intensive_fire(const Duelist& shooter, const VehicleTarget& target, Shell shell, VehicleShotInputs how) {
  how.aim.cases.emplace_back("F");
  Fired fired = shot_of(shooter, target, shell, how);
  const auto make_intensive = [](VehicleShot& shot) {
    shot.rate_of_fire = 0;
    shot.breaks_from -= breaks_lower_by_intensive_fire;
  };
  make_intensive(fired.shot);
  if (fired.other) make_intensive(*fired.other);
  return fired;
}

template <class F>
Field<DuelInputs> duelist_field(F field, DuelistInputs DuelInputs::*which, std::string_view group) {
  return of_part<DuelInputs>(field, which).in(group);
}

std::optional<InputValue> turns_said(const DuelInputs& in) {
  if (in.turns.empty() || parse_times("turns", in.turns) == turns_if_not_given) return std::nullopt;
  return times_as_input(parse_times("turns", in.turns));
}

Fields<DuelInputs> duel_fields() {
  using In = DuelInputs;
  using Who = DuelistInputs;
  const std::string_view both = "The duel", a = "A", b = "B";
  constexpr Range drms{-6, 12, "DRM of a To Hit DR"};
  return {
      duelist_field(text("a", &Who::name, "VEHICLE", "one vehicle: Tiger, \"T-34/85\"").with_words(vehicle_names()).like("Tiger"), &In::a,
                    both)
          .bare(),
      duelist_field(text("b", &Who::name, "VEHICLE", "the other vehicle").with_words(vehicle_names()).like("M4A1"), &In::b, both).bare(),
      integer("range", &In::range, {0, longest_range, "hexes of the To Hit table, C3"}, "in hexes").in(both).like("8"),
      choice("first", &In::first, fires_first_choices, "who fires first: A (default), B").in(both),
      word("turns", &In::turns, "N", "number of turns; both fire in each; default 6").saying(turns_said).in(both),
      integer("hindrance", &In::hindrance, hindrance_drm, "Hindrance DRM, SMOKE included").in(both),
      integer("year", &In::year, {1935, 1953, "the years of the lists"}, "year, for Depletion Numbers and To Hit colors")
          .in(both)
          .like("1944"),
      flag("no_acquisition", &In::no_acquisition, "without acquisition (C6.5)").in(both),
      duelist_field(choice("ammo_a", &Who::ammo, shell_choices, "ap, apcr, ...; default: the one that kills most often"), &In::a, a),
      duelist_field(choice("facing_a", &Who::facing, target_facing_choices, "side A shows: front (default), side, rear"), &In::a, a),
      duelist_field(flag("hull_down_a", &Who::hull_down, "A is hull down"), &In::a, a),
      duelist_field(integer("drm_a", &Who::drm, drms, "other DRM on A's To Hit DR"), &In::a, a),
      duelist_field(flag("intensive_fire_a", &Who::intensive_fire, "A fires once more in a turn (C5.6)"), &In::a, a),
      duelist_field(choice("ammo_b", &Who::ammo, shell_choices, "ap, apcr, ...; default: the one that kills most often"), &In::b, b),
      duelist_field(choice("facing_b", &Who::facing, target_facing_choices, "side B shows: front (default), side, rear"), &In::b, b),
      duelist_field(flag("hull_down_b", &Who::hull_down, "B is hull down"), &In::b, b),
      duelist_field(integer("drm_b", &Who::drm, drms, "other DRM on B's To Hit DR"), &In::b, b),
      duelist_field(flag("intensive_fire_b", &Who::intensive_fire, "B fires once more in a turn (C5.6)"), &In::b, b)};
}

}  // namespace

const Questionnaire<DuelInputs>& duel_questionnaire() {
  static const Questionnaire<DuelInputs> asks{
      .name = "duel",
      .title = "Two vehicles shoot at each other in turns (C3, C7).",
      .examples = {"boxcars duel Tiger M4A1 --range 10", "boxcars duel T-34/85 Panther --range 6 --first B --turns 4 --facing-b side",
                   "boxcars duel \"PzKpfw IVH\" \"T-34 M43\" --range 12 --hull-down-a --year 1943"},
      .fields = duel_fields(),
      .needs = {{.one_of = {"a"},
                 .problem = "nobody shoots",
                 .why = "a duel is of two vehicles",
                 .instead = "give them like boxcars duel Tiger M4A1"},
                {.one_of = {"b"},
                 .problem = "only one is there",
                 .why = "a duel is of two vehicles",
                 .instead = "give them like boxcars duel Tiger M4A1"},
                {.one_of = {"range"}, .problem = "no range given", .why = "how far is it?", .instead = "give it like {range 10}"}},
      .footer =
          "In each turn both vehicles first try to repair a broken Gun (dr 1; a 6 disables\n"
          "it) and to recover from Shock. Then each fires once, again by its rate of fire,\n"
          "and once by Intensive Fire if that is given. A vehicle is out if it is a wreck\n"
          "or abandoned. Its Gun breaks down by its number (D3.7)."};
  return asks;
}

Duel::Duel(const DuelInputs& in) {
  require_needs(duel_questionnaire(), in);
  require_lawful(duel_questionnaire(), in);
  const std::array<Duelist, 2> duelists{parse_duelist("a", in.a.name), parse_duelist("b", in.b.name)};
  if (!in.turns.empty()) {
    const auto turns = parse_times("turns", in.turns);
    if (!turns) throw BadInput("turns", "{turns until}", "a duel may never end", "give a number");
    turns_ = *turns;
  } else {
    turns_ = turns_if_not_given;
  }
  first_ = in.first == FiresFirst::b ? 1 : 0;
  acquires_ = !in.no_acquisition;
  std::array<Fired, 2> fired;
  for (std::size_t i = 0; i < 2; ++i) {
    const DuelistInputs &shooter = i == 0 ? in.a : in.b, &target = i == 0 ? in.b : in.a;
    const VehicleTarget& at = duelists[1 - i].vehicle;
    const VehicleShotInputs how = shot_inputs(in, shooter, target);
    const ShotAtVehicle::Crew crew{.morale = at.crew_morale, .survival = at.crew_survival, .burns_easily = at.burns_easily};
    fired[i] = shot_of(duelists[i], at, shooter.ammo, how);
    shots_[i].emplace(fired[i].shot, fired[i].other, crew);
    if (shooter.intensive_fire) {
      const Fired intensive = as_intensive_fire(duelists[i], at, fired[i].shell, how);
      intensive_[i].emplace(intensive.shot, intensive.other, crew);
    }
    has_other_[i] = fired[i].other.has_value();
  }
  const auto event = [&](std::size_t i, const char* what) { return facts_.event(std::string(letters_of_duel[i]) + what); };
  for (std::size_t i = 0; i < 2; ++i) left_[i] = event(i, " is left");
  for (std::size_t i = 0; i < 2; ++i) only_left_[i] = facts_.event("only " + std::string(letters_of_duel[i]) + " is left");
  both_left_ = facts_.event("both are left");
  nobody_left_ = facts_.event("nobody is left");
  for (std::size_t i = 0; i < 2; ++i) {
    killed_[i] = event(i, " is killed");
    burns_[i] = event(i, " burns");
    shocked_[i] = event(i, " is shocked");
    immobilized_[i] = event(i, " is immobilized");
    malfunctions_[i] = event(i, " malfunctions");
  }
  for (std::size_t i = 0; i < 2; ++i) {
    for (int turn = 1; turn <= turns_; ++turn) {
      const EventId by = facts_.event(std::string(letters_of_duel[i]) + " is out by turn " + std::to_string(turn));
      if (turn == 1) out_by_[i] = by;
    }
  }
  turns_fought_ = facts_.measure("turns fought");

  description_.inputs = inputs_of(duel_questionnaire(), in);
  description_.modifiers_of = ModifiersOf::several_rolls;
  for (std::size_t i = 0; i < 2; ++i) {
    const Fired& by = fired[i];
    std::string shell(name_of(by.shell, shell_choices));
    for (char& c : shell) c = static_cast<char>(c - 'a' + 'A');
    description_.summary.push_back(std::string(letters_of_duel[i]) + ", " + duelists[i].weapon.told + " " + shell + ", ROF " +
                                   std::to_string(by.shot.rate_of_fire) + ", B" + std::to_string(by.shot.breaks_from) + ": " +
                                   needed_in_words(*by.shot.to_hit) + ", To Kill " + std::to_string(by.shot.kill[0][0][0].number) +
                                   " (hull) and " + std::to_string(by.shot.kill[0][1][0].number) + " (turret)");
    if (by.was_chosen) description_.notes.push_back(std::string(letters_of_duel[i]) + " fires " + shell + ", which kills most often");
    for (const Modifier& row : by.to_hit) {
      if (row.amount == 0) continue;
      description_.modifiers.push_back({row.amount, std::string(letters_of_duel[i]) + ": " + row.reason, row.rule});
    }
  }
  if (!in.year) description_.notes.emplace_back("only AP and HE: --year says how much there is of other ammunition (C8.9)");
  description_.headline = {{"only A is left", "only A is left"}, {"only B is left", "only B is left"}, {"both are left", "both are left"}};
}

std::size_t Duel::who(Step step) const { return step == first_recovers || step == first_fires ? first_ : 1 - first_; }

ShotAtVehicle::Scene Duel::scene(const State& s, std::size_t shooter) const {
  const Vehicle &by = s.vehicles[shooter], &at = s.vehicles[1 - shooter];
  return {.other_ammunition = by.other_ammunition != 0,
          .acquired = by.acquired,
          .is_immobile = (at.condition & immobile) != 0,
          .is_shaken = (at.condition & shaken) != 0,
          .fires_other_at_once = has_other_[shooter]};
}

bool Duel::can_fire(const State& s, std::size_t shooter) const {
  const Vehicle& by = s.vehicles[shooter];
  return by.is_out == 0 && by.gun == works && by.shock == none;
}

Duel::State Duel::start(Outcomes& outcomes) const {
  State s;
  return go_on(s, over, outcomes);
}

void Duel::begin_shot(State& s) const {
  s.again = s.last_round = 0;
  shot(s).begin(s.shot, scene(s, who(s)));
}

// On from behind that step to the next one that has something to throw; behind the last one the next turn begins.
Duel::State Duel::go_on(State s, std::uint8_t from_step, Outcomes& outcomes) const {
  s.shot = {};
  s.again = s.last_round = s.intensive = 0;
  for (std::uint8_t step = from_step;;) {
    if (s.vehicles[0].is_out != 0 || s.vehicles[1].is_out != 0) {
      outcomes.measured_lap(*turns_fought_);
      return record(s, outcomes);
    }
    if (step == second_fires) {
      outcomes.begin_lap();
      step = over;
    }
    s.step = ++step;
    const std::size_t i = who(static_cast<Step>(step));
    if (step <= second_recovers && recovers(s.vehicles[i])) return s;
    if (step > second_recovers && can_fire(s, i)) {
      begin_shot(s);
      return s;
    }
    // Two that can neither fire nor recover go on to the end of the turns.
    if (step == second_fires && !can_fire(s, 0) && !can_fire(s, 1) && !recovers(s.vehicles[0]) && !recovers(s.vehicles[1])) {
      outcomes.forget_lap();
      outcomes.measured(*turns_fought_, turns_);
      return record(s, outcomes);
    }
  }
}

Throw Duel::next_throw(const State& s) const {
  if (s.step == over) return {};
  const std::size_t i = who(s);
  if (s.step <= second_recovers) {
    if (s.vehicles[i].shock == in_shock) return {Dice::dr, "Shock dr", "C7.42", letters_of_duel[i]};
    if (s.vehicles[i].shock == unconfirmed) return {Dice::dr, "Unconfirmed Kill dr", "C7.42", letters_of_duel[i]};
    return {Dice::dr, "Repair dr", "D3.7", letters_of_duel[i]};
  }
  Throw thrown = shot(s).next_throw(s.shot, scene(s, i));
  if (thrown.subject.empty()) thrown.subject = letters_of_duel[i];
  return thrown;
}

Duel::State Duel::next(const State& from, Roll roll, Outcomes& outcomes) const {
  if (from.step <= second_recovers) return recover(from, roll, outcomes);
  State s = from;
  const std::size_t i = who(s);
  const auto news = shot(s).next(s.shot, roll, scene(from, i), outcomes);
  return take_shot(s, news, outcomes);
}

Duel::State Duel::recover(State s, Roll roll, Outcomes& outcomes) const {
  Vehicle& vehicle = s.vehicles[who(s)];
  if (vehicle.shock == in_shock) {
    vehicle.shock = roll.colored <= shock_gone_at ? none : unconfirmed;
  } else if (vehicle.shock == unconfirmed) {
    if (roll.colored <= unconfirmed_gone_at) {
      vehicle.shock = none;
    } else {
      puts_out(s, who(s), outcomes);
    }
  } else {
    if (roll.colored <= repairs_at) vehicle.gun = works;
    if (roll.colored >= disables_gun_at) vehicle.gun = disabled;
  }
  return go_on(s, s.step, outcomes);
}

void Duel::puts_out(State& s, std::size_t which, Outcomes& outcomes) const {
  s.vehicles[which].is_out = 1;
  outcomes.happened_from_lap(*out_by_[which], turns_);
}

Duel::State Duel::take_shot(State s, std::uint32_t news, Outcomes& outcomes) const {
  using Shot = ShotAtVehicle;
  const auto has = [&](Shot::News one) { return (news & Shot::bit(one)) != 0; };
  const std::size_t i = who(s), at = 1 - i;
  const auto once = [&](std::optional<EventId> event, int kind, std::size_t of) {
    const auto flag = static_cast<std::uint8_t>(1U << (2 * static_cast<std::size_t>(kind) + of));
    if ((s.happened & flag) == 0) outcomes.happened(*event);
    s.happened |= flag;
  };
  const auto runs_out = [&](Vehicle& vehicle) {
    if (has_other_[i])
      vehicle.other_ammunition = 1;
    else
      vehicle.gun = disabled;
  };
  if (has(Shot::keeps_rate_of_fire)) s.again = 1;
  if (has(Shot::last_round)) s.last_round = 1;
  if (has(Shot::absent)) runs_out(s.vehicles[i]);
  if (has(Shot::malfunctions)) {
    s.vehicles[i].gun = malfunctions;
    s.vehicles[i].acquired = 0;  // C6.5
    once(malfunctions_[i], 0, i);
  }
  if (has(Shot::immobilized)) {
    s.vehicles[at].condition |= immobile;
    once(immobilized_[at], 1, at);
  }
  if (has(Shot::shocked)) {
    if (s.vehicles[at].shock == none) s.vehicles[at].shock = in_shock;
    s.vehicles[at].condition |= shaken;
    s.vehicles[at].acquired = 0;  // C6.5
    once(shocked_[at], 2, at);
  }
  if (has(Shot::kills)) {
    outcomes.happened(*killed_[at]);
    if (has(Shot::burns)) outcomes.happened(*burns_[at]);
    puts_out(s, at, outcomes);
  }
  if (has(Shot::abandons)) puts_out(s, at, outcomes);
  if (Shot::busy(s.shot) && s.vehicles[at].is_out == 0) return s;
  if (s.last_round != 0) {
    s.last_round = 0;
    runs_out(s.vehicles[i]);
  }
  if (acquires_ && s.vehicles[i].gun != malfunctions && s.vehicles[i].acquired < most_acquired_in_duel) ++s.vehicles[i].acquired;
  if (s.vehicles[at].is_out == 0 && can_fire(s, i)) {
    const bool may_be_intensive = s.intensive == 0 && intensive_[i].has_value();
    if (s.again == 0 && may_be_intensive) s.intensive = 1;
    if (s.again != 0 || may_be_intensive) {
      begin_shot(s);
      return s;
    }
  }
  return go_on(s, s.step, outcomes);
}

Duel::State Duel::record(const State& s, Outcomes& outcomes) const {
  const std::array<bool, 2> left{s.vehicles[0].is_out == 0, s.vehicles[1].is_out == 0};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!left[i]) continue;
    outcomes.happened(*left_[i]);
    if (!left[1 - i]) outcomes.happened(*only_left_[i]);
  }
  if (left[0] && left[1]) outcomes.happened(*both_left_);
  if (!left[0] && !left[1]) outcomes.happened(*nobody_left_);
  return {};
}

Duel::State Duel::end(const State& from, Outcomes& outcomes) const {
  outcomes.measured(*turns_fought_, turns_);
  return record(from, outcomes);
}

}  // namespace boxcars::model
