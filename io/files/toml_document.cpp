#include "io/files/toml_document.hpp"

#include <array>
#include <cmath>

#include "model/core/fault_within.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;

constexpr int most_values_in_file = 1'000'000;  // in a file, keys and tables too: more take seconds and gigabytes to parse
constexpr int most_dots = 100;                  // in a line: keys with dots nest, and a parser that recurses needs an end

// Why the parser is not to see a text, if it is not: no file of ours has such a line.
struct Unreadable {
  int line;
  std::string why;
};

// Where a text, a list or braces can begin.
bool begins_a_value(char before) { return before == 0 || std::string_view("=,[{").find(before) != std::string_view::npos; }

// Where an = can give a key its value: once on a line, or once behind each { and comma within braces. Elsewhere toml++ takes it, and what
// follows, for parts of a value, as it does with brackets in the middle of one.
class Nesting {
 public:
  // What stands outside texts and comments, and what is before it on the line. False for what begins nothing there.
  bool read(char c, char before) {
    if (before == 0 && open_.empty() && c == '[') head_ = true;  // of a table
    if (head_) return true;
    if ((c == '[' || c == '{') && !begins_a_value(before)) return false;
    if (c == '[' || c == '{') open_ += c;
    if ((c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (c == '{' || (c == ',' && !open_.empty() && open_.back() == '{')) given_ = false;
    if (c == '}') given_ = true;
    if (c != '=') return true;
    const bool gives = !given_ && (open_.empty() || open_.back() == '{');
    given_ = true;
    return gives;
  }
  void end_line() {
    head_ = false;
    if (open_.empty()) given_ = false;
  }

 private:
  std::string open_{};
  bool given_ = false;
  bool head_ = false;
};

std::optional<Unreadable> unreadable(std::string_view text) {
  int line = 1, dots = 0, values = 0;
  bool comment = false;
  char quote = 0;    // within a text, what ends it
  char before = 0;   // what is neither space nor text, last on the line
  bool sure = true;  // that texts of this line begin and end where toml++ thinks, too
  Nesting nesting;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // some editors begin a file so
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line, dots = 0, comment = false, quote = 0, before = 0, sure = true, nesting.end_line();
    if (!comment && quote) {
      if (c == '\\' && quote == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
      if (c == quote) quote = 0;
    } else if (!comment) {
      const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!is_space && model::control_at(text.substr(i)) > 0) return Unreadable{line, "a control character outside a text"};
      const std::string_view three = text.substr(i, 3);
      if (three == "\"\"\"" || three == "'''") return Unreadable{line, "a text of several lines"};
      if (c == '"' || c == '\'') quote = c, sure = sure && begins_a_value(before);
      sure = nesting.read(c, before) && sure;
      if (!is_space) before = c;
      if (c == '#') comment = true;
      if ((c == ',' || c == '=' || c == '[') && ++values > most_values_in_file) return Unreadable{line, "more than a million values"};
    }
    if (c == '.' && ++dots > most_dots) return Unreadable{line, "more than " + std::to_string(most_dots) + " dots"};
    // toml++ 3.3 is not sure what a letter is beyond ASCII, but in a text needs not know: one that begins where toml++ begins one.
    if (static_cast<unsigned char>(text[i]) < 0x80 || comment) continue;
    if (!quote || !sure) return Unreadable{line, "letters beyond ASCII outside a text or a comment"};
    const std::size_t bytes = letter_at(text.substr(i));
    if (bytes == 0) return Unreadable{line, "a text that is not UTF-8"};
    if (model::control_at(text.substr(i)) > 0) return Unreadable{line, "a control character in a text"};
    i += bytes - 1;
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

// What toml++ says is wrong, in words for who writes such a file, and what to do.
struct NoTomlHere {
  std::string_view said;  // a part of what toml++ says
  std::string_view why;
  std::string_view instead = {};  // the hint of the file, if it is empty
};
constexpr std::array<NoTomlHere, 16> all_no_toml{
    {{"redefine", "a key or a table is there twice", "leave one out"},
     {"cannot insert", "a key or a table is there twice", "leave one out"},
     {"end-of-file", "a text, a list or a table is not closed"},
     {"control character", "a text is not closed on its line, or holds a control character"},
     {"nested value depth", "lists or tables within each other too deep"},
     {"representable", "a number is too large", "give a smaller one; a larger seed stands in quotes"},
     {"length limit", "a number is too long", "give a smaller one"},
     {"too long to identify", "a number is too long", "give a smaller one"},
     {"escape sequence", "a backslash in a text before what it means nothing", "give / or \\\\ in its place"},
     {"hex digit", "a backslash in a text before what it means nothing", "give / or \\\\ in its place"},
     {"determine value type", "an unknown value", "give a number, true or false, or a text in quotes"},
     {"interpreted", "an unknown value", "give a number, true or false, or a text in quotes"},
     {"expected 'true'", "an unknown value", "give a number, true or false, or a text in quotes"},
     {"expected 'false'", "an unknown value", "give a number, true or false, or a text in quotes"},
     {"expected value,", "a key without a value"},
     {"expected '='", "a key without = and a value"}}};

// "it is no TOML (a key or a table is there twice); leave one out"
std::string no_toml(std::string_view said, std::string_view hint) {
  for (const NoTomlHere& here : all_no_toml) {
    if (said.find(here.said) == std::string_view::npos) continue;
    return "it is no TOML (" + std::string(here.why) + "); " + std::string(here.instead.empty() ? hint : here.instead);
  }
  return "it is no TOML here; " + std::string(hint);
}

// A control character that a text or a key has by its number, as in "\\u009b": whoever prints it does what it says. Where it is, if there
// is one.
const toml::source_region* control_in(const toml::node& node) {
  const auto has_control = [](std::string_view text) {
    for (; !text.empty(); text.remove_prefix(1)) {
      if (text.front() != '\t' && model::control_at(text) > 0) return true;
    }
    return false;
  };
  if (const auto* text = node.as_string()) return has_control(text->get()) ? &node.source() : nullptr;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& element : *list) {
      if (const auto* found = control_in(element)) return found;
    }
  }
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, element] : *table) {
      if (has_control(key.str())) return &key.source();
      if (const auto* found = control_in(element)) return found;
    }
  }
  return nullptr;
}

toml::table parsed(std::string_view text, const std::string& file, std::string_view what, std::string_view hint) {
  if (const auto found = unreadable(text))
    refuse_at(file, {static_cast<std::uint32_t>(found->line), 0},
              {.problem = "it is no TOML of " + std::string(what), .why = found->why, .instead = "give such a file"});
  try {
    toml::table table = toml::parse(text, file);
    if (const auto* found = control_in(table))
      refuse_at(file, TomlDocument::place(*found),
                model::fault_of("a text cannot be used (it holds a control character, or one that turns the direction); leave that out"));
    return table;
  } catch (const NoToml&) {
    refuse_at(file, {static_cast<std::uint32_t>(line_of_no_toml(text)), 0},
              {.problem = "it is no TOML", .why = "a key or a value begins with what none begins with", .instead = std::string(hint)});
  } catch (const toml::parse_error& error) {
    refuse_at(file, TomlDocument::place(error.source()), model::fault_of(no_toml(error.description(), hint)));
  }
}

}  // namespace

void throw_no_toml() { throw NoToml(); }

std::size_t letter_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  constexpr std::array<unsigned, 5> least{0, 0, 0x80, 0x800, 0x10000};  // what has so many bytes, and no fewer
  if (byte(0) < 0xc0 || byte(0) > 0xf7) return 0;
  unsigned letter = byte(0) & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    letter = letter << 6 | (byte(i) & 0x3fU);
  }
  const bool surrogate = letter >= 0xd800 && letter < 0xe000;
  return letter < least[bytes] || letter > 0x10ffff || surrogate ? 0 : bytes;
}

void refuse_at(const std::string& file, Place place, const model::Fault& fault) {
  model::Fault here = model::fault_within("", fault, model::as_key);
  here.file = file, here.line = place.line, here.column = place.column;
  throw BadInput(std::move(here));
}

TomlDocument::TomlDocument(std::string_view text, const std::string& file, std::string_view what, std::string_view hint)
    : file_(file), root_(parsed(text, file, what, hint)) {}

void TomlDocument::require_known(const toml::table& table, const std::vector<std::string>& known) const {
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    at(key.source(), [&, name = key.str()] { model::throw_unknown("key", name, known); });
  }
}

void TomlDocument::require_schema() const {
  const toml::node* node = root_.get("schema");
  if (!node || node->value_exact<std::int64_t>() == 1) return;
  refuse(node->source(), "schema cannot be used (only schema 1 is known); give schema = 1");
}

std::optional<std::int64_t> TomlDocument::integer(const toml::table& table, const char* key, std::int64_t low, std::int64_t high,
                                                  const char* example) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  return in_range(*node, node->value_exact<std::int64_t>(), key, low, high, example);
}

std::optional<std::int64_t> TomlDocument::count(const toml::table& table, const char* key, std::int64_t low, std::int64_t high,
                                                const char* example) const {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  auto value = node->value_exact<std::int64_t>();
  constexpr double exact = 9007199254740992.0;  // up to which every whole number is a double
  if (const auto number = node->value_exact<double>(); number && std::abs(*number) <= exact && std::trunc(*number) == *number)
    value = static_cast<std::int64_t>(*number);
  return in_range(*node, value, key, low, high, example);
}

std::int64_t TomlDocument::in_range(const toml::node& node, std::optional<std::int64_t> value, const char* key, std::int64_t low,
                                    std::int64_t high, const char* example) const {
  if (!value || *value < low || *value > high) {
    refuse(node.source(), std::string(key) + " cannot be used (it is no whole number from " + std::to_string(low) + " to " +
                              std::to_string(high) + "); give it like " + key + " = " + (example ? example : std::to_string(low)));
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
