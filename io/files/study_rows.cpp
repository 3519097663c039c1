#include "io/files/study_rows.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace boxcars::io {
namespace {

constexpr const char* with_checksums =
    "SELECT point, question, seed, names, finished, fingerprint, states, neglected, odds, checksum FROM points "
    "WHERE point >= ? AND point < ? ORDER BY point";
constexpr const char* without_checksums =
    "SELECT point, question, seed, names, finished, fingerprint, states, neglected, odds, 0 FROM points "
    "WHERE point >= ? AND point < ? ORDER BY point";
constexpr const char* batches_in_order =
    "SELECT point, first, last, trials, counts FROM batches WHERE point >= ? AND point < ? ORDER BY point, first";

// Eight bytes at a time: a store's texts are long.
void add(sim::WordHash& hash, std::string_view text) {
  hash.add(text.size());
  for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(text.size(), 8))) {
    std::uint64_t word = 0;
    for (std::size_t i = std::min<std::size_t>(text.size(), 8); i-- > 0;) word = word << 8 | static_cast<unsigned char>(text[i]);
    hash.add(word);
  }
}

void add(sim::WordHash& hash, const std::optional<std::string>& text) {
  hash.add(text ? 1U : 0U);
  if (text) add(hash, std::string_view(*text));
}

}  // namespace

sim::BatchRange range_of(const Statement& row, int column, std::uint64_t from) {
  const sim::BatchRange range{static_cast<std::uint64_t>(row.integer(column)), static_cast<std::uint64_t>(row.integer(column + 1))};
  const auto trials = static_cast<std::uint64_t>(row.integer(column + 2));
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  const bool can_be = from <= range.first && range.first < range.last && range.last < most &&
                      (range.last - range.first - 1) * sim::batch_trials < trials &&
                      trials <= (range.last - range.first) * sim::batch_trials;
  if (!can_be) throw std::out_of_range("batches that cannot be");
  return range;
}

PointReader::PointReader(const Database& database, Checksums checksums, std::int64_t first, std::int64_t last)
    : points_(database.prepare(checksums == Checksums::kept ? with_checksums : without_checksums)),
      batches_(database.prepare(batches_in_order)) {
  points_.bind(first).bind(last);
  more_batches_ = batches_.bind(first).bind(last).step();
}

bool PointReader::next(PointRows& point) {
  if (!points_.step()) {
    if (more_batches_) throw std::out_of_range("batches of a point that is not there");
    return false;
  }
  point.point = points_.integer(0);
  point.question = points_.text(1);
  point.seed = points_.text(2);
  point.names = points_.integer(3);
  point.finished = points_.integer(4) != 0;
  point.fingerprint = points_.text_if_any(5);
  point.states = points_.integer(6);
  point.truncated_mass = points_.real(7);
  point.odds = points_.text_if_any(8);
  point.checksum = static_cast<std::uint64_t>(points_.integer(9));
  point.batches.clear();
  while (more_batches_ && batches_.integer(0) == point.point) {
    const std::uint64_t from = point.batches.empty() ? 0 : point.batches.back().range.last;
    point.batches.push_back({range_of(batches_, 1, from), static_cast<std::uint64_t>(batches_.integer(3)), batches_.text(4)});
    more_batches_ = batches_.step();
  }
  if (more_batches_ && batches_.integer(0) < point.point) throw std::out_of_range("batches of a point that is not there");
  return true;
}

std::uint64_t checksum_of(std::string_view text) {
  sim::WordHash hash;
  add(hash, text);
  return hash.value();
}

std::uint64_t checksum_of(const PointRows& point, std::uint64_t names) {
  sim::WordHash hash;
  hash.add(static_cast<std::uint64_t>(point.point));
  add(hash, std::string_view(point.question));
  add(hash, std::string_view(point.seed));
  hash.add(names);
  hash.add(point.finished ? 1U : 0U);
  add(hash, point.fingerprint);
  hash.add(static_cast<std::uint64_t>(point.states));
  hash.add(std::bit_cast<std::uint64_t>(point.truncated_mass));
  add(hash, point.odds);
  hash.add(point.batches.size());
  for (const BatchesRow& row : point.batches) {
    hash.add(row.range.first);
    hash.add(row.range.last);
    hash.add(row.trials);
    add(hash, std::string_view(row.counts));
  }
  return hash.value();
}

}  // namespace boxcars::io
