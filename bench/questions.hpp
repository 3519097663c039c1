#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/files/board_file.hpp"
#include "model/questions/assault.hpp"
#include "model/questions/attack.hpp"
#include "model/questions/cross.hpp"
#include "model/questions/he.hpp"
#include "model/questions/rubble_chain.hpp"
#include "tests/support/places.hpp"

/// The questions that are measured.
namespace boxcars::bench {

inline model::Attack attack(const std::string& fp, int drm, std::vector<std::string> targets) {
  model::AttackInputs in;
  in.fp = fp;
  in.drm = drm;
  in.targets = std::move(targets);
  in.cowering = model::Cowering::none;
  return model::Attack(in);
}

inline model::Attack lone_squad() { return attack("8", 0, {"4-4-7"}); }
inline model::Attack leader_and_four_squads() { return attack("12", -1, {"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7"}); }
inline model::Attack leader_and_six_squads() { return attack("12", -1, {"9-1", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7", "4-6-7"}); }

inline model::He he_at_level_1() { return model::He({.caliber = 150, .building = model::Construction::stone, .levels = 2, .level = "1"}); }

/// Six turns of shots at a 9-1 and some 4-6-7 who rally; see naive_assault().
inline model::Assault assault(int squads, int shots) {
  const std::vector<std::string> fp{"12", "8", "16", "6"};
  model::AssaultInputs in{.turns = 6};
  in.locations.push_back({.name = "J8.1", .building = model::Construction::stone, .levels = 2, .level = 1});
  in.defenders.push_back({"9-1", "J8.1"});
  for (int i = 0; i < squads; ++i) in.defenders.push_back({"4-6-7", "J8.1"});
  for (int i = 0; i < shots; ++i) {
    in.shots.push_back({.name = "MG" + std::to_string(i + 1), .target = "J8.1", .fp = fp[static_cast<std::size_t>(i)], .drm = -2});
    in.shots.back().cowering = model::Cowering::none;
  }
  in.rally_drm = -1;
  in.goal.good_order = 0;
  return model::Assault(in);
}
inline model::Assault small_assault() { return assault(2, 2); }
inline model::Assault large_assault() { return assault(5, 4); }

/// Six turns of two Guns and two groups at three Locations with ten units; see naive_big_assault().
inline model::Assault big_assault() {
  model::AssaultInputs in{.turns = 6};
  in.locations.push_back({.name = "J8.0", .building = model::Construction::stone, .levels = 2, .level = 0});
  in.locations.push_back({.name = "J8.1", .building = model::Construction::stone, .levels = 2, .level = 1});
  in.locations.push_back({.name = "K9.0", .building = model::Construction::wood, .levels = 1, .level = 0});
  in.defenders = {{"9-1", "J8.0"}, {"3x4-6-7", "J8.0"}, {"8-0", "J8.1"}, {"2x4-6-7", "J8.1"}, {"2x4-4-7", "K9.0"}};
  const auto gun = [&](std::string name, int caliber, std::string target, int to_hit, std::optional<int> rate_of_fire) {
    model::AssaultShot shot{.name = std::move(name), .target = std::move(target)};
    shot.caliber = caliber;
    shot.to_hit = shot.th_number = to_hit;
    shot.rate_of_fire = rate_of_fire;
    shot.breakdown = 12;
    in.shots.push_back(shot);
  };
  gun("StuG", 75, "J8.0", 7, 1);
  gun("IG", 150, "J8.1", 6, std::nullopt);
  in.shots.push_back({.name = "MG", .target = "J8.0", .fp = "16"});
  in.shots.back().leadership = -1;
  in.shots.push_back({.name = "platoon", .target = "K9.0", .fp = "12"});
  in.rally_drm = 0;
  in.goal.good_order = 1;
  return model::Assault(in);
}

/// A squad over six hexes against three Locations with a MG each, which fire as is best for them.
inline model::Cross across_six_hexes() {
  return model::Cross({.units = {"4-6-7"},
                       .steps = {"F3,J6=6,K3=5,G9=6", "G4,J6=5,K3=4,G9=5", "G5,J6=4,K3=4,G9=4", "H5,J6=3,K3=4,G9=4", "H6,J6=2,K3=4,G9=3",
                                 "I6,woods,mf=1,J6=1,K3=4,G9=4"},
                       .defenders = {"J6=4-4-7", "J6=mg:5-12", "K3=4-4-7", "K3=mg:3-8", "G9=4-4-7", "G9=mg:7-16"},
                       .double_time = true});
}

/// The main job: the chateau of board 6.
inline model::He he_on_board_6() {
  const std::string file = test::source_path("experiments/maps/chateau.toml");
  return model::He({.caliber = 150,
                    .level = "1",
                    .occupants = {"1=4-4-7"},
                    .own = {"K8"},
                    .map = {.file = file, .map = io::read_board(file).map},
                    .hex = "J8"});
}

/// Buildings of three levels side by side, in columns of `rows` from C1 on: 34 of them.
inline model::MapInput block(int rows) {
  model::MapInput input{.file = "block.toml", .map = {.grid = {40, 10}}};
  for (int i = 0; i < 34; ++i) input.map.hexes[{2 + i / rows, 1 + i % rows}] = {.building = model::Construction::stone, .levels = 3};
  return input;
}

/// The same shot at one of them.
inline model::He he_over_34_hexes() {
  return model::He({.caliber = 150, .level = "1", .occupants = {"1=4-4-7"}, .own = {"K3"}, .map = block(2), .hex = "K2"});
}

inline model::RubbleChain chain_two_wide() { return model::RubbleChain({.map = block(2), .hex = "K2"}); }
inline model::RubbleChain chain_three_wide() { return model::RubbleChain({.map = block(3), .hex = "H2"}); }

}  // namespace boxcars::bench
