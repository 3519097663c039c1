#include "ask/plain_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ask/plain_fields.hpp"
#include "ask/question_kinds.hpp"
#include "ask/typed_words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/questions/check.hpp"
#include "model/rules/armory.hpp"

namespace boxcars::ask {
namespace {

// A line, and the options behind it.
struct SaidAndOptions {
  std::vector<std::string> said, options;
};
SaidAndOptions parts_of(const std::vector<std::string>& words) {
  const auto options = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  return {{words.begin(), options}, {options, words.end()}};
}

std::string one_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() || model::same_word(word, "mm") ? "" : " ") + word;  // 150 mm
  return line;
}

const QuestionKind* kind_named(const std::string& word) {
  const auto& kinds = question_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const QuestionKind& kind) { return model::same_word(word, kind.name); });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<PlainQuestion> with_options(std::vector<PlainQuestion> questions, const std::vector<std::string>& options) {
  // What follows from who is there yields to what is typed.
  const bool has_drm = std::find(options.begin(), options.end(), "--ambush-drm") != options.end();
  for (PlainQuestion& asked : questions) {
    if (has_drm) std::erase_if(asked.inputs, [](const auto& input) { return input.key == "ambush_drm"; });
    asked.rest = options;
  }
  return questions;
}

// Only those that say who attacks, or who is attacked, complete a line: --target, not --format.
Completed completed_by(const std::vector<std::string>& options) {
  constexpr std::array<std::string_view, 10> saying{"--target",   "--by",       "--fp",       "--caliber", "--weapon",
                                                    "--attacker", "--defender", "--occupant", "--hex",     "--save"};
  const bool says = std::any_of(options.begin(), options.end(),
                                [&](const std::string& option) { return is_one_of(option.substr(0, option.find('=')), saying); });
  return says ? Completed::by_options : Completed::by_itself;
}

// Of one that stands bare behind the name of its question: a number, or a word of a choice.
bool is_bare_of(const QuestionKind& kind, const std::string& word) {
  return is_digits(word) || gun_in(word) || std::any_of(kind.fields.begin(), kind.fields.end(), [&](const model::FieldInfo& field) {
           return field.positional &&
                  std::any_of(field.choices.begin(), field.choices.end(), [&](const auto& known) { return model::same_word(known, word); });
         });
}

bool are_bare_of(const QuestionKind& kind, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return is_bare_of(kind, word); });
}

// Whether they are no more words than the question has main inputs of any text. A counter without its hyphens is for a sentence: 467.
bool are_of_any_text(const QuestionKind& kind, const std::vector<std::string>& words) {
  const auto of_text = std::count_if(kind.fields.begin(), kind.fields.end(), [](const model::FieldInfo& field) {
    return field.positional && (field.kind == model::FieldKind::text || field.kind == model::FieldKind::unit);
  });
  const bool is_sentence = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find(' ') != std::string::npos || (word.size() == 3 && is_digits(word));
  });
  return static_cast<std::ptrdiff_t>(words.size()) <= of_text && !is_sentence;
}

// "check rof 45mm PTP obr. 32": the weapon as the lists call it; empty if it is none.
std::string listed_weapon(const QuestionKind& kind, const std::vector<std::string>& words) {
  if (kind.name != "check" || words.size() < 2 || !model::is_of_weapon(model::in_small_letters(words.front()))) return "";
  const std::string weapon = one_line({words.begin() + 1, words.end()});
  return model::names_one_vehicle(weapon) || model::names_one_firearm(weapon) ? weapon : "";
}

// Behind the name of a question: its fields by their names, or a sentence about it.
std::vector<PlainQuestion> behind_name(const QuestionKind& kind, const std::vector<std::string>& words) {
  const auto [said, options] = parts_of(words);
  const std::vector<std::string> behind(said.begin() + 1, said.end());
  constexpr std::size_t least_of_sentence = 3;  // "assault fire 666 at a 447"
  const bool is_sentence = kind.is_in_file && behind.size() >= least_of_sentence;
  if (is_sentence) return with_options(read_line(one_line(said), completed_by(options)), options);
  if (kind.is_in_file || behind.empty() || (behind.size() == 1 && model::same_word(behind.front(), "help")) ||
      std::any_of(behind.begin(), behind.end(), [](const std::string& word) { return is_dashed(word) || word.ends_with(".toml"); }))
    return {};
  if (kind.name == "attack" || kind.name == "cc") {
    const bool has_sides = std::any_of(behind.begin(), behind.end(), [](const std::string& word) { return is_between_sides(word); });
    if (behind.size() == 1 && !options.empty() && !has_sides && behind.front().find(' ') == std::string::npos) return {};
    if (kind.name == "cc" && behind.size() == 1 && behind.front().find(' ') == std::string::npos) return {};
    return with_options(read_line(one_line(kind.name == "cc" ? said : behind), completed_by(options)), options);
  }
  if (kind.name == "kill" || kind.name == "duel") {
    constexpr std::size_t both = 2;
    if (behind.size() == both && !options.empty()) return {};  // as the question takes them
    try {
      return with_options(read_line(one_line(said), completed_by(options)), options);
    } catch (const model::BadInput&) {
      if (behind.size() <= both || !options.empty()) return {};
      throw;
    }
  }
  if (const std::string weapon = listed_weapon(kind, behind); !weapon.empty())
    return {{.question = std::string(kind.name), .bare = {behind.front(), weapon}, .rest = options}};
  if (are_bare_of(kind, behind)) return {};      // as the question takes them: he 150 stone 2
  if (are_of_any_text(kind, behind)) return {};  // check 2MC 4-6-7, check battery-access 8/3
  auto fields = plain_fields(kind, behind);
  const bool is_understood = fields && are_bare_of(kind, fields->bare);
  if (!is_understood) {
    try {
      auto questions = read_line(one_line(kind.name == "check" ? behind : said));
      if (questions.size() == 1 && questions.front().question == kind.name) return with_options(std::move(questions), options);
    } catch (const model::BadInput& bad) {
      constexpr std::size_t most_bare = 3;  // of few words the question says itself which of its own is wrong
      if (behind.size() == 1 || (behind.size() <= most_bare && is_bare_of(kind, behind.front()))) return {};
      const bool names_words = bad.fault().problem.starts_with("not understood");
      if (names_words || (!fields && behind.size() > 2)) throw;
    }
  }
  if (!fields) return {};
  return {{.question = std::string(kind.name), .bare = std::move(fields->bare), .inputs = std::move(fields->inputs), .rest = options}};
}

// HE at a building whose levels are said by their number alone: "oba 100 stone 2".
std::optional<PlainQuestion> at_levels(const std::vector<std::string>& words) {
  const auto [said, options] = parts_of(words);
  const auto split_words = split(said);
  const bool begins = !split_words.empty() && (gun_in(split_words.front()) || is_one_of(model::in_small_letters(split_words.front()),
                                                                                        std::array{"oba", "artillery", "mortar", "mtr"}));
  if (!begins) return std::nullopt;
  for (std::size_t i = 1; i + 1 < split_words.size(); ++i) {
    const std::string word = model::in_small_letters(split_words[i]);
    if (word != "wood" && word != "stone" && word != "wooden") continue;
    const std::string next = model::in_small_letters(split_words[i + 1]);
    const std::size_t number = i + (next.starts_with("building") || next.starts_with("rowhouse") || next == "factory" ? 2 : 1);
    if (number >= split_words.size() || !is_digits(split_words[number])) continue;
    const std::string behind = number + 1 < split_words.size() ? model::in_small_letters(split_words[number + 1]) : "";
    const bool is_behind_sides = std::any_of(split_words.begin(), split_words.begin() + static_cast<std::ptrdiff_t>(i), is_between_sides);
    if (behind.starts_with("level") || behind.starts_with("stor")) continue;  // which is for a sentence
    if (behind.starts_with("hex") || (is_behind_sides && (is_unit(behind) || is_state(behind)))) continue;
    const QuestionKind& he = question_named("he");
    auto fields = plain_fields(he, said);
    if (!fields || !are_bare_of(he, fields->bare)) return std::nullopt;
    return PlainQuestion{.question = "he", .bare = std::move(fields->bare), .inputs = std::move(fields->inputs), .rest = options};
  }
  return std::nullopt;
}

}  // namespace

bool is_plain(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty() || words.front().front() == '-' || kind_named(words.front())) return false;
  const std::vector<std::string> said = parts_of(words).said;
  const bool is_firepower = said.size() == 1 && is_digits(said.front());  // 8 --target 4-4-7
  return is_firepower || has_known_words(one_line(said));
}

std::vector<PlainQuestion> plain_questions(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty() || is_dashed(words.front())) return {};
  if (const QuestionKind* kind = kind_named(words.front())) return behind_name(*kind, words);
  const auto [said, options] = parts_of(words);
  const std::string line = one_line(said);
  if (!is_plain(words)) return {};
  // "atack 8 --target 4-4-7" is a slip in a command.
  const auto first = tokens_of(words.front());
  const bool is_unknown = first.size() == 1 && first.front().is == Token::Is::word && !word_of(first.front().text);
  if (!options.empty() && is_unknown && !model::nearest(words.front(), model::names(question_kinds())).empty()) return {};
  if (auto he = at_levels(words)) return {std::move(*he)};
  return with_options(read_line(line, completed_by(options)), options);
}

const std::vector<PlainWord>& plain_words() {
  static const std::vector<PlainWord> words{
      {"vs", "target"},           {"at", "target"},     {"against", "target"},      {"on", "target"},   {"in", "terrain"},
      {"behind", "terrain"},      {"by", "by"},         {"led by", "leader"},       {"range", "range"}, {"drm", "drm"},
      {"fortified", "fortified"}, {"moving", "moving"}, {"concealed", "concealed"}, {"then", "then"},   {"rof", "rate_of_fire"},
      {"hindrance", "hindrance"}};
  return words;
}

}  // namespace boxcars::ask
