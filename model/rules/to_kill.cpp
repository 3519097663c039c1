#include "model/rules/to_kill.hpp"

#include <algorithm>
#include <iterator>

#include "model/core/numbers.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {
namespace {

struct OfGun {
  std::string_view gun;
  int number;
  std::string_view lists{};  // those that it is of; none: all others
};

// clang-format off
constexpr auto ap_numbers = std::to_array<OfGun>({
    {"12.7",  5}, {"15",    5}, {"20L",   6}, {"20LL",  7}, {"25LL",  7}, {"37*",   7}, {"37",    8}, {"47*",   8}, {"57*",   8},
    {"70*",   8}, {"37L",   9}, {"40",    9}, {"57",    9}, {"65*",   9}, {"76*",   9}, {"40L",  10}, {"45L",  10}, {"47",   10},
    {"75*",  10}, {"37LL", 11}, {"45LL", 11}, {"47L",  11}, {"50",   11}, {"88*",  11}, {"76",   12}, {"84*",  12}, {"50L",  13},
    {"88",   13}, {"120*", 13}, {"75",   14}, {"105",  14}, {"57L",  15}, {"57LL", 15}, {"75L",  17}, {"76L",  17}, {"80L",  17},
    {"83L",  17}, {"85L",  17}, {"150*", 17}, {"152*", 17}, {"77L",  19}, {"200L", 19}, {"88L",  20}, {"90L",  21}, {"105L", 21},
    {"150",  21}, {"152",  21}, {"155",  21}, {"75LL", 23}, {"76LL", 23}, {"122L", 25}, {"88LL", 27}, {"100L", 27}, {"120L", 27},
    {"150L", 28}, {"155L", 28}, {"140L", 32}, {"128L", 33}, {"170L", 33},
    {"76L",  13, "russian japanese communist"}, {"76LL", 16, "russian japanese communist"}, {"90L", 20, "italian"},
    {"ATR",   5}, {"ATR",   6, "russian japanese communist"}, {"MG", machine_gun_to_kill},
    {"75Grant", 13}, {"75*Year-38", 12}, {"39F", 4}, {"42F", 5}, {"44F", 6},
});

constexpr auto apcr_numbers = std::to_array<OfGun>({
    {"37L",  10}, {"28LL", 12}, {"45L",  12}, {"45LL", 13}, {"47L",  13}, {"40LL", 14}, {"50",   14}, {"50L",  17}, {"57LL", 18},
    {"85L",  19}, {"75L",  20}, {"76L",  20}, {"88L",  23}, {"90L",  27},
    {"76L",  14, "russian communist"}, {"76LL", 18, "russian finnish communist"}, {"76L", 22, "american un"},
});

constexpr auto apds_numbers = std::to_array<OfGun>({{"57L", 18}, {"76LL", 25}});

// By calibre in mm.
struct OfCalibre {
  int millimetres;
  int number;
};
constexpr std::array<OfCalibre, 15> heat_numbers{{{37, 26}, {40, 26}, {47, 26}, {57, 11}, {65, 11}, {70, 12}, {75, 13}, {76, 13}, {94, 11},
                                                  {95, 16}, {100, 14}, {105, 15}, {114, 15}, {122, 17}, {150, 21}}};
// From a calibre on: against armor, and against none.
struct OfHe {
  int from;
  int number;
  int unarmored;
};
constexpr std::array<OfHe, 9> he_numbers{{{20, 3, 6}, {30, 4, 8}, {40, 5, 9}, {50, 6, 10}, {70, 7, 12}, {80, 8, 14}, {100, 10, 16},
                                          {120, 12, 18}, {150, 16, 20}}};
constexpr std::array<OfCalibre, 5> unarmored_numbers{{{0, 7}, {37, 8}, {65, 9}, {85, 10}, {100, 11}}};
constexpr int unarmored_by_heat = 11;

// By range: 0-1, 2, 3-6, 7-12, ..., 73-78, and beyond.
constexpr int beyond = -100, range_columns = 16;
using ByRange = std::array<int, range_columns>;
constexpr ByRange ap_to_25mm    {2, 1, 1, 0,  0, -1, -2, -3, -4, -5, beyond, beyond, beyond, beyond, beyond, beyond};
constexpr ByRange ap_to_57mm    {1, 1, 0, 0,  0, -1, -2, -2, -3, -4,     -4,     -5, beyond, beyond, beyond, beyond};
constexpr ByRange ap_from_65mm  {1, 0, 0, 0,  0, -1, -1, -2, -2, -3,     -3,     -4,     -4,     -5,     -5, beyond};
constexpr ByRange apcr_to_57mm  {3, 2, 1, 0, -2, -4, -6, beyond, beyond, beyond, beyond, beyond, beyond, beyond, beyond, beyond};
constexpr ByRange apcr_from_75mm{3, 2, 1, 0, -1, -3, -4, -5, -6, -7, beyond, beyond, beyond, beyond, beyond, beyond};
constexpr ByRange apds          {1, 0, 0, 0,  0,  0, -1, -2, -3, -4, beyond, beyond, beyond, beyond, beyond, beyond};

constexpr int no_breakdown = 13;
constexpr std::array<Latw, 8> latws{{
    {"baz43", {{11,  9, 8, 7, 4, 0}}, 4, 13, 10,            8, "a bazooka of 1943"},
    {"baz44", {{11,  9, 8, 7, 4, 0}}, 4, 16, 11,            8, "a bazooka of 1944"},
    {"baz45", {{11, 10, 9, 8, 6, 4}}, 5, 16, 11,            8, "a bazooka of 1945"},
    {"psk",   {{11,  9, 8, 7, 4, 0}}, 4, 26, 10,           12, "a Panzerschreck"},
    {"piat",  {{11,  9, 7, 5, 0, 0}}, 3, 15, 10,            8, "a PIAT"},
    {"pf",    {{10,  8, 6, 4, 0, 0}}, 3, 31, no_breakdown, 16, "a Panzerfaust"},
    {"pfk",   {{10,  8, 0, 0, 0, 0}}, 1, 22, no_breakdown, 12, "a Panzerfaust klein"},
    {"mol-p", {{10,  9, 8, 6, 4, 0}}, 4,  6, 11,            4, "a Molotov projector"},
}};

constexpr std::array<int, 11> armor_values{0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26};  // D1.6
// clang-format on

int range_column(int range) {
  if (range <= 1) return 0;
  if (range == 2) return 1;
  return std::min(2 + (range - 1) / 6, range_columns - 1);
}

bool is_of(std::string_view lists, std::string_view list) {
  for (std::size_t at = 0; at < lists.size();) {
    const auto end = std::min(lists.find(' ', at), lists.size());
    if (lists.substr(at, end - at) == list) return true;
    at = end + 1;
  }
  return false;
}

// Its own number where its nation has one.
template <class Numbers>
std::optional<int> number_of_gun(const Numbers& numbers, std::string_view gun, std::string_view list) {
  std::optional<int> of_others;
  for (const OfGun& row : numbers) {
    if (!same_word(row.gun, gun)) continue;
    if (is_of(row.lists, list)) return row.number;
    if (row.lists.empty()) of_others = row.number;
  }
  return of_others;
}

}  // namespace

std::optional<int> basic_ap(std::string_view gun, std::string_view list) { return number_of_gun(ap_numbers, gun, list); }
std::optional<int> basic_apcr(std::string_view gun, std::string_view list) { return number_of_gun(apcr_numbers, gun, list); }
std::optional<int> basic_apds(std::string_view gun) { return number_of_gun(apds_numbers, gun, ""); }

std::optional<int> basic_heat(int millimetres) {
  const auto row =
      std::find_if(heat_numbers.begin(), heat_numbers.end(), [&](const OfCalibre& known) { return known.millimetres == millimetres; });
  return row == heat_numbers.end() ? std::nullopt : std::optional(row->number);
}

std::optional<int> basic_he(int millimetres) {
  std::optional<int> number;
  for (const OfHe& row : he_numbers) number = row.from <= millimetres ? row.number : number;
  return number;
}

std::optional<int> unarmored_to_kill(Shell shell, int millimetres) {
  if (shell == Shell::heat) return unarmored_by_heat;
  std::optional<int> number;
  if (shell == Shell::he) {
    for (const OfHe& row : he_numbers) number = row.from <= millimetres ? row.unarmored : number;
    return number;
  }
  for (const OfCalibre& row : unarmored_numbers) number = row.millimetres <= millimetres ? row.number : number;
  return number;
}

std::optional<int> to_kill_range_drm(Shell shell, int millimetres, int range) {
  constexpr int small = 36, medium = 57;
  const ByRange* row = nullptr;
  switch (shell) {
    case Shell::ap:
      row = millimetres < small ? &ap_to_25mm : millimetres <= medium ? &ap_to_57mm : &ap_from_65mm;
      break;
    case Shell::apcr:
      row = millimetres <= medium ? &apcr_to_57mm : &apcr_from_75mm;
      break;
    case Shell::apds:
      row = &apds;
      break;
    case Shell::heat:
    case Shell::he:
      return 0;
  }
  const int drm = (*row)[index(range_column(range))];
  return drm == beyond ? std::nullopt : std::optional(drm);
}

const Latw* find_latw(std::string_view name) {
  const auto row = std::find_if(latws.begin(), latws.end(), [&](const Latw& known) { return same_word(known.name, name); });
  return row == latws.end() ? nullptr : &*row;
}

int ift_vehicle_line(int column) {
  constexpr int of_the_first_column = 3;
  constexpr std::array<int, iift_columns> incremental{3, 3, 4, 4,  4,  4,  5,  5,  5,  6,  6,  7,  7,  7,  7,  8,  8,  8,  8,  9,
                                                      9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 13, 13};
  return is_incremental(column) ? incremental[index(column - ift_columns)] : of_the_first_column + column;
}

int superior_armor(int armor) {
  const auto next = std::upper_bound(armor_values.begin(), armor_values.end(), armor);
  return next == armor_values.end() ? armor : *next;
}

int inferior_armor(int armor) {
  const auto at = std::lower_bound(armor_values.begin(), armor_values.end(), armor);
  return at == armor_values.begin() ? armor : *std::prev(at);
}

int aerial_armor(int lowest) {
  constexpr std::array<int, armor_values.size()> aerial{0, 0, 1, 2, 3, 3, 4, 4, 4, 4, 4};
  const auto above = std::upper_bound(armor_values.begin(), armor_values.end(), std::max(0, lowest));
  return aerial[static_cast<std::size_t>(above - armor_values.begin() - 1)];
}

}  // namespace boxcars::model
