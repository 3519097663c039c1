#include "model/rules/movement.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/rules/ift.hpp"

namespace boxcars::model {
namespace {

struct Cost {
  Terrain terrain;
  int halves;
};
// A4.1 and chapter B. Shellholes with their TEM (B2.4); what is not here costs all, or what depends on how it is entered.
constexpr std::array<Cost, 26> costs{{
    {Terrain::open, 2},          {Terrain::graveyard, 2},
    {Terrain::orchard, 2},       {Terrain::marketplace, 2},
    {Terrain::factory, 2},       {Terrain::grain, 3},
    {Terrain::wood, 4},          {Terrain::stone, 4},
    {Terrain::lumberyard, 4},    {Terrain::hut, 4},
    {Terrain::woods, 4},         {Terrain::forest, 4},
    {Terrain::brush, 4},         {Terrain::olive_grove, 4},
    {Terrain::crags, 4},         {Terrain::debris, 4},
    {Terrain::shellholes, 4},    {Terrain::light_jungle, 4},
    {Terrain::wood_rubble, 6},   {Terrain::stone_rubble, 6},
    {Terrain::collapsed_hut, 4}, {Terrain::light_woods, 4},
    {Terrain::bridge, 2},        {Terrain::runway, 2},
    {Terrain::rail_car, 4},      {Terrain::wrecked_rail_car, 6},
}};

struct CostOfWord {
  std::string_view word;
  int halves;
};
constexpr std::array<CostOfWord, 3> costs_of_words{{{"plowed-field", 2}, {"palm-trees", 2}, {"vineyard", 4}}};

constexpr int mmc_mf = 4, inexperienced_mf = 3, smc_mf = 6, led_bonus = 2, road_bonus = 1;
constexpr int double_time_bonus = 2, late_double_time_bonus = 1, most_mf = 8, most_conscript_mf = 7;
constexpr int mmc_portage = 3, smc_portage = 1;

}  // namespace

std::string mf_in_words(int halves) { return std::to_string(halves / halves_of_mf) + (halves % halves_of_mf == 1 ? ".5" : ""); }

std::optional<int> entry_cost(Terrain terrain) {
  const auto found = std::find_if(costs.begin(), costs.end(), [&](const Cost& cost) { return cost.terrain == terrain; });
  return found == costs.end() ? std::nullopt : std::optional(found->halves);
}

std::optional<int> entry_cost(std::string_view word) {
  const auto found = std::find_if(costs_of_words.begin(), costs_of_words.end(), [&](const CostOfWord& cost) { return cost.word == word; });
  return found == costs_of_words.end() ? std::nullopt : std::optional(found->halves);
}

int allotment(const Walker& walker, const March& march, bool led) {
  const bool smc = is_smc(walker.unit);
  const bool wounded = smc && walker.unit.start.reduced;
  const bool conscript = walker.training == Training::conscript;
  const bool inexperienced = conscript || (walker.training == Training::green && !led);
  int mf = wounded ? wounded_mf : smc ? smc_mf : (inexperienced ? inexperienced_mf : mmc_mf) + (led ? led_bonus : 0);
  const int bonus = march.double_time ? double_time_bonus : march.later ? late_double_time_bonus : 0;
  if (bonus > 0) mf = std::min(conscript ? most_conscript_mf : most_mf, mf + bonus);
  if (march.road) mf += road_bonus;
  const int carries = wounded ? 0 : smc ? smc_portage : mmc_portage - (bonus > 0 || walker.cx ? 1 : 0);
  return halves_of_mf * std::max(0, mf - std::max(0, walker.portage - walker.helped - carries));
}

void share_portage(std::vector<Walker>& walkers, UnitKind by) {
  for (const Walker& helper : walkers) {
    if (helper.unit.kind != by || helper.portage > 0 || helper.unit.start.reduced) continue;
    Walker* most = nullptr;
    for (Walker& walker : walkers) {
      const bool is_laden = !is_smc(walker.unit) && walker.portage > walker.helped;
      if (is_laden && (!most || walker.portage - walker.helped > most->portage - most->helped)) most = &walker;
    }
    if (most) most->helped += smc_portage;
  }
}

std::optional<int> residual_column(int column, int outside_drm, AirBursts air_bursts) {
  const auto half = column < 0 ? std::nullopt : column_for_firepower(firepower_at(column) / 2);
  if (!half) return std::nullopt;
  const int left = *half + (air_bursts == AirBursts::yes ? 1 : 0) - std::max(0, outside_drm);
  return left < 0 ? std::nullopt : std::optional(std::min(left, *column_for_firepower(most_residual_fp)));
}

}  // namespace boxcars::model
