#include "model/rules/counters_on_line.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boxcars::model {

std::vector<int> hexes_on_line(const Battlefield& field, int from, int to) {
  std::vector<int> crossed{from};
  const auto &a = field.hex(from).center, &b = field.hex(to).center;
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length < 1) return crossed;
  constexpr double beside = 1.5;  // pixels, so that a line along a hexside is in both of its hexes
  const bool along = line_of_sight(field, {from, 0}, {to, 0}).along_hexside;
  const auto add = [&](double x, double y) {
    const int px = static_cast<int>(x), py = static_cast<int>(y);
    if (!field.is_on_map(px, py)) return;
    const int hex = field.hex_at(px, py);
    if (hex >= 0 && std::find(crossed.begin(), crossed.end(), hex) == crossed.end()) crossed.push_back(hex);
  };
  for (double t = 0; t < length; t += 1) {
    const double x = a.x + dx * t / length, y = a.y + dy * t / length;
    if (!along) add(x, y);
    if (along) add(x - beside * dy / length, y + beside * dx / length), add(x + beside * dy / length, y - beside * dx / length);
  }
  if (std::find(crossed.begin(), crossed.end(), to) == crossed.end()) crossed.push_back(to);
  return crossed;
}

CountersOnLine::CountersOnLine(const Sights& sights, const MapInput& input) : sights_(sights) {
  for (const Piece& piece : input.pieces) {
    if (!piece.at) continue;
    if (const auto is = hindering(piece)) hindering_.push_back({sights.index_of(*piece.at), *is, piece.name});
    if (piece.is("Wall Advantage") && is_unit_counter(piece)) with_wall_advantage_.push_back(*piece.at);
  }
  for (const UnknownGround& unknown : input.unknown) unknown_.push_back({sights.index_of(unknown.hex), unknown});
}

Sight CountersOnLine::between(SightPlace from, SightPlace to) const {
  Sight sight = sights_.between(from, to);
  add_to(sight, from, to);
  return sight;
}

void CountersOnLine::add_to(Sight& sight, SightPlace from, SightPlace to) const {
  const auto has_advantage = [&](Hex hex) {
    return std::find(with_wall_advantage_.begin(), with_wall_advantage_.end(), hex) != with_wall_advantage_.end();
  };
  if (sight.line.range == 1 && has_advantage(from.hex)) without_hexside(sight);
  if (sight.line.range == 1 && has_advantage(to.hex)) with_hexside_alone(sight);
  if (hindering_.empty() && unknown_.empty()) return;
  const Battlefield& field = sights_.field();
  const int source = sights_.index_of(from.hex), target = sights_.index_of(to.hex);
  const auto crossed = hexes_on_line(field, source, target);
  const auto is_crossed = [&](int hex) { return std::find(crossed.begin(), crossed.end(), hex) != crossed.end(); };
  const int from_level = field.hex(source).base + from.level, to_level = field.hex(target).base + to.level;
  const int lower = std::min(from_level, to_level), higher = std::max(from_level, to_level);
  for (const Hinders& there : hindering_) {
    if (!is_crossed(there.hex)) continue;
    const bool is_end = there.hex == source || there.hex == target;
    if (is_end && !there.is.is_smoke) continue;
    const int top = field.hex(there.hex).base + there.is.height, base = top - there.is.height;
    if (there.is.at_its_level && (lower != base || higher != base)) continue;
    if (lower > top) continue;
    // Who looks over it from above sees what is behind it but for blind hexes (A6.4).
    if (higher > top && !is_end) {
      const int to_lower = field.range(there.hex, from_level < to_level ? source : target);
      const int to_higher = field.range(there.hex, from_level < to_level ? target : source);
      if (to_lower > std::max(2 * top + to_higher / 5 - higher - lower + 1, 1)) continue;
    }
    add_hindrance(sight, there, field.range(source, there.hex), there.hex == source);
  }
  std::vector<std::string> told;
  for (const auto& [hex, ground] : unknown_) {
    if (!ground.surely || !is_crossed(hex)) continue;
    if (hex == target) without_ground(sight, ground.why);
    if (hex == source || hex == target) continue;
    leave_unknown(sight, hex, sights_.name_of(hex), ground.why);
    told.push_back(ground.why);
  }
  for (const auto& [hex, ground] : unknown_) {
    if (!is_crossed(hex) || std::find(told.begin(), told.end(), ground.why) != told.end()) continue;
    told.push_back(ground.why);
    sight.notes.push_back(ground.why + " lies or may reach where the line crosses " + sights_.name_of(hex) +
                          ": what is there is not known, and the board below it was looked at");
  }
  if (sight.line.hindrance > 0) sight.open_ground = false;
  if (sight.line.hindrance >= most_hindrance && !sight.blocked()) {
    sight.line.unseen = Unseen::hindrances;
    sight.why = std::string(words_of(Unseen::hindrances)) + ", " + std::string(rule_of(Unseen::hindrances));
  }
}

void CountersOnLine::add_hindrance(Sight& sight, const Hinders& there, int range, bool out_of_it) const {
  const std::string name = sights_.name_of(there.hex);
  constexpr int most_smoke = 3;  // of a Location (A24.2)
  int drm = there.is.drm;
  for (const Hindered& other : sight.hindrances) {
    if (other.range != range || other.hex.empty()) continue;
    if (!there.is.is_smoke) return;  // of one range only the most counts, and all others have at least 1
    if (other.is_smoke && other.hex == name) drm = std::min(drm, most_smoke - other.drm);
    if (other.is_smoke && other.hex != name) drm = std::max(0, drm - other.drm);
  }
  if (drm <= 0) return;
  const bool has_smoke = std::any_of(sight.hindrances.begin(), sight.hindrances.end(),
                                     [&](const Hindered& other) { return other.is_smoke && other.hex == name; });
  if (out_of_it && !has_smoke) ++drm;
  Hindered added{range, drm, name, there.name, there.is.is_smoke};
  const auto behind =
      std::find_if(sight.hindrances.begin(), sight.hindrances.end(), [&](const Hindered& other) { return other.range > range; });
  sight.hindrances.insert(behind, std::move(added));
  sight.line.hindrance += drm;
}

}  // namespace boxcars::model
