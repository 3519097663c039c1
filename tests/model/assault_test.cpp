#include "model/assault.hpp"

#include <catch2/catch.hpp>

#include "model/attack.hpp"
#include "model/bad_input.hpp"
#include "model/he.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::EndsByLaps<Assault>);
