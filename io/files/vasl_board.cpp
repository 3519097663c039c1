#include "io/files/vasl_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <zlib.h>
#include <pugixml.hpp>

#include "io/files/board_name.hpp"
#include "io/files/vasl_terrain.hpp"
#include "io/files/zip_archive.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/battlefield.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/hex_grid.hpp"

namespace boxcars::io {
namespace {

using model::BadInput;
using model::Construction;
using model::Grid;
using model::Ground;
using model::Hex;
using model::HexLayout;
using model::MapHex;
using model::most_columns;
using model::most_rows;

constexpr int most_pixels = 20'000;                // in a row or column of a board
constexpr double most_pixels_a_hex = 40'000.;      // Deluxe boards have some 33,000
constexpr std::size_t largest_xml = 1 << 20;       // real ones have up to 17 kB
constexpr std::size_t largest_los_data = 8 << 20;  // compressed; those of ten boards have up to 55 kB
constexpr const char* too_large = "larger than any board's";
constexpr double most_pixels_in_all = 40e6;  // a standard board has 1.2 million
// Real buildings have hundreds of pixels (the smallest on ten boards 341), slivers that spill over a hexside a few.
constexpr std::uint32_t fewest_pixels = 50;
constexpr std::uint32_t fewest_wall_pixels = 10;  // of a Rowhouse's black bar, which is on the hexside

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw BadInput("board " + model::shown(file) + " cannot be read (" + why + "); give a VASL board, as in VASL's boards folder");
}

// What the pixels of a terrain code mean (VASL's terrain types).
struct PixelType {
  int first, last;
  std::optional<Construction> building;
  int levels;  // of `first`; each code more is one level more
  void (*mark)(MapHex&);
};
constexpr int first_rowhouse_wall = 76, last_rowhouse_wall = 80;

const std::vector<PixelType>& pixel_types() {
  static const auto nothing = [](MapHex&) {};
  static const auto factory = [](MapHex& hex) { hex.factory = true, hex.levels = 0; };  // B23.74: a hall
  static const auto market = [](MapHex& hex) { hex.marketplace = true; };
  static const auto lumber = [](MapHex& hex) { hex.lumberyard = true; };
  static const std::vector<PixelType> types{
      {29, 29, Construction::wood, 0, lumber},     {40, 44, Construction::stone, 0, nothing},  {45, 48, Construction::stone, 0, factory},
      {49, 49, Construction::stone, 1, market},    {50, 54, Construction::wood, 0, nothing},   {55, 58, Construction::wood, 0, factory},
      {59, 59, Construction::wood, 1, market},     {198, 199, Construction::wood, 0, factory}, {203, 203, Construction::wood, 0, nothing},
      {206, 206, Construction::stone, 0, nothing},
  };
  return types;
}

bool is_water(int code) { return (code >= 8 && code <= 11) || code == 13; }  // pond, lake, river, canal
bool is_hut(int code) { return code == 130; }
constexpr int collapsed_hut = 131;
std::optional<Construction> rubble_of(int code) {
  if (code == 90 || (code >= 190 && code <= 193)) return Construction::stone;
  if (code == 91 || (code >= 194 && code <= 197)) return Construction::wood;
  return std::nullopt;
}

// Counts the pixels of each terrain in each hex, as they come.
class HexCounts {
 public:
  HexCounts(const HexLayout& layout, int grid_width, int grid_height) : layout_(layout) {
    for (int column = 0; column < layout.columns(); ++column) {
      first_.push_back(static_cast<int>(centers_.size()));
      for (int row = 0; row < layout.rows_in(column); ++row) {
        centers_.emplace_back(std::clamp(static_cast<int>(layout.center_x(column)), 0, grid_width - 1),
                              std::clamp(static_cast<int>(layout.center_y(column, row)), 0, grid_height - 1));
      }
    }
    counts_.resize(centers_.size());
    center_pixels_.resize(centers_.size());
  }

  void add(int x, int y, model::Pixel pixel) {
    const auto [column, row] = layout_.at(x, y);
    const std::size_t hex = index(column, row);
    ++counts_[hex][pixel.terrain];
    if (centers_[hex] == std::pair(x, y)) center_pixels_[hex] = pixel;
  }

  using Codes = std::array<std::uint32_t, 256>;  // pixels by terrain code
  const Codes& codes(int column, int row) const { return counts_[index(column, row)]; }
  model::Pixel center(int column, int row) const { return center_pixels_[index(column, row)]; }

 private:
  std::size_t index(int column, int row) const { return static_cast<std::size_t>(first_[static_cast<std::size_t>(column)] + row); }

  HexLayout layout_;
  std::vector<int> first_;  // by column
  std::vector<std::pair<int, int>> centers_;
  std::vector<Codes> counts_;
  std::vector<model::Pixel> center_pixels_;
};

// What the hexes of a board hold, by the pixels in them.
MapHex hex_of(const HexCounts::Codes& codes, int center_code) {
  MapHex best;
  std::uint32_t most = 0, all = 0;
  for (const PixelType& type : pixel_types()) {
    for (int code = type.first; code <= type.last; ++code) {
      const std::uint32_t pixels = codes[static_cast<std::size_t>(code)];
      all += pixels;
      if (pixels <= most) continue;
      most = pixels;
      best = {.building = type.building, .levels = type.levels + code - type.first};
      type.mark(best);
    }
  }
  std::uint32_t walls = 0, huts = 0, water = 0, total = 0;
  std::array<std::uint32_t, 2> rubble{};
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const int c = static_cast<int>(code);
    total += codes[code];
    if (c >= first_rowhouse_wall && c <= last_rowhouse_wall) walls += codes[code];
    if (is_hut(c)) huts += codes[code];
    if (is_water(c)) water += codes[code];
    if (const auto made_of = rubble_of(c)) rubble[static_cast<std::size_t>(*made_of)] += codes[code];
  }
  MapHex hex = all >= fewest_pixels ? best : MapHex{};
  hex.rowhouse = hex.building && walls >= fewest_wall_pixels;
  for (const Construction made_of : {Construction::wood, Construction::stone}) {
    if (rubble[static_cast<std::size_t>(made_of)] >= fewest_pixels) hex.rubble = made_of;
  }
  hex.hut = !hex.building && huts >= fewest_pixels;
  hex.water = !hex.building && !hex.rubble && !hex.hut && (is_water(center_code) || water > total / 2);
  return hex;
}

// The ground by the center dot; where a road or the like runs over it, by what else has most pixels.
Ground ground_of(const HexCounts::Codes& codes, model::Pixel center) {
  Ground ground{.elevation = center.elevation};
  if (!is_over_ground(center.terrain)) {
    if (const auto word = vasl_terrain(center.terrain); !word.empty()) ground.terrain = word;
    return ground;
  }
  std::map<std::string_view, std::uint32_t> pixels;
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const int c = static_cast<int>(code);
    if (codes[code] > 0 && !is_over_ground(c)) pixels[vasl_terrain(c)] += codes[code];
  }
  std::uint32_t most = 0;
  for (const auto& [word, count] : pixels) {
    if (!word.empty() && count > most) most = count, ground.terrain = word;
  }
  return ground;
}

// The bytes that LOSData holds: a gzip of a Java object stream that is made of block data only. They are read as they are inflated:
// nothing grows with what the file claims.
class LosData {
 public:
  LosData(std::span<const std::byte> compressed, const std::string& file) : file_(file) {
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(compressed.data()));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(compressed.size());
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    constexpr std::array<int, 4> magic{0xAC, 0xED, 0x00, 0x05};
    try {
      for (const int byte : magic) {
        if (raw() != byte) refuse(file_, "its LOSData is no Java object stream");
      }
    } catch (...) {
      inflateEnd(&stream_);
      throw;
    }
  }
  LosData(const LosData&) = delete;
  LosData& operator=(const LosData&) = delete;
  ~LosData() { inflateEnd(&stream_); }

  int byte() {
    while (left_ == 0) {
      const int tag = raw();
      if (tag == 0x77) {
        left_ = static_cast<std::uint32_t>(raw());
      } else if (tag == 0x7A) {
        for (int i = 0; i < 4; ++i) left_ = left_ << 8 | static_cast<std::uint32_t>(raw());
      } else {
        refuse(file_, "its LOSData holds more than block data");
      }
      if (left_ == 0) refuse(file_, "its LOSData has an empty record");  // as many as one likes would fit into a small file
    }
    --left_;
    return raw();
  }

  int integer(const char* what, int low, int high) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint32_t>(byte());
    if (value < static_cast<std::uint32_t>(low) || value > static_cast<std::uint32_t>(high))
      refuse(file_, std::string("no board has such a ") + what);
    return static_cast<int>(value);
  }

 private:
  int raw() {
    if (next_ == end_) refill();
    return buffer_[next_++];
  }

  void refill() {
    stream_.next_out = buffer_.data();
    stream_.avail_out = static_cast<uInt>(buffer_.size());
    const int status = over_ ? Z_BUF_ERROR : inflate(&stream_, Z_NO_FLUSH);
    over_ = status == Z_STREAM_END;
    next_ = 0;
    end_ = buffer_.size() - stream_.avail_out;
    if (end_ == 0 || (status != Z_OK && status != Z_STREAM_END)) refuse(file_, "its LOSData is damaged or cut off");
  }

  const std::string& file_;
  z_stream stream_{};
  std::array<Bytef, 1 << 14> buffer_{};
  std::size_t next_ = 0, end_ = 0;
  std::uint32_t left_ = 0;  // of the record under way
  bool over_ = false;
};

// Of what it lists beside buildings, names are shown that are words.
constexpr std::size_t most_other_elements = 10, longest_element = 40;

// What BoardMetadata.xml says.
struct Metadata {
  std::string name;
  std::optional<Grid> grid{};
  std::optional<double> hex_width{}, hex_height{}, left{}, top{};
  bool has_other_grain = false;                                  // its column A is half a hex higher than B, or begins with half a hex
  std::vector<std::pair<std::string, std::string>> buildings{};  // hex, type
  std::vector<std::string> others{};                             // what else it lists
};

Metadata metadata_of(const std::vector<std::byte>& xml, const std::string& file) {
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) refuse(file, "its BoardMetadata.xml is no XML");
  const pugi::xml_node root = document.child("boardMetadata");
  Metadata metadata{.name = root.attribute("name").value()};
  const auto real = [&](const char* name, double least) -> std::optional<double> {
    const double value = root.attribute(name).as_double(2 * least - 1);
    if (!(value >= least && value <= most_pixels)) return std::nullopt;
    return value;
  };
  metadata.hex_width = real("hexWidth", 0);
  metadata.hex_height = real("hexHeight", 0);
  metadata.left = real("A1CenterX", -most_pixels);
  metadata.top = real("A1CenterY", -most_pixels);
  const std::string_view config = root.attribute("HexGridConfig").value();
  metadata.has_other_grain = root.attribute("altHexGrain").as_bool() || !(config.empty() || config == "Normal");
  const int columns = root.attribute("width").as_int(), rows = root.attribute("height").as_int();
  if (columns >= 1 && columns <= most_columns && rows >= 1 && rows <= most_rows) metadata.grid = Grid{columns, rows};
  for (const pugi::xml_node node : root.child("buildingTypes").children("buildingType"))
    metadata.buildings.emplace_back(node.attribute("hexName").value(), node.attribute("buildingTypeName").value());
  constexpr std::array<std::string_view, 4> read_or_of_pictures{"buildingTypes", "overlaySSRules", "colors", "colorSSRules"};
  const auto is_among = [](const auto& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const pugi::xml_node node : root.children()) {
    const std::string name = node.name();
    if (name.empty() || name.size() > longest_element || is_among(read_or_of_pictures, name) || is_among(metadata.others, name)) continue;
    const bool is_word = std::all_of(name.begin(), name.end(), [](char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); });
    if (is_word && metadata.others.size() < most_other_elements) metadata.others.push_back(name);
  }
  return metadata;
}

// "Stone Building, 2 Level"; nothing for what is none.
std::optional<MapHex> building_of(const std::string& type) {
  MapHex hex;
  if (type.find("Rubble") != std::string::npos) {
    hex.rubble = type.starts_with("Stone") ? Construction::stone : Construction::wood;
    return hex;
  }
  if (type.starts_with("Stone"))
    hex.building = Construction::stone;
  else if (type.starts_with("Wooden"))
    hex.building = Construction::wood;
  else
    return std::nullopt;
  if (type.find("Factory") != std::string::npos) return hex.factory = true, hex;
  if (type.find("Market") != std::string::npos) return hex.marketplace = true, hex.levels = 1, hex;
  const auto comma = type.find(", ");
  if (comma != std::string::npos && comma + 2 < type.size()) {
    const char digit = type[comma + 2];
    if (digit < '0' || digit > '0' + model::most_levels) return std::nullopt;
    hex.levels = digit - '0';
  }
  return hex;
}

// How the hexes of a board are called: where A1 would be tells which column and row are its first.
struct Naming {
  int first_column = 0, first_row = 0;
  double left = 0, top = 0;  // the centre of the first column's first hex
};

// How many hexes lie before the picture; nothing if it begins within one.
std::optional<int> hexes_before(double first_center, double a1_center, double pitch) {
  constexpr double most_off = 0.1;  // of a hex; metadata round to whole pixels
  const double hexes = (first_center - a1_center) / pitch, whole = std::round(hexes);
  if (whole < 0 || whole > model::most_rows || std::abs(hexes - whole) > most_off) return std::nullopt;
  return static_cast<int>(whole);
}

Naming naming_of(const Metadata& metadata, double hex_width, double hex_height, const std::string& file) {
  const auto unknown = [&](const std::string& why) { refuse(file, "its metadata do not tell how its hexes are called: " + why); };
  if (metadata.has_other_grain) unknown("column A begins half a hex higher than on other boards");
  Naming naming{.left = metadata.left.value_or(0), .top = metadata.top.value_or(hex_height / 2)};
  const bool may_show_a1 = naming.left >= 0 && naming.left < hex_width && naming.top >= 0 && naming.top < hex_height;
  if (may_show_a1) return naming;  // a margin of less than a hex
  const auto columns = hexes_before(0, naming.left, hex_width), rows = hexes_before(hex_height / 2, naming.top, hex_height);
  if (!columns || *columns % 2 == 1 || *columns >= most_columns)
    unknown("A1 is at " + std::to_string(std::lround(naming.left)) + " in hexes of " + std::to_string(std::lround(hex_width)) + " pixels");
  if (!rows)
    unknown("A1 is at " + std::to_string(std::lround(naming.top)) + " in hexes of " + std::to_string(std::lround(hex_height)) + " pixels");
  naming.first_column = *columns;
  naming.first_row = *rows;
  naming.left += *columns * hex_width;
  naming.top += *rows * hex_height;
  return naming;
}

// Tells what its hexes hold, by what is drawn.
void tell_hexes(const model::Raster& raster, const HexLayout& layout, model::HexMap& map) {
  HexCounts counts(layout, raster.width, raster.height);
  std::size_t i = 0;
  for (int x = 0; x < raster.width; ++x) {
    for (int y = 0; y < raster.height; ++y) counts.add(x, y, raster.pixels[i++]);
  }
  for (int column = 0; column < raster.columns; ++column) {
    for (int row = 0; row < layout.rows_in(column); ++row) {
      const model::Pixel center = counts.center(column, row);
      MapHex hex = hex_of(counts.codes(column, row), center.terrain);
      hex.stairwell = raster.stairwells[raster.index(column, row)] == 1 && hex.building.has_value();
      Ground ground = ground_of(counts.codes(column, row), center);
      if (counts.codes(column, row)[collapsed_hut] >= fewest_pixels) ground.terrain = "collapsed-hut";
      if (model::built_terrain(hex)) ground.terrain = Ground{}.terrain;
      if (hex != MapHex{}) map.hexes.emplace(layout.hex(column, row), hex);
      map.ground.emplace(layout.hex(column, row), std::move(ground));
    }
  }
}

void read_los_data(const std::vector<std::byte>& compressed, const Metadata& metadata, Board& board, const std::string& file) {
  LosData data(compressed, file);
  const int columns = data.integer("width", 1, most_columns), rows = data.integer("height", 1, most_rows);
  const int grid_width = data.integer("width in pixels", columns, most_pixels);
  const int grid_height = data.integer("height in pixels", rows, most_pixels);
  if (static_cast<double>(grid_width) * grid_height > std::min(most_pixels_a_hex * columns * rows, most_pixels_in_all))
    refuse(file, "it has more pixels than any board of " + std::to_string(columns) + " by " + std::to_string(rows) + " hexes");
  const double hex_width = metadata.hex_width.value_or(columns > 1 ? static_cast<double>(grid_width) / (columns - 1) : grid_width);
  const double hex_height = metadata.hex_height.value_or(static_cast<double>(grid_height) / rows);
  if (!(hex_width >= 3 && hex_height >= 2)) refuse(file, "its hexes are smaller than any");
  const Naming naming = naming_of(metadata, hex_width, hex_height, file);
  board.map.grid = {columns, rows, naming.first_column, naming.first_row};
  const HexLayout layout(board.map.grid, hex_width, hex_height, naming.left, naming.top);
  const auto raster = std::make_shared<model::Raster>();
  raster->columns = columns, raster->rows = rows;
  raster->hex_width = hex_width, raster->hex_height = hex_height;
  raster->width = grid_width, raster->height = grid_height;
  std::array<bool, 256> has{};
  for (int x = 0; x < grid_width; ++x) {  // it grows with what is read, not with what is claimed
    for (int y = 0; y < grid_height; ++y) {
      const auto elevation = static_cast<std::int8_t>(data.byte());
      const auto code = static_cast<std::uint8_t>(data.byte());
      has[code] = true;
      raster->pixels.push_back({code, elevation});
    }
  }
  for (std::size_t hex = 0; hex < raster->hex_count(); ++hex) raster->stairwells.push_back(static_cast<std::uint8_t>(data.byte()));
  tell_hexes(*raster, layout, board.map);
  const bool begins_at_edge = std::abs(naming.left) < 1 && std::abs(naming.top - hex_height / 2) < 1;
  if (begins_at_edge && model::fills_its_hexes(*raster)) draw(board.map, raster);
  for (int code = 0; code < static_cast<int>(has.size()); ++code) {
    if (has[static_cast<std::size_t>(code)] && vasl_terrain(code).empty())
      board.notes.push_back("terrain code " + std::to_string(code) + " is unknown, taken as open ground");
  }
}

void read_xml_list(const Metadata& metadata, Board& board, const std::string& file) {
  if (!metadata.grid) refuse(file, "it has no LOSData, and its BoardMetadata.xml no size");
  const Naming naming = naming_of(metadata, metadata.hex_width.value_or(model::standard_hex_width),
                                  metadata.hex_height.value_or(model::standard_hex_height), file);
  board.map.grid = {metadata.grid->columns, metadata.grid->rows, naming.first_column, naming.first_row};
  board.map.tells_ground = false;
  board.notes.emplace_back(
      "no LOSData: only the buildings that BoardMetadata.xml lists, which leaves out most single story houses, stairwells, terrain and "
      "elevation");
  for (const auto& [name, type] : metadata.buildings) {
    const auto hex = model::read_hex(name);
    const auto what = building_of(type);
    if (hex && board.map.grid.has(*hex) && what) board.map.hexes[*hex] = *what;
  }
}

}  // namespace

Board placed_boards(const std::vector<std::vector<PlacedFile>>& rows) {
  std::vector<std::vector<model::Raster>> rasters;
  std::vector<std::vector<std::string>> names;
  Board all;
  int top = 0;
  for (const auto& row : rows) {
    rasters.emplace_back(), names.emplace_back();
    int left = 0;
    for (const auto& [board, name, reversed] : row) {
      if (!board.map.raster)
        throw BadInput("board " + model::shown(name) +
                       " cannot be placed (it has no LOSData that shows where its hexes are); give it alone, as printed");
      rasters.back().push_back(reversed ? model::turned(*board.map.raster) : *board.map.raster);
      names.back().push_back(name);
      all.name += (all.name.empty() ? "" : left == 0 ? "/" : "+") + name;
      const std::string of_board = name + ": ";
      for (const std::string& note : board.notes) all.notes.push_back(std::string(of_board).append(note));
      const std::string printed = reversed ? name.substr(0, name.size() - 1) : name;
      all.map.boards.push_back({printed, board.map.grid, reversed, left, top});
      left += board.map.raster->columns - 1;
    }
    top += row.front().board.map.raster->rows;
  }
  const auto raster = std::make_shared<model::Raster>(model::joined(rasters, names));
  all.map.grid = {raster->columns, raster->rows};
  tell_hexes(*raster, HexLayout(all.map.grid, raster->hex_width, raster->hex_height, 0, raster->hex_height / 2), all.map);
  draw(all.map, raster);
  return all;
}

Board parse_vasl_board(std::span<const std::byte> bytes, const std::string& file) {
  const ZipArchive archive(bytes, [&file](const std::string& why) { refuse(file, why); });
  const auto xml = archive.entry("BoardMetadata.xml", largest_xml, too_large);
  const auto los_data = archive.entry("LOSData", largest_los_data, too_large);
  if (!xml && !los_data) refuse(file, "it holds neither LOSData nor BoardMetadata.xml, as old boards do; its newest version may");
  const Metadata metadata = xml ? metadata_of(*xml, file) : Metadata{};
  Board board{.name = board_name(metadata.name), .map = {}};
  if (los_data)
    read_los_data(*los_data, metadata, board, file);
  else
    read_xml_list(metadata, board, file);
  if (!metadata.others.empty())
    board.notes.push_back("lines of sight do not know what the metadata of board " + board.name +
                          " list: " + model::with_between(metadata.others, ", "));
  return board;
}

}  // namespace boxcars::io
