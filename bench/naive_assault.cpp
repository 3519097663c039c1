#include <array>
#include <random>
#include <vector>

#include "bench/naive.hpp"

namespace boxcars::bench {
namespace {

enum Kind { none, ptc, mc, k, kia };
struct Cell {
  Kind kind;
  int number;
};
constexpr Cell N{none, 0}, P{ptc, 0}, M0{mc, 0}, M1{mc, 1}, M2{mc, 2}, M3{mc, 3}, K2{k, 2}, K3{k, 3}, A1{kia, 1}, A2{kia, 2}, A3{kia, 3},
    A4{kia, 4};

// The columns of 6, 8, 12 and 16 FP, by Final DR.
constexpr std::array<std::array<Cell, 16>, 4> columns{{
    {A3, A2, A1, K2, M2, M1, M1, M0, P, N, N, N, N, N, N, N},
    {A3, A2, A1, K2, M2, M2, M1, M1, M0, P, N, N, N, N, N, N},
    {A3, A2, A1, K3, M3, M2, M2, M1, M1, M0, P, N, N, N, N, N},
    {A4, A3, A2, A1, K3, M3, M2, M2, M1, M1, M0, P, N, N, N, N},
}};

struct Piece {
  bool is_leader = false, dead = false, broken = false, pinned = false, reduced = false, desperate = false;
  int morale() const { return is_leader ? 9 - reduced : 7; }
  int leadership() const { return reduced ? 0 : -1; }
  bool is_good() const { return !dead && !broken; }
};

// One 9-1 and some 4-6-7 in one Location.
class Game {
 public:
  Game(int squads, std::mt19937& engine) : engine_(engine), pieces_(static_cast<std::size_t>(squads) + 1) { pieces_[0].is_leader = true; }

  bool play(int shots, int turns) {
    constexpr std::array<std::size_t, 4> column_of{2, 1, 3, 0};
    for (int turn = 1; turn <= turns; ++turn) {
      if (turn > 1) rally();
      for (int shot = 0; shot < shots; ++shot) {
        if (all([](const Piece& p) { return p.dead; })) continue;
        attack(columns[column_of[static_cast<std::size_t>(shot)]]);
        if (all([](const Piece& p) { return !p.is_good(); })) return true;
      }
      for (Piece& p : pieces_) p.pinned = false;
    }
    return false;
  }

  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  int dr() { return die_(engine_); }
  int DR() { return die_(engine_) + die_(engine_); }

  template <class Holds>
  bool all(Holds holds) const {
    for (const Piece& p : pieces_) {
      if (!holds(p)) return false;
    }
    return true;
  }

  void attack(const std::array<Cell, 16>& column) {
    const Cell cell = column[static_cast<std::size_t>(DR() + 1)];  // -2, and +3 for the building
    const Piece leader = pieces_[0];
    switch (cell.kind) {
      case none:
        break;
      case ptc:
        for (Piece& p : pieces_) {
          if (p.is_good() && !p.pinned && DR() + help(p) > p.morale()) p.pinned = true;
        }
        break;
      case mc:
        for (Piece& p : pieces_) {
          if (!p.dead) morale_check(p, cell.number + help(p), true);
        }
        break;
      case k: {
        select(1);
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
          Piece& p = pieces_[i];
          if (p.dead) continue;
          if (selected_[i]) casualty(p);
          if (!p.dead && !(selected_[i] && p.is_leader)) morale_check(p, cell.number + help(p), true);
        }
        break;
      }
      case kia:
        select(cell.number);
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
          Piece& p = pieces_[i];
          if (p.dead) continue;
          if (selected_[i])
            p.dead = true;
          else if (p.broken)
            casualty(p);
          else
            p.broken = true, p.pinned = false;
        }
    }
    leader_loss(leader);
    for (Piece& p : pieces_) p.desperate = !p.dead && p.broken;
  }

  void leader_loss(const Piece& was) {
    const Piece& now = pieces_[0];
    if (was.dead || (!now.dead && (was.broken || !now.broken))) return;
    const int level = was.morale(), drm = was.leadership() < 0 ? 1 : 0;
    for (std::size_t i = 1; i < pieces_.size(); ++i) {
      Piece& p = pieces_[i];
      if (p.dead || p.morale() >= level) continue;
      if (now.dead)
        morale_check(p, drm, false);
      else if (!p.broken && !p.pinned && DR() + drm > p.morale())
        p.pinned = true;
    }
  }

  int help(const Piece& p) const {
    const Piece& leader = pieces_[0];
    return p.is_leader || !leader.is_good() || leader.pinned ? 0 : leader.leadership();
  }

  void morale_check(Piece& p, int drm, bool pins) {
    const int roll = DR();
    if (roll < 12 && roll + drm <= p.morale()) {
      if (pins && !p.broken && (roll + drm == p.morale() || roll == 11)) p.pinned = true;
      return;
    }
    if (p.broken) {
      if (roll == 12)
        p.dead = true;
      else
        casualty(p);
      return;
    }
    p.broken = true;
    p.pinned = false;
    if (roll == 12) casualty(p);
  }

  void casualty(Piece& p) {
    if (p.is_leader) {
      if (dr() + p.reduced >= 5)
        p.dead = true;
      else
        p.reduced = true;
    } else if (p.reduced) {
      p.dead = true;
    } else {
      p.reduced = true;
    }
  }

  void select(int wanted) {
    rolls_.assign(pieces_.size(), 0);
    selected_.assign(pieces_.size(), false);
    int living = 0;
    for (const Piece& p : pieces_) living += !p.dead;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (!pieces_[i].dead) rolls_[i] = wanted < living ? dr() : 1;
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      int higher = 0;
      for (const int roll : rolls_) higher += roll > rolls_[i];
      selected_[i] = !pieces_[i].dead && (higher < wanted || wanted >= living);
    }
  }

  void rally() {
    bool lone_try = false;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& p = pieces_[i];
      if (p.dead || !p.broken) continue;
      const bool alone = i == 0 || !pieces_[0].is_good();
      if (alone && (lone_try || (i > 0 && !is_best(i)))) continue;
      if (alone) lone_try = true;
      const int drm = -1 + (alone ? 1 : pieces_[0].leadership()) + (p.desperate ? 4 : 0);
      const int roll = DR();
      p.desperate = false;
      if (roll == 12)
        casualty(p);
      else if (roll + drm <= p.morale())
        p.broken = false;
    }
  }

  // Nobody alone has a better chance.
  bool is_best(std::size_t i) const {
    for (std::size_t j = 1; j < pieces_.size(); ++j) {
      if (!pieces_[j].dead && pieces_[j].broken && pieces_[j].desperate < pieces_[i].desperate) return false;
    }
    return true;
  }

  std::mt19937& engine_;
  std::uniform_int_distribution<int> die_{1, 6};
  std::vector<Piece> pieces_;
  std::vector<int> rolls_;
  std::vector<bool> selected_;
};

}  // namespace

Position naive_assault(std::uint64_t trials, int squads, int shots) {
  std::mt19937 engine(1);
  Position seen{.trials = trials};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    Game game(squads, engine);
    if (game.play(shots, 6)) ++seen.won;
    for (const Piece& p : game.pieces()) {
      if (p.dead) ++seen.eliminated;
      if (!p.dead && p.broken) ++seen.broken;
    }
    if (game.pieces()[0].dead) ++seen.leader_eliminated;
    if (!game.pieces()[1].dead && game.pieces()[1].reduced) ++seen.first_reduced;
  }
  return seen;
}

Position naive_small_assault(std::uint64_t trials) { return naive_assault(trials, 2, 2); }
Position naive_large_assault(std::uint64_t trials) { return naive_assault(trials, 5, 4); }

}  // namespace boxcars::bench
