#include "ask/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

#include "ask/everyday.hpp"
#include "ask/lexicon.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {
namespace {

constexpr std::size_t most_digits = 6;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Letters, and what UTF-8 makes of those beyond ASCII.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; }

// What may stand behind the comma of a unit, as options have it.
bool is_attribute(std::string_view text) {
  constexpr std::array<std::string_view, 17> known{"broken",  "pinned",  "wounded",   "encircled", "bml",     "elr",
                                                   "hs_bml",  "gun",     "cowering",  "range",     "mg-only", "assault",
                                                   "fanatic", "berserk", "disrupted", "b",         "cx"};
  return std::find(known.begin(), known.end(), text.substr(0, text.find('='))) != known.end();
}

bool has_unit_prefix(std::string_view text) {
  constexpr std::array<std::string_view, 8> known{"hs", "crew", "hero", "squad", "mg", "lmg", "mmg", "hmg"};
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 == text.size() || !is_digit(text[colon + 1])) return false;
  std::string_view before = text.substr(0, colon);
  if (const auto equals = before.find('='); equals != std::string_view::npos) before.remove_prefix(equals + 1);
  if (const auto digits = before.find_first_not_of("0123456789"); digits != std::string_view::npos && digits > 0 && before[digits] == 'x')
    before.remove_prefix(digits + 1);
  return std::find(known.begin(), known.end(), before) != known.end();
}

// "0=4-4-7", "rooftop=9-1": a unit at its level.
bool has_level(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) return false;
  const std::string_view level = text.substr(0, equals);
  return (level == "rooftop" || level.find_first_not_of("0123456789") == std::string_view::npos) && is_digit(text[equals + 1]);
}

// As options have a unit, which begins with its number or kind.
bool is_typed_unit(std::string_view text) {
  if (has_unit_prefix(text) || has_level(text)) return true;
  const auto comma = text.find(',');
  return comma != std::string_view::npos && is_digit(text.front()) && is_attribute(text.substr(comma + 1));
}

// "A7.9", "c6.3:": where it is written, and nothing of what is asked.
bool is_rule_number(std::string_view chunk) {
  while (!chunk.empty() && (chunk.back() == ',' || chunk.back() == ':' || chunk.back() == ')' || chunk.back() == '?'))
    chunk.remove_suffix(1);
  if (!chunk.empty() && chunk.front() == '(') chunk.remove_prefix(1);
  const auto point = chunk.find('.');
  if (chunk.size() < 4 || chunk.front() < 'a' || chunk.front() > 'g' || point == std::string_view::npos || point < 2) return false;
  return chunk.substr(1).find_first_not_of("0123456789.") == std::string_view::npos && chunk.back() != '.';
}

void replace_all(std::string& text, std::string_view sign, std::string_view words) {
  for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + words.size()))
    text.replace(at, sign.size(), words);
}

// "467 : 447", where no word says it.
void replace_colons(std::string& text) {
  for (std::size_t sign = text.find(" : "); sign != std::string::npos; sign = text.find(" : ", sign + 1)) {
    const auto before = text.find_last_not_of(' ', sign), behind = text.find_first_not_of(' ', sign + 2);
    const bool are_sides = before != std::string::npos && behind != std::string::npos && (is_digit(text[before]) || text[before] == 's') &&
                           is_digit(text[behind]) && text.find(" vs ") == std::string::npos;
    if (are_sides) text.replace(sign, 3, " vs ");
  }
}

class Scanner {
 public:
  explicit Scanner(std::string_view line) : text_(model::in_small_letters(model::with_hyphens(line))) {
    replace_all(text_, "\xc3\x97", "x");  // the sign of multiplication
    for (const std::string_view arrow : {"-->", "->", "=>", "\xe2\x86\x92"}) replace_all(text_, arrow, " at ");
    replace_all(text_, " = ", " equals ");
    replace_colons(text_);
    replace_all(text_, "\"?\"", " concealed ");  // as the counter has it
    const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_, glued_ = false, bound_ = false;
        continue;
      }
      const auto end =
          static_cast<std::size_t>(std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), is_blank) - text_.begin());
      const std::string_view chunk = std::string_view(text_).substr(at_, end - at_);
      if (is_said_by(chunk) || is_rule_number(chunk))
        at_ = end;
      else if (!take_typed_unit(chunk))
        while (at_ < end) take();
      glued_ = false;
    }
  }
  std::vector<Token> tokens() && { return std::move(tokens_); }

 private:
  char ahead(std::size_t by) const { return at_ + by < text_.size() ? text_[at_ + by] : ' '; }

  static bool is_said_by(std::string_view chunk) { return chunk.size() > 2 && chunk.front() == '<' && chunk.ends_with('>'); }

  bool take_typed_unit(std::string_view chunk) {
    const auto last = chunk.find_last_not_of(",;.?!");
    const std::string_view unit = chunk.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (unit.empty() || !is_typed_unit(unit)) return false;
    Token& token = add(Token::Is::unit, std::string(unit));
    if (const auto times = unit.rfind('x'); times != std::string_view::npos && times > unit.find('-')) {  // 2-4-7x2
      const auto count = model::whole_number(unit.substr(times + 1));
      if (count) token.text = std::to_string(*count) + "x" + std::string(unit.substr(0, times));
    }
    at_ += chunk.size();
    apart_ = unit.size() < chunk.size();
    return true;
  }

  Token& add(Token::Is is, std::string text) {
    Token token{.is = is, .text = std::move(text), .apart = std::exchange(apart_, false), .slash = std::exchange(slash_, false)};
    token.glued = std::exchange(glued_, true);
    token.bound = std::exchange(bound_, false);
    tokens_.push_back(std::move(token));
    return tokens_.back();
  }

  std::string digits_from(std::size_t by) const {
    std::string digits;
    while (is_digit(ahead(by + digits.size())) && digits.size() < most_digits) digits += ahead(by + digits.size());
    return digits;
  }
  std::string letters_from(std::size_t by) const {
    std::string letters;
    while (is_letter(ahead(by + letters.size()))) letters += ahead(by + letters.size());
    return letters;
  }

  void take() {
    const char c = text_[at_];
    if (is_digit(c)) return take_number();
    if (is_letter(c)) return take_word();
    const bool is_signed = (c == '+' || c == '-') && is_digit(ahead(1)) && !(c == '-' && is_behind_name()) && !is_behind_counter() &&
                           !(c == '+' && is_leader_ahead());
    if (is_signed) return take_drm();
    const bool is_minus = c == '-' && !glued_ && ahead(1) == ' ' && is_digit(ahead(2)) && !is_digit(ahead(3)) && is_behind_firepower();
    if (c == '?' && is_concealment()) {
      ++at_;
      if (ahead(0) == ')') ++at_;
      add(Token::Is::word, "concealment"), glued_ = false;
      return;
    }
    if (c == '?' && may_be_concealment()) add(Token::Is::word, "?");
    if (c == ')' && ahead(1) == '/' && ahead(2) != ' ' && !tokens_.empty()) {  // LMG(3-8)/8-1
      at_ += 2;
      return;
    }
    ++at_;
    bound_ = (glued_ || bound_) && (c == '/' || c == '(' || c == ')') && ahead(0) != ' ';
    if (is_minus)
      add(Token::Is::word, "minus"), glued_ = false;
    else if (c == '@')
      add(Token::Is::word, "@");
    else if (c == '&' || c == '%' || c == '+')
      add(Token::Is::word, c == '&' ? "and" : std::string(1, c));
    else if (c == '/' && !tokens_.empty() && tokens_.back().text == "w")  // w/ a LMG
      glued_ = false;
    else if (c == '/' && glued_ && tokens_.back().text == "34" && is_digit(ahead(0)))  // T-34/85
      glued_ = true;
    else if (c == '\'' && ahead(0) == 's' && !is_letter(ahead(1)))  // an 88L's firing
      ++at_, glued_ = false;
    else if (c != '\'' && !(c == '-' && glued_))
      apart_ = true, slash_ = slash_ || (c == '/' && !(glued_ && ahead(0) != ' ')), glued_ = false;  // 467/9-1 is one stack
  }

  // "447 under ?", "?447", "447 (?)", "tries for ?": the counter, and no end of a question.
  bool is_concealment() const {
    constexpr std::array<std::string_view, 6> before{"under", "with", "for", "a", "gain", "gains"};
    const bool is_before_unit = !glued_ && is_digit(ahead(1)) && is_digit(ahead(2));
    const bool is_in_brackets = at_ > 0 && text_[at_ - 1] == '(' && ahead(1) == ')';
    const bool stands_alone = !glued_ && !tokens_.empty() && ahead(1) == ' ' && (is_digit(ahead(2)) || letters_from(2) == "in");
    return is_before_unit || is_in_brackets || stands_alone ||
           (!glued_ && !tokens_.empty() && ahead(1) != '?' && text_[at_ - 1] != '?' &&
            std::find(before.begin(), before.end(), tokens_.back().text) != before.end());
  }

  // "447? in woods, 16 shot": the counter, or a question?
  bool may_be_concealment() const {
    constexpr std::array<std::string_view, 5> places{"in", "behind", "moving", "takes", "adjacent"};
    if (!is_behind_counter() || ahead(1) != ' ') return false;
    const std::string next = letters_from(2);
    return std::find(places.begin(), places.end(), next) != places.end();
  }

  // 467+9-1: and.
  bool is_behind_counter() const {
    return glued_ && !tokens_.empty() &&
           (tokens_.back().is == Token::Is::counter || (tokens_.back().is == Token::Is::number && tokens_.back().text.size() == 3));
  }

  // 2 squads +9-1: and.
  bool is_leader_ahead() const {
    const bool is_pair = (ahead(2) == '-' || ahead(2) == '+') && is_digit(ahead(3)) && !is_digit(ahead(4)) && ahead(4) != '-';
    return is_pair && ahead(1) >= '6' && (ahead(3) <= '3');
  }

  // 12 - 2, 12 FP - 2.
  bool is_behind_firepower() const {
    return !tokens_.empty() && (tokens_.back().text == "fp" || (tokens_.back().is == Token::Is::number && tokens_.back().text.size() < 3));
  }

  // T-34, KV-1.
  bool is_behind_name() const {
    constexpr std::array<std::string_view, 9> names{"t", "kv", "is", "js", "su", "isu", "m", "pak", "zis"};
    if (!glued_ || tokens_.empty() || tokens_.back().is != Token::Is::word) return false;
    const std::string& before = tokens_.back().text;
    return std::find(names.begin(), names.end(), before) != names.end() || (!word_of(before) && !is_everyday(before));
  }

  void take_drm() {
    const std::string digits = digits_from(1);
    Token& token = add(Token::Is::drm, text_[at_] + digits);
    token.number = (text_[at_] == '-' ? -1 : 1) * model::whole_number(digits).value_or(0);
    at_ += 1 + digits.size();
    take_plural();  // two 8 +2s
  }

  // Of three numbers; behind it perhaps how many there are.
  bool take_counter(const std::string& first) {
    if (ahead(first.size()) != '-') return false;
    const std::string second = digits_from(first.size() + 1);
    const std::size_t behind = first.size() + 1 + second.size();
    if (second.empty() || ahead(behind) != '-') return false;
    const std::string third = digits_from(behind + 1);
    if (third.empty() || is_digit(ahead(behind + 1 + third.size()))) return false;
    add(Token::Is::counter, first + "-" + second + "-" + third);
    at_ += behind + 1 + third.size();
    take_plural();
    return true;
  }

  void take_plural() {
    const std::size_t mark = ahead(0) == '\'' ? 1 : 0;
    if (ahead(mark) != 's' || is_letter(ahead(mark + 1)) || is_digit(ahead(mark + 1))) return;
    tokens_.back().is_plural = mark == 0 || !is_before_deed(mark + 2);
    at_ += mark + 1;
  }

  // 447's sitting: it is one.
  bool is_before_deed(std::size_t word) const {
    constexpr std::array<std::string_view, 8> owners{"a", "the", "my", "your", "his", "their", "our", "that"};
    const std::size_t n = tokens_.size();
    const auto is_owner = [&](std::size_t behind) {
      return n > behind && std::find(owners.begin(), owners.end(), tokens_[n - 1 - behind].text) != owners.end();
    };
    if (!is_owner(1) && !is_owner(2)) return false;  // your 447's, your broken 447's
    std::size_t end = word;
    while (is_letter(ahead(end))) ++end;
    return end > word + 3 && ahead(word - 1) == ' ' && text_.substr(at_ + word, end - word).ends_with("ing");
  }

  bool take_pair(const std::string& first) {
    const char sign = ahead(first.size());
    const std::string second = digits_from(first.size() + 1);
    if ((sign != '+' && sign != '-') || second.empty() || first.size() > 2) return false;
    std::string all = first + sign + second;
    bool is_sum = false;
    while (sign == '+' && ahead(all.size()) == '+' && is_digit(ahead(all.size() + 1)))
      all += "+" + digits_from(all.size() + 1), is_sum = true;
    Token& token = add(is_sum ? Token::Is::sum : Token::Is::pair, all);
    token.number = model::whole_number(first).value_or(0);
    token.second = (sign == '-' ? -1 : 1) * model::whole_number(second).value_or(0);
    at_ += all.size();
    take_plural();
    return true;
  }

  void take_number() {
    std::string digits = digits_from(0);
    if (digits.size() == most_digits && is_digit(ahead(most_digits))) {  // nobody means such a number
      while (is_digit(ahead(digits.size()))) digits += ahead(digits.size());
      add(Token::Is::word, digits);
      at_ += digits.size();
      return;
    }
    if (take_counter(digits) || take_pair(digits)) return;
    if (ahead(digits.size()) == '.' && is_digit(ahead(digits.size() + 1))) digits += "." + digits_from(digits.size() + 1);
    constexpr int least_of_oba = 50;  // 80+ OBA, 150+mm
    if (ahead(digits.size()) == '+' && (ahead(digits.size() + 1) == ' ' || ahead(digits.size() + 1) == 'm') &&
        model::whole_number(digits).value_or(0) >= least_of_oba) {
      const bool has_mm = ahead(digits.size() + 1) == 'm' && ahead(digits.size() + 2) == 'm';
      add(Token::Is::gun, digits + "mm").number = *model::whole_number(digits);
      at_ += digits.size() + (has_mm ? 3 : 1);
      return;
    }
    const std::string letters = letters_from(digits.size());
    const bool is_short = letters.empty() && ahead(digits.size()) == '*' && !is_digit(ahead(digits.size() + 1));
    if (letters == "mm" || letters == "l" || letters == "ll" || is_short) {
      const std::string behind = is_short ? "*" : letters;
      Token& gun = add(Token::Is::gun, digits + behind);
      gun.number = model::whole_number(digits).value_or(0);
      at_ += digits.size() + behind.size();
      if (letters == "mm" && ahead(0) == '*') gun.text = digits + "*", ++at_;
      return;
    }
    if (letters == "cm") {  // 5cm, 7.5cm
      const auto point = std::min(digits.find('.'), digits.size());
      const int millimeters = 10 * model::whole_number(std::string_view(digits).substr(0, point)).value_or(0) +
                              (point + 1 < digits.size() ? digits[point + 1] - '0' : 0);
      add(Token::Is::gun, std::to_string(millimeters) + "mm").number = millimeters;
      at_ += digits.size() + letters.size();
      return;
    }
    if (letters == "st" || letters == "nd" || letters == "rd" || letters == "th") {
      add(Token::Is::word, digits + letters);
      at_ += digits.size() + letters.size();
      return;
    }
    Token& token = add(Token::Is::number, digits);
    token.number = model::whole_number(std::string_view(digits).substr(0, digits.find('.'))).value_or(0);
    at_ += digits.size();
    constexpr std::size_t of_counter = 3;  // 447x2
    if (digits.size() < of_counter && (letters == "x" || (letters.starts_with('x') && is_digit(ahead(1))))) {
      token.times = Token::Times::before;
      ++at_;
    }
    take_plural();
  }

  // Of letters and digits: pak40, m4a1; x3 is how many there are.
  void take_word() {
    if (ahead(0) == 'x' && is_digit(ahead(1))) {
      const std::string digits = digits_from(1);
      Token& token = add(Token::Is::number, digits);
      token.number = model::whole_number(digits).value_or(0);
      token.times = Token::Times::behind;
      at_ += 1 + digits.size();
      return;
    }
    if (ahead(0) == 'v' && ahead(1) == 's' && is_digit(ahead(2))) {  // vs4-6-7
      add(Token::Is::word, "vs");
      at_ += 2, glued_ = false;
      return;
    }
    std::string word;
    while (is_letter(ahead(0)) || is_digit(ahead(0)) || (ahead(0) == '\'' && is_letter(ahead(1)))) {
      const bool is_short_is = ahead(0) == '\'' && ahead(1) == 's' && !is_letter(ahead(2)) && word_of(word) && !word_of(word + "s");
      if (is_short_is) {  // SAN's 5
        at_ += 2;
        break;
      }
      if (ahead(0) != '\'') word += ahead(0);
      ++at_;
    }
    for (const std::string_view range : {"r", "rng"}) {  // r2
      constexpr int farthest = 40;
      const int hexes = word.starts_with(range) ? model::whole_number(std::string_view(word).substr(range.size())).value_or(-1) : -1;
      if (hexes < 0 || hexes > farthest || tokens_.empty() || word_of(word)) continue;
      add(Token::Is::word, "range");
      add(Token::Is::number, word.substr(range.size())).number = hexes;
      return;
    }
    add(Token::Is::word, std::move(word));
  }

  std::string text_;
  std::size_t at_ = 0;
  bool apart_ = false, slash_ = false, glued_ = false, bound_ = false;
  std::vector<Token> tokens_{};
};

}  // namespace

std::vector<Token> tokens_of(std::string_view line) { return Scanner(line).tokens(); }

}  // namespace boxcars::ask
