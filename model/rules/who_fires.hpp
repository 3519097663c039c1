#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/rules/at_the_table.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/pieces.hpp"
#include "model/rules/to_hit_table.hpp"

namespace boxcars::model {

/// Those who fire from a Location, as they are typed, and what is known of them.
struct TableFirers {
  std::vector<std::string> by{};
  std::string side{};
  int area_fire = 0;  ///< those who have fired once do so (A8.3, A8.4)
  bool some_on_opportunity_fire = false;
  bool all_on_opportunity_fire = false;  ///< all are marked with Opportunity Fire (A7.25)
  bool on_wire = false;                  ///< one of them is (B26.3)
};
/// What +1 those who lie on Wire have on their attacks (B26.3).
inline constexpr int drm_on_wire = 1;
/// In hexes, and in which phase.
struct WhenFired {
  int range = 0;
  FirePhase phase = FirePhase::prep;
};
/// Everybody of a side in a Location who may fire at this range: the units in range and the MG that they hold, so that each has the most
/// Firepower (A7.351-.353), and the leader who directs best (A7.53). A SW of a stack is held by the unit beneath it; those of typed units
/// go to whom they help most. `left_out` gets everybody else, and why. Throws BadInput at `from` if nobody may, or those of two sides are
/// there and `side` names none.
TableFirers firers_at(const TablePlace& from, const std::string& side, const WhenFired& when, std::vector<std::string>& left_out);

/// The Gun or mortar that a counter is, as it is typed; nothing: it is none, it cannot fire, or its calibre is not known.
struct TableGun {
  int caliber = 0;
  Barrel barrel = Barrel::normal;
  bool is_mortar = false;
  GunColor color = GunColor::black;  ///< of its To Hit numbers, by its nation (A25)
};
std::optional<TableGun> gun_of(const Piece& piece);
/// The options that ask for the separate attack of a Gun, Flamethrower or DC: "--caliber 37 --barrel L", "--weapon ft". Empty: it is none.
std::string options_apart(const TablePlace& at, const Piece& piece);
/// To Hit Cases: D (pinned crew), H (a captured mortar).
std::vector<std::string> cases_of_crew(const TablePlace& at, const Piece& gun);

/// Who fires a weapon of a Location: of a SW in a stack the unit beneath it, of a Gun a MMC or hero of its side, if there is one who can;
/// null: nobody.
const Piece* who_mans(const TablePlace& at, const Piece& weapon);
/// Why nobody fires a weapon that fires apart: what is on its counter, or nobody mans it who could; empty: somebody does.
std::string why_idle(const TablePlace& at, const Piece& weapon);

}  // namespace boxcars::model
