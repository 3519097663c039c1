#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/boxcars.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::cli {

/// What a line on standard error is about.
enum class MessageKind { refused, no_exact_odds, failed, interrupted, note, progress };

/// How far something is: in words, and as a part of 1 if its end is known.
struct HowFar {
  HowFar(std::string words, std::optional<double> of_all = std::nullopt) : text(std::move(words)), part(of_all) {}
  std::string text;
  std::optional<double> part;
};

/// Writes one line to standard error: "boxcars: problem (why); instead", or its object of JSON.
void tell(const Environment& environment, MessageKind kind, const model::Fault& fault);
/// The same of a line that is "problem (why); instead" already.
void tell(const Environment& environment, MessageKind kind, std::string line);

/// Writes a line of progress in the same way.
void tell(const Environment& environment, const HowFar& how_far);

/// What whoever watches is told of progress: the text, or its object of JSON.
std::string message_of(const HowFar& how_far, Messages messages);

}  // namespace boxcars::cli
