#pragma once

#include "ask/balance.hpp"
#include "io/formats/page.hpp"

namespace boxcars::io {

/// Every setting with its odds, and which is nearest to the target: as a list, or a grid of two settings.
Page page_of(const ask::Balance& balance, Detail detail = Detail::brief);

}  // namespace boxcars::io
