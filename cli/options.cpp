#include "cli/options.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;
using model::Choice;

constexpr std::array<Choice<sim::Method>, 3> method_choices{
    {{"both", sim::Method::both}, {"simulate", sim::Method::simulate}, {"exact", sim::Method::exact}}};
constexpr std::array<Choice<Format>, 4> format_choices{
    {{"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}, {"markdown", Format::markdown}}};

constexpr const char* what_is_printed = "What is printed";

constexpr int most_threads = 256;
constexpr int most_shown = 1000;
constexpr double most_trials = 1e15;
constexpr double finest_precision = 1e-6;

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& why, const std::string& instead) {
  throw BadInput(std::string(option) + " " + model::shown(text) + " cannot be used (" + why + "); give " + instead);
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  const std::string typed = model::with_hyphens(text);
  return model::whole_number<Number>(std::string_view(typed).substr(typed.starts_with('+') ? 1 : 0));
}

int parse_in(std::string_view option, const std::string& text, int low, int high, int example) {
  const auto value = whole<int>(text);
  if (!value || *value < low || *value > high) {
    refuse(option, text, "it is no number from " + std::to_string(low) + " to " + std::to_string(high),
           "it like " + std::string(option) + " " + std::to_string(example));
  }
  return *value;
}

double parse_precision(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= finest_precision && value < 0.5)) {
    refuse("--precision", text, "it is no probability from 0.000001 to below 0.5", "it like 0.001, a tenth of a percent point");
  }
  return value;
}

void require_words(const std::string& option, const std::string& text) {
  if (text.find_first_not_of(" \t\n") != std::string::npos) return;
  throw BadInput(option + " has an empty value (it says nothing); give one, or leave it out");
}

}  // namespace

int parse_int(std::string_view option, std::string_view text, int example) {
  const auto value = whole<int>(text);
  if (!value) refuse(option, text, "it is no whole number, or too large", "it like " + std::string(option) + " " + std::to_string(example));
  return *value;
}

std::uint64_t parse_trials(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  double unit = 1;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'k':
      case 'K':
        unit = 1e3;
        break;
      case 'm':
      case 'M':
        unit = 1e6;
        break;
      case 'g':
      case 'G':
        unit = 1e9;
        break;
      default:
        break;
    }
    if (unit > 1) digits.pop_back();
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  value *= unit;
  if (std::abs(value - std::round(value)) <= 1e-9 * value) value = std::round(value);  // 1.005k
  const bool read = error == std::errc{} && end == digits.data() + digits.size() && text.front() != '_' && text.back() != '_';
  if (!read || value != std::floor(value) || !(value >= 1 && value <= most_trials)) {
    refuse("--trials", text, "it is no whole number from 1 to 1e15", "it like 250k, 10M, 1e6 or 1_000_000");
  }
  return static_cast<std::uint64_t>(std::llround(value));
}

Added add_text(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help) {
  const auto read = [&target, names](const std::string& text) {
    require_words(names, text);
    target = text;
  };
  return app.add_one(names, type, read, help);
}

Added add_word(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help) {
  const auto read = [&target, names](const std::string& text) {
    require_words(names, text);
    target = model::as_printed(text);
  };
  return app.add_one(names, type, read, help);
}

Added add_repeated(const Form& app, const std::string& name, const std::string& type, std::vector<std::string>& target,
                   const std::string& help) {
  return app.add_each(
      name, type, [&target](const std::string& text) { target.push_back(text); }, help);
}

Added add_words(const Form& app, const std::string& names, const std::string& type, std::vector<std::string>& target,
                const std::string& help) {
  const auto split = [&target, names](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      require_words(names, value);
      std::istringstream words(value);
      for (std::string word; words >> word;) target.push_back(model::as_printed(word));
    }
  };
  return app.add_all(names, type, split, help);
}

void add_output_options(const Form& app, Format& format, std::optional<std::string>& output, const std::string& help) {
  add_choice(app, "--format", format, format_choices, help).group(what_is_printed);
  app.add_one(
         "--output", "FILE", [&output](const auto& text) { output = text; }, "a file instead of standard output")
      .group(what_is_printed);
}

Added add_threads(const Form& app, std::optional<int>& threads) {
  return app.add_one(
      "--threads", "N", [&threads](const auto& text) { threads = parse_in("--threads", text, 1, most_threads, 4); },
      "default: all; the answer is the same");
}

void add_answering_options(const Form& app, CommonOptions& o) {
  const std::string how = "How it is answered";
  app.add_one(
         "--trials", "N", [&o](const auto& text) { o.trials = parse_trials(text); }, "simulated trials: 250k, 10M; default 1M")
      .group(how);
  app.add_one(
         "--precision", "P", [&o](const auto& text) { o.precision = parse_precision(text); }, "instead: until all 95% intervals are +-P")
      .group(how);
  app.add_one(
         "--seed", "N",
         [&o](const auto& text) {
           const auto seed = whole<std::uint64_t>(text);
           if (!seed) refuse("--seed", text, "it is no whole number from 0 to 18446744073709551615", "it like --seed 1");
           o.seed = *seed;
         },
         "same seed, same dice; default 1")
      .group(how);
  add_threads(app, o.threads).group(how);
  add_choice(app, "--method", o.method, method_choices, "both, simulate or exact; default both").group(how);
}

void add_common_options(const Form& app, CommonOptions& o) {
  add_answering_options(app, o);
  add_output_options(app, o.format, o.output);
  app.add_flag("--explain", o.explain, "every modifier with its rule").group(what_is_printed);
  app.add_one(
         "--show", "N", [&o](const auto& text) { o.show = parse_in("--show", text, 0, most_shown, 3); },
         "N single trials, told throw by throw")
      .group(what_is_printed);
}

}  // namespace boxcars::cli
