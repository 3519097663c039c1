#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/core/field.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace boxcars::cli {

struct Environment;

/// What the values of an option may be.
struct Values {
  model::FieldKind kind = model::FieldKind::text;
  std::vector<std::string> choices{};
  model::Range range{};
  std::optional<model::InputValue> standard{};  ///< what it is if it is not given
  std::vector<std::string> words{};             ///< see FieldInfo
  std::vector<std::string> attributes{};
  /// Those that a file has which is named in the line, if it is one that has them; throws otherwise.
  std::function<std::vector<std::string>(const std::string& file, const Environment& environment)> in_file{};
  bool is_question = false;  ///< a whole question, in quotes
};

/// What is known of the options of a line, beyond what CLI11 keeps of them.
using ValuesOf = std::unordered_map<const CLI::Option*, Values>;

/// An option that was added to a form.
class Added {
 public:
  Added(CLI::Option& option, std::shared_ptr<ValuesOf> values) : option_(&option), values_(std::move(values)) {}
  /// Puts it below a heading of the form's help.
  const Added& group(const std::string& heading) const;
  /// Says what its values may be; without this FILE and STORE are files, and all else is a text.
  const Added& takes(Values values) const;

 private:
  CLI::Option* option_;
  std::shared_ptr<ValuesOf> values_;
};

/// An option, or a word that stands bare, as it is shown.
struct Shown {
  std::vector<std::string> names;  ///< "--terrain"; none: it has no name, and stands bare
  std::string bare;                ///< what it is called where it stands bare: "fp"; empty: it never does
  std::string type;                ///< "WORD"; empty: a flag
  std::string help;
  std::string group;
  bool several = false;  ///< as many values as there are follow it
  Values values{};
};

/// What a command's line may hold; lives as long as its CommandLine. Names are "--fp", or "fp,--fp" if the value may stand bare, or
/// "file" if it always does. What a reader throws is what the user sees.
class Form {
 public:
  Form(CLI::App& app, std::shared_ptr<ValuesOf> values) : app_(&app), values_(std::move(values)) {}

  Form add_command(const std::string& name, const std::string& description) const;
  Added add_flag(const std::string& names, bool& target, const std::string& help) const;
  Added add_flag_that(const std::string& names, const std::function<void()>& happen, const std::string& help) const;
  /// With one value, given once.
  Added add_one(const std::string& names, const std::string& type, const std::function<void(const std::string&)>& read,
                const std::string& help) const;
  /// With one value, each time it is given.
  Added add_each(const std::string& names, const std::string& type, const std::function<void(const std::string&)>& read,
                 const std::string& help) const;
  /// With all values, however many times it is given, and however many follow it.
  Added add_all(const std::string& names, const std::string& type, const std::function<void(const std::vector<std::string>&)>& read,
                const std::string& help) const;
  void set_footer(const std::string& text) const;

  std::string name() const;
  std::string description() const;
  std::string footer() const;
  /// Those that were added to it.
  std::vector<Form> commands() const;
  std::optional<Form> command(std::string_view name) const;
  /// The name of the command whose action it is; empty if it is none.
  std::string parent() const;
  bool has(std::string_view option) const;
  /// Those that have names.
  std::vector<Shown> options() const;
  /// Those that may stand bare.
  std::vector<Shown> bare() const;
  /// An option whose value is a word, that was not given, and that takes this one. It is tried: the form is of no use then.
  std::optional<std::string> that_takes(const std::string& word) const;

  /// It was asked by its name.
  bool was_asked() const;
  /// The words that were given to it, but for these options and their values: what stands bare first, then as the help has them.
  std::vector<std::string> given(const std::vector<std::string>& left_out) const;
  /// The arguments that nothing has asked for.
  std::vector<std::string> remaining() const;

 private:
  Shown shown(const CLI::Option& option) const;

  CLI::App* app_;
  std::shared_ptr<ValuesOf> values_;
};

/// A line of arguments, read by CLI11.
class CommandLine {
 public:
  /// With neither help nor version.
  CommandLine();
  CommandLine(const std::string& name, const std::string& description, std::function<std::string()> version);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  Form form() const { return Form(*app_, values_); }
  /// Reads the arguments; gives the help or the version if they ask for it. Throws BadInput for what cannot be read.
  std::optional<std::string> read(const std::vector<std::string>& arguments) const;

 private:
  void require_values(const std::vector<std::string>& arguments) const;

  std::unique_ptr<CLI::App> app_;
  std::shared_ptr<ValuesOf> values_ = std::make_shared<ValuesOf>();
};

}  // namespace boxcars::cli
