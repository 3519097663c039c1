#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ask/elements.hpp"

namespace boxcars::ask {

/// The TEM of a terrain by its name alone; 0: it has none, or it is a pillbox, whose counter says it.
int tem_of_word(std::string_view word);

/// Where somebody is, as far as it has been said.
struct Place {
  std::string material{};  ///< wood, stone
  bool says_wood = false;  ///< "wood" by itself
  bool building = false, rowhouse = false, rubble = false, fortified = false, roof = false, factory = false, hut = false;
  std::string terrain{};        ///< another one
  std::string also{};           ///< of two the lower TEM
  std::optional<int> tem{};     ///< of a pillbox
  std::optional<int> levels{};  ///< above ground
  std::optional<int> level{};   ///< where they are

  bool is_said() const { return !material.empty() || building || rubble || fortified || roof || factory || hut || !terrain.empty(); }
  /// Takes a part of it; false: it is none. Throws Unfit for what does not fit to the others.
  bool take(const Element& element);
  /// As the questions have it: "stone-rubble", "woods"; empty: open ground. Throws Unfit for a building of what it does not say, and for
  /// a second terrain.
  std::string as_terrain() const;
  /// The same where a second terrain may be, of which the first is the building, or has the higher TEM.
  struct Terrains {
    std::string first{}, second{};
  };
  Terrains as_terrains() const;

 private:
  std::string as_building() const;
};

}  // namespace boxcars::ask
