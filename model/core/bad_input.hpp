#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace boxcars::model {

/// What is wrong with what was asked. In its texts {to_hit} is a field, {to_hit 7} one with a value: who shows them says it as it is given
/// there.
struct Fault {
  std::string field{};  ///< the key of what is at fault; empty: none is
  std::string problem;
  std::string why{};
  std::string instead{};
};

/// How a field is given, with its value, if there is one: "--to-hit 7".
using Spelling = std::string (*)(std::string_view field, std::string_view value);

/// As an option: --to-hit 7.
std::string as_option(std::string_view field, std::string_view value);
/// As a key of a TOML file: to_hit = 7.
std::string as_key(std::string_view field, std::string_view value);
/// As a member of a JSON object: "to_hit": 7.
std::string as_member(std::string_view field, std::string_view value);

/// A text with its fields as they are given.
std::string spelled(std::string_view text, Spelling spelling);
/// One line: problem (why); what to ask instead.
std::string in_words(const Fault& fault, Spelling spelling);

/// A fault as it is written in one line, "problem (why); what to ask instead", at a field.
Fault fault_of(std::string line, std::string field = {});

/// What a user asked cannot be answered; what() tells it with options.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(Fault fault) : std::runtime_error(in_words(fault, as_option)), fault_(std::move(fault)) {}
  BadInput(std::string field, std::string problem, std::string why, std::string instead)
      : BadInput(Fault{std::move(field), std::move(problem), std::move(why), std::move(instead)}) {}
  explicit BadInput(std::string line) : BadInput(fault_of(std::move(line))) {}

  const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

/// The same, of an input made of tables: its field is the whole path of what is wrong, "shot.MGs.target", for who knows in which line that
/// stands.
struct BadInputAt : BadInput {
  using BadInput::BadInput;
  BadInputAt(std::string path, std::string line) : BadInput(fault_of(std::move(line), std::move(path))) {}
};

/// The bytes of a control character that a text begins with, line ends among them: 0 if it begins with none, 2 for one of U+0080 to U+009F.
inline std::size_t control_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0xffU; };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  return byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0 ? 2 : 0;
}

/// Text without what a terminal would act on: control characters become '?'.
inline std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t control = control_at(text);
    result += control > 0 ? '?' : text.front();
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return result;
}

/// A typed word as an error shows it: in quotes, printable, and not longer than people read.
inline std::string shown(std::string_view typed) {
  constexpr std::size_t longest = 40;
  if (typed.size() <= longest) return "'" + printable(typed) + "'";
  std::size_t end = longest;  // not within a letter beyond ASCII
  while (end > longest - 3 && (static_cast<unsigned char>(typed[end]) & 0xc0U) == 0x80) --end;
  return "'" + printable(typed.substr(0, end)) + "...'";
}

/// Throws BadInput unless low <= value <= high.
inline void require_range(const std::string& field, int value, int low, int high, const std::string& why) {
  if (low <= value && value <= high) return;
  throw BadInput(field, "{" + field + "} " + std::to_string(value) + " is out of range", why,
                 "give " + std::to_string(low) + " to " + std::to_string(high));
}

/// Calls read(); what it refuses is at the field, if it names none.
template <class Read>
auto at_field(const std::string& field, Read read) {
  try {
    return read();
  } catch (const BadInput& bad) {
    if (!bad.fault().field.empty()) throw;
    Fault fault = bad.fault();
    fault.field = field;
    throw BadInput(std::move(fault));
  }
}

}  // namespace boxcars::model
