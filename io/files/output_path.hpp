#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace boxcars::io {

/// The path that is written to by a name: links are followed, also where what they lead to is not there yet.
std::filesystem::path followed(const std::filesystem::path& name, std::error_code& error);

/// Why nothing may be put in a path's place: a store is there, or it is the name of what SQLite puts beside one. Nothing if it may.
std::optional<std::string> why_not_replaced(const std::filesystem::path& path);

/// The second of these: "it belongs to the store beside it".
std::optional<std::string> why_beside_store(const std::filesystem::path& path);

/// Why no file can be made there: "there is no folder 'results'". Nothing if its folder is there.
std::optional<std::string> why_no_folder(const std::filesystem::path& path);

}  // namespace boxcars::io
