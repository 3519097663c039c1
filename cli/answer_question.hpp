#pragma once

#include <string>
#include <vector>

#include "cli/boxcars.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "io/asked.hpp"
#include "io/report.hpp"
#include "sim/ask.hpp"

namespace boxcars::cli {

/// The settings that the options and the environment ask for; throws BadInput for options that do not go together.
sim::Settings settings_of(const CommonOptions& options, const Environment& environment);

/// What to say of exact odds that could not be had, if anything.
std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings);

/// How text looks at `output`, or if there is none, at the environment's.
io::Style style_of(const Output* output, const Environment& environment);

/// Prints a text there.
ExitStatus print(const std::string& text, Output* output, const Environment& environment);

/// Prints the report to `output` if there is one, else to the environment's.
ExitStatus print(const io::Report& report, Format format, Output* output, const Environment& environment, bool interrupted);

/// Answers a question.
ExitStatus answer_question(const io::Asked& asked, const CommonOptions& options, const Environment& environment);

}  // namespace boxcars::cli
