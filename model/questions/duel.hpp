#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/questions/shot_at_vehicle.hpp"
#include "model/questions/vehicle_shots.hpp"

namespace boxcars::model {

/// Who of two vehicles fires first.
enum class FiresFirst : std::uint8_t { a, b };
inline constexpr std::array<Choice<FiresFirst>, 2> fires_first_choices{{{"A", FiresFirst::a}, {"B", FiresFirst::b}}};

/// One of two vehicles that shoot at each other, as the user typed it.
struct DuelistInputs {
  std::string name{};
  std::optional<Shell> ammo{};
  std::optional<TargetFacing> facing{};  ///< that it shows the other one
  bool hull_down = false;
  int drm = 0;  ///< on its To Hit DR
  bool intensive_fire = false;
};

/// What the user typed about a duel.
struct DuelInputs {
  DuelistInputs a{}, b{};
  std::optional<int> range{};
  std::optional<FiresFirst> first{};
  std::string turns{};
  int hindrance = 0;
  std::optional<int> year{};
  bool no_acquisition = false;
};

const Questionnaire<DuelInputs>& duel_questionnaire();

/// Two vehicles shoot at each other in turns (C3, C7), with acquisition, rates of fire, breakdown, repair, and what hits do to either, as a
/// process. A checked value: what cannot be asked throws BadInput.
class Duel : public QuestionProcess {
 public:
  /// How one of them is.
  struct Vehicle {
    std::uint8_t is_out = 0;
    std::uint8_t acquired = 0;   ///< of the other one
    std::uint8_t gun = 0;        ///< works, malfunctions, is disabled
    std::uint8_t shock = 0;      ///< none, Shock, Unconfirmed Kill
    std::uint8_t condition = 0;  ///< bits
    std::uint8_t other_ammunition = 0;
    bool operator==(const Vehicle&) const = default;
  };
  struct State {
    std::array<Vehicle, 2> vehicles{};  ///< A, B
    ShotAtVehicle::State shot{};
    std::uint8_t step = 0;
    std::uint8_t again = 0;       ///< the shot under way keeps the rate of fire
    std::uint8_t last_round = 0;  ///< it is the last of its ammunition
    std::uint8_t happened = 0;    ///< events that could come again
    std::uint8_t intensive = 0;   ///< the shot under way is Intensive Fire
    bool operator==(const State&) const = default;
  };

  explicit Duel(const DuelInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int laps() const { return turns_; }
  State end(const State& from, Outcomes& outcomes) const;
  int stage(const State& s) const { return s.step; }

 private:
  enum Step : std::uint8_t { over, first_recovers, second_recovers, first_fires, second_fires };
  enum Condition : std::uint8_t { immobile = 1, shaken = 2 };
  enum GunIs : std::uint8_t { works, malfunctions, disabled };
  enum ShockIs : std::uint8_t { none, in_shock, unconfirmed };

  /// Who a step is of: 0 is A.
  std::size_t who(Step step) const;
  std::size_t who(const State& s) const { return who(static_cast<Step>(s.step)); }
  ShotAtVehicle::Scene scene(const State& s, std::size_t shooter) const;
  bool can_fire(const State& s, std::size_t shooter) const;
  bool recovers(const Vehicle& vehicle) const { return vehicle.shock != none || vehicle.gun == malfunctions; }
  State go_on(State s, std::uint8_t from_step, Outcomes& outcomes) const;
  State recover(State s, Roll roll, Outcomes& outcomes) const;
  State take_shot(State s, std::uint32_t news, Outcomes& outcomes) const;
  /// The shot under way, or what Intensive Fire would be.
  const ShotAtVehicle& shot(const State& s) const { return *(s.intensive != 0 ? intensive_ : shots_)[who(s)]; }
  void begin_shot(State& s) const;
  void puts_out(State& s, std::size_t which, Outcomes& outcomes) const;
  State record(const State& s, Outcomes& outcomes) const;

  std::array<std::optional<ShotAtVehicle>, 2> shots_{};      // by A, by B
  std::array<std::optional<ShotAtVehicle>, 2> intensive_{};  // of who fires Intensive Fire (C5.6)
  std::array<bool, 2> has_other_{};
  std::size_t first_ = 0;
  int turns_ = 1;
  bool acquires_ = true;
  std::array<std::optional<EventId>, 2> left_{}, only_left_{}, killed_{}, burns_{}, malfunctions_{}, immobilized_{}, shocked_{}, out_by_{};
  std::optional<EventId> both_left_, nobody_left_;
  std::optional<MeasureId> turns_fought_;
};

}  // namespace boxcars::model
