#include "io/formats/formats.hpp"

namespace boxcars::io {
namespace {

// In quotes if it needs them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
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
