#pragma once

#include "model/rules/terrain.hpp"

namespace boxcars::model {

inline constexpr int dm_drm = +4;          ///< on a Rally DR under DM (A10.62)
inline constexpr int self_rally_drm = +1;  ///< on one without a leader (A10.63)

/// On a Rally DR in woods, a building, a pillbox or a trench (A10.61); a hut is a building (G5.1), a lumberyard none (B23.211).
constexpr int rally_drm(Terrain terrain) {
  switch (terrain) {
    case Terrain::wood:
    case Terrain::stone:
    case Terrain::factory:
    case Terrain::marketplace:
    case Terrain::hut:
    case Terrain::woods:
    case Terrain::forest:
    case Terrain::light_jungle:
    case Terrain::dense_jungle:
    case Terrain::pillbox:
    case Terrain::trench:
      return -1;
    default:
      return 0;
  }
}

}  // namespace boxcars::model
