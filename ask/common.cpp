#include "ask/common.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "sim/resources/runner.hpp"

namespace boxcars::ask {
namespace {

using model::BadInput;
using model::FieldInfo;
using model::FieldKind;
using model::InputValue;

constexpr int most_threads = 256;
constexpr int most_shown = 1000;

[[noreturn]] void refuse(std::string_view field, const std::string& typed, const std::string& why, const std::string& instead) {
  throw BadInput(std::string(field), "{" + std::string(field) + "} " + model::shown(typed) + " cannot be used", why, "give " + instead);
}

std::string typed_of(const FieldInfo& field, const InputValue& given) {
  if (const double* number = std::get_if<double>(&given)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&given)) return *text;
  const bool* flag = std::get_if<bool>(&given);
  throw BadInput(std::string(field.key), fmt::format("{{{}}} {} cannot be used", field.key, flag ? fmt::format("{}", *flag) : "of a list"),
                 "it is a number", "give one");
}

// 250000, 250k, 10M, 2G, 1e6, 1_000_000.
std::uint64_t trials_of(const FieldInfo& field, const InputValue& given) {
  const std::string typed = typed_of(field, given);
  std::string digits = typed;
  std::erase(digits, '_');
  double unit = 1;
  if (!digits.empty()) {
    for (const auto& [letters, times] : {std::pair("kK", 1e3), {"mM", 1e6}, {"gG", 1e9}})
      if (std::string_view(letters).find(digits.back()) != std::string_view::npos) unit = times;
    if (unit > 1) digits.pop_back();
  }
  const auto number = model::real_number(digits);
  double value = unit * number.value_or(0);
  if (std::abs(value - std::round(value)) <= 1e-9 * value) value = std::round(value);  // 1.005k
  const bool read = number && typed.front() != '_' && typed.back() != '_';
  if (!read || value != std::floor(value) || !(value >= *field.least && value <= *field.most))
    refuse(field.key, typed, "it is no whole number from 1 to 1e15", "it like 250k, 10M, 1e6 or 1_000_000");
  return static_cast<std::uint64_t>(std::llround(value));
}

double precision_of(const FieldInfo& field, const InputValue& given) {
  const std::string typed = typed_of(field, given);
  const double value = model::real_number(typed).value_or(0);
  if (!(value >= *field.least && value < 0.5))
    refuse(field.key, typed, "it is no probability from 0.000001 to below 0.5", "it like 0.001, a tenth of a percent point");
  return value;
}

std::uint64_t seed_of(const FieldInfo& field, const InputValue& given) {
  const std::string typed = typed_of(field, given);
  const std::string digits = model::with_hyphens(typed);
  const auto seed = model::whole_number<std::uint64_t>(std::string_view(digits).substr(digits.starts_with('+') ? 1 : 0));
  if (!seed) refuse(field.key, typed, "it is no whole number from 0 to 18446744073709551615", "it like {seed 1}");
  return *seed;
}

int within(const FieldInfo& field, const InputValue& given) {
  const std::string typed = typed_of(field, given);
  const std::string digits = model::with_hyphens(typed);
  const auto value = model::whole_number(std::string_view(digits).substr(digits.starts_with('+') ? 1 : 0));
  if (!value || *value < field.range.low || *value > field.range.high)
    refuse(field.key, typed, fmt::format("it is no number from {} to {}", field.range.low, field.range.high),
           fmt::format("it like {{{} {}}}", field.key, field.example));
  return *value;
}

template <class Value>
model::Field<Common> field(FieldInfo info, Value Common::*member, Value (*read)(const FieldInfo&, const InputValue&)) {
  return {info, [member, read](Common& in, const InputValue& given, const FieldInfo& self) { in.*member = read(self, given); },
          [member](const Common& in) { return std::optional<InputValue>(static_cast<double>(in.*member)); }};
}
template <class Value>
model::Field<Common> field(FieldInfo info, std::optional<Value> Common::*member, Value (*read)(const FieldInfo&, const InputValue&)) {
  return {info, [member, read](Common& in, const InputValue& given, const FieldInfo& self) { in.*member = read(self, given); },
          [member](const Common& in) { return in.*member ? std::optional<InputValue>(static_cast<double>(*(in.*member))) : std::nullopt; }};
}

}  // namespace

const model::Questionnaire<Common>& common_questionnaire() {
  using C = Common;
  const std::string_view how = how_it_is_answered, printed = "What is printed";
  static const model::Questionnaire<C> asks{
      .name = "common",
      .title = "How any question is answered",
      .examples = {},
      .fields = {field({.key = "trials",
                        .kind = FieldKind::count,
                        .help = "simulated trials: 250k, 10M; default 1M",
                        .metavar = "N",
                        .least = 1.0,
                        .most = most_trials,
                        .standard = 1e6},
                       &C::trials, trials_of)
                     .in(how),
                 field({.key = "precision",
                        .kind = FieldKind::number,
                        .help = "or: until every 95% interval is within +-P",
                        .metavar = "P",
                        .least = finest_precision},
                       &C::precision, precision_of)
                     .in(how),
                 field({.key = "seed", .kind = FieldKind::count, .help = "same seed, same dice; default 1", .metavar = "N", .least = 0.0},
                       &C::seed, seed_of)
                     .in(how),
                 field({.key = "threads",
                        .kind = FieldKind::integer,
                        .help = "default: all cores; they do not change the answer",
                        .metavar = "N",
                        .range = {1, most_threads, "threads"},
                        .example = "4"},
                       &C::threads, within)
                     .in(how),
                 model::choice("method", &C::method, method_choices, "both, simulate or exact; default both").in(how),
                 model::flag("explain", &C::explain, "every modifier with its rule").in(printed),
                 field({.key = "show",
                        .kind = FieldKind::integer,
                        .help = "N single trials, roll by roll",
                        .metavar = "N",
                        .range = {0, most_shown, "trials that are told"},
                        .example = "3"},
                       &C::show, within)
                     .in(printed)},
      .clashes = {{{"trials"}, model::Clash::Is::with, {"precision"}, "either says when to stop"}}};
  return asks;
}

std::string_view name_of(sim::Method method) { return model::name_of(method, method_choices); }

sim::Settings settings_of(const Common& common, const Machine& machine) {
  model::require_lawful(common_questionnaire(), common);
  sim::Settings settings;
  settings.method = common.method;
  settings.seed = common.seed;
  settings.threads = common.threads.value_or(sim::hardware_threads());
  settings.instruction_set = machine.instruction_set;
  settings.budget = machine.budget;
  if (common.precision) settings.stop_rule = sim::AtPrecision{*common.precision};
  if (common.trials) settings.stop_rule = sim::AfterTrials{*common.trials};
  return settings;
}

}  // namespace boxcars::ask
