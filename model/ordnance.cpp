#include "model/ordnance.hpp"

#include "model/ift.hpp"

namespace boxcars::model {
namespace {

// What is left of the Firepower: a half or a third of it.
int divisor(Fire fire) { return fire == Fire::area || fire == Fire::mortar ? 2 : fire == Fire::harassing ? 3 : 1; }

std::optional<int> one_column_left(std::optional<int> column) {
  if (!column || *column == 0) return std::nullopt;
  return *column - 1;
}

}  // namespace

std::optional<int> he_column(int millimetres, Fire fire) {
  const auto column = column_for_caliber(millimetres);
  if (fire == Fire::barrage) return one_column_left(column);
  return column ? column_for_firepower(static_cast<double>(column_firepower(*column)) / divisor(fire)) : std::nullopt;
}

int heavy_payload_drm(int millimetres, Fire fire) {
  if (millimetres < 250) return 0;
  return -(millimetres - 200) / 50 / divisor(fire);
}

std::optional<int> heat_column(int millimetres) { return one_column_left(column_for_caliber(millimetres)); }

}  // namespace boxcars::model
