// What varies inputs by their keys: studies and balances alike.
#include <set>

#include <catch2/catch.hpp>

#include "ask/varied.hpp"
#include "model/core/bad_input.hpp"

using namespace boxcars;
using namespace boxcars::ask;
using Catch::Matchers::Contains;

TEST_CASE("every combination of varied inputs comes once, and the last one changes first") {
  const std::vector<Varied> varied{{"turns", {4.0, 6.0}}, {"shot.MGs.cowering", {std::string("none")}}, {"drm", {-1.0, 0.0, 1.0}}};
  CHECK(sizes_of(varied) == std::vector<std::size_t>{2, 1, 3});
  REQUIRE(combinations_of(sizes_of(varied)) == 6);
  std::set<std::string> different;
  for (std::size_t i = 0; i < 6; ++i) different.insert(settings_in_words(settings_of(varied, i)));
  CHECK(different.size() == 6);
  CHECK(settings_in_words(settings_of(varied, 0)) == "turns = 4, shot.MGs.cowering = none, drm = -1");
  CHECK(settings_in_words(settings_of(varied, 1)) == "turns = 4, shot.MGs.cowering = none, drm = 0");
  CHECK(settings_in_words(settings_of(varied, 5)) == "turns = 6, shot.MGs.cowering = none, drm = 1");
  CHECK(combinations_of({}) == 1);
  CHECK(places_of({}, 0).empty());
}

TEST_CASE("a setting is typed as a key and a value") {
  const auto value_of = [](const std::string& text) { return typed_setting("with", text).value; };
  CHECK(typed_setting("with", "shot.MGs.drm=-2").key == "shot.MGs.drm");
  CHECK(value_of("a=-2") == model::InputValue(-2.0));
  CHECK(value_of("a=+2") == model::InputValue(2.0));
  CHECK(value_of("a=true") == model::InputValue(true));
  CHECK(value_of("a=9-1=b") == model::InputValue(std::string("9-1=b")));
  for (const char* nothing : {"", "a", "=1"}) {
    try {
      typed_setting("with", nothing);
      FAIL_CHECK("it is taken");
    } catch (const model::BadInput& bad) {
      CHECK(bad.fault().field == "with");
      CHECK_THAT(bad.what(), Contains("--with '" + std::string(nothing) + "' cannot be used (it sets nothing)"));
    }
  }
}
