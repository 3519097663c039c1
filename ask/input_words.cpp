#include "ask/input_words.hpp"

#include <fmt/format.h>

namespace boxcars::ask {
namespace {

struct ToWords {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  template <class Value>
  std::string operator()(const std::vector<Value>& values) const {
    std::string text;
    for (const auto& value : values) text += (text.empty() ? "" : " ") + (*this)(value);
    return text;
  }
};

}  // namespace

std::string in_words(const model::InputValue& value) { return std::visit(ToWords{}, value); }

}  // namespace boxcars::ask
