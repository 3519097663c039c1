#pragma once

#include "io/formats/document.hpp"
#include "io/formats/page.hpp"
#include "io/formats/report.hpp"

namespace boxcars::io {

/// The answer to one question: the headline, its events in one table, every measure, the trials that are told, notes.
Page page_of(const Report& report, Detail detail = Detail::brief);

/// What --explain tells: how a question was worked out, and each of its modifiers with its rule.
void add_modifiers(Document& document, const model::Description& question);

}  // namespace boxcars::io
