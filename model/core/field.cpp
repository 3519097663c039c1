#include "model/core/field.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <sstream>
#include <variant>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

std::string in_braces(const FieldInfo& field, std::string_view value = "") {
  return "{" + std::string(field.key) + (value.empty() ? "" : " ") + std::string(value) + "}";
}

[[noreturn]] void refuse(const FieldInfo& field, const std::string& typed, const std::string& why) {
  throw BadInput(std::string(field.key), in_braces(field) + " " + shown(typed) + " cannot be used", why,
                 "give it like " + in_braces(field, field.example));
}

[[noreturn]] void refuse_kind(const FieldInfo& field, const std::string& why, const std::string& instead) {
  throw BadInput(std::string(field.key), in_braces(field) + " cannot be used", why, instead);
}

// A number as people write it: 75, not 75.000000.
std::string in_digits(double number) {
  if (number == std::floor(number) && std::abs(number) < 1e15) return std::to_string(static_cast<long long>(number));
  std::string digits;
  for (const int precision : {6, 15, 17}) {  // the shortest that gives the same number
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(precision);
    text << number;
    digits = text.str();
    if (real_number(digits) == number) break;
  }
  return digits;
}

bool is_list(const InputValue& given) {
  return std::holds_alternative<std::vector<double>>(given) || std::holds_alternative<std::vector<std::string>>(given);
}

bool is_one_of(const std::optional<InputValue>& value, const std::vector<std::string_view>& words) {
  const auto* text = value ? std::get_if<std::string>(&*value) : nullptr;
  return text && std::any_of(words.begin(), words.end(), [&](std::string_view word) { return same_word(word, *text); });
}

std::optional<double> number_in(const std::optional<InputValue>& value) {
  if (!value) return std::nullopt;
  if (const auto* number = std::get_if<double>(&*value)) return *number;
  const auto* text = std::get_if<std::string>(&*value);
  const auto number = text ? whole_number(std::string_view(*text).substr(text->starts_with('+') ? 1 : 0)) : std::nullopt;
  return number ? std::optional<double>(*number) : std::nullopt;
}

// A term as a fault shows it: {fire}, or {fire area} and {levels 0} if the clash is with that value.
std::string in_braces(const Term& term, const Given& given) {
  const auto* text = !term.values.empty() && given.value ? std::get_if<std::string>(&*given.value) : nullptr;
  const auto number = term.numbers ? number_in(given.value) : std::nullopt;
  return "{" + std::string(term.field) + (text ? " " + *text : number ? " " + in_digits(*number) : "") + "}";
}

// A value with which the term would hold.
std::string wanted(const Term& term) {
  if (!term.values.empty()) return " " + std::string(term.values.front());
  return term.numbers ? " " + std::to_string(term.numbers->low) : "";
}

}  // namespace

std::string_view name_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::flag:
      return "flag";
    case FieldKind::integer:
      return "integer";
    case FieldKind::number:
      return "number";
    case FieldKind::count:
      return "count";
    case FieldKind::choice:
      return "choice";
    case FieldKind::text:
      return "text";
    case FieldKind::unit:
      return "unit";
    case FieldKind::location_unit:
      return "location_unit";
    case FieldKind::hex:
      return "hex";
    case FieldKind::file:
      return "file";
  }
  return {};
}

bool flag_of(const FieldInfo& field, const InputValue& given) {
  const bool* set = std::get_if<bool>(&given);
  if (!set) refuse_kind(field, "it is true or false", "give " + in_braces(field, "true") + ", or leave it out");
  return *set;
}

std::optional<int> integer_in(const FieldInfo& field, std::string_view text) {
  std::string typed = in_small_letters(with_hyphens(text));
  if (field.metavar == "MM" && typed.ends_with("mm")) typed.resize(typed.size() - 2);
  return whole_number(std::string_view(typed).substr(typed.starts_with('+') ? 1 : 0));
}

int integer_of(const FieldInfo& field, const InputValue& given) {
  constexpr const char* why = "it is no whole number, or too large";
  if (const double* number = std::get_if<double>(&given)) {
    if (*number != std::floor(*number) || std::abs(*number) > std::numeric_limits<int>::max()) refuse(field, in_digits(*number), why);
    return static_cast<int>(*number);
  }
  const auto* text = std::get_if<std::string>(&given);
  if (!text)
    refuse_kind(field, is_list(given) ? "it has one value, not several" : "it is a number",
                "give it like " + in_braces(field, field.example));
  const auto number = integer_in(field, *text);
  if (!number) refuse(field, *text, why);
  return *number;
}

std::string text_of(const FieldInfo& field, const InputValue& given) {
  if (const double* number = std::get_if<double>(&given)) return in_digits(*number);
  const auto* text = std::get_if<std::string>(&given);
  if (!text) refuse_kind(field, is_list(given) ? "it has one value, not several" : "it is a text", "give one");
  if (text->find_first_not_of(" \t\n") == std::string::npos)
    throw BadInput(std::string(field.key), in_braces(field) + " has an empty value", "it says nothing", "give one, or leave it out");
  return *text;
}

std::vector<std::string> words_of(const FieldInfo& field, const InputValue& given) {
  std::vector<std::string> words;
  const auto add = [&](const InputValue& value) {
    for (std::string& word : words_in(text_of(field, value))) words.push_back(std::move(word));
  };
  if (const auto* texts = std::get_if<std::vector<std::string>>(&given)) {
    for (const std::string& text : *texts) add(text);
  } else if (const auto* numbers = std::get_if<std::vector<double>>(&given)) {
    for (const double number : *numbers) add(number);
  } else {
    add(given);
  }
  return words;
}

std::vector<std::string> lines_of(const FieldInfo& field, const InputValue& given) {
  std::vector<std::string> lines;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&given)) {
    for (const std::string& text : *texts) lines.push_back(text_of(field, text));
  } else {
    lines.push_back(text_of(field, given));
  }
  return lines;
}

void require_in_range(const FieldInfo& field, const std::optional<InputValue>& value) {
  const double* number = value ? std::get_if<double>(&*value) : nullptr;
  if (!number || !field.range.is_bounded() || (field.range.low <= *number && *number <= field.range.high)) return;
  throw BadInput(std::string(field.key), in_braces(field) + " " + in_digits(*number) + " is out of range", std::string(field.range.why),
                 "give " + std::to_string(field.range.low) + " to " + std::to_string(field.range.high));
}

bool holds(const Term& term, const Given& given) {
  if (!term.values.empty()) return is_one_of(given.value, term.values);
  if (!term.numbers) return given.says;
  const auto number = number_in(given.value);
  return number && term.numbers->low <= *number && *number <= term.numbers->high;
}

void require_no_clash(const std::vector<Clash>& clashes, const GivenOf& given) {
  for (const Clash& clash : clashes) {
    if (clash.only_told) continue;
    const Given what = given(clash.what.field), other = given(clash.other.field);
    const bool clashes_now = holds(clash.what, what) && holds(clash.other, other) == (clash.is == Clash::Is::with);
    const auto excuses = [&](const Term& term) { return holds(term, given(term.field)); };
    if (clashes_now && std::none_of(clash.unless.begin(), clash.unless.end(), excuses)) refuse(clash, what, other);
  }
}

void refuse(const Clash& clash, const Given& what, const Given& other) {
  const std::string beside = clash.is == Clash::Is::without ? " without {" + std::string(clash.other.field) + wanted(clash.other) + "}"
                                                            : " with " + in_braces(clash.other, other);
  throw BadInput(std::string(clash.what.field), in_braces(clash.what, what) + beside, std::string(clash.why), std::string(clash.instead));
}

const Need* first_unmet(const std::vector<Need>& needs, const GivenOf& given) {
  for (const Need& need : needs) {
    if (need.when && !holds(*need.when, given(need.when->field))) continue;
    const auto says = [&](std::string_view key) { return given(key).says; };
    const bool is_met = std::any_of(need.one_of.begin(), need.one_of.end(), says) || (!need.told_by.empty() && says(need.told_by));
    if (!is_met) return &need;
  }
  return nullptr;
}

bool is_required(const std::vector<Need>& needs, std::string_view key) {
  return std::any_of(needs.begin(), needs.end(), [&](const Need& need) {
    return !need.when && need.told_by.empty() && need.one_of.size() == 1 && need.one_of.front() == key;
  });
}

Fault fault_of(const Need& need) {
  return {std::string(need.at.empty() ? need.one_of.front() : need.at), std::string(need.problem), std::string(need.why),
          std::string(need.instead)};
}

AnyField::AnyField(FieldInfo info_, Read read_, Tell tell) : info(std::move(info_)), read(std::move(read_)), value(std::move(tell)) {}
AnyField::AnyField(const AnyField&) = default;
AnyField::AnyField(AnyField&&) noexcept = default;
AnyField& AnyField::operator=(const AnyField&) = default;
AnyField& AnyField::operator=(AnyField&&) noexcept = default;
AnyField::~AnyField() = default;

AnyField within(const AnyField& field, Place place) {
  const auto part = [place](const void* in) { return static_cast<const std::byte*>(in) + place; };
  AnyField whole(
      field.info,
      [read = field.read, place](void* in, const InputValue& given, const FieldInfo& self) {
        read(static_cast<std::byte*>(in) + place, given, self);
      },
      [value = field.value, part](const void* in) { return value(part(in)); });
  if (field.said) whole.said = [said = field.said, part](const void* in) { return said(part(in)); };
  if (field.meant) whole.meant = [meant = field.meant, part](const void* in) { return meant(part(in)); };
  return whole;
}

const AnyField* find_field(const std::vector<AnyField>& fields, std::string_view key) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const AnyField& field) { return field.info.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

AnyField flag_at(Place place, std::string_view key, std::string_view help) {
  return field_at<bool>(
      place, {.key = key, .kind = FieldKind::flag, .help = help},
      [](bool& is, const InputValue& given, const FieldInfo& self) { is = flag_of(self, given); },
      [](const bool& is) { return std::optional<InputValue>(is); });
}

namespace {

FieldInfo of_integer(std::string_view key, const Range& range, std::string_view help) {
  return {.key = key, .kind = FieldKind::integer, .help = help, .metavar = "N", .range = range};
}

}  // namespace

AnyField integer_at(Place place, std::string_view key, const Range& range, std::string_view help) {
  return field_at<int>(
      place, of_integer(key, range, help),
      [](int& number, const InputValue& given, const FieldInfo& self) { number = integer_of(self, given); },
      [](const int& number) { return as_value(number); });
}

AnyField perhaps_integer_at(Place place, std::string_view key, const Range& range, std::string_view help) {
  return field_at<std::optional<int>>(
      place, of_integer(key, range, help),
      [](std::optional<int>& number, const InputValue& given, const FieldInfo& self) { number = integer_of(self, given); },
      [](const std::optional<int>& number) { return as_value(number); });
}

AnyField text_at(Place place, std::string_view key, std::string_view metavar, std::string_view help) {
  return field_at<std::string>(
      place, {.key = key, .help = help, .metavar = metavar},
      [](std::string& text, const InputValue& given, const FieldInfo& self) { text = text_of(self, given); },
      [](const std::string& text) { return as_value(text); });
}

AnyField choice_at(Place place, std::string_view key, const std::vector<std::string>& choices, const EnumWords& words,
                   std::string_view help) {
  AnyField field({.key = key, .kind = FieldKind::choice, .help = help, .metavar = "WORD", .choices = choices}, {}, {});
  field.read = [place, words, choices](void* in, const InputValue& given, const FieldInfo& self) {
    const std::string typed = text_of(self, given);
    const auto known = std::find_if(choices.begin(), choices.end(), [&](const std::string& word) { return same_word(word, typed); });
    if (known == choices.end()) words.refuse(in_braces(self), typed, choices);
    words.set(static_cast<std::byte*>(in) + place, words.values[static_cast<std::size_t>(known - choices.begin())]);
  };
  field.value = [place, words, choices](const void* in) -> std::optional<InputValue> {
    const auto set = words.get(static_cast<const std::byte*>(in) + place);
    if (!set) return std::nullopt;
    const auto known = std::find(words.values.begin(), words.values.end(), *set);
    return known == words.values.end() ? std::string() : choices[static_cast<std::size_t>(known - words.values.begin())];
  };
  return field;
}

std::optional<InputValue> said(const AnyField& field, const void* in, const void* fresh) {
  if (field.said) return field.said(in);
  auto value = field.value(in);
  return value == field.value(fresh) || value == field.info.standard ? std::nullopt : value;
}

Inputs inputs_of(const std::vector<AnyField>& fields, const void* in, const void* fresh) {
  Inputs inputs;
  for (const AnyField& field : fields) {
    if (auto value = said(field, in, fresh))
      inputs.push_back({std::string(field.info.key), std::move(*value), field.meant ? field.meant(in) : ""});
  }
  return inputs;
}

GivenOf given_of(const std::vector<AnyField>& fields, const void* in, const void* fresh) {
  return [&fields, in, fresh](std::string_view key) {
    const AnyField* found = find_field(fields, key);
    assert(found);
    auto value = found->value(in);
    const bool says = value.has_value() && value != found->value(fresh) && value != found->info.standard;
    if (!value) value = found->info.standard;
    return Given{std::move(value), says};
  };
}

void require_lawful(const std::vector<AnyField>& fields, const std::vector<Clash>& clashes, const void* in, const void* fresh) {
  for (const AnyField& field : fields) require_in_range(field.info, field.value(in));
  require_no_clash(clashes, given_of(fields, in, fresh));
}

}  // namespace boxcars::model
