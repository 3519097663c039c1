#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/files/study_store.hpp"
#include "io/formats/page.hpp"
#include "io/studies/study_run.hpp"
#include "sim/run/answer.hpp"

namespace boxcars::io {

/// What a store knows of a point.
sim::Answer answer_at(const Store& store, std::size_t point);

/// The events that its points have, as they are told.
std::vector<std::string> event_names(const Store& store);

/// The study. For programs, point by point, as equal bytes of equal studies: points of which nothing is known yet have no rows. For people
/// a row a point: what the sweep sets there, and the odds of the events that are asked for, or else of those that the question is about,
/// with the means of measures;
/// and a chart of the first event where the sweep has one dimension or two. If events are asked for, programs get the rows of these only,
/// and no measures. Throws BadInput for an event that no point has.
Page page_of(const Store& store, const std::vector<std::string>& events = {});

/// How far the study is, and who threw what.
Document status(const Store& store);

/// The points as a table, before anything is thrown.
Document points_table(const Study& study);

}  // namespace boxcars::io
