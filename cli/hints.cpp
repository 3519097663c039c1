#include "cli/hints.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "ask/question_kinds.hpp"
#include "cli/questions.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/rules/printed.hpp"

namespace boxcars::cli {
namespace {

using model::BadInput;

// What players look for that is asked otherwise.
struct Hint {
  std::string_view option;
  std::string_view question;  // empty: any that has `needs`
  std::string_view needs;     // an option; empty: none
  std::string_view why;
  std::string_view instead;
};

constexpr std::string_view whose_san = "whose? the firer's sniper waits for their checks, theirs for the IFT DR, A14.1";
constexpr std::string_view either_san = "give it like --attackers-san 4, or --defenders-san 4";
constexpr std::string_view after_all = "--fp is the Firepower after all of A7.2-.36";

constexpr auto hints = std::to_array<Hint>({
    {"--target", "he", "", "the men are its occupants, with their level", "give it like --occupant 0=4-6-7"},
    {"--unit", "he", "", "the men are its occupants, with their level", "give it like --occupant 0=4-6-7"},
    {"--units", "he", "", "the men are its occupants, with their level", "give it like --occupant 0=4-6-7"},
    {"--unit", "", "--target", "the men are the target", "give it like --target 4-6-7"},
    {"--units", "", "--target", "the men are the target", "give it like --target 4-6-7"},
    {"--vs", "", "--target", "the men are the target", "give it like --target 4-6-7"},
    {"--occupant", "", "--target", "the men are the target", "give it like --target 4-6-7"},
    {"--elr", "", "", "it is a unit's", "give it like 4-6-7,elr=3"},
    {"--bml", "", "", "it is a unit's", "give it like 4-6-7,bml=6"},
    {"--broken", "", "", "it is a unit's", "give it like 4-6-7,broken"},
    {"--pinned", "", "", "it is a unit's", "give it like 4-6-7,pinned"},
    {"--wounded", "", "", "it is a unit's", "give it like 9-1,wounded"},
    {"--tem", "", "--terrain", "a --terrain brings its TEM; that of any other is a DRM", "give it like --drm 3"},
    {"--tem", "", "--drm", "what is not an option of its own is a DRM", "give it like --drm 3"},
    {"--cx", "", "--drm", "CX firers have +1", "give it like --drm 1"},
    {"--encircled", "", "", "it is a unit's", "give it like 4-6-7,encircled"},
    {"--fanatic", "", "", "it is a unit's", "give it like 4-6-7,fanatic"},
    {"--smoke", "", "--hindrance", "SMOKE is a Hindrance of +3, dispersed +2", "give it like --hindrance 3"},
    {"--leader", "he", "", "a leader directs the To Hit DR only, A7.53", "give it like --range 8 --leadership -1"},
    {"--cowering", "he", "", "ordnance and OBA never cower, A7.9", "leave it out"},
    {"--acquired", "he", "", "it is Case N", "give it like --range 8 --case N=-1, or --shots 3,acquire"},
    {"--gun", "he", "", "a Gun is its calibre and barrel", "give it like --caliber 75 --barrel L"},
    {"--rof", "he", "", "it is on the To Hit DR", "give it like --range 8 --rate-of-fire 2"},
    {"--terrain", "he", "", "it is a building", "give it like --building stone"},
    {"--fp", "he", "", "HE is given by its calibre", "give it like --caliber 105, or boxcars attack 16"},
    {"--building", "attack", "", "it is the terrain of the target", "give it like --terrain stone"},
    {"--pbf", "attack", "", after_all, "give who fires like --by 4-6-7 --range 1, or double it: 16 for 8"},
    {"--tpbf", "attack", "", after_all, "give who fires like --by 4-6-7 --range 0, or triple it: 24 for 8"},
    {"--long-range", "attack", "", after_all, "give who fires like --by 4-6-7 --range 8, or halve it: 4 for 8"},
    {"--afph", "attack", "", after_all, "give who fires like --by 4-6-7 --phase advancing, or halve it: 4 for 8"},
    {"--rof", "attack", "", "it is the colored dr up to which a MG fires again", "give it like --rate-of-fire 2"},
    {"--shots", "attack", "", "every shot is an attack of its own", "give it like --then 4; at a building boxcars he --shots 3"},
    {"--to-hit", "attack", "", "it is what has hit already", "give boxcars he --to-hit 7 for the shot"},
    {"--ffnam", "attack", "", "FFNAM and FFMO come of how the target moves", "give it like --moving normal"},
    {"--ffmo", "attack", "", "FFNAM and FFMO come of how the target moves", "give it like --moving normal"},
    {"--attack", "hut", "", "it is the cause", "give it like --cause he"},
    {"--in", "", "--terrain", "it is the terrain of the target", "give it like --terrain stone"},
    {"--san", "attack", "", whose_san, either_san},
    {"--sniper", "attack", "", whose_san, either_san},
    {"--inexperienced", "attack", "", "it is how they cower", "give it like --cowering inexperienced"},
    {"--ft", "kindle", "", "a Flamethrower's Flame comes of its attack", "give it like boxcars ft vs 4-4-7 in wood"},
    {"--rowhouse", "breach", "", "every wall that is breached is a rowhouse's or a fortified one", "leave it out"},
    {"--tank", "enter", "", "it is what enters", "leave it out"},
    {"--afv", "enter", "", "it is what enters", "leave it out"},
    {"--cellar", "enter", "", "whether there is one is part of the odds, B23.41", "leave it out"},
    {"--target", "enter", "", "nobody is in the building here", "give boxcars he --occupant for its men"},
    {"--fixed", "assault", "", "who has a choice does what is best here", "give it like boxcars plan FILE --fixed"},
    {"--turns", "balance", "", "it is a setting", "give it like --vary turns --values 4,6,8"},
    {"--with", "balance", "", "a setting is varied here", "give it like --vary shot.MGs.drm --values -2, or change the file"},
    {"--precision", "study", "", "it stands in the file", "give it like precision = 0.001 in [stop]"},
    {"--trials", "study", "", "it stands in the file", "give it like trials = 1_000_000 in [stop]"},
    {"--seed", "study", "", "it stands in the file", "give it like seed = 1"},
});

// Words of options that are asked otherwise.
struct WordHint {
  std::string_view option;
  std::string_view word;
  std::string_view why;
  std::string_view instead;
};

constexpr auto word_hints = std::to_array<WordHint>({
    {"--cause", "mortar", "a mortar is HE with half its Firepower, C3.33", "give it like --cause he --fp 4 for 60mm"},
    {"--weapon", "thrown-dc", "a Thrown DC has +2, A23.6", "give it like --weapon dc --drm 2"},
    {"--weapon", "set-dc", "a Set DC is asked at a building", "give it like boxcars he --ammo set-dc stone 2"},
    {"--building", "rowhouse", "it is of wood or stone", "give it like stone, and to enter: --rowhouse"},
    {"--by", "ft", "a Flamethrower's Flame comes of its attack", "give it like boxcars ft vs 4-4-7 in wood"},
    {"--weapon", "mg", "MG are small arms", "leave it out"},
    {"--weapon", "he", "HE is given by its calibre", "give it like --caliber 105"},
    {"--weapon", "oba", "OBA is given by its calibre", "give it like --caliber 105 --fire oba"},
    {"--weapon", "smoke", "SMOKE is a Hindrance of +3, dispersed +2", "give it like --hindrance 3"},
});

// What players begin a line with, and how that is asked.
constexpr auto line_hints = std::to_array<model::Choice<std::string_view>>({
    {"tohit", "75L vs 4-4-7 in woods at range 8"},
    {"to-hit", "75L vs 4-4-7 in woods at range 8"},
    {"gun", "75L vs 4-4-7 in woods at range 8"},
    {"iift", "8 vs 4-4-7 on the IIFT"},
    {"ift", "8 vs 4-4-7"},
    {"by", "4-6-7 mg:5-12 vs 4-4-7"},
    {"mg", "4-6-7,mg-only mg:5-12 rof 2 vs 4-4-7"},
    {"lmg", "4-6-7,mg-only lmg:3-8 vs 4-4-7"},
    {"rally", "assault FILE, where [rally] lets who is broken rally"},
    {"mmg", "4-6-7,mg-only mmg:5-12 rof 2 vs 4-4-7"},
    {"hmg", "4-6-7,mg-only hmg:7-16 rof 3 vs 4-4-7"},
    {"rof", "4-6-7 mg:5-12 rof 2 vs 4-4-7"},
    {"hero", "hero:1-4-9 vs 4-4-7"},
    {"leader", "4-6-7 9-1 vs 4-4-7"},
    {"sniper", "8 vs 4-4-7 --attackers-san 4"},
    {"san", "8 vs 4-4-7 --attackers-san 4"},
    {"smoke", "8 vs 4-4-7 through smoke"},
    {"tank", "enter stone 1"},
    {"thrown", "dc +2 vs 4-4-7 in stone"},
    {"afv", "enter stone 1"},
    {"rubble", "he 150 stone 2"},
    {"fire", "kindle wood"},
    {"heat", "he 75 stone 2 heat"},
    {"psk", "he psk stone 2"},
    {"pf", "he pf stone 2"},
    {"baz", "he baz stone 2"},
    {"piat", "he baz stone 2"},
});

const Hint* hint_on(std::string_view option, const Form& command) {
  const auto asked = [&](std::string_view question) { return command.name() == question || command.parent() == question; };
  const auto found = std::find_if(hints.begin(), hints.end(), [&](const Hint& hint) {
    return hint.option == option && (hint.question.empty() || asked(hint.question)) && (hint.needs.empty() || command.has(hint.needs));
  });
  return found == hints.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(const Form& command) {
  std::vector<std::string> names;
  for (const Shown& option : command.options()) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// The questions that have the option, if they are few.
std::string questions_with(const std::string& option) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (const QuestionCommand& question : questions()) {
    const CommandLine line;
    if (question.add(line.form()).form.has(option)) names.push_back(question.name);
  }
  if (names.empty() || names.size() > most) return "";
  return names.size() == 1 ? names.front() + " has it" : model::listed(names) + " have it";
}

// The words of an option: {"area", "fire"}.
std::vector<std::string> words_of(const std::string& option) {
  std::string text = model::in_small_letters(option);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
  return model::words_in(text);
}

// Options whose name has a word of what was typed, then those whose help has; of one letter those that begin with it. At most three.
std::vector<std::string> related(const std::string& typed, const Form& command) {
  constexpr std::size_t most = 3, shortest = 3;
  std::vector<std::string> by_name, by_help;
  for (const Shown& option : command.options()) {
    const std::string& name = option.names.front();
    const std::string help = " " + model::in_small_letters(option.help);
    bool in_name = false, in_help = false;
    for (const std::string& word : words_of(typed)) {
      in_name = in_name || (word.size() >= shortest && name.find(word) != std::string::npos) || (word.size() == 1 && name[2] == word[0]);
      in_help = in_help || (word.size() >= shortest && help.find(" " + word) != std::string::npos);
    }
    if (in_name || in_help) (in_name ? by_name : by_help).push_back(name);
  }
  by_name.insert(by_name.end(), by_help.begin(), by_help.end());
  if (by_name.size() > most) by_name.resize(most);
  return by_name;
}

// "he", "study run".
std::string name_of(const Form& command) { return (command.parent().empty() ? "" : command.parent() + " ") + command.name(); }

std::string help_of(const Form& command) { return "; see boxcars " + name_of(command) + " --help"; }

// 4-6-7, 2x4-6-7, hs:2-4-7, 9-1 or 6+1, whatever follows a comma.
bool is_counter(std::string_view word) {
  std::string_view counter = word.substr(0, word.find(','));
  counter.remove_prefix(counter.find_last_of(":x") + 1);  // from the start if there is none
  const auto hyphens = std::count(counter.begin(), counter.end(), '-');
  const bool numbers = counter.find_first_not_of("0123456789-") == std::string_view::npos;
  const bool poor_leader = counter.size() == 3 && counter[1] == '+';
  return poor_leader || (numbers && hyphens > 0 && !counter.starts_with('-') && !counter.ends_with('-'));
}

bool is_signed_number(std::string_view word) {
  return word.size() > 1 && (word[0] == '+' || word[0] == '-') && word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

// An argument as it is to be typed: "--target 4-6-7".
std::optional<std::string> with_its_option(const Form& command, const std::string& typed) {
  const std::string word = model::as_printed(typed).substr(0, 40);
  if (is_counter(word)) {
    if (command.has("--target")) return "--target " + word;
    if (command.has("--occupant")) return "--occupant 0=" + word;
  }
  const auto equals = word.find('=');
  if (equals != std::string::npos && is_counter(std::string_view(word).substr(equals + 1)) && command.has("--occupant"))
    return "--occupant " + word;
  if (is_signed_number(word) && command.has("--drm")) return "--drm " + word;
  if (word.empty()) return std::nullopt;
  // A Gun as people call it: 75L, 88LL, 76*.
  const auto barrel = word.find_first_not_of("0123456789");
  if (const std::string behind = barrel == std::string::npos || barrel == 0 ? "" : model::in_small_letters(word.substr(barrel));
      command.has("--barrel") && (behind == "l" || behind == "ll" || behind == "*"))
    return "--caliber " + word.substr(0, barrel) + " --barrel " + (behind == "*" ? "short" : behind == "l" ? "L" : "LL");
  if (command.has("--" + word)) return "--" + word;
  // Word processors make a dash of two hyphens.
  if (const auto name = word.find_first_not_of('-'); word[0] == '-' && name != std::string::npos && command.has("--" + word.substr(name)))
    return "--" + word.substr(name);
  if (const auto option = command.that_takes(word)) return *option + " " + word;
  return std::nullopt;
}

}  // namespace

void refuse_option(const std::string& typed, const Form& command) {
  const std::string problem = "unknown option " + model::shown(typed);
  if (const Hint* hint = hint_on(typed, command))
    throw BadInput(problem + " of " + name_of(command) + " (" + std::string(hint->why) + "); " + std::string(hint->instead));
  if (is_signed_number(typed) && command.has("--drm")) throw BadInput(problem + " (a DRM?); give it like --drm " + typed.substr(0, 40));
  const std::string word = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
  if (const auto option = command.that_takes(word)) throw BadInput(problem + "; give it like " + *option + " " + word);
  if (const std::string guess = model::nearest(typed, names_of(command)); !guess.empty())
    throw BadInput(problem + "; did you mean " + guess + "?");
  if (const std::string others = questions_with(typed); !others.empty())
    throw BadInput(problem + " of " + name_of(command) + " (" + others + ")" + help_of(command));
  const auto about_it = related(typed, command);
  throw BadInput(problem + (about_it.empty() ? "" : " (related: " + model::listed(about_it) + ")") + help_of(command));
}

void refuse_unknown_options(const Form& command) {
  for (const std::string& argument : command.remaining()) {
    if (argument.starts_with('-') && argument != "--") refuse_option(argument.substr(0, argument.find('=')), command);
  }
}

void refuse_arguments(const std::vector<std::string>& typed, const Form& command) {
  for (const std::string& argument : typed) {
    if (const Hint* hint = hint_on("--" + model::in_small_letters(argument), command))
      throw BadInput("unexpected argument " + model::shown(argument) + " (" + std::string(hint->why) + "); " + std::string(hint->instead));
    if (const auto given = with_its_option(command, argument))
      throw BadInput("unexpected argument " + model::shown(argument) + " (it belongs to no option); give it like " + *given);
  }
  throw BadInput("unexpected argument " + model::shown(typed.front()) + " (it belongs to no option)" + help_of(command));
}

namespace {

// A line that is asked like this one, from the question that is named in it on: its own words up to the first option, if that can be
// answered, or the question's example.
std::string asked_like(const std::string& named, const std::vector<std::string>& behind,
                       const std::function<bool(const std::vector<std::string>&)>& works) {
  std::vector<std::string> line{named};
  line.insert(line.end(), behind.begin(),
              std::find_if(behind.begin(), behind.end(), [](const std::string& w) { return w.starts_with('-'); }));
  const std::string text = model::with_between(line, " ");
  constexpr std::size_t longest = 60;
  if (text.size() <= longest && works(line)) return "give it like boxcars " + model::as_printed(text);
  const auto& kinds = ask::question_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const ask::QuestionKind& known) { return known.name == named; });
  if (kind == kinds.end() || kind->examples.empty() || kind->examples.front().find('>') != std::string_view::npos)
    return "see boxcars " + named + " --help";
  return "give it like " + std::string(kind->examples.front());
}

}  // namespace

void refuse_question(const std::vector<std::string>& line, const std::vector<std::string>& questions,
                     const std::function<bool(const std::vector<std::string>&)>& works) {
  const std::string& typed = line.front();
  for (auto word = line.begin() + 1; word != line.end() && !typed.starts_with('-'); ++word) {
    const auto named = std::find_if(questions.begin(), questions.end(), [&](const std::string& known) {
      return model::same_word(known, *word) || model::same_word(known + "s", *word);  // a tank enters
    });
    if (named == questions.end()) continue;
    throw BadInput("unknown question " + model::shown(typed) + "; " + asked_like(*named, {word + 1, line.end()}, works));
  }
  const auto hint = model::find_choice(model::in_small_letters(typed), line_hints);
  const bool is_sentence = line.size() > 2 && model::nearest(typed, questions).empty() &&
                           std::none_of(line.begin(), line.end(), [](const std::string& word) { return word.starts_with('-'); });
  if (!hint && is_sentence) {
    throw BadInput("nothing to ask in " + model::shown(model::with_between(line, " ")) +
                   " (who fires at whom, or what is checked?); give it like boxcars 8 +1 vs 4-4-7");
  }
  if (!hint) model::throw_unknown("question", typed, questions);
  throw BadInput("unknown question " + model::shown(typed) + "; give it like boxcars " + std::string(*hint));
}

void refuse_if_elsewhere(std::string_view option, std::string_view word) {
  for (const WordHint& hint : word_hints) {
    if (hint.option == option && model::same_word(hint.word, word))
      throw BadInput("unknown " + std::string(option) + " " + model::shown(word) + " (" + std::string(hint.why) + "); " +
                     std::string(hint.instead));
  }
}

}  // namespace boxcars::cli
