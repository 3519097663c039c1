#include "ask/plain_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "ask/plain_fields.hpp"
#include "ask/question_kinds.hpp"
#include "ask/typed_words.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/attack_inputs.hpp"
#include "model/rules/firepower.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::ask {
namespace {

using model::BadInput;
using model::Choice;
using model::find_choice;

constexpr const char* example = "give it like boxcars 12 +1 vs 4-6-7 9-1 in stone";

// What begins a part of the line.
enum class Part : std::uint8_t {
  target,
  terrain,
  firer,
  range,
  drm,
  fortified,
  moving,
  concealed,
  then,
  rate_of_fire,
  gun_case,
  hindrance,
  to_hit,
  attackers_san,
  defenders_san,
  acquired,
  nothing
};
constexpr std::array<Choice<Part>, 48> part_words{{{"vs", Part::target},
                                                   {"vs.", Part::target},
                                                   {"versus", Part::target},
                                                   {"against", Part::target},
                                                   {"at", Part::target},
                                                   {"on", Part::target},
                                                   {"v", Part::target},
                                                   {"v.", Part::target},
                                                   {"in", Part::terrain},
                                                   {"behind", Part::terrain},
                                                   {"by", Part::firer},
                                                   {"led", Part::firer},
                                                   {"with", Part::firer},
                                                   {"range", Part::range},
                                                   {"drm", Part::drm},
                                                   {"fortified", Part::fortified},
                                                   {"moving", Part::moving},
                                                   {"movement", Part::moving},
                                                   {"move", Part::moving},
                                                   {"concealed", Part::concealed},
                                                   {"then", Part::then},
                                                   {"rof", Part::rate_of_fire},
                                                   {"fp", Part::nothing},
                                                   {"firepower", Part::nothing},
                                                   {"he", Part::nothing},
                                                   {"and", Part::nothing},
                                                   {"a", Part::nothing},
                                                   {"an", Part::nothing},
                                                   {"the", Part::nothing},
                                                   {"from", Part::nothing},
                                                   {"of", Part::nothing},
                                                   {"through", Part::nothing},
                                                   {"thru", Part::nothing},
                                                   {"attack", Part::nothing},
                                                   {"case", Part::gun_case},
                                                   {"cases", Part::gun_case},
                                                   {"hindrance", Part::hindrance},
                                                   {"to-hit", Part::to_hit},
                                                   {"th", Part::to_hit},
                                                   {"needs", Part::to_hit},
                                                   {"attackers-san", Part::attackers_san},
                                                   {"defenders-san", Part::defenders_san},
                                                   {"acquired", Part::acquired},
                                                   {"acquisition", Part::acquired},
                                                   {"directed", Part::nothing},
                                                   {"leader", Part::nothing},
                                                   {"units", Part::nothing},
                                                   {"unit", Part::nothing}}};

// The input of `attack` that each part says.
constexpr std::array<std::string_view, 17> part_keys{
    "target",       "terrain", "by",        "range",  "drm",           "fortified",     "moving", "concealed", "then",
    "rate_of_fire", "case",    "hindrance", "to_hit", "attackers_san", "defenders_san", "case",   ""};

// What is said of it is a number without a sign.
constexpr std::array<Part, 7> numbered_parts{Part::range,  Part::then,          Part::rate_of_fire, Part::hindrance,
                                             Part::to_hit, Part::attackers_san, Part::defenders_san};

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

// How far it is, where people say no number; and how HE comes.
constexpr std::array<Choice<std::string_view>, 4> range_words{{{"adjacent", "1"}, {"pbf", "1"}, {"point-blank", "1"}, {"tpbf", "0"}}};
constexpr std::array<Choice<std::string_view>, 4> fire_words{
    {{"oba", "oba"}, {"artillery", "oba"}, {"mortar", "mortar"}, {"mtr", "mortar"}}};

// What attacks by itself, as people say it.
constexpr std::array<Choice<std::string_view>, 10> weapon_words{{{"ft", "ft"},
                                                                 {"flamethrower", "ft"},
                                                                 {"mol", "mol"},
                                                                 {"molotov", "mol"},
                                                                 {"dc", "dc"},
                                                                 {"wp", "wp"},
                                                                 {"mines", "mines"},
                                                                 {"minefield", "mines"},
                                                                 {"residual", "residual"},
                                                                 {"resid", "residual"}}};

std::string weapon_word(const std::string& word) {
  return std::string(find_choice(model::in_small_letters(word), weapon_words).value_or(""));
}

std::string fire_word(const std::string& word) { return std::string(find_choice(model::in_small_letters(word), fire_words).value_or("")); }

// What players say that is asked otherwise.
struct Otherwise {
  std::string_view word, why, instead;
};
constexpr std::array<Otherwise, 16> asked_otherwise{
    {{"critical", "the To Hit DR makes it one", "leave it out, and give range 8"},
     {"ffnam", "it comes of how the target moves", "give moving"},
     {"ffmo", "it comes of how the target moves, and where", "give moving"},
     {"inexperienced", "it is how who fires cowers", "give --cowering inexperienced"},
     {"green", "it is how who fires cowers", "give --cowering inexperienced"},
     {"cx", "it is a DRM of who fires", "give +1"},
     {"thrown", "a Thrown DC has +2, A23.6", "give dc +2"},
     {"placed", "a DC is Placed if nothing else is said, A23", "leave it out"},
     {"dm", "only its Rally DR differs", "give broken"},
     {"long", "the range says it", "give it like range 8"},
     {"level", "levels matter to HE only", "leave it out, or ask boxcars he 105 stone 2 level 1"},
     {"levels", "levels matter to HE only", "leave it out, or ask boxcars he 105 stone 2"},
     {"entrenched", "it is the terrain of the target", "give in foxhole, or in trench"},
     {"afv", "no AFV is attacked here", "ask boxcars enter for one that drives in"},
     {"inside", "in factory is fire wholly inside it", "leave it out"},
     {"outside", "fire from outside meets the building", "give in stone, or in wood"}}};

// Words that say no more of a building than that it is one: it has the TEM of any other of wood or stone.
bool is_any_building(std::string_view word) { return word == "rowhouse" || word == "rowhouses" || word == "factory"; }
bool is_of_building(std::string_view word) { return word == "wood" || word == "stone"; }

// Weapons whose Firepower is said behind them.
constexpr std::array<std::string_view, 2> weapons_with_fp{"mines", "residual"};

// More than there are units of a kind: a calibre, or the FP of a Flamethrower.
bool is_large(const std::string& number) { return number.size() > 1; }

// Behind it a number is none of units: "range 6 9-1", "mines 8 4-6-7", "oba 100 4-6-7".
bool takes_number(const std::string& word, const std::string& number) {
  const auto part = find_choice(word, part_words);
  return (part && std::find(numbered_parts.begin(), numbered_parts.end(), *part) != numbered_parts.end()) ||
         is_one_of(weapon_word(word), weapons_with_fp) || ((!fire_word(word).empty() || weapon_word(word) == "ft") && is_large(number));
}

bool names_target(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return find_choice(model::in_small_letters(word), part_words) == Part::target; });
}

struct PlainLine {
  std::string firepower{}, caliber{}, barrel{}, weapon{}, fire{};
  std::optional<int> drm{};
  std::string target{}, terrain{}, leader{}, range{}, moving{};
  std::vector<std::string> firers{};
  GivenInputs numbers{};
  std::vector<std::string> then{}, cases{};
  int hindrance = 0;
  bool fortified = false, concealed = false, moves = false, in_a_building = false;
};

// "12", "12fp", "4+4+6", "150mm"; or what it is of, before it: mines 8, OBA 100.
void read_first(const std::string& word, PlainLine& line) {
  line.weapon = weapon_word(word);
  line.fire = fire_word(word);
  if (!line.weapon.empty() || !line.fire.empty()) return;
  if (is_counter(word)) {
    line.firers.push_back(counted(word));
    return;
  }
  const std::string small = model::in_small_letters(word);
  const auto number = small.substr(0, std::min(small.find_first_not_of("0123456789+"), small.size()));
  const std::string unit = small.substr(number.size());
  if (const auto gun = gun_in(word))
    line.caliber = gun->caliber, line.barrel = gun->barrel;
  else if (unit.empty() || unit == "fp")
    line.firepower = number;
  else if (is_one_of(std::string_view(small).substr(0, small.find(':')), model::machine_guns))
    throw BadInput({}, model::shown(word) + " that nobody fires", "who fires it stands before it",
                   "give it like boxcars 4-6-7,mg-only " + model::as_printed(word).substr(0, 20) + " vs 4-4-7");
  else
    throw BadInput({}, "an attack of " + model::shown(word), "it begins with its FP, or with HE like 150mm", example);
}

void append(std::string& text, const std::string& word, const char* between) { text += (text.empty() ? "" : between) + word; }

// Reads word by word.
class Reader {
 public:
  Reader(const std::string& first, bool names_target) : names_target_(names_target) {
    read_first(first, line_);
    if (!line_.firers.empty()) part_ = Part::firer;
    is_bare_ = first == line_.firepower;
  }

  void read(const std::string& word) {
    const std::string small = model::in_small_letters(word), before = std::exchange(before_, small);
    if (const auto number = signed_number(small))
      add_number(word, *number, before);
    else if (const auto smoke = smoke_in(small))
      line_.hindrance += *smoke, forgive();
    else if (small == "mm" && !line_.firepower.empty())
      line_.caliber = std::exchange(line_.firepower, "");
    else if (const auto fire = fire_word(small); !fire.empty())
      line_.fire = fire;
    else if (const auto range = find_choice(small, range_words))
      say_range(std::string(*range));
    else if (is_amount(small))
      (line_.fire.empty() ? line_.firepower : line_.caliber) = small.substr(0, small.find("mm"));
    else if (const auto weapon = weapon_word(small); part_ != Part::then && line_.weapon.empty() && !weapon.empty() &&
                                                     (!line_.firepower.empty() || (weapon == "mol" && !line_.firers.empty())))
      line_.weapon = weapon;
    else if (small == "assault-moving")
      say_once(line_.moving, std::string(model::name_of(model::Movement::assault, model::movement_choices)), "how it moves"), forgive();
    else if (find_choice(small, model::movement_choices).value_or(model::Movement::none) != model::Movement::none)
      say_once(line_.moving, small, "how it moves"), forgive();
    else if (const auto begun = find_choice(small, part_words))
      begin(*begun, word);
    else
      add(word, small);
  }

  PlainLine end() && {
    require_said();
    require_firepower();
    if (line_.in_a_building && line_.terrain.empty()) throw BadInput({}, "a building", "wood or stone?", "give it like in stone");
    if (line_.moves && line_.moving.empty()) line_.moving = model::name_of(model::Movement::normal, model::movement_choices);
    return std::move(line_);
  }

 private:
  void require_said() const {
    if (!open_.empty()) throw BadInput({}, model::shown(open_) + " with nothing behind it", "what is it?", example);
  }

  // More than the last column has may be the caliber of HE.
  void require_firepower() const {
    constexpr int last_column = 36;
    if (!is_bare_ || model::whole_number(line_.firepower).value_or(0) <= last_column) return;
    throw BadInput({}, "an attack of " + model::shown(line_.firepower), "FP, or the caliber of HE?",
                   "give it like " + line_.firepower + "mm or " + line_.firepower + "fp");
  }

  // In SMOKE, vs moving 4-4-7: who or what was begun goes on.
  void forgive() {
    if (part_ == Part::terrain || part_ == Part::target || part_ == Part::firer) open_.clear();
  }

  // At PBF, or range adjacent.
  void say_range(const std::string& range) {
    say_once(line_.range, range, "the range");
    if (part_ != Part::range) return;
    open_.clear();
    resume();
  }

  // A DRM, but behind what has a number of its own; of a pillbox directly behind it.
  void add_number(const std::string& word, int number, const std::string& before) {
    if (part_ == Part::acquired && !open_.empty()) {
      line_.cases.push_back("N=" + word);
      open_.clear();
      resume();
    } else if (before == "pillbox" && number > 1) {
      line_.numbers.push_back({"tem", std::to_string(number)});
    } else if (part_ == Part::hindrance && !open_.empty()) {
      if (number < 1) throw BadInput({}, "a hindrance of " + word, "it hinders, A6.7", "give it like hindrance 1");
      line_.hindrance += number;
      open_.clear();
      resume();
    } else {
      line_.drm = line_.drm.value_or(0) + number;
    }
  }

  // How much there is of what was named first.
  bool is_amount(const std::string& word) const {
    const bool is_open = part_ == Part::nothing && line_.firepower.empty() && line_.caliber.empty() && line_.firers.empty();
    const bool has_one = !line_.fire.empty() || is_one_of(line_.weapon, weapons_with_fp) || (line_.weapon == "ft" && is_large(word));
    return is_open && has_one && is_digits(word.ends_with("mm") && !line_.fire.empty() ? word.substr(0, word.size() - 2) : word);
  }

  // Where who fires is named, what stands behind him before vs is of him.
  bool is_said_of_firer(Part part) const {
    const bool is_of_one = part == Part::terrain || part == Part::fortified || part == Part::moving || part == Part::concealed;
    return is_of_one && names_target_ && line_.target.empty() && !line_.firers.empty() && part_ != Part::target;
  }

  void begin(Part part, const std::string& word) {
    if (model::same_word(word, "fp") || model::same_word(word, "firepower")) is_bare_ = false;
    if (part == Part::nothing) return;
    if (is_said_of_firer(part))
      throw BadInput({}, model::shown(word) + " before vs", "of who fires it says nothing here", "give it behind vs, or leave it out");
    if (model::same_word(word, "with") && !line_.target.empty()) part = Part::target;
    if (part == Part::fortified) return void(line_.fortified = true);
    if (part == Part::moving) return void(line_.moves = true);
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
    refuse_what_is_asked_otherwise(word, small);
    const bool throws_mol = line_.weapon == "mol" && names_target_ && line_.target.empty() && line_.firers.empty();
    if ((part_ == Part::nothing || part_ == Part::drm) && is_counter(small)) part_ = throws_mol ? Part::firer : Part::target;
    const std::string terrain = terrain_word(small);
    const bool elsewhere = part_ == Part::target || part_ == Part::nothing || part_ == Part::drm;
    if (is_any_building(terrain) && is_of_building(line_.terrain)) return;
    if (is_any_building(line_.terrain) && is_of_building(terrain)) return void(line_.terrain = terrain);
    if (part_ == Part::terrain || (elsewhere && find_choice(terrain, model::terrain_choices))) {
      if (!terrain.empty() && find_choice(line_.terrain, model::terrain_choices) && !begins_terrain(line_.terrain + "-" + terrain))
        refuse(word);
      if (!terrain.empty()) append(line_.terrain, terrain, "-");
    } else if (part_ == Part::target) {
      append(line_.target, counted(word), " ");
    } else if (part_ == Part::firer) {
      line_.firers.push_back(counted(word));
    } else if (part_ == Part::then || part_ == Part::gun_case) {
      (part_ == Part::then ? line_.then : line_.cases).push_back(word);
    } else if (part_ == Part::range) {
      say_range(word);
    } else if (part_ == Part::hindrance && is_digits(word)) {
      line_.hindrance += model::whole_number(word).value_or(0);
      resume();
    } else if (part_ == Part::rate_of_fire || part_ == Part::to_hit || part_ == Part::attackers_san || part_ == Part::defenders_san) {
      line_.numbers.push_back({std::string(part_keys[static_cast<std::size_t>(part_)]), word});
      resume();
    } else if (is_leader(small) && names_target_ && line_.target.empty()) {  // who directs stands before his target
      append(line_.leader, word, " ");
    } else {
      refuse(word);
    }
  }

  // Behind a number of it the line goes on about who fires, until its target is named.
  void resume() { part_ = names_target_ && line_.target.empty() && !line_.firers.empty() ? Part::firer : Part::nothing; }

  static void say_once(std::string& said, const std::string& what, const char* of) {
    if (!said.empty())
      throw BadInput({}, std::string(of) + " is given twice: " + said + ", and " + what, "it has one value", "leave one out");
    said = what;
  }

  [[noreturn]] static void refuse(const std::string& word) {
    if (const auto terrain = find_choice(terrain_word(model::in_small_letters(word)), model::terrain_choices)) {
      const bool has_tem = model::tem(*terrain).amount > 0;
      if (has_tem) refuse(word, "one TEM counts", "leave out the lower");
      refuse(word, "the target is in one terrain", "give what is between as a Hindrance, like hindrance 1");
    }
    refuse(word, "known: a DRM like +1, vs, in, by", example);
  }
  [[noreturn]] static void refuse(const std::string& word, std::string_view why, std::string_view instead) {
    throw BadInput({}, "the word " + model::shown(word) + " means nothing here", std::string(why), std::string(instead));
  }

  static bool begins_terrain(const std::string& words) {
    return std::any_of(model::terrain_choices.begin(), model::terrain_choices.end(),
                       [&](const auto& choice) { return choice.name.starts_with(words); });
  }

  // What would be taken for something else.
  void refuse_what_is_asked_otherwise(const std::string& word, const std::string& small) const {
    const bool is_of_who_fires = (part_ == Part::nothing || part_ == Part::drm) && names_target_ && line_.target.empty();
    if (is_of_who_fires && is_counter(small) && line_.weapon != "mol")
      throw BadInput({}, model::shown(word) + " before vs", "who is attacked stands behind it; of who fires the FP is known here",
                     "give it like boxcars 4-6-7 9-2 vs 4-4-7, or 12 by 9-2 vs 4-4-7");
    if (part_ == Part::firer && is_one_of(small, model::machine_guns))
      throw BadInput({}, model::shown(word) + " without its numbers", "its Firepower and range are on its counter",
                     "give it like hmg:7-16");
    const auto otherwise =
        std::find_if(asked_otherwise.begin(), asked_otherwise.end(), [&](const Otherwise& known) { return known.word == small; });
    if (otherwise != asked_otherwise.end()) refuse(word, otherwise->why, otherwise->instead);
    if (std::count(small.begin(), small.end(), '+') == 2 && is_digits(small.substr(0, 1)))
      throw BadInput({}, "the pillbox " + model::shown(word), "which of its TEM: from within its Covered Arc, or from elsewhere?",
                     "give it like in pillbox " + small.substr(small.rfind('+')));
    if (small == "san" || small == "sniper")
      throw BadInput({}, model::shown(word) + " of which side",
                     "the attacker's waits for their checks, the defender's for the IFT DR, A14.1", "give it like attacker san 4");
  }

  PlainLine line_;
  bool names_target_;
  bool is_bare_ = false;  // its FP is a number, and nothing says that it is FP
  Part part_ = Part::nothing;
  std::string before_{};  // the last word, in small letters
  std::string open_{};    // the word that has begun a part of which nothing is said yet
};

PlainLine read(const std::vector<std::string>& typed) {
  const bool has_target = names_target(typed);
  const std::vector<std::string> words = joined(with_smoke_in_one_word(typed), has_target, takes_number);
  if (std::any_of(words.begin(), words.end(), [](const std::string& word) { return model::in_small_letters(word).starts_with("shot"); }))
    throw BadInput({}, "shots at no building with its levels", "each is an attack of its own",
                   "give rof 2, or like boxcars 81mm mortar wood 1 3 shots");
  Reader reader(words.front(), has_target);
  for (std::size_t i = 1; i < words.size(); ++i) reader.read(words[i]);
  return std::move(reader).end();
}

// Of several Locations each has its own leader; of one he is told apart.
std::string leave_who_fires(std::string& leader, const std::vector<std::string>& firers) {
  const bool is_several = std::find(firers.begin(), firers.end(), "/") != firers.end();
  std::string by;
  for (const std::string& firer : firers) append(is_leader(firer) && !is_several ? leader : by, firer, " ");
  if (leader.find(' ') != std::string::npos)
    throw BadInput({}, "two leaders, " + leader + ", who direct", "one does in each Location, which / keeps apart, A7.53",
                   "leave one out, or give it like 2x4-6-7 9-1 / 4-6-7 8-1 vs 4-4-7");
  return by;
}

// What is on the To Hit DR of a Gun is a Case of it.
void take_cases_of_target(PlainLine& line) {
  if (line.caliber.empty() || line.range.empty() || line.fire == "oba") return;
  if (std::exchange(line.concealed, false)) line.cases.emplace_back("K");
  const auto moving = find_choice(line.moving, model::movement_choices);
  if (moving != model::Movement::normal && moving != model::Movement::assault) return;
  const auto terrain = line.terrain.empty() ? model::Terrain::open : find_choice(line.terrain, model::terrain_choices);
  if (moving == model::Movement::normal) line.cases.emplace_back("J3");
  if (terrain && model::is_open_ground(*terrain) && line.hindrance == 0 && !line.fortified) line.cases.emplace_back("J4");
  line.moving.clear();
}

PlainQuestion plain_attack(PlainLine line) {
  PlainQuestion attack{.question = "attack"};
  const std::string by = leave_who_fires(line.leader, line.firers);
  take_cases_of_target(line);
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) attack.inputs.push_back({key, value});
  };
  add("fp", line.firepower);
  add("caliber", line.caliber);
  add("fire", line.fire);
  add("weapon", line.weapon);
  if (line.drm) add("drm", std::to_string(*line.drm));
  add("target", line.target);
  add("terrain", line.terrain);
  if (line.fortified) attack.inputs.push_back({"fortified", true});
  add("moving", line.moving);
  add("leader", line.leader);
  add("by", by);
  add("range", line.range);
  if (line.concealed) attack.inputs.push_back({"concealed", true});
  if (line.hindrance != 0) add("hindrance", std::to_string(line.hindrance));
  for (const std::string& then : line.then) add("then", then);
  attack.inputs.insert(attack.inputs.end(), line.numbers.begin(), line.numbers.end());
  add("barrel", line.barrel);
  for (const std::string& one : line.cases) add("case", one);
  return attack;
}

// "4-6-7 9-1 vs 4-4-7", concealed or not; "ambush", by whom or thrown for; "3 rounds".
PlainQuestion plain_close_combat(const std::vector<std::string>& words) {
  PlainQuestion cc{.question = "cc"};
  const QuestionKind& kind = question_named("cc");
  std::string attackers, defenders;
  bool is_behind_vs = false;
  const auto say = [&](const char* key, std::string value) { cc.inputs.push_back({key, std::move(value)}); };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string small = model::in_small_letters(words[i]), next = i + 1 < words.size() ? model::in_small_letters(words[i + 1]) : "";
    if (is_between_sides(small)) {
      is_behind_vs = true;
    } else if (small == "ambush") {
      const bool is_said = is_one_of(next, kind.field("ambush")->choices);
      say("ambush", is_said ? next : "roll");
      i += is_said ? 1 : 0;
    } else if (small == "concealed") {
      say("concealed", is_behind_vs ? "defender" : "attacker");
    } else if (small == "rounds" && (is_digits(next) || next == "until")) {
      say("rounds", next);
      ++i;
    } else if (is_digits(small) && (next == "rounds" || next == "round")) {
      say("rounds", small);
      ++i;
    } else if (const auto* flag = kind.field(small == "hand-to-hand" || small == "hth" ? "hand_to_hand" : small);
               flag && flag->kind == model::FieldKind::flag) {
      cc.inputs.push_back({std::string(flag->key), true});
    } else if (signed_number(small)) {
      cc.bare.push_back(words[i]);
    } else if (find_choice(small, part_words) != Part::nothing) {
      append(is_behind_vs ? defenders : attackers, words[i], " ");
    }
  }
  if (!attackers.empty()) say("attacker", attackers);
  if (!defenders.empty()) say("defender", defenders);
  return cc;
}

// "oba 100 stone 2 ...", "81mm mortar wood 1 ...": HE at a building whose levels are said.
bool is_at_levels(const std::vector<std::string>& words) {
  if (fire_word(words.front()).empty() && !gun_in(words.front())) return false;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string word = terrain_word(model::in_small_letters(words[i]));
    if (word != "wood" && word != "stone") continue;
    const std::string next = terrain_word(model::in_small_letters(words[i + 1]));
    const std::size_t number = i + (next.empty() || is_any_building(next) ? 2 : 1);
    const std::string behind = number + 1 < words.size() ? model::in_small_letters(words[number + 1]) : "";
    const bool is_behind_vs = std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), is_between_sides);
    const bool is_count = is_behind_vs && (is_unit(behind) || is_state(behind));  // of them: vs 9-1 in stone 2 4-6-7
    if (number < words.size() && is_digits(words[number]) && !behind.starts_with("hex") && !is_count) return true;
  }
  return false;
}

// A number, a weapon, or who fires: 12, 4-6-7, oba, ft, crew:2-2-8.
bool begins_attack(const std::string& word) {
  const auto is_digit_at = [&](std::size_t at) { return at < word.size() && std::isdigit(static_cast<unsigned char>(word[at])) != 0; };
  const auto colon = word.find(':');
  return is_digit_at(0) || (colon != std::string::npos && is_digit_at(colon + 1)) || !weapon_word(word).empty() || !fire_word(word).empty();
}

// A line of plain words: the question, what is said of it, and the options behind.
struct Parts {
  std::string_view question;
  std::vector<std::string> said, options;
};

// Of a line that names its question, two sides must be said; any other begins with what attacks.
std::optional<Parts> parts_of(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty()) return std::nullopt;
  const auto options = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  for (const std::string_view named : {"attack", "cc", "ambush"}) {
    if (!model::same_word(words.front(), named)) continue;
    const bool is_ambush = named == "ambush";
    const std::string_view question = is_ambush ? "cc" : named;
    Parts parts{question, split({words.begin() + (is_ambush ? 0 : 1), options}), {options, words.end()}};
    const bool has_sides = std::any_of(parts.said.begin(), parts.said.end(), is_between_sides);
    const bool is_said =
        has_sides || (question == "attack" && parts.said.size() > 1 && std::none_of(parts.said.begin(), parts.said.end(), is_dashed));
    return is_said ? std::optional(std::move(parts)) : std::nullopt;
  }
  if (!begins_attack(words.front())) return std::nullopt;
  Parts parts{"attack", split({words.begin(), options}), {options, words.end()}};
  if (is_at_levels(parts.said)) parts.question = "he";
  return parts;
}

// Behind the name of a question that has no words of its own.
std::optional<PlainQuestion> plain_by_name(const std::vector<std::string>& words) {
  const auto& kinds = question_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const QuestionKind& known) {
    const bool is_by_words = known.is_in_file || known.name == "attack" || known.name == "cc";
    return !words.empty() && !is_by_words && model::same_word(words.front(), known.name);
  });
  if (kind == kinds.end()) return std::nullopt;
  const auto options = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  auto said = plain_fields(*kind, {words.begin() + 1, options});
  if (!said) return std::nullopt;
  return PlainQuestion{std::string(kind->name), std::move(said->bare), std::move(said->inputs), {options, words.end()}};
}

}  // namespace

bool is_plain(const std::vector<std::string>& words) { return parts_of(words).has_value(); }

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

std::optional<PlainQuestion> plain_question(const std::vector<std::string>& words) {
  const auto parts = parts_of(words);
  if (!parts) return plain_by_name(words);
  if (parts->question == "he") {
    auto said = plain_fields(question_named("he"), parts->said).value_or(PlainFields{});
    return PlainQuestion{"he", std::move(said.bare), std::move(said.inputs), parts->options};
  }
  PlainQuestion asked =
      parts->question == "cc"
          ? plain_close_combat(joined(parts->said, true, [](const std::string& word, const std::string&) { return word == "rounds"; }))
          : plain_attack(read(parts->said));
  asked.rest = parts->options;
  return asked;
}

}  // namespace boxcars::ask
