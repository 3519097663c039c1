#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question_process.hpp"
#include "model/parts/stack.hpp"
#include "model/questions/cross_inputs.hpp"
#include "model/rules/fates.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {

/// Movement under fire (A4, A8), as a process in which the defender chooses: at every expenditure of MF, who fires at it, or nobody. A
/// checked value: what cannot be asked throws BadInput.
class Cross : public QuestionProcess {
 public:
  /// What play has done to one who fires. All bits are used: it is compared as bytes.
  struct Mark {
    std::uint16_t counter : 2 = 0;  ///< none, First Fire, Final Fire
    std::uint16_t shots : 4 = 0;    ///< at who moves, in this Location
    std::uint16_t out : 1 = 0;      ///< a MG that has malfunctioned, who is broken or worse, or never matters any more
    std::uint16_t pinned : 1 = 0;
    std::uint16_t reduced : 1 = 0;
    std::uint16_t lane : 3 = 0;  ///< of a MG: the Fire Lane that it has laid
    std::uint16_t unused : 4 = 0;
    bool operator==(const Mark&) const = default;
  };

  struct State {
    Stack::State stack{};                               ///< who is still moving; who was left behind is eliminated there
    std::array<Condition, most_cross_movers> behind{};  ///< and is here
    std::array<Mark, most_cross_firers> marks{};
    std::array<std::uint8_t, most_cross_places> directed{};  ///< whom a leader has directed, a bit each
    std::array<std::uint8_t, most_cross_places> settled{};   ///< who has fired first at this expenditure: nobody else does (A7.55)
    std::array<std::uint8_t, most_cross_steps> residual{};   ///< Residual FP by Location: 1 + its column
    std::uint16_t crossed = 0;                               ///< whose Fire Lane these have met here, a bit each
    std::uint16_t left = 0;                                  ///< Locations where somebody was left behind, a bit each
    std::uint8_t faced = 0;                                  ///< Residual FP that these have met here
    std::uint8_t group = 0;
    std::uint8_t step = 0;
    std::uint8_t movers = 0;  ///< who began this step
    std::uint8_t phase = 0;
    std::uint8_t place = 0;      ///< who fires: where,
    std::uint8_t firing = 0;     ///< which of them, a bit each,
    std::uint8_t kind = 0;       ///< and how
    std::uint8_t directs = 0;    ///< a leader does
    std::uint8_t lot = 0;        ///< who still throws in a Random Selection, a bit each,
    std::uint8_t chosen = 0;     ///< who is selected so far, a bit each,
    std::uint8_t choice_dr = 0;  ///< and by which dr
    std::uint8_t breaks = 0;     ///< of which MG one malfunctions, a bit each
    std::uint8_t cowered = 0;    ///< this fire has
    std::uint8_t dr = 0;         ///< the Original DR of Final Protective Fire; while wounds are thrown for, 12 if one comes of that
    OnEachStatus<std::uint8_t> results{};  ///< of the attack
    std::uint8_t arrived = 0;              ///< groups that have
    std::uint8_t doomed = 0;               ///< this group cannot arrive any more
    std::uint8_t lane = 0;                 ///< this fire lays one
    std::uint8_t raking = 0;               ///< of what is no fire: residual_fp, or 1 + the MG of a Fire Lane
    std::uint8_t spent = 0;                ///< by this group, in halves of a MF
    std::uint8_t smoke = 0;                ///< where SMOKE lies, a bit each
    std::uint8_t thrown = 0;               ///< who of this group has thrown SMOKE, a bit each
    std::uint8_t ended = 0;                ///< and whose move it has ended here
    bool operator==(const State&) const = default;
  };

  explicit Cross(const CrossInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int stage(const State& s) const;

  /// See sim::DecisionProcess: the defender chooses who fires, or, last, that nobody does.
  bool has_choices() const { return fire_ == CrossFire::best; }
  int objective() const { return objective_.number; }
  int choices(const State& s) const;
  static bool opposes(const State&) { return true; }
  State choose(State s, int alternative, Outcomes& outcomes) const;
  Cross unrolled() const { return *this; }
  static int lap(const State&) { return 1; }
  static State without_lap(const State& s) { return s; }
  static std::string_view instead_of_best_play();
  /// What is chosen in a state: who fires, by alternative, at which step; and what is seen then.
  struct Choice {
    int step = 0;
    std::string hex{};
    std::vector<std::string> alternatives{};
    std::string situation{};
  };
  Choice choice(const State& s) const;

 private:
  enum Phase : std::uint8_t {
    over,
    smoke_dr,
    crest_dr,
    residual_dr,
    lane_dr,
    cowering_selection,
    breakdown_selection,
    at_units,
    protective_selection,  // whom an Original 12 strikes
    protective_wound,
    choosing,
    ift_dr,
    drawing_group
  };
  enum Counter : std::uint8_t { unmarked, first_fire, final_fire };
  enum FireKind : std::uint8_t { first, subsequent, protective };
  // Who fires together: where, which of those there, a bit each, and how.
  struct Option {
    std::uint8_t place = 0, firing = 0, kind = first;
    bool lane = false;
    bool undirected = false;  // although a leader could
  };
  struct Options {
    std::array<Option, 32 * most_cross_firers> all{};
    int count = 0;
    void add(const Option& option);
  };
  struct GroupFacts {
    EventId arrives, arrives_or_pinned;
    std::vector<EventId> stopped{};  // by step
    MeasureId hexes;
  };
  // The counter that it carries at the end, or that it does not work; leaders have none.
  struct FirerFacts {
    std::optional<EventId> first{}, final{}, malfunctions{}, lane{};
  };
  // The steps at which somebody can fire so, a bit each.
  struct Reach {
    std::array<std::uint16_t, 3> steps{};
    std::uint16_t by(int kind) const { return steps[static_cast<std::size_t>(kind)]; }
  };

  const CrossFirer& firer(int number) const { return all_.firers[static_cast<std::size_t>(number)]; }
  const CrossPlace& place(int number) const { return all_.places[static_cast<std::size_t>(number)]; }
  const CrossStep& step(const State& s) const { return all_.steps[s.step]; }
  const std::optional<CrossLook>& look(const State& s, int from) const {
    const auto& looks = step(s).in_smoke.empty() ? step(s).looks : step(s).in_smoke[s.smoke];
    return looks[static_cast<std::size_t>(from)];
  }
  const Stack& stack(const State& s) const { return stacks_[s.group]; }
  bool is_last_group(const State& s) const { return s.group + 1U == all_.groups.size(); }
  bool is_last_step(const State& s) const { return s.step + 1U == all_.steps.size(); }
  int cost(const State& s, int step) const;
  int shots(const State& s) const { return shots_for(cost(s, s.step)); }
  static Mark& mark(State& s, int firer) { return s.marks[static_cast<std::size_t>(firer)]; }
  static const Mark& mark(const State& s, int firer) { return s.marks[static_cast<std::size_t>(firer)]; }
  std::uint8_t bit(int firer) const;
  // Calls each(number) for those whose bits are set, at the place.
  template <class Each>
  void for_each(int at, std::uint8_t bits, Each each) const;

  void add_facts(const CrossInputs& in);
  void find_reach();
  void find_smoke();
  void describe(const CrossInputs& in);

  void begin_group(State& s, Outcomes& outcomes) const;
  void enter(State& s, Outcomes& outcomes) const;
  std::optional<int> who_throws(const State& s) const;
  bool has_mf_for_smoke(const State& s) const;
  bool has_mf(const State& s, int halves) const;
  void place_smoke(State& s, int dr, Outcomes& outcomes) const;
  void cross_crest(State& s, int dr, Outcomes& outcomes) const;
  void smoke_lies(State& s, int where, Outcomes& outcomes) const;
  void after_smoke(State& s, Outcomes& outcomes) const;
  void declare(State& s, Outcomes& outcomes) const;
  void fire(State& s, const Option& option) const;
  static Option fired(const State& s);
  std::optional<Option> greedy_fire(const State& s) const;
  double stops(const State& s, const Option& option) const;
  void suffer(State& s, Outcomes& outcomes) const;
  void face_lane(State& s, Roll roll, Outcomes& outcomes) const;
  int lane_at(int firer, int step) const;
  bool lays_lane(const State& s, int number) const;
  void lay_lanes(State& s, Outcomes& outcomes) const;
  void end_lanes(State& s, int unit) const;
  bool lane_matters(const State& s, int number) const;
  void face_residual(State& s, Roll roll, Outcomes& outcomes) const;
  void resolve(State& s, Roll roll, Outcomes& outcomes) const;
  void note_shot(State& s, Roll roll) const;
  void put_counter(State& s, int number, Counter counter) const;
  void leave(State& s, int number, Outcomes& outcomes) const;
  void use_up_weapons(State& s, int unit) const;
  void mark_final_fire(State& s, int number) const;
  void cower(State& s, int unit, Outcomes& outcomes) const;
  void break_down(State& s, int weapon, Outcomes& outcomes) const;
  static void begin_selection(State& s, Phase phase, std::uint8_t among);
  static std::uint8_t lowest_of(std::uint8_t bits);
  static std::optional<std::uint8_t> selected(State& s, int dr);
  void after_cowering(State& s, Outcomes& outcomes) const;
  void after_breakdown(State& s, Outcomes& outcomes) const;
  void lay_residual(State& s) const;
  void begin_attack(State& s, const StackResults& results, Outcomes& outcomes) const;
  void after_attack(State& s, Outcomes& outcomes) const;
  std::uint8_t protectors(const State& s) const;
  void check_protectors(State& s, std::uint8_t struck, Outcomes& outcomes) const;
  void take_wound(State& s, int dr, Outcomes& outcomes) const;
  void end_shot(State& s, Outcomes& outcomes) const;
  void after_shot(State& s, Outcomes& outcomes) const;
  void end_step(State& s, Outcomes& outcomes) const;
  void pin_all(State& s, std::span<Condition> units) const;
  void pin_wounded(State& s) const;
  static void stand(State& s, Stack::State units);
  bool comes_again(int location, std::size_t from) const;
  void end_group(State& s, bool arrives, bool arrives_or_pinned, Outcomes& outcomes) const;
  void put_back(const State& s, std::span<Condition> units) const;
  void finish(State& s, Outcomes& outcomes) const;
  void forget(State& s, Outcomes& outcomes) const;
  bool can_still(const State& s, int number, FireKind kind) const;
  bool forget_unit(State& s, int unit, Outcomes& outcomes) const;
  void tell_counter(const State& s, int number, Outcomes& outcomes) const;

  enum class Wanted : std::uint8_t { all, first };  // the first ones will do
  Options options(const State& s, Wanted wanted = Wanted::all) const;
  void add_options(const State& s, int at, Options& to) const;
  void add_of_kind(const State& s, int at, FireKind kind, Options& to) const;
  std::uint8_t those_who_can(const State& s, int at, FireKind kind) const;
  bool may_withhold_leader(const State& s, const Option& option) const;
  bool can_fire(const State& s, int number) const;
  static unsigned settled_there(const State& s, int at);
  std::uint8_t those_who_can_without_mg(const State& s, int at) const;
  bool is_nearest(const State& s, int at) const;
  double firepower(const State& s, const Option& option) const;
  double firepower_of(const State& s, const Option& option, int number) const;
  std::optional<int> column_of(const State& s, const Option& option) const;
  bool directs(const State& s, const Option& option) const;
  int leadership_there(const State& s, int at) const;
  Hardship hardship(const State& s, const Option& option) const;
  /// On who moves, unpinned.
  int drm_of(const State& s, const Option& option) const;
  /// All of it but what is on who moves.
  int drm_of_fire(const State& s, const Option& option) const;
  OnEachStatus<int> on_movers(bool open) const;
  /// An attack of that column at all who are there, with what is on each of them besides `drm`.
  StackResults results_of(const State& s, IftAttack attack, bool open, Roll roll, Outcomes& outcomes, std::optional<Option> by = {}) const;
  std::uint8_t who_can_cower(const Option& option) const;
  int cowering_columns(int place, std::uint8_t who) const;
  int alive(const State& s) const;
  int unstopped(const State& s) const;
  bool leaves_residual(const State& s) const;
  std::string in_words(const Option& option) const;
  std::string in_smoke(const State& s, const Option& option) const;
  Condition condition(const State& s, int number) const;

  CrossSituation all_;
  CrossFire fire_;
  Others others_;
  std::vector<Stack> stacks_{};
  std::optional<OverallFates> overall_{};
  std::vector<GroupFacts> groups_{};
  std::vector<FirerFacts> firer_facts_{};
  std::vector<EventId> smoke_facts_{};
  std::vector<unsigned> smoke_from_{};  // by step: which SMOKE matters there or later, a bit each
  std::optional<MeasureId> groups_arrive_{};
  EventId objective_{0};
  std::vector<Reach> reach_{};       // by firer, with what he fires
  std::vector<Reach> own_reach_{};   // and by himself
  std::vector<double> firepower_{};  // by firer, step, kind, condition; see find_reach()
  int stack_stages_ = 0;
};

}  // namespace boxcars::model
