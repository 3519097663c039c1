#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/description.hpp"

namespace boxcars::model {

/// The kind of a field's value, by which forms choose what to show.
enum class FieldKind : std::uint8_t { flag, integer, number, count, choice, text, unit, location_unit, hex, file };
std::string_view name_of(FieldKind kind);

/// The whole numbers that a field may have, and the reason for the bounds.
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
  std::string_view metavar{};  ///< the word for the value in help texts; empty: the field is a flag
  std::string_view group{};
  std::vector<std::string> choices{};
  Range range{};                          ///< of an integer
  std::optional<double> least{};          ///< of a count or a number
  std::optional<double> most{};           ///< of a count or a number; nothing: there is no upper bound
  std::string_view example = "1";         ///< for a number: a value to show in examples
  std::optional<InputValue> standard{};   ///< the value if it is not given
  bool positional = false;                ///< whether it may be given without its name
  bool repeatable = false;                ///< whether it may have several values
  std::vector<std::string> words{};       ///< the words that a text may begin with
  std::vector<std::string> attributes{};  ///< the attributes that may follow, each after a comma; if one ends in =, a value comes after it
};

/// A field of some inputs, whatever their type: how it is set, and what it says. The first argument of its functions is the inputs.
struct AnyField {
  using Read = std::function<void(void* in, const InputValue& given, const FieldInfo& self)>;
  using Tell = std::function<std::optional<InputValue>(const void* in)>;
  using Mean = std::function<std::string(const void* in)>;

  AnyField(FieldInfo info, Read read, Tell tell);
  AnyField(const AnyField&);
  AnyField(AnyField&&) noexcept;
  AnyField& operator=(const AnyField&);
  AnyField& operator=(AnyField&&) noexcept;
  ~AnyField();

  FieldInfo info;
  Read read;     ///< throws BadInput
  Tell value;    ///< the value as it is, even the default
  Tell said{};   ///< the value as equal questions have it; nothing if it is the default
  Mean meant{};  ///< for a field that only names something (a file): what that contains
};

/// The place of a member in its object, in bytes. It stands for a pointer to member on every compiler that builds this.
using Place = std::ptrdiff_t;
template <class In, class T>
Place place_of(T In::*member) {
  static_assert(sizeof(member) == sizeof(Place));
  return std::bit_cast<Place>(member);
}

/// The member at a place, as a reference of its type.
template <class T>
AnyField field_at(Place place, FieldInfo info, void (*read)(T&, const InputValue&, const FieldInfo&),
                  std::optional<InputValue> (*tell)(const T&)) {
  return {std::move(info),
          [=](void* in, const InputValue& given, const FieldInfo& self) {
            read(*reinterpret_cast<T*>(static_cast<std::byte*>(in) + place), given, self);
          },
          [=](const void* in) { return tell(*reinterpret_cast<const T*>(static_cast<const std::byte*>(in) + place)); }};
}
/// A field of an object that is a member at this place, as a field of the whole object.
AnyField within(const AnyField& field, Place place);

/// A field of a question's inputs.
template <class In>
struct Field : AnyField {
  explicit Field(AnyField field) : AnyField(std::move(field)) {}
  /// Makes a field of two functions: read(in, given, self) and tell(in).
  template <class Reads, class Tells>
  Field(FieldInfo field, Reads reads, Tells tells)
      : AnyField(std::move(field), reading(std::move(reads)), of_inputs<Tell>(std::move(tells))) {}

  template <class Reads>
  static Read reading(Reads reads) {
    return
        [reads = std::move(reads)](void* in, const InputValue& given, const FieldInfo& self) { reads(*static_cast<In*>(in), given, self); };
  }
  template <class Function, class Tells>
  static Function of_inputs(Tells tells) {
    return [tells = std::move(tells)](const void* in) { return tells(*static_cast<const In*>(in)); };
  }

  Field&& in(std::string_view group) && { return info.group = group, std::move(*this); }
  Field&& shown_as(std::string_view metavar) && { return info.metavar = metavar, std::move(*this); }
  Field&& of_kind(FieldKind kind) && { return info.kind = kind, std::move(*this); }
  Field&& like(std::string_view example) && { return info.example = example, std::move(*this); }
  Field&& with_words(const std::vector<std::string>& begin) && { return info.words = begin, std::move(*this); }
  Field&& with_attributes(const std::vector<std::string>& follow) && { return info.attributes = follow, std::move(*this); }
  /// Offers only these words; the rules refuse all others, each with its own reason.
  Field&& offering(const std::vector<std::string>& words) && { return info.choices = words, std::move(*this); }
  Field&& bare() && { return info.positional = true, std::move(*this); }
  Field&& with_default(const InputValue& value_) && { return info.standard = value_, std::move(*this); }
  template <class Reads>
  Field&& read_by(Reads reads) && {
    return read = reading(std::move(reads)), std::move(*this);
  }
  template <class Tells>
  Field&& told_by(Tells tells) && {
    return value = of_inputs<Tell>(std::move(tells)), std::move(*this);
  }
  /// Sets what the field says among the inputs by which questions are told apart, if that is not just its value.
  template <class Tells>
  Field&& saying(Tells what) && {
    return said = of_inputs<Tell>(std::move(what)), std::move(*this);
  }
  /// Leaves the field out of the inputs by which questions are told apart, because other fields say what it means.
  Field&& unsaid() && {
    return said = [](const void*) { return std::optional<InputValue>(); }, std::move(*this);
  }
  /// Sets what the name that the field gives stands for; questions are told apart by that.
  template <class Means>
  Field&& meaning(Means what) && {
    return meant = of_inputs<Mean>(std::move(what)), std::move(*this);
  }
};

const AnyField* find_field(const std::vector<AnyField>& fields, std::string_view key);

/// The fields of some inputs.
template <class In>
class Fields {
 public:
  Fields() = default;
  Fields(std::initializer_list<Field<In>> fields) : fields_(fields.begin(), fields.end()) {}
  void push_back(Field<In> field) { fields_.push_back(std::move(field)); }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  const AnyField& back() const { return fields_.back(); }
  std::size_t size() const { return fields_.size(); }
  /// The field with this key; null if there is none.
  const AnyField* find(std::string_view key) const { return find_field(fields_, key); }
  const std::vector<AnyField>& all() const { return fields_; }

 private:
  std::vector<AnyField> fields_{};
};

/// The following functions read values as they are given: typed as text, or as numbers and flags of a file. They throw BadInput, at the
/// field.
bool flag_of(const FieldInfo& field, const InputValue& given);
int integer_of(const FieldInfo& field, const InputValue& given);
/// The whole number that a field's text is: +2, 105, or 105mm for a calibre; nothing if it is none.
std::optional<int> integer_in(const FieldInfo& field, std::string_view text);
std::string text_of(const FieldInfo& field, const InputValue& given);
/// The words of all texts; each text may hold several, separated by blanks.
std::vector<std::string> words_of(const FieldInfo& field, const InputValue& given);

/// Each of the texts as it is, blanks and all.
std::vector<std::string> lines_of(const FieldInfo& field, const InputValue& given);

/// A set of whole numbers that a term asks for.
struct Numbers {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

/// A condition on a field: that it says something, or that it has one of these values (words, or numbers).
struct Term {
  std::string_view field;
  std::vector<std::string_view> values{};
  std::optional<Numbers> numbers{};
};

/// Two terms that exclude each other, or of which one needs the other, and why: "hindrance" with "caliber", "fire" without "caliber".
struct Clash {
  enum class Is : std::uint8_t { with, without };
  Term what;  ///< the term at fault
  Is is;
  Term other;
  std::string_view why;  ///< with the rule's number
  std::string_view instead = "leave one out";
  bool only_told = false;         ///< refused before a map fills in what was not given
  std::string_view told_by = {};  ///< if this field is given, a map may say what the other one is
  std::vector<Term> unless = {};  ///< terms with which there is no clash
};

/// A requirement: one of these fields has to be given.
struct Need {
  std::vector<std::string_view> one_of;  ///< the first of them is at fault if none is given
  std::string_view problem;
  std::string_view why;
  std::string_view instead;
  std::optional<Term> when{};     ///< the requirement applies only if this term holds
  std::string_view told_by = {};  ///< if this field names a hex, the hex may say it on its map
  std::string_view at = {};       ///< the field at fault, if it is another one
};

/// Everything that is declared about the inputs of a question.
template <class In>
struct Questionnaire {
  std::string_view name;
  std::string_view title;
  std::vector<std::string_view> examples;
  Fields<In> fields;  ///< in canonical order; it seeds the dice
  std::vector<Clash> clashes{};
  std::vector<Need> needs{};
  std::string_view footer{};
};

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

AnyField flag_at(Place place, std::string_view key, std::string_view help);
AnyField integer_at(Place place, std::string_view key, const Range& range, std::string_view help);
AnyField perhaps_integer_at(Place place, std::string_view key, const Range& range, std::string_view help);
AnyField text_at(Place place, std::string_view key, std::string_view metavar, std::string_view help);

template <class In>
Field<In> flag(std::string_view key, bool In::*member, std::string_view help) {
  return Field<In>(flag_at(place_of(member), key, help));
}

/// A field for a whole number in an int, or in a std::optional<int>.
template <class In>
Field<In> integer(std::string_view key, int In::*member, const Range& range, std::string_view help) {
  return Field<In>(integer_at(place_of(member), key, range, help));
}
template <class In>
Field<In> integer(std::string_view key, std::optional<int> In::*member, const Range& range, std::string_view help) {
  return Field<In>(perhaps_integer_at(place_of(member), key, range, help));
}

/// How the words of an enum are read and written.
struct EnumWords {
  std::vector<int> values{};                      ///< by choice of the field
  void (*set)(void* target, int value);           ///< sets the member
  std::optional<int> (*get)(const void* target);  ///< the value of the member; nothing: none is set
  void (*refuse)(std::string_view what, std::string_view typed, const std::vector<std::string>& known);  ///< throws BadInput
};
AnyField choice_at(Place place, std::string_view key, const std::vector<std::string>& choices, const EnumWords& words,
                   std::string_view help);

/// A field for one of some words, in an enum or a std::optional of it.
template <class In, class Target, class Choices>
Field<In> choice(std::string_view key, Target In::*member, const Choices& choices, std::string_view help) {
  using Value = decltype(choices.begin()->value);
  EnumWords words{.set = [](void* target, int value) { *static_cast<Target*>(target) = static_cast<Value>(value); },
                  .get = [](const void* target) -> std::optional<int> {
                    const Target& set = *static_cast<const Target*>(target);
                    if constexpr (requires { set.has_value(); }) {
                      return set ? std::optional(static_cast<int>(*set)) : std::nullopt;
                    } else {
                      return static_cast<int>(set);
                    }
                  },
                  .refuse = [](std::string_view what, std::string_view typed,
                               const std::vector<std::string>& known) { refuse_word(what, typed, known, Value{}); }};
  for (const auto& one : choices) words.values.push_back(static_cast<int>(one.value));
  return Field<In>(choice_at(place_of(member), key, names(choices), words, help));
}

/// A field for a text, which is kept as it is given.
template <class In>
Field<In> text(std::string_view key, std::string In::*member, std::string_view metavar, std::string_view help) {
  return Field<In>(text_at(place_of(member), key, metavar, help));
}

/// A field of a part of the inputs, as a field of the inputs.
template <class In, class Part>
Field<In> of_part(const AnyField& field, Part In::*part) {
  return Field<In>(within(field, place_of(part)));
}

/// What a field says; nothing if it has its default value, which is that of `fresh` inputs.
std::optional<InputValue> said(const AnyField& field, const void* in, const void* fresh);

/// The inputs in canonical form: equal questions have equal inputs.
Inputs inputs_of(const std::vector<AnyField>& fields, const void* in, const void* fresh);
template <class In>
Inputs inputs_of(const Questionnaire<In>& asks, const In& in) {
  const In fresh{};
  return inputs_of(asks.fields.all(), &in, &fresh);
}

/// Throws BadInput for a number that is out of its range.
void require_in_range(const FieldInfo& field, const std::optional<InputValue>& value);

/// The value of a field, and whether it was given.
struct Given {
  std::optional<InputValue> value{};
  bool says = false;
};
using GivenOf = std::function<Given(std::string_view key)>;

/// Whether a term holds for the value of its field; a number may be typed as a text.
bool holds(const Term& term, const Given& given);
/// Throws BadInput for the first clash.
void require_no_clash(const std::vector<Clash>& clashes, const GivenOf& given);
/// Throws BadInput that names what clashes, and with what.
[[noreturn]] void refuse(const Clash& clash, const Given& what, const Given& other);
/// The first need that is not met; null if all are.
const Need* first_unmet(const std::vector<Need>& needs, const GivenOf& given);
Fault fault_of(const Need& need);
/// Whether this field has to be given because no other one would do.
bool is_required(const std::vector<Need>& needs, std::string_view key);

/// The values of the fields of these inputs.
GivenOf given_of(const std::vector<AnyField>& fields, const void* in, const void* fresh);

/// Throws BadInput for something needed that is not given.
template <class In>
void require_needs(const Questionnaire<In>& asks, const In& in) {
  const In fresh{};
  if (const Need* need = first_unmet(asks.needs, given_of(asks.fields.all(), &in, &fresh))) throw BadInput(fault_of(*need));
}

/// Throws BadInput for what the fields and clashes forbid.
void require_lawful(const std::vector<AnyField>& fields, const std::vector<Clash>& clashes, const void* in, const void* fresh);
template <class In>
void require_lawful(const Questionnaire<In>& asks, const In& in) {
  const In fresh{};
  require_lawful(asks.fields.all(), asks.clashes, &in, &fresh);
}

}  // namespace boxcars::model
