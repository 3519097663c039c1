#include "ask/vehicle_reading.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ask/lexicon.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/vehicle_shots.hpp"
#include "model/rules/armory.hpp"

namespace boxcars::ask {
namespace of_vehicles {
namespace {

// Whom players mean by a name that several counters have: the commonest.
struct Commonest {
  std::string_view said;
  std::string_view name;
};
// clang-format off
constexpr auto commonest = std::to_array<Commonest>({
    {"sherman", "M4A1"}, {"t34", "T-34 M43"}, {"t3476", "T-34 M43"}, {"kv", "KV-1 M41"}, {"kv1", "KV-1 M41"}, {"pziv", "PzKpfw IVH"}, {"panzeriv", "PzKpfw IVH"},
    {"pz4", "PzKpfw IVH"}, {"panzer4", "PzKpfw IVH"}, {"mkiv", "PzKpfw IVH"}, {"markiv", "PzKpfw IVH"}, {"pziii", "PzKpfw IIIJ"}, {"panzeriii", "PzKpfw IIIJ"},
    {"pz3", "PzKpfw IIIJ"}, {"panzer3", "PzKpfw IIIJ"}, {"stug", "StuG IIIG"}, {"stugs", "StuG IIIG"}, {"stugiii", "StuG IIIG"}, {"stuart", "M5A1"},
    {"churchill", "Churchill IV"}, {"cromwell", "Cromwell IV"}, {"marder", "Marder III(t)M"}, {"valentine", "Valentine V"}, {"crusader", "Crusader III"},
    {"su85", "SU-85"}, {"t70", "T-70"}, {"charb1", "B1-bis"}, {"charb", "B1-bis"}, {"b1bis", "B1-bis"},
    {"charb1bis", "B1-bis"}, {"pz4h", "PzKpfw IVH"}, {"pz4j", "PzKpfw IVJ"}, {"pz3j", "PzKpfw IIIJ"}, {"pzii", "PzKpfw IIF"}, {"panzerii", "PzKpfw IIF"}, {"pz2", "PzKpfw IIF"},
    {"panzer2", "PzKpfw IIF"}, {"pz38t", "PzKpfw 38(t)A"}, {"pzkpfw38t", "PzKpfw 38(t)A"}, {"38t", "PzKpfw 38(t)A"}, {"bt7", "BT-7 M37"}, {"m3halftrack", "M3 ht"}, {"m3ht", "M3 ht"},
    {"truck", "21/2-Ton Truck(a)"}, {"zis3", "76.2mm P obr. 39"}, {"75mmsherman", "M4A1"}, {"75sherman", "M4A1"}, {"sherman75", "M4A1"}, {"sherman75mm", "M4A1"},
    {"76mmsherman", "M4A1(76)W"}, {"76sherman", "M4A1(76)W"}, {"sherman76", "M4A1(76)W"}, {"is2", "IS-2"}, {"88", "8.8cm FlaK 18 o. 36"}, {"88s", "8.8cm FlaK 18 o. 36"},
});
constexpr auto nothing_said = std::to_array<std::string_view>({
    "a", "an", "the", "does", "do", "will", "would", "can", "could", "what", "whats", "are", "is", "odds", "odd", "chance", "chances", "that", "how", "likely",
    "to", "my", "his", "her", "their", "our", "your", "get", "gets", "for", "of", "it", "its", "there", "i", "we", "me", "please", "probability", "percent",
    "tank", "tanks", "gun", "guns", "one", "single", "shot", "hit", "hits", "hitting", "from", "in", "into", "by", "with", "using", "firing", "fires", "fire", "fired",
    "shoots", "shoot", "shooting", "shot", "at", "vs", "v", "versus", "against", "on", "kill", "kills", "killing", "killed", "destroy", "destroys", "destroying",
    "knock", "knocks", "out", "take", "takes", "penetrate", "penetrates", "penetrating", "eliminate", "eliminates", "burn", "burns", "about", "away", "distance",
    "when", "i'm", "im", "and", "which", "ammo", "ammunition", "rounds", "round", "aspect", "armor", "armour", "that's", "be", "was", "up", "has", "good",
    "enemy", "attack", "attacks", "attacking", "target", "facing", "facings", "arc", "through", "roll", "to-hit", "hex's", "duel", "duels", "dueling", "duelling", "who", "wins",
    "win", "better", "best", "should", "keep", "use", "either", "frontally", "street", "flak", "placed", "stationary", "stopped", "as", "surviving", "survives", "survive", "thrown", "throws", "throw", "uses", "road", "open", "ground", "first-class"});
// clang-format on

bool is_in(const auto& words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }

std::string only_letters(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c))) result += c;
  }
  return result;
}

// "@8" is at 8.
std::string with_at(std::string text) {
  for (auto sign = text.find('@'); sign != std::string::npos; sign = text.find('@', sign)) text.replace(sign, 1, " at ");
  return text;
}

// In small letters, without what ends a sentence; "10hexes" is two.
std::vector<std::string> words_of_line(std::string_view line) {
  std::vector<std::string> words;
  for (std::string word : model::words_in(with_at(model::in_small_letters(model::with_hyphens(model::with_blanks(line)))))) {
    while (!word.empty() && (word.back() == '?' || word.back() == '.' || word.back() == ',' || word.back() == '!' || word.back() == ';' ||
                             word.back() == ':'))
      word.pop_back();
    const auto digits = word.find_first_not_of("0123456789");
    if (digits != std::string::npos && digits > 0 && (word.substr(digits) == "hexes" || word.substr(digits) == "hex")) {
      words.push_back(word.substr(0, digits));
      word = word.substr(digits);
    }
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

bool is_counter(const std::string& word) {
  const bool digits = word.find_first_not_of("0123456789") == std::string::npos;
  if (digits && word.size() == 3) return true;
  return std::count(word.begin(), word.end(), '-') == 2 && word.find_first_not_of("0123456789-") == std::string::npos;
}

struct Named {
  std::size_t begin = 0, end = 0;
  std::string name{};   ///< as an option has it
  std::string told{};   ///< what it was taken for
  std::string shown{};  ///< as its counter writes it; empty: as an option has it
  bool is_vehicle = false;
};

std::string in_words(const Named& named) { return named.shown.empty() ? named.name : named.shown; }

std::string joined(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " ") + words[i];
  return text;
}

// Without the s of several.
std::string_view singular(std::string_view letters) {
  if (letters.size() > 4 && letters.ends_with('s')) letters.remove_suffix(1);
  return letters;
}

// Whether it is something else to the reader of other lines: "flat", "half squad".
bool means_something_else(const std::string& letters) {
  const Word* known = word_of(letters);
  if (!known) return false;
  constexpr std::array weapons{Means::by_name,  Means::vehicle,     Means::latw, Means::weapon,
                               Means::ordnance, Means::machine_gun, Means::fire};
  return std::find(weapons.begin(), weapons.end(), known->means) == weapons.end();
}

// Of a counter of the lists: "T-34/85" is it as typed in other letters, "tiger" is told what it was taken for.
Named of_counter(const std::string& said, const std::string& counter, bool is_vehicle) {
  Named named{.name = said, .is_vehicle = is_vehicle};
  if (only_letters(model::in_small_letters(counter)) == only_letters(said))
    named.shown = counter;
  else
    named.told = std::string(said).append(": ").append(counter);
  return named;
}

// "88l" as a counter writes it.
std::string armament_shown(const std::string& text) {
  std::string shown = text;
  std::replace(shown.begin(), shown.end(), 'l', 'L');
  return shown;
}

// "hmg 7-16", "german hmg", "37mm": a weapon by its kind or its numbers.
std::optional<Named> weapon_of_words(const std::string& text) {
  const auto [said, list] = model::name_and_list(text);
  const auto blank = said.find(' ');
  const std::string kind = said.substr(0, blank);
  constexpr auto kinds =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"mg", "MG"}, {"lmg", "LMG"}, {"mmg", "MMG"}, {"hmg", "HMG"}});
  for (const auto& [mg, type] : kinds) {
    if (kind != mg) continue;
    const bool has_numbers = blank != std::string::npos && said.find_first_not_of("0123456789-", blank + 1) == std::string::npos &&
                             std::count(said.begin(), said.end(), '-') == 1;
    if (has_numbers) return Named{.name = std::string("mg:").append(said, blank + 1)};
    if (list.empty() || blank != std::string::npos) continue;
    std::string nation(list);
    nation.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(nation.front())));
    const std::string strength = machine_gun_of(nation, type);
    if (!strength.empty()) return Named{.name = "mg:" + strength, .told = std::string(text).append(": ").append(strength)};
  }
  if (!text.ends_with("mm")) return std::nullopt;
  const std::string calibre = text.substr(0, text.size() - 2);
  if (!model::whole_number(calibre) || !model::parse_armament(calibre)) return std::nullopt;
  return Named{.name = calibre, .shown = text};
}

std::optional<Named> name_of_words(const std::string& typed) {
  std::string text = typed;
  if (text.starts_with("pzkw")) text.replace(0, 4, "pzkpfw");
  const std::string letters = only_letters(text);
  const auto parts = model::words_in(text);  // of a vehicle: "sherman turret"
  if (is_in(parts, "turret") || is_in(parts, "hull")) return std::nullopt;
  if (auto weapon = weapon_of_words(text)) return weapon;
  if (means_something_else(letters)) return std::nullopt;
  for (const std::string_view said : {std::string_view(letters), singular(letters)}) {
    const auto usual = std::find_if(commonest.begin(), commonest.end(), [&](const Commonest& row) { return row.said == said; });
    if (usual != commonest.end()) {
      const std::string name(usual->name);
      Named named = of_counter(text, name, model::is_vehicle_name(name));
      named.name = name;
      return named;
    }
  }
  const Word* known = word_of(letters);
  const bool is_gun = known && known->means == Means::by_name;  // of which a vehicle may have its name
  const auto gun = [](const std::string& said) { return of_counter(said, model::find_firearm("gun", said).name, false); };
  if (is_gun && model::names_one_firearm(text)) return gun(text);
  for (const std::string& said : {text, text.size() > 4 && text.ends_with('s') ? text.substr(0, text.size() - 1) : text}) {
    if (model::names_one_vehicle(said)) return of_counter(said, model::find_vehicle("target", said).name, true);
    if (model::names_one_firearm(said)) return gun(said);
    if (model::is_infantry_weapon(said)) return Named{.name = said};
  }
  const bool has_suffix = letters.ends_with('l') || text.ends_with('*');
  if (has_suffix && model::parse_armament(text)) return Named{.name = text, .shown = armament_shown(text)};
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(std::string_view line) : words_(words_of_line(line)) {}

  std::optional<PlainQuestion> read() {
    constexpr std::size_t most_words = 60;
    if (words_.size() > most_words) return std::nullopt;
    if (has("or") && !has("wins") && !has("win")) return std::nullopt;
    for (std::size_t i = 0; i < words_.size(); ++i) {  // before the lists are looked through: most lines are of Infantry
      if (is_counter(words_[i]) && !may_use_weapon(i)) return std::nullopt;
    }
    find_names();
    take_who_is_first();
    if (names_.size() != 2) return std::nullopt;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (is_counter(words_[i]) && by_said(i).empty()) return std::nullopt;
    }
    const bool turned = is_turned();
    const Named &fires = names_[turned ? 1 : 0], &target = names_[turned ? 0 : 1];
    if (!target.is_vehicle) return std::nullopt;
    is_duel_ = std::any_of(words_.begin(), words_.end(), [](const std::string& word) { return word.starts_with("duel"); }) ||
               (has("wins") || has("win"));
    if (is_duel_ && !fires.is_vehicle) return std::nullopt;
    read_rest(fires, target, turned);
    if (!unknown_.empty()) refuse(fires, target);
    if (!side_of_firer_.empty())
      throw model::BadInput({}, "'" + side_of_firer_ + "' beside who fires", "whose " + side_of_firer_ + " is it?",
                            "say it of the target, like vs " + target.name + " " + side_of_firer_);
    if (!of_firer_.empty())
      throw model::BadInput({}, "'" + of_firer_ + "' of " + fires.name, "what of who fires is a DRM has its Case",
                            "say it of the target: vs a " + of_firer_ + " " + target.name);
    return question(fires, target);
  }

 private:
  bool has(std::string_view word) const { return is_in(words_, word); }

  void find_names() {
    constexpr std::size_t longest = 4;
    for (std::size_t i = 0; i < words_.size();) {
      std::optional<Named> found;
      for (std::size_t length = std::min(longest, words_.size() - i); length > 0 && !found; --length) {
        if (length == 1 && is_in(nothing_said, words_[i])) break;
        const bool is_armor = length == 2 && armor_of_words(i).has_value();
        if ((is_in(nothing_said, words_[i]) && !is_armor) || (length > 1 && is_in(nothing_said, words_[i + length - 1]))) continue;
        if (length == 1 && i + 1 < words_.size() && words_[i + 1].starts_with("hex")) break;
        if (length > 1 && is_behind_name(words_[i + length - 1])) continue;
        if (i + length < words_.size() && is_counted(words_[i + length]) && model::whole_number(words_[i + length - 1])) continue;
        found = length == 2 ? armor_of_words(i) : std::nullopt;
        if (!found) found = name_of_words(joined(words_, i, i + length));
        if (found) found->begin = i, found->end = i + length;
      }
      // "50L PaK 38": its calibre, and its name.
      const bool is_named_again = found && !names_.empty() && names_.back().end == i && !names_.back().is_vehicle && !found->is_vehicle &&
                                  model::parse_armament(names_.back().name) && !model::parse_armament(found->name);
      if (is_named_again) names_.pop_back();
      if (found) {
        names_.push_back(*found);
        i = found->end;
      } else {
        rest_.push_back(i++);
      }
    }
  }

  // Its ammunition, or a DRM: no part of a name.
  static bool is_behind_name(const std::string& word) {
    constexpr auto ammunition = std::to_array<std::string_view>({"ap", "apcr", "apds", "heat", "he"});
    return is_in(ammunition, word) || word.starts_with('+') || word.starts_with('-');
  }

  // What a number before it says, if it is not a part of a name.
  static bool is_counted(const std::string& word) {
    return word.starts_with("hex") || word == "rounds" || word == "shots" || word == "times" || word == "turns";
  }

  // "armor 8/4": front, and side and rear.
  std::optional<Named> armor_of_words(std::size_t i) const {
    if (i + 1 >= words_.size() || (words_[i] != "armor" && words_[i] != "armour" && words_[i] != "af")) return std::nullopt;
    const std::string& both = words_[i + 1];
    const auto slash = both.find('/');
    if (slash == std::string::npos || !model::whole_number(std::string_view(both).substr(0, slash)) ||
        !model::whole_number(std::string_view(both).substr(slash + 1)))
      return std::nullopt;
    return Named{.name = "armor=" + both, .shown = "armor " + both, .is_vehicle = true};
  }

  // "Tiger against T-34, T-34 shoots first": who is named again for it is the same one.
  void take_who_is_first() {
    const auto first = std::find(words_.begin(), words_.end(), "first");
    if (names_.size() != 3 || first == words_.end()) return;
    const Named& again = names_.back();
    const auto is_same = [&](const Named& one) {
      return model::in_small_letters(only_letters(one.name)) == model::in_small_letters(only_letters(again.name));
    };
    const bool is_a = is_same(names_[0]), is_b = is_same(names_[1]);
    if (is_a == is_b || first < words_.begin() + static_cast<std::ptrdiff_t>(again.end)) return;
    first_ = is_a ? "A" : "B";
    names_.pop_back();
    std::erase_if(rest_, [&](std::size_t word) { return words_[word] == "first" || words_[word] == "goes" || words_[word] == "moves"; });
  }

  static bool is_facing(std::string_view word) { return !facing_of(word).empty(); }

  // "a Sherman hit by a Tiger", "kill a Sherman with a PSK".
  bool is_turned() const {
    // "What is best to kill a KV-1: a PaK 40"; a Gun is no target here.
    constexpr auto verbs =
        std::to_array<std::string_view>({"kill", "killing", "destroy", "destroying", "penetrate", "penetrating", "against"});
    const std::size_t before = before_articles(names_[0].begin);
    if (names_[0].is_vehicle && !names_[1].is_vehicle && before > 0 && is_in(verbs, words_[before - 1])) return true;
    for (std::size_t i = names_[0].end; i < names_[1].begin; ++i) {
      if (words_[i].starts_with("surviv")) return true;                                                   // a Sherman surviving a Tiger
      if (words_[i].starts_with("duel")) return false;                                                    // a Tiger duels with a T-34
      if (words_[i] == "by" && !who_at(past_articles(i + 1)).empty()) continue;                           // a PF by a squad
      const bool is_distance = words_[i] == "from" && i + 1 < words_.size() && number_of(words_[i + 1]);  // PF from 1 hex
      if (is_distance) continue;
      if (words_[i] == "from" && i + 1 < words_.size() && is_facing(words_[past_articles(i + 1)])) continue;
      constexpr auto aims = std::to_array<std::string_view>({"vs", "v", "versus", "against", "at", "on"});
      const bool goes_on =
          std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(i), words_.begin() + static_cast<std::ptrdiff_t>(names_[1].begin),
                      [&](const std::string& word) { return is_in(aims, word); });
      if (goes_on) continue;  // a Tiger with its leader vs a Sherman
      if (words_[i] == "by" || words_[i] == "with" || words_[i] == "using" || words_[i] == "from") return true;
    }
    return false;
  }

  std::string at(std::size_t rest) const { return rest < rest_.size() ? words_[rest_[rest]] : std::string(); }
  // Whether words of the rest stand one behind the other, too.
  bool follows(std::size_t rest, std::string_view word) const {
    return rest + 1 < rest_.size() && rest_[rest + 1] == rest_[rest] + 1 && words_[rest_[rest + 1]] == word;
  }

  // How a vehicle is, is said of the target where its name is nearer: "tiger vs hull down sherman". Of who fires it is another DRM.
  void require_of_target(std::size_t word, const std::string& said, const Named& fires, const Named& target, bool turned) {
    if (is_duel_) return;  // refused with both
    std::size_t next = past_articles(word + 1);
    while (next < words_.size() && (words_[next] == "down" || words_[next] == "up")) ++next;
    if (next == target.begin && target.begin > fires.end) return;  // "PaK 40 15 hexes hull down Sherman"
    constexpr auto verbs = std::to_array<std::string_view>(
        {"at",      "vs",        "v",          "versus",    "against",    "on",          "fires", "fire",  "firing",
         "shoots",  "shoot",     "shooting",   "kill",      "kills",      "killing",     "hit",   "hits",  "hitting",
         "destroy", "destroys",  "destroying", "penetrate", "penetrates", "penetrating", "take",  "takes", "attack",
         "attacks", "attacking", "knock",      "knocks",    "eliminate",  "eliminates",  "burn",  "burns"});
    constexpr std::array<std::string_view, 4> agents{"by", "with", "using", "from"};
    const std::size_t first = std::min(fires.end, target.end), second = std::max(fires.begin, target.begin);
    std::size_t joint = first;
    while (joint < second && !(turned ? is_in(agents, words_[joint]) : is_in(verbs, words_[joint]))) ++joint;
    const bool is_of_first = word < first || (word < second && word < joint);
    const bool is_of_second = word >= second || (joint < second && word > joint);
    const bool is_behind_turned = turned && word >= second;
    if ((turned ? is_of_first : is_of_second && !is_of_first) && !is_behind_turned) return;
    of_firer_ = said;
  }

  bool is_article(std::size_t word) const { return words_[word] == "a" || words_[word] == "an" || words_[word] == "the"; }
  std::size_t past_articles(std::size_t word) const {
    while (word < words_.size() && is_article(word)) ++word;
    return word;
  }
  std::size_t before_articles(std::size_t word) const {
    while (word > 0 && is_article(word - 1)) --word;
    return word;
  }
  // Who fires a PF or the like, as --by has it; empty: nobody is named there.
  std::string who_at(std::size_t word) const {
    if (word >= words_.size()) return "";
    if (is_counter(words_[word])) {  // 447 or 4-4-7
      const std::string& typed = words_[word];
      const std::string kind = kind_of_counter(typed.size() == 3 ? std::string{typed[0], '-', typed[1], '-', typed[2]} : typed);
      return kind.find('/') == std::string::npos ? kind : "";
    }
    if (words_[word] == "half-squad" || (words_[word] == "half" && word + 1 < words_.size() && words_[word + 1] == "squad")) return "hs";
    constexpr auto known = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"squad", "squad"}, {"hs", "hs"}, {"crew", "crew"}, {"smc", "smc"}, {"leader", "smc"}, {"hero", "smc"}});
    for (const auto& [said, by] : known) {
      if (words_[word] == said) return std::string(by);
    }
    return "";
  }

  // "acquired -2", "-2 acquisition": as so much; nothing: it is not said there.
  std::optional<int> acquired_at(std::size_t i) const {
    constexpr auto said = std::to_array<std::string_view>({"acquired", "acquisition", "acq", "acqu"});
    const std::string next = i + 1 < rest_.size() && rest_[i + 1] == rest_[i] + 1 ? at(i + 1) : "";
    const std::string number = is_in(said, at(i)) ? next : is_in(said, next) ? at(i) : "";
    if (number == "1" || number == "-1") return 1;
    if (number == "2" || number == "-2") return 2;
    return std::nullopt;
  }

  // "Tiger side vs Sherman", "side Tiger vs Sherman", but not "Sherman hit in the side by a Tiger".
  bool is_beside(std::size_t word, const Named& fires) const {
    const bool is_other_first = fires.begin > names_[0].begin;
    return !is_other_first && (word == fires.end || word + 1 == fires.begin);
  }
  // "Behind a wall", not "from behind".
  bool is_place_behind(std::size_t word) const {
    const std::size_t next = past_articles(word + 1);
    return next > word + 1 || (next < words_.size() && (words_[next] == "wall" || words_[next] == "hedge"));
  }
  static constexpr int farthest_bare = 40;  // of a range that is a number at the end
  static bool is_hindrance(const std::string& word) { return word == "hindrance" || word == "hindrances"; }
  // "2", "+2": of what is a Hindrance.
  static std::optional<int> drm_of(const std::string& word) {
    return model::whole_number(word.starts_with('+') ? std::string_view(word).substr(1) : std::string_view(word));
  }

  // "10", "ten".
  static std::optional<int> number_of(const std::string& word) {
    const Word* spelled = word_of(word);
    return spelled && spelled->means == Means::number ? spelled->number : model::whole_number(word);
  }

  // What is neither a name nor of one: each word by itself, or with the next.
  void read_rest(const Named& fires, const Named& target, bool turned) {
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const std::string word = at(i);
      if (const std::string by = by_said(rest_[i]); !by.empty()) {
        by_ = by;
        if (word == "half") ++i;
        continue;
      }
      if (word == "goes" && i > 0 && at(i - 1) == "it") continue;  // acquiring as it goes
      if (take_count(i) || take_facing(i, fires) || take_state(i, fires, target, turned) || take_drm(i)) continue;
      const bool is_condition = word == "if" && (next_to(i) == "it" || next_to(i) == "he" || next_to(i) == "they");
      if (is_in(std::array<std::string_view, 5>{"ap", "apcr", "apds", "heat", "he"}, word))
        ammo_ = word;
      else if (is_condition || (word != "if" && !is_in(nothing_said, word)))
        unknown_.push_back(word);
    }
  }

  // The word right behind it, if that is of the rest, too.
  std::string next_to(std::size_t i) const { return i + 1 < rest_.size() && rest_[i + 1] == rest_[i] + 1 ? at(i + 1) : ""; }

  // A range, and how often; past what it takes.
  bool take_count(std::size_t& i) {
    const std::string word = at(i), next = next_to(i);
    const auto number = number_of(word), behind = model::whole_number(next);
    const bool is_last = i + 1 == rest_.size() && rest_[i] + 1 == words_.size() && number && *number <= farthest_bare;
    const bool is_behind_at = i > 0 && rest_[i - 1] + 1 == rest_[i] && (at(i - 1) == "at" || at(i - 1) == "range");
    if (number && next.starts_with("hex")) return range_ = *number, ++i, true;
    if (word == "range" && behind) return range_ = *behind, ++i, true;
    if (word == "range" || word.starts_with("hex") || word == "turns" || word == "turn") return true;
    if (number && (next == "shots" || next == "times" || (next == "rounds" && !is_duel_))) return shots_ = *number, ++i, true;
    if (word == "twice" || word == "thrice") return shots_ = word == "twice" ? 2 : 3, true;
    if (word == "rof" && behind) return rate_of_fire_ = *behind, ++i, true;
    if (number && (next == "turns" || next == "turn" || next == "rounds")) return turns_ = *number, ++i, true;
    if (number && !range_ && is_behind_at) return range_ = *number, true;
    if (word == "adjacent") return range_ = 1, true;
    const bool is_hindrance_next = is_hindrance(next) && drm_of(word);
    constexpr auto counted = std::to_array<std::string_view>({"turn", "turns", "shot", "shots", "rof", "round", "rounds"});
    const bool is_counted_last = i > 0 && is_in(counted, at(i - 1));
    if (number && !range_ && is_last && !is_hindrance_next && !is_counted_last) return range_ = *number, true;
    return false;
  }

  // "front", "side", "rear" of what a word says of a facing; empty: nothing.
  static std::string_view facing_of(std::string_view word) {
    constexpr auto said = std::to_array<std::pair<std::string_view, std::string_view>>({{"front", "front"},
                                                                                        {"frontal", "front"},
                                                                                        {"frontally", "front"},
                                                                                        {"head-on", "front"},
                                                                                        {"side", "side"},
                                                                                        {"sides", "side"},
                                                                                        {"flank", "side"},
                                                                                        {"rear", "rear"},
                                                                                        {"behind", "rear"},
                                                                                        {"back", "rear"}});
    const auto found = std::find_if(said.begin(), said.end(), [&](const auto& row) { return row.first == word; });
    return found == said.end() ? std::string_view() : found->second;
  }

  bool take_facing(std::size_t& i, const Named& fires) {
    const std::string word = at(i), next = next_to(i);
    const std::string_view facing = facing_of(word), behind = facing_of(next);
    if (word == "turret" && !behind.empty()) return turret_ = behind, ++i, true;
    if (word == "hull" && !behind.empty()) return true;
    if (facing.empty()) return false;
    const bool is_of_shot = next == "shot" || next == "shots" || next == "hit";
    if (word == "behind" && is_place_behind(rest_[i]))
      unknown_.push_back(word);
    else if (is_beside(rest_[i], fires) && !is_of_shot && !is_duel_)
      side_of_firer_ = word;
    else
      facing_ = facing;
    return true;
  }

  bool is_behind_from(std::size_t word) const {
    const std::size_t before = before_articles(word);
    return before > 0 && words_[before - 1] == "from";
  }

  // How the target is.
  bool take_state(std::size_t& i, const Named& fires, const Named& target, bool turned) {
    const std::string word = at(i);
    const bool is_hull_down = word == "hull" && next_to(i) == "down";
    if (word == "hull-down" || word == "hd" || is_hull_down) {
      require_of_target(rest_[i], "hull down", fires, target, turned);
      hull_down_ = true;
      if (is_hull_down) ++i;
    } else if (word == "moving" || word == "motion" || word == "drives" || word == "driving") {
      require_of_target(rest_[i], "moving", fires, target, turned);
      motion_ = true;
    } else if (word == "concealed" || word == "hidden") {
      require_of_target(rest_[i], "concealed", fires, target, turned);
      cases_.emplace_back("K");
    } else if (word == "woods" && is_behind_from(rest_[i])) {
      return true;  // where who fires is, makes no difference
    } else if (word == "woods") {
      require_of_target(rest_[i], "in woods", fires, target, turned);
      tem_ = 1;
    } else {
      return false;
    }
    return true;
  }

  // What else is a DRM of the shot.
  bool take_drm(std::size_t& i) {
    const std::string word = at(i), next = next_to(i);
    if (word == "bu" || word == "buttoned") return cases_.emplace_back("I"), true;
    if (word == "pinned") return cases_.emplace_back("D"), true;
    if (word == "intensive") return cases_.emplace_back("F"), true;
    if (const auto acquired = acquired_at(i)) return cases_.push_back("N=-" + std::to_string(*acquired)), ++i, true;
    if (word == "acquisition" || word == "acquiring") return acquires_ = true;
    const auto hindrance = is_hindrance(word) ? drm_of(next) : is_hindrance(next) ? drm_of(word) : std::nullopt;
    if (!hindrance) return false;
    hindrance_ = *hindrance;
    ++i;
    return true;
  }

  static constexpr auto uses = std::to_array<std::string_view>({"with", "throws", "throw", "fires", "uses"});

  // Whether a counter may be whose weapon it is: "by a 447", "447 with a PF", "467 PF".
  bool may_use_weapon(std::size_t counter) const {
    const std::size_t before = before_articles(counter), behind = counter + 1;
    if (before > 0 && words_[before - 1] == "by") return true;
    if (behind >= words_.size()) return false;
    const bool may_be_name =
        !is_in(nothing_said, words_[behind]) && !is_counter(words_[behind]) && !means_something_else(only_letters(words_[behind]));
    return is_in(uses, words_[behind]) || may_be_name;
  }

  // "By a squad", "a squad with a PF": who is named there.
  std::string by_said(std::size_t word) const {
    const std::string who = who_at(word);
    if (who.empty() || is_duel_) return "";
    const std::size_t before = before_articles(word);
    const std::size_t behind = word + (words_[word] == "half" ? 2 : 1);
    const bool is_agent = before > 0 && words_[before - 1] == "by";
    const bool has_it = behind < words_.size() && (is_in(uses, words_[behind]) || behind == names_[0].begin) &&
                        behind <= std::min(names_[0].begin, names_[1].begin);
    return is_agent || has_it ? who : "";
  }

  std::string at_range() const { return range_ ? " at " + std::to_string(*range_) + (*range_ == 1 ? " hex" : " hexes") : std::string(); }

  [[noreturn]] void refuse(const Named& fires, const Named& target) const {
    std::string told;
    for (std::size_t i = 0; i < unknown_.size() && i < 4; ++i)
      told += (i == 0 ? "'" : ", '") + model::printable(unknown_[i].substr(0, 30)) + "'";
    std::string known = fires.name + " vs ";
    if (hull_down_) known += "hull down ";
    if (motion_) known += "moving ";
    known += target.name;
    if (!facing_.empty()) known += " " + facing_;
    known += at_range();
    throw model::BadInput({}, "not understood: " + told,
                          unknown_.size() == 1 ? "boxcars does not know the word" : "boxcars does not know these words",
                          is_duel_ ? "see boxcars duel --help" : "without that: boxcars " + known);
  }

  PlainQuestion question(const Named& fires, const Named& target) const {
    PlainQuestion asked{.question = is_duel_ ? "duel" : "kill"};
    const auto add = [&](const char* key, const std::string& value) { asked.inputs.push_back({key, value}); };
    add(is_duel_ ? "a" : "gun", fires.name);
    add(is_duel_ ? "b" : "target", target.name);
    std::string told = in_words(fires) + (is_duel_ ? " against " : " at ") + in_words(target);
    if (range_) add("range", std::to_string(*range_));
    told += at_range();
    const auto say = [&](const char* key, const std::string& value, const std::string& words) {
      if (is_duel_) throw model::BadInput({}, "'" + words + "' of a duel", "whose is it?", "see boxcars duel --help");
      add(key, value);
      told += ", " + words;
    };
    if (!facing_.empty()) say("facing", facing_, "at its " + facing_);
    if (hull_down_) {
      if (is_duel_) throw model::BadInput({}, "'hull down' of a duel", "who is it?", "give it like boxcars duel A B --hull-down-a");
      asked.inputs.push_back({"hull_down", true});
      told += ", hull down";
    }
    if (motion_) {
      if (is_duel_) throw model::BadInput({}, "'moving' of a duel", "who is it?", "leave it out");
      asked.inputs.push_back({"motion", true});
      told += ", moving";
    }
    const bool is_checked = fires.name.starts_with("pf") || fires.name.starts_with("panzerfaust") || fires.name.starts_with("mol");
    if (!by_.empty() && is_checked) say("by", by_, "by a " + (by_ == "smc" ? std::string("SMC") : by_));
    if (!turret_.empty()) say("turret", turret_, "its turret's " + turret_);
    if (tem_ > 0) say("tem", std::to_string(tem_), "in woods (+1)");
    if (!ammo_.empty()) say("ammo", ammo_, "firing " + ammo_);
    for (const std::string& letter : cases_) say("case", letter, "Case " + letter);
    if (hindrance_ > 0) {
      add("hindrance", std::to_string(hindrance_));
      told += ", Hindrance +" + std::to_string(hindrance_);
    }
    if (rate_of_fire_) say("rate_of_fire", std::to_string(*rate_of_fire_), "with a rate of fire of " + std::to_string(*rate_of_fire_));
    if (shots_)
      say("shots", std::to_string(*shots_) + (acquires_ ? ",acquire" : ""),
          std::to_string(*shots_) + (acquires_ ? " shots, acquiring" : " shots"));
    if (is_duel_ && first_.empty()) told += ", " + in_words(fires) + " first";
    if (!first_.empty()) {
      if (!is_duel_) throw model::BadInput({}, "'first' of one shot", "who else shoots?", "give it like Tiger duels T-34/85");
      add("first", first_);
      told += ", " + in_words(first_ == "A" ? fires : target) + " first";
    }
    if (turns_) {
      if (!is_duel_) throw model::BadInput({}, "turns of shots at a vehicle", "each is a shot", "give it like 3 shots");
      add("turns", std::to_string(*turns_));
      told += ", " + std::to_string(*turns_) + " turns";
    }
    for (const Named* name : {&fires, &target}) {
      if (!name->told.empty()) told += "; " + name->told;
    }
    asked.understood = told;
    return asked;
  }

  std::vector<std::string> words_;
  std::vector<Named> names_{};
  std::vector<std::size_t> rest_{};
  std::vector<std::string> unknown_{}, cases_{};
  std::optional<int> range_{}, shots_{}, rate_of_fire_{}, turns_{};
  int hindrance_ = 0, tem_ = 0;
  std::string by_{}, facing_{}, turret_{}, ammo_{}, first_{}, of_firer_{}, side_of_firer_{};
  bool hull_down_ = false, motion_ = false, acquires_ = false, is_duel_ = false;
};

// How a vehicle is in Close Combat, as players say it.
struct SaidOfVehicle {
  std::string_view first, second;  ///< one word, or two
  std::string_view attribute;
};
constexpr auto said_of_vehicles = std::to_array<SaidOfVehicle>({{"in", "motion", "motion"},
                                                                {"non", "stopped", "motion"},
                                                                {"crew", "exposed", "ce"},
                                                                {"buttoned", "up", "bu"},
                                                                {"buttoned-up", "", "bu"},
                                                                {"moving", "", "motion"},
                                                                {"motion", "", "motion"},
                                                                {"non-stopped", "", "motion"},
                                                                {"immobile", "", "immobile"},
                                                                {"immobilized", "", "immobile"},
                                                                {"immobilised", "", "immobile"},
                                                                {"bogged", "", "bogged"},
                                                                {"mired", "", "immobile"},
                                                                {"ce", "", "ce"},
                                                                {"bu", "", "bu"},
                                                                {"buttoned", "", "bu"},
                                                                {"abandoned", "", "abandoned"},
                                                                {"shocked", "", "shocked"},
                                                                {"stunned", "", "stunned"}});

class CloseCombatOfVehicle {
 public:
  explicit CloseCombatOfVehicle(std::string_view line) : words_(words_of_line(line)) {}

  std::optional<VehicleInCloseCombat> read() {
    constexpr std::size_t most_words = 60;
    if (words_.size() > most_words || !is_close_combat()) return std::nullopt;
    for (std::size_t i = 0; i < words_.size();) i = take(i);
    if (!vehicle_ || has_other_weapon_) return std::nullopt;
    VehicleInCloseCombat found{.counter = free_counter(), .vehicle = vehicle_->name, .told = vehicle_->name, .taken = vehicle_->told};
    std::string states;
    for (const std::string& attribute : attributes_) {
      found.vehicle += "," + attribute;
      states += (states.empty() ? "" : ", ") + in_players_words(attribute);
    }
    if (!states.empty()) found.told += " (" + states + ")";
    for (const std::string& word : kept_) found.line += (found.line.empty() ? "" : " ") + (word.empty() ? found.counter : word);
    return found;
  }

 private:
  static std::string in_players_words(std::string_view attribute) {
    return attribute == "motion" ? "in Motion"
           : attribute == "ce"   ? "crew exposed"
           : attribute == "bu"   ? "buttoned up"
                                 : std::string(attribute);
  }

  bool is_close_combat() const {
    constexpr auto said = std::to_array<std::string_view>({"cc", "melee", "paatc", "ambush", "ambushes", "ambushed", "ambushing"});
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (is_in(said, words_[i])) return true;
      if ((words_[i] == "close" || words_[i] == "street") && i + 1 < words_.size() &&
          (words_[i + 1] == "combat" || words_[i + 1] == "fighting"))
        return true;
    }
    return false;
  }

  // How many words say there how a vehicle is; 0: none does.
  std::size_t words_of_state(std::size_t i, std::string_view* attribute = nullptr) const {
    for (const SaidOfVehicle& row : said_of_vehicles) {
      const bool has_second = row.second.empty() || (i + 1 < words_.size() && words_[i + 1] == row.second);
      if (i >= words_.size() || words_[i] != row.first || !has_second) continue;
      if (attribute) *attribute = row.attribute;
      return row.second.empty() ? 1 : 2;
    }
    return 0;
  }

  // The name of a weapon or vehicle that begins there.
  std::optional<Named> name_at(std::size_t i) const {
    constexpr std::size_t longest = 4;
    if (i >= words_.size() || is_in(nothing_said, words_[i]) || is_counter(words_[i])) return std::nullopt;
    for (std::size_t length = std::min(longest, words_.size() - i); length > 0; --length) {
      if (length > 1 && is_in(nothing_said, words_[i + length - 1])) continue;
      auto named = name_of_words(joined(words_, i, i + length));
      if (!named) continue;
      named->begin = i, named->end = i + length;
      return named;
    }
    return std::nullopt;
  }

  // Said right before its name, or right behind it: "a bogged, abandoned panther", "a panther that is moving".
  bool is_of_vehicle(std::size_t i) const {
    if (!kept_.empty() && kept_.back().empty()) return true;
    while (const std::size_t said = words_of_state(i)) i += said;
    const auto named = name_at(i);
    return named && named->is_vehicle;
  }

  // Takes the words that begin there, and says where the next ones do.
  std::size_t take(std::size_t i) {
    constexpr auto joints = std::to_array<std::string_view>({"which", "that", "is", "and", "tank", "tanks", "afv"});
    std::string_view attribute;
    const std::size_t said = words_of_state(i, &attribute);
    if (said > 0 && is_of_vehicle(i)) {
      if (!is_in(attributes_, attribute)) attributes_.emplace_back(attribute);
      return i + said;
    }
    const bool is_behind = !kept_.empty() && kept_.back().empty();
    if (is_behind && is_in(joints, words_[i]) &&
        (words_[i].starts_with("tank") || words_[i] == "afv" || words_of_state(i + 1) > 0 || words_of_state(i + 2) > 0))
      return i + 1;
    const auto named = name_at(i);
    if (!named) {
      kept_.push_back(words_[i]);
      return i + 1;
    }
    if (!named->is_vehicle || vehicle_) {
      has_other_weapon_ = true;
    } else {
      vehicle_ = named;
      kept_.emplace_back();
    }
    return named->end;
  }

  // A squad that no line has.
  std::string free_counter() const {
    constexpr auto counters = std::to_array<std::string_view>({"10-8-10", "10-7-10", "10-6-10"});
    for (const std::string_view counter : counters) {
      if (!is_in(words_, counter)) return std::string(counter);
    }
    return std::string(counters.back());
  }

  std::vector<std::string> words_;
  std::vector<std::string> kept_{};  // empty: the vehicle
  std::vector<std::string> attributes_{};
  std::optional<Named> vehicle_{};
  bool has_other_weapon_ = false;
};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) text.replace(at, what.size(), with);
}

}  // namespace
}  // namespace of_vehicles

std::optional<VehicleInCloseCombat> vehicle_in_close_combat(std::string_view line) {
  constexpr std::size_t longest_line = 400;
  if (line.size() > longest_line) return std::nullopt;
  return of_vehicles::CloseCombatOfVehicle(line).read();
}

std::string VehicleInCloseCombat::put_back(std::string text) const {
  of_vehicles::replace_all(text, counter, told);
  return text;
}

void VehicleInCloseCombat::put_back(PlainQuestion& asked) const {
  for (GivenInput& input : asked.inputs) {
    if (auto* text = std::get_if<std::string>(&input.value)) of_vehicles::replace_all(*text, counter, vehicle);
  }
  asked.understood = put_back(std::move(asked.understood));
  if (!taken.empty()) asked.understood += "; " + taken;
}

std::string counter_meant(std::string_view said) {
  const std::string letters = of_vehicles::only_letters(said);
  const auto usual = std::find_if(of_vehicles::commonest.begin(), of_vehicles::commonest.end(),
                                  [&](const of_vehicles::Commonest& row) { return row.said == letters; });
  return std::string(usual == of_vehicles::commonest.end() ? said : usual->name);
}

std::optional<PlainQuestion> vehicle_question(std::string_view line) {
  constexpr std::size_t longest_line = 400;
  if (line.size() > longest_line) return std::nullopt;
  return of_vehicles::Reader(line).read();
}

std::vector<PlainQuestion> vehicle_questions(std::string_view line) {
  constexpr std::size_t longest_line = 200, most_words = 24, longest_alternative = 4;
  if (line.size() > longest_line) return {};
  const std::vector<std::string> words = of_vehicles::words_of_line(line);
  const auto either = std::find(words.begin(), words.end(), "or");
  const bool is_one = either != words.end() && std::find(either + 1, words.end(), "or") == words.end();
  if (!is_one || words.size() > most_words || std::any_of(words.begin(), words.end(), of_vehicles::is_counter)) return {};
  const auto at = static_cast<std::size_t>(either - words.begin());
  const auto read = [&](std::size_t begin, std::size_t end, bool second, std::size_t length) -> std::optional<PlainQuestion> {
    std::string without;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_dropped = i == at || (second ? i >= begin && i < at : i > at && i <= at + length);
      if (!is_dropped && i < end) without += (without.empty() ? "" : " ") + words[i];
    }
    try {
      return of_vehicles::Reader(without).read();
    } catch (const model::BadInput&) {
      return std::nullopt;
    }
  };
  for (std::size_t behind = 1; behind <= longest_alternative && at + behind < words.size(); ++behind) {
    const auto first = read(0, words.size(), false, behind);
    if (!first) continue;
    for (std::size_t before = 1; before <= longest_alternative && before <= at; ++before) {
      const auto second = read(at - before, words.size(), true, 0);
      const bool is_other =
          second && !std::equal(first->inputs.begin(), first->inputs.end(), second->inputs.begin(), second->inputs.end(),
                                [](const GivenInput& a, const GivenInput& b) { return a.key == b.key && a.value == b.value; });
      if (is_other) return {*first, *second};
    }
  }
  return {};
}

}  // namespace boxcars::ask
