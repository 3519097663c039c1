#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "model/rules/map_input.hpp"

namespace boxcars::cli {

/// The maps of the last few questions: another question about one of them need not read its files again, nor derive its battlefield. A
/// map is read anew when one of its files has changed. Several threads may ask.
class MapsRead {
 public:
  /// Fills in a map and tells the files that it was read from.
  using Read = std::function<void(model::MapInput& input, const std::function<void(const std::string& file)>& found)>;

  /// Fills in the map that `input` names, as `read` does or did before; tells `found` each file. What `read` throws goes on.
  void fill_in(model::MapInput& input, const std::vector<std::string>& folders, const std::function<void(const std::string&)>& found,
               const Read& read);

 private:
  struct File {
    std::string name;
    struct stat was {};
    bool is_as_it_was() const;
  };
  struct Kept {
    std::vector<std::string> asked;
    model::MapInput map;
    std::vector<File> files;
  };
  static constexpr std::size_t most_kept = 4;

  std::mutex mutex_;
  std::list<Kept> kept_;  // the last one asked for first
};

}  // namespace boxcars::cli
