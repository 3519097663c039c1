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

/// What the user typed about shots at a vehicle.
struct KillInputs {
  std::string gun{};     ///< "75L", "Panther", "psk"
  std::string target{};  ///< "M4A1", "armor=8/4,size=1"
  std::optional<Nationality> nation{};
  bool elite = false;
  VehicleShotInputs shot{};
  std::optional<Shell> ammo{};
  std::string shots{};  ///< "3,acquire"
  std::optional<int> rate_of_fire{};
  std::optional<int> depletion{};
  std::optional<int> breakdown{};
  std::optional<int> crew_morale{};
};

const Questionnaire<KillInputs>& kill_questionnaire();

/// Shots at a vehicle: To Hit, To Kill, and what becomes of the vehicle and its crew (C3, C7, D5), as a process. A checked value: what
/// cannot be asked throws BadInput.
class Kill : public QuestionProcess {
 public:
  struct State {
    std::uint32_t happened = 0;  ///< news that have been recorded
    std::uint16_t shots = 0;     ///< made, if laps do not count them
    ShotAtVehicle::State shot{};
    std::uint8_t step = 0;
    std::uint8_t acquired = 0;
    std::uint8_t again = 0;  ///< the shot under way keeps the rate of fire
    std::uint8_t other_ammunition = 0;
    std::uint8_t is_over = 0;  ///< after the shot under way the weapon has no more
    std::uint8_t vehicle = 0;  ///< what has become of it: bits
    std::array<std::uint8_t, 2> unused{};
    bool operator==(const State&) const = default;
  };

  explicit Kill(const KillInputs& inputs);

  State start(Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int laps() const { return counts_by_laps_ ? most_shots_ : 0; }
  State end(const State& from, Outcomes& outcomes) const;
  int stage(const State& s) const;

 private:
  enum Step : std::uint8_t { over, shooting, shock_over, unconfirmed_kill };
  enum Vehicle : std::uint8_t { immobile = 1, shaken = 2, abandoned = 4, in_shock = 8, touched = 16 };

  ShotAtVehicle::Scene scene(const State& s) const;
  void add_facts();
  void describe(const KillInputs& in, const TankWeapon& weapon, Shell shell, const VehicleTarget& target, const VehicleShotRows& rows);
  void note_assumptions(const KillInputs& in, const TankWeapon& weapon, Shell shell, const VehicleShot& shot);
  void begin_shot(State& s, Outcomes& outcomes) const;
  void happened_by_shot(EventId first, const State& s, Outcomes& outcomes) const;
  void take_news(State& s, std::uint32_t news, Outcomes& outcomes) const;
  State shot_is_over(State s, Outcomes& outcomes) const;
  State conclude(State s, Outcomes& outcomes) const;

  std::optional<ShotAtVehicle> shot_;
  int most_shots_ = 1;
  bool counts_by_laps_ = true;
  bool ends_with_immobilization_ = false;
  int more_acquired_ = 0;
  bool has_other_ammunition_ = false;
  std::array<std::optional<EventId>, 18> news_{};
  std::array<std::optional<EventId>, 18> by_shot_{};  // the first of so many as there are shots
  std::optional<EventId> no_effect_, wreck_by_shock_;
  std::optional<MeasureId> shots_fired_;
};

}  // namespace boxcars::model
