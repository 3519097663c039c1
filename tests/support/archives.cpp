#include "tests/support/archives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <zip.h>
#include <zlib.h>

namespace boxcars::test {

std::vector<std::byte> zipped(const std::vector<std::pair<std::string, std::string>>& entries) {
  zip_source_t* memory = zip_source_buffer_create(nullptr, 0, 0, nullptr);
  zip_source_keep(memory);
  zip_t* archive = zip_open_from_source(memory, ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (!archive) throw std::runtime_error("no archive");
  for (const auto& [name, contents] : entries) {
    zip_file_add(archive, name.c_str(), zip_source_buffer(archive, contents.data(), contents.size(), 0), ZIP_FL_ENC_UTF_8);
  }
  if (zip_close(archive) != 0) throw std::runtime_error("the archive cannot be written");
  zip_source_open(memory);
  zip_source_seek(memory, 0, SEEK_END);
  std::vector<std::byte> bytes(static_cast<std::size_t>(zip_source_tell(memory)));
  zip_source_seek(memory, 0, SEEK_SET);
  zip_source_read(memory, bytes.data(), bytes.size());
  zip_source_close(memory);
  zip_source_free(memory);
  return bytes;
}

std::string entry_of(const std::string& file, const char* name) {
  zip_t* archive = zip_open(file.c_str(), ZIP_RDONLY, nullptr);
  if (!archive) return {};
  std::string text;
  if (zip_file_t* entry = zip_fopen(archive, name, 0)) {
    std::array<char, 4096> part{};
    for (zip_int64_t read = 0; (read = zip_fread(entry, part.data(), part.size())) > 0;)
      text.append(part.data(), static_cast<std::size_t>(read));
    zip_fclose(entry);
  }
  zip_discard(archive);
  return text;
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.erase(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

PaintedBoard::PaintedBoard(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      width_(static_cast<int>(std::lround(56.25 * (columns - 1)))),
      height_(static_cast<int>(std::lround(64.5 * rows))),
      codes_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)),
      elevations_(codes_.size()),
      stairs_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows + 1)) {}

void PaintedBoard::pixel(int x, int y, int code) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  codes_[static_cast<std::size_t>(x * height_ + y)] = static_cast<std::uint8_t>(code);
}

void PaintedBoard::paint(int column, int row, int reach, int code, int dx, int dy) {
  const int x = static_cast<int>(center_x(column)) + dx, y = static_cast<int>(center_y(column, row)) + dy;
  for (int i = -reach; i <= reach; ++i) {
    for (int j = -reach; j <= reach; ++j) pixel(x + i, y + j, code);
  }
}

void PaintedBoard::raise(int column, int row, int reach, int elevation) {
  const int x = static_cast<int>(center_x(column)), y = static_cast<int>(center_y(column, row));
  for (int i = std::max(0, x - reach); i <= std::min(width_ - 1, x + reach); ++i) {
    for (int j = std::max(0, y - reach); j <= std::min(height_ - 1, y + reach); ++j)
      elevations_[static_cast<std::size_t>(i * height_ + j)] = static_cast<std::int8_t>(elevation);
  }
}

void PaintedBoard::stairwell(int column, int row) { stairs_[static_cast<std::size_t>(column * (rows_ + 1) + row)] = 1; }

std::string PaintedBoard::stream(std::size_t record) const {
  std::string payload;
  for (const int number : {columns_, rows_, width_, height_}) {
    for (int shift = 24; shift >= 0; shift -= 8) payload += static_cast<char>(number >> shift & 255);
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) payload += static_cast<char>(elevations_[i]), payload += static_cast<char>(codes_[i]);
  for (int column = 0; column < columns_; ++column) {
    for (int row = 0; row < rows_ + column % 2; ++row)
      payload += static_cast<char>(stairs_[static_cast<std::size_t>(column * (rows_ + 1) + row)]);
  }
  std::string text = "\xAC\xED";
  text += std::string("\x00\x05", 2);
  for (std::size_t at = 0; at < payload.size(); at += record) {
    const std::string part = payload.substr(at, record);
    if (part.size() < 256) {
      text += '\x77';
      text += static_cast<char>(part.size());
    } else {
      text += '\x7A';
      for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(part.size() >> shift & 255);
    }
    text += part;
  }
  return text;
}

std::string PaintedBoard::los_data(std::size_t record) const { return gzipped(stream(record)); }

}  // namespace boxcars::test
