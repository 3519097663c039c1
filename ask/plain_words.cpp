#include "ask/plain_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace {

using model::BadInput;
using model::Choice;
using model::find_choice;

constexpr const char* example = "give it like boxcars 12 +1 vs 4-6-7 9-1 in stone";

// What begins a part of the line.
enum class Part : std::uint8_t { target, terrain, firer, range, drm, fortified, moving, concealed, nothing };
constexpr std::array<Choice<Part>, 24> part_words{
    {{"vs", Part::target},  {"vs.", Part::target},          {"versus", Part::target}, {"against", Part::target},
     {"at", Part::target},  {"on", Part::target},           {"in", Part::terrain},    {"behind", Part::terrain},
     {"by", Part::firer},   {"led", Part::firer},           {"with", Part::firer},    {"range", Part::range},
     {"drm", Part::drm},    {"fortified", Part::fortified}, {"moving", Part::moving}, {"concealed", Part::concealed},
     {"fp", Part::nothing}, {"firepower", Part::nothing},   {"he", Part::nothing},    {"and", Part::nothing},
     {"a", Part::nothing},  {"an", Part::nothing},          {"the", Part::nothing},   {"attack", Part::nothing}}};

// The input of `attack` that each part says.
constexpr std::array<std::string_view, 9> part_keys{"target", "terrain", "by", "range", "drm", "fortified", "moving", "concealed", ""};

// As people say it, and as the question has it.
constexpr std::array<Choice<std::string_view>, 12> terrain_words{{{"wooden", "wood"},
                                                                  {"building", ""},
                                                                  {"buildings", ""},
                                                                  {"ground", ""},
                                                                  {"hex", ""},
                                                                  {"foxholes", "foxhole"},
                                                                  {"trenches", "trench"},
                                                                  {"walls", "wall"},
                                                                  {"huts", "hut"},
                                                                  {"wheat", "grain"},
                                                                  {"wheatfield", "grain"},
                                                                  {"grainfield", "grain"}}};

std::string terrain_word(const std::string& word) { return std::string(find_choice(word, terrain_words).value_or(word)); }

// What attacks by itself, as people say it.
constexpr std::array<Choice<std::string_view>, 6> weapon_words{
    {{"ft", "ft"}, {"flamethrower", "ft"}, {"mol", "mol"}, {"molotov", "mol"}, {"dc", "dc"}, {"wp", "wp"}}};

std::string weapon_word(const std::string& word) {
  return std::string(find_choice(model::in_small_letters(word), weapon_words).value_or(""));
}

// "4-4-7", "2x4-6-7", "4-4-7x2": no leader, who may direct as well.
bool is_counter(const std::string& word) {
  const std::string_view counter = std::string_view(word).substr(0, word.find(','));
  return std::count(counter.begin(), counter.end(), '-') == 2;
}

// "4-4-7x2" is 2x4-4-7.
std::string counted(const std::string& word) {
  const auto times = word.rfind('x');
  if (times == std::string::npos || times == 0 || word.find('-') > times || !model::whole_number(word.substr(times + 1))) return word;
  return word.substr(times + 1) + "x" + word.substr(0, times);
}

// Apart at blanks, with hyphens, without the commas and points between words.
std::vector<std::string> split(const std::vector<std::string>& typed) {
  std::vector<std::string> words;
  for (const std::string& text : typed) {
    for (std::string& word : model::words_in(model::with_hyphens(text))) {
      const auto last = word.find_last_not_of(",;:?!");
      word.erase(last == std::string::npos ? 0 : last + 1);
      word.erase(0, std::min(word.find_first_not_of(",;"), word.size()));
      if (!word.empty()) words.push_back(std::move(word));
    }
  }
  return words;
}

std::optional<int> signed_number(const std::string& word) {
  if (word.size() < 2 || (word.front() != '+' && word.front() != '-')) return std::nullopt;
  const auto number = model::whole_number(std::string_view(word).substr(word.front() == '+' ? 1 : 0));
  return number;
}

// "9-1", "8+1": two numbers with a sign between them.
bool is_leader(const std::string& word) {
  const auto sign = word.find_first_of("+-");
  const auto digits = [](const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; };
  return sign != std::string::npos && digits(word.substr(0, sign)) && digits(word.substr(sign + 1));
}

struct PlainLine {
  std::string firepower{}, caliber{}, weapon{};
  std::optional<int> drm{};
  std::string target{}, terrain{}, leader{}, by{}, range{};
  bool fortified = false, moving = false, concealed = false, in_a_building = false;
};

// "12", "12fp", "4+4+6", "150mm".
void read_first(const std::string& word, PlainLine& line) {
  line.weapon = weapon_word(word);
  if (!line.weapon.empty()) return;
  if (is_counter(word)) {
    line.by = counted(word);
    return;
  }
  const std::string small = model::in_small_letters(word);
  const auto number = small.substr(0, std::min(small.find_first_not_of("0123456789+"), small.size()));
  const std::string unit = small.substr(number.size());
  if (unit == "mm")
    line.caliber = number;
  else if (unit.empty() || unit == "fp")
    line.firepower = number;
  else
    throw BadInput({}, "an attack of " + model::shown(word), "it begins with its FP, or with HE like 150mm", example);
}

void append(std::string& text, const std::string& word, const char* between) { text += (text.empty() ? "" : between) + word; }

// Reads word by word.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words)
      : names_target_(std::any_of(words.begin(), words.end(), [](const std::string& word) {
          return find_choice(model::in_small_letters(word), part_words) == Part::target;
        })) {
    read_first(words.front(), line_);
    if (!line_.by.empty()) part_ = Part::firer;
  }

  void read(const std::string& word) {
    const std::string small = model::in_small_letters(word);
    if (const auto number = signed_number(small))
      line_.drm = line_.drm.value_or(0) + *number;
    else if (small == "mm" && !line_.firepower.empty())
      line_.caliber = std::exchange(line_.firepower, "");
    else if (const auto begun = find_choice(small, part_words))
      begin(*begun, word);
    else
      add(word, small);
  }

  PlainLine end() && {
    require_said();
    if (line_.in_a_building && line_.terrain.empty()) throw BadInput({}, "a building", "wood or stone?", "give it like in stone");
    return std::move(line_);
  }

 private:
  void require_said() const {
    if (!open_.empty()) throw BadInput({}, model::shown(open_) + " with nothing behind it", "what is it?", example);
  }

  void begin(Part part, const std::string& word) {
    if (part == Part::nothing) return;
    if (part == Part::fortified) return void(line_.fortified = true);
    if (part == Part::moving) return void(line_.moving = true);
    if (part == Part::concealed) return void(line_.concealed = true);
    if (part == Part::range && open_ == "at") open_.clear();  // at range 3
    if (part_ != part) require_said();
    part_ = part;
    open_ = part == Part::drm ? "" : word;
  }

  // What says something by itself, wherever it stands, or of the part that was begun.
  void add(const std::string& word, const std::string& small) {
    open_.clear();
    line_.in_a_building = line_.in_a_building || (part_ == Part::terrain && small.starts_with("building"));
    if ((part_ == Part::nothing || part_ == Part::drm) && is_counter(small)) part_ = Part::target;
    const std::string terrain = terrain_word(small);
    const bool elsewhere = part_ != Part::terrain && part_ != Part::firer;
    if (part_ == Part::terrain || (elsewhere && find_choice(terrain, model::terrain_choices))) {
      if (!terrain.empty()) append(line_.terrain, terrain, "-");
    } else if (part_ == Part::target) {
      append(line_.target, counted(word), " ");
    } else if (part_ == Part::firer) {
      append(is_leader(small) ? line_.leader : line_.by, counted(word), " ");
    } else if (part_ == Part::range) {
      line_.range = word;
      part_ = Part::nothing;
    } else if (is_leader(small) && names_target_ && line_.target.empty()) {  // who directs stands before his target
      append(line_.leader, word, " ");
    } else {
      throw BadInput({}, "the word " + model::shown(word) + " means nothing here", "known: a DRM like +1, vs, in, by", example);
    }
  }

  PlainLine line_;
  bool names_target_;
  Part part_ = Part::nothing;
  std::string open_{};  // the word that has begun a part of which nothing is said yet
};

PlainLine read(const std::vector<std::string>& words) {
  Reader reader(words);
  for (std::size_t i = 1; i < words.size(); ++i) reader.read(words[i]);
  return std::move(reader).end();
}

}  // namespace

bool is_plain(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty()) return false;
  return std::isdigit(static_cast<unsigned char>(words.front().front())) != 0 || !weapon_word(words.front()).empty();
}

const std::vector<PlainWord>& plain_words() {
  static const std::vector<PlainWord> all = [] {
    std::vector<PlainWord> words;
    for (const auto& [word, part] : part_words) {
      const std::string_view key = part_keys[static_cast<std::size_t>(part)];
      if (!key.empty()) words.push_back({word, key});
    }
    return words;
  }();
  return all;
}

PlainAttack plain_attack(const std::vector<std::string>& typed) {
  const auto options = std::find_if(typed.begin(), typed.end(), [](const std::string& word) { return word.starts_with("--"); });
  const PlainLine line = read(split({typed.begin(), options}));
  PlainAttack attack{.rest = {options, typed.end()}};
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) attack.inputs.push_back({key, value});
  };
  add("fp", line.firepower);
  add("caliber", line.caliber);
  add("weapon", line.weapon);
  if (line.drm) add("drm", std::to_string(*line.drm));
  add("target", line.target);
  add("terrain", line.terrain);
  if (line.fortified) attack.inputs.push_back({"fortified", true});
  if (line.moving) attack.inputs.push_back({"moving", "normal"});
  add("leader", line.leader);
  add("by", line.by);
  add("range", line.range);
  if (line.concealed) attack.inputs.push_back({"concealed", true});
  return attack;
}

}  // namespace boxcars::ask
