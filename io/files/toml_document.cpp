#include "io/files/toml_document.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;

constexpr int most_values = 1'000'000;  // in a file, keys and tables too: more take seconds and gigabytes to parse
constexpr int most_dots = 100;          // in a line: keys with dots nest, and a parser that recurses needs an end

// Why the parser is not to see a text, if it is not: no file of ours has such a line.
struct Unreadable {
  int line;
  std::string why;
};

std::optional<Unreadable> unreadable(std::string_view text) {
  int line = 1, dots = 0, values = 0;
  bool comment = false;
  char quote = 0;                                               // within a text, what ends it
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // some editors begin a file so
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line, dots = 0, comment = false, quote = 0;
    if (!comment && quote) {
      if (c == '\\' && quote == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
      if (c == quote) quote = 0;
    } else if (!comment) {
      const std::string_view three = text.substr(i, 3);
      if (three == "\"\"\"" || three == "'''") return Unreadable{line, "a text of several lines"};
      if (c == '"' || c == '\'') quote = c;
      if (c == '#') comment = true;
      if ((c == ',' || c == '=' || c == '[') && ++values > most_values) return Unreadable{line, "more than a million values"};
    }
    if (c == '.' && ++dots > most_dots) return Unreadable{line, "more than " + std::to_string(most_dots) + " dots"};
    // toml++ 3.3 is not sure what a letter is beyond ASCII.
    if (static_cast<unsigned char>(text[i]) >= 0x80 && !comment) return Unreadable{line, "letters beyond ASCII outside a comment"};
  }
  return std::nullopt;
}

// The line that breaks what toml++ takes for granted: the last of the shortest beginning of the text that does.
int line_of_no_toml(std::string_view text) {
  const auto breaks = [](std::string_view beginning) {
    try {
      static_cast<void>(toml::parse(beginning));
    } catch (const NoToml&) {
      return true;
    } catch (const toml::parse_error&) {  // of where it ends
    }
    return false;
  };
  std::vector<std::size_t> ends;  // of the lines
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) ends.push_back(end + 1);
  const auto line = std::partition_point(ends.begin(), ends.end(), [&](std::size_t end) { return !breaks(text.substr(0, end)); });
  return static_cast<int>(line - ends.begin()) + 1;
}

toml::table parsed(std::string_view text, const std::string& file, std::string_view what, std::string_view hint) {
  const std::string name = model::printable(file);
  if (const auto found = unreadable(text)) {
    throw BadInput(name + ", line " + std::to_string(found->line) + ": it is no TOML of " + std::string(what) + " (" + found->why +
                   "); give such a file");
  }
  try {
    return toml::parse(text, file);
  } catch (const NoToml&) {
    throw BadInput(name + ", line " + std::to_string(line_of_no_toml(text)) + ": it is no TOML (a key or a value begins with what none " +
                   "begins with); " + std::string(hint));
  } catch (const toml::parse_error& error) {
    refuse_at(file, TomlDocument::place(error.source()), "it is no TOML (" + std::string(error.description()) + "); " + std::string(hint));
  }
}

}  // namespace

void throw_no_toml() { throw NoToml(); }

void refuse_at(const std::string& file, Place place, const std::string& problem) {
  throw BadInput(model::printable(file) + ", line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": " +
                 problem);
}

TomlDocument::TomlDocument(std::string_view text, const std::string& file, std::string_view what, std::string_view hint)
    : file_(file), root_(parsed(text, file, what, hint)) {}

void TomlDocument::require_known(const toml::table& table, const std::vector<std::string>& known) const {
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    at(key.source(), [&, name = key.str()] { model::throw_unknown("key", name, known); });
  }
}

std::optional<std::int64_t> TomlDocument::integer(const toml::table& table, const char* key, std::int64_t low, std::int64_t high) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < low || *value > high) {
    refuse(node->source(), std::string(key) + " cannot be used (it is no whole number from " + std::to_string(low) + " to " +
                               std::to_string(high) + "); give it like " + key + " = " + std::to_string(low));
  }
  return *value;
}

std::optional<bool> TomlDocument::boolean(const toml::table& table, const char* key) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto value = node->value_exact<bool>();
  if (!value) refuse(node->source(), std::string(key) + " cannot be used (it is true or false); give it like " + key + " = true");
  return *value;
}

std::optional<std::string> TomlDocument::text(const toml::table& table, const char* key) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto value = node->value_exact<std::string>();
  if (!value) refuse(node->source(), std::string(key) + " cannot be used (it is no text); give it in quotes");
  return *value;
}

const toml::table* TomlDocument::table(const toml::table& table, const char* key) const {
  const toml::node* node = table.get(key);
  if (!node) return nullptr;
  if (!node->is_table()) refuse(node->source(), std::string(key) + " cannot be used (it is no table); give it as [" + key + "]");
  return node->as_table();
}

std::vector<std::string> keys_in_order(const toml::table& table) {
  std::vector<const toml::key*> keys;
  for (auto it = table.begin(); it != table.end(); ++it) keys.push_back(&it->first);
  std::sort(keys.begin(), keys.end(), [](const toml::key* a, const toml::key* b) {
    const auto &x = a->source().begin, &y = b->source().begin;
    return std::pair(x.line, x.column) < std::pair(y.line, y.column);
  });
  std::vector<std::string> names;
  for (const toml::key* key : keys) names.emplace_back(key->str());
  return names;
}

}  // namespace boxcars::io
