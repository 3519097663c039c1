#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxcars::io {
/// What toml++ 3.3 takes for granted of a text is not so: it is no TOML.
struct NoToml {};
[[noreturn]] void throw_no_toml();
}  // namespace boxcars::io

// It asserts what a wrong text breaks, and lets the optimizer believe it where assertions are off. Here such a text is refused.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) ((expr) ? void() : ::boxcars::io::throw_no_toml())
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include "io/files/place.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::io {

/// The bytes of the letter beyond ASCII that a text begins with; 0 if it begins with none in UTF-8.
std::size_t letter_at(std::string_view text);

/// A TOML file: what is wrong in it is told with its place.
class TomlDocument {
 public:
  /// Throws BadInput for what is no TOML; `what` and `hint` say what it should have been. A file has no texts of several lines, and letters
  /// beyond ASCII only in texts and comments.
  TomlDocument(std::string_view text, const std::string& file, std::string_view what, std::string_view hint);

  const toml::table& root() const { return root_; }
  const std::string& file() const { return file_; }

  [[noreturn]] void refuse(Place place, const std::string& problem) const { refuse_at(file_, place, model::fault_of(problem)); }
  [[noreturn]] void refuse(Place place, const model::Fault& fault) const { refuse_at(file_, place, fault); }
  [[noreturn]] void refuse(const toml::source_region& source, const std::string& problem) const { refuse(place(source), problem); }
  static Place place(const toml::source_region& source) { return {source.begin.line, source.begin.column}; }

  /// What `read` gives; what it refuses is told with the place.
  template <class Read>
  auto at(const toml::source_region& source, Read read) const {
    try {
      return read();
    } catch (const model::BadInput& error) {
      refuse(place(source), error.fault());
    }
  }

  void require_known(const toml::table& table, const std::vector<std::string>& known) const;

  /// Throws BadInput for a schema other than 1, if the file names one.
  void require_schema() const;

  /// Values by their key, if they are there; throw BadInput for those of another type or out of range, with an example.
  std::optional<std::int64_t> integer(const toml::table& table, const char* key, std::int64_t low, std::int64_t high,
                                      const char* example = nullptr) const;
  /// The same of a count, which may be written like 5e6.
  std::optional<std::int64_t> count(const toml::table& table, const char* key, std::int64_t low, std::int64_t high,
                                    const char* example) const;
  std::optional<bool> boolean(const toml::table& table, const char* key) const;
  std::optional<std::string> text(const toml::table& table, const char* key) const;
  const toml::table* table(const toml::table& table, const char* key) const;
  /// One of some words.
  template <class Value, std::size_t N>
  std::optional<Value> choice(const toml::table& table, const char* key, const std::array<model::Choice<Value>, N>& choices) const {
    const auto word = text(table, key);
    if (!word) return std::nullopt;
    return at(table.get(key)->source(), [&] { return model::parse_choice(key, *word, choices); });
  }

 private:
  std::int64_t in_range(const toml::node& node, std::optional<std::int64_t> value, const char* key, std::int64_t low, std::int64_t high,
                        const char* example) const;
  std::string file_;
  toml::table root_;
};

/// The keys of a table in the order of the file.
std::vector<std::string> keys_in_order(const toml::table& table);

}  // namespace boxcars::io
