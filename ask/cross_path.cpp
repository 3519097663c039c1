#include "ask/cross_path.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/questions/cross.hpp"

namespace boxcars::ask {
namespace {

using model::CrossInputs;

constexpr std::size_t paths_told = 4;

// A path, and how often they arrive: at most so, while it is not known.
struct Path {
  std::string names;
  double arrives = 1;
  bool is_known = false;
};

std::ptrdiff_t hexes_of(const std::string& path) { return std::count(path.begin(), path.end(), ',') + 1; }

CrossInputs along(const model::CrossBoard& board, const CrossInputs& inputs, const std::string& path, std::vector<std::string>& notes) {
  CrossInputs in = inputs;
  in.path = path;
  in.from.clear(), in.to.clear();
  for (std::string& note : board.lay(in)) notes.push_back(std::move(note));
  return in;
}

double arrives(const model::CrossBoard& board, const CrossInputs& inputs, const std::string& path) {
  const std::atomic<bool> stop{false};
  std::vector<std::string> notes;
  const Question asked("cross", model::Cross(along(board, inputs, path, notes)));
  const auto findings = asked.findings({.method = sim::Method::exact}, stop, nullptr);
  if (!findings.odds)
    throw model::BadInput("path", "no exact odds of the path " + path, "it has too many states", "ask for less, or give {path}");
  return findings.odds->events.front();
}

// Fire as soon as may be is one of the ways in which the defender may play, so nobody arrives more often than under that: a path that does
// not do so often enough need not be played at its best.
std::vector<Path> ranked(const model::CrossBoard& board, const CrossInputs& inputs) {
  std::vector<Path> paths;
  CrossInputs first = inputs;
  first.fire = model::CrossFire::first;
  for (std::string& names : board.paths(inputs)) {
    // Of several stacks the best fire is at all of them, and a rule of thumb may be worse: nothing is known before it is played.
    const bool is_bound = inputs.fire == model::CrossFire::first || (inputs.fire == model::CrossFire::best && inputs.then_units.empty());
    const double most = is_bound ? arrives(board, first, names) : 1;
    paths.push_back({std::move(names), most, inputs.fire == model::CrossFire::first});
  }
  // Of equal ones the shorter.
  const auto better = [](const Path& a, const Path& b) {
    return a.arrives != b.arrives ? a.arrives > b.arrives : hexes_of(a.names) < hexes_of(b.names);
  };
  std::stable_sort(paths.begin(), paths.end(), better);
  while (true) {
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(std::min(paths_told, paths.size()));
    const auto next = std::find_if(paths.begin(), end, [](const Path& path) { return !path.is_known; });
    if (next == end) return paths;
    next->arrives = arrives(board, inputs, next->names);
    next->is_known = true;
    std::stable_sort(paths.begin(), paths.end(), better);
  }
}

Question by_best_path(const GivenInputs& given, const MapReader& read_map) {
  const auto& asks = model::cross_questionnaire();
  CrossInputs in;
  for (const GivenInput& input : given) set(asks, in, input);
  in.path = model::best_path;
  if (!in.steps.empty()) refuse(model::path_with_step(), {}, {});
  require_needs(asks, in);
  require_lawful(asks, in);
  model::at_field(in.map.option, [&] { read_map(in.map); });
  std::vector<std::string> notes;
  if (in.map.option == "save") model::take_table(in, notes);
  const model::CrossBoard board(in);
  const std::vector<Path> paths = ranked(board, in);
  std::vector<std::string> of_paths;
  std::vector<model::RankedPath> best_ones;
  for (std::size_t i = 0; i < std::min(paths_told, paths.size()); ++i) {
    best_ones.push_back({paths[i].names, paths[i].arrives});
    of_paths.push_back(fmt::format("{} {}: {:.2f}% arrive", i == 0 ? fmt::format("the best of {} paths,", paths.size()) : "then",
                                   paths[i].names, 100 * paths[i].arrives));
  }
  notes.insert(notes.begin(), of_paths.begin(), of_paths.end());
  notes.insert(notes.end(), in.map.notes.begin(), in.map.notes.end());
  const CrossInputs best = along(board, in, paths.front().names, notes);
  Question asked("cross", model::Cross(best), notes);
  asked.on(best.map, hexes_typed(best));
  asked.rank(std::move(best_ones));
  return asked;
}

}  // namespace

QuestionKind cross_kind() {
  QuestionKind kind = kind_of<model::Cross>(model::cross_questionnaire(), model::cross_on_map);
  kind.ask = [as_typed = kind.ask](const GivenInputs& given, const MapReader& read_map) {
    const bool best = std::any_of(given.begin(), given.end(), [](const GivenInput& input) {
      const auto* path = std::get_if<std::string>(&input.value);
      return input.key == "path" && path && model::same_word(*path, model::best_path);
    });
    return best ? by_best_path(given, read_map) : as_typed(given, read_map);
  };
  return kind;
}

}  // namespace boxcars::ask
