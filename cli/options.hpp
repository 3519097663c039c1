#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/common.hpp"
#include "cli/form.hpp"
#include "io/formats/formats.hpp"
#include "sim/run/ask.hpp"

namespace boxcars::cli {

/// What is printed, and where.
struct Printed {
  const io::Format* format = &io::formats().front();
  std::optional<std::string> output{};
};

/// The options of every question.
struct CommonOptions {
  ask::Common how{};
  Printed printed{};
  bool verbose = false;

  io::Detail detail() const { return verbose ? io::Detail::all : io::Detail::brief; }
};

/// What the values of a field may be.
Values values_of(const model::FieldInfo& field);

/// Adds an option with a whole number in a std::optional<int> or int.
template <class Number>
Added add_number(const Form& app, const std::string& names, Number& target, const std::string& help);

/// Adds an option with a text as it is typed.
Added add_text(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help);

/// Adds an option with a word in any case: rooftop, until.
Added add_word(const Form& app, const std::string& names, const std::string& type, std::string& target, const std::string& help);

/// Adds an option that may be repeated, each value a text as it is, blanks and all.
Added add_repeated(const Form& app, const std::string& name, const std::string& type, std::vector<std::string>& target,
                   const std::string& help);

/// Adds a repeatable option with several values, separated by spaces or as arguments of their own.
Added add_words(const Form& app, const std::string& names, const std::string& type, std::vector<std::string>& target,
                const std::string& help);

/// Adds --format and --output.
void add_output_options(const Form& app, Printed& printed, std::span<const io::Format> formats = io::formats());

/// The command that repeats what a form was asked, whoever prints it where on how many threads; without options that change nothing of it.
std::string repeating(const std::string& command, const Form& form, const std::vector<std::string>& that_change_nothing = {});

/// Adds a field of all questions as an option.
void add_common_field(const Form& app, ask::Common& common, std::string_view key);

/// Adds --trials, --precision, --seed, --threads and --method.
void add_answering_options(const Form& app, CommonOptions& options);

/// Adds --verbose.
void add_verbose(const Form& app, bool& verbose);

/// Adds those, --format, --output, --verbose, --explain and --show.
void add_common_options(const Form& app, CommonOptions& options);

/// Reads a whole number, with its sign; throws BadInput naming the option, with an example of a value.
int parse_int(std::string_view option, std::string_view text, int example = 1);

template <class Number>
Added add_number(const Form& app, const std::string& names, Number& target, const std::string& help) {
  return app.add_one(
      names, "N", [&target, names](const std::string& text) { target = parse_int(names, text); }, help);
}

}  // namespace boxcars::cli
