#include "model/core/bad_input.hpp"

#include <algorithm>
#include <cassert>

namespace boxcars::model {
namespace {

std::string quoted_unless_number(std::string_view value) {
  const bool is_number =
      value.find_first_not_of("+-.0123456789") == std::string_view::npos && value.find_first_of("-+", 1) == std::string_view::npos;
  if (is_number) return std::string(value.substr(value.starts_with('+') ? 1 : 0));
  if (value == "true" || value == "false") return std::string(value);
  return "\"" + std::string(value) + "\"";
}

bool is_of_key(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

std::string as_option(std::string_view field, std::string_view value) {
  std::string text = "--" + std::string(field);
  std::replace(text.begin(), text.end(), '_', '-');
  return value.empty() || value == "true" ? text : text + " " + std::string(value);
}

std::string as_key(std::string_view field, std::string_view value) {
  return std::string(field) + (value.empty() ? "" : " = " + quoted_unless_number(value));
}

std::string as_member(std::string_view field, std::string_view value) {
  return value.empty() ? std::string(field) : "\"" + std::string(field) + "\": " + quoted_unless_number(value);
}

std::string spelled(std::string_view text, Spelling spelling) {
  std::string result;
  while (!text.empty()) {
    const auto begin = text.find('{');
    result += text.substr(0, begin);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const auto end = text.find('}');
    const std::string_view inner = end == std::string_view::npos ? "" : text.substr(1, end - 1);
    const std::string_view key = inner.substr(0, inner.find(' '));
    if (key.empty() || !std::all_of(key.begin(), key.end(), is_of_key)) {  // what a user typed
      result += '{';
      text.remove_prefix(1);
      continue;
    }
    result += spelling(key, inner.size() > key.size() ? inner.substr(key.size() + 1) : "");
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string place_of(const Fault& fault) {
  if (fault.file.empty()) return "";
  const std::string column = fault.column > 0 ? ", column " + std::to_string(fault.column) : "";
  return printable(fault.file) + ", line " + std::to_string(fault.line) + column + ": ";
}

std::string in_words(const Fault& fault, Spelling spelling) {
  std::string text = fault.problem;
  if (!fault.why.empty()) text += " (" + fault.why + ")";
  if (!fault.instead.empty()) text += "; " + fault.instead;
  return place_of(fault) + spelled(text, spelling);
}

Fault fault_of(std::string line, std::string field) {
  Fault fault{.field = std::move(field), .problem = line};
  const auto end = line.rfind(')');
  const bool has_why = end != std::string::npos && (end + 1 == line.size() || line.compare(end, 3, "); ") == 0);
  std::size_t open = end;
  for (int depth = 0; has_why && open-- > 0;) {
    if (line[open] == ')') ++depth;
    if (line[open] == '(' && depth-- == 0) break;
  }
  if (has_why && open != std::string::npos && open > 1 && line[open - 1] == ' ') {
    fault.problem = line.substr(0, open - 1);
    fault.why = line.substr(open + 1, end - open - 1);
    if (end + 1 < line.size()) fault.instead = line.substr(end + 3);
  } else if (const auto semicolon = line.rfind("; "); !has_why && semicolon != std::string::npos) {
    fault.problem = line.substr(0, semicolon);
    fault.instead = line.substr(semicolon + 2);
  }
  assert(in_words(fault, as_option) == in_words({.problem = line}, as_option));
  return fault;
}

}  // namespace boxcars::model
