#include "tests/support/naive_attack.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/support/paths.hpp"

namespace boxcars::test {
namespace {

// The printed table, from the file that the facts came in.
class PrintedTable {
 public:
  PrintedTable() {
    std::ifstream file(BOXCARS_SOURCE_DIR "/tests/data/ift.csv");
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

struct Piece {
  NaiveUnit unit;
  bool dead = false, broken = false, pinned = false, half = false, wounded = false, replaced = false;

  bool man() const { return unit.kind == 'l' || unit.kind == 'H'; }
  int level() const {
    int value = broken ? unit.broken_morale : unit.morale;
    if (wounded) --value;
    if (replaced) --value;
    return value;
  }
  int modifier() const { return unit.leadership + (wounded ? 1 : 0); }
};

class Game {
 public:
  Game(const std::vector<NaiveUnit>& units, Paths& dice) : dice_(dice) {
    for (const NaiveUnit& unit : units) {
      Piece piece{unit};
      piece.broken = unit.broken, piece.pinned = unit.pinned, piece.wounded = unit.wounded;
      pieces_.push_back(piece);
    }
  }

  std::vector<Piece> play(const NaiveAttack& attack) {
    for (const int column : attack.columns) {
      if (std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.dead; })) break;
      const auto roll = dice_.DR_with_doubles();
      take(printed_cell(column, roll.doubles ? attack.cowering_columns : 0, roll.sum + attack.drm));
    }
    return pieces_;
  }

  std::vector<Piece> play(const std::string& result) {
    take(result);
    return pieces_;
  }

 private:
  void take(const std::string& result) {
    before_ = pieces_;
    rank();
    if (result == "gone")
      for (Piece& p : pieces_) p.dead = true;
    else if (result.find("KIA") != std::string::npos)
      kia(result[0] - '0');
    else if (result[0] == 'K')
      k(result[2] - '0');
    else if (result == "PTC")
      pin_checks();
    else if (result != "-")
      morale_checks(result == "NMC" ? 0 : result[0] - '0', {});
    leader_losses();
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

  std::vector<std::size_t> living() const {
    std::vector<std::size_t> all;
    for (const std::size_t i : order_)
      if (!pieces_[i].dead) all.push_back(i);
    return all;
  }

  std::vector<std::size_t> selected(std::size_t wanted) {
    const auto all = living();
    if (wanted >= all.size()) return all;
    std::vector<int> rolls;
    for (std::size_t i = 0; i < all.size(); ++i) rolls.push_back(dice_.dr());
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto higher = std::count_if(rolls.begin(), rolls.end(), [&](int r) { return r > rolls[i]; });
      if (static_cast<std::size_t>(higher) < wanted) chosen.push_back(all[i]);
    }
    return chosen;
  }

  void kia(int number) {
    const auto chosen = selected(static_cast<std::size_t>(number));
    for (const std::size_t i : living()) {
      Piece& p = pieces_[i];
      if (std::count(chosen.begin(), chosen.end(), i))
        p.dead = true;
      else if (p.broken || p.unit.kind == 'H')
        casualty(p);
      else
        p.broken = true, p.pinned = false;
    }
  }

  void k(int number) {
    const auto chosen = selected(1);
    for (const std::size_t i : chosen) casualty(pieces_[i]);
    std::vector<std::size_t> spared;
    for (const std::size_t i : chosen)
      if (pieces_[i].man()) spared.push_back(i);
    morale_checks(number, spared);
  }

  void casualty(Piece& p) {
    if (p.man()) {
      if (dice_.dr() + (p.wounded ? 1 : 0) >= 5)
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
    for (const std::size_t j : checked) {
      const Piece& p = pieces_[j];
      if (p.unit.kind != 'l' || p.dead || p.broken || p.pinned || j == i) continue;
      if (pieces_[i].unit.kind == 'l' && p.level() <= pieces_[i].level()) continue;
      best = std::min(best, p.modifier());
    }
    return best == 99 ? 0 : best;
  }

  void morale_checks(int number, const std::vector<std::size_t>& spared) {
    std::vector<std::size_t> checked;
    for (const std::size_t i : order_) {
      if (!pieces_[i].dead && !std::count(spared.begin(), spared.end(), i)) morale_check(i, number + help(i, checked), true);
      checked.push_back(i);
    }
  }

  void morale_check(std::size_t i, int drm, bool ift) {
    Piece& p = pieces_[i];
    const int level = p.level();
    const int roll = dice_.DR();
    if (roll < 12 && roll + drm <= level) {
      int highest = 11;
      while (highest + drm > level) --highest;
      if (ift && roll == highest && !p.broken && p.unit.kind != 'H') p.pinned = true;
      return;
    }
    if (p.unit.kind == 'H') {
      if (p.wounded)
        p.dead = true;
      else
        casualty(p);
      return;
    }
    if (p.broken) {
      if (roll == 12)
        p.dead = true;
      else
        casualty(p);
      return;
    }
    if (roll + drm - level > p.unit.elr && p.unit.kind != 'c') p.replaced = true;
    p.broken = true;
    p.pinned = false;
    if (roll == 12) casualty(p);
  }

  void pin_checks() {
    std::vector<std::size_t> checked;
    for (const std::size_t i : order_) {
      Piece& p = pieces_[i];
      if (!p.dead && !p.broken && !p.pinned && p.unit.kind != 'H' && dice_.DR() + help(i, checked) > p.level()) p.pinned = true;
      checked.push_back(i);
    }
  }

  // After everything else: a check for every leader lost, by everybody of lower morale; further leaders may be lost by that.
  void leader_losses() {
    std::vector<Piece> then = before_;
    std::vector<std::pair<Piece, bool>> lost;  // as he was, and whether he is dead
    const auto note = [&](std::size_t i) {
      const Piece& was = then[i];
      const Piece& now = pieces_[i];
      if (was.unit.kind != 'l' || was.dead) return;
      if (now.dead)
        lost.emplace_back(was, true);
      else if (now.broken && !was.broken)
        lost.emplace_back(was, false);
      then[i] = now;
    };
    for (const std::size_t i : order_) note(i);
    for (std::size_t n = 0; n < lost.size(); ++n) {
      const auto [leader, dead] = lost[n];
      const int drm = std::max(0, -leader.modifier());
      for (const std::size_t i : order_) {
        Piece& p = pieces_[i];
        if (p.dead || p.level() >= leader.level()) continue;
        if (dead) {
          morale_check(i, drm, false);
        } else if (!p.broken && !p.pinned && p.unit.kind != 'H') {
          if (dice_.DR() + drm > p.level()) p.pinned = true;
        }
        note(i);
      }
    }
  }

  Paths& dice_;
  std::vector<Piece> pieces_;
  std::vector<Piece> before_;
  std::vector<std::size_t> order_;
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
  bool any_dead = false, all_dead = true, all_broken = true, all_well = true;
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
    note(piece.replaced && !piece.dead, name + "replaced");
    note(well, name + "unharmed");
    any_dead |= piece.dead, all_dead &= piece.dead, all_broken &= piece.dead || broken, all_well &= well;
  }
  note(any_dead, "any eliminated");
  note(all_dead, "all eliminated");
  note(all_broken, "all broken or eliminated");
  note(all_well, "no effect");
  return events;
}

}  // namespace

std::map<std::string, double> naive_odds(const NaiveAttack& attack) {
  std::map<std::string, double> odds;
  for (std::size_t i = 0; i < attack.units.size(); ++i) {
    for (const char* fate : {" eliminated", " reduced", " broken", " pinned", " replaced", " unharmed"}) odds[std::to_string(i + 1) + fate];
  }
  for (const char* event : {"any eliminated", "all eliminated", "all broken or eliminated", "no effect"}) odds[event];
  Paths::enumerate([&](Paths& dice) { return Game(attack.units, dice).play(attack); },
                   [&](const std::vector<Piece>& pieces, double p) {
                     for (const std::string& event : events_of(pieces)) odds[event] += p;
                   });
  return odds;
}

std::map<std::vector<std::string>, double> naive_result(const std::vector<NaiveUnit>& units, const std::string& result) {
  std::map<std::vector<std::string>, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(units, dice).play(result); },
                   [&](const std::vector<Piece>& pieces, double p) { odds[events_of(pieces)] += p; });
  return odds;
}

std::map<std::vector<NaiveUnit>, double> naive_units_after(const std::vector<NaiveUnit>& units, const std::string& result) {
  std::map<std::vector<NaiveUnit>, double> odds;
  Paths::enumerate([&](Paths& dice) { return Game(units, dice).play(result); },
                   [&](const std::vector<Piece>& pieces, double p) {
                     std::vector<NaiveUnit> after;
                     for (const Piece& piece : pieces) {
                       NaiveUnit unit = piece.unit;
                       if (piece.dead) {
                         after.push_back({.kind = 'x'});
                         continue;
                       }
                       if (piece.half) unit.kind = 'h';
                       if (piece.replaced) --unit.morale, --unit.broken_morale;
                       unit.broken = piece.broken, unit.pinned = piece.pinned, unit.wounded = piece.wounded;
                       after.push_back(unit);
                     }
                     odds[after] += p;
                   });
  return odds;
}

}  // namespace boxcars::test
