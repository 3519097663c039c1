#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/hex_grid.hpp"
#include "model/rules/movement.hpp"

// Stacks that move along a path, under the fire of who is named for it (A4, A8).
namespace boxcars::model {
namespace {

using Part = AssaultShot::Part;

constexpr int most_mf_of_a_location = 8, most_mf_of_a_stack = 12, longest_range_at_movers = 60;
constexpr std::size_t longest_path = 6;

bool is_at(const AssaultShot& shot, const AssaultMove& move) {
  const std::vector<std::string> targets = targets_of(shot);
  return shot.part == Part::none && std::find(targets.begin(), targets.end(), move.name) != targets.end();
}

std::vector<std::string> locations_of(const AssaultMove& move) {
  std::vector<std::string> names;
  for (const std::string& text : move.path) names.push_back(text.substr(0, text.find('/')));
  return names;
}

bool leads_to(const AssaultMove& move, std::string_view location) {
  const std::vector<std::string> names = locations_of(move);
  return std::find(names.begin(), names.end(), location) != names.end();
}

// Whether a shot is of a phase after the MPh of a side: the enemy's Defensive Fire, its own Advancing Fire, its advances.
bool is_after_move_of(const AssaultInputs& in, const AssaultShot& shot, Side side) {
  const bool at_move = move_named(in, shot.target).has_value();
  if (at_move) return false;
  if (shot.advance || shot.phase == FirePhase::advancing) return side_of(in, shot) == side;
  return shot.phase == FirePhase::defensive && side_of(in, shot) != side;
}

// In which order a Player Turn has them: Prep Fire, with what is laid and who drives in; Defensive Fire; Advancing Fire; advances.
int phase_of(const AssaultInputs& in, const AssaultShot& shot) {
  if (is_at_moves(in, shot)) return 0;
  if (shot.advance) return 3;
  return shot.phase == FirePhase::prep ? 0 : shot.phase == FirePhase::defensive ? 1 : 2;
}

std::size_t number_of_prep_fire(const AssaultInputs& in) {
  return static_cast<std::size_t>(
      std::count_if(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) { return phase_of(in, shot) == 0; }));
}

// The number of the shot before which it is made; that of all shots: behind them.
std::size_t place_in_turn(const AssaultInputs& in, const AssaultMove& move) {
  const Side side = side_at(in, move.by).value_or(Side::attacker);
  if (in.player_turns == PlayerTurns::both) return number_of_prep_fire(in);
  const auto found = std::find_if(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) {
    return move.before.empty() ? is_after_move_of(in, shot, side) : shot.name == move.before;
  });
  return static_cast<std::size_t>(found - in.shots.begin());
}

std::optional<int> range_from(const AssaultPathStep& step, const std::string& location) {
  const auto found = std::find_if(step.range.begin(), step.range.end(), [&](const auto& one) { return one.first == location; });
  return found == step.range.end() ? std::nullopt : std::optional(found->second);
}

// A move as it is made: for each Location of its path that the stack enters it, then the Residual FP there, if somebody who moved before
// may have been fired at there, then each shot at it.
void add_parts(const AssaultInputs& in, int number, const std::vector<int>& before, std::vector<AssaultShot>& to) {
  const AssaultMove& move = in.moves[index(number)];
  for (int k = 0; k < static_cast<int>(move.path.size()); ++k) {
    const AssaultPathStep step = parse_path_step(move.path[index(k)]);
    const Movement moving = move.assault_movement ? Movement::assault : Movement::normal;
    AssaultShot march{.name = move.name, .target = step.location, .may_hold = move.may_hold, .by = move.by};
    march.from_turn = move.from_turn, march.until_turn = move.until_turn, march.condition = move.condition;
    march.part = Part::march, march.move = number, march.step = k;
    to.push_back(std::move(march));
    const bool may_be_residual = std::any_of(before.begin(), before.end(), [&](int other) {
      const AssaultMove& first = in.moves[index(other)];
      return leads_to(first, step.location) &&
             std::any_of(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) { return is_at(shot, first); });
    });
    if (may_be_residual) {
      AssaultShot residual{.name = "Residual FP", .target = step.location, .fp = "1", .cowering = Cowering::none};
      residual.part = Part::residual, residual.move = number, residual.step = k, residual.moving = moving;
      to.push_back(std::move(residual));
    }
    for (const AssaultShot& shot : in.shots) {
      if (!is_at(shot, move)) continue;
      AssaultShot at_movers = shot;
      at_movers.target = step.location;
      at_movers.or_at.clear();
      if (!shot.by.empty()) at_movers.phase = FirePhase::defensive;
      at_movers.range = range_from(step, shot.by);
      at_movers.part = Part::first_fire, at_movers.move = number, at_movers.step = k, at_movers.moving = moving;
      to.push_back(std::move(at_movers));
    }
  }
}

// What may be said of a shot at who moves.
void require_lawful_shot_at_move(const AssaultInputs& in, const AssaultShot& shot, const std::string& path) {
  for (const std::string& target : targets_of(shot)) {
    if (!move_named(in, target))
      refuse_at(path + ".target",
                "moves and " + shown(target) + " as targets of one shot (who moves is fired at in the MPh, A8.1); give " + "each a shot");
  }
  refuse_all_but(path, shot, {"by", "fp", "drm", "hindrance", "leadership", "cowering", "concealed", "area_fire", "no_los"},
                 "a move as target, with ", " (Defensive First Fire by small arms and MG, A8.1); leave it out");
  refuse_any(path, {{shot.available.has_value(), "available"}, {shot.arrives.has_value(), "arrives"}}, "",
             " with a move as target (who fires at it is there, or not from from_turn on); leave it out");
}

void require_lawful_names(const AssaultInputs& in, const AssaultMove& move, std::set<std::string>& names) {
  const std::string path = "move." + move.name;
  require_name(path, move.name, ".");
  const auto is_called_so = [&](const auto& item) { return item.name == move.name; };
  const bool is_shot =
      std::any_of(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) { return shot.part == Part::none && is_called_so(shot); });
  const bool is_other = is_shot || std::any_of(in.locations.begin(), in.locations.end(), is_called_so) || vehicle_named(in, move.name);
  if (is_other || !names.insert(move.name).second)
    refuse_at(path, std::string(is_other ? "a move and something else" : "two moves") + " are called " + shown(move.name) +
                        " (shots name who moves); give one of them another name");
}

void require_one_stack(const AssaultInputs& in, const AssaultPlan& plan, const AssaultMove& move, int home) {
  const std::string path = "move." + move.name;
  const auto twice = std::find_if(in.moves.begin(), in.moves.end(), [&](const AssaultMove& other) { return other.by == move.by; });
  if (twice->name != move.name)
    refuse_at(path + ".by", "those at " + move.by + " move twice, as " + twice->name + " and as " + move.name +
                                " (a stack moves once a turn, A4.1); give one path, or two Locations");
  const auto side = side_at(in, move.by);
  if (!side)
    refuse_at(path + ".by", "nobody is at " + move.by + " (who moves?); give it [[attacker]] or [[defender]], or another Location");
  std::set<int> turns;
  const Deployment::Troops& troops = plan.forces.units[*side];
  for (std::size_t i = 0; i < troops.entries.size(); ++i) {
    if (troops.location_of[i] == home) turns.insert(troops.entries[i].unit.from_turn);
    if (troops.location_of[i] == home && troops.entries[i].gun)
      refuse_at(path + ".by",
                "a Gun is at " + move.by + " (it is pushed by its crew, C10.3, which is not played); give it another Location");
  }
  if (turns.size() > 1)
    refuse_at(path + ".by",
              "some of " + move.by + " come later than others (who moves together is there together); give them one from_turn");
}

void require_contiguous(const AssaultPlan& plan, const AssaultInputs& in, const std::string& path, int from, int to) {
  const AssaultHex &here = hex_at(plan, from), &there = hex_at(plan, to);
  const std::string &name = in.locations[index(to)].name, &before = in.locations[index(from)].name;
  const int levels = std::abs(plan.level_of[index(from)] - plan.level_of[index(to)]);
  const bool same_hex = &here == &there;
  if (same_hex && levels != 1)
    refuse_at(path,
              name + " is " + std::to_string(levels) + " levels from " + before + " (one after the other, B23.422); give those between");
  if (!same_hex && (plan.level_of[index(from)] != 0 || plan.level_of[index(to)] != 0))
    refuse_at(path, name + " is in another hex than " + before + ", and not both are on the ground (B23.422); give the Locations between");
  if (same_hex || !here.coordinate || !there.coordinate) return;
  if (const int hexes = distance(*here.coordinate, *there.coordinate); hexes > 1)
    refuse_at(path,
              name + " is " + std::to_string(hexes) + " hexes from " + before + " (a path goes from hex to hex, A4.1); give those between");
}

int cost_of(const AssaultInputs& in, const AssaultPlan& plan, const std::string& path, const AssaultPathStep& step, int from, int to) {
  if (step.halves) return *step.halves;
  if (&hex_at(plan, from) == &hex_at(plan, to)) return halves_of_mf;
  const auto cost = entry_cost(terrain_at(in, plan, to));
  if (!cost) refuse_at(path, "what " + step.location + " costs is not known (A4.1, chapter B); give " + step.location + "/mf=2");
  return *cost;
}

// As many MF as any of them has, whoever is left (A4.1).
int most_halves_of(const AssaultInputs& in, const AssaultPlan& plan, const AssaultMove& move, int home) {
  if (move.mf) return *move.mf * halves_of_mf;
  const Deployment::Troops& troops = plan.forces.units[*side_at(in, move.by)];
  bool led = false;
  for (std::size_t i = 0; i < troops.entries.size(); ++i) led = led || (troops.location_of[i] == home && is_leader(troops.entries[i].unit));
  int most = 0;
  for (std::size_t i = 0; i < troops.entries.size(); ++i) {
    if (troops.location_of[i] == home) most = std::max(most, allotment({.unit = troops.entries[i].unit}, {}, led));
  }
  return most;
}

void read_path(const AssaultInputs& in, AssaultPlan& plan, const AssaultMove& move, AssaultPlan::Move& read) {
  const std::string path = "move." + move.name + ".path";
  if (move.path.empty()) refuse_at(path, "no path given (where do they go?); give path = [\"K6\", \"K7\"]");
  if (move.path.size() > longest_path)
    refuse_at(path, std::to_string(move.path.size()) + " Locations are too many (at most " + std::to_string(longest_path) +
                        " are followed); give a shorter path");
  std::set<int> entered{read.by};
  int from = read.by;
  for (const std::string& text : move.path) {
    const AssaultPathStep step = at_path("move." + move.name, [&] { return parse_path_step(text); });
    const int to = find_location(in, path, step.location);
    if (!entered.insert(to).second) refuse_at(path, step.location + " is entered twice (a path goes on); leave one out");
    require_contiguous(plan, in, path, from, to);
    const int halves = cost_of(in, plan, path, step, from, to);
    if (halves > read.most_halves || (move.assault_movement && halves == read.most_halves))
      refuse_at(path, step.location + " costs " + mf_in_words(halves) + " MF, and they have " + mf_in_words(read.most_halves) +
                          (move.assault_movement ? " (Assault Movement must not use all, A4.61)" : " (A4.1; no Minimum Move is played)") +
                          "; give another path, or mf");
    for (const auto& [location, range] : step.range) {
      const auto fires = [&, where = location](const AssaultShot& shot) { return is_at(shot, move) && shot.by == where; };
      if (std::none_of(in.shots.begin(), in.shots.end(), fires))
        refuse_at(path, "nobody fires at " + move.name + " from " + shown(location) +
                            " (the range is that of a shot by it); give such a shot target = \"" + move.name + "\", or leave it out");
    }
    read.path.push_back(to);
    from = to;
  }
}

}  // namespace

AssaultPathStep parse_path_step(const std::string& text) {
  AssaultPathStep step;
  std::size_t begin = 0;
  for (bool first = true; begin <= text.size(); first = false) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    const auto sign = part.find('=');
    if (first) {
      step.location = part;
      if (part.empty() || sign != std::string::npos)
        throw BadInput("path", shown(text) + " has no Location", "it begins with the one that is entered", "give it like K7/mf=2/J8=3");
      continue;
    }
    const std::string key = part.substr(0, sign), value = sign == std::string::npos ? "" : part.substr(sign + 1);
    if (same_word(key, "mf")) {
      const auto mf = real_number(value);
      const int halves = mf && *mf > 0 && *mf <= most_mf_of_a_location ? static_cast<int>(*mf * halves_of_mf) : 0;
      if (halves == 0 || halves != *mf * halves_of_mf)
        throw BadInput("path", shown(part) + " in " + shown(text) + " are no MF", "a Location costs half a MF to 8 of them, A4.1",
                       "give it like mf=1.5");
      step.halves = halves;
      continue;
    }
    const auto range = whole_number(value);
    if (key.empty() || !range || *range < 1 || *range > longest_range_at_movers)
      throw BadInput("path", shown(part) + " in " + shown(text) + " cannot be read", "behind a Location are mf=N and ranges, LOCATION=N",
                     "give it like K7/mf=2/J8=3");
    step.range.emplace_back(key, *range);
  }
  return step;
}

std::optional<int> move_named(const AssaultInputs& in, std::string_view name) {
  const auto found = std::find_if(in.moves.begin(), in.moves.end(), [&](const AssaultMove& move) { return move.name == name; });
  if (found == in.moves.end()) return std::nullopt;
  return static_cast<int>(found - in.moves.begin());
}

std::optional<Side> side_ever_at(const AssaultInputs& in, std::string_view location) {
  if (const auto side = side_at(in, location)) return side;
  for (const AssaultMove& move : in.moves) {
    if (const auto side = side_at(in, move.by); side && leads_to(move, location)) return side;
  }
  return std::nullopt;
}

bool is_moved_into_by(const AssaultInputs& in, Side side, std::string_view location) {
  return std::any_of(in.moves.begin(), in.moves.end(),
                     [&](const AssaultMove& move) { return leads_to(move, location) && side_at(in, move.by) == side; });
}

bool is_at_moves(const AssaultInputs& in, const AssaultShot& shot) {
  return shot.part == Part::none && move_named(in, shot.target).has_value();
}

std::size_t parts_of_moves(const AssaultInputs& in) {
  std::size_t parts = 0;
  for (const AssaultMove& move : in.moves) {
    const auto shots = std::count_if(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) { return is_at(shot, move); });
    parts += move.path.size() * (2 + static_cast<std::size_t>(shots));
  }
  return parts;
}

AssaultInputs by_phases(const AssaultInputs& inputs) {
  AssaultInputs in = inputs;
  if (in.player_turns == PlayerTurns::both) {
    std::stable_sort(in.shots.begin(), in.shots.end(),
                     [&](const AssaultShot& a, const AssaultShot& b) { return phase_of(inputs, a) < phase_of(inputs, b); });
  }
  return in;
}

AssaultInputs with_moves(const AssaultInputs& inputs) {
  if (inputs.moves.empty() || inputs.shots.size() > most_assault_shots || parts_of_moves(inputs) > most_assault_fires) return inputs;
  try {
    AssaultInputs in = inputs;
    in.shots.clear();
    for (std::size_t i = 0; i <= inputs.shots.size(); ++i) {
      std::vector<int> before;
      for (int number = 0; number < static_cast<int>(inputs.moves.size()); ++number) {
        if (place_in_turn(inputs, inputs.moves[index(number)]) != i) continue;
        add_parts(inputs, number, before, in.shots);
        before.push_back(number);
      }
      if (i < inputs.shots.size()) in.shots.push_back(inputs.shots[i]);
    }
    return in;
  } catch (const BadInput&) {
    return inputs;  // assault_plan() says why
  }
}

AssaultInputs with_rout(const AssaultInputs& inputs) {
  const auto routs = [](const AssaultLocation& location) { return location.rout.has_value(); };
  if (std::none_of(inputs.locations.begin(), inputs.locations.end(), routs)) return inputs;
  AssaultInputs in = inputs;
  AssaultShot phase{.name = "RtPh", .target = in.locations.front().name};
  phase.part = Part::rout;
  const auto advance = std::find_if(in.shots.begin(), in.shots.end(), [](const AssaultShot& shot) { return shot.advance; });
  in.shots.insert(advance, std::move(phase));
  return in;
}

void read_rout(const AssaultInputs& in, AssaultPlan& plan) {
  for (const AssaultLocation& location : in.locations) plan.forces.rout.push_back(location.rout.value_or(GarrisonCall::Rout::none));
  if (std::all_of(plan.forces.rout.begin(), plan.forces.rout.end(), [](auto how) { return how == GarrisonCall::Rout::none; }))
    plan.forces.rout.clear();
}

void require_names_of_moves(const AssaultInputs& in) {
  if (in.moves.size() > most_assault_moves)
    refuse_at("move", std::to_string(in.moves.size()) + " moves are too many (at most " + std::to_string(most_assault_moves) +
                          " are followed); leave some out");
  std::set<std::string> names;
  for (const AssaultMove& move : in.moves) require_lawful_names(in, move, names);
}

void read_moves(const AssaultInputs& in, AssaultPlan& plan) {
  std::vector<std::string> known;
  for (const AssaultLocation& location : in.locations) known.push_back(location.name);
  for (const AssaultMove& move : in.moves) known.push_back(move.name);
  for (const AssaultShot& shot : in.shots) {
    if (in.moves.empty() || shot.part != Part::none || shot.target.empty() || vehicle_named(in, shot.target)) continue;
    if (std::find(known.begin(), known.end(), shot.target) == known.end())
      at_path("shot." + shot.name + ".target", [&] { throw_unknown("Location or move", shot.target, known); });
  }
  for (const AssaultMove& move : in.moves) {
    const std::string path = "move." + move.name;
    if (move.by.empty()) refuse_at(path + ".by", "no Location given (who moves?); give by = \"K5\"");
    AssaultPlan::Move read{.by = find_location(in, path + ".by", move.by)};
    require_one_stack(in, plan, move, read.by);
    if (move.mf) require_at(path, "mf", *move.mf, 1, most_mf_of_a_stack, "MF, A4.1");
    read.mf_halves = move.mf.value_or(0) * halves_of_mf;
    read.most_halves = most_halves_of(in, plan, move, read.by);
    if (!move.before.empty()) {
      if (in.player_turns == PlayerTurns::both)
        refuse_at(path + ".before", "before with player_turns = \"both\" (the MPh follows the PFPh, A3.3); leave it out");
      const auto is_named = [&](const AssaultShot& shot) { return shot.part == Part::none && shot.name == move.before; };
      const auto found = std::find_if(in.shots.begin(), in.shots.end(), is_named);
      if (found == in.shots.end())
        refuse_at(path + ".before", "no shot is called " + shown(move.before) + " (it moves before one); give the name of a [[shot]]");
      if (is_at_moves(in, *found))
        refuse_at(path + ".before", shown(move.before) + " is fired at who moves, while he does (A8.1); give another shot");
    }
    read_path(in, plan, move, read);
    plan.moves.push_back(std::move(read));
  }
  if (plan.moves.empty()) return;
  if (const std::size_t fires = in.shots.size(); fires > most_assault_fires || parts_of_moves(in) > most_assault_fires)
    refuse_at("move", "too much is done in a turn (at most " + std::to_string(most_assault_fires) +
                          " shots, and Locations entered with a shot each at who enters); leave some out");
  plan.forces.reach.assign(in.locations.size(), 0U);
  for (const AssaultPlan::Move& move : plan.moves) {
    unsigned& reach = plan.forces.reach[index(move.by)];
    reach = 1U << move.by;
    for (const int location : move.path) reach |= 1U << location;
    const Side side = plan.forces.side_of[index(move.by)];
    for (const AssaultUnit& unit : side == Side::attacker ? in.defenders : in.attackers) {
      const int there = find_location(in, "move", unit.location);
      if (unit.from_turn.value_or(1) > 1 && (reach >> there & 1U))
        refuse_at("move." + in.moves[index(static_cast<int>(&move - plan.moves.data()))].name + ".path",
                  "the enemy comes to " + unit.location + " later (who is there then is not played); give another path");
    }
  }
}

int stack_firing_from(const AssaultInputs& in, const AssaultPlan& plan, const std::string& path, int location) {
  std::vector<int> stacks;
  const std::string& name = in.locations[index(location)].name;
  const auto side = side_ever_at(in, name);
  if (side_at(in, name)) stacks.push_back(location);
  for (const AssaultPlan::Move& move : plan.moves) {
    const bool comes = std::find(move.path.begin(), move.path.end(), location) != move.path.end();
    if (comes && plan.forces.side_of[index(move.by)] == side) stacks.push_back(move.by);
  }
  if (stacks.empty()) return location;
  if (stacks.size() > 1)
    refuse_at(path + ".by", "those from " + in.locations[index(stacks[0])].name + " and from " + in.locations[index(stacks[1])].name +
                                " may be at " + name + " (one stack fires from a Location here); give them other paths");
  return stacks.front();
}

void read_shot_at_move(const AssaultInputs& in, const AssaultShot& shot, const std::string& path, AssaultFire& fire) {
  require_lawful_shot_at_move(in, shot, path);
  if (shot.fp.empty() && shot.by.empty()) refuse_at(path + ".by", "nobody fires (who?); give by = \"J8\", or fp = 8");
  fire.kind = AssaultFire::Kind::at_move;
  fire.target = 0;
}

void read_march(const AssaultInputs& in, const AssaultPlan& plan, const AssaultShot& shot, AssaultFire& fire) {
  const AssaultPlan::Move& move = plan.moves[index(shot.move)];
  fire.kind = AssaultFire::Kind::march;
  fire.move = shot.move;
  fire.mover = fire.who = fire.by = move.by;
  fire.from = shot.step == 0 ? move.by : move.path[index(shot.step - 1)];
  const AssaultMove& typed = in.moves[index(shot.move)];
  fire.halves = cost_of(in, plan, "move", parse_path_step(typed.path[index(shot.step)]), fire.from, fire.target);
}

// Whose fire in one phase decides on that in another.
void read_phases(const AssaultInputs& in, AssaultPlan& plan) {
  for (const AssaultPlan::Move& move : plan.moves) plan.movers |= 1U << move.by;
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    const AssaultFire& fire = plan.fires[i];
    if (fire.move >= 0) plan.moves_end = i + 1;
    if (fire.move >= 0 || fire.who == no_location || !fire.musters) continue;
    if (in.shots[i].phase == FirePhase::prep) plan.prepares |= 1U << fire.who;
    if (in.shots[i].phase == FirePhase::defensive) plan.remembered |= 1U << fire.who;
  }
}

void read_residual(AssaultPlan& plan) {
  for (std::size_t i = 0; i < plan.fires.size(); ++i) {
    AssaultFire& fire = plan.fires[i];
    if (fire.move < 0 || fire.kind != AssaultFire::Kind::small_arms || fire.is_residual) continue;
    for (std::size_t k = i + 1; k < plan.fires.size() && plan.fires[k].move >= 0; ++k)
      fire.leaves_residual = fire.leaves_residual || (plan.fires[k].is_residual && plan.fires[k].target == fire.target);
  }
}

}  // namespace boxcars::model
