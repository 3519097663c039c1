#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/files/study_store.hpp"
#include "io/formats/style.hpp"
#include "io/studies/study_run.hpp"
#include "sim/answer.hpp"

namespace boxcars::io {

/// What a store knows of a point.
sim::Answer answer_at(const Store& store, std::size_t point);

/// The whole study, point by point; points of which nothing is known yet have no rows. Equal studies give equal bytes.
std::string to_csv(const Store& store);
std::string to_json(const Store& store);

/// A row a point: what the sweep sets there, and the odds of the events that are asked for, or else of those that the question is about.
/// Throws BadInput for an event that no point has.
std::string to_markdown(const Store& store, const std::vector<std::string>& events);
/// The same for people, with a chart of the first event where the sweep has one dimension or two.
std::string to_text(const Store& store, const std::vector<std::string>& events, const Style& style);

/// How far the study is, and who threw what.
std::string status(const Store& store, const Style& style);

/// The points as a table, before anything is thrown.
std::string points_table(const Study& study, const Style& style);

}  // namespace boxcars::io
