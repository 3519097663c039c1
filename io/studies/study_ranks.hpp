#pragma once

#include <atomic>

#include "ask/work.hpp"
#include "io/files/study_store.hpp"
#include "io/studies/ranks.hpp"
#include "io/studies/study_run.hpp"

namespace boxcars::io {

/// Works on a part of a study, and keeps it wave by wave; true when nothing is left of it. When `stop` becomes true, or another rank has
/// gone, it ends before.
bool work_as_first(Gathering& gathering, Store& store, const ask::Questions& questions, const ask::WorkerGroup& group, Ranks& ranks,
                   const std::atomic<bool>& stop);

/// Works on what the first rank says.
void work_as_other(const ask::Questions& questions, const ask::WorkerGroup& group, Ranks& ranks, const std::atomic<bool>& stop);

}  // namespace boxcars::io
