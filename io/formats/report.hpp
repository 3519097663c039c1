#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "model/core/description.hpp"
#include "sim/run/answer.hpp"

namespace boxcars::io {

using ask::Report;

/// A question as it is typed: "he --caliber 150 --building stone --levels 2".
std::string typed(const std::string& name, const model::Description& question);

/// The command that repeats the answer, count for count; if there is one, can_repeat().
std::string command(const Report& report);
bool can_repeat(const Report& report);

/// The value that a measure has at most in this share of all trials (0 < share < 1); nothing if nothing is known.
std::optional<int> quantile(const sim::MeasureAnswer& measure, double share);

/// "Replaced" without an ELR and the like: true zeros are for programs to read.
bool cannot_happen(const sim::Chance& chance);

/// What nobody needs a line for: it never came, and is hardly ever to be expected.
bool is_rare(const sim::Chance& chance);

/// What happens in every trial, whatever is thrown.
bool is_certain(const sim::Chance& chance);

/// The measure has one value only, and cannot have another.
bool is_constant(const sim::MeasureAnswer& measure);

/// Events of one unit, and those of the IFT, stand together: what comes before the event's own name.
std::string family(const std::string& event);

/// "mean 0.108 exact, 0.1084 simulated, standard error 0.0002".
std::string means(const sim::MeasureAnswer& measure);

/// The mean alone, exact if it is known: "0.108"; empty if nothing is known.
std::string mean_in_short(const sim::MeasureAnswer& measure);

/// "2 or less in 5%, 21 or less in half, 89 or less in 95% of all trials": where a wide distribution lies.
std::string quantiles(const sim::MeasureAnswer& measure);

/// More values than these are told by their quantiles.
inline constexpr std::size_t most_values = 24;
/// From so many on it is told where it lies.
inline constexpr std::size_t wide_from = 5;

/// "simulated: 1,000,000 trials, seed 1, the largest difference is 1.9 standard errors of 31 odds": from the exact ones, where they are.
std::string trials_line(const Report& report);

/// A part of the headline: "kills", "3%".
struct HeadlineOdds {
  std::string words;
  std::string odds;
};
std::vector<HeadlineOdds> headline_odds(const Report& report);

/// What people ask first: "some effect 69%, breaks or worse 53%, kills 4%"; empty if nothing is known.
std::string headline(const Report& report);

}  // namespace boxcars::io
