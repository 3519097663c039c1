#include "model/core/bad_input.hpp"

#include <algorithm>

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

std::string in_words(const Fault& fault, Spelling spelling) {
  std::string text = fault.problem;
  if (!fault.why.empty()) text += " (" + fault.why + ")";
  if (!fault.instead.empty()) text += "; " + fault.instead;
  return spelled(text, spelling);
}

}  // namespace boxcars::model
