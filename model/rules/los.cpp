#include "model/rules/los.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace boxcars::model {
namespace {

struct Reason {
  std::string_view words, rule;
};
constexpr std::array<Reason, 15> reasons{{
    {"no stairwell, or not the next level", "B23.25"},
    {"leaves the depression too soon for the difference in level", "A6.3"},
    {"does not enter the depression before the difference in level asks for it", "A6.3"},
    {"crosses the crest of a depression at its vertex", "B19.51"},
    {"does not leave the building before it leaves the hex", "A6.8"},
    {"a wall of Rowhouses or of a Factory", "B23.71"},
    {"a hexside's terrain", "B9.2"},
    {"a hexside's terrain before a cellar", "O6.3"},
    {"ground higher than both", "A6.2"},
    {"a half level of terrain, at the level of both", "A6.2"},
    {"terrain higher than both", "A6.2"},
    {"terrain as high as the higher", "A6.2"},
    {"in a blind hex", "A6.4"},
    {"in a blind hex of the ground", "B10.23"},
    {"Hindrances of six or more", "A6.7"},
}};

constexpr double half_a_level = 0.5;

int opposite(int side) { return (side + 3) % 6; }
std::size_t slot(int side) { return static_cast<std::size_t>(side); }

// The sides by which a line leaves its source, and where it runs along a hexside the spines of the source and of the target on it.
struct Way {
  std::array<int, 2> leaves{-1, -1};
  int spine_of_source = -1, spine_of_target = -1;

  bool has(int side) const { return side == leaves[0] || side == leaves[1]; }
  // By which it enters the target.
  bool enters(int side) const { return has(opposite(side)); }
};

class Walk {
 public:
  Walk(const Battlefield& field, SightEnd from, SightEnd to)
      : field_(field),
        from_(from),
        to_(to),
        source_(field.hex(from.hex)),
        target_(field.hex(to.hex)),
        from_location_(source_.at_level(from.level)),
        to_location_(target_.at_level(to.level)) {
    source_level_ = elevation_of(source_, from_location_, from.level);
    target_level_ = elevation_of(target_, to_location_, to.level);
    lower_ = std::min(source_level_, target_level_), higher_ = std::max(source_level_, target_level_);
    los_.range = Battlefield::range(source_, target_);
  }

  LineOfSight seen() {
    if (from_.hex == to_.hex) return within_hex(), los_;
    prepare();
    walk();
    sum_hindrances();
    return los_;
  }

 private:
  struct Spot {
    int x, y;
    int hex;  // that is tested
    const LosTerrain* terrain;
    int ground;
    int top;                   // ground and full levels
    int to_source, to_target;  // ranges of the hex
  };

  static double elevation_of(const FieldHex& hex, const SightLocation* location, int level) {
    const int elevation = hex.base + level;
    if (!location) return elevation;
    if (location->terrain == los_codes::cellar) return elevation + 1;
    if (location->terrain == los_codes::rooftop && level != 1) return elevation - half_a_level;
    return elevation;
  }

  void place(const Spot& spot) {
    los_.at_x = spot.x, los_.at_y = spot.y;
    los_.at_hex = spot.hex;
    los_.at_terrain = spot.terrain->code;
  }

  bool block(Unseen why, const Spot& spot) {
    los_.unseen = why;
    place(spot);
    return true;
  }

  void within_hex() {
    const bool same_building = from_.level == to_.level;
    if (same_building) return;
    if (source_.stairwell && std::abs(from_.level - to_.level) <= 1) return;
    const auto& center = source_.center;
    block(Unseen::levels_of_a_building, {center.x, center.y, from_.hex, &los_terrain(source_.terrain), source_.base, source_.base, 0, 0});
  }

  void prepare() {
    sx_ = source_.center.x, sy_ = source_.center.y;
    tx_ = target_.center.x, ty_ = target_.center.y;
    along_ = runs_along_hexside();
    los_.along_hexside = along_;
    way_ = way();
    los_.leaves = way_.leaves;
    const bool can_leave = target_level_ <= source_level_ || (target_level_ - source_level_ <= los_.range && los_.range != 1);
    const bool can_enter = source_level_ <= target_level_ || (source_level_ - target_level_ <= los_.range && los_.range != 1);
    const auto is_open = [&](const FieldHex& hex, int side) { return side >= 0 && hex.depression_sides[slot(side)]; };
    const bool is_next_in_it = los_.range == 1 && (is_open(source_, way_.leaves[0]) || is_open(source_, way_.leaves[1]) ||
                                                   is_open(target_, opposite(way_.leaves[0])));
    leaves_depression_ = from_location_ && from_location_->in_depression && can_leave && !is_next_in_it;
    enters_depression_ = to_location_ && to_location_->in_depression && can_enter && !is_next_in_it;
  }

  bool runs_along_hexside() const {
    if (sy_ == ty_) return true;
    if (sx_ == tx_) return false;
    const double slope = std::abs(static_cast<double>(ty_ - sy_) / (tx_ - sx_));
    const double tolerance = los_.range < 5 ? 0.05 : los_.range <= 15 ? 0.03 : 0.015;
    return std::abs(slope - std::tan(std::acos(-1.) / 3)) < tolerance;
  }

  Way way() const {
    const int dx = tx_ - sx_, dy = ty_ - sy_;
    if (dx == 0) return {{dy > 0 ? 3 : 0, -1}};
    if (along_) {
      if (dy == 0) return dx > 0 ? Way{{1, 2}, 2, 5} : Way{{4, 5}, 5, 2};
      if (dx > 0) return dy > 0 ? Way{{2, 3}, 3, 0} : Way{{0, 1}, 1, 4};
      return dy > 0 ? Way{{3, 4}, 4, 1} : Way{{5, 0}, 0, 3};
    }
    const bool is_steep = std::abs(dy) > std::sqrt(3.) * std::abs(dx);
    if (is_steep) return {{dy > 0 ? 3 : 0, -1}};
    if (dx > 0) return {{dy > 0 ? 2 : 1, -1}};
    return {{dy > 0 ? 4 : 5, -1}};
  }

  void walk() {
    const int columns = std::abs(tx_ - sx_) + 1;
    const double step = static_cast<double>(ty_ - sy_) / columns;
    const int right = tx_ > sx_ ? 1 : tx_ < sx_ ? -1 : 0;
    double enter = sy_, exit = sy_ + step;
    int x = sx_;
    for (int i = 0; i < columns; ++i) {
      const int first = static_cast<int>(enter), last = static_cast<int>(exit);
      const int down = last >= first ? 1 : -1;
      for (int y = first;; y += down) {
        if (visit(x, y) || is_over_) return;
        if (y == last) break;
      }
      enter = exit;
      exit += step;
      x += right;
    }
  }

  // Whether the line is blocked there.
  bool visit(int x, int y) {
    if (!field_.is_on_map(x, y)) return false;
    const bool at_source = field_.widely_holds(from_.hex, x, y);
    const bool at_target = !at_source && field_.widely_holds(to_.hex, x, y);
    const int hex = at_source ? from_.hex : at_target ? to_.hex : field_.hex_at(x, y);
    if (hex < 0) return is_over_ = true, false;
    if (hex != current_) enter(hex);
    const Pixel pixel = field_.raster().at(x, y);
    const LosTerrain& terrain = los_terrain(pixel.terrain);
    if (!is_built(terrain)) left_building_ = true;
    if (along_ && !at_source && !at_target && !(from_.level == 0 && to_source_ % 2 == 0)) return visit_both(x, y, terrain);
    return test(x, y, current_, terrain, to_source_, to_target_);
  }

  void enter(int hex) {
    current_ = hex;
    to_source_ = field_.range(from_.hex, hex);
    to_target_ = field_.range(hex, to_.hex);
  }

  // The line runs between two hexes: either may block it.
  bool visit_both(int x, int y, const LosTerrain& terrain) {
    const int other = beside(x, y);
    for (const int hex : {current_, other}) {
      if (hex < 0 || hex == from_.hex || hex == to_.hex) continue;
      if (!field_.widely_holds(hex, x, y)) continue;
      const int to_source = field_.range(from_.hex, hex), to_target = field_.range(hex, to_.hex);
      const LosTerrain& center = los_terrain(field_.hex(hex).terrain);
      if (center.has(LosTerrain::inherent)) {
        const bool gives_way =
            (center.code == los_codes::dense_jungle || center.code == los_codes::bamboo) && terrain.kind == TerrainKind::water;
        if (is_hexside_terrain(terrain) && test(x, y, hex, terrain, to_source, to_target)) return true;
        if (test(x, y, hex, gives_way ? terrain : center, to_source, to_target)) return true;
      } else if (test(x, y, hex, terrain, to_source, to_target)) {
        return true;
      }
    }
    return false;
  }

  int beside(int x, int y) const {
    const FieldHex& hex = field_.hex(current_);
    for (const std::int16_t neighbor : hex.neighbors) {
      if (neighbor >= 0 && neighbor != from_.hex && neighbor != to_.hex && field_.widely_holds(neighbor, x, y)) return neighbor;
    }
    const int side = field_.nearest_side(current_, x, y);
    return side < 0 ? -1 : hex.neighbors[slot(side)];
  }

  bool test(int x, int y, int hex, const LosTerrain& terrain, int to_source, int to_target) {
    const int ground = field_.raster().at(x, y).elevation;
    const Spot spot{x, y, hex, &terrain, ground, ground + terrain.height, to_source, to_target};
    if (leaves_depression_ && depression_blocks(spot, to_.hex, source_level_, target_level_, to_target))
      return block(Unseen::leaves_depression, spot);
    if (enters_depression_ && depression_blocks(spot, from_.hex, target_level_, source_level_, to_source))
      return block(Unseen::enters_depression, spot);
    if (!left_building_ && hex != from_.hex && is_built(terrain) && terrain.kind != TerrainKind::factory && source_level_ <= spot.top &&
        source_level_ != target_level_)
      return block(Unseen::within_building, spot);
    if (terrain.code != los_codes::cliff && (is_hexside_terrain(terrain) || is_wall_of_factory(terrain))) {
      if (is_rowhouse_wall(terrain) || is_wall_of_factory(terrain)) {
        if (const auto answer = wall_of_building(spot)) return *answer;
      } else if (hexside_blocks(spot)) {
        return block(terrain.kind == TerrainKind::hexside && has_cellar() ? Unseen::cellar : Unseen::hexside, spot);
      }
    }
    if (hex == from_.hex || hex == to_.hex || to_source == los_.range || to_target == los_.range) return false;
    if (terrain.has(LosTerrain::inherent) && field_.hex(hex).terrain != terrain.code && !has_more_of_it(spot)) return false;
    return between(spot);
  }

  // B19: a line out of a depression stays in it until what is left of its range is no more than the target is higher. Told for the
  // source; for the target it is the same from the other end.
  bool depression_blocks(const Spot& spot, int other, double low_level, double other_level, int to_other) const {
    const FieldHex& hex = field_.hex(spot.hex);
    if (to_other <= other_level - low_level || spot.hex == other) return false;
    const bool is_road = spot.terrain->kind == TerrainKind::road || spot.terrain->kind == TerrainKind::bridge;
    if (hex.depression != 0 && (spot.ground == hex.base || low_level >= spot.ground || is_road)) return false;
    return hex.depression != 0 || spot.ground > low_level;
  }

  // A black bar is a wall to the building's top, at the ends' own hexsides, too.
  std::optional<bool> wall_of_building(const Spot& spot) {
    const double top = spot.top;
    const bool is_half = spot.terrain->has(LosTerrain::half);
    if (top > source_level_ && top > target_level_) return block(Unseen::wall_of_building, spot);
    if (is_half && top == source_level_ && top == target_level_) return block(Unseen::wall_of_building, spot);
    if (top == higher_ && top > lower_) return block(Unseen::wall_of_building, spot);
    if (top == lower_ && top < higher_) return std::nullopt;
    const bool is_hidden = spot.terrain->height > 0 ? is_behind_obstacle(spot, spot.top) : is_behind_crest(spot, spot.ground);
    if (is_between_levels(spot) && is_hidden) return block(Unseen::wall_of_building, spot);
    return std::nullopt;
  }

  bool has_cellar() const { return has_cellar(from_location_) || has_cellar(to_location_); }
  static bool has_cellar(const SightLocation* location) { return location && location->terrain == los_codes::cellar; }

  bool hexside_blocks(const Spot& spot) {
    if (spot.terrain->code == los_codes::bocage) {
      if (is_ignored(spot)) return false;
      if (spot.top > source_level_ && spot.top > target_level_) return true;
      return spot.top == higher_ && spot.top > lower_;
    }
    if (los_.range > 1 && has_cellar() && spot.ground == source_level_ && spot.ground == target_level_)
      return spot.hex == from_.hex || spot.hex == to_.hex || !is_ignored(spot);
    return spot.ground == source_level_ && spot.ground == target_level_ && !is_ignored(spot);
  }

  bool is_ignored(const Spot& spot) const {
    return is_ignored_for(spot, source_, from_.hex, to_.hex, way_.spine_of_source) ||
           is_ignored_for(spot, target_, to_.hex, from_.hex, way_.spine_of_target);
  }

  // B9.2: an end's own hexsides, and the spines that meet its corners, are no obstacle to it.
  bool is_ignored_for(const Spot& spot, const FieldHex& end, int end_hex, int other_hex, int spine) const {
    if (spot.hex == from_.hex || spot.hex == to_.hex) return true;
    const FieldHex& hex = field_.hex(spot.hex);
    const int side = field_.nearest_side(spot.hex, spot.x, spot.y);
    if (side < 0 || hex.edges[slot(side)] != spot.terrain->code) return true;
    const int away = Battlefield::range(hex, end);
    if (away > 2) return false;
    if (hex.neighbors[slot(side)] == end_hex) return true;
    if (away == 1) {
      if (spot.terrain->code != los_codes::bocage) {
        for (int e = 0; e < 6; ++e) {
          if (end.neighbors[slot(e)] == spot.hex && (side == (e + 2) % 6 || side == (e + 4) % 6)) return true;
        }
      }
      if (!is_hexside_terrain(los_terrain(hex.at_sides[slot(side)]))) return true;
    }
    if (spine < 0) return false;
    return is_far_end_of_spine(spot, end, other_hex, spine, spot.hex, side);
  }

  bool is_far_end_of_spine(const Spot& spot, const FieldHex& end, int other_hex, int spine, int hex, int side) const {
    if (Battlefield::range(field_.hex(hex), end) == 2) {
      const int nearer = field_.hex(hex).neighbors[slot(side)];
      if (nearer < 0) return true;
      hex = nearer, side = opposite(side);
      if (Battlefield::range(field_.hex(hex), end) > 1) {
        const int over = field_.hex(spot.hex).neighbors[slot(spine)];
        const bool over_has = over >= 0 && field_.hex(over).edges[slot(opposite(spine))] != 0;
        return field_.hex(hex).edges[slot(side)] != 0 && field_.range(spot.hex, other_hex) == 2 && !over_has;
      }
    }
    const int s1 = spine == 0 ? 5 : spine - 1, s2 = spine < 2 ? spine + 4 : spine - 2;
    const int h1 = end.neighbors[slot(s1)], h2 = end.neighbors[slot(spine)];
    if (h1 < 0 || h2 < 0 || field_.hex(h2).edges[slot(s2)] == 0) return false;
    const bool is_beyond = (hex == h1 && side == spine) || (hex == h2 && side == s1);
    const bool both = field_.hex(h1).edges[slot(spine)] != 0 && field_.hex(h2).edges[slot(s1)] != 0;
    return is_beyond && !both;
  }

  // Inherent Terrain of another hex that spills over counts only if there is more of it.
  bool has_more_of_it(const Spot& spot) const {
    constexpr std::array<std::pair<int, int>, 6> probes{{{0, -10}, {10, -10}, {10, 10}, {0, 10}, {-10, 10}, {-10, -10}}};
    return std::any_of(probes.begin(), probes.end(), [&](const std::pair<int, int>& probe) {
      const int x = spot.x + probe.first, y = spot.y + probe.second;
      return field_.is_on_map(x, y) && field_.hex_at(x, y) == spot.hex && field_.raster().at(x, y).terrain == spot.terrain->code;
    });
  }

  // F6.4 is not computed: who is on a hillock may see over half a level, and a hillock may hide what is higher or lower.
  static bool is_of_hillock(std::uint8_t code) { return code == los_codes::hillock || code == los_codes::hillock_summit; }
  void may_hide(const Spot& spot) {
    los_.may_be_hidden = true;
    place(spot);
  }

  // What neither end's hex holds.
  bool between(const Spot& spot) {
    const LosTerrain& terrain = *spot.terrain;
    const double ground = spot.ground, top = spot.top;
    if (ground > source_level_ && ground > target_level_) return block(Unseen::ground, spot);
    const bool is_flat = ground == source_level_ && ground == target_level_;
    if (terrain.has(LosTerrain::split) && is_flat) {
      if (terrain.has(LosTerrain::lower_obstacle)) return block(Unseen::higher, spot);
      if (terrain.has(LosTerrain::lower_hindrance)) return hinder(spot);
    }
    const bool is_half = terrain.has(LosTerrain::half);
    const bool is_on_hexside = terrain.kind == TerrainKind::hexside;
    if (is_half && top == source_level_ && top == target_level_ && !is_on_hexside) {
      const bool is_seen_over = is_of_hillock(source_.terrain) || is_of_hillock(target_.terrain);
      if (terrain.has(LosTerrain::obstacle) && is_seen_over) return may_hide(spot), false;
      if (terrain.has(LosTerrain::obstacle)) return block(Unseen::half_level, spot);
      if (terrain.has(LosTerrain::hindrance)) return hinder(spot);
    }
    if (is_on_hexside && terrain.code != los_codes::cliff && terrain.code != los_codes::bocage) return false;
    const double full = top + (is_half ? half_a_level : 0);
    const bool is_hillock = is_of_hillock(terrain.code);
    if (is_hillock && lower_ <= ground && !los_.may_be_hidden) may_hide(spot);
    if (full > source_level_ && full > target_level_ && !(terrain.has(LosTerrain::split) && is_flat) && terrain.code != los_codes::bocage &&
        !is_hillock) {
      if (terrain.kind == TerrainKind::factory) return left_building_ ? block(Unseen::higher, spot) : hinder(spot);
      if (terrain.has(LosTerrain::obstacle) && terrain.code != los_codes::light_woods) return block(Unseen::higher, spot);
      if (terrain.has(LosTerrain::obstacle) || terrain.has(LosTerrain::hindrance)) return hinder(spot);
    }
    if (as_high_blocks(spot, full)) {
      if (terrain.code == los_codes::orchard_out_of_season || terrain.code == los_codes::huts) return hinder(spot);
      return block(Unseen::as_high, spot);
    }
    return blind(spot);
  }

  bool as_high_blocks(const Spot& spot, double full) const {
    const LosTerrain& terrain = *spot.terrain;
    const double reach = is_built(terrain) ? full : spot.top;
    if (!(reach == higher_ && reach > lower_)) return false;
    if (terrain.code == los_codes::bocage || is_rowhouse_wall(terrain) || is_of_hillock(terrain.code)) return false;
    if (terrain.height == 0 && field_.hex(spot.hex).has_bridge) return false;
    if (terrain.height == 0) {
      const bool source_is_higher = source_level_ > target_level_;
      const int higher_hex = source_is_higher ? from_.hex : to_.hex;
      const int away = source_is_higher ? spot.to_source : spot.to_target;
      if (away == 1 && field_.hex(spot.hex).base < higher_ && is_nearer_than_center(spot, higher_hex)) return false;
      if (terrain.kind == TerrainKind::water && away == 1) return false;
    }
    return true;
  }

  // Whether the pixel is on the end's side of its hex's center.
  bool is_nearer_than_center(const Spot& spot, int end) const {
    const auto center = field_.hex(spot.hex).center, to = field_.hex(end).center;
    const double px = spot.x - to.x, py = spot.y - to.y, cx = center.x - to.x, cy = center.y - to.y;
    return px * px + py * py <= cx * cx + cy * cy;
  }

  // A6.4: whether the lower end lies in a blind hex behind an obstacle whose top is at that level.
  bool is_behind_obstacle(const Spot& spot, int top) const { return to_lower(spot) <= std::max(blind_hexes(spot, top) + 1, 1); }
  // B10.23: the same behind a Crest Line.
  bool is_behind_crest(const Spot& spot, int ground) const { return to_lower(spot) <= std::max(blind_hexes(spot, ground), 0); }
  int blind_hexes(const Spot& spot, int top) const { return 2 * top + to_upper(spot) / 5 - static_cast<int>(higher_ + lower_); }
  int to_lower(const Spot& spot) const { return source_level_ < target_level_ ? spot.to_source : spot.to_target; }
  int to_upper(const Spot& spot) const { return source_level_ < target_level_ ? spot.to_target : spot.to_source; }
  bool is_between_levels(const Spot& spot) const { return lower_ < spot.top && spot.top < higher_; }

  // B11.31, as VASL's figures have it: the cliff is an obstacle as high as the ground above it. Of the hex beyond VASL knows only if it
  // lies over side 5, 0 or 1. On a line along hexsides, only pixels whose nearest side is no cliff count.
  bool cliff_hides(const Spot& spot) const {
    const int side = field_.nearest_side(spot.hex, spot.x, spot.y);
    if (side < 0 || source_level_ == target_level_) return false;
    const int own_side = spot.to_source == 1 ? field_.nearest_side(from_.hex, spot.x, spot.y) : -1;
    if (own_side >= 0 && source_.edges[slot(own_side)] == los_codes::cliff) return false;
    const FieldHex& hex = field_.hex(spot.hex);
    const int beyond = hex.neighbors[slot(side)];
    const bool knows_beyond = beyond >= 0 && (side == 5 || side == 0 || side == 1);
    const int top = std::max<int>(hex.base, knows_beyond ? field_.hex(beyond).base : hex.base);
    if (hex.edges[slot(side)] == los_codes::cliff && (along_ || top <= lower_)) return false;
    return is_behind_obstacle(spot, top);
  }

  bool blind(const Spot& spot) {
    const LosTerrain& terrain = *spot.terrain;
    if (terrain.code == los_codes::cliff) return cliff_hides(spot) && block(Unseen::blind_ground, spot);
    if (!is_between_levels(spot)) return false;
    if (terrain.height > 0) {
      if (!is_behind_obstacle(spot, spot.top)) return false;
      if (terrain.has(LosTerrain::obstacle)) return block(Unseen::blind_hex, spot);
      if (spot.ground > lower_ && is_behind_crest(spot, spot.ground)) return block(Unseen::blind_ground, spot);
      if (terrain.has(LosTerrain::hindrance) && terrain.kind != TerrainKind::factory) return hinder(spot);
      return false;
    }
    const bool leaves_depression = source_.depression_sides[slot(way_.leaves[0])];
    if (!is_behind_crest(spot, spot.ground - (leaves_depression ? 1 : 0))) return false;
    return block(terrain.has(LosTerrain::obstacle) ? Unseen::blind_hex : Unseen::blind_ground, spot);
  }

  bool hinder(const Spot& spot) {
    const int drm = spot.terrain->code == los_codes::light_woods ? 2 : 1;
    for (int i = 0; i < los_.hindrances; ++i) {
      HindranceAt& there = los_.at_ranges[static_cast<std::size_t>(i)];
      if (there.range != spot.to_source) continue;
      if (drm > there.drm) there = {spot.to_source, drm, spot.hex, spot.terrain->code};
      return is_too_much(spot);
    }
    los_.at_ranges[static_cast<std::size_t>(los_.hindrances++)] = {spot.to_source, drm, spot.hex, spot.terrain->code};
    return is_too_much(spot);
  }
  bool is_too_much(const Spot& spot) {
    sum_hindrances();
    return los_.hindrance >= most_hindrance && block(Unseen::hindrances, spot);
  }
  void sum_hindrances() {
    los_.hindrance = 0;
    for (int i = 0; i < los_.hindrances; ++i) los_.hindrance += los_.at_ranges[static_cast<std::size_t>(i)].drm;
  }

  const Battlefield& field_;
  SightEnd from_, to_;
  const FieldHex& source_;
  const FieldHex& target_;
  const SightLocation* from_location_;
  const SightLocation* to_location_;
  double source_level_ = 0, target_level_ = 0, lower_ = 0, higher_ = 0;
  int sx_ = 0, sy_ = 0, tx_ = 0, ty_ = 0;
  bool along_ = false;
  Way way_{};
  bool leaves_depression_ = false, enters_depression_ = false;
  int current_ = -1, to_source_ = 0, to_target_ = 0;
  bool left_building_ = false;
  bool is_over_ = false;
  LineOfSight los_{};
};

}  // namespace

std::string_view words_of(Unseen why) { return reasons[static_cast<std::size_t>(why)].words; }
std::string_view rule_of(Unseen why) { return reasons[static_cast<std::size_t>(why)].rule; }

LineOfSight line_of_sight(const Battlefield& field, SightEnd from, SightEnd to) { return Walk(field, from, to).seen(); }

}  // namespace boxcars::model
