#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/description.hpp"
#include "model/core/dice.hpp"
#include "model/core/outcomes.hpp"
#include "model/core/sheet.hpp"
#include "model/parts/part.hpp"
#include "model/rules/afv.hpp"
#include "model/rules/hex_map.hpp"

namespace boxcars::model {

/// Whether this fall is the last, or rubble may fall again from the same hex later in the trial (by more shots at it). In the last fall,
/// what it can no longer reach is forgotten.
enum class LastFall : bool { no, yes };

/// Whether all of the first hex has been rubbled, the ground too, so that what stands there is hit as if it had fallen on it.
enum class FirstHex : bool { stands, rubbled };

/// Whether a Blaze is in the falling levels of the first hex: then what burns where they come down is ablaze, too (B24.6).
enum class FallsAblaze : bool { no, yes };

/// Rubble that falls from a hex, and the chain of collapses that it may start (B24.12, B24.121), as a part of a process: begin() lets
/// the rubble of a hex fall.
///
/// Each falling hex makes one DR and hits one neighbour, so a chain is a path that never returns to a building that it brought down. What
/// matters for the rest of the chain are the buildings that it can still reach.
class FallingRubble {
 public:
  using Scene = LastFall;
  static constexpr int falls_from = 7;   ///< the Final colored dr from which rubble falls (B24.12)
  static constexpr int max_hexes = 384;  ///< hexes that the rubble of one hex can reach: all of a standard board

  /// The drm on the colored dr, by the number of levels above ground that have been rubbled (B24.12); modifier() is the same in words.
  static constexpr int drm(int levels) { return +1 * levels; }
  static Modifier modifier(int levels, std::string_view on = {});
  /// The DR for rubble of this many levels, and whether anything falls by a roll.
  static Throw dr(int levels, std::string_view from);
  static bool falls(int levels, Roll roll) { return roll.colored + drm(levels) >= falls_from; }

  using Hexes = std::array<std::uint64_t, max_hexes / 64>;
  struct State {
    Hexes gone{};                 ///< by number: hexes rubbled by falling, or out of the chain's reach
    std::uint16_t at = 0;         ///< the hex whose rubble falls: 0 is the first hex, else 1 + the number of a hex
    std::uint16_t hexes = 0;      ///< hexes rubbled by falling so far
    std::uint16_t buildings = 0;  ///< building hexes among them
    std::uint8_t levels = 0;      ///< levels above ground that fell in the hex `at`; 0: nothing falls
    std::uint8_t happened = 0;    ///< the events that happened already, of those that can happen only once
    std::uint8_t afvs_hit = 0;    ///< AFV that rubble has hit, one bit each
    std::uint8_t afvs_bogged = 0;
    std::uint8_t afvs_to_check = 0;  ///< AFV that check for Bog before anything else falls, one bit each
    std::array<std::uint8_t, 5> unused{};
    bool operator==(const State&) const = default;
  };

  /// Rubble that falls from `first` on a map; `own` hexes hold one's own men. Throws BadInput if it can reach too many hexes.
  ///
  /// Its events are "rubble falls" (from the first hex), "K9 rubbled" of every hex that can be hit, "own men buried" if there are any, and
  /// of every AFV "1:AFV eliminated", "1:AFV stunned", "1:AFV bogs"; with a Blaze "sets another hex ablaze" and "K9 ablaze" of every hex
  /// where that can be. It has measures only with a map.
  FallingRubble(const HexMap& map, Hex first, const std::vector<Hex>& own, std::vector<Afv> afvs, Facts& facts,
                FallsAblaze falls_ablaze = FallsAblaze::no);
  /// Rubble without a map, where nothing is known of the neighbours but that one's own men are in these directions (1 to 6).
  FallingRubble(const std::vector<int>& own_directions, std::vector<Afv> afvs, Facts& facts);

  /// The `own` hexes in which no rubble from the first hex can ever bury anybody.
  const std::vector<std::string>& own_out_of_reach() const { return out_of_reach_; }
  /// The AFV that rubble can never hit, as they were given.
  const std::vector<std::string>& afvs_out_of_reach() const { return afvs_out_of_reach_; }

  /// Adds the modifiers of the Bog Checks, of the AFV that rubble can hit, to a question.
  void append_modifiers(Description& description) const;

  bool busy(const State& s) const { return s.levels > 0 || s.afvs_to_check > 0; }
  /// Begins a fall after this many levels above ground of the first hex have been rubbled; with 0 nothing falls. When the last fall ends
  /// (at once if nothing falls), the measures are recorded, and the state is that of the start.
  void begin(State& s, int levels, FirstHex first, LastFall last, Outcomes& outcomes) const;
  Throw next_throw(const State& s) const;
  void next(State& s, Roll roll, LastFall last, Outcomes& outcomes) const;

  int stage(const State& s) const;
  int stages() const { return (static_cast<int>(rubblable_.size()) + 1) * stages_a_fall(); }

 private:
  struct Target {
    int hex = nothing;  // the number of the hex; nothing if it cannot be rubbled
    bool own = false;
    std::uint8_t afvs = 0;  // AFV that are there, one bit each
    std::optional<EventId> ablaze{};
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
    MeasureId hexes, buildings;  // hexes rubbled by falling
  };

  // The stages of one fall are the Bog Checks before it, and the fall; after the last fall there are Bog Checks once more.
  int stages_a_fall() const { return 2 * static_cast<int>(afvs_.size()) + 1; }
  void hit_afvs(State& s, std::uint8_t afvs, Outcomes& outcomes) const;
  void check_for_bog(State& s, int original_dr, Outcomes& outcomes) const;
  void fall(State& s, Roll roll, Outcomes& outcomes) const;
  void prepare_afvs(Facts& facts);
  void prepare_fire(const HexMap& map, Hex first, Facts& facts);
  void look_ahead(State& s, LastFall last, Outcomes& outcomes) const;
  void forget(State& s) const;
  void conclude(State& s, Outcomes& outcomes) const;

  std::vector<Source> sources_;        // the first hex, then the buildings with upper levels
  std::vector<Rubblable> rubblable_;   // by number: the buildings with upper levels, then all others
  Hexes tall_{};                       // the buildings with upper levels
  std::vector<Hexes> tall_neighbors_;  // by source
  EventId falls_;
  std::optional<EventId> own_men_buried_;
  std::optional<EventId> sets_ablaze_;
  std::optional<Measures> measures_;  // on a map only
  std::vector<Afv> afvs_;
  std::vector<AfvEvents> afv_events_;
  Sheet<std::size_t> bog_checks_;  // by AFV
  std::uint8_t afvs_in_first_ = 0;
  std::vector<std::string> out_of_reach_;
  std::vector<std::string> afvs_out_of_reach_;
};
static_assert(Part<FallingRubble>);

/// Adds notes on own men and AFV where no rubble can fall.
void append_notes_on_reach(std::vector<std::string>& notes, const FallingRubble& fall);

}  // namespace boxcars::model
