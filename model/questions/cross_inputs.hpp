#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/description.hpp"
#include "model/core/field.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/movement.hpp"
#include "model/rules/side.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// How the defender fires: as soon as he may, what is best for him, or by a rule of thumb where that is too much: each shot where it is
/// likeliest to stop somebody.
enum class CrossFire : std::uint8_t { best, first, greedy };
inline constexpr std::array<Choice<CrossFire>, 3> cross_fire_choices{
    {{"first", CrossFire::first}, {"best", CrossFire::best}, {"greedy", CrossFire::greedy}}};

/// What the others of a stack do when somebody of it cannot go on.
enum class Others : std::uint8_t { go_on, stay };
inline constexpr std::array<Choice<Others>, 2> others_choices{{{"go-on", Others::go_on}, {"stay", Others::stay}}};

inline constexpr int most_cross_groups = 4;
inline constexpr int most_cross_movers = 8;  ///< in a group
inline constexpr int most_cross_places = 6;  ///< where somebody fires from
inline constexpr int most_cross_firers = 16;
inline constexpr int most_cross_firers_of_a_place = 8;
inline constexpr int most_cross_steps = 12;
inline constexpr int most_cross_smoke = 3;  ///< hexes into which SMOKE is thrown

/// What the user typed about movement under fire.
struct CrossInputs {
  std::vector<std::string> units{};       ///< that move first, as one stack
  std::vector<std::string> then_units{};  ///< stacks that move after them, one a text: "4-6-7+9-1"
  std::vector<std::string> steps{};       ///< what they spend MF for, in turn: "G4,mf=1,open,J6=3"
  std::vector<std::string> defenders{};   ///< "J6=4-4-7", "J6=mg:5-12"
  CrossFire fire = CrossFire::best;
  Others others = Others::go_on;
  bool assault_movement = false;
  bool double_time = false;
  bool double_time_later = false;  ///< declared on the way
  bool minimum_move = false;       ///< into one hex, with all MF
  bool dash = false;               ///< across a road
  bool iift = false;               ///< the Incremental table is read (A7.37)
  MapInput map{};
  std::string path{};                ///< on the map: "F3,G4,H4", or "best"
  std::vector<std::string> smoke{};  ///< on the map, where SMOKE is thrown: "G4", "G4,from=F3"
  std::string from{};                ///< where they are, and where they go, of the best path
  std::string to{};
};
inline constexpr std::string_view best_path = "best";

const Questionnaire<CrossInputs>& cross_questionnaire();
/// Either is the way.
Clash path_with_step();
/// Makes the steps of the path on the map; notes on it.
std::vector<std::string> cross_on_map(CrossInputs& inputs, const std::set<std::string>& given, const MapReader& read_map);

/// Of a save: who moves and who fires, where that was not given; notes get who is left out.
void take_table(CrossInputs& inputs, std::vector<std::string>& notes);

/// The board of such inputs, whose map has been read, with who fires there.
class CrossBoard {
 public:
  /// Throws BadInput.
  explicit CrossBoard(const CrossInputs& inputs);
  /// All paths from one hex to the other, within the MF of all who move, that enter no hex twice. Throws BadInput if there is none, or if
  /// there are too many.
  std::vector<std::string> paths(const CrossInputs& inputs) const;
  /// Makes the steps of the path; notes on it. Throws BadInput.
  std::vector<std::string> lay(CrossInputs& inputs) const;

 private:
  class OnMap;
  std::shared_ptr<const OnMap> on_;
};

/// The hexes of the path, and of who fires, as they are named on the map.
std::vector<std::string> hexes_of(const CrossInputs& inputs, Side side);

/// One who may fire, as one of a Location.
struct CrossFirer {
  std::string name;     ///< as typed: "J6=4-4-7"; of several alike each its own
  std::string label{};  ///< of its events, in the order typed: "d1:4-4-7"
  int place = 0;
  Firer firer{};
  Unit unit{};                ///< but of a MG
  std::optional<int> crew{};  ///< of a MG: who fires it, a number of firers
  int rate_of_fire = 0;
  std::vector<int> weapons{};  ///< of a unit: what it fires
  bool makes_lanes = false;    ///< a MG that may lay a Fire Lane (A9.22)
  std::string lane_to{};       ///< and only through this hex; empty: through any
  int lane_column = -1;        ///< of the IFT: what the Fire Lane attacks on; doubled_column at range 1
  int doubled_column = -1;
};
/// A Location that is fired from.
struct CrossPlace {
  std::string name;
  int first = 0, end = 0;       ///< its firers
  std::optional<int> leader{};  ///< who directs
};
/// What is seen of a step from a Location.
struct CrossLook {
  int range = 0;
  int drm = 0;          ///< of this shot, with leadership apart
  int outside_drm = 0;  ///< what of it reduces Residual FP, without a leader's
  bool open = false;    ///< FFMO
  int lane = 0;         ///< which Fire Lane from there it may lie in; 0: in none
  int hard = 0;         ///< the Hindrance that is a DRM of the lane (A9.22)
  bool operator==(const CrossLook&) const = default;
};
/// An attempt to place SMOKE grenades (A24.1).
struct CrossSmoke {
  int in = 0;              ///< where, of all hexes with SMOKE
  std::optional<int> own;  ///< where it lands if it does not get over the crest to there; only where there is one
};
/// Something that MF are spent for: a hex that is entered, or SMOKE.
struct CrossStep {
  std::string hex;
  int halves = 2;                                 ///< MF
  int place = 0;                                  ///< of all that are entered; the same as the step before: nobody has gone anywhere
  int location = 0;                               ///< the place where it was first
  bool open = false;                              ///< for Residual FP: FFMO
  int drm = 0;                                    ///< in the hex: TEM, and what was given
  std::vector<std::optional<CrossLook>> looks{};  ///< by place of firers; none: it is not seen
  std::vector<std::vector<std::optional<CrossLook>>> in_smoke{};  ///< the same by where SMOKE lies, a bit for each hex; without that empty
  std::optional<CrossSmoke> smoke{};                              ///< what is tried; nothing: a hex is entered
  int area_fire = 0;                                              ///< of all First Fire at it, beside its kind: at a Dash
  unsigned smoke_here = 0;                                        ///< the bit of SMOKE in this hex
};
struct CrossGroup {
  std::vector<int> entries{};    ///< of all units
  std::vector<int> entry_of{};   ///< by member of the stack, leaders first
  std::vector<int> allowed{};    ///< by member, its MF in halves, led by a leader
  std::vector<int> alone{};      ///< and without one
  std::vector<int> exponents{};  ///< by member, its SMOKE exponent, one less if it is CX; 0: it throws none
};

/// What was asked, checked.
struct CrossSituation {
  std::vector<UnitEntry> units{};
  std::vector<CrossGroup> groups{};
  std::vector<CrossPlace> places{};
  std::vector<CrossFirer> firers{};
  std::vector<CrossStep> steps{};
  int locations = 0;                  ///< where MF are spent
  int begun_in = 0;                   ///< how many of these, the first ones, are not entered: where they are at the start
  std::vector<std::string> smokes{};  ///< the hexes into which SMOKE is thrown
  bool ffnam = true;
  bool is_minimum_move = false;  ///< which pins them in the end (A4.134)
  IftTable table = IftTable::ift;
  std::vector<Modifier> modifiers{};
  std::vector<std::string> notes{};
};
/// The MF that nobody of those who move has less of, in halves.
int least_mf(const CrossInputs& inputs, bool road);
/// Throws BadInput for what cannot be asked.
CrossSituation cross_situation(const CrossInputs& inputs);

/// The FP that one of those who fire adds to an attack, as he is now: First Fire, or with `area` Subsequent First Fire and Final Protective
/// Fire (A8.3, A8.31), which are within Normal Range only. A MG is fired by `crew`.
struct CrossShooting {
  bool area = false, pinned = false, reduced = false, directed = false;
};
double cross_firepower(const CrossSituation& situation, int firer, int range, int area_fire, const CrossShooting& how);

}  // namespace boxcars::model
