#include "ask/plain_fields.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "ask/typed_words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/field.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {
namespace {

using model::Choice;
using model::FieldInfo;
using model::FieldKind;

// As people say it, and as questions have it.
constexpr std::array<Choice<std::string_view>, 11> others{{{"artillery", "oba"},
                                                           {"mtr", "mortar"},
                                                           {"wooden", "wood"},
                                                           {"rof", "rate_of_fire"},
                                                           {"th", "to_hit"},
                                                           {"hex", "range"},
                                                           {"hexes", "range"},
                                                           {"shot", "shots"},
                                                           {"squad", "squads"},
                                                           {"turn", "turns"},
                                                           {"round", "rounds"}}};
constexpr std::array<std::string_view, 18> unsaid{"at",       "in",        "into",   "on",   "of",       "with",
                                                  "a",        "an",        "leader", "the",  "building", "buildings",
                                                  "rowhouse", "rowhouses", "and",    "from", "through",  "thru"};

std::string as_question_has_it(const std::string& word) {
  std::string small = model::in_small_letters(word);
  small = std::string(model::find_choice(small, others).value_or(small));
  std::replace(small.begin(), small.end(), '-', '_');
  return small;
}

bool has_word(const FieldInfo& field, const std::string& word) {
  return field.kind == FieldKind::choice &&
         std::any_of(field.choices.begin(), field.choices.end(), [&](const std::string& known) { return model::same_word(known, word); });
}

class FieldReader {
 public:
  FieldReader(const QuestionKind& kind, std::vector<std::string> words) : kind_(kind), words_(std::move(words)) {
    for (const FieldInfo& field : kind.fields) {
      if (!men_ && (field.kind == FieldKind::unit || field.kind == FieldKind::location_unit)) men_ = &field;
      if (field.positional && field.kind == FieldKind::integer) open_.push_back(&field);
    }
    for (at_ = 0; at_ < words_.size(); ++at_) take(words_[at_]);
    std::string units;
    for (const std::string& unit : joined(units_)) units += (units.empty() ? "" : " ") + unit;
    if (!units.empty()) say(*men_, units);
  }

  std::optional<PlainFields> result() && { return is_plain_ ? std::optional(std::move(said_)) : std::nullopt; }

 private:
  std::string ahead(std::size_t by) const { return at_ + by < words_.size() ? words_[at_ + by] : ""; }

  // Of the main inputs a number that nothing has said yet, and that this may be.
  auto open_for(const std::string& number) const {
    const int value = model::whole_number(number).value_or(-1);
    return std::find_if(open_.begin(), open_.end(),
                        [&](const FieldInfo* field) { return field->range.low <= value && value <= field->range.high; });
  }

  void say(const FieldInfo& field, model::InputValue value) {
    std::erase(open_, &field);
    said_.inputs.push_back({std::string(field.key), std::move(value)});
    is_plain_ = true;
  }

  const FieldInfo* valued(const std::string& word) const {
    const FieldInfo* field = kind_.field(as_question_has_it(word));
    return field && field->kind != FieldKind::flag ? field : nullptr;
  }

  // A field of which there are so many.
  const FieldInfo* of_number(const std::string& word) const {
    const FieldInfo* field = valued(word);
    if (field && field->key == "level" && kind_.field("levels")) return kind_.field("levels");
    return field && (field->kind == FieldKind::integer || field->kind == FieldKind::text) ? field : nullptr;
  }

  // Whether it may stand behind the name of a field.
  static bool is_value(const FieldInfo& field, const std::string& word) {
    if (field.kind == FieldKind::choice) return has_word(field, word);
    const bool is_text = model::same_word(word, "until") || model::same_word(word, "rooftop");
    const bool is_times = is_digits(word.substr(0, word.find(','))) && field.kind == FieldKind::text;  // 3,acquire
    return is_digits(word) || signed_number(word) || ((is_text || is_times) && field.kind == FieldKind::text);
  }

  // How many there are of a unit: not one of the main numbers.
  bool is_count(const std::string& word) const {
    std::size_t by = 1;
    while (is_state(model::in_small_letters(ahead(by)))) ++by;
    if (!is_unit(ahead(by))) return false;
    return (is_digits(word) && open_for(word) == open_.end()) ||
           (word.size() > 1 && word.ends_with('x') && is_digits(word.substr(0, word.size() - 1)));
  }

  void take(const std::string& word) {
    if (take_smoke(word) || take_pair(word) || take_flag(word) || take_unit(word) || take_gun(word) || take_number(word) ||
        take_choice(word))
      return;
    if (is_one_of(model::in_small_letters(word), unsaid) || is_between_sides(word))
      is_plain_ = true;
    else
      stand_bare(word);
  }

  void stand_bare(const std::string& word) {
    if (const auto open = is_digits(word) ? open_for(word) : open_.end(); open != open_.end()) open_.erase(open);
    said_.bare.push_back(word);
  }

  // "3 shots", but not the number of "wood 1 level 0"; "range 8".
  bool take_pair(const std::string& word) {
    const FieldInfo* next = valued(ahead(1));
    const bool has_own_value = next && is_value(*next, ahead(2));
    const FieldInfo* counted = is_digits(word) && !has_own_value ? of_number(ahead(1)) : nullptr;
    const FieldInfo* named = counted ? nullptr : valued(word);
    if (named && !is_value(*named, ahead(1))) named = nullptr;
    if (!counted && !named) return false;
    say(counted ? *counted : *named, counted ? word : ahead(1));
    ++at_;
    return true;
  }

  bool take_smoke(const std::string& word) {
    const FieldInfo* hindrance = kind_.field("hindrance");
    const auto drm = smoke_in(model::in_small_letters(word));
    if (!hindrance || !drm) return false;
    say(*hindrance, std::to_string(*drm));
    return true;
  }

  bool take_flag(const std::string& word) {
    const FieldInfo* field = kind_.field(as_question_has_it(word));
    if (!field || field->kind != FieldKind::flag) return false;
    const FieldInfo* level = kind_.field("level");
    if (field->key == "rooftop" && level)
      say(*level, "rooftop");  // where the fire is, and the men
    else
      say(*field, true);
    return true;
  }

  bool take_unit(const std::string& word) {
    if (!men_ && is_leader(word) && kind_.field("leadership")) return direct(word), true;
    const bool is_said_of_one = is_state(model::in_small_letters(word)) || is_count(word);
    const bool is_placed = is_unit(std::string_view(word).substr(std::min(word.find('=') + 1, word.size())));  // 2=9-1
    if (!men_ || !(is_placed || is_said_of_one)) return false;
    if (is_before_vs())
      direct(word);
    else
      units_.push_back(word);
    return true;
  }

  bool is_before_vs() const { return std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end(), is_between_sides); }

  // Whoever stands before his target directs the fire.
  void direct(const std::string& word) {
    const FieldInfo* leadership = kind_.field("leadership");
    if (!is_leader(word) || !leadership)
      throw model::BadInput({}, model::shown(word) + " before vs", "who is attacked stands behind it, and who fires is not asked here",
                            "leave it out");
    say(*leadership, word.substr(word.find_first_of("+-")));
  }

  bool take_gun(const std::string& word) {
    const auto gun = gun_in(word);
    const FieldInfo* caliber = kind_.field("caliber");
    const FieldInfo* barrel = kind_.field("barrel");
    if (!gun || !caliber || (!gun->barrel.empty() && !barrel)) return false;
    if (!gun->barrel.empty()) say(*barrel, gun->barrel);
    if (caliber->positional)
      stand_bare(gun->caliber);
    else
      say(*caliber, gun->caliber);
    return true;
  }

  bool take_number(const std::string& word) {
    const FieldInfo* drm = kind_.field("drm");
    if (!drm || !signed_number(word)) return false;
    say(*drm, word);
    return true;
  }

  // A word of its main inputs stands bare.
  bool take_choice(const std::string& word) {
    const std::string known = as_question_has_it(word);
    const auto with = [&](bool bare) {
      return std::find_if(kind_.fields.begin(), kind_.fields.end(), [&](const FieldInfo& field) {
        return field.positional == bare && (has_word(field, word) || has_word(field, known));
      });
    };
    if (const auto main = with(true); main != kind_.fields.end()) {
      stand_bare(has_word(*main, word) ? word : known);
      return true;
    }
    const auto other = with(false);
    if (other == kind_.fields.end()) return false;
    say(*other, has_word(*other, word) ? word : known);
    return true;
  }

  const QuestionKind& kind_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
  const FieldInfo* men_ = nullptr;
  std::vector<const FieldInfo*> open_{};  // numbers of its main inputs that are not known yet
  std::vector<std::string> units_{};
  bool is_plain_ = false;
  PlainFields said_{};
};

}  // namespace

std::optional<PlainFields> plain_fields(const QuestionKind& kind, const std::vector<std::string>& said) {
  auto words = split(said);
  if (kind.field("hindrance")) words = with_smoke_in_one_word(words);
  if (std::any_of(words.begin(), words.end(), is_dashed)) return std::nullopt;
  return FieldReader(kind, std::move(words)).result();
}

}  // namespace boxcars::ask
