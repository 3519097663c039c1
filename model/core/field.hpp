#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/question.hpp"

namespace boxcars::model {

/// What kind of value a field has: what a form shows for it.
enum class FieldKind : std::uint8_t { flag, integer, number, count, choice, text, unit, location_unit, hex, file };
std::string_view name_of(FieldKind kind);

/// The whole numbers that a field may have, and why no others.
struct Range {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
  std::string_view why{};
  bool is_bounded() const { return low != std::numeric_limits<int>::min(); }
};

/// What front ends know of a question's input.
struct FieldInfo {
  std::string_view key;  ///< in snake_case
  FieldKind kind = FieldKind::text;
  std::string_view help{};
  std::string_view metavar{};  ///< of the value; empty: a flag
  std::string_view group{};
  std::vector<std::string> choices{};
  Range range{};                          ///< of an integer
  std::optional<double> least{};          ///< of a count or a number,
  std::optional<double> most{};           ///< where there is one
  std::string_view example = "1";         ///< a value of a number
  std::optional<InputValue> standard{};   ///< what it is if it is not given
  bool positional = false;                ///< it may stand bare
  bool repeatable = false;                ///< it has several values
  std::vector<std::string> words{};       ///< that a text may begin with,
  std::vector<std::string> attributes{};  ///< and that may follow, each behind a comma; behind = stands a value
};

/// A field of a question's inputs: how it is set, and what it says.
template <class In>
struct Field {
  FieldInfo info;
  std::function<void(In&, const InputValue&, const FieldInfo&)> reader;  ///< throws BadInput
  std::function<std::optional<InputValue>(const In&)> value;             ///< as it is, its default, too
  std::function<std::optional<InputValue>(const In&)> said = {};         ///< as equal questions have it; nothing if it says nothing
  std::function<std::string(const In&)> meant = {};                      ///< of what is named only: what it says

  void set(In& in, const InputValue& given) const { reader(in, given, info); }

  Field&& in(std::string_view group) && { return info.group = group, std::move(*this); }
  Field&& shown_as(std::string_view metavar) && { return info.metavar = metavar, std::move(*this); }
  Field&& of_kind(FieldKind kind) && { return info.kind = kind, std::move(*this); }
  Field&& like(std::string_view example) && { return info.example = example, std::move(*this); }
  Field&& with_words(std::vector<std::string> begin) && { return info.words = std::move(begin), std::move(*this); }
  Field&& with_attributes(std::vector<std::string> follow) && { return info.attributes = std::move(follow), std::move(*this); }
  /// Only these words are offered: the rules refuse the others, each with its own reason.
  Field&& offering(std::vector<std::string> words) && { return info.choices = std::move(words), std::move(*this); }
  Field&& bare() && { return info.positional = true, std::move(*this); }
  Field&& with_default(InputValue value_) && { return info.standard = std::move(value_), std::move(*this); }
  /// What it says among the inputs by which questions are told apart, if that is not just its value.
  Field&& saying(std::function<std::optional<InputValue>(const In&)> what) && { return said = std::move(what), std::move(*this); }
  /// It is never among them: others say what it means.
  Field&& unsaid() && {
    return std::move(*this).saying([](const In&) { return std::optional<InputValue>(); });
  }
  /// What the name that it gives stands for, by which questions are told apart.
  Field&& meaning(std::function<std::string(const In&)> what) && { return meant = std::move(what), std::move(*this); }
};

/// Readers of values as they are given: typed as text, or as numbers and flags of a file. They throw BadInput, at the field.
bool flag_of(const FieldInfo& field, const InputValue& given);
int integer_of(const FieldInfo& field, const InputValue& given);
/// The whole number that a field's text is: +2, 105, 105mm of a calibre; nothing if it is none.
std::optional<int> integer_in(const FieldInfo& field, std::string_view text);
std::string text_of(const FieldInfo& field, const InputValue& given);
/// Each of the texts may hold several words, with blanks between them.
std::vector<std::string> words_of(const FieldInfo& field, const InputValue& given);

/// Each of the texts as it is, blanks and all.
std::vector<std::string> lines_of(const FieldInfo& field, const InputValue& given);

/// Whole numbers of a term.
struct Numbers {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

/// A field that says something, or that has one of these values: words, or numbers.
struct Term {
  std::string_view field;
  std::vector<std::string_view> values{};
  std::optional<Numbers> numbers{};
};

/// What is not asked with something else, or not without it, and why: "hindrance" with "caliber", "fire" without "caliber".
struct Clash {
  enum class Is : std::uint8_t { with, without };
  Term what;  ///< at fault
  Is is;
  Term other;
  std::string_view why;  ///< with the rule's number
  std::string_view instead = "leave one out";
  bool only_told = false;         ///< it is refused before a map fills in what was not given
  std::string_view told_by = {};  ///< where this field is given a map may say what the other one is
  std::vector<Term> unless = {};  ///< then it is no clash
};

/// What has to be given: one of these fields.
struct Need {
  std::vector<std::string_view> one_of;  ///< the first of them is at fault if none is
  std::string_view problem;
  std::string_view why;
  std::string_view instead;
  std::optional<Term> when{};     ///< only if this holds
  std::string_view told_by = {};  ///< or the hex that this field names says it, on its map
  std::string_view at = {};       ///< the field at fault, if another one
};

/// All that is said about the inputs of a question.
template <class In>
struct Questionnaire {
  std::string_view name;
  std::string_view title;
  std::vector<std::string_view> examples;
  std::vector<Field<In>> fields;  ///< in the order by which equal questions have equal inputs
  std::vector<Clash> clashes{};
  std::vector<Need> needs{};
  std::string_view footer{};
};

template <class In>
Field<In> flag(std::string_view key, bool In::*member, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::flag, .help = help};
  return {info, [member](In& in, const InputValue& given, const FieldInfo& self) { in.*member = flag_of(self, given); },
          [member](const In& in) { return std::optional<InputValue>(in.*member); }};
}

inline std::optional<InputValue> as_value(int number) { return static_cast<double>(number); }
inline std::optional<InputValue> as_value(const std::optional<int>& number) { return number ? as_value(*number) : std::nullopt; }
inline std::optional<InputValue> as_value(const std::string& text) { return text.empty() ? std::nullopt : std::optional<InputValue>(text); }
inline std::optional<InputValue> as_value(const std::vector<std::string>& texts) {
  return texts.empty() ? std::nullopt : std::optional<InputValue>(texts);
}

inline std::optional<InputValue> said_if(bool set) { return set ? std::optional<InputValue>(true) : std::nullopt; }
inline std::optional<InputValue> said_unless_0(const std::optional<int>& number) {
  return number.value_or(0) == 0 ? std::nullopt : as_value(number);
}

/// A whole number in an int, or a std::optional<int>.
template <class In, class Number>
Field<In> integer(std::string_view key, Number In::*member, const Range& range, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::integer, .help = help, .metavar = "N", .range = range};
  return {info, [member](In& in, const InputValue& given, const FieldInfo& self) { in.*member = integer_of(self, given); },
          [member](const In& in) { return as_value(in.*member); }};
}

/// One of some words, in an enum or a std::optional of it.
template <class In, class Target, class Choices>
Field<In> choice(std::string_view key, Target In::*member, const Choices& choices, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::choice, .help = help, .metavar = "WORD", .choices = names(choices)};
  return {info,
          [member, choices](In& in, const InputValue& given, const FieldInfo& self) {
            in.*member = parse_choice("{" + std::string(self.key) + "}", text_of(self, given), choices);
          },
          [member, choices](const In& in) -> std::optional<InputValue> {
            if constexpr (requires { (in.*member).has_value(); }) {
              return in.*member ? std::optional<InputValue>(std::string(name_of(*(in.*member), choices))) : std::nullopt;
            } else {
              return std::string(name_of(in.*member, choices));
            }
          }};
}

/// A text as it is given.
template <class In>
Field<In> text(std::string_view key, std::string In::*member, std::string_view metavar, std::string_view help) {
  FieldInfo info{.key = key, .help = help, .metavar = metavar};
  return {info, [member](In& in, const InputValue& given, const FieldInfo& self) { in.*member = text_of(self, given); },
          [member](const In& in) { return as_value(in.*member); }};
}

/// A field of a part of the inputs, as one of theirs.
template <class In, class Part>
Field<In> of_part(const Field<Part>& field, Part In::*part) {
  Field<In> whole{field.info,
                  [reader = field.reader, part](In& in, const InputValue& given, const FieldInfo& self) { reader(in.*part, given, self); },
                  [value = field.value, part](const In& in) { return value(in.*part); }};
  if (field.said) whole.said = [said = field.said, part](const In& in) { return said(in.*part); };
  if (field.meant) whole.meant = [meant = field.meant, part](const In& in) { return meant(in.*part); };
  return whole;
}

/// What a field says: nothing if it has its default.
template <class In>
std::optional<InputValue> said(const Field<In>& field, const In& in) {
  if (field.said) return field.said(in);
  auto value = field.value(in);
  return value == field.value(In{}) || value == field.info.standard ? std::nullopt : value;
}

/// What was asked, by which equal questions are equal.
template <class In>
Inputs inputs_of(const Questionnaire<In>& asks, const In& in) {
  Inputs inputs;
  for (const Field<In>& field : asks.fields) {
    if (auto value = said(field, in))
      inputs.push_back({std::string(field.info.key), std::move(*value), field.meant ? field.meant(in) : ""});
  }
  return inputs;
}

/// Throws BadInput for a number that is out of its range.
void require_in_range(const FieldInfo& field, const std::optional<InputValue>& value);

/// What a field has, and whether it says something.
struct Given {
  std::optional<InputValue> value{};
  bool says = false;
};
using GivenOf = std::function<Given(std::string_view key)>;

/// Whether a term holds of what its field has; a number may be typed as a text.
bool holds(const Term& term, const Given& given);
/// Throws BadInput for the first clash.
void require_no_clash(const std::vector<Clash>& clashes, const GivenOf& given);
/// Throws BadInput: what clashes, and with what.
[[noreturn]] void refuse(const Clash& clash, const Given& what, const Given& other);
/// The first need that is not met; none: all are.
const Need* first_unmet(const std::vector<Need>& needs, const GivenOf& given);
Fault fault_of(const Need& need);
/// Whether a field has to be given, whatever else is: nothing else will do.
bool is_required(const std::vector<Need>& needs, std::string_view key);

/// What the fields of these inputs have.
template <class In>
GivenOf given_of(const Questionnaire<In>& asks, const In& in) {
  return [&asks, &in](std::string_view key) {
    const auto found = std::find_if(asks.fields.begin(), asks.fields.end(), [&](const Field<In>& field) { return field.info.key == key; });
    assert(found != asks.fields.end());
    auto value = found->value(in);
    const bool says = value.has_value() && value != found->value(In{}) && value != found->info.standard;
    return Given{value ? std::move(value) : found->info.standard, says};
  };
}

/// Throws BadInput for what is needed and not given.
template <class In>
void require_needs(const Questionnaire<In>& asks, const In& in) {
  if (const Need* need = first_unmet(asks.needs, given_of(asks, in))) throw BadInput(fault_of(*need));
}

/// Throws BadInput for what the fields and clashes forbid.
template <class In>
void require_lawful(const Questionnaire<In>& asks, const In& in) {
  for (const Field<In>& field : asks.fields) require_in_range(field.info, field.value(in));
  require_no_clash(asks.clashes, given_of(asks, in));
}

}  // namespace boxcars::model
