#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/elements.hpp"
#include "ask/question_kind.hpp"

namespace boxcars::ask {

/// A question as a line in words asks it.
struct PlainQuestion {
  std::string question{};
  std::vector<std::string> bare{};
  GivenInputs inputs{};
  std::vector<std::string> rest{};  ///< from the first option on
  std::string understood{};         ///< all of it, in a player's words
  int cost = 0;                     ///< how unusual the reading is
};

/// Whether options say what else is asked: who is attacked, too.
enum class Completed : bool { by_itself, by_options };

/// One reading of a line's parts; throws Unfit for what it cannot be.
PlainQuestion attack_of(const std::vector<Element>& elements, Completed completed);
PlainQuestion at_building_of(const std::vector<Element>& elements);
PlainQuestion close_combat_of(const std::vector<Element>& elements, Completed completed);
PlainQuestion check_of(const std::vector<Element>& elements);
/// Shots at a vehicle, or a duel: "tiger kills a sherman at 10 hexes". Nothing if the line does not name a vehicle, and what fires at it.
std::optional<PlainQuestion> shot_at_vehicle_of(const std::vector<Item>& items);
PlainQuestion other_of(const std::string& question, const std::vector<Element>& elements);
/// Which question the parts ask.
std::string question_asked(const std::vector<Element>& elements);

/// What a line in words asks: one question, or several to compare. Throws BadInput for what is not understood, and what has two meanings.
std::vector<PlainQuestion> read_line(std::string_view line, Completed completed = Completed::by_itself);

/// Whether it is a sentence at all: some word of it is known.
bool has_known_words(std::string_view line);

}  // namespace boxcars::ask
