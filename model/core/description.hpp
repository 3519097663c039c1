#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/core/choices.hpp"
#include "model/core/modifier.hpp"

namespace boxcars::model {

/// The value of one of a question's inputs.
using InputValue = std::variant<bool, double, std::string, std::vector<double>, std::vector<std::string>>;

/// One input of a question: its option's name in snake_case, and its value. An input that only names something (a file) has that thing's
/// contents in `meant`, by which questions are told apart.
struct Input {
  std::string name;
  InputValue value;
  std::string meant{};
  bool operator==(const Input&) const = default;
};

/// What was asked, in a fixed order and without default values: equal questions have equal inputs.
using Inputs = std::vector<Input>;

/// Each add() adds an input if it says something: a flag that is set, a number that is given or not 0, words, a choice that is not the
/// default.
inline void add(Inputs& inputs, const char* name, bool set) {
  if (set) inputs.push_back({name, true});
}
inline void add(Inputs& inputs, const char* name, std::optional<int> number) {
  if (number) inputs.push_back({name, static_cast<double>(*number)});
}
inline void add(Inputs& inputs, const char* name, int number) {
  if (number != 0) inputs.push_back({name, static_cast<double>(number)});
}
inline void add(Inputs& inputs, const char* name, const std::vector<std::string>& words) {
  if (!words.empty()) inputs.push_back({name, words});
}
template <class Value, std::size_t N>
void add(Inputs& inputs, const char* name, std::optional<Value> value, const std::array<Choice<Value>, N>& choices,
         std::optional<Value> unless = {}) {
  if (value && value != unless) inputs.push_back({name, std::string(name_of(*value, choices))});
}
template <class Value, std::size_t N>
void add(Inputs& inputs, const char* name, Value value, const std::array<Choice<Value>, N>& choices, std::optional<Value> unless = {}) {
  add(inputs, name, std::optional<Value>(value), choices, unless);
}

/// A phrase of a question's headline, and what it tells: the odds of an event, the odds that a measure is at least 1, or the value that the
/// measure does not exceed in half of all trials.
struct HeadlinePart {
  enum class Tells { event, at_least_one, median };
  std::string phrase;
  std::string name;  ///< of the event or measure
  Tells tells = Tells::event;
};

/// A number that the inputs come to, by its name in answers for programs: "th_number".
struct Figure {
  std::string name;
  double number = 0;
};

/// One of several paths that were compared, and how often somebody arrives on it.
struct RankedPath {
  std::string path;
  double arrives = 0;
};

/// Whether all modifiers are on the same roll, so that their sum means something.
enum class ModifiersOf : bool { one_roll, several_rolls };

/// What was asked, checked and in words: all that an answer says beside the odds.
struct Description {
  Inputs inputs{};
  std::vector<Modifier> modifiers{};
  ModifiersOf modifiers_of = ModifiersOf::one_roll;
  std::vector<std::string> notes{};
  std::vector<std::string> summary{};  ///< what the odds are computed with: columns, the total DRM, ...
  std::vector<HeadlinePart> headline{};
  std::string typed{};  ///< what is typed to ask it (a file), if not its inputs as options
  std::vector<Figure> figures{};
  std::vector<std::string> worked_out{};  ///< for --explain: how numbers among them came about
  std::vector<RankedPath> paths{};        ///< the best paths, the best first: that is the one asked
  std::vector<std::string> untold{};      ///< events and measures that go without saying: programs read them, people do not
};

}  // namespace boxcars::model
