#include "ask/typed_words.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/firepower.hpp"

namespace boxcars::ask {
namespace {

using model::BadInput;

constexpr std::array<std::string_view, 7> states{"broken", "pinned", "wounded", "encircled", "fanatic", "berserk", "disrupted"};
// Words that say one thing together: what the first begins with, and the second.
struct OfTwo {
  std::string_view first, second, one;
};
constexpr std::array<OfTwo, 5> of_two{{{"upper", "level", "level"},
                                       {"upper", "levels", "levels"},
                                       {"to", "hit", "to-hit"},
                                       {"attacker", "san", "attackers-san"},
                                       {"defender", "san", "defenders-san"}}};
constexpr std::array<std::string_view, 6> between_sides{"vs", "vs.", "versus", "against", "v", "v."};
constexpr std::array<std::string_view, 3> kinds_of_units{"crew", "hs", "hero"};
constexpr std::array<std::string_view, 5> numbers{"two", "three", "four", "five", "six"};

class Joined {
 public:
  explicit Joined(std::vector<std::string> words) : words_(std::move(words)) {
    for (at_ = 0; at_ < words_.size(); ++at_) take(model::in_small_letters(words_[at_]));
  }
  std::vector<std::string> words() && { return std::move(joined_); }

 private:
  std::string ahead(std::size_t by) const { return at_ + by < words_.size() ? model::in_small_letters(words_[at_ + by]) : ""; }
  bool is_behind_unit() const { return !joined_.empty() && is_unit(joined_.back()); }

  // Of which unit a word is said: past what else is said of it.
  std::string unit_ahead(std::size_t by) const {
    while (is_state(ahead(by))) ++by;
    return is_unit(ahead(by)) ? ahead(by) : "";
  }

  // The first number of a line counts squads only.
  bool counts_squads(std::size_t by) const {
    const std::string unit = unit_ahead(by);
    return at_ > 0 ? !unit.empty() : is_counter(unit);
  }

  void take(const std::string& word) {
    const bool has_x = word.size() > 1 && word.back() == 'x' && is_digits(std::string_view(word).substr(0, word.size() - 1));
    const bool is_times = word.size() > 1 && word.front() == 'x' && is_digits(std::string_view(word).substr(1));
    if (has_x && !unit_ahead(1).empty()) {
      count_ = word;
    } else if (is_digits(word) && ahead(1) == "x" && counts_squads(2)) {
      count_ = word + "x";
      ++at_;
    } else if (is_digits(word) && counts_squads(1)) {
      constexpr int most = 9;
      if (at_ == 0 && model::whole_number(word).value_or(0) > most)
        throw BadInput({}, model::shown(word) + " before " + words_[1], "so many of them, or FP?",
                       "give it like " + word + "x" + words_[1] + " vs 4-4-7, or " + word + " by 9-1 vs 4-4-7");
      count_ = word + "x";
    } else if (is_digits(word) && at_ > 0 && ahead(1).starts_with("hex")) {
      joined_.insert(joined_.end(), {"range", word});
      ++at_;
    } else if (is_times && is_behind_unit()) {
      joined_.back().insert(0, word.substr(1) + "x");
    } else if (is_state(word) && !unit_ahead(1).empty()) {
      if (is_behind_unit()) throw BadInput({}, model::shown(word) + " between two units", "whose is it?", "give it like 4-6-7," + word);
      states_ += "," + word;
    } else if (is_state(word) && is_behind_unit()) {
      joined_.back() += "," + word;
    } else {
      std::string next = words_[at_];
      if (is_unit(word)) next = std::exchange(count_, "") + counted(next) + std::exchange(states_, "");
      joined_.push_back(std::move(next));
    }
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  std::string count_{}, states_{};  // of the unit ahead
  std::vector<std::string> joined_{};
};

}  // namespace

std::vector<std::string> split(const std::vector<std::string>& typed) {
  std::vector<std::string> words;
  for (const std::string& text : typed) {
    for (std::string& word : model::words_in(model::with_hyphens(text))) {
      const auto last = word.find_last_not_of(",;:?!");
      word.erase(last == std::string::npos ? 0 : last + 1);
      word.erase(0, std::min(word.find_first_not_of(",;"), word.size()));
      const auto number = std::find(numbers.begin(), numbers.end(), model::in_small_letters(word));
      if (number != numbers.end()) word = std::to_string(2 + (number - numbers.begin()));
      if (!word.empty()) words.push_back(std::move(word));
    }
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string first = model::in_small_letters(words[i]), second = model::in_small_letters(words[i + 1]);
    const auto two = std::find_if(of_two.begin(), of_two.end(),
                                  [&](const OfTwo& known) { return first.starts_with(known.first) && second == known.second; });
    const bool is_kind = is_one_of(first, kinds_of_units) || is_one_of(first, model::machine_guns);
    if (is_kind && is_digits(second.substr(0, 1)) && second.find('-') != std::string::npos) {  // crew 2-2-8, hmg 7-16
      words[i] = std::string(first).append(":").append(second);
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    if (two == of_two.end()) continue;
    words[i] = two->one;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return words;
}

bool is_digits(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; }

std::optional<int> signed_number(std::string_view word) {
  if (word.size() < 2 || (word.front() != '+' && word.front() != '-')) return std::nullopt;
  return model::whole_number(word.substr(word.front() == '+' ? 1 : 0));
}

bool is_between_sides(const std::string& word) { return is_one_of(model::in_small_letters(word), between_sides); }

bool is_dashed(std::string_view word) { return word.starts_with('-') && !signed_number(word); }

bool is_counter(std::string_view word) {
  const std::string_view counter = word.substr(0, word.find(','));
  return std::count(counter.begin(), counter.end(), '-') == 2;
}

bool is_leader(std::string_view word) {
  const std::string_view counter = word.substr(0, word.find(','));
  const auto sign = counter.find_first_of("+-");
  return sign != std::string_view::npos && is_digits(counter.substr(0, sign)) && is_digits(counter.substr(sign + 1));
}

std::string counted(const std::string& word) {
  const auto times = word.rfind('x');
  if (times == std::string::npos || times == 0 || word.find('-') > times || !model::whole_number(word.substr(times + 1))) return word;
  return word.substr(times + 1) + "x" + word.substr(0, times);
}

std::optional<GunTyped> gun_in(std::string_view word) {
  constexpr std::array<model::Choice<std::string_view>, 4> barrels{{{"mm", ""}, {"l", "L"}, {"ll", "LL"}, {"*", "short"}}};
  const auto end = word.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos) return std::nullopt;
  const auto barrel = model::find_choice(model::in_small_letters(std::string(word.substr(end))), barrels);
  return barrel ? std::optional(GunTyped{std::string(word.substr(0, end)), std::string(*barrel)}) : std::nullopt;
}

std::vector<std::string> with_smoke_in_one_word(const std::vector<std::string>& words) {
  std::vector<std::string> said;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!model::same_word(words[i], "smoke")) {
      said.push_back(words[i]);
      continue;
    }
    const auto ahead = [&](std::size_t by) { return i + by < words.size() ? model::in_small_letters(words[i + by]) : ""; };
    const auto is_drm = [](const std::string& word) { return word == "+2" || word == "+3"; };
    std::string drm;
    bool dispersed = false;
    const auto take = [&](const std::string& word) {
      if (word == "dispersed" && !dispersed) return dispersed = true;
      if (!is_drm(word) || !drm.empty()) return false;
      drm = word;
      return true;
    };
    const auto is_number = [](const std::string& word) { return word == "2" || word == "3"; };
    const auto has_own_number = [&] {
      return said.size() > 1 && is_one_of(model::in_small_letters(said[said.size() - 2]), std::array{"hindrance", "pillbox"});
    };
    while (!said.empty() && !has_own_number() && take(model::in_small_letters(said.back()))) said.pop_back();
    while (take(ahead(1))) ++i;
    const bool is_named = drm.empty() && ahead(1) == "hindrance" && (is_number(ahead(2)) || is_drm(ahead(2)));
    if (is_named) ++i;
    if (is_named && take(ahead(1))) ++i;
    const bool is_last = ahead(2).empty() || is_between_sides(ahead(2));
    if (drm.empty() && is_number(ahead(1)) && (is_named || is_last)) drm = "+" + ahead(1), ++i;
    said.push_back("smoke" + (drm.empty() && dispersed ? "+2" : drm));
  }
  return said;
}

std::optional<int> smoke_in(std::string_view word) {
  constexpr std::array<model::Choice<int>, 3> drms{{{"smoke", 3}, {"smoke+3", 3}, {"smoke+2", 2}}};
  return model::find_choice(word, drms);
}

bool is_state(std::string_view word) { return is_one_of(word, states); }

std::vector<std::string> joined(std::vector<std::string> words) { return Joined(std::move(words)).words(); }

}  // namespace boxcars::ask
