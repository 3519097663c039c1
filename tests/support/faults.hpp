#pragma once

#include <algorithm>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "model/core/field.hpp"

namespace boxcars::test {

/// Checks that what `ask` refuses is at one of the question's fields.
template <class In, class Ask>
void check_at_a_field(const model::Questionnaire<In>& asks, Ask ask) {
  try {
    ask();
    FAIL_CHECK("nothing is refused");
  } catch (const model::BadInput& bad) {
    INFO(bad.what());
    const auto& fields = asks.fields;
    CHECK(std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.info.key == bad.fault().field; }));
  }
}

}  // namespace boxcars::test
