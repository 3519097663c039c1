#include "model/rules/ordnance.hpp"

#include <algorithm>
#include <string>

#include "model/core/bad_input.hpp"
#include "model/rules/ift.hpp"

namespace boxcars::model {
namespace {

constexpr int largest_spread_payload = 250;  // from that calibre on OBA is Concentrated only

// What is left of the Firepower: a half or a third of it, and half of that in marsh (B16.31).
int divisor(Fire fire, Terrain at) {
  return (fire == Fire::area || fire == Fire::mortar ? 2 : fire == Fire::harassing ? 3 : 1) * (at == Terrain::marsh ? 2 : 1);
}

// The chart of C1 has nothing in their columns there.
bool is_only_concentrated(int millimetres, Fire fire) {
  return millimetres >= largest_spread_payload && (fire == Fire::harassing || fire == Fire::barrage);
}

std::optional<int> one_column_left(std::optional<int> column) {
  const int left = column ? columns_left(*column, 1) : -1;
  return left < 0 ? std::nullopt : std::optional(left);
}

int required(std::optional<int> column, int millimetres, const std::string& with, const std::string& rule) {
  if (column) return *column;
  throw BadInput("caliber", "{caliber " + std::to_string(millimetres) + "} with " + with, "less than 1 FP is left, " + rule,
                 "give a larger one");
}

}  // namespace

void require_caliber(int millimetres) { require_range("caliber", millimetres, 20, 800, "HE begins at 20mm, C.7, and no shell is larger"); }

std::optional<int> he_column(int millimetres, Fire fire, IftTable table, Terrain at) {
  if (is_only_concentrated(millimetres, fire)) return std::nullopt;
  auto column = column_for_caliber(millimetres, table);
  if (column && divisor(fire, at) > 1) column = column_for_firepower(firepower_at(*column) / divisor(fire, at), table);
  return fire == Fire::barrage ? one_column_left(column) : column;
}

int heavy_payload_drm(int millimetres, Fire fire, Terrain at) {
  if (millimetres < 250) return 0;
  return -(millimetres - 200) / 50 / divisor(fire, at);
}

CriticalHit critical_hit_of(double firepower, IftTable table) {
  const double doubled = 2 * firepower;
  const int above = std::max(0, static_cast<int>(doubled) - column_firepower(ift_columns - 1));
  return {*column_for_firepower(doubled, table), -(above / 8)};  // -1 for every whole 8
}

Modifier on_critical_hit(Modifier modifier) {
  modifier.reason += ", on a critical hit";
  return modifier;
}

Modifier heavy_payload(int millimetres, Fire fire, Terrain at) {
  return {heavy_payload_drm(millimetres, fire, at), "heavy payload", "C.7"};
}

Modifier beyond_the_table(const CriticalHit& hit) { return {hit.drm, "Firepower above 36", "C3.7"}; }

std::vector<Modifier> strength_on_critical_hit(const CriticalHit& hit, std::optional<int> millimetres) {
  std::vector<Modifier> rows{on_critical_hit(beyond_the_table(hit))};
  if (millimetres) rows.push_back(on_critical_hit(heavy_payload(*millimetres, Fire::direct)));
  return rows;
}

bool eliminates_pillbox(const PillboxUnderFire& pillbox, int original_dr, bool is_critical_hit) {
  if (is_critical_hit && pillbox.by_critical_hit) return true;
  const IftResult original = ift_result(pillbox.column, original_dr + pillbox.original_drm);
  return pillbox.least_kia && is_kia(original) && original.number >= *pillbox.least_kia;
}

std::optional<int> heat_column(int millimetres, IftTable table) { return one_column_left(column_for_caliber(millimetres, table)); }

int require_he_column(int millimetres, Fire fire, IftTable table, Terrain at) {
  if (is_only_concentrated(millimetres, fire))
    throw BadInput("caliber", "{caliber " + std::to_string(millimetres) + "} with {fire " + std::string(name_of(fire, fire_choices)) + "}",
                   "OBA of 250mm and more has neither Harassing Fire nor a Barrage, C1.7", "give {fire oba}, or a smaller one");
  const char* rule = at == Terrain::marsh ? "B16.31" : fire == Fire::barrage ? "A7.371" : "C3.33";
  return required(he_column(millimetres, fire, table, at), millimetres, "{fire " + std::string(name_of(fire, fire_choices)) + "}", rule);
}

int require_heat_column(int millimetres, IftTable table) {
  return required(heat_column(millimetres, table), millimetres, "{ammo heat}", "C8.31");
}

}  // namespace boxcars::model
