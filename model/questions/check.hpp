#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/dice.hpp"
#include "model/core/field.hpp"
#include "model/core/question_process.hpp"
#include "model/core/sheet.hpp"
#include "model/rules/nations.hpp"
#include "model/rules/side.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {

/// What is thrown for by itself: how its dice are read.
enum class CheckKind : std::uint8_t {
  morale,
  pin_task,
  task,
  rally,
  self_rally,
  interdiction,
  sniper,
  rate_of_fire,
  battery_access,
  ambush,
  wound,
  accuracy,
  shock,
  wind,
  small  ///< one number decides
};

/// What is given with a kind of check: a unit, a number, both sides' drm, chits, or nothing.
enum class CheckTakes : std::uint8_t { unit, perhaps_unit, number, drms, chits, nothing };

/// That of the kind "2MC", "rally", "sniper"; throws BadInput for another.
CheckTakes check_takes(std::string_view kind);

/// Whether a roll of this kind is of a weapon or vehicle, by its number or by its name: "rof".
bool is_of_weapon(std::string_view kind);

/// Whether whose the unit is, and how good, makes a difference to a roll of this kind, "PAATC".
bool depends_on_nation(std::string_view kind);
bool depends_on_class(std::string_view kind);
/// What whose it is and how good brings to a roll of this kind, "heat-of-battle"; nothing if it makes no difference.
std::vector<Modifier> modifiers_of_unit(std::string_view kind, std::optional<Nation> nation, UnitClass of, bool has_leader);

struct KindOfCheck;
/// What a Final number from low to high brings: an event of its kind, by its place.
struct BandOfCheck {
  int low, high, event;
};

/// What the user typed about a roll by itself.
struct CheckInputs {
  std::string kind{};              ///< "NMC", "2MC", "PTC", "rally", ...
  std::vector<std::string> who{};  ///< the unit, or the number that is rolled against
  int drm = 0;
  std::optional<int> leadership{};  ///< of a leader who directs it,
  std::string leader{};             ///< or his counter
  std::string turns{};              ///< RPh, shots, ...: a number; empty: one
  bool dm = false;                  ///< under Desperation Morale, in the first RPh
  std::optional<Nation> nation{};   ///< whose the unit is,
  std::optional<UnitClass> of{};    ///< and how good
  std::optional<Terrain> terrain{};
  std::optional<int> breakdown{};  ///< of a MG: the Original DR from which it malfunctions
};

const Questionnaire<CheckInputs>& check_questionnaire();

/// A roll, or a few: a Morale Check of a unit, its Rally over some RPh, a sniper, the small dice between the fights; as a process. A
/// checked value: what cannot be asked throws BadInput.
class Check : public QuestionProcess {
 public:
  enum class Step : std::uint8_t { first, second, wound, over };
  struct State {
    Condition unit{};
    std::uint8_t desperate = 0;  ///< DM
    std::uint8_t chits = 0;      ///< drawn: red ones
    std::uint8_t drawn = 0;      ///< all of them; or how often the rate of fire was kept; or the Labor Status earned
    std::uint8_t first = 0;      ///< what the first dr of two was
    Step step = Step::first;
    Wound wound = Wound::none;
    bool operator==(const State&) const = default;
  };

  explicit Check(const CheckInputs& inputs);

  State start(Outcomes&) const;
  Throw next_throw(const State& s) const;
  State next(const State& from, Roll roll, Outcomes& outcomes) const;
  int laps() const { return kind_ == CheckKind::rate_of_fire && !repeats_ ? 0 : turns_; }
  State end(const State& from, Outcomes& outcomes) const;
  int stage(const State& s) const { return static_cast<int>(s.step); }

 private:
  struct Events {
    std::vector<EventId> of{};         // in the order of the kind's names
    std::optional<EventId> by_turn{};  // the first of so many as there are turns
    std::optional<MeasureId> measure{};
  };

  bool is_never_pinned() const;
  bool is_rally() const { return kind_ == CheckKind::rally || kind_ == CheckKind::self_rally; }
  void add_facts();
  void describe(const CheckInputs& in);
  std::string in_words() const;
  std::string small_in_words() const;
  void happened(int which, Outcomes& outcomes) const { outcomes.happened(events_.of[static_cast<std::size_t>(which)]); }
  void happened(std::string_view name, Outcomes& outcomes) const;
  void tell_fate(Condition after, Outcomes& outcomes) const;
  State succeeded(Outcomes& outcomes) const;
  State again(const State& s, Outcomes& outcomes) const;
  State check(State s, int original_dr, Outcomes& outcomes) const;
  State try_rally(State s, int original_dr, Outcomes& outcomes) const;
  State take_wound(State s, int dr, Outcomes& outcomes) const;
  State fire(const State& s, Roll roll, Outcomes& outcomes) const;
  State draw(State s, Roll roll, Outcomes& outcomes) const;
  State snipe(State s, Roll roll, Outcomes& outcomes) const;
  State ambush(State s, int dr, Outcomes& outcomes) const;
  State recover_from_shock(State s, int dr, Outcomes& outcomes) const;
  State change_wind(State s, int original, Outcomes& outcomes) const;
  State place_fire(State s, int dr, Outcomes& outcomes) const;
  State roll_small(State s, int dr, Outcomes& outcomes) const;

  const KindOfCheck* row_ = nullptr;
  CheckKind kind_ = CheckKind::small;
  UnitEntry unit_{};
  int number_ = 0;  // that is rolled against
  BySide<int> ambush_drm_{};
  std::array<int, 2> pile_{};  // black and red chits
  int drm_ = 0;                // of all kinds, but DM
  int turns_ = 1;
  bool repeats_ = false;  // whether turns were given
  bool desperate_ = false;
  int breaks_from_ = 13;
  std::string weapon_{};  // whose number it is, if not the number was typed
  std::vector<BandOfCheck> bands_{};
  Sheet<int> sheet_;
  Events events_;
};

}  // namespace boxcars::model
