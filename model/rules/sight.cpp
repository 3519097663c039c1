#include "model/rules/sight.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

// Words of ground that VASL calls something else.
struct WordOfGround {
  std::string_view word;
  std::uint8_t code;
};
constexpr std::array<WordOfGround, 16> words_of_ground{{
    {"open", 0},
    {"water", 8},
    {"marsh", 14},
    {"shellholes", 15},
    {"grain", 24},
    {"brush", 25},
    {"crags", 26},
    {"debris", 27},
    {"graveyard", 28},
    {"woods", 60},
    {"forest", 61},
    {"orchard", 63},
    {"olive-grove", 118},
    {"light-jungle", 126},
    {"dense-jungle", 127},
    {"collapsed-hut", 131},
}};

bool is_drawn_over(const LosTerrain& terrain) { return is_hexside_terrain(terrain) || terrain.kind == TerrainKind::road; }
bool was_built(const LosTerrain& terrain) {
  constexpr std::array<std::uint8_t, 4> others{29, 90, 91, 130};  // lumberyards, rubble, huts
  return is_built(terrain) || std::find(others.begin(), others.end(), terrain.code) != others.end();
}

// What of a hex is painted anew: what was built in it, or else all of it but roads and what is on hexsides; Inherent Terrain, such as
// rubble, fills it (B.6).
std::vector<std::size_t> repainted(const Battlefield& field, int hex, std::uint8_t code) {
  std::vector<std::size_t> built, ground;
  const Raster& raster = field.raster();
  for (const std::size_t i : field.pixels_of(hex)) {
    const LosTerrain& terrain = los_terrain(raster.pixels[i].terrain);
    if (was_built(terrain)) built.push_back(i);
    if (!is_drawn_over(terrain)) ground.push_back(i);
  }
  const bool fills = los_terrain(code).has(LosTerrain::inherent);
  const bool stays_in_place = (was_built(los_terrain(code)) && !fills) || code == los_codes::open_ground;
  return stays_in_place && !built.empty() ? built : ground;
}

std::string with_level(const std::string& name, int level) { return level == 0 ? name : name + "." + std::to_string(level); }

}  // namespace

std::optional<std::uint8_t> los_code_of(const MapHex& holds, std::string_view ground) {
  if (holds.rubble) return static_cast<std::uint8_t>(*holds.rubble == Construction::stone ? 90 : 91);
  if (holds.hut) return los_codes::huts;
  if (holds.building) {
    const bool stone = *holds.building == Construction::stone;
    if (holds.lumberyard) return static_cast<std::uint8_t>(29);
    if (holds.factory) return static_cast<std::uint8_t>(stone ? 47 : 57);
    if (holds.marketplace) return static_cast<std::uint8_t>(stone ? 49 : 59);
    return static_cast<std::uint8_t>((stone ? los_codes::plain_stone : los_codes::plain_wood) + holds.levels);
  }
  if (holds.water) return los_codes::water;
  const auto found =
      std::find_if(words_of_ground.begin(), words_of_ground.end(), [&](const WordOfGround& row) { return row.word == ground; });
  if (found != words_of_ground.end()) return found->code;
  for (const LosTerrain& terrain : los_terrains()) {
    if (terrain.name == ground) return terrain.code;
  }
  return std::nullopt;
}

NameAndLevel name_and_level(std::string_view what, std::string_view text) {
  const auto dot = text.find('.');
  if (dot == std::string_view::npos) return {text, 0};
  const auto level = whole_number(text.substr(dot + 1));
  if (!level || *level < -1 || *level > most_levels + 1)
    throw BadInput({}, std::string(what) + " " + shown(text) + " has no such level",
                   "a level is -1, a cellar or below a bridge, to " + std::to_string(most_levels + 1) + ", a rooftop; 0 is the ground",
                   "give it like F3.1");
  return {text.substr(0, dot), *level};
}

SightPlace parse_place(const HexMap& map, std::string_view what, std::string_view text) {
  const NameAndLevel typed = name_and_level(what, text);
  return {parse_hex(map, what, typed.name), typed.level};
}

Sights::Sights(const HexMap& map, const HexMap& drawn) : map_(map) {
  require_lines_of_sight(map, {}, "give {board} like 20, or {range}");
  field_ = map.field ? map.field->get() : std::make_shared<const Battlefield>(*map.raster);
  std::shared_ptr<Battlefield> changed;
  for (std::size_t i = 0; i < field_->hexes().size(); ++i) {
    const FieldHex& there = field_->hexes()[i];
    const Hex hex = map.grid.hex({there.column, there.row});
    const auto now = map.ground_at(hex), before = drawn.ground_at(hex);
    if (map.at(hex) == drawn.at(hex) && now == before) continue;
    const auto code = los_code_of(map.at(hex), now ? now->terrain : Ground{}.terrain);
    if (!code) continue;
    if (!changed) changed = std::make_shared<Battlefield>(*field_);
    const int index = static_cast<int>(i);
    changed->paint(index, repainted(*field_, index, *code), *code, map.at(hex).stairwell);
  }
  if (changed) field_ = std::move(changed);
}

void Sights::change(Hex hex, const std::optional<MapHex>& now) {
  if (!as_it_was_) {
    as_it_was_ = field_;
    map_as_it_was_ = map_;
  }
  constexpr long own = 2;  // more: a copy of these sights has them, too
  if (!changing_ || changing_.use_count() > own) field_ = changing_ = std::make_shared<Battlefield>(*field_);
  const int index = index_of(hex);
  changing_->restore(index, *as_it_was_);
  map_.hexes[hex] = now.value_or(map_as_it_was_.at(hex));
  if (!now) return;
  const auto ground = map_.ground_at(hex);
  const auto code = los_code_of(*now, ground ? ground->terrain : Ground{}.terrain);
  if (code) changing_->paint(index, repainted(*as_it_was_, index, *code), *code, now->stairwell);
}

std::string Sights::name_of(int hex) const {
  const FieldHex& there = field_->hex(hex);
  return map_.name(map_.grid.hex({there.column, there.row}));
}

int Sights::index_of(Hex hex) const {
  const Cell cell = map_.grid.cell(hex);
  return field_->index_of(cell.column, cell.row);
}

bool Sights::has(SightPlace place) const { return field_->hex(index_of(place.hex)).at_level(place.level) != nullptr; }

SightEnd Sights::end_of(std::string_view field, SightPlace place) const {
  const int index = index_of(place.hex);
  const FieldHex& there = field_->hex(index);
  if (!there.at_level(place.level)) {
    std::vector<std::string> words;
    for (const SightLocation& location : there.locations) words.push_back(std::to_string(location.level));
    throw BadInput(std::string(field), map_.name(place.hex) + " has no level " + std::to_string(place.level), "it has " + listed(words),
                   "give one of them");
  }
  return {index, place.level};
}

Sight Sights::between(SightPlace from, SightPlace to) const {
  const SightEnd source = end_of("from", from), target = end_of("hex", to);
  Sight sight{.from = with_level(map_.name(from.hex), from.level), .to = with_level(map_.name(to.hex), to.level)};
  sight.line = line_of_sight(*field_, source, target);
  if (sight.line.unseen)
    sight.why = std::string(words_of(*sight.line.unseen)) + ", " + std::string(rule_of(*sight.line.unseen));
  else if (!sight.known())
    sight.why = "what a hillock hides is not computed, F6.4";
  if (!sight.clear() && sight.line.at_hex >= 0) sight.at = name_of(sight.line.at_hex);
  for (int i = 0; i < sight.line.hindrances; ++i) {
    const HindranceAt& at = sight.line.at_ranges[static_cast<std::size_t>(i)];
    sight.hindrances.push_back({at.range, at.drm, name_of(at.hex), std::string(los_terrain(at.terrain).name)});
  }
  const bool is_on_rooftop = field_->hex(target.hex).at_level(to.level)->terrain == los_codes::rooftop;
  const auto word = is_on_rooftop ? std::optional(std::string("rooftop")) : terrain_word(map_.at(to.hex), map_.ground_at(to.hex));
  std::optional<Terrain> terrain;
  if (word) terrain = terrain_of_word(*word);
  sight.terrain = word.value_or("");
  if (terrain) sight.tem = sight.in_hex_tem = model::tem(*terrain).amount;
  tell_hexside(from, to, sight);
  const int from_level = field_->hex(source.hex).base + from.level, to_level = field_->hex(target.hex).base + to.level;
  const int best = std::max(sight.tem.value_or(0), sight.hexside_tem);
  sight.height_advantage = to_level > from_level && terrain && best <= 0;
  const bool is_open = terrain.has_value() && is_open_ground(terrain.value_or(Terrain::wood));
  sight.open_ground = !sight.blocked() && is_open && best <= 0 && !sight.height_advantage && sight.line.hindrance == 0;
  if (sight.hexside) sight.tem = std::max(sight.tem.value_or(0), sight.hexside_tem);
  return sight;
}

// B9.3: the wall or hedge that the line crosses as it enters the hex; who is higher than the range has less of it. Nobody on an upper
// level has it.
void Sights::tell_hexside(SightPlace from, SightPlace to, Sight& sight) const {
  if (sight.line.range == 0 || to.level > 0) return;
  const FieldHex& target = field_->hex(index_of(to.hex));
  const FieldHex& source = field_->hex(index_of(from.hex));
  std::array<int, 2> amounts{0, 0};
  int sides = 0;
  std::string name;
  for (const int leaves : sight.line.leaves) {
    if (leaves < 0) continue;
    const std::uint8_t edge = target.edges[static_cast<std::size_t>((leaves + 3) % 6)];
    const int amount = edge == los_codes::wall    ? model::tem(Terrain::wall).amount
                       : edge == los_codes::hedge ? model::tem(Terrain::hedge).amount
                                                  : 0;
    if (amount > 0) name = los_terrain(edge).name;
    amounts[static_cast<std::size_t>(sides++)] = amount;
  }
  const int least = sides == 2 ? std::min(amounts[0], amounts[1]) : amounts[0], most = std::max(amounts[0], amounts[1]);
  if (most > 0 && least == 0)
    sight.notes.push_back("the line runs along a hexspine of " + sight.to + ": only one of its two hexsides has a " + name +
                          ", whose TEM is not counted (B9.3); give --terrain " + name + " if it is");
  const int higher = source.base + from.level - target.base - to.level - sight.line.range;
  const int counted = least - std::max(0, higher);
  if (least == 0 || counted <= 0) return;
  sight.crossed = least == model::tem(Terrain::wall).amount ? "wall" : "hedge";
  sight.crossed_tem = counted;
  if (counted <= sight.tem.value_or(0)) return;
  sight.hexside = sight.crossed;
  sight.hexside_tem = counted;
}

void add_note_of_other_way(const Sights& sights, SightPlace from, SightPlace to, Sight& sight) {
  const Sight back = sights.between(to, from);
  if (back.clear() == sights.between(from, to).clear()) return;
  sight.notes.push_back("the other way, " + back.from + std::string(in_words_whether_it_sees(back)) + back.to +
                        (back.clear() ? "" : " (" + block_in_words(back) + ")") + ": LOS is mutual, but VASL's is not always");
}

void without_hexside(Sight& sight) {
  if (!sight.hexside) return;
  sight.hexside.reset();
  sight.hexside_tem = 0;
  sight.tem = sight.in_hex_tem;
  sight.notes.push_back("who fires has Wall Advantage: no TEM of the " + sight.crossed + " (B9.32)");
}

void with_hexside_alone(Sight& sight) {
  if (sight.crossed.empty()) return;
  sight.hexside = sight.crossed;
  sight.hexside_tem = sight.crossed_tem;
  sight.tem = sight.crossed_tem;
  sight.notes.push_back("the targets have Wall Advantage: the TEM of the " + sight.crossed + " alone (B9.32)");
}

void without_ground(Sight& sight, const std::string& cover) {
  sight.terrain = "ground under " + cover;
  sight.in_hex_tem.reset();
  sight.tem.reset();
  sight.hexside.reset();
  sight.hexside_tem = 0;
  sight.height_advantage = sight.open_ground = false;
}

void leave_unknown(Sight& sight, int hex, const std::string& name, const std::string& cover) {
  LineOfSight& line = sight.line;
  if (line.blocked() ? line.at_hex != hex : line.may_be_hidden) return;
  line.unseen.reset();
  line.may_be_hidden = true;
  line.at_hex = hex;
  line.at_terrain = los_codes::open_ground;
  sight.at = name;
  sight.why = "the ground under " + cover + " is not known";
  sight.open_ground = false;
}

std::vector<Sight> Sights::from(SightPlace from) const {
  std::vector<Sight> all;
  for (const FieldHex& there : field_->hexes()) {
    const Hex hex = map_.grid.hex({there.column, there.row});
    if (hex != from.hex) all.push_back(between(from, {hex, 0}));
  }
  return all;
}

int range_of_fire(const Sight& sight, SightPlace from, SightPlace to) {
  return sight.line.range == 0 && from.level != to.level ? 1 : sight.line.range;
}

std::string hindrances_in_words(const Sight& sight) {
  std::string text;
  for (const Hindered& hindered : sight.hindrances) text += (text.empty() ? "" : ", ") + hindered.terrain + " in " + hindered.hex;
  return text;
}

std::string_view in_words_whether_it_sees(const Sight& sight) {
  if (!sight.known()) return " may see ";
  return sight.blocked() ? " does not see " : " sees ";
}

std::string block_in_words(const Sight& sight) {
  const auto comma = sight.why.rfind(", ");  // before the rule, if there is one
  std::string text = sight.why.substr(0, comma);
  if (!sight.at.empty()) {
    text += ", " + sight.at;
    const std::string_view terrain = los_terrain(sight.line.at_terrain).name;
    if (terrain != los_terrain(los_codes::open_ground).name) text += " (" + std::string(terrain) + ")";
  }
  return comma == std::string::npos ? text : text + sight.why.substr(comma);
}

}  // namespace boxcars::model
