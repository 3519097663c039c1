#include <cassert>
#include <string>

#include "model/core/numbers.hpp"
#include "model/questions/assault.hpp"

// What an assault's shots at vehicles do.
namespace boxcars::model {
namespace {

constexpr int comes_out_of_shock = 2, escapes_unconfirmed = 3;  // C7.42: the highest dr

}  // namespace

void Assault::add_events_of_vehicles() {
  assert(ShotAtVehicle::stages() <= HeAttack::stages());
  for (const AssaultVehicle& vehicle : in_.vehicles) {
    const auto event = [&](const char* what) { return facts_.event(vehicle.name + " " + what); };
    const EventId eliminated = event("eliminated"), burns = event("burns"), immobilized = event("immobilized"), shocked = event("shocked"),
                  left = event("crew abandons"), survives = event("crew survives");
    events_.vehicles.push_back({.eliminated = eliminated,
                                .burns = burns,
                                .immobilized = immobilized,
                                .shocked = shocked,
                                .abandoned = left,
                                .survives = survives});
  }
}

bool Assault::vehicle_can_fire(const State& s, int vehicle) const {
  return (s.vehicles[index(vehicle)] & (wreck | abandoned | in_shock | unconfirmed_kill | stunned)) == 0;
}

// Of the defender's.
int Assault::lost_vehicles(const State& s) const {
  int lost = 0;
  for (int i = 0; i < static_cast<int>(in_.vehicles.size()); ++i)
    lost += in_.vehicles[index(i)].side == Side::defender && is_vehicle_lost(s, i) ? 1 : 0;
  return lost;
}

// Whose Shock is looked at next (C7.42).
bool Assault::seek_recovery(State& s) const {
  const auto is_shocked = [&] { return (s.vehicles[s.fire] & (in_shock | unconfirmed_kill)) != 0; };
  while (s.fire < in_.vehicles.size() && !is_shocked()) ++s.fire;
  if (s.fire < in_.vehicles.size()) return true;
  s.fire = 0;
  return false;
}

void Assault::recover(State& s, Roll roll, Outcomes& outcomes) const {
  std::uint8_t& vehicle = s.vehicles[s.fire];
  const std::string& name = in_.vehicles[s.fire].name;
  const bool is_first = (vehicle & in_shock) != 0;
  const bool recovers = roll.colored <= (is_first ? comes_out_of_shock : escapes_unconfirmed);
  vehicle = static_cast<std::uint8_t>(vehicle & ~(in_shock | unconfirmed_kill));
  if (!recovers && is_first) {
    vehicle |= unconfirmed_kill;
    outcomes.tell([&] { return name + " is an Unconfirmed Kill"; });
  } else if (!recovers) {
    vehicle = wreck;
    s.news = 1;
    outcomes.happened(events_.vehicles[s.fire].eliminated);
    outcomes.tell([&] { return name + " is a wreck"; });
  } else {
    outcomes.tell([&] { return name + " recovers"; });
  }
  ++s.fire;
}

// Of a vehicle's own Gun, when its crew is in Shock or Stunned (C6.5).
void Assault::lose_acquisition(State& s, int vehicle) const {
  for (std::size_t i = 0; i < plan_.fires.size(); ++i) {
    if (plan_.fires[i].by_vehicle == vehicle) s.acquired[i / 4] = static_cast<std::uint8_t>(s.acquired[i / 4] & ~(3 << 2 * (i % 4)));
  }
}

ShotAtVehicle::Scene Assault::scene_of_vehicle(const State& s) const {
  const std::uint8_t vehicle = s.vehicles[index(fire(s).at_vehicle)];
  return {.acquired = s.acquired[s.fire / 4] >> 2 * (s.fire % 4) & 3,
          .is_immobile = (vehicle & immobile) != 0,
          .is_shaken = (vehicle & shaken) != 0,
          .is_abandoned = (vehicle & abandoned) != 0};
}

void Assault::fire_at_vehicle(State& s, Outcomes& outcomes) const {
  s.step = at_vehicle;
  take_vehicle_news(s, at_vehicle_[s.fire]->begin(s.at_vehicle, scene_of_vehicle(s)), outcomes);
}

void Assault::take_vehicle_news(State& s, std::uint32_t news, Outcomes& outcomes) const {
  using Shot = ShotAtVehicle;
  const auto has = [&](Shot::News one) { return (news & Shot::bit(one)) != 0; };
  std::uint8_t& vehicle = s.vehicles[index(fire(s).at_vehicle)];
  const VehicleEvents& events = events_.vehicles[index(fire(s).at_vehicle)];
  const auto becomes = [&](int bits) { vehicle = static_cast<std::uint8_t>(vehicle | bits); };
  if (has(Shot::immobilized) && !(vehicle & immobile)) {
    outcomes.happened(events.immobilized);
    becomes(immobile);
  }
  if (has(Shot::shocked)) {
    if (!(vehicle & has_been_shocked)) outcomes.happened(events.shocked);
    becomes(has_been_shocked | shaken);
    if (!(vehicle & unconfirmed_kill)) becomes(in_shock);
  }
  if (has(Shot::stunned)) becomes(stunned | shaken);
  if (has(Shot::shocked) || has(Shot::stunned)) lose_acquisition(s, fire(s).at_vehicle);
  if (has(Shot::kills)) {
    outcomes.happened(events.eliminated);
    becomes(wreck);
  }
  if (has(Shot::burns)) outcomes.happened(events.burns);
  if (has(Shot::survives)) outcomes.happened(events.survives);
  if (has(Shot::abandons)) {
    outcomes.happened(events.abandoned);
    becomes(abandoned);
  }
  if (vehicle & (wreck | abandoned)) s.news = 1;
  if (has(Shot::malfunctions)) s.out |= 1U << fire(s).first;
  if (has(Shot::keeps_rate_of_fire) && s.made + 1 < fire(s).limit) s.again = 1;
}

// Of a wreck, and of what has no crew, nothing else matters.
void Assault::end_shot_at_vehicle(State& s) const {
  std::uint8_t& vehicle = s.vehicles[index(fire(s).at_vehicle)];
  if (vehicle & wreck)
    vehicle = wreck;
  else if (vehicle & abandoned)
    vehicle = abandoned;
  s.step = falling;
}

}  // namespace boxcars::model
