#include "io/files/zip_archive.hpp"

#include <array>
#include <memory>
#include <utility>

#include <zip.h>

namespace boxcars::io {

ZipArchive::ZipArchive(std::span<const std::byte> bytes, Refuse refuse) : refuse_(std::move(refuse)) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source) archive_ = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (source && !archive_) zip_source_free(source);
  zip_error_fini(&error);
  if (!archive_) refuse_("it is no zip archive, or a damaged one");
}

ZipArchive::~ZipArchive() { zip_discard(archive_); }

std::optional<std::vector<std::byte>> ZipArchive::entry(const char* name, std::size_t largest, const char* too_large) const {
  const zip_int64_t index = zip_name_locate(archive_, name, 0);
  if (index < 0) return std::nullopt;
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive_, static_cast<zip_uint64_t>(index), 0), zip_fclose);
  if (!file) refuse_(std::string(name) + " in it is damaged or encrypted");
  std::vector<std::byte> bytes;
  std::array<std::byte, 1 << 14> buffer;
  for (;;) {
    const zip_int64_t count = zip_fread(file.get(), buffer.data(), buffer.size());
    if (count < 0) refuse_(std::string(name) + " in it is damaged");
    if (count <= 0) return bytes;
    if (bytes.size() + static_cast<std::size_t>(count) > largest) refuse_(std::string(name) + " in it is " + too_large);
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + count);
  }
}

}  // namespace boxcars::io
