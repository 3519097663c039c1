#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct zip;

namespace boxcars::io {

/// A zip archive in memory, from strangers: nothing is taken out of it that is larger than asked for, whatever it claims.
class ZipArchive {
 public:
  /// Throws BadInput that names the file, for this reason.
  using Refuse = std::function<void(const std::string& why)>;

  /// The bytes outlive the archive.
  ZipArchive(std::span<const std::byte> bytes, Refuse refuse);
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;
  ~ZipArchive();

  /// The contents of an entry by its exact name; nothing if there is none. Refuses one with more bytes than `largest`, in these words.
  std::optional<std::vector<std::byte>> entry(const char* name, std::size_t largest, const char* too_large) const;

 private:
  Refuse refuse_;
  zip* archive_ = nullptr;
};

}  // namespace boxcars::io
