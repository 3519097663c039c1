#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/settled.hpp"
#include "model/parts/part.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Whether the units are attacked again afterwards; their fates are settled in the last attack, as soon as each is decided. In the last
/// attack of a turn their pins come to nothing: only those of leaders matter, and only as long as it lasts.
enum class LastAttack : std::uint8_t { no, of_turn, yes };

/// The optional rules of a stack's checks.
struct CheckOptions {
  std::optional<int> heat_of_battle_drm{};  ///< of the nationality (A15.1-.5); none: no Heat of Battle
  std::optional<int> attackers_san{};       ///< a check's DR equal to it gives the attacker's sniper a dr (A14.1); none: no sniper
  bool collapses = false;                   ///< the units may have a Collapse PTC to take (G5.5)
};

/// The units of one Location, and what IFT results do to them, check by check (A7.301-.305, A10.2-.31, A.9).
///
/// It is a part of a process: begin() puts a result on the stack. The order is that of the rules where it matters: Random Selection, the
/// wounds of leaders whom a K/# picks, the leaders' checks (best first), their LLMC and LLTC, then every other unit's check and its LLMC
/// and LLTC. (The rules put all Leader Loss checks after all others; since units that do not lead cannot change each other's, taking each
/// unit's together has the same odds and needs fewer states.)
class Stack {
 public:
  using Scene = LastAttack;
  static constexpr int max_units = 24;
  static constexpr int max_leaders = 6;
  static constexpr int max_units_with_heat_of_battle = max_units / 2;  ///< leaves room for heroes

  struct State {
    std::array<Condition, max_units> units{};            ///< by place, leaders first; settled ones are cleared
    std::array<std::uint8_t, 2 * max_leaders> losses{};  ///< leaders lost in this attack: each at most broken and then eliminated
    std::array<std::uint8_t, max_leaders> leader_at{};   ///< by place: which leader; the best first in every attack
    std::uint8_t pass = 0;
    std::uint8_t unit = 0;     ///< whose turn it is
    std::uint8_t loss = 0;     ///< which lost leader is checked for
    std::uint8_t pending = 0;  ///< throws that this unit still takes
    std::uint8_t result = 0;   ///< of the attack
    std::uint8_t help = 0;     ///< the leadership DRM that the others have, + 4
    std::uint8_t leader = 0;   ///< the leader under check, as he was before it
    std::uint8_t count = 0;    ///< units under this attack
    std::uint8_t heroes = 0;   ///< made by Heat of Battle; they stand behind the units
    std::uint8_t alone = 0;    ///< it is a strand of an attack
    Seen seen{};
    bool operator==(const State&) const = default;
  };

  /// All units of a question in one Location: of each single unit its events, of each group its measures, then the sniper's event.
  /// Throws BadInput if there are too many.
  Stack(const std::vector<UnitEntry>& entries, CheckOptions options, Facts& facts);
  /// Only the entries `here` of a question's units, whose fates are settled together with those of other Locations.
  /// A story calls the entries by their labels, if they are given.
  Stack(std::vector<UnitEntry> entries, const std::vector<int>& here, CheckOptions options, Fates fates,
        std::vector<std::string> labels = {});

  const std::vector<UnitEntry>& entries() const { return entries_; }

  State start() const;
  /// How many units there are, but for heroes made in play.
  int size() const { return static_cast<int>(members_.size()); }
  /// Their conditions while nothing happens to them, in a fixed order, and the state made of them again; not with Heat of Battle.
  void rest(const State& s, std::span<Condition> units) const;
  State awake(std::span<const Condition> units) const;
  /// Forgets the order of equal units of a group that have been treated alike, up to the i-th in that order: of fates, leaders' too.
  void sort_group(std::span<Condition> units, std::size_t i) const;
  int leaders() const { return leaders_; }  ///< the first of them
  /// The units in that order, and how a story names them.
  const Unit& resting_unit(int i) const { return members_[static_cast<std::size_t>(i)].unit; }
  std::string_view resting_name(int i) const { return labels_[static_cast<std::size_t>(members_[static_cast<std::size_t>(i)].entry)]; }
  bool any_alive(const State& s) const;
  bool busy(const State& s) const { return s.pass != 0; }

  /// Puts an IFT result on the stack. It goes on to the first throw that is needed, or to the end.
  void begin(State& s, IftResult result, LastAttack last, Settled& settled) const;
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, LastAttack last, Settled& settled) const;

  /// An attack unravels (sim/calls.hpp) into its Random Selection, which knows nothing of its units but who is there, the checks of its
  /// leaders, and those of every other unit; not if units have more in common than their leaders.
  bool unravels() const;
  int strands(const State& s) const;
  State strand(const State& s, int i, LastAttack last) const;
  static bool ended(const State& s) { return s.alone && s.pass == 0; }
  State waiting(State s) const;
  void join(State& waiting, int i, const State& ended, LastAttack last, Settled& settled) const;
  void go_on(State& waiting, LastAttack last, Settled& settled) const;

  /// Settles the fates of all units when no attack comes any more; for a stack that is not busy.
  void conclude(State& s, Settled& settled) const;

  int stage(const State& s) const;
  int stages() const;

 private:
  enum Pass : std::uint8_t { no_pass, select, leader_picks, leader_checks, leader_losses, other_checks };
  struct Member {
    Unit unit;
    int entry = 0;
    int group_first = 0;  // the members of a group that are no leaders stand side by side
    int group_last = 0;
  };
  struct Loss;

  const Member* member(const State& s, int place) const;
  const Unit& unit(const State& s, int place) const;
  std::string_view name(const State& s, int place) const;

  void rank_leaders(State& s) const;
  void enter(State& s, std::uint8_t pass) const;
  void enter_checks(State& s) const;
  void proceed(State& s, LastAttack last, Settled& settled) const;
  void open(State& s, Settled& settled) const;
  void open_check(State& s, Settled& settled) const;
  void open_loss_check(State& s) const;
  void close(State& s, LastAttack last, Settled& settled) const;
  void advance(State& s, LastAttack last, Settled& settled) const;
  void finish(State& s, LastAttack last) const;
  void end_alone(State& s) const;
  State selection_alone(const State& s) const;
  State leaders_alone(const State& s) const;
  State unit_alone(const State& s, int i, LastAttack last) const;
  void join_selection(State& waiting, const State& selected) const;
  void unpin(State& s, int first, int last) const;

  bool picks_leaders(const State& s) const;
  bool is_loss_check(const State& s) const;
  Loss current_loss(const State& s) const;
  int help_for(const State& s, int place) const;
  int drm(const State& s) const;
  void check(State& s, int original_dr, Settled& settled) const;
  void heat(State& s, int original_dr, LastAttack last) const;

  int places() const;
  void sort_group(State& s, int place) const;
  void decide_leaders(State& s, Settled& settled) const;
  void decide_other(State& s, int place, Settled& settled) const;
  void tell_change(const State& s, Condition before, Settled& settled) const;

  std::vector<UnitEntry> entries_;
  std::vector<std::string> labels_;  // of the entries, in stories
  std::vector<Member> members_;
  int leaders_ = 0;
  CheckOptions options_;
  Fates fates_;
  std::optional<EventId> sniper_attacks_;
};
static_assert(Part<Stack>);

}  // namespace boxcars::model
