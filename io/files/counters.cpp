#include "io/files/counters.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "io/files/counters_data.hpp"
#include "model/core/choices.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::io {
namespace {

// The text up to a sign, which is taken off its front with it.
std::string_view cut_off(std::string_view& text, char sign) {
  const auto end = std::min(text.find(sign), text.size());
  const auto first = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return first;
}

std::optional<CounterKind> kind_of_letter(std::string_view letter) {
  constexpr std::array<std::pair<std::string_view, CounterKind>, 9> letters{{{"S", CounterKind::squad},
                                                                             {"H", CounterKind::half_squad},
                                                                             {"C", CounterKind::crew},
                                                                             {"L", CounterKind::leader},
                                                                             {"X", CounterKind::hero},
                                                                             {"O", CounterKind::leader},
                                                                             {"W", CounterKind::support_weapon},
                                                                             {"G", CounterKind::gun},
                                                                             {"V", CounterKind::vehicle}}};
  for (const auto& [known, kind] : letters) {
    if (known == letter) return kind;
  }
  return std::nullopt;
}

using Counters = std::unordered_map<std::string_view, Counter>;

Counters read_counters() {
  Counters counters;
  for (std::string_view left = counters_data(); !left.empty();) {
    std::string_view line = cut_off(left, '\n');
    if (line.empty() || line.front() == '#') continue;
    const auto image = cut_off(line, '|');
    const auto kind = kind_of_letter(cut_off(line, '|'));
    if (!kind) continue;
    Counter counter{.kind = *kind, .strengths = cut_off(line, '|')};
    const auto number = model::whole_number(cut_off(line, '|'));
    (*kind < CounterKind::support_weapon ? counter.broken_morale : counter.breakdown) = number;
    for (const char sign : line) {
      counter.assault_fire |= sign == 'a';
      counter.spraying_fire |= sign == 's';
      counter.wounded |= sign == 'w';
      if (sign >= '1' && sign <= '3') counter.rate_of_fire = sign - '0';
    }
    counters.emplace(image, counter);
  }
  return counters;
}

// "fi/fi648S.svg" is fi648s.
std::string image_name(std::string_view image) {
  image = image.substr(image.rfind('/') + 1);
  for (const std::string_view ending : {".svg", ".gif", ".png"}) {
    if (image.size() > ending.size() && model::same_word(image.substr(image.size() - ending.size()), ending))
      image.remove_suffix(ending.size());
  }
  std::string name(image.substr(0, 64));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

bool has_word(std::string_view name, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(name.begin(), name.end(), word.begin(), word.end(), same) != name.end();
}

}  // namespace

std::optional<Counter> counter_of(std::string_view image) {
  static const Counters counters = read_counters();
  const std::string name = image_name(image);
  const auto found = counters.find(name);
  if (found == counters.end()) return std::nullopt;
  return found->second;
}

CounterKind kind_of_marker(std::string_view name) {
  for (const char* word : {"foxhole", "trench", "pillbox", "wire", "roadblock", "barricade", "a-t ditch", "minefield", "sangar", "cave",
                           "fortified", "fort bldg", "fort. bldg"}) {
    if (has_word(name, word)) return CounterKind::fortification;
  }
  for (const char* word : {"smoke", " wp", "wp grenade", "blaze", "blazing", "flame", "rubble", "wreck", "shellhole", "debris"}) {
    if (has_word(name, word)) return CounterKind::terrain;
  }
  return CounterKind::marker;
}

std::string_view side_of(std::string_view letters) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 25> sides{
      {{"al", "Allied Minor"}, {"am", "American"}, {"ax", "Axis Minor"},       {"br", "British"},      {"cc", "Chinese (CPVA)"},
       {"ch", "Chinese"},      {"er", "Eritrean"}, {"et", "Ethiopian"},        {"ff", "Free French"},  {"fi", "Finnish"},
       {"fr", "French"},       {"ge", "German"},   {"hu", "Hungarian"},        {"it", "Italian"},      {"ja", "Japanese"},
       {"nk", "North Korean"}, {"pa", "Partisan"}, {"ru", "Russian"},          {"sk", "South Korean"}, {"ss", "German"},
       {"sv", "Swedish"},      {"un", "UN"},       {"us", "American (Korea)"}, {"vf", "French"},       {"kmc", "South Korean"}}};
  for (const auto& [known, side] : sides) {
    if (model::same_word(known, letters)) return side;
  }
  return "";
}

std::string typed(const Counter& counter) {
  std::string strengths(counter.strengths);
  switch (counter.kind) {
    case CounterKind::squad:
    case CounterKind::leader:
      return strengths;
    case CounterKind::half_squad:
      return "hs:" + strengths;
    case CounterKind::crew:
      return "crew:" + strengths;
    case CounterKind::hero:
      return "hero:" + strengths;
    default:
      break;
  }
  if (strengths == "ATR:1") return "mg:1-12";  // what an anti-tank rifle is to Infantry; none has another range
  std::string gun = strengths;
  std::transform(gun.begin(), gun.end(), gun.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return counter.kind == CounterKind::support_weapon && gun.find("mg:") == 1 ? gun : "";
}

}  // namespace boxcars::io
