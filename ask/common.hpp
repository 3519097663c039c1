#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/core/choices.hpp"
#include "model/core/field.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::ask {

/// The methods by their names.
inline constexpr std::array<model::Choice<sim::Method>, 3> method_choices{
    {{"both", sim::Method::both}, {"simulate", sim::Method::simulate}, {"exact", sim::Method::exact}}};

inline constexpr double most_trials = 1e15;
inline constexpr double finest_precision = 1e-6;

/// How a question is to be answered, whatever it is.
struct Common {
  std::optional<std::uint64_t> trials{};
  std::optional<double> precision{};
  std::uint64_t seed = 1;
  std::optional<int> threads{};
  sim::Method method = sim::Method::both;
  int show = 0;          ///< single trials that are told
  bool explain = false;  ///< with every modifier in text, and with what text says first in JSON
};
const model::Questionnaire<Common>& common_questionnaire();
/// The group of its fields that say how many trials, with which dice and by which method; the others are about what is printed.
inline constexpr std::string_view how_it_is_answered = "How it is answered";

/// "both", "simulate" or "exact".
std::string_view name_of(sim::Method method);

/// What a machine answers with.
struct Machine {
  sim::InstructionSet instruction_set = sim::best_instruction_set();
  sim::Budget budget{};
};

/// Throws BadInput for what does not go together.
sim::Settings settings_of(const Common& common, const Machine& machine);

}  // namespace boxcars::ask
