#include "ask/assault_draft.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/parts/forces.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/counters_on_line.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/to_hit_table.hpp"
#include "model/rules/who_fires.hpp"

namespace boxcars::ask {
namespace {

using model::AssaultInputs, model::AssaultShot, model::AssaultUnit;
using model::BySide, model::Side;
using model::Piece, model::Sight, model::SightPlace;

// To start from: a game is played as long as its card says.
constexpr int turns_to_start_from = 4;
// With at most so many units and weapons, and shots at so many targets in all, the best play is found while somebody waits.
constexpr std::size_t most_units_for_choices = 4, most_targets_for_choices = 5;

// Those of a side in a Location.
struct Troop {
  std::string name{};
  SightPlace place{};
  Side side = Side::attacker;
  std::vector<AssaultUnit> men{}, weapons{};
  int good_order = 0;
  std::string terrain{};
  std::optional<model::Terrain> entrenched{};
};

// Who sees whom at which range.
struct LineOfFire {
  std::size_t from = 0, to = 0;
  int range = 0, hindrance = 0;
};

using SideNames = std::vector<std::string>;

// As the table names them; one that is not given is that of all others.
BySide<SideNames> sides_of(const model::MapInput& table, const BySide<std::string>& given) {
  const SideNames there = model::sides_with(table.pieces, model::is_unit_counter);  // who has men or Guns
  const std::string all = model::with_between(there, " and ");
  if (there.size() < 2)
    throw model::BadInput("save", "an assault of one side",
                          there.empty() ? "nobody is seen on the boards" : "only " + all + " are seen there",
                          "give another {save}, or {reveal}");
  if (given[Side::attacker].empty() && given[Side::defender].empty())
    throw model::BadInput("side", "who attacks?", "there are " + all, "give {side attacker=" + there.front() + "}");
  BySide<SideNames> sides;
  for (const Side side : {Side::attacker, Side::defender}) {
    if (given[side].empty()) continue;
    const auto known = std::find_if(there.begin(), there.end(), [&](const std::string& one) { return model::same_word(one, given[side]); });
    if (known == there.end())
      throw model::BadInput("side", model::shown(given[side]) + " has nobody in this save", "there are " + all,
                            "give {side " + std::string(name_of(side, model::side_choices)) + "=" + there.front() + "}");
    sides[side].push_back(*known);
  }
  if (sides[Side::attacker] == sides[Side::defender])
    throw model::BadInput("side", sides[Side::attacker].front() + " against " + sides[Side::attacker].front(), "an assault has two sides",
                          "leave one out");
  for (const Side side : {Side::attacker, Side::defender}) {
    if (!sides[side].empty()) continue;
    for (const std::string& one : there) {
      if (one != sides[enemy_of(side)].front()) sides[side].push_back(one);
    }
  }
  return sides;
}

// Why a counter is in no assault; empty: it is, or nobody asks for it.
struct OutBy {
  std::string_view state, why;
};
constexpr std::array<OutBy, 5> out_by_state{{{"in Melee", "in Melee: boxcars cc"},
                                             {"in a pillbox", "in a pillbox: give its Location terrain = \"pillbox\" and tem"},
                                             {"malfunctioned", "malfunctioned"},
                                             {"dismantled", "dismantled"},
                                             {"on a hexside", "on a hexside: where it is is not known"}}};

std::string why_out(const Piece& piece, const std::string& place) {
  if (is_concealed_heap(piece)) return "what they are is not known";
  if (piece.kind == model::CounterKind::vehicle) return "a vehicle: boxcars kill, duel; one that drives in is a shot with enter = true";
  if (const auto gun = gun_of(piece)) {
    const bool has_barrel = gun->barrel != model::Barrel::normal && !gun->is_mortar;
    return (gun->is_mortar ? "a mortar: a shot with fire = \"mortar\", " : "a Gun: its HE is a shot with ") + std::string("caliber = ") +
           std::to_string(gun->caliber) +
           (has_barrel ? ", barrel = \"" + std::string(name_of(gun->barrel, model::barrel_choices)) + "\"" : "") + " and by = \"" + place +
           "\"";
  }
  if (piece.kind == model::CounterKind::gun) return "a Gun: its HE is a shot with caliber, range and by = \"" + place + "\"";
  for (const auto& [state, why] : out_by_state) {
    if (piece.is(state)) return std::string(why);
  }
  if (piece.on_hexside) return "on a hexside";
  if (!piece.unit.empty()) return "";
  if (piece.gun == "FT") return "a Flamethrower: a shot with weapon = \"ft\" and by = \"" + place + "\", at 2 hexes at most";
  if (piece.gun == "DC") return "a DC: a shot with weapon = \"dc\" and by = \"" + place + "\", at an adjacent Location";
  return piece.known && !is_man(piece) ? "no small arms" : "not known";
}

bool is_asked_for(const Piece& piece) { return is_unit_counter(piece) || piece.kind == model::CounterKind::support_weapon; }

// The table as a turn begins.
model::MapInput at_a_turns_start(model::MapInput table) {
  constexpr std::array<std::string_view, 8> ends_with_the_turn{"Prep Fire",        "First Fire",     "Final Fire", "Bounding Fire",
                                                               "Opportunity Fire", "Intensive Fire", "CX",         "TI"};
  for (Piece& piece : table.pieces) {
    const auto ends = [&](const std::string& state) {
      return std::find(ends_with_the_turn.begin(), ends_with_the_turn.end(), state) != ends_with_the_turn.end();
    };
    piece.states.erase(std::remove_if(piece.states.begin(), piece.states.end(), ends), piece.states.end());
  }
  return table;
}

class Drafting {
 public:
  Drafting(const model::MapInput& table, const BySide<std::string>& sides)
      : table_(at_a_turns_start(table)), map_(changed_map(table_)), sides_(sides_of(table_, sides)) {
    for (const Side side : {Side::attacker, Side::defender}) draft_.sides[side] = model::with_between(sides_[side], " and ");
    if (!map_.raster) return;
    sights_.emplace(map_, table_.map);
    counters_.emplace(*sights_, table_);
  }
  Drafting(const Drafting&) = delete;
  Drafting& operator=(const Drafting&) = delete;

  AssaultDraft drafted() {
    gather();
    look();
    take_nearest();
    write_shots();
    write_ends();
    leave_out_refused();
    return std::move(draft_);
  }

 private:
  std::optional<Side> side_of(const Piece& piece) const {
    for (const Side side : {Side::attacker, Side::defender}) {
      const SideNames& names = sides_[side];
      if (std::find(names.begin(), names.end(), piece.side) != names.end()) return side;
    }
    return std::nullopt;
  }

  void leave_out(const std::string& place, const Piece& piece, const std::string& why) {
    draft_.left_out.push_back(place + ": " + piece.name + " (" + why + ")");
  }

  // Whether an assault follows a level of a hex.
  bool has_level(model::Hex hex, int level) const {
    const model::MapHex& there = map_.at(hex);
    return level == 0 || (there.building && level > 0 && level <= there.levels);
  }

  // Where boards meet a hex has two names: that by which the save has its first counter.
  std::string name_of_place(const Piece& piece) const {
    std::string name = map_.name(*piece.at);
    if (name.find('-') != std::string::npos) {
      const auto first = std::find_if(table_.pieces.begin(), table_.pieces.end(), [&](const Piece& other) { return other.at == piece.at; });
      name = first->hex;
    }
    return name + (piece.level == 0 ? "" : "." + std::to_string(piece.level));
  }

  void gather() {
    for (const Piece& piece : table_.pieces) {
      if (!piece.at || piece.side.empty() || !is_asked_for(piece)) continue;
      const auto side = side_of(piece);
      const std::string place = name_of_place(piece);
      if (!side) {
        leave_out(place, piece, "of neither side");
      } else if (const std::string why = why_out(piece, place); !why.empty()) {
        leave_out(place, piece, why);
      } else if (nobody_holds(piece, place)) {
        leave_out(place, piece, "nobody holds it");
      } else if (!has_level(*piece.at, piece.level)) {
        leave_out(place, piece, "the hex has no such level here");
      } else {
        add(piece, place, *side);
      }
    }
    // Weapons without men, and those who are in one Location with the enemy.
    const auto both = [&](const Troop& troop) {
      return std::any_of(troops_.begin(), troops_.end(), [&](const Troop& other) {
        return other.side != troop.side && other.name == troop.name && !other.men.empty() && !troop.men.empty();
      });
    };
    std::vector<Troop> kept;
    for (const Troop& troop : troops_) {
      if (troop.men.empty())
        draft_.left_out.push_back(troop.name + ": " + units_of(troop) + " (nobody is there to fire it)");
      else if (both(troop))
        draft_.left_out.push_back(troop.name + ": " + units_of(troop) + " (both sides are there: boxcars cc)");
      else
        kept.push_back(troop);
    }
    troops_ = std::move(kept);
  }

  // In an assault whoever is there fires a weapon, but for one that lies there.
  bool nobody_holds(const Piece& piece, const std::string& place) const {
    return piece.kind == model::CounterKind::support_weapon && !who_mans(place_on_table(table_, "save", place), piece);
  }

  static std::string units_of(const Troop& troop) {
    std::vector<std::string> units;
    for (const auto* all : {&troop.men, &troop.weapons}) {
      for (const AssaultUnit& unit : *all) units.push_back(unit.unit);
    }
    return model::with_between(units, " ");
  }

  void add(const Piece& piece, const std::string& place, Side side) {
    auto troop =
        std::find_if(troops_.begin(), troops_.end(), [&](const Troop& known) { return known.name == place && known.side == side; });
    if (troop == troops_.end()) {
      troops_.push_back({.name = place, .place = {*piece.at, piece.level}, .side = side, .terrain = terrain_at(*piece.at)});
      troop = troops_.end() - 1;
      troop->entrenched = entrenchment(place, side);
    }
    if (piece.kind == model::CounterKind::support_weapon) {
      const std::string breakdown = piece.breakdown ? ",b=" + std::to_string(*piece.breakdown) : "";
      troop->weapons.push_back({.unit = piece.unit + breakdown, .location = place});
      return;
    }
    const bool has_assault_fire = piece.kind == model::CounterKind::squad && piece.assault_fire;
    troop->men.push_back({.unit = target_of(piece) + (has_assault_fire ? ",assault" : ""), .location = place});
    if (!piece.is("broken")) ++troop->good_order;
  }

  // Of whom all are in one; where the hex has more TEM that is taken.
  std::optional<model::Terrain> entrenchment(const std::string& place, Side side) const {
    bool all_in_foxholes = true, all_in_trenches = true;
    for (const Piece& piece : table_.pieces) {
      if (!piece.at || !is_man(piece) || side_of(piece) != side || name_of_place(piece) != place || is_concealed_heap(piece)) continue;
      all_in_foxholes = all_in_foxholes && piece.is("in a foxhole");
      all_in_trenches = all_in_trenches && piece.is("in a trench");
    }
    if (!all_in_foxholes && !all_in_trenches) return std::nullopt;
    const model::Terrain dug = all_in_trenches ? model::Terrain::trench : model::Terrain::foxhole;
    const std::string word = terrain_at(model::parse_place(map_, "hex", place).hex);
    const auto ground = model::terrain_of_word(word);
    if (ground && (!model::is_ground(*ground) || model::tem(*ground).amount >= model::tem(dug).amount)) return std::nullopt;
    return dug;
  }

  std::string terrain_at(model::Hex hex) const { return model::terrain_word(map_.at(hex), map_.ground_at(hex)).value_or(""); }

  bool can_fire(const Troop& troop, int range) const {
    std::vector<std::string> ignored;
    try {
      const model::TablePlace place = place_on_table(table_, "save", troop.name);
      std::vector<std::string> by;
      model::AttackInputs attack;
      attack.by = firers_at(place, side_name(troop, place), {range}, ignored).by;
      attack.targets = {"4-6-7"};
      attack.range = range;
      return computed_firepower(attack).total >= 1;
    } catch (const model::BadInput&) {
      return false;
    }
  }

  // If no leader directs them (A7.9).
  model::Cowering cowering_at(const Troop& troop) const {
    std::vector<std::string> ignored;
    const model::TablePlace place = place_on_table(table_, "save", troop.name);
    return model::undirected_cowering(model::parse_firers(firers_at(place, side_name(troop, place), {}, ignored).by));
  }

  std::string side_name(const Troop& troop, const model::TablePlace& place) const {
    for (const Piece* piece : place.pieces) {
      if (is_man(*piece) && side_of(*piece) == troop.side) return piece->side;
    }
    return "";
  }

  std::optional<LineOfFire> line(std::size_t from, std::size_t to) {
    const Troop &firers = troops_[from], &targets = troops_[to];
    LineOfFire found{from, to, std::max(1, model::distance(firers.place.hex, targets.place.hex)), 0};
    if (counters_ && firers.place.hex != targets.place.hex) {
      try {
        const Sight sight = counters_->between(firers.place, targets.place);
        if (!sight.known() && can_fire(firers, found.range))
          draft_.left_out.push_back("a shot of " + sight.from + " at " + sight.to + " (" + block_in_words(sight) + ")");
        if (!sight.clear()) return std::nullopt;
        found.hindrance = sight.line.hindrance;
      } catch (const model::BadInput&) {
        return std::nullopt;  // the board has no such level
      }
    }
    if (!can_fire(firers, found.range)) return std::nullopt;
    return found;
  }

  void look() {
    for (std::size_t from = 0; from < troops_.size(); ++from) {
      for (std::size_t to = 0; to < troops_.size(); ++to) {
        if (troops_[from].side == troops_[to].side) continue;
        if (const auto seen = line(from, to)) lines_.push_back(*seen);
      }
    }
    // Who is broken is no goal; then the nearest.
    std::stable_sort(lines_.begin(), lines_.end(), [&](const LineOfFire& a, const LineOfFire& b) {
      const auto order = [&](const LineOfFire& one) { return std::tuple(troops_[one.to].good_order == 0, one.range + one.hindrance); };
      return order(a) < order(b);
    });
    if (lines_.empty())
      throw model::BadInput("save", "nobody sees an enemy within range", "who fires at whom?",
                            "give {reveal}, {player}, or another {save}");
  }

  void take_nearest() {
    std::size_t units = 0;
    taken_.assign(troops_.size(), false);
    for (const LineOfFire& one : lines_) {
      std::vector<std::size_t> news;
      for (const std::size_t troop : {one.from, one.to}) {
        if (!taken_[troop]) news.push_back(troop);
      }
      std::size_t more = 0;
      for (const std::size_t troop : news) more += troops_[troop].men.size();
      if (news.empty() || draft_.inputs.locations.size() + news.size() > model::most_assault_locations ||
          units + more > static_cast<std::size_t>(model::Forces::max_units))
        continue;
      units += more;
      for (const std::size_t troop : news) take(troop);
    }
    for (std::size_t i = 0; i < troops_.size(); ++i) {
      if (taken_[i]) continue;
      const bool is_seen = std::any_of(lines_.begin(), lines_.end(), [&](const LineOfFire& l) { return l.from == i || l.to == i; });
      draft_.left_out.push_back(
          troops_[i].name + ": " + units_of(troops_[i]) +
          (is_seen ? " (an assault follows 8 Locations: others are nearer to the enemy)" : " (fires at nobody, and nobody at them)"));
    }
  }

  void take(std::size_t i) {
    const Troop& troop = troops_[i];
    taken_[i] = true;
    AssaultInputs& in = draft_.inputs;
    in.locations.push_back({.name = troop.name, .terrain = troop.entrenched});
    draft_.of_locations.push_back(troop.terrain);
    good_order_[troop.side] += troop.good_order;
    auto& units = troop.side == Side::attacker ? in.attackers : in.defenders;
    units.insert(units.end(), troop.men.begin(), troop.men.end());
    units.insert(units.end(), troop.weapons.begin(), troop.weapons.end());
  }

  // Shots have no dots in their names.
  static std::string name_of_shot(const Troop& troop) {
    std::string name = (troop.side == Side::attacker ? "fire-" : "answer-") + troop.name;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }

  void write_shots() {
    AssaultInputs& in = draft_.inputs;
    std::size_t targets = 0;
    for (const LineOfFire& one : lines_) targets += taken_[one.from] && taken_[one.to] ? 1 : 0;
    const bool may_choose = in.attackers.size() + in.defenders.size() <= most_units_for_choices && targets <= most_targets_for_choices;
    for (const Side side : {Side::attacker, Side::defender}) {
      for (const auto& [from, at] : seen_by(side)) {
        AssaultShot shot{.name = name_of_shot(troops_[from]), .target = troops_[at.front()].name, .by = troops_[from].name};
        shot.cowering = cowering_at(troops_[from]);
        if (side == Side::defender) shot.phase = model::FirePhase::defensive;
        SideNames names;
        for (const std::size_t to : at) names.push_back(troops_[to].name);
        if (may_choose) shot.or_at.assign(names.begin() + 1, names.end());
        if (may_choose || names.size() < 2) names.clear();
        in.shots.push_back(std::move(shot));
        draft_.could_be_at.push_back(std::move(names));
      }
    }
  }

  // Who of a side sees whom: the nearest first, but before those whom nobody else fires at.
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>> seen_by(Side side) {
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> all;
    for (std::size_t i = 0; i < troops_.size(); ++i) {
      if (!taken_[i] || troops_[i].side != side) continue;
      std::vector<std::size_t> at;
      for (const LineOfFire& one : lines_) {
        if (one.from == i && taken_[one.to]) at.push_back(one.to);
      }
      if (!at.empty()) all.emplace_back(i, std::move(at));
    }
    // Who has the least choice takes his target first.
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (auto& [from, at] : all) {
      const auto is_free = [&](std::size_t to) { return std::find(fired_at_.begin(), fired_at_.end(), to) == fired_at_.end(); };
      if (const auto free = std::find_if(at.begin(), at.end(), is_free); free != at.end()) std::rotate(at.begin(), free, free + 1);
      fired_at_.push_back(at.front());
    }
    return all;
  }

  // A goal and a loss to start from: of each side a third is left.
  void write_ends() {
    AssaultInputs& in = draft_.inputs;
    in.turns = turns_to_start_from;
    in.rally_drm = 0;
    int out_of_sight = 0;  // defenders whom no shot is at
    for (std::size_t i = 0; i < troops_.size(); ++i) {
      const bool is_fired_at = std::find(fired_at_.begin(), fired_at_.end(), i) != fired_at_.end();
      if (taken_[i] && troops_[i].side == Side::defender && !is_fired_at) out_of_sight += troops_[i].good_order;
    }
    if (const int defenders = good_order_[Side::defender]; defenders > out_of_sight)
      in.goal.good_order = std::max(defenders / 3, out_of_sight);
    else
      in.goal.eliminated = 1;
    if (const int attackers = good_order_[Side::attacker]; attackers > 0) in.loss.good_order = attackers / 3;
    in.map.option = table_.option;
    in.map.file = table_.file;
    in.map.set = table_.set;
  }

  // What an assault refuses of its shots, each with why.
  void leave_out_refused() {
    AssaultInputs in = draft_.inputs;
    in.map = table_;
    while (true) {
      try {
        model::Assault checked(in);
        return;
      } catch (const model::BadInputAt& bad) {
        const auto at_fault = std::find_if(in.shots.begin(), in.shots.end(), [&](const AssaultShot& shot) {
          return bad.fault().field == "shot." + shot.name || bad.fault().field.starts_with("shot." + shot.name + ".");
        });
        if (at_fault == in.shots.end() || in.shots.size() == 1) throw;
        const auto number = at_fault - in.shots.begin();
        draft_.left_out.push_back("shot " + at_fault->name + " at " + at_fault->target + " (" + bad.fault().problem + ")");
        in.shots.erase(at_fault);
        draft_.inputs.shots.erase(draft_.inputs.shots.begin() + number);
        draft_.could_be_at.erase(draft_.could_be_at.begin() + number);
      }
    }
  }

  model::MapInput table_;
  model::HexMap map_;
  std::optional<model::Sights> sights_{};
  std::optional<model::CountersOnLine> counters_{};
  BySide<SideNames> sides_{};
  BySide<int> good_order_{};
  AssaultDraft draft_{};
  std::vector<Troop> troops_{};
  std::vector<LineOfFire> lines_{};
  std::vector<bool> taken_{};
  std::vector<std::size_t> fired_at_{};
};

}  // namespace

AssaultDraft assault_draft(const model::MapInput& table, const BySide<std::string>& sides) { return Drafting(table, sides).drafted(); }

}  // namespace boxcars::ask
