#include <algorithm>
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

constexpr Cell K4{k, 4}, M4{mc, 4}, A5{kia, 5}, A6{kia, 6}, A7{kia, 7};

// By Final DR, from 0 or less to 15 or more.
using Column = std::array<Cell, 16>;
constexpr Column of_6{A3, A2, A1, K2, M2, M1, M1, M0, P, N, N, N, N, N, N, N};
constexpr Column of_8{A3, A2, A1, K2, M2, M2, M1, M1, M0, P, N, N, N, N, N, N};
constexpr Column of_12{A3, A2, A1, K3, M3, M2, M2, M1, M1, M0, P, N, N, N, N, N};
constexpr Column of_16{A4, A3, A2, A1, K3, M3, M2, M2, M1, M1, M0, P, N, N, N, N};
constexpr Column of_24{A5, A4, A3, A2, A1, K4, M4, M3, M2, M2, M1, M1, M0, P, N, N};
constexpr Column of_30{A6, A5, A4, A3, A2, A1, K4, M4, M3, M2, M2, M1, M1, M0, P, N};
constexpr Column of_36{A7, A6, A5, A4, A3, A2, A1, K4, M4, M3, M2, M2, M1, M1, M0, P};
const Cell& at(const Column& column, int final_dr) { return column[static_cast<std::size_t>(std::clamp(final_dr, 0, 15))]; }

struct Dice {
  std::mt19937 engine{1};
  std::uniform_int_distribution<int> die{1, 6};
  int dr() { return die(engine); }
  int DR() { return dr() + dr(); }
};

struct Piece {
  int printed_morale = 7;
  int printed_leadership = 0;
  bool is_leader = false, dead = false, broken = false, pinned = false, reduced = false, desperate = false;
  int morale() const { return is_leader ? printed_morale - reduced : printed_morale; }
  int leadership() const { return printed_leadership + reduced; }
  bool is_good() const { return !dead && !broken; }
};
Piece leader(int morale, int leadership) { return {.printed_morale = morale, .printed_leadership = leadership, .is_leader = true}; }

// Those in one Location: a leader, or none, and his squads.
class Stack {
 public:
  Stack(std::vector<Piece> pieces, Dice& dice) : dice_(dice), pieces_(std::move(pieces)) {}

  const std::vector<Piece>& pieces() const { return pieces_; }
  bool any_alive() const {
    return std::any_of(pieces_.begin(), pieces_.end(), [](const Piece& p) { return !p.dead; });
  }
  int good() const {
    return static_cast<int>(std::count_if(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.is_good(); }));
  }
  void unpin() {
    for (Piece& p : pieces_) p.pinned = false;
  }
  void bury() {
    for (Piece& p : pieces_) p.dead = true;
  }

  void attack(Cell cell) {
    const Piece first = pieces_[0];
    switch (cell.kind) {
      case none:
        break;
      case ptc:
        for (Piece& p : pieces_) {
          if (p.is_good() && !p.pinned && dice_.DR() + help(p) > p.morale()) p.pinned = true;
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
    if (first.is_leader) leader_loss(first);
    for (Piece& p : pieces_) p.desperate = !p.dead && p.broken;
  }

  // The leader tries first, who is alone.
  void rally_leader(int drm) {
    Piece& p = pieces_[0];
    if (p.is_leader && !p.dead && p.broken) rally(p, drm + 1);
  }
  // Those whom the leader helps; of a Location without one nobody.
  void rally_led(int drm) {
    if (!is_led()) return;
    for (Piece& p : pieces_) {
      if (!p.dead && p.broken) rally(p, drm + pieces_[0].leadership());
    }
  }
  // Who has the best chance of those without a leader.
  Piece* lone() {
    Piece* best = nullptr;
    for (Piece& p : pieces_) {
      if (is_led() || p.is_leader || p.dead || !p.broken) continue;
      if (!best || goes_before(p, *best)) best = &p;
    }
    return best;
  }
  // Who has the better chance, and of those with the same a squad before a half-squad.
  static bool goes_before(const Piece& p, const Piece& other) {
    return p.desperate != other.desperate ? other.desperate : !p.reduced && other.reduced;
  }
  void end_rally() {
    for (Piece& p : pieces_) p.desperate = false;
  }
  void rally(Piece& p, int drm) {
    const int roll = dice_.DR();
    const int final_dr = roll + drm + (p.desperate ? 4 : 0);
    if (roll == 12)
      casualty(p);
    else if (final_dr <= p.morale())
      p.broken = false;
  }

 private:
  bool is_led() const { return pieces_[0].is_leader && pieces_[0].is_good(); }

  void leader_loss(const Piece& was) {
    const Piece& now = pieces_[0];
    if (was.dead || (!now.dead && (was.broken || !now.broken))) return;
    const int level = was.morale(), drm = std::max(0, -was.leadership());
    for (std::size_t i = 1; i < pieces_.size(); ++i) {
      Piece& p = pieces_[i];
      if (p.dead || p.morale() >= level) continue;
      if (now.dead)
        morale_check(p, drm, false);
      else if (!p.broken && !p.pinned && dice_.DR() + drm > p.morale())
        p.pinned = true;
    }
  }

  int help(const Piece& p) const { return p.is_leader || !is_led() || pieces_[0].pinned ? 0 : pieces_[0].leadership(); }

  void morale_check(Piece& p, int drm, bool pins) {
    const int roll = dice_.DR();
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
      if (dice_.dr() + p.reduced >= 5)
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
      if (!pieces_[i].dead) rolls_[i] = wanted < living ? dice_.dr() : 1;
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      int higher = 0;
      for (const int roll : rolls_) higher += roll > rolls_[i];
      selected_[i] = !pieces_[i].dead && (higher < wanted || wanted >= living);
    }
  }

  Dice& dice_;
  std::vector<Piece> pieces_;
  std::vector<int> rolls_;
  std::vector<bool> selected_;
};

// One 9-1 and some 4-6-7 in one Location.
class Game {
 public:
  Game(int squads, Dice& dice) : dice_(dice), stack_(position(squads), dice) {}

  bool play(int shots, int turns) {
    constexpr std::array<const Column*, 4> columns{&of_12, &of_8, &of_16, &of_6};
    for (int turn = 1; turn <= turns; ++turn) {
      if (turn > 1) rally();
      for (int shot = 0; shot < shots && stack_.any_alive(); ++shot) {
        stack_.attack(at(*columns[static_cast<std::size_t>(shot)], dice_.DR() + 1));  // -2, and +3 for the building
        if (stack_.good() == 0) return true;
      }
      stack_.unpin();
    }
    return false;
  }

  const std::vector<Piece>& pieces() const { return stack_.pieces(); }

 private:
  static std::vector<Piece> position(int squads) {
    std::vector<Piece> pieces(static_cast<std::size_t>(squads) + 1);
    pieces[0] = leader(9, -1);
    return pieces;
  }
  void rally() {
    stack_.rally_leader(-1);
    Piece* lone = stack_.lone();
    stack_.rally_led(-1);
    if (lone) stack_.rally(*lone, 0);
    stack_.end_rally();
  }

  Dice& dice_;
  Stack stack_;
};

// Two levels of a stone building, and the wooden house next door.
class Scenario {
 public:
  explicit Scenario(Dice& dice)
      : dice_(dice), ground_({leader(9, -1), {}, {}, {}}, dice), upstairs_({leader(8, 0), {}, {}}, dice), house_({{}, {}}, dice) {}

  bool play(int turns) {
    bool stug_works = true, gun_works = true;
    for (int turn = 1; turn <= turns; ++turn) {
      if (turn > 1) rally();
      for (bool again = true; again && stug_works && ground_.any_alive();) {
        const int colored = dice_.dr(), roll = colored + dice_.dr();
        again = colored == 1;
        if (roll == 12) stug_works = false;
        if (roll <= 7) shell(ground_, 0, roll < 4, of_12, of_24, -3);
        if (is_won()) return true;
      }
      if (gun_works && upstairs_.any_alive()) {
        const int roll = dice_.DR();
        if (roll == 12) gun_works = false;
        if (roll <= 6) shell(upstairs_, 1, roll < 3, of_30, of_36, -6);
        if (is_won()) return true;
      }
      if (ground_.any_alive()) ground_.attack(at(of_16, dice_.DR() + 2));
      if (is_won()) return true;
      if (house_.any_alive()) {
        const int one = dice_.dr(), other = dice_.dr();
        house_.attack(at(one == other ? of_8 : of_12, one + other + 2));
      }
      if (is_won()) return true;
      for (Stack* stack : {&ground_, &upstairs_, &house_}) stack->unpin();
    }
    return false;
  }

  std::array<const Stack*, 3> stacks() const { return {&ground_, &upstairs_, &house_}; }
  bool is_house_rubbled() const { return house_rubbled_; }

 private:
  bool is_won() const { return ground_.good() + upstairs_.good() + house_.good() <= 1; }

  // By an Original KIA it may come down, with all above it; who is left is attacked.
  void shell(Stack& stack, int level, bool critical, const Column& column, const Column& of_critical, int drm) {
    const int roll = dice_.DR();
    const Cell original = at(column, roll);
    if (original.kind == kia && dice_.dr() + 1 <= original.number) return come_down(level);
    stack.attack(critical ? at(of_critical, roll + drm) : original);
  }

  void come_down(int level) {
    const int stood = intact_;
    intact_ = level == 1 && dice_.dr() + 1 < 6 ? 1 : 0;
    upstairs_.bury();
    if (intact_ == 0) ground_.bury();
    const int fallen = stood - std::max(intact_, 1);
    if (fallen == 0 || house_rubbled_) return;
    if (!falls_at(fallen)) return;
    house_rubbled_ = true;
    house_.bury();
    if (intact_ > 0 && falls_at(1)) intact_ = 0, ground_.bury();
  }
  // Onto the one hex that matters.
  bool falls_at(int levels) {
    const int colored = dice_.dr(), direction = dice_.dr();
    return colored + levels >= 7 && direction == 1;
  }

  void rally() {
    for (Stack* stack : {&ground_, &upstairs_}) stack->rally_leader(0);
    Stack* whose = nullptr;
    Piece* best = nullptr;
    for (Stack* stack : {&ground_, &upstairs_, &house_}) {
      Piece* p = stack->lone();
      if (p && (!best || Stack::goes_before(*p, *best))) best = p, whose = stack;
    }
    for (Stack* stack : {&ground_, &upstairs_, &house_}) stack->rally_led(0);
    if (best) whose->rally(*best, 1);
    for (Stack* stack : {&ground_, &upstairs_, &house_}) stack->end_rally();
  }

  Dice& dice_;
  Stack ground_, upstairs_, house_;
  int intact_ = 3;  ///< levels of the stone building
  bool house_rubbled_ = false;
};

// A game's units, added to what was seen.
void see(const std::vector<Piece>& pieces, Position& seen) {
  for (const Piece& p : pieces) {
    seen.eliminated += p.dead;
    seen.broken += !p.dead && p.broken;
  }
}

}  // namespace

Position naive_assault(std::uint64_t trials, int squads, int shots) {
  Dice dice;
  Position seen{.trials = trials};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    Game game(squads, dice);
    seen.won += game.play(shots, 6);
    see(game.pieces(), seen);
    seen.leader_eliminated += game.pieces()[0].dead;
    seen.first_reduced += !game.pieces()[1].dead && game.pieces()[1].reduced;
  }
  return seen;
}

Position naive_small_assault(std::uint64_t trials) { return naive_assault(trials, 2, 2); }
Position naive_large_assault(std::uint64_t trials) { return naive_assault(trials, 5, 4); }

Position naive_big_assault(std::uint64_t trials) {
  Dice dice;
  Position seen{.trials = trials};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    Scenario game(dice);
    seen.won += game.play(6);
    for (const Stack* stack : game.stacks()) see(stack->pieces(), seen);
    seen.leader_eliminated += game.stacks()[0]->pieces()[0].dead;
    seen.house_rubbled += game.is_house_rubbled();
  }
  return seen;
}

}  // namespace boxcars::bench
