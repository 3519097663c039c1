#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace boxcars::cli {

/// An option that was added to a form.
class Added {
 public:
  explicit Added(CLI::Option& option) : option_(&option) {}
  /// Puts it below a heading of the form's help.
  void group(const std::string& heading) const;

 private:
  CLI::Option* option_;
};

/// An option as the help shows it.
struct Shown {
  std::vector<std::string> names;  ///< "--terrain"
  std::string type;                ///< "WORD"; empty: a flag
  std::string help;
};

/// What a command's line may hold; lives as long as its CommandLine. Names are "--fp", or "fp,--fp" if the value may stand bare, or
/// "file" if it always does. What a reader throws is what the user sees.
class Form {
 public:
  explicit Form(CLI::App& app) : app_(&app) {}

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
  /// The name of the command whose action it is; empty if it is none.
  std::string parent() const;
  bool has(std::string_view option) const;
  std::vector<Shown> options() const;
  /// An option whose value is a word, that was not given, and that takes this one. It is tried: the form is of no use then.
  std::optional<std::string> that_takes(const std::string& word) const;

  /// It was asked by its name.
  bool was_asked() const;
  /// The arguments that nothing has asked for.
  std::vector<std::string> remaining() const;

 private:
  CLI::App* app_;
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

  Form form() const { return Form(*app_); }
  /// Reads the arguments; gives the help or the version if they ask for it. Throws BadInput for what cannot be read.
  std::optional<std::string> read(const std::vector<std::string>& arguments) const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace boxcars::cli
