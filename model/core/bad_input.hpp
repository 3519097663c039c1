#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace boxcars::model {

/// What is wrong with what was asked. In its texts {to_hit} stands for a field, and {to_hit 7} for a field with a value; whoever shows the
/// fault spells them as they are given there.
struct Fault {
  std::string field{};  ///< the key of the field at fault; empty if it is no field's fault
  std::string problem;
  std::string why{};
  std::string instead{};
  std::string file{};        ///< in which it stands; empty: in none
  std::uint32_t line = 0;    ///< of the file, from 1
  std::uint32_t column = 0;  ///< of the line, from 1; 0: the whole line
};

/// "chateau.toml, line 3, column 9: ", or nothing if the fault stands in no file.
std::string place_of(const Fault& fault);

/// Spells how a field is given, with its value if there is one: "--to-hit 7".
using Spelling = std::string (*)(std::string_view field, std::string_view value);

/// Spells a field as an option: --to-hit 7.
std::string as_option(std::string_view field, std::string_view value);
/// Spells a field as a key of a TOML file: to_hit = 7.
std::string as_key(std::string_view field, std::string_view value);
/// Spells a field as a member of a JSON object: "to_hit": 7.
std::string as_member(std::string_view field, std::string_view value);

/// The text with its fields spelled.
std::string spelled(std::string_view text, Spelling spelling);
/// The fault in one line: place: problem (why); what to ask instead.
std::string in_words(const Fault& fault, Spelling spelling);

/// Reads a fault from one line, "problem (why); what to ask instead", at a field.
Fault fault_of(std::string line, std::string field = {});

/// Thrown if what a user asked cannot be answered; what() tells it with options.
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

/// The same for an input made of tables: the field is the whole path of what is at fault, "shot.MGs.target", for readers that know its
/// line.
struct BadInputAt : BadInput {
  using BadInput::BadInput;
  BadInputAt(std::string path, std::string line) : BadInput(fault_of(std::move(line), std::move(path))) {}
};

/// The number of bytes of the control character that a text begins with, line ends and changes of the writing direction among them; 0 if it
/// begins with none.
inline std::size_t control_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0xffU; };
  const auto within = [](unsigned value, unsigned low, unsigned high) { return low <= value && value <= high; };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && within(byte(1), 0x80, 0x9f)) return 2;  // U+0080 to U+009F
  if (byte(0) == 0xd8 && byte(1) == 0x9c) return 2;              // U+061C
  if (byte(0) != 0xe2) return 0;
  if (byte(1) == 0x80 && (within(byte(2), 0x8e, 0x8f) || within(byte(2), 0xa8, 0xae))) return 3;  // U+200E, U+200F, U+2028 to U+202E
  return byte(1) == 0x81 && within(byte(2), 0xa6, 0xa9) ? 3 : 0;                                  // U+2066 to U+2069
}

/// The text without what a terminal would act on: control characters become '?'.
inline std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t control = control_at(text);
    result += control > 0 ? '?' : text.front();
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return result;
}

/// A typed word as an error shows it: in quotes, printable, and no longer than people read.
inline std::string shown(std::string_view typed) {
  constexpr std::size_t longest = 40;
  if (typed.size() <= longest) return "'" + printable(typed) + "'";
  std::size_t end = longest;  // moved back so as not to split a letter beyond ASCII
  while (end > longest - 3 && (static_cast<unsigned char>(typed[end]) & 0xc0U) == 0x80) --end;
  return "'" + printable(typed.substr(0, end)) + "...'";
}

/// Throws BadInput unless low <= value <= high.
inline void require_range(const std::string& field, int value, int low, int high, const std::string& why) {
  if (low <= value && value <= high) return;
  throw BadInput(field, "{" + field + "} " + std::to_string(value) + " is out of range", why,
                 "give " + std::to_string(low) + " to " + std::to_string(high));
}

/// Calls read(); a fault that names no field is at this one.
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
