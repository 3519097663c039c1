#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/parts/part.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/target_status.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// Whether the units are attacked again afterwards. In their last attack fates are recorded as soon as each is decided. In the last attack
/// of a turn pins come to nothing: only those of leaders matter, and only as long as the attack lasts.
enum class LastAttack : std::uint8_t { no, of_turn, yes };

/// The optional rules of a stack's checks.
struct CheckOptions {
  std::optional<int> heat_of_battle_drm{};  ///< the DRM of the nationality (A15.1-.5); none: no Heat of Battle
  std::optional<int> attackers_san{};       ///< a check's DR equal to it gives the attacker's sniper a dr (A14.1); none: no sniper
  bool collapses = false;                   ///< whether the units may have to take a Collapse PTC (G5.5)
  bool interdicted = false;                 ///< whether they rout, under Interdiction (A10.53)
};

/// What an attack does: its IFT result on whoever has a status, and of a critical hit that on whom it singles out.
struct StackResults {
  OnEachStatus<IftResult> normal{};
  std::optional<OnEachStatus<IftResult>> critical{};
  OnEachStatus<std::uint8_t> target{};  ///< units of statuses with the same number are one target, of one Final DR
};

/// The units of one Location, and what IFT results do to them, check by check (A7.301-.305, A10.2-.31, A.9).
///
/// It is a part of a process: begin() puts a result on the stack. The order is that of the rules where it matters: Random Selection, the
/// wounds of leaders whom a K/# picks, the leaders' checks (best first), their LLMC and LLTC, then every other unit's check with its LLMC
/// and LLTC. (The rules put all Leader Loss checks after all others. Since units that do not lead cannot change each other's checks, taking
/// each unit's checks together has the same odds and needs fewer states. So it is with the NTC to follow a leader who has gone berserk
/// (A15.41): leaders take them when all leaders have taken the check that he was in, each other unit behind its own.) Where one Original DR
/// gives units of different status different Final DR (A.5), each takes its own result, and those who have the same Final DR are in one
/// Random Selection. A critical hit's is that of the target whom a Random Selection names before (C3.74), and of those who tie with it.
class Stack {
 public:
  using Scene = LastAttack;
  static constexpr int max_units = 24;
  static constexpr int max_leaders = 6;
  static constexpr int max_units_with_heat_of_battle = max_units / 2;  ///< leaves room for heroes

  struct State {
    std::array<Condition, max_units> units{};            ///< by place, leaders first; units whose fate is recorded are cleared
    std::array<std::uint8_t, 2 * max_leaders> losses{};  ///< leaders lost in this attack, broken or eliminated
    std::array<std::uint8_t, max_leaders> leader_at{};   ///< by place: which leader; the best first in every attack
    std::uint8_t pass = 0;
    std::uint8_t unit = 0;                                    ///< the unit whose turn it is
    std::uint8_t loss = 0;                                    ///< the lost leader for whom it checks
    std::uint8_t pending = 0;                                 ///< the throws that come first: its own, or a follower's
    OnEachStatus<std::uint8_t> results{};                     ///< of the attack; 0 where nobody has the status
    OnEachStatus<std::uint8_t> critical{};                    ///< of who is singled out by a critical hit
    std::uint8_t help = 0;                                    ///< 4 + the leadership DRM that all others have
    std::uint8_t leader = 0;                                  ///< the leader under check, as he was before it
    std::uint8_t count = 0;                                   ///< units under this attack
    std::uint8_t heroes = 0;                                  ///< heroes made by Heat of Battle; they stand behind the units
    std::uint8_t alone = 0;                                   ///< whether the state is a branch of an attack
    std::array<std::uint8_t, max_leaders> berserk_leaders{};  ///< who have gone berserk in this attack (A15.41)
    std::uint8_t followed = 0;                                ///< so many of them have been followed, or not, by whose turn it is
    std::uint8_t follower = 0;                                ///< 1 + the place of the unit that follows one or does not; 0: nobody
    std::uint8_t parted = 0;                                  ///< statuses with the same result, but a selection each: a bit for two
    Seen seen{};
    bool operator==(const State&) const = default;
  };

  /// All units of a question in one Location. Single units have events, groups have measures; the sniper's event comes last.
  /// Throws BadInput if there are too many units.
  Stack(const std::vector<UnitEntry>& entries, CheckOptions options, Facts& facts);
  /// Only the entries `here` of a question's units, whose fates are recorded together with those of other Locations.
  /// A story calls the entries by their labels, if they are given.
  Stack(std::vector<UnitEntry> entries, const std::vector<int>& here, CheckOptions options, Fates fates,
        std::vector<std::string> labels = {});

  const std::vector<UnitEntry>& entries() const { return entries_; }

  State start() const;
  /// The number of units, without heroes made in play.
  int size() const { return static_cast<int>(members_.size()); }
  /// The conditions of the units while no attack is under way, in a fixed order, and the state that is made of them again; not with Heat of
  /// Battle.
  void conditions(const State& s, std::span<Condition> units) const;
  State awake(std::span<const Condition> units) const;
  /// Forgets the order of equal units of a group that have been treated alike, up to the i-th. The conditions are fates, of leaders, too.
  void sort_group(std::span<Condition> units, std::size_t i) const;
  int leaders() const { return leaders_; }  ///< the first places
  /// The units in that fixed order, and their names in a story.
  const Unit& idle_unit(int i) const { return members_[static_cast<std::size_t>(i)].unit; }
  std::string_view idle_name(int i) const { return labels_[static_cast<std::size_t>(members_[static_cast<std::size_t>(i)].entry)]; }
  bool any_alive(const State& s) const { return alive(s) > 0; }
  /// The number of units that are left.
  int alive(const State& s) const;
  bool busy(const State& s) const { return s.pass != 0; }

  /// Whether a unit that is left has this status.
  bool has(const State& s, TargetStatus status) const;
  /// Puts the results of an attack on the stack. It goes on to the first throw that is needed, or to the end. A critical hit singles out
  /// by Random Selection, unless somebody is marked so already.
  void begin(State& s, const StackResults& results, LastAttack last, Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, LastAttack last, Outcomes& outcomes) const;

  /// An attack forks (sim/process/components.hpp) into its Random Selection, which knows of its units only whether they are there, the
  /// checks of its leaders, and the checks of every other unit. It does not fork if units have more in common than their leaders.
  bool forks() const;
  int branches(const State& s) const;
  State branch(const State& s, int i, LastAttack last) const;
  static bool ended(const State& s) { return s.alone && s.pass == 0; }
  State waiting(State s) const;
  void join(State& waiting, int i, const State& ended, LastAttack last, Outcomes& outcomes) const;
  void go_on(State& waiting, LastAttack last, Outcomes& outcomes) const;

  /// Records the fates of all units when no attack comes any more; for a stack that is not busy.
  void conclude(State& s, Outcomes& outcomes) const;
  /// Eliminates everybody, in a stack that is not busy.
  void eliminate(State& s) const;

  int stage(const State& s) const;
  int stages() const;

 private:
  enum Pass : std::uint8_t { no_pass, single_out, select, leader_picks, leader_checks, leader_losses, other_checks };
  struct Member {
    Unit unit;
    int entry = 0;
    int group_first = 0;  // the members of a group that are no leaders stand side by side
    int group_last = 0;
  };
  struct Loss;
  struct BerserkLeader;

  const Member* member(const State& s, int place) const;
  const Unit& unit(const State& s, int place) const;
  std::string_view name(const State& s, int place) const;

  void rank_leaders(State& s) const;
  OnEachStatus<std::uint8_t> packed(const State& s, const OnEachStatus<IftResult>& results) const;
  void enter(State& s, std::uint8_t pass) const;
  void enter_selection(State& s, Pass pass) const;
  void end_selection(State& s) const;
  void enter_checks(State& s) const;
  void proceed(State& s, LastAttack last, Outcomes& outcomes) const;
  void open(State& s, Outcomes& outcomes) const;
  void open_check(State& s, Outcomes& outcomes) const;
  void open_loss_check(State& s) const;
  void close(State& s, LastAttack last, Outcomes& outcomes) const;
  void advance(State& s, LastAttack last, Outcomes& outcomes) const;
  void finish(State& s, LastAttack last) const;
  void end_alone(State& s) const;
  State selection_alone(const State& s) const;
  State leaders_alone(const State& s) const;
  State unit_alone(const State& s, int i, LastAttack last) const;
  void join_selection(State& waiting, const State& selected) const;
  void unpin(State& s, int first, int last) const;

  std::uint8_t packed_result_of(const State& s, int place) const;
  IftResult result_of(const State& s, int place) const;
  static bool is_selecting(const State& s) { return s.pass == single_out || s.pass == select; }
  static bool has_singled_out(const State& s);
  std::uint8_t parted(const State& s, const StackResults& results) const;
  static bool are_parted(const State& s, TargetStatus a, TargetStatus b);
  int selected_with(const State& s, int place) const;
  std::uint32_t selected_among(const State& s, int place) const;
  bool picks_leaders(const State& s) const;
  bool is_loss_check(const State& s) const;
  Loss current_loss(const State& s) const;
  int help_for(const State& s, int place) const;
  int drm(const State& s) const;
  void check(State& s, int original_dr, Outcomes& outcomes) const;
  void heat(State& s, int original_dr, LastAttack last) const;
  void end_throws(State& s, LastAttack last, Outcomes& outcomes) const;
  void seek_follower(State& s) const;
  void follow(State& s, int original_dr, Outcomes& outcomes) const;
  void wake_sniper(State& s, int original_dr) const;
  void go_berserk(State& s, int place, int check) const;
  int followings() const;
  int throw_of(const State& s) const;

  int places() const;
  void sort_group(State& s, int place) const;
  void sort_groups(State& s, int count) const;
  void decide_leaders(State& s, Outcomes& outcomes) const;
  void decide_other(State& s, int place, Outcomes& outcomes) const;
  void tell_change(const State& s, Condition before, Outcomes& outcomes) const;

  std::vector<UnitEntry> entries_;
  std::vector<std::string> labels_;  // by entry, for stories
  std::vector<Member> members_;
  int leaders_ = 0;
  CheckOptions options_;
  Fates fates_;
  std::optional<EventId> sniper_attacks_;
};
static_assert(Part<Stack>);

}  // namespace boxcars::model
