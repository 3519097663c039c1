#include "ask/items.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "ask/everyday.hpp"
#include "ask/weapon_names.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::ask {
namespace of_items {
namespace {

using enum Means;

// Of three digits, "467": "4-6-7"; empty: no counter.
std::string hyphened(const std::string& digits) {
  if (digits.size() != 3 || digits.find('.') != std::string::npos) return "";
  return {digits[0], '-', digits[1], '-', digits[2]};
}

Means means_of(const Token& token) {
  switch (token.is) {
    case Token::Is::word:
      return unknown;
    case Token::Is::number:
      return kind_of_counter(hyphened(token.text)).empty() ? number : counter;
    case Token::Is::drm:
      return drm;
    case Token::Is::pair:
      return pair;
    case Token::Is::sum:
      return sum;
    case Token::Is::counter:
      return counter;
    case Token::Is::gun:
      return gun;
    case Token::Is::unit:
      return unit;
  }
  return unknown;
}

Item item_of(const Token& token, Means means) {
  Item item{.means = means,
            .value = token.text,
            .number = token.number,
            .second = token.second,
            .times = token.times,
            .is_plural = token.is_plural,
            .apart = token.apart,
            .slash = token.slash,
            .glued = token.glued,
            .typed = token.text};
  if (means == counter && token.is == Token::Is::number) item.value = hyphened(token.text);
  return item;
}

class Lexer {
 public:
  explicit Lexer(std::vector<Token> tokens) : tokens_(std::move(tokens)) {
    while (at_ < tokens_.size()) {
      if (!take_cases() && !take_spelled_counter() && !take_weapon_name() && !take_phrase() && !take_number() && !take_idle() &&
          !take_hex() && !take_slip())
        refuse();
    }
  }
  Items items() && {
    bind_machine_guns();
    bind_negations();
    bind_plurals();
    bind_target();
    return std::move(all_);
  }

 private:
  // What is said not to be so is not said: "not fortified", "no longer under DM". A "not" of anything else stays, and no reading takes it.
  void bind_negations() {
    LineItems& items = all_.items;
    const auto past = [&](std::size_t at, auto is) {
      while (at < items.size() && is(items[at])) ++at;
      return at;
    };
    const auto is_noise = means_that(noise);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].means != no) continue;
      std::size_t before = i;  // if he is not pinned
      while (before > 0 && i - before < 2 && items[before - 1].means == noise && items[before - 1].typed != "if") --before;
      const bool is_condition = before > 0 && (items[before - 1].typed == "if" || items[before - 1].typed == "unless");
      const bool is_other = i > 0 && is_versus(items[i - 1]);                                           // fortified vs not
      const bool is_alternative = is_condition || is_other || (i > 0 && items[i - 1].means == either);  // moving or not
      std::size_t denied = past(i + 1, [&](const Item& item) {
        return !item.apart && (is_noise(item) || item.means == in || (item.means == takes && item.typed == "under"));
      });
      if (is_alternative || denied >= items.size() || items[denied].apart || !can_be_denied(items[denied].means)) continue;
      const bool rallies = items[denied].means == state && items[denied].value == "broken" && has(items, is_check("rally"));
      if (rallies) continue;  // who is not broken does not
      const std::size_t moves = std::min(first_that(items, means_that(moving)), i);
      if (items[denied].typed == "moving" && has_counter(items, moves, i)) continue;               // one moves, and the other does not
      if (items[denied].means == terrain && items[denied].typed.ends_with("advantage")) continue;  // then the wall may count nothing
      if (items[denied].means == terrain && items[denied].value == "open") leave_other_than(ffmo, i, denied + 1);
      std::size_t end = denied + 1;
      while (end + 1 < items.size() && items[end].means == either && can_be_denied(items[end + 1].means)) end += 2;  // nor pinned
      const bool goes_on = end < items.size() && items[end].means == with && !items[end].apart && end + 1 < items.size() &&
                           can_be_denied(items[end + 1].means) && items[end + 1].means == items[denied].means;
      if (goes_on) continue;                                                    // "not broken and pinned": is it pinned?
      if (items[denied].means == moving && items[denied].value == "assault") {  // moving, but not so
        items[denied].value = "normal";
        items[denied].apart = items[denied].apart || items[i].apart;
        erase(items, i, denied);
        continue;
      }
      for (std::size_t k = denied; k < end; k += 2) {
        if (items[k].means == ffmo || items[k].means == ffnam) leave_other_than(items[k].means, i, end);
      }
      const auto begin = items.begin() + static_cast<std::ptrdiff_t>(i);
      if (end < items.size()) items[end].apart = items[end].apart || items[i].apart;
      items.erase(begin, items.begin() + static_cast<std::ptrdiff_t>(end));
      --i;
    }
  }
  // "No FFMO on a moving 447": of his moving the other one is left.
  void leave_other_than(Means what, std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < all_.items.size(); ++i) {
      Item& item = all_.items[i];
      if (i >= begin && i < end) continue;
      const bool has_both = item.means == moving && item.value == "normal";
      const bool is_ffmo = (item.means == moving && item.value == "assault") || item.means == ffmo;
      if (has_both && what == ffmo)
        item.means = ffnam;
      else if (has_both)
        item.value = "assault";
      else if (what == ffmo ? is_ffmo : item.means == ffnam)
        item.means = noise;
    }
  }
  // "5-12 at 447": the Firepower and range of a MG, as no DRM is that low.
  void bind_machine_guns() {
    constexpr int shortest_range = 6;
    if (has(all_.items, means_any(std::array{machine_gun, unit, vehicle, latw}))) return;
    for (Item& item : all_.items) {
      if (item.means == counter) return;  // who has it
      if (item.means == pair && -item.second >= shortest_range) item.means = unit, item.value = "mg:" + item.typed;
    }
  }
  // "Two 8 flats" are two 8s, flat.
  void bind_plurals() {
    LineItems& items = all_.items;
    for (std::size_t i = 0; i + 2 < items.size(); ++i) {
      if (items[i].means == number && items[i + 1].means == number && items[i + 2].means == flat && items[i + 2].typed == "flats" &&
          !items[i + 1].apart && !items[i + 2].apart)
        items[i + 1].is_plural = true;
    }
  }
  // "467 with HMG, 12 hexes, target 447": at whom, where nothing else says it.
  void bind_target() {
    LineItems& items = all_.items;
    if (has(items, means_any(std::array{at, takes, close_combat}))) return;
    for (std::size_t i = 1; i < items.size(); ++i) {
      const bool is_called = items[i].means == noise && (items[i].typed == "target" || items[i].typed == "targets");
      if (!is_called || !items[i].apart) continue;
      std::size_t next = i + 1;
      while (next < items.size() && items[next].means == noise && (items[next].typed == "a" || items[next].typed == "an")) ++next;
      const bool is_number = next + 1 < items.size() && items[next].means == number;
      const std::size_t who = is_number ? next + 1 : next;
      if (who < items.size() && !items[who].apart && items[who].means == counter) items[i].means = at;
    }
  }
  static bool can_be_denied(Means means) {
    constexpr std::array denied{state,    concealed, exhausted, fanatic,   fortified, moving, ffmo,         ffnam, hinders, hindrance,
                                acquired, event,     thrown,    area_fire, gun_case,  ambush, assault_fire, set,   roof,    terrain};
    return is_one_of(means, denied);
  }

  bool is_wordlike(std::size_t at) const { return tokens_[at].is == Token::Is::word || tokens_[at].is == Token::Is::number; }

  std::string joined(std::size_t parts) const {
    std::string text;
    for (std::size_t i = 0; i < parts; ++i) {
      if (at_ + i >= tokens_.size() || !is_wordlike(at_ + i) || (i > 0 && tokens_[at_ + i].apart && !tokens_[at_ + i].slash)) return "";
      text += (i > 0 ? " " : "") + tokens_[at_ + i].text;
    }
    return text;
  }

  void add(const Word& word, std::size_t parts) {
    Item item = item_of(tokens_[at_], word.means);
    item.value = word.value;
    item.number = word.number;
    if (word.means == number) item.value = std::to_string(word.number);
    item.typed.clear();
    for (std::size_t i = 0; i < parts; ++i) item.typed += (i > 0 ? " " : "") + tokens_[at_ + i].text;
    item.is_plural = item.typed.ends_with('s');
    all_.items.push_back(std::move(item));
    at_ += parts;
  }

  // "case K N=-1": the To Hit DRM by their letters.
  bool take_cases() {
    if (tokens_[at_].text != "case" && tokens_[at_].text != "cases") return false;
    std::size_t next = at_ + 1;
    while (next < tokens_.size() && tokens_[next].is == Token::Is::word && is_case(tokens_[next].text)) {
      Item item = item_of(tokens_[next], gun_case);
      item.value = tokens_[next].text;
      item.value[0] = static_cast<char>(item.value[0] - 'a' + 'A');
      ++next;
      if (next < tokens_.size() && tokens_[next].is == Token::Is::drm) item.value += "=" + std::to_string(tokens_[next].number), ++next;
      all_.items.push_back(std::move(item));
    }
    if (next == at_ + 1) return false;
    at_ = next;
    return true;
  }
  static bool is_case(const std::string& text) {
    const bool is_letter = !text.empty() && text[0] >= 'a' && text[0] <= 'r';
    return is_letter && (text.size() == 1 || (text.size() == 2 && text[1] >= '1' && text[1] <= '4'));
  }

  // "four six sevens"
  bool take_spelled_counter() {
    constexpr std::array<std::string_view, 9> digits{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    std::string counter_;
    for (std::size_t i = 0; i < 3; ++i) {
      if (at_ + i >= tokens_.size() || tokens_[at_ + i].is != Token::Is::word || (i > 0 && tokens_[at_ + i].apart)) return false;
      std::string_view text = tokens_[at_ + i].text;
      if (i == 2 && text.ends_with('s') && text != "s") text.remove_suffix(text == "sixes" ? 2 : 1);
      const auto digit = std::find(digits.begin(), digits.end(), text);
      if (digit == digits.end()) return false;
      counter_ += (i > 0 ? "-" : "") + std::to_string(digit - digits.begin() + 1);
    }
    if (kind_of_counter(counter_).empty()) return false;
    Item item = item_of(tokens_[at_], counter);
    item.value = counter_;
    all_.items.push_back(std::move(item));
    at_ += 3;
    return true;
  }

  bool take_phrase() {
    const std::size_t parts = parts_of_phrase();
    if (parts == 0) return false;
    add(*word_of(joined(parts)), parts);
    return true;
  }
  // How many words the lexicon takes together from here on.
  std::size_t parts_of_phrase() const {
    for (std::size_t parts = std::min(most_parts, tokens_.size() - at_); parts > 0; --parts) {
      if (parts == 1 && tokens_[at_].is != Token::Is::word) return 0;
      const std::string text = joined(parts);
      const Word* word = text.empty() ? nullptr : word_of(text);
      const bool is_verb = word && word->means == vehicle && tokens_[at_].text == "is" && !tokens_[at_ + 1].glued;
      if (word && !is_verb) return parts;  // that is 2 hexes away, and no IS-2
    }
    return 0;
  }

  // "pz iva", "spw 251/1": a name that the lists have and the lexicon has not. It is looked for where a word is unknown, or is a vehicle's
  // that more may follow.
  bool take_weapon_name() {
    constexpr std::size_t longest = 5;
    const std::size_t known = parts_of_phrase();
    for (std::size_t parts = std::min(longest, tokens_.size() - at_); parts >= known && parts > 0; --parts) {
      if (parts == known && !tokens_[at_ + parts - 1].is_plural) break;  // KV-1S is another one than the KV-1
      const std::string text = name_of(parts);
      if (text.empty()) continue;
      const auto weapon_ = weapon_named(text);
      if (!weapon_ || (known > 0 && known < parts && names_two(joined(known), text))) continue;
      Item item = item_of(tokens_[at_], weapon_->is_vehicle ? vehicle : by_name);
      item.value = armament_of(*weapon_);
      item.number = weapon_->is_vehicle ? varied_pressure : 0;
      item.typed = text;
      all_.items.push_back(std::move(item));
      at_ += parts;
      return true;
    }
    return false;
  }
  // So many words, if they may be a name together; empty: they are not.
  std::string name_of(std::size_t parts) const {
    const auto is_of_name = [&](std::size_t i) {  // its first or last word
      const Token& token = tokens_[at_ + i];
      if (token.is == Token::Is::number) return parts > 1 && token.times == Token::Times::no && (!token.is_plural || i > 0);
      if (token.is != Token::Is::word) return false;
      const Word* word = word_of(token.text);
      if (!word || (token.bound && i > 0)) return true;  // 38(t), III(a)
      constexpr std::array first{vehicle, by_name, nation, ordnance};
      constexpr std::array no_mark{noise, number, in, at};                                    // of a model: M3 LT
      if (i > 0 && token.text == "i" && word_means(tokens_[at_].text, vehicle)) return true;  // Marder I
      return i == 0 ? is_one_of(word->means, first)
                    : word->means == vehicle || (token.text.size() <= 2 && !is_one_of(word->means, no_mark));
    };
    if (!is_of_name(0) || (parts > 1 && !is_of_name(parts - 1))) return "";
    std::string text;
    bool may_be_name = false;
    for (std::size_t i = 0; i < parts; ++i) {
      const Token& token = tokens_[at_ + i];
      if (!is_wordlike(at_ + i) || (i > 0 && token.apart && !token.bound)) return "";
      may_be_name = may_be_name || (i > 0 && token.bound) || (token.is == Token::Is::word && !word_of(token.text) && !is_idle(token.text));
      may_be_name = may_be_name || (i > 0 && (token.is_plural || token.text == "i"));
      text += (i > 0 ? " " : "") + token.text + (token.is_plural ? "s" : "");
    }
    const bool is_counted = tokens_[at_ + parts - 1].is == Token::Is::number && at_ + parts < tokens_.size() &&
                            is_counting(tokens_[at_ + parts].text);  // pz iv 8 hexes
    const bool is_size = parts > 1 && tokens_[at_ + parts - 2].is == Token::Is::number &&
                         (tokens_[at_ + parts - 1].text == "mm" || tokens_[at_ + parts - 1].text == "cm");
    return may_be_name && !is_counted && !is_size ? text : "";
  }
  static bool is_counting(const std::string& text) {
    const Word* word = word_of(text);
    constexpr std::array counting{hexes, shot, rounds, times, turns};
    return word && is_one_of(word->means, counting);
  }

  bool take_number() {
    const Means means = means_of(tokens_[at_]);
    if (means == unknown) return false;
    const bool is_caliber = tokens_[at_].is == Token::Is::number && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "mm";
    all_.items.push_back(item_of(tokens_[at_], is_caliber ? gun : means));
    at_ += is_caliber ? 2 : 1;
    return true;
  }

  // "In quicksand", "in a shack": a place that nobody knows.
  bool is_unknown_place() const {
    const bool ends = at_ + 1 >= tokens_.size() || tokens_[at_ + 1].apart;
    std::size_t before = all_.items.size();
    const bool has_article = before > 0 && is_determiner(all_.items[before - 1]);
    if (has_article) --before;
    if (before == 0 || all_.items[before - 1].means != in) return false;
    constexpr std::array<std::string_view, 16> no_places{"pacific", "line",     "morning", "evening",  "afternoon", "night",
                                                         "day",     "world",    "future",  "campaign", "book",      "tournament",
                                                         "match",   "rulebook", "forum",   "name"};
    if (has_article && is_idle(tokens_[at_].text)) return !is_among(no_places, tokens_[at_].text);
    const bool is_last_but_one = at_ + 1 < tokens_.size() && !tokens_[at_ + 1].apart &&
                                 (at_ + 2 >= tokens_.size() || tokens_[at_ + 2].apart) &&
                                 (is_turning(tokens_[at_ + 1].text) || is_idle(tokens_[at_ + 1].text));  // in sunken banana
    return (ends || has_article || is_last_but_one) && is_turning(tokens_[at_].text);
  }

  // "After three rounds"
  bool is_after_count() const {
    return tokens_[at_].text == "after" && at_ + 2 < tokens_.size() && tokens_[at_ + 2].is == Token::Is::word &&
           (word_means(tokens_[at_ + 2].text, rounds) || word_means(tokens_[at_ + 2].text, turns)) &&
           (tokens_[at_ + 1].is == Token::Is::number || word_means(tokens_[at_ + 1].text, number));
  }
  static bool word_means(const std::string& text, Means means) {
    const Word* word = word_of(text);
    return word && word->means == means;
  }

  bool take_idle() {
    const bool is_idle_word =
        tokens_[at_].is == Token::Is::word && !is_unknown_place() && (is_idle(tokens_[at_].text) || is_turning(tokens_[at_].text));
    if (!is_idle_word && !is_after_count()) return false;
    all_.items.push_back(item_of(tokens_[at_], noise));
    ++at_;
    return true;
  }

  // "In L6": of a board.
  bool take_hex() {
    constexpr std::array before{in, at, noise, from, hexes, counter, through};
    if (tokens_[at_].is != Token::Is::word || !model::read_hex(tokens_[at_].text) || all_.items.empty() ||
        std::find(before.begin(), before.end(), all_.items.back().means) == before.end())
      return false;
    all_.items.push_back(item_of(tokens_[at_], hex_name));
    ++at_;
    return true;
  }

  // A slip is put right where it stands, and all is read again: the word may be one of a phrase that begins before it.
  bool take_slip() {
    constexpr int most_slips = 3;
    if (slips_ == most_slips || is_unknown(tokens_[at_].text)) return false;
    ++slips_;
    for (const std::size_t parts : {std::size_t{3}, std::size_t{2}, std::size_t{1}}) {
      const std::string text = joined(parts);
      if (text.empty() || text.find_first_of("0123456789") != std::string::npos) continue;
      bool is_right = parts > 1;  // "between the" is no slip of "between them"
      for (std::size_t i = 0; i < parts; ++i) is_right = is_right && (word_of(tokens_[at_ + i].text) || is_everyday(tokens_[at_ + i].text));
      if (is_right) continue;
      const Word* meant = nearly(text);
      if (!meant) continue;
      all_.corrected.push_back(text + " read as " + std::string(meant->text));
      const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(at_);
      std::vector<Token> right = tokens_of(meant->text);
      right.front().apart = begin->apart, right.front().slash = begin->slash, right.front().glued = begin->glued;
      tokens_.insert(tokens_.erase(begin, begin + static_cast<std::ptrdiff_t>(parts)), right.begin(), right.end());
      all_.items.clear();
      at_ = 0;
      return true;
    }
    return false;
  }

  bool is_unknown(const std::string& text) const { return std::find(all_.unknown.begin(), all_.unknown.end(), text) != all_.unknown.end(); }

  void refuse() {
    if (!is_unknown(tokens_[at_].text)) all_.unknown.push_back(tokens_[at_].text);
    all_.items.push_back(item_of(tokens_[at_], unknown));
    ++at_;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int slips_ = 0;
  Items all_{};
};

}  // namespace
}  // namespace of_items

Items items_of(const std::vector<Token>& tokens) { return of_items::Lexer(tokens).items(); }

Means means_at(const LineItems& items, std::size_t at) { return at < items.size() ? items[at].means : Means::unknown; }

LineItems part(const LineItems& items, std::size_t begin, std::size_t end) {
  return {items.begin() + static_cast<std::ptrdiff_t>(begin), items.begin() + static_cast<std::ptrdiff_t>(end)};
}

void insert(LineItems& items, std::size_t at, Item item) { items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), std::move(item)); }
void insert(LineItems& items, std::size_t at, const LineItems& more) {
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
}

void erase(LineItems& items, std::size_t begin, std::size_t end) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(begin), items.begin() + static_cast<std::ptrdiff_t>(end));
}

void move_to_end(LineItems& items, std::size_t first, std::size_t begin) {
  std::rotate(items.begin() + static_cast<std::ptrdiff_t>(first), items.begin() + static_cast<std::ptrdiff_t>(begin), items.end());
}

Item word(Means means, std::string_view typed) { return {.means = means, .value = std::string(typed), .typed = std::string(typed)}; }

void make_either(Item& item) { item.means = Means::either, item.value.clear(); }

bool is_versus(const Item& item) { return item.means == Means::at && (item.typed == "vs" || item.typed == "versus" || item.typed == "v"); }

bool is_machine_gun(const Item& item) {
  return item.means == Means::machine_gun || (item.means == Means::unit && item.value.starts_with("mg:"));
}

std::size_t past_determiners(const LineItems& items, std::size_t at) {
  while (at < items.size() && is_determiner(items[at])) ++at;
  return at;
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

bool is_place(Means means) {
  using enum Means;
  return is_one_of(means, std::array{terrain, material, building, fixed_tem, hut_word, rubble});
}

bool is_of_place(const Item& item) { return is_place(item.means) || item.means == Means::fortified; }

bool is_hexes_at(const LineItems& items, std::size_t at) {
  return means_at(items, at) == Means::number && means_at(items, at + 1) == Means::hexes;
}

bool is_fire_verb(const Item& item) { return item.means == Means::name && item.value == "attack"; }

bool is_morale_check(std::string_view kind) { return kind.ends_with("MC") || kind.ends_with("TC"); }

bool has_aim(const LineItems& items, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (items[i].means == Means::at && !is_hexes_at(items, i + 1)) return true;
  }
  return false;
}

bool is_way_of_fire(Means means, std::string_view value, std::string_view typed) {
  return means == Means::terrain && value == "open" &&
         (typed.starts_with("across ") || typed.starts_with("over ") || typed.starts_with("down "));
}

bool is_fight(const LineItems& items) { return has(items, means_that(Means::close_combat)) || has(items, means_that(Means::ambush)); }

bool is_rated_as_leader(const Item& item) { return item.means == Means::pair && item.number >= 6 && item.number <= 10; }

bool has_counter(const LineItems& items, std::size_t begin, std::size_t end) { return has(items, begin, end, means_that(Means::counter)); }

std::size_t past_noise(const LineItems& items, std::size_t at) {
  while (at < items.size() && items[at].means == Means::noise) ++at;
  return at;
}

std::size_t before_noise(const LineItems& items, std::size_t at) {
  while (at > 0 && items[at - 1].means == Means::noise) --at;
  return at;
}

bool is_determiner(const Item& item) {
  constexpr std::array<std::string_view, 7> determiners{"a", "an", "the", "my", "his", "our", "their"};
  return item.means == Means::noise && std::find(determiners.begin(), determiners.end(), item.typed) != determiners.end();
}

}  // namespace boxcars::ask
