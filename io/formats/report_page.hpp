#pragma once

#include "io/formats/page.hpp"
#include "io/formats/report.hpp"

namespace boxcars::io {

/// The answer to one question: the headline, its events in one table, every measure, the trials that are told, notes.
Page page_of(const Report& report, Detail detail = Detail::brief);

}  // namespace boxcars::io
