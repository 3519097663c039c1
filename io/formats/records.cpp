#include "io/formats/records.hpp"

#include <fmt/format.h>

namespace boxcars::io {
namespace {

std::vector<std::string> row_of(std::vector<std::string> row, const char* kind, const std::string& name, const std::string& value,
                                const sim::Chance& chance, std::uint64_t trials) {
  const auto of_estimate = [&](double sim::Estimate::*part) {
    return plain(chance.estimate ? std::optional((*chance.estimate).*part) : std::nullopt);
  };
  row.insert(row.end(), {kind, name, value, plain(chance.exact), of_estimate(&sim::Estimate::value), of_estimate(&sim::Estimate::low),
                         of_estimate(&sim::Estimate::high), chance.count ? std::to_string(*chance.count) : "", std::to_string(trials)});
  return row;
}

}  // namespace

std::string plain(std::optional<double> value) { return value ? fmt::format("{:.12g}", *value) : ""; }

const std::vector<std::string> answer_columns{"kind", "name", "value", "exact", "estimate", "low", "high", "count", "trials"};

void add_rows(Records& records, const sim::Answer& answer, const std::vector<std::string>& before) {
  for (const auto& event : answer.events) records.rows.push_back(row_of(before, "event", event.name, "", event.chance, answer.trials));
  for (const auto& measure : answer.measures) {
    for (const auto& value : measure.distribution)
      records.rows.push_back(row_of(before, "measure", measure.name, std::to_string(value.value), value.chance, answer.trials));
  }
}

}  // namespace boxcars::io
