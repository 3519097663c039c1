#pragma once

#include "io/files/vasl_save.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

/// A save as its viewer sees it: its boards, and who is where.
Page page_of(const SavedGame& game);

}  // namespace boxcars::io
