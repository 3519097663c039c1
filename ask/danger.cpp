#include "ask/danger.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ask/question.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/questions/attack.hpp"
#include "model/rules/at_the_table.hpp"
#include "model/rules/counters_on_line.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/who_fires.hpp"

namespace boxcars::ask {
namespace {

using model::AttackInputs;
using model::IftAttack;
using model::Sight;

// Those of a Location who can be told apart from others by nothing but their range.
struct Shooters {
  model::TablePlace place{};
  std::string side{};
  std::map<int, std::optional<model::TableFirers>> by_range{};
};

bool may_fire(const model::Piece& piece, const std::string& own_side) {
  const bool armed = model::is_man(piece) && !model::is_concealed_heap(piece);
  return armed && piece.at && !piece.on_hexside && !piece.unit.empty() && (own_side.empty() || !model::same_word(piece.side, own_side));
}

std::vector<Shooters> shooters_of(const DangerInputs& in, std::vector<std::string>& left_out) {
  std::vector<Shooters> all;
  std::set<std::tuple<model::Hex, int, std::string>> known;
  for (const model::Piece& piece : in.map.pieces) {
    if (!may_fire(piece, in.side) || !known.emplace(*piece.at, piece.level, piece.side).second) continue;
    const std::string typed = in.map.map.name(*piece.at) + (piece.level == 0 ? "" : "." + std::to_string(piece.level));
    Shooters here{.place = place_on_table(in.map, "save", typed), .side = piece.side};
    try {
      std::vector<std::string> of_here;
      here.by_range[0] = firers_at(here.place, here.side, {0, model::FirePhase::defensive}, of_here);
      for (const std::string& one : of_here) left_out.push_back(here.place.name + " " + one);
    } catch (const model::BadInput&) {
      if (!in.map.has_save()) left_out.push_back(here.place.name + ", where nobody has FP");
      continue;  // in a save they may be broken, or have fired
    }
    all.push_back(std::move(here));
  }
  return all;
}

const std::optional<model::TableFirers>& firers_in_range(Shooters& shooters, int range) {
  const auto [found, is_new] = shooters.by_range.try_emplace(range);
  if (!is_new) return found->second;
  try {
    std::vector<std::string> ignored;
    found->second = firers_at(shooters.place, shooters.side, {range, model::FirePhase::defensive}, ignored);
  } catch (const model::BadInput&) {
    // nobody is in range
  }
  return found->second;
}

// The odds of some attacks after each other, each once solved.
class Odds {
 public:
  Odds(const DangerInputs& in, const sim::Settings& settings, const std::atomic<bool>& stop)
      : unit_(in.unit), iift_(in.iift), settings_(settings), stop_(stop) {
    settings_.method = sim::Method::exact;
  }

  std::optional<double> of(std::vector<IftAttack> attacks) {
    if (attacks.empty()) return 0;
    const auto order = [](const IftAttack& attack) { return std::tuple(-attack.column, attack.drm, attack.cowering_columns); };
    std::sort(attacks.begin(), attacks.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
    Key key;
    for (const IftAttack& attack : attacks) key.push_back(order(attack));
    const auto [found, is_new] = known_.try_emplace(key);
    if (is_new) found->second = solved(attacks);
    return found->second;
  }

  AttackInputs inputs_of(const std::vector<IftAttack>& attacks) const {
    static constexpr std::array<std::pair<model::Cowering, std::string_view>, 3> cowering{
        {{model::Cowering::none, "none"}, {model::Cowering::normal, "normal"}, {model::Cowering::inexperienced, "inexperienced"}}};
    AttackInputs in;
    in.targets = {unit_};
    in.iift = iift_;
    for (const IftAttack& attack : attacks) {
      const auto& [cowers, word] = cowering[static_cast<std::size_t>(std::clamp(attack.cowering_columns, 0, 2))];
      const std::string firepower = model::column_head(attack.column);
      if (in.fp.empty())
        in.fp = firepower, in.drm = attack.drm, in.cowering = cowers;
      else
        in.then.push_back(firepower + ",drm=" + std::to_string(attack.drm) + ",cowering=" + std::string(word));
    }
    return in;
  }

 private:
  using Key = std::vector<std::tuple<int, int, int>>;

  std::optional<double> solved(const std::vector<IftAttack>& attacks) const {
    const Question asked("attack", model::Attack(inputs_of(attacks)));
    const auto findings = asked.findings(settings_, stop_, nullptr);
    const auto& names = asked.event_names();
    const auto event = std::find(names.begin(), names.end(), "any broken or eliminated");
    if (!findings.odds || event == names.end()) return std::nullopt;
    return findings.odds->events[static_cast<std::size_t>(event - names.begin())];
  }

  std::string unit_;
  bool iift_;
  sim::Settings settings_;
  const std::atomic<bool>& stop_;
  std::map<Key, std::optional<double>> known_{};
};

struct GroupAttack {
  double firepower = 0;
  IftAttack ift;
};

// What a group's attack at a hex comes to; nothing: it has less than 1 FP there.
class Attacks {
 public:
  explicit Attacks(const DangerInputs& in) : in_(in) {}

  std::optional<GroupAttack> of(std::size_t shooters, const model::TableFirers& firers, int range, const Sight& sight,
                                model::Terrain terrain, bool beside_wreck) {
    const auto key = std::tuple(shooters, range, sight.line.hindrance, terrain, sight.height_advantage, beside_wreck);
    const auto [found, is_new] = known_.try_emplace(key);
    if (!is_new) return found->second;
    AttackInputs attack;
    attack.by = firers.by;
    attack.targets = {in_.unit};
    attack.range = range;
    attack.area_fire = firers.area_fire;
    if (firers.on_wire) attack.drm = model::drm_on_wire;
    attack.terrain = terrain;
    if (beside_wreck) attack.also = model::Terrain::wreck;
    attack.hindrance = sight.line.hindrance;
    attack.height_advantage = sight.height_advantage;
    attack.moving = in_.moving;
    attack.iift = in_.iift;
    attack.phase = model::FirePhase::defensive;
    try {
      const auto situation = attack_situation(attack);
      const IftAttack first = situation.attacks.front()[situation.status()];
      if (first.column >= 0) found->second = {situation.firepower, first};
    } catch (const model::BadInput&) {
      // below 1 FP it is no attack (A7.3), nor does a MG fire so far that nobody directs (A9.4)
    }
    return found->second;
  }

 private:
  const DangerInputs& in_;
  std::map<std::tuple<std::size_t, int, int, model::Terrain, bool, bool>, std::optional<GroupAttack>> known_{};
};

std::optional<model::Terrain> terrain_of(const Sight& sight) {
  if (const auto hexside = model::terrain_of_hexside(sight)) return hexside;
  return sight.terrain.empty() ? std::nullopt : model::terrain_of_word(sight.terrain);
}

}  // namespace

Danger danger(const DangerInputs& in, const sim::Settings& settings, const std::atomic<bool>& stop) {
  Danger result{.inputs = in, .notes = in.map.notes};
  model::parse_units({in.unit}, model::Terrain::open, false);
  std::vector<std::string> left_out;
  auto shooters = shooters_of(in, left_out);
  if (shooters.empty())
    throw model::BadInput(in.side.empty() ? "defender" : "side", "nobody of another side can fire",
                          left_out.empty() ? "none is seen" : model::with_between(left_out, ", "), "give {defender}, or another {side}");
  for (const Shooters& here : shooters) result.firers.push_back(here.place.name + ": " + model::with_between(here.by_range.at(0)->by, " "));
  if (!left_out.empty()) result.notes.push_back("left out: " + model::with_between(left_out, ", "));
  const model::HexMap map = changed_map(in.map);
  const model::Sights sights(map, in.map.map);
  const model::CountersOnLine counters(sights, in.map);
  Odds odds(in, settings, stop);
  Attacks attacks(in);
  for (const model::FieldHex& there : sights.field().hexes()) {
    if (stop.load(std::memory_order_relaxed)) break;
    const model::Hex hex = map.grid.hex({there.column, there.row});
    DangerHex told{.hex = hex, .name = map.name(hex)};
    if (const auto* unknown = unknown_at(in.map, hex)) told.unknown = "under " + unknown->why;
    const bool wreck = has_wreck(in.map.pieces, hex);
    std::vector<IftAttack> all;
    for (std::size_t i = 0; i < shooters.size(); ++i) {
      const model::SightPlace from = shooters[i].place.place;
      const Sight sight = counters.between(from, {hex, 0});
      if (sight.blocked()) continue;
      DangerFrom one{.from = shooters[i].place.name};
      if (!sight.known()) {
        if (told.unknown.empty()) told.unknown = "whether " + one.from + " sees it: " + block_in_words(sight);
        told.seen_by.push_back(std::move(one));
        continue;
      }
      const auto terrain = terrain_of(sight);
      if (!terrain && told.unknown.empty()) told.unknown = "the TEM of " + (sight.terrain.empty() ? "what is there" : sight.terrain);
      const int range = range_of_fire(sight, from, {hex, 0});
      const auto& firers = firers_in_range(shooters[i], range);
      const bool beside_wreck = wreck && terrain && wreck_gives_tem(*terrain, sight.height_advantage) && range > 0;
      const auto attack = firers && terrain ? attacks.of(i, *firers, range, sight, *terrain, beside_wreck) : std::nullopt;
      if (attack) {
        one.fires = true;
        one.firepower = attack->firepower;
        one.drm = attack->ift.drm;
        all.push_back(attack->ift);
      }
      told.seen_by.push_back(std::move(one));
    }
    if (told.unknown.empty() || told.seen_by.empty()) told.odds = odds.of(std::move(all)), told.unknown.clear();
    result.hexes.push_back(std::move(told));
  }
  return result;
}

}  // namespace boxcars::ask
