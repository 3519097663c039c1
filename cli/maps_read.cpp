#include "cli/maps_read.hpp"

#include <algorithm>
#include <utility>

namespace boxcars::cli {
namespace {

// What the answer to the question depends on, beside the files' bytes.
std::vector<std::string> asked_for(const model::MapInput& input, const std::vector<std::string>& folders) {
  std::vector<std::string> asked{input.option, input.file, input.viewer.side, input.viewer.player, input.viewer.umpire ? "umpire" : ""};
  asked.insert(asked.end(), folders.begin(), folders.end());
  return asked;
}

void take(model::MapInput& input, const model::MapInput& from) {
  input.map = from.map;
  input.notes = from.notes;
  input.pieces = from.pieces;
  input.unknown = from.unknown;
}

}  // namespace

bool MapsRead::File::is_as_it_was() const {
  struct stat now = {};
  return stat(name.c_str(), &now) == 0 && now.st_dev == was.st_dev && now.st_ino == was.st_ino && now.st_size == was.st_size &&
         now.st_mtim.tv_sec == was.st_mtim.tv_sec && now.st_mtim.tv_nsec == was.st_mtim.tv_nsec;
}

void MapsRead::fill_in(model::MapInput& input, const std::vector<std::string>& folders,
                       const std::function<void(const std::string&)>& found, const Read& read) {
  const std::vector<std::string> asked = asked_for(input, folders);
  const std::scoped_lock lock(mutex_);
  const auto same = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.asked == asked; });
  if (same != kept_.end()) {
    if (std::all_of(same->files.begin(), same->files.end(), [](const File& file) { return file.is_as_it_was(); })) {
      for (const File& file : same->files) found(file.name);
      take(input, same->map);
      kept_.splice(kept_.begin(), kept_, same);
      return;
    }
    kept_.erase(same);
  }
  std::vector<File> files;
  read(input, [&](const std::string& name) {
    File file{.name = name};
    stat(name.c_str(), &file.was);
    files.push_back(std::move(file));
    found(name);
  });
  if (!input.map.raster) return;  // a board that was missing may be there the next time
  kept_.push_front({asked, {}, std::move(files)});
  take(kept_.front().map, input);
  if (kept_.size() > most_kept) kept_.pop_back();
}

}  // namespace boxcars::cli
