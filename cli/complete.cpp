#include <algorithm>
#include <cctype>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "ask/plain_words.hpp"
#include "ask/question_kinds.hpp"
#include "cli/answer_question.hpp"
#include "cli/bind_question.hpp"
#include "cli/commands.hpp"
#include "cli/questions.hpp"
#include "io/formats/words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/hex_map.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"

namespace boxcars::cli {
namespace {

using model::FieldKind;
using Words = std::vector<std::string>;

constexpr const char* complete_description =
    "What may stand where a line ends: for shells.\n\n"
    "  boxcars complete -- attack --terrain o\n"
    "  boxcars complete -- chain --map chateau.toml --hex J\n";

// What a word may become, with what is told of it.
struct Candidate {
  std::string word;
  std::string help{};
};

// What may stand in place of the last word of a line.
struct Completion {
  std::vector<Candidate> words{};
  bool files = false;  // or the name of one, which shells know
};

// Where units are explained.
Form attack_of(const Form& root) { return *root.command("attack"); }

// A line of a command, whose last word is to be completed.
struct Line {
  Form root;
  Words typed{};  // before that word
  std::string last{};
  const Environment& environment;
};

Completion completion_of(Line line);

// A word to be completed. What the last value of it begins with is kept: 1= of 1=4-4-7.
class Completer {
 public:
  Completer(const Form& form, const Line& line)
      : form_(form),
        root_(line.root),
        attack_(attack_of(line.root)),
        typed_(line.typed),
        last_(line.last),
        environment_(line.environment) {}

  Completion of_command();
  Completion of_values(const Shown& option);

 private:
  void add(const std::string& word, const std::string& help = "");
  void add_options();
  void add_units(const Shown& option, const std::string& kept);
  void add_hexes(const std::string& after);
  void add_grounds(const std::string& kept);
  void add_boards();
  void add_in_files(const Values& values);
  void add_parts(const Shown& option);
  void add_questions();
  std::optional<model::HexMap> map() const;
  // What was given to an option; empty: nothing.
  std::string given(const std::string& option) const;
  // The option that the last word is a value of, if it is none that may follow.
  std::optional<Shown> awaiting() const;
  Words words_of_texts() const;

  Form form_, root_, attack_;
  Words typed_;
  std::string last_;
  const Environment& environment_;
  Completion found_{};
};

bool begins_with(std::string_view word, std::string_view begin) {
  return word.size() >= begin.size() && model::same_word(word.substr(0, begin.size()), begin);
}

bool parses(const std::function<void()>& parse) {
  try {
    parse();
    return true;
  } catch (const model::BadInput&) {
    return false;
  }
}

// The words of a text, without what stands around them: (4-4-7, gives 4-4-7.
Words words_within(const std::string& text) {
  Words words;
  for (std::string word : model::words_in(text)) {
    while (!word.empty() && std::string_view(",;:.()\"|").find(word.back()) != std::string_view::npos) word.pop_back();
    const auto begin = word.find_first_not_of("(\"");
    if (begin != std::string::npos && !word.empty()) words.push_back(word.substr(begin));
  }
  return words;
}

void Completer::add(const std::string& word, const std::string& help) {
  const auto same = [&](const Candidate& candidate) { return candidate.word == word; };
  if (begins_with(word, last_) && std::none_of(found_.words.begin(), found_.words.end(), same)) found_.words.push_back({word, help});
}

void Completer::add_options() {
  for (const Shown& option : form_.options()) add(option.names.front(), option.help);
}

// Of the command and of `attack`, where units are explained.
Words Completer::words_of_texts() const {
  std::string text;
  for (const Form& form : {form_, attack_}) {
    text += form.description() + "\n" + form.footer() + "\n";
    for (const Shown& option : form.options()) text += option.help + "\n";
  }
  return words_within(text);
}

// Counters that the texts of the form name, and after a comma what they name of that unit: all that can be read as one. `kept` stands
// before the unit.
void Completer::add_units(const Shown& option, const std::string& kept) {
  const bool fires = option.names.front() == "--by", leads = option.type == "9-1";
  const auto is_unit = [&](const std::string& word) {
    return parses([&] {
      leads ? void(model::parse_leadership(word)) : fires ? void(model::parse_firer(word)) : void(model::parse_unit(word));
    });
  };
  const std::string typed = last_.substr(kept.size());
  Words words = words_within(option.help);
  const Words all = words_of_texts();
  words.insert(words.end(), all.begin(), all.end());
  if (const auto comma = typed.rfind(','); comma != std::string::npos) {
    const std::string unit = typed.substr(0, comma + 1);
    for (const std::string& word : words) {
      const std::string more = unit + word;
      const auto is_more = [&](const Candidate& known) { return model::same_word(known.word, kept + more); };  // a text's Assault
      if (is_unit(more) && std::none_of(found_.words.begin(), found_.words.end(), is_more)) add(kept + more);
    }
    return;
  }
  const auto times = typed.find('x');
  const bool is_group = times != std::string::npos && times > 0 && std::isdigit(static_cast<unsigned char>(typed.front())) != 0;
  const std::string group = is_group ? typed.substr(0, times + 1) : "";
  for (const std::string& word : words) {
    const std::string counter = group + word.substr(word.find('=') + 1);  // from the start if there is none
    const std::string bare = counter.substr(0, counter.find(','));
    if (is_unit(bare)) add(kept + bare);
  }
}

std::string Completer::given(const std::string& option) const {
  for (std::size_t i = 0; i < typed_.size(); ++i) {
    if (typed_[i].starts_with(option + "=")) return typed_[i].substr(option.size() + 1);
    if (typed_[i] == option && i + 1 < typed_.size()) return typed_[i + 1];
  }
  return "";
}

std::optional<model::HexMap> Completer::map() const {
  for (const char* option : {"board", "map"}) {
    model::MapInput input{.option = option, .file = given(std::string("--") + option)};
    if (!input.file.empty() && parses([&] { map_reader(environment_)(input); })) return input.map;
  }
  return std::nullopt;
}

// Those that hold something, and of a letter that is typed every one.
void Completer::add_hexes(const std::string& after) {
  const auto map = this->map();
  if (!map) return;
  const auto told = [](const model::MapHex& holds) {
    return holds.building ? model::building_in_words(*holds.building, holds.levels, holds.factory)
                          : std::string(holds.rubble  ? "rubble"
                                        : holds.water ? "water"
                                                      : "");
  };
  for (const auto& [hex, holds] : map->hexes) add(map->name(hex) + after, told(holds));
  if (last_.empty()) return;
  for (int column = map->grid.first_column; column < map->grid.end_column(); ++column) {
    for (int row = map->grid.first_row; row < map->grid.end_row(); ++row) {
      if (map->grid.has({column, row})) add(map->name({column, row}) + after);
    }
  }
}

// What a hex may be made: of all words that the texts and the terrain have, those that it can be. `kept` is the hex and =.
void Completer::add_grounds(const std::string& kept) {
  const auto map = this->map();
  if (!map) return;
  Words words = model::names(model::terrain_choices);
  for (const char* made : {"factory", "single-story", "wood", "stone", "water", "stone-rubble", "wood-rubble"}) words.emplace_back(made);
  for (const std::string& construction : model::names(model::construction_choices)) {
    for (int levels = 0; levels <= model::most_levels; ++levels) words.push_back(construction + ":" + std::to_string(levels));
  }
  for (const std::string& word : words_of_texts()) words.push_back(word.substr(word.find('=') + 1));
  for (const std::string& word : words) {
    model::HexMap changed = *map;
    if (parses([&] { model::set_hex(changed, kept + word); })) add(kept + word);
  }
}

void Completer::add_boards() {
  std::error_code error;
  for (const std::string& folder : environment_.board_folders) {
    for (std::filesystem::directory_iterator entry(folder, error); !error && entry != std::filesystem::directory_iterator();
         entry.increment(error)) {
      const auto name = entry->path().filename();
      if (entry->is_regular_file(error) && begins_with(name.string(), "bd"))
        add(name.extension() == ".zip" ? name.stem().string() : name.string());
    }
  }
}

// Wherever the file stands in the line. Of those that are of another kind there is nothing to say.
void Completer::add_in_files(const Values& values) {
  for (const std::string& word : typed_) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(word, ignored)) continue;
    try {
      for (const std::string& known : values.in_file(word, environment_)) add(known);
    } catch (const std::exception&) {
    }
  }
}

// Of 4,drm=-2,moving=normal: what it begins with, or behind a comma what may follow, each once; behind = what the field has.
void Completer::add_parts(const Shown& option) {
  const auto comma = last_.rfind(',');
  if (comma == std::string::npos) {
    for (const std::string& word : option.values.words) add(word);
    return;
  }
  const std::string kept = last_.substr(0, comma + 1), part = last_.substr(comma + 1);
  if (const auto equals = part.find('='); equals != std::string::npos) {
    for (const Shown& field : form_.options()) {
      if (field.names.front() != model::as_option(part.substr(0, equals), "")) continue;
      const std::string before = kept + part.substr(0, equals + 1);
      for (const std::string& choice : field.values.choices) add(before + choice);
    }
    return;
  }
  for (const std::string& attribute : option.values.attributes) {
    const std::string key = attribute.substr(0, attribute.find('='));
    const bool is_given = kept.find("," + key + ",") != std::string::npos || kept.find("," + key + "=") != std::string::npos;
    if (!is_given) add(kept + attribute);
  }
}

// A question in quotes is a line of its own. It goes on, so that behind a whole word stands a blank.
void Completer::add_questions() {
  const auto blank = last_.rfind(' ');
  const std::string kept = blank == std::string::npos ? "" : last_.substr(0, blank + 1);
  Line within{root_, {}, last_.substr(kept.size()), environment_};
  if (!parses([&] { within.typed = io::words_of(kept); })) return;
  const bool is_first = within.typed.empty();
  const auto common = common_options();
  const auto& kinds = ask::question_kinds();
  for (const Candidate& found : completion_of(std::move(within)).words) {
    const bool is_question =
        !is_first || std::any_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == found.word; });
    const bool is_of_compare = std::find(common.begin(), common.end(), found.word) != common.end();
    const bool is_open = found.word.find_last_of("=:,") + 1 == found.word.size();
    if (is_question && !is_of_compare) add(kept + found.word + (is_open ? "" : " "), found.help);
  }
}

Completion Completer::of_values(const Shown& option) {
  const Values& values = option.values;
  const auto equals = last_.find('=');
  const std::string kept = equals == std::string::npos ? "" : last_.substr(0, equals + 1);
  for (const std::string& word : values.choices) add(word);
  add_parts(option);
  if (values.in_file) add_in_files(values);
  if (values.is_question) add_questions();
  constexpr int most_numbers = 12;
  if (values.kind == FieldKind::integer && values.range.is_bounded() &&
      std::int64_t{values.range.high} - values.range.low <= most_numbers) {
    for (int number = values.range.low; number <= values.range.high; ++number) add(std::to_string(number));
  } else if (values.kind == FieldKind::unit) {
    add_units(option, "");
  } else if (values.kind == FieldKind::location_unit && !kept.empty()) {
    add_units(option, kept);
  } else if (values.kind == FieldKind::location_unit) {
    for (const std::string& word : words_within(option.help)) {
      if (word.find('=') != std::string::npos) add(word.substr(0, word.find('=') + 1));
    }
  } else if (values.kind == FieldKind::file) {
    found_.files = true;
    if (option.type == "BOARD") add_boards();
  } else if (option.type.starts_with("HEX=") && !kept.empty()) {
    add_grounds(kept);
  } else if (last_.find(',') == std::string::npos && (values.kind == FieldKind::hex || option.type.starts_with("HEX"))) {
    add_hexes(option.type.starts_with("HEX=") ? "=" : "");
    if (option.type.starts_with("HEX|1-6") && !map())
      for (int direction = 1; direction <= 6; ++direction) add(std::to_string(direction));
  }
  return std::move(found_);
}

std::optional<Shown> Completer::awaiting() const {
  const auto options = form_.options();
  for (auto word = typed_.rbegin(); word != typed_.rend(); ++word) {
    if (!word->starts_with("--")) continue;
    const auto found = std::find_if(options.begin(), options.end(), [&](const Shown& option) { return option.names.front() == *word; });
    const bool takes_it =
        found != options.end() && !found->type.empty() && (word == typed_.rbegin() || (found->several && !last_.starts_with('-')));
    return takes_it ? std::optional(*found) : std::nullopt;
  }
  return std::nullopt;
}

Completion Completer::of_command() {
  if (const auto option = awaiting()) return of_values(*option);
  if (last_.starts_with("--") && last_.find('=') != std::string::npos) {
    const std::string name = last_.substr(0, last_.find('='));
    typed_.push_back(name);
    last_.erase(0, name.size() + 1);
    const auto option = awaiting();
    Completion found = option ? of_values(*option) : Completion{};
    for (Candidate& candidate : found.words) candidate.word.insert(0, name + "=");
    return found;
  }
  if (!last_.starts_with('-')) {
    for (const Shown& word : form_.bare()) {
      Completion found = Completer(*this).of_values(word);
      found_.files = found_.files || found.files;
      for (const Candidate& candidate : found.words) add(candidate.word, candidate.help);
    }
  }
  if (last_.starts_with('-') || (found_.words.empty() && !found_.files)) add_options();
  return std::move(found_);
}

// An attack in plain words: what a part of it may say, or the words that begin one.
Completion of_plain(const Line& line) {
  const Completer completer(attack_of(line.root), line);
  const bool has_options = line.last.starts_with('-') ||
                           std::any_of(line.typed.begin(), line.typed.end(), [](const auto& word) { return word.starts_with("--"); });
  if (has_options) return Completer(completer).of_command();
  std::string key;
  for (const std::string& word : line.typed) {
    for (const ask::PlainWord& known : ask::plain_words()) {
      if (model::same_word(known.word, word)) key = known.key;
    }
  }
  Completion found;
  for (const Shown& option : attack_of(line.root).options()) {
    if (option.names.front() == model::as_option(key, "")) found = Completer(completer).of_values(option);
  }
  std::string before;
  for (const ask::PlainWord& known : ask::plain_words()) {
    if (known.key != before && begins_with(known.word, line.last)) found.words.push_back({std::string(known.word)});
    before = known.key;
  }
  return found;
}

Completion of_names(const std::vector<Form>& commands, const std::string& last, const std::vector<Candidate>& more = {}) {
  Completion found;
  for (const Form& command : commands)
    found.words.push_back({command.name(), command.description().substr(0, command.description().find('\n'))});
  found.words.insert(found.words.end(), more.begin(), more.end());
  std::erase_if(found.words, [&](const Candidate& candidate) { return !begins_with(candidate.word, last); });
  return found;
}

// Of a line that goes on with a command of a form.
Completion of_commands(const Form& parent, Line line) {
  if (line.typed.empty()) return of_names(parent.commands(), line.last);
  const auto form = parent.command(line.typed.front());
  if (!form) return {};
  line.typed.erase(line.typed.begin());
  return form->commands().empty() ? Completer(*form, line).of_command() : of_commands(*form, line);
}

Completion completion_of(Line line) {
  if (line.typed.empty()) return of_names(line.root.commands(), line.last, {{"help"}, {"--help"}, {"--version"}});
  if (!is_other_command(line.typed.front()) && ask::is_plain(line.typed)) return of_plain(line);
  if (model::same_word(line.typed.front(), "help")) line.typed.erase(line.typed.begin());
  return of_commands(line.root, line);
}

std::string in_lines(const Completion& completion) {
  std::string text;
  for (const Candidate& candidate : completion.words) {
    const std::string word = model::printable(candidate.word);
    if (word == candidate.word) text += word + (candidate.help.empty() ? "" : "\t" + candidate.help) + "\n";
  }
  return text + (completion.files ? ":files\n" : "");
}

}  // namespace

ExitStatus complete(const Form& root, std::vector<std::string> words, const Environment& environment) {
  const std::string last = words.empty() ? "" : words.back();
  if (!words.empty()) words.pop_back();
  return Destination(std::nullopt, environment).print(in_lines(completion_of({root, std::move(words), last, environment})));
}

Command add_complete(const Form& root) {
  const Form app = root.add_command("complete", complete_description);
  app.set_footer(
      "After -- comes the line without boxcars; its last word is completed. The answer\n"
      "has a line for each word that may stand there, a tab, and what it is; or :files,\n"
      "if a file name may. A word that ends in = : , or a blank goes on. The completions\n"
      "of bash, zsh and fish use this.");
  return {app, [](const Environment&) -> ExitStatus {
            throw model::BadInput("no line to complete (it comes after --); give it like boxcars complete -- attack --terrain o");
          }};
}

}  // namespace boxcars::cli
