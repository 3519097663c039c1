#include "model/rules/to_hit_cases.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::model {
namespace {

constexpr std::nullopt_t needs_one = std::nullopt;
constexpr auto all = CaseCounts::on_all, no_area = CaseCounts::not_on_area, vehicles = CaseCounts::at_vehicles_only;

// clang-format off
constexpr std::array<ToHitCase, 26> to_hit_cases{{
    // letter what                                            rule     from  to  if not said
    {"A",  "change of CA",                                   "C5.1",    +1, +10, needs_one, all},
    {"B",  "fire in the AFPh",                               "C5.2",    +2,  +3, +2,        all, "", {}, true},
    {"C",  "Bounding First Fire",                            "C5.3",    +1,  +3, needs_one, no_area},
    {"C1", "restricted aim",                                 "C5.33",   +1,  +1, +1,        no_area, "", 'C'},
    {"C2", "restricted aim",                                 "C5.33",   +2,  +2, +2,        no_area, "", 'C'},
    {"C3", "LATW in the AFPh, or backblast in a building",   "C5.34",   +2,  +2, +2,        no_area},
    {"C4", "firer in Motion",                                "C5.35",   +1, +12, needs_one, no_area},
    {"D",  "pinned firer",                                   "C5.4",    +2,  +2, +2,        all, "", {}, true},
    {"E",  "own hex, a building",                            "C5.5",    +4,  +4, +4,        no_area},
    {"F",  "Intensive Fire",                                 "C5.6",    +2,  +2, +2,        all, "", {}, true},
    {"G",  "Deliberate Immobilization",                      "C5.7",    +5,  +5, +5,        vehicles},
    {"H",  "captured Gun",                                   "C5.8",    +2,  +2, +2,        all},
    {"I",  "buttoned up firer",                              "C5.9",    +1,  +1, +1,        all},
    {"J",  "moving vehicle",                                 "C6.1",    +2,  +2, +2,        all, "", 'J'},
    {"J1", "moving vehicle, little seen",                    "C6.1",    +3,  +3, +3,        all, "", 'J'},
    {"J2", "moving vehicle, hardly seen",                    "C6.1",    +4,  +4, +4,        all, "", 'J'},
    {"J3", "FFNAM",                                          "C6.1",    -1,  -1, -1,        all, "", {}, false, "", true},
    {"J4", "FFMO",                                           "C6.1",    -1,  -1, -1,        all, "", {}, false, "", true},
    {"K",  "concealed target",                               "C6.2",    +2,  +2, +2,        all},
    {"L",  "Point Blank",                                    "C6.3",    -2,  -1, needs_one, no_area, "{range}"},
    {"M",  "bore sighted",                                   "C6.4",    -2,  -2, -2,        all, "", {}, false, "N"},
    {"N",  "acquired target",                                "C6.5",    -2,  -1, needs_one, all},
    {"O",  "Hazardous Movement",                             "C6.6",    -2,  -2, -2,        all, "", {}, false, "J", true},
    {"P",  "target size",                                    "C6.7",    -2,  +2, needs_one, all},
    {"Q",  "TEM",                                            "C6.8",    -9,  +9, needs_one, no_area, "the TEM of what is fired at"},
    {"R",  "Hindrance",                                      "C6.9",     0,  +5, needs_one, all, "{hindrance}"},
}};
// clang-format on

std::string letters_of_cases() {
  std::vector<std::string> known;
  for (const ToHitCase& row : to_hit_cases) {
    if (row.from.empty()) known.emplace_back(row.letter);
  }
  return listed(known);
}

std::string name(const ToHitCase& which) { return "Case " + std::string(which.letter); }

// "+2", "+1 to +10".
std::string drm_in_words(const ToHitCase& which) {
  return with_sign(which.low) + (which.low == which.high ? "" : " to " + with_sign(which.high));
}

std::string example(const ToHitCase& which) {
  const std::string letter(which.letter);
  const int usual = std::clamp(1, which.low, which.high);
  return "give it like {case " + (which.standard ? letter : letter + "=" + std::to_string(usual)) + "}";
}

[[noreturn]] void refuse_case(const std::string& word, const std::string& problem, const std::string& why, const std::string& instead) {
  throw BadInput("case", "{case} " + shown(word) + " " + problem, why, instead);
}

CaseGiven parse_case(const std::string& word) {
  const auto equals = word.find('=');
  const ToHitCase* which = find_case(std::string_view(word).substr(0, equals));
  if (!which) refuse_case(word, "is no Case of the To Hit DR", "the table of C5 and C6", "give " + letters_of_cases());
  const std::string why = name(*which) + " is " + drm_in_words(*which) + ", " + std::string(which->rule);
  if (equals == std::string::npos) {
    if (which->letter == "L") refuse_derived({which, which->high});
    if (!which->standard) refuse_case(word, "without its DRM", why, example(*which));
    return {which, *which->standard};
  }
  std::string_view number = std::string_view(word).substr(equals + 1);
  if (number.starts_with('+')) number.remove_prefix(1);
  const auto drm = whole_number(number);
  if (!drm || *drm < which->low || *drm > which->high) refuse_case(word, "cannot be used", why, example(*which));
  return {which, *drm};
}

// Those that are never meant together: nobody fires so by Intensive Fire (C5.6), and what moves is a vehicle or is none (C6.1).
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> never_together{
    {{"B", "F"}, {"D", "F"}, {"J", "J3"}, {"J", "J4"}, {"J1", "J3"}, {"J1", "J4"}, {"J2", "J3"}, {"J2", "J4"}}};

// Those of a firer or a target who moves: neither is Point Blank (C6.3).
constexpr std::array<std::string_view, 10> of_movement{"C", "C1", "C2", "C4", "J", "J1", "J2", "J3", "J4", "O"};

void require_compatible(const std::vector<CaseGiven>& cases) {
  for (const auto& [one, other] : never_together) {
    if (!is_given(cases, one) || !is_given(cases, other)) continue;
    const ToHitCase& which = *find_case(other);
    const std::string why = other == "F" ? "there is no Intensive Fire then, " : "what moves is a vehicle, or it is Infantry, ";
    refuse_case(std::string(other), "with " + name(*find_case(one)), why + std::string(which.rule), "leave one out");
  }
  for (std::size_t i = 1; i < cases.size(); ++i) {
    const ToHitCase &before = *cases[i - 1].which, &which = *cases[i].which;
    const std::string letter(which.letter);
    if (&before == &which) refuse_case(letter, "is given twice", "a Case applies once, " + std::string(which.rule), "leave one out");
    if (which.one_of != 0 && before.one_of == which.one_of)
      refuse_case(letter, "with " + name(before), "it is one or the other, " + std::string(which.rule), "leave one out");
  }
}

}  // namespace

const ToHitCase* find_case(std::string_view letter) {
  const auto found =
      std::find_if(to_hit_cases.begin(), to_hit_cases.end(), [&](const ToHitCase& row) { return same_word(row.letter, letter); });
  return found == to_hit_cases.end() ? nullptr : &*found;
}

std::vector<CaseGiven> parse_cases(const std::vector<std::string>& words) {
  std::vector<CaseGiven> cases;
  for (const std::string& word : words) cases.push_back(parse_case(word));
  std::stable_sort(cases.begin(), cases.end(), [](const CaseGiven& a, const CaseGiven& b) { return a.which < b.which; });
  require_compatible(cases);
  return cases;
}

void refuse_derived(const CaseGiven& given) {
  refuse_case(in_letters(given), "cannot be given",
              name(*given.which) + " comes from " + std::string(given.which->from) + ", " + std::string(given.which->rule), "leave it out");
}

void require_cases_of_latw(const std::vector<CaseGiven>& cases) {
  constexpr std::array<std::string_view, 7> never{"A", "B", "E", "F", "I", "M", "N"};
  for (const CaseGiven& given : cases) {
    if (std::find(never.begin(), never.end(), given.which->letter) != never.end())
      refuse_case(in_letters(given), "of a LATW", name(*given.which) + " is never one of theirs, C6.3",
                  given.which->letter == "B" ? "give {case C3} in the AFPh" : "leave it out");
  }
}

std::string in_letters(const CaseGiven& given) {
  return std::string(given.which->letter) + (given.drm == given.which->standard ? "" : "=" + std::to_string(given.drm));
}

std::vector<std::string> words_of_cases() {
  std::vector<std::string> words;
  for (const ToHitCase& row : to_hit_cases) {
    if (row.from.empty()) words.push_back(std::string(row.letter) + (row.standard ? "" : "="));
  }
  return words;
}

const CaseGiven* find_given(const std::vector<CaseGiven>& cases, std::string_view letter) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseGiven& given) { return given.which->letter == letter; });
  return found == cases.end() ? nullptr : &*found;
}

bool is_given(const std::vector<CaseGiven>& cases, std::string_view letter) { return find_given(cases, letter) != nullptr; }

bool anyone_moves(const std::vector<CaseGiven>& cases) {
  return std::any_of(of_movement.begin(), of_movement.end(), [&](std::string_view letter) { return is_given(cases, letter); });
}

namespace {

// The Case beside which this one does not count.
const ToHitCase* outweighed_by(const ToHitCase& which, const std::vector<CaseGiven>& cases) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseGiven& other) {
    return !other.which->over.empty() && which.letter.starts_with(other.which->over);
  });
  return found == cases.end() ? nullptr : found->which;
}

}  // namespace

std::vector<Modifier> rows_of(const std::vector<CaseGiven>& cases) {
  std::vector<Modifier> rows;
  for (const CaseGiven& given : cases) {
    if (outweighed_by(*given.which, cases)) continue;
    std::string what(given.which->what);
    for (const CaseGiven& other : cases) {
      if (outweighed_by(*other.which, cases) == given.which) what += ", not " + name(*other.which);
    }
    rows.push_back(row_of(*given.which, given.drm, what));
  }
  return rows;
}

std::vector<Modifier> rows_of_critical_hit(const std::vector<CaseGiven>& cases) {
  std::vector<Modifier> rows;
  for (const CaseGiven& given : cases) {
    if (given.which->of_infantry && !outweighed_by(*given.which, cases))
      rows.push_back({given.drm, std::string(given.which->what), "C3.71"});
  }
  return rows;
}

Modifier row_of(const ToHitCase& which, int drm, const std::string& what) {
  return {drm, name(which) + ", " + (what.empty() ? std::string(which.what) : what) + ", To Hit DR", std::string(which.rule)};
}

}  // namespace boxcars::model
