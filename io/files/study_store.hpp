#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/studies/study.hpp"
#include "sim/run/scheduler.hpp"
#include "sim/statistics/tally.hpp"

namespace boxcars::io {

/// What a point of a study is called and told by.
struct PointNames {
  std::vector<std::string> events;
  std::vector<std::string> measures;
  std::vector<std::string> headline{};  ///< events that people ask for first
  auto operator<=>(const PointNames&) const = default;
};

/// A point as a store has it from the beginning: its question in one line, with all inputs. Points share their names.
struct PointRow {
  std::string canonical;
  std::uint64_t seed = 1;
  std::shared_ptr<const PointNames> names;
};

/// What is known of a point once its chain has been solved.
struct PointSolved {
  std::size_t point = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t states = 0;
  double truncated_mass = 0;
  std::optional<sim::Odds> odds{};
};

/// What is kept in one transaction.
struct Wave {
  std::vector<PointSolved> solved{};
  std::vector<sim::BatchResult> results{};
  std::vector<std::size_t> finished{};
  bool empty() const { return solved.empty() && results.empty() && finished.empty(); }
};

/// How far a point is.
struct PointState {
  bool solved = false;
  bool finished = false;
  std::vector<sim::BatchRange> held{};  ///< in order; of them
  std::uint64_t trials = 0;
};

/// A run of the program that put something into the store.
struct RunOfProgram {
  std::string command;
  std::string part{};  ///< "0/2": a share of the study; empty: all of it
  int threads = 1;
};

/// The results of a study in one SQLite file: the points, which batches of each have been thrown, and what they gave, as whole numbers;
/// and who threw them with which version and rules. Written wave by wave, so that it is whole whenever the program is killed. One process
/// writes at a time, any number may read.
///
/// The study and every point with its batches have a checksum, and so have all of them together; those of the first schema have none. They
/// are checked when a store is opened and once more where a point is read: what a store gives is what a run has kept in it, whatever has
/// become of the file.
///
/// All functions throw Failed for what the machine refuses (a full disk, a store in use), and BadInput for a file that is no store, or is
/// damaged, or holds something else. Where `stop` is given, what takes its time throws Interrupted when it becomes true.
class Store {
 public:
  using Stop = const std::atomic<bool>*;

  /// Opens a store to read what it holds now; what others add meanwhile is not seen.
  static Store read(const std::string& path, Stop stop = nullptr);
  /// Opens a store to write to it, for this process alone, or makes an empty one. `stop` is heeded until a run begins.
  static Store write(const std::string& path, Stop stop = nullptr);
  /// The same, of a file that its user knows by another name.
  static Store write(const std::string& path, const std::string& called, Stop stop);
  Store(Store&&) noexcept;
  ~Store();

  /// Nothing has been kept in it yet.
  bool empty() const;
  /// False for one that a version before checksums has made: only what cannot be is noticed then.
  bool has_checksums() const;
  /// Keeps what the study asks.
  void begin(const Study& study, const std::vector<PointRow>& points);
  /// From now on it has another stop rule; what was finished by the old one no longer is, and short batches are forgotten.
  void go_on_to(const sim::StopRule& stop);
  void begin_run(const RunOfProgram& run);
  /// Adds batches, and what has been solved; refuses batches that it holds already, and other rules than those that were solved with.
  void keep(const Wave& wave);

  /// Keeps who threw what is in a part.
  void add_runs_of(const Store& part);
  /// Throws Failed if the file is no longer where it was, removed, renamed or replaced: what is kept in it would be found nowhere.
  void require_there() const;

  const Study& study() const { return study_; }
  std::size_t points() const { return points_of(study_); }
  PointRow row(std::size_t point) const;
  std::optional<PointSolved> solved(std::size_t point) const;
  /// Nothing, if none of its batches is there.
  std::optional<sim::Tally> tally(std::size_t point) const;
  std::vector<PointState> states() const;
  /// The batches of one point with what they gave, in order.
  std::vector<sim::BatchResult> batches(std::size_t point) const;
  /// "0.1.0: boxcars study run ... (2026-11-22 10:00:00, 3.2 s, 12,000,000 trials)".
  std::vector<std::string> runs() const;

 private:
  struct Inside;
  explicit Store(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
  Study study_;
};

/// Throws BadInput unless a store may be made there: in a folder that is there, and not by the name of what another has beside it.
void require_place_of_store(const std::string& path);

/// Puts the parts of a study together in a new file, whoever made them, in any order. Throws BadInput with the reason if they are not of
/// one study, or overlap.
void merge(const std::vector<std::string>& parts, const std::string& output, Store::Stop stop = nullptr);

}  // namespace boxcars::io
