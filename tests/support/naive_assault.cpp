#include "tests/support/naive_assault.hpp"

#include <algorithm>
#include <array>

#include "tests/support/paths.hpp"

namespace boxcars::test {
namespace {

// All that stands on the map.
struct Map {
  std::vector<NaiveUnit> units{};
  std::vector<bool> desperate{};
  std::vector<bool> out{};    // of order,
  std::vector<bool> scrap{};  // for good
  int stands = 0;             // levels
  auto operator<=>(const Map&) const = default;
};
using Odds = std::map<Map, double>;

bool good(const NaiveUnit& unit) { return unit.kind != 'x' && !unit.broken; }

class War {
 public:
  explicit War(const NaiveAssault& assault) : war_(assault) {}

  std::map<std::string, double> odds() {
    Map map;
    for (const auto& [level, unit] : war_.defenders) {
      map.units.push_back(unit);
      map.desperate.push_back(unit.broken);
    }
    map.out.resize(war_.shots.size());
    map.scrap.resize(war_.shots.size());
    map.stands = war_.levels + 1;
    Odds now{{map, 1}};
    for (turn_ = 1; turn_ <= war_.turns; ++turn_) {
      if (turn_ > 1) {
        now = after(now, [&](Paths& dice, Map m) { return repaired(dice, m); });
        if (war_.rally) now = after_rally_phase(rallied(rallied(now, true), false));
      }
      for (std::size_t i = 0; i < war_.shots.size(); ++i) now = fired(now, i);
      Odds end;
      for (const auto& [m, p] : now) {
        Map unpinned = m;
        for (NaiveUnit& unit : unpinned.units) unit.pinned = false;
        end[unpinned] += p;
      }
      now = end;
    }
    for (const auto& [m, p] : now) count(m, p);
    return odds_;
  }

 private:
  // What becomes of every map if something is done to it, and nobody has won.
  template <class Do>
  Odds after(const Odds& odds, Do something) {
    Odds next;
    for (const auto& [m, p] : odds) {
      Paths::enumerate([&, &from = m](Paths& dice) { return something(dice, from); },
                       [&, share = p](const Map& to, double probability) { next[to] += share * probability; });
    }
    return next;
  }

  // Those who have won leave.
  Odds fighting(const Odds& odds) {
    Odds on;
    for (const auto& [m, p] : odds) {
      if (!won(m)) {
        on[m] += p;
        continue;
      }
      for (int t = turn_; t <= war_.turns; ++t) odds_["wins by turn " + std::to_string(t)] += p;
      odds_["attacker wins"] += p;
      count(m, p);
    }
    return on;
  }

  bool won(const Map& m) const {
    int order = 0, dead = 0;
    for (const NaiveUnit& unit : m.units) order += good(unit), dead += unit.kind == 'x';
    return order <= war_.good_order && dead >= war_.eliminated &&
           std::all_of(war_.rubbled.begin(), war_.rubbled.end(), [&](int level) { return m.stands <= level; });
  }

  void count(const Map& m, double p) {
    int order = 0, dead = 0;
    for (std::size_t i = 0; i < m.units.size(); ++i) {
      const NaiveUnit& unit = m.units[i];
      const NaiveUnit& was = war_.defenders[i].second;
      const std::string name = std::to_string(i + 1) + " ";
      order += good(unit);
      dead += unit.kind == 'x';
      if (unit.kind == 'x') {
        odds_[name + "eliminated"] += p;
        continue;
      }
      const bool reduced = unit.kind != was.kind || unit.wounded != was.wounded;
      if (reduced) odds_[name + "reduced"] += p;
      if (unit.broken) odds_[name + "broken"] += p;
      if (unit.pinned) odds_[name + "pinned"] += p;
      if (unit.morale < was.morale) odds_[name + "replaced"] += p;
      if (!reduced && !unit.broken && !unit.pinned) odds_[name + "unharmed"] += p;
    }
    odds_[std::to_string(order) + " in good order"] += p;
    odds_[std::to_string(dead) + " are eliminated"] += p;
    for (int level = m.stands; level <= war_.levels; ++level) odds_["level " + std::to_string(level) + " rubbled"] += p;
  }

  Map repaired(Paths& dice, Map m) const {
    for (std::size_t i = 0; i < war_.shots.size(); ++i) {
      if (!m.out[i] || m.scrap[i] || war_.shots[i].repair == 0) continue;
      const int dr = dice.dr();
      m.out[i] = dr > war_.shots[i].repair;
      m.scrap[i] = dr == 6;
    }
    return m;
  }

  // The modifier of the best leader who is in order at a unit's level; 99: there is none.
  int leader_for(const Map& m, std::size_t i) const {
    int best = 99;
    for (std::size_t j = 0; j < m.units.size(); ++j) {
      if (j != i && m.units[j].kind == 'l' && good(m.units[j]) && war_.defenders[j].first == war_.defenders[i].first)
        best = std::min(best, m.units[j].leadership + m.units[j].wounded);
    }
    return best;
  }

  int drm_for(const Map& m, std::size_t i) const {
    const int leader = leader_for(m, i);
    const auto here = war_.rally_at.find(war_.defenders[i].first);
    return (here == war_.rally_at.end() ? *war_.rally : here->second) + (leader == 99 ? 1 : leader) + (m.desperate[i] ? 4 : 0);
  }

  // Those who may rally by themselves: leaders and crews.
  static bool is_free(const NaiveUnit& unit) { return unit.kind == 'l' || unit.kind == 'c'; }

  // The better leader is in front; of others it does not matter, as their chances do not depend on who else has tried.
  std::vector<std::size_t> in_order() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < war_.defenders.size(); ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const NaiveUnit &one = war_.defenders[a].second, &other = war_.defenders[b].second;
      return one.kind == 'l' && other.kind == 'l' && one.morale > other.morale;
    });
    return order;
  }

  // Leaders rally first; that the one other who may try alone has done so is noted as a weapon more.
  Odds rallied(Odds odds, bool leaders) {
    for (const std::size_t i : in_order()) {
      if ((war_.defenders[i].second.kind == 'l') != leaders) continue;
      odds = fighting(after(odds, [&](Paths& dice, Map m) {
        if (m.out.size() == war_.shots.size()) m.out.push_back(false);
        NaiveUnit& unit = m.units[i];
        if (!unit.broken || unit.kind == 'x') return m;
        const bool alone = leader_for(m, i) == 99 && !is_free(unit);
        if (alone && (m.out.back() || !best_alone(m, i))) return m;
        if (alone) m.out.back() = true;
        const int drm = drm_for(m, i);
        const int roll = dice.DR();
        const int level = unit.broken_morale - unit.wounded;
        if (roll == 12) {
          if (unit.kind == 'l') {
            if (dice.dr() + unit.wounded >= 5)
              unit = {.kind = 'x'};
            else
              unit.wounded = true;
          } else if (unit.kind == 's') {
            unit.kind = 'h';
          } else {
            unit = {.kind = 'x'};
          }
        } else if (roll + drm <= level) {
          unit.broken = false;
        }
        return m;
      }));
    }
    return odds;
  }

  // What speaks for a unit: its chance, whether it is a squad (all of these have 4 FP), its Morale Level; then the lower level, and of
  // equals the first.
  std::array<int, 4> claim(const Map& m, std::size_t i) const {
    const NaiveUnit& unit = m.units[i];
    return {unit.broken_morale - drm_for(m, i), unit.kind == 's', unit.morale, -war_.defenders[i].first};
  }

  // Nobody who may try but not by himself has a better claim.
  bool best_alone(const Map& m, std::size_t i) const {
    for (std::size_t j = 0; j < m.units.size(); ++j) {
      if (j == i || !m.units[j].broken || m.units[j].kind == 'x' || is_free(m.units[j]) || leader_for(m, j) != 99) continue;
      if (claim(m, j) > claim(m, i) || (claim(m, j) == claim(m, i) && j < i)) return false;
    }
    return true;
  }

  // Nobody is desperate any more, whoever has tried.
  Odds after_rally_phase(const Odds& odds) const {
    Odds next;
    for (const auto& [m, p] : odds) {
      Map over = m;
      over.out.resize(war_.shots.size());
      over.desperate.assign(over.desperate.size(), false);
      next[over] += p;
    }
    return next;
  }

  bool is_made(const Map& m, std::size_t i) const {
    const auto& shot = war_.shots[i];
    if ((m.out[i] && shot.column_after_breakdown == 0) || turn_ < shot.from || turn_ > shot.until) return false;
    for (std::size_t u = 0; u < m.units.size(); ++u) {
      if (war_.defenders[u].first == shot.level && m.units[u].kind != 'x') return true;
    }
    return shot.he && !war_.rubbled.empty() && m.stands > shot.level;
  }

  Odds fired(Odds odds, std::size_t i) {
    Odds done;
    for (int n = 1; n <= war_.shots[i].limit && !odds.empty(); ++n) {
      std::map<std::pair<bool, Map>, double> shot;
      for (const auto& [m, p] : odds) {
        if (!is_made(m, i)) {
          shot[{false, m}] += p;
          continue;
        }
        Paths::enumerate([&, &from = m](Paths& dice) { return attack(dice, from, i); },
                         [&, &from = m, share = p](const Outcome& outcome, double probability) {
                           for (const auto& [to, q] : resolved(from, i, outcome)) shot[{outcome.again, to}] += share * probability * q;
                         });
      }
      Odds again, no_more;
      for (const auto& [where, p] : shot) (where.first ? again : no_more)[where.second] += p;
      for (const auto& [m, p] : fighting(no_more)) done[m] += p;
      odds = fighting(again);
    }
    for (const auto& [m, p] : odds) done[m] += p;
    return done;
  }

  struct Outcome {
    NaiveCells result{""};  // what the level fired at takes; empty: it is not attacked
    int stands = 99;        // levels that are left
    bool breaks = false;
    bool again = false;
  };

  Outcome attack(Paths& dice, const Map& m, std::size_t i) const {
    const auto& shot = war_.shots[i];
    Outcome outcome{.stands = m.stands};
    int colored = dice.dr(), white = dice.dr();
    const int column = m.out[i] ? shot.column_after_breakdown : shot.column;
    outcome.breaks = !m.out[i] && colored + white >= shot.breakdown;
    const bool cowers = shot.to_hit == 99 && colored == white && shot.cowering_columns > 0;
    outcome.again = !outcome.breaks && !cowers && colored <= shot.rate_of_fire;
    bool critical = false;
    if (shot.to_hit < 99) {
      const int dr = colored + white;
      if (dr > shot.to_hit) return outcome;
      const int number = shot.to_hit_number != 0 ? shot.to_hit_number : shot.to_hit + (war_.stone ? 3 : 2);
      critical = 2 * (dr + number - shot.to_hit) < number;
      if (!critical && dr == 2) {
        const int then = dice.dr();
        critical = then == 1 || 2 * then <= number;
      }
      colored = dice.dr(), white = dice.dr();
    }
    const int dr = colored + white;
    if (shot.he) {
      const std::string cell = printed_cell(shot.column, 0, dr);
      const int kia = cell.find("KIA") == std::string::npos ? 0 : cell[0] - '0';
      if (kia > 0 && shot.level < m.stands && dice.dr() + (war_.stone ? 1 : 0) <= kia) {
        outcome.stands = shot.level;
        if (shot.level > 0 && dice.dr() + (m.stands - 1 - shot.level) >= 6) outcome.stands = 0;
        return outcome;
      }
    }
    outcome.result = printed_cell(column, colored == white ? shot.cowering_columns : 0, dr + shot.drm);
    if (critical) {
      const int doubled = 2 * shot.firepower, tem = war_.stone ? 3 : 2;
      outcome.result.on_struck = printed_cell(std::min(doubled, 36), 0, dr + shot.drm - tem - (doubled > 36 ? (doubled - 36) / 8 : 0));
    }
    return outcome;
  }

  Odds resolved(Map m, std::size_t i, const Outcome& outcome) {
    if (outcome.breaks) m.out[i] = true;
    m.stands = outcome.stands;
    std::vector<NaiveUnit> there;
    std::vector<std::size_t> who;
    for (std::size_t u = 0; u < m.units.size(); ++u) {
      if (war_.defenders[u].first >= m.stands) m.units[u] = {.kind = 'x'}, m.desperate[u] = false;
      if (war_.defenders[u].first != war_.shots[i].level || m.units[u].kind == 'x') continue;
      there.push_back(m.units[u]);
      who.push_back(u);
    }
    if (outcome.result.whole.empty() || there.empty()) return {{m, 1}};
    const auto [known, added] = known_.try_emplace({there, outcome.result});
    if (added) known->second = naive_units_after(there, outcome.result);
    Odds odds;
    for (const auto& [units, p] : known->second) {
      Map to = m;
      for (std::size_t n = 0; n < who.size(); ++n) {
        to.units[who[n]] = units[n];
        to.desperate[who[n]] = units[n].kind != 'x' && units[n].broken;
      }
      odds[to] += p;
    }
    return odds;
  }

  NaiveAssault war_;
  int turn_ = 1;
  std::map<std::pair<std::vector<NaiveUnit>, NaiveCells>, std::map<std::vector<NaiveUnit>, double>> known_;
  std::map<std::string, double> odds_;
};

}  // namespace

std::map<std::string, double> naive_assault_odds(const NaiveAssault& assault) { return War(assault).odds(); }

}  // namespace boxcars::test
