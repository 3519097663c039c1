#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/reading.hpp"

namespace boxcars::ask {

/// A line in words about shots at a vehicle: "tiger kills a sherman at 10 hexes", "psk vs t-34 at 2 hexes from the side". Nothing if it
/// does not name a vehicle and what fires at it; throws BadInput for words that it does not know.
std::optional<PlainQuestion> vehicle_question(std::string_view line);

/// "PSK or PF vs Tiger at 2 hexes": two such questions to compare; none if it is another line.
std::vector<PlainQuestion> vehicle_questions(std::string_view line);

/// The counter that players mean by a name which several have: "M4A1" of "sherman"; what was said if it is none of those.
std::string counter_meant(std::string_view said);

/// A line in words about Close Combat in which a vehicle is: "two 467s and a 9-1 in cc against a moving panther". A counter that the line
/// does not have stands for the vehicle in `line`; whoever has read that puts the vehicle back.
struct VehicleInCloseCombat {
  std::string line{};
  std::string counter{};  ///< that stands for it
  std::string vehicle{};  ///< as an option has it: "panther,motion"
  std::string told{};     ///< in a player's words
  std::string taken{};    ///< what its name was taken for; empty: for what it says

  void put_back(PlainQuestion& asked) const;
  std::string put_back(std::string text) const;
};
/// Nothing if the line is of something else.
std::optional<VehicleInCloseCombat> vehicle_in_close_combat(std::string_view line);

}  // namespace boxcars::ask
