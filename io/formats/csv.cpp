#include "io/formats/formats.hpp"

namespace boxcars::io {
namespace {

// Whether spreadsheets take it for a formula, which may read other files: names begin as whoever gave them likes.
bool is_formula(const std::string& text) {
  if (text.starts_with('=') || text.starts_with('@')) return true;
  return (text.starts_with('+') || text.starts_with('-')) && text.find_first_not_of("0123456789+-.,eE% ") != std::string::npos;
}

// In quotes if it needs them; of what is a formula the letters.
std::string field(const std::string& text) {
  std::string letters = (is_formula(text) ? "'" : "") + text;
  if (letters.find_first_of(",\"\n\r") == std::string::npos) return letters;
  std::string quoted = "\"";
  for (const char c : letters) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string line(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& one : fields) text += (&one == &fields.front() ? "" : ",") + field(one);
  return text + "\n";
}

}  // namespace

std::string to_csv(const Records& records) {
  std::string text = line(records.head);
  for (const auto& row : records.rows) text += line(row);
  return text;
}

}  // namespace boxcars::io
