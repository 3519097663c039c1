#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/question.hpp"
#include "model/core/settled.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/part.hpp"
#include "model/rules/afv.hpp"
#include "model/rules/hex_map.hpp"

namespace boxcars::model {

/// Whether rubble may fall again from the same hex later in the trial (more shots at it); if not, what this fall can no longer reach is
/// forgotten.
enum class LastFall : bool { no, yes };

/// Whether all of the first hex has been rubbled, the ground too, so that what stands there is hit as if it had fallen on it.
enum class FirstHex : bool { stands, rubbled };

/// Rubble that falls from a hex, and the chain of collapses that it may start (B24.12, B24.121), as a part of a process: begin() lets
/// the rubble of a hex fall.
///
/// Whoever falls makes one DR and hits one neighbour, so a chain is a path that never returns to a building it brought down. What
/// matters for the rest of it are the buildings that it can still reach.
class FallingRubble {
 public:
  using Scene = LastFall;
  static constexpr int falls_from = 7;   ///< the Final colored dr (B24.12)
  static constexpr int max_hexes = 384;  ///< that one hex's rubble can reach; all of a standard board

  /// On the colored dr, when so many levels above ground have been rubbled (B24.12); the same in words, which may say on what it is.
  static constexpr int drm(int levels) { return +1 * levels; }
  static Modifier modifier(int levels, std::string_view on = {});
  /// That DR, for rubble of so many levels, and whether by it anything falls.
  static Throw dr(int levels, std::string_view from);
  static bool falls(int levels, Roll roll) { return roll.colored + drm(levels) >= falls_from; }

  using Hexes = std::array<std::uint64_t, max_hexes / 64>;
  struct State {
    Hexes gone{};                 ///< by number: hexes rubbled by falling, or out of the chain's reach
    std::uint16_t at = 0;         ///< whose rubble falls: 0 is the first hex, else 1 + the number of a hex
    std::uint16_t hexes = 0;      ///< rubbled by falling so far
    std::uint16_t buildings = 0;  ///< building hexes among them
    std::uint8_t levels = 0;      ///< above ground that fell in the hex `at`; 0: nothing falls
    std::uint8_t happened = 0;    ///< which events have been settled that can come but once
    std::uint8_t afvs_hit = 0;    ///< by rubble, one bit each
    std::uint8_t afvs_bogged = 0;
    std::uint8_t afvs_to_check = 0;  ///< for Bog, before anything else falls
    std::array<std::uint8_t, 5> unused{};
    bool operator==(const State&) const = default;
  };

  /// Rubble that falls from `first` on a map; `own` hexes hold one's own men. Throws BadInput if it can reach too many hexes.
  ///
  /// Its events are "rubble falls" (from the first hex), "K9 rubbled" of every hex that can be hit, "own men buried" if there are any, and
  /// of every AFV "1:AFV eliminated", "1:AFV stunned", "1:AFV bogs". Measures only with a map.
  FallingRubble(const HexMap& map, Hex first, const std::vector<Hex>& own, std::vector<Afv> afvs, Facts& facts);
  /// Without a map: nothing is known of the neighbours, but that one's own men are in these directions (1 to 6).
  FallingRubble(const std::vector<int>& own_directions, std::vector<Afv> afvs, Facts& facts);

  /// In which of the `own` hexes no rubble from the first hex can ever bury anybody.
  const std::vector<Hex>& own_out_of_reach() const { return out_of_reach_; }
  /// Which AFV it can never hit, as they were given.
  const std::vector<std::string>& afvs_out_of_reach() const { return afvs_out_of_reach_; }

  /// Adds to a question what is on the Bog Checks of the AFV that rubble can hit.
  void append_modifiers(Question& question) const;

  bool busy(const State& s) const { return s.levels > 0 || s.afvs_to_check > 0; }
  /// So many levels above ground of the first hex have just been rubbled; with 0 nothing falls. When the last fall ends, at once if
  /// nothing falls, the measures are settled, and the state is that of the start.
  void begin(State& s, int levels, FirstHex first, LastFall last, Settled& settled) const;
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, LastFall last, Settled& settled) const;

  int stage(const State& s) const;
  int stages() const { return (static_cast<int>(rubblable_.size()) + 1) * stages_a_fall(); }

 private:
  struct Target {
    int hex = nothing;  // number of a hex that can be rubbled
    bool own = false;
    std::uint8_t afvs = 0;  // that are there, one bit each
    std::string name{};
  };
  static constexpr int nothing = -1;  // off the map, water, or rubble already
  struct Source {
    std::string name;
    std::array<Target, 6> targets{};
  };
  struct Rubblable {
    int levels = 0;  // of the building, above ground
    bool building = false;
    EventId rubbled;
  };
  struct AfvEvents {
    EventId eliminated, stunned, bogs;
  };
  struct Measures {
    MeasureId hexes, buildings;  // rubbled by falling
  };

  // The Bog Checks before it, the fall, and those after the last fall.
  int stages_a_fall() const { return 2 * static_cast<int>(afvs_.size()) + 1; }
  void hit_afvs(State& s, std::uint8_t afvs, Settled& settled) const;
  void check_for_bog(State& s, int original_dr, Settled& settled) const;
  void fall(State& s, Roll roll, Settled& settled) const;
  void prepare_afvs(Facts& facts);
  void look_ahead(State& s, LastFall last, Settled& settled) const;
  void forget(State& s) const;
  void conclude(State& s, Settled& settled) const;

  std::vector<Source> sources_;        // the first hex, then the buildings with upper levels
  std::vector<Rubblable> rubblable_;   // by number: the buildings with upper levels, then all others
  Hexes tall_{};                       // the buildings with upper levels
  std::vector<Hexes> tall_neighbors_;  // of each source
  EventId falls_;
  std::optional<EventId> own_men_buried_;
  std::optional<Measures> measures_;  // on a map
  std::vector<Afv> afvs_;
  std::vector<AfvEvents> afv_events_;
  Sheet<std::size_t> bog_checks_;  // of each AFV
  std::uint8_t afvs_in_first_ = 0;
  std::vector<Hex> out_of_reach_;
  std::vector<std::string> afvs_out_of_reach_;
};
static_assert(Part<FallingRubble>);

/// What is to be said about own men and AFV where no rubble can fall.
void append_notes_on_reach(std::vector<std::string>& notes, const FallingRubble& fall);

}  // namespace boxcars::model
