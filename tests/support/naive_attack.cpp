#include "tests/support/naive_attack.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/support/paths.hpp"
#include "tests/support/places.hpp"

namespace boxcars::test {
namespace {

// The printed table, from the file that the facts came in.
class PrintedTable {
 public:
  PrintedTable() {
    std::ifstream file(source_path("tests/data/ift.csv"));
    std::string line;
    std::getline(file, line);
    std::istringstream head(line.substr(3));
    for (std::string cell; std::getline(head, cell, ',');) columns_.push_back(std::stoi(cell));
    while (std::getline(file, line)) {
      std::istringstream row(line);
      std::string cell;
      std::getline(row, cell, ',');
      rows_.emplace_back();
      while (std::getline(row, cell, ',')) rows_.back().push_back(cell);
    }
  }
  std::string at(int firepower, int shift, int final_dr) const {
    const auto column = std::find(columns_.begin(), columns_.end(), firepower) - columns_.begin() - shift;
    if (column < 0) return "-";
    return rows_[static_cast<std::size_t>(std::clamp(final_dr, 0, 15))][static_cast<std::size_t>(column)];
  }

 private:
  std::vector<int> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Leaders from the worst on (A15.3, A19.13).
const std::vector<std::pair<int, int>> leaders{{6, +1}, {7, 0}, {8, 0}, {8, -1}, {9, -1}, {9, -2}, {10, -2}, {10, -3}};

struct Piece {
  NaiveUnit unit;
  bool dead = false, broken = false, pinned = false, half = false, wounded = false;
  bool heroic = false, berserk = false, disrupted = false, made_hero = false;
  int hardened = 0, replaced = 0;
  int classes = 0;  // above the one that it began in, or below
  bool operator==(const Piece&) const = default;

  bool man() const { return unit.kind == 'l' || unit.kind == 'H'; }
  bool hero() const { return unit.kind == 'H' || heroic; }
  bool can_break() const { return !broken && !berserk && !hero(); }
  int level() const {
    if (berserk) return 10;
    int value = (broken ? unit.broken_morale : unit.morale) + classes;
    if (unit.hardens_alike && classes > 0) --value;
    if (wounded) --value;
    return std::min(value, 10);
  }
  int modifier() const { return unit.leadership + (wounded ? 1 : 0); }
  void breaks() { broken = true, pinned = false; }
  void rallies() { broken = pinned = disrupted = false; }
  // A leader becomes another one.
  void promoted(int by) {
    const auto now = std::find(leaders.begin(), leaders.end(), std::pair(unit.morale, unit.leadership));
    if (now == leaders.end() || now - leaders.begin() + by == std::ssize(leaders)) {
      if (now == leaders.end()) classes += by;
      return;
    }
    const auto [morale, leadership] = *(now + by);
    unit.broken_morale += morale - unit.morale;
    unit.morale = morale, unit.leadership = leadership;
  }
  void hardens() {
    if (unit.kind == 'l')
      promoted(+1);
    else
      ++classes;
    ++hardened, rallies();
  }
  void is_beyond_elr() {
    if (unit.kind == 'l' && unit.leadership > 0)
      disrupted = true;
    else if (++replaced; unit.kind == 'l')
      promoted(-1);
    else
      --classes;
  }
};

struct Played {
  std::vector<Piece> pieces;  // without the heroes made in play
  bool sniper = false;
};

class Game {
 public:
  Game(const std::vector<NaiveUnit>& units, Paths& dice, std::optional<int> heat_of_battle = {}, std::optional<int> attackers_san = {})
      : dice_(dice), heat_of_battle_(heat_of_battle), attackers_san_(attackers_san), asked_(units.size()) {
    for (const NaiveUnit& unit : units) {
      Piece piece{unit};
      piece.broken = unit.broken, piece.pinned = unit.pinned, piece.wounded = unit.wounded;
      piece.berserk = unit.berserk, piece.disrupted = unit.disrupted;
      pieces_.push_back(piece);
    }
  }

  Played play(const NaiveAttack& attack) {
    for (const int column : attack.columns) {
      if (std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.dead; })) break;
      const auto roll = dice_.DR_with_doubles();
      const auto cell = [&](int drm) { return printed_cell(column, roll.doubles ? attack.cowering_columns : 0, roll.sum + drm); };
      const int on_pinned = attack.drm_on_pinned.value_or(attack.drm), on_broken = attack.drm_on_broken.value_or(attack.drm);
      take({cell(attack.drm), cell(on_pinned), cell(on_broken), {attack.drm, on_pinned, on_broken}});
    }
    return played();
  }

  Played play(const NaiveCells& results) {
    take(results);
    return played();
  }

 private:
  Played played() const { return {{pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(asked_)}, sniper_}; }

  static const std::string& cell_on(const NaiveCells& cells, const Piece& p) {
    return p.broken ? cells.broken : p.pinned ? cells.pinned : cells.whole;
  }
  static int drm_on(const NaiveCells& cells, const Piece& p) { return cells.drm[p.broken ? 2 : p.pinned ? 1 : 0]; }
  static bool is_kia(const std::string& cell) { return cell.find("KIA") != std::string::npos; }
  static bool is_k(const std::string& cell) { return cell[0] == 'K'; }

  void take(const NaiveCells& cells) {
    then_ = pieces_;
    lost_.clear();
    rank();
    if (cells.whole == "gone")
      for (Piece& p : pieces_) p.dead = true;
    else
      take_cells(cells);
    for (const std::size_t i : order_) note_loss(i);
    leader_losses();
    for (; new_heroes_ > 0; --new_heroes_) pieces_.push_back({{.kind = 'H', .morale = 9, .broken_morale = 9}});
  }

  // Leaders first, the best of them now first.
  void rank() {
    order_.clear();
    for (std::size_t i = 0; i < pieces_.size(); ++i) order_.push_back(i);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      const bool la = pieces_[a].unit.kind == 'l', lb = pieces_[b].unit.kind == 'l';
      if (la != lb) return la;
      if (!la) return false;
      if (pieces_[a].level() != pieces_[b].level()) return pieces_[a].level() > pieces_[b].level();
      return pieces_[a].modifier() < pieces_[b].modifier();
    });
  }

  // Random Selection: every way that the dr can fall, and whom it picks.
  std::vector<std::size_t> selected(std::size_t wanted, const std::vector<std::size_t>& all) {
    if (wanted >= all.size()) return all;
    std::map<std::vector<std::size_t>, int> ways;
    std::vector<int> rolls(all.size(), 1);
    for (;;) {
      std::vector<std::size_t> chosen;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto higher = std::count_if(rolls.begin(), rolls.end(), [&](int r) { return r > rolls[i]; });
        if (static_cast<std::size_t>(higher) < wanted) chosen.push_back(all[i]);
      }
      ++ways[chosen];
      std::size_t i = 0;
      while (i < rolls.size() && ++rolls[i] > 6) rolls[i++] = 1;
      if (i == rolls.size()) return dice_.one_of(ways);
    }
  }

  // C3.74: one of all, and who ties with it.
  std::vector<std::size_t> struck_by(const NaiveCells& cells) {
    if (cells.on_struck.empty() || !cells.struck.empty()) return cells.struck;
    std::vector<std::size_t> alive;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (!pieces_[i].dead) alive.push_back(i);
    }
    return selected(1, alive);
  }

  void take_cells(const NaiveCells& cells) {
    std::map<std::size_t, std::string> cell_of;
    std::map<std::tuple<bool, std::string, int>, std::vector<std::size_t>>
        with;  // struck or not, the cell, and the DRM: one Random Selection
    const std::vector<std::size_t> struck = struck_by(cells);
    for (const std::size_t i : order_) {
      if (pieces_[i].dead) continue;
      const bool is_struck = std::count(struck.begin(), struck.end(), i) > 0;
      cell_of[i] = is_struck ? cells.on_struck : cell_on(cells, pieces_[i]);
      with[{is_struck, cell_of[i], drm_on(cells, pieces_[i])}].push_back(i);
    }
    std::vector<std::size_t> chosen, spared;
    for (const auto& [key, those] : with) {
      const std::string& cell = std::get<1>(key);
      if (!is_kia(cell) && !is_k(cell)) continue;
      const auto picked = selected(is_k(cell) ? 1 : static_cast<std::size_t>(cell[0] - '0'), those);
      chosen.insert(chosen.end(), picked.begin(), picked.end());
    }
    const auto is_chosen = [&](std::size_t i) { return std::count(chosen.begin(), chosen.end(), i) > 0; };
    for (const std::size_t i : order_) {
      if (!is_chosen(i) || !is_k(cell_of[i])) continue;
      casualty(pieces_[i]);
      note_loss(i);
      if (pieces_[i].man()) spared.push_back(i);
    }
    std::vector<std::size_t> checked;
    for (const std::size_t i : order_) {
      Piece& p = pieces_[i];
      const std::string cell = p.dead || std::count(spared.begin(), spared.end(), i) ? "-" : cell_of[i];
      if (is_kia(cell)) {
        if (is_chosen(i))
          p.dead = true;
        else if (!p.can_break())
          casualty(p);
        else
          p.breaks();
      } else if (cell == "PTC") {
        if (!p.pinned && p.can_break()) task_check(p, help(i, checked));
      } else if (cell != "-") {
        morale_check(i, (cell == "NMC" ? 0 : is_k(cell) ? cell[2] - '0' : cell[0] - '0') + help(i, checked), true);
      }
      note_loss(i);
      checked.push_back(i);
    }
    follow_the_berserk();
  }

  void casualty(Piece& p, bool as_if_wounded = false) {
    if (p.man()) {
      if (dice_.dr([&](int dr) { return dr + (p.wounded || as_if_wounded ? 1 : 0) >= 5; }))
        p.dead = true;
      else
        p.wounded = true;
    } else if (p.unit.kind == 's' && !p.half) {
      p.half = true;
    } else {
      p.dead = true;
    }
  }

  // The best leader's modifier for piece i among those who have checked before it.
  int help(std::size_t i, const std::vector<std::size_t>& checked) const {
    int best = 99;
    if (pieces_[i].berserk) return 0;
    for (const std::size_t j : checked) {
      const Piece& p = pieces_[j];
      if (p.unit.kind != 'l' || p.dead || p.broken || p.pinned || p.berserk || j == i) continue;
      if (pieces_[i].unit.kind == 'l' && p.level() <= pieces_[i].level()) continue;
      best = std::min(best, p.modifier());
    }
    return best == 99 ? 0 : best;
  }

  // What the DR of a MC does, before any other is thrown.
  struct Check {
    Piece after;
    bool casualty = false, heat = false, sniper = false;
    bool as_if_wounded = false;  // an Original 12 of who cannot break
    bool operator==(const Check&) const = default;
  };
  Check check_with(int roll, Piece p, int drm, bool ift) const {
    const bool heat = roll == 2 && heat_of_battle_ && p.unit.kind != 'c' && !p.hero() && !p.berserk;
    const bool sniper = is_san(roll);
    const int level = p.level();
    if (roll < 12 && roll + drm <= level) {
      int highest = 11;
      while (highest + drm > level) --highest;
      if (ift && roll == highest && p.can_break()) p.pinned = true;
      return {p, false, heat, sniper};
    }
    if (p.hero()) {
      if (p.wounded) p.dead = true;
      return {p, !p.dead, heat, sniper, roll == 12};
    }
    if (p.broken) {
      if (roll == 12) p.dead = true;
      return {p, !p.dead, heat, sniper};
    }
    if (p.berserk) {
      if (roll == 12 && !p.man()) p.dead = true;
      return {p, !p.dead, heat, sniper, roll == 12};
    }
    if (roll + drm - level > p.unit.elr && p.unit.kind != 'c') p.is_beyond_elr();
    p.breaks();
    return {p, roll == 12, heat, sniper};
  }

  void morale_check(std::size_t i, int drm, bool ift) {
    Piece& p = pieces_[i];
    const Check check = dice_.DR([&](int roll) { return check_with(roll, p, drm, ift); });
    p = check.after;
    if (check.sniper) sniper();
    if (check.casualty) casualty(p, check.as_if_wounded);
    if (check.heat && !p.dead) heat(p);
  }

  void heat(Piece& p) {
    const int drm = *heat_of_battle_ + (p.broken ? 1 : 0);
    const char row = dice_.DR([&](int roll) {
      const int total = roll + drm;
      return total <= 4 ? 'h' : total <= 6 ? 'H' : total <= 8 ? 'x' : total <= 11 ? 'b' : 's';
    });
    if (row == 'h' || row == 'H') {
      p.made_hero = true;
      if (p.unit.kind == 'l')
        p.heroic = true, p.rallies();
      else
        ++new_heroes_;
    }
    if (row == 'H' || row == 'x') p.hardens();
    if (row == 'b') goes_berserk(p);
    if (row == 's') p.breaks(), p.disrupted = true;
  }

  void goes_berserk(Piece& p) {
    p.berserk = true, p.rallies();
    if (p.unit.kind == 'l') berserk_leaders_.push_back(p.modifier());
  }

  // A15.41: when all have taken their MC, or that LLMC, whoever is with the leader takes a NTC with his DRM, and is berserk, too, if he
  // passes.
  void follow_the_berserk() {
    for (std::size_t n = 0; n < berserk_leaders_.size(); ++n) {
      const int drm = berserk_leaders_[n];
      for (const std::size_t i : order_) {
        Piece& p = pieces_[i];
        if (p.dead || p.berserk) continue;
        const auto [follows, wakes] = dice_.DR([&](int roll) { return std::pair(roll + drm <= p.level(), is_san(roll)); });
        if (follows) goes_berserk(p);
        if (wakes) sniper();
      }
    }
    berserk_leaders_.clear();
  }

  bool is_san(int roll) const { return roll == attackers_san_ && !sniper_; }
  void sniper() {
    sniper_ = dice_.dr([](int dr) { return dr <= 2; });
  }

  void task_check(Piece& p, int drm) {
    const auto [pins, wakes] = dice_.DR([&](int roll) { return std::pair(roll + drm > p.level(), is_san(roll)); });
    if (pins) p.pinned = true;
    if (wakes) sniper();
  }

  // A leader is lost when he dies, or when he breaks: as he was before.
  void note_loss(std::size_t i) {
    const Piece& was = then_[i];
    const Piece& now = pieces_[i];
    if (was.unit.kind != 'l' || was.dead) return;
    if (now.dead)
      lost_.emplace_back(was, true);
    else if (now.broken && !was.broken)
      lost_.emplace_back(was, false);
    then_[i] = now;
  }

  // After everything else: a check for every leader lost, by everybody of lower morale; further leaders may be lost by that.
  void leader_losses() {
    for (std::size_t n = 0; n < lost_.size(); ++n) {
      const auto [leader, dead] = lost_[n];
      const int drm = std::max(0, -leader.modifier());
      for (const std::size_t i : order_) {
        Piece& p = pieces_[i];
        if (p.dead || p.level() >= leader.level()) continue;
        if (dead)
          morale_check(i, drm, false);
        else if (!p.pinned && p.can_break())
          task_check(p, drm);
        note_loss(i);
      }
      follow_the_berserk();
    }
  }

  Paths& dice_;
  std::optional<int> heat_of_battle_;
  std::optional<int> attackers_san_;
  std::size_t asked_;
  bool sniper_ = false;
  int new_heroes_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Piece> then_;                   // as they were when their losses were last noted
  std::vector<std::pair<Piece, bool>> lost_;  // leaders in the order in which they are lost, and whether they are dead
  std::vector<std::size_t> order_;
  std::vector<int> berserk_leaders_;  // whom the others have still to follow: their DRM
};

}  // namespace

std::string printed_cell(int firepower, int shift, int final_dr) {
  static const PrintedTable table;
  return table.at(firepower, shift, final_dr);
}

namespace {

std::vector<std::string> events_of(const std::vector<Piece>& pieces) {
  std::vector<std::string> events;
  const auto note = [&](bool happened, const std::string& event) {
    if (happened) events.push_back(event);
  };
  bool any_dead = false, any_broken = false, all_dead = true, all_broken = true, all_well = true;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    const std::string name = std::to_string(i + 1) + " ";
    const bool reduced = !piece.dead && (piece.half || (piece.wounded && !piece.unit.wounded));
    const bool broken = !piece.dead && piece.broken;
    const bool pinned = !piece.dead && piece.pinned;
    const bool well = !piece.dead && !reduced && !broken && !pinned;
    note(piece.dead, name + "eliminated");
    note(reduced, name + "reduced");
    note(broken, name + "broken");
    note(pinned, name + "pinned");
    note(piece.replaced > 0 && !piece.dead, name + "replaced");
    note(well, name + "unharmed");
    note(piece.made_hero, name + "makes a hero");
    note(piece.hardened > 0 && !piece.dead, name + "battle hardened");
    note(piece.berserk && !piece.dead, name + "berserk");
    note(piece.disrupted && !piece.dead, name + "disrupted");
    any_dead |= piece.dead, any_broken |= piece.dead || broken, all_dead &= piece.dead, all_broken &= piece.dead || broken,
        all_well &= well;
  }
  note(any_dead, "any eliminated");
  note(all_dead, "all eliminated");
  note(any_broken, "any broken or eliminated");
  note(all_broken, "all broken or eliminated");
  note(all_well, "no effect");
  return events;
}

}  // namespace

std::map<std::string, double> naive_odds(const NaiveAttack& attack) {
  std::map<std::string, double> odds;
  for (std::size_t i = 0; i < attack.units.size(); ++i) {
    const std::string name = std::to_string(i + 1);
    for (const char* fate : {" eliminated", " reduced", " broken", " pinned", " replaced", " unharmed"}) odds[name + fate];
    const NaiveUnit& unit = attack.units[i];
    if (unit.kind == 'l' && unit.leadership > 0 && unit.elr < 99) odds[name + " disrupted"];
    if (!attack.heat_of_battle) continue;
    for (const char* fate : {" makes a hero", " battle hardened", " berserk", " disrupted"}) odds[name + fate];
  }
  for (const char* event : {"any eliminated", "all eliminated", "any broken or eliminated", "all broken or eliminated", "no effect"})
    odds[event];
  if (attack.attackers_san) odds["attacker's sniper attacks"];
  Paths::enumerate([&](Paths& dice) { return Game(attack.units, dice, attack.heat_of_battle, attack.attackers_san).play(attack); },
                   [&](const Played& played, double p) {
                     for (const std::string& event : events_of(played.pieces)) {
                       if (attack.heat_of_battle || odds.contains(event)) odds[event] += p;
                     }
                     if (played.sniper) odds["attacker's sniper attacks"] += p;
                   });
  return odds;
}

namespace {

NaiveLosses losses_of(const Played& played) {
  NaiveLosses losses;
  for (const Piece& piece : played.pieces) losses.eliminated += piece.dead, losses.broken_or_eliminated += piece.dead || piece.broken;
  return losses;
}

}  // namespace

std::map<NaiveLosses, double> naive_losses(const NaiveAttack& attack) {
  std::map<NaiveLosses, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(attack.units, dice, attack.heat_of_battle, attack.attackers_san).play(attack); },
                   [&](const Played& played, double p) { odds[losses_of(played)] += p; });
  return odds;
}

std::map<NaiveLosses, double> naive_losses(const std::vector<NaiveUnit>& units, const std::string& result) {
  std::map<NaiveLosses, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(units, dice).play(result); },
                   [&](const Played& played, double p) { odds[losses_of(played)] += p; });
  return odds;
}

std::map<std::vector<std::string>, double> naive_result(const std::vector<NaiveUnit>& units, const NaiveCells& results) {
  std::map<std::vector<std::string>, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(units, dice).play(results); },
                   [&](const Played& played, double p) { odds[events_of(played.pieces)] += p; });
  return odds;
}

std::map<std::vector<NaiveUnit>, double> naive_units_after(const std::vector<NaiveUnit>& units, const NaiveCells& results) {
  std::map<std::vector<NaiveUnit>, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(units, dice).play(results); },
                   [&](const Played& played, double p) {
                     std::vector<NaiveUnit> after;
                     for (const Piece& piece : played.pieces) {
                       NaiveUnit unit = piece.unit;
                       if (piece.dead) {
                         after.push_back({.kind = 'x'});
                         continue;
                       }
                       if (piece.half) unit.kind = 'h';
                       if (unit.kind != 'l') unit.morale += piece.classes, unit.broken_morale += piece.classes;
                       unit.broken = piece.broken, unit.pinned = piece.pinned, unit.wounded = piece.wounded;
                       after.push_back(unit);
                     }
                     odds[after] += p;
                   });
  return odds;
}

}  // namespace boxcars::test
